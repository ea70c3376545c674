/* The pool of threads: every chunk once, whoever asks, whatever happens around it. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "harness.h"
#include "run/host/workers.h"

enum { MANY = 512, WORKERS_MAX = 64 };

/* What the chunks of one run have seen. */
typedef struct Seen {
    atomic_uint times[MANY];
    atomic_uint inside[WORKERS_MAX]; /* chunks that run with this worker right now */
    atomic_uint taken[WORKERS_MAX];
    atomic_bool shared_a_worker;
    Workers *workers;
    unsigned count;
} Seen;

static void look(void *user, uint64_t chunk, unsigned worker) {
    Seen *seen = user;
    if (worker >= seen->count || atomic_fetch_add(&seen->inside[worker], 1) != 0)
        atomic_store(&seen->shared_a_worker, true);
    atomic_fetch_add(&seen->times[chunk], 1);
    atomic_fetch_add(&seen->taken[worker % WORKERS_MAX], 1);
    if (worker < seen->count)
        atomic_fetch_sub(&seen->inside[worker], 1);
}

static Seen *seen_new(Workers *workers) {
    Seen *seen = calloc(1, sizeof *seen);
    CHECK(seen);
    seen->workers = workers;
    seen->count = workers_count(workers);
    return seen;
}

static void check_once(const Seen *seen, uint64_t n) {
    CHECK(!atomic_load(&seen->shared_a_worker));
    for (uint64_t k = 0; k < MANY; k++)
        CHECK_EQ_UINT(atomic_load(&seen->times[k]), k < n);
}

static void *plain_alloc(void *user, void *ptr, size_t old_size, size_t new_size) {
    (void)user, (void)old_size;
    if (new_size > 0)
        return realloc(ptr, new_size);
    free(ptr);
    return NULL;
}

static const frit_allocator plain = {plain_alloc, NULL};

static Workers *workers_of(unsigned threads) {
    frit_error error = {0};
    Env env = {&plain, &error};
    Workers *workers = workers_new(&env, threads, NULL, NULL);
    CHECK(workers);
    return workers;
}

TEST(every_chunk_runs_once) {
    const unsigned threads[] = {1, 2, 3, 7};
    const uint64_t chunks[] = {0, 1, 2, 3, 8, MANY};
    for (size_t t = 0; t < sizeof threads / sizeof *threads; t++) {
        Workers *workers = workers_of(threads[t]);
        CHECK_EQ_UINT(workers_count(workers), threads[t]);
        for (size_t c = 0; c < sizeof chunks / sizeof *chunks; c++) {
            test_note("%u threads, %u chunks", threads[t], (unsigned)chunks[c]);
            Seen *seen = seen_new(workers);
            workers_run(workers, chunks[c], look, seen);
            check_once(seen, chunks[c]);
            free(seen);
        }
        workers_free(workers);
    }
}

/* Short runs one after another: a worker that comes late meets the next job. */
TEST(runs_follow_each_other) {
    Workers *workers = workers_of(4);
    uint64_t random = test_seed();
    for (size_t round = 0; round < test_scaled(300); round++) {
        Seen *seen = seen_new(workers);
        uint64_t n = 2 + test_random_below(&random, 6);
        workers_run(workers, n, look, seen);
        check_once(seen, n);
        free(seen); /* at once: nobody may look at it any more */
        if (test_random_below(&random, 50) == 0)
            usleep(200); /* long enough for workers to fall asleep */
    }
    workers_free(workers);
}

typedef struct Meeting {
    atomic_uint arrived;
    atomic_bool alone; /* the second did not come */
} Meeting;

/* Waits, in seconds at most, for a chunk that runs in another thread. */
static void meet(void *user, uint64_t chunk, unsigned worker) {
    (void)chunk, (void)worker;
    Meeting *meeting = user;
    atomic_fetch_add(&meeting->arrived, 1);
    for (int k = 0; atomic_load(&meeting->arrived) < 2; k++) {
        if (k == 20000) {
            atomic_store(&meeting->alone, true);
            return;
        }
        usleep(500);
    }
}

TEST(chunks_run_side_by_side) {
    Workers *workers = workers_of(2);
    for (int round = 0; round < 3; round++) {
        Meeting meeting = {0};
        workers_run(workers, 2, meet, &meeting);
        CHECK(!atomic_load(&meeting.alone));
        usleep(1000); /* the worker sleeps before the next round */
    }
    workers_free(workers);
}

typedef struct Outer {
    Seen *inner[MANY];
} Outer;

static void nest(void *user, uint64_t chunk, unsigned worker) {
    (void)worker;
    Outer *outer = user;
    workers_run(outer->inner[chunk]->workers, 5, look, outer->inner[chunk]);
}

TEST(a_run_inside_a_chunk_runs_alone) {
    Workers *workers = workers_of(3);
    Outer outer;
    for (int k = 0; k < 20; k++)
        outer.inner[k] = seen_new(workers);
    workers_run(workers, 20, nest, &outer);
    for (int k = 0; k < 20; k++) {
        check_once(outer.inner[k], 5);
        CHECK_EQ_UINT(atomic_load(&outer.inner[k]->taken[0]), 5);
        free(outer.inner[k]);
    }
    workers_free(workers);
}

static void *run_often(void *arg) {
    Workers *workers = arg;
    for (size_t round = 0; round < test_scaled(60); round++) {
        Seen *seen = seen_new(workers);
        workers_run(workers, 40, look, seen);
        check_once(seen, 40);
        free(seen);
    }
    return NULL;
}

TEST(many_threads_share_a_pool) {
    Workers *workers = workers_of(3);
    pthread_t threads[5];
    for (int k = 0; k < 5; k++)
        CHECK_EQ_INT(pthread_create(&threads[k], NULL, run_often, workers), 0);
    for (int k = 0; k < 5; k++)
        pthread_join(threads[k], NULL);
    workers_free(workers);
}

/* ---- forks */

static int status_of(pid_t child) {
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        continue;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 100;
}

#if defined(__SANITIZE_THREAD__)
#define THREAD_SANITIZER 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define THREAD_SANITIZER 1
#endif
#endif
#ifndef THREAD_SANITIZER
#define THREAD_SANITIZER 0
#endif

#if defined(__SANITIZE_ADDRESS__)
enum { ADDRESS_SANITIZER = 1 };
#else
enum { ADDRESS_SANITIZER = 0 };
#endif

static void skip_where_children_have_no_threads(void) {
    if (THREAD_SANITIZER)
        SKIP("the thread sanitizer forbids threads in a child of a process that had some");
    if (test_is_emulated())
        SKIP("the emulator fails at threads in a child of a process that had some");
}

TEST(a_child_has_a_pool_of_its_own) {
    skip_where_children_have_no_threads();
    Workers *workers = workers_of(2);
    Meeting meeting = {0};
    workers_run(workers, 2, meet, &meeting);
    pid_t child = fork();
    CHECK(child >= 0);
    if (child == 0) {
        Meeting again = {0};
        workers_run(workers, 2, meet, &again);
        bool alone = atomic_load(&again.alone);
        workers_free(workers);
        _exit(alone ? 1 : 0);
    }
    CHECK_EQ_INT(status_of(child), 0);
    meeting = (Meeting){0};
    workers_run(workers, 2, meet, &meeting);
    CHECK(!atomic_load(&meeting.alone));
    workers_free(workers);
}

static void fork_inside(void *user, uint64_t chunk, unsigned worker) {
    (void)worker;
    Workers *workers = user;
    if (chunk != 0)
        return;
    /* The pool is busy now, and in the child it would stay so. */
    pid_t child = fork();
    CHECK(child >= 0);
    if (child == 0) {
        Meeting meeting = {0};
        workers_run(workers, 2, meet, &meeting);
        _exit(atomic_load(&meeting.alone) ? 1 : 0);
    }
    CHECK_EQ_INT(status_of(child), 0);
}

TEST(a_child_of_a_busy_pool_is_not_busy) {
    skip_where_children_have_no_threads();
    if (ADDRESS_SANITIZER)
        SKIP("the address sanitizer's allocator may be left locked in a child of a busy process");
    Workers *workers = workers_of(2);
    workers_run(workers, 2, fork_inside, workers);
    workers_free(workers);
}

TEST(a_child_may_free_without_a_run) {
    Workers *workers = workers_of(2);
    Meeting meeting = {0};
    workers_run(workers, 2, meet, &meeting);
    pid_t child = fork();
    CHECK(child >= 0);
    if (child == 0) {
        workers_free(workers);
        _exit(0);
    }
    CHECK_EQ_INT(status_of(child), 0);
    workers_free(workers);
}

/* ---- the host's threads, and no threads */

typedef struct Host {
    unsigned calls;
} Host;

static void host_run(void *host, uint64_t n, ChunkFn *run, void *user) {
    ((Host *)host)->calls++;
    for (uint64_t k = n; k-- > 0;)
        run(user, k, (unsigned)(k % 4));
}

TEST(the_hosts_threads_are_used) {
    frit_error error = {0};
    Env env = {&plain, &error};
    Host host = {0};
    Workers *workers = workers_new(&env, 4, host_run, &host);
    CHECK(workers);
    CHECK_EQ_UINT(workers_count(workers), 4);
    Seen *seen = seen_new(workers);
    workers_run(workers, 9, look, seen);
    check_once(seen, 9);
    CHECK_EQ_UINT(host.calls, 1);
    CHECK_EQ_UINT(atomic_load(&seen->taken[3]), 2);
    free(seen);
    /* One chunk needs nobody's help. */
    seen = seen_new(workers);
    workers_run(workers, 1, look, seen);
    check_once(seen, 1);
    CHECK_EQ_UINT(host.calls, 1);
    free(seen);
    workers_free(workers);
}

/* In a child, because the limit is for good. */
TEST(no_threads_is_no_failure) {
    if (test_is_emulated())
        SKIP("the emulator fails where its own threads are limited");
    pid_t child = fork();
    CHECK(child >= 0);
    if (child == 0) {
        if (getuid() == 0 && setuid(65534) != 0) /* root knows no limit */
            _exit(77);
        const struct rlimit none = {0, 0};
        if (setrlimit(RLIMIT_NPROC, &none) != 0)
            _exit(77);
        Workers *workers = workers_of(4);
        Seen *seen = seen_new(workers);
        workers_run(workers, 100, look, seen);
        check_once(seen, 100);
        bool all = atomic_load(&seen->taken[0]) == 100;
        free(seen);
        workers_free(workers);
        _exit(all ? 0 : 1);
    }
    int status = status_of(child);
    if (status == 77)
        SKIP("the number of threads cannot be limited here");
    CHECK_EQ_INT(status, 0);
}

static unsigned threads_of_this_process(void) {
    FILE *file = fopen("/proc/self/status", "r");
    if (!file)
        return 0;
    char line[256];
    unsigned threads = 0;
    while (fgets(line, sizeof line, file)) {
        if (strncmp(line, "Threads:", 8) == 0)
            threads = (unsigned)strtoul(line + 8, NULL, 10);
    }
    fclose(file);
    return threads;
}

static void *nothing(void *user) {
    return user;
}

TEST(threads_start_when_they_are_wanted) {
    pthread_t first; /* beside which a sanitizer starts one of its own, once */
    CHECK(pthread_create(&first, NULL, nothing, NULL) == 0 && pthread_join(first, NULL) == 0);
    unsigned before = threads_of_this_process();
    if (before == 0)
        SKIP("the system does not say how many threads a process has");
    Workers *workers = workers_of(5);
    Seen *seen = seen_new(workers);
    workers_run(workers, 1, look, seen);
    CHECK_EQ_UINT(threads_of_this_process(), before);
    workers_run(workers, 3, look, seen);
    CHECK_EQ_UINT(threads_of_this_process(), before + 2);
    workers_run(workers, MANY, look, seen);
    CHECK_EQ_UINT(threads_of_this_process(), before + 4);
    free(seen);
    workers_free(workers);
}

TEST(out_of_memory_makes_no_pool) {
    for (size_t n = 1;; n++) {
        struct test_alloc a = TEST_ALLOC(n);
        frit_allocator allocator = {test_alloc_fn, &a};
        frit_error error = {0};
        Env env = {&allocator, &error};
        Workers *workers = workers_new(&env, 3, NULL, NULL);
        CHECK((workers != NULL) == (a.failures == 0));
        if (!workers)
            CHECK_EQ_INT(error.status, FRIT_ERR_NOMEM);
        bool done = workers != NULL;
        workers_free(workers);
        CHECK_ALLOC(&a);
        if (done)
            break;
    }
}

TEST(too_many_threads_are_refused) {
    frit_error error = {.status = FRIT_OK};
    Env env = {&plain, &error};
    CHECK(!workers_new(&env, 4097, NULL, NULL));
    CHECK_EQ_INT(error.status, FRIT_ERR_LIMIT);
    CHECK(strstr(error.message, "4097"));
    Workers *most = workers_new(&env, 4096, NULL, NULL);
    CHECK(most);
    CHECK_EQ_UINT(workers_count(most), 4096);
    workers_free(most);
}
