#!/bin/sh
# usage: fuzz.sh BUILD SECONDS [TARGET...]
# Runs each fuzz target for SECONDS, from the corpus in tests/fuzz/corpus/TARGET. What it finds on
# the way is kept in BUILD/corpus/TARGET, the inputs that crash it in BUILD/TARGET-*.
set -eu
cd "$(dirname "$0")/.."
build=$1
seconds=$2
shift 2
cmake -S . -B "$build" -G Ninja --log-level=WARNING -DCMAKE_C_COMPILER=clang-14 \
    -DCMAKE_BUILD_TYPE=None -DCMAKE_C_FLAGS='-O1 -g' -DFRIT_SANITIZE=fuzzer,address,undefined
cmake --build "$build" --target fuzzers
if [ $# -eq 0 ]; then
    for source in tests/fuzz/*.c; do
        [ ! -e "$source" ] || set -- "$@" "$(basename "$source" .c)"
    done
fi

failed=''
for target in "$@"; do
    seeds=tests/fuzz/corpus/$target
    mkdir -p "$build/corpus/$target"
    [ -d "$seeds" ] || seeds=''
    echo "== $target, $seconds s"
    # shellcheck disable=SC2086 # $seeds is one word or none
    "$build/fuzz-$target" -max_total_time="$seconds" -timeout=20 -rss_limit_mb=4096 \
        -print_final_stats=1 -artifact_prefix="$build/$target-" "$build/corpus/$target" \
        $seeds || failed="$failed $target"
done
[ -z "$failed" ] || {
    echo "fuzz: failures in:$failed; replay one with $build/fuzz-TARGET $build/TARGET-..." >&2
    exit 1
}
