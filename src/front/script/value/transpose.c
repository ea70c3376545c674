/* Rows as columns. */
#include "front/script/value/operators.h"

/* Squares of elements, so that lines of both sides are used while they are near. */
#define TURN(T)                                                       \
    for (int64_t i = 0; i < rows; i += TILE)                          \
        for (int64_t j = 0; j < columns; j += TILE)                   \
            for (int64_t p = i; p < rows && p < i + TILE; p++)        \
                for (int64_t q = j; q < columns && q < j + TILE; q++) \
    ((T *)to)[p * columns + q] = ((const T *)from)[q * rows + p]

typedef struct Sixteen {
    uint64_t part[2];
} Sixteen;

static void turn(size_t item, int64_t rows, int64_t columns, const void *from, void *to) {
    enum { TILE = 16 };
    switch (item) {
    case 1: TURN(uint8_t); break;
    case 2: TURN(uint16_t); break;
    case 4: TURN(uint32_t); break;
    case 8: TURN(uint64_t); break;
    default: TURN(Sixteen);
    }
}

static void conjugate(Array *array) {
    for (int64_t k = 0; k < array->count; k++)
        if (array->class_ == CLASS_DOUBLE)
            ((double *)array->data)[2 * k + 1] *= -1;
        else
            ((float *)array->data)[2 * k + 1] *= -1;
}

static bool transpose_array(Interp *in, Array *a, bool conj, Value *out) {
    Array *result;
    bool done = false;
    int64_t rows = a->shape.at[0], columns = a->shape.at[1];
    Shape shape = shape_make(columns, rows);
    bool vector = rows == 1 || columns == 1 || a->count == 0;
    conj = conj && a->complex;
    if (vector && !conj) {
        TRY(array_reshaped(in, a, &shape, &result));
        *out = value_of_array(result);
        return true;
    }
    if (is_recorded_size(value_of_array(a)) && !a->complex) {
        TRY(recorded_transpose(in, a, &done, out));
        if (done)
            return true;
    }
    TRY(value_data(in, a));
    TRY(array_new_raw(in, (ValueClass)a->class_, a->complex, &shape, 0, &result));
    turn(array_item(a), rows, columns, a->data, result->data);
    result->quoted = a->quoted;
    if (conj && result->complex)
        conjugate(result);
    *out = value_of_array(result);
    return !conj || value_simplify(in, out);
}

static bool transpose_cell(Interp *in, const Cell *c, Value *out) {
    int64_t rows = c->shape.at[0], columns = c->shape.at[1];
    Shape shape = shape_make(columns, rows);
    TRY(value_cell_new(in, &shape, out));
    Cell *result = VALUE_CELL_OF(*out);
    for (int64_t i = 0; i < rows; i++)
        for (int64_t j = 0; j < columns; j++)
            result->at[i * columns + j] = value_hold(c->at[j * rows + i]);
    return true;
}

static bool transpose_struct(Interp *in, const Struct *s, Value *out) {
    int64_t rows = s->shape.at[0], columns = s->shape.at[1];
    Shape shape = shape_make(columns, rows);
    uint32_t index;
    TRY(value_struct_shaped(in, &shape, out));
    Struct *result = VALUE_STRUCT_OF(*out);
    for (uint32_t f = 0; f < s->fields; f++) {
        if (!value_struct_add_field(in, result, s->names[f], &index)) {
            value_clear(in, out);
            return false;
        }
        for (int64_t i = 0; i < rows; i++)
            for (int64_t j = 0; j < columns; j++) {
                Value *to = &result->at[index][i * columns + j];
                value_drop(in, *to);
                *to = value_hold(s->at[f][j * rows + i]);
            }
    }
    return true;
}

bool value_transposed(Interp *in, Value a, bool conj, Value *out) {
    Shape shape = value_shape(a);
    Array *array;
    if (a.kind == VALUE_NUMBER) {
        *out = a;
        return true;
    }
    if (shape.rank > 2)
        return interp_fail(in, "transpose not defined for N-D objects");
    if (a.kind == VALUE_CELL)
        return transpose_cell(in, VALUE_CELL_OF(a), out);
    if (a.kind == VALUE_STRUCT)
        return transpose_struct(in, VALUE_STRUCT_OF(a), out);
    if (a.kind == VALUE_ARRAY)
        return transpose_array(in, VALUE_ARRAY_OF(a), conj, out);
    TRY(value_to_array(in, a, &array));
    bool ok = transpose_array(in, array, conj, out);
    array_drop(in, array);
    return ok;
}
