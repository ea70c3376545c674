/* Expressions of the Slang-style language: each as a function of x = 1.5 (and n = 7), against numbers. */
#include "slang_fixture.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct Case {
    const char *body; /* of float t(float x, int n) */
    double want;
} Case;

static const char declarations[] =
    "static const float PI = 3.14159265358979;\n"
    "static const int SIZE = 2 + 3 * 4;\n"
    "static const float3 UP = {0, 1, 0};\n"
    "static const float table[4] = {1, 2, 4, 8};\n"
    "enum Mode { Off, On = 5, Auto }\n"
    "enum Small : uint8_t { A = 250, B }\n"
    "typealias Real = float;\n"
    "typedef float3 Colour;\n"
    "struct Inner { float a = 2; float b; }\n"
    "struct Outer { Inner inner; float c[3]; static const float K = 10; static float twice(float "
    "v) { return v * 2; }\n"
    "  float sum() { return inner.a + inner.b + c[0] + c[1] + c[2]; }\n"
    "  [mutating] void grow(float by) { inner.b += by; c[1] = by; }\n"
    "  [mutating] float grow_twice(float by) { grow(by); this.grow(by); return inner.b; }\n"
    "  float scaled(float by = K) { return sum() * by; } }\n"
    "struct Made { float v; int how; __init(float x) { v = x; how = 1; } __init(float x, float y) "
    "{ v = x * y; how = 2; }\n"
    "  __init() { v = 42; how = 3; } }\n"
    "struct Complex { float re; float im; }\n"
    "Complex operator+(Complex a, Complex b) { return Complex(a.re + b.re, a.im + b.im); }\n"
    "Complex operator*(Complex a, Complex b) { return { a.re * b.re - a.im * b.im, a.re * b.im + "
    "a.im * b.re }; }\n"
    "Complex operator*(float s, Complex a) { return { s * a.re, s * a.im }; }\n"
    "__prefix Complex operator-(Complex a) { return { -a.re, -a.im }; }\n"
    "bool operator==(Complex a, Complex b) { return a.re == b.re && a.im == b.im; }\n"
    "extension Inner { float product() { return a * b; } static float nine() { return 9; } }\n"
    "extension float3 { float total() { return this.x + this.y + this.z; } }\n"
    "float half_of(float v) { return v / 2; }\n"
    "void halves(float v, out float a, inout float b) { a = v / 2; b += a; }\n"
    "float side(inout int count, float v) { count++; return v; }\n"
    "int pick(int v) { return 1; }\nint pick(uint v) { return 2; }\nint pick(float v) { return 3; "
    "}\n"
    "int pick(float2 v) { return 4; }\nint pick(float3 v) { return 5; }\nint pick(double v) { "
    "return 6; }\n"
    "float with_default(float a, float b = PI, int c = SIZE) { return a + b + c; }\n";

static const Case cases[] = {
    /* numbers */
    {"return 1 + 2 * 3;", 7},
    {"return 7 / 2;", 3},
    {"return -7 / 2;", -3},
    {"return -7 % 3;", -1},
    {"return 7.5 % 2;", 1.5},
    {"return n / 2 + x;", 4.5},
    {"return 0x1F + 0b101 + 010;", 44},
    {"return 1e2 + .5 + 2. + 1.5f + 2.5h;", 106.5},
    {"return 4000000000u > 3 ? 1 : 2;", 1},
    {"return float(double(0.1) == 0.1lf);", 1},
    {"double d = 0.1; return float((d - 0.1lf) == 0);", 1},
    {"return n << 2 | 1;", 29},
    {"return (n ^ 2) & ~1;", 4},
    {"return -n >> 1;", -4},
    {"uint u = 3; return u - 4 > 0 ? 1 : 0;", 1},
    {"return true + true;", 2},
    {"return !n ? 1 : !x ? 2 : 3;", 3},
    {"return n / 0;", 0},
    {"int64_t big = 3000000000ll; return float(big / 1000000);", 3000},
    {"int8_t s = int8_t(200); return s;", -56},
    {"uint16_t s = (uint16_t)70000; return s;", 4464},
    {"half h = 1.0 / 3; return float(h) == 0.333251953125 ? 1 : 0;", 1},
    {"int i = int(2.9); int j = (int)-2.9; return i * 10 + j;", 18},
    {"bool b = 0.5; return b ? 3 : 4;", 3},
    {"return (1, 2, x);", 1.5},
    {"return +x - -x;", 3},
    /* names */
    {"return PI;", 3.14159265358979},
    {"return SIZE;", 14},
    {"return dot(UP, float3(1, 2, 3));", 2},
    {"return table[2] + table[n];", 12},
    {"return Mode.On + Mode::Auto * 10;", 65},
    {"Mode m = Mode.Auto; return m == Mode.Auto ? 1 : 0;", 1},
    {"return Small.B;", 251},
    {"Real r = x; Colour c = r; return c.z;", 1.5},
    {"float PI = 2; { float PI = 3; x += PI; } return PI + x;", 6.5},
    {"return Outer.K + Outer::twice(x);", 13},
    /* vectors */
    {"float3 v = float3(1, 2, 3); return v.x + v.y * 10 + v.z * 100;", 321},
    {"return (float3(1, 2, 3) * 2 + x).y;", 5.5},
    {"return float4(1, 2, 3, 4).wzyx.x;", 4},
    {"return float4(1, 2, 3, 4).bgr.z;", 1},
    {"return x.xxx.y + x.x;", 3},
    {"return float4(float2(1, 2), 3, 4).w + float4(1, float3(2, 3, 4)).y;", 6},
    {"return float3(7).z;", 7},
    {"return ((float2)float4(1, 2, 3, 4)).y;", 2},
    {"return int3(1.9, 2.9, 3.9).z;", 3},
    {"float3 v = {1, 2, 3}; return v[1] + v[n - 5];", 5},
    {"float3 v = {1, 2, 3}; return v[n];", 3},
    {"float4 v = {float2(1, 2), 5}; return v.z + v.w;", 5},
    {"vector<float, 3> v = vector<float, 3>(1, 2, 3); return v.z;", 3},
    {"bool3 b = float3(1, 2, 3) > 1.5; return all(b) ? 1 : any(b) ? 2 : 3;", 2},
    {"float3 v = float3(1, 5, 3) > 2 ? float3(1) : float3(0); return v.x * 100 + v.y * 10 + v.z;",
     11},
    {"float3 v = n > 3 ? float3(1) : 0; return v.y;", 1},
    {"return dot(int3(1, 2, 3), int3(4, 5, 6));", 32},
    /* matrices */
    {"float2x2 m = float2x2(1, 2, 3, 4); return m[1][0] + m._m01 * 10 + m._22 * 100;", 423},
    {"float2x2 m = {1, 2, 3, 4}; return m._m00_m11.y;", 4},
    {"float2x2 m = {{1, 2}, {3, 4}}; return m[n - 6][n - 7];", 3},
    {"float2x2 m = float2x2(float2(1, 2), float2(3, 4)); return mul(m, float2(1, 10)).y;", 43},
    {"float2x2 m = {1, 2, 3, 4}; return mul(float2(1, 10), m).y;", 42},
    {"float2x2 m = {1, 2, 3, 4}; return mul(m, m)[0][1] + (m * m)[0][1] * 100;", 410},
    {"float2x3 m = {1, 2, 3, 4, 5, 6}; return transpose(m)[2][1];", 6},
    {"float4x4 m = 2; return ((float3x3)m)[2][2] + float4(1).x;", 3},
    {"matrix<float, 2, 2> m = float2x2(float4(1, 2, 3, 4)); return m[1][1];", 4},
    /* arrays */
    {"float a[3] = {1, 2, 3}; return a[0] + a[n];", 4},
    {"float a[] = {1, 2, 3, x}; return a[3];", 1.5},
    {"float a[2][2] = {1, 2, 3, 4}; return a[1][0];", 3},
    {"float[2] a = {5}; return a[0] * 10 + a[1];", 50},
    {"Array<float, 3> a = {1, 2, 3}; return a[2];", 3},
    {"float3 a[2] = {float3(1), {1, 2, 3}}; return a[1].z + a[0].y;", 4},
    {"float a[SIZE > 3 ? 4 : 2]; return a.getCount();", 4},
    {"float a[SIZE > 3 && SIZE < 20 ? 5 : 2]; return a.getCount() + (n > 3 ? half_of(n) : 0);",
     8.5},
    {"static const int K = 3; const int J = K * 2; float a[J]; return a.getCount();", 6},
    /* structs */
    {"Inner i; return i.a + i.b;", 2},
    {"Inner i = {}; return i.a;", 2},
    {"Inner i = {5}; return i.a * 10 + i.b;", 50},
    {"Inner i = Inner(5, 6); return i.a * 10 + i.b;", 56},
    {"Inner i = (Inner)0; return i.a;", 0},
    {"Outer o = {{1, 2}, {3, 4, 5}}; return o.sum();", 15},
    {"Outer o = {1, 2, 3, 4, 5}; return o.sum();", 15},
    {"Outer o; o.grow(x); return o.sum() + o.scaled() + o.scaled(2);", 65},
    {"Outer o; float r = o.grow_twice(2); return r * 100 + o.sum();", 408},
    {"Outer o; Outer p = o; p.inner.a = 9; return o.inner.a * 10 + p.inner.a;", 29},
    {"Made m = Made(x); Made p = Made(x, 4); Made q = {}; return m.how + p.how * 10 + q.how * 100 "
     "+ p.v;",
     327},
    {"Made m = {x, 2}; return m.v;", 3},
    {"Inner i = {3, 4}; return i.product() + Inner.nine();", 21},
    {"return float3(1, 2, 3).total();", 6},
    {"Complex a = {1, 2}, b = {3, 4}; Complex c = a * b + 2 * a; return c.re * 10 + c.im;", -16},
    {"Complex a = {1, 2}; return (-a).im * 10 + (a == a ? 1 : 0);", -19},
    /* calls */
    {"return half_of(3);", 1.5},
    {"float a, b = 10; halves(6, a, b); return a + b;", 16},
    {"float v[2] = {0, 10}; float3 w; halves(6, w.y, v[1]); return w.y + v[1];", 16},
    {"return pick(1) * 1000 + pick(1u) * 100 + pick(1.0) * 10 + pick(float3(0));", 1235},
    {"return pick(true) * 100 + pick(1.0lf) * 10 + pick(half(1));", 163},
    {"return pick(float2(1)) * 10 + pick(int2(1));", 44},
    {"return with_default(1) + with_default(1, 2) * 100 + with_default(1, 2, 3) * 10000;",
     61718.14159265},
    /* what happens only sometimes */
    {"int c = 0; bool b = n < 0 && side(c, 1) > 0; return c * 10 + (b ? 1 : 0);", 0},
    {"int c = 0; bool b = n > 0 && side(c, 1) > 0; return c * 10 + (b ? 1 : 0);", 11},
    {"int c = 0; bool b = n > 0 || side(c, 1) > 0; return c * 10 + (b ? 1 : 0);", 1},
    {"int c = 0; float v = n > 0 ? side(c, 2) : side(c, 3) + side(c, 4); return c * 10 + v;", 12},
    {"int c = 0; float v = n < 0 ? side(c, 2) : side(c, 3) + side(c, 4); return c * 10 + v;", 27},
    {"int i = 0; int a[3] = {1, 2, 3}; i += a[i + 1]; return i;", 2},
};

static void run_cases(const char *before, const Case *all, size_t n) {
    for (size_t i = 0; i < n; i++) {
        char source[8192];
        float x = 1.5f, got = -99;
        int32_t seven = 7;
        snprintf(source, sizeof source, "%sfloat t(float x, int n) { %s }\n", before, all[i].body);
        slang_run(source, "t", 1, (void *[]){&x, &seven}, 2, (void *[]){&got}, 1);
        double slack = 2e-6 * (fabs(all[i].want) + 1e-3);
        CHECK_MSG(fabs(got - all[i].want) <= slack, "%s\ngives %.9g, should be %.9g", all[i].body,
                  (double)got, all[i].want);
    }
}

TEST(values) {
    run_cases(declarations, cases, sizeof cases / sizeof *cases);
}

/* ---- errors: a part of what must be told for a body */

typedef struct Wrong {
    const char *body, *message;
} Wrong;

static const Wrong wrong[] = {
    {"return y;", "there is nothing called y here"},
    {"float colour = 1; return color;", "did you mean colour?"},
    {"return expp(x);", "did you mean exp?"},
    {"float3 v = float4(1); return 0;", "cannot convert float4 to float3"},
    {"float3 v = float4(1); return 0;", "write .xyz for the first components"},
    {"float3 v = float2(1); return 0;", "cannot convert float2 to float3"},
    {"return float3(1);", "cannot convert float3 to float"},
    {"return (float3(1) + float2(1)).x;", "float3 + float2 is not defined"},
    {"return (float2x2(1) * float2(1)).x;", "mul(a, b) is the product"},
    {"return Complex(1, 2) - Complex(1, 2);", "declare operator-"},
    {"return x & 1;", "float & int is not defined"},
    {"return ~x;", "~float is not defined"},
    {"return float3(1, 2);", "float3 has 3 components, not 2"},
    {"return float2(1, 2, 3);", "float2 has 2 components, not 3"},
    {"return float3(1).w;", "float3 has no component w"},
    {"return float3(1).xq;", "float3 has no component xq"},
    {"return float2x2(1)._m02;", "float2x2 has no element _m02"},
    {"Inner i; return i.q;", "Inner has no member q"},
    {"Outer o; return o.innr.a;", "did you mean inner?"},
    {"Outer o; return o.sum;", "sum is a method: call it"},
    {"Outer o; return o.summ();", "did you mean sum?"},
    {"return Outer.sum();", "sum is not static"},
    {"return Outer.Q;", "Outer has no static member Q"},
    {"return Mode.Of;", "did you mean Off?"},
    {"float a[3]; return a[3];", "index 3 of a float[3], which has 3"},
    {"float a[3]; return a[1.0];", "the index is float; an integer is needed"},
    {"return x[0];", "float has no elements"},
    {"int k = n; float a[k]; return 0;", "known while compiling"},
    {"float a[0]; return 0;", "0 is not between 1 and"},
    {"flot q = 1; return 0;", "there is no type called flot"},
    {"flot q = 1; return 0;", "did you mean float?"},
    {"return half_of;", "half_of is a function"},
    {"return half_of(1, 2);", "it takes 1 argument, not 2"},
    {"return half_of(float2(1));", "v is float, and float2 does not convert to it"},
    {"return half_of(halves);", "halves is a function"},
    {"return pick(float4(1));", "no function pick takes (float4)"},
    {"return pick(float4(1));",
     "int pick(float3 v): v is float3, and float4 does not convert to it"},
    {"return float;", "float is a type, not a value"},
    {"return sin;", "sin is a function: call it"},
    {"return sin(1, 2);", "sin takes 1 argument, not 2"},
    {"return cross(float2(1), float2(1)).x;", "cross does not take (float2, float2)"},
    {"return max(float2(1), float3(1)).x;", "max does not take (float2, float3)"},
    {"return asfloat(1.0lf);", "asfloat does not take (double)"},
    {"float v = {1, 2}; return v;", "float has no room for this item"},
    {"float2 v = {1, 2, 3}; return v.x;", "float2 has 2 components, not 3"},
    {"Inner i = {1, 2, 3}; return i.a;", "Inner has no room for this item"},
    {"Inner i = Inner(1, 2, 3); return i.a;", "Inner has 2 fields, not 3"},
    {"Made m = Made(1, 2, 3); return m.v;", "no function Made takes (int, int, int)"},
    {"return n > 0 ? Inner(1, 2) : x;", "the choices are Inner and float"},
    {"return Inner(1, 2) ? 1 : 2;", "Inner is not a condition"},
    {"return 99999999999999999999;", "is not a number that can be held"},
    {"float q = halves(1, x, x); return 0;", "void"},
    {"return this.x;", "there is no `this` outside of a method"},
    {"half_of(1) = 2; return 0;", "half_of(1)"},
    {"return x(1);", "there is no function called x"},
    {"let v; return 0;", ""},
};

TEST(errors) {
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char source[8192];
        snprintf(source, sizeof source, "%sfloat t(float x, int n) { %s }\n", declarations,
                 wrong[i].body);
        char *told = slang_errors(source);
        CHECK_MSG(told[0] && strstr(told, wrong[i].message), "%s\nshould tell: %s\ntells:\n%s",
                  wrong[i].body, wrong[i].message, told);
        free(told);
    }
}

/* Each statement has its own error, and what follows is still looked at. */
TEST(several_errors) {
    char *told = slang_errors("float f(float x) {\n  float a = nope1;\n  float b = float2(1);\n  "
                              "return a + b + nope2;\n}\n"
                              "float g(float x) { return nope3 + nope4; }\n");
    CHECK(strstr(told, "test:2:13: error") && strstr(told, "test:3:13: error"));
    CHECK(strstr(told, "nope1") && strstr(told, "nope3"));
    CHECK_MSG(!strstr(told, "nope4\n"), "one error a statement: %s", told);
    free(told);
}

TEST(warnings) {
    char *told = slang_errors("int f(float x) { return x; }\n");
    CHECK_MSG(strstr(told, "warning: float becomes int, which drops its fraction"), "%s", told);
    free(told);
    told =
        slang_errors("int f(float x) { int a = 1.0; bool b = x; float c = 1; return int(x); }\n");
    CHECK_STR(told, "");
    free(told);
}

TEST(declarations_are_checked) {
    static const Wrong all[] = {
        {"struct S { S s; };", "struct S would contain itself"},
        {"struct S { float x; float f() { return y; } };", "there is nothing called y"},
        {"static const float A = B; static const float B = A;", "nested too deeply"},
        {"static const float A = nope;", "there is nothing called nope"},
        {"groupshared float f; float g(float x) { return f; }", "f is groupshared"},
        {"float f = 1; static const float g = f; float h(float x) { return g; }", "is a global"},
        {"float f(float x) { return 1; } struct f { float y; };", "f is declared twice"},
        {"struct S { float a; }; struct S { float b; };", "S is declared twice"},
        {"interface I { float area(float k); } struct S : I { float a; };",
         "it has no method that fits I.area"},
        {"struct S : INope { float a; };", "there is no interface INope"},
        {"typealias A = B; typealias B = A; float f(A x) { return 0; }",
         "the type A would be made of itself"},
        {"float f(float x);", "it has no body"},
        {"float f(float x) { return 1; } float f(float y) { return 2; }",
         "with the same parameters is there already"},
        {"float f(float x) { static int n = 0; return n; }", "a static variable that is not const"},
        {"float f(vec3 x) { return 0; }", "here it is called float3"},
        {"float f(float x) { return mat4(x)[0][0]; }", "here it is called float4x4"},
        {"float f(float x) { return flot3(x).x; }", "did you mean float3?"},
        {"float f(Nope x) { return 0; }", "there is no type called Nope"},
        {"float f(out Texture2D<float> t) { return 0; }", "cannot be written to"},
        {"struct S { Texture2D<float> t; };", "cannot be a field"},
        {"import nope; float f(float x) { return g(x); }", "the module nope was not found"},
        {"float f(float x) { return g(x); } float g(float x) { return f(x); }", "g"},
        {"float f(vector<float, 5> x) { return 0; }", "5 is not between 1 and 4"},
        {"float f(vector<float> x) { return 0; }", "vector needs 2 generic arguments"},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        char *told = slang_errors(all[i].body);
        CHECK_MSG(told[0] && strstr(told, all[i].message), "%s\nshould tell: %s\ntells:\n%s",
                  all[i].body, all[i].message, told);
        free(told);
    }
    char *told = slang_errors(
        "float f(float x); float g(float x) { return f(x); } float f(float x) { return x; }");
    CHECK_STR(told, "");
    free(told);
}
