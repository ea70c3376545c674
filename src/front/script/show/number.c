#include "front/script/show/number.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- digits */

/* Digits before the point; 0 and less: zeros after it. */
static int digits_of(double x) {
    return x == 0 ? 0 : 1 + (int)floor(log10(x));
}

/* What a format says about precision. */
typedef struct Precision {
    int digits; /* significant ones */
    int most;   /* digits before and after the point that are still written without an exponent */
} Precision;

static Precision precision_of(ShowFormat format, bool single) {
    bool is_long = format == FORMAT_LONG || format == FORMAT_LONG_G || format == FORMAT_LONG_E;
    if (!is_long)
        return (Precision){5, 7};
    return single ? (Precision){8, 8} : (Precision){16, 16};
}

/* format bank: of numbers with up to d digits before the point. */
static NumberForm bank_form(int d) {
    int width = (d > 0 ? d : 1) + 3;
    return (NumberForm){FORM_FIXED, width + 1, width, 0, 2};
}

/* Digits before the point and after it of numbers with d digits. */
static int before_point(int d) {
    return d > 0 ? d : 1;
}
static int after_point(int d, int precision) {
    if (d == 0)
        return precision > 1 ? precision - 1 : precision;
    return precision > d ? precision - d : precision;
}

static bool is_general(ShowFormat format) {
    return format == FORMAT_SHORT_G || format == FORMAT_LONG_G;
}
static bool is_exponent(ShowFormat format) {
    return format == FORMAT_SHORT_E || format == FORMAT_LONG_E;
}

const char *nan_text(double x) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits == VALUE_NA_BITS ? "NA" : "NaN";
}

/* ---- spreads */

void spread_start(Spread *spread, bool single) {
    *spread = (Spread){.integers = true, .single = single};
}

void spread_add(Spread *spread, double x) {
    if (!isfinite(x)) {
        spread->odd = true;
        return;
    }
    double size = fabs(x);
    /* What is whole in 24 bits counts as such, as in Octave: roots of polynomials, and 1e-50. */
    float narrow = (float)x;
    if (x != nearbyint(x) && narrow != nearbyintf(narrow))
        spread->integers = false;
    if (!spread->any || size > spread->largest)
        spread->largest = size;
    if (!spread->any || size < spread->smallest)
        spread->smallest = size;
    spread->any = true;
}

/* ---- forms */

/* most, least: digits of the largest and the smallest magnitude. */
static NumberForm exponent_form(int precision, int most, int least) {
    int exponent = most > 100 || least < -99 ? 5 : 4;
    int width = 1 + 1 + precision - 1 + exponent;
    return (NumberForm){FORM_EXPONENT, width + 1, width, 0, precision - 1};
}

static NumberForm general_form(int precision) {
    return (NumberForm){FORM_GENERAL, precision + 6, precision + 6, 0, precision};
}

NumberForm form_of_number(ShowFormat format, double x, bool single) {
    Precision p = precision_of(format, single);
    if (is_general(format))
        return (NumberForm){FORM_GENERAL, p.digits, 0, 0, p.digits};
    NumberForm plain = {FORM_FIXED, 0, 0, 0, 0};
    NumberForm exponent = {FORM_EXPONENT, 0, 0, p.digits + 5, p.digits - 1};
    if (is_exponent(format))
        return exponent;
    if (format == FORMAT_BANK)
        return (NumberForm){FORM_FIXED, 0, 0, 0, 2};
    if (!isfinite(x))
        return plain;
    int d = digits_of(fabs(x));
    if (x == nearbyint(x))
        return d <= p.most ? plain : exponent;
    plain.digits = after_point(d, p.digits);
    return before_point(d) + plain.digits <= p.most ? plain : exponent;
}

/* Of numbers between d_most and d_least digits; NumberForm.width counts a sign. */
static NumberForm broken_form(Precision p, int d_most, int d_least) {
    int before = before_point(d_most), after = after_point(d_most, p.digits);
    if (before_point(d_least) > before)
        before = before_point(d_least);
    if (after_point(d_least, p.digits) > after)
        after = after_point(d_least, p.digits);
    if (before + after > p.most)
        return exponent_form(p.digits, d_most, d_least);
    int width = before + 1 + after;
    return (NumberForm){FORM_FIXED, width + 1, width, 0, after};
}

NumberForm form_of_matrix(ShowFormat format, const Spread *spread) {
    Precision p = precision_of(format, spread->single);
    int most = digits_of(spread->largest);
    int least = digits_of(spread->smallest);
    if (is_general(format))
        return general_form(p.digits);
    if (is_exponent(format))
        return exponent_form(p.digits, most, least);
    if (format == FORMAT_BANK)
        return bank_form(most);
    if (!spread->integers)
        return broken_form(p, most, least);
    int width = most <= 0 ? 2 : most + 1;
    if (spread->odd && width < 4)
        width = 4;
    if (width > p.most)
        return exponent_form(p.digits, most, least);
    return (NumberForm){FORM_GENERAL, width, width, 0, most > 1 ? most : 1};
}

/* Of whole parts with d digits. */
static NumberForm whole_complex_form(int d, bool odd) {
    int width = d <= 0 ? 1 : d;
    if (odd && width < 3)
        width = 3;
    return (NumberForm){FORM_FIXED, width + 1, width, 0, 0};
}

static int larger(int a, int b) {
    return a > b ? a : b;
}

NumberForm form_of_complex_matrix(ShowFormat format, const Spread *re, const Spread *im) {
    bool single = re->single;
    Precision p = precision_of(format, single);
    int most = larger(digits_of(re->largest), digits_of(im->largest));
    int least = larger(digits_of(re->smallest), digits_of(im->smallest));
    if (is_general(format))
        return general_form(p.digits);
    if (is_exponent(format))
        return exponent_form(p.digits, most, least);
    if (format == FORMAT_BANK)
        return bank_form(most);
    if (!re->integers || !im->integers)
        return broken_form(p, most, least);
    NumberForm whole = whole_complex_form(most, re->odd || im->odd);
    whole.kind = FORM_GENERAL;
    whole.digits = most > 1 ? most : 1;
    return whole.width > p.most ? exponent_form(p.digits, most, least) : whole;
}

NumberForm form_of_complex(ShowFormat format, double re, double im, bool single) {
    Precision p = precision_of(format, single);
    int d_re = isfinite(re) ? digits_of(fabs(re)) : 0;
    int d_im = isfinite(im) ? digits_of(fabs(im)) : 0;
    int most = d_re > d_im ? d_re : d_im, least = d_re > d_im ? d_im : d_re;
    if (is_general(format))
        return general_form(p.digits);
    if (is_exponent(format))
        return exponent_form(p.digits, most, least);
    if (format == FORMAT_BANK)
        return bank_form(most);
    bool odd = !isfinite(re) || !isfinite(im);
    bool whole = !isnan(re) && !isnan(im) && re == nearbyint(re) && im == nearbyint(im);
    if (!whole && !odd)
        return broken_form(p, most, least);
    NumberForm form = whole_complex_form(most, odd);
    if (!whole) { /* beside a NaN or Inf one digit is all that is written */
        form.kind = FORM_GENERAL;
        form.digits = 1;
        return form;
    }
    return form.width > p.most + 1 ? exponent_form(p.digits, most, least) : form;
}

/* All elements, and the limit counts where it is not reached; columns have room for one sign more than in matrices. */
NumberForm form_of_range(ShowFormat format, const Range *range) {
    Spread spread;
    spread_start(&spread, false);
    spread_add(&spread, range->base);
    spread_add(&spread, range->limit);
    spread.integers =
        range->base == nearbyint(range->base) && range->step == nearbyint(range->step);
    Precision p = precision_of(format, false);
    int most = digits_of(spread.largest), least = digits_of(spread.smallest);
    if (is_general(format))
        return general_form(p.digits);
    if (format == FORMAT_BANK)
        return bank_form(most);
    NumberForm form = exponent_form(p.digits, most, least);
    if (!is_exponent(format) && spread.integers && (most <= 0 ? 1 : most) + 1 <= p.most)
        return (NumberForm){FORM_FIXED, (most <= 0 ? 1 : most) + 1, 0, 0, 0};
    if (!is_exponent(format) && !spread.integers)
        form = broken_form(p, most, least);
    form.width++;
    return form;
}

/* ---- writing */

void number_put(Str *out, const char *flags, int width, int precision, char letter, double x) {
    char template[32];
    if (precision >= 0)
        snprintf(template, sizeof template, "%%%.8s*.*%c", flags, letter);
    else
        snprintf(template, sizeof template, "%%%.8s*%c", flags, letter);
    size_t start = out->len;
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    if (precision >= 0)
        str_format(out, template, width, precision, x);
    else
        str_format(out, template, width, x);
#pragma GCC diagnostic pop
    if (!out->failed)
        for (size_t i = start; i < out->len; i++)
            if (out->data[i] == ',')
                out->data[i] = '.';
}

static void put(Str *out, const NumberForm *form, int width, double x) {
    if (isnan(x))
        str_format(out, "%*s", width > 3 ? width : 3, nan_text(x));
    else if (isinf(x))
        str_format(out, "%*s", width, x < 0 ? "-Inf" : "Inf");
    else if (x == 0)
        str_format(out, "%*s", form->zero_width > width ? form->zero_width : width, "0");
    else
        number_put(out, "", width, form->digits,
                   form->kind == FORM_FIXED      ? 'f'
                   : form->kind == FORM_EXPONENT ? 'e'
                                                 : 'g',
                   x);
}

void form_put(Str *out, const NumberForm *form, double x) {
    put(out, form, form->width, x);
}

void form_put_complex(Str *out, const NumberForm *form, double re, double im) {
    put(out, form, form->width, re);
    bool minus = signbit(im) && !isnan(im);
    str_puts(out, minus ? " - " : " + ");
    put(out, form, form->imaginary_width, minus ? -im : im);
    str_putc(out, 'i');
}
