/* The store with LLVM and the loader behind it. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "run/llvm/compiled.h"
#include "run/cache/entry.h"
#include "store_fixture.h"

static CodeStore *open_store(const char *path) {
    frit_error error = {0};
    Env env = {&gen_allocator, &error};
    StoreOptions options = {.directory = path, .packs = "", .hooks = &llvm_hooks};
    CodeStore *store = store_new(&env, &options);
    CHECK(store);
    return store;
}

static CodeStore *open_or_skip(const char *path) {
    frit_error error = {0};
    Env env = {&gen_allocator, &error};
    CodeStore *store = open_store(path);
    if (!store_can_compile(&env, store)) {
        store_free(store);
        SKIP("there is no LLVM here");
    }
    return store;
}

/* A chain of additions, so that it takes a while, that comes to number. */
static StoreJob real_job(char text[16384], unsigned number) {
    int at = snprintf(text, 16384,
                      "define i32 @frit_map() {\n  %%a = alloca i32\n"
                      "  store volatile i32 %u, ptr %%a\n",
                      number);
    for (int k = 0; k < 100; k++)
        at += snprintf(text + at, (size_t)(16384 - at),
                       "  %%v%d = load volatile i32, ptr %%a\n  %%w%d = mul i32 %%v%d, 1\n"
                       "  store volatile i32 %%w%d, ptr %%a\n",
                       k, k, k, k);
    at += snprintf(text + at, (size_t)(16384 - at),
                   "  %%r = load volatile i32, ptr %%a\n  ret i32 %%r\n}\n");
    CHECK(at < 16384);
#if defined(__aarch64__)
    const char *target = "neon";
#else
    const char *target = "x86-64";
#endif
    return (StoreJob){.key = store_key(text, (size_t)at),
                      .target = target,
                      .text = text,
                      .text_len = (size_t)at,
                      .label = "a chain"};
}

static void compile(CodeStore *store, unsigned number) {
    char text[16384];
    frit_error error = {0};
    Env env = {&gen_allocator, &error};
    StoreJob job = real_job(text, number);
    Code *code = store_compile(&env, store, &job);
    CHECK_MSG(code, "%s", error.message);
    CHECK_EQ_UINT(run_tiny(code), number);
    code_unref(code);
}

static void request(CodeStore *store, unsigned number) {
    char text[16384];
    frit_error error = {0};
    Env env = {&gen_allocator, &error};
    StoreJob job = real_job(text, number);
    CHECK(store_request(&env, store, &job, 1));
}

TEST(from_llvm_to_disk_and_back) {
    char path[64], text[16384], version[64];
    folder_make(path);
    CodeStore *store = open_or_skip(path);
    compile(store, 41);
    request(store, 42);
    store_wait(store);
    compile(store, 42);
    CHECK_EQ_UINT(store_stats(store).compiled, 2);
    CHECK(store_compile_cost(store) > 1e4);
    store_free(store);
    store = open_store(path);
    Code *code = NULL;
    for (unsigned k = 41; k < 43; k++) {
        CHECK(store_find(store, real_job(text, k).key, &code) == CODE_READY);
        CHECK_EQ_UINT(run_tiny(code), k);
        code_unref(code);
    }
    CHECK(!store_compiler_peek(store, version, sizeof version)); /* nobody opened it */
    store_free(store);
    folder_remove(path);
}

TEST(text_that_is_no_ir) {
    CodeStore *store = open_or_skip("");
    frit_error error = {0};
    Env env = {&gen_allocator, &error};
    char text[16384], why[256];
    StoreJob job = real_job(text, 1);
    job.text = "this is not LLVM's language";
    job.text_len = strlen(job.text);
    CHECK(!store_compile(&env, store, &job));
    CHECK(error.message[0] != '\0');
    Code *code = NULL;
    CHECK(store_find(store, job.key, &code) == CODE_FAILED);
    CHECK(store_why(store, job.key, why, sizeof why));
    CHECK_STR(why, error.message);
    compile(store, 2);
    store_free(store);
}

TEST(forks_during_compiles) {
    skip_where_children_have_no_threads();
    skip_where_forks_meet_allocations();
    CodeStore *store = open_or_skip("");
    uint64_t random = test_seed();
    compile(store, 1);
    for (unsigned round = 0; round < test_scaled(12); round++) {
        request(store, 100 + 2 * round);
        request(store, 101 + 2 * round);
        usleep((useconds_t)test_random_below(&random, 6000));
        int child = fork();
        CHECK(child >= 0);
        if (child == 0) {
            compile(store, 1);
            compile(store, 101 + 2 * round);
            request(store, 5000);
            store_wait(store);
            compile(store, 5000);
            store_free(store);
            _exit(0);
        }
        compile(store, 100 + 2 * round);
        child_was_good(child);
    }
    store_wait(store);
    store_free(store);
}

/* ---- what LLVM does once for the process, and forks in the middle of it */

static void *compile_in_thread(void *user) {
    compile(user, 7);
    return NULL;
}

/* Another context than the one that was interrupted: it compiles, or says for good why not. */
static void compile_in_child(CodeStore *store) {
    enum { COMPILED = 0, REFUSED = 3 };
    char text[16384];
    frit_error error = {0};
    Env env = {&gen_allocator, &error};
    StoreJob job = real_job(text, 9);
    Code *code = store_compile(&env, store, &job);
    if (code) {
        CHECK_EQ_UINT(run_tiny(code), 9);
        _exit(COMPILED);
    }
    CHECK_MSG(error.status == FRIT_ERR_UNSUPPORTED && strstr(error.message, "forked"), "%s",
              error.message);
    CodeStore *young = open_store(""); /* nor does a context that the child has made */
    CHECK(!store_can_compile(&env, young));
    CHECK(strstr(error.message, "forked"));
    store_free(young);
    _exit(REFUSED);
}

/* Ends as its child does. */
static void fork_at_first_use(unsigned us) {
    CodeStore *busy = open_store(""), *idle = open_store("");
    pthread_t thread;
    int status = 0;
    CHECK(pthread_create(&thread, NULL, compile_in_thread, busy) == 0);
    usleep(us);
    int child = fork();
    CHECK(child >= 0);
    if (child == 0)
        compile_in_child(idle);
    CHECK(waitpid(child, &status, 0) == child);
    CHECK(pthread_join(thread, NULL) == 0);
    CHECK_MSG(WIFEXITED(status), "fork after %u us: signal %d", us, WTERMSIG(status));
    _exit(WEXITSTATUS(status));
}

#define FORK_US "FRIT_TEST_FORK_US"

/* The same test in a new process, where LLVM has not been used yet. Its exit status. */
static int in_new_process(const char *us) {
    int status = 0, child = fork();
    CHECK(child >= 0);
    if (child == 0) {
        setenv(FORK_US, us, 1);
        execl("/proc/self/exe", "frit-unit", "test_store_llvm.forks_while_another_context_begins",
              (char *)NULL);
        _exit(127);
    }
    CHECK(waitpid(child, &status, 0) == child);
    CHECK_MSG(WIFEXITED(status), "ended by signal %d", WTERMSIG(status));
    return WEXITSTATUS(status);
}

TEST(forks_while_another_context_begins) {
    skip_where_children_have_no_threads();
    skip_where_forks_meet_allocations();
    const char *asked = getenv(FORK_US);
    if (asked && strcmp(asked, "probe") == 0) {
        frit_error error = {0};
        Env env = {&gen_allocator, &error};
        _exit(store_can_compile(&env, open_store("")) ? 0 : 2);
    }
    if (asked)
        fork_at_first_use((unsigned)strtoul(asked, NULL, 10));
    int probe = in_new_process("probe");
    if (probe == 2)
        SKIP("there is no LLVM here");
    if (probe == 127)
        SKIP("this program cannot be started again");
    unsigned refused = 0, rounds = 0;
    for (unsigned us = 500; us <= 40000; us += 1500, rounds++) {
        char text[16];
        snprintf(text, sizeof text, "%u", us);
        test_note("fork after %u us", us);
        int status = in_new_process(text);
        CHECK_MSG(status == 0 || status == 3, "fork after %u us: status %d", us, status);
        refused += status == 3;
    }
    CHECK_MSG(refused > 0, "none of %u forks met a compiler that began", rounds);
}
