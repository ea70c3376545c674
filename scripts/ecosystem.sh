#!/bin/sh
# usage: ecosystem.sh BUILD [OPTION...]
# Runs python/ecosystem/check.py with those options in an environment of its own, BUILD/ecosystem-venv:
# scikit-learn's and SciPy's functions on frit arrays, beside array-api-strict's.
set -eu
cd "$(dirname "$0")/.."
build=$1
shift
folder=$build/ecosystem-venv
wanted=python/requirements-ecosystem.txt
if ! cmp -s "$wanted" "$folder/has.txt"; then
    # The extension in the build tree is for the interpreter of .venv.
    .venv/bin/python -m venv "$folder"
    "$folder/bin/python" -m pip install -q --disable-pip-version-check -r "$wanted"
    cp "$wanted" "$folder/has.txt"
fi
PYTHONPATH=$PWD/$build/python exec "$folder/bin/python" python/ecosystem/check.py "$@"
