/* max and min: along dimensions, with places, and of two arrays. NaN is never chosen where there is a number. */
#include <math.h>
#include <stdio.h>

#include "front/script/builtin/reduce_codes.h"

static const char *const extreme_names[] = {"max", "min"};

/* ---- along dimensions, in memory */

/* The place of the best of n keys; of floats those of NaN are passed over. */
static int64_t best_of(const uint64_t *keys, const int64_t *places, int64_t n, bool least,
                       bool floats) {
    int64_t best = -1;
    uint64_t so_far = 0;
    for (int64_t k = 0; k < n; k++) {
        uint64_t key = keys[places[k]];
        if (floats && key >= KEY_OF_NAN)
            continue;
        if (best < 0 || (least ? key < so_far : key > so_far)) {
            best = k;
            so_far = key;
        }
    }
    return best < 0 ? 0 : best;
}

/* Elements by number, in the order of rows_of. */
static bool places_of_rows(Interp *in, const Reduction *r, int64_t **out) {
    int64_t count = shape_count(&r->shape), done = 0;
    int64_t *places = *out = places_new(in, count);
    if (!places)
        return false;
    int64_t rows = shape_count(&r->result), n = reduction_length(r);
    int64_t first[VALUE_RANK_MAX] = {0}, stride[VALUE_RANK_MAX];
    int64_t step = 1;
    for (uint32_t k = 0; k < r->shape.rank; k++) {
        stride[k] = step;
        step *= r->shape.at[k];
    }
    for (int64_t row = 0; row < rows; row++) {
        int64_t base = 0, index[VALUE_RANK_MAX] = {0}, place;
        for (uint32_t k = 0; k < r->shape.rank; k++)
            base += first[k] * stride[k];
        place = base;
        for (int64_t i = 0; i < n; i++) {
            places[done++] = place;
            for (uint32_t k = 0; k < r->shape.rank; k++) {
                if (!(r->axes & (1u << k)))
                    continue;
                place += stride[k];
                if (++index[k] < r->shape.at[k])
                    break;
                index[k] = 0;
                place -= stride[k] * r->shape.at[k];
            }
        }
        for (uint32_t k = 0; k < r->shape.rank; k++) {
            if (r->axes & (1u << k))
                continue;
            if (++first[k] < r->shape.at[k])
                break;
            first[k] = 0;
        }
    }
    return true;
}

/* chosen: the place in the array of each row's best; within: its number in the row, from 1; may be NULL. */
static bool extreme_places(Interp *in, bool least, const Reduction *r, const Array *x,
                           int64_t *chosen, double *within) {
    uint64_t *keys;
    int64_t *places;
    TRY(array_keys(in, x, 0, &keys));
    if (!places_of_rows(in, r, &places)) {
        interp_release(in, keys, (size_t)x->count * sizeof *keys);
        return false;
    }
    int64_t rows = shape_count(&r->result), n = reduction_length(r);
    bool floats = class_is_float((ValueClass)x->class_);
    for (int64_t k = 0; k < rows; k++) {
        int64_t best = best_of(keys, places + k * n, n, least, floats);
        chosen[k] = places[k * n + best];
        if (within)
            within[k] = (double)(best + 1);
    }
    places_free(in, places, x->count);
    interp_release(in, keys, (size_t)x->count * sizeof *keys);
    return true;
}

static bool extreme_in_memory(Interp *in, bool least, const Reduction *r, bool with_place,
                              BuiltinCall *call) {
    Array *x;
    Numbers within = {0};
    TRY(value_to_array(in, r->x, &x));
    int64_t rows = shape_count(&r->result);
    int64_t *chosen = places_new(in, rows);
    bool ok = chosen &&
              (!with_place || numbers_new(in, CLASS_DOUBLE, false, &r->result, &within)) &&
              extreme_places(in, least, r, x, chosen, with_place ? within.at : NULL) &&
              array_pick(in, x, chosen, &r->result, &call->outs[0]);
    if (ok) {
        call->outc = 1;
        if (with_place) {
            ok = numbers_value(in, &within, &call->outs[1]);
            call->outc = 2;
        }
    } else {
        numbers_free(in, &within);
    }
    if (chosen)
        places_free(in, chosen, rows);
    array_drop(in, x);
    return ok;
}

/* ---- along dimensions, recorded */

static bool extreme_recorded(Interp *in, bool least, const Reduction *r, Value *out) {
    char text[REDUCTION_TEXT];
    ValueClass class_ = value_class(r->x);
    Reduction how = *r;
    how.omit_nan = false;
    reduction_text(&how, text);
    const char *op = least ? "min" : "max";
    if (!class_is_float(class_))
        return record(in, op, &r->x, 1, text, class_, out);
    /* Where every element is NaN so is the result, else NaN counts for nothing. */
    Value number = value_none(), some = value_none(), best = value_none();
    Value nan = value_number(class_, NAN);
    bool ok = record(in, "eq", (Value[]){r->x, r->x}, 2, NULL, CLASS_LOGICAL, &number) &&
              record(in, "any", &number, 1, text, CLASS_LOGICAL, &some);
    how.omit_nan = true;
    ok = ok && record(in, op, &r->x, 1, reduction_text(&how, text), class_, &best) &&
         record(in, "select", (Value[]){some, best, nan}, 3, NULL, class_, out);
    value_drop_all(in, (Value[]){number, some, best}, 3);
    return ok;
}

/* Places from 1, as doubles. */
static bool extreme_place_recorded(Interp *in, bool least, const Reduction *r, Value *out) {
    char text[64];
    uint32_t axis = 0;
    while (!(r->axes & (1u << axis)))
        axis++;
    bool floats = class_is_float(value_class(r->x));
    snprintf(text, sizeof text, "axis=%u, keepdims=true%s", frit_axis_of(&r->shape, axis),
             floats ? ", omit_nan=true" : "");
    Value place, as_double = value_none();
    TRY(record(in, least ? "argmin" : "argmax", &r->x, 1, text, CLASS_INT64, &place));
    bool ok = record(in, "cast", &place, 1, "to=f64", CLASS_DOUBLE, &as_double) &&
              value_binary(in, BINARY_ADD, as_double, value_double(1), out);
    value_drop(in, place);
    value_drop(in, as_double);
    return ok;
}

static bool extreme_along(Interp *in, BuiltinCall *call, const char *who) {
    bool least = call->row->code == EXTREME_MIN, with_place = call->nout > 1;
    Reduction r;
    TRY(reduction_of(in, call, who, 1, DIM_VALID, false, &r));
    Value x = r.x;
    bool text = value_is_char(x);
    if (text)
        TRY(value_cast(in, x, CLASS_DOUBLE, &r.x));
    int64_t n = reduction_length(&r);
    bool ok;
    if (n == 0 || shape_count(&r.shape) == 0) {
        /* A dimension of no elements stays one. */
        Shape shape = r.shape;
        for (uint32_t k = 0; k < shape.rank; k++)
            if ((r.axes & (1u << k)) && shape.at[k] != 0)
                shape.at[k] = 1;
        ok = value_zeros(in, value_class(r.x), &shape, &call->outs[0]);
        call->outc = 1;
        if (ok && with_place) {
            ok = value_zeros(in, CLASS_DOUBLE, &shape, &call->outs[1]);
            call->outc = 2;
        }
    } else if (value_waits(in, r.x) && !value_is_complex(r.x) && r.axes != 0 &&
               value_class(r.x) != CLASS_LOGICAL && (!with_place || !(r.axes & (r.axes - 1)))) {
        ok = extreme_recorded(in, least, &r, &call->outs[0]);
        call->outc = 1;
        if (ok && with_place) {
            ok = extreme_place_recorded(in, least, &r, &call->outs[1]);
            call->outc = 2;
        }
    } else {
        ok = extreme_in_memory(in, least, &r, with_place, call);
    }
    if (text)
        value_drop(in, r.x);
    return ok;
}

/* ---- of two */

static double better_of(bool least, double x, double y) {
    if (x != x)
        return y;
    if (least)
        return y < x ? y : x;
    return y > x ? y : x;
}

static bool two_recorded(Interp *in, bool least, ValueClass class_, Value a, Value b, Value *out) {
    Value both[3] = {value_none(), value_none(), value_none()};
    if (a.kind == VALUE_NUMBER) {
        Value swap = a;
        a = b;
        b = swap;
    }
    bool ok = value_cast(in, a, class_, &both[1]) && value_cast(in, b, class_, &both[2]) &&
              record(in, least ? "le" : "ge", &both[1], 2, NULL, CLASS_LOGICAL, &both[0]);
    bool may_be_nan = b.kind != VALUE_NUMBER || !(b.as.number == b.as.number);
    if (ok && class_is_float(class_) && may_be_nan) {
        Value nan = value_none(), either = value_none();
        ok = record(in, "isnan", &both[2], 1, NULL, CLASS_LOGICAL, &nan) &&
             record(in, "or", (Value[]){both[0], nan}, 2, NULL, CLASS_LOGICAL, &either);
        value_drop(in, nan);
        value_drop(in, both[0]);
        both[0] = either;
    }
    ok = ok && record(in, "select", both, 3, NULL, class_, out);
    value_drop_all(in, both, 3);
    return ok;
}

static bool two_in_memory(Interp *in, bool least, ValueClass class_, const Shape *shape, Value a,
                          Value b, Value *out) {
    Numbers x = {0}, y = {0}, to = {0};
    bool complex = value_is_complex(a) || value_is_complex(b);
    bool ok = complex ? numbers_complex_of(in, a, &x) && numbers_complex_of(in, b, &y)
                      : numbers_of(in, a, &x) && numbers_of(in, b, &y);
    ok = ok && numbers_new(in, class_, complex, shape, &to);
    if (ok) {
        PairWalk walk;
        pairs_begin(&walk, &x.shape, &y.shape, shape);
        for (int64_t k = 0; k < to.count; k++, pairs_next(&walk)) {
            if (!complex) {
                to.at[k] = better_of(least, x.at[walk.a], y.at[walk.b]);
                continue;
            }
            const double *p = x.at + 2 * walk.a, *q = y.at + 2 * walk.b;
            double one = hypot(p[0], p[1]), two = hypot(q[0], q[1]);
            bool first = two != two || (least ? one <= two : one >= two);
            memcpy(to.at + 2 * k, first ? p : q, 2 * sizeof(double));
        }
        ok = numbers_value(in, &to, out);
    }
    numbers_free(in, &x);
    numbers_free(in, &y);
    return ok;
}

/* 64-bit integers keep their digits. */
static bool two_long(Interp *in, bool least, ValueClass class_, Value a, Value b, Value *out) {
    Value both[2] = {value_none(), value_none()}, better = value_none(), worse = value_none();
    bool ok = value_cast(in, a, class_, &both[0]) && value_cast(in, b, class_, &both[1]) &&
              value_binary(in, least ? BINARY_LT : BINARY_GT, both[0], both[1], &better);
    Shape x = value_shape(a), y = value_shape(b), shape;
    Array *truth = NULL, *p = NULL, *q = NULL, *to = NULL;
    ok = ok && shape_broadcast(&x, &y, &shape) && value_to_array(in, better, &truth) &&
         value_to_array(in, both[0], &p) && value_to_array(in, both[1], &q) &&
         array_new_raw(in, class_, false, &shape, 0, &to);
    if (ok) {
        PairWalk walk;
        pairs_begin(&walk, &x, &y, &shape);
        for (int64_t k = 0; k < to->count; k++, pairs_next(&walk))
            ((uint64_t *)to->data)[k] = ((const uint8_t *)truth->data)[k]
                                            ? ((const uint64_t *)p->data)[walk.a]
                                            : ((const uint64_t *)q->data)[walk.b];
        *out = value_of_array(to);
        ok = value_simplify(in, out);
    }
    Array *arrays[] = {truth, p, q};
    for (int k = 0; k < 3; k++)
        if (arrays[k])
            array_drop(in, arrays[k]);
    value_drop_all(in, (Value[]){both[0], both[1], better, worse}, 4);
    return ok;
}

static bool extreme_of_two(Interp *in, BuiltinCall *call, const char *who) {
    bool least = call->row->code == EXTREME_MIN;
    Value a = call->args[0], b = call->args[1];
    if (!value_has_elements(a) || !value_has_elements(b))
        return interp_fail(in, "%s: cannot compute %s (%s, %s)", who, who, value_type_name(a),
                           value_type_name(b));
    if (call->nout > 1)
        return interp_fail(in, "Invalid call to %s", who);
    Shape x = value_shape(a), y = value_shape(b), shape;
    ValueClass p = value_class(a), q = value_class(b), class_ = q;
    if (p == CLASS_LOGICAL && q == CLASS_LOGICAL)
        class_ = CLASS_LOGICAL;
    else if (!class_is_integer(p) || !class_is_integer(q))
        TRY(class_of_two(in, who, a, b, &class_));
    bool complex = value_is_complex(a) || value_is_complex(b);
    if (complex && (!class_is_float(class_) || p == CLASS_CHAR || q == CLASS_CHAR))
        return interp_fail(in, "%s: cannot compute %s (%s, %s)", who, who, value_type_name(a),
                           value_type_name(b));
    if (!shape_broadcast(&x, &y, &shape))
        return fail_nonconformant(in, who, &x, &y);
    call->outc = 1;
    if ((value_waits(in, a) || value_waits(in, b)) && class_is_float(class_) &&
        !value_is_complex(a) && !value_is_complex(b)) {
        TRY(two_recorded(in, least, class_, a, b, &call->outs[0]));
        const Value *number = a.kind == VALUE_NUMBER ? &a : &b;
        if (!least && number->kind == VALUE_NUMBER && class_is_float(value_class(*number)) &&
            number->as.number >= 0 && call->outs[0].kind == VALUE_ARRAY)
            VALUE_ARRAY_OF(call->outs[0])->nonnegative = true;
        return true;
    }
    if (class_is_integer(class_) && class_size(class_) == 8)
        return two_long(in, least, class_, a, b, &call->outs[0]);
    return two_in_memory(in, least, class_, &shape, a, b, &call->outs[0]);
}

/* max(x), max(x, [], dim), max(x, [], 'all'), max(x, y); min. */
bool builtin_extreme(Interp *in, BuiltinCall *call) {
    const char *who = extreme_names[call->row->code];
    const Value *args = call->args;
    if (call->argc == 2 && value_is_double(args[0]) && value_is_double(args[1]) && call->nout < 2) {
        bool least = call->row->code == EXTREME_MIN;
        return give(call, value_double(better_of(least, args[0].as.number, args[1].as.number)));
    }
    if (call->argc == 1 && value_is_double(args[0]) && call->nout < 2)
        return give(call, args[0]);
    if (call->argc == 2 && !argument_is_word(call, 1, "omitnan") &&
        !argument_is_word(call, 1, "all"))
        return extreme_of_two(in, call, who);
    if (call->argc > 2 && !value_is_empty(args[1])) {
        if (value_is_char(args[2]))
            return extreme_of_two(in, call, who);
        TRY(interp_warn(in, "", "%s: second argument is ignored", who));
    }
    /* The second argument is no dimension. */
    Value kept[8];
    uint32_t argc = 0;
    for (uint32_t k = 0; k < call->argc && argc < 8; k++)
        if (k != 1 || value_is_char(args[1]))
            kept[argc++] = args[k];
    const Value *given = call->args;
    uint32_t given_count = call->argc;
    call->args = kept;
    call->argc = argc;
    bool ok = extreme_along(in, call, who);
    call->args = given;
    call->argc = given_count;
    return ok;
}
