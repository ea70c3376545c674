/* Elements of any class as doubles and back; walks; shapes. */
#include "front/script/builtin/arrays.h"

/* Loops over elements shall be vectors. */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("O3")
#endif

#include <math.h>

/* ---- numbers */

static void widen(const Array *array, double *to, bool pairs) {
    int64_t n = array->count;
    if (array->complex) {
        const float *single = array->data;
        const double *real = array->data;
        for (int64_t k = 0; k < 2 * n; k++)
            to[k] = array->class_ == CLASS_SINGLE ? (double)single[k] : real[k];
        return;
    }
    if (array->class_ == CLASS_DOUBLE && !pairs) {
        memcpy(to, array->data, (size_t)n * sizeof *to);
        return;
    }
    for (int64_t k = 0; k < n; k++) {
        double x = element_double(array->class_, array->data, k);
        to[pairs ? 2 * k : k] = x;
        if (pairs)
            to[2 * k + 1] = 0;
    }
}

static bool numbers_read(Interp *in, Value v, bool pairs, Numbers *out) {
    memset(out, 0, sizeof *out);
    Array *array;
    TRY(value_to_array(in, v, &array));
    out->class_ = (ValueClass)array->class_;
    out->complex = array->complex || pairs;
    out->shape = array->shape;
    out->count = array->count;
    if (array->class_ == CLASS_DOUBLE && array->complex == out->complex) {
        out->array = array;
        out->at = array->data;
        return true;
    }
    size_t item = sizeof(double) * (out->complex ? 2 : 1);
    out->at = interp_alloc(in, (size_t)out->count * item);
    if (out->at)
        widen(array, out->at, out->complex);
    array_drop(in, array);
    return out->at != NULL;
}

bool numbers_of(Interp *in, Value v, Numbers *out) {
    return numbers_read(in, v, false, out);
}

bool numbers_complex_of(Interp *in, Value v, Numbers *out) {
    return numbers_read(in, v, true, out);
}

bool numbers_new(Interp *in, ValueClass class_, bool complex, const Shape *shape, Numbers *out) {
    memset(out, 0, sizeof *out);
    uint64_t bytes;
    if (complex && !class_is_float(class_))
        return interp_fail(in, "complex numbers of class %s are not supported", class_name(class_));
    TRY(shape_bytes(in, shape, sizeof(double) * (complex ? 2 : 1), &out->count, &bytes));
    out->class_ = class_;
    out->complex = complex;
    out->shape = *shape;
    shape_trim(&out->shape);
    if (class_ == CLASS_DOUBLE) {
        TRY(array_new_raw(in, class_, complex, &out->shape, 0, &out->array));
        out->at = out->array->data;
        return true;
    }
    out->at = interp_alloc(in, (size_t)bytes);
    return out->at != NULL;
}

void numbers_free(Interp *in, Numbers *n) {
    if (n->array)
        array_drop(in, n->array);
    else
        interp_release(in, n->at, (size_t)n->count * sizeof(double) * (n->complex ? 2 : 1));
    memset(n, 0, sizeof *n);
}

bool numbers_value(Interp *in, Numbers *n, Value *out) {
    Array *array = n->array;
    if (array) {
        array_hold(array);
    } else {
        bool ok = array_new_raw(in, n->class_, n->complex, &n->shape, 0, &array);
        for (int64_t k = 0; ok && k < n->count * (n->complex ? 2 : 1); k++) {
            if (n->complex)
                ((float *)array->data)[k] = (float)n->at[k];
            else
                element_store(n->class_, array->data, k, n->at[k]);
        }
        if (!ok) {
            numbers_free(in, n);
            return false;
        }
    }
    numbers_free(in, n);
    *out = value_of_array(array);
    return value_simplify(in, out);
}

bool value_of_doubles(Interp *in, const double *at, const Shape *shape, Value *out) {
    Numbers n;
    TRY(numbers_new(in, CLASS_DOUBLE, false, shape, &n));
    if (n.count)
        memcpy(n.at, at, (size_t)n.count * sizeof *at);
    return numbers_value(in, &n, out);
}

bool value_of_row(Interp *in, const double *at, int64_t n, Value *out) {
    Shape shape = shape_make(1, n);
    return value_of_doubles(in, at, &shape, out);
}

/* ---- elements by number */

bool array_pick(Interp *in, const Array *array, const int64_t *places, const Shape *shape,
                Value *out) {
    Array *to;
    TRY(array_new_raw(in, (ValueClass)array->class_, array->complex, shape, 0, &to));
    to->quoted = array->quoted;
    size_t item = array_item(array);
    char *write = to->data;
    const char *from = array->data;
    for (int64_t k = 0; k < to->count; k++, write += item) {
        if (places[k] < 0)
            memset(write, 0, item);
        else if (item == 8)
            memcpy(write, from + places[k] * 8, 8);
        else
            memcpy(write, from + (size_t)places[k] * item, item);
    }
    *out = value_of_array(to);
    return value_simplify(in, out);
}

static bool struct_pick(Interp *in, const Struct *from, const int64_t *places, const Shape *shape,
                        Value *out) {
    TRY(value_struct_shaped(in, shape, out));
    Struct *to = VALUE_STRUCT_OF(*out);
    for (uint32_t f = 0; f < from->fields; f++) {
        uint32_t index;
        if (!value_struct_add_field(in, to, from->names[f], &index)) {
            value_clear(in, out);
            return false;
        }
        for (int64_t k = 0; k < to->count; k++) {
            if (places[k] < 0)
                continue;
            value_drop(in, to->at[index][k]);
            to->at[index][k] = value_hold(from->at[f][places[k]]);
        }
    }
    return true;
}

bool value_pick(Interp *in, Value v, const int64_t *places, const Shape *shape, Value *out) {
    if (v.kind == VALUE_CELL) {
        TRY(value_cell_new(in, shape, out));
        Cell *to = VALUE_CELL_OF(*out);
        for (int64_t k = 0; k < to->count; k++)
            if (places[k] >= 0)
                to->at[k] = value_hold(VALUE_CELL_OF(v)->at[places[k]]);
        return true;
    }
    if (v.kind == VALUE_STRUCT)
        return struct_pick(in, VALUE_STRUCT_OF(v), places, shape, out);
    if (!value_has_elements(v)) {
        if (shape_count(shape) != 1)
            return fail_wrong_type(in, "index", v);
        *out = value_hold(v);
        return true;
    }
    Array *array;
    TRY(value_to_array(in, v, &array));
    bool ok = array_pick(in, array, places, shape, out);
    array_drop(in, array);
    return ok;
}

int64_t *places_new(Interp *in, int64_t n) {
    return interp_alloc(in, (size_t)n * sizeof(int64_t));
}

void places_free(Interp *in, int64_t *places, int64_t n) {
    interp_release(in, places, (size_t)n * sizeof *places);
}

/* ---- dimensions */

Walk walk_along(const Shape *shape, uint32_t axis) {
    Walk walk = {1, shape_at(shape, axis), 1};
    for (uint32_t k = 0; k < shape->rank; k++) {
        if (k < axis)
            walk.inner *= shape->at[k];
        if (k > axis)
            walk.outer *= shape->at[k];
    }
    return walk;
}

uint32_t shape_first_axis(const Shape *shape) {
    for (uint32_t k = 0; k < shape->rank; k++)
        if (shape->at[k] != 1)
            return k;
    return 0;
}

Shape shape_with(const Shape *shape, uint32_t axis, int64_t extent) {
    Shape out = *shape;
    while (out.rank <= axis && out.rank < VALUE_RANK_MAX)
        out.at[out.rank++] = 1;
    if (axis < out.rank)
        out.at[axis] = extent;
    shape_trim(&out);
    return out;
}

bool shape_is_vector(const Shape *shape) {
    return shape->rank == 2 && (shape->at[0] == 1 || shape->at[1] == 1);
}

bool shape_is_square(const Shape *shape) {
    return shape->rank == 2 && shape->at[0] == shape->at[1];
}

bool shape_broadcast(const Shape *a, const Shape *b, Shape *out) {
    out->rank = a->rank > b->rank ? a->rank : b->rank;
    for (uint32_t k = 0; k < out->rank; k++) {
        int64_t x = shape_at(a, k), y = shape_at(b, k);
        if (x != y && x != 1 && y != 1)
            return false;
        out->at[k] = x == 1 ? y : x;
    }
    shape_trim(out);
    return true;
}

bool fail_nonconformant(Interp *in, const char *who, const Shape *a, const Shape *b) {
    char one[SHAPE_TEXT], two[SHAPE_TEXT];
    return interp_fail_id(in, "Octave:nonconformant-args",
                          "%s: nonconformant arguments (op1 is %s, op2 is %s)", who,
                          shape_text(a, one), shape_text(b, two));
}
