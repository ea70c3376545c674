/*
 * The steps on complex numbers. Real and imaginary parts go through arrays of their own: side by
 * side, gcc 12 would make xr * yr - xi * yi and xr * yi + xi * yr into one instruction that rounds
 * once, -ffp-contract=off or not.
 */
#define STEPS_COMPLEX
#define STEP_LOOP(dtype, id, arity, result) LOOP_##result(dtype, id, arity)

#define FUNCTION_LOOP(dtype, id, arity, f) LOOP_FUNCTION(dtype, id, arity, f)

#include "op/math.h"
#include "run/loops/level.h"

enum { PART = 64 }; /* elements at a time */

/*
 * Functions are of f64, for c64 too: one for both, over the parts of some elements. Those that have a fast way for all but
 * a few arguments (MATH_COMPLEX_SLOW_PATHS) go it if none of the elements is one of these.
 */
typedef struct Parts {
    double xr[PART], xi[PART], yr[PART], yi[PART], re[PART], im[PART];
} Parts;

#define NOINLINE __attribute__((noinline))
#define LOOP_OF_PARTS(name, call)                        \
    NOINLINE FLAT static void name(Parts *p, size_t n) { \
        SIDE_BY_SIDE                                     \
        for (size_t k = 0; k < n; k++) {                 \
            D_Complex z = call;                          \
            p->re[k] = z.re;                             \
            p->im[k] = z.im;                             \
        }                                                \
    }
#define LOOP_OF_CHOICE(name, question)             \
    INLINE void parts_##name(Parts *p, size_t n) { \
        int slow = 0;                              \
        for (size_t k = 0; k < n; k++)             \
            slow |= (question) != 0;               \
        if (slow)                                  \
            complete_##name(p, n);                 \
        else                                       \
            main_##name(p, n);                     \
    }
#define PLAIN_PARTS(name) LOOP_OF_PARTS(parts_##name, m_c##name##_f64(p->xr[k], p->xi[k]))
#define ANGLE_re          xr
#define ANGLE_im          xi
#define SLOW_PARTS(name, part)                                           \
    LOOP_OF_PARTS(main_##name, m_c##name##_main_f64(p->xr[k], p->xi[k])) \
    LOOP_OF_PARTS(complete_##name, m_c##name##_f64(p->xr[k], p->xi[k]))  \
    LOOP_OF_CHOICE(name, m_trig_slow_f64(p->ANGLE_##part[k]))

MATH_COMPLEX_PLAIN(PLAIN_PARTS)
MATH_COMPLEX_SLOW_PATHS(SLOW_PARTS)
LOOP_OF_PARTS(main_power, m_cpower_main_f64(p->xr[k], p->xi[k], p->yr[k], p->yi[k]))
LOOP_OF_PARTS(complete_power, m_cpower_f64(p->xr[k], p->xi[k], p->yr[k], p->yi[k]))
LOOP_OF_CHOICE(power, m_power_slow_f64(p->yr[k], p->yi[k]))

/* A function. A part is read before it is written, which may be in place. */
#define LOOP_FUNCTION(dtype, id, arity, f)                                         \
    StepFn LV(loop_##dtype##_##id);                                                \
    FLAT void LV(loop_##dtype##_##id)(void *to, const void *const *in, size_t n) { \
        Parts p;                                                                   \
        for (size_t i = 0, part; i < n; i += part) {                               \
            const Reg##dtype *x = (const Reg##dtype *)in[0] + i;                   \
            const Reg##dtype *y = (const Reg##dtype *)in[(arity) > 1] + i;         \
            Reg##dtype *out = (Reg##dtype *)to + i;                                \
            part = n - i < PART ? n - i : PART;                                    \
            for (size_t k = 0; k < part; k++) {                                    \
                p.xr[k] = (double)x[k].re;                                         \
                p.xi[k] = (double)x[k].im;                                         \
            }                                                                      \
            for (size_t k = 0; k < part && (arity) > 1; k++) {                     \
                p.yr[k] = (double)y[k].re;                                         \
                p.yi[k] = (double)y[k].im;                                         \
            }                                                                      \
            parts_##f(&p, part);                                                   \
            for (size_t k = 0; k < part; k++)                                      \
                out[k] = (Reg##dtype){(Real##dtype)p.re[k], (Real##dtype)p.im[k]}; \
        }                                                                          \
    }
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
