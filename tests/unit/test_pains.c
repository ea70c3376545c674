/* What users of other fusers suffer from: each is a test, named after it. */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "run_fixture.h"

/* "A new shape recompiles": one plan, any sizes. */
TEST(a_new_shape_never_makes_a_new_plan) {
    frit_context *c = run_context(1);
    frit_plan *plan =
        run_plan(c, "program p(x: f32[m,n]) -> (r) { y = mul(x, x) r = sum(y, axes=[1]) }", false);
    frit_call *call;
    frit_error error;
    CHECK(frit_call_new(c, plan, &call, &error) == FRIT_OK);
    float x[64], r[8];
    for (int k = 0; k < 64; k++)
        x[k] = (float)k;
    for (int64_t m = 0; m < 8; m++)
        for (int64_t n = 0; n < 8; n++) {
            frit_tensor in = TENSOR(x, m, n), out = TENSOR(r, m);
            CHECK(frit_call_run(call, &in, 1, &out, 1, &error) == FRIT_OK);
            for (int64_t i = 0; i < m; i++) {
                float want = 0;
                for (int64_t j = 0; j < n; j++)
                    want += x[i * n + j] * x[i * n + j];
                CHECK_EQ_F32(r[i], want);
            }
        }
    frit_call_free(call);
    frit_plan_free(plan);
    frit_context_free(c);
}

/* "Illegal fusion": A / A.max() needs the whole of A first, but not a second kernel. */
TEST(a_divided_by_its_maximum) {
    frit_context *c = run_context(2);
    float x[5000], r[5000];
    for (int k = 0; k < 5000; k++)
        x[k] = (float)((k * 7919) % 5003);
    float top = 0;
    for (int k = 0; k < 5000; k++)
        top = x[k] > top ? x[k] : top;
    frit_tensor in = TENSOR(x, 5000), out = TENSOR(r, 5000);
    uint32_t kernels =
        run_text(c, "program p(a: f32[n]) -> (r) { m = max(a) r = div(a, m) }", &in, 1, &out, 1);
    CHECK_EQ_UINT(kernels, 1);
    for (int k = 0; k < 5000; k++)
        CHECK_EQ_F32(r[k], x[k] / top);
    frit_context_free(c);
}

/* "Illegal fusion": x with its own transpose reads elements that are not made yet. */
TEST(x_with_its_own_transpose) {
    frit_context *c = run_context(2);
    enum { N = 37 };
    static float x[N * N], r[N * N], y[N * N];
    for (int k = 0; k < N * N; k++)
        x[k] = (float)(k % 101) - 50;
    frit_tensor in = TENSOR(x, N, N), out[] = {TENSOR(r, N, N), TENSOR(y, N, N)};
    const char *text = "program p(x: f32[n,n]) -> (r, y) { e = exp(x) s = sin(e) y = add(e, s)"
                       " t = transpose(y) r = sub(y, t) }";
    frit_plan *plan = run_plan(c, text, false), *unfused = run_plan(c, text, true);
    run_planned(c, plan, &in, 1, out, 2);
    CHECK(plan_names_rule(plan, "needs-the-whole-value"));
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            CHECK_EQ_F32(r[i * N + j], y[i * N + j] - y[j * N + i]);
    /* In place as well: x becomes x - transpose(x). */
    frit_plan *plain =
        run_plan(c, "program p(x: f32[n,n]) -> (r) { t = transpose(x) r = sub(x, t) }", false);
    float old[N * N];
    memcpy(old, x, sizeof old);
    frit_tensor same = TENSOR(x, N, N);
    run_planned(c, plain, &in, 1, &same, 1);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            CHECK_EQ_F32(x[i * N + j], old[i * N + j] - old[j * N + i]);
    frit_plan_free(plain);
    frit_plan_free(unfused);
    frit_plan_free(plan);
    frit_context_free(c);
}

/* "Stale shapes": the plan of one recording must not serve another whose extents differ otherwise. */
TEST(stale_shapes) {
    frit_context *c = run_context(1);
    frit_error error;
    const int64_t shapes[][2] = {{2, 2}, {2, 3}, {3, 2}, {1, 3}, {3, 1}, {1, 1}};
    float values[9] = {1, 2, 3, 4, 5, 6, 7, 8, 9}, got[9];
    for (int k = 0; k < 12; k++) {
        const int64_t *shape = shapes[k % 6];
        frit_array *x, *y, *in[2];
        CHECK(frit_array_new(c, "f32", 2, shape, NULL, values, &x, &error) == FRIT_OK);
        CHECK(frit_array_new(c, "f32", 1, &shape[1], NULL, values, &y, &error) == FRIT_OK);
        in[0] = x, in[1] = y;
        frit_array *sum;
        CHECK(frit_apply(c, "add", in, 2, NULL, &sum, &error) == FRIT_OK);
        size_t n = (size_t)(shape[0] * shape[1]);
        CHECK(frit_array_read(sum, got, n * sizeof *got, &error) == FRIT_OK);
        for (size_t i = 0; i < n; i++)
            CHECK_EQ_F32(got[i], values[i] + values[i % (size_t)shape[1]]);
        frit_array_free(x);
        frit_array_free(y);
        frit_array_free(sum);
    }
    frit_context_free(c);
}

/* "Cache keys that leave something out": literals, attributes, dtypes, strides. */
TEST(the_key_of_a_plan_leaves_nothing_out) {
    frit_context *c = run_context(1);
    frit_error error;
    float values[] = {1, 2, 3, 4, 5, 6};
    const int64_t shape[2] = {2, 3}, turned[2] = {4, 8};
    for (int round = 0; round < 2; round++)
        for (int k = 0; k < 4; k++) {
            frit_array *x, *two, *y, *s, *in[2];
            /* The same values under other strides. */
            CHECK(frit_array_wrap(c, "f32", 2, shape, k & 1 ? turned : NULL, values, true, NULL,
                                  NULL, &x, &error) == FRIT_OK);
            CHECK(frit_literal(c, k & 2 ? "2:f32" : "3:f32", &two, &error) == FRIT_OK);
            in[0] = x, in[1] = two;
            CHECK(frit_apply(c, "mul", in, 2, NULL, &y, &error) == FRIT_OK);
            CHECK(frit_apply(c, "sum", &y, 1, round ? "axes=[1]" : "axes=[0]", &s, &error) ==
                  FRIT_OK);
            float got[3], by = k & 2 ? 2 : 3, first;
            size_t n = round ? 2 : 3;
            CHECK(frit_array_read(s, got, n * sizeof *got, &error) == FRIT_OK);
            if (round)
                first = k & 1 ? 1 + 3 + 5 : 1 + 2 + 3;
            else
                first = k & 1 ? 1 + 2 : 1 + 4;
            CHECK_EQ_F32(got[0], by * first);
            frit_array_free(x);
            frit_array_free(two);
            frit_array_free(y);
            frit_array_free(s);
        }
    frit_context_free(c);
}

/* "Results that change with fusion, tuning or thread count". */
TEST(the_same_bits_on_1_2_and_7_threads) {
    enum { ROWS = 37, COLS = 40000 };
    static float x[ROWS * COLS], r[3][ROWS], t[3], y[3][COLS];
    static const unsigned threads[3] = {1, 2, 7};
    uint64_t state = 1;
    for (int k = 0; k < ROWS * COLS; k++)
        x[k] = (float)(int64_t)test_random(&state) * 0x1p-63f;
    for (int k = 0; k < 3; k++) {
        frit_context *c = run_context(threads[k]);
        frit_tensor in = TENSOR(x, ROWS, COLS);
        frit_tensor out[] = {TENSOR(r[k], ROWS), SCALAR(t[k]), TENSOR(y[k], COLS)};
        run_text(c,
                 "program p(x: f32[m,n]) -> (r, t, y) { q = exp(x) r = mean(q, axes=[1])"
                 " t = sum(q) y = var(q, axes=[0]) }",
                 &in, 1, out, 3);
        frit_context_free(c);
        CHECK_EQ_MEM(r[k], r[0], sizeof r[0]);
        CHECK_EQ_F32(t[k], t[0]);
        CHECK_EQ_MEM(y[k], y[0], sizeof y[0]);
    }
}

/* The same of a loop and a branch whose bounds and condition are inputs: every worker sees them. */
TEST(uniform_inputs_reach_every_thread) {
    enum { N = 300000 };
    static float x[N], r[N], s[N];
    const char *text =
        "program step(i: i64, s: f32[n]) -> (r) { one = const(1:f32) r = add(s, one) }"
        "program a(x: f32[n]) -> (r) { t = const(10:f32) r = add(x, t) }"
        "program b(x: f32[n]) -> (r) { r = neg(x) }"
        "program p(x: f32[n], k: i64, c: bool) -> (r, s) { lo = const(0:i64)"
        " r = for(lo, k, x, body=@step, carry=1) s = if(c, x, then=@a, else=@b) }";
    int64_t turns = 20;
    bool yes = true;
    for (unsigned threads = 1; threads <= 7; threads += 3) {
        frit_context *c = run_context(threads);
        frit_tensor in[] = {TENSOR(x, N), SCALAR(turns), SCALAR(yes)};
        frit_tensor out[] = {TENSOR(r, N), TENSOR(s, N)};
        for (int round = 0; round < 3; round++) {
            memset(r, 0, sizeof r);
            memset(s, 0, sizeof s);
            run_text(c, text, in, 3, out, 2);
            for (int k = 0; k < N; k++)
                CHECK_MSG(r[k] == 20 && s[k] == 10, "%u threads, element %d: %g, %g", threads, k,
                          (double)r[k], (double)s[k]);
        }
        frit_context_free(c);
    }
}

/* "Fast-math NaN": strict means that NaN, infinities and signed zeros come through. */
TEST(nan_and_signed_zeros_are_kept) {
    frit_context *c = run_context(1);
    float x[] = {NAN, INFINITY, -0.0f, 1e-45f}, zero[4], minus[4], most;
    frit_tensor in = TENSOR(x, 4), out[] = {TENSOR(zero, 4), TENSOR(minus, 4), SCALAR(most)};
    run_text(c,
             "program p(x: f32[n]) -> (z, d, m) { k = const(0:f32) one = const(1:f32)"
             " z = mul(x, k) d = div(one, x) m = max(x) }",
             &in, 1, out, 3);
    CHECK(isnan(zero[0]) && isnan(zero[1]) && signbit(zero[2]) && zero[3] == 0);
    CHECK(minus[2] == -INFINITY && minus[1] == 0 && minus[3] == INFINITY);
    CHECK(isnan(most));
    frit_context_free(c);
}

/* "Random numbers differ when fused or reordered". */
TEST(draws_do_not_change_when_fused) {
    frit_context *c = run_context(2);
    enum { N = 1000 };
    static float alone[N], fused[N], turned[N], part[N / 2];
    const char *draw = "program p() -> (z) { k = const(9:u64) d = const(3:u64)"
                       " z = normal(k, d, shape=[1000], to=f32) }";
    const char *more = "program p(x: f32[n]) -> (r, f, h) { k = const(9:u64) d = const(3:u64)"
                       " z = normal(k, d, shape=[1000], to=f32) r = mul(z, x) f = flip(z)"
                       " h = slice(z, start=[0], stop=[1000], step=[2]) }";
    frit_tensor out = TENSOR(alone, N);
    run_text(c, draw, NULL, 0, &out, 1);
    static float ones[N];
    for (int k = 0; k < N; k++)
        ones[k] = 1;
    frit_tensor in = TENSOR(ones, N);
    frit_tensor outs[] = {TENSOR(fused, N), TENSOR(turned, N), TENSOR(part, N / 2)};
    run_text(c, more, &in, 1, outs, 3);
    CHECK_EQ_MEM(fused, alone, sizeof alone);
    for (int k = 0; k < N; k++)
        CHECK_EQ_F32(turned[k], alone[N - 1 - k]);
    for (int k = 0; k < N / 2; k++)
        CHECK_EQ_F32(part[k], alone[2 * k]);
    frit_context_free(c);
}

/* A loop that never ends is one that can be stopped. */
static bool stop_soon(void *user, uint64_t done, uint64_t total) {
    (void)done, (void)total;
    return ++*(int *)user < 5;
}

TEST(an_endless_loop_can_be_stopped) {
    int asked = 0;
    frit_context_options options = {FRIT_SIZED(frit_context_options), .threads = 1,
                                    .progress = stop_soon, .progress_user = &asked};
    frit_context *c;
    frit_error error;
    frit_call *call;
    float x[3] = {1, 2, 3}, r[3] = {7, 7, 7};
    CHECK(frit_context_new_with(NULL, &options, &c, &error) == FRIT_OK);
    frit_plan *plan = run_plan(c,
                               "program yes(x: f32[n]) -> (c) { c = const(true) }"
                               "program same(x: f32[n]) -> (y) { y = neg(x) }"
                               "program p(x: f32[n]) -> (r) {"
                               " r = while(x, cond=@yes, body=@same, carry=1) }",
                               false);
    CHECK(frit_call_new(c, plan, &call, &error) == FRIT_OK);
    frit_tensor in = TENSOR(x, 3), out = TENSOR(r, 3);
    CHECK_EQ_INT(frit_call_run(call, &in, 1, &out, 1, &error), FRIT_ERR_CANCELLED);
    CHECK_EQ_F32(r[0], 7);
    frit_call_free(call);
    frit_plan_free(plan);
    frit_context_free(c);
}

/* "Heap corruption with threads": calls of one context from several threads. */
typedef struct Caller {
    const frit_context *c;
    const frit_plan *plan;
    float seed;
    bool ok;
} Caller;

static void *call_often(void *user) {
    Caller *self = user;
    frit_error error;
    frit_call *call;
    enum { N = 20000 };
    float *x = malloc(N * sizeof *x), *r = malloc(N * sizeof *r);
    self->ok = x && r && frit_call_new(self->c, self->plan, &call, &error) == FRIT_OK;
    for (int round = 0; self->ok && round < 20; round++) {
        for (int k = 0; k < N; k++)
            x[k] = self->seed + (float)k;
        frit_tensor in = TENSOR(x, N), out = TENSOR(r, N);
        self->ok = frit_call_run(call, &in, 1, &out, 1, &error) == FRIT_OK;
        for (int k = 0; k < N; k++)
            self->ok &= r[k] == x[k] * x[k] + x[k];
    }
    if (x && r)
        frit_call_free(call);
    free(x);
    free(r);
    return NULL;
}

TEST(calls_from_several_threads) {
    frit_context *c = run_context(2);
    frit_plan *plan =
        run_plan(c, "program p(x: f32[n]) -> (r) { s = mul(x, x) r = add(s, x) }", false);
    pthread_t threads[4];
    Caller callers[4];
    for (int k = 0; k < 4; k++) {
        callers[k] = (Caller){c, plan, (float)k, false};
        CHECK(pthread_create(&threads[k], NULL, call_often, &callers[k]) == 0);
    }
    for (int k = 0; k < 4; k++)
        CHECK(pthread_join(threads[k], NULL) == 0);
    for (int k = 0; k < 4; k++)
        CHECK(callers[k].ok);
    frit_plan_free(plan);
    frit_context_free(c);
}

/* "Hangs after fork": the child has no threads but its own, and still works. */
TEST(works_after_a_fork) {
    if (test_is_emulated())
        SKIP("the emulator fails at threads in a child of a process that had some");
#ifdef __SANITIZE_THREAD__
    SKIP("the thread sanitizer allows no threads after a fork");
#endif
    frit_context *c = run_context(2);
    frit_plan *plan =
        run_plan(c, "program p(x: f32[n]) -> (r) { s = exp(x) t = sin(s) r = add(t, s) }", false);
    enum { N = 1 << 20 };
    float *x = calloc(N, sizeof *x), *r = calloc(N, sizeof *r);
    frit_tensor in = TENSOR(x, N), out = TENSOR(r, N);
    run_planned(c, plan, &in, 1, &out, 1); /* so that the parent's threads are there */
    float want = r[0];
    pid_t child = fork();
    CHECK(child >= 0);
    if (child == 0) {
        memset(r, 0, N * sizeof *r);
        run_planned(c, plan, &in, 1, &out, 1);
        _exit(r[0] == want && r[N - 1] == want ? 0 : 2);
    }
    int status;
    CHECK(waitpid(child, &status, 0) == child);
    CHECK_MSG(WIFEXITED(status) && WEXITSTATUS(status) == 0, "the child ended with %d", status);
    run_planned(c, plan, &in, 1, &out, 1);
    CHECK_EQ_F32(r[N - 1], want);
    free(x);
    free(r);
    frit_plan_free(plan);
    frit_context_free(c);
}

/* "Cannot fuse, with no reason": whatever is not one kernel has a rule for it. */
TEST(every_pair_apart_has_a_reason) {
    frit_context *c = run_context(1);
    static const char *const texts[] = {
        "program p(x: f32[m,n]) -> (r) { a = sum(x, axes=[1]) b = exp(a) r = sum(b) }",
        "program p(x: f32[n,n], y: f32[n,n]) -> (r) { z = matmul(x, y) r = exp(z) }",
        "program p(x: f32[n]) -> (r) { e = exp(x) f = flip(e) s = sin(f) r = mul(s, e) }",
        "program p(x: f32[m,n]) -> (a, b) { a = sum(x, axes=[0]) b = sum(x, axes=[1]) }",
    };
    for (unsigned k = 0; k < sizeof texts / sizeof *texts; k++) {
        frit_plan *plan = run_plan(c, texts[k], false);
        frit_apart_info info;
        CHECK_MSG(frit_plan_kernel_count(plan) > 1, "%s", texts[k]);
        CHECK_MSG(frit_plan_apart_count(plan) > 0, "%s", texts[k]);
        for (uint32_t i = 0; frit_plan_apart(plan, i, &info); i++)
            CHECK(info.rule[0] && info.why[0]);
        frit_plan_free(plan);
    }
    frit_context_free(c);
}

/* "Strings passed to eval": text is parsed, or refused. */
TEST(nothing_that_is_passed_is_run) {
    frit_context *c = run_context(1);
    frit_error error;
    const int64_t two = 2;
    const float values[] = {1, 2};
    frit_array *x, *none;
    static const char *const hostile[] = {"axes=[0]) } program q() -> () {",
                                          "axes=$(id)",
                                          "axes=__import__('os')",
                                          "axes=[0",
                                          "\"",
                                          "=",
                                          "axes"};
    CHECK(frit_array_new(c, "f32", 1, &two, NULL, values, &x, &error) == FRIT_OK);
    for (unsigned k = 0; k < sizeof hostile / sizeof *hostile; k++)
        CHECK(frit_apply(c, "sum", &x, 1, hostile[k], &none, &error) != FRIT_OK);
    CHECK(frit_literal(c, "1:f32) system(", &none, &error) != FRIT_OK);
    frit_array_free(x);
    frit_context_free(c);
}

/* "Complex, bool, small ints, bf16, keepdims, negative strides refused". */
TEST(all_dtypes_and_strides) {
    frit_context *c = run_context(1);
    static const char *const types[] = {"i8",  "i16", "i32",  "i64", "u8",  "u16", "u32",
                                        "u64", "f16", "bf16", "f32", "f64", "c64", "c128"};
    static const size_t sizes[] = {1, 2, 4, 8, 1, 2, 4, 8, 2, 2, 4, 8, 8, 16};
    for (unsigned k = 0; k < sizeof types / sizeof *types; k++) {
        char text[256];
        unsigned char x[16 * 6] = {0}, r[16 * 6], back[16 * 2];
        snprintf(text, sizeof text,
                 "program p(x: %s[m,n]) -> (r, s) { r = add(x, x) s = sum(x, axes=[1],"
                 " keepdims=true) }",
                 types[k]);
        const int64_t shape[2] = {2, 3}, kept[2] = {2, 1};
        const int64_t strides[2] = {(int64_t)sizes[k] * 3, -(int64_t)sizes[k]};
        frit_tensor in = {x + 2 * sizes[k], shape, strides};
        frit_tensor out[] = {{r, shape, NULL}, {back, kept, NULL}};
        memset(r, 0xff, sizeof r);
        run_text(c, text, &in, 1, out, 2);
        for (size_t i = 0; i < 6 * sizes[k]; i++)
            CHECK_EQ_UINT(r[i], 0);
        for (size_t i = 0; i < 2 * sizes[k]; i++)
            CHECK_EQ_UINT(back[i], 0);
    }
    frit_context_free(c);
}
