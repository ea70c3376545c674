/* The walk: one program after another, one instruction after another. */
#include "infer/infer.h"

#include <string.h>

#include "infer/frame.h"

/* ---- literals */

static bool literal_fits_integer(const Literal *l, Dtype dtype) {
    const DtypeInfo *info = dtype_info(dtype);
    bool negative = l->form == LITERAL_INT && (int64_t)l->bits.lo < 0;
    uint64_t magnitude = negative ? 0 - l->bits.lo : l->bits.lo;
    if (info->class == CLASS_SIGNED)
        return magnitude <= ((uint64_t)1 << (info->bits - 1)) - !negative;
    return !negative && magnitude <= UINT64_MAX >> (64 - info->bits);
}

static bool is_finite(Dtype dtype, Scalar value) {
    Scalar wide = scalar_cast(dtype, DT_C128, value);
    return wide.c128[0] - wide.c128[0] == 0 && wide.c128[1] - wide.c128[1] == 0;
}

/* In an expansion, an attribute's number is rounded like any other step: to infinity too. */
static bool literal_to_dtype(Env *env, const Module *m, const Literal *weak, Dtype dtype,
                             bool expanding, Bits *out) {
    Dtype own = weak->form == LITERAL_INT    ? DT_I64
                : weak->form == LITERAL_UINT ? DT_U64
                : weak->form == LITERAL_REAL ? DT_F64
                                             : DT_C128;
    DtypeClass class = dtype_info(dtype)->class;
    bool integer = weak->form == LITERAL_INT || weak->form == LITERAL_UINT;
    bool fits = integer                      ? class != CLASS_BOOL
                : weak->form == LITERAL_REAL ? class == CLASS_FLOAT || class == CLASS_COMPLEX
                                             : class == CLASS_COMPLEX;
    if (fits && integer && (class == CLASS_SIGNED || class == CLASS_UNSIGNED))
        fits = literal_fits_integer(weak, dtype);
    if (!fits)
        return rule_fail_literal(env, m, weak, dtype);
    Scalar wide = scalar_from_bits(own, weak->bits), value = scalar_cast(own, dtype, wide);
    *out = scalar_to_bits(dtype, value);
    return expanding || !is_finite(own, wide) || is_finite(dtype, value) ||
           rule_fail_literal(env, m, weak, dtype);
}

/* The variable that holds weak literal number w as dtype. */
static bool make_literal(Infer *s, Typing *f, uint32_t w, Dtype dtype, VarId *out) {
    uint64_t hash = hash_u64((uint64_t)w << 8 | dtype, 0);
    for (IndexCursor c = index_find(&f->made_index, hash); index_next(&f->made_index, &c);)
        if (f->made.at[c.id].weak == w && f->made.at[c.id].dtype == dtype) {
            *out = f->made.at[c.id].var;
            return true;
        }
    const Weak *weak = &f->weak.at[w];
    Literal literal = {.form = LITERAL_TYPED};
    TRY(literal_to_dtype(s->env, s->out, &weak->literal, dtype, f->outer != NULL, &literal.bits));
    TRY(type_scalar(s->env, &s->out->types, dtype, &literal.type));
    TRY(program_const(s->env, f->to, &literal, literal.type, weak->loc, out));
    if (weak->name != NO_STR && !f->outer)
        TRY(program_name_var(s->env, s->out, f->to, *out, weak->name));
    TRY(index_add(s->env, &f->made_index, hash, f->made.len));
    return vec_push(s->env, &f->made, ((MadeLiteral){w, dtype, *out}));
}

/* ---- operands, attributes, results */

bool frame_operands(Infer *s, Typing *f, const Instr *i) {
    s->in.len = s->weak.len = s->want.len = 0;
    TRY(vec_reserve(s->env, &s->in, (uint64_t)i->n_in + 1));
    TRY(vec_reserve(s->env, &s->weak, (uint64_t)i->n_in + 1));
    TRY(vec_reserve(s->env, &s->want, (uint64_t)i->n_in + 1));
    TRY(vec_reserve(s->env, &s->operands, (uint64_t)i->n_in + 1));
    s->operands.len = i->n_in;
    for (uint32_t k = 0; k < i->n_in; k++) {
        uint32_t var = f->map[instr_in(f->from, i)[k]];
        bool weak = var & WEAK_BIT;
        s->operands.at[k] = var;
        s->in.at[s->in.len++] = weak ? NO_TYPE : f->to->vars.at[var].type;
        s->weak.at[s->weak.len++] =
            weak ? f->weak.at[var & ~WEAK_BIT].literal : (Literal){.form = LITERAL_TYPED};
        s->want.at[s->want.len++] = DT_NONE;
    }
    return true;
}

/* Appends a cast of a variable to the dtype, its element shape kept. */
static bool append_cast(Infer *s, Typing *f, VarId var, Dtype dtype, Loc loc, VarId *out) {
    Attrs attrs = attrs_none();
    TypeId type;
    TRY(type_with_dtype(s->env, &s->out->types, f->to->vars.at[var].type, dtype, &type));
    attrs.word[AT_TO] = type_elem(&s->out->types, type);
    /* The one op inference itself puts in. */
    return program_instr(s->env, f->to, OP_cast, &var, 1, &attrs, 1, &type, loc, out);
}

bool frame_convert(Infer *s, Typing *f, Loc loc) {
    for (uint32_t k = 0; k < s->operands.len; k++) {
        uint32_t var = s->operands.at[k];
        Dtype want = s->want.at[k];
        if (var & WEAK_BIT) {
            if (want == DT_NONE)
                want = rule_default_dtype(&s->options, s->weak.at[k].form);
            TRY(make_literal(s, f, var & ~WEAK_BIT, want, &s->operands.at[k]));
        } else if (want != DT_NONE && want != type_dtype(&s->out->types, s->in.at[k])) {
            TRY(append_cast(s, f, var, want, loc, &s->operands.at[k]));
        }
    }
    return true;
}

/* `$a` in an expansion: the word of the composite's own attribute. */
static bool outer_word(Infer *s, Typing *f, int64_t *word) {
    Attrs outer;
    TRY(attrs_copy(s->env, f->outer, f->outer_instr, f->to, &outer));
    *word = outer.word[ATTR_REF_OF(*word)];
    return true;
}

bool frame_attrs(Infer *s, Typing *f, const Instr *i, Attrs *out) {
    TRY(attrs_copy(s->env, f->from, i, f->to, out));
    for (unsigned k = 0; f->outer && k < op_attr_count(i->op); k++)
        if (ATTR_IS_REF(out->word[k]))
            TRY(outer_word(s, f, &out->word[k]));
    for (unsigned k = 0; i->attr && k < op_attr_count(i->op); k++) {
        if (out->word[k] == ATTR_ABSENT)
            continue;
        AttrKind kind = op_info(i->op)->attrs[k].kind;
        if (kind == ATTR_TYPE) {
            TypeId type;
            TRY(bind_subst(s->env, s->out, &s->unifier, &f->bindings, (TypeId)out->word[k], &type));
            if (type_get(&s->out->types, type)->generic)
                return env_fail(s->env, FRIT_ERR_TYPE, FRIT_STAGE_INFER,
                                "%s: a type parameter in %s is bound by no input",
                                op_info(i->op)->name, op_info(i->op)->attrs[k].name);
            out->word[k] = type;
        } else if (kind == ATTR_DIMS) {
            int64_t *list = f->to->attrs.at + out->word[k];
            for (int64_t d = 1; d <= list[0]; d++)
                if (list[d] != DIM_REST)
                    list[d] = bind_subst_dim(&s->unifier, &f->bindings, list[d]);
        }
    }
    return true;
}

static bool fail_declared(Infer *s, const Typing *f, VarId var, TypeId declared, TypeId actual) {
    RuleCall show = {.env = s->env, .module = s->out};
    char a[SHOW_MAX], b[SHOW_MAX];
    StrId name = f->from->vars.at[var].name;
    return env_fail(s->env, FRIT_ERR_TYPE, FRIT_STAGE_INFER, "%s is declared %s but is %s",
                    name == NO_STR ? "the result" : strings_get(&s->out->strings, name),
                    rule_show(&show, declared, a), rule_show(&show, actual, b));
}

/* A variable that was declared with a type must come out with it. */
static bool check_declared(Infer *s, Typing *f, VarId var, TypeId actual) {
    TypeId declared = f->from->vars.at[var].type;
    bool fits;
    if (declared == NO_TYPE)
        return true;
    TRY(bind_match(s->env, s->out, &s->unifier, &f->bindings, declared, actual, &fits));
    return fits || fail_declared(s, f, var, declared, actual);
}

bool frame_append(Infer *s, Typing *f, const Instr *i, const Attrs *attrs, const TypeId *types,
                  Loc loc) {
    VarId first;
    for (uint32_t k = 0; k < i->n_out; k++)
        TRY(check_declared(s, f, i->out + k, types[k]));
    TRY(program_instr(s->env, f->to, i->op, s->operands.at, s->operands.len, attrs, i->n_out, types,
                      loc, &first));
    for (uint32_t k = 0; k < i->n_out; k++) {
        StrId name = f->from->vars.at[i->out + k].name;
        f->map[i->out + k] = first + k;
        if (name != NO_STR && !f->outer)
            TRY(program_name_var(s->env, s->out, f->to, first + k, name));
    }
    return first + i->n_out <= WEAK_BIT ||
           env_fail(s->env, FRIT_ERR_LIMIT, FRIT_STAGE_INFER, "too many variables");
}

RuleCall frame_rule_call(Infer *s, const Typing *f, Op op, const int64_t *words) {
    return (RuleCall){.env = s->env,
                      .module = s->out,
                      .unifier = &s->unifier,
                      .options = s->options,
                      .op = op,
                      .info = op_info(op),
                      .pool = f->to,
                      .words = words,
                      .in = s->in.at,
                      .weak = s->weak.at,
                      .n_in = s->in.len,
                      .want = s->want.at};
}

/* ---- steps */

/* const($a) in an expansion is the composite's real attribute, 0 when it has none. */
static Literal const_literal(const Typing *f, const Instr *i) {
    int64_t word = attr_word(f->from, i, AT_CONST_VALUE);
    if (!f->outer || !ATTR_IS_REF(word))
        return attr_literal(f->from, i, AT_CONST_VALUE);
    Literal literal = {.form = LITERAL_REAL};
    double value = attr_real(f->outer, f->outer_instr, (unsigned)ATTR_REF_OF(word), 0);
    memcpy(&literal.bits.lo, &value, sizeof value);
    return literal;
}

/* A literal with a type, of its own or declared, is an instruction; one without waits. */
static Step step_const(Infer *s, Typing *f, const Instr *i, Loc loc) {
    Literal literal = const_literal(f, i);
    TypeId wanted = literal.type != NO_TYPE ? literal.type : f->from->vars.at[i->out].type;
    Attrs attrs = attrs_none();
    if (wanted == NO_TYPE) {
        Weak weak = {literal, f->from->vars.at[i->out].name, loc};
        f->map[i->out] = WEAK_BIT | f->weak.len;
        STEP_TRY(vec_push(s->env, &f->weak, weak));
        return STEP_DONE;
    }
    STEP_TRY(bind_subst(s->env, s->out, &s->unifier, &f->bindings, wanted, &literal.type));
    if (type_get(&s->out->types, literal.type)->kind != TYPE_SCALAR) {
        RuleCall show = {.env = s->env, .module = s->out};
        char type[SHOW_MAX];
        env_set_error(s->env, FRIT_ERR_TYPE, FRIT_STAGE_INFER,
                      "a literal has a scalar type, not %s", rule_show(&show, literal.type, type));
        return STEP_FAILED;
    }
    if (literal.form != LITERAL_TYPED)
        STEP_TRY(literal_to_dtype(s->env, s->out, &literal,
                                  type_dtype(&s->out->types, literal.type), f->outer != NULL,
                                  &literal.bits));
    literal.form = LITERAL_TYPED;
    STEP_TRY(program_attr_literal(s->env, f->to, &literal, &attrs.word[AT_CONST_VALUE]));
    STEP_TRY(frame_append(s, f, i, &attrs, &literal.type, loc));
    return STEP_DONE;
}

/*
 * An extent that only a run can tell ("m-1") may have met another one later on. The op gives the
 * first, what follows needs the second: a reshape states that they are the same.
 */
static bool append_op(Infer *s, Typing *f, const Instr *i, const Attrs *attrs, TypeId type,
                      Loc loc) {
    TypeId met = type;
    if (s->round > 0 && type_rank(&s->out->types, type))
        TRY(infer_resolve_type(s, &met));
    if (met == type)
        return frame_append(s, f, i, attrs, &type, loc);
    Instr statement = *i;
    Attrs shape = attrs_none();
    statement.op = OP_reshape; /* the op that says what extents there are */
    TRY(program_instr(s->env, f->to, i->op, s->operands.at, s->operands.len, attrs, 1, &type, loc,
                      &s->operands.at[0]));
    s->operands.len = 1;
    TRY(program_attr_list(s->env, f->to, type_dims(&s->out->types, met),
                          type_rank(&s->out->types, met), &shape.word[AT_SHAPE]));
    return frame_append(s, f, &statement, &shape, &met, loc);
}

static Step step_op(Infer *s, Typing *f, const Instr *i, Loc loc) {
    Attrs attrs;
    STEP_TRY(frame_attrs(s, f, i, &attrs));
    RuleCall call = frame_rule_call(s, f, i->op, attrs.word);
    STEP_TRY(rule_apply(&call));
    STEP_TRY(frame_convert(s, f, loc));
    STEP_TRY(append_op(s, f, i, &attrs, call.out, loc));
    return STEP_DONE;
}

Step frame_plain_step(Infer *s, Typing *f, const Instr *i, Loc loc) {
    STEP_TRY(frame_operands(s, f, i));
    return op_info(i->op)->rule == RULE_CONST ? step_const(s, f, i, loc) : step_op(s, f, i, loc);
}

static Step step(Infer *s, Typing *f) {
    const Instr *i = &f->from->instrs.at[f->next];
    Loc loc = program_loc(f->from, f->next);
    if (!(op_info(i->op)->flags & OPF_CONTROL))
        return frame_plain_step(s, f, i, loc);
    STEP_TRY(frame_operands(s, f, i));
    switch (op_info(i->op)->rule) {
    case RULE_CALL: return step_call(s, f, i, loc);
    case RULE_MAP: return step_map(s, f, i, loc);
    case RULE_IF: return step_if(s, f, i, loc);
    case RULE_FOR: return step_for(s, f, i, loc);
    default: return step_while(s, f, i, loc);
    }
}

/* ---- instances and frames */

void frame_free(Infer *s, Typing *f) {
    const frit_allocator *allocator = s->env->allocator;
    program_free(allocator, f->to);
    env_free(allocator, f->map, ((size_t)f->from->vars.len + 1) * sizeof *f->map);
    bindings_free(allocator, &f->bindings);
    vec_free(allocator, &f->weak);
    vec_free(allocator, &f->made);
    index_free(allocator, &f->made_index);
}

/* The source's own name, or with the instance's number when that is taken. */
static bool instance_name(Infer *s, const Program *from, uint32_t instance, StrId *out) {
    *out = from->name;
    while (module_find(s->out, *out) != NO_PROGRAM ||
           (*out != from->name && module_find(s->m, *out) != NO_PROGRAM)) {
        Str text = str_make(s->env);
        str_format(&text, "%s.%u", strings_get(&s->out->strings, *out), instance);
        bool ok = str_ok(&text) && strings_add(s->env, &s->out->strings, text.data, text.len, out);
        str_free(&text);
        TRY(ok);
    }
    return true;
}

static bool frame_inputs(Infer *s, Typing *f) {
    uint32_t first = s->instances.at[f->instance].types;
    for (uint32_t k = 0; k < f->from->n_inputs; k++) {
        bool fits;
        VarId var;
        TypeId declared = f->from->vars.at[k].type, type = s->instance_types.at[first + k];
        TRY(bind_match(s->env, s->out, &s->unifier, &f->bindings, declared, type, &fits));
        if (!fits)
            return fail_declared(s, f, k, declared, type);
        TRY(program_input(s->env, s->out, f->to, f->from->vars.at[k].name, type, &var));
        f->map[k] = var;
    }
    return true;
}

/* An external function's outputs have the types its declaration gives them. */
static bool extern_outputs(Infer *s, Typing *f) {
    f->to->external = true;
    for (uint32_t k = 0; k < f->from->outputs.len; k++) {
        VarId var = f->from->outputs.at[k], made = f->to->vars.len;
        TypeId type;
        TRY(bind_subst(s->env, s->out, &s->unifier, &f->bindings, f->from->vars.at[var].type,
                       &type));
        if (type == NO_TYPE || type_get(&s->out->types, type)->generic)
            return env_fail(s->env, FRIT_ERR_TYPE, FRIT_STAGE_INFER,
                            "the type of output %u of extern %s is not known", k,
                            strings_get(&s->out->strings, f->from->name));
        TRY(vec_push(s->env, &f->to->vars, ((Var){type, NO_STR})));
        TRY(program_output(s->env, f->to, made));
        if (f->from->vars.at[var].name != NO_STR)
            TRY(program_name_var(s->env, s->out, f->to, made, f->from->vars.at[var].name));
    }
    return true;
}

static bool frame_push(Infer *s, ProgId source, uint32_t instance) {
    const Program *from = s->m->programs.at[source];
    StrId name;
    if (s->budget < from->instrs.len + 1ull)
        return env_fail(s->env, FRIT_ERR_LIMIT, FRIT_STAGE_INFER,
                        "the calls have too many combinations of types");
    s->budget -= from->instrs.len + 1ull;
    TRY(instance_name(s, from, instance, &name));
    TRY(vec_push(s->env, &s->frames, ((Typing){.from = from, .instance = instance})));
    Typing *f = &s->frames.at[s->frames.len - 1];
    f->map = env_new(s->env, ((size_t)from->vars.len + 1) * sizeof *f->map);
    f->to = program_new(s->env, name);
    if (!f->map || !f->to)
        return false;
    if (!frame_inputs(s, f)) {
        error_at_program(s->env, s->out, from);
        return false;
    }
    return !from->external || extern_outputs(s, f);
}

bool frame_variable(Infer *s, Typing *f, VarId var, VarId *out) {
    uint32_t w = f->map[var] & ~WEAK_BIT;
    *out = f->map[var];
    if (!(*out & WEAK_BIT))
        return true;
    return make_literal(s, f, w, rule_default_dtype(&s->options, f->weak.at[w].literal.form), out);
}

static bool frame_finish(Infer *s) {
    Typing *f = &s->frames.at[s->frames.len - 1];
    for (uint32_t k = 0; !f->from->external && k < f->from->outputs.len; k++) {
        VarId var;
        TRY(frame_variable(s, f, f->from->outputs.at[k], &var));
        TRY(program_output(s->env, f->to, var));
    }
    /* Another instance may have finished under the name while this one waited. */
    if (module_find(s->out, f->to->name) != NO_PROGRAM)
        TRY(instance_name(s, f->from, f->instance, &f->to->name));
    TRY(module_add(s->env, s->out, f->to, &s->instances.at[f->instance].done));
    f->to = NULL;
    frame_free(s, f);
    s->frames.len--;
    return true;
}

Step instance_get(Infer *s, ProgId source, const TypeId *types, ProgId *out) {
    uint32_t n = s->m->programs.at[source]->n_inputs;
    uint64_t hash = hash_bytes(types, n * sizeof *types, source);
    for (IndexCursor c = index_find(&s->instance_index, hash);
         index_next(&s->instance_index, &c);) {
        const TypedProgram *known = &s->instances.at[c.id];
        const TypeId *known_types = n ? s->instance_types.at + known->types : NULL;
        if (known->source == source &&
            (n == 0 || memcmp(known_types, types, n * sizeof *types) == 0)) {
            *out = known->done;
            return STEP_DONE;
        }
    }
    TypedProgram instance = {source, s->instance_types.len, NO_PROGRAM};
    STEP_TRY(vec_reserve(s->env, &s->instance_types, (uint64_t)s->instance_types.len + n));
    if (n)
        memcpy(s->instance_types.at + s->instance_types.len, types, n * sizeof *types);
    s->instance_types.len += n;
    STEP_TRY(index_add(s->env, &s->instance_index, hash, s->instances.len));
    STEP_TRY(vec_push(s->env, &s->instances, instance));
    STEP_TRY(frame_push(s, source, s->instances.len - 1));
    return STEP_WAIT;
}

bool infer_run_frames(Infer *s) {
    while (s->frames.len) {
        Typing *f = &s->frames.at[s->frames.len - 1];
        if (f->next == f->from->instrs.len) {
            TRY(frame_finish(s));
            continue;
        }
        uint32_t depth = s->frames.len, at = f->next;
        Step result = step(s, f);
        f = &s->frames.at[depth - 1]; /* a pushed frame may have moved the stack */
        if (result == STEP_FAILED) {
            if (!s->env->error->place[0])
                error_at_instr(s->env, s->m, f->from, at);
            return false;
        }
        f->next += result == STEP_DONE;
    }
    return true;
}
