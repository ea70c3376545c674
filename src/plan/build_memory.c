/* Gathers and scatters. */
#include "plan/build.h"

/*
 * The view of what is indexed: from its shape to [indexed axes in the order of the list ..., axes
 * of the kernel ...]. `view` leads from the shape of the places (the axes of the indices, then the
 * rest of x) to the axes of the kernel. `before` leads to the shape of x.
 */
static bool indexed_view(Builder *b, const Frame *f, const Instr *i, ViewId before, ViewId view,
                         uint32_t *n_indexed, ViewId *out) {
    Planner *pl = b->pl;
    const Types *t = &pl->m->types;
    TypeId x = frame_type(f, instr_in(f->scope->p, i)[0]), shape;
    TRY(indexed_shape(pl, f->scope, i, &shape));
    uint32_t n, x_rank = type_rank(t, x), rank = type_rank(t, shape), next = 0;
    const int64_t *list = attr_list(f->scope->p, i, AT_AXES, &n);
    uint32_t n_index = rank - (x_rank - n), total = n + b->k.n_axes;
    bool indexed[MAX_RANK] = {false};
    uint32_t source[MAX_RANK] = {0}; /* by axis of the places: the axis of x */
    ViewAxis axes[MAX_RANK];
    *n_indexed = n;
    if (total > MAX_RANK)
        return env_fail(b->env, FRIT_ERR_LIMIT, FRIT_STAGE_PLAN, "%s: more than %d axes in all",
                        op_info(i->op)->name, MAX_RANK);
    for (uint32_t k = 0; k < n; k++) {
        uint32_t axis = axis_of(list[k], x_rank);
        indexed[axis] = true;
        axes[k] = (ViewAxis){.source = axis};
        TRY(extent_of(pl, type_dims(t, x)[axis], &axes[k].extent));
    }
    for (uint32_t k = 0; k < rank; k++) {
        while (k >= n_index && indexed[next])
            next++;
        source[k] = k < n_index ? VIEW_NEW : next++;
    }
    for (uint32_t k = 0; k < b->k.n_axes; k++) { /* the view renames axes: nodes have no other */
        uint32_t axis = k;
        ViewAxis *made = &axes[n + k];
        *made = (ViewAxis){.source = VIEW_NEW};
        if (view == VIEW_IDENTITY) {
            TRY(extent_of(pl, type_dims(t, shape)[k], &made->extent));
        } else {
            const ViewAxis *step = &pl->plan->view_axes.at[pl->plan->views.at[view].axes + k];
            made->extent = step->extent;
            axis = step->source;
        }
        if (axis != VIEW_NEW)
            made->source = source[axis];
    }
    return view_add(pl, before, VIEW_AXES, x_rank, axes, total, out);
}

/* The index arrays' values, behind what in[] holds already. */
static bool index_values(Builder *b, const Frame *f, const Instr *i, uint32_t first, ViewId view,
                         ValId *in) {
    for (uint32_t k = first; k < i->n_in; k++) {
        VarId index = instr_in(f->scope->p, i)[k];
        uint32_t at;
        ViewId seen;
        TRY(index_view(b->pl, f->scope, i, index, &seen));
        TRY(view_compose(b->pl, seen, view, &seen));
        TRY(build_value(b, f, index, seen, &at));
        in[k - first] = pool_at(b, at);
    }
    return true;
}

/* What makes a variable of a frame, where that is a pack that the kernel sees through. */
static const Instr *pack_of(const Builder *b, const Frame *f, VarId base) {
    uint32_t maker = f->scope->definers[base];
    const Instr *i = maker == NO_INSTR ? NULL : &f->scope->p->instrs.at[maker];
    return i && b->pl->plan->fuses && op_info(i->op)->rule == RULE_PACK ? i : NULL;
}

/*
 * Where the scalar number `leaf` (of those in b->leaves) of a variable lies that is in memory as a
 * whole, through the borders of bodies, views and packs. The access's view leads to its shape.
 */
static bool whole_access(Builder *b, const Frame *f, VarId var, uint32_t leaf, Access *out) {
    ViewId behind = VIEW_IDENTITY;
    const Instr *pack = NULL;
    while (true) {
        Ref ref = f->scope->refs[var];
        TRY(view_compose(b->pl, ref.view, behind, &behind));
        var = ref.base;
        if (!pack && (pack = pack_of(b, f, var))) {
            ViewId part;
            var = instr_in(f->scope->p, pack)[0];
            TRY(view_of_leaf(b->pl, VIEW_IDENTITY, frame_type(f, var),
                             type_elem(&b->pl->m->types, frame_type(f, pack->out)), leaf, &part));
            TRY(view_compose(b->pl, part, behind, &behind));
            continue;
        }
        if (!f->outer)
            break;
        if (f->scope->definers[var] != NO_INSTR || f->arguments[var] == NO_VAR)
            return env_fail(b->env, FRIT_ERR_INTERNAL, FRIT_STAGE_PLAN,
                            "a gather from what a loop makes");
        var = f->arguments[var];
        f = f->outer;
    }
    Place place = b->pl->places[var];
    if (place.buffer == NO_BUFFER)
        return env_fail(b->env, FRIT_ERR_INTERNAL, FRIT_STAGE_PLAN, "v%u is not in memory", var);
    if (!pack)
        return leaf_access(b, frame_type(f, var), place, behind, leaf, out);
    *out = (Access){.buffer = place.buffer, .dtype = b->leaves.at[leaf].dtype};
    return view_compose(b->pl, place.view, behind, &out->view);
}

bool build_gather(Builder *b, const Frame *f, const Instr *i, ViewId view, uint32_t *at) {
    ValId in[MAX_RANK];
    TRY(index_values(b, f, i, 1, view, in));
    unsigned level = level_of(b, in, i->n_in - 1), own = view_level(b, view);
    TRY(read_leaves(b, frame_type(f, i->out)));
    *at = b->pool.len;
    for (uint32_t k = 0; k < b->leaves.len; k++) {
        Access access;
        KernelInstr instr = {.code = K_GATHER, .dtype = (uint8_t)b->leaves.at[k].dtype};
        ValId value;
        TRY(whole_access(b, f, instr_in(f->scope->p, i)[0], k, &access));
        TRY(indexed_view(b, f, i, access.view, view, &access.n_indexed, &access.view));
        TRY(build_access(b, &access, &instr.access));
        TRY(build_emit(b, instr, in, i->n_in - 1, access.dtype, level > own ? level : own, &value));
        TRY(pool_push(b, value));
    }
    return build_pieces(b, frame_type(f, i->out), at);
}

bool build_scatter(Builder *b, const Frame *f, const Instr *i) {
    enum { AT_COMBINE = AT(scatter, combine) };
    const Types *t = &b->pl->m->types;
    Place place = b->pl->places[i->out];
    Access access = {.buffer = place.buffer, .store = true};
    VarId v = instr_in(f->scope->p, i)[1];
    ValId in[MAX_RANK + 1];
    Leaves leaves = {0};
    uint32_t from;
    ViewId view, seen;
    TypeId shape, space;
    TRY(indexed_shape(b->pl, f->scope, i, &shape));
    TRY(space_of(b->pl, shape, &space) && view_to_space(b->pl, shape, space, 0, &view));
    TRY(view_compose(b->pl, view, b->to_axes, &view));
    TRY(indexed_view(b, f, i, place.view, view, &access.n_indexed, &access.view));
    TRY(view_fit(b->pl, VIEW_IDENTITY, frame_type(f, v), shape, &seen));
    TRY(view_compose(b->pl, seen, view, &seen));
    TRY(build_value(b, f, v, seen, &from) && build_leaves(b, frame_type(f, v), &from));
    TRY(index_values(b, f, i, 2, view, in + 1));
    bool ok = leaves_of(b->env, t, type_elem(t, frame_type(f, i->out)), &leaves);
    for (uint32_t k = 0; ok && k < leaves.len; k++) {
        KernelInstr instr = {.code = K_SCATTER, .dtype = (uint8_t)leaves.at[k].dtype};
        instr.combine = (uint8_t)attr_int(f->scope->p, i, AT_COMBINE, COMBINE_SET);
        instr.flags = LEVEL_FULL;
        access.leaf = leaves.at[k].offset;
        access.dtype = leaves.at[k].dtype;
        in[0] = pool_at(b, from + k);
        ok = build_access(b, &access, &instr.access) &&
             build_emit(b, instr, in, i->n_in - 1, DT_NONE, NO_LEVEL, NULL);
    }
    vec_free(b->env->allocator, &leaves);
    return ok;
}
