/* Calls of plans: arguments of all shapes and strides, what is refused and how. */
#include <stdio.h>
#include <stdlib.h>

#include "call_fixture.h"
#include "guarded.h"

static const char chain[] = "program chain(x: f32[n], y: f32[n], a: f32) -> (r) {\n"
                            "  s = add(x, y)\n"
                            "  r = mul(s, a)\n"
                            "}\n";

TEST(add_then_multiply) {
    Ready r;
    ready_open(&r, NULL, chain);
    CHECK_EQ_UINT(frit_plan_kernel_count(r.plan), 1);
    float x[5] = {1, 2, 3, 4, 5}, y[5] = {10, 20, 30, 40, 50}, a = 0.5f, out[5] = {0};
    int64_t n = 5;
    frit_tensor in[] = {{x, &n, NULL}, {y, &n, NULL}, {&a, NULL, NULL}}, to = {out, &n, NULL};
    CHECK_OK(&r, ready_run(&r, in, 3, &to, 1));
    for (int k = 0; k < 5; k++)
        CHECK_EQ_F32(out[k], (x[k] + y[k]) * a);
    CHECK_EQ_UINT(frit_context_describe(r.context).kernels, 1);
    ready_close(&r);
}

/* More shapes than are kept, several times round: each run must see its own numbers. */
TEST(shapes_take_turns) {
    enum { SHAPES = 11, MOST = 3000 };
    static float x[MOST], y[MOST], out[MOST];
    float a = 3;
    Ready r;
    ready_open(&r, NULL, chain);
    for (int k = 0; k < MOST; k++) {
        x[k] = (float)k;
        y[k] = (float)(k % 7);
    }
    for (int round = 0; round < 3; round++)
        for (int64_t s = 0; s < SHAPES; s++) {
            int64_t n = s * s * 27 + s, stride = s % 2 ? 4 : 0;
            frit_tensor in[] = {{x, &n, NULL}, {y, &n, &stride}, {&a, NULL, NULL}};
            frit_tensor to = {out, &n, NULL};
            memset(out, 0xff, sizeof out);
            CHECK_OK(&r, ready_run(&r, in, 3, &to, 1));
            for (int64_t k = 0; k < n; k++)
                CHECK_EQ_F32(out[k], (x[k] + y[s % 2 ? k : 0]) * a);
            CHECK(n == MOST || out[n] != out[n]);
        }
    ready_close(&r);
}

/* Every combination of strides for both inputs and the output of a small 2-D program. */
TEST(any_strides) {
    static const char text[] = "program p(x: i32[m,n], y: i32[m,n]) -> (r, s) {\n"
                               "  r = sub(x, y)\n"
                               "  s = sum(r, axes=[0])\n"
                               "}\n";
    enum { M = 5, N = 7, SPACE = 400 };
    static const struct {
        int64_t offset, strides[2];
    } layouts[] = {
        {0, {N, 1}},     {0, {1, M}},           {(M - 1) * N, {-N, 1}}, {N - 1, {N, -1}},
        {0, {2 * N, 2}}, {M * N - 1, {-N, -1}}, {(N - 1) * M, {1, -M}}, {200, {-2 * N, 3}},
        {3, {11, 1}}};
    enum { LAYOUTS = sizeof layouts / sizeof *layouts };
    Ready r;
    ready_open(&r, NULL, text);
    for (int i = 0; i < LAYOUTS * LAYOUTS * LAYOUTS; i++) {
        int pick[3] = {i % LAYOUTS, i / LAYOUTS % LAYOUTS, i / LAYOUTS / LAYOUTS};
        static int32_t space[3][SPACE];
        int32_t sums[N], want[N] = {0};
        int64_t shape[2] = {M, N}, strides[3][2], n = N;
        frit_tensor t[3];
        for (int a = 0; a < 3; a++) {
            for (int k = 0; k < SPACE; k++)
                space[a][k] = a == 2 ? -1 : k * (a + 1);
            for (int k = 0; k < 2; k++)
                strides[a][k] = layouts[pick[a]].strides[k] * 4;
            t[a] = (frit_tensor){space[a] + layouts[pick[a]].offset, shape, strides[a]};
        }
        frit_tensor to[] = {t[2], {sums, &n, NULL}};
        test_note("layouts %d %d %d", pick[0], pick[1], pick[2]);
        CHECK_OK(&r, ready_run(&r, t, 2, to, 2));
        int touched = 0;
        for (int64_t k = 0; k < M * N; k++) {
            int64_t at[3];
            for (int a = 0; a < 3; a++)
                at[a] = layouts[pick[a]].offset + k / N * layouts[pick[a]].strides[0] +
                        k % N * layouts[pick[a]].strides[1];
            CHECK_EQ_INT(space[2][at[2]], space[0][at[0]] - space[1][at[1]]);
            want[k % N] += space[2][at[2]];
        }
        for (int k = 0; k < SPACE; k++)
            touched += space[2][k] != -1;
        CHECK(touched <= M * N);
        CHECK_EQ_MEM(sums, want, sizeof want);
    }
    ready_close(&r);
}

/* A reshape that strides cannot express, of an input and into an output. */
TEST(reshapes_that_move_data) {
    static const char text[] = "program p(x: i32[m,n]) -> (r, s) {\n"
                               "  f = reshape(x, shape=[_])\n"
                               "  g = slice(f, start=[1])\n"
                               "  r = add(g, g)\n"
                               "  t = transpose(x)\n"
                               "  s = reshape(t, shape=[m,n])\n"
                               "}\n";
    int32_t space[64], r_out[32], s_space[32];
    Ready r;
    ready_open(&r, NULL, text);
    for (int k = 0; k < 64; k++)
        space[k] = k * k;
    int64_t shape[2] = {3, 4}, strides[2] = {-64, 8}, flat = 11, s_strides[2] = {4, 16};
    frit_tensor in = {space + 33, shape, strides};
    frit_tensor to[] = {{r_out, &flat, NULL}, {s_space, shape, s_strides}};
    CHECK_OK(&r, ready_run(&r, &in, 1, to, 2));
    int32_t x[3][4];
    for (int k = 0; k < 12; k++)
        x[k / 4][k % 4] = space[33 - 16 * (k / 4) + 2 * (k % 4)];
    for (int k = 0; k < 11; k++)
        CHECK_EQ_INT(r_out[k], 2 * (&x[0][0])[k + 1]);
    for (int k = 0; k < 12; k++)
        CHECK_EQ_INT(s_space[k / 4 + k % 4 * 4], x[k % 3][k / 3]);
    ready_close(&r);
}

TEST(nothing_and_one) {
    static const char text[] = "program p(x: f32[m,n]) -> (r, s, t) {\n"
                               "  r = neg(x)\n"
                               "  s = sum(x, axes=[1])\n"
                               "  t = max(x)\n"
                               "}\n";
    Ready r;
    ready_open(&r, NULL, text);
    for (int64_t m = 0; m < 3; m++)
        for (int64_t n = 0; n < 3; n++) {
            float x[4] = {1, 2, 3, 4}, neg[4], sums[2] = {9, 9}, most = 9;
            int64_t shape[2] = {m, n};
            frit_tensor in = {m && n ? x : NULL, shape, NULL};
            frit_tensor to[] = {{m && n ? neg : NULL, shape, NULL},
                                {m ? sums : NULL, &m, NULL},
                                {&most, NULL, NULL}};
            CHECK_OK(&r, ready_run(&r, &in, 1, to, 3));
            for (int64_t k = 0; k < m * n; k++)
                CHECK_EQ_F32(neg[k], -x[k]);
            for (int64_t k = 0; k < m; k++)
                CHECK_EQ_F32(sums[k], n == 0 ? 0 : n == 1 ? x[k] : x[2 * k] + x[2 * k + 1]);
            CHECK(m && n ? most == x[m * n - 1] : most == -1.0f / 0.0f);
        }
    ready_close(&r);
}

/* ---- what is refused */

static void refused(Ready *r, frit_status got, frit_status want, const char *part) {
    CHECK_EQ_NAMED(got, want, frit_status_name);
    CHECK_EQ_INT(r->error.stage, FRIT_STAGE_RUN);
    CHECK_MSG(strstr(r->error.message, part), "\"%s\" does not say \"%s\"", r->error.message, part);
}

TEST(arguments_that_do_not_fit) {
    Ready r;
    ready_open(&r, NULL, chain);
    float x[4] = {1, 2, 3, 4}, a = 1, out[4] = {7, 7, 7, 7};
    int64_t n = 4, other = 3, negative = -1, huge = INT64_MAX, stride = 6;
    frit_tensor good[] = {{x, &n, NULL}, {x, &n, NULL}, {&a, NULL, NULL}}, to = {out, &n, NULL};
    frit_tensor in[3];
    refused(&r, ready_run(&r, good, 2, &to, 1), FRIT_ERR_ARGUMENT, "2 inputs");
    refused(&r, ready_run(&r, good, 3, &to, 0), FRIT_ERR_ARGUMENT, "0 outputs");
    memcpy(in, good, sizeof in);
    in[1].shape = &other;
    refused(&r, ready_run(&r, in, 3, &to, 1), FRIT_ERR_SHAPE, "input 1 (y)");
    in[1].shape = &negative;
    refused(&r, ready_run(&r, in, 3, &to, 1), FRIT_ERR_SHAPE, "input 1 (y)");
    in[1].shape = NULL;
    refused(&r, ready_run(&r, in, 3, &to, 1), FRIT_ERR_ARGUMENT, "input 1 (y)");
    in[0].shape = in[1].shape = &huge;
    refused(&r, ready_run(&r, in, 3, &to, 1), FRIT_ERR_LIMIT, "input 0 (x)");
    memcpy(in, good, sizeof in);
    in[0].data = NULL;
    refused(&r, ready_run(&r, in, 3, &to, 1), FRIT_ERR_ARGUMENT, "input 0 (x): no data");
    in[0].data = (char *)x + 2;
    refused(&r, ready_run(&r, in, 3, &to, 1), FRIT_ERR_ARGUMENT, "not a multiple of 4");
    memcpy(in, good, sizeof in);
    in[0].strides = &stride;
    refused(&r, ready_run(&r, in, 3, &to, 1), FRIT_ERR_ARGUMENT, "stride");
    to.shape = &other;
    refused(&r, ready_run(&r, good, 3, &to, 1), FRIT_ERR_SHAPE, "output 0 (r)");
    to = (frit_tensor){NULL, &n, NULL};
    refused(&r, ready_run(&r, good, 3, &to, 1), FRIT_ERR_ARGUMENT, "output 0 (r): no data");
    for (int k = 0; k < 4; k++)
        CHECK_EQ_F32(out[k], 7);
    to = (frit_tensor){out, &n, NULL};
    CHECK_OK(&r, ready_run(&r, good, 3, &to, 1));
    ready_close(&r);
}

TEST(shapes_before_running) {
    static const char text[] = "program p(x: f32[m,n], y: f32[k,n]) -> (c, s) {\n"
                               "  c = concat(x, y, axis=0)\n"
                               "  s = sum(c)\n"
                               "}\n";
    Ready r;
    ready_open(&r, NULL, text);
    int64_t xs[2] = {2, 3}, ys[2] = {5, 3};
    const int64_t *shape;
    uint32_t rank;
    frit_tensor in[] = {{NULL, xs, NULL}, {NULL, ys, NULL}};
    CHECK_OK(&r, frit_call_shape(r.call, in, 2, 0, &shape, &rank, &r.error));
    CHECK_EQ_UINT(rank, 2);
    CHECK_EQ_INT(shape[0], 7);
    CHECK_EQ_INT(shape[1], 3);
    CHECK_OK(&r, frit_call_shape(r.call, in, 2, 1, &shape, &rank, &r.error));
    CHECK_EQ_UINT(rank, 0);
    refused(&r, frit_call_shape(r.call, in, 2, 2, &shape, &rank, &r.error), FRIT_ERR_ARGUMENT,
            "no output number 2");
    refused(&r, frit_call_shape(r.call, in, 1, 0, &shape, &rank, &r.error), FRIT_ERR_ARGUMENT,
            "1 inputs");
    ys[1] = 4;
    refused(&r, frit_call_shape(r.call, in, 2, 0, &shape, &rank, &r.error), FRIT_ERR_SHAPE,
            "input 1 (y)");
    ready_close(&r);
}

/* As what it is made of lies; where something else writes it, row by row. */
TEST(orders_before_running) {
    static const char text[] = "program p(x: f32[a,b,c]) -> (t, s, d) {\n"
                               "  turned = transpose(x, perm=[2, 0, 1])\n"
                               "  t = neg(turned)\n"
                               "  s = sum(x, axes=[0])\n"
                               "  d = concat(turned, turned, axis=0)\n"
                               "}\n";
    Ready r;
    ready_open(&r, NULL, text);
    int64_t shape[3] = {3, 4, 5};
    uint32_t order[3];
    frit_tensor in = {NULL, shape, NULL};
    CHECK_OK(&r, frit_call_order(r.call, &in, 1, 0, order, &r.error));
    CHECK(order[0] == 1 && order[1] == 2 && order[2] == 0);
    CHECK_OK(&r, frit_call_order(r.call, &in, 1, 1, order, &r.error));
    CHECK(order[0] == 0 && order[1] == 1);
    CHECK_OK(&r, frit_call_order(r.call, &in, 1, 2, order, &r.error));
    CHECK(order[0] == 0 && order[1] == 1 && order[2] == 2);
    refused(&r, frit_call_order(r.call, &in, 1, 3, order, &r.error), FRIT_ERR_ARGUMENT,
            "no output number 3");
    refused(&r, frit_call_order(r.call, &in, 1, 0, NULL, &r.error), FRIT_ERR_ARGUMENT, "order");
    ready_close(&r);
}

/* Where what is read differs row-major wins. */
TEST(orders_that_differ) {
    static const char text[] = "program p(x: f32[a,b], y: f32[b,a]) -> (r) {\n"
                               "  turned = transpose(x)\n"
                               "  r = add(turned, y)\n"
                               "}\n";
    Ready r;
    ready_open(&r, NULL, text);
    int64_t xs[2] = {3, 4}, ys[2] = {4, 3};
    uint32_t order[2];
    frit_tensor in[] = {{NULL, xs, NULL}, {NULL, ys, NULL}};
    CHECK_OK(&r, frit_call_order(r.call, in, 2, 0, order, &r.error));
    CHECK(order[0] == 0 && order[1] == 1);
    ready_close(&r);
}

/* ---- contexts */

TEST(context_options) {
    frit_context *context;
    frit_error error;
    frit_context_options options = {FRIT_SIZED(frit_context_options), .isa = "abacus"};
    CHECK_EQ_INT(frit_context_new_with(NULL, &options, &context, &error), FRIT_ERR_ARGUMENT);
    CHECK(!context && strstr(error.message, "abacus"));
    char name[] = "portable";
    options = (frit_context_options){FRIT_SIZED(frit_context_options), .isa = name, .threads = 3,
                                     .no_blas = true};
    CHECK_EQ_INT(frit_context_new_with(NULL, &options, &context, &error), FRIT_OK);
    memset(name, '?', sizeof name - 1);
    frit_context_info info = frit_context_describe(context);
    if (!source_is_first()) { /* the host helps it, under its own name */
        CHECK_STR(info.isa, "portable");
        CHECK_EQ_UINT(info.threads, 3);
    }
    CHECK(!info.blas);
    CHECK_EQ_UINT(info.kernels, 0);
    frit_context_cancel(context);
    frit_context_free(context);
}

/* Outputs that share places with themselves: the last in row-major order stays. */
TEST(output_onto_itself) {
    Ready r;
    ready_open(&r, NULL, chain);
    float x[4] = {1, 2, 3, 4}, y[4] = {0, 0, 0, 0}, a = 1, out = 0;
    int64_t n = 4, zero = 0;
    frit_tensor in[] = {{x, &n, NULL}, {y, &n, NULL}, {&a, NULL, NULL}}, to = {&out, &n, &zero};
    CHECK_OK(&r, ready_run(&r, in, 3, &to, 1));
    CHECK_EQ_F32(out, 4);
    ready_close(&r);
}
