/* What a node reads once everything that is repeated in its kernel is taken into account. */
#include "plan/planner.h"

static bool read_value(Planner *pl, VarId var, ViewId view) {
    const Scope *s = &pl->scope;
    Ref ref = s->refs[var];
    uint32_t maker = s->definers[ref.base];
    TRY(view_compose(pl, ref.view, view, &view));
    if (maker == NO_INSTR || !(pl->marks[maker] & MARK_INLINE))
        return vec_push(pl->env, &pl->reads, ((Read){ref.base, view, false}));
    const Instr *i = instr_at(pl, maker);
    if (op_info(i->op)->rule ==
        RULE_PACK) { /* all its scalars are seen alike: one stands for them */
        VarId x = instr_in(pl->p, i)[0];
        ViewId seen;
        TRY(view_of_leaf(pl, VIEW_IDENTITY, var_type(s, x),
                         type_elem(&pl->m->types, var_type(s, ref.base)), 0, &seen));
        TRY(view_compose(pl, seen, view, &seen));
        return read_value(pl, x, seen); /* as deep as scope.c lets such trees be */
    }
    for (uint32_t k = 0; k < i->n_in && op_info(i->op)->rule != RULE_EXTENT; k++) {
        VarId x = instr_in(pl->p, i)[k];
        ViewId fit;
        TRY(view_fit(pl, VIEW_IDENTITY, var_type(s, x), var_type(s, ref.base), &fit));
        TRY(view_compose(pl, fit, view, &fit));
        TRY(read_value(pl, x, fit));
    }
    return true;
}

bool index_view(Planner *pl, const Scope *s, const Instr *i, VarId index, ViewId *out) {
    const Types *t = &pl->m->types;
    uint32_t n_axes, own = type_rank(t, var_type(s, index));
    attr_list(s->p, i, AT_AXES, &n_axes);
    TypeId x = var_type(s, instr_in(s->p, i)[0]), shape;
    TRY(indexed_shape(pl, s, i, &shape));
    uint32_t rank = type_rank(t, shape), first = rank - (type_rank(t, x) - n_axes);
    ViewAxis axes[MAX_RANK];
    for (uint32_t k = 0; k < rank; k++) {
        Dim dim = type_dims(t, shape)[k];
        uint32_t source = k + own - first;
        bool has = k < first && k + own >= first && type_dims(t, var_type(s, index))[source] == dim;
        axes[k] = (ViewAxis){.source = has ? source : VIEW_NEW};
        TRY(extent_of(pl, dim, &axes[k].extent));
    }
    return view_add(pl, VIEW_IDENTITY, VIEW_AXES, own, axes, rank, out);
}

/* Of a gather that is its result's; of a scatter that of the places it writes to. */
bool indexed_shape(Planner *pl, const Scope *s, const Instr *i, TypeId *out) {
    Types *t = &pl->m->types;
    *out = var_type(s, i->out);
    if (op_info(i->op)->rule == RULE_GATHER)
        return true;
    const VarId *in = instr_in(s->p, i);
    uint32_t n, rank = 0, x_rank = type_rank(t, var_type(s, in[0]));
    const int64_t *list = attr_list(s->p, i, AT_AXES, &n);
    bool indexed[MAX_RANK] = {false};
    Dim dims[2 * MAX_RANK];
    for (uint32_t k = 2; k < i->n_in; k++)
        if (type_rank(t, var_type(s, in[k])) > rank)
            rank = type_rank(t, var_type(s, in[k]));
    for (uint32_t a = 0; a < rank; a++)
        dims[a] = 1;
    for (uint32_t k = 2; k < i->n_in; k++) {
        uint32_t own = type_rank(t, var_type(s, in[k]));
        for (uint32_t a = 0; a < own; a++)
            if (type_dims(t, var_type(s, in[k]))[a] != 1)
                dims[rank - own + a] = type_dims(t, var_type(s, in[k]))[a];
    }
    for (uint32_t k = 0; k < n; k++)
        indexed[axis_of(list[k], x_rank)] = true;
    for (uint32_t a = 0; a < x_rank; a++)
        if (!indexed[a])
            dims[rank++] = type_dims(t, var_type(s, in[0]))[a];
    return type_array(pl->env, t, type_elem(t, var_type(s, in[0])), dims, rank, out);
}

bool node_shape(Planner *pl, uint32_t instr, TypeId *out) {
    const Instr *i = instr_at(pl, instr);
    switch (op_info(i->op)->rule) {
    case RULE_REDUCE:
    case RULE_ARG_REDUCE: *out = var_type(&pl->scope, instr_in(pl->p, i)[0]); return true;
    case RULE_SCATTER: return indexed_shape(pl, &pl->scope, i, out);
    default: break;
    }
    *out = pl->marks[instr] & MARK_REGION ? pl->region_space[instr] : var_type(&pl->scope, i->out);
    return true;
}

/* The view that takes an operand to the node's shape. */
static bool operand_view(Planner *pl, uint32_t instr, uint32_t k, TypeId shape, ViewId *out) {
    const Instr *i = instr_at(pl, instr);
    VarId x = instr_in(pl->p, i)[k];
    TypeRule rule = op_info(i->op)->rule;
    if ((rule == RULE_GATHER && k >= 1) || (rule == RULE_SCATTER && k >= 2))
        return index_view(pl, &pl->scope, i, x, out);
    if (pl->marks[instr] & MARK_REGION)
        return region_operand_view(pl, instr, k, out);
    if (rule == RULE_PACK)
        return view_of_leaf(pl, VIEW_IDENTITY, var_type(&pl->scope, x),
                            type_elem(&pl->m->types, shape), 0, out);
    return view_fit(pl, VIEW_IDENTITY, var_type(&pl->scope, x), shape, out);
}

/* Is the operand copied before anything else happens? Parts of a joined array are, and what a
 * scatter changes. */
static bool is_copied(TypeRule rule, uint32_t operand) {
    return rule == RULE_CONCAT || rule == RULE_STACK || rule == RULE_PAD || rule == RULE_UNPACK ||
           (rule == RULE_SCATTER && operand == 0);
}

bool node_reads(Planner *pl, uint32_t instr) {
    const Instr *i = instr_at(pl, instr);
    TypeRule rule = op_info(i->op)->rule;
    TypeId shape;
    pl->reads.len = 0;
    TRY(node_shape(pl, instr, &shape));
    for (uint32_t k = 0; k < i->n_in && rule != RULE_EXTENT; k++) {
        bool whole = reads_whole(pl, instr, k), copied = is_copied(rule, k);
        uint32_t before = pl->reads.len;
        ViewId view = VIEW_IDENTITY;
        VarId x = instr_in(pl->p, i)[k];
        if (whole) {
            TRY(vec_push(pl->env, &pl->reads,
                         ((Read){whole_base(pl, instr, x), VIEW_IDENTITY, true})));
            continue;
        }
        if (!copied)
            TRY(operand_view(pl, instr, k, shape, &view));
        TRY(read_value(pl, x, view));
        for (uint32_t r = before; copied && r < pl->reads.len; r++)
            pl->reads.at[r].whole = true;
    }
    return true;
}
