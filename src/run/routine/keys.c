#include "run/routine/keys.h"

#include <string.h>

/* Loops over keys are what short sorts take: they shall be vectors where elements lie side by side. */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("O3")
#endif

#define SIGN(T)          ((T)((T)1 << (sizeof(T) * 8 - 1)))
#define FLOAT(T, digits) (T) key_of_float(x, sizeof(T) * 8, digits, equal_zeros)

/* Every dtype: X(dtype, the unsigned integer that holds it, that of keys, key of x, x of key k) */
#define KINDS(X)                                                                                  \
    X(DT_BOOL, uint8_t, uint32_t, x != 0, (uint8_t)k)                                             \
    X(DT_U8, uint8_t, uint32_t, x, (uint8_t)k)                                                    \
    X(DT_U16, uint16_t, uint32_t, x, (uint16_t)k)                                                 \
    X(DT_U32, uint32_t, uint32_t, x, k)                                                           \
    X(DT_U64, uint64_t, uint64_t, x, k)                                                           \
    X(DT_I8, uint8_t, uint32_t, (uint8_t)(x ^ SIGN(uint8_t)), (uint8_t)(k ^ SIGN(uint8_t)))       \
    X(DT_I16, uint16_t, uint32_t, (uint16_t)(x ^ SIGN(uint16_t)), (uint16_t)(k ^ SIGN(uint16_t))) \
    X(DT_I32, uint32_t, uint32_t, x ^ SIGN(uint32_t), k ^ SIGN(uint32_t))                         \
    X(DT_I64, uint64_t, uint64_t, x ^ SIGN(uint64_t), k ^ SIGN(uint64_t))                         \
    X(DT_F16, uint16_t, uint32_t, FLOAT(uint16_t, 11), (uint16_t)float_of_key(k, 16))             \
    X(DT_BF16, uint16_t, uint32_t, FLOAT(uint16_t, 8), (uint16_t)float_of_key(k, 16))             \
    X(DT_F32, uint32_t, uint32_t, FLOAT(uint32_t, 24), (uint32_t)float_of_key(k, 32))             \
    X(DT_F64, uint64_t, uint64_t, FLOAT(uint64_t, 53), float_of_key(k, 64))

#define LOAD(T, K, at, key)       \
    {                             \
        T x;                      \
        memcpy(&x, at, sizeof x); \
        ((K *)keys)[i] = key;     \
    }

void keys_load(Dtype dtype, const char *at, int64_t stride, int64_t n, bool equal_zeros,
               void *keys) {
    switch (dtype) {
#define LOADS(D, T, K, key, back)                              \
    case D:                                                    \
        if (stride == (int64_t)sizeof(T))                      \
            for (int64_t i = 0; i < n; i++)                    \
                LOAD(T, K, at + (i * (int64_t)sizeof(T)), key) \
        else                                                   \
            for (int64_t i = 0; i < n; i++)                    \
                LOAD(T, K, at + (i * stride), key)             \
        break;
        KINDS(LOADS)
    default: break;
    }
}

uint64_t key_at(Dtype dtype, const char *at, bool equal_zeros) {
    switch (dtype) {
#define ONE(D, T, K, key, back)   \
    case D: {                     \
        T x;                      \
        memcpy(&x, at, sizeof x); \
        return (K)(key);          \
    }
        KINDS(ONE)
    default: return 0;
    }
}

void keys_store(Dtype dtype, const void *keys, char *at, int64_t stride, int64_t n) {
    switch (dtype) {
#define STORES(D, T, K, key, back)                   \
    case D:                                          \
        for (int64_t i = 0; i < n; i++) {            \
            K k = ((const K *)keys)[i];              \
            T x = back;                              \
            memcpy(at + (i * stride), &x, sizeof x); \
        }                                            \
        break;
        KINDS(STORES)
    default: break;
    }
}
