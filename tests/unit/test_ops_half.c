/* fma and nextafter of the 16-bit floats, which no step in f32 alone gets right. */
#include "harness.h"

#include <float.h>
#include <math.h>

#include "op/op.h"

static const Dtype halves[] = {DT_F16, DT_BF16};

static uint16_t eval_bits(Op op, Dtype d, uint16_t x, uint16_t y, uint16_t z) {
    Scalar in[3] = {scalar_from_bits(d, (Bits){x, 0}), scalar_from_bits(d, (Bits){y, 0}),
                    scalar_from_bits(d, (Bits){z, 0})},
           out = {0};
    CHECK(op_eval(op, d, in, &out));
    return (uint16_t)scalar_to_bits(d, out).lo;
}

static double value_of(Dtype d, uint16_t bits) {
    return (double)scalar_from_bits(d, (Bits){bits, 0}).f32;
}

/* ---- nextafter */

/* The neighbour by counting bit patterns: they are in the order of the numbers' sizes. */
static uint16_t neighbour(uint16_t bits, int direction) {
    int sign = bits & 0x8000, size = bits & 0x7fff;
    if (size == 0)
        return direction > 0 ? 1 : 0x8001;
    size += (direction > 0) == (sign == 0) ? 1 : -1;
    return (uint16_t)(sign | size);
}

TEST(nextafter_of_halves_exhaustive) {
    for (int k = 0; k < 2; k++) {
        Dtype d = halves[k];
        uint16_t inf = d == DT_F16 ? 0x7c00 : 0x7f80;
        for (uint32_t x = 0; x < 65536; x++) {
            test_note("%s 0x%04x", dtype_info(d)->name, x);
            uint16_t bits = (uint16_t)x, size = bits & 0x7fff,
                     up = eval_bits(OP_nextafter, d, bits, inf, 0),
                     down = eval_bits(OP_nextafter, d, bits, inf | 0x8000, 0);
            if (size > inf) {
                CHECK((up & 0x7fff) > inf && (down & 0x7fff) > inf);
                continue;
            }
            CHECK_EQ_UINT(up, bits == inf ? inf : neighbour(bits, 1));
            CHECK_EQ_UINT(down, bits == (inf | 0x8000) ? bits : neighbour(bits, -1));
            CHECK_EQ_UINT(eval_bits(OP_nextafter, d, bits, bits, 0), bits);
            CHECK_EQ_UINT(eval_bits(OP_nextafter, d, bits, up, 0), up);
            CHECK((eval_bits(OP_nextafter, d, bits, inf + 1, 0) & 0x7fff) > inf);
        }
        CHECK_EQ_UINT(eval_bits(OP_nextafter, d, 0, 0x8000, 0), 0x8000);
        CHECK_EQ_UINT(eval_bits(OP_nextafter, d, 0x8000, 0, 0), 0);
    }
}

/* ---- fma */

typedef struct Format {
    int precision, min_exponent, max_exponent;
} Format;

/* Distance of the dtype's numbers around x. */
static long double unit_of(long double x, Format f) {
    int exponent = f.min_exponent + 1;
    if (x != 0)
        frexpl(x, &exponent);
    exponent = exponent - 1 < f.min_exponent ? f.min_exponent : exponent - 1;
    return ldexpl(1, exponent - (f.precision - 1));
}

/* hi + lo rounded once, |lo| at most half the last place of hi in long double. */
static long double round_sum(long double hi, long double lo, Format f) {
    long double unit = unit_of(hi, f), down = floorl(hi / unit) * unit, middle = down + unit / 2;
    long double rounded = hi < middle                  ? down
                          : hi > middle                ? down + unit
                          : lo < 0                     ? down
                          : lo > 0                     ? down + unit
                          : fmodl(down / unit, 2) == 0 ? down
                                                       : down + unit;
    if (hi == down && lo == 0)
        rounded = down;
    return fabsl(rounded) >= ldexpl(1, f.max_exponent + 1) ? copysignl((long double)INFINITY, hi)
                                                           : rounded;
}

static void check_fma(Dtype d, uint16_t x, uint16_t y, uint16_t z) {
    Format f = d == DT_F16 ? (Format){11, -14, 15} : (Format){8, -126, 127};
    long double a = (long double)value_of(d, x), b = (long double)value_of(d, y),
                c = (long double)value_of(d, z), p = a * b, hi = p + c;
    uint16_t bits = eval_bits(OP_fma, d, x, y, z);
    long double got = (long double)value_of(d, bits);
    test_note("%s %La * %La + %La", dtype_info(d)->name, a, b, c);
    if (isnan(hi) || isinf(hi) || hi == 0) {
        CHECK(isnan(hi) ? isnan(got) : got == hi && !signbit(got) == !signbit(hi));
        return;
    }
    long double back = hi - p, lo = (p - (hi - back)) + (c - back); /* p + c - hi, exactly */
    long double want = round_sum(hi, lo, f);
    CHECK_MSG(got == want && !signbit(got) == !signbit(hi), "got %La, should be %La", got, want);
}

TEST(fma_of_halves_rounds_once) {
    uint64_t state = test_seed();
    uint16_t tie = (uint16_t)scalar_to_bits(DT_F16, (Scalar){.f32 = 683}).lo;
    CHECK_EQ_F64(value_of(DT_F16, eval_bits(OP_fma, DT_F16, 0x4200, tie, 1)), 2050.0);
    CHECK_EQ_F64(value_of(DT_F16, eval_bits(OP_fma, DT_F16, 0x4200, tie, 0x8001)), 2048.0);
    if (LDBL_MANT_DIG < 64)
        SKIP("long double is too narrow to be the reference");
    for (int k = 0; k < 2; k++)
        for (size_t n = 0; n < test_scaled(400000); n++) {
            uint64_t r = test_random(&state), how = test_random(&state);
            uint16_t x = (uint16_t)r, y = (uint16_t)(r >> 16), z = (uint16_t)(r >> 32);
            /* Few digits make ties common; small exponents and large ones, the edges. */
            if (how & 1) {
                x &= (uint16_t)(0xffff << (how >> 8 & 7));
                y &= (uint16_t)(0xffff << (how >> 12 & 7));
            }
            if (how & 2)
                z &= (uint16_t)(0xffff << (how >> 16 & 15));
            if (how & 4)
                x = (uint16_t)(x & 0x83ff) | (how & 8 ? 0x7800 : 0);
            check_fma(halves[k], x, y, z);
        }
}

TEST(fma_of_special_halves) {
    static const uint16_t sizes[] = {0,      1,      2,      0x3ff,  0x400,  0x401,  0x3c00,
                                     0x3c01, 0x3f80, 0x3f81, 0x7bff, 0x7c00, 0x7c01, 0x7f7f,
                                     0x7f80, 0x7fc0, 0x0080, 0x007f, 0x4200, 0x5800};
    enum { N = sizeof sizes / sizeof *sizes };
    if (LDBL_MANT_DIG < 64)
        SKIP("long double is too narrow to be the reference");
    for (int k = 0; k < 2; k++)
        for (int n = 0; n < N * N * N * 8; n++) {
            int i = n / 8 % N, j = n / 8 / N % N, l = n / 8 / N / N;
            check_fma(halves[k], (uint16_t)(sizes[i] | (n & 1) << 15),
                      (uint16_t)(sizes[j] | (n & 2) << 14), (uint16_t)(sizes[l] | (n & 4) << 13));
        }
}
