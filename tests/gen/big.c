/* Large programs for benchmarks and tests of limits. */
#include <stdio.h>
#include <string.h>

#include "gen/parts.h"

/* The last variables of one sort. */
typedef struct Recent {
    VarId at[16];
    uint32_t n; /* ever added */
} Recent;

typedef struct Straight {
    Gen *g;
    Program *p;
    Recent arrays, scalars, conditions, literals;
} Straight;

static void remember(Recent *r, VarId var) {
    r->at[r->n++ % 16] = var;
}

static VarId some(Straight *s, const Recent *r) {
    return r->at[gen_below(s->g, r->n < 16 ? r->n : 16)];
}

static VarId some_operand(Straight *s) {
    uint32_t kind = gen_below(s->g, 10);
    return some(s, kind == 0 ? &s->scalars : kind == 1 ? &s->literals : &s->arrays);
}

static bool add_literal(Straight *s) {
    static const uint32_t bits[] = {0x00000000, 0x3f800000, 0x40000000, 0x3f000000, 0x3dcccccd};
    Literal literal = {.form = LITERAL_TYPED, .bits = {bits[gen_below(s->g, 5)], 0}};
    VarId var;
    TRY(type_scalar(s->g->env, &s->g->m->types, DT_F32, &literal.type));
    TRY(program_const(s->g->env, s->p, &literal, NO_TYPE, (Loc){0, 0}, &var));
    remember(&s->literals, var);
    return true;
}

/* An elementwise op over floats of that arity and result, which every dialect has. */
static Op float_op(Straight *s, unsigned arity, ResultElement result) {
    for (;;) {
        Op op = (Op)gen_below(s->g, OP_FIRST_ROUTINE);
        const OpInfo *info = op_info(op);
        if (info->rule == RULE_ELEMENTWISE && info->arity == arity && info->result == result &&
            info->accepts & CLASS_FLOAT && !info->expand &&
            !(info->flags & (OPF_NOT_SLANG | OPF_NOT_METAL)))
            return op;
    }
}

static bool add_op(Straight *s, Op op, const VarId *in, uint32_t n, Recent *to) {
    VarId out;
    TRY(program_instr(s->g->env, s->p, op, in, n, NULL, 1, NULL, (Loc){0, 0}, &out));
    remember(to, out);
    return true;
}

static bool add_step(Straight *s) {
    VarId in[3] = {some(s, &s->arrays), some_operand(s), some_operand(s)};
    switch (gen_below(s->g, 16)) {
    case 0:
    case 1: return add_literal(s);
    case 2: /* folds */
        in[0] = some(s, &s->literals);
        in[1] = some(s, &s->literals);
        return add_op(s, OP_add, in, 2, &s->literals);
    case 3: /* of scalars */
        in[0] = some(s, &s->scalars);
        in[1] = some(s, &s->literals);
        return add_op(s, OP_mul, in, 2, &s->scalars);
    case 4: return add_op(s, float_op(s, 1, RESULT_SAME), in, 1, &s->arrays);
    case 5: /* expands */
        return add_op(s, gen_chance(s->g, 50) ? OP_silu : OP_relu, in, 1, &s->arrays);
    case 6: return add_op(s, float_op(s, 2, RESULT_BOOL), in, 2, &s->conditions);
    case 7:
        in[0] = some(s, &s->conditions);
        in[1] = some(s, &s->arrays);
        return add_op(s, OP_select, in, 3, &s->arrays);
    case 8: /* the same step once more */
        TRY(add_op(s, OP_mul, in, 2, &s->arrays));
        return add_op(s, OP_mul, in, 2, &s->arrays);
    case 9: in[1] = in[0]; return add_op(s, OP_maximum, in, 2, &s->arrays);
    default: return add_op(s, float_op(s, 2, RESULT_SAME), in, 2, &s->arrays);
    }
}

static bool fill_straight(Straight *s, uint32_t n) {
    static const char *const names[] = {"x", "y", "a"};
    Env *env = s->g->env;
    Module *m = s->g->m;
    TypeId f32, array;
    Dim dims[2];
    StrId name;
    VarId var;
    for (int i = 0; i < 2; i++) {
        TRY(strings_add(env, &m->strings, i ? "n" : "m", 1, &name));
        dims[i] = DIM_NAMED(name);
    }
    TRY(type_scalar(env, &m->types, DT_F32, &f32));
    TRY(type_array(env, &m->types, f32, dims, 2, &array));
    for (int i = 0; i < 3; i++) {
        TRY(strings_add(env, &m->strings, names[i], 1, &name));
        TRY(program_input(env, m, s->p, name, i < 2 ? array : f32, &var));
        remember(i < 2 ? &s->arrays : &s->scalars, var);
    }
    TRY(add_literal(s));
    TRY(add_op(s, OP_gt, (VarId[]){0, 1}, 2, &s->conditions));
    while (s->p->instrs.len < n)
        TRY(add_step(s));
    return program_output(env, s->p, s->arrays.at[(s->arrays.n - 1) % 16]) &&
           program_output(env, s->p, s->scalars.at[0]);
}

Module *gen_straight(Env *env, uint32_t n) {
    Gen g = {.env = env, .m = module_new(env), .state = 1};
    Straight s = {.g = &g};
    StrId name;
    ProgId id;
    if (g.m && strings_add(env, &g.m->strings, "main", 4, &name) &&
        (s.p = program_new(env, name)) != NULL && gen_add(&g, s.p, fill_straight(&s, n), &id))
        return g.m;
    module_free(g.m);
    return NULL;
}

static bool fill_link(Gen *g, Program *p, uint32_t k) {
    VarId x, y, r;
    Attrs attrs = attrs_none();
    Loc loc = {0, 0};
    TRY(program_input(g->env, g->m, p, NO_STR, NO_TYPE, &x));
    if (k == 0)
        TRY(program_instr(g->env, p, OP_add, (VarId[]){x, x}, 2, NULL, 1, NULL, loc, &r));
    attrs.word[AT_CALLEE] = (int64_t)k - 1;
    if (k)
        TRY(program_instr(g->env, p, OP_neg, &x, 1, NULL, 1, NULL, loc, &y) &&
            program_instr(g->env, p, OP_call, &y, 1, &attrs, 1, NULL, loc, &r));
    return program_output(g->env, p, r);
}

static bool add_link(Gen *g, uint32_t k) {
    char text[24];
    StrId name;
    ProgId id;
    int len = snprintf(text, sizeof text, "p%u", k);
    TRY(strings_add(g->env, &g->m->strings, text, (size_t)len, &name));
    Program *p = program_new(g->env, name);
    return p && gen_add(g, p, fill_link(g, p, k), &id);
}

Module *gen_call_chain(Env *env, uint32_t depth) {
    Gen g = {.env = env, .m = module_new(env)};
    bool ok = g.m != NULL;
    for (uint32_t k = 0; ok && k < depth; k++)
        ok = add_link(&g, k);
    TypeId f32;
    /* The last one is the entry: only it needs a type. */
    ok = ok && type_scalar(env, &g.m->types, DT_F32, &f32);
    if (ok && depth) {
        g.m->programs.at[depth - 1]->vars.at[0].type = f32;
        return g.m;
    }
    module_free(g.m);
    return NULL;
}
