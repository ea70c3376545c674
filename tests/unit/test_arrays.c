/* Arrays that record: results are those of running the steps one after another. */
#include <stdlib.h>
#include <string.h>

#include "harness.h"
#include "frit/frit.h"

static frit_error error;

#define OK(call) CHECK_MSG((call) == FRIT_OK, "%s: %s", error.place, error.message)

static frit_context *new_context(const frit_context_options *options) {
    frit_context *context;
    OK(frit_context_new_with(NULL, options, &context, &error));
    return context;
}

static frit_array *array_of(frit_context *c, int64_t n, const float *values) {
    frit_array *a;
    OK(frit_array_new(c, "f32", 1, &n, NULL, values, &a, &error));
    return a;
}

static frit_array *apply(frit_context *c, const char *op, frit_array *x, frit_array *y) {
    frit_array *in[2] = {x, y}, *out;
    OK(frit_apply(c, op, in, y ? 2 : 1, NULL, &out, &error));
    return out;
}

static void check_values(frit_array *a, const float *want, size_t n) {
    float got[64];
    OK(frit_array_read(a, got, n * sizeof *got, &error));
    for (size_t k = 0; k < n; k++)
        CHECK_EQ_F32(got[k], want[k]);
}

/* A host that must not run kernels where it stands asks first. */
TEST(says_when_a_step_would_run_what_is_recorded) {
    frit_context *c = new_context(NULL);
    const float a[] = {1, 2, 3}, doubled[] = {2, 4, 6};
    const int64_t start[] = {1};
    frit_array *x = array_of(c, 3, a), *sum = apply(c, "add", x, x), *part;
    CHECK(!frit_array_must_run(x, false) && !frit_array_must_run(x, true));
    CHECK(!frit_array_must_run(sum, false) && !frit_array_must_run(sum, true));
    OK(frit_array_slice(sum, start, NULL, NULL, &part, &error));
    CHECK(frit_array_must_run(part, true)); /* a part of what has no memory yet */
    check_values(sum, doubled, 3);
    CHECK(!frit_array_must_run(part, true));
    frit_array_free(part);
    OK(frit_array_slice(x, start, NULL, NULL, &part, &error));
    OK(frit_array_assign(x, sum, &error));
    CHECK(frit_array_must_run(part, false)); /* it is about to change in memory */
    OK(frit_flush(c, &error));
    CHECK(!frit_array_must_run(part, false));
    frit_array_free(part);
    frit_array_free(sum);
    frit_array_free(x);
    frit_context_free(c);
}

/* One value for all of no elements: not even one is written, and neighbours are left alone. */
TEST(nothing_is_stored_where_nothing_is) {
    frit_context *c = new_context(NULL);
    float data[] = {1, 2}, three = 3;
    const int64_t shapes[][2] = {{0, 1}, {2, 0}, {0, 0}};
    frit_array *x, *scalar, *twice;
    OK(frit_array_new(c, "f32", 0, NULL, NULL, &three, &scalar, &error));
    for (unsigned k = 0; k < 3; k++) {
        const int64_t none[] = {0, 0};
        const int64_t *strides = k == 2 ? none : NULL;
        OK(frit_array_wrap(c, "f32", 2, shapes[k], strides, data, false, NULL, NULL, &x, &error));
        OK(frit_array_assign(x, scalar, &error));
        twice = apply(c, "add", scalar, scalar); /* beside it, a result that is stored */
        OK(frit_flush(c, &error));
        CHECK_EQ_F32(data[0], 1);
        CHECK_EQ_F32(data[1], 2);
        check_values(twice, (const float[]){6}, 1);
        frit_array_free(twice);
        frit_array_free(x);
    }
    frit_array_free(scalar);
    frit_context_free(c);
}

TEST(strides_are_known_before_the_values) {
    frit_context *c = new_context(NULL);
    float data[] = {1, 2, 3};
    const int64_t shape[] = {2, 3};
    frit_array *x = array_of(c, 3, data), *y, *wide, *turned;
    OK(frit_apply(c, "neg", &x, 1, NULL, &y, &error));
    OK(frit_array_broadcast(y, 2, shape, &wide, &error));
    OK(frit_array_transpose(wide, NULL, &turned, &error));
    CHECK(!frit_array_is_ready(y));
    CHECK_EQ_INT(frit_array_strides(y)[0], 4);
    CHECK_EQ_INT(frit_array_strides(wide)[0], 0);
    CHECK_EQ_INT(frit_array_strides(turned)[0], 4);
    CHECK_EQ_INT(frit_array_strides(turned)[1], 0);
    frit_array_free(turned);
    frit_array_free(wide);
    frit_array_free(y);
    frit_array_free(x);
    frit_context_free(c);
}

TEST(read_only_arrays_say_so) {
    frit_context *c = new_context(NULL);
    float data[] = {1, 2, 3};
    const int64_t shape[] = {2, 3};
    frit_array *x, *wide, *part;
    OK(frit_array_wrap(c, "f32", 1, shape + 1, NULL, data, true, NULL, NULL, &x, &error));
    OK(frit_array_slice(x, NULL, NULL, NULL, &part, &error));
    CHECK(frit_array_is_read_only(x) && frit_array_is_read_only(part));
    frit_array_free(part);
    frit_array_free(x);
    x = array_of(c, 3, data);
    OK(frit_array_broadcast(x, 2, shape, &wide, &error));
    CHECK(!frit_array_is_read_only(x) && frit_array_is_read_only(wide));
    frit_array_free(wide);
    frit_array_free(x);
    frit_context_free(c);
}

/* Seed 004: two calls that read like two kernels and run as one. */
TEST(add_then_multiply_is_one_kernel) {
    frit_context *c = new_context(NULL);
    const float a[] = {1, 2, 3}, b[] = {10, 20, 30}, m[] = {2, 2, 2}, want[] = {22, 44, 66};
    frit_array *x = array_of(c, 3, a), *y = array_of(c, 3, b), *z = array_of(c, 3, m);
    frit_array *sum = apply(c, "add", x, y), *product = apply(c, "mul", sum, z);
    CHECK(!frit_array_is_ready(product));
    frit_array_free(sum); /* nobody will look at it: it is never stored */
    check_values(product, want, 3);
    CHECK(frit_array_is_ready(product));
    const frit_plan *plan = frit_last_plan(c);
    CHECK_EQ_UINT(frit_plan_kernel_count(plan), 1);
    CHECK_EQ_UINT(frit_plan_output_count(plan), 1);
    frit_array_free(x);
    frit_array_free(y);
    frit_array_free(z);
    frit_array_free(product);
    frit_context_free(c);
}

TEST(a_plan_serves_every_size) {
    frit_context *c = new_context(NULL);
    for (int64_t n = 2; n < 12; n++) {
        float values[16] = {1, 2, 3}, got[16];
        frit_array *x = array_of(c, n, values), *y = apply(c, "mul", x, x);
        OK(frit_array_read(y, got, (size_t)n * sizeof *got, &error));
        CHECK_EQ_F32(got[1], 4);
        frit_array_free(x);
        frit_array_free(y);
    }
    frit_context_info info = frit_context_describe(c);
    CHECK_EQ_UINT(info.plans, 1);
    CHECK_EQ_UINT(info.plan_hits, 9);
    frit_context_free(c);
}

/* x[1:] = x[:-1] must read everything before it writes anything. */
TEST(overlapping_views_equal_sequential) {
    frit_context *c = new_context(NULL);
    float memory[] = {1, 2, 3, 4, 5}, want[] = {1, 1, 2, 3, 4};
    const int64_t five = 5, one = 1, minus = -1;
    frit_array *x, *to, *from;
    OK(frit_array_wrap(c, "f32", 1, &five, NULL, memory, false, NULL, NULL, &x, &error));
    OK(frit_array_slice(x, &one, NULL, NULL, &to, &error));
    OK(frit_array_slice(x, NULL, &minus, NULL, &from, &error));
    OK(frit_array_assign(to, from, &error));
    check_values(x, want, 5);
    CHECK_EQ_MEM(memory, want, sizeof want);
    frit_array_free(to);
    frit_array_free(from);
    frit_array_free(x);
    frit_context_free(c);
}

TEST(a_view_sees_what_is_assigned_to_the_whole) {
    frit_context *c = new_context(NULL);
    const float a[] = {1, 2, 3, 4};
    const int64_t two = 2;
    frit_array *x = array_of(c, 4, a), *y = apply(c, "add", x, x), *tail;
    OK(frit_array_slice(y, &two, NULL, NULL, &tail, &error)); /* of what is not computed yet */
    OK(frit_array_assign(y, x, &error));
    check_values(tail, (float[]){3, 4}, 2);
    frit_array *twice = apply(c, "add", tail, tail);
    OK(frit_array_assign(tail, twice, &error));
    check_values(y, (float[]){1, 2, 6, 8}, 4);
    check_values(x, a, 4); /* which is memory of its own */
    frit_array_free(x);
    frit_array_free(y);
    frit_array_free(tail);
    frit_array_free(twice);
    frit_context_free(c);
}

/* Two names for one piece of memory. */
TEST(wrapped_memory_that_overlaps) {
    frit_context *c = new_context(NULL);
    float memory[] = {1, 2, 3, 4};
    const int64_t three = 3;
    frit_array *a, *b;
    OK(frit_array_wrap(c, "f32", 1, &three, NULL, memory, false, NULL, NULL, &a, &error));
    OK(frit_array_wrap(c, "f32", 1, &three, NULL, memory + 1, false, NULL, NULL, &b, &error));
    frit_array *before = apply(c, "add", b, b); /* b as it is now */
    frit_array *twice = apply(c, "add", a, a);
    OK(frit_array_assign(a, twice, &error));
    frit_array *after = apply(c, "add", b, b);
    check_values(before, (float[]){4, 6, 8}, 3);
    check_values(after, (float[]){8, 12, 8}, 3);
    CHECK_EQ_F32(memory[0], 2);
    CHECK_EQ_F32(memory[2], 6);
    frit_array_free(a);
    frit_array_free(b);
    frit_array_free(before);
    frit_array_free(twice);
    frit_array_free(after);
    frit_context_free(c);
}

TEST(an_error_leaves_every_array_as_it_was) {
    frit_context *c = new_context(NULL);
    const float a[] = {1, 2, 3};
    const int32_t index[] = {0, 7};
    const int64_t two = 2;
    float memory[] = {5, 6};
    frit_array *x = array_of(c, 3, a), *i, *bad, *out;
    OK(frit_array_new(c, "i32", 1, &two, NULL, index, &i, &error));
    OK(frit_array_wrap(c, "f32", 1, &two, NULL, memory, false, NULL, NULL, &out, &error));
    frit_array *in[2] = {x, i};
    OK(frit_apply(c, "gather", in, 2, "axes=[0]", &bad, &error));
    OK(frit_array_assign(out, bad, &error));
    CHECK(frit_flush(c, &error) == FRIT_ERR_INDEX);
    CHECK_EQ_F32(memory[0], 5);
    CHECK_EQ_F32(memory[1], 6);
    CHECK(frit_flush(c, &error) == FRIT_ERR_INDEX); /* it is still recorded */
    frit_discard(c);
    OK(frit_flush(c, &error));
    float got[2];
    CHECK(frit_array_read(bad, got, sizeof got, &error) == FRIT_ERR_ARGUMENT);
    check_values(out, (float[]){5, 6}, 2);
    /* Shapes that do not fit are refused at once. */
    frit_array *pair[2] = {x, out}, *none;
    CHECK(frit_apply(c, "add", pair, 2, NULL, &none, &error) == FRIT_ERR_SHAPE);
    CHECK(none == NULL);
    CHECK(frit_apply(c, "ad", pair, 2, NULL, &none, &error) == FRIT_ERR_ARGUMENT);
    frit_array_free(x);
    frit_array_free(i);
    frit_array_free(bad);
    frit_array_free(out);
    frit_context_free(c);
}

static void count_release(void *user) {
    ++*(int *)user;
}

TEST(memory_is_released_once) {
    frit_context *c = new_context(NULL);
    float memory[] = {1, 2};
    const int64_t two = 2;
    int released = 0;
    frit_array *x, *y;
    OK(frit_array_wrap(c, "f32", 1, &two, NULL, memory, true, count_release, &released, &x,
                       &error));
    y = apply(c, "add", x, x);
    frit_array_free(x); /* the recording still needs it */
    CHECK_EQ_INT(released, 0);
    CHECK(frit_array_assign(y, y, &error) == FRIT_OK);
    check_values(y, (float[]){2, 4}, 2);
    CHECK_EQ_INT(released, 1);
    frit_array_free(y);
    frit_context_free(c);
}

TEST(programs_are_recorded_as_calls) {
    frit_context *c = new_context(NULL);
    const char *text = "program square(x: f32[n]) -> (r) { r = mul(x, x) }\n"
                       "program both(x: f32[n], y: f32[n]) -> (s, t) {\n"
                       "  a = @square(x) b = @square(y) s = add(a, b) t = sum(s) }\n";
    frit_module *m;
    OK(frit_module_parse(c, text, strlen(text), &m, &error));
    frit_array *in[2] = {array_of(c, 2, (float[]){1, 2}), array_of(c, 2, (float[]){3, 4})}, *out[2];
    OK(frit_apply_program(c, m, "both", in, 2, out, 2, &error));
    frit_array *half = apply(c, "sub", out[0], in[0]);
    check_values(out[1], (float[]){30}, 1);
    check_values(half, (float[]){9, 18}, 2);
    CHECK_EQ_UINT(frit_plan_kernel_count(frit_last_plan(c)), 1);
    frit_array *three = array_of(c, 3, (float[]){1, 2, 3}), *bad[2] = {in[0], three}, *none[2];
    CHECK(frit_apply_program(c, m, "both", bad, 2, none, 2, &error) != FRIT_OK);
    frit_array_free(three);
    frit_array_free(half);
    for (int k = 0; k < 2; k++) {
        frit_array_free(in[k]);
        frit_array_free(out[k]);
    }
    frit_module_free(m);
    frit_context_free(c);
}

/* An extent that is 1 by its size alone broadcasts, whatever a plan without sizes would say. */
TEST(a_slice_of_one_broadcasts) {
    frit_context *c = new_context(NULL);
    const float values[] = {1, 2, 3, 4, 5, 6}, want[] = {1, 2, 3, 16, 20, 24};
    const int64_t shape[2] = {2, 3}, start[2] = {0, 0}, stop[2] = {2, 1};
    for (int round = 0; round < 2; round++) {
        frit_array *x, *column;
        OK(frit_array_new(c, "f32", 2, shape, NULL, values, &x, &error));
        frit_array *minus = apply(c, "neg", x, NULL);
        OK(frit_array_slice(minus, start, stop, NULL, &column, &error));
        frit_array *product = apply(c, "mul", column, minus);
        check_values(product, want, 6);
        frit_array_free(x);
        frit_array_free(minus);
        frit_array_free(column);
        frit_array_free(product);
    }
    frit_context_free(c);
}

/* Element types that come up while something is recorded. */
TEST(a_new_type_in_the_middle_of_a_recording) {
    frit_context *c = new_context(NULL);
    const int64_t two = 2;
    frit_array *x = array_of(c, 2, (float[]){1, 2}), *sum = apply(c, "add", x, x), *i, *v;
    OK(frit_array_new(c, "i32", 1, &two, NULL, (int32_t[]){7, 8}, &i, &error));
    OK(frit_array_new(c, "f32x2", 1, &two, NULL, (float[]){1, 2, 3, 4}, &v, &error));
    frit_array *twice = apply(c, "add", i, i), *less = apply(c, "lt", x, sum),
               *both = apply(c, "mul", v, v);
    CHECK_STR(frit_array_type(less), "bool");
    CHECK_STR(frit_array_type(both), "f32x2");
    int32_t got[2];
    float pairs[4];
    OK(frit_array_read(twice, got, sizeof got, &error));
    CHECK_EQ_INT(got[1], 16);
    OK(frit_array_read(both, pairs, sizeof pairs, &error));
    CHECK_EQ_F32(pairs[3], 16);
    frit_array *all[] = {x, sum, i, v, twice, less, both};
    for (unsigned k = 0; k < sizeof all / sizeof *all; k++)
        frit_array_free(all[k]);
    frit_context_free(c);
}

/* What cannot run at all says so, every time. */
TEST(a_function_that_is_not_there) {
    frit_context *c = new_context(NULL);
    const char *text = "extern e(x: f32) -> (r: f32)\nprogram p(x: f32) -> (r) { r = @e(x) }\n";
    frit_module *m;
    OK(frit_module_parse(c, text, strlen(text), &m, &error));
    frit_array *x, *r;
    float got;
    OK(frit_array_new(c, "f32", 0, NULL, NULL, (float[]){1}, &x, &error));
    OK(frit_apply_program(c, m, "p", &x, 1, &r, 1, &error));
    for (int k = 0; k < 3; k++)
        CHECK_EQ_INT(frit_array_read(r, &got, sizeof got, &error), FRIT_ERR_UNSUPPORTED);
    frit_discard(c);
    frit_array_free(r);
    frit_array_free(x);
    frit_module_free(m);
    frit_context_free(c);
}

/* Elements that share memory cannot be told apart afterwards: such an array is read-only. */
TEST(elements_in_one_place_are_not_assigned_to) {
    frit_context *c = new_context(NULL);
    float memory[4] = {1, 2, 3, 4};
    const int64_t shape[2] = {2, 2}, strides[2] = {4, 4};
    frit_array *x;
    OK(frit_array_wrap(c, "f32", 2, shape, strides, memory, false, NULL, NULL, &x, &error));
    CHECK_EQ_INT(frit_array_assign(x, x, &error), FRIT_ERR_ARGUMENT);
    check_values(x, (float[]){1, 2, 2, 3}, 4);
    frit_array_free(x);
    CHECK_EQ_INT(frit_array_wrap(c, "f32", 2, shape, NULL, (char *)memory + 1, false, NULL, NULL,
                                 &x, &error),
                 FRIT_ERR_ARGUMENT);
    frit_context_free(c);
}

/* Any byte but 0 is true, however the bools lie. */
TEST(any_byte_is_a_truth_value) {
    frit_context *c = new_context(NULL);
    unsigned char bytes[3] = {2, 0, 255};
    const int64_t three = 3;
    int32_t got[3];
    frit_array *b, *i;
    OK(frit_array_wrap(c, "bool", 1, &three, NULL, bytes, true, NULL, NULL, &b, &error));
    OK(frit_apply(c, "cast", &b, 1, "to=i32", &i, &error));
    OK(frit_array_read(i, got, sizeof got, &error));
    CHECK(got[0] == 1 && got[1] == 0 && got[2] == 1);
    frit_array_free(b);
    frit_array_free(i);
    frit_context_free(c);
}

/* Looking at views does not fill memory. */
TEST(views_of_memory_record_nothing) {
    struct test_alloc alloc = TEST_ALLOC(0);
    frit_allocator allocator = {test_alloc_fn, &alloc};
    frit_context *c;
    const int64_t one = 1;
    float got[3];
    OK(frit_context_new_with(&allocator, NULL, &c, &error));
    frit_array *x = array_of(c, 4, (float[]){1, 2, 3, 4});
    size_t before = 0;
    for (int k = 0; k < 20000; k++) {
        frit_array *view;
        OK(frit_array_slice(x, &one, NULL, NULL, &view, &error));
        OK(frit_array_read(view, got, sizeof got, &error));
        frit_array_free(view);
        if (k == 100)
            before = alloc.live_bytes;
    }
    CHECK_EQ_UINT(alloc.live_bytes, before);
    frit_array_free(x);
    frit_context_free(c);
    CHECK_ALLOC(&alloc);
}

/* ---- any sequence of steps against a model that runs each at once */

enum { BLOCKS = 6, VIEWS = 10, SIDE = 4 };

typedef struct ModelView {
    int block;
    int64_t offset, shape[2], strides[2]; /* elements */
    bool read_only;
} ModelView;

typedef struct Pair {
    frit_array *array;
    ModelView view;
} Pair;

typedef struct Model {
    frit_context *c;
    uint64_t state;
    int64_t *blocks[256]; /* of the model; never reused */
    int64_t *memory[256]; /* what was wrapped, or NULL */
    int n_blocks;
    Pair pairs[VIEWS];
} Model;

static uint32_t below(Model *m, uint32_t n) {
    return (uint32_t)(test_random(&m->state) >> 33) % n;
}

static int64_t *model_at(const Model *m, const ModelView *v, int64_t i, int64_t j) {
    return m->blocks[v->block] + v->offset + i * v->strides[0] + j * v->strides[1];
}

static int new_block(Model *m, size_t n) {
    m->blocks[m->n_blocks] = calloc(n, sizeof(int64_t));
    return m->n_blocks++;
}

/* Puts a pair into a random place, in which another one ends. */
static void keep(Model *m, frit_array *array, ModelView view) {
    Pair *p = &m->pairs[below(m, VIEWS)];
    frit_array_free(p->array);
    *p = (Pair){array, view};
}

static void make_new(Model *m, bool wrap) {
    ModelView v = {.shape = {1 + below(m, SIDE), 1 + below(m, SIDE)}};
    int64_t n = v.shape[0] * v.shape[1];
    v.strides[0] = v.shape[1];
    v.strides[1] = 1;
    v.block = new_block(m, (size_t)n);
    for (int64_t k = 0; k < n; k++)
        m->blocks[v.block][k] = (int64_t)below(m, 100) - 50;
    frit_array *a;
    if (wrap) {
        int64_t *memory = malloc((size_t)n * sizeof *memory);
        memcpy(memory, m->blocks[v.block], (size_t)n * sizeof *memory);
        m->memory[v.block] = memory;
        OK(frit_array_wrap(m->c, "i64", 2, v.shape, NULL, memory, false, NULL, NULL, &a, &error));
    } else {
        OK(frit_array_new(m->c, "i64", 2, v.shape, NULL, m->blocks[v.block], &a, &error));
    }
    keep(m, a, v);
}

/* The same memory under another storage. */
static void wrap_again(Model *m, const Pair *p) {
    int64_t *memory = m->memory[p->view.block];
    frit_array *a;
    if (!memory || p->view.read_only)
        return;
    int64_t strides[2] = {p->view.strides[0] * 8, p->view.strides[1] * 8};
    OK(frit_array_wrap(m->c, "i64", 2, p->view.shape, strides, memory + p->view.offset, false, NULL,
                       NULL, &a, &error));
    keep(m, a, p->view);
}

static void make_view(Model *m, const Pair *p) {
    int64_t start[2], step[2];
    ModelView v = p->view;
    frit_array *a;
    if (below(m, 3) == 0) {
        v.shape[0] = p->view.shape[1], v.shape[1] = p->view.shape[0];
        v.strides[0] = p->view.strides[1], v.strides[1] = p->view.strides[0];
        OK(frit_array_transpose(p->array, NULL, &a, &error));
        keep(m, a, v);
        return;
    }
    for (int k = 0; k < 2; k++) {
        int64_t n = p->view.shape[k];
        bool back = n && below(m, 4) == 0;
        start[k] = back ? n - 1 - (int64_t)below(m, 2) % n : n ? below(m, (uint32_t)n) : 0;
        step[k] = (back ? -1 : 1) * (int64_t)(1 + below(m, 2));
        v.shape[k] = back ? start[k] / -step[k] + 1 : n > 0 ? (n - 1 - start[k]) / step[k] + 1 : 0;
        v.offset += start[k] * p->view.strides[k];
        v.strides[k] *= step[k];
    }
    OK(frit_array_slice(p->array, start, NULL, step, &a, &error));
    keep(m, a, v);
}

static bool same_shape(const ModelView *a, const ModelView *b) {
    return a->shape[0] == b->shape[0] && a->shape[1] == b->shape[1];
}

static void make_step(Model *m, const Pair *p, const Pair *q) {
    static const char *const ops[] = {"add", "sub", "mul", "maximum"};
    uint32_t op = below(m, 4);
    if (!same_shape(&p->view, &q->view))
        q = p;
    ModelView v = {.shape = {p->view.shape[0], p->view.shape[1]}};
    v.block = new_block(m, (size_t)(v.shape[0] * v.shape[1]) + 1);
    v.strides[0] = v.shape[1];
    v.strides[1] = 1;
    for (int64_t i = 0; i < v.shape[0]; i++)
        for (int64_t j = 0; j < v.shape[1]; j++) {
            uint64_t x = (uint64_t)*model_at(m, &p->view, i, j);
            uint64_t y = (uint64_t)*model_at(m, &q->view, i, j);
            uint64_t r = op == 0 ? x + y : op == 1 ? x - y : x * y;
            *model_at(m, &v, i, j) =
                op == 3 ? ((int64_t)x > (int64_t)y ? (int64_t)x : (int64_t)y) : (int64_t)r;
        }
    keep(m, apply(m->c, ops[op], p->array, q->array), v);
}

static void assign_pair(Model *m, const Pair *p, const Pair *q) {
    int64_t copy[SIDE * SIDE];
    if (!same_shape(&p->view, &q->view) || p->view.read_only)
        return;
    for (int64_t i = 0; i < q->view.shape[0]; i++)
        for (int64_t j = 0; j < q->view.shape[1]; j++)
            copy[i * SIDE + j] = *model_at(m, &q->view, i, j);
    for (int64_t i = 0; i < p->view.shape[0]; i++)
        for (int64_t j = 0; j < p->view.shape[1]; j++)
            *model_at(m, &p->view, i, j) = copy[i * SIDE + j];
    OK(frit_array_assign(p->array, q->array, &error));
}

static void check_pair(Model *m, const Pair *p) {
    int64_t got[SIDE * SIDE], n = p->view.shape[0] * p->view.shape[1];
    OK(frit_array_read(p->array, got, (size_t)n * sizeof *got, &error));
    for (int64_t i = 0; i < p->view.shape[0]; i++)
        for (int64_t j = 0; j < p->view.shape[1]; j++)
            CHECK_EQ_INT(got[i * p->view.shape[1] + j], *model_at(m, &p->view, i, j));
}

static void check_memory(const Model *m, int block, size_t n) {
    if (m->memory[block])
        CHECK_EQ_MEM(m->memory[block], m->blocks[block], n * sizeof(int64_t));
}

static void random_steps(frit_context *c, uint64_t seed) {
    Model m = {.c = c, .state = seed};
    for (int k = 0; k < VIEWS; k++)
        make_new(&m, k % 2);
    for (int k = 0; k < VIEWS; k++) /* keep() picks places at random */
        while (!m.pairs[k].array)
            make_new(&m, k % 2);
    for (int step = 0; step < 60 && m.n_blocks < 250; step++) {
        Pair *p = &m.pairs[below(&m, VIEWS)], *q = &m.pairs[below(&m, VIEWS)];
        switch (below(&m, 12)) {
        case 0: make_new(&m, below(&m, 2)); break;
        case 1: wrap_again(&m, p); break;
        case 2:
        case 3: make_view(&m, p); break;
        case 4:
        case 5:
        case 6: make_step(&m, p, q); break;
        case 7:
        case 8:
        case 9: assign_pair(&m, p, q); break;
        case 10: check_pair(&m, p); break;
        default:
            if (below(&m, 4) == 0) {
                OK(frit_flush(c, &error));
                for (int b = 0; b < m.n_blocks; b++)
                    check_memory(&m, b, m.memory[b] ? 1 : 0);
            }
            break;
        }
    }
    for (int k = 0; k < VIEWS; k++)
        check_pair(&m, &m.pairs[k]);
    OK(frit_flush(c, &error));
    for (int k = 0; k < VIEWS; k++)
        frit_array_free(m.pairs[k].array);
    for (int b = 0; b < m.n_blocks; b++) {
        free(m.blocks[b]);
        free(m.memory[b]);
    }
}

TEST(any_steps_in_place_and_through_views_equal_sequential) {
    frit_context *c = new_context(NULL);
    for (uint64_t k = 0; k < test_scaled(3000); k++)
        random_steps(c, test_seed() + k);
    frit_context_info info = frit_context_describe(c);
    test_note("%llu plans, %llu found again", (unsigned long long)info.plans,
              (unsigned long long)info.plan_hits);
    frit_context_free(c);
}

TEST(the_same_in_verify_mode) {
    frit_context *c =
        new_context(&(frit_context_options){FRIT_SIZED(frit_context_options), .verify = true});
    for (uint64_t k = 0; k < test_scaled(200); k++)
        random_steps(c, test_seed() + 70000 + k);
    frit_context_free(c);
}
