/*
 * A product through BLAS. It always gets row-major matrices, copied where they are not, and cut in a
 * way that depends on the shape: so its result depends on the shape and not on strides or threads.
 */
#include <string.h>

#include "run/product/blas.h"
#include "run/product/product.h"

enum {
    LEAST_SIDE = 16,          /* thinner matrices are read more than computed with */
    LEAST_PRODUCTS = 1 << 18, /* below this a call costs more than it saves */
    TILE_ALONE = 512,         /* side of a tile that one thread computes */
    TILE_TOGETHER = 2048,     /* and one that BLAS computes with threads of its own */
    TILE_K = 2048,            /* so many of k at once */
    COPY_BLOCK = 16           /* elements, both ways */
};

typedef struct Through {
    const Product *p;
    uint32_t tile; /* its side */
    bool copies[N_OPERANDS];
    uint64_t copy[N_OPERANDS]; /* where the copy of a tile begins in the scratch memory */
    uint64_t offsets[2];       /* and the offsets of rows and columns */
} Through;

bool product_suits_blas(const Product *p) {
    int64_t m = p->m.count, n = p->n.count, k = p->k.count;
    if (!blas_has(blas_of(p->host->blas), p->dtype) || m < LEAST_SIDE || n < LEAST_SIDE ||
        k < LEAST_SIDE)
        return false;
    /* As floating point, which cannot overflow. */
    return (double)m * (double)n * (double)k >= LEAST_PRODUCTS;
}

/* Rows that BLAS can walk: elements side by side, rows apart and in order. */
static bool is_row_major(const Product *p, const AxisGroup *rows, const AxisGroup *columns,
                         int operand, const char *data) {
    int64_t size = p->type.elem_size;
    if (rows->n != 1 || columns->n != 1 || columns->strides[operand][0] != size)
        return false;
    int64_t row = rows->strides[operand][0];
    int64_t number = dtype_info(dtype_real(p->dtype))->bits / 8;
    bool aligned = (uintptr_t)data % (uintptr_t)number == 0;
    for (uint32_t k = 0; k < p->batch.n; k++)
        aligned = aligned && p->batch.strides[operand][k] % number == 0;
    return aligned && row % size == 0 && row / size >= columns->count && row / size <= INT32_MAX;
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

/* A tile of an operand: where it begins, how many elements a row is from the next. */
typedef struct Matrix {
    const char *data;
    int row;
} Matrix;

static Matrix matrix_of(const Through *t, int operand, const char *array, const AxisGroup *rows,
                        int64_t first_row, uint32_t n_rows, const AxisGroup *columns,
                        int64_t first_column, uint32_t n_columns, char *scratch) {
    const Product *p = t->p;
    if (!t->copies[operand]) {
        int64_t row = rows->strides[operand][0];
        return (Matrix){array + first_row * row + first_column * p->type.elem_size,
                        (int)(row / p->type.elem_size)};
    }
    TileOffsets down = group_offsets(rows, operand, first_row, n_rows,
                                     (int64_t *)(void *)(scratch + t->offsets[0]));
    TileOffsets across = group_offsets(columns, operand, first_column, n_columns,
                                       (int64_t *)(void *)(scratch + t->offsets[1]));
    char *copy = scratch + t->copy[operand];
    gather_tile(copy, array, &down, &across, p->type.elem_size);
    return (Matrix){copy, (int)n_columns};
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

static void run_tile(const void *how, int64_t tile, char *scratch) {
    const Through *t = how;
    const Product *p = t->p;
    TilePlace at = tile_place(p, t->tile, t->tile, tile);
    BlasProduct call = {.m = (int)at.rows, .n = (int)at.columns};
    if (t->copies[OUT]) {
        call.out = scratch + t->copy[OUT];
        call.out_row = (int)at.columns;
    } else {
        int64_t row = p->m.strides[OUT][0];
        call.out = p->out + at.batch[OUT] + at.row * row + at.column * p->type.elem_size;
        call.out_row = (int)(row / p->type.elem_size);
    }
    for (int64_t first = 0; first < p->k.count; first += TILE_K) {
        int64_t left = p->k.count - first;
        uint32_t n_k = left < TILE_K ? (uint32_t)left : TILE_K;
        Matrix x =
            matrix_of(t, X, p->x + at.batch[X], &p->m, at.row, at.rows, &p->k, first, n_k, scratch);
        Matrix y = matrix_of(t, Y, p->y + at.batch[Y], &p->k, first, n_k, &p->n, at.column,
                             at.columns, scratch);
        call.k = (int)n_k;
        call.x = x.data;
        call.x_row = x.row;
        call.y = y.data;
        call.y_row = y.row;
        call.adds = first > 0;
        blas_product(blas_of(p->host->blas), p->dtype, &call);
    }
    if (t->copies[OUT])
        put_back(t, &at, scratch);
}

static uint32_t at_most(int64_t count, uint32_t most) {
    return count < most ? (uint32_t)count : most;
}

bool product_blas(Env *env, const Product *p) {
    bool together = blas_is_parallel(blas_of(p->host->blas));
    Through t = {.p = p, .tile = together ? TILE_TOGETHER : TILE_ALONE};
    t.copies[X] = !is_row_major(p, &p->m, &p->k, X, p->x);
    t.copies[Y] = !is_row_major(p, &p->k, &p->n, Y, p->y);
    t.copies[OUT] = !is_row_major(p, &p->m, &p->n, OUT, p->out);
    uint64_t m = at_most(p->m.count, t.tile), n = at_most(p->n.count, t.tile);
    uint64_t k = at_most(p->k.count, TILE_K), longest = m > n ? m : n;
    longest = longest > k ? longest : k;
    const uint64_t elements[N_OPERANDS] = {[X] = m * k, [Y] = k * n, [OUT] = m * n};
    uint64_t size = 0;
    for (int o = 0; o < N_OPERANDS; o++) {
        t.copy[o] = size;
        uint64_t bytes = t.copies[o] ? elements[o] * p->type.elem_size : 0;
        size += (bytes + MEMORY_ALIGN - 1) & ~(uint64_t)(MEMORY_ALIGN - 1);
    }
    t.offsets[0] = size;
    t.offsets[1] = size + longest * sizeof(int64_t);
    Tiles tiles = {
        .machine = p->machine,
        .host = p->host,
        .how = &t,
        .run = run_tile,
        .n = tile_count(p, t.tile, t.tile),
        .chunk = 1,
        .scratch_size = size + 2 * longest * sizeof(int64_t),
    };
    return tiles_run(env, &tiles, together);
}
