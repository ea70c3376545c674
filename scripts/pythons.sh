#!/bin/sh
# usage: pythons.sh BUILD PYTHON...
# Builds the extension for every interpreter of the list that is on this machine, side by side in one
# build tree, and runs the Python tests in each. One that is not there is named, and is no failure.
set -eu
cd "$(dirname "$0")/.."
build=$1
shift
environments=''
for python in "$@"; do
    if ! version=$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2>/dev/null); then
        echo "== $python: not on this machine"
        continue
    fi
    folder=$build/pythons/$version
    if ! "$folder/bin/python" -c 'import pytest, numpy' 2>/dev/null; then
        echo "== $python: making $folder"
        mkdir -p "$build/pythons"
        "$python" -m venv "$folder"
        "$folder/bin/python" -m pip install -q --disable-pip-version-check \
            -r python/requirements-test.txt
    fi
    environments="$environments $folder"
done

list=''
for folder in $environments; do list="$list;$PWD/$folder/bin/python"; done
cmake -S . -B "$build" -G Ninja --log-level=WARNING -DFRIT_PYTHON="${list#;}" >/dev/null
cmake --build "$build"

failed=''
for folder in $environments; do
    echo "== Python ${folder##*/}"
    "$folder/bin/python" tests/run.py --build "$build" -k python/ -k examples/ ||
        failed="$failed ${folder##*/}"
done
if [ -n "$failed" ]; then
    echo "failed in:$failed" >&2
    exit 1
fi
