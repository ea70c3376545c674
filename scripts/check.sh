#!/bin/sh
# usage: check.sh BUILD
# Everything that is found without running a test: format, -Werror builds with two compilers,
# clang-tidy, cppcheck. Runs all of them, then says which failed.
set -eu
cd "$(dirname "$0")/.."
build=$1
jobs=$(nproc)
failed=''

step() { # name, command...
    name=$1
    shift
    echo "== $name"
    "$@" || failed="$failed $name"
}

format() {
    scripts/sources.sh | xargs -r clang-format --dry-run --Werror
}

build_with() { # compiler
    cmake -S . -B "$build/check-$1" -G Ninja --log-level=WARNING -DCMAKE_C_COMPILER="$1" \
        -DCMAKE_BUILD_TYPE=RelWithDebInfo -DFRIT_WERROR=ON &&
        cmake --build "$build/check-$1" --target all tests benches -- -k 0
}

# Not the tests: it cannot follow their macros, and the sanitizers run them. Tables (ops.def) are made of macros
# that whoever includes them defines: it meets them undefined.
cppcheck_all() {
    scripts/sources.sh | grep '\.c$' | grep -v '^tests/' | cppcheck --file-list=- -j "$jobs" --std=c11 --language=c --library=python \
        --suppress=unknownEvaluationOrder --suppress=unknownMacro \
        --enable=warning,performance,portability --error-exitcode=1 --inline-suppr --quiet \
        --suppress=missingIncludeSystem -I include -I src -I tests
}

step format format
step gcc build_with gcc
step clang-14 build_with clang-14
step clang-tidy scripts/tidy.py "$build/check-clang-14"
step cppcheck cppcheck_all
if [ -n "$failed" ]; then
    echo "check failed:$failed" >&2
    exit 1
fi
echo "check passed"
