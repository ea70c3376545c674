/*
 * The functions behind M(name) in ops.def, for one value at a time. Constant folding uses them
 * through op_eval; every engine must give the same bits, so this is the place to change a result.
 */
#ifndef FRIT_OP_MATH_H
#define FRIT_OP_MATH_H

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "op/math/f32.h"
#include "op/math/f32_wide.h"
#include "op/math/f64.h"
#include "op/math/f64_complex_arc.h"
#include "op/math/f64_complex_exp.h"
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
 * f32 and f64 alike; MATH_COMPLEX_SLOW_PATHS those of complex numbers.
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

#endif
