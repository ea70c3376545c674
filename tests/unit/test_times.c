/* What kernels take: counted by kernel, begun at zero, and off unless somebody asks. */
#define _POSIX_C_SOURCE 200809L
#include <time.h>

#include "call_fixture.h"

/* The body reduces: the host turns the loop. Kernels before it, in it and after it. */
static const char LOOP[] = "program turn(k: i32, a: f64[n], x: f64[n]) -> (c) {\n"
                           "  m = max(a)\n"
                           "  q = div(a, m)\n"
                           "  c = add(q, x)\n"
                           "}\n"
                           "program p(hi: i32, a: f64[n], x: f64[n]) -> (r, s) {\n"
                           "  lo = const(0:i32)\n"
                           "  b = exp(x)\n"
                           "  r = for(lo, hi, a, b, body=@turn, carry=1)\n"
                           "  s = sum(r)\n"
                           "}\n";

enum { N = 1000 };

typedef struct Loop {
    Ready ready;
    int32_t hi;
    int64_t n, stride;
    double a[N], x[N], r[2 * N], s;
} Loop;

static void loop_open(Loop *l, const frit_context_options *options) {
    ready_open(&l->ready, options, LOOP);
    l->n = N;
    l->hi = 3;
    l->stride = sizeof(double);
    for (int k = 0; k < N; k++)
        l->a[k] = l->x[k] = 1.0 + k / (double)N;
}

static frit_status loop_run(Loop *l) {
    frit_tensor in[] = {{&l->hi, NULL, NULL}, {l->a, &l->n, NULL}, {l->x, &l->n, NULL}};
    frit_tensor out[] = {{l->r, &l->n, &l->stride}, {&l->s, NULL, NULL}};
    return ready_run(&l->ready, in, 3, out, 2);
}

static frit_kernel_time time_of(const Loop *l, uint32_t kernel) {
    frit_kernel_time time = {0};
    CHECK_MSG(frit_call_time(l->ready.call, kernel, &time), "kernel %u has no time", kernel);
    return time;
}

static bool is_called(const Loop *l, uint32_t kernel, const char *schedule) {
    frit_kernel_info info;
    return frit_plan_kernel(l->ready.plan, kernel, &info) && !strcmp(info.schedule, schedule);
}

static uint32_t kernel_count(const Loop *l) {
    return frit_plan_kernel_count(l->ready.plan);
}

/* Every kernel ran as often as it should have after so many runs of the call. */
static void check_counts(const Loop *l, uint64_t runs) {
    static const char *const schedules[] = {"copy", "map", "host-for", "row-resident", "reduce"};
    uint64_t turns = runs * (uint64_t)l->hi;
    CHECK_EQ_UINT(kernel_count(l), 5);
    for (uint32_t k = 0; k < 5; k++) {
        frit_kernel_time time = time_of(l, k);
        CHECK_MSG(is_called(l, k, schedules[k]), "kernel %u is no %s", k, schedules[k]);
        CHECK_EQ_UINT(time.runs, k == 3 ? turns : runs); /* the body of the loop */
        CHECK_EQ_UINT(time.turns, k == 2 ? turns : 0);
    }
}

TEST(every_kernel_is_counted) {
    static Loop l;
    loop_open(&l, NULL);
    CHECK_OK(&l.ready, frit_call_profile(l.ready.call, true, &l.ready.error));
    for (uint64_t runs = 0; runs < 3; runs++) {
        check_counts(&l, runs);
        CHECK_OK(&l.ready, loop_run(&l));
    }
    CHECK_OK(&l.ready, frit_call_profile(l.ready.call, true, &l.ready.error));
    check_counts(&l, 0);
    ready_close(&l.ready);
}

TEST(off_there_are_no_times) {
    static Loop l;
    frit_kernel_time time;
    loop_open(&l, NULL);
    CHECK(!frit_call_time(l.ready.call, 0, &time));
    CHECK_OK(&l.ready, frit_call_profile(l.ready.call, true, &l.ready.error));
    CHECK_OK(&l.ready, loop_run(&l));
    CHECK_OK(&l.ready, frit_call_profile(l.ready.call, false, &l.ready.error));
    CHECK(!frit_call_time(l.ready.call, 0, &time));
    CHECK_OK(&l.ready, loop_run(&l)); /* on what was bound while it was on */
    CHECK_OK(&l.ready, frit_call_profile(l.ready.call, true, &l.ready.error));
    CHECK_OK(&l.ready, loop_run(&l));
    check_counts(&l, 1);
    ready_close(&l.ready);
}

TEST(without_memory_it_stays_off) {
    static Loop l;
    frit_kernel_time time;
    loop_open(&l, NULL);
    l.ready.alloc.fail_at = l.ready.alloc.calls + 1;
    CHECK(frit_call_profile(l.ready.call, true, &l.ready.error) == FRIT_ERR_NOMEM);
    l.ready.alloc.fail_at = 0;
    CHECK(!frit_call_time(l.ready.call, 0, &time));
    CHECK_OK(&l.ready, loop_run(&l));
    ready_close(&l.ready);
}

static uint64_t now_ns(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

/* What stands in no loop is part of the call, and what is in a loop part of the loop. */
TEST(times_add_up) {
    static Loop l;
    uint64_t outside = 0, inside = 0, of_loop = 0;
    loop_open(&l, NULL);
    CHECK_OK(&l.ready, frit_call_profile(l.ready.call, true, &l.ready.error));
    uint64_t begin = now_ns();
    CHECK_OK(&l.ready, loop_run(&l));
    uint64_t all = now_ns() - begin;
    for (uint32_t k = 0; k < kernel_count(&l); k++) {
        frit_kernel_time time = time_of(&l, k);
        CHECK_MSG(time.nanoseconds > 0, "kernel %u takes no time", k);
        of_loop += time.turns ? time.nanoseconds : 0;
        *(time.runs == (uint64_t)l.hi ? &inside : &outside) += time.nanoseconds;
    }
    CHECK(inside <= of_loop && outside <= all);
    ready_close(&l.ready);
}

/* Over its own input, row-major or not: results go through other memory, and a plan that was bound for that. */
TEST(results_made_elsewhere_are_timed) {
    static Loop l;
    loop_open(&l, NULL);
    CHECK_OK(&l.ready, frit_call_profile(l.ready.call, true, &l.ready.error));
    l.stride = 2 * sizeof(double);
    frit_tensor in[] = {{&l.hi, NULL, NULL}, {l.r, &l.n, &l.stride}, {l.x, &l.n, NULL}};
    frit_tensor out[] = {{l.r + 2, &l.n, &l.stride}, {&l.s, NULL, NULL}};
    l.n = N - 1;
    for (int k = 0; k < 2 * N; k++)
        l.r[k] = 1;
    CHECK_OK(&l.ready, ready_run(&l.ready, in, 3, out, 2));
    /* On a device of its own results are made there and carried. */
    CHECK(frit_call_copied(l.ready.call) > 0 || frit_context_describe(l.ready.context).copied_out);
    check_counts(&l, 1);
    ready_close(&l.ready);
}

TEST(reports_have_times_and_lines) {
    static Loop l;
    frit_text text;
    loop_open(&l, NULL);
    CHECK_OK(&l.ready, loop_run(&l));
    CHECK_OK(&l.ready, frit_call_report(l.ready.call, FRIT_REPORT_JSON, &text, &l.ready.error));
    CHECK(strstr(text.data, "\"time\": null") && !strstr(text.data, "\"nanoseconds\""));
    CHECK(strstr(text.data, "\"text\": \"b = exp(x)\", \"line\": 8, \"column\": 3"));
    frit_text_free(l.ready.context, &text);
    CHECK_OK(&l.ready, frit_call_profile(l.ready.call, true, &l.ready.error));
    CHECK_OK(&l.ready, loop_run(&l));
    CHECK_OK(&l.ready, frit_call_report(l.ready.call, FRIT_REPORT_JSON, &text, &l.ready.error));
    CHECK(strstr(text.data, "\"time\": {\"runs\": 1, \"turns\": 3, \"nanoseconds\": "));
    frit_text_free(l.ready.context, &text);
    ready_close(&l.ready);
}

/* Of recorded work: each run begins at zero, and steps keep the numbers they were given. */
TEST(recorded_work_is_timed) {
    Ready r;
    frit_text text;
    int64_t n = 5;
    float data[5] = {1, 2, 3, 4, 5};
    ready_context(&r, NULL);
    frit_set_profile(r.context, true);
    for (int round = 0; round < 3; round++) {
        frit_array *a, *b, *c;
        CHECK_OK(&r, frit_array_new(r.context, "f32", 1, &n, NULL, data, &a, &r.error));
        frit_set_profile(r.context, round < 2);
        frit_set_place(r.context, 41);
        CHECK_OK(&r, frit_apply(r.context, "exp", &a, 1, NULL, &b, &r.error));
        frit_set_place(r.context, 42);
        CHECK_OK(&r, frit_apply(r.context, "neg", &b, 1, NULL, &c, &r.error));
        CHECK_OK(&r, frit_flush(r.context, &r.error));
        CHECK_OK(&r, frit_last_report(r.context, FRIT_REPORT_JSON, &text, &r.error));
        CHECK((strstr(text.data, "\"line\": 41, \"column\": null") &&
               strstr(text.data, "\"line\": 42,")) == (round < 2));
        CHECK(!strstr(text.data, "\"time\": {\"runs\": 1,") == (round == 2));
        frit_text_free(r.context, &text);
        frit_array_free(a);
        frit_array_free(b);
        frit_array_free(c);
    }
    ready_close(&r);
}
