/* The inverse, determinants, systems. */
#include <math.h>
#include <string.h>

#include "front/script/builtin/functions.h"
#include "front/script/builtin/matrices.h"

bool builtin_inv(Interp *in, BuiltinCall *call) {
    Matrix m = {0}, out = {0};
    bool single = false;
    double rcond = 1;
    Linear *linear = interp_linear(in);
    if (linear && value_shape(call->args[0]).rank == 2 && value_count(call->args[0]) == 0) {
        call->outc = 1;
        return value_empty(in, &call->outs[0]) &&
               (call->nout < 2 || call_give(call, value_double(INFINITY)));
    }
    if (!linear ||
        !matrix_take(in, "inv", call->args[0], TAKES_INTEGERS | TAKES_LOGICAL, &m, &single))
        return false;
    bool ok = value_shape(call->args[0]).rank > 2
                  ? interp_fail(in, "inverse requires square matrix")
                  : matrix_is_square(in, "inverse", call->args[0]);
    if (ok && !linear_inverse(&in->env, linear, &m, &out, &rcond))
        ok = interp_fail_raw(in);
    if (ok && call->nout < 2 && m.rows > 1)
        ok = warn_singular(in, rcond, single);
    matrix_free(&in->env, &m);
    if (!ok) {
        matrix_free(&in->env, &out);
        return false;
    }
    return call_give_matrix(in, call, &out, single) &&
           (call->nout < 2 ||
            call_give(call, value_number(single ? CLASS_SINGLE : CLASS_DOUBLE, rcond)));
}

/* The product of the diagonal of a factor, pairs or not; the sign turns with each swap. */
static void multiply_diagonal(const Matrix *f, const int64_t *swaps, double out[2]) {
    out[0] = 1;
    out[1] = 0;
    for (int64_t k = 0; k < f->rows; k++) {
        int64_t at = k * f->rows + k;
        double sign = swaps && swaps[k] != k ? -1 : 1;
        double re = sign * (f->complex ? f->at[2 * at] : f->at[at]);
        double im = f->complex ? sign * f->at[2 * at + 1] : 0, x = out[0];
        out[0] = x * re - out[1] * im;
        out[1] = x * im + out[1] * re;
    }
}

static bool is_positive_diagonal(const Matrix *m) {
    for (int64_t k = 0; k < m->rows; k++)
        if (!(m->at[(k * m->rows + k) * (m->complex ? 2 : 1)] > 0))
            return false;
    return matrix_is_hermitian(m);
}

/* By Cholesky where it can be, as Octave does: the digits are the same then. */
static bool determinant(Interp *in, Linear *linear, const Matrix *m, double out[2]) {
    Matrix f = {0};
    int64_t order = -1;
    if (m->rows > 1 && is_positive_diagonal(m)) {
        if (!linear_cholesky(&in->env, linear, m, &f, &order))
            return interp_fail_raw(in);
        if (order == m->rows)
            multiply_diagonal(&f, NULL, out);
        out[0] *= out[0];
        matrix_free(&in->env, &f);
        if (order == m->rows)
            return true;
    }
    size_t bytes = (size_t)m->rows * sizeof(int64_t);
    int64_t *swaps = interp_alloc(in, bytes);
    if (!swaps)
        return false;
    bool ok = linear_lu(&in->env, linear, m, &f, swaps);
    if (ok)
        multiply_diagonal(&f, swaps, out);
    else
        interp_fail_raw(in);
    matrix_free(&in->env, &f);
    interp_release(in, swaps, bytes);
    return ok;
}

/* Of a square matrix; 0 where it holds NaN or Inf. */
static bool condition(Interp *in, Linear *linear, const Matrix *m, double *rcond) {
    Matrix one = {0}, x = {0};
    bool finite = true;
    *rcond = m->rows == 0 ? INFINITY : 0;
    for (int64_t k = 0; k < m->rows * m->columns * (m->complex ? 2 : 1); k++)
        finite = finite && isfinite(m->at[k]);
    if (m->rows == 0 || !finite)
        return true;
    bool ok = matrix_new(&in->env, m->rows, 1, m->complex, &one) &&
              linear_solve(&in->env, linear, m, &one, &x, rcond);
    if (!ok)
        interp_fail_raw(in);
    matrix_free(&in->env, &one);
    matrix_free(&in->env, &x);
    return ok;
}

bool builtin_det(Interp *in, BuiltinCall *call) {
    Matrix m = {0};
    bool single = false;
    double x[2] = {1, 0}, rcond = 1;
    Linear *linear = interp_linear(in);
    if (linear && value_count(call->args[0]) == 0)
        return call_give(call, value_double(1)) &&
               (call->nout < 2 || call_give(call, value_double(1)));
    if (!linear)
        return false;
    if (value_shape(call->args[0]).rank > 2)
        return interp_fail(in, "matrix must be square");
    if (!matrix_is_square(in, "det", call->args[0]))
        return false;
    if (!matrix_take(in, "det", call->args[0], TAKES_INTEGERS | TAKES_LOGICAL, &m, &single))
        return false;
    bool ok =
        determinant(in, linear, &m, x) && (call->nout < 2 || condition(in, linear, &m, &rcond));
    matrix_free(&in->env, &m);
    Value v = value_none();
    ValueClass c = single ? CLASS_SINGLE : CLASS_DOUBLE;
    ok = ok && value_complex(in, c, x[0], x[1], &v) && call_give(call, v);
    return ok && (call->nout < 2 || call_give(call, value_number(c, rcond)));
}

bool builtin_rcond(Interp *in, BuiltinCall *call) {
    Matrix m = {0};
    bool single = false;
    double rcond;
    Linear *linear = interp_linear(in);
    Shape shape = value_shape(call->args[0]);
    if (linear && value_class(call->args[0]) == CLASS_CHAR)
        return interp_fail(in, "invalid conversion from string to real matrix");
    if (linear && (shape.rank > 2 || shape.at[0] != shape.at[1]))
        return interp_fail(in, "matrix must be square");
    if (!linear || !matrix_take(in, "rcond", call->args[0], TAKES_LOGICAL, &m, &single))
        return false;
    bool ok = condition(in, linear, &m, &rcond);
    matrix_free(&in->env, &m);
    return ok && call_give(call, value_number(single ? CLASS_SINGLE : CLASS_DOUBLE, rcond));
}
