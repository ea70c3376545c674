/*
 * Inlining: the steps of a program in place of the instruction that runs it.
 *
 * A program's callers take its steps in, and those of the programs it runs with them; whether it
 * is still needed then, see inline_all in opt.c.
 *
 * A chain of programs that each call the one before twice doubles at every link; so a pass over a
 * module may add only so many instructions in all (see growth_limit in opt.c), and where the next
 * call does not fit into what is left of that it stays a call.
 */
#include "opt/dce.h"
#include "opt/passes.h"
#include "opt/rewrite.h"

Program *pass_inline(OptContext *context, const Program *p) {
    return rewrite_program(context, p, REWRITE_CALLS | REWRITE_CONTROL);
}

static const Program *callee_of(const Rewriter *r, const Program *from, const Instr *i,
                                unsigned k) {
    return r->module->programs.at[attr_word(from, i, k)];
}

static ProgId callee_id(const Program *from, const Instr *i) {
    return (ProgId)attr_word(from, i, AT_CALLEE);
}

/* ---- which programs can be mapped by applying their steps to arrays */

/* All inputs of rank 0 (then a map broadcasts as its steps would), and every step that matters acts
 * on elements. */
static bool look_mappable(Env *env, const Module *m, const Program *p, bool *yes) {
    *yes = !p->external;
    for (uint32_t k = 0; k < p->n_inputs; k++)
        *yes &= type_rank(&m->types, p->vars.at[k].type) == 0;
    if (!*yes)
        return true;
    uint8_t *live = live_variables(env, p);
    if (!live)
        return false;
    for (uint32_t n = 0; n < p->instrs.len; n++) {
        const Instr *i = &p->instrs.at[n];
        for (uint32_t k = 0; k < i->n_out; k++)
            *yes &= !live[i->out + k] || rule_maps(op_info(i->op)->rule);
    }
    env_free(env->allocator, live, (size_t)p->vars.len + 1);
    return true;
}

/* Looked at once a pass: many maps may share a program. */
static bool is_mappable(Rewriter *r, ProgId id, bool *yes) {
    enum { UNKNOWN, YES, NO };
    uint8_t *known = &r->context->facts[id].mappable;
    if (*known == UNKNOWN) {
        TRY(look_mappable(r->env, r->module, r->module->programs.at[id], yes));
        *known = *yes ? YES : NO;
    }
    *yes = *known == YES;
    return true;
}

/* ---- entering */

static Outcome enter(Rewriter *r, const Program *callee, const VarId *inputs, uint32_t n,
                     bool retype, bool *entered) {
    if (callee->external || callee->instrs.len > r->context->growth)
        return OUTCOME_KEPT;
    if (!rewrite_enter(r, callee, inputs, n, retype))
        return OUTCOME_FAILED;
    r->context->growth -= callee->instrs.len;
    *entered = true;
    return OUTCOME_REPLACED;
}

static Outcome inline_map(Rewriter *r, const Program *from, const Instr *i, bool *entered) {
    bool yes;
    if (!is_mappable(r, callee_id(from, i), &yes))
        return OUTCOME_FAILED;
    return yes ? enter(r, callee_of(r, from, i, AT_CALLEE), r->operands.at, i->n_in, true, entered)
               : OUTCOME_KEPT;
}

/* A branch whose condition is known. */
static Outcome inline_if(Rewriter *r, const Program *from, const Instr *i, bool *entered) {
    Dtype dtype;
    Bits bits;
    if (!rewrite_literal(r, r->operands.at[0], &dtype, &bits, NULL))
        return OUTCOME_KEPT;
    return enter(r, callee_of(r, from, i, bits.lo ? AT_THEN : AT_ELSE), r->operands.at + 1,
                 i->n_in - 1, false, entered);
}

/* How often a loop from lo to hi runs: none, once, or more (2). */
static unsigned trips(Dtype dtype, Bits lo, Bits hi) {
    Scalar a = scalar_from_bits(dtype, lo), b = scalar_from_bits(dtype, hi);
    bool none = dtype_info(dtype)->class == CLASS_SIGNED ? a.i >= b.i : a.u >= b.u;
    return none ? 0 : b.u - a.u == 1 ? 1 : 2;
}

/* A loop that is known to run once or never. */
static Outcome inline_for(Rewriter *r, const Program *from, const Instr *i, VarId *results,
                          bool *entered) {
    enum { LO, HI, CARRIED }; /* operands; the body's inputs are the index, then from CARRIED on */
    Dtype dtype;
    Bits lo, hi;
    if (!rewrite_literal(r, r->operands.at[LO], &dtype, &lo, NULL) ||
        !rewrite_literal(r, r->operands.at[HI], &dtype, &hi, NULL))
        return OUTCOME_KEPT;
    unsigned n = trips(dtype, lo, hi);
    if (n == 0) {
        for (uint32_t k = 0; k < i->n_out; k++)
            results[k] = r->operands.at[CARRIED + k];
        return OUTCOME_REPLACED;
    }
    if (n > 1)
        return OUTCOME_KEPT;
    /* The index stands before what is carried; put back what was there if the loop stays. */
    VarId bound = r->operands.at[HI];
    r->operands.at[HI] = r->operands.at[LO];
    Outcome outcome = enter(r, callee_of(r, from, i, AT_FOR_BODY), r->operands.at + HI, i->n_in - 1,
                            false, entered);
    r->operands.at[HI] = bound;
    return outcome;
}

Outcome inline_control(Rewriter *r, const Program *from, const Instr *i, VarId *results,
                       bool *entered) {
    TypeRule rule = op_info(i->op)->rule;
    if (rule == RULE_CALL && (r->work & REWRITE_CALLS))
        return enter(r, callee_of(r, from, i, AT_CALLEE), r->operands.at, i->n_in, false, entered);
    if (!(r->work & REWRITE_CONTROL))
        return OUTCOME_KEPT;
    switch (rule) {
    case RULE_MAP: return inline_map(r, from, i, entered);
    case RULE_IF: return inline_if(r, from, i, entered);
    case RULE_FOR: return inline_for(r, from, i, results, entered);
    default: return OUTCOME_KEPT;
    }
}
