/* The Schur form; eigenvalues of two matrices. */
#include <math.h>
#include <string.h>

#include "run/linear/lapack.h"
#include "run/linear/own.h"

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
