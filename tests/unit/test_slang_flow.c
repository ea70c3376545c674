/* Statements of the Slang-style language: what they compute, and what is said about those that are wrong. */
#include <stdio.h>
#include <stdlib.h>

#include "slang_fixture.h"

enum { N = 41 };

/* Runs an `int f(int x, int y)` over a range of arguments against the same in C. */
static void same_ints(const char *source, int32_t (*want)(int32_t, int32_t)) {
    int32_t x[N], y[N], r[N];
    for (int i = 0; i < N; i++) {
        x[i] = i - 20;
        y[i] = (i * 7) % 11 - 3;
    }
    slang_run(source, "f", N, (void *[]){x, y}, 2, (void *[]){r}, 1);
    for (int i = 0; i < N; i++)
        CHECK_MSG(r[i] == want(x[i], y[i]), "f(%d, %d) is %d, should be %d\n%s", x[i], y[i], r[i],
                  want(x[i], y[i]), source);
}

static void says(const char *source, const char *message) {
    char *text = slang_errors(source);
    CHECK_MSG(strstr(text, message), "%s\nsays:\n%s\nand not: %s", source, text, message);
    free(text);
}

static int32_t early(int32_t x, int32_t y) {
    if (x > 5)
        return 1;
    if (y > x)
        return 2;
    if (y == 0)
        return 3;
    return x * y;
}

TEST(early_returns) {
    same_ints("int f(int x, int y) {\n"
              "  if (x > 5) return 1;\n"
              "  if (y > x) return 2;\n"
              "  if (y == 0) { return 3; }\n"
              "  return x * y;\n"
              "}\n",
              early);
}

static int32_t nested(int32_t x, int32_t y) {
    int32_t r = 1;
    if (x > 0) {
        if (y > 2)
            return 100;
        r = 2;
    } else if (x < -10) {
        r = 3;
        if (y < 0)
            r += 5;
        else
            return r * 7;
    }
    r = r * 10 + y;
    return r;
}

TEST(returns_out_of_nested_branches) {
    same_ints("int f(int x, int y) {\n"
              "  int r = 1;\n"
              "  if (x > 0) { if (y > 2) return 100; r = 2; }\n"
              "  else if (x < -10) { r = 3; if (y < 0) r += 5; else return r * 7; }\n"
              "  r = r * 10 + y;\n"
              "  return r;\n"
              "}\n",
              nested);
}

static int32_t shadowed(int32_t x, int32_t y) {
    return x > 3 ? x + 1 + y : x + y;
}

TEST(an_inner_variable_hides_an_outer_one) {
    same_ints("int f(int x, int y) {\n"
              "  int a = x;\n"
              "  if (x > 3) { int a = 77; a += y; { int x = a; x++; } }\n"
              "  if (x > 3) { a++; }\n"
              "  return a + y;\n"
              "}\n",
              shadowed);
}

TEST(parameters_are_copies) {
    int32_t x[2] = {3, 9}, y[2] = {1, 2}, r[2];
    slang_run("void g(int a) { a = a + 100; }\n"
              "int f(int x, int y) { int k = x; g(k); x += y; return x * 10 + k; }\n",
              "f", 2, (void *[]){x, y}, 2, (void *[]){r}, 1);
    CHECK_EQ_INT(r[0], 43);
    CHECK_EQ_INT(r[1], 119);
}

TEST(out_parameters_come_back_on_every_way) {
    int32_t x[3] = {-1, 0, 4}, r[3], o[3], io[3] = {10, 20, 30};
    slang_run("int f(int x, out int o, inout int io) {\n"
              "  o = 5;\n"
              "  if (x < 0) return 1;\n"
              "  io += x;\n"
              "  if (x == 0) { o = 6; return 2; }\n"
              "  o = io;\n"
              "  return 3;\n"
              "}\n",
              "f", 3, (void *[]){x, io}, 2, (void *[]){r, o, io}, 3);
    int32_t want_r[] = {1, 2, 3}, want_o[] = {5, 6, 34}, want_io[] = {10, 20, 34};
    CHECK_EQ_MEM(r, want_r, sizeof r);
    CHECK_EQ_MEM(o, want_o, sizeof o);
    CHECK_EQ_MEM(io, want_io, sizeof io);
}

/* A condition known while compiling costs nothing: no branch, and the other side is not even looked at. */
TEST(known_conditions_choose_at_once) {
    char *text = slang_text("static const int MODE = 2;\n"
                            "float f(float x) {\n"
                            "  float a[2] = { x, x * 2 };\n"
                            "  int i = 5;\n"
                            "  if (MODE == 1) return x;\n"
                            "  if (i < 2) return a[i];\n"
                            "  return a[1];\n"
                            "}\n",
                            "f");
    CHECK_MSG(!strstr(text, "if(") && !strstr(text, "select("), "%s", text);
    free(text);
}

TEST(small_branches_are_choices_and_large_ones_branches) {
    char *text =
        slang_text("float f(float x) { if (x > 0) x = x * 2; else x = -x; return x; }", "f");
    CHECK_MSG(strstr(text, "select(") && !strstr(text, "if("), "%s", text);
    free(text);
    text = slang_text("float f(float x) { if (x > 0) { x = sin(x) + cos(x) + exp(x) + log(x); } "
                      "return x; }",
                      "f");
    CHECK_MSG(strstr(text, "if("), "%s", text);
    free(text);
}

TEST(what_is_wrong_is_said) {
    says("int f(int x) { if (x > 0) return 1; }", "not every way through it ends in a return");
    says("int f(int x) { while (x > 0) { return x; } }", "not every way");
    says("int f(int x) { return; }", "the return needs a value");
    says("void f(int x) { return x; }", "there is nothing to return");
    says("int f(int x) { break; return x; }", "a break outside of a loop or switch");
    says("int f(int x) { switch (x) { case 1: continue; } return x; }", "a continue outside");
    says(
        "int f(int x) { return g(x); } int g(int x) { return h(x); } int h(int x) { return f(x); }",
        "f calls g, which calls h, which calls f");
    says("int f(int x) { return x > 0 ? f(x - 1) : 0; }", "f calls f");
    says("int f(int x) { int b = 1; float b = 2; return x; }",
         "b is declared in this scope already");
    says("int f(int x) { for (int i = 0, i = 1; i < x; i++) x++; return x; }",
         "i is declared in this scope");
    says("int f(int x) { static int n = 0; n++; return n; }",
         "a static variable that is not const");
    says("int f(int x) { if (x) { y = 1; } else { z = 2; } return x; }", "z");
}

/* One error a statement, and each is told once. */
TEST(errors_do_not_follow_from_errors) {
    char *text = slang_errors("int f(int x) {\n"
                              "  int a = nothing;\n"
                              "  let b = nowhere;\n"
                              "  a = 3;\n"
                              "  b + a;\n"
                              "  int c = a + b;\n"
                              "  return c;\n"
                              "}\n");
    uint32_t n = 0;
    for (const char *at = text; (at = strstr(at, "error:")); at++)
        n++;
    CHECK_MSG(n == 2, "%s", text);
    free(text);
}

/* After an error inside a body everything is as it was outside of it. */
TEST(errors_inside_of_bodies) {
    static const char *const sources[] = {
        "float f(float2 c) { float x = 0, y; for (int n = 0; imit; n++) { if (x > 2) return y; x = "
        "x + 1; } return 0; }",
        "float f(float c) { float x = 0; while (c > 0) { c = c + wrong; if (c > 2) break; x += 1; "
        "} return x + c; }",
        "float f(float c) { float x = 0; do { c++; x += c; } while (wrong); if (c > x) return c; "
        "return x; }",
        "float f(float c) { float x = c * 2; if (c > 1) { x = x * 3; wrong; } else { x = 1; } "
        "return x + c; }",
        "float f(float c) { float x = c * 2; x += c > 1 ? wrong : (x = 3); return x > 2 && wrong ? "
        "x : c; }",
        "int f(int c) { int x = 2; switch (c) { case 1: x = c; break; case wrong: x++; break; } "
        "return x; }",
        "int f(int c) { int x = 2; switch (c) { case 1: x = c; wrong; break; default: x++; } "
        "return x; }",
    };
    for (size_t k = 0; k < sizeof sources / sizeof *sources; k++)
        says(sources[k], "error");
}

TEST(unreached_code_is_still_checked) {
    says("int f(int x) { return x; int y = nothing; }", "nothing");
    char *text = slang_errors("int f(int x) { return x; x = 3; return 4; }");
    CHECK_STR(text, "");
    free(text);
}

TEST(many_early_returns) {
    size_t room = 1 << 16, len = 0;
    char *source = malloc(room);
    CHECK(source);
    len += (size_t)snprintf(source + len, room - len, "int f(int x, int y) {\n");
    for (int i = 0; i < 150; i++)
        len += (size_t)snprintf(source + len, room - len, "  if (x == %d) return %d;\n", i - 75,
                                i * i);
    snprintf(source + len, room - len, "  return -1;\n}\n");
    int32_t x[3] = {-75, 30, 75}, y[3] = {0}, r[3];
    slang_run(source, "f", 3, (void *[]){x, y}, 2, (void *[]){r}, 1);
    CHECK_EQ_INT(r[0], 0);
    CHECK_EQ_INT(r[1], 105 * 105);
    CHECK_EQ_INT(r[2], -1);
    free(source);
}

/* ---- without memory */

static const char *const everything =
    "struct S { float a; int b[3]; [mutating] void up(int i) { b[i]++; a += b[i]; } }\n"
    "int g(int x, inout int y) { if (x > 3) { y++; return 1; } return x; }\n"
    "int turns(int x) { int n = 0; while (x != 1) { if (n > 9) return n * x; x = x / 2; n++; } "
    "return n; }\n"
    "float look(Texture2D<float> t, SamplerState s, float2 uv) {\n"
    "  uint w; uint h; t.GetDimensions(w, h);\n"
    "  return t.Sample(s, uv) + sample_linear_wrap(t, uv) + t[uint2(w - 1, h)];\n"
    "}\n"
    "int chosen(int x) { return x > 3 && turns(x) > 2 ? turns(x) : x++; }\n"
    "float f(int x, float3 v) {\n"
    "  S s; int k = 0;\n"
    "  for (int i = 0; i < 3; i++) s.b[i] = i * x;\n"
    "  for (int i = 0; i < x; i++) { if (i == 5) continue; if (i > 7) break; s.up(i); }\n"
    "  do { k += g(k, x); if (k == 9) return v.x; } while (k < 20);\n"
    "  switch (k) { case 1: v.xz = v.yx; break; case 2: case 3: return 2.0; default: v[x] *= 2; }\n"
    "  return s.a + v.x + sin(v.z) * cos(v.y) + exp(s.a) / log(v.x);\n"
    "}\n";

TEST(allocations_may_fail) {
    for (size_t n = 1;; n++) {
        struct test_alloc alloc = TEST_ALLOC(n);
        frit_allocator allocator = {test_alloc_fn, &alloc};
        frit_error error = {.status = FRIT_OK};
        Env env = {&allocator, &error};
        Diagnostics d = {0};
        Slang *k = slang_load(&env, "test", everything, strlen(everything), NULL, &d);
        CHECK_MSG((k != NULL) == (alloc.failures == 0), "allocation %zu: %s", n, error.message);
        CHECK_MSG(k || error.status == FRIT_ERR_NOMEM, "allocation %zu: %s", n, error.message);
        diagnostics_free(&allocator, &d);
        slang_free(k);
        CHECK_ALLOC(&alloc);
        if (k)
            break;
        if (n > 400)
            n += 3;
    }
}
