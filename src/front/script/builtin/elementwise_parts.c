/* Rounding, signs and parts of numbers, and questions about each element. They keep integers. */
#include <math.h>

#include "front/script/builtin/arrays.h"
#include "front/script/builtin/elementwise.h"

/* ---- rounding */

static double round_by(uint16_t code, double x) {
    switch (code) {
    case ROUND_CEIL: return ceil(x);
    case ROUND_FIX: return trunc(x);
    case ROUND_FLOOR: return floor(x);
    default: return round(x);
    }
}

/* Halves away from 0: what is cut off is at least a half. */
static bool round_recorded(Interp *in, Value v, Value *out) {
    ValueClass class_ = value_class(v);
    Value whole = value_none(), rest = value_none(), size = value_none(), up = value_none();
    Value half = value_number(class_, 0.5);
    bool ok = record(in, "trunc", &v, 1, NULL, class_, &whole) &&
              record(in, "sub", (Value[]){v, whole}, 2, NULL, class_, &rest) &&
              record(in, "abs", &rest, 1, NULL, class_, &size) &&
              record(in, "ge", (Value[]){size, half}, 2, NULL, CLASS_LOGICAL, &up) &&
              record_on(in, "sign", &rest, NULL, class_);
    if (ok) {
        Value zero = value_number(class_, 0), step = value_none();
        ok = record(in, "select", (Value[]){up, rest, zero}, 3, NULL, class_, &step) &&
             record(in, "add", (Value[]){whole, step}, 2, NULL, class_, out);
        value_drop(in, step);
    }
    value_drop_all(in, (Value[]){whole, rest, size, up}, 4);
    return ok;
}

bool elementwise_round(Interp *in, uint16_t code, Value v, Value *out) {
    static const char *const names[] = {"ceil", "fix", "floor", "round"};
    static const char *const ops[] = {"ceil", "trunc", "floor", NULL};
    if (value_is_double(v)) {
        *out = value_double(round_by(code, v.as.number));
        return true;
    }
    if (!value_has_elements(v))
        return interp_fail(in, "%s: not defined for %s", names[code], value_type_name(v));
    ValueClass class_ = value_class(v);
    if (class_is_integer(class_)) {
        *out = value_hold(v);
        return true;
    }
    if (!class_is_float(class_))
        return value_cast(in, v, CLASS_DOUBLE, out);
    if (value_waits(in, v) && !value_is_complex(v))
        return ops[code] ? record(in, ops[code], &v, 1, NULL, class_, out)
                         : round_recorded(in, v, out);
    Numbers x, y;
    TRY(numbers_of(in, v, &x));
    bool ok = numbers_new(in, class_, x.complex, &x.shape, &y);
    if (ok) {
        for (int64_t k = 0; k < x.count * (x.complex ? 2 : 1); k++)
            y.at[k] = round_by(code, x.at[k]);
        ok = numbers_value(in, &y, out);
    }
    numbers_free(in, &x);
    return ok;
}

bool builtin_round(Interp *in, BuiltinCall *call) {
    TRY(elementwise_round(in, call->row->code, call->args[0], &call->outs[0]));
    call->outc = 1;
    return true;
}

/* ---- parts */

static void part_complex(uint16_t code, double re, double im, double *to) {
    double length = hypot(re, im);
    switch (code) {
    case PART_ABS: to[0] = length; break;
    case PART_ARG: to[0] = atan2(im, re); break;
    case PART_IMAG: to[0] = im; break;
    case PART_REAL: to[0] = re; break;
    case PART_CONJ:
        to[0] = re;
        to[1] = -im;
        break;
    default: to[0] = length == 0 ? 0 : re / length; to[1] = length == 0 ? 0 : im / length;
    }
}

static double part_real(uint16_t code, double x) {
    switch (code) {
    case PART_ABS: return fabs(x);
    case PART_ARG: return atan2(0, x);
    case PART_IMAG: return 0;
    case PART_SIGN: return x > 0 ? 1 : x < 0 ? -1 : x != x ? x : 0;
    default: return x;
    }
}

static bool part_in_memory(Interp *in, uint16_t code, Value v, Value *out) {
    bool stays = code == PART_CONJ || code == PART_SIGN;
    ValueClass class_ = value_class(v);
    if (!class_is_integer(class_) || code == PART_ARG)
        class_ = class_floating(class_);
    Numbers x, y;
    TRY(numbers_of(in, v, &x));
    bool ok = numbers_new(in, class_, x.complex && stays, &x.shape, &y);
    if (ok) {
        for (int64_t k = 0; k < x.count; k++) {
            if (x.complex)
                part_complex(code, x.at[2 * k], x.at[2 * k + 1], y.at + (stays ? 2 * k : k));
            else
                y.at[k] = part_real(code, x.at[k]);
        }
        ok = numbers_value(in, &y, out);
    }
    numbers_free(in, &x);
    return ok;
}

/* Signed integers of 64 bits keep all their digits. */
static bool abs_int64(Interp *in, Value v, Value *out) {
    Array *from, *to;
    TRY(value_to_array(in, v, &from));
    bool ok = array_new_raw(in, CLASS_INT64, false, &from->shape, 0, &to);
    for (int64_t k = 0; ok && k < from->count; k++) {
        int64_t x = ((const int64_t *)from->data)[k];
        ((int64_t *)to->data)[k] = x == INT64_MIN ? INT64_MAX : x < 0 ? -x : x;
    }
    array_drop(in, from);
    if (!ok)
        return false;
    *out = value_of_array(to);
    return value_simplify(in, out);
}

bool elementwise_part(Interp *in, uint16_t code, Value v, Value *out) {
    static const char *const names[] = {"abs", "arg", "conj", "imag", "real", "signum"};
    static const char *const ops[] = {"abs", "arg", "conj", "imag", "real", "sign"};
    if (value_is_double(v)) {
        *out = value_double(part_real(code, v.as.number));
        return true;
    }
    if (!value_has_elements(v))
        return interp_fail(in, "%s: not defined for %s", names[code], value_type_name(v));
    ValueClass class_ = value_class(v);
    if (class_ == CLASS_CHAR && (code == PART_ARG || code == PART_CONJ || code == PART_SIGN))
        return interp_fail(in, "%s: argument must be numeric", names[code]);
    bool whole = code == PART_REAL || code == PART_CONJ;
    if (whole && !value_is_complex(v) && class_ != CLASS_LOGICAL && class_ != CLASS_CHAR) {
        *out = value_hold(v);
        return true;
    }
    if (code == PART_ABS && class_ == CLASS_INT64)
        return abs_int64(in, v, out);
    if (value_waits(in, v) && class_is_float(class_) &&
        (value_is_complex(v) || code == PART_ABS || code == PART_SIGN)) {
        TRY(record(in, ops[code], &v, 1, NULL, class_, out));
        if (code == PART_ABS)
            value_note_positive(*out);
        return true;
    }
    return part_in_memory(in, code, v, out);
}

bool builtin_part(Interp *in, BuiltinCall *call) {
    TRY(elementwise_part(in, call->row->code, call->args[0], &call->outs[0]));
    call->outc = 1;
    return true;
}

/* ---- questions */

/* The bits of a missing value; any other NaN is none. */
static bool is_missing(double x) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits == VALUE_NA_BITS;
}

static bool ask(uint16_t code, double x) {
    switch (code) {
    case TRUTH_FINITE: return isfinite(x);
    case TRUTH_INF: return isinf(x);
    case TRUTH_NA: return is_missing(x);
    case TRUTH_NAN: return x != x;
    default: return signbit(x);
    }
}

static bool ask_in_memory(Interp *in, uint16_t code, Value v, Value *out) {
    Numbers x;
    Array *truth;
    TRY(numbers_of(in, v, &x));
    bool ok = array_new_raw(in, CLASS_LOGICAL, false, &x.shape, 0, &truth);
    for (int64_t k = 0; ok && k < x.count; k++) {
        bool yes;
        if (!x.complex)
            yes = ask(code, x.at[k]);
        else if (code == TRUTH_FINITE)
            yes = isfinite(x.at[2 * k]) && isfinite(x.at[2 * k + 1]);
        else
            yes = ask(code, x.at[2 * k]) || ask(code, x.at[2 * k + 1]);
        ((uint8_t *)truth->data)[k] = yes;
    }
    numbers_free(in, &x);
    if (!ok)
        return false;
    *out = value_of_array(truth);
    return value_simplify(in, out);
}

bool builtin_truth(Interp *in, BuiltinCall *call) {
    static const char *const ops[] = {"isfinite", "isinf", NULL, "isnan", "signbit"};
    Value v = call->args[0];
    uint16_t code = call->row->code;
    if (!value_has_elements(v))
        return interp_fail(in, "%s: not defined for %s", call->name, value_type_name(v));
    call->outc = 1;
    if (value_is_double(v)) {
        call->outs[0] = value_logical(ask(code, v.as.number));
        return true;
    }
    if (value_waits(in, v) && ops[code] && class_is_float(value_class(v)))
        return record(in, ops[code], &v, 1, NULL, CLASS_LOGICAL, &call->outs[0]);
    return ask_in_memory(in, code, v, &call->outs[0]);
}
