/* Loops of the Slang-style language. */
#include <stdio.h>
#include <stdlib.h>

#include "slang_fixture.h"

enum { N = 33 };

static void same_ints(const char *source, int32_t (*want)(int32_t)) {
    int32_t x[N], r[N];
    for (int i = 0; i < N; i++)
        x[i] = i - 9;
    slang_run(source, "f", N, (void *[]){x}, 1, (void *[]){r}, 1);
    for (int i = 0; i < N; i++)
        CHECK_MSG(r[i] == want(x[i]), "f(%d) is %d, should be %d\n%s", x[i], r[i], want(x[i]),
                  source);
}

static uint32_t count(const char *text, const char *part) {
    uint32_t n = 0;
    for (; (text = strstr(text, part)); text++)
        n++;
    return n;
}

/* How many there are of a step in the IR of f. */
static uint32_t steps(const char *source, const char *step) {
    char *text = slang_text(source, "f");
    uint32_t n = count(text, step);
    test_note("%s", text);
    free(text);
    return n;
}

static int32_t sum_below(int32_t x) {
    int32_t s = 0;
    for (int32_t i = 0; i < x; i++)
        s += i * i;
    return s;
}

TEST(counted_loops) {
    const char *sources[] = {
        "int f(int x) { int s = 0; for (int i = 0; i < x; i++) s += i * i; return s; }",
        "int f(int x) { int s = 0; for (int i = 0; i < x; ++i) { s += i * i; } return s; }",
        "int f(int x) { int s = 0; for (int i = 0; x > i; i += 1) s += i * i; return s; }",
        "int f(int x) { int s = 0; for (int i = 0; i <= x - 1; i++) s += i * i; return s; }",
    };
    for (size_t k = 0; k < sizeof sources / sizeof *sources; k++) {
        CHECK_EQ_UINT(steps(sources[k], "= for("), 1);
        same_ints(sources[k], sum_below);
    }
}

TEST(loops_that_only_look_counted) {
    const char *sources[] = {
        /* The bound changes, the variable changes, something leaves, it counts down or by two. */
        "int f(int x) { int s = 0, n = x + 5; for (int i = 0; i < n - 5; i++) { s += i * i; n += 0 "
        "* i; } "
        "return s; }",
        "int f(int x) { int s = 0; for (int i = 0; i < x; i++) { s += i * i; i += 0; } return s; }",
        "int f(int x) { int s = 0; for (int i = 0; i < x; i++) { if (i > 1000) break; s += i * i; "
        "} "
        "return s; }",
        "int f(int x) { int s = 0; for (int i = x - 1; i >= 0; i--) s += i * i; return s; }",
        "int f(int x) { int s = 0; for (int i = 0; i < 2 * x; i += 2) s += i * i / 4; return s; }",
        "int f(int x) { int s = 0; int i; for (i = 0; i < x; i++) s += i * i; return s; }",
        "int f(int x) { int s = 0, i = 0; for (;;) { if (i >= x) return s; s += i * i; i++; } }",
        "int f(int x) { int s = 0, i = 0; while (i < x) s += i * i++; return s; }",
        "int f(int x) { int s = 0, i = -1; while (++i < x) s += i * i; return s; }",
        "int f(int x) { int s = 0, i = 0; while (true) { if (i >= x) break; s += i * i; i++; } "
        "return s; }",
        "int f(int x) { int s = 0; for (float i = 0; i < x; i += 1.0) s += int(i * i); return s; }",
        "int f(int x) { int s = 0; for (uint i = 0; int(i) < x; i++) s += int(i * i); return s; }",
        "int f(int x) { int s = 0, i = 0; if (x > 0) do { s += i * i; i++; } while (i < x); return "
        "s; }",
    };
    for (size_t k = 0; k < sizeof sources / sizeof *sources; k++) {
        CHECK_EQ_UINT(steps(sources[k], "= for("), 0);
        same_ints(sources[k], sum_below);
    }
}

static int32_t skipping(int32_t x) {
    int32_t s = 0;
    for (int32_t i = 0; i < 20; i++) {
        if (i % 3 == 0)
            continue;
        if (i > x)
            break;
        s = s * 2 + i;
    }
    return s;
}

TEST(continue_runs_the_step) {
    same_ints("int f(int x) { int s = 0; for (int i = 0; i < 20; i++) { if (i % 3 == 0) continue; "
              "if (i > x) break; s = s * 2 + i; } return s; }",
              skipping);
    same_ints("int f(int x) { int s = 0, i = -1; while (i < 19) { i++; if (i % 3 == 0) continue; "
              "if (i > x) break; s = s * 2 + i; } return s; }",
              skipping);
    same_ints(
        "int f(int x) { int s = 0, i = 0; do { i++; if (i - 1 > x && (i - 1) % 3 != 0) break; "
        "if ((i - 1) % 3 == 0) continue; s = s * 2 + i - 1; } while (i < 20); return s; }",
        skipping);
}

static int32_t after_break(int32_t x) {
    int32_t i;
    for (i = 0; i < 10; i++)
        if (i == x)
            break;
    return i;
}

TEST(a_break_does_not_run_the_step) {
    same_ints("int f(int x) { int i; for (i = 0; i < 10; i++) { if (i == x) break; } return i; }",
              after_break);
}

static int32_t searched(int32_t x) {
    for (int32_t i = 0; i < 6; i++)
        for (int32_t j = 0; j < 6; j++) {
            if (j > i)
                break;
            if (i * j == x)
                return i * 10 + j;
        }
    return -1;
}

TEST(a_return_leaves_all_loops) {
    same_ints("int f(int x) { for (int i = 0; i < 6; i++) for (int j = 0; j < 6; j++) { if (j > i) "
              "break; if (i * j == x) return i * 10 + j; } return -1; }",
              searched);
}

/* Only what changes is carried. */
TEST(a_loop_carries_what_changes) {
    const char *source = "int f(float cx, float cy, int most) {\n"
                         "  float zx = 0, zy = 0; float unused = cx * 2; int n = 0;\n"
                         "  while (n < most && zx * zx + zy * zy <= 4.0) {\n"
                         "    float t = zx * zx - zy * zy + cx;\n"
                         "    zy = 2.0 * zx * zy + cy;\n"
                         "    zx = t;\n"
                         "    n++;\n"
                         "  }\n"
                         "  return n;\n"
                         "}\n";
    char *text = slang_text(source, "f");
    CHECK_MSG(strstr(text, "carry=3") &&
                  strstr(text, "turn1(zx: f32, zy: f32, n: i32, cx: f32, cy: f32, "
                               "most: i32)"),
              "%s", text);
    free(text);
}

TEST(what_a_call_cannot_change_is_not_carried) {
    const char *source = "float g(float a, float b) { return a + b; }\n"
                         "void h(float a, inout float b) { b += a; }\n"
                         "float f(float x, float y, int n) {\n"
                         "  float s = 0, t = y;\n"
                         "  for (int i = 0; i < n; i++) { s = g(s, x); h(x, t); }\n"
                         "  return s + t;\n"
                         "}\n";
    char *text = slang_text(source, "f");
    CHECK_MSG(strstr(text, "carry=2"), "%s", text);
    free(text);
}

/* ---- unrolling */

TEST(loops_over_elements_are_unrolled) {
    const char *source =
        "float f(float x) { float a[4]; for (int i = 0; i < 4; i++) a[i] = x * i; "
        "float s = 0; for (int i = 3; i >= 0; i -= 1) s = s * 2 + a[i]; return s; }";
    CHECK_EQ_UINT(steps(source, "while("), 0);
    CHECK_EQ_UINT(steps(source, "for("), 0);
    CHECK_EQ_UINT(steps(source, "set_element"), 0);
    float x[2] = {1, -3}, r[2];
    slang_run(source, "f", 2, (void *[]){x}, 1, (void *[]){r}, 1);
    CHECK_EQ_F32(r[0], 34);
    CHECK_EQ_F32(r[1], -102);
}

TEST(unroll_is_an_attribute) {
    const char *source =
        "int f(int x) { int s = 0; [unroll] for (int i = 0; i < 20; i++) { if (i == x) "
        "break; s += i; } return s; }";
    CHECK_EQ_UINT(steps(source, "while("), 0);
    int32_t x[3] = {-1, 5, 19}, r[3], want[3] = {190, 10, 171};
    slang_run(source, "f", 3, (void *[]){x}, 1, (void *[]){r}, 1);
    CHECK_EQ_MEM(r, want, sizeof r);
    /* Nobody has to: as large as this it stays a loop. */
    CHECK_EQ_UINT(
        steps("int f(int x) { [unroll] for (int i = 0; i < 1000000; i++) x += i; return x; }",
              "= for("),
        1);
    CHECK_EQ_UINT(
        steps("int f(int x) { int a[3]; [loop] for (int i = 0; i < 3; i++) a[i] = x; return "
              "a[x]; }",
              "= for("),
        1);
}

TEST(a_sorting_network) {
    const char *source =
        "float[6] f(float[6] v) {\n"
        "  for (int i = 0; i < 6; i++)\n"
        "    for (int j = 0; j < 5 - i; j++)\n"
        "      if (v[j] > v[j + 1]) { float t = v[j]; v[j] = v[j + 1]; v[j + 1] = t; }\n"
        "  return v;\n"
        "}\n";
    float v[2][6] = {{3, 1, 2, 9, -4, 0}, {6, 5, 4, 3, 2, 1}}, r[2][6];
    float want[2][6] = {{-4, 0, 1, 2, 3, 9}, {1, 2, 3, 4, 5, 6}};
    CHECK_EQ_UINT(steps(source, "while("), 0);
    slang_run(source, "f", 2, (void *[]){v}, 1, (void *[]){r}, 1);
    CHECK_EQ_MEM(r, want, sizeof r);
}

static int32_t once(int32_t x) {
    return x > 2 ? x * 2 : 7;
}

TEST(a_turn_that_always_returns) {
    same_ints("int f(int x) { do { if (x > 2) return x * 2; return 7; } while (true); }", once);
    same_ints("int f(int x) { while (true) { if (x > 2) return x * 2; else return 7; } }", once);
    same_ints("int f(int x) { [unroll] for (int i = 0; i < 5; i++) { if (x > 2) return x * 2; "
              "return i + 7; } }",
              once);
}

TEST(several_variables) {
    same_ints("int f(int x) { int s = 0; for (int i = 0, j = x; i < j; i++, j--) s += 1; return x "
              "> 2 ? x * 2 + s * 0 : "
              "7; }",
              once);
}

TEST(what_is_never_evaluated_cannot_be_wrong) {
    const char *source = "int f(int x) { int a[4] = {x, 2, 3, 4}; int s = 0; for (int i = 0; i < "
                         "4; i++) { s += i > 0 ? "
                         "a[i - 1] : 0; if (i > 0 && a[i - 1] == 3) s *= 10; if (i < 3) s += a[i + "
                         "1]; } return s; }";
    int32_t x[2] = {1, -5}, r[2],
            want[2] = {(2 + 1 + 3 + 2 + 4 + 3) * 10, (2 - 5 + 3 + 2 + 4 + 3) * 10};
    CHECK_EQ_UINT(steps(source, "element("), 0);
    slang_run(source, "f", 2, (void *[]){x}, 1, (void *[]){r}, 1);
    CHECK_EQ_MEM(r, want, sizeof r);
}

static int32_t turns(int32_t x) {
    int32_t n = 0;
    while (x > 1) {
        x = x % 2 == 0 ? x / 2 : x * 3 + 1;
        n++;
    }
    return n;
}

/* A function with a loop is not called where it should not be: this one never ends for 0. */
TEST(calls_that_might_never_end) {
    const char *count = "int count(int x) { int n = 0; while (x != 1) { x = x % 2 == 0 ? x / 2 : x "
                        "* 3 + 1; n++; } return "
                        "n; }\n";
    const char *uses[] = {
        "int f(int x) { return x > 0 ? count(x) : 0; }",
        "int f(int x) { return x <= 0 ? 0 : count(x); }",
        "int f(int x) { int n = 0; if (x > 0 && count(x) > 0) n = count(x); return n; }",
        "int f(int x) { if (x <= 0) return 0; return count(x); }",
    };
    for (int k = 0; k < 4; k++) {
        char source[400];
        snprintf(source, sizeof source, "%s%s", count, uses[k]);
        same_ints(source, turns);
    }
}

static int32_t first_square(int32_t x) {
    for (int32_t i = 0; i < 5; i++)
        if (i * i > x)
            return i * 100 + x;
    return -1;
}

/* An exit at the beginning of the body is part of the test: no flag is carried. */
TEST(exits_at_the_beginning) {
    const char *sources[] = {
        "int f(int x) { for (int i = 0; i < 5; i++) { if (i * i > x) return i * 100 + x; } return "
        "-1; }",
        "int f(int x) { for (int i = 0; i < 5; i++) { int s = i * i; if (s > x) { return i * 100 + "
        "x; } } return -1; }",
        "int f(int x) { int i = 0; while (true) { if (i * i > x || i == 5) return i < 5 ? i * 100 "
        "+ x : -1; i++; } }",
        "int f(int x) { int i; for (i = 0; i < 5; i++) { let s = i * i; if (s > x) break; } return "
        "i < 5 ? i * 100 + x "
        ": -1; }",
    };
    for (int k = 0; k < 4; k++) {
        CHECK_MSG(steps(sources[k], "carry=1") == 1 && steps(sources[k], "carry=") == 1, "%s",
                  sources[k]);
        same_ints(sources[k], first_square);
    }
    same_ints("int f(int x) { for (int i = 0; i < 5; i++) { if (i * i > x) return i * 100 + x; if "
              "(i > 7) return 3; } "
              "return -1; }",
              first_square);
}

TEST(loops_without_end_are_refused) {
    char *text = slang_errors("int f(int x) { while (true) { x++; } return x; }");
    CHECK_MSG(strstr(text, "this loop never ends"), "%s", text);
    free(text);
    text = slang_errors("int f(int x) { for (;;) { if (x > 3) return x; x += 1; } }");
    CHECK_STR(text, "");
    free(text);
}
