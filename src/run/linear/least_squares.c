/* The shortest among the nearest solutions, through singular values. */
#include <string.h>

#include "run/linear/lapack.h"

/* b, which has room for max(rows, columns) rows, becomes x. */
static bool lapack_gelsd(Env *env, Linear *linear, Matrix *a, Matrix *b, double tolerance,
                         int64_t *rank) {
    typedef void Dgelsd(const Int *, const Int *, const Int *, double *, const Int *, double *,
                        const Int *, double *, const double *, Int *, double *, const Int *, Int *,
                        Int *);
    typedef void Zgelsd(const Int *, const Int *, const Int *, double *, const Int *, double *,
                        const Int *, double *, const double *, Int *, double *, const Int *,
                        double *, Int *, Int *);
    Int m = a->rows, n = a->columns, count = b->columns, high = b->rows, found = 0, info = 0;
    Int least = m < n ? m : n;
    LapackWork w = {env}, values = {env};
    LapackCode *code = lapack_code(linear, LAPACK_GELSD, a->complex);
    bool ok = lapack_work(&w, a->complex, 1) && lapack_work_real(&w, 1) &&
              lapack_work_integers(&w, 1) && lapack_work_real(&values, least);
    for (int turn = 0; turn < 2 && ok; turn++) {
        Int lwork = turn ? w.lwork : -1;
        if (a->complex)
            ((Zgelsd *)code)(&m, &n, &count, a->at, &m, b->at, &high, values.real, &tolerance,
                             &found, w.work, &lwork, w.real, w.integers, &info);
        else
            ((Dgelsd *)code)(&m, &n, &count, a->at, &m, b->at, &high, values.real, &tolerance,
                             &found, w.work, &lwork, w.integers, &info);
        if (!turn)
            ok = lapack_work(&w, a->complex, (int64_t)w.work[0] + 64) &&
                 lapack_work_integers(&w, lapack_integer(linear, w.integers, 0) + 64) &&
                 (!a->complex || lapack_work_real(&w, (int64_t)w.real[0] + 64));
    }
    *rank = lapack_info(found);
    lapack_work_free(&w);
    lapack_work_free(&values);
    if (ok && lapack_info(info) > 0)
        return env_fail(env, FRIT_ERR_ARGUMENT, FRIT_STAGE_RUN,
                        "least squares: singular values did not converge");
    return ok;
}

static bool solve_lapack(Env *env, Linear *linear, const Matrix *a, const Matrix *b,
                         double tolerance, Matrix *x, int64_t *rank) {
    Matrix work = {0}, right = {0};
    int64_t high = a->rows > a->columns ? a->rows : a->columns, width = a->complex ? 2 : 1;
    bool ok =
        matrix_copy(env, a, false, &work) && matrix_new(env, high, b->columns, a->complex, &right);
    for (int64_t j = 0; j < b->columns && ok; j++)
        memcpy(right.at + (j * high * width), b->at + (j * b->rows * width),
               (size_t)(b->rows * width) * sizeof(double));
    ok = ok && lapack_gelsd(env, linear, &work, &right, tolerance, rank) &&
         matrix_new(env, a->columns, b->columns, a->complex, x);
    for (int64_t j = 0; j < b->columns && ok; j++)
        memcpy(x->at + (j * x->rows * width), right.at + (j * high * width),
               (size_t)(x->rows * width) * sizeof(double));
    matrix_free(env, &work);
    matrix_free(env, &right);
    return ok;
}

/* Rows of y are divided by the singular values; those of values too small become zero. */
static void divide_rows(Matrix *y, const double *s, double tolerance, int64_t *rank) {
    int64_t width = y->complex ? 2 : 1;
    *rank = 0;
    for (int64_t i = 0; i < y->rows; i++) {
        bool counts = s[i] > tolerance * s[0];
        *rank += counts;
        for (int64_t j = 0; j < y->columns; j++)
            for (int64_t p = 0; p < width; p++) {
                double *at = &y->at[(i + j * y->rows) * width + p];
                *at = counts ? *at / s[i] : 0;
            }
    }
}

static bool solve_own(Env *env, const Matrix *a, const Matrix *b, double tolerance, Matrix *x,
                      int64_t *rank) {
    int64_t least = a->rows < a->columns ? a->rows : a->columns;
    Matrix u = {0}, v = {0}, turned = {0}, y = {0};
    size_t bytes = (size_t)(least > 0 ? least : 1) * sizeof(double);
    double *s = env_new(env, bytes);
    bool ok = s && linear_svd(env, NULL, a, false, s, &u, &v) && matrix_turned(env, &u, &turned) &&
              linear_product(env, NULL, &turned, b, &y);
    if (ok) {
        divide_rows(&y, s, tolerance, rank);
        ok = linear_product(env, NULL, &v, &y, x);
    }
    matrix_free(env, &u);
    matrix_free(env, &v);
    matrix_free(env, &turned);
    matrix_free(env, &y);
    env_free(env->allocator, s, bytes);
    return ok;
}

bool linear_least_squares(Env *env, Linear *linear, const Matrix *a, const Matrix *b,
                          double tolerance, Matrix *x, int64_t *rank) {
    int64_t ignored;
    *x = (Matrix){0};
    rank = rank ? rank : &ignored;
    *rank = 0;
    if (a->rows == 0 || a->columns == 0 || b->columns == 0)
        return matrix_new(env, a->columns, b->columns, a->complex, x);
    return lapack_is_there(linear, a->rows, a->columns)
               ? solve_lapack(env, linear, a, b, tolerance, x, rank)
               : solve_own(env, a, b, tolerance, x, rank);
}
