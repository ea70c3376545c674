/*
 * Functions of f32 computed in f32: those that programs call most. The others are in f32_wide.h.
 * docs/ir.md has the errors. Coefficients are those of polynomials whose largest error is
 * least, found one after another so that each is a f32.
 *
 * Where a function is odd, its sign is put back with the bits of x, for the sake of -0.
 */
#ifndef FRIT_OP_MATH_F32_H
#define FRIT_OP_MATH_F32_H

#include "op/math/ops.h"

#define F_INF      F_C(INFINITY)
#define F_NAN      F_C(NAN)
#define F_SIGN_BIT FW_C(0x80000000)

/* v, not negative or with the sign of x already, with the sign of x. */
MATH_FN F_T m_with_sign_f32(CTX_PARAM F_T v, F_T x) {
    return F_OF(FW_OR(F_BITS(v), FW_AND(F_BITS(x), F_SIGN_BIT)));
}

/* ---- exponentials: x = n * ln 2 + r, e^x = 2^n * e^r */

/* Adding it rounds to an integer n and leaves n + 254 in the low bits. */
#define F_ROUNDER F_C(0x1.8001fcp23f)
/* The same with n + 127. */
#define F_ROUNDER_1 F_C(0x1.8000fep23f)

/*
 * p * 2^n for t = n + F_ROUNDER, in two steps, as neither 2^128 nor 2^-150 is a normal number. The
 * first is exact: the same as one instruction, where there is one.
 */
MATH_FN F_T m_scale_f32(CTX_PARAM F_T p, F_T t) {
#ifdef F_SCALE
    if (F_HAS_SCALE)
        return F_SCALE(p, F_SUB(t, F_ROUNDER));
#endif
    FW_T w = F_BITS(t), half = FW_SHR(w, 1);
    F_T s = F_OF(FW_SHL(half, 23)), u = F_OF(FW_SHL(FW_SUB(w, half), 23));
    return F_MUL(F_MUL(p, s), u);
}

MATH_FN F_T m_clamp_f32(CTX_PARAM F_T x, F_T low, F_T high) {
    x = F_SEL(F_GT(x, high), high, x);
    return F_SEL(F_LT(x, low), low, x);
}

/* x - n * ln 2; the product with the high part is exact, as it ends in zeros. */
MATH_FN F_T m_less_ln2_f32(CTX_PARAM F_T x, F_T n) {
    F_T r = F_FMA(n, F_C(-0x1.62e4p-1f), x);
    return F_FMA(n, F_C(-0x1.7f7d1cp-20f), r);
}

/* Beyond the bounds it is infinity and 0 as it is at them. */
MATH_FN F_T m_exp_f32(CTX_PARAM F_T x) {
    x = m_clamp_f32(CTX x, F_C(-104.0f), F_C(89.0f));
    F_T t = F_FMA(x, F_C(0x1.715476p+0f), F_ROUNDER);
    F_T r = m_less_ln2_f32(CTX x, F_SUB(t, F_ROUNDER));
    F_T p = F_C(0x1.6a4452p-10f);
    p = F_FMA(p, r, F_C(0x1.123b5cp-7f));
    p = F_FMA(p, r, F_C(0x1.5558bcp-5f));
    p = F_FMA(p, r, F_C(0x1.55549p-3f));
    p = F_FMA(p, r, F_C(0x1.fffffcp-2f));
    p = F_FMA(p, r, F_C(1.0f));
    p = F_FMA(p, r, F_C(1.0f));
    return m_scale_f32(CTX p, t);
}

MATH_FN F_T m_exp2_f32(CTX_PARAM F_T x) {
    x = m_clamp_f32(CTX x, F_C(-151.0f), F_C(128.0f));
    F_T t = F_ADD(x, F_ROUNDER);
    F_T r = F_SUB(x, F_SUB(t, F_ROUNDER));
    F_T p = F_C(0x1.4be496p-13f);
    p = F_FMA(p, r, F_C(0x1.5fbcf4p-10f));
    p = F_FMA(p, r, F_C(0x1.3b21cap-7f));
    p = F_FMA(p, r, F_C(0x1.c6ada8p-5f));
    p = F_FMA(p, r, F_C(0x1.ebfbe6p-3f));
    p = F_FMA(p, r, F_C(0x1.62e432p-1f));
    p = F_FMA(p, r, F_C(1.0f));
    return m_scale_f32(CTX p, t);
}

/* e^r - 1 for |r| <= ln 2 / 2. */
MATH_FN F_T m_expm1_core_f32(CTX_PARAM F_T r) {
    F_T p = F_C(0x1.3ad2ap-13f);
    p = F_FMA(p, r, F_C(0x1.6d2e98p-10f));
    p = F_FMA(p, r, F_C(0x1.1155c6p-7f));
    p = F_FMA(p, r, F_C(0x1.555502p-5f));
    p = F_FMA(p, r, F_C(0x1.55552cp-3f));
    p = F_FMA(p, r, F_C(0.5f));
    return F_FMA(p, F_MUL(r, r), r);
}

/* 2^n * (e^r - 1) + (2^n - 1). Where n is 128, half of it is taken first. */
MATH_FN F_T m_expm1_f32(CTX_PARAM F_T x) {
    F_T c = m_clamp_f32(CTX x, F_C(-18.0f), F_C(89.0f));
    F_T t = F_FMA(c, F_C(0x1.715476p+0f), F_ROUNDER_1);
    F_T n = F_SUB(t, F_ROUNDER_1);
    F_T p = m_expm1_core_f32(CTX m_less_ln2_f32(CTX c, n));
    M_T large = F_GT(n, F_C(126.0f));
    FW_T w = F_BITS(t);
    F_T s = F_OF(FW_SHL(FW_SEL(large, FW_SUB(w, FW_C(1)), w), 23));
    F_T v = F_FMA(p, s, F_SUB(s, F_SEL(large, F_C(0.5f), F_C(1.0f))));
    return m_with_sign_f32(CTX F_SEL(large, F_ADD(v, v), v), x);
}

/* x + x^3 * P(x^2), and from 0.55 on 1 - 2 / (e^2|x| + 1), which is 1 from 10 on. */
MATH_FN F_T m_tanh_f32(CTX_PARAM F_T x) {
    F_T a = F_ABS(x), z = F_MUL(x, x);
    F_T p = F_C(-0x1.992144p-8f);
    p = F_FMA(p, z, F_C(0x1.58e5p-6f));
    p = F_FMA(p, z, F_C(-0x1.b91e7cp-5f));
    p = F_FMA(p, z, F_C(0x1.110ceep-3f));
    p = F_FMA(p, z, F_C(-0x1.55554ap-2f));
    F_T small = F_FMA(F_MUL(p, z), a, a);

    F_T b = F_SEL(F_GT(a, F_C(10.0f)), F_C(10.0f), a);
    F_T t = F_FMA(b, F_C(0x1.715476p+1f), F_ROUNDER_1);
    F_T r = F_FMA(F_SUB(t, F_ROUNDER_1), F_C(-0x1.62e43p-2f), b);
    F_T e = F_C(0x1.6a4452p-4f);
    e = F_FMA(e, r, F_C(0x1.123b5cp-2f));
    e = F_FMA(e, r, F_C(0x1.5558bcp-1f));
    e = F_FMA(e, r, F_C(0x1.55549p+0f));
    e = F_FMA(e, r, F_C(0x1.fffffcp+0f));
    e = F_FMA(e, r, F_C(2.0f));
    e = F_FMA(e, r, F_C(1.0f));
    e = F_FMA(e, F_OF(FW_SHL(F_BITS(t), 23)), F_C(1.0f));
    F_T large = F_SUB(F_C(1.0f), F_DIV(F_C(2.0f), e));
    return m_with_sign_f32(CTX F_SEL(F_LT(a, F_C(0.55f)), small, large), x);
}

/* ---- logarithms: x = 2^n * (1 + f)
 *
 * 1 + f goes from `start` to twice that: 2/3 where n * log(2) + log(1 + f) is rounded at each step,
 * or the root of 1/2 where it is not, which makes the smallest such sum larger. */
#define F_TWO_THIRDS FW_C(0x3f2aaaab)
#define F_ROOT_HALF  FW_C(0x3f3504f3)

typedef struct FSplit {
    F_T e; /* 2^23 * n: as the exponent stands in the bits */
    F_T f;
} FSplit;

MATH_FN FSplit m_split_f32(CTX_PARAM F_T x, FW_T start) {
    FW_T tiny = FW_SPREAD(FW_SUB(F_BITS(x), FW_C(0x00800000)));
    FW_T w = F_BITS(F_MUL(x, F_PICK(tiny, F_C(0x1p23f), F_C(1.0f))));
    FW_T e = FW_AND(FW_SUB(w, start), FW_C(0xff800000));
    F_T f = F_SUB(F_OF(FW_SUB(w, e)), F_C(1.0f));
    FSplit made = {F_OF_INT(FW_SUB(e, FW_AND(tiny, FW_C(23 << 23)))), f};
    return made;
}

/* v where x is a positive finite number: where its bits, less 1, are below those of infinity. Else
 * what the logarithm is there. Comparisons are dear, so that there are few of them. */
MATH_FN F_T m_log_special_f32(CTX_PARAM F_T x, F_T v) {
    FW_T w = F_BITS(x);
    F_T none = F_OF(FW_OR(w, FW_AND(FW_SPREAD(w), FW_C(0x7fffffff))));
    none = F_SEL(F_EQ(x, F_C(0.0f)), F_C(-INFINITY), none);
    return F_SEL(FW_LT(FW_ADD(w, FW_C(0x7fffffff)), FW_C(0xff7fffff)), v, none);
}

/* Each polynomial is (log(1 + f) - f) / f^2 in the base at hand. */
MATH_FN F_T m_log_f32(CTX_PARAM F_T x) {
    FSplit s = m_split_f32(CTX x, F_TWO_THIRDS);
    F_T p = F_C(-0x1.07ab0ep-3f);
    p = F_FMA(p, s.f, F_C(0x1.1df9b2p-3f));
    p = F_FMA(p, s.f, F_C(-0x1.f33baep-4f));
    p = F_FMA(p, s.f, F_C(0x1.1ef10ap-3f));
    p = F_FMA(p, s.f, F_C(-0x1.559c3ap-3f));
    p = F_FMA(p, s.f, F_C(0x1.99ce42p-3f));
    p = F_FMA(p, s.f, F_C(-0x1.fffefap-3f));
    p = F_FMA(p, s.f, F_C(0x1.55550cp-2f));
    p = F_FMA(p, s.f, F_C(-0.5f));
    F_T v = F_FMA(p, F_MUL(s.f, s.f), s.f);
    return m_log_special_f32(CTX x, F_FMA(s.e, F_C(0x1.62e43p-24f), v));
}

/* The product with the first part of log2(e) and its sum with n are exact: each is a rounded number
 * and what was lost. */
MATH_FN F_T m_log2_f32(CTX_PARAM F_T x) {
    FSplit s = m_split_f32(CTX x, F_ROOT_HALF);
    F_T p = F_C(0x1.8d65e6p-4f);
    p = F_FMA(p, s.f, F_C(-0x1.58fcfep-3f));
    p = F_FMA(p, s.f, F_C(0x1.5fa1a6p-3f));
    p = F_FMA(p, s.f, F_C(-0x1.6e96e6p-3f));
    p = F_FMA(p, s.f, F_C(0x1.a415bp-3f));
    p = F_FMA(p, s.f, F_C(-0x1.ec7884p-3f));
    p = F_FMA(p, s.f, F_C(0x1.277f2p-2f));
    p = F_FMA(p, s.f, F_C(-0x1.715494p-2f));
    p = F_FMA(p, s.f, F_C(0x1.ec7088p-2f));
    p = F_FMA(p, s.f, F_C(-0x1.715476p-1f));
    F_T part = F_MUL(s.f, F_C(0x1.715476p+0f));
    F_T tail = F_FMA(s.f, F_C(0x1.715476p+0f), F_NEG(part));
    tail = F_FMA(p, F_MUL(s.f, s.f), F_FMA(s.f, F_C(0x1.4ae0cp-26f), tail));
    F_T n = F_MUL(s.e, F_C(0x1p-23f)), high = F_ADD(n, part);
    F_T low = F_SUB(part, F_SUB(high, n));
    return m_log_special_f32(CTX x, F_ADD(high, F_ADD(low, tail)));
}

/* The same, with n * log10(2) in place of n: of its two parts the first has few digits. */
MATH_FN F_T m_log10_f32(CTX_PARAM F_T x) {
    FSplit s = m_split_f32(CTX x, F_ROOT_HALF);
    F_T p = F_C(-0x1.0f2848p-5f);
    p = F_FMA(p, s.f, F_C(0x1.cb1d92p-5f));
    p = F_FMA(p, s.f, F_C(-0x1.d72528p-5f));
    p = F_FMA(p, s.f, F_C(0x1.f88d44p-5f));
    p = F_FMA(p, s.f, F_C(-0x1.277438p-4f));
    p = F_FMA(p, s.f, F_C(0x1.63cf24p-4f));
    p = F_FMA(p, s.f, F_C(-0x1.bcbef6p-4f));
    p = F_FMA(p, s.f, F_C(0x1.287a72p-3f));
    p = F_FMA(p, s.f, F_C(-0x1.bcb7aap-3f));
    F_T part = F_MUL(s.f, F_C(0x1.bcb7b2p-2f));
    F_T tail = F_FMA(s.f, F_C(0x1.bcb7b2p-2f), F_NEG(part));
    tail = F_FMA(s.f, F_C(-0x1.5b235ep-27f), F_FMA(s.e, F_C(0x1.3509f8p-41f), tail));
    tail = F_FMA(p, F_MUL(s.f, s.f), tail);
    F_T n = F_MUL(s.e, F_C(0x1.344p-25f)), high = F_ADD(n, part);
    F_T low = F_SUB(part, F_SUB(high, n));
    return m_log_special_f32(CTX x, F_ADD(high, F_ADD(low, tail)));
}

/* With 2^e near 1 + x, f = x / 2^e + (1 / 2^e - 1): exact where e is 0, rounded once elsewhere.
 * 1 / 2^e itself may be too small, so that 4 / 2^e stands for it. */
MATH_FN F_T m_log1p_f32(CTX_PARAM F_T x) {
    F_T sum = F_ADD(x, F_C(1.0f));
    FW_T e = FW_AND(FW_SUB(F_BITS(sum), F_ROOT_HALF), FW_C(0xff800000));
    F_T four = F_OF(FW_SUB(FW_C(0x40800000), e));
    F_T part = F_OF(FW_SUB(F_BITS(x), e)), less = F_FMA(four, F_C(0.25f), F_C(-1.0f));
    F_T f = F_ADD(part, less), lost = F_SUB(part, F_SUB(f, less));
    F_T p = F_C(0x1.1372acp-4f);
    p = F_FMA(p, f, F_C(-0x1.de3f7p-4f));
    p = F_FMA(p, f, F_C(0x1.e775b6p-4f));
    p = F_FMA(p, f, F_C(-0x1.fc34aap-4f));
    p = F_FMA(p, f, F_C(0x1.232d1ep-3f));
    p = F_FMA(p, f, F_C(-0x1.555a96p-3f));
    p = F_FMA(p, f, F_C(0x1.99a54cp-3f));
    p = F_FMA(p, f, F_C(-0x1.00001p-2f));
    p = F_FMA(p, f, F_C(0x1.555546p-2f));
    p = F_FMA(p, f, F_C(-0x1p-1f));
    F_T tail = F_FMA(p, F_MUL(f, f), lost);
    F_T n = F_OF_INT(e), high = F_FMA(n, F_C(0x1.62e4p-24f), f);
    F_T low = F_SUB(f, F_FMA(n, F_C(-0x1.62e4p-24f), high));
    F_T v = F_ADD(high, F_FMA(n, F_C(0x1.7f7d1cp-43f), F_ADD(low, tail)));
    return m_log_special_f32(CTX sum, m_with_sign_f32(CTX v, x));
}

/* ---- sine and cosine: |x| = n * pi/2 + r + low, the sum of the last two rounded to r */

/* Above it the parts of pi/2 are too short: m_slow_angle_f32 is for those. */
#define F_TRIG_MAX F_C(0x1p17f)

/* Is x beyond what the main functions can do? Infinity and NaN are not: they give NaN. */
MATH_FN M_T m_trig_slow_f32(CTX_PARAM F_T x) {
    F_T a = F_ABS(x);
    return M_AND(F_GT(a, F_TRIG_MAX), F_LT(a, F_INF));
}

typedef struct FAngle {
    F_T r, low;
    FW_T n; /* the low bits of n */
} FAngle;

/*
 * pi/2 has three parts. a - n * (the first) is exact: both are multiples of 2^-24 and the result is
 * below 1. What is lost when the product with the second is rounded and when it is subtracted is
 * known exactly too.
 */
MATH_FN FAngle m_angle_f32(CTX_PARAM F_T a) {
    F_T t = F_FMA(a, F_C(0x1.45f306p-1f), F_C(0x1.8p23f));
    F_T n = F_SUB(t, F_C(0x1.8p23f));
    F_T first = F_FMA(n, F_C(-0x1.921fb6p+0f), a);
    F_T second = F_MUL(n, F_C(0x1.777a5cp-25f));
    F_T low = F_FMA(n, F_C(0x1.777a5cp-25f), F_NEG(second));
    F_T r = F_ADD(first, second);
    low = F_ADD(F_FMA(n, F_C(0x1.ee59dap-50f), low), F_SUB(second, F_SUB(r, first)));
    FAngle made = {r, low, F_BITS(t)};
    return made;
}

/*
 * The sine of r + low, or where n is odd the cosine, with the sign of quadrant n:
 *   r + r^3 * P(r^2) + low     1 - r^2/2 + r^4 * Q(r^2) - low * r
 * one form with P's or Q's coefficients. What 1 - r^2/2 lost in rounding is found and added; where n
 * is even that is some number, which nothing takes.
 */
MATH_FN F_T m_quadrant_f32(CTX_PARAM FAngle a) {
    FW_T odd = FW_SUB(FW_C(0), FW_AND(a.n, FW_C(1)));
    F_T z = F_MUL(a.r, a.r), half = F_MUL(a.r, F_C(-0.5f));
    F_T most = F_PICK(odd, F_FMA(half, a.r, F_C(1.0f)), a.r);
    F_T lost = F_FMA(half, a.r, F_SUB(F_C(1.0f), most));
    lost = F_FMA(F_NEG(a.r), a.low, lost);
    F_T p = F_PICK(odd, F_C(0x1.99e10cp-16f), F_C(-0x1.991c4ap-13f));
    p = F_FMA(p, z, F_PICK(odd, F_C(-0x1.6c0c1ep-10f), F_C(0x1.1106c6p-7f)));
    p = F_FMA(p, z, F_PICK(odd, F_C(0x1.55554ap-5f), F_C(-0x1.555544p-3f)));
    F_T tail = F_FMA(p, F_MUL(z, F_PICK(odd, z, a.r)), F_PICK(odd, lost, a.low));
    F_T v = F_ADD(most, tail);
    return F_OF(FW_XOR(F_BITS(v), FW_AND(FW_SHL(a.n, 30), F_SIGN_BIT)));
}

MATH_FN F_T m_sin_main_f32(CTX_PARAM F_T x) {
    F_T v = m_quadrant_f32(CTX m_angle_f32(CTX F_ABS(x)));
    return F_OF(FW_XOR(F_BITS(v), FW_AND(F_BITS(x), F_SIGN_BIT)));
}

/* The sine a quadrant further. */
MATH_FN F_T m_cos_main_f32(CTX_PARAM F_T x) {
    FAngle a = m_angle_f32(CTX F_ABS(x));
    a.n = FW_ADD(a.n, FW_C(1));
    return m_quadrant_f32(CTX a);
}

#ifdef MATH_ONE_VALUE
/* Plain C for one value, |x| above F_TRIG_MAX and finite. */

MATH_TABLE(uint32_t, m_two_over_pi, 8) = {0,          0xa2f9836e, 0x4e441529, 0xfc2757d1,
                                          0xf534ddc0, 0xdb629599, 0x3c439041, 0xfe5163ab};

/*
 * |x| in quarter turns is m * 2^e * 2/pi, m an integer of 24 bits. Bits of 2/pi worth 4 or more after
 * the product with 2^e only add full turns. Of the 96 bits from there on, times m, modulo 2^96, two
 * stand before the point; the 62 after these are kept, the last of which may be wrong.
 */
MATH_PLAIN double m_slow_turn(float x, uint32_t *n) {
    uint32_t w = f_bits(x), m = (w & 0x7fffff) | 0x800000, part[3];
    int from = (int)(w >> 23 & 0xff) - 150 - 2 + 32, shift = from & 31;
    for (int k = 0; k < 3; k++) {
        uint64_t pair =
            (uint64_t)m_two_over_pi[from / 32 + k] << 32 | m_two_over_pi[from / 32 + k + 1];
        part[k] = (uint32_t)(pair << shift >> 32);
    }
    uint64_t turn =
        ((uint64_t)m * part[0] << 32) + (uint64_t)m * part[1] + ((uint64_t)m * part[2] >> 32);
    uint64_t near = turn + ((uint64_t)1 << 61);
    *n = (uint32_t)(near >> 62);
    return (double)(int64_t)(turn - (near & (uint64_t)3 << 62)) * (0x1.921fb54442d18p+0 * 0x1p-62);
}

MATH_PLAIN FAngle m_slow_angle_f32(float x) {
    FAngle a;
    double turn = m_slow_turn(x, &a.n);
    a.r = (float)turn;
    a.low = (float)(turn - (double)a.r);
    return a;
}

MATH_PLAIN float m_sin_slow_f32(float x) {
    float v = m_quadrant_f32(m_slow_angle_f32(x));
    return x < 0 ? -v : v;
}

MATH_PLAIN float m_cos_slow_f32(float x) {
    FAngle a = m_slow_angle_f32(x);
    a.n++;
    return m_quadrant_f32(a);
}

MATH_PLAIN float m_sin_f32(float x) {
    return m_trig_slow_f32(x) ? m_sin_slow_f32(x) : m_sin_main_f32(x);
}

MATH_PLAIN float m_cos_f32(float x) {
    return m_trig_slow_f32(x) ? m_cos_slow_f32(x) : m_cos_main_f32(x);
}
#endif

/* ---- the error function: x + x * P(x^2), and from 0.84 on 1 - e^Q(|x|) */
MATH_FN F_T m_erf_f32(CTX_PARAM F_T x) {
    F_T a = F_ABS(x), z = F_MUL(x, x);
    F_T p = F_C(-0x1.4ec8a6p-11f);
    p = F_FMA(p, z, F_C(0x1.4bd516p-8f));
    p = F_FMA(p, z, F_C(-0x1.b74216p-6f));
    p = F_FMA(p, z, F_C(0x1.ce26p-4f));
    p = F_FMA(p, z, F_C(-0x1.812728p-2f));
    p = F_FMA(p, z, F_C(0x1.06eba8p-3f));
    F_T small = F_FMA(p, a, a);

    a = F_SEL(F_GT(a, F_C(4.0f)), F_C(4.0f), a);
    F_T q = F_C(0x1.ad5862p-13f);
    q = F_FMA(q, a, F_C(-0x1.99f5fp-9f));
    q = F_FMA(q, a, F_C(0x1.719256p-6f));
    q = F_FMA(q, a, F_C(-0x1.ac7206p-4f));
    q = F_FMA(q, a, F_C(-0x1.45db2p-1f));
    q = F_FMA(q, a, F_C(-0x1.20cbap+0f));
    q = F_FMA(q, a, F_C(-0x1.8a0612p-14f));
    F_T t = F_FMA(q, F_C(0x1.715476p+0f), F_ROUNDER_1);
    F_T r = F_FMA(F_SUB(t, F_ROUNDER_1), F_C(-0x1.62e43p-1f), q);
    F_T e = F_C(0x1.13d352p-7f);
    e = F_FMA(e, r, F_C(0x1.576a3cp-5f));
    e = F_FMA(e, r, F_C(0x1.5552cp-3f));
    e = F_FMA(e, r, F_C(0x1.fffd5p-2f));
    e = F_FMA(e, r, F_C(1.0f));
    e = F_FMA(e, r, F_C(1.0f));
    F_T large = F_FMA(e, F_NEG(F_OF(FW_SHL(F_BITS(t), 23))), F_C(1.0f));
    F_T v = F_SEL(F_LT(a, F_C(0.84f)), small, large);
    return m_with_sign_f32(CTX v, x);
}

#endif
