/*
 * Branches: both sides are written as bodies; what differs between them comes out.
 *
 * A branch of few cheap steps is written as both sides and a choice: where lanes go different ways a branch costs a mask and
 * a jump, which is more than some additions. So is one that stands very deep inside others: a run has no room for more than
 * some dozens.
 */
#include "front/slang/lower/flow.h"

/* What both sides together may cost to be computed always; an addition costs 1. */
enum {
    CHEAP_BRANCH = 24,
    DEEP_BRANCH = 24,
    COST_FUNCTION = 8,
    COST_DIVISION = 4,
    COST_TOO_MUCH = 1 << 20
};

static uint32_t cost_of_program(const Module *m, const Program *p, uint32_t limit);

/* Arithmetic that no processor does in one or two cycles. */
static bool is_quotient(Op op) {
    return op == OP_div || op == OP_floor_div || op == OP_trunc_div || op == OP_remainder ||
           op == OP_fmod || op == OP_pow;
}

/*
 * Among how many parts an index chooses; of long arrays it reads one from memory. A store into one of those is a
 * branch's: by choice it would be read and written again in both cases.
 */
static uint32_t cost_of_index(const Module *m, TypeId type, bool stores) {
    const Type *t = type_get(&m->types, type_elem(&m->types, type));
    if (t->kind == TYPE_FIXED && t->count >= MEMORY_PARTS)
        return stores ? COST_TOO_MUCH : 4;
    return t->kind == TYPE_FIXED ? t->count : 4;
}

static uint32_t cost_of_instr(const Module *m, const Program *p, const Instr *i, uint32_t limit) {
    const OpInfo *info = op_info(i->op);
    const Type *t =
        i->n_out ? type_get(&m->types, type_elem(&m->types, p->vars.at[i->out].type)) : NULL;
    uint32_t lanes = !t                       ? 1
                     : t->kind == TYPE_VECTOR ? t->rows
                     : t->kind == TYPE_MATRIX ? (uint32_t)t->rows * t->cols
                                              : 1;
    switch (info->rule) {
    case RULE_CONST:
    case RULE_MAKE:
    case RULE_EXTRACT:
    case RULE_INSERT:
    case RULE_SWIZZLE: return 0;
    case RULE_CAST:
    case RULE_BITCAST:
    case RULE_SELECT: return lanes;
    case RULE_DOT: return 4;
    case RULE_ELEMENT:
    case RULE_SET_ELEMENT:
        return cost_of_index(m, p->vars.at[instr_in(p, i)[0]].type, info->rule == RULE_SET_ELEMENT);
    case RULE_CROSS:
    case RULE_LENGTH:
    case RULE_NORMALIZE:
    case RULE_MAT_MUL: return 2 * COST_FUNCTION;
    case RULE_CALL: /* at least 1, so that calls in calls come to an end */
        return 1 + cost_of_program(m, m->programs.at[attr_word(p, i, AT_CALLEE)], limit);
    case RULE_ELEMENTWISE:
        if (info->expand || op_is_mathematics(info))
            return COST_FUNCTION * lanes;
        return lanes * (is_quotient(i->op) ? COST_DIVISION : 1);
    default: return COST_TOO_MUCH;
    }
}

/* Calls in calls are as deep as functions nest, which lower_enter bounds. */
static uint32_t cost_of_program(const Module *m, const Program *p, uint32_t limit) {
    uint32_t cost = 0;
    if (p->external)
        return COST_TOO_MUCH;
    for (uint32_t i = 0; i < p->instrs.len && cost <= limit; i++)
        cost += cost_of_instr(m, p, &p->instrs.at[i], limit - cost);
    return cost;
}

/* One side, written into the program at hand; map becomes that of its variables. */
static bool replay_side(Lower *l, const KValues *before, const Body *b, VarId **map) {
    *map = env_new(l->env, (b->p->vars.len + 1) * sizeof **map);
    TRY(*map);
    for (uint32_t k = 0; k < b->n; k++)
        (*map)[k] = before->at[k].var;
    return body_replay(l, b->p, *map);
}

static KValue side_value(const Body *b, uint32_t k, const VarId *map) {
    KValue v = b->values.at[k];
    v.var = v.known ? NO_VAR : map[v.var];
    return v;
}

/* What a branch changes, on its way to the instruction. */
typedef struct Changed {
    uint32_t loose;     /* a local of which only one side's value counts; NO_LOCAL: none */
    const Body *counts; /* that side */
    VEC(uint32_t) locals, inputs;
    VEC(VarId) operands;
    VEC(TypeId) types;
    VEC(bool) used;
} Changed;

static bool join_by_choice(Lower *l, KValue cond, const KValues *before, Body *then, Body *other,
                           const Changed *c) {
    VarId *maps[2] = {NULL, NULL};
    bool ok = replay_side(l, before, then, &maps[0]) && replay_side(l, before, other, &maps[1]);
    for (uint32_t i = 0; ok && i < c->locals.len; i++) {
        uint32_t k = c->locals.at[i];
        KValue in[3] = {cond, side_value(then, k, maps[0]), side_value(other, k, maps[1])};
        KValue *out = &l->locals.at[k].value;
        TypeId type = before->at[k].type;
        if (k == c->loose)
            *out = in[c->counts == then ? 1 : 2];
        else /* the choice between both sides */
            ok = lower_op(l, OP_select, in, 3, NULL, type, out);
        ok = ok && lower_name_value(l, l->locals.at[k].name, &l->locals.at[k].value);
    }
    env_free(l->env->allocator, maps[0], (then->p->vars.len + 1) * sizeof *maps[0]);
    env_free(l->env->allocator, maps[1], (other->p->vars.len + 1) * sizeof *maps[1]);
    return ok;
}

static bool join_by_branch(Lower *l, KValue cond, const KValues *before, Body *then, Body *other,
                           Changed *c) {
    Attrs attrs = attrs_none();
    ProgId programs[2];
    VarId var, out;
    TRY(body_outputs(l, then, c->locals.at, c->locals.len));
    TRY(body_outputs(l, other, c->locals.at, c->locals.len));
    TRY(vec_extend(l->env, &c->used, before->len + 1));
    body_uses(then, c->used.at);
    body_uses(other, c->used.at);
    TRY(lower_var(l, &cond, &var) && vec_push(l->env, &c->operands, var));
    for (uint32_t k = 0; k < before->len; k++)
        if (c->used.at[k]) {
            TRY(lower_var(l, &before->at[k], &var));
            TRY(vec_push(l->env, &c->operands, var) && vec_push(l->env, &c->inputs, k));
        }
    for (uint32_t i = 0; i < c->locals.len; i++)
        TRY(vec_push(l->env, &c->types, before->at[c->locals.at[i]].type));
    TRY(body_finish(l, then, "then", c->inputs.at, c->inputs.len, &programs[0]));
    TRY(body_finish(l, other, "else", c->inputs.at, c->inputs.len, &programs[1]));
    attrs.word[AT_THEN] = programs[0];
    attrs.word[AT_ELSE] = programs[1];
    /* The IR's branch is what this is about. */
    TRY(program_instr(l->env, l->p, OP_if, c->operands.at, c->operands.len, &attrs, c->types.len,
                      c->types.at, flow_loc(l), &out));
    for (uint32_t i = 0; i < c->locals.len; i++) {
        Local *local = &l->locals.at[c->locals.at[i]];
        local->value = (KValue){.type = c->types.at[i], .var = out + i};
        TRY(lower_name_value(l, local->name, &local->value));
    }
    return true;
}

/* The value of a local after the branch where no instruction is needed for it. */
static bool join_known(Lower *l, KValue cond, const KValues *before, const Body *then,
                       const Body *other, uint32_t k, bool *done) {
    const KValue *a = &then->values.at[k], *b = &other->values.at[k];
    KValue *out = &l->locals.at[k].value;
    *done = true;
    if (body_keeps(then, before, k) && body_keeps(other, before, k))
        return true;
    if (a->known && b->known) {
        if (a->bits.lo == b->bits.lo && a->bits.hi == b->bits.hi) {
            *out = *a;
            out->var = NO_VAR;
            return true;
        }
        if (type_dtype(&l->k->m->types, a->type) == DT_BOOL) {
            *out = cond;
            return a->bits.lo || lower_not(l, cond, out);
        }
    }
    *done = false;
    return true;
}

static bool join(Lower *l, KValue cond, const KValues *before, Body *then, Body *other,
                 Changed *c) {
    const Module *m = l->k->m;
    bool arrays = false, done;
    for (uint32_t k = 0; k < before->len; k++) {
        TRY(join_known(l, cond, before, then, other, k, &done));
        if (done)
            continue;
        arrays |= type_rank(&m->types, before->at[k].type) > 0;
        TRY(vec_push(l->env, &c->locals, k));
    }
    if (c->locals.len == 0)
        return true;
    /* An expression is only left out where it may take long: see lower_guarded. */
    bool always = l->nesting >= DEEP_BRANCH || c->loose != NO_LOCAL;
    uint32_t limit = always ? COST_TOO_MUCH - 1 : CHEAP_BRANCH;
    uint32_t cost = cost_of_program(m, then->p, limit);
    if (cost <= limit)
        cost += cost_of_program(m, other->p, limit);
    if (cost <= limit && !arrays)
        return join_by_choice(l, cond, before, then, other, c);
    return join_by_branch(l, cond, before, then, other, c);
}

static bool join_sides(Lower *l, KValue cond, const KValues *before, Body *then, Body *other,
                       uint32_t loose, const Body *counts) {
    Changed c = {.loose = loose, .counts = counts};
    locals_restore(l, before);
    l->dead = then->dead && other->dead;
    bool ok = join(l, cond, before, then, other, &c);
    vec_free(l->env->allocator, &c.locals);
    vec_free(l->env->allocator, &c.inputs);
    vec_free(l->env->allocator, &c.operands);
    vec_free(l->env->allocator, &c.types);
    vec_free(l->env->allocator, &c.used);
    return ok;
}

bool branch_join(Lower *l, KValue cond, const KValues *before, Body *then, Body *other) {
    return join_sides(l, cond, before, then, other, NO_LOCAL, NULL);
}

/* ---- expressions that are evaluated only sometimes */

/* The side that has the expression, its value as local number `value`. */
static bool write_guarded(Lower *l, NodeId node, const KValues *before, uint32_t value, Body *side,
                          KValue *out) {
    TRY(body_begin(l, side, before, NULL));
    bool ok = lower_expr(l, node, out);
    if (ok && !out->known)
        l->locals.at[value].value = *out;
    TRY(body_leave(l, side));
    locals_restore(l, before);
    side->p->vars.at[value].type = side->values.at[value].type;
    return ok;
}

static bool join_guarded(Lower *l, KValue cond, bool when, KValues *before, uint32_t value,
                         Body *side, Body *none, KValue *out) {
    bool has_value = out->type != NO_TYPE && !out->known, literal = out->literal;
    if (cond.known) /* it is not evaluated at all: its type is what counts */
        return !has_value || lower_zero(l, out->type, out);
    if (has_value)
        TRY(lower_zero(l, out->type, &before->at[value]));
    TRY(body_begin(l, none, before, NULL) && body_leave(l, none));
    TRY(join_sides(l, cond, before, when ? side : none, when ? none : side,
                   has_value ? value : NO_LOCAL, side));
    if (has_value)
        *out = l->locals.at[value].value;
    out->literal = literal;
    return true;
}

bool lower_guarded(Lower *l, KValue cond, bool when, NodeId node, KValue *out) {
    if (cond.known && (cond.bits.lo != 0) == when)
        return lower_expr(l, node, out);
    KValues before = {0};
    Body side = {0}, none = {0};
    uint32_t n = l->locals.len, value;
    TRY(flow_add_flag(l, "$value", false, &value));
    l->locals.at[value].value = (KValue){.type = NO_TYPE, .var = NO_VAR};
    uint32_t errors = l->diagnostics->errors, told = l->diagnostics->all.len;
    bool ok = locals_save(l, &before) && write_guarded(l, node, &before, value, &side, out) &&
              join_guarded(l, cond, when, &before, value, &side, &none, out);
    if (!ok && cond.known && !lower_stuck(l)) {
        /* i > 0 ? a[i - 1] : 0 in an unrolled loop: what is never evaluated cannot be wrong. */
        l->diagnostics->errors = errors;
        l->diagnostics->all.len = told;
        *out = (KValue){.type = NO_TYPE, .var = NO_VAR};
        locals_restore(l, &before);
        ok = true;
    }
    body_free(l, &none);
    body_free(l, &side);
    vec_free(l->env->allocator, &before);
    l->locals.len = n;
    l->dead = false;
    return ok;
}
