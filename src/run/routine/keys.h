/*
 * Keys: unsigned integers in the order of elements. NaN comes last, of any sign. equal_zeros: -0 and 0 have one key;
 * else -0 comes first, and what it was can be read from it.
 */
#ifndef FRIT_RUN_ROUTINE_KEYS_H
#define FRIT_RUN_ROUTINE_KEYS_H

#include <stdbool.h>
#include <stdint.h>

#include "op/dtype.h"

/* How wide keys are: 32 or 64 bits; of how many of them may differ: *bits. Complex numbers have none. */
static inline unsigned key_width(Dtype dtype, unsigned *bits) {
    *bits = dtype == DT_BOOL ? 1 : dtype_info(dtype)->bits;
    return *bits <= 32 ? 32 : 64;
}

/* The bits of a float of so many, as a key. */
static inline uint64_t key_of_float(uint64_t x, unsigned bits, unsigned digits, bool equal_zeros) {
    uint64_t sign = (uint64_t)1 << (bits - 1), mask = sign | (sign - 1);
    uint64_t infinity = (sign - 1) & ~(((uint64_t)1 << (digits - 1)) - 1);
    if ((x & ~sign) > infinity)
        return mask;
    if (equal_zeros && x == sign)
        x = 0;
    return x & sign ? ~x & mask : x | sign;
}

static inline uint64_t float_of_key(uint64_t key, unsigned bits) {
    uint64_t sign = (uint64_t)1 << (bits - 1), mask = sign | (sign - 1);
    return key == mask ? mask & ~sign : key & sign ? key & ~sign : ~key & mask;
}

/* The key of one element. */
uint64_t key_at(Dtype dtype, const char *at, bool equal_zeros);
/* Of n elements, into keys of key_width. */
void keys_load(Dtype dtype, const char *at, int64_t stride, int64_t n, bool equal_zeros,
               void *keys);
void keys_store(Dtype dtype, const void *keys, char *at, int64_t stride, int64_t n);

#endif
