/* Numbers as text that every compiler of the dialect reads back to the same bits. */
#include <stdio.h>

#include "emit/emitter.h"
#include "op/math/ops.h"

/* Exact in few decimals: any compiler reads it right, however it rounds. */
static bool is_short(double value) {
    return value > -1e6 && value < 1e6 && value * 256 == (double)(int64_t)(value * 256) &&
           (value != 0 || 1 / value > 0);
}

static bool has_decimal(const Emitter *e, double value) {
    return value - value == 0 && (e->d->decimal_literals || is_short(value));
}

void put_u64(Emitter *e, Str *out, uint64_t value) {
    str_format(out, "0x%llx%s", (unsigned long long)value, e->d->u64_suffix);
}

void put_f32(Emitter *e, Str *out, float value) {
    char text[NUMBER_TEXT_MAX];
    if (has_decimal(e, (double)value)) {
        format_f32(text, value);
        str_puts(out, text);
        str_putc(out, 'f');
        return;
    }
    put_helper(e, out, HELPER_of_bits, DT_F32);
    str_format(out, "(0x%08xu)", f_bits(value));
}

void put_f64(Emitter *e, Str *out, double value) {
    char text[NUMBER_TEXT_MAX];
    if (has_decimal(e, value)) {
        format_f64(text, value);
        str_puts(out, text);
        str_puts(out, e->d->f64_suffix);
        return;
    }
    put_helper(e, out, HELPER_of_bits, DT_F64);
    str_putc(out, '(');
    put_u64(e, out, d_bits(value));
    str_putc(out, ')');
}

/* The smallest number has no literal: its digits alone are too large. */
static void put_signed(Emitter *e, Str *out, Dtype dtype, int64_t value) {
    unsigned bits = dtype_info(dtype)->bits;
    const char *suffix = bits == 64 ? e->d->i64_suffix : "";
    if (bits < 32) {
        str_putc(out, '(');
        put_scalar(e, out, dtype);
        str_putc(out, ')');
    }
    if (bits >= 32 && value == -(INT64_MAX >> (64 - bits)) - 1)
        str_format(out, "(%lld%s - 1)", (long long)value + 1, suffix);
    else
        str_format(out, "%lld%s", (long long)value, suffix);
}

static void put_unsigned(Emitter *e, Str *out, Dtype dtype, uint64_t value) {
    unsigned bits = dtype_info(dtype)->bits;
    if (bits < 32) {
        str_putc(out, '(');
        put_scalar(e, out, dtype);
        str_putc(out, ')');
    }
    str_uint(out, value);
    str_puts(out, bits == 64 ? e->d->u64_suffix : bits == 32 ? "u" : "");
}

/* 16-bit floats are kept as bits. */
static void put_half(Emitter *e, Str *out, Dtype dtype, uint64_t bits) {
    char text[16];
    snprintf(text, sizeof text, "0x%04x", (unsigned)(bits & 0xffff));
    e->needs |= 1u << dtype;
    if (dtype == DT_F16) {
        put_pattern(out, e->d->f16_of, NULL, text, NULL);
    } else {
        str_putc(out, '(');
        put_scalar(e, out, dtype);
        str_format(out, ")%s", text);
    }
}

static void put_complex(Emitter *e, Str *out, Dtype dtype, Scalar value) {
    put_helper(e, out, HELPER_make, dtype);
    str_putc(out, '(');
    if (dtype == DT_C64) {
        put_f32(e, out, value.c64[0]);
        str_puts(out, ", ");
        put_f32(e, out, value.c64[1]);
    } else {
        put_f64(e, out, value.c128[0]);
        str_puts(out, ", ");
        put_f64(e, out, value.c128[1]);
    }
    str_putc(out, ')');
}

void put_literal(Emitter *e, Str *out, Dtype dtype, Bits bits) {
    Scalar value = scalar_from_bits(dtype, bits);
    switch (dtype_info(dtype)->class) {
    case CLASS_BOOL: str_puts(out, value.u ? "true" : "false"); break;
    case CLASS_SIGNED: put_signed(e, out, dtype, value.i); break;
    case CLASS_UNSIGNED: put_unsigned(e, out, dtype, value.u); break;
    case CLASS_COMPLEX: put_complex(e, out, dtype, value); break;
    case CLASS_FLOAT:
        if (dtype == DT_F32)
            put_f32(e, out, value.f32);
        else if (dtype == DT_F64)
            put_f64(e, out, value.f64);
        else
            put_half(e, out, dtype, bits.lo);
        break;
    }
}
