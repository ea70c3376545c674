/*
 * Complex numbers as pairs of f64, their root and their logarithms. Those of two f32 are widened, and the result is
 * rounded. Special values are C99's (annex G); where the array standard says something else, or more, they are its.
 */
#ifndef FRIT_OP_MATH_F64_COMPLEX_H
#define FRIT_OP_MATH_F64_COMPLEX_H

#include "op/math/f64_inverse.h"

typedef struct D_Complex {
    D_T re, im;
} D_Complex;

/* Of NaNs one, whatever arithmetic made of them. */
MATH_FN D_Complex d_complex(CTX_PARAM D_T re, D_T im) {
    D_Complex z = {D_SEL(D_ISNAN(re), D_NAN, re), D_SEL(D_ISNAN(im), D_NAN, im)};
    return z;
}

/* i z and -i z: the functions of circles are those of hyperbolas turned. */
MATH_FN D_Complex d_turned_left(CTX_PARAM D_Complex z) {
    return d_complex(CTX D_NEG(z.im), z.re);
}

MATH_FN D_Complex d_turned_right(CTX_PARAM D_Complex z) {
    return d_complex(CTX z.im, D_NEG(z.re));
}

/* The sign bit of x. */
MATH_FN M_T d_is_minus(CTX_PARAM D_T x) {
    return DW_LT(D_BITS(x), DW_C(0));
}

/* |a| with the sign of b. That of a NaN is the hardware's choice, and nothing may come of it: it counts as plus. */
MATH_FN D_T d_with_sign(CTX_PARAM D_T a, D_T b) {
    return d_copysign(CTX a, D_SEL(D_ISNAN(b), D_C(0), b));
}

/* x, but between -most and most; NaN stays. */
MATH_FN D_T d_clipped(CTX_PARAM D_T x, D_T most) {
    return D_SEL(D_GT(x, most), most, D_SEL(D_LT(x, D_NEG(most)), D_NEG(most), x));
}

/* Both parts times c, a power of 2. */
MATH_FN D_Pair d_pair_scaled(CTX_PARAM D_Pair a, D_T c) {
    return d_pair(D_MUL(a.hi, c), D_MUL(a.lo, c));
}

/* hi + lo, of which a zero keeps its sign. */
MATH_FN D_T d_pair_value(CTX_PARAM D_Pair a) {
    return D_SEL(D_EQ(a.hi, D_C(0)), a.hi, D_ADD(a.hi, a.lo));
}

/* ---- the root */

/*
 * t = sqrt((|a| + |z|) / 2) is the larger part of the root, |b| / 2 t the other. The squares are scaled, so that neither
 * overflows nor both vanish; the quotient is not: |b| may be far smaller than |a|.
 */
MATH_FN D_Complex m_csqrt_f64(CTX_PARAM D_T a, D_T b) {
    D_T x = D_ABS(a), y = D_ABS(b), larger = D_SEL(D_GT(x, y), x, y);
    M_T high = D_GT(larger, D_C(0x1p500)), low = D_LT(larger, D_C(0x1p-400));
    D_T scale = D_SEL(high, D_C(0x1p-600), D_SEL(low, D_C(0x1p700), D_C(1)));
    D_T back = D_SEL(high, D_C(0x1p300), D_SEL(low, D_C(0x1p-350), D_C(1)));
    D_T p = D_MUL(x, scale), q = D_MUL(y, scale);
    D_Pair size = d_pair_sqrt(CTX d_pair_add(CTX d_product(CTX p, p), d_product(CTX q, q)));
    D_Pair sum = d_pair_add(CTX size, d_pair(p, D_C(0)));
    D_Pair t = d_pair_sqrt(CTX d_pair_scaled(CTX sum, D_C(0.5)));
    D_Pair twice = d_pair_scaled(CTX t, D_ADD(back, back));
    D_Pair other = d_pair_div(CTX d_pair(y, D_C(0)), twice);
    D_T big = D_MUL(D_ADD(t.hi, t.lo), back), small = D_ADD(other.hi, other.lo);
    M_T x_inf = D_EQ(x, D_INF), y_inf = D_EQ(y, D_INF);
    small = D_SEL(M_AND(D_EQ(x, D_C(0)), D_EQ(y, D_C(0))), D_C(0), small);
    small = D_SEL(x_inf, D_SEL(D_LT(y, D_INF), D_C(0), y), small);
    small = D_SEL(y_inf, D_INF, small);
    big = D_SEL(M_OR(x_inf, y_inf), D_INF, big);
    M_T minus = d_is_minus(CTX a);
    D_T im = d_with_sign(CTX D_SEL(minus, big, small), b);
    return d_complex(CTX D_SEL(minus, small, big), im);
}

/* ---- logarithms */

/* first + p + q to about 2^-104 of it, however much cancels; |first| or p.hi is the largest. */
MATH_FN D_Pair d_sum_of_products(CTX_PARAM D_T first, D_Pair p, D_Pair q) {
    D_Pair s = d_sum(CTX first, p.hi), t = d_sum(CTX s.hi, q.hi);
    D_Pair u = d_sum(CTX s.lo, t.lo), v = d_sum(CTX p.lo, q.lo);
    D_Pair w = d_sum(CTX u.hi, v.hi), h = d_sum(CTX t.hi, w.hi);
    return d_sum(CTX h.hi, D_ADD(h.lo, D_ADD(w.lo, D_ADD(u.lo, v.lo))));
}

/* a^2 + b^2 = (1 + x) 4^k. Of a size near 1 k is 0, so that its logarithm is that of 1 + x. */
typedef struct D_Size {
    D_Pair x;
    D_T k;
} D_Size;

MATH_FN D_Size d_size(CTX_PARAM D_T a, D_T b) {
    D_T x = D_ABS(a), y = D_ABS(b);
    M_T steep = D_GT(y, x);
    D_T large = D_SEL(steep, y, x), small = D_SEL(steep, x, y);
    M_T high = D_GT(large, D_C(0x1p900)), low = D_LT(large, D_C(0x1p-900));
    D_T scale = D_SEL(high, D_C(0x1p-100), D_SEL(low, D_C(0x1p100), D_C(1)));
    D_T moved = D_SEL(high, D_C(100), D_SEL(low, D_C(-100), D_C(0)));
    /* large = m 2^k with m in [0.6, 1.2) */
    DW_T w = D_BITS(D_MUL(large, scale)), above = DW_SUB(w, DW_C(0x3fe3333333333333));
    DW_T power = DW_AND(above, DW_C(0xfff0000000000000));
    DW_T digits = DW_SHR(DW_ADD(above, DW_C(0x4000000000000000)), 52);
    D_T k = D_SUB(D_OF(DW_OR(digits, DW_C(0x4330000000000000))), D_C(0x1p52 + 1024));
    D_T m = D_OF(DW_SUB(w, power)), down = D_OF(DW_SUB(DW_C(0x3ff0000000000000), power));
    D_T n = D_MUL(D_MUL(small, scale), down);
    D_Size s = {d_sum_of_products(CTX D_C(-1), d_product(CTX m, m), d_product(CTX n, n)),
                D_ADD(k, moved)};
    return s;
}

/* log(|z|) for the y that comes out where z is neither 0, infinite nor NaN. */
MATH_FN D_T d_clog_special(CTX_PARAM D_T a, D_T b, D_T y) {
    M_T zero = M_AND(D_EQ(a, D_C(0)), D_EQ(b, D_C(0)));
    y = D_SEL(zero, D_NEG(D_INF), D_SEL(M_OR(D_ISNAN(a), D_ISNAN(b)), D_NAN, y));
    return D_SEL(M_OR(D_EQ(D_ABS(a), D_INF), D_EQ(D_ABS(b), D_INF)), D_INF, y);
}

/* log(2^k sqrt(1 + x)) */
MATH_FN D_Pair d_log_of_size(CTX_PARAM D_Size s) {
    D_Pair y = d_pair_scaled(CTX d_log1p_pair(CTX s.x), D_C(0.5));
    D_Pair sum = d_sum_ordered(CTX D_MUL(s.k, D_LN2_HI), y.hi);
    return d_pair(sum.hi, D_ADD(D_FMA(s.k, D_LN2_LO, sum.lo), y.lo));
}

MATH_FN D_Complex m_clog_f64(CTX_PARAM D_T a, D_T b) {
    D_Pair y = d_log_of_size(CTX d_size(CTX a, b));
    D_T re = d_clog_special(CTX a, b, D_ADD(y.hi, y.lo));
    return d_complex(CTX re, m_atan2_f64(CTX b, a));
}

/* To the base whose logarithm is 1 / factor; step: of 2 to that base. */
MATH_FN D_Complex d_clog_base(CTX_PARAM D_T a, D_T b, D_Pair step, D_Pair factor) {
    D_Size s = d_size(CTX a, b);
    D_Pair y = d_pair_scaled(CTX d_log1p_pair(CTX s.x), D_C(0.5));
    D_T re = d_clog_special(CTX a, b, d_log_base(CTX s.k, y, step, factor));
    D_T angle = m_atan2_f64(CTX b, a);
    D_T im = D_FMA(angle, factor.lo, D_MUL(angle, factor.hi));
    return d_complex(CTX re, D_SEL(D_EQ(angle, D_C(0)), angle, im));
}

MATH_FN D_Complex m_clog2_f64(CTX_PARAM D_T a, D_T b) {
    D_Pair factor = d_pair(D_LOG2_E, D_C(0x1.777d0ffda0d24p-56));
    return d_clog_base(CTX a, b, d_pair(D_C(1), D_C(0)), factor);
}

MATH_FN D_Complex m_clog10_f64(CTX_PARAM D_T a, D_T b) {
    D_Pair step = d_pair(D_C(0x1.34413509f8000p-2), D_C(-0x1.80433b83b532ap-44));
    D_Pair factor = d_pair(D_C(0x1.bcb7b1526e50ep-2), D_C(0x1.95355baaafad3p-57));
    return d_clog_base(CTX a, b, step, factor);
}

/* log(1 + z): |1 + z|^2 is 1 + 2 a + a^2 + b^2, and where that cancels 1 + a is exact. */
MATH_FN D_Complex m_clog1p_f64(CTX_PARAM D_T a, D_T b) {
    D_T u = D_ADD(D_C(1), a), x = D_ABS(a), y = D_ABS(b), larger = D_SEL(D_GT(x, y), x, y);
    M_T near = M_AND(D_GT(a, D_C(-0.5)), D_LT(larger, D_C(0x1p60)));
    D_Size s = d_size(CTX u, b);
    D_T p = D_SEL(near, a, D_C(0)), q = D_SEL(near, b, D_C(0));
    D_Pair sum = d_sum_of_products(CTX D_ADD(p, p), d_product(CTX p, p), d_product(CTX q, q));
    s.x = d_pair_sel(CTX near, sum, s.x);
    s.k = D_SEL(near, D_C(0), s.k);
    D_Pair l = d_log_of_size(CTX s);
    D_T re = d_clog_special(CTX u, b, D_ADD(l.hi, l.lo));
    return d_complex(CTX re, m_atan2_f64(CTX b, u));
}

#endif
