/*
 * The functions behind M(name) in ops.def, for one value at a time. Constant folding uses them
 * through op_eval; every engine must give the same bits, so this is the place to change a result.
 */
#ifndef FRIT_OP_MATH_H
#define FRIT_OP_MATH_H

#include <complex.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "op/math/f32.h"
#include "op/math/f32_wide.h"
#include "op/math/f64.h"

/*
 * The mathematics is our own (src/op/math), written without branches so that a loop over a function
 * becomes vector code, with the same bits at every instruction-set level. f16 and bf16 use the
 * functions of f32 and round. A row of ops.def that takes several steps (rsqrt: a root, then a
 * quotient) rounds at each. docs/ir.md has the table of errors.
 *
 * A few functions have arguments that only a slow way can do, one value at a time:
 *   m_sin_f32(x)         complete, with a branch: for one value
 *   m_sin_main_f32(x)    without a branch, right where the next says no
 *   m_trig_slow_f32(x)   must x go the slow way?
 *   m_sin_slow_f32(x)    the slow way
 * A loop over a block asks first whether any of its values is slow; if none is it runs over the main
 * function, else over the complete one. MATH_SLOW_PATHS(X) lists them as X(function, question), for
 * f32 and f64 alike.
 */
#define MATH_SLOW_PATHS(X) \
    X(sin, trig_slow)      \
    X(cos, trig_slow)      \
    X(tan, trig_slow)

/* Exact, or rounded once by the hardware, in the type itself. */
#define FRIT_EXACT1(name)                           \
    static inline float m_##name##_f32(float x) {   \
        return name##f(x);                          \
    }                                               \
    static inline double m_##name##_f64(double x) { \
        return name(x);                             \
    }
#define FRIT_EXACT2(name)                                     \
    static inline float m_##name##_f32(float x, float y) {    \
        return name##f(x, y);                                 \
    }                                                         \
    static inline double m_##name##_f64(double x, double y) { \
        return name(x, y);                                    \
    }

FRIT_EXACT1(fabs)
FRIT_EXACT1(sqrt)
FRIT_EXACT2(copysign)
FRIT_EXACT2(nextafter)

#undef FRIT_EXACT1
#undef FRIT_EXACT2

/* By the operations of ops.h, which are vector code also where the hardware has no instruction. */
static inline float m_floor_f32(float x) {
    return f_floor(x);
}

static inline double m_floor_f64(double x) {
    return d_floor(x);
}

static inline float m_ceil_f32(float x) {
    return f_ceil(x);
}

static inline double m_ceil_f64(double x) {
    return d_ceil(x);
}

static inline float m_trunc_f32(float x) {
    return f_trunc(x);
}

static inline double m_trunc_f64(double x) {
    return d_trunc(x);
}

static inline float m_rint_f32(float x) {
    return f_rint(x);
}

static inline double m_rint_f64(double x) {
    return d_rint(x);
}

static inline float m_fma_f32(float x, float y, float z) {
    return f_fma(x, y, z);
}

static inline double m_fma_f64(double x, double y, double z) {
    return d_fma(x, y, z);
}

/* ---- parts of a complex number's sign: a / |a + ib| without overflow */
static inline double m_unit_f64(double a, double b) {
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

static inline float m_unit_f32(float a, float b) {
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
static inline float m_tgamma_f32(float x) {
    return (float)m_tgamma_f64((double)x);
}

static inline float m_lgamma_f32(float x) {
    return (float)m_lgamma_f64((double)x);
}

/*
 * x - n y for n = x / y cut to an integer, where one rounding of the sum suffices: n has at most 53 bits and is either right
 * or, where the quotient was rounded up, one too large. Then the sum is off by y. Both are multiples of the last place of x
 * or y and no larger than y, so neither is rounded. False: it has to be divided bit by bit.
 */
static inline bool m_fmod_quick(double x, double y, double *out) {
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
    (void)x, (void)y, (void)out;
    return false;
#endif
}

/* Of two NaN the first comes out (quiet: hence the sums): which one a library takes may hang on
 * how it was compiled. */
static inline float m_fmod_f32(float x, float y) {
    double r;
    if (m_fmod_quick((double)x, (double)y, &r))
        return (float)r;
    return x != x ? x + x : y != y ? y + y : fmodf(x, y);
}

static inline double m_fmod_f64(double x, double y) {
    double r;
    if (m_fmod_quick(x, y, &r))
        return r;
    return x != x ? x + x : y != y ? y + y : fmod(x, y);
}

/* Python's %: the result has the sign of y, also when it is zero. */
static inline double m_py_mod_f64(double x, double y) {
    double r = m_fmod_f64(x, y);
    if (r == 0 || r != r)
        return r == 0 ? copysign(0.0, y) : r;
    return (r < 0) != (y < 0) ? r + y : r;
}

static inline float m_py_mod_f32(float x, float y) {
    float r = m_fmod_f32(x, y);
    if (r == 0 || r != r)
        return r == 0 ? copysignf(0.0f, y) : r;
    return (r < 0) != (y < 0) ? r + y : r;
}

/* Python's //: the exact quotient rounded down, by way of the remainder. */
static inline double m_floor_div_f64(double x, double y) {
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

static inline float m_floor_div_f32(float x, float y) {
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

static inline uint64_t m_upow(uint64_t x, uint64_t y) {
    uint64_t r = 1;
    for (; y; y >>= 1, x *= x)
        if (y & 1)
            r *= x;
    return r;
}

static inline int64_t m_ipow(int64_t x, int64_t y) {
    if (y < 0)
        return x == 1 ? 1 : x == -1 ? (y & 1 ? -1 : 1) : 0;
    return (int64_t)m_upow((uint64_t)x, (uint64_t)y);
}

static inline int m_popcount(uint64_t x) {
    int n = 0;
    for (; x; x &= x - 1)
        n++;
    return n;
}

/* The number of bits up to and with the highest set one. */
static inline int m_bit_length(uint64_t x) {
    int n = 0;
    for (; x; x >>= 1)
        n++;
    return n;
}

/* ---- f16 and bf16, whose numbers come as floats. Only the versions for f32 are ever run. */

static inline uint32_t m_bits(float x) {
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static inline float m_of_bits(uint32_t bits) {
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* m / 2^n rounded to odd: the last bit is set if anything was lost. */
static inline uint64_t m_shift_odd(uint64_t m, int n) {
    n = n > 63 ? 63 : n;
    return m >> n | ((m & (((uint64_t)1 << n) - 1)) != 0);
}

/* m * 2^e (m > 0) rounded to odd, with the sign in the top bit of s. */
static inline float m_odd_float(uint32_t s, uint64_t m, int e) {
    int n = m_bit_length(m) - 24;
    n = n < -149 - e ? -149 - e : n;
    m = n > 0 ? m_shift_odd(m, n) : m << -n;
    e += n;
    return m_of_bits(s | (e > 104 ? 0x7f800000 : ((uint32_t)(e + 149) << 23) + (uint32_t)m));
}

/* The significand of a 16-bit number from its bits b as a float: it is this times 2^(e - 137). */
static inline uint64_t m_digits16(uint32_t b) {
    return (b & 0x7fffff) >> 13 | (b >> 23 != 0 ? 0x400 : 0);
}

/*
 * x * y + z of 16-bit numbers, rounded to odd in 24 digits: the rounding to 16 bits that follows is
 * then the only one. In integers, as no float has the range for the sums of bf16.
 */
static inline float m_fma16_f32(float x, float y, float z) {
    uint32_t a = m_bits(x), b = m_bits(y), c = m_bits(z), s = (a ^ b) & 0x80000000,
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

static inline double m_fma16_f64(double x, double y, double z) {
    return fma(x, y, z);
}

/* The number of 11 (f16) or 8 (bf16) digits after x towards y. */
static inline float m_next16_f32(float x, float y, int digits) {
    uint32_t b = m_bits(x), m = b & 0x7fffffff;
    if (x != x || y != y)
        return x + y;
    if (x == y)
        return y;
    if (x == 0)
        return copysignf(m_of_bits(digits == 8 ? 0x10000 : 0x33800000), y);
    int away = (x < y) == (x > 0); /* from 0 */
    if (digits == 8)
        return m_of_bits(away ? b + 0x10000 : b - 0x10000);
    if (m == 0x7f800000)
        return copysignf(65504.0f, x);
    if (m <= 0x38800000) /* up to 2^-14 numbers are 2^-24 apart */
        return copysignf(m_of_bits(m) + (away ? 0x1p-24f : -0x1p-24f), x);
    return m_of_bits(away ? b + 0x2000 : b - 0x2000);
}

static inline double m_next16_f64(double x, double y, int digits) {
    (void)digits;
    return nextafter(x, y);
}

/* C11's CMPLX, which not every compiler has: keeps signed zeros and infinities. */
static inline double complex complex_of(double re, double im) {
    double parts[2] = {re, im};
    double complex z;
    memcpy(&z, parts, sizeof z);
    return z;
}

/* Complex functions C lacks. */
static inline double complex m_cexpm1(double complex z) {
    /* (e^a - 1) cos b + (cos b - 1) keeps what cancels near 0; cos b - 1 = -2 sin^2(b/2) */
    double a = creal(z), b = cimag(z), s = sin(b / 2);
    if (a > 40 || b - b != 0) { /* where the 1 is lost anyway, cexp knows what to do */
        double complex e = cexp(z);
        return complex_of(creal(e) - 1, cimag(e));
    }
    /* of ±0 the real part is 0; on the real axis the result stays there, also of NaN */
    return complex_of(expm1(a) * cos(b) - 2 * s * s + 0.0, b == 0 ? b : exp(a) * sin(b));
}

/* C's has the sign of sin(2b) at infinity; the array standard that of b. */
static inline double complex m_ctanh(double complex z) {
    double a = creal(z), b = cimag(z);
    if (isinf(a) && b - b == 0)
        return complex_of(copysign(1.0, a), copysign(0.0, b));
    return ctanh(z);
}

static inline double complex m_clog1p(double complex z) {
    double a = creal(z), b = cimag(z);
    /* Near -1 the sum below cancels while 1 + a is exact; the squares of large ones are too large. */
    if (a < -0.5 || a > 0x1p60 || fabs(b) > 0x1p60)
        return clog(complex_of(1 + a, b));
    return complex_of(0.5 * log1p(a * (2 + a) + b * b), atan2(b, 1 + a));
}

/* May the logarithm of |z| be taken of hypot's result h? Near 1, where it would cancel, and where h
 * is too large or too small to be precise, only on the axes. */
static inline int m_plain_size(double complex z, double h) {
    return creal(z) == 0 || cimag(z) == 0 || (h >= 2 && h < 0x1p1000) ||
           (h <= 0.5 && h > 0x1p-1000);
}

static inline double complex m_clog2(double complex z) {
    double complex l = clog(z);
    double h = hypot(creal(z), cimag(z));
    return complex_of(m_plain_size(z, h) ? log2(h) : creal(l) * 0x1.71547652b82fep+0,
                      cimag(l) * 0x1.71547652b82fep+0);
}

static inline double complex m_clog10(double complex z) {
    double complex l = clog(z);
    double h = hypot(creal(z), cimag(z));
    return complex_of(m_plain_size(z, h) ? log10(h) : creal(l) * 0x1.bcb7b1526e50ep-2,
                      cimag(l) * 0x1.bcb7b1526e50ep-2);
}

/* Anything to the power 0 is 1; 0 to a power of positive real part is 0. */
static inline double complex m_cpower(double complex x, double complex y) {
    if (y == 0)
        return complex_of(1, 0);
    if (x == 0 && creal(y) > 0)
        return complex_of(0, 0);
    return cpow(x, y);
}

#endif
