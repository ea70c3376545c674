/* The same elements in another order, or several times: permute, flip, circshift, repmat, repelem. */
#include <math.h>
#include <stdio.h>

#include "front/script/builtin/arrays.h"
#include "front/script/builtin/shape.h"

/* ---- along one dimension */

bool value_along(Interp *in, Value v, uint32_t axis, int64_t first, int64_t step, int64_t last,
                 Value *out) {
    Shape shape = value_shape(v);
    Value subs[VALUE_RANK_MAX];
    if (axis >= shape.rank) {
        *out = value_hold(v);
        return true;
    }
    for (uint32_t k = 0; k < shape.rank; k++)
        subs[k] = value_colon();
    TRY(value_range(in, (double)first, (double)step, (double)last, &subs[axis]));
    bool ok = value_index(in, NULL, v, subs, shape.rank, out);
    value_drop(in, subs[axis]);
    return ok;
}

static bool flipped(Interp *in, Value v, uint32_t axis, Value *out) {
    Shape shape = value_shape(v);
    int64_t n = shape_at(&shape, axis);
    if (n <= 1) {
        *out = value_hold(v);
        return true;
    }
    return value_along(in, v, axis, n, -1, 1, out);
}

bool builtin_flip(Interp *in, BuiltinCall *call) {
    Shape shape = value_shape(call->args[0]);
    uint32_t axis = call->row->code == FLIP_LR   ? 1
                    : call->row->code == FLIP_UD ? 0
                                                 : shape_first_axis(&shape);
    if (call->argc > 1) {
        double dim;
        TRY(value_to_double(in, call->args[1], "flip", &dim));
        if (!(dim >= 1) || dim != floor(dim))
            return interp_fail(in, "flip: DIM must be a positive integer");
        axis = dim <= VALUE_RANK_MAX ? (uint32_t)dim - 1 : VALUE_RANK_MAX;
    }
    call->outc = 1;
    return flipped(in, call->args[0], axis, &call->outs[0]);
}

/* Moved around by `by` places along a dimension. */
static bool shifted(Interp *in, Value v, uint32_t axis, double by, Value *out) {
    Shape shape = value_shape(v);
    int64_t n = shape_at(&shape, axis);
    double left = n > 0 ? fmod(by, (double)n) : 0;
    int64_t k = (int64_t)(left < 0 ? left + (double)n : left);
    if (k == 0 || n == 0) {
        *out = value_hold(v);
        return true;
    }
    Value parts[2] = {value_none(), value_none()};
    bool ok = value_along(in, v, axis, n - k + 1, 1, n, &parts[0]) &&
              value_along(in, v, axis, 1, 1, n - k, &parts[1]) &&
              value_concat(in, axis, parts, 2, out);
    value_drop_all(in, parts, 2);
    return ok;
}

static bool shifts_of(Interp *in, const BuiltinCall *call, const Shape *shape, Numbers *n) {
    TRY(need_elements(in, "circshift", call->args[1]));
    TRY(numbers_of(in, call->args[1], n));
    bool ok = true;
    for (int64_t k = 0; ok && k < n->count; k++)
        if (n->at[k] != floor(n->at[k]))
            ok = interp_fail(in, "circshift: all values of N must be integers");
    if (ok && call->argc < 3 && n->count > shape->rank)
        ok = interp_fail(in, "circshift: N must be a vector, no longer than the number of "
                             "dimensions in X");
    if (!ok)
        numbers_free(in, n);
    return ok;
}

/* circshift(x, n), circshift(x, [n m]), circshift(x, n, dim) */
bool builtin_circshift(Interp *in, BuiltinCall *call) {
    Value v = call->args[0];
    Shape shape = value_shape(v);
    Numbers n;
    if (value_is_empty(v))
        return give(call, value_hold(v));
    TRY(shifts_of(in, call, &shape, &n));
    uint32_t axis = shape_first_axis(&shape);
    bool ok = true;
    if (call->argc > 2) {
        double dim;
        ok = value_to_double(in, call->args[2], "circshift", &dim);
        if (ok && !(dim >= 1 && dim <= shape.rank))
            ok = interp_fail(in, "circshift: N must be a vector, no longer than the number of "
                                 "dimensions in X");
        axis = ok ? (uint32_t)dim - 1 : 0;
    }
    Value so_far = value_hold(v);
    for (int64_t k = 0; ok && k < n.count; k++) {
        Value next;
        ok = shifted(in, so_far, n.count > 1 ? (uint32_t)k : axis, n.at[k], &next);
        if (!ok)
            break;
        value_drop(in, so_far);
        so_far = next;
    }
    numbers_free(in, &n);
    if (!ok) {
        value_drop(in, so_far);
        return false;
    }
    return give(call, so_far);
}

/* ---- permuted */

static bool permuted_in_memory(Interp *in, Value v, const uint32_t *perm, uint32_t rank,
                               const Shape *shape, Value *out) {
    Shape from = value_shape(v);
    int64_t stride[VALUE_RANK_MAX], index[VALUE_RANK_MAX] = {0}, step = 1, place = 0;
    for (uint32_t k = 0; k < rank; k++) {
        stride[k] = step;
        step *= shape_at(&from, k);
    }
    int64_t n = value_count(v), *places = places_new(in, n);
    if (!places)
        return false;
    for (int64_t k = 0; k < n; k++) {
        places[k] = place;
        for (uint32_t d = 0; d < rank; d++) {
            place += stride[perm[d]];
            if (++index[d] < shape->at[d])
                break;
            index[d] = 0;
            place -= stride[perm[d]] * shape->at[d];
        }
    }
    Shape trimmed = *shape;
    shape_trim(&trimmed);
    bool ok = value_pick(in, v, places, &trimmed, out);
    places_free(in, places, n);
    return ok;
}

/* frit's axes are reversed, so the permutation is turned round as well. */
static bool permuted_recorded(Interp *in, Value v, const uint32_t *perm, uint32_t rank,
                              Value *out) {
    frit_array *array, *wide = NULL, *turned;
    uint32_t axes[VALUE_RANK_MAX], more = rank - value_shape(v).rank;
    TRY(value_to_frit(in, v, &array));
    bool ok = true;
    if (more) {
        for (uint32_t k = 0; k < more; k++)
            axes[k] = k;
        ok = frit_array_expand(array, more, axes, &wide, &in->raw) == FRIT_OK;
    }
    for (uint32_t k = 0; k < rank; k++)
        axes[rank - 1 - k] = rank - 1 - perm[k];
    ok = ok && frit_array_transpose(more ? wide : array, axes, &turned, &in->raw) == FRIT_OK;
    if (!ok)
        interp_fail_raw(in);
    if (wide)
        frit_array_free(wide);
    frit_array_free(array);
    return ok && value_from_frit(in, turned, value_class(v), out);
}

bool value_permuted(Interp *in, Value v, const uint32_t *perm, uint32_t rank, Value *out) {
    Shape from = value_shape(v), shape = {.rank = rank};
    for (uint32_t k = 0; k < rank; k++)
        shape.at[k] = shape_at(&from, perm[k]);
    if (value_waits(in, v) && value_count(v) > 0)
        return permuted_recorded(in, v, perm, rank, out);
    return permuted_in_memory(in, v, perm, rank, &shape, out);
}

/* permute(x, order), ipermute(x, order); the code is 1 for the inverse. */
bool builtin_permute(Interp *in, BuiltinCall *call) {
    Numbers n;
    Shape shape = value_shape(call->args[0]);
    TRY(need_elements(in, call->name, call->args[1]));
    TRY(numbers_of(in, call->args[1], &n));
    uint32_t perm[VALUE_RANK_MAX], seen = 0, rank = (uint32_t)n.count;
    bool ok = true;
    if (n.count < shape.rank || n.count > VALUE_RANK_MAX)
        ok = interp_fail(in, "%s: invalid permutation vector", call->name);
    for (uint32_t k = 0; ok && k < rank; k++) {
        double x = n.at[k];
        if (!(x >= 1 && x <= rank) || x != floor(x))
            ok = interp_fail(in, "%s: permutation vector contains an invalid element", call->name);
        else if (seen & (1u << ((uint32_t)x - 1)))
            ok = interp_fail(in, "%s: permutation vector cannot contain identical elements",
                             call->name);
        else if (call->row->code)
            perm[(uint32_t)x - 1] = k;
        else
            perm[k] = (uint32_t)x - 1;
        if (ok)
            seen |= 1u << ((uint32_t)x - 1);
    }
    numbers_free(in, &n);
    call->outc = 1;
    return ok && value_permuted(in, call->args[0], perm, rank, &call->outs[0]);
}

/* Quarter turns against the clock of the first two dimensions. */
bool builtin_rot90(Interp *in, BuiltinCall *call) {
    double turns = 1;
    if (call->argc > 1) {
        if (value_count(call->args[1]) != 1)
            return interp_fail(in, "rot90: K must be a single real integer");
        TRY(value_to_double(in, call->args[1], "rot90", &turns));
    }
    if (turns != floor(turns))
        return interp_fail(in, "rot90: K must be a single real integer");
    int quarter = (int)(turns - 4 * floor(turns / 4));
    Value v = call->args[0], step = value_none();
    uint32_t perm[VALUE_RANK_MAX], rank = value_shape(v).rank;
    for (uint32_t k = 0; k < rank; k++)
        perm[k] = k < 2 ? 1 - k : k;
    call->outc = 1;
    bool ok;
    if (quarter == 0) {
        call->outs[0] = value_hold(v);
        return true;
    }
    if (quarter == 2)
        ok = flipped(in, v, 0, &step) && flipped(in, step, 1, &call->outs[0]);
    else
        ok = value_permuted(in, v, perm, rank, &step) &&
             flipped(in, step, quarter == 1 ? 0 : 1, &call->outs[0]);
    value_drop(in, step);
    return ok;
}

/* ---- several times */

static bool repeat_counts(Interp *in, const BuiltinCall *call, uint32_t from, Shape *times) {
    *times = (Shape){.rank = 0};
    for (uint32_t k = from; k < call->argc; k++) {
        Numbers n;
        TRY(need_elements(in, "repmat", call->args[k]));
        TRY(numbers_of(in, call->args[k], &n));
        for (int64_t i = 0; i < n.count && times->rank < VALUE_RANK_MAX; i++)
            times->at[times->rank++] = n.at[i] >= 1 ? (int64_t)n.at[i] : 0;
        if (n.count == 0 && call->argc > 2)
            times->at[times->rank++] = 1;
        numbers_free(in, &n);
        if (times->rank == VALUE_RANK_MAX)
            break;
    }
    if (times->rank == 1)
        times->at[times->rank++] = times->at[0];
    while (times->rank < 2)
        times->at[times->rank++] = 1;
    return true;
}

/* A view: every extent n becomes [times, n], is repeated, and both become one. */
static bool repeat_recorded(Interp *in, Value v, const Shape *times, const Shape *shape,
                            Value *out) {
    Shape from = value_shape(v);
    uint32_t rank = shape->rank;
    char text[256] = "";
    int64_t split[2 * VALUE_RANK_MAX], whole[2 * VALUE_RANK_MAX];
    for (uint32_t k = 0; k < rank; k++) {
        uint32_t axis = rank - 1 - k;
        split[2 * k] = 1;
        whole[2 * k] = axis < times->rank ? times->at[axis] : 1;
        split[2 * k + 1] = whole[2 * k + 1] = shape_at(&from, axis);
    }
    size_t len = (size_t)snprintf(text, sizeof text, "shape=[");
    for (uint32_t k = 0; k < rank; k++)
        len += (size_t)snprintf(text + len, sizeof text - len, k ? ",%lld" : "%lld",
                                (long long)shape->at[rank - 1 - k]);
    snprintf(text + len, sizeof text - len, "]");
    frit_array *array, *wide = NULL, *many = NULL, *one = NULL;
    TRY(value_to_frit(in, v, &array));
    bool ok = frit_array_reshape(array, 2 * rank, split, &wide, &in->raw) == FRIT_OK &&
              frit_array_broadcast(wide, 2 * rank, whole, &many, &in->raw) == FRIT_OK &&
              frit_apply(in->context, "reshape", &many, 1, text, &one, &in->raw) == FRIT_OK;
    if (!ok)
        interp_fail_raw(in);
    frit_array *all[] = {array, wide, many};
    for (int k = 0; k < 3; k++)
        if (all[k])
            frit_array_free(all[k]);
    return ok && value_from_frit(in, one, value_class(v), out);
}

static bool repeat_in_memory(Interp *in, Value v, const Shape *shape, Value *out) {
    Shape from = value_shape(v);
    int64_t n, index[VALUE_RANK_MAX] = {0}, stride[VALUE_RANK_MAX], step = 1;
    uint64_t bytes;
    TRY(shape_bytes(in, shape, sizeof(int64_t), &n, &bytes));
    int64_t *places = places_new(in, n);
    if (!places)
        return false;
    for (uint32_t k = 0; k < shape->rank; k++) {
        stride[k] = step;
        step *= shape_at(&from, k);
    }
    for (int64_t k = 0; k < n; k++) {
        int64_t place = 0;
        for (uint32_t d = 0; d < shape->rank; d++)
            place += index[d] % shape_at(&from, d) * stride[d];
        places[k] = place;
        for (uint32_t d = 0; d < shape->rank; d++) {
            if (++index[d] < shape->at[d])
                break;
            index[d] = 0;
        }
    }
    bool ok = value_pick(in, v, places, shape, out);
    places_free(in, places, n);
    return ok;
}

bool builtin_repmat(Interp *in, BuiltinCall *call) {
    Value v = call->args[0];
    Shape times, from = value_shape(v), shape;
    TRY(repeat_counts(in, call, 1, &times));
    shape.rank = times.rank > from.rank ? times.rank : from.rank;
    for (uint32_t k = 0; k < shape.rank; k++)
        shape.at[k] = shape_at(&from, k) * shape_at(&times, k);
    shape_trim(&shape);
    call->outc = 1;
    int64_t count = shape_count(&shape);
    bool big = value_has_elements(v) && count_is_big(in, count) && !value_is_char(v);
    if (big && v.kind == VALUE_NUMBER && class_size(value_class(v)) < 8)
        return value_filled(in, value_class(v), &shape, v.as.number, &call->outs[0]);
    if (big && v.kind == VALUE_NUMBER && value_is_double(v))
        return value_filled(in, CLASS_DOUBLE, &shape, v.as.number, &call->outs[0]);
    if (big && value_count(v) > 0)
        return repeat_recorded(in, v, &times, &shape, &call->outs[0]);
    return repeat_in_memory(in, v, &shape, &call->outs[0]);
}

/* Each index of a dimension as often as n says (one number for all, or one each), from 1. */
static bool repeated_index(Interp *in, int64_t extent, Value times, Value *out) {
    Numbers n;
    TRY(need_elements(in, "repelem", times));
    TRY(numbers_of(in, times, &n));
    double total = 0;
    bool ok = n.count == 1 || n.count == extent ||
              interp_fail(in, "repelem: R1, R2, ... must be scalars or vectors of the same "
                              "length as the dimension of X");
    for (int64_t k = 0; ok && k < extent; k++) {
        double x = n.at[n.count == 1 ? 0 : k];
        if (!(x >= 0) || x != floor(x))
            ok = interp_fail(in, "repelem: R must contain non-negative integers");
        total += x;
    }
    Shape shape = shape_make(1, ok ? (int64_t)total : 0);
    Numbers index;
    ok = ok && numbers_new(in, CLASS_DOUBLE, false, &shape, &index);
    if (ok) {
        int64_t at = 0;
        for (int64_t k = 0; k < extent; k++)
            for (double i = 0; i < n.at[n.count == 1 ? 0 : k]; i++)
                index.at[at++] = (double)(k + 1);
        ok = numbers_value(in, &index, out);
    }
    numbers_free(in, &n);
    return ok;
}

/* repelem(x, n) of a vector, repelem(x, m, n, ...) */
bool builtin_repelem(Interp *in, BuiltinCall *call) {
    Value v = call->args[0], subs[VALUE_RANK_MAX];
    Shape shape = value_shape(v);
    uint32_t count = 0, rank = call->argc - 1;
    if (call->argc == 2 && !shape_is_vector(&shape))
        return interp_fail(in,
                           "repelem: %uD Array requires %u or more input arguments, but only %u "
                           "given",
                           shape.rank, shape.rank + 1, call->argc);
    bool ok = rank <= VALUE_RANK_MAX || interp_fail(in, "repelem: too many dimensions");
    if (ok && rank == 1) {
        bool column = shape.at[0] != 1;
        bool scalar = value_count(v) == 1;
        rank = 2;
        subs[0] = subs[1] = value_double(1);
        ok = repeated_index(in, value_count(v), call->args[1], &subs[column && !scalar ? 0 : 1]);
        count = 2;
    } else {
        rank = rank < shape.rank ? shape.rank : rank;
        for (uint32_t k = 0; ok && k < rank; k++, count += ok) {
            subs[k] = value_colon();
            if (k + 1 < call->argc)
                ok = repeated_index(in, shape_at(&shape, k), call->args[k + 1], &subs[k]);
        }
    }
    ok = ok && value_index(in, NULL, v, subs, rank, &call->outs[0]);
    value_drop_all(in, subs, count);
    call->outc = 1;
    return ok;
}
