/*
 * Parts of arrays that have no memory: what a view stands for, and assignments to views.
 *
 * x[1:3] = v gives x the new value concat(x[:1], v, x[3:]), axis by axis from the last to the first. The
 * steps say where a slice starts and stops as the caller said it, never by the sizes at hand, so a
 * program captured from them holds for other sizes too. Of a placeholder it is also noted where the value
 * goes (placed.c); where only that can be said, the placeholder cannot be read from then on.
 */
#include "api/record.h"

/* More assignments to parts of one array are better made in memory, each by itself. */
enum { MOST_PARTS = 16 };

static bool fail_part(Env *env) {
    return env_fail(env, FRIT_ERR_NO_VALUE, FRIT_STAGE_RUN,
                    "a part of an array without a value is assigned to in a way that steps cannot "
                    "express");
}

/* ---- views */

const Follow *find_follow(const Recorder *r, uint32_t instr) {
    uint32_t lo = 0, hi = r->follows.len;
    while (lo < hi) {
        uint32_t mid = lo + (hi - lo) / 2;
        if (r->follows.at[mid].instr < instr)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo < r->follows.len && r->follows.at[lo].instr == instr ? &r->follows.at[lo] : NULL;
}

bool view_var(Env *env, frit_array *a) {
    Recorder *r = a->recorder;
    Instr view = r->tape->instrs.at[a->view];
    const Follow *follow = find_follow(r, a->view);
    Attrs attrs;
    VarId var;
    TRY(array_last_var(env, a->base, &var));
    TRY(attrs_copy(env, r->tape, &view, r->tape, &attrs));
    if (follow) {
        Follow again = *follow;
        TRY(vec_reserve(env, &r->follows, (uint64_t)r->follows.len + 1));
        TRY(recorder_append(env, r, (Op)view.op, &var, 1, &attrs, &var));
        again.instr = r->tape->instrs.len - 1;
        r->follows.at[r->follows.len++] = again;
    } else {
        TRY(recorder_append(env, r, (Op)view.op, &var, 1, &attrs, &var));
    }
    array_set_var(a, var);
    return true;
}

/* ---- slices */

void slice_read(const Program *p, const Instr *i, uint32_t rank, ArraySlice *out) {
    uint32_t n[3];
    const int64_t *lists[3];
    for (unsigned k = 0; k < 3; k++)
        lists[k] = attr_list(p, i, k, &n[k]);
    out->rank = rank;
    for (uint32_t k = 0; k < rank; k++) {
        Range *range = &out->axes[k];
        range->start = k < n[AT_START] ? lists[AT_START][k] : LIST_SKIPPED;
        range->stop = k < n[AT_STOP] ? lists[AT_STOP][k] : LIST_SKIPPED;
        range->step = k < n[AT_STEP] ? lists[AT_STEP][k] : LIST_SKIPPED;
        if (range->step == LIST_SKIPPED)
            range->step = 1;
        range->integer = false;
    }
}

static bool range_is_all(const Range *range) {
    return range->start == LIST_SKIPPED && range->stop == LIST_SKIPPED && range->step == 1;
}

/* The same elements in ascending order. False where that cannot be said. */
static bool range_reverse(Range *range) {
    Range from = *range;
    if (from.stop == -1 || from.start == INT64_MAX || from.stop == INT64_MAX)
        return false;
    range->step = 1;
    range->start = from.stop == LIST_SKIPPED ? LIST_SKIPPED : from.stop + 1;
    range->stop = from.start == LIST_SKIPPED || from.start == -1 ? LIST_SKIPPED : from.start + 1;
    return true;
}

static bool slice_along(Env *env, Recorder *r, VarId in, uint32_t rank, uint32_t axis,
                        int64_t start, int64_t stop, VarId *out) {
    int64_t list[MAX_RANK];
    Attrs attrs = attrs_none();
    for (uint32_t k = 0; k < rank; k++)
        list[k] = LIST_SKIPPED;
    list[axis] = start;
    TRY(program_attr_list(env, r->tape, list, rank, &attrs.word[AT_START]));
    list[axis] = stop;
    TRY(program_attr_list(env, r->tape, list, rank, &attrs.word[AT_STOP]));
    /* A part of what was there. */
    return recorder_append(env, r, OP_slice, &in, 1, &attrs, out);
}

/* *value, flipped along the axes that run backwards; the slice then runs forwards. */
static bool turn_forwards(Env *env, Recorder *r, ArraySlice *slice, VarId *value) {
    int64_t axes[MAX_RANK];
    uint32_t n = 0;
    Attrs attrs = attrs_none();
    for (uint32_t k = 0; k < slice->rank; k++) {
        Range *range = &slice->axes[k];
        if (range->step == 1)
            continue;
        if (range->step != -1 || !range_reverse(range))
            return fail_part(env);
        axes[n++] = k;
    }
    if (n == 0)
        return true;
    TRY(program_attr_list(env, r->tape, axes, n, &attrs.word[AT_AXES]));
    /* What comes last goes first. */
    return recorder_append(env, r, OP_flip, value, 1, &attrs, value);
}

/* whole with *value in place of its slice, along axes from `axis` on. */
static bool replace_along(Env *env, Recorder *r, VarId whole, const ArraySlice *slice,
                          uint32_t axis, VarId *value) {
    while (axis < slice->rank && range_is_all(&slice->axes[axis]))
        axis++;
    if (axis == slice->rank)
        return true;
    const Range *range = &slice->axes[axis];
    VarId parts[3], inner;
    uint32_t n = 0;
    Attrs attrs = attrs_none();
    TRY(slice_along(env, r, whole, slice->rank, axis, range->start, range->stop, &inner));
    TRY(replace_along(env, r, inner, slice, axis + 1, value));
    if (range->start != LIST_SKIPPED && range->start != 0)
        TRY(slice_along(env, r, whole, slice->rank, axis, LIST_SKIPPED, range->start, &parts[n++]));
    parts[n++] = *value;
    if (range->stop != LIST_SKIPPED)
        TRY(slice_along(env, r, whole, slice->rank, axis, range->stop, LIST_SKIPPED, &parts[n++]));
    attrs.word[AT_AXIS] = axis;
    /* What was before, the new, what was behind. */
    TRY(recorder_append(env, r, OP_concat, parts, n, &attrs, value));
    return recorder_append_like(env, r, OP_reshape, *value, whole, value);
}

/* ---- assignment */

bool part_transpose_back(Env *env, Recorder *r, const Instr *transpose, VarId *value) {
    int64_t back[MAX_RANK];
    uint32_t n;
    const int64_t *perm = attr_list(r->tape, transpose, AT_PERM, &n);
    Attrs attrs = attrs_none();
    for (uint32_t k = 0; k < n; k++)
        back[perm[k]] = k;
    TRY(program_attr_list(env, r->tape, back, n, &attrs.word[AT_PERM]));
    /* Back to where they were. */
    return recorder_append(env, r, OP_transpose, value, 1, &attrs, value);
}

/* *value of a view becomes that of what it is a view of, which is `whole` so far. */
static bool put_back(Env *env, frit_array *a, VarId whole, VarId *value) {
    Recorder *r = a->recorder;
    Instr view = r->tape->instrs.at[a->view];
    ArraySlice slice;
    switch (op_info((Op)view.op)->rule) {
    case RULE_TRANSPOSE: return part_transpose_back(env, r, &view, value);
    case RULE_RESHAPE:
    case RULE_EXPAND_DIMS: /* the same elements in the same order */
        return recorder_append_like(env, r, OP_reshape, *value, whole, value);
    case RULE_SLICE:
        slice_read(r->tape, &view, a->base->rank, &slice);
        return turn_forwards(env, r, &slice, value) &&
               replace_along(env, r, whole, &slice, 0, value);
    default: return fail_part(env);
    }
}

/* Do steps express an assignment to it? */
static bool is_expressible(const frit_array *a) {
    const Recorder *r = a->recorder;
    bool partly = false;
    if (!a->base)
        return array_is_whole(a); /* else it is a view whose making was not kept */
    for (; a->base; a = a->base) {
        const Instr *view = &r->tape->instrs.at[a->view];
        TypeRule rule = op_info((Op)view->op)->rule;
        ArraySlice slice;
        if (rule == RULE_TRANSPOSE || rule == RULE_RESHAPE || rule == RULE_EXPAND_DIMS)
            continue;
        if (rule != RULE_SLICE || array_count(a) == 0) /* perhaps of some at another size */
            return false;
        slice_read(r->tape, view, a->base->rank, &slice);
        for (uint32_t k = 0; k < slice.rank; k++) {
            Range *range = &slice.axes[k];
            if (range->step != 1 && (range->step != -1 || !range_reverse(range)))
                return false;
            partly |= !range_is_all(range);
        }
    }
    return !partly || (!a->storage->lost && a->storage->parts < MOST_PARTS);
}

bool part_assign(Env *env, frit_array *a, VarId var) {
    Storage *s = a->storage;
    frit_array *root = a;
    VarId value = var, whole;
    bool expressible = is_expressible(a), placed;
    for (; expressible && root->base; root = root->base) {
        TRY(array_last_var(env, root->base, &whole));
        TRY(put_back(env, root, whole, &value));
    }
    TRY(placed_add(env, a, var, &placed));
    if (!placed && !expressible)
        return fail_part(env);
    s->version++;
    s->parts += a->base != NULL;
    s->unplaced = !placed;
    s->lost = !expressible;
    if (expressible) {
        s->whole = value;
        array_set_var(root, value);
        array_set_var(a, var);
    }
    return true;
}
