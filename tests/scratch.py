"""Builds the command from a copy of the sources with something added, for tests of the documents that say how."""

import os
import pathlib
import platform
import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor

# The loops without vectors stand for the instruction set that code is compiled for: one level is built, and both engines run.
LEVEL = {"x86_64": "x86-64", "AMD64": "x86-64", "aarch64": "neon", "arm64": "neon"}.get(platform.machine(), "portable")


class Scratch:
    """with Scratch(folder): a copy of the sources; edit() it, then build() the command."""

    def __init__(self, folder):
        self.tree = pathlib.Path(folder)
        self.tool = str(self.tree / "frit")
        for part in ("src", "include", "tools"):
            shutil.copytree(pathlib.Path(os.environ["FRIT_SRC"]) / part, self.tree / part)

    def edit(self, path, old, new):
        file = self.tree / path
        text = file.read_text()
        assert text.count(old) == 1, f"{path} should have once: {old}"
        file.write_text(text.replace(old, new))

    def build(self):
        flags = ["-std=c11", "-O0", "-ffp-contract=off", '-DFRIT_CODEGEN_ID="none"', "-DFRIT_LEVEL=portable",
                 f'-DFRIT_LEVEL_NAME="{LEVEL}"', "-DFRIT_VECTOR=0", "-I", str(self.tree / "src"),
                 "-I", str(self.tree / "include"), "-I", os.environ["FRIT_BUILD"] + "/generated"]
        sources = sorted(self.tree.glob("src/**/*.c")) + sorted(self.tree.glob("tools/*.c"))
        cc = os.environ.get("CC", "cc")

        def compile_one(numbered):
            out = str(self.tree / f"{numbered[0]}.o")
            subprocess.run([cc, *flags, "-c", str(numbered[1]), "-o", out], check=True)
            return out

        with ThreadPoolExecutor(os.cpu_count()) as pool:
            objects = list(pool.map(compile_one, enumerate(sources)))
        subprocess.run([cc, *objects, "-lm", "-lpthread", "-ldl", "-o", self.tool], check=True)

    def frit(self, *args, text, fails=False):
        """What the command prints, on standard error where it should fail."""
        run = subprocess.run([self.tool, *args, "-"], input=text, capture_output=True, text=True)
        assert (run.returncode != 0) == fails, run.stdout + run.stderr
        return run.stderr if fails else run.stdout

    def ways(self):
        """Options of `frit run` for each engine: compiled code is left out where there is no LLVM."""
        yield ["--compile=never"]
        yield ["--compile=never", "--no-fusion"]
        probe = "program p(x: f32) -> (r) { r = add(x, x) }"
        run = subprocess.run([self.tool, "run", "--compile=require", "-", "--in", "x=1"], input=probe,
                             capture_output=True, text=True)
        if run.returncode == 0:
            yield ["--compile=require"]
            yield ["--compile=require", "--no-fusion"]
        else:
            print("left out compiled code:", run.stderr.strip().splitlines()[-1] if run.stderr else "no LLVM")
