/* Calls of functions from source over arrays: the table of rules, row by row. */
#include "slang_call_fixture.h"

static const char tonemap[] =
    "float3 tonemap(float3 color, float filmic, float saturation) {\n"
    "    float3 c = color * filmic;\n"
    "    float grey = dot(c, float3(0.25, 0.5, 0.25));\n"
    "    return lerp(float3(grey, grey, grey), c, saturation);\n"
    "}\n"
    "float add(float x, float y) { return x + y; }\n"
    "int twice(int x) { return 2 * x; }\n"
    "float later(float x, float k = 2.5, float z = 1) { return x * k + z; }\n";

static void tonemap_c(const float *color, float filmic, float saturation, float *out) {
    float c[3], grey = 0, weights[3] = {0.25f, 0.5f, 0.25f};
    for (int k = 0; k < 3; k++)
        c[k] = color[k] * filmic;
    for (int k = 0; k < 3; k++)
        grey = k ? grey + c[k] * weights[k] : c[k] * weights[k];
    for (int k = 0; k < 3; k++)
        out[k] = grey + saturation * (c[k] - grey);
}

/* The last axis of a float array is gathered into float3; one plan serves every size. */
TEST(gathers_and_serves_every_size) {
    Source s = source_load(tonemap);
    Ready r = ready(&s, "tonemap", ARGS(ARRAY("f32", 7, 3), NUMBER("i64"), NUMBER("f64")));
    CHECK_EQ_UINT(frit_resolved_rank(r.resolved), 1);
    CHECK_EQ_UINT(frit_resolved_output_count(r.resolved), 1);
    frit_resolved_output o = frit_resolved_output_info(r.resolved, 0);
    CHECK_EQ_INT(o.arg, -1);
    CHECK_STR(o.path, "");
    CHECK_EQ_UINT(o.dtype, frit_dtype_find("f32"));
    CHECK_STR(o.type, "float3");
    CHECK_EQ_UINT(o.rank, 2);
    CHECK_EQ_UINT(o.element_rank, 1);
    int64_t filmic = 2;
    double saturation = 0.5;
    for (int64_t n = 0; n < 300; n += 37) {
        float in[900], out[900], want[900];
        for (int k = 0; k < 3 * n; k++)
            in[k] = (float)((k * 7) % 31) / 8;
        ready_run(&r, TENSORS(TENSOR(in, n, 3), SCALAR(&filmic), SCALAR(&saturation)),
                  TENSORS(TENSOR(out, n, 3)));
        for (int k = 0; k < n; k++)
            tonemap_c(in + 3 * k, 2, 0.5f, want + 3 * k);
        CHECK_EQ_MEM(out, want, (size_t)n * 12);
    }
    ready_free(&r);
    source_free(&s);
}

TEST(numbers_only) {
    Source s = source_load(tonemap);
    Ready r = ready(&s, "add", ARGS(NUMBER("f64"), NUMBER("bool")));
    CHECK_EQ_UINT(frit_resolved_rank(r.resolved), 0);
    double x = 1.5;
    bool y = true;
    float out = 0;
    ready_run(&r, TENSORS(SCALAR(&x), SCALAR(&y)), TENSORS(SCALAR(&out)));
    CHECK_EQ_F32(out, 2.5f);
    ready_free(&r);
    source_free(&s);
}

/* Trailing alignment; extents match or are 1. */
TEST(broadcasts) {
    Source s = source_load(tonemap);
    Ready r = ready(&s, "add", ARGS(ARRAY("f32", 2, 1, 3), ARRAY("f64", 4, 1)));
    CHECK_EQ_UINT(frit_resolved_rank(r.resolved), 3);
    float x[6] = {0, 1, 2, 10, 11, 12}, out[24];
    double y[4] = {0, 100, 200, 300};
    ready_run(&r, TENSORS(TENSOR(x, 2, 1, 3), TENSOR(y, 4, 1)), TENSORS(TENSOR(out, 2, 4, 3)));
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 4; j++)
            for (int k = 0; k < 3; k++)
                CHECK_EQ_F32(out[i * 12 + j * 3 + k], x[i * 3 + k] + (float)y[j]);
    ready_free(&r);
    source_free(&s);
}

/* vmap names axes of the call: here a column and a row, and the transpose. */
TEST(explicit_mapping) {
    Source s = source_load(tonemap);
    Ready r =
        ready(&s, "add", ARGS(mapped(ARRAY("f32", 2), MAP(0)), mapped(ARRAY("f32", 3), MAP(1))));
    float x[2] = {10, 20}, y[3] = {1, 2, 3}, out[6];
    ready_run(&r, TENSORS(TENSOR(x, 2), TENSOR(y, 3)), TENSORS(TENSOR(out, 2, 3)));
    const float want[6] = {11, 12, 13, 21, 22, 23};
    CHECK_EQ_MEM(out, want, sizeof want);
    ready_free(&r);
    r = ready(&s, "add", ARGS(mapped(ARRAY("f32", 3, 2), MAP(1, 0)), ARRAY("f32", 3)));
    float z[6] = {10, 20, 11, 21, 12, 22};
    ready_run(&r, TENSORS(TENSOR(z, 3, 2), TENSOR(y, 3)), TENSORS(TENSOR(out, 2, 3)));
    const float turned[6] = {11, 13, 15, 21, 23, 25};
    CHECK_EQ_MEM(out, turned, sizeof turned);
    ready_free(&r);
    source_free(&s);
}

/* A mapping that leaves an axis implies that it is gathered; one that leaves none, that a number fills the vector. */
TEST(mapping_implies_the_type) {
    Source s = source_load(tonemap);
    Ready r = ready(&s, "tonemap",
                    ARGS(mapped(ARRAY("f32", 4, 5, 3), MAP(0, 1)), NUMBER("f64"), NUMBER("f64")));
    CHECK_EQ_UINT(frit_resolved_rank(r.resolved), 2);
    ready_free(&r);
    r = ready(&s, "tonemap", ARGS(mapped(ARRAY("f32", 4), MAP(0)), NUMBER("f64"), NUMBER("f64")));
    float x[4] = {1, 2, 3, 4}, out[12], want[12];
    double one = 1, half = 0.5;
    ready_run(&r, TENSORS(TENSOR(x, 4), SCALAR(&one), SCALAR(&half)), TENSORS(TENSOR(out, 4, 3)));
    for (int k = 0; k < 4; k++)
        tonemap_c((float[3]){x[k], x[k], x[k]}, 1, 0.5f, want + 3 * k);
    CHECK_EQ_MEM(out, want, sizeof want);
    ready_free(&r);
    source_free(&s);
}

/* vcast says what the function sees. */
TEST(explicit_typing) {
    Source s = source_load(tonemap);
    Ready r = ready(&s, "twice", ARGS(as_type("int", ARRAY("f32", 3))));
    float x[3] = {1.9f, -1.9f, 3};
    int32_t out[3], want[3] = {2, -2, 6};
    ready_run(&r, TENSORS(TENSOR(x, 3)), TENSORS(TENSOR(out, 3)));
    CHECK_EQ_MEM(out, want, sizeof want);
    ready_free(&r);
    r = ready(&s, "tonemap", ARGS(as_type("float", ARRAY("f32", 4)), NUMBER("f64"), NUMBER("f64")));
    CHECK_EQ_UINT(frit_resolved_rank(r.resolved), 1);
    ready_free(&r);
    r = ready(&s, "tonemap",
              ARGS(as_type("float3", ARRAY("f64", 4, 2, 3)), NUMBER("f64"), NUMBER("f64")));
    CHECK_EQ_UINT(frit_resolved_rank(r.resolved), 2);
    ready_free(&r);
    source_free(&s);
}

TEST(keywords_and_defaults) {
    Source s = source_load(tonemap);
    Ready r = ready(&s, "later", ARGS(named("z", ARRAY("f32", 2)), named("x", NUMBER("f64"))));
    float z[2] = {1, 2}, out[2], want[2] = {11, 12};
    double x = 4;
    ready_run(&r, TENSORS(TENSOR(z, 2), SCALAR(&x)), TENSORS(TENSOR(out, 2)));
    CHECK_EQ_MEM(out, want, sizeof want);
    ready_free(&r);
    source_free(&s);
}

/* Arrays whose elements are vectors, as a caller in C may have them. */
TEST(vector_arrays) {
    Source s = source_load(tonemap);
    Ready r = ready(&s, "tonemap", ARGS(ARRAY("f32x3", 2), NUMBER("f64"), NUMBER("f64")));
    CHECK_EQ_UINT(frit_resolved_rank(r.resolved), 1);
    float x[6] = {1, 2, 3, 4, 5, 6}, out[6], want[6];
    double one = 1, half = 0.5;
    ready_run(&r, TENSORS(TENSOR(x, 2), SCALAR(&one), SCALAR(&half)), TENSORS(TENSOR(out, 2, 3)));
    tonemap_c(x, 1, 0.5f, want);
    tonemap_c(x + 3, 1, 0.5f, want + 3);
    CHECK_EQ_MEM(out, want, sizeof want);
    ready_free(&r);
    source_free(&s);
}
