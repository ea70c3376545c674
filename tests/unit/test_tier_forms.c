/*
 * What was compiled for some sizes and so many threads runs all sizes of the same layout, with any
 * number of threads, where nothing may be compiled.
 */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

#include "call_fixture.h"
#include "store_fixture.h"

typedef struct Sizes {
    int64_t rows, columns;
    unsigned threads;
} Sizes;

/* A program of x: f32[rows, columns] and y: f32[rows, 1]. */
typedef struct Case {
    const char *text;
    uint32_t n_in, out_rank;
    int kept; /* of the output: 0, 1: that axis alone; 2: both; 3: both, the other way round */
} Case;

static const Case cases[] = {
    {"program p(x: f32[r, c]) -> (o) { o = softmax(x, axes=[1]) }", 1, 2, 2},
    {"program p(x: f32[r, c]) -> (o) { o = mean(x, axes=[1]) }", 1, 1, 0},
    {"program p(x: f32[r, c]) -> (o) { o = sum(x, axes=[0]) }", 1, 1, 1},
    {"program p(x: f32[r, c]) -> (o) { o = softmax(x, axes=[0]) }", 1, 2, 2},
    {"program p(x: f32[r, c]) -> (o) { o = cumsum(x, axis=1) }", 1, 2, 2},
    {"program p(x: f32[r, c], y: f32[r, 1]) -> (o) { a = exp(x)\n o = mul(a, y) }", 2, 2, 2},
    {"program p(x: f32[r, c]) -> (o) { t = transpose(x, perm=[1, 0])\n o = exp(t) }", 1, 2, 3},
};
/* Every other one is compiled, and the last; all are run. */
static const Sizes sizes[] = {{4, 50000, 2}, {4, 50, 1},    {1000, 8, 7},
                              {300, 50, 1},  {1, 50000, 7}, {3, 0, 1},
                              {5, 1000, 1},  {9000, 1, 1},  {50000, 4, 2}};
enum { CASES = sizeof cases / sizeof *cases, SIZES = sizeof sizes / sizeof *sizes, MOST = 200000 };

static float input[MOST], wanted[MOST], got[MOST];

static frit_status run_case(Ready *r, const Case *c, Sizes s, float *out) {
    int64_t x[2] = {s.rows, s.columns}, y[2] = {s.rows, 1}, z[2] = {s.rows, s.columns};
    if (c->kept == 1)
        z[0] = s.columns;
    if (c->kept == 3)
        z[0] = s.columns, z[1] = s.rows;
    frit_tensor in[2] = {{input, x, NULL}, {input, y, NULL}}, to = {out, z, NULL};
    return ready_run(r, in, c->n_in, &to, 1);
}

static void open_case(Ready *r, const Case *c, frit_compile_policy compile, unsigned threads,
                      const char *folder) {
    frit_context_options options = {FRIT_SIZED(frit_context_options), .threads = threads,
                                    .compile = compile, .cache_dir = folder ? folder : ""};
    ready_open(r, &options, c->text);
}

/* Turned round, an axis of one element is no axis: its arrays have another layout. */
static bool has_other_layout(const Case *c, Sizes s) {
    return c->kept == 3 && (s.rows == 1 || s.columns == 1);
}

/* Compiles the case for these sizes; false: there is no LLVM. */
static bool compile_case(const Case *c, Sizes s, const char *folder) {
    char version[32];
    Ready r;
    open_case(&r, c, FRIT_COMPILE_REQUIRE, s.threads, folder);
    bool there = frit_context_llvm(r.context, version, sizeof version, NULL) == FRIT_OK;
    if (there)
        CHECK_OK(&r, run_case(&r, c, s, got));
    ready_close(&r);
    return there;
}

/* Everything else from what is in the folder. */
static void serve_case(const Case *c, Sizes made, const char *folder) {
    for (unsigned threads = 1; threads <= 7; threads += 6)
        for (unsigned k = 0; k < SIZES; k++) {
            Ready plain, strict;
            if (has_other_layout(c, sizes[k]))
                continue;
            memset(got, 0, sizeof got);
            memset(wanted, 0, sizeof wanted);
            open_case(&plain, c, FRIT_COMPILE_OFF, 1, NULL);
            CHECK_OK(&plain, run_case(&plain, c, sizes[k], wanted));
            ready_close(&plain);
            open_case(&strict, c, FRIT_COMPILE_NEVER_STRICT, threads, folder);
            CHECK_MSG(run_case(&strict, c, sizes[k], got) == FRIT_OK,
                      "%s made for %lld x %lld by %u threads, now %lld x %lld by %u: %s", c->text,
                      (long long)made.rows, (long long)made.columns, made.threads,
                      (long long)sizes[k].rows, (long long)sizes[k].columns, threads,
                      strict.error.message);
            CHECK_EQ_UINT(frit_cache_describe(strict.context).missing, 0);
            ready_close(&strict);
            CHECK_EQ_MEM(got, wanted, sizeof got);
        }
}

static void check_cases(unsigned first, unsigned step) {
    char folder[64];
    for (int k = 0; k < MOST; k++)
        input[k] = (float)(k % 1013) / 100 - 5;
    for (unsigned c = first; c < CASES; c += step)
        for (unsigned s = 0; s < SIZES; s++) {
            if ((s % 2 && s + 1 < SIZES) || has_other_layout(&cases[c], sizes[s]))
                continue; /* these are only run */
            folder_make(folder);
            bool made = compile_case(&cases[c], sizes[s], folder);
            if (made)
                serve_case(&cases[c], sizes[s], folder);
            folder_remove(folder);
            if (!made)
                SKIP("there is no LLVM");
        }
}

TEST(code_serves_other_sizes_and_threads_a) {
    check_cases(0, 2);
}

TEST(code_serves_other_sizes_and_threads_b) {
    check_cases(1, 2);
}
