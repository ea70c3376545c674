/* Outputs in the memory of inputs, exactly and askew: as if everything had been read first. */
#include <stdio.h>

#include "call_fixture.h"
#include "moved.h"

/* On the device that the tests run on, where the tensors overlap as they do here. */
static frit_status run_there(Ready *r, const frit_tensor *in, uint32_t n_in, const frit_tensor *out,
                             uint32_t n_out) {
    return moved_run(r->context, r->call, in, n_in, out, n_out, &r->error);
}

static const char *const programs[] = {
    "program p(x: f32[n], y: f32[n]) -> (r, s) {\n"
    "  r = add(x, y)\n"
    "  s = mul(x, r)\n"
    "}\n",
    /* x is used again after r is known. */
    "program p(x: f32[n], y: f32[n]) -> (r, s) {\n"
    "  r = sub(y, x)\n"
    "  t = exp(x)\n"
    "  u = mul(t, y)\n"
    "  s = sub(u, x)\n"
    "}\n",
    "program p(x: f32[n], y: f32[n]) -> (r, s) {\n"
    "  m = max(x)\n"
    "  r = div(x, m)\n"
    "  f = flip(y)\n"
    "  s = add(f, x)\n"
    "}\n",
    "program p(x: f32[n], y: f32[n]) -> (r, s) {\n"
    "  r = softmax(x, axes=[0])\n"
    "  s = cumsum(y, axis=0)\n"
    "}\n",
    "program p(x: f32[n], y: f32[n]) -> (r, s) {\n"
    "  r = flip(x)\n"
    "  s = copy(y)\n"
    "}\n",
    "program p(x: f32[n], y: f32[n]) -> (r, s) {\n"
    "  r = copy(y)\n"
    "  s = copy(x)\n"
    "}\n",
};

enum { PROGRAMS = sizeof programs / sizeof *programs, N = 9000, SPACE = 4 * N };

static void fill(float *space) {
    for (int k = 0; k < SPACE; k++)
        space[k] = (float)((k * 37) % 101) / 16.0f + 0.5f;
}

/* Runs on copies of the inputs and writes one output after the other. */
static void sequential(Ready *r, float *space, const int64_t offset[4], const int64_t stride[4]) {
    static float in[2][N], out[2][N];
    int64_t n = N;
    for (int a = 0; a < 2; a++)
        for (int k = 0; k < N; k++)
            in[a][k] = space[offset[a] + k * stride[a]];
    frit_tensor x[] = {{in[0], &n, NULL}, {in[1], &n, NULL}};
    frit_tensor y[] = {{out[0], &n, NULL}, {out[1], &n, NULL}};
    CHECK_OK(r, run_there(r, x, 2, y, 2));
    for (int a = 0; a < 2; a++)
        for (int k = 0; k < N; k++)
            space[offset[2 + a] + k * stride[2 + a]] = out[a][k];
}

static void compare(Ready *r, const int64_t offset[4], const int64_t stride[4]) {
    static float want[SPACE], got[SPACE];
    int64_t n = N, bytes[4];
    frit_tensor t[4];
    fill(want);
    fill(got);
    sequential(r, want, offset, stride);
    for (int a = 0; a < 4; a++) {
        bytes[a] = stride[a] * 4;
        t[a] = (frit_tensor){got + offset[a], &n, &bytes[a]};
    }
    CHECK_OK(r, run_there(r, t, 2, t + 2, 2));
    CHECK_EQ_MEM(got, want, sizeof got);
}

TEST(exactly_in_place) {
    for (int p = 0; p < PROGRAMS; p++) {
        Ready r;
        ready_open(&r, NULL, programs[p]);
        /* r in x, y or neither, and s the same. */
        for (int k = 0; k < 9; k++) {
            int64_t places[] = {0, N, 2 * N, 3 * N};
            int64_t offset[4] = {0, N, places[k % 3], places[k / 3 == 2 ? 3 : k / 3]};
            int64_t stride[4] = {1, 1, 1, 1};
            test_note("program %d, combination %d", p, k);
            compare(&r, offset, stride);
        }
        ready_close(&r);
    }
}

TEST(askew) {
    uint64_t state = test_seed();
    for (int p = 0; p < PROGRAMS; p++) {
        Ready r;
        ready_open(&r, NULL, programs[p]);
        for (size_t round = 0; round < test_scaled(60); round++) {
            int64_t offset[4], stride[4];
            for (int a = 0; a < 4; a++) {
                static const int64_t strides[] = {1, 1, -1, 2, -2, 3};
                stride[a] = strides[test_random_below(&state, 6)];
                int64_t span = (N - 1) * (stride[a] < 0 ? -stride[a] : stride[a]);
                int64_t room = SPACE - span;
                offset[a] = (int64_t)test_random_below(&state, round % 2 ? 3 : (uint64_t)room) +
                            (stride[a] < 0 ? span : 0);
            }
            test_note("program %d, round %zu: %d%+d %d%+d %d%+d %d%+d", p, round, (int)offset[0],
                      (int)stride[0], (int)offset[1], (int)stride[1], (int)offset[2],
                      (int)stride[2], (int)offset[3], (int)stride[3]);
            compare(&r, offset, stride);
        }
        ready_close(&r);
    }
}

/* x += y on a matrix, and its transpose onto itself. */
TEST(a_matrix_onto_its_transpose) {
    static const char text[] = "program p(x: i32[n,n], y: i32[n,n]) -> (r) { r = add(x, y) }\n";
    enum { M = 133 };
    static int32_t x[M][M], want[M][M];
    Ready r;
    ready_open(&r, NULL, text);
    for (int k = 0; k < M * M; k++)
        x[k / M][k % M] = k * k;
    for (int k = 0; k < M * M; k++)
        want[k / M][k % M] = x[k / M][k % M] + x[k % M][k / M];
    int64_t shape[2] = {M, M}, across[2] = {4, 4 * M};
    frit_tensor in[] = {{x, shape, NULL}, {x, shape, across}}, to = {x, shape, NULL};
    CHECK_OK(&r, run_there(&r, in, 2, &to, 1));
    CHECK_EQ_MEM(x, want, sizeof want);
    ready_close(&r);
}

/* Elements of several leaves: what is swapped inside an element must be read first. */
TEST(vectors_in_place) {
    static const char text[] = "program p(x: f32x2[n]) -> (r) {\n"
                               "  s = swizzle(x, lanes=[1,0])\n"
                               "  r = add(s, x)\n"
                               "}\n";
    static float x[6000], want[6000];
    int64_t n = 3000;
    Ready r;
    ready_open(&r, NULL, text);
    for (int k = 0; k < 6000; k++)
        x[k] = (float)(k * 3 % 50);
    for (int k = 0; k < 6000; k++)
        want[k] = x[k] + x[k ^ 1];
    frit_tensor t = {x, &n, NULL};
    CHECK_OK(&r, run_there(&r, &t, 1, &t, 1));
    CHECK_EQ_MEM(x, want, sizeof want);
    ready_close(&r);
}

/* A row too long to be kept is read again for s, when r has long been written. */
TEST(a_row_that_is_read_again) {
    static const char text[] = "program p(x: f32[n]) -> (r, s) {\n"
                               "  t = exp(x)\n"
                               "  r = mul(t, t)\n"
                               "  m = sum(t)\n"
                               "  s = div(t, m)\n"
                               "}\n";
    enum { LONG = 300000 };
    static float x[LONG], want[2][LONG], s_out[LONG];
    int64_t n = LONG;
    Ready r;
    ready_open(&r, NULL, text);
    for (int k = 0; k < LONG; k++)
        x[k] = (float)(k % 17) * 0.125f;
    frit_tensor in = {x, &n, NULL}, apart[] = {{want[0], &n, NULL}, {want[1], &n, NULL}};
    frit_tensor onto[] = {{x, &n, NULL}, {s_out, &n, NULL}};
    CHECK_OK(&r, run_there(&r, &in, 1, apart, 2));
    CHECK_OK(&r, run_there(&r, &in, 1, onto, 2));
    CHECK_EQ_MEM(x, want[0], sizeof x);
    CHECK_EQ_MEM(s_out, want[1], sizeof x);
    ready_close(&r);
}

/* Loops and branches wait for reductions as everything does: of rows side by side, x is read again for s after the
 * walk in which r can be had, by the loop itself or as what it begins with. */
TEST(a_row_that_a_loop_reads_again) {
    static const char *const loops[] = {
        "program turn(i: i32, s: f32, m: f32) -> (r) { r = add(s, m) }\n"
        "program f(x: f32, y: f32, m: f32) -> (r) {\n"
        "  lo = const(0:i32)\n"
        "  hi = const(3:i32)\n"
        "  r = for(lo, hi, x, m, body=@turn, carry=1)\n"
        "}\n",
        "program turn(i: i32, s: f32, x: f32, m: f32) -> (r) {\n"
        "  t = add(s, m)\n"
        "  r = sub(t, x)\n"
        "}\n"
        "program f(x: f32, y: f32, m: f32) -> (r) {\n"
        "  lo = const(0:i32)\n"
        "  hi = const(3:i32)\n"
        "  r = for(lo, hi, y, x, m, body=@turn, carry=1)\n"
        "}\n",
        "program twice(x: f32, m: f32) -> (r) { r = exp(m) }\n"
        "program same(x: f32, m: f32) -> (r) { r = copy(x) }\n"
        "program f(x: f32, y: f32, m: f32) -> (r) {\n"
        "  c = lt(m, y)\n"
        "  r = if(c, x, m, then=@twice, else=@same)\n"
        "}\n",
    };
    static const char *const after[] = {"  r = mul(x, x)\n  s = map(x, y, m, callee=@f)\n",
                                        "  s = map(x, y, m, callee=@f)\n  r = mul(x, x)\n"};
    static const frit_compile_policy policies[] = {FRIT_COMPILE_OFF, FRIT_COMPILE_WAIT};
    enum { ROWS = 10, COLUMNS = 2000 };
    static float x[ROWS * COLUMNS], y[ROWS * COLUMNS], want[2][ROWS * COLUMNS];
    static float s_out[ROWS * COLUMNS];
    int64_t shape[] = {ROWS, COLUMNS};
    for (unsigned k = 0; k < 12; k++) {
        char text[1000];
        frit_context_options options = {FRIT_SIZED(frit_context_options),
                                        .compile = policies[k % 2], .threads = 1, .cache_dir = ""};
        snprintf(text, sizeof text,
                 "%sprogram p(x: f32[k,n], y: f32[k,n]) -> (r, s) {\n"
                 "  m = max(y, axes=[1], keepdims=true)\n%s}\n",
                 loops[k / 4], after[k / 2 % 2]);
        Ready r;
        ready_open(&r, &options, text);
        for (int e = 0; e < ROWS * COLUMNS; e++) {
            x[e] = (float)(e % 17) * 0.125f + 1;
            y[e] = (float)(e % 13) * 0.25f;
        }
        frit_tensor in[] = {{x, shape, NULL}, {y, shape, NULL}};
        frit_tensor apart[] = {{want[0], shape, NULL}, {want[1], shape, NULL}};
        frit_tensor onto[] = {{x, shape, NULL}, {s_out, shape, NULL}};
        test_note("%s", text);
        CHECK_OK(&r, run_there(&r, in, 2, apart, 2));
        CHECK_OK(&r, run_there(&r, in, 2, onto, 2));
        CHECK_EQ_MEM(x, want[0], sizeof x);
        CHECK_EQ_MEM(s_out, want[1], sizeof x);
        ready_close(&r);
    }
}

/* Elements of one size and two types: each is read before it is written. */
TEST(other_types_in_place) {
    static const struct {
        const char *text;
        size_t to; /* bytes */
    } casts[] = {
        {"program p(x: f32[n]) -> (r) { r = cast(x, to=i32) }\n", 4},
        {"program p(x: i64[n]) -> (r) { r = cast(x, to=f64) }\n", 8},
        {"program p(x: u16[n]) -> (r) { r = cast(x, to=f16) }\n", 2},
        {"program p(x: bf16[n]) -> (r) { r = bitcast(x, to=i16) }\n", 2},
        {"program p(x: f64[n]) -> (r) { r = cast(x, to=f32) }\n", 4},
        {"program p(x: u8[n]) -> (r) { r = cast(x, to=c128) }\n", 16},
    };
    enum { MOST = 5000 };
    for (size_t c = 0; c < sizeof casts / sizeof *casts; c++) {
        static char space[16 * MOST], want[16 * MOST];
        int64_t n = MOST;
        Ready r;
        ready_open(&r, NULL, casts[c].text);
        for (size_t k = 0; k < sizeof space; k++)
            space[k] = (char)(k * 7 % 120);
        frit_tensor in = {space, &n, NULL}, apart = {want, &n, NULL};
        CHECK_OK(&r, run_there(&r, &in, 1, &apart, 1));
        CHECK_OK(&r, run_there(&r, &in, 1, &in, 1));
        test_note("%s", casts[c].text);
        CHECK_EQ_MEM(space, want, MOST * casts[c].to);
        ready_close(&r);
    }
}
