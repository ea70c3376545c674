/* cumsum, cumprod, cummax, cummin and diff. */
#include <math.h>
#include <stdio.h>

#include "front/script/builtin/reduce.h"
#include "front/script/builtin/scan.h"

/* Loops over elements shall be vectors. */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("O3")
#endif

static const char *const scan_names[] = {"cumsum", "cumprod", "cummax", "cummin"};

/* The dimension that is walked: an argument, or the first that is not 1. */
static bool scan_axis(Interp *in, const BuiltinCall *call, uint32_t k, DimWords words,
                      uint32_t *axis) {
    Shape shape = value_shape(call->args[0]);
    *axis = shape_first_axis(&shape);
    if (k >= call->argc || value_is_char(call->args[k]))
        return true;
    double x;
    TRY(value_to_double(in, call->args[k], call->name, &x));
    if (!(x >= 1) && words == DIM_INVALID_ARGUMENT)
        return interp_fail(in, "%s: invalid dimension argument = %.0f", call->name, x);
    if (!(x >= 1) || x != floor(x))
        return interp_fail(in, "%s: DIM must be a valid dimension", call->name);
    *axis = x <= VALUE_RANK_MAX ? (uint32_t)x - 1 : VALUE_RANK_MAX;
    return true;
}

/* ---- sums and products */

static void run_along(uint16_t code, const Walk *walk, bool complex, double *at) {
    int width = complex ? 2 : 1;
    for (int64_t o = 0; o < walk->outer; o++) {
        for (int64_t k = 1; k < walk->n; k++) {
            double *row = at + (o * walk->n + k) * walk->inner * width;
            const double *before = row - walk->inner * width;
            for (int64_t i = 0; i < walk->inner * width; i++) {
                if (code == SCAN_SUM)
                    row[i] += before[i];
                else if (!complex)
                    row[i] *= before[i];
            }
            if (!complex || code == SCAN_SUM)
                continue;
            for (int64_t i = 0; i < 2 * walk->inner; i += 2) {
                double re = row[i] * before[i] - row[i + 1] * before[i + 1];
                row[i + 1] = row[i] * before[i + 1] + row[i + 1] * before[i];
                row[i] = re;
            }
        }
    }
}

/* Sums or products of doubles that are in memory, from one array to the other. */
static bool run_doubles(Interp *in, uint16_t code, const Array *x, uint32_t axis, Value *out) {
    Array *to;
    Walk walk = walk_along(&x->shape, axis);
    TRY(array_new_raw(in, CLASS_DOUBLE, false, &x->shape, 0, &to));
    for (int64_t o = 0; o < walk.outer && walk.n > 0; o++) {
        const double *from = (const double *)x->data + o * walk.n * walk.inner;
        double *row = (double *)to->data + o * walk.n * walk.inner, sum = from[0];
        memcpy(row, from, (size_t)walk.inner * sizeof *row);
        for (int64_t k = 1; k < walk.n && walk.inner == 1; k++)
            row[k] = sum = code == SCAN_SUM ? sum + from[k] : sum * from[k];
        for (int64_t k = walk.inner; k < walk.n * walk.inner && walk.inner != 1; k++)
            row[k] =
                code == SCAN_SUM ? row[k - walk.inner] + from[k] : row[k - walk.inner] * from[k];
    }
    *out = value_of_array(to);
    return value_simplify(in, out);
}

static bool run_in_memory(Interp *in, uint16_t code, Value v, uint32_t axis, ValueClass class_,
                          Value *out) {
    Numbers x, to;
    TRY(numbers_of(in, v, &x));
    bool ok = numbers_new(in, class_, x.complex, &x.shape, &to);
    if (ok) {
        if (x.count)
            memcpy(to.at, x.at, (size_t)x.count * sizeof(double) * (x.complex ? 2 : 1));
        Walk walk = walk_along(&x.shape, axis);
        run_along(code, &walk, x.complex, to.at);
        ok = numbers_value(in, &to, out);
    }
    numbers_free(in, &x);
    return ok;
}

static bool run_recorded(Interp *in, uint16_t code, Value v, uint32_t axis, ValueClass class_,
                         Value *out) {
    Shape shape = value_shape(v);
    char text[32];
    snprintf(text, sizeof text, "axis=%u", frit_axis_of(&shape, axis));
    ValueClass work = class_floating(value_class(v));
    Value x, result = value_none();
    TRY(value_cast(in, v, work, &x));
    bool ok = record(in, code == SCAN_SUM ? "cumsum" : "cumprod", &x, 1, text, work, &result) &&
              value_cast(in, result, class_, out);
    value_drop(in, x);
    value_drop(in, result);
    return ok;
}

/* cumsum(x, dim, 'native'), cumprod(x, dim) */
bool builtin_running(Interp *in, BuiltinCall *call) {
    Value v = call->args[0];
    uint16_t code = call->row->code;
    if (value_is_char(v) && value_has_elements(v))
        return interp_fail(in, code == SCAN_SUM
                                   ? "cumsum: wrong type argument 'string'"
                                   : "invalid conversion from string to real N-D array");
    TRY(need_elements(in, call->name, v));
    uint32_t axis;
    TRY(scan_axis(in, call, 1, DIM_INVALID_ARGUMENT, &axis));
    ValueClass class_ = class_floating(value_class(v));
    if (argument_is_word(call, call->argc - 1, "native") && call->argc > 1)
        class_ = value_class(v);
    call->outc = 1;
    Shape shape = value_shape(v);
    if (v.kind == VALUE_ARRAY && VALUE_ARRAY_OF(v)->data && !value_is_complex(v) &&
        value_class(v) == CLASS_DOUBLE && value_count(v) > 0 && axis < shape.rank && !in->turn)
        return run_doubles(in, code, VALUE_ARRAY_OF(v), axis, &call->outs[0]);
    if (value_waits(in, v) && axis < shape.rank)
        return run_recorded(in, code, v, axis, class_, &call->outs[0]);
    return run_in_memory(in, code, v, axis, class_, &call->outs[0]);
}

/* ---- maxima and minima */

/* The place of the best so far, and its number in the row; NaN gives way to any number. */
static void best_along(bool least, bool floats, const Walk *walk, const uint64_t *keys,
                       int64_t *chosen, double *within) {
    for (int64_t o = 0; o < walk->outer; o++) {
        for (int64_t i = 0; i < walk->inner; i++) {
            int64_t first = i + walk->inner * walk->n * o, best = first;
            for (int64_t k = 0; k < walk->n; k++) {
                int64_t place = first + k * walk->inner;
                uint64_t key = keys[place], so_far = keys[best];
                bool nan = floats && key >= KEY_OF_NAN, none = floats && so_far >= KEY_OF_NAN;
                if (!nan && (none || (least ? key < so_far : key > so_far)))
                    best = place;
                chosen[place] = best;
                within[place] = (double)((best - first) / walk->inner + 1);
            }
        }
    }
}

/* The values alone, of doubles: NaN gives way to any number. */
static void best_of_doubles(bool least, const Walk *walk, const double *from, double *to) {
    for (int64_t o = 0; o < walk->outer && walk->inner == 1; o++) {
        const double *x = from + o * walk->n;
        double best = x[0], *y = to + o * walk->n;
        for (int64_t k = 0; k < walk->n; k++) {
            best = (least ? x[k] < best : x[k] > best) || best != best ? x[k] : best;
            y[k] = best;
        }
    }
    for (int64_t o = 0; o < walk->outer && walk->inner != 1; o++)
        for (int64_t k = 0; k < walk->n; k++) {
            const double *x = from + (o * walk->n + k) * walk->inner;
            double *y = to + (o * walk->n + k) * walk->inner;
            const double *so_far = k ? y - walk->inner : x;
            for (int64_t i = 0; i < walk->inner; i++) {
                bool better = least ? x[i] < so_far[i] : x[i] > so_far[i];
                y[i] = better || so_far[i] != so_far[i] ? x[i] : so_far[i];
            }
        }
}

/* [w, iw] = cummax(x, dim) */
bool builtin_running_best(Interp *in, BuiltinCall *call) {
    Value v = call->args[0];
    const char *who = scan_names[call->row->code];
    uint32_t axis;
    if (value_has_elements(v) && value_is_char(v))
        return interp_fail(in, "%s: wrong type argument 'string'", who);
    TRY(need_elements(in, who, v));
    TRY(scan_axis(in, call, 1, DIM_VALID, &axis));
    Array *x;
    Numbers within = {0};
    uint64_t *keys = NULL;
    TRY(value_to_array(in, v, &x));
    if (call->nout < 2 && x->class_ == CLASS_DOUBLE && !x->complex && x->count > 0) {
        Array *to;
        Walk walk = walk_along(&x->shape, axis);
        bool made = array_new_raw(in, CLASS_DOUBLE, false, &x->shape, 0, &to);
        if (made) {
            best_of_doubles(call->row->code == SCAN_MIN, &walk, x->data, to->data);
            call->outs[0] = value_of_array(to);
            call->outc = 1;
        }
        array_drop(in, x);
        return made && value_simplify(in, &call->outs[0]);
    }
    int64_t n = x->count, *chosen = places_new(in, n);
    bool ok = chosen && array_keys(in, x, 0, &keys) &&
              numbers_new(in, CLASS_DOUBLE, false, &x->shape, &within);
    if (ok) {
        Walk walk = walk_along(&x->shape, axis);
        best_along(call->row->code == SCAN_MIN, class_is_float((ValueClass)x->class_), &walk, keys,
                   chosen, within.at);
        ok = array_pick(in, x, chosen, &x->shape, &call->outs[0]);
        call->outc = 1;
    }
    if (ok && call->nout > 1) {
        ok = numbers_value(in, &within, &call->outs[1]);
        call->outc = 2;
    } else {
        numbers_free(in, &within);
    }
    if (keys)
        interp_release(in, keys, (size_t)n * sizeof *keys);
    if (chosen)
        places_free(in, chosen, n);
    array_drop(in, x);
    return ok;
}

/* ---- differences */

/* x(2:end) - x(1:end-1) along the axis, by the operator: it knows every class and records. */
static bool difference(Interp *in, Value v, uint32_t axis, Value *out) {
    Shape shape = value_shape(v);
    int64_t n = shape_at(&shape, axis);
    Value subs[VALUE_RANK_MAX], upper = value_none(), lower = value_none();
    for (uint32_t k = 0; k < shape.rank; k++)
        subs[k] = value_colon();
    Value later = value_none(), sooner = value_none();
    bool ok =
        value_range(in, 2, 1, (double)n, &later) && value_range(in, 1, 1, (double)(n - 1), &sooner);
    if (ok) {
        subs[axis] = later;
        ok = value_index(in, "X", v, subs, shape.rank, &upper);
    }
    if (ok) {
        subs[axis] = sooner;
        ok = value_index(in, "X", v, subs, shape.rank, &lower) &&
             value_binary(in, BINARY_SUB, upper, lower, out);
    }
    value_drop_all(in, (Value[]){upper, lower, later, sooner}, 4);
    return ok;
}

/* In memory and real, without the detour. */
static bool difference_in_memory(Interp *in, Value v, uint32_t axis, Value *out) {
    Numbers x, to;
    TRY(numbers_of(in, v, &x));
    Shape shape = shape_with(&x.shape, axis, shape_at(&x.shape, axis) - 1);
    bool ok =
        numbers_new(in, x.class_ == CLASS_LOGICAL ? CLASS_DOUBLE : x.class_, false, &shape, &to);
    if (ok) {
        Walk walk = walk_along(&x.shape, axis);
        for (int64_t o = 0; o < walk.outer; o++)
            for (int64_t k = 0; k + 1 < walk.n; k++)
                for (int64_t i = 0; i < walk.inner; i++) {
                    const double *from = x.at + i + walk.inner * (k + walk.n * o);
                    to.at[i + walk.inner * (k + (walk.n - 1) * o)] = from[walk.inner] - from[0];
                }
        ok = numbers_value(in, &to, out);
    }
    numbers_free(in, &x);
    return ok;
}

static bool difference_step(Interp *in, Value v, uint32_t axis, Value *out) {
    ValueClass class_ = value_class(v);
    bool wide = class_is_integer(class_) && class_size(class_) == 8;
    if (value_is_complex(v) || value_waits(in, v) || wide)
        return difference(in, v, axis, out);
    return difference_in_memory(in, v, axis, out);
}

static bool diff_order(Interp *in, const BuiltinCall *call, int64_t *order) {
    *order = 1;
    if (call->argc < 2 || value_is_empty(call->args[1]))
        return true;
    double x;
    if (value_count(call->args[1]) != 1)
        return interp_fail(in, "diff: order K must be a scalar or []");
    TRY(value_to_double(in, call->args[1], "diff", &x));
    if (x != floor(x))
        return interp_fail(in, "diff: order K must be an integer");
    if (!(x >= 0))
        return interp_fail(in, "diff: order K must be non-negative");
    *order = (int64_t)x;
    return true;
}

/* diff(x, k, dim). Without dim it goes on to the next dimension where one has no more elements. */
bool builtin_diff(Interp *in, BuiltinCall *call) {
    Value v = call->args[0];
    if (!value_has_elements(v) || value_is_char(v))
        return interp_fail(in, "diff: X must be numeric or logical");
    int64_t order;
    TRY(diff_order(in, call, &order));
    Shape shape = value_shape(v);
    uint32_t axis = shape_first_axis(&shape);
    if (call->argc > 2) {
        double x;
        TRY(value_to_double(in, call->args[2], "diff", &x));
        if (!(x >= 1 && x <= shape.rank))
            return interp_fail(in, "diff: DIM must be a valid dimension");
        axis = (uint32_t)x - 1;
    }
    Value so_far = value_hold(v);
    for (int64_t k = 0; k < order; k++) {
        shape = value_shape(so_far);
        if (call->argc < 3 && k > 0 && shape_at(&shape, axis) == 1)
            axis = shape_first_axis(&shape);
        Value next = value_none();
        bool ok;
        if (shape_at(&shape, axis) <= 1) {
            Shape none = shape_with(&shape, value_is_scalar(so_far) ? 1 : axis, 0);
            if (value_is_scalar(v) && call->argc < 3)
                none = shape_make(0, 0);
            ok = value_zeros(in, value_class(v) == CLASS_LOGICAL ? CLASS_DOUBLE : value_class(v),
                             &none, &next);
            k = order;
        } else {
            ok = difference_step(in, so_far, axis, &next);
        }
        value_drop(in, so_far);
        TRY(ok);
        so_far = next;
    }
    return give(call, so_far);
}
