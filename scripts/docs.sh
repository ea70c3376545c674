#!/bin/sh
# usage: docs.sh BUILD
# Renders what is rendered: the tables of docs/ir.md from the op table, docs/picture.svg, the plots beside
# docs/benchmarks.md from its figures, and docs/tour.ipynb, run from top to bottom with its outputs kept and
# written as docs/tour.html too, one page that needs nothing else (in an environment of its own,
# BUILD/docs-venv). tests/script/rendered.py and docs_tour.py fail when one of them is behind.
set -eu
cd "$(dirname "$0")/.."
build=$1
scripts/update-docs.sh "$build"
PYTHONPATH=$PWD/$build/python .venv/bin/python scripts/picture.py
.venv/bin/python bench/peers.py --draw docs/benchmarks.md
folder=$build/docs-venv
if ! cmp -s python/requirements-docs.txt "$folder/has.txt"; then
    .venv/bin/python -m venv "$folder"
    "$folder/bin/python" -m pip install -q --disable-pip-version-check -r python/requirements-docs.txt
    cp python/requirements-docs.txt "$folder/has.txt"
fi
PYTHONPATH=$PWD/$build/python exec "$folder/bin/python" scripts/render_tour.py
