/* Scatters: one element after another into memory, combined with what is there. */
#include "run/loops/all_steps.h"
#include "run/loops/tables.h"

/* ---- an element of memory, at any address */
#define PUT(dtype)                                        \
    INLINE void put_##dtype(char *to, Reg##dtype value) { \
        memcpy(to, &value, sizeof value);                 \
    }
#define MEMORY(dtype)                                   \
    INLINE Reg##dtype fetch_##dtype(const char *from) { \
        Reg##dtype value;                               \
        memcpy(&value, from, sizeof value);             \
        return value;                                   \
    }                                                   \
    PUT(dtype)
#define MEMORY_HALF(dtype)                           \
    INLINE float fetch_##dtype(const char *from) {   \
        uint16_t bits;                               \
        memcpy(&bits, from, sizeof bits);            \
        return unpack_##dtype(bits);                 \
    }                                                \
    INLINE void put_##dtype(char *to, float value) { \
        uint16_t bits = pack_##dtype(value);         \
        memcpy(to, &bits, sizeof bits);              \
    }
PUT(BOOL)
MEMORY(I8)
MEMORY(I16)
MEMORY(I32)
MEMORY(I64)
MEMORY(U8)
MEMORY(U16)
MEMORY(U32)
MEMORY(U64)
MEMORY_HALF(F16)
MEMORY_HALF(BF16)
MEMORY(F32)
MEMORY(F64)
MEMORY(C64)
MEMORY(C128)

#define SCATTER(dtype, how, value)                                                             \
    static void how##_##dtype(char *base, const int64_t *offsets, const void *reg, size_t n) { \
        const Reg##dtype *v = reg;                                                             \
        for (size_t i = 0; i < n; i++) {                                                       \
            char *at = base + offsets[i];                                                      \
            put_##dtype(at, value);                                                            \
        }                                                                                      \
    }
#define COMBINED(dtype, how, step) \
    SCATTER(dtype, how, step_##dtype##_##step(fetch_##dtype(at), v[i], v[i]))
#define SET(dtype) SCATTER(dtype, set, v[i])
#define NUMBER(dtype)         \
    SET(dtype)                \
    COMBINED(dtype, add, add) \
    COMBINED(dtype, mul, mul)
#define ORDERED(dtype)            \
    NUMBER(dtype)                 \
    COMBINED(dtype, max, maximum) \
    COMBINED(dtype, min, minimum)
SET(BOOL)
ORDERED(I8)
ORDERED(I16)
ORDERED(I32)
ORDERED(I64)
ORDERED(U8)
ORDERED(U16)
ORDERED(U32)
ORDERED(U64)
ORDERED(F16)
ORDERED(BF16)
ORDERED(F32)
ORDERED(F64)
NUMBER(C64)
NUMBER(C128)

#define ROW_NUMBER(dtype) \
    [COMBINE_SET] = set_##dtype, [COMBINE_ADD] = add_##dtype, [COMBINE_MUL] = mul_##dtype
#define ROW_ORDERED(dtype) \
    [DT_##dtype] = {ROW_NUMBER(dtype), [COMBINE_MAX] = max_##dtype, [COMBINE_MIN] = min_##dtype}
ScatterFn *const LV(scatters)[DTYPE_COUNT][COMBINE_COUNT] = {
    [DT_BOOL] = {[COMBINE_SET] = set_BOOL},
    ROW_ORDERED(I8),
    ROW_ORDERED(I16),
    ROW_ORDERED(I32),
    ROW_ORDERED(I64),
    ROW_ORDERED(U8),
    ROW_ORDERED(U16),
    ROW_ORDERED(U32),
    ROW_ORDERED(U64),
    ROW_ORDERED(F16),
    ROW_ORDERED(BF16),
    ROW_ORDERED(F32),
    ROW_ORDERED(F64),
    [DT_C64] = {ROW_NUMBER(C64)},
    [DT_C128] = {ROW_NUMBER(C128)},
};
