/* Bodies of branches and loops: programs of their own. */
#include "front/slang/lower/flow.h"

bool locals_save(Lower *l, KValues *out) {
    out->len = 0;
    TRY(vec_reserve(l->env, out, l->locals.len));
    for (uint32_t k = 0; k < l->locals.len; k++)
        out->at[out->len++] = l->locals.at[k].value;
    return true;
}

void locals_restore(Lower *l, const KValues *values) {
    l->locals.len = values->len;
    for (uint32_t k = 0; k < values->len; k++)
        l->locals.at[k].value = values->at[k];
}

/* The program at hand is the body's: what those around it have written is not seen there. */
static void body_enter(Lower *l, Body *b) {
    b->first_constant = l->first_constant;
    l->first_constant = l->constants.len;
    l->p = b->p;
    l->nesting++;
    l->looping += b->loops;
}

static void body_exit(Lower *l, const Body *b) {
    l->constants.len = l->first_constant;
    l->first_constant = b->first_constant;
    l->p = b->around;
    l->nesting--;
    l->looping -= b->loops;
}

bool body_begin(Lower *l, Body *b, const KValues *before, const bool *carried) {
    *b = (Body){.around = l->p, .n = before->len, .loops = carried != NULL};
    b->p = program_new(l->env, l->p->name);
    TRY(b->p && vec_extend(l->env, &b->p->vars, b->n));
    b->p->n_inputs = b->n;
    locals_restore(l, before);
    for (uint32_t k = 0; k < b->n; k++) {
        KValue *v = &l->locals.at[k].value;
        b->p->vars.at[k].type = v->type;
        if (v->type == NO_TYPE)
            continue;
        if (carried && carried[k])
            v->known = false;
        v->var = v->known ? NO_VAR : k;
    }
    body_enter(l, b);
    l->dead = false;
    return true;
}

bool body_leave(Lower *l, Body *b) {
    l->locals.len = b->n;
    b->dead = l->dead;
    body_exit(l, b);
    return locals_save(l, &b->values);
}

void body_resume(Lower *l, Body *b) {
    locals_restore(l, &b->values);
    l->dead = b->dead;
    body_enter(l, b);
}

void body_free(Lower *l, Body *b) {
    if (b->p && l->p == b->p) /* it was never left: something failed */
        body_exit(l, b);
    program_free(l->env->allocator, b->p);
    b->p = NULL;
    vec_free(l->env->allocator, &b->values);
}

bool body_keeps(const Body *b, const KValues *before, uint32_t k) {
    const KValue *was = &before->at[k], *is = &b->values.at[k];
    if (was->type == NO_TYPE)
        return true;
    if (is->known)
        return was->known && was->bits.lo == is->bits.lo && was->bits.hi == is->bits.hi;
    return is->var == k;
}

void body_uses(const Body *b, bool *used) {
    const Program *p = b->p;
    for (uint32_t i = 0; i < p->operands.len; i++)
        if (p->operands.at[i] < b->n)
            used[p->operands.at[i]] = true;
    for (uint32_t i = 0; i < p->outputs.len; i++)
        if (p->outputs.at[i] < b->n)
            used[p->outputs.at[i]] = true;
}

bool body_outputs(Lower *l, Body *b, const uint32_t *locals, uint32_t n) {
    bool ok = true;
    l->p = b->p;
    for (uint32_t i = 0; ok && i < n; i++) {
        VarId var;
        ok = lower_var(l, &b->values.at[locals[i]], &var) && program_output(l->env, b->p, var);
    }
    l->p = b->around;
    return ok;
}

static bool copy_instrs(Lower *l, const Program *from, Program *to, VarId *map) {
    VEC(VarId) in = {0};
    VEC(TypeId) types = {0};
    bool ok = true;
    for (uint32_t n = 0; ok && n < from->instrs.len; n++) {
        const Instr *i = &from->instrs.at[n];
        Attrs attrs;
        VarId out;
        in.len = types.len = 0;
        for (uint32_t k = 0; ok && k < i->n_in; k++)
            ok = vec_push(l->env, &in, map[instr_in(from, i)[k]]);
        for (uint32_t k = 0; ok && k < i->n_out; k++)
            ok = vec_push(l->env, &types, from->vars.at[i->out + k].type);
        ok = ok && attrs_copy(l->env, from, i, to, &attrs) &&
             program_instr(l->env, to, i->op, in.at, i->n_in, &attrs, i->n_out, types.at,
                           program_loc(from, n), &out);
        for (uint32_t k = 0; ok && k < i->n_out; k++) {
            StrId name = from->vars.at[i->out + k].name;
            map[i->out + k] = out + k;
            ok = name == NO_STR || program_name_var(l->env, l->k->m, to, out + k, name);
        }
    }
    vec_free(l->env->allocator, &in);
    vec_free(l->env->allocator, &types);
    return ok;
}

bool body_replay(Lower *l, const Program *from, VarId *map) {
    return copy_instrs(l, from, l->p, map);
}

/* A name for a part of the function that nothing else in the module has. */
static bool part_name(Lower *l, const Program *of, const char *what, StrId *out) {
    Module *m = l->k->m;
    Str text = str_make(l->env);
    str_format(&text, "%s.%s%u", strings_get(&m->strings, of->name), what, m->programs.len);
    bool ok = str_ok(&text) && strings_add(l->env, &m->strings, text.data, text.len, out);
    str_free(&text);
    return ok;
}

static bool copy_inputs(Lower *l, const Body *b, Program *to, const uint32_t *inputs, uint32_t n,
                        VarId *map) {
    Module *m = l->k->m;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t k = inputs[i];
        StrId name = l->locals.at[k].name;
        const char *text = strings_get(&m->strings, name);
        if (text[0] == '$') {
            /* The text moves when strings are added. */
            char plain[32];
            size_t len = strlen(text + 1);
            len = len < sizeof plain ? len : sizeof plain;
            memcpy(plain, text + 1, len);
            TRY(strings_add(l->env, &m->strings, plain, len, &name));
        }
        TRY(program_input(l->env, m, to, name, b->p->vars.at[k].type, &map[k]));
    }
    return true;
}

bool body_finish(Lower *l, Body *b, const char *what, const uint32_t *inputs, uint32_t n,
                 ProgId *out) {
    StrId name;
    TRY(part_name(l, b->p, what, &name));
    Program *p = program_new(l->env, name);
    VEC(VarId) map = {0};
    bool ok = p && vec_extend(l->env, &map, (uint64_t)b->p->vars.len + 1) &&
              copy_inputs(l, b, p, inputs, n, map.at) && copy_instrs(l, b->p, p, map.at);
    for (uint32_t i = 0; ok && i < b->p->outputs.len; i++)
        ok = program_output(l->env, p, map.at[b->p->outputs.at[i]]);
    ok = ok && module_add(l->env, l->k->m, p, out);
    if (!ok)
        program_free(l->env->allocator, p);
    vec_free(l->env->allocator, &map);
    return ok;
}
