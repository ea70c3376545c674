/* Subscripts and places: sub2ind, ind2sub, accumarray; choices between arrays. */
#include <math.h>
#include <stdio.h>

#include "front/script/builtin/arrays.h"
#include "front/script/builtin/elementwise.h"
#include "front/script/builtin/sort_set.h"

/* Extents as sub2ind is told them. */
static bool extents_of(Interp *in, const char *who, Value v, Shape *out) {
    Numbers n;
    TRY(need_elements(in, who, v));
    TRY(numbers_of(in, v, &n));
    bool ok = n.count >= 1 && n.count <= VALUE_RANK_MAX;
    out->rank = ok ? (uint32_t)n.count : 0;
    for (uint32_t k = 0; k < out->rank; k++) {
        ok = ok && n.at[k] >= 0 && n.at[k] == floor(n.at[k]) && n.at[k] < 9e15;
        out->at[k] = ok ? (int64_t)n.at[k] : 0;
    }
    numbers_free(in, &n);
    return ok || interp_fail(in, "%s: DIMS must contain integers", who);
}

/* ---- sub2ind */

/* "index (_,3): out of bound 2 (dimensions are 2x2)" */
static bool fail_subscript(Interp *in, uint32_t position, uint32_t count, double x, int64_t extent,
                           const Shape *dims) {
    char where[128] = "", text[SHAPE_TEXT], number[32];
    snprintf(number, sizeof number, x == floor(x) ? "%.0f" : "%.6g", x);
    for (uint32_t k = 0; k < count; k++) {
        strncat(where, k == position ? number : "_", sizeof where - strlen(where) - 1);
        if (k + 1 < count)
            strncat(where, ",", sizeof where - strlen(where) - 1);
    }
    if (!(x >= 1) || x != floor(x))
        return interp_fail_id(in, "Octave:index-out-of-bounds",
                              "index (%s): subscripts must be either integers 1 to (2^63)-1 or "
                              "logicals",
                              where);
    return interp_fail_id(in, "Octave:index-out-of-bounds",
                          "index (%s): out of bound %lld (dimensions are %s)", where,
                          (long long)extent, shape_text(dims, text));
}

/* sub2ind(dims, i, j, ...): the last subscript counts through all dimensions that are left. */
bool builtin_sub2ind(Interp *in, BuiltinCall *call) {
    Shape dims, shape = value_shape(call->args[1]);
    uint32_t count = call->argc - 1;
    Numbers to;
    TRY(extents_of(in, "sub2ind", call->args[0], &dims));
    for (uint32_t k = 1; k < call->argc; k++) {
        Shape other = value_shape(call->args[k]);
        TRY(need_elements(in, "sub2ind", call->args[k]));
        if (!shape_same(&shape, &other))
            return interp_fail(in, "sub2ind: all subscripts must be of the same size");
    }
    TRY(numbers_new(in, CLASS_DOUBLE, false, &shape, &to));
    for (int64_t k = 0; k < to.count; k++)
        to.at[k] = 1;
    double stride = 1;
    for (uint32_t d = 0; d < count; d++) {
        Numbers sub;
        int64_t extent = d < dims.rank ? dims.at[d] : 1;
        for (uint32_t k = d + 1; d + 1 == count && k < dims.rank; k++)
            extent *= dims.at[k];
        bool ok = numbers_of(in, call->args[d + 1], &sub);
        for (int64_t k = 0; ok && k < sub.count; k++) {
            double x = sub.at[k];
            if (!(x >= 1 && x <= (double)extent) || x != (double)(int64_t)x) {
                numbers_free(in, &sub);
                numbers_free(in, &to);
                return fail_subscript(in, d, count, x, extent, &dims);
            }
            to.at[k] += (x - 1) * stride;
        }
        if (!ok) {
            numbers_free(in, &to);
            return false;
        }
        numbers_free(in, &sub);
        stride *= (double)extent;
    }
    call->outc = 1;
    return numbers_value(in, &to, &call->outs[0]);
}

/* [i, j, ...] = ind2sub(dims, places) */
bool builtin_ind2sub(Interp *in, BuiltinCall *call) {
    Shape dims;
    Numbers places;
    uint32_t outs = call->nout ? call->nout : 1;
    TRY(extents_of(in, "ind2sub", call->args[0], &dims));
    TRY(need_elements(in, "ind2sub", call->args[1]));
    TRY(numbers_of(in, call->args[1], &places));
    double total = 1, stride = 1;
    for (uint32_t k = 0; k < dims.rank; k++)
        total *= (double)dims.at[k];
    bool ok = true;
    for (int64_t k = 0; ok && k < places.count; k++) {
        double x = places.at[k];
        if (!(x >= 1) || x != floor(x))
            ok = interp_fail_id(
                in, "Octave:index-out-of-bounds",
                "ind2sub: invalid index index %.6g: subscripts must be either integers "
                "1 to (2^63)-1 or logicals",
                x);
    }
    for (int64_t k = 0; ok && k < places.count; k++)
        if (places.at[k] > total)
            ok = interp_fail_id(in, "Octave:index-out-of-bounds", "ind2sub: index out of range");
    for (uint32_t d = 0; ok && d < outs; d++) {
        double extent = d < dims.rank ? (double)dims.at[d] : 1;
        Numbers to;
        ok = numbers_new(in, CLASS_DOUBLE, false, &places.shape, &to);
        for (int64_t k = 0; ok && k < places.count; k++) {
            double x = floor((places.at[k] - 1) / stride);
            to.at[k] = d + 1 == outs ? x + 1 : fmod(x, extent) + 1;
        }
        ok = ok && numbers_value(in, &to, &call->outs[d]);
        call->outc = d + 1;
        stride *= extent;
    }
    numbers_free(in, &places);
    return ok;
}

/* ---- accumarray */

typedef enum Fold { FOLD_SUM, FOLD_MAX, FOLD_MIN, FOLD_PROD, FOLD_OTHER } Fold;

typedef struct Accumulation {
    Shape shape;
    double *places; /* from 0, one for each row of subscripts */
    int64_t n;
    Value values;
    Value fn;
    Fold fold;
    double fill;
} Accumulation;

static Fold fold_of(Value fn) {
    static const char *const names[] = {"sum", "max", "min", "prod"};
    if (fn.kind == VALUE_NONE || (value_has_elements(fn) && value_is_empty(fn)))
        return FOLD_SUM;
    const char *name = fn.kind == VALUE_FUNCTION ? VALUE_FUNCTION_OF(fn)->name : NULL;
    for (int k = 0; name && k < 4; k++)
        if (!strcmp(name, names[k]))
            return (Fold)k;
    return FOLD_OTHER;
}

/* The subscripts as a matrix: a row for each value. A cell has a column in each element. */
static bool subscripts_of(Interp *in, Value v, Numbers *out) {
    if (v.kind != VALUE_CELL)
        return need_elements(in, "accumarray", v) && numbers_of(in, v, out);
    const Cell *cell = VALUE_CELL_OF(v);
    int64_t n = cell->count ? value_count(cell->at[0]) : 0;
    Shape shape = shape_make(n, cell->count);
    TRY(numbers_new(in, CLASS_DOUBLE, false, &shape, out));
    bool ok = true;
    for (int64_t c = 0; ok && c < cell->count; c++) {
        Numbers column;
        ok = need_elements(in, "accumarray", cell->at[c]) && numbers_of(in, cell->at[c], &column);
        if (!ok)
            break;
        if (column.count != n)
            ok = interp_fail(in, "accumarray: dimension mismatch");
        else if (n)
            memcpy(out->at + c * n, column.at, (size_t)n * sizeof(double));
        numbers_free(in, &column);
    }
    if (!ok)
        numbers_free(in, out);
    return ok;
}

/* The shape (a given one, or that of the largest subscripts), and the place of each row. */
static bool accumulation_places(Interp *in, const Numbers *subs, Value size, Accumulation *out) {
    bool row = subs->shape.rank == 2 && subs->shape.at[0] == 1 && out->n != 1;
    int64_t rows = row ? subs->count : subs->shape.at[0];
    int64_t columns = rows ? subs->count / rows : 0;
    if (columns > VALUE_RANK_MAX)
        return interp_fail(in, "accumarray: too many dimensions");
    out->shape = shape_make(1, 1);
    out->shape.rank = columns > 2 ? (uint32_t)columns : 2;
    double most[VALUE_RANK_MAX] = {1, 1, 1, 1, 1, 1, 1, 1};
    for (int64_t c = 0; c < columns; c++) {
        double largest = 1;
        int64_t wrong = 0;
        for (int64_t k = 0; k < rows; k++) {
            double x = subs->at[c * rows + k];
            bool is_place = x >= 1 && x <= 9e15;
            wrong += !is_place || (double)(int64_t)(is_place ? x : 0) != x;
            largest = x > largest ? x : largest;
        }
        if (wrong)
            return interp_fail(in, "accumarray: indices must be positive integers");
        most[c] = largest;
    }
    for (uint32_t k = 0; k < out->shape.rank; k++)
        out->shape.at[k] = columns || k ? (int64_t)most[k] : 0;
    if (size.kind != VALUE_NONE && !value_is_empty(size)) {
        Shape given;
        TRY(extents_of(in, "accumarray", size, &given));
        for (int64_t k = 0; k < columns; k++)
            if (most[k] > (double)shape_at(&given, (uint32_t)k))
                return interp_fail(in, "accumarray: dimensions mismatch");
        out->shape = given;
    }
    out->n = rows;
    out->places = interp_alloc(in, (size_t)rows * sizeof(double));
    if (!out->places)
        return false;
    for (int64_t k = 0; k < rows; k++) {
        double stride = 1, place = 0;
        for (int64_t c = 0; c < columns; c++) {
            place += (subs->at[k + c * rows] - 1) * stride;
            stride *= (double)out->shape.at[c];
        }
        out->places[k] = place;
    }
    return true;
}

static void fold_into(Fold fold, double x, double *so_far, bool first) {
    if (first && fold == FOLD_SUM)
        *so_far = 0 + x; /* of -0 it is 0 */
    else if (first || fold == FOLD_OTHER)
        *so_far = x;
    else if (fold == FOLD_SUM)
        *so_far += x;
    else if (fold == FOLD_PROD)
        *so_far *= x;
    else if (*so_far != *so_far || (fold == FOLD_MAX ? x > *so_far : x < *so_far))
        *so_far = x;
}

static bool accumulate_numbers(Interp *in, const Accumulation *a, Value *out) {
    Numbers values, to;
    Shape shape = a->shape;
    shape_trim(&shape);
    TRY(numbers_of(in, a->values, &values));
    ValueClass class_ = values.class_ == CLASS_LOGICAL || values.class_ == CLASS_CHAR
                            ? CLASS_DOUBLE
                            : values.class_;
    bool ok = numbers_new(in, class_, values.complex, &shape, &to);
    if (ok) {
        int width = values.complex ? 2 : 1;
        int64_t room = to.count;
        uint8_t *seen = interp_alloc(in, (size_t)room);
        ok = seen != NULL;
        if (ok) {
            memset(seen, 0, (size_t)room);
            for (int64_t k = 0; k < room * width; k++)
                to.at[k] = width == 2 && k % 2 ? 0 : a->fill;
            bool sums = a->fold == FOLD_SUM && width == 1 && a->fill == 0;
            for (int64_t k = 0; k < a->n && sums;
                 k++) /* a zero that nobody has added to is a sum, too */
                to.at[(int64_t)a->places[k]] += values.at[values.count == 1 ? 0 : k];
            for (int64_t k = 0; k < a->n && !sums; k++) {
                int64_t place = (int64_t)a->places[k];
                for (int c = 0; c < width; c++)
                    fold_into(a->fold, values.at[(values.count == 1 ? 0 : k) * width + c],
                              &to.at[place * width + c], !seen[place]);
                seen[place] = 1;
            }
            interp_release(in, seen, (size_t)room);
        }
        if (ok)
            ok = numbers_value(in, &to, out);
        else
            numbers_free(in, &to);
    }
    numbers_free(in, &values);
    return ok;
}

/* Calls the function with the values of each place, as a column in the order they came. */
static bool accumulate_call(Interp *in, const Accumulation *a, const int64_t *rows, int64_t n,
                            Value *out) {
    Shape column = shape_make(n, 1);
    Value some, outs[1] = {value_none()};
    uint32_t outc = 0;
    if (value_is_scalar(a->values)) {
        Value times[3] = {a->values, value_double((double)n), value_double(1)};
        BuiltinCall call = {.name = "repmat", .args = times, .argc = 3, .nout = 1, .outs = &some};
        TRY(builtin_repmat(in, &call));
    } else {
        TRY(value_pick(in, a->values, rows, &column, &some));
    }
    bool ok = in->calls.call && in->calls.call(in, &a->fn, &some, 1, 1, outs, &outc);
    value_drop(in, some);
    if (!ok) {
        value_drop(in, outs[0]);
        return false;
    }
    *out = outs[0];
    return outc > 0 || interp_fail(in, "accumarray: FCN gave no value");
}

static bool accumulate_one(Interp *in, const Accumulation *a, const int64_t *rows, int64_t n,
                           int64_t place, Value *so_far) {
    Value x, sub = value_double((double)(place + 1));
    TRY(accumulate_call(in, a, rows, n, &x));
    if (x.kind == VALUE_CELL && so_far->kind != VALUE_CELL) {
        Shape shape = a->shape;
        shape_trim(&shape);
        value_drop(in, *so_far);
        if (!value_cell_new(in, &shape, so_far)) {
            *so_far = value_none();
            value_drop(in, x);
            return false;
        }
    }
    bool ok = value_assign(in, "A", so_far, &sub, 1, x);
    value_drop(in, x);
    return ok;
}

static bool accumulate_by_function(Interp *in, const Accumulation *a, Value *out) {
    uint64_t *keys = interp_alloc(in, (size_t)a->n * sizeof *keys);
    int64_t *order = places_new(in, a->n);
    Shape shape = a->shape;
    shape_trim(&shape);
    bool ok = keys && order && value_filled(in, CLASS_DOUBLE, &shape, a->fill, out);
    if (ok) {
        for (int64_t k = 0; k < a->n; k++)
            keys[k] = (uint64_t)a->places[k];
        ok = keys_order(in, keys, a->n, false, order);
        for (int64_t k = 0; ok && k < a->n;) {
            int64_t end = k;
            while (end < a->n && keys[order[end]] == keys[order[k]])
                end++;
            ok = accumulate_one(in, a, order + k, end - k, (int64_t)keys[order[k]], out);
            k = end;
        }
        if (!ok) {
            value_clear(in, out);
            *out = value_none();
        }
    }
    if (keys)
        interp_release(in, keys, (size_t)a->n * sizeof *keys);
    if (order)
        places_free(in, order, a->n);
    return ok;
}

/* accumarray(subs, vals, size, fn, fill): values with equal subscripts are summed, or given to fn. */
bool builtin_accumarray(Interp *in, BuiltinCall *call) {
    Accumulation a = {.values = call->args[1], .n = 0};
    Numbers subs;
    a.fn = call->argc > 3 ? call->args[3] : value_none();
    a.fold = fold_of(a.fn);
    if (call->argc > 4 && !value_is_empty(call->args[4]))
        TRY(value_to_double(in, call->args[4], "accumarray", &a.fill));
    TRY(need_elements(in, "accumarray", a.values));
    a.n = value_count(a.values);
    TRY(subscripts_of(in, call->args[0], &subs));
    bool ok = accumulation_places(in, &subs, call->argc > 2 ? call->args[2] : value_none(), &a);
    numbers_free(in, &subs);
    if (ok && value_count(a.values) != 1 && value_count(a.values) != a.n)
        ok = interp_fail(in, "accumarray: dimension mismatch");
    if (ok)
        ok = a.fold == FOLD_OTHER ? accumulate_by_function(in, &a, &call->outs[0])
                                  : accumulate_numbers(in, &a, &call->outs[0]);
    if (a.places)
        interp_release(in, a.places, (size_t)a.n * sizeof(double));
    call->outc = ok ? 1 : 0;
    return ok;
}

/* ---- choices */

/* merge(mask, a, b): a where mask is true, else b. */
bool builtin_merge(Interp *in, BuiltinCall *call) {
    Value mask = call->args[0], a = call->args[1], b = call->args[2];
    if (value_class(mask) != CLASS_LOGICAL && !value_is_numeric(mask))
        return interp_fail(in, "merge: first argument MASK must be logical");
    if (value_is_scalar(mask)) {
        bool first;
        TRY(value_is_true(in, mask, &first));
        return give(call, value_hold(first ? a : b));
    }
    Shape shape = value_shape(mask);
    Array *truth, *both;
    Value parts[2] = {value_none(), value_none()}, joined = value_none();
    for (int k = 0; k < 2; k++) {
        Shape other = value_shape(call->args[1 + k]);
        if (!value_is_scalar(call->args[1 + k]) && !shape_same(&shape, &other))
            return interp_fail(in, "merge: MASK, TVAL, and FVAL dimensions must match");
    }
    int64_t n = shape_count(&shape), na = value_count(a), *places;
    TRY(value_to_array(in, mask, &truth));
    bool ok = (places = places_new(in, n)) != NULL;
    for (int64_t k = 0; ok && k < n; k++) {
        bool first = element_double((ValueClass)truth->class_, truth->data, k) != 0;
        int64_t count = first ? na : value_count(b);
        places[k] = (first ? 0 : na) + (count == 1 ? 0 : k);
    }
    array_drop(in, truth);
    Value colon = value_colon();
    ok = ok && value_index(in, NULL, a, &colon, 1, &parts[0]) &&
         value_index(in, NULL, b, &colon, 1, &parts[1]) && value_concat(in, 0, parts, 2, &joined) &&
         value_to_array(in, joined, &both);
    if (ok) {
        ok = array_pick(in, both, places, &shape, &call->outs[0]);
        array_drop(in, both);
        call->outc = 1;
    }
    if (places)
        places_free(in, places, n);
    value_drop_all(in, (Value[]){parts[0], parts[1], joined}, 3);
    return ok;
}
