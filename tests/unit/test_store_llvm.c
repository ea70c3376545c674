/* The store with LLVM and the loader behind it. */
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "run/cache/entry.h"
#include "store_fixture.h"

static CodeStore *open_store(const char *path) {
    frit_error error = {0};
    Env env = {&store_malloc, &error};
    StoreOptions options = {.directory = path, .packs = ""};
    CodeStore *store = store_new(&env, &options);
    CHECK(store);
    return store;
}

static CodeStore *open_or_skip(const char *path) {
    frit_error error = {0};
    Env env = {&store_malloc, &error};
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
    const Target *target = target_named("neon");
#else
    const Target *target = target_named("x86-64");
#endif
    CHECK(target);
    return (StoreJob){.key = store_key(text, (size_t)at),
                      .target = target,
                      .text = text,
                      .text_len = (size_t)at,
                      .label = "a chain"};
}

static void compile(CodeStore *store, unsigned number) {
    char text[16384];
    frit_error error = {0};
    Env env = {&store_malloc, &error};
    StoreJob job = real_job(text, number);
    Code *code = store_compile(&env, store, &job);
    CHECK_MSG(code, "%s", error.message);
    CHECK_EQ_UINT(run_tiny(code), number);
    code_unref(code);
}

static void request(CodeStore *store, unsigned number) {
    char text[16384];
    frit_error error = {0};
    Env env = {&store_malloc, &error};
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
    CHECK(!store_llvm_peek(store, version, sizeof version)); /* nobody opened it */
    store_free(store);
    folder_remove(path);
}

TEST(text_that_is_no_ir) {
    CodeStore *store = open_or_skip("");
    frit_error error = {0};
    Env env = {&store_malloc, &error};
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
            alarm(30);
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
