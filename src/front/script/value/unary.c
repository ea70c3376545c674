/* Operators on one value. */
#include "front/script/value/operators.h"

static bool fail_unary(Interp *in, UnaryOp op, Value a) {
    static const char *const names[] = {"+", "-", "!", ".'", "'"};
    return interp_fail(in, "unary operator '%s' not implemented for '%s' operands", names[op],
                       value_type_name(a));
}

static bool minus(Interp *in, Value a, Value *out) {
    if (value_is_double(a)) {
        *out = value_double(-a.as.number);
        return true;
    }
    if (a.kind == VALUE_RANGE)
        return range_negated(in, VALUE_RANGE_OF(a), out);
    /* Not 0 - x: that of 0 would be another zero. */
    return elementwise(in, BINARY_EMUL, a, value_double(-1), out);
}

static bool negation(Interp *in, Value a, Value *out) {
    Value truth;
    if (a.kind == VALUE_NUMBER && number_double(a) == number_double(a)) {
        *out = value_logical(a.class_ == CLASS_INT64    ? a.as.i64 == 0
                             : a.class_ == CLASS_UINT64 ? a.as.u64 == 0
                                                        : a.as.number == 0);
        return true;
    }
    if (a.kind == VALUE_ARRAY && !value_is_complex(a) && VALUE_ARRAY_OF(a)->data &&
        value_class(a) == CLASS_DOUBLE) {
        const double *at = VALUE_ARRAY_OF(a)->data;
        int64_t nans = 0;
        for (int64_t k = 0; k < value_count(a); k++)
            nans += at[k] != at[k];
        if (nans == 0)
            return elementwise(in, BINARY_EQ, a, value_double(0), out);
    }
    /* a & a tells NaN. */
    TRY(elementwise(in, BINARY_AND, a, a, &truth));
    bool ok = elementwise(in, BINARY_EQ, truth, value_logical(false), out);
    value_drop(in, truth);
    return ok;
}

static bool plus(Interp *in, Value a, Value *out) {
    ValueClass class_ = value_class(a);
    if (class_ == CLASS_LOGICAL || class_ == CLASS_CHAR)
        return value_cast(in, a, CLASS_DOUBLE, out);
    *out = value_hold(a);
    return true;
}

bool value_unary(Interp *in, UnaryOp op, Value a, Value *out) {
    bool done = false;
    if (op == UNARY_TRANSPOSE || op == UNARY_CTRANSPOSE) {
        if (a.kind == VALUE_FUNCTION || a.kind == VALUE_MAP || a.kind == VALUE_COLON)
            return fail_unary(in, op, a);
        return value_transposed(in, a, op == UNARY_CTRANSPOSE, out);
    }
    if (value_class(a) == CLASS_COUNT)
        return fail_unary(in, op, a);
    if (op == UNARY_PLUS)
        return plus(in, a, out);
    if (is_recorded_size(a) && a.kind == VALUE_ARRAY) {
        TRY(recorded_unary(in, op, a, &done, out));
        if (done)
            return true;
    }
    return op == UNARY_MINUS ? minus(in, a, out) : negation(in, a, out);
}
