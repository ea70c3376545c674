/* isequal: the same shape and the same elements, whatever their class. */
#include <math.h>

#include "front/script/value/objects.h"

enum { EQUAL_DEPTH = 200 };

static bool equal(Interp *in, Value a, Value b, bool nans, bool *out);

static bool same_number(double x, double y, bool nans) {
    return x == y || (nans && isnan(x) && isnan(y));
}

static bool same_numbers(const Array *a, const Array *b, bool nans) {
    if (a->class_ == b->class_ && !class_is_float((ValueClass)a->class_))
        return !memcmp(a->data, b->data, (size_t)a->count * class_size((ValueClass)a->class_));
    for (int64_t k = 0; k < a->count; k++) {
        int64_t i = a->complex ? 2 * k : k, j = b->complex ? 2 * k : k;
        double x = element_double((ValueClass)a->class_, a->data, i);
        double y = element_double((ValueClass)b->class_, b->data, j);
        double u = a->complex ? element_double((ValueClass)a->class_, a->data, i + 1) : 0;
        double v = b->complex ? element_double((ValueClass)b->class_, b->data, j + 1) : 0;
        if (!same_number(x, y, nans) || !same_number(u, v, nans))
            return false;
    }
    return true;
}

static bool equal_arrays(Interp *in, Value a, Value b, bool nans, bool *out) {
    Array *x, *y;
    TRY(value_to_array(in, a, &x));
    if (!value_to_array(in, b, &y)) {
        array_drop(in, x);
        return false;
    }
    *out = same_numbers(x, y, nans);
    array_drop(in, x);
    array_drop(in, y);
    return true;
}

static bool equal_structs(Interp *in, const Struct *a, const Struct *b, bool nans, bool *out) {
    *out = a->fields == b->fields;
    for (uint32_t f = 0; *out && f < a->fields; f++) {
        int32_t g = value_field_index(b, a->names[f]);
        *out = g >= 0;
        for (int64_t k = 0; *out && k < a->count; k++)
            TRY(equal(in, a->at[f][k], b->at[g][k], nans, out));
    }
    return true;
}

static bool equal_maps(Interp *in, const Map *a, const Map *b, bool nans, bool *out) {
    *out = a->count == b->count && a->numeric == b->numeric;
    for (int64_t k = 0; *out && k < a->count; k++) {
        const MapEntry *x = &a->at[k], *y = &b->at[k];
        *out = a->numeric ? x->number == y->number
                          : x->len == y->len && !memcmp(x->text, y->text, x->len);
        if (*out)
            TRY(equal(in, x->value, y->value, nans, out));
    }
    return true;
}

static bool equal_functions(const Function *a, const Function *b) {
    if (a == b)
        return true;
    if (a->name || b->name)
        return a->name && b->name && !strcmp(a->name, b->name);
    return a->calls && a->calls->equal && a->calls == b->calls && a->calls->equal(a->code, b->code);
}

static bool is_numbers(Value v) {
    return v.kind == VALUE_NONE || v.kind == VALUE_NUMBER || v.kind == VALUE_RANGE ||
           v.kind == VALUE_ARRAY;
}

static bool equal_inside(Interp *in, Value a, Value b, bool nans, bool *out) {
    if (is_numbers(a))
        return equal_arrays(in, a, b, nans, out);
    if (a.kind == VALUE_CELL) {
        const Cell *x = VALUE_CELL_OF(a), *y = VALUE_CELL_OF(b);
        *out = true;
        for (int64_t k = 0; *out && k < x->count; k++)
            TRY(equal(in, x->at[k], y->at[k], nans, out));
        return true;
    }
    if (a.kind == VALUE_STRUCT)
        return equal_structs(in, VALUE_STRUCT_OF(a), VALUE_STRUCT_OF(b), nans, out);
    if (a.kind == VALUE_MAP)
        return equal_maps(in, VALUE_MAP_OF(a), VALUE_MAP_OF(b), nans, out);
    *out = a.kind == VALUE_FUNCTION && equal_functions(VALUE_FUNCTION_OF(a), VALUE_FUNCTION_OF(b));
    return true;
}

static bool equal(Interp *in, Value a, Value b, bool nans, bool *out) {
    *out = false;
    if (value_is_double(a) && value_is_double(b)) {
        *out = same_number(a.as.number, b.as.number, nans);
        return true;
    }
    Shape x = value_shape(a), y = value_shape(b);
    if (!shape_same(&x, &y) || (is_numbers(a) ? !is_numbers(b) : a.kind != b.kind))
        return true;
    if (in->depth >= EQUAL_DEPTH)
        return interp_fail(in, "isequal: values are nested too deeply");
    in->depth++;
    bool ok = equal_inside(in, a, b, nans, out);
    in->depth--;
    return ok;
}

bool value_is_equal(Interp *in, Value a, Value b, bool *out) {
    return equal(in, a, b, false, out);
}

bool value_is_equal_nan(Interp *in, Value a, Value b, bool *out) {
    return equal(in, a, b, true, out);
}
