/* Eigenvalues of two matrices: a v = b v value. */
#include <math.h>
#include <string.h>

#include "run/linear/lapack.h"
#include "run/linear/own.h"

/* Of real matrices the values' parts stand apart; those of complex ones are pairs. */
typedef struct Ggev {
    Matrix a, b, vectors; /* vectors without elements: none */
    LapackWork values, beta;
} Ggev;

static bool no_convergence(Env *env) {
    return env_fail(env, FRIT_ERR_ARGUMENT, FRIT_STAGE_RUN, "eig: failed to converge");
}

static bool lapack_ggev(Env *env, Linear *linear, Ggev *g) {
    typedef void Dggev(const char *, const char *, const Int *, double *, const Int *, double *,
                       const Int *, double *, double *, double *, double *, const Int *, double *,
                       const Int *, double *, const Int *, Int *, size_t, size_t);
    typedef void Zggev(const char *, const char *, const Int *, double *, const Int *, double *,
                       const Int *, double *, double *, double *, const Int *, double *,
                       const Int *, double *, const Int *, double *, Int *, size_t, size_t);
    LapackWork w = {env};
    Int n = g->a.rows, info = 0;
    bool complex = g->a.complex;
    double left[2], *right = g->vectors.at ? g->vectors.at : left, *v = g->values.real;
    const char *job = g->vectors.at ? "V" : "N";
    LapackCode *code = lapack_code(linear, LAPACK_GGEV, complex);
    bool ok = lapack_work(&w, complex, 1) && lapack_work_real(&w, 8 * n);
    for (int turn = 0; turn < 2 && ok; turn++) {
        Int lwork = turn ? w.lwork : -1;
        if (complex)
            ((Zggev *)code)("N", job, &n, g->a.at, &n, g->b.at, &n, v, g->beta.real, left, &n,
                            right, &n, w.work, &lwork, w.real, &info, 1, 1);
        else
            ((Dggev *)code)("N", job, &n, g->a.at, &n, g->b.at, &n, v, v + n, g->beta.real, left,
                            &n, right, &n, w.work, &lwork, &info, 1, 1);
        ok = turn || lapack_work(&w, complex, (int64_t)w.work[0]);
    }
    lapack_work_free(&w);
    return ok && lapack_info(info) > 0 ? no_convergence(env) : ok;
}

static void divide_values(const Ggev *g, double *values) {
    int64_t n = g->a.rows;
    const double *v = g->values.real, *beta = g->beta.real;
    for (int64_t k = 0; k < n; k++) {
        Pair over, under;
        if (g->a.complex) {
            over = pair_of(v[2 * k], v[2 * k + 1]);
            under = pair_of(beta[2 * k], beta[2 * k + 1]);
        } else {
            over = pair_of(v[k], v[n + k]);
            under = beta[k];
        }
        if (under == 0)
            over = pair_of(creal(over) / 0.0, 0);
        else if (cimag(under) == 0)
            over = pair_of(creal(over) / creal(under), cimag(over) / creal(under));
        else
            over /= under;
        values[2 * k] = creal(over);
        values[2 * k + 1] = cimag(over);
    }
}

static bool pair_lapack(Env *env, Linear *linear, const Matrix *a, const Matrix *b, double *values,
                        Matrix *vectors) {
    int64_t n = a->rows;
    Ggev g = {.values = {env}, .beta = {env}};
    bool ok = matrix_copy(env, a, false, &g.a) && matrix_copy(env, b, false, &g.b) &&
              (!vectors || matrix_new(env, n, n, a->complex, &g.vectors)) &&
              lapack_work_real(&g.values, 2 * n) && lapack_work_real(&g.beta, 2 * n) &&
              lapack_ggev(env, linear, &g);
    if (ok)
        divide_values(&g, values);
    if (ok && vectors && a->complex) {
        *vectors = g.vectors;
        g.vectors = (Matrix){0};
    } else if (ok && vectors) {
        ok = lapack_widen_vectors(env, g.values.real + n, &g.vectors, vectors);
    }
    matrix_free(env, &g.a);
    matrix_free(env, &g.b);
    matrix_free(env, &g.vectors);
    lapack_work_free(&g.values);
    lapack_work_free(&g.beta);
    return ok;
}

/* The largest element of each vector becomes 1. */
static void scale_to_one(Matrix *v) {
    for (int64_t j = 0; j < v->columns; j++) {
        Pair *x = (Pair *)v->at + (j * v->rows), largest = 1;
        double most = 0;
        for (int64_t i = 0; i < v->rows; i++) {
            double size = fabs(creal(x[i])) + fabs(cimag(x[i]));
            if (size > most * (1 + 1e-12)) {
                most = size;
                largest = x[i];
            }
        }
        for (int64_t i = 0; i < v->rows && most > 0; i++)
            x[i] /= largest;
    }
}

/* Of b^-1 a; where b is singular of a^-1 b, whose values are the inverse ones. */
static bool pair_own(Env *env, const Matrix *a, const Matrix *b, double *values, Matrix *vectors) {
    Matrix x = {0};
    double rcond;
    TRY(linear_solve(env, NULL, b, a, &x, &rcond));
    bool turned = rcond < 1e-15;
    bool ok = true;
    if (turned) {
        matrix_free(env, &x);
        ok = linear_solve(env, NULL, a, b, &x, &rcond);
    }
    ok = ok && linear_eig(env, NULL, &x, values, vectors);
    for (int64_t k = 0; k < a->rows && ok && turned; k++) {
        Pair value = pair_of(values[2 * k], values[2 * k + 1]);
        value = cabs(value) < 1e-15 ? pair_of(INFINITY, 0) : 1 / value;
        values[2 * k] = creal(value);
        values[2 * k + 1] = cimag(value);
    }
    if (ok && vectors)
        scale_to_one(vectors);
    matrix_free(env, &x);
    return ok;
}

bool linear_eig_pair(Env *env, Linear *linear, const Matrix *a, const Matrix *b, double *values,
                     Matrix *vectors) {
    if (vectors)
        *vectors = (Matrix){0};
    return lapack_is_there(linear, a->rows, a->rows)
               ? pair_lapack(env, linear, a, b, values, vectors)
               : pair_own(env, a, b, values, vectors);
}
