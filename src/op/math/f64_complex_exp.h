/*
 * exp, expm1, sinh, cosh, tanh, sin, cos and tan of complex numbers, and powers. The main functions are right where
 * m_trig_slow_f64 says no to the part that is an angle.
 */
#ifndef FRIT_OP_MATH_F64_COMPLEX_EXP_H
#define FRIT_OP_MATH_F64_COMPLEX_EXP_H

#include "op/math/f64_complex.h"
#include "op/math/f64_trig.h"

/*
 * The functions of which not every argument is done by the main one (math.h), and the part that is an angle, of which
 * m_trig_slow_f64 is asked. Of power, which has two operands, m_power_slow_f64 is asked about the second.
 */
#define MATH_COMPLEX_SLOW_PATHS(X) \
    X(exp, im)                     \
    X(expm1, im)                   \
    X(sinh, im)                    \
    X(cosh, im)                    \
    X(tanh, im)                    \
    X(sin, re)                     \
    X(cos, re)                     \
    X(tan, re)

/* Beyond it e^x is larger than any number even times the least one, and the reverse. */
#define D_EXP_MOST D_C(1460)

/* sin and cos of r + n pi/2, whose second parts may be large. */
MATH_FN D_Waves d_circle(CTX_PARAM D_Turn t) {
    D_Waves w = d_waves(CTX t.r);
    M_T odd = DW_NE(DW_AND(t.n, DW_C(1)), DW_C(0));
    D_Pair s = d_pair_sel(CTX odd, w.cos, w.sin), c = d_pair_sel(CTX odd, w.sin, w.cos);
    M_T s_minus = DW_NE(DW_AND(t.n, DW_C(2)), DW_C(0));
    M_T c_minus = DW_NE(DW_AND(DW_ADD(t.n, DW_C(1)), DW_C(2)), DW_C(0));
    D_Waves turned = {d_pair_sel(CTX s_minus, d_pair_neg(CTX s), s),
                      d_pair_sel(CTX c_minus, d_pair_neg(CTX c), c)};
    return turned;
}

/* 2^n in three factors, n integral, |n| <= 2200: none is too large or too small, and the first has most of it. */
typedef struct D_Power {
    D_T first, second, third;
} D_Power;

MATH_FN D_Power d_power(CTX_PARAM D_T n) {
    D_T n1 = d_clipped(CTX n, D_C(1000)), rest = D_SUB(n, n1), n2 = d_clipped(CTX rest, D_C(1000));
    D_Power p = {d_exp2_int(CTX n1), d_exp2_int(CTX n2), d_exp2_int(CTX D_SUB(rest, n2))};
    return p;
}

/* a b 2^n; a.lo is below the last digit of a.hi. The first factor goes to a, which is of moderate size: b may be tiny, and
 * the product is not. */
MATH_FN D_T d_scaled_product(CTX_PARAM D_Pair a, D_Pair b, D_Power power) {
    D_Pair s = d_pair_scaled(CTX a, power.first), p = d_product(CTX s.hi, b.hi);
    p.lo = D_FMA(s.hi, b.lo, D_FMA(s.lo, b.hi, p.lo));
    D_T y = D_SEL(D_LT(D_ABS(p.hi), D_INF), d_pair_value(CTX p), p.hi);
    return D_MUL(D_MUL(y, power.second), power.third);
}

/* ---- exponentials */

/* e^(a + i b), where b is the angle t; a is below D_EXP_MOST in size and may be a pair. */
MATH_FN D_Complex d_cexp_turn(CTX_PARAM D_Pair a, D_Turn t) {
    D_Scaled e = d_exp_pair(CTX a);
    D_Waves w = d_circle(CTX t);
    D_Power power = d_power(CTX D_SUB(e.shifted, D_ROUNDER));
    D_Pair p = d_sum_ordered(CTX e.p.hi, e.p.lo);
    D_Complex z = {d_scaled_product(CTX p, w.cos, power), d_scaled_product(CTX p, w.sin, power)};
    return z;
}

/* C99 G.6.3.1, of what comes out for other numbers. */
MATH_FN D_Complex d_cexp_special(CTX_PARAM D_T a, D_T b, D_Complex z) {
    M_T no_angle = M_NOT(D_LT(D_ABS(b), D_INF));
    z.re = D_SEL(M_AND(no_angle, D_EQ(a, D_INF)), D_INF, z.re);
    M_T none = M_AND(no_angle, D_EQ(a, D_NEG(D_INF)));
    z.re = D_SEL(none, D_C(0), z.re);
    z.im = D_SEL(none, D_C(0), D_SEL(D_EQ(b, D_C(0)), b, z.im));
    return d_complex(CTX z.re, z.im);
}

MATH_FN D_Complex d_cexp(CTX_PARAM D_T a, D_T b, D_Turn t) {
    D_Pair clipped = d_pair(d_clipped(CTX a, D_EXP_MOST), D_C(0));
    return d_cexp_special(CTX a, b, d_cexp_turn(CTX clipped, t));
}

/* 1 - cos, of the angle whose cosine it is given: near 0 by what the cosine lacks. */
MATH_FN D_Pair d_versine(CTX_PARAM D_Turn t, D_Pair cosine) {
    D_Pair z = d_product(CTX t.r.hi, t.r.hi);
    D_T tail = D_FMA(D_MUL(z.hi, z.hi), d_cos_poly(CTX z.hi), D_MUL(z.lo, D_C(-0.5)));
    tail = D_FMA(D_NEG(t.r.hi), t.r.lo, tail);
    D_Pair near = d_pair(D_MUL(z.hi, D_C(0.5)), D_NEG(tail));
    D_Pair far = d_sum(CTX D_C(1), D_NEG(cosine.hi));
    far.lo = D_SUB(far.lo, cosine.lo);
    M_T is_near = DW_EQ(DW_AND(t.n, DW_C(3)), DW_C(0));
    return d_pair_sel(CTX is_near, near, far);
}

/* (e^a - 1) cos(b) - (1 - cos(b)), which keeps what cancels near 0; where e^a is large the 1 is lost anyway. */
MATH_FN D_Complex d_cexpm1(CTX_PARAM D_T a, D_T b, D_Turn t) {
    D_Complex z = d_cexp(CTX a, b, t);
    M_T far = M_NOT(D_LE(D_ABS(a), D_C(40)));
    D_Scaled e = d_exp_pair(CTX d_pair(D_SEL(far, D_C(0), a), D_C(0)));
    D_T power = d_exp2_int(CTX D_SUB(e.shifted, D_ROUNDER));
    D_Pair less = d_sum(CTX D_MUL(e.p.hi, power), D_C(-1));
    less = d_sum(CTX less.hi, D_FMA(e.p.lo, power, less.lo));
    D_Pair cosine = d_circle(CTX t).cos;
    D_Pair minus = d_pair_neg(CTX d_versine(CTX t, cosine));
    D_Pair near = d_pair_add(CTX d_pair_mul(CTX less, cosine), minus);
    D_T re = D_SEL(far, D_SUB(z.re, D_C(1)), D_ADD(near.hi, near.lo));
    return d_complex(CTX re, z.im);
}

/* ---- hyperbolas and circles */

/* 2 sinh(t) / 2^n (sign -1) or 2 cosh(t) / 2^n (sign 1) of h made from t >= 0: (1 + v) cosh r + (1 - v) sinh r with
 * v = sign 4^-n. */
MATH_FN D_Pair d_hyper_unit(CTX_PARAM D_Hyper h, D_T sign) {
    D_T n = d_clipped(CTX h.n, D_C(60));
    D_T v = D_MUL(d_exp2_int(CTX D_MUL(n, D_C(-2))), sign);
    D_Pair c = d_sum_ordered(CTX D_C(1), v), s = d_sum_ordered(CTX D_C(1), D_NEG(v));
    D_Pair sr = d_product(CTX s.hi, h.r), y = d_sum(CTX c.hi, sr.hi);
    D_T lo = D_FMA(c.hi, h.cosh_tail, D_FMA(s.hi, h.sinh_tail, D_ADD(y.lo, sr.lo)));
    return d_sum_ordered(CTX y.hi, D_ADD(lo, D_FMA(s.lo, h.r, c.lo)));
}

/* sinh(a) cos(b) + i cosh(a) sin(b), where b is the angle t; C99 G.6.2.5. */
MATH_FN D_Complex d_csinh(CTX_PARAM D_T a, D_T b, D_Turn t) {
    D_Hyper h = d_hyper(CTX d_clipped(CTX D_ABS(a), D_EXP_MOST));
    D_Waves w = d_circle(CTX t);
    D_Power power = d_power(CTX D_SUB(h.n, D_C(1)));
    D_T re = d_scaled_product(CTX d_hyper_unit(CTX h, D_C(-1)), w.cos, power);
    D_T im = d_scaled_product(CTX d_hyper_unit(CTX h, D_C(1)), w.sin, power);
    re = D_SEL(d_is_minus(CTX a), D_NEG(re), re);
    M_T end = M_OR(D_EQ(a, D_C(0)), D_EQ(D_ABS(a), D_INF));
    re = D_SEL(M_AND(end, M_NOT(D_LT(D_ABS(b), D_INF))), a, re);
    return d_complex(CTX re, D_SEL(D_EQ(b, D_C(0)), b, im));
}

/* cosh(a) cos(b) + i sinh(a) sin(b); C99 G.6.2.4. */
MATH_FN D_Complex d_ccosh(CTX_PARAM D_T a, D_T b, D_Turn t) {
    D_Hyper h = d_hyper(CTX d_clipped(CTX D_ABS(a), D_EXP_MOST));
    D_Waves w = d_circle(CTX t);
    D_Power power = d_power(CTX D_SUB(h.n, D_C(1)));
    D_T re = d_scaled_product(CTX d_hyper_unit(CTX h, D_C(1)), w.cos, power);
    D_T im = d_scaled_product(CTX d_hyper_unit(CTX h, D_C(-1)), w.sin, power);
    M_T no_angle = M_NOT(D_LT(D_ABS(b), D_INF));
    re = D_SEL(M_AND(no_angle, D_EQ(D_ABS(a), D_INF)), D_INF, re);
    im = D_SEL(d_is_minus(CTX a), D_NEG(im), im);
    im = D_SEL(M_AND(no_angle, D_EQ(a, D_C(0))), a, im);
    return d_complex(CTX re, D_SEL(M_AND(D_EQ(b, D_C(0)), D_ISNAN(a)), b, im));
}

/*
 * (sinh(a) cosh(a) + i sin(b) cos(b)) / (sinh(a)^2 + cos(b)^2), all of it divided by 4^(n - 1). At infinity it is 1 with
 * the sign of a, and 0 with that of b, as the array standard has it.
 */
MATH_FN D_Complex d_ctanh(CTX_PARAM D_T a, D_T b, D_Turn t) {
    D_Hyper h = d_hyper(CTX d_clipped(CTX D_ABS(a), D_C(400)));
    D_Waves w = d_circle(CTX t);
    D_T down = d_exp2_int(CTX D_SUB(D_C(1), h.n));
    D_Pair s = d_hyper_unit(CTX h, D_C(-1)), c = d_hyper_unit(CTX h, D_C(1));
    D_Pair p = d_pair_scaled(CTX d_sum_ordered(CTX w.cos.hi, w.cos.lo), down);
    D_Pair q = d_pair_scaled(CTX d_sum_ordered(CTX w.sin.hi, w.sin.lo), down);
    D_Pair under = d_pair_add(CTX d_pair_mul(CTX s, s), d_pair_mul(CTX p, p));
    D_Pair re = d_pair_div(CTX d_pair_mul(CTX s, c), under);
    D_Pair im = d_pair_div(CTX d_pair_mul(CTX q, p), under);
    D_Complex z = {d_with_sign(CTX D_ADD(re.hi, re.lo), a), d_pair_value(CTX im)};
    M_T inf = D_EQ(D_ABS(a), D_INF);
    z.re = D_SEL(D_EQ(a, D_C(0)), a, D_SEL(inf, d_with_sign(CTX D_C(1), a), z.re));
    z.im = D_SEL(D_EQ(b, D_C(0)), b, D_SEL(inf, d_with_sign(CTX D_C(0), b), z.im));
    return d_complex(CTX z.re, z.im);
}

/* ---- of arguments that the three parts of pi/2 are enough for */

MATH_FN D_Complex m_cexp_main_f64(CTX_PARAM D_T a, D_T b) {
    return d_cexp(CTX a, b, d_turn(CTX b));
}

MATH_FN D_Complex m_cexpm1_main_f64(CTX_PARAM D_T a, D_T b) {
    return d_cexpm1(CTX a, b, d_turn(CTX b));
}

MATH_FN D_Complex m_csinh_main_f64(CTX_PARAM D_T a, D_T b) {
    return d_csinh(CTX a, b, d_turn(CTX b));
}

MATH_FN D_Complex m_ccosh_main_f64(CTX_PARAM D_T a, D_T b) {
    return d_ccosh(CTX a, b, d_turn(CTX b));
}

MATH_FN D_Complex m_ctanh_main_f64(CTX_PARAM D_T a, D_T b) {
    return d_ctanh(CTX a, b, d_turn(CTX b));
}

/* sin(z) = -i sinh(i z), cos(z) = cosh(i z), tan(z) = -i tanh(i z) */
MATH_FN D_Complex m_csin_main_f64(CTX_PARAM D_T a, D_T b) {
    return d_turned_right(CTX d_csinh(CTX D_NEG(b), a, d_turn(CTX a)));
}

MATH_FN D_Complex m_ccos_main_f64(CTX_PARAM D_T a, D_T b) {
    return d_ccosh(CTX D_NEG(b), a, d_turn(CTX a));
}

MATH_FN D_Complex m_ctan_main_f64(CTX_PARAM D_T a, D_T b) {
    return d_turned_right(CTX d_ctanh(CTX D_NEG(b), a, d_turn(CTX a)));
}

/* ---- powers */

/* a b of numbers, of which 0 times anything is 0. */
MATH_FN D_Pair d_times(CTX_PARAM D_T a, D_Pair b) {
    D_Pair p = d_product(CTX a, b.hi);
    p.lo = D_FMA(a, b.lo, p.lo);
    p.lo = D_SEL(D_LT(D_ABS(p.hi), D_INF), p.lo, D_C(0));
    return d_pair_sel(CTX D_EQ(a, D_C(0)), d_pair(D_C(0), D_C(0)), p);
}

/* a + b, which may be infinite. */
MATH_FN D_Pair d_plus(CTX_PARAM D_Pair a, D_Pair b) {
    D_Pair s = d_pair_add(CTX a, b);
    D_T plain = D_ADD(a.hi, b.hi);
    return d_pair_sel(CTX D_LT(D_ABS(plain), D_INF), s, d_pair(plain, D_C(0)));
}

/* y log(x) */
typedef struct D_Exponent {
    D_Pair re, im;
} D_Exponent;

MATH_FN D_Exponent d_exponent(CTX_PARAM D_Complex x, D_Complex y) {
    D_Pair l = d_log_of_size(CTX d_size(CTX x.re, x.im));
    D_T plain = d_clog_special(CTX x.re, x.im, l.hi);
    l = d_pair_sel(CTX D_EQ(plain, l.hi), l, d_pair(plain, D_C(0)));
    D_Pair angle = d_atan2_pair(CTX x.im, x.re);
    D_Exponent w = {d_plus(CTX d_times(CTX y.re, l), d_pair_neg(CTX d_times(CTX y.im, angle))),
                    d_plus(CTX d_times(CTX y.re, angle), d_times(CTX y.im, l))};
    return w;
}

/* e^w for the angle t. Anything to the power 0 is 1; 0 to a power of positive real part is 0. */
MATH_FN D_Complex d_cpower(CTX_PARAM D_Complex x, D_Complex y, D_Exponent w, D_Turn t) {
    D_T clipped = d_clipped(CTX w.re.hi, D_EXP_MOST);
    D_Pair e = d_pair(clipped, D_SEL(D_EQ(clipped, w.re.hi), w.re.lo, D_C(0)));
    t.r = d_sum(CTX t.r.hi, D_ADD(t.r.lo, w.im.lo));
    D_Complex z = d_cexp_special(CTX w.re.hi, w.im.hi, d_cexp_turn(CTX e, t));
    M_T nothing = M_AND(M_AND(D_EQ(x.re, D_C(0)), D_EQ(x.im, D_C(0))), D_GT(y.re, D_C(0)));
    M_T one = M_AND(D_EQ(y.re, D_C(0)), D_EQ(y.im, D_C(0)));
    z.re = D_SEL(one, D_C(1), D_SEL(nothing, D_C(0), z.re));
    z.im = D_SEL(M_OR(one, nothing), D_C(0), z.im);
    return z;
}

MATH_FN D_Complex m_cpower_main_f64(CTX_PARAM D_T xr, D_T xi, D_T yr, D_T yi) {
    D_Complex x = {xr, xi}, y = {yr, yi};
    D_Exponent w = d_exponent(CTX x, y);
    return d_cpower(CTX x, y, w, d_turn(CTX w.im.hi));
}

/* May the angle of a power with the exponent y be beyond D_TRIG_MAX? The size of a logarithm is below 750, of its angle
 * below 4. */
MATH_FN M_T m_power_slow_f64(CTX_PARAM D_T yr, D_T yi) {
    D_T most = D_ADD(D_MUL(D_ABS(yr), D_C(4)), D_MUL(D_ABS(yi), D_C(750)));
    return M_AND(D_GT(most, D_TRIG_MAX), D_LT(most, D_INF));
}

#ifdef MATH_ONE_VALUE
/* ---- plain C: every argument */

MATH_PLAIN D_Turn d_any_turn(double x) {
    if (m_trig_slow_f64(x))
        return d_trig_slow(x);
    return d_turn(x);
}

MATH_PLAIN D_Complex m_cexp_f64(double a, double b) {
    return d_cexp(a, b, d_any_turn(b));
}

MATH_PLAIN D_Complex m_cexpm1_f64(double a, double b) {
    return d_cexpm1(a, b, d_any_turn(b));
}

MATH_PLAIN D_Complex m_csinh_f64(double a, double b) {
    return d_csinh(a, b, d_any_turn(b));
}

MATH_PLAIN D_Complex m_ccosh_f64(double a, double b) {
    return d_ccosh(a, b, d_any_turn(b));
}

MATH_PLAIN D_Complex m_ctanh_f64(double a, double b) {
    return d_ctanh(a, b, d_any_turn(b));
}

MATH_PLAIN D_Complex m_csin_f64(double a, double b) {
    return d_turned_right(d_csinh(-b, a, d_any_turn(a)));
}

MATH_PLAIN D_Complex m_ccos_f64(double a, double b) {
    return d_ccosh(-b, a, d_any_turn(a));
}

MATH_PLAIN D_Complex m_ctan_f64(double a, double b) {
    return d_turned_right(d_ctanh(-b, a, d_any_turn(a)));
}

MATH_PLAIN D_Complex m_cpower_f64(double xr, double xi, double yr, double yi) {
    D_Complex x = {xr, xi}, y = {yr, yi};
    D_Exponent w = d_exponent(x, y);
    return d_cpower(x, y, w, d_any_turn(w.im.hi));
}
#endif

#endif
