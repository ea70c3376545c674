/* Places of the Slang-style language: everything that can stand on the left of an assignment. */
#include <stdio.h>
#include <stdlib.h>

#include "slang_fixture.h"

static void says(const char *source, const char *message) {
    char *text = slang_errors(source);
    CHECK_MSG(strstr(text, message), "%s\nsays:\n%s\nand not: %s", source, text, message);
    free(text);
}

static void gives(const char *source, int32_t x, int32_t want) {
    int32_t r;
    slang_run(source, "f", 1, (void *[]){&x}, 1, (void *[]){&r}, 1);
    CHECK_MSG(r == want, "f(%d) is %d, should be %d\n%s", x, r, want, source);
}

TEST(members_and_elements) {
    gives(
        "struct P { int a; int3 v; int m[3]; } int f(int x) { P p; p.a = x; p.v.y = 2; p.m[1] = 3; "
        "p.v.xz = int2(7, 8); return p.a * 10000 + p.v.x * 1000 + p.v.y * 100 + p.v.z * 10 + "
        "p.m[1]; }",
        1, 17283);
    gives(
        "struct I { int n[2]; } struct O { I is[2]; int k; } int f(int x) { O o; o.is[1].n[x] = 5; "
        "o.is[x].n[0] += 3; o.k--; return o.is[1].n[1] * 100 + o.is[1].n[0] * 10 + o.k; }",
        1, 529);
    gives("int f(int x) { int a[2][3]; a[x][x + 1] = 4; a[0][0] = 1; a[x] = a[1 - x]; return "
          "a[1][0] * 10 + "
          "a[1][2]; }",
          1, 10);
}

TEST(swizzles) {
    gives("int f(int x) { int4 v = int4(1, 2, 3, 4); v.wx = v.xw; v.yz += 10; v.g *= 2; v.b = x; "
          "return v.x * "
          "1000 + v.y * 10 + v.z + v.w; }",
          5, 4000 + 240 + 5 + 1);
    gives("int f(int x) { int4 v = int4(1, 2, 3, 4); v.zyx.x = x; v.xyz.zy = int2(8, 9); return "
          "v.x * 1000 + "
          "v.y * 100 + v.z * 10 + v.w; }",
          5, 1984);
    gives("int f(int x) { int s = 3; s.x = x; return s; }", 6, 6);
}

TEST(matrices) {
    const char *source =
        "float f(float x) { float2x3 m; m[0][1] = x; m[1] = float3(4, 5, 6); m[1].yz *= 10; "
        "m._m00 = 7; m._23 = 9; int i = int(x); m[i][i] += 0.5; "
        "return m[0].x * 1000 + m[0][1] * 100 + m[1][0] * 10 + m[1][1] + m[1][2]; }";
    float x = 1, r;
    slang_run(source, "f", 1, (void *[]){&x}, 1, (void *[]){&r}, 1);
    CHECK_EQ_F32(r, 7000 + 100 + 40 + 50.5f + 9);
}

TEST(indices_are_evaluated_once) {
    gives("int f(int x) { int a[4]; int i = 0; a[i++] += 5; a[i++] = 6; ++a[i++]; return a[0] * "
          "1000 + a[1] * 100 "
          "+ a[2] * 10 + i; }",
          0, 5613);
    gives("int n(inout int i) { i += 1; return i; } int f(int x) { int a[4] = {1, 2, 3, 4}; "
          "a[n(x)] *= 10; "
          "return a[1] * 10 + x; }",
          0, 201);
}

TEST(places_of_arguments_are_evaluated_once) {
    const char *digits = "return a[0] * 1000 + a[1] * 100 + a[2] * 10 + i; }";
    char source[512];
    static const char *const calls[] = {
        /* with an index that assigns, by itself and inside another one */
        "void s(out int x, int y) { x = y; } int f(int i) { int a[3]; s(a[i++], 5); s(a[i++], 6); "
        "s(a[i++], 7); ",
        "void s(inout int x, int y) { x += y; } int f(int i) { int a[3] = {5, 5, 5}; "
        "int to[3] = {0, 1, 2}; s(a[to[i++]], 0); s(a[to[i++]], 1); s(a[to[i++]], 2); ",
        /* with one that a call changes */
        "int n(inout int i) { i += 1; return i - 1; } void s(out int x, int y) { x = y; } "
        "int f(int i) { int a[3]; s(a[n(i)], 5); s(a[n(i)], 6); s(a[n(i)], 7); ",
        /* before what the function itself writes: i is 0 where a[i] is found */
        "void s(out int i, out int x) { i = 3; x = 5; } int f(int i) { int a[3] = {0, 6, 7}; "
        "s(i, a[i]); ",
        /* the object of a method */
        "struct N { int v; [mutating] void s(int y) { v = y; } } "
        "int f(int i) { N b[3]; b[i++].s(5); b[i++].s(6); b[i++].s(7); "
        "int a[3] = {b[0].v, b[1].v, b[2].v}; ",
        /* once for every turn of a loop, unrolled or not */
        "void s(out int x, int y) { x = y; } int f(int i) { int a[3]; "
        "[unroll] for (int k = 0; k < 3; k++) s(a[i++], k + 5); ",
        "void s(out int x, int y) { x = y; } int f(int i) { int a[3]; "
        "[loop] for (int k = 0; k < 3; k++) s(a[i++], k + 5); ",
    };
    for (size_t k = 0; k < sizeof calls / sizeof *calls; k++) {
        snprintf(source, sizeof source, "%s%s", calls[k], digits);
        gives(source, 0, 5673);
    }
}

TEST(indices_that_are_not_known_are_clamped) {
    const char *source =
        "int f(int x) { int a[3] = {1, 2, 3}; a[x] = 9; return a[0] * 100 + a[1] * 10 + a[2]; }";
    gives(source, -5, 923);
    gives(source, 1, 193);
    gives(source, 70, 129);
}

TEST(increments_give_what_they_say) {
    gives("int f(int x) { int y = x++ * 100; y += ++x; y = y * 10 + x-- + --x; return y; }", 3,
          3050 + 5 + 3);
    gives("int f(int x) { int3 v = int3(1, 2, 3); v++; --v.y; return v.x * 100 + v.y * 10 + v.z; }",
          0, 224);
}

TEST(assignments_are_values) {
    gives("int f(int x) { int a, b; a = b = x; a += b *= 2; return a * 100 + b; }", 4, 1208);
}

TEST(compound_assignments_keep_the_type) {
    gives("int f(int x) { int a = 7; a *= 1.5; uint u = 5u; u -= 3; a <<= 2; a |= 1; a %= 16; "
          "return a * 10 + "
          "int(u); }",
          0, ((10 << 2 | 1) % 16) * 10 + 2);
}

TEST(this_is_a_place) {
    gives("struct C { int n; int m; [mutating] void add(int k) { n += k; this.m = n * 2; } "
          "[mutating] void twice() { "
          "add(n); } } int f(int x) { C c; c.add(x); c.twice(); C d[2]; d[x].add(7); return c.n * "
          "1000 + c.m * 10 + "
          "d[1].n; }",
          1, 2047);
    gives("struct C { int n; __init(int k) { n = k; if (k > 2) return; this.n = 50; } } int f(int "
          "x) { C a = C(x); "
          "C b = C(1); return a.n * 100 + b.n; }",
          3, 350);
}

TEST(what_cannot_be_assigned_to) {
    says("int f(int x) { 3 = x; return x; }", "this cannot be assigned to");
    says("int f(int x) { (x + 1) = x; return x; }", "this cannot be assigned to");
    says("int f(int x) { f2(x).y = x; return x; } int2 f2(int x) { return int2(x, x); }",
         "this cannot be assigned to");
    says("int f(int x) { let a = x; a = 3; return a; }", "a cannot be assigned to: it is constant");
    says("int f(int x) { const int a = x; a++; return a; }", "a cannot be assigned to");
    says("static const int K = 3; int f(int x) { K = x; return K; }", "cannot be assigned to");
    says("int f(int x) { int3 v; v.xx = int2(1, 2); return v.x; }", "names x twice");
    says("int f(int x) { int2 v; v.z = 1; return v.x; }", "has no component z");
    says("int f(int x) { int2 v; v.q = 1; return v.x; }", "has no member called q");
    says("int f(int x) { int a[2]; a[2] = 1; return a[x]; }",
         "index 2 of a int[2], which has 2 elements");
    says("int f(int x) { int a[2]; a[1.5] = 1; return a[x]; }",
         "an index is an integer, not a float");
    says("int f(int x) { x[0] = 1; return x; }", "has no elements to assign to");
    says("int f(int x) { y = 1; return x; }", "y");
    says("struct S { int a; void g() { a = 1; } } int f(int x) { S s; s.g(); return s.a; }",
         "cannot change `this`");
    says("int f(StructuredBuffer<int> b, int x) { b[0] = 1; return x; }", "only read");
    says("int f(int x) { float3 v; v = float2(1, 2); return x; }", "float2");
    says("float f(Buffer<float> a, Buffer<float> b, bool c) { Buffer<float> d = a; if (c) d = b; "
         "return d[0]; }",
         "only read");
}
