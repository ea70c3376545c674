/* What comes out of calls: out and inout parameters, _result, structs; and values made in the call. */
#include "slang_call_fixture.h"

static const char particles[] =
    "struct Particle {\n"
    "    float3 pos;\n"
    "    float mass;\n"
    "    float energy(float speed) { return 0.5 * mass * speed * speed; }\n"
    "    [mutating] void step(float3 velocity, float dt) { pos = pos + velocity * dt; }\n"
    "    [mutating] void rest() { }\n"
    "    static Particle at(float3 p) { Particle q; q.pos = p; q.mass = 2; return q; }\n"
    "}\n"
    "struct Pair { Particle a; float w; }\n"
    "Particle heavier(Particle p, float k) { p.mass = p.mass * k; return p; }\n"
    "float total(Pair p) { return p.a.mass + p.w; }\n"
    "void split(float x, out float whole, out float rest) { whole = floor(x); rest = x - whole; }\n"
    "void accumulate(inout float sum, float x) { sum += x; }\n"
    "float3 ramp(float x) { return float3(x, 2 * x, 3 * x); }\n"
    "float sum4(float x[4]) { return x[0] + x[1] + x[2] + x[3]; }\n"
    "float2 pair(float2 v) { return v; }\n"
    "float2x2 turned(float2x2 m) { return transpose(m); }\n"
    "int2 place(int2 at) { return at; }\n"
    "int3 place3(int3 at) { return at; }\n"
    "uint number(uint n) { return n; }\n"
    "uint2 hashes(uint2 n) { return n; }\n"
    "float same(float x) { return x; }\n"
    "float2 same2(float2 x) { return x; }\n"
    "float first(StructuredBuffer<float> b, int i) { return b[i]; }\n"
    "float3 middle(float3 p[2]) { return (p[0] + p[1]) * 0.5; }\n"
    "void fill(int n, out int a[3], out float2x2 m) { for (int i = 0; i < 3; i++) a[i] = n + i; m "
    "= "
    "float2x2(1, 2, 3, n); }\n"
    "T broken<T>(T x) { return x.nope; }\n"
    "static const float TAU = 6.25;\n";

TEST(out_parameters) {
    Source s = source_load(particles);
    Ready r = ready(&s, "split", ARGS(ARRAY("f32", 3), ARRAY("f64", 3), ARRAY("f32", 3)));
    CHECK_EQ_UINT(frit_resolved_value_count(r.resolved), 0);
    CHECK_EQ_UINT(frit_resolved_output_count(r.resolved), 2);
    CHECK_EQ_INT(frit_resolved_output_info(r.resolved, 0).arg, 1);
    CHECK_EQ_UINT(frit_resolved_output_info(r.resolved, 0).dtype, frit_dtype_find("f64"));
    CHECK_EQ_INT(frit_resolved_output_info(r.resolved, 1).arg, 2);
    float x[3] = {1.5f, -0.25f, 3}, rest[3], want_rest[3] = {0.5f, 0.75f, 0};
    double whole[3], want[3] = {1, -1, 3};
    ready_run(&r, TENSORS(TENSOR(x, 3), TENSOR(whole, 3), TENSOR(rest, 3)),
              TENSORS(TENSOR(whole, 3), TENSOR(rest, 3)));
    CHECK_EQ_MEM(whole, want, sizeof want);
    CHECK_EQ_MEM(rest, want_rest, sizeof rest);
    ready_free(&r);
    source_free(&s);
}

/* What is written gives the call its shape too: a number goes to all of it. */
TEST(inout_parameters) {
    Source s = source_load(particles);
    Ready r = ready(&s, "accumulate", ARGS(ARRAY("f32", 2, 3), ARRAY("f32", 3)));
    float sum[6] = {0, 1, 2, 3, 4, 5}, x[3] = {10, 20, 30}, want[6] = {10, 21, 32, 13, 24, 35};
    ready_run(&r, TENSORS(TENSOR(sum, 2, 3), TENSOR(x, 3)), TENSORS(TENSOR(sum, 2, 3)));
    CHECK_EQ_MEM(sum, want, sizeof want);
    ready_free(&r);
    r = ready(&s, "split", ARGS(NUMBER("f64"), ARRAY("f32", 2), ARRAY("f32", 2)));
    double half = 2.5;
    float a[2], b[2], want_a[2] = {2, 2}, want_b[2] = {0.5f, 0.5f};
    ready_run(&r, TENSORS(SCALAR(&half), TENSOR(a, 2), TENSOR(b, 2)),
              TENSORS(TENSOR(a, 2), TENSOR(b, 2)));
    CHECK_EQ_MEM(a, want_a, sizeof a);
    CHECK_EQ_MEM(b, want_b, sizeof b);
    ready_free(&r);
    /* numbers, in a call of rank 0 */
    r = ready(&s, "accumulate", ARGS(NUMBER("f64"), NUMBER("i64")));
    CHECK_EQ_UINT(frit_resolved_output_info(r.resolved, 0).dtype, frit_dtype_find("f32"));
    ready_free(&r);
    source_free(&s);
}

/* vmap of what is written: its axes in the order that it says. */
TEST(mapped_out) {
    Source s = source_load(particles);
    frit_arg into = mapped(ARRAY("f32", 3, 2, 3), MAP(1, 0));
    Ready r = ready_with(&s, "ramp", ARGS(ARRAY("f32", 2, 3)), &into);
    CHECK(!frit_resolved_takes_result(r.resolved));
    float x[6] = {0, 1, 2, 3, 4, 5}, out[18];
    ready_run(&r, TENSORS(TENSOR(x, 2, 3)), TENSORS(TENSOR(out, 3, 2, 3)));
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 3; j++)
            for (int k = 0; k < 3; k++)
                CHECK_EQ_F32(out[(j * 2 + i) * 3 + k], x[i * 3 + j] * (float)(k + 1));
    ready_free(&r);
    source_free(&s);
}

TEST(structs_by_field) {
    Source s = source_load(particles);
    Ready r = ready(&s, "heavier",
                    ARGS(ITEMS(FRIT_ARG_FIELDS, named("mass", ARRAY("f32", 2)),
                               named("pos", ITEMS(FRIT_ARG_PARTS, NUMBER("f64"), ARRAY("f32", 2),
                                                  NUMBER("i64")))),
                         NUMBER("f64")));
    CHECK(frit_resolved_is_struct(r.resolved));
    CHECK_EQ_UINT(frit_resolved_output_count(r.resolved), 2);
    CHECK_EQ_UINT(frit_resolved_value_count(r.resolved), 2);
    CHECK_STR(frit_resolved_output_info(r.resolved, 0).path, "pos");
    CHECK_STR(frit_resolved_output_info(r.resolved, 0).type, "float3");
    CHECK_STR(frit_resolved_output_info(r.resolved, 1).path, "mass");
    float mass[2] = {1, 2}, y[2] = {5, 6}, pos[6], out[2];
    double x = 0.5, k = 3;
    int64_t z = 7;
    ready_run(&r, TENSORS(TENSOR(mass, 2), SCALAR(&x), TENSOR(y, 2), SCALAR(&z), SCALAR(&k)),
              TENSORS(TENSOR(pos, 2, 3), TENSOR(out, 2)));
    const float want[6] = {0.5f, 5, 7, 0.5f, 6, 7}, want_mass[2] = {3, 6};
    CHECK_EQ_MEM(pos, want, sizeof want);
    CHECK_EQ_MEM(out, want_mass, sizeof want_mass);
    ready_free(&r);
    source_free(&s);
}

/* What is not given is as the struct says; what comes out needs a place all the same. */
TEST(fields_with_defaults) {
    Source s = source_load("struct P { float2 at = float2(1, 2); float m = 3; float g() { return "
                           "at.x + 10 * at.y + 100 * m; } [mutating] void grow() { m *= 2; } }\n"
                           "float f(P p) { return p.g(); }\n");
    frit_arg none = {.kind = FRIT_ARG_FIELDS},
             some = ITEMS(FRIT_ARG_FIELDS, named("m", ARRAY("f32", 2)));
    float m[2] = {5, 6}, out[2], want[2] = {521, 621};
    for (int k = 0; k < 2; k++) {
        const char *name = k ? "P.g" : "f";
        Ready r = ready(&s, name, &none, 1);
        ready_run(&r, NULL, 0, TENSORS(SCALAR(out)));
        CHECK_EQ_F32(out[0], 321);
        ready_free(&r);
        r = ready(&s, name, &some, 1);
        ready_run(&r, TENSORS(TENSOR(m, 2)), TENSORS(TENSOR(out, 2)));
        CHECK_EQ_MEM(out, want, sizeof want);
        ready_free(&r);
    }
    refused(__FILE__, __LINE__, &s, "P.grow", &some, 1, NULL, FRIT_ERR_TYPE,
            "P.grow: this: field at of P is missing\n"
            "\n"
            "  P: void grow()\n"
            "\n"
            "     argument  given           parameter  shape  mapping\n"
            "  -> this      fields m        inout P           by part\n"
            "       .m      array of float             (2,)\n");
    source_free(&s);
}

TEST(structs_in_structs) {
    Source s = source_load(particles);
    Ready r = ready(&s, "total",
                    ARGS(ITEMS(FRIT_ARG_FIELDS,
                               named("a", ITEMS(FRIT_ARG_FIELDS, named("pos", ARRAY("f32", 3)),
                                                named("mass", ARRAY("f32", 4, 1)))),
                               named("w", ARRAY("f32", 2)))));
    CHECK_EQ_UINT(frit_resolved_rank(r.resolved), 2);
    float pos[3] = {0}, mass[4] = {1, 2, 3, 4}, w[2] = {10, 20}, out[8];
    ready_run(&r, TENSORS(TENSOR(pos, 3), TENSOR(mass, 4, 1), TENSOR(w, 2)),
              TENSORS(TENSOR(out, 4, 2)));
    for (int k = 0; k < 8; k++)
        CHECK_EQ_F32(out[k], mass[k / 2] + w[k % 2]);
    ready_free(&r);
    source_free(&s);
}

TEST(methods) {
    Source s = source_load(particles);
    frit_arg object =
        ITEMS(FRIT_ARG_FIELDS, named("pos", ARRAY("f32", 2, 3)), named("mass", ARRAY("f32", 2)));
    float pos[6] = {0, 1, 2, 3, 4, 5}, mass[2] = {2, 4}, out[6];
    double speed = 3, dt = 0.5;
    Ready r = ready(&s, "Particle.energy", ARGS(object, NUMBER("f64")));
    ready_run(&r, TENSORS(TENSOR(pos, 2, 3), TENSOR(mass, 2), SCALAR(&speed)),
              TENSORS(TENSOR(out, 2)));
    CHECK_EQ_F32(out[1], 18);
    ready_free(&r);
    r = ready(&s, "Particle.step", ARGS(object, ARRAY("f32", 3), NUMBER("f64")));
    CHECK_EQ_UINT(frit_resolved_value_count(r.resolved), 0);
    CHECK_EQ_INT(frit_resolved_output_info(r.resolved, 0).arg, 0);
    CHECK_STR(frit_resolved_output_info(r.resolved, 0).path, "pos");
    float v[3] = {2, 4, 6};
    CHECK_EQ_UINT(frit_resolved_output_count(r.resolved), 1); /* the mass stays as it is */
    ready_run(&r, TENSORS(TENSOR(pos, 2, 3), TENSOR(mass, 2), TENSOR(v, 3), SCALAR(&dt)),
              TENSORS(TENSOR(pos, 2, 3)));
    const float want[6] = {1, 3, 5, 4, 6, 8};
    CHECK_EQ_MEM(pos, want, sizeof want);
    ready_free(&r);
    r = ready(&s, "Particle.at", ARGS(ARRAY("f32", 2, 3)));
    CHECK_EQ_UINT(frit_resolved_output_count(r.resolved), 2);
    ready_free(&r);
    source_free(&s);
}

TEST(types_as_functions) {
    Source s = source_load(particles);
    Ready r = ready(&s, "float2", ARGS(ARRAY("f32", 2, 1), ARRAY("f64", 3)));
    float u[2] = {1, 2}, out[12];
    double v[3] = {10, 20, 30};
    ready_run(&r, TENSORS(TENSOR(u, 2, 1), TENSOR(v, 3)), TENSORS(TENSOR(out, 2, 3, 2)));
    for (int k = 0; k < 6; k++) {
        CHECK_EQ_F32(out[2 * k], u[k / 3]);
        CHECK_EQ_F32(out[2 * k + 1], (float)v[k % 3]);
    }
    ready_free(&r);
    r = ready(&s, "float4", ARGS(ARRAY("f32", 2, 3), NUMBER("i64")));
    float xyz[6] = {1, 2, 3, 4, 5, 6}, xyzw[8], want[8] = {1, 2, 3, 9, 4, 5, 6, 9};
    int64_t w = 9;
    ready_run(&r, TENSORS(TENSOR(xyz, 2, 3), SCALAR(&w)), TENSORS(TENSOR(xyzw, 2, 4)));
    CHECK_EQ_MEM(xyzw, want, sizeof want);
    ready_free(&r);
    r = ready(&s, "int", ARGS(ARRAY("f32", 2)));
    int32_t cut[2], want_cut[2] = {1, -1};
    ready_run(&r, TENSORS(TENSOR(((float[2]){1.75f, -1.75f}), 2)), TENSORS(TENSOR(cut, 2)));
    CHECK_EQ_MEM(cut, want_cut, sizeof cut);
    ready_free(&r);
    r = ready(&s, "Particle", ARGS(named("mass", NUMBER("f64")), named("pos", ARRAY("f32", 2, 3))));
    CHECK(frit_resolved_is_struct(r.resolved));
    CHECK_EQ_UINT(frit_resolved_output_info(r.resolved, 1).rank, 1);
    ready_free(&r);
    source_free(&s);
}

TEST(matrices_and_fixed_arrays) {
    Source s = source_load(particles);
    Ready r = ready(&s, "turned", ARGS(ARRAY("f32", 2, 2, 2)));
    float m[8] = {1, 2, 3, 4, 5, 6, 7, 8}, out[8], want[8] = {1, 3, 2, 4, 5, 7, 6, 8};
    ready_run(&r, TENSORS(TENSOR(m, 2, 2, 2)), TENSORS(TENSOR(out, 2, 2, 2)));
    CHECK_EQ_MEM(out, want, sizeof want);
    ready_free(&r);
    r = ready(&s, "sum4", ARGS(ARRAY("i32", 2, 4)));
    int32_t x[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    ready_run(&r, TENSORS(TENSOR(x, 2, 4)), TENSORS(TENSOR(out, 2)));
    CHECK_EQ_F32(out[0], 10);
    CHECK_EQ_F32(out[1], 26);
    ready_free(&r);
    source_free(&s);
}

TEST(buffers_are_taken_whole) {
    Source s = source_load(particles);
    Ready r = ready(&s, "first", ARGS(ARRAY("f32", 5), ARRAY("i32", 3)));
    CHECK_EQ_UINT(frit_resolved_rank(r.resolved), 1);
    float b[5] = {10, 11, 12, 13, 14}, out[3];
    int32_t i[3] = {4, 0, 2};
    ready_run(&r, TENSORS(TENSOR(b, 5), TENSOR(i, 3)), TENSORS(TENSOR(out, 3)));
    const float want[3] = {14, 10, 12};
    CHECK_EQ_MEM(out, want, sizeof want);
    ready_free(&r);
    source_free(&s);
}

TEST(constants) {
    Source s = source_load(particles);
    Ready r = ready(&s, "TAU", NULL, 0);
    float out = 0;
    ready_run(&r, NULL, 0, TENSORS(SCALAR(&out)));
    CHECK_EQ_F32(out, 6.25f);
    ready_free(&r);
    source_free(&s);
}

/* ---- values made in the call */

static const frit_arg call_id = {.kind = FRIT_ARG_CALL_ID},
                      thread_id = {.kind = FRIT_ARG_THREAD_ID};

TEST(places_and_numbers) {
    Source s = source_load(particles);
    frit_arg into = ARRAY("i32", 2, 3, 2);
    Ready r = ready_with(&s, "place", &call_id, 1, &into);
    CHECK(frit_resolved_takes_result(r.resolved));
    int32_t out[12], out3[18];
    uint32_t numbers[24];
    ready_run(&r, TENSORS(TENSOR(out, 2, 3, 2)), TENSORS(TENSOR(out, 2, 3, 2)));
    for (int k = 0; k < 6; k++) {
        CHECK_EQ_INT(out[2 * k], k % 3);
        CHECK_EQ_INT(out[2 * k + 1], k / 3);
    }
    ready_free(&r);
    into = ARRAY("i32", 2, 3, 3);
    r = ready_with(&s, "place3", &call_id, 1, &into);
    ready_run(&r, TENSORS(TENSOR(out3, 2, 3, 3)), TENSORS(TENSOR(out3, 2, 3, 3)));
    CHECK_EQ_INT(out3[15], 2);
    CHECK_EQ_INT(out3[16], 1);
    CHECK_EQ_INT(out3[17], 0);
    ready_free(&r);
    into = ARRAY("u32", 2, 3, 4);
    r = ready_with(&s, "number", &thread_id, 1, &into);
    ready_run(&r, TENSORS(TENSOR(numbers, 2, 3, 4)), TENSORS(TENSOR(numbers, 2, 3, 4)));
    for (uint32_t k = 0; k < 24; k++)
        CHECK_EQ_UINT(numbers[k], k);
    ready_free(&r);
    source_free(&s);
}

TEST(grids) {
    Source s = source_load(particles);
    frit_arg items[4] = {NUMBER("i64"), NUMBER("i64"), NUMBER("i64"), NUMBER("i64")};
    frit_arg grid = {
        .kind = FRIT_ARG_GRID, .rank = 2, .shape = SHAPE(2, 3), .items = items, .item_count = 4};
    Ready r = ready(&s, "place", &grid, 1);
    int64_t offset[2] = {100, 10}, stride[2] = {1000, 2};
    int32_t out[12];
    bool nothing = false;
    frit_tensor cover = {&nothing, SHAPE(2, 3), SHAPE(0, 0)};
    ready_run(&r,
              TENSORS(cover, SCALAR(&offset[0]), SCALAR(&offset[1]), SCALAR(&stride[0]),
                      SCALAR(&stride[1])),
              TENSORS(TENSOR(out, 2, 3, 2)));
    for (int k = 0; k < 6; k++) {
        CHECK_EQ_INT(out[2 * k], 10 + 2 * (k % 3));
        CHECK_EQ_INT(out[2 * k + 1], 100 + 1000 * (k / 3));
    }
    ready_free(&r);
    source_free(&s);
}

static uint32_t wang(uint32_t h) {
    h = (h ^ 61) ^ (h >> 16);
    h *= 9;
    h ^= h >> 4;
    h *= 0x27d4eb2d;
    return h ^ (h >> 15);
}

TEST(hashes) {
    Source s = source_load(particles);
    frit_arg items[2] = {NUMBER("i64"), NUMBER("i64")}, into = ARRAY("u32", 5, 2);
    frit_arg hash = {.kind = FRIT_ARG_WANG_HASH, .items = items, .item_count = 2};
    Ready r = ready_with(&s, "hashes", &hash, 1, &into);
    int64_t seed = 12345, more = 2;
    uint32_t out[10];
    ready_run(&r, TENSORS(SCALAR(&seed), SCALAR(&more), TENSOR(out, 5, 2)),
              TENSORS(TENSOR(out, 5, 2)));
    for (uint32_t k = 0; k < 5; k++) {
        uint32_t h = wang(wang(wang(k ^ wang(12345))));
        CHECK_EQ_UINT(out[2 * k], h);
        CHECK_EQ_UINT(out[2 * k + 1], wang(h));
    }
    ready_free(&r);
    source_free(&s);
}

/* The numbers are those of the IR's own op for the same key, draw and place. */
TEST(random_numbers) {
    static const char text[] =
        "program main(key: u64, draw: u64, like: bool[n]) -> (r) {\n"
        "  u = uniform(key, draw, shape=[n,2], to=f32)\n"
        "  z = normal(key, draw, shape=[n,2], to=f32)\n"
        "  k = const(3.0:f32) o = const(2.0:f32) a = mul(u, k) b = add(a, o)\n"
        "  r = stack(b, z, axis=0)\n"
        "}\n";
    Source s = source_load(particles);
    frit_module *m, *typed;
    frit_plan *plan;
    frit_call *call;
    frit_error error;
    bool like[7];
    uint64_t key = 11, draw = 5;
    float want[2][14], out[14];
    CHECK(!frit_module_parse(s.context, text, sizeof text - 1, &m, &error));
    CHECK_MSG(!frit_module_infer(m, NULL, NULL, 0, NULL, &typed, &error), "%s", error.message);
    CHECK(!frit_plan_new(s.context, typed, NULL, NULL, &plan, &error));
    CHECK(!frit_call_new(s.context, plan, &call, &error));
    CHECK(!frit_call_run(call, TENSORS(SCALAR(&key), SCALAR(&draw), TENSOR(like, 7)),
                         TENSORS(TENSOR(want, 2, 7, 2)), &error));
    frit_call_free(call);
    frit_plan_free(plan);
    frit_module_free(typed);
    frit_module_free(m);
    frit_arg items[4] = {NUMBER("i64"), NUMBER("i64"), NUMBER("f64"), NUMBER("f64")};
    frit_arg random = {.kind = FRIT_ARG_RANDOM, .items = items, .item_count = 4};
    frit_arg normal = {.kind = FRIT_ARG_NORMAL, .items = items, .item_count = 4};
    frit_arg into = ARRAY("f32", 7, 2);
    double lo = 2, hi = 5, mean = 0, deviation = 1;
    Ready r = ready_with(&s, "same2", &random, 1, &into);
    ready_run(&r, TENSORS(SCALAR(&key), SCALAR(&draw), SCALAR(&lo), SCALAR(&hi), TENSOR(out, 7, 2)),
              TENSORS(TENSOR(out, 7, 2)));
    CHECK_EQ_MEM(out, want[0], sizeof out);
    ready_free(&r);
    r = ready_with(&s, "same2", &normal, 1, &into);
    ready_run(
        &r,
        TENSORS(SCALAR(&key), SCALAR(&draw), SCALAR(&mean), SCALAR(&deviation), TENSOR(out, 7, 2)),
        TENSORS(TENSOR(out, 7, 2)));
    CHECK_EQ_MEM(out, want[1], sizeof out);
    ready_free(&r);
    source_free(&s);
}

/* Nothing changes: then all comes out as it is. */
TEST(nothing_changes) {
    Source s = source_load(particles);
    frit_arg object =
        ITEMS(FRIT_ARG_FIELDS, named("pos", ARRAY("f32", 2, 3)), named("mass", ARRAY("f32", 2)));
    Ready r = ready(&s, "Particle.rest", &object, 1);
    CHECK_EQ_UINT(frit_resolved_output_count(r.resolved), 2);
    ready_free(&r);
    source_free(&s);
}

/* A part that a method leaves alone may be one number for all; it does not come out. */
TEST(numbers_that_stay) {
    Source s = source_load(particles);
    frit_arg object =
        ITEMS(FRIT_ARG_FIELDS, named("pos", ARRAY("f32", 2, 3)), named("mass", NUMBER("f64")));
    Ready r = ready(&s, "Particle.step", ARGS(object, ARRAY("f32", 3), NUMBER("f64")));
    CHECK_EQ_UINT(frit_resolved_output_count(r.resolved), 1);
    CHECK_STR(frit_resolved_output_info(r.resolved, 0).path, "pos");
    ready_free(&r);
    source_free(&s);
}

/* So may a vector be that is given by its parts. */
TEST(vectors_that_stay) {
    Source s = source_load("struct P { float3 at; float3 speed; [mutating] void step(float t) { at "
                           "+= t * speed; } }");
    frit_arg number = NUMBER("f64");
    frit_arg speed = ITEMS(FRIT_ARG_PARTS, number, number, number);
    frit_arg object =
        ITEMS(FRIT_ARG_FIELDS, named("at", ARRAY("f32", 2, 3)), named("speed", speed));
    Ready r = ready(&s, "P.step", ARGS(object, number));
    CHECK_EQ_UINT(frit_resolved_output_count(r.resolved), 1);
    CHECK_STR(frit_resolved_output_info(r.resolved, 0).path, "at");
    ready_free(&r);
    /* Without axes of the call everything comes out. */
    object = ITEMS(FRIT_ARG_FIELDS, named("at", speed), named("speed", speed));
    r = ready(&s, "P.step", ARGS(object, number));
    CHECK_EQ_UINT(frit_resolved_output_count(r.resolved), 2);
    ready_free(&r);
    source_free(&s);
}

/* Two axes become an array of vectors; one, if the elements are vectors already. */
TEST(arrays_of_vectors) {
    Source s = source_load(particles);
    float p[12] = {0, 1, 2, 4, 5, 6, 10, 20, 30, 20, 30, 40}, out[6];
    const float want[6] = {2, 3, 4, 15, 25, 35};
    Ready r = ready(&s, "middle", ARGS(ARRAY("f32", 2, 2, 3)));
    ready_run(&r, TENSORS(TENSOR(p, 2, 2, 3)), TENSORS(TENSOR(out, 2, 3)));
    CHECK_EQ_MEM(out, want, sizeof want);
    ready_free(&r);
    r = ready(&s, "middle", ARGS(ARRAY("f32x3", 2, 2)));
    memset(out, 0, sizeof out);
    ready_run(&r, TENSORS(TENSOR(p, 2, 2)), TENSORS(TENSOR(out, 2, 3)));
    CHECK_EQ_MEM(out, want, sizeof want);
    ready_free(&r);
    r = ready(&s, "fill", ARGS(ARRAY("i32", 2), ARRAY("i64", 2, 3), ARRAY("f32", 2, 2, 2)));
    int32_t n[2] = {5, 7};
    int64_t a[6], want_a[6] = {5, 6, 7, 7, 8, 9};
    float m[8];
    ready_run(&r, TENSORS(TENSOR(n, 2), TENSOR(a, 2, 3), TENSOR(m, 2, 2, 2)),
              TENSORS(TENSOR(a, 2, 3), TENSOR(m, 2, 2, 2)));
    CHECK_EQ_MEM(a, want_a, sizeof a);
    CHECK_EQ_F32(m[7], 7);
    ready_free(&r);
    source_free(&s);
}

/* A struct into arrays that are there, one for each field. */
TEST(result_by_field) {
    Source s = source_load(particles);
    frit_arg into =
        ITEMS(FRIT_ARG_FIELDS, named("mass", ARRAY("f64", 2)), named("pos", ARRAY("f32", 2, 3)));
    Ready r = ready_with(&s, "Particle.at", ARGS(ARRAY("f32", 2, 3)), &into);
    CHECK_STR(frit_resolved_output_info(r.resolved, 0).path, "pos");
    CHECK_STR(frit_resolved_output_info(r.resolved, 1).path, "mass");
    CHECK_EQ_UINT(frit_resolved_output_info(r.resolved, 1).dtype, frit_dtype_find("f64"));
    float p[6] = {1, 2, 3, 4, 5, 6}, pos[6];
    double mass[2];
    ready_run(&r, TENSORS(TENSOR(p, 2, 3)), TENSORS(TENSOR(pos, 2, 3), TENSOR(mass, 2)));
    CHECK_EQ_MEM(pos, p, sizeof p);
    CHECK_EQ_F64(mass[1], 2);
    ready_free(&r);
    source_free(&s);
}

/* Errors in the body of a generic function are told by the call that makes it. */
TEST(errors_inside) {
    Source s = source_load(particles);
    frit_resolved *resolved = NULL;
    frit_text report = {NULL, 0, 0};
    frit_error error;
    CHECK_EQ_INT(frit_slang_resolve(s.slang, "broken", ARGS(ARRAY("f32", 2)), NULL, &resolved,
                                    &report, &error),
                 FRIT_ERR_TYPE);
    CHECK(!resolved && report.data && strstr(report.data, "x.nope") && error.line > 0);
    frit_text_free(s.context, &report);
    source_free(&s);
}

/* Arrays whose elements are structs, as a caller in C may have them, bind whole. */
TEST(struct_arrays) {
    Source s = source_load(particles);
    struct {
        float pos[3], mass;
    } p[3] = {{{1, 2, 3}, 4}, {{5, 6, 7}, 8}, {{9, 10, 11}, 12}};
    float pos[9], mass[3];
    double k = 0.5;
    Ready r = ready(&s, "heavier", ARGS(ARRAY("Particle", 3), NUMBER("f64")));
    CHECK_EQ_UINT(frit_resolved_rank(r.resolved), 1);
    ready_run(&r, TENSORS(TENSOR(p, 3), SCALAR(&k)), TENSORS(TENSOR(pos, 3, 3), TENSOR(mass, 3)));
    CHECK_EQ_F32(pos[8], 11);
    CHECK_EQ_F32(mass[0], 2);
    CHECK_EQ_F32(mass[2], 6);
    ready_free(&r);
    source_free(&s);
}
