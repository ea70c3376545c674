/* Loops, branches and maps, those inside kernels and those that the host runs step by step. */
#include "call_fixture.h"

TEST(for_over_elementwise_work) {
    static const char text[] = "program turn(k: i32, s: f32[n], x: f32[n]) -> (r) {\n"
                               "  f = cast(k, to=f32)\n"
                               "  t = mul(s, x)\n"
                               "  r = add(t, f)\n"
                               "}\n"
                               "program p(lo: i32, hi: i32, s: f32[n], x: f32[n]) -> (r) {\n"
                               "  r = for(lo, hi, s, x, body=@turn, carry=1)\n"
                               "}\n";
    Ready r;
    ready_open(&r, NULL, text);
    float s[3] = {1, 2, 3}, x[3] = {0.5f, 1, 2}, out[3] = {0}, want[3];
    int64_t n = 3;
    for (int32_t hi = -2; hi < 5; hi++) {
        int32_t lo = -1;
        frit_tensor in[] = {{&lo, NULL, NULL}, {&hi, NULL, NULL}, {s, &n, NULL}, {x, &n, NULL}};
        frit_tensor to = {out, &n, NULL};
        CHECK_OK(&r, ready_run(&r, in, 4, &to, 1));
        for (int k = 0; k < 3; k++) {
            want[k] = s[k];
            for (int32_t i = lo; i < hi; i++)
                want[k] = want[k] * x[k] + (float)i;
            CHECK_EQ_F32(out[k], want[k]);
        }
    }
    ready_close(&r);
}

/* The body reduces: the host turns the loop. Two carried values that change places. */
TEST(for_over_reductions) {
    static const char text[] = "program turn(k: u8, a: f64[n], b: f64[n], x: f64[n]) -> (c, d) {\n"
                               "  m = max(a)\n"
                               "  q = div(a, m)\n"
                               "  c = add(b, q)\n"
                               "  d = mul(a, x)\n"
                               "}\n"
                               "program p(hi: u8, a: f64[n], b: f64[n], x: f64[n]) -> (r, s, t) {\n"
                               "  lo = const(250:u8)\n"
                               "  r, s = for(lo, hi, a, b, x, body=@turn, carry=2)\n"
                               "  t = add(r, s)\n"
                               "}\n";
    Ready r;
    ready_open(&r, NULL, text);
    double a[4] = {1, 2, 3, 4}, b[4] = {5, 6, 7, 8}, x[4] = {1, -1, 2, 0.5}, c[4] = {0}, d[4] = {0},
           e[4] = {0};
    double wa[4], wb[4];
    int64_t n = 4;
    for (int turns = 0; turns <= 5; turns++) {
        uint8_t hi = (uint8_t)(250 + turns);
        frit_tensor in[] = {{&hi, NULL, NULL}, {a, &n, NULL}, {b, &n, NULL}, {x, &n, NULL}};
        frit_tensor to[] = {{c, &n, NULL}, {d, &n, NULL}, {e, &n, NULL}};
        CHECK_OK(&r, ready_run(&r, in, 4, to, 3));
        memcpy(wa, a, sizeof a);
        memcpy(wb, b, sizeof b);
        for (int t = 0; t < turns; t++) {
            double m = wa[0], na[4];
            for (int k = 1; k < 4; k++)
                m = wa[k] > m ? wa[k] : m;
            for (int k = 0; k < 4; k++)
                na[k] = wb[k] + wa[k] / m;
            for (int k = 0; k < 4; k++)
                wb[k] = wa[k] * x[k];
            memcpy(wa, na, sizeof na);
        }
        CHECK_EQ_MEM(c, wa, sizeof wa);
        CHECK_EQ_MEM(d, wb, sizeof wb);
        for (int k = 0; k < 4; k++)
            CHECK_EQ_F64(e[k], wa[k] + wb[k]);
    }
    ready_close(&r);
}

/* Halves until the sum is small; in place, through strides. */
TEST(while_over_reductions) {
    static const char text[] = "program big(x: f32[n], most: f32) -> (c) {\n"
                               "  s = sum(x)\n"
                               "  c = gt(s, most)\n"
                               "}\n"
                               "program halve(x: f32[n], most: f32) -> (y) {\n"
                               "  h = const(0.5)\n"
                               "  y = mul(x, h)\n"
                               "}\n"
                               "program p(x: f32[n], most: f32) -> (r) {\n"
                               "  r = while(x, most, cond=@big, body=@halve, carry=1)\n"
                               "}\n";
    Ready r;
    ready_open(&r, NULL, text);
    float x[6] = {8, -1, 16, -1, 8, -1}, most = 3;
    int64_t n = 3, stride = 8;
    frit_tensor in[] = {{x, &n, &stride}, {&most, NULL, NULL}}, to = {x, &n, &stride};
    CHECK_OK(&r, ready_run(&r, in, 2, &to, 1));
    static const float want[6] = {0.5f, -1, 1, -1, 0.5f, -1};
    CHECK_EQ_MEM(x, want, sizeof want);
    ready_close(&r);
}

TEST(if_runs_one_arm) {
    static const char text[] = "program all_of(x: f32[n], i: i32[n]) -> (r, m) {\n"
                               "  m = sum(x)\n"
                               "  r = div(x, m)\n"
                               "}\n"
                               "program some(x: f32[n], i: i32[n]) -> (r, m) {\n"
                               "  r = gather(x, i, axes=[0])\n"
                               "  m = max(r)\n"
                               "}\n"
                               "program p(c: bool, x: f32[n], i: i32[n]) -> (r, m) {\n"
                               "  r, m = if(c, x, i, then=@all_of, else=@some)\n"
                               "}\n";
    Ready r;
    ready_open(&r, NULL, text);
    float x[4] = {1, 2, 3, 2}, out[4], m;
    int32_t i[4] = {100, 0, 1, 1};
    int64_t n = 4;
    bool c = true;
    frit_tensor in[] = {{&c, NULL, NULL}, {x, &n, NULL}, {i, &n, NULL}};
    frit_tensor to[] = {{out, &n, NULL}, {&m, NULL, NULL}};
    CHECK_OK(&r, ready_run(&r, in, 3, to, 2)); /* the arm with the bad index does not run */
    CHECK_EQ_F32(m, 8);
    CHECK_EQ_F32(out[2], 3.0f / 8);
    c = false;
    CHECK_EQ_INT(ready_run(&r, in, 3, to, 2), FRIT_ERR_INDEX);
    CHECK_EQ_F32(m, 8);
    i[0] = -2;
    CHECK_OK(&r, ready_run(&r, in, 3, to, 2));
    CHECK_EQ_F32(m, 3);
    CHECK_EQ_F32(out[0], 3);
    ready_close(&r);
}

/* A program of vectors over the leading axes, which broadcast. */
TEST(map_over_rows) {
    static const char text[] = "program f(x: f32[3], y: f32) -> (r, s) {\n"
                               "  s = sum(x)\n"
                               "  t = cumsum(x, axis=0)\n"
                               "  r = mul(t, y)\n"
                               "}\n"
                               "program p(x: f32[m,3], y: f32[k,1]) -> (r, s) {\n"
                               "  r, s = map(x, y, callee=@f)\n"
                               "}\n";
    Ready r;
    ready_open(&r, NULL, text);
    float x[6] = {1, 2, 3, 4, 5, 6}, y[2] = {10, 100}, out[2][2][3], sums[2][2];
    int64_t xs[2] = {2, 3}, ys[2] = {2, 1}, rs[3] = {2, 2, 3}, ss[2] = {2, 2};
    frit_tensor in[] = {{x, xs, NULL}, {y, ys, NULL}};
    frit_tensor to[] = {{out, rs, NULL}, {sums, ss, NULL}};
    CHECK_OK(&r, ready_run(&r, in, 2, to, 2));
    for (int k = 0; k < 2; k++)
        for (int m = 0; m < 2; m++) {
            const float *row = x + 3 * m;
            CHECK_EQ_F32(sums[k][m], row[0] + row[1] + row[2]);
            CHECK_EQ_F32(out[k][m][0], row[0] * y[k]);
            CHECK_EQ_F32(out[k][m][1], (row[0] + row[1]) * y[k]);
            CHECK_EQ_F32(out[k][m][2], (row[0] + row[1] + row[2]) * y[k]);
        }
    ready_close(&r);
}

/* Each element takes as many turns as it needs. */
TEST(map_with_its_own_turns) {
    static const char text[] = "program on(x: u32, n: i32) -> (c) {\n"
                               "  one = const(1)\n"
                               "  c = gt(x, one)\n"
                               "}\n"
                               "program odd(x: u32) -> (y) {\n"
                               "  three = const(3)\n"
                               "  one = const(1)\n"
                               "  t = mul(x, three)\n"
                               "  y = add(t, one)\n"
                               "}\n"
                               "program even(x: u32) -> (y) {\n"
                               "  one = const(1)\n"
                               "  y = shr(x, one)\n"
                               "}\n"
                               "program next(x: u32, n: i32) -> (y, m) {\n"
                               "  one = const(1)\n"
                               "  b = and(x, one)\n"
                               "  c = cast(b, to=bool)\n"
                               "  y = if(c, x, then=@odd, else=@even)\n"
                               "  m = add(n, one)\n"
                               "}\n"
                               "program collatz(x: u32) -> (m) {\n"
                               "  zero = const(0:i32)\n"
                               "  y, m = while(x, zero, cond=@on, body=@next, carry=2)\n"
                               "}\n"
                               "program p(x: u32[n]) -> (r) { r = map(x, callee=@collatz) }\n";
    Ready r;
    ready_open(&r, NULL, text);
    enum { N = 1000 };
    uint32_t x[N];
    int32_t out[N];
    int64_t n = N;
    for (uint32_t k = 0; k < N; k++)
        x[k] = k;
    frit_tensor in = {x, &n, NULL}, to = {out, &n, NULL};
    CHECK_OK(&r, ready_run(&r, &in, 1, &to, 1));
    for (uint32_t k = 0; k < N; k++) {
        int32_t want = 0;
        for (uint32_t v = k; v > 1; want++)
            v = v & 1 ? 3 * v + 1 : v >> 1;
        CHECK_EQ_INT(out[k], want);
    }
    ready_close(&r);
}
