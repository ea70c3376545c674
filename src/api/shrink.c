#include "api/shrink.h"

#include "pipeline/pipeline.h"

/* What becomes of each variable of the program that is being made smaller. */
typedef struct Edit {
    VEC(VarId) instead;  /* itself, NO_VAR for "an input", or an operand to stand in for it */
    VEC(uint8_t) output; /* by number: kept */
} Edit;

typedef struct Shrinker {
    Env *env;
    Module *best;
    uint32_t tries;
    StillFn *still;
    void *user;
    Edit edit;
    VEC(uint8_t) live; /* by variable of best */
    VEC(VarId) vars;   /* by variable of best: that of the candidate */
    VEC(VarId) operands;
} Shrinker;

static const Program *last_of(const Module *m) {
    return m->programs.at[m->programs.len - 1];
}

/* ---- making a candidate */

/* The end of a chain of stand-ins. They are operands, so the chain goes down. */
static VarId stand_in(const Edit *e, VarId var) {
    while (e->instead.at[var] != var && e->instead.at[var] != NO_VAR)
        var = e->instead.at[var];
    return var;
}

static bool is_cut(const Edit *e, VarId var) {
    return e->instead.at[var] == NO_VAR;
}

static bool mark(Shrinker *s, const Program *p) {
    s->live.len = 0;
    TRY(vec_extend(s->env, &s->live, p->vars.len));
    for (uint32_t k = 0; k < p->outputs.len; k++)
        if (s->edit.output.at[k])
            s->live.at[stand_in(&s->edit, p->outputs.at[k])] = 1;
    for (uint32_t n = p->instrs.len; n-- > 0;) {
        const Instr *i = &p->instrs.at[n];
        bool runs = false;
        for (uint32_t k = 0; k < i->n_out; k++)
            runs |= s->live.at[i->out + k] && !is_cut(&s->edit, i->out + k);
        for (uint32_t k = 0; runs && k < i->n_in; k++)
            s->live.at[stand_in(&s->edit, instr_in(p, i)[k])] = 1;
    }
    return true;
}

static bool copy_instr(Shrinker *s, const Program *p, const Instr *i, Program *to) {
    Attrs attrs;
    VarId out;
    bool runs = false;
    for (uint32_t k = 0; k < i->n_out; k++)
        runs |= s->live.at[i->out + k] && !is_cut(&s->edit, i->out + k);
    if (!runs)
        return true;
    s->operands.len = 0;
    for (uint32_t k = 0; k < i->n_in; k++)
        TRY(vec_push(s->env, &s->operands, s->vars.at[stand_in(&s->edit, instr_in(p, i)[k])]));
    TRY(attrs_copy(s->env, p, i, to, &attrs));
    TRY(program_instr(s->env, to, i->op, s->operands.at, i->n_in, &attrs, i->n_out, NULL,
                      (Loc){0, 0}, &out));
    for (uint32_t k = 0; k < i->n_out; k++)
        if (!is_cut(&s->edit, i->out + k))
            s->vars.at[i->out + k] = out + k;
    return true;
}

static bool fill_candidate(Shrinker *s, Module *m, const Program *p, Program *to) {
    s->vars.len = 0;
    TRY(mark(s, p) && vec_extend(s->env, &s->vars, p->vars.len));
    for (VarId v = 0; v < p->vars.len; v++)
        if ((v < p->n_inputs || is_cut(&s->edit, v)) && s->live.at[v])
            TRY(program_input(s->env, m, to, p->vars.at[v].name, p->vars.at[v].type,
                              &s->vars.at[v]));
    for (uint32_t n = 0; n < p->instrs.len; n++)
        TRY(copy_instr(s, p, &p->instrs.at[n], to));
    for (uint32_t k = 0; k < p->outputs.len; k++)
        if (s->edit.output.at[k])
            TRY(program_output(s->env, to, s->vars.at[stand_in(&s->edit, p->outputs.at[k])]));
    return true;
}

/* best with the edit made, typed anew (which leaves out programs that nothing runs). A candidate
 * that has no types is NULL with *failed false. */
static Module *candidate(Shrinker *s, bool *failed) {
    Module *m = module_clone(s->env, s->best);
    const Program *p = last_of(s->best);
    Program *to = m ? program_new(s->env, p->name) : NULL;
    InferOptions options = {FRIT_PROMOTE_NONE, false};
    Module *typed = NULL;
    *failed = true;
    if (to && fill_candidate(s, m, p, to)) {
        module_replace(m, m->programs.len - 1, to);
        typed = pipeline_infer(s->env, m, m->programs.len - 1, NULL, &options);
        *failed = !typed && s->env->error->status == FRIT_ERR_NOMEM;
    } else {
        program_free(s->env->allocator, to);
    }
    module_free(m);
    return typed;
}

/* ---- trying */

static bool reset_edit(Shrinker *s) {
    const Program *p = last_of(s->best);
    s->edit.instead.len = s->edit.output.len = 0;
    TRY(vec_extend(s->env, &s->edit.instead, p->vars.len));
    TRY(vec_extend(s->env, &s->edit.output, p->outputs.len));
    for (VarId v = 0; v < p->vars.len; v++)
        s->edit.instead.at[v] = v;
    for (uint32_t k = 0; k < p->outputs.len; k++)
        s->edit.output.at[k] = 1;
    return true;
}

static bool is_smaller(const Program *a, const Program *b) {
    return a->instrs.len != b->instrs.len ? a->instrs.len < b->instrs.len
                                          : a->outputs.len < b->outputs.len;
}

/* Takes the edit over if the candidate is smaller and still shows it. The edit is empty after. */
static bool attempt(Shrinker *s, bool *taken) {
    bool failed = false, still = false;
    *taken = false;
    if (s->tries > 0) {
        s->tries--;
        Module *m = candidate(s, &failed);
        bool ok = !failed;
        if (m && is_smaller(last_of(m), last_of(s->best)))
            ok = s->still(s->user, s->env, m, &still);
        if (still) {
            module_free(s->best);
            s->best = m;
            *taken = true;
        } else {
            module_free(m);
        }
        TRY(ok);
    }
    return reset_edit(s);
}

static bool keep_one_output(Shrinker *s) {
    uint32_t n = last_of(s->best)->outputs.len;
    bool taken = false;
    for (uint32_t k = 0; !taken && n > 1 && k < n; k++) {
        for (uint32_t j = 0; j < n; j++)
            s->edit.output.at[j] = j == k;
        TRY(attempt(s, &taken));
    }
    return true;
}

/* Makes inputs of what `width` neighbouring instructions compute. */
static bool cut_ranges(Shrinker *s, uint32_t width, bool *any) {
    bool taken;
    for (uint32_t at = 0; at < last_of(s->best)->instrs.len; at += taken ? 0 : width) {
        const Program *p = last_of(s->best);
        for (uint32_t n = at; n < p->instrs.len && n < at + width; n++)
            for (uint32_t k = 0; k < p->instrs.at[n].n_out; k++)
                s->edit.instead.at[p->instrs.at[n].out + k] = NO_VAR;
        TRY(attempt(s, &taken));
        *any |= taken;
    }
    return true;
}

/* Lets an operand of the same type stand in for a result. */
static bool skip_steps(Shrinker *s, bool *any) {
    bool taken = false;
    for (uint32_t n = 0; n < last_of(s->best)->instrs.len; n += !taken) {
        const Program *p = last_of(s->best);
        const Instr *i = &p->instrs.at[n];
        taken = false;
        for (uint32_t k = 0; !taken && i->n_out == 1 && k < i->n_in; k++) {
            VarId operand = instr_in(p, i)[k];
            if (p->vars.at[operand].type != p->vars.at[i->out].type)
                continue;
            s->edit.instead.at[i->out] = operand;
            TRY(attempt(s, &taken));
            if (taken)
                break; /* p and i are gone */
        }
        *any |= taken;
    }
    return true;
}

static bool shrink_all(Shrinker *s) {
    bool any = true;
    TRY(reset_edit(s) && keep_one_output(s));
    while (any && s->tries > 0) {
        any = false;
        for (uint32_t width = last_of(s->best)->instrs.len / 2; width > 0; width /= 2)
            TRY(cut_ranges(s, width, &any));
        TRY(skip_steps(s, &any));
    }
    return true;
}

Module *shrink(Env *env, const Module *typed, uint32_t max_tries, StillFn *still, void *user) {
    Shrinker s = {.env = env, .tries = max_tries, .still = still, .user = user};
    s.best = module_clone(env, typed);
    bool ok = s.best && shrink_all(&s);
    vec_free(env->allocator, &s.edit.instead);
    vec_free(env->allocator, &s.edit.output);
    vec_free(env->allocator, &s.live);
    vec_free(env->allocator, &s.vars);
    vec_free(env->allocator, &s.operands);
    if (ok)
        return s.best;
    module_free(s.best);
    return NULL;
}
