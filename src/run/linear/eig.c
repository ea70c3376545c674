/* Eigenvalues of Hermitian matrices, and of any. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "run/linear/lapack.h"
#include "run/linear/own.h"

static bool no_convergence(Env *env) {
    return env_fail(env, FRIT_ERR_ARGUMENT, FRIT_STAGE_RUN, "eig: failed to converge");
}

/* ---- Hermitian */

/* a becomes the vectors. */
static bool lapack_syev(Env *env, Linear *linear, Matrix *a, bool vectors, double *values) {
    typedef void Dsyev(const char *, const char *, const Int *, double *, const Int *, double *,
                       double *, const Int *, Int *, size_t, size_t);
    typedef void Zheev(const char *, const char *, const Int *, double *, const Int *, double *,
                       double *, const Int *, double *, Int *, size_t, size_t);
    LapackWork w = {env};
    Int n = a->rows, info = 0;
    LapackCode *code = lapack_code(linear, LAPACK_SYEV, a->complex);
    bool ok = lapack_work(&w, a->complex, 1) && lapack_work_real(&w, 3 * n);
    for (int turn = 0; turn < 2 && ok; turn++) {
        Int lwork = turn ? w.lwork : -1;
        const char *job = vectors ? "V" : "N";
        if (a->complex)
            ((Zheev *)code)(job, "U", &n, a->at, &n, values, w.work, &lwork, w.real, &info, 1, 1);
        else
            ((Dsyev *)code)(job, "U", &n, a->at, &n, values, w.work, &lwork, &info, 1, 1);
        ok = turn || lapack_work(&w, a->complex, (int64_t)w.work[0]);
    }
    lapack_work_free(&w);
    return ok && lapack_info(info) > 0 ? no_convergence(env) : ok;
}

static bool own_syev(Env *env, Matrix *a, double *values, Matrix *q) {
    int64_t n = a->rows;
    LapackWork w = {env};
    bool ok = lapack_work(&w, a->complex, 2 * n) && lapack_work_real(&w, n);
    if (ok && a->complex)
        own_complex_tridiagonal(n, (Pair *)a->at, values, w.real, q ? (Pair *)q->at : NULL,
                                (Pair *)w.work, (Pair *)w.work + n);
    else if (ok)
        own_real_tridiagonal(n, a->at, values, w.real, q ? q->at : NULL, w.work, w.work + n);
    if (ok && !own_tridiagonal_values(n, values, w.real, a->complex, q ? q->at : NULL))
        ok = no_convergence(env);
    lapack_work_free(&w);
    return ok;
}

bool linear_eig_hermitian(Env *env, Linear *linear, const Matrix *a, double *values,
                          Matrix *vectors) {
    Matrix work = {0}, q = {0};
    int64_t n = a->rows;
    bool ok = matrix_copy(env, a, false, &work);
    if (ok && lapack_is_there(linear, n, n)) {
        ok = lapack_syev(env, linear, &work, vectors != NULL, values);
        if (ok && vectors) {
            q = work;
            work = (Matrix){0};
        }
    } else if (ok) {
        ok = (!vectors || matrix_new(env, n, n, a->complex, &q)) &&
             own_syev(env, &work, values, vectors ? &q : NULL);
    }
    matrix_free(env, &work);
    if (ok && vectors)
        *vectors = q;
    else
        matrix_free(env, &q);
    return ok;
}

/* ---- any: with LAPACK */

bool lapack_widen_vectors(Env *env, const double *imaginary, const Matrix *real, Matrix *out) {
    int64_t n = real->rows;
    TRY(matrix_new(env, n, n, true, out));
    for (int64_t j = 0; j < n; j++) {
        const double *x = real->at + (j * n);
        double *to = out->at + (2 * j * n);
        bool two = imaginary[j] != 0 && j + 1 < n;
        for (int64_t i = 0; i < n; i++) {
            to[2 * i] = x[i];
            if (two) {
                to[2 * (n + i)] = x[i];
                to[2 * i + 1] = x[n + i];
                to[2 * (n + i) + 1] = -x[n + i];
            }
        }
        j += two;
    }
    return true;
}

typedef struct Geevx {
    Matrix *a, *vectors; /* vectors of a's kind; NULL: none */
    double *w;           /* real: first the real parts, then the imaginary ones */
} Geevx;

static bool lapack_geevx(Env *env, Linear *linear, const Geevx *g) {
    typedef void Dgeevx(const char *, const char *, const char *, const char *, const Int *,
                        double *, const Int *, double *, double *, double *, const Int *, double *,
                        const Int *, Int *, Int *, double *, double *, double *, double *, double *,
                        const Int *, Int *, Int *, size_t, size_t, size_t, size_t);
    typedef void Zgeevx(const char *, const char *, const char *, const char *, const Int *,
                        double *, const Int *, double *, double *, const Int *, double *,
                        const Int *, Int *, Int *, double *, double *, double *, double *, double *,
                        const Int *, double *, Int *, size_t, size_t, size_t, size_t);
    LapackWork w = {env}, more = {env};
    Int n = g->a->rows, low = 0, high = 0, info = 0;
    double norm = 0, *at = g->a->at, *right = g->vectors ? g->vectors->at : &norm, left[2];
    const char *job = g->vectors ? "V" : "N";
    bool complex = g->a->complex;
    LapackCode *code = lapack_code(linear, LAPACK_GEEVX, complex);
    bool ok = lapack_work(&w, complex, 1) && lapack_work_real(&w, 3 * n) &&
              lapack_work_real(&more, 2 * n) && lapack_work_integers(&w, 2 * n);
    for (int turn = 0; turn < 2 && ok; turn++) {
        Int lwork = turn ? w.lwork : -1;
        double *scaling = w.real, *ve = w.real + n, *vv = ve + n;
        if (complex)
            ((Zgeevx *)code)("B", "N", job, "N", &n, at, &n, g->w, left, &n, right, &n, &low, &high,
                             scaling, &norm, ve, vv, w.work, &lwork, more.real, &info, 1, 1, 1, 1);
        else
            ((Dgeevx *)code)("B", "N", job, "N", &n, at, &n, g->w, g->w + n, left, &n, right, &n,
                             &low, &high, scaling, &norm, ve, vv, w.work, &lwork, w.integers, &info,
                             1, 1, 1, 1);
        ok = turn || lapack_work(&w, complex, (int64_t)w.work[0]);
    }
    lapack_work_free(&w);
    lapack_work_free(&more);
    return ok && lapack_info(info) > 0 ? no_convergence(env) : ok;
}

static bool eig_lapack(Env *env, Linear *linear, Matrix *a, double *values, Matrix *vectors) {
    int64_t n = a->rows;
    Matrix right = {0};
    LapackWork w = {env};
    bool ok =
        lapack_work_real(&w, 2 * n) && (!vectors || matrix_new(env, n, n, a->complex, &right));
    if (ok) {
        Geevx g = {a, vectors ? &right : NULL, a->complex ? values : w.real};
        ok = lapack_geevx(env, linear, &g);
    }
    for (int64_t k = 0; k < n && ok && !a->complex; k++) {
        values[2 * k] = w.real[k];
        values[2 * k + 1] = w.real[n + k];
    }
    if (ok && vectors && a->complex) {
        *vectors = right;
        right = (Matrix){0};
    } else if (ok && vectors) {
        ok = lapack_widen_vectors(env, w.real + n, &right, vectors);
    }
    matrix_free(env, &right);
    lapack_work_free(&w);
    return ok;
}

/* ---- any: own, from the Schur form */

/* Values of a real form with blocks. */
static void real_values(const Matrix *t, double *values) {
    int64_t n = t->rows;
#define S(i, j) t->at[(i) + ((j)*n)]
    for (int64_t k = 0; k < n; k++) {
        values[2 * k] = S(k, k);
        values[2 * k + 1] = 0;
        if (k + 1 == n || S(k + 1, k) == 0)
            continue;
        double size = sqrt(fabs(S(k, k + 1))) * sqrt(fabs(S(k + 1, k)));
        values[2 * k + 1] = size;
        values[2 * k + 2] = S(k + 1, k + 1);
        values[2 * k + 3] = -size;
        k++;
    }
}

static Pair element(const Matrix *t, int64_t i, int64_t j) {
    int64_t k = i + (j * t->rows);
    return t->complex ? ((const Pair *)t->at)[k] : t->at[k];
}

/* Values that lie together let it grow without end. */
static void keep_finite(int64_t from, int64_t k, Pair *x) {
    double most = 0;
    for (int64_t i = from; i <= from + 1 && i <= k; i++)
        most = cabs(x[i]) > most ? cabs(x[i]) : most;
    for (int64_t i = from; i <= k && most > 1e100; i++)
        x[i] /= most;
}

/* x with (t - value) x = 0, its last element that is not zero at k; x[k] (and x[k - 1] of a block) are set. */
static void vector_of(const Matrix *t, int64_t k, Pair value, int64_t from, double tiny, Pair *x) {
    for (int64_t i = from; i >= 0; i--) {
        Pair sum = 0, under = i > 0 ? element(t, i, i - 1) : 0;
        for (int64_t j = i + 1; j <= k; j++)
            sum -= element(t, i, j) * x[j];
        Pair d = element(t, i, i) - value;
        if (under == 0) {
            x[i] = sum / (cabs(d) > tiny ? d : tiny);
            keep_finite(i, k, x);
            continue;
        }
        Pair above = 0, a = element(t, i - 1, i - 1) - value, b = element(t, i - 1, i);
        for (int64_t j = i + 1; j <= k; j++)
            above -= element(t, i - 1, j) * x[j];
        Pair det = a * d - b * under;
        det = cabs(det) > tiny * tiny ? det : tiny * tiny;
        x[i] = (a * sum - under * above) / det;
        x[i - 1] = (above * d - b * sum) / det;
        keep_finite(--i, k, x);
    }
}

/* Of length 1, and the largest element of a complex one is real. */
static void normalise(int64_t n, Pair *x, bool real) {
    double length = own_complex_length(n, x), most = 0;
    int64_t best = 0;
    for (int64_t i = 0; i < n; i++) {
        x[i] /= length;
        if (cabs(x[i]) > most) {
            most = cabs(x[i]);
            best = i;
        }
    }
    if (real || most == 0)
        return;
    Pair phase = conj(x[best]) / most;
    for (int64_t i = 0; i < n; i++)
        x[i] *= phase;
    x[best] = creal(x[best]);
}

static bool form_vectors(Env *env, const Matrix *u, const Matrix *t, const double *values,
                         Matrix *out) {
    int64_t n = t->rows;
    Matrix x = {0}, wide = {0};
    double tiny = DBL_EPSILON * matrix_norm_1(t);
    tiny = tiny > DBL_MIN ? tiny : DBL_MIN;
    bool ok = matrix_new(env, n, n, true, &x) && matrix_copy(env, u, true, &wide);
    for (int64_t k = 0; k < n && ok; k++) {
        Pair *to = (Pair *)x.at + (k * n);
        Pair value = pair_of(values[2 * k], values[2 * k + 1]);
        bool block = !t->complex && values[2 * k + 1] != 0;
        int64_t last = block && values[2 * k + 1] > 0 ? k + 1 : k, from = last - 1;
        if (block) { /* a block's vector: from its second row */
            to[last - 1] = value - element(t, last, last);
            to[last] = element(t, last, last - 1);
            from = last - 2;
        } else {
            to[last] = 1;
        }
        vector_of(t, last, value, from, tiny, to);
    }
    ok = ok && linear_product(env, NULL, &wide, &x, out);
    for (int64_t k = 0; k < n && ok; k++)
        normalise(n, (Pair *)out->at + (k * n), !t->complex && values[2 * k + 1] == 0);
    matrix_free(env, &x);
    matrix_free(env, &wide);
    return ok;
}

static bool eig_own(Env *env, const Matrix *a, double *values, Matrix *vectors) {
    Matrix u = {0}, t = {0};
    bool ok = linear_schur(env, NULL, a, a->complex, &u, &t);
    if (ok && a->complex)
        for (int64_t k = 0; k < a->rows; k++)
            memcpy(values + (2 * k), t.at + (2 * k * (a->rows + 1)), 2 * sizeof *values);
    else if (ok)
        real_values(&t, values);
    if (ok && vectors)
        ok = form_vectors(env, &u, &t, values, vectors);
    matrix_free(env, &u);
    matrix_free(env, &t);
    return ok;
}

bool linear_eig(Env *env, Linear *linear, const Matrix *a, double *values, Matrix *vectors) {
    if (vectors)
        *vectors = (Matrix){0};
    if (!lapack_is_there(linear, a->rows, a->rows))
        return eig_own(env, a, values, vectors);
    Matrix work;
    TRY(matrix_copy(env, a, false, &work));
    bool ok = eig_lapack(env, linear, &work, values, vectors);
    matrix_free(env, &work);
    return ok;
}
