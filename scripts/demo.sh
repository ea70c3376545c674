#!/bin/sh
# What frit does, on the examples: the command, from C, from Python. usage: demo.sh BUILD
set -eu
cd "$(dirname "$0")/.."
build=${1:-build}
frit=$build/frit

say() { printf '\n\033[1m%s\033[0m\n' "$1"; }
show() { printf '$ frit %s\n' "$*"; "$frit" "$@"; }

say 'A program is small steps over arrays. softmax is a composite op:'
cat examples/softmax.frit
say 'Inference gives every variable its type; named extents stay names:'
show infer examples/softmax.frit
say 'Passes rewrite it. Here the composite becomes what it stands for:'
show opt --passes=expand examples/softmax.frit

say 'A plan says what becomes one kernel, and why not more. Softmax walks each row three times, in one:'
show explain --shape x=10000,1000 examples/softmax.frit
say 'Steps recorded one at a time from C run together when somebody looks:'
cc -O2 -I include -o "$build/add_then_multiply" examples/add_then_multiply_main.c "$build/libfrit.a" -lm -ldl -lpthread
"$build/add_then_multiply"
say '200,000 paths of 256 random steps, the payoff and its mean: one kernel:'
cc -O2 -I include -o "$build/monte_carlo" examples/monte_carlo_main.c "$build/libfrit.a" -lm -ldl -lpthread
"$build/monte_carlo"

say 'A function of one pixel, mapped over an image, becomes steps on the whole image:'
show opt examples/tonemap.frit
say 'The same function as Slang; Metal, OpenCL, CUDA and C are the others:'
show emit --dialect=slang --program=tonemap examples/tonemap.frit

say 'A mistake says where and why:'
printf 'program p(x: f32[n], y: f64[n]) -> (z) {\n  t = mul(x, x)\n  z = add(t, y)\n}\n' | "$frit" check - || true

say 'A program of 21 steps and two calls becomes one C function, compiled and checked:'
show emit --dialect=c --name=call_price --passes=inline,expand,fold,simplify,cse,dce \
    -o "$build/black_scholes.c" examples/black_scholes.frit
cc -O2 -ffp-contract=off -o "$build/black_scholes" examples/black_scholes_main.c "$build/black_scholes.c" -lm
"$build/black_scholes"

say 'Functions in a Slang-style language: a mistake says where, and what would help:'
printf 'float3 up(float3 v)\n{\n    return v + flot3(0, 1, 0);\n}\n' >"$build/up.slang"
show module check "$build/up.slang" || true
say 'A function of one pixel is called over arrays; the call is a program like any other:'
sed -n '/^float3 reinhard(/,/^}/p' examples/slang/tonemap.slang
show module ir examples/slang/tonemap.slang reinhard 'f32[h,w,3]'
if ls "$build"/python/frit/_core.*.so >/dev/null 2>&1; then
    say 'A ray marcher, the Mandelbrot set and a few more, drawn by such calls:'
    PYTHONPATH="$build/python" .venv/bin/python examples/slang/render.py --scale 4 --out "$build/pictures"
fi

say 'From Python: workloads at their real sizes, each checked against NumPy:'
if ls "$build"/python/frit/_core.*.so >/dev/null 2>&1; then
    PYTHONPATH="$build/python" .venv/bin/python scripts/demo.py
else
    echo 'The Python extension is not built: run cmake to see why, or scripts/setup.sh build.'
fi

printf '\nNext: README.md, docs/python.md, docs/slang.md, docs/embedding.md, docs/plans.md; frit --help.\n'
