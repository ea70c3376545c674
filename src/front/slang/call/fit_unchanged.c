/*
 * Does a part of a value that goes in and comes out stay as it was? A method that moves particles leaves their mass
 * alone, which may then be one number for all of them. Only what can be read off the steps is known: no branches, no loops.
 */
#include <string.h>

#include "front/slang/call/resolve.h"

/* A part of a variable: of it, the part path[0], of that the part path[1], ... The path is kept backwards. */
typedef struct Traced {
    VarId var;
    uint32_t n;
    uint32_t path[2 * MAX_ARG_DEPTH];
} Traced;

/* One step back; false: it is not known where the part comes from. */
static bool step_back(const Program *p, const Instr *i, Traced *t) {
    const VarId *in = instr_in(p, i);
    uint32_t part = t->n ? t->path[t->n - 1] : UINT32_MAX;
    switch (op_info(i->op)->rule) {
    case RULE_INSERT:
        if (t->n == 0)
            return false;
        t->var = in[0];
        if (attr_int(p, i, AT_INDEX, 0) == (int64_t)part) {
            t->var = in[1];
            t->n--;
        }
        return true;
    case RULE_MAKE:
        if (t->n == 0 || part >= i->n_in)
            return false;
        t->var = in[part];
        t->n--;
        return true;
    case RULE_EXTRACT:
        if (t->n == 2 * MAX_ARG_DEPTH)
            return false;
        t->var = in[0];
        t->path[t->n++] = (uint32_t)attr_int(p, i, AT_INDEX, 0);
        return true;
    default: return false;
    }
}

/* Variables that an instruction reads are smaller than those it makes, so this ends. */
static bool same_part(const Program *p, Traced t, VarId input, const uint32_t *path, uint32_t n) {
    uint32_t at = p->instrs.len;
    while (t.var >= p->n_inputs) {
        while (at > 0 && p->instrs.at[at - 1].out > t.var)
            at--;
        if (at == 0 || !step_back(p, &p->instrs.at[at - 1], &t))
            return false;
    }
    if (t.var != input || t.n != n)
        return false;
    for (uint32_t k = 0; k < n; k++)
        if (t.path[n - 1 - k] != path[k])
            return false;
    return true;
}

bool fit_unchanged(Call *call, const Candidate *c, uint32_t param, const uint32_t *path,
                   uint32_t n) {
    Diagnostics diagnostics = {.errors = 0};
    if (c->instance == UINT32_MAX || c->params.at[param].mode != PASS_INOUT || n > MAX_ARG_DEPTH)
        return false;
    bool ok = slang_lower(call->env, call->k, c->instance, &diagnostics);
    diagnostics_free(call->env->allocator, &diagnostics);
    if (!ok) {
        if (call->env->error->status != FRIT_ERR_NOMEM)
            env_clear_error(call->env);
        return false;
    }
    const Program *p = call->k->m->programs.at[call->k->instances.at[c->instance].program];
    uint32_t input = 0, output = c->result != NO_TYPE;
    for (uint32_t k = 0; k < param; k++) {
        input += c->params.at[k].mode != PASS_OUT;
        output += c->params.at[k].mode != PASS_IN;
    }
    Traced t = {.var = p->outputs.at[output], .n = n};
    for (uint32_t k = 0; k < n; k++)
        t.path[n - 1 - k] = path[k];
    return same_part(p, t, input, path, n);
}
