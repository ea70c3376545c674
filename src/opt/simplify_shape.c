/* Simplification of conversions and views: rules that have to look at types and attributes. */
#include "opt/simplify.h"

#include <string.h>

static VarId operand(const Rewriter *r, const Instr *i, unsigned k) {
    return instr_in(r->to, i)[k];
}

/* Each of these ops gives back its operand when it is of the result's type already. */
static Outcome same_type(Rewriter *r, const Instr *i, VarId *results) {
    VarId x = operand(r, i, 0);
    return rewrite_type(r, x) == rewrite_type(r, i->out) ? replace_by_var(r, x, results)
                                                         : OUTCOME_KEPT;
}

/* ---- conversions */

static const DtypeInfo *real_info(Dtype dtype) {
    return dtype_info(dtype_real(dtype));
}

/* Every value of `from` is a value of `to`. */
static bool holds(Dtype from, Dtype to) {
    const DtypeInfo *a = dtype_info(from), *b = dtype_info(to);
    unsigned real = CLASS_FLOAT | CLASS_COMPLEX;
    /* A signed integer needs its sign bit nowhere but in an integer. */
    unsigned digits = a->class == CLASS_SIGNED ? a->bits - 1u : a->bits;
    if (a->class == CLASS_BOOL)
        return true;
    if (b->class == CLASS_BOOL || (a->class == CLASS_COMPLEX && b->class != CLASS_COMPLEX))
        return false;
    if (a->class & real)
        return (b->class & real) && real_info(from)->digits <= real_info(to)->digits &&
               real_info(from)->exponent <= real_info(to)->exponent;
    if (b->class & real)
        return digits <= real_info(to)->digits;
    return a->class == b->class ? a->bits <= b->bits
                                : a->class == CLASS_UNSIGNED && a->bits < b->bits;
}

/* A conversion by way of a type that holds every value says no more than the direct one. */
static Outcome cast_of_cast(Rewriter *r, const Instr *i, VarId *results) {
    const Types *t = &r->module->types;
    VarId middle = operand(r, i, 0), x = operand_of_rule(r, middle, RULE_CAST, 0);
    if (x == NO_VAR)
        return OUTCOME_KEPT;
    Dtype from = type_dtype(t, rewrite_type(r, x)), by = type_dtype(t, rewrite_type(r, middle));
    if (!holds(from, by))
        return OUTCOME_KEPT;
    if (rewrite_type(r, x) == rewrite_type(r, i->out))
        return replace_by_var(r, x, results);
    /* Integers wrap where reals saturate, so both steps must count in the same way. */
    unsigned real = CLASS_FLOAT | CLASS_COMPLEX;
    unsigned a = dtype_info(from)->class & real, b = dtype_info(by)->class & real;
    if (from != DT_BOOL && (a != 0) != (b != 0))
        return OUTCOME_KEPT;
    return replace_by_word(r, i->op, x, AT_TO, attr_word(r->to, i, AT_TO), results);
}

static Outcome bitcast_of_bitcast(Rewriter *r, const Instr *i, VarId *results) {
    VarId x = operand_of_rule(r, operand(r, i, 0), RULE_BITCAST, 0);
    if (x == NO_VAR)
        return OUTCOME_KEPT;
    if (rewrite_type(r, x) == rewrite_type(r, i->out))
        return replace_by_var(r, x, results);
    return replace_by_word(r, i->op, x, AT_TO, attr_word(r->to, i, AT_TO), results);
}

/* ---- views that keep the elements in order */

static bool keeps_order(const Instr *i) {
    TypeRule rule = i ? op_info(i->op)->rule : RULE_COUNT;
    return rule == RULE_RESHAPE || rule == RULE_RESHAPE_LIKE || rule == RULE_EXPAND_DIMS ||
           rule == RULE_SQUEEZE;
}

/* Shape by shape back to one that was there before. */
static Outcome reshape_back(Rewriter *r, const Instr *i, VarId *results) {
    enum { LOOK_BACK = 8 };
    VarId x = operand(r, i, 0);
    for (int n = 0; n < LOOK_BACK && keeps_order(rewrite_definer(r, x)); n++) {
        x = instr_in(r->to, rewrite_definer(r, x))[0];
        if (rewrite_type(r, x) == rewrite_type(r, i->out))
            return replace_by_var(r, x, results);
    }
    return OUTCOME_KEPT;
}

/* The shape between two reshapes does not matter, if a direct one is known to be possible. */
static Outcome reshape_of_view(Rewriter *r, const Instr *i, VarId *results) {
    VarId x = operand(r, i, 0);
    if (!keeps_order(rewrite_definer(r, x)))
        return OUTCOME_KEPT;
    x = instr_in(r->to, rewrite_definer(r, x))[0];
    Attrs attrs = attrs_none();
    attrs.word[AT_SHAPE] = attr_word(r->to, i, AT_SHAPE);
    TypeId type;
    if (!rewrite_probe(r, i->op, &x, 1, &attrs, &type))
        return OUTCOME_FAILED;
    if (type != rewrite_type(r, i->out))
        return OUTCOME_KEPT;
    int64_t shape[MAX_RANK];
    uint32_t n;
    const int64_t *list = attr_list(r->to, i, AT_SHAPE, &n);
    for (uint32_t k = 0; k < n; k++)
        shape[k] = list[k];
    return replace_by_list(r, i->op, x, AT_SHAPE, shape, n, results);
}

static Outcome broadcast_of_broadcast(Rewriter *r, const Instr *i, VarId *results) {
    VarId x = operand_of_rule(r, operand(r, i, 0), RULE_BROADCAST, 0);
    if (x == NO_VAR)
        x = operand_of_rule(r, operand(r, i, 0), RULE_FILL, 0);
    if (x == NO_VAR)
        return OUTCOME_KEPT;
    int64_t shape[MAX_RANK];
    uint32_t n;
    const int64_t *list = attr_list(r->to, i, AT_SHAPE, &n);
    for (uint32_t k = 0; k < n; k++)
        shape[k] = list[k];
    return replace_by_list(r, i->op, x, AT_SHAPE, shape, n, results);
}

/* ---- views that move elements */

/* Axis k of the result is axis perm[k] of the operand. */
static unsigned read_perm(const Rewriter *r, const Instr *i, int64_t perm[MAX_RANK]) {
    unsigned rank = type_rank(&r->module->types, rewrite_type(r, i->out));
    uint32_t n;
    const int64_t *list = attr_list(r->to, i, AT_PERM, &n);
    for (unsigned k = 0; k < rank; k++)
        perm[k] = !list ? rank - 1 - k : list[k] < 0 ? list[k] + rank : list[k];
    return rank;
}

static bool is_identity(const int64_t *perm, unsigned rank) {
    for (unsigned k = 0; k < rank; k++)
        if (perm[k] != k)
            return false;
    return true;
}

static Outcome transpose_identity(Rewriter *r, const Instr *i, VarId *results) {
    int64_t perm[MAX_RANK];
    unsigned rank = read_perm(r, i, perm);
    return is_identity(perm, rank) ? replace_by_var(r, operand(r, i, 0), results) : OUTCOME_KEPT;
}

static Outcome transpose_of_transpose(Rewriter *r, const Instr *i, VarId *results) {
    int64_t outer[MAX_RANK], inner[MAX_RANK], both[MAX_RANK];
    VarId x = operand_of_rule(r, operand(r, i, 0), RULE_TRANSPOSE, 0);
    if (x == NO_VAR)
        return OUTCOME_KEPT;
    unsigned rank = read_perm(r, i, outer);
    read_perm(r, rewrite_definer(r, operand(r, i, 0)), inner);
    for (unsigned k = 0; k < rank; k++)
        both[k] = inner[outer[k]];
    return is_identity(both, rank) ? replace_by_var(r, x, results)
                                   : replace_by_list(r, i->op, x, AT_PERM, both, rank, results);
}

/* Turns each flipped axis's flag; all axes when none are named. */
static void toggle_axes(const Rewriter *r, const Instr *i, bool flipped[MAX_RANK]) {
    unsigned rank = type_rank(&r->module->types, rewrite_type(r, i->out));
    uint32_t n;
    const int64_t *list = attr_list(r->to, i, AT_AXES, &n);
    for (unsigned k = 0; k < (list ? n : rank); k++) {
        int64_t axis = list ? list[k] : k;
        axis += axis < 0 ? rank : 0;
        flipped[axis] = !flipped[axis];
    }
}

/* An even number of flips of an axis is none. */
static Outcome flip_of_flip(Rewriter *r, const Instr *i, VarId *results) {
    bool flipped[MAX_RANK] = {false};
    VarId x = operand(r, i, 0), inner = operand_of_rule(r, x, RULE_FLIP, 0);
    toggle_axes(r, i, flipped);
    if (inner != NO_VAR) {
        toggle_axes(r, rewrite_definer(r, x), flipped);
        x = inner;
    }
    int64_t axes[MAX_RANK];
    uint32_t n = 0;
    for (unsigned k = 0; k < MAX_RANK; k++)
        if (flipped[k])
            axes[n++] = k;
    if (n == 0)
        return replace_by_var(r, x, results);
    return inner == NO_VAR ? OUTCOME_KEPT : replace_by_list(r, i->op, x, AT_AXES, axes, n, results);
}

/* Entry number axis of a list of a slice. */
static int64_t slice_entry(const Rewriter *r, const Instr *i, unsigned k, unsigned axis) {
    uint32_t n;
    const int64_t *list = attr_list(r->to, i, k, &n);
    return axis < n ? list[axis] : LIST_SKIPPED;
}

/* From the first element to the last, one by one, along every axis. */
static Outcome slice_of_all(Rewriter *r, const Instr *i, VarId *results) {
    VarId x = operand(r, i, 0);
    TypeId type = rewrite_type(r, x);
    if (type != rewrite_type(r, i->out))
        return OUTCOME_KEPT;
    for (unsigned axis = 0; axis < type_rank(&r->module->types, type); axis++) {
        int64_t start = slice_entry(r, i, AT_START, axis), step = slice_entry(r, i, AT_STEP, axis);
        bool forwards = step == LIST_SKIPPED || step == 1;
        /* With all elements taken forwards, where to stop cannot matter. */
        if (!forwards || (start != LIST_SKIPPED && start != 0))
            return OUTCOME_KEPT;
    }
    return replace_by_var(r, x, results);
}

/* Which of the arrays that were stacked a slice takes, and nothing else; -1: it takes more, or parts of them. */
static int64_t stacked_part(const Rewriter *r, const Instr *slice, const Instr *stack) {
    const Types *t = &r->module->types;
    TypeId whole = rewrite_type(r, stack->out), part = rewrite_type(r, slice->out);
    unsigned rank = type_rank(t, whole);
    int64_t along = attr_word(r->to, stack, AT_AXIS), taken = -1;
    along += along < 0 ? rank : 0;
    for (unsigned axis = 0; axis < rank; axis++) {
        int64_t start = slice_entry(r, slice, AT_START, axis);
        int64_t stop = slice_entry(r, slice, AT_STOP, axis);
        int64_t step = slice_entry(r, slice, AT_STEP, axis);
        if (step != LIST_SKIPPED && step != 1)
            return -1;
        if (axis != along) {
            bool all = start == LIST_SKIPPED || start == 0;
            if (!all ||
                memcmp(type_dims(t, whole) + axis, type_dims(t, part) + axis, sizeof(Dim)) != 0)
                return -1;
            continue;
        }
        taken = start == LIST_SKIPPED ? 0 : start < 0 ? start + stack->n_in : start;
        stop = stop == LIST_SKIPPED ? stack->n_in : stop < 0 ? stop + stack->n_in : stop;
        if (taken < 0 || taken >= stack->n_in || stop != taken + 1)
            return -1;
    }
    return taken;
}

/* Whether the arrays that a slice of a stack leaves out can go unnoticed. */
static bool others_cannot_fail(const Rewriter *r, const Instr *stack, int64_t taken) {
    for (uint32_t k = 0; k < stack->n_in; k++)
        if (k != taken && rewrite_may_fail(r, operand(r, stack, k)))
            return false;
    return true;
}

/* One of several arrays that were put side by side, and then converted, is that array, converted. */
static Outcome slice_of_stack(Rewriter *r, const Instr *i, VarId *results) {
    const Instr *inner = rewrite_definer(r, operand(r, i, 0));
    bool is_cast = inner && inner->op == OP_cast;
    int64_t to = is_cast ? attr_word(r->to, inner, AT_TO) : 0;
    if (is_cast)
        inner = rewrite_definer(r, operand(r, inner, 0));
    /* A part of what was stacked is one of those. */
    if (!inner || inner->op != OP_stack)
        return OUTCOME_KEPT;
    int64_t along = attr_word(r->to, inner, AT_AXIS), taken = stacked_part(r, i, inner);
    if (taken < 0 || !others_cannot_fail(r, inner, taken))
        return OUTCOME_KEPT;
    VarId part = operand(r, inner, (unsigned)taken);
    if (!is_cast)
        /* The axis that the slice keeps. */
        return replace_by_list(r, OP_expand_dims, part, AT_AXES, &along, 1, results);
    TypeId type = rewrite_type(r, i->out);
    Loc loc = rewrite_loc(r);
    rewrite_pop(r);
    r->fuel--;
    Attrs attrs = rewrite_attrs(r);
    attrs.word[AT_TO] = to;
    /* Each as the stack has it: its dtype, then the axis. */
    if (!rewrite_append(r, OP_cast, &part, 1, &attrs, NO_TYPE, loc, &part))
        return OUTCOME_FAILED;
    attrs = rewrite_attrs(r);
    if (!program_attr_list(r->env, r->to, &along, 1, &attrs.word[AT_AXES]) ||
        !rewrite_append(r, OP_expand_dims, &part, 1, &attrs, type, loc, results) /* the axis */)
        return OUTCOME_FAILED;
    return OUTCOME_REPLACED;
}

/* ---- the rest */

static Outcome concat_of_one(Rewriter *r, const Instr *i, VarId *results) {
    return i->n_in == 1 ? replace_by_var(r, operand(r, i, 0), results) : OUTCOME_KEPT;
}

static Outcome pad_nothing(Rewriter *r, const Instr *i, VarId *results) {
    for (unsigned k = AT_LO; k <= AT_HI; k++) {
        uint32_t n;
        const int64_t *list = attr_list(r->to, i, k, &n);
        for (uint32_t axis = 0; axis < n; axis++)
            if (list[axis] != 0)
                return OUTCOME_KEPT;
    }
    return replace_by_var(r, operand(r, i, 0), results);
}

/* What a step makes is in memory of its own already, and stays as it lies when axes are only counted otherwise. */
static Outcome copy_of_made(Rewriter *r, const Instr *i, VarId *results) {
    const Instr *inner = rewrite_definer(r, operand(r, i, 0));
    while (inner &&
           (inner->op == OP_reshape || inner->op == OP_expand_dims || inner->op == OP_squeeze))
        inner = rewrite_definer(r, operand(r, inner, 0));
    bool made = inner && !(op_info(inner->op)->flags & (OPF_VIEW | OPF_CONTROL));
    return made ? replace_by_var(r, operand(r, i, 0), results) : OUTCOME_KEPT;
}

const CodeRule shape_rules[] = {
    {"cast_same_type", OP_cast, same_type},
    {"cast_of_cast", OP_cast, cast_of_cast},
    {"bitcast_same_type", OP_bitcast, same_type},
    {"bitcast_of_bitcast", OP_bitcast, bitcast_of_bitcast},
    {"reshape_same_type", OP_reshape, same_type},
    {"reshape_back", OP_reshape, reshape_back},
    {"reshape_of_view", OP_reshape, reshape_of_view},
    {"reshape_like_same_type", OP_reshape_like, same_type},
    {"reshape_like_back", OP_reshape_like, reshape_back},
    {"expand_dims_same_type", OP_expand_dims, same_type},
    {"expand_dims_back", OP_expand_dims, reshape_back},
    {"squeeze_same_type", OP_squeeze, same_type},
    {"squeeze_back", OP_squeeze, reshape_back},
    {"fill_same_type", OP_fill, same_type},
    {"broadcast_same_type", OP_broadcast, same_type},
    {"broadcast_of_broadcast", OP_broadcast, broadcast_of_broadcast},
    {"transpose_identity", OP_transpose, transpose_identity},
    {"transpose_of_transpose", OP_transpose, transpose_of_transpose},
    {"flip_of_flip", OP_flip, flip_of_flip},
    {"slice_of_all", OP_slice, slice_of_all},
    {"slice_of_stack", OP_slice, slice_of_stack},
    {"concat_of_one", OP_concat, concat_of_one},
    {"pad_nothing", OP_pad, pad_nothing},
    {"copy_of_made", OP_copy, copy_of_made},
    {NULL, OP_NONE, NULL},
};
