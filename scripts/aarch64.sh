#!/bin/sh
# usage: aarch64.sh BUILD [TESTFLAGS...]
#
# Builds for 64-bit ARM into BUILD and runs the unit tests (interpreter and compiled code), the golden tests
# and the fuzz corpora under qemu-aarch64; then compares bits with a build for this machine in BUILD/here.
# FRIT_TEST_SCALE shortens the random tests, which take about twenty times as long when they are emulated.
set -eu
cd "$(dirname "$0")/.."
build=$1
shift
mkdir -p "$build"
build=$(cd "$build" && pwd)
root=$build/root
if ! scripts/aarch64_root.sh "$root"; then
    echo 'aarch64.sh: going on with the C library of the cross compiler and without LLVM' >&2
    root=/usr/aarch64-linux-gnu
fi
: "${FRIT_TEST_SCALE:=0.03}"
export FRIT_TEST_SCALE

configure() { # folder, options
    folder=$1
    shift
    cmake -S . -B "$folder" -G Ninja --log-level=WARNING -DCMAKE_BUILD_TYPE=RelWithDebInfo -DFRIT_WERROR=ON \
        -DFRIT_PYTHON=none "$@" >/dev/null
}
configure "$build" -DCMAKE_TOOLCHAIN_FILE="$PWD/cmake/aarch64.cmake" \
    -DCMAKE_CROSSCOMPILING_EMULATOR="qemu-aarch64;-L;$root"
cmake --build "$build" --target all tests
configure "$build/here"
cmake --build "$build/here" --target frit-unit
python3 tests/run.py --build "$build" "$@"
python3 tests/same_bits.py "$build/here" "$build"
