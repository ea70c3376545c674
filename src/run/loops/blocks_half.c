/*
 * The steps on f16 and bf16: computed in f32 and rounded. Where the hardware converts f16, a loop
 * leaves its results as they are and a second one rounds them, which is faster than rounding by bits.
 */
#define STEPS_HALF
#include "run/loops/half_vector.h"
#include "run/loops/hurry.h"

#define ROUND_AFTER                  (HALVES > 0)
#define AFTER(dtype, result, out, n) AFTER_##dtype##_##result(out, n)
#define AFTER_F16_SAME(out, n)       round_run(out, n)
#define AFTER_F16_REAL(out, n)       round_run(out, n)
#define AFTER_F16_BOOL(out, n)       (void)0
#define AFTER_BF16_SAME(out, n)      (void)0
#define AFTER_BF16_REAL(out, n)      (void)0
#define AFTER_BF16_BOOL(out, n)      (void)0
#include "run/loops/step_loop.h"

#if ROUND_AFTER
INLINE void round_run(float *x, size_t n) {
    size_t i = 0;
    for (; i + HALVES <= n; i += HALVES)
        round_vector(x + i);
    for (; i < n; i++)
        x[i] = round_F16(x[i]);
}
#else
#define round_run(x, n) (void)0
#endif

#define LOOP(name, question)                               \
    HURRY_LOOP(F16, name, question, float, f32, round_F16) \
    HURRY_LOOP(BF16, name, question, float, f32, round_BF16)
#define TEST_F16(name, question)  HURRY_IF(F16, name)
#define TEST_BF16(name, question) HURRY_IF(BF16, name)
MATH_SLOW_PATHS(LOOP)
HURRY_CHOICE(F16, float, MATH_SLOW_PATHS(TEST_F16))
HURRY_CHOICE(BF16, float, MATH_SLOW_PATHS(TEST_BF16))

#if ROUND_AFTER
#define round_F16(e) (float)(e) /* from here on; see above */
#endif
/* After what says which steps to make, and what of them. */
#include "run/loops/steps.h"
