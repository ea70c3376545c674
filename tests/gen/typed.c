/*
 * Random programs that inference accepts. The generator keeps its own account of every variable's
 * type, written apart from the library's type rules, so the two check each other: the outputs of
 * the last program are annotated with what the generator expects.
 */
#include <stdio.h>
#include <string.h>

#include "gen/parts.h"

TypeId gen_type_of(const Typed *f, VarId var) {
    return f->type[var];
}

bool gen_is_bound(const Typed *f, Dim dim) {
    for (uint32_t i = 0; i < f->n_names && dim < 0; i++)
        if (f->names[i] == dim)
            return true;
    return dim >= 0;
}

bool gen_unknown_dim(Typed *f, Dim *out) {
    char text[24];
    StrId name;
    int len = snprintf(text, sizeof text, "?%u", f->g->n_unknown++);
    TRY(strings_add(f->g->env, &f->g->m->strings, text, (size_t)len, &name));
    *out = DIM_NAMED(name);
    return true;
}

bool gen_is_unknown(const Gen *g, Dim dim) {
    return dim < 0 && strings_get(&g->m->strings, DIM_NAME_OF(dim))[0] == '?';
}

/* May the type be written here? */
static bool is_writable(const Typed *f, TypeId type) {
    const Types *t = &f->g->m->types;
    for (unsigned i = 0; i < type_rank(t, type); i++)
        if (!gen_is_bound(f, type_dims(t, type)[i]) && gen_is_unknown(f->g, type_dims(t, type)[i]))
            return false;
    return true;
}

/* ---- picking */

static bool is_numbered(const Types *t, TypeId id) {
    for (unsigned i = 0; i < type_rank(t, id); i++)
        if (type_dims(t, id)[i] < 0)
            return false;
    return true;
}

static bool is_like(const Typed *f, TypeId id, const Like *like) {
    const Types *t = &f->g->m->types;
    if (id == NO_TYPE)
        return false;
    TypeId elem = type_elem(t, id);
    const Type *e = type_get(t, elem);
    unsigned rank = type_rank(t, id);
    return (!like->type || like->type == id) && (!like->elem || like->elem == elem) &&
           (!like->kinds || like->kinds & 1u << e->kind) && rank >= like->min_rank &&
           (!like->max_rank || rank <= like->max_rank) &&
           (!like->classes ||
            (e->dtype != DT_NONE && dtype_info(e->dtype)->class & like->classes)) &&
           (like->dtype == DT_NONE || e->dtype == like->dtype) &&
           (!like->numbered || is_numbered(t, id));
}

VarId gen_pick(Typed *f, Like like) {
    uint32_t n = f->p->vars.len, start = n ? gen_below(f->g, n) : 0;
    for (uint32_t k = 0; k < n; k++) {
        VarId var = (start + k) % n;
        if (is_like(f, f->type[var], &like))
            return var;
    }
    return NO_VAR;
}

/* ---- making */

bool gen_emit(Typed *f, Op op, const VarId *in, uint32_t n_in, const Attrs *attrs,
              const TypeId *types, uint32_t n_out, VarId *out) {
    Gen *g = f->g;
    StrId name;
    TRY(program_instr(g->env, f->p, op, in, n_in, attrs, n_out, NULL, (Loc){0, 0}, out));
    for (uint32_t i = 0; i < n_out; i++) {
        f->type[*out + i] = types[i];
        if (types[i] != NO_TYPE && is_writable(f, types[i]) && gen_chance(g, 15))
            f->p->vars.at[*out + i].type = types[i];
        if (gen_chance(g, 70))
            continue;
        TRY(gen_name(g, &name));
        TRY(program_name_var(g->env, g->m, f->p, *out + i, name));
    }
    return true;
}

bool gen_literal_of(Typed *f, Dtype dtype, VarId *out) {
    Gen *g = f->g;
    Literal literal = {.form = LITERAL_TYPED, .bits = gen_value(g, dtype)};
    Attrs attrs = attrs_none();
    TRY(type_scalar(g->env, &g->m->types, dtype, &literal.type));
    TRY(program_attr_literal(g->env, f->p, &literal, &attrs.word[AT_CONST_VALUE]));
    return gen_emit(f, OP_const, NULL, 0, &attrs, &literal.type, 1, out);
}

/* A double that every float type holds, if not exactly: one of f16. */
static uint64_t modest_real(Gen *g) {
    double value = f16_to_f32((uint16_t)gen_value(g, DT_F16).lo);
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

bool gen_weak_literal(Typed *f, Dtype dtype, VarId *out) {
    Gen *g = f->g;
    DtypeClass class = dtype_info(dtype)->class;
    Literal literal = {.form = LITERAL_INT, .bits = {gen_below(g, 100), 0}};
    Attrs attrs = attrs_none();
    TypeId none = NO_TYPE;
    if (class == CLASS_BOOL)
        return gen_literal_of(f, dtype, out);
    if (class & (CLASS_FLOAT | CLASS_COMPLEX) && gen_chance(g, 70)) {
        literal.form = class == CLASS_COMPLEX && gen_chance(g, 50) ? LITERAL_COMPLEX : LITERAL_REAL;
        literal.bits.lo = modest_real(g);
        literal.bits.hi = literal.form == LITERAL_COMPLEX ? modest_real(g) : 0;
    }
    TRY(program_attr_literal(g->env, f->p, &literal, &attrs.word[AT_CONST_VALUE]));
    return gen_emit(f, OP_const, NULL, 0, &attrs, &none, 1, out);
}

static bool emit_make(Typed *f, TypeId type, const VarId *parts, uint32_t n, VarId *out) {
    Attrs attrs = attrs_none();
    attrs.word[AT_TO] = type;
    return gen_emit(f, OP_make, parts, n, &attrs, &type, 1, out);
}

/* Structs and fixed arrays hold others; the depth of types bounds the recursion. */
static bool new_element(Typed *f, TypeId type, VarId *out) {
    const Types *t = &f->g->m->types;
    Type e = *type_get(t, type);
    VarId parts[GEN_SIGNATURE];
    uint32_t n = e.kind == TYPE_FIXED || e.kind == TYPE_STRUCT ? e.count : 1;
    *out = NO_VAR;
    if (n > GEN_SIGNATURE || f->p->vars.len > GEN_VARS / 2)
        return true;
    if (e.kind == TYPE_SCALAR)
        return gen_literal_of(f, e.dtype, out);
    if (e.kind == TYPE_VECTOR || e.kind == TYPE_MATRIX) {
        TRY(gen_literal_of(f, e.dtype, &parts[0]));
        return emit_make(f, type, parts, 1, out);
    }
    for (uint32_t i = 0; i < n; i++) {
        TypeId part = e.kind == TYPE_FIXED ? e.elem : type_fields(t, &e)[i].type;
        TRY(gen_value_of(f, part, &parts[i]));
        if (parts[i] == NO_VAR)
            return true;
    }
    return emit_make(f, type, parts, n, out);
}

bool gen_value_of(Typed *f, TypeId type, VarId *out) {
    const Types *t = &f->g->m->types;
    Attrs attrs = attrs_none();
    VarId elem;
    *out = gen_chance(f->g, 80) ? gen_pick(f, (Like){.type = type, .dtype = DT_NONE}) : NO_VAR;
    if (*out != NO_VAR)
        return true;
    if (type_rank(t, type) == 0)
        return new_element(f, type, out);
    for (unsigned i = 0; i < type_rank(t, type); i++)
        if (!gen_is_bound(f, type_dims(t, type)[i]))
            return true;
    TRY(new_element(f, type_elem(t, type), &elem));
    if (elem == NO_VAR)
        return true;
    TRY(program_attr_list(f->g->env, f->p, type_dims(t, type), type_rank(t, type),
                          &attrs.word[AT_SHAPE]));
    return gen_emit(f, OP_fill, &elem, 1, &attrs, &type, 1, out);
}

/* ---- programs */

static bool random_shape_type(Gen *g, TypeId elem, TypeId *out) {
    static const int64_t numbers[] = {2, 3, 4, 1, 0, 5, 7};
    static const char *const names[] = {"n", "m", "k", "rows", "an extent"};
    Dim dims[4];
    unsigned rank = gen_below(g, 4);
    for (unsigned i = 0; i < rank; i++) {
        const char *text = names[gen_below(g, sizeof names / sizeof *names)];
        StrId name;
        TRY(strings_add(g->env, &g->m->strings, text, strlen(text), &name));
        dims[i] = gen_chance(g, 60) ? numbers[gen_below(g, sizeof numbers / sizeof *numbers)]
                                    : DIM_NAMED(name);
    }
    return type_array(g->env, &g->m->types, elem, dims, rank, out);
}

/* Few dtypes in one program, so that operands find each other. */
static bool random_inputs(Gen *g, bool scalar, Signature *s) {
    TypeId elem;
    TRY(gen_element_type(g, 2, &elem));
    for (s->n_in = 0; s->n_in < 1 + gen_below(g, 5); s->n_in++) {
        if (gen_chance(g, 40))
            TRY(gen_element_type(g, 2, &elem));
        s->in[s->n_in] = elem;
        if (!scalar)
            TRY(random_shape_type(g, elem, &s->in[s->n_in]));
    }
    return true;
}

static void learn_dims(Typed *f, TypeId type) {
    const Types *t = &f->g->m->types;
    for (unsigned i = 0; i < type_rank(t, type); i++) {
        Dim dim = type_dims(t, type)[i];
        if (!gen_is_bound(f, dim) && f->n_names < GEN_NAMES)
            f->names[f->n_names++] = dim;
        if (f->n_dims < GEN_DIMS && gen_is_bound(f, dim))
            f->dims[f->n_dims++] = dim;
    }
}

static bool start_program(Typed *f, const Signature *s, bool declare) {
    Gen *g = f->g;
    f->dims[f->n_dims++] = 2;
    f->dims[f->n_dims++] = 3;
    for (uint32_t i = 0; i < s->n_in; i++) {
        StrId name = NO_STR;
        VarId var;
        if (gen_chance(g, 60))
            TRY(gen_name(g, &name));
        bool typed = declare || gen_chance(g, 50);
        TRY(program_input(g->env, g->m, f->p, name, typed ? s->in[i] : NO_TYPE, &var));
        f->type[var] = s->in[i];
        if (typed)
            learn_dims(f, s->in[i]);
    }
    return true;
}

/* Any variables, when the caller did not say which types it wants. */
static bool choose_outputs(Typed *f, Signature *s, bool scalar) {
    Like like = {.dtype = DT_NONE, .kinds = scalar ? SCALARS | KIND(VECTOR) : 0};
    uint32_t want = 1 + gen_below(f->g, 3);
    for (uint32_t i = 0; i < want; i++) {
        VarId var = NO_VAR;
        for (int tries = 0; tries < 20 && var == NO_VAR; tries++) {
            var = gen_pick(f, like);
            if (var != NO_VAR && scalar && type_rank(&f->g->m->types, f->type[var]) != 0)
                var = NO_VAR;
        }
        if (var == NO_VAR)
            TRY(gen_literal_of(f, (Dtype)gen_below(f->g, DTYPE_COUNT), &var));
        s->out[s->n_out++] = f->type[var];
        TRY(program_output(f->g->env, f->p, var));
    }
    return true;
}

static bool wanted_outputs(Typed *f, const Signature *s) {
    for (uint32_t i = 0; i < s->n_out; i++) {
        VarId var;
        TRY(gen_value_of(f, s->out[i], &var));
        if (var == NO_VAR) /* too large to make: there is an input of that type */
            var = gen_pick(f, (Like){.type = s->out[i], .dtype = DT_NONE});
        if (var == NO_VAR)
            return env_fail(f->g->env, FRIT_ERR_INTERNAL, FRIT_STAGE_NONE,
                            "the generator cannot make an output");
        TRY(program_output(f->g->env, f->p, var));
    }
    return true;
}

static bool fill_program(Typed *f, Signature *s, bool declare, bool scalar) {
    TRY(start_program(f, s, declare));
    for (uint32_t n = gen_below(f->g, f->depth ? f->g->size / 2 : f->g->size) + 1; n; n--)
        if (f->p->vars.len < GEN_VARS / 2)
            TRY(gen_typed_instr(f));
    return s->n_out ? wanted_outputs(f, s) : choose_outputs(f, s, scalar);
}

bool gen_program(Gen *g, Signature *known, Signature *want, unsigned depth, bool declare,
                 bool scalar, ProgId *id) {
    StrId name;
    Typed *f = env_new(g->env, sizeof *f);
    TRY(f != NULL);
    f->g = g;
    f->depth = depth;
    f->known = known;
    bool ok = gen_program_name(g, &name) && (f->p = program_new(g->env, name)) != NULL;
    if (ok) {
        ok = fill_program(f, want, declare, scalar);
        /* A name may have been taken by a program made on the way. */
        while (ok && module_find(g->m, f->p->name) != NO_PROGRAM)
            ok = gen_name(g, &f->p->name);
        for (uint32_t i = 0; ok && depth == 0 && declare && i < f->p->outputs.len; i++)
            if (is_writable(f, f->type[f->p->outputs.at[i]]))
                f->p->vars.at[f->p->outputs.at[i]].type = f->type[f->p->outputs.at[i]];
        ok = gen_add(g, f->p, ok, id);
    }
    env_free(g->env->allocator, f, sizeof *f);
    if (ok && *id < GEN_PROGRAMS)
        known[*id] = *want;
    return ok;
}

static bool add_extern(Gen *g, Signature *known) {
    Signature s = {.callable = true};
    StrId name;
    ProgId id;
    TRY(random_inputs(g, gen_chance(g, 50), &s));
    TRY(gen_program_name(g, &name));
    Program *p = program_new(g->env, name);
    TRY(p != NULL);
    bool ok = true;
    for (uint32_t i = 0; ok && i < s.n_in; i++) {
        VarId var;
        ok = program_input(g->env, g->m, p, NO_STR, s.in[i], &var);
    }
    p->external = true;
    for (s.n_out = 0; ok && s.n_out < 1 + s.n_in / 3; s.n_out++) {
        s.out[s.n_out] = s.in[gen_below(g, s.n_in)];
        ok = vec_push(g->env, &p->vars, ((Var){s.out[s.n_out], NO_STR})) &&
             program_output(g->env, p, p->vars.len - 1);
    }
    TRY(gen_add(g, p, ok, &id));
    known[id] = s;
    return true;
}

/* ---- generic programs */

/* An op of two operands and a result of one type, for T of at least the classes. */
static Op generic_op(Gen *g, unsigned *classes) {
    for (;;) {
        Op op = (Op)gen_below(g, OP_FIRST_ROUTINE);
        const OpInfo *info = op_info(op);
        unsigned both = info->accepts & *classes;
        if (info->rule == RULE_ELEMENTWISE && info->arity == 2 && info->result == RESULT_SAME &&
            both != 0) {
            *classes = both;
            return op;
        }
    }
}

static bool generic_body(Gen *g, Program *p, TypeId param, unsigned *classes) {
    Literal two = {.form = LITERAL_INT, .type = param, .bits = {2, 0}};
    VarId k, t, r;
    Loc loc = {0, 0};
    Op first = generic_op(g, classes), second = generic_op(g, classes);
    TRY(program_const(g->env, p, &two, NO_TYPE, loc, &k));
    TRY(program_instr(g->env, p, first, (VarId[]){1, 0}, 2, NULL, 1, NULL, loc, &t));
    TRY(program_instr(g->env, p, second, (VarId[]){k, t}, 2, NULL, 1, NULL, loc, &r));
    return program_output(g->env, p, r);
}

static bool add_generic(Gen *g, Signature *known) {
    unsigned classes = CLASS_SIGNED | CLASS_UNSIGNED | CLASS_FLOAT | CLASS_COMPLEX;
    uint32_t rank = gen_below(g, 2);
    Types *t = &g->m->types;
    TypeId param, array;
    StrId name, param_name;
    VarId var;
    ProgId id;
    do
        TRY(gen_name(g, &param_name));
    while (type_find_struct(t, param_name) != NO_TYPE);
    TRY(type_param(g->env, t, param_name, &param));
    TRY(rank ? type_array(g->env, t, param, (Dim[]){DIM_NAMED(param_name)}, 1, &array)
             : type_any_rank(g->env, t, param, &array));
    TRY(gen_program_name(g, &name));
    Program *p = program_new(g->env, name);
    TRY(p != NULL);
    bool ok = vec_push(g->env, &p->type_params, param_name) &&
              program_input(g->env, g->m, p, NO_STR, param, &var) &&
              program_input(g->env, g->m, p, NO_STR, array, &var);
    if (ok && gen_chance(g, 30)) { /* an extern */
        p->external = true;
        ok = vec_push(g->env, &p->vars, ((Var){rank ? array : param, NO_STR})) &&
             program_output(g->env, p, 2);
        if (!rank) /* the result of an extern of any rank cannot be said: x is then a T */
            p->vars.at[1].type = param;
    } else {
        ok = ok && generic_body(g, p, param, &classes);
    }
    bool scalar = p->external && !rank;
    TRY(gen_add(g, p, ok, &id));
    known[id] = (Signature){.callable = !scalar, .generic = classes, .n_in = 2, .in = {rank}};
    return true;
}

static bool fill_module(Gen *g, Signature *known) {
    ProgId id;
    for (uint32_t n = gen_below(g, 4); n; n--) {
        if (gen_chance(g, 35)) {
            TRY(gen_chance(g, 50) ? add_extern(g, known) : add_generic(g, known));
            continue;
        }
        Signature s = {.callable = true};
        bool scalar = gen_chance(g, 40);
        TRY(random_inputs(g, scalar, &s));
        TRY(gen_program(g, known, &s, 1, gen_chance(g, 50), scalar, &id));
    }
    Signature entry = {.callable = false};
    TRY(random_inputs(g, false, &entry));
    return gen_program(g, known, &entry, 0, true, false, &id);
}

bool gen_typed_module(Gen *g) {
    Signature *known = env_new(g->env, GEN_PROGRAMS * sizeof *known);
    TRY(known != NULL);
    bool ok = fill_module(g, known);
    env_free(g->env->allocator, known, GEN_PROGRAMS * sizeof *known);
    return ok;
}
