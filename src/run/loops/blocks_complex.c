/*
 * The steps on complex numbers. Real and imaginary parts go through arrays of their own: side by
 * side, gcc 12 would make xr * yr - xi * yi and xr * yi + xi * yr into one instruction that rounds
 * once, -ffp-contract=off or not.
 */
#define STEPS_COMPLEX
#define STEP_LOOP(dtype, id, arity, result) LOOP_##result(dtype, id, arity)

enum { PART = 64 }; /* elements at a time */

/* A complex result. A part is read before it is written, which may be in place. */
#define LOOP_SAME(dtype, id, arity)                                                \
    StepFn LV(loop_##dtype##_##id);                                                \
    FLAT void LV(loop_##dtype##_##id)(void *to, const void *const *in, size_t n) { \
        Real##dtype re[PART], im[PART];                                            \
        for (size_t i = 0, part; i < n; i += part) {                               \
            const Reg##dtype *x = (const Reg##dtype *)in[0] + i;                   \
            const Reg##dtype *y = (const Reg##dtype *)in[(arity) > 1] + i;         \
            Reg##dtype *out = (Reg##dtype *)to + i;                                \
            part = n - i < PART ? n - i : PART;                                    \
            for (size_t k = 0; k < part; k++) {                                    \
                Reg##dtype z = step_##dtype##_##id(x[k], y[k], x[k]);              \
                re[k] = z.re;                                                      \
                im[k] = z.im;                                                      \
            }                                                                      \
            for (size_t k = 0; k < part; k++)                                      \
                out[k] = (Reg##dtype){re[k], im[k]};                               \
        }                                                                          \
    }
/* A real or a truth value. */
#define LOOP_REAL(dtype, id, arity) LOOP_PLAIN(dtype, id, arity, Real##dtype)
#define LOOP_BOOL(dtype, id, arity) LOOP_PLAIN(dtype, id, arity, RegBOOL)
/* Of real numbers, which are none of this source's. */
#define LOOP_COMPLEX(dtype, id, arity)
#define LOOP_PLAIN(dtype, id, arity, OUT)                                          \
    StepFn LV(loop_##dtype##_##id);                                                \
    FLAT void LV(loop_##dtype##_##id)(void *to, const void *const *in, size_t n) { \
        const Reg##dtype *x = in[0], *y = in[(arity) > 1];                         \
        OUT *out = to;                                                             \
        SIDE_BY_SIDE                                                               \
        for (size_t i = 0; i < n; i++)                                             \
            out[i] = step_##dtype##_##id(x[i], y[i], x[i]);                        \
    }

/* After what says which steps to make, and what of them. */
#include "run/loops/steps.h"
