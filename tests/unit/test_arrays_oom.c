/*
 * Every allocation of recording and running fails once, in turn: the answer is FRIT_ERR_NOMEM,
 * nothing leaks, and what arrays held before they hold after; a second try succeeds.
 */
#include <string.h>

#include "frit/frit.h"
#include "harness.h"

static frit_context *new_context(struct test_alloc *alloc) {
    frit_context_options options = {FRIT_SIZED(frit_context_options), .threads = 1,
                                    .no_blas = true};
    frit_allocator allocator = {test_alloc_fn, alloc};
    frit_context *context;
    frit_error error;
    return frit_context_new_with(&allocator, &options, &context, &error) == FRIT_OK ? context
                                                                                    : NULL;
}

static void expect(frit_status status) {
    CHECK_MSG(status == FRIT_OK || status == FRIT_ERR_NOMEM, "%s", frit_status_name(status));
}

enum { ARRAYS = 12 };

typedef struct Work {
    frit_context *c;
    frit_module *m;
    frit_array *at[ARRAYS];
    float memory[6];
    frit_error error;
} Work;

static void work_free(Work *w) {
    for (int k = 0; k < ARRAYS; k++)
        frit_array_free(w->at[k]);
    frit_module_free(w->m);
    frit_context_free(w->c);
}

static const char text[] =
    "program half(t: i64, x: f32[n]) -> (r) { h = const(0.5) r = mul(x, h) }\n"
    "program p(x: f32[n], y: f32[n]) -> (r, s) { lo = const(0) hi = const(3)"
    " z = for(lo, hi, x, body=@half, carry=1) r = add(z, y) s = sum(r) }\n";

/* Each step of it may fail; the first that does ends it. */
static frit_status record(Work *w) {
    const int64_t six = 6, one = 1, minus = -1, shape[2] = {2, 3};
    const float values[6] = {1, 2, 3, 4, 5, 6};
    frit_error *e = &w->error;
    frit_array **a = w->at;
    frit_status s;
    if ((s = frit_module_parse(w->c, text, strlen(text), &w->m, e)))
        return s;
    if ((s = frit_array_new(w->c, "f32", 1, &six, NULL, values, &a[0], e)) ||
        (s = frit_array_wrap(w->c, "f32", 1, &six, NULL, w->memory, false, NULL, NULL, &a[1], e)) ||
        (s = frit_apply(w->c, "mul", (frit_array *[]){a[0], a[1]}, 2, NULL, &a[2], e)) ||
        (s = frit_array_slice(a[1], &one, NULL, NULL, &a[3], e)) ||
        (s = frit_array_slice(a[2], NULL, &minus, NULL, &a[4], e)) ||
        (s = frit_array_assign(a[3], a[4], e)) || (s = frit_literal(w->c, "2:f32", &a[5], e)) ||
        (s = frit_apply(w->c, "add", (frit_array *[]){a[1], a[5]}, 2, NULL, &a[6], e)) ||
        (s = frit_array_reshape(a[6], 2, shape, &a[7], e)) ||
        (s = frit_apply(w->c, "sum", &a[7], 1, "axes=[1]", &a[8], e)) ||
        (s = frit_apply_program(w->c, w->m, "p", (frit_array *[]){a[0], a[6]}, 2, &a[9], 2, e)))
        return s;
    return FRIT_OK;
}

static bool run_once(size_t fail_at) {
    struct test_alloc alloc = TEST_ALLOC(fail_at);
    Work w = {.memory = {1, 1, 1, 1, 1, 1}};
    float sums[2], total;
    w.c = new_context(&alloc);
    frit_status status = w.c ? record(&w) : FRIT_ERR_NOMEM;
    expect(status);
    if (status == FRIT_OK) {
        float before[6];
        memcpy(before, w.memory, sizeof before);
        status = frit_array_read(w.at[8], sums, sizeof sums, &w.error);
        expect(status);
        if (status == FRIT_ERR_NOMEM) {
            CHECK_EQ_MEM(w.memory, before, sizeof before);
            CHECK(frit_array_read(w.at[8], sums, sizeof sums, &w.error) == FRIT_OK);
        }
        CHECK_EQ_F32(sums[0], 1 + 1 + 2 + 6);
        CHECK_EQ_F32(sums[1], 3 + 4 + 5 + 6);
        frit_status again = frit_array_read(w.at[10], &total, sizeof total, &w.error);
        expect(again);
        if (again == FRIT_OK)
            CHECK_EQ_F32(total, 28 + 21 * 0.125f);
        status = status ? status : again;
    }
    bool done = alloc.calls < fail_at;
    work_free(&w);
    CHECK_ALLOC(&alloc);
    return done;
}

TEST(every_allocation_of_a_recording_fails_once) {
    size_t n = 1;
    while (!run_once(n))
        n++;
    test_note("%zu allocations", n);
    CHECK(n > 100);
}
