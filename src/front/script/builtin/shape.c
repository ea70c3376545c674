/* How large values are; the same elements in another shape. */
#include <math.h>

#include "front/script/builtin/arrays.h"
#include "front/script/builtin/shape.h"

/* ---- questions */

bool builtin_query(Interp *in, BuiltinCall *call) {
    Shape shape = value_shape(call->args[0]);
    int64_t count = value_count(call->args[0]), longest = 0;
    for (uint32_t k = 0; k < shape.rank; k++)
        longest = shape.at[k] > longest ? shape.at[k] : longest;
    (void)in;
    switch (call->row->code) {
    case QUERY_COLUMNS: return give(call, value_double((double)shape.at[1]));
    case QUERY_LENGTH: return give(call, value_double(count ? (double)longest : 0));
    case QUERY_NDIMS: return give(call, value_double(shape.rank));
    case QUERY_NUMEL: return give(call, value_double((double)count));
    default: return give(call, value_double((double)shape.at[0]));
    }
}

/* numel(x, i, j, ...): how many elements x(i, j, ...) has. */
bool builtin_numel(Interp *in, BuiltinCall *call) {
    if (call->argc == 1)
        return builtin_query(in, call);
    int64_t count = 1;
    for (uint32_t k = 1; k < call->argc; k++) {
        Value v = call->args[k];
        bool all = v.kind == VALUE_COLON || value_is_word(v, ":");
        count *= all ? value_end(call->args[0], k - 1, call->argc - 1) : value_count(v);
    }
    return give(call, value_double((double)count));
}

bool builtin_isnull(Interp *in, BuiltinCall *call) {
    (void)in;
    return give(call, value_logical(value_count(call->args[0]) == 0));
}

/* The dimensions that the arguments behind the first name; their extents go to at. */
static bool size_asked(Interp *in, const BuiltinCall *call, const Shape *shape, double *at,
                       int64_t *count) {
    enum { MOST = 64 };
    *count = 0;
    for (uint32_t k = 1; k < call->argc; k++) {
        Numbers n;
        if (value_is_char(call->args[k]))
            return interp_fail(in, "invalid conversion from string to real N-D array");
        TRY(need_elements(in, "size", call->args[k]));
        TRY(numbers_of(in, call->args[k], &n));
        bool ok = true;
        for (int64_t i = 0; ok && i < n.count && *count < MOST; i++) {
            double x = n.at[i];
            if (x != floor(x))
                ok = interp_fail(in, "conversion of %g to octave_idx_type value failed", x);
            else if (!(x >= 1))
                ok = interp_fail(in, "size: requested dimension DIM (= %.0f) out of range", x);
            else
                at[(*count)++] = x <= VALUE_RANK_MAX ? (double)shape_at(shape, (uint32_t)x - 1) : 1;
        }
        numbers_free(in, &n);
        TRY(ok);
    }
    return true;
}

/* size(x), [m, n] = size(x), size(x, d), size(x, [d e]) */
bool builtin_size(Interp *in, BuiltinCall *call) {
    Shape shape = value_shape(call->args[0]);
    double at[64];
    int64_t count = shape.rank;
    for (uint32_t k = 0; k < shape.rank; k++)
        at[k] = (double)shape.at[k];
    if (call->argc > 1)
        TRY(size_asked(in, call, &shape, at, &count));
    if (call->nout <= 1) {
        call->outc = 1;
        if (count == 1) {
            call->outs[0] = value_double(at[0]);
            return true;
        }
        return value_of_row(in, at, count, &call->outs[0]);
    }
    for (uint32_t k = 0; k < call->nout; k++) {
        double x = k < count ? at[k] : 1;
        /* The last output has all that is left. */
        for (int64_t i = k + 1; call->argc == 1 && k + 1 == call->nout && i < count; i++)
            x *= at[i];
        give(call, value_double(x));
    }
    return true;
}

bool builtin_size_equal(Interp *in, BuiltinCall *call) {
    (void)in;
    bool same = true;
    for (uint32_t k = 1; k < call->argc; k++) {
        Shape a = value_shape(call->args[0]), b = value_shape(call->args[k]);
        same = same && shape_same(&a, &b);
    }
    return give(call, value_logical(same));
}

/* ---- other shapes */

bool value_reshaped(Interp *in, Value v, const Shape *shape, Value *out) {
    Shape now = value_shape(v);
    if (shape_same(&now, shape) && v.kind != VALUE_RANGE) {
        *out = value_hold(v);
        return true;
    }
    if (v.kind == VALUE_ARRAY || v.kind == VALUE_RANGE) {
        Array *array, *to;
        if (v.kind == VALUE_ARRAY)
            array = array_hold(VALUE_ARRAY_OF(v));
        else
            TRY(value_to_array(in, v, &array));
        bool ok = array_reshaped(in, array, shape, &to);
        array_drop(in, array);
        if (ok)
            *out = value_of_array(to);
        return ok;
    }
    int64_t n = value_count(v), *places = places_new(in, n);
    if (!places)
        return false;
    for (int64_t k = 0; k < n; k++)
        places[k] = k;
    bool ok = value_pick(in, v, places, shape, out);
    places_free(in, places, n);
    return ok;
}

/* Extents of reshape; *unknown: which one is [], -1: none. */
static bool reshape_extents(Interp *in, const BuiltinCall *call, Shape *shape, int *unknown) {
    *shape = (Shape){.rank = 0};
    *unknown = -1;
    bool listed = call->argc == 2;
    Numbers n = {0};
    if (listed) {
        TRY(need_elements(in, "reshape", call->args[1]));
        TRY(numbers_of(in, call->args[1], &n));
    }
    int64_t count = listed ? n.count : (int64_t)call->argc - 1;
    bool ok = count >= 2 || interp_fail(in, "reshape: SIZE must have 2 or more dimensions");
    for (int64_t k = 0; ok && k < count; k++) {
        double x = 1;
        if (listed) {
            x = n.at[k];
        } else if (value_is_empty(call->args[k + 1])) {
            if (*unknown >= 0)
                ok = interp_fail(in, "reshape: only a single dimension can be unknown");
            *unknown = (int)k;
        } else {
            ok = value_to_double(in, call->args[k + 1], "reshape", &x);
        }
        if (ok && x < 0)
            ok = interp_fail(in, "reshape: SIZE must be non-negative");
        if (ok && !(x < 9e15))
            ok = interp_fail(in, "reshape: SIZE must be finite");
        if (ok && shape->rank < VALUE_RANK_MAX)
            shape->at[shape->rank++] = (int64_t)x;
        else if (ok && x != 1)
            ok = interp_fail(in, "reshape: too many dimensions");
    }
    if (listed)
        numbers_free(in, &n);
    return ok;
}

/* reshape(x, m, n, ...), reshape(x, [m n ...]), with [] for what is left */
bool builtin_reshape(Interp *in, BuiltinCall *call) {
    Value v = call->args[0];
    Shape shape, now = value_shape(v);
    int unknown;
    TRY(reshape_extents(in, call, &shape, &unknown));
    int64_t count = value_count(v);
    if (unknown >= 0) {
        shape.at[unknown] = 1;
        int64_t known = shape_count(&shape);
        if (known == 0 && count > 0)
            shape.at[unknown] = 0;
        else if (known <= 0 || count % known != 0)
            return interp_fail(in,
                               "reshape: SIZE is not divisible by the product of known dimensions "
                               "(= %lld)",
                               (long long)known);
        else
            shape.at[unknown] = count / known;
    }
    if (shape_count(&shape) != count) {
        char from[SHAPE_TEXT], to[SHAPE_TEXT];
        return interp_fail(in, "reshape: can't reshape %s array to %s array",
                           shape_text(&now, from), shape_text(&shape, to));
    }
    shape_trim(&shape);
    call->outc = 1;
    return value_reshaped(in, v, &shape, &call->outs[0]);
}

bool builtin_squeeze(Interp *in, BuiltinCall *call) {
    Shape shape = value_shape(call->args[0]), out = {.rank = 0};
    call->outc = 1;
    if (shape.rank <= 2)
        return value_reshaped(in, call->args[0], &shape, &call->outs[0]);
    for (uint32_t k = 0; k < shape.rank; k++)
        if (shape.at[k] != 1)
            out.at[out.rank++] = shape.at[k];
    while (out.rank < 2)
        out.at[out.rank++] = 1;
    return value_reshaped(in, call->args[0], &out, &call->outs[0]);
}

/* vec(x), vec(x, dim): all elements along one dimension. */
bool builtin_vec(Interp *in, BuiltinCall *call) {
    double dim = 1;
    if (call->argc > 1) {
        TRY(value_to_double(in, call->args[1], "vec", &dim));
        if (!(dim >= 1 && dim <= VALUE_RANK_MAX) || dim != floor(dim))
            return interp_fail(in, "vec: DIM must be greater than zero");
    }
    Shape one = shape_make(1, 1);
    Shape shape = shape_with(&one, (uint32_t)dim - 1, value_count(call->args[0]));
    call->outc = 1;
    return value_reshaped(in, call->args[0], &shape, &call->outs[0]);
}

/* ---- one after another */

bool builtin_cat(Interp *in, BuiltinCall *call) {
    call->outc = 1;
    uint16_t code = call->row->code;
    if (code != CAT_AXIS)
        return code == CAT_HORIZONTAL ? value_concat(in, 1, call->args, call->argc, &call->outs[0])
                                      : value_concat(in, 0, call->args, call->argc, &call->outs[0]);
    double dim;
    TRY(value_to_double(in, call->args[0], "cat", &dim));
    if (!(dim >= 1 && dim <= VALUE_RANK_MAX))
        return interp_fail(in, "cat: DIM must be a valid dimension");
    return value_concat(in, (uint32_t)dim - 1, call->args + 1, call->argc - 1, &call->outs[0]);
}
