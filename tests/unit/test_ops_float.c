/* op_eval on real floats: every step, against long double. */
#include "harness.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "op/op.h"

static bool is_step(Op op) {
    return op_info(op)->rule == RULE_ELEMENTWISE && !op_info(op)->expand;
}

static bool takes(Op op, Dtype d) {
    return is_step(op) && (op_info(op)->accepts & dtype_info(d)->class) &&
           op_result_dtype(op, d) != DT_NONE;
}

typedef struct Format {
    int precision, min_exponent, max_exponent;
} Format;

static Format format_of(Dtype d) {
    return d == DT_F16    ? (Format){11, -14, 15}
           : d == DT_BF16 ? (Format){8, -126, 127}
           : d == DT_F32  ? (Format){24, -126, 127}
                          : (Format){53, -1022, 1023};
}

/* The exponent of the last place of numbers like x. */
static int last_place(long double x, Format f) {
    int exponent = f.min_exponent + 1;
    if (x != 0)
        frexpl(x, &exponent);
    exponent = exponent - 1 < f.min_exponent ? f.min_exponent : exponent - 1;
    return exponent - (f.precision - 1);
}

static long double round_to(long double x, Format f) {
    if (x == 0 || isnan(x) || isinf(x))
        return x;
    int unit = last_place(x, f);
    long double rounded = ldexpl(rintl(ldexpl(x, -unit)), unit);
    return fabsl(rounded) >= ldexpl(1, f.max_exponent + 1) ? copysignl(INFINITY, x) : rounded;
}

/* How far a result may be from the real number, in units of the last place. */
enum { EXACT = 0 };               /* the rounded number itself, and the sign of zero */
static const double ONCE = 0.501; /* rounded once from an intermediate too wide to be exact here */
static const double NEAR = 0.51;  /* computed wider and rounded */

static bool expect_arithmetic(Op op, long double x, long double y, long double z, long double *out,
                              double *ulp) {
    *ulp = EXACT;
    switch (op) {
    case OP_add:
        *out = x + y;
        *ulp = ONCE;
        return true;
    case OP_sub:
        *out = x - y;
        *ulp = ONCE;
        return true;
    case OP_mul:
        *out = x * y;
        *ulp = ONCE;
        return true;
    case OP_div:
        *out = x / y;
        *ulp = ONCE;
        return true;
    case OP_fma:
        *out = fmal(x, y, z);
        *ulp = ONCE;
        return true;
    case OP_sqrt:
        *out = sqrtl(x);
        *ulp = ONCE;
        return true;
    case OP_rsqrt:
        *out = 1 / sqrtl(x);
        *ulp = 1.51;
        return true;
    case OP_neg: *out = -x; return true;
    case OP_abs: *out = fabsl(x); return true;
    case OP_sign: *out = isnan(x) || x == 0 ? x : copysignl(1, x); return true;
    case OP_fmod: *out = fmodl(x, y); return true;
    case OP_floor: *out = floorl(x); return true;
    case OP_ceil: *out = ceill(x); return true;
    case OP_trunc: *out = truncl(x); return true;
    case OP_round: *out = rintl(x); return true;
    case OP_copysign: *out = copysignl(x, y); return true;
    case OP_maximum: *out = isnan(x) || isnan(y) ? (long double)NAN : x > y ? x : y; return true;
    case OP_minimum: *out = isnan(x) || isnan(y) ? (long double)NAN : x < y ? x : y; return true;
    default: return false;
    }
}

static bool expect_function(Op op, long double x, long double y, long double *out, double *ulp) {
    *ulp = NEAR;
    switch (op) {
    case OP_cbrt: *out = cbrtl(x); return true;
    case OP_exp: *out = expl(x); return true;
    case OP_exp2: *out = exp2l(x); return true;
    case OP_expm1: *out = expm1l(x); return true;
    case OP_log: *out = logl(x); return true;
    case OP_log2: *out = log2l(x); return true;
    case OP_log10: *out = log10l(x); return true;
    case OP_log1p: *out = log1pl(x); return true;
    case OP_sin: *out = sinl(x); return true;
    case OP_cos: *out = cosl(x); return true;
    case OP_tan: *out = tanl(x); return true;
    case OP_asin: *out = asinl(x); return true;
    case OP_acos: *out = acosl(x); return true;
    case OP_atan: *out = atanl(x); return true;
    case OP_sinh: *out = sinhl(x); return true;
    case OP_cosh: *out = coshl(x); return true;
    case OP_tanh: *out = tanhl(x); return true;
    case OP_asinh: *out = asinhl(x); return true;
    case OP_acosh: *out = acoshl(x); return true;
    case OP_atanh: *out = atanhl(x); return true;
    case OP_atan2: *out = atan2l(x, y); return true;
    case OP_hypot: *out = hypotl(x, y); return true;
    case OP_pow: *out = powl(x, y); return true;
    case OP_erf: *out = erfl(x); return true;
    case OP_erfc: *out = erfcl(x); return true;
    case OP_gamma: *out = tgammal(x); return true;
    case OP_lgamma: *out = lgammal(x); return true;
    default: return false;
    }
}

static bool expect_truth(Op op, long double x, long double y, bool *out) {
    switch (op) {
    case OP_eq: *out = !(x < y) && !(x > y) && !isunordered(x, y); return true;
    case OP_ne: *out = x < y || x > y || isunordered(x, y); return true;
    case OP_lt: *out = isless(x, y); return true;
    case OP_le: *out = islessequal(x, y); return true;
    case OP_gt: *out = isgreater(x, y); return true;
    case OP_ge: *out = isgreaterequal(x, y); return true;
    case OP_isnan: *out = isnan(x); return true;
    case OP_isinf: *out = isinf(x); return true;
    case OP_isfinite: *out = isfinite(x); return true;
    case OP_signbit: *out = signbit(x); return true;
    default: return false;
    }
}

static double as_double(Dtype d, Scalar s) {
    return d == DT_F64 ? s.f64 : (double)s.f32;
}

static Scalar from_double(Dtype d, double x) {
    return scalar_cast(DT_F64, d, (Scalar){.f64 = x});
}

static void check_float(Dtype d, double got, long double want, double ulp, bool any_zero) {
    Format f = format_of(d);
    long double rounded = round_to(want, f);
    CHECK_MSG(isnan(got) == isnan(want), "got %a, the number is %La", got, want);
    if (isnan(want))
        return;
    bool exact =
        (long double)got == rounded && (got != 0 || any_zero || !signbit(got) == !signbit(want));
    if (exact)
        return;
    long double largest = ldexpl(2 - ldexpl(1, 1 - f.precision), f.max_exponent);
    if (ulp > 0 && isinf(rounded) && (long double)fabs(got) == largest &&
        fabsl(want) < 1.001L * largest)
        return; /* on the other side of the edge */
    CHECK_MSG(ulp > 0 && !isinf(got) && !isinf(rounded) &&
                  fabsl((long double)got - want) <=
                      (long double)ulp * ldexpl(1, last_place(want, f)),
              "got %a, the number is %La (%La)", got, want, rounded);
}

/* Our own functions have bounds of their own; the halves are theirs of f32, rounded. */
static double bound_of(Op op, Dtype d, double ulp) {
    static const struct {
        Op op;
        double f32, f64;
    } bounds[] = {
#define BOUND(op, name, f32, f64)  {OP_##op, f32, f64},
#define BOUND2(op, name, f32, f64) BOUND(op, name, f32, f64)
#include "math_bounds.def"
#undef BOUND
#undef BOUND2
    };
    for (size_t i = 0; i < sizeof bounds / sizeof *bounds; i++)
        if (bounds[i].op == op && d >= DT_F32)
            return d == DT_F64 ? bounds[i].f64 : bounds[i].f32;
    return ulp;
}

static void check_step(Op op, Dtype d, double x, double y, double z) {
    Scalar in[3] = {from_double(d, x), from_double(d, y), from_double(d, z)}, out = {0};
    long double a = (long double)as_double(d, in[0]), b = (long double)as_double(d, in[1]),
                c = (long double)as_double(d, in[2]), want;
    double ulp;
    bool truth, zero = op == OP_maximum || op == OP_minimum; /* either zero is the larger */
    test_note("%s of %s %La %La %La", op_info(op)->name, dtype_info(d)->name, a, b, c);
    CHECK(op_eval(op, d, in, &out));
    if (expect_truth(op, a, b, &truth)) {
        CHECK_EQ_UINT(out.u, truth);
    } else if (expect_arithmetic(op, a, b, c, &want, &ulp) ||
               expect_function(op, a, b, &want, &ulp)) {
        /* Near its zeros at negative numbers lgamma is near in absolute terms (docs/ir.md). */
        if (op == OP_lgamma && d == DT_F64 && a < -2 &&
            fabsl((long double)as_double(d, out) - want) < 0x1p-57L)
            return;
        check_float(d, as_double(d, out), want, bound_of(op, d, ulp), zero);
    } else {
        FAIL("nothing is expected of it yet");
    }
    /* Rounded to its dtype, that is. */
    if (op_result_dtype(op, d) == d && !isnan(as_double(d, out)))
        CHECK_EQ_F64(as_double(d, scalar_from_bits(d, scalar_to_bits(d, out))), as_double(d, out));
}

static const double values[] = {0.0,
                                1.0,
                                0.5,
                                2.0,
                                3.0,
                                0.1,
                                1.5,
                                2.5,
                                3.5,
                                0.25,
                                10.0,
                                7.0,
                                100.25,
                                1e-3,
                                1e-5,
                                3.14159265358979,
                                0.7853981633974483,
                                1000.5,
                                65504,
                                30000,
                                0x1p-14,
                                0x1p-24,
                                0x1p-25,
                                0x1p-126,
                                0x1p-149,
                                1e30,
                                3.4e38,
                                88.5,
                                710.0,
                                1e300,
                                0x1p-1022,
                                0x1p-1074,
                                1.0 + 0x1p-10,
                                1.0 - 0x1p-11,
                                16777216.0,
                                9007199254740993.0,
                                0.49999999999999994,
                                171.5,
                                5e-9};
enum { VALUES = sizeof values / sizeof *values };

/* Ops with another kind of expectation, below. */
static bool is_special(Op op, Dtype d) {
    return op == OP_floor_div || op == OP_remainder || op == OP_nextafter || op == OP_complex ||
           !takes(op, d);
}

TEST(floats_of_one_operand) {
    static const Dtype dtypes[] = {DT_F16, DT_BF16, DT_F32, DT_F64};
    uint64_t state = test_seed();
    if (LDBL_MANT_DIG < 64)
        SKIP("long double is too narrow to be the reference");
    for (Op op = 0; op < OP_COUNT; op++)
        for (size_t k = 0; k < 4; k++) {
            if (is_special(op, dtypes[k]) || op_info(op)->arity != 1)
                continue;
            for (int i = 0; i < VALUES; i++) {
                check_step(op, dtypes[k], values[i], 0, 0);
                check_step(op, dtypes[k], -values[i], 0, 0);
            }
            check_step(op, dtypes[k], INFINITY, 0, 0);
            check_step(op, dtypes[k], -INFINITY, 0, 0);
            check_step(op, dtypes[k], NAN, 0, 0);
            for (size_t i = 0; i < test_scaled(500); i++) {
                double x = ldexp((double)(int64_t)test_random(&state),
                                 -63 + (int)test_random_below(&state, 12));
                check_step(op, dtypes[k], x, 0, 0);
            }
        }
}

/* All 65,536 halves through the ops that are exact: what they give is known to the bit. */
TEST(halves_of_one_operand_exhaustive) {
    static const Op ops[] = {OP_neg,   OP_abs,  OP_sign,  OP_floor, OP_ceil,     OP_trunc,
                             OP_round, OP_sqrt, OP_isnan, OP_isinf, OP_isfinite, OP_signbit};
    if (LDBL_MANT_DIG < 64)
        SKIP("long double is too narrow to be the reference");
    for (size_t k = 0; k < sizeof ops / sizeof *ops; k++)
        for (uint32_t bits = 0; bits < 65536; bits++) {
            check_step(ops[k], DT_F16, as_double(DT_F16, scalar_from_bits(DT_F16, (Bits){bits, 0})),
                       0, 0);
            check_step(ops[k], DT_BF16,
                       as_double(DT_BF16, scalar_from_bits(DT_BF16, (Bits){bits, 0})), 0, 0);
        }
}

TEST(floats_of_several_operands) {
    static const Dtype dtypes[] = {DT_F16, DT_BF16, DT_F32, DT_F64};
    static const double odd[] = {INFINITY, -INFINITY, NAN, -0.0};
    uint64_t state = test_seed();
    if (LDBL_MANT_DIG < 64)
        SKIP("long double is too narrow to be the reference");
    for (Op op = 0; op < OP_COUNT; op++)
        for (size_t k = 0; k < 4; k++) {
            if (is_special(op, dtypes[k]) || op_info(op)->arity < 2)
                continue;
            for (int i = 0; i < VALUES + 4; i++)
                for (int j = 0; j < VALUES + 4; j++) {
                    double x = i < VALUES ? values[i] : odd[i - VALUES];
                    double y = j < VALUES ? values[j] : odd[j - VALUES],
                           z = values[(i * 5 + j) % VALUES];
                    check_step(op, dtypes[k], x, y, z);
                    check_step(op, dtypes[k], -x, y, -z);
                    check_step(op, dtypes[k], x, -y, -z);
                    check_step(op, dtypes[k], x, y, (i + j) % 7 == 0 ? INFINITY : (double)NAN);
                }
            for (size_t i = 0; i < test_scaled(2000); i++) {
                double v[3];
                for (int n = 0; n < 3; n++)
                    v[n] = ldexp((double)(int64_t)test_random(&state),
                                 -63 + (int)test_random_below(&state, 8));
                check_step(op, dtypes[k], v[0], v[1], v[2]);
            }
        }
}

/* Quotient and remainder as Python and NumPy have them: what NumPy 2 gives for doubles. */
TEST(floor_division_of_special_values) {
    const double inf = INFINITY, nan = NAN;
    const struct {
        double x, y, quotient, remainder;
    } rows[] = {
        {7, 2, 3, 1},
        {-7, 2, -4, 1},
        {7, -2, -4, -1},
        {-7, -2, 3, -1},
        {7.5, 2, 3, 1.5},
        {-7.5, 2, -4, 0.5},
        {6, 2, 3, 0},
        {-6, 2, -3, 0},
        {6, -2, -3, -0.0},
        {0.0, 2, 0.0, 0.0},
        {-0.0, 2, -0.0, 0.0},
        {0.0, -2, -0.0, -0.0},
        {1, 0.0, inf, nan},
        {-1, 0.0, -inf, nan},
        {0.0, 0.0, nan, nan},
        {1, -0.0, -inf, nan},
        {1, inf, 0.0, 1},
        {-1, inf, -1, inf},
        {1, -inf, -1, -inf},
        {-1, -inf, 0.0, -1},
        {inf, 2, nan, nan},
        {-inf, 2, nan, nan},
        {inf, inf, nan, nan},
        {nan, 1, nan, nan},
        {1, nan, nan, nan},
        {0.0, inf, 0.0, 0.0},
        {-0.0, inf, -0.0, 0.0},
        {0.5, 0.25, 2, 0.0},
        {1, 0.1, 9, 0.09999999999999995},
        {-1, 0.1, -10, 5.551115123125783e-17},
        {1e300, 3, 3.3333333333333335e299, 0.0},
        {5e-324, 1, 0.0, 5e-324},
        {-5e-324, 1, -1, 1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        Scalar in[3] = {{.f64 = rows[i].x}, {.f64 = rows[i].y}, {0}}, q = {0}, r = {0};
        test_note("%a and %a", rows[i].x, rows[i].y);
        CHECK(op_eval(OP_floor_div, DT_F64, in, &q) && op_eval(OP_remainder, DT_F64, in, &r));
        check_float(DT_F64, q.f64, (long double)rows[i].quotient, EXACT, false);
        check_float(DT_F64, r.f64, (long double)rows[i].remainder, EXACT, false);
    }
}

/* Small operands in every float: the quotient is an integer that the dtype holds. */
TEST(floor_division_of_small_numbers) {
    static const Dtype dtypes[] = {DT_F16, DT_BF16, DT_F32, DT_F64};
    for (size_t k = 0; k < 4; k++)
        for (int x = -60; x <= 60; x++)
            for (int y = -20; y <= 20; y++) {
                if (y == 0)
                    continue;
                Scalar in[3] = {from_double(dtypes[k], x * 0.25),
                                from_double(dtypes[k], y * 0.25),
                                {0}},
                       out;
                int q = (int)floor((double)x / y), r = x - y * q;
                test_note("%s %d/4 by %d/4", dtype_info(dtypes[k])->name, x, y);
                CHECK(op_eval(OP_floor_div, dtypes[k], in, &out));
                CHECK(as_double(dtypes[k], out) == q);
                CHECK(op_eval(OP_remainder, dtypes[k], in, &out));
                CHECK(as_double(dtypes[k], out) == r * 0.25);
            }
}

TEST(nextafter_goes_one_step) {
    for (int i = 0; i < VALUES; i++)
        for (int j = 0; j < VALUES; j++) {
            double y = values[j] - values[VALUES - 1 - j];
            Scalar in[3] = {{.f64 = values[i]}, {.f64 = y}, {0}}, out;
            test_note("%a towards %a", values[i], y);
            CHECK(op_eval(OP_nextafter, DT_F64, in, &out));
            CHECK_EQ_F64(out.f64, nextafter(values[i], y));
            Scalar narrow[3] = {{.f32 = (float)values[i]}, {.f32 = (float)y}, {0}};
            CHECK(op_eval(OP_nextafter, DT_F32, narrow, &out));
            uint32_t a, b;
            memcpy(&a, &narrow[0].f32, 4);
            memcpy(&b, &out.f32, 4);
            if (isfinite(narrow[0].f32) && narrow[0].f32 > 0)
                CHECK_EQ_INT((int64_t)b - (int64_t)a, narrow[0].f32 < narrow[1].f32   ? 1
                                                      : narrow[0].f32 > narrow[1].f32 ? -1
                                                                                      : 0);
        }
}

/* The 16-bit floats in order, so that neighbours differ by 1; both zeros are 0. */
static int half_order(uint32_t bits) {
    return bits & 0x8000 ? -(int)(bits & 0x7fff) : (int)bits;
}

TEST(nextafter_of_halves_exhaustive) {
    for (int k = 0; k < 2; k++) {
        Dtype d = k ? DT_BF16 : DT_F16;
        uint32_t infinity = k ? 0x7f80 : 0x7c00;
        const uint32_t targets[] = {infinity, infinity | 0x8000, 0, 0x8000, 0x3c01};
        for (uint32_t bits = 0; bits < 65536; bits++)
            for (int t = 0; t < 5; t++) {
                Scalar in[3] = {scalar_from_bits(d, (Bits){bits, 0}),
                                scalar_from_bits(d, (Bits){targets[t], 0}),
                                {0}},
                       out = {0};
                int from = half_order(bits), to = half_order(targets[t]);
                test_note("%s 0x%04x towards 0x%04x", dtype_info(d)->name, bits, targets[t]);
                CHECK(op_eval(OP_nextafter, d, in, &out));
                if (isnan(in[0].f32)) {
                    CHECK(isnan(out.f32));
                    continue;
                }
                int want = from < to ? from + 1 : from > to ? from - 1 : to;
                CHECK_EQ_INT(half_order((uint32_t)scalar_to_bits(d, out).lo), want);
            }
    }
}

/*
 * x * y + z of halves as a number that rounds to f as the exact one does. The product is exact, and
 * the sum too but for its last bits; where it lies in the middle between two numbers of f, those say
 * to which side it belongs.
 */
static long double exact_fma(long double x, long double y, long double z, Format f) {
    long double p = x * y, s = p + z, back = s - p, lost = (p - (s - back)) + (z - back);
    long double halves = ldexpl(s, 1 - last_place(s, f));
    bool tie = halves == rintl(halves) && fmodl(halves, 2) != 0;
    return tie && lost != 0 ? nextafterl(s, lost > 0 ? INFINITY : -INFINITY) : s;
}

TEST(fma_of_halves_rounds_once) {
    uint64_t state = test_seed();
    if (LDBL_MANT_DIG < 64)
        SKIP("long double is too narrow to be the reference");
    for (int k = 0; k < 2; k++) {
        Dtype d = k ? DT_BF16 : DT_F16;
        for (size_t i = 0; i < test_scaled(300000); i++) {
            Scalar in[3], out = {0};
            for (int n = 0; n < 3; n++)
                in[n] = scalar_from_bits(d, (Bits){test_random_below(&state, 65536), 0});
            if (i % 2) /* a product near 1 that ends in a tie, and next to nothing beside it */
                for (int n = 0; n < 2; n++) {
                    double near_one =
                        1 + (double)test_random_below(&state, 64) * (k ? 0x1p-7 : 0x1p-10);
                    in[n] = from_double(d, near_one);
                }
            if (i % 4 == 1)
                in[2] = from_double(d, i & 4 ? 0x1p-24 : -0x1p-24);
            long double x = (long double)in[0].f32, y = (long double)in[1].f32,
                        z = (long double)in[2].f32;
            if (isnan(x) || isnan(y) || isnan(z) || isinf(x) || isinf(y) || isinf(z))
                continue;
            test_note("%s %La * %La + %La", dtype_info(d)->name, x, y, z);
            CHECK(op_eval(OP_fma, d, in, &out));
            check_float(d, (double)out.f32, exact_fma(x, y, z, format_of(d)), EXACT, false);
        }
    }
}

TEST(every_step_is_expected) {
    for (Op op = 0; op < OP_COUNT; op++) {
        long double out;
        double ulp;
        bool truth;
        test_note("%s: add what is expected of it to this file", op_info(op)->name);
        CHECK(is_special(op, DT_F32) || expect_truth(op, 1, 1, &truth) ||
              expect_arithmetic(op, 1, 1, 1, &out, &ulp) || expect_function(op, 1, 1, &out, &ulp));
    }
}
