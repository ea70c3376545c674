/* Quotients and powers of matrices, by the room of linear algebra: in doubles, rounded to the class at the end. */
#include <math.h>

#include "run/linear/linear.h"
#include "front/script/value/lanes.h"
#include "front/script/value/operators.h"

static bool raw(Interp *in, bool ok) {
    return ok || interp_fail_raw(in);
}

/* The value's elements as a matrix of its own. */
static bool matrix_of(Interp *in, Value v, bool complex, Matrix *out) {
    Array *array;
    Shape shape = value_shape(v);
    TRY(value_to_array(in, v, &array));
    bool ok = raw(in, matrix_new(&in->env, shape.at[0], shape.at[1], complex, out));
    if (ok && array->count)
        lane_read(complex ? LANE_DOUBLES : LANE_DOUBLE, (ValueClass)array->class_, array->complex,
                  array->data, 0, array->count, out->at);
    array_drop(in, array);
    return ok;
}

static bool value_of_matrix(Interp *in, const Matrix *m, ValueClass class_, Value *out) {
    Array *array;
    Shape shape = shape_make(m->rows, m->columns);
    TRY(array_new_raw(in, class_, m->complex, &shape, 0, &array));
    if (array->count)
        lane_write(m->complex ? LANE_DOUBLES : LANE_DOUBLE, m->at, array->count, class_, m->complex,
                   array->data, 0);
    *out = value_of_array(array);
    return value_simplify(in, out);
}

static bool warn_singular(Interp *in, double rcond, double least, const char *who) {
    if (rcond == 0 && !who[0])
        return interp_warn(in, "Octave:singular-matrix", "matrix singular to machine precision");
    if (rcond < least)
        return interp_warn(in, "Octave:nearly-singular-matrix",
                           "%smatrix singular to machine precision, rcond = %g", who, rcond);
    return true;
}

static double least_rcond(ValueClass class_) {
    return class_ == CLASS_SINGLE ? 0x1p-23 : 0x1p-52;
}

/* ---- quotients */

static bool solve(Interp *in, Linear *linear, const Matrix *a, const Matrix *b, ValueClass class_,
                  Matrix *x) {
    double rcond = 1;
    TRY(raw(in, linear_solve(&in->env, linear, a, b, x, &rcond)));
    if (warn_singular(in, rcond, least_rcond(class_), ""))
        return true;
    matrix_free(&in->env, x);
    return false;
}

/* a / b is (b' \ a')'. */
static bool solve_right(Interp *in, Linear *linear, const Matrix *a, const Matrix *b,
                        ValueClass class_, Matrix *x) {
    Matrix p = {0}, q = {0}, y = {0};
    bool ok = raw(in, matrix_turned(&in->env, b, &p) && matrix_turned(&in->env, a, &q)) &&
              solve(in, linear, &p, &q, class_, &y) && raw(in, matrix_turned(&in->env, &y, x));
    matrix_free(&in->env, &p);
    matrix_free(&in->env, &q);
    matrix_free(&in->env, &y);
    return ok;
}

bool matrix_quotient(Interp *in, BinaryOp op, Value a, Value b, ValueClass class_, Value *out) {
    Matrix p = {0}, q = {0}, x = {0};
    bool complex = value_is_complex(a) || value_is_complex(b);
    Linear *linear = interp_linear(in);
    bool ok = linear && matrix_of(in, a, complex, &p) && matrix_of(in, b, complex, &q);
    if (ok && op == BINARY_LDIV)
        ok = solve(in, linear, &p, &q, class_, &x);
    else if (ok)
        ok = solve_right(in, linear, &p, &q, class_, &x);
    ok = ok && value_of_matrix(in, &x, class_, out);
    matrix_free(&in->env, &p);
    matrix_free(&in->env, &q);
    matrix_free(&in->env, &x);
    return ok;
}

/* ---- powers */

static bool identity(Interp *in, const Matrix *like, Matrix *out) {
    TRY(raw(in, matrix_new(&in->env, like->rows, like->rows, like->complex, out)));
    for (int64_t k = 0; k < like->rows; k++)
        out->at[(k * like->rows + k) << like->complex] = 1;
    return true;
}

/* *a becomes a b. */
static bool multiply(Interp *in, Linear *linear, Matrix *a, const Matrix *b) {
    Matrix c = {0};
    TRY(raw(in, linear_product(&in->env, linear, a, b, &c)));
    matrix_free(&in->env, a);
    *a = c;
    return true;
}

static bool whole_power(Interp *in, Linear *linear, const Matrix *a, double n, Matrix *out) {
    Matrix base = {0};
    double rcond = 1;
    bool ok = n < 0 ? raw(in, linear_inverse(&in->env, linear, a, &base, &rcond)) &&
                          warn_singular(in, rcond, 0x1p-52, "inverse: ")
                    : raw(in, matrix_copy(&in->env, a, a->complex, &base));
    uint64_t k = (uint64_t)fabs(n);
    bool begun = k == 0;
    if (ok && begun)
        ok = identity(in, a, out);
    for (; ok && k; k >>= 1) {
        if ((k & 1) && begun)
            ok = multiply(in, linear, out, &base);
        else if (k & 1)
            ok = begun = raw(in, matrix_copy(&in->env, &base, base.complex, out));
        if (ok && k > 1)
            ok = multiply(in, linear, &base, &base);
    }
    matrix_free(&in->env, &base);
    return ok;
}

/* Columns of v times factors (pairs). */
static void scale_columns(Matrix *v, const double *factors) {
    for (int64_t j = 0; j < v->columns; j++)
        for (int64_t i = 0; i < v->rows; i++) {
            double *z = v->at + 2 * (j * v->rows + i), re = z[0], im = z[1];
            z[0] = re * factors[2 * j] - im * factors[2 * j + 1];
            z[1] = re * factors[2 * j + 1] + im * factors[2 * j];
        }
}

/* v f(values) / v, where f is a power of each value (of_base NULL: values to the power `by`, else of_base to the value). */
static bool by_eigenvalues(Interp *in, Linear *linear, const Matrix *a, const double *by, bool base,
                           Matrix *out) {
    Matrix v = {0}, scaled = {0};
    int64_t n = a->rows;
    double pair[2] = {by[0], by[1]};
    double *values = interp_alloc(in, (size_t)(2 * n) * sizeof *values);
    if (!values)
        return false;
    bool ok = raw(in, linear_eig(&in->env, linear, a, values, &v) &&
                          matrix_copy(&in->env, &v, true, &scaled));
    if (ok) {
        LaneFn *power = lane_pairs(BINARY_EPOW, false, false, false);
        for (int64_t k = 0; k < n; k++)
            power(1, base ? pair : values + 2 * k, true, base ? values + 2 * k : pair, true,
                  values + 2 * k);
        scale_columns(&scaled, values);
        ok = solve_right(in, linear, &scaled, &v, CLASS_DOUBLE, out);
    }
    interp_release(in, values, (size_t)(2 * n) * sizeof *values);
    matrix_free(&in->env, &v);
    matrix_free(&in->env, &scaled);
    return ok;
}

static void forget_imaginary(Matrix *m) {
    for (int64_t k = 0; m->complex && k < m->rows * m->columns; k++)
        m->at[2 * k + 1] = 0;
}

/* The scalar operand as a pair. */
static bool read_pair(Interp *in, Value v, double pair[2]) {
    Array *array;
    TRY(value_to_array(in, v, &array));
    lane_read(LANE_DOUBLES, (ValueClass)array->class_, array->complex, array->data, 0, 1, pair);
    array_drop(in, array);
    return true;
}

bool matrix_power(Interp *in, Value a, Value b, ValueClass class_, Value *out) {
    bool base = value_is_scalar(a);
    Value m = base ? b : a, s = base ? a : b;
    Shape shape = value_shape(m);
    Matrix p = {0}, x = {0};
    double by[2];
    Linear *linear = interp_linear(in);
    if (value_is_empty(m))
        return value_empty(in, out);
    if (shape.rank > 2 || shape.at[0] != shape.at[1])
        return interp_fail(in, "for x^y, only square matrix arguments are permitted and one "
                               "argument must be scalar.  Use .^ for elementwise power.");
    bool ok = linear && read_pair(in, s, by) && matrix_of(in, m, value_is_complex(m), &p);
    bool whole = ok && !base && by[1] == 0 && by[0] == floor(by[0]) && fabs(by[0]) < 0x1p53;
    if (whole)
        ok = whole_power(in, linear, &p, by[0], &x);
    else
        ok = ok && by_eigenvalues(in, linear, &p, by, base, &x);
    if (ok && base && by[1] == 0 && by[0] > 0 && !p.complex)
        forget_imaginary(&x);
    ok = ok && value_of_matrix(in, &x, class_, out);
    matrix_free(&in->env, &p);
    matrix_free(&in->env, &x);
    return ok;
}
