/* Random modules that are well formed and mean nothing: every op with operands of any type. */
#include "gen/parts.h"

typedef struct Form {
    Gen *g;
    Program *p;
} Form;

enum { MANY = 12 }; /* operands or items of a list, at most */

/* ---- types */

static Dim random_dim(Gen *g, StrId name) {
    switch (gen_below(g, 6)) {
    case 0: return 0;
    case 1: return 1;
    case 2: return gen_below(g, 9);
    case 3: return (Dim)(gen_bits(g) >> (1 + gen_below(g, 63)));
    default: return DIM_NAMED(name);
    }
}

static bool form_dim(Gen *g, Dim *out) {
    StrId name;
    TRY(gen_name(g, &name));
    *out = random_dim(g, name);
    return true;
}

/* Any type at all, or none; those of the program's parameters among them. */
static bool form_type(Form *f, TypeId *out) {
    Gen *g = f->g;
    Types *t = &g->m->types;
    const Program *p = f->p;
    Dim dims[6];
    if (p->type_params.len && gen_chance(g, 40))
        TRY(type_param(g->env, t, p->type_params.at[gen_below(g, p->type_params.len)], out));
    else
        TRY(gen_element_type(g, 0, out));
    if (gen_chance(g, 8))
        TRY(type_fixed(g->env, t, *out, 1 + gen_below(g, 9), out));
    if (gen_chance(g, 5))
        return type_any_rank(g->env, t, *out, out);
    if (gen_chance(g, 50))
        return true;
    unsigned rank = 1 + gen_below(g, 5);
    for (unsigned i = 0; i < rank; i++)
        TRY(form_dim(g, &dims[i]));
    return type_array(g->env, t, *out, dims, rank, out);
}

static bool form_maybe_type(Form *f, unsigned percent, TypeId *out) {
    *out = NO_TYPE;
    return !gen_chance(f->g, percent) || form_type(f, out);
}

static bool form_maybe_name(Form *f, VarId var) {
    StrId name;
    if (gen_chance(f->g, 40))
        return true;
    TRY(gen_name(f->g, &name));
    return program_name_var(f->g->env, f->g->m, f->p, var, name);
}

/* ---- attributes */

static int64_t form_int(Gen *g) {
    if (gen_chance(g, 90))
        return (int64_t)gen_below(g, 9) - 4;
    int64_t value = (int64_t)gen_bits(g);
    return value == ATTR_ABSENT || ATTR_IS_REF(value) ? INT64_MAX : value;
}

static double form_real(Gen *g) {
    static const double usual[] = {0, 1, -1, 2, 0.5, 0.1, 1e300, 1e-300, -1e-5, 123456789.25};
    double value = usual[gen_below(g, sizeof usual / sizeof *usual)];
    return gen_chance(g, 5)    ? value * 1e300 * 1e300 * 1e300
           : gen_chance(g, 30) ? value * (double)gen_below(g, UINT32_MAX) / 3
                               : value;
}

static bool form_literal(Form *f, int64_t *word) {
    Gen *g = f->g;
    Literal literal = {.form = (LiteralForm)gen_below(g, LITERAL_COMPLEX + 1)};
    const Program *p = f->p;
    Dtype dtype = (Dtype)gen_below(g, DTYPE_COUNT);
    switch (literal.form) {
    case LITERAL_TYPED:
        TRY(type_scalar(g->env, &g->m->types, dtype, &literal.type));
        literal.bits = gen_value(g, dtype);
        return program_attr_literal(g->env, f->p, &literal, word);
    case LITERAL_INT: literal.bits = gen_value(g, DT_I64); break;
    case LITERAL_UINT: literal.bits.lo = gen_bits(g) | (uint64_t)1 << 63; break;
    case LITERAL_REAL: literal.bits = gen_value(g, DT_F64); break;
    case LITERAL_COMPLEX: literal.bits = gen_value(g, DT_C128); break;
    }
    if (p->type_params.len && gen_chance(g, 40))
        TRY(type_param(g->env, &g->m->types, p->type_params.at[gen_below(g, p->type_params.len)],
                       &literal.type));
    return program_attr_literal(g->env, f->p, &literal, word);
}

static bool form_list(Form *f, AttrKind kind, int64_t *word) {
    Gen *g = f->g;
    int64_t items[MANY];
    uint32_t n = gen_below(g, gen_chance(g, 90) ? 4 : MANY);
    for (uint32_t i = 0; i < n; i++) {
        items[i] = form_int(g);
        if (kind == ATTR_DIMS)
            TRY(form_dim(g, &items[i]));
        if (gen_chance(g, 15))
            items[i] = kind == ATTR_DIMS ? DIM_REST : LIST_SKIPPED;
    }
    return program_attr_list(g->env, f->p, items, n, word);
}

static bool form_attr(Form *f, AttrKind kind, int64_t *word) {
    TypeId type;
    switch (kind) {
    case ATTR_BOOL: *word = gen_below(f->g, 2); return true;
    case ATTR_INT: *word = form_int(f->g); return true;
    case ATTR_REAL: *word = attr_real_word(form_real(f->g)); return true;
    case ATTR_COMBINE: *word = gen_below(f->g, COMBINE_COUNT); return true;
    case ATTR_LITERAL: return form_literal(f, word);
    case ATTR_TYPE:
        TRY(form_type(f, &type));
        *word = type;
        return true;
    default: return form_list(f, kind, word);
    }
}

static bool form_attrs(Form *f, Op op, Attrs *attrs) {
    *attrs = attrs_none();
    for (unsigned k = 0; k < op_attr_count(op); k++) {
        const AttrInfo *info = &op_info(op)->attrs[k];
        if (info->kind != ATTR_PROGRAM && (info->required || gen_chance(f->g, 50)))
            TRY(form_attr(f, info->kind, &attrs->word[k]));
    }
    return true;
}

/* ---- instructions */

/* A program of the module with that many inputs and outputs (-1: any), or NO_PROGRAM. */
static ProgId find_callee(Gen *g, int64_t n_in, int64_t n_out) {
    uint32_t n = g->m->programs.len, start = n ? gen_below(g, n) : 0;
    for (uint32_t k = 0; k < n; k++) {
        ProgId id = (start + k) % n;
        const Program *p = g->m->programs.at[id];
        if (p->outputs.len && (n_in < 0 || p->n_inputs == n_in) &&
            (n_out < 0 || p->outputs.len == n_out))
            return id;
    }
    return NO_PROGRAM;
}

/* Fills in what an op that runs programs needs. False when no program fits. */
static bool find_callees(Gen *g, Op op, Attrs *attrs, uint32_t *n_in, uint32_t *n_out) {
    ProgId first = find_callee(g, -1, -1), second = NO_PROGRAM;
    if (first == NO_PROGRAM)
        return false;
    uint32_t inputs = g->m->programs.at[first]->n_inputs;
    uint32_t outputs = g->m->programs.at[first]->outputs.len;
    *n_in = inputs;
    *n_out = outputs;
    switch (op_info(op)->rule) {
    case RULE_IF:
        second = find_callee(g, inputs, outputs);
        *n_in = inputs + 1;
        attrs->word[AT_ELSE] = second;
        break;
    case RULE_FOR:
        *n_in = inputs + 1;
        attrs->word[AT_FOR_CARRY] = outputs;
        attrs->word[AT_FOR_BODY] = first;
        return inputs > outputs;
    case RULE_WHILE:
        second = find_callee(g, inputs, 1);
        attrs->word[AT_WHILE_COND] = second;
        attrs->word[AT_WHILE_BODY] = first;
        attrs->word[AT_WHILE_CARRY] = outputs;
        return second != NO_PROGRAM && inputs >= outputs;
    default: break;
    }
    attrs->word[AT_CALLEE] = first; /* and AT_THEN */
    return true;
}

static bool form_instr(Form *f) {
    Gen *g = f->g;
    Op op = (Op)gen_below(g, OP_FIRST_ROUTINE);
    const OpInfo *info = op_info(op);
    Attrs attrs;
    VarId in[64], out;
    TypeId types[8] = {NO_TYPE};
    uint32_t n_in = info->arity, n_out = 1;
    TRY(form_attrs(f, op, &attrs));
    if (info->flags & OPF_VARIADIC)
        n_in += gen_below(g, 4);
    if ((info->flags & OPF_CONTROL) && !find_callees(g, op, &attrs, &n_in, &n_out))
        return true;
    if (n_in && f->p->vars.len == 0)
        return true;
    for (uint32_t i = 0; i < n_in; i++)
        in[i] = gen_below(g, f->p->vars.len);
    for (uint32_t i = 0; i < n_out; i++)
        TRY(form_maybe_type(f, 25, &types[i]));
    TRY(program_instr(g->env, f->p, op, in, n_in, &attrs, n_out, types, (Loc){0, 0}, &out));
    for (uint32_t i = 0; i < n_out; i++)
        TRY(form_maybe_name(f, out + i));
    return true;
}

/* ---- programs */

static bool form_params(Form *f) {
    Gen *g = f->g;
    for (uint32_t n = gen_chance(g, 40) ? gen_below(g, 3) : 0; n; n--) {
        StrId name;
        TRY(gen_name(g, &name));
        bool taken = type_find_struct(&g->m->types, name) != NO_TYPE;
        for (uint32_t i = 0; i < f->p->type_params.len; i++)
            taken |= f->p->type_params.at[i] == name;
        if (!taken)
            TRY(vec_push(g->env, &f->p->type_params, name));
    }
    return true;
}

static bool form_var(Form *f) {
    TypeId type;
    TRY(form_maybe_type(f, 60, &type));
    TRY(vec_push(f->g->env, &f->p->vars, ((Var){type, NO_STR})));
    return form_maybe_name(f, f->p->vars.len - 1);
}

static bool form_program(Form *f) {
    Gen *g = f->g;
    TRY(form_params(f));
    for (uint32_t n = gen_below(g, 5); n; n--) {
        TRY(form_var(f));
        f->p->n_inputs++;
    }
    f->p->external = gen_chance(g, 15);
    uint32_t outputs = gen_below(g, 4);
    if (f->p->external) {
        for (; outputs; outputs--)
            TRY(form_var(f) && program_output(g->env, f->p, f->p->vars.len - 1));
        return true;
    }
    for (uint32_t n = gen_below(g, g->size); n; n--)
        TRY(form_instr(f));
    for (; outputs && f->p->vars.len; outputs--)
        TRY(program_output(g->env, f->p, gen_below(g, f->p->vars.len)));
    return true;
}

bool gen_form_module(Gen *g) {
    for (uint32_t n = gen_below(g, 6); n; n--) {
        StrId name;
        ProgId id;
        TRY(gen_program_name(g, &name));
        Form f = {g, program_new(g->env, name)};
        TRY(f.p != NULL);
        TRY(gen_add(g, f.p, form_program(&f), &id));
    }
    return true;
}
