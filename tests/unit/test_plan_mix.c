/*
 * Dense random programs over few shapes, in which everything reads everything: sums along one axis
 * and another, transposes, parts, loops. Planned with and without fusion they give the same bits.
 */
#include <stdarg.h>
#include <stdio.h>

#include "plan_fixture.h"
#include "run/tier/parts.h"
#include "run/bind/bound.h"
#include "run/devices/devices.h"

enum { MATRIX, COLUMN, ROW, VECTOR, SCALAR, N_SHAPES }; /* [n,n] [n,1] [1,n] [n] [] */
enum { MAX_VARS = 64, MAX_TEXT = 16384, N_MATRICES = 3 };

typedef struct Mix {
    uint64_t state;
    unsigned n; /* the one extent */
    char text[MAX_TEXT];
    size_t len;
    int shape[MAX_VARS];
    unsigned n_vars;
} Mix;

__attribute__((format(printf, 2, 3))) static void put(Mix *x, const char *format, ...) {
    va_list args;
    va_start(args, format);
    int n = vsnprintf(x->text + x->len, sizeof x->text - x->len, format, args);
    va_end(args);
    CHECK(n >= 0 && x->len + (size_t)n < sizeof x->text);
    x->len += (size_t)n;
}

static unsigned below(Mix *x, unsigned n) {
    return (unsigned)test_random_below(&x->state, n);
}

/* A variable of that shape, often a late one. */
static unsigned pick(Mix *x, int shape) {
    for (unsigned tries = 0; tries < 40; tries++) {
        unsigned back = 1 + below(x, tries < 20 ? 6 : x->n_vars);
        if (back <= x->n_vars && x->shape[x->n_vars - back] == shape)
            return x->n_vars - back;
    }
    for (unsigned v = 0; v < x->n_vars; v++)
        if (x->shape[v] == shape)
            return v;
    return 0;
}

static unsigned made(Mix *x, int shape) {
    x->shape[x->n_vars] = shape;
    return x->n_vars++;
}

static void put_elementwise(Mix *x) {
    static const char *const two[] = {"add", "sub", "mul", "maximum"};
    static const char *const one[] = {"sin", "neg", "abs", "tanh", "copy"};
    int shape = below(x, 3) ? MATRIX : (int)below(x, N_SHAPES);
    unsigned a = pick(x, shape);
    if (x->shape[a] != shape)
        shape = x->shape[a];
    if (below(x, 2)) {
        put(x, " a%u = %s(a%u)\n", x->n_vars, one[below(x, 5)], a);
    } else {
        int other = shape == MATRIX ? (int)below(x, N_SHAPES) : below(x, 2) ? shape : SCALAR;
        unsigned b = pick(x, other);
        if (x->shape[b] != other)
            b = a;
        put(x, " a%u = %s(a%u, a%u)\n", x->n_vars, two[below(x, 4)], a, b);
    }
    made(x, shape);
}

static void put_reduction(Mix *x) {
    static const char *const ops[] = {"sum", "max", "mean"};
    unsigned a = pick(x, MATRIX), axis = below(x, 2), op = below(x, 3);
    switch (below(x, 4)) {
    case 0:
        put(x, " a%u = %s(a%u)\n", x->n_vars, ops[op], a);
        made(x, SCALAR);
        break;
    case 1:
        put(x, " a%u = %s(a%u, axes=[%u])\n", x->n_vars, ops[op], a, axis);
        made(x, VECTOR);
        break;
    default:
        put(x, " a%u = %s(a%u, axes=[%u], keepdims=true)\n", x->n_vars, ops[op], a, axis);
        made(x, axis ? COLUMN : ROW);
        break;
    }
}

static void put_view(Mix *x) {
    unsigned a = pick(x, MATRIX), v = x->n_vars;
    switch (below(x, 4)) {
    case 0: put(x, " a%u = transpose(a%u)\n", v, a); break;
    case 1: put(x, " a%u = flip(a%u, axes=[%u])\n", v, a, below(x, 2)); break;
    case 2:
        put(x, " t%u = reshape(a%u, shape=[%u]) u%u = sin(t%u)\n", v, a, x->n * x->n, v, v);
        put(x, " a%u = reshape(u%u, shape=[%u,%u])\n", v, v, x->n, x->n);
        break;
    default:
        put(x, " a%u = broadcast(a%u, shape=[%u,%u])\n", v, pick(x, MATRIX), x->n, x->n);
        break;
    }
    made(x, MATRIX);
}

static void put_memory(Mix *x) {
    unsigned a = pick(x, MATRIX), b = pick(x, MATRIX), v = x->n_vars;
    switch (below(x, 5)) {
    case 0:
        put(x, " t%u = slice(a%u, stop=[1]) u%u = slice(a%u, start=[1])\n", v, a, v, b);
        put(x, " a%u = concat(t%u, u%u, axis=0)\n", v, v, v);
        break;
    case 1: put(x, " a%u = gather(a%u, i, axes=[%u])\n", v, a, below(x, 2)); break;
    case 2:
        put(x, " a%u = scatter(a%u, a%u, i, axes=[0], combine=%s)\n", v, a, b,
            below(x, 2) ? "add" : "set");
        break;
    case 3:
        put(x, " t%u = slice(a%u, start=[1]) z%u = const(0.5:f32)\n", v, a, v);
        put(x, " a%u = pad(t%u, z%u, lo=[1,0], hi=[0,0])\n", v, v, v);
        break;
    default:
        put(x, " a%u = cumsum(a%u, axis=%u, reverse=%s)\n", v, a, below(x, 2),
            below(x, 2) ? "true" : "false");
        break;
    }
    made(x, MATRIX);
}

static void put_control(Mix *x) {
    unsigned a = pick(x, MATRIX), b = pick(x, MATRIX), s = pick(x, SCALAR), v = x->n_vars;
    switch (below(x, 4)) {
    case 0:
        put(x, " l%u = const(0:i64) h%u = const(3:i64)\n", v, v);
        put(x, " a%u = for(l%u, h%u, a%u, a%u, a%u, body=@turn, carry=1)\n", v, v, v, a, b, s);
        break;
    case 1:
        put(x, " l%u = const(0:i64) h%u = const(2:i64)\n", v, v);
        put(x, " a%u = for(l%u, h%u, a%u, a%u, body=@whole, carry=1)\n", v, v, v, a, b);
        break;
    case 2: put(x, " a%u = map(a%u, a%u, callee=@divergent)\n", v, a, b); break;
    default:
        put(x, " c%u = gt(a%u, k) a%u = if(c%u, a%u, a%u, a%u, then=@turn_then, else=@turn_else)\n",
            v, s, v, v, a, b, s);
        break;
    }
    made(x, MATRIX);
}

static void put_program(Mix *x) {
    unsigned n = x->n, outputs[4];
    x->len = x->n_vars = 0;
    put(x, "program turn(i: i64, x: f32[%u,%u], y: f32[%u,%u], s: f32) -> (r) {\n", n, n, n, n);
    put(x, " j = cast(i, to=f32) a = mul(x, s) b = sin(y) c = add(a, b) r = sub(c, j)\n}\n");
    put(x, "program whole(i: i64, x: f32[%u,%u], y: f32[%u,%u]) -> (r) {\n", n, n, n, n);
    put(x, " t = transpose(x) a = tanh(t) m = max(a, axes=[1], keepdims=true) b = sub(a, m)"
           " r = mul(b, y)\n}\n");
    put(x, "program turn_then(x: f32[%u,%u], y: f32[%u,%u], s: f32) -> (r) {\n", n, n, n, n);
    put(x, " a = mul(x, s) r = sub(a, y)\n}\n");
    put(x, "program turn_else(x: f32[%u,%u], y: f32[%u,%u], s: f32) -> (r) {\n", n, n, n, n);
    put(x, " a = abs(y) r = maximum(a, x)\n}\n");
    put(x, "program more(x: f32, y: f32) -> (r) { k = const(1:f32) r = lt(x, k) }\n"
           "program next(x: f32, y: f32) -> (r) { a = abs(y) k = const(0.25:f32) b = add(a, k)"
           " r = add(x, b) }\n"
           "program divergent(x: f32, y: f32) -> (r) { a = tanh(x)"
           " b = while(a, y, cond=@more, body=@next, carry=1) r = sub(b, x) }\n");
    put(x, "program main(");
    for (unsigned k = 0; k < N_MATRICES; k++)
        put(x, "a%u: f32[%u,%u], ", made(x, MATRIX), n, n);
    put(x, "a%u: f32[%u], ", made(x, VECTOR), n);
    put(x, "a%u: f32, k: f32, i: i64[%u]) -> (", made(x, SCALAR), n);
    size_t gap = x->len;
    put(x, "%40s {\n", "");
    for (unsigned steps = 4 + below(x, 24); steps > 0; steps--) {
        unsigned which = below(x, 10);
        if (which < 4)
            put_elementwise(x);
        else if (which < 6)
            put_reduction(x);
        else if (which < 8)
            put_view(x);
        else if (which < 9)
            put_memory(x);
        else
            put_control(x);
    }
    put(x, "}\n");
    char list[64];
    for (unsigned k = 0; k < 3; k++)
        outputs[k] = k ? below(x, x->n_vars) : x->n_vars - 1;
    int len = snprintf(list, sizeof list, "a%u, a%u, a%u)", outputs[0], outputs[1], outputs[2]);
    memcpy(x->text + gap, list, (size_t)len);
}

/* ---- running */

typedef struct Run {
    uint32_t n_inputs;
    Layout layouts[8];
    int64_t shapes[8][2];
    char *in[8];
    float matrices[4][64 * 64]; /* three matrices and the vector */
    float scalars[2];
    int64_t index[64];
} Run;

static void fill_inputs(Mix *x, Run *r) {
    for (unsigned k = 0; k < 4; k++)
        for (unsigned e = 0; e < x->n * x->n; e++)
            r->matrices[k][e] = ((float)below(x, 4001) - 2000) / 1000;
    for (unsigned k = 0; k < 2; k++)
        r->scalars[k] = ((float)below(x, 4001) - 2000) / 1000;
    for (unsigned e = 0; e < x->n; e++)
        r->index[e] = (int64_t)below(x, 2 * x->n) - x->n;
    for (unsigned k = 0; k < 7; k++) {
        r->shapes[k][0] = r->shapes[k][1] = x->n;
        r->layouts[k].shape = r->shapes[k];
        r->in[k] = k < 4    ? (char *)r->matrices[k]
                   : k == 6 ? (char *)r->index
                            : (char *)&r->scalars[k - 4];
    }
}

static void run_mix(Fixture *f, Machine *machine, const Mix *x, Run *r, bool no_fusion,
                    float (*out)[64 * 64]) {
    Plan *plan = plan_of(f, x->text, no_fusion);
    char *outputs[3] = {(char *)out[0], (char *)out[1], (char *)out[2]};
    Bound *bound = bound_new(&f->env, plan, machine, r->layouts, NULL);
    CHECK_MSG(bound, "%s", f->error.message);
    CHECK_MSG(bound_run(&f->env, bound, r->in, outputs, NULL), "%s", f->error.message);
    bound_free(bound);
    plan_free(plan);
}

TEST(dense_programs_fused_equal_unfused) {
    static const unsigned extents[] = {1, 2, 3, 5, 8, 40};
    static Mix x;
    static Run r;
    static float out[2][3][64 * 64];
    Fixture f;
    fixture_init(&f);
    Machine machine = {.device = NULL};
    MachineOptions options = {.kind = &cpu_device, .threads = 2, .memory_cap = 1 << 24};
    CHECK(machine_init(&f.env, &machine, &options));
    for (size_t k = 0; k < test_scaled(300); k++) {
        x.state = test_seed() * 1000003 + k;
        x.n = extents[below(&x, 6)];
        put_program(&x);
        fill_inputs(&x, &r);
        test_note("seed %llu", (unsigned long long)test_seed() * 1000003 + k);
        memset(out, 0, sizeof out);
        run_mix(&f, &machine, &x, &r, false, out[0]);
        run_mix(&f, &machine, &x, &r, true, out[1]);
        if (memcmp(out[0], out[1], sizeof out[0]) != 0)
            printf("%s", x.text);
        CHECK_EQ_MEM(out[0], out[1], sizeof out[0]);
    }
    machine_free(&machine);
}
