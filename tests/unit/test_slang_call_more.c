/* Generic functions and structs, overloads, textures; what a module says about itself. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "slang_call_fixture.h"

static const char text[] = "struct Pair<T> {\n"
                           "    T a;\n"
                           "    T b;\n"
                           "    T sum() { return a + b; }\n"
                           "}\n"
                           "struct Limits { static const int MOST = 7; float lo; float hi; }\n"
                           "T both<T>(Pair<T> p) { return p.a + p.b; }\n"
                           "T twice<T>(T x) { return x + x; }\n"
                           "T total<T, let N : int>(vector<T, N> v) { T s = v[0]; for (int i = 1; "
                           "i < N; i++) s += v[i]; return s; }\n"
                           "int which(float x) { return 1; }\n"
                           "int which(float3 x) { return 3; }\n"
                           "int which(int x) { return 10; }\n"
                           "float nothing() { return 2.5; }\n"
                           "float3 look(Texture2D<float3> image, SamplerState s, float2 uv) { "
                           "return image.SampleLevel(s, uv, 0); }\n"
                           "float3 texel(Texture2D<float3> image, int2 at) { return image[at]; }\n"
                           "T at<T>(StructuredBuffer<T> b, int i) { return b[i]; }\n"
                           "enum Side { Left, Right = 5 }\n";

TEST(generic_functions) {
    Source s = source_load(text);
    Ready r = ready(&s, "twice", ARGS(ARRAY("f64", 2)));
    CHECK_EQ_UINT(frit_resolved_output_info(r.resolved, 0).dtype, frit_dtype_find("f64"));
    ready_free(&r);
    r = ready(&s, "twice", ARGS(ARRAY("u8", 2)));
    CHECK_EQ_UINT(frit_resolved_output_info(r.resolved, 0).dtype, frit_dtype_find("u8"));
    ready_free(&r);
    r = ready(&s, "twice", ARGS(NUMBER("i64")));
    CHECK_STR(frit_resolved_output_info(r.resolved, 0).type, "int");
    ready_free(&r);
    r = ready(&s, "twice", ARGS(mapped(ARRAY("f32", 5, 3), MAP(0))));
    CHECK_STR(frit_resolved_output_info(r.resolved, 0).type, "float3");
    ready_free(&r);
    r = ready(&s, "twice<float>", ARGS(ARRAY("i32", 5)));
    CHECK_STR(frit_resolved_output_info(r.resolved, 0).type, "float");
    ready_free(&r);
    r = ready(&s, "at", ARGS(ARRAY("f64", 9, 3), ARRAY("i32", 5)));
    CHECK_STR(frit_resolved_output_info(r.resolved, 0).type, "double3");
    CHECK_EQ_UINT(frit_resolved_rank(r.resolved), 1);
    ready_free(&r);
    r = ready(&s, "total", ARGS(ARRAY("i32", 2, 4)));
    int32_t v[8] = {1, 2, 3, 4, 5, 6, 7, 8}, out[2], want[2] = {10, 26};
    ready_run(&r, TENSORS(TENSOR(v, 2, 4)), TENSORS(TENSOR(out, 2)));
    CHECK_EQ_MEM(out, want, sizeof want);
    ready_free(&r);
    source_free(&s);
}

TEST(generic_structs) {
    Source s = source_load(text);
    frit_arg fields =
        ITEMS(FRIT_ARG_FIELDS, named("a", ARRAY("f64", 3)), named("b", NUMBER("f64")));
    const char *const names[] = {"both", "Pair.sum", "Pair<double>.sum"};
    double a[3] = {1, 2, 3}, b = 0.5, out[3], want[3] = {1.5, 2.5, 3.5};
    for (int k = 0; k < 3; k++) {
        Ready r = ready(&s, names[k], &fields, 1);
        ready_run(&r, TENSORS(TENSOR(a, 3), SCALAR(&b)), TENSORS(TENSOR(out, 3)));
        CHECK_EQ_MEM(out, want, sizeof want);
        ready_free(&r);
    }
    Ready r = ready(&s, "Pair", ARGS(named("b", ARRAY("i32", 4)), named("a", NUMBER("i64"))));
    CHECK(frit_resolved_is_struct(r.resolved));
    CHECK_EQ_UINT(frit_resolved_output_info(r.resolved, 0).dtype, frit_dtype_find("i32"));
    ready_free(&r);
    source_free(&s);
}

static int chosen(Source *s, frit_arg arg) {
    Ready r = ready(s, "which", &arg, 1);
    frit_text out;
    frit_error error;
    CHECK(!frit_resolved_describe(r.resolved, &out, &error));
    int which = strstr(out.data, "float3 x") ? 3 : strstr(out.data, "int which(int") ? 10 : 1;
    frit_text_free(s->context, &out);
    ready_free(&r);
    return which;
}

/* An exact element without a gather is best; what is cast decides. */
TEST(overloads) {
    Source s = source_load(text);
    CHECK_EQ_INT(chosen(&s, ARRAY("f32", 4, 3)), 1);
    CHECK_EQ_INT(chosen(&s, as_type("float3", ARRAY("f32", 4, 3))), 3);
    CHECK_EQ_INT(chosen(&s, ARRAY("f32x3", 4)), 3);
    CHECK_EQ_INT(chosen(&s, ARRAY("i32", 4)), 10);
    CHECK_EQ_INT(chosen(&s, ARRAY("u8", 4)), 10);
    CHECK_EQ_INT(chosen(&s, ARRAY("f64", 4)), 1);
    CHECK_EQ_INT(chosen(&s, NUMBER("i64")), 10);
    CHECK_EQ_INT(chosen(&s, NUMBER("f64")), 1);
    source_free(&s);
}

/* Which of the overloads of f, of one parameter each, takes the argument: its type. */
static void takes(Source *s, frit_arg arg, const char *type) {
    Ready r = ready(s, "f", &arg, 1);
    char head[40];
    frit_text out;
    frit_error error;
    CHECK(!frit_resolved_describe(r.resolved, &out, &error));
    snprintf(head, sizeof head, "f(%s x)", type);
    CHECK_MSG(strstr(out.data, head), "%s is not taken\n%s", head, out.data);
    frit_text_free(s->context, &out);
    ready_free(&r);
}

TEST(overloads_of_one_kind) {
    Source s = source_load("int f(double x) { return 1; } int f(float x) { return 2; }\n"
                           "int f(int64_t x) { return 1; } int f(int x) { return 2; }\n"
                           "int f(bool x) { return 3; }\n");
    takes(&s, NUMBER("f64"), "float");
    takes(&s, NUMBER("i64"), "int");
    takes(&s, NUMBER("bool"), "bool");
    takes(&s, ARRAY("f16", 4), "float");
    takes(&s, ARRAY("f64", 4), "double");
    takes(&s, ARRAY("i8", 4), "int");
    takes(&s, ARRAY("i64", 4), "int64_t");
    takes(&s, ARRAY("bool", 4), "bool");
    source_free(&s);
}

/* The extent is taken from what is given, and the numbers convert as for any other parameter. */
TEST(generic_extents) {
    Source s = source_load("float sum<let N : int>(float x[N]) { float s = 0; for (int i = 0; i < "
                           "N; i++) s += x[i]; return s; }");
    Ready r = ready(&s, "sum", ARGS(ARRAY("i64", 2, 3)));
    int64_t x[6] = {1, 2, 3, 4, 5, 6}, one = 1;
    float out[2], want[2] = {6, 15};
    ready_run(&r, TENSORS(TENSOR(x, 2, 3)), TENSORS(TENSOR(out, 2)));
    CHECK_EQ_MEM(out, want, sizeof want);
    ready_free(&r);
    r = ready(&s, "sum", ARGS(ITEMS(FRIT_ARG_PARTS, NUMBER("i64"), NUMBER("i64"))));
    ready_run(&r, TENSORS(SCALAR(&one), SCALAR(&one)), TENSORS(SCALAR(out)));
    CHECK_EQ_F32(out[0], 2);
    ready_free(&r);
    refused(__FILE__, __LINE__, &s, "sum", ARGS(ARRAY("c64", 3)), NULL, FRIT_ERR_TYPE,
            "sum: x: c64 does not become float[3] by itself\n"
            "\n"
            "  float sum<let N : int>(float[N] x)\n"
            "\n"
            "     argument  given         parameter  shape\n"
            "  -> x         array of c64  float[3]   (3,)\n");
    source_free(&s);
}

/* Parts of an array that is filled in an unrolled loop are seen through all the stores behind them. */
TEST(local_arrays_are_one_kernel) {
    Source s =
        source_load("float f(float x) { float a[64]; for (int i = 0; i < 64; i++) a[i] = x + "
                    "i; float s = 0; for (int i = 0; i < 64; i++) s += a[i]; return s; }");
    Ready r = ready(&s, "f", ARGS(ARRAY("f32", 2)));
    CHECK_EQ_UINT(frit_plan_kernel_count(r.plan), 1);
    float x[2] = {0, 1}, out[2], want[2] = {2016, 2080};
    ready_run(&r, TENSORS(TENSOR(x, 2)), TENSORS(TENSOR(out, 2)));
    CHECK_EQ_MEM(out, want, sizeof want);
    ready_free(&r);
    source_free(&s);
}

TEST(without_arguments) {
    Source s = source_load(text);
    Ready r = ready(&s, "nothing", NULL, 0);
    float out = 0, all[6];
    ready_run(&r, NULL, 0, TENSORS(SCALAR(&out)));
    CHECK_EQ_F32(out, 2.5f);
    ready_free(&r);
    frit_arg into = ARRAY("f32", 2, 3);
    r = ready_with(&s, "nothing", NULL, 0, &into);
    ready_run(&r, TENSORS(TENSOR(all, 2, 3)), TENSORS(TENSOR(all, 2, 3)));
    CHECK_EQ_F32(all[5], 2.5f);
    ready_free(&r);
    source_free(&s);
}

TEST(textures) {
    Source s = source_load(text);
    float image[2 * 4 * 3], uv[4] = {0.125f, 0.25f, 0.875f, 0.75f}, out[6];
    for (int k = 0; k < 24; k++)
        image[k] = (float)k;
    frit_arg sampler = {.kind = FRIT_ARG_SAMPLER, .type = "nearest clamp"};
    Ready r = ready(&s, "look", ARGS(ARRAY("f32", 2, 4, 3), sampler, ARRAY("f32", 2, 2)));
    CHECK_EQ_UINT(frit_resolved_rank(r.resolved), 1);
    ready_run(&r, TENSORS(TENSOR(image, 2, 4, 3), TENSOR(uv, 2, 2)), TENSORS(TENSOR(out, 2, 3)));
    const float want[6] = {0, 1, 2, 21, 22, 23};
    CHECK_EQ_MEM(out, want, sizeof want);
    ready_free(&r);
    r = ready(&s, "texel", ARGS(ARRAY("f32x3", 2, 4), ARRAY("i32", 2)));
    int32_t at[2] = {2, 1};
    ready_run(&r, TENSORS(TENSOR(image, 2, 4), TENSOR(at, 2)), TENSORS(TENSOR(out, 3)));
    const float texel[3] = {18, 19, 20};
    CHECK_EQ_MEM(out, texel, sizeof texel);
    ready_free(&r);
    source_free(&s);
}

TEST(what_is_decided) {
    Source s = source_load(text);
    frit_arg sampler = {.kind = FRIT_ARG_SAMPLER, .type = "nearest clamp"};
    Ready r = ready(&s, "look", ARGS(ARRAY("f64", 2, 4, 3), sampler, ARRAY("f32", 7, 2)));
    frit_text out;
    frit_error error;
    CHECK(!frit_resolved_describe(r.resolved, &out, &error));
    CHECK_STR(out.data,
              "float3 look(Texture2D<float3> image, SamplerState s, float2 uv)\n"
              "  shape of the call: (7,)\n"
              "     argument  given            parameter          shape      mapping\n"
              "     image     array of double  Texture2D<float3>  (2, 4, 3)  whole\n"
              "     s         sampler          SamplerState                  each call\n"
              "     uv        array of float   float2             (7, 2)     (0,) + (2,)\n");
    frit_text_free(s.context, &out);
    ready_free(&r);
    source_free(&s);
}

TEST(names) {
    static const char *const want[] = {"Pair",    "Limits", "both",  "twice", "total", "which",
                                       "nothing", "look",   "texel", "at",    "Side"};
    Source s = source_load(text);
    for (uint32_t k = 0; k < COUNT(want); k++)
        CHECK_STR(frit_slang_name(s.slang, k), want[k]);
    CHECK(!frit_slang_name(s.slang, COUNT(want)));
    CHECK_EQ_INT(frit_slang_find(s.slang, "which"), FRIT_SLANG_FUNCTION);
    CHECK_EQ_INT(frit_slang_find(s.slang, "Limits"), FRIT_SLANG_TYPE);
    CHECK_EQ_INT(frit_slang_find(s.slang, "Pair<float>"), FRIT_SLANG_TYPE);
    CHECK_EQ_INT(frit_slang_find(s.slang, "float3"), FRIT_SLANG_TYPE);
    CHECK_EQ_INT(frit_slang_find(s.slang, "Pair.sum"), FRIT_SLANG_FUNCTION);
    CHECK_EQ_INT(frit_slang_find(s.slang, "Limits.MOST"), FRIT_SLANG_CONSTANT);
    CHECK_EQ_INT(frit_slang_find(s.slang, "Side.Right"), FRIT_SLANG_CONSTANT);
    CHECK_EQ_INT(frit_slang_find(s.slang, "float7"), FRIT_SLANG_NONE);
    CHECK_EQ_INT(frit_slang_find(s.slang, "Pair.product"), FRIT_SLANG_NONE);
    CHECK_EQ_INT(frit_slang_find(s.slang, ""), FRIT_SLANG_NONE);
    const char *const constants[] = {"Limits.MOST", "Side.Right"};
    const int32_t values[] = {7, 5};
    for (int k = 0; k < 2; k++) {
        int32_t out = 0;
        Ready r = ready(&s, constants[k], NULL, 0);
        ready_run(&r, NULL, 0, TENSORS(SCALAR(&out)));
        CHECK_EQ_INT(out, values[k]);
        ready_free(&r);
    }
    source_free(&s);
}

static void says(Source *s, const char *name, const char *want, const char *type) {
    frit_text out = {NULL, 0, 0};
    frit_error error;
    CHECK_MSG(!frit_slang_describe(s->slang, name, &out, &error), "%s", error.message);
    CHECK_STR(out.data, want);
    frit_text_free(s->context, &out);
    if (!type)
        return;
    frit_type got;
    char name_of[32];
    CHECK_MSG(!frit_slang_type(s->slang, name, &got, &error), "%s", error.message);
    frit_type_text(got, name_of, sizeof name_of);
    CHECK_STR(name_of, type);
}

TEST(describes) {
    Source s = source_load(text);
    frit_text out = {NULL, 0, 0};
    frit_error error;
    says(&s, "which", "int which(float x)\nint which(float3 x)\nint which(int x)\n", NULL);
    says(&s, "Limits", "struct Limits\n    static const int MOST\n    float lo\n    float hi\n",
         "Limits");
    says(&s, "float2x3", "float2x3\n", "f32x2x3");
    CHECK_EQ_INT(frit_slang_describe(s.slang, "nobody", &out, &error), FRIT_ERR_ARGUMENT);
    frit_type type = {NULL, 7};
    CHECK(frit_slang_type(s.slang, "nobody", &type, &error) != FRIT_OK && !type.module);
    source_free(&s);
}

static void write_text(const char *path, const char *what) {
    FILE *file = fopen(path, "w");
    CHECK(file && fputs(what, file) >= 0 && fclose(file) == 0);
}

/* A file, what it imports from its own folder, and what from another that the host names. */
TEST(files) {
    char folder[] = "/tmp/frit-slang-XXXXXX", path[3][128], other[64];
    Source s = {.context = frit_context_new(NULL)};
    frit_text report = {NULL, 0, 0};
    frit_error error;
    CHECK(s.context && mkdtemp(folder));
    snprintf(path[0], sizeof path[0], "%s/main.slang", folder);
    snprintf(path[1], sizeof path[1], "%s/near.slang", folder);
    snprintf(other, sizeof other, "%s/far", folder);
    snprintf(path[2], sizeof path[2], "%s/away.slang", other);
    write_text(path[0],
               "import near;\nimport away;\nfloat f(float x) { return near(x) + away(x); }\n");
    write_text(path[1], "float near(float x) { return 2 * x; }\n");
    CHECK(frit_slang_read(s.context, path[0], NULL, &s.slang, &report, &error) != FRIT_OK);
    CHECK(report.data && strstr(report.data, "away"));
    frit_text_free(s.context, &report);
    CHECK(mkdir(other, 0700) == 0);
    write_text(path[2], "float away(float x) { return 10 * x; }\n");
    const char *search[] = {other, NULL};
    frit_slang_options options = {FRIT_SIZED(frit_slang_options), .search = search};
    CHECK_MSG(!frit_slang_read(s.context, path[0], &options, &s.slang, NULL, &error), "%s",
              error.message);
    Ready r = ready(&s, "f", ARGS(NUMBER("f64")));
    double x = 3;
    float out = 0;
    ready_run(&r, TENSORS(SCALAR(&x)), TENSORS(SCALAR(&out)));
    CHECK_EQ_F32(out, 36);
    ready_free(&r);
    source_free(&s);
    for (int k = 0; k < 3; k++)
        CHECK(unlink(path[k]) == 0);
    CHECK(rmdir(other) == 0 && rmdir(folder) == 0);
}
