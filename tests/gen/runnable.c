/*
 * Random programs made to be run: every loop ends soon, indices are mostly in range, arrays are
 * small and fit each other often. Instructions are tried until inference takes one.
 */
#include <string.h>

#include "gen/shapes.h"
#include "infer/infer.h"

enum { MOST_VARS = 256, INPUTS = 5, BODY = 4, TRIES = 40 };

typedef struct Maker {
    Gen *g;
    Program *p;
    Dim base[3]; /* arrays have some of these extents */
    Dtype main;  /* most arrays are of this dtype */
    unsigned depth;
    bool elementwise; /* nothing else */
} Maker;

static TypeId type_of(const Maker *k, VarId v) {
    return k->p->vars.at[v].type;
}

static const Types *types(const Maker *k) {
    return &k->g->m->types;
}

static bool is_scalar_elem(const Maker *k, VarId v) {
    return type_get(types(k), type_elem(types(k), type_of(k, v)))->kind == TYPE_SCALAR;
}

/* Some variable, the newer the likelier. */
static VarId pick(Maker *k) {
    uint32_t n = k->p->vars.len;
    uint32_t a = gen_below(k->g, n), b = gen_below(k->g, n);
    return a > b ? a : b;
}

/* One whose elements are scalars that the classes have, or NO_VAR. */
static VarId pick_class(Maker *k, unsigned classes) {
    for (int t = 0; t < 12; t++) {
        VarId v = pick(k);
        Dtype d = type_dtype(types(k), type_of(k, v));
        if (d != DT_NONE && (dtype_info(d)->class & classes))
            return v;
    }
    return NO_VAR;
}

static VarId pick_dtype(Maker *k, Dtype dtype) {
    for (int t = 0; t < 12; t++) {
        VarId v = pick(k);
        if (type_dtype(types(k), type_of(k, v)) == dtype)
            return v;
    }
    return NO_VAR;
}

/* Appends if the types allow it; *out is NO_VAR when they do not. */
static bool try_op(Maker *k, Op op, const VarId *in, uint32_t n, const Attrs *attrs, VarId *out) {
    Program *p = k->p;
    uint32_t vars = p->vars.len, instrs = p->instrs.len, operands = p->operands.len;
    for (uint32_t i = 0; i < n; i++)
        if (in[i] == NO_VAR) {
            *out = NO_VAR;
            return true;
        }
    if (infer_append(k->g->env, k->g->m, p, op, in, n, attrs, (Loc){0, 0}, out))
        return true;
    p->vars.len = vars;
    p->instrs.len = instrs;
    p->operands.len = operands;
    *out = NO_VAR;
    return k->g->env->error->status != FRIT_ERR_NOMEM;
}

static bool literal(Maker *k, Dtype dtype, Bits bits, VarId *out) {
    TypeId type;
    TRY(type_scalar(k->g->env, &k->g->m->types, dtype, &type));
    Literal l = {LITERAL_TYPED, type, bits};
    return program_const(k->g->env, k->p, &l, type, (Loc){0, 0}, out);
}

/* ---- elementwise */

static bool make_step(Maker *k) {
    VarId in[3], out;
    Attrs attrs = attrs_none();
    Op op = (Op)gen_below(k->g, OP_FIRST_ROUTINE);
    const OpInfo *info = op_info(op);
    if (info->rule != RULE_ELEMENTWISE || info->arity > 3)
        return true;
    in[0] = pick_class(k, info->accepts);
    if (in[0] == NO_VAR)
        return true;
    Dtype d = type_dtype(types(k), type_of(k, in[0]));
    for (unsigned i = 1; i < info->arity; i++) {
        in[i] = pick_dtype(k, d);
        if (in[i] == NO_VAR || gen_chance(k->g, 20))
            TRY(literal(k, d, gen_value(k->g, d), &in[i]));
    }
    /* The sign of a NaN that was computed is not specified: only signs of inputs are looked at. */
    if ((op == OP_copysign && (k->depth || in[1] >= k->p->n_inputs)) ||
        (op == OP_signbit && (k->depth || in[0] >= k->p->n_inputs)))
        return true;
    return try_op(k, op, in, info->arity, &attrs, &out);
}

static bool make_choice(Maker *k) {
    VarId in[3] = {pick_dtype(k, DT_BOOL), pick(k), NO_VAR}, out;
    in[2] = pick_dtype(k, type_dtype(types(k), type_of(k, in[1])));
    /* The op of its kind. */
    return try_op(k, OP_select, in, 3, NULL, &out);
}

static bool make_cast(Maker *k) {
    Attrs attrs = attrs_none();
    VarId in = pick(k), out;
    TypeId to;
    Dtype dtype = gen_chance(k->g, 50) ? k->main : (Dtype)gen_below(k->g, DTYPE_COUNT);
    TRY(type_scalar(k->g->env, &k->g->m->types, dtype, &to));
    attrs.word[AT_TO] = to;
    /* The ops of their kind. Which NaN a float is, is not to be seen. */
    Dtype from = type_dtype(types(k), type_of(k, in));
    bool exact = from != DT_NONE && !(dtype_info(from)->class & (CLASS_FLOAT | CLASS_COMPLEX));
    return try_op(k, exact && gen_chance(k->g, 20) ? OP_bitcast : OP_cast, &in, 1, &attrs, &out);
}

static bool make_vector(Maker *k) {
    Attrs attrs = attrs_none();
    VarId in[4] = {pick_class(k, ~0u)}, out;
    unsigned n = 2 + gen_below(k->g, 3);
    TypeId to;
    if (in[0] == NO_VAR)
        return true;
    Dtype dtype = type_dtype(types(k), type_of(k, in[0]));
    for (unsigned i = 1; i < n; i++)
        in[i] = pick_dtype(k, dtype);
    TRY(type_vector(k->g->env, &k->g->m->types, dtype, n, &to));
    attrs.word[AT_TO] = to;
    /* The op of its kind. */
    return try_op(k, OP_make, in, n, &attrs, &out);
}

/* The last axis of numbers, which is often one of the small extents at hand, as components. */
static bool make_packed(Maker *k, Op op) {
    Attrs attrs = attrs_none();
    VarId x = pick_class(k, ~0u), out;
    TypeId scalar, to;
    if (x == NO_VAR)
        return true;
    const Types *t = types(k);
    uint32_t rank = type_rank(t, type_of(k, x));
    Dtype dtype = type_dtype(t, type_of(k, x));
    if (rank == 0 || dtype == DT_NONE)
        return true;
    int64_t last = type_dims(t, type_of(k, x))[rank - 1];
    if (last < 1 || last > 8)
        return true;
    TRY(type_scalar(k->g->env, &k->g->m->types, dtype, &scalar));
    if (last >= 2 && last <= 4 && gen_chance(k->g, 80))
        TRY(type_vector(k->g->env, &k->g->m->types, dtype, (unsigned)last, &to));
    else
        TRY(type_fixed(k->g->env, &k->g->m->types, scalar, (uint32_t)last, &to));
    attrs.word[AT_TO] = to;
    return try_op(k, op, &x, 1, &attrs, &out);
}

/* Ops on vectors, matrices and structs; most tries fit nothing. */
static bool make_parts(Maker *k) {
    Attrs attrs = attrs_none();
    VarId in[3] = {pick(k), pick(k), pick(k)}, out;
    int64_t lanes[4];
    Op op = (Op)gen_below(k->g, OP_FIRST_ROUTINE);
    const OpInfo *info = op_info(op);
    if (strcmp(info->family, "vector") != 0 || (info->flags & OPF_VARIADIC))
        return true;
    if (info->rule == RULE_PACK)
        return make_packed(k, op);
    if (info->attrs[0].kind == ATTR_INT)
        attrs.word[0] = gen_below(k->g, 3);
    if (info->attrs[0].kind == ATTR_INTS) {
        for (int i = 0; i < 4; i++)
            lanes[i] = gen_below(k->g, 3);
        TRY(program_attr_list(k->g->env, k->p, lanes, 2 + gen_below(k->g, 3), &attrs.word[0]));
    }
    return try_op(k, op, in, info->arity, &attrs, &out);
}

/* ---- axes */

static bool some_axes(Maker *k, unsigned rank, int64_t *word) {
    int64_t axes[MAX_RANK];
    uint32_t n = 0;
    for (unsigned i = 0; i < rank; i++)
        if (gen_chance(k->g, 50))
            axes[n++] = gen_chance(k->g, 30) ? (int64_t)i - rank : (int64_t)i;
    *word = ATTR_ABSENT;
    return gen_chance(k->g, 25) || program_attr_list(k->g->env, k->p, axes, n, word);
}

static bool make_reduction(Maker *k) {
    static const double orders[] = {0, 1, 2, 3, __builtin_inf(), -__builtin_inf()};
    Attrs attrs = attrs_none();
    Op op = (Op)gen_below(k->g, OP_FIRST_ROUTINE);
    const OpInfo *info = op_info(op);
    bool scan = info->rule == RULE_SCAN || info->rule == RULE_ARG_REDUCE;
    VarId in = pick_class(k, info->accepts), out;
    if ((strcmp(info->family, "reduction") != 0 && !scan) || in == NO_VAR)
        return true;
    unsigned rank = type_rank(types(k), type_of(k, in));
    for (unsigned a = 0; a < op_attr_count(op); a++) {
        AttrKind kind = info->attrs[a].kind;
        if (kind == ATTR_INTS)
            TRY(some_axes(k, rank, &attrs.word[a]));
        else if (kind == ATTR_INT && (rank || info->attrs[a].required))
            attrs.word[a] = gen_below(k->g, rank + 1);
        else if (kind == ATTR_BOOL && gen_chance(k->g, 40))
            attrs.word[a] = gen_below(k->g, 2);
        else if (kind == ATTR_REAL && info->attrs[a].required)
            attrs.word[a] = attr_real_word(orders[gen_below(k->g, 6)]);
    }
    return try_op(k, op, &in, 1, &attrs, &out);
}

static bool axis_list(Maker *k, unsigned rank, int64_t *word) {
    int64_t list[MAX_RANK];
    for (unsigned i = 0; i < rank; i++)
        list[i] = gen_chance(k->g, 30) ? LIST_SKIPPED : (int64_t)gen_below(k->g, 9) - 4;
    return gen_chance(k->g, 25) || program_attr_list(k->g->env, k->p, list, rank, word);
}

static bool make_slice(Maker *k, VarId in, unsigned rank) {
    Attrs attrs = attrs_none();
    int64_t steps[MAX_RANK];
    VarId out;
    TRY(axis_list(k, rank, &attrs.word[AT_START]) && axis_list(k, rank, &attrs.word[AT_STOP]));
    for (unsigned i = 0; i < rank; i++)
        steps[i] = gen_chance(k->g, 60) ? 1 : (int64_t)gen_below(k->g, 7) - 3;
    TRY(program_attr_list(k->g->env, k->p, steps, rank, &attrs.word[AT_STEP]));
    /* The op of its kind. */
    return try_op(k, OP_slice, &in, 1, &attrs, &out);
}

static bool make_transpose(Maker *k, VarId in, unsigned rank) {
    Attrs attrs = attrs_none();
    int64_t perm[MAX_RANK];
    VarId out;
    for (unsigned i = 0; i < rank; i++) {
        unsigned j = gen_below(k->g, i + 1);
        perm[i] = perm[j];
        perm[j] = i;
    }
    TRY(program_attr_list(k->g->env, k->p, perm, rank, &attrs.word[AT_PERM]));
    /* The op of its kind. */
    return try_op(k, OP_transpose, &in, 1, &attrs, &out);
}

/* An array of the base shape, flat, or with an extent left to be found. */
static bool make_reshaped(Maker *k, VarId in, Op op) {
    Attrs attrs = attrs_none();
    int64_t dims[3] = {k->base[0], k->base[1], k->base[2]};
    uint32_t n = 3;
    VarId out;
    if (op_info(op)->rule == RULE_RESHAPE) {
        dims[0] = DIM_REST;
        n = gen_chance(k->g, 50) ? 1 : 2;
    }
    TRY(program_attr_list(k->g->env, k->p, dims, n, &attrs.word[AT_SHAPE]));
    return try_op(k, op, &in, 1, &attrs, &out);
}

static bool make_view(Maker *k) {
    Attrs attrs = attrs_none();
    VarId in = pick(k), out;
    unsigned rank = type_rank(types(k), type_of(k, in));
    int64_t axis = gen_below(k->g, rank + 1);
    Op op = (Op)gen_below(k->g, OP_FIRST_ROUTINE);
    switch (op_info(op)->rule) {
    case RULE_SLICE: return make_slice(k, in, rank);
    case RULE_TRANSPOSE: return make_transpose(k, in, rank);
    case RULE_BROADCAST:
    case RULE_RESHAPE: return make_reshaped(k, in, op);
    case RULE_FILL: return rank != 0 || make_reshaped(k, in, op);
    case RULE_FLIP:
    case RULE_EXPAND_DIMS:
    case RULE_SQUEEZE:
        TRY(program_attr_list(k->g->env, k->p, &axis, 1, &attrs.word[AT_AXES]));
        return try_op(k, op, &in, 1, &attrs, &out);
    default: return true;
    }
}

/* ---- moving data */

static bool make_joined(Maker *k) {
    Attrs attrs = attrs_none();
    VarId in[3] = {pick(k), pick(k), pick(k)}, out;
    Op op = (Op)gen_below(k->g, OP_FIRST_ROUTINE);
    TypeRule rule = op_info(op)->rule;
    if (gen_chance(k->g, 50))
        in[1] = in[0];
    attrs.word[AT_AXIS] = gen_below(k->g, 3);
    if (rule == RULE_CONCAT || rule == RULE_STACK)
        return try_op(k, op, in, 2 + gen_below(k->g, 2), &attrs, &out);
    if (rule == RULE_MATMUL)
        return try_op(k, op, in, 2, NULL, &out);
    if (rule == RULE_SAME_SHAPE && op_attr_count(op) == 0) /* a copy */
        return try_op(k, op, in, 1, NULL, &out);
    if (rule != RULE_PAD)
        return true;
    int64_t lo[MAX_RANK], hi[MAX_RANK];
    unsigned rank = type_rank(types(k), type_of(k, in[0]));
    Dtype dtype = type_dtype(types(k), type_of(k, in[0]));
    if (dtype == DT_NONE || !is_scalar_elem(k, in[0]))
        return true;
    for (unsigned i = 0; i < rank; i++) {
        lo[i] = gen_below(k->g, 3);
        hi[i] = gen_below(k->g, 3);
    }
    TRY(literal(k, dtype, gen_value(k->g, dtype), &in[1]));
    TRY(program_attr_list(k->g->env, k->p, lo, rank, &attrs.word[AT_LO]));
    TRY(program_attr_list(k->g->env, k->p, hi, rank, &attrs.word[AT_HI]));
    return try_op(k, op, in, 2, &attrs, &out);
}

/* An index of 0 or -1, which is good for every axis that has elements; now and then anything. */
static bool make_index(Maker *k, VarId *out) {
    Attrs attrs = attrs_none();
    TypeId to;
    *out = gen_chance(k->g, 5) ? pick_class(k, CLASS_SIGNED) : pick_class(k, CLASS_BOOL);
    if (*out == NO_VAR || type_dtype(types(k), type_of(k, *out)) != DT_BOOL)
        return true;
    TRY(type_scalar(k->g->env, &k->g->m->types, gen_chance(k->g, 50) ? DT_I32 : DT_I64, &to));
    attrs.word[AT_TO] = to;
    /* 0 or 1, then its negative. */
    TRY(try_op(k, OP_cast, out, 1, &attrs, out));
    return *out == NO_VAR || try_op(k, OP_neg, out, 1, NULL, out);
}

static bool make_indexed(Maker *k) {
    static const int64_t combines[] = {COMBINE_SET, COMBINE_ADD, COMBINE_MAX};
    Attrs attrs = attrs_none();
    VarId in[3] = {pick(k), pick(k), NO_VAR}, out;
    int64_t axis = gen_below(k->g, 2);
    Op op = (Op)gen_below(k->g, OP_FIRST_ROUTINE);
    TypeRule rule = op_info(op)->rule;
    if (rule != RULE_GATHER && rule != RULE_SCATTER)
        return true;
    bool gather = rule == RULE_GATHER;
    TRY(make_index(k, &in[gather ? 1 : 2]));
    TRY(program_attr_list(k->g->env, k->p, &axis, 1, &attrs.word[AT_AXES]));
    if (!gather && gen_chance(k->g, 70))
        attrs.word[1] = combines[gen_below(k->g, 3)];
    return try_op(k, op, in, gather ? 2 : 3, &attrs, &out);
}

static bool make_generated(Maker *k) {
    Attrs attrs = attrs_none();
    Op op = (Op)gen_below(k->g, OP_FIRST_ROUTINE);
    TypeRule rule = op_info(op)->rule;
    VarId in[2], out;
    TypeId to;
    if (rule == RULE_EXTENT) {
        in[0] = pick(k);
        attrs.word[AT_AXIS] = gen_below(k->g, 2);
        return try_op(k, op, in, 1, &attrs, &out);
    }
    if (rule != RULE_IOTA && rule != RULE_RANDOM)
        return true;
    uint32_t n = 1 + gen_below(k->g, 3);
    TRY(program_attr_list(k->g->env, k->p, k->base + 3 - n, n, &attrs.word[AT_SHAPE]));
    TRY(type_scalar(k->g->env, &k->g->m->types, k->main, &to));
    attrs.word[rule == RULE_IOTA ? AT_IOTA_TO : AT_RANDOM_TO] = to;
    if (rule == RULE_IOTA) {
        attrs.word[AT_IOTA_AXIS] = gen_below(k->g, n);
        return try_op(k, op, NULL, 0, &attrs, &out);
    }
    TRY(literal(k, DT_U64, (Bits){gen_bits(k->g), 0}, &in[0]));
    TRY(literal(k, DT_U64, (Bits){gen_below(k->g, 5), 0}, &in[1]));
    return try_op(k, op, in, 2, &attrs, &out);
}

/* ---- control */

static bool fill_body(Maker *k, uint32_t size);

/* A variable of the type, the newest; the body's own inputs are some. */
static VarId newest(const Maker *k, TypeId type) {
    for (VarId v = k->p->vars.len; v-- > 0;)
        if (type_of(k, v) == type)
            return v;
    return NO_VAR;
}

typedef struct Body {
    Maker maker;
    ProgId id;
} Body;

static bool body_begin(Maker *k, Body *b, const TypeId *in, uint32_t n) {
    StrId name;
    VarId v;
    b->maker = *k;
    b->maker.depth++;
    b->maker.elementwise = k->elementwise || gen_chance(k->g, 70);
    TRY(gen_program_name(k->g, &name));
    b->maker.p = program_new(k->g->env, name);
    TRY(b->maker.p);
    for (uint32_t i = 0; i < n; i++)
        TRY(program_input(k->g->env, k->g->m, b->maker.p, NO_STR, in[i], &v));
    return true;
}

/* Bodies inside of this one may have taken its name by now. */
static bool add_program(Gen *g, Program *p, bool ok, ProgId *id) {
    while (ok && module_find(g->m, p->name) != NO_PROGRAM)
        ok = gen_program_name(g, &p->name);
    return gen_add(g, p, ok, id);
}

static bool body_end(Maker *k, Body *b, const TypeId *out, uint32_t n) {
    bool ok = true;
    for (uint32_t i = 0; ok && i < n; i++) {
        VarId v = newest(&b->maker, out[i]);
        ok = v != NO_VAR && program_output(k->g->env, b->maker.p, v);
    }
    return add_program(k->g, b->maker.p, ok, &b->id);
}

/* counter < 3, or as long as a carried element asks for. */
static bool make_condition(Maker *k, const TypeId *in, uint32_t n, ProgId *id) {
    Body b;
    VarId three, out[2] = {0, 0};
    TRY(body_begin(k, &b, in, n));
    TRY(literal(&b.maker, DT_I32, (Bits){gen_below(k->g, 4), 0}, &three));
    out[1] = three;
    /* What a loop counts with. */
    TRY(try_op(&b.maker, OP_lt, out, 2, NULL, &out[0]));
    TRY(program_output(k->g->env, b.maker.p, out[0]));
    *id = NO_PROGRAM;
    return add_program(k->g, b.maker.p, true, id);
}

/* The counter is the first of the carried values. */
static bool make_counting_body(Maker *k, const TypeId *in, uint32_t n, uint32_t carry, ProgId *id) {
    Body b;
    VarId one[2] = {0, 0}, next;
    TRY(body_begin(k, &b, in, n));
    TRY(fill_body(&b.maker, BODY));
    TRY(literal(&b.maker, DT_I32, (Bits){1, 0}, &one[1]));
    /* What a loop counts with. */
    TRY(try_op(&b.maker, OP_add, one, 2, NULL, &next));
    bool ok = program_output(k->g->env, b.maker.p, next);
    for (uint32_t i = 1; ok && i < carry; i++)
        ok = program_output(k->g->env, b.maker.p, newest(&b.maker, in[i]));
    return add_program(k->g, b.maker.p, ok, id);
}

static bool make_while(Maker *k, Op op) {
    Attrs attrs = attrs_none();
    VarId in[3], out;
    TypeId t[3];
    ProgId condition, body;
    TRY(literal(k, DT_I32, (Bits){0, 0}, &in[0]));
    in[1] = pick(k);
    in[2] = pick(k);
    for (int i = 0; i < 3; i++)
        t[i] = type_of(k, in[i]);
    TRY(make_condition(k, t, 3, &condition) && make_counting_body(k, t, 3, 2, &body));
    attrs.word[AT_WHILE_COND] = condition;
    attrs.word[AT_WHILE_BODY] = body;
    attrs.word[AT_WHILE_CARRY] = 2;
    return program_instr(k->g->env, k->p, op, in, 3, &attrs, 2, t, (Loc){0, 0}, &out);
}

static bool make_for(Maker *k, Op op) {
    Attrs attrs = attrs_none();
    VarId in[5], out;
    TypeId t[4];
    Body b;
    uint32_t carry = 1 + gen_below(k->g, 2);
    TRY(literal(k, DT_I64, (Bits){gen_below(k->g, 2), 0}, &in[0]));
    TRY(literal(k, DT_I64, (Bits){gen_below(k->g, 5), 0}, &in[1]));
    t[0] = type_of(k, in[0]);
    for (int i = 2; i < 5; i++) {
        in[i] = pick(k);
        t[i - 1] = type_of(k, in[i]);
    }
    TRY(body_begin(k, &b, t, 4) && fill_body(&b.maker, BODY));
    TRY(body_end(k, &b, t + 1, carry));
    attrs.word[AT_FOR_BODY] = b.id;
    attrs.word[AT_FOR_CARRY] = carry;
    return program_instr(k->g->env, k->p, op, in, 5, &attrs, carry, t + 1, (Loc){0, 0}, &out);
}

static bool make_if(Maker *k, Op op) {
    Attrs attrs = attrs_none();
    VarId in[3] = {pick_dtype(k, DT_BOOL), pick(k), pick(k)}, out;
    TypeId t[2] = {type_of(k, in[1]), type_of(k, in[2])};
    Body arms[2];
    if (in[0] == NO_VAR || !is_scalar_elem(k, in[0]))
        return true;
    /* One truth value of all. */
    TRY(try_op(k, OP_any, in, 1, NULL, &in[0]));
    for (int i = 0; i < 2; i++) {
        TRY(body_begin(k, &arms[i], t, 2) && fill_body(&arms[i].maker, BODY));
        TRY(body_end(k, &arms[i], t, 1));
    }
    attrs.word[AT_THEN] = arms[0].id;
    attrs.word[AT_ELSE] = arms[1].id;
    return in[0] == NO_VAR ||
           program_instr(k->g->env, k->p, op, in, 3, &attrs, 1, t, (Loc){0, 0}, &out);
}

/* A function of two scalars, with a loop or branch of its own more often than not. */
static bool make_map(Maker *k, Op op) {
    Attrs attrs = attrs_none();
    VarId in[2] = {pick(k), NO_VAR}, out;
    TypeId t[2], whole = type_of(k, in[0]);
    Body b;
    in[1] = newest(k, whole);
    t[0] = t[1] = type_elem(types(k), whole);
    TRY(body_begin(k, &b, t, 2));
    b.maker.elementwise = true;
    TRY(fill_body(&b.maker, BODY) && body_end(k, &b, t, 1));
    attrs.word[AT_CALLEE] = b.id;
    return program_instr(k->g->env, k->p, op, in, 2, &attrs, 1, &whole, (Loc){0, 0}, &out);
}

static bool make_control(Maker *k) {
    Op op = (Op)gen_below(k->g, OP_FIRST_ROUTINE);
    if (k->depth >= 2 || k->g->m->programs.len > 24)
        return true;
    switch (op_info(op)->rule) {
    case RULE_WHILE: return make_while(k, op);
    case RULE_FOR: return make_for(k, op);
    case RULE_IF: return make_if(k, op);
    case RULE_MAP: return make_map(k, op);
    default: return true;
    }
}

/* ---- programs */

static bool make_any(Maker *k) {
    uint32_t kind = gen_below(k->g, 100);
    if (kind < 40 || (k->elementwise && kind < 80))
        return make_step(k);
    if (kind < 46)
        return make_choice(k);
    if (kind < 51)
        return make_cast(k);
    if (kind < 53)
        return make_vector(k);
    if (kind < 56)
        return make_parts(k);
    if (kind < 60 || k->elementwise)
        return make_control(k);
    if (kind < 74)
        return make_reduction(k);
    if (kind < 86)
        return make_view(k);
    if (kind < 92)
        return make_joined(k);
    return kind < 96 ? make_indexed(k) : make_generated(k);
}

static bool fill_body(Maker *k, uint32_t size) {
    uint32_t want = k->p->instrs.len + 1 + gen_below(k->g, size);
    for (int t = 0; t < (int)size * TRIES; t++) {
        if (k->p->instrs.len >= want || k->p->vars.len >= MOST_VARS)
            break;
        TRY(make_any(k));
    }
    return true;
}

static bool add_inputs(Maker *k) {
    uint32_t n = 1 + gen_below(k->g, INPUTS);
    for (uint32_t i = 0; i < n; i++) {
        Dim dims[3];
        TypeId elem, type;
        VarId v;
        Dtype dtype = gen_chance(k->g, 75) ? k->main : (Dtype)gen_below(k->g, DTYPE_COUNT);
        uint32_t rank = gen_below(k->g, 4);
        for (uint32_t d = 0; d < rank; d++)
            dims[d] = gen_chance(k->g, 15) ? 1 : k->base[3 - rank + d];
        TRY(type_scalar(k->g->env, &k->g->m->types, dtype, &elem));
        if (gen_chance(k->g, 6))
            TRY(type_vector(k->g->env, &k->g->m->types, dtype, 2 + gen_below(k->g, 3), &elem));
        TRY(type_array(k->g->env, &k->g->m->types, elem, dims, rank, &type));
        TRY(program_input(k->g->env, k->g->m, k->p, NO_STR, type, &v));
    }
    return true;
}

/* The newest values, and some others. */
static bool add_outputs(Maker *k) {
    uint32_t n = k->p->vars.len, want = 1 + gen_below(k->g, 3);
    for (uint32_t i = 0; i < want; i++)
        TRY(program_output(k->g->env, k->p, i < 2 && i < n ? n - 1 - i : gen_below(k->g, n)));
    return true;
}

static bool make_program(Gen *g) {
    static const Dim sizes[] = {0, 1, 2, 3, 4, 7, 33};
    Maker k = {.g = g, .main = (Dtype)gen_below(g, DTYPE_COUNT)};
    StrId name;
    ProgId id;
    if (gen_chance(g, 60))
        k.main = gen_chance(g, 60) ? DT_F32 : DT_F64;
    for (int i = 0; i < 3; i++) {
        char text[2] = {(char)('k' + i), '\0'};
        StrId extent;
        TRY(strings_add(g->env, &g->m->strings, text, 1, &extent));
        k.base[i] = gen_chance(g, 50) ? DIM_NAMED(extent) : sizes[gen_below(g, 7)];
    }
    TRY(gen_program_name(g, &name));
    k.p = program_new(g->env, name);
    TRY(k.p);
    bool ok = add_inputs(&k) && fill_body(&k, g->size) && add_outputs(&k);
    return add_program(g, k.p, ok, &id);
}

bool gen_runnable_module(Gen *g) {
    return make_program(g);
}
