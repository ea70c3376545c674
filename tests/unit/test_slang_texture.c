/* Textures and buffers of the Slang-style language. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "slang_fixture.h"

enum { H = 3, W = 5, N = 64 };

typedef enum Edge { CLAMP, WRAP, BORDER, MIRROR } Edge;

static const float border_value = 7;

static int into(int i, int n, Edge edge) {
    int m;
    switch (edge) {
    case WRAP: return ((i % n) + n) % n;
    case MIRROR: m = ((i % (2 * n)) + 2 * n) % (2 * n); return m < n ? m : 2 * n - 1 - m;
    default: return i < 0 ? 0 : i >= n ? n - 1 : i;
    }
}

static float texel(const float *t, int y, int x, Edge edge, float border) {
    if (edge == BORDER && (y < 0 || y >= H || x < 0 || x >= W))
        return border;
    return t[into(y, H, edge) * W + into(x, W, edge)];
}

static float nearest(const float *t, float u, float v, Edge edge, float border) {
    return texel(t, (int)floorf(v * H), (int)floorf(u * W), edge, border);
}

static float linear(const float *t, float u, float v, Edge edge, float border) {
    float x = u * W - 0.5f, y = v * H - 0.5f, fx = floorf(x), fy = floorf(y), s = x - fx,
          r = y - fy;
    int i = (int)fy, j = (int)fx;
    float a = texel(t, i, j, edge, border), b = texel(t, i, j + 1, edge, border);
    float c = texel(t, i + 1, j, edge, border), d = texel(t, i + 1, j + 1, edge, border);
    float top = a + (b - a) * s, bottom = c + (d - c) * s;
    return top + (bottom - top) * r;
}

static void run_texture(const char *source, const char *function, frit_tensor texture,
                        void *const *in, uint32_t n_in, float *out, int64_t n) {
    frit_context *context = run_context(1);
    char *text = slang_text(source, function);
    frit_tensor all[4] = {texture}, result = {out, &n, NULL};
    for (uint32_t k = 0; k < n_in; k++)
        all[1 + k] = (frit_tensor){in[k], &n, NULL};
    test_note("%s", text);
    CHECK_EQ_UINT(run_text(context, text, all, 1 + n_in, &result, 1), 1);
    free(text);
    frit_context_free(context);
}

static void fill(float *t, float (*uv)[2]) {
    uint64_t state = test_seed();
    for (int i = 0; i < H * W; i++)
        t[i] = (float)test_random_below(&state, 100);
    for (int i = 0; i < N; i++)
        for (int k = 0; k < 2; k++)
            uv[i][k] = (float)test_random_below(&state, 4000) / 1000 - 1.5f;
}

static void check(const char *name, const float *t, float (*uv)[2], const float *got, bool smooth,
                  Edge edge, float border) {
    for (int i = 0; i < N; i++) {
        float u = uv[i][0], v = uv[i][1];
        float want = smooth ? linear(t, u, v, edge, border) : nearest(t, u, v, edge, border);
        CHECK_MSG(fabsf(got[i] - want) <= 1e-3f, "%s at %g %g is %g, should be %g", name, (double)u,
                  (double)v, (double)got[i], (double)want);
    }
}

TEST(sampling_functions) {
    static const char *const names[] = {
        "sample_nearest_clamp(t, uv)",       "sample_nearest_wrap(t, uv)",
        "sample_nearest_border(t, uv, 7.0)", "sample_nearest_mirror(t, uv)",
        "sample_linear_clamp(t, uv)",        "sample_linear_wrap(t, uv)",
        "sample_linear_border(t, uv, 7.0)",  "sample_linear_mirror(t, uv)"};
    float t[H * W], uv[N][2], r[N];
    char source[200];
    fill(t, uv);
    for (int k = 0; k < 8; k++) {
        snprintf(source, sizeof source, "float f(Texture2D<float> t, float2 uv) { return %s; }",
                 names[k]);
        run_texture(source, "f", TENSOR(t, H, W), (void *[]){uv}, 1, r, N);
        check(names[k], t, uv, r, k >= 4, (Edge)(k % 4), border_value);
    }
    run_texture("float f(Texture2D<float> t, float2 uv) { return sample_linear(t, uv); }", "f",
                TENSOR(t, H, W), (void *[]){uv}, 1, r, N);
    check("sample_linear", t, uv, r, true, CLAMP, 0);
}

TEST(samplers) {
    float t[H * W], uv[N][2], r[N];
    uint32_t mode[N];
    fill(t, uv);
    for (uint32_t m = 0; m < 8; m++) {
        for (int i = 0; i < N; i++)
            mode[i] = m;
        run_texture(
            "float f(Texture2D<float> t, SamplerState s, float2 uv) { return t.Sample(s, uv); }",
            "f", TENSOR(t, H, W), (void *[]){mode, uv}, 2, r, N);
        check("Sample", t, uv, r, m & 1, (Edge)(m >> 1), 0);
        run_texture("float f(Texture2D<float> t, SamplerState s, float2 uv) { return "
                    "t.SampleLevel(s, uv, 0.0); }",
                    "f", TENSOR(t, H, W), (void *[]){mode, uv}, 2, r, N);
        check("SampleLevel", t, uv, r, m & 1, (Edge)(m >> 1), 0);
    }
}

TEST(elements_by_number) {
    float t[H * W], uv[N][2], r[N];
    int32_t at[N][2];
    fill(t, uv);
    for (int i = 0; i < N; i++) {
        at[i][0] = i % 9 - 2;
        at[i][1] = i / 9 - 2;
    }
    run_texture("float f(Texture2D<float> t, int2 p) { return t.Load(int3(p, 0)) + t[p] * 1000; }",
                "f", TENSOR(t, H, W), (void *[]){at}, 1, r, N);
    for (int i = 0; i < N; i++) {
        int x = at[i][0], y = at[i][1];
        bool inside = x >= 0 && x < W && y >= 0 && y < H;
        CHECK_EQ_F32(r[i], inside ? t[y * W + x] * 1001 : 0);
    }
    run_texture("float f(StructuredBuffer<float> b, int2 p) { return b[p.x] + b.Load(p.y); }", "f",
                TENSOR(t, H * W), (void *[]){at}, 1, r, N);
    for (int i = 0; i < N; i++)
        CHECK_EQ_F32(r[i], (at[i][0] < 0 ? 0 : t[at[i][0]]) + (at[i][1] < 0 ? 0 : t[at[i][1]]));
}

TEST(sizes) {
    float t[H * W] = {0}, x[2] = {1, 2}, r[2];
    run_texture("float f(Texture2D<float> t, float x) { uint w; uint h; t.GetDimensions(w, h); "
                "float a, b; int l; "
                "t.GetDimensions(0, a, b, l); return w * 100 + h * 10 + x + a - b + l; }",
                "f", TENSOR(t, H, W), (void *[]){x}, 1, r, 2);
    CHECK_EQ_F32(r[0], 534);
    CHECK_EQ_F32(r[1], 535);
}

/* In branches and loops only those elements read that go there. */
TEST(reads_inside_of_branches_and_loops) {
    float t[H * W], x[N], r[N];
    for (int i = 0; i < H * W; i++)
        t[i] = (float)i;
    for (int i = 0; i < N; i++)
        x[i] = (float)(i % 20) - 3;
    run_texture("float f(Buffer<float> b, float x) { float s = 0; if (x > 0) { for (int i = 0; i < "
                "int(x); i++) { "
                "if (b[i] > 9) break; s += b[i]; } } return s; }",
                "f", TENSOR(t, H * W), (void *[]){x}, 1, r, N);
    for (int i = 0; i < N; i++) {
        float s = 0;
        for (int k = 0; k < (int)x[i] && k < 10; k++)
            s += (float)k;
        CHECK_EQ_F32(r[i], s);
    }
}

TEST(what_is_wrong_is_said) {
    static const char *const cases[][2] = {
        {"float f(Texture2D<float> t, float3 uv) { return sample_linear(t, uv); }",
         "the place is a float3; a float2 is needed here"},
        {"float f(Texture2D<int> t, float2 uv) { return sample_linear(t, uv); }",
         "cannot be interpolated"},
        {"float f(Texture2D<float> t, float2 uv) { return t.Blur(uv); }",
         "have no method called Blur"},
        {"float f(float t, float2 uv) { return sample_linear(t, uv); }",
         "a texture is needed here, not a float"},
        {"float f(Texture2D<float> t, float2 uv) { return t.Sample(uv, uv); }",
         "a SamplerState is needed here"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        char *text = slang_errors(cases[k][0]);
        CHECK_MSG(strstr(text, cases[k][1]), "%s\nsays:\n%s", cases[k][0], text);
        free(text);
    }
}
