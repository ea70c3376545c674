/* Routines: functions of whole arrays (src/run/routine). */
#include "infer/rules.h"

/* An operand of one dtype exactly, with so many axes; ANY_RANK: with any. */
enum { ANY_RANK = -1 };
static bool fixed_operand(RuleCall *c, uint32_t k, Dtype dtype, int rank) {
    char a[SHOW_MAX];
    const Types *t = &c->module->types;
    if (c->in[k] == NO_TYPE && rank <= 0) {
        c->want[k] = dtype;
        return true;
    }
    if (c->in[k] == NO_TYPE || type_get(t, type_elem(t, c->in[k]))->kind != TYPE_SCALAR ||
        type_dtype(t, c->in[k]) != dtype || (rank >= 0 && type_rank(t, c->in[k]) != (unsigned)rank))
        return rule_fail(c, FRIT_ERR_TYPE, "operand %u is %s; %s of rank %d is needed", k + 1,
                         rule_show(c, c->in[k], a), dtype_info(dtype)->name, rank < 0 ? 0 : rank);
    return true;
}

/* What transforms and matrices are computed of: f16 and bf16 are to be cast first. */
static bool not_half(RuleCall *c, Dtype dtype) {
    return dtype_info(dtype)->bits >= 32 ||
           rule_fail(c, FRIT_ERR_TYPE, "%s is not computed with; f32 or wider is",
                     dtype_info(dtype)->name);
}

bool rule_along(RuleCall *c) {
    Dtype dtype;
    unsigned axis;
    TRY(rule_scalar_operand(c, 0, &dtype));
    Shape x = rule_shape(c, 0);
    TRY(rule_axis(c, c->words[AT(sort, axis)], x.rank, &axis));
    return rule_result_dtype(c, op_result_dtype(c->op, dtype), &x);
}

bool rule_ranked(RuleCall *c) {
    Dtype dtype;
    unsigned axis;
    TRY(rule_scalar_operand(c, 0, &dtype) && fixed_operand(c, 1, DT_I64, 1));
    Shape x = rule_shape(c, 0), k = rule_shape(c, 1);
    TRY(rule_axis(c, c->words[AT(ranked, axis)], x.rank, &axis));
    x.dims[axis] = k.dims[0];
    return rule_result_dtype(c, dtype, &x);
}

bool rule_search(RuleCall *c) {
    Dtype dtype, one;
    TRY(rule_scalar_operand(c, 0, &one) && rule_scalar_operand(c, 1, &one));
    TRY(rule_common_dtype(c, 0, DT_NONE, &dtype));
    Shape x = rule_shape(c, 1);
    if (rule_shape(c, 0).rank != 1)
        return rule_fail(c, FRIT_ERR_SHAPE, "what is searched has one axis");
    return rule_result_dtype(c, DT_I64, &x);
}

bool rule_convolve(RuleCall *c) {
    Dtype dtype, one;
    TRY(rule_scalar_operand(c, 0, &one) && rule_scalar_operand(c, 1, &one));
    TRY(rule_common_dtype(c, 0, DT_NONE, &dtype));
    Shape x = rule_shape(c, 0), y = rule_shape(c, 1);
    if (x.rank != 1 || y.rank != 1)
        return rule_fail(c, FRIT_ERR_SHAPE, "operands of rank %u and %u, and not two rows", x.rank,
                         y.rank);
    TRY(rule_add_extents(c, x.dims[0], y.dims[0], &x.dims[0]));
    TRY(rule_shrink_extent(c, x.dims[0], 1, &x.dims[0]));
    return rule_result_dtype(c, dtype, &x);
}

/* ---- transforms */

bool rule_half(RuleCall *c) {
    Dtype dtype;
    unsigned axis;
    TRY(rule_scalar_operand(c, 0, &dtype));
    Shape x = rule_shape(c, 0);
    TRY(rule_axis(c, c->words[AT(rfft, axis)], x.rank, &axis));
    if (DIM_IS_NAME(x.dims[axis]))
        return rule_fail(c, FRIT_ERR_SHAPE, "the extent along the axis is a name");
    x.dims[axis] = x.dims[axis] / 2 + 1;
    return not_half(c, dtype) && rule_result_dtype(c, op_result_dtype(c->op, dtype), &x);
}

bool rule_whole(RuleCall *c) {
    Dtype dtype;
    unsigned axis;
    TRY(rule_scalar_operand(c, 0, &dtype));
    Shape x = rule_shape(c, 0);
    int64_t n = c->words[AT(irfft, n)];
    TRY(rule_axis(c, c->words[AT(irfft, axis)], x.rank, &axis));
    if (n < 1 || (Dim)(n / 2 + 1) != x.dims[axis])
        return rule_fail(c, FRIT_ERR_SHAPE, "%lld numbers are not of these", (long long)n);
    x.dims[axis] = n;
    return rule_result_dtype(c, op_result_dtype(c->op, dtype), &x);
}

/* ---- matrices */

static bool is_square(RuleCall *c, const Shape *a) {
    if (a->rank < 2)
        return rule_fail(c, FRIT_ERR_SHAPE, "matrices have two axes, and not %u", a->rank);
    return rule_same_extent(c, a->dims[a->rank - 2], a->dims[a->rank - 1],
                            "the extents of a square matrix");
}

bool rule_square(RuleCall *c) {
    Dtype dtype;
    TRY(rule_scalar_operand(c, 0, &dtype));
    Shape a = rule_shape(c, 0);
    TRY(is_square(c, &a) && not_half(c, dtype));
    return rule_result_dtype(c, dtype, &a);
}

bool rule_solve(RuleCall *c) {
    Dtype dtype, one;
    TRY(rule_scalar_operand(c, 0, &one) && rule_scalar_operand(c, 1, &one));
    TRY(rule_common_dtype(c, 0, DT_NONE, &dtype));
    Shape a = rule_shape(c, 0), b = rule_shape(c, 1);
    TRY(is_square(c, &a) && not_half(c, dtype));
    if (a.rank != b.rank)
        return rule_fail(c, FRIT_ERR_SHAPE, "operands of rank %u and %u", a.rank, b.rank);
    for (unsigned k = 0; k + 1 < a.rank; k++)
        TRY(rule_same_extent(c, a.dims[k], b.dims[k], "extents of the operands"));
    for (unsigned k = 0; k < b.rank; k++)
        b.dims[k] = unify_resolve(c->unifier, b.dims[k]);
    return rule_result_dtype(c, dtype, &b);
}

bool rule_packed(RuleCall *c) {
    Dtype dtype;
    TRY(rule_scalar_operand(c, 0, &dtype));
    Shape a = rule_shape(c, 0);
    int64_t size = c->words[AT(qr, size)];
    TRY(not_half(c, dtype));
    if (a.rank < 2 || size < 0)
        return rule_fail(c, FRIT_ERR_SHAPE, "matrices have two axes, and not %u", a.rank);
    a.dims[a.rank - 2] = size;
    a.rank--;
    return rule_result_dtype(c, dtype, &a);
}

/* ---- random numbers */

bool rule_draws(RuleCall *c) {
    Dtype dtype;
    TRY(fixed_operand(c, 0, DT_U64, 0) && fixed_operand(c, 1, DT_U64, 0));
    for (uint32_t k = 2; k < c->n_in; k++)
        TRY(rule_scalar_operand(c, k, &dtype));
    TRY(rule_common_dtype(c, 2, DT_NONE, &dtype) && not_half(c, dtype));
    Shape a = rule_shape(c, 2);
    for (uint32_t k = 3; k < c->n_in; k++) {
        Shape b = rule_shape(c, k);
        if (a.rank != b.rank)
            return rule_fail(c, FRIT_ERR_SHAPE, "operands of rank %u and %u", a.rank, b.rank);
        for (unsigned i = 0; i < a.rank; i++)
            TRY(rule_same_extent(c, a.dims[i], b.dims[i], "extents of the operands"));
    }
    for (unsigned i = 0; i < a.rank; i++)
        a.dims[i] = unify_resolve(c->unifier, a.dims[i]);
    return rule_result_dtype(c, dtype, &a);
}
