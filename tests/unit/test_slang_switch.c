/* switch of the Slang-style language. */
#include <stdio.h>
#include <stdlib.h>

#include "slang_fixture.h"

enum { N = 24 };

static void same_ints(const char *source, int32_t (*want)(int32_t)) {
    int32_t x[N], r[N];
    for (int i = 0; i < N; i++)
        x[i] = i - 8;
    slang_run(source, "f", N, (void *[]){x}, 1, (void *[]){r}, 1);
    for (int i = 0; i < N; i++)
        CHECK_MSG(r[i] == want(x[i]), "f(%d) is %d, should be %d\n%s", x[i], r[i], want(x[i]),
                  source);
}

static void says(const char *source, const char *message) {
    char *text = slang_errors(source);
    CHECK_MSG(strstr(text, message), "%s\nsays:\n%s\nand not: %s", source, text, message);
    free(text);
}

static int32_t plain(int32_t x) {
    switch (x) {
    case -3: return 1;
    case 0:
    case 1: return 2;
    case 7: return x * 5;
    default: return 4;
    }
}

TEST(cases_labels_and_default) {
    same_ints("int f(int x) { int r = 0; switch (x) { case -3: r = 1; break; case 0: case 1: r = "
              "2; break; "
              "default: r = 4; break; case 7: r = x * 5; break; } return r; }",
              plain);
    same_ints("int f(int x) { switch (x) { case -3: return 1; case 0: case 1: return 2; case 7: "
              "return x * 5; "
              "default: return 4; } }",
              plain);
    same_ints("int f(int x) { switch (x) { case -3: return 1; case 0: case 1: { return 2; } case "
              "7: return x * 5; } "
              "return 4; }",
              plain);
    same_ints("enum E { A = -3, B = 0, C, D = 7 } int f(int x) { E e = E(x); switch (e) { case "
              "E.A: return 1; case "
              "E.B: case E.C: return 2; case E.D: return x * 5; default: return 4; } }",
              plain);
}

static int32_t in_a_loop(int32_t x) {
    int32_t s = 0;
    for (int32_t i = 0; i < 9; i++) {
        switch (i ^ x) {
        case 1: continue;
        case 2: s += 100; break;
        case 3:
            if (i > 4)
                break;
            s += 7;
            break;
        case 4: return s;
        }
        s = s * 2 + 1;
    }
    return -s;
}

TEST(exits_inside_a_loop) {
    same_ints("int f(int x) { int s = 0; for (int i = 0; i < 9; i++) { switch (i ^ x) { case 1: "
              "continue; case 2: s "
              "+= 100; break; case 3: if (i > 4) break; s += 7; break; case 4: return s; } s = s * "
              "2 + 1; } return "
              "-s; }",
              in_a_loop);
}

static int32_t squares(int32_t x) {
    return x >= 0 && x < 200 ? x * x : -1;
}

TEST(many_cases) {
    size_t room = 1 << 16, len = 0;
    char *source = malloc(room);
    CHECK(source);
    len += (size_t)snprintf(source + len, room - len, "int f(int x) { switch (x) {\n");
    for (int i = 0; i < 200; i++)
        len += (size_t)snprintf(source + len, room - len, "case %d: return %d;\n", i, i * i);
    snprintf(source + len, room - len, "} return -1; }\n");
    same_ints(source, squares);
    free(source);
}

TEST(a_known_value_chooses_at_once) {
    char *text = slang_text(
        "int f(int x) { int k = 3; switch (k) { case 1: x = 5; break; case 3: x *= 2; break; } "
        "return x; }",
        "f");
    CHECK_MSG(!strstr(text, "if(") && !strstr(text, "select(") && strstr(text, "mul("), "%s", text);
    free(text);
}

TEST(what_is_wrong_is_said) {
    says("int f(int x) { switch (x) { case 1: x = 2; case 2: x = 3; } return x; }",
         "this case runs on into the next one");
    says("int f(int x) { switch (x) { case 1: break; case 1: break; } return x; }",
         "there is a case for 1 already");
    says("int f(int x) { switch (x) { default: break; default: break; } return x; }",
         "one default at most");
    says("int f(int x, int y) { switch (x) { case y: break; } return x; }",
         "known while compiling");
    says("int f(float x) { switch (x) { case 1: return 2; } return 3; }",
         "an integer or an enum, not a float");
    says("int f(int x) { switch (x) { case 1: return 2; } }", "not every way");
    says("int f(int x) { switch (x) { case 1.5: return 2; } return x; }",
         "a case needs an integer");
}
