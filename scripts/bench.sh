#!/bin/sh
# usage: bench.sh BUILD [OPTION...]
# Runs every benchmark of a build directory, one after another, with the given options, and puts the
# rows of all of them into BUILD/bench.json.
set -eu
build=$1
shift
status=0
rm -f "$build"/bench-*.json
for bench in "$build"/bench-*; do
    [ -x "$bench" ] && [ -f "$bench" ] || continue
    echo "== ${bench##*/bench-}"
    "$bench" "$@" || status=1
done
echo "== calls"
if .venv/bin/python -c 'import frit' 2>/dev/null; then
    .venv/bin/python bench/calls.py --json "$build/bench-calls.json" || status=1
else
    echo "left out: .venv/bin/python has no frit (make all)"
fi
# Each file is a list with a row a line.
{
    echo "["
    cat "$build"/bench-*.json | sed -n 's/^  \({.*}\),*$/  \1,/p' | sed '$s/,$//'
    echo "]"
} >"$build/bench.json"
exit $status
