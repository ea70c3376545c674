/*
 * Functions behind M(name) in ops.def that are plain C for one value, with branches. Of C's library they use what is
 * exact: fabs, sqrt, copysign, nextafter, floor, trunc, fma, fmod. Source that frit writes has this text too (emit/c).
 */
#ifndef FRIT_OP_MATH_PLAIN_H
#define FRIT_OP_MATH_PLAIN_H

#include "op/math/f64.h"

/* ---- parts of a complex number's sign: a / |a + ib| without overflow */
MATH_PLAIN double m_unit_f64(double a, double b) {
    double m = fabs(a) > fabs(b) ? fabs(a) : fabs(b);
    if (a != a || b != b)
        return a + b;
    if (m == 0)
        return a;
    if (m * 0 != 0) { /* an infinity is a direction, beside which what is finite is 0 */
        a = copysign(fabs(a) == m ? 1.0 : 0.0, a);
        b = fabs(b) == m ? 1.0 : 0.0;
        m = 1;
    }
    double p = a / m, q = b / m;
    return p / sqrt(p * p + q * q);
}

MATH_PLAIN float m_unit_f32(float a, float b) {
    float m = fabsf(a) > fabsf(b) ? fabsf(a) : fabsf(b);
    if (a != a || b != b)
        return a + b;
    if (m == 0)
        return a;
    if (m * 0 != 0) {
        a = copysignf(fabsf(a) == m ? 1.0f : 0.0f, a);
        b = fabsf(b) == m ? 1.0f : 0.0f;
        m = 1;
    }
    float p = a / m, q = b / m;
    return p / sqrtf(p * p + q * q);
}

/* Of f32: those of f64, rounded once more. */
MATH_PLAIN float m_tgamma_f32(float x) {
    return (float)m_tgamma_f64((double)x);
}

MATH_PLAIN float m_lgamma_f32(float x) {
    return (float)m_lgamma_f64((double)x);
}

/*
 * x - n y for n = x / y cut to an integer, where one rounding of the sum suffices: n has at most 53 bits and is either right
 * or, where the quotient was rounded up, one too large. Then the sum is off by y. Both are multiples of the last place of x
 * or y and no larger than y, so neither is rounded. False: it has to be divided bit by bit.
 */
MATH_PLAIN bool m_fmod_quick(double x, double y, double *out) {
#if defined(__FMA__) || defined(__FP_FAST_FMA)
    double n = trunc(x / y);
    if (!(fabs(n) < 0x1p53 && fabs(y) < INFINITY))
        return false;
    double r = fma(-n, y, x);
    if (r != 0 && (r < 0) != (x < 0))
        r += copysign(y, x);
    *out = r == 0 ? copysign(0.0, x) : r;
    return true;
#else
    (void)x, (void)y;
    *out = 0;
    return false;
#endif
}

/* Of two NaN the first comes out (quiet: hence the sums): which one a library takes may hang on
 * how it was compiled. */
MATH_PLAIN float m_fmod_f32(float x, float y) {
    double r;
    if (m_fmod_quick((double)x, (double)y, &r))
        return (float)r;
    return x != x ? x + x : y != y ? y + y : fmodf(x, y);
}

MATH_PLAIN double m_fmod_f64(double x, double y) {
    double r;
    if (m_fmod_quick(x, y, &r))
        return r;
    return x != x ? x + x : y != y ? y + y : fmod(x, y);
}

/*
 * x - n y for n = x / y rounded down, which is rounded once as the sum of a remainder and y is; n as above. Which sign the
 * remainder has changes from element to element: a branch that is foretold wrongly would take longer than the rest.
 */
MATH_PLAIN bool m_py_mod_quick(double x, double y, double *out) {
#if defined(__FMA__) || defined(__FP_FAST_FMA)
    double n = floor(x / y);
    if (!(fabs(n) < 0x1p53 && fabs(y) < INFINITY))
        return false;
    double r = fma(-n, y, x);
    if (r != 0 && (r < 0) != (y < 0)) /* seldom */
        r += y;
    *out = copysign(r, y);
    return true;
#else
    (void)x, (void)y;
    *out = 0;
    return false;
#endif
}

/* Python's %: the result has the sign of y, also when it is zero. */
MATH_PLAIN double m_py_mod_f64(double x, double y) {
    double r;
    if (m_py_mod_quick(x, y, &r))
        return r;
    r = m_fmod_f64(x, y);
    if (r == 0 || r != r)
        return r == 0 ? copysign(0.0, y) : r;
    return (r < 0) != (y < 0) ? r + y : r;
}

MATH_PLAIN float m_py_mod_f32(float x, float y) {
    float r = m_fmod_f32(x, y);
    if (r == 0 || r != r)
        return r == 0 ? copysignf(0.0f, y) : r;
    return (r < 0) != (y < 0) ? r + y : r;
}

/* Python's //: the exact quotient rounded down, by way of the remainder. */
MATH_PLAIN double m_floor_div_f64(double x, double y) {
    if (y == 0)
        return x / y;
    double r = m_fmod_f64(x, y), q = (x - r) / y;
    if (r != r)
        return r;
    if (r != 0 && (r < 0) != (y < 0))
        q -= 1;
    double f = floor(q);
    return q == 0 ? copysign(0.0, x / y) : q - f > 0.5 ? f + 1 : f;
}

MATH_PLAIN float m_floor_div_f32(float x, float y) {
    if (y == 0)
        return x / y;
    float r = m_fmod_f32(x, y), q = (x - r) / y;
    if (r != r)
        return r;
    if (r != 0 && (r < 0) != (y < 0))
        q -= 1;
    float f = floorf(q);
    return q == 0 ? copysignf(0.0f, x / y) : q - f > 0.5f ? f + 1 : f;
}

MATH_PLAIN uint64_t m_upow(uint64_t x, uint64_t y) {
    uint64_t r = 1;
    for (; y; y >>= 1, x *= x)
        if (y & 1)
            r *= x;
    return r;
}

MATH_PLAIN int64_t m_ipow(int64_t x, int64_t y) {
    if (y < 0)
        return x == 1 ? 1 : x == -1 ? (y & 1 ? -1 : 1) : 0;
    return (int64_t)m_upow((uint64_t)x, (uint64_t)y);
}

MATH_PLAIN int m_popcount(uint64_t x) {
    int n = 0;
    for (; x; x &= x - 1)
        n++;
    return n;
}

/* The number of bits up to and with the highest set one. */
MATH_PLAIN int m_bit_length(uint64_t x) {
    int n = 0;
    for (; x; x >>= 1)
        n++;
    return n;
}

/* ---- f16 and bf16, whose numbers come as floats. Only the versions for f32 are ever run. */

/* m / 2^n rounded to odd: the last bit is set if anything was lost. */
MATH_PLAIN uint64_t m_shift_odd(uint64_t m, int n) {
    n = n > 63 ? 63 : n;
    return m >> n | ((m & (((uint64_t)1 << n) - 1)) != 0);
}

/* m * 2^e (m > 0) rounded to odd, with the sign in the top bit of s. */
MATH_PLAIN float m_odd_float(uint32_t s, uint64_t m, int e) {
    int n = m_bit_length(m) - 24;
    n = n < -149 - e ? -149 - e : n;
    m = n > 0 ? m_shift_odd(m, n) : m << -n;
    e += n;
    return f_of(s | (e > 104 ? 0x7f800000 : ((uint32_t)(e + 149) << 23) + (uint32_t)m));
}

/* The significand of a 16-bit number from its bits b as a float: it is this times 2^(e - 137). */
MATH_PLAIN uint64_t m_digits16(uint32_t b) {
    return (b & 0x7fffff) >> 13 | (b >> 23 != 0 ? 0x400 : 0);
}

/*
 * x * y + z of 16-bit numbers, rounded to odd in 24 digits: the rounding to 16 bits that follows is
 * then the only one. In integers, as no float has the range for the sums of bf16.
 */
MATH_PLAIN float m_fma16_f32(float x, float y, float z) {
    uint32_t a = f_bits(x), b = f_bits(y), c = f_bits(z), s = (a ^ b) & 0x80000000,
             t = c & 0x80000000;
    a &= 0x7fffffff;
    b &= 0x7fffffff;
    c &= 0x7fffffff;
    if (a >= 0x7f800000 || b >= 0x7f800000 || c > 0x7f800000 || a == 0 || b == 0)
        return x * y + z;
    if (c == 0x7f800000)
        return z;
    uint64_t p = m_digits16(a) * m_digits16(b), q = m_digits16(c);
    int e = (int)(a >> 23) + (a < 0x800000) + (int)(b >> 23) + (b < 0x800000) - 274;
    int d = e - ((int)(c >> 23) + (c < 0x800000) - 137);
    /* The one with the larger exponent moves up as far as there is room, the other down. */
    int up = d >= 0 ? (d > 38 ? 38 : d) : (d < -50 ? 50 : -d);
    e -= d >= 0 ? up : d + up;
    p = d >= 0 ? p << up : m_shift_odd(p, -d - up);
    q = d >= 0 ? m_shift_odd(q, d - up) : q << up;
    if (s == t)
        return m_odd_float(s, p + q, e);
    return p == q ? 0 : p > q ? m_odd_float(s, p - q, e) : m_odd_float(t, q - p, e);
}

MATH_PLAIN double m_fma16_f64(double x, double y, double z) {
    return fma(x, y, z);
}

/* The number of 11 (f16) or 8 (bf16) digits after x towards y. */
MATH_PLAIN float m_next16_f32(float x, float y, int digits) {
    uint32_t b = f_bits(x), m = b & 0x7fffffff;
    if (x != x || y != y)
        return x + y;
    if (x == y)
        return y;
    if (x == 0)
        return copysignf(f_of(digits == 8 ? 0x10000 : 0x33800000), y);
    int away = (x < y) == (x > 0); /* from 0 */
    if (digits == 8)
        return f_of(away ? b + 0x10000 : b - 0x10000);
    if (m == 0x7f800000)
        return copysignf(65504.0f, x);
    if (m <= 0x38800000) /* up to 2^-14 numbers are 2^-24 apart */
        return copysignf(f_of(m) + (away ? 0x1p-24f : -0x1p-24f), x);
    return f_of(away ? b + 0x2000 : b - 0x2000);
}

MATH_PLAIN double m_next16_f64(double x, double y, int digits) {
    (void)digits;
    return nextafter(x, y);
}

#endif
