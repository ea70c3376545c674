/* f16 and bf16 (op/math/half.h) by the names that tables of dtypes make. */
#ifndef FRIT_RUN_LOOPS_HALF_H
#define FRIT_RUN_LOOPS_HALF_H

#include "op/math/half.h"
#include "run/loops/level.h"

INLINE float round_F16(float x) {
    return m_round_f16(x);
}

INLINE float round_BF16(float x) {
    return m_round_bf16(x);
}

INLINE uint16_t pack_F16(float x) {
    return m_pack_f16(x);
}

INLINE uint16_t pack_BF16(float x) {
    return m_pack_bf16(x);
}

INLINE float unpack_F16(uint16_t bits) {
    return m_unpack_f16(bits);
}

INLINE float unpack_BF16(uint16_t bits) {
    return m_unpack_bf16(bits);
}

/* Floats that are only stored go through op/dtype.c, one at a time. */
INLINE float unpack_stored(Dtype dtype, uint32_t bits) {
    return float_unpack(dtype_info(dtype), bits);
}

INLINE uint32_t pack_stored(Dtype dtype, float x) {
    return float_pack(dtype_info(dtype), (double)x);
}

INLINE float round_stored(Dtype dtype, float x) {
    return unpack_stored(dtype, pack_stored(dtype, x));
}

#endif
