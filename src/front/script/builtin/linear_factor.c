/* lu, chol, qr, hess, schur. */
#include <math.h>
#include <string.h>

#include "front/script/builtin/functions.h"
#include "front/script/builtin/matrices.h"

static int64_t width_of(const Matrix *m) {
    return m->complex ? 2 : 1;
}

static void copy_number(const Matrix *from, int64_t i, int64_t j, Matrix *to, int64_t k,
                        int64_t l) {
    int64_t w = width_of(from);
    memcpy(to->at + ((k + l * to->rows) * w), from->at + ((i + j * from->rows) * w),
           (size_t)w * sizeof(double));
}

/* ---- lu */

/* The row of a that row k of the result is. */
static void order_of_swaps(const int64_t *swaps, int64_t least, int64_t rows, int64_t *order) {
    for (int64_t k = 0; k < rows; k++)
        order[k] = k;
    for (int64_t k = 0; k < least; k++) {
        int64_t x = order[k];
        order[k] = order[swaps[k]];
        order[swaps[k]] = x;
    }
}

/* order NULL: row k of l is row k; else row order[k]. */
static bool split_lu(Interp *in, const Matrix *lu, const int64_t *order, Matrix *l, Matrix *u) {
    int64_t m = lu->rows, n = lu->columns, least = m < n ? m : n;
    if (!matrix_new(&in->env, m, least, lu->complex, l) ||
        !matrix_new(&in->env, least, n, lu->complex, u))
        return interp_fail_raw(in);
    for (int64_t j = 0; j < least; j++) {
        for (int64_t i = j + 1; i < m; i++)
            copy_number(lu, i, j, l, order ? order[i] : i, j);
        l->at[((order ? order[j] : j) + j * m) * width_of(l)] = 1;
    }
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = 0; i <= j && i < least; i++)
            copy_number(lu, i, j, u, i, j);
    return true;
}

/* A matrix with a one in row k at column order[k], or order itself from 1. */
static bool give_order(Interp *in, BuiltinCall *call, const int64_t *order, int64_t n, bool vector,
                       bool turned) {
    Matrix p = {0};
    bool column = vector && !turned; /* lu's stands, qr's lies */
    if (!matrix_new(&in->env, vector && !column ? 1 : n, column ? 1 : n, false, &p))
        return interp_fail_raw(in);
    for (int64_t k = 0; k < n; k++) {
        if (vector)
            p.at[k] = (double)order[k] + 1;
        else
            p.at[turned ? order[k] + k * n : k + order[k] * n] = 1;
    }
    return call_give_matrix(in, call, &p, false);
}

static bool give_lu(Interp *in, BuiltinCall *call, Matrix *lu, const int64_t *swaps, bool single,
                    bool vector) {
    Matrix parts[2] = {{0}};
    int64_t m = lu->rows, least = m < lu->columns ? m : lu->columns;
    size_t bytes = (size_t)m * sizeof(int64_t);
    if (call->nout < 2)
        return call_give_matrix(in, call, lu, single);
    int64_t *order = interp_alloc(in, bytes);
    if (!order)
        return false;
    order_of_swaps(swaps, least, m, order);
    bool ok = split_lu(in, lu, call->nout == 2 ? order : NULL, &parts[0], &parts[1]) &&
              call_give_matrix(in, call, &parts[0], single) &&
              call_give_matrix(in, call, &parts[1], single) &&
              (call->nout < 3 || give_order(in, call, order, m, vector, false));
    matrices_free(in, parts, 2);
    interp_release(in, order, bytes);
    return ok;
}

static bool give_empties(Interp *in, BuiltinCall *call) {
    uint32_t count = call->nout ? call->nout : 1;
    while (call->outc < count)
        if (!value_empty(in, &call->outs[call->outc++]))
            return false;
    return true;
}

bool builtin_lu(Interp *in, BuiltinCall *call) {
    Matrix m = {0}, lu = {0};
    bool single = false, vector = call_text_is(in, call, 1, "vector");
    Linear *linear = interp_linear(in);
    if (linear && call->argc > 1 && !vector)
        return interp_fail(in, "lu: unrecognized string argument");
    if (linear && call->args[0].kind == VALUE_CELL && value_count(call->args[0]) == 0)
        return give_empties(in, call);
    if (!linear ||
        !matrix_take(in, "lu", call->args[0], TAKES_INTEGERS | TAKES_LOGICAL, &m, &single))
        return false;
    int64_t least = m.rows < m.columns ? m.rows : m.columns;
    size_t bytes = (size_t)least * sizeof(int64_t);
    int64_t *swaps = interp_alloc(in, bytes);
    bool ok = swaps != NULL;
    if (ok && !linear_lu(&in->env, linear, &m, &lu, swaps))
        ok = interp_fail_raw(in);
    ok = ok && give_lu(in, call, &lu, swaps, single, vector);
    interp_release(in, swaps, bytes);
    matrix_free(&in->env, &m);
    matrix_free(&in->env, &lu);
    return ok;
}

/* ---- chol */

static bool chol_side(Interp *in, const BuiltinCall *call, bool *lower) {
    char text[32];
    for (uint32_t k = 1; k < call->argc; k++) {
        call_text(in, call, k, text);
        if (!strcmp(text, "lower"))
            *lower = true;
        else if (strcmp(text, "upper") && strcmp(text, "vector"))
            return interp_fail(in, "chol: optional argument must be one of \"vector\", \"lower\","
                                   " or \"upper\"");
    }
    return true;
}

static bool give_chol(Interp *in, BuiltinCall *call, Matrix *r, int64_t order, int64_t n,
                      bool lower, bool single) {
    if (order < n && call->nout < 2)
        return interp_fail(in, "chol: input matrix must be positive definite");
    if (lower) {
        Matrix turned = {0};
        if (!matrix_turned(&in->env, r, &turned))
            return interp_fail_raw(in);
        matrix_free(&in->env, r);
        *r = turned;
    }
    return call_give_matrix(in, call, r, single) &&
           (call->nout < 2 || call_give(call, value_double(order < n ? (double)order + 1 : 0)));
}

bool builtin_chol(Interp *in, BuiltinCall *call) {
    Matrix m = {0}, r = {0};
    bool single = false, lower = false;
    int64_t order = 0;
    Linear *linear = interp_linear(in);
    Shape shape = value_shape(call->args[0]);
    if (!linear || !chol_side(in, call, &lower))
        return false;
    if (call->nout > 2)
        return interp_fail(in, "chol: using three output arguments, matrix A must be sparse");
    if (value_count(call->args[0]) == 0)
        return value_empty(in, &call->outs[0]) && ++call->outc &&
               (call->nout < 2 || call_give(call, value_double(0)));
    if (!matrix_take(in, "chol", call->args[0], TAKES_INTEGERS | TAKES_LOGICAL, &m, &single))
        return false;
    bool ok = (shape.rank == 2 && shape.at[0] == shape.at[1]) ||
              interp_fail(in, "chol: requires square matrix");
    if (ok && lower) { /* only the lower triangle is looked at */
        Matrix turned = {0};
        ok = matrix_turned(&in->env, &m, &turned) || interp_fail_raw(in);
        matrix_free(&in->env, &m);
        m = turned;
    }
    if (ok && !linear_cholesky(&in->env, linear, &m, &r, &order))
        ok = interp_fail_raw(in);
    ok = ok && give_chol(in, call, &r, order, m.rows, lower, single);
    matrix_free(&in->env, &m);
    matrix_free(&in->env, &r);
    return ok;
}

/* ---- qr */

typedef struct QrAsked {
    bool economy, vector;
    Value right; /* qr (A, B): B; else none */
} QrAsked;

static bool qr_options(Interp *in, const BuiltinCall *call, QrAsked *asked) {
    char text[32];
    for (uint32_t k = 1; k < call->argc; k++) {
        Value v = call->args[k];
        call_text(in, call, k, text);
        if (!strcmp(text, "vector") || !strcmp(text, "matrix")) {
            asked->vector = text[0] == 'v';
        } else if (!strcmp(text, "econ") || !strcmp(text, "0")) {
            asked->economy = true;
            asked->vector = text[0] == '0' || asked->vector;
        } else if (value_is_text(v) && value_class(v) == CLASS_CHAR) {
            return interp_fail(in, "qr: type for P must be 'matrix' or 'vector', not %s", text);
        } else if (value_is_double(v) && v.as.number == 0 && k + 1 == call->argc) {
            asked->economy = asked->vector = true;
        } else if (k == 1) {
            asked->right = v;
        } else {
            return interp_fail(in, "qr: too many required arguments");
        }
    }
    return true;
}

/* [C, R] = qr (A, B): C is q' b. */
static bool give_turned_right(Interp *in, BuiltinCall *call, Linear *linear, const QrAsked *asked,
                              const Matrix *q, bool single) {
    Matrix b = {0}, qt = {0}, c = {0}, wide = {0};
    if (!matrix_take(in, "qr", asked->right, TAKES_ALL, &b, &single))
        return false;
    bool ok = b.rows == q->rows || interp_fail(in,
                                               "operator *: nonconformant arguments (op1 is "
                                               "%lldx%lld, op2 is %lldx%lld)",
                                               (long long)q->columns, (long long)q->rows,
                                               (long long)b.rows, (long long)b.columns);
    bool complex = b.complex || q->complex;
    if (ok && (!matrix_copy(&in->env, q, complex, &wide) || !matrix_turned(&in->env, &wide, &qt)))
        ok = interp_fail_raw(in);
    matrix_free(&in->env, &wide);
    if (ok && (!matrix_copy(&in->env, &b, complex, &wide) ||
               !linear_product(&in->env, linear, &qt, &wide, &c)))
        ok = interp_fail_raw(in);
    ok = ok && call_give_matrix(in, call, &c, single);
    matrices_free(in, (Matrix[]){b, qt, c, wide}, 4);
    return ok;
}

static bool give_qr(Interp *in, BuiltinCall *call, Linear *linear, const QrAsked *asked,
                    const Matrix *m, bool single) {
    Matrix q = {0}, r = {0};
    size_t bytes = (size_t)m->columns * sizeof(int64_t);
    int64_t *pivots = call->nout > 2 ? interp_alloc(in, bytes) : NULL;
    bool ok = call->nout < 3 || pivots;
    if (ok && !linear_qr(&in->env, linear, m, !asked->economy, &q, &r, pivots))
        ok = interp_fail_raw(in);
    if (ok && call->nout > 1)
        ok = asked->right.kind != VALUE_NONE
                 ? give_turned_right(in, call, linear, asked, &q, single)
                 : call_give_matrix(in, call, &q, single);
    ok = ok && call_give_matrix(in, call, &r, single) &&
         (call->nout < 3 || give_order(in, call, pivots, m->columns, asked->vector, true));
    matrix_free(&in->env, &q);
    matrix_free(&in->env, &r);
    interp_release(in, pivots, bytes);
    return ok;
}

bool builtin_qr(Interp *in, BuiltinCall *call) {
    Matrix m = {0};
    bool single = false;
    QrAsked asked = {false, false, {VALUE_NONE}};
    Linear *linear = interp_linear(in);
    if (!linear || !qr_options(in, call, &asked) ||
        !matrix_take(in, "qr", call->args[0], TAKES_INTEGERS | TAKES_LOGICAL, &m, &single))
        return false;
    bool ok = give_qr(in, call, linear, &asked, &m, single);
    matrix_free(&in->env, &m);
    return ok;
}

/* ---- hess, schur */

/* Two matrices, the second alone where only one is wanted. */
static bool give_pair(Interp *in, BuiltinCall *call, Matrix *u, Matrix *t, bool single) {
    bool ok = (call->nout < 2 || call_give_matrix(in, call, u, single)) &&
              call_give_matrix(in, call, t, single);
    matrix_free(&in->env, u);
    matrix_free(&in->env, t);
    return ok;
}

bool builtin_hess(Interp *in, BuiltinCall *call) {
    Matrix m = {0}, u = {0}, t = {0};
    bool single = false;
    Linear *linear = interp_linear(in);
    if (!linear || !matrix_is_square(in, "hess", call->args[0]) ||
        !matrix_take(in, "hess", call->args[0], 0, &m, &single))
        return false;
    bool ok = linear_hessenberg(&in->env, linear, &m, &u, &t) || interp_fail_raw(in);
    matrix_free(&in->env, &m);
    return ok && give_pair(in, call, &u, &t, single);
}

bool builtin_schur(Interp *in, BuiltinCall *call) {
    Matrix m = {0}, u = {0}, t = {0};
    bool single = false;
    char text[32];
    Linear *linear = interp_linear(in);
    call_text(in, call, 1, text);
    bool wide = !strcmp(text, "complex") || !strcmp(text, "comp") || !strcmp(text, "rsf2csf");
    if (!linear)
        return false;
    if (call->argc > 1 && !wide && strcmp(text, "real"))
        return interp_fail(in, "schur: incorrect ordered schur argument '%s'", text);
    if (!matrix_is_square(in, "schur", call->args[0]) ||
        !matrix_take(in, "schur", call->args[0], 0, &m, &single))
        return false;
    bool ok = linear_schur(&in->env, linear, &m, wide, &u, &t) || interp_fail_raw(in);
    matrix_free(&in->env, &m);
    return ok && give_pair(in, call, &u, &t, single);
}
