#!/usr/bin/env python3
"""bench/peers.py measures, checks and reports: run on two libraries and a few workloads, and refuses a
wrong result. The figures themselves are nobody's business here."""

import json
import os
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

SOURCE = Path(os.environ["FRIT_SRC"])
PAGE = "before\n<!-- peers: begin (x) -->\nold\n<!-- peers: end -->\nafter\n"


def peers(*options, **extra):
    env = dict(os.environ, PYTHONPATH=str(Path(os.environ["FRIT_BUILD"]) / "python"), **extra)
    return subprocess.run(
        [sys.executable, SOURCE / "bench" / "peers.py", "--quick", *options],
        env=env,
        capture_output=True,
        text=True,
        check=False,
    )


def main():
    if os.environ.get("FRIT_SANITIZE"):
        print("a module built with sanitizers does not load into a plain Python")
        return 77
    Path("page.md").write_text(PAGE)
    done = peers("--engines", "frit,NumPy", "--only", "o", "--json", "rows.json", "--svg", "p.svg",
                 "--markdown", "page.md")  # fmt: skip
    text = done.stdout + done.stderr
    rows = json.loads(Path("rows.json").read_text())["rows"]
    wrong = [row for row in rows if not row.get("checked") or not row["seconds"] > 0]
    if done.returncode or wrong or len(rows) < 10:
        sys.exit(f"exit status {done.returncode}, rows without a figure: {wrong}\n{text}")
    ElementTree.parse("p.svg")
    page = Path("page.md").read_text()
    if not page.startswith("before\n<!-- peers: begin (x) -->\nVersions: frit") or "old" in page:
        sys.exit(f"the page became:\n{page}")
    if not page.endswith("<!-- peers: end -->\nafter\n") or "| softmax, 100,000 | " not in page:
        sys.exit(f"the page became:\n{page}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
