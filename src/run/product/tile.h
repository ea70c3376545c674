/*
 * Pieces of a product of matrices that fit into the cache. An operand is copied into panels of a few
 * rows (of x) or lanes (columns of y), converted to the type the sums are kept in:
 *
 *     panel[p * width + j] = element (j, p)        complex: real parts, then imaginary ones
 *
 * f16 and bf16 are summed in f32, integers in 32 or 64 bits without sign (they wrap alike), complex
 * numbers in two planes.
 */
#ifndef FRIT_RUN_PRODUCT_TILE_H
#define FRIT_RUN_PRODUCT_TILE_H

#include "op/dtype.h"

enum { TILE_ROWS = 8 };

/* Offsets in bytes of some places along the axes of a group; stride is what separates neighbours, or
 * TILE_UNEVEN. */
#define TILE_UNEVEN INT64_MIN
typedef struct TileOffsets {
    const int64_t *at;
    uint32_t n;
    int64_t stride;
} TileOffsets;

/* Fills a panel of `width`; lanes behind the last are 0. */
typedef void TilePackFn(void *panel, unsigned width, const char *from, const TileOffsets *lanes,
                        const TileOffsets *k);
/* sums[i * ld + j] to to + rows[i] + lanes[j]. */
typedef void TileStoreFn(char *to, const TileOffsets *rows, const TileOffsets *lanes,
                         const void *sums, size_t ld, size_t plane);
/* sums[i * ld + j] += sum over k of a[i] * b[j], for TILE_ROWS (rows of them live) by TileType.lanes.
 * plane: from real to imaginary sums, in elements. */
typedef void TileMultiplyFn(const void *a, const void *b, void *sums, size_t ld, size_t plane,
                            size_t k, unsigned rows);

typedef struct TileType {
    unsigned lanes;     /* of a panel of y */
    unsigned planes;    /* 1, or 2 of complex numbers */
    unsigned size;      /* bytes of a number in a panel */
    unsigned elem_size; /* bytes of an element in memory */
    TilePackFn *pack;
    TileStoreFn *store;
    TileMultiplyFn *multiply;
} TileType;

/* level: "avx512", "avx2", else what every CPU has; NULL: the best. False: dtype has no product. */
bool tile_type(Dtype dtype, const char *level, TileType *out);

#endif
