/*
 * Where assignments to placeholders go.
 *
 * A placeholder stands for an argument, so whoever runs the captured program may write each value that
 * was assigned straight to the part of the argument it was assigned to, one after another, instead of a
 * new value of the whole. A place is Python's slice of each axis, as the caller said it: it holds for
 * other sizes too. Each view between the placeholder and what is assigned to is walked back: the value
 * takes the order and the axes of what the view was made of, and the place is said in its axes.
 */
#include <string.h>

#include "api/record.h"

/* More stores than that are better made in memory, each by itself. */
enum { MOST_STORES = 16 };

typedef struct Target {
    uint32_t rank;
    Range axes[MAX_RANK];
    bool squeezed[MAX_RANK]; /* the axis was taken out: if one index is, that must be in range */
} Target;

static const Range all = {LIST_SKIPPED, LIST_SKIPPED, 1, false};

static Target place_all(uint32_t rank) {
    Target place = {.rank = rank};
    for (uint32_t k = 0; k < rank; k++)
        place.axes[k] = all;
    return place;
}

static bool range_same(const Range *a, const Range *b) {
    return a->start == b->start && a->stop == b->stop && a->step == b->step &&
           a->integer == b->integer;
}

/* All elements of the axis, in either order. */
static bool range_covers(const Range *range) {
    return !range->integer && range->start == LIST_SKIPPED && range->stop == LIST_SKIPPED &&
           (range->step == 1 || range->step == -1);
}

static bool place_is_all(const Target *place) {
    for (uint32_t k = 0; k < place->rank; k++)
        if (!range_same(&place->axes[k], &all))
            return false;
    return true;
}

/* ---- slices of slices */

static int64_t from_zero(int64_t start) {
    return start == LIST_SKIPPED ? 0 : start;
}

static int64_t add_up_to_most(int64_t a, int64_t b) { /* neither is negative */
    return a > INT64_MAX - b ? INT64_MAX : a + b;
}

/* *inner of what `outer` takes, as one slice. False where no slice says that for every size. */
static bool range_compose(const Range *outer, Range *inner) {
    if (range_same(outer, &all))
        return true;
    if (range_same(inner, &all)) {
        *inner = *outer;
        return true;
    }
    int64_t shift = from_zero(outer->start), start = from_zero(inner->start);
    if (outer->step != 1 || shift < 0 || inner->step < 1 || start < 0)
        return false;
    if (inner->integer) { /* what is in range then is not what is in range here */
        inner->start = add_up_to_most(start, shift);
        return outer->stop == LIST_SKIPPED;
    }
    if (inner->stop != LIST_SKIPPED) {
        if (inner->stop < 0 || (outer->stop != LIST_SKIPPED && outer->stop < 0))
            return false;
        int64_t stop = add_up_to_most(inner->stop, shift);
        inner->stop = outer->stop != LIST_SKIPPED && outer->stop < stop ? outer->stop : stop;
    } else {
        inner->stop = outer->stop;
    }
    inner->start = add_up_to_most(start, shift);
    return true;
}

/* x[i] is recorded as x[i:i+1] with the axis taken out. */
static bool is_one_index(const Range *range) {
    return range->step == 1 && range->start != LIST_SKIPPED &&
           range->stop == (range->start == -1 ? LIST_SKIPPED : range->start + 1);
}

static bool through_slice(const Recorder *r, const Instr *view, Target *place) {
    ArraySlice slice;
    slice_read(r->tape, view, place->rank, &slice);
    for (uint32_t k = 0; k < place->rank; k++) {
        Range outer = slice.axes[k];
        outer.integer = place->squeezed[k] && is_one_index(&outer);
        place->squeezed[k] &= !outer.integer;
        if (outer.integer && !range_same(&place->axes[k], &all))
            return false;
        if (!range_compose(&outer, &place->axes[k]))
            return false;
    }
    return true;
}

/* ---- other views */

static bool through_transpose(Env *env, Recorder *r, const Instr *view, Target *place,
                              VarId *value) {
    uint32_t n;
    const int64_t *perm = attr_list(r->tape, view, AT_PERM, &n);
    Target turned = {.rank = place->rank};
    for (uint32_t k = 0; k < n; k++) {
        turned.axes[perm[k]] = place->axes[k];
        turned.squeezed[perm[k]] = place->squeezed[k];
    }
    *place = turned;
    return part_transpose_back(env, r, view, value);
}

/* Axes of extent 1 come back. */
static bool through_squeeze(Env *env, Recorder *r, const Follow *follow, Target *place,
                            VarId *value) {
    Target full = place_all(place->rank + follow->n_axes);
    int64_t axes[MAX_RANK];
    Attrs attrs = attrs_none();
    for (uint32_t k = 0; k < follow->n_axes; k++) {
        axes[k] = r->follow_axes.at[follow->axes + k];
        full.squeezed[axes[k]] = true;
    }
    for (uint32_t k = 0, from = 0; k < full.rank; k++)
        if (!full.squeezed[k]) {
            full.axes[k] = place->axes[from];
            full.squeezed[k] = place->squeezed[from];
            from++;
        }
    *place = full;
    TRY(program_attr_list(env, r->tape, axes, follow->n_axes, &attrs.word[AT_AXES]));
    /* As it was before. */
    return recorder_append(env, r, OP_expand_dims, value, 1, &attrs, value);
}

/* Axes of extent 1 go. *placed: nothing was taken of them. */
static bool through_expand(Env *env, Recorder *r, const Instr *view, Target *place, VarId *value,
                           bool *placed) {
    uint32_t n, axes[MAX_RANK], rank = 0;
    const int64_t *list = attr_list(r->tape, view, AT_AXES, &n);
    bool gone[MAX_RANK] = {false};
    for (uint32_t k = 0; k < n; k++) {
        axes[k] = (uint32_t)list[k];
        gone[axes[k]] = true;
        if (!range_same(&place->axes[axes[k]], &all)) {
            *placed = false;
            return true;
        }
    }
    for (uint32_t k = 0; k < place->rank; k++)
        if (!gone[k]) {
            place->axes[rank] = place->axes[k];
            place->squeezed[rank++] = place->squeezed[k];
        }
    place->rank = rank;
    return recorder_append_without(env, r, *value, axes, n, value);
}

/* The place and the value in the axes of what `a` is a view of. */
static bool through_view(Env *env, frit_array *a, Target *place, VarId *value, bool *placed) {
    Recorder *r = a->recorder;
    Instr view = r->tape->instrs.at[a->view];
    const Follow *follow = find_follow(r, a->view);
    VarId like;
    switch (op_info((Op)view.op)->rule) {
    case RULE_SLICE: *placed = through_slice(r, &view, place); return true;
    case RULE_TRANSPOSE: return through_transpose(env, r, &view, place, value);
    case RULE_EXPAND_DIMS: return through_expand(env, r, &view, place, value, placed);
    case RULE_RESHAPE:
        if (follow && follow->like == NO_VAR)
            return through_squeeze(env, r, follow, place, value);
        *placed = place_is_all(place);
        if (!*placed)
            return true;
        *place = place_all(a->base->rank);
        TRY(array_last_var(env, a->base, &like));
        /* The same elements in the same order. */
        return recorder_append_like(env, r, OP_reshape, *value, like, value);
    default: *placed = false; return true;
    }
}

/* ---- the list */

static bool covers_everything(const Target *place) {
    for (uint32_t k = 0; k < place->rank; k++)
        if (!range_covers(&place->axes[k]))
            return false;
    return true;
}

static bool same_place(const Recorder *r, const PlacedStore *store, const Target *place) {
    for (uint32_t k = 0; k < place->rank; k++)
        if (!range_same(&r->ranges.at[store->ranges + k], &place->axes[k]))
            return false;
    return true;
}

/* Forgets what the new store writes over anyway. */
static void drop_replaced(Recorder *r, const Storage *s, const Target *place) {
    bool everything = covers_everything(place);
    uint32_t kept = 0;
    for (uint32_t k = 0; k < r->placed.len; k++) {
        const PlacedStore *store = &r->placed.at[k];
        if (store->storage != s || !(everything || same_place(r, store, place)))
            r->placed.at[kept++] = *store;
    }
    r->placed.len = kept;
}

static uint32_t placed_count(const Storage *s) {
    const Recorder *r = s->recorder;
    uint32_t n = 0;
    for (uint32_t k = 0; k < r->placed.len; k++)
        n += r->placed.at[k].storage == s;
    return n;
}

/* Itself, not a view whose making was not kept. */
static bool is_placeholder(const frit_array *a) {
    const Recorder *r = a->recorder;
    for (uint32_t k = 0; k < r->inputs.len; k++)
        if (r->inputs.at[k].array == a)
            return a->storage->argument != NO_VAR;
    return false;
}

bool placed_add(Env *env, frit_array *a, VarId var, bool *placed) {
    Recorder *r = a->recorder;
    Storage *s = a->storage;
    Target place = place_all(a->rank);
    frit_array *view = a;
    *placed = s->argument != NO_VAR;
    for (; *placed && view->base; view = view->base)
        TRY(through_view(env, view, &place, &var, placed));
    *placed = *placed && is_placeholder(view);
    bool everything = *placed && covers_everything(&place);
    *placed &= everything || (!s->unplaced && placed_count(s) < MOST_STORES);
    if (!*placed)
        return true;
    TRY(vec_reserve(env, &r->ranges, (uint64_t)r->ranges.len + place.rank));
    TRY(vec_reserve(env, &r->placed, (uint64_t)r->placed.len + 1));
    drop_replaced(r, s, &place);
    r->placed.at[r->placed.len++] = (PlacedStore){s, var, r->ranges.len};
    for (uint32_t k = 0; k < place.rank; k++)
        r->ranges.at[r->ranges.len++] = place.axes[k];
    s->unplaced = false;
    return true;
}

/* ---- what the host sees */

bool frit_array_is_given(const frit_array *array) {
    const Storage *s = array ? array->storage : NULL;
    return s && s->argument != NO_VAR && !s->unplaced && placed_count(s) == 0;
}

uint32_t frit_array_store_count(const frit_array *placeholder) {
    const Storage *s = placeholder ? placeholder->storage : NULL;
    return !s || s->argument == NO_VAR || placeholder->base || s->unplaced ? 0 : placed_count(s);
}

static const PlacedStore *find_store(const frit_array *placeholder, uint32_t index) {
    const Recorder *r = placeholder->recorder;
    for (uint32_t k = 0; k < r->placed.len; k++)
        if (r->placed.at[k].storage == placeholder->storage && index-- == 0)
            return &r->placed.at[k];
    return NULL;
}

frit_status frit_array_store(frit_array *placeholder, uint32_t index, frit_array **value,
                             frit_range *ranges, frit_error *error) {
    frit_error scratch;
    Env env;
    if (!value)
        return api_missing(error, FRIT_STAGE_RUN, "value");
    *value = NULL;
    if (!array_open(&env, placeholder, error, &scratch))
        return api_status(&env, false);
    if (!ranges && placeholder->rank)
        return api_missing(error, FRIT_STAGE_RUN, "ranges");
    Recorder *r = placeholder->recorder;
    const PlacedStore *store =
        index < frit_array_store_count(placeholder) ? find_store(placeholder, index) : NULL;
    if (!store)
        return api_status(&env, env_fail(&env, FRIT_ERR_ARGUMENT, FRIT_STAGE_RUN,
                                         "the placeholder has %u stores, not number %u",
                                         frit_array_store_count(placeholder), index));
    for (uint32_t k = 0; k < placeholder->rank; k++) {
        Range range = r->ranges.at[store->ranges + k];
        ranges[k] = (frit_range){range.start, range.stop, range.step, range.integer};
    }
    *value = array_of_var(&env, r, store->value);
    return api_status(&env, *value != NULL);
}
