/* cbrt and hypot of f64. */
#ifndef FRIT_OP_MATH_F64_ROOT_H
#define FRIT_OP_MATH_F64_ROOT_H

#include "op/math/f64_log.h"

/* The cube root of 1 + z for 1 + z in [sqrt(1/2), sqrt(2)], to 2^-17: where the steps start. */
MATH_FN D_T d_cbrt_poly(CTX_PARAM D_T z) {
    D_T z2 = D_MUL(z, z);
    D_T p = D_FMA(D_C(0x1.aac7cda9dc5a3p-6), z, D_C(-0x1.6caad4887e310p-5));
    p = D_FMA(p, z2, D_FMA(D_C(0x1.ff29b59739818p-5), z, D_C(-0x1.c69a5daa4d0dbp-4)));
    p = D_FMA(p, z2, D_FMA(D_C(0x1.55511fe79242fp-2), z, D_C(0x1.ffffe679e8635p-1)));
    return p;
}

/* x = m 2^i 2^3j, i one of -1, 0, 1. Two steps of Newton's, the last from the exact remainder. */
MATH_FN D_T m_cbrt_f64(CTX_PARAM D_T x) {
    D_T a = D_ABS(x);
    D_Split d = d_split(CTX a);
    D_T j = D_RINT(D_MUL(d.k, D_C(0x1.5555555555555p-2))), i = D_FMA(j, D_C(-3), d.k);
    M_T up = D_GT(i, D_C(0)), down = D_LT(i, D_C(0));
    D_T m = D_MUL(d.m, D_SEL(up, D_C(2), D_SEL(down, D_C(0.5), D_C(1))));
    D_T first = D_SEL(up, D_C(0x1.428a2f98d728bp+0), D_C(1));
    first = D_SEL(down, D_C(0x1.965fea53d6e3dp-1), first);
    D_T y = D_MUL(first, d_cbrt_poly(CTX D_SUB(d.m, D_C(1))));
    D_T square = D_MUL(y, y);
    y = D_ADD(y, D_DIV(D_FMA(D_NEG(square), y, m), D_MUL(square, D_C(3))));
    D_Pair q = d_product(CTX y, y);
    D_T rest = D_FMA(D_NEG(q.lo), y, D_FMA(D_NEG(q.hi), y, m));
    y = D_ADD(y, D_DIV(rest, D_MUL(q.hi, D_C(3))));
    y = d_copysign(CTX D_MUL(y, d_exp2_int(CTX j)), x);
    M_T itself = M_OR(D_EQ(a, D_C(0)), D_EQ(a, D_INF));
    return D_SEL(M_OR(itself, D_ISNAN(x)), x, y);
}

/* The squares as pairs, after a scaling by which neither overflows nor both vanish. */
MATH_FN D_T m_hypot_f64(CTX_PARAM D_T x, D_T y) {
    D_T a = D_ABS(x), b = D_ABS(y), larger = D_SEL(D_GT(a, b), a, b);
    M_T high = D_GT(larger, D_C(0x1p500)), low = D_LT(larger, D_C(0x1p-400));
    D_T scale = D_SEL(high, D_C(0x1p-600), D_SEL(low, D_C(0x1p700), D_C(1)));
    D_T back = D_SEL(high, D_C(0x1p600), D_SEL(low, D_C(0x1p-700), D_C(1)));
    D_T p = D_MUL(a, scale), q = D_MUL(b, scale);
    D_Pair root = d_pair_sqrt(CTX d_pair_add(CTX d_product(CTX p, p), d_product(CTX q, q)));
    D_T h = D_MUL(D_ADD(root.hi, root.lo), back);
    h = D_SEL(D_ISNAN(x), x, D_SEL(D_ISNAN(y), y, h));
    return D_SEL(M_OR(D_EQ(a, D_INF), D_EQ(b, D_INF)), D_INF, h);
}

#endif
