/* Arrays of scalars as arrays of vectors and back, elements by number, and functions that read arrays. */
#include <math.h>
#include <stdio.h>

#include "run_fixture.h"

/* Every program runs interpreted and compiled, fused and step by step. */
typedef struct Ways {
    frit_context *contexts[2];
} Ways;

static Ways ways_open(void) {
    Ways w;
    for (int k = 0; k < 2; k++) {
        frit_context_options options = {FRIT_SIZED(frit_context_options), .threads = 1,
                                        .compile = k ? FRIT_COMPILE_WAIT : FRIT_COMPILE_OFF,
                                        .cache_dir = ""};
        frit_error error;
        CHECK_MSG(frit_context_new_with(NULL, &options, &w.contexts[k], &error) == FRIT_OK, "%s",
                  error.message);
    }
    return w;
}

static void ways_close(Ways *w) {
    for (int k = 0; k < 2; k++)
        frit_context_free(w->contexts[k]);
}

typedef void CheckFn(const void *user);

/* Runs it in all ways, each followed by the check; the number of kernels when fused. */
static uint32_t run_ways(Ways *w, const char *text, const frit_tensor *in, uint32_t n_in,
                         const frit_tensor *out, uint32_t n_out, CheckFn *check, const void *user) {
    uint32_t kernels = 0;
    for (int k = 0; k < 2; k++)
        for (int apart = 0; apart < 2; apart++) {
            frit_plan *plan = run_plan(w->contexts[k], text, apart);
            run_planned(w->contexts[k], plan, in, n_in, out, n_out);
            check(user);
            if (!apart)
                kernels = frit_plan_kernel_count(plan);
            frit_plan_free(plan);
        }
    return kernels;
}

enum { N = 37 };

static void fill(float *x, size_t n) {
    for (size_t k = 0; k < n; k++)
        x[k] = (float)((k * 7919 + 5) % 101) / 16 - 2;
}

/* ---- pack and unpack */

#define TONEMAP                                        \
    "program tonemap(color: f32x3, e: f32) -> (r) {\n" \
    "  c = mul(color, e)\n"                            \
    "  one = const(1)\n"                               \
    "  d = add(c, one)\n"                              \
    "  r = div(c, d)\n"                                \
    "}\n"

typedef struct Tone {
    float x[N][3], y[N][3], w[N], b[3], e, out[N][3], sums[3];
    bool more;
} Tone;

static void check_tone(const void *user) {
    const Tone *t = user;
    double sums[3] = {0, 0, 0};
    for (int k = 0; k < N; k++)
        for (int c = 0; c < 3; c++) {
            float v = t->x[k][c] * t->e, want = v / (v + 1);
            if (t->more)
                want = (want + t->b[c]) * t->y[k][c] * t->w[k];
            sums[c] += (double)want;
            CHECK_EQ_MEM(&t->out[k][c], &want, sizeof want);
        }
    for (int c = 0; c < 3 && t->more; c++)
        CHECK(fabs((double)t->sums[c] - sums[c]) < 1e-3 * (1 + fabs(sums[c])));
}

TEST(packed_mapped_and_unpacked_is_one_kernel) {
    Ways w = ways_open();
    Tone t = {.e = 0.75f};
    fill(t.x[0], (size_t)N * 3);
    frit_tensor in[] = {TENSOR(t.x, N, 3), SCALAR(t.e)}, out[] = {TENSOR(t.out, N, 3)};
    uint32_t kernels = run_ways(&w,
                                TONEMAP "program main(x: f32[n,c], e: f32) -> (out) {\n"
                                        "  v = pack(x, to=f32x3)\n"
                                        "  r = map(v, e, callee=@tonemap)\n"
                                        "  out = unpack(r)\n"
                                        "}\n",
                                in, 2, out, 1, check_tone, &t);
    CHECK_EQ_INT(kernels, 1);
    ways_close(&w);
}

TEST(steps_and_sums_behind_an_unpack_stay_in_its_kernel) {
    Ways w = ways_open();
    Tone t = {.e = 0.75f, .b = {1, 2, -3}, .more = true};
    fill(t.x[0], (size_t)N * 3);
    fill(t.y[0], (size_t)N * 3);
    fill(t.w, N);
    frit_tensor in[] = {TENSOR(t.x, N, 3), SCALAR(t.e), TENSOR(t.b, 3), TENSOR(t.y, N, 3),
                        TENSOR(t.w, N, 1)};
    frit_tensor out[] = {TENSOR(t.out, N, 3), TENSOR(t.sums, 3)};
    uint32_t kernels =
        run_ways(&w,
                 TONEMAP "program main(x: f32[n,3], e: f32, b: f32[3], y: f32[n,3], w: f32[n,1])"
                         " -> (out, sums) {\n"
                         "  v = pack(x, to=f32x3)\n"
                         "  r = map(v, e, callee=@tonemap)\n"
                         "  u = unpack(r)\n"
                         "  a = add(u, b)\n"
                         "  c = mul(a, y)\n"
                         "  out = mul(c, w)\n"
                         "  sums = sum(out, axes=[0])\n"
                         "}\n",
                 in, 5, out, 2, check_tone, &t);
    CHECK_EQ_INT(kernels, 1);
    ways_close(&w);
}

typedef struct Sides {
    float x[6][N], out[N][6]; /* x lies with its last axis first */
} Sides;

static void check_sides(const void *user) {
    const Sides *s = user;
    for (int k = 0; k < N; k++)
        for (int c = 0; c < 6; c++) {
            float want = s->x[c % 2 * 3 + c / 2][k];
            CHECK_EQ_MEM(&s->out[k][c], &want, sizeof want);
        }
}

/* A matrix of any strides; its transpose has the components in another order. */
TEST(matrices_of_strides) {
    Ways w = ways_open();
    Sides s;
    fill(s.x[0], (size_t)N * 6);
    const int64_t in_shape[] = {N, 2, 3}, strides[] = {4, 3 * N * 4, N * 4};
    frit_tensor in = {s.x, in_shape, strides}, out = TENSOR(s.out, N, 3, 2);
    CHECK_EQ_INT(run_ways(&w,
                          "program main(x: f32[n,2,3]) -> (out) {\n"
                          "  m = pack(x, to=f32x2x3)\n"
                          "  t = mat_transpose(m)\n"
                          "  out = unpack(t)\n"
                          "}\n",
                          &in, 1, &out, 1, check_sides, &s),
                 1);
    ways_close(&w);
}

typedef struct Fixed {
    int32_t x[N][2][3], out[N][2][3];
} Fixed;

static void check_fixed(const void *user) {
    const Fixed *f = user;
    for (int k = 0; k < N; k++)
        for (int c = 0; c < 3; c++) {
            CHECK_EQ_INT(f->out[k][0][c], f->x[k][1][c]);
            CHECK_EQ_INT(f->out[k][1][c], f->x[k][0][c]);
        }
}

TEST(fixed_arrays_of_vectors) {
    Ways w = ways_open();
    Fixed f;
    for (int k = 0; k < N * 6; k++)
        f.x[k / 6][k / 3 % 2][k % 3] = k * k;
    frit_tensor in = TENSOR(f.x, N, 2, 3), out = TENSOR(f.out, N, 2, 3);
    run_ways(&w,
             "program main(x: i32[n,2,3]) -> (out) {\n"
             "  a = pack(x, to=array(i32x3,2))\n"
             "  p = extract(a, index=0)\n"
             "  q = extract(a, index=1)\n"
             "  s = make(q, p, to=array(i32x3,2))\n"
             "  out = unpack(s)\n"
             "}\n",
             &in, 1, &out, 1, check_fixed, &f);
    ways_close(&w);
}

TEST(packs_that_do_not_fit) {
    static const struct {
        const char *text, *says;
    } cases[] = {
        {"program p(x: f32[n,2]) -> (r) {\n  r = pack(x, to=f32x3)\n}\n", "2 and 3"},
        {"program p(x: f32[n,1]) -> (r) {\n  r = pack(x, to=f32x3)\n}\n", "1 and 3"},
        {"program p(x: f64[n,3]) -> (r) {\n  r = pack(x, to=f32x3)\n}\n", "cast it first"},
        {"program p(x: f32[3]) -> (r) {\n  r = pack(x, to=f32x2x3)\n}\n", "at least 2"},
        {"program p(x: f32[n]) -> (r) {\n  r = unpack(x)\n}\n", "not a vector"},
        {"struct S { a: f32 }\nprogram p(x: S[n]) -> (r) {\n  r = unpack(x)\n}\n", "not a vector"},
        {"program p(x: f32) -> (r) {\n  r = extent(x, axis=0)\n}\n", "axis 0"},
    };
    frit_context *c = run_context(1);
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        frit_module *m, *typed;
        frit_error error;
        CHECK(frit_module_parse(c, cases[k].text, strlen(cases[k].text), &m, &error) == FRIT_OK);
        CHECK(frit_module_infer(m, NULL, NULL, 0, NULL, &typed, &error) != FRIT_OK);
        CHECK_MSG(strstr(error.message, cases[k].says), "%s", error.message);
        frit_module_free(m);
    }
    frit_context_free(c);
}

/* Components that lie side by side are moved together, others one by one; the last ones of a row too. */
typedef struct Backwards {
    const uint8_t *x;
    const uint8_t *out;
    int n, parts, size, gap; /* gap: elements between the vectors of out */
} Backwards;

static void check_backwards(const void *user) {
    const Backwards *s = user;
    for (int k = 0; k < s->n; k++)
        for (int c = 0; c < s->parts; c++)
            CHECK_EQ_MEM(s->out + (size_t)(k * (s->parts + s->gap) + c) * (size_t)s->size,
                         s->x + (size_t)(k * s->parts + s->parts - 1 - c) * (size_t)s->size,
                         (size_t)s->size);
}

TEST(components_side_by_side) {
    static const struct {
        const char *name;
        int size;
    } types[] = {{"f32", 4}, {"f64", 8}, {"i8", 1}, {"u16", 2}, {"bool", 1}};
    static uint8_t x[200 * 4 * 8], out[200 * 5 * 8];
    Ways w = ways_open();
    for (size_t t = 0; t < sizeof types / sizeof *types; t++)
        for (int parts = 2; parts <= 4; parts++)
            for (int n = 1; n < 200; n += 66)
                for (int gap = 0; gap < 2; gap++) {
                    char text[512];
                    Backwards s = {x, out, n, parts, types[t].size, gap};
                    for (size_t k = 0; k < sizeof x; k++)
                        x[k] = (uint8_t)(t == 4 ? k * 7 % 3 == 0 : k * 31 % 113);
                    snprintf(text, sizeof text,
                             "program main(x: %s[n,%d]) -> (out) {\n"
                             "  v = pack(x, to=%sx%d)\n"
                             "  s = swizzle(v, lanes=[%s])\n"
                             "  out = unpack(s)\n"
                             "}\n",
                             types[t].name, parts, types[t].name, parts,
                             parts == 2   ? "1,0"
                             : parts == 3 ? "2,1,0"
                                          : "3,2,1,0");
                    const int64_t shape[] = {n, parts};
                    const int64_t strides[] = {(parts + gap) * types[t].size, types[t].size};
                    frit_tensor in = {x, shape, NULL}, to = {out, shape, strides};
                    run_ways(&w, text, &in, 1, &to, 1, check_backwards, &s);
                }
    ways_close(&w);
}

/* ---- elements by number */

typedef struct Numbered {
    int8_t at[N];
    float x[N][4], v[N], out[N][4], got[N], rows[N][2];
} Numbered;

static int clamped(int i, int n) {
    return i < 0 ? 0 : i >= n ? n - 1 : i;
}

static void check_numbered(const void *user) {
    const Numbered *s = user;
    for (int k = 0; k < N; k++) {
        for (int c = 0; c < 4; c++) {
            float want = c == clamped(s->at[k], 4) ? s->v[k] : s->x[k][c];
            CHECK_EQ_MEM(&s->out[k][c], &want, sizeof want);
        }
        CHECK_EQ_MEM(&s->got[k], &s->out[k][clamped(s->at[k] + 1, 4)], sizeof(float));
        for (int c = 0; c < 2; c++) {
            int row = clamped(s->at[k], 2);
            CHECK_EQ_MEM(&s->rows[k][c], &s->x[k][2 * row + c], sizeof(float));
        }
    }
}

TEST(elements_by_number_are_clamped) {
    static const char *const types[] = {"f32x4", "array(f32,4)"};
    Ways w = ways_open();
    Numbered s;
    fill(s.x[0], (size_t)N * 4);
    fill(s.v, N);
    for (int k = 0; k < N; k++)
        s.at[k] = (int8_t)(k % 9 - 3);
    for (int t = 0; t < 2; t++) {
        char text[1024];
        snprintf(text, sizeof text,
                 "program main(x: f32[n,4], v: f32[n], i: i8[n]) -> (out, got, row) {\n"
                 "  p = pack(x, to=%s)\n"
                 "  q = set_element(p, i, v)\n"
                 "  out = unpack(q)\n"
                 "  one = const(1)\n"
                 "  j = add(i, one)\n"
                 "  got = element(q, j)\n"
                 "  square = reshape(x, shape=[n,2,2])\n"
                 "  m = pack(square, to=f32x2x2)\n"
                 "  r = element(m, i)\n"
                 "  row = unpack(r)\n"
                 "}\n",
                 types[t]);
        frit_tensor in[] = {TENSOR(s.x, N, 4), TENSOR(s.v, N), TENSOR(s.at, N)};
        frit_tensor out[] = {TENSOR(s.out, N, 4), TENSOR(s.got, N), TENSOR(s.rows, N, 2)};
        run_ways(&w, text, in, 3, out, 3, check_numbered, &s);
    }
    ways_close(&w);
}

/* ---- functions that read arrays */

static const char sampling[] =
    "program inside(t: f32x3[h,w], i: i32, j: i32) -> (r) {\n"
    "  r = gather(t, i, j, axes=[0,1])\n"
    "}\n"
    "program outside(t: f32x3[h,w], i: i32, j: i32) -> (r) {\n"
    "  z = const(0:f32)\n"
    "  r = make(z, to=f32x3)\n"
    "}\n"
    "program more(n: i32, s: f32x3, t: f32x3[h,w], i: i32, j: i32) -> (r) {\n"
    "  most = const(3)\n"
    "  r = lt(n, most)\n"
    "}\n"
    "program turn(n: i32, s: f32x3, t: f32x3[h,w], i: i32, j: i32) -> (m, r) {\n"
    "  h = extent(t, axis=0)\n"
    "  w = extent(t, axis=-1)\n"
    "  zero = const(0)\n"
    "  hi = cast(h, to=i32)\n"
    "  wi = cast(w, to=i32)\n"
    "  a = ge(i, zero)\n"
    "  b = lt(i, hi)\n"
    "  c = lt(j, wi)\n"
    "  ab = and(a, b)\n"
    "  ok = and(ab, c)\n"
    "  x = if(ok, t, i, j, then=@inside, else=@outside)\n"
    "  r = add(s, x)\n"
    "  one = const(1)\n"
    "  m = add(n, one)\n"
    "}\n"
    "program sample(t: f32x3[h,w], i: i32, j: i32) -> (r) {\n"
    "  z = const(0:f32)\n"
    "  s = make(z, to=f32x3)\n"
    "  m, r = while(i, s, t, i, j, cond=@more, body=@turn, carry=2)\n"
    "}\n"
    "program main(image: f32[h,w,3], i: i32[n,1], j: i32[m]) -> (out) {\n"
    "  t = pack(image, to=f32x3)\n"
    "  r = map(t, i, j, callee=@sample)\n"
    "  out = unpack(r)\n"
    "}\n";

enum { IMAGE_H = 4, IMAGE_W = 5, AT_H = 9, AT_W = 21 };

typedef struct Image {
    float image[IMAGE_H][IMAGE_W][3], out[AT_H][AT_W][3];
    int32_t i[AT_H], j[AT_W];
} Image;

static void check_image(const void *user) {
    const Image *s = user;
    for (int y = 0; y < AT_H; y++)
        for (int x = 0; x < AT_W; x++)
            for (int c = 0; c < 3; c++) {
                int i = s->i[y], j = s->j[x];
                bool inside = i >= 0 && i < IMAGE_H && j < IMAGE_W;
                float want = 0;
                for (int n = i; n < 3; n++)
                    want += inside ? s->image[i][j][c] : 0;
                CHECK_EQ_MEM(&s->out[y][x][c], &want, sizeof want);
            }
}

static void make_image(Image *s) {
    fill(s->image[0][0], sizeof s->image / sizeof(float));
    for (int k = 0; k < AT_H; k++)
        s->i[k] = k - 3;
    for (int k = 0; k < AT_W; k++)
        s->j[k] = k * 7 % 11; /* beyond the image too: lanes that are off must not read there */
}

TEST(functions_that_read_images_are_one_kernel) {
    Ways w = ways_open();
    Image s;
    make_image(&s);
    frit_tensor in[] = {TENSOR(s.image, IMAGE_H, IMAGE_W, 3), TENSOR(s.i, AT_H, 1),
                        TENSOR(s.j, AT_W)};
    frit_tensor out[] = {TENSOR(s.out, AT_H, AT_W, 3)};
    CHECK_EQ_INT(run_ways(&w, sampling, in, 3, out, 1, check_image, &s), 1);
    ways_close(&w);
}

TEST(an_index_outside_an_image_is_told) {
    Ways w = ways_open();
    float image[2][2] = {{1, 2}, {3, 4}}, got[3];
    int32_t at[3] = {0, 5, 1};
    frit_tensor in[] = {TENSOR(image, 2, 2), TENSOR(at, 3)}, out[] = {TENSOR(got, 3)};
    static const char text[] = "program f(t: f32[h,w], i: i32) -> (r) {\n"
                               "  r = gather(t, i, i, axes=[0,1])\n"
                               "}\n"
                               "program main(t: f32[h,w], i: i32[n]) -> (r) {\n"
                               "  r = map(t, i, callee=@f)\n"
                               "}\n";
    for (int k = 0; k < 2; k++) {
        frit_plan *plan = run_plan(w.contexts[k], text, false);
        frit_call *call;
        frit_error error;
        CHECK(frit_call_new(w.contexts[k], plan, &call, &error) == FRIT_OK);
        CHECK(frit_call_run(call, in, 2, out, 1, &error) == FRIT_ERR_INDEX);
        at[1] = -1; /* from the end */
        CHECK_MSG(frit_call_run(call, in, 2, out, 1, &error) == FRIT_OK, "%s", error.message);
        CHECK(got[0] == 1 && got[1] == 4 && got[2] == 4);
        at[1] = 5;
        frit_call_free(call);
        frit_plan_free(plan);
    }
    ways_close(&w);
}

static void check_extents(const void *user) {
    const int64_t *out = user;
    CHECK_EQ_INT(out[0], out[2]);
    CHECK_EQ_INT(out[1], 8);
}

TEST(extents_are_known_when_arguments_are) {
    Ways w = ways_open();
    for (int64_t n = 0; n < 3; n++) {
        int64_t out[3] = {-1, -1, n};
        float x[8 * 3];
        frit_tensor in[] = {TENSOR(x, n, 8)}, results[] = {SCALAR(out[0]), SCALAR(out[1])};
        CHECK_EQ_INT(run_ways(&w,
                              "program main(x: f32[n,8]) -> (a, b) {\n"
                              "  y = exp(x)\n"
                              "  a = extent(y, axis=0)\n"
                              "  b = extent(y, axis=1)\n"
                              "}\n",
                              in, 1, results, 2, check_extents, out),
                     2); /* of numbers alone: y is not made */
    }
    ways_close(&w);
}

/* ---- loops whose lanes end one by one */

typedef struct Turned {
    int32_t most[N], turns[N], inner[N];
    float x[N], last[N];
} Turned;

static void check_turned(const void *user) {
    const Turned *s = user;
    for (int k = 0; k < N; k++) {
        float a = s->x[k];
        int32_t n = 3, sum = 0;
        for (; a < 100 && n < s->most[k]; n += 2) {
            for (int32_t i = 1; i < n; i++)
                sum += i;
            a = a * 1.5f + 1;
        }
        CHECK_EQ_INT(s->turns[k], n);
        CHECK_EQ_INT(s->inner[k], sum);
        CHECK_EQ_MEM(&s->last[k], &a, sizeof a);
    }
}

/* A counter is the same in all lanes that still run, and another where each has ended. */
TEST(counters_of_lanes_that_end_one_by_one) {
    Ways w = ways_open();
    Turned s;
    fill(s.x, N);
    for (int k = 0; k < N; k++)
        s.most[k] = k * 5 % 23;
    frit_tensor in[] = {TENSOR(s.x, N), TENSOR(s.most, N)};
    frit_tensor out[] = {TENSOR(s.turns, N), TENSOR(s.inner, N), TENSOR(s.last, N)};
    CHECK_EQ_INT(
        run_ways(&w,
                 "program sum(i: i32, s: i32) -> (r) {\n"
                 "  r = add(s, i)\n"
                 "}\n"
                 "program more(n: i32, s: i32, a: f32, most: i32) -> (r) {\n"
                 "  hundred = const(100)\n"
                 "  b = lt(a, hundred)\n"
                 "  c = lt(n, most)\n"
                 "  r = and(b, c)\n"
                 "}\n"
                 "program turn(n: i32, s: i32, a: f32, most: i32) -> (m, t, b) {\n"
                 "  one = const(1)\n"
                 "  t = for(one, n, s, body=@sum, carry=1)\n"
                 "  half = const(1.5)\n"
                 "  c = mul(a, half)\n"
                 "  b = add(c, one)\n"
                 "  two = const(2)\n"
                 "  m = add(n, two)\n"
                 "}\n"
                 "program f(x: f32, most: i32) -> (n, s, a) {\n"
                 "  three = const(3:i32)\n"
                 "  zero = const(0:i32)\n"
                 "  n, s, a = while(three, zero, x, most, cond=@more, body=@turn, carry=3)\n"
                 "}\n"
                 "program main(x: f32[k], most: i32[k]) -> (n, s, a) {\n"
                 "  n, s, a = map(x, most, callee=@f)\n"
                 "}\n",
                 in, 2, out, 3, check_turned, &s),
        1);
    ways_close(&w);
}

/* ---- memory that ends */

static bool plan_with(struct test_alloc *alloc) {
    frit_allocator allocator = {test_alloc_fn, alloc};
    frit_error error = {.status = FRIT_OK};
    frit_context *c = frit_context_new(&allocator);
    frit_module *m = NULL, *typed = NULL;
    frit_plan *plan = NULL;
    bool ok = c && frit_module_parse(c, sampling, strlen(sampling), &m, &error) == FRIT_OK &&
              frit_module_infer(m, NULL, NULL, 0, NULL, &typed, &error) == FRIT_OK &&
              frit_plan_new(c, typed, NULL, NULL, &plan, &error) == FRIT_OK;
    CHECK_MSG(ok || !c || error.status == FRIT_ERR_NOMEM, "%s", error.message);
    frit_plan_free(plan);
    frit_module_free(typed);
    frit_module_free(m);
    frit_context_free(c);
    return ok;
}

TEST(every_allocation_of_a_plan_may_fail) {
    for (size_t n = 1;; n++) {
        struct test_alloc alloc = TEST_ALLOC(n);
        bool done = plan_with(&alloc);
        CHECK_ALLOC(&alloc);
        if (done && alloc.failures == 0)
            break;
    }
}
