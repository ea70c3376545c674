#!/bin/sh
# usage: sanitize.sh BUILD SANITIZERS [TESTFLAGS...]
# Builds with the sanitizers, assertions on, and runs every test. Random ones are shorter: what they run takes
# several times as long, and threads meet in few of them. FRIT_TEST_SCALE says how long they are.
set -eu
cd "$(dirname "$0")/.."
build=$1
sanitizers=$2
shift 2
cmake -S . -B "$build" -G Ninja --log-level=WARNING -DCMAKE_BUILD_TYPE=None \
    -DCMAKE_C_FLAGS='-O1 -g' -DFRIT_WERROR=ON -DFRIT_SANITIZE="$sanitizers"
cmake --build "$build" --target all tests
case $sanitizers in
thread) : "${FRIT_TEST_SCALE:=0.05}" ;;
*) : "${FRIT_TEST_SCALE:=0.2}" ;;
esac
export FRIT_TEST_SCALE
echo "the rounds of random tests are multiplied by $FRIT_TEST_SCALE (FRIT_TEST_SCALE)"
exec .venv/bin/python tests/run.py --build "$build" "$@"
