/* Reductions, scans and contractions. */
#include "infer/rules.h"

/* x without the axes in the set, or with extent 1 there. */
static Shape reduced(const Shape *x, const AxisSet *axes, bool keepdims) {
    Shape out = {.rank = 0};
    for (unsigned i = 0; i < x->rank; i++)
        if (!axes->has[i])
            out.dims[out.rank++] = x->dims[i];
        else if (keepdims)
            out.dims[out.rank++] = 1;
    return out;
}

bool rule_reduce(RuleCall *c) {
    Dtype dtype;
    AxisSet axes;
    TRY(rule_scalar_operand(c, 0, &dtype));
    Shape x = rule_shape(c, 0);
    TRY(rule_axes(c, AT_AXES, x.rank, &axes));
    Shape shape = reduced(&x, &axes, rule_int(c, AT_KEEPDIMS, 0) != 0);
    return rule_result_dtype(c, op_result_dtype(c->op, dtype), &shape);
}

bool rule_arg_reduce(RuleCall *c) {
    Dtype dtype;
    AxisSet axes = {.n = 0};
    unsigned axis = 0;
    TRY(rule_scalar_operand(c, 0, &dtype));
    Shape x = rule_shape(c, 0);
    if (rule_has(c, AT_AXIS))
        TRY(rule_axis(c, c->words[AT_AXIS], x.rank, &axis));
    for (unsigned i = 0; i < x.rank; i++)
        axes.has[i] = !rule_has(c, AT_AXIS) || i == axis;
    Shape shape = reduced(&x, &axes, rule_int(c, AT_KEEPDIMS, 0) != 0);
    return rule_result_dtype(c, op_result_dtype(c->op, dtype), &shape);
}

/* The result is like the operand: softmax along axes, copy of anything. */
bool rule_same_shape(RuleCall *c) {
    AxisSet axes;
    Dtype dtype;
    if (c->info->attrs[AT_AXES].kind == ATTR_INTS) {
        TRY(rule_scalar_operand(c, 0, &dtype));
        TRY(rule_axes(c, AT_AXES, type_rank(&c->module->types, c->in[0]), &axes));
    }
    if (c->in[0] != NO_TYPE) {
        c->out = c->in[0];
        return true;
    }
    Shape scalar = {.rank = 0};
    c->want[0] = rule_default_dtype(&c->options, c->weak[0].form);
    return rule_result_dtype(c, c->want[0], &scalar);
}

bool rule_scan(RuleCall *c) {
    Dtype dtype;
    unsigned axis;
    TRY(rule_scalar_operand(c, 0, &dtype));
    TRY(rule_axis(c, c->words[AT_AXIS], type_rank(&c->module->types, c->in[0]), &axis));
    c->out = c->in[0];
    return true;
}

static bool scalar_pair(RuleCall *c, Dtype *dtype) {
    Dtype one;
    TRY(rule_scalar_operand(c, 0, &one) && rule_scalar_operand(c, 1, &one));
    return rule_common_dtype(c, 0, DT_NONE, dtype);
}

bool rule_matmul(RuleCall *c) {
    Dtype dtype;
    TRY(scalar_pair(c, &dtype));
    Shape x = rule_shape(c, 0), y = rule_shape(c, 1);
    if (x.rank == 0 || y.rank == 0)
        return rule_fail(c, FRIT_ERR_SHAPE, "an operand of rank 0");
    bool row = x.rank == 1, column = y.rank == 1;
    TRY(rule_same_extent(c, x.dims[x.rank - 1], y.dims[column ? 0 : y.rank - 2],
                         "the extents summed over"));
    Dim m = row ? 0 : x.dims[x.rank - 2], n = column ? 0 : y.dims[y.rank - 1];
    x.rank -= row ? 1 : 2;
    y.rank -= column ? 1 : 2;
    TRY(rule_broadcast(c, &x, &y));
    if (!row)
        x.dims[x.rank++] = unify_resolve(c->unifier, m);
    if (!column)
        x.dims[x.rank++] = unify_resolve(c->unifier, n);
    return rule_result_dtype(c, dtype, &x);
}

/* An absent list of batch axes is an empty one, not all axes. */
static bool listed_axes(RuleCall *c, unsigned k, unsigned rank, AxisSet *out) {
    *out = (AxisSet){.n = 0};
    return !rule_has(c, k) || rule_axes(c, k, rank, out);
}

static bool pair_axes(RuleCall *c, const Shape *x, const AxisSet *xa, const Shape *y,
                      const AxisSet *ya, const char *what) {
    if (xa->n != ya->n)
        return rule_fail(c, FRIT_ERR_SHAPE, "%u %s axes of x and %u of y", xa->n, what, ya->n);
    for (unsigned i = 0; i < xa->n; i++)
        TRY(rule_same_extent(c, x->dims[xa->at[i]], y->dims[ya->at[i]],
                             "the extents of paired axes"));
    return true;
}

static bool append_rest(RuleCall *c, Shape *out, const Shape *x, const AxisSet *summed,
                        const AxisSet *batch) {
    for (unsigned i = 0; i < x->rank; i++) {
        if (summed->has[i] && batch->has[i])
            return rule_fail(c, FRIT_ERR_SHAPE, "axis %u is both summed and a batch axis", i);
        if (summed->has[i] || batch->has[i])
            continue;
        if (out->rank == MAX_RANK)
            return rule_fail(c, FRIT_ERR_LIMIT, "a result of more than %d axes", MAX_RANK);
        out->dims[out->rank++] = x->dims[i];
    }
    return true;
}

bool rule_contract(RuleCall *c) {
    Dtype dtype;
    AxisSet xs, ys, xb, yb;
    TRY(scalar_pair(c, &dtype));
    Shape x = rule_shape(c, 0), y = rule_shape(c, 1), out = {.rank = 0};
    TRY(rule_axes(c, AT_X_AXES, x.rank, &xs) && rule_axes(c, AT_Y_AXES, y.rank, &ys));
    TRY(listed_axes(c, AT_X_BATCH, x.rank, &xb) && listed_axes(c, AT_Y_BATCH, y.rank, &yb));
    TRY(pair_axes(c, &x, &xs, &y, &ys, "summed") && pair_axes(c, &x, &xb, &y, &yb, "batch"));
    for (unsigned i = 0; i < xb.n; i++)
        out.dims[out.rank++] = x.dims[xb.at[i]];
    TRY(append_rest(c, &out, &x, &xs, &xb) && append_rest(c, &out, &y, &ys, &yb));
    for (unsigned i = 0; i < out.rank; i++)
        out.dims[i] = unify_resolve(c->unifier, out.dims[i]);
    return rule_result_dtype(c, dtype, &out);
}
