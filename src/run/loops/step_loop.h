/* Makes a loop of each step of real numbers; to be included before steps.h. */
#ifndef FRIT_RUN_LOOPS_STEP_LOOP_H
#define FRIT_RUN_LOOPS_STEP_LOOP_H

#include "run/loops/level.h"

/*
 * A source may define, before it includes this,
 *   HURRY(dtype, op, out, x, n)  what may do the step in a faster way and says whether it did
 *   AFTER(dtype, result, out, n) what is left to do with the results
 */
#ifndef HURRY
#define HURRY(dtype, op, out, x, n) false
#endif
#ifndef AFTER
#define AFTER(dtype, result, out, n) (void)0
#endif

/* `in` has as many entries as the op takes operands. */
#define STEP_LOOP(dtype, id, arity, result)                                              \
    StepFn LV(loop_##dtype##_##id);                                                      \
    FLAT void LV(loop_##dtype##_##id)(void *to, const void *const *in, size_t n) {       \
        TYPE_##result(dtype) *out = to;                                                  \
        const Reg##dtype *x = in[0], *y = in[(arity) > 1], *z = in[(arity) > 2 ? 2 : 0]; \
        if (HURRY(dtype, OP_##id, to, x, n))                                             \
            return;                                                                      \
        SIDE_BY_SIDE                                                                     \
        for (size_t i = 0; i < n; i++)                                                   \
            out[i] = step_##dtype##_##id(x[i], y[i], z[i]);                              \
        AFTER(dtype, result, out, n);                                                    \
    }

#endif
