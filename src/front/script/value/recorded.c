/*
 * Between values and arrays of frit's. Shapes are reversed at this border and nowhere else: an m x n x p array is one of frit's
 * with the extents [p, n, m], row-major.
 */
#include "front/script/value/recorded.h"

#include "front/script/value/turn.h"

#include <math.h>

static const char *const dtypes[CLASS_COUNT] = {"f64", "f32", "i8",  "i16", "i32",  "i64",
                                                "u8",  "u16", "u32", "u64", "bool", "u8"};

const char *class_dtype(ValueClass class_, bool complex) {
    return complex ? class_ == CLASS_SINGLE ? "c64" : "c128" : dtypes[class_];
}

static uint32_t reversed(const Shape *shape, int64_t *out) {
    for (uint32_t k = 0; k < shape->rank; k++)
        out[k] = shape->at[shape->rank - 1 - k];
    return shape->rank;
}

bool interp_flush(Interp *in) {
    in->recorded_bytes = 0;
    if (!in->context || !frit_recorded(in->context))
        return true;
    if (frit_flush(in->context, &in->raw) != FRIT_OK)
        return interp_fail_raw(in);
    if (in->calls.ran)
        in->calls.ran(in);
    return true;
}

/* ---- from values */

static void release_buffer(void *user) {
    Buffer *buffer = user;
    buffer_drop(buffer->home, buffer);
}

/* The memory of the array as one of frit's, which it keeps beside it. */
static bool wrap(Interp *in, Array *array) {
    int64_t shape[VALUE_RANK_MAX];
    uint32_t rank = reversed(&array->shape, shape);
    /* What is recorded keeps memory alive that nobody else may need any more. */
    if (in->recorded_bytes > RECORDED_BYTES_MOST)
        TRY(interp_flush(in));
    if (frit_array_wrap(in->context, class_dtype((ValueClass)array->class_, array->complex), rank,
                        shape, NULL, array->data, true, release_buffer, buffer_hold(array->buffer),
                        &array->lazy, &in->raw) != FRIT_OK) {
        array->lazy = NULL;
        buffer_drop(in, array->buffer);
        return interp_fail_raw(in);
    }
    in->recorded_bytes += (uint64_t)array->count * array_item(array);
    return true;
}

static bool range_to_frit(Interp *in, const Range *r, frit_array **out) {
    char attrs[96];
    frit_array *steps, *step = NULL, *base = NULL, *scaled = NULL;
    snprintf(attrs, sizeof attrs, "shape=[%lld,1],axis=0,to=f64", (long long)r->count);
    TRY(record_op(in, "iota", NULL, 0, attrs, &steps));
    bool ok = record_number(in, "f64", r->step, &step) &&
              record_number(in, "f64", r->base, &base) &&
              record_op(in, "mul", (frit_array *[]){steps, step}, 2, NULL, &scaled) &&
              record_op(in, "add", (frit_array *[]){scaled, base}, 2, NULL, out);
    record_drop(steps);
    record_drop(step);
    record_drop(base);
    record_drop(scaled);
    return ok;
}

bool value_to_frit(Interp *in, Value v, frit_array **out) {
    Array *array;
    *out = NULL;
    if (!in->context)
        return interp_fail(in, "there is no context to record in");
    if (in->turn) {
        bool done;
        TRY(turn_value(in, v, &done, out));
        if (done)
            return true;
    }
    if (v.kind == VALUE_RANGE) {
        const Range *r = VALUE_RANGE_OF(v);
        if (r->count > 1 && range_at(r, r->count - 1) == r->base + (double)(r->count - 1) * r->step)
            return range_to_frit(in, r, out);
    }
    if (v.kind == VALUE_ARRAY)
        array = array_hold(VALUE_ARRAY_OF(v));
    else
        TRY(value_to_array(in, v, &array));
    bool done, ok;
    if (in->turn) {
        ok = turn_value(in, value_of_array(array), &done, out);
    } else {
        ok = array->lazy || wrap(in, array);
        if (ok) {
            *out = array->lazy;
            frit_array_retain(*out);
        }
    }
    array_drop(in, array);
    return ok;
}

/* ---- to values */

bool value_from_frit(Interp *in, frit_array *array, ValueClass class_, Value *out) {
    int64_t full[VALUE_RANK_MAX];
    frit_dtype_info info;
    uint32_t rank = frit_array_rank(array);
    Shape shape = shape_make(1, 1);
    Array *made = NULL;
    if (rank > VALUE_RANK_MAX) {
        frit_array_free(array);
        return interp_fail(in, "more than %d dimensions", VALUE_RANK_MAX);
    }
    for (uint32_t k = 0; k < rank; k++)
        shape.at[k] = frit_array_shape(array)[rank - 1 - k];
    shape.rank = rank < 2 ? 2 : rank;
    shape_trim(&shape);
    if (shape.rank != rank) {
        frit_array *other;
        reversed(&shape, full);
        bool ok = frit_array_reshape(array, shape.rank, full, &other, &in->raw) == FRIT_OK;
        frit_array_free(array);
        if (!ok)
            return interp_fail_raw(in);
        array = other;
    }
    made = object_new(in, VALUE_ARRAY, sizeof *made);
    if (!made) {
        frit_array_free(array);
        return false;
    }
    made->class_ = (uint8_t)class_;
    made->complex =
        frit_dtype_describe(frit_array_dtype(array), &info) && info.kind == FRIT_KIND_COMPLEX;
    made->unsure = made->complex;
    made->shape = shape;
    made->count = shape_count(&shape);
    made->lazy = array;
    *out = value_of_array(made);
    if (in->turn && !turn_made(in, made)) {
        value_clear(in, out);
        *out = value_none();
        return false;
    }
    return true;
}

static bool is_dense(const frit_array *array, size_t item) {
    const int64_t *shape = frit_array_shape(array), *strides = frit_array_strides(array);
    int64_t stride = (int64_t)item;
    for (uint32_t k = frit_array_rank(array); k-- > 0;) {
        if (shape[k] != 1 && strides[k] != stride)
            return false;
        stride *= shape[k];
    }
    return true;
}

static bool bring(Interp *in, Array *array) {
    const int64_t *strides;
    void *data;
    TRY(turn_refuse(in));
    if (array->count && !is_dense(array->lazy, array_item(array))) {
        frit_array *dense;
        TRY(record_op(in, "copy", &array->lazy, 1, NULL, &dense));
        frit_array_free(array->lazy);
        array->lazy = dense;
    }
    Buffer *buffer = interp_alloc(in, sizeof *buffer);
    if (!buffer)
        return false;
    bool runs = frit_recorded(in->context) > 0;
    if (frit_array_data(array->lazy, &data, &strides, &in->raw) != FRIT_OK) {
        interp_release(in, buffer, sizeof *buffer);
        return interp_fail_raw(in);
    }
    frit_array_retain(array->lazy);
    *buffer = (Buffer){1, 0, data, array->lazy, in};
    array->buffer = buffer;
    array->data = data;
    array->room = array->count;
    if (runs) {
        in->recorded_bytes = 0;
        if (in->calls.ran)
            in->calls.ran(in);
    }
    return true;
}

bool array_read(Interp *in, Array *array, void *to) {
    TRY(turn_refuse(in));
    bool runs = frit_recorded(in->context) > 0;
    size_t size = (size_t)array->count * array_item(array);
    if (size && frit_array_read(array->lazy, to, size, &in->raw) != FRIT_OK)
        return interp_fail_raw(in);
    if (runs && frit_recorded(in->context) == 0) {
        in->recorded_bytes = 0;
        if (in->calls.ran)
            in->calls.ran(in);
    }
    return true;
}

bool value_data(Interp *in, Array *array) {
    return array->data || bring(in, array);
}

bool value_narrow(Interp *in, Value v) {
    if (v.kind != VALUE_ARRAY || !VALUE_ARRAY_OF(v)->unsure)
        return true;
    TRY(value_data(in, VALUE_ARRAY_OF(v)) && array_narrow(in, VALUE_ARRAY_OF(v)));
    VALUE_ARRAY_OF(v)->unsure = false;
    return true;
}

bool recorded_reshape(Interp *in, Array *array, const Shape *shape, Array **out) {
    int64_t full[VALUE_RANK_MAX];
    Shape trimmed = *shape;
    frit_array *other, *whole;
    Value v;
    shape_trim(&trimmed);
    uint32_t rank = reversed(&trimmed, full);
    bool ok = true;
    TRY(value_to_frit(in, value_of_array(array), &whole));
    if (frit_array_reshape(whole, rank, full, &other, &in->raw) != FRIT_OK) {
        char attrs[200];
        size_t at = (size_t)snprintf(attrs, sizeof attrs, "shape=[");
        for (uint32_t k = 0; k < rank; k++)
            at += (size_t)snprintf(attrs + at, sizeof attrs - at, "%s%lld", k ? "," : "",
                                   (long long)full[k]);
        snprintf(attrs + at, sizeof attrs - at, "]");
        ok = record_op(in, "reshape", &whole, 1, attrs, &other);
    }
    record_drop(whole);
    TRY(ok);
    TRY(value_from_frit(in, other, (ValueClass)array->class_, &v));
    *out = VALUE_ARRAY_OF(v);
    (*out)->quoted = array->quoted;
    return true;
}

/* ---- signs */

bool value_is_positive(Value v) {
    if (v.kind == VALUE_NUMBER)
        return class_is_float((ValueClass)v.class_) && v.as.number >= 0 && !signbit(v.as.number);
    return v.kind == VALUE_ARRAY && !VALUE_ARRAY_OF(v)->data && VALUE_ARRAY_OF(v)->positive;
}

/* ---- steps */

bool record_op(Interp *in, const char *op, frit_array *const *inputs, uint32_t n, const char *attrs,
               frit_array **out) {
    return frit_apply(in->context, op, inputs, n, attrs, out, &in->raw) == FRIT_OK ||
           interp_fail_raw(in);
}

void record_drop(frit_array *array) {
    if (array)
        frit_array_free(array);
}

/* One that was recorded lately; NULL. */
static frit_array *find_number(const Interp *in, const char *dtype, uint64_t bits) {
    for (uint32_t k = 0; k < NUMBERS_KEPT; k++)
        if (in->numbers[k].array && in->numbers[k].bits == bits &&
            !strcmp(in->numbers[k].dtype, dtype))
            return in->numbers[k].array;
    return NULL;
}

static bool number_of_bits(Interp *in, const char *dtype, uint64_t bits, const void *data,
                           frit_array **out) {
    if (in->turn)
        return turn_number(in, dtype, bits, out);
    *out = find_number(in, dtype, bits);
    if (!*out) {
        if (frit_array_new(in->context, dtype, 0, NULL, NULL, data, out, &in->raw) != FRIT_OK)
            return interp_fail_raw(in);
        struct RecordedNumber *kept = &in->numbers[in->numbers_next++ % NUMBERS_KEPT];
        record_drop(kept->array);
        snprintf(kept->dtype, sizeof kept->dtype, "%s", dtype);
        kept->bits = bits;
        kept->array = *out;
    }
    frit_array_retain(*out);
    return true;
}

bool record_number(Interp *in, const char *dtype, double x, frit_array **out) {
    uint64_t bits = 0;
    float f32 = (float)x;
    if (dtype[1] == '3')
        memcpy(&bits, &f32, sizeof f32);
    else
        memcpy(&bits, &x, sizeof x);
    return number_of_bits(in, dtype, bits, dtype[1] == '3' ? (const void *)&f32 : &x, out);
}

bool record_draw(Interp *in, uint64_t key, uint64_t draw, frit_array *out[2]) {
    char literal[32];
    frit_array *offset;
    out[0] = out[1] = NULL;
    TRY(number_of_bits(in, "u64", key, &key, &out[0]));
    if (in->turn)
        return turn_draw(in, draw, &out[1]);
    if (!in->first_draw || !frit_recorded(in->context) || draw < in->first_draw_number) {
        record_drop(in->first_draw);
        in->first_draw = NULL;
        if (frit_array_new(in->context, "u64", 0, NULL, NULL, &draw, &in->first_draw, &in->raw) !=
            FRIT_OK)
            return interp_fail_raw(in);
        in->first_draw_number = draw;
    }
    if (draw == in->first_draw_number) {
        out[1] = in->first_draw;
        frit_array_retain(out[1]);
        return true;
    }
    snprintf(literal, sizeof literal, "%llu:u64",
             (unsigned long long)(draw - in->first_draw_number));
    if (frit_literal(in->context, literal, &offset, &in->raw) != FRIT_OK)
        return interp_fail_raw(in);
    bool ok = record_op(in, "add", (frit_array *[]){in->first_draw, offset}, 2, NULL, &out[1]);
    record_drop(offset);
    return ok;
}

void record_forget(Interp *in) {
    for (uint32_t k = 0; k < NUMBERS_KEPT; k++) {
        record_drop(in->numbers[k].array);
        in->numbers[k].array = NULL;
    }
    record_drop(in->first_draw);
    in->first_draw = NULL;
}
