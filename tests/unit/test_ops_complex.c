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

/* A part with a size of 2^-20 to 2^20, or of a common size. */
static double random_part(uint64_t *random) {
    double unit = (double)test_random_below(random, 1 << 24) / (1 << 23) - 1;
    int e = test_random_below(random, 2) ? (int)test_random_below(random, 41) - 20 : 1;
    return ldexp(unit, e);
}

/* What docs/ir.md promises: the distance from the number, as a share of its size. */
TEST(complex_functions_are_as_precise_as_documented) {
    uint64_t random = test_seed();
    if (LDBL_MANT_DIG < 64)
        SKIP("long double is too narrow to be the reference");
    for (Op op = 0; op < OP_COUNT; op++) {
        const OpInfo *info = op_info(op);
        bool one = info->source_z && info->source_z[0] == 'c' && info->arity == 1;
        for (size_t i = 0; one && i < test_scaled(3000); i++) {
            double epsilons, v[2] = {random_part(&random), random_part(&random)};
            for (Dtype d = DT_C64; d <= DT_C128; d++) {
                Scalar in[3] = {complex_scalar(d, v[0], v[1])}, out;
                Scalar x = scalar_cast(d, DT_C128, in[0]);
                long double complex want;
                CHECK(expect_complex(op, pair((long double)x.c128[0], (long double)x.c128[1]), 0,
                                     &want, &epsilons));
                CHECK(op_eval(op, d, in, &out));
                out = scalar_cast(d, DT_C128, out);
                long double share = d == DT_C64 ? FLT_EPSILON * 0.51L : DBL_EPSILON * 1.6L;
                long double apart = hypotl((long double)out.c128[0] - creall(want),
                                           (long double)out.c128[1] - cimagl(want));
                long double least = d == DT_C64 ? 0x1p-149L : 0x1p-1074L;
                CHECK_MSG(apart <= share * cabsl(want) + least ||
                              cabsl(want) > (d == DT_C64 ? 3e38L : 1e308L),
                          "%s of %s %a%+ai is %a%+ai, the number is %La%+Lai", info->name,
                          dtype_info(d)->name, x.c128[0], x.c128[1], out.c128[0], out.c128[1],
                          creall(want), cimagl(want));
            }
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

/* ---- corners: what C99 (annex G) and the array standard say, of zeros and infinities with their signs */

static bool same_or_nan(double got, double want) {
    return isnan(want) ? isnan(got) : got == want && signbit(got) == signbit(want);
}

typedef struct Corner {
    const char *op;
    double x[2], want[2];
} Corner;

#define PI 0x1.921fb54442d18p+1

static const Corner corners[] = {
    {"sqrt", {-0.0, 0.0}, {0.0, 0.0}},
    {"sqrt", {-0.0, -0.0}, {0.0, -0.0}},
    {"sqrt", {-4.0, 0.0}, {0.0, 2.0}},
    {"sqrt", {-4.0, -0.0}, {0.0, -2.0}},
    {"sqrt", {NAN, -INFINITY}, {INFINITY, -INFINITY}},
    {"sqrt", {-INFINITY, 3.0}, {0.0, INFINITY}},
    {"sqrt", {INFINITY, -3.0}, {INFINITY, -0.0}},
    {"sqrt", {-INFINITY, NAN}, {NAN, INFINITY}},
    {"sqrt", {INFINITY, NAN}, {INFINITY, NAN}},
    {"sqrt", {NAN, 0.0}, {NAN, NAN}},
    {"exp", {-0.0, -0.0}, {1.0, -0.0}},
    {"exp", {1.0, INFINITY}, {NAN, NAN}},
    {"exp", {INFINITY, 0.0}, {INFINITY, 0.0}},
    {"exp", {INFINITY, 2.0}, {-INFINITY, INFINITY}},
    {"exp", {-INFINITY, 2.0}, {-0.0, 0.0}},
    {"exp", {INFINITY, NAN}, {INFINITY, NAN}},
    {"exp", {-INFINITY, INFINITY}, {0.0, 0.0}},
    {"exp", {NAN, -0.0}, {NAN, -0.0}},
    {"exp", {NAN, 1.0}, {NAN, NAN}},
    {"expm1", {-0.0, 0.0}, {0.0, 0.0}},
    {"expm1", {-INFINITY, 2.0}, {-1.0, 0.0}},
    {"expm1", {INFINITY, 2.0}, {-INFINITY, INFINITY}},
    {"expm1", {NAN, 0.0}, {NAN, 0.0}},
    {"log", {-0.0, 0.0}, {-INFINITY, PI}},
    {"log", {0.0, -0.0}, {-INFINITY, -0.0}},
    {"log", {-1.0, -0.0}, {0.0, -PI}},
    {"log", {-INFINITY, INFINITY}, {INFINITY, 0.75 * PI}},
    {"log", {NAN, -INFINITY}, {INFINITY, NAN}},
    {"log", {2.0, NAN}, {NAN, NAN}},
    {"log1p", {-1.0, 0.0}, {-INFINITY, 0.0}},
    {"log1p", {0.0, -0.0}, {0.0, -0.0}},
    {"log1p", {-INFINITY, 1.0}, {INFINITY, PI}},
    {"sinh", {-0.0, 0.0}, {-0.0, 0.0}},
    {"sinh", {0.0, INFINITY}, {0.0, NAN}},
    {"sinh", {-INFINITY, 2.0}, {INFINITY, INFINITY}},
    {"sinh", {INFINITY, -0.0}, {INFINITY, -0.0}},
    {"sinh", {NAN, 0.0}, {NAN, 0.0}},
    {"cosh", {0.0, 0.0}, {1.0, 0.0}},
    {"cosh", {-0.0, 0.0}, {1.0, -0.0}},
    {"cosh", {INFINITY, -0.0}, {INFINITY, -0.0}},
    {"cosh", {-INFINITY, 2.0}, {-INFINITY, -INFINITY}},
    {"cosh", {INFINITY, NAN}, {INFINITY, NAN}},
    {"tanh", {-0.0, 0.0}, {-0.0, 0.0}},
    {"tanh", {0.0, INFINITY}, {0.0, NAN}},
    {"tanh", {-INFINITY, -2.0}, {-1.0, -0.0}},
    {"tanh", {INFINITY, NAN}, {1.0, 0.0}},
    {"tanh", {NAN, 0.0}, {NAN, 0.0}},
    {"tanh", {1.0, INFINITY}, {NAN, NAN}},
    {"sin", {-0.0, 0.0}, {-0.0, 0.0}},
    {"sin", {0.0, INFINITY}, {0.0, INFINITY}},
    {"cos", {0.0, 0.0}, {1.0, -0.0}},
    {"tan", {2.0, INFINITY}, {0.0, 1.0}},
    {"asin", {-0.0, 0.0}, {-0.0, 0.0}},
    {"asin", {2.0, 0.0}, {PI / 2, 0x1.5124271980435p+0}},
    {"asin", {2.0, -0.0}, {PI / 2, -0x1.5124271980435p+0}},
    {"asin", {INFINITY, 1.0}, {PI / 2, INFINITY}},
    {"asin", {NAN, -INFINITY}, {NAN, -INFINITY}},
    {"acos", {-0.0, 0.0}, {PI / 2, -0.0}},
    {"acos", {-2.0, 0.0}, {PI, -0x1.5124271980435p+0}},
    {"acos", {-2.0, -0.0}, {PI, 0x1.5124271980435p+0}},
    {"acos", {0.0, NAN}, {PI / 2, NAN}},
    {"acos", {-INFINITY, INFINITY}, {0.75 * PI, -INFINITY}},
    {"acos", {INFINITY, -3.0}, {0.0, INFINITY}},
    {"acos", {NAN, -INFINITY}, {NAN, INFINITY}},
    {"atan", {0.0, 2.0}, {PI / 2, 0x1.193ea7aad030bp-1}},
    {"atan", {-0.0, 2.0}, {-PI / 2, 0x1.193ea7aad030bp-1}},
    {"asinh", {0.0, -0.0}, {0.0, -0.0}},
    {"asinh", {INFINITY, -INFINITY}, {INFINITY, -PI / 4}},
    {"asinh", {NAN, 0.0}, {NAN, 0.0}},
    {"acosh", {0.0, -0.0}, {0.0, -PI / 2}},
    {"acosh", {-INFINITY, 1.0}, {INFINITY, PI}},
    {"acosh", {INFINITY, NAN}, {INFINITY, NAN}},
    {"acosh", {-1.0, -0.0}, {0.0, -PI}},
    {"atanh", {-0.0, 0.0}, {-0.0, 0.0}},
    {"atanh", {1.0, 0.0}, {INFINITY, 0.0}},
    {"atanh", {-1.0, -0.0}, {-INFINITY, -0.0}},
    {"atanh", {2.0, -0.0}, {0x1.193ea7aad030bp-1, -PI / 2}},
    {"atanh", {0.0, NAN}, {0.0, NAN}},
    {"atanh", {3.0, INFINITY}, {0.0, PI / 2}},
    {"atanh", {-INFINITY, NAN}, {-0.0, NAN}},
    {"atanh", {NAN, -INFINITY}, {0.0, -PI / 2}},
};

TEST(corners_of_complex_functions) {
    for (size_t k = 0; k < sizeof corners / sizeof *corners; k++) {
        const Corner *c = &corners[k];
        Op op = op_from_name(c->op, strlen(c->op));
        Scalar in[3] = {{.c128 = {c->x[0], c->x[1]}}}, narrow[3] = {{0}}, out;
        CHECK(op_eval(op, DT_C128, in, &out));
        CHECK_MSG(same_or_nan(out.c128[0], c->want[0]) && same_or_nan(out.c128[1], c->want[1]),
                  "%s of %a%+ai is %a%+ai, not %a%+ai", c->op, c->x[0], c->x[1], out.c128[0],
                  out.c128[1], c->want[0], c->want[1]);
        narrow[0] = scalar_cast(DT_C128, DT_C64, in[0]);
        CHECK(op_eval(op, DT_C64, narrow, &out));
        CHECK_MSG(same_or_nan((double)out.c64[0], (double)(float)c->want[0]) &&
                      same_or_nan((double)out.c64[1], (double)(float)c->want[1]),
                  "%s of %a%+ai in c64 is %a%+ai", c->op, c->x[0], c->x[1], (double)out.c64[0],
                  (double)out.c64[1]);
    }
}

/* Numbers that a function comes to by scaling, by what is left of a square, or by one part alone: recorded from 300 digits. */
TEST(complex_functions_at_the_ends_of_the_range) {
    static const Corner ends[] = {
        {"sqrt",
         {0x1.e42d130773b76p+1023, 0x1.e42d130773b76p+1023},
         {0x1.1183929d374p+512, 0x1.c52c3a0219e91p+510}},
        {"sqrt", {0x0.0000000000001p-1022, 0.0}, {0x1p-537, 0.0}},
        {"sqrt", {0x1p+600, 0x0.0000000000001p-1022}, {0x1p+300, 0.0}},
        {"sqrt", {-0x1p+600, 0x1p-440}, {0x1p-741, 0x1p+300}},
        {"sqrt",
         {-0x0.03739a252b281p-1022, 0x0.0002f201d49fbp-1022},
         {0x1.95d9d1be64df2p-524, 0x1.db9b985fefd09p-515}},
        {"exp", {0x1.68p+9, 0x1.921fb54442d18p+0}, {0x1.d7c59a708141cp+984, INFINITY}},
        {"exp", {0x1.f4p+9, 0x1.87e92154ef7acp-665}, {INFINITY, 0x1.3d3cef6c3b833p+778}},
        {"exp", {-0x1.72p+9, 0x1p+0}, {0x0.000000000002ep-1022, 0x0.0000000000047p-1022}},
        {"exp", {0x1.6a8p+10, 0x0.0000000000001p-1022}, {INFINITY, 0x1.e04e460d5f564p+1017}},
        {"expm1",
         {0x1.79ca10c924223p-67, 0x1.56e1fc2f8f359p-997},
         {0x1.79ca10c924223p-67, 0x1.56e1fc2f8f359p-997}},
        {"expm1",
         {0x1.62f3333333333p+9, 0x1.56e1fc2f8f359p-997},
         {INFINITY, 0x1.818d45b395259p+27}},
        {"expm1",
         {0x1.12e0be826d695p-29, 0x1.f75104d551d69p-15},
         {0x1.b7cdfd766071p-33, 0x1.f75104e12441dp-15}},
        {"log",
         {0x1.e42d130773b76p+1023, 0x1.e42d130773b76p+1023},
         {0x1.63096583c4edp+9, 0x1.921fb54442d18p-1}},
        {"log",
         {0x0.0000000000001p-1022, 0x0.0000000000001p-1022},
         {-0x1.740bf7c0d927cp+9, 0x1.921fb54442d18p-1}},
        {"log",
         {0x1.3333333333333p-1, 0x1.999999999999ap-1},
         {0x1.999999999999ap-56, 0x1.dac670561bb5p-1}},
        {"log",
         {0x1p+0, 0x1.67e9c127b6e74p-532},
         {0x0.00000000003f4p-1022, 0x1.67e9c127b6e74p-532}},
        {"log", {0x1.fffffffffffffp-1, 0x1p-26}, {0x1p-107, 0x1p-26}},
        {"log",
         {0x1.6a09e667f3bccp-1, 0x1.6a09e667f3bccp-1},
         {-0x1.98d4d0da05571p-54, 0x1.921fb54442d18p-1}},
        {"log1p",
         {0x1.56e1fc2f8f359p-997, 0x1.87e92154ef7acp-665},
         {0x1.56e1fc2f8f359p-997, 0x1.87e92154ef7acp-665}},
        {"log1p",
         {-0x1.0000000000001p+1, 0x1.12e0be826d695p-30},
         {0x1.0049c9774749p-51, 0x1.921fb5421d1p+1}},
        {"log1p",
         {0x1.4e718d7d7625ap+664, -0x1.7e43c8800759cp+996},
         {0x1.5963447f87fb5p+9, -0x1.921fb54442d18p+0}},
        {"log1p",
         {-0x1.5798ee2308c3ap-28, 0x1.a36e2eb1c432dp-14},
         {0x1.cd2b2a656711ep-57, 0x1.a36e2ebd7e992p-14}},
        {"log2", {0x1.0000000000001p+0, 0.0}, {0x1.71547652b82fdp-52, 0.0}},
        {"log10",
         {0x0.012688b70e62bp-1022, 0x0.730d67819e8d2p-1022},
         {-0x1.33fffe93b4a21p+8, 0x1.5b0e8c9ab337cp-1}},
        {"sin", {0x1.0f0cf064dd592p+73, 0x1p+0}, {-0x1.50a4cc7617235p+0, 0x1.3ad1e5be2d7bdp-1}},
        {"sin", {0x1p+0, 0x1.658p+9}, {INFINITY, INFINITY}},
        {"sin",
         {0x0.012688b70e62bp-1022, 0x0.001d74124e3d1p-1022},
         {0x0.012688b70e62bp-1022, 0x0.001d74124e3d1p-1022}},
        {"cos",
         {0x1.921fb54442d18p+0, 0x1.79ca10c924223p-67},
         {0x1.1a62633145c07p-54, -0x1.79ca10c924223p-67}},
        {"cos", {0x1.7e43c8800759cp+996, -0x1p+1}, {-0x1.151562d5997dep+1, -0x1.7bb1250708c2ep+1}},
        {"tan",
         {0x1.921fb54442d18p+0, 0x1.70ef54646d497p-57},
         {0x1.c41a8cb609f96p+53, 0x1.275628846f498p+51}},
        {"tan", {0x1.8p+1, 0x1.2cp+8}, {-0x1.751c4e39f6831p-867, 0x1p+0}},
        {"sinh", {0x1.638p+9, 0x1.921fb54442d18p+0}, {0x1.dcf2ddad59ac7p+970, INFINITY}},
        {"sinh",
         {0x0.012688b70e62bp-1022, 0x1.8p+1},
         {-0x0.012396246400ep-1022, 0x1.210386db6d55bp-3}},
        {"cosh", {-0x1.64p+9, 0x1.91eb851eb851fp+0}, {0x1.df36036af3ccp+1015, -INFINITY}},
        {"tanh",
         {0x0.00000000007e8p-1022, 0x1p-1},
         {0x0.0000000000a44p-1022, 0x1.17b4f5bf3474ap-1}},
        {"tanh", {0x1.5ep+8, 0x1p+0}, {0x1p+0, 0x1.f7a7fec56025dp-1010}},
        {"tanh",
         {0x1.70ef54646d497p-57, 0x1.921fb54442d18p+0},
         {0x1.275628846f498p+51, 0x1.c41a8cb609f96p+53}},
        {"asin", {0x1p+0, 0x0.012688b70e62bp-1022}, {0x1.921fb54442d18p+0, 0x1.1297872d9cbaep-515}},
        {"asin",
         {0x1.fffffffffffffp-1, 0x1.cd2b297d889bcp-54},
         {0x1.921fb4fef2b24p+0, 0x1.a9d1b19b17f38p-28}},
        {"asin",
         {0x1p-1, 0x0.00000000007e8p-1022},
         {0x1.0c152382d7366p-1, 0x0.0000000000921p-1022}},
        {"asin",
         {0x0.00000000007e8p-1022, 0x0.00000000316a2p-1022},
         {0x0.00000000007e8p-1022, 0x0.00000000316a2p-1022}},
        {"asin", {0x1.87e92154ef7acp-665, 0x1.4e718d7d7625ap+664}, {0.0, 0x1.cd35cd6cad20fp+8}},
        {"asin",
         {0x1.e42d130773b76p+1023, 0x1.e42d130773b76p+1023},
         {0x1.921fb54442d18p-1, 0x1.63621e8fc0d5ep+9}},
        {"asin",
         {0x1.0000000000001p+0, 0x1.87e92154ef7acp-665},
         {0x1.921fb54442d18p+0, 0x1.6a09e667f3bccp-26}},
        {"acos",
         {0x1.8p+1, 0x0.00000000007e8p-1022},
         {0x0.00000000002ccp-1022, -0x1.c34366179d427p+0}},
        {"acos",
         {0x1.4e718d7d7625ap+664, 0x1.bff2ee48e053p-333},
         {0x1.56e1fc2f8f359p-997, -0x1.cd35cd6cad20fp+8}},
        {"acos", {0x1.38d352e5096afp+498, 0x1.87e92154ef7acp-665}, {0.0, -0x1.5a14b6977fcd2p+8}},
        {"acos", {0x1p+0, 0x0.0000000000001p-1022}, {0x1p-537, -0x1p-537}},
        {"acos",
         {0x1.fffffffffffffp-1, 0x1.56e1fc2f8f359p-997},
         {0x1p-26, -0x1.56e1fc2f8f359p-971}},
        {"acos",
         {-0x1.7e43c8800759cp+996, 0x1.485ce9e7a065fp+963},
         {0x1.921fb5440bd7cp+1, -0x1.59bbfd8b83e44p+9}},
        {"asinh",
         {0x0.00000000007e8p-1022, 0x1p+0},
         {0x1.67e93ddbc0e73p-532, 0x1.921fb54442d18p+0}},
        {"acosh",
         {0x1.0000000000001p+0, 0x1.4484bfeebc2ap-100},
         {0x1.6a09e667f3bccp-26, 0x1.caf04425604bp-75}},
        {"atan",
         {0x0.00000000007e8p-1022, 0x0.00000000000cap-1022},
         {0x0.00000000007e8p-1022, 0x0.00000000000cap-1022}},
        {"atan", {0x0.012688b70e62bp-1022, 0x1p+1}, {0x1.921fb54442d18p+0, 0x1.193ea7aad030bp-1}},
        {"atanh", {0x1p+0, 0x0.012688b70e62bp-1022}, {0x1.653f4ca0d5397p+8, 0x1.921fb54442d18p-1}},
        {"atanh", {0x1p+0, 0x1.bff2ee48e053p-333}, {0x1.cde73f84a4f2cp+6, 0x1.921fb54442d18p-1}},
        {"atanh",
         {0x1.7e43c8800759cp+996, 0x1.56e1fc2f8f359p-997},
         {0x1.56e1fc2f8f359p-997, 0x1.921fb54442d18p+0}},
        {"atanh", {0x1.56e1fc2f8f359p-997, 0x1.4e718d7d7625ap+664}, {0.0, 0x1.921fb54442d18p+0}},
        {"atanh",
         {0x1.fffffffffffffp-1, 0x1.cd2b297d889bcp-54},
         {0x1.29103baf291cbp+4, 0x1.7767a7f66f95p-2}},
        {"atanh", {0x1p-1, 0x1.bb67ae8584caap-1}, {0x1.193ea7aad030bp-2, 0x1.921fb54442d18p-1}},
    };
    for (size_t k = 0; k < sizeof ends / sizeof *ends; k++) {
        const Corner *c = &ends[k];
        Scalar in[3] = {{.c128 = {c->x[0], c->x[1]}}}, out;
        CHECK(op_eval(op_from_name(c->op, strlen(c->op)), DT_C128, in, &out));
        for (int part = 0; part < 2; part++) {
            double apart = fabs(out.c128[part] - c->want[part]);
            CHECK_MSG(out.c128[part] == c->want[part] ||
                          apart <= 2 * fabs(c->want[part]) * DBL_EPSILON + 0x1p-1074,
                      "%s of %a%+ai has part %d %a, not %a", c->op, c->x[0], c->x[1], part,
                      out.c128[part], c->want[part]);
        }
    }
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
