/* norm. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "front/script/builtin/functions.h"
#include "front/script/builtin/matrices.h"

typedef enum NormOver { NORM_ALL, NORM_ROWS, NORM_COLUMNS } NormOver;

/* "fro" of a matrix is the 2-norm of its elements. */
typedef struct NormAsked {
    double p;
    bool frobenius;
    NormOver over;
} NormAsked;

static double size_at(const Matrix *m, int64_t k) {
    return m->complex ? hypot(m->at[2 * k], m->at[2 * k + 1]) : fabs(m->at[k]);
}

/* Of elements first, first + step ...; scaled, so that nothing overflows on the way. */
static double norm_two(const Matrix *m, int64_t first, int64_t step, int64_t count) {
    double sum = 0, scale = 0;
    for (int64_t k = 0; k < count; k++) {
        double x = size_at(m, first + k * step);
        if (isnan(x))
            return x;
        if (x > scale)
            scale = x;
    }
    if (scale == 0 || isinf(scale))
        return scale;
    bool plain = scale > 1e-140 && scale < 1e140;
    double under = plain ? 1 : scale;
    for (int64_t k = 0; k < count; k++) {
        double x = size_at(m, first + k * step) / under;
        sum += x * x;
    }
    return under * sqrt(sum);
}

static double norm_power(const Matrix *m, int64_t first, int64_t step, int64_t count, double p) {
    double sum = 0, most = 0;
    for (int64_t k = 0; k < count; k++)
        most = fmax(most, size_at(m, first + k * step));
    if (most == 0 || isinf(most) || p < 0)
        most = 1;
    for (int64_t k = 0; k < count; k++)
        sum += pow(size_at(m, first + k * step) / most, p);
    return most * pow(sum, 1 / p);
}

static double norm_of(const Matrix *m, int64_t first, int64_t step, int64_t count,
                      const NormAsked *asked) {
    double p = asked->frobenius ? 2 : asked->p, best = p < 0 ? INFINITY : 0;
    if (p == 2)
        return norm_two(m, first, step, count);
    if (!isinf(p) && p != 1 && p != 0)
        return norm_power(m, first, step, count, p);
    for (int64_t k = 0; k < count; k++) {
        double x = size_at(m, first + k * step);
        if (p == 0)
            best += x != 0;
        else if (p == 1)
            best += x;
        else if (isnan(x))
            return x;
        else if (p > 0 ? x > best : x < best)
            best = x;
    }
    return best;
}

/* ---- matrices */

static bool spectral_norm(Interp *in, const Matrix *m, double *out) {
    int64_t least = m->rows < m->columns ? m->rows : m->columns;
    size_t bytes = (size_t)least * sizeof(double);
    *out = 0;
    for (int64_t k = 0; k < m->rows * m->columns; k++)
        if (!isfinite(size_at(m, k))) {
            *out = NAN;
            return true;
        }
    if (least == 0)
        return true;
    double *s = interp_alloc(in, bytes);
    if (!s)
        return false;
    bool ok =
        linear_svd(&in->env, interp_linear(in), m, false, s, NULL, NULL) || interp_fail_raw(in);
    *out = ok ? s[0] : 0;
    interp_release(in, s, bytes);
    return ok;
}

/* The vector that gives x . dual = |x| for the norm of p, up to its length. */
static void dual_vector(int64_t n, double *x, double p) {
    double length = 0, q = p / (p - 1);
    for (int64_t k = 0; k < n; k++) {
        x[k] = copysign(pow(fabs(x[k]), p - 1), x[k]);
        length += pow(fabs(x[k]), q);
    }
    length = pow(length, 1 / q);
    for (int64_t k = 0; k < n && length > 0; k++)
        x[k] /= length;
}

/* y = m x, or m' x. */
static void multiply(const Matrix *m, bool turned, const double *x, double *y) {
    memset(y, 0, (size_t)(turned ? m->columns : m->rows) * sizeof *y);
    for (int64_t j = 0; j < m->columns; j++)
        for (int64_t i = 0; i < m->rows; i++) {
            double a = m->at[i + j * m->rows];
            if (turned)
                y[j] += a * x[i];
            else
                y[i] += a * x[j];
        }
}

static double power_length(int64_t n, const double *x, double p) {
    double sum = 0;
    for (int64_t k = 0; k < n; k++)
        sum += pow(fabs(x[k]), p);
    return pow(sum, 1 / p);
}

/* Boyd's iteration, from each column: the norm of a real matrix that p and its dual make. */
static bool operator_norm(Interp *in, const Matrix *m, double p, double *out) {
    size_t bytes = (size_t)(m->rows + m->columns) * sizeof(double);
    double *x = interp_alloc(in, bytes), *y = x + m->columns;
    if (!x)
        return false;
    *out = 0;
    for (int64_t start = -1; start < m->columns; start++) {
        double last = 0, now = 0;
        for (int64_t j = 0; j < m->columns; j++)
            x[j] = start < 0 || j == start ? 1 : 0;
        double length = power_length(m->columns, x, p);
        for (int64_t j = 0; j < m->columns; j++)
            x[j] /= length;
        for (int turn = 0; turn < 200; turn++) {
            multiply(m, false, x, y);
            now = power_length(m->rows, y, p);
            if (fabs(now - last) <= 2 * DBL_EPSILON * now && turn > 2)
                break;
            last = now;
            dual_vector(m->rows, y, p);
            multiply(m, true, y, x);
            dual_vector(m->columns, x, p / (p - 1));
        }
        *out = now > *out ? now : *out;
    }
    interp_release(in, x, bytes);
    return true;
}

static bool matrix_norm(Interp *in, const Matrix *m, const NormAsked *asked, double *out) {
    *out = 0;
    if (asked->frobenius) {
        *out = norm_two(m, 0, 1, m->rows * m->columns);
    } else if (asked->p == 2) {
        return spectral_norm(in, m, out);
    } else if (asked->p == 1) {
        *out = matrix_norm_1(m);
    } else if (isinf(asked->p) && asked->p > 0) {
        NormAsked one = {1, false, NORM_ALL};
        for (int64_t i = 0; i < m->rows; i++) {
            double x = norm_of(m, i, m->rows, m->columns, &one);
            if (!(x <= *out))
                *out = x;
        }
    } else if (asked->p > 1 && !m->complex) {
        return operator_norm(in, m, asked->p, out);
    } else {
        return interp_fail(in, asked->p > 1 ? "xnorm: p-norms of complex matrices are not there"
                                            : "xnorm: p must be >= 1");
    }
    return true;
}

/* ---- the call */

static bool read_option(Interp *in, const BuiltinCall *call, uint32_t k, NormAsked *asked) {
    char text[32];
    Value v = call->args[k];
    if (value_class(v) != CLASS_CHAR) {
        if (k > 1 || v.kind == VALUE_CELL)
            return true;
        if (!value_is_scalar(v)) {
            char name[64];
            argument_type_name(v, name);
            return interp_fail(in, "norm: wrong type argument '%s'", name);
        }
        return value_to_double(in, v, "norm", &asked->p);
    }
    call_text(in, call, k, text);
    if (!strcmp(text, "fro"))
        asked->frobenius = true;
    else if (!strcmp(text, "inf") || !strcmp(text, "Inf"))
        asked->p = INFINITY;
    else if (!strcmp(text, "-inf") || !strcmp(text, "-Inf"))
        asked->p = -INFINITY;
    else if (!strcmp(text, "rows"))
        asked->over = NORM_ROWS;
    else if (!strcmp(text, "columns") || !strcmp(text, "cols"))
        asked->over = NORM_COLUMNS;
    else
        return interp_fail(in, "norm: unrecognized option: %s", text);
    return true;
}

static bool give_norms(Interp *in, BuiltinCall *call, const Matrix *m, const NormAsked *asked,
                       bool single) {
    bool rows = asked->over == NORM_ROWS;
    Matrix out = {0};
    if (!matrix_new(&in->env, rows ? m->rows : 1, rows ? 1 : m->columns, false, &out))
        return interp_fail_raw(in);
    for (int64_t k = 0; k < out.rows * out.columns; k++)
        out.at[k] = rows ? norm_of(m, k, m->rows, m->columns, asked)
                         : norm_of(m, k * m->rows, 1, m->rows, asked);
    return call_give_matrix(in, call, &out, single);
}

bool builtin_norm(Interp *in, BuiltinCall *call) {
    NormAsked asked = {2, false, NORM_ALL};
    Matrix m = {0};
    bool single = false;
    double x = 0;
    if (value_class(call->args[0]) == CLASS_CHAR)
        return interp_fail(in, "xnorm: wrong type argument '%s'",
                           value_is_quoted(call->args[0]) ? "string" : "sq_string");
    if (!matrix_take(in, "xnorm", call->args[0], 0, &m, &single))
        return false;
    bool ok =
        value_shape(call->args[0]).rank == 2 || interp_fail(in, "norm: only valid for 2-D objects");
    for (uint32_t k = 1; k < call->argc && ok; k++)
        ok = read_option(in, call, k, &asked);
    if (ok && asked.over != NORM_ALL) {
        ok = give_norms(in, call, &m, &asked, single);
    } else if (ok) {
        if (m.rows == 1 || m.columns == 1)
            x = norm_of(&m, 0, 1, m.rows * m.columns, &asked);
        else if (m.rows > 0 && m.columns > 0)
            ok = interp_linear(in) && matrix_norm(in, &m, &asked, &x);
        ok = ok && call_give(call, value_number(single ? CLASS_SINGLE : CLASS_DOUBLE, x));
    }
    matrix_free(&in->env, &m);
    return ok;
}
