/* Arrays full of one number, and the numbers that describe classes. */
#include "front/script/builtin/making.h"

#include <float.h>
#include <math.h>

#include "front/script/builtin/arrays.h"
#include "front/script/builtin/elementwise.h"

bool value_filled(Interp *in, ValueClass class_, const Shape *shape, double x, Value *out) {
    Value one = value_number(class_, x);
    int64_t count = shape_count(shape);
    if (count == 1) {
        *out = one;
        return true;
    }
    if (count > 0 && count_is_big(in, count)) {
        frit_array *scalar, *full;
        int64_t extents[VALUE_RANK_MAX];
        for (uint32_t k = 0; k < shape->rank; k++)
            extents[k] = shape->at[shape->rank - 1 - k];
        TRY(value_to_frit(in, one, &scalar));
        bool ok = frit_array_broadcast(scalar, shape->rank, extents, &full, &in->raw) == FRIT_OK ||
                  interp_fail_raw(in);
        frit_array_free(scalar);
        return ok && value_from_frit(in, full, class_, out);
    }
    if (x == 0 && !signbit(x))
        return value_zeros(in, class_, shape, out);
    Array *array;
    TRY(array_new_raw(in, class_, false, shape, 0, &array));
    for (int64_t k = 0; k < array->count; k++)
        element_store(class_, array->data, k, x);
    *out = value_of_array(array);
    return true;
}

static double missing_value(void) {
    uint64_t bits = VALUE_NA_BITS;
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static double fill_value(uint16_t code, bool single) {
    switch (code) {
    case FILL_ONES: return 1;
    case FILL_E: return exp(1.0);
    case FILL_INF: return INFINITY;
    case FILL_NA: return missing_value();
    case FILL_NAN: return NAN;
    case FILL_PI: return acos(-1.0);
    case FILL_REALMAX: return single ? (double)FLT_MAX : DBL_MAX;
    case FILL_REALMIN: return single ? (double)FLT_MIN : DBL_MIN;
    case FILL_EPS: return single ? (double)FLT_EPSILON : DBL_EPSILON;
    default: return 0;
    }
}

/* The imaginary unit, once or many times. */
static bool filled_i(Interp *in, const Making *making, Value *out) {
    Numbers n;
    TRY(numbers_new(in, making->class_, true, &making->shape, &n));
    for (int64_t k = 0; k < n.count; k++) {
        n.at[2 * k] = 0;
        n.at[2 * k + 1] = 1;
    }
    return numbers_value(in, &n, out);
}

/* zeros(...), pi(...): extents, a class, 'like', v. */
bool builtin_filled(Interp *in, BuiltinCall *call) {
    uint16_t code = call->row->code;
    Making making;
    call->outc = 1;
    if (call->argc == 0 && code != FILL_I) {
        call->outs[0] = value_double(fill_value(code, false));
        return true;
    }
    TRY(making_of(in, call->name, call->args, call->argc, &making));
    if (code >= FILL_FLOAT && making.classed && !class_is_float(making.class_))
        return interp_fail(in, "%s: invalid class name", call->name);
    if (code == FILL_I)
        return filled_i(in, &making, &call->outs[0]);
    double x = fill_value(code, making.class_ == CLASS_SINGLE);
    return value_filled(in, making.class_, &making.shape, x, &call->outs[0]);
}

/* true(...), false(...). */
bool builtin_truths(Interp *in, BuiltinCall *call) {
    Making making;
    TRY(making_of(in, call->name, call->args, call->argc, &making));
    if (making.classed && making.class_ != CLASS_LOGICAL) {
        return interp_fail(in, "%s: input followed by \"like\" must be logical", call->name);
    }
    call->outc = 1;
    return value_filled(in, CLASS_LOGICAL, &making.shape, call->row->code, &call->outs[0]);
}

/* eps(x): how far the next number is. */
static double spacing(double x, bool single) {
    double size = fabs(x);
    if (!isfinite(x))
        return NAN;
    int digits = single ? FLT_MANT_DIG : DBL_MANT_DIG;
    if (size < (single ? (double)FLT_MIN : DBL_MIN))
        return single ? ldexp(1, -149) : ldexp(1, -1074);
    int power;
    frexp(size, &power);
    return ldexp(1, power - digits);
}

bool builtin_eps(Interp *in, BuiltinCall *call) {
    if (call->argc != 1 || value_is_char(call->args[0]))
        return builtin_filled(in, call);
    Value v = call->args[0];
    if (!value_has_elements(v) || !class_is_float(value_class(v)))
        return interp_fail(in, "eps: X must be of a floating point type");
    Numbers x, y;
    TRY(numbers_of(in, v, &x));
    bool ok = numbers_new(in, x.class_, false, &x.shape, &y);
    if (ok) {
        for (int64_t k = 0; k < x.count; k++)
            y.at[k] = spacing(x.at[x.complex ? 2 * k : k], x.class_ == CLASS_SINGLE);
        ok = numbers_value(in, &y, &call->outs[0]);
        call->outc = 1;
    }
    numbers_free(in, &x);
    return ok;
}

/* intmax("int8"), intmin(x). */
bool builtin_limit(Interp *in, BuiltinCall *call) {
    ValueClass class_ = CLASS_INT32;
    char word[WORD_TEXT];
    if (call->argc && value_is_char(call->args[0])) {
        if (!value_word(call->args[0], word) || !class_from_name(word, &class_) ||
            !class_is_integer(class_))
            return interp_fail(in, "%s: not defined for '%s' objects", call->name,
                               value_word(call->args[0], word) ? word : "");
    } else if (call->argc) {
        class_ = value_class(call->args[0]);
        if (class_ == CLASS_COUNT || !class_is_integer(class_))
            return interp_fail(in, "%s: argument must be a string or integer variable", call->name);
    }
    return give(call, value_number(class_, call->row->code == LIMIT_MAX ? INFINITY : -INFINITY));
}

bool builtin_flintmax(Interp *in, BuiltinCall *call) {
    ValueClass class_ = CLASS_DOUBLE;
    char word[WORD_TEXT];
    if (call->argc && value_is_char(call->args[0])) {
        if (!value_word(call->args[0], word) || !class_from_name(word, &class_) ||
            !class_is_float(class_))
            return interp_fail(in, "flintmax: not defined for class '%s'",
                               value_word(call->args[0], word) ? word : "");
    } else if (call->argc) {
        class_ = value_class(call->args[0]);
        if (class_ == CLASS_COUNT || !class_is_float(class_))
            return interp_fail(in, "intmin: argument must be a string or floating point variable");
    }
    return give(call,
                value_number(class_, class_ == CLASS_SINGLE ? 16777216.0 : 9007199254740992.0));
}

/* eye(n), eye(m, n), eye([m n]), with a class. */
bool builtin_eye(Interp *in, BuiltinCall *call) {
    Making making;
    uint32_t argc = call->argc;
    if (argc && value_is_char(call->args[argc - 1]))
        argc--;
    if (argc > 2)
        return interp_fail_id(in, "Octave:invalid-fun-call", "Invalid call to eye");
    if (argc == 1 && !value_has_elements(call->args[0]))
        return interp_fail(in, "eye (A): use eye (size (A)) instead");
    TRY(making_of(in, "eye", call->args, call->argc, &making));
    if (making.shape.rank > 2)
        return interp_fail(in, "Invalid call to eye");
    Array *array;
    TRY(value_array_new(in, making.class_, false, &making.shape, &array));
    int64_t rows = making.shape.at[0], columns = making.shape.at[1];
    for (int64_t k = 0; k < rows && k < columns; k++)
        element_store(making.class_, array->data, k + k * rows, 1);
    call->outs[0] = value_of_array(array);
    call->outc = 1;
    return value_simplify(in, &call->outs[0]);
}

/* ---- points along a line */

/* n points for each row; the last is the limit itself, and the middle is between both ends. */
static bool points_fill(const Numbers *base, const Numbers *limit, int64_t n, Numbers *to) {
    int64_t rows = to->shape.at[0];
    int step = to->complex ? 2 : 1;
    for (int64_t i = 0; i < rows; i++) {
        for (int c = 0; c < step; c++) {
            double a = base->at[(base->count == 1 ? 0 : i) * step + c];
            double b = limit->at[(limit->count == 1 ? 0 : i) * step + c];
            double delta = n > 1 ? (b - a) / (double)(n - 1) : 0;
            double *at = to->at + i * step + c;
            int64_t gap = rows * step, half = a == b ? n : (n + 1) / 2;
            /* From both ends, so that the points lie symmetrically. */
            if (a == b)
                delta = 0;
            for (int64_t k = 0; k < half; k++)
                at[k * gap] = delta == 0 ? a : a + (double)k * delta;
            for (int64_t k = half; k < n; k++)
                at[k * gap] = b - (double)(n - 1 - k) * delta;
            if (n > 0) {
                at[0] = a;
                at[(n - 1) * gap] = b;
            }
        }
    }
    if (step == 1 && n > 2 && n % 2 == 1)
        for (int64_t i = 0; i < rows; i++) {
            double a = base->at[base->count == 1 ? 0 : i], b = limit->at[limit->count == 1 ? 0 : i];
            if (a == -b)
                to->at[i + rows * (n / 2)] = 0;
        }
    return true;
}

static bool points(Interp *in, Value base, Value limit, int64_t n, Value *out) {
    Numbers a = {0}, b = {0}, to = {0};
    bool complex = value_is_complex(base) || value_is_complex(limit);
    bool ok = complex ? numbers_complex_of(in, base, &a) && numbers_complex_of(in, limit, &b)
                      : numbers_of(in, base, &a) && numbers_of(in, limit, &b);
    if (ok && (!shape_is_vector(&a.shape) || !shape_is_vector(&b.shape)))
        ok = interp_fail(in, "linspace: START, END must be scalars or vectors");
    if (ok && a.count != b.count && a.count != 1 && b.count != 1)
        ok = interp_fail(in, "linspace: vectors must be of equal length");
    ValueClass class_ =
        a.class_ == CLASS_SINGLE || b.class_ == CLASS_SINGLE ? CLASS_SINGLE : CLASS_DOUBLE;
    Shape shape = shape_make(a.count > b.count ? a.count : b.count, n);
    if (ok && numbers_new(in, class_, complex, &shape, &to))
        ok = points_fill(&a, &b, n, &to) && numbers_value(in, &to, out);
    else
        ok = false;
    numbers_free(in, &a);
    numbers_free(in, &b);
    return ok;
}

/* One step on values that waits; *x becomes its result. */
static bool points_step(Interp *in, const char *op, Value *x, Value y, bool turned) {
    Value both[2] = {turned ? y : *x, turned ? *x : y}, made;
    TRY(record(in, op, both, 2, NULL, CLASS_DOUBLE, &made));
    value_drop(in, *x);
    *x = made;
    return true;
}

/* The same points as points_fill's for two finite doubles, as steps. */
static bool points_recorded(Interp *in, double a, double b, int64_t n, Value *out) {
    Value k, up = value_none(), down = value_none(), before = value_none();
    double delta = (b - a) / (double)(n - 1);
    TRY(value_range(in, 0, 1, (double)(n - 1), &k));
    up = value_hold(k);
    down = value_hold(k);
    before = value_hold(k);
    Value half = value_double((double)((n + 1) / 2)), last = value_double((double)(n - 1));
    bool ok = points_step(in, "mul", &up, value_double(delta), false) &&
              points_step(in, "add", &up, value_double(a), false) &&
              points_step(in, "sub", &down, last, true) &&
              points_step(in, "mul", &down, value_double(delta), false) &&
              points_step(in, "sub", &down, value_double(b), true);
    Value both[3] = {before, half};
    Value less = value_none(), middle = value_none();
    ok = ok && record(in, "lt", both, 2, NULL, CLASS_LOGICAL, &less);
    if (ok && n % 2 == 1 && a == -b) {
        both[1] = value_double((double)(n / 2));
        ok = record(in, "eq", both, 2, NULL, CLASS_LOGICAL, &middle);
        Value chosen = value_none(), three[3] = {middle, value_double(0), up};
        ok = ok && record(in, "select", three, 3, NULL, CLASS_DOUBLE, &chosen);
        value_drop(in, up);
        up = chosen;
    }
    ok = ok && record(in, "select", (Value[]){less, up, down}, 3, NULL, CLASS_DOUBLE, out);
    value_drop_all(in, (Value[]){k, up, down, before, less, middle}, 6);
    return ok;
}

bool builtin_linspace(Interp *in, BuiltinCall *call) {
    int64_t n = 100;
    for (uint32_t k = 0; k < 2; k++) {
        if (value_is_char(call->args[k]))
            return interp_fail(in, "invalid conversion from string to real N-D array");
        TRY(need_elements(in, "linspace", call->args[k]));
    }
    if (call->argc == 3) {
        double x;
        if (value_count(call->args[2]) != 1)
            return interp_fail(in, "linspace: N must be a scalar");
        TRY(value_to_double(in, call->args[2], "linspace", &x));
        n = x >= 1 && x < 9e15 ? (int64_t)x : 0;
    }
    call->outc = 1;
    if (value_is_double(call->args[0]) && value_is_double(call->args[1]) && count_is_big(in, n)) {
        double a = call->args[0].as.number, b = call->args[1].as.number;
        if (isfinite(b - a) && a != b && (a != 0 || !signbit(a)))
            return points_recorded(in, a, b, n, &call->outs[0]);
    }
    return points(in, call->args[0], call->args[1], n, &call->outs[0]);
}

bool builtin_colon(Interp *in, BuiltinCall *call) {
    call->outc = 1;
    bool three = call->argc == 3;
    return value_range_of(in, call->args[0], three ? call->args[1] : value_none(),
                          call->args[call->argc - 1], &call->outs[0]);
}
