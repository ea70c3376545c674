/*
 * f16 and bf16 without a branch, so that loops over them vectorise. The same bits as the functions of op/dtype.c,
 * which a test holds against these. Source that frit writes has this text too (emit/c).
 */
#ifndef FRIT_OP_MATH_HALF_H
#define FRIT_OP_MATH_HALF_H

#include "op/math/ops.h"

/* The nearest f16, as a float. From 65520 on: infinity. Below 2^-14 numbers are 2^-24 apart, as floats are between
 * 1/2 and 1. */
MATH_FN float m_round_f16(float x) {
    uint32_t b = f_bits(x), sign = b & 0x80000000u, m = b ^ sign;
    uint32_t normal = (m + 0xfffu + (m >> 13 & 1u)) & ~0x1fffu;
    normal = normal >= 0x47800000u ? 0x7f800000u : normal;
    uint32_t tiny = f_bits(f_of(m) + 0.5f - 0.5f);
    uint32_t nan = (m & ~0x1fffu) | 0x400000u;
    uint32_t finite = m < 0x38800000u ? tiny : normal;
    return f_of(sign | (m > 0x7f800000u ? nan : finite));
}

MATH_FN float m_round_bf16(float x) {
    uint32_t b = f_bits(x);
    uint32_t near = b + 0x7fffu + (b >> 16 & 1u), nan = b | 0x400000u;
    return f_of((x != x ? nan : near) & 0xffff0000u);
}

/* tiny: how many 2^-24. */
MATH_FN uint16_t m_pack_f16(float x) {
    uint32_t b = f_bits(x), sign = b >> 16 & 0x8000u, m = b & 0x7fffffffu;
    uint32_t normal = (m + 0xfffu + (m >> 13 & 1u)) >> 13;
    normal = normal >= 0x47800000u >> 13 ? 0x7c00u : normal - (112u << 10);
    uint32_t tiny = f_bits(f_of(m) + 0.5f) - 0x3f000000u;
    uint32_t nan = (m >> 13 & 0x3ffu) | 0x7e00u;
    uint32_t finite = m < 0x38800000u ? tiny : normal;
    return (uint16_t)(sign | (m > 0x7f800000u ? nan : finite));
}

/* Every NaN becomes a quiet NaN, as the CPU's own conversion makes it: so a value is the same whether it went through
 * memory or not. */
MATH_FN float m_unpack_f16(uint16_t bits) {
    uint32_t sign = (uint32_t)(bits & 0x8000u) << 16, m = bits & 0x7fffu;
    uint32_t quiet = m > 0x7c00u ? 0x400000u : 0u;
    uint32_t normal = (m << 13) + (112u << 23), special = m << 13 | 0x7f800000u | quiet;
    uint32_t tiny = f_bits((float)(int32_t)m * 0x1p-24f);
    uint32_t finite = m < 0x400u ? tiny : normal;
    return f_of(sign | (m >= 0x7c00u ? special : finite));
}

MATH_FN uint16_t m_pack_bf16(float x) {
    return (uint16_t)(f_bits(m_round_bf16(x)) >> 16);
}

MATH_FN float m_unpack_bf16(uint16_t bits) {
    uint32_t quiet = (bits & 0x7fffu) > 0x7f80u ? 0x400000u : 0u;
    return f_of((uint32_t)bits << 16 | quiet);
}

/*
 * To f16 and bf16 with one rounding: by way of a float rounded to odd, which is to say towards 0, and its last bit is
 * set if anything was lost.
 */
MATH_FN float m_f64_to_odd(double x) {
    float f = (float)x;
    double back = (double)f;
    uint32_t b = f_bits(f);
    b -= (back > x && x > 0) || (back < x && x < 0) ? 1u : 0u;
    b |= back != x && x == x ? 1u : 0u;
    return f_of(b);
}

/* 64 bits are too many for a double: what a float cannot hold anyway is folded into one bit. */
MATH_FN float m_u64_to_odd(uint64_t x) {
    uint64_t folded = (x & ~(uint64_t)0xffff) | (uint64_t)((x & 0xffff) != 0) << 16;
    return m_f64_to_odd((double)(x >> 53 ? folded : x));
}

MATH_FN float m_i64_to_odd(int64_t x) {
    float size = m_u64_to_odd(x < 0 ? 0 - (uint64_t)x : (uint64_t)x);
    return x < 0 ? -size : size;
}

#endif
