#include "gen/products.h"

#include <stdio.h>

#include "gen/parts.h"

enum { MOST_DIMS = 5, MOST_INPUTS = 24 };

/* A value: its number, and its extents as letters. */
typedef struct Value {
    unsigned id;
    char dims[MOST_DIMS + 1];
} Value;

typedef struct Products {
    Gen g;
    Str body;
    const char *dtype;
    bool real, floats;
    char inputs[MOST_INPUTS][MOST_DIMS + 1];
    unsigned n_inputs, n_values;
    Str outputs;
} Products;

static void put_dims(Str *out, const char *dims) {
    for (unsigned k = 0; dims[k]; k++)
        str_format(out, "%s%c", k ? "," : "[", dims[k]);
    str_puts(out, dims[0] ? "]" : "");
}

static Value new_value(Products *p, const char *dims) {
    Value v = {.id = p->n_values++};
    snprintf(v.dims, sizeof v.dims, "%s", dims);
    return v;
}

/* Another input of that shape; those of one shape are sometimes the same. */
static unsigned input(Products *p, const char *dims) {
    for (unsigned k = 0; k < p->n_inputs; k++)
        if (strcmp(p->inputs[k], dims) == 0 &&
            (p->n_inputs == MOST_INPUTS || gen_chance(&p->g, 30)))
            return k;
    snprintf(p->inputs[p->n_inputs], sizeof p->inputs[0], "%s", dims);
    return p->n_inputs++;
}

static Value one(Products *p, const char *op, Value x, const char *rest, const char *dims) {
    Value v = new_value(p, dims);
    str_format(&p->body, "  v%u = %s(v%u%s)\n", v.id, op, x.id, rest);
    return v;
}

static Value two(Products *p, const char *op, Value x, const char *y, unsigned number) {
    Value v = new_value(p, x.dims);
    bool turn = gen_chance(&p->g, 30);
    str_format(&p->body, turn ? "  v%u = %s(%s%u, v%u)\n" : "  v%u = %s(", v.id, op, y, number,
               x.id);
    if (!turn)
        str_format(&p->body, "v%u, %s%u)\n", x.id, y, number);
    return v;
}

static const char *binary(Products *p) {
    static const char *const ops[] = {"add", "sub", "mul", "maximum", "minimum"};
    return ops[gen_below(&p->g, p->real ? 5 : 3)];
}

static Value reduced_and_back(Products *p, Value x) {
    char rest[40];
    unsigned rank = (unsigned)strlen(x.dims);
    unsigned axis = gen_chance(&p->g, 75) ? rank - 1 : gen_below(&p->g, rank);
    snprintf(rest, sizeof rest, ", axes=[%u], keepdims=true", axis);
    Value r = new_value(p, x.dims), v = new_value(p, x.dims);
    str_format(&p->body, "  v%u = %s(v%u%s)\n  v%u = sub(v%u, v%u)\n", r.id,
               p->real && gen_chance(&p->g, 50) ? "max" : "sum", x.id, rest, v.id, x.id, r.id);
    return v;
}

/* The last extents of a shape, some of them 1. */
static void some_dims(Products *p, const char *dims, char *out) {
    unsigned rank = (unsigned)strlen(dims), from = gen_below(&p->g, rank + 1), n = 0;
    for (unsigned k = from; k < rank; k++)
        out[n++] = gen_chance(&p->g, 25) ? '1' : dims[k];
    out[n] = '\0';
}

/* One elementwise step, or a few. */
static Value elementwise(Products *p, Value x) {
    static const char *const unary[] = {"neg", "abs", "relu", "square"};
    char dims[MOST_DIMS + 1];
    switch (gen_below(&p->g, 6)) {
    case 0: return one(p, unary[gen_below(&p->g, p->real ? 3 : 1)], x, "", x.dims);
    case 1: return reduced_and_back(p, x);
    case 2: return two(p, binary(p), x, "v", x.id);
    case 3:
        if (!p->floats)
            return x;
        return one(p, gen_chance(&p->g, 50) ? "exp" : "tanh", x, "", x.dims);
    default: some_dims(p, x.dims, dims); return two(p, binary(p), x, "x", input(p, dims));
    }
}

static Value transposed(Products *p, Value x) {
    unsigned rank = (unsigned)strlen(x.dims);
    char dims[MOST_DIMS + 1], perm[40] = ", perm=[";
    snprintf(dims, sizeof dims, "%s", x.dims);
    dims[rank - 1] = x.dims[rank - 2];
    dims[rank - 2] = x.dims[rank - 1];
    for (unsigned k = 0; k < rank; k++) {
        unsigned from = k == rank - 1 ? rank - 2 : k == rank - 2 ? rank - 1 : k;
        snprintf(perm + strlen(perm), sizeof perm - strlen(perm), "%s%u", k ? "," : "", from);
    }
    snprintf(perm + strlen(perm), sizeof perm - strlen(perm), "]");
    return one(p, "transpose", x, perm, dims);
}

/* x times an input: with its own batches or for all of them, sometimes turned. */
static Value product(Products *p, Value x, char columns) {
    unsigned rank = (unsigned)strlen(x.dims), lead = rank - 2;
    char dims[MOST_DIMS + 1], out[MOST_DIMS + 1];
    bool turned = gen_chance(&p->g, 40), all = gen_chance(&p->g, 50);
    snprintf(out, sizeof out, "%s", x.dims);
    out[rank - 1] = columns;
    snprintf(dims, sizeof dims, "%.*s%c%c", all ? 0 : (int)lead, x.dims,
             turned ? columns : x.dims[rank - 1], turned ? x.dims[rank - 1] : columns);
    Value y = new_value(p, dims);
    str_format(&p->body, "  v%u = neg(x%u)\n", y.id, input(p, dims));
    if (gen_chance(&p->g, 30))
        y = elementwise(p, y);
    if (turned)
        y = transposed(p, y);
    Value v = new_value(p, out);
    str_format(&p->body, "  v%u = matmul(v%u, v%u)\n", v.id, x.id, y.id);
    return v;
}

static void output(Products *p, Value v) {
    str_format(&p->outputs, "%sv%u", p->outputs.len ? ", " : "", v.id);
}

/* Of each row, what stands at its largest place. */
static Value picked(Products *p, Value x) {
    char dims[2] = {x.dims[0], '\0'}, to[4] = {x.dims[0], ']', '\0'};
    Value at = one(p, "argmax", x, ", axis=1", dims), row = new_value(p, dims);
    str_format(&p->body, "  v%u = iota(shape=[%s, axis=0, to=i64)\n", row.id, to);
    Value v = new_value(p, dims);
    str_format(&p->body, "  v%u = gather(v%u, v%u, v%u, axes=[0,1])\n", v.id, x.id, row.id, at.id);
    return v;
}

/* What may come at the end: something smaller. */
static Value last(Products *p, Value x) {
    unsigned rank = (unsigned)strlen(x.dims);
    char dims[MOST_DIMS + 1], rest[40];
    unsigned axis = gen_chance(&p->g, 80) ? rank - 1 : gen_below(&p->g, rank);
    unsigned n = 0;
    for (unsigned k = 0; k < rank; k++)
        if (k != axis)
            dims[n++] = x.dims[k];
    dims[n] = '\0';
    snprintf(rest, sizeof rest, ", axes=[%u]", axis);
    if (p->real && rank == 2 && gen_chance(&p->g, 40))
        return picked(p, x);
    switch (gen_below(&p->g, 3)) {
    case 0: return one(p, "sum", x, rest, dims);
    case 1: return one(p, p->real ? "max" : "sum", x, rest, dims);
    default: return x;
    }
}

static void steps(Products *p) {
    static const char *const shapes[] = {"mk", "mk", "amk", "abmk"};
    const char *dims = shapes[gen_below(&p->g, 4)];
    Value x = new_value(p, dims);
    str_format(&p->body, "  v%u = neg(x%u)\n", x.id, input(p, dims));
    for (unsigned k = gen_below(&p->g, 4); k > 0; k--)
        x = elementwise(p, x);
    x = product(p, x, 'n');
    for (unsigned k = gen_below(&p->g, 6); k > 0; k--) {
        if (gen_chance(&p->g, 12))
            output(p, x);
        if (gen_chance(&p->g, 15))
            x = product(p, x, gen_chance(&p->g, 50) ? 'q' : 'n');
        else if (gen_chance(&p->g, 6))
            x = transposed(p, x);
        else
            x = elementwise(p, x);
    }
    x = last(p, x);
    output(p, x);
}

void gen_products(Str *out, uint64_t seed) {
    static const char *const dtypes[] = {"f32", "f64", "f32", "f16", "i32", "u8", "c64", "bf16"};
    unsigned d = (unsigned)(seed * 0x9e3779b97f4a7c15u >> 61);
    Products p = {.g = {.state = seed * 2 + 1},
                  .body = str_make(out->env),
                  .outputs = str_make(out->env),
                  .dtype = dtypes[d],
                  .real = d != 6,
                  .floats = d != 4 && d != 5 && d != 6};
    steps(&p);
    str_puts(out, "program p(");
    for (unsigned k = 0; k < p.n_inputs; k++) {
        str_format(out, "%sx%u: %s", k ? ", " : "", k, p.dtype);
        put_dims(out, p.inputs[k]);
    }
    str_format(out, ") -> (%s) {\n%s}\n", p.outputs.data, p.body.data);
    str_free(&p.body);
    str_free(&p.outputs);
}
