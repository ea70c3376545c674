/* The types of single instructions of programs that are typed already. */
#include <string.h>

#include "infer/bind.h"
#include "infer/infer.h"
#include "infer/rules.h"

/* Room for the operands of nearly every instruction. */
enum { FEW = 16 };

typedef struct Scratch {
    TypeId *in;
    Dtype *want;
} Scratch;

/* The operands must fit as they are: nothing was put in that would convert them. */
static bool check_wants(RuleCall *c) {
    for (uint32_t k = 0; k < c->n_in; k++)
        if (c->want[k] != DT_NONE && c->want[k] != type_dtype(&c->module->types, c->in[k]))
            return rule_fail(c, FRIT_ERR_TYPE, "operand %u would have to be converted", k + 1);
    return true;
}

static bool apply_with(Env *env, Module *tables, const Program *p, Op op, const VarId *in,
                       uint32_t n_in, const int64_t *words, Scratch *s, TypeId *out) {
    static const int64_t absent[MAX_ATTRS] = {ATTR_ABSENT, ATTR_ABSENT, ATTR_ABSENT, ATTR_ABSENT,
                                              ATTR_ABSENT};
    for (uint32_t k = 0; k < n_in; k++) {
        s->in[k] = p->vars.at[in[k]].type;
        s->want[k] = DT_NONE;
        if (s->in[k] == NO_TYPE)
            return env_fail(env, FRIT_ERR_TYPE, env->error->stage, "operand %u has no type", k + 1);
    }
    RuleCall c = {.env = env,
                  .module = tables,
                  .op = op,
                  .info = op_info(op),
                  .pool = p,
                  .words = words ? words : absent,
                  .in = s->in,
                  .n_in = n_in,
                  .want = s->want};
    TRY(rule_apply(&c) && check_wants(&c));
    *out = c.out;
    return true;
}

static bool apply(Env *env, Module *tables, const Program *p, Op op, const VarId *in, uint32_t n_in,
                  const int64_t *words, TypeId *out) {
    TypeId few_in[FEW];
    Dtype few_want[FEW];
    if (n_in <= FEW)
        // cppcheck-suppress legacyUninitvar ; they are written to
        return apply_with(env, tables, p, op, in, n_in, words, &(Scratch){few_in, few_want}, out);
    size_t in_size = n_in * sizeof(TypeId), want_size = n_in * sizeof(Dtype);
    Scratch s = {env_resize(env, NULL, 0, in_size), env_resize(env, NULL, 0, want_size)};
    bool ok = s.in && s.want && apply_with(env, tables, p, op, in, n_in, words, &s, out);
    env_free(env->allocator, s.in, in_size);
    env_free(env->allocator, s.want, want_size);
    return ok;
}

bool infer_append(Env *env, Module *m, Program *p, Op op, const VarId *in, uint32_t n_in,
                  const Attrs *attrs, Loc loc, VarId *out) {
    TypeId type;
    TRY(apply(env, m, p, op, in, n_in, attrs ? attrs->word : NULL, &type));
    return program_instr(env, p, op, in, n_in, attrs, 1, &type, loc, out);
}

/* ---- ops that run other programs: their operands against the callee's inputs */

static bool fail_input(Env *env, const Module *m, const Program *callee, uint32_t k) {
    return env_fail(env, FRIT_ERR_TYPE, env->error->stage,
                    "operand for input %u of %s has another type", k,
                    strings_get(&m->strings, callee->name));
}

static bool inputs_agree(Env *env, const Module *m, const Program *p, const VarId *in,
                         const Program *callee, uint32_t first, uint32_t n) {
    for (uint32_t k = 0; k < n; k++)
        if (p->vars.at[in[k]].type != callee->vars.at[first + k].type)
            return fail_input(env, m, callee, first + k);
    return true;
}

static void outputs_of(const Program *callee, TypeId *out) {
    for (uint32_t k = 0; k < callee->outputs.len; k++)
        out[k] = callee->vars.at[callee->outputs.at[k]].type;
}

/* Leading axes of operands over those of the callee's inputs, and the results behind them. */
static bool map_results(Env *env, Module *tables, const Program *p, const Instr *i,
                        const Program *callee, TypeId *out) {
    Types *t = &tables->types;
    RuleCall c = {.env = env, .module = tables, .op = i->op, .info = op_info(i->op)};
    Shape lead = {.rank = 0};
    for (uint32_t k = 0; k < i->n_in; k++) {
        TypeId given = p->vars.at[instr_in(p, i)[k]].type, inner = callee->vars.at[k].type, tail;
        unsigned rank = type_rank(t, given), keep = type_rank(t, inner);
        Shape x = {.rank = rank - (rank < keep ? rank : keep)};
        if (rank < keep)
            return fail_input(env, tables, callee, k);
        if (rank)
            memcpy(x.dims, type_dims(t, given), rank * sizeof *x.dims);
        TRY(type_array(env, t, type_elem(t, given), x.dims + x.rank, keep, &tail));
        if (tail != inner)
            return fail_input(env, tables, callee, k);
        TRY(rule_broadcast(&c, &lead, &x));
    }
    outputs_of(callee, out);
    for (uint32_t k = 0; k < i->n_out; k++) {
        Shape full = lead;
        unsigned rank = type_rank(t, out[k]);
        if (full.rank + rank > MAX_RANK)
            return env_fail(env, FRIT_ERR_LIMIT, env->error->stage, "a result of more than %d axes",
                            MAX_RANK);
        for (unsigned d = 0; d < rank; d++)
            full.dims[full.rank++] = type_dims(t, out[k])[d];
        TRY(type_array(env, t, type_elem(t, out[k]), full.dims, full.rank, &out[k]));
    }
    return true;
}

static bool is_bool_scalar(const Module *m, TypeId type) {
    return type_get(&m->types, type)->kind == TYPE_SCALAR && type_dtype(&m->types, type) == DT_BOOL;
}

static bool if_results(Env *env, const Module *m, const Program *p, const Instr *i, TypeId *out) {
    const Program *then = m->programs.at[attr_word(p, i, AT_THEN)];
    const Program *other = m->programs.at[attr_word(p, i, AT_ELSE)];
    const VarId *in = instr_in(p, i);
    if (!is_bool_scalar(m, p->vars.at[in[0]].type))
        return env_fail(env, FRIT_ERR_TYPE, env->error->stage,
                        "the condition is not a bool of rank 0");
    TRY(inputs_agree(env, m, p, in + 1, then, 0, i->n_in - 1));
    TRY(inputs_agree(env, m, p, in + 1, other, 0, i->n_in - 1));
    outputs_of(then, out);
    for (uint32_t k = 0; k < i->n_out; k++)
        if (other->vars.at[other->outputs.at[k]].type != out[k])
            return env_fail(env, FRIT_ERR_TYPE, env->error->stage,
                            "result %u differs between the branches", k);
    return true;
}

/* A loop's carried operands, the body's inputs for them and its results are of one type each. */
static bool loop_results(Env *env, const Module *m, const Program *p, const Instr *i,
                         const Program *body, uint32_t first, TypeId *out) {
    for (uint32_t k = 0; k < i->n_out; k++) {
        out[k] = p->vars.at[instr_in(p, i)[first + k]].type;
        if (body->vars.at[body->outputs.at[k]].type != out[k])
            return env_fail(env, FRIT_ERR_TYPE, env->error->stage,
                            "carried value %u leaves the body of %s with another type", k,
                            strings_get(&m->strings, body->name));
    }
    return true;
}

static bool for_results(Env *env, const Module *m, const Program *p, const Instr *i, TypeId *out) {
    const Program *body = m->programs.at[attr_word(p, i, AT_FOR_BODY)];
    const VarId *in = instr_in(p, i);
    TypeId lo = p->vars.at[in[0]].type;
    Dtype dtype = type_dtype(&m->types, lo);
    if (lo != p->vars.at[in[1]].type || lo != body->vars.at[0].type || type_rank(&m->types, lo) ||
        dtype == DT_NONE || !(dtype_info(dtype)->class & (CLASS_SIGNED | CLASS_UNSIGNED)))
        return env_fail(env, FRIT_ERR_TYPE, env->error->stage,
                        "the bounds and the index differ in type");
    TRY(inputs_agree(env, m, p, in + 2, body, 1, i->n_in - 2));
    return loop_results(env, m, p, i, body, 2, out);
}

static bool while_results(Env *env, const Module *m, const Program *p, const Instr *i,
                          TypeId *out) {
    const Program *cond = m->programs.at[attr_word(p, i, AT_WHILE_COND)];
    const Program *body = m->programs.at[attr_word(p, i, AT_WHILE_BODY)];
    TRY(inputs_agree(env, m, p, instr_in(p, i), cond, 0, i->n_in));
    TRY(inputs_agree(env, m, p, instr_in(p, i), body, 0, i->n_in));
    if (!is_bool_scalar(m, cond->vars.at[cond->outputs.at[0]].type))
        return env_fail(env, FRIT_ERR_TYPE, env->error->stage,
                        "the condition is not a bool of rank 0");
    return loop_results(env, m, p, i, body, 0, out);
}

bool infer_results(Env *env, Module *tables, const Module *m, const Program *p, const Instr *i,
                   TypeId *out) {
    const Program *callee;
    Literal literal;
    switch (op_info(i->op)->rule) {
    case RULE_CONST:
        literal = attr_literal(p, i, AT_CONST_VALUE);
        *out = literal.type;
        return literal.form == LITERAL_TYPED ||
               env_fail(env, FRIT_ERR_TYPE, env->error->stage, "the literal has no type");
    case RULE_CALL:
        callee = m->programs.at[attr_word(p, i, AT_CALLEE)];
        outputs_of(callee, out);
        return inputs_agree(env, m, p, instr_in(p, i), callee, 0, i->n_in);
    case RULE_MAP:
        return map_results(env, tables, p, i, m->programs.at[attr_word(p, i, AT_CALLEE)], out);
    case RULE_IF: return if_results(env, m, p, i, out);
    case RULE_FOR: return for_results(env, m, p, i, out);
    case RULE_WHILE: return while_results(env, m, p, i, out);
    default:
        return apply(env, tables, p, i->op, instr_in(p, i), i->n_in,
                     i->attr ? p->attrs.at + i->attr : NULL, out);
    }
}
