/* Values as another class. */
#include "front/script/value/lanes.h"
#include "front/script/value/operators.h"

/* 64-bit integers of one sign as those of the other: exact where they fit. */
static void cast_wide(const Array *from, Array *to) {
    for (int64_t k = 0; k < from->count; k++)
        if (from->class_ == CLASS_INT64) {
            int64_t x = ((const int64_t *)from->data)[k];
            ((uint64_t *)to->data)[k] = x < 0 ? 0 : (uint64_t)x;
        } else {
            uint64_t x = ((const uint64_t *)from->data)[k];
            ((int64_t *)to->data)[k] = x > INT64_MAX ? INT64_MAX : (int64_t)x;
        }
}

static bool is_wide(ValueClass class_) {
    return class_ == CLASS_INT64 || class_ == CLASS_UINT64;
}

static void cast_elements(const Array *from, Array *to) {
    enum { BLOCK = 256 };
    double block[BLOCK];
    ValueClass p = (ValueClass)from->class_, q = (ValueClass)to->class_;
    int64_t count = from->count << from->complex;
    if (is_wide(p) && is_wide(q)) {
        cast_wide(from, to);
        return;
    }
    for (int64_t k = 0; k < count; k += BLOCK) {
        int64_t n = count - k < BLOCK ? count - k : BLOCK;
        lane_read(LANE_DOUBLE, p, false, from->data, k, n, block);
        lane_write(LANE_DOUBLE, block, n, q, false, to->data, k);
    }
}

static bool check_nan(Interp *in, const Array *array) {
    if (class_is_float((ValueClass)array->class_))
        for (int64_t k = 0; k < array->count << array->complex; k++) {
            double x = element_double((ValueClass)array->class_, array->data, k);
            if (x != x)
                return interp_fail(in, "invalid conversion from NaN to logical");
        }
    return true;
}

static bool truth_of_pairs(Interp *in, const Array *from, Value *out) {
    Array *to;
    TRY(check_nan(in, from));
    TRY(array_new_raw(in, CLASS_LOGICAL, false, &from->shape, 0, &to));
    for (int64_t k = 0; k < from->count; k++) {
        ValueClass class_ = (ValueClass)from->class_;
        ((uint8_t *)to->data)[k] = element_double(class_, from->data, 2 * k) != 0 ||
                                   element_double(class_, from->data, 2 * k + 1) != 0;
    }
    *out = value_of_array(to);
    return value_simplify(in, out);
}

static bool cast_array(Interp *in, const Array *from, ValueClass class_, Value *out) {
    Array *to;
    if (class_ == CLASS_LOGICAL && from->complex)
        return truth_of_pairs(in, from, out);
    if (from->complex && !class_is_float(class_))
        return interp_fail(in, "invalid conversion from %s to %s",
                           from->count == 1 ? "complex scalar" : "complex matrix",
                           class_name(class_));
    if (class_ == CLASS_LOGICAL)
        TRY(check_nan(in, from));
    TRY(array_new_raw(in, class_, from->complex, &from->shape, 0, &to));
    cast_elements(from, to);
    *out = value_of_array(to);
    return true;
}

static bool cast_number(Interp *in, Value v, ValueClass class_, Value *out) {
    double x = number_double(v);
    if (class_ == CLASS_LOGICAL && x != x)
        return interp_fail(in, "invalid conversion from NaN to logical");
    if (v.class_ == CLASS_INT64 && class_ == CLASS_UINT64)
        *out = (Value){VALUE_NUMBER, CLASS_UINT64, .as.u64 = v.as.i64 < 0 ? 0 : (uint64_t)v.as.i64};
    else if (v.class_ == CLASS_UINT64 && class_ == CLASS_INT64)
        *out = (Value){VALUE_NUMBER, CLASS_INT64,
                       .as.i64 = v.as.u64 > INT64_MAX ? INT64_MAX : (int64_t)v.as.u64};
    else
        *out = value_number(class_, x);
    return true;
}

bool value_cast(Interp *in, Value v, ValueClass class_, Value *out) {
    Array *array;
    bool done = false;
    if (value_class(v) == class_) {
        *out = value_hold(v);
        return true;
    }
    if (v.kind == VALUE_NUMBER)
        return cast_number(in, v, class_, out);
    if (value_class(v) == CLASS_COUNT && v.kind != VALUE_NONE)
        return interp_fail(in, "%s: wrong type argument '%s'", class_name(class_),
                           value_type_name(v));
    if (is_recorded_size(v)) {
        TRY(recorded_cast(in, v, class_, &done, out));
        if (done)
            return true;
    }
    TRY(value_to_array(in, v, &array));
    bool ok = cast_array(in, array, class_, out);
    array_drop(in, array);
    return ok;
}
