/* Reductions and dot products, one element after another. */
#include <string.h>

#include "meaning.h"

static Bits step(Op op, Dtype dtype, Bits x, Bits y) {
    Scalar in[3] = {scalar_from_bits(dtype, x), scalar_from_bits(dtype, y), {0}}, out = {0};
    op_eval(op, dtype, in, &out);
    return scalar_to_bits(dtype, out);
}

static Bits number(Dtype dtype, double value) {
    return scalar_to_bits(dtype, scalar_cast(DT_F64, dtype, (Scalar){.f64 = value}));
}

static bool is_nan(Dtype dtype, Bits x) {
    Scalar in[3] = {scalar_from_bits(dtype, x), {0}, {0}}, out = {0};
    return op_eval(OP_isnan, dtype, in, &out) && out.u != 0;
}

static bool is_zero(Dtype dtype, Bits x) {
    return scalar_cast(dtype, DT_BOOL, scalar_from_bits(dtype, x)).u == 0;
}

/* What nothing gives, and the step that takes in one element; OP_NONE: see take(). */
static bool start_of(Op op, Dtype dtype, Bits *start, Op *with) {
    *with = OP_NONE;
    *start = (Bits){0, 0};
    switch (op) {
    case OP_sum: *with = OP_add; return true;
    case OP_prod:
        *with = OP_mul;
        *start = number(dtype, 1);
        return true;
    case OP_max: /* a cast of an infinity to an integer saturates */
        *with = OP_maximum;
        *start = number(dtype, -__builtin_inf());
        return true;
    case OP_min:
        *with = OP_minimum;
        *start = number(dtype, __builtin_inf());
        return true;
    case OP_all: start->lo = 1; return true;
    case OP_any:
    case OP_count: return true;
    default: return false;
    }
}

static Bits take(Op op, Dtype dtype, Bits so_far, Bits x) {
    if (op == OP_count)
        so_far.lo++;
    else if (op == OP_any)
        so_far.lo |= !is_zero(dtype, x);
    else
        so_far.lo &= !is_zero(dtype, x);
    return so_far;
}

bool meaning_reduce(const Program *p, const Instr *i, const Array *x, const Array *out) {
    Dtype dtype = x->dtypes[0];
    Bits start;
    Op with;
    int omit = op_attr_find(i->op, "omit_nan", 8);
    bool omits = omit >= 0 && attr_bool(p, i, (unsigned)omit);
    if (!start_of(i->op, dtype, &start, &with))
        return false;
    for (size_t n = 0; n < out->count; n++)
        out->at[n] = start;
    for (size_t n = 0; n < x->count; n++) {
        Dim at[MAX_RANK] = {0}, to[MAX_RANK] = {0};
        unsigned rank = 0;
        meaning_split(x, n, at);
        for (unsigned axis = 0; axis < x->rank; axis++) {
            bool gone = meaning_in_list(p, i, AT_AXES, axis, x->rank);
            if (!gone || attr_bool(p, i, AT_KEEPDIMS))
                to[rank++] = gone ? 0 : at[axis];
        }
        Bits *sum = &out->at[meaning_join(out, to)];
        if (omits && is_nan(dtype, x->at[n]))
            continue;
        *sum = with == OP_NONE ? take(i->op, dtype, *sum, x->at[n])
                               : step(with, dtype, *sum, x->at[n]);
    }
    return true;
}

Bits meaning_dot(Dtype dtype, const Bits *x, const Bits *y, unsigned n) {
    Bits sum = step(OP_mul, dtype, x[0], y[0]);
    for (unsigned k = 1; k < n; k++)
        sum = step(OP_add, dtype, sum, step(OP_mul, dtype, x[k], y[k]));
    return sum;
}
