/*
 * Metal source, compiled as C++ with stand-ins for Metal's own words and run. Its compiler exists on
 * one system only; this still finds what is not C++ and what gives wrong numbers.
 */
#define _GNU_SOURCE
#include "harness.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "emit_steps.h"

static const char stand_ins[] =
    "#include <cmath>\n#include <cstring>\n"
    "typedef unsigned char uchar;\ntypedef unsigned short ushort;\ntypedef unsigned int uint;\n"
    "typedef unsigned long ulong;\n"
    "#define kernel extern \"C\"\n#define device\n#define constant\n#define thread\n"
    "struct half { ushort bits; };\n"
    "template <typename T, typename F> T as_type(F x) {\n"
    "    static_assert(sizeof(T) == sizeof(F), \"sizes\");\n    T r;\n    std::memcpy(&r, &x, "
    "sizeof r);\n    return r;\n}\n"
    "template <typename T> struct two { T x, y; two() {} two(T a, T b) : x(a), y(b) {} };\n"
    "template <typename T> struct three { T x, y, z; three() {} three(T a, T b, T c) : x(a), y(b), "
    "z(c) {} };\n"
    "#define VECTORS(t) typedef two<t> t##2; typedef three<t> t##3;\n"
    "VECTORS(bool) VECTORS(char) VECTORS(short) VECTORS(int) VECTORS(long) VECTORS(uchar) "
    "VECTORS(ushort)\n"
    "VECTORS(uint) VECTORS(ulong) VECTORS(half) VECTORS(float)\n"
    "namespace metal { using namespace std; }\nusing namespace metal;\n";

static bool has_cxx(void) {
    char command[256];
    snprintf(command, sizeof command, "%s --version >/dev/null 2>&1",
             getenv("CXX") ? getenv("CXX") : "c++");
    return system(command) == 0;
}

static void *compile_metal(const char *source) {
    static const char include[] = "#include <metal_stdlib>\n";
    const char *at = strstr(source, include);
    CHECK(at);
    char *whole, command[512];
    CHECK(asprintf(&whole, "%.*s%s%s", (int)(at - source), source, stand_ins,
                   at + strlen(include)) > 0);
    snprintf(command, sizeof command,
             "%s -std=c++14 -O1 -ffp-contract=off -fsigned-char -w -Wfatal-errors -fPIC -shared -o "
             "emitted.so emitted.cpp", /* Metal's char has a sign */
             getenv("CXX") ? getenv("CXX") : "c++");
    void *library = compile_with(command, whole, "cpp");
    free(whole);
    return library;
}

static const StepDialect metal = {.name = "metal",
                                  .lacks = OPF_NOT_METAL,
                                  .function = "func_",
                                  .driver = "extern \"C\" void ",
                                  .first_param = "",
                                  .param = "",
                                  .global = "",
                                  .loop = "for (long i = 0; i < n; i++)",
                                  .memory = {[DT_BOOL] = "uchar",
                                             [DT_I8] = "char",
                                             [DT_I16] = "short",
                                             [DT_I32] = "int",
                                             [DT_I64] = "long",
                                             [DT_U8] = "uchar",
                                             [DT_U16] = "ushort",
                                             [DT_U32] = "uint",
                                             [DT_U64] = "ulong",
                                             [DT_F16] = "half",
                                             [DT_BF16] = "ushort",
                                             [DT_F32] = "float",
                                             [DT_C64] = "frit_c64"}};

TEST(every_step_cast_and_literal) {
    if (!has_cxx())
        SKIP("there is no C++ compiler");
    Steps steps;
    steps_make(&steps, &metal);
    char *source = steps_source(&steps, &metal);
    void *library = compile_metal(source);
    uint8_t *out = calloc(steps.out_size, 1);
    for (Dtype dtype = 0; dtype < DTYPE_COUNT; dtype++) {
        char name[32];
        if (!steps.values[dtype][0])
            continue;
        snprintf(name, sizeof name, "drive_%s", dtype_info(dtype)->name);
        void (*drive)(const void *, const void *, const void *, void *, int64_t);
        void *symbol = dlsym(library, name);
        memcpy(&drive, &symbol, sizeof drive);
        CHECK(drive);
        drive(steps.values[dtype][0], steps.values[dtype][1], steps.values[dtype][2], out,
              STEP_VALUES);
    }
    steps_check(&steps, out, 8);
    dlclose(library);
    free(out);
    free(source);
    steps_free(&steps);
}

TEST(kernel_over_vectors) {
    if (!has_cxx())
        SKIP("there is no C++ compiler");
    char *source = emit_text("program main(x: f32x3[n], k: f32, on: bool) -> (y, s) {\n"
                             "  y = mul(x, k)\n"
                             "  d = dot(x, x)\n"
                             "  s = select(on, d, k)\n"
                             "}\n",
                             "metal", "scale");
    void *library = compile_metal(source);
    void (*scale)(const int64_t *, const float *, const float *, const uint8_t *, float *, float *,
                  uint32_t, uint32_t);
    void *symbol = dlsym(library, "scale");
    memcpy(&scale, &symbol, sizeof scale);
    CHECK(scale);
    /* extents, then the strides of x, y and s; x backwards */
    int64_t sizes[] = {2, -1, 1, 1};
    float x[] = {4, 5, 6, 1, 2, 3}, k = 2, y[6], s[2];
    uint8_t on = 1;
    for (uint32_t t = 0; t < 2; t++)
        scale(sizes, x + 3, &k, &on, y, s, t, 2);
    const float want_y[] = {2, 4, 6, 8, 10, 12}, want_s[] = {14, 77};
    CHECK_EQ_MEM(y, want_y, sizeof y);
    CHECK_EQ_MEM(s, want_s, sizeof s);
    dlclose(library);
    free(source);
}

TEST(vectors_of_every_dtype) {
    if (!has_cxx())
        SKIP("there is no C++ compiler");
    char *text = emit_vectors_text(false), *source = emit_text(text, "metal", NULL);
    dlclose(compile_metal(source));
    free(source);
    free(text);
}
