/* A vector of f16, converted by the instructions of a level that has some for it: the bits of half.h. */
#ifndef FRIT_RUN_LOOPS_HALF_VECTOR_H
#define FRIT_RUN_LOOPS_HALF_VECTOR_H

#include "run/loops/level.h"

/* HALVES at a time are converted by instructions; 0: there are none for it. */
#if LEVEL_X86 && FRIT_VECTOR >= 32
#include <immintrin.h>
#define HALVES 8

INLINE void unpack_vector(float *reg, const Mem16 *half) {
    _mm256_storeu_ps(reg, _mm256_cvtph_ps(_mm_loadu_si128((const __m128i *)(const void *)half)));
}

INLINE void pack_vector(Mem16 *half, const float *reg) {
    _mm_storeu_si128((__m128i *)(void *)half,
                     _mm256_cvtps_ph(_mm256_loadu_ps(reg), _MM_FROUND_TO_NEAREST_INT));
}

INLINE void round_vector(float *x) {
    __m128i half = _mm256_cvtps_ph(_mm256_loadu_ps(x), _MM_FROUND_TO_NEAREST_INT);
    _mm256_storeu_ps(x, _mm256_cvtph_ps(half));
}
#elif LEVEL_NEON
#include <arm_neon.h>
#define HALVES 4

/* memcpy: memory may be at any address. */
INLINE void unpack_vector(float *reg, const Mem16 *half) {
    uint16x4_t bits;
    memcpy(&bits, half, sizeof bits);
    vst1q_f32(reg, vcvt_f32_f16(vreinterpret_f16_u16(bits)));
}

INLINE void pack_vector(Mem16 *half, const float *reg) {
    uint16x4_t bits = vreinterpret_u16_f16(vcvt_f16_f32(vld1q_f32(reg)));
    memcpy(half, &bits, sizeof bits);
}

INLINE void round_vector(float *x) {
    vst1q_f32(x, vcvt_f32_f16(vcvt_f16_f32(vld1q_f32(x))));
}
#else
#define HALVES 0
#endif

#endif
