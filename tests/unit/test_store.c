/* The store in memory and its queue, with a compiler of the test's own. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "store_fixture.h"

static Code *compile(CodeStore *store, const char *text, frit_error *error) {
    Env env = {&gen_allocator, error};
    StoreJob job = job_of(text);
    return store_compile(&env, store, &job);
}

static void request(CodeStore *store, const char *const *texts, uint32_t n) {
    frit_error error = {0};
    Env env = {&gen_allocator, &error};
    StoreJob jobs[64];
    for (uint32_t k = 0; k < n; k++)
        jobs[k] = job_of(texts[k]);
    CHECK(store_request(&env, store, jobs, n));
}

TEST(a_kernel_is_compiled_once) {
    Fake fake = {0};
    StoreHooks hooks;
    CodeStore *store = store_of(&fake, &hooks, (StoreOptions){0});
    uint64_t generation = store_generation(store);
    CHECK(store_look_up(store, "7") == CODE_MISSING);
    CHECK(store_directory(store) == NULL);
    CHECK_EQ_UINT(atomic_load(&fake.opens), 0);
    store_compile_well(store, "7");
    CHECK(store_generation(store) > generation);
    CHECK(store_look_up(store, "7") == CODE_READY);
    CHECK(store_look_up(store, "8") == CODE_MISSING);
    store_compile_well(store, "7");
    store_compile_well(store, "8");
    CHECK_EQ_UINT(atomic_load(&fake.compiles), 2);
    CHECK_EQ_UINT(atomic_load(&fake.opens), 1);
    StoreStats stats = store_stats(store);
    CHECK_EQ_UINT(stats.compiled, 2);
    CHECK_EQ_UINT(stats.held_kernels, 2);
    CHECK(stats.held_bytes > 0 && stats.compile_ns > 0 && stats.memory_hits == 2);
    store_free(store);
    CHECK_EQ_UINT(atomic_load(&fake.closes), 1);
}

TEST(a_batch_is_compiled_in_order) {
    Fake fake = {.compile_us = 2000};
    StoreHooks hooks;
    CodeStore *store = store_of(&fake, &hooks, (StoreOptions){0});
    const char *const texts[] = {"5", "3", "9", "3", "1"};
    request(store, texts, 5);
    CHECK(store_look_up(store, "1") != CODE_MISSING);
    request(store, texts, 5);
    for (int k = 0; store_look_up(store, "1") != CODE_READY; k++) {
        CHECK(k < 5000);
        usleep(1000);
    }
    CHECK_EQ_MEM(fake.order, "5391", 5);
    CHECK_EQ_UINT(store_stats(store).queued, 0);
    CHECK(store_compile_cost(store) > 0 && store_compile_cost(store) < 6e6);
    for (int k = 0; k < 5; k++)
        store_compile_well(store, texts[k]);
    CHECK_EQ_UINT(atomic_load(&fake.compiles), 4);
    store_free(store);
}

TEST(waiting_takes_part) {
    Fake fake = {.compile_us = 1000};
    StoreHooks hooks;
    CodeStore *store = store_of(&fake, &hooks, (StoreOptions){0});
    for (int round = 0; round < 3; round++) {
        char text[8][8];
        const char *texts[8];
        for (int k = 0; k < 8; k++) {
            snprintf(text[k], sizeof text[k], "%d", round * 10 + k);
            texts[k] = text[k];
        }
        request(store, texts, 8);
        store_wait(store);
        for (int k = 0; k < 8; k++)
            CHECK(store_look_up(store, texts[k]) == CODE_READY);
    }
    store_wait(store);
    CHECK_EQ_UINT(atomic_load(&fake.compiles), 24);
    store_free(store);
}

/* Whoever needs a kernel that is being compiled waits for it; one that is queued he takes. */
TEST(a_kernel_on_its_way_is_not_compiled_twice) {
    Fake fake = {.compile_us = 30000};
    StoreHooks hooks;
    CodeStore *store = store_of(&fake, &hooks, (StoreOptions){0});
    const char *const texts[] = {"1", "2", "3"};
    request(store, texts, 3);
    while (atomic_load(&fake.compiling) == 0)
        usleep(100);
    store_compile_well(store, "3");
    store_compile_well(store, "1");
    store_wait(store);
    CHECK_EQ_UINT(atomic_load(&fake.compiles), 3);
    store_free(store);
}

/* So many that some still wait, however late this thread comes. */
enum { MANY = 60 };
static void request_many(CodeStore *store) {
    char text[MANY][8];
    const char *texts[MANY];
    for (int k = 0; k < MANY; k++) {
        snprintf(text[k], sizeof text[k], "%d", k % 100);
        texts[k] = text[k];
    }
    request(store, texts, MANY);
}

TEST(freeing_drops_what_waits) {
    Fake fake = {.compile_us = 20000};
    StoreHooks hooks;
    CodeStore *store = store_of(&fake, &hooks, (StoreOptions){0});
    request_many(store);
    while (atomic_load(&fake.compiling) == 0)
        usleep(100);
    store_free(store);
    CHECK(atomic_load(&fake.compiles) < MANY);
    CHECK_EQ_UINT(atomic_load(&fake.compiling), 0);
}

TEST(who_needs_a_kernel_now_does_not_queue) {
    Fake fake = {.compile_us = 10000};
    StoreHooks hooks;
    CodeStore *store = store_of(&fake, &hooks, (StoreOptions){0});
    request_many(store);
    store_compile_well(store, "59");
    CHECK(atomic_load(&fake.compiles) < MANY);
    store_free(store);
}

TEST(stopping) {
    Fake fake = {.compile_us = 20000};
    StoreHooks hooks;
    CodeStore *store = store_of(&fake, &hooks, (StoreOptions){0});
    request_many(store);
    while (atomic_load(&fake.compiling) == 0)
        usleep(100);
    store_stop(store);
    CHECK(atomic_load(&fake.compiles) < MANY);
    CHECK(store_look_up(store, "0") == CODE_READY);
    CHECK(store_look_up(store, "59") == CODE_MISSING);
    request_many(store);
    CHECK(store_look_up(store, "59") == CODE_MISSING);
    CHECK_EQ_UINT(store_stats(store).queued, 0);
    store_compile_well(store, "59"); /* who asks for it himself gets it */
    store_stop(store);
    store_free(store);
}

TEST(a_failure_is_remembered) {
    Fake fake = {.fails = true};
    StoreHooks hooks;
    CodeStore *store = store_of(&fake, &hooks, (StoreOptions){0});
    char why[64] = "";
    const char *const texts[] = {"4"};
    CHECK(!store_why(store, job_of("4").key, why, sizeof why));
    request(store, texts, 1);
    store_wait(store);
    CHECK(store_look_up(store, "4") == CODE_FAILED);
    CHECK(store_why(store, job_of("4").key, why, sizeof why));
    CHECK_STR(why, "kernel 4 is too hard");
    atomic_store(&fake.fails, false);
    frit_error error = {0};
    CHECK(!compile(store, "4", &error));
    CHECK_STR(error.message, "kernel 4 is too hard");
    CHECK_EQ_UINT(atomic_load(&fake.compiles), 1);
    /* No memory is no failure of the kernel. */
    atomic_store(&fake.no_memory, true);
    CHECK(!compile(store, "5", &error));
    CHECK(error.status == FRIT_ERR_NOMEM);
    CHECK(store_look_up(store, "5") == CODE_MISSING);
    atomic_store(&fake.no_memory, false);
    store_compile_well(store, "5");
    CHECK_EQ_UINT(store_stats(store).failed, 1);
    store_free(store);
}

TEST(without_a_compiler) {
    Fake fake = {.no_compiler = true};
    StoreHooks hooks;
    CodeStore *store = store_of(&fake, &hooks, (StoreOptions){0});
    frit_error error = {0};
    Env env = {&gen_allocator, &error};
    char text[64];
    CHECK(!store_compiler_peek(store, text, sizeof text));
    CHECK_EQ_UINT(atomic_load(&fake.opens), 0);
    CHECK(!store_can_compile(&env, store));
    CHECK(error.status == FRIT_ERR_UNSUPPORTED);
    CHECK_STR(error.message, "there is no compiler here");
    CHECK(!compile(store, "4", &error));
    CHECK(store_look_up(store, "4") == CODE_FAILED);
    CHECK(!store_compiler_version(&env, store, text, sizeof text));
    CHECK_EQ_UINT(atomic_load(&fake.opens), 1);
    store_free(store);
    CHECK_EQ_UINT(atomic_load(&fake.closes), 0);
    atomic_store(&fake.no_compiler, false);
    store = store_of(&fake, &hooks, (StoreOptions){0});
    CHECK(store_compiler_version(&env, store, text, sizeof text));
    CHECK_STR(text, "1.2.3");
    CHECK(store_compiler_peek(store, text, sizeof text));
    store_free(store);
}

TEST(the_least_recently_used_goes_first) {
    Fake fake = {0};
    StoreHooks hooks;
    CodeStore *store = store_of(&fake, &hooks, (StoreOptions){.memory_kernels = 4});
    frit_error error = {0};
    Code *held = compile(store, "0", &error); /* in use: it stays */
    CHECK(held);
    store_compile_well(store, "1");
    store_compile_well(store, "2");
    store_compile_well(store, "3");
    CHECK(store_look_up(store, "1") == CODE_READY); /* used now */
    store_compile_well(store, "4");
    store_compile_well(store, "5");
    CHECK(store_look_up(store, "0") == CODE_READY);
    CHECK(store_look_up(store, "1") == CODE_READY);
    CHECK(store_look_up(store, "2") == CODE_MISSING);
    CHECK(store_look_up(store, "3") == CODE_MISSING);
    CHECK(store_look_up(store, "4") == CODE_READY);
    CHECK(store_look_up(store, "5") == CODE_READY);
    CHECK_EQ_UINT(store_stats(store).evicted, 2);
    CHECK_EQ_UINT(store_stats(store).held_kernels, 4);
    CHECK_EQ_UINT(run_tiny(held), 0);
    store_free(store);
    CHECK_EQ_UINT(run_tiny(held), 0); /* it lives as long as somebody has it */
    code_unref(held);
}

TEST(bytes_are_bounded) {
    Fake fake = {0};
    StoreHooks hooks;
    CodeStore *store = store_of(&fake, &hooks, (StoreOptions){.memory_cap = 100000});
    for (int k = 0; k < 200; k++) {
        char text[16];
        snprintf(text, sizeof text, "%d", k);
        store_compile_well(store, text);
        CHECK(store_stats(store).held_bytes <= 100000);
    }
    CHECK(store_stats(store).held_kernels >= 4);
    store_free(store);
}

/* user: the bytes that are live. */
static void *counting_alloc(void *user, void *ptr, size_t old_size, size_t new_size) {
    atomic_ullong *live = user;
    atomic_fetch_add(live, new_size);
    atomic_fetch_sub(live, ptr ? old_size : 0);
    if (new_size > 0)
        return realloc(ptr, new_size);
    free(ptr);
    return NULL;
}

/* Ready, missing and failed ones, a million in all: memory stays where it was. */
TEST(a_million_kernels) {
    Fake fake = {0};
    StoreHooks hooks = fake_hooks(&fake);
    atomic_ullong live = 0;
    frit_allocator allocator = {counting_alloc, &live};
    frit_error error = {0};
    Env env = {&allocator, &error};
    Str object = str_make(&env);
    CHECK(store_object(&object, 1, 100));
    fake.one = code_load(&env, object.data, object.len);
    CHECK(fake.one);
    StoreOptions options = {.directory = "", .packs = "", .hooks = &hooks};
    CodeStore *store = store_new(&env, &options);
    CHECK(store);
    unsigned long long before = 0;
    const size_t n = 1000000;
    for (size_t k = 0; k < n; k++) {
        char text[300];
        memset(text, 'k', sizeof text); /* keys have some hundred bytes */
        snprintf(text, sizeof text, "%zu", k);
        StoreJob job = job_of("1");
        job.key = store_key(text, sizeof text);
        Code *code = NULL;
        atomic_store_explicit(&fake.fails, k % 4 == 3, memory_order_relaxed);
        if (k % 4 == 0)
            (void)store_find(store, job.key, &code);
        else
            code = store_compile(&env, store, &job);
        code_unref(code);
        if (k == n / 10)
            before = atomic_load(&live);
    }
    StoreStats stats = store_stats(store);
    CHECK(stats.held_kernels <= 4096);
    CHECK_EQ_UINT(stats.compiled, n / 2);
    CHECK_EQ_UINT(stats.failed, n / 4);
    CHECK_MSG(atomic_load(&live) < before + 1000000, "%llu bytes, and then %llu", before,
              atomic_load(&live));
    store_free(store);
    code_unref(fake.one);
    str_free(&object);
    CHECK_EQ_UINT(atomic_load(&live), 0);
}

TEST(the_queue_is_bounded) {
    Fake fake = {.compile_us = 200000};
    StoreHooks hooks;
    CodeStore *store = store_of(&fake, &hooks, (StoreOptions){0});
    for (int k = 0; k < 6000; k++) {
        char text[16];
        snprintf(text, sizeof text, "%d", k);
        const char *const texts[] = {text};
        request(store, texts, 1);
    }
    CHECK(store_stats(store).queued <= 4096);
    CHECK(store_look_up(store, "5999") == CODE_MISSING);
    store_free(store);
}

/* ------------------------------------------------------------------------------------- threads */

typedef struct Crowd {
    CodeStore *store;
    uint64_t seed;
    atomic_uint wrong;
} Crowd;

static void *do_anything(void *user) {
    Crowd *crowd = user;
    uint64_t random = crowd->seed;
    frit_error error = {0};
    Env env = {&gen_allocator, &error};
    for (int k = 0; k < 300; k++) {
        char text[16];
        unsigned number = (unsigned)test_random_below(&random, 40);
        snprintf(text, sizeof text, "%u", number);
        StoreJob job = job_of(text);
        Code *code = NULL;
        switch (test_random_below(&random, 4)) {
        case 0: (void)store_find(crowd->store, job.key, &code); break;
        case 1: code = store_compile(&env, crowd->store, &job); break;
        case 2: (void)store_request(&env, crowd->store, &job, 1); break;
        default:
            (void)store_stats(crowd->store);
            (void)store_spend(crowd->store, job.key, 1);
            break;
        }
        if (code && run_tiny(code) != number)
            atomic_fetch_add(&crowd->wrong, 1);
        code_unref(code);
    }
    return NULL;
}

TEST(many_threads) {
    enum { THREADS = 8 };
    char path[64];
    folder_make(path);
    Fake fake = {.compile_us = 20};
    StoreHooks hooks;
    CodeStore *store =
        store_of(&fake, &hooks, (StoreOptions){.directory = path, .memory_kernels = 8});
    pthread_t threads[THREADS];
    Crowd crowds[THREADS];
    for (int k = 0; k < THREADS; k++) {
        crowds[k] = (Crowd){.store = store, .seed = test_seed() + (uint64_t)k};
        CHECK(pthread_create(&threads[k], NULL, do_anything, &crowds[k]) == 0);
    }
    for (int k = 0; k < THREADS; k++) {
        pthread_join(threads[k], NULL);
        CHECK_EQ_UINT(atomic_load(&crowds[k].wrong), 0);
    }
    store_wait(store);
    CHECK(store_stats(store).held_kernels <= 8 + 8);
    CHECK_EQ_UINT(store_stats(store).rejected, 0);
    store_free(store);
    folder_remove(path);
}

/* --------------------------------------------------------------------------------------- forks */

/* The child knows nothing of the parent's thread and compiles for itself. */
TEST(a_fork_during_a_compile) {
    skip_where_children_have_no_threads();
    Fake fake = {0};
    StoreHooks hooks;
    CodeStore *store = store_of(&fake, &hooks, (StoreOptions){0});
    store_compile_well(store, "1");
    atomic_store(&fake.hold, true);
    const char *const texts[] = {"2", "3"};
    request(store, texts, 2);
    while (atomic_load(&fake.compiling) == 0)
        usleep(100);
    int child = fork();
    CHECK(child >= 0);
    atomic_store(&fake.hold, false);
    if (child == 0) {
        store_compile_well(store, "2");
        store_compile_well(store, "1");
        request(store, texts, 2);
        store_wait(store);
        CHECK(store_look_up(store, "3") == CODE_READY);
        store_free(store);
        _exit(0);
    }
    store_wait(store);
    store_compile_well(store, "3");
    child_was_good(child);
    CHECK_EQ_UINT(atomic_load(&fake.compiles), 3);
    store_free(store);
}

/* The child opens the compiler for itself, if that can be done (test_store_llvm.c); what is on disk
 * serves it in any case. */
TEST(a_fork_while_the_compiler_is_opened) {
    char path[64];
    folder_make(path);
    Fake fake = {0};
    StoreHooks hooks;
    CodeStore *store = store_of(&fake, &hooks, (StoreOptions){.directory = path});
    store_compile_well(store, "1");
    store_free(store);
    fake = (Fake){.hold = true};
    store = store_of(&fake, &hooks, (StoreOptions){.directory = path});
    const char *const texts[] = {"2"};
    request(store, texts, 1);
    while (atomic_load(&fake.opens) == 0)
        usleep(100);
    int child = fork();
    CHECK(child >= 0);
    atomic_store(&fake.hold, false);
    if (child == 0) {
        CHECK(store_look_up(store, "1") == CODE_READY);
        store_compile_well(store, "3");
        CHECK_EQ_UINT(atomic_load(&fake.opens), 2);
        store_free(store);
        _exit(0);
    }
    store_wait(store);
    CHECK(store_look_up(store, "2") == CODE_READY);
    child_was_good(child);
    store_free(store);
    folder_remove(path);
}

static atomic_bool stop_hammering;

static void *hammer(void *user) {
    for (unsigned k = 0; !atomic_load(&stop_hammering); k++) {
        char text[16];
        snprintf(text, sizeof text, "%u", k % 64);
        (void)store_look_up(user, text);
    }
    return NULL;
}

/* With the lock held by another thread, as likely as not. */
TEST(forks_at_any_moment) {
    Fake fake = {0};
    StoreHooks hooks;
    CodeStore *store = store_of(&fake, &hooks, (StoreOptions){.memory_kernels = 16});
    pthread_t thread;
    store_compile_well(store, "1");
    atomic_store(&stop_hammering, false);
    CHECK(pthread_create(&thread, NULL, hammer, store) == 0);
    for (int round = 0; round < 40; round++) {
        int child = fork();
        CHECK(child >= 0);
        if (child == 0) {
            store_compile_well(store, "1");
            store_compile_well(store, "2");
            _exit(0);
        }
        child_was_good(child);
    }
    atomic_store(&stop_hammering, true);
    pthread_join(thread, NULL);
    store_free(store);
}

/* ------------------------------------------------------------------------------------- the rest */

TEST(what_the_interpreter_spent) {
    Fake fake = {0};
    StoreHooks hooks;
    CodeStore *store = store_of(&fake, &hooks, (StoreOptions){0});
    CHECK_EQ_UINT(store_spend(store, job_of("1").key, 5), 5);
    CHECK_EQ_UINT(store_spend(store, job_of("1").key, 6), 11);
    CHECK_EQ_UINT(store_spend(store, job_of("2").key, 1), 1);
    store_free(store);
}

TEST(missing_kernels_are_named) {
    Fake fake = {0};
    StoreHooks hooks;
    CodeStore *store = store_of(&fake, &hooks, (StoreOptions){0});
    char text[64];
    CHECK(!store_missing_label(store, 0, text, sizeof text));
    CHECK(store_missing(store, job_of("1").key, "softmax"));
    CHECK(!store_missing(store, job_of("1").key, "softmax"));
    CHECK(store_missing(store, job_of("2").key, NULL));
    CHECK(store_missing_label(store, 0, text, sizeof text));
    CHECK(strncmp(text, "softmax (", 9) == 0);
    CHECK(store_missing_label(store, 1, text, sizeof text));
    CHECK(!store_missing_label(store, 2, text, sizeof text));
    for (int k = 0; k < 1500; k++) {
        snprintf(text, sizeof text, "%d", k);
        (void)store_missing(store, job_of(text).key, text);
    }
    CHECK_EQ_UINT(store_stats(store).missing, 1500);
    CHECK(store_missing_label(store, 999, text, sizeof text));
    CHECK(strncmp(text, "999 (", 5) == 0);
    CHECK(!store_missing_label(store, 1000, text, sizeof text));
    store_free(store);
}

static bool use_it_all(Env *env, StoreHooks *hooks, const char *path) {
    StoreOptions options = {.directory = path, .packs = "", .memory_kernels = 2, .hooks = hooks};
    CodeStore *store = store_new(env, &options);
    TRY(store);
    StoreJob jobs[3] = {job_of("1"), job_of("2"), job_of("3")};
    bool ok = true;
    Code *code = NULL;
    for (int k = 0; k < 3; k++) {
        (void)store_find(store, jobs[k].key, &code);
        code_unref(code);
    }
    ok = store_request(env, store, jobs, 2);
    store_wait(store);
    code = ok ? store_compile(env, store, &jobs[2]) : NULL;
    ok = code != NULL;
    code_unref(code);
    store_free(store);
    return ok;
}

TEST(every_allocation_may_fail) {
    char path[64];
    folder_make(path);
    for (size_t n = 1;; n++) {
        Fake fake = {0};
        StoreHooks hooks = fake_hooks(&fake);
        struct test_alloc alloc = TEST_ALLOC(n);
        frit_allocator allocator = {test_alloc_fn, &alloc};
        frit_error error = {0};
        Env env = {&allocator, &error};
        test_note("allocation %zu", n);
        bool done = use_it_all(&env, &hooks, path);
        CHECK_ALLOC(&alloc);
        if (!done)
            CHECK(error.status == FRIT_ERR_NOMEM);
        if (alloc.failures == 0) {
            CHECK(done);
            break;
        }
        folder_remove(path);
    }
    folder_remove(path);
}
