/* Scalar types: their table, promotion, the 16-bit floats, casts. */
#include "harness.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "infer/infer.h"
#include "op/dtype.h"

/* ---- the table */

TEST(names_and_sizes) {
    static const struct {
        const char *name;
        DtypeClass class;
        unsigned bits;
    } want[DTYPE_COUNT] = {
        {"bool", CLASS_BOOL, 8},     {"i8", CLASS_SIGNED, 8},     {"i16", CLASS_SIGNED, 16},
        {"i32", CLASS_SIGNED, 32},   {"i64", CLASS_SIGNED, 64},   {"u8", CLASS_UNSIGNED, 8},
        {"u16", CLASS_UNSIGNED, 16}, {"u32", CLASS_UNSIGNED, 32}, {"u64", CLASS_UNSIGNED, 64},
        {"f16", CLASS_FLOAT, 16},    {"bf16", CLASS_FLOAT, 16},   {"f32", CLASS_FLOAT, 32},
        {"f64", CLASS_FLOAT, 64},    {"c64", CLASS_COMPLEX, 64},  {"c128", CLASS_COMPLEX, 128},
    };
    for (Dtype d = 0; d < DTYPE_COUNT; d++) {
        CHECK_STR(dtype_info(d)->name, want[d].name);
        CHECK_EQ_UINT(dtype_info(d)->class, want[d].class);
        CHECK_EQ_UINT(dtype_info(d)->bits, want[d].bits);
        CHECK_EQ_UINT(dtype_from_name(want[d].name, strlen(want[d].name)), d);
    }
    CHECK_EQ_UINT(dtype_from_name("f32x2", 5), DT_NONE);
    CHECK_EQ_UINT(dtype_from_name("f3", 2), DT_NONE);
    CHECK_EQ_UINT(dtype_from_name("", 0), DT_NONE);
}

TEST(real_and_complex_partners) {
    for (Dtype d = 0; d < DTYPE_COUNT; d++) {
        CHECK_EQ_UINT(dtype_real(d), d == DT_C64 ? DT_F32 : d == DT_C128 ? DT_F64 : d);
        CHECK_EQ_UINT(dtype_complex(d), d == DT_F32 ? DT_C64 : d == DT_F64 ? DT_C128 : DT_NONE);
    }
}

/* ---- promotion */

/* A table of words, `-` where there is no answer; row and column 0 are the types in order. */
static void check_promotion(const char *const *rows, int n, frit_promotion mode) {
    Dtype types[16], want;
    char words[16][16][8];
    for (int i = 0; i < n; i++) {
        const char *at = rows[i];
        for (int k = 0; k < n; k++) {
            int used = 0;
            CHECK(sscanf(at, " %7s%n", words[i][k], &used) == 1);
            at += used;
        }
        types[i] = dtype_from_name(words[i][i], strlen(words[i][i])); /* a type with itself */
        CHECK(types[i] != DT_NONE);
    }
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++) {
            test_note("%s with %s", dtype_info(types[i])->name, dtype_info(types[k])->name);
            want =
                words[i][k][0] == '-' ? DT_NONE : dtype_from_name(words[i][k], strlen(words[i][k]));
            CHECK_EQ_UINT(infer_promote(types[i], types[k], mode), want);
        }
}

/* The tables of the Python array API standard, "Type Promotion Rules". */
TEST(promotion_of_the_array_standard) {
    static const char *const rows[] = {
        /*        bool i8  i16 i32 i64 u8  u16 u32 u64 f32 f64 c64 c128 */
        /* bool */ "bool -   -   -   -   -   -   -   -   -   -   -    -",
        /* i8   */ "-    i8  i16 i32 i64 i16 i32 i64 -   -   -   -    -",
        /* i16  */ "-    i16 i16 i32 i64 i16 i32 i64 -   -   -   -    -",
        /* i32  */ "-    i32 i32 i32 i64 i32 i32 i64 -   -   -   -    -",
        /* i64  */ "-    i64 i64 i64 i64 i64 i64 i64 -   -   -   -    -",
        /* u8   */ "-    i16 i16 i32 i64 u8  u16 u32 u64 -   -   -    -",
        /* u16  */ "-    i32 i32 i32 i64 u16 u16 u32 u64 -   -   -    -",
        /* u32  */ "-    i64 i64 i64 i64 u32 u32 u32 u64 -   -   -    -",
        /* u64  */ "-    -   -   -   -   u64 u64 u64 u64 -   -   -    -",
        /* f32  */ "-    -   -   -   -   -   -   -   -   f32 f64 c64  c128",
        /* f64  */ "-    -   -   -   -   -   -   -   -   f64 f64 c128 c128",
        /* c64  */ "-    -   -   -   -   -   -   -   -   c64 c128 c64 c128",
        /* c128 */ "-    -   -   -   -   -   -   -   -   c128 c128 c128 c128",
    };
    check_promotion(rows, 13, FRIT_PROMOTE_STANDARD);
}

/* numpy.promote_types, as NumPy 2 prints it. */
TEST(promotion_of_numpy) {
    static const char *const rows[] = {
        "bool i8 i16 i32 i64 u8 u16 u32 u64 f16 f32 f64 c64 c128",
        "i8 i8 i16 i32 i64 i16 i32 i64 f64 f16 f32 f64 c64 c128",
        "i16 i16 i16 i32 i64 i16 i32 i64 f64 f32 f32 f64 c64 c128",
        "i32 i32 i32 i32 i64 i32 i32 i64 f64 f64 f64 f64 c128 c128",
        "i64 i64 i64 i64 i64 i64 i64 i64 f64 f64 f64 f64 c128 c128",
        "u8 i16 i16 i32 i64 u8 u16 u32 u64 f16 f32 f64 c64 c128",
        "u16 i32 i32 i32 i64 u16 u16 u32 u64 f32 f32 f64 c64 c128",
        "u32 i64 i64 i64 i64 u32 u32 u32 u64 f64 f64 f64 c128 c128",
        "u64 f64 f64 f64 f64 u64 u64 u64 u64 f64 f64 f64 c128 c128",
        "f16 f16 f32 f64 f64 f16 f32 f64 f64 f16 f32 f64 c64 c128",
        "f32 f32 f32 f64 f64 f32 f32 f64 f64 f32 f32 f64 c64 c128",
        "f64 f64 f64 f64 f64 f64 f64 f64 f64 f64 f64 f64 c128 c128",
        "c64 c64 c64 c128 c128 c64 c64 c128 c128 c64 c64 c128 c64 c128",
        "c128 c128 c128 c128 c128 c128 c128 c128 c128 c128 c128 c128 c128 c128",
    };
    check_promotion(rows, 14, FRIT_PROMOTE_NUMPY);
}

/* The halves, which the standard lacks and of which NumPy has one: f32 holds both. */
TEST(promotion_of_halves) {
    static const char *const rows[] = {
        "f16 f32  f32 f64 c64  c128", "f32 bf16 f32 f64 c64  c128", "f32 f32  f32 f64 c64  c128",
        "f64 f64  f64 f64 c128 c128", "c64 c64  c64 c128 c64 c128", "c128 c128 c128 c128 c128 c128",
    };
    check_promotion(rows, 6, FRIT_PROMOTE_STANDARD);
    check_promotion(rows, 6, FRIT_PROMOTE_NUMPY);
    CHECK_EQ_UINT(infer_promote(DT_BF16, DT_I8, FRIT_PROMOTE_NUMPY), DT_BF16);
    CHECK_EQ_UINT(infer_promote(DT_BF16, DT_U16, FRIT_PROMOTE_NUMPY), DT_F32);
    CHECK_EQ_UINT(infer_promote(DT_I32, DT_BF16, FRIT_PROMOTE_NUMPY), DT_F64);
    CHECK_EQ_UINT(infer_promote(DT_BOOL, DT_BF16, FRIT_PROMOTE_NUMPY), DT_BF16);
    CHECK_EQ_UINT(infer_promote(DT_BF16, DT_I8, FRIT_PROMOTE_STANDARD), DT_NONE);
}

TEST(promotion_none_and_symmetry) {
    for (Dtype a = 0; a < DTYPE_COUNT; a++)
        for (Dtype b = 0; b < DTYPE_COUNT; b++) {
            CHECK_EQ_UINT(infer_promote(a, b, FRIT_PROMOTE_NONE), a == b ? a : DT_NONE);
            for (int mode = FRIT_PROMOTE_STANDARD; mode <= FRIT_PROMOTE_NUMPY; mode++)
                CHECK_EQ_UINT(infer_promote(a, b, (frit_promotion)mode),
                              infer_promote(b, a, (frit_promotion)mode));
        }
}

/* ---- a slow rounding that is plainly right */

typedef struct Format {
    int precision; /* bits of the significand, with the hidden one */
    int min_exponent, max_exponent;
} Format;

static const Format half_format = {11, -14, 15}, brain_format = {8, -126, 127};

/* x rounded to nearest, ties to even, as a number; infinite when it is too large. */
static long double round_to(long double x, Format f) {
    int exponent;
    if (x == 0 || isnan(x) || isinf(x))
        return x;
    frexpl(x, &exponent); /* x = 0.5 .. 1 times 2^exponent */
    exponent = exponent - 1 < f.min_exponent ? f.min_exponent : exponent - 1;
    int unit = exponent - (f.precision - 1);
    long double rounded = ldexpl(rintl(ldexpl(x, -unit)), unit);
    return fabsl(rounded) >= ldexpl(1, f.max_exponent + 1) ? copysignl(INFINITY, x) : rounded;
}

static uint32_t bits_of_f32(float x) {
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

/* What the bits of a 16-bit float mean, by the definition. */
static double meaning(uint16_t bits, Format f) {
    int fraction_bits = f.precision - 1, exponent = (bits & 0x7fff) >> fraction_bits;
    int fraction = bits & ((1 << fraction_bits) - 1), top = 2 * f.max_exponent + 1;
    double sign = bits & 0x8000 ? -1 : 1;
    if (exponent == top)
        return fraction ? (double)NAN : sign * (double)INFINITY;
    double significand = fraction + (exponent ? 1 << fraction_bits : 0);
    return sign *
           ldexp(significand, (exponent ? exponent - 1 : 0) + f.min_exponent - fraction_bits);
}

TEST(halves_mean_what_they_say) {
    for (uint32_t bits = 0; bits < 65536; bits++) {
        uint16_t h = (uint16_t)bits;
        test_note("0x%04x", bits);
        double f16 = meaning(h, half_format), bf16 = meaning(h, brain_format);
        CHECK(isnan(f16) ? isnan(f16_to_f32(h)) : (double)f16_to_f32(h) == f16);
        CHECK(isnan(bf16) ? isnan(bf16_to_f32(h)) : (double)bf16_to_f32(h) == bf16);
        CHECK_EQ_UINT(bits_of_f32(f16_to_f32(h)) >> 31, bits >> 15);
        CHECK_EQ_UINT(bits_of_f32(bf16_to_f32(h)) >> 31, bits >> 15);
    }
}

/* NaNs come back with sign and payload, quiet; everything else with its very bits. */
TEST(halves_come_back) {
    for (uint32_t bits = 0; bits < 65536; bits++) {
        uint16_t h = (uint16_t)bits;
        bool f16_nan = (bits & 0x7fff) > 0x7c00, bf16_nan = (bits & 0x7fff) > 0x7f80;
        CHECK_EQ_UINT(f16_from_f32(f16_to_f32(h)), f16_nan ? bits | 0x200 : bits);
        CHECK_EQ_UINT(f16_from_f64((double)f16_to_f32(h)), f16_nan ? bits | 0x200 : bits);
        CHECK_EQ_UINT(bf16_from_f32(bf16_to_f32(h)), bf16_nan ? bits | 0x40 : bits);
        CHECK_EQ_UINT(bf16_from_f64((double)bf16_to_f32(h)), bf16_nan ? bits | 0x40 : bits);
    }
}

/* Every halfway point between neighbours, and the doubles next to it on both sides. */
static void check_halfway(Format f, uint16_t (*from_f64)(double), uint16_t (*from_f32)(float),
                          uint16_t largest) {
    for (uint32_t bits = 0; bits <= largest; bits++) {
        double low = meaning((uint16_t)bits, f);
        double high =
            bits == largest ? ldexp(1, f.max_exponent + 1) : meaning((uint16_t)(bits + 1), f);
        double middle = low + (high - low) / 2; /* exact */
        uint16_t even = (uint16_t)(bits & 1 ? bits + 1 : bits);
        test_note("between 0x%04x and the next", bits);
        CHECK_EQ_UINT(from_f64(middle), even);
        CHECK_EQ_UINT(from_f64(nextafter(middle, low)), bits);
        CHECK_EQ_UINT(from_f64(nextafter(middle, high)), bits + 1);
        CHECK_EQ_UINT(from_f64(-middle), even | 0x8000);
        CHECK_EQ_UINT(from_f64(nextafter(-middle, -high)), (bits + 1) | 0x8000);
        if ((double)(float)middle == middle) {
            CHECK_EQ_UINT(from_f32((float)middle), even);
            CHECK_EQ_UINT(from_f32(nextafterf((float)middle, (float)low)), bits);
            CHECK_EQ_UINT(from_f32(nextafterf((float)middle, INFINITY)), bits + 1);
            CHECK_EQ_UINT(from_f32(-(float)middle), even | 0x8000);
        }
    }
}

TEST(halves_round_to_nearest_even) {
    check_halfway(half_format, f16_from_f64, f16_from_f32, 0x7bff);
    check_halfway(brain_format, bf16_from_f64, bf16_from_f32, 0x7f7f);
    CHECK_EQ_UINT(f16_from_f64(INFINITY), 0x7c00);
    CHECK_EQ_UINT(f16_from_f64(-DBL_MAX), 0xfc00);
    CHECK_EQ_UINT(f16_from_f64(DBL_TRUE_MIN), 0);
    CHECK_EQ_UINT(bf16_from_f64(-INFINITY), 0xff80);
    CHECK_EQ_UINT(bf16_from_f64(DBL_MAX), 0x7f80);
    CHECK_EQ_UINT(bf16_from_f64(-DBL_TRUE_MIN), 0x8000);
    CHECK_EQ_UINT(bf16_from_f32(FLT_MAX), 0x7f80);
}

TEST(random_numbers_round_as_by_hand) {
    uint64_t state = test_seed();
    if (LDBL_MANT_DIG < 64)
        SKIP("long double is too narrow to be the reference");
    for (size_t i = 0; i < test_scaled(300000); i++) {
        uint64_t r = test_random(&state);
        double x;
        /* most of them where the halves live */
        if (i % 4)
            r = (r & 0x800fffffffffffffu) | (uint64_t)(1023 - 30 + test_random_below(&state, 50))
                                                << 52;
        memcpy(&x, &r, sizeof x);
        if (isnan(x))
            continue;
        test_note("%a", x);
        CHECK_EQ_F32(f16_to_f32(f16_from_f64(x)), (float)round_to((long double)x, half_format));
        CHECK_EQ_F32(bf16_to_f32(bf16_from_f64(x)), (float)round_to((long double)x, brain_format));
        float narrow = (float)x;
        CHECK_EQ_F32(f16_to_f32(f16_from_f32(narrow)),
                     (float)round_to((long double)narrow, half_format));
        CHECK_EQ_F32(bf16_to_f32(bf16_from_f32(narrow)),
                     (float)round_to((long double)narrow, brain_format));
    }
}

/* ---- values at rest */

TEST(bits_come_back) {
    uint64_t state = test_seed();
    for (Dtype d = 0; d < DTYPE_COUNT; d++)
        for (size_t i = 0; i < 20000; i++) {
            unsigned width = dtype_info(d)->bits;
            Bits bits = {test_random(&state), 0}, back;
            if (width > 64)
                bits.hi = test_random(&state);
            if (width < 64)
                bits.lo &= ((uint64_t)1 << width) - 1;
            if (d == DT_BOOL)
                bits.lo &= 1;
            back = scalar_to_bits(d, scalar_from_bits(d, bits));
            bool half = d == DT_F16 || d == DT_BF16; /* NaNs become quiet: see above */
            if (half && isnan(scalar_from_bits(d, bits).f32))
                continue;
            test_note("%s 0x%llx", dtype_info(d)->name, (unsigned long long)bits.lo);
            CHECK_EQ_UINT(back.lo, bits.lo);
            CHECK_EQ_UINT(back.hi, bits.hi);
        }
}

TEST(integers_wrap_to_their_width) {
    for (int64_t v = -70000; v < 70000; v += 13) {
        Scalar s = {.i = v};
        CHECK_EQ_UINT(scalar_to_bits(DT_I8, s).lo, (uint8_t)v);
        CHECK_EQ_INT(scalar_from_bits(DT_I8, scalar_to_bits(DT_I8, s)).i, (int8_t)v);
        CHECK_EQ_INT(scalar_from_bits(DT_I16, scalar_to_bits(DT_I16, s)).i, (int16_t)v);
        CHECK_EQ_UINT(scalar_from_bits(DT_U16, scalar_to_bits(DT_U16, s)).u, (uint16_t)v);
        CHECK_EQ_UINT(scalar_from_bits(DT_U8, scalar_to_bits(DT_U8, s)).u, (uint8_t)v);
    }
}

/* ---- casts: from every dtype to every other, against exact arithmetic */

typedef struct Exact {
    long double re, im;
    bool integer;
    uint64_t bits; /* of an integer, sign extended */
} Exact;

static Exact exact_value(Dtype d, Scalar s) {
    switch (dtype_info(d)->class) {
    case CLASS_BOOL:
    case CLASS_UNSIGNED: return (Exact){(long double)s.u, 0, true, s.u};
    case CLASS_SIGNED: return (Exact){(long double)s.i, 0, true, (uint64_t)s.i};
    case CLASS_FLOAT:
        return (Exact){d == DT_F64 ? (long double)s.f64 : (long double)s.f32, 0, false, 0};
    default:
        return d == DT_C64 ? (Exact){(long double)s.c64[0], (long double)s.c64[1], false, 0}
                           : (Exact){(long double)s.c128[0], (long double)s.c128[1], false, 0};
    }
}

static uint64_t expected_integer(Exact x, unsigned bits, bool is_signed) {
    long double low = is_signed ? -ldexpl(1, (int)bits - 1) : 0;
    long double high = is_signed ? ldexpl(1, (int)bits - 1) - 1 : ldexpl(1, (int)bits) - 1;
    if (x.integer) { /* modulo 2^bits */
        uint64_t low_bits = bits == 64 ? x.bits : x.bits & (((uint64_t)1 << bits) - 1);
        bool negative = is_signed && bits < 64 && low_bits >> (bits - 1);
        return negative ? low_bits | (UINT64_MAX << bits) : low_bits;
    }
    if (isnan(x.re))
        return 0;
    long double t = truncl(x.re);
    t = t < low ? low : t > high ? high : t;
    return is_signed ? (uint64_t)(int64_t)t : (uint64_t)t;
}

static void check_real(double got, long double want, Dtype d) {
    CHECK_EQ_INT(isnan(got), isnan(want));
    if (isnan(want))
        return;
    double rounded = d == DT_F64   ? (double)want
                     : d == DT_F32 ? (double)(float)want
                     : d == DT_F16 ? (double)round_to(want, half_format)
                                   : (double)round_to(want, brain_format);
    CHECK_EQ_F64(got, rounded);
}

static void check_cast(Dtype from, Dtype to, Scalar in) {
    Exact x = exact_value(from, in);
    Scalar got = scalar_cast(from, to, in);
    test_note("%s to %s: %La %La", dtype_info(from)->name, dtype_info(to)->name, x.re, x.im);
    switch (dtype_info(to)->class) {
    case CLASS_BOOL: CHECK_EQ_UINT(got.u, x.re != 0 || x.im != 0); break;
    case CLASS_SIGNED: CHECK_EQ_UINT(got.u, expected_integer(x, dtype_info(to)->bits, true)); break;
    case CLASS_UNSIGNED:
        CHECK_EQ_UINT(got.u, expected_integer(x, dtype_info(to)->bits, false));
        break;
    case CLASS_FLOAT: check_real(to == DT_F64 ? got.f64 : (double)got.f32, x.re, to); break;
    case CLASS_COMPLEX:
        check_real(to == DT_C128 ? got.c128[0] : (double)got.c64[0], x.re, dtype_real(to));
        check_real(to == DT_C128 ? got.c128[1] : (double)got.c64[1], x.im, dtype_real(to));
        break;
    }
}

/* Values where casts go wrong: around powers of two, halfway points, zeros, infinities, NaN. */
static void check_casts_of(Dtype from, long double re, long double im) {
    Scalar in = {0};
    switch (from) {
    case DT_F16: in.f32 = (float)round_to(re, half_format); break;
    case DT_BF16: in.f32 = (float)round_to(re, brain_format); break;
    case DT_F32: in.f32 = (float)re; break;
    case DT_F64: in.f64 = (double)re; break;
    case DT_C64: in.c64[0] = (float)re, in.c64[1] = (float)im; break;
    case DT_C128: in.c128[0] = (double)re, in.c128[1] = (double)im; break;
    default: return;
    }
    for (Dtype to = 0; to < DTYPE_COUNT; to++)
        check_cast(from, to, in);
}

TEST(casts_of_floats) {
    static const long double odd[] = {0.0L,       0.25L,     0.5L,      0.75L,      1.5L,
                                      2.5L,       1e30L,     1e300L,    0x1p-24L,   0x1p-25L,
                                      0x1.8p-25L, 0x1p-149L, 0x1p-150L, 0x1p-1074L, 65504L,
                                      65519.99L,  65520L,    3.3895e38L};
    if (LDBL_MANT_DIG < 64)
        SKIP("long double is too narrow to be the reference");
    for (Dtype from = DT_F16; from < DTYPE_COUNT; from++) {
        for (int sign = -1; sign <= 1; sign += 2) {
            for (size_t i = 0; i < sizeof odd / sizeof *odd; i++)
                check_casts_of(from, sign * odd[i], odd[(i * 7 + 3) % 18]);
            for (int e = -30; e <= 70; e++)
                for (int d = -4; d <= 4; d++) {
                    check_casts_of(from, sign * (ldexpl(1, e) + d * 0.5L), 0.0L);
                    check_casts_of(from, sign * ldexpl(1, e) * (1 + d * 0x1p-9L), -1.0L);
                    check_casts_of(from, sign * ldexpl(1, e) * (1 + d * 0x1p-24L), 0.0L);
                }
            check_casts_of(from, sign * (long double)INFINITY, 1);
            check_casts_of(from, sign * 0.0L, 0x1p-149L);
            check_casts_of(from, sign * 1.0L, (long double)NAN);
        }
        check_casts_of(from, (long double)NAN, 0);
    }
}

TEST(casts_of_16_bit_values_exhaustive) {
    if (LDBL_MANT_DIG < 64)
        SKIP("long double is too narrow to be the reference");
    static const Dtype froms[] = {DT_BOOL, DT_I8, DT_U8, DT_I16, DT_U16, DT_F16, DT_BF16};
    for (size_t k = 0; k < sizeof froms / sizeof *froms; k++)
        for (uint32_t bits = 0;
             bits < (uint32_t)1 << (froms[k] == DT_BOOL ? 1 : dtype_info(froms[k])->bits); bits++)
            for (Dtype to = 0; to < DTYPE_COUNT; to++)
                check_cast(froms[k], to, scalar_from_bits(froms[k], (Bits){bits, 0}));
}

/* 64-bit integers to floats: one rounding, not two. */
TEST(casts_of_wide_integers) {
    static const Dtype froms[] = {DT_I32, DT_U32, DT_I64, DT_U64};
    uint64_t state = test_seed();
    if (LDBL_MANT_DIG < 64)
        SKIP("long double is too narrow to be the reference");
    for (size_t k = 0; k < 4; k++) {
        Dtype from = froms[k];
        for (int e = 0; e < 64; e++)
            for (int low = 0; low < 64; low++)
                for (int d = -2; d <= 2; d++) { /* two bits and a little: halfway points */
                    uint64_t bits =
                        ((uint64_t)1 << e) + ((uint64_t)1 << low) + (uint64_t)(int64_t)d;
                    Scalar in = scalar_from_bits(from, scalar_to_bits(from, (Scalar){.u = bits}));
                    for (Dtype to = 0; to < DTYPE_COUNT; to++)
                        check_cast(from, to, in);
                }
        static const int precisions[] = {8, 11, 24, 53};
        for (int e = 53; e < 64; e++) /* a tie but for one bit far below it */
            for (size_t p = 0; p < 4; p++)
                for (int low = 0; low < e - precisions[p]; low++) {
                    uint64_t bits = ((uint64_t)1 << e) + ((uint64_t)1 << (e - precisions[p])) +
                                    ((uint64_t)1 << low);
                    Scalar in = scalar_from_bits(from, scalar_to_bits(from, (Scalar){.u = bits}));
                    for (Dtype to = 0; to < DTYPE_COUNT; to++)
                        check_cast(from, to, in);
                }
        for (size_t i = 0; i < test_scaled(20000); i++) {
            uint64_t bits = test_random(&state) >> test_random_below(&state, 64);
            Scalar in = scalar_from_bits(from, scalar_to_bits(from, (Scalar){.u = bits}));
            for (Dtype to = 0; to < DTYPE_COUNT; to++)
                check_cast(from, to, in);
        }
    }
    /* Just above halfway between two halves by one in 2^41: through f32 it would become the tie. */
    Scalar tie = {.u = ((uint64_t)2049 << 41) + 1};
    CHECK_EQ_F32(scalar_cast(DT_U64, DT_BF16, (Scalar){.u = ((uint64_t)257 << 40) + 1}).f32,
                 0x1.02p48f);
    CHECK_EQ_F32(scalar_cast(DT_U64, DT_F32, tie).f32, 0x1.002p52f);
    CHECK_EQ_F32(scalar_cast(DT_U64, DT_F32, (Scalar){.u = UINT64_MAX}).f32, 0x1p64f);
    CHECK_EQ_F32(scalar_cast(DT_I64, DT_F16, (Scalar){.i = 65519}).f32, 65504.0f);
    CHECK_EQ_F32(scalar_cast(DT_I64, DT_F16, (Scalar){.i = -65520}).f32, -INFINITY);
}

/* A cast to the same dtype keeps every bit, those of a NaN too. */
TEST(casts_to_the_same_dtype) {
    Scalar s = scalar_from_bits(DT_F32, (Bits){0xffc12345, 0});
    CHECK_EQ_UINT(scalar_to_bits(DT_F32, scalar_cast(DT_F32, DT_F32, s)).lo, 0xffc12345u);
    s = scalar_from_bits(DT_F64, (Bits){0x7ff8000000000123u, 0});
    CHECK_EQ_UINT(scalar_to_bits(DT_F64, scalar_cast(DT_F64, DT_F64, s)).lo, 0x7ff8000000000123u);
    s = scalar_from_bits(DT_F16, (Bits){0x7e01, 0});
    CHECK_EQ_UINT(scalar_to_bits(DT_F16, scalar_cast(DT_F16, DT_F16, s)).lo, 0x7e01u);
    s = scalar_from_bits(DT_BF16, (Bits){0xffc1, 0});
    CHECK_EQ_UINT(scalar_to_bits(DT_BF16, scalar_cast(DT_BF16, DT_BF16, s)).lo, 0xffc1u);
    /* sign and top of the payload go along between the floats */
    s = scalar_cast(DT_F16, DT_F32, scalar_from_bits(DT_F16, (Bits){0xfe01, 0}));
    CHECK_EQ_UINT(scalar_to_bits(DT_F32, s).lo, 0xffc02000u);
    CHECK_EQ_UINT(scalar_to_bits(DT_F16, scalar_cast(DT_F32, DT_F16, s)).lo, 0xfe01u);
}
