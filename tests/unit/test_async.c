/* From text to a call in one step, calls in the background, and scopes. */
#define _POSIX_C_SOURCE 200809L
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "frit/frit.h"
#include "harness.h"

static frit_error error;

#define OK(call) CHECK_MSG((call) == FRIT_OK, "%s: %s", error.place, error.message)
#define BAD(call) \
    CHECK_MSG((call) == FRIT_ERR_ARGUMENT && error.message[0], "%s: %s", #call, error.message)

static const char *const TWICE = "program twice(x: f32[n]) -> (y) {\n    y = add(x, x)\n}\n";
/* Longer than anybody waits, and stopped at every turn. */
static const char *const ENDLESS = "program turn(i: i64, a: f32[n]) -> (b) {\n"
                                   "    b = sin(a)\n"
                                   "}\n"
                                   "program endless(x: f32[n]) -> (y) {\n"
                                   "    lo = const(0)\n"
                                   "    hi = const(4000000000)\n"
                                   "    y = for(lo, hi, x, body=@turn, carry=1)\n"
                                   "}\n";

static frit_context *new_context(const frit_context_options *options) {
    frit_context *c;
    OK(frit_context_new_with(NULL, options, &c, &error));
    return c;
}

static frit_call *compile(const frit_context *c, const char *text) {
    frit_call *call;
    OK(frit_compile(c, text, strlen(text), NULL, &call, &error));
    return call;
}

static void nap(void) {
    nanosleep(&(struct timespec){0, 1000 * 1000}, NULL);
}

/* ---- frit_compile */

TEST(text_becomes_a_call) {
    frit_context *c = new_context(NULL);
    frit_call *call;
    float x[] = {1, 2, 3}, y[3];
    const int64_t n = 3;
    frit_tensor in = {x, &n, NULL}, out = {y, &n, NULL};
    char type[16];
    call = compile(c, TWICE);
    CHECK_EQ_UINT(frit_plan_input_count(frit_call_plan(call)), 1);
    CHECK_EQ_UINT(frit_type_text(frit_plan_input_type(frit_call_plan(call), 0), type, sizeof type),
                  6);
    CHECK_STR(type, "f32[n]");
    CHECK_EQ_UINT(frit_type_text(frit_plan_output_type(frit_call_plan(call), 0), type, sizeof type),
                  6);
    CHECK_STR(type, "f32[n]");
    CHECK_EQ_UINT(frit_type_text(frit_plan_output_type(frit_call_plan(call), 1), type, sizeof type),
                  0);
    OK(frit_call_run(call, &in, 1, &out, 1, &error));
    CHECK_EQ_F32(y[2], 6);
    frit_call_free(call);
    /* Typed for other inputs, by name. */
    static const char *const two =
        "program half(x) -> (y) {\n    two = const(2)\n    y = div(x, two)\n}\n"
        "program other(x) -> (y) {\n    y = neg(x)\n}\n";
    const char *types[] = {"f64[n]"};
    const frit_plan_options unfused = {FRIT_SIZED(frit_plan_options), .no_fusion = true};
    frit_compile_options options = {FRIT_SIZED(frit_compile_options),
                                    .program = "half",
                                    .input_types = types,
                                    .input_count = 1,
                                    .plan = &unfused,
                                    .compile = FRIT_COMPILE_OFF};
    OK(frit_compile(c, two, strlen(two), &options, &call, &error));
    frit_type_text(frit_plan_output_type(frit_call_plan(call), 0), type, sizeof type);
    CHECK_STR(type, "f64[n]");
    frit_call_free(call);
    frit_context_free(c);
}

TEST(each_stage_of_compiling_says_what_is_wrong) {
    frit_context *c = new_context(NULL);
    static const frit_plan_options none_such = {FRIT_SIZED(frit_plan_options),
                                                .numerics = (frit_numerics)9};
#define ALL FRIT_SIZED(frit_compile_options)
    static const struct {
        const char *text;
        frit_stage stage;
        frit_compile_options options;
    } cases[] = {{"program f(x: f32[n]) -> (y) {\n    y = (\n}\n", FRIT_STAGE_PARSE, {ALL}},
                 {"program f(x: f32[2], y: f32[3]) -> (z) {\n    z = add(x, y)\n}\n",
                  FRIT_STAGE_INFER,
                  {ALL}},
                 {"program f(x: f32[n]) -> (y) {\n    y = neg(x)\n}\n",
                  FRIT_STAGE_INFER,
                  {ALL, .program = "g"}},
                 {"program f(x: f32[n]) -> (y) {\n    y = neg(x)\n}\n",
                  FRIT_STAGE_PLAN,
                  {ALL, .plan = &none_such}},
                 {"program f(x: f32[n]) -> (y) {\n    y = neg(x)\n}\n",
                  FRIT_STAGE_RUN,
                  {ALL, .compile = (frit_compile_policy)99}}};
#undef ALL
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        frit_call *call = (frit_call *)&error;
        CHECK(frit_compile(c, cases[k].text, strlen(cases[k].text), &cases[k].options, &call,
                           &error) != FRIT_OK);
        CHECK(!call && error.message[0]);
        CHECK_EQ_INT(error.stage, cases[k].stage);
    }
    frit_context_free(c);
}

/* ---- in the background */

TEST(a_run_in_the_background) {
    frit_context *c =
        new_context(&(frit_context_options){FRIT_SIZED(frit_context_options), .threads = 2});
    frit_call *call = compile(c, TWICE);
    enum { MANY = 100000 };
    static float x[MANY], y[MANY];
    for (int k = 0; k < MANY; k++)
        x[k] = (float)k;
    for (int round = 0; round < 20; round++) {
        int64_t n = round % 2 ? 1000 : MANY;
        frit_tensor in = {x, &n, NULL}, out = {y, &n, NULL};
        frit_run *run;
        memset(y, 0, sizeof y);
        OK(frit_call_start(call, &in, 1, &out, 1, &run, &error));
        n = -7; /* shapes were copied */
        in.data = NULL;
        while (round < 10 && !frit_run_done(run))
            nap();
        OK(frit_run_wait(run, &error));
        OK(frit_run_wait(run, &error)); /* again */
        CHECK(frit_run_done(run));
        CHECK_EQ_F32(y[999], 1998);
        frit_run_cancel(run); /* too late */
        OK(frit_run_wait(run, &error));
        frit_run_free(run);
    }
    frit_call_free(call);
    frit_context_free(c);
}

TEST(a_run_that_fails_says_so_at_the_end) {
    frit_context *c = new_context(NULL);
    frit_call *call = compile(c, TWICE);
    float x[4] = {1}, y[4] = {7};
    const int64_t n = 4, other = 3;
    frit_tensor in = {x, &n, NULL}, out = {y, &other, NULL};
    frit_run *run;
    OK(frit_call_start(call, &in, 1, &out, 1, &run, &error));
    CHECK(frit_run_wait(run, &error) == FRIT_ERR_SHAPE);
    CHECK(error.message[0]);
    CHECK_EQ_F32(y[0], 7);
    frit_run_free(run);
    BAD(frit_call_start(call, &in, 2, &out, 1, &run, &error));
    CHECK(!run);
    out.shape = &n;
    OK(frit_call_run(call, &in, 1, &out, 1, &error)); /* it can be used again */
    CHECK_EQ_F32(y[0], 2);
    frit_call_free(call);
    frit_context_free(c);
}

/* An endless run, and all that may be done with it meanwhile. */
typedef struct Endless {
    frit_context *c;
    frit_call *call;
    frit_run *run;
    float x[64], y[64];
    int64_t n;
    frit_tensor in, out;
} Endless;

static void start_endless(Endless *e, const frit_context_options *options) {
    e->c = new_context(options);
    e->call = compile(e->c, ENDLESS);
    e->n = 64;
    e->in = (frit_tensor){e->x, &e->n, NULL};
    e->out = (frit_tensor){e->y, &e->n, NULL};
    memset(e->x, 0, sizeof e->x);
    memset(e->y, 0, sizeof e->y);
    e->y[5] = 7;
    OK(frit_call_start(e->call, &e->in, 1, &e->out, 1, &e->run, &error));
}

TEST(a_run_is_cancelled_and_no_other) {
    static Endless e;
    const int64_t *shape;
    uint32_t rank;
    frit_text text;
    start_endless(&e, NULL);
    BAD(frit_call_run(e.call, &e.in, 1, &e.out, 1, &error)); /* the call is at work */
    BAD(frit_call_shape(e.call, &e.in, 1, 0, &shape, &rank, &error));
    BAD(frit_call_report(e.call, FRIT_REPORT_TEXT, &text, &error));
    BAD(frit_call_compile(e.call, FRIT_COMPILE_OFF, &error));
    BAD(frit_call_start(e.call, &e.in, 1, &e.out, 1, &(frit_run *){NULL}, &error));
    frit_call *other = compile(e.c, TWICE);
    float y[64];
    frit_tensor out = {y, &e.n, NULL};
    OK(frit_call_run(other, &e.in, 1, &out, 1, &error)); /* others are not */
    CHECK(!frit_run_done(e.run));
    frit_run_cancel(e.run);
    CHECK(frit_run_wait(e.run, &error) == FRIT_ERR_CANCELLED);
    CHECK_EQ_F32(e.y[5], 7);
    OK(frit_call_run(other, &e.in, 1, &out, 1, &error));
    frit_run_free(e.run);
    frit_call_free(other);
    frit_call_free(e.call);
    frit_context_free(e.c);
}

TEST(freeing_a_run_ends_it) {
    static Endless e;
    start_endless(&e, NULL);
    frit_call_free(e.call); /* goes with the run */
    frit_run_free(e.run);
    CHECK_EQ_F32(e.y[5], 7);
    frit_context_free(e.c);
}

TEST(freeing_the_context_ends_its_runs) {
    static Endless e;
    start_endless(&e, &(frit_context_options){FRIT_SIZED(frit_context_options), .threads = 2});
    frit_context_free(e.c);
    CHECK(frit_run_done(e.run) || frit_run_wait(e.run, &error) == FRIT_ERR_CANCELLED);
    CHECK(frit_run_wait(e.run, &error) == FRIT_ERR_CANCELLED);
    BAD(frit_call_start(e.call, &e.in, 1, &e.out, 1, &(frit_run *){NULL}, &error));
    frit_run_free(e.run);
    frit_call_free(e.call);
    CHECK_EQ_F32(e.y[5], 7);
}

TEST(a_child_does_not_wait_for_a_run_of_its_parent) {
    static Endless e;
    int status;
    start_endless(&e, NULL);
    pid_t child = fork();
    CHECK(child >= 0);
    if (child == 0) {
        bool told = !frit_run_done(e.run) && frit_run_wait(e.run, &error) == FRIT_ERR_ARGUMENT;
        frit_run_cancel(e.run);
        frit_run_free(e.run);
        frit_call *other = NULL;
        float y[64];
        frit_tensor out = {y, &e.n, NULL};
        told = told && frit_compile(e.c, TWICE, strlen(TWICE), NULL, &other, &error) == FRIT_OK &&
               frit_call_run(other, &e.in, 1, &out, 1, &error) == FRIT_OK;
        _exit(told ? 0 : 1);
    }
    CHECK(waitpid(child, &status, 0) == child);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    CHECK(!frit_run_done(e.run)); /* here it goes on */
    frit_run_free(e.run);
    frit_call_free(e.call);
    frit_context_free(e.c);
}

/* Starts and frees runs all the time: the list of runs is locked most of it. */
typedef struct Starter {
    frit_context *c;
    atomic_bool stop;
    atomic_int started;
} Starter;

static void *start_and_free(void *user) {
    Starter *s = user;
    frit_call *call = NULL;
    float x[4] = {0}, y[4];
    const int64_t n = 4;
    frit_tensor in = {x, &n, NULL}, out = {y, &n, NULL};
    if (frit_compile(s->c, TWICE, strlen(TWICE), NULL, &call, NULL) != FRIT_OK)
        return s;
    while (!atomic_load(&s->stop)) {
        frit_run *run = NULL;
        if (frit_call_start(call, &in, 1, &out, 1, &run, NULL) != FRIT_OK)
            return s;
        frit_run_free(run);
        atomic_fetch_add(&s->started, 1);
    }
    frit_call_free(call);
    return NULL;
}

TEST(a_child_that_was_forked_while_runs_were_listed_does_not_wait_for_ever) {
    enum { CHILDREN = 100 };
    static Endless e;
    Starter starter = {.stop = false};
    pthread_t thread;
    void *failed;
    start_endless(&e, NULL);
    starter.c = e.c;
    CHECK(pthread_create(&thread, NULL, start_and_free, &starter) == 0);
    while (atomic_load(&starter.started) == 0)
        nap();
    for (int k = 0; k < CHILDREN; k++) {
        int status;
        pid_t child = fork();
        CHECK(child >= 0);
        if (child == 0) {
            frit_run_free(e.run);
            _exit(0);
        }
        CHECK(waitpid(child, &status, 0) == child);
        CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    }
    atomic_store(&starter.stop, true);
    CHECK(pthread_join(thread, &failed) == 0 && !failed);
    CHECK(!frit_run_done(e.run));
    frit_run_free(e.run);
    frit_call_free(e.call);
    frit_context_free(e.c);
}

/* A callback of the run, on the run's thread. */
typedef struct Inside {
    frit_context *c;
    frit_run *_Atomic run;
    _Atomic int told;
} Inside;

static bool look_inside(void *user, uint64_t done, uint64_t total) {
    Inside *in = user;
    frit_error own;
    frit_run *run = in->run;
    (void)done, (void)total;
    if (!run || in->told)
        return true;
    frit_context_free(in->c); /* without effect */
    in->told = frit_run_wait(run, &own) == FRIT_ERR_ARGUMENT ? 1 : 2;
    return false;
}

TEST(a_callback_of_a_run_cannot_wait_for_it) {
    static Endless e;
    Inside inside = {.run = NULL};
    frit_context_options options = {FRIT_SIZED(frit_context_options), .progress = look_inside,
                                    .progress_user = &inside};
    start_endless(&e, &options);
    inside.c = e.c;
    inside.run = e.run;
    CHECK(frit_run_wait(e.run, &error) == FRIT_ERR_CANCELLED);
    CHECK_EQ_INT(inside.told, 1);
    frit_run_free(e.run);
    frit_call_free(e.call);
    frit_context_free(e.c);
}

/* ---- scopes */

static frit_array *number(frit_context *c, float value) {
    frit_array *a;
    OK(frit_array_new(c, "f32", 0, NULL, NULL, &value, &a, &error));
    return a;
}

static frit_array *plus(frit_context *c, frit_array *x, frit_array *y) {
    frit_array *out;
    OK(frit_apply(c, "add", (frit_array *[]){x, y}, 2, NULL, &out, &error));
    return out;
}

static uint64_t used(const frit_context *c) {
    return frit_context_describe(c).memory_used;
}

TEST(a_scope_frees_what_was_made_in_it) {
    frit_context *c = new_context(NULL);
    frit_array *x = number(c, 1), *kept, *held;
    uint64_t before = used(c);
    float got;
    BAD(frit_scope_end(c, &error)); /* none is open */
    OK(frit_scope_begin(c, &error));
    frit_array *y = plus(c, x, x), *z = plus(c, y, x);
    kept = plus(c, z, y);
    held = number(c, 9);
    frit_array_retain(held);
    frit_array_free(z); /* before its end, while the recording still needs it */
    number(c, 10);
    OK(frit_scope_keep(kept, &error));
    OK(frit_scope_begin(c, &error));
    frit_array *inner = number(c, 3), *out = plus(c, inner, x);
    OK(frit_array_read(out, &got, sizeof got, &error));
    OK(frit_scope_keep(inner, &error)); /* out of both */
    OK(frit_scope_end(c, &error));
    OK(frit_scope_end(c, &error));
    BAD(frit_scope_end(c, &error));
    OK(frit_array_read(kept, &got, sizeof got, &error));
    CHECK_EQ_F32(got, 5);
    OK(frit_array_read(held, &got, sizeof got, &error));
    CHECK_EQ_F32(got, 9);
    OK(frit_array_read(inner, &got, sizeof got, &error));
    CHECK_EQ_F32(got, 3);
    frit_array_free(kept);
    frit_array_free(held);
    frit_array_free(inner);
    CHECK_EQ_UINT(used(c), before);
    /* One that is open as the context goes is ended with it. */
    OK(frit_scope_begin(c, &error));
    number(c, 4);
    frit_array_free(x);
    frit_context_free(c);
}

/* What a release does while the scope ends that its array was in. */
typedef struct Releasing {
    frit_context *c;
    enum { OPENS, OPENS_AND_ENDS, ENDS, ENDS_AND_OPENS, FREES } does;
    float memory;
    frit_array *kept; /* made in a scope that it left open, and retained */
    int ran;
    frit_status status;
} Releasing;

static void release(void *user) {
    Releasing *r = user;
    frit_error own;
    bool ends = r->does == ENDS || r->does == ENDS_AND_OPENS;
    r->ran++;
    if (r->does == FREES)
        frit_context_free(r->c); /* without effect */
    if (ends)
        r->status |= frit_scope_end(r->c, &own);
    if (r->does != ENDS && r->does != FREES) {
        r->status |= frit_scope_begin(r->c, &own);
        r->status |= frit_array_new(r->c, "f32", 0, NULL, NULL, &r->memory, &r->kept, &own);
        frit_array_retain(r->kept);
        for (int k = 0; k < 20; k++) { /* so that the list of scopes is moved */
            frit_array *more;
            r->status |= frit_scope_begin(r->c, &own);
            r->status |= frit_array_new(r->c, "f32", 0, NULL, NULL, &r->memory, &more, &own);
        }
    }
    for (int k = 0; r->does == OPENS_AND_ENDS && k < 21; k++)
        r->status |= frit_scope_end(r->c, &own);
}

TEST(what_a_scope_releases_may_begin_and_end_scopes) {
    for (int does = OPENS; does <= FREES; does++) {
        frit_context *c = new_context(NULL);
        Releasing r = {.c = c, .does = does, .memory = 3};
        uint64_t before = used(c);
        frit_array *first, *wrapped, *last;
        test_note("%d", does);
        OK(frit_scope_begin(c, &error));
        first = number(c, 1);
        OK(frit_array_wrap(c, "f32", 0, NULL, NULL, &r.memory, true, release, &r, &wrapped,
                           &error));
        last = number(c, 2);
        CHECK(first && wrapped && last);
        OK(frit_scope_end(c, &error));
        CHECK_EQ_INT(r.ran, 1);
        CHECK_EQ_NAMED(r.status, FRIT_OK, frit_status_name);
        BAD(frit_scope_end(c, &error)); /* what it left open was inside */
        if (r.kept) {
            float got;
            OK(frit_array_read(r.kept, &got, sizeof got, &error));
            CHECK_EQ_F32(got, 3);
            frit_array_free(r.kept);
        }
        CHECK_EQ_UINT(used(c), before);
        frit_context_free(c);
    }
}

TEST(what_a_context_releases_as_it_is_freed_may_begin_scopes) {
    for (int does = OPENS; does <= FREES; does++) {
        if (does == ENDS || does == ENDS_AND_OPENS)
            continue; /* there is none to end */
        frit_context *c = new_context(NULL);
        Releasing r = {.c = c, .does = does, .memory = 3};
        frit_array *wrapped, *sum;
        OK(frit_array_wrap(c, "f32", 0, NULL, NULL, &r.memory, true, release, &r, &wrapped,
                           &error));
        sum = plus(c, wrapped, wrapped); /* the recording holds it */
        frit_array_free(wrapped);
        frit_array_free(sum);
        frit_context_free(c);
        CHECK_EQ_INT(r.ran, 1);
        frit_array_free(r.kept);
    }
}
