/*
 * What a bytecode program computes when it runs: numbers a person gets by hand, over scalars, through
 * sub-programs, and over tensors. Through the public header alone.
 */
#include <math.h>

#include "call_fixture.h"

#define FUNCTIONS                                                    \
    "program ft_add<T>(a: T, b: T) -> (r) { r = add(a, b) }\n"       \
    "program ft_sub<T>(a: T, b: T) -> (r) { r = sub(a, b) }\n"       \
    "program ft_mul<T>(a: T, b: T) -> (r) { r = mul(a, b) }\n"       \
    "program ft_div<T>(a: T, b: T) -> (r) { r = trunc_div(a, b) }\n" \
    "program ft_max<T>(a: T, b: T) -> (r) { r = maximum(a, b) }\n"   \
    "program ft_min<T>(a: T, b: T) -> (r) { r = minimum(a, b) }\n"   \
    "program ft_neg<T>(a: T) -> (r) { r = neg(a) }\n"

/* One output of whatever type, from inputs all of one 4-byte type. */
static void run_scalars(const char *text, const void *inputs, uint32_t n, void *out) {
    const char *bytes = inputs;
    char copy[64];
    frit_tensor in[8], to = {out, NULL, NULL};
    memcpy(copy, bytes, 4 * n);
    for (uint32_t k = 0; k < n; k++)
        in[k] = (frit_tensor){copy + 4 * k, NULL, NULL};
    Ready r;
    ready_open(&r, NULL, text);
    CHECK_OK(&r, ready_run(&r, in, n, &to, 1));
    ready_close(&r);
}

static int32_t run_ints(const char *text, const int32_t *inputs, uint32_t n) {
    int32_t out = -12345;
    run_scalars(text, inputs, n, &out);
    return out;
}

#define INTS(text, ...)                                \
    run_ints(FUNCTIONS text, (int32_t[]){__VA_ARGS__}, \
             sizeof((int32_t[]){__VA_ARGS__}) / sizeof(int32_t))

TEST(behaviour_15_scalars) {
    /* A sequence, a chain, parallel parts. */
    CHECK_EQ_INT(INTS("program p(a: i32, b: i32, c: i32) -> (r) {\n"
                      "  t = @ft_add(a, b)\n"
                      "  r = @ft_mul(t, c)\n"
                      "}\n",
                      2, 3, 4),
                 20);
    CHECK_EQ_INT(INTS("program p(a: i32, b: i32, c: i32) -> (r) {\n"
                      "  t = @ft_add(a, b)\n"
                      "  u = @ft_mul(t, c)\n"
                      "  r = @ft_sub(u, a)\n"
                      "}\n",
                      5, 3, 2),
                 11);
    CHECK_EQ_INT(INTS("program p(a: i32, b: i32, c: i32, d: i32) -> (r) {\n"
                      "  t = @ft_add(a, b)\n"
                      "  u = @ft_mul(c, d)\n"
                      "  r = @ft_add(t, u)\n"
                      "}\n",
                      1, 2, 3, 4),
                 15);
    /* A unary op, a DAG with an input used twice, an input used again. */
    CHECK_EQ_INT(INTS("program p(a: i32) -> (r) { r = @ft_neg(a) }\n", 7), -7);
    CHECK_EQ_INT(INTS("program p(a: i32, b: i32) -> (r) {\n"
                      "  t = @ft_add(a, b)\n"
                      "  u = @ft_mul(a, b)\n"
                      "  v = @ft_sub(u, t)\n"
                      "  r = @ft_mul(v, a)\n"
                      "}\n",
                      3, 5),
                 21);
    CHECK_EQ_INT(INTS("program p(a: i32) -> (r) {\n"
                      "  s = @ft_mul(a, a)\n"
                      "  r = @ft_mul(s, a)\n"
                      "}\n",
                      -4),
                 -64);
    /* Max and min, integer division, six inputs. */
    CHECK_EQ_INT(INTS("program p(a: i32, b: i32, c: i32) -> (r) {\n"
                      "  t = @ft_max(a, b)\n"
                      "  r = @ft_min(t, c)\n"
                      "}\n",
                      4, 9, 7),
                 7);
    CHECK_EQ_INT(INTS("program p(a: i32, b: i32) -> (r) { r = @ft_div(a, b) }\n", 17, 5), 3);
    CHECK_EQ_INT(INTS("program p(a: i32, b: i32) -> (r) { r = @ft_div(a, b) }\n", -17, 5), -3);
    CHECK_EQ_INT(INTS("program p(a: i32, b: i32, c: i32, d: i32, e: i32, f: i32) -> (r) {\n"
                      "  t = @ft_add(a, b)\n"
                      "  u = @ft_add(c, d)\n"
                      "  v = @ft_add(e, f)\n"
                      "  w = @ft_mul(t, u)\n"
                      "  r = @ft_sub(w, v)\n"
                      "}\n",
                      1, 2, 3, 4, 5, 6),
                 10);
    /* Floats, and generic functions at both types in one program. */
    float f = 0, g[3] = {1.5f, 2.5f, 0.25f};
    run_scalars(FUNCTIONS "program p(a: f32, b: f32, c: f32) -> (r) {\n"
                          "  t = @ft_add(a, b)\n"
                          "  r = @ft_mul(t, c)\n"
                          "}\n",
                g, 3, &f);
    CHECK_EQ_F32(f, 1.0f);
    run_scalars(FUNCTIONS "program p(a: f32, b: f32, c: f32) -> (r) {\n"
                          "  i = cast(b, to=i32)\n"
                          "  j = @ft_mul(i, i)\n"
                          "  x = @ft_mul(a, c)\n"
                          "  k = cast(j, to=f32)\n"
                          "  r = @ft_add(x, k)\n"
                          "}\n",
                g, 3, &f);
    CHECK_EQ_F32(f, 4.375f);
}

TEST(behaviour_16_vectors_and_sub_programs) {
    float v[3] = {1, 2.5f, 4}, sum = 0;
    Ready r;
    ready_open(&r, NULL,
               "program to_array(v: f32x3) -> (a) {\n"
               "  x = extract(v, index=0)\n"
               "  y = extract(v, index=1)\n"
               "  z = extract(v, index=2)\n"
               "  a = make(x, y, z, to=array(f32,3))\n"
               "}\n"
               "program sum3(a: array(f32,3)) -> (s) {\n"
               "  x = extract(a, index=0)\n"
               "  y = extract(a, index=1)\n"
               "  z = extract(a, index=2)\n"
               "  t = add(x, y)\n"
               "  s = add(t, z)\n"
               "}\n"
               "program p(v: f32x3) -> (s) {\n"
               "  a = @to_array(v)\n"
               "  s = @sum3(a)\n"
               "}\n");
    frit_tensor in = {v, NULL, NULL}, out = {&sum, NULL, NULL};
    CHECK_OK(&r, ready_run(&r, &in, 1, &out, 1));
    CHECK_EQ_F32(sum, 7.5f);
    ready_close(&r);
#define SUBS                                        \
    "program axpy<T>(a: T, x: T, y: T) -> (r) {\n"  \
    "  t = @ft_mul(a, x)\n"                         \
    "  r = @ft_add(t, y)\n"                         \
    "}\n"                                           \
    "program twice<T>(a: T, x: T, y: T) -> (r) {\n" \
    "  s = @axpy(a, x, y)\n"                        \
    "  r = @axpy(a, s, y)\n"                        \
    "}\n"                                           \
    "program gap<T>(a: T, b: T) -> (r) {\n"         \
    "  s = @ft_sub(a, b)\n"                         \
    "  r = abs(s)\n"                                \
    "}\n"
    /* Once, nested, two different ones, chained, reused three times. */
    CHECK_EQ_INT(
        INTS(SUBS "program p(a: i32, x: i32, y: i32) -> (r) { r = @axpy(a, x, y) }\n", 2, 5, 3),
        13);
    CHECK_EQ_INT(
        INTS(SUBS "program p(a: i32, x: i32, y: i32) -> (r) { r = @twice(a, x, y) }\n", 2, 5, 3),
        29);
    CHECK_EQ_INT(INTS(SUBS "program p(a: i32, x: i32, y: i32) -> (r) {\n"
                           "  s = @axpy(a, x, y)\n"
                           "  t = @gap(x, y)\n"
                           "  r = @ft_mul(s, t)\n"
                           "}\n",
                      2, 5, 8),
                 54);
    CHECK_EQ_INT(INTS(SUBS "program p(a: i32, x: i32, y: i32) -> (r) {\n"
                           "  s = @axpy(a, x, y)\n"
                           "  r = @gap(s, y)\n"
                           "}\n",
                      -2, 5, 3),
                 10);
    CHECK_EQ_INT(INTS(SUBS "program p(a: i32, b: i32, c: i32, d: i32) -> (r) {\n"
                           "  s = @gap(a, b)\n"
                           "  t = @gap(c, d)\n"
                           "  r = @gap(s, t)\n"
                           "}\n",
                      1, 10, 4, 1),
                 6);
}

enum { ROWS = 128, COLUMNS = 256, COUNT = ROWS * COLUMNS };

static void run_tensors(const char *text, float (*in)[COUNT], uint32_t n, float *out) {
    int64_t shape[2] = {ROWS, COLUMNS};
    frit_tensor t[8], to = {out, shape, NULL};
    for (uint32_t k = 0; k < n; k++)
        t[k] = (frit_tensor){in[k], shape, NULL};
    Ready r;
    ready_open(&r, NULL, text);
    CHECK_EQ_UINT(frit_plan_kernel_count(r.plan), 1);
    CHECK_OK(&r, ready_run(&r, t, n, &to, 1));
    ready_close(&r);
}

#define TENSOR "f32[128,256]"

TEST(behaviour_17_tensors) {
    static float in[8][COUNT], out[COUNT];
    for (int a = 0; a < 8; a++)
        for (int k = 0; k < COUNT; k++)
            in[a][k] = (float)((k * (a + 3)) % 1000) / 8 - (float)(a * 20);
    run_tensors("program p(a: " TENSOR ", b: " TENSOR ", c: " TENSOR ") -> (r) {\n"
                "  t = mul(a, b)\n"
                "  r = add(t, c)\n"
                "}\n",
                in, 3, out);
    for (int k = 0; k < COUNT; k++)
        CHECK_EQ_F32(out[k], in[0][k] * in[1][k] + in[2][k]);
    run_tensors("program gap<T>(a: T[...], b: T[...]) -> (r) {\n"
                "  s = sub(a, b)\n"
                "  r = abs(s)\n"
                "}\n"
                "program p(a: " TENSOR ", b: " TENSOR ") -> (r) { r = @gap(a, b) }\n",
                in, 2, out);
    for (int k = 0; k < COUNT; k++)
        CHECK_EQ_F32(out[k], fabsf(in[0][k] - in[1][k]));
    run_tensors("program blend<T>(a: T[...], b: T[...], c: T[...], d: T[...]) -> (r) {\n"
                "  s = mul(a, b)\n"
                "  t = mul(c, d)\n"
                "  r = sub(s, t)\n"
                "}\n"
                "program p(a: " TENSOR ", b: " TENSOR ", c: " TENSOR ", d: " TENSOR ",\n"
                "          e: " TENSOR ", f: " TENSOR ", g: " TENSOR ", h: " TENSOR ") -> (r) {\n"
                "  s = @blend(a, b, c, d)\n"
                "  t = @blend(e, f, g, h)\n"
                "  r = maximum(s, t)\n"
                "}\n",
                in, 8, out);
    for (int k = 0; k < COUNT; k++) {
        float s = in[0][k] * in[1][k] - in[2][k] * in[3][k];
        float t = in[4][k] * in[5][k] - in[6][k] * in[7][k];
        CHECK_EQ_F32(out[k], s > t ? s : t);
    }
}
