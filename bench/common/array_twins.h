/* What bench/slang_arrays.c measures frit against: the same functions in plain C, one call after another. */
#ifndef BENCH_COMMON_ARRAY_TWINS_H
#define BENCH_COMMON_ARRAY_TWINS_H

#include <stddef.h>
#include <stdint.h>

typedef void ArrayFn(const uint32_t *seed, size_t n, float *out);

typedef struct ArrayTwin {
    const char *kind; /* table, histogram, sort, search, stack */
    int size, depth;  /* depth: of the tree that is searched */
    ArrayFn *fn;
} ArrayTwin;

extern const ArrayTwin array_twins[]; /* the last has no function */

/* Element k of the table of n. */
static inline float array_twin_table(int k, int n) {
    return (float)((k * 37 + 11) % n) * 0.25f;
}

#endif
