/*
 * The inverse functions of complex numbers. Those of circles and hyperbolas stand on one: for x, y >= 0 the two distances
 * r = |z + 1| and s = |z - 1| and half their sum A, of which asin(x + i y) has the angle asin(x / A) and the size acosh(A)
 * (Hull, Fairgrieve and Tang, 1997). What cancels in A - 1 and A - x is taken from r - (x + 1) = y^2 / (r + x + 1) and
 * s - |x - 1| = y^2 / (s + |x - 1|).
 */
#ifndef FRIT_OP_MATH_F64_COMPLEX_ARC_H
#define FRIT_OP_MATH_F64_COMPLEX_ARC_H

#include "op/math/f64_complex.h"

/* The functions that do every argument; the others are MATH_COMPLEX_SLOW_PATHS. */
#define MATH_COMPLEX_PLAIN(X) \
    X(sqrt)                   \
    X(log)                    \
    X(log1p)                  \
    X(log2)                   \
    X(log10)                  \
    X(asin)                   \
    X(acos)                   \
    X(atan)                   \
    X(asinh)                  \
    X(acosh)                  \
    X(atanh)

/* Numbers above 2^60 are divided by 2^D_ARC_DOWN, and 1 beside them is nothing. */
#define D_ARC_DOWN 540

/* sqrt(a^2 + y^2) of y^2; where a is 0, y. */
MATH_FN D_Pair d_arc_distance(CTX_PARAM D_Pair a, D_T y, D_Pair square) {
    D_Pair d = d_pair_sqrt(CTX d_pair_add(CTX d_pair_mul(CTX a, a), square));
    return d_pair_sel(CTX D_EQ(a.hi, D_C(0)), d_pair(y, D_C(0)), d);
}

/* acosh(A) as a pair, and the sides of the right-angled triangle whose angles are asin(x / A) and acos(x / A). */
typedef struct D_Arcs {
    D_Pair size;
    D_T opposite, adjacent;
    D_T quotient; /* acos(x / A) where is_small */
    M_T is_small;
} D_Arcs;

/* A - 1 and A - x, doubled: y (y / (r + x + 1) + y / (s + |x - 1|)), and what is missing to the left or right of 1. */
typedef struct D_Excess {
    D_Pair one, x;
} D_Excess;

MATH_FN D_Excess d_arc_excess(CTX_PARAM D_T y, D_Pair more, D_Pair dist, M_T below) {
    D_Pair square = d_product(CTX y, y), side = d_pair(y, D_C(0));
    D_Pair r = d_pair_add(CTX d_arc_distance(CTX more, y, square), more);
    D_Pair s = d_pair_add(CTX d_arc_distance(CTX dist, y, square), dist);
    D_Pair p = d_pair_div(CTX side, r), q = d_pair_div(CTX side, s);
    M_T flat = D_EQ(y, D_C(0)), at_one = D_EQ(dist.hi, D_C(0));
    q = d_pair_sel(CTX at_one, d_pair(D_C(1), D_C(0)), q);
    D_Pair sum = d_pair_add(CTX p, q), h = d_product(CTX sum.hi, y);
    h.lo = D_FMA(sum.lo, y, h.lo);
    h = d_pair_sel(CTX flat, side, h);
    D_Pair none = d_pair(D_C(0), D_C(0)), twice = d_pair_scaled(CTX dist, D_C(2));
    D_Excess e = {d_pair_add(CTX h, d_pair_sel(CTX below, none, twice)),
                  d_pair_add(CTX h, d_pair_sel(CTX below, twice, none))};
    return e;
}

/* sqrt((A - c) (A + c)) of 2 (A - c) */
MATH_FN D_Pair d_arc_root(CTX_PARAM D_Pair excess, D_T c) {
    D_Pair mean = d_pair_add(CTX d_pair(c, D_C(0)), d_pair_scaled(CTX excess, D_C(0.25)));
    return d_pair_sqrt(CTX d_pair_mul(CTX excess, mean));
}

/*
 * x and y of any size, not infinite. Where y is tiny beside what it stands with (x - 1 above all), its square is nothing or
 * less than normal: then the height of the triangle over x is y x / sqrt(|x^2 - 1|).
 */
MATH_FN D_Arcs d_arcs(CTX_PARAM D_T x, D_T y) {
    D_T larger = D_SEL(D_GT(x, y), x, y);
    M_T large = D_GT(larger, D_C(0x1p60));
    D_T scale = D_SEL(large, D_C(0x1p-540), D_C(1)), back = D_SEL(large, D_C(0x1p540), D_C(1));
    D_T one = D_SEL(large, D_C(0), D_C(1)), p = D_MUL(x, scale), q = D_MUL(y, scale);
    M_T below = D_LT(p, one);
    D_Pair more = d_sum(CTX p, one), less = d_sum(CTX p, D_NEG(one));
    D_Pair dist = d_pair_sel(CTX below, d_pair_neg(CTX less), less);
    M_T tiny = D_LT(q, D_SEL(large, D_MUL(p, D_C(0x1p-30)), D_C(0x1p-400)));
    tiny = M_AND(tiny, D_NE(dist.hi, D_C(0)));

    D_Excess e = d_arc_excess(CTX q, more, dist, below);
    D_Pair root = d_arc_root(CTX e.one, one), height = d_arc_root(CTX e.x, p);
    D_Pair flat = d_pair_sqrt(CTX d_pair_mul(CTX dist, more)); /* sqrt(|x^2 - 1|) */
    D_T quotient = D_DIV(y, D_MUL(flat.hi, back));
    M_T before = M_AND(tiny, below), beyond = M_AND(tiny, M_NOT(below));
    root = d_pair_sel(CTX tiny, d_pair_sel(CTX below, d_pair(quotient, D_C(0)), flat), root);
    D_Pair v = d_pair_add(CTX d_pair_scaled(CTX e.one, D_C(0.5)), root);
    v = d_pair_sel(CTX before, root, v);
    /* log(1 + v), or of what is so large that the 1 is lost */
    D_Pair u = d_pair_sel(CTX large, v, d_sum(CTX D_C(1), v.hi));
    D_T offset = D_SEL(large, D_C(0x1p52 + 1024 - D_ARC_DOWN), D_C(0x1p52 + 1024));
    D_Pair size = d_log_pair(CTX u, D_SEL(large, D_C(0), v.lo), offset);
    D_T adjacent = D_SEL(beyond, D_MUL(p, quotient), D_ADD(height.hi, height.lo));
    D_Arcs arcs = {size, p, adjacent, quotient, beyond};
    return arcs;
}

/* Of asin and asinh: the part that is a size, then the angle, both of x, y >= 0; C99 G.6.2.2. */
typedef struct D_ArcParts {
    D_T size, angle;
} D_ArcParts;

MATH_FN D_T d_arc_size(CTX_PARAM D_T x, D_T y, D_T size) {
    M_T inf = M_OR(D_EQ(x, D_INF), D_EQ(y, D_INF));
    return D_SEL(inf, D_INF, D_SEL(M_OR(D_ISNAN(x), D_ISNAN(y)), D_NAN, size));
}

/* An infinity among the sides is a direction: 1 for it, and 0 for what is finite. */
MATH_FN D_T d_arc_side(CTX_PARAM D_T x, D_T y, D_T side) {
    M_T inf = M_OR(D_EQ(x, D_INF), D_EQ(y, D_INF));
    return D_SEL(inf, D_SEL(D_EQ(x, D_INF), D_C(1), D_C(0)), side);
}

MATH_FN D_ArcParts d_arc_sine(CTX_PARAM D_T x, D_T y) {
    D_Arcs arcs = d_arcs(CTX x, y);
    D_T far = d_arc_side(CTX x, y, arcs.opposite), near = d_arc_side(CTX y, x, arcs.adjacent);
    D_Pair a = d_angle(CTX far, near);
    D_T angle = D_SEL(M_OR(D_ISNAN(x), D_ISNAN(y)), D_NAN, D_ADD(a.hi, a.lo));
    M_T steep = M_AND(D_LT(x, D_MUL(y, D_C(0x1p-60))), D_GT(y, D_C(0x1p60)));
    angle = D_SEL(steep, D_DIV(x, y), angle);
    angle = D_SEL(D_EQ(x, D_C(0)), x, angle);
    D_ArcParts parts = {d_arc_size(CTX x, y, D_ADD(arcs.size.hi, arcs.size.lo)), angle};
    return parts;
}

MATH_FN D_Complex m_casin_f64(CTX_PARAM D_T a, D_T b) {
    D_ArcParts p = d_arc_sine(CTX D_ABS(a), D_ABS(b));
    return d_complex(CTX d_with_sign(CTX p.angle, a), d_with_sign(CTX p.size, b));
}

MATH_FN D_Complex m_casinh_f64(CTX_PARAM D_T a, D_T b) {
    D_ArcParts p = d_arc_sine(CTX D_ABS(b), D_ABS(a));
    return d_complex(CTX d_with_sign(CTX p.size, a), d_with_sign(CTX p.angle, b));
}

/* The angle of a in [0, pi], and the size. C99 G.6.1.1 */
MATH_FN D_ArcParts d_arc_cosine(CTX_PARAM D_T a, D_T b) {
    D_T x = D_ABS(a), y = D_ABS(b);
    D_Arcs arcs = d_arcs(CTX x, y);
    D_T near = d_arc_side(CTX x, y, arcs.opposite), far = d_arc_side(CTX y, x, arcs.adjacent);
    D_Pair p = d_angle(CTX far, near), rest = d_sum_ordered(CTX D_PI.hi, D_NEG(p.hi));
    rest.lo = D_ADD(rest.lo, D_SUB(D_PI.lo, p.lo));
    M_T finite = M_AND(D_LT(x, D_INF), D_LT(y, D_INF));
    p.hi = D_SEL(M_AND(arcs.is_small, finite), arcs.quotient, p.hi);
    p.lo = D_SEL(M_AND(arcs.is_small, finite), D_C(0), p.lo);
    p = d_pair_sel(CTX d_is_minus(CTX a), rest, p);
    D_T angle = D_SEL(M_OR(D_ISNAN(x), D_ISNAN(y)), D_NAN, D_ADD(p.hi, p.lo));
    angle = D_SEL(D_EQ(x, D_C(0)), D_PI_HALF.hi, angle);
    D_ArcParts parts = {d_arc_size(CTX x, y, D_ADD(arcs.size.hi, arcs.size.lo)), angle};
    return parts;
}

MATH_FN D_Complex m_cacos_f64(CTX_PARAM D_T a, D_T b) {
    D_ArcParts p = d_arc_cosine(CTX a, b);
    return d_complex(CTX p.angle, d_with_sign(CTX p.size, D_NEG(b)));
}

MATH_FN D_Complex m_cacosh_f64(CTX_PARAM D_T a, D_T b) {
    D_ArcParts p = d_arc_cosine(CTX a, b);
    return d_complex(CTX p.size, d_with_sign(CTX p.angle, b));
}

/* ---- atanh */

/* log(1 + 4 x / ((1 - x)^2 + y^2)) / 4; where y^2 is too small and x = 1, log(2 / y) / 2. */
MATH_FN D_T d_atanh_size(CTX_PARAM D_T x, D_T y, D_Pair less) {
    D_Pair square = d_product(CTX y, y);
    D_Pair under = d_pair_add(CTX d_pair_mul(CTX less, less), square);
    M_T pole = M_AND(D_EQ(x, D_C(1)), D_LT(y, D_C(0x1p-400)));
    D_Pair v = d_pair_div(CTX d_pair(D_MUL(x, D_C(4)), D_C(0)), under);
    D_Pair u = d_sum(CTX D_C(1), v.hi);
    D_T high = D_DIV(D_C(2), D_MUL(y, D_C(0x1p200)));
    u = d_pair_sel(CTX pole, d_pair(high, D_C(0)), u);
    D_T offset = D_SEL(pole, D_C(0x1p52 + 1024 - 200), D_C(0x1p52 + 1024));
    D_Pair size = d_log_pair(CTX u, D_SEL(pole, D_C(0), v.lo), offset);
    D_T re = D_MUL(D_ADD(size.hi, size.lo), D_SEL(pole, D_C(0.5), D_C(0.25)));
    return D_SEL(M_AND(pole, D_EQ(y, D_C(0))), D_INF, re);
}

/* The angle is that of (1 - x^2 - y^2, 2 y), halved. Beyond 2^60 it is pi/2 rounded, and the size x / |z|^2; C99 G.6.2.3. */
MATH_FN D_Complex m_catanh_f64(CTX_PARAM D_T a, D_T b) {
    D_T x = D_ABS(a), y = D_ABS(b), larger = D_SEL(D_GT(x, y), x, y);
    DW_T large = DW_MASK(D_GT(larger, D_C(0x1p60))); /* several choices by one condition */
    D_T p = D_MUL(x, D_C(0x1p-540)), q = D_MUL(y, D_C(0x1p-540)), down = D_C(0x1p-540);
    D_Pair squares = d_pair_add(CTX d_product(CTX p, p), d_product(CTX q, q));
    DW_T below_one = DW_MASK(D_LT(x, D_C(1)));
    D_T small = D_DIV(D_PICK(below_one, x, p), squares.hi);
    small = D_MUL(D_MUL(small, D_PICK(below_one, down, D_C(1))), down);
    D_T s = D_PICK(large, D_C(2), x), t = D_PICK(large, D_C(2), y);
    D_Pair less = d_sum(CTX D_C(1), D_NEG(s)), more = d_sum(CTX D_C(1), s);
    D_T re = D_PICK(large, small, d_atanh_size(CTX s, t, less));
    D_Pair square = d_product(CTX t, t);
    D_Pair c = d_pair_add(CTX d_pair_mul(CTX less, more), d_pair_neg(CTX square));
    D_T im = D_MUL(m_atan2_f64(CTX D_ADD(t, t), D_ADD(c.hi, c.lo)), D_C(0.5));
    im = D_PICK(large, D_PI_HALF.hi, im);
    DW_T inf = DW_MASK(M_OR(D_EQ(x, D_INF), D_EQ(y, D_INF)));
    DW_T nan = DW_MASK(M_OR(D_ISNAN(x), D_ISNAN(y)));
    re = D_PICK(inf, D_C(0), D_PICK(nan, D_NAN, re));
    re = D_SEL(D_EQ(x, D_C(0)), D_C(0), re);
    im = D_SEL(D_ISNAN(y), D_NAN, D_PICK(inf, D_PI_HALF.hi, D_PICK(nan, D_NAN, im)));
    return d_complex(CTX d_with_sign(CTX re, a), d_with_sign(CTX im, b));
}

/* atan(z) = -i atanh(i z) */
MATH_FN D_Complex m_catan_f64(CTX_PARAM D_T a, D_T b) {
    return d_turned_right(CTX m_catanh_f64(CTX D_NEG(b), a));
}

#endif
