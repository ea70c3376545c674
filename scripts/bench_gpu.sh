#!/bin/sh
# usage: bench_gpu.sh BUILD PYTHON [OPTIONS of bench/gpu.py...]
#
# Builds the package for PYTHON, with what is there (CMake, Ninja, a C compiler), and measures it beside what that Python has of
# PyTorch, JAX and CuPy. The figures are in BUILD/../bench-gpu.json, too.
set -eu
cd "$(dirname "$0")/.."
build=$1
python=$(command -v "$2") || {
    echo "bench_gpu.sh: there is no $2" >&2
    exit 1
}
shift 2
cmake -S . -B "$build" -G Ninja --log-level=WARNING -DCMAKE_BUILD_TYPE=RelWithDebInfo -DFRIT_PYTHON="$python" >/dev/null
cmake --build "$build" >/dev/null
PYTHONPATH="$build/python" "$python" bench/gpu.py --json "$build/../bench-gpu.json" "$@"
