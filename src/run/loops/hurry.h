/*
 * Functions of mathematics that have a fast way for all but a few arguments (MATH_SLOW_PATHS in
 * op/math.h). If no argument of a block is one of those, the block goes the fast way, which
 * vectorises.
 */
#ifndef FRIT_RUN_LOOPS_HURRY_H
#define FRIT_RUN_LOOPS_HURRY_H

#include "op/math.h"
#include "run/loops/half.h"

#define HURRY(dtype, op, out, x, n) hurry_##dtype(op, out, x, n)

/* dtype: of the step; name, question: of the table; FLOAT, type: as C and as op/math.h call it. */
#define HURRY_LOOP(dtype, name, question, FLOAT, type, ROUND)                       \
    FLAT static bool hurry_##dtype##_##name(FLOAT *out, const FLOAT *x, size_t n) { \
        int slow = 0;                                                               \
        for (size_t i = 0; i < n; i++)                                              \
            slow |= m_##question##_##type(x[i]) != 0;                               \
        if (slow)                                                                   \
            return false;                                                           \
        SIDE_BY_SIDE                                                                \
        for (size_t i = 0; i < n; i++)                                              \
            out[i] = ROUND(m_##name##_main_##type(x[i]));                           \
        return true;                                                                \
    }
/* op is a constant, so that nothing of this is left in the loops of other ops. */
#define HURRY_IF(dtype, name) \
    if (op == OP_##name)      \
        return hurry_##dtype##_##name(out, x, n);
#define HURRY_CHOICE(dtype, FLOAT, CHOICES)                                 \
    INLINE bool hurry_##dtype(Op op, void *out, const FLOAT *x, size_t n) { \
        CHOICES                                                             \
        return false;                                                       \
    }

#endif
