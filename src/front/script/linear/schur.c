/* The Schur form; eigenvalues of two matrices. */
#include <math.h>
#include <string.h>

#include "front/script/linear/lapack.h"
#include "front/script/linear/own.h"

static bool no_convergence(Env *env, const char *who) {
    return env_fail(env, FRIT_ERR_ARGUMENT, FRIT_STAGE_RUN, "%s: failed to converge", who);
}

static bool lapack_gees(Env *env, Linear *linear, Matrix *t, Matrix *u) {
    typedef void Dgees(const char *, const char *, void *, const Int *, double *, const Int *,
                       Int *, double *, double *, double *, const Int *, double *, const Int *,
                       Int *, Int *, size_t, size_t);
    typedef void Zgees(const char *, const char *, void *, const Int *, double *, const Int *,
                       Int *, double *, double *, const Int *, double *, const Int *, double *,
                       Int *, Int *, size_t, size_t);
    LapackWork w = {env}, values = {env};
    Int n = t->rows, sorted = 0, info = 0;
    LapackCode *code = lapack_code(linear, LAPACK_GEES, t->complex);
    bool ok = lapack_work(&w, t->complex, 1) && lapack_work_real(&w, n) &&
              lapack_work_integers(&w, n) && lapack_work_real(&values, 2 * n);
    for (int turn = 0; turn < 2 && ok; turn++) {
        Int lwork = turn ? w.lwork : -1;
        if (t->complex)
            ((Zgees *)code)("V", "N", NULL, &n, t->at, &n, &sorted, values.real, u->at, &n, w.work,
                            &lwork, w.real, w.integers, &info, 1, 1);
        else
            ((Dgees *)code)("V", "N", NULL, &n, t->at, &n, &sorted, values.real, values.real + n,
                            u->at, &n, w.work, &lwork, w.integers, &info, 1, 1);
        ok = turn || lapack_work(&w, t->complex, (int64_t)w.work[0]);
    }
    lapack_work_free(&w);
    lapack_work_free(&values);
    return ok && lapack_info(info) > 0 ? no_convergence(env, "schur") : ok;
}

static bool own_schur(Env *env, Matrix *t, Matrix *u) {
    int64_t n = t->rows;
    LapackWork w = {env};
    bool ok = lapack_work(&w, t->complex, 2 * n), done = true;
    if (ok && t->complex) {
        Pair *room = (Pair *)w.work;
        own_complex_hessenberg(n, (Pair *)t->at, (Pair *)u->at, room, room + n);
        done = own_schur_complex(n, (Pair *)t->at, (Pair *)u->at);
    } else if (ok) {
        own_real_hessenberg(n, t->at, u->at, w.work, w.work + n);
        done = own_schur_real(n, t->at, u->at, w.work);
    }
    lapack_work_free(&w);
    return ok && !done ? no_convergence(env, "schur") : ok;
}

bool linear_schur(Env *env, Linear *linear, const Matrix *a, bool wide, Matrix *u, Matrix *t) {
    int64_t n = a->rows;
    *u = *t = (Matrix){0};
    bool ok = matrix_copy(env, a, wide, t) && matrix_new(env, n, n, t->complex, u);
    if (ok && n > 0)
        ok = lapack_is_there(linear, n, n) ? lapack_gees(env, linear, t, u) : own_schur(env, t, u);
    if (!ok) {
        matrix_free(env, u);
        matrix_free(env, t);
    }
    return ok;
}

/* ---- two matrices */

/* All complex; a and b are lost. */
static bool lapack_ggev(Env *env, Linear *linear, Matrix *a, Matrix *b, double *values,
                        Matrix *vectors) {
    typedef void Zggev(const char *, const char *, const Int *, double *, const Int *, double *,
                       const Int *, double *, double *, double *, const Int *, double *,
                       const Int *, double *, const Int *, double *, Int *, size_t, size_t);
    LapackWork w = {env}, beta = {env};
    Int n = a->rows, info = 0;
    double left[2], *right = vectors ? vectors->at : left;
    Zggev *code = (Zggev *)lapack_code(linear, LAPACK_GGEV, true);
    bool ok =
        lapack_work(&w, true, 1) && lapack_work_real(&w, 8 * n) && lapack_work(&beta, true, n);
    for (int turn = 0; turn < 2 && ok; turn++) {
        Int lwork = turn ? w.lwork : -1;
        code("N", vectors ? "V" : "N", &n, a->at, &n, b->at, &n, values, beta.work, left, &n, right,
             &n, w.work, &lwork, w.real, &info, 1, 1);
        ok = turn || lapack_work(&w, true, (int64_t)w.work[0]);
    }
    for (int64_t k = 0; k < n && ok; k++) {
        Pair under = CMPLX(beta.work[2 * k], beta.work[2 * k + 1]);
        Pair over = CMPLX(values[2 * k], values[2 * k + 1]);
        over = under == 0 ? CMPLX(creal(over) / 0.0, 0) : over / under;
        values[2 * k] = creal(over);
        values[2 * k + 1] = cimag(over);
    }
    lapack_work_free(&w);
    lapack_work_free(&beta);
    return ok && lapack_info(info) > 0 ? no_convergence(env, "eig") : ok;
}

/* Of the values those of a real pair that are real but for rounding become real. */
bool linear_eig_pair(Env *env, Linear *linear, const Matrix *a, const Matrix *b, double *values,
                     Matrix *vectors) {
    int64_t n = a->rows;
    if (vectors)
        *vectors = (Matrix){0};
    if (!lapack_is_there(linear, n, n)) {
        Matrix x = {0};
        double rcond;
        bool ok = linear_solve(env, linear, b, a, &x, &rcond) &&
                  linear_eig(env, linear, &x, values, vectors);
        matrix_free(env, &x);
        return ok;
    }
    Matrix left = {0}, right = {0};
    bool ok = matrix_copy(env, a, true, &left) && matrix_copy(env, b, true, &right) &&
              (!vectors || matrix_new(env, n, n, true, vectors)) &&
              lapack_ggev(env, linear, &left, &right, values, vectors);
    matrix_free(env, &left);
    matrix_free(env, &right);
    if (!ok && vectors)
        matrix_free(env, vectors);
    return ok;
}
