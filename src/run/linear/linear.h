/*
 * Linear algebra of dense matrices of doubles: LAPACK's where a library is found at run time (the one that carries
 * BLAS), else our own, unblocked. Matrices are column-major without gaps; complex ones are pairs.
 */
#ifndef FRIT_RUN_LINEAR_LINEAR_H
#define FRIT_RUN_LINEAR_LINEAR_H

#include "base/env.h"

typedef struct Linear Linear;

/* at is a block of linear_bytes(m), of env's allocator; NULL where there are no elements. */
typedef struct Matrix {
    int64_t rows, columns;
    bool complex;
    double *at;
} Matrix;

/* Looks for LAPACK, as FRIT_BLAS says. NULL: out of memory; one without LAPACK behind it is none. */
Linear *linear_open(Env *env);
void linear_close(Linear *linear, const frit_allocator *allocator);
/* "own", or the name of the library. */
const char *linear_name(const Linear *linear);

size_t linear_bytes(const Matrix *m);
bool matrix_new(Env *env, int64_t rows, int64_t columns, bool complex, Matrix *out); /* zeros */
bool matrix_copy(Env *env, const Matrix *m, bool complex, Matrix *out);
void matrix_free(Env *env, Matrix *m);
/* The conjugate transpose. */
bool matrix_turned(Env *env, const Matrix *m, Matrix *out);
/* a b, as BLAS or own loops have it; both real or both complex. */
bool linear_product(Env *env, Linear *linear, const Matrix *a, const Matrix *b, Matrix *out);

/*
 * Every function below takes its matrices as they are and makes new ones, which are the caller's. linear may be NULL: own
 * code. Of two operands both are real or both complex. False: out of memory, or no convergence.
 */

/*
 * The x of a x = b by a's form: triangular, Cholesky, LU; of one that is not square (or exactly singular) that of least length among
 * those that come nearest. *rcond: of a square a its reciprocal condition number, 0 where it is exactly singular, and 1 where
 * nobody asked; below 2.2e-16 a warning is due.
 */
bool linear_solve(Env *env, Linear *linear, const Matrix *a, const Matrix *b, Matrix *x,
                  double *rcond);
/* Elements are Inf where a is singular; then *rcond is 0. */
bool linear_inverse(Env *env, Linear *linear, const Matrix *a, Matrix *out, double *rcond);
/* The x of a x = b by LU alone, where a is square. *singular: there is none, and x is not made. */
bool linear_solve_lu(Env *env, Linear *linear, const Matrix *a, const Matrix *b, Matrix *x,
                     bool *singular);
/* a = P' L U in one matrix; swaps[k] is the row (from 0) that row k was swapped with; min(rows, columns) of them. */
bool linear_lu(Env *env, Linear *linear, const Matrix *a, Matrix *lu, int64_t *swaps);
/* The upper triangular r with r' r = a. *order: columns until it was not positive definite, else all; r then has that many. */
bool linear_cholesky(Env *env, Linear *linear, const Matrix *a, Matrix *r, int64_t *order);
/* a = q r. full: q is square. Else it has min(rows, columns) columns. pivots not NULL: a(:, pivots) = q r. */
bool linear_qr(Env *env, Linear *linear, const Matrix *a, bool full, Matrix *q, Matrix *r,
               int64_t *pivots);
/* Of a Hermitian matrix, rising; vectors may be NULL. values has room for each. */
bool linear_eig_hermitian(Env *env, Linear *linear, const Matrix *a, double *values,
                          Matrix *vectors);
/* The same by dividing, of which LAPACK reads one half alone. (Without LAPACK both must be there.) */
bool linear_eig_divided(Env *env, Linear *linear, const Matrix *a, bool upper, double *values,
                        Matrix *vectors);
/* linear_svd by dividing; vt is v turned. */
bool linear_svd_divided(Env *env, Linear *linear, const Matrix *a, bool full, double *s, Matrix *u,
                        Matrix *vt);
/* Of any square matrix: values in pairs (re, im), vectors complex and of length 1; vectors may be NULL. */
bool linear_eig(Env *env, Linear *linear, const Matrix *a, double *values, Matrix *vectors);
/* a = u diag(s) v'; u and v may both be NULL. full: they are square. s falls. */
bool linear_svd(Env *env, Linear *linear, const Matrix *a, bool full, double *s, Matrix *u,
                Matrix *v);
/* a = u t u', u unitary. wide: both are complex, t triangular; else they are what a is, and a real t has blocks of two rows. */
bool linear_schur(Env *env, Linear *linear, const Matrix *a, bool wide, Matrix *u, Matrix *t);
/* a v = b v diag(values): values, in pairs, may be infinite; vectors as LAPACK scales them; vectors may be NULL. */
bool linear_eig_pair(Env *env, Linear *linear, const Matrix *a, const Matrix *b, double *values,
                     Matrix *vectors);
/* a = q h q', h upper Hessenberg. */
bool linear_hessenberg(Env *env, Linear *linear, const Matrix *a, Matrix *q, Matrix *h);
/* The shortest of the nearest solutions; singular values below tolerance times the largest count as zero. rank may be NULL. */
bool linear_least_squares(Env *env, Linear *linear, const Matrix *a, const Matrix *b,
                          double tolerance, Matrix *x, int64_t *rank);
/* Is it its own conjugate transpose? */
bool matrix_is_hermitian(const Matrix *m);
/* The sum of sizes of a column, largest. */
double matrix_norm_1(const Matrix *m);

#endif
