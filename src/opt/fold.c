/* Constant folding, with the evaluation that every engine uses: op_eval and scalar_cast. */
#include "opt/passes.h"
#include "opt/rewrite.h"

Program *pass_fold(OptContext *context, const Program *p) {
    return rewrite_program(context, p, REWRITE_FOLD);
}

typedef struct Value {
    Dtype dtype;
    Bits bits;
} Value;

static bool fold_step(const Rewriter *r, const Instr *i, Dtype to, Value *out) {
    Scalar in[3] = {{0}}, result = {0};
    Dtype dtype = DT_NONE;
    if (i->n_in == 0 || i->n_in > 3)
        return false;
    for (uint32_t k = 0; k < i->n_in; k++) {
        Bits bits;
        if (!rewrite_literal(r, instr_in(r->to, i)[k], &dtype, &bits, NULL))
            return false;
        in[k] = scalar_from_bits(dtype, bits);
    }
    if (!op_eval(i->op, dtype, in, &result) || op_result_dtype(i->op, dtype) != to)
        return false;
    *out = (Value){to, scalar_to_bits(to, result)};
    return true;
}

/* A cast is no step of the op table: it has two element types. */
static bool fold_cast(const Rewriter *r, const Instr *i, Dtype to, Value *out) {
    Dtype from;
    Bits bits;
    if (!rewrite_literal(r, instr_in(r->to, i)[0], &from, &bits, NULL))
        return false;
    if (from == to)
        *out = (Value){to, bits};
    else
        *out = (Value){to, scalar_to_bits(to, scalar_cast(from, to, scalar_from_bits(from, bits)))};
    return true;
}

/* Nor is reading the same bits as another type. */
static bool fold_bitcast(const Rewriter *r, const Instr *i, Dtype to, Value *out) {
    Dtype from;
    Bits bits;
    if (!rewrite_literal(r, instr_in(r->to, i)[0], &from, &bits, NULL) ||
        dtype_info(from)->bits != dtype_info(to)->bits)
        return false;
    *out = (Value){to, bits};
    return true;
}

/* A choice that is made: the value chosen need not be a literal. */
static Outcome fold_select(Rewriter *r, VarId *results) {
    const Instr *i = rewrite_last(r);
    TypeId type = rewrite_type(r, i->out);
    Loc loc = rewrite_loc(r);
    Dtype dtype;
    Bits bits;
    if (!rewrite_literal(r, instr_in(r->to, i)[0], &dtype, &bits, NULL))
        return OUTCOME_KEPT;
    VarId chosen = instr_in(r->to, i)[bits.lo ? 1 : 2], other = instr_in(r->to, i)[bits.lo ? 2 : 1];
    if (!rewrite_can_fit(r, chosen, type) || (other != chosen && rewrite_may_fail(r, other)))
        return OUTCOME_KEPT;
    rewrite_pop(r);
    return rewrite_fit(r, chosen, type, loc, results) ? OUTCOME_REPLACED : OUTCOME_FAILED;
}

Outcome fold_last(Rewriter *r, VarId *results) {
    const Instr *i = rewrite_last(r);
    const Types *types = &r->module->types;
    if (i->n_out != 1)
        return OUTCOME_KEPT;
    TypeId type = rewrite_type(r, i->out);
    const Type *elem = type_get(types, type_elem(types, type));
    TypeRule rule = op_info(i->op)->rule;
    Value value;
    bool known = false;
    if (rule == RULE_SELECT)
        return fold_select(r, results);
    if (elem->kind == TYPE_SCALAR)
        known = rule == RULE_ELEMENTWISE ? fold_step(r, i, elem->dtype, &value)
                : rule == RULE_CAST      ? fold_cast(r, i, elem->dtype, &value)
                : rule == RULE_BITCAST   ? fold_bitcast(r, i, elem->dtype, &value)
                                         : false;
    if (!known)
        return OUTCOME_KEPT;
    Loc loc = rewrite_loc(r);
    rewrite_pop(r);
    VarId constant;
    if (!rewrite_const(r, value.dtype, value.bits, loc, &constant) ||
        !rewrite_fit(r, constant, type, loc, results))
        return OUTCOME_FAILED;
    return OUTCOME_REPLACED;
}
