/* A product of matrices on its way from contract.c to one of the two ways to compute it. */
#ifndef FRIT_RUN_PRODUCT_PRODUCT_H
#define FRIT_RUN_PRODUCT_PRODUCT_H

#include "ir/type.h"
#include "run/product/blas.h"
#include "run/product/contract.h"
#include "run/product/tile.h"

enum { X, Y, OUT, N_OPERANDS };

/* Axes that are walked as one, the last fastest. Strides in bytes. */
typedef struct AxisGroup {
    uint32_t n;
    int64_t count; /* places: the product of the extents */
    int64_t whole; /* of all that this is a part of: what decides how it is computed */
    int64_t extents[2 * MAX_RANK];
    int64_t strides[N_OPERANDS][2 * MAX_RANK];
} AxisGroup;

typedef struct Product {
    Machine *machine;
    HostDevice *host; /* of the machine */
    Dtype dtype;
    TileType type;
    AxisGroup batch, m, n, k;
    const char *x, *y;
    char *out;
} Product;

/* Offsets of place number `place` in each operand. */
void group_at(const AxisGroup *g, int64_t place, int64_t offsets[N_OPERANDS]);
/* The offsets of the places first, first + 1, ... in one operand; `at` has room for n of them. */
TileOffsets group_offsets(const AxisGroup *g, int operand, int64_t first, uint32_t n, int64_t *at);

/* Which tile of the result, and of which batch, number `tile` is. */
typedef struct TilePlace {
    int64_t row, column;    /* its first */
    uint32_t rows, columns; /* how many */
    int64_t batch[N_OPERANDS];
} TilePlace;
/* Tiles are numbered row by row, batch after batch. */
int64_t tile_count(const Product *p, uint32_t tile_m, uint32_t tile_n);
TilePlace tile_place(const Product *p, uint32_t tile_m, uint32_t tile_n, int64_t tile);

/* Runs `run` on chunks of tiles with scratch memory of its own for each worker. */
typedef struct Tiles Tiles;
typedef void TileFn(const void *how, int64_t tile, char *scratch);
struct Tiles {
    Machine *machine;
    HostDevice *host;
    const void *how;
    TileFn *run;
    int64_t n, chunk; /* tiles, and how many of them a worker takes at once */
    uint64_t scratch_size;
    char *scratch;
};
bool tiles_run(Env *env, Tiles *tiles, bool alone);

bool product_own(Env *env, Product *p);

/* Many tiny ones, of f32 or f64, by the shape alone. With the bits of products by hand. */
bool product_suits_tiny(const Product *p);
bool product_tiny(Env *env, const Product *p, const char *level);

/* Whether BLAS should do it: by the shape, of two matrices by that alone. */
bool product_suits_blas(const Product *p);
bool product_blas(Env *env, const Product *p);
/* The same where m or n has one place: a matrix and a vector, or two vectors. */
bool vectors_suit_blas(const Product *p);
bool vectors_blas(Env *env, const Product *p);

/* How BLAS can take a matrix. */
typedef enum Lie { LIES_ROWS, LIES_TURNED, LIES_OTHERWISE } Lie;
Lie product_lie(const Product *p, const AxisGroup *rows, const AxisGroup *columns, int operand,
                bool may_be_turned);
/* An operand of the first batch, from a row and a column on; it does not lie otherwise. */
BlasMatrix product_part(const Product *p, Lie lie, const AxisGroup *rows, const AxisGroup *columns,
                        int operand, int64_t first_row, int64_t first_column);
/* Whether its numbers are aligned in every batch. */
bool product_is_aligned(const Product *p, int operand, const char *data);

#endif
