/*
 * What random numbers make of Philox's words (op/philox.h, docs/ir.md). Source that frit writes has this text too
 * (emit/c).
 */
#ifndef FRIT_OP_MATH_DRAWS_H
#define FRIT_OP_MATH_DRAWS_H

#include "op/math.h"
#include "op/philox.h"

MATH_FN float uniform_f32(uint32_t w) {
    return (float)(int32_t)(w >> 8) * 0x1p-24f;
}

MATH_FN float uniform_f16(uint32_t w) {
    return (float)(int32_t)(w >> 21) * 0x1p-11f;
}

MATH_FN float uniform_bf16(uint32_t w) {
    return (float)(int32_t)(w >> 24) * 0x1p-8f;
}

/* 53 bits in two parts that a 32-bit conversion can take; their sum is exact. */
MATH_FN double uniform_f64(uint64_t w) {
    uint64_t v = w >> 11;
    return (double)(int32_t)(v >> 27) * 0x1p-26 + (double)(int32_t)(v & 0x7ffffff) * 0x1p-53;
}

#define DRAW_SUM(x, y)   ((x) + (y))
#define DRAW_TIMES(x, y) ((x) * (y))

MATH_FN float draw_cap_f32(float u) {
    return u < 1.0f ? u : 1.0f;
}

MATH_FN double draw_cap_f64(double u) {
    return u < 1.0 ? u : 1.0;
}

/* (double)w rounded once, from two halves that are exact. */
MATH_FN double draw_f64_of(uint64_t w) {
    return (double)(uint32_t)(w >> 32) * 0x1p32 + (double)(uint32_t)w;
}

MATH_FN float radius_f32(uint32_t w) {
    return PHILOX_RADIUS((float)w, 0x1p-32, (float), DRAW_SUM, DRAW_TIMES, draw_cap_f32, m_log_f32,
                         f_sqrt);
}

MATH_FN float angle_f32(uint32_t w) {
    return PHILOX_ANGLE((float)w, 0x1p-32, (float), DRAW_TIMES);
}

MATH_FN double radius_f64(uint64_t w) {
    return PHILOX_RADIUS(draw_f64_of(w), 0x1p-64, (double), DRAW_SUM, DRAW_TIMES, draw_cap_f64,
                         m_log_f64, d_sqrt);
}

MATH_FN double angle_f64(uint64_t w) {
    return PHILOX_ANGLE(draw_f64_of(w), 0x1p-64, (double), DRAW_TIMES);
}

#endif
