/*
 * A matrix times a vector, or two vectors, through BLAS. Both are read once, so nothing is copied: the matrix lies row
 * by row or column by column, the vector at even steps; what lies otherwise is computed by hand.
 */
#include "run/product/blas.h"
#include "run/product/product.h"

enum {
    LEAST_K = 4,            /* shorter sums are over before a call has begun */
    LEAST_MATRIX = 1 << 10, /* elements of a matrix that meets a vector */
    LEAST_DOT = 1 << 9,     /* and of a vector that meets another */
    TOGETHER = 1 << 13,     /* elements from which on BLAS wakes threads of its own */
    TILE_ELEMENTS = 1 << 16 /* of a tile that one thread computes */
};

/* The matrix is x, or y where x has one row. */
typedef struct Sides {
    int matrix, vector;
    const AxisGroup *rows;
} Sides;

static Sides sides_of(const Product *p) {
    return p->m.whole == 1 && p->n.whole != 1 ? (Sides){Y, X, &p->n} : (Sides){X, Y, &p->m};
}

static const char *data_of(const Product *p, int operand) {
    return operand == X ? p->x : operand == Y ? p->y : p->out;
}

/* Whether it lies at even steps forwards along these axes. */
static bool is_even(const Product *p, const AxisGroup *along, int operand) {
    int64_t size = p->type.elem_size, step = along->strides[operand][0];
    if (along->n > 1 || !product_is_aligned(p, operand, data_of(p, operand)))
        return false;
    return along->n == 0 || (step > 0 && step % size == 0 && step / size <= INT32_MAX);
}

static int64_t step_of(const Product *p, const AxisGroup *along, int operand) {
    return along->n == 0 ? 1 : along->strides[operand][0] / (int64_t)p->type.elem_size;
}

bool vectors_suit_blas(const Product *p) {
    Sides s = sides_of(p);
    double elements = (double)s.rows->whole * (double)p->k.whole;
    if (p->k.whole < LEAST_K || elements < (s.rows->whole == 1 ? LEAST_DOT : LEAST_MATRIX) ||
        p->k.count > INT32_MAX || s.rows->count > INT32_MAX)
        return false;
    return is_even(p, &p->k, s.vector) && is_even(p, s.rows, OUT) &&
           product_lie(p, s.rows, &p->k, s.matrix, true) != LIES_OTHERWISE;
}

typedef struct Vectors {
    const Product *p;
    Sides sides;
    Lie lie;
    uint32_t tile; /* rows of one call */
} Vectors;

/* As tiles are run. NOLINTNEXTLINE(readability-non-const-parameter) */
static void run_tile(const void *how, int64_t tile, char *scratch) {
    (void)scratch;
    const Vectors *v = how;
    const Product *p = v->p;
    Sides s = v->sides;
    struct Blas *blas = blas_of(p->host->blas);
    /* The rows of y are the columns of the product. */
    TilePlace at =
        s.matrix == X ? tile_place(p, v->tile, 1, tile) : tile_place(p, 1, v->tile, tile);
    int64_t first = s.matrix == X ? at.row : at.column;
    int64_t size = p->type.elem_size, out_step = step_of(p, s.rows, OUT);
    BlasVector call = {.m = s.matrix == X ? at.rows : at.columns, .k = p->k.count};
    call.matrix = product_part(p, v->lie, s.rows, &p->k, s.matrix, first, 0);
    call.matrix.at = (const char *)call.matrix.at + at.batch[s.matrix];
    call.vector = data_of(p, s.vector) + at.batch[s.vector];
    call.step = step_of(p, &p->k, s.vector);
    call.out = p->out + at.batch[OUT] + first * out_step * size;
    call.out_step = out_step;
    if (s.rows->whole == 1 && p->dtype == dtype_real(p->dtype)) {
        call.matrix.row = step_of(p, &p->k, s.matrix);
        blas_dot(blas, p->dtype, &call);
    } else {
        blas_vector(blas, p->dtype, &call);
    }
}

bool vectors_blas(Env *env, const Product *p) {
    Vectors v = {.p = p, .sides = sides_of(p)};
    v.lie = product_lie(p, v.sides.rows, &p->k, v.sides.matrix, true);
    int64_t rows = v.sides.rows->count,
            each = p->k.count < TILE_ELEMENTS ? p->k.count : TILE_ELEMENTS;
    bool together =
        blas_is_parallel(blas_of(p->host->blas)) && (double)rows * (double)p->k.count >= TOGETHER;
    /* A matrix is read best in one go: no more parts than there are threads for. */
    int64_t threads = (int64_t)workers_count(p->host->workers);
    int64_t share = p->batch.count >= threads ? rows : (rows + threads - 1) / threads;
    int64_t least = TILE_ELEMENTS / each, tile = together ? rows : share > least ? share : least;
    v.tile = (uint32_t)(tile < rows ? tile : rows);
    int64_t elements = v.tile * each;
    Tiles tiles = {
        .machine = p->machine,
        .host = p->host,
        .how = &v,
        .run = run_tile,
        .n = v.sides.matrix == X ? tile_count(p, v.tile, 1) : tile_count(p, 1, v.tile),
        .chunk = elements < TILE_ELEMENTS ? TILE_ELEMENTS / elements : 1,
    };
    return tiles_run(env, &tiles, together);
}
