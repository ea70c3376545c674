#!/bin/sh
# usage: wheel.sh BUILD
# Builds the wheel of the Python package and writes it into BUILD/dist, tagged with the oldest manylinux that
# its symbols allow (auditwheel reads them): what it needs of the C library is that of the machine it is
# built on.
set -eu
cd "$(dirname "$0")/.."
build=$1
dist=$build/dist
plain=$dist/plain
rm -rf "$plain"
mkdir -p "$plain"
.venv/bin/python -m pip wheel -q --disable-pip-version-check --no-build-isolation --no-deps -w "$plain" .
PATH=$PWD/.venv/bin:$PATH .venv/bin/python -m auditwheel repair -w "$dist" "$plain"/frit-*.whl >"$plain/log" 2>&1 ||
    { cat "$plain/log" >&2; exit 1; }
rm -rf "$plain"
ls "$dist"/frit-*.whl
