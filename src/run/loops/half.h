/*
 * f16 and bf16 without a branch, so that loops over them vectorise. The same bits as the functions
 * of op/dtype.c, which a test holds against these.
 */
#ifndef FRIT_RUN_LOOPS_HALF_H
#define FRIT_RUN_LOOPS_HALF_H

#include "run/loops/level.h"

INLINE uint32_t bits_of(float x) {
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

INLINE float float_of(uint32_t bits) {
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* The nearest f16, as a float. */
INLINE float round_F16(float x) {
    uint32_t b = bits_of(x), sign = b & 0x80000000, m = b ^ sign;
    uint32_t normal = (m + 0xfff + (m >> 13 & 1)) & ~(uint32_t)0x1fff;
    normal = normal >= 0x47800000 ? 0x7f800000 : normal; /* from 65520 on: infinity */
    /* Below 2^-14 numbers are 2^-24 apart, as floats are between 1/2 and 1. */
    uint32_t tiny = bits_of(float_of(m) + 0.5f - 0.5f);
    uint32_t nan = (m & ~(uint32_t)0x1fff) | 0x400000;
    uint32_t finite = m < 0x38800000 ? tiny : normal;
    return float_of(sign | (m > 0x7f800000 ? nan : finite));
}

INLINE float round_BF16(float x) {
    uint32_t b = bits_of(x);
    uint32_t near = b + 0x7fff + (b >> 16 & 1), nan = b | 0x400000;
    return float_of((x != x ? nan : near) & 0xffff0000);
}

INLINE uint16_t pack_F16(float x) {
    uint32_t b = bits_of(x), sign = b >> 16 & 0x8000, m = b & 0x7fffffff;
    uint32_t normal = (m + 0xfff + (m >> 13 & 1)) >> 13;
    normal = normal >= 0x47800000 >> 13 ? 0x7c00 : normal - (112 << 10);
    uint32_t tiny = bits_of(float_of(m) + 0.5f) - 0x3f000000; /* how many 2^-24 */
    uint32_t nan = (m >> 13 & 0x3ff) | 0x7e00;
    uint32_t finite = m < 0x38800000 ? tiny : normal;
    return (uint16_t)(sign | (m > 0x7f800000 ? nan : finite));
}

/* Every NaN becomes a quiet NaN, as the CPU's own conversion makes it: so a value is the same whether
 * it went through memory or not. */
INLINE float unpack_F16(uint16_t half) {
    uint32_t sign = (uint32_t)(half & 0x8000) << 16, m = half & 0x7fff;
    uint32_t quiet = m > 0x7c00 ? 0x400000 : 0;
    uint32_t normal = (m << 13) + (112 << 23), special = m << 13 | 0x7f800000 | quiet;
    uint32_t tiny = bits_of((float)(int32_t)m * 0x1p-24f);
    uint32_t finite = m < 0x400 ? tiny : normal;
    return float_of(sign | (m >= 0x7c00 ? special : finite));
}

INLINE uint16_t pack_BF16(float x) {
    return (uint16_t)(bits_of(round_BF16(x)) >> 16);
}

INLINE float unpack_BF16(uint16_t half) {
    uint32_t quiet = (half & 0x7fff) > 0x7f80 ? 0x400000 : 0;
    return float_of((uint32_t)half << 16 | quiet);
}

/* Floats that are only stored go through op/dtype.c, one at a time. */
INLINE float unpack_stored(Dtype dtype, uint32_t bits) {
    return float_unpack(dtype_info(dtype), bits);
}

INLINE uint32_t pack_stored(Dtype dtype, float x) {
    return float_pack(dtype_info(dtype), (double)x);
}

INLINE float round_stored(Dtype dtype, float x) {
    return unpack_stored(dtype, pack_stored(dtype, x));
}

#endif
