/*
 * Products of matrices against plain loops: all dtypes, any strides, any number of threads. What
 * frit does itself must give the loops' bits; what BLAS does must be near.
 */
#define _GNU_SOURCE
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness.h"
#include "run/tier/parts.h"
#include "run/product/blas.h"
#include "run/product/contract.h"
#include "run/loops/blocks.h"

enum { AXES_MAX = 8, X = 0, Y = 1, OUT = 2 };

typedef struct Case {
    Matrices shape;
    int64_t extents[AXES_MAX], strides[3][AXES_MAX];
    uint32_t n_axes;
    char *memory[3];  /* as allocated */
    int64_t bytes[3]; /* of it */
    char *data[3];    /* element 0 */
    char *before;     /* all bytes of memory[OUT] as they are before a run */
    char *expected;   /* and as they should be after it */
} Case;

/* ---- plain loops */

static Scalar get(Dtype dtype, const char *at) {
    Bits bits = {0, 0};
    memcpy(&bits, at, dtype_info(dtype)->bits / 8);
    return scalar_from_bits(dtype, bits);
}

static void put(Dtype dtype, char *at, Scalar value) {
    Bits bits = scalar_to_bits(dtype, value);
    memcpy(at, &bits, dtype_info(dtype)->bits / 8);
}

static Scalar add_product(Dtype dtype, Scalar sum, Scalar x, Scalar y) {
    switch (dtype_info(dtype)->domain) {
    case DOMAIN_F32: sum.f32 += x.f32 * y.f32; return sum;
    case DOMAIN_F64: sum.f64 += x.f64 * y.f64; return sum;
    case DOMAIN_C64:
        sum.c64[0] += x.c64[0] * y.c64[0] - x.c64[1] * y.c64[1];
        sum.c64[1] += x.c64[0] * y.c64[1] + x.c64[1] * y.c64[0];
        return sum;
    case DOMAIN_C128:
        sum.c128[0] += x.c128[0] * y.c128[0] - x.c128[1] * y.c128[1];
        sum.c128[1] += x.c128[0] * y.c128[1] + x.c128[1] * y.c128[0];
        return sum;
    default: sum.u += x.u * y.u; return sum;
    }
}

/* Counts the places of axes [first, end); false after the last. */
static bool next_place(const Case *c, int64_t *place, uint32_t first, uint32_t end) {
    for (uint32_t a = end; a-- > first;) {
        if (++place[a] < c->extents[a])
            return true;
        place[a] = 0;
    }
    return false;
}

static int64_t offset_of(const Case *c, const int64_t *place, int operand) {
    int64_t offset = 0;
    for (uint32_t a = 0; a < c->n_axes; a++)
        offset += place[a] * c->strides[operand][a];
    return offset;
}

static int64_t count_of(const Case *c, uint32_t first, uint32_t end) {
    int64_t count = 1;
    for (uint32_t a = first; a < end; a++)
        count *= c->extents[a];
    return count;
}

static void plain_loops(const Case *c) {
    uint32_t first_k = c->n_axes - c->shape.n_k;
    Dtype dtype = c->shape.dtype;
    int64_t place[AXES_MAX] = {0};
    if (count_of(c, 0, first_k) == 0)
        return;
    do {
        Scalar sum;
        memset(&sum, 0, sizeof sum);
        if (count_of(c, first_k, c->n_axes) > 0) {
            do {
                sum = add_product(dtype, sum, get(dtype, c->data[X] + offset_of(c, place, X)),
                                  get(dtype, c->data[Y] + offset_of(c, place, Y)));
            } while (next_place(c, place, first_k, c->n_axes));
        }
        put(dtype, c->expected + (c->data[OUT] - c->memory[OUT]) + offset_of(c, place, OUT), sum);
    } while (next_place(c, place, 0, first_k));
}

/* ---- cases */

static bool has_axis(const Case *c, int operand, uint32_t axis) {
    uint32_t m = c->shape.n_batch, n = m + c->shape.n_m, k = n + c->shape.n_n;
    if (axis < m)
        return true;
    return operand == X ? axis < n || axis >= k : operand == Y ? axis >= n : axis < k;
}

/* Memory for an operand: its axes in a random order, gaps, some reversed, some (not of the result)
 * without movement. */
static void lay_out(Case *c, int operand, uint64_t *random) {
    int64_t size = dtype_info(c->shape.dtype)->bits / 8, step = size, lowest = 0;
    uint32_t order[AXES_MAX] = {0};
    for (uint32_t a = 0; a < c->n_axes; a++) {
        uint32_t at = (uint32_t)test_random_below(random, 4) == 0
                          ? (uint32_t)test_random_below(random, a + 1)
                          : a;
        order[a] = order[at];
        order[at] = c->n_axes - 1 - a;
    }
    for (uint32_t o = 0; o < c->n_axes; o++) {
        uint32_t a = order[o];
        c->strides[operand][a] = 0;
        if (!has_axis(c, operand, a) || (operand != OUT && test_random_below(random, 12) == 0))
            continue;
        if (test_random_below(random, 8) == 0)
            step += size * (int64_t)test_random_below(random, 3);
        c->strides[operand][a] = step;
        step *= c->extents[a] > 0 ? c->extents[a] : 1;
        if (test_random_below(random, 8) == 0 && c->extents[a] > 0) {
            lowest += (c->extents[a] - 1) * c->strides[operand][a];
            c->strides[operand][a] *= -1;
        }
    }
    c->bytes[operand] = step + size;
    c->memory[operand] = malloc((size_t)c->bytes[operand]);
    CHECK(c->memory[operand]);
    c->data[operand] = c->memory[operand] + lowest;
}

static void fill(Case *c, int operand, uint64_t *random) {
    Dtype dtype = c->shape.dtype;
    int64_t size = dtype_info(dtype)->bits / 8;
    for (int64_t at = 0; at + size <= c->bytes[operand]; at += size) {
        Scalar v;
        memset(&v, 0, sizeof v);
        double re = (double)(int64_t)test_random_below(random, 2001) / 1000 - 1;
        double im = (double)(int64_t)test_random_below(random, 2001) / 1000 - 1;
        switch (dtype_info(dtype)->domain) {
        case DOMAIN_F32: v.f32 = (float)re; break;
        case DOMAIN_F64: v.f64 = re; break;
        case DOMAIN_C64: v.c64[0] = (float)re, v.c64[1] = (float)im; break;
        case DOMAIN_C128: v.c128[0] = re, v.c128[1] = im; break;
        default: v.u = test_random(random);
        }
        put(dtype, c->memory[operand] + at, v);
    }
}

/* extents and numbers of axes are set. */
static void begin(Case *c, Dtype dtype, uint64_t *random) {
    c->shape.dtype = dtype;
    c->n_axes = c->shape.n_batch + c->shape.n_m + c->shape.n_n + c->shape.n_k;
    for (int o = 0; o < 3; o++) {
        lay_out(c, o, random);
        fill(c, o, random);
    }
    c->shape.extents = c->extents;
    c->shape.x_strides = c->strides[X];
    c->shape.y_strides = c->strides[Y];
    c->shape.out_strides = c->strides[OUT];
    c->before = malloc((size_t)c->bytes[OUT]);
    c->expected = malloc((size_t)c->bytes[OUT]);
    CHECK(c->before && c->expected);
    memcpy(c->before, c->memory[OUT], (size_t)c->bytes[OUT]);
    memcpy(c->expected, c->memory[OUT], (size_t)c->bytes[OUT]);
    plain_loops(c);
}

static void end(Case *c) {
    for (int o = 0; o < 3; o++)
        free(c->memory[o]);
    free(c->before);
    free(c->expected);
}

/* ---- machines */

static void *plain_alloc(void *user, void *ptr, size_t old_size, size_t new_size) {
    (void)user, (void)old_size;
    if (new_size > 0)
        return realloc(ptr, new_size);
    free(ptr);
    return NULL;
}

static const frit_allocator plain = {plain_alloc, NULL};

static void machine_begin(Machine *machine, const frit_allocator *allocator, unsigned threads) {
    frit_error error = {0};
    Env env = {allocator, &error};
    HostDevice *host = calloc(1, sizeof *host);
    memset(machine, 0, sizeof *machine);
    CHECK(host);
    machine->device = &host->device;
    host->device.host = host;
    host->workers = workers_new(&env, threads, NULL, NULL);
    host->memory = memory_new(&env, 0);
    CHECK(host->workers && host->memory);
}

static void machine_end(Machine *machine) {
    workers_free(machine->device->host->workers);
    memory_free(machine->device->host->memory);
    free(machine->device->host);
}

/* Runs the case; the result is in its memory. */
static void run(const Case *c, Machine *machine) {
    frit_error error = {0};
    Env env = {&plain, &error};
    memcpy(c->memory[OUT], c->before, (size_t)c->bytes[OUT]);
    CHECK_MSG(contract_run(&env, machine, &c->shape, c->data[X], c->data[Y], c->data[OUT]), "%s",
              error.message);
}

static const Dtype dtypes[] = {DT_I8,  DT_I16, DT_I32,  DT_I64, DT_U8,  DT_U16, DT_U32,
                               DT_U64, DT_F16, DT_BF16, DT_F32, DT_F64, DT_C64, DT_C128};
enum { N_DTYPES = sizeof dtypes / sizeof *dtypes };

static void random_shape(Case *c, uint64_t *random) {
    static const int64_t extents[] = {0, 1, 2, 3, 5, 7, 8, 17, 33, 70};
    memset(c, 0, sizeof *c);
    c->shape.n_batch = (uint32_t)test_random_below(random, 3);
    c->shape.n_m = (uint32_t)test_random_below(random, 3);
    c->shape.n_n = (uint32_t)test_random_below(random, 3);
    c->shape.n_k = (uint32_t)test_random_below(random, 3);
    uint32_t n = c->shape.n_batch + c->shape.n_m + c->shape.n_n + c->shape.n_k;
    int64_t work = 1;
    for (uint32_t a = 0; a < n; a++) {
        c->extents[a] = extents[test_random_below(random, sizeof extents / sizeof *extents)];
        if (work * c->extents[a] > 40000)
            c->extents[a] = 1 + (int64_t)test_random_below(random, 3);
        work *= c->extents[a] > 0 ? c->extents[a] : 1;
    }
}

TEST(any_shape_and_strides) {
    Machine machine;
    machine_begin(&machine, &plain, 2);
    uint64_t random = test_seed();
    for (size_t round = 0; round < test_scaled(300); round++) {
        test_note("round %zu", round);
        Case c;
        random_shape(&c, &random);
        begin(&c, dtypes[round % N_DTYPES], &random);
        run(&c, &machine);
        CHECK_EQ_MEM(c.memory[OUT], c.expected, (size_t)c.bytes[OUT]);
        end(&c);
    }
    machine_end(&machine);
}

static void matrices(Case *c, int64_t batch, int64_t m, int64_t n, int64_t k) {
    memset(c, 0, sizeof *c);
    c->shape.n_batch = c->shape.n_m = c->shape.n_n = c->shape.n_k = 1;
    c->extents[0] = batch;
    c->extents[1] = m;
    c->extents[2] = n;
    c->extents[3] = k;
}

static const int64_t odd_shapes[][4] = {
    {1, 1, 1, 1},    {1, 300, 1, 40},  {1, 1, 300, 40}, {1, 1, 1, 2000}, {1, 65, 129, 33},
    {1, 8, 32, 500}, {1, 257, 70, 20}, {3, 40, 41, 42}, {500, 4, 4, 4},  {1, 100, 300, 1},
    {9, 2, 3, 5},    {1100, 3, 2, 16}, {7, 16, 8, 4},   {5, 16, 16, 16}, {40, 5, 3, 3},
};
enum { N_SHAPES = sizeof odd_shapes / sizeof *odd_shapes };

TEST(threads_and_levels_give_the_same_bits) {
    static const BlockOps level_ops[] = {
        {.name = "portable"}, {.name = "avx2"}, {.name = "avx512"}};
    uint64_t random = test_seed();
    Machine machines[3];
    const unsigned threads[] = {1, 2, 7};
    for (int t = 0; t < 3; t++)
        machine_begin(&machines[t], &plain, threads[t]);
    for (size_t s = 0; s < N_SHAPES * N_DTYPES; s++) {
        const int64_t *shape = odd_shapes[s % N_SHAPES];
        Case c;
        matrices(&c, shape[0], shape[1], shape[2], shape[3]);
        if (shape[1] * shape[2] * shape[3] > 100000 && s / N_SHAPES % 3 != 0)
            continue; /* the plain loops would take long */
        begin(&c, dtypes[s / N_SHAPES], &random);
        for (int t = 0; t < 3; t++) {
            test_note("shape %zu of %s, %u threads", s % N_SHAPES, dtype_info(c.shape.dtype)->name,
                      threads[t]);
            machines[t].device->host->blocks = &level_ops[(s + (size_t)t) % 3];
            run(&c, &machines[t]);
            CHECK_EQ_MEM(c.memory[OUT], c.expected, (size_t)c.bytes[OUT]);
        }
        end(&c);
    }
    for (int t = 0; t < 3; t++)
        machine_end(&machines[t]);
}

TEST(of_nothing_the_sum_is_zero) {
    Machine machine;
    machine_begin(&machine, &plain, 2);
    uint64_t random = test_seed();
    for (int d = 0; d < N_DTYPES; d++) {
        Case c;
        matrices(&c, 2, 3, 4, 0);
        begin(&c, dtypes[d], &random);
        run(&c, &machine);
        CHECK_EQ_MEM(c.memory[OUT], c.expected, (size_t)c.bytes[OUT]);
        end(&c);
    }
    machine_end(&machine);
}

TEST(no_products_of_bools) {
    Machine machine;
    machine_begin(&machine, &plain, 1);
    Matrices shape = {.dtype = DT_BOOL};
    frit_error error = {0};
    Env env = {&plain, &error};
    char byte = 0;
    CHECK(!contract_run(&env, &machine, &shape, &byte, &byte, &byte));
    CHECK_EQ_INT(error.status, FRIT_ERR_INTERNAL);
    machine_end(&machine);
}

TEST(cancelled_work_says_so) {
    Machine machine;
    machine_begin(&machine, &plain, 1);
    unsigned long since = 0;
    Machine call;
    machine_for_call(&call, &machine, &since);
    machine_cancel(&machine);
    uint64_t random = test_seed();
    Case c;
    matrices(&c, 1, 5, 5, 5);
    begin(&c, DT_F32, &random);
    frit_error error = {0};
    Env env = {&plain, &error};
    CHECK(!contract_run(&env, &call, &c.shape, c.data[X], c.data[Y], c.data[OUT]));
    CHECK_EQ_INT(error.status, FRIT_ERR_CANCELLED);
    end(&c);
    machine_end(&machine);
}

/* ---- BLAS */

static struct Blas *open_blas(void) {
    frit_error error = {0};
    Env env = {&plain, &error};
    return blas_open(&env);
}

/* A machine of two threads that has a BLAS; false: there is none. */
static bool begin_with_blas(Machine *machine, BlasSlot *slot) {
    struct Blas *blas = open_blas();
    if (!blas)
        return false;
    machine_begin(machine, &plain, 2);
    *slot = (BlasSlot){.looked = true, .blas = blas};
    machine->device->host->blas = slot;
    return true;
}

/* x times y, of one axis each of rows, columns and what is summed. */
static bool multiply(Machine *machine, Dtype dtype, const int64_t *extents, const void *x,
                     const int64_t *x_strides, const void *y, const int64_t *y_strides, void *out,
                     const int64_t *out_strides) {
    Matrices shape = {.dtype = dtype,
                      .n_m = 1,
                      .n_n = 1,
                      .n_k = 1,
                      .extents = extents,
                      .x_strides = x_strides,
                      .y_strides = y_strides,
                      .out_strides = out_strides};
    frit_error error = {0};
    Env env = {&plain, &error};
    return contract_run(&env, machine, &shape, x, y, out);
}

/* |got - expected| of every number, against the sum of the products' sizes. */
static void check_near(const Case *c, const char *exact) {
    Dtype dtype = c->shape.dtype, real = dtype_real(dtype);
    int64_t size = dtype_info(real)->bits / 8;
    double k = (double)c->extents[3];
    double allowed = 4 * k * (real == DT_F64 ? 1e-16 : 6e-8);
    for (int64_t at = 0; at + size <= c->bytes[OUT]; at += size) {
        Scalar got = get(real, c->memory[OUT] + at), want = get(real, exact + at);
        double g = real == DT_F64 ? got.f64 : (double)got.f32;
        double w = real == DT_F64 ? want.f64 : (double)want.f32;
        CHECK_MSG(fabs(g - w) <= allowed, "%g instead of %g", g, w);
    }
}

TEST(blas_is_near_and_does_not_see_threads) {
    /* Matrices; then one with a vector on either side, two vectors, and many small ones. */
    static const int64_t shapes[][4] = {{1, 80, 90, 100},  {3, 65, 64, 70}, {1, 530, 20, 40},
                                        {1, 20, 20, 2100}, {1, 1, 90, 100}, {1, 90, 1, 100},
                                        {1, 1, 1, 2000},   {5, 1, 200, 64}, {300, 5, 6, 7}};
    static const Dtype types[] = {DT_F32, DT_F64, DT_C64, DT_C128};
    enum { SHAPES = sizeof shapes / sizeof *shapes };
    struct Blas *blas = open_blas();
    if (!blas)
        SKIP("no BLAS was found");
    BlasSlot slot = {.looked = true, .blas = blas};
    uint64_t random = test_seed();
    Machine machines[3];
    for (unsigned t = 0; t < 3; t++) {
        machine_begin(&machines[t], &plain, t * t + 1);
        machines[t].device->host->blas = &slot;
    }
    for (size_t s = 0; s < 4 * (size_t)SHAPES; s++) {
        const int64_t *shape = shapes[s % SHAPES];
        Case c;
        matrices(&c, shape[0], shape[1], shape[2], shape[3]);
        begin(&c, types[s / SHAPES], &random);
        test_note("shape %zu of %s", s % SHAPES, dtype_info(c.shape.dtype)->name);
        run(&c, &machines[0]);
        check_near(&c, c.expected);
        memcpy(c.expected, c.memory[OUT], (size_t)c.bytes[OUT]);
        for (unsigned t = 1; t < 3; t++) {
            run(&c, &machines[t]);
            CHECK_EQ_MEM(c.memory[OUT], c.expected, (size_t)c.bytes[OUT]);
        }
        end(&c);
    }
    for (int t = 0; t < 3; t++)
        machine_end(&machines[t]);
    blas_close(blas, &plain);
}

/* The same matrices row after row and column after column, or with a gap. */
TEST(blas_does_not_see_strides) {
    enum { M = 70, N = 80, K = 90 };
    Machine machine;
    BlasSlot slot;
    if (!begin_with_blas(&machine, &slot))
        SKIP("no BLAS was found");
    static float rows[M * K], columns[M * K], gaps[K * (N + 3)], y[K * N];
    static float first[M * N], second[M * N];
    uint64_t random = test_seed();
    for (int i = 0; i < M; i++) {
        for (int k = 0; k < K; k++)
            rows[i * K + k] = columns[k * M + i] = (float)test_random_below(&random, 1000) / 7;
    }
    for (int k = 0; k < K; k++) {
        for (int j = 0; j < N; j++)
            y[k * N + j] = gaps[k * (N + 3) + j] = (float)test_random_below(&random, 1000) / 7;
    }
    const int64_t extents[] = {M, N, K}, rows_strides[] = {4 * K, 0, 4};
    const int64_t columns_strides[] = {4, 0, 4 * M}, y_strides[] = {0, 4, 4 * N};
    const int64_t gaps_strides[] = {0, 4, 4 * (N + 3)}, out_strides[] = {4 * N, 4, 0};
    CHECK(
        multiply(&machine, DT_F32, extents, rows, rows_strides, y, y_strides, first, out_strides));
    CHECK(multiply(&machine, DT_F32, extents, columns, columns_strides, gaps, gaps_strides, second,
                   out_strides));
    CHECK_EQ_MEM(second, first, sizeof first);
    machine_end(&machine);
    blas_close(slot.blas, &plain);
}

/* A vector times a matrix by rows and by columns, at steps, and backwards, which no BLAS is asked for. */
TEST(blas_reads_a_matrix_as_it_lies) {
    enum { N = 60, K = 70, STEP = 2 };
    Machine machine;
    BlasSlot slot;
    if (!begin_with_blas(&machine, &slot))
        SKIP("no BLAS was found");
    static double rows[N * K], columns[N * K], x[STEP * K], out[N], exact[N];
    uint64_t random = test_seed();
    for (int k = 0; k < STEP * K; k++)
        x[k] = (double)test_random_below(&random, 1000);
    for (int j = 0; j < N; j++) {
        exact[j] = 0;
        for (int k = 0; k < K; k++) {
            rows[j * K + k] = columns[k * N + j] = (double)test_random_below(&random, 1000);
            exact[j] += x[STEP * k] * rows[j * K + k]; /* integers: no order can be seen */
        }
    }
    const int64_t extents[] = {N, K}, x_strides[] = {0, 8 * STEP}, out_strides[] = {8, 0};
    const int64_t y_strides[][2] = {{8 * K, 8}, {8, 8 * N}, {-8 * K, 8}};
    const double *const matrices[] = {rows, columns, rows + (ptrdiff_t)(N - 1) * K};
    for (int way = 0; way < 3; way++) {
        Matrices shape = {.dtype = DT_F64,
                          .n_n = 1,
                          .n_k = 1,
                          .extents = extents,
                          .x_strides = x_strides,
                          .y_strides = y_strides[way],
                          .out_strides = out_strides};
        frit_error error = {0};
        Env env = {&plain, &error};
        test_note("way %d", way);
        CHECK(contract_run(&env, &machine, &shape, (char *)x, (const char *)matrices[way],
                           (char *)out));
        for (int j = 0; j < N; j++)
            CHECK(out[j] == exact[way == 2 ? N - 1 - j : j]);
    }
    machine_end(&machine);
    blas_close(slot.blas, &plain);
}

/* A matrix times itself turned, of which BLAS computes a half, in tiles and outside of them. */
TEST(blas_squares_a_matrix) {
    enum { M = 37, K = 41 };
    Machine machine;
    BlasSlot slot;
    if (!begin_with_blas(&machine, &slot))
        SKIP("no BLAS was found");
    static double x[M * K], out[M * (M + 3)];
    uint64_t random = test_seed();
    for (int k = 0; k < M * K; k++)
        x[k] = (double)test_random_below(&random, 1000);
    const int64_t extents[] = {M, M, K}, x_strides[] = {8 * K, 0, 8}, y_strides[] = {0, 8 * K, 8};
    const int64_t out_strides[] = {(int64_t)8 * (M + 3), 8, 0};
    CHECK(multiply(&machine, DT_F64, extents, x, x_strides, x, y_strides, out, out_strides));
    for (int i = 0; i < M; i++) {
        for (int j = 0; j < M; j++) {
            double exact = 0;
            for (int k = 0; k < K; k++)
                exact += x[i * K + k] * x[j * K + k];
            CHECK(out[i * (M + 3) + j] == exact);
        }
    }
    machine_end(&machine);
    blas_close(slot.blas, &plain);
}

/* Tiles below the diagonal are those above it, turned. */
TEST(blas_squares_a_matrix_of_several_tiles) {
    enum { M = 1100, K = 5 };
    Machine machine;
    BlasSlot slot;
    if (!begin_with_blas(&machine, &slot))
        SKIP("no BLAS was found");
    static double x[M * K], out[M * (M + 3)];
    uint64_t random = test_seed();
    for (int k = 0; k < M * K; k++)
        x[k] = (double)test_random_below(&random, 1000);
    const int64_t extents[] = {M, M, K}, x_strides[] = {8 * K, 0, 8}, y_strides[] = {0, 8 * K, 8};
    for (int turned = 0; turned < 2;
         turned++) { /* a result that lies in rows, and one in columns */
        const int64_t row = (int64_t)8 * (M + 3);
        const int64_t out_strides[] = {turned ? 8 : row, turned ? row : 8, 0};
        memset(out, 0xff, sizeof out);
        CHECK(multiply(&machine, DT_F64, extents, x, x_strides, x, y_strides, out, out_strides));
        for (int i = 0; i < M; i++)
            for (int j = 0; j < M; j++) {
                double exact = 0;
                for (int k = 0; k < K; k++)
                    exact += x[i * K + k] * x[j * K + k];
                CHECK(out[i * (M + 3) + j] == exact);
            }
    }
    machine_end(&machine);
    blas_close(slot.blas, &plain);
}

TEST(blas_is_chosen_by_name) {
    const char *set = getenv("FRIT_BLAS");
    char *before = set ? strdup(set) : NULL;
    setenv("FRIT_BLAS", "none", 1);
    struct Blas *none = open_blas();
    /* No library, and a library that is no BLAS. */
    static const char *const wrong[] = {"/nowhere/libblas.so", "libm.so.6"};
    frit_error errors[2] = {{.status = FRIT_OK}, {.status = FRIT_OK}};
    bool made = false;
    for (int k = 0; k < 2; k++) {
        Machine machine;
        Env env = {&plain, &errors[k]};
        setenv("FRIT_BLAS", wrong[k], 1);
        made |= machine_init(&env, &machine, &(MachineOptions){.threads = 1});
    }
    if (before)
        setenv("FRIT_BLAS", before, 1);
    else
        unsetenv("FRIT_BLAS");
    free(before);
    CHECK(!none && !made);
    for (int k = 0; k < 2; k++) {
        CHECK_EQ_NAMED(errors[k].status, FRIT_ERR_ARGUMENT, frit_status_name);
        CHECK(strstr(errors[k].message, wrong[k]));
    }
    struct Blas *blas = open_blas();
    if (!blas)
        SKIP("no BLAS was found");
    CHECK(blas_name(blas)[0] != '\0');
    CHECK(blas_has(blas, DT_F32) && blas_has(blas, DT_C128) && !blas_has(blas, DT_F16));
    blas_close(blas, &plain);
}

/* ---- memory */

static void sweep(struct Blas *blas) {
    uint64_t random = test_seed();
    for (size_t n = 1;; n++) {
        struct test_alloc a = TEST_ALLOC(0);
        frit_allocator allocator = {test_alloc_fn, &a};
        Machine machine;
        machine_begin(&machine, &allocator, 2);
        BlasSlot slot = {.looked = true, .blas = blas};
        machine.device->host->blas = blas ? &slot : NULL;
        a.fail_at = a.calls + n;
        a.fail_after = true;
        Case c;
        matrices(&c, 1, 70, 70, 70);
        begin(&c, DT_F64, &random);
        frit_error error = {0};
        Env env = {&allocator, &error};
        bool done = contract_run(&env, &machine, &c.shape, c.data[X], c.data[Y], c.data[OUT]);
        CHECK(done == (a.failures == 0));
        if (!done)
            CHECK_EQ_INT(error.status, FRIT_ERR_NOMEM);
        end(&c);
        machine_end(&machine);
        CHECK_ALLOC(&a);
        if (done)
            return;
    }
}

TEST(out_of_memory_is_an_answer) {
    sweep(NULL);
    struct Blas *blas = open_blas();
    if (!blas)
        SKIP("no BLAS was found: only frit's own products were tried");
    sweep(blas);
    blas_close(blas, &plain);
}
