/* What calls copy beside computing: nothing, unless an array that somebody knows could be left half written
 * or read after it was written. */
#include "call_fixture.h"
#include "moved.h"

/* Runs, and checks that as much is copied as was said before. */
static frit_status run_counted(Ready *r, const frit_tensor *in, uint32_t n_in,
                               const frit_tensor *out, uint32_t n_out, uint64_t *copied) {
    uint64_t said, before = frit_context_describe(r->context).copied;
    Moved m;
    moved_in(&m, r->context, r->call, in, n_in, out, n_out);
    CHECK_OK(r, frit_call_copies(r->call, m.at, n_in, m.at + n_in, n_out, &said, &r->error));
    CHECK_EQ_INT(frit_context_describe(r->context).copied, before);
    frit_status status = ready_run(r, m.at, n_in, m.at + n_in, n_out);
    moved_out(&m);
    *copied = frit_call_copied(r->call);
    CHECK_EQ_INT(frit_context_describe(r->context).copied - before, *copied);
    if (status == FRIT_OK)
        CHECK_EQ_INT(said, *copied);
    return status;
}

static void check_copied(Ready *r, const frit_tensor *in, uint32_t n_in, const frit_tensor *out,
                         uint32_t n_out, uint64_t want) {
    uint64_t copied;
    CHECK_OK(r, run_counted(r, in, n_in, out, n_out, &copied));
    CHECK_EQ_INT(copied, want);
}

static void make_fresh(Ready *r, bool fresh) {
    for (uint32_t k = 0; k < frit_plan_output_count(r->plan); k++)
        CHECK_OK(r, frit_call_fresh(r->call, k, fresh, &r->error));
}

/* What a host that can interrupt work gives, as Python does. */
typedef struct Asked {
    int calls, stop_at;
} Asked;

static bool ask(void *user, uint64_t done, uint64_t total) {
    Asked *a = user;
    CHECK(done <= total);
    return ++a->calls != a->stop_at;
}

/* ---- short work, interruptible or not */

TEST(short_work_copies_nothing) {
    static const char text[] = "program p(x: f64[n], y: f64[n]) -> (r) { r = add(x, y) }\n";
    enum { N = 100000 };
    static double x[N], y[N], to[2 * N];
    int64_t n = N, wide = 16;
    for (int host = 0; host < 2; host++) {
        Asked a = {0, 0};
        frit_context_options options = {FRIT_SIZED(frit_context_options), .threads = 1,
                                        .progress = ask, .progress_user = &a};
        Ready r;
        ready_open(&r, host ? &options : NULL, text);
        frit_tensor in[] = {{x, &n, NULL}, {y, &n, NULL}}, out = {to, &n, NULL};
        for (int fresh = 0; fresh < 2; fresh++) {
            make_fresh(&r, fresh);
            check_copied(&r, in, 2, &out, 1, 0);
            check_copied(&r, in, 2, &in[0], 1, 0);                            /* x += y */
            check_copied(&r, in, 2, &(frit_tensor){to + 1, &n, &wide}, 1, 0); /* a part */
        }
        CHECK(!host || a.calls > 0);
        ready_close(&r);
    }
}

/* Somebody who says no is heard before anything is written. */
TEST(short_work_is_asked_about_before_it_writes) {
    static const char text[] = "program p(x: f64[n]) -> (r) { r = add(x, x) }\n";
    enum { N = 1000 };
    static double x[N];
    int64_t n = N;
    Asked a = {0, 1};
    frit_context_options options = {FRIT_SIZED(frit_context_options), .threads = 1, .progress = ask,
                                    .progress_user = &a};
    Ready r;
    uint64_t copied;
    ready_open(&r, &options, text);
    frit_tensor in = {x, &n, NULL};
    x[7] = 3;
    CHECK_EQ_NAMED(run_counted(&r, &in, 1, &in, 1, &copied), FRIT_ERR_CANCELLED, frit_status_name);
    CHECK(x[7] == 3 && copied == 0);
    CHECK_OK(&r, run_counted(&r, &in, 1, &in, 1, &copied));
    CHECK(x[7] == 6);
    ready_close(&r);
}

/* ---- long work */

static const char slow[] = "program p(x: f64[n]) -> (r) {\n"
                           "  a = lgamma(x)\n"
                           "  b = lgamma(a)\n"
                           "  c = lgamma(b)\n"
                           "  d = lgamma(c)\n"
                           "  e = lgamma(d)\n"
                           "  r = lgamma(e)\n"
                           "}\n";
/* Long by its estimate, and so dear that a copy of its results is little beside it. */
enum { LONG = 900000 };

TEST(long_work_is_interrupted_and_leaves_what_is_known) {
    static double x[LONG];
    int64_t n = LONG;
    Asked a = {0, 2};
    frit_context_options options = {FRIT_SIZED(frit_context_options), .threads = 1, .progress = ask,
                                    .progress_user = &a};
    Ready r;
    uint64_t copied;
    ready_open(&r, &options, slow);
    for (int k = 0; k < LONG; k++)
        x[k] = 3;
    frit_tensor in = {x, &n, NULL};
    CHECK_EQ_NAMED(run_counted(&r, &in, 1, &in, 1, &copied), FRIT_ERR_CANCELLED, frit_status_name);
    CHECK_EQ_INT(copied, 0);
    for (int k = 0; k < LONG; k++)
        CHECK(x[k] == 3);
    check_copied(&r, &in, 1, &in, 1, sizeof x);
    CHECK(x[0] != 3 && x[LONG - 1] == x[0]);
    ready_close(&r);
}

TEST(long_work_on_fresh_outputs_is_interrupted_and_not_copied) {
    static double x[LONG], to[LONG];
    int64_t n = LONG;
    Asked a = {0, 2};
    frit_context_options options = {FRIT_SIZED(frit_context_options), .threads = 1, .progress = ask,
                                    .progress_user = &a};
    Ready r;
    uint64_t copied;
    ready_open(&r, &options, slow);
    make_fresh(&r, true);
    frit_tensor in = {x, &n, NULL}, out = {to, &n, NULL};
    CHECK_EQ_NAMED(run_counted(&r, &in, 1, &out, 1, &copied), FRIT_ERR_CANCELLED, frit_status_name);
    CHECK(copied == 0 && a.calls == 2); /* soon, not after all of it */
    check_copied(&r, &in, 1, &out, 1, 0);
    ready_close(&r);
}

/* ---- what may fail */

TEST(an_index_that_may_fail_copies_what_is_known) {
    static const char text[] = "program p(x: f32[n], i: i32[m]) -> (r) {\n"
                               "  r = gather(x, i, axes=[0])\n"
                               "}\n";
    float x[4] = {1, 2, 3, 4}, to[3] = {7, 7, 7};
    int32_t i[3] = {3, 0, 1};
    int64_t n = 4, m = 3;
    Ready r;
    uint64_t copied;
    ready_open(&r, NULL, text);
    frit_tensor in[] = {{x, &n, NULL}, {i, &m, NULL}}, out = {to, &m, NULL};
    check_copied(&r, in, 2, &out, 1, sizeof to);
    make_fresh(&r, true);
    check_copied(&r, in, 2, &out, 1, 0);
    make_fresh(&r, false);
    i[2] = 9;
    to[0] = 7;
    CHECK_EQ_NAMED(run_counted(&r, in, 2, &out, 1, &copied), FRIT_ERR_INDEX, frit_status_name);
    CHECK(copied == 0 && to[0] == 7);
    ready_close(&r);
}

/* Of several steps all but the last write before one that could want for memory. */
TEST(results_of_early_steps_are_copied_where_they_are_known) {
    static const char text[] = "program p(x: f32[m,n]) -> (r, s) {\n"
                               "  r = sum(x, axes=[0])\n"
                               "  t = sum(r)\n"
                               "  s = add(x, t)\n"
                               "}\n";
    static float x[6], sums[3], to[6];
    int64_t shape[] = {2, 3};
    Ready r;
    ready_open(&r, NULL, text);
    frit_tensor in = {x, shape, NULL}, out[] = {{sums, shape + 1, NULL}, {to, shape, NULL}};
    check_copied(&r, &in, 1, out, 2, sizeof sums);
    CHECK_OK(&r, frit_call_fresh(r.call, 0, true, &r.error)); /* each by itself */
    check_copied(&r, &in, 1, out, 2, 0);
    ready_close(&r);
}

/* ---- what overlaps */

TEST(an_output_that_overlaps_a_shifted_input_is_copied) {
    static const char text[] = "program p(x: f32[n], y: f32[n]) -> (r) { r = add(x, y) }\n";
    enum { N = 1000 };
    static float x[N + 1], y[N];
    int64_t n = N, back = -4;
    Ready r;
    for (int k = 0; k <= N; k++)
        x[k] = (float)k;
    ready_open(&r, NULL, text);
    for (int fresh = 0; fresh < 2; fresh++) { /* that nobody has seen it does not help */
        make_fresh(&r, fresh);
        frit_tensor in[] = {{x, &n, NULL}, {y, &n, NULL}}, out = {x + 1, &n, NULL};
        check_copied(&r, in, 2, &out, 1, N * sizeof *x);
        CHECK(x[N] == (float)(N - 1 - fresh));
        check_copied(&r, in, 2, &(frit_tensor){x + N - 1, &n, &back}, 1, N * sizeof *x);
        check_copied(&r, in, 2, &(frit_tensor){x + N - 1, &n, &back}, 1, N * sizeof *x);
    }
    ready_close(&r);
}

/* ---- reshapes and loops */

TEST(a_reshape_that_strides_cannot_express_is_counted) {
    static const char text[] = "program p(x: f32[2,3]) -> (r) {\n"
                               "  y = transpose(x)\n"
                               "  z = reshape(y, shape=[6])\n"
                               "  s = cumsum(z, axis=0)\n"
                               "  r = neg(s)\n"
                               "}\n";
    static float x[6], to[6];
    int64_t shape[] = {2, 3}, n = 6;
    Ready r;
    ready_open(&r, NULL, text);
    make_fresh(&r, true);
    frit_tensor in = {x, shape, NULL}, out = {to, &n, NULL};
    check_copied(&r, &in, 1, &out, 1, sizeof x);
    ready_close(&r);
}

/* The last turn of a loop that is counted writes where its results belong. */
TEST(what_a_loop_gives_back) {
    static const char counted[] =
        "program turn(k: i32, x: f32[n]) -> (r) { r = cumsum(x, axis=0) }\n"
        "program p(x: f32[n], hi: i32) -> (r) {\n"
        "  lo = const(0:i32)\n"
        "  r = for(lo, hi, x, body=@turn, carry=1)\n"
        "}\n";
    static const char open[] = "program on(x: f32[n], hi: i32) -> (c) {\n"
                               "  s = max(x)\n"
                               "  t = cast(s, to=i32)\n"
                               "  c = lt(t, hi)\n"
                               "}\n"
                               "program turn(x: f32[n], hi: i32) -> (r) { r = cumsum(x, axis=0) }\n"
                               "program p(x: f32[n], hi: i32) -> (r) {\n"
                               "  r = while(x, hi, cond=@on, body=@turn, carry=1)\n"
                               "}\n";
    float x[5] = {1, 1, 1, 1, 1}, to[10];
    int64_t n = 5, wide = 8;
    int32_t turns = 3, most = 35;
    Ready r;
    ready_open(&r, NULL, counted);
    make_fresh(&r, true);
    frit_tensor in[] = {{x, &n, NULL}, {&turns, NULL, NULL}}, out = {to, &n, NULL};
    check_copied(&r, in, 2, &out, 1, 0);
    CHECK(to[4] == 35);
    check_copied(&r, in, 2, &(frit_tensor){to, &n, &wide}, 1, sizeof x);
    CHECK(to[8] == 35);
    turns = 1; /* the first turn is the last */
    check_copied(&r, in, 2, &out, 1, 0);
    CHECK(to[4] == 5);
    turns = 3;
    check_copied(&r, in, 2, in, 1, sizeof x); /* what it reads first */
    CHECK(x[4] == 35);
    turns = 0;
    CHECK_OK(&r, moved_run(r.context, r.call, in, 2, &out, 1, &r.error));
    CHECK(to[4] == 35);
    ready_close(&r);
    ready_open(&r, NULL, open);
    make_fresh(&r, true);
    in[1].data = &most;
    for (int k = 0; k < 5; k++)
        x[k] = 1;
    check_copied(&r, in, 2, &out, 1, sizeof x);
    CHECK(to[4] == 35);
    ready_close(&r);
}

/* ---- asking */

TEST(copies_are_told_in_reports) {
    static const char text[] = "program p(x: f32[n]) -> (r) { r = neg(x) }\n";
    float x[5] = {1, 2, 3, 4, 5};
    int64_t n = 4;
    Ready r;
    ready_open(&r, NULL, text);
    frit_tensor in = {x, &n, NULL}, out = {x + 1, &n, NULL};
    CHECK_EQ_INT(frit_call_copied(r.call), 0);
    frit_text json = {0}, plain = {0};
    CHECK_OK(&r, frit_plan_report(r.plan, &in, 1, FRIT_REPORT_JSON, &json, &r.error));
    CHECK(strstr(json.data, "\"bytes_copied\": null"));
    frit_text_free(r.context, &json);
    CHECK_OK(&r,
             frit_plan_explain(r.context, r.plan, &in, 1, NULL, FRIT_REPORT_JSON, &json, &r.error));
    CHECK(strstr(json.data, "\"bytes_copied\": 0"));
    frit_text_free(r.context, &json);
    CHECK_OK(&r, moved_run(r.context, r.call, &in, 1, &out, 1, &r.error));
    CHECK_OK(&r, frit_call_report(r.call, FRIT_REPORT_JSON, &json, &r.error));
    CHECK(strstr(json.data, "\"bytes_copied\": 16"));
    CHECK_OK(&r, frit_call_report(r.call, FRIT_REPORT_TEXT, &plain, &r.error));
    CHECK(strstr(plain.data, "copied"));
    frit_text_free(r.context, &json);
    frit_text_free(r.context, &plain);
    ready_close(&r);
}

TEST(fresh_outputs_that_there_are_not) {
    static const char text[] = "program p(x: f32[n]) -> (r) { r = neg(x) }\n";
    float x[2] = {1, 2};
    int64_t n = 2;
    uint64_t bytes = 5;
    Ready r;
    ready_open(&r, NULL, text);
    frit_tensor in = {x, &n, NULL};
    CHECK_EQ_NAMED(frit_call_fresh(r.call, 1, true, &r.error), FRIT_ERR_ARGUMENT, frit_status_name);
    CHECK(strstr(r.error.message, "output number 1"));
    CHECK_EQ_NAMED(frit_call_copies(r.call, &in, 1, &in, 2, &bytes, &r.error), FRIT_ERR_ARGUMENT,
                   frit_status_name);
    CHECK_EQ_INT(bytes, 0);
    CHECK_OK(&r, frit_call_copies(r.call, &in, 1, NULL, 0, &bytes, &r.error));
    CHECK_EQ_INT(bytes, 0);
    ready_close(&r);
}
