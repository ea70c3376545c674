#include "infer/check_typed.h"

#include <string.h>

#include "infer/infer.h"

typedef struct Check {
    Env *env;
    const Module *m;
    Module *tables; /* a copy of the module's, so that working out types leaves those alone */
    const Program *p;
    uint32_t instr;
    const Instr *i;
    VEC(TypeId) results;
    const char *rule;
} Check;

/* Rules are looked at once for each program or once for each instruction. */
typedef struct Rule {
    frit_check_stage stage;
    const char *name, *doc;
    bool (*program)(Check *c);
    bool (*instr)(Check *c);
} Rule;

__attribute__((format(printf, 2, 3))) static bool broken(Check *c, const char *format, ...) {
    va_list args;
    va_start(args, format);
    check_fail(c->env, c->m, c->p, c->instr, c->rule, format, args);
    va_end(args);
    return false;
}

static const char *op_name(const Check *c) {
    return op_info(c->i->op)->name;
}

static bool has_no_params(Check *c) {
    if (c->p->type_params.len)
        return broken(c, "type parameter %s is left",
                      strings_get(&c->m->strings, c->p->type_params.at[0]));
    return true;
}

static bool vars_are_concrete(Check *c) {
    for (VarId v = 0; v < c->p->vars.len; v++) {
        TypeId type = c->p->vars.at[v].type;
        if (type == NO_TYPE)
            return broken(c, "variable %u has no type", v);
        if (type_get(&c->m->types, type)->generic)
            return broken(c, "the type of variable %u leaves something open", v);
    }
    return true;
}

static bool literal_is_typed(Check *c) {
    const OpInfo *info = op_info(c->i->op);
    for (unsigned k = 0; k < op_attr_count(c->i->op); k++)
        if (info->attrs[k].kind == ATTR_LITERAL && attr_has(c->p, c->i, k) &&
            attr_literal(c->p, c->i, k).form != LITERAL_TYPED)
            return broken(c, "the literal has no type");
    return true;
}

/* Type names for a message, cut where they are very long. */
static void describe_types(Check *c, TypeId have, TypeId want, frit_error *said) {
    Str text = str_make(c->env);
    type_print(&text, &c->m->strings, &c->m->types, have);
    str_puts(&text, " instead of ");
    type_print(&text, &c->tables->strings, &c->tables->types, want);
    size_t n = text.len < sizeof said->message - 1 ? text.len : sizeof said->message - 1;
    if (str_ok(&text)) {
        memcpy(said->message, text.data, n);
        said->message[n] = '\0';
    }
    str_free(&text);
}

/* Is the extent one that the operands have, or that a shape attribute names? */
static bool is_given_extent(const Check *c, Dim dim) {
    const Types *t = &c->m->types;
    for (uint32_t k = 0; k < c->i->n_in; k++) {
        TypeId type = c->p->vars.at[instr_in(c->p, c->i)[k]].type;
        for (unsigned d = 0; d < type_rank(t, type); d++)
            if (type_dims(t, type)[d] == dim)
                return true;
    }
    for (unsigned k = 0; k < op_attr_count(c->i->op); k++) {
        uint32_t n = 0;
        bool dims = op_info(c->i->op)->attrs[k].kind == ATTR_DIMS;
        const int64_t *list = dims ? attr_list(c->p, c->i, k, &n) : NULL;
        for (uint32_t d = 0; d < n; d++)
            if (list[d] == dim)
                return true;
    }
    return false;
}

/*
 * The same type; but an extent that only a run can tell (of a slice of n elements, say) has a name
 * made up for it, and inference may have found out that it equals another one.
 */
static bool is_same_type(const Check *c, TypeId have, TypeId want) {
    const Types *t = &c->m->types, *u = &c->tables->types;
    if (have == want)
        return true;
    if (type_elem(t, have) != type_elem(u, want) || type_rank(t, have) != type_rank(u, want))
        return false;
    for (unsigned d = 0; d < type_rank(t, have); d++) {
        Dim dim = type_dims(u, want)[d];
        if (dim != type_dims(t, have)[d] && (!DIM_IS_NAME(dim) || is_given_extent(c, dim)))
            return false;
    }
    return true;
}

static bool types_follow(Check *c) {
    frit_error said = {.status = FRIT_OK};
    Env inner = {c->env->allocator, &said};
    c->results.len = 0;
    TRY(vec_extend(c->env, &c->results, c->i->n_out));
    if (!infer_results(&inner, c->tables, c->m, c->p, c->i, c->results.at)) {
        if (said.status == FRIT_ERR_NOMEM) {
            *c->env->error = said;
            return false;
        }
        return broken(c, "the operands of %s do not fit: %.250s", op_name(c), said.message);
    }
    for (uint32_t k = 0; k < c->i->n_out; k++) {
        TypeId have = c->p->vars.at[c->i->out + k].type;
        if (is_same_type(c, have, c->results.at[k]))
            continue;
        describe_types(c, have, c->results.at[k], &said);
        return broken(c, "result %u of %s has the type %.250s", k, op_name(c), said.message);
    }
    return true;
}

static bool is_not_composite(Check *c) {
    return !op_info(c->i->op)->expand ||
           broken(c, "%s is a composite op and was not expanded", op_name(c));
}

/* External programs have no body that could stand in the place of the call. */
static bool is_not_call(Check *c) {
    TypeRule rule = op_info(c->i->op)->rule;
    if (rule != RULE_CALL && rule != RULE_MAP)
        return true;
    const Program *callee = c->m->programs.at[attr_word(c->p, c->i, AT_CALLEE)];
    return callee->external ||
           broken(c, "%s of %s is left", op_name(c), strings_get(&c->m->strings, callee->name));
}

static const Rule rules[] = {
    {FRIT_CHECK_TYPED, "no-type-params", "no program has type parameters", has_no_params, NULL},
    {FRIT_CHECK_TYPED, "concrete-types", "every variable has a type that leaves nothing open",
     vars_are_concrete, NULL},
    {FRIT_CHECK_TYPED, "typed-literals", "every literal has a type", NULL, literal_is_typed},
    {FRIT_CHECK_TYPED, "result-types", "results have the types that their operands give", NULL,
     types_follow},
    {FRIT_CHECK_EXPANDED, "composite", "no composite op is left", NULL, is_not_composite},
    {FRIT_CHECK_FLAT, "call", "no call or map of a program with a body is left", NULL, is_not_call},
};

enum { RULE_LIST_SIZE = sizeof rules / sizeof *rules };

static bool follow_program(Check *c, frit_check_stage stage) {
    c->instr = NO_INSTR;
    for (size_t r = 0; r < RULE_LIST_SIZE; r++) {
        c->rule = rules[r].name;
        if (rules[r].stage <= stage && rules[r].program)
            TRY(rules[r].program(c));
    }
    for (uint32_t i = 0; i < c->p->instrs.len; i++) {
        c->instr = i;
        c->i = &c->p->instrs.at[i];
        for (size_t r = 0; r < RULE_LIST_SIZE; r++) {
            c->rule = rules[r].name;
            if (rules[r].stage <= stage && rules[r].instr)
                TRY(rules[r].instr(c));
        }
    }
    return true;
}

bool check_module(Env *env, const Module *m, frit_check_stage stage) {
    TRY(check_built(env, m));
    if (stage == FRIT_CHECK_BUILT)
        return true;
    Check c = {.env = env, .m = m, .tables = module_clone_tables(env, m)};
    bool ok = c.tables != NULL;
    for (ProgId i = 0; ok && i < m->programs.len; i++) {
        c.p = m->programs.at[i];
        ok = follow_program(&c, stage);
    }
    vec_free(env->allocator, &c.results);
    module_free(c.tables);
    return ok;
}

bool check_module_rule(uint32_t index, CheckRule *out, frit_check_stage *stage) {
    if (index >= RULE_LIST_SIZE)
        return false;
    *out = (CheckRule){rules[index].name, rules[index].doc};
    *stage = rules[index].stage;
    return true;
}
