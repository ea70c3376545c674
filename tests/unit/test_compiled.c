/* What drives compiled code: layouts, forms, staging, tasks. */
#include <stdlib.h>
#include <string.h>

#include "driven.h"
#include "harness.h"

/* ---- layouts: some axes reversed, spread out, or repeated */

typedef struct Array {
    int64_t strides[KM_AXES], offset;
    size_t bytes;
    char *memory;
} Array;

static void lay_out(uint64_t *random, uint32_t rank, const int64_t *shape, int64_t size,
                    bool may_repeat, Array *a) {
    uint32_t order[KM_AXES] = {0};
    bool plain = test_random_below(random, 3) == 0;
    for (uint32_t k = 0; k < rank; k++) {
        uint32_t at = plain ? k : (uint32_t)test_random_below(random, k + 1);
        order[k] = order[at];
        order[at] = rank - 1 - k;
    }
    int64_t bytes = size;
    a->offset = 0;
    for (uint32_t k = 0; k < rank; k++) {
        uint32_t axis = order[k];
        uint64_t how = plain ? 5 : test_random_below(random, 6);
        if (how == 0)
            bytes += size;
        a->strides[axis] = may_repeat && how == 1 ? 0 : how == 2 ? -bytes : bytes;
        if (a->strides[axis] < 0 && shape[axis] > 0)
            a->offset += (shape[axis] - 1) * bytes;
        if (a->strides[axis] != 0)
            bytes *= shape[axis] ? shape[axis] : 1;
    }
    a->bytes = (size_t)bytes;
    a->memory = malloc(a->bytes + 64);
    CHECK(a->memory);
    for (size_t b = 0; b < a->bytes; b += 4) {
        float x = (float)((b * 7919 + 13) % 10007) / 977.0f - 5.0f;
        memcpy(a->memory + b, &x, 4);
    }
}

static char *array_at(const Array *a, uint32_t rank, const int64_t *shape, int64_t k) {
    int64_t at = a->offset;
    for (uint32_t axis = rank; axis-- > 0; k /= shape[axis])
        at += k % shape[axis] * a->strides[axis];
    return a->memory + at;
}

static float float_at(const char *at) {
    float x;
    memcpy(&x, at, sizeof x);
    return x;
}

/* ---- maps */

static int64_t random_shape(uint64_t *random, uint32_t rank, int64_t *shape) {
    static const int64_t extents[] = {0, 1, 2, 3, 5, 8, 33, 40, 300};
    int64_t n = 1;
    for (uint32_t k = 0; k < rank; k++) {
        shape[k] = extents[test_random_below(random, sizeof extents / sizeof *extents)];
        if (shape[k] == 0 && test_random_below(random, 4))
            shape[k] = 7;
        n *= shape[k];
    }
    return n;
}

/* The form of these sizes, or one that is for others. */
static unsigned random_choice(uint64_t *random) {
    return test_random_below(random, 2) ? (unsigned)test_random_below(random, COMPILED_CHOICES) : 0;
}

/* out = x - y + number, where the number is that of the element, or of its place on the last axis. */
static void check_map(Driven *d, uint64_t *random, uint32_t rank, const int64_t *shape, int64_t n,
                      How how) {
    Array x, y, out;
    KernelMaker m;
    bool numbers = rank > 0 && test_random_below(random, 3) == 0,
         last = test_random_below(random, 2);
    lay_out(random, rank, shape, 4, true, &x);
    lay_out(random, rank, shape, 4, true, &y);
    lay_out(random, rank, shape, 4, false, &out);
    km_start(&m, &km_allocator, rank, 0, shape);
    km_access(&m, DT_F32, false, x.memory + x.offset, x.strides);
    km_access(&m, DT_F32, false, y.memory + y.offset, y.strides);
    km_access(&m, DT_F32, true, out.memory + out.offset, out.strides);
    Level level = rank ? LEVEL_FULL : LEVEL_UNIFORM;
    ValId v = km_step(&m, OP_sub, DT_F32, km_load(&m, 0, level), km_load(&m, 1, level));
    if (numbers) {
        int64_t strides[KM_AXES], stride = 1;
        for (uint32_t axis = rank; axis-- > 0; stride *= shape[axis])
            strides[axis] = last && axis + 1 < rank ? 0 : stride;
        uint32_t number = km_number(&m, 5, strides);
        v = km_step(&m, OP_add, DT_F32, v, km_index(&m, number, DT_F32, LEVEL_FULL));
    }
    km_store(&m, 2, v);
    driven_run(d, &m, how);
    for (int64_t k = 0; k < n; k++) {
        float a = float_at(array_at(&x, rank, shape, k)),
              b = float_at(array_at(&y, rank, shape, k));
        float want = a - b;
        if (numbers)
            want += (float)(5 + (last ? k % shape[rank - 1] : k));
        test_note("element %lld, numbers %d %d", (long long)k, numbers, last);
        CHECK_EQ_F32(float_at(array_at(&out, rank, shape, k)), want);
    }
    km_end(&m);
    free(x.memory), free(y.memory), free(out.memory);
}

static void random_maps(Driven *d, size_t rounds) {
    uint64_t random = test_seed();
    for (size_t round = 0; round < rounds; round++) {
        uint32_t rank = (uint32_t)test_random_below(&random, 6);
        int64_t shape[KM_AXES];
        int64_t n = random_shape(&random, rank, shape);
        How how = {test_random_below(&random, 2) ? 1 + (int64_t)test_random_below(&random, 3000)
                                                 : 0,
                   1 + (unsigned)test_random_below(&random, 2), random_choice(&random)};
        /* Everything that may goes past the cache. */
        d->machine.device->host->stream_bytes = test_random_below(&random, 2) ? 1 : 1 << 30;
        if (n <= 50000)
            check_map(d, &random, rank, shape, n, how);
    }
    test_note("seen %#x", d->seen);
    unsigned all = 1u << WALK_MAP | DRIVEN_LEFT | DRIVEN_STAGED | DRIVEN_STREAMS | DRIVEN_BLOCKS |
                   DRIVEN_TILES | DRIVEN_GRID | DRIVEN_PERIOD;
    CHECK((d->seen & all) == all || rounds < 250); /* too few to see everything */
    driven_close(d);
}

TEST(driven_maps_of_random_layouts) {
    Driven d;
    driven_open(&d, 2);
    random_maps(&d, test_scaled(1500));
}

TEST(compiled_maps_of_random_layouts) {
    Driven d;
    driven_open_real(&d, 2, NULL);
    random_maps(&d, test_scaled(1500));
}

TEST(compiled_maps_of_random_layouts_avx2) {
    Driven d;
    driven_open_real(&d, 2, "avx2");
    random_maps(&d, test_scaled(400));
}

TEST(compiled_maps_of_random_layouts_sse) {
    Driven d;
    driven_open_real(&d, 2, "x86-64");
    random_maps(&d, test_scaled(400));
}

/* A kernel of the map's kind, for looking at what was chosen. */
static CompiledKernel *make_map(Driven *d, KernelMaker *m, uint32_t rank, const int64_t *shape,
                                const int64_t *x, const int64_t *y, const int64_t *out) {
    static float memory[4];
    km_start(m, &km_allocator, rank, 0, shape);
    km_access(m, DT_F32, false, memory, x);
    km_access(m, DT_F32, false, memory, y);
    km_access(m, DT_F32, true, memory, out);
    km_store(m, 2,
             km_step(m, OP_sub, DT_F32, km_load(m, 0, LEVEL_FULL), km_load(m, 1, LEVEL_FULL)));
    return driven_make(d, m, (How){0, 1, 0});
}

TEST(compiled_forms_of_maps) {
    static const struct {
        int64_t shape[2], x[2], y[2], out[2];
        int64_t n_lines, length;
        uint8_t along[3];
        bool staged;
    } cases[] = {
        /* one line, whatever its length */
        {{500, 300}, {1200, 4}, {1200, 4}, {1200, 4}, 1, 150000, {1, 1, 1}, false},
        {{1, 1}, {4, 4}, {4, 4}, {4, 4}, 1, 1, {1, 1, 1}, false},
        {{1, 7}, {28, 4}, {28, 4}, {28, 4}, 1, 7, {1, 1, 1}, false},
        /* rows and a row, rows and a column, transposed */
        {{500, 300}, {1200, 4}, {0, 4}, {1200, 4}, 500, 300, {1, 1, 1}, false},
        {{500, 300}, {1200, 4}, {4, 0}, {1200, 4}, 500, 300, {1, 0, 1}, false},
        {{500, 300}, {1200, 4}, {4, 2000}, {1200, 4}, 500, 300, {1, 1, 1}, true},
        /* the same in the other order */
        {{500, 300}, {4, 2000}, {1200, 4}, {4, 2000}, 300, 500, {1, 1, 1}, true},
        /* short rows are one line, with what is not straight staged */
        {{500, 3}, {12, 4}, {0, 4}, {12, 4}, 1, 1500, {1, 1, 1}, true},
        {{500, 3}, {16, 4}, {0, 0}, {12, 4}, 1, 1500, {1, 0, 1}, true},
        /* backwards */
        {{1, 300}, {0, -4}, {0, 8}, {0, 4}, 1, 300, {2, 2, 1}, false},
    };
    Driven d;
    driven_open(&d, 1);
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        KernelMaker m;
        CompiledKernel *k =
            make_map(&d, &m, 2, cases[c].shape, cases[c].x, cases[c].y, cases[c].out);
        test_note("case %zu", c);
        CHECK(k && compiled_form(k)->walk == WALK_MAP);
        CHECK_EQ_INT(k->n_lines, cases[c].n_lines);
        CHECK_EQ_INT(k->length, cases[c].length);
        CHECK_EQ_MEM(compiled_form(k)->along, cases[c].along, 3);
        CHECK(!(k->piece || k->block) == !cases[c].staged);
        compiled_free(k);
        km_end(&m);
    }
    driven_close(&d);
}

/* ---- rows: held against the interpreter */

enum { GATHERS = 1, NUMBERS = 2, KEEPS = 4, STORES = 8, ROW_LOADS = 16, KINDS = 32 };

typedef struct Rows {
    Array x, index, each, out, sum, most;
} Rows;

static void rows_kernel(KernelMaker *m, uint64_t *random, unsigned kind, uint32_t rank,
                        uint32_t inner, const int64_t *shape, Rows *a, int64_t *table) {
    int64_t nothing[KM_AXES] = {0}, strides[KM_AXES];
    km_start(m, &km_allocator, rank, inner, shape);
    km_access(m, DT_F32, false, a->x.memory + a->x.offset, a->x.strides);
    km_access(m, DT_F32, true, a->out.memory + a->out.offset, a->out.strides);
    km_access(m, DT_F32, true, a->sum.memory + a->sum.offset, a->sum.strides);
    km_access(m, DT_F32, true, a->most.memory + a->most.offset, a->most.strides);
    ValId v = km_load(m, 0, LEVEL_FULL), index = NO_VAL;
    if (kind & (NUMBERS | GATHERS)) {
        for (uint32_t axis = 0; axis < rank; axis++)
            strides[axis] = (int64_t)test_random_below(random, 4);
        index = km_index(m, km_number(m, 1, strides), DT_I64, LEVEL_FULL);
    }
    if (kind & NUMBERS)
        v = km_step(m, OP_add, DT_F32, v, km_cast(m, DT_F32, index));
    if (kind & GATHERS) {
        ValId seven = km_const(m, DT_I64, 7);
        for (uint32_t axis = 0; axis < rank; axis++)
            strides[axis] = axis + 1 == rank ? 0 : nothing[axis] + 4 * (int64_t)(axis & 1);
        (void)table;
        uint32_t g = km_indexed(m, DT_F32, false, table, 7, 4, strides);
        v = km_step(m, OP_mul, DT_F32, v,
                    km_gather(m, g, km_step(m, OP_remainder, DT_I64, index, seven)));
    }
    if (kind & ROW_LOADS) {
        uint32_t each =
            km_access(m, DT_F32, false, a->each.memory + a->each.offset, a->each.strides);
        v = km_step(m, OP_sub, DT_F32, v, km_load(m, each, LEVEL_ROW));
    }
    if (kind & KEEPS)
        v = km_step(m, OP_exp, DT_F32, v, NO_VAL);
    ValId sum = km_reduce(m, OP_sum, v, DT_F32, 0), most = km_reduce(m, OP_max, v, DT_F32, 0);
    km_store(m, 2, sum);
    km_store(m, 3, most);
    if (kind & STORES)
        km_store(m, 1, km_step(m, OP_sub, DT_F32, v, sum));
}

/* Results of the interpreter, and then of what is driven, over arrays that were the same. */
static void check_rows(Driven *d, uint64_t *random, unsigned kind, uint32_t rank, uint32_t inner,
                       const int64_t *shape, How how) {
    Rows a;
    KernelMaker m;
    int64_t table[512];
    uint32_t outer = rank - inner;
    for (int k = 0; k < 512; k++)
        table[k] = 0x3f8000003f000000 + ((int64_t)k << 40);
    lay_out(random, rank, shape, 4, true, &a.x);
    lay_out(random, rank, shape, 4, false, &a.out);
    lay_out(random, outer, shape, 4, true, &a.each);
    lay_out(random, outer, shape, 4, false, &a.sum);
    lay_out(random, outer, shape, 4, false, &a.most);
    for (uint32_t axis = outer; axis < rank; axis++)
        a.each.strides[axis] = a.sum.strides[axis] = a.most.strides[axis] = 0;
    rows_kernel(&m, random, kind, rank, inner, shape, &a, table);
    CHECK_EQ_INT(km_run(&m, &d->machine), FRIT_OK);
    Array *outs[] = {&a.out, &a.sum, &a.most};
    char *want[3];
    for (int k = 0; k < 3; k++) {
        want[k] = malloc(outs[k]->bytes);
        memcpy(want[k], outs[k]->memory, outs[k]->bytes);
        memset(outs[k]->memory, 0x55, outs[k]->bytes);
    }
    unsigned bits = driven_run(d, &m, how);
    test_note("rank %u inner %u shape %lld %lld %lld %lld kind %u chosen %#x", rank, inner,
              (long long)shape[0], (long long)(rank > 1 ? shape[1] : 0),
              (long long)(rank > 2 ? shape[2] : 0), (long long)(rank > 3 ? shape[3] : 0), kind,
              bits);
    int64_t rows = 1, length = 1;
    for (uint32_t axis = 0; axis < rank; axis++)
        *(axis < outer ? &rows : &length) *= shape[axis];
    for (int64_t k = 0; kind & STORES && k < rows * length; k++) {
        const char *at = array_at(&a.out, rank, shape, k);
        CHECK_EQ_F32(float_at(at), float_at(want[0] + (at - a.out.memory)));
    }
    for (int64_t k = 0; k < rows; k++) {
        const char *at = array_at(&a.sum, outer, shape, k);
        CHECK_EQ_F32(float_at(at), float_at(want[1] + (at - a.sum.memory)));
        at = array_at(&a.most, outer, shape, k);
        CHECK_EQ_F32(float_at(at), float_at(want[2] + (at - a.most.memory)));
    }
    km_end(&m);
    for (int k = 0; k < 3; k++)
        free(want[k]);
    free(a.x.memory), free(a.out.memory), free(a.each.memory), free(a.sum.memory),
        free(a.most.memory);
}

static void random_rows(Driven *d, size_t rounds) {
    uint64_t random = test_seed();
    for (size_t round = 0; round < rounds; round++) {
        uint32_t rank = 1 + (uint32_t)test_random_below(&random, 4);
        uint32_t inner = 1 + (uint32_t)test_random_below(&random, rank);
        int64_t shape[KM_AXES];
        int64_t n = random_shape(&random, rank, shape);
        How how = {test_random_below(&random, 2) ? 1 + (int64_t)test_random_below(&random, 40) : 0,
                   1 + (unsigned)test_random_below(&random, 2), random_choice(&random)};
        unsigned kind = (unsigned)test_random_below(&random, KINDS);
        if (n <= 30000)
            check_rows(d, &random, kind, rank, inner, shape, how);
    }
    test_note("seen %#x", d->seen);
    unsigned all = 1u << WALK_ROWS | 1u << WALK_PHASES | 1u << WALK_COLUMNS | DRIVEN_LEFT |
                   DRIVEN_STAGED | DRIVEN_PLACES | DRIVEN_PLACED | DRIVEN_KEEPS | DRIVEN_GRID;
    CHECK((d->seen & all) == all || rounds < 250); /* too few to see everything */
    driven_close(d);
}

TEST(driven_rows_of_random_layouts) {
    Driven d;
    driven_open(&d, 2);
    random_rows(&d, test_scaled(1200));
}

TEST(compiled_rows_of_random_layouts) {
    Driven d;
    driven_open_real(&d, 2, NULL);
    random_rows(&d, test_scaled(250));
}

static void long_rows(Driven *d, unsigned threads) {
    uint64_t random = test_seed();
    for (unsigned kind = 0; kind < KINDS; kind += 5) {
        How how = {kind % 2 ? 1 : 0, threads, 0};
        check_rows(d, &random, kind, 2, 1, (int64_t[]){2, 70001}, how);
        check_rows(d, &random, kind, 2, 1, (int64_t[]){5, 30000}, how);
        check_rows(d, &random, kind, 3, 1, (int64_t[]){3, 4, 20000}, how);
        check_rows(d, &random, kind, 3, 2, (int64_t[]){1, 300, 211}, how);
        check_rows(d, &random, kind, 3, 3, (int64_t[]){40, 40, 41}, how);
        for (how.choice = 1; how.choice < COMPILED_CHOICES; how.choice++) {
            check_rows(d, &random, kind, 2, 1, (int64_t[]){5, 20001}, how);
            check_rows(d, &random, kind, 3, 2, (int64_t[]){3, 41, 211}, how);
        }
    }
    CHECK(threads < 2 || d->seen & DRIVEN_BATCH);
    driven_close(d);
}

TEST(driven_long_rows) {
    for (unsigned threads = 1; threads <= 3; threads++) {
        Driven d;
        driven_open(&d, threads);
        long_rows(&d, threads);
    }
}

TEST(compiled_long_rows) {
    Driven d;
    driven_open_real(&d, 2, NULL);
    long_rows(&d, 2);
}
