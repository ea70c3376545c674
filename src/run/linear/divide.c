/* Eigenvalues of Hermitian matrices and singular values by LAPACK's ways that divide, as NumPy takes them. */
#include <string.h>

#include "run/linear/lapack.h"

static bool no_convergence(Env *env, const char *what) {
    return env_fail(env, FRIT_ERR_ARGUMENT, FRIT_STAGE_RUN, "%s did not converge", what);
}

/* The first call asks how much room is needed, which stands in the first element of each. */
static bool make_room(LapackWork *w, const Linear *linear, bool complex, Int *real, Int *integers) {
    *real = complex && w->real ? (Int)w->real[0] : 1;
    *integers = lapack_integer(linear, w->integers, 0);
    return lapack_work(w, complex, (int64_t)w->work[0]) && lapack_work_real(w, *real) &&
           lapack_work_integers(w, *integers);
}

static bool lapack_syevd(Env *env, Linear *linear, Matrix *a, bool upper, bool vectors,
                         double *values) {
    typedef void Dsyevd(const char *, const char *, const Int *, double *, const Int *, double *,
                        double *, const Int *, Int *, const Int *, Int *, size_t, size_t);
    typedef void Zheevd(const char *, const char *, const Int *, double *, const Int *, double *,
                        double *, const Int *, double *, const Int *, Int *, const Int *, Int *,
                        size_t, size_t);
    LapackWork w = {env};
    Int n = a->rows, info = 0, lwork = -1, lreal = -1, lint = -1;
    const char *job = vectors ? "V" : "N", *half = upper ? "U" : "L";
    LapackCode *code = lapack_code(linear, LAPACK_SYEVD, a->complex);
    bool ok =
        lapack_work(&w, a->complex, 1) && lapack_work_real(&w, 1) && lapack_work_integers(&w, 1);
    for (int turn = 0; turn < 2 && ok; turn++) {
        if (a->complex)
            ((Zheevd *)code)(job, half, &n, a->at, &n, values, w.work, &lwork, w.real, &lreal,
                             w.integers, &lint, &info, 1, 1);
        else
            ((Dsyevd *)code)(job, half, &n, a->at, &n, values, w.work, &lwork, w.integers, &lint,
                             &info, 1, 1);
        ok = turn || make_room(&w, linear, a->complex, &lreal, &lint);
        lwork = w.lwork;
    }
    lapack_work_free(&w);
    return ok && lapack_info(info) > 0 ? no_convergence(env, "Eigenvalues") : ok;
}

bool linear_eig_divided(Env *env, Linear *linear, const Matrix *a, bool upper, double *values,
                        Matrix *vectors) {
    if (!lapack_is_there(linear, a->rows, a->rows))
        return linear_eig_hermitian(env, linear, a, values, vectors);
    Matrix work = {0};
    bool ok = matrix_copy(env, a, false, &work) &&
              lapack_syevd(env, linear, &work, upper, vectors != NULL, values);
    if (ok && vectors)
        *vectors = work;
    else
        matrix_free(env, &work);
    return ok;
}

/* ---- singular values */

static bool lapack_gesdd(Env *env, Linear *linear, Matrix *a, char job, double *s, double *u,
                         double *vt, Int vt_rows) {
    typedef void Dgesdd(const char *, const Int *, const Int *, double *, const Int *, double *,
                        double *, const Int *, double *, const Int *, double *, const Int *, Int *,
                        Int *, size_t);
    typedef void Zgesdd(const char *, const Int *, const Int *, double *, const Int *, double *,
                        double *, const Int *, double *, const Int *, double *, const Int *,
                        double *, Int *, Int *, size_t);
    LapackWork w = {env};
    Int m = a->rows, n = a->columns, info = 0, lwork = -1;
    int64_t least = m < n ? m : n, most = m < n ? n : m, one = 5 * least + 7;
    int64_t two = 2 * most + 2 * least + 1;
    char jobs[2] = {job, 0};
    LapackCode *code = lapack_code(linear, LAPACK_GESDD, a->complex);
    bool ok = lapack_work(&w, a->complex, 1) && lapack_work_integers(&w, 8 * least) &&
              lapack_work_real(&w, a->complex ? least * (one > two ? one : two) : 1);
    for (int turn = 0; turn < 2 && ok; turn++) {
        if (a->complex)
            ((Zgesdd *)code)(jobs, &m, &n, a->at, &m, s, u, &m, vt, &vt_rows, w.work, &lwork,
                             w.real, w.integers, &info, 1);
        else
            ((Dgesdd *)code)(jobs, &m, &n, a->at, &m, s, u, &m, vt, &vt_rows, w.work, &lwork,
                             w.integers, &info, 1);
        ok = turn || lapack_work(&w, a->complex, (int64_t)w.work[0]);
        lwork = w.lwork;
    }
    lapack_work_free(&w);
    return ok && lapack_info(info) > 0 ? no_convergence(env, "SVD") : ok;
}

bool linear_svd_divided(Env *env, Linear *linear, const Matrix *a, bool full, double *s, Matrix *u,
                        Matrix *vt) {
    int64_t m = a->rows, n = a->columns, least = m < n ? m : n;
    Matrix work = {0}, v = {0};
    double none[2];
    if (!lapack_is_there(linear, m, n)) {
        bool made = linear_svd(env, linear, a, full, s, u, u ? &v : NULL);
        if (made && u)
            made = matrix_turned(env, &v, vt);
        matrix_free(env, &v);
        return made;
    }
    bool ok = matrix_copy(env, a, false, &work);
    if (ok && u)
        ok = matrix_new(env, m, full ? m : least, a->complex, u) &&
             matrix_new(env, full ? n : least, n, a->complex, vt);
    ok = ok && (u ? lapack_gesdd(env, linear, &work, full ? 'A' : 'S', s, u->at, vt->at, vt->rows)
                  : lapack_gesdd(env, linear, &work, 'N', s, none, none, 1));
    matrix_free(env, &work);
    return ok;
}
