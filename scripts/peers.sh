#!/bin/sh
# usage: peers.sh BUILD [OPTION...]
# Runs bench/peers.py with those options in an environment of its own, BUILD/peers-venv, and writes
# BUILD/peers.json and BUILD/peers.svg.
set -eu
cd "$(dirname "$0")/.."
build=$1
shift
folder=$build/peers-venv
wanted=bench/peers/requirements.txt
if ! cmp -s "$wanted" "$folder/has.txt"; then
    echo "peers.sh: making $folder; this brings some gigabytes"
    # The extension in the build tree is for the interpreter of .venv.
    .venv/bin/python -m venv "$folder"
    pip="$folder/bin/python -m pip install -q --disable-pip-version-check"
    if ! $pip -r "$wanted"; then
        echo 'peers.sh: not all at once; one by one, and what fails is left out' >&2
        grep -v '^#' "$wanted" | while read -r package; do
            $pip "$package" || echo "peers.sh: without $package" >&2
        done
    fi
    cp "$wanted" "$folder/has.txt"
fi
PYTHONPATH=$PWD/$build/python exec "$folder/bin/python" bench/peers.py \
    --json "$build/peers.json" --svg "$build/peers.svg" "$@"
