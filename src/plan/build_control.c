/*
 * Loops, branches and maps inside a kernel. Their bodies are taken apart as the program itself is,
 * in frames of their own. What every turn of a loop needs alike is made before it.
 */
#include "plan/build.h"

/* A body that is being taken apart. */
typedef struct Inner {
    Frame frame;
    Scope scope;
    VarId *arguments;
} Inner;

typedef VEC(Carry) Carries;

static void close_inner(Builder *b, Inner *inner) {
    if (inner->scope.p)
        env_free(b->env->allocator, inner->arguments,
                 ((size_t)inner->scope.p->n_inputs + 1) * sizeof *inner->arguments);
    scope_free(b->env->allocator, &inner->scope);
}

/* Inputs from `first` on are the operands from `operand` on; those before it are known. */
static bool open_inner(Builder *b, const Frame *f, const Instr *i, ProgId id, uint32_t known,
                       uint32_t operand, Inner *inner) {
    *inner = (Inner){.frame = {.number = b->n_frames++, .outer = f}};
    TRY(scope_init(b->pl, id, &inner->scope));
    uint32_t n = inner->scope.p->n_inputs;
    inner->arguments = env_new(b->env, ((size_t)n + 1) * sizeof *inner->arguments);
    if (!inner->arguments)
        return false;
    for (uint32_t k = 0; k < n; k++)
        inner->arguments[k] = k < known ? NO_VAR : instr_in(f->scope->p, i)[operand + k - known];
    inner->frame.scope = &inner->scope;
    inner->frame.arguments = inner->arguments;
    return true;
}

static bool is_aligned(Builder *b, TypeId type, bool *yes) {
    TypeId own;
    TRY(space_of(b->pl, type, &own));
    *yes = own == b->space || type_rank(&b->pl->m->types, own) == 0;
    return true;
}

/* The scalars of a variable where the kernel is. */
static bool value_here(Builder *b, const Frame *f, VarId var, uint32_t *at) {
    ViewId view;
    TRY(view_to_axes(b, frame_type(f, var), &view));
    return build_value(b, f, var, view, at);
}

static bool know_here(Builder *b, const Frame *f, VarId var, uint32_t at) {
    ViewId view;
    TRY(view_to_axes(b, frame_type(f, var), &view));
    return know(b, f->number, var, view, at);
}

/* Everything that can be made before the region begins. */
static bool make_before(Builder *b, const Frame *f, const Instr *i, uint32_t first) {
    for (uint32_t k = first; k < i->n_in; k++) {
        VarId x = instr_in(f->scope->p, i)[k];
        bool aligned;
        uint32_t at;
        TRY(is_aligned(b, frame_type(f, x), &aligned));
        if (aligned)
            TRY(value_here(b, f, x, &at));
    }
    return true;
}

/* Steps in their order, so that nothing is asked for before what it needs. */
static bool build_body(Builder *b, const Frame *f) {
    const Program *p = f->scope->p;
    for (uint32_t n = 0; n < p->instrs.len; n++) {
        const Instr *i = &p->instrs.at[n];
        bool aligned;
        uint32_t at;
        if (op_info(i->op)->flags & OPF_VIEW)
            continue;
        if (op_info(i->op)->flags & OPF_CONTROL) {
            TRY(build_region(b, f, i));
            continue;
        }
        TRY(is_aligned(b, frame_type(f, i->out), &aligned));
        if (aligned)
            TRY(value_here(b, f, i->out, &at));
    }
    return true;
}

static bool needs_any(const Scope *s, const Instr *i, const uint8_t *varies) {
    bool any = (op_info(i->op)->flags & OPF_CONTROL) || op_info(i->op)->rule == RULE_GATHER;
    for (uint32_t k = 0; k < i->n_in; k++)
        any |= varies[s->refs[instr_in(s->p, i)[k]].base];
    return any;
}

/* What is the same in every turn, made before the loop. A gather may fail, and is not. */
static bool make_invariants(Builder *b, const Inner *body, uint32_t n_varying) {
    const Program *p = body->scope.p;
    uint8_t *varies = env_new(b->env, (size_t)p->vars.len + 1);
    bool ok = varies != NULL, aligned;
    uint32_t at;
    if (ok)
        memset(varies, 1, n_varying);
    for (uint32_t n = 0; ok && n < p->instrs.len; n++) {
        const Instr *i = &p->instrs.at[n];
        if (op_info(i->op)->flags & OPF_VIEW)
            continue;
        if (needs_any(&body->scope, i, varies)) {
            memset(varies + i->out, 1, i->n_out);
            continue;
        }
        ok = is_aligned(b, frame_type(&body->frame, i->out), &aligned) &&
             (!aligned || value_here(b, &body->frame, i->out, &at));
    }
    env_free(b->env->allocator, varies, (size_t)p->vars.len + 1);
    return ok;
}

/* ---- what goes round */

static unsigned carried_level(const Builder *b, ViewId view) {
    unsigned level = view_level(b, view);
    return b->diverges && b->diverging_level > level ? b->diverging_level : level;
}

static void copy_count(Builder *b, ValId from, ValId to) {
    b->k.values.at[to].count = b->k.values.at[from].count;
}

static bool open_carries(Builder *b, const Frame *f, const Instr *i, uint32_t first,
                         Carries *carries) {
    for (uint32_t k = 0; k < i->n_out; k++) {
        VarId x = instr_in(f->scope->p, i)[first + k];
        uint32_t at, n = var_pieces(b, f, x);
        ViewId view;
        TRY(view_to_axes(b, frame_type(f, x), &view));
        TRY(build_value(b, f, x, view, &at));
        for (uint32_t leaf = 0; leaf < n; leaf++) {
            Carry carry = {.init = pool_at(b, at + leaf)};
            Dtype dtype = (Dtype)b->k.values.at[carry.init].dtype;
            unsigned level = carried_level(b, view);
            TRY(build_own_array(b, &carry.init, level));
            TRY(build_new_value(b, dtype, level, &carry.phi));
            TRY(build_new_value(b, dtype, level, &carry.result));
            copy_count(b, carry.init, carry.phi);
            copy_count(b, carry.init, carry.result);
            TRY(vec_push(b->env, carries, carry));
        }
    }
    return true;
}

/* The carried inputs of a body, which begin with input `first`, are the phis. */
static bool know_phis(Builder *b, const Frame *g, const Instr *i, uint32_t first,
                      const Carries *carries) {
    uint32_t next = 0;
    for (uint32_t k = 0; k < i->n_out; k++) {
        uint32_t at = b->pool.len, n = var_pieces(b, g, first + k);
        for (uint32_t leaf = 0; leaf < n; leaf++)
            TRY(pool_push(b, carries->at[next++].phi));
        TRY(know_here(b, g, first + k, at));
    }
    return true;
}

static bool take_next(Builder *b, const Frame *g, Carries *carries) {
    const Program *p = g->scope->p;
    uint32_t next = 0;
    for (uint32_t k = 0; k < p->outputs.len; k++) {
        uint32_t at, n = var_pieces(b, g, p->outputs.at[k]);
        TRY(value_here(b, g, p->outputs.at[k], &at));
        for (uint32_t leaf = 0; leaf < n && next < carries->len; leaf++) {
            Carry *carry = &carries->at[next++];
            carry->next = pool_at(b, at + leaf);
            TRY(build_own_array(b, &carry->next, b->k.values.at[carry->next].level));
        }
    }
    return true;
}

static bool mark(Builder *b, KernelCode code, const ValId *in, uint32_t n_in, uint32_t *at) {
    KernelInstr instr = {.code = (uint8_t)code};
    *at = b->k.body.len;
    return build_emit(b, instr, in, n_in, DT_NONE, NO_LEVEL, NULL);
}

/* The results are known outside, what was made inside is not. */
static bool close_region(Builder *b, const Frame *f, const Instr *i, uint32_t opener,
                         const Carries *carries, uint32_t known) {
    KernelInstr *open = &b->k.body.at[opener];
    uint32_t next = 0;
    open->carry = b->k.carries.len;
    open->n_carries = carries->len;
    for (uint32_t k = 0; k < carries->len; k++)
        TRY(vec_push(b->env, &b->k.carries, carries->at[k]));
    forget(b, known);
    for (uint32_t k = 0; k < i->n_out; k++) {
        uint32_t at = b->pool.len, n = var_pieces(b, f, i->out + k);
        for (uint32_t leaf = 0; leaf < n && next < carries->len; leaf++)
            TRY(pool_push(b, carries->at[next++].result));
        TRY(know_here(b, f, i->out + k, at));
    }
    return true;
}

/* ---- the kinds of regions */

static bool for_parts(Builder *b, const Frame *f, const Instr *i, Inner *body, Carries *carries) {
    enum { LO, HI, CARRIED };
    const VarId *in = instr_in(f->scope->p, i);
    ValId bounds[2], index;
    uint32_t at, opener, end;
    for (uint32_t k = LO; k <= HI; k++) {
        TRY(value_here(b, f, in[k], &at));
        bounds[k] = pool_at(b, at);
    }
    TRY(make_before(b, f, i, CARRIED) && open_carries(b, f, i, CARRIED, carries));
    TRY(make_invariants(b, body, i->n_out + 1));
    uint32_t known = b->known.len;
    KernelInstr instr = {.code = K_FOR, .dtype = (uint8_t)var_dtype(b, f, in[LO])};
    unsigned level = level_of(b, bounds, 2);
    opener = b->k.body.len;
    TRY(build_emit(b, instr, bounds, 2, (Dtype)instr.dtype, level, &index));
    at = b->pool.len;
    TRY(pool_push(b, index) && know_here(b, &body->frame, 0, at));
    TRY(know_phis(b, &body->frame, i, 1, carries));
    TRY(build_body(b, &body->frame) && take_next(b, &body->frame, carries));
    TRY(mark(b, K_END, NULL, 0, &end));
    b->k.body.at[opener].match = end;
    b->k.body.at[end].match = opener;
    return close_region(b, f, i, opener, carries, known);
}

static bool while_parts(Builder *b, const Frame *f, const Instr *i, Inner *cond, Inner *body,
                        Carries *carries) {
    uint32_t at, opener, test, end;
    TRY(make_before(b, f, i, 0) && open_carries(b, f, i, 0, carries));
    TRY(make_invariants(b, cond, i->n_out) && make_invariants(b, body, i->n_out));
    uint32_t known = b->known.len;
    TRY(mark(b, K_WHILE, NULL, 0, &opener));
    TRY(know_phis(b, &cond->frame, i, 0, carries) && know_phis(b, &body->frame, i, 0, carries));
    TRY(build_body(b, &cond->frame));
    TRY(value_here(b, &cond->frame, cond->scope.p->outputs.at[0], &at));
    ValId answer = pool_at(b, at);
    TRY(mark(b, K_TEST, &answer, 1, &test));
    TRY(build_body(b, &body->frame) && take_next(b, &body->frame, carries));
    TRY(mark(b, K_END, NULL, 0, &end));
    b->k.body.at[opener].match = test;
    b->k.body.at[test].match = end;
    b->k.body.at[end].match = opener;
    return close_region(b, f, i, opener, carries, known);
}

/* Values of the first arm, for each leaf of each result; the others follow. */
static bool take_first(Builder *b, const Frame *g, Carries *carries) {
    const Program *p = g->scope->p;
    for (uint32_t k = 0; k < p->outputs.len; k++) {
        uint32_t at, n = var_pieces(b, g, p->outputs.at[k]);
        TRY(value_here(b, g, p->outputs.at[k], &at));
        for (uint32_t leaf = 0; leaf < n; leaf++) {
            Carry carry = {.init = pool_at(b, at + leaf), .phi = NO_VAL};
            TRY(build_own_array(b, &carry.init, b->k.values.at[carry.init].level));
            TRY(vec_push(b->env, carries, carry));
        }
    }
    return true;
}

static bool if_parts(Builder *b, const Frame *f, const Instr *i, Inner *arms, Carries *carries) {
    uint32_t at, opener, other, end;
    TRY(value_here(b, f, instr_in(f->scope->p, i)[0], &at));
    ValId condition = pool_at(b, at);
    TRY(make_before(b, f, i, 1));
    uint32_t known = b->known.len;
    TRY(mark(b, K_IF, &condition, 1, &opener));
    TRY(build_body(b, &arms[0].frame) && take_first(b, &arms[0].frame, carries));
    forget(b, known);
    TRY(mark(b, K_ELSE, NULL, 0, &other));
    TRY(build_body(b, &arms[1].frame) && take_next(b, &arms[1].frame, carries));
    TRY(mark(b, K_END, NULL, 0, &end));
    for (uint32_t k = 0; k < carries->len; k++) {
        Carry *carry = &carries->at[k];
        ValId all[3] = {condition, carry->init, carry->next};
        TRY(build_new_value(b, (Dtype)b->k.values.at[carry->init].dtype, level_of(b, all, 3),
                            &carry->result));
        copy_count(b, carry->init, carry->result);
    }
    b->k.body.at[opener].match = other;
    b->k.body.at[other].match = end;
    b->k.body.at[end].match = opener;
    return close_region(b, f, i, opener, carries, known);
}

/* A program of scalars, here for one element: its inputs are the elements of the operands. */
static bool map_parts(Builder *b, const Frame *f, const Instr *i, Inner *body) {
    ViewId view, none;
    TypeId type = frame_type(f, i->out);
    TRY(view_to_axes(b, type, &view));
    for (uint32_t k = 0; k < i->n_in; k++) {
        uint32_t at;
        if (type_rank(&b->pl->m->types, frame_type(&body->frame, k))) {
            body->arguments[k] = instr_in(f->scope->p, i)[k]; /* an array, seen as a whole */
            continue;
        }
        TRY(build_operand(b, f, i, k, view, &at));
        TRY(view_to_axes(b, frame_type(&body->frame, k), &none));
        TRY(know(b, body->frame.number, k, none, at));
    }
    bool before = b->diverges;
    unsigned level = b->diverging_level;
    b->diverges = true;
    if (view_level(b, view) > level)
        b->diverging_level = view_level(b, view);
    TRY(build_body(b, &body->frame));
    b->diverges = before;
    b->diverging_level = level;
    for (uint32_t k = 0; k < i->n_out; k++) {
        uint32_t at;
        TRY(value_here(b, &body->frame, body->scope.p->outputs.at[k], &at));
        TRY(know_here(b, f, i->out + k, at));
    }
    return true;
}

bool build_region(Builder *b, const Frame *f, const Instr *i) {
    const Program *p = f->scope->p;
    const frit_allocator *a = b->env->allocator;
    Inner inner[2] = {{.arguments = NULL}, {.arguments = NULL}};
    Carries carries = {0};
    TypeRule rule = op_info(i->op)->rule;
    bool ok = true;
    if (rule == RULE_FOR)
        ok = open_inner(b, f, i, (ProgId)attr_word(p, i, AT_FOR_BODY), i->n_out + 1, i->n_out + 2,
                        &inner[0]) &&
             for_parts(b, f, i, &inner[0], &carries);
    else if (rule == RULE_WHILE)
        ok = open_inner(b, f, i, (ProgId)attr_word(p, i, AT_WHILE_COND), i->n_out, i->n_out,
                        &inner[0]) &&
             open_inner(b, f, i, (ProgId)attr_word(p, i, AT_WHILE_BODY), i->n_out, i->n_out,
                        &inner[1]) &&
             while_parts(b, f, i, &inner[0], &inner[1], &carries);
    else if (rule == RULE_IF)
        ok = open_inner(b, f, i, (ProgId)attr_word(p, i, AT_THEN), 0, 1, &inner[0]) &&
             open_inner(b, f, i, (ProgId)attr_word(p, i, AT_ELSE), 0, 1, &inner[1]) &&
             if_parts(b, f, i, inner, &carries);
    else
        ok = open_inner(b, f, i, (ProgId)attr_word(p, i, AT_CALLEE), i->n_in, 0, &inner[0]) &&
             map_parts(b, f, i, &inner[0]);
    close_inner(b, &inner[0]);
    close_inner(b, &inner[1]);
    vec_free(a, &carries);
    return ok;
}
