/* The logarithms of f64, and pow. */
#ifndef FRIT_OP_MATH_F64_LOG_H
#define FRIT_OP_MATH_F64_LOG_H

#include "op/math/f64_exp.h"

/* (log((1 + s) / (1 - s)) - 2 s) / s^3 of z = s^2 for |s| <= 0.1716, to 2^-51. */
MATH_FN D_T d_log_poly(CTX_PARAM D_T z) {
    D_T z2 = D_MUL(z, z);
    D_T p = D_C(0x1.2b59a8afb307bp-3);
    p = D_FMA(p, z2, D_FMA(D_C(0x1.39fe45555be9dp-3), z, D_C(0x1.7462b561a1ccdp-3)));
    p = D_FMA(p, z2, D_FMA(D_C(0x1.c71c62e3d6c65p-3), z, D_C(0x1.2492492df0f87p-2)));
    p = D_FMA(p, z2, D_FMA(D_C(0x1.9999999995310p-2), z, D_C(0x1.5555555555558p-1)));
    return p;
}

/* The same in more digits: 2/3 + z * this is right to 2^-65; 2/3 is a pair. */
MATH_FN D_T d_log_long_poly(CTX_PARAM D_T z) {
    D_T z2 = D_MUL(z, z);
    D_T p = D_FMA(D_C(0x1.e732cee98a204p-4), z, D_C(0x1.deaedc69acec6p-4));
    p = D_FMA(p, z2, D_FMA(D_C(0x1.111d8d774a9e2p-3), z, D_C(0x1.3b13788698cd5p-3)));
    p = D_FMA(p, z2, D_FMA(D_C(0x1.745d17dd62fc4p-3), z, D_C(0x1.c71c71c637c7dp-3)));
    p = D_FMA(p, z2, D_FMA(D_C(0x1.2492492492a03p-2), z, D_C(0x1.9999999999998p-2)));
    return p;
}

/* x = m * 2^k with m in [sqrt(1/2), sqrt(2)). For x > 0; power is the bits that make up k. */
typedef struct D_Split {
    D_T m, k;
    DW_T power;
} D_Split;

/* Of a normal number; more: what k would be too large by, 2^52 + 1024 as it is made. */
MATH_FN D_Split d_split_bits(CTX_PARAM D_T x, D_T more) {
    DW_T w = D_BITS(x);
    DW_T above = DW_SUB(w, DW_C(0x3fe6a09e667f3bcd)); /* the bits of sqrt(1/2) */
    DW_T power = DW_AND(above, DW_C(0xfff0000000000000));
    /* k + 1024 as the last bits of 2^52 + (k + 1024) */
    DW_T digits = DW_SHR(DW_ADD(above, DW_C(0x4000000000000000)), 52);
    D_T k = D_OF(DW_OR(digits, DW_C(0x4330000000000000)));
    D_Split s = {D_OF(DW_SUB(w, power)), D_SUB(k, more), power};
    return s;
}

MATH_FN D_Split d_split(CTX_PARAM D_T x) {
    M_T tiny = D_LT(x, D_C(0x1p-1022));
    D_T normal = D_SEL(tiny, D_MUL(x, D_C(0x1p54)), x);
    return d_split_bits(CTX normal, D_SEL(tiny, D_C(0x1p52 + 1078), D_C(0x1p52 + 1024)));
}

/* What a logarithm with the result y for positive finite x gives for every x. */
MATH_FN D_T d_log_special(CTX_PARAM D_T x, D_T y) {
    D_T none = D_SEL(D_EQ(x, D_C(0)), D_NEG(D_INF), D_NAN); /* also of NaN, which is not > 0 */
    return D_SEL(D_EQ(x, D_INF), x, D_SEL(D_GT(x, D_C(0)), y, none));
}

/* log(1 + f) = f - f^2/2 + s (f^2/2 + R) with s = f / (2 + f). */
MATH_FN D_T m_log_f64(CTX_PARAM D_T x) {
    D_Split d = d_split(CTX x);
    D_T f = D_SUB(d.m, D_C(1)), s = D_DIV(f, D_ADD(D_C(2), f)), z = D_MUL(s, s);
    D_T half = D_MUL(D_MUL(f, D_C(0.5)), f);
    D_T tail = D_FMA(z, d_log_poly(CTX z), half);
    tail = D_FMA(s, tail, D_MUL(d.k, D_LN2_LO));
    D_T y = D_FMA(d.k, D_LN2_HI, D_SUB(f, D_SUB(half, tail)));
    return d_log_special(CTX x, y);
}

/* log(1 + f + lo) as a pair to about 2^-57 of it, |f| < 0.42. */
MATH_FN D_Pair d_log1p_near(CTX_PARAM D_T f, D_T lo) {
    D_T s = D_DIV(f, D_ADD(D_C(2), f)), z = D_MUL(s, s);
    D_Pair half = d_product(CTX D_MUL(f, D_C(0.5)), f);
    D_Pair y = d_sum_ordered(CTX f, D_NEG(half.hi));
    D_T tail = D_FMA(s, D_FMA(z, d_log_poly(CTX z), half.hi), D_SUB(y.lo, half.lo));
    /* log(1 + f + lo) grows by lo / (1 + f), about lo (1 - 2 s) */
    y.lo = D_ADD(D_FMA(D_MUL(D_C(-2), s), lo, lo), tail);
    return y;
}

/* k * step + y * factor, step and factor given in two parts; k * step.hi is exact. */
MATH_FN D_T d_log_base(CTX_PARAM D_T k, D_Pair y, D_Pair step, D_Pair factor) {
    D_Pair p = d_product(CTX y.hi, factor.hi);
    D_T lo = D_FMA(y.lo, factor.hi, D_FMA(y.hi, factor.lo, p.lo));
    D_Pair sum = d_sum_ordered(CTX D_MUL(k, step.hi), p.hi);
    return D_ADD(sum.hi, D_ADD(D_FMA(k, step.lo, sum.lo), lo));
}

MATH_FN D_T m_log2_f64(CTX_PARAM D_T x) {
    D_Split d = d_split(CTX x);
    D_Pair y = d_log1p_near(CTX D_SUB(d.m, D_C(1)), D_C(0));
    D_Pair factor = d_pair(D_LOG2_E, D_C(0x1.777d0ffda0d24p-56));
    return d_log_special(CTX x, d_log_base(CTX d.k, y, d_pair(D_C(1), D_C(0)), factor));
}

MATH_FN D_T m_log10_f64(CTX_PARAM D_T x) {
    D_Split d = d_split(CTX x);
    D_Pair y = d_log1p_near(CTX D_SUB(d.m, D_C(1)), D_C(0));
    D_Pair step = d_pair(D_C(0x1.34413509f8000p-2), D_C(-0x1.80433b83b532ap-44));
    D_Pair factor = d_pair(D_C(0x1.bcb7b1526e50ep-2), D_C(0x1.95355baaafad3p-57));
    return d_log_special(CTX x, d_log_base(CTX d.k, y, step, factor));
}

/* log(u + lo) to about 2^-57; u.hi is positive and normal. less: as d_split_bits takes it, which may put a power of 2 back
 * that u was divided by. */
MATH_FN D_Pair d_log_pair(CTX_PARAM D_Pair u, D_T lo, D_T less) {
    D_Split d = d_split_bits(CTX u.hi, less);
    /* what there is beside u.hi, divided by 2^k like it */
    D_T down = D_OF(DW_SUB(DW_C(0x3ff0000000000000), d.power));
    down = D_SEL(D_GT(u.hi, D_C(0x1p1000)), D_C(0), down); /* 2^-1024 has no such bits */
    D_Pair f = d_sum(CTX D_SUB(d.m, D_C(1)), D_MUL(u.lo, down));
    D_Pair y = d_log1p_near(CTX f.hi, D_FMA(lo, down, f.lo));
    D_Pair sum = d_sum_ordered(CTX D_MUL(d.k, D_LN2_HI), y.hi);
    return d_pair(sum.hi, D_ADD(D_FMA(d.k, D_LN2_LO, sum.lo), y.lo));
}

/* log(1 + x) of a pair 1 + x > 0 to about 2^-57, which is 2^-53 at least; |x.lo| is below the last digit of x.hi. */
MATH_FN D_Pair d_log1p_pair(CTX_PARAM D_Pair x) {
    return d_log_pair(CTX d_sum(CTX D_C(1), x.hi), x.lo, D_C(0x1p52 + 1024));
}

MATH_FN D_T m_log1p_f64(CTX_PARAM D_T x) {
    D_Pair p = d_log1p_pair(CTX d_pair(x, D_C(0)));
    D_T y = D_ADD(p.hi, p.lo);
    y = D_SEL(D_EQ(x, D_INF), x, y);
    y = D_SEL(D_LT(x, D_C(-1)), D_NAN, y);
    y = D_SEL(D_EQ(x, D_C(-1)), D_NEG(D_INF), y);
    return D_SEL(D_LT(D_ABS(x), D_C(0x1p-54)), x, D_SEL(D_ISNAN(x), x, y));
}

/* log(x) for positive finite x as a pair, to about 2^-65 of it. */
MATH_FN D_Pair d_log_long(CTX_PARAM D_T x) {
    D_Split d = d_split(CTX x);
    D_T f = D_SUB(d.m, D_C(1));
    D_Pair s = d_pair_div(CTX d_pair(f, D_C(0)), d_sum_ordered(CTX D_C(2), f));
    D_Pair z = d_product(CTX s.hi, s.hi);
    z.lo = D_FMA(D_ADD(s.hi, s.hi), s.lo, z.lo);
    D_Pair q = d_sum_ordered(CTX D_C(0x1.5555555555555p-1), D_MUL(z.hi, d_log_long_poly(CTX z.hi)));
    q.lo = D_ADD(q.lo, D_C(0x1.5575bc4ed7916p-55));
    D_Pair u = d_product(CTX s.hi, z.hi); /* s^3 */
    u.lo = D_FMA(s.hi, z.lo, D_FMA(s.lo, z.hi, u.lo));
    D_Pair v = d_product(CTX u.hi, q.hi);
    v.lo = D_FMA(u.hi, q.lo, D_FMA(u.lo, q.hi, v.lo));
    D_Pair m = d_sum_ordered(CTX D_ADD(s.hi, s.hi), v.hi);
    m.lo = D_ADD(m.lo, D_ADD(v.lo, D_ADD(s.lo, s.lo)));
    D_Pair sum = d_sum_ordered(CTX D_MUL(d.k, D_LN2_HI), m.hi);
    return d_sum_ordered(CTX sum.hi, D_ADD(D_FMA(d.k, D_LN2_LO, sum.lo), m.lo));
}

/* C99 F.9.4.4. The logarithm of 0 and of infinity, and the cut below, make most of it come out. */
MATH_FN D_T m_pow_f64(CTX_PARAM D_T x, D_T y) {
    D_T a = D_ABS(x);
    D_Pair l = d_log_long(CTX a);
    M_T end = M_OR(D_EQ(a, D_C(0)), D_EQ(a, D_INF));
    l.hi = D_SEL(end, D_SEL(D_EQ(a, D_INF), D_INF, D_NEG(D_INF)), l.hi);
    D_T e = D_MUL(y, l.hi), cut = D_SEL(D_GT(e, D_C(750)), D_C(750), e);
    cut = D_SEL(D_LT(e, D_C(-750)), D_C(-750), cut);
    D_T lo = D_FMA(y, l.lo, D_FMA(y, l.hi, D_NEG(e)));
    lo = D_SEL(D_LT(D_ABS(e), D_C(750)), lo, D_C(0));
    D_T p = d_exp_of_pair(CTX d_pair(cut, lo));

    D_T half = D_MUL(y, D_C(0.5));
    M_T whole = D_EQ(D_TRUNC(y), y), odd = M_AND(whole, D_NE(D_TRUNC(half), half));
    DW_T sign = DW_SEL(odd, DW_AND(D_BITS(x), DW_C(0x8000000000000000)), DW_C(0));
    p = D_OF(DW_XOR(D_BITS(p), sign));
    M_T no_root = M_AND(M_AND(D_LT(x, D_C(0)), M_NOT(whole)), D_LT(a, D_INF));
    p = D_SEL(no_root, D_NAN, p);
    p = D_SEL(D_ISNAN(x), x, D_SEL(D_ISNAN(y), y, p));
    M_T one = M_OR(D_EQ(x, D_C(1)), D_EQ(y, D_C(0)));
    one = M_OR(one, M_AND(D_EQ(a, D_C(1)), D_EQ(D_ABS(y), D_INF)));
    return D_SEL(one, D_C(1), p);
}

#endif
