/*
 * Which loops, branches and maps can be a part of a kernel: those whose bodies do nothing but work
 * on one element at a time. Every value in such a body is
 *   aligned: of the shape of the kernel's space, one for each element, or a single one for all; or
 *   free: of any other shape, and made of nothing aligned but single values. It is computed under
 *   whatever view is asked for.
 * A kernel keeps of what a loop carries only the element it is at, so an aligned value is never
 * seen elsewhere than where it is made.
 */
#include "plan/planner.h"

enum {
    MAX_DEPTH = 256,    /* regions in regions: this file and the builders go as deep on the stack */
    MAX_BODY = 1 << 14, /* instructions of a region, with those in it */
    ALIGNED = 1,        /* kinds of variables */
    SINGLE = 2,         /* aligned, and one for all elements */
    FREE = 3
};

typedef struct Body {
    Planner *pl;
    Scope scope;
    TypeId space;
    uint8_t *kinds; /* by variable */
    uint8_t *whole; /* by input: it must be in memory */
    unsigned depth;
    uint32_t size;
} Body;

static bool look_at(Planner *pl, ProgId id, TypeId space, unsigned depth, uint8_t *whole,
                    uint32_t *size, bool *fits);

static bool kind_of_type(Planner *pl, TypeId type, TypeId space, uint8_t *kind) {
    TypeId own;
    TRY(space_of(pl, type, &own));
    *kind = type_rank(&pl->m->types, own) == 0 ? SINGLE : own == space ? ALIGNED : FREE;
    return true;
}

/* Is what is read of a variable, taken to the shape of `type` by a view, what is made there? */
static bool reads_own(Body *b, VarId x, ViewId fit, TypeId type, bool *fits) {
    Ref ref = b->scope.refs[x];
    ViewId made, seen;
    uint8_t kind;
    TRY(kind_of_type(b->pl, type, b->space, &kind));
    if (b->kinds[ref.base] == FREE || b->kinds[ref.base] == SINGLE)
        return true;
    if (kind != ALIGNED) {
        *fits = false;
        return true;
    }
    TRY(view_to_space(b->pl, var_type(&b->scope, ref.base), b->space, 0, &made));
    TRY(view_to_space(b->pl, type, b->space, 0, &seen));
    TRY(view_compose(b->pl, fit, seen, &seen));
    TRY(view_compose(b->pl, ref.view, seen, &seen));
    *fits &= seen == made;
    return true;
}

/* Is it an input of the body that lies in memory, or seen through views and a pack of one? */
static bool is_whole(const Body *b, VarId x) {
    VarId base = b->scope.refs[x].base;
    uint32_t maker = b->scope.definers[base];
    if (maker != NO_INSTR && b->pl->plan->fuses) {
        const Instr *i = &b->scope.p->instrs.at[maker];
        if (op_info(i->op)->rule == RULE_PACK) {
            base = b->scope.refs[instr_in(b->scope.p, i)[0]].base;
            maker = b->scope.definers[base];
        }
    }
    return b->kinds[base] == FREE && maker == NO_INSTR;
}

static bool look_at_step(Body *b, const Instr *i, bool *fits) {
    TypeRule rule = op_info(i->op)->rule;
    TypeId type = var_type(&b->scope, i->out);
    const VarId *in = instr_in(b->scope.p, i);
    TRY(kind_of_type(b->pl, type, b->space, &b->kinds[i->out]));
    bool made = b->kinds[i->out] == FREE;
    if (made && (rule == RULE_RANDOM || rule == RULE_IOTA || rule == RULE_GATHER))
        *fits = false; /* views of element numbers: not worth the trouble */
    for (uint32_t k = 0; *fits && k < i->n_in && rule != RULE_EXTENT; k++) {
        ViewId fit;
        if (rule == RULE_PACK) {
            *fits = b->kinds[b->scope.refs[in[0]].base] == FREE; /* seen in parts */
            continue;
        }
        if (rule == RULE_GATHER && k == 0) {
            *fits = is_whole(b, in[0]);
            continue;
        }
        if (rule == RULE_GATHER)
            TRY(index_view(b->pl, &b->scope, i, in[k], &fit));
        else
            TRY(view_fit(b->pl, VIEW_IDENTITY, var_type(&b->scope, in[k]), type, &fit));
        TRY(reads_own(b, in[k], fit, type, fits));
    }
    return true;
}

/* ---- regions inside a body */

/* Which input of its bodies operand k is; UINT32_MAX: none. */
static uint32_t input_of(TypeRule rule, uint32_t k) {
    if (rule == RULE_IF)
        return k == 0 ? UINT32_MAX : k - 1;
    if (rule == RULE_FOR)
        return k < 2 ? UINT32_MAX : k - 1;
    return k;
}

static uint32_t carried_by(TypeRule rule, const Instr *i) {
    return rule == RULE_FOR || rule == RULE_WHILE ? i->n_out : 0;
}

/* All its programs, for operands of which `whole` (by operand) must be in memory. */
static bool look_at_programs(Planner *pl, const Program *p, const Instr *i, TypeId space,
                             unsigned depth, uint8_t *whole, uint32_t *size, bool *fits) {
    const OpInfo *info = op_info(i->op);
    uint32_t first = info->rule == RULE_FOR, n = i->n_in + 2;
    uint8_t *inputs = env_new(pl->env, n);
    bool ok = inputs != NULL;
    for (unsigned k = 0; ok && *fits && k < op_attr_count((Op)i->op); k++)
        if (info->attrs[k].kind == ATTR_PROGRAM)
            ok = look_at(pl, (ProgId)attr_word(p, i, k), space, depth, inputs, size, fits);
    for (uint32_t k = 0; ok && *fits && k < i->n_in; k++) {
        uint32_t input = input_of(info->rule, k);
        if (input == UINT32_MAX || !inputs[input])
            continue;
        whole[k] = 1;
        *fits = input - first >= carried_by(info->rule, i); /* what is carried is not in memory */
    }
    env_free(pl->env->allocator, inputs, n);
    return ok;
}

/* Does a map give a program scalars, and arrays only as wholes that are the same in every call?
 * Then it runs for each element of its result. */
static bool maps_scalars(const Planner *pl, const Program *p, const Instr *i) {
    const Types *t = &pl->m->types;
    const Program *callee = pl->m->programs.at[attr_word(p, i, AT_CALLEE)];
    for (uint32_t k = 0; k < callee->n_inputs; k++) {
        uint32_t rank = type_rank(t, callee->vars.at[k].type);
        if (rank != 0 && rank != type_rank(t, p->vars.at[instr_in(p, i)[k]].type))
            return false;
    }
    for (uint32_t k = 0; k < callee->outputs.len; k++)
        if (type_rank(t, callee->vars.at[callee->outputs.at[k]].type) != 0)
            return false;
    return true;
}

static bool look_at_map(Body *b, const Instr *i, bool *fits) {
    Planner *pl = b->pl;
    TypeId none, type = var_type(&b->scope, i->out);
    uint8_t kind;
    TRY(type_scalar(pl->env, &pl->m->types, DT_BOOL, &none));
    *fits = maps_scalars(pl, b->scope.p, i);
    TRY(kind_of_type(pl, type, b->space, &kind));
    *fits &= kind != FREE;
    for (uint32_t k = 0; k < i->n_out; k++)
        b->kinds[i->out + k] = kind;
    if (!*fits)
        return true;
    uint8_t *whole = env_new(pl->env, (size_t)i->n_in + 1);
    bool ok =
        whole && look_at_programs(pl, b->scope.p, i, none, b->depth + 1, whole, &b->size, fits);
    for (uint32_t k = 0; ok && *fits && k < i->n_in; k++) {
        VarId x = instr_in(b->scope.p, i)[k];
        ViewId fit;
        if (whole[k])
            *fits = is_whole(b, x);
        else
            ok = view_fit(pl, VIEW_IDENTITY, var_type(&b->scope, x), type, &fit) &&
                 reads_own(b, x, fit, type, fits);
    }
    env_free(pl->env->allocator, whole, (size_t)i->n_in + 1);
    return ok;
}

static bool nested_operands(Body *b, const Instr *i, const uint8_t *whole, bool *fits) {
    for (uint32_t k = 0; *fits && k < i->n_in; k++) {
        VarId x = instr_in(b->scope.p, i)[k];
        if (whole[k])
            *fits = is_whole(b, x);
        else
            TRY(reads_own(b, x, VIEW_IDENTITY, var_type(&b->scope, x), fits));
    }
    for (uint32_t k = 0; *fits && k < i->n_out; k++) {
        TRY(kind_of_type(b->pl, var_type(&b->scope, i->out + k), b->space, &b->kinds[i->out + k]));
        *fits = b->kinds[i->out + k] != FREE;
    }
    return true;
}

static bool look_at_control(Body *b, const Instr *i, bool *fits) {
    TypeRule rule = op_info(i->op)->rule;
    Env *env = b->pl->env;
    if (rule == RULE_MAP)
        return look_at_map(b, i, fits);
    if (rule == RULE_CALL) {
        *fits = false;
        return true;
    }
    uint8_t *whole = env_new(env, (size_t)i->n_in + 1);
    bool ok = whole &&
              look_at_programs(b->pl, b->scope.p, i, b->space, b->depth + 1, whole, &b->size, fits);
    ok = ok && (!*fits || nested_operands(b, i, whole, fits));
    env_free(env->allocator, whole, (size_t)i->n_in + 1);
    return ok;
}

/* ---- bodies */

static bool look_at_instrs(Body *b, bool *fits) {
    const Program *p = b->scope.p;
    for (VarId v = 0; v < p->n_inputs; v++) {
        TRY(kind_of_type(b->pl, p->vars.at[v].type, b->space, &b->kinds[v]));
        b->whole[v] |= b->kinds[v] == FREE;
    }
    for (uint32_t n = 0; *fits && n < p->instrs.len; n++) {
        const Instr *i = &p->instrs.at[n];
        TypeRule rule = op_info(i->op)->rule;
        if (op_info(i->op)->flags & OPF_VIEW)
            continue;
        if (op_info(i->op)->flags & OPF_CONTROL)
            TRY(look_at_control(b, i, fits));
        else if (rule_is_elementwise(rule) || rule == RULE_GATHER)
            TRY(look_at_step(b, i, fits));
        else
            *fits = false;
    }
    for (uint32_t k = 0; *fits && k < p->outputs.len; k++) {
        VarId out = p->outputs.at[k];
        uint8_t kind;
        TRY(kind_of_type(b->pl, p->vars.at[out].type, b->space, &kind));
        *fits = kind != FREE;
        TRY(reads_own(b, out, VIEW_IDENTITY, p->vars.at[out].type, fits));
    }
    return true;
}

static bool look_at(Planner *pl, ProgId id, TypeId space, unsigned depth, uint8_t *whole,
                    uint32_t *size, bool *fits) {
    const Program *p = pl->m->programs.at[id];
    *size += p->instrs.len;
    if (p->external || depth > MAX_DEPTH || *size > MAX_BODY || !extents_known(pl, p)) {
        *fits = false;
        return true;
    }
    Body b = {.pl = pl, .space = space, .depth = depth, .size = *size};
    b.whole = whole;
    b.kinds = env_new(pl->env, (size_t)p->vars.len + 1);
    bool ok = b.kinds && scope_init(pl, id, &b.scope) && look_at_instrs(&b, fits);
    *size = b.size;
    scope_free(pl->env->allocator, &b.scope);
    env_free(pl->env->allocator, b.kinds, (size_t)p->vars.len + 1);
    return ok;
}

/* ---- regions of the plan's own program */

/* The one shape other than that of single values that the results have. */
static bool common_space(Planner *pl, const Instr *i, TypeId *out, bool *fits) {
    Types *t = &pl->m->types;
    TRY(type_scalar(pl->env, t, DT_BOOL, out));
    for (uint32_t k = 0; k < i->n_out; k++) {
        TypeId own;
        TRY(space_of(pl, var_type(&pl->scope, i->out + k), &own));
        *fits &= type_rank(t, own) == 0 || type_rank(t, *out) == 0 || own == *out;
        if (type_rank(t, own))
            *out = own;
    }
    return true;
}

bool region_mark(Planner *pl, uint32_t instr) {
    const Instr *i = instr_at(pl, instr);
    TypeRule rule = op_info(i->op)->rule;
    TypeId space, inner;
    bool fits = rule != RULE_CALL && i->n_out > 0;
    uint32_t size = 0;
    pl->region_whole[instr] = pl->whole.len;
    TRY(vec_extend(pl->env, &pl->whole, i->n_in));
    if (rule == RULE_MAP)
        fits = maps_scalars(pl, pl->p, i);
    else
        fits &= pl->plan->fuses; /* a map has no other form; loops are told apart step by step */
    if (!fits)
        return true;
    TRY(common_space(pl, i, &space, &fits));
    inner = space;
    if (rule == RULE_MAP)
        TRY(type_scalar(pl->env, &pl->m->types, DT_BOOL, &inner));
    TRY(!fits || look_at_programs(pl, pl->p, i, inner, 1, pl->whole.at + pl->region_whole[instr],
                                  &size, &fits));
    if (!fits)
        return true;
    pl->marks[instr] |= MARK_REGION;
    pl->cost[instr] = size;
    pl->region_space[instr] = rule == RULE_MAP ? var_type(&pl->scope, i->out) : space;
    return true;
}

bool region_operand_view(Planner *pl, uint32_t instr, uint32_t operand, ViewId *out) {
    const Instr *i = instr_at(pl, instr);
    TypeId type = var_type(&pl->scope, instr_in(pl->p, i)[operand]), own;
    if (op_info(i->op)->rule == RULE_MAP)
        return view_fit(pl, VIEW_IDENTITY, type, pl->region_space[instr], out);
    TRY(space_of(pl, type, &own));
    return view_to_space(pl, type, pl->region_space[instr],
                         own == pl->region_space[instr] ? 0 : UINT64_MAX, out);
}
