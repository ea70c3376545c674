/*
 * A product through BLAS. Small matrices are given row by row, copied where they lie otherwise, and big ones also
 * column by column; which function computes it, and how it is cut, hangs on the shape alone. So the result of
 * two matrices depends on neither strides nor threads. A matrix times a vector is read as it lies: there the
 * order of a sum is the library's.
 */
#include <string.h>

#include "run/product/blas.h"
#include "run/product/product.h"

enum {
    LEAST_SIDE = 4,              /* thinner matrices are read more than computed with */
    LEAST_PRODUCTS = 1 << 6,     /* below this a call costs more than it saves */
    LEAST_PAIRS = 1 << 11,       /* the same, of complex numbers */
    TOGETHER_PRODUCTS = 1 << 18, /* from here on BLAS wakes threads of its own */
    TURNED_PRODUCTS =
        1 << 20, /* above this a matrix that lies turned is told so: copying is no cheaper */
    CHUNK_PRODUCTS = 1 << 16, /* what a worker should take at once */
    CHUNK_MOST = 256,         /* and no more tiles than these */
    TILE_ALONE =
        512, /* rows of a tile that one thread computes, and columns where there are few rows */
    TILE_WIDE =
        2048, /* columns of one where there are more: the rows are prepared once for all of them */
    TILE_TOGETHER = 2048, /* and one that BLAS computes with threads of its own */
    TILE_K = 2048,        /* so many of k at once */
    COPY_BLOCK = 16       /* elements, both ways */
};

typedef struct Through {
    const Product *p;
    uint32_t tile_m, tile_n;
    Lie lie[N_OPERANDS];
    bool square;               /* y is x turned */
    uint64_t copy[N_OPERANDS]; /* where the copy of a tile begins in the scratch memory */
    uint64_t offsets[2];       /* and the offsets of rows and columns */
} Through;

static double products_of(const Product *p) {
    /* As floating point, which cannot overflow. */
    return (double)p->m.whole * (double)p->n.whole * (double)p->k.whole;
}

bool product_suits_blas(const Product *p) {
    if (!blas_has(blas_of(p->host->blas), p->dtype))
        return false;
    if (p->m.whole == 1 || p->n.whole == 1)
        return vectors_suit_blas(p);
    bool real = p->dtype == dtype_real(p->dtype);
    return p->m.whole >= LEAST_SIDE && p->n.whole >= LEAST_SIDE && p->k.whole >= LEAST_SIDE &&
           products_of(p) >= (real ? LEAST_PRODUCTS : LEAST_PAIRS);
}

bool product_is_aligned(const Product *p, int operand, const char *data) {
    int64_t number = dtype_info(dtype_real(p->dtype))->bits / 8;
    bool aligned = (uintptr_t)data % (uintptr_t)number == 0;
    for (uint32_t k = 0; k < p->batch.n; k++)
        aligned = aligned && p->batch.strides[operand][k] % number == 0;
    return aligned;
}

/* How far a row is from the next, in bytes. */
static int64_t row_of(const Product *p, const AxisGroup *rows, const AxisGroup *columns,
                      int operand) {
    return rows->n == 1 ? rows->strides[operand][0] : columns->count * p->type.elem_size;
}

/* Elements side by side along the columns; rows apart and in order. */
static bool is_row_major(const Product *p, const AxisGroup *rows, const AxisGroup *columns,
                         int operand) {
    int64_t size = p->type.elem_size;
    if (rows->n > 1 || columns->n > 1 || (columns->n == 1 && columns->strides[operand][0] != size))
        return false;
    int64_t row = row_of(p, rows, columns, operand);
    return row % size == 0 && row / size >= columns->count && row / size <= INT32_MAX;
}

Lie product_lie(const Product *p, const AxisGroup *rows, const AxisGroup *columns, int operand,
                bool may_be_turned) {
    const char *data = operand == X ? p->x : operand == Y ? p->y : p->out;
    if (!product_is_aligned(p, operand, data))
        return LIES_OTHERWISE;
    if (is_row_major(p, rows, columns, operand))
        return LIES_ROWS;
    const AxisGroup *down = columns, *across = rows; /* of the matrix turned */
    return may_be_turned && is_row_major(p, down, across, operand) ? LIES_TURNED : LIES_OTHERWISE;
}

BlasMatrix product_part(const Product *p, Lie lie, const AxisGroup *rows, const AxisGroup *columns,
                        int operand, int64_t first_row, int64_t first_column) {
    const char *data = operand == X ? p->x : p->y;
    int64_t size = p->type.elem_size;
    if (lie == LIES_ROWS) {
        int64_t row = row_of(p, rows, columns, operand);
        return (BlasMatrix){data + first_row * row + first_column * size, row / size, false};
    }
    const AxisGroup *down = columns, *across = rows;
    int64_t column = row_of(p, down, across, operand);
    return (BlasMatrix){data + first_row * size + first_column * column, column / size, true};
}

/*
 * Between an array and a tile that is row-major; in blocks, because the array may lie the other way.
 * size is a number that the compiler knows.
 */
static inline __attribute__((always_inline)) void gather_sized(char *tile, const char *array,
                                                               const TileOffsets *rows,
                                                               const TileOffsets *columns,
                                                               size_t size) {
    for (uint32_t j0 = 0; j0 < columns->n; j0 += COPY_BLOCK) {
        uint32_t end = columns->n - j0 < COPY_BLOCK ? columns->n : j0 + COPY_BLOCK;
        for (uint32_t i = 0; i < rows->n; i++) {
            for (uint32_t j = j0; j < end; j++)
                memcpy(tile + ((size_t)i * columns->n + j) * size,
                       array + rows->at[i] + columns->at[j], size);
        }
    }
}

static void gather_tile(char *tile, const char *array, const TileOffsets *rows,
                        const TileOffsets *columns, size_t size) {
    if (size == 4)
        gather_sized(tile, array, rows, columns, 4);
    else if (size == 8)
        gather_sized(tile, array, rows, columns, 8);
    else
        gather_sized(tile, array, rows, columns, 16);
}

static inline __attribute__((always_inline)) void scatter_sized(char *array, const char *tile,
                                                                const TileOffsets *rows,
                                                                const TileOffsets *columns,
                                                                size_t size) {
    for (uint32_t j0 = 0; j0 < columns->n; j0 += COPY_BLOCK) {
        uint32_t end = columns->n - j0 < COPY_BLOCK ? columns->n : j0 + COPY_BLOCK;
        for (uint32_t i = 0; i < rows->n; i++) {
            for (uint32_t j = j0; j < end; j++)
                memcpy(array + rows->at[i] + columns->at[j],
                       tile + ((size_t)i * columns->n + j) * size, size);
        }
    }
}

static void scatter_tile(char *array, const char *tile, const TileOffsets *rows,
                         const TileOffsets *columns, size_t size) {
    if (size == 4)
        scatter_sized(array, tile, rows, columns, 4);
    else if (size == 8)
        scatter_sized(array, tile, rows, columns, 8);
    else
        scatter_sized(array, tile, rows, columns, 16);
}

/* A part of an operand, in the batch that is `batch` bytes from the first. */
static BlasMatrix matrix_of(const Through *t, int operand, int64_t batch, const AxisGroup *rows,
                            int64_t first_row, uint32_t n_rows, const AxisGroup *columns,
                            int64_t first_column, uint32_t n_columns, char *scratch) {
    const Product *p = t->p;
    if (t->lie[operand] != LIES_OTHERWISE) {
        BlasMatrix part =
            product_part(p, t->lie[operand], rows, columns, operand, first_row, first_column);
        part.at = (const char *)part.at + batch;
        return part;
    }
    TileOffsets down = group_offsets(rows, operand, first_row, n_rows,
                                     (int64_t *)(void *)(scratch + t->offsets[0]));
    TileOffsets across = group_offsets(columns, operand, first_column, n_columns,
                                       (int64_t *)(void *)(scratch + t->offsets[1]));
    char *copy = scratch + t->copy[operand];
    gather_tile(copy, (operand == X ? p->x : p->y) + batch, &down, &across, p->type.elem_size);
    return (BlasMatrix){copy, n_columns, false};
}

static void put_back(const Through *t, const TilePlace *at, char *scratch) {
    const Product *p = t->p;
    TileOffsets down =
        group_offsets(&p->m, OUT, at->row, at->rows, (int64_t *)(void *)(scratch + t->offsets[0]));
    TileOffsets across = group_offsets(&p->n, OUT, at->column, at->columns,
                                       (int64_t *)(void *)(scratch + t->offsets[1]));
    scatter_tile(p->out + at->batch[OUT], scratch + t->copy[OUT], &down, &across,
                 p->type.elem_size);
}

/* Fills the lower half of a square from the upper one, in blocks: one of both lies across the cache's lines. */
static void mirror_sized(char *square, int64_t n, int64_t row, size_t size) {
    for (int64_t i0 = 0; i0 < n; i0 += COPY_BLOCK) {
        for (int64_t j0 = 0; j0 <= i0; j0 += COPY_BLOCK) {
            for (int64_t i = i0; i < n && i < i0 + COPY_BLOCK; i++) {
                for (int64_t j = j0; j < i && j < j0 + COPY_BLOCK; j++)
                    memcpy(square + (size_t)(i * row + j) * size,
                           square + (size_t)(j * row + i) * size, size);
            }
        }
    }
}

static void mirror(char *square, int64_t n, int64_t row, size_t size) {
    if (size == 4)
        mirror_sized(square, n, row, 4);
    else if (size == 8)
        mirror_sized(square, n, row, 8);
    else
        mirror_sized(square, n, row, 16);
}

/* The tile on the other side of the diagonal, from this one. */
static void put_mirrored(const Through *t, const TilePlace *at, const BlasProduct *tile,
                         char *scratch) {
    const Product *p = t->p;
    size_t size = p->type.elem_size;
    TileOffsets down = group_offsets(&p->m, OUT, at->column, at->columns,
                                     (int64_t *)(void *)(scratch + t->offsets[0]));
    TileOffsets across =
        group_offsets(&p->n, OUT, at->row, at->rows, (int64_t *)(void *)(scratch + t->offsets[1]));
    const char *from = tile->out;
    char *to = p->out + at->batch[OUT];
    for (uint32_t i0 = 0; i0 < down.n; i0 += COPY_BLOCK)
        for (uint32_t j0 = 0; j0 < across.n; j0 += COPY_BLOCK)
            for (uint32_t i = i0; i < down.n && i < i0 + COPY_BLOCK; i++)
                for (uint32_t j = j0; j < across.n && j < j0 + COPY_BLOCK; j++)
                    memcpy(to + down.at[i] + across.at[j],
                           from + ((int64_t)j * tile->out_row + i) * (int64_t)size, size);
}

static void run_tile(const void *how, int64_t tile, char *scratch) {
    const Through *t = how;
    const Product *p = t->p;
    struct Blas *blas = blas_of(p->host->blas);
    TilePlace at = tile_place(p, t->tile_m, t->tile_n, tile);
    BlasProduct call = {.m = at.rows, .n = at.columns};
    int64_t size = p->type.elem_size;
    if (t->lie[OUT] == LIES_OTHERWISE) {
        call.out = scratch + t->copy[OUT];
        call.out_row = at.columns;
    } else {
        int64_t row = row_of(p, &p->m, &p->n, OUT);
        call.out = p->out + at.batch[OUT] + at.row * row + at.column * size;
        call.out_row = row / size;
    }
    bool square = t->square && at.row == at.column;
    if (t->square && at.row > at.column)
        return; /* what stands on the other side of the diagonal is put there, too */
    for (int64_t first = 0; first < p->k.count; first += TILE_K) {
        int64_t left = p->k.count - first;
        uint32_t n_k = left < TILE_K ? (uint32_t)left : TILE_K;
        call.x = matrix_of(t, X, at.batch[X], &p->m, at.row, at.rows, &p->k, first, n_k, scratch);
        call.k = n_k;
        call.adds = first > 0;
        if (square) {
            blas_square(blas, p->dtype, &call);
            continue;
        }
        call.y =
            matrix_of(t, Y, at.batch[Y], &p->k, first, n_k, &p->n, at.column, at.columns, scratch);
        blas_product(blas, p->dtype, &call);
    }
    if (square)
        mirror(call.out, call.m, call.out_row, (size_t)size);
    if (t->lie[OUT] == LIES_OTHERWISE)
        put_back(t, &at, scratch);
    if (t->square && at.row < at.column)
        put_mirrored(t, &at, &call, scratch);
}

static uint32_t at_most(int64_t count, uint32_t most) {
    return count < most ? (uint32_t)count : most;
}

/* Whether y is x turned, in the same memory. */
static bool is_square(const Product *p) {
    const AxisGroup *groups[] = {&p->batch, &p->k};
    bool same = p->x == p->y && p->m.count == p->n.count && p->m.n <= 1 && p->n.n <= 1 &&
                p->m.strides[X][0] == p->n.strides[Y][0];
    for (int g = 0; g < 2; g++)
        for (uint32_t a = 0; a < groups[g]->n; a++)
            same = same && groups[g]->strides[X][a] == groups[g]->strides[Y][a];
    return same;
}

static uint64_t aligned(uint64_t size) {
    return (size + MEMORY_ALIGN - 1) & ~(uint64_t)(MEMORY_ALIGN - 1);
}

static bool matrices_blas(Env *env, const Product *p) {
    double products = products_of(p);
    bool together = blas_is_parallel(blas_of(p->host->blas)) && products >= TOGETHER_PRODUCTS;
    bool turned = products >= TURNED_PRODUCTS;
    Through t = {.p = p, .square = is_square(p)};
    t.tile_m = together ? TILE_TOGETHER : TILE_ALONE;
    t.tile_n = together                      ? TILE_TOGETHER
               : t.square                    ? TILE_ALONE
               : p->m.whole < 2 * TILE_ALONE ? TILE_ALONE
                                             : TILE_WIDE;
    t.lie[X] = product_lie(p, &p->m, &p->k, X, turned);
    t.lie[Y] = product_lie(p, &p->k, &p->n, Y, turned);
    t.lie[OUT] = product_lie(p, &p->m, &p->n, OUT, false);
    uint64_t m = at_most(p->m.count, t.tile_m), n = at_most(p->n.count, t.tile_n);
    uint64_t k = at_most(p->k.count, TILE_K), longest = m > n ? m : n;
    longest = longest > k ? longest : k;
    const uint64_t elements[N_OPERANDS] = {[X] = m * k, [Y] = k * n, [OUT] = m * n};
    uint64_t size = 0;
    for (int o = 0; o < N_OPERANDS; o++) {
        t.copy[o] = size;
        size += aligned(t.lie[o] == LIES_OTHERWISE ? elements[o] * p->type.elem_size : 0);
    }
    t.offsets[0] = size;
    t.offsets[1] = size + longest * sizeof(int64_t);
    double chunk = CHUNK_PRODUCTS / ((double)p->m.count * (double)p->n.count * (double)p->k.count);
    Tiles tiles = {
        .machine = p->machine,
        .host = p->host,
        .how = &t,
        .run = run_tile,
        .n = tile_count(p, t.tile_m, t.tile_n),
        .chunk = chunk < 1            ? 1
                 : chunk < CHUNK_MOST ? (int64_t)chunk
                                      : CHUNK_MOST,
        .scratch_size = size + 2 * longest * sizeof(int64_t),
    };
    return tiles_run(env, &tiles, together);
}

bool product_blas(Env *env, const Product *p) {
    bool vector = p->m.whole == 1 || p->n.whole == 1;
    return vector ? vectors_blas(env, p) : matrices_blas(env, p);
}
