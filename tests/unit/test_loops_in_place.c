/* Loops that store elements into an array that they carry: in place, and as if each turn had made a new one. */
#include <math.h>

#include "call_fixture.h"

enum { N = 40, MOST = N * 3 };

static const double start_of[4] = {1, -2, 0.5, 3};

/* Runs p(s: f64[n,3], x: f64[n,3], hi: i64) -> (r: f64[n,3]) with fusion or without; gives kernels launched. */
static uint64_t run(const char *text, bool no_fusion, int64_t hi, double *out) {
    static double s[MOST], x[MOST];
    int64_t shape[] = {N, 3};
    Ready r;
    for (int k = 0; k < MOST; k++) {
        s[k] = start_of[k % 4];
        x[k] = 0.25 * (double)(k % 7) - 0.5;
    }
    ready_context(&r, NULL);
    ready_program(&r, text, no_fusion);
    frit_tensor in[] = {{s, shape, NULL}, {x, shape, NULL}, {&hi, NULL, NULL}};
    frit_tensor to = {out, shape, NULL};
    uint64_t before = frit_context_describe(r.context).kernels;
    CHECK_OK(&r, ready_run(&r, in, 3, &to, 1));
    uint64_t kernels = frit_context_describe(r.context).kernels - before;
    for (int k = 0; k < MOST; k++)
        CHECK(s[k] == start_of[k % 4]);
    ready_close(&r);
    return kernels;
}

/* The same fused as step by step, however many turns there are. */
static void check_turns(const char *text) {
    double fused[MOST], plain[MOST];
    for (int64_t hi = 0; hi <= N; hi += hi < 3 ? 1 : 18) {
        run(text, false, hi, fused);
        run(text, true, hi, plain);
        CHECK_EQ_MEM(fused, plain, sizeof fused);
    }
}

#define LOOP                                                \
    "program p(s: f64[n,3], x: f64[n,3], hi: i64) -> (r) {" \
    "  lo = const(1:i64)"                                   \
    "  r = for(lo, hi, s, x, body=@turn, carry=1)"          \
    "}\n"
#define TURN                                                                                     \
    "program turn(t: i64, s: f64[n,3], x: f64[n,3]) -> (r) {\n"                                  \
    "  one = const(1:i64) before = sub(t, one) h = const(0.5)\n"                                 \
    "  old = gather(s, before, axes=[0]) a = mul(old, h) b = gather(x, t, axes=[0]) v = add(a, " \
    "b)\n"

static const char recurrence[] = TURN "  r = scatter(s, v, t, axes=[0])\n}\n" LOOP;

TEST(rows_follow_from_the_rows_before) {
    double out[MOST];
    check_turns(recurrence);
    run(recurrence, false, N, out);
    double want = start_of[1]; /* of column 1 */
    for (int t = 1; t < N; t++) {
        want = want * 0.5 + 0.25 * (double)((3 * t + 1) % 7) - 0.5;
        CHECK(out[3 * t + 1] == want);
    }
}

static const char independent[] = TURN "  r = scatter(s, b, t, axes=[0])\n}\n" LOOP;
static const char crossing[] = "program turn(t: i64, a: f64[n,3], b: f64[n,3]) -> (c, d) {\n"
                               "  one = const(1:i64) before = sub(t, one)\n"
                               "  x = gather(b, before, axes=[0]) y = gather(a, before, axes=[0])\n"
                               "  c = scatter(a, x, t, axes=[0]) d = scatter(b, y, t, axes=[0])\n"
                               "}\n"
                               "program p(s: f64[n,3], x: f64[n,3], hi: i64) -> (r) {\n"
                               "  lo = const(1:i64)\n"
                               "  c, d = for(lo, hi, s, x, body=@turn, carry=2)\n"
                               "  r = sub(c, d)\n"
                               "}\n";

static uint64_t kernels_of_20_turns(const char *text) {
    double out[MOST];
    return run(text, false, 31, out) - run(text, false, 11, out);
}

/* Nobody copies the array: a turn stores the row, and makes it before where it comes from there. */
TEST(a_turn_copies_nothing) {
    CHECK_EQ_INT(kernels_of_20_turns(independent), 20);
    CHECK_EQ_INT(kernels_of_20_turns(recurrence), 2 * 20);
    CHECK_EQ_INT(kernels_of_20_turns(crossing), 4 * 20);
}

/* What is read after the store, from the array as it was: it must not be the new one. */
TEST(the_array_before_the_store_is_still_needed) {
    check_turns(TURN "  q = scatter(s, v, t, axes=[0])\n"
                     "  z = gather(s, t, axes=[0]) y = sum(q) w = add(z, y)\n"
                     "  r = scatter(q, w, before, axes=[0])\n}\n" LOOP);
    check_turns(TURN "  q = scatter(s, v, t, axes=[0])\n"
                     "  r = add(q, s)\n}\n" LOOP);
}

/* The largest element of the new array comes first, then the old one is read: not in place. Computed here as well,
 * since a wrong step would be wrong without fusion, too. */
TEST(the_old_array_is_read_after_the_new_one) {
    static const char text[] = "program turn(t: i64, a: f64[n,3], b: f64[n,3]) -> (c, d) {\n"
                               "  one = const(1:i64) before = sub(t, one)\n"
                               "  x = gather(b, before, axes=[0]) c = scatter(a, x, t, axes=[0])\n"
                               "  w = max(c) d = sub(a, w)\n"
                               "}\n"
                               "program p(s: f64[n,3], x: f64[n,3], hi: i64) -> (r) {\n"
                               "  lo = const(1:i64)\n"
                               "  c, d = for(lo, hi, s, x, body=@turn, carry=2)\n"
                               "  r = sub(c, d)\n"
                               "}\n";
    double out[MOST], a[MOST], b[MOST], c[MOST];
    check_turns(text);
    run(text, false, 3, out);
    for (int k = 0; k < MOST; k++) {
        a[k] = start_of[k % 4];
        b[k] = 0.25 * (double)(k % 7) - 0.5;
    }
    for (int t = 1; t < 3; t++) {
        double most = -INFINITY;
        memcpy(c, a, sizeof c);
        memcpy(c + (size_t)3 * t, b + (size_t)3 * (t - 1), 3 * sizeof *c);
        for (int k = 0; k < MOST; k++)
            most = c[k] > most ? c[k] : most;
        for (int k = 0; k < MOST; k++)
            b[k] = a[k] - most;
        memcpy(a, c, sizeof a);
    }
    for (int k = 0; k < MOST; k++)
        CHECK(out[k] == a[k] - b[k]);
}

TEST(several_stores) {
    check_turns(TURN "  q = scatter(s, v, t, axes=[0])\n"
                     "  r = scatter(q, b, before, axes=[0])\n}\n" LOOP);
    check_turns(TURN "  q = scatter(s, v, t, axes=[0])\n"
                     "  c = gather(q, t, axes=[0]) d = mul(c, h)\n"
                     "  r = scatter(q, d, before, axes=[0])\n}\n" LOOP);
}

/* All rows move at once: each is read before any is written. */
TEST(stores_of_many_rows) {
    check_turns(TURN "  i = iota(shape=[3], axis=0, to=i64) j = add(i, t) k = const(37:i64)\n"
                     "  m = remainder(j, k) p = add(m, one) c = gather(s, m, axes=[0])\n"
                     "  r = scatter(s, c, p, axes=[0])\n}\n" LOOP);
}

/* Two arrays, each stored from the other. */
TEST(arrays_that_cross) {
    check_turns(crossing);
}

TEST(loops_without_a_count) {
    check_turns("program on(s: f64[n,3], t: i64, x: f64[n,3], hi: i64) -> (c) { c = lt(t, hi) }\n"
                "program turn(s: f64[n,3], t: i64, x: f64[n,3], hi: i64) -> (r, u) {\n"
                "  one = const(1:i64) u = add(t, one) before = sub(t, one)\n"
                "  old = gather(s, before, axes=[0]) b = gather(x, t, axes=[0]) v = add(old, b)\n"
                "  r = scatter(s, v, t, axes=[0])\n"
                "}\n"
                "program p(s: f64[n,3], x: f64[n,3], hi: i64) -> (r) {\n"
                "  lo = const(1:i64)\n"
                "  r, u = while(s, lo, x, hi, cond=@on, body=@turn, carry=2)\n"
                "}\n");
}

/* An index out of range stops a loop; what the caller knows stays as it was. */
TEST(a_turn_that_fails) {
    static double s[MOST], x[MOST], out[MOST];
    int64_t shape[] = {N, 3}, hi = N + 5;
    Ready r;
    ready_open(&r, NULL, recurrence);
    for (int k = 0; k < MOST; k++)
        out[k] = 7;
    frit_tensor in[] = {{s, shape, NULL}, {x, shape, NULL}, {&hi, NULL, NULL}};
    frit_tensor to = {out, shape, NULL};
    CHECK_EQ_NAMED(ready_run(&r, in, 3, &to, 1), FRIT_ERR_INDEX, frit_status_name);
    for (int k = 0; k < MOST; k++)
        CHECK(out[k] == 7);
    CHECK_EQ_NAMED(ready_run(&r, in, 3, in, 1), FRIT_ERR_INDEX, frit_status_name);
    for (int k = 0; k < MOST; k++)
        CHECK(s[k] == 0);
    ready_close(&r);
}
