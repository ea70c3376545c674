#include "op/dtype.h"

#include <math.h>
#include <string.h>

const DtypeInfo dtype_table[DTYPE_COUNT] = {
#define DTYPE(id, text, class, bits, domain, compute, digits, exponent) \
    {text, CLASS_##class, bits, DOMAIN_##domain, DT_##compute, digits, exponent, false},
#undef STORED_DTYPE
#define STORED_DTYPE(id, text, bits, digits, exponent, ...) \
    {text, CLASS_FLOAT, bits, DOMAIN_F32, DT_F32, digits, exponent, true},
#include "op/dtype.def"
#undef DTYPE
};

Dtype dtype_from_name(const char *text, size_t len) {
    for (Dtype d = 0; d < DTYPE_COUNT; d++)
        if (strlen(dtype_table[d].name) == len && memcmp(dtype_table[d].name, text, len) == 0)
            return d;
    return DT_NONE;
}

Dtype acc_dtype(Dtype dtype) {
    return dtype_info(dtype)->compute;
}

Dtype dtype_real(Dtype dtype) {
    return dtype == DT_C64 ? DT_F32 : dtype == DT_C128 ? DT_F64 : dtype;
}

Dtype dtype_complex(Dtype dtype) {
    return dtype == DT_F32 ? DT_C64 : dtype == DT_F64 ? DT_C128 : DT_NONE;
}

/* ---- floats of few bits */

uint64_t float_infinity(const DtypeInfo *info) {
    return ((UINT64_C(1) << info->exponent) - 1) << (info->digits - 1);
}

uint64_t float_nan(const DtypeInfo *info) {
    return float_infinity(info) | UINT64_C(1) << (info->digits - 2);
}

float float_unpack(const DtypeInfo *from, uint32_t bits) {
    unsigned fraction_bits = from->digits - 1u, bias = (1u << (from->exponent - 1)) - 1;
    uint32_t special = (1u << from->exponent) - 1;
    uint32_t sign = bits >> (from->bits - 1) << 31, fraction = bits & ((1u << fraction_bits) - 1);
    uint32_t exponent = bits >> fraction_bits & special, wide;
    float value;
    if (exponent == 0) { /* zero or subnormal: so many of the smallest, exactly */
        float magnitude = ldexpf((float)fraction, 1 - (int)bias - (int)fraction_bits);
        return sign ? -magnitude : magnitude;
    }
    exponent = exponent == special ? 255 : exponent + 127 - bias;
    wide = sign | exponent << 23 | fraction << (23 - fraction_bits);
    memcpy(&value, &wide, 4);
    return value;
}

/* Rounds a double's 52-bit fraction straight: also right for every float. */
uint32_t float_pack(const DtypeInfo *to, double value) {
    uint64_t bits, half, rounded;
    unsigned fraction_bits = to->digits - 1u, shift = 52 - fraction_bits;
    int bias = (1 << (to->exponent - 1)) - 1;
    memcpy(&bits, &value, 8);
    uint32_t sign = (uint32_t)(bits >> 63) << (to->bits - 1);
    if (value != value) /* keep it a NaN: quiet, instead of rounding the payload away */
        return sign | (uint32_t)(float_nan(to) | (bits >> shift & ((1u << fraction_bits) - 1)));
    if ((int)(bits >> 52 & 0x7ff) < 1024 - bias) /* subnormal: rint does the one rounding */
        return sign | (uint32_t)rint(ldexp(fabs(value), bias - 1 + (int)fraction_bits));
    half = (UINT64_C(1) << (shift - 1)) - 1;
    rounded = (bits & 0x7fffffffffffffffu) + half + (bits >> shift & 1);
    if (rounded >> 52 >= UINT64_C(1024) + (uint64_t)bias)
        return sign | (uint32_t)float_infinity(to);
    return sign | (uint32_t)((rounded >> shift) - ((uint64_t)(1023 - bias) << fraction_bits));
}

/* The upper half of an f32: what float_unpack and float_pack give, sooner. */
float bf16_to_f32(uint16_t bits) {
    uint32_t wide = (uint32_t)bits << 16;
    float value;
    memcpy(&value, &wide, 4);
    return value;
}

uint16_t bf16_from_f32(float value) {
    uint32_t bits;
    memcpy(&bits, &value, 4);
    if (value != value)
        return (uint16_t)((bits >> 16) | 0x40);
    return (uint16_t)((bits + 0x7fff + ((bits >> 16) & 1)) >> 16);
}

float f16_to_f32(uint16_t half) {
    return float_unpack(&dtype_table[DT_F16], half);
}

uint16_t f16_from_f64(double value) {
    return (uint16_t)float_pack(&dtype_table[DT_F16], value);
}

uint16_t f16_from_f32(float value) {
    return f16_from_f64((double)value);
}

uint16_t bf16_from_f64(double value) {
    return (uint16_t)float_pack(&dtype_table[DT_BF16], value);
}

/* ---- values at rest and on their way */

static uint64_t wrap_unsigned(uint64_t value, unsigned bits) {
    return bits == 64 ? value : value & (((uint64_t)1 << bits) - 1);
}

static int64_t wrap_signed(int64_t value, unsigned bits) {
    if (bits == 64)
        return value;
    uint64_t sign = (uint64_t)1 << (bits - 1), low = wrap_unsigned((uint64_t)value, bits);
    return (int64_t)((low ^ sign) - sign);
}

Scalar scalar_from_bits(Dtype dtype, Bits bits) {
    Scalar value = {0};
    if (dtype_table[dtype].compute != dtype)
        value.f32 = float_unpack(&dtype_table[dtype], (uint32_t)bits.lo);
    else if (dtype_table[dtype].class == CLASS_SIGNED)
        value.i = wrap_signed((int64_t)bits.lo, dtype_table[dtype].bits);
    else
        memcpy(&value, &bits, sizeof value);
    return value;
}

Bits scalar_to_bits(Dtype dtype, Scalar value) {
    Bits bits = {0, 0};
    unsigned width = dtype_table[dtype].bits;
    switch (dtype_table[dtype].class) {
    case CLASS_BOOL: bits.lo = value.u != 0; break;
    case CLASS_SIGNED:
    case CLASS_UNSIGNED: bits.lo = wrap_unsigned(value.u, width); break;
    case CLASS_FLOAT:
        if (dtype_table[dtype].compute != dtype)
            bits.lo = float_pack(&dtype_table[dtype], (double)value.f32);
        else
            memcpy(&bits.lo, &value, width / 8);
        break;
    case CLASS_COMPLEX: memcpy(&bits, &value, width / 8); break;
    }
    return bits;
}

/* ---- casts */

static int64_t saturate_signed(double value, unsigned bits) {
    double limit = ldexp(1.0, (int)bits - 1);
    if (value != value)
        return 0;
    if (value >= limit)
        return (int64_t)(((uint64_t)1 << (bits - 1)) - 1);
    if (value < -limit)
        return bits == 64 ? INT64_MIN : -((int64_t)1 << (bits - 1));
    return (int64_t)value;
}

static uint64_t saturate_unsigned(double value, unsigned bits) {
    if (!(value > 0))
        return 0;
    if (value >= ldexp(1.0, (int)bits))
        return bits == 64 ? UINT64_MAX : ((uint64_t)1 << bits) - 1;
    return (uint64_t)value;
}

/* The value as a double where that is exact: everything but 64-bit integers. */
static double real_part(Domain domain, Scalar v) {
    switch (domain) {
    case DOMAIN_F32: return (double)v.f32;
    case DOMAIN_F64: return v.f64;
    case DOMAIN_I: return (double)v.i;
    case DOMAIN_U:
    case DOMAIN_B: return (double)v.u;
    case DOMAIN_C64: return (double)v.c64[0];
    default: return v.c128[0];
    }
}

static double imaginary_part(Domain domain, Scalar v) {
    return domain == DOMAIN_C64 ? (double)v.c64[1] : domain == DOMAIN_C128 ? v.c128[1] : 0.0;
}

static float to_f32(Domain domain, Scalar v) {
    if (domain == DOMAIN_F32) /* keeps a NaN's bits as they are */
        return v.f32;
    if (domain == DOMAIN_I) /* one rounding, straight from 64 bits */
        return (float)v.i;
    if (domain == DOMAIN_U)
        return (float)v.u;
    return (float)real_part(domain, v);
}

/* An integer rounded to odd at 53 bits, so that a second rounding to a half comes out as one. */
static double integer_to_odd(Domain domain, Scalar v) {
    uint64_t magnitude = domain == DOMAIN_I && v.i < 0 ? 0 - v.u : v.u;
    if (magnitude >> 53) {
        uint64_t sticky = (magnitude & 0xffff) != 0;
        magnitude = (magnitude & ~(uint64_t)0xffff) | sticky << 16;
    }
    return domain == DOMAIN_I && v.i < 0 ? -(double)magnitude : (double)magnitude;
}

static float to_half(Dtype to, Domain domain, Scalar v) {
    double wide =
        domain == DOMAIN_I || domain == DOMAIN_U ? integer_to_odd(domain, v) : real_part(domain, v);
    return float_unpack(&dtype_table[to], float_pack(&dtype_table[to], wide));
}

static bool is_nonzero(Domain domain, Scalar v) {
    if (domain == DOMAIN_I || domain == DOMAIN_U || domain == DOMAIN_B)
        return v.u != 0;
    return real_part(domain, v) != 0 || imaginary_part(domain, v) != 0;
}

Scalar scalar_cast(Dtype from, Dtype to, Scalar value) {
    Domain domain = dtype_table[from].domain;
    bool integer = domain == DOMAIN_I || domain == DOMAIN_U || domain == DOMAIN_B;
    unsigned bits = dtype_table[to].bits;
    Scalar out = {0};
    switch (dtype_table[to].domain) {
    case DOMAIN_B: out.u = is_nonzero(domain, value); break;
    case DOMAIN_I:
        out.i =
            integer ? wrap_signed(value.i, bits) : saturate_signed(real_part(domain, value), bits);
        break;
    case DOMAIN_U:
        out.u = integer ? wrap_unsigned(value.u, bits)
                        : saturate_unsigned(real_part(domain, value), bits);
        break;
    case DOMAIN_F32:
        out.f32 = to == DT_F32 || to == from ? to_f32(domain, value) : to_half(to, domain, value);
        break;
    case DOMAIN_F64: out.f64 = real_part(domain, value); break;
    case DOMAIN_C64:
        out.c64[0] = domain == DOMAIN_C64 ? value.c64[0] : to_f32(domain, value);
        out.c64[1] = (float)imaginary_part(domain, value);
        break;
    case DOMAIN_C128:
        out.c128[0] = real_part(domain, value);
        out.c128[1] = imaginary_part(domain, value);
        break;
    }
    return out;
}
