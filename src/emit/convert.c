/* cast and bitcast, with the meaning of scalar_cast in op/dtype.c. */
#include "emit/emitter.h"

static bool is_integer(Dtype dtype) {
    return (dtype_info(dtype)->class & (CLASS_BOOL | CLASS_SIGNED | CLASS_UNSIGNED)) != 0;
}

static Text call_helper(Emitter *e, Helper helper, Dtype dtype, Text x) {
    Text text = text_open(e);
    put_helper(e, &e->scratch, helper, dtype);
    str_putc(&e->scratch, '(');
    put_text(e, &e->scratch, x);
    str_putc(&e->scratch, ')');
    return text_close(e, text);
}

/* "(T)x" */
static Text plain_cast(Emitter *e, Dtype to, Text x) {
    Text text = text_open(e);
    str_putc(&e->scratch, '(');
    put_scalar(e, &e->scratch, to);
    str_putc(&e->scratch, ')');
    put_text(e, &e->scratch, x);
    return text_close(e, text);
}

static Text not_zero(Emitter *e, Dtype from, Text x) {
    if (from == DT_BOOL)
        return x;
    Text text = text_open(e);
    put_text(e, &e->scratch, x);
    str_puts(&e->scratch, " != ");
    if (is_integer(from))
        str_putc(&e->scratch, '0');
    else
        put_literal(e, &e->scratch, from, (Bits){0, 0});
    return text_close(e, text);
}

static Text to_integer(Emitter *e, Dtype from, Dtype to, Text x) {
    bool is_signed = dtype_info(to)->class == CLASS_SIGNED;
    if (is_integer(from))
        return plain_cast(e, to, x);
    if (from == DT_F64)
        return call_helper(e, is_signed ? HELPER_f64_to_signed : HELPER_f64_to_unsigned, to, x);
    return call_helper(e, is_signed ? HELPER_f32_to_signed : HELPER_f32_to_unsigned, to, x);
}

static Text to_f16(Emitter *e, Dtype from, Text x) {
    if (from == DT_F64)
        return call_helper(e, HELPER_f16_from_f64, DT_NONE, x);
    /* an integer that f32 has to round is far above what f16 can hold: infinity either way */
    return call_helper(e, HELPER_f16_from_f32, DT_NONE,
                       from == DT_F32 ? x : plain_cast(e, DT_F32, x));
}

static Text to_bf16(Emitter *e, Dtype from, Text x) {
    if (from == DT_F64)
        return call_helper(e, HELPER_bf16_from_f64, DT_NONE, x);
    if (is_integer(from) && dtype_info(from)->bits >= 32) {
        bool is_signed = dtype_info(from)->class == CLASS_SIGNED;
        return call_helper(e, is_signed ? HELPER_bf16_from_i64 : HELPER_bf16_from_u64, DT_NONE, x);
    }
    return call_helper(e, HELPER_bf16_from_f32, DT_NONE,
                       from == DT_F32 ? x : plain_cast(e, DT_F32, x));
}

/* Between real types; from is no 16-bit float. */
static Text convert_real(Emitter *e, Dtype from, Dtype to, Text x) {
    if (from == to)
        return x;
    switch (to) {
    case DT_BOOL: return not_zero(e, from, x);
    case DT_F16: return to_f16(e, from, x);
    case DT_BF16: return to_bf16(e, from, x);
    case DT_F32:
    case DT_F64: return plain_cast(e, to, x);
    default: return to_integer(e, from, to, x);
    }
}

static Text complex_from(Emitter *e, Dtype to, Text re, Text im) {
    Text text = text_open(e);
    put_helper(e, &e->scratch, HELPER_make, to);
    str_putc(&e->scratch, '(');
    put_text(e, &e->scratch, re);
    str_puts(&e->scratch, ", ");
    put_text(e, &e->scratch, im);
    str_putc(&e->scratch, ')');
    return text_close(e, text);
}

static Text zero_of(Emitter *e, Dtype dtype) {
    Text text = text_open(e);
    put_literal(e, &e->scratch, dtype, (Bits){0, 0});
    return text_close(e, text);
}

static Text convert_complex(Emitter *e, Dtype from, Dtype to, Text x) {
    Text re = text_around(e, "", x, ".re"), im = text_around(e, "", x, ".im");
    Dtype part = dtype_real(from);
    if (to == DT_BOOL) {
        Text a = not_zero(e, part, re), b = not_zero(e, part, im);
        Text text = text_open(e);
        put_text(e, &e->scratch, a);
        str_puts(&e->scratch, " || ");
        put_text(e, &e->scratch, b);
        return text_close(e, text);
    }
    if (dtype_info(to)->class != CLASS_COMPLEX)
        return convert_real(e, part, to, re);
    Dtype to_part = dtype_real(to);
    re = convert_real(e, part, to_part, re);
    im = convert_real(e, part, to_part, im);
    return complex_from(e, to, re, im);
}

Text convert(Emitter *e, Dtype from, Dtype to, Text x) {
    if (from == to) /* keeps a NaN's bits as they are */
        return x;
    if (dtype_info(from)->class == CLASS_COMPLEX)
        return convert_complex(e, from, to, x);
    Text wide = widened(e, from, x);
    Dtype real = dtype_info(from)->class == CLASS_FLOAT ? computed_in(from) : from;
    if (dtype_info(to)->class != CLASS_COMPLEX)
        return convert_real(e, real, to, wide);
    Dtype part = dtype_real(to);
    Text re = convert_real(e, real, part, wide), im = zero_of(e, part);
    return complex_from(e, to, re, im);
}

/* ---- bits */

/* A real scalar as an unsigned integer of its width, and back. */
static Dtype bits_type(Dtype dtype) {
    unsigned bits = dtype_info(dtype)->bits;
    return bits == 8 ? DT_U8 : bits == 16 ? DT_U16 : bits == 32 ? DT_U32 : DT_U64;
}

/* A pattern of the dialect's row with x for its `@`. */
static Text in_pattern(Emitter *e, const char *pattern, Text x) {
    Text text = text_open(e);
    for (; *pattern; pattern++)
        if (*pattern == '@')
            put_text(e, &e->scratch, x);
        else
            str_putc(&e->scratch, *pattern);
    return text_close(e, text);
}

static Text to_bits(Emitter *e, Dtype dtype, Text x) {
    if (dtype == DT_F32 || dtype == DT_F64)
        return call_helper(e, HELPER_bits, dtype, x);
    if (dtype == DT_F16)
        x = in_pattern(e, e->d->f16_bits, x);
    return bits_type(dtype) == dtype ? x : plain_cast(e, bits_type(dtype), x);
}

static Text from_bits(Emitter *e, Dtype dtype, Text x) {
    if (dtype == DT_F32 || dtype == DT_F64)
        return call_helper(e, HELPER_of_bits, dtype, x);
    if (dtype != DT_F16)
        return plain_cast(e, dtype, text_around(e, "(", x, ")"));
    e->needs |= 1u << DT_F16;
    return in_pattern(e, e->d->f16_of, x);
}

enum { MAX_REALS = 32 }; /* 16 complex components */

/* The real scalars of a value in the order of memory. */
static unsigned reals_of(Emitter *e, const Type *type, Text x, Text *reals) {
    unsigned n = 0;
    for (unsigned k = 0; k < leaf_count(type); k++) {
        Text component = leaf(e, type, x, k);
        if (dtype_info(type->dtype)->class == CLASS_COMPLEX) {
            reals[n++] = text_around(e, "", component, ".re");
            reals[n++] = text_around(e, "", component, ".im");
        } else {
            reals[n++] = component;
        }
    }
    return n;
}

/* The bits from number `low` on, as wide as `width`, out of scalars whose bits lie little end first. */
static Text gather_bits(Emitter *e, Dtype from, const Text *reals, unsigned low, unsigned width) {
    unsigned own = dtype_info(from)->bits, first = low / own, count = width > own ? width / own : 1;
    Dtype to = width <= 32 ? DT_U32 : DT_U64;
    Text pieces[8] = {{0, 0}};
    if (own == width)
        return to_bits(e, from, reals[first]);
    for (unsigned k = 0; k < count; k++)
        pieces[k] = to_bits(e, from, reals[first + k]);
    Text text = text_open(e);
    if (count == 1) { /* a part of one */
        str_putc(&e->scratch, '(');
        put_scalar(e, &e->scratch, to);
        str_puts(&e->scratch, ")(");
        put_text(e, &e->scratch, pieces[0]);
        str_format(&e->scratch, " >> %u)", low % own);
        return text_close(e, text);
    }
    for (unsigned k = 0; k < count; k++) {
        str_puts(&e->scratch, k ? " | (" : "(");
        put_scalar(e, &e->scratch, to);
        str_putc(&e->scratch, ')');
        put_text(e, &e->scratch, pieces[k]);
        if (k)
            str_format(&e->scratch, " << %u", own * k);
    }
    return text_close(e, text);
}

Text rebits(Emitter *e, const Type *from, const Type *to, Text x) {
    Text reals[MAX_REALS] = {{0, 0}}, leaves[16] = {{0, 0}};
    Dtype from_real = dtype_real(from->dtype), to_real = dtype_real(to->dtype);
    bool complex = to_real != to->dtype;
    unsigned width = dtype_info(to_real)->bits, low = 0;
    reals_of(e, from, x, reals);
    for (unsigned k = 0; k < leaf_count(to); k++) {
        Text re = from_bits(e, to_real, gather_bits(e, from_real, reals, low, width));
        low += width;
        leaves[k] = re;
        if (complex) {
            Text im = from_bits(e, to_real, gather_bits(e, from_real, reals, low, width));
            low += width;
            leaves[k] = complex_from(e, to->dtype, re, im);
        }
    }
    return from_leaves(e, to, leaves);
}
