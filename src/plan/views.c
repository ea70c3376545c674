/*
 * Views, each made once: what is read in the same way has the same number. Neighbouring steps that
 * only rename axes are one, as are reshapes.
 */
#include "plan/planner.h"

bool space_of(Planner *pl, TypeId type, TypeId *out) {
    Types *t = &pl->m->types;
    Dim dims[MAX_RANK];
    uint32_t n = 0;
    TypeId scalar;
    for (uint32_t k = 0; k < type_rank(t, type); k++)
        if (type_dims(t, type)[k] != 1)
            dims[n++] = type_dims(t, type)[k];
    TRY(type_scalar(pl->env, t, DT_BOOL, &scalar));
    return type_array(pl->env, t, scalar, dims, n, out);
}

/* ---- making */

/* The ranks before it must be the same too: whether a view after it changes anything hangs on that. */
static bool same_view(const Planner *pl, ViewId id, ViewId parent, ViewKind kind,
                      uint32_t from_rank, const ViewAxis *axes, uint32_t rank) {
    const Plan *plan = pl->plan;
    const View *v = &plan->views.at[id];
    return v->parent == parent && v->kind == kind && v->rank == rank &&
           pl->from_rank.at[id] == from_rank &&
           (rank == 0 || memcmp(plan->view_axes.at + v->axes, axes, rank * sizeof *axes) == 0);
}

static bool intern(Planner *pl, ViewId parent, ViewKind kind, uint32_t from_rank,
                   const ViewAxis *axes, uint32_t rank, ViewId *out) {
    Plan *plan = pl->plan;
    uint64_t hash = hash_u64(((uint64_t)parent << 8) + kind, rank);
    if (rank)
        hash = hash_bytes(axes, rank * sizeof *axes, hash);
    for (IndexCursor c = index_find(&pl->view_index, hash); index_next(&pl->view_index, &c);)
        if (same_view(pl, c.id, parent, kind, from_rank, axes, rank)) {
            *out = c.id;
            return true;
        }
    View v = {.parent = parent, .kind = kind, .rank = rank, .axes = plan->view_axes.len};
    for (uint32_t k = 0; k < rank; k++)
        TRY(vec_push(pl->env, &plan->view_axes, axes[k]));
    TRY(vec_push(pl->env, &plan->views, v));
    TRY(vec_push(pl->env, &pl->from_rank, from_rank));
    *out = plan->views.len - 1;
    return index_add(pl->env, &pl->view_index, hash, *out);
}

static bool is_renaming(ViewKind kind, const ViewAxis *axes, uint32_t rank, uint32_t from_rank) {
    if (kind == VIEW_RESHAPE || rank != from_rank)
        return false;
    for (uint32_t k = 0; k < rank; k++)
        if (kind == VIEW_AXES ? axes[k].source != k
                              : kind != VIEW_SLICE || axes[k].start != LIST_SKIPPED ||
                                    axes[k].stop != LIST_SKIPPED || axes[k].step != 1)
            return false;
    return true;
}

bool view_add(Planner *pl, ViewId parent, ViewKind kind, uint32_t n_from, const ViewAxis *axes,
              uint32_t n_axes, ViewId *out) {
    ViewAxis joined[MAX_RANK];
    View before = pl->plan->views.at[parent];
    if (parent != VIEW_IDENTITY && kind == before.kind && kind != VIEW_SLICE && kind != VIEW_PART) {
        for (uint32_t k = 0; k < n_axes; k++) {
            joined[k] = axes[k];
            if (kind == VIEW_AXES && axes[k].source != VIEW_NEW)
                joined[k].source = pl->plan->view_axes.at[before.axes + axes[k].source].source;
        }
        n_from = pl->from_rank.at[parent];
        parent = before.parent;
        axes = joined;
    }
    if (is_renaming(kind, axes, n_axes, n_from)) {
        *out = parent;
        return true;
    }
    return intern(pl, parent, kind, n_from, axes, n_axes, out);
}

/* The last step of a view, after another one. */
static bool add_again(Planner *pl, ViewId parent, ViewId view, ViewId *out) {
    View v = pl->plan->views.at[view];
    ViewAxis axes[MAX_RANK];
    if (v.rank)
        memcpy(axes, pl->plan->view_axes.at + v.axes, v.rank * sizeof *axes);
    return view_add(pl, parent, v.kind, pl->from_rank.at[view], axes, v.rank, out);
}

bool view_compose(Planner *pl, ViewId parent, ViewId view, ViewId *out) {
    enum { USUAL = 16 };
    ViewId usual[USUAL], *chain = usual;
    uint32_t n = 0, length = 0;
    *out = parent == VIEW_IDENTITY ? view : parent;
    if (parent == VIEW_IDENTITY || view == VIEW_IDENTITY)
        return true;
    for (ViewId v = view; v != VIEW_IDENTITY; v = pl->plan->views.at[v].parent)
        length++;
    if (length > USUAL)
        chain = env_new(pl->env, length * sizeof *chain);
    if (!chain)
        return false;
    for (; view != VIEW_IDENTITY; view = pl->plan->views.at[view].parent)
        chain[n++] = view;
    bool ok = true;
    while (ok && n-- > 0)
        ok = add_again(pl, *out, chain[n], out);
    if (chain != usual)
        env_free(pl->env->allocator, chain, length * sizeof *chain);
    return ok;
}

/* ---- from types */

static bool new_axis(Planner *pl, Dim dim, uint32_t source, ViewAxis *axis) {
    *axis = (ViewAxis){.source = source};
    return extent_of(pl, dim, &axis->extent);
}

bool view_fit(Planner *pl, ViewId parent, TypeId from, TypeId to, ViewId *out) {
    const Types *t = &pl->m->types;
    uint32_t old = type_rank(t, from), rank = type_rank(t, to);
    const Dim *had = type_dims(t, from), *dims = type_dims(t, to);
    ViewAxis axes[MAX_RANK];
    *out = parent;
    if (old == rank && (rank == 0 || memcmp(had, dims, rank * sizeof *dims) == 0))
        return true;
    for (uint32_t k = 0; k < rank; k++) {
        uint32_t source = k + old - rank; /* wraps to a large number for axes in front */
        bool has = k + old >= rank && had[source] == dims[k];
        TRY(new_axis(pl, dims[k], has ? source : VIEW_NEW, &axes[k]));
    }
    return view_add(pl, parent, VIEW_AXES, old, axes, rank, out);
}

bool view_stretch(Planner *pl, ViewId parent, TypeId from, TypeId to, ViewId *out) {
    const Types *t = &pl->m->types;
    uint32_t old = type_rank(t, from), rank = type_rank(t, to), next = 0;
    ViewAxis axes[MAX_RANK];
    for (uint32_t k = 0; k < rank; k++) {
        Dim dim = type_dims(t, to)[k];
        while (next < old && type_dims(t, from)[next] == 1)
            next++;
        TRY(new_axis(pl, dim, dim == 1 ? VIEW_NEW : next++, &axes[k]));
    }
    /* An axis of extent 1 that stays where it was is no new one. */
    if (old == rank)
        for (uint32_t k = 0; k < rank; k++)
            if (axes[k].source == VIEW_NEW && type_dims(t, from)[k] == 1)
                axes[k].source = k;
    return view_add(pl, parent, VIEW_AXES, old, axes, rank, out);
}

bool view_reshape(Planner *pl, ViewId parent, TypeId from, TypeId to, ViewId *out) {
    const Types *t = &pl->m->types;
    TypeId a, b;
    TRY(space_of(pl, from, &a) && space_of(pl, to, &b));
    if (a == b)
        return view_stretch(pl, parent, from, to, out);
    ViewAxis axes[MAX_RANK];
    uint32_t rank = type_rank(t, to);
    for (uint32_t k = 0; k < rank; k++)
        TRY(new_axis(pl, type_dims(t, to)[k], VIEW_NEW, &axes[k]));
    return view_add(pl, parent, VIEW_RESHAPE, type_rank(t, from), axes, rank, out);
}

bool view_of_leaf(Planner *pl, ViewId parent, TypeId array, TypeId elem, uint32_t leaf,
                  ViewId *out) {
    const Types *t = &pl->m->types;
    Dim parts[MAX_RANK];
    Dtype dtype;
    unsigned n = type_components(t, elem, parts, &dtype);
    uint32_t rank = type_rank(t, array), lead = rank - n;
    ViewAxis axes[MAX_RANK];
    for (uint32_t k = rank; k-- > 0;) {
        Dim dim = type_dims(t, array)[k];
        TRY(new_axis(pl, k < lead ? dim : 1, k, &axes[k]));
        axes[k].start = axes[k].stop = LIST_SKIPPED;
        axes[k].step = 1;
        if (k >= lead) {
            axes[k].start = leaf % parts[k - lead];
            axes[k].stop = axes[k].start + 1;
            leaf /= (uint32_t)parts[k - lead];
        }
    }
    TRY(view_add(pl, parent, VIEW_SLICE, rank, axes, rank, out));
    for (uint32_t k = 0; k < lead; k++)
        TRY(new_axis(pl, type_dims(t, array)[k], k, &axes[k]));
    return view_add(pl, *out, VIEW_AXES, rank, axes, lead, out);
}

bool view_of_part(Planner *pl, ViewId parent, TypeId value, uint32_t leaf, ViewId *out) {
    Types *t = &pl->m->types;
    Dim dims[2 * MAX_RANK];
    Dtype dtype;
    uint32_t rank = type_rank(t, value);
    TypeId scalar, array;
    if (rank)
        memcpy(dims, type_dims(t, value), rank * sizeof *dims);
    uint32_t n = type_components(t, type_elem(t, value), dims + rank, &dtype);
    TRY(type_scalar(pl->env, t, dtype, &scalar));
    TRY(type_array(pl->env, t, scalar, dims, rank + n, &array));
    return view_of_leaf(pl, parent, array, type_elem(t, value), leaf, out);
}

bool view_to_space(Planner *pl, TypeId from, TypeId space, uint64_t without, ViewId *out) {
    const Types *t = &pl->m->types;
    uint32_t old = type_rank(t, from), rank = type_rank(t, space), next = 0;
    ViewAxis axes[MAX_RANK];
    for (uint32_t k = 0; k < rank; k++) {
        while (next < old && type_dims(t, from)[next] == 1)
            next++;
        bool skip = without >> k & 1;
        TRY(new_axis(pl, type_dims(t, space)[k], skip ? VIEW_NEW : next++, &axes[k]));
    }
    return view_add(pl, VIEW_IDENTITY, VIEW_AXES, old, axes, rank, out);
}

bool view_to_kernel(Planner *pl, ViewId parent, TypeId space, uint64_t mask, bool inner,
                    ViewId *out) {
    const Types *t = &pl->m->types;
    uint32_t old = type_rank(t, space), rank = 0;
    ViewAxis axes[MAX_RANK];
    for (unsigned last = 0; last < 2; last++)
        for (uint32_t k = 0; k < old; k++)
            if ((mask >> k & 1) == last)
                TRY(new_axis(pl, type_dims(t, space)[k], k, &axes[rank++]));
    if (inner && mask == 0) {
        if (rank == MAX_RANK)
            return env_fail(pl->env, FRIT_ERR_LIMIT, FRIT_STAGE_PLAN,
                            "a kernel of more than %d axes", MAX_RANK);
        TRY(new_axis(pl, 1, VIEW_NEW, &axes[rank++]));
    }
    return view_add(pl, parent, VIEW_AXES, old, axes, rank, out);
}

/* ---- looking at views */

uint64_t view_moves(const Planner *pl, ViewId view, uint32_t rank) {
    const Plan *plan = pl->plan;
    uint32_t at[MAX_RANK]; /* by axis of the result: its axis in the shape at hand, or VIEW_NEW */
    uint64_t moves = 0;
    for (uint32_t k = 0; k < rank; k++)
        at[k] = k;
    for (; view != VIEW_IDENTITY; view = plan->views.at[view].parent) {
        const View *v = &plan->views.at[view];
        if (v->kind == VIEW_RESHAPE)
            break; /* whatever it is made of, each of its axes may move */
        for (uint32_t k = 0; k < rank; k++)
            if (v->kind == VIEW_AXES && at[k] != VIEW_NEW)
                at[k] = plan->view_axes.at[v->axes + at[k]].source;
    }
    for (uint32_t k = 0; k < rank; k++)
        moves |= (uint64_t)(at[k] != VIEW_NEW) << k;
    return moves;
}

static bool is_one(const Plan *plan, ExtentId id) {
    return plan->extents.at[id].kind == EXTENT_NUMBER && plan->extents.at[id].value == 1;
}

bool view_is_injective(const Planner *pl, ViewId view) {
    const Plan *plan = pl->plan;
    for (; view != VIEW_IDENTITY; view = plan->views.at[view].parent) {
        const View *v = &plan->views.at[view];
        for (uint32_t k = 0; k < v->rank && v->kind == VIEW_AXES; k++) {
            const ViewAxis *axis = &plan->view_axes.at[v->axes + k];
            if (axis->source == VIEW_NEW && !is_one(plan, axis->extent))
                return false;
        }
    }
    return true;
}

bool view_is_plain(const Planner *pl, ViewId view, uint32_t n) {
    const Plan *plan = pl->plan;
    for (; view != VIEW_IDENTITY; view = plan->views.at[view].parent) {
        const View *v = &plan->views.at[view];
        if (n-- == 0 || (v->kind == VIEW_RESHAPE && v->parent != VIEW_IDENTITY))
            return false;
    }
    return true;
}

bool view_reshapes(const Planner *pl, ViewId view) {
    enum { FAR = 64 }; /* nobody looks further: it might */
    for (unsigned n = 0; view != VIEW_IDENTITY; view = pl->plan->views.at[view].parent)
        if (pl->plan->views.at[view].kind == VIEW_RESHAPE || n++ == FAR)
            return true;
    return false;
}
