/* The functions of the language: each against libm or its formula, on scalars, vectors, halves and doubles. */
#include "slang_fixture.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static double sign_of(double x) {
    return (x > 0) - (x < 0);
}
static double frac_of(double x) {
    return x - floor(x);
}
static double clamp01(double x) {
    return fmin(fmax(x, 0), 1);
}
static double rsqrt_of(double x) {
    return 1 / sqrt(x);
}
static double rcp_of(double x) {
    return 1 / x;
}
static double degrees_of(double x) {
    return x * 180 / 3.14159265358979323846;
}
static double radians_of(double x) {
    return x * 3.14159265358979323846 / 180;
}

typedef struct One {
    const char *name;
    double (*want)(double);
} One;

static const One ones[] = {
    {"abs", fabs},
    {"acos", acos},
    {"asin", asin},
    {"atan", atan},
    {"ceil", ceil},
    {"cos", cos},
    {"cosh", cosh},
    {"exp", exp},
    {"exp2", exp2},
    {"floor", floor},
    {"frac", frac_of},
    {"log", log},
    {"log10", log10},
    {"log2", log2},
    {"rcp", rcp_of},
    {"round", rint},
    {"rsqrt", rsqrt_of},
    {"saturate", clamp01},
    {"sign", sign_of},
    {"sin", sin},
    {"sinh", sinh},
    {"sqrt", sqrt},
    {"tan", tan},
    {"tanh", tanh},
    {"trunc", trunc},
    {"degrees", degrees_of},
    {"radians", radians_of},
    {"fract", frac_of},
    {"asinh", asinh},
    {"atanh", atanh},
};

static const double points[] = {0.0, 0.25, -0.25, 0.5, 0.75, -0.875, 1.5, 2.5, -2.5, 17.25, -31.5};
enum { POINTS = sizeof points / sizeof *points };

static void check_close(const char *name, const char *type, double x, double got, double want,
                        double slack) {
    bool same =
        (isnan(got) && isnan(want)) || got == want || fabs(got - want) <= slack * fabs(want);
    CHECK_MSG(same, "%s(%s %.9g) gives %.17g, should be %.17g", name, type, x, got, want);
}

TEST(of_one_argument) {
    for (size_t i = 0; i < sizeof ones / sizeof *ones; i++) {
        char source[400];
        float x[POINTS], y[POINTS], z[POINTS];
        double d[POINTS], e[POINTS];
        for (int k = 0; k < POINTS; k++)
            d[k] = points[k], x[k] = (float)points[k];
        snprintf(source, sizeof source,
                 "void t(float x, double d, out float y, out double e, out float z) {\n"
                 "  y = %s(x); e = %s(d); z = %s(float3(1, x, 2)).y; }\n",
                 ones[i].name, ones[i].name, ones[i].name);
        slang_run(source, "t", POINTS, (void *[]){x, d}, 2, (void *[]){y, e, z}, 3);
        for (int k = 0; k < POINTS; k++) {
            check_close(ones[i].name, "float", points[k], y[k], ones[i].want(points[k]), 4e-7);
            check_close(ones[i].name, "double", points[k], e[k], ones[i].want(points[k]), 1e-15);
            check_close(ones[i].name, "float3", points[k], z[k], ones[i].want(points[k]), 4e-7);
        }
    }
}

/* An integer serves as a float, a half stays one. */
TEST(of_other_types) {
    int32_t n = 4;
    float y[4];
    slang_run("void t(int n, out float a, out float b, out float c, out float d) {\n"
              "  a = sqrt(n); b = float(sqrt(half(2))); c = float(abs(-n)); d = pow(2, 0.5); }\n",
              "t", 1, (void *[]){&n}, 1, (void *[]){&y[0], &y[1], &y[2], &y[3]}, 4);
    CHECK_EQ_F32(y[0], 2);
    CHECK_EQ_F32(y[1], 1.4140625f);
    CHECK_EQ_F32(y[2], 4);
    CHECK(fabsf(y[3] - 1.41421356f) < 1e-6f);
}

typedef struct Case {
    const char *body; /* of float t(float x, float y): x = 0.75, y = -2.5 */
    double want;
} Case;

static const Case cases[] = {
    {"return atan2(x, y);", 2.8501358591119264},
    {"return fmod(y, x);", -0.25},
    {"return pow(x, 2.5);", 0.4871392896287467},
    {"return max(x, y) * 10 + min(x, y);", 5},
    {"return max(float3(1, 2, 3), 2).x * 10 + min(int2(5, 6), int2(6, 5)).y;", 25},
    {"return clamp(y, -1, x) * 10 + clamp(5, 1, 3);", -7},
    {"return lerp(1, 3, x) + lerp(float2(0, 4), float2(1, 8), x).y;", 9.5},
    {"return lerp(float2(0, 4), float2(1, 8), float2(0, 1)).y + mix(0, 10, x);", 15.5},
    {"return mad(x, 2, 3) + mad(2, 3, 4) + fma(x, 2, 1);", 17},
    {"return step(0.5, x) + step(float2(1, 0), float2(x)).y * 10 + step(1, x) * 100;", 11},
    {"return smoothstep(0, 1, x);", 0.84375},
    {"return smoothstep(0, 3, float3(1, 2, x)).z;", 0.15625},
    {"return ldexp(x, 3);", 6},
    {"float s, c; sincos(x, s, c); return s + c * 10;", 0.6816387600233342 + 7.316888688738209},
    {"float3 s, c; sincos(float3(0, x, 0), s, c); return s.y + c.z * 10;", 10.681638760023334},
    {"float w; float f = modf(y, w); return f + w * 10;", -20.5},
    {"int e; float m = frexp(y, e); return m + e * 10;", 19.375},
    {"int e; float m = frexp(1e-40, e); return e;", -132},
    {"int e; return frexp(0, e) + e;", 0},
    {"return dot(float3(1, 2, 3), float3(x)) + dot(2, 3);", 10.5},
    {"return cross(float3(1, 0, 0), float3(0, 1, 0)).z + cross(int3(0, 1, 0), int3(0, 0, 2)).x;",
     3},
    {"return length(float2(3, 4)) + length(y);", 7.5},
    {"return distance(float2(3, 4), float2(0)) + distance(x, y);", 8.25},
    {"return normalize(float2(3, 4)).y + normalize(y);", -0.2},
    {"return reflect(float2(1, -1), float2(0, 1)).y;", 1},
    {"return refract(float2(0.6, -0.8), float2(0, 1), 0.5).x;", 0.3},
    {"return refract(float2(0.6, -0.8), float2(0, 1), 2).x;", 0},
    {"return faceforward(float2(1, 2), float2(0, 1), float2(0, 1)).y;", -2},
    {"return all(float3(1, 2, 0)) ? 1 : any(float3(0, 2, 0)) ? 2 : 3;", 2},
    {"return all(float2x2(1)) && !any(0) ? 1 : 0;", 1},
    {"return isnan(x - x) || isinf(x) ? 1 : isfinite(x) ? 2 : 3;", 2},
    {"return isnan(sqrt(y)) && isinf(1 / (x - x)) && !isfinite(log(x - x)) ? 1 : 0;", 1},
    {"return select(x > 0, 1, 2) + select(float2(x, y) > 0, 10, 20).y + select(true, 100, 200);",
     121},
    {"return and(true, x > 0) && !or(false, y > 0) ? 1 : 0;", 1},
    {"return asfloat(asuint(x)) + asfloat(asint(x)) + asfloat(0x40000000u);", 3.5},
    {"return asint(1.0) == 0x3f800000 && asuint(float2(1, y)).y == 0xc0200000u ? 1 : 0;", 1},
    {"return countbits(0xF0Fu) + countbits(-1);", 40},
    {"return firstbithigh(40u) * 100 + firstbitlow(40u);", 503},
    {"return firstbithigh(0) * 10 + firstbithigh(-1) + firstbithigh(-9) * 100;", 289},
    {"return int(firstbitlow(0u)) * 10 + firstbitlow(int2(8, 1)).x;", -7},
    {"return reversebits(1u) == 0x80000000u && reversebits(uint2(2, 6)).y == 0x60000000u ? 1 : 0;",
     1},
    {"return f16tof32(0x3c00u) + f32tof16(2.0);", 16385},
    {"float2x2 m = {1, 2, 3, 4}; return determinant(m);", -2},
    {"float3x3 m = {2, 0, 1, 0, 3, 0, 1, 0, 1}; return determinant(m);", 3},
    {"float2x2 m = {1, 2, 3, 4}; return inverse(m)[1][0];", 1.5},
    {"float3x3 m = {2, 0, 1, 1, 3, 2, 1, 0, 1}; float3x3 i = mul(m, inverse(m)); return i[0][0] + "
     "i[1][1] * 10 + "
     "i[2][2] * 100 + i[0][1] + i[2][0];",
     111},
    {"float4x4 m = {2, 0, 1, 3, 1, 3, 2, 0, 1, 0, 1, 1, 0, 2, 0, 5}; float4x4 i = mul(inverse(m), "
     "m); return i[0][0] + "
     "i[1][1] * 10 + i[2][2] * 100 + i[3][3] * 1000 + i[0][1] + i[2][0] + i[3][1] + i[1][3];",
     1111},
    {"return outerProduct(float2(1, 2), float3(3, 4, 5))[1][2];", 10},
    {"return mul(float2x3(1, 2, 3, 4, 5, 6), float3(1)).y + mul(2, x) + mul(float2(1, 2), "
     "float2(3, 4));",
     27.5},
    {"return mul(float2x3(1, 2, 3, 4, 5, 6), float3x2(1, 2, 3, 4, 5, 6))[1][0];", 49},
    {"return sin(float2x2(x))[1][1] + (float2x2(1) + x)[0][1];", 2.4316387600233342},
    {"return max(x, sqrt(y)) == x && max(sqrt(y), x) == x ? 1 : 0;",
     1}, /* of a number and a NaN the number */
    {"return clamp(x, sqrt(y), sqrt(y)) == x && saturate(sqrt(y)) == 0 ? 1 : 0;", 1},
    {"return max(sqrt(y), x);", 0.75},
    {"return wang_hash(1) == 663891101u ? 1 : 0;", 1},
    {"return round(2.5) + round(3.5) * 10 + round(-0.5) * 100;", 42},
    {"return copysign(x, y) + acosh(2.0);", 0.5669578969248167},
};

TEST(formulas) {
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char source[1000];
        float x = 0.75f, y = -2.5f, got = -99;
        snprintf(source, sizeof source, "float t(float x, float y) { %s }\n", cases[i].body);
        slang_run(source, "t", 1, (void *[]){&x, &y}, 2, (void *[]){&got}, 1);
        double slack = 4e-6 * (fabs(cases[i].want) + 1e-3);
        CHECK_MSG(fabs(got - cases[i].want) <= slack, "%s\ngives %.9g, should be %.9g",
                  cases[i].body, (double)got, cases[i].want);
    }
}
