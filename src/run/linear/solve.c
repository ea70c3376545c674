/* Systems of equations, by the form of the matrix; the inverse. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "run/linear/lapack.h"
#include "run/linear/own.h"

/* A factored square matrix. */
typedef struct Factor {
    OwnForm form;
    Matrix at;
    int64_t *swaps;
    size_t swap_bytes;
} Factor;

static bool is_zero(const Matrix *m, int64_t i, int64_t j) {
    int64_t k = i + (j * m->rows);
    return m->complex ? m->at[2 * k] == 0 && m->at[2 * k + 1] == 0 : m->at[k] == 0;
}

static bool is_triangle(const Matrix *m, bool upper) {
    for (int64_t j = 0; j < m->columns; j++)
        for (int64_t i = upper ? j + 1 : 0; i < (upper ? m->rows : j); i++)
            if (!is_zero(m, i, j))
                return false;
    return true;
}

/* Hermitian with a diagonal above 0: worth a try. */
static bool may_be_positive(const Matrix *m) {
    for (int64_t j = 0; j < m->columns; j++)
        if (!(m->at[(j * m->rows + j) * (m->complex ? 2 : 1)] > 0))
            return false;
    return matrix_is_hermitian(m);
}

static void factor_free(Env *env, Factor *f) {
    matrix_free(env, &f->at);
    env_free(env->allocator, f->swaps, f->swap_bytes);
    f->swaps = NULL;
}

static bool factor_lu(Env *env, Linear *linear, const Matrix *a, Factor *f) {
    f->form = OWN_LU;
    f->swap_bytes = (size_t)(a->rows > 0 ? a->rows : 1) * sizeof *f->swaps;
    f->swaps = env_new(env, f->swap_bytes);
    return f->swaps && linear_lu(env, linear, a, &f->at, f->swaps);
}

static bool factor_make(Env *env, Linear *linear, const Matrix *a, Factor *f) {
    *f = (Factor){OWN_UPPER};
    if (is_triangle(a, true) || is_triangle(a, false)) {
        f->form = is_triangle(a, true) ? OWN_UPPER : OWN_LOWER;
        return matrix_copy(env, a, false, &f->at);
    }
    if (may_be_positive(a)) {
        int64_t order;
        f->form = OWN_CHOLESKY;
        TRY(linear_cholesky(env, linear, a, &f->at, &order));
        if (order == a->rows)
            return true;
        matrix_free(env, &f->at);
    }
    return factor_lu(env, linear, a, f);
}

/* ---- with LAPACK */

static double lapack_rcond(LapackWork *w, Linear *linear, const Factor *f, double norm) {
    typedef void Gecon(const char *, const Int *, const double *, const Int *, const double *,
                       double *, double *, void *, Int *, size_t);
    typedef void Trcon(const char *, const char *, const char *, const Int *, const double *,
                       const Int *, double *, double *, void *, Int *, size_t, size_t, size_t);
    Int n = f->at.rows, info = 0;
    double rcond = 0;
    bool complex = f->at.complex;
    void *second = complex ? (void *)w->real : (void *)w->integers;
    if (f->form == OWN_UPPER || f->form == OWN_LOWER)
        ((Trcon *)lapack_code(linear, LAPACK_TRCON, complex))("1", f->form == OWN_UPPER ? "U" : "L",
                                                              "N", &n, f->at.at, &n, &rcond,
                                                              w->work, second, &info, 1, 1, 1);
    else
        ((Gecon *)lapack_code(linear, f->form == OWN_LU ? LAPACK_GECON : LAPACK_POCON, complex))(
            f->form == OWN_LU ? "1" : "U", &n, f->at.at, &n, &norm, &rcond, w->work, second, &info,
            1);
    return rcond;
}

static void lapack_back(Linear *linear, const Factor *f, const Int *swaps, Matrix *b) {
    typedef void Getrs(const char *, const Int *, const Int *, const double *, const Int *,
                       const Int *, double *, const Int *, Int *, size_t);
    typedef void Potrs(const char *, const Int *, const Int *, const double *, const Int *,
                       double *, const Int *, Int *, size_t);
    typedef void Trtrs(const char *, const char *, const char *, const Int *, const Int *,
                       const double *, const Int *, double *, const Int *, Int *, size_t, size_t,
                       size_t);
    Int n = f->at.rows, count = b->columns, info = 0;
    bool complex = b->complex;
    if (f->form == OWN_LU)
        ((Getrs *)lapack_code(linear, LAPACK_GETRS, complex))("N", &n, &count, f->at.at, &n, swaps,
                                                              b->at, &n, &info, 1);
    else if (f->form == OWN_CHOLESKY)
        ((Potrs *)lapack_code(linear, LAPACK_POTRS, complex))("U", &n, &count, f->at.at, &n, b->at,
                                                              &n, &info, 1);
    else
        ((Trtrs *)lapack_code(linear, LAPACK_TRTRS, complex))(f->form == OWN_UPPER ? "U" : "L", "N",
                                                              "N", &n, &count, f->at.at, &n, b->at,
                                                              &n, &info, 1, 1, 1);
}

/* Numbers of rows for LAPACK, from 1, as wide as it takes them. */
static bool turn_swaps(LapackWork *w, const Linear *linear, const Factor *f) {
    TRY(lapack_work_integers(w, f->at.rows));
    for (int64_t k = 0; k < f->at.rows && f->swaps; k++) {
        int32_t narrow = (int32_t)(f->swaps[k] + 1);
        if (linear->wide)
            w->integers[k] = narrow;
        else
            memcpy((char *)w->integers + (k * (int64_t)sizeof narrow), &narrow, sizeof narrow);
    }
    return true;
}

/* ---- with factors */

static bool factor_rcond(Env *env, Linear *linear, const Factor *f, double norm, double *rcond) {
    LapackWork w = {env};
    int64_t n = f->at.rows;
    bool ok = lapack_work(&w, f->at.complex, 4 * n);
    *rcond = 0;
    for (int64_t k = 0; k < n && ok; k++)
        if (is_zero(&f->at, k, k)) {
            lapack_work_free(&w);
            return true;
        }
    if (ok && lapack_pays(linear, n, n)) {
        ok = lapack_work_integers(&w, n) && lapack_work_real(&w, 2 * n);
        if (ok)
            *rcond = lapack_rcond(&w, linear, f, norm);
    } else if (ok) {
        OwnFactor own = {f->form, n, f->at.at, f->swaps};
        double size = f->at.complex ? own_complex_inverse_norm(&own, (Pair *)w.work)
                                    : own_real_inverse_norm(&own, w.work);
        *rcond = 1 / size / norm;
    }
    lapack_work_free(&w);
    return ok;
}

static bool factor_back(Env *env, Linear *linear, const Factor *f, Matrix *b) {
    int64_t n = f->at.rows;
    if (b->columns == 0)
        return true;
    if (!lapack_pays(linear, n, n) || b->columns >= INT32_MAX) {
        OwnFactor own = {f->form, n, f->at.at, f->swaps};
        if (b->complex)
            own_complex_back(&own, false, b->columns, (Pair *)b->at);
        else
            own_real_back(&own, false, b->columns, b->at);
        return true;
    }
    LapackWork w = {env};
    bool ok = turn_swaps(&w, linear, f);
    if (ok)
        lapack_back(linear, f, w.integers, b);
    lapack_work_free(&w);
    return ok;
}

static bool solve_square(Env *env, Linear *linear, const Matrix *a, const Matrix *b, Matrix *x,
                         double *rcond) {
    Factor f;
    bool ok =
        factor_make(env, linear, a, &f) && factor_rcond(env, linear, &f, matrix_norm_1(a), rcond);
    *x = (Matrix){0};
    *rcond = isnan(*rcond) ? 0 : *rcond;
    if (ok && *rcond > 0)
        ok = matrix_copy(env, b, false, x) && factor_back(env, linear, &f, x);
    factor_free(env, &f);
    if (!ok)
        matrix_free(env, x);
    return ok;
}

bool linear_solve_lu(Env *env, Linear *linear, const Matrix *a, const Matrix *b, Matrix *x,
                     bool *singular) {
    Factor f = {OWN_LU};
    bool ok = factor_lu(env, linear, a, &f);
    *singular = false;
    *x = (Matrix){0};
    for (int64_t k = 0; k < a->rows && ok; k++)
        *singular |= is_zero(&f.at, k, k);
    if (ok && !*singular)
        ok = matrix_copy(env, b, false, x) && factor_back(env, linear, &f, x);
    factor_free(env, &f);
    if (!ok)
        matrix_free(env, x);
    return ok;
}

static bool is_finite(const Matrix *m) {
    int64_t count = m->rows * m->columns * (m->complex ? 2 : 1);
    for (int64_t k = 0; k < count; k++)
        if (!isfinite(m->at[k]))
            return false;
    return true;
}

bool linear_solve(Env *env, Linear *linear, const Matrix *a, const Matrix *b, Matrix *x,
                  double *rcond) {
    *rcond = 1;
    if (a->rows == 0 || a->columns == 0 || b->columns == 0)
        return matrix_new(env, a->columns, b->columns, a->complex, x);
    if (a->rows == a->columns) {
        TRY(solve_square(env, linear, a, b, x, rcond));
        if (!(*rcond == 0))
            return true;
    }
    if (is_finite(a) && is_finite(b))
        return linear_least_squares(env, linear, a, b, DBL_EPSILON, x, NULL);
    TRY(matrix_new(env, a->columns, b->columns, a->complex, x));
    for (int64_t k = 0; k < x->rows * x->columns * (x->complex ? 2 : 1); k++)
        x->at[k] = NAN;
    return true;
}

bool linear_inverse(Env *env, Linear *linear, const Matrix *a, Matrix *out, double *rcond) {
    Factor f = {OWN_LU};
    int64_t n = a->rows, width = a->complex ? 2 : 1;
    *rcond = 1;
    TRY(matrix_new(env, n, n, a->complex, out));
    if (n == 0)
        return true;
    bool triangle = is_triangle(a, true) || is_triangle(a, false);
    bool ok = (triangle ? factor_make(env, linear, a, &f) : factor_lu(env, linear, a, &f)) &&
              factor_rcond(env, linear, &f, matrix_norm_1(a), rcond);
    if (ok && isnan(*rcond))
        *rcond = 0;
    if (ok && *rcond == 0) {
        for (int64_t k = 0; k < n * n; k++)
            out->at[k * width] = INFINITY;
    } else if (ok) {
        for (int64_t k = 0; k < n; k++)
            out->at[(k * n + k) * width] = 1;
        ok = factor_back(env, linear, &f, out);
    }
    factor_free(env, &f);
    if (!ok)
        matrix_free(env, out);
    return ok;
}
