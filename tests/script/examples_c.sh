#!/bin/sh
# The examples in C build with nothing but the header and the library, run, and say what they should.
set -eu
if [ -n "${FRIT_SANITIZE:-}" ]; then
    echo 'a library built with sanitizers does not link into a plain C program'
    exit 77
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

try() { # name, words of its output
    "${CC:-cc}" -std=c11 -O1 -Wall -Wextra -Wpedantic -Werror -I "$FRIT_SRC/include" \
        -o "$folder/$1" "$FRIT_SRC/examples/$1_main.c" "$FRIT_BUILD/libfrit.a" -lm -ldl -lpthread
    "$folder/$1" >"$folder/out" || { cat "$folder/out"; echo "$1 failed"; exit 1; }
    grep -q "$2" "$folder/out" || { cat "$folder/out"; echo "$1 should say: $2"; exit 1; }
    echo "ok $1"
}

try embed 'kernels: 1; 0.197375 0.379949 0.53705 0.664037, together 1.77841'
try add_then_multiply 'kernels: 1; wrong results: 0'
try monte_carlo '200000 paths of 256 steps, kernels: 1; worth'
try slang 'kernels: 1; wrong results: 0'
try background 'kernels: 1; wrong results: 0; meanwhile 1.875'
try device 'copied meanwhile: 0 bytes'
for main in "$FRIT_SRC"/examples/*_main.c; do
    name=$(basename "$main" _main.c)
    grep -q 'frit/frit.h' "$main" || continue
    [ -x "$folder/$name" ] || { echo "$name is not tested here"; exit 1; }
done
