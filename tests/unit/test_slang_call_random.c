/* Calls of all sorts of arguments, most of them wrong: each is refused with a report, or resolved to a module that can be
 * planned. */
#include "slang_call_fixture.h"

static const char text[] =
    "struct Particle { float3 pos; float mass;\n"
    "    [mutating] void step(float3 v, float dt = 0.5) { pos = pos + v * dt; }\n"
    "    static Particle at(float3 p) { Particle q; q.pos = p; q.mass = 1; return q; } }\n"
    "struct Pair<T> { T a; T b; T sum() { return a + b; } }\n"
    "float3 f3(float3 x, float y) { return x * y; }\n"
    "float f1(float x, int n = 3) { return x * n; }\n"
    "float over(float2 x) { return x.x; }\n"
    "float over(int x) { return x; }\n"
    "float over(Particle p) { return p.mass; }\n"
    "T same<T>(T x) { return x; }\n"
    "void give(float x, out float3 y, inout int z) { y = x; z++; }\n"
    "float2x3 mats(float2x3 m, float k[3]) { return m * k[1]; }\n"
    "float tex(Texture2D<float> t, SamplerState s, float2 uv) { return t.SampleLevel(s, uv, 0); }\n"
    "uint3 id(uint3 i) { return i; }\n";

static const char *const functions[] = {
    "f3",   "f1",       "over",        "same",     "give",
    "mats", "tex",      "id",          "Particle", "Particle.step",
    "Pair", "Pair.sum", "Particle.at", "float3",   "float2x3"};
static const char *const types[] = {"f32", "f64", "i32", "u8", "bool", "f32x3", "f32x2x3", "c64"};
static const char *const casts[] = {"float", "float3", "int2", "float2x3", "Particle", "float[3]"};
static const char *const words[] = {"x", "y", "pos", "mass", "a", "b", "this", "nobody"};

typedef struct Dice {
    uint64_t state;
} Dice;

static uint32_t roll(Dice *d, uint32_t below) {
    d->state = d->state * 6364136223846793005ull + 1442695040888963407ull;
    return (uint32_t)(d->state >> 33) % below;
}

enum { POOL = 256, AXES = 4 };

/* Where arguments and their lists live while a call is tried. */
typedef struct Pool {
    frit_arg args[POOL];
    int64_t shapes[POOL][AXES];
    int32_t maps[POOL][AXES];
    uint32_t used;
} Pool;

static void make_arg(Dice *d, Pool *pool, uint32_t at, uint32_t depth);

static void make_items(Dice *d, Pool *pool, frit_arg *arg, uint32_t n, uint32_t depth, bool names) {
    uint32_t first = pool->used;
    if (first + n > POOL)
        return;
    pool->used += n;
    arg->items = &pool->args[first];
    arg->item_count = n;
    for (uint32_t k = 0; k < n; k++) {
        if (depth)
            make_arg(d, pool, first + k, depth - 1);
        else
            pool->args[first + k] = NUMBER(roll(d, 2) ? "i64" : "f64");
        if (names)
            pool->args[first + k].name = words[roll(d, 6)];
    }
}

static void make_arg(Dice *d, Pool *pool, uint32_t at, uint32_t depth) {
    static const int64_t extents[] = {0, 1, 2, 3, 3, 4, 7};
    frit_arg *arg = &pool->args[at];
    uint32_t kind = roll(d, 12);
    *arg = (frit_arg){.type = types[roll(d, COUNT(types))], .rank = roll(d, AXES + 1)};
    arg->shape = pool->shapes[at];
    for (uint32_t k = 0; k < AXES; k++) {
        pool->shapes[at][k] = extents[roll(d, COUNT(extents))];
        pool->maps[at][k] = (int32_t)roll(d, 4);
    }
    if (roll(d, 6) == 0) {
        arg->mapped = true;
        arg->map = pool->maps[at];
        arg->map_count = roll(d, arg->rank + 1);
    }
    if (roll(d, 6) == 0)
        arg->cast = casts[roll(d, COUNT(casts))];
    if (kind < 6)
        return; /* an array */
    arg->rank = kind == 10 ? arg->rank : 0;
    if (kind == 6) {
        *arg = NUMBER(roll(d, 2) ? "f64" : "i64");
    } else if (kind == 7 && depth) {
        arg->kind = FRIT_ARG_FIELDS;
        make_items(d, pool, arg, 1 + roll(d, 3), depth, true);
    } else if (kind == 8 && depth) {
        arg->kind = FRIT_ARG_PARTS;
        make_items(d, pool, arg, 1 + roll(d, 4), depth, false);
    } else {
        arg->kind = (frit_arg_kind)(FRIT_ARG_CALL_ID + roll(d, 7));
        if (arg->kind == FRIT_ARG_SAMPLER)
            arg->type = "linear wrap";
        else if (roll(d, 4))
            make_items(d, pool, arg,
                       arg->kind == FRIT_ARG_GRID        ? 2 * arg->rank
                       : arg->kind == FRIT_ARG_WANG_HASH ? 2
                       : arg->kind >= FRIT_ARG_RANDOM    ? 4
                                                         : 0,
                       0, false);
    }
}

/* 1: it could be called. */
static uint32_t try_one(Source *s, Dice *d) {
    Pool pool = {.used = 5};
    uint32_t n = roll(d, 4);
    bool into = roll(d, 5) == 0;
    const char *function = functions[roll(d, COUNT(functions))];
    frit_resolved *resolved = NULL;
    frit_plan *plan = NULL;
    frit_text report = {NULL, 0, 0};
    frit_error error;
    for (uint32_t k = 0; k < n + into; k++)
        make_arg(d, &pool, k, 2);
    if (n && roll(d, 6) == 0)
        pool.args[n - 1].name = words[roll(d, COUNT(words))];
    frit_status status = frit_slang_resolve(
        s->slang, function, pool.args, n, into ? &pool.args[n] : NULL, &resolved, &report, &error);
    if (status) {
        CHECK_MSG(status == FRIT_ERR_TYPE || status == FRIT_ERR_SHAPE ||
                      status == FRIT_ERR_ARGUMENT,
                  "%s: %s", function, error.message);
        CHECK(report.len && *error.message && !resolved);
        frit_text_free(s->context, &report);
        return 0;
    }
    const frit_module *m = frit_resolved_module(resolved);
    CHECK_MSG(!frit_module_check(m, FRIT_CHECK_TYPED, &error), "%s: %s", function, error.message);
    CHECK_MSG(!frit_plan_new(s->context, m, NULL, NULL, &plan, &error), "%s: %s", function,
              error.message);
    CHECK_EQ_UINT(frit_plan_output_count(plan), frit_resolved_output_count(resolved));
    frit_plan_free(plan);
    frit_resolved_free(resolved);
    return 1;
}

TEST(refuses_or_resolves) {
    Source s = source_load(text);
    Dice d = {20261115};
    uint32_t called = 0, tried = 20000;
    for (uint32_t k = 0; k < tried; k++) {
        test_note("call %u", k);
        called += try_one(&s, &d);
    }
    CHECK_MSG(called > tried / 100, "%u of %u could be called", called, tried);
    source_free(&s);
}
