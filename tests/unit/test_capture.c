/* Programs out of recordings on placeholders: what they compute is what the recorded steps compute. */
#include <stdlib.h>
#include <string.h>

#include "harness.h"
#include "frit/frit.h"

static frit_error error;

#define OK(call) CHECK_MSG((call) == FRIT_OK, "%s: %s", error.place, error.message)

static frit_context *new_context(void) {
    frit_context_options options = {FRIT_SIZED(frit_context_options), .threads = 1,
                                    .no_blas = true};
    frit_context *context;
    OK(frit_context_new_with(NULL, &options, &context, &error));
    return context;
}

static frit_array *hole(frit_context *c, uint32_t rank, const int64_t *shape) {
    frit_array *a;
    OK(frit_array_placeholder(c, "f32", rank, shape, &a, &error));
    return a;
}

static frit_array *apply(frit_context *c, const char *op, frit_array *x, frit_array *y,
                         const char *attrs) {
    frit_array *in[2] = {x, y}, *out;
    OK(frit_apply(c, op, in, y ? 2 : 1, attrs, &out, &error));
    return out;
}

static frit_array *slice(frit_array *a, const int64_t *start, const int64_t *stop,
                         const int64_t *step) {
    frit_array *out;
    OK(frit_array_slice(a, start, stop, step, &out, &error));
    return out;
}

static void free_all(frit_array *const *arrays, size_t n) {
    for (size_t k = 0; k < n; k++)
        frit_array_free(arrays[k]);
}
#define FREE(...)                           \
    free_all((frit_array *[]){__VA_ARGS__}, \
             sizeof((frit_array *[]){__VA_ARGS__}) / sizeof(frit_array *))

/* The module's last program as text. */
static void check_text(frit_context *c, const frit_module *m, const char *want) {
    frit_text text;
    OK(frit_module_print(m, &text, &error));
    CHECK_STR(text.data, want);
    frit_text_free(c, &text);
}

static frit_module *capture(frit_context *c, frit_array *const *in, uint32_t n_in,
                            frit_array *const *out, uint32_t n_out, bool sized) {
    frit_module *m = NULL;
    OK(frit_capture(c, in, n_in, out, n_out, "f", sized, &m, &error));
    OK(frit_module_check(m, FRIT_CHECK_TYPED, &error));
    return m;
}

/* Runs the last program on f32 inputs of one shape; one output of that shape. */
static frit_status run_f32(frit_context *c, const frit_module *m, float *const *in, uint32_t n_in,
                           uint32_t rank, const int64_t *shape, float *result) {
    frit_plan *plan;
    frit_call *call;
    frit_tensor tensors[4];
    (void)rank;
    OK(frit_plan_new(c, m, NULL, NULL, &plan, &error));
    OK(frit_call_new(c, plan, &call, &error));
    for (uint32_t k = 0; k < n_in; k++)
        tensors[k] = (frit_tensor){in[k], shape, NULL};
    frit_tensor out = {result, shape, NULL};
    frit_status status = frit_call_run(call, tensors, n_in, &out, 1, &error);
    frit_call_free(call);
    frit_plan_free(plan);
    return status;
}

TEST(a_recording_becomes_a_program) {
    frit_context *c = new_context();
    const int64_t shape[] = {5};
    frit_array *x = hole(c, 1, shape), *y = hole(c, 1, shape);
    frit_array *two, *sum = apply(c, "add", x, y, NULL);
    OK(frit_literal(c, "2:f32", &two, &error));
    frit_array *r = apply(c, "mul", sum, two, NULL), *out[] = {r}, *in[] = {x, y};
    frit_module *m = capture(c, in, 2, out, 1, false);
    check_text(c, m,
               "program f(v0: f32[n0], v1: f32[n0]) -> (v4) {\n"
               "  v2: f32[n0] = add(v0, v1)\n"
               "  v3: f32 = const(2.0:f32)\n"
               "  v4: f32[n0] = mul(v2, v3)\n"
               "}\n");
    float a[] = {1, 2, 3, 4, 5, 6, 7}, b[] = {1, 1, 1, 1, 1, 1, 1}, got[7];
    float *args[] = {a, b};
    const int64_t seven = 7;
    OK(run_f32(c, m, args, 2, 1, &seven, got));
    for (int k = 0; k < 7; k++)
        CHECK_EQ_F32(got[k], 2 * (a[k] + 1));
    frit_module_free(m);
    m = capture(c, in, 2, out, 1, true);
    CHECK(run_f32(c, m, args, 2, 1, &seven, got) == FRIT_ERR_SHAPE);
    frit_module_free(m);
    FREE(x, y, two, sum, r);
    frit_context_free(c);
}

TEST(nothing_runs_on_placeholders) {
    frit_context *c = new_context();
    const int64_t shape[] = {4};
    frit_array *x = hole(c, 1, shape), *y = apply(c, "neg", x, NULL, NULL);
    float got[4];
    void *data;
    struct DLManagedTensorVersioned *tensor;
    CHECK(frit_array_read(x, got, sizeof got, &error) == FRIT_ERR_NO_VALUE);
    CHECK_STR(frit_status_name(error.status), "no-value");
    CHECK(frit_array_read(y, got, sizeof got, &error) == FRIT_ERR_NO_VALUE);
    CHECK(frit_array_data(y, &data, NULL, &error) == FRIT_ERR_NO_VALUE);
    CHECK(frit_flush(c, &error) == FRIT_ERR_NO_VALUE);
    CHECK(frit_array_to_dlpack(y, NULL, NULL, &tensor, &error) == FRIT_ERR_NO_VALUE);
    CHECK(!frit_array_is_ready(x) && !frit_array_is_ready(y));
    frit_module *m = capture(c, &x, 1, &y, 1, false); /* the recording is as it was */
    CHECK_EQ_UINT(frit_program_instr_count(m, 0), 1);
    frit_module_free(m);
    frit_discard(c);
    CHECK(frit_array_read(x, got, sizeof got, &error) == FRIT_ERR_ARGUMENT);
    CHECK(frit_apply(c, "neg", &x, 1, NULL, &(frit_array *){NULL}, &error) == FRIT_ERR_ARGUMENT);
    /* The context is good for the next recording, and for work. */
    frit_array *z = hole(c, 1, shape), *w = apply(c, "abs", z, NULL, NULL);
    m = capture(c, &z, 1, &w, 1, false);
    frit_module_free(m);
    frit_discard(c);
    frit_array *one, *minus;
    OK(frit_array_new(c, "f32", 0, NULL, NULL, (float[]){1}, &one, &error));
    minus = apply(c, "neg", one, NULL, NULL);
    OK(frit_array_read(minus, got, sizeof *got, &error));
    CHECK_EQ_F32(got[0], -1);
    FREE(x, y, z, w, one, minus);
    frit_context_free(c);
}

TEST(a_placeholder_that_is_assigned_to) {
    frit_context *c = new_context();
    const int64_t shape[] = {4}, one[] = {1};
    frit_array *x = hole(c, 1, shape), *tail = slice(x, one, NULL, NULL);
    CHECK(!frit_array_changed(x));
    frit_array *twice = apply(c, "add", x, x, NULL);
    OK(frit_array_assign(x, twice, &error));
    CHECK(frit_array_changed(x) && !frit_array_changed(twice));
    /* The view sees the new value. */
    frit_array *r = apply(c, "sum", tail, NULL, "axes=[0]"), *out[] = {x, r};
    frit_module *m = capture(c, &x, 1, out, 2, false);
    check_text(c, m,
               "program f(v0: f32[n0]) -> (v1, v3) {\n"
               "  v1: f32[n0] = add(v0, v0)\n"
               "  v2: f32[\"n0-1\"] = slice(v1, start=[1])\n"
               "  v3: f32 = sum(v2, axes=[0])\n"
               "}\n");
    frit_module_free(m);
    FREE(x, tail, twice, r);
    frit_context_free(c);
}

/* x[1:3] *= x[:2], at another size. */
TEST(a_part_that_is_assigned_to) {
    frit_context *c = new_context();
    const int64_t shape[] = {4}, one[] = {1}, three[] = {3}, two[] = {2}, six[] = {6};
    frit_array *x = hole(c, 1, shape), *part = slice(x, one, three, NULL);
    frit_array *first = slice(x, NULL, two, NULL), *product = apply(c, "mul", part, part, NULL);
    OK(frit_array_assign(part, product, &error));
    CHECK(frit_array_changed(x));
    frit_array *r = apply(c, "add", x, x, NULL);
    frit_module *m = capture(c, &x, 1, &r, 1, false);
    float a[] = {1, 2, 3, 4, 5, 6}, *in[] = {a}, got[6], want[] = {2, 8, 18, 8, 10, 12};
    OK(run_f32(c, m, in, 1, 1, six, got));
    CHECK_EQ_MEM(got, want, sizeof want);
    /* Of two elements there is no x[1:3] of the same extent: nothing is made up. */
    OK(run_f32(c, m, in, 1, 1, two, got));
    CHECK_EQ_F32(got[1], 8);
    frit_module_free(m);
    FREE(x, part, first, product, r);
    frit_context_free(c);
}

TEST(steps_that_hang_on_a_size) {
    frit_context *c = new_context();
    const int64_t shape[] = {4}, wide[] = {2, 2};
    frit_array *x = hole(c, 1, shape), *four, *square;
    OK(frit_apply(c, "iota", NULL, 0, "shape=[4], axis=0, to=f32", &four, &error));
    frit_array *r = apply(c, "add", x, four, NULL);
    frit_module *m = NULL;
    CHECK(frit_capture(c, &x, 1, &r, 1, "f", false, &m, &error) == FRIT_ERR_SHAPE);
    CHECK(m == NULL);
    m = capture(c, &x, 1, &r, 1, true);
    frit_module_free(m);
    FREE(x, four, r);
    frit_discard(c);
    /* A shape said in numbers is checked when it runs. */
    x = hole(c, 1, shape);
    OK(frit_array_reshape(x, 2, wide, &square, &error));
    m = capture(c, &x, 1, &square, 1, false);
    frit_module_free(m);
    FREE(x, square);
    frit_context_free(c);
}

/* What nobody needs was a step of the host's all the same, which would fail with other sizes. */
TEST(conditions_of_steps_that_nobody_needs) {
    frit_context *c = new_context();
    const int64_t shape[] = {6}, wide[] = {2, 3}, five = 5;
    frit_array *x = hole(c, 1, shape), *square, *r = apply(c, "neg", x, NULL, NULL), *four;
    OK(frit_array_reshape(x, 2, wide, &square, &error));
    frit_module *m = capture(c, &x, 1, &r, 1, false);
    float in[] = {1, 2, 3, 4, 5, 6}, got[6], *args[] = {in};
    OK(run_f32(c, m, args, 1, 1, shape, got));
    CHECK_EQ_F32(got[5], -6);
    CHECK(run_f32(c, m, args, 1, 1, &five, got) == FRIT_ERR_SHAPE);
    CHECK(strstr(error.message, "reshape: these shapes do not have the same number of elements"));
    frit_module_free(m);
    /* One that has no type for other sizes. */
    OK(frit_apply(c, "iota", NULL, 0, "shape=[6], axis=0, to=f32", &four, &error));
    frit_array *sum = apply(c, "add", x, four, NULL);
    CHECK(frit_capture(c, &x, 1, &r, 1, "f", false, &m, &error) == FRIT_ERR_SHAPE);
    m = capture(c, &x, 1, &r, 1, true);
    frit_module_free(m);
    FREE(x, square, r, four, sum);
    frit_context_free(c);
}

TEST(numbers_in_memory_become_literals_and_arrays_do_not) {
    frit_context *c = new_context();
    const int64_t shape[] = {3};
    frit_array *x = hole(c, 1, shape), *y = hole(c, 1, shape), *k, *v;
    OK(frit_array_new(c, "f32", 0, NULL, NULL, (float[]){2.5f}, &k, &error));
    OK(frit_array_new(c, "f32", 1, shape, NULL, (float[]){1, 2, 3}, &v, &error));
    frit_array *r = apply(c, "mul", x, k, NULL), *s = apply(c, "mul", r, v, NULL), *in[] = {x, v};
    frit_module *m = capture(c, &x, 1, &r, 1, false);
    check_text(c, m,
               "program f(v0: f32[n0]) -> (v2) {\n"
               "  v1: f32 = const(2.5:f32)\n"
               "  v2: f32[n0] = mul(v0, v1)\n"
               "}\n");
    frit_module_free(m);
    CHECK(frit_capture(c, &x, 1, &s, 1, "f", false, &m, &error) == FRIT_ERR_ARGUMENT);
    CHECK(frit_capture(c, &v, 1, &s, 1, "f", false, &m, &error) == FRIT_ERR_ARGUMENT);
    CHECK(strstr(error.message, "placeholder 0"));
    m = capture(c, in, 2, &s, 1, false);
    CHECK_EQ_UINT(frit_program_input_count(m, 0), 2);
    frit_module_free(m);
    /* An input that nothing uses stays one. */
    m = capture(c, (frit_array *[]){y, x}, 2, &r, 1, false);
    CHECK_EQ_UINT(frit_program_input_count(m, 0), 2);
    frit_module_free(m);
    CHECK(frit_capture(c, (frit_array *[]){x, x}, 2, &r, 1, "f", false, &m, &error) ==
          FRIT_ERR_ARGUMENT);
    CHECK(frit_capture(c, &r, 1, &s, 1, "f", false, &m, &error) == FRIT_ERR_ARGUMENT);
    CHECK(frit_capture(c, &x, 1, &r, 1, NULL, false, &m, &error) == FRIT_ERR_ARGUMENT);
    FREE(x, y, k, v, r, s);
    frit_context_free(c);
}

TEST(a_captured_call_is_typed_for_names) {
    static const char text[] = "program half(x: f32[n]) -> (r) { h = const(0.5) r = mul(x, h) }\n"
                               "program f(x: f32[n], y: f32[n]) -> (r, s) { h = @half(x)"
                               " r = add(h, y) s = sum(r) }\n";
    frit_context *c = new_context();
    const int64_t shape[] = {6}, two = 2;
    frit_array *x = hole(c, 1, shape), *out[2];
    frit_module *library, *m;
    OK(frit_module_parse(c, text, strlen(text), &library, &error));
    OK(frit_apply_program(c, library, NULL, (frit_array *[]){x, x}, 2, out, 2, &error));
    m = capture(c, &x, 1, out, 1, false);
    float a[] = {2, 4}, *in[] = {a}, got[2];
    OK(run_f32(c, m, in, 1, 1, &two, got));
    CHECK_EQ_F32(got[1], 6);
    frit_module_free(m);
    frit_module_free(library);
    FREE(x, out[0], out[1]);
    frit_context_free(c);
}

/* x[1] of a matrix, and x[:, None]: for every size. */
TEST(axes_taken_out_and_put_in) {
    frit_context *c = new_context();
    const int64_t shape[] = {3, 4}, start[] = {1, FRIT_LEFT_OUT}, stop[] = {2, FRIT_LEFT_OUT};
    const uint32_t zero = 0;
    frit_array *x = hole(c, 2, shape), *row = slice(x, start, stop, NULL), *flat, *tall;
    OK(frit_array_squeeze(row, 1, &zero, &flat, &error));
    CHECK_EQ_UINT(frit_array_rank(flat), 1);
    OK(frit_array_expand(flat, 1, &zero, &tall, &error));
    CHECK_EQ_UINT(frit_array_rank(tall), 2);
    frit_array *r = apply(c, "add", x, flat, NULL), *s = apply(c, "add", r, tall, NULL);
    frit_module *m = capture(c, &x, 1, &s, 1, false);
    float a[] = {1, 2, 3, 4}, *in[] = {a}, got[4], want[] = {7, 10, 9, 12};
    OK(run_f32(c, m, in, 1, 2, (int64_t[]){2, 2}, got));
    CHECK_EQ_MEM(got, want, sizeof want);
    frit_module_free(m);
    CHECK(frit_array_squeeze(x, 1, &zero, &(frit_array *){NULL}, &error) == FRIT_ERR_SHAPE);
    CHECK(frit_array_squeeze(row, 2, (uint32_t[]){0, 0}, &(frit_array *){NULL}, &error) ==
          FRIT_ERR_ARGUMENT);
    CHECK(frit_array_expand(x, 1, (uint32_t[]){3}, &(frit_array *){NULL}, &error) ==
          FRIT_ERR_ARGUMENT);
    FREE(x, row, flat, tall, r, s);
    frit_context_free(c);
}

/* ---- stores */

static void check_range(frit_range r, int64_t start, int64_t stop, int64_t step, bool integer) {
    CHECK_EQ_INT(r.start, start);
    if (!integer) {
        CHECK_EQ_INT(r.stop, stop);
        CHECK_EQ_INT(r.step, step);
    }
    CHECK(r.integer == integer);
}

/* x[::2] = y[::2] and x[3] = y[0]: the argument itself is written to, at any size. */
TEST(stores_say_where_values_go) {
    frit_context *c = new_context();
    const int64_t shape[] = {6}, two[] = {2}, three[] = {3}, four[] = {4}, one[] = {1},
                  none[] = {0};
    const uint32_t zero = 0;
    frit_array *x = hole(c, 1, shape), *y = hole(c, 1, shape), *at, *first, *values[2];
    frit_array *even = slice(x, NULL, NULL, two), *from = slice(y, NULL, NULL, two);
    frit_range range;
    CHECK_EQ_UINT(frit_array_store_count(x), 0);
    OK(frit_array_assign(even, from, &error));
    frit_array *fourth = slice(x, three, four, NULL), *head = slice(y, none, one, NULL);
    OK(frit_array_squeeze(fourth, 1, &zero, &at, &error));
    OK(frit_array_squeeze(head, 1, &zero, &first, &error));
    OK(frit_array_assign(at, first, &error));
    CHECK_EQ_UINT(frit_array_store_count(x), 2);
    CHECK_EQ_UINT(frit_array_store_count(y), 0);
    CHECK_EQ_UINT(frit_array_store_count(even), 0);
    OK(frit_array_store(x, 0, &values[0], &range, &error));
    check_range(range, FRIT_LEFT_OUT, FRIT_LEFT_OUT, 2, false);
    OK(frit_array_store(x, 1, &values[1], &range, &error));
    check_range(range, 3, 0, 0, true);
    CHECK_EQ_UINT(frit_array_rank(values[1]), 1);
    CHECK(frit_array_store(x, 2, &(frit_array *){NULL}, &range, &error) == FRIT_ERR_ARGUMENT);
    /* No steps say what x is now. */
    CHECK(frit_array_changed(x));
    CHECK(frit_apply(c, "neg", &x, 1, NULL, &(frit_array *){NULL}, &error) == FRIT_ERR_NO_VALUE);
    CHECK(frit_apply(c, "neg", &even, 1, NULL, &(frit_array *){NULL}, &error) == FRIT_ERR_NO_VALUE);
    frit_module *m = capture(c, (frit_array *[]){x, y}, 2, values, 2, false);
    float a[] = {1, 2, 3, 4, 5}, b[] = {10, 20, 30, 40, 50}, want[] = {10, 2, 30, 10, 50};
    const int64_t five[] = {5}, parts[2][1] = {{3}, {1}}, strides[2][1] = {{8}, {4}};
    frit_tensor in[] = {{a, five, NULL}, {b, five, NULL}};
    frit_tensor out[] = {{a, parts[0], strides[0]}, {a + 3, parts[1], strides[1]}};
    frit_plan *plan;
    frit_call *call;
    OK(frit_plan_new(c, m, NULL, NULL, &plan, &error));
    OK(frit_call_new(c, plan, &call, &error));
    OK(frit_call_run(call, in, 2, out, 2, &error));
    CHECK_EQ_MEM(a, want, sizeof want);
    frit_call_free(call);
    frit_plan_free(plan);
    frit_module_free(m);
    FREE(x, y, even, from, fourth, head, at, first, values[0], values[1]);
    frit_context_free(c);
}

/* Later stores to the same place, and to everything, take the place of earlier ones. */
TEST(stores_that_are_written_over_are_dropped) {
    frit_context *c = new_context();
    const int64_t shape[] = {6}, one[] = {1}, two[] = {2}, back[] = {-1};
    frit_array *x = hole(c, 1, shape), *y = hole(c, 1, shape), *zero;
    OK(frit_literal(c, "0:f32", &zero, &error));
    frit_array *tail = slice(x, one, NULL, NULL), *even = slice(x, NULL, NULL, two);
    frit_array *again = slice(x, one, NULL, NULL), *turned = slice(x, NULL, NULL, back);
    frit_range range;
    frit_array *value;
    OK(frit_array_assign(tail, zero, &error));
    OK(frit_array_assign(even, zero, &error));
    OK(frit_array_assign(again, zero, &error));
    CHECK_EQ_UINT(frit_array_store_count(x), 2);
    OK(frit_array_store(x, 0, &value, &range, &error));
    check_range(range, FRIT_LEFT_OUT, FRIT_LEFT_OUT, 2, false);
    frit_array_free(value);
    OK(frit_array_assign(turned, y, &error));
    CHECK_EQ_UINT(frit_array_store_count(x), 1);
    frit_array *r = apply(c, "neg", x, NULL, NULL); /* it can be read again */
    OK(frit_array_assign(x, y, &error));
    CHECK_EQ_UINT(frit_array_store_count(x), 1);
    FREE(x, y, zero, tail, even, again, turned, r);
    frit_context_free(c);
}

/* Parts of parts: one slice where there is one, the whole value where there is none. */
TEST(stores_through_views_of_views) {
    frit_context *c = new_context();
    const int64_t shape[] = {4, 6}, start[] = {1, 2}, stop[] = {FRIT_LEFT_OUT, -1};
    const int64_t rest[] = {1, FRIT_LEFT_OUT}, end[] = {FRIT_LEFT_OUT, -1};
    frit_array *x = hole(c, 2, shape), *y = hole(c, 2, shape), *turned, *zero, *value;
    frit_range ranges[2];
    OK(frit_literal(c, "0:f32", &zero, &error));
    frit_array *part = slice(x, start, stop, NULL), *inner = slice(part, rest, NULL, NULL);
    OK(frit_array_assign(inner, zero, &error));
    OK(frit_array_transpose(y, NULL, &turned, &error));
    frit_array *rows = slice(turned, rest, NULL, NULL), *deep = slice(part, NULL, end, NULL);
    OK(frit_array_assign(rows, zero, &error));
    CHECK_EQ_UINT(frit_array_store_count(x), 1);
    OK(frit_array_store(x, 0, &value, ranges, &error));
    check_range(ranges[0], 2, FRIT_LEFT_OUT, 1, false);
    check_range(ranges[1], 2, -1, 1, false);
    frit_array_free(value);
    OK(frit_array_store(y, 0, &value, ranges, &error));
    check_range(ranges[0], FRIT_LEFT_OUT, FRIT_LEFT_OUT, 1, false);
    check_range(ranges[1], 1, FRIT_LEFT_OUT, 1, false);
    CHECK_EQ_INT(frit_array_shape(value)[0], 4);
    OK(frit_array_assign(deep, zero, &error));
    CHECK_EQ_UINT(frit_array_store_count(x), 0);
    CHECK(frit_array_changed(x));
    frit_module *m = capture(c, (frit_array *[]){x, y}, 2, &x, 1, false);
    frit_module_free(m);
    FREE(x, y, turned, zero, part, inner, rows, deep, value);
    frit_context_free(c);
}

/* The 3 of an array of colours is a number in the program that is called, and stays one; other sizes have
 * names. */
TEST(capture_sizes_of_callees) {
    frit_context *c = new_context();
    const char text[] = "program tint(x: f32[n,3]) -> (r) {\n  r = mul(x, x)\n}\n";
    frit_module *source, *library;
    OK(frit_module_parse(c, text, sizeof text - 1, &source, &error));
    OK(frit_module_infer(source, NULL, NULL, 0, NULL, &library, &error));
    frit_array *x = hole(c, 2, (int64_t[]){5, 3}), *y = hole(c, 1, (int64_t[]){5}), *out;
    OK(frit_apply_program(c, library, NULL, &x, 1, &out, 1, &error));
    frit_module *m = capture(c, (frit_array *[]){x, y}, 2, &out, 1, false);
    char type[32];
    uint32_t program = frit_module_find(m, "f");
    frit_type_text(frit_var_type(m, program, 0), type, sizeof type);
    CHECK_STR(type, "f32[n0,3]");
    frit_type_text(frit_var_type(m, program, 1), type, sizeof type);
    CHECK_STR(type, "f32[n0]");
    frit_module_free(m);
    frit_discard(c);
    FREE(x, y, out);
    frit_module_free(source);
    frit_module_free(library);
    frit_context_free(c);
}

/* What was found by a step of a part counts as found: the rest does not find it again. */
TEST(a_part_runs_before_the_rest) {
    frit_context *c = new_context();
    const int64_t shape[] = {5}, few[] = {3};
    frit_array *x = hole(c, 1, shape), *places, *late;
    OK(frit_array_placeholder(c, "i64", 1, few, &places, &error));
    frit_array *picked = apply(c, "gather", x, places, "axes=[0]"), *in[] = {x, places, NULL};
    frit_array *unused = apply(c, "gather", x, places, "axes=[0]");
    frit_module *part, *m;
    OK(frit_capture_part(c, in, 2, &picked, 1, "f", false, &part, &error));
    check_text(c, part,
               "program f(v0: f32[n0], v1: i64[n1]) -> (v2) {\n"
               "  v2: f32[n1] = gather(v0, v1, axes=[0])\n"
               "}\n");
    OK(frit_array_placeholder(c, "f32", 1, shape, &late, &error));
    frit_array *r = apply(c, "add", x, late, NULL);
    in[2] = late;
    CHECK_EQ_INT(frit_capture(c, in, 3, &r, 1, "f", false, &m, &error), FRIT_ERR_NO_VALUE);
    frit_module *other;
    OK(frit_capture_part(c, in, 2, &unused, 1, "f", false, &other, &error));
    m = capture(c, in, 3, &r, 1, false);
    check_text(c, m,
               "program f(v0: f32[n0], v1: i64[n1], v2: f32[n0]) -> (v3) {\n"
               "  v3: f32[n0] = add(v0, v2)\n"
               "}\n");
    FREE(x, places, picked, unused, late, r);
    frit_discard(c);
    x = hole(c, 1, shape);
    OK(frit_array_placeholder(c, "i64", 1, few, &places, &error));
    picked = apply(c, "gather", x, places, "axes=[0]");
    r = apply(c, "neg", x, NULL, NULL);
    frit_module *none;
    CHECK_EQ_INT(frit_capture(c, (frit_array *[]){x, places}, 2, &r, 1, "f", false, &none, &error),
                 FRIT_ERR_NO_VALUE); /* another recording */
    FREE(x, places, picked, r);
    frit_module_free(part);
    frit_module_free(other);
    frit_module_free(m);
    frit_context_free(c);
}

TEST(places_along_an_axis_of_an_array) {
    frit_context *c = new_context();
    const int64_t shape[] = {5, 3};
    frit_array *x = hole(c, 2, shape), *counted, *out, *none;
    OK(frit_apply(c, "iota", &x, 1, "axis=1, to=f32", &counted, &error));
    out = apply(c, "add", x, counted, NULL);
    frit_module *m = capture(c, &x, 1, &out, 1, false);
    check_text(c, m,
               "program f(v0: f32[n0,n1]) -> (v2) {\n"
               "  v1: f32[n0,n1] = iota(shape=[n0,n1], axis=1, to=f32)\n"
               "  v2: f32[n0,n1] = add(v0, v1)\n"
               "}\n");
    float a[] = {1, 1, 1, 1}, got[4], *args[] = {a};
    OK(run_f32(c, m, args, 1, 2, (const int64_t[]){2, 2}, got));
    CHECK(got[0] == 1 && got[1] == 2 && got[2] == 1 && got[3] == 2);
    CHECK_EQ_INT(frit_apply(c, "iota", (frit_array *[]){x, x}, 2, "axis=1, to=f32", &none, &error),
                 FRIT_ERR_ARGUMENT);
    FREE(x, counted, out);
    frit_module_free(m);
    frit_context_free(c);
}
