/* Calls that fail half way: every array is as it was. Cancelling, progress, verify mode. */
#include <stdatomic.h>

#include "api/api.h"
#include "call_fixture.h"
#include "guarded.h"

/* ---- index errors */

TEST(an_index_outside_changes_nothing) {
    static const char text[] = "program p(x: f32[n], i: i32[m]) -> (a, b, c) {\n"
                               "  a = neg(x)\n"
                               "  b = gather(x, i, axes=[0])\n"
                               "  c = sum(b)\n"
                               "}\n";
    enum { M = 5000 };
    static float x[8], a[8], b[M], c;
    static int32_t i[M];
    int64_t n = 8, m = M;
    Ready r;
    ready_open(&r, NULL, text);
    for (int k = 0; k < 8; k++) {
        x[k] = (float)k;
        a[k] = 77;
    }
    for (int k = 0; k < M; k++) {
        i[k] = k % 16 - 8;
        b[k] = 78;
    }
    c = 79;
    frit_tensor in[] = {{x, &n, NULL}, {i, &m, NULL}};
    frit_tensor out[] = {{a, &n, NULL}, {b, &m, NULL}, {&c, NULL, NULL}};
    static const int32_t bad[] = {8, -9, INT32_MAX, INT32_MIN};
    for (int k = 0; k < 4; k++) {
        i[M - 1 - k] = bad[k];
        CHECK_EQ_NAMED(ready_run(&r, in, 2, out, 3), FRIT_ERR_INDEX, frit_status_name);
        CHECK(strstr(r.error.message, "8"));
        for (int e = 0; e < 8; e++)
            CHECK_EQ_F32(a[e], 77);
        for (int e = 0; e < M; e++)
            CHECK_EQ_F32(b[e], 78);
        CHECK_EQ_F32(c, 79);
        i[M - 1 - k] = 0;
    }
    CHECK_OK(&r, ready_run(&r, in, 2, out, 3));
    CHECK_EQ_F32(a[3], -3);
    CHECK_EQ_F32(b[1], x[1]);
    ready_close(&r);
}

TEST(a_scatter_outside_changes_nothing) {
    static const char text[] = "program p(x: i64[n], v: i64[m], i: i32[m]) -> (r) {\n"
                               "  r = scatter(x, v, i, axes=[0], combine=add)\n"
                               "}\n";
    int64_t x[4] = {1, 2, 3, 4}, v[3] = {10, 20, 30}, n = 4, m = 3;
    int32_t i[3] = {0, -1, 4};
    Ready r;
    ready_open(&r, NULL, text);
    frit_tensor in[] = {{x, &n, NULL}, {v, &m, NULL}, {i, &m, NULL}}, out = {x, &n, NULL};
    CHECK_EQ_NAMED(ready_run(&r, in, 3, &out, 1), FRIT_ERR_INDEX, frit_status_name);
    for (int k = 0; k < 4; k++)
        CHECK_EQ_INT(x[k], k + 1);
    i[2] = 0;
    CHECK_OK(&r, ready_run(&r, in, 3, &out, 1));
    CHECK_EQ_INT(x[0], 41);
    CHECK_EQ_INT(x[3], 24);
    ready_close(&r);
}

/* ---- cancelling */

typedef struct Watch {
    const frit_context *context;
    int calls, stop_at;
    bool by_cancel;
    uint64_t done, total;
} Watch;

static bool watch(void *user, uint64_t done, uint64_t total) {
    Watch *w = user;
    CHECK(done <= total);
    w->done = done;
    w->total = total;
    if (++w->calls != w->stop_at)
        return true;
    if (!w->by_cancel)
        return false;
    frit_context_cancel(w->context);
    return true;
}

/* Long by its estimate, and dear, so that it is interrupted and its results are made elsewhere. */
enum { ROWS = 400, ALL = 1200000 };
static const char slow[] = "program p(x: f64[m,n]) -> (r, s) {\n"
                           "  a = lgamma(x)\n"
                           "  b = lgamma(a)\n"
                           "  c = lgamma(b)\n"
                           "  d = lgamma(c)\n"
                           "  e = lgamma(d)\n"
                           "  r = lgamma(e)\n"
                           "  s = sum(r, axes=[1])\n"
                           "}\n";

TEST(progress_may_cancel) {
    static double x[ALL], r_out[ALL], s_out[ROWS];
    Watch w = {.stop_at = 2};
    frit_context_options options = {FRIT_SIZED(frit_context_options), .progress = watch,
                                    .progress_user = &w, .threads = 1};
    Ready r;
    ready_open(&r, &options, slow);
    w.context = r.context;
    int64_t shape[2] = {ROWS, ALL / ROWS};
    for (int k = 0; k < ALL; k++) {
        x[k] = k * 1e-3;
        s_out[k % ROWS] = 5;
        r_out[k] = 5;
    }
    frit_tensor in = {x, shape, NULL}, out[] = {{r_out, shape, NULL}, {s_out, shape, NULL}};
    for (int way = 0; way < 2; way++) {
        w.calls = 0;
        w.by_cancel = way;
        CHECK_EQ_NAMED(ready_run(&r, &in, 1, out, 2), FRIT_ERR_CANCELLED, frit_status_name);
        for (int k = 0; k < ALL; k++)
            CHECK(r_out[k] == 5 && s_out[k % ROWS] == 5);
    }
    w.calls = w.stop_at = 0;
    CHECK_OK(&r, ready_run(&r, &in, 1, out, 2));
    CHECK(w.calls > 0 && r_out[1] != 5);
    ready_close(&r);
}

typedef struct Endless {
    Ready ready;
    _Atomic int status;
    int64_t out;
} Endless;

static void *run_endless(void *user) {
    Endless *e = user;
    int64_t x = 1;
    frit_tensor in = {&x, NULL, NULL}, out = {&e->out, NULL, NULL};
    e->status = (int)frit_call_run(e->ready.call, &in, 1, &out, 1, NULL);
    return NULL;
}

/* A loop without end, ended from another thread. */
TEST(cancel_from_another_thread) {
    static const char text[] = "program on(i: i64) -> (c) { zero = const(0)  c = ne(i, zero) }\n"
                               "program next(i: i64) -> (j) { j = abs(i) }\n"
                               "program p(x: i64) -> (r) {\n"
                               "  r = while(x, cond=@on, body=@next, carry=1)\n"
                               "}\n";
    static Endless e;
    pthread_t thread;
    ready_open(&e.ready, NULL, text);
    e.status = -1;
    e.out = 99;
    frit_context_cancel(e.ready.context); /* nothing runs: no effect */
    CHECK(pthread_create(&thread, NULL, run_endless, &e) == 0);
    while (e.status < 0)
        frit_context_cancel(e.ready.context);
    pthread_join(thread, NULL);
    CHECK_EQ_NAMED(e.status, FRIT_ERR_CANCELLED, frit_status_name);
    CHECK_EQ_INT(e.out, 99);
    ready_close(&e.ready);
}

typedef struct Host {
    const frit_context *context;
    uint64_t chunks;
} Host;

/* Somebody cancels after the first piece of every kernel. */
static void host_run(void *user, uint64_t n, frit_chunk_fn *run, void *chunk_user) {
    Host *host = user;
    for (uint64_t k = 0; k < n; k++) {
        run(chunk_user, k, 0);
        host->chunks++;
        frit_context_cancel(host->context);
    }
}

/* Whatever becomes of a call, its outputs are not half written. */
TEST(cancelled_or_complete) {
    NOT_FROM_SOURCE("the host's threads run nothing");
    static const char *const programs[] = {
        "program p(x: f32[n]) -> (r) { r = neg(x) }\n",
        "program p(x: f32[n]) -> (r) {\n"
        "  s = sum(x)\n"
        "  t = sub(x, s)\n"
        "  r = sub(s, t)\n"
        "}\n",
        "program turn(k: i32, x: f32[n]) -> (r) { r = neg(x) }\n"
        "program p(x: f32[n]) -> (r) {\n"
        "  lo = const(0:i32)\n"
        "  hi = const(9:i32)\n"
        "  r = for(lo, hi, x, body=@turn, carry=1)\n"
        "}\n",
        /* Nobody knows how long it takes, so it can be interrupted. */
        "program turn(k: i32, x: f32[n]) -> (r) { r = neg(x) }\n"
        "program p(x: f32[n]) -> (r) {\n"
        "  lo = const(0:i32)\n"
        "  m = max(x)\n"
        "  hi = cast(m, to=i32)\n"
        "  r = for(lo, hi, x, body=@turn, carry=1)\n"
        "}\n",
    };
    enum { N = 3000000 };
    static float x[N], want[N], out[N];
    int64_t n = N;
    int cancelled = 0;
    for (int k = 0; k < N; k++)
        x[k] = (float)(k % 5);
    for (size_t p = 0; p < sizeof programs / sizeof *programs; p++) {
        Host host = {NULL, 0};
        frit_context_options options = {FRIT_SIZED(frit_context_options), .threads = 2,
                                        .host_run = host_run, .host_user = &host};
        Ready r, plain;
        ready_open(&r, &options, programs[p]);
        ready_open(&plain, NULL, programs[p]);
        host.context = r.context;
        frit_tensor in = {x, &n, NULL}, to = {out, &n, NULL}, wanted = {want, &n, NULL};
        CHECK_OK(&plain, ready_run(&plain, &in, 1, &wanted, 1));
        for (int k = 0; k < N; k++)
            out[k] = 77;
        frit_status status = ready_run(&r, &in, 1, &to, 1);
        CHECK(status == FRIT_OK || status == FRIT_ERR_CANCELLED);
        cancelled += status == FRIT_ERR_CANCELLED;
        CHECK(host.chunks > 1);
        for (int k = 0; k < N; k++)
            CHECK_EQ_F32(out[k], status ? 77 : want[k]);
        ready_close(&plain);
        ready_close(&r);
    }
    CHECK(cancelled > 0);
}

typedef struct OtherThread {
    uint64_t n;
    frit_chunk_fn *run;
    void *chunk_user;
} OtherThread;

static void *all_chunks(void *user) {
    OtherThread *o = user;
    for (uint64_t k = 0; k < o->n; k++)
        o->run(o->chunk_user, k, 1);
    return NULL;
}

/* The caller runs nothing itself. */
static void run_elsewhere(void *user, uint64_t n, frit_chunk_fn *run, void *chunk_user) {
    OtherThread o = {n, run, chunk_user};
    pthread_t thread;
    atomic_int *runs = user;
    CHECK(pthread_create(&thread, NULL, all_chunks, &o) == 0);
    pthread_join(thread, NULL);
    atomic_fetch_add(runs, 1);
}

TEST(progress_of_work_elsewhere) {
    NOT_FROM_SOURCE("the host's threads run nothing");
    static double x[ALL], r_out[ALL], s_out[ROWS];
    atomic_int runs = 0;
    Watch w = {.stop_at = 0};
    frit_context_options options = {
        FRIT_SIZED(frit_context_options), .progress = watch, .progress_user = &w, .threads = 2,
        .host_run = run_elsewhere,        .host_user = &runs};
    Ready r;
    ready_open(&r, &options, slow);
    w.context = r.context;
    int64_t shape[2] = {ROWS, ALL / ROWS};
    for (int k = 0; k < ALL; k++)
        r_out[k] = 5;
    frit_tensor in = {x, shape, NULL}, out[] = {{r_out, shape, NULL}, {s_out, shape, NULL}};
    w.stop_at = 1;
    CHECK_EQ_NAMED(ready_run(&r, &in, 1, out, 2), FRIT_ERR_CANCELLED, frit_status_name);
    CHECK_EQ_INT(w.calls, 1);
    for (int k = 0; k < ALL; k++)
        CHECK(r_out[k] == 5);
    w.stop_at = w.calls = 0;
    CHECK_OK(&r, ready_run(&r, &in, 1, out, 2));
    CHECK(runs > 0 && w.calls > 0 && w.done == w.total);
    ready_close(&r);
}

/* ---- verify mode */

TEST(verify_passes_what_is_right) {
    static const char text[] = "program p(x: f32[m,n], y: f32[n]) -> (a, b, c) {\n"
                               "  a = softmax(x, axes=[1])\n"
                               "  s = mul(a, y)\n"
                               "  b = sum(s, axes=[0])\n"
                               "  c = matmul(x, y)\n"
                               "}\n";
    enum { M = 17, N = 70 };
    static float x[M * N], y[N], a[2][M * N], b[2][N], c[2][M];
    int64_t shape[2] = {M, N}, m = M, n = N;
    for (int k = 0; k < M * N; k++)
        x[k] = (float)(k % 23) * 0.25f;
    for (int k = 0; k < N; k++)
        y[k] = (float)k;
    for (int verify = 0; verify < 2; verify++) {
        frit_context_options options = {FRIT_SIZED(frit_context_options), .verify = verify,
                                        .no_blas = true};
        Ready r;
        ready_open(&r, &options, text);
        frit_tensor in[] = {{x, shape, NULL}, {y, &n, NULL}};
        frit_tensor out[] = {
            {a[verify], shape, NULL}, {b[verify], &n, NULL}, {c[verify], &m, NULL}};
        for (int round = 0; round < 2; round++)
            CHECK_OK(&r, ready_run(&r, in, 2, out, 3));
        ready_close(&r);
    }
    CHECK_EQ_MEM(a[0], a[1], sizeof a[0]);
    CHECK_EQ_MEM(b[0], b[1], sizeof b[0]);
    CHECK_EQ_MEM(c[0], c[1], sizeof c[0]);
}

/* A kernel that computes something else than its program. */
TEST(verify_finds_a_wrong_kernel) {
    static const char text[] = "program p(x: f32[n], y: f32[n]) -> (r, s) {\n"
                               "  r = neg(x)\n"
                               "  t = maximum(x, y)\n"
                               "  s = mul(t, x)\n"
                               "}\n";
    float x[3] = {1, 2, 3}, y[3] = {1, 2, 4}, a[3] = {5, 5, 5}, b[3] = {6, 6, 6};
    int64_t n = 3;
    frit_context_options options = {FRIT_SIZED(frit_context_options), .verify = true};
    Ready r;
    ready_open(&r, &options, text);
    frit_tensor in[] = {{x, &n, NULL}, {y, &n, NULL}};
    frit_tensor out[] = {{a, &n, NULL}, {b, &n, NULL}};
    Kernel *kernel = &r.plan->plan->kernels.at[0];
    for (uint32_t k = 0; k < kernel->body.len; k++)
        if (kernel->body.at[k].code == K_STEP && kernel->body.at[k].op == OP_maximum)
            kernel->body.at[k].op = OP_minimum;
    CHECK_EQ_NAMED(ready_run(&r, in, 2, out, 2), FRIT_ERR_MISMATCH, frit_status_name);
    CHECK_STR(r.error.message,
              "output 1 (s): element 2 is 0x41100000 fused and 0x41400000 step by step");
    for (int k = 0; k < 3; k++)
        CHECK(a[k] == 5 && b[k] == 6);
    y[2] = 3;
    CHECK_OK(&r, ready_run(&r, in, 2, out, 2));
    CHECK_EQ_F32(b[2], 9);
    ready_close(&r);
}

/* The same of a kernel whose NaN has another sign: no mismatch. */
TEST(verify_takes_any_nan) {
    static const char text[] = "program p(x: f32x2[n]) -> (r) {\n"
                               "  y = abs(x)\n"
                               "  r = sqrt(y)\n"
                               "}\n";
    float x[4] = {1, 4, 0, 9}, out[4] = {0};
    uint32_t nan = 0xffc12345;
    int64_t n = 2;
    frit_context_options options = {FRIT_SIZED(frit_context_options), .verify = true};
    Ready r;
    ready_open(&r, &options, text);
    memcpy(&x[2], &nan, sizeof nan);
    Kernel *kernel = &r.plan->plan->kernels.at[0];
    for (uint32_t k = 0; k < kernel->body.len; k++)
        if (kernel->body.at[k].code == K_STEP && kernel->body.at[k].op == OP_abs)
            kernel->body.at[k].op = OP_round; /* keeps the sign */
    frit_tensor in = {x, &n, NULL}, to = {out, &n, NULL};
    CHECK_OK(&r, ready_run(&r, &in, 1, &to, 1));
    CHECK(out[1] == 2 && out[2] != out[2] && out[3] == 3);
    ready_close(&r);
}
