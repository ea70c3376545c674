/* One context, several threads; a child after a fork. */
#define _POSIX_C_SOURCE 200809L
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "call_fixture.h"
#include "guarded.h"

static const char text[] = "program p(x: f32[m,n]) -> (r, s) {\n"
                           "  r = softmax(x, axes=[1])\n"
                           "  s = sum(r, axes=[0])\n"
                           "}\n";
enum { M = 60, N = 600, THREADS = 4, ROUNDS = 5 };

typedef struct Job {
    const Ready *shared;
    float want_r[M * N], want_s[N];
    const char *failed;
} Job;

/* No checks of the harness in here: it has no way back from another thread. */
static const char *run_rounds(const Ready *shared, const Job *job) {
    static const int64_t shape[2] = {M, N}, n = N;
    float *memory = calloc(2 * M * N + N, sizeof *memory);
    frit_call *call = NULL;
    const char *failed = !memory ? "memory" : NULL;
    if (!failed && frit_call_new(shared->context, shared->plan, &call, NULL))
        failed = "frit_call_new";
    for (int round = 0; !failed && round < ROUNDS; round++) {
        float *x = memory, *r = memory + M * N, *s = memory + 2 * M * N;
        for (int k = 0; k < M * N; k++)
            x[k] = (float)(k % 91) / 8;
        frit_tensor in = {x, shape, NULL}, out[] = {{r, shape, NULL}, {s, &n, NULL}};
        if (frit_call_run(call, &in, 1, out, 2, NULL))
            failed = "frit_call_run";
        else if (memcmp(r, job->want_r, sizeof job->want_r) != 0 ||
                 memcmp(s, job->want_s, sizeof job->want_s) != 0)
            failed = "results";
    }
    frit_call_free(call);
    free(memory);
    return failed;
}

static void *thread_main(void *user) {
    Job *job = user;
    job->failed = run_rounds(job->shared, job);
    return NULL;
}

static void make_wanted(Ready *r, Job *job) {
    static float x[M * N];
    static const int64_t shape[2] = {M, N}, n = N;
    for (int k = 0; k < M * N; k++)
        x[k] = (float)(k % 91) / 8;
    frit_tensor in = {x, shape, NULL};
    frit_tensor out[] = {{job->want_r, shape, NULL}, {job->want_s, &n, NULL}};
    CHECK_OK(r, ready_run(r, &in, 1, out, 2));
}

TEST(calls_at_once) {
    static Job jobs[THREADS], first;
    pthread_t threads[THREADS];
    frit_context_options options = {FRIT_SIZED(frit_context_options), .threads = 3};
    Ready r;
    ready_open(&r, &options, text);
    make_wanted(&r, &first);
    for (int k = 0; k < THREADS; k++) {
        jobs[k] = first;
        jobs[k].shared = &r;
        CHECK(pthread_create(&threads[k], NULL, thread_main, &jobs[k]) == 0);
    }
    for (int k = 0; k < THREADS; k++)
        CHECK(pthread_join(threads[k], NULL) == 0);
    for (int k = 0; k < THREADS; k++)
        CHECK_MSG(!jobs[k].failed, "%s", jobs[k].failed);
    ready_close(&r);
}

/* The machine is made by whoever is first. */
TEST(first_calls_at_once) {
    static Job jobs[THREADS], first;
    pthread_t threads[THREADS];
    Ready r, other;
    ready_open(&other, NULL, text);
    make_wanted(&other, &first);
    ready_close(&other);
    ready_context(&r, NULL);
    ready_program(&r, text, false);
    frit_call_free(r.call);
    r.call = NULL;
    frit_context *fresh = NULL;
    frit_allocator allocator = {test_alloc_fn, &r.alloc};
    CHECK_OK(&r, frit_context_new_with(&allocator, NULL, &fresh, &r.error));
    frit_context *old = r.context;
    r.context = fresh;
    for (int k = 0; k < THREADS; k++) {
        jobs[k] = first;
        jobs[k].shared = &r;
        CHECK(pthread_create(&threads[k], NULL, thread_main, &jobs[k]) == 0);
    }
    for (int k = 0; k < THREADS; k++)
        CHECK(pthread_join(threads[k], NULL) == 0);
    for (int k = 0; k < THREADS; k++)
        CHECK_MSG(!jobs[k].failed, "%s", jobs[k].failed);
    ready_drop(&r);
    frit_context_free(old);
    ready_close(&r);
}

/* ---- cancelling what runs, and only that */

enum { CALLERS = 3, CALLS_AFTER = 40 };

typedef struct Caller {
    const Ready *shared;
    atomic_int *returned; /* calls of all */
    atomic_bool *stop;
    int cancelled, wrong;
} Caller;

static void *call_again(void *user) {
    static const int64_t shape[2] = {M, N}, n = N;
    Caller *c = user;
    float *memory = calloc(2 * M * N + N, sizeof *memory);
    frit_call *call = NULL;
    bool made = memory && !frit_call_new(c->shared->context, c->shared->plan, &call, NULL);
    c->wrong = !made;
    while (made && !atomic_load(c->stop)) {
        float *r = memory + M * N, *s = memory + 2 * M * N;
        frit_tensor in = {memory, shape, NULL}, out[] = {{r, shape, NULL}, {s, &n, NULL}};
        frit_status status = frit_call_run(call, &in, 1, out, 2, NULL);
        c->cancelled += status == FRIT_ERR_CANCELLED;
        c->wrong += status && status != FRIT_ERR_CANCELLED;
        atomic_fetch_add(c->returned, 1);
    }
    frit_call_free(call);
    free(memory);
    return NULL;
}

static void wait_for(const atomic_int *count, int at_least) {
    while (atomic_load(count) < at_least)
        sched_yield();
}

TEST(one_cancel_ends_what_runs_then) {
    static Caller callers[CALLERS];
    pthread_t threads[CALLERS];
    frit_context_options options = {FRIT_SIZED(frit_context_options), .threads = 1};
    atomic_int returned = 0;
    atomic_bool stop = false;
    enum { CANCELS = 5 };
    Ready r;
    ready_open(&r, &options, text);
    for (int k = 0; k < CALLERS; k++) {
        callers[k] = (Caller){.shared = &r, .returned = &returned, .stop = &stop};
        CHECK(pthread_create(&threads[k], NULL, call_again, &callers[k]) == 0);
    }
    for (int k = 0; k < CANCELS; k++) {
        wait_for(&returned, atomic_load(&returned) + CALLS_AFTER);
        frit_context_cancel(r.context);
    }
    wait_for(&returned, atomic_load(&returned) + CALLS_AFTER);
    atomic_store(&stop, true);
    for (int k = 0; k < CALLERS; k++)
        CHECK(pthread_join(threads[k], NULL) == 0);
    for (int k = 0; k < CALLERS; k++) {
        CHECK_EQ_INT(callers[k].wrong, 0);
        CHECK_MSG(callers[k].cancelled <= CANCELS, "%d cancelled", callers[k].cancelled);
    }
    ready_close(&r);
}

/* Threads that use one call, each with arrays of its own. What one of them is told has run has run on its
 * arrays. */
typedef struct Rival {
    frit_call *call;
    float factor;
    atomic_int *ready;
    int done, refused, wrong;
} Rival;

static void *run_the_call(void *user) {
    enum { TRIES = 200000 };
    Rival *r = user;
    const int64_t n = 2;
    atomic_fetch_add(r->ready, 1);
    while (atomic_load(r->ready) < 2)
        sched_yield();
    for (int k = 0; k < TRIES; k++) {
        float x[2] = {r->factor, (float)k}, y[2] = {0, 0};
        frit_tensor in = {x, &n, NULL}, out = {y, &n, NULL};
        frit_error error;
        frit_status status = frit_call_run(r->call, &in, 1, &out, 1, &error);
        if (status == FRIT_OK)
            r->wrong += y[0] != 2 * x[0] || y[1] != 2 * x[1];
        else
            r->wrong += status != FRIT_ERR_ARGUMENT || y[0] != 0 || y[1] != 0;
        ++*(status == FRIT_OK ? &r->done : &r->refused);
        if (status != FRIT_OK)
            sched_yield();
    }
    return NULL;
}

TEST(of_two_threads_that_use_one_call_at_once_one_is_refused) {
    Ready r;
    atomic_int ready = 0;
    Rival rivals[2];
    pthread_t threads[2];
    ready_open(&r, NULL, "program p(x: f32[n]) -> (y) {\n  y = add(x, x)\n}\n");
    for (int k = 0; k < 2; k++) {
        rivals[k] = (Rival){.call = r.call, .factor = (float)(k + 1), .ready = &ready};
        CHECK(pthread_create(&threads[k], NULL, run_the_call, &rivals[k]) == 0);
    }
    for (int k = 0; k < 2; k++)
        CHECK(pthread_join(threads[k], NULL) == 0);
    for (int k = 0; k < 2; k++)
        CHECK_MSG(rivals[k].wrong == 0, "%d wrong, %d done, %d refused", rivals[k].wrong,
                  rivals[k].done, rivals[k].refused);
    CHECK(rivals[0].done + rivals[1].done > 0);
    ready_close(&r);
}

/* With and without threads running in the parent. */
TEST(a_child_works) {
    NOT_FROM_SOURCE("a child cannot use what its parent opened");
#ifdef __SANITIZE_THREAD__
    SKIP("the thread sanitizer allows no threads after a fork");
#endif
    static Job job;
    frit_context_options options = {FRIT_SIZED(frit_context_options), .threads = 3};
    Ready r;
    ready_open(&r, &options, text);
    for (int round = 0; round < 2; round++) {
        make_wanted(&r, &job);
        pid_t child = fork();
        CHECK(child >= 0);
        if (child == 0)
            _exit(run_rounds(&r, &job) ? 1 : 0);
        int status = 0;
        CHECK(waitpid(child, &status, 0) == child);
        CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    }
    ready_close(&r);
}
