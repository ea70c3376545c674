#include "show.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    SHOWN_WHOLE = 1000, /* elements */
    SHOWN_ENDS = 3      /* of an axis of a bigger array, at each end */
};

/* Digits of a float: bits after the point and the smallest exponent, as in 1.x * 2^e. */
typedef struct Format {
    int bits, least;
} Format;

static const Format f16 = {10, -14}, bf16 = {7, -126}, f32 = {23, -126}, f64 = {52, -1022};

/* The number of the format that is nearest to a decimal one; of two, the even one. */
static double read_real(const char *text, Format format) {
    if (format.bits == f64.bits)
        return strtod(text, NULL);
    if (format.bits == f32.bits)
        return (double)strtof(text, NULL);
    /* So few digits that rounding to double first changes nothing. */
    double value = strtod(text, NULL);
    int exponent;
    frexp(value, &exponent); /* value is below 2^exponent */
    int unit = (exponent - 1 > format.least ? exponent - 1 : format.least) - format.bits;
    return ldexp(nearbyint(ldexp(value, -unit)), unit);
}

/* The fewest digits that read back to the same number. */
static void show_real(FILE *to, double value, Format format) {
    char text[64];
    if (!isfinite(value)) {
        fputs(isnan(value) ? "nan" : value > 0 ? "inf" : "-inf", to);
        return;
    }
    int digits = 0;
    double back;
    do {
        snprintf(text, sizeof text, "%.*e", digits++, value);
        back = read_real(text, format);
    } while (back != value && digits < 17);
    /* Without an exponent where that is not long; with a point, so that it is no integer. */
    int exponent = (int)strtol(strchr(text, 'e') + 1, NULL, 10);
    if (exponent >= -5 && exponent < 16)
        snprintf(text, sizeof text, "%.*f", digits - 1 > exponent + 1 ? digits - 1 - exponent : 1,
                 value);
    fputs(text, to);
}

static float from_f16(uint16_t half) {
    int exponent = half >> 10 & 31, fraction = half & 1023;
    float value = exponent == 31  ? (fraction ? NAN : INFINITY)
                  : exponent == 0 ? ldexpf((float)fraction, -24)
                                  : ldexpf((float)(fraction + 1024), exponent - 25);
    return half & 0x8000 ? -value : value;
}

static float from_bf16(uint16_t bits) {
    uint32_t wide = (uint32_t)bits << 16;
    float value;
    memcpy(&value, &wide, sizeof value);
    return value;
}

static uint64_t bits_of(const char *at, unsigned size) {
    uint8_t b1 = 0;
    uint16_t b2 = 0;
    uint32_t b4 = 0;
    uint64_t b8 = 0;
    switch (size) {
    case 1: memcpy(&b1, at, 1); return b1;
    case 2: memcpy(&b2, at, 2); return b2;
    case 4: memcpy(&b4, at, 4); return b4;
    default: memcpy(&b8, at, 8); return b8;
    }
}

static void show_float(FILE *to, const char *at, unsigned size) {
    float f = 0;
    double d = 0;
    memcpy(&f, at, size == 4 ? 4 : 0);
    memcpy(&d, at, size == 8 ? 8 : 0);
    show_real(to, size == 4 ? (double)f : d, size == 4 ? f32 : f64);
}

static void show_scalar(FILE *to, const ScalarType *scalar, const char *at) {
    uint64_t bits = bits_of(at, scalar->part);
    unsigned size = scalar->info.size, unused = 64 - 8 * scalar->part;
    switch (scalar->info.kind) {
    case FRIT_KIND_BOOL: fputs(bits ? "true" : "false", to); return;
    case FRIT_KIND_INT: fprintf(to, "%" PRId64, (int64_t)(bits << unused) >> unused); return;
    case FRIT_KIND_UINT: fprintf(to, "%" PRIu64, bits); return;
    case FRIT_KIND_COMPLEX:
        fputc('(', to);
        show_float(to, at, scalar->part);
        fputc(',', to);
        show_float(to, at + scalar->part, scalar->part);
        fputc(')', to);
        return;
    case FRIT_KIND_FLOAT: break;
    }
    if (scalar->code[0] == 'V')
        show_real(to, (double)from_bf16((uint16_t)bits), bf16);
    else if (size == 2)
        show_real(to, (double)from_f16((uint16_t)bits), f16);
    else
        show_float(to, at, size);
}

/* Numbers of one field: a vector, a matrix, a fixed array, in brackets inside brackets. */
static const char *show_field(FILE *to, const ElemField *field, unsigned axis, const char *at) {
    if (axis == field->rank) {
        show_scalar(to, &field->scalar, at);
        return at + field->scalar.info.size;
    }
    fputc('<', to);
    for (int64_t k = 0; k < field->shape[axis]; k++) {
        fputs(k ? ", " : "", to);
        at = show_field(to, field, axis + 1, at);
    }
    fputc('>', to);
    return at;
}

static void show_elem(FILE *to, const Elem *elem, const char *at) {
    if (!elem->is_struct) {
        show_field(to, &elem->fields[0], 0, at);
        return;
    }
    fputs("{ ", to);
    for (unsigned k = 0; k < elem->n_fields; k++) {
        fprintf(to, "%s%s: ", k ? ", " : "", elem->fields[k].name);
        at = show_field(to, &elem->fields[k], 0, at);
    }
    fputs(" }", to);
}

typedef struct Shown {
    FILE *to;
    const Elem *elem;
    unsigned rank;
    const int64_t *shape;
    bool whole;
} Shown;

static void show_axis(const Shown *s, unsigned axis, const char *at) {
    if (axis == s->rank) {
        show_elem(s->to, s->elem, at);
        return;
    }
    int64_t n = s->shape[axis], step = (int64_t)s->elem->size;
    for (unsigned k = axis + 1; k < s->rank; k++)
        step *= s->shape[k];
    fputc('[', s->to);
    for (int64_t k = 0; k < n; k++) {
        if (k > 0 && axis + 1 < s->rank)
            fprintf(s->to, ",\n %*s", (int)axis, "");
        else if (k > 0)
            fputs(", ", s->to);
        if (!s->whole && n > 2 * SHOWN_ENDS + 1 && k == SHOWN_ENDS) {
            fputs("...", s->to);
            k = n - SHOWN_ENDS - 1;
            continue;
        }
        show_axis(s, axis + 1, at + k * step);
    }
    fputc(']', s->to);
}

void show_array(FILE *to, const char *name, const char *element, const Elem *elem, unsigned rank,
                const int64_t *shape, const void *data) {
    int64_t count = 1;
    for (unsigned k = 0; k < rank && count <= SHOWN_WHOLE; k++)
        count *= shape[k];
    Shown s = {to, elem, rank, shape, count <= SHOWN_WHOLE};
    fprintf(to, "%s: %s", name, element);
    for (unsigned k = 0; k < rank; k++)
        fprintf(to, "%c%" PRId64, k ? ',' : '[', shape[k]);
    fputs(rank ? "] =" : " = ", to);
    if (rank)
        fputc(rank > 1 ? '\n' : ' ', to);
    if (count == 0)
        fputs("[]", to);
    else
        show_axis(&s, 0, data);
    fputc('\n', to);
}
