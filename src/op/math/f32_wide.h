/*
 * Functions of f32 computed in f64 and rounded once: those whose exact parts would cost more in f32
 * than the wider numbers do. The polynomials are right to 30 bits and more, and no step overflows or
 * comes near the smallest numbers of f64, so that what is left is little more than the last rounding.
 */
#ifndef FRIT_OP_MATH_F32_WIDE_H
#define FRIT_OP_MATH_F32_WIDE_H

#include "op/math/f32.h"
#include "op/math/f64.h"

#define W_PI      D_C(0x1.921fb54442d18p+1)
#define W_HALF_PI D_C(0x1.921fb54442d18p+0)
#define W_LN2     D_C(0x1.62e42fefa39efp-1)
/* Adding it rounds to an integer, which is then in the low bits, more by 1023 in the second. */
#define W_ROUNDER      D_C(0x1.8p52)
#define W_ROUNDER_BIAS D_C(0x1.80000000003ffp52)

/* ---- parts that several functions share */

/* log(x) for x > 0, in two parts: n * log(2) + m. */
typedef struct WLog {
    D_T n, m;
} WLog;

/* x = 2^n * (1 + f) with 1 + f between the roots of 1/2 and 2. The exponent, made positive, is put
 * below the 1 of 2^52. */
MATH_FN WLog w_log(CTX_PARAM D_T x) {
    DW_T w = DW_SUB(D_BITS(x), DW_C(0x3fe6a09e667f3bcd));
    DW_T e = DW_AND(w, DW_C(0xfff0000000000000));
    D_T f = D_SUB(D_OF(DW_SUB(D_BITS(x), e)), D_C(1.0));
    DW_T biased = DW_SHR(DW_ADD(e, DW_C(0x4000000000000000)), 52);
    D_T n = D_SUB(D_OF(DW_OR(biased, DW_C(0x4330000000000000))), D_C(0x1.00000000004p52));
    D_T z = D_MUL(f, f);
    D_T even = D_FMA(D_C(-0x1.945a74366e1d4p-4), z, D_C(-0x1.969f47df26a02p-4));
    even = D_FMA(even, z, D_C(-0x1.ffe4e10013ebp-4));
    even = D_FMA(even, z, D_C(-0x1.5556b3472cadcp-3));
    even = D_FMA(even, z, D_C(-0x1.fffff90febacdp-3));
    even = D_FMA(even, z, D_C(-0x1.00000001d8df7p-1));
    D_T odd = D_FMA(D_C(0x1.b6fc979ef4dccp-5), z, D_C(0x1.9a3aa7b01b6ccp-4));
    odd = D_FMA(odd, z, D_C(0x1.c2f42f39fce37p-4));
    odd = D_FMA(odd, z, D_C(0x1.24abbf960d2b8p-3));
    odd = D_FMA(odd, z, D_C(0x1.999910e4b8937p-3));
    odd = D_FMA(odd, z, D_C(0x1.555555cf5a51bp-2));
    WLog made = {n, D_FMA(D_FMA(odd, f, even), z, f)};
    return made;
}

MATH_FN D_T w_ln(CTX_PARAM D_T x) {
    WLog l = w_log(CTX x);
    return D_FMA(l.n, W_LN2, l.m);
}

/* 2^x for |x| < 1000. */
MATH_FN D_T w_exp2(CTX_PARAM D_T x) {
    D_T t = D_ADD(x, W_ROUNDER), r = D_SUB(x, D_SUB(t, W_ROUNDER));
    D_T z = D_MUL(r, r);
    D_T even = D_FMA(D_C(0x1.443f94fe48f7cp-13), z, D_C(0x1.3b2a1bf6f2ad3p-7));
    even = D_FMA(even, z, D_C(0x1.ebfbe0456f38p-3));
    even = D_FMA(even, z, D_C(1.0));
    D_T odd = D_FMA(D_C(0x1.c0463e2b87722p-17), z, D_C(0x1.5dc0527980148p-10));
    odd = D_FMA(odd, z, D_C(0x1.c6b0551cdce5cp-5));
    odd = D_FMA(odd, z, D_C(0x1.62e4300b9d7fep-1));
    return D_OF(DW_ADD(D_BITS(D_FMA(odd, r, even)), DW_SHL(D_BITS(t), 52)));
}

/* The size v with the sign of x. */
MATH_FN F_T w_signed(CTX_PARAM D_T v, F_T x) {
    return m_with_sign_f32(CTX F_OF_D(v), x);
}

/* ---- powers */

/*
 * 2^(y * log2|x|), and the cases that are not that number. Only an odd y keeps the sign of x.
 * z, the exponent of 2, is infinite or NaN where |x| is 0, infinite or NaN; the bits of all others,
 * less 1, are below those of infinity.
 */
MATH_FN F_T m_pow_f32(CTX_PARAM F_T x, F_T y) {
    F_T a = F_ABS(x), half = F_MUL(y, F_C(0.5f));
    WLog l = w_log(CTX D_OF_F(a));
    D_T exponent = D_MUL(D_FMA(l.m, D_C(0x1.71547652b82fep+0), l.n), D_OF_F(y));
    F_T z = F_MUL(y, F_SEL(F_EQ(a, F_C(0.0f)), F_C(-INFINITY), a));
    M_T usual = FW_LT(FW_ADD(F_BITS(a), FW_C(0x7fffffff)), FW_C(0xff7fffff));
    z = F_SEL(usual, F_OF_D(exponent), z);
    F_T v = F_SEL(F_GT(z, F_C(0.0f)), F_INF, F_NAN);
    v = F_SEL(F_LT(z, F_C(0.0f)), F_C(0.0f), v);
    v = F_SEL(F_LT(F_ABS(z), F_C(200.0f)), F_OF_D(w_exp2(CTX exponent)), v);

    M_T whole = F_EQ(F_TRUNC(y), y);
    FW_T odd = FW_MASK(M_AND(whole, F_NE(F_TRUNC(half), half)));
    v = F_OF(FW_OR(F_BITS(v), FW_AND(FW_AND(F_BITS(x), F_SIGN_BIT), odd)));
    M_T none = M_AND(M_AND(F_LT(x, F_C(0.0f)), F_GT(x, F_C(-INFINITY))), M_NOT(whole));
    v = F_SEL(none, F_NAN, v);
    /* 1 to any power, any number to the power 0, and -1 to an infinite one: 1 */
    M_T one = M_AND(F_EQ(a, F_C(1.0f)), F_EQ(F_ABS(y), F_INF));
    one = M_OR(one, M_OR(F_EQ(x, F_C(1.0f)), F_EQ(y, F_C(0.0f))));
    return F_SEL(one, F_C(1.0f), v);
}

/* The exponent divided by 3 gives 5 bits; each of two steps (Halley's) three times as many. */
MATH_FN F_T m_cbrt_f32(CTX_PARAM F_T x) {
    D_T a = D_OF_F(F_ABS(x));
    D_T third = D_MUL(D_OF_INT(DW_SHR(D_BITS(a), 32)), D_C(0x1.5555555555555p-2));
    D_T y = D_OF(DW_SHL(DW_ADD(D_TO_INT(third), DW_C(0x2a9f7893)), 32));
    for (int k = 0; k < 2; k++) {
        D_T cube = D_MUL(D_MUL(y, y), y), twice = D_ADD(a, a);
        y = D_MUL(y, D_DIV(D_ADD(cube, twice), D_ADD(D_ADD(cube, cube), a)));
    }
    M_T same = M_OR(M_NOT(F_LT(F_ABS(x), F_INF)), F_EQ(x, F_C(0.0f)));
    return F_SEL(same, x, w_signed(CTX y, x));
}

/* The squares are exact, and infinity wins over NaN. */
MATH_FN F_T m_hypot_f32(CTX_PARAM F_T x, F_T y) {
    D_T a = D_OF_F(x), b = D_OF_F(y);
    F_T v = F_OF_D(D_SQRT(D_FMA(a, a, D_MUL(b, b))));
    M_T infinite = M_OR(F_EQ(F_ABS(x), F_INF), F_EQ(F_ABS(y), F_INF));
    return F_SEL(infinite, F_INF, v);
}

/* ---- hyperbolic functions: e^r = c + s with c even and s odd in r, so that
 *      sinh(r + n log 2) = c * (2^n - 2^-n) / 2 + s * (2^n + 2^-n) / 2 */

typedef struct WHyper {
    D_T c, s;       /* cosh r, sinh r */
    D_T sum, minus; /* (2^n + 2^-n) / 2, (2^n - 2^-n) / 2 */
} WHyper;

MATH_FN WHyper w_hyper(CTX_PARAM F_T a) {
    D_T x = D_OF_F(F_SEL(F_GT(a, F_C(100.0f)), F_C(100.0f), a));
    D_T t = D_FMA(x, D_C(0x1.71547652b82fep+0), W_ROUNDER_BIAS), n = D_SUB(t, W_ROUNDER_BIAS);
    D_T r = D_FMA(n, D_NEG(W_LN2), x), z = D_MUL(r, r);
    D_T c = D_C(0x1.a171e7c1315a4p-16);
    c = D_FMA(c, z, D_C(0x1.6c16388a5058dp-10));
    c = D_FMA(c, z, D_C(0x1.5555557fcaa7cp-5));
    c = D_FMA(c, z, D_C(0x1.fffffffff0121p-2));
    D_T s = D_C(0x1.a1730402312e8p-13);
    s = D_FMA(s, z, D_C(0x1.1110b00b3c5b7p-7));
    s = D_FMA(s, z, D_C(0x1.5555557459f9dp-3));
    DW_T up = DW_SHL(D_BITS(t), 52);
    D_T p = D_MUL(D_OF(up), D_C(0.5));
    D_T q = D_MUL(D_OF(DW_SUB(DW_C(0x7fe0000000000000), up)), D_C(0.5));
    WHyper made = {D_FMA(c, z, D_C(1.0)), D_FMA(s, D_MUL(z, r), r), D_ADD(p, q), D_SUB(p, q)};
    return made;
}

MATH_FN F_T m_sinh_f32(CTX_PARAM F_T x) {
    WHyper h = w_hyper(CTX F_ABS(x));
    return w_signed(CTX D_FMA(h.c, h.minus, D_MUL(h.s, h.sum)), x);
}

MATH_FN F_T m_cosh_f32(CTX_PARAM F_T x) {
    WHyper h = w_hyper(CTX F_ABS(x));
    return F_OF_D(D_FMA(h.c, h.sum, D_MUL(h.s, h.minus)));
}

/* log(|x| + sqrt(x^2 + 1)); x - x^3/6 where that would cancel. */
MATH_FN F_T m_asinh_f32(CTX_PARAM F_T x) {
    D_T a = D_OF_F(F_ABS(x)), z = D_MUL(a, a);
    D_T v = w_ln(CTX D_ADD(a, D_SQRT(D_ADD(z, D_C(1.0)))));
    D_T small = D_FMA(D_MUL(z, a), D_C(-0x1.5555555555555p-3), a);
    v = D_SEL(F_LT(F_ABS(x), F_C(0x1p-9f)), small, v);
    return F_SEL(F_LT(F_ABS(x), F_INF), w_signed(CTX v, x), x);
}

/* log(x + sqrt(x^2 - 1)) */
MATH_FN F_T m_acosh_f32(CTX_PARAM F_T x) {
    D_T a = D_OF_F(x);
    F_T v = F_OF_D(w_ln(CTX D_ADD(a, D_SQRT(D_FMA(a, a, D_C(-1.0))))));
    v = F_SEL(F_LT(x, F_INF), v, x);
    return F_SEL(F_LT(x, F_C(1.0f)), F_NAN, v);
}

/* log((1 + x) / (1 - x)) / 2; x + x^3/3 where that would cancel. */
MATH_FN F_T m_atanh_f32(CTX_PARAM F_T x) {
    F_T size = F_ABS(x);
    D_T a = D_OF_F(size);
    D_T v = D_MUL(w_ln(CTX D_DIV(D_ADD(D_C(1.0), a), D_SUB(D_C(1.0), a))), D_C(0.5));
    D_T small = D_FMA(D_MUL(a, a), D_MUL(a, D_C(0x1.5555555555555p-2)), a);
    F_T u = F_OF_D(D_SEL(F_LT(size, F_C(0x1p-9f)), small, v));
    u = F_SEL(F_EQ(size, F_C(1.0f)), F_INF, u);
    return m_with_sign_f32(CTX F_SEL(F_LE(size, F_C(1.0f)), u, F_NAN), x);
}

/* ---- angles */

/* sin and cos of r, then their quotient, turned for odd n. */
MATH_FN D_T w_tan(CTX_PARAM D_T r, DW_T n) {
    D_T z = D_MUL(r, r);
    D_T s = D_C(0x1.6cc2c80d5ac9cp-19);
    s = D_FMA(s, z, D_C(-0x1.a00f3f7398645p-13));
    s = D_FMA(s, z, D_C(0x1.1111081b16dd3p-7));
    s = D_FMA(s, z, D_C(-0x1.5555554c0452p-3));
    s = D_FMA(s, D_MUL(z, r), r);
    D_T c = D_C(0x1.99d8d4de2b219p-16);
    c = D_FMA(c, z, D_C(-0x1.6c0bf2d974e96p-10));
    c = D_FMA(c, z, D_C(0x1.555549a888e83p-5));
    c = D_FMA(c, z, D_C(-0.5));
    c = D_FMA(c, z, D_C(1.0));
    DW_T odd = DW_SUB(DW_C(0), DW_AND(n, DW_C(1)));
    return D_DIV(D_PICK(odd, D_NEG(c), s), D_PICK(odd, s, c));
}

MATH_FN F_T m_tan_main_f32(CTX_PARAM F_T x) {
    D_T a = D_OF_F(x);
    D_T t = D_FMA(a, D_C(0x1.45f306dc9c883p-1), W_ROUNDER), n = D_SUB(t, W_ROUNDER);
    D_T r = D_FMA(n, D_NEG(W_HALF_PI), a);
    r = D_FMA(n, D_C(-0x1.1a62633145c07p-54), r);
    /* -0 alone would lose its sign */
    return F_SEL(F_EQ(x, F_C(0.0f)), x, F_OF_D(w_tan(CTX r, D_BITS(t))));
}

#ifdef MATH_ONE_VALUE
MATH_PLAIN float m_tan_slow_f32(float x) {
    uint32_t n;
    double r = m_slow_turn(x, &n);
    float v = (float)w_tan(r, n);
    return x < 0 ? -v : v;
}

MATH_PLAIN float m_tan_f32(float x) {
    return m_trig_slow_f32(x) ? m_tan_slow_f32(x) : m_tan_main_f32(x);
}
#endif

/* asin(x) for |x| <= 1/2. */
MATH_FN D_T w_asin(CTX_PARAM D_T x) {
    D_T z = D_MUL(x, x);
    D_T p = D_C(0x1.1bd2718e830bp-5);
    p = D_FMA(p, z, D_C(0x1.ec254aee11791p-8));
    p = D_FMA(p, z, D_C(0x1.931f88ffea183p-6));
    p = D_FMA(p, z, D_C(0x1.ed5d1abcf0babp-6));
    p = D_FMA(p, z, D_C(0x1.6ddabfbeccd05p-5));
    p = D_FMA(p, z, D_C(0x1.3332aa07b1eb8p-4));
    p = D_FMA(p, z, D_C(0x1.55555605c6e3dp-3));
    return D_FMA(D_MUL(p, z), x, x);
}

/* asin(a) = pi/2 - 2 * asin(sqrt((1 - a) / 2)), for a above 1/2 */
MATH_FN F_T m_asin_f32(CTX_PARAM F_T x) {
    F_T size = F_ABS(x);
    D_T a = D_OF_F(size);
    M_T near = F_LE(size, F_C(0.5f));
    D_T s = w_asin(CTX D_SEL(near, a, D_SQRT(D_FMA(a, D_C(-0.5), D_C(0.5)))));
    D_T v = D_SEL(near, s, D_FMA(s, D_C(-2.0), W_HALF_PI));
    return w_signed(CTX v, x);
}

/* pi/2 - asin(x), or 2 * asin(sqrt((1 - |x|) / 2)) from 0 or from pi */
MATH_FN F_T m_acos_f32(CTX_PARAM F_T x) {
    F_T size = F_ABS(x);
    D_T a = D_OF_F(size);
    M_T near = F_LE(size, F_C(0.5f));
    D_T s = w_asin(CTX D_SEL(near, D_OF_F(x), D_SQRT(D_FMA(a, D_C(-0.5), D_C(0.5)))));
    D_T far = D_ADD(s, s);
    far = D_SEL(F_LT(x, F_C(0.0f)), D_SUB(W_PI, far), far);
    return F_OF_D(D_SEL(near, D_SUB(W_HALF_PI, s), far));
}

/* atan(q) for 0 <= q <= 1. */
MATH_FN D_T w_atan(CTX_PARAM D_T q) {
    D_T z = D_MUL(q, q);
    D_T y = D_MUL(z, z);
    D_T even = D_FMA(D_C(-0x1.6dec5f58cb8fap-11), y, D_C(-0x1.0b0c3a33a4d1dp-6));
    even = D_FMA(even, y, D_C(-0x1.be97eef668cb7p-5));
    even = D_FMA(even, y, D_C(-0x1.700b20bcfabap-4));
    even = D_FMA(even, y, D_C(-0x1.248a2ca20765cp-3));
    even = D_FMA(even, y, D_C(-0x1.555554873fac2p-2));
    D_T odd = D_FMA(D_C(0x1.42d96cbce8c13p-8), y, D_C(0x1.1a6cbea8c6367p-5));
    odd = D_FMA(odd, y, D_C(0x1.2958a30f16adp-4));
    odd = D_FMA(odd, y, D_C(0x1.c66e4bf213fa8p-4));
    odd = D_FMA(odd, y, D_C(0x1.999937f19f641p-3));
    return D_FMA(D_MUL(D_FMA(odd, z, even), z), q, q);
}

/* pi/2 - atan(1/a), for a above 1 */
MATH_FN F_T m_atan_f32(CTX_PARAM F_T x) {
    F_T size = F_ABS(x);
    D_T a = D_OF_F(size);
    M_T far = F_GT(size, F_C(1.0f));
    D_T s = w_atan(CTX D_SEL(far, D_DIV(D_C(1.0), a), a));
    return w_signed(CTX D_SEL(far, D_SUB(W_HALF_PI, s), s), x);
}

/* The angle of (|x|, |y|) from the nearer axis, turned into the quadrant of (x, y). */
MATH_FN F_T m_atan2_f32(CTX_PARAM F_T y, F_T x) {
    F_T a = F_ABS(y), b = F_ABS(x);
    M_T steep = F_GT(a, b);
    F_T low = F_SEL(steep, b, a), high = F_SEL(steep, a, b);
    D_T q = D_DIV(D_OF_F(low), D_OF_F(high));
    /* also where both are 0 or both infinite */
    D_T equal = D_SEL(F_EQ(high, F_C(0.0f)), D_C(0.0), D_C(1.0));
    q = D_SEL(F_EQ(low, high), equal, q);
    D_T v = w_atan(CTX q);
    v = D_SEL(steep, D_SUB(W_HALF_PI, v), v);
    v = D_SEL(FW_LT(F_BITS(x), FW_C(0)), D_SUB(W_PI, v), v);
    return w_signed(CTX v, y);
}

/* ---- the complement of the error function: e^(-a^2) * P(q), q = (a - 4) / (a + 4) */
MATH_FN F_T m_erfc_f32(CTX_PARAM F_T x) {
    F_T size = F_ABS(x);
    D_T a = D_OF_F(F_SEL(F_GT(size, F_C(11.0f)), F_C(11.0f), size));
    D_T q = D_DIV(D_SUB(a, D_C(4.0)), D_ADD(a, D_C(4.0)));
    D_T z = D_MUL(q, q);
    D_T even = D_FMA(D_C(-0x1.db02dee504f1cp-16), z, D_C(0x1.09fd8b3fe2623p-8));
    even = D_FMA(even, z, D_C(0x1.0068749465dcep-5));
    even = D_FMA(even, z, D_C(0x1.be50160f85614p-4));
    even = D_FMA(even, z, D_C(0x1.bff01ab8194bap-3));
    even = D_FMA(even, z, D_C(0x1.18932bf03a5bap-3));
    D_T odd = D_FMA(D_C(0x1.a9b01c63627abp-14), z, D_C(-0x1.ab61c2353da31p-11));
    odd = D_FMA(odd, z, D_C(-0x1.a4bb7ecdf0e4ep-7));
    odd = D_FMA(odd, z, D_C(-0x1.027de2399a575p-4));
    odd = D_FMA(odd, z, D_C(-0x1.506663214d358p-3));
    odd = D_FMA(odd, z, D_C(-0x1.0949227bac108p-2));
    D_T p = D_FMA(odd, q, even);
    D_T e = w_exp2(CTX D_MUL(D_MUL(a, a), D_C(-0x1.71547652b82fep+0)));
    D_T v = D_MUL(p, e);
    v = D_SEL(F_LT(x, F_C(0.0f)), D_SUB(D_C(2.0), v), v);
    return F_SEL(F_ISNAN(x), x, F_OF_D(v));
}

#endif
