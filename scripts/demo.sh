#!/bin/sh
# What frit does, on the examples. usage: demo.sh BUILD
set -eu
cd "$(dirname "$0")/.."
frit=${1:-build}/frit

say() { printf '\n\033[1m%s\033[0m\n' "$1"; }
show() { printf '$ frit %s\n' "$*"; "$frit" "$@"; }

say 'A program is small steps over arrays. softmax is a composite op:'
cat examples/softmax.frit
say 'Inference gives every variable its type; named extents stay names:'
show infer examples/softmax.frit
say 'Passes rewrite it. Here the composite becomes what it stands for:'
show opt --passes=expand examples/softmax.frit

say 'A function of one pixel, mapped over an image, becomes steps on the whole image:'
show opt examples/tonemap.frit
say 'The same function as Slang, Metal, OpenCL, CUDA or C:'
show emit --dialect=slang --program=tonemap examples/tonemap.frit
show emit --dialect=c --program=tonemap --name=tonemap_pixel examples/tonemap.frit

say 'A mistake says where and why:'
printf 'program p(x: f32[n], y: f64[n]) -> (z) {\n  t = mul(x, x)\n  z = add(t, y)\n}\n' | "$frit" check - || true

say 'A program of 21 steps and two calls, compiled and checked:'
show emit --dialect=c --passes=inline,expand,fold,simplify,cse,dce -o "${1:-build}/black_scholes.c" \
    examples/black_scholes.frit
if cc -O2 -ffp-contract=off -I include tools/demo/black_scholes_main.c "${1:-build}/black_scholes.c" \
    -lm -o "${1:-build}/black_scholes" 2>/dev/null; then "${1:-build}/black_scholes"; fi

printf '\nNext: README.md, docs/ir.md; frit --help.\n'
