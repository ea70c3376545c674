/* erf and erfc of f64. */
#ifndef FRIT_OP_MATH_F64_ERF_H
#define FRIT_OP_MATH_F64_ERF_H

#include "op/math/f64_exp.h"

/* (erf(x) / x - 1 - 0x1.06eba8214db69p-3) / z of z = x^2 for |x| <= 1; erf(x) / x to 2^-57. */
MATH_FN D_T d_erf_poly(CTX_PARAM D_T z) {
    D_T z2 = D_MUL(z, z);
    D_T p = D_FMA(D_C(0x1.296e609a1cbd9p-34), z, D_C(-0x1.4675d488fef9fp-30));
    p = D_FMA(p, z2, D_FMA(D_C(0x1.fc77ba102e001p-27), z, D_C(-0x1.5f9810fc0cc3fp-23)));
    p = D_FMA(p, z2, D_FMA(D_C(0x1.b9ee92f3c5200p-20), z, D_C(-0x1.f4d3335ad34d6p-17)));
    p = D_FMA(p, z2, D_FMA(D_C(0x1.f9a335368c5f6p-14), z, D_C(-0x1.c02db49afb8cbp-11)));
    p = D_FMA(p, z2, D_FMA(D_C(0x1.565bcd1298e84p-8), z, D_C(-0x1.b82ce312abefep-6)));
    p = D_FMA(p, z2, D_FMA(D_C(0x1.ce2f21a04362dp-4), z, D_C(-0x1.812746b0379fdp-2)));
    return p;
}

/* e^(x^2) erfc(x) (1 + 2 x) of q = (x - 2.5) / (x + 2.5) for x in [1, 6]; erfc(x) to 2^-58 of 1. */
MATH_FN D_T d_erf_far_poly(CTX_PARAM D_T q) {
    D_T q2 = D_MUL(q, q);
    D_T p = D_FMA(D_C(0x1.aad91ca46608bp-17), q, D_C(-0x1.2dbf837863dd3p-21));
    p = D_FMA(p, q2, D_FMA(D_C(-0x1.dff88342c4aa2p-14), q, D_C(-0x1.6fc77ed78c8ecp-14)));
    p = D_FMA(p, q2, D_FMA(D_C(0x1.4b94721c3906ep-11), q, D_C(0x1.01e17bb1b7722p-11)));
    p = D_FMA(p, q2, D_FMA(D_C(-0x1.1f2f5b17f417bp-8), q, D_C(0x1.e8943d76fe2c3p-11)));
    p = D_FMA(p, q2, D_FMA(D_C(0x1.0c6092c431ccfp-5), q, D_C(-0x1.a5c0c8a040e2dp-4)));
    p = D_FMA(p, q2, D_FMA(D_C(0x1.42d37998a0cedp-3), q, D_C(-0x1.959ac16f8ae9ap-4)));
    p = D_FMA(p, q2, D_FMA(D_C(-0x1.f52c5d7e22594p-4), q, D_C(0x1.43cc6f6c9672dp+0)));
    return p;
}

/* The same function of q = (x - 3) / (x + 3), divided by q after its value at 0 is taken off (the
 * pair in m_erfc_f64), for x in [0.49, 28]; to 2^-59. */
MATH_FN D_T d_erfc_poly(CTX_PARAM D_T q) {
    D_T p = D_C(-0x1.20566a98ce8fap-28);
    p = D_FMA(p, q, D_C(-0x1.71ca2cd7ce309p-27));
    p = D_FMA(p, q, D_C(0x1.22a9c7dae0f04p-25));
    p = D_FMA(p, q, D_C(0x1.a98fc51080513p-24));
    p = D_FMA(p, q, D_C(-0x1.1f582a9994096p-23));
    p = D_FMA(p, q, D_C(-0x1.4a316bab26548p-21));
    p = D_FMA(p, q, D_C(0x1.7a4aa56e48b7cp-22));
    p = D_FMA(p, q, D_C(0x1.d1fda694ef01ap-19));
    p = D_FMA(p, q, D_C(-0x1.87da10b35ce68p-21));
    p = D_FMA(p, q, D_C(-0x1.513aff3731262p-16));
    p = D_FMA(p, q, D_C(0x1.4c213df4110ebp-18));
    p = D_FMA(p, q, D_C(0x1.065a3573d66c4p-13));
    p = D_FMA(p, q, D_C(-0x1.b9126c1ccb218p-14));
    p = D_FMA(p, q, D_C(-0x1.98db51074d3c2p-11));
    p = D_FMA(p, q, D_C(0x1.ef1bdd3b916aep-10));
    p = D_FMA(p, q, D_C(0x1.4b884e43f0d70p-9));
    p = D_FMA(p, q, D_C(-0x1.8574c40bc4612p-6));
    p = D_FMA(p, q, D_C(0x1.17ca2877f10dap-4));
    p = D_FMA(p, q, D_C(-0x1.e88b803a49448p-4));
    p = D_FMA(p, q, D_C(0x1.098366a5b46c6p-3));
    p = D_FMA(p, q, D_C(-0x1.85a15c58aa5c7p-5));
    p = D_FMA(p, q, D_C(-0x1.15c084bb9e8f3p-3));
    return p;
}

/* erf(x) / x - 1, |x| <= 1. */
MATH_FN D_T d_erf_near(CTX_PARAM D_T z) {
    return D_FMA(z, d_erf_poly(CTX z), D_C(0x1.06eba8214db69p-3));
}

MATH_FN D_T m_erf_f64(CTX_PARAM D_T x) {
    D_T a = D_ABS(x), near = D_FMA(a, d_erf_near(CTX D_MUL(a, a)), a);
    D_T b = D_SEL(D_GT(a, D_C(6)), D_C(6), a);
    D_T q = D_DIV(D_SUB(b, D_C(2.5)), D_ADD(b, D_C(2.5)));
    D_T tail = D_DIV(d_erf_far_poly(CTX q), D_FMA(b, D_C(2), D_C(1)));
    D_T far = D_FMA(D_NEG(m_exp_f64(CTX D_NEG(D_MUL(b, b)))), tail, D_C(1));
    D_T y = d_copysign(CTX D_SEL(D_LT(a, D_C(1)), near, far), x);
    return D_SEL(D_ISNAN(x), x, y);
}

/* e^(-x^2) as a pair times the polynomial, for |x| from 1/2; erfc(-x) = 2 - erfc(x). */
MATH_FN D_T m_erfc_f64(CTX_PARAM D_T x) {
    D_T a = D_ABS(x), b = D_SEL(D_GT(a, D_C(28)), D_C(28), a);
    D_Pair square = d_product(CTX b, b);
    D_Scaled e = d_exp_pair(CTX d_pair_neg(CTX square));
    D_T q = D_DIV(D_SUB(b, D_C(3)), D_ADD(b, D_C(3)));
    D_Pair f = d_sum_ordered(CTX D_C(0x1.40c522d7e4987p+0), D_MUL(q, d_erfc_poly(CTX q)));
    f.lo = D_ADD(f.lo, D_C(0x1.96dd66419310ap-55));
    D_Pair below = d_sum(CTX D_C(1), D_ADD(b, b));
    D_Pair p = d_pair_div(CTX d_pair_mul(CTX e.p, f), below);
    D_T far = d_scale(CTX D_ADD(p.hi, p.lo), e.shifted, D_GT(square.hi, D_C(600)));
    far = D_SEL(D_LT(x, D_C(0)), D_SUB(D_C(2), far), far);
    D_Pair less = d_sum_ordered(CTX D_C(1), D_NEG(x));
    D_T near = D_ADD(less.hi, D_FMA(D_NEG(x), d_erf_near(CTX square.hi), less.lo));
    return D_SEL(D_ISNAN(x), x, D_SEL(D_LT(a, D_C(0.5)), near, far));
}

#endif
