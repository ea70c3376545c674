/* Routines: functions of whole arrays. Values against plain loops, threads, strides, failures. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "call_fixture.h"
#include "run_fixture.h"

/* ---- order */

static int by_value(const void *a, const void *b) {
    float x = *(const float *)a, y = *(const float *)b;
    if (isnan(x) || isnan(y))
        return isnan(x) - isnan(y);
    return x < y ? -1 : x > y;
}

static void fill(float *x, int64_t n, uint32_t seed) {
    for (int64_t k = 0; k < n; k++) {
        seed = seed * 1664525u + 1013904223u;
        x[k] = k % 17 == 3 ? NAN : (float)((int32_t)seed >> 20);
    }
}

static void check_order(unsigned threads, int64_t n) {
    frit_context *c = run_context(threads);
    size_t size = (size_t)n * sizeof(float);
    float *x = malloc(size + 1), *sorted = malloc(size + 1), *wanted = malloc(size + 1);
    int64_t *places = malloc(2 * size + 1);
    fill(x, n, 7);
    memcpy(wanted, x, size);
    qsort(wanted, (size_t)n, sizeof *wanted, by_value);
    frit_tensor in = TENSOR(x, n), out[] = {TENSOR(sorted, n), TENSOR(places, n)};
    run_text(c, "program p(x: f32[n]) -> (s, i) { s = sort(x, axis=0) i = argsort(x, axis=0) }",
             &in, 1, out, 2);
    for (int64_t k = 0; k < n; k++) {
        float there = x[places[k]];
        CHECK(sorted[k] == wanted[k] || (isnan(sorted[k]) && isnan(wanted[k])));
        CHECK(there == wanted[k] || (isnan(there) && isnan(wanted[k])));
        if (k && (there == x[places[k - 1]] || (isnan(there) && isnan(x[places[k - 1]]))))
            CHECK(places[k] > places[k - 1]); /* equal elements keep their order */
    }
    frit_context_free(c);
    free(x);
    free(sorted);
    free(wanted);
    free(places);
}

TEST(rows_of_any_length_are_sorted) {
    static const int64_t lengths[] = {0, 1, 2, 79, 80, 1000, 20000};
    for (size_t k = 0; k < sizeof lengths / sizeof *lengths; k++)
        check_order(1, lengths[k]);
}

TEST(a_long_row_is_sorted_by_several_threads) {
    check_order(3, 300001);
    check_order(4, 300001);
}

/* Columns of a matrix that lies in columns, backwards. */
TEST(strides_are_any) {
    frit_context *c = run_context(2);
    double x[12], out[12];
    int64_t shape[] = {4, 3}, in_strides[] = {-8, 32}, out_strides[] = {8, 32};
    for (int k = 0; k < 12; k++)
        x[k] = (k * 5) % 12;
    frit_tensor in = {x + 3, shape, in_strides}, to = {out, shape, out_strides};
    run_text(c, "program p(x: f64[m,n]) -> (s) { s = sort(x, axis=0) }", &in, 1, &to, 1);
    for (int k = 0; k < 12; k++)
        CHECK(k % 4 == 0 || out[k] >= out[k - 1]);
    frit_context_free(c);
}

TEST(ranks_and_places) {
    frit_context *c = run_context(1);
    enum { N = 5000 };
    static double x[N];
    double found[3], row[] = {1, 2, 2, 5}, asked[] = {0, 2, 5, NAN};
    int64_t ranks[] = {2500, -1, 0}, left[4], right[4];
    for (int k = 0; k < N; k++)
        x[k] = (double)((k * 37) % N) * 1e-3;
    frit_tensor in[] = {TENSOR(x, N), TENSOR(ranks, 3)}, out = TENSOR(found, 3);
    run_text(c, "program p(x: f64[n], k: i64[m]) -> (s) { s = ranked(x, k, axis=0) }", in, 2, &out,
             1);
    CHECK(found[0] == 2.5 && found[1] == 4.999 && found[2] == 0);
    frit_tensor rows[] = {TENSOR(row, 4), TENSOR(asked, 4)};
    frit_tensor to[] = {TENSOR(left, 4), TENSOR(right, 4)};
    run_text(c,
             "program p(a: f64[n], x: f64[m]) -> (l, r) { l = search(a, x) r = search(a, x, "
             "right=true) }",
             rows, 2, to, 2);
    CHECK(left[0] == 0 && left[1] == 1 && left[2] == 3 && left[3] == 4);
    CHECK(right[0] == 0 && right[1] == 3 && right[2] == 4 && right[3] == 4);
    frit_context_free(c);
}

/* ---- transforms */

static void check_transform(frit_context *c, int64_t n) {
    const double turn = 6.283185307179586;
    double *x = calloc((size_t)n, 16), *y = calloc((size_t)n, 16), *back = calloc((size_t)n, 16);
    char text[160];
    for (int64_t k = 0; k < 2 * n; k++)
        x[k] = (double)((k * 7) % 11) - 5;
    frit_tensor in = TENSOR(x, n), out[] = {TENSOR(y, n), TENSOR(back, n)};
    run_text(
        c,
        "program p(x: c128[n]) -> (y, b) { y = fft(x, axis=0) b = fft(y, axis=0, inverse=true) }",
        &in, 1, out, 2);
    for (int64_t k = 0; k < n; k++) {
        double re = 0, im = 0;
        for (int64_t j = 0; j < n; j++) {
            double a = turn * (double)(j * k % n) / (double)n;
            re += x[2 * j] * cos(a) + x[2 * j + 1] * sin(a);
            im += x[2 * j + 1] * cos(a) - x[2 * j] * sin(a);
        }
        CHECK(fabs(re - y[2 * k]) < 1e-10 && fabs(im - y[2 * k + 1]) < 1e-10);
        CHECK(fabs(back[2 * k] - x[2 * k]) < 1e-12 && fabs(back[2 * k + 1] - x[2 * k + 1]) < 1e-12);
    }
    frit_tensor real = TENSOR(x, n), half[] = {TENSOR(y, n / 2 + 1), TENSOR(back, n)};
    snprintf(text, sizeof text,
             "program p(x: f64[%d]) -> (y, b) { y = rfft(x, axis=0) b = irfft(y, axis=0, n=%d) }",
             (int)n, (int)n);
    run_text(c, text, &real, 1, half, 2);
    for (int64_t k = 0; k < n; k++)
        CHECK(fabs(back[k] - x[k]) < 1e-12);
    free(x);
    free(y);
    free(back);
}

TEST(transforms_of_any_length) {
    static const int64_t lengths[] = {1, 2, 3, 8, 17, 30, 97};
    frit_context *c = run_context(2);
    for (size_t k = 0; k < sizeof lengths / sizeof *lengths; k++)
        check_transform(c, lengths[k]);
    frit_context_free(c);
}

/* ---- failures */

static const char solving[] = "program p(a: f64[n,n], b: f64[n,k]) -> (x) { x = solve(a, b) }";

TEST(a_singular_matrix_is_an_error_that_changes_nothing) {
    frit_context *c = run_context(1);
    frit_plan *plan = run_plan(c, solving, false);
    double a[] = {1, 2, 2, 4}, b[] = {1, 1}, x[] = {7, 7};
    frit_tensor in[] = {TENSOR(a, 2, 2), TENSOR(b, 2, 1)}, out = TENSOR(x, 2, 1);
    frit_call *call;
    frit_error error;
    CHECK(frit_call_new(c, plan, &call, &error) == FRIT_OK);
    CHECK(frit_call_run(call, in, 2, &out, 1, &error) == FRIT_ERR_ARGUMENT);
    CHECK(strstr(error.message, "Singular matrix"));
    CHECK(x[0] == 7 && x[1] == 7);
    a[3] = 5;
    CHECK(frit_call_run(call, in, 2, &out, 1, &error) == FRIT_OK);
    CHECK(x[0] == 3 && x[1] == -1);
    frit_call_free(call);
    frit_plan_free(plan);
    frit_context_free(c);
}

TEST(every_allocation_may_fail) {
    static const char text[] =
        "program p(x: f64[4,4]) -> (r) {\n"
        "  i = const(8.0) e = iota(shape=[4,4], axis=0, to=f64) a = mul(x, i)\n"
        "  d = add(a, e) v = solve(d, x) s = sort(v, axis=1) f = rfft(s, axis=0)\n"
        "  r = irfft(f, axis=0, n=4)\n}\n";
    static double x[16], out[16];
    for (size_t n = 1;; n++) {
        Ready r;
        frit_context_options options = {FRIT_SIZED(frit_context_options), .threads = 1,
                                        .no_blas = true};
        frit_module *module = NULL;
        frit_tensor in = TENSOR(x, 4, 4), to = TENSOR(out, 4, 4);
        frit_plan_options plan = {FRIT_SIZED(frit_plan_options)};
        ready_context(&r, &options);
        for (int k = 0; k < 16; k++) {
            x[k] = k % 5 == 0 ? 3 : k * 0.1;
            out[k] = 5;
        }
        r.alloc.fail_at = r.alloc.calls + n;
        frit_status status = frit_module_parse(r.context, text, strlen(text), &module, &r.error);
        if (!status)
            status = frit_module_infer(module, NULL, NULL, 0, NULL, &r.typed, &r.error);
        if (!status)
            status = frit_plan_new(r.context, r.typed, NULL, &plan, &r.plan, &r.error);
        if (!status)
            status = frit_call_new(r.context, r.plan, &r.call, &r.error);
        if (!status)
            status = frit_call_run(r.call, &in, 1, &to, 1, &r.error);
        frit_module_free(module);
        size_t failures = r.alloc.failures;
        r.alloc.fail_at = 0;
        test_note("allocation %zu", n);
        CHECK_MSG(status == FRIT_ERR_NOMEM || status == FRIT_OK, "%s", r.error.message);
        for (int k = 0; status && k < 16; k++)
            CHECK(out[k] == 5);
        ready_close(&r);
        if (failures == 0)
            break;
    }
}
