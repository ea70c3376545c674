/* Functions of two numbers, element by element, with extents of 1 repeated: mod, atan2, gcd and so on. */
#include <float.h>
#include <math.h>

#include "front/script/builtin/arrays.h"
#include "front/script/builtin/elementwise.h"

/* ---- numbers */

/* A quotient that is a whole number but for its last digits, of a y that is none itself, leaves nothing. */
static bool divides(double x, double y) {
    double q = x / y, n = round(q);
    return y != round(y) && fabs((q - n) / n) < DBL_EPSILON;
}

static double mod_of(double x, double y) {
    if (y == 0)
        return x;
    if (isinf(y) || divides(x, y))
        return isinf(y) ? NAN : copysign(0, y);
    double r = fmod(x, y);
    if (r != 0 && (r < 0) != (y < 0))
        r += y;
    return x == y ? 0 : copysign(r, y);
}

static double rem_of(double x, double y) {
    if (y == 0 || isinf(y))
        return NAN;
    return divides(x, y) ? copysign(0, x) : fmod(x, y);
}

static double gcd_of(double x, double y) {
    double a = fabs(x), b = fabs(y);
    while (b > 0) {
        double r = fmod(a, b);
        a = b;
        b = r;
    }
    return a;
}

static double lcm_of(double x, double y) {
    return x == 0 || y == 0 ? 0 : fabs(x) / gcd_of(x, y) * fabs(y);
}

/* Integers by 0: mod keeps x, rem gives 0. */
static double whole_mod(double x, double y) {
    return y == 0 ? x : mod_of(x, y);
}
static double whole_rem(double x, double y) {
    return y == 0 ? 0 : fmod(x, y);
}

/* 64-bit integers as sign and size. */
static uint64_t size_of_int(int64_t x) {
    return x < 0 ? 0 - (uint64_t)x : (uint64_t)x;
}

static uint64_t gcd_of_sizes(uint64_t a, uint64_t b) {
    while (b) {
        uint64_t r = a % b;
        a = b;
        b = r;
    }
    return a;
}

static int64_t long_of(uint16_t code, int64_t x, int64_t y) {
    if (y == -1 && code != TWO_GCD && code != TWO_LCM)
        return 0;
    switch (code) {
    case TWO_MOD: {
        int64_t r = y == 0 ? x : x % y;
        return y != 0 && r != 0 && (r < 0) != (y < 0) ? r + y : r;
    }
    case TWO_REM: return y == 0 ? 0 : x % y;
    default: break;
    }
    uint64_t divisor = gcd_of_sizes(size_of_int(x), size_of_int(y));
    if (code == TWO_LCM)
        divisor = divisor ? size_of_int(x) / divisor * size_of_int(y) : 0;
    return (int64_t)divisor;
}

static uint64_t unsigned_of(uint16_t code, uint64_t x, uint64_t y) {
    switch (code) {
    case TWO_MOD: return y == 0 ? x : x % y;
    case TWO_REM: return y == 0 ? 0 : x % y;
    default: break;
    }
    uint64_t divisor = gcd_of_sizes(x, y);
    return code == TWO_GCD ? divisor : divisor ? x / divisor * y : 0;
}

typedef double TwoFn(double x, double y);

static const struct TwoRow {
    const char *who, *op;
    TwoFn *real, *whole; /* whole: of integers; NULL: they are doubles */
} two_rows[] = {
    [TWO_ATAN2] = {"atan2", "atan2", atan2, NULL}, [TWO_GCD] = {"gcd", NULL, gcd_of, gcd_of},
    [TWO_HYPOT] = {"hypot", "hypot", hypot, NULL}, [TWO_LCM] = {"lcm", NULL, lcm_of, lcm_of},
    [TWO_MOD] = {"mod", NULL, mod_of, whole_mod},  [TWO_REM] = {"rem", NULL, rem_of, whole_rem}};

/* ---- places of operands whose extents of 1 are repeated */

void pairs_begin(PairWalk *walk, const Shape *a, const Shape *b, const Shape *shape) {
    memset(walk, 0, sizeof *walk);
    walk->shape = *shape;
    int64_t at_a = 1, at_b = 1;
    for (uint32_t k = 0; k < shape->rank; k++) {
        walk->step_a[k] = shape_at(a, k) == 1 ? 0 : at_a;
        walk->step_b[k] = shape_at(b, k) == 1 ? 0 : at_b;
        at_a *= shape_at(a, k);
        at_b *= shape_at(b, k);
    }
}

void pairs_next(PairWalk *walk) {
    for (uint32_t k = 0; k < walk->shape.rank; k++) {
        walk->a += walk->step_a[k];
        walk->b += walk->step_b[k];
        if (++walk->index[k] < walk->shape.at[k])
            return;
        walk->index[k] = 0;
        walk->a -= walk->step_a[k] * walk->shape.at[k];
        walk->b -= walk->step_b[k] * walk->shape.at[k];
    }
}

/* ---- in memory */

static bool two_long(Interp *in, uint16_t code, ValueClass class_, Value a, Value b,
                     const Shape *shape, Value *out) {
    Array *x = NULL, *y = NULL, *to = NULL;
    Value first = value_none(), second = value_none();
    bool ok = value_cast(in, a, class_, &first) && value_cast(in, b, class_, &second) &&
              value_to_array(in, first, &x) && value_to_array(in, second, &y) &&
              array_new_raw(in, class_, false, shape, 0, &to);
    if (ok) {
        PairWalk walk;
        pairs_begin(&walk, &x->shape, &y->shape, shape);
        for (int64_t k = 0; k < to->count; k++, pairs_next(&walk)) {
            if (class_ == CLASS_INT64)
                ((int64_t *)to->data)[k] = long_of(code, ((const int64_t *)x->data)[walk.a],
                                                   ((const int64_t *)y->data)[walk.b]);
            else
                ((uint64_t *)to->data)[k] = unsigned_of(code, ((const uint64_t *)x->data)[walk.a],
                                                        ((const uint64_t *)y->data)[walk.b]);
        }
        *out = value_of_array(to);
        ok = value_simplify(in, out);
    }
    if (x)
        array_drop(in, x);
    if (y)
        array_drop(in, y);
    value_drop(in, first);
    value_drop(in, second);
    return ok;
}

static bool two_loop(TwoFn *fn, const Numbers *x, const Numbers *y, Numbers *to) {
    if (x->count == to->count && y->count == to->count) {
        for (int64_t k = 0; k < to->count; k++)
            to->at[k] = fn(x->at[k], y->at[k]);
        return true;
    }
    PairWalk walk;
    pairs_begin(&walk, &x->shape, &y->shape, &to->shape);
    for (int64_t k = 0; k < to->count; k++, pairs_next(&walk))
        to->at[k] = fn(x->at[walk.a], y->at[walk.b]);
    return true;
}

static bool two_in_memory(Interp *in, uint16_t code, ValueClass class_, Value a, Value b,
                          const Shape *shape, Value *out) {
    const struct TwoRow *row = &two_rows[code];
    Value first, second = value_none();
    bool whole = class_is_integer(class_);
    TRY(value_cast(in, a, whole ? class_ : value_class(a), &first));
    Numbers x = {0}, y = {0}, to = {0};
    bool ok = value_cast(in, b, whole ? class_ : value_class(b), &second) &&
              numbers_of(in, first, &x) && numbers_of(in, second, &y) &&
              numbers_new(in, class_, false, shape, &to);
    for (int64_t k = 0; ok && (code == TWO_GCD || code == TWO_LCM) && k < x.count + y.count; k++) {
        double n = k < x.count ? x.at[k] : y.at[k - x.count];
        if (n != floor(n) || isinf(n))
            ok =
                interp_fail(in, code == TWO_GCD ? "gcd: all values must be integers"
                                                : "lcm: all arguments must be numeric and integer");
    }
    if (ok) {
        two_loop(whole ? row->whole : row->real, &x, &y, &to);
        ok = numbers_value(in, &to, out);
    } else {
        numbers_free(in, &to);
    }
    numbers_free(in, &x);
    numbers_free(in, &y);
    value_drop(in, first);
    value_drop(in, second);
    return ok;
}

/* ---- recorded */

/* The remainder by a number that is no fraction is frit's; for every other divisor elements are looked at. */
static bool two_recorded(Interp *in, uint16_t code, ValueClass class_, Value a, Value b, Value *out,
                         bool *done) {
    const char *op = two_rows[code].op;
    double y;
    *done = false;
    if (!class_is_float(class_))
        return true;
    if (!op) {
        if (b.kind != VALUE_NUMBER || (code != TWO_MOD && code != TWO_REM))
            return true;
        y = b.as.number;
        if (!class_is_float(value_class(b)) || y == 0 || !isfinite(y) || y != floor(y))
            return true;
        op = code == TWO_MOD ? "remainder" : "fmod";
    }
    Value both[2] = {value_none(), value_none()};
    bool ok = value_cast(in, a, class_, &both[0]) && value_cast(in, b, class_, &both[1]) &&
              record(in, op, both, 2, NULL, class_, out);
    value_drop_all(in, both, 2);
    *done = ok;
    return ok;
}

bool elementwise_two(Interp *in, uint16_t code, Value a, Value b, Value *out) {
    const struct TwoRow *row = &two_rows[code];
    if (value_is_double(a) && value_is_double(b) && code != TWO_GCD && code != TWO_LCM) {
        *out = value_double(row->real(a.as.number, b.as.number));
        return true;
    }
    TRY(need_elements(in, row->who, a));
    TRY(need_elements(in, row->who, b));
    if (value_is_complex(a) || value_is_complex(b))
        return interp_fail(in, "%s: not defined for complex numbers", row->who);
    Shape x = value_shape(a), y = value_shape(b), shape;
    ValueClass class_;
    if (row->whole)
        TRY(class_of_two(in, row->who, a, b, &class_));
    else
        class_ = value_class(a) == CLASS_SINGLE || value_class(b) == CLASS_SINGLE ? CLASS_SINGLE
                                                                                  : CLASS_DOUBLE;
    if (!shape_broadcast(&x, &y, &shape))
        return fail_nonconformant(in, row->who, &x, &y);
    if (value_waits(in, a) || value_waits(in, b)) {
        bool done;
        TRY(two_recorded(in, code, class_, a, b, out, &done));
        if (done)
            return true;
    }
    if (class_ == CLASS_INT64 || class_ == CLASS_UINT64)
        return two_long(in, code, class_, a, b, &shape, out);
    return two_in_memory(in, code, class_, a, b, &shape, out);
}

/* gcd and lcm take any number of arguments. */
bool builtin_two(Interp *in, BuiltinCall *call) {
    Value so_far;
    TRY(elementwise_two(in, call->row->code, call->args[0], call->args[1], &so_far));
    for (uint32_t k = 2; k < call->argc; k++) {
        Value next;
        bool ok = elementwise_two(in, call->row->code, so_far, call->args[k], &next);
        value_drop(in, so_far);
        TRY(ok);
        so_far = next;
    }
    return give(call, so_far);
}

/* ---- operators by name */

/* plus(a, b, c, ...) and so on; the code is the operator's. */
bool builtin_operator(Interp *in, BuiltinCall *call) {
    Value so_far;
    BinaryOp op = (BinaryOp)call->row->code;
    TRY(value_binary(in, op, call->args[0], call->args[1], &so_far));
    for (uint32_t k = 2; k < call->argc; k++) {
        Value next;
        bool ok = value_binary(in, op, so_far, call->args[k], &next);
        value_drop(in, so_far);
        TRY(ok);
        so_far = next;
    }
    return give(call, so_far);
}

bool builtin_unary_operator(Interp *in, BuiltinCall *call) {
    call->outc = 1;
    return value_unary(in, (UnaryOp)call->row->code, call->args[0], &call->outs[0]);
}

bool builtin_xor(Interp *in, BuiltinCall *call) {
    Value truth[2] = {value_none(), value_none()};
    Value so_far = value_none();
    bool ok = value_cast(in, call->args[0], CLASS_LOGICAL, &so_far);
    for (uint32_t k = 1; ok && k < call->argc; k++) {
        Value next = value_none();
        ok = value_cast(in, call->args[k], CLASS_LOGICAL, &truth[0]) &&
             value_binary(in, BINARY_NE, so_far, truth[0], &next);
        value_drop(in, truth[0]);
        truth[0] = value_none();
        value_drop(in, so_far);
        so_far = next;
    }
    if (!ok) {
        value_drop(in, so_far);
        return false;
    }
    return give(call, so_far);
}
