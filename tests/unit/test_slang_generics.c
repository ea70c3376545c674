/* Generics, interfaces and overloads of the Slang-style language. */
#include "slang_fixture.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const char declarations[] =
    "T twice<T>(T x) { return x + x; }\n"
    "T larger<T : __BuiltinArithmeticType>(T a, T b) { return a > b ? a : b; }\n"
    "float total<let N : int>(float a[N]) { float s = 0; for (int i = 0; i < N; i++) s += a[i]; "
    "return s; }\n"
    "T inner<T : __BuiltinFloatingPointType, let N : int>(vector<T, N> a, vector<T, N> b) {\n"
    "  T s = T(0); for (int i = 0; i < N; i++) s += a[i] * b[i]; return s; }\n"
    "int length_of<T, let N : int>(vector<T, N> v) { return N; }\n"
    "int rows_of<T, let R : int, let C : int>(matrix<T, R, C> m) { return R * 10 + C; }\n"
    "float first<let N : int>() { return N * 2; }\n"
    "T made<T>(float x) { return T(x); }\n"
    "struct Pair<T> { T a; T b; T sum() { return a + b; } static Pair<T> both(T v) { return { v, v "
    "}; }\n"
    "  Pair<T> swapped() { Pair<T> p = { b, a }; return p; } [mutating] void set(T v) { a = v; } "
    "}\n"
    "struct Stack<T, let N : int> { T items[N]; int count; static const int SIZE = N * 2;\n"
    "  [mutating] void push(T x) { items[count] = x; count++; } T top() { return items[count - 1]; "
    "}\n"
    "  int room() { return N - count; } }\n"
    "struct Nested<T> { Pair<T> pair; Stack<T, 2> stack; }\n"
    "T add_pair<T>(Pair<T> p) { return p.a + p.b; }\n"
    "typealias Two<T> = Pair<T>;\n"
    "interface IShape { float area(); static float corners(); float half_area() { return area() / "
    "2; } }\n"
    "struct Square : IShape { float side; float area() { return side * side; } static float "
    "corners() { return 4; } }\n"
    "struct Circle : IShape { float r; float area() { return 3 * r * r; } static float corners() { "
    "return 0; } }\n"
    "float double_area<S : IShape>(S s) { return s.area() * 2 + S.corners(); }\n"
    "float both_areas<A, B>(A a, B b) where A : IShape where B : IShape { return a.area() + "
    "b.area(); }\n"
    "float area_plus(IShape s, float k, IShape t) { return s.area() + k + t.area() * 10; }\n"
    "float triple(IFloat v) { return float(v * 3); }\n"
    "extension<T> Pair<T> { T product() { return a * b; } }\n"
    "int which<T>(T x) { return 1; }\nint which(float x) { return 2; }\n"
    "int mixed(float a, int b) { return 1; }\nint mixed(int a, float b) { return 2; }\n"
    "int same(float2 a) { return 1; }\nint same(int2 a) { return 2; }\n"
    "float max(float a, float b, float c) { return max(max(a, b), c); }\n"
    "float3 saturate(float3 v) { return v * 100; }\n"
    "float count<T = int, let N : int = 3>(float x) { T t = T(x); return t * N; }\n";

typedef struct Case {
    const char *body;
    double want;
} Case;

static const Case cases[] = {
    {"return twice(x) + twice(3);", 9},
    {"return twice(float2(1, x)).y;", 3},
    {"return twice<int>(1.9);", 2},
    {"return larger(x, 1) + larger(1, 2);", 3.5},
    {"float a[4] = {1, 2, 3, x}; return total(a);", 7.5},
    {"return inner(float3(1, 2, 3), float3(x)) + inner(float2(1, 2), float2(1));", 12},
    {"return length_of(float4(1)) * 10 + length_of(int2(1));", 42},
    {"return rows_of(float2x3(0));", 23},
    {"return first<5>();", 10},
    {"return made<int>(2.7) + made<float2>(x).y;", 3.5},
    {"Pair<float> p = {1, x}; return p.sum() + p.swapped().a * 10 + p.product();", 19},
    {"Pair<int> p = Pair<int>.both(3); p.set(5); return p.sum() * 10 + add_pair(p);", 88},
    {"Two<float> p = {1, 2}; return p.b;", 2},
    {"Pair<float2> p = {float2(1, 2), float2(3, 4)}; return p.sum().y;", 6},
    {"Stack<float, 4> s; s.push(1); s.push(x); return s.top() + s.room() * 10 + Stack<float, "
     "4>.SIZE * 100;",
     821.5},
    {"Nested<float> v; v.pair.a = x; v.stack.push(2); return v.pair.sum() + v.stack.top();", 3.5},
    {"Square s = {x}; Circle c = {2}; return double_area(s) + double_area(c) + both_areas(s, c);",
     46.75},
    {"return which(x) + which(1) * 10;", 12},
    {"Square s = {x}; Circle c = {2}; return area_plus(s, 1, c) + area_plus(c, 0, c) * 1000 + "
     "triple(x);",
     132127.75},
    {"float a[5]; return a.getCount();", 5},
    {"Square s = {x}; return s.half_area();", 1.125},
    {"return mixed(1.0, 1) + mixed(1, 1.0) * 10;", 21},
    {"return same(float2(1)) + same(int2(1)) * 10;", 21},
    {"return max(x, 2, 1) + max(x, 1);", 3.5},
    {"return saturate(float3(0.5)).x + saturate(0.5);", 50.5},
    {"return count(x) + count<float>(x) * 10 + count<float, 2>(x) * 100;", 348},
};

TEST(values) {
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char source[8192];
        float x = 1.5f, got = -99;
        snprintf(source, sizeof source, "%sfloat t(float x) { %s }\n", declarations, cases[i].body);
        slang_run(source, "t", 1, (void *[]){&x}, 1, (void *[]){&got}, 1);
        CHECK_MSG(fabs(got - cases[i].want) <= 1e-5 * fabs(cases[i].want),
                  "%s\ngives %.9g, should be %.9g", cases[i].body, (double)got, cases[i].want);
    }
}

typedef struct Wrong {
    const char *body, *message;
} Wrong;

static const Wrong wrong[] = {
    {"return larger(float2(1), float2(2)).x;", "float2 is not __BuiltinArithmeticType"},
    {"return inner(float3(1), float2(1));", "does not convert"},
    {"return first();", "nothing says what N is"},
    {"return first<1, 2>();", "it has 1 generic parameters, not 2"},
    {"return double_area(x);", "float is not IShape: it has no method that fits IShape.area"},
    {"return area_plus(x, 1, x);", "float is not IShape"},
    {"Pair p; return 0;", "Pair needs 1 generic arguments"},
    {"Pair<float, int> p; return 0;", "Pair has 1 generic parameters, not 2"},
    {"IShape s; return 0;", "write a generic function: <T : IShape>"},
    {"return mixed(1, 1);", "mixed(int, int) could be any of 2 functions"},
    {"return twice(Square(x)).side;", "Square + Square is not defined"},
    {"return add_pair(x);", "nothing says what T is"},
};

TEST(errors) {
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char source[8192];
        snprintf(source, sizeof source, "%sfloat t(float x) { %s }\n", declarations, wrong[i].body);
        char *told = slang_errors(source);
        CHECK_MSG(told[0] && strstr(told, wrong[i].message), "%s\nshould tell: %s\ntells:\n%s",
                  wrong[i].body, wrong[i].message, told);
        free(told);
    }
}

/* Generics that make ever new ones of themselves end with an error, soon. */
TEST(explosions) {
    static const char *const all[] = {
        "struct A<T> { A<A<T>> x; }; float f(float x) { A<float> a; return 0; }",
        "float g<let N : int>(float x) { return g<N + 1>(x); } float f(float x) { return g<0>(x); "
        "}",
        "struct A { float x; }; struct B { A a[1000]; }; struct C { B b[1000]; }; float f(C c) { "
        "return 0; }",
        "struct P<T> { T a; }; float g<T>(T x) { P<T> p; return g(p); } float f(float x) { return "
        "g(x); }",
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        char *told = slang_errors(all[i]);
        CHECK_MSG(told[0] && strstr(told, "error"), "%s", all[i]);
        free(told);
    }
}
