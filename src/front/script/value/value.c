/* Objects and their references; values that are made without a look at elements. */
#include "front/script/value/objects.h"

void *object_new(Interp *in, ValueKind kind, size_t size) {
    Object *object = interp_alloc(in, size);
    if (!object)
        return NULL;
    memset(object, 0, size);
    object->refs = 1;
    object->kind = (uint8_t)kind;
    return object;
}

static void array_free(Interp *in, Array *array) {
    buffer_drop(in, array->buffer);
    array_forget_lazy(array);
    interp_release(in, array, sizeof *array);
}

void value_free_object(Interp *in, Object *object) {
    switch ((ValueKind)object->kind) {
    case VALUE_ARRAY: array_free(in, (Array *)object); break;
    case VALUE_RANGE: interp_release(in, object, sizeof(Range)); break;
    case VALUE_CELL: cell_free(in, (Cell *)object); break;
    case VALUE_STRUCT: struct_free(in, (Struct *)object); break;
    case VALUE_FUNCTION: function_free(in, (Function *)object); break;
    case VALUE_MAP: map_free(in, (Map *)object); break;
    default: break;
    }
}

void value_drop_all(Interp *in, Value *values, uint32_t count) {
    for (uint32_t k = 0; k < count; k++) {
        value_drop(in, values[k]);
        values[k] = value_none();
    }
}

Value value_of_array(Array *array) {
    return (Value){.kind = VALUE_ARRAY, .as.object = &array->head};
}

Value value_number(ValueClass class_, double x) {
    Value v = {.kind = VALUE_NUMBER, .class_ = (uint8_t)class_};
    union {
        double f64;
        float f32;
        int8_t i8;
        int16_t i16;
        int32_t i32;
        int64_t i64;
        uint64_t u64;
    } room;
    if (class_ == CLASS_DOUBLE) {
        v.as.number = x;
        return v;
    }
    element_store(class_, &room, 0, x);
    if (class_ == CLASS_INT64)
        v.as.i64 = room.i64;
    else if (class_ == CLASS_UINT64)
        v.as.u64 = room.u64;
    else
        v.as.number = element_double(class_, &room, 0);
    return v;
}

bool value_complex(Interp *in, ValueClass class_, double re, double im, Value *out) {
    Array *array;
    Shape shape = shape_make(1, 1);
    if (class_ == CLASS_SINGLE)
        im = (double)(float)im;
    if (im == 0) {
        *out = value_number(class_, re);
        return true;
    }
    TRY(array_new_raw(in, class_, true, &shape, 0, &array));
    element_store(class_, array->data, 0, re);
    element_store(class_, array->data, 1, im);
    *out = value_of_array(array);
    return true;
}

/* ---- functions */

char *text_copy(Interp *in, const char *text, size_t len) {
    char *copy = interp_alloc(in, len + 1);
    if (copy) {
        if (len)
            memcpy(copy, text, len);
        copy[len] = '\0';
    }
    return copy;
}

bool value_function_new(Interp *in, const char *name, void *code, const FunctionCalls *calls,
                        Value *out) {
    Function *f = object_new(in, VALUE_FUNCTION, sizeof *f);
    if (!f)
        return false;
    if (name) {
        f->name = text_copy(in, name, strlen(name));
        if (!f->name) {
            interp_release(in, f, sizeof *f);
            return false;
        }
    }
    f->code = code;
    f->calls = calls;
    *out = (Value){.kind = VALUE_FUNCTION, .as.object = &f->head};
    return true;
}

void function_free(Interp *in, Function *function) {
    if (function->code && function->calls && function->calls->free)
        function->calls->free(in, function->code);
    if (function->name)
        interp_release(in, function->name, strlen(function->name) + 1);
    interp_release(in, function, sizeof *function);
}
