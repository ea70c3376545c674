/*
 * The kinds of fused groups, and the wrong answers that other systems gave for them. Expected values
 * are computed here in double, element by element.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "run_fixture.h"

static frit_context *context;

static void begin(void) {
    context = run_context(2);
}

static void end(void) {
    frit_context_free(context);
    context = NULL;
}

static void check_near(double got, double want, double tolerance) {
    CHECK_MSG(fabs(got - want) <= tolerance * (1 + fabs(want)) || (isnan(got) && isnan(want)),
              "got %.17g, want %.17g", got, want);
}

static void fill(float *x, size_t n, uint64_t seed) {
    for (size_t k = 0; k < n; k++)
        x[k] = (float)((double)(test_random(&seed) >> 40) * 0x1p-23 - 1);
}

/* "Reductions other than sum ran as sum; a two-pass reduction ignored the fused expression." */
TEST(every_reduction_is_itself) {
    enum { M = 9, N = 3000 };
    static float x[M * N], y[M * N], r[M];
    static const char *const ops[] = {"sum(p", "mean(p", "prod(p",       "max(p",
                                      "min(p", "std(p",  "norm(p, ord=2"};
    fill(x, M * N, 1);
    fill(y, M * N, 2);
    begin();
    for (int op = 0; op < 7; op++) {
        char text[256];
        snprintf(text, sizeof text,
                 "program f(x: f32[m,n], y: f32[m,n]) -> (r) { q = mul(x, y) one = const(1.01)"
                 " p = add(q, one) r = %s%s axes=[1]) }",
                 ops[op], ",");
        frit_tensor in[] = {TENSOR(x, M, N), TENSOR(y, M, N)}, out = TENSOR(r, M);
        CHECK_EQ_UINT(run_text(context, text, in, 2, &out, 1), 1);
        for (int i = 0; i < M; i++) {
            double sum = 0, prod = 1, top = -INFINITY, low = INFINITY, squares = 0, spread = 0;
            for (int pass = 0; pass < 2; pass++)
                for (int j = 0; j < N; j++) {
                    double p = (double)x[i * N + j] * (double)y[i * N + j] + 1.01;
                    if (pass) {
                        spread += (p - sum / N) * (p - sum / N);
                        continue;
                    }
                    sum += p;
                    prod *= p;
                    squares += p * p;
                    top = p > top ? p : top;
                    low = p < low ? p : low;
                }
            double want[] = {sum, sum / N, prod, top, low, sqrt(spread / N), sqrt(squares)};
            if (op == 2)
                CHECK(fabs(log((double)r[i] / prod)) < 1e-2 || (prod < 1e-37 && r[i] < 1e-37f));
            else
                check_near((double)r[i], want[op], 1e-5);
        }
    }
    end();
}

/* "NaN omission was dropped": mean and var divide by the count of what was kept. */
TEST(nan_omission) {
    double x[] = {1, NAN, 3, NAN, 8, NAN, NAN, NAN, NAN, NAN}, mean[2], var[2], top[2], sum[2];
    int64_t count[2];
    begin();
    frit_tensor in = TENSOR(x, 2, 5);
    frit_tensor out[] = {TENSOR(mean, 2), TENSOR(var, 2), TENSOR(top, 2), TENSOR(sum, 2),
                         TENSOR(count, 2)};
    CHECK_EQ_UINT(
        run_text(context,
                 "program f(x: f64[m,n]) -> (a, b, c, d, e) { a = mean(x, axes=[1], omit_nan=true)"
                 " b = var(x, axes=[1], omit_nan=true) c = max(x, axes=[1], omit_nan=true)"
                 " d = sum(x, axes=[1], omit_nan=true) e = count(x, axes=[1], omit_nan=true) }",
                 &in, 1, out, 5),
        1);
    check_near(mean[0], 4, 1e-15);
    check_near(var[0], (9 + 1 + 16) / 3.0, 1e-15);
    check_near(top[0], 8, 0);
    check_near(sum[0], 12, 0);
    CHECK_EQ_INT(count[0], 3);
    CHECK(isnan(mean[1]) && isnan(var[1]) && top[1] == -INFINITY && sum[1] == 0 && count[1] == 0);
    end();
}

static void multiply(const double *a, const double *b, double *r, int m, int k, int n) {
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++) {
            r[i * n + j] = 0;
            for (int p = 0; p < k; p++)
                r[i * n + j] += a[i * k + p] * b[p * n + j];
        }
}

static void fill_f64(double *x, size_t n, uint64_t seed) {
    for (size_t k = 0; k < n; k++)
        x[k] = (double)(test_random(&seed) >> 40) * 0x1p-23 - 1;
}

/* "A*B on square inputs fused as A.*B; c - A*B lost its sign; (A*B+b)*a and a*(A*B)+b came out
 * alike; a tensor bias was ignored." */
TEST(products_keep_their_meaning) {
    enum { N = 6 };
    double a[N * N], b[N * N], c[N * N], ab[N * N], out[5][N * N], s = 3;
    fill_f64(a, N * N, 3);
    fill_f64(b, N * N, 4);
    fill_f64(c, N * N, 5);
    multiply(a, b, ab, N, N, N);
    begin();
    frit_tensor in[] = {TENSOR(a, N, N), TENSOR(b, N, N), TENSOR(c, N, N), SCALAR(s)};
    const int64_t square[2] = {N, N};
    frit_tensor to[5];
    for (int k = 0; k < 5; k++)
        to[k] = (frit_tensor){out[k], square, NULL};
    run_text(context,
             "program f(a: f64[n,n], b: f64[n,n], c: f64[n,n], s: f64) -> (p, q, r, t, u) {"
             " p = matmul(a, b) q = mul(a, b) r = sub(c, p) w = add(p, c) t = mul(w, s)"
             " v = mul(s, p) u = add(v, c) }",
             in, 4, to, 5);
    for (int k = 0; k < N * N; k++) {
        check_near(out[0][k], ab[k], 1e-13);
        check_near(out[1][k], a[k] * b[k], 0);
        check_near(out[2][k], c[k] - ab[k], 1e-13);
        check_near(out[3][k], (ab[k] + c[k]) * s, 1e-13);
        check_near(out[4][k], s * ab[k] + c[k], 1e-13);
    }
    end();
}

/* "A mean along the wrong axis matched"; centring keeps its digits beside a large mean. */
TEST(centered_gram_and_explained_variance) {
    enum { M = 50, N = 4, K = 3 };
    double x[M * N], g[N * N], q[N * K], e[K], other[M * N];
    fill_f64(x, M * N, 6);
    for (int k = 0; k < M * N; k++)
        x[k] += 1e6;
    fill_f64(q, N * K, 7);
    begin();
    frit_tensor in[] = {TENSOR(x, M, N), TENSOR(q, N, K)};
    frit_tensor out[] = {TENSOR(g, N, N), TENSOR(e, K), TENSOR(other, M, N)};
    run_text(context,
             "program f(a: f64[m,n], q: f64[n,k]) -> (g, e, other) {"
             " mu = mean(a, axes=[0], keepdims=true) c = sub(a, mu) t = transpose(c)"
             " p = matmul(t, c) d = const(49:f64) g = div(p, d)"
             " gq = matmul(g, q) w = mul(q, gq) e = sum(w, axes=[0])"
             " row = mean(a, axes=[1], keepdims=true) other = sub(a, row) }",
             in, 2, out, 3);
    double mean[N] = {0}, want[N * N] = {0};
    for (int i = 0; i < M; i++)
        for (int j = 0; j < N; j++)
            mean[j] += (x[i * N + j] - 1e6) / M;
    for (int i = 0; i < M; i++)
        for (int j = 0; j < N; j++)
            for (int k = 0; k < N; k++)
                want[j * N + k] +=
                    (x[i * N + j] - 1e6 - mean[j]) * (x[i * N + k] - 1e6 - mean[k]) / (M - 1);
    for (int k = 0; k < N * N; k++)
        check_near(g[k], want[k], 1e-8);
    for (int k = 0; k < K; k++) {
        double sum = 0;
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++)
                sum += q[i * K + k] * want[i * N + j] * q[j * K + k];
        check_near(e[k], sum, 1e-8);
    }
    for (int i = 0; i < M; i++) {
        double row = (x[i * N] + x[i * N + 1] + x[i * N + 2] + x[i * N + 3]) / N;
        check_near(other[i * N], x[i * N] - row, 1e-6);
    }
    end();
}

/* "Normalisation of a batch of 8 or more gave zeros or 1e10 and the benchmark still said ok." */
TEST(normalise_a_batch_of_sixteen) {
    enum { B = 16, H = 33, W = 47, P = H * W };
    static float x[B * P], y[B * P];
    fill(x, B * P, 8);
    begin();
    frit_tensor in = TENSOR(x, B, H, W), out = TENSOR(y, B, H, W);
    const char *text =
        "program f(x: f32[b,h,w]) -> (y) { mu = mean(x, axes=[1,2], keepdims=true) d = sub(x, mu)"
        " q = mul(d, d) v = mean(q, axes=[1,2], keepdims=true) eps = const(1e-6) ve = add(v, eps)"
        " s = sqrt(ve) z = div(d, s) gain = const(1.0123) zg = mul(z, gain) bias = const(-0.02)"
        " zb = add(zg, bias) zero = const(0) r = maximum(zb, zero) gamma = const(1.8)"
        " y = pow(r, gamma) }";
    CHECK_EQ_UINT(run_text(context, text, &in, 1, &out, 1), 1);
    for (int b = 0; b < B; b++) {
        double mean = 0, var = 0;
        for (int k = 0; k < P; k++)
            mean += (double)x[b * P + k] / P;
        for (int k = 0; k < P; k++)
            var += ((double)x[b * P + k] - mean) * ((double)x[b * P + k] - mean) / P;
        for (int k = 0; k < P; k++) {
            double z = ((double)x[b * P + k] - mean) / sqrt(var + 1e-6) * 1.0123 - 0.02;
            check_near((double)y[b * P + k], pow(z > 0 ? z : 0, 1.8), 1e-4);
        }
    }
    end();
}

/* Any normalise-then-map, along any axes: one kernel each, and right. */
TEST(softmax_and_norms_along_any_axes) {
    enum { M = 33, N = 65 };
    static double x[M * N], y[M * N];
    static const char *const programs[] = {
        "y = softmax(x, axes=[1])",
        "y = softmax(x, axes=[0])",
        "y = softmax(x)",
        "y = log_softmax(x, axes=[1])",
        "s = square(x) m = mean(s, axes=[1], keepdims=true) r = rsqrt(m) y = mul(x, r)",
    };
    fill_f64(x, M * N, 9);
    begin();
    for (int p = 0; p < 5; p++) {
        char text[256];
        snprintf(text, sizeof text, "program f(x: f64[m,n]) -> (y) { %s }", programs[p]);
        frit_tensor in = TENSOR(x, M, N), out = TENSOR(y, M, N);
        CHECK_EQ_UINT(run_text(context, text, &in, 1, &out, 1), 1);
        for (int i = 0; i < M; i += 8)
            for (int j = 0; j < N; j += 9) {
                double sum = 0, squares = 0, v = x[i * N + j];
                for (int a = 0; a < M; a++)
                    for (int b = 0; b < N; b++)
                        if (p == 2 || (p == 1 ? b == j : a == i)) {
                            sum += exp(x[a * N + b]);
                            squares += x[a * N + b] * x[a * N + b];
                        }
                double want = p == 3 ? v - log(sum) : p == 4 ? v / sqrt(squares / N) : exp(v) / sum;
                check_near(y[i * N + j], want, 1e-13);
            }
    }
    end();
}

/* The power step: epsilon inside or outside of the root, as written. */
TEST(power_step_normalise) {
    enum { N = 5, K = 2 };
    double g[N * N], q[N * K], in_root[N * K], out_root[N * K], gq[N * K];
    fill_f64(g, N * N, 10);
    fill_f64(q, N * K, 11);
    multiply(g, q, gq, N, N, K);
    begin();
    frit_tensor in[] = {TENSOR(g, N, N), TENSOR(q, N, K)};
    frit_tensor out[] = {TENSOR(in_root, N, K), TENSOR(out_root, N, K)};
    run_text(context,
             "program f(g: f64[n,n], q: f64[n,k]) -> (a, b) { p = matmul(g, q) s = mul(p, p)"
             " t = sum(s, axes=[0], keepdims=true) eps = const(0.25) te = add(t, eps) u = sqrt(te)"
             " a = div(p, u) v = sqrt(t) ve = add(v, eps) b = div(p, ve) }",
             in, 2, out, 2);
    for (int k = 0; k < K; k++) {
        double sum = 0;
        for (int i = 0; i < N; i++)
            sum += gq[i * K + k] * gq[i * K + k];
        for (int i = 0; i < N; i++) {
            check_near(in_root[i * K + k], gq[i * K + k] / sqrt(sum + 0.25), 1e-12);
            check_near(out_root[i * K + k], gq[i * K + k] / (sqrt(sum) + 0.25), 1e-12);
        }
    }
    end();
}

/* A loop over elementwise updates with random draws is one kernel, and the price is right. */
TEST(stochastic_evolution) {
    enum { PATHS = 60000, STEPS = 256 };
    static float s0[PATHS];
    float price, unfused;
    for (int k = 0; k < PATHS; k++)
        s0[k] = 100;
    begin();
    const char *text =
        "program step(t: i64, s: f32[n], key: u64, drift: f32, scale: f32) -> (next) {"
        " draw = cast(t, to=u64) z = normal(key, draw, shape=[n], to=f32) zs = mul(z, scale)"
        " e = add(drift, zs) g = exp(e) next = mul(s, g) }"
        "program f(s0: f32[n]) -> (price) { key = const(7:u64) drift = const(0.00011904762:f32)"
        " scale = const(0.012598816:f32) lo = const(0) hi = const(256)"
        " s = for(lo, hi, s0, key, drift, scale, body=@step, carry=1) strike = const(100)"
        " o = sub(s, strike) payoff = relu(o) price = mean(payoff) }";
    frit_tensor in = TENSOR(s0, PATHS), out = SCALAR(price), other = SCALAR(unfused);
    CHECK_EQ_UINT(run_text(context, text, &in, 1, &out, 1), 1);
    double t = STEPS / 252.0, mu = 0.03 + 0.02, root = 0.2 * sqrt(t);
    double d1 = (mu * t + 0.02 * t) / root, d2 = d1 - root;
    double want = 100 * exp(mu * t) * 0.5 * erfc(-d1 / sqrt(2)) - 50 * erfc(-d2 / sqrt(2));
    CHECK_MSG(fabs((double)price - want) < 0.4, "price %g, the formula says %g", (double)price,
              want);
    frit_plan *plan = run_plan(context, text, true);
    run_planned(context, plan, &in, 1, &other, 1);
    CHECK_EQ_F32(unfused, price);
    frit_plan_free(plan);
    end();
}

/* A loop over a large space that reads a small value made by several steps. */
TEST(a_loop_reads_what_is_computed_once) {
    enum { K = 5, M = 7 };
    double x[M], y[K * M], r[K * M];
    fill_f64(x, M, 12);
    fill_f64(y, K * M, 13);
    begin();
    frit_tensor in[] = {TENSOR(x, M), TENSOR(y, K, M)}, out = TENSOR(r, K, M);
    run_text(context,
             "program b(i: i64, s: f64[k,m], c: f64[m]) -> (r) { r = mul(c, s) }"
             "program p(x: f64[m], y: f64[k,m]) -> (r) { e = exp(x) one = const(1:f64)"
             " g = add(e, one) lo = const(0:i64) hi = const(3:i64)"
             " r = for(lo, hi, y, g, body=@b, carry=1) }",
             in, 2, &out, 1);
    for (int k = 0; k < K * M; k++) {
        double g = exp(x[k % M]) + 1;
        check_near(r[k], y[k] * g * g * g, 1e-14);
    }
    end();
}

/* Reductions of one array along two sets of axes, in any order: two kernels. */
TEST(siblings_find_each_other) {
    enum { M = 6, N = 5 };
    double x[M * N], a[N], b[M], c[N], d[M];
    fill_f64(x, M * N, 14);
    begin();
    frit_tensor in = TENSOR(x, M, N);
    frit_tensor out[] = {TENSOR(a, N), TENSOR(b, M), TENSOR(c, N), TENSOR(d, M)};
    uint32_t kernels = run_text(context,
                                "program p(x: f64[m,n]) -> (a, b, c, d) { a = sum(x, axes=[0])"
                                " b = sum(x, axes=[1]) c = max(x, axes=[0]) d = max(x, axes=[1]) }",
                                &in, 1, out, 4);
    CHECK_EQ_UINT(kernels, 2);
    for (int i = 0; i < M; i++) {
        double top = -INFINITY, sum = 0;
        for (int j = 0; j < N; j++) {
            sum += x[i * N + j];
            top = fmax(top, x[i * N + j]);
        }
        check_near(b[i], sum, 1e-15);
        check_near(d[i], top, 0);
    }
    end();
}
