/* Calls, maps, branches and loops of known types; the bodies are made on the way. */
#include <string.h>

#include "gen/shapes.h"

enum { DEEPEST = 2, MOST_PROGRAMS = 40, NAMES = 32 };

/* ---- calls: the callee's named extents become others here */

typedef struct Renaming {
    Dim from[NAMES], to[NAMES];
    uint32_t n;
} Renaming;

/* No small number: slices of it could get extent 1 inside of the callee, and broadcast. */
static Dim any_dim(Typed *f) {
    Dim dim = f->dims[gen_below(f->g, f->n_dims)];
    return dim < 0 ? dim : 100 + gen_below(f->g, 3);
}

static bool renamed(Typed *f, Renaming *r, Dim dim, Dim *out) {
    *out = dim;
    for (uint32_t i = 0; i < r->n && dim < 0; i++)
        if (r->from[i] == dim) {
            *out = r->to[i];
            return true;
        }
    if (dim >= 0 || r->n == NAMES)
        return true;
    /* What the callee does not know is not known here either. */
    if (gen_is_unknown(f->g, dim))
        TRY(gen_unknown_dim(f, out));
    else if (!gen_is_bound(f, dim) || gen_chance(f->g, 50))
        *out = any_dim(f);
    r->from[r->n] = dim;
    r->to[r->n++] = *out;
    return true;
}

static bool rename_type(Typed *f, Renaming *r, TypeId type, TypeId *out) {
    const Types *t = types_of(f);
    Extents e = {.rank = type_rank(t, type)};
    for (unsigned i = 0; i < e.rank; i++)
        TRY(renamed(f, r, type_dims(t, type)[i], &e.at[i]));
    return array_type(f, type_elem(t, type), &e, out);
}

/* Names are bound only where inputs are declared; elsewhere the types must be as they are. */
static bool is_declared(const Program *p) {
    for (uint32_t i = 0; i < p->n_inputs; i++)
        if (p->vars.at[i].type == NO_TYPE)
            return false;
    return true;
}

static ProgId pick_callee(Typed *f, bool scalar) {
    const Module *m = f->g->m;
    uint32_t n = m->programs.len < GEN_PROGRAMS ? m->programs.len : GEN_PROGRAMS;
    uint32_t start = n ? gen_below(f->g, n) : 0;
    for (uint32_t k = 0; k < n; k++) {
        ProgId id = (start + k) % n;
        const Signature *s = &f->known[id];
        bool fits = s->callable && s->n_in && !(scalar && s->generic);
        for (uint32_t i = 0; fits && scalar && i < s->n_in; i++)
            fits = type_rank(&m->types, s->in[i]) == 0 && is_declared(m->programs.at[id]);
        for (uint32_t i = 0; fits && scalar && i < s->n_out; i++)
            fits = type_rank(&m->types, s->out[i]) == 0;
        if (fits)
            return id;
    }
    return NO_PROGRAM;
}

/* A generic program takes a value and an array of one element type. */
static bool gen_generic_call(Typed *f, Op op, ProgId id) {
    const Signature s = f->known[id];
    Attrs attrs = attrs_none();
    VarId in[2], out;
    unsigned rank = s.in[0]; /* of x; 0: any */
    in[1] = gen_pick(f, (Like){.dtype = DT_NONE,
                               .kinds = SCALARS,
                               .classes = s.generic,
                               .min_rank = rank,
                               .max_rank = rank});
    if (in[1] == NO_VAR)
        return true;
    TypeId type = gen_type_of(f, in[1]);
    TRY(gen_value_of(f, elem_of(f, in[1]), &in[0]));
    attrs.word[AT_CALLEE] = id;
    return in[0] == NO_VAR || gen_emit(f, op, in, 2, &attrs, &type, 1, &out);
}

static bool gen_call(Typed *f, Op op) {
    ProgId id = pick_callee(f, false);
    Attrs attrs = attrs_none();
    VarId in[GEN_SIGNATURE], out;
    TypeId types[GEN_SIGNATURE];
    Renaming r = {.n = 0};
    if (id == NO_PROGRAM)
        return true;
    if (f->known[id].generic)
        return gen_generic_call(f, op, id);
    const Signature s = f->known[id];
    bool declared = is_declared(f->g->m->programs.at[id]);
    for (uint32_t i = 0; i < s.n_in; i++) {
        TypeId type = s.in[i];
        if (declared)
            TRY(rename_type(f, &r, s.in[i], &type));
        TRY(gen_value_of(f, type, &in[i]));
        if (in[i] == NO_VAR)
            return true;
    }
    for (uint32_t i = 0; i < s.n_out; i++) {
        types[i] = s.out[i];
        if (declared)
            TRY(rename_type(f, &r, s.out[i], &types[i]));
    }
    attrs.word[AT_CALLEE] = id;
    return gen_emit(f, op, in, s.n_in, &attrs, types, s.n_out, &out);
}

static bool gen_map(Typed *f, Op op) {
    ProgId id = pick_callee(f, true);
    Attrs attrs = attrs_none();
    VarId in[GEN_SIGNATURE], out;
    TypeId types[GEN_SIGNATURE];
    Extents lead = {.rank = 0};
    if (id == NO_PROGRAM)
        return true;
    const Signature s = f->known[id];
    for (uint32_t i = 0; i < s.n_in; i++) {
        in[i] = gen_pick(f, (Like){.elem = s.in[i], .dtype = DT_NONE});
        Extents more = in[i] == NO_VAR ? lead : extents(f, in[i]);
        if (in[i] == NO_VAR || !join(&lead, &more))
            TRY(gen_value_of(f, s.in[i], &in[i]));
        if (in[i] == NO_VAR)
            return true;
    }
    for (uint32_t i = 0; i < s.n_out; i++)
        TRY(array_type(f, s.out[i], &lead, &types[i]));
    attrs.word[AT_CALLEE] = id;
    return gen_emit(f, op, in, s.n_in, &attrs, types, s.n_out, &out);
}

/* ---- branches and loops: arguments first, then programs that take them */

static uint32_t pick_arguments(Typed *f, VarId *in) {
    uint32_t n = 1 + gen_below(f->g, 3);
    for (uint32_t i = 0; i < n; i++)
        in[i] = gen_pick(f, (Like){.dtype = DT_NONE});
    return n;
}

static bool make_body(Typed *f, const Signature *want, int64_t *word) {
    Signature s = *want;
    ProgId id;
    TRY(gen_program(f->g, f->known, &s, f->depth + 1, gen_chance(f->g, 50), false, &id));
    *word = id;
    return true;
}

static bool gen_if(Typed *f, Op op) {
    Attrs attrs = attrs_none();
    VarId in[GEN_SIGNATURE], out;
    Signature s = {.n_in = pick_arguments(f, in + 1)};
    TypeId condition;
    TRY(type_scalar(f->g->env, types_of(f), DT_BOOL, &condition));
    TRY(gen_value_of(f, condition, &in[0]));
    if (in[0] == NO_VAR)
        return true;
    for (uint32_t i = 0; i < s.n_in; i++)
        s.in[i] = gen_type_of(f, in[1 + i]);
    for (s.n_out = 0; s.n_out < 1 + gen_below(f->g, 2); s.n_out++)
        s.out[s.n_out] = s.in[gen_below(f->g, s.n_in)];
    TRY(make_body(f, &s, &attrs.word[AT_THEN]) && make_body(f, &s, &attrs.word[AT_ELSE]));
    return gen_emit(f, op, in, s.n_in + 1, &attrs, s.out, s.n_out, &out);
}

static bool gen_for(Typed *f, Op op) {
    static const Dtype counters[] = {DT_I32, DT_I64, DT_U8, DT_U64};
    Attrs attrs = attrs_none();
    VarId in[GEN_SIGNATURE], out;
    Signature s = {.n_in = pick_arguments(f, in + 2) + 1};
    TRY(type_scalar(f->g->env, types_of(f), counters[gen_below(f->g, 4)], &s.in[0]));
    TRY(gen_value_of(f, s.in[0], &in[0]));
    if (in[0] == NO_VAR)
        return true;
    TRY(gen_weak_literal(f, type_dtype(types_of(f), s.in[0]), &in[1]));
    for (uint32_t i = 1; i < s.n_in; i++)
        s.in[i] = gen_type_of(f, in[1 + i]);
    s.n_out = 1 + gen_below(f->g, s.n_in - 1);
    memcpy(s.out, s.in + 1, s.n_out * sizeof *s.out);
    TRY(make_body(f, &s, &attrs.word[AT_FOR_BODY]));
    attrs.word[AT_FOR_CARRY] = s.n_out;
    return gen_emit(f, op, in, s.n_in + 1, &attrs, s.out, s.n_out, &out);
}

static bool gen_while(Typed *f, Op op) {
    Attrs attrs = attrs_none();
    VarId in[GEN_SIGNATURE], out;
    Signature s = {.n_in = pick_arguments(f, in)}, test;
    for (uint32_t i = 0; i < s.n_in; i++)
        s.in[i] = gen_type_of(f, in[i]);
    s.n_out = 1 + gen_below(f->g, s.n_in);
    memcpy(s.out, s.in, s.n_out * sizeof *s.out);
    test = s;
    test.n_out = 1;
    TRY(type_scalar(f->g->env, types_of(f), DT_BOOL, &test.out[0]));
    TRY(make_body(f, &test, &attrs.word[AT_WHILE_COND]));
    TRY(make_body(f, &s, &attrs.word[AT_WHILE_BODY]));
    attrs.word[AT_WHILE_CARRY] = s.n_out;
    return gen_emit(f, op, in, s.n_in, &attrs, s.out, s.n_out, &out);
}

bool gen_control(Typed *f, Op op) {
    bool crowded = f->depth >= DEEPEST || f->g->m->programs.len > MOST_PROGRAMS;
    switch (op_info(op)->rule) {
    case RULE_CALL: return gen_call(f, op);
    case RULE_MAP: return gen_map(f, op);
    case RULE_IF: return crowded || gen_if(f, op);
    case RULE_FOR: return crowded || gen_for(f, op);
    default: return crowded || gen_while(f, op);
    }
}

/* ---- disturbing a program that was right */

static void disturb_program(Gen *g, Program *p) {
    if (p->instrs.len == 0)
        return;
    Instr *i = &p->instrs.at[gen_below(g, p->instrs.len)];
    unsigned k = gen_below(g, MAX_ATTRS);
    switch (gen_below(g, 3)) {
    case 0: /* another operand */
        if (i->n_in)
            p->operands.at[i->in + gen_below(g, i->n_in)] = gen_below(g, i->out);
        break;
    case 1: /* another number in an attribute */
        if (i->attr && k < op_attr_count(i->op) && op_info(i->op)->attrs[k].kind == ATTR_INT &&
            !(op_info(i->op)->flags & OPF_CONTROL))
            p->attrs.at[i->attr + k] = (int64_t)gen_below(g, 20) - 10;
        break;
    default: /* the type of another variable */
        p->vars.at[gen_below(g, p->vars.len)].type = p->vars.at[gen_below(g, p->vars.len)].type;
        break;
    }
}

void gen_disturb(Gen *g) {
    for (uint32_t n = 1 + gen_below(g, 3); n && g->m->programs.len; n--)
        disturb_program(g, g->m->programs.at[gen_below(g, g->m->programs.len)]);
}
