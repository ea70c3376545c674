/*
 * Numbers of more digits than f64 has, as unevaluated sums of two, and polynomials' common ground:
 * what the functions of f64.h share. Everything is written in the operations of ops.h. What a
 * selection chooses from is computed before it: inside one a compiler may see a branch. A result
 * that is NaN is an operand or D_NAN, never what arithmetic makes of NaN, whose sign and digits
 * depend on the order of operands and on how a negation is done.
 */
#ifndef FRIT_OP_MATH_F64_BASE_H
#define FRIT_OP_MATH_F64_BASE_H

#include "op/math/ops.h"

/* hi + lo; lo is small beside hi but need not be below its last digit. */
typedef struct D_Pair {
    D_T hi, lo;
} D_Pair;

MATH_FN D_Pair d_pair(D_T hi, D_T lo) {
    D_Pair p = {hi, lo};
    return p;
}

/* a + b without an error. */
MATH_FN D_Pair d_sum(CTX_PARAM D_T a, D_T b) {
    D_T s = D_ADD(a, b), t = D_SUB(s, a);
    return d_pair(s, D_ADD(D_SUB(a, D_SUB(s, t)), D_SUB(b, t)));
}

/* The same where |a| >= |b| or a = 0. */
MATH_FN D_Pair d_sum_ordered(CTX_PARAM D_T a, D_T b) {
    D_T s = D_ADD(a, b);
    return d_pair(s, D_SUB(b, D_SUB(s, a)));
}

/* a * b without an error, unless it underflows. */
MATH_FN D_Pair d_product(CTX_PARAM D_T a, D_T b) {
    D_T p = D_MUL(a, b);
    return d_pair(p, D_FMA(a, b, D_NEG(p)));
}

MATH_FN D_Pair d_pair_mul(CTX_PARAM D_Pair a, D_Pair b) {
    D_Pair p = d_product(CTX a.hi, b.hi);
    D_T lo = D_FMA(a.hi, b.lo, D_FMA(a.lo, b.hi, p.lo));
    return d_sum_ordered(CTX p.hi, lo);
}

MATH_FN D_Pair d_pair_add(CTX_PARAM D_Pair a, D_Pair b) {
    D_Pair s = d_sum(CTX a.hi, b.hi);
    return d_sum_ordered(CTX s.hi, D_ADD(s.lo, D_ADD(a.lo, b.lo)));
}

MATH_FN D_Pair d_pair_neg(CTX_PARAM D_Pair a) {
    return d_pair(D_NEG(a.hi), D_NEG(a.lo));
}

MATH_FN D_Pair d_pair_sel(CTX_PARAM M_T m, D_Pair a, D_Pair b) {
    return d_pair(D_SEL(m, a.hi, b.hi), D_SEL(m, a.lo, b.lo));
}

/* a / b: a first quotient, and what it leaves of a. One division. */
MATH_FN D_Pair d_pair_div(CTX_PARAM D_Pair a, D_Pair b) {
    b = d_sum_ordered(CTX b.hi, b.lo);
    D_T r = D_DIV(D_C(1), b.hi), q = D_MUL(a.hi, r);
    D_T rest = D_ADD(D_FMA(D_NEG(q), b.hi, a.hi), D_FMA(D_NEG(q), b.lo, a.lo));
    return d_pair(q, D_MUL(rest, r));
}

/* The root of a, which is not negative. */
MATH_FN D_Pair d_pair_sqrt(CTX_PARAM D_Pair a) {
    D_T s = D_SQRT(a.hi);
    D_T rest = D_ADD(D_FMA(D_NEG(s), s, a.hi), a.lo);
    return d_pair(s, D_SEL(D_EQ(s, D_C(0)), D_C(0), D_DIV(rest, D_ADD(s, s))));
}

/* |a| with the sign of b. */
MATH_FN D_T d_copysign(CTX_PARAM D_T a, D_T b) {
    DW_T sign = DW_C(0x8000000000000000);
    return D_OF(DW_OR(DW_AND(D_BITS(a), DW_C(0x7fffffffffffffff)), DW_AND(D_BITS(b), sign)));
}

/* 2^n, n integral, -1022 <= n <= 1023. */
MATH_FN D_T d_exp2_int(CTX_PARAM D_T n) {
    return D_OF(DW_SHL(D_BITS(D_ADD(n, D_C(0x1.8p52 + 1023))), 52));
}

#define D_INF D_C(__builtin_inf())
#define D_NAN D_C(__builtin_nan(""))

#endif
