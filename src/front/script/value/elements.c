/* Looking at the elements of values. */
#include <math.h>

#include "front/script/value/objects.h"

static bool number_array(Interp *in, Value v, Array **out) {
    Shape shape = shape_make(1, 1);
    TRY(array_new_raw(in, (ValueClass)v.class_, false, &shape, 0, out));
    number_store(v, (*out)->data);
    (*out)->quoted = v.quoted;
    return true;
}

static bool range_array(Interp *in, const Range *r, Array **out) {
    Shape shape = shape_make(1, r->count);
    TRY(array_new_raw(in, CLASS_DOUBLE, false, &shape, 0, out));
    range_fill(r, 0, r->count, (*out)->data);
    return true;
}

bool value_to_array(Interp *in, Value v, Array **out) {
    Shape none = shape_make(0, 0);
    switch ((ValueKind)v.kind) {
    case VALUE_NUMBER: return number_array(in, v, out);
    case VALUE_RANGE: return range_array(in, VALUE_RANGE_OF(v), out);
    case VALUE_ARRAY:
        TRY(value_data(in, VALUE_ARRAY_OF(v)));
        *out = array_hold(VALUE_ARRAY_OF(v));
        return true;
    case VALUE_NONE: return value_array_new(in, CLASS_DOUBLE, false, &none, out);
    default: return interp_fail(in, "wrong type argument '%s'", value_type_name(v));
    }
}

bool value_to_doubles(Interp *in, Value v, double **out) {
    int64_t count = value_count(v);
    Array *array = NULL;
    if (v.kind == VALUE_ARRAY)
        TRY(value_data(in, VALUE_ARRAY_OF(v)));
    else if (v.kind != VALUE_NUMBER && v.kind != VALUE_RANGE && v.kind != VALUE_NONE)
        return value_to_array(in, v, &array);
    double *block = interp_alloc(in, (size_t)count * sizeof *block);
    if (!block)
        return false;
    if (v.kind == VALUE_NUMBER)
        block[0] = number_double(v);
    else if (v.kind == VALUE_RANGE)
        range_fill(VALUE_RANGE_OF(v), 0, count, block);
    else if (v.kind == VALUE_ARRAY) {
        array = VALUE_ARRAY_OF(v);
        if (array->class_ == CLASS_DOUBLE && !array->complex)
            memcpy(block, array->data, (size_t)count * sizeof *block);
        else
            for (int64_t k = 0; k < count; k++)
                block[k] =
                    element_double((ValueClass)array->class_, array->data, k << array->complex);
    }
    *out = block;
    return true;
}

bool value_element(Interp *in, Value v, int64_t k, Value *out) {
    if (v.kind == VALUE_RANGE) {
        *out = value_double(range_at(VALUE_RANGE_OF(v), k));
        return true;
    }
    if (v.kind == VALUE_CELL || v.kind == VALUE_STRUCT) {
        Value at = value_double((double)(k + 1));
        return value_index(in, NULL, v, &at, 1, out);
    }
    if (v.kind != VALUE_ARRAY) {
        *out = value_hold(v);
        return true;
    }
    Array *array = VALUE_ARRAY_OF(v);
    TRY(value_data(in, array));
    ValueClass class_ = (ValueClass)array->class_;
    if (array->complex)
        return value_complex(in, class_, element_double(class_, array->data, 2 * k),
                             element_double(class_, array->data, 2 * k + 1), out);
    *out = number_at(class_, array->data, k);
    out->quoted = array->quoted;
    return true;
}

bool value_to_double(Interp *in, Value v, const char *name, double *out) {
    if (v.kind == VALUE_NUMBER) {
        *out = number_double(v);
        return true;
    }
    if (v.kind == VALUE_RANGE && value_count(v)) {
        *out = range_at(VALUE_RANGE_OF(v), 0);
        return true;
    }
    if (v.kind != VALUE_ARRAY || value_count(v) == 0)
        return interp_fail(in, "%s: argument must be a scalar", name);
    TRY(value_data(in, VALUE_ARRAY_OF(v)));
    *out = element_double((ValueClass)VALUE_ARRAY_OF(v)->class_, VALUE_ARRAY_OF(v)->data, 0);
    return true;
}

bool value_to_int(Interp *in, Value v, const char *name, int64_t *out) {
    double x;
    if (v.kind == VALUE_NUMBER && v.class_ == CLASS_INT64) {
        *out = v.as.i64;
        return true;
    }
    TRY(value_to_double(in, v, name, &x));
    if (x != x)
        return interp_fail(in, "%s: NaN is not a valid argument", name);
    if (x != trunc(x) && !isinf(x))
        return interp_fail(in, "%s: conversion of %g to int64_t value failed", name, x);
    *out = saturate_int64(x);
    return true;
}

bool value_to_text(Interp *in, Value v, const char *what, char **text, size_t *len) {
    if (!value_is_text(v))
        return interp_fail(in, "%s", what);
    *len = (size_t)value_count(v);
    if (v.kind == VALUE_NUMBER) {
        char c = (char)(unsigned char)v.as.number;
        *text = text_copy(in, &c, 1);
    } else {
        TRY(value_data(in, VALUE_ARRAY_OF(v)));
        *text = text_copy(in, VALUE_ARRAY_OF(v)->data, *len);
    }
    return *text != NULL;
}

static bool fail_nan(Interp *in) {
    return interp_fail(in, "invalid conversion from NaN to logical");
}

static bool array_is_true(Interp *in, Array *array, bool *out) {
    bool all = array->count > 0;
    TRY(value_data(in, array));
    ValueClass class_ = (ValueClass)array->class_;
    for (int64_t k = 0; k < array->count; k++) {
        double x = element_double(class_, array->data, k << array->complex);
        double y = array->complex ? element_double(class_, array->data, 2 * k + 1) : 0;
        if (x != x || y != y)
            return fail_nan(in);
        all = all && (x != 0 || y != 0);
    }
    *out = all;
    return true;
}

bool value_is_true(Interp *in, Value v, bool *out) {
    *out = false;
    switch ((ValueKind)v.kind) {
    case VALUE_NUMBER: {
        double x = number_double(v);
        *out = x != 0;
        return x == x || fail_nan(in);
    }
    case VALUE_RANGE: {
        const Range *r = VALUE_RANGE_OF(v);
        *out = r->count > 0;
        for (int64_t k = 0; k < r->count; k++) {
            double x = range_at(r, k);
            if (x != x)
                return fail_nan(in);
            *out = *out && x != 0;
        }
        return true;
    }
    case VALUE_ARRAY: return array_is_true(in, VALUE_ARRAY_OF(v), out);
    case VALUE_CELL: return interp_fail(in, "invalid conversion from cell array to logical value");
    default: return true;
    }
}
