/* Values: known ones and variables, their parts, and conversions. */
#include "front/slang/lower/meaning.h"

bool scalar_type(Lower *l, Dtype dtype, TypeId *out) {
    return type_scalar(l->env, &l->k->m->types, dtype, out);
}

bool lower_known(Lower *l, Dtype dtype, Scalar value, KValue *out) {
    *out = (KValue){.var = NO_VAR, .known = true, .bits = scalar_to_bits(dtype, value)};
    return scalar_type(l, dtype, &out->type);
}

bool lower_known_int(const Lower *l, const KValue *value, int64_t *out) {
    const Type *type = lower_type_of(l, value->type);
    if (!value->known || type->kind != TYPE_SCALAR || dtype_class(type->dtype) == CLASS_FLOAT)
        return false;
    Bits bits = {value->bits.lo, 0};
    *out = scalar_from_bits(type->dtype, bits).i;
    return true;
}

static Loc here(const Lower *l) {
    uint32_t begin, end;
    Loc loc;
    ast_span(l->ast, l->at, &begin, &end);
    source_place(l->ast->source, begin, &loc.line, &loc.column);
    return loc;
}

static bool need_program(Lower *l) {
    return l->p || lower_error(l, l->at, "this must be known while compiling");
}

bool lower_var(Lower *l, const KValue *value, VarId *out) {
    *out = value->var;
    if (value->var != NO_VAR)
        return true;
    TRY(need_program(l));
    Literal literal = {LITERAL_TYPED, value->type, {value->bits.lo, 0}};
    return program_const(l->env, l->p, &literal, value->type, here(l), out);
}

/* All operands known: the result is too. */
static bool fold(Lower *l, Op op, const KValue *in, uint32_t n_in, KValue *out, bool *done) {
    Scalar values[3] = {{0}}, result;
    *done = false;
    if (n_in == 0 || n_in > 3)
        return true;
    for (uint32_t i = 0; i < n_in; i++)
        if (!in[i].known || in[i].type != in[0].type)
            return true;
    Dtype dtype = lower_type_of(l, in[0].type)->dtype;
    if (!op_accepts(op, dtype))
        return true;
    for (uint32_t i = 0; i < n_in; i++)
        values[i] = scalar_from_bits(dtype, (Bits){in[i].bits.lo, 0});
    if (!op_eval(op, dtype, values, &result))
        return true;
    *done = true;
    return lower_known(l, op_result_dtype(op, dtype), result, out);
}

bool lower_op(Lower *l, Op op, const KValue *in, uint32_t n_in, const Attrs *attrs, TypeId type,
              KValue *out) {
    VarId few[8], *vars = few;
    bool done;
    if (!attrs) {
        TRY(fold(l, op, in, n_in, out, &done));
        if (done)
            return true;
    }
    if (op == OP_NONE)
        return lower_error(l, l->at, "this is not supported yet");
    TRY(need_program(l));
    size_t size = n_in * sizeof *vars;
    if (n_in > 8)
        vars = env_resize(l->env, NULL, 0, size);
    bool ok = vars != NULL;
    for (uint32_t i = 0; ok && i < n_in; i++)
        ok = lower_var(l, &in[i], &vars[i]);
    *out = (KValue){.var = NO_VAR};
    if (ok)
        ok = lower_told(
            l, infer_append(l->env, l->k->m, l->p, op, vars, n_in, attrs, here(l), &out->var));
    if (ok)
        out->type = l->p->vars.at[out->var].type;
    if (vars != few)
        env_free(l->env->allocator, vars, size);
    (void)type; /* the op's own rule gives it */
    return ok;
}

/* ---- parts */

bool lower_make(Lower *l, TypeId to, const KValue *parts, uint32_t n, KValue *out) {
    Attrs attrs = attrs_none();
    attrs.word[AT_TO] = to;
    return lower_op(l, OP_make, parts, n, &attrs, to, out); /* structure, not a step */
}

bool lower_part(Lower *l, KValue of, uint32_t index, KValue *out) {
    Attrs attrs = attrs_none();
    attrs.word[AT_INDEX] = index;
    return lower_op(l, OP_extract, &of, 1, &attrs, NO_TYPE, out); /* structure, not a step */
}

bool lower_with_part(Lower *l, KValue of, uint32_t index, KValue part, KValue *out) {
    Attrs attrs = attrs_none();
    attrs.word[AT_INDEX] = index;
    KValue in[] = {of, part};
    return lower_op(l, OP_insert, in, 2, &attrs, NO_TYPE, out); /* structure, not a step */
}

bool lower_swizzle(Lower *l, KValue of, const uint32_t *lanes, uint32_t n, KValue *out) {
    Attrs attrs = attrs_none();
    int64_t list[4];
    TRY(need_program(l));
    if (n == 1)
        return lower_part(l, of, lanes[0], out);
    for (uint32_t i = 0; i < n; i++)
        list[i] = lanes[i];
    TRY(program_attr_list(l->env, l->p, list, n, &attrs.word[AT_LANES]));
    return lower_op(l, OP_swizzle, &of, 1, &attrs, NO_TYPE, out); /* structure, not a step */
}

bool lower_splat(Lower *l, KValue value, TypeId to, KValue *out) {
    return lower_make(l, to, &value, 1, out);
}

bool lower_zero(Lower *l, TypeId id, KValue *out) {
    Type type = *lower_type_of(l, id);
    KValue zero;
    if (type.kind == TYPE_SCALAR)
        return lower_known(l, type.dtype, (Scalar){.u = 0}, out);
    if (is_number(&type))
        return lower_known(l, type.dtype, (Scalar){.u = 0}, &zero) && lower_splat(l, zero, id, out);
    if (type.kind != TYPE_FIXED && type.kind != TYPE_STRUCT)
        return lower_error(l, l->at, "a texture or buffer has no value of its own");
    size_t size = (type.count + 1) * sizeof(KValue);
    KValue *parts = env_resize(l->env, NULL, 0, size);
    bool ok = parts != NULL;
    for (uint32_t i = 0; ok && i < type.count; i++) { /* depth: MAX_TYPE_DEPTH */
        if (type.kind == TYPE_STRUCT)
            ok = lower_zero(l, type_fields(&l->k->m->types, lower_type_of(l, id))[i].type,
                            &parts[i]);
        else if (i == 0)
            ok = lower_zero(l, type.elem, &parts[0]);
        else
            parts[i] = parts[0];
    }
    ok = ok && lower_make(l, id, parts, type.count, out);
    env_free(l->env->allocator, parts, size);
    return ok;
}

/* ---- conversions */

/* A real number as written has all its digits for a double too. */
static Bits literal_bits(const KValue *value, Dtype from, Dtype to, Dtype *dtype) {
    *dtype = from;
    if (!value->literal || from != DT_F32 || (to != DT_F64 && to != DT_F16))
        return (Bits){value->bits.lo, 0};
    *dtype = DT_F64;
    return (Bits){value->bits.hi, 0};
}

static bool cast_dtype(Lower *l, KValue value, Dtype to, KValue *out) {
    Type type = *lower_type_of(l, value.type);
    if (value.known) {
        Dtype from;
        Bits bits = literal_bits(&value, type.dtype, to, &from);
        TRY(lower_known(l, to, scalar_cast(from, to, scalar_from_bits(from, bits)), out));
        out->literal = value.literal;
        return true;
    }
    Attrs attrs = attrs_none();
    TypeId target;
    TRY(type_with_dtype(l->env, &l->k->m->types, value.type, to, &target));
    attrs.word[AT_TO] = target;
    return lower_op(l, OP_cast, &value, 1, &attrs, NO_TYPE, out); /* conversion, not a step */
}

/* Written casts cut vectors and matrices: (float3)v4, (float3x3)m4. */
static bool cut(Lower *l, KValue value, TypeId to, KValue *out) {
    static const uint32_t first[4] = {0, 1, 2, 3};
    Type a = *lower_type_of(l, value.type), b = *lower_type_of(l, to);
    if (b.kind == TYPE_SCALAR)
        return lower_part(l, value, 0, &value) &&
               (a.kind != TYPE_MATRIX || lower_part(l, value, 0, &value)) &&
               cast_dtype(l, value, b.dtype, out);
    if (a.kind == TYPE_VECTOR)
        return lower_swizzle(l, value, first, b.rows, &value) && cast_dtype(l, value, b.dtype, out);
    KValue rows[4] = {0};
    for (uint32_t i = 0; i < b.rows; i++) {
        TRY(lower_part(l, value, i, &rows[i]));
        TRY(a.cols == b.cols || lower_swizzle(l, rows[i], first, b.cols, &rows[i]));
        TRY(cast_dtype(l, rows[i], b.dtype, &rows[i]));
    }
    return lower_make(l, to, rows, b.rows, out);
}

static bool can_cut(const Type *a, const Type *b) {
    if (b->kind == TYPE_SCALAR)
        return true;
    return a->kind == b->kind && a->rows >= b->rows && a->cols >= b->cols;
}

static bool cannot_convert(Lower *l, NodeId at, TypeId from, TypeId to) {
    char a[TYPE_TEXT], b[TYPE_TEXT];
    const Type *x = lower_type_of(l, from), *y = lower_type_of(l, to);
    lower_error(l, at, "cannot convert %s to %s", lower_show(l, from, a), lower_show(l, to, b));
    if (x->kind == TYPE_VECTOR && (y->kind == TYPE_VECTOR || y->kind == TYPE_SCALAR)) {
        unsigned n = y->kind == TYPE_SCALAR ? 1 : y->rows;
        if (n < x->rows)
            lower_hint(l, "write .%.*s for the first component%s", (int)n, "xyzw",
                       n == 1 ? "" : "s");
        else
            lower_hint(l, "write %s(v%s) with the components that are missing", b,
                       n == x->rows + 1u ? ", 0" : ", 0, 0");
    }
    return false;
}

/* Numbers of one shape or a scalar into more: what loses something is told. */
static bool convert_number(Lower *l, NodeId at, KValue value, TypeId to, bool explicitly,
                           KValue *out) {
    Type a = *lower_type_of(l, value.type), b = *lower_type_of(l, to);
    char x[TYPE_TEXT], y[TYPE_TEXT];
    if (!explicitly && !value.literal && dtype_class(a.dtype) == CLASS_FLOAT &&
        dtype_class(b.dtype) != CLASS_FLOAT && b.dtype != DT_BOOL) {
        TRY(lower_warning(l, at, "%s becomes %s, which drops its fraction",
                          lower_show(l, value.type, x), lower_show(l, to, y)));
    }
    TRY(a.dtype == b.dtype || cast_dtype(l, value, b.dtype, &value));
    *out = value;
    out->literal = value.literal && a.dtype == b.dtype;
    return value.type == to || lower_splat(l, value, to, out);
}

bool lower_convert(Lower *l, NodeId at, KValue value, TypeId to, bool explicitly, KValue *out) {
    *out = value;
    if (value.type == to)
        return true;
    if (value.type == NO_TYPE)
        return lower_error(l, at, "this has no value: it is void");
    Type a = *lower_type_of(l, value.type), b = *lower_type_of(l, to);
    NodeId old = l->at;
    l->at = at ? at : l->at;
    bool ok;
    if (slang_conversion(l->k, value.type, to) != CONVERT_NONE && a.kind != TYPE_ARRAY)
        ok = convert_number(l, at, value, to, explicitly, out);
    else if (a.kind == TYPE_ARRAY && slang_conversion(l->k, value.type, to) == CONVERT_SAME)
        ok = true; /* extents have other names: the call binds them */
    else if (explicitly && is_number(&a) && is_number(&b) && can_cut(&a, &b))
        ok = cut(l, value, to, out);
    else
        ok = cannot_convert(l, at, value.type, to);
    l->at = old;
    return ok;
}
