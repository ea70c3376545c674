#!/bin/sh
# usage: test_gpu.sh BUILD [TESTFLAGS...]
#
# Builds the C tests into BUILD with what is there (CMake, Ninja, a C compiler; neither LLVM nor Python packages), runs all that
# run something on the first GPU, and some of them again under compute-sanitizer. FRIT_TEST_SCALE multiplies the
# rounds of random tests, FRIT_GPU_SANITIZED names the files of the second part.
set -eu
cd "$(dirname "$0")/.."
build=$1
shift
: "${FRIT_GPU_SANITIZED:=test_kernel_text. test_fusion_kinds. test_call_overlap. test_contract. test_copies.}"

cmake -S . -B "$build" -G Ninja --log-level=WARNING -DCMAKE_BUILD_TYPE=RelWithDebInfo -DFRIT_WERROR=ON \
    -DFRIT_PYTHON=none >/dev/null
cmake --build "$build" --target frit_tool frit-unit double-cuda

"$build/frit" devices
if "$build/frit" devices --json | grep -q '"name": "cuda", '; then
    echo 'test_gpu.sh: no GPU can be used, as the list says' >&2
    exit 1
fi
failed=no
python3 tests/run.py --build "$build" -k cuda/ -k unit/test_cuda -k unit/test_gpu "$@" || failed=yes

sanitizer=$(command -v compute-sanitizer || find /usr/local/cuda*/bin -name compute-sanitizer 2>/dev/null | tail -n 1)
if [ -z "$sanitizer" ]; then
    echo 'left out compute-sanitizer: it is not there'
    [ $failed = no ]
    exit
fi
# A few rounds: each launch takes a hundred times as long.
log=$build/sanitizer.log
for tool in memcheck racecheck initcheck; do
    # A program is asked for functions until there is none of the next number, which is no error.
    quiet=
    [ $tool = memcheck ] && quiet='--report-api-errors no'
    # shellcheck disable=SC2086 # names, one a word
    if FRIT_TEST_DEVICE=cuda FRIT_TEST_SCALE=0.002 "$sanitizer" --tool $tool $quiet --error-exitcode 99 \
        "$build/frit-unit" $FRIT_GPU_SANITIZED >"$log" 2>&1; then
        ended=clean
    else
        ended="exit status $?"
        failed=yes
        grep -E '^FAIL|^========= ' "$log" | head -n 60
    fi
    printf '%s: %s tests passed, %s failed; %s; %s\n' $tool "$(grep -c '^ok ' "$log")" "$(grep -c '^FAIL ' "$log")" \
        "$(grep -E 'ERROR SUMMARY|RACECHECK SUMMARY' "$log" | tail -n 1 | sed 's/^=* *//')" "$ended"
done
[ $failed = no ]
