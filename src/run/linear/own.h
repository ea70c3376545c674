/*
 * Own code behind LAPACK: steps on columns of numbers, real or pairs. own_steps.h is written once and compiled for both
 * (own_real.c, own_complex.c); a matrix is column-major, its columns lie `ld` numbers apart.
 */
#ifndef FRIT_RUN_LINEAR_OWN_H
#define FRIT_RUN_LINEAR_OWN_H

#include <complex.h>
#undef complex /* it is the name of a field of matrices */

#include "run/linear/linear.h"

typedef double _Complex Pair;

static inline Pair pair_of(double re, double im) {
    union {
        double parts[2];
        Pair pair;
    } both = {{re, im}};
    return both.pair;
}

/* How a factored matrix is used to solve. */
typedef enum OwnForm { OWN_UPPER, OWN_LOWER, OWN_LU, OWN_CHOLESKY } OwnForm;

typedef struct OwnFactor {
    OwnForm form;
    int64_t n;
    const void *at;       /* n by n */
    const int64_t *swaps; /* of LU */
} OwnFactor;

#define OWN_DECLARE(T, NAME)                                                                             \
    /* c += sign a b; m by k times k by n. */                                                            \
    void NAME##_product(int64_t m, int64_t n, int64_t k, double sign, const T *a, int64_t lda,           \
                        const T *b, int64_t ldb, T *c, int64_t ldc);                                     \
    void NAME##_lu(int64_t m, int64_t n, T *a, int64_t ld, int64_t *swaps);                              \
    /* Upper; what is below the diagonal becomes zero. How many columns were positive definite. */       \
    int64_t NAME##_cholesky(int64_t n, T *a);                                                            \
    /* b becomes the solution of a x = b, or of its conjugate transpose. */                              \
    void NAME##_back(const OwnFactor *f, bool turned, int64_t count, T *b);                              \
    /* An estimate of the 1-norm of the inverse; room: 2 n numbers. */                                   \
    double NAME##_inverse_norm(const OwnFactor *f, T *room);                                             \
    /* The reflection 1 - tau v v' that makes (*alpha, x) a real multiple of the first unit        \
     * vector; v is (1, x) then. */     \
    T NAME##_reflection(int64_t n, T *alpha, T *x);                                                      \
    /* a = (1 - tau v v') a, a of m by n; v[0] counts as 1. */                                           \
    void NAME##_reflect(int64_t m, int64_t n, const T *v, T tau, T *a, int64_t ld);                      \
    /* a = a (1 - tau v v'). room: m numbers. */                                                         \
    void NAME##_reflect_right(int64_t m, int64_t n, const T *v, T tau, T *a, int64_t ld, T *room);       \
    /* Reflections below the diagonal, r above; tau has min(m, n). pivots may be NULL. */                \
    void NAME##_qr(int64_t m, int64_t n, T *a, T *tau, int64_t *pivots);                                 \
    /* q (m by `columns`) from k reflections in a. */                                                    \
    void NAME##_form_q(int64_t m, int64_t columns, int64_t k, const T *a, int64_t ld,                    \
                       const T *tau, T *q);                                                              \
    double NAME##_length(int64_t n, const T *x);                                                         \
    /* Turns columns of a (m by n, m >= n) until they are orthogonal, v (n by n, 1 at first)       \
     * with them. False: they did not become so. */     \
    bool NAME##_jacobi(int64_t m, int64_t n, T *a, T *v);                                                \
    /* Of a Hermitian a, which is lost: d the diagonal of q' a q, e beside it; q may be NULL.          \
     * tau and room: n numbers. */ \
    void NAME##_tridiagonal(int64_t n, T *a, double *d, double *e, T *q, T *tau, T *room);               \
    /* Rotates columns j and j + 1 of q. */                                                              \
    void NAME##_rotate(int64_t n, T *q, int64_t j, double c, double s);                                  \
    /* a becomes upper Hessenberg, q' a q; q is made unless NULL. tau: n, room: n numbers. */            \
    void NAME##_hessenberg(int64_t n, T *a, T *q, T *tau, T *room);

OWN_DECLARE(double, own_real)
OWN_DECLARE(Pair, own_complex)

/* Of a tridiagonal matrix by implicit QL; d become its values, rising, columns of q (of n rows, may be NULL) turned along. */
bool own_tridiagonal_values(int64_t n, double *d, double *e, bool complex, void *q);

/* Upper Hessenberg h to its (quasi-)triangular form, columns of q (may be NULL) turned along. room: n
 * numbers. False: no convergence. */
bool own_schur_real(int64_t n, double *h, double *q, double *room);
bool own_schur_complex(int64_t n, Pair *h, Pair *q);

#endif
