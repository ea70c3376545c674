/* asin, acos, atan, atan2, asinh, acosh and atanh of f64. */
#ifndef FRIT_OP_MATH_F64_INVERSE_H
#define FRIT_OP_MATH_F64_INVERSE_H

#include "op/math/f64_log.h"

#define D_PI_QUARTER d_pair(D_C(0x1.921fb54442d18p-1), D_C(0x1.1a62633145c07p-55))
#define D_PI_HALF    d_pair(D_C(0x1.921fb54442d18p+0), D_C(0x1.1a62633145c07p-54))
#define D_PI         d_pair(D_C(0x1.921fb54442d18p+1), D_C(0x1.1a62633145c07p-53))

/* (atan t - t) / t^3 of z = t^2 for |t| <= sqrt(2) - 1, to 2^-54. */
MATH_FN D_T d_atan_poly(CTX_PARAM D_T z) {
    D_T z2 = D_MUL(z, z);
    D_T p = D_C(-0x1.3ad48f08396fbp-6);
    p = D_FMA(p, z2, D_FMA(D_C(0x1.41ac8570a007fp-5), z, D_C(-0x1.a0b627622cabap-5)));
    p = D_FMA(p, z2, D_FMA(D_C(0x1.dfec71640024bp-5), z, D_C(-0x1.10fadf6044f7dp-4)));
    p = D_FMA(p, z2, D_FMA(D_C(0x1.3b126b966bacap-4), z, D_C(-0x1.745d0b9944b21p-4)));
    p = D_FMA(p, z2, D_FMA(D_C(0x1.c71c7188aee98p-4), z, D_C(-0x1.249249243d6ebp-3)));
    p = D_FMA(p, z2, D_FMA(D_C(0x1.999999999942bp-3), z, D_C(-0x1.5555555555555p-2)));
    return p;
}

/* (asin t - t) / t^3 of z = t^2 for |t| <= 1/2, to 2^-56. */
MATH_FN D_T d_asin_poly(CTX_PARAM D_T z) {
    D_T z2 = D_MUL(z, z);
    D_T p = D_C(0x1.da43fbbae55dep-6);
    p = D_FMA(p, z2, D_FMA(D_C(-0x1.f014dedb045c1p-7), z, D_C(0x1.203bfb1a02213p-6)));
    p = D_FMA(p, z2, D_FMA(D_C(0x1.60d71c80559d9p-8), z, D_C(0x1.52d91610dab99p-7)));
    p = D_FMA(p, z2, D_FMA(D_C(0x1.780dc5036631ep-7), z, D_C(0x1.c9d1b65cd489cp-7)));
    p = D_FMA(p, z2, D_FMA(D_C(0x1.1c4d1ccd06adap-6), z, D_C(0x1.6e8bb2f52f4cdp-6)));
    p = D_FMA(p, z2, D_FMA(D_C(0x1.f1c71c151265fp-6), z, D_C(0x1.6db6db6e433f7p-5)));
    p = D_FMA(p, z2, D_FMA(D_C(0x1.3333333332dd0p-4), z, D_C(0x1.5555555555556p-3)));
    return p;
}

/*
 * The angle in [0, pi/2] whose tangent is y / x; x, y >= 0, not both 0, of a size that neither
 * their sum nor its reciprocal leaves the range of normal numbers. It is found from the nearest of
 * 0, pi/4 and pi/2: atan(y / x) is pi/2 - atan(x / y), and pi/4 + atan((y - x) / (y + x)).
 */
MATH_FN D_Pair d_angle(CTX_PARAM D_T y, D_T x) {
    M_T steep = D_GT(y, x);
    D_T small = D_SEL(steep, x, y), large = D_SEL(steep, y, x);
    M_T middle = D_GT(small, D_MUL(large, D_C(0.4142)));
    D_Pair less = d_sum_ordered(CTX large, D_NEG(small)), more = d_sum_ordered(CTX large, small);
    D_Pair top = d_pair_sel(CTX middle, d_pair_neg(CTX less), d_pair(small, D_C(0)));
    D_Pair t = d_pair_div(CTX top, d_pair_sel(CTX middle, more, d_pair(large, D_C(0))));
    D_T z = D_MUL(t.hi, t.hi), tail = D_FMA(D_MUL(t.hi, z), d_atan_poly(CTX z), t.lo);
    D_T quarters = D_SEL(middle, D_C(1), D_C(0));
    quarters = D_SEL(steep, D_SUB(D_C(2), quarters), quarters);
    D_T hi = D_SEL(steep, D_NEG(t.hi), t.hi), lo = D_SEL(steep, D_NEG(tail), tail);
    D_Pair a = d_sum_ordered(CTX D_MUL(quarters, D_PI_QUARTER.hi), hi);
    return d_pair(a.hi, D_ADD(D_FMA(quarters, D_PI_QUARTER.lo, a.lo), lo));
}

MATH_FN D_T m_atan_f64(CTX_PARAM D_T x) {
    D_T a = D_ABS(x);
    /* beyond 2^60 the result is pi/2 rounded */
    D_Pair p = d_angle(CTX D_SEL(D_GT(a, D_C(0x1p60)), D_C(0x1p60), a), D_C(1));
    D_T y = d_copysign(CTX D_ADD(p.hi, p.lo), x);
    return D_SEL(D_LT(a, D_C(0x1p-28)), x, D_SEL(D_ISNAN(x), x, y));
}

/* The angle of (x, y) as a pair without its sign, and the sides it was found from; C99 F.9.1.4: infinities and zeros count
 * as directions. Of NaN it is any number. */
typedef struct D_Angle {
    D_Pair p;
    D_T a, b;
    M_T behind;
} D_Angle;

MATH_FN D_Angle d_angle_of(CTX_PARAM D_T y, D_T x) {
    D_T a = D_ABS(y), b = D_ABS(x);
    M_T a_inf = D_EQ(a, D_INF), b_inf = D_EQ(b, D_INF), inf = M_OR(a_inf, b_inf);
    M_T zero = M_AND(D_EQ(a, D_C(0)), D_EQ(b, D_C(0)));
    a = D_SEL(inf, D_SEL(a_inf, D_C(1), D_C(0)), a);
    b = D_SEL(inf, D_SEL(b_inf, D_C(1), D_C(0)), D_SEL(zero, D_C(1), b));
    D_T larger = D_SEL(D_GT(a, b), a, b);
    D_T scale = D_SEL(D_GT(larger, D_C(0x1p900)), D_C(0x1p-150), D_C(1));
    scale = D_SEL(D_LT(larger, D_C(0x1p-800)), D_C(0x1p200), scale);
    D_Pair p = d_angle(CTX D_MUL(a, scale), D_MUL(b, scale));
    M_T behind = DW_LT(D_BITS(x), DW_C(0));
    D_Pair back = d_sum_ordered(CTX D_PI.hi, D_NEG(p.hi));
    back.lo = D_ADD(back.lo, D_SUB(D_PI.lo, p.lo));
    D_Angle angle = {d_pair_sel(CTX behind, back, p), a, b, behind};
    return angle;
}

MATH_FN D_T m_atan2_f64(CTX_PARAM D_T y, D_T x) {
    D_Angle of = d_angle_of(CTX y, x);
    D_T angle = D_ADD(of.p.hi, of.p.lo);
    /* a small angle is the quotient, which may be less than normal */
    M_T small = M_AND(D_LT(of.a, D_MUL(of.b, D_C(0x1p-60))), M_NOT(of.behind));
    angle = D_SEL(small, D_DIV(of.a, of.b), angle);
    angle = d_copysign(CTX angle, y);
    angle = D_SEL(D_ISNAN(x), x, angle);
    return D_SEL(D_ISNAN(y), y, angle);
}

/* The same as a pair, but that a very small one is less precise. */
MATH_FN D_Pair d_atan2_pair(CTX_PARAM D_T y, D_T x) {
    D_Pair p = d_angle_of(CTX y, x).p;
    p = d_pair_sel(CTX DW_LT(D_BITS(y), DW_C(0)), d_pair_neg(CTX p), p);
    return d_pair_sel(CTX M_OR(D_ISNAN(x), D_ISNAN(y)), d_pair(D_NAN, D_C(0)), p);
}

/*
 * asin(t) = t + tail: of |x| up to 1/2; above, 2 asin(t) is what is missing from pi/2, with
 * t = sqrt((1 - |x|) / 2). NaN where |x| > 1.
 */
typedef struct D_Arc {
    D_T t, tail;
    M_T far;
} D_Arc;

MATH_FN D_Arc d_arc(CTX_PARAM D_T x) {
    D_T a = D_ABS(x);
    M_T far = D_GT(a, D_C(0.5));
    D_T rest = D_MUL(D_SUB(D_C(1), a), D_C(0.5)), z = D_SEL(far, rest, D_MUL(a, a));
    D_Pair root = d_pair_sqrt(CTX d_pair(rest, D_C(0)));
    D_Pair t = d_pair_sel(CTX far, root, d_pair(a, D_C(0)));
    D_Arc arc = {t.hi, D_FMA(D_MUL(t.hi, z), d_asin_poly(CTX z), t.lo), far};
    return arc;
}

MATH_FN D_T m_asin_f64(CTX_PARAM D_T x) {
    D_Arc arc = d_arc(CTX x);
    D_Pair y = d_sum_ordered(CTX D_PI_HALF.hi, D_MUL(D_C(-2), arc.t));
    y.lo = D_ADD(y.lo, D_FMA(D_C(-2), arc.tail, D_PI_HALF.lo));
    D_T near = D_ADD(arc.t, arc.tail);
    D_T result = d_copysign(CTX D_SEL(arc.far, D_ADD(y.hi, y.lo), near), x);
    result = D_SEL(D_LE(D_ABS(x), D_C(1)), result, D_NAN);
    return D_SEL(D_LT(D_ABS(x), D_C(0x1p-28)), x, result);
}

MATH_FN D_T m_acos_f64(CTX_PARAM D_T x) {
    D_Arc arc = d_arc(CTX x);
    M_T minus = D_LT(x, D_C(0));
    /* far: 2 asin(t), or pi - 2 asin(t); near: pi/2 -+ asin(t) */
    D_T factor = D_SEL(arc.far, D_C(2), D_C(1));
    factor = D_SEL(M_AND(arc.far, minus), D_C(-2), factor);
    factor = D_SEL(M_AND(M_NOT(arc.far), M_NOT(minus)), D_C(-1), factor);
    D_T share = D_SEL(arc.far, D_SEL(minus, D_C(2), D_C(0)), D_C(1));
    D_Pair y = d_sum_ordered(CTX D_MUL(share, D_PI_HALF.hi), D_MUL(factor, arc.t));
    y.lo = D_ADD(y.lo, D_FMA(factor, arc.tail, D_MUL(share, D_PI_HALF.lo)));
    D_T result = D_ADD(y.hi, y.lo);
    return D_SEL(D_LE(D_ABS(x), D_C(1)), result, D_NAN);
}

/* log(1 + v), or log(2 a) where a is so large that the 1 is lost. */
MATH_FN D_T d_log_of_sum(CTX_PARAM D_Pair v, D_T a, M_T large) {
    v = d_pair_sel(CTX large, d_pair(a, D_C(0)), v);
    D_Pair y = d_log1p_pair(CTX v);
    D_T two = D_ADD(y.hi, D_ADD(D_ADD(y.lo, D_LN2_LO), D_LN2_HI));
    return D_SEL(large, two, D_ADD(y.hi, y.lo));
}

/* log(1 + v) with v = a + a^2 / (1 + sqrt(1 + a^2)) */
MATH_FN D_T m_asinh_f64(CTX_PARAM D_T x) {
    D_T a = D_ABS(x);
    M_T large = D_GT(a, D_C(0x1p60));
    D_T b = D_SEL(large, D_C(1), a);
    D_Pair square = d_product(CTX b, b);
    D_Pair root = d_pair_sqrt(CTX d_pair_add(CTX d_pair(D_C(1), D_C(0)), square));
    D_Pair below = d_pair_add(CTX d_pair(D_C(1), D_C(0)), root);
    D_Pair v = d_pair_add(CTX d_pair(b, D_C(0)), d_pair_div(CTX square, below));
    D_T y = d_copysign(CTX d_log_of_sum(CTX v, a, large), x);
    M_T itself = M_OR(D_LT(a, D_C(0x1p-28)), D_EQ(a, D_INF));
    return D_SEL(M_OR(itself, D_ISNAN(x)), x, y);
}

/* log(1 + v) with v = (x - 1) + sqrt((x - 1) (x + 1)) */
MATH_FN D_T m_acosh_f64(CTX_PARAM D_T x) {
    M_T large = D_GT(x, D_C(0x1p60));
    D_T b = D_SEL(large, D_C(2), x);
    D_Pair less = d_sum(CTX b, D_C(-1)), more = d_sum(CTX b, D_C(1));
    D_Pair v = d_pair_add(CTX less, d_pair_sqrt(CTX d_pair_mul(CTX less, more)));
    D_T y = d_log_of_sum(CTX v, x, large);
    y = D_SEL(D_LT(x, D_C(1)), D_NAN, y);
    return D_SEL(M_OR(D_EQ(x, D_INF), D_ISNAN(x)), x, y);
}

/* log(1 + 2 a / (1 - a)) / 2 */
MATH_FN D_T m_atanh_f64(CTX_PARAM D_T x) {
    D_T a = D_ABS(x);
    D_Pair v = d_pair_div(CTX d_pair(D_ADD(a, a), D_C(0)), d_sum(CTX D_C(1), D_NEG(a)));
    D_Pair p = d_log1p_pair(CTX d_sum_ordered(CTX v.hi, v.lo));
    D_T y = D_MUL(D_ADD(p.hi, p.lo), D_C(0.5));
    y = D_SEL(D_EQ(a, D_C(1)), D_INF, y);
    y = D_SEL(D_GT(a, D_C(1)), D_NAN, d_copysign(CTX y, x));
    return D_SEL(M_OR(D_LT(a, D_C(0x1p-28)), D_ISNAN(x)), x, y);
}

#endif
