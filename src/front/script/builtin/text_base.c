/* Numbers in other bases: dec2bin, dec2base, bin2dec and so on. */
#include <ctype.h>
#include <math.h>

#include "front/script/builtin/functions.h"
#include "front/script/builtin/texts.h"

static const char all_digits[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";

typedef struct Base {
    const char *symbols;
    Text own; /* symbols that were given */
    unsigned base;
} Base;

/* A base as a number or as its symbols. */
static bool base_open(Interp *in, const BuiltinCall *call, uint32_t k, const char *what,
                      Base *out) {
    *out = (Base){.symbols = all_digits, .base = call->row->code};
    if (out->base)
        return true;
    double base = 0;
    if (value_is_char(call->args[k])) {
        TRY(chars_open(in, call->args[k], &out->own));
        out->symbols = out->own.at;
        out->base = (unsigned)out->own.len;
        if (out->base > 1 && out->base < 256)
            return true;
        chars_close(in, &out->own);
    } else {
        TRY(value_to_double(in, call->args[k], call->name, &base));
        out->base = base >= 2 && base <= 36 ? (unsigned)base : 0;
        if (out->base && base == nearbyint(base))
            return true;
    }
    return interp_fail(in, "%s", what);
}

/* ---- dec2base */

enum { DIGITS_MOST = 64 };

/* Digits of x from the end of the buffer; their number. */
static size_t digits_of(const Base *b, double x, char buffer[DIGITS_MOST]) {
    size_t n = 0;
    uint64_t rest = x >= 0x1p64 ? UINT64_MAX : (uint64_t)x;
    do {
        buffer[DIGITS_MOST - ++n] = b->symbols[rest % b->base];
        rest /= b->base;
    } while (rest && n < DIGITS_MOST);
    return n;
}

static bool rows_of_digits(Interp *in, const Base *b, const double *x, int64_t count, size_t least,
                           Value *out) {
    char buffer[DIGITS_MOST];
    size_t most = least;
    for (int64_t k = 0; k < count; k++) {
        size_t n = digits_of(b, x[k], buffer);
        if (n > most)
            most = n;
    }
    Shape shape = shape_make(count, (int64_t)most);
    Array *array;
    TRY(value_array_new(in, CLASS_CHAR, false, &shape, &array));
    char *to = array->data;
    for (int64_t k = 0; k < count; k++) {
        size_t n = digits_of(b, x[k], buffer);
        for (size_t j = 0; j < most; j++)
            to[k + (int64_t)j * count] =
                j < most - n ? b->symbols[0] : buffer[DIGITS_MOST - most + j];
    }
    *out = value_of_array(array);
    return value_simplify(in, out);
}

/* Negative numbers in two's complement of 8, 16, 32 or 64 bits. */
static double complement(double x) {
    if (x >= 0)
        return x;
    for (int bits = 8; bits < 64; bits *= 2)
        if (x >= -ldexp(1, bits - 1))
            return ldexp(1, bits) + x;
    return ldexp(1, 64) + x;
}

static bool check_numbers(Interp *in, const BuiltinCall *call, double *x, int64_t count,
                          bool negative) {
    for (int64_t k = 0; k < count; k++) {
        if (x[k] != nearbyint(x[k]) || isinf(x[k]) || (x[k] < 0 && !negative))
            return interp_fail(in,
                               negative ? "%s: input must be integers"
                                        : "%s: input must be real non-negative integers",
                               call->name);
        x[k] = complement(x[k]);
    }
    return true;
}

/* The numbers of an array or of a cell of scalars. */
static bool take_numbers(Interp *in, const BuiltinCall *call, double **x, int64_t *count) {
    Value v = call->args[0];
    *count = value_count(v);
    if (v.kind != VALUE_CELL) {
        if (v.kind > VALUE_ARRAY || value_is_char(v))
            return interp_fail(in, "%s: input must be %s", call->name,
                               call->row->code ? "integers" : "real non-negative integers");
        return value_to_doubles(in, v, x);
    }
    *x = interp_alloc(in, (size_t)*count * sizeof **x);
    TRY(*x);
    for (int64_t k = 0; k < *count; k++)
        if (!value_to_double(in, VALUE_CELL_OF(v)->at[k], call->name, &(*x)[k])) {
            interp_release(in, *x, (size_t)*count * sizeof **x);
            return false;
        }
    return true;
}

bool script_dec2base(Interp *in, BuiltinCall *call) {
    bool fixed = call->row->code != 0;
    uint32_t least_at = fixed ? 1 : 2;
    Base base;
    double least = 0, *x;
    int64_t count;
    if (!fixed && call->argc < 2)
        return interp_fail_id(in, "Octave:invalid-fun-call", "Invalid call to %s", call->name);
    if (call->argc > least_at)
        TRY(value_to_double(in, call->args[least_at], call->name, &least));
    if (!(least >= 0 && least < 1e6))
        return interp_fail(in, "%s: LEN must be a non-negative integer", call->name);
    TRY(base_open(in, call, 1,
                  "dec2base: BASE must be an integer between 2 and 36, or a string of symbols",
                  &base));
    Value out;
    bool ok = take_numbers(in, call, &x, &count);
    if (ok) {
        ok = check_numbers(in, call, x, count, fixed) &&
             rows_of_digits(in, &base, x, count, (size_t)least, &out);
        interp_release(in, x, (size_t)count * sizeof *x);
    }
    chars_close(in, &base.own);
    if (ok)
        give_value(in, call, 0, out);
    return ok;
}

/* ---- base2dec */

/* Blanks are left out; NaN where there is anything else than digits. */
static double number_of(const Base *b, const char *text, size_t len, size_t stride) {
    double x = 0;
    bool any = false;
    for (size_t k = 0; k < len; k++) {
        char c = text[k * stride];
        if (isspace((unsigned char)c))
            continue;
        if (!b->own.array)
            c = (char)toupper((unsigned char)c);
        const char *at = c ? memchr(b->symbols, c, b->base) : NULL;
        if (!at)
            return (double)NAN;
        x = x * b->base + (double)(at - b->symbols);
        any = true;
    }
    return any ? x : (double)NAN;
}

static bool numbers_of(Interp *in, const Base *b, Value v, Doubles *out) {
    static const char error[] = "base2dec: S must be a string or cellstring";
    int64_t count = v.kind == VALUE_CELL ? value_count(v) : 1;
    for (int64_t k = 0; k < count; k++) {
        Text text;
        TRY(chars_take(in, v.kind == VALUE_CELL ? VALUE_CELL_OF(v)->at[k] : v, error, &text));
        int64_t rows = text.array->shape.at[0], columns = text.array->shape.at[1];
        bool ok = true;
        for (int64_t i = 0; ok && i < rows; i++)
            ok = doubles_push(in, out, number_of(b, text.at + i, (size_t)columns, (size_t)rows));
        chars_close(in, &text);
        TRY(ok);
    }
    return true;
}

bool script_base2dec(Interp *in, BuiltinCall *call) {
    Base base;
    if (call->row->code == 0 && call->argc < 2)
        return interp_fail_id(in, "Octave:invalid-fun-call", "Invalid call to %s", call->name);
    TRY(base_open(in, call, 1, "base2dec: BASE must be between 2 and 36, or a string of symbols",
                  &base));
    Doubles numbers = {0};
    bool ok = numbers_of(in, &base, call->args[0], &numbers) &&
              give_doubles(in, call, 0, numbers.at, numbers.count, 1);
    doubles_free(in, &numbers);
    chars_close(in, &base.own);
    return ok;
}
