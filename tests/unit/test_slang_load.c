/* Loading modules: imports, memory that runs out, values from outside, names of types. */
#include "slang_fixture.h"

#include <stdio.h>
#include <stdlib.h>

static const char rich[] =
    "import lib;\n"
    "static const float3 UP = {0, 1, 0};\n"
    "enum Mode { Off, On = 5 }\n"
    "struct Pair<T> { T a = T(1); T b; T sum() { return a + b; } [mutating] void set(T v) { a = v; "
    "} }\n"
    "interface IShape { float area(); }\n"
    "struct Square : IShape { float side; __init(float s) { side = s; } float area() { return side "
    "* side; } }\n"
    "float area_of<S : IShape>(S s) { return s.area(); }\n"
    "Square operator+(Square a, Square b) { return Square(a.side + b.side); }\n"
    "void split(float v, out float a, inout float b) { a = floor(v); b += frac(v); }\n"
    "float f(float x, int n, float k = 2) {\n"
    "  Pair<float> p; p.set(x); float a[3] = {1, x, 3}; float q; split(x, q, a[1]);\n"
    "  for (int i = 0; i < n; i++) { if (a[i] > 2 && x > 0) break; q += a[i] * k; }\n"
    "  float2x2 m = inverse(float2x2(1, 2, 3, x));\n"
    "  return p.sum() + q + area_of(Square(x) + Square(2)) + dot(UP, float3(x)) + m[0][1] + "
    "Mode.On + from_lib(x).y;\n"
    "}\n";
static const char lib[] =
    "float2 from_lib(float x) { return smoothstep(float2(0), float2(1, 4), x); }\n";

static bool read_lib(void *user, Env *env, const char *from, const char *name, Str *path,
                     Str *text) {
    (void)from;
    (void)user, (void)env;
    if (strcmp(name, "lib") != 0 && strcmp(name, "a/b") != 0)
        return false;
    str_puts(path, "lib.slang");
    str_puts(text, lib);
    return true;
}

static bool load_once(struct test_alloc *alloc, frit_error *error, const char *source) {
    frit_allocator allocator = {test_alloc_fn, alloc};
    Env env = env_make(&allocator, error, error);
    Diagnostics d = {0};
    Imports imports = {read_lib, NULL};
    Slang *k = slang_load(&env, "test", source, strlen(source), &imports, &d);
    ProgId program;
    bool ok = k != NULL;
    if (k) {
        InstanceId instance;
        TypeId unknown[3] = {NO_TYPE};
        Str why = str_make(&env);
        DeclId f = slang_find(k, "f", 1), up = slang_find(k, "UP", 2);
        CHECK(f != NO_DECL && up != NO_DECL);
        ok = slang_bind(&env, k, f, NO_TYPE, NULL, 0, unknown, 2, &instance, &why) &&
             slang_lower(&env, k, instance, &d) &&
             slang_lower_default(&env, k, instance, 2, &d, &program) &&
             slang_lower_constant(&env, k, up, &d, &program);
        str_free(&why);
    }
    diagnostics_free(&allocator, &d);
    slang_free(k);
    return ok;
}

TEST(memory_runs_out) {
    for (size_t n = 1;; n++) {
        struct test_alloc alloc = TEST_ALLOC(n);
        frit_error error;
        test_note("allocation %zu", n);
        bool ok = load_once(&alloc, &error, rich);
        CHECK_ALLOC(&alloc);
        CHECK_MSG(ok == (alloc.failures == 0), "%s", error.message);
        if (ok)
            break;
        CHECK_MSG(error.status == FRIT_ERR_NOMEM, "%zu: %d %s", n, error.status, error.message);
    }
}

/* A source with errors of all kinds: what is told needs memory too. */
TEST(memory_runs_out_while_telling) {
    static const char bad[] =
        "import lib;\nstruct S { Nope n; }\nfloat f(float x) { float3 v = float4(1); return x.q + "
        "pick(x) + from_libb(x); }\n"
        "int pick(float2 a, int b) { return 1; }\nint pick(float3 a, int b) { return 2; }\n"
        "float g(S s) { return s.nope; }\n";
    for (size_t n = 1;; n++) {
        struct test_alloc alloc = TEST_ALLOC(n);
        frit_error error;
        test_note("allocation %zu", n);
        bool ok = load_once(&alloc, &error, bad);
        CHECK_ALLOC(&alloc);
        CHECK(!ok);
        if (alloc.failures == 0) {
            CHECK_EQ_INT(error.status, FRIT_ERR_TYPE);
            break;
        }
        CHECK_MSG(error.status == FRIT_ERR_NOMEM, "%zu: %d %s", n, error.status, error.message);
    }
}

TEST(imports) {
    static const char *const all[] = {"import lib;", "import a.b;", "import \"lib\";",
                                      "import \"lib.slang\";", "__import lib;"};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        SlangFixture f;
        Diagnostics d = {0};
        Imports imports = {read_lib, NULL};
        char source[200];
        snprintf(source, sizeof source, "%s\nfloat f(float x) { return from_lib(x).x; }\n", all[i]);
        slang_fixture_init(&f);
        Slang *k = slang_load(&f.env, "test", source, strlen(source), &imports, &d);
        CHECK_MSG(k, "%s: %s", source, f.error.message);
        CHECK(slang_find(k, "from_lib", 8) != NO_DECL);
        diagnostics_free(&f.allocator, &d);
        slang_free(k);
        slang_fixture_end(&f);
    }
}

TEST(types_by_name) {
    static const char *const names[][2] = {{"float", "float"},
                                           {"float3", "float3"},
                                           {"vector<float, 3>", "float3"},
                                           {"int2x3", "int2x3"},
                                           {"Pair<float>", "Pair<float>"},
                                           {"float[4]", "float[4]"},
                                           {"Two", "Pair<int>"},
                                           {"Mode", "int"},
                                           {"Texture2D<float3>", "Texture2D<float3>"},
                                           {"uint16_t", "uint16_t"},
                                           {"Pair<Pair<half>>", "Pair<Pair<half>>"}};
    static const char source[] =
        "struct Pair<T> { T a; T b; }\ntypealias Two = Pair<int>;\nenum Mode { A }\n";
    SlangFixture f;
    Diagnostics d = {0};
    slang_fixture_init(&f);
    Slang *k = slang_load(&f.env, "test", source, strlen(source), NULL, &d);
    CHECK(k);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        TypeId type;
        Str text = str_make(&f.env);
        CHECK_MSG(slang_type(&f.env, k, names[i][0], &type), "%s: %s", names[i][0],
                  f.error.message);
        slang_print_type(&text, k, type);
        CHECK_STR(text.data, names[i][1]);
        str_free(&text);
    }
    TypeId type;
    CHECK(!slang_type(&f.env, k, "Nope", &type));
    CHECK_STR(f.error.message, "there is no type Nope");
    env_clear_error(&f.env);
    CHECK(!slang_type(&f.env, k, "float3; float4", &type));
    env_clear_error(&f.env);
    diagnostics_free(&f.allocator, &d);
    slang_free(k);
    slang_fixture_end(&f);
}
