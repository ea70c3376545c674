/* Operators on two values: which loop does it, and what cannot be done. */
#include <math.h>

#include "front/script/value/broadcast.h"
#include "front/script/value/operators.h"
#include "front/script/value/turn.h"

static const char *const binary_names[BINARY_COUNT] = {
    "+",  "-", "*",  "/",  "\\", "^",  ".*", "./", ".\\",
    ".^", "<", "<=", "==", "!=", ">=", ">",  "&",  "|"};

const char *binary_name(BinaryOp op) {
    return op < BINARY_COUNT ? binary_names[op] : "";
}

/* Who complains about shapes that do not fit. */
static const char *const shape_names[BINARY_COUNT] = {
    "operator +", "operator -", "operator *", "operator /",  "operator \\", "operator ^",
    "product",    "quotient",   "quotient",   "operator .^", "mx_el_lt",    "mx_el_le",
    "mx_el_eq",   "mx_el_ne",   "mx_el_ge",   "mx_el_gt",    "mx_el_and",   "mx_el_or"};

const char *binary_shape_name(BinaryOp op) {
    return shape_names[op];
}

bool fail_binary(Interp *in, BinaryOp op, Value a, Value b) {
    if (a.kind == VALUE_MAP || b.kind == VALUE_MAP) {
        static const char *const methods[BINARY_COUNT] = {
            "plus",  "minus",   "mtimes",  "mrdivide", "mldivide", "mpower",
            "times", "rdivide", "ldivide", "power",    "lt",       "le",
            "eq",    "ne",      "ge",      "gt",       "and",      "or"};
        return interp_fail(in, "%s method not defined for containers.Map class", methods[op]);
    }
    return interp_fail(in, "binary operator '%s' not implemented for '%s' by '%s' operations",
                       binary_name(op), value_type_name(a), value_type_name(b));
}

/* ---- arithmetic */

bool arithmetic_class(Interp *in, BinaryOp op, Value a, Value b, ValueClass *out) {
    ValueClass p = value_class(a), q = value_class(b);
    if (p == CLASS_COUNT || q == CLASS_COUNT)
        return fail_binary(in, op, a, b);
    bool i = class_is_integer(p), j = class_is_integer(q);
    if ((i && j && p != q) || ((i || j) && (value_is_complex(a) || value_is_complex(b))))
        return fail_binary(in, op, a, b);
    *out = i ? p : j ? q : p == CLASS_SINGLE || q == CLASS_SINGLE ? CLASS_SINGLE : CLASS_DOUBLE;
    return true;
}

static bool has_negative(const Operand *x) {
    bool any = false;
    if (x->class_ == CLASS_DOUBLE) {
        for (int64_t k = 0; k < x->count; k++)
            any |= ((const double *)x->data)[k] < 0;
        return any;
    }
    for (int64_t k = 0; k < x->count; k++)
        any |= element_double(x->class_, x->data, k) < 0;
    return any;
}

static bool has_fraction(const Operand *x) {
    for (int64_t k = 0; k < x->count; k++) {
        double y = element_double(x->class_, x->data, k);
        if (y != floor(y))
            return true;
    }
    return false;
}

/* The loop for two operands that both have numbers, and a result of the class. */
static LaneJob arithmetic_job(BinaryOp op, const Operand *a, const Operand *b, ValueClass class_) {
    bool single = class_ == CLASS_SINGLE;
    bool wide = class_ == CLASS_INT64 || class_ == CLASS_UINT64;
    bool complex = a->complex || b->complex;
    if (op == BINARY_EPOW && !class_is_integer(class_) && !complex)
        complex = has_fraction(b) && has_negative(a);
    if (complex) {
        Lane real = single ? LANE_SINGLE : LANE_DOUBLE,
             pairs = single ? LANE_SINGLES : LANE_DOUBLES;
        return (LaneJob){lane_pairs(op, single, !a->complex, !b->complex),
                         a->complex ? pairs : real,
                         b->complex ? pairs : real,
                         pairs,
                         class_,
                         true};
    }
    if (wide && a->class_ == b->class_) {
        Lane lane = class_ == CLASS_INT64 ? LANE_INT64 : LANE_UINT64;
        return (LaneJob){
            lane == LANE_INT64 ? lane_int64(op) : lane_uint64(op), lane, lane, lane, class_, false};
    }
    if (wide)
        return (LaneJob){lane_long(op), LANE_LONG, LANE_LONG, LANE_LONG, class_, false};
    if (op == BINARY_EPOW && class_is_integer(a->class_) && class_is_integer(b->class_))
        return (LaneJob){lane_int64(op), LANE_INT64, LANE_INT64, LANE_INT64, class_, false};
    if (single)
        return (LaneJob){lane_single(op), LANE_SINGLE, LANE_SINGLE, LANE_SINGLE, class_, false};
    return (LaneJob){lane_double(op), LANE_DOUBLE, LANE_DOUBLE, LANE_DOUBLE, class_, false};
}

static bool arithmetic(Interp *in, BinaryOp op, const Operand *a, const Operand *b,
                       ValueClass class_, Value *out) {
    Shape shape;
    TRY(broadcast_shape(in, shape_names[op], &a->shape, &b->shape, &shape));
    LaneJob job = arithmetic_job(op, a, b, class_);
    return broadcast_run(in, &job, a, b, &shape, out);
}

/* ---- comparison and logic */

bool check_comparison(Interp *in, BinaryOp op, Value a, Value b) {
    ValueClass p = value_class(a), q = value_class(b);
    bool logic = op == BINARY_AND || op == BINARY_OR;
    bool i = class_is_integer(p), j = class_is_integer(q);
    if (p == CLASS_COUNT || q == CLASS_COUNT || (logic && i && j && p != q) ||
        ((i || j) && (value_is_complex(a) || value_is_complex(b))))
        return fail_binary(in, op, a, b);
    return true;
}

static bool has_nan(const Operand *x) {
    if (!class_is_float(x->class_))
        return false;
    int64_t n = x->count << x->complex, found = 0;
    const double *at = x->data;
    const float *single = x->data;
    for (int64_t k = 0; k < n && x->class_ == CLASS_DOUBLE; k++)
        found += at[k] != at[k];
    for (int64_t k = 0; k < n && x->class_ == CLASS_SINGLE; k++)
        found += single[k] != single[k];
    return found > 0;
}

static bool is_wide(ValueClass class_) {
    return class_ == CLASS_INT64 || class_ == CLASS_UINT64;
}

static bool comparison(Interp *in, BinaryOp op, const Operand *a, const Operand *b, Value *out) {
    Shape shape;
    Lane lane = LANE_DOUBLE;
    /* Two scalars are not looked at where one is an integer or complex. */
    bool looked = a->count != 1 || b->count != 1 ||
                  (!class_is_integer(a->class_) && !class_is_integer(b->class_) && !a->complex &&
                   !b->complex);
    if ((op == BINARY_AND || op == BINARY_OR) && looked && (has_nan(a) || has_nan(b)))
        return interp_fail(in, "invalid conversion from NaN to logical");
    TRY(broadcast_shape(in, shape_names[op], &a->shape, &b->shape, &shape));
    bool ordered = op >= BINARY_LT && op <= BINARY_GT && op != BINARY_EQ && op != BINARY_NE;
    if (a->complex || b->complex)
        lane = LANE_DOUBLES;
    else if (is_wide(a->class_) || is_wide(b->class_))
        lane = a->class_ != b->class_     ? LANE_LONG
               : a->class_ == CLASS_INT64 ? LANE_INT64
                                          : LANE_UINT64;
    else if ((a->class_ == CLASS_SINGLE || b->class_ == CLASS_SINGLE) &&
             !class_is_integer(a->class_) && !class_is_integer(b->class_))
        lane = LANE_SINGLE;
    LaneJob job = {lane_compare(op, lane), lane, lane, LANE_COUNT, CLASS_LOGICAL, false};
    /* Beside a complex number a real one counts by its size, with the angle 0. */
    if (lane == LANE_DOUBLES && ordered) {
        job.a = a->complex ? lane : LANE_SIZES;
        job.b = b->complex ? lane : LANE_SIZES;
    }
    return broadcast_run(in, &job, a, b, &shape, out);
}

/* ---- which */

bool elementwise(Interp *in, BinaryOp op, Value a, Value b, Value *out) {
    Operand x, y;
    ValueClass class_ = CLASS_LOGICAL;
    bool ok;
    if (op < BINARY_LT)
        TRY(arithmetic_class(in, op, a, b, &class_));
    else
        TRY(check_comparison(in, op, a, b));
    if (op == BINARY_ELDIV) {
        Value t = a;
        a = b;
        b = t;
        op = BINARY_EDIV;
    }
    TRY(operand_open(in, a, &x));
    if (!operand_open(in, b, &y)) {
        operand_close(in, &x);
        return false;
    }
    ok = op < BINARY_LT ? arithmetic(in, op, &x, &y, class_, out) : comparison(in, op, &x, &y, out);
    operand_close(in, &x);
    operand_close(in, &y);
    return ok;
}

/* Two doubles; false: not here (a power that may be complex, a NaN's truth). */
static bool quick(BinaryOp op, double x, double y, Value *out) {
    switch (op) {
    case BINARY_ADD: *out = value_double(x + y); return true;
    case BINARY_SUB: *out = value_double(x - y); return true;
    case BINARY_MUL:
    case BINARY_EMUL: *out = value_double(x * y); return true;
    case BINARY_DIV:
    case BINARY_EDIV: *out = value_double(x / y); return true;
    case BINARY_LDIV:
    case BINARY_ELDIV: *out = value_double(y / x); return true;
    case BINARY_POW:
    case BINARY_EPOW:
        if (x < 0 && y != floor(y))
            return false;
        *out = value_double(scalar_power(x, y));
        return true;
    case BINARY_AND:
    case BINARY_OR:
        if (x != x || y != y)
            return false;
        *out = value_logical(op == BINARY_AND ? x != 0 && y != 0 : x != 0 || y != 0);
        return true;
    case BINARY_LT: *out = value_logical(x < y); return true;
    case BINARY_LE: *out = value_logical(x <= y); return true;
    case BINARY_EQ: *out = value_logical(x == y); return true;
    case BINARY_NE: *out = value_logical(x != y); return true;
    case BINARY_GE: *out = value_logical(x >= y); return true;
    case BINARY_GT: *out = value_logical(x > y); return true;
    default: return false;
    }
}

/* A small array of real doubles in memory. */
static inline bool is_small_double(Value v) {
    if (v.kind != VALUE_ARRAY)
        return false;
    const Array *a = VALUE_ARRAY_OF(v);
    return a->class_ == CLASS_DOUBLE && !a->complex && a->data && a->count < RECORD_FROM &&
           a->count != 1;
}

/* Two of one shape, or one and a number: straight to the loop. *done false: not here. */
static bool quick_arrays(Interp *in, BinaryOp op, Value a, Value b, bool *done, Value *out) {
    Array *made;
    bool p = is_small_double(a), q = is_small_double(b);
    bool compares = op >= BINARY_LT && op <= BINARY_GT;
    *done = false;
    if (!(p && q) && !(p && value_is_double(b)) && !(q && value_is_double(a)))
        return true;
    if (p && q && !shape_same(&VALUE_ARRAY_OF(a)->shape, &VALUE_ARRAY_OF(b)->shape))
        return true;
    op = op == BINARY_MUL && !(p && q) ? BINARY_EMUL : op == BINARY_DIV && !q ? BINARY_EDIV : op;
    if (!compares && op != BINARY_ADD && op != BINARY_SUB && op != BINARY_EMUL && op != BINARY_EDIV)
        return true;
    const Array *like = VALUE_ARRAY_OF(p ? a : b);
    LaneFn *fn = compares ? lane_compare(op, LANE_DOUBLE) : lane_double(op);
    TRY(array_new_raw(in, compares ? CLASS_LOGICAL : CLASS_DOUBLE, false, &like->shape, 0, &made));
    fn(made->count, p ? VALUE_ARRAY_OF(a)->data : (void *)&a.as.number, !p,
       q ? VALUE_ARRAY_OF(b)->data : (void *)&b.as.number, !q, made->data);
    *done = true;
    *out = value_of_array(made);
    return true;
}

/* r + s, s - r and so on, where the result is a range again. */
static bool range_binary(Interp *in, BinaryOp op, Value a, Value b, bool *done, Value *out) {
    bool left = a.kind == VALUE_RANGE;
    const Range *r = VALUE_RANGE_OF(left ? a : b);
    double s = (left ? b : a).as.number;
    *done = false;
    if (op == BINARY_ADD)
        return range_shifted(in, r, s, done, out);
    if (op == BINARY_SUB && left)
        return range_shifted(in, r, -s, done, out);
    if (op == BINARY_MUL || op == BINARY_EMUL)
        return range_scaled(in, r, s, done, out);
    return true;
}

/* The elementwise operator that a matrix operator is for these shapes; itself where it is none. */
static BinaryOp without_matrices(BinaryOp op, Value a, Value b) {
    bool p = value_is_scalar(a), q = value_is_scalar(b);
    if (op == BINARY_MUL && (p || q))
        return BINARY_EMUL;
    if (op == BINARY_DIV && q)
        return BINARY_EDIV;
    if (op == BINARY_LDIV && p)
        return BINARY_ELDIV;
    if (op == BINARY_POW && p && q)
        return BINARY_EPOW;
    return op;
}

static bool is_unsure(Value v) {
    return v.kind == VALUE_ARRAY && VALUE_ARRAY_OF(v)->unsure;
}

/* Sums and products of complex numbers are the same whether those without imaginary parts are real or not; the rest is not. */
static bool settle_complex(Interp *in, BinaryOp op, Value a, Value b) {
    bool same = op == BINARY_ADD || op == BINARY_SUB || op == BINARY_MUL || op == BINARY_EMUL;
    if (!is_unsure(a) && !is_unsure(b))
        return true;
    if (same && !class_is_integer(value_class(a)) && !class_is_integer(value_class(b)))
        return true;
    if (op == BINARY_EPOW && value_is_double(b))
        return true;
    return value_narrow(in, a) && value_narrow(in, b);
}

bool value_binary(Interp *in, BinaryOp op, Value a, Value b, Value *out) {
    bool done = false;
    if (value_is_double(a) && value_is_double(b) && quick(op, a.as.number, b.as.number, out))
        return true;
    if ((a.kind == VALUE_RANGE && value_is_double(b)) ||
        (b.kind == VALUE_RANGE && value_is_double(a))) {
        TRY(range_binary(in, op, a, b, &done, out));
        if (done)
            return true;
    }
    TRY(quick_arrays(in, op, a, b, &done, out));
    if (done)
        return true;
    TRY(settle_complex(in, op, a, b));
    if (op <= BINARY_POW && op >= BINARY_MUL) {
        BinaryOp plain = without_matrices(op, a, b);
        ValueClass class_;
        if (plain == op)
            return matrix_binary(in, op, a, b, out);
        TRY(arithmetic_class(in, op, a, b, &class_));
        op = plain;
    }
    if (is_recorded_size(a) || is_recorded_size(b)) {
        TRY(recorded_binary(in, op, a, b, &done, out));
        if (done)
            return !in->turn || turn_note_binary(in, op, a, b, *out);
    }
    return elementwise(in, op, a, b, out);
}
