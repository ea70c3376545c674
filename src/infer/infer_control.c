/* Steps that run other programs: each needs the callee typed for the arguments it gets. */
#include <string.h>

#include "infer/frame.h"

static bool fail_argument(Infer *s, const Bindings *b, const Program *callee, uint32_t k,
                          TypeId given) {
    RuleCall show = {.env = s->env, .module = s->out};
    char declared_text[SHOW_MAX], bound_text[SHOW_MAX], given_text[SHOW_MAX];
    StrId name = callee->vars.at[k].name;
    TypeId declared = callee->vars.at[k].type, bound;
    TRY(bind_subst(s->env, s->out, &s->unifier, b, declared, &bound)); /* T, once it is known */
    return env_fail(s->env, FRIT_ERR_TYPE, FRIT_STAGE_INFER,
                    "input %u (%s) of %s is declared %s%s%s%s and is given %s", k,
                    name == NO_STR ? "unnamed" : strings_get(&s->out->strings, name),
                    strings_get(&s->out->strings, callee->name),
                    rule_show(&show, declared, declared_text), bound == declared ? "" : " (here ",
                    bound == declared ? "" : rule_show(&show, bound, bound_text),
                    bound == declared ? "" : ")", rule_show(&show, given, given_text));
}

/* A typed argument that promotion may convert to the declared type. */
static bool promote_argument(Infer *s, TypeId declared, uint32_t operand, TypeId *type) {
    const Types *t = &s->out->types;
    Dtype from = type_dtype(t, *type), to = type_dtype(t, declared);
    if (from == DT_NONE || to == DT_NONE || from == to ||
        infer_promote(from, to, s->options.promotion) != to)
        return true;
    s->want.at[operand] = to;
    return type_with_dtype(s->env, &s->out->types, *type, to, type);
}

/* The dtype an untyped literal takes as an argument. */
static bool settle_literal(Infer *s, const Bindings *b, TypeId declared, uint32_t operand,
                           TypeId *type) {
    TypeId known;
    TRY(bind_subst(s->env, s->out, &s->unifier, b, declared, &known));
    Dtype dtype = type_dtype(&s->out->types, known);
    if (dtype == DT_NONE)
        dtype = rule_default_dtype(&s->options, s->weak.at[operand].form);
    s->want.at[operand] = dtype;
    return type_scalar(s->env, &s->out->types, dtype, type);
}

static bool settle_with(Infer *s, Bindings *b, const Program *callee, uint32_t first_operand,
                        uint32_t n, TypeId *types) {
    bool fits;
    for (uint32_t k = 0; k < n; k++) {
        TypeId declared = callee->vars.at[k].type;
        if (types[k] == NO_TYPE)
            continue;
        if (declared != NO_TYPE)
            TRY(promote_argument(s, declared, first_operand + k, &types[k]));
        TRY(bind_match(s->env, s->out, &s->unifier, b, declared, types[k], &fits));
        if (!fits)
            return fail_argument(s, b, callee, k, types[k]);
    }
    /* Literals last: by now the others have said what the type parameters are. */
    for (uint32_t k = 0; k < n; k++) {
        TypeId declared = callee->vars.at[k].type;
        if (types[k] != NO_TYPE)
            continue;
        TRY(settle_literal(s, b, declared, first_operand + k, &types[k]));
        TRY(bind_match(s->env, s->out, &s->unifier, b, declared, types[k], &fits));
        if (!fits)
            return fail_argument(s, b, callee, k, types[k]);
    }
    return true;
}

/*
 * Decides the types of n arguments for the inputs of callee. types: on entry what the arguments are
 * (NO_TYPE for untyped literals), on return what they become; want says so for operand
 * first_operand + k too.
 */
static bool settle_arguments(Infer *s, const Program *callee, uint32_t first_operand, uint32_t n,
                             TypeId *types) {
    Bindings b = {.params = {0}};
    bool ok = settle_with(s, &b, callee, first_operand, n, types);
    bindings_free(s->env->allocator, &b);
    return ok;
}

/* s->args = the types of operands from first on. */
static bool take_arguments(Infer *s, uint32_t first) {
    s->args.len = 0;
    for (uint32_t k = first; k < s->in.len; k++)
        TRY(vec_push(s->env, &s->args, s->in.at[k]));
    return true;
}

/* Types of the outputs of a typed program, into s->args. */
static bool take_outputs(Infer *s, ProgId id) {
    const Program *p = s->out->programs.at[id];
    s->args.len = 0;
    for (uint32_t k = 0; k < p->outputs.len; k++)
        TRY(vec_push(s->env, &s->args, p->vars.at[p->outputs.at[k]].type));
    return true;
}

Step step_call(Infer *s, Typing *f, const Instr *i, Loc loc) {
    ProgId source = (ProgId)attr_word(f->from, i, AT_CALLEE), id;
    Attrs attrs;
    STEP_TRY(take_arguments(s, 0));
    STEP_TRY(settle_arguments(s, s->m->programs.at[source], 0, s->args.len, s->args.at));
    Step got = instance_get(s, source, s->args.at, &id);
    if (got != STEP_DONE)
        return got;
    STEP_TRY(frame_attrs(s, f, i, &attrs));
    attrs.word[AT_CALLEE] = id;
    STEP_TRY(frame_convert(s, f, loc));
    STEP_TRY(take_outputs(s, id));
    STEP_TRY(frame_append(s, f, i, &attrs, s->args.at, loc));
    return STEP_DONE;
}

/* ---- map */

/* Splits an argument into its leading axes, joined into *lead, and the value one call gets. */
static bool split_argument(RuleCall *c, const Program *callee, uint32_t k, Shape *lead,
                           TypeId *inner) {
    Types *t = &c->module->types;
    TypeId declared = callee->vars.at[k].type;
    unsigned keep = type_rank(t, declared);
    *inner = c->in[k];
    if (c->in[k] == NO_TYPE)
        return true;
    if (type_get(t, declared)->kind == TYPE_ANY_RANK)
        return rule_fail(c, FRIT_ERR_TYPE,
                         "input %u takes any rank, so there is nothing to map over", k);
    Shape x = rule_shape(c, k);
    if (x.rank < keep)
        return rule_fail(c, FRIT_ERR_SHAPE, "argument %u has rank %u; at least %u is needed", k,
                         x.rank, keep);
    TRY(type_array(c->env, t, type_elem(t, c->in[k]), x.dims + x.rank - keep, keep, inner));
    x.rank -= keep;
    return rule_broadcast(c, lead, &x);
}

/* Puts the leading axes in front of what one call returns. */
static bool join_results(Infer *s, const RuleCall *c, const Shape *lead) {
    Types *t = &s->out->types;
    for (uint32_t k = 0; k < s->args.len; k++) {
        Shape out = *lead;
        unsigned rank = type_rank(t, s->args.at[k]);
        if (out.rank + rank > MAX_RANK)
            return env_fail(s->env, FRIT_ERR_LIMIT, FRIT_STAGE_INFER,
                            "%s: a result of more than %d axes", c->info->name, MAX_RANK);
        for (unsigned d = 0; d < out.rank; d++)
            out.dims[d] = unify_resolve(&s->unifier, out.dims[d]);
        for (unsigned d = 0; d < rank; d++)
            out.dims[out.rank++] = type_dims(t, s->args.at[k])[d];
        TRY(type_array(s->env, t, type_elem(t, s->args.at[k]), out.dims, out.rank, &s->args.at[k]));
    }
    return true;
}

Step step_map(Infer *s, Typing *f, const Instr *i, Loc loc) {
    ProgId source = (ProgId)attr_word(f->from, i, AT_CALLEE), id;
    const Program *callee = s->m->programs.at[source];
    Shape lead = {.rank = 0};
    Attrs attrs;
    STEP_TRY(frame_attrs(s, f, i, &attrs));
    RuleCall c = frame_rule_call(s, f, i->op, attrs.word);
    STEP_TRY(take_arguments(s, 0));
    for (uint32_t k = 0; k < s->args.len; k++)
        STEP_TRY(split_argument(&c, callee, k, &lead, &s->args.at[k]));
    STEP_TRY(settle_arguments(s, callee, 0, s->args.len, s->args.at));
    for (uint32_t k = 0; k < s->args.len; k++) /* as they will be when the step is taken again */
        STEP_TRY(infer_resolve_type(s, &s->args.at[k]));
    Step got = instance_get(s, source, s->args.at, &id);
    if (got != STEP_DONE)
        return got;
    attrs.word[AT_CALLEE] = id;
    STEP_TRY(frame_convert(s, f, loc));
    STEP_TRY(take_outputs(s, id));
    STEP_TRY(join_results(s, &c, &lead));
    STEP_TRY(frame_append(s, f, i, &attrs, s->args.at, loc));
    return STEP_DONE;
}

/* ---- if, for, while */

static bool is_scalar(const Infer *s, TypeId type, unsigned classes) {
    const Type *t = type_get(&s->out->types, type);
    return t->kind == TYPE_SCALAR && (dtype_info(t->dtype)->class & classes);
}

static bool fail_control(Infer *s, const Instr *i, const char *what, TypeId given,
                         const char *needed) {
    RuleCall show = {.env = s->env, .module = s->out};
    char a[SHOW_MAX];
    return env_fail(s->env, FRIT_ERR_TYPE, FRIT_STAGE_INFER, "%s: %s is %s; %s is needed",
                    op_info(i->op)->name, what, rule_show(&show, given, a), needed);
}

/* s->args (results of one program) against the types of another's results or of carried values. */
static bool same_results(Infer *s, const Instr *i, const TypeId *a, const TypeId *b, uint32_t n) {
    RuleCall show = {.env = s->env, .module = s->out};
    char at[SHOW_MAX], bt[SHOW_MAX];
    bool branches = op_info(i->op)->rule == RULE_IF;
    for (uint32_t k = 0; k < n; k++) {
        bool same;
        TRY(unify_types(s->env, s->out, &s->unifier, a[k], b[k], &same));
        if (!same)
            return env_fail(
                s->env, FRIT_ERR_TYPE, FRIT_STAGE_INFER,
                branches ? "%s: result %u is %s in one branch and %s in the other"
                         : "%s: carried value %u enters the body as %s and leaves it as %s",
                op_info(i->op)->name, k, rule_show(&show, a[k], at), rule_show(&show, b[k], bt));
    }
    return true;
}

Step step_if(Infer *s, Typing *f, const Instr *i, Loc loc) {
    ProgId then_source = (ProgId)attr_word(f->from, i, AT_THEN), then_id;
    ProgId else_source = (ProgId)attr_word(f->from, i, AT_ELSE), else_id;
    Attrs attrs;
    if (!is_scalar(s, s->in.at[0], CLASS_BOOL)) {
        fail_control(s, i, "the condition", s->in.at[0], "a bool of rank 0");
        return STEP_FAILED;
    }
    STEP_TRY(take_arguments(s, 1));
    STEP_TRY(settle_arguments(s, s->m->programs.at[then_source], 1, s->args.len, s->args.at));
    STEP_TRY(settle_arguments(s, s->m->programs.at[else_source], 1, s->args.len, s->args.at));
    Step got = instance_get(s, then_source, s->args.at, &then_id);
    if (got == STEP_DONE)
        got = instance_get(s, else_source, s->args.at, &else_id);
    if (got != STEP_DONE)
        return got;
    STEP_TRY(frame_attrs(s, f, i, &attrs));
    attrs.word[AT_THEN] = then_id;
    attrs.word[AT_ELSE] = else_id;
    STEP_TRY(frame_convert(s, f, loc));
    STEP_TRY(take_outputs(s, then_id));
    s->in.len = 0;
    for (uint32_t k = 0; k < i->n_out; k++)
        STEP_TRY(vec_push(s->env, &s->in, s->args.at[k]));
    STEP_TRY(take_outputs(s, else_id));
    STEP_TRY(same_results(s, i, s->in.at, s->args.at, i->n_out));
    STEP_TRY(frame_append(s, f, i, &attrs, s->in.at, loc));
    return STEP_DONE;
}

/* The types of a loop's carried values, from s->args behind `skip` entries, to s->in from 0 on. */
static bool keep_carried(Infer *s, uint32_t skip, uint32_t carry) {
    for (uint32_t k = 0; k < carry; k++)
        s->in.at[k] = s->args.at[skip + k];
    return true;
}

/* Bounds of a `for`: integers of rank 0 and of one dtype; literals take that of the body's index. */
static bool loop_bounds(Infer *s, const Instr *i, const Program *body, Dtype *out) {
    *out = DT_NONE;
    for (uint32_t k = 0; k < 2; k++) {
        if (s->in.at[k] == NO_TYPE && s->weak.at[k].form <= LITERAL_UINT)
            continue;
        if (!is_scalar(s, s->in.at[k], CLASS_SIGNED | CLASS_UNSIGNED))
            return fail_control(s, i, k ? "the end" : "the start", s->in.at[k],
                                "an integer of rank 0");
        Dtype dtype = type_dtype(&s->out->types, s->in.at[k]);
        if (*out != DT_NONE && *out != dtype)
            return fail_control(s, i, "the end", s->in.at[k], "the type of the start");
        *out = dtype;
    }
    if (*out == DT_NONE)
        *out = is_scalar(s, body->vars.at[0].type, CLASS_SIGNED | CLASS_UNSIGNED)
                   ? type_dtype(&s->out->types, body->vars.at[0].type)
                   : DT_I64;
    s->want.at[0] = s->want.at[1] = *out;
    return true;
}

Step step_for(Infer *s, Typing *f, const Instr *i, Loc loc) {
    ProgId source = (ProgId)attr_word(f->from, i, AT_FOR_BODY), id;
    uint32_t carry = (uint32_t)attr_int(f->from, i, AT_FOR_CARRY, 0);
    Dtype index;
    Attrs attrs;
    STEP_TRY(loop_bounds(s, i, s->m->programs.at[source], &index));
    STEP_TRY(take_arguments(s, 1)); /* the body gets the index where the end stood */
    STEP_TRY(type_scalar(s->env, &s->out->types, index, &s->args.at[0]));
    STEP_TRY(settle_arguments(s, s->m->programs.at[source], 1, s->args.len, s->args.at));
    if (!is_scalar(s, s->args.at[0], CLASS_SIGNED | CLASS_UNSIGNED)) {
        fail_control(s, i, "the index of the body", s->args.at[0], "an integer of rank 0");
        return STEP_FAILED;
    }
    s->want.at[0] = s->want.at[1] = type_dtype(&s->out->types, s->args.at[0]);
    Step got = instance_get(s, source, s->args.at, &id);
    if (got != STEP_DONE)
        return got;
    STEP_TRY(frame_attrs(s, f, i, &attrs));
    attrs.word[AT_FOR_BODY] = id;
    STEP_TRY(frame_convert(s, f, loc));
    STEP_TRY(keep_carried(s, 1, carry));
    STEP_TRY(take_outputs(s, id));
    STEP_TRY(same_results(s, i, s->in.at, s->args.at, carry));
    STEP_TRY(frame_append(s, f, i, &attrs, s->in.at, loc));
    return STEP_DONE;
}

Step step_while(Infer *s, Typing *f, const Instr *i, Loc loc) {
    ProgId cond_source = (ProgId)attr_word(f->from, i, AT_WHILE_COND), cond_id;
    ProgId body_source = (ProgId)attr_word(f->from, i, AT_WHILE_BODY), body_id;
    uint32_t carry = (uint32_t)attr_int(f->from, i, AT_WHILE_CARRY, 0);
    Attrs attrs;
    STEP_TRY(take_arguments(s, 0));
    STEP_TRY(settle_arguments(s, s->m->programs.at[body_source], 0, s->args.len, s->args.at));
    STEP_TRY(settle_arguments(s, s->m->programs.at[cond_source], 0, s->args.len, s->args.at));
    Step got = instance_get(s, cond_source, s->args.at, &cond_id);
    if (got == STEP_DONE)
        got = instance_get(s, body_source, s->args.at, &body_id);
    if (got != STEP_DONE)
        return got;
    const Program *cond = s->out->programs.at[cond_id];
    TypeId answer = cond->vars.at[cond->outputs.at[0]].type;
    if (!is_scalar(s, answer, CLASS_BOOL)) {
        fail_control(s, i, "the result of the condition", answer, "a bool of rank 0");
        return STEP_FAILED;
    }
    STEP_TRY(frame_attrs(s, f, i, &attrs));
    attrs.word[AT_WHILE_COND] = cond_id;
    attrs.word[AT_WHILE_BODY] = body_id;
    STEP_TRY(frame_convert(s, f, loc));
    STEP_TRY(keep_carried(s, 0, carry));
    STEP_TRY(take_outputs(s, body_id));
    STEP_TRY(same_results(s, i, s->in.at, s->args.at, carry));
    STEP_TRY(frame_append(s, f, i, &attrs, s->in.at, loc));
    return STEP_DONE;
}
