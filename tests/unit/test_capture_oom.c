/*
 * Every allocation of a capture fails once, in turn: the answer is FRIT_ERR_NOMEM, nothing leaks, and
 * the context is good for another capture after frit_discard.
 */
#include <string.h>

#include "frit/frit.h"
#include "guarded.h"
#include "harness.h"

enum { ARRAYS = 16 };

typedef struct Work {
    frit_context *c;
    frit_module *library, *captured;
    frit_array *at[ARRAYS];
    frit_error error;
} Work;

static const char text[] = "program half(x: f32[n]) -> (r) { h = const(0.5) r = mul(x, h) }\n";

static void expect(frit_status status) {
    CHECK_MSG(status == FRIT_OK || status == FRIT_ERR_NOMEM, "%s", frit_status_name(status));
}

/* Each step of it may fail; the first that does ends it. */
static frit_status record(Work *w) {
    const int64_t shape[2] = {6, 4}, start[2] = {1, FRIT_LEFT_OUT}, stop[2] = {3, FRIT_LEFT_OUT};
    const int64_t four = 4;
    const uint32_t zero = 0;
    frit_range ranges[2];
    frit_error *e = &w->error;
    frit_array **a = w->at;
    frit_status s;
    if ((s = frit_module_parse(w->c, text, strlen(text), &w->library, e)) ||
        (s = frit_array_placeholder(w->c, "f32", 2, shape, &a[0], e)) ||
        (s = frit_array_placeholder(w->c, "f32", 1, &four, &a[1], e)) ||
        (s = frit_apply(w->c, "add", a, 2, NULL, &a[2], e)) ||
        (s = frit_array_slice(a[0], start, stop, NULL, &a[3], e)) ||
        (s = frit_array_assign(a[3], a[1], e)) ||
        (s = frit_array_transpose(a[2], NULL, &a[4], e)) ||
        (s = frit_array_expand(a[1], 1, &zero, &a[5], e)) ||
        (s = frit_array_squeeze(a[5], 1, &zero, &a[6], e)) ||
        (s = frit_array_assign(a[6], a[1], e)) ||
        (s = frit_array_store(a[0], 0, &a[9], ranges, e)) ||
        (s = frit_apply_program(w->c, w->library, NULL, &a[6], 1, &a[7], 1, e)) ||
        (s = frit_apply(w->c, "sum", &a[4], 1, NULL, &a[8], e)))
        return s;
    return frit_capture(w->c, a, 2, (frit_array *[]){a[0], a[7], a[8]}, 3, "f", false, &w->captured,
                        e);
}

static void forget(Work *w) {
    for (int k = 0; k < ARRAYS; k++) {
        frit_array_free(w->at[k]);
        w->at[k] = NULL;
    }
    frit_module_free(w->library);
    frit_module_free(w->captured);
    w->library = w->captured = NULL;
}

static bool run_once(size_t fail_at) {
    struct test_alloc alloc = TEST_ALLOC(fail_at);
    frit_context_options options = {FRIT_SIZED(frit_context_options), .threads = 1,
                                    .no_blas = true};
    frit_allocator allocator = {test_alloc_fn, &alloc};
    Work w = {.c = NULL};
    frit_status status = frit_context_new_with(&allocator, &options, &w.c, &w.error);
    expect(status);
    if (status == FRIT_OK) {
        status = record(&w);
        expect(status);
        if (status == FRIT_ERR_NOMEM) {
            forget(&w);
            frit_discard(w.c);
            CHECK(record(&w) == FRIT_OK);
        }
        CHECK_EQ_UINT(frit_program_output_count(w.captured, 1), 3);
        expect(frit_module_check(w.captured, FRIT_CHECK_TYPED, &w.error));
    }
    bool done = alloc.calls < fail_at;
    forget(&w);
    frit_context_free(w.c);
    CHECK_ALLOC(&alloc);
    return done;
}

TEST(every_allocation_of_a_capture_fails_once) {
    size_t n = 1;
    while (!run_once(n))
        n++;
    test_note("%zu allocations", n);
    CHECK(n > 100);
}

/* Changing a context: the old parts stay where the new cannot be had. */
static bool configure_once(size_t fail_at) {
    struct test_alloc alloc = TEST_ALLOC(fail_at);
    frit_context_options options = {FRIT_SIZED(frit_context_options), .threads = 1,
                                    .no_blas = true};
    frit_allocator allocator = {test_alloc_fn, &alloc};
    frit_context *c;
    frit_error error;
    frit_status status = frit_context_new_with(&allocator, &options, &c, &error);
    expect(status);
    if (status == FRIT_OK) {
        void *buffer = frit_buffer_take(c, 100); /* makes what there is to change */
        frit_buffer_give(c, buffer, 100);
        options.threads = 2;
        status = frit_context_configure(c, &options, &error);
        expect(status);
        if (!source_is_first()) /* whose threads are its units */
            CHECK_EQ_UINT(status == FRIT_OK || frit_context_describe(c).threads != 2, true);
    }
    bool done = alloc.calls < fail_at;
    frit_context_free(c);
    CHECK_ALLOC(&alloc);
    return done;
}

TEST(every_allocation_of_a_change_fails_once) {
    size_t n = 1;
    while (!configure_once(n))
        n++;
    CHECK(n > 3);
}
