/* LU, Cholesky, QR, the Hessenberg form. */
#include <string.h>

#include "run/linear/lapack.h"
#include "run/linear/own.h"

static void *block_new(Env *env, int64_t count, size_t size) {
    return env_new(env, (size_t)(count > 0 ? count : 1) * size);
}

static void block_free(Env *env, void *block, int64_t count, size_t size) {
    env_free(env->allocator, block, (size_t)(count > 0 ? count : 1) * size);
}

bool linear_lu(Env *env, Linear *linear, const Matrix *a, Matrix *lu, int64_t *swaps) {
    typedef void Getrf(const Int *, const Int *, double *, const Int *, Int *, Int *);
    TRY(matrix_copy(env, a, false, lu));
    Int m = a->rows, n = a->columns, info = 0, least = m < n ? m : n;
    if (!lapack_pays(linear, m, n)) {
        if (a->complex)
            own_complex_lu(m, n, (Pair *)lu->at, m, swaps);
        else
            own_real_lu(m, n, lu->at, m, swaps);
        return true;
    }
    LapackWork w = {env};
    bool ok = lapack_work_integers(&w, least);
    if (ok) {
        ((Getrf *)lapack_code(linear, LAPACK_GETRF, a->complex))(&m, &n, lu->at, &m, w.integers,
                                                                 &info);
        for (int64_t k = 0; k < least; k++)
            swaps[k] = lapack_integer(linear, w.integers, k) - 1;
    } else {
        matrix_free(env, lu);
    }
    lapack_work_free(&w);
    return ok;
}

/* Only the first `order` rows and columns are left. */
static bool cut_triangle(Env *env, Matrix *r, int64_t order) {
    int64_t n = r->rows, width = r->complex ? 2 : 1;
    for (int64_t j = 0; j < n; j++)
        memset(r->at + ((j * n + j + 1) * width), 0,
               (size_t)((n - j - 1) * width) * sizeof(double));
    if (order == n)
        return true;
    Matrix less;
    TRY(matrix_new(env, order, order, r->complex, &less));
    for (int64_t j = 0; j < order; j++)
        memcpy(less.at + (j * order * width), r->at + (j * n * width),
               (size_t)(order * width) * sizeof(double));
    matrix_free(env, r);
    *r = less;
    return true;
}

bool linear_cholesky(Env *env, Linear *linear, const Matrix *a, Matrix *r, int64_t *order) {
    typedef void Potrf(const char *, const Int *, double *, const Int *, Int *, size_t);
    TRY(matrix_copy(env, a, false, r));
    Int n = a->rows, info = 0;
    if (n == 0) {
        *order = 0;
        return true;
    }
    if (lapack_pays(linear, n, n)) {
        ((Potrf *)lapack_code(linear, LAPACK_POTRF, a->complex))("U", &n, r->at, &n, &info, 1);
        *order = lapack_info(info) > 0 ? lapack_info(info) - 1 : n;
    } else if (a->complex) {
        *order = own_complex_cholesky(n, (Pair *)r->at);
    } else {
        *order = own_real_cholesky(n, r->at);
    }
    if (cut_triangle(env, r, *order))
        return true;
    matrix_free(env, r);
    return false;
}

/* ---- QR */

/* Calls that differ in their arguments: with pivots, and of complex numbers. */
static bool lapack_qr(Env *env, Linear *linear, Matrix *a, double *tau, int64_t *pivots) {
    typedef void Geqrf(const Int *, const Int *, double *, const Int *, double *, double *,
                       const Int *, Int *);
    typedef void Geqp3(const Int *, const Int *, double *, const Int *, Int *, double *, double *,
                       const Int *, Int *);
    typedef void Zgeqp3(const Int *, const Int *, double *, const Int *, Int *, double *, double *,
                        const Int *, double *, Int *);
    LapackWork w = {env};
    Int m = a->rows, n = a->columns, info = 0;
    LapackCode *code = lapack_code(linear, pivots ? LAPACK_GEQP3 : LAPACK_GEQRF, a->complex);
    bool ok = lapack_work(&w, a->complex, 1) && lapack_work_integers(&w, n) &&
              lapack_work_real(&w, 2 * n);
    for (int turn = 0; turn < 2 && ok; turn++) {
        Int lwork = turn ? w.lwork : -1;
        if (!pivots)
            ((Geqrf *)code)(&m, &n, a->at, &m, tau, w.work, &lwork, &info);
        else if (a->complex)
            ((Zgeqp3 *)code)(&m, &n, a->at, &m, w.integers, tau, w.work, &lwork, w.real, &info);
        else
            ((Geqp3 *)code)(&m, &n, a->at, &m, w.integers, tau, w.work, &lwork, &info);
        ok = turn || lapack_work(&w, a->complex, (int64_t)w.work[0]);
    }
    for (int64_t j = 0; j < n && pivots && ok; j++)
        pivots[j] = lapack_integer(linear, w.integers, j) - 1;
    lapack_work_free(&w);
    return ok;
}

/* q holds the reflections in its first k columns, and becomes orthogonal. */
static bool lapack_form_q(Env *env, Linear *linear, Matrix *q, int64_t k, const double *tau) {
    typedef void Orgqr(const Int *, const Int *, const Int *, double *, const Int *, const double *,
                       double *, const Int *, Int *);
    LapackWork w = {env};
    Int m = q->rows, n = q->columns, count = k, info = 0;
    Orgqr *code = (Orgqr *)lapack_code(linear, LAPACK_ORGQR, q->complex);
    bool ok = lapack_work(&w, q->complex, 1);
    for (int turn = 0; turn < 2 && ok; turn++) {
        Int lwork = turn ? w.lwork : -1;
        code(&m, &n, &count, q->at, &m, tau, w.work, &lwork, &info);
        ok = turn || lapack_work(&w, q->complex, (int64_t)w.work[0]);
    }
    lapack_work_free(&w);
    return ok;
}

/* r: the triangle above the diagonal of a, `rows` high. */
static bool take_r(Env *env, const Matrix *a, int64_t rows, Matrix *r) {
    TRY(matrix_new(env, rows, a->columns, a->complex, r));
    int64_t width = a->complex ? 2 : 1;
    for (int64_t j = 0; j < a->columns; j++) {
        int64_t high = j + 1 < rows ? j + 1 : rows;
        high = high < a->rows ? high : a->rows;
        if (high == 0) /* there is no memory either */
            break;
        memcpy(r->at + (j * rows * width), a->at + (j * a->rows * width),
               (size_t)(high * width) * sizeof(double));
    }
    return true;
}

static bool make_q(Env *env, Linear *linear, const Matrix *a, int64_t columns, const double *tau,
                   Matrix *q) {
    int64_t least = a->rows < a->columns ? a->rows : a->columns;
    TRY(matrix_new(env, a->rows, columns, a->complex, q));
    if (!q->at)
        return true;
    if (lapack_is_there(linear, a->rows, a->columns)) {
        size_t bytes = (size_t)(a->rows * (columns < a->columns ? columns : a->columns));
        memcpy(q->at, a->at, bytes * (a->complex ? sizeof(Pair) : sizeof(double)));
        return lapack_form_q(env, linear, q, least, tau);
    }
    if (a->complex)
        own_complex_form_q(a->rows, columns, least, (const Pair *)a->at, a->rows, (const Pair *)tau,
                           (Pair *)q->at);
    else
        own_real_form_q(a->rows, columns, least, a->at, a->rows, tau, q->at);
    return true;
}

bool linear_qr(Env *env, Linear *linear, const Matrix *a, bool full, Matrix *q, Matrix *r,
               int64_t *pivots) {
    int64_t least = a->rows < a->columns ? a->rows : a->columns;
    Matrix work = {0};
    *q = *r = (Matrix){0};
    double *tau = block_new(env, least, sizeof(Pair));
    bool ok = tau && matrix_copy(env, a, false, &work);
    for (int64_t j = 0; j < a->columns && pivots; j++)
        pivots[j] = j;
    if (ok && lapack_is_there(linear, a->rows, a->columns))
        ok = lapack_qr(env, linear, &work, tau, pivots);
    else if (ok && a->complex)
        own_complex_qr(a->rows, a->columns, (Pair *)work.at, (Pair *)tau, pivots);
    else if (ok)
        own_real_qr(a->rows, a->columns, work.at, tau, pivots);
    ok = ok && take_r(env, &work, full ? a->rows : least, r) &&
         make_q(env, linear, &work, full ? a->rows : least, tau, q);
    if (!ok) {
        matrix_free(env, q);
        matrix_free(env, r);
    }
    matrix_free(env, &work);
    block_free(env, tau, least, sizeof(Pair));
    return ok;
}

/* ---- Hessenberg */

static bool lapack_hessenberg(Env *env, Linear *linear, Matrix *h, Matrix *q, double *tau) {
    typedef void Gehrd(const Int *, const Int *, const Int *, double *, const Int *, double *,
                       double *, const Int *, Int *);
    LapackWork w = {env};
    Int n = h->rows, one = 1, info = 0;
    bool ok = lapack_work(&w, h->complex, 1);
    for (int turn = 0; turn < 4 && ok; turn++) {
        Int lwork = turn % 2 ? w.lwork : -1;
        if (turn == 2)
            memcpy(q->at, h->at, linear_bytes(h));
        LapackCode *code = lapack_code(linear, turn < 2 ? LAPACK_GEHRD : LAPACK_ORGHR, h->complex);
        ((Gehrd *)code)(&n, &one, &n, turn < 2 ? h->at : q->at, &n, tau, w.work, &lwork, &info);
        ok = turn % 2 || lapack_work(&w, h->complex, (int64_t)w.work[0]);
    }
    int64_t width = h->complex ? 2 : 1;
    for (int64_t j = 0; j + 2 < n; j++)
        memset(h->at + ((j * n + j + 2) * width), 0,
               (size_t)((n - j - 2) * width) * sizeof(double));
    lapack_work_free(&w);
    return ok;
}

bool linear_hessenberg(Env *env, Linear *linear, const Matrix *a, Matrix *q, Matrix *h) {
    int64_t n = a->rows;
    *q = *h = (Matrix){0};
    double *tau = block_new(env, 2 * n, sizeof(Pair));
    bool ok = tau && matrix_copy(env, a, false, h) && matrix_new(env, n, n, a->complex, q);
    if (ok && lapack_is_there(linear, n, n))
        ok = lapack_hessenberg(env, linear, h, q, tau);
    else if (ok && a->complex)
        own_complex_hessenberg(n, (Pair *)h->at, (Pair *)q->at, (Pair *)tau, (Pair *)tau + n);
    else if (ok)
        own_real_hessenberg(n, h->at, q->at, tau, tau + n);
    if (!ok) {
        matrix_free(env, q);
        matrix_free(env, h);
    }
    block_free(env, tau, 2 * n, sizeof(Pair));
    return ok;
}
