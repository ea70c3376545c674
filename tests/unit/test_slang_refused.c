/* Sources of the Slang-style language that are refused: at once, and with words that say what it is. */
#include <stdio.h>
#include <stdlib.h>

#include "slang_fixture.h"

static void says(const char *source, const char *message) {
    char *text = slang_errors(source);
    CHECK_MSG(strstr(text, message), "%s\nsays:\n%s\nand not: %s", source, text, message);
    free(text);
}

static void says_nothing(const char *source) {
    char *text = slang_errors(source);
    CHECK_MSG(*text == '\0', "%s\nsays:\n%s", source, text);
    free(text);
}

TEST(what_is_not_there_is_named) {
    static const char *const types[] = {"AppendStructuredBuffer<float>",
                                        "Sampler2D<float4>",
                                        "Optional<float>",
                                        "Tuple<float, int>",
                                        "String",
                                        "Ptr<float>",
                                        "DifferentialPair<float>"};
    static const char *const functions[] = {
        "printf(\"%f\", x)",   "WaveActiveSum(x)", "QuadReadAcrossX(x)", "ddx(x)", "fwidth(x)",
        "InterlockedOr(x, 1)", "clip(x)"};
    char source[200], message[100];
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        snprintf(source, sizeof source, "float f(%s x) { return 1; }", types[i]);
        snprintf(message, sizeof message, ":1:9: error: %.*s is not supported\n",
                 (int)strcspn(types[i], "<"), types[i]);
        says(source, message);
    }
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        snprintf(source, sizeof source, "float f(float x) { %s; return x; }", functions[i]);
        snprintf(message, sizeof message, ":1:20: error: %.*s is not supported\n",
                 (int)strcspn(functions[i], "("), functions[i]);
        says(source, message);
    }
    /* Names that a module has itself are its own. */
    says_nothing("struct Optional<T> { T x; } float clip(Optional<float> o) { return o.x; } "
                 "float f(float x) { Optional<float> o = {x}; return clip(o); }");
}

TEST(parameters_have_names_of_their_own) {
    says("float f(float x, int y, float x) { return y; }",
         ":1:31: error: two parameters are called x\n");
    says("T f<T>(T x, T x) { return x; }", "error: two parameters are called x\n");
    says("struct S { float g(int a, int a) { return 1; } }", "two parameters are called a\n");
    says_nothing("float f(float x) { return x; } float g(float x) { float y = x; return y; }");
}

TEST(parameters_are_counted) {
    char source[1024];
    int n = snprintf(source, sizeof source, "float f(");
    for (int i = 0; i < 40; i++)
        n += snprintf(source + n, sizeof source - (size_t)n, "%sfloat x%d", i ? ", " : "", i);
    snprintf(source + n, sizeof source - (size_t)n, ") { return x0; }");
    says(source, "error: more than 32 parameters\n");
    char *end = strstr(source, ", float x32");
    CHECK(end);
    snprintf(end, 20, ") { return x0; }");
    says_nothing(source);
}

TEST(indices_past_the_end) {
    says("float f(float3 v) { return v[5]; }", "index 5 of a float3, which has 3 elements\n");
    says("float f(float x) { float a[2]; return a[-1]; }",
         "index -1 of a float[2], which has 2 elements\n");
}

/* An extent in a head is known while compiling, so that what it calls is not looked at: it may be the function itself. */
TEST(heads_that_call) {
    says("float f(float a[f(1)]) { return 0; }", "f is called, and this must be known");
    says("float f(float a[g(1)]) { return 0; } float g(float a[f(1)]) { return 0; }",
         "g is called, and this must be known");
    says("struct S { float x; __init(float a[S(1).x]) { x = 0; } }", "S is called, and this must");
    says("struct S { static int m(float a[S.m(1)]) { return 0; } }", "m is called, and this must");
    says_nothing("float max(float a[max(1, 2)], float b) { return a[1] + b; }");
}

/* ---- without taking for ever: each of these doubles the work with every line when something is found anew at each use */

enum { DEEP = 60 };

static void chain(Str *out, const char *first, const char *format) {
    str_puts(out, first);
    for (int i = 1; i <= DEEP; i++) {
        for (const char *at = format; *at; at++)
            if (*at == '#')
                str_int(out, i);
            else if (*at == '@')
                str_int(out, i - 1);
            else
                str_putc(out, *at);
    }
}

static void chain_says(const char *first, const char *format, const char *rest,
                       const char *message) {
    SlangFixture f;
    slang_fixture_init(&f);
    Str text = str_make(&f.env);
    chain(&text, first, format);
    str_puts(&text, rest);
    CHECK(str_ok(&text));
    if (message)
        says(text.data, message);
    else
        says_nothing(text.data);
    str_free(&text);
    slang_fixture_end(&f);
}

TEST(constants_of_constants) {
    chain_says("static const float3 a0 = float3(1);", "static const float3 a# = a@ + a@;",
               "float f(float x) { float s = 0; for (int i = 0; i < 9; i++) { if (x > i) s += "
               "a60.x; else s += a59.y; } return s + a60.z; }",
               NULL);
    chain_says("static const int a0 = 0;", "static const int a# = a@ + a@;",
               "float f(float x[a60 + 2]) { return x[1]; }", NULL);
    chain_says("enum E { c0 = 0, ", "c# = c@ + c@,", "} int f(int x) { return x + E.c60; }", NULL);
}

TEST(aliases_of_aliases) {
    const char *first = "struct P<A, B> { A a; B b; } typealias t0 = float;";
    chain_says(first, "typealias t# = P<t@, t@>;", "", "a struct of more than 262144 numbers\n");
    chain_says(first, "typealias t# = vector<t@, 1>;", "t60 f(t59 x) { return x; }", NULL);
    says_nothing("struct S { typealias T = float; } struct R { typealias T = int2; } "
                 "int f(S.T x, R.T y) { return int(x) + y.x; }");
}

TEST(thousands_of_errors) {
    SlangFixture f;
    slang_fixture_init(&f);
    Str text = str_make(&f.env);
    for (int i = 0; i < 3000; i++)
        str_format(&text, "float f%d(float x) { return nosuch%d(x); }\n", i, i);
    CHECK(str_ok(&text));
    says(text.data, "and 2936 more errors\n");
    str_free(&text);
    slang_fixture_end(&f);
}
