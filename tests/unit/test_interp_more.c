/* The interpreter on scans, gathers, scatters, random draws and halves; in place; when asked to stop
 * and without memory. */
#include <stdlib.h>
#include <string.h>

#include "harness.h"
#include "kernels.h"

/* ---- scans */

static void check_scan(Machine *machine, int64_t rows, int64_t length, bool across, uint8_t flags) {
    size_t n = (size_t)(rows * length);
    int64_t extents[2] = {rows, length};
    int64_t strides[2] = {across ? 4 : length * 4, across ? rows * 4 : 4};
    float *x = km_floats(n), *out = km_floats(n);
    KernelMaker m;
    km_start(&m, &km_allocator, 2, 1, extents);
    km_access(&m, DT_F32, false, x, strides);
    km_access(&m, DT_F32, true, out, strides);
    km_store(&m, 1, km_scan(&m, OP_cumsum, km_load(&m, 0, LEVEL_FULL), flags));
    CHECK_EQ_INT(km_run(&m, machine), FRIT_OK);
    for (int64_t r = 0; r < rows; r++) {
        float sum = 0;
        for (int64_t k = 0; k < length; k++) {
            int64_t e = flags & KF_REVERSE ? length - 1 - k : k;
            size_t at = (size_t)(r * strides[0] + e * strides[1]) / 4;
            float before = sum;
            sum += x[at];
            test_note("%lld rows of %lld across %d flags %d: %lld %lld", (long long)rows,
                      (long long)length, across, flags, (long long)r, (long long)e);
            CHECK_EQ_F32(out[at], flags & KF_EXCLUSIVE ? before : sum);
        }
    }
    km_end(&m);
    free(x), free(out);
}

TEST(scans) {
    static const int64_t lengths[] = {0, 1, 2, 33, 511, 513, 1025, 5000};
    Machine machine;
    km_machine(&machine, &km_allocator, 2, NULL);
    for (size_t l = 0; l < sizeof lengths / sizeof *lengths; l++)
        for (int how = 0; how < 8; how++)
            for (int64_t rows = 1; rows < 100; rows += 33)
                check_scan(&machine, rows, lengths[l], how & 4,
                           (uint8_t)((how & 1 ? KF_REVERSE : 0) | (how & 2 ? KF_EXCLUSIVE : 0)));
    machine_free(&machine);
}

/* Both ways at once, and a sum beside it: out = forward - backward + sum. */
TEST(scans_both_ways) {
    int64_t extents[2] = {3, 70000}, strides[2] = {280000, 4};
    float *x = km_floats(210000), *out = km_floats(210000);
    Machine machine;
    km_machine(&machine, &km_allocator, 2, NULL);
    KernelMaker m;
    km_start(&m, &km_allocator, 2, 1, extents);
    km_access(&m, DT_F32, false, x, strides);
    km_access(&m, DT_F32, true, out, strides);
    ValId v = km_load(&m, 0, LEVEL_FULL);
    ValId forward = km_scan(&m, OP_cummax, v, 0), back = km_scan(&m, OP_cummax, v, KF_REVERSE);
    ValId d = km_step(&m, OP_sub, DT_F32, forward, back);
    km_store(&m, 1, km_step(&m, OP_add, DT_F32, d, km_reduce(&m, OP_max, v, DT_F32, 0)));
    CHECK_EQ_INT(km_run(&m, &machine), FRIT_OK);
    for (int r = 0; r < 3; r++) {
        const float *row = x + r * 70000;
        float most = row[0], back_most = row[69999];
        for (int e = 0; e < 70000; e++)
            most = row[e] > most ? row[e] : most;
        for (int e = 69999; e >= 0; e -= 7) {
            float so_far = row[0];
            for (int k = e; k < 70000 && k < e + 7; k++)
                back_most = row[k] > back_most ? row[k] : back_most;
            for (int k = 0; k <= e && e % 1000 == 0; k++)
                so_far = row[k] > so_far ? row[k] : so_far;
            if (e % 1000 == 0)
                CHECK_EQ_F32(out[r * 70000 + e], so_far - back_most + most);
        }
    }
    km_end(&m);
    machine_free(&machine);
    free(x), free(out);
}

/* ---- gather and scatter */

static frit_status run_gather(Machine *machine, const int32_t *index, int64_t n, const float *x,
                              int64_t extent, float *out, frit_error *error) {
    KernelMaker m;
    km_start(&m, &km_allocator, 1, 0, &n);
    union {
        const void *from;
        void *to;
    } i = {index}, source = {x};
    km_access(&m, DT_I32, false, i.to, (int64_t[]){4});
    km_indexed(&m, DT_F32, false, source.to, extent, 4, (int64_t[]){0});
    km_access(&m, DT_F32, true, out, (int64_t[]){4});
    km_store(&m, 2, km_gather(&m, 1, km_load(&m, 0, LEVEL_FULL)));
    frit_status status = km_run(&m, machine);
    *error = m.error;
    km_end(&m);
    return status;
}

TEST(gather_wraps_and_fails) {
    enum { N = 300000 };
    float *x = km_floats(100), *out = km_floats(N);
    int32_t *index = malloc(N * sizeof *index);
    frit_error error;
    for (unsigned threads = 1; threads <= 7; threads += 3) {
        Machine machine;
        km_machine(&machine, &km_allocator, threads, NULL);
        for (int k = 0; k < N; k++)
            index[k] = k * 31 % 200 - 100;
        CHECK_EQ_INT(run_gather(&machine, index, N, x, 100, out, &error), FRIT_OK);
        for (int k = 0; k < N; k++)
            CHECK_EQ_F32(out[k], x[index[k] < 0 ? index[k] + 100 : index[k]]);
        /* The first in order is the one that is named, whoever finds his first. */
        index[N - 5] = 100;
        index[200000] = -101;
        index[250000] = 77777;
        CHECK_EQ_INT(run_gather(&machine, index, N, x, 100, out, &error), FRIT_ERR_INDEX);
        CHECK_STR(error.message, "gather: index -101 is outside an axis of 100 elements");
        /* And the machine is as before. */
        index[N - 5] = index[200000] = index[250000] = 3;
        CHECK_EQ_INT(run_gather(&machine, index, N, x, 100, out, &error), FRIT_OK);
        CHECK_EQ_INT(run_gather(&machine, index, 10, x, 0, out, &error), FRIT_ERR_INDEX);
        CHECK_EQ_INT(run_gather(&machine, index, 0, x, 0, out, &error), FRIT_OK);
        machine_free(&machine);
    }
    free(x), free(out), free(index);
}

TEST(scatter_goes_in_order) {
    enum { N = 100000 };
    int64_t n = N;
    float *x = km_floats(N), out[10], want[10] = {0};
    uint8_t *index = malloc(N);
    Machine machine;
    km_machine(&machine, &km_allocator, 4, NULL);
    memset(out, 0, sizeof out);
    KernelMaker m;
    km_start(&m, &km_allocator, 1, 0, &n);
    for (int k = 0; k < N; k++) {
        index[k] = (uint8_t)(k * 7 % 10);
        want[index[k]] += x[k] * x[k];
    }
    km_access(&m, DT_F32, false, x, (int64_t[]){4});
    km_access(&m, DT_U8, false, index, (int64_t[]){1});
    km_indexed(&m, DT_F32, true, out, 10, 4, (int64_t[]){0});
    ValId v = km_load(&m, 0, LEVEL_FULL);
    km_scatter(&m, 2, COMBINE_ADD, km_step(&m, OP_mul, DT_F32, v, v), km_load(&m, 1, LEVEL_FULL));
    CHECK_EQ_INT(km_run(&m, &machine), FRIT_OK);
    CHECK_EQ_MEM(out, want, sizeof want);
    index[500] = 10;
    CHECK_EQ_INT(km_run(&m, &machine), FRIT_ERR_INDEX);
    CHECK_STR(m.error.message, "scatter: index 10 is outside an axis of 10 elements");
    km_end(&m);
    machine_free(&machine);
    free(x), free(index);
}

/* ---- levels and threads */

/* Rows of halves: random numbers by element, softmax-like work, a count and a place, all outputs in
 * one block of memory. */
static size_t mixed(Machine *machine, int64_t rows, int64_t length, bool across, char *out) {
    size_t n = (size_t)(rows * length);
    int64_t extents[2] = {rows, length}, numbers[2] = {length, 1};
    int64_t half[2] = {across ? 2 : length * 2, across ? rows * 2 : 2};
    KernelMaker m;
    km_start(&m, &km_allocator, 2, 1, extents);
    km_number(&m, 0, numbers);
    km_access(&m, DT_F16, true, out, half);
    char *places = out + (n * 2 + 7) / 8 * 8;
    km_access(&m, DT_I64, true, places, (int64_t[]){8, 0});
    km_access(&m, DT_BF16, true, places + rows * 8, (int64_t[]){2, 0});
    ValId key = km_const(&m, DT_U64, 99), draw = km_const(&m, DT_U64, 5);
    ValId u = km_random(&m, OP_normal, DT_F16, key, draw, 0);
    ValId most = km_reduce(&m, OP_max, u, DT_F16, 0);
    ValId e = km_step(&m, OP_exp, DT_F16, km_step(&m, OP_sub, DT_F16, u, most), NO_VAL);
    ValId sum = km_reduce(&m, OP_sum, e, DT_F16, 0);
    km_store(&m, 1, km_step(&m, OP_div, DT_F16, e, sum));
    km_store(&m, 2, km_reduce(&m, OP_argmax, u, DT_I64, 0));
    km_store(&m, 3, km_cast(&m, DT_BF16, sum));
    CHECK_EQ_INT(km_run(&m, machine), FRIT_OK);
    km_end(&m);
    return (size_t)(places + rows * 10 - out);
}

TEST(same_bits_everywhere) {
    static const int64_t shapes[][2] = {{300, 7}, {40, 1030}, {3, 90001}, {1, 300000}, {2000, 100}};
    static char out[2][1300000];
    for (int s = 0; s < 5; s++)
        for (int across = 0; across < 2; across++)
            for (unsigned level = 0; blocks_level(level); level++)
                for (unsigned threads = 1; threads <= 7; threads += threads == 1 ? 1 : 5) {
                    bool first = level == 0 && threads == 1;
                    Machine machine;
                    km_machine(&machine, &km_allocator, threads, blocks_level(level)->name);
                    memset(out[first], 0, sizeof out[0]);
                    size_t n = mixed(&machine, shapes[s][0], shapes[s][1], across, out[first]);
                    CHECK(n <= sizeof out[0]);
                    test_note("shape %d across %d level %u threads %u", s, across, level, threads);
                    if (!first)
                        CHECK_EQ_MEM(out[0], out[1], n);
                    machine_free(&machine);
                }
}

/* ---- memory that is read and written */

/* y = x + 1 into x itself, then z = x * 2: z must see the old x, whatever is written where. */
TEST(in_place) {
    int64_t n = 5000;
    float *x = km_floats(5000), *old = km_floats(5000), *z = km_floats(5000);
    Machine machine;
    km_machine(&machine, &km_allocator, 1, NULL);
    KernelMaker m;
    km_start(&m, &km_allocator, 1, 0, &n);
    km_access(&m, DT_F32, false, x, (int64_t[]){4});
    km_access(&m, DT_F32, true, x, (int64_t[]){4});
    km_access(&m, DT_F32, true, z, (int64_t[]){4});
    ValId v = km_load(&m, 0, LEVEL_FULL);
    ValId y = km_step(&m, OP_add, DT_F32, v, km_const(&m, DT_F32, 1));
    km_store(&m, 1, y);
    km_store(&m, 2, km_step(&m, OP_mul, DT_F32, v, km_const(&m, DT_F32, 2)));
    CHECK_EQ_INT(km_run(&m, &machine), FRIT_OK);
    for (int k = 0; k < 5000; k++) {
        CHECK_EQ_F32(x[k], old[k] + 1);
        CHECK_EQ_F32(z[k], old[k] * 2);
    }
    km_end(&m);
    machine_free(&machine);
    free(x), free(old), free(z);
}

TEST(streaming_stores) {
    int64_t n = 70001;
    char *memory = malloc(70001 * 4 + 128);
    float *x = km_floats(70001), *out = (float *)(void *)(memory + 64 - (uintptr_t)memory % 64);
    Machine machine;
    km_machine(&machine, &km_allocator, 2, NULL);
    machine.device->host->stream_bytes = 1;
    KernelMaker m;
    km_start(&m, &km_allocator, 1, 0, &n);
    km_access(&m, DT_F32, false, x, (int64_t[]){4});
    km_access(&m, DT_F32, true, out, (int64_t[]){4});
    km_store(&m, 1, km_step(&m, OP_neg, DT_F32, km_load(&m, 0, LEVEL_FULL), NO_VAL));
    CHECK_EQ_INT(km_run(&m, &machine), FRIT_OK);
    for (int k = 0; k < 70001; k++)
        CHECK_EQ_F32(out[k], -x[k]);
    km_end(&m);
    machine_free(&machine);
    free(x), free(memory);
}

/* ---- stopping */

static bool stop_soon(void *user, uint64_t done, uint64_t total) {
    uint64_t *calls = user;
    CHECK(done <= total);
    return ++*calls < 3;
}

TEST(cancelled) {
    int64_t n = 2000000;
    float *x = km_floats(2000000);
    uint64_t calls = 0;
    Machine machine;
    km_machine(&machine, &km_allocator, 2, NULL);
    KernelMaker m;
    km_start(&m, &km_allocator, 1, 0, &n);
    km_access(&m, DT_F32, true, x, (int64_t[]){4});
    km_access(&m, DT_F32, false, x, (int64_t[]){4});
    km_store(&m, 0, km_step(&m, OP_neg, DT_F32, km_load(&m, 1, LEVEL_FULL), NO_VAL));
    unsigned long since = 0;
    Machine call;
    machine_for_call(&call, &machine, &since);
    machine_cancel(&machine);
    CHECK_EQ_INT(km_run(&m, &call), FRIT_ERR_CANCELLED);
    machine.progress = stop_soon;
    machine.progress_user = &calls;
    CHECK_EQ_INT(km_run(&m, &machine), FRIT_ERR_CANCELLED);
    CHECK_EQ_UINT(calls, 3);
    machine.progress = NULL;
    CHECK_EQ_INT(km_run(&m, &machine), FRIT_OK);
    km_end(&m);
    machine_free(&machine);
    free(x);
}

TEST(allocation_failures) {
    for (size_t at = 1;; at++) {
        struct test_alloc a = TEST_ALLOC(0);
        frit_allocator allocator = {test_alloc_fn, &a};
        static float x[40000], sum[4], out[40000];
        int64_t extents[2] = {4, 10000}, strides[2] = {40000, 4};
        Machine machine;
        km_machine(&machine, &allocator, 2, NULL);
        KernelMaker m;
        km_start(&m, &allocator, 2, 1, extents);
        km_access(&m, DT_F32, false, x, strides);
        km_access(&m, DT_F32, true, sum, (int64_t[]){4, 0});
        km_access(&m, DT_F32, true, out, strides);
        ValId v = km_load(&m, 0, LEVEL_FULL);
        ValId s = km_reduce(&m, OP_sum, km_step(&m, OP_exp, DT_F32, v, NO_VAL), DT_F32, 0);
        km_store(&m, 1, s);
        km_store(&m, 2, km_step(&m, OP_sub, DT_F32, v, s));
        a.fail_at = a.calls + at;
        frit_status status = km_run(&m, &machine);
        CHECK(status == FRIT_OK || status == FRIT_ERR_NOMEM);
        CHECK(status == FRIT_OK || a.failures > 0); /* a thread less is no failure */
        bool failed = a.failures > 0;
        a.fail_at = 0;
        km_end(&m);
        machine_free(&machine);
        CHECK_ALLOC(&a);
        if (!failed)
            break;
    }
}

TEST(unknown_level) {
    frit_error error = {0};
    Env env = {&km_allocator, &error};
    Machine machine;
    CHECK(!machine_init(&env, &machine, &(MachineOptions){.threads = 1, .isa = "pentium"}));
    CHECK_EQ_INT(error.status, FRIT_ERR_ARGUMENT);
}
