/* op_eval on complex numbers: every step, against C's functions of long double. */
#include "harness.h"

#include <complex.h>
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

static long double complex pair(long double re, long double im) {
    long double parts[2] = {re, im};
    long double complex z;
    memcpy(&z, parts, sizeof z);
    return z;
}

/* The number, and how often its own size the distance from it may be, in epsilons. */
static bool expect_complex(Op op, long double complex x, long double complex y,
                           long double complex *out, double *epsilons) {
    *epsilons = 4;
    switch (op) {
    case OP_add: *out = x + y; return true;
    case OP_sub: *out = x - y; return true;
    case OP_mul: *out = x * y; return true;
    case OP_div:
        *out = x / y;
        *epsilons = 8;
        return true;
    case OP_neg: *out = -x; return true;
    case OP_sign: *out = x == 0 ? x : x / cabsl(x); return true;
    case OP_round: *out = pair(rintl(creall(x)), rintl(cimagl(x))); return true;
    case OP_conj: *out = conjl(x); return true;
    case OP_abs: *out = cabsl(x); return true;
    case OP_real: *out = creall(x); return true;
    case OP_imag: *out = cimagl(x); return true;
    case OP_arg: *out = cargl(x); return true;
    case OP_pow:
        *out = cpowl(x, y);
        *epsilons = 400;
        return true;
    case OP_sqrt: *out = csqrtl(x); return true;
    case OP_exp: *out = cexpl(x); return true;
    case OP_expm1: /* cexpl(x) - 1 would lose the small ones */
        *out = pair(expm1l(creall(x)) * cosl(cimagl(x)) - 2 * powl(sinl(cimagl(x) / 2), 2),
                    expl(creall(x)) * sinl(cimagl(x)));
        return true;
    case OP_log: *out = clogl(x); return true;
    case OP_log1p:
        *out = clogl(pair(1 + creall(x), cimagl(x)));
        if (cabsl(x) < 0.5L)
            *out =
                pair(log1pl(creall(x) * (2 + creall(x)) + cimagl(x) * cimagl(x)) / 2, cimagl(*out));
        return true;
    case OP_log2: *out = clogl(x) / logl(2); return true;
    case OP_log10: *out = clogl(x) / logl(10); return true;
    case OP_sin: *out = csinl(x); return true;
    case OP_cos: *out = ccosl(x); return true;
    case OP_tan: *out = ctanl(x); return true;
    case OP_asin: *out = casinl(x); return true;
    case OP_acos: *out = cacosl(x); return true;
    case OP_atan: *out = catanl(x); return true;
    case OP_sinh: *out = csinhl(x); return true;
    case OP_cosh: *out = ccoshl(x); return true;
    case OP_tanh: *out = ctanhl(x); return true;
    case OP_asinh: *out = casinhl(x); return true;
    case OP_acosh: *out = cacoshl(x); return true;
    case OP_atanh: *out = catanhl(x); return true;
    case OP_eq: *out = creall(x) == creall(y) && cimagl(x) == cimagl(y); return true;
    case OP_ne: *out = !(creall(x) == creall(y) && cimagl(x) == cimagl(y)); return true;
    case OP_isnan: *out = isnan(creall(x)) || isnan(cimagl(x)); return true;
    case OP_isinf: *out = isinf(creall(x)) || isinf(cimagl(x)); return true;
    case OP_isfinite: *out = isfinite(creall(x)) && isfinite(cimagl(x)); return true;
    default: return false;
    }
}

static Scalar complex_scalar(Dtype d, double re, double im) {
    return scalar_cast(DT_C128, d, (Scalar){.c128 = {re, im}});
}

static void check_complex(Op op, Dtype d, const double v[4]) {
    Scalar in[3] = {complex_scalar(d, v[0], v[1]), complex_scalar(d, v[2], v[3]), {0}}, out = {0};
    Scalar wide[2] = {scalar_cast(d, DT_C128, in[0]), scalar_cast(d, DT_C128, in[1])};
    long double complex x = pair((long double)wide[0].c128[0], (long double)wide[0].c128[1]),
                        y = pair((long double)wide[1].c128[0], (long double)wide[1].c128[1]), want;
    Dtype result = op_result_dtype(op, d);
    double epsilons, epsilon = d == DT_C64 ? (double)FLT_EPSILON : DBL_EPSILON;
    test_note("%s of %s %a%+ai %a%+ai", op_info(op)->name, dtype_info(d)->name, v[0], v[1], v[2],
              v[3]);
    CHECK_MSG(expect_complex(op, x, y, &want, &epsilons), "nothing is expected of it yet");
    CHECK(op_eval(op, d, in, &out));
    if (result == DT_BOOL) {
        CHECK_EQ_UINT(out.u, creall(want) != 0);
        return;
    }
    Scalar got = scalar_cast(result, DT_C128, out);
    if (!isfinite(creall(want)) || !isfinite(cimagl(want)) ||
        cabsl(want) > (d == DT_C64 ? 3e38L : 1e308L) || !isfinite(cabsl(x)) || !isfinite(cabsl(y)))
        return; /* C99 leaves too much open there */
    long double distance =
        hypotl((long double)got.c128[0] - creall(want), (long double)got.c128[1] - cimagl(want));
    CHECK_MSG(distance <= (long double)(epsilons * epsilon) * cabsl(want) +
                              (d == DT_C64 ? 0x1p-148L : 0x1p-1073L),
              "got %a%+ai, the number is %La%+Lai", got.c128[0], got.c128[1], creall(want),
              cimagl(want));
}

TEST(complex_numbers) {
    static const double parts[] = {0.0,
                                   -0.0,
                                   1,
                                   -1,
                                   0.5,
                                   2.5,
                                   -3,
                                   1e-3,
                                   -1e-3,
                                   1e-9,
                                   20,
                                   0.7853981633974483,
                                   -1.5707963267948966,
                                   1e10,
                                   NAN,
                                   INFINITY,
                                   -INFINITY};
    enum { N = sizeof parts / sizeof *parts };
    if (LDBL_MANT_DIG < 64)
        SKIP("long double is too narrow to be the reference");
    for (Op op = 0; op < OP_COUNT; op++)
        for (Dtype d = DT_C64; d <= DT_C128; d++) {
            if (!takes(op, d))
                continue;
            for (int i = 0; i < N; i++)
                for (int j = 0; j < N; j++)
                    for (int k = 0; k < (op_info(op)->arity == 2 ? N : 1); k++) {
                        bool wild = op == OP_pow &&
                                    (fabs(parts[i]) > 100 || fabs(parts[j]) > 100 ||
                                     fabs(parts[k]) > 100 || fabs(parts[(k + 3) % N]) > 100);
                        double v[4] = {parts[i], parts[j], parts[k], parts[(k * 3 + j) % N]};
                        if (!wild && !(op == OP_pow && fabs(v[3]) > 100))
                            check_complex(op, d, v);
                    }
        }
}

/* Numbers whose squares are too large or too small. */
TEST(complex_numbers_of_extreme_size) {
    static const Op ops[] = {OP_abs,  OP_div,   OP_sqrt, OP_log,   OP_log1p,
                             OP_log2, OP_log10, OP_arg,  OP_expm1, OP_sign};
    for (size_t k = 0; k < sizeof ops / sizeof *ops; k++)
        for (int e = -300; e <= 300; e += 50) {
            double s = pow(10, e), v[4] = {3 * s, 4 * s, 2 * s, -1 * s};
            if (ops[k] == OP_expm1 && e > 0)
                continue;
            check_complex(ops[k], DT_C128, v);
            double w[4] = {-s, 0.0, s, 0.0};
            check_complex(ops[k], DT_C128, w);
        }
}

TEST(complex_parts_keep_their_bits) {
    static const double parts[] = {0.0, -0.0, 1.5, -2.25, INFINITY, -INFINITY};
    for (int i = 0; i < 6; i++)
        for (int j = 0; j < 6; j++) {
            Scalar in[3] = {{.f64 = parts[i]}, {.f64 = parts[j]}, {0}}, z, out;
            CHECK(op_eval(OP_complex, DT_F64, in, &z));
            CHECK_EQ_F64(z.c128[0], parts[i]);
            CHECK_EQ_F64(z.c128[1], parts[j]);
            CHECK(op_eval(OP_real, DT_C128, &z, &out));
            CHECK_EQ_F64(out.f64, parts[i]);
            CHECK(op_eval(OP_imag, DT_C128, &z, &out));
            CHECK_EQ_F64(out.f64, parts[j]);
            CHECK(op_eval(OP_conj, DT_C128, &z, &out));
            CHECK_EQ_F64(out.c128[1], -parts[j]);
            Scalar narrow[3] = {{.f32 = (float)parts[i]}, {.f32 = (float)parts[j]}, {0}};
            CHECK(op_eval(OP_complex, DT_F32, narrow, &z));
            CHECK_EQ_F32(z.c64[0], (float)parts[i]);
            CHECK_EQ_F32(z.c64[1], (float)parts[j]);
        }
}

/* exp and expm1 of infinities: C99's answers, not 0 * inf. */
TEST(complex_exponentials_of_infinity) {
    Scalar in[3] = {{.c128 = {INFINITY, 0.0}}}, out;
    CHECK(op_eval(OP_expm1, DT_C128, in, &out));
    CHECK_EQ_F64(out.c128[0], INFINITY);
    CHECK_EQ_F64(out.c128[1], 0.0);
    in[0] = (Scalar){.c128 = {-INFINITY, 1.0}};
    CHECK(op_eval(OP_expm1, DT_C128, in, &out));
    CHECK_EQ_F64(out.c128[0], -1.0);
    CHECK(out.c128[1] == 0);
    in[0] = (Scalar){.c128 = {709.9, 1e-300}};
    CHECK(op_eval(OP_expm1, DT_C128, in, &out));
    CHECK(isfinite(out.c128[1]));
}

static void check_exactly(Op op, Scalar x, Scalar y, double re, double im) {
    Scalar in[3] = {x, y, {0}}, narrow[3] = {{0}}, out;
    test_note("%s of %a%+ai %a%+ai", op_info(op)->name, x.c128[0], x.c128[1], y.c128[0], y.c128[1]);
    CHECK(op_eval(op, DT_C128, in, &out));
    CHECK_EQ_F64(out.c128[0], re);
    CHECK_EQ_F64(out.c128[1], im);
    for (int k = 0; k < 2; k++)
        narrow[k] = scalar_cast(DT_C128, DT_C64, in[k]);
    CHECK(op_eval(op, DT_C64, narrow, &out));
    CHECK_EQ_F32(out.c64[0], (float)re);
    CHECK_EQ_F32(out.c64[1], (float)im);
}

/* Powers of and to 0, and logarithms of powers of the base, are what they are. */
TEST(complex_results_that_are_exact) {
#define C(re, im) ((Scalar){.c128 = {re, im}})
    check_exactly(OP_pow, C(0, 0), C(0, 0), 1, 0);
    check_exactly(OP_pow, C(3, -4), C(0, 0), 1, 0);
    check_exactly(OP_pow, C(0, 0), C(2, 0), 0, 0);
    check_exactly(OP_pow, C(0, 0), C(0.5, 3), 0, 0);
    for (int e = -20; e <= 20; e++)
        check_exactly(OP_log2, C(ldexp(1, e), 0.0), C(0, 0), e, 0);
    for (int e = 0; e <= 10; e++)
        check_exactly(OP_log10, C(pow(10, e), 0.0), C(0, 0), e, 0);
    check_exactly(OP_log2, C(0, 0), C(0, 0), -INFINITY, 0);
    check_exactly(OP_sign, C(0, -0.0), C(0, 0), 0, -0.0);
    check_exactly(OP_sign, C(3, -4), C(0, 0), 0.75 / 1.25, -1 / 1.25);
    check_exactly(OP_sign, C(-7, 0), C(0, 0), -1, 0);
    check_exactly(OP_sign, C(1, -INFINITY), C(0, 0), 0, -1);
    check_exactly(OP_sign, C(INFINITY, -1), C(0, 0), 1, -0.0);
    check_exactly(OP_round, C(2.5, -3.5), C(0, 0), 2, -4);
    check_exactly(OP_round, C(-0.25, INFINITY), C(0, 0), -0.0, INFINITY);
#undef C
}

TEST(every_step_is_expected) {
    for (Op op = 0; op < OP_COUNT; op++) {
        long double complex out;
        double epsilons;
        test_note("%s: add what is expected of it to this file", op_info(op)->name);
        CHECK(!takes(op, DT_C64) || expect_complex(op, 1, 1, &out, &epsilons));
    }
}
