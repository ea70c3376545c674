/*
 * Operators on large arrays as recorded steps. What has no steps with the same results is left to the loops in memory: *done stays
 * false. Errors are raised here as there.
 */
#include <math.h>

#include "front/script/value/broadcast.h"
#include "front/script/value/recorded.h"

/* ---- operands */

static bool is_wide(Value v) {
    ValueClass class_ = value_class(v);
    return class_ == CLASS_INT64 || class_ == CLASS_UINT64;
}

/* Takes the array's place: out of *array comes op(*array, ...others). */
static bool step(Interp *in, const char *op, frit_array **array, frit_array *other,
                 const char *attrs) {
    frit_array *made, *inputs[2] = {*array, other};
    TRY(record_op(in, op, inputs, other ? 2 : 1, attrs, &made));
    record_drop(*array);
    *array = made;
    return true;
}

static bool is_dtype(const frit_array *array, const char *dtype) {
    return frit_array_dtype(array) == frit_dtype_find(dtype);
}

static bool cast_to(Interp *in, frit_array **array, const char *dtype) {
    char attrs[16];
    if (is_dtype(*array, dtype))
        return true;
    snprintf(attrs, sizeof attrs, "to=%s", dtype);
    return step(in, "cast", array, NULL, attrs);
}

/* A value as an array of the dtype; numbers as floats as arrays of rank 0. */
static bool operand_of(Interp *in, Value v, const char *dtype, frit_array **out) {
    *out = NULL;
    if (v.kind == VALUE_NUMBER && dtype[0] == 'f')
        return record_number(in, dtype, number_double(v), out);
    return value_to_frit(in, v, out) && cast_to(in, out, dtype);
}

static bool operands_of(Interp *in, Value a, Value b, const char *dtype, frit_array *out[2]) {
    out[0] = out[1] = NULL;
    return operand_of(in, a, dtype, &out[0]) && operand_of(in, b, dtype, &out[1]);
}

static void drop_both(frit_array *x[2]) {
    record_drop(x[0]);
    record_drop(x[1]);
}

/* ---- classes of integers */

/* Rounds half away from zero by what lies just below one half: a cast cuts off what is behind the point, and saturates. */
static bool round_away(Interp *in, frit_array **x) {
    frit_array *half, *signed_half = NULL;
    if (frit_literal(in->context, "0.49999999999999994:f64", &half, &in->raw) != FRIT_OK)
        return interp_fail_raw(in);
    bool ok = record_op(in, "copysign", (frit_array *[]){half, *x}, 2, NULL, &signed_half) &&
              step(in, "add", x, signed_half, NULL);
    record_drop(half);
    record_drop(signed_half);
    return ok;
}

static bool is_whole_value(Value v) {
    if (v.kind == VALUE_NUMBER)
        return number_double(v) == floor(number_double(v));
    return value_class(v) >= CLASS_INT8 && value_class(v) < CLASS_COUNT;
}

/* The result in its class; it was computed in doubles, or in singles for single. */
static bool finish(Interp *in, frit_array *x, bool whole, ValueClass class_, Value *out) {
    bool ok = true;
    if (class_is_integer(class_))
        ok = (whole || round_away(in, &x)) && cast_to(in, &x, class_dtype(class_, false));
    if (!ok) {
        record_drop(x);
        return false;
    }
    return value_from_frit(in, x, class_, out);
}

/* ---- powers */

/* Is every element at least 0? This has to be looked at: else the result is complex. */
static bool is_nonnegative(Interp *in, Value v, bool *out) {
    frit_array *x, *least = NULL;
    double value = 0;
    *out = true;
    if (v.kind == VALUE_NUMBER) {
        *out = !(number_double(v) < 0);
        return true;
    }
    if (value_count(v) == 0 || value_is_positive(v) ||
        (v.kind == VALUE_ARRAY && !VALUE_ARRAY_OF(v)->data && VALUE_ARRAY_OF(v)->nonnegative))
        return true;
    TRY(operand_of(in, v, "f64", &x));
    bool ok = record_op(in, "min", &x, 1, "omit_nan=true", &least);
    record_drop(x);
    if (ok)
        ok = frit_array_read(least, &value, sizeof value, &in->raw) == FRIT_OK ||
             interp_fail_raw(in);
    record_drop(least);
    if (ok && in->calls.ran)
        in->calls.ran(in);
    *out = value >= 0;
    return ok;
}

/* x^2 and x^3 as products, x^-1 as a quotient, sqrt: as the loops in memory have it. */
static bool record_power(Interp *in, frit_array *x[2], Value exponent, frit_array **out) {
    double y = exponent.kind == VALUE_NUMBER ? number_double(exponent) : (double)NAN;
    frit_array *square = NULL;
    if (y == 2)
        return record_op(in, "mul", (frit_array *[]){x[0], x[0]}, 2, NULL, out);
    if (y == 3) {
        bool ok = record_op(in, "mul", (frit_array *[]){x[0], x[0]}, 2, NULL, &square) &&
                  record_op(in, "mul", (frit_array *[]){square, x[0]}, 2, NULL, out);
        record_drop(square);
        return ok;
    }
    if (y == -1)
        return record_op(in, "reciprocal", x, 1, NULL, out);
    return record_op(in, "pow", x, 2, NULL, out);
}

/* Can the power be recorded: of reals, with a real result? */
static bool power_is_real(Interp *in, Value a, Value b, ValueClass class_, bool *out) {
    *out = true;
    if (class_is_integer(class_)) {
        *out = !(class_is_integer(value_class(a)) && class_is_integer(value_class(b)));
        return true;
    }
    return is_whole_value(b) || is_nonnegative(in, a, out);
}

/* ---- arithmetic */

static const char *const arithmetic_steps[BINARY_COUNT] = {
    [BINARY_ADD] = "add", [BINARY_SUB] = "sub", [BINARY_EMUL] = "mul", [BINARY_EDIV] = "div"};

/* The real and the imaginary part times (or divided by) a real factor, as one number. */
static bool scale_parts(Interp *in, const char *op, frit_array *z, frit_array *by,
                        frit_array **out) {
    frit_array *re = NULL, *im = NULL;
    bool ok = record_op(in, "real", &z, 1, NULL, &re) && step(in, op, &re, by, NULL) &&
              record_op(in, "imag", &z, 1, NULL, &im) && step(in, op, &im, by, NULL) &&
              record_op(in, "complex", (frit_array *[]){re, im}, 2, NULL, out);
    record_drop(re);
    record_drop(im);
    return ok;
}

/* Complex arithmetic; a real operand of a product or quotient stays real. */
static bool record_complex(Interp *in, BinaryOp op, Value a, Value b, ValueClass class_, bool *done,
                           Value *out) {
    bool p = value_is_complex(a), q = value_is_complex(b), ok = true;
    double y = b.kind == VALUE_NUMBER ? number_double(b) : 0;
    frit_array *x[2] = {NULL, NULL}, *made = NULL;
    bool parts = (op == BINARY_EMUL && p != q) || (op == BINARY_EDIV && p && !q);
    if (op == BINARY_EPOW && (y != 2 && y != 3))
        return true;
    ok = operand_of(in, a, class_dtype(class_, !parts || p), &x[0]) &&
         (op == BINARY_EPOW || operand_of(in, b, class_dtype(class_, !parts || q), &x[1]));
    if (ok && op == BINARY_EPOW)
        ok = record_power(in, x, b, &made);
    else if (ok && parts)
        ok = scale_parts(in, arithmetic_steps[op], x[!p], x[p], &made);
    else if (ok)
        ok = record_op(in, arithmetic_steps[op], x, 2, NULL, &made);
    drop_both(x);
    *done = ok;
    return ok && value_from_frit(in, made, class_, out);
}

static bool record_arithmetic(Interp *in, BinaryOp op, Value a, Value b, bool *done, Value *out) {
    ValueClass class_;
    frit_array *x[2], *made = NULL;
    bool real = true;
    TRY(arithmetic_class(in, op, a, b, &class_));
    if (is_wide(a) || is_wide(b))
        return true;
    if (value_is_complex(a) || value_is_complex(b))
        return record_complex(in, op, a, b, class_, done, out);
    if (op == BINARY_EPOW) {
        TRY(power_is_real(in, a, b, class_, &real));
        if (!real)
            return true;
    }
    bool whole = op != BINARY_EDIV && op != BINARY_EPOW && is_whole_value(a) && is_whole_value(b);
    bool ok = operands_of(in, a, b, class_ == CLASS_SINGLE ? "f32" : "f64", x);
    if (ok && op == BINARY_EPOW)
        ok = record_power(in, x, b, &made);
    else if (ok)
        ok = record_op(in, arithmetic_steps[op], x, 2, NULL, &made);
    drop_both(x);
    *done = ok;
    return ok && finish(in, made, whole, class_, out);
}

/* ---- comparison and logic */

static bool record_comparison(Interp *in, BinaryOp op, Value a, Value b, bool *done, Value *out) {
    static const char *const steps[BINARY_COUNT] = {
        [BINARY_LT] = "lt", [BINARY_LE] = "le", [BINARY_EQ] = "eq",   [BINARY_NE] = "ne",
        [BINARY_GE] = "ge", [BINARY_GT] = "gt", [BINARY_AND] = "and", [BINARY_OR] = "or"};
    frit_array *x[2], *made = NULL;
    bool logic = op == BINARY_AND || op == BINARY_OR;
    ValueClass p = value_class(a), q = value_class(b);
    if (is_wide(a) || is_wide(b) || value_is_complex(a) || value_is_complex(b))
        return value_narrow(in, a) && value_narrow(in, b);
    /* A NaN has no truth: its operand is looked at. */
    if (logic && ((class_is_float(p) && a.kind != VALUE_NUMBER) ||
                  (class_is_float(q) && b.kind != VALUE_NUMBER) ||
                  (a.kind == VALUE_NUMBER && number_double(a) != number_double(a)) ||
                  (b.kind == VALUE_NUMBER && number_double(b) != number_double(b))))
        return true;
    bool single =
        (p == CLASS_SINGLE || q == CLASS_SINGLE) && !class_is_integer(p) && !class_is_integer(q);
    bool ok = operands_of(in, a, b, logic ? "bool" : single ? "f32" : "f64", x);
    ok = ok && record_op(in, steps[op], x, 2, NULL, &made);
    drop_both(x);
    *done = ok;
    return ok && value_from_frit(in, made, CLASS_LOGICAL, out);
}

/* Sums, products and powers of what is positive are; so are squares of anything real. */
static bool positive_result(BinaryOp op, Value a, Value b) {
    if (value_is_complex(a) || value_is_complex(b))
        return false;
    if (op == BINARY_EPOW && b.kind == VALUE_NUMBER && class_is_float((ValueClass)b.class_))
        return value_is_positive(a) || fmod(b.as.number, 2) == 0;
    if (op == BINARY_EMUL && a.kind == VALUE_ARRAY && b.kind == VALUE_ARRAY &&
        a.as.object == b.as.object && class_is_float(value_class(a)))
        return true;
    return (op == BINARY_ADD || op == BINARY_EMUL || op == BINARY_EDIV || op == BINARY_EPOW) &&
           value_is_positive(a) && value_is_positive(b);
}

bool recorded_binary(Interp *in, BinaryOp op, Value a, Value b, bool *done, Value *out) {
    Shape p = value_shape(a), q = value_shape(b), shape;
    ValueClass class_;
    *done = false;
    if (!in->context || value_class(a) == CLASS_COUNT || value_class(b) == CLASS_COUNT)
        return true;
    if (op < BINARY_LT)
        TRY(arithmetic_class(in, op, a, b, &class_));
    else
        TRY(check_comparison(in, op, a, b));
    if (op == BINARY_ELDIV) {
        Value t = a;
        a = b;
        b = t;
        p = value_shape(a);
        q = value_shape(b);
        op = BINARY_EDIV;
    }
    TRY(broadcast_shape(in, binary_shape_name(op), &p, &q, &shape));
    if (shape_count(&shape) <= 0 || shape_count(&shape) == 1) {
        if (shape_count(&shape) <= 0 || (in->scalar_steps >= SCALAR_STEPS_MOST && !in->turn))
            return true;
        in->scalar_steps++;
    } else {
        in->scalar_steps = 0;
    }
    if (op >= BINARY_LT)
        return record_comparison(in, op, a, b, done, out);
    TRY(record_arithmetic(in, op, a, b, done, out));
    if (*done && positive_result(op, a, b))
        value_note_positive(*out);
    return true;
}

/* ---- one operand */

bool recorded_unary(Interp *in, UnaryOp op, Value a, bool *done, Value *out) {
    ValueClass class_ = value_class(a);
    frit_array *x;
    *done = false;
    bool minus = op == UNARY_MINUS && class_is_float(class_);
    bool not = op == UNARY_NOT && class_ == CLASS_LOGICAL;
    if (!in->context || value_is_empty(a) || (!minus && !not ))
        return true;
    TRY(value_to_frit(in, a, &x));
    if (!step(in, minus ? "neg" : "not", &x, NULL, NULL)) {
        record_drop(x);
        return false;
    }
    *done = true;
    return value_from_frit(in, x, class_, out);
}

bool recorded_cast(Interp *in, Value v, ValueClass class_, bool *done, Value *out) {
    ValueClass from = value_class(v);
    frit_array *x;
    *done = false;
    bool wide = class_ == CLASS_INT64 || class_ == CLASS_UINT64;
    if (!in->context || value_is_empty(v) || value_is_complex(v) || class_ == CLASS_CHAR ||
        (class_ == CLASS_LOGICAL && class_is_float(from)) || (is_wide(v) && wide))
        return true;
    TRY(value_to_frit(in, v, &x));
    bool ok = true;
    /* Doubles have every integer that a narrower class saturates at. */
    if (class_is_integer(class_))
        ok = cast_to(in, &x, "f64") && (!class_is_float(from) || round_away(in, &x));
    ok = ok && cast_to(in, &x, class_dtype(class_, false));
    if (!ok) {
        record_drop(x);
        return false;
    }
    *done = true;
    TRY(value_from_frit(in, x, class_, out));
    if (class_is_float(class_) && value_is_positive(v))
        value_note_positive(*out);
    return true;
}

bool recorded_transpose(Interp *in, Array *a, bool *done, Value *out) {
    static const uint32_t turned[2] = {1, 0};
    frit_array *x, *view;
    *done = false;
    if (!in->context)
        return true;
    TRY(value_to_frit(in, value_of_array(a), &x));
    bool ok = frit_array_transpose(x, turned, &view, &in->raw) == FRIT_OK || interp_fail_raw(in);
    record_drop(x);
    *done = ok;
    return ok && value_from_frit(in, view, (ValueClass)a->class_, out);
}

bool recorded_product(Interp *in, Value a, Value b, ValueClass class_, bool *done, Value *out) {
    frit_array *x[2], *made = NULL;
    *done = false;
    if (!in->context || value_is_complex(a) || value_is_complex(b) || is_wide(a) || is_wide(b) ||
        value_is_empty(a) || value_is_empty(b))
        return true;
    /* Stored forms are transposed: (a b)' = b' a'. */
    bool ok = operands_of(in, b, a, class_ == CLASS_SINGLE ? "f32" : "f64", x) &&
              record_op(in, "matmul", x, 2, NULL, &made);
    drop_both(x);
    *done = ok;
    return ok && value_from_frit(in, made, class_, out);
}
