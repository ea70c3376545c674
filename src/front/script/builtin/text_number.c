/* Text as numbers: str2double, str2num; numbers in other bases. */
#include <ctype.h>
#include <math.h>

#include "front/script/builtin/functions.h"
#include "front/script/builtin/texts.h"

/* ---- str2double */

typedef struct Reader {
    const char *at, *end;
} Reader;

static void skip_blanks(Reader *r) {
    while (r->at < r->end && isspace((unsigned char)*r->at))
        r->at++;
}

static bool skip_word(Reader *r, const char *word) {
    const char *at = r->at;
    for (; *word; word++, at++)
        if (at == r->end || tolower((unsigned char)*at) != *word)
            return false;
    r->at = at;
    return true;
}

static bool skip_unit(Reader *r) {
    if (r->at == r->end || (*r->at != 'i' && *r->at != 'j'))
        return false;
    r->at++;
    return true;
}

/* Digits with a point and an exponent; commas between digits are left out. */
static bool read_digits(Reader *r, double *x) {
    char digits[400];
    size_t n = 0, figures = 0;
    bool point = false;
    const char *at = r->at;
    for (; at < r->end && n < sizeof digits - 8; at++) {
        if (isdigit((unsigned char)*at))
            figures++;
        else if (*at == '.' && !point)
            point = true;
        else if (*at == ',' && figures && !point)
            continue;
        else
            break;
        digits[n++] = *at;
    }
    if (!figures)
        return false;
    if (at < r->end && (*at == 'e' || *at == 'E')) {
        const char *power = at + 1;
        size_t start = n;
        digits[n++] = 'e';
        if (power < r->end && (*power == '+' || *power == '-'))
            digits[n++] = *power++;
        size_t first = n;
        while (power < r->end && isdigit((unsigned char)*power) && n < sizeof digits - 1)
            digits[n++] = *power++;
        if (n == first)
            return false;
        (void)start;
        at = power;
    }
    r->at = at;
    return parse_f64(digits, n, x) && isfinite(*x);
}

/* A number with its sign, and whether an i is beside it. signed_: there must be a sign. */
static bool read_part(Reader *r, bool signed_, double *x, bool *imaginary) {
    double sign = 1;
    bool any = false;
    skip_blanks(r);
    while (r->at < r->end && (*r->at == '+' || *r->at == '-')) {
        if (*r->at++ == '-' && !any)
            sign = -1;
        else if (r->at[-1] == '-')
            sign = -sign;
        any = true;
        skip_blanks(r);
    }
    if (signed_ && !any)
        return false;
    *imaginary = false;
    if (skip_word(r, "inf")) {
        *x = (double)INFINITY;
    } else if (skip_word(r, "nan") || skip_word(r, "na")) {
        *x = (double)NAN;
        *x *= sign;
        return true;
    } else if (skip_unit(r)) {
        *imaginary = true;
        *x = 1;
        skip_blanks(r);
        if (r->at < r->end && *r->at == '*') {
            r->at++;
            skip_blanks(r);
            if (skip_word(r, "inf"))
                *x = (double)INFINITY;
            else if (!read_digits(r, x))
                return false;
        }
        *x *= sign;
        return true;
    } else if (!read_digits(r, x)) {
        return false;
    }
    *x *= sign;
    Reader before = *r;
    skip_blanks(r);
    if (r->at < r->end && *r->at == '*') {
        r->at++;
        skip_blanks(r);
        return *imaginary = skip_unit(r);
    }
    *r = before;
    *imaginary = skip_unit(r);
    return true;
}

typedef struct Complex {
    double re, im;
} Complex;

static Complex read_complex(const char *text, size_t len) {
    const Complex none = {(double)NAN, 0};
    Reader r = {text, text + len};
    double x, y;
    bool first, second;
    if (!read_part(&r, false, &x, &first))
        return none;
    skip_blanks(&r);
    if (r.at == r.end)
        return first ? (Complex){0, x} : (Complex){x, 0};
    if (!read_part(&r, true, &y, &second) || first == second)
        return none;
    skip_blanks(&r);
    if (r.at != r.end)
        return none;
    return first ? (Complex){y, x} : (Complex){x, y};
}

static bool complex_array(Interp *in, const Complex *z, const Shape *shape, Value *out) {
    Array *array;
    TRY(value_array_new(in, CLASS_DOUBLE, true, shape, &array));
    if (array->count)
        memcpy(array->data, z, (size_t)array->count * sizeof *z);
    *out = value_of_array(array);
    return value_simplify(in, out);
}

/* Each row of text. */
static bool read_rows(Interp *in, const Array *text, Complex *z) {
    int64_t rows = text->shape.at[0], columns = text->shape.at[1];
    Str row = str_make(&in->env);
    for (int64_t i = 0; i < rows; i++) {
        row.len = 0;
        for (int64_t j = 0; j < columns; j++)
            str_putc(&row, ((const char *)text->data)[i + j * rows]);
        z[i] = read_complex(row.data ? row.data : "", row.len);
    }
    bool ok = str_ok(&row) || interp_fail_raw(in);
    str_free(&row);
    return ok;
}

static bool read_text(Interp *in, Value v, Value *out) {
    Text text;
    TRY(chars_open(in, v, &text));
    int64_t rows = text.array->count ? text.array->shape.at[0] : 1;
    Shape shape = shape_make(rows, 1);
    Complex *z = interp_alloc(in, (size_t)rows * sizeof *z);
    bool ok = z != NULL;
    if (ok && text.array->count == 0)
        z[0] = (Complex){(double)NAN, 0};
    else if (ok)
        ok = read_rows(in, text.array, z);
    ok = ok && complex_array(in, z, &shape, out);
    interp_release(in, z, (size_t)rows * sizeof *z);
    chars_close(in, &text);
    return ok;
}

static bool read_cell(Interp *in, const Cell *cell, Value *out) {
    size_t bytes = (size_t)cell->count * sizeof(Complex);
    Complex *z = interp_alloc(in, bytes);
    bool ok = z != NULL;
    for (int64_t k = 0; ok && k < cell->count; k++) {
        z[k] = (Complex){(double)NAN, 0};
        if (!value_is_text(cell->at[k]) || value_is_empty(cell->at[k]))
            continue;
        Text text;
        ok = chars_open(in, cell->at[k], &text);
        if (ok)
            z[k] = read_complex(text.at, text.len);
        chars_close(in, &text);
    }
    ok = ok && complex_array(in, z, &cell->shape, out);
    interp_release(in, z, bytes);
    return ok;
}

bool script_str2double(Interp *in, BuiltinCall *call) {
    Value v = call->args[0], out = value_double((double)NAN);
    if (v.kind == VALUE_CELL)
        TRY(read_cell(in, VALUE_CELL_OF(v), &out));
    else if (value_is_char(v))
        TRY(read_text(in, v, &out));
    give_value(in, call, 0, out);
    return true;
}

/* ---- str2num: the text is evaluated between brackets */

bool script_str2num(Interp *in, BuiltinCall *call) {
    Text text;
    TRY(chars_take(in, call->args[0], "str2num: S must be a string or string array", &text));
    Str line = str_make(&in->env);
    int64_t rows = text.array->shape.at[0], columns = text.array->shape.at[1];
    str_putc(&line, '[');
    for (int64_t i = 0; i < rows; i++) {
        for (int64_t j = 0; j < columns; j++)
            str_putc(&line, text.at[i + j * rows]);
        str_putc(&line, i + 1 < rows ? ';' : ' ');
    }
    str_putc(&line, ']');
    chars_close(in, &text);
    Value out = value_none();
    uint32_t outc = 0;
    bool found = str_ok(&line) && in->calls.eval &&
                 in->calls.eval(in, line.data, line.len, 1, &out, &outc) && outc == 1;
    str_free(&line);
    if (!found) {
        interp_clear_error(in);
        value_drop(in, out);
        TRY(value_empty(in, &out));
    }
    give_value(in, call, 0, out);
    give_value(in, call, 1, value_logical(found));
    return true;
}
