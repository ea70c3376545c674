/* Vectors, small matrices, fixed arrays and structs as elements. */
#include <string.h>

#include "infer/rules.h"

static const Type *elem_of(const RuleCall *c, uint32_t operand) {
    return type_get(&c->module->types, type_elem(&c->module->types, c->in[operand]));
}

static bool need(RuleCall *c, uint32_t operand, TypeKind kind, const char *what) {
    char a[SHOW_MAX];
    return elem_of(c, operand)->kind == kind ||
           rule_fail(c, FRIT_ERR_TYPE, "operand %u is %s; %s is needed", operand + 1,
                     rule_show(c, c->in[operand], a), what);
}

static bool result_all(RuleCall *c, TypeId elem) {
    Shape shape;
    TRY(rule_broadcast_all(c, &shape));
    return rule_result(c, elem, &shape);
}

/* ---- make */

/* A vector or matrix: any scalars and vectors whose components add up, or one scalar for all. */
static bool make_numbers(RuleCall *c, const Type *to) {
    Dtype dtype;
    char a[SHOW_MAX];
    unsigned need_parts = to->kind == TYPE_MATRIX ? to->rows * to->cols : to->rows, parts = 0;
    Dtype wanted = to->dtype;
    TRY(rule_common_dtype(c, 0, wanted, &dtype));
    for (uint32_t i = 0; i < c->n_in; i++) {
        const Type *part = elem_of(c, i);
        if (part->kind == TYPE_MATRIX)
            return rule_fail(c, FRIT_ERR_TYPE, "operand %u is %s; scalars or vectors are needed",
                             i + 1, rule_show(c, c->in[i], a));
        if (part->kind == TYPE_VECTOR && to->kind == TYPE_MATRIX && part->rows != to->cols)
            return rule_fail(c, FRIT_ERR_TYPE, "row %u has %u components; %u are needed", i,
                             part->rows, to->cols);
        parts += part->kind == TYPE_VECTOR ? part->rows : 1;
    }
    bool splat = c->n_in == 1 && parts == 1;
    return splat || parts == need_parts ||
           rule_fail(c, FRIT_ERR_TYPE, "%u components for a type of %u", parts, need_parts);
}

/* A fixed array or struct: each part has its own type. */
static bool make_parts(RuleCall *c, const Type *to) {
    Types *t = &c->module->types;
    char a[SHOW_MAX], b[SHOW_MAX];
    if (c->n_in != to->count)
        return rule_fail(c, FRIT_ERR_TYPE, "%u parts for a type of %u", c->n_in, to->count);
    for (uint32_t i = 0; i < c->n_in; i++) {
        TypeId part = to->kind == TYPE_FIXED ? to->elem : type_fields(t, to)[i].type;
        if (c->in[i] == NO_TYPE && type_get(t, part)->kind == TYPE_SCALAR)
            c->want[i] = type_dtype(t, part);
        else if (type_elem(t, c->in[i]) != part)
            return rule_fail(c, FRIT_ERR_TYPE, "part %u is %s; %s is needed", i,
                             rule_show(c, c->in[i], a), rule_show(c, part, b));
    }
    return true;
}

bool rule_make(RuleCall *c) {
    TypeId to = (TypeId)c->words[AT_TO];
    Type type = *type_get(&c->module->types, to);
    char a[SHOW_MAX];
    if (type.kind == TYPE_VECTOR || type.kind == TYPE_MATRIX)
        TRY(make_numbers(c, &type));
    else if (type.kind == TYPE_FIXED || type.kind == TYPE_STRUCT)
        TRY(make_parts(c, &type));
    else
        return rule_fail(c, FRIT_ERR_TYPE, "makes a vector, matrix, fixed array or struct, not %s",
                         rule_show(c, to, a));
    return result_all(c, to);
}

/* ---- parts */

/* The type of part number index of operand 0. */
static bool part_type(RuleCall *c, int64_t index, TypeId *out) {
    Types *t = &c->module->types;
    Type type = *elem_of(c, 0);
    char a[SHOW_MAX];
    uint32_t count = type.kind == TYPE_VECTOR || type.kind == TYPE_MATRIX ? type.rows : type.count;
    if (type.kind != TYPE_VECTOR && type.kind != TYPE_MATRIX && type.kind != TYPE_FIXED &&
        type.kind != TYPE_STRUCT)
        return rule_fail(c, FRIT_ERR_TYPE, "%s has no parts", rule_show(c, c->in[0], a));
    if (index < 0 || index >= count)
        return rule_fail(c, FRIT_ERR_TYPE, "part %lld of a %s, which has %u", (long long)index,
                         rule_show(c, type_elem(t, c->in[0]), a), count);
    switch (type.kind) {
    case TYPE_VECTOR: return type_scalar(c->env, t, type.dtype, out);
    case TYPE_MATRIX: return type_vector(c->env, t, type.dtype, type.cols, out);
    case TYPE_FIXED: *out = type.elem; return true;
    default: *out = type_fields(t, &type)[index].type; return true;
    }
}

bool rule_extract(RuleCall *c) {
    TypeId part;
    TRY(part_type(c, c->words[AT_INDEX], &part));
    return type_with_elem(c->env, &c->module->types, c->in[0], part, &c->out);
}

/* An operand that takes the place of a part. */
static bool new_part(RuleCall *c, uint32_t operand, TypeId part) {
    Types *t = &c->module->types;
    char a[SHOW_MAX], b[SHOW_MAX];
    if (c->in[operand] == NO_TYPE && type_get(t, part)->kind == TYPE_SCALAR)
        c->want[operand] = type_dtype(t, part);
    else if (type_elem(t, c->in[operand]) != part)
        return rule_fail(c, FRIT_ERR_TYPE, "the new part is %s; %s is needed",
                         rule_show(c, c->in[operand], a), rule_show(c, part, b));
    return true;
}

bool rule_insert(RuleCall *c) {
    TypeId part;
    TRY(part_type(c, c->words[AT_INDEX], &part));
    TRY(new_part(c, 1, part));
    return result_all(c, type_elem(&c->module->types, c->in[0]));
}

/* The type of the part of operand 0 that operand 1 is the number of. */
static bool numbered_part(RuleCall *c, TypeId *part) {
    Types *t = &c->module->types;
    char a[SHOW_MAX];
    TypeKind kind = elem_of(c, 0)->kind;
    if (kind != TYPE_VECTOR && kind != TYPE_MATRIX && kind != TYPE_FIXED)
        return rule_fail(c, FRIT_ERR_TYPE, "%s is not a vector, matrix or fixed array",
                         rule_show(c, c->in[0], a));
    TRY(part_type(c, 0, part));
    if (c->in[1] == NO_TYPE)
        c->want[1] = DT_I64;
    else if (elem_of(c, 1)->kind != TYPE_SCALAR ||
             !(dtype_info(type_dtype(t, c->in[1]))->class & (CLASS_SIGNED | CLASS_UNSIGNED)))
        return rule_fail(c, FRIT_ERR_TYPE, "the index is %s; an integer is needed",
                         rule_show(c, c->in[1], a));
    return true;
}

bool rule_element(RuleCall *c) {
    TypeId part;
    TRY(numbered_part(c, &part));
    return result_all(c, part);
}

bool rule_set_element(RuleCall *c) {
    enum { NEW = 2 };
    TypeId part;
    TRY(numbered_part(c, &part));
    TRY(new_part(c, NEW, part));
    return result_all(c, type_elem(&c->module->types, c->in[0]));
}

bool rule_swizzle(RuleCall *c) {
    Types *t = &c->module->types;
    uint32_t n;
    const int64_t *lanes;
    TRY(rule_full_list(c, AT_LANES, &lanes, &n));
    TRY(need(c, 0, TYPE_VECTOR, "a vector"));
    Type type = *elem_of(c, 0);
    if (n < 1 || n > 4)
        return rule_fail(c, FRIT_ERR_TYPE, "%u lanes; 1 to 4 are allowed", n);
    for (uint32_t i = 0; i < n; i++)
        if (lanes[i] < 0 || lanes[i] >= type.rows)
            return rule_fail(c, FRIT_ERR_TYPE, "lane %lld of a vector of %u", (long long)lanes[i],
                             type.rows);
    TypeId elem;
    TRY(n == 1 ? type_scalar(c->env, t, type.dtype, &elem)
               : type_vector(c->env, t, type.dtype, n, &elem));
    return type_with_elem(c->env, t, c->in[0], elem, &c->out);
}

/* ---- products */

/* Both operands vectors of one length: their dtype. */
static bool vector_pair(RuleCall *c, Dtype *dtype, TypeId *elem) {
    TRY(need(c, 0, TYPE_VECTOR, "a vector") && need(c, 1, TYPE_VECTOR, "a vector"));
    TRY(rule_common_dtype(c, 0, DT_NONE, dtype));
    return rule_common_elem(c, 0, *dtype, elem);
}

bool rule_dot(RuleCall *c) {
    Dtype dtype;
    TypeId elem;
    TRY(vector_pair(c, &dtype, &elem));
    TRY(type_scalar(c->env, &c->module->types, dtype, &elem));
    return result_all(c, elem);
}

bool rule_cross(RuleCall *c) {
    Dtype dtype;
    TypeId elem;
    TRY(vector_pair(c, &dtype, &elem));
    if (type_get(&c->module->types, elem)->rows != 3)
        return rule_fail(c, FRIT_ERR_TYPE, "needs vectors of 3");
    return result_all(c, elem);
}

static bool one_vector(RuleCall *c, Dtype *dtype) {
    TRY(need(c, 0, TYPE_VECTOR, "a vector"));
    return rule_common_dtype(c, 0, DT_NONE, dtype);
}

bool rule_length(RuleCall *c) {
    Dtype dtype;
    TypeId elem;
    TRY(one_vector(c, &dtype));
    TRY(type_scalar(c->env, &c->module->types, dtype, &elem));
    return type_with_elem(c->env, &c->module->types, c->in[0], elem, &c->out);
}

bool rule_normalize(RuleCall *c) {
    Dtype dtype;
    TRY(one_vector(c, &dtype));
    c->out = c->in[0];
    return true;
}

bool rule_mat_mul(RuleCall *c) {
    Types *t = &c->module->types;
    Dtype dtype;
    TypeId elem;
    char a[SHOW_MAX], b[SHOW_MAX];
    TRY(rule_common_dtype(c, 0, DT_NONE, &dtype));
    Type x = *elem_of(c, 0), y = *elem_of(c, 1);
    bool xm = x.kind == TYPE_MATRIX, ym = y.kind == TYPE_MATRIX;
    bool vectors_or_matrices = (xm || x.kind == TYPE_VECTOR) && (ym || y.kind == TYPE_VECTOR);
    unsigned inner = xm ? x.cols : x.rows; /* a vector on the left is a row */
    if (!vectors_or_matrices || (!xm && !ym) || inner != y.rows)
        return rule_fail(c, FRIT_ERR_TYPE, "%s and %s have no product", rule_show(c, c->in[0], a),
                         rule_show(c, c->in[1], b));
    TRY(xm && ym ? type_matrix(c->env, t, dtype, x.rows, y.cols, &elem)
                 : type_vector(c->env, t, dtype, xm ? x.rows : y.cols, &elem));
    return result_all(c, elem);
}

bool rule_mat_transpose(RuleCall *c) {
    Types *t = &c->module->types;
    TypeId elem;
    TRY(need(c, 0, TYPE_MATRIX, "a small matrix"));
    Type x = *elem_of(c, 0);
    TRY(type_matrix(c->env, t, x.dtype, x.cols, x.rows, &elem));
    return type_with_elem(c->env, t, c->in[0], elem, &c->out);
}

bool rule_determinant(RuleCall *c) {
    Types *t = &c->module->types;
    TypeId elem;
    Dtype dtype;
    TRY(need(c, 0, TYPE_MATRIX, "a small matrix"));
    TRY(rule_common_dtype(c, 0, DT_NONE, &dtype));
    if (elem_of(c, 0)->rows != elem_of(c, 0)->cols)
        return rule_fail(c, FRIT_ERR_TYPE, "needs a square matrix");
    TRY(type_scalar(c->env, t, dtype, &elem));
    return type_with_elem(c->env, t, c->in[0], elem, &c->out);
}

/* ---- components as axes */

static bool component_extents(RuleCall *c, TypeId elem, Shape *out, Dtype *dtype) {
    char a[SHOW_MAX];
    out->rank = type_components(&c->module->types, elem, out->dims, dtype);
    return out->rank > 0 ||
           rule_fail(c, FRIT_ERR_TYPE,
                     "%s is not a vector, matrix or fixed array of numbers of one type",
                     rule_show(c, elem, a));
}

bool rule_pack(RuleCall *c) {
    TypeId to = (TypeId)c->words[AT_TO];
    Shape inner, shape;
    Dtype dtype, have;
    char a[SHOW_MAX], b[SHOW_MAX];
    TRY(component_extents(c, to, &inner, &dtype));
    TRY(rule_scalar_operand(c, 0, &have));
    shape = rule_shape(c, 0);
    if (have != dtype)
        return rule_fail(c, FRIT_ERR_TYPE, "%s into %s; cast it first", rule_show(c, c->in[0], a),
                         rule_show(c, to, b));
    if (shape.rank < inner.rank)
        return rule_fail(c, FRIT_ERR_SHAPE, "%s has rank %u; %s needs at least %u",
                         rule_show(c, c->in[0], a), shape.rank, rule_show(c, to, b), inner.rank);
    shape.rank -= inner.rank;
    for (unsigned k = 0; k < inner.rank; k++)
        TRY(rule_same_extent(c, shape.dims[shape.rank + k], inner.dims[k],
                             "the extent of an axis that becomes components and their number"));
    return rule_result(c, to, &shape);
}

bool rule_unpack(RuleCall *c) {
    Shape inner, shape = rule_shape(c, 0);
    Dtype dtype;
    TRY(component_extents(c, type_elem(&c->module->types, c->in[0]), &inner, &dtype));
    if (shape.rank + inner.rank > MAX_RANK)
        return rule_fail(c, FRIT_ERR_LIMIT, "a result of more than %d axes", MAX_RANK);
    for (unsigned k = 0; k < inner.rank; k++)
        shape.dims[shape.rank++] = inner.dims[k];
    return rule_result_dtype(c, dtype, &shape);
}
