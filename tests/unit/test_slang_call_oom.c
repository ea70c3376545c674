/* Every allocation of loading and resolving fails once, in turn: FRIT_ERR_NOMEM, no leak, and the module still works. */
#include "slang_call_fixture.h"

static const char text[] =
    "struct Particle { float3 pos; float mass;\n"
    "    [mutating] void step(float3 v, float dt = 0.5) { pos = pos + v * dt; } }\n"
    "float3 tonemap(float3 color, float filmic) { return color * filmic; }\n"
    "T same<T>(T x) { return x; }\n"
    "float one(float2 x) { return x.x; }\n"
    "float one(int x) { return x; }\n"
    "uint2 hashes(uint2 n, float r) { return n; }\n"
    "static const float TAU = 6.25;\n"
    "typealias Number = float; typealias Numbers = vector<Number, 3>;\n"
    "static const Numbers ONE = Numbers(1); static const Numbers TWO = ONE + ONE;\n"
    "struct Q { Number m = 2; }\n"
    "float weight(Q q) { return q.m; }\n"
    "void set(out float x, float y) { x = y; }\n"
    "cbuffer C { float gain; } uniform float bias = 2; static float state = 1;\n"
    "RWTexture2D<float2> target; ByteAddressBuffer bytes;\n"
    "struct V { float2 d; property float x2 { get { return 2 * d.x; } set { d.x = newValue / 2; } "
    "} }\n"
    "float next() { state *= 2; return state * gain; }\n"
    "void put(RWTexture2D<float2> t, uint2 at, float v) { if (at.x > 1) t[at].y = v; }\n"
    "float paint(uint2 at) { V v = {float2(at)}; v.x2 += next(); put(target, at, v.d.x + bias);\n"
    "    return v.x2 + asfloat(bytes.Load(4)) + target[at].x; }\n"
    "float placed(int i) { float a[2]; set(a[i++], TWO.x); return a[0] + i; }\n";

typedef struct World {
    struct test_alloc alloc;
    frit_context *context;
    frit_slang *slang;
} World;

typedef frit_status Operation(World *w, frit_error *error);

static frit_status op_load(World *w, frit_error *error) {
    frit_slang *slang = NULL;
    frit_text report = {NULL, 0, 0};
    frit_status status =
        frit_slang_load(w->context, text, sizeof text - 1, NULL, &slang, &report, error);
    frit_text_free(w->context, &report);
    frit_slang_free(slang);
    return status;
}

static frit_status resolve_with(World *w, const char *function, const frit_arg *args, uint32_t n,
                                const frit_arg *result, frit_error *error) {
    frit_resolved *resolved = NULL;
    frit_text report = {NULL, 0, 0}, told = {NULL, 0, 0};
    frit_status status =
        frit_slang_resolve(w->slang, function, args, n, result, &resolved, &report, error);
    CHECK((status == FRIT_OK) == (resolved != NULL));
    if (resolved) {
        status = frit_resolved_describe(resolved, &told, error);
        frit_text_free(w->context, &told);
    }
    frit_text_free(w->context, &report);
    frit_resolved_free(resolved);
    return status;
}

static frit_status op_gather(World *w, frit_error *error) {
    return resolve_with(w, "tonemap", ARGS(ARRAY("f64", 4, 3), NUMBER("f64")), NULL, error);
}

static frit_status op_generic(World *w, frit_error *error) {
    return resolve_with(w, "same", ARGS(mapped(ARRAY("f16", 4, 3), MAP(0))), NULL, error);
}

static frit_status op_method(World *w, frit_error *error) {
    frit_arg object =
        ITEMS(FRIT_ARG_FIELDS, named("pos", ARRAY("f32", 2, 3)), named("mass", NUMBER("f64")));
    return resolve_with(w, "Particle.step", ARGS(object, ARRAY("f32", 3)), NULL, error);
}

static frit_status op_default(World *w, frit_error *error) {
    return resolve_with(w, "weight", ARGS(((frit_arg){.kind = FRIT_ARG_FIELDS})), NULL, error);
}

static frit_status op_made(World *w, frit_error *error) {
    return resolve_with(w, "float4", ARGS(ARRAY("f32", 5, 3), ARRAY("i32", 5)), NULL, error);
}

static frit_status op_generators(World *w, frit_error *error) {
    frit_arg numbers[4] = {NUMBER("i64"), NUMBER("i64"), NUMBER("f64"), NUMBER("f64")};
    frit_arg hash = {.kind = FRIT_ARG_WANG_HASH, .items = numbers, .item_count = 2};
    frit_arg random = {.kind = FRIT_ARG_RANDOM, .items = numbers, .item_count = 4};
    frit_arg into = ARRAY("u32", 3, 4, 2);
    return resolve_with(w, "hashes", ARGS(hash, random), &into, error);
}

static frit_status op_shared(World *w, frit_error *error) {
    return resolve_with(w, "paint",
                        ARGS(ARRAY("u32", 4, 2), named("gain", NUMBER("f64")),
                             named("target", ARRAY("f32", 3, 5, 2)),
                             named("bytes", ARRAY("u32", 2))),
                        NULL, error);
}

static frit_status op_constant(World *w, frit_error *error) {
    return resolve_with(w, "TAU", NULL, 0, NULL, error);
}

static frit_status op_declare(World *w, frit_error *error) {
    frit_arg any = {.kind = FRIT_ARG_ANY};
    frit_resolved *resolved = NULL;
    frit_text report = {NULL, 0, 0};
    frit_status status = frit_slang_declare(w->slang, "tonemap", ARGS(mapped(any, MAP(0))),
                                            &resolved, &report, error);
    CHECK((status == FRIT_OK) == (resolved && frit_resolved_module(resolved)));
    frit_resolved_free(resolved);
    if (status)
        return frit_text_free(w->context, &report), status;
    status = frit_slang_declare(w->slang, "one", ARGS(any, any), &resolved, &report, error);
    frit_text_free(w->context, &report);
    return status == FRIT_ERR_ARGUMENT ? FRIT_OK : status; /* it is refused */
}

static frit_status op_describe(World *w, frit_error *error) {
    frit_text out = {NULL, 0, 0};
    frit_status status = frit_slang_describe(w->slang, "Particle", &out, error);
    frit_text_free(w->context, &out);
    frit_type type;
    return status ? status : frit_slang_type(w->slang, "Particle", &type, error);
}

/* Refusing takes memory too. FRIT_OK: it was refused as it should be. */
static frit_status op_refused(World *w, frit_error *error) {
    frit_status status = resolve_with(w, "one", ARGS(ARRAY("f32", 4, 3)), NULL, error);
    if (status != FRIT_ERR_SHAPE)
        return status;
    status =
        resolve_with(w, "Particle.step",
                     ARGS(ITEMS(FRIT_ARG_FIELDS, named("pos", ARRAY("f32", 2, 2)))), NULL, error);
    return status == FRIT_ERR_ARGUMENT ? FRIT_OK : status;
}

/* all: everything fails from that allocation on. Returns how many there are. */
static size_t sweep(Operation *operation, const char *name, bool all) {
    for (size_t n = 1;; n++) {
        World w = {.alloc = TEST_ALLOC(0)};
        frit_allocator allocator = {test_alloc_fn, &w.alloc};
        frit_error error = {.status = FRIT_OK};
        test_note("%s, allocation %zu", name, n);
        w.context = frit_context_new(&allocator);
        CHECK(w.context);
        CHECK(!frit_slang_load(w.context, text, sizeof text - 1, NULL, &w.slang, NULL, &error));
        w.alloc.fail_after = all;
        w.alloc.fail_at = w.alloc.calls + n;
        frit_status status = operation(&w, &error);
        size_t failures = w.alloc.failures;
        w.alloc.fail_at = 0;
        if (failures)
            CHECK_MSG(status == FRIT_ERR_NOMEM, "status %s: %s", frit_status_name(status),
                      error.message);
        status = operation(&w, &error);
        CHECK_MSG(status == FRIT_OK, "afterwards: %s", error.message);
        frit_slang_free(w.slang);
        frit_context_free(w.context);
        CHECK_ALLOC(&w.alloc);
        if (!failures)
            return n - 1;
    }
}

static void sweep_both(Operation *operation, const char *name, size_t at_least) {
    CHECK(sweep(operation, name, false) >= at_least);
    CHECK(sweep(operation, name, true) >= at_least);
}

TEST(load) {
    sweep_both(op_load, "load", 50);
}

TEST(calls) {
    sweep_both(op_gather, "gather", 20);
    sweep_both(op_generic, "generic", 20);
    sweep_both(op_method, "method", 20);
    sweep_both(op_default, "default", 15);
    sweep_both(op_made, "made", 20);
    sweep_both(op_generators, "generators", 20);
    sweep_both(op_constant, "constant", 5);
    sweep_both(op_shared, "shared", 20);
    sweep_both(op_declare, "declare", 20);
}

TEST(telling) {
    sweep_both(op_describe, "describe", 2);
    sweep_both(op_refused, "refused", 10);
}
