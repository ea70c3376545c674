/* Halves, many at a time: with the conversions of the hardware where the level has them. */
#ifndef FRIT_RUN_LOOPS_HALF_RUN_H
#define FRIT_RUN_LOOPS_HALF_RUN_H

#include "run/loops/half.h"
#include "run/loops/half_vector.h"

/* n halves that stand one after another in memory. */
static void unpack_run_F16(float *reg, const char *from, size_t n) {
    const Mem16 *half = (const Mem16 *)(const void *)from;
    size_t i = 0;
#if HALVES > 0
    for (; i + HALVES <= n; i += HALVES)
        unpack_vector(reg + i, half + i);
#endif
    SIDE_BY_SIDE
    for (size_t k = i; k < n; k++)
        reg[k] = unpack_F16(half[k]);
}

static void pack_run_F16(char *to, const float *reg, size_t n) {
    Mem16 *half = (Mem16 *)(void *)to;
    size_t i = 0;
#if HALVES > 0
    for (; i + HALVES <= n; i += HALVES)
        pack_vector(half + i, reg + i);
#endif
    SIDE_BY_SIDE
    for (size_t k = i; k < n; k++)
        half[k] = pack_F16(reg[k]);
}

#endif
