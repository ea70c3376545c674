/* exp, exp2, expm1, sinh, cosh and tanh of f64. */
#ifndef FRIT_OP_MATH_F64_EXP_H
#define FRIT_OP_MATH_F64_EXP_H

#include "op/math/f64_base.h"

/* Added to a number below 2^51 it rounds it to an integer, which is then in the low bits. */
#define D_ROUNDER D_C(0x1.8p52)
#define D_LOG2_E  D_C(0x1.71547652b82fep+0)
/* log(2) in two parts; an integer of 12 bits times the first is exact. */
#define D_LN2_HI D_C(0x1.62e42fefa4000p-1)
#define D_LN2_LO D_C(-0x1.8432a1b0e2634p-43)

/* (e^r - 1 - r) / r^2 for |r| <= log(2) / 2; what e^r then misses is below 2^-56.9. */
MATH_FN D_T d_exp_poly(CTX_PARAM D_T r) {
    D_T r2 = D_MUL(r, r);
    D_T p = D_FMA(D_C(0x1.af6e9ed5c05d5p-26), r, D_C(0x1.28b0efae6fca8p-22));
    p = D_FMA(p, r2, D_FMA(D_C(0x1.71ddee618dfa9p-19), r, D_C(0x1.a01995c128549p-16)));
    p = D_FMA(p, r2, D_FMA(D_C(0x1.a01a01b44afdfp-13), r, D_C(0x1.6c16c186053dfp-10)));
    p = D_FMA(p, r2, D_FMA(D_C(0x1.111111110e9efp-7), r, D_C(0x1.555555554fe0bp-5)));
    p = D_FMA(p, r2, D_FMA(D_C(0x1.555555555555cp-3), r, D_C(0x1.000000000000cp-1)));
    return p;
}

/* (cosh r - 1 - z / 2) / z^2 of z = r^2, the same r, to 2^-58. */
MATH_FN D_T d_cosh_poly(CTX_PARAM D_T z) {
    D_T z2 = D_MUL(z, z);
    D_T p = D_C(0x1.1f59097710667p-29);
    p = D_FMA(p, z2, D_FMA(D_C(0x1.27e4e96e5cea1p-22), z, D_C(0x1.a01a01a1c99cap-16)));
    p = D_FMA(p, z2, D_FMA(D_C(0x1.6c16c16c16da1p-10), z, D_C(0x1.5555555555555p-5)));
    return p;
}

/* (sinh r - r) / r^3 of z = r^2, to 2^-55. */
MATH_FN D_T d_sinh_poly(CTX_PARAM D_T z) {
    D_T z2 = D_MUL(z, z);
    D_T p = D_C(0x1.af3f065694bc4p-26);
    p = D_FMA(p, z2, D_FMA(D_C(0x1.71de0a3cd81a0p-19), z, D_C(0x1.a01a01a902369p-13)));
    p = D_FMA(p, z2, D_FMA(D_C(0x1.111111111070bp-7), z, D_C(0x1.5555555555556p-3)));
    return p;
}

/* p * 2^n, where shifted is n + 1.5 * 2^52. Where the result may be less than normal, low is true,
 * and it comes by way of 2^(n + 512). */
MATH_FN D_T d_scale(CTX_PARAM D_T p, D_T shifted, M_T low) {
    DW_T w = DW_ADD(D_BITS(p), DW_SHL(D_BITS(shifted), 52));
    D_T y = D_OF(DW_SEL(low, DW_ADD(w, DW_C(0x2000000000000000)), w));
    return D_SEL(low, D_MUL(y, D_C(0x1p-512)), y);
}

/* The same for p = e^x / 2^n, x >= -750. Too large an x gives infinity, NaN NaN. */
MATH_FN D_T d_exp_scale(CTX_PARAM D_T x, D_T p, D_T shifted) {
    D_T y = d_scale(CTX p, shifted, D_LT(x, D_C(-708)));
    return D_SEL(D_LE(x, D_C(0x1.62e42fefa39efp+9)), y, D_ADD(x, D_INF));
}

MATH_FN D_T m_exp_f64(CTX_PARAM D_T x) {
    D_T shifted = D_FMA(x, D_LOG2_E, D_ROUNDER), n = D_SUB(shifted, D_ROUNDER);
    D_T r0 = D_FMA(n, D_NEG(D_LN2_HI), x), r = D_FMA(n, D_NEG(D_LN2_LO), r0);
    /* 1 + r, of which r0 is exact, with what its rounding loses */
    D_Pair one = d_sum_ordered(CTX D_C(1), r0);
    D_T lo = D_FMA(n, D_NEG(D_LN2_LO), one.lo);
    D_T p = D_ADD(one.hi, D_FMA(D_MUL(r, r), d_exp_poly(CTX r), lo));
    D_T y = d_exp_scale(CTX x, p, shifted);
    return D_SEL(D_LT(x, D_C(-750)), D_C(0), y);
}

/* 2^x: the fraction of x times log(2) is the r of above. */
MATH_FN D_T m_exp2_f64(CTX_PARAM D_T x) {
    D_T shifted = D_ADD(x, D_ROUNDER), n = D_SUB(shifted, D_ROUNDER), f = D_SUB(x, n);
    D_T ln2 = D_C(0x1.62e42fefa39efp-1), r = D_MUL(f, ln2);
    D_T lo = D_FMA(f, ln2, D_NEG(r));
    lo = D_FMA(f, D_C(0x1.abc9e3b39803fp-56), lo);
    D_T p = D_ADD(r, D_FMA(D_MUL(r, r), d_exp_poly(CTX r), lo));
    D_T y = d_scale(CTX D_ADD(D_C(1), p), shifted, D_LT(x, D_C(-1021)));
    y = D_SEL(D_LT(x, D_C(1024)), y, D_ADD(x, D_INF));
    return D_SEL(D_LT(x, D_C(-1080)), D_C(0), y);
}

/* e^(x.hi + x.lo) / 2^n as a pair to about 2^-57, and n + D_ROUNDER in shifted. */
typedef struct D_Scaled {
    D_Pair p;
    D_T shifted;
} D_Scaled;

MATH_FN D_Scaled d_exp_pair(CTX_PARAM D_Pair x) {
    D_T shifted = D_FMA(x.hi, D_LOG2_E, D_ROUNDER), n = D_SUB(shifted, D_ROUNDER);
    D_Pair r = d_sum_ordered(CTX D_FMA(n, D_NEG(D_LN2_HI), x.hi), D_FMA(n, D_NEG(D_LN2_LO), x.lo));
    /* r.lo times e^r, of which 1 + r is enough */
    D_T tail = D_FMA(r.lo, r.hi, r.lo);
    tail = D_FMA(D_MUL(r.hi, r.hi), d_exp_poly(CTX r.hi), tail);
    D_Pair p = d_sum_ordered(CTX D_C(1), r.hi);
    D_Scaled e = {d_pair(p.hi, D_ADD(p.lo, tail)), shifted};
    return e;
}

/* e^x, x >= -750. */
MATH_FN D_T d_exp_of_pair(CTX_PARAM D_Pair x) {
    D_Scaled e = d_exp_pair(CTX x);
    return d_exp_scale(CTX x.hi, D_ADD(e.p.hi, e.p.lo), e.shifted);
}

/* x = n * log(2) + r + lo, sinh_tail = sinh(r + lo) - r, cosh_tail = cosh(r + lo) - 1. */
typedef struct D_Hyper {
    D_T n, r, sinh_tail, cosh_tail;
} D_Hyper;

MATH_FN D_Hyper d_hyper(CTX_PARAM D_T x) {
    D_T n = D_SUB(D_FMA(x, D_LOG2_E, D_ROUNDER), D_ROUNDER);
    D_T r0 = D_FMA(n, D_NEG(D_LN2_HI), x), r = D_FMA(n, D_NEG(D_LN2_LO), r0);
    D_T lo = D_FMA(n, D_NEG(D_LN2_LO), D_SUB(r0, r)), z = D_MUL(r, r);
    D_T s = D_FMA(D_MUL(r, z), d_sinh_poly(CTX z), lo);
    D_T c = D_FMA(D_MUL(z, z), d_cosh_poly(CTX z), D_FMA(r, lo, D_MUL(z, D_C(0.5))));
    D_Hyper h = {n, r, s, c};
    return h;
}

MATH_FN D_T m_expm1_f64(CTX_PARAM D_T x) {
    D_T t = D_SEL(D_GT(x, D_C(710)), D_C(710), D_SEL(D_LT(x, D_C(-50)), D_C(-50), x));
    D_Hyper h = d_hyper(CTX t);
    /* (2^n - 1) + 2^n r + 2^n (the tails), all of it halved as 2^1024 is too large */
    D_T half = d_exp2_int(CTX D_SUB(h.n, D_C(1)));
    D_T minus = D_SUB(half, D_C(0.5)), lost = D_SUB(D_SUB(half, minus), D_C(0.5));
    D_Pair y = d_sum_ordered(CTX minus, D_MUL(half, h.r));
    y.lo = D_FMA(half, D_ADD(h.sinh_tail, h.cosh_tail), D_ADD(y.lo, lost));
    D_T full = D_ADD(y.hi, y.lo);
    full = D_ADD(full, full);
    return D_SEL(D_LT(D_ABS(x), D_C(0x1p-54)), x, D_SEL(D_ISNAN(x), x, full));
}

/*
 * A e^t + B e^-t with |A| = |B| = 1/16, for sinh (sign -1) and cosh (sign 1) of t >= 0:
 * (u + v) cosh r + (u - v) sinh r, where u = 2^n / 16 and v = sign 2^-n / 16. The sums of u and v
 * are exact up to n = 26; later v is only a correction.
 */
MATH_FN D_T d_hyper_sum(CTX_PARAM D_T t, D_T sign) {
    D_Hyper h = d_hyper(CTX t);
    D_T u = d_exp2_int(CTX D_SUB(h.n, D_C(4)));
    D_T v = D_MUL(d_exp2_int(CTX D_SUB(D_C(-4), h.n)), sign);
    v = D_SEL(D_GT(h.n, D_C(60)), D_C(0), v);
    D_Pair c = d_sum_ordered(CTX u, v), s = d_sum_ordered(CTX u, D_NEG(v));
    D_Pair sr = d_product(CTX s.hi, h.r), y = d_sum(CTX c.hi, sr.hi);
    D_T lo = D_FMA(c.hi, h.cosh_tail, D_FMA(s.hi, h.sinh_tail, D_ADD(y.lo, sr.lo)));
    lo = D_ADD(lo, D_FMA(s.lo, h.r, c.lo));
    return D_MUL(D_ADD(y.hi, lo), D_C(8));
}

MATH_FN D_T m_sinh_f64(CTX_PARAM D_T x) {
    D_T a = D_ABS(x);
    D_T y = d_hyper_sum(CTX D_SEL(D_GT(a, D_C(711)), D_C(711), a), D_C(-1));
    y = d_copysign(CTX y, x);
    return D_SEL(D_LT(a, D_C(0x1p-28)), x, D_SEL(D_ISNAN(x), x, y));
}

MATH_FN D_T m_cosh_f64(CTX_PARAM D_T x) {
    D_T a = D_ABS(x);
    D_T y = d_hyper_sum(CTX D_SEL(D_GT(a, D_C(711)), D_C(711), a), D_C(1));
    return D_SEL(D_ISNAN(x), x, y);
}

/* (e^2x - 1) / (e^2x + 1); both have the term 2^n r, and the tails. */
MATH_FN D_T m_tanh_f64(CTX_PARAM D_T x) {
    D_T a = D_ABS(x), t = D_SEL(D_GT(a, D_C(20)), D_C(20), a);
    D_Hyper h = d_hyper(CTX D_ADD(t, t));
    D_T e = d_exp2_int(CTX h.n), er = D_MUL(e, h.r), tail = D_ADD(h.sinh_tail, h.cosh_tail);
    D_T less = D_SUB(e, D_C(1)), more = D_ADD(e, D_C(1));
    D_Pair minus = d_sum_ordered(CTX less, er), plus = d_sum_ordered(CTX more, er);
    /* from 2^53 on, 1 is lost */
    minus.lo = D_FMA(e, tail, D_ADD(minus.lo, D_SUB(D_SUB(e, less), D_C(1))));
    plus.lo = D_FMA(e, tail, D_ADD(plus.lo, D_ADD(D_SUB(e, more), D_C(1))));
    D_Pair q = d_pair_div(CTX minus, plus);
    D_T y = d_copysign(CTX D_ADD(q.hi, q.lo), x);
    return D_SEL(D_LT(a, D_C(0x1p-28)), x, D_SEL(D_ISNAN(x), x, y));
}

#endif
