/* Singular values. */
#include <math.h>
#include <string.h>

#include "run/linear/lapack.h"
#include "run/linear/own.h"

static bool no_convergence(Env *env) {
    return env_fail(env, FRIT_ERR_ARGUMENT, FRIT_STAGE_RUN,
                    "svd: singular values did not converge");
}

/* ---- with LAPACK */

/* u and v hold what shall be computed, v turned. */
static bool lapack_gesvd(Env *env, Linear *linear, Matrix *a, char job, double *s, double *u,
                         double *vt, Int vt_rows) {
    typedef void Dgesvd(const char *, const char *, const Int *, const Int *, double *, const Int *,
                        double *, double *, const Int *, double *, const Int *, double *,
                        const Int *, Int *, size_t, size_t);
    typedef void Zgesvd(const char *, const char *, const Int *, const Int *, double *, const Int *,
                        double *, double *, const Int *, double *, const Int *, double *,
                        const Int *, double *, Int *, size_t, size_t);
    LapackWork w = {env};
    Int m = a->rows, n = a->columns, info = 0, least = m < n ? m : n;
    char jobs[2] = {job, 0};
    LapackCode *code = lapack_code(linear, LAPACK_GESVD, a->complex);
    bool ok = lapack_work(&w, a->complex, 1) && lapack_work_real(&w, 5 * least);
    for (int turn = 0; turn < 2 && ok; turn++) {
        Int lwork = turn ? w.lwork : -1;
        if (a->complex)
            ((Zgesvd *)code)(jobs, jobs, &m, &n, a->at, &m, s, u, &m, vt, &vt_rows, w.work, &lwork,
                             w.real, &info, 1, 1);
        else
            ((Dgesvd *)code)(jobs, jobs, &m, &n, a->at, &m, s, u, &m, vt, &vt_rows, w.work, &lwork,
                             &info, 1, 1);
        ok = turn || lapack_work(&w, a->complex, (int64_t)w.work[0]);
    }
    lapack_work_free(&w);
    return ok && lapack_info(info) > 0 ? no_convergence(env) : ok;
}

static bool svd_lapack(Env *env, Linear *linear, Matrix *a, bool full, double *s, Matrix *u,
                       Matrix *v) {
    int64_t m = a->rows, n = a->columns, least = m < n ? m : n;
    double none[2];
    if (!u)
        return lapack_gesvd(env, linear, a, 'N', s, none, none, 1);
    Matrix vt = {0};
    bool ok = matrix_new(env, m, full ? m : least, a->complex, u) &&
              matrix_new(env, full ? n : least, n, a->complex, &vt) &&
              lapack_gesvd(env, linear, a, full ? 'A' : 'S', s, u->at, vt.at, vt.rows) &&
              matrix_turned(env, &vt, v);
    matrix_free(env, &vt);
    return ok;
}

/* ---- own: one-sided Jacobi of a matrix that is not wide */

static int64_t width_of(const Matrix *m) {
    return m->complex ? 2 : 1;
}

static void scale(Matrix *m, double factor) {
    for (int64_t k = 0; k < m->rows * m->columns * width_of(m); k++)
        m->at[k] *= factor;
}

static double largest(const Matrix *m) {
    double most = 0;
    for (int64_t k = 0; k < m->rows * m->columns * width_of(m); k++)
        if (fabs(m->at[k]) > most)
            most = fabs(m->at[k]);
    return most;
}

static void swap_columns(Matrix *m, int64_t j, int64_t k) {
    int64_t width = m->rows * width_of(m);
    for (int64_t i = 0; i < width; i++) {
        double x = m->at[j * width + i];
        m->at[j * width + i] = m->at[k * width + i];
        m->at[k * width + i] = x;
    }
}

/* The lengths of the columns, falling; columns of v stand in their order. */
static void sort_columns(Matrix *a, Matrix *v, double *s) {
    int64_t n = a->columns, width = a->rows * width_of(a);
    for (int64_t j = 0; j < n; j++)
        s[j] = a->complex ? own_complex_length(a->rows, (Pair *)(a->at + j * width))
                          : own_real_length(a->rows, a->at + j * width);
    for (int64_t j = 0; j < n; j++) {
        int64_t most = j;
        for (int64_t k = j + 1; k < n; k++)
            if (s[k] > s[most])
                most = k;
        if (most == j)
            continue;
        double x = s[j];
        s[j] = s[most];
        s[most] = x;
        swap_columns(a, j, most);
        swap_columns(v, j, most);
    }
}

/* u: columns of a over s, and others orthogonal to them where s is zero and where u shall be square. */
static bool complete(Env *env, Matrix *a, const double *s, int64_t columns, Matrix *u) {
    int64_t m = a->rows, width = m * width_of(a), rank = 0;
    while (rank < a->columns && s[rank] > s[0] * 1e-290)
        rank++;
    Matrix known = {m, rank, a->complex, a->at}, r = {0};
    for (int64_t j = 0; j < rank; j++)
        for (int64_t i = 0; i < width; i++)
            a->at[j * width + i] /= s[j];
    if (rank == columns)
        return matrix_copy(env, &known, false, u);
    Matrix q = {0};
    bool ok = linear_qr(env, NULL, &known, true, &q, &r, NULL) &&
              matrix_new(env, m, columns, a->complex, u);
    if (ok) {
        memcpy(u->at, q.at, linear_bytes(u));
        if (rank)
            memcpy(u->at, a->at, linear_bytes(&known));
    }
    matrix_free(env, &q);
    matrix_free(env, &r);
    return ok;
}

/* a, at least as high as wide, is lost. */
static bool svd_tall(Env *env, Matrix *a, bool full, double *s, Matrix *u, Matrix *v) {
    int64_t n = a->columns;
    double most = largest(a);
    Matrix turned = {0};
    TRY(matrix_new(env, n, n, a->complex, &turned));
    for (int64_t j = 0; j < n; j++)
        turned.at[(j * n + j) * width_of(a)] = 1;
    if (most > 0)
        scale(a, 1 / most);
    bool ok = a->complex ? own_complex_jacobi(a->rows, n, (Pair *)a->at, (Pair *)turned.at)
                         : own_real_jacobi(a->rows, n, a->at, turned.at);
    if (!ok)
        no_convergence(env);
    if (ok)
        sort_columns(a, &turned, s);
    if (ok && u)
        ok = complete(env, a, s, full ? a->rows : n, u);
    for (int64_t j = 0; j < n && ok; j++)
        s[j] *= most;
    if (ok && v)
        *v = turned;
    else
        matrix_free(env, &turned);
    return ok;
}

bool linear_svd(Env *env, Linear *linear, const Matrix *a, bool full, double *s, Matrix *u,
                Matrix *v) {
    int64_t m = a->rows, n = a->columns;
    Matrix work = {0};
    if (u)
        *u = *v = (Matrix){0};
    bool ok;
    if (lapack_is_there(linear, m, n)) {
        ok = matrix_copy(env, a, false, &work) && svd_lapack(env, linear, &work, full, s, u, v);
    } else if (m >= n) {
        ok = matrix_copy(env, a, false, &work) && svd_tall(env, &work, full, s, u, v);
    } else {
        ok = matrix_turned(env, a, &work) && svd_tall(env, &work, full, s, v, u);
    }
    matrix_free(env, &work);
    if (!ok && u) {
        matrix_free(env, u);
        matrix_free(env, v);
    }
    return ok;
}
