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
#include "op/math/plain.h"

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
