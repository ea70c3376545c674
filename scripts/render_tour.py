"""Runs docs/tour.ipynb and writes it back with its outputs, and as docs/tour.html.

The page carries a digest of the notebook and of this file, by which tests/script/docs_tour.py tells a
page that is older than what it shows.
"""

import hashlib
from pathlib import Path

import nbformat
from nbconvert import HTMLExporter
from nbconvert.preprocessors import ExecutePreprocessor

DOCS = Path(__file__).resolve().parent.parent / "docs"
PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="frit-digest" content="{digest}">
<title>A tour of frit</title>
<style>
:root {{ color-scheme: light dark; --line: #8884; --soft: #8881 }}
body {{ font: 16px/1.55 system-ui, sans-serif; max-width: 56rem; margin: 2rem auto; padding: 0 1rem }}
pre {{ font: 13.5px/1.45 ui-monospace, monospace; overflow-x: auto; margin: 0 }}
.input_area, .jp-InputArea {{ background: var(--soft); border: 1px solid var(--line);
  border-radius: 6px; padding: .7rem .9rem; margin: 1rem 0 .4rem }}
.jp-OutputArea {{ padding: .2rem .9rem; overflow-x: auto }}
.prompt, .jp-InputPrompt, .jp-OutputPrompt, .anchor-link {{ display: none }}
.k, .kn, .kc, .ow {{ color: #b0413e }} .s1, .s2 {{ color: #3a7d44 }} .c1 {{ color: #888 }}
.mi, .mf {{ color: #7a5bb5 }} .nd {{ color: #2f6f9f }}
table {{ border-collapse: collapse; font-size: 14px }} th, td {{ padding: .15rem .6rem }}
</style>
</head>
<body>
{body}
</body>
</html>
"""


def digest(notebook: Path) -> str:
    """Of all that the page is made from."""
    return hashlib.sha256(notebook.read_bytes() + Path(__file__).read_bytes()).hexdigest()[:16]


def without_home(value):
    """Outputs without the folder of whoever rendered them."""
    if isinstance(value, dict):
        return {name: without_home(inner) for name, inner in value.items()}
    if isinstance(value, list):
        return [without_home(inner) for inner in value]
    return value.replace(str(Path.home()), "~") if isinstance(value, str) else value


def main() -> None:
    path = DOCS / "tour.ipynb"
    notebook = nbformat.read(path, as_version=4)
    runner = ExecutePreprocessor(timeout=None, kernel_name="python3")
    runner.preprocess(notebook, {"metadata": {"path": str(DOCS)}})
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)  # times, which would differ at each run
        if "outputs" in cell:
            cell.outputs = [nbformat.from_dict(without_home(out)) for out in cell.outputs]
    notebook.metadata = {
        "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
        "language_info": {"name": "python"},
    }
    nbformat.write(notebook, path)
    body, _ = HTMLExporter(template_name="basic").from_notebook_node(notebook)
    (DOCS / "tour.html").write_text(PAGE.format(body=body, digest=digest(path)))


if __name__ == "__main__":
    main()
