/*
 * sin, cos and tan of f64. x is brought to r = x - n pi/2, |r| <= pi/4 and a little, as a pair. Up
 * to D_TRIG_MAX that takes three parts of pi/2; above, the bits of 2/pi that matter (d_trig_slow),
 * which is for one value at a time.
 */
#ifndef FRIT_OP_MATH_F64_TRIG_H
#define FRIT_OP_MATH_F64_TRIG_H

#include "op/math/f64_exp.h"

#define D_TRIG_MAX D_C(0x1p30)

/* (sin r - r) / r^3 of z = r^2 for |r| <= pi/4, to 2^-55. */
MATH_FN D_T d_sin_poly(CTX_PARAM D_T z) {
    D_T z2 = D_MUL(z, z);
    D_T p = D_FMA(D_C(0x1.5e11b79136c36p-33), z, D_C(-0x1.ae6021709483ep-26));
    p = D_FMA(p, z2, D_FMA(D_C(0x1.71de37b22f54dp-19), z, D_C(-0x1.a01a019ea178fp-13)));
    p = D_FMA(p, z2, D_FMA(D_C(0x1.1111111110c84p-7), z, D_C(-0x1.5555555555555p-3)));
    return p;
}

/* (cos r - 1 + z / 2) / z^2, to 2^-58. */
MATH_FN D_T d_cos_poly(CTX_PARAM D_T z) {
    D_T z2 = D_MUL(z, z);
    D_T p = D_FMA(D_C(-0x1.9073eb500654cp-37), z, D_C(0x1.1eeb586c06a13p-29));
    p = D_FMA(p, z2, D_FMA(D_C(-0x1.27e4fa038197dp-22), z, D_C(0x1.a01a019f38b8ep-16)));
    p = D_FMA(p, z2, D_FMA(D_C(-0x1.6c16c16c168ccp-10), z, D_C(0x1.5555555555555p-5)));
    return p;
}

/* r, and n, of which the last two bits count. */
typedef struct D_Turn {
    D_Pair r;
    DW_T n;
} D_Turn;

/* n times the first part is exact in x - n * part: both are multiples of 2^-53, and the rest is
 * below 1. */
MATH_FN D_Turn d_turn(CTX_PARAM D_T x) {
    D_T shifted = D_FMA(x, D_C(0x1.45f306dc9c883p-1), D_ROUNDER), n = D_SUB(shifted, D_ROUNDER);
    D_T r0 = D_FMA(n, D_C(-0x1.921fb54442d18p+0), x);
    D_Pair p = d_product(CTX n, D_C(-0x1.1a62633145c07p-54));
    D_Pair r = d_sum(CTX r0, p.hi);
    r.lo = D_ADD(r.lo, D_FMA(n, D_C(0x1.f1976b7ed8fbcp-110), p.lo));
    D_Turn t = {r, D_BITS(shifted)};
    return t;
}

MATH_FN D_T d_sin_near(CTX_PARAM D_Pair r) {
    D_T z = D_MUL(r.hi, r.hi);
    /* r.lo counts cos(r) times, 1 - z / 2 */
    D_T lo = D_FMA(D_MUL(z, D_C(-0.5)), r.lo, r.lo);
    return D_ADD(r.hi, D_FMA(D_MUL(r.hi, z), d_sin_poly(CTX z), lo));
}

MATH_FN D_T d_cos_near(CTX_PARAM D_Pair r) {
    D_T z = D_MUL(r.hi, r.hi), half = D_MUL(z, D_C(0.5));
    D_Pair y = d_sum_ordered(CTX D_C(1), D_NEG(half));
    D_T lo = D_FMA(D_NEG(r.hi), r.lo, y.lo);
    return D_ADD(y.hi, D_FMA(D_MUL(z, z), d_cos_poly(CTX z), lo));
}

/* sin(r + n pi/2) */
MATH_FN D_T d_sin_turn(CTX_PARAM D_Pair r, DW_T n) {
    M_T odd = DW_NE(DW_AND(n, DW_C(1)), DW_C(0));
    D_T s = d_sin_near(CTX r), c = d_cos_near(CTX r), y = D_SEL(odd, c, s);
    return D_OF(DW_XOR(D_BITS(y), DW_SHL(DW_AND(n, DW_C(2)), 62)));
}

/* sin(r) and cos(r) as pairs to about 2^-57, |r| <= pi/4 and a little. */
typedef struct D_Waves {
    D_Pair sin, cos;
} D_Waves;

MATH_FN D_Waves d_waves(CTX_PARAM D_Pair r) {
    D_Pair z = d_product(CTX r.hi, r.hi);
    D_T lo = D_FMA(D_MUL(z.hi, D_C(-0.5)), r.lo, r.lo);
    D_Pair s = d_pair(r.hi, D_FMA(D_MUL(r.hi, z.hi), d_sin_poly(CTX z.hi), lo));
    D_Pair c = d_sum_ordered(CTX D_C(1), D_MUL(z.hi, D_C(-0.5)));
    D_T tail = D_FMA(D_MUL(z.hi, z.hi), d_cos_poly(CTX z.hi), D_MUL(z.lo, D_C(-0.5)));
    D_Waves w = {s, d_pair(c.hi, D_ADD(D_FMA(D_NEG(r.hi), r.lo, tail), c.lo))};
    return w;
}

MATH_FN D_T d_tan_turn(CTX_PARAM D_Pair r, DW_T n) {
    D_Waves w = d_waves(CTX r);
    M_T odd = DW_NE(DW_AND(n, DW_C(1)), DW_C(0));
    D_Pair top = d_pair_sel(CTX odd, d_pair_neg(CTX w.cos), w.sin);
    D_Pair q = d_pair_div(CTX top, d_pair_sel(CTX odd, w.sin, w.cos));
    return D_ADD(q.hi, q.lo);
}

MATH_FN D_T m_sin_main_f64(CTX_PARAM D_T x) {
    D_Turn t = d_turn(CTX x);
    D_T y = d_sin_turn(CTX t.r, t.n), a = D_ABS(x);
    y = D_SEL(D_LT(a, D_INF), y, D_NAN);
    return D_SEL(D_LT(a, D_C(0x1p-27)), x, y);
}

MATH_FN D_T m_cos_main_f64(CTX_PARAM D_T x) {
    D_Turn t = d_turn(CTX x);
    D_T y = d_sin_turn(CTX t.r, DW_ADD(t.n, DW_C(1)));
    return D_SEL(D_LT(D_ABS(x), D_INF), y, D_NAN);
}

MATH_FN D_T m_tan_main_f64(CTX_PARAM D_T x) {
    D_Turn t = d_turn(CTX x);
    D_T y = d_tan_turn(CTX t.r, t.n), a = D_ABS(x);
    y = D_SEL(D_LT(a, D_INF), y, D_NAN);
    return D_SEL(D_LT(a, D_C(0x1p-28)), x, y);
}

/* Is x beyond what the functions above can do? Infinity and NaN are not: they give NaN. */
MATH_FN M_T m_trig_slow_f64(CTX_PARAM D_T x) {
    D_T a = D_ABS(x);
    return M_AND(D_GT(a, D_TRIG_MAX), D_LT(a, D_INF));
}

#ifdef MATH_ONE_VALUE
/* ---- plain C, for the lanes that need it */

MATH_TABLE(uint32_t, d_two_over_pi_bits, 40) = {
    0xa2f9836e, 0x4e441529, 0xfc2757d1, 0xf534ddc0, 0xdb629599, 0x3c439041, 0xfe5163ab, 0xdebbc561,
    0xb7246e3a, 0x424dd2e0, 0x06492eea, 0x09d1921c, 0xfe1deb1c, 0xb129a73e, 0xe88235f5, 0x2ebb4484,
    0xe99c7026, 0xb45f7e41, 0x3991d639, 0x835339f4, 0x9c845f8b, 0xbdf9283b, 0x1ff897ff, 0xde05980f,
    0xef2f118b, 0x5a0a6d1f, 0x6d367ecf, 0x27cb09b7, 0x4f463f66, 0x9e5fea2d, 0x7527bac7, 0xebe5f17b,
    0x3d0739f7, 0x8a5292ea, 0x6bfb5fb1, 0x1f8d5d08, 0x56033046, 0xfc7b6bab, 0xf0cfbc20, 0x9af4361d};

/* 192 bits of the fraction of 2/pi from bit `from` on; bits before the point are 0. */
MATH_PLAIN void d_two_over_pi(int from, uint64_t w[3]) {
    int word = from >> 5, shift = from & 31;
    for (int k = 0; k < 3; k++) {
        uint64_t a = d_two_over_pi_bits[word + 2 * k], b = d_two_over_pi_bits[word + 2 * k + 1],
                 c = d_two_over_pi_bits[word + 2 * k + 2];
        w[k] = a << 32 | b;
        w[k] = shift ? w[k] << shift | c >> (32 - shift) : w[k];
    }
}

/* The 128-bit product of two 64-bit numbers. */
MATH_PLAIN void d_mul_words(uint64_t a, uint64_t b, uint64_t *high, uint64_t *low) {
    uint64_t a1 = a >> 32, a0 = a & 0xffffffff, b1 = b >> 32, b0 = b & 0xffffffff;
    uint64_t mid = a1 * b0 + (a0 * b0 >> 32), mid2 = a0 * b1 + (mid & 0xffffffff);
    *high = a1 * b1 + (mid >> 32) + (mid2 >> 32);
    *low = a * b;
}

/*
 * x = m * 2^e with an integer m of 53 bits. Bits of 2/pi worth 4 or more after the product with 2^e
 * only add full turns, so the product of m with the 192 bits from there on, modulo 2^192, is x in
 * quarter turns: 2 bits before the point, then 190, of which all but the last 53 are right.
 */
MATH_PLAIN D_Turn d_trig_slow(double x) {
    uint64_t ix = d_bits(x), m = (ix & 0xfffffffffffff) | 0x10000000000000, w[3];
    int e = (int)(ix >> 52 & 0x7ff) - 1075;
    /* Bit i of the fraction (from 0) is worth 2^(-1-i+e): 2 at i = e - 2. */
    int from = e - 2 > 0 ? e - 2 : 0, gap = from - (e - 2);
    d_two_over_pi(from, w);
    if (gap) { /* zeros before the fraction; x > 2^30, so fewer than 25 */
        w[2] = w[2] >> gap | w[1] << (64 - gap);
        w[1] = w[1] >> gap | w[0] << (64 - gap);
        w[0] >>= gap;
    }
    uint64_t h1, l1, h2, l2, p0, p1, p2;
    d_mul_words(m, w[2], &h2, &l2);
    d_mul_words(m, w[1], &h1, &l1);
    p2 = l2;
    p1 = l1 + h2;
    p0 = m * w[0] + h1 + (p1 < l1);
    D_Turn t;
    t.n = p0 >> 62;
    /* The fraction in [-1/2, 1/2): round the quarter turns to nearest. */
    uint64_t f0 = p0 << 2 | p1 >> 62, f1 = p1 << 2 | p2 >> 62, f2 = p2 << 2;
    uint64_t minus = f0 >> 63;
    t.n += minus;
    if (minus) {
        f2 = ~f2 + 1;
        f1 = ~f1 + (f2 == 0);
        f0 = ~f0 + (f2 == 0 && f1 == 0);
    }
    /* As a pair: three pieces, each exact in f64, then times pi/2. */
    double a = (double)(f0 >> 11) * 0x1p-53, b = (double)((f0 & 0x7ff) << 42 | f1 >> 22) * 0x1p-106,
           c = (double)((f1 & 0x3fffff) << 31 | f2 >> 33) * 0x1p-159;
    D_Pair s = d_sum(a, b), u = d_sum(s.lo, c), v = d_sum(s.hi, u.hi);
    v.lo = v.lo + u.lo;
    D_Pair r = d_pair_mul(v, d_pair(0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54));
    t.r = minus ? d_pair(-r.hi, -r.lo) : r;
    if (x < 0) {
        t.r = d_pair(-t.r.hi, -t.r.lo);
        t.n = (uint64_t)0 - t.n;
    }
    return t;
}

MATH_PLAIN double m_sin_slow_f64(double x) {
    D_Turn t = d_trig_slow(x);
    return d_sin_turn(t.r, t.n);
}

MATH_PLAIN double m_cos_slow_f64(double x) {
    D_Turn t = d_trig_slow(x);
    return d_sin_turn(t.r, t.n + 1);
}

MATH_PLAIN double m_tan_slow_f64(double x) {
    D_Turn t = d_trig_slow(x);
    return d_tan_turn(t.r, t.n);
}

MATH_PLAIN double m_sin_f64(double x) {
    return m_trig_slow_f64(x) ? m_sin_slow_f64(x) : m_sin_main_f64(x);
}

MATH_PLAIN double m_cos_f64(double x) {
    return m_trig_slow_f64(x) ? m_cos_slow_f64(x) : m_cos_main_f64(x);
}

MATH_PLAIN double m_tan_f64(double x) {
    return m_trig_slow_f64(x) ? m_tan_slow_f64(x) : m_tan_main_f64(x);
}
#endif

#endif
