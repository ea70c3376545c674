/* Simplification of what takes vectors, matrices, fixed arrays and structs apart and together. */
#include "opt/simplify.h"

#include <string.h>

static VarId operand(const Rewriter *r, const Instr *i, unsigned k) {
    return instr_in(r->to, i)[k];
}

static const Type *elem_of(const Rewriter *r, VarId var) {
    const Types *t = &r->module->types;
    return type_get(t, type_elem(t, rewrite_type(r, var)));
}

static bool same_extents(const Rewriter *r, VarId a, VarId b) {
    const Types *t = &r->module->types;
    TypeId x = rewrite_type(r, a), y = rewrite_type(r, b);
    unsigned rank = type_rank(t, x);
    return rank == type_rank(t, y) &&
           (rank == 0 || memcmp(type_dims(t, x), type_dims(t, y), rank * sizeof(Dim)) == 0);
}

static int64_t index_of(const Rewriter *r, const Instr *i) {
    return attr_word(r->to, i, AT_INDEX);
}

enum { LONGEST_CHAIN = 4096 }; /* of inserts that one extract looks through */

/* ---- extract */

/* Part number `index` of a made vector: a scalar operand, or a component of a vector operand. */
static Outcome component_of_make(Rewriter *r, const Instr *i, const Instr *make, int64_t index,
                                 VarId *results) {
    if (make->n_in == 1 && elem_of(r, operand(r, make, 0))->kind == TYPE_SCALAR)
        index = 0; /* one scalar fills the vector */
    for (uint32_t k = 0; k < make->n_in; k++) {
        VarId part = operand(r, make, k);
        const Type *type = elem_of(r, part);
        unsigned n = type->kind == TYPE_VECTOR ? type->rows : 1;
        if (index < n) {
            if (type->kind != TYPE_VECTOR)
                return replace_by_var(r, part, results);
            /* The make may have broadcast it. */
            return same_extents(r, part, make->out)
                       ? replace_by_word(r, i->op, part, AT_INDEX, index, results)
                       : OUTCOME_KEPT;
        }
        index -= n;
    }
    return OUTCOME_KEPT;
}

static Outcome extract_of_make(Rewriter *r, const Instr *i, VarId *results) {
    const Instr *inner = rewrite_definer(r, operand(r, i, 0));
    if (!inner || op_info(inner->op)->rule != RULE_MAKE)
        return OUTCOME_KEPT;
    Instr make = *inner;
    int64_t index = index_of(r, i);
    TypeKind kind = elem_of(r, make.out)->kind;
    if (kind == TYPE_VECTOR)
        return component_of_make(r, i, &make, index, results);
    /* A matrix may be made of components too; only one made of its rows has rows to give. */
    if (kind == TYPE_MATRIX && make.n_in != elem_of(r, make.out)->rows)
        return OUTCOME_KEPT;
    return replace_by_var(r, operand(r, &make, (unsigned)index), results);
}

/*
 * Looks through all inserts of other parts at once: an array that is filled part by part has a chain of them as long as
 * it is, and one step of fuel for each would not last for all its parts.
 */
static Outcome extract_of_insert(Rewriter *r, const Instr *i, VarId *results) {
    int64_t index = index_of(r, i);
    VarId x = operand(r, i, 0);
    for (uint32_t steps = 0; steps < LONGEST_CHAIN; steps++) {
        const Instr *inner = rewrite_definer(r, x);
        if (!inner || op_info(inner->op)->rule != RULE_INSERT)
            break;
        if (index_of(r, inner) == index)
            return replace_by_var(r, operand(r, inner, 1), results);
        VarId before = operand(r, inner, 0);
        if (rewrite_type(r, before) != rewrite_type(r, x)) /* the new part broadcast it */
            break;
        x = before;
    }
    return x == operand(r, i, 0) ? OUTCOME_KEPT
                                 : replace_by_word(r, i->op, x, AT_INDEX, index, results);
}

static Outcome extract_of_swizzle(Rewriter *r, const Instr *i, VarId *results) {
    const Instr *inner = rewrite_definer(r, operand(r, i, 0));
    if (!inner || op_info(inner->op)->rule != RULE_SWIZZLE)
        return OUTCOME_KEPT;
    uint32_t n;
    const int64_t *lanes = attr_list(r->to, inner, AT_LANES, &n);
    return replace_by_word(r, i->op, operand(r, inner, 0), AT_INDEX, lanes[index_of(r, i)],
                           results);
}

/* ---- insert, element, swizzle, make */

/* What was put in first is gone. */
static Outcome insert_of_insert(Rewriter *r, const Instr *i, VarId *results) {
    const Instr *inner = rewrite_definer(r, operand(r, i, 0));
    if (!inner || inner->op != i->op || index_of(r, inner) != index_of(r, i))
        return OUTCOME_KEPT;
    VarId in[2] = {operand(r, inner, 0), operand(r, i, 1)};
    if (rewrite_type(r, in[0]) != rewrite_type(r, inner->out))
        return OUTCOME_KEPT;
    TypeId type = rewrite_type(r, i->out);
    Loc loc = rewrite_loc(r);
    int64_t index = index_of(r, i);
    rewrite_pop(r);
    r->fuel--;
    Attrs attrs = rewrite_attrs(r);
    attrs.word[AT_INDEX] = index;
    return rewrite_append(r, i->op, in, 2, &attrs, type, loc, results) ? OUTCOME_REPLACED
                                                                       : OUTCOME_FAILED;
}

/* An index that is known, clamped as the op does; -1: not known. */
static int64_t known_index(const Rewriter *r, const Instr *i) {
    Dtype dtype;
    Bits bits;
    if (!rewrite_literal(r, operand(r, i, 1), &dtype, &bits, NULL) ||
        type_rank(&r->module->types, rewrite_type(r, operand(r, i, 1))) != 0)
        return -1;
    const Type *type = elem_of(r, operand(r, i, 0));
    int64_t count = type->kind == TYPE_FIXED ? type->count : type->rows;
    Scalar value = scalar_from_bits(dtype, bits);
    bool is_signed = dtype_info(dtype)->class == CLASS_SIGNED;
    return is_signed && value.i < 0     ? count ? 0 : -1
           : value.u >= (uint64_t)count ? count - 1
                                        : (int64_t)value.u;
}

static Outcome element_of_literal(Rewriter *r, const Instr *i, VarId *results) {
    int64_t index = known_index(r, i);
    /* The part that a known index means. */
    return index < 0 ? OUTCOME_KEPT
                     : replace_by_word(r, OP_extract, operand(r, i, 0), AT_INDEX, index, results);
}

static Outcome set_element_of_literal(Rewriter *r, const Instr *i, VarId *results) {
    enum { WHOLE, INDEX, NEW };
    int64_t index = known_index(r, i);
    VarId in[2] = {operand(r, i, WHOLE), operand(r, i, NEW)};
    TypeId type = rewrite_type(r, i->out);
    if (index < 0)
        return OUTCOME_KEPT;
    Loc loc = rewrite_loc(r);
    rewrite_pop(r);
    r->fuel--;
    Attrs attrs = rewrite_attrs(r);
    attrs.word[AT_INDEX] = index;
    /* The part that a known index means. */
    return rewrite_append(r, OP_insert, in, 2, &attrs, type, loc, results) ? OUTCOME_REPLACED
                                                                           : OUTCOME_FAILED;
}

static Outcome swizzle_in_order(Rewriter *r, const Instr *i, VarId *results) {
    VarId x = operand(r, i, 0);
    uint32_t n;
    const int64_t *lanes = attr_list(r->to, i, AT_LANES, &n);
    for (uint32_t k = 0; k < n; k++)
        if (lanes[k] != k)
            return OUTCOME_KEPT;
    return rewrite_type(r, x) == rewrite_type(r, i->out) ? replace_by_var(r, x, results)
                                                         : OUTCOME_KEPT;
}

static Outcome swizzle_of_swizzle(Rewriter *r, const Instr *i, VarId *results) {
    const Instr *inner = rewrite_definer(r, operand(r, i, 0));
    if (!inner || inner->op != i->op)
        return OUTCOME_KEPT;
    int64_t both[4];
    uint32_t n, n_inner;
    const int64_t *outer = attr_list(r->to, i, AT_LANES, &n);
    const int64_t *lanes = attr_list(r->to, inner, AT_LANES, &n_inner);
    for (uint32_t k = 0; k < n && k < 4; k++)
        both[k] = lanes[outer[k]];
    return replace_by_list(r, i->op, operand(r, inner, 0), AT_LANES, both, n, results);
}

/* All the parts of one value, in order, put together again. */
static Outcome make_of_extracts(Rewriter *r, const Instr *i, VarId *results) {
    VarId whole = NO_VAR;
    for (uint32_t k = 0; k < i->n_in; k++) {
        const Instr *part = rewrite_definer(r, operand(r, i, k));
        if (!part || op_info(part->op)->rule != RULE_EXTRACT || index_of(r, part) != k)
            return OUTCOME_KEPT;
        VarId x = operand(r, part, 0);
        if (whole != NO_VAR && whole != x)
            return OUTCOME_KEPT;
        whole = x;
    }
    if (whole == NO_VAR || rewrite_type(r, whole) != rewrite_type(r, i->out))
        return OUTCOME_KEPT;
    const Type *type = elem_of(r, whole);
    uint32_t count =
        type->kind == TYPE_VECTOR || type->kind == TYPE_MATRIX ? type->rows : type->count;
    return count == i->n_in ? replace_by_var(r, whole, results) : OUTCOME_KEPT;
}

static Outcome mat_transpose_twice(Rewriter *r, const Instr *i, VarId *results) {
    VarId x = operand_of_rule(r, operand(r, i, 0), RULE_MAT_TRANSPOSE, 0);
    return x == NO_VAR ? OUTCOME_KEPT : replace_by_var(r, x, results);
}

const CodeRule part_rules[] = {
    {"extract_of_make", OP_extract, extract_of_make},
    {"extract_of_insert", OP_extract, extract_of_insert},
    {"extract_of_swizzle", OP_extract, extract_of_swizzle},
    {"insert_of_insert", OP_insert, insert_of_insert},
    {"element_of_literal", OP_element, element_of_literal},
    {"set_element_of_literal", OP_set_element, set_element_of_literal},
    {"swizzle_in_order", OP_swizzle, swizzle_in_order},
    {"swizzle_of_swizzle", OP_swizzle, swizzle_of_swizzle},
    {"make_of_extracts", OP_make, make_of_extracts},
    {"mat_transpose_twice", OP_mat_transpose, mat_transpose_twice},
    {NULL, OP_NONE, NULL},
};
