/*
 * A small test harness.
 *
 *     TEST(push_grows) {              // in tests/unit/vec.c: the test is called vec.push_grows
 *         CHECK(vec_push(&v, 1));
 *         CHECK_EQ_UINT(v.len, 1);
 *     }
 *
 * A check that fails ends its test. In another thread than the test's own, where there is no way
 * back, it ends the process; the runner then goes on with the next test. A check in a forked child
 * ends the child with status 1.
 *
 * The program prints one line a test: "ok NAME", "skip NAME: reason" or
 * "FAIL NAME: file:line: message", the details of a failure before it.
 */
#ifndef TESTS_HARNESS_H
#define TESTS_HARNESS_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct test_case {
    const char *file;
    int line;
    const char *name;
    void (*body)(void);
    struct test_case *next;
    char full_name[128]; /* filled when registered: file.name */
};

void test_register(struct test_case *test);

#define TEST(id)                                                                            \
    static void test_body_##id(void);                                                       \
    __attribute__((constructor)) static void test_add_##id(void) {                          \
        static struct test_case test = {__FILE__, __LINE__, #id, test_body_##id, NULL, ""}; \
        test_register(&test);                                                               \
    }                                                                                       \
    static void test_body_##id(void)

/* ------------------------------------------------------------------------------------ checks */

__attribute__((noreturn, format(printf, 3, 4))) void test_fail(const char *file, int line,
                                                               const char *format, ...);
__attribute__((noreturn)) void test_skip(const char *reason);
void test_check_int(const char *file, int line, const char *what, intmax_t got, intmax_t want);
void test_check_uint(const char *file, int line, const char *what, uintmax_t got, uintmax_t want);
void test_check_str(const char *file, int line, const char *what, const char *got,
                    const char *want);
void test_check_mem(const char *file, int line, const char *what, const void *got, const void *want,
                    size_t size);
void test_check_f32(const char *file, int line, const char *what, float got, float want);
void test_check_f64(const char *file, int line, const char *what, double got, double want);

#define FAIL(...)    test_fail(__FILE__, __LINE__, __VA_ARGS__)
#define SKIP(reason) test_skip(reason)

#define CHECK(cond)                                     \
    do {                                                \
        if (!(cond))                                    \
            test_fail(__FILE__, __LINE__, "%s", #cond); \
    } while (0)

/* The same with a message of your own, for checks whose text says too little. */
#define CHECK_MSG(cond, ...)                            \
    do {                                                \
        if (!(cond))                                    \
            test_fail(__FILE__, __LINE__, __VA_ARGS__); \
    } while (0)

#define CHECK_EQ_INT(got, want)  test_check_int(__FILE__, __LINE__, #got, (got), (want))
#define CHECK_EQ_UINT(got, want) test_check_uint(__FILE__, __LINE__, #got, (got), (want))
#define CHECK_EQ_MEM(got, want, size) \
    test_check_mem(__FILE__, __LINE__, #got, (got), (want), (size))
/* Equal strings; a failure shows the lines that differ. NULL equals NULL only. */
#define CHECK_STR(got, want) test_check_str(__FILE__, __LINE__, #got, (got), (want))
/* The same bits: NaN equals the same NaN, -0 differs from 0. */
#define CHECK_EQ_F32(got, want) test_check_f32(__FILE__, __LINE__, #got, (got), (want))
#define CHECK_EQ_F64(got, want) test_check_f64(__FILE__, __LINE__, #got, (got), (want))

/*
 * Equal values of an enum, both printed by name:
 *     #define CHECK_STATUS(got, want) CHECK_EQ_NAMED(got, want, frit_status_name)
 */
#define CHECK_EQ_NAMED(got, want, name_of)                                             \
    do {                                                                               \
        int test_got_ = (int)(got), test_want_ = (int)(want);                          \
        if (test_got_ != test_want_)                                                   \
            test_fail(__FILE__, __LINE__, "%s is %s (%d), should be %s (%d)", #got,    \
                      name_of(test_got_), test_got_, name_of(test_want_), test_want_); \
    } while (0)

/* Says where a loop stands: printed when the test fails. Each call replaces the note before. */
__attribute__((format(printf, 1, 2))) void test_note(const char *format, ...);

/* Is the system an emulator's (qemu's user mode), which does not do everything that a system does? */
bool test_is_emulated(void);

/* --------------------------------------------------------------------------- random and scale */

/* --seed or FRIT_TEST_SEED; 1 when neither is given. */
uint64_t test_seed(void);
/* A count of iterations times FRIT_TEST_SCALE (1 when it is not set), never less than 1. */
size_t test_scaled(size_t count);
/* The next of a stream of random numbers; start one with uint64_t state = test_seed(). */
uint64_t test_random(uint64_t *state);
/* From 0 to below - 1. */
uint64_t test_random_below(uint64_t *state, uint64_t below);

/* ---------------------------------------------------------------------------------- allocator */

/*
 * An allocator that counts, that checks what it is told, and that fails on demand:
 *
 *     for (size_t n = 1;; n++) {
 *         struct test_alloc a = TEST_ALLOC(n);
 *         bool done = work((frit_allocator){test_alloc_fn, &a});
 *         CHECK_ALLOC(&a);                 // every block was given back
 *         CHECK(done == (a.failures == 0));
 *         if (done)
 *             break;
 *     }
 *
 * Every block moves when it is resized, and is filled with 0xa5 when it is made and freed, so that
 * stale pointers and unset memory show. It may be called from several threads.
 */
struct test_alloc {
    size_t fail_at;  /* the n-th allocation or growth fails, from 1; 0: none */
    bool fail_after; /* and so do all after it */
    size_t calls;    /* allocations and growths so far, those that failed included */
    size_t failures; /* how many failed */
    size_t live_blocks;
    size_t live_bytes;
    size_t peak_bytes;
    const char
        *misuse; /* the first wrong call: a size that is not right, a block that is not ours */
    pthread_mutex_t lock;
};

#define TEST_ALLOC(fail_at_) \
    { .fail_at = (fail_at_), .lock = PTHREAD_MUTEX_INITIALIZER }

/* ptr NULL: allocate; new_size 0: free, gives NULL; otherwise resize. user is a test_alloc. */
void *test_alloc_fn(void *user, void *ptr, size_t old_size, size_t new_size);
void test_check_alloc(const char *file, int line, struct test_alloc *alloc);
/* Nothing is live and nothing was misused. */
#define CHECK_ALLOC(alloc) test_check_alloc(__FILE__, __LINE__, (alloc))

#endif
