/*
 * Common subexpressions: equal instructions become one. Every op is a function of its operands and
 * attributes, the random ones too (they are counters). A copy is asked for because of where its
 * value lies, so two of them stay two.
 */
#include "opt/passes.h"
#include "opt/rewrite.h"

#include <string.h>

Program *pass_cse(OptContext *context, const Program *p) {
    return rewrite_program(context, p, REWRITE_MERGE);
}

/* Of two NaNs the first comes out, so the order of float operands matters, except under fast. */
static bool order_is_free(const Rewriter *r, const Instr *i) {
    if (!(op_info(i->op)->flags & OPF_COMMUTES) || i->n_in != 2)
        return false;
    if (r->context->numerics == FRIT_FAST)
        return true;
    Dtype dtype = type_dtype(&r->module->types, rewrite_type(r, instr_in(r->to, i)[0]));
    return dtype != DT_NONE && !(dtype_info(dtype)->class & (CLASS_FLOAT | CLASS_COMPLEX));
}

static uint64_t hash_instr(const Rewriter *r, const Instr *i, bool free_order) {
    const VarId *in = instr_in(r->to, i);
    uint64_t h = attrs_hash(r->to, i);
    if (free_order) {
        VarId low = in[0] < in[1] ? in[0] : in[1], high = in[0] < in[1] ? in[1] : in[0];
        return hash_u64(high, hash_u64(low, h));
    }
    return hash_bytes(in, i->n_in * sizeof *in, h);
}

static bool same_instr(const Rewriter *r, const Instr *a, const Instr *b, bool free_order) {
    const Program *p = r->to;
    if (a->op != b->op || a->n_in != b->n_in || a->n_out != b->n_out)
        return false;
    for (uint32_t k = 0; k < a->n_out; k++)
        if (p->vars.at[a->out + k].type != p->vars.at[b->out + k].type)
            return false;
    const VarId *x = instr_in(p, a), *y = instr_in(p, b);
    bool swapped = free_order && x[0] == y[1] && x[1] == y[0];
    if (!swapped && a->n_in && memcmp(x, y, a->n_in * sizeof *x) != 0)
        return false;
    return attrs_equal(p, a, p, b);
}

bool makes_a_copy(const ProgramFacts *facts, const Program *p, const Instr *i) {
    const OpInfo *info = op_info(i->op);
    if (i->op == OP_copy) /* the one op whose result is not all there is to it: see above */
        return true;
    for (unsigned k = 0; info->flags & OPF_CONTROL && k < op_attr_count(i->op); k++)
        if (info->attrs[k].kind == ATTR_PROGRAM && facts[attr_word(p, i, k)].copies)
            return true;
    return false;
}

Outcome merge_last(Rewriter *r, VarId *results) {
    const Instr *last = rewrite_last(r);
    if (makes_a_copy(r->context->facts, r->to, last))
        return OUTCOME_KEPT;
    bool free_order = order_is_free(r, last);
    uint64_t hash = hash_instr(r, last, free_order);
    for (IndexCursor c = index_find(&r->seen, hash); index_next(&r->seen, &c);) {
        const Instr *same = &r->to->instrs.at[c.id];
        if (!same_instr(r, same, last, free_order))
            continue;
        for (uint32_t k = 0; k < same->n_out; k++)
            results[k] = same->out + k;
        rewrite_pop(r);
        return OUTCOME_REPLACED;
    }
    return index_add(r->env, &r->seen, hash, r->to->instrs.len - 1) ? OUTCOME_KEPT : OUTCOME_FAILED;
}
