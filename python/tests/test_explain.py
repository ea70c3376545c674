"""frit.explain: what is said, printed, saved as data and as a page."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import frit
from frit import Program
from frit._explain.explain import ExplainInput, Explanation, Segment
from frit._explain.text import size_text, summary

SOFTMAX = "program softmax(x: f32[m,n]) -> (p) { p = softmax(x, axes=[1]) }"
APART = """
program body(i: i64, s: f32[n,n], x: f32[n,n]) -> (r) {
  t = matmul(s, x)
  r = add(t, x)
}
program p(x: f32[n,n], lo: i64, hi: i64) -> (z, s) {
  y = exp(x)
  t = transpose(y)
  z = add(y, t)
  s = for(lo, hi, y, x, body=@body, carry=1)
}
"""


def recorded() -> Explanation:
    """As a fused function describes a recorded call."""
    program = Program.parse(APART).infer()
    segment = Segment(program.module, program.plan(), [(100, 100), (), ()], ["x", "lo", "hi"])
    return Explanation(
        ExplainInput(
            name="simulate",
            mode="recorded",
            reason="the condition <needs> a value",
            place=("model.py", 14, "    if residual.max() > tolerance:\n"),
            segments=[segment, segment],
            signature="x  float32  (100, 100)",
        )
    )


# ---- what is said


def test_slang_are_a_list() -> None:
    e = frit.explain(Program.parse(SOFTMAX), np.ones((1000, 512), np.float32))
    (kernel,) = e.kernels
    assert kernel.schedule == "row-resident" and kernel.space == "[m | n]"
    assert [step.split(" = ")[1].partition("(")[0] for step in kernel.steps] == [
        "max", "sub", "exp", "sum", "div",
    ]  # fmt: skip
    assert (kernel.inputs, kernel.outputs) == (("x",), ("p",))
    assert (kernel.bytes_read, kernel.bytes_written, kernel.bytes) == (2048000, 2048000, 4096000)
    assert (e.launches, e.cost.unfused_launches, e.cost.launches_saved) == (1, 5, 4)
    assert e.bytes_saved == e.cost.unfused_bytes - 4096000 > 0  # type: ignore[operator]


def test_without_shapes_there_are_no_bytes() -> None:
    e = frit.explain(Program.parse(SOFTMAX))
    assert e.bytes_saved is None and e.kernels[0].bytes is None
    assert summary(e.cost) == "1 kernel instead of 5"


def test_reasons_name_rule_and_pair() -> None:
    e = recorded()
    rules = {apart.rule: apart for apart in e.apart}
    whole = rules["needs-the-whole-value"]
    assert (whole.kind, whole.producer, whole.producer_kernel) == ("legality", "y = exp(x)", 0)
    assert whole.pair == "y (kernel 0) → z (kernel 1)"
    assert "contraction" in rules and "host-control" in rules


def test_several_plans_add_up() -> None:
    one = frit.explain(Program.parse(APART))
    two = recorded()
    assert two.launches == 2 * one.launches
    assert len(two.kernels) == 2 * len(one.kernels)
    assert {kernel.segment for kernel in two.kernels} == {0, 1}
    inside = [kernel.schedule for kernel in two.kernels if kernel.inside is not None]
    assert inside == ["panels", "contraction", "map"] * 2


def test_panels_say_what_is_never_formed() -> None:
    @frit.fuse
    def nearest(x: Any, c: Any) -> Any:
        return ((x * x).sum(1)[:, None] - 2 * (x @ c.T) + (c * c).sum(1)).argmin(1)

    x, c = np.ones((5000, 4), np.float32), np.eye(2048, 4, dtype=np.float32)
    np.testing.assert_array_equal(nearest(x, c), 0)
    e = frit.explain(nearest, x, c)
    (panels,) = (kernel for kernel in e.kernels if kernel.schedule == "panels")
    assert panels.bytes_unformed is not None and panels.bytes_at_once is not None
    assert panels.bytes_unformed > 5000 * 2048 * 4 > 5 * panels.bytes_at_once
    assert "never formed" in e.text() and panels.never_formed[0] in e.text()


def test_inputs_have_the_names_of_the_arguments() -> None:
    program = Program.parse(
        "program p(v0: f32[n], v1: f32[n], k: f32) -> (v3) { v3 = fma(v0, v1, k) }"
    )
    program = program.infer()
    names = ["rows[0]", "v1", "gain"]
    segment = Segment(program.module, program.plan(), [(4,), (4,), ()], names)
    e = Explanation(ExplainInput("f", "replayed", segments=[segment]))
    assert e.kernels[0].steps == ("v3 = fma(rows.0, _v1, k)",)
    assert e.kernels[0].inputs == ("rows.0", "_v1", "k")


def test_literals_are_no_steps() -> None:
    e = frit.explain(Program.parse("program p(x: f32[n]) -> (r) { c = const(2.5) r = mul(x, c) }"))
    assert e.kernels[0].steps == ("r = mul(x, 2.5)",)


def test_source_whole_or_by_kernel() -> None:
    program = Program.parse("program p(x: f32[n]) -> (r) { y = exp(x) r = neg(y) }")
    assert "exp" in frit.explain(program).source("c")
    source = frit.explain(Program.parse(APART)).source("cuda")
    assert "__global__ void func_kernel_1" in source
    assert re.search(r"// kernel \d: contraction", source)
    scaled = """program p(x: f32[n,n]) -> (s, z) {
      s = matmul(x, x)
      half = const(0.5)
      y = mul(x, half)
      z = add(y, y)
    }"""
    assert "0.5f" in frit.explain(Program.parse(scaled)).source("c"), "with the literals it needs"
    softmax = frit.explain(Program.parse(SOFTMAX)).source("c")
    assert softmax.startswith("// no source in this dialect: ")


def test_expressions() -> None:
    a, b = np.ones((3, 4)), np.ones(4)
    e = frit.explain("2*a + b*sin(a)")
    assert e.name == "2*a + b*sin(a)" and e.launches == 1
    assert set(e.kernels[0].inputs) == {"a", "b"} and e.bytes_saved
    assert any("sin(a)" in step for step in e.kernels[0].steps)
    assert frit.explain("sum(a) + k", {"a": a, "k": 2}).kernels[0].inputs[0] == "a"
    assert frit.explain("1 + 1").mode == "ready"
    with pytest.raises(TypeError, match="local_dict"):
        frit.explain("a", {"a": a}, {}, {})
    assert b.shape == (4,)


def test_fused_functions() -> None:
    @frit.fuse
    def damped(position: Any, speed: Any) -> Any:
        force = -position * speed
        return force / (1 + force * force)

    @frit.fuse
    def chosen(x: Any) -> Any:
        if x.sum() > 3:
            return x * 2
        return x

    def plain(x: Any) -> Any:
        return x * x + x

    x = np.ones((20, 30), np.float32)
    e = frit.explain(damped, x, x.copy())
    assert e.mode == "replayed" and e.launches == 1 and e.bytes_saved
    assert set(e.kernels[0].inputs) == {"position", "speed"}
    assert "position" in str(e.signature)
    e = frit.explain(chosen, x)
    assert e.mode == "recorded" and e.place is not None
    assert e.place[2].strip() == "if x.sum() > 3:"
    assert "if x.sum() &gt; 3:" in e._repr_html_()
    assert e.kernels or "decided while the body runs" in str(e)
    assert frit.explain(plain, x).launches == 1, "a plain function as if it were fused"


def test_lazy_array() -> None:
    x = frit.asarray(np.arange(6, dtype=np.float32))
    y = x * 2
    z = y * y + x
    if z._ready:
        pytest.skip("the array is computed at once, because others can reach its operand")
    e = frit.explain(z)
    assert e.mode == "recorded" and e.launches == 1
    assert frit.explain(z).mode == "ready"
    assert "nothing is left to run" in str(frit.explain(z))


def test_what_cannot_be_explained() -> None:
    with pytest.raises(TypeError, match="not int"):
        frit.explain(3)
    with pytest.raises(TypeError, match="without arguments"):
        frit.explain(frit.asarray(np.ones(3)), 1)


# ---- text


def test_text_fits_the_width() -> None:
    for width in (40, 60, 100):
        text = recorded().text(width=width)
        longest = max(text.splitlines(), key=len)
        words = max(re.split(r"\s+", text), key=len)
        assert len(longest) <= max(width, len(words) + 8), longest


def test_text_says_mode_place_and_savings() -> None:
    text = recorded().text(width=100)
    lines = text.splitlines()
    assert lines[0].startswith("simulate  recorded: ")
    assert "  because the condition <needs> a value" in lines
    assert "  model.py:14: if residual.max() > tolerance:" in lines
    assert "kernels instead of" in text and "moved instead of" in text
    assert "not fused" in lines
    assert "\x1b" not in text


def test_colour_only_where_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    e = recorded()
    coloured = e.text(width=80, colour=True)
    assert "\x1b[1m" in coloured
    assert "\x1b" not in str(e), "the tests' output is no terminal"

    class Terminal:
        def isatty(self) -> bool:
            return True

    monkeypatch.setattr("sys.stdout", Terminal())
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert "\x1b[1m" in str(e)
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b" not in str(e)


def test_large_plans_are_cut_short_in_print_alone() -> None:
    steps = "\n".join(f"  s{k} = sum(x{k})" for k in range(90))
    inputs = ", ".join(f"x{k}: f32[n{k}]" for k in range(90))
    outputs = ", ".join(f"s{k}" for k in range(90))
    e = frit.explain(Program.parse(f"program p({inputs}) -> ({outputs}) {{\n{steps}\n}}"))
    assert len(e.kernels) == 90
    assert "... and 50 more kernels" in e.text()


def test_sizes() -> None:
    assert [size_text(n) for n in (0, 999, 1000, 123456, 5_000_000, 2 * 10**12)] == [
        "0 B", "999 B", "1 kB", "123 kB", "5 MB", "2 TB",
    ]  # fmt: skip


# ---- data


def test_json_has_everything() -> None:
    data = json.loads(json.dumps(recorded().json()))
    assert data["mode"] == "recorded"
    assert data["place"] == {
        "file": "model.py",
        "line": 14,
        "source": "    if residual.max() > tolerance:\n",
    }
    assert data["cost"]["bytes_saved"] == recorded().bytes_saved
    assert [len(plan["kernels"]) for plan in data["plans"]] == [6, 6]


def test_saved_forms(tmp_path: Path) -> None:
    e = recorded()
    e.save(tmp_path / "r.json")
    assert json.loads((tmp_path / "r.json").read_text()) == json.loads(json.dumps(e.json()))
    e.save(tmp_path / "r.txt")
    assert (tmp_path / "r.txt").read_text().startswith("simulate")
    e.save(tmp_path / "r.svg")
    assert (tmp_path / "r.svg").read_text().startswith("<svg ")
    with pytest.raises(ValueError, match=r"\.pdf"):
        e.save(tmp_path / "r.pdf")


# ---- the page


class _Page(HTMLParser):
    """Checks that tags nest, and notes what refers to something else."""

    VOID = {"meta", "link", "input", "br"}

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.links: list[str] = []
        self.tags: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.links += [value or "" for name, value in attrs if name in ("src", "href")]
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open and self.open.pop() == tag, tag


def test_page_is_whole_and_needs_nothing(tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    recorded().save(path)
    text = path.read_text(encoding="utf-8")
    page = _Page()
    page.feed(text)
    assert not page.open
    assert page.links == ["data:,"], "the empty icon alone"
    assert "script" not in page.tags
    assert not re.search(r"url\(|@import", text)
    assert "http://www.w3.org/2000/svg" in text and text.count("http") == text.count(
        "http://www.w3.org/2000/svg"
    )
    assert "the condition &lt;needs&gt; a value" in text.lower()
    assert "prefers-color-scheme: dark" in text


def test_notebook_fragment_keeps_to_itself() -> None:
    text = recorded()._repr_html_()
    page = _Page()
    page.feed(text)
    assert not page.open and "svg" in page.tags
    style = re.search(r"<style>(.*?)</style>", text, re.DOTALL)
    assert style is not None
    selectors = re.findall(r"^\s*([^@{}\n][^{}]*?)\s*\{", style[1], re.MULTILINE)
    strays = [s for s in selectors if ".frit-report" not in s]
    assert not strays, "rules that would change the rest of a notebook"


CHROMIUM = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
)


@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed to open the page")
def test_page_in_a_browser(tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    recorded().save(path)
    command: list[Any] = [
        CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
        f"--user-data-dir={tmp_path / 'profile'}", "--enable-logging=stderr", "--v=0",
        "--virtual-time-budget=2000", "--dump-dom", path.as_uri(),
    ]  # fmt: skip
    # A sanitizer that is loaded into this process is none of the browser's business.
    environment = {k: v for k, v in os.environ.items() if k != "LD_PRELOAD"}
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
    dom = done.stdout
    assert ":CONSOLE" not in done.stderr, done.stderr
    assert '<h1>simulate <span class="badge recorded">recorded</span></h1>' in dom
    assert dom.count('<div class="graph"><svg') == 2
    assert dom.count('class="schedule"') == 12
    for title in ("Graph", "Kernels", "Bytecode", "Generated source", "Signature"):
        assert f"<h2>{title}</h2>" in dom
    for dialect in ("c", "cuda", "opencl", "slang", "metal"):
        assert re.search(rf"<label for=\"source-\d\">{dialect}</label>", dom)
    assert "decided by model.py, line 14" in dom
