/*
 * The mathematics of f32 against the C library's functions of double: every function within its
 * bound over all exponents, special values exactly. bench-math tries every f32.
 */
#include "harness.h"

#include <math.h>

#include "op/math.h"

#include "math_bounds.h"

/* ---- numbers of every size */

enum { EXPONENTS = 256 };

/* A random number of the given sign bit and exponent field. */
static float number(uint64_t *state, unsigned sign, unsigned exponent) {
    uint32_t digits = (uint32_t)test_random(state) & 0x7fffff;
    return f_of((uint32_t)sign << 31 | (uint32_t)exponent << 23 | digits);
}

static void check_near(const char *name, float x, float y, float got, double want, double bound) {
    double error = math_error_f32(got, want);
    CHECK_MSG(error <= bound, "%s of %a, %a is %a: %g ulp from %a, more than %g", name, (double)x,
              (double)y, (double)got, error, want, bound);
}

/* ---- one operand */

typedef struct Function {
    const char *name;
    float (*ours)(float);
    double (*reference)(double);
    double bound;
} Function;

#define BOUND(op, name, f32, f64)              \
    static float ours_##name(float x) {        \
        return m_##name##_f32(x);              \
    }                                          \
    static double reference_##name(double x) { \
        return name(x);                        \
    }
#define BOUND2(op, name, f32, f64)
#include "math_bounds.def"
#undef BOUND

static const Function functions[] = {
#define BOUND(op, name, f32, f64) {#name, ours_##name, reference_##name, f32},
#include "math_bounds.def"
#undef BOUND
};
#undef BOUND2
enum { FUNCTIONS = sizeof functions / sizeof *functions };

TEST(functions_are_within_their_bounds) {
    uint64_t state = test_seed();
    size_t each = test_scaled(150);
    for (int f = 0; f < FUNCTIONS; f++)
        for (unsigned k = 0; k < 2 * EXPONENTS; k++)
            for (size_t i = 0; i < each; i++) {
                const Function *fn = &functions[f];
                float x = number(&state, k / EXPONENTS, k % EXPONENTS);
                check_near(fn->name, x, 0, fn->ours(x), fn->reference((double)x), fn->bound);
            }
}

/* Where reductions change their n, where polynomials meet, and beside small integers. */
TEST(functions_beside_the_seams) {
    static const float seams[] = {
        0.55f,  0.84f,      0.5f,       0.34657359f, 1.0397208f,  0x1p-126f,  0x1p-9f,    10.0f,
        4.0f,   0.6666667f, 1.3333334f, 0.70710678f, 1.4142135f,  88.72284f,  103.97208f, 87.33655f,
        128.0f, 149.0f,     150.0f,     0x1p17f,     0.78539816f, 1.5707964f, 3.1415927f, 11.0f,
        100.0f, 89.41599f,  0x1p23f,    0x1p24f,     9.1f,        10.05f,     35.04f,     42.0f};
    uint64_t state = test_seed();
    for (int f = 0; f < FUNCTIONS; f++)
        for (size_t s = 0; s < sizeof seams / sizeof *seams + 40; s++)
            for (int i = -20; i < 20; i++) {
                const Function *fn = &functions[f];
                float at = s < 40 ? (float)s : seams[s - 40];
                float x = f_of(f_bits(at == 0 ? 0x1p-126f : at) + (uint32_t)i);
                x = test_random(&state) & 1 ? -x : x;
                check_near(fn->name, x, 0, fn->ours(x), fn->reference((double)x), fn->bound);
            }
}

/* ---- two operands */

#define BOUND(op, name, f32, f64)
#define BOUND2(op, name, f32, f64) static const double name##_bound = f32;
#include "math_bounds.def"
#undef BOUND
#undef BOUND2

static void check_pow(float x, float y) {
    check_near("pow", x, y, m_pow_f32(x, y), pow((double)x, (double)y), pow_bound);
}

TEST(pow_is_within_its_bound) {
    uint64_t state = test_seed();
    for (size_t i = 0; i < test_scaled(30000); i++) {
        unsigned sign = (unsigned)test_random(&state) & 1;
        float x = number(&state, sign, (unsigned)test_random_below(&state, EXPONENTS));
        /* any y, y for a result of any size, a whole y */
        check_pow(x, number(&state, sign, (unsigned)test_random_below(&state, EXPONENTS)));
        float size = (float)(int)test_random_below(&state, 300) - 155.0f;
        check_pow(fabsf(x), size / log2f(fabsf(x)));
        check_pow(x, (float)(int)test_random_below(&state, 200) - 100);
        /* x beside 1 */
        x = f_of(0x3f800000u + (uint32_t)test_random_below(&state, 4096) - 2048);
        check_pow(x, size / log2f(x));
    }
}

TEST(atan2_and_hypot_are_within_their_bounds) {
    uint64_t state = test_seed();
    for (size_t i = 0; i < test_scaled(100000); i++) {
        unsigned e = (unsigned)test_random_below(&state, EXPONENTS);
        unsigned near = (e + (unsigned)test_random_below(&state, 8)) & 255;
        float x = number(&state, (unsigned)i & 1, e),
              any = number(&state, (unsigned)i >> 1 & 1,
                           (unsigned)test_random_below(&state, EXPONENTS));
        float ys[2] = {any, number(&state, (unsigned)i >> 2 & 1, near)};
        for (int k = 0; k < 2; k++) {
            float y = ys[k];
            check_near("atan2", y, x, m_atan2_f32(y, x), atan2((double)y, (double)x), atan2_bound);
            check_near("hypot", y, x, m_hypot_f32(y, x), hypot((double)y, (double)x), hypot_bound);
        }
    }
}

/* ---- special values: what the C library's double functions give, to the bit */

static const float specials[] = {0.0f,
                                 -0.0f,
                                 1.0f,
                                 -1.0f,
                                 INFINITY,
                                 -INFINITY,
                                 NAN,
                                 0.5f,
                                 -0.5f,
                                 2.0f,
                                 -2.0f,
                                 3.0f,
                                 -3.0f,
                                 0x1p-149f,
                                 -0x1p-149f,
                                 0x1p-126f,
                                 0x1.fffffep127f,
                                 -0x1.fffffep127f,
                                 0x1.fffffep-1f,
                                 0x1.000002p0f,
                                 -0x1.000002p0f,
                                 0x1p23f,
                                 -0x1p23f,
                                 0x1.000002p23f,
                                 0x1p24f,
                                 -2.5f,
                                 1e30f,
                                 -1e30f};
enum { SPECIALS = sizeof specials / sizeof *specials };

/* NaN where NaN is right; zeros, infinities and their signs exactly. */
static void check_special(const char *name, float x, float y, float got, double want) {
    float rounded = (float)want;
    test_note("%s of %a, %a", name, (double)x, (double)y);
    CHECK((got != got) == (want != want));
    if (want == 0 || (want == want && want * 0 != 0))
        CHECK_EQ_F32(got, rounded);
}

TEST(special_values) {
    for (int f = 0; f < FUNCTIONS; f++)
        for (int i = 0; i < SPECIALS; i++) {
            float x = specials[i];
            check_special(functions[f].name, x, 0, functions[f].ours(x),
                          functions[f].reference((double)x));
        }
}

TEST(special_pairs) {
    for (int i = 0; i < SPECIALS; i++)
        for (int j = 0; j < SPECIALS; j++) {
            float x = specials[i], y = specials[j];
            double a = (double)x, b = (double)y;
            check_special("pow", x, y, m_pow_f32(x, y), pow(a, b));
            check_special("atan2", x, y, m_atan2_f32(x, y), atan2(a, b));
            check_special("hypot", x, y, m_hypot_f32(x, y), hypot(a, b));
        }
}

/* Values that are exact must come out exactly. */
TEST(exact_values) {
    for (int n = -149; n < 128; n++)
        CHECK_EQ_F32(m_exp2_f32((float)n), (float)ldexp(1, n));
    for (int n = -149; n < 128; n++)
        CHECK_EQ_F32(m_log2_f32((float)ldexp(1, n)), (float)n);
    for (int n = -10; n <= 10; n++)
        CHECK_EQ_F32(m_pow_f32(3.0f, (float)n), (float)pow(3, n));
    for (int n = -200; n <= 200; n++)
        CHECK_EQ_F32(m_cbrt_f32((float)(n * n * n)), (float)n);
    CHECK_EQ_F32(m_exp_f32(0.0f), 1.0f);
    CHECK_EQ_F32(m_log_f32(1.0f), 0.0f);
    CHECK_EQ_F32(m_log10_f32(1.0f), 0.0f);
    CHECK_EQ_F32(m_cos_f32(0.0f), 1.0f);
    CHECK_EQ_F32(m_cosh_f32(-0.0f), 1.0f);
    CHECK_EQ_F32(m_erfc_f32(0.0f), 1.0f);
    CHECK_EQ_F32(m_acos_f32(1.0f), 0.0f);
    CHECK_EQ_F32(m_atan2_f32(-0.0f, -1.0f), -0x1.921fb6p+1f);
    CHECK_EQ_F32(m_hypot_f32(3e20f, 4e20f), 5e20f);
}

/* ---- the ways of a function */

/* Where nothing asks for the slow way, the main function is the function; elsewhere the slow one. */
TEST(slow_ways_agree) {
    uint64_t state = test_seed();
    for (unsigned k = 0; k < 2 * EXPONENTS; k++)
        for (size_t i = 0; i < test_scaled(20); i++) {
            float x = number(&state, k / EXPONENTS, k % EXPONENTS);
            test_note("at %a", (double)x);
#define SLOW(name, question)                                     \
    if (m_##question##_f32(x))                                   \
        CHECK_EQ_F32(m_##name##_slow_f32(x), m_##name##_f32(x)); \
    else if (x == x)                                             \
        CHECK_EQ_F32(m_##name##_main_f32(x), m_##name##_f32(x));
            MATH_SLOW_PATHS(SLOW)
#undef SLOW
        }
}

/* Beyond the main function's reach the slow one still knows the angle. */
TEST(slow_way_meets_the_main_way) {
    for (uint32_t i = 0; i < 2000; i++) {
        float x = f_of(0x48000000u - 1000 + i); /* 2^17 */
        double a = (double)x;
        check_near("sin", x, 0, m_sin_slow_f32(x), sin(a), 1);
        check_near("sin", x, 0, m_sin_main_f32(x), sin(a), 1);
        check_near("cos", x, 0, m_cos_slow_f32(x), cos(a), 1);
        check_near("tan", x, 0, m_tan_slow_f32(x), tan(a), 1);
    }
}

/* ---- the operations beneath */

TEST(fma_is_rounded_once) {
    uint64_t state = test_seed();
    for (size_t i = 0; i < test_scaled(200000); i++) {
        float x = f_of((uint32_t)test_random(&state)), y = f_of((uint32_t)test_random(&state)),
              z = f_of((uint32_t)test_random(&state));
        if (i % 3 == 1) /* what cancels */
            z = f_of(f_bits(-(x * y)) + (uint32_t)test_random_below(&state, 9) - 4);
        if (i % 3 == 2) { /* a sum beside the middle of two numbers */
            x = number(&state, (unsigned)i & 1, 110 + (unsigned)test_random_below(&state, 30));
            z = number(&state, 0, 110 + (unsigned)test_random_below(&state, 30));
            y = (nextafterf(z, INFINITY) - z) * 0.5f / x;
        }
        float got = f_fma(x, y, z), want = fmaf(x, y, z);
        test_note("%a * %a + %a", (double)x, (double)y, (double)z);
        CHECK((got != got) == (want != want));
        if (want == want)
            CHECK_EQ_F32(got, want);
    }
}

TEST(rounding_to_whole_numbers) {
    uint64_t state = test_seed();
    for (unsigned k = 0; k < 2 * EXPONENTS; k++)
        for (int i = 0; i < 200; i++) {
            float x = number(&state, k / EXPONENTS, k % EXPONENTS);
            if (i < 8) /* halves and whole numbers */
                x = (k & 1 ? 0.5f : -0.5f) * (float)(int)(k + (unsigned)i);
            if (x != x)
                continue;
            double d = (double)x * (i & 1 ? 1 : 0x1p29);
            test_note("at %a", (double)x);
            CHECK_EQ_F32(m_rint_f32(x), rintf(x));
            CHECK_EQ_F32(m_floor_f32(x), floorf(x));
            CHECK_EQ_F32(m_ceil_f32(x), ceilf(x));
            CHECK_EQ_F32(m_trunc_f32(x), truncf(x));
            CHECK_EQ_F64(m_rint_f64(d), rint(d));
            CHECK_EQ_F64(m_floor_f64(d), floor(d));
            CHECK_EQ_F64(m_ceil_f64(d), ceil(d));
            CHECK_EQ_F64(m_trunc_f64(d), trunc(d));
        }
}
