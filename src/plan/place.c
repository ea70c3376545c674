/*
 * Which values lie in memory, and where. A value that is only put into a larger one (a part of a
 * concat, the inside of a pad, what a scatter changes) is made in its place there.
 */
#include "plan/planner.h"

enum { KEPT = 1, KEPT_BY_HOST = 2 };

/* What a node reads from another group, or as a whole, must be in memory. */
static bool find_kept(Planner *pl, uint8_t *used_inputs) {
    for (uint32_t n = 0; n < pl->p->instrs.len; n++) {
        if (!(pl->marks[n] & MARK_NODE))
            continue;
        const Instr *i = instr_at(pl, n);
        uint32_t group = group_of(pl, n);
        TRY(node_reads(pl, n));
        for (uint32_t k = 0; k < pl->reads.len; k++) {
            Read read = pl->reads.at[k];
            uint32_t maker = pl->scope.definers[read.base];
            if (maker == NO_INSTR)
                used_inputs[read.base] = 1;
            else if (read.whole || group_of(pl, maker) != group)
                pl->kept[read.base] |= KEPT;
            if (pl->groups.at[group].kind == GROUP_HOST)
                pl->kept[read.base] |= KEPT_BY_HOST;
        }
        if (pl->groups.at[group].kind != GROUP_FUSED || rule_at(pl, n) == RULE_SCATTER)
            for (uint32_t k = 0; k < i->n_out; k++)
                pl->kept[i->out + k] = 1;
    }
    return true;
}

static bool add_buffer(Planner *pl, VarId var, BufferKind kind, uint32_t index, BufferId *out) {
    const Types *t = &pl->m->types;
    TypeId type = var_type(&pl->scope, var);
    Buffer buffer = {.kind = kind,
                     .index = index,
                     .type = type,
                     .elem_size = (uint32_t)type_elem_size(t, type_elem(t, type)),
                     .rank = type_rank(t, type),
                     .first_step = UINT32_MAX,
                     .in_place_of = NO_BUFFER};
    TRY(shape_of(pl, type_dims(t, type), buffer.rank, &buffer.shape));
    *out = pl->plan->buffers.len;
    return vec_push(pl->env, &pl->plan->buffers, buffer);
}

static bool place_arguments(Planner *pl, const uint8_t *used_inputs) {
    Plan *plan = pl->plan;
    for (VarId v = 0; v < pl->p->n_inputs; v++) {
        BufferId id = NO_BUFFER;
        if (used_inputs[v])
            TRY(add_buffer(pl, v, BUFFER_INPUT, v, &id));
        pl->places[v].buffer = id;
        TRY(vec_push(pl->env, &plan->inputs, id));
    }
    for (uint32_t k = 0; k < pl->p->outputs.len; k++) {
        BufferId id;
        VarId v = pl->p->outputs.at[k];
        TRY(add_buffer(pl, v, BUFFER_OUTPUT, k, &id));
        pl->places[v].buffer = id;
        TRY(vec_push(pl->env, &plan->outputs, id));
    }
    return true;
}

/* ---- values made in their place inside others */

static bool whole_axis(Planner *pl, Dim dim, uint32_t k, ViewAxis *axis) {
    *axis = (ViewAxis){.source = k, .start = LIST_SKIPPED, .stop = LIST_SKIPPED, .step = 1};
    return extent_of(pl, dim, &axis->extent);
}

static bool part_of_concat(Planner *pl, const Instr *i, uint32_t operand, ViewId *out) {
    const Types *t = &pl->m->types;
    const VarId *in = instr_in(pl->p, i);
    TypeId type = var_type(&pl->scope, in[operand]);
    uint32_t rank = type_rank(t, type), axis = axis_of(attr_int(pl->p, i, AT_AXIS, 0), rank);
    ViewAxis axes[MAX_RANK];
    uint32_t *first = &pl->joined_shape[pl->scope.definers[i->out]];
    /* The extents that add up are the first of one list, so that a part has one view always. */
    for (uint32_t k = 0; *first == 0 && k < i->n_in; k++) {
        ExtentId id;
        TRY(extent_of(pl, type_dims(t, var_type(&pl->scope, in[k]))[axis], &id));
        TRY(vec_push(pl->env, &pl->plan->shapes, id));
    }
    if (*first == 0)
        *first = pl->plan->shapes.len - i->n_in + 1;
    for (uint32_t k = 0; k < rank; k++) {
        axes[k] =
            (ViewAxis){.source = k == axis ? *first - 1 : 0, .start = k == axis ? operand : 0};
        TRY(extent_of(pl, type_dims(t, type)[k], &axes[k].extent));
    }
    return view_add(pl, VIEW_IDENTITY, VIEW_PART, rank, axes, rank, out);
}

static bool part_of_stack(Planner *pl, const Instr *i, uint32_t operand, ViewId *out) {
    const Types *t = &pl->m->types;
    TypeId type = var_type(&pl->scope, i->out), own = var_type(&pl->scope, instr_in(pl->p, i)[0]);
    uint32_t rank = type_rank(t, type), axis = axis_of(attr_int(pl->p, i, AT_AXIS, 0), rank);
    ViewAxis axes[MAX_RANK];
    for (uint32_t k = 0; k < rank; k++)
        TRY(whole_axis(pl, type_dims(t, type)[k], k, &axes[k]));
    axes[axis].start = operand;
    axes[axis].stop = (int64_t)operand + 1;
    TRY(extent_of(pl, 1, &axes[axis].extent));
    TRY(view_add(pl, VIEW_IDENTITY, VIEW_SLICE, rank, axes, rank, out));
    for (uint32_t k = 0; k + 1 < rank; k++) {
        axes[k] = (ViewAxis){.source = k < axis ? k : k + 1};
        TRY(extent_of(pl, type_dims(t, own)[k], &axes[k].extent));
    }
    return view_add(pl, *out, VIEW_AXES, rank, axes, rank - 1, out);
}

static bool inside_of_pad(Planner *pl, const Instr *i, ViewId *out) {
    const Types *t = &pl->m->types;
    TypeId own = var_type(&pl->scope, instr_in(pl->p, i)[0]);
    uint32_t n, rank = type_rank(t, own);
    const int64_t *lo = attr_list(pl->p, i, AT_LO, &n), *hi = attr_list(pl->p, i, AT_HI, &n);
    ViewAxis axes[MAX_RANK];
    for (uint32_t k = 0; k < rank; k++) {
        TRY(whole_axis(pl, type_dims(t, own)[k], k, &axes[k]));
        axes[k].start = lo[k] ? lo[k] : LIST_SKIPPED;
        axes[k].stop = hi[k] ? -hi[k] : LIST_SKIPPED;
    }
    return view_add(pl, VIEW_IDENTITY, VIEW_SLICE, rank, axes, rank, out);
}

bool part_view(Planner *pl, const Instr *i, uint32_t operand, ViewId *out) {
    switch (op_info(i->op)->rule) {
    case RULE_CONCAT: return part_of_concat(pl, i, operand, out);
    case RULE_STACK: return part_of_stack(pl, i, operand, out);
    case RULE_PAD: return inside_of_pad(pl, i, out);
    default: *out = VIEW_IDENTITY; return true; /* what a scatter changes is all of it */
    }
}

/* May the operand's value be made inside the result's memory? Then where. */
static bool place_inside(Planner *pl, const Instr *i, uint32_t operand) {
    VarId x = instr_in(pl->p, i)[operand];
    Ref ref = pl->scope.refs[x];
    uint32_t maker = pl->scope.definers[ref.base];
    bool scatter = op_info(i->op)->rule == RULE_SCATTER;
    bool parts = op_info(i->op)->rule == RULE_UNPACK;
    if (maker == NO_INSTR || !(pl->marks[maker] & MARK_NODE) || ref.view != VIEW_IDENTITY ||
        pl->places[ref.base].buffer != NO_BUFFER || (pl->marks[maker] & MARK_INLINE))
        return true;
    /* Only kernels can put the scalars of an element apart, and a scatter has no place for that. */
    if (parts && ((pl->kept[ref.base] & KEPT_BY_HOST) || rule_at(pl, maker) == RULE_SCATTER ||
                  pl->groups.at[group_of(pl, maker)].kind != GROUP_FUSED))
        return true;
    ViewId part;
    Place outer = pl->places[i->out];
    TRY(vec_extend(pl->env, &pl->changed, pl->plan->buffers.len - pl->changed.len));
    pl->changed.at[outer.buffer] |= scatter;
    /* What a scatter changes must be as it was for nobody else. */
    if (pl->changed.at[outer.buffer] && pl->uses[ref.base] != 1)
        return true;
    TRY(part_view(pl, i, operand, &part));
    TRY(view_compose(pl, outer.view, part, &part));
    pl->places[ref.base] = (Place){outer.buffer, part, parts};
    pl->kept[ref.base] |= KEPT;
    return true;
}

static bool place_computed(Planner *pl) {
    for (uint32_t n = pl->p->instrs.len; n-- > 0;) {
        const Instr *i = instr_at(pl, n);
        TypeRule rule = op_info(i->op)->rule;
        uint32_t parts = rule == RULE_CONCAT || rule == RULE_STACK                         ? i->n_in
                         : rule == RULE_PAD || rule == RULE_SCATTER || rule == RULE_UNPACK ? 1
                                                                                           : 0;
        for (uint32_t k = 0; k < i->n_out; k++)
            if (pl->kept[i->out + k] && pl->places[i->out + k].buffer == NO_BUFFER)
                TRY(add_buffer(pl, i->out + k, BUFFER_TEMP, 0, &pl->places[i->out + k].buffer));
        for (uint32_t k = 0; pl->plan->fuses && k < parts; k++)
            TRY(place_inside(pl, i, k));
    }
    return true;
}

bool plan_place(Planner *pl) {
    uint8_t *used_inputs = env_new(pl->env, (size_t)pl->p->n_inputs + 1);
    if (!used_inputs)
        return false;
    for (VarId v = 0; v < pl->p->vars.len; v++)
        pl->places[v] = (Place){NO_BUFFER, VIEW_IDENTITY, false};
    bool ok = find_kept(pl, used_inputs) && place_arguments(pl, used_inputs) && place_computed(pl);
    env_free(pl->env->allocator, used_inputs, (size_t)pl->p->n_inputs + 1);
    return ok;
}
