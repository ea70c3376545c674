/* The steps of every dtype as inline functions. */
#ifndef FRIT_RUN_LOOPS_ALL_STEPS_H
#define FRIT_RUN_LOOPS_ALL_STEPS_H

#define STEPS_F32
#define STEPS_HALF
#define STEPS_F64
#define STEPS_INTEGER
#define STEPS_COMPLEX
#include "run/loops/steps.h"

/* A product of complex numbers is a call: in line, gcc 12 would round its sums once (see
 * blocks_complex.c). */
static __attribute__((noinline)) PairF32 product_C64(PairF32 x, PairF32 y) {
    return step_C64_mul(x, y, y);
}

static __attribute__((noinline)) PairF64 product_C128(PairF64 x, PairF64 y) {
    return step_C128_mul(x, y, y);
}

#define step_C64_mul(x, y, z)  product_C64(x, y)
#define step_C128_mul(x, y, z) product_C128(x, y)

#endif
