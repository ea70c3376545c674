/*
 * Vectors that nobody sees as such. Where values are packed from arrays of scalars, all their components
 * are treated alike, and what comes out is unpacked, the steps can as well be done on the scalars, which lie
 * one after another in memory while the components of a vector do not.
 *
 * Only whole chains are taken: a vector that anyone else looks at keeps its steps, and so does what is
 * computed with it, so that one kernel stays one.
 */
#include "opt/passes.h"
#include "opt/rewrite.h"

#include <string.h>

enum {
    NOT = 0,
    SPREAD = 1, /* one number for all components and elements */
    FLAT = 2    /* made of packed arrays of its own shape, component by component */
};

typedef struct Chains {
    const Program *p;
    const Types *types;
    uint8_t *kind; /* by variable of p: NOT where it cannot be taken apart */
    VarId *scalar; /* by variable of p: what stands for it in the new program */
} Chains;

static const Type *elem_of(const Chains *c, VarId var) {
    return type_get(c->types, type_elem(c->types, c->p->vars.at[var].type));
}

static bool is_vector(const Chains *c, VarId var) {
    TypeKind kind = elem_of(c, var)->kind;
    return kind == TYPE_VECTOR || kind == TYPE_MATRIX;
}

static bool is_one_scalar(const Chains *c, VarId var) {
    return elem_of(c, var)->kind == TYPE_SCALAR &&
           type_rank(c->types, c->p->vars.at[var].type) == 0;
}

static bool same_extents(const Chains *c, VarId a, VarId b) {
    TypeId x = c->p->vars.at[a].type, y = c->p->vars.at[b].type;
    unsigned rank = type_rank(c->types, x);
    return rank == type_rank(c->types, y) &&
           (rank == 0 ||
            memcmp(type_dims(c->types, x), type_dims(c->types, y), rank * sizeof(Dim)) == 0);
}

/* ---- which */

static bool acts_on_components(const Instr *i) {
    TypeRule rule = op_info(i->op)->rule;
    return rule == RULE_CAST || ((rule == RULE_ELEMENTWISE || rule == RULE_SELECT) && !i->attr);
}

static uint8_t kind_of_step(const Chains *c, const Instr *i) {
    uint8_t kind = SPREAD;
    for (uint32_t k = 0; k < i->n_in; k++) {
        VarId x = instr_in(c->p, i)[k];
        if (is_one_scalar(c, x))
            continue;
        if (!is_vector(c, x) || c->kind[x] == NOT ||
            (c->kind[x] == FLAT && !same_extents(c, x, i->out)))
            return NOT;
        if (c->kind[x] == FLAT)
            kind = FLAT;
    }
    return kind;
}

static uint8_t kind_of(const Chains *c, const Instr *i) {
    TypeRule rule = op_info(i->op)->rule;
    if (i->n_out != 1 || !is_vector(c, i->out))
        return NOT;
    if (rule == RULE_PACK)
        return FLAT;
    if (rule == RULE_MAKE)
        return i->n_in == 1 && is_one_scalar(c, instr_in(c->p, i)[0]) ? SPREAD : NOT;
    return acts_on_components(i) ? kind_of_step(c, i) : NOT;
}

/* Those that are made of others which are none are none; and so are those that are seen. */
static bool give_up_some(Chains *c) {
    const Program *p = c->p;
    bool changed = false;
    for (uint32_t n = 0; n < p->instrs.len; n++) {
        const Instr *i = &p->instrs.at[n];
        uint8_t *kind = &c->kind[i->out];
        if (i->n_out == 1 && *kind != NOT && kind_of(c, i) == NOT) {
            *kind = NOT;
            changed = true;
        }
    }
    for (uint32_t n = p->instrs.len; n-- > 0;) {
        const Instr *i = &p->instrs.at[n];
        bool takes =
            op_info(i->op)->rule == RULE_UNPACK || (i->n_out == 1 && c->kind[i->out] != NOT);
        for (uint32_t k = 0; k < i->n_in && !takes; k++) {
            uint8_t *kind = &c->kind[instr_in(p, i)[k]];
            changed |= *kind == FLAT;
            *kind = *kind == FLAT ? NOT : *kind; /* a spread number can be both */
        }
    }
    return changed;
}

/* *any: there is something to do. */
static void find_chains(Chains *c, bool *any) {
    enum {
        ROUNDS = 8
    }; /* each is a walk over the program; where they do not suffice nothing is done */
    const Program *p = c->p;
    unsigned round = 0;
    *any = false;
    for (uint32_t n = 0; n < p->instrs.len; n++)
        c->kind[p->instrs.at[n].out] = kind_of(c, &p->instrs.at[n]);
    for (uint32_t k = 0; k < p->outputs.len; k++)
        if (c->kind[p->outputs.at[k]] == FLAT)
            c->kind[p->outputs.at[k]] = NOT;
    while (round < ROUNDS && give_up_some(c))
        round++;
    for (uint32_t n = 0; n < p->instrs.len && round < ROUNDS; n++) {
        const Instr *i = &p->instrs.at[n];
        *any |= op_info(i->op)->rule == RULE_UNPACK && c->kind[instr_in(p, i)[0]] == FLAT;
    }
}

/* ---- how */

static VarId new_var(const Rewriter *r, VarId old) {
    return r->frames.at[0].map[old];
}

/* What stands for a variable takes its name where it has none and is no input. */
static void pass_name(Rewriter *r, const Chains *c, VarId old, VarId new) {
    StrId *name = &r->names.at[new];
    if (*name == NO_STR && new >= r->to->n_inputs)
        *name = c->p->vars.at[old].name;
}

static bool step_on_scalars(Rewriter *r, Chains *c, const Instr *i, Loc loc) {
    VarId in[3];
    Attrs attrs = rewrite_attrs(r);
    bool casts = op_info(i->op)->rule == RULE_CAST;
    for (uint32_t k = 0; k < i->n_in && k < 3; k++) {
        VarId x = instr_in(c->p, i)[k];
        in[k] = is_vector(c, x) ? c->scalar[x] : new_var(r, x);
    }
    if (casts) {
        TypeId to;
        TRY(type_scalar(r->env, &r->module->types,
                        type_dtype(&r->module->types, c->p->vars.at[i->out].type), &to));
        attrs.word[AT_TO] = to;
    }
    TRY(rewrite_append(r, (Op)i->op, in, i->n_in, casts ? &attrs : NULL, NO_TYPE, loc,
                       &c->scalar[i->out]));
    if (c->kind[i->out] == FLAT)
        pass_name(r, c, i->out, c->scalar[i->out]);
    return true;
}

static bool copy_or_flatten(Rewriter *r, Chains *c, uint32_t n) {
    const Instr *i = &c->p->instrs.at[n];
    TypeRule rule = op_info(i->op)->rule;
    VarId x = i->n_in ? instr_in(c->p, i)[0] : NO_VAR;
    if (rule == RULE_UNPACK && c->kind[x] == FLAT) {
        r->frames.at[0].map[i->out] = c->scalar[x];
        if (c->p->vars.at[i->out].name != NO_STR) /* it matters more than that of the vector */
            r->names.at[c->scalar[x]] = NO_STR;
        pass_name(r, c, i->out, c->scalar[x]);
        return true;
    }
    uint8_t kind = i->n_out == 1 ? c->kind[i->out] : NOT;
    if (kind != FLAT)
        TRY(rewrite_copy(r, n)); /* a spread number stays for those who want it as a vector */
    if (kind == NOT)
        return true;
    if (rule == RULE_PACK || rule == RULE_MAKE) {
        c->scalar[i->out] = new_var(r, x);
        return true;
    }
    return step_on_scalars(r, c, i, program_loc(c->p, n));
}

static bool flatten(Rewriter *r, Chains *c) {
    for (uint32_t n = 0; n < c->p->instrs.len; n++)
        TRY(copy_or_flatten(r, c, n));
    return true;
}

static bool has_unpack(const Program *p) {
    for (uint32_t n = 0; n < p->instrs.len; n++)
        if (op_info(p->instrs.at[n].op)->rule == RULE_UNPACK)
            return true;
    return false;
}

Program *pass_components(OptContext *context, const Program *p) {
    Env *env = context->env;
    Chains c = {.p = p, .types = &context->module->types};
    size_t n = (size_t)p->vars.len + 1;
    bool any = false;
    if (!has_unpack(p))
        return program_clone(env, p);
    c.kind = env_new(env, n);
    c.scalar = c.kind ? env_new(env, n * sizeof *c.scalar) : NULL;
    Program *out = NULL;
    if (c.scalar)
        find_chains(&c, &any);
    if (c.scalar && !any)
        out = program_clone(env, p);
    if (c.scalar && any) {
        Rewriter r;
        bool ok = rewrite_open(&r, context, p, 0) && flatten(&r, &c);
        out = rewrite_close(&r, ok);
    }
    env_free(env->allocator, c.kind, n);
    env_free(env->allocator, c.scalar, n * sizeof *c.scalar);
    return out;
}
