/*
 * Many products of tiny matrices: a call of a BLAS, or the packing of panels, would take longer than the product itself.
 * A row of the result is a vector. Products are added to 0 in the order of k, one rounding each, as in products by hand,
 * so the bits are the same at every level and for every way to share the batches.
 */
#include <string.h>

#include "run/product/product.h"

enum {
    TINY_MOST = 16,       /* rows, and places that are summed over */
    CHUNK_BATCHES = 1024, /* what a worker takes at once */
    LEAST_BATCHES = 4
};

/* One of them; in bytes. y has its columns side by side, and so has the result. */
typedef struct TinyPlace {
    const char *x, *y;
    char *out;
    int64_t x_row, x_column, y_row, out_row;
    unsigned m, k;
} TinyPlace;

typedef void TinyFn(const TinyPlace *at);

/* Vectors of `lanes`, a power of 2, for `columns` columns. */
#define NO_TARGET
#define TINY(name, T, columns, lanes, target)                               \
    target static void name(const TinyPlace *at) {                          \
        typedef T Vector __attribute__((vector_size((lanes) * sizeof(T)))); \
        Vector y[TINY_MOST];                                                \
        for (unsigned p = 0; p < at->k; p++) {                              \
            y[p] = (Vector){0};                                             \
            memcpy(&y[p], at->y + p * at->y_row, (columns) * sizeof(T));    \
        }                                                                   \
        for (unsigned i = 0; i < at->m; i++) {                              \
            const char *x = at->x + i * at->x_row;                          \
            Vector sum = {0};                                               \
            for (unsigned p = 0; p < at->k; p++, x += at->x_column) {       \
                T u;                                                        \
                memcpy(&u, x, sizeof u);                                    \
                sum += y[p] * u;                                            \
            }                                                               \
            memcpy(at->out + i * at->out_row, &sum, (columns) * sizeof(T)); \
        }                                                                   \
    }

enum { WIDTHS = 5 };
static const int64_t widths[WIDTHS] = {2, 3, 4, 8, 16};

#define TINY_LEVEL(level, target)                                                     \
    TINY(f32_2_##level, float, 2, 2, target)                                          \
    TINY(f32_3_##level, float, 3, 4, target)                                          \
    TINY(f32_4_##level, float, 4, 4, target)                                          \
    TINY(f32_8_##level, float, 8, 8, target)                                          \
    TINY(f32_16_##level, float, 16, 16, target)                                       \
    TINY(f64_2_##level, double, 2, 2, target)                                         \
    TINY(f64_3_##level, double, 3, 4, target)                                         \
    TINY(f64_4_##level, double, 4, 4, target)                                         \
    TINY(f64_8_##level, double, 8, 8, target)                                         \
    static TinyFn *const tiny_##level[2][WIDTHS] = {                                  \
        {f32_2_##level, f32_3_##level, f32_4_##level, f32_8_##level, f32_16_##level}, \
        {f64_2_##level, f64_3_##level, f64_4_##level, f64_8_##level, NULL}};

TINY_LEVEL(base, NO_TARGET)
#if defined(__x86_64__)
TINY_LEVEL(avx2, __attribute__((target("avx2"))))
TINY_LEVEL(avx512, __attribute__((target("avx512f,avx512dq"))))
#endif

static TinyFn *const *functions(const char *level, bool f64) {
#if defined(__x86_64__)
    if ((!level || strcmp(level, "avx512") == 0) && __builtin_cpu_supports("avx512f") &&
        __builtin_cpu_supports("avx512dq"))
        return tiny_avx512[f64];
    if ((!level || strncmp(level, "avx", 3) == 0) && __builtin_cpu_supports("avx2"))
        return tiny_avx2[f64];
#endif
    (void)level;
    return tiny_base[f64];
}

typedef struct Tiny {
    const Product *p;
    TinyFn *run;
    TinyPlace first; /* of the first batch */
    bool plain;      /* y and the result have rows in one piece */
} Tiny;

/* Rows longer than the widest vectors are no faster than a BLAS. */
static bool find_width(const Product *p, int *width) {
    for (*width = 0; *width < WIDTHS; ++*width)
        if (widths[*width] == p->n.whole)
            return widths[*width] * p->type.elem_size <= 64;
    return false;
}

static bool is_tiny(const AxisGroup *g) {
    return g->whole >= 2 && g->whole <= TINY_MOST && g->n <= 1;
}

bool product_suits_tiny(const Product *p) {
    int width;
    return (p->dtype == DT_F32 || p->dtype == DT_F64) && p->batch.whole >= LEAST_BATCHES &&
           is_tiny(&p->m) && is_tiny(&p->k) && is_tiny(&p->n) && find_width(p, &width);
}

/* Rows in one piece from a matrix that lies otherwise, and back. */
#define TURN(bits)                                                                             \
    static void gather_##bits(char *rows, const char *matrix, int64_t n, int64_t row,          \
                              int64_t columns, int64_t column) {                               \
        for (int64_t j = 0; j < columns; j++)                                                  \
            for (int64_t i = 0; i < n; i++)                                                    \
                memcpy(rows + (i * columns + j) * ((bits) / 8), matrix + i * row + j * column, \
                       (bits) / 8);                                                            \
    }                                                                                          \
    static void scatter_##bits(const char *rows, char *matrix, int64_t n, int64_t row,         \
                               int64_t columns, int64_t column) {                              \
        for (int64_t j = 0; j < columns; j++)                                                  \
            for (int64_t i = 0; i < n; i++)                                                    \
                memcpy(matrix + i * row + j * column, rows + (i * columns + j) * ((bits) / 8), \
                       (bits) / 8);                                                            \
    }
TURN(32)
TURN(64)

/* y and the result by way of rows in one piece, where they lie otherwise. */
static void run_one(const Tiny *t, TinyPlace place) {
    const AxisGroup *n = &t->p->n;
    double y[TINY_MOST * TINY_MOST], out[TINY_MOST * TINY_MOST];
    int64_t size = t->p->type.elem_size, columns = n->count;
    char *to = place.out;
    if (n->strides[Y][0] != size) {
        (size == 4 ? gather_32 : gather_64)((char *)y, place.y, place.k, place.y_row, columns,
                                            n->strides[Y][0]);
        place.y = (const char *)y;
        place.y_row = columns * size;
    }
    if (n->strides[OUT][0] != size) {
        place.out = (char *)out;
        place.out_row = columns * size;
    }
    t->run(&place);
    if (place.out != to)
        (size == 4 ? scatter_32 : scatter_64)(place.out, to, place.m, t->first.out_row, columns,
                                              n->strides[OUT][0]);
}

static void run_chunk(const void *how, int64_t chunk, char *scratch) {
    const Tiny *t = how;
    const Product *p = t->p;
    int64_t first = chunk * CHUNK_BATCHES, left = p->batch.count - first;
    int64_t n = left < CHUNK_BATCHES ? left : CHUNK_BATCHES, at[N_OPERANDS] = {0};
    bool even = p->batch.n == 1;
    (void)scratch;
    for (int64_t k = 0; k < n; k++) {
        if (k == 0 || !even)
            group_at(&p->batch, first + k, at);
        TinyPlace place = t->first;
        place.x += at[X];
        place.y += at[Y];
        place.out += at[OUT];
        if (t->plain)
            t->run(&place);
        else
            run_one(t, place);
        for (int o = 0; even && o < N_OPERANDS; o++)
            at[o] += p->batch.strides[o][0];
    }
}

bool product_tiny(Env *env, const Product *p, const char *level) {
    Tiny t = {.p = p,
              .first = {.x = p->x,
                        .y = p->y,
                        .out = p->out,
                        .m = (unsigned)p->m.count,
                        .k = (unsigned)p->k.count}};
    int width;
    (void)find_width(p, &width);
    t.run = functions(level, p->dtype == DT_F64)[width];
    int64_t size = p->type.elem_size;
    t.plain = p->n.strides[Y][0] == size && p->n.strides[OUT][0] == size;
    t.first.x_row = p->m.n ? p->m.strides[X][0] : 0;
    t.first.out_row = p->m.n ? p->m.strides[OUT][0] : 0;
    t.first.x_column = p->k.n ? p->k.strides[X][0] : 0;
    t.first.y_row = p->k.n ? p->k.strides[Y][0] : 0;
    Tiles tiles = {.machine = p->machine,
                   .host = p->host,
                   .how = &t,
                   .run = run_chunk,
                   .n = (p->batch.count + CHUNK_BATCHES - 1) / CHUNK_BATCHES,
                   .chunk = 1};
    return tiles_run(env, &tiles, false);
}
