/* One random instruction of known types, by the type rule of its op. */
#include <string.h>

#include "gen/shapes.h"

/* ---- elements */

/*
 * Lets one unknown extent of the last program meet a number: inference makes them equal, and the
 * number is what the result has. Not a small one, whose slices could get extent 1; and not a name,
 * for the unknown extent may be computed from it, and n+2 is never n.
 */
static void equate(Typed *f, Extents *a, const Extents *b) {
    if (f->g->equated || f->depth > 0 || a->rank != b->rank)
        return;
    for (unsigned i = 0; i < a->rank; i++)
        if (gen_is_unknown(f->g, a->at[i]) && b->at[i] >= 100) {
            a->at[i] = b->at[i];
            f->g->equated = true;
            return;
        }
}

/* Something to stand beside x: *shape and *e grow by it. */
static bool beside(Typed *f, VarId x, Extents *shape, TypeId *e, VarId *out) {
    Type have = *type_get(types_of(f), *e);
    *out = x;
    if (gen_chance(f->g, 25))
        return gen_weak_literal(f, have.dtype, out);
    VarId other = gen_pick(f, (Like){.dtype = have.dtype, .kinds = NUMERIC});
    if (other == NO_VAR)
        return true;
    Type o = elem(f, other);
    bool scalar = have.kind == TYPE_SCALAR || o.kind == TYPE_SCALAR;
    bool same = have.kind == o.kind && have.rows == o.rows && have.cols == o.cols;
    Extents joined = *shape, more = extents(f, other);
    equate(f, &joined, &more);
    if ((!scalar && !same) || !join(&joined, &more))
        return true;
    *shape = joined;
    *out = other;
    if (have.kind == TYPE_SCALAR)
        *e = elem_of(f, other);
    return true;
}

static bool gen_elementwise(Typed *f, Op op) {
    const OpInfo *info = op_info(op);
    Attrs attrs = attrs_none();
    VarId in[3], x = pick_for(f, op, NUMERIC, 0);
    if (x == NO_VAR || op_result_dtype(op, dtype_of(f, x)) == DT_NONE)
        return true;
    Extents shape = extents(f, x);
    TypeId e = elem_of(f, x);
    uint32_t place = gen_below(f->g, info->arity);
    for (uint32_t i = 0; i < info->arity; i++) {
        in[i] = x;
        if (i != place)
            TRY(beside(f, x, &shape, &e, &in[i]));
    }
    loose_attrs(f, op, &attrs);
    TRY(type_with_dtype(f->g->env, types_of(f), e, op_result_dtype(op, dtype_of(f, x)), &e));
    return emit_one(f, op, in, info->arity, &attrs, e, &shape);
}

static bool gen_select(Typed *f, Op op) {
    VarId x = gen_pick(f, like_any()), in[3];
    in[0] = gen_pick(f, (Like){.dtype = DT_BOOL, .kinds = SCALARS});
    if (in[0] == NO_VAR)
        TRY(gen_literal_of(f, DT_BOOL, &in[0]));
    in[1] = in[2] = x;
    TypeId e = elem_of(f, x);
    Extents shape = extents(f, x), condition = extents(f, in[0]);
    if (!join(&shape, &condition))
        return true;
    if (dtype_of(f, x) != DT_NONE)
        TRY(beside(f, x, &shape, &e, &in[1 + gen_below(f->g, 2)]));
    return emit_one(f, op, in, 3, NULL, e, &shape);
}

static bool gen_cast(Typed *f, Op op) {
    Attrs attrs = attrs_none();
    Dtype dtype = (Dtype)gen_below(f->g, DTYPE_COUNT);
    VarId x = gen_pick(f, (Like){.dtype = DT_NONE, .kinds = NUMERIC});
    TypeId e, to;
    if (x == NO_VAR)
        return true;
    Extents shape = extents(f, x);
    TRY(type_with_dtype(f->g->env, types_of(f), elem_of(f, x), dtype, &e));
    TRY(type_scalar(f->g->env, types_of(f), dtype, &to));
    attrs.word[AT_TO] = gen_chance(f->g, 50) ? e : to;
    return emit_one(f, op, &x, 1, &attrs, e, &shape);
}

static bool gen_bitcast(Typed *f, Op op) {
    Attrs attrs = attrs_none();
    Dtype dtype = (Dtype)(1 + gen_below(f->g, DTYPE_COUNT - 1));
    VarId x = gen_pick(f, (Like){.dtype = DT_NONE, .kinds = NUMERIC});
    TypeId e;
    if (x == NO_VAR || dtype_of(f, x) == DT_BOOL)
        return true;
    Type from = elem(f, x);
    unsigned parts = from.kind == TYPE_SCALAR   ? 1
                     : from.kind == TYPE_VECTOR ? from.rows
                                                : from.rows * from.cols;
    unsigned bits = dtype_info(from.dtype)->bits * parts, want = dtype_info(dtype)->bits;
    if (bits % want || bits / want > 4)
        return true;
    TRY(bits == want ? type_scalar(f->g->env, types_of(f), dtype, &e)
                     : type_vector(f->g->env, types_of(f), dtype, bits / want, &e));
    attrs.word[AT_TO] = e;
    Extents shape = extents(f, x);
    return emit_one(f, op, &x, 1, &attrs, e, &shape);
}

/* ---- parts of elements */

static bool gen_make(Typed *f, Op op) {
    TypeId type;
    VarId out, parts[16];
    Attrs attrs = attrs_none();
    TRY(gen_element_type(f->g, 2, &type));
    Type e = *type_get(types_of(f), type);
    if (e.kind != TYPE_VECTOR && e.kind != TYPE_MATRIX)
        return e.kind == TYPE_SCALAR || gen_value_of(f, type, &out);
    uint32_t n = e.kind == TYPE_VECTOR ? e.rows : e.rows * e.cols;
    Extents shape = {.rank = 0};
    for (uint32_t i = 0; i < n; i++) {
        parts[i] = gen_pick(f, (Like){.dtype = e.dtype, .kinds = SCALARS});
        Extents more = parts[i] == NO_VAR ? shape : extents(f, parts[i]);
        if (parts[i] == NO_VAR || !join(&shape, &more))
            TRY(gen_weak_literal(f, e.dtype, &parts[i]));
    }
    attrs.word[AT_TO] = type;
    return emit_one(f, op, parts, n, &attrs, type, &shape);
}

static bool part_type(Typed *f, const Type *e, uint32_t index, TypeId *out) {
    Types *t = types_of(f);
    switch (e->kind) {
    case TYPE_VECTOR: return type_scalar(f->g->env, t, e->dtype, out);
    case TYPE_MATRIX: return type_vector(f->g->env, t, e->dtype, e->cols, out);
    case TYPE_FIXED: *out = e->elem; return true;
    default: *out = type_fields(t, e)[index].type; return true;
    }
}

static bool gen_part(Typed *f, Op op) {
    unsigned kinds = KIND(VECTOR) | KIND(MATRIX) | KIND(FIXED) | KIND(STRUCT);
    VarId in[2], x = gen_pick(f, (Like){.dtype = DT_NONE, .kinds = kinds});
    Attrs attrs = attrs_none();
    TypeId part;
    if (x == NO_VAR)
        return true;
    Type e = elem(f, x);
    uint32_t index =
        gen_below(f->g, e.kind == TYPE_VECTOR || e.kind == TYPE_MATRIX ? e.rows : e.count);
    TRY(part_type(f, &e, index, &part));
    Extents shape = extents(f, x);
    attrs.word[AT_INDEX] = index;
    in[0] = x;
    if (op_info(op)->rule == RULE_EXTRACT)
        return emit_one(f, op, in, 1, &attrs, part, &shape);
    TRY(gen_value_of(f, part, &in[1]));
    return in[1] == NO_VAR || emit_one(f, op, in, 2, &attrs, elem_of(f, x), &shape);
}

/* element and set_element */
static bool gen_element(Typed *f, Op op) {
    VarId in[3];
    TypeId part;
    unsigned kinds = KIND(VECTOR) | KIND(MATRIX) | KIND(FIXED);
    in[0] = gen_pick(f, (Like){.dtype = DT_NONE, .kinds = kinds});
    if (in[0] == NO_VAR)
        return true;
    in[1] = gen_pick(
        f, (Like){.dtype = DT_NONE, .kinds = SCALARS, .classes = CLASS_SIGNED | CLASS_UNSIGNED});
    Extents shape = extents(f, in[0]), more = in[1] == NO_VAR ? shape : extents(f, in[1]);
    if (in[1] == NO_VAR || !join(&shape, &more))
        TRY(gen_weak_literal(f, DT_I64, &in[1]));
    Type e = elem(f, in[0]);
    TRY(part_type(f, &e, 0, &part));
    if (op_info(op)->rule == RULE_ELEMENT)
        return emit_one(f, op, in, 2, NULL, part, &shape);
    TRY(gen_value_of(f, part, &in[2]));
    return in[2] == NO_VAR || emit_one(f, op, in, 3, NULL, elem_of(f, in[0]), &shape);
}

/* The last axis as a vector or fixed array, the last two as a matrix. */
static bool gen_pack(Typed *f, Op op) {
    VarId x = gen_pick(f, (Like){.dtype = DT_NONE, .kinds = SCALARS});
    Attrs attrs = attrs_none();
    Env *env = f->g->env;
    TypeId scalar, e;
    if (x == NO_VAR)
        return true;
    Extents shape = extents(f, x);
    Dtype dtype = dtype_of(f, x);
    if (shape.rank == 0)
        return true;
    int64_t last = shape.at[--shape.rank], before = shape.rank ? shape.at[shape.rank - 1] : 0;
    if (last < 1 || last > 8)
        return true;
    TRY(type_scalar(env, types_of(f), dtype, &scalar));
    if (last >= 2 && last <= 4 && before >= 2 && before <= 4 && gen_chance(f->g, 50)) {
        shape.rank--;
        TRY(type_matrix(env, types_of(f), dtype, (unsigned)before, (unsigned)last, &e));
    } else if (last >= 2 && last <= 4 && gen_chance(f->g, 70)) {
        TRY(type_vector(env, types_of(f), dtype, (unsigned)last, &e));
    } else {
        TRY(type_fixed(env, types_of(f), scalar, (uint32_t)last, &e));
    }
    attrs.word[AT_TO] = e;
    return emit_one(f, op, &x, 1, &attrs, e, &shape);
}

static bool gen_unpack(Typed *f, Op op) {
    unsigned kinds = KIND(VECTOR) | KIND(MATRIX) | KIND(FIXED);
    VarId x = gen_pick(f, (Like){.dtype = DT_NONE, .kinds = kinds});
    Dim parts[MAX_RANK];
    Dtype dtype;
    TypeId scalar;
    if (x == NO_VAR)
        return true;
    Extents shape = extents(f, x);
    unsigned n = type_components(types_of(f), elem_of(f, x), parts, &dtype);
    if (n == 0 || shape.rank + n > 6)
        return true;
    for (unsigned k = 0; k < n; k++)
        shape.at[shape.rank++] = parts[k];
    TRY(type_scalar(f->g->env, types_of(f), dtype, &scalar));
    return emit_one(f, op, &x, 1, NULL, scalar, &shape);
}

static bool gen_extent(Typed *f, Op op) {
    VarId x = gen_pick(f, like_any());
    Attrs attrs = attrs_none();
    Extents none = {.rank = 0};
    TypeId e;
    if (x == NO_VAR || extents(f, x).rank == 0)
        return true;
    unsigned rank = extents(f, x).rank;
    attrs.word[AT_AXIS] = (int64_t)gen_below(f->g, 2 * rank) - rank;
    TRY(type_scalar(f->g->env, types_of(f), DT_I64, &e));
    return emit_one(f, op, &x, 1, &attrs, e, &none);
}

static bool gen_swizzle(Typed *f, Op op) {
    VarId x = gen_pick(f, (Like){.dtype = DT_NONE, .kinds = KIND(VECTOR)});
    Attrs attrs = attrs_none();
    int64_t lanes[4];
    TypeId e;
    if (x == NO_VAR)
        return true;
    uint32_t n = 1 + gen_below(f->g, 4);
    for (uint32_t i = 0; i < n; i++)
        lanes[i] = gen_below(f->g, elem(f, x).rows);
    TRY(put_list(f, lanes, n, &attrs.word[AT_LANES]));
    TRY(n == 1 ? type_scalar(f->g->env, types_of(f), dtype_of(f, x), &e)
               : type_vector(f->g->env, types_of(f), dtype_of(f, x), n, &e));
    Extents shape = extents(f, x);
    return emit_one(f, op, &x, 1, &attrs, e, &shape);
}

/* dot, cross, length, normalize: one or two vectors of one type. */
static bool gen_vector_op(Typed *f, Op op) {
    TypeRule rule = op_info(op)->rule;
    VarId in[2], x = pick_for(f, op, KIND(VECTOR), 0);
    if (x == NO_VAR || (rule == RULE_CROSS && elem(f, x).rows != 3))
        return true;
    TypeId e = elem_of(f, x);
    Extents shape = extents(f, x);
    in[0] = in[1] = x;
    VarId other = gen_pick(f, (Like){.elem = e, .dtype = DT_NONE});
    Extents more = extents(f, other);
    if (op_info(op)->arity == 2 && join(&shape, &more))
        in[1] = other;
    if (rule == RULE_DOT || rule == RULE_LENGTH)
        TRY(type_scalar(f->g->env, types_of(f), dtype_of(f, x), &e));
    return emit_one(f, op, in, op_info(op)->arity, NULL, e, &shape);
}

static bool gen_mat_mul(Typed *f, Op op) {
    VarId in[2], x = pick_for(f, op, KIND(MATRIX), 0);
    TypeId right, e;
    if (x == NO_VAR)
        return true;
    Type m = elem(f, x);
    unsigned cols = 2 + gen_below(f->g, 3);
    bool vector = gen_chance(f->g, 40);
    Env *env = f->g->env;
    Types *t = types_of(f);
    TRY(vector ? type_vector(env, t, m.dtype, m.cols, &right)
               : type_matrix(env, t, m.dtype, m.cols, cols, &right));
    TRY(vector ? type_vector(env, t, m.dtype, m.rows, &e)
               : type_matrix(env, t, m.dtype, m.rows, cols, &e));
    Extents shape = extents(f, x);
    in[0] = x;
    TRY(gen_value_of(f, right, &in[1]));
    return in[1] == NO_VAR || emit_one(f, op, in, 2, NULL, e, &shape);
}

static bool gen_mat_transpose(Typed *f, Op op) {
    VarId x = pick_for(f, op, KIND(MATRIX), 0);
    TypeId e;
    if (x == NO_VAR)
        return true;
    Type m = elem(f, x);
    Extents shape = extents(f, x);
    TRY(type_matrix(f->g->env, types_of(f), m.dtype, m.cols, m.rows, &e));
    return emit_one(f, op, &x, 1, NULL, e, &shape);
}

static bool gen_determinant(Typed *f, Op op) {
    VarId x = pick_for(f, op, KIND(MATRIX), 0);
    TypeId e;
    if (x == NO_VAR || elem(f, x).rows != elem(f, x).cols)
        return true;
    Extents shape = extents(f, x);
    TRY(type_scalar(f->g->env, types_of(f), dtype_of(f, x), &e));
    return emit_one(f, op, &x, 1, NULL, e, &shape);
}

/* ---- reductions, scans, contractions */

static Extents reduced(const Extents *x, const bool *has, bool keep) {
    Extents out = {.rank = 0};
    for (unsigned i = 0; i < x->rank; i++)
        if (!has[i] || keep)
            out.at[out.rank++] = has[i] ? 1 : x->at[i];
    return out;
}

static bool gen_reduce(Typed *f, Op op) {
    Attrs attrs = attrs_none();
    bool has[MAX_RANK];
    VarId x = pick_for(f, op, SCALARS, gen_chance(f->g, 90));
    TypeId e;
    if (x == NO_VAR)
        return true;
    Extents shape = extents(f, x);
    loose_attrs(f, op, &attrs);
    memset(has, 1, sizeof has);
    if (op_info(op)->rule == RULE_ARG_REDUCE) {
        if (shape.rank && gen_chance(f->g, 70)) {
            unsigned axis = gen_below(f->g, shape.rank);
            attrs.word[AT_AXIS] = axis;
            for (unsigned i = 0; i < shape.rank; i++)
                has[i] = i == axis;
        }
    } else if (gen_chance(f->g, 70)) {
        TRY(random_axes(f, shape.rank, 50, has, &attrs.word[AT_AXES]));
    }
    bool keep = attrs.word[AT_KEEPDIMS] == 1;
    shape = reduced(&shape, has, keep);
    TRY(type_scalar(f->g->env, types_of(f), op_result_dtype(op, dtype_of(f, x)), &e));
    return emit_one(f, op, &x, 1, &attrs, e, &shape);
}

static bool gen_same_shape(Typed *f, Op op) {
    Attrs attrs = attrs_none();
    bool has[MAX_RANK], along = op_attr_count(op) > 0;
    VarId x = along ? pick_for(f, op, SCALARS, 0) : gen_pick(f, like_any());
    if (x == NO_VAR)
        return true;
    Extents shape = extents(f, x);
    if (along && gen_chance(f->g, 70))
        TRY(random_axes(f, shape.rank, 50, has, &attrs.word[AT_AXES]));
    return emit_one(f, op, &x, 1, &attrs, elem_of(f, x), &shape);
}

static bool gen_scan(Typed *f, Op op) {
    Attrs attrs = attrs_none();
    VarId x = pick_for(f, op, SCALARS, 1);
    if (x == NO_VAR)
        return true;
    Extents shape = extents(f, x);
    loose_attrs(f, op, &attrs);
    attrs.word[AT_AXIS] = (int64_t)gen_below(f->g, 2 * shape.rank) - shape.rank;
    return emit_one(f, op, &x, 1, &attrs, elem_of(f, x), &shape);
}

static bool gen_matmul(Typed *f, Op op) {
    VarId in[2], x = pick_for(f, op, SCALARS, 1);
    TypeId right;
    if (x == NO_VAR)
        return true;
    Extents a = extents(f, x), b = {.rank = 1, .at = {a.at[a.rank - 1]}};
    if (gen_chance(f->g, 60))
        b.at[b.rank++] = f->dims[gen_below(f->g, f->n_dims)];
    TRY(array_type(f, elem_of(f, x), &b, &right));
    in[0] = x;
    TRY(gen_value_of(f, right, &in[1]));
    a.rank--;
    if (b.rank == 2)
        a.at[a.rank++] = b.at[1];
    return in[1] == NO_VAR || emit_one(f, op, in, 2, NULL, elem_of(f, x), &a);
}

/* x with itself: one axis summed, perhaps one kept as a batch. */
static bool gen_contract(Typed *f, Op op) {
    VarId x = pick_for(f, op, SCALARS, 1);
    Attrs attrs = attrs_none();
    if (x == NO_VAR)
        return true;
    Extents a = extents(f, x), out = {.rank = 0};
    int64_t sum = gen_below(f->g, a.rank), batch = gen_below(f->g, a.rank);
    bool batched = batch != sum && gen_chance(f->g, 50);
    TRY(put_list(f, &sum, 1, &attrs.word[AT_X_AXES]) &&
        put_list(f, &sum, 1, &attrs.word[AT_Y_AXES]));
    if (batched) {
        TRY(put_list(f, &batch, 1, &attrs.word[AT_X_BATCH]));
        TRY(put_list(f, &batch, 1, &attrs.word[AT_Y_BATCH]));
        out.at[out.rank++] = a.at[batch];
    }
    for (unsigned k = 0; k < 2 * a.rank; k++)
        if (k % a.rank != sum && !(batched && k % a.rank == batch))
            out.at[out.rank++] = a.at[k % a.rank];
    return out.rank > 6 || emit_one(f, op, (VarId[]){x, x}, 2, &attrs, elem_of(f, x), &out);
}

static bool gen_const(Typed *f, Op op) {
    VarId out;
    (void)op;
    return gen_literal_of(f, (Dtype)gen_below(f->g, DTYPE_COUNT), &out);
}

static GenFn *const by_rule[RULE_COUNT] = {
    [RULE_CONST] = gen_const,
    [RULE_ELEMENTWISE] = gen_elementwise,
    [RULE_SELECT] = gen_select,
    [RULE_CAST] = gen_cast,
    [RULE_BITCAST] = gen_bitcast,
    [RULE_MAKE] = gen_make,
    [RULE_EXTRACT] = gen_part,
    [RULE_INSERT] = gen_part,
    [RULE_ELEMENT] = gen_element,
    [RULE_SET_ELEMENT] = gen_element,
    [RULE_PACK] = gen_pack,
    [RULE_UNPACK] = gen_unpack,
    [RULE_EXTENT] = gen_extent,
    [RULE_SWIZZLE] = gen_swizzle,
    [RULE_DOT] = gen_vector_op,
    [RULE_CROSS] = gen_vector_op,
    [RULE_LENGTH] = gen_vector_op,
    [RULE_NORMALIZE] = gen_vector_op,
    [RULE_MAT_MUL] = gen_mat_mul,
    [RULE_MAT_TRANSPOSE] = gen_mat_transpose,
    [RULE_DETERMINANT] = gen_determinant,
    [RULE_REDUCE] = gen_reduce,
    [RULE_ARG_REDUCE] = gen_reduce,
    [RULE_SAME_SHAPE] = gen_same_shape,
    [RULE_SCAN] = gen_scan,
    [RULE_MATMUL] = gen_matmul,
    [RULE_CONTRACT] = gen_contract,
    [RULE_IOTA] = gen_new_array,
    [RULE_FILL] = gen_new_array,
    [RULE_RANDOM] = gen_new_array,
    [RULE_BROADCAST] = gen_broadcast,
    [RULE_RESHAPE] = gen_reshape,
    [RULE_RESHAPE_LIKE] = gen_reshape_like,
    [RULE_TRANSPOSE] = gen_transpose,
    [RULE_EXPAND_DIMS] = gen_expand_dims,
    [RULE_SQUEEZE] = gen_squeeze,
    [RULE_SLICE] = gen_slice,
    [RULE_FLIP] = gen_flip,
    [RULE_PAD] = gen_pad,
    [RULE_CONCAT] = gen_joined,
    [RULE_STACK] = gen_joined,
    [RULE_GATHER] = gen_indexed,
    [RULE_SCATTER] = gen_indexed,
    [RULE_CALL] = gen_control,
    [RULE_MAP] = gen_control,
    [RULE_IF] = gen_control,
    [RULE_FOR] = gen_control,
    [RULE_WHILE] = gen_control,
};

bool gen_typed_instr(Typed *f) {
    Op op = (Op)gen_below(f->g, OP_FIRST_ROUTINE);
    /* Most rows are elementwise; control flow comes up often enough this way. */
    if (gen_chance(f->g, 8))
        for (op = (Op)gen_below(f->g, OP_FIRST_ROUTINE); !(op_info(op)->flags & OPF_CONTROL);)
            op = (Op)gen_below(f->g, OP_FIRST_ROUTINE);
    return by_rule[op_info(op)->rule](f, op);
}
