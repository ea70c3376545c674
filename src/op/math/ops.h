/*
 * The operations the mathematics is written in, bound to one value at a time. The texts f32.h,
 * f32_wide.h and f64.h use nothing but these, their own functions and constants, without branches,
 * so that
 *   - a compiler turns a loop over one of their functions into vector code of the level it
 *     compiles for (give it -fno-math-errno -fno-trapping-math -ffp-contract=off), and
 *   - another binding of the same names can build code from the same text. For it every function
 *     takes CTX_PARAM before its parameters and is passed CTX: both are empty here. What is plain C
 *     for one value is left out there: it stands under MATH_ONE_VALUE.
 *
 * F_ is f32, D_ is f64; FW_ and DW_ are their bits as integers; M_ is the result of a comparison,
 * the same for both. Every operation gives the same bits on every machine and level: what the
 * hardware lacks is worked out exactly. Rounding is to nearest, ties to even.
 *
 *   F_C(1.5f) FW_C(7)                constants
 *   F_ADD F_SUB F_MUL F_DIV F_NEG F_ABS F_SQRT
 *   F_FMA(a, b, c)                   a * b + c, rounded once
 *   F_FLOOR F_CEIL F_TRUNC F_RINT    to an integral value
 *   F_LT F_LE F_GT F_GE F_EQ         false where an operand is NaN
 *   F_NE F_ISNAN                     true where an operand is NaN
 *   F_SEL(m, a, b) FW_SEL(m, a, b)   a where m, else b
 *   F_PICK(w, a, b) FW_PICK(w, a, b) the bits of a where those of w are set, else of b. For several
 *                                    choices by one condition: of F_SEL compilers would make two
 *                                    whole computations
 *   FW_MASK(m)                       all bits set where m, else none
 *   F_BITS(v) F_OF(w)                the bits of a value, the value of bits
 *   FW_ADD FW_SUB FW_MUL FW_AND FW_OR FW_XOR
 *   FW_SHL(w, k) FW_SHR(w, k)        k is a constant below the width; FW_SHR fills with 0,
 *   FW_SAR(w, k)                     FW_SAR with the sign
 *   FW_SPREAD(w)                     all bits as the top one
 *   FW_EQ FW_NE
 *   FW_LT                            of signed numbers
 *   F_OF_INT(w)                      the number of a signed integer; D_: of |w| < 2^51
 *   F_TO_INT(v)                      towards 0; |v| < 2^31. D_: to nearest, |v| < 2^51
 *   D_OF_F(v) F_OF_D(v)              f32 to f64, f64 to f32 rounded
 *   M_AND M_OR M_NOT
 */
#ifndef FRIT_OP_MATH_OPS_H
#define FRIT_OP_MATH_OPS_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#define MATH_ONE_VALUE
#if defined(__GNUC__)
#define MATH_FN static inline __attribute__((always_inline))
#else
#define MATH_FN static inline
#endif
/* Functions with branches, and numbers that a function looks up. */
#define MATH_PLAIN                static inline
#define MATH_TABLE(type, name, n) static const type name[n]

#include "op/math/bits.h"
#include "op/math/scalar.h"

/* ---- rounded once: a * b + c */
#if defined(__FMA__) || defined(__FP_FAST_FMAF)
MATH_FN F_T f_fma(F_T a, F_T b, F_T c) {
    return __builtin_fmaf(a, b, c);
}
#else
/*
 * The product is exact in f64. Its sum with c is rounded to odd there, which makes the rounding to
 * f32 the only one: where something was lost (err) and the last bit is even, the neighbour on the
 * side of what was lost is odd. Not where the sum is infinite or NaN: only then are the top two bits
 * of its exponent set. In integers throughout, as SSE2 cannot choose between 64-bit ones.
 */
MATH_FN F_T f_fma(F_T a, F_T b, F_T c) {
    D_T p = (D_T)a * (D_T)b, q = c, s = p + q;
    D_T t = s - p, err = (p - (s - t)) + (q - t);
    DW_T w = d_bits(s), e = d_bits(err), size = e << 1;
    DW_T lost = (size | ((DW_T)0 - size)) >> 63;
    DW_T step = lost & ~w & ~(w >> 62 & w >> 61) & 1;
    DW_T inward = (DW_T)0 - ((e ^ w) >> 63);
    return (F_T)d_of(w + ((step ^ inward) - inward));
}
#endif
#if defined(__FMA__) || defined(__FP_FAST_FMA)
MATH_FN D_T d_fma(D_T a, D_T b, D_T c) {
    return __builtin_fma(a, b, c);
}
#else
MATH_FN D_T d_fma(D_T a, D_T b, D_T c) {
    return fma(a, b, c);
}
#endif

/* ---- to integral values */
#if defined(__SSE4_1__) || !defined(__SSE2__)
MATH_FN F_T f_rint(F_T v) {
    return __builtin_rintf(v);
}

MATH_FN F_T f_floor(F_T v) {
    return __builtin_floorf(v);
}

MATH_FN F_T f_ceil(F_T v) {
    return __builtin_ceilf(v);
}

MATH_FN F_T f_trunc(F_T v) {
    return __builtin_truncf(v);
}

MATH_FN D_T d_rint(D_T v) {
    return __builtin_rint(v);
}

MATH_FN D_T d_floor(D_T v) {
    return __builtin_floor(v);
}

MATH_FN D_T d_ceil(D_T v) {
    return __builtin_ceil(v);
}

MATH_FN D_T d_trunc(D_T v) {
    return __builtin_trunc(v);
}
#else
/* No instruction does it here: adding 2^23 (2^52) rounds to an integer, and what is as large is one
 * already. The sign is put back for the sake of zeros. */
MATH_FN F_T f_rint(F_T v) {
    F_T a = f_of(f_bits(v) & 0x7fffffff), r = (a + 0x1p23f) - 0x1p23f;
    r = f_of(f_bits(r) | (f_bits(v) & 0x80000000));
    return a < 0x1p23f ? r : v;
}

MATH_FN F_T f_trunc(F_T v) {
    F_T a = f_of(f_bits(v) & 0x7fffffff), r = (a + 0x1p23f) - 0x1p23f;
    r = r - (r > a ? 1.0f : 0.0f);
    r = f_of(f_bits(r) | (f_bits(v) & 0x80000000));
    return a < 0x1p23f ? r : v;
}

MATH_FN F_T f_floor(F_T v) {
    F_T r = f_rint(v), low = r - 1.0f;
    return r > v ? low : r;
}

MATH_FN F_T f_ceil(F_T v) {
    return -f_floor(-v);
}

MATH_FN D_T d_rint(D_T v) {
    D_T a = d_of(d_bits(v) & 0x7fffffffffffffff), r = (a + 0x1p52) - 0x1p52;
    r = d_of(d_bits(r) | (d_bits(v) & 0x8000000000000000));
    return a < 0x1p52 ? r : v;
}

MATH_FN D_T d_trunc(D_T v) {
    D_T a = d_of(d_bits(v) & 0x7fffffffffffffff), r = (a + 0x1p52) - 0x1p52;
    r = r - (r > a ? 1.0 : 0.0);
    r = d_of(d_bits(r) | (d_bits(v) & 0x8000000000000000));
    return a < 0x1p52 ? r : v;
}

MATH_FN D_T d_floor(D_T v) {
    D_T r = d_rint(v), low = r - 1.0;
    return r > v ? low : r;
}

MATH_FN D_T d_ceil(D_T v) {
    return -d_floor(-v);
}
#endif

MATH_FN F_T f_sqrt(F_T v) {
    return __builtin_sqrtf(v);
}

MATH_FN D_T d_sqrt(D_T v) {
    return __builtin_sqrt(v);
}

#include "op/math/plain_ops.h"

#endif
