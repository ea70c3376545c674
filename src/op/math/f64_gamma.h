/*
 * tgamma and lgamma of f64. With a = |x|: Stirling's series of A = a, or of a + 10 where a is below
 * 10 (gamma(a) = gamma(a + 10) / (a (a + 1) ... (a + 9))), everything as pairs; negative x by
 * gamma(-a) = -pi / (a sin(pi a) gamma(a)).
 */
#ifndef FRIT_OP_MATH_F64_GAMMA_H
#define FRIT_OP_MATH_F64_GAMMA_H

#include "op/math/f64_inverse.h"

#define D_LOG_PI d_pair(D_C(0x1.250d048e7a1bdp+0), D_C(0x1.7abf2ad8d5088p-57))

/* A (log(gamma(A)) - (A - 1/2) log(A) + A - log(2 pi) / 2) of z = A^-2 for A >= 10, to 2^-57. */
MATH_FN D_T d_stirling_poly(CTX_PARAM D_T z) {
    D_T z2 = D_MUL(z, z);
    D_T p = D_FMA(D_C(0x1.ed4c7674d73a8p-2), z, D_C(-0x1.9dd15ace5466dp-7));
    p = D_FMA(p, z2, D_FMA(D_C(-0x1.abf8068874c58p-10), z, D_C(0x1.b82e09d84b73ep-11)));
    p = D_FMA(p, z2, D_FMA(D_C(-0x1.38124fc400361p-11), z, D_C(0x1.a01a00fbf4ecbp-11)));
    p = D_FMA(p, z2, D_FMA(D_C(-0x1.6c16c16c0d080p-9), z, D_C(0x1.5555555555555p-4)));
    return p;
}

/* log(gamma(2 + d)) = d (A + d (B + d this)) for |d| <= 1/2; A and B are pairs below. To 2^-60. */
MATH_FN D_T d_lgamma_poly(CTX_PARAM D_T d) {
    D_T d2 = D_MUL(d, d);
    D_T p = D_FMA(D_C(0x1.15eefa5de626cp-24), d, D_C(-0x1.205c06d1cccfep-23));
    p = D_FMA(p, d2, D_FMA(D_C(0x1.b1b2756b747e1p-23), d, D_C(-0x1.cde7ac8a1eebdp-22)));
    p = D_FMA(p, d2, D_FMA(D_C(0x1.01458a2b13c29p-20), d, D_C(-0x1.1279cf68c97b9p-19)));
    p = D_FMA(p, d2, D_FMA(D_C(0x1.258ca1ce46bb1p-18), d, D_C(-0x1.3cb38d8bea99ep-17)));
    p = D_FMA(p, d2, D_FMA(D_C(0x1.580e2584bedadp-16), d, D_C(-0x1.78de9c98fbb1fp-15)));
    p = D_FMA(p, d2, D_FMA(D_C(0x1.a127af47d396fp-14), d, D_C(-0x1.d3fd4b5c8f264p-13)));
    p = D_FMA(p, d2, D_FMA(D_C(0x1.0b36af88aca1fp-11), d, D_C(-0x1.38ac5c2d5a950p-10)));
    p = D_FMA(p, d2, D_FMA(D_C(0x1.7add6eadb2cc3p-9), d, D_C(-0x1.e404fc218d9bbp-8)));
    p = D_FMA(p, d2, D_FMA(D_C(0x1.51322ac7d849bp-6), d, D_C(-0x1.13e001a55760ap-4)));
    return p;
}

/* log(gamma(a)) - the logarithm of what d_gamma_below(a) gives, for a > 0. */
MATH_FN D_Pair d_stirling(CTX_PARAM D_T a) {
    D_Pair s = d_sum(CTX a, D_SEL(D_LT(a, D_C(10)), D_C(10), D_C(0)));
    D_Pair l = d_log_long(CTX s.hi);
    D_T r = D_DIV(D_C(1), s.hi), tail = D_MUL(r, d_stirling_poly(CTX D_MUL(r, r)));
    /* s.lo, which s.hi does not have, counts log(s) - 1 / (2 s) times */
    tail = D_FMA(s.lo, D_FMA(D_C(-0.5), r, l.hi), tail);
    D_Pair less = d_pair_add(CTX l, d_pair(D_C(-1), D_C(0)));
    D_Pair p = d_pair_mul(CTX d_pair(s.hi, D_C(0)), less);
    D_Pair c = d_pair(D_C(0x1.d67f1c864beb5p-1), D_C(-0x1.65b5a1b7ff5dfp-55));
    c = d_pair_add(CTX c, d_pair(D_MUL(D_C(-0.5), l.hi), D_FMA(D_C(-0.5), l.lo, tail)));
    return d_pair_add(CTX p, c);
}

/* a (a + 1) ... (a + 9) where a < 10, else 1. Factors k and 9 - k together are v + k (9 - k). */
MATH_FN D_Pair d_gamma_below(CTX_PARAM D_T a) {
    D_T b = D_SEL(D_LT(a, D_C(10)), a, D_C(1));
    D_Pair v = d_pair_mul(CTX d_pair(b, D_C(0)), d_sum(CTX D_C(9), b));
    D_Pair p = d_pair_mul(CTX v, d_pair_add(CTX d_pair(D_C(8), D_C(0)), v));
    p = d_pair_mul(CTX p, d_pair_add(CTX d_pair(D_C(14), D_C(0)), v));
    p = d_pair_mul(CTX p, d_pair_add(CTX d_pair(D_C(18), D_C(0)), v));
    p = d_pair_mul(CTX p, d_pair_add(CTX d_pair(D_C(20), D_C(0)), v));
    return d_pair_sel(CTX D_LT(a, D_C(10)), p, d_pair(D_C(1), D_C(0)));
}

/* sin(pi t) / t = pi + u (C + u this), of u = t^2 for |t| <= 1/4; C is a pair below. To 2^-62. */
MATH_FN D_T d_sin_pi_poly(CTX_PARAM D_T u) {
    D_T u2 = D_MUL(u, u);
    D_T p = D_FMA(D_C(-0x1.6cd9ac7b8b298p-16), u, D_C(0x1.e8f075dbc9f05p-12));
    p = D_FMA(p, u2, D_FMA(D_C(-0x1.e3074d70a54d3p-8), u, D_C(0x1.5078348723c74p-4)));
    p = D_FMA(p, u2, D_FMA(D_C(-0x1.32d2cce62b9bap-1), u, D_C(0x1.466bc6775aae1p+1)));
    return p;
}

/* cos(pi t) = 1 + u (C + u this). */
MATH_FN D_T d_cos_pi_poly(CTX_PARAM D_T u) {
    D_T u2 = D_MUL(u, u);
    D_T p = D_FMA(D_C(-0x1.b2edd0f0f76f3p-14), u, D_C(0x1.f9ce114c40727p-10));
    p = D_FMA(p, u2, D_FMA(D_C(-0x1.a6d1eeddf3d59p-6), u, D_C(0x1.e1f5068670126p-3)));
    p = D_FMA(p, u2, D_FMA(D_C(-0x1.55d3c7e3cb17bp+0), u, D_C(0x1.03c1f081b5ac0p+2)));
    return p;
}

/* |sin(pi a)|, a >= 0, to about 2^-60 of it: lgamma needs its logarithm as precisely. */
MATH_FN D_Pair d_sin_pi(CTX_PARAM D_T a) {
    D_T r = D_ABS(D_SUB(a, D_RINT(a)));
    M_T over = D_GT(r, D_C(0.25)); /* sin(pi r) = cos(pi (1/2 - r)) */
    D_T t = D_SEL(over, D_SUB(D_C(0.5), r), r);
    D_Pair u = d_product(CTX t, t);
    D_T of_cos = d_cos_pi_poly(CTX u.hi), of_sin = d_sin_pi_poly(CTX u.hi);
    D_T k = D_SEL(over, of_cos, of_sin);
    D_Pair c = d_pair_sel(CTX over, d_pair(D_C(-0x1.3bd3cc9be45dep+2), D_C(-0x1.66ee3e7212434p-52)),
                          d_pair(D_C(-0x1.4abbce625be53p+2), D_C(0x1.05bb1f43fc263p-52)));
    c = d_pair_add(CTX c, d_pair_mul(CTX u, d_pair(k, D_C(0))));
    D_Pair first = d_pair_sel(CTX over, d_pair(D_C(1), D_C(0)), D_PI);
    D_Pair y = d_pair_add(CTX first, d_pair_mul(CTX u, c));
    return d_pair_mul(CTX y, d_pair(D_SEL(over, D_C(1), t), D_C(0)));
}

MATH_FN D_T m_tgamma_f64(CTX_PARAM D_T x) {
    M_T minus = D_LT(x, D_C(0));
    D_T a = D_ABS(x), b = D_SEL(D_GT(a, D_C(200)), D_C(200), a);
    D_Pair s = d_stirling(CTX b), below = d_gamma_below(CTX b);
    /* the reciprocal for negative x: gamma(|x|) itself may be too large */
    s = d_pair_sel(CTX minus, d_pair_neg(CTX s), s);
    D_Scaled e = d_exp_pair(CTX s);
    D_Pair top = d_pair_sel(CTX minus, d_pair_mul(CTX below, D_PI), d_pair(D_C(1), D_C(0)));
    D_Pair wave = d_pair_mul(CTX d_pair(b, D_C(0)), d_sin_pi(CTX a));
    D_Pair q = d_pair_div(CTX d_pair_mul(CTX e.p, top), d_pair_sel(CTX minus, wave, below));
    D_T y = d_scale(CTX D_ADD(q.hi, q.lo), e.shifted, D_LT(s.hi, D_C(-600)));
    y = D_SEL(D_GT(x, D_C(0x1.573fae561f647p+7)), D_INF, y);
    /* -1 < x < 0: negative, and then in turns */
    D_T whole = D_FLOOR(a), half = D_MUL(whole, D_C(0.5));
    y = D_SEL(M_AND(minus, D_EQ(D_FLOOR(half), half)), D_NEG(y), y);
    y = D_SEL(M_AND(minus, D_EQ(whole, a)), D_NAN, y);
    y = D_SEL(D_LT(a, D_C(0x1p-54)), D_DIV(D_C(1), x), y);
    return D_SEL(D_ISNAN(x), x, y);
}

/* log(gamma(a)) for a in [1/2, 5/2], without the -log(a) of a < 3/2: exact at its zeros. */
MATH_FN D_Pair d_lgamma_near(CTX_PARAM D_T a) {
    D_T d = D_SUB(a, D_SEL(D_LT(a, D_C(1.5)), D_C(1), D_C(2)));
    D_Pair p = d_pair_mul(CTX d_pair(d, D_C(0)), d_pair(d_lgamma_poly(CTX d), D_C(0)));
    p = d_pair_add(CTX d_pair(D_C(0x1.4a34cc4a60fa6p-2), D_C(0x1.132fcae21bfeap-56)), p);
    p = d_pair_mul(CTX d_pair(d, D_C(0)), p);
    p = d_pair_add(CTX d_pair(D_C(0x1.b0ee6072093cep-2), D_C(0x1.70dd987d4effcp-58)), p);
    return d_pair_mul(CTX d_pair(d, D_C(0)), p);
}

/* log(|gamma(x)|): a part, and the logarithm of another to take off. */
MATH_FN D_T m_lgamma_f64(CTX_PARAM D_T x) {
    M_T minus = D_LT(x, D_C(0));
    D_T a = D_ABS(x);
    M_T tiny = D_LT(a, D_C(0x1p-60)); /* -log(a) */
    M_T near = M_AND(M_AND(D_GE(a, D_C(0.5)), D_LE(a, D_C(2.5))), M_NOT(minus));
    D_Pair one = d_pair(D_C(1), D_C(0)), alone = d_pair(a, D_C(0));
    D_T b = D_SEL(tiny, D_C(1), a);
    D_Pair s = d_stirling(CTX b), below = d_gamma_below(CTX b);
    D_Pair part = d_pair_sel(CTX minus, d_pair_add(CTX D_LOG_PI, d_pair_neg(CTX s)), s);
    part = d_pair_sel(CTX near, d_lgamma_near(CTX a), part);
    part = d_pair_sel(CTX tiny, d_pair(D_C(0), D_C(0)), part);
    D_Pair wave = d_pair_mul(CTX alone, d_sin_pi(CTX a));
    D_Pair off = d_pair_sel(CTX minus, d_pair_div(CTX wave, below), below);
    off = d_pair_sel(CTX near, d_pair_sel(CTX D_LT(a, D_C(1.5)), alone, one), off);
    off = d_pair_sel(CTX tiny, alone, off);
    D_Pair l = d_log_long(CTX off.hi);
    l.lo = D_ADD(l.lo, D_DIV(off.lo, off.hi));
    D_Pair y = d_pair_add(CTX part, d_pair_neg(CTX l));
    D_T result = D_ADD(y.hi, y.lo);
    result = D_SEL(D_GT(a, D_C(0x1.754d9278b51a7p+1014)), D_INF, result);
    result = D_SEL(M_AND(D_LE(x, D_C(0)), D_EQ(D_FLOOR(a), a)), D_INF, result);
    return D_SEL(D_ISNAN(x), x, result);
}

#endif
