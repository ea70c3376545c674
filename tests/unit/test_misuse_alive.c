/* Handles that are dead, and calls from where none is expected: errors, and nothing changes. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "frit/frit.h"
#include "guarded.h"
#include "harness.h"
#include "run_fixture.h"

static frit_error error;

#define OK(call) CHECK_MSG((call) == FRIT_OK, "%s: %s", error.place, error.message)
#define BAD(call) \
    CHECK_MSG((call) == FRIT_ERR_ARGUMENT && error.message[0], "%s: %s", #call, error.message)

static frit_array *array_of(frit_context *c, int64_t n, const float *values) {
    frit_array *a;
    OK(frit_array_new(c, "f32", 1, &n, NULL, values, &a, &error));
    return a;
}

static frit_array *negative(frit_context *c, frit_array *x) {
    frit_array *out;
    OK(frit_apply(c, "neg", &x, 1, NULL, &out, &error));
    return out;
}

/* Everything that takes an array and is refused. */
static void check_refused(frit_context *c, frit_array *a, frit_array *good) {
    float got[3];
    void *data;
    frit_array *out;
    const int64_t n = 3, wide[] = {2, 3};
    const uint32_t axis = 0;
    struct DLManagedTensorVersioned *tensor;
    struct DLManagedTensor *legacy;
    BAD(frit_array_read(a, got, sizeof got, &error));
    BAD(frit_array_data(a, &data, NULL, &error));
    BAD(frit_array_assign(a, good, &error));
    BAD(frit_array_assign(good, a, &error));
    BAD(frit_apply(c, "neg", &a, 1, NULL, &out, &error));
    CHECK(!out);
    BAD(frit_apply(c, "add", (frit_array *[]){good, a}, 2, NULL, &out, &error));
    BAD(frit_array_to_dlpack(a, NULL, NULL, &tensor, &error));
    BAD(frit_array_to_dlpack_legacy(a, NULL, NULL, &legacy, &error));
    CHECK_EQ_UINT(frit_array_store_count(a), 0);
    BAD(frit_array_store(a, 0, &out, &(frit_range){0}, &error));
    /* Views of it may be made, or not; nothing can be read of them. */
    frit_array *views[6] = {NULL};
    frit_array_slice(a, NULL, NULL, NULL, &views[0], &error);
    frit_array_transpose(a, NULL, &views[1], &error);
    frit_array_reshape(a, 1, &n, &views[2], &error);
    frit_array_expand(a, 1, &axis, &views[3], &error);
    frit_array_broadcast(a, 2, wide, &views[4], &error);
    for (unsigned k = 0; k < 5; k++) {
        if (views[k] && k != 4)
            BAD(frit_array_read(views[k], got, sizeof got, &error));
        frit_array_free(views[k]);
    }
    CHECK_EQ_UINT(frit_array_rank(a), 1);
    CHECK_EQ_INT(frit_array_shape(a)[0], 3);
    CHECK_STR(frit_array_type(a), "f32");
    frit_array_retain(a);
    frit_array_free(a);
}

TEST(arrays_that_were_discarded_can_only_be_freed) {
    const float values[] = {1, 2, 3};
    float got[3];
    frit_context *c = run_context(1);
    frit_array *x = array_of(c, 3, values), *y = negative(c, x), *z = negative(c, y);
    frit_discard(c);
    for (int again = 0; again < 2; again++) {
        check_refused(c, y, x);
        check_refused(c, z, x);
        frit_array *fresh = negative(c, x); /* a new recording between the two rounds */
        check_refused(c, y, x);
        OK(frit_array_read(fresh, got, sizeof got, &error));
        CHECK_EQ_F32(got[2], -3);
        frit_array_free(fresh);
    }
    frit_array_free(z);
    frit_array_free(y);
    frit_array_free(x);
    frit_context_free(c);
}

TEST(placeholders_that_were_discarded_can_only_be_freed) {
    const int64_t n = 3, from = 1;
    const float values[] = {1, 2, 3};
    frit_context *c = run_context(1);
    frit_array *x, *part, *other, *good, *later = NULL;
    OK(frit_array_placeholder(c, "f32", 1, &n, &x, &error));
    OK(frit_array_slice(x, &from, NULL, NULL, &part, &error));
    frit_array *y = negative(c, x), *small = negative(c, part);
    OK(frit_array_assign(part, small, &error));
    frit_discard(c);
    good = array_of(c, 3, values);
    for (int again = 0; again < 2; again++) {
        check_refused(c, x, good);
        check_refused(c, y, good);
        BAD(frit_array_assign(part, small, &error));
        BAD(frit_apply(c, "neg", &part, 1, NULL, &other, &error));
        frit_module *m;
        BAD(frit_capture(c, &x, 1, &y, 1, "f", false, &m, &error));
        BAD(frit_capture(c, &x, 1, &part, 1, "f", false, &m, &error));
        if (again == 0)
            OK(frit_array_placeholder(c, "f32", 1, &n, &later, &error));
        else
            frit_array_free(later);
        frit_discard(c);
    }
    frit_array *all[] = {x, part, y, small, good};
    for (unsigned k = 0; k < 5; k++)
        frit_array_free(all[k]);
    frit_context_free(c);
}

/* ---- after the context */

typedef struct Counter {
    size_t blocks, bytes;
} Counter;

static void *counting(void *user, void *ptr, size_t old_size, size_t new_size) {
    Counter *n = user;
    n->blocks += (new_size != 0) - (ptr != NULL);
    n->bytes += new_size - (ptr ? old_size : 0);
    if (new_size)
        return realloc(ptr, new_size);
    free(ptr);
    return NULL;
}

static int released;

static void count_release(void *user) {
    (void)user;
    released++;
}

/* DLManagedTensor as far as this test looks into it. */
struct Legacy {
    struct {
        void *data;
        int32_t device[2];
        int32_t ndim;
        uint8_t type[4];
        int64_t *shape, *strides;
        uint64_t byte_offset;
    } tensor;
    void *context;
    void (*deleter)(struct Legacy *self);
};

TEST(an_array_may_be_freed_after_its_context) {
    Counter n = {0, 0};
    frit_allocator allocator = {counting, &n};
    const float values[] = {1, 2, 3};
    float memory[] = {4, 5, 6};
    const int64_t three = 3, from = 1;
    frit_context *c, *other = run_context(1);
    frit_array *w, *part;
    struct DLManagedTensor *tensor;
    OK(frit_context_new_with(&allocator, NULL, &c, &error));
    frit_array *x = array_of(c, 3, values), *y = negative(c, x), *z;
    OK(frit_array_wrap(c, "f32", 1, &three, NULL, memory, false, count_release, NULL, &w, &error));
    OK(frit_array_slice(x, &from, NULL, NULL, &part, &error));
    OK(frit_flush(c, &error));
    OK(frit_array_to_dlpack_legacy(y, NULL, NULL, &tensor, &error));
    z = negative(c, y); /* was never computed */
    OK(frit_array_assign(w, x, &error));
    released = 0;
    frit_context_free(c);
    frit_array *good = array_of(other, 3, values);
    frit_array *dead[] = {x, y, w, z};
    for (unsigned k = 0; k < 4; k++)
        check_refused(other, dead[k], good);
    CHECK_EQ_INT(released, 0); /* it still belongs to an array */
    CHECK_EQ_F32(memory[0], 4);
    /* Memory that was given out stays: the consumer of an export may outlive the context too. */
    struct Legacy *legacy = (struct Legacy *)tensor;
    frit_array_free(y);
    if (host_is_first())
        CHECK_EQ_F32(((float *)legacy->tensor.data)[2], -3);
    frit_array_free(x);
    frit_array_free(z);
    frit_array_free(w);
    CHECK_EQ_INT(released, 1);
    frit_array_free(part);
    CHECK(n.blocks > 0);
    legacy->deleter(legacy);
    CHECK_EQ_UINT(n.blocks, 0);
    CHECK_EQ_UINT(n.bytes, 0);
    frit_array_free(good);
    frit_context_free(other);
}

TEST(a_call_may_be_freed_after_its_context_and_its_plan) {
    Counter n = {0, 0};
    frit_allocator allocator = {counting, &n};
    float x[] = {1, 2, 3}, y[3];
    frit_tensor in = TENSOR(x, 3), out = TENSOR(y, 3);
    frit_context *c;
    frit_call *call;
    frit_text text;
    const int64_t *shape;
    uint32_t rank;
    OK(frit_context_new_with(
        &allocator, &(frit_context_options){FRIT_SIZED(frit_context_options), .threads = 2}, &c,
        &error));
    frit_plan *plan = run_plan(c, "program f(x: f32[n]) -> (y) {\n    y = neg(x)\n}\n", false);
    OK(frit_call_new(c, plan, &call, &error));
    frit_plan_free(plan); /* the call has a reference of its own */
    OK(frit_call_run(call, &in, 1, &out, 1, &error));
    CHECK_EQ_F32(y[2], -3);
    frit_context_free(c);
    y[2] = 7;
    BAD(frit_call_run(call, &in, 1, &out, 1, &error));
    BAD(frit_call_shape(call, &in, 1, 0, &shape, &rank, &error));
    BAD(frit_call_compile(call, FRIT_COMPILE_OFF, &error));
    BAD(frit_call_report(call, FRIT_REPORT_TEXT, &text, &error));
    CHECK_EQ_F32(y[2], 7);
    frit_call_free(call);
    CHECK_EQ_UINT(n.blocks, 0);
    CHECK_EQ_UINT(n.bytes, 0);
}

/* Freed twice while the recording still uses it: the second time nothing happens. */
TEST(an_array_freed_too_often_is_left_alone_while_that_can_be_told) {
    const float values[] = {1, 2, 3};
    float got[3];
    frit_context *c = run_context(1);
    frit_array *x = array_of(c, 3, values), *y = negative(c, x);
    frit_array_free(x);
    frit_array_free(x);
    frit_array_retain(x);
    OK(frit_array_read(y, got, sizeof got, &error));
    CHECK_EQ_F32(got[0], -1);
    frit_array_free(y);
    frit_context_free(c);
}

/* ---- from within callbacks */

typedef struct Nested {
    frit_context *c;
    frit_array *x, *y, *dropped;
    frit_call *call, *other;
    frit_tensor *in, *out;
    int calls;
    bool recorded; /* what runs is recorded */
} Nested;

/* All that a callback may try. */
static bool misbehave(void *user, uint64_t done, uint64_t total) {
    Nested *n = user;
    const int64_t three = 3;
    float got[3], data[3] = {0};
    frit_array *out;
    frit_module *m;
    (void)done, (void)total;
    if (n->calls++)
        return true;
    frit_context_free(n->c); /* without effect */
    BAD(frit_context_configure(n->c, NULL, &error));
    if (!n->recorded) {
        BAD(frit_call_run(n->call, n->in, 1, n->out, 1, &error));
        OK(frit_call_run(n->other, n->in, 1, n->out, 1, &error)); /* another one may */
        frit_call_free(n->call);                                  /* when it has run */
        return true;
    }
    BAD(frit_array_new(n->c, "f32", 1, &three, NULL, NULL, &out, &error));
    BAD(frit_array_wrap(n->c, "f32", 1, &three, NULL, data, false, NULL, NULL, &out, &error));
    BAD(frit_array_placeholder(n->c, "f32", 1, &three, &out, &error));
    BAD(frit_literal(n->c, "1:f32", &out, &error));
    BAD(frit_flush(n->c, &error));
    BAD(frit_scope_begin(n->c, &error));
    BAD(frit_scope_end(n->c, &error));
    BAD(frit_capture(n->c, &n->x, 1, &n->y, 1, "f", false, &m, &error));
    check_refused(n->c, n->y, n->x);
    BAD(frit_array_read(n->x, got, sizeof got, &error));
    CHECK(!frit_discard_failed(n->c));
    frit_discard(n->c);
    frit_array_free(n->dropped); /* the work that runs computes it */
    frit_array_free(n->x);
    return true;
}

TEST(a_callback_of_recorded_work_is_refused_and_nothing_changes) {
    const float values[] = {1, 2, 3};
    float got[3];
    for (unsigned threads = 1; threads < 3; threads++) {
        Nested n = {.recorded = true};
        frit_context_options options = {FRIT_SIZED(frit_context_options), .threads = threads,
                                        .progress = misbehave, .progress_user = &n};
        OK(frit_context_new_with(NULL, &options, &n.c, &error));
        n.x = array_of(n.c, 3, values);
        n.y = negative(n.c, n.x);
        n.dropped = negative(n.c, n.y);
        OK(frit_array_read(n.y, got, sizeof got, &error));
        CHECK(n.calls > 0);
        CHECK_EQ_F32(got[1], -2);
        frit_array *after = negative(n.c, n.y);
        OK(frit_array_read(after, got, sizeof got, &error));
        CHECK_EQ_F32(got[1], 2);
        frit_array_free(after);
        frit_array_free(n.y);
        frit_context_free(n.c);
    }
}

TEST(a_callback_of_a_call_cannot_run_it_again) {
    float x[] = {1, 2, 3}, y[3], z[3];
    frit_tensor in = TENSOR(x, 3), out = TENSOR(y, 3), nested = TENSOR(z, 3);
    Nested n = {.in = &in, .out = &nested};
    frit_context_options options = {FRIT_SIZED(frit_context_options), .threads = 1,
                                    .progress = misbehave, .progress_user = &n};
    OK(frit_context_new_with(NULL, &options, &n.c, &error));
    frit_plan *plan = run_plan(n.c, "program f(x: f32[n]) -> (y) {\n    y = neg(x)\n}\n", false);
    OK(frit_call_new(n.c, plan, &n.call, &error));
    OK(frit_call_new(n.c, plan, &n.other, &error));
    frit_plan_free(plan);
    OK(frit_call_run(n.call, &in, 1, &out, 1, &error));
    CHECK(n.calls > 0);
    CHECK_EQ_F32(y[2], -3);
    CHECK_EQ_F32(z[2], -3);
    frit_call_free(n.other);
    frit_context_free(n.c);
}

/* What releases memory may use the context: by then nothing is half done. */
static void read_another(void *user) {
    Nested *n = user;
    float got[3];
    OK(frit_array_read(n->y, got, sizeof got, &error));
    CHECK_EQ_F32(got[2], -9);
    frit_array_free(n->y);
    n->calls++;
}

TEST(a_release_may_use_the_context) {
    const float values[] = {7, 8, 9};
    float memory[] = {1, 2, 3}, got[3];
    const int64_t three = 3;
    Nested n = {.c = run_context(1)};
    frit_array *w, *x = array_of(n.c, 3, values);
    n.y = negative(n.c, x);
    OK(frit_array_wrap(n.c, "f32", 1, &three, NULL, memory, false, read_another, &n, &w, &error));
    frit_array *z = negative(n.c, w);
    frit_array_free(w); /* the recording still reads it */
    OK(frit_array_read(z, got, sizeof got, &error));
    CHECK_EQ_INT(n.calls, 1);
    CHECK_EQ_F32(got[2], -3);
    frit_array_free(z);
    frit_array_free(x);
    frit_context_free(n.c);
}

/* ---- hostile numbers */

TEST(strides_that_reach_further_than_memory_are_refused) {
    frit_context *c = run_context(1);
    float data[4] = {1, 2, 3, 4};
    static const int64_t strides[][2] = {{INT64_MIN, INT64_MAX - 3},
                                         {INT64_MAX - 3, INT64_MIN},
                                         {INT64_MIN, INT64_MIN},
                                         {INT64_MAX - 3, INT64_MAX - 3},
                                         {INT64_MIN, 4},
                                         {4, INT64_MAX - 3},
                                         {-(INT64_MAX - 3), 4},
                                         {INT64_MIN / 2, INT64_MAX / 2 - 3},
                                         {INT64_MIN / 2, INT64_MIN / 2}};
    const int64_t shape[] = {2, 2};
    frit_array *a;
    frit_plan *plan = run_plan(c, "program f(x: f32[m,n]) -> (y) {\n    y = neg(x)\n}\n", false);
    frit_call *call;
    float out[4] = {0};
    OK(frit_call_new(c, plan, &call, &error));
    for (size_t k = 0; k < sizeof strides / sizeof *strides; k++) {
        frit_tensor in = {data, shape, strides[k]}, to = {out, shape, NULL};
        CHECK(frit_array_wrap(c, "f32", 2, shape, strides[k], data, false, NULL, NULL, &a,
                              &error) == FRIT_ERR_LIMIT);
        CHECK(frit_array_new(c, "f32", 2, shape, strides[k], data, &a, &error) == FRIT_ERR_LIMIT);
        CHECK_MSG(frit_call_run(call, &in, 1, &to, 1, &error) != FRIT_OK, "%zu", k);
        to = (frit_tensor){data, shape, strides[k]};
        in = (frit_tensor){out, shape, NULL};
        CHECK_MSG(frit_call_run(call, &in, 1, &to, 1, &error) != FRIT_OK, "%zu", k);
    }
    CHECK_EQ_F32(data[0], 1);
    frit_call_free(call);
    frit_plan_free(plan);
    frit_context_free(c);
}

/* Of nothing, strides and extents may be anything; what is made of them must not overflow. */
TEST(hostile_numbers_of_empty_and_broadcast_arrays) {
    frit_context *c = run_context(1);
    float data[1] = {1};
    const int64_t shape[] = {INT64_MAX / 2, 0, 1}, huge[] = {INT64_MAX, INT64_MAX, INT64_MAX};
    const int64_t lowest[] = {INT64_MIN, INT64_MIN, INT64_MIN};
    const int64_t step[] = {INT64_MAX / 8, 1, 1}, back[] = {-INT64_MAX, -1, -INT64_MAX};
    frit_array *a, *b, *one;
    OK(frit_array_new(c, "f32", 0, NULL, NULL, data, &one, &error));
    const int64_t *strides[] = {huge, lowest, NULL};
    for (unsigned k = 0; k < 3; k++) {
        OK(frit_array_wrap(c, "f32", 3, shape, strides[k], data, false, NULL, NULL, &a, &error));
        OK(frit_array_slice(a, NULL, NULL, step, &b, &error));
        OK(frit_array_assign(b, one, &error));
        OK(frit_flush(c, &error));
        frit_array_free(b);
        OK(frit_array_slice(a, NULL, NULL, back, &b, &error));
        OK(frit_array_read(b, NULL, 0, &error));
        frit_array_free(b);
        OK(frit_array_transpose(a, NULL, &b, &error));
        frit_array_free(b);
        frit_array_free(a);
    }
    CHECK(frit_array_broadcast(one, 2, huge, &a, &error) == FRIT_ERR_LIMIT);
    CHECK(frit_array_reshape(one, 2, huge, &a, &error) != FRIT_OK);
    CHECK_EQ_F32(data[0], 1);
    frit_array_free(one);
    frit_context_free(c);
}
