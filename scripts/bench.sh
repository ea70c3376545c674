#!/bin/sh
# usage: bench.sh BUILD [OPTION...]
# Runs every benchmark of a build directory, one after another, with the given options.
set -eu
build=$1
shift
for bench in "$build"/bench-*; do
    [ -x "$bench" ] || continue
    echo "== ${bench##*/bench-}"
    "$bench" "$@"
done
