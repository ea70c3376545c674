#include "run/device/strided.h"

#include "ir/type.h"

bool strided_span(uint32_t rank, const int64_t *shape, const int64_t *strides, int64_t elem_size,
                  int64_t *low, int64_t *high, int64_t *count) {
    bool fits = true;
    *low = 0;
    *high = elem_size;
    *count = 1;
    for (uint32_t k = 0; k < rank; k++) {
        if (shape[k] == 0) {
            *low = *high = *count = 0;
            return true;
        }
        int64_t reach;
        int64_t *end = strides[k] < 0 ? low : high;
        fits = fits && !__builtin_mul_overflow(*count, shape[k], count) &&
               !__builtin_mul_overflow(shape[k] - 1, strides[k], &reach) &&
               !__builtin_add_overflow(*end, reach, end);
    }
    int64_t all;
    return fits && !__builtin_sub_overflow(*high, *low, &all);
}

bool strided_is_dense(uint32_t rank, const int64_t *shape, const int64_t *strides,
                      int64_t elem_size) {
    int64_t next = elem_size;
    bool dense = true;
    for (uint32_t k = rank; k-- > 0;) {
        if (shape[k] == 0)
            return true;
        if (shape[k] == 1)
            continue;
        dense = dense && strides[k] == next;
        next = (int64_t)((uint64_t)next * (uint64_t)shape[k]);
    }
    return dense;
}

bool strided_is_injective(uint32_t rank, const int64_t *shape, const int64_t *strides,
                          int64_t elem_size) {
    /* From the smallest stride to the largest, each must step over everything inside it. */
    bool done[MAX_RANK] = {false};
    uint64_t inside = (uint64_t)elem_size;
    for (uint32_t k = 0; k < rank; k++)
        if (shape[k] == 0)
            return true;
    for (uint32_t round = 0; round < rank; round++) {
        uint32_t best = rank;
        uint64_t reach;
        uint64_t least = 0;
        for (uint32_t k = 0; k < rank; k++) {
            uint64_t step = strides[k] < 0 ? 0 - (uint64_t)strides[k] : (uint64_t)strides[k];
            if (!done[k] && shape[k] > 1 && (best == rank || step < least)) {
                best = k;
                least = step;
            }
        }
        if (best == rank)
            return true;
        if (least < inside)
            return false;
        done[best] = true;
        if (__builtin_mul_overflow(least, (uint64_t)shape[best] - 1, &reach) ||
            __builtin_add_overflow(inside, reach, &inside))
            return false; /* no array is so large; nothing is promised of it */
    }
    return true;
}
