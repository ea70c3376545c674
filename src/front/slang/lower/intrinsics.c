/* The functions of intrinsics.def. */
#include <stdio.h>

#include "front/slang/lower/meaning.h"

/* A call being lowered: values may be changed in place. */
typedef struct Special {
    Lower *l;
    NodeId at;
    const char *name;
    uint32_t n;
    KValue in[3];
} Special;

typedef bool SpecialFn(Special *s, KValue *out);

#define REAL(name, arity, op)
#define NUMBER(name, arity, op)
#define SPECIAL(name, arity, how) static SpecialFn how;
#include "front/slang/lower/intrinsics.def"
#undef REAL
#undef NUMBER
#undef SPECIAL

typedef struct IntrinsicRow {
    const char *name;
    uint8_t arity;
    bool real;
    uint16_t op; /* Op */
    SpecialFn *special;
} IntrinsicRow;

static const IntrinsicRow rows[] = {
#define REAL(name, arity, op)     {#name, arity, true, OP_##op, NULL},
#define NUMBER(name, arity, op)   {#name, arity, false, OP_##op, NULL},
#define SPECIAL(name, arity, how) {#name, arity, false, 0, how},
#include "front/slang/lower/intrinsics.def"
#undef REAL
#undef NUMBER
#undef SPECIAL
};
enum { ROWS = sizeof rows / sizeof *rows };

static const IntrinsicRow *find_row(const char *name, uint32_t len) {
    for (unsigned i = 0; i < ROWS; i++)
        if (rows[i].name[0] == name[0] && strlen(rows[i].name) == len &&
            !memcmp(rows[i].name, name, len))
            return &rows[i];
    return NULL;
}

bool is_intrinsic(const char *name, uint32_t len) {
    return find_row(name, len) != NULL;
}

bool intrinsic_takes(const char *name, uint32_t len, uint32_t n_args) {
    const IntrinsicRow *row = find_row(name, len);
    return row && row->arity == n_args;
}

const char *intrinsic_name(uint32_t index) {
    return index < ROWS ? rows[index].name : NULL;
}

/* ---- what the arguments have in common */

static const Type *type_of(const Special *s, uint32_t i) {
    return lower_type_of(s->l, s->in[i].type);
}

/* The arguments do not go together. */
static bool misfit(Special *s) {
    char text[3][TYPE_TEXT] = {"", "", ""};
    for (uint32_t i = 0; i < s->n; i++)
        lower_show(s->l, s->in[i].type, text[i]);
    return lower_error(s->l, s->at, "%s does not take (%s%s%s%s%s)", s->name, text[0],
                       s->n > 1 ? ", " : "", text[1], s->n > 2 ? ", " : "", text[2]);
}

/* The arguments first.. converted to one dtype; scalars stay scalars, which ops repeat by themselves. */
static bool meet(Special *s, uint32_t first, bool real, TypeId *common) {
    Lower *l = s->l;
    *common = s->in[first].type;
    for (uint32_t i = first; i < s->n; i++) {
        if (!is_number(type_of(s, i)))
            return misfit(s);
        TRY(join_types(l, *common, s->in[i].type, common));
        if (*common == NO_TYPE)
            return misfit(s);
    }
    Dtype dtype = lower_type_of(l, *common)->dtype;
    if (dtype_class(dtype) == CLASS_BOOL)
        dtype = DT_I32;
    if (real && dtype_class(dtype) != CLASS_FLOAT)
        dtype = DT_F32;
    TRY(type_with_dtype(l->env, &l->k->m->types, *common, dtype, common));
    for (uint32_t i = first; i < s->n; i++) {
        TypeId own;
        TRY(type_with_dtype(l->env, &l->k->m->types, s->in[i].type, dtype, &own));
        TRY(lower_convert(l, s->at, s->in[i], own, true, &s->in[i]));
    }
    return true;
}

static bool op1(Special *s, Op op, KValue x, KValue *out) {
    return lower_op(s->l, op, &x, 1, NULL, NO_TYPE, out);
}

static bool op2(Special *s, Op op, KValue x, KValue y, KValue *out) {
    KValue in[] = {x, y};
    return lower_op(s->l, op, in, 2, NULL, NO_TYPE, out);
}

static bool op3(Special *s, Op op, KValue x, KValue y, KValue z, KValue *out) {
    KValue in[] = {x, y, z};
    return lower_op(s->l, op, in, 3, NULL, NO_TYPE, out);
}

/* Scalars beside vectors become vectors, where a step needs all of one type. */
static bool widen(Special *s, uint32_t i, TypeId common) {
    return lower_convert(s->l, s->at, s->in[i], common, true, &s->in[i]);
}

static bool known_like(Special *s, const KValue *like, double value, KValue *out) {
    Dtype dtype = lower_type_of(s->l, like->type)->dtype;
    Scalar number = scalar_cast(DT_F64, dtype, (Scalar){.f64 = value});
    return lower_known(s->l, dtype, number, out);
}

/* ---- the larger and the smaller: x > y ? x : y, which is one instruction of most machines */

static bool chosen(Special *s, Op compare, KValue x, KValue y, KValue *out) {
    KValue c;
    TRY(op2(s, compare, x, y, &c));
    if (c.known) {
        *out = c.bits.lo ? x : y;
        return true;
    }
    return op3(s, OP_select, c, x, y, out); /* choice, not a step */
}

/* A number that is known while compiling, and so is no NaN. */
static bool is_number_known(const Special *s, uint32_t i) {
    if (!s->in[i].known)
        return false;
    Scalar x = scalar_cast(type_of(s, i)->dtype, DT_F64,
                           scalar_from_bits(type_of(s, i)->dtype, s->in[i].bits));
    return x.f64 == x.f64;
}

/* Of a number and a NaN the number, as HLSL has it. y_is: y is no NaN, whatever happens. */
static bool picked(Special *s, Op compare, KValue x, KValue y, bool y_is, KValue *out) {
    KValue missing;
    TRY(chosen(s, compare, x, y, out)); /* of x a NaN: y */
    if (y_is || dtype_class(lower_type_of(s->l, y.type)->dtype) != CLASS_FLOAT)
        return true;
    TRY(op2(s, OP_ne, y, y, &missing));
    return op3(s, OP_select, missing, x, *out, out);
}

static bool larger_or_smaller(Special *s, Op compare, KValue *out) {
    TypeId type;
    TRY(meet(s, 0, false, &type));
    bool x_is = is_number_known(s, 0), y_is = is_number_known(s, 1);
    TRY(widen(s, 0, type) && widen(s, 1, type));
    uint32_t first = x_is && !y_is;
    return picked(s, compare, s->in[first], s->in[!first], x_is || y_is, out);
}

static bool special_max(Special *s, KValue *out) {
    return larger_or_smaller(s, OP_gt, out); /* x > y ? x : y */
}

static bool special_min(Special *s, KValue *out) {
    return larger_or_smaller(s, OP_lt, out); /* x < y ? x : y */
}

static bool clamped(Special *s, KValue x, KValue lo, bool lo_is, KValue hi, bool hi_is,
                    KValue *out) {
    TRY(picked(s, OP_gt, x, lo, lo_is, &x)); /* min(max(x, lo), hi) */
    return picked(s, OP_lt, x, hi, hi_is, out);
}

static bool special_clamp(Special *s, KValue *out) {
    TypeId type;
    TRY(meet(s, 0, false, &type));
    bool lo_is = is_number_known(s, 1), hi_is = is_number_known(s, 2);
    for (uint32_t i = 0; i < 3; i++)
        TRY(widen(s, i, type));
    return clamped(s, s->in[0], s->in[1], lo_is, s->in[2], hi_is, out);
}

static bool special_saturate(Special *s, KValue *out) {
    TypeId type;
    KValue lo, hi;
    TRY(meet(s, 0, true, &type));
    TRY(known_like(s, &s->in[0], 0, &lo) && known_like(s, &s->in[0], 1, &hi));
    TRY(lower_convert(s->l, s->at, lo, type, true, &lo));
    TRY(lower_convert(s->l, s->at, hi, type, true, &hi));
    return clamped(s, s->in[0], lo, true, hi, true, out);
}

static bool special_mad(Special *s, KValue *out) {
    TypeId type;
    KValue product;
    TRY(meet(s, 0, false, &type));
    TRY(op2(s, OP_mul, s->in[0], s->in[1], &product)); /* a * b + c, rounded twice */
    return op2(s, OP_add, product, s->in[2], out);
}

static bool special_frac(Special *s, KValue *out) {
    TypeId type;
    KValue whole;
    TRY(meet(s, 0, true, &type));
    TRY(op1(s, OP_floor, s->in[0], &whole)); /* x - floor(x) */
    return op2(s, OP_sub, s->in[0], whole, out);
}

static bool special_sign(Special *s, KValue *out) {
    TypeId type, integer;
    KValue sign;
    TRY(meet(s, 0, false, &type));
    TRY(op1(s, OP_sign, s->in[0], &sign)); /* as an int, whatever x is */
    TRY(type_with_dtype(s->l->env, &s->l->k->m->types, type, DT_I32, &integer));
    return lower_convert(s->l, s->at, sign, integer, true, out);
}

/* ---- conditions */

static bool as_bools(Special *s, uint32_t i) {
    TypeId type;
    if (!is_number(type_of(s, i)))
        return misfit(s);
    TRY(type_with_dtype(s->l->env, &s->l->k->m->types, s->in[i].type, DT_BOOL, &type));
    return lower_convert(s->l, s->at, s->in[i], type, true, &s->in[i]);
}

/* All parts of a vector or matrix of bools joined by an op. */
static bool joined(Special *s, Op op, KValue value, KValue *out) {
    Type type = *lower_type_of(s->l, value.type);
    *out = value;
    for (uint32_t i = 0; type.kind != TYPE_SCALAR && i < type.rows; i++) {
        KValue part;
        TRY(lower_part(s->l, value, i, &part));
        if (type.kind == TYPE_MATRIX)
            TRY(joined(s, op, part, &part)); /* a row: once */
        if (i == 0)
            *out = part;
        else
            TRY(op2(s, op, *out, part, out));
    }
    return true;
}

static bool special_all(Special *s, KValue *out) {
    return as_bools(s, 0) && joined(s, OP_and, s->in[0], out); /* and, of all components */
}

static bool special_any(Special *s, KValue *out) {
    return as_bools(s, 0) && joined(s, OP_or, s->in[0], out); /* or, of all components */
}

static bool special_and(Special *s, KValue *out) {
    return as_bools(s, 0) && as_bools(s, 1) &&
           lower_binary(s->l, s->at, "&&", s->in[0], s->in[1], out);
}

static bool special_or(Special *s, KValue *out) {
    return as_bools(s, 0) && as_bools(s, 1) &&
           lower_binary(s->l, s->at, "||", s->in[0], s->in[1], out);
}

static bool special_select(Special *s, KValue *out) {
    Lower *l = s->l;
    TypeId type;
    TRY(as_bools(s, 0));
    if (s->in[1].type == s->in[2].type)
        type = s->in[1].type;
    else
        TRY(join_types(l, s->in[1].type, s->in[2].type, &type));
    if (type == NO_TYPE)
        return misfit(s);
    Type c = *type_of(s, 0), t = *lower_type_of(l, type);
    if (c.kind != TYPE_SCALAR) {
        if (t.kind == TYPE_SCALAR)
            TRY(type_with_dtype(l->env, &l->k->m->types, s->in[0].type, t.dtype, &type));
        else if (t.kind != c.kind || t.rows != c.rows || t.cols != c.cols)
            return misfit(s);
    }
    TRY(widen(s, 1, type) && widen(s, 2, type));
    if (s->in[0].known) {
        *out = s->in[s->in[0].bits.lo ? 1 : 2];
        return true;
    }
    return op3(s, OP_select, s->in[0], s->in[1], s->in[2], out); /* choice, not a step */
}

/* ---- bits */

static bool bits_as(Special *s, unsigned bits, Dtype to, KValue *out) {
    Attrs attrs = attrs_none();
    Type type = *type_of(s, 0);
    TypeId target;
    if (!is_number(&type) || dtype_info(type.dtype)->bits != bits || type.dtype == DT_BOOL)
        return misfit(s);
    if (type.dtype == to) {
        *out = s->in[0];
        return true;
    }
    TRY(type_with_dtype(s->l->env, &s->l->k->m->types, s->in[0].type, to, &target));
    if (s->in[0].known) {
        *out =
            (KValue){.type = target, .var = NO_VAR, .known = true, .bits = {s->in[0].bits.lo, 0}};
        if (dtype_class(to) == CLASS_SIGNED)
            out->bits = scalar_to_bits(to, (Scalar){.i = (int32_t)(uint32_t)out->bits.lo});
        return true;
    }
    attrs.word[AT_TO] = target; /* conversion, not a step */
    return lower_op(s->l, OP_bitcast, &s->in[0], 1, &attrs, NO_TYPE, out);
}

static bool special_asfloat(Special *s, KValue *out) {
    return bits_as(s, 32, DT_F32, out);
}

static bool special_asint(Special *s, KValue *out) {
    return bits_as(s, 32, DT_I32, out);
}

static bool special_asuint(Special *s, KValue *out) {
    return bits_as(s, 32, DT_U32, out);
}

static bool special_asdouble(Special *s, KValue *out) {
    return bits_as(s, 64, DT_F64, out);
}

static bool special_asfloat16(Special *s, KValue *out) {
    return bits_as(s, 16, DT_F16, out);
}

static bool special_asuint16(Special *s, KValue *out) {
    return bits_as(s, 16, DT_U16, out);
}

static bool convert_in(Special *s, Dtype dtype) {
    TypeId type;
    if (!is_number(type_of(s, 0)))
        return misfit(s);
    TRY(type_with_dtype(s->l->env, &s->l->k->m->types, s->in[0].type, dtype, &type));
    return lower_convert(s->l, s->at, s->in[0], type, true, &s->in[0]);
}

static bool special_f16tof32(Special *s, KValue *out) {
    TRY(convert_in(s, DT_U16) && bits_as(s, 16, DT_F16, &s->in[0]) && convert_in(s, DT_F32));
    *out = s->in[0];
    return true;
}

static bool special_f32tof16(Special *s, KValue *out) {
    TRY(convert_in(s, DT_F16) && bits_as(s, 16, DT_U16, &s->in[0]) && convert_in(s, DT_U32));
    *out = s->in[0];
    return true;
}

static bool integer_in(Special *s) {
    const Type *type = type_of(s, 0);
    return (is_number(type) && (dtype_class(type->dtype) & (CLASS_SIGNED | CLASS_UNSIGNED))) ||
           misfit(s);
}

static bool special_countbits(Special *s, KValue *out) {
    TRY(integer_in(s));
    KValue count;
    TRY(op1(s, OP_popcount, s->in[0], &count)); /* as a uint */
    s->in[0] = count;
    TRY(convert_in(s, DT_U32));
    *out = s->in[0];
    return true;
}

/* Place of the highest set bit, -1 of 0; of a negative number that of the highest bit that differs from the sign. */
static bool special_firstbithigh(Special *s, KValue *out) {
    KValue above, last, zero, negative, turned;
    TRY(integer_in(s));
    Dtype dtype = type_of(s, 0)->dtype;
    if (dtype_class(dtype) == CLASS_SIGNED) {
        TRY(known_like(s, &s->in[0], 0, &zero));
        TRY(lower_binary(s->l, s->at, "<", s->in[0], zero, &negative));
        TRY(op1(s, OP_not, s->in[0], &turned)); /* ~x where x < 0 */
        TRY(op3(s, OP_select, negative, turned, s->in[0], &s->in[0]));
    }
    TRY(op1(s, OP_clz, s->in[0], &above)); /* bits - 1 - clz(x) */
    TRY(known_like(s, &s->in[0], dtype_info(dtype)->bits - 1, &last));
    return op2(s, OP_sub, last, above, out);
}

static bool special_firstbitlow(Special *s, KValue *out) {
    KValue place, width, none, minus;
    TRY(integer_in(s));
    Dtype dtype = type_of(s, 0)->dtype;
    TRY(op1(s, OP_ctz, s->in[0], &place)); /* ctz(x), but -1 of 0 */
    TRY(known_like(s, &s->in[0], dtype_info(dtype)->bits, &width));
    TRY(lower_known(s->l, dtype, (Scalar){.i = -1}, &minus));
    TRY(lower_binary(s->l, s->at, "==", place, width, &none));
    TRY(lower_convert(s->l, s->at, minus, place.type, true, &minus));
    if (none.known) {
        *out = none.bits.lo ? minus : place;
        return true;
    }
    return op3(s, OP_select, none, minus, place, out); /* choice, not a step */
}

/* ---- vectors and matrices */

static bool special_dot(Special *s, KValue *out) {
    TypeId type;
    TRY(meet(s, 0, false, &type));
    if (lower_type_of(s->l, type)->kind == TYPE_MATRIX)
        return misfit(s);
    if (lower_type_of(s->l, type)->kind == TYPE_SCALAR)
        return op2(s, OP_mul, s->in[0], s->in[1], out); /* vectors of one component */
    TRY(widen(s, 0, type) && widen(s, 1, type));
    return op2(s, OP_dot, s->in[0], s->in[1], out); /* of vectors */
}

static bool special_cross(Special *s, KValue *out) {
    TypeId type;
    TRY(meet(s, 0, false, &type));
    for (uint32_t i = 0; i < 2; i++)
        if (type_of(s, i)->kind != TYPE_VECTOR || type_of(s, i)->rows != 3)
            return misfit(s);
    return op2(s, OP_cross, s->in[0], s->in[1], out); /* of vectors of 3 */
}

static bool special_length(Special *s, KValue *out) {
    TypeId type;
    TRY(meet(s, 0, true, &type));
    if (type_of(s, 0)->kind == TYPE_MATRIX)
        return misfit(s);
    if (type_of(s, 0)->kind == TYPE_SCALAR)
        return op1(s, OP_abs, s->in[0], out); /* a vector of one component */
    return op1(s, OP_length, s->in[0], out);  /* of a vector */
}

static bool special_normalize(Special *s, KValue *out) {
    TypeId type;
    KValue size;
    TRY(meet(s, 0, true, &type));
    if (type_of(s, 0)->kind == TYPE_MATRIX)
        return misfit(s);
    if (type_of(s, 0)->kind == TYPE_VECTOR)
        return op1(s, OP_normalize, s->in[0], out); /* of a vector */
    TRY(op1(s, OP_abs, s->in[0], &size));           /* a vector of one component: x / abs(x) */
    return op2(s, OP_div, s->in[0], size, out);
}

/* mul(a, b): the product of linear algebra. A vector on the left is a row, on the right a column. */
static bool special_mul(Special *s, KValue *out) {
    TypeId type;
    Type a = *type_of(s, 0), b = *type_of(s, 1);
    if (!is_number(&a) || !is_number(&b))
        return misfit(s);
    if (a.kind == TYPE_SCALAR || b.kind == TYPE_SCALAR)
        return meet(s, 0, false, &type) && op2(s, OP_mul, s->in[0], s->in[1], out); /* scaled */
    if (a.kind == TYPE_VECTOR && b.kind == TYPE_VECTOR)
        return special_dot(s, out);
    unsigned inner = a.kind == TYPE_MATRIX ? a.cols : a.rows;
    if (inner != b.rows)
        return misfit(s);
    TypeId x, y, scalar;
    TRY(scalar_type(s->l, a.dtype, &x) && scalar_type(s->l, b.dtype, &y));
    TRY(join_types(s->l, x, y, &scalar));
    Dtype dtype = lower_type_of(s->l, scalar)->dtype;
    for (uint32_t i = 0; i < 2; i++) {
        TRY(type_with_dtype(s->l->env, &s->l->k->m->types, s->in[i].type, dtype, &type));
        TRY(lower_convert(s->l, s->at, s->in[i], type, true, &s->in[i]));
    }
    return op2(s, OP_mat_mul, s->in[0], s->in[1], out); /* of small matrices */
}

static bool special_transpose(Special *s, KValue *out) {
    return type_of(s, 0)->kind == TYPE_MATRIX
               ? op1(s, OP_mat_transpose, s->in[0], out) /* structure */
               : misfit(s);
}

static bool special_determinant(Special *s, KValue *out) {
    const Type *type = type_of(s, 0);
    TypeId common;
    if (type->kind != TYPE_MATRIX || type->rows != type->cols)
        return misfit(s);
    return meet(s, 0, true, &common) &&
           op1(s, OP_determinant, s->in[0], out); /* of a small matrix */
}

/* ---- dispatch */

bool lower_intrinsic(Lower *l, NodeId at, const char *name, uint32_t len, const Arguments *args,
                     bool *found, KValue *out) {
    const IntrinsicRow *row = find_row(name, len);
    TypeId type;
    *found = row && row->arity == args->n;
    if (!row)
        return true;
    if (!*found)
        return lower_error(l, at, "%s takes %u argument%s, not %u", row->name, row->arity,
                           row->arity == 1 ? "" : "s", args->n);
    Special s = {.l = l, .at = at, .name = row->name, .n = args->n};
    for (uint32_t i = 0; i < args->n; i++) {
        if (args->type[i] == NO_TYPE)
            return lower_error(l, args->node[i], "%s cannot tell the type of this list", row->name);
        s.in[i] = args->value[i];
    }
    if (row->special)
        return row->special(&s, out);
    return meet(&s, 0, row->real, &type) && lower_op(l, (Op)row->op, s.in, s.n, NULL, NO_TYPE, out);
}
