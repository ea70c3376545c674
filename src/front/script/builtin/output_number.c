/* Numbers as text: num2str, int2str, mat2str. */
#include <math.h>
#include <stdio.h>

#include "front/script/builtin/functions.h"
#include "front/script/builtin/texts.h"
#include "front/script/show/number.h"
#include "front/script/show/show.h"
#include "front/script/value/objects.h"

/* ---- rows of numbers, each of one width */

typedef struct Numbers {
    Array *array;
    int64_t rows, columns; /* pages stand beside each other */
    double most;           /* the largest finite magnitude; -1: there is none */
    bool whole, odd;
    int width, digits; /* digits -1: whole numbers, all their digits */
    bool plain;        /* whole numbers whatever their size */
} Numbers;

static double part_of(const Array *a, int64_t k, bool imaginary) {
    int64_t at = a->complex ? 2 * k + imaginary : k;
    switch ((ValueClass)a->class_) {
    case CLASS_DOUBLE: return ((const double *)a->data)[at];
    case CLASS_SINGLE: return (double)((const float *)a->data)[at];
    case CLASS_INT8: return ((const int8_t *)a->data)[at];
    case CLASS_INT16: return ((const int16_t *)a->data)[at];
    case CLASS_INT32: return ((const int32_t *)a->data)[at];
    case CLASS_INT64: return (double)((const int64_t *)a->data)[at];
    case CLASS_UINT16: return ((const uint16_t *)a->data)[at];
    case CLASS_UINT32: return ((const uint32_t *)a->data)[at];
    case CLASS_UINT64: return (double)((const uint64_t *)a->data)[at];
    default: return ((const uint8_t *)a->data)[at];
    }
}

static void count_part(Numbers *n, double x) {
    if (isnan(x) || isinf(x)) {
        n->odd = true;
        return;
    }
    n->whole &= x == nearbyint(x);
    if (fabs(x) > n->most)
        n->most = fabs(x);
}

static void numbers_open(Numbers *n, Array *array) {
    *n = (Numbers){.array = array, .most = -1, .whole = true, .digits = -1};
    n->rows = array->shape.at[0];
    n->columns = n->rows ? array->count / n->rows : 0;
    for (int64_t k = 0; k < array->count; k++) {
        count_part(n, part_of(array, k, false));
        if (array->complex)
            count_part(n, part_of(array, k, true));
    }
}

/* The power of ten of the largest; 0 where there is none. */
static int power_of(const Numbers *n) {
    return n->most > 0 ? (int)floor(log10(n->most)) : 0;
}

/* What num2str does without a precision. */
static void choose_width(Numbers *n) {
    int digits = power_of(n) + 1;
    if (n->whole && (digits <= 16 || n->plain)) {
        n->width = digits + 2;
        if (n->odd && n->width < 5)
            n->width = 5;
        return;
    }
    digits = n->whole ? 16 : power_of(n) + 5;
    n->digits = digits < 5 ? 5 : digits > 16 ? 16 : digits;
    n->width = n->digits + 7;
}

static void put_part(Str *out, const char *flags, int width, int digits, double x) {
    if (!isfinite(x)) {
        const char *text = isnan(x) ? "NaN" : x < 0 ? "-Inf" : "Inf";
        const char *sign = strchr(flags, '+') && !(x < 0) ? "+" : "";
        char word[8];
        snprintf(word, sizeof word, "%s%s", sign, text);
        str_format(out, strchr(flags, '-') ? "%-*s" : "%*s", width, word);
    } else {
        number_put(out, flags, width, digits < 0 ? 0 : digits, digits < 0 ? 'f' : 'g', x);
    }
}

/* 3+4i: the i stands behind the number, the blanks that make it wide behind that. */
static void put_imaginary(Str *out, const Numbers *n, double x) {
    size_t start = out->len;
    put_part(out, "+-", n->width, n->digits, x);
    size_t end = out->len;
    while (!out->failed && end > start && out->data[end - 1] == ' ')
        end--;
    str_putc(out, 'i');
    if (!out->failed && end < out->len - 1) {
        memmove(out->data + end + 1, out->data + end, out->len - 1 - end);
        out->data[end] = 'i';
    }
}

/* All rows, a line each. */
static void put_rows(Str *out, const Numbers *n) {
    for (int64_t i = 0; i < n->rows; i++) {
        for (int64_t j = 0; j < n->columns; j++) {
            int64_t k = i + j * n->rows;
            put_part(out, "", n->width, n->digits, part_of(n->array, k, false));
            if (n->array->complex)
                put_imaginary(out, n, part_of(n->array, k, true));
        }
        str_putc(out, '\n');
    }
}

/* Lines as a char matrix, without blanks that all have at their ends. */
static bool lines_value(Interp *in, const Str *text, Value *out) {
    Values lines = {0};
    bool ok = true;
    size_t first = SIZE_MAX;
    for (int pass = 0; ok && pass < 2; pass++)
        for (size_t at = 0; ok && at < text->len;) {
            const char *end = memchr(text->data + at, '\n', text->len - at);
            size_t to = end ? (size_t)(end - text->data) : text->len, last = to, from = at;
            while (last > at && is_blank(text->data[last - 1]))
                last--;
            while (from < last && is_blank(text->data[from]))
                from++;
            if (pass == 0 && from < last && from - at < first)
                first = from - at;
            if (pass == 1 && to > at) {
                size_t skip = first < last - at ? first : last - at;
                ok = values_push_text(in, &lines, text->data + at + skip, last - at - skip, true);
            }
            at = to + 1;
        }
    ok = ok && (lines.count == 0 ? value_text(in, "", 0, false, out)
                                 : value_vertcat_texts(in, lines.at, (uint32_t)lines.count, out));
    values_free(in, &lines);
    return ok;
}

static bool give_lines(Interp *in, BuiltinCall *call, Str *text) {
    Value out;
    bool ok = str_ok(text) ? lines_value(in, text, &out) : interp_fail_raw(in);
    str_free(text);
    if (ok)
        give_value(in, call, 0, out);
    return ok;
}

/* ---- num2str */

/* The template for each row of x, its columns in order. */
static bool by_template(Interp *in, BuiltinCall *call, const Numbers *n) {
    Text own;
    TRY(chars_open(in, call->args[1], &own));
    Str template = str_make(&in->env), text = str_make(&in->env), raw = str_make(&in->env);
    bool ok = value_is_quoted(call->args[1])
                  ? (str_put(&raw, own.at, own.len), true)
                  : (show_unescape(&raw, own.at, own.len) || interp_fail_raw(in));
    for (int64_t j = 0; j < n->columns; j++)
        str_put(&template, raw.data ? raw.data : "", raw.len);
    while (template.len && is_blank(template.data[template.len - 1]) &&
           template.data[template.len - 1] != '\n')
        template.len--;
    str_putc(&template, '\n');
    Value turned = value_none(), x = value_of_array(n->array);
    Shape shape = shape_make(n->rows, n->columns);
    Array *flat = NULL;
    ok = ok && array_reshaped(in, n->array, &shape, &flat);
    if (ok)
        x = value_of_array(flat);
    ok = ok && value_unary(in, UNARY_TRANSPOSE, x, &turned) &&
         (str_ok(&template) || interp_fail_raw(in)) &&
         show_format(in, "num2str", template.data, template.len, &turned, 1, &text);
    value_drop(in, turned);
    if (flat)
        value_drop(in, value_of_array(flat));
    str_free(&template);
    str_free(&raw);
    chars_close(in, &own);
    if (ok)
        return give_lines(in, call, &text);
    str_free(&text);
    return false;
}

static bool choose_precision(Interp *in, const BuiltinCall *call, Numbers *n) {
    double digits = -1;
    Value v = call->args[1];
    if (v.kind <= VALUE_ARRAY && value_is_scalar(v) && value_is_numeric(v))
        TRY(value_to_double(in, v, "num2str", &digits));
    if (!(digits >= 0) || digits != nearbyint(digits) || digits > 1000)
        return interp_fail(in, "num2str: PRECISION must be a scalar integer >= 0");
    n->digits = (int)digits;
    n->width = n->digits + 7;
    return true;
}

static bool number_text(Interp *in, BuiltinCall *call, Array *array) {
    Numbers n;
    numbers_open(&n, array);
    if (call->argc > 1 && value_is_char(call->args[1]) && !array->complex)
        return by_template(in, call, &n);
    if (call->argc > 1 && !value_is_char(call->args[1]))
        TRY(choose_precision(in, call, &n));
    else
        choose_width(&n);
    Str text = str_make(&in->env);
    put_rows(&text, &n);
    return give_lines(in, call, &text);
}

static bool give_same(Interp *in, BuiltinCall *call) {
    give_value(in, call, 0, value_hold(call->args[0]));
    return true;
}

bool script_num2str(Interp *in, BuiltinCall *call) {
    Value x = call->args[0];
    if (value_is_char(x))
        return give_same(in, call);
    if (x.kind < VALUE_NUMBER || x.kind > VALUE_ARRAY)
        return interp_fail(in, "num2str: X must be a numeric, logical, or character array");
    if (value_is_empty(x))
        return give_chars(in, call, 0, "", 0);
    Array *array;
    TRY(value_to_array(in, x, &array));
    bool ok = number_text(in, call, array);
    value_drop(in, value_of_array(array));
    return ok;
}

bool script_int2str(Interp *in, BuiltinCall *call) {
    Value x = call->args[0];
    if (value_is_char(x))
        return give_same(in, call);
    if (x.kind < VALUE_NUMBER || x.kind > VALUE_ARRAY)
        return interp_fail(in, "int2str: N must be a numeric, logical, or character array");
    if (value_is_empty(x))
        return give_chars(in, call, 0, "", 0);
    double *rounded;
    TRY(value_to_doubles(in, x, &rounded));
    Shape shape = value_shape(x);
    for (int64_t k = 0; k < value_count(x); k++)
        rounded[k] = round(rounded[k]);
    Array *array;
    bool ok = value_array_new(in, CLASS_DOUBLE, false, &shape, &array);
    if (ok) {
        memcpy(array->data, rounded, (size_t)array->count * sizeof *rounded);
        Numbers n;
        numbers_open(&n, array);
        n.plain = true;
        choose_width(&n);
        Str text = str_make(&in->env);
        put_rows(&text, &n);
        ok = give_lines(in, call, &text);
        value_drop(in, value_of_array(array));
    }
    interp_release(in, rounded, (size_t)value_count(x) * sizeof *rounded);
    return ok;
}

/* ---- mat2str */

typedef struct Digits {
    int re, im;
} Digits;

static void put_entry(Str *out, const Array *a, int64_t k, Digits digits) {
    if (a->class_ == CLASS_LOGICAL) {
        str_puts(out, part_of(a, k, false) != 0 ? "true" : "false");
        return;
    }
    put_part(out, "", 0, digits.re, part_of(a, k, false));
    if (a->complex) {
        put_part(out, "+", 0, digits.im, part_of(a, k, true));
        str_putc(out, 'i');
    }
}

static void put_expression(Str *out, const Array *a, Digits digits, bool with_class) {
    int64_t rows = a->shape.at[0], columns = a->shape.at[1];
    if (with_class)
        str_format(out, "%s(", class_name((ValueClass)a->class_));
    if (a->count != 1)
        str_putc(out, '[');
    for (int64_t i = 0; a->count && i < rows; i++)
        for (int64_t j = 0; j < columns; j++) {
            put_entry(out, a, i + j * rows, digits);
            if (j + 1 < columns)
                str_putc(out, ' ');
            else if (i + 1 < rows)
                str_putc(out, ';');
        }
    if (a->count != 1)
        str_putc(out, ']');
    if (with_class)
        str_putc(out, ')');
}

static bool read_digits(Interp *in, Value v, Digits *digits) {
    double *x;
    int64_t count = value_count(v);
    TRY(value_to_doubles(in, v, &x));
    if (count > 0 && x[0] >= 0 && x[0] < 1000)
        digits->re = digits->im = (int)x[0];
    if (count > 1 && x[1] >= 0 && x[1] < 1000)
        digits->im = (int)x[1];
    interp_release(in, x, (size_t)count * sizeof *x);
    return true;
}

bool script_mat2str(Interp *in, BuiltinCall *call) {
    Value x = call->args[0];
    Digits digits = {15, 15};
    bool with_class = false;
    if (x.kind < VALUE_NUMBER || x.kind > VALUE_ARRAY || value_is_char(x))
        return interp_fail_id(in, "Octave:invalid-fun-call", "Invalid call to mat2str");
    if (value_shape(x).rank > 2)
        return interp_fail(in, "mat2str: X must be two dimensional");
    for (uint32_t k = 1; k < call->argc; k++) {
        if (value_is_char(call->args[k]))
            with_class = chars_are_word(in, call->args[k], "class");
        else if (call->args[k].kind <= VALUE_ARRAY)
            TRY(read_digits(in, call->args[k], &digits));
    }
    Array *array;
    TRY(value_to_array(in, x, &array));
    Str text = str_make(&in->env);
    put_expression(&text, array, digits, with_class);
    value_drop(in, value_of_array(array));
    return give_str(in, call, 0, &text);
}
