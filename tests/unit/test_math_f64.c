/*
 * The functions of mathematics for f64 against the C library's for long double, which has 11 bits
 * more: what it is wrong by is below 0.01 ulp of f64.
 */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "harness.h"
#include "op/math.h"

#if LDBL_MANT_DIG >= 64
#define NEED_LONG_DOUBLE() ((void)0)
#else
#define NEED_LONG_DOUBLE() SKIP("long double is not wider than double here")
#endif

/* lgamma sets a global; this form does not. */
long double lgammal_r(long double x, int *sign);

static long double reference_lgamma(long double x) {
    int sign;
    return lgammal_r(x, &sign);
}

/* Samples of every size, and samples from here, where a function is neither constant nor out of
 * range. */
static const struct {
    double (*f)(double);
    long double (*reference)(long double);
    double lo, hi;
} ranges[] = {
    {m_exp_f64, expl, -746, 710},       {m_exp2_f64, exp2l, -1076, 1025},
    {m_expm1_f64, expm1l, -40, 710},    {m_log_f64, logl, 0, 4},
    {m_log2_f64, log2l, 0, 4},          {m_log10_f64, log10l, 0, 4},
    {m_log1p_f64, log1pl, -1, 4},       {m_sin_f64, sinl, -100, 100},
    {m_cos_f64, cosl, -100, 100},       {m_tan_f64, tanl, -100, 100},
    {m_asin_f64, asinl, -1, 1},         {m_acos_f64, acosl, -1, 1},
    {m_atan_f64, atanl, -4, 4},         {m_sinh_f64, sinhl, -711, 711},
    {m_cosh_f64, coshl, -711, 711},     {m_tanh_f64, tanhl, -20, 20},
    {m_asinh_f64, asinhl, -4, 4},       {m_acosh_f64, acoshl, 1, 4},
    {m_atanh_f64, atanhl, -1, 1},       {m_cbrt_f64, cbrtl, -10, 10},
    {m_erf_f64, erfl, -6, 6},           {m_erfc_f64, erfcl, -6, 28},
    {m_tgamma_f64, tgammal, -185, 172}, {m_lgamma_f64, reference_lgamma, -20, 20},
};

/* The rows of the bounds that have one operand, then those that have two. */
static const struct {
    const char *name;
    double (*f)(double);
    double bound;
} functions[] = {
#define BOUND(op, name, f32, f64) {#op, m_##name##_f64, f64},
#define BOUND2(op, name, f32, f64)
#include "math_bounds.def"
#undef BOUND
#undef BOUND2
};
enum { FUNCTIONS = sizeof functions / sizeof functions[0] };

static const struct {
    const char *name;
    double (*f)(double, double);
    long double (*reference)(long double, long double);
    double bound;
} functions2[] = {
#define BOUND(op, name, f32, f64)
#define BOUND2(op, name, f32, f64) {#op, m_##name##_f64, name##l, f64},
#include "math_bounds.def"
#undef BOUND
#undef BOUND2
};
enum { FUNCTIONS2 = sizeof functions2 / sizeof functions2[0] };

/* Near a zero at a negative number lgamma is only this near, in absolute terms. */
#define LGAMMA_NEAR 0x1p-57

/* How far got is from want, in ulp of want as a double. Beyond the largest number comes 2^1024. */
static double ulps(double got, long double want) {
    if (want != want || got != got)
        return (want != want) == (got != got) ? 0 : HUGE_VAL;
    if (want == 0)
        return got == 0 ? 0 : HUGE_VAL;
    if (isinf((double)want)) /* beside the edge either side may be met */
        return got == (double)want || (got == copysign(DBL_MAX, (double)want) && want - want == 0)
                   ? 0
                   : HUGE_VAL;
    int e;
    frexpl(want, &e);
    long double unit = ldexpl(1, (e < -1021 ? -1021 : e) - 53);
    long double g = isinf(got) ? copysignl(0x1p1024L, got) : (long double)got;
    return (double)(fabsl(g - want) / unit);
}

/* Sample k: of any bits, or of a size between 2^-30 and 2^10, or between lo and hi. */
static double sample(uint64_t *state, size_t k, double lo, double hi) {
    uint64_t r = test_random(state);
    if (k % 3 == 0)
        return d_of(r);
    if (k % 3 == 1)
        return d_of((r & 0x800fffffffffffff) | (993 + (r >> 52) % 40) << 52);
    return lo + (hi - lo) * ((double)(r >> 11) * 0x1p-53);
}

static void check_function(size_t row, size_t count) {
    uint64_t state = test_seed() + row;
    double worst = 0, at = 0;
    size_t range = 0;
    while (ranges[range].f != functions[row].f)
        if (++range == sizeof ranges / sizeof ranges[0])
            FAIL("%s has no range", functions[row].name);
    for (size_t k = 0; k < count; k++) {
        double x = sample(&state, k, ranges[range].lo, ranges[range].hi);
        long double want = ranges[range].reference(x);
        double got = functions[row].f(x), apart = ulps(got, want);
        if (functions[row].f == m_lgamma_f64 && x < -2 && fabsl(got - want) < LGAMMA_NEAR)
            continue;
        if (apart > worst) {
            worst = apart;
            at = x;
        }
    }
    test_note("%s: %.3f ulp at %a", functions[row].name, worst, at);
    CHECK_MSG(worst <= functions[row].bound, "%s(%a) is %a, %.3f ulp off; %g are allowed",
              functions[row].name, at, functions[row].f(at), worst, functions[row].bound);
}

/* The rows are tested in four parts, so that they can run side by side. */
static void check_part(size_t part) {
    NEED_LONG_DOUBLE();
    for (size_t row = part; row < FUNCTIONS; row += 4)
        check_function(row, test_scaled(60000));
}

TEST(one_argument_first_part) {
    check_part(0);
}

TEST(one_argument_second_part) {
    check_part(1);
}

TEST(one_argument_third_part) {
    check_part(2);
}

TEST(one_argument_fourth_part) {
    check_part(3);
}

/* Any bits; moderate; a power whose result is in range; a base close to 1. */
static void sample2(uint64_t *state, size_t k, double *x, double *y) {
    uint64_t r = test_random(state), q = test_random(state);
    double u = (double)(test_random(state) >> 11) * 0x1p-53;
    *x = d_of(r);
    *y = d_of(q);
    if (k % 4 == 1) {
        *x = d_of((r & 0x800fffffffffffff) | (1003 + (r >> 52) % 40) << 52);
        *y = d_of((q & 0x800fffffffffffff) | (1003 + (q >> 52) % 31) << 52);
    } else if (k % 4 == 2) {
        *x = fabs(*x);
        *y = (u * 1500 - 750) / log(*x);
    } else if (k % 4 == 3) {
        *x = 1 + (u - 0.5) * ldexp(1, -(int)(q % 45));
        *y = ((double)(r >> 11) * 0x1p-53 * 1500 - 750) / log(*x);
    }
}

TEST(two_arguments) {
    NEED_LONG_DOUBLE();
    for (size_t row = 0; row < FUNCTIONS2; row++) {
        uint64_t state = test_seed();
        double worst = 0, at[2] = {0};
        for (size_t k = 0, count = test_scaled(60000); k < count; k++) {
            double x, y;
            sample2(&state, k, &x, &y);
            double apart = ulps(functions2[row].f(x, y), functions2[row].reference(x, y));
            if (apart > worst) {
                worst = apart;
                at[0] = x;
                at[1] = y;
            }
        }
        test_note("%s: %.3f ulp at %a, %a", functions2[row].name, worst, at[0], at[1]);
        CHECK_MSG(worst <= functions2[row].bound, "%s(%a, %a) is %a, %.3f ulp off; %g are allowed",
                  functions2[row].name, at[0], at[1], functions2[row].f(at[0], at[1]), worst,
                  functions2[row].bound);
    }
}

/* ---------------------------------------------------------------------------- special values */

#define INF INFINITY

/* C99, annex F, and the ends of the ranges. */
static const struct {
    double (*f)(double);
    double x, want;
} specials[] = {
    {m_exp_f64, 0.0, 1},
    {m_exp_f64, -0.0, 1},
    {m_exp_f64, INF, INF},
    {m_exp_f64, -INF, 0},
    {m_exp_f64, 0x1.62e42fefa39fp+9, INF},
    {m_exp_f64, -745.2, 0},
    {m_exp_f64, -745.1, 0x1p-1074},
    {m_exp_f64, -1e300, 0},
    {m_exp2_f64, 1023, 0x1p1023},
    {m_exp2_f64, 1024, INF},
    {m_exp2_f64, -1074, 0x1p-1074},
    {m_exp2_f64, -1075.0, 0},
    {m_exp2_f64, -INF, 0},
    {m_exp2_f64, INF, INF},
    {m_expm1_f64, 0.0, 0.0},
    {m_expm1_f64, -0.0, -0.0},
    {m_expm1_f64, INF, INF},
    {m_expm1_f64, -INF, -1},
    {m_expm1_f64, 0x1p-1074, 0x1p-1074},
    {m_expm1_f64, 710, INF},
    {m_log_f64, 0.0, -INF},
    {m_log_f64, -0.0, -INF},
    {m_log_f64, 1, 0.0},
    {m_log_f64, -1, NAN},
    {m_log_f64, -0x1p-1074, NAN},
    {m_log_f64, INF, INF},
    {m_log_f64, -INF, NAN},
    {m_log2_f64, 0.0, -INF},
    {m_log2_f64, 0x1p-1074, -1074},
    {m_log2_f64, 0x1p1023, 1023},
    {m_log2_f64, 1, 0.0},
    {m_log2_f64, -1, NAN},
    {m_log2_f64, INF, INF},
    {m_log10_f64, 0.0, -INF},
    {m_log10_f64, 1000, 3},
    {m_log10_f64, 1e22, 22},
    {m_log10_f64, 1, 0.0},
    {m_log10_f64, -1, NAN},
    {m_log10_f64, INF, INF},
    {m_log1p_f64, 0.0, 0.0},
    {m_log1p_f64, -0.0, -0.0},
    {m_log1p_f64, -1, -INF},
    {m_log1p_f64, -1.5, NAN},
    {m_log1p_f64, INF, INF},
    {m_log1p_f64, DBL_MAX, 0x1.62e42fefa39efp+9},
    {m_sin_f64, 0.0, 0.0},
    {m_sin_f64, -0.0, -0.0},
    {m_sin_f64, INF, NAN},
    {m_sin_f64, -INF, NAN},
    {m_sin_f64, 0x1p-1074, 0x1p-1074},
    {m_cos_f64, 0.0, 1},
    {m_cos_f64, -INF, NAN},
    {m_tan_f64, -0.0, -0.0},
    {m_tan_f64, INF, NAN},
    {m_asin_f64, -0.0, -0.0},
    {m_asin_f64, 1, 0x1.921fb54442d18p+0},
    {m_asin_f64, -1, -0x1.921fb54442d18p+0},
    {m_asin_f64, 1.5, NAN},
    {m_asin_f64, -INF, NAN},
    {m_acos_f64, 1, 0.0},
    {m_acos_f64, -1, 0x1.921fb54442d18p+1},
    {m_acos_f64, 0.0, 0x1.921fb54442d18p+0},
    {m_acos_f64, -1.5, NAN},
    {m_atan_f64, -0.0, -0.0},
    {m_atan_f64, INF, 0x1.921fb54442d18p+0},
    {m_atan_f64, -INF, -0x1.921fb54442d18p+0},
    {m_atan_f64, 1, 0x1.921fb54442d18p-1},
    {m_sinh_f64, -0.0, -0.0},
    {m_sinh_f64, INF, INF},
    {m_sinh_f64, -INF, -INF},
    {m_sinh_f64, -711, -INF},
    {m_cosh_f64, -0.0, 1},
    {m_cosh_f64, -INF, INF},
    {m_cosh_f64, 711, INF},
    {m_tanh_f64, -0.0, -0.0},
    {m_tanh_f64, INF, 1},
    {m_tanh_f64, -INF, -1},
    {m_tanh_f64, -1e300, -1},
    {m_asinh_f64, -0.0, -0.0},
    {m_asinh_f64, INF, INF},
    {m_asinh_f64, -INF, -INF},
    {m_acosh_f64, 1, 0.0},
    {m_acosh_f64, 0.5, NAN},
    {m_acosh_f64, -2, NAN},
    {m_acosh_f64, INF, INF},
    {m_acosh_f64, -INF, NAN},
    {m_atanh_f64, -0.0, -0.0},
    {m_atanh_f64, 1, INF},
    {m_atanh_f64, -1, -INF},
    {m_atanh_f64, 1.5, NAN},
    {m_atanh_f64, INF, NAN},
    {m_cbrt_f64, -0.0, -0.0},
    {m_cbrt_f64, 27, 3},
    {m_cbrt_f64, -0x1p-1074, -0x1p-358},
    {m_cbrt_f64, -INF, -INF},
    {m_erf_f64, -0.0, -0.0},
    {m_erf_f64, INF, 1},
    {m_erf_f64, -INF, -1},
    {m_erf_f64, -30, -1},
    {m_erfc_f64, 0.0, 1},
    {m_erfc_f64, INF, 0.0},
    {m_erfc_f64, -INF, 2},
    {m_erfc_f64, 30, 0.0},
    {m_tgamma_f64, 0.0, INF},
    {m_tgamma_f64, -0.0, -INF},
    {m_tgamma_f64, INF, INF},
    {m_tgamma_f64, -INF, NAN},
    {m_tgamma_f64, -3, NAN},
    {m_tgamma_f64, -1e300, NAN},
    {m_tgamma_f64, 1, 1},
    {m_tgamma_f64, 5, 24},
    {m_tgamma_f64, 19, 6402373705728000},
    {m_tgamma_f64, 172, INF},
    {m_tgamma_f64, -200.5, -0.0},
    {m_tgamma_f64, -201.5, 0.0},
    {m_tgamma_f64, 0x1p-1074, INF},
    {m_lgamma_f64, 0.0, INF},
    {m_lgamma_f64, -0.0, INF},
    {m_lgamma_f64, 1, 0.0},
    {m_lgamma_f64, 2, 0.0},
    {m_lgamma_f64, -4, INF},
    {m_lgamma_f64, INF, INF},
    {m_lgamma_f64, -INF, INF},
    {m_lgamma_f64, 1e306, INF},
};

static void check_same(const char *what, double got, double want) {
    if (want != want)
        CHECK_MSG(got != got, "%s is %a, should be NaN", what, got);
    else
        CHECK_MSG(d_bits(got) == d_bits(want), "%s is %a, should be %a", what, got, want);
}

TEST(special_values) {
    for (size_t k = 0; k < sizeof specials / sizeof specials[0]; k++) {
        char what[80];
        const char *name = "?";
        for (size_t row = 0; row < FUNCTIONS; row++)
            if (functions[row].f == specials[k].f)
                name = functions[row].name;
        snprintf(what, sizeof what, "%s(%a)", name, specials[k].x);
        check_same(what, specials[k].f(specials[k].x), specials[k].want);
    }
}

/* NaN gives NaN: itself or the plain one. So its sign and digits are the same at every level. */
static void check_nan(const char *name, double got, double operand) {
    CHECK_MSG(d_bits(got) == d_bits(operand) || d_bits(got) == 0x7ff8000000000000, "%s of %a is %a",
              name, operand, got);
}

TEST(nan_is_kept_or_plain) {
    static const uint64_t nans[] = {0x7ff8000000000000, 0xfff8000000000fff, 0x7ffc000000000003};
    for (size_t k = 0; k < sizeof nans / sizeof nans[0]; k++) {
        double x = d_of(nans[k]);
        for (size_t row = 0; row < FUNCTIONS; row++)
            check_nan(functions[row].name, functions[row].f(x), x);
        for (size_t row = 0; row < FUNCTIONS2; row++) {
            check_nan(functions2[row].name, functions2[row].f(x, 2.5), x);
            check_nan(functions2[row].name, functions2[row].f(-2.5, x), x);
        }
    }
}

/* C99 F.9.4.4 (pow), F.9.1.4 (atan2), F.9.4.3 (hypot). */
static const struct {
    double (*f)(double, double);
    double x, y, want;
} specials2[] = {
    {m_pow_f64, NAN, 0.0, 1},
    {m_pow_f64, -INF, -0.0, 1},
    {m_pow_f64, 1, NAN, 1},
    {m_pow_f64, 1, -INF, 1},
    {m_pow_f64, -1, INF, 1},
    {m_pow_f64, -1, -INF, 1},
    {m_pow_f64, 2, NAN, NAN},
    {m_pow_f64, NAN, 2, NAN},
    {m_pow_f64, 0.0, -3, INF},
    {m_pow_f64, -0.0, -3, -INF},
    {m_pow_f64, -0.0, -2, INF},
    {m_pow_f64, -0.0, -2.5, INF},
    {m_pow_f64, -0.0, -INF, INF},
    {m_pow_f64, -0.0, 3, -0.0},
    {m_pow_f64, 0.0, 3, 0.0},
    {m_pow_f64, -0.0, 2, 0.0},
    {m_pow_f64, -0.0, 0.5, 0.0},
    {m_pow_f64, 0.0, INF, 0.0},
    {m_pow_f64, -2, 3, -8},
    {m_pow_f64, -2, 2, 4},
    {m_pow_f64, -2, 0.5, NAN},
    {m_pow_f64, -2, 0x1p60, INF},
    {m_pow_f64, -0x1p-10, 0x1.8p52 + 1, -0.0},
    {m_pow_f64, 0.5, INF, 0.0},
    {m_pow_f64, 0.5, -INF, INF},
    {m_pow_f64, -3, INF, INF},
    {m_pow_f64, 3, -INF, 0.0},
    {m_pow_f64, INF, 2, INF},
    {m_pow_f64, INF, -0.1, 0.0},
    {m_pow_f64, -INF, 3, -INF},
    {m_pow_f64, -INF, 2, INF},
    {m_pow_f64, -INF, 0.5, INF},
    {m_pow_f64, -INF, -3, -0.0},
    {m_pow_f64, -INF, -2.5, 0.0},
    {m_pow_f64, 2, 1023, 0x1p1023},
    {m_pow_f64, 2, 1024, INF},
    {m_pow_f64, 2, -1074, 0x1p-1074},
    {m_pow_f64, 10, 1e300, INF},
    {m_pow_f64, 10, -1e300, 0.0},
    {m_pow_f64, DBL_MAX, DBL_MAX, INF},
    {m_pow_f64, 0x1p-1074, DBL_MAX, 0.0},
    {m_pow_f64, 0x1p-1074, 1, 0x1p-1074},
    {m_pow_f64, 7, 1, 7},
    {m_pow_f64, 7, 0x1p-1074, 1},
    {m_atan2_f64, 0.0, 1, 0.0},
    {m_atan2_f64, -0.0, 1, -0.0},
    {m_atan2_f64, 0.0, 0.0, 0.0},
    {m_atan2_f64, -0.0, 0.0, -0.0},
    {m_atan2_f64, 0.0, -0.0, 0x1.921fb54442d18p+1},
    {m_atan2_f64, -0.0, -0.0, -0x1.921fb54442d18p+1},
    {m_atan2_f64, -0.0, -1, -0x1.921fb54442d18p+1},
    {m_atan2_f64, 1, 0.0, 0x1.921fb54442d18p+0},
    {m_atan2_f64, -1, -0.0, -0x1.921fb54442d18p+0},
    {m_atan2_f64, 1, INF, 0.0},
    {m_atan2_f64, -1, INF, -0.0},
    {m_atan2_f64, 1, -INF, 0x1.921fb54442d18p+1},
    {m_atan2_f64, INF, 1, 0x1.921fb54442d18p+0},
    {m_atan2_f64, INF, INF, 0x1.921fb54442d18p-1},
    {m_atan2_f64, -INF, -INF, -0x1.2d97c7f3321d2p+1},
    {m_atan2_f64, 0x1p-1074, 1, 0x1p-1074},
    {m_atan2_f64, DBL_MAX, DBL_MAX, 0x1.921fb54442d18p-1},
    {m_atan2_f64, 0x1p-1074, 0x1p-1074, 0x1.921fb54442d18p-1},
    {m_atan2_f64, NAN, 1, NAN},
    {m_atan2_f64, 1, NAN, NAN},
    {m_hypot_f64, 3, -4, 5},
    {m_hypot_f64, 0.0, -0.0, 0.0},
    {m_hypot_f64, INF, NAN, INF},
    {m_hypot_f64, NAN, -INF, INF},
    {m_hypot_f64, NAN, 1, NAN},
    {m_hypot_f64, 0x1.8p1023, 0x1p1023, 0x1.cd82b446159f3p+1023},
    {m_hypot_f64, DBL_MAX, DBL_MAX, INF},
    {m_hypot_f64, 0x1.8p-1073, 0x1p-1072, 0x1.4p-1072},
    {m_hypot_f64, 0x1p-1074, 0.0, 0x1p-1074},
};

TEST(special_values_of_two_arguments) {
    for (size_t k = 0; k < sizeof specials2 / sizeof specials2[0]; k++) {
        char what[100];
        const char *name = "?";
        for (size_t row = 0; row < FUNCTIONS2; row++)
            if (functions2[row].f == specials2[k].f)
                name = functions2[row].name;
        snprintf(what, sizeof what, "%s(%a, %a)", name, specials2[k].x, specials2[k].y);
        check_same(what, specials2[k].f(specials2[k].x, specials2[k].y), specials2[k].want);
    }
}

/* Where the result is a number of f64, the error is too small to miss it. */
TEST(exact_results) {
    for (int base = 2; base < 200; base++) {
        uint64_t power = 1; /* base^n */
        for (int n = 0; power < (uint64_t)1 << 53; n++, power *= (uint64_t)base) {
            CHECK_EQ_F64(m_pow_f64(base, n), (double)power);
            CHECK_EQ_F64(m_pow_f64(-base, n), n & 1 ? -(double)power : (double)power);
            if (base == 10)
                CHECK_EQ_F64(m_log10_f64((double)power), n);
        }
        CHECK_EQ_F64(m_cbrt_f64((double)base * base * base), base);
        CHECK_EQ_F64(m_pow_f64((double)base * base, 0.5), base);
        CHECK_EQ_F64(m_hypot_f64(3.0 * base, 4.0 * base), 5.0 * base);
    }
    for (int n = -1074; n < 1024; n++) {
        CHECK_EQ_F64(m_exp2_f64(n), ldexp(1, n));
        CHECK_EQ_F64(m_log2_f64(ldexp(1, n)), n);
        CHECK_EQ_F64(m_pow_f64(2, n), ldexp(1, n));
    }
    double factorial = 1;
    for (int n = 1; n <= 19; factorial *= n, n++)
        CHECK_EQ_F64(m_tgamma_f64(n), factorial);
}

/* Steps that change the result by some ulp never change it the wrong way, also where the reduction
 * of the argument goes from one piece to the next. */
TEST(growing_functions_grow) {
    static const struct {
        double (*f)(double);
        double lo, hi;
    } rows[] = {
        {m_exp_f64, -700, 700},    {m_exp2_f64, -1000, 1000}, {m_expm1_f64, -3, 700},
        {m_log_f64, 0.001, 1000},  {m_log2_f64, 0.001, 1000}, {m_log10_f64, 0.001, 1000},
        {m_log1p_f64, -0.9, 1000}, {m_sinh_f64, -20, 20},     {m_tanh_f64, -3, 3},
        {m_asin_f64, -1, 1},       {m_atan_f64, -20, 20},     {m_asinh_f64, -100, 100},
        {m_acosh_f64, 1, 100},     {m_atanh_f64, -1, 1},      {m_cbrt_f64, -100, 100},
        {m_erf_f64, -3, 3},        {m_tgamma_f64, 2, 170},    {m_lgamma_f64, 2, 1000},
        {m_sin_f64, -1.5, 1.5},    {m_tan_f64, -1.57, 1.57},
    };
    uint64_t state = test_seed();
    for (size_t row = 0; row < sizeof rows / sizeof rows[0]; row++)
        for (int k = 0; k < 2000; k++) {
            double u = (double)(test_random(&state) >> 11) * 0x1p-53;
            double x = rows[row].lo + (rows[row].hi - rows[row].lo) * u;
            double y = x + fabs(x) * 0x1p-44;
            CHECK_MSG(rows[row].f(y) >= rows[row].f(x), "row %zu falls from %a to %a", row, x, y);
        }
}

/* Arguments near multiples of pi/2, and on both sides of where the slow way begins. */
TEST(angles_of_every_size) {
    NEED_LONG_DOUBLE();
    uint64_t state = test_seed();
    for (int k = 0; k < 20000; k++) {
        uint64_t r = test_random(&state);
        /* the multiple of pi/2 next to a number of any size up to 2^60 */
        long double turns = floorl(ldexpl((long double)(r >> 1), -(int)(r % 64)));
        double x = (double)(turns * 0x1.921fb54442d1846ap+0L);
        if (k % 4 == 0)
            x = d_of((r & 0x800fffffffffffff) | (1051 + (r >> 52) % 4) << 52);
        test_note("x = %a", x);
        CHECK(ulps(m_sin_f64(x), sinl(x)) <= 1);
        CHECK(ulps(m_cos_f64(x), cosl(x)) <= 1);
        CHECK(ulps(m_tan_f64(x), tanl(x)) <= 1.5);
        CHECK(!m_trig_slow_f64(x) == (fabs(x) <= 0x1p30));
    }
    /* The number of f64 nearest to a multiple of pi/2, relative to its size. */
    CHECK_EQ_F64(m_cos_f64(0x1.6ac5b262ca1ffp+849), -0x1.14ae72e6ba22fp-61);
    CHECK(!m_trig_slow_f64(INF) && !m_trig_slow_f64(NAN));
}
