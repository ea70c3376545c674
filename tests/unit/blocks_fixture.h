/* Registers full of special and random values, and elements of them one at a time. */
#ifndef TESTS_BLOCKS_FIXTURE_H
#define TESTS_BLOCKS_FIXTURE_H

#include "harness.h"

#include "op/op.h"
#include "run/loops/blocks.h"

enum { BLOCK = 1100, BLOCK_BYTES = 16 * BLOCK };

typedef struct TestBlock {
    _Alignas(64) char at[BLOCK_BYTES];
} TestBlock;

/* Every level this CPU can run. */
#define FOR_LEVELS(b) for (unsigned level_ = 0; (b) = blocks_level(level_), (b) != NULL; level_++)

/* Lengths around whole vectors and groups of lanes, the longest last. */
extern const size_t block_lengths[];
extern const size_t block_length_count;

Scalar block_get(Dtype dtype, const void *reg, size_t i);
void block_put(Dtype dtype, void *reg, size_t i, Scalar value);
/* With the quiet bit set if it is a NaN. */
Scalar block_quiet(Dtype dtype, Scalar value);
/* Like what a value of the dtype is in memory. */
Bits block_random_bits(Dtype dtype, uint64_t *random);
/* Specials first, then random values. */
void block_fill(Dtype dtype, void *reg, size_t n, uint64_t *random);
/* Fails where an element differs by a bit. */
void block_check(const char *what, const BlockOps *b, Dtype dtype, const void *got,
                 const void *want, size_t n);
/* Makes every NaN the same one. Which of several NaNs comes out of a step is not said. */
void block_one_nan(Dtype dtype, void *reg, size_t n);
/* The same bytes n .. BLOCK on: nothing was written behind the end. */
void block_check_rest(const char *what, const BlockOps *b, size_t bytes, const TestBlock *got,
                      const TestBlock *before);

#endif
