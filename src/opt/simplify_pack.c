/*
 * Simplification of packs and unpacks. A step on an unpacked value becomes the step on the vectors,
 * and what comes out is unpacked: so that everything up to the last unpack can be one kernel, which
 * then stores components straight into an array of scalars.
 */
#include "opt/simplify.h"

#include <string.h>

static VarId operand(const Rewriter *r, const Instr *i, unsigned k) {
    return instr_in(r->to, i)[k];
}

static const Type *elem_of(const Rewriter *r, VarId var) {
    const Types *t = &r->module->types;
    return type_get(t, type_elem(t, rewrite_type(r, var)));
}

static Outcome pack_of_unpack(Rewriter *r, const Instr *i, VarId *results) {
    VarId v = operand_of_rule(r, operand(r, i, 0), RULE_UNPACK, 0);
    return v != NO_VAR && rewrite_type(r, v) == rewrite_type(r, i->out)
               ? replace_by_var(r, v, results)
               : OUTCOME_KEPT;
}

static Outcome unpack_of_pack(Rewriter *r, const Instr *i, VarId *results) {
    VarId x = operand_of_rule(r, operand(r, i, 0), RULE_PACK, 0);
    return x != NO_VAR ? replace_by_var(r, x, results) : OUTCOME_KEPT;
}

/* ---- extents */

static Outcome extent_known(Rewriter *r, const Instr *i, VarId *results) {
    const Types *t = &r->module->types;
    VarId x = operand(r, i, 0);
    unsigned rank = type_rank(t, rewrite_type(r, x));
    int64_t axis = attr_word(r->to, i, AT_AXIS);
    Dim dim = type_dims(t, rewrite_type(r, x))[axis < 0 ? axis + rank : axis];
    Loc loc = rewrite_loc(r);
    if (!DIM_IS_NAME(dim)) {
        rewrite_pop(r);
        return rewrite_const(r, DT_I64, (Bits){(uint64_t)dim, 0}, loc, results) ? OUTCOME_REPLACED
                                                                                : OUTCOME_FAILED;
    }
    /* An input has it too: then nobody needs x for it. */
    for (VarId v = 0; x >= r->to->n_inputs && v < r->to->n_inputs; v++)
        for (unsigned k = 0; k < type_rank(t, rewrite_type(r, v)); k++)
            if (type_dims(t, rewrite_type(r, v))[k] == dim)
                return replace_by_word(r, i->op, v, AT_AXIS, k, results);
    return OUTCOME_KEPT;
}

/* ---- steps on what was unpacked */

/* The value whose components the last axes of var are, when they are those of a vector or matrix. */
static VarId unpacked(const Rewriter *r, VarId var) {
    VarId v = operand_of_rule(r, var, RULE_UNPACK, 0);
    if (v == NO_VAR)
        return NO_VAR;
    TypeKind kind = elem_of(r, v)->kind;
    return kind == TYPE_VECTOR || kind == TYPE_MATRIX ? v : NO_VAR;
}

/* How an operand stands beside the vectors. */
typedef enum Beside {
    BESIDE_NOT,
    BESIDE_SCALAR,
    BESIDE_VECTOR,
    BESIDE_SQUEEZED,
    BESIDE_PACKED
} Beside;

/* elem: the vector or matrix, of n components. */
static Beside stands_beside(const Rewriter *r, VarId var, const Type *elem, const Dim *parts,
                            unsigned n) {
    const Types *t = &r->module->types;
    TypeId type = rewrite_type(r, var);
    unsigned rank = type_rank(t, type);
    if (elem_of(r, var)->kind != TYPE_SCALAR)
        return BESIDE_NOT;
    if (rank == 0)
        return BESIDE_SCALAR;
    VarId v = unpacked(r, var);
    if (v != NO_VAR && elem_of(r, v)->kind == elem->kind && elem_of(r, v)->rows == elem->rows &&
        elem_of(r, v)->cols == elem->cols)
        return BESIDE_VECTOR;
    if (rank < n)
        return BESIDE_NOT;
    bool ones = true, same = true;
    for (unsigned k = 0; k < n; k++) {
        ones &= type_dims(t, type)[rank - n + k] == 1;
        same &= type_dims(t, type)[rank - n + k] == parts[k];
    }
    return same ? BESIDE_PACKED : ones ? BESIDE_SQUEEZED : BESIDE_NOT;
}

/* The operand as it stands beside vectors like `elem`. */
static bool take_beside(Rewriter *r, VarId var, TypeId elem, unsigned n, Beside how, Loc loc,
                        VarId *out) {
    Types *t = &r->module->types;
    Dtype dtype = type_dtype(t, rewrite_type(r, var));
    int64_t axes[2] = {-1, -2};
    Attrs attrs;
    TypeId to;
    *out = var;
    switch (how) {
    case BESIDE_VECTOR: *out = unpacked(r, var); return true;
    case BESIDE_SQUEEZED:
        attrs = rewrite_attrs(r);
        TRY(program_attr_list(r->env, r->to, axes, n, &attrs.word[AT_AXES]));
        /* What is the same for all components is a scalar beside them. */
        return rewrite_append(r, OP_squeeze, &var, 1, &attrs, NO_TYPE, loc, out);
    case BESIDE_PACKED:
        TRY(type_with_dtype(r->env, t, elem, dtype, &to));
        attrs = rewrite_attrs(r);
        attrs.word[AT_TO] = to;
        /* What has as many components becomes vectors too. */
        return rewrite_append(r, OP_pack, &var, 1, &attrs, NO_TYPE, loc, out);
    default: return true;
    }
}

/* An operand that was unpacked and has the whole shape of the result; NO_VAR: none. */
static VarId leading_vector(const Rewriter *r, const Instr *i) {
    const Types *t = &r->module->types;
    TypeId out = rewrite_type(r, i->out);
    for (uint32_t k = 0; k < i->n_in; k++) {
        VarId x = operand(r, i, k), v = unpacked(r, x);
        TypeId type = rewrite_type(r, x);
        if (v != NO_VAR && type_rank(t, type) == type_rank(t, out) &&
            memcmp(type_dims(t, type), type_dims(t, out), type_rank(t, out) * sizeof(Dim)) == 0)
            return v;
    }
    return NO_VAR;
}

static bool put_unpack(Rewriter *r, VarId v, TypeId type, Loc loc, VarId *results) {
    /* What this file is about: components as axes again. */
    return rewrite_append(r, OP_unpack, &v, 1, NULL, type, loc, results);
}

Outcome lift_unpacked(Rewriter *r, VarId *results) {
    enum { MOST = 3 };
    const Instr i = *rewrite_last(r);
    TypeRule rule = op_info(i.op)->rule;
    if ((rule != RULE_ELEMENTWISE && rule != RULE_SELECT && rule != RULE_CAST) || i.n_in > MOST ||
        (i.attr && rule != RULE_CAST))
        return OUTCOME_KEPT;
    VarId v = leading_vector(r, &i), in[MOST], made;
    if (v == NO_VAR)
        return OUTCOME_KEPT;
    Types *t = &r->module->types;
    TypeId elem = type_elem(t, rewrite_type(r, v)), out = rewrite_type(r, i.out);
    const Type type = *type_get(t, elem);
    Dim parts[MAX_RANK];
    Dtype dtype;
    Beside how[MOST];
    unsigned n = type_components(t, elem, parts, &dtype), vectors = 0;
    for (uint32_t k = 0; k < i.n_in; k++) {
        in[k] = operand(r, &i, k);
        how[k] = stands_beside(r, in[k], &type, parts, n);
        if (how[k] == BESIDE_NOT)
            return OUTCOME_KEPT;
        vectors += k > 0 && (how[k] == BESIDE_VECTOR || how[k] == BESIDE_PACKED);
    }
    if (rule == RULE_SELECT && vectors == 0) /* a choice between scalars takes no vector of bools */
        return OUTCOME_KEPT;
    int64_t to = rule == RULE_CAST ? attr_word(r->to, &i, AT_TO) : 0;
    Loc loc = rewrite_loc(r);
    rewrite_pop(r);
    r->fuel--;
    for (uint32_t k = 0; k < i.n_in; k++)
        if (!take_beside(r, in[k], elem, n, how[k], loc, &in[k]))
            return OUTCOME_FAILED;
    Attrs attrs = rewrite_attrs(r);
    attrs.word[AT_TO] = to;
    return rewrite_append(r, i.op, in, i.n_in, rule == RULE_CAST ? &attrs : NULL, NO_TYPE, loc,
                          &made) &&
                   put_unpack(r, made, out, loc, results)
               ? OUTCOME_REPLACED
               : OUTCOME_FAILED;
}

/* ---- reductions along the other axes */

typedef struct Reduced {
    Instr i;
    Attrs attrs; /* but for the axes */
    int64_t axes[MAX_RANK];
    uint32_t n_axes;
    Loc loc;
} Reduced;

/* The axes, none of which are components. */
static bool reduced_axes(const Rewriter *r, const Instr *i, unsigned parts, Reduced *out) {
    uint32_t n, rank = type_rank(&r->module->types, rewrite_type(r, operand(r, i, 0)));
    const int64_t *list = attr_list(r->to, i, AT_AXES, &n);
    for (uint32_t k = 0; k < n; k++) {
        out->axes[k] = list[k] < 0 ? list[k] + rank : list[k];
        if (out->axes[k] >= rank - parts)
            return false;
    }
    out->n_axes = n;
    return list != NULL;
}

static bool extract_part(Rewriter *r, VarId x, int64_t index, Loc loc, VarId *out) {
    Attrs attrs = rewrite_attrs(r);
    attrs.word[AT_INDEX] = index;
    /* One component, or a row of them. */
    return rewrite_append(r, OP_extract, &x, 1, &attrs, NO_TYPE, loc, out);
}

static bool reduce_parts(Rewriter *r, const Reduced *all, VarId v, VarId parts[16], unsigned *n) {
    const Type type = *elem_of(r, v);
    *n = 0;
    for (unsigned row = 0; row < type.rows; row++) {
        VarId of_row;
        TRY(extract_part(r, v, row, all->loc, &of_row));
        for (unsigned col = 0; col < (type.kind == TYPE_MATRIX ? type.cols : 1); col++) {
            VarId part = of_row;
            if (type.kind == TYPE_MATRIX)
                TRY(extract_part(r, of_row, col, all->loc, &part));
            rewrite_attrs(r);
            Attrs attrs = all->attrs;
            TRY(program_attr_list(r->env, r->to, all->axes, all->n_axes, &attrs.word[AT_AXES]));
            TRY(rewrite_append(r, all->i.op, &part, 1, &attrs, NO_TYPE, all->loc, &parts[(*n)++]));
        }
    }
    return true;
}

Outcome reduce_unpacked(Rewriter *r, VarId *results) {
    Reduced all = {.i = *rewrite_last(r), .attrs = attrs_none(), .loc = rewrite_loc(r)};
    Types *t = &r->module->types;
    if (op_info(all.i.op)->rule != RULE_REDUCE)
        return OUTCOME_KEPT;
    VarId v = unpacked(r, operand(r, &all.i, 0)), parts[16], made;
    Dim dims[MAX_RANK];
    Dtype dtype;
    if (v == NO_VAR ||
        !reduced_axes(r, &all.i, type_components(t, type_elem(t, rewrite_type(r, v)), dims, &dtype),
                      &all))
        return OUTCOME_KEPT;
    for (unsigned k = 0; k < op_attr_count((Op)all.i.op); k++)
        all.attrs.word[k] = attr_word(r->to, &all.i, k);
    TypeId out = rewrite_type(r, all.i.out), to;
    unsigned n;
    rewrite_pop(r);
    r->fuel--;
    if (!type_with_dtype(r->env, t, type_elem(t, rewrite_type(r, v)), type_dtype(t, out), &to) ||
        !reduce_parts(r, &all, v, parts, &n))
        return OUTCOME_FAILED;
    Attrs attrs = rewrite_attrs(r);
    attrs.word[AT_TO] = to;
    /* The results of all components, side by side as the components were. */
    return rewrite_append(r, OP_make, parts, n, &attrs, NO_TYPE, all.loc, &made) &&
                   put_unpack(r, made, out, all.loc, results)
               ? OUTCOME_REPLACED
               : OUTCOME_FAILED;
}

/* ---- one component */

/* x[..., k] of an unpacked vector: the slice of one and what takes its axis out. */
static Outcome component_of_unpack(Rewriter *r, const Instr *i, VarId *results) {
    const Types *t = &r->module->types;
    const Instr *slice = rewrite_definer(r, operand(r, i, 0));
    if (!slice || op_info(slice->op)->rule != RULE_SLICE)
        return OUTCOME_KEPT;
    VarId v = unpacked(r, operand(r, slice, 0));
    if (v == NO_VAR || elem_of(r, v)->kind != TYPE_VECTOR)
        return OUTCOME_KEPT;
    TypeId type = rewrite_type(r, v), out = rewrite_type(r, i->out);
    unsigned rank = type_rank(t, type);
    if (type_rank(t, out) != rank ||
        (rank && memcmp(type_dims(t, out), type_dims(t, type), rank * sizeof(Dim)) != 0))
        return OUTCOME_KEPT;
    uint32_t n[3];
    const int64_t *lists[3] = {attr_list(r->to, slice, AT_START, &n[0]),
                               attr_list(r->to, slice, AT_STOP, &n[1]),
                               attr_list(r->to, slice, AT_STEP, &n[2])};
    for (unsigned axis = 0; axis < rank; axis++) { /* all of every other axis, forwards */
        int64_t start = axis < n[0] ? lists[0][axis] : LIST_SKIPPED;
        int64_t step = axis < n[2] ? lists[2][axis] : LIST_SKIPPED;
        if ((start != LIST_SKIPPED && start != 0) || (step != LIST_SKIPPED && step != 1))
            return OUTCOME_KEPT;
    }
    int64_t rows = elem_of(r, v)->rows, index = rank < n[0] ? lists[0][rank] : LIST_SKIPPED;
    if (type_dims(t, rewrite_type(r, slice->out))[rank] != 1 ||
        (rank < n[2] && lists[2][rank] != LIST_SKIPPED && lists[2][rank] != 1))
        return OUTCOME_KEPT;
    index = index == LIST_SKIPPED ? 0 : index < 0 ? index + rows : index;
    if (index < 0 || index >= rows)
        return OUTCOME_KEPT;
    /* The component that the slice shows. */
    return replace_by_word(r, OP_extract, v, AT_INDEX, index, results);
}

const CodeRule pack_rules[] = {
    {"pack_of_unpack", OP_pack, pack_of_unpack},
    {"unpack_of_pack", OP_unpack, unpack_of_pack},
    {"extent_known", OP_extent, extent_known},
    {"squeeze_of_unpack", OP_squeeze, component_of_unpack},
    {"reshape_of_unpack", OP_reshape, component_of_unpack},
    {NULL, OP_NONE, NULL},
};
