/*
 * Templates of the printf family: a template is gone through again while there are values left, and ends at the first
 * conversion that finds none.
 */
#include "front/script/show/template.h"

#include <ctype.h>
#include <limits.h>
#include <math.h>
#include <string.h>

#include "front/script/show/number.h"
#include "front/script/show/show.h"

/* ---- conversions */

typedef struct Conversion {
    char flags[8];
    int width, precision; /* -1: none */
    bool star_width, star_precision;
    char letter;
} Conversion;

static bool is_integer_letter(char c) {
    return strchr("dioxXu", c) != NULL;
}

/* A number, or a star. */
static const char *read_size(const char *at, const char *end, int *size, bool *star) {
    if (at < end && *at == '*') {
        *star = true;
        return at + 1;
    }
    for (; at < end && isdigit((unsigned char)*at); at++) {
        int digit = *at - '0';
        *size = *size < 0 ? digit : *size > INT_MAX / 10 - 10 ? *size : *size * 10 + digit;
    }
    return at;
}

/* What follows a %; the place behind it, or NULL: it is none. */
static const char *read_conversion(const char *at, const char *end, Conversion *c) {
    *c = (Conversion){.width = -1, .precision = -1};
    for (size_t n = 0; at < end && *at && strchr("-+ 0#", *at); at++)
        if (n < sizeof c->flags - 1 && !strchr(c->flags, *at))
            c->flags[n++] = *at;
    at = read_size(at, end, &c->width, &c->star_width);
    if (at < end && *at == '.') {
        c->precision = 0;
        at = read_size(at + 1, end, &c->precision, &c->star_precision);
    }
    char size = 0;
    if (at < end && *at && strchr("hlL", *at))
        size = *at++;
    if (at == end || !*at || !strchr("dioxXucsfeEgG%", *at))
        return NULL;
    c->letter = *at;
    if (size && !(size == 'L' ? strchr("feEgG", c->letter) != NULL : is_integer_letter(c->letter)))
        return NULL;
    return at + 1;
}

/* ---- printing one value */

static void put_padded(Str *out, const Conversion *c, const char *text, size_t len) {
    size_t width = c->width > 0 ? (size_t)c->width : 0;
    bool left = strchr(c->flags, '-') != NULL;
    if (!left)
        for (size_t k = len; k < width; k++)
            str_putc(out, ' ');
    str_put(out, text, len);
    if (left)
        for (size_t k = len; k < width; k++)
            str_putc(out, ' ');
}

static void put_odd(Str *out, const Conversion *c, double x) {
    const char *text = isnan(x) ? nan_text(x) : x < 0 ? "-Inf" : "+Inf";
    if (isnan(x) && strchr(c->flags, '+'))
        text = "+NaN";
    if (isinf(x) && x > 0 && !strchr(c->flags, '+'))
        text = "Inf";
    put_padded(out, c, text, strlen(text));
}

static void put_double(Str *out, const Conversion *c, char letter, double x) {
    if (!isfinite(x)) {
        put_odd(out, c, x);
        return;
    }
    char flags[16] = "";
    for (size_t k = 0, n = 0; c->flags[k]; k++)
        flags[n++] = c->flags[k];
    number_put(out, flags, c->width > 0 ? c->width : 0, c->precision, letter, x);
}

/* Digits of x in the base of a letter. */
static size_t digits_text(char *end, uint64_t x, char letter) {
    unsigned base = letter == 'x' || letter == 'X' ? 16 : letter == 'o' ? 8 : 10;
    const char *digits = letter == 'X' ? "0123456789ABCDEF" : "0123456789abcdef";
    size_t len = 0;
    do {
        end[-(ptrdiff_t)++len] = digits[x % base];
        x /= base;
    } while (x);
    return len;
}

static void put_whole(Str *out, const Conversion *c, bool minus, uint64_t size) {
    char buffer[32], head[8] = "";
    size_t len = digits_text(buffer + sizeof buffer, size, c->letter);
    bool is_signed = c->letter == 'd' || c->letter == 'i';
    if (is_signed)
        strcpy(head, minus ? "-" : strchr(c->flags, '+') ? "+" : strchr(c->flags, ' ') ? " " : "");
    bool other_form = strchr(c->flags, '#') != NULL && size != 0;
    if (other_form && (c->letter == 'x' || c->letter == 'X'))
        strcpy(head, c->letter == 'x' ? "0x" : "0X");
    size_t zeros = c->precision > 0 && (size_t)c->precision > len ? (size_t)c->precision - len : 0;
    if (other_form && c->letter == 'o' && zeros == 0)
        zeros = 1;
    size_t width = c->width > 0 ? (size_t)c->width : 0, used = strlen(head) + zeros + len;
    bool left = strchr(c->flags, '-') != NULL;
    if (strchr(c->flags, '0') && !left && c->precision < 0 && used < width) {
        zeros += width - used;
        used = width;
    }
    for (size_t k = used; !left && k < width; k++)
        str_putc(out, ' ');
    str_puts(out, head);
    for (size_t k = 0; k < zeros; k++)
        str_putc(out, '0');
    str_put(out, buffer + sizeof buffer - len, len);
    for (size_t k = used; left && k < width; k++)
        str_putc(out, ' ');
}

/* A number where an integer is asked for: one that is none is written as %g does. */
static void put_integer(Str *out, const Conversion *c, const Datum *d) {
    bool is_signed = c->letter == 'd' || c->letter == 'i';
    uint64_t bits;
    memcpy(&bits, &d->i64, sizeof bits);
    if (d->class_ == CLASS_INT64 && (is_signed || d->i64 >= 0)) {
        put_whole(out, c, d->i64 < 0, d->i64 < 0 ? 0 - bits : bits);
        return;
    }
    if (d->class_ == CLASS_UINT64) {
        put_whole(out, c, false, bits);
        return;
    }
    double x = d->number, limit = is_signed ? 9223372036854775808.0 : 18446744073709551616.0;
    if (!isfinite(x) || x != nearbyint(x) || x > limit || (!is_signed && x < 0)) {
        put_double(out, c, 'g', x);
        return;
    }
    uint64_t most = is_signed ? (uint64_t)INT64_MAX + (x < 0) : UINT64_MAX;
    double size = fabs(x);
    put_whole(out, c, x < 0, size >= limit ? most : (uint64_t)size);
}

static void put_character(Str *out, const Conversion *c, const Datum *d) {
    double x = d->number;
    if (x == nearbyint(x) && x >= 0 && x <= 255) {
        char byte = (char)(unsigned char)x;
        put_padded(out, c, &byte, c->letter == 's' && c->precision == 0 ? 0 : 1);
        return;
    }
    put_double(out, c, 'g', x);
}

static bool put_datum(Interp *in, Str *out, const Conversion *c, const Datum *d) {
    bool text = c->letter == 's' || c->letter == 'c';
    if (d->kind == DATUM_EMPTY || d->kind == DATUM_TEXT) {
        size_t len = d->len;
        if (text && c->letter == 's' && c->precision >= 0 && (size_t)c->precision < len)
            len = (size_t)c->precision;
        if (text || d->kind == DATUM_TEXT)
            put_padded(out, c, d->text ? d->text : "", len);
    } else if (is_integer_letter(c->letter) && d->complex && d->number == nearbyint(d->number)) {
        return interp_fail(in, "octave_base_value::int64_scalar_value(): wrong type argument "
                               "'complex scalar'");
    } else if (is_integer_letter(c->letter)) {
        put_integer(out, c, d);
    } else if (text) {
        put_character(out, c, d);
    } else {
        put_double(out, c, c->letter, d->number);
    }
    return true;
}

/* ---- templates */

/* The value of a star. *ended: there is none. */
static bool take_size(Feed *feed, bool star, int *size, bool *ended) {
    if (!star)
        return true;
    Datum d;
    TRY(feed_next(feed, false, &d));
    if (d.kind == DATUM_END) {
        *ended = true;
        return true;
    }
    double x = d.kind == DATUM_NUMBER ? d.number : -1;
    if (!(x >= 0 && x <= INT_MAX) || x != nearbyint(x))
        return interp_fail(feed->in, "%s: invalid field width, must be integer >= 0 and <= INT_MAX",
                           feed->who);
    *size = (int)x;
    return true;
}

/* Prints one conversion; *ended: there was no value for it. */
static bool convert(Feed *feed, Str *out, Conversion c, bool *ended) {
    TRY(take_size(feed, c.star_width, &c.width, ended));
    if (!*ended)
        TRY(take_size(feed, c.star_precision, &c.precision, ended));
    if (*ended)
        return true;
    enum { MOST = 1 << 20 }; /* blanks: more are a mistake, and would fill the memory */
    if (c.width > MOST || c.precision > MOST)
        return interp_fail(feed->in,
                           "out of memory or dimension too large for Octave's index type");
    Datum d;
    TRY(feed_next(feed, c.letter == 's', &d));
    *ended = d.kind == DATUM_END;
    bool ok = *ended || put_datum(feed->in, out, &c, &d);
    if (feed->array && feed->element == feed->array->count)
        feed_close(feed);
    return ok;
}

/* Once through; *conversions counts those that take values. */
static bool pass(Feed *feed, Str *out, const char *format, size_t len, uint32_t *conversions,
                 bool *ended) {
    const char *at = format, *end = format + len;
    while (at < end) {
        const char *mark = memchr(at, '%', (size_t)(end - at));
        str_put(out, at, (size_t)((mark ? mark : end) - at));
        if (!mark)
            return true;
        Conversion c;
        at = read_conversion(mark + 1, end, &c);
        if (c.letter == '%') {
            str_putc(out, '%');
            continue;
        }
        ++*conversions;
        TRY(convert(feed, out, c, ended));
        if (*ended)
            return true;
    }
    return true;
}

static bool check(Interp *in, const char *who, const char *format, size_t len) {
    const char *at = format, *end = format + len;
    while (at < end && (at = memchr(at, '%', (size_t)(end - at)))) {
        Conversion c;
        at = read_conversion(at + 1, end, &c);
        if (!at)
            return interp_fail(in, "%s: invalid format specified", who);
    }
    return true;
}

bool show_format(Interp *in, const char *who, const char *format, size_t len, const Value *args,
                 uint32_t argc, Str *out) {
    TRY(check(in, who, format, len));
    Feed feed = {.in = in, .who = who, .args = args, .argc = argc, .run = str_make(&in->env)};
    bool ok, ended = false;
    uint32_t conversions = 0;
    do
        ok = pass(&feed, out, format, len, &conversions, &ended);
    while (ok && !ended && conversions && !feed_ended(&feed) && !out->failed);
    feed_close(&feed);
    str_free(&feed.run);
    if (ok && !str_ok(out))
        return interp_fail_raw(in);
    return ok;
}
