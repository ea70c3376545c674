/* Runs of compiled code: what is stored once, stopping, failing, memory. The code is played. */
#include <stdlib.h>
#include <string.h>

#include "driven.h"
#include "harness.h"
#include "run/devices/devices.h"

/* ---- stores of what there is one of */

/* s += 1 in place, while out = x * s uses what it was. */
TEST(uniform_stores_come_last) {
    enum { N = 5000 };
    Driven d;
    KernelMaker m;
    float *x = km_floats(N), *out = km_floats(N), s[2] = {3, 7};
    int64_t n = N, next = 4, same = 0;
    driven_open(&d, 2);
    km_start(&m, &km_allocator, 1, 0, &n);
    km_access(&m, DT_F32, false, x, &next);
    km_access(&m, DT_F32, false, s, &same);
    km_access(&m, DT_F32, true, s, &same);
    km_access(&m, DT_F32, true, out, &next);
    ValId old = km_load(&m, 1, LEVEL_UNIFORM), one = km_const(&m, DT_F32, 1);
    km_store(&m, 2, km_step(&m, OP_add, DT_F32, old, one));
    km_store(&m, 3, km_step(&m, OP_mul, DT_F32, km_load(&m, 0, LEVEL_FULL), old));
    CompiledKernel *k = driven_make(&d, &m, (How){100, 2, 0});
    CHECK(k && k->uniform_stores && k->lines_stores);
    CHECK_EQ_UINT(k->n_tasks, 50);
    CHECK_EQ_INT(driven_once(&d, &m, k), ENGINE_RAN);
    CHECK_EQ_F32(s[0], 4);
    CHECK_EQ_F32(s[1], 7);
    for (int e = 0; e < N; e++)
        CHECK_EQ_F32(out[e], x[e] * 3);
    compiled_free(k);
    km_end(&m);
    driven_close(&d);
    free(x), free(out);
}

/* A kernel of one value. */
TEST(kernels_of_rank_0) {
    float x = 5, y = 0;
    Driven d;
    KernelMaker m;
    driven_open(&d, 2);
    km_start(&m, &km_allocator, 0, 0, NULL);
    km_access(&m, DT_F32, false, &x, NULL);
    km_access(&m, DT_F32, true, &y, NULL);
    ValId v = km_load(&m, 0, LEVEL_UNIFORM);
    km_store(&m, 1, km_step(&m, OP_mul, DT_F32, v, v));
    CompiledKernel *k = driven_make(&d, &m, (How){0, 1, 0});
    CHECK(k && k->uniform_stores && !k->lines_stores);
    CHECK_EQ_INT(driven_once(&d, &m, k), ENGINE_RAN);
    CHECK_EQ_F32(y, 25);
    compiled_free(k);
    km_end(&m);
    driven_close(&d);
}

TEST(levels_without_a_target_are_left_to_the_interpreter) {
    Machine machine;
    KernelMaker m;
    float x = 1;
    km_machine(&machine, &km_allocator, 1, "portable");
    km_start(&m, &km_allocator, 0, 0, NULL);
    km_access(&m, DT_F32, true, &x, NULL);
    km_store(&m, 0, km_const(&m, DT_F32, 2));
    CHECK(!compiled_new(&m.env, &machine, &m.bound, FRIT_STRICT, 0));
    CHECK_EQ_INT(m.error.status, FRIT_OK);
    km_end(&m);
    machine_free(&machine);
}

/* ---- indices */

TEST(an_index_out_of_range_ends_the_run) {
    enum { N = 4000 };
    static const int64_t bad[] = {0, 1, 777, N - 1};
    Driven d;
    KernelMaker m;
    int64_t *index = malloc(N * sizeof *index), n = N, next = 4, wide = 8, same = 0;
    float table[3] = {1, 2, 3}, *out = km_floats(N);
    driven_open(&d, 2);
    km_start(&m, &km_allocator, 1, 0, &n);
    km_access(&m, DT_I64, false, index, &wide);
    km_indexed(&m, DT_F32, false, table, 3, 4, &same);
    km_access(&m, DT_F32, true, out, &next);
    km_store(&m, 2, km_gather(&m, 1, km_load(&m, 0, LEVEL_FULL)));
    CompiledKernel *k = driven_make(&d, &m, (How){300, 2, 0});
    CHECK(k);
    for (size_t c = 0; c < sizeof bad / sizeof *bad; c++) {
        for (int e = 0; e < N; e++)
            index[e] = e % 6 - 3;
        CHECK_EQ_INT(driven_once(&d, &m, k), ENGINE_RAN);
        for (int e = 0; e < N; e++)
            CHECK_EQ_F32(out[e], table[e % 3]);
        index[bad[c]] = c % 2 ? 3 : -4;
        CHECK_EQ_INT(driven_once(&d, &m, k), ENGINE_BAD_INDEX);
    }
    compiled_free(k);
    km_end(&m);
    driven_close(&d);
    free(index), free(out);
}

/* ---- stopping */

typedef struct Asked {
    uint64_t times, done, total;
    uint64_t stop_at; /* 0: never */
} Asked;

static bool ask(void *user, uint64_t done, uint64_t total) {
    Asked *asked = user;
    asked->times++;
    asked->done = done;
    asked->total = total;
    return asked->times != asked->stop_at;
}

/* Sums of rows, shared out or row by row; asked for its progress. */
static void check_progress(unsigned threads, int64_t rows, int64_t length, Walk walk) {
    Driven d;
    KernelMaker m;
    float *x = km_floats((size_t)(rows * length)), *out = km_floats((size_t)rows);
    driven_open(&d, threads);
    km_start(&m, &km_allocator, 2, 1, (int64_t[]){rows, length});
    km_access(&m, DT_F32, false, x, (int64_t[]){4 * length, 4});
    km_access(&m, DT_F32, true, out, (int64_t[]){4, 0});
    km_store(&m, 1, km_reduce(&m, OP_sum, km_load(&m, 0, LEVEL_FULL), DT_F32, 0));
    CompiledKernel *k = driven_make(&d, &m, (How){1, threads, 0});
    CHECK(k && compiled_form(k)->walk == walk);
    int64_t batches = walk == WALK_PHASES ? (rows + k->batch - 1) / k->batch : 1;
    for (uint64_t stop = 0; stop < 3; stop++) {
        Asked asked = {.stop_at = stop};
        d.machine.progress = ask;
        d.machine.progress_user = &asked;
        EngineRan result = driven_once(&d, &m, k);
        CHECK(asked.times > 0 && asked.done <= asked.total);
        CHECK_EQ_UINT(asked.total, k->n_tasks * (uint64_t)batches);
        if (stop && asked.times >= stop) {
            CHECK_EQ_INT(result, ENGINE_FAILED);
            CHECK_EQ_INT(m.error.status, FRIT_ERR_CANCELLED);
        } else {
            CHECK_EQ_INT(result, ENGINE_RAN);
        }
    }
    compiled_free(k);
    km_end(&m);
    driven_close(&d);
    free(x), free(out);
}

TEST(progress_is_told_and_may_stop_a_run) {
    for (unsigned threads = 1; threads <= 2; threads++) {
        check_progress(threads, 30, 100, WALK_ROWS);
        check_progress(threads, 1, 50000, WALK_PHASES);
    }
    check_progress(2, 3, 400000, WALK_PHASES);
}

TEST(cancelled_before_it_began) {
    Driven d;
    KernelMaker m;
    float x = 1, y = 9, z = 9;
    unsigned long since = 0;
    Machine copy = {0};
    driven_open(&d, 1);
    machine_for_call(&copy, &d.machine, &since);
    machine_cancel(&d.machine);
    km_start(&m, &km_allocator, 1, 0, (int64_t[]){1});
    km_access(&m, DT_F32, false, &x, (int64_t[]){4});
    km_access(&m, DT_F32, true, &y, (int64_t[]){4});
    km_access(&m, DT_F32, true, &z, (int64_t[]){0});
    km_store(&m, 1, km_load(&m, 0, LEVEL_FULL));
    km_store(&m, 2, km_const(&m, DT_F32, 2));
    played_levels(&m);
    CompiledKernel *k = compiled_new(&m.env, &copy, &m.bound, FRIT_STRICT, 0);
    CHECK(k);
    played_use(k);
    CHECK_EQ_INT(compiled_drive(&m.env, k, m.pointers), ENGINE_FAILED);
    CHECK_EQ_INT(m.error.status, FRIT_ERR_CANCELLED);
    CHECK(y == 9 && z == 9);
    compiled_free(k);
    km_end(&m);
    driven_close(&d);
}

static int32_t never_ending(LineFrame *frame, int64_t rows, int64_t n) {
    (void)rows, (void)n;
    while (!frame->poll(frame))
        ;
    return RAN_STOPPED;
}

TEST(loops_inside_of_code_are_stopped) {
    Driven d;
    KernelMaker m;
    float x = 1, y = 9;
    driven_open(&d, 1);
    km_start(&m, &km_allocator, 1, 0, (int64_t[]){1});
    km_access(&m, DT_F32, false, &x, (int64_t[]){4});
    km_access(&m, DT_F32, true, &y, (int64_t[]){4});
    km_store(&m, 1, km_load(&m, 0, LEVEL_FULL));
    CompiledKernel *k = driven_make(&d, &m, (How){0, 1, 0});
    CHECK(k);
    Asked asked = {.stop_at = 3};
    d.machine.progress = ask;
    d.machine.progress_user = &asked;
    k->entries.lines = never_ending;
    CHECK_EQ_INT(driven_once(&d, &m, k), ENGINE_FAILED);
    CHECK_EQ_INT(m.error.status, FRIT_ERR_CANCELLED);
    compiled_free(k);
    km_end(&m);
    driven_close(&d);
}

/* ---- memory */

/* A staged sum of rows in two inner axes, in parts: with every kind of memory a run takes. */
static bool make_and_run(const frit_allocator *allocator, KernelMaker *like, float want) {
    frit_error error = {0};
    Env env = {allocator, &error};
    MachineOptions options = {
        .kind = &cpu_device, .threads = 2, .memory_cap = 1 << 20, .no_blas = true};
    Machine machine;
    if (!machine_init(&env, &machine, &options))
        return false;
    bool done = false;
    CompiledKernel *k = compiled_new(&env, &machine, &like->bound, FRIT_STRICT, 0);
    if (k) {
        played_use(k);
        k->grain = 4 * REDUCE_CHUNK;
        k->n_tasks = (uint64_t)((k->length + k->grain - 1) / k->grain);
        k->n_workers = 2;
        done = compiled_drive(&env, k, like->pointers) == ENGINE_RAN;
        if (done)
            CHECK_EQ_F32(*(const float *)(const void *)like->pointers[1], want);
    }
    CHECK(done == (error.status == FRIT_OK));
    CHECK(done || error.status == FRIT_ERR_NOMEM);
    compiled_free(k);
    machine_free(&machine);
    return done;
}

TEST(compiled_runs_survive_failed_allocations) {
    KernelMaker m;
    float *x = km_floats(2 * 100 * 130), sum = 0;
    km_start(&m, &km_allocator, 3, 2, (int64_t[]){1, 100, 130});
    km_access(&m, DT_F32, false, x, (int64_t[]){0, 2 * 130 * 4, 4});
    km_access(&m, DT_F32, true, &sum, (int64_t[]){4, 0, 0});
    km_store(&m, 1, km_reduce(&m, OP_sum, km_load(&m, 0, LEVEL_FULL), DT_F32, 0));
    played_levels(&m);
    Machine machine;
    km_machine(&machine, &km_allocator, 1, NULL);
    CHECK_EQ_INT(km_run(&m, &machine), FRIT_OK);
    machine_free(&machine);
    float want = sum;
    for (size_t n = 1;; n++) {
        struct test_alloc a = TEST_ALLOC(n);
        a.fail_after = true; /* what was kept for reuse is given back and asked for again */
        sum = 0;
        bool done = make_and_run(&(frit_allocator){test_alloc_fn, &a}, &m, want);
        CHECK_ALLOC(&a);
        CHECK(done == (a.failures == 0));
        if (done)
            break;
    }
    km_end(&m);
    free(x);
}

/* A small run asks nobody for memory. */
TEST(small_compiled_runs_take_no_memory) {
    struct test_alloc a = TEST_ALLOC(0);
    frit_allocator allocator = {test_alloc_fn, &a};
    float *x = km_floats(1000), *y = km_floats(1000);
    Machine machine;
    KernelMaker m;
    km_machine(&machine, &allocator, 2, NULL);
    km_start(&m, &allocator, 2, 1, (int64_t[]){1, 1000});
    km_access(&m, DT_F32, false, x, (int64_t[]){4000, 4});
    km_access(&m, DT_F32, true, y, (int64_t[]){4, 0});
    km_store(&m, 1, km_reduce(&m, OP_sum, km_load(&m, 0, LEVEL_FULL), DT_F32, 0));
    played_levels(&m);
    CompiledKernel *k = compiled_new(&m.env, &machine, &m.bound, FRIT_STRICT, 0);
    CHECK(k);
    played_use(k);
    size_t calls = a.calls;
    CHECK_EQ_INT(compiled_drive(&m.env, k, m.pointers), ENGINE_RAN);
    CHECK_EQ_UINT(a.calls, calls);
    compiled_free(k);
    km_end(&m);
    machine_free(&machine);
    CHECK_ALLOC(&a);
    free(x), free(y);
}

/* Sizes whose product is more than 64 bits are no small ones. */
TEST(more_memory_than_there_can_be) {
    enum { N = 5000 };
    Driven d;
    KernelMaker m;
    float *x = km_floats(N), *out = km_floats(N);
    int64_t n = N, next = 4;
    driven_open(&d, 3);
    km_start(&m, &km_allocator, 1, 0, &n);
    km_access(&m, DT_F32, false, x, &next);
    km_access(&m, DT_F32, true, out, &next);
    km_store(&m, 1, km_load(&m, 0, LEVEL_FULL));
    played_levels(&m);
    CompiledKernel *k = driven_make(&d, &m, (How){100, 3, 0});
    CHECK(k && k->own);
    uint64_t size = k->worker_size;
    k->worker_size = (uint64_t)1 << 63; /* twice that is 0 */
    CHECK_EQ_INT(driven_once(&d, &m, k), ENGINE_FAILED);
    CHECK(m.error.status == FRIT_ERR_NOMEM);
    k->worker_size = size;
    CHECK_EQ_INT(driven_once(&d, &m, k), ENGINE_RAN);
    CHECK_EQ_MEM(out, x, N * sizeof *x);
    compiled_free(k);
    km_end(&m);
    driven_close(&d);
    free(x), free(out);
}
