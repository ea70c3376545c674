/* Halves, many at a time: with the conversions of the hardware where the level has them. */
#ifndef FRIT_RUN_INTERP_HALF_RUN_H
#define FRIT_RUN_INTERP_HALF_RUN_H

#include "run/interp/half.h"

#if FRIT_VECTOR >= 32
#include <immintrin.h>
enum { HALVES = 8 }; /* in a vector */
#endif

/* n halves that stand one after another in memory. */
static void unpack_run_F16(float *reg, const char *from, size_t n) {
    const Mem16 *half = (const Mem16 *)(const void *)from;
    size_t i = 0;
#if FRIT_VECTOR >= 32
    for (; i + HALVES <= n; i += HALVES) {
        __m128i bits = _mm_loadu_si128((const __m128i *)(const void *)(half + i));
        _mm256_storeu_ps(reg + i, _mm256_cvtph_ps(bits));
    }
#endif
    SIDE_BY_SIDE
    for (size_t k = i; k < n; k++)
        reg[k] = unpack_F16(half[k]);
}

static void pack_run_F16(char *to, const float *reg, size_t n) {
    Mem16 *half = (Mem16 *)(void *)to;
    size_t i = 0;
#if FRIT_VECTOR >= 32
    for (; i + HALVES <= n; i += HALVES)
        _mm_storeu_si128((__m128i *)(void *)(half + i),
                         _mm256_cvtps_ph(_mm256_loadu_ps(reg + i), _MM_FROUND_TO_NEAREST_INT));
#endif
    SIDE_BY_SIDE
    for (size_t k = i; k < n; k++)
        half[k] = pack_F16(reg[k]);
}

#endif
