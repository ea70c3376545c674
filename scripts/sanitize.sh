#!/bin/sh
# usage: sanitize.sh BUILD SANITIZERS [TESTFLAGS...]
# Builds with the sanitizers, assertions on, and runs every test.
set -eu
cd "$(dirname "$0")/.."
build=$1
sanitizers=$2
shift 2
cmake -S . -B "$build" -G Ninja --log-level=WARNING -DCMAKE_BUILD_TYPE=None \
    -DCMAKE_C_FLAGS='-O1 -g' -DFRIT_WERROR=ON -DFRIT_SANITIZE="$sanitizers"
cmake --build "$build" --target all tests
exec .venv/bin/python tests/run.py --build "$build" "$@"
