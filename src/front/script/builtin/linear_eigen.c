/* eig and svd. */
#include <math.h>
#include <string.h>

#include "front/script/builtin/functions.h"
#include "front/script/builtin/matrices.h"

static bool is_finite(const Matrix *m) {
    for (int64_t k = 0; k < m->rows * m->columns * (m->complex ? 2 : 1); k++)
        if (!isfinite(m->at[k]))
            return false;
    return true;
}

/* ---- eig */

typedef struct EigAsked {
    Matrix a, b; /* b without elements: one matrix */
    bool single, pair, as_vector, as_matrix;
    double *values; /* pairs */
    size_t bytes;
    Matrix v, w; /* right and left vectors */
} EigAsked;

static void eig_free(Interp *in, EigAsked *e) {
    matrices_free(in, (Matrix[]){e->a, e->b, e->v, e->w}, 4);
    interp_release(in, e->values, e->bytes);
}

static bool eig_arguments(Interp *in, const BuiltinCall *call, EigAsked *e) {
    char text[32];
    uint32_t k = 1;
    Shape shape = value_shape(call->args[0]);
    if (value_class(call->args[0]) == CLASS_CHAR)
        return argument_wrong_type(in, "eig", call->args[0]);
    if (!matrix_take(in, "eig", call->args[0], 0, &e->a, &e->single))
        return false;
    if (shape.rank > 2)
        return interp_fail(in, "EIG requires square matrix");
    if (!matrix_is_square(in, "eig", call->args[0]))
        return false;
    if (call->argc > 1 && value_class(call->args[1]) != CLASS_CHAR) {
        if (!matrix_take(in, "eig", call->args[1], 0, &e->b, &e->single))
            return false;
        if (e->b.rows != e->b.columns)
            return interp_fail(in, "eig: B must be a square matrix");
        if (e->b.rows != e->a.rows)
            return interp_fail_id(in, "Octave:nonconformant-args", "nonconformant matrices");
        e->pair = true;
        k = 2;
    }
    for (; k < call->argc; k++) {
        call_text(in, call, k, text);
        if (!strcmp(text, "vector") || !strcmp(text, "matrix"))
            *(text[0] == 'v' ? &e->as_vector : &e->as_matrix) = true;
        else if (strcmp(text, "balance") && strcmp(text, "nobalance") && strcmp(text, "chol") &&
                 strcmp(text, "qz"))
            return interp_fail(in, "eig: invalid option \"%s\"", text);
    }
    if (!is_finite(&e->a) || !is_finite(&e->b))
        return interp_fail(in, "EIG: matrix contains Inf or NaN values");
    return true;
}

/* Real values take the second place of their pairs. */
static void widen_values(double *values, int64_t n) {
    for (int64_t k = n; k-- > 0;) {
        values[2 * k] = values[k];
        values[2 * k + 1] = 0;
    }
}

static bool eig_one(Interp *in, Linear *linear, EigAsked *e, bool vectors) {
    if (!matrix_is_hermitian(&e->a))
        return linear_eig(&in->env, linear, &e->a, e->values, vectors ? &e->v : NULL) ||
               interp_fail_raw(in);
    if (!linear_eig_hermitian(&in->env, linear, &e->a, e->values, vectors ? &e->v : NULL))
        return interp_fail_raw(in);
    widen_values(e->values, e->a.rows);
    return true;
}

/* x = inverse of r times b, or of r'. */
static bool solve_with(Interp *in, Linear *linear, const Matrix *r, bool turned, const Matrix *b,
                       Matrix *x) {
    Matrix t = {0};
    double rcond;
    bool ok = (!turned || matrix_turned(&in->env, r, &t)) &&
              linear_solve(&in->env, linear, turned ? &t : r, b, x, &rcond);
    matrix_free(&in->env, &t);
    return ok || interp_fail_raw(in);
}

/* a Hermitian, b = r' r: of the Hermitian r'^-1 a r^-1. *done stays false where b is not positive definite. */
static bool eig_positive(Interp *in, Linear *linear, EigAsked *e, bool vectors, bool *done) {
    Matrix m[4] = {{0}}, z = {0};
    int64_t order;
    bool ok = linear_cholesky(&in->env, linear, &e->b, &m[0], &order) || interp_fail_raw(in);
    *done = ok && order == e->b.rows;
    if (*done) {
        ok = solve_with(in, linear, &m[0], true, &e->a, &m[1]) &&
             (matrix_turned(&in->env, &m[1], &m[2]) || interp_fail_raw(in)) &&
             solve_with(in, linear, &m[0], true, &m[2], &m[3]) &&
             (linear_eig_hermitian(&in->env, linear, &m[3], e->values, vectors ? &z : NULL) ||
              interp_fail_raw(in)) &&
             (!vectors || solve_with(in, linear, &m[0], false, &z, &e->v));
        widen_values(e->values, ok ? e->a.rows : 0);
    }
    matrices_free(in, m, 4);
    matrix_free(&in->env, &z);
    return ok;
}

static bool eig_two(Interp *in, Linear *linear, EigAsked *e, bool vectors) {
    bool done = false;
    if (matrix_is_hermitian(&e->a) && matrix_is_hermitian(&e->b) && e->a.complex == e->b.complex) {
        if (!eig_positive(in, linear, e, vectors, &done))
            return false;
        if (done)
            return true;
    }
    Matrix a = {0}, b = {0};
    bool wide = e->a.complex || e->b.complex;
    bool ok = matrix_copy(&in->env, &e->a, wide, &a) && matrix_copy(&in->env, &e->b, wide, &b) &&
              linear_eig_pair(&in->env, linear, &a, &b, e->values, vectors ? &e->v : NULL);
    matrix_free(&in->env, &a);
    matrix_free(&in->env, &b);
    return ok || interp_fail_raw(in);
}

/* Left vectors are the columns of v'^-1, of length 1. */
static bool left_vectors(Interp *in, Linear *linear, EigAsked *e) {
    Matrix turned = {0};
    double rcond;
    bool ok = matrix_turned(&in->env, &e->v, &turned) &&
              linear_inverse(&in->env, linear, &turned, &e->w, &rcond);
    matrix_free(&in->env, &turned);
    if (!ok)
        return interp_fail_raw(in);
    int64_t width = e->w.complex ? 2 : 1, n = e->w.rows * width;
    for (int64_t j = 0; j < e->w.columns; j++) {
        double sum = 0;
        for (int64_t i = j * n; i < (j + 1) * n; i++)
            sum += e->w.at[i] * e->w.at[i];
        for (int64_t i = j * n; i < (j + 1) * n; i++)
            e->w.at[i] /= sqrt(sum);
    }
    return true;
}

static bool give_values(Interp *in, BuiltinCall *call, const EigAsked *e) {
    int64_t n = e->a.rows;
    bool matrix = e->as_matrix || (call->nout > 1 && !e->as_vector), real = true;
    Matrix m = {0};
    for (int64_t k = 0; k < n; k++)
        real = real && e->values[2 * k + 1] == 0;
    if (!matrix_new(&in->env, n, matrix || n == 0 ? n : 1, !real, &m))
        return interp_fail_raw(in);
    for (int64_t k = 0; k < n; k++) {
        int64_t at = matrix ? k * n + k : k;
        if (real)
            m.at[at] = e->values[2 * k];
        else
            memcpy(m.at + (2 * at), e->values + (2 * k), 2 * sizeof(double));
    }
    return call_give_matrix(in, call, &m, e->single);
}

bool builtin_eig(Interp *in, BuiltinCall *call) {
    EigAsked e = {{0}};
    Linear *linear = interp_linear(in);
    if (!linear)
        return false;
    if (value_count(call->args[0]) == 0) {
        for (uint32_t k = 0; k < (call->nout ? call->nout : 1); k++)
            if (!value_empty(in, &call->outs[call->outc++]))
                return false;
        return true;
    }
    bool ok = eig_arguments(in, call, &e), vectors = call->nout > 1;
    if (ok) {
        e.bytes = (size_t)e.a.rows * 2 * sizeof(double);
        e.values = interp_alloc(in, e.bytes);
        ok = e.values &&
             (e.pair ? eig_two(in, linear, &e, vectors) : eig_one(in, linear, &e, vectors));
    }
    if (ok && call->nout > 2)
        ok = left_vectors(in, linear, &e);
    ok = ok && (!vectors || call_give_matrix(in, call, &e.v, e.single)) &&
         give_values(in, call, &e) &&
         (call->nout < 3 || call_give_matrix(in, call, &e.w, e.single));
    eig_free(in, &e);
    return ok;
}

/* ---- svd */

static bool give_diagonal(Interp *in, BuiltinCall *call, const double *s, int64_t rows,
                          int64_t columns, bool single) {
    Matrix m = {0};
    if (!matrix_new(&in->env, rows, columns, false, &m))
        return interp_fail_raw(in);
    for (int64_t k = 0; k < rows && k < columns; k++)
        m.at[k * rows + k] = s[k];
    return call_give_matrix(in, call, &m, single);
}

static bool give_svd(Interp *in, BuiltinCall *call, const Matrix *m, bool full, bool single) {
    int64_t least = m->rows < m->columns ? m->rows : m->columns;
    size_t bytes = (size_t)least * sizeof(double);
    Matrix u = {0}, v = {0};
    double *s = interp_alloc(in, bytes);
    bool vectors = call->nout > 1;
    if (!s)
        return false;
    bool ok = linear_svd(&in->env, interp_linear(in), m, full, s, vectors ? &u : NULL,
                         vectors ? &v : NULL) ||
              interp_fail_raw(in);
    int64_t rows = u.columns, columns = v.columns;
    if (ok && !vectors)
        ok = call_give_doubles(in, call, least, 1, s, single);
    else if (ok)
        ok = call_give_matrix(in, call, &u, single) &&
             give_diagonal(in, call, s, rows, columns, single) &&
             (call->nout < 3 || call_give_matrix(in, call, &v, single));
    matrix_free(&in->env, &u);
    matrix_free(&in->env, &v);
    interp_release(in, s, bytes);
    return ok;
}

bool builtin_svd(Interp *in, BuiltinCall *call) {
    Matrix m = {0};
    bool single = false;
    if (!interp_linear(in))
        return false;
    if (value_shape(call->args[0]).rank > 2)
        return interp_fail(in, "svd: A must be a 2-D matrix");
    if (!matrix_take(in, "svd", call->args[0], TAKES_INTEGERS | TAKES_LOGICAL, &m, &single))
        return false;
    bool ok = is_finite(&m) ||
              interp_fail(in, "svd: cannot take SVD of matrix containing Inf or NaN values");
    ok = ok && give_svd(in, call, &m, call->argc < 2, single);
    matrix_free(&in->env, &m);
    return ok;
}
