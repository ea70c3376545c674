/* Products of matrices, and quotients and powers that are more than elementwise. */
#include "front/script/value/lanes.h"
#include "front/script/value/matrix_product.h"
#include "front/script/value/operators.h"

static bool fail_shapes(Interp *in, BinaryOp op, Value a, Value b) {
    char left[SHAPE_TEXT], right[SHAPE_TEXT];
    Shape p = value_shape(a), q = value_shape(b);
    /* Dimensions behind the second count as columns. */
    Shape x = shape_make(p.at[0], p.at[0] ? value_count(a) / p.at[0] : 0);
    Shape y = shape_make(q.at[0], q.at[0] ? value_count(b) / q.at[0] : 0);
    return interp_fail_id(in, "Octave:nonconformant-args",
                          "operator %s: nonconformant arguments (op1 is %s, op2 is %s)",
                          binary_name(op), shape_text(p.rank > 2 ? &x : &p, left),
                          shape_text(q.rank > 2 ? &y : &q, right));
}

/* Pairs. */
static void product_pairs(int64_t m, int64_t inner, int64_t n, const double *a, const double *b,
                          double *c) {
    memset(c, 0, (size_t)(2 * m * n) * sizeof *c);
    for (int64_t j = 0; j < n; j++)
        for (int64_t k = 0; k < inner; k++) {
            double re = b[2 * (j * inner + k)], im = b[2 * (j * inner + k) + 1];
            for (int64_t i = 0; i < m; i++) {
                double p = a[2 * (k * m + i)], q = a[2 * (k * m + i) + 1];
                c[2 * (j * m + i)] += p * re - q * im;
                c[2 * (j * m + i) + 1] += p * im + q * re;
            }
        }
}

/* The elements as the lane has them, in memory of its own or, where they are that already, where they lie. */
static bool as_lane(Interp *in, const Array *array, Lane lane, void **out) {
    if (lane_is(lane, (ValueClass)array->class_, array->complex)) {
        *out = array->data;
        return true;
    }
    *out = interp_alloc(in, (size_t)array->count * lane_size(lane));
    if (*out)
        lane_read(lane, (ValueClass)array->class_, array->complex, array->data, 0, array->count,
                  *out);
    return *out != NULL;
}

static void free_lane(Interp *in, const Array *array, Lane lane, void *data) {
    if (data != array->data)
        interp_release(in, data, (size_t)array->count * lane_size(lane));
}

static bool product_arrays(Interp *in, const Array *a, const Array *b, ValueClass class_,
                           Value *out) {
    int64_t m = a->shape.at[0], inner = a->shape.at[1], n = b->shape.at[1];
    bool complex = a->complex || b->complex;
    Lane lane = complex ? LANE_DOUBLES : class_ == CLASS_SINGLE ? LANE_SINGLE : LANE_DOUBLE;
    Shape shape = shape_make(m, n);
    Array *result, *wide = NULL;
    void *x = NULL, *y = NULL;
    ValueClass made = complex ? CLASS_DOUBLE : class_;
    TRY(array_new_raw(in, made, complex, &shape, 0, &result));
    bool ok = as_lane(in, a, lane, &x) && as_lane(in, b, lane, &y);
    if (ok && complex)
        product_pairs(m, inner, n, x, y, result->data);
    else if (ok && lane == LANE_SINGLE)
        product_single(m, inner, n, x, y, result->data);
    else if (ok)
        product_double(m, inner, n, x, y, result->data);
    if (x)
        free_lane(in, a, lane, x);
    if (y)
        free_lane(in, b, lane, y);
    if (ok && made != class_) {
        Value cast;
        wide = result;
        ok = value_cast(in, value_of_array(wide), class_, &cast);
        result = ok ? VALUE_ARRAY_OF(cast) : NULL;
        array_drop(in, wide);
    }
    if (!ok) {
        array_drop(in, result);
        return false;
    }
    *out = value_of_array(result);
    return value_simplify(in, out);
}

static bool product(Interp *in, Value a, Value b, ValueClass class_, Value *out) {
    Shape p = value_shape(a), q = value_shape(b);
    Array *x, *y;
    bool done = false;
    if (p.rank > 2 || q.rank > 2 || p.at[1] != q.at[0])
        return fail_shapes(in, BINARY_MUL, a, b);
    if (is_recorded_size(a) || is_recorded_size(b)) {
        TRY(recorded_product(in, a, b, class_, &done, out));
        if (done)
            return true;
    }
    TRY(value_to_array(in, a, &x));
    if (!value_to_array(in, b, &y)) {
        array_drop(in, x);
        return false;
    }
    bool ok = product_arrays(in, x, y, class_, out);
    array_drop(in, x);
    array_drop(in, y);
    return ok;
}

bool matrix_binary(Interp *in, BinaryOp op, Value a, Value b, Value *out) {
    ValueClass class_;
    TRY(arithmetic_class(in, op, a, b, &class_));
    if (op == BINARY_POW && !value_is_scalar(a) && !value_is_scalar(b))
        return interp_fail(in, "can't do A ^ B for A and B both matrices");
    if (class_is_integer(class_))
        return fail_binary(in, op, a, b);
    if (op == BINARY_MUL)
        return product(in, a, b, class_, out);
    if (op == BINARY_POW)
        return matrix_power(in, a, b, class_, out);
    Shape p = value_shape(a), q = value_shape(b);
    if (p.rank > 2 || q.rank > 2 || (op == BINARY_DIV ? p.at[1] != q.at[1] : p.at[0] != q.at[0]))
        return fail_shapes(in, op, a, b);
    return matrix_quotient(in, op, a, b, class_, out);
}
