#!/bin/sh
# usage: docs.sh BUILD
# Runs docs/tour.ipynb from top to bottom, keeps its outputs, and writes docs/tour.html, one page that
# needs nothing else. In an environment of its own, BUILD/docs-venv.
set -eu
cd "$(dirname "$0")/.."
build=$1
folder=$build/docs-venv
if ! cmp -s python/requirements-docs.txt "$folder/has.txt"; then
    .venv/bin/python -m venv "$folder"
    "$folder/bin/python" -m pip install -q --disable-pip-version-check -r python/requirements-docs.txt
    cp python/requirements-docs.txt "$folder/has.txt"
fi
PYTHONPATH=$PWD/$build/python exec "$folder/bin/python" scripts/render_tour.py
