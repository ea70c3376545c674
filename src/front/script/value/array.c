/* Arrays in memory: made, shared, and made the own of who writes to them. */
#include "front/script/value/objects.h"

size_t array_item(const Array *array) {
    return class_size((ValueClass)array->class_) << array->complex;
}

void array_forget_lazy(Array *array) {
    if (array->lazy)
        frit_array_free(array->lazy);
    array->lazy = NULL;
}

bool array_new_raw(Interp *in, ValueClass class_, bool complex, const Shape *shape, int64_t room,
                   Array **out) {
    int64_t count;
    uint64_t bytes;
    size_t item = class_size(class_) << complex;
    TRY(shape_bytes(in, shape, item, &count, &bytes));
    if (room > count) {
        if (__builtin_mul_overflow((uint64_t)room, (uint64_t)item, &bytes))
            return shape_bytes(in, &(Shape){2, {INT64_MAX, 2}}, 8, &count, &bytes);
    } else {
        room = count;
    }
    Array *array = object_new(in, VALUE_ARRAY, sizeof *array);
    Buffer *buffer = array ? buffer_new(in, bytes) : NULL;
    if (!buffer) {
        if (array)
            interp_release(in, array, sizeof *array);
        return false;
    }
    array->class_ = (uint8_t)class_;
    array->complex = complex;
    array->shape = *shape;
    shape_trim(&array->shape);
    array->count = count;
    array->data = buffer->data;
    array->buffer = buffer;
    array->room = room;
    *out = array;
    return true;
}

bool value_array_new(Interp *in, ValueClass class_, bool complex, const Shape *shape, Array **out) {
    TRY(array_new_raw(in, class_, complex, shape, 0, out));
    memset((*out)->data, 0, (size_t)(*out)->count * array_item(*out));
    return true;
}

bool value_zeros(Interp *in, ValueClass class_, const Shape *shape, Value *out) {
    Array *array;
    if (shape_count(shape) == 1) {
        *out = value_number(class_, 0);
        return true;
    }
    TRY(value_array_new(in, class_, false, shape, &array));
    *out = value_of_array(array);
    return true;
}

bool value_empty(Interp *in, Value *out) {
    Shape shape = shape_make(0, 0);
    return value_zeros(in, CLASS_DOUBLE, &shape, out);
}

static bool make_text(Interp *in, const char *text, size_t len, const Shape *shape, bool quoted,
                      Value *out) {
    Array *array;
    if (len == 1) {
        *out = (Value){.kind = VALUE_NUMBER,
                       .class_ = CLASS_CHAR,
                       .quoted = quoted,
                       .as.number = (unsigned char)text[0]};
        return true;
    }
    TRY(array_new_raw(in, CLASS_CHAR, false, shape, 0, &array));
    if (len)
        memcpy(array->data, text, len);
    array->quoted = quoted;
    *out = value_of_array(array);
    return true;
}

bool value_text(Interp *in, const char *text, size_t len, bool quoted, Value *out) {
    Shape shape = shape_make(len > 0, (int64_t)len);
    return make_text(in, text, len, &shape, quoted, out);
}

bool value_row_text(Interp *in, const char *text, size_t len, bool quoted, Value *out) {
    Shape shape = shape_make(1, (int64_t)len);
    return make_text(in, text, len, &shape, quoted, out);
}

bool array_reshaped(Interp *in, Array *array, const Shape *shape, Array **out) {
    if (!array->data)
        return recorded_reshape(in, array, shape, out);
    Array *other = object_new(in, VALUE_ARRAY, sizeof *other);
    if (!other)
        return false;
    *other = *array;
    other->head.refs = 1;
    other->shape = *shape;
    shape_trim(&other->shape);
    other->lazy = NULL;
    buffer_hold(other->buffer);
    *out = other;
    return true;
}

/* A copy in memory of its own. */
static bool array_copy(Interp *in, const Array *array, Array **out) {
    TRY(array_new_raw(in, (ValueClass)array->class_, array->complex, &array->shape, 0, out));
    memcpy((*out)->data, array->data, (size_t)array->count * array_item(array));
    (*out)->quoted = array->quoted;
    return true;
}

/* What is recorded, in memory of its own at once: of zeros(1, 1e7) nothing else is filled. */
static bool own_of_lazy(Interp *in, Array **array) {
    Array *a = *array, *own;
    TRY(array_new_raw(in, (ValueClass)a->class_, a->complex, &a->shape, 0, &own));
    own->quoted = a->quoted;
    if (!array_read(in, a, own->data)) {
        array_drop(in, own);
        return false;
    }
    array_drop(in, a);
    *array = own;
    return true;
}

bool array_reclaim(Interp *in, Array *a) {
    enum { RUN_RATHER_THAN_COPY = 1 << 20 };
    if (a->head.refs != 1 || !a->data)
        return false;
    array_forget_lazy(a);
    if (a->buffer->refs > 1 && a->buffer->bytes >= RUN_RATHER_THAN_COPY && in->context &&
        frit_recorded(in->context) && !interp_flush(in))
        interp_clear_error(in); /* it comes again when somebody looks */
    return value_array_is_own(a);
}

bool value_make_own(Interp *in, Array **array) {
    Array *a = *array, *copy;
    if (value_array_is_own(a))
        return true;
    if (!a->data && a->lazy && !a->unsure)
        return own_of_lazy(in, array);
    TRY(value_data(in, a));
    if (array_reclaim(in, a))
        return true;
    TRY(array_copy(in, a, &copy));
    array_drop(in, a);
    *array = copy;
    return true;
}

/* ---- simpler forms */

static bool has_imaginary(const Array *array) {
    if (array->class_ == CLASS_DOUBLE) {
        const double *x = array->data;
        for (int64_t k = 0; k < array->count; k++)
            if (x[2 * k + 1] != 0)
                return true;
    } else {
        const float *x = array->data;
        for (int64_t k = 0; k < array->count; k++)
            if (x[2 * k + 1] != 0)
                return true;
    }
    return false;
}

bool array_narrow(Interp *in, Array *array) {
    Buffer *buffer;
    size_t item = class_size((ValueClass)array->class_);
    if (!array->complex || has_imaginary(array))
        return true;
    buffer = buffer_new(in, (uint64_t)array->count * item);
    if (!buffer)
        return false;
    for (int64_t k = 0; k < array->count; k++)
        memcpy((char *)buffer->data + (size_t)k * item, (char *)array->data + 2 * (size_t)k * item,
               item);
    buffer_drop(in, array->buffer);
    array_forget_lazy(array);
    array->buffer = buffer;
    array->data = buffer->data;
    array->room = array->count;
    array->complex = false;
    return true;
}

/* The one element of the array. */
static Value only_element(const Array *array) {
    Value v = {.kind = VALUE_NUMBER, .class_ = array->class_, .quoted = array->quoted};
    if (array->class_ == CLASS_INT64)
        v.as.i64 = *(int64_t *)array->data;
    else if (array->class_ == CLASS_UINT64)
        v.as.u64 = *(uint64_t *)array->data;
    else
        v.as.number = element_double((ValueClass)array->class_, array->data, 0);
    return v;
}

bool value_simplify(Interp *in, Value *v) {
    if (v->kind != VALUE_ARRAY)
        return true;
    Array *array = VALUE_ARRAY_OF(*v);
    if (!array->data)
        return true;
    if (array->complex && !array_narrow(in, array)) {
        array_drop(in, array);
        *v = value_none();
        return false;
    }
    if (array->count == 1 && !array->complex) {
        Value number = only_element(array);
        array_drop(in, array);
        *v = number;
    }
    return true;
}
