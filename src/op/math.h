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

/*
 * f32 functions are computed in double and rounded once: at most 0.51 ulp. f64 functions are the C
 * library's.
 */
#define FRIT_MATH1(name)                               \
    static inline float m_##name##_f32(float x) {      \
        return (float)name((double)x);                 \
    }                                                  \
    static inline double m_##name##_f64(double x) {    \
        return name(x);                                \
    }
#define FRIT_MATH2(name)                                          \
    static inline float m_##name##_f32(float x, float y) {        \
        return (float)name((double)x, (double)y);                 \
    }                                                             \
    static inline double m_##name##_f64(double x, double y) {     \
        return name(x, y);                                        \
    }
/* Exact, or rounded once by the hardware, in the type itself. */
#define FRIT_EXACT1(name)                              \
    static inline float m_##name##_f32(float x) {      \
        return name##f(x);                             \
    }                                                  \
    static inline double m_##name##_f64(double x) {    \
        return name(x);                                \
    }
#define FRIT_EXACT2(name)                                         \
    static inline float m_##name##_f32(float x, float y) {        \
        return name##f(x, y);                                     \
    }                                                             \
    static inline double m_##name##_f64(double x, double y) {     \
        return name(x, y);                                        \
    }

FRIT_EXACT1(fabs)
FRIT_EXACT1(floor)
FRIT_EXACT1(ceil)
FRIT_EXACT1(trunc)
FRIT_EXACT1(rint)
FRIT_EXACT1(sqrt)
FRIT_EXACT2(fmod)
FRIT_EXACT2(copysign)
FRIT_EXACT2(nextafter)
FRIT_MATH1(cbrt)
FRIT_MATH1(exp)
FRIT_MATH1(exp2)
FRIT_MATH1(expm1)
FRIT_MATH1(log)
FRIT_MATH1(log2)
FRIT_MATH1(log10)
FRIT_MATH1(log1p)
FRIT_MATH1(sin)
FRIT_MATH1(cos)
FRIT_MATH1(tan)
FRIT_MATH1(asin)
FRIT_MATH1(acos)
FRIT_MATH1(atan)
FRIT_MATH1(sinh)
FRIT_MATH1(cosh)
FRIT_MATH1(tanh)
FRIT_MATH1(asinh)
FRIT_MATH1(acosh)
FRIT_MATH1(atanh)
FRIT_MATH1(erf)
FRIT_MATH1(erfc)
FRIT_MATH1(tgamma)
FRIT_MATH2(atan2)
FRIT_MATH2(hypot)
FRIT_MATH2(pow)

#undef FRIT_MATH1
#undef FRIT_MATH2
#undef FRIT_EXACT1
#undef FRIT_EXACT2

static inline float m_fma_f32(float x, float y, float z) {
    return fmaf(x, y, z);
}

static inline double m_fma_f64(double x, double y, double z) {
    return fma(x, y, z);
}

/* lgamma writes the global signgam; the _r form is a function of its argument alone. */
double lgamma_r(double x, int *sign);

static inline double m_lgamma_f64(double x) {
    int sign;
    return lgamma_r(x, &sign);
}

static inline float m_lgamma_f32(float x) {
    return (float)m_lgamma_f64((double)x);
}

/* Python's %: the result has the sign of y, also when it is zero. */
static inline double m_py_mod_f64(double x, double y) {
    double r = fmod(x, y);
    if (r == 0)
        return copysign(0.0, y);
    return (r < 0) != (y < 0) ? r + y : r;
}

static inline float m_py_mod_f32(float x, float y) {
    float r = fmodf(x, y);
    if (r == 0)
        return copysignf(0.0f, y);
    return (r < 0) != (y < 0) ? r + y : r;
}

/* Python's //: the exact quotient rounded down, by way of the remainder. */
static inline double m_floor_div_f64(double x, double y) {
    if (y == 0)
        return x / y;
    double r = fmod(x, y), q = (x - r) / y;
    if (r != 0 && (r < 0) != (y < 0))
        q -= 1;
    double f = floor(q);
    return q == 0 ? copysign(0.0, x / y) : q - f > 0.5 ? f + 1 : f;
}

static inline float m_floor_div_f32(float x, float y) {
    if (y == 0)
        return x / y;
    float r = fmodf(x, y), q = (x - r) / y;
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
    return complex_of(expm1(a) * cos(b) - 2 * s * s, exp(a) * sin(b));
}

static inline double complex m_clog1p(double complex z) {
    double a = creal(z), b = cimag(z);
    /* Near -1 the sum below cancels while 1 + a is exact; the squares of large ones are too large. */
    if (a < -0.5 || a > 0x1p60 || fabs(b) > 0x1p60)
        return clog(complex_of(1 + a, b));
    return complex_of(0.5 * log1p(a * (2 + a) + b * b), atan2(b, 1 + a));
}

static inline double complex m_clog2(double complex z) {
    double complex l = clog(z);
    return complex_of(creal(l) * 0x1.71547652b82fep+0, cimag(l) * 0x1.71547652b82fep+0);
}

static inline double complex m_clog10(double complex z) {
    double complex l = clog(z);
    return complex_of(creal(l) * 0x1.bcb7b1526e50ep-2, cimag(l) * 0x1.bcb7b1526e50ep-2);
}

#endif
