/* The colon operator on values of any class. */
#include <float.h>
#include <math.h>

#include "front/script/value/operators.h"

__extension__ typedef __int128 Wide;

/* An operand: the first element, or none of an empty array. */
typedef struct Bound {
    bool none;
    double x;
    Wide whole; /* of an integer class */
    ValueClass class_;
} Bound;

static bool read_bound(Interp *in, Value v, Bound *out) {
    Value first;
    *out = (Bound){.class_ = value_class(v)};
    if (out->class_ == CLASS_COUNT)
        return interp_fail(in, "invalid types found in range expression");
    out->none = value_is_empty(v);
    if (out->none)
        return true;
    if (!value_is_scalar(v))
        TRY(interp_warn(in, "", "colon arguments should be scalars"));
    if (!value_is_scalar(v) && class_is_integer(out->class_))
        return interp_fail(in, "octave_base_value::%s_scalar_value(): wrong type argument '%s'",
                           class_name(out->class_), value_type_name(v));
    if (value_is_complex(v))
        TRY(interp_warn(in, "", "imaginary part of complex colon arguments is ignored"));
    if (v.kind == VALUE_NUMBER) {
        first = v;
    } else if (v.kind == VALUE_ARRAY) {
        TRY(value_data(in, VALUE_ARRAY_OF(v)));
        first = number_at(out->class_, VALUE_ARRAY_OF(v)->data, 0);
    } else {
        first = value_double(range_at(VALUE_RANGE_OF(v), 0));
    }
    out->x = number_double(first);
    out->whole = out->class_ == CLASS_INT64                   ? first.as.i64
                 : out->class_ == CLASS_UINT64                ? (Wide)first.as.u64
                 : out->x == out->x && fabs(out->x) < 0x1p100 ? (Wide)out->x
                                                              : 0;
    return true;
}

static bool limits_of(ValueClass class_, Wide *lo, Wide *hi) {
    uint32_t bits = (uint32_t)class_size(class_) * 8;
    bool is_signed = class_ <= CLASS_INT64;
    *hi = ((Wide)1 << (bits - is_signed)) - 1;
    *lo = is_signed ? -((Wide)1 << (bits - 1)) : 0;
    return true;
}

static bool check_whole(Interp *in, const Bound *b, ValueClass class_, const char *which) {
    Wide lo, hi;
    limits_of(class_, &lo, &hi);
    if (b->x != floor(b->x) || b->whole < lo || b->whole > hi)
        return interp_fail(in,
                           "colon operator %s bound invalid (not an integer or out of range for "
                           "given integer type)",
                           which);
    return true;
}

static void store_whole(ValueClass class_, void *data, int64_t k, Wide x) {
    if (class_ == CLASS_INT64)
        ((int64_t *)data)[k] = (int64_t)x;
    else if (class_ == CLASS_UINT64)
        ((uint64_t *)data)[k] = (uint64_t)x;
    else
        element_store(class_, data, k, (double)x);
}

static bool integer_range(Interp *in, ValueClass class_, const Bound *base, const Bound *step,
                          const Bound *limit, Value *out) {
    Array *array;
    Wide count = 0;
    if (step->x != floor(step->x))
        return interp_fail(in, "colon operator increment invalid (not an integer)");
    TRY(check_whole(in, base, class_, "lower"));
    TRY(check_whole(in, limit, class_, "upper"));
    if (step->whole > 0 && base->whole <= limit->whole)
        count = (limit->whole - base->whole) / step->whole + 1;
    if (step->whole < 0 && base->whole >= limit->whole)
        count = (base->whole - limit->whole) / -step->whole + 1;
    if (count > INT64_MAX / 16)
        count = INT64_MAX;
    Shape shape = shape_make(1, (int64_t)count);
    TRY(array_new_raw(in, class_, false, &shape, 0, &array));
    for (int64_t k = 0; k < array->count; k++)
        store_whole(class_, array->data, k, base->whole + k * step->whole);
    *out = value_of_array(array);
    return value_simplify(in, out);
}

/* As singles or text: elements of the range of doubles that is there. */
static bool range_as(Interp *in, ValueClass class_, Value *out) {
    Value range = *out;
    *out = value_none();
    bool ok = value_cast(in, range, class_, out);
    value_drop(in, range);
    return ok && value_simplify(in, out);
}

/* The class of the elements: an integer class, single, char, double. */
static bool common_class(Interp *in, const Bound bounds[3], ValueClass *out) {
    bool integer = false, single = false, text = false, truth = false;
    *out = CLASS_DOUBLE;
    for (uint32_t k = 0; k < 3; k++) {
        ValueClass c = bounds[k].class_;
        truth = truth || c == CLASS_LOGICAL;
        text = text || (c == CLASS_CHAR && k != 1);
        single = single || c == CLASS_SINGLE;
        if (class_is_integer(c) && integer && *out != c)
            return interp_fail(in, "incompatible types found in range expression");
        if (class_is_integer(c))
            *out = c;
        integer = integer || class_is_integer(c);
    }
    if ((truth || text) && (integer || single))
        return interp_fail(in, "incompatible types found in range expression");
    if (truth)
        return interp_fail(in, "invalid types found in range expression");
    if (!integer)
        *out = single ? CLASS_SINGLE : text ? CLASS_CHAR : CLASS_DOUBLE;
    return true;
}

bool value_range_of(Interp *in, Value base, Value step, Value limit, Value *out) {
    Bound b[3] = {{.x = 0}};
    ValueClass class_;
    if (value_is_double(base) && value_is_double(limit) &&
        (step.kind == VALUE_NONE || value_is_double(step)))
        return value_range(in, base.as.number, step.kind == VALUE_NONE ? 1 : step.as.number,
                           limit.as.number, out);
    TRY(read_bound(in, base, &b[0]) && read_bound(in, limit, &b[2]));
    b[1] = (Bound){.x = 1, .whole = 1, .class_ = CLASS_DOUBLE};
    if (step.kind != VALUE_NONE)
        TRY(read_bound(in, step, &b[1]));
    TRY(common_class(in, b, &class_));
    if (b[0].none || b[1].none || b[2].none) {
        Shape shape = shape_make(1, 0);
        return value_zeros(in, class_, &shape, out);
    }
    if (class_is_integer(class_))
        return integer_range(in, class_, &b[0], &b[1], &b[2], out);
    double eps = class_ == CLASS_SINGLE ? (double)FLT_EPSILON : DBL_EPSILON;
    TRY(range_within(in, b[0].x, b[1].x, b[2].x, eps, out));
    if (class_ == CLASS_DOUBLE)
        return true;
    TRY(range_as(in, class_, out));
    if (out->kind == VALUE_ARRAY)
        VALUE_ARRAY_OF(*out)->quoted = value_is_quoted(base) || value_is_quoted(limit);
    return true;
}
