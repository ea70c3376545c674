/* The pool of blocks: aligned, reused, capped, counted, and safe for several threads. */
#define _GNU_SOURCE
#include <errno.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "harness.h"
#include "run/host/memory.h"

typedef struct Fixture {
    struct test_alloc alloc;
    frit_allocator allocator;
    frit_error error;
    Env env;
    Memory *memory;
} Fixture;

static void begin(Fixture *f, uint64_t cap) {
    memset(f, 0, sizeof *f);
    pthread_mutex_init(&f->alloc.lock, NULL);
    f->allocator = (frit_allocator){test_alloc_fn, &f->alloc};
    f->env = (Env){&f->allocator, &f->error};
    f->memory = memory_new(&f->env, cap);
    CHECK(f->memory);
}

static void end(Fixture *f) {
    memory_free(f->memory);
    CHECK_ALLOC(&f->alloc);
}

static void *take(Fixture *f, uint64_t size, bool *touched) {
    void *block = memory_take(&f->env, f->memory, size, touched);
    CHECK(block);
    CHECK_EQ_UINT((uintptr_t)block % MEMORY_ALIGN, 0);
    memset(block, 0x5a, size);
    return block;
}

TEST(blocks_hold_what_was_asked_for) {
    Fixture f;
    begin(&f, 1 << 20);
    for (uint64_t size = 0; size < 3000; size += 1 + size / 40) {
        test_note("%u bytes", (unsigned)size);
        void *a = take(&f, size, NULL), *b = take(&f, size, NULL);
        CHECK_EQ_UINT(memory_use(f.memory).used, 2 * size);
        memory_give(f.memory, a, size);
        memory_give(f.memory, b, size);
        memory_trim(f.memory);
        /* At most an eighth is wasted, and what the header and the alignment take. */
        size_t before = f.alloc.live_bytes;
        a = take(&f, size, NULL);
        CHECK(f.alloc.live_bytes - before >= size);
        CHECK(f.alloc.live_bytes - before <= size + size / 8 + 64 + 128);
        memory_give(f.memory, a, size);
        memory_trim(f.memory);
    }
    end(&f);
}

TEST(a_block_is_used_again) {
    Fixture f;
    begin(&f, 1 << 20);
    bool touched = true;
    void *first = take(&f, 10000, &touched);
    CHECK(!touched);
    memory_give(f.memory, first, 10000);
    CHECK(memory_use(f.memory).kept >= 10000);
    size_t calls = f.alloc.calls;
    void *again = take(&f, 9000, &touched);
    CHECK(again == first);
    CHECK(touched);
    CHECK_EQ_UINT(f.alloc.calls, calls);
    CHECK_EQ_UINT(memory_use(f.memory).kept, 0);
    /* Given back as less than it is, and still good for its first size. */
    memory_give(f.memory, again, 9000);
    again = take(&f, 10000, &touched);
    CHECK(again == first);
    memory_give(f.memory, again, 10000);
    /* Much less: a big block is not spent on it. */
    void *small = take(&f, 100, &touched);
    CHECK(small != first);
    memory_give(f.memory, small, 100);
    end(&f);
}

TEST(the_last_given_is_taken_first) {
    Fixture f;
    begin(&f, 1 << 20);
    void *a = take(&f, 5000, NULL), *b = take(&f, 5000, NULL);
    memory_give(f.memory, a, 5000);
    memory_give(f.memory, b, 5000);
    CHECK(take(&f, 5000, NULL) == b);
    CHECK(take(&f, 5000, NULL) == a);
    memory_give(f.memory, a, 5000);
    memory_give(f.memory, b, 5000);
    end(&f);
}

TEST(no_more_than_the_cap_is_kept) {
    Fixture f;
    begin(&f, 100000);
    void *blocks[5];
    for (int k = 0; k < 5; k++)
        blocks[k] = take(&f, 30000, NULL);
    for (int k = 0; k < 5; k++) {
        memory_give(f.memory, blocks[k], 30000);
        CHECK(memory_use(f.memory).kept <= 100000);
    }
    CHECK_EQ_UINT(f.alloc.live_blocks, 1 + 3); /* the pool itself, and what fits */
    /* The oldest went. */
    CHECK(take(&f, 30000, NULL) == blocks[4]);
    CHECK(take(&f, 30000, NULL) == blocks[3]);
    CHECK(take(&f, 30000, NULL) == blocks[2]);
    for (int k = 2; k < 5; k++)
        memory_give(f.memory, blocks[k], 30000);
    /* What is bigger than the cap is not kept, and pushes nothing out. */
    void *big = take(&f, 200000, NULL);
    memory_give(f.memory, big, 200000);
    CHECK_EQ_UINT(f.alloc.live_blocks, 1 + 3);
    memory_trim(f.memory);
    CHECK_EQ_UINT(f.alloc.live_blocks, 1);
    CHECK_EQ_UINT(memory_use(f.memory).kept, 0);
    CHECK_EQ_UINT(memory_use(f.memory).peak, 200000);
    end(&f);
}

TEST(use_is_counted) {
    Fixture f;
    begin(&f, 0);
    void *a = take(&f, 1000, NULL), *b = take(&f, 500, NULL);
    CHECK_EQ_UINT(memory_use(f.memory).used, 1500);
    memory_give(f.memory, a, 1000);
    CHECK_EQ_UINT(memory_use(f.memory).used, 500);
    CHECK_EQ_UINT(memory_use(f.memory).peak, 1500);
    CHECK_EQ_UINT(memory_use(f.memory).kept, 0);
    memory_give(f.memory, b, 500);
    CHECK_EQ_UINT(f.alloc.live_blocks, 1);
    end(&f);
}

TEST(impossible_sizes_fail) {
    Fixture f;
    begin(&f, 0);
    CHECK(!memory_take(&f.env, f.memory, UINT64_MAX, NULL));
    CHECK_EQ_INT(f.error.status, FRIT_ERR_NOMEM);
    f.error.status = FRIT_OK;
    CHECK(!memory_take(&f.env, f.memory, UINT64_MAX / 2, NULL));
    CHECK_EQ_INT(f.error.status, FRIT_ERR_NOMEM);
    CHECK_EQ_UINT(memory_use(f.memory).used, 0);
    end(&f);
}

/* When memory is short, what is kept is given back before anybody is told so. */
TEST(kept_blocks_do_not_cause_failure) {
    Fixture f;
    begin(&f, 1 << 20);
    memory_give(f.memory, take(&f, 50000, NULL), 50000);
    f.alloc.fail_at = f.alloc.calls + 1;
    void *block = take(&f, 200000, NULL);
    CHECK_EQ_UINT(f.alloc.failures, 1);
    CHECK_EQ_UINT(memory_use(f.memory).kept, 0);
    memory_give(f.memory, block, 200000);
    end(&f);
}

TEST(out_of_memory_leaks_nothing) {
    for (size_t n = 1; n < 8; n++) {
        struct test_alloc a = TEST_ALLOC(n);
        a.fail_after = true;
        frit_allocator allocator = {test_alloc_fn, &a};
        frit_error error = {0};
        Env env = {&allocator, &error};
        Memory *memory = memory_new(&env, 1000);
        if (memory) {
            void *blocks[3];
            for (uint64_t k = 0; k < 3; k++)
                blocks[k] = memory_take(&env, memory, 300 * (k + 1), NULL);
            for (uint64_t k = 0; k < 3; k++)
                memory_give(memory, blocks[k], 300 * (k + 1));
        }
        if (a.failures > 0)
            CHECK_EQ_INT(error.status, FRIT_ERR_NOMEM);
        memory_free(memory);
        CHECK_ALLOC(&a);
    }
}

enum { HELD = 8 };

static void *take_and_give(void *arg) {
    Fixture *f = arg;
    frit_error error = {0};
    Env env = {&f->allocator, &error};
    unsigned char *held[HELD] = {0};
    uint64_t sizes[HELD] = {0};
    uint64_t random = test_seed() + (uintptr_t)&error;
    for (size_t round = 0; round < test_scaled(2000); round++) {
        size_t k = (size_t)test_random_below(&random, HELD);
        if (held[k]) {
            /* Nobody else has written into it. */
            for (uint64_t i = 0; i < sizes[k]; i += 61)
                CHECK(held[k][i] == (unsigned char)(uintptr_t)held[k]);
            memory_give(f->memory, held[k], sizes[k]);
            held[k] = NULL;
        } else {
            sizes[k] = test_random_below(&random, 4000);
            held[k] = memory_take(&env, f->memory, sizes[k], NULL);
            CHECK(held[k]);
            memset(held[k], (unsigned char)(uintptr_t)held[k], sizes[k]);
        }
        if (test_random_below(&random, 500) == 0)
            memory_trim(f->memory);
    }
    for (size_t k = 0; k < HELD; k++)
        memory_give(f->memory, held[k], sizes[k]);
    return NULL;
}

TEST(many_threads_share_a_pool) {
    Fixture f;
    begin(&f, 20000);
    pthread_t threads[4];
    for (int k = 0; k < 4; k++)
        CHECK_EQ_INT(pthread_create(&threads[k], NULL, take_and_give, &f), 0);
    for (int k = 0; k < 4; k++)
        pthread_join(threads[k], NULL);
    CHECK(memory_use(f.memory).kept <= 20000);
    end(&f);
}

TEST(a_child_can_take_and_give) {
    Fixture f;
    begin(&f, 20000);
    void *block = take(&f, 5000, NULL);
    memory_give(f.memory, take(&f, 3000, NULL), 3000);
    pid_t child = fork();
    CHECK(child >= 0);
    if (child == 0) {
        bool touched = false;
        void *own = take(&f, 3000, &touched);
        memory_give(f.memory, own, 3000);
        memory_give(f.memory, block, 5000);
        end(&f);
        _exit(touched ? 0 : 1);
    }
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        continue;
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    memory_give(f.memory, block, 5000);
    end(&f);
}
