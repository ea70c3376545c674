/* Steps that act on each element: arithmetic, choice, conversion. */
#include "infer/rules.h"

/* All operands of one type: the common case, with nothing to convert or broadcast. */
static bool all_alike(const RuleCall *c) {
    for (uint32_t i = 0; i < c->n_in; i++)
        if (c->in[i] != c->in[0] || c->in[i] == NO_TYPE)
            return false;
    return c->n_in > 0;
}

bool rule_elementwise(RuleCall *c) {
    Dtype dtype, result;
    TypeId elem;
    Types *t = &c->module->types;
    if (all_alike(c) && type_dtype(t, c->in[0]) != DT_NONE) {
        dtype = type_dtype(t, c->in[0]);
        result = op_result_dtype(c->op, dtype);
        if (op_accepts(c->op, dtype) && result == dtype) {
            c->out = c->in[0];
            return true;
        }
    }
    TRY(rule_common_dtype(c, 0, DT_NONE, &dtype));
    result = op_result_dtype(c->op, dtype);
    if (result == DT_NONE)
        return rule_fail(c, FRIT_ERR_TYPE, "has no result type for %s", dtype_info(dtype)->name);
    TRY(rule_common_elem(c, 0, result, &elem));
    Shape shape;
    TRY(rule_broadcast_all(c, &shape));
    return rule_result(c, elem, &shape);
}

/* The elements of two choices when they are not numbers: structs and fixed arrays, as they are. */
static bool select_aggregates(RuleCall *c, TypeId *elem) {
    char a[SHOW_MAX], b[SHOW_MAX];
    *elem = type_elem(&c->module->types, c->in[1]);
    return *elem == type_elem(&c->module->types, c->in[2]) ||
           rule_fail(c, FRIT_ERR_TYPE, "the choices are %s and %s", rule_show(c, c->in[1], a),
                     rule_show(c, c->in[2], b));
}

bool rule_select(RuleCall *c) {
    const Types *t = &c->module->types;
    TypeId elem;
    Dtype dtype;
    char a[SHOW_MAX];
    if (type_dtype(t, c->in[0]) != DT_BOOL)
        return rule_fail(c, FRIT_ERR_TYPE, "the condition is %s; bool is needed",
                         rule_show(c, c->in[0], a));
    bool numbers = (c->in[1] == NO_TYPE || type_dtype(t, c->in[1]) != DT_NONE) &&
                   (c->in[2] == NO_TYPE || type_dtype(t, c->in[2]) != DT_NONE);
    if (numbers) {
        TRY(rule_common_dtype(c, 1, DT_NONE, &dtype));
        TRY(rule_common_elem(c, 1, dtype, &elem));
    } else {
        TRY(select_aggregates(c, &elem));
    }
    const Type *condition = type_get(t, type_elem(t, c->in[0])), *choice = type_get(t, elem);
    if (condition->kind != TYPE_SCALAR &&
        (condition->kind != choice->kind || condition->rows != choice->rows ||
         condition->cols != choice->cols))
        return rule_fail(c, FRIT_ERR_TYPE, "the condition is %s and does not fit the choices",
                         rule_show(c, c->in[0], a));
    Shape shape;
    TRY(rule_broadcast_all(c, &shape));
    return rule_result(c, elem, &shape);
}

/* The `to` of a conversion: an element type of numbers. */
static bool target_type(RuleCall *c, TypeId *out) {
    char a[SHOW_MAX];
    *out = (TypeId)c->words[AT_TO];
    TypeKind kind = type_get(&c->module->types, *out)->kind;
    return kind == TYPE_SCALAR || kind == TYPE_VECTOR || kind == TYPE_MATRIX ||
           rule_fail(c, FRIT_ERR_TYPE, "converts to a scalar, vector or matrix type, not to %s",
                     rule_show(c, *out, a));
}

/* An untyped literal keeps its own default type until it is converted. */
static TypeId settled_operand(RuleCall *c, TypeId *scratch) {
    if (c->in[0] != NO_TYPE)
        return c->in[0];
    c->want[0] = rule_default_dtype(&c->options, c->weak[0].form);
    return type_scalar(c->env, &c->module->types, c->want[0], scratch) ? *scratch : NO_TYPE;
}

bool rule_cast(RuleCall *c) {
    Types *t = &c->module->types;
    TypeId to, scratch, elem;
    char a[SHOW_MAX], b[SHOW_MAX];
    TRY(target_type(c, &to));
    TypeId from = settled_operand(c, &scratch);
    TRY(from != NO_TYPE);
    Type x = *type_get(t, type_elem(t, from)), y = *type_get(t, to);
    bool fits = y.kind == TYPE_SCALAR || (x.kind == y.kind && x.rows == y.rows && x.cols == y.cols);
    if (x.dtype == DT_NONE || !fits)
        return rule_fail(c, FRIT_ERR_TYPE, "cannot convert %s to %s", rule_show(c, from, a),
                         rule_show(c, to, b));
    TRY(type_with_dtype(c->env, t, type_elem(t, from), y.dtype, &elem));
    return type_with_elem(c->env, t, from, elem, &c->out);
}

bool rule_bitcast(RuleCall *c) {
    Types *t = &c->module->types;
    TypeId to, scratch;
    char a[SHOW_MAX], b[SHOW_MAX];
    TRY(target_type(c, &to));
    TypeId from = settled_operand(c, &scratch);
    TRY(from != NO_TYPE);
    Dtype x = type_dtype(t, from), y = type_dtype(t, to);
    /* A bool has one bit that means anything: other bits could not be kept. */
    bool sized = x != DT_NONE && x != DT_BOOL && y != DT_BOOL;
    if (!sized || type_elem_size(t, type_elem(t, from)) != type_elem_size(t, to))
        return rule_fail(c, FRIT_ERR_TYPE, "cannot read the bits of %s as %s%s",
                         rule_show(c, from, a), rule_show(c, to, b),
                         sized ? ", which has another size" : "");
    return type_with_elem(c->env, t, from, to, &c->out);
}
