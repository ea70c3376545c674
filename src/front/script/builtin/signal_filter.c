/* filter and conv2. */
#include <math.h>
#include <string.h>

#include "front/script/builtin/functions.h"
#include "front/script/builtin/matrices.h"
#include "run/linear/convolve.h"

/* ---- filter */

/* Lanes of channels that lie side by side run together. */
enum { LANES = 16 };

typedef struct Filter {
    Matrix b, a, x, si, state; /* state: order by channels */
    int64_t order;             /* of the state */
    bool complex, single;
    Shape shape;
    uint32_t dim;
    int64_t inner, length;
} Filter;

static void filter_free(Interp *in, Filter *f) {
    matrices_free(in, (Matrix[]){f->b, f->a, f->x, f->si, f->state}, 5);
}

/* The transposed direct form on `lanes` channels side by side, in place: z has order + 1 rows of LANES. */
static void run_real(const Filter *f, double *x, int64_t lanes, double (*z)[LANES]) {
    const double *b = f->b.at, *a = f->a.at;
    int64_t step = f->inner, n = f->order;
    for (int64_t t = 0; t < f->length; t++, x += step)
        for (int64_t l = 0; l < lanes; l++) {
            double in = x[l], y = b[0] * in + z[0][l];
            for (int64_t k = 0; k < n; k++)
                z[k][l] = z[k + 1][l] + b[k + 1] * in - a[k + 1] * y;
            x[l] = y;
        }
}

/* One channel of order one, the most frequent filter: its state stays in a register. */
static void run_first(const Filter *f, double *x, double (*z)[LANES]) {
    double b0 = f->b.at[0], b1 = f->b.at[1], a1 = f->a.at[1], state = z[0][0];
    int64_t step = f->inner;
    for (int64_t t = 0; t < f->length; t++, x += step) {
        double in = *x, y = b0 * in + state;
        state = b1 * in - a1 * y;
        *x = y;
    }
    z[0][0] = state;
}

static void run_second(const Filter *f, double *x, double (*z)[LANES]) {
    double b0 = f->b.at[0], b1 = f->b.at[1], b2 = f->b.at[2], a1 = f->a.at[1], a2 = f->a.at[2];
    double u = z[0][0], v = z[1][0];
    int64_t step = f->inner;
    for (int64_t t = 0; t < f->length; t++, x += step) {
        double in = *x, y = b0 * in + u;
        u = v + b1 * in - a1 * y;
        v = b2 * in - a2 * y;
        *x = y;
    }
    z[0][0] = u;
    z[1][0] = v;
}

static void run_complex(const Filter *f, double *x, double *z) {
    const double *b = f->b.at, *a = f->a.at;
    for (int64_t t = 0; t < f->length; t++, x += 2 * f->inner) {
        double p = x[0], q = x[1];
        double re = b[0] * p - b[1] * q + z[0], im = b[0] * q + b[1] * p + z[1];
        for (int64_t k = 0; k < f->order; k++) {
            const double *c = b + (2 * (k + 1)), *d = a + (2 * (k + 1));
            z[2 * k] = z[2 * k + 2] + c[0] * p - c[1] * q - (d[0] * re - d[1] * im);
            z[2 * k + 1] = z[2 * k + 3] + c[0] * q + c[1] * p - (d[0] * im + d[1] * re);
        }
        x[0] = re;
        x[1] = im;
    }
}

/* Channels first ... of one outer place; z is room for their states. */
static void run_lanes(Filter *f, int64_t outer, int64_t first, int64_t lanes, double *z) {
    int64_t channel = outer * f->inner + first, n = f->order, w = f->complex ? 2 : 1;
    double *x = f->x.at + ((outer * f->inner * f->length + first) * w);
    double *state = f->state.at + (channel * n * w);
    double(*rows)[LANES] = (double(*)[LANES])(void *)z;
    if (f->complex) {
        memcpy(z, state, (size_t)(2 * n) * sizeof *z);
        z[2 * n] = z[2 * n + 1] = 0;
        run_complex(f, x, z);
        memcpy(state, z, (size_t)(2 * n) * sizeof *z);
        return;
    }
    for (int64_t k = 0; k <= n; k++)
        for (int64_t l = 0; l < lanes; l++)
            rows[k][l] = k < n ? state[l * n + k] : 0;
    if (lanes == 1 && n == 1)
        run_first(f, x, rows);
    else if (lanes == 1 && n == 2)
        run_second(f, x, rows);
    else
        run_real(f, x, lanes, rows);
    for (int64_t k = 0; k < n; k++)
        for (int64_t l = 0; l < lanes; l++)
            state[l * n + k] = rows[k][l];
}

static bool run_filter(Interp *in, Filter *f) {
    size_t bytes = (size_t)(f->order + 2) * LANES * 2 * sizeof(double);
    int64_t block = f->inner * f->length, outer = block ? f->x.rows * f->x.columns / block : 0;
    double *z = interp_alloc(in, bytes);
    if (!z)
        return false;
    for (int64_t o = 0; o < outer; o++)
        for (int64_t k = 0, lanes; k < f->inner; k += lanes) {
            lanes = f->complex ? 1 : f->inner - k < LANES ? f->inner - k : LANES;
            run_lanes(f, o, k, lanes, z);
        }
    interp_release(in, z, bytes);
    return true;
}

/* Coefficients become a column of order + 1 numbers over a[0]. */
static bool fit_coefficients(Interp *in, Matrix *m, int64_t count, bool complex, double re,
                             double im) {
    Matrix wide = {0}, out = {0};
    bool ok =
        matrix_copy(&in->env, m, complex, &wide) && matrix_new(&in->env, count, 1, complex, &out);
    double under = re * re + im * im;
    for (int64_t k = 0; k < wide.rows * wide.columns && ok; k++) {
        if (!complex) {
            out.at[k] = wide.at[k] / re;
            continue;
        }
        double p = wide.at[2 * k], q = wide.at[2 * k + 1];
        out.at[2 * k] = (p * re + q * im) / under;
        out.at[2 * k + 1] = (q * re - p * im) / under;
    }
    matrix_free(&in->env, &wide);
    matrix_free(&in->env, m);
    *m = out;
    return ok || interp_fail_raw(in);
}

static bool take_coefficients(Interp *in, const BuiltinCall *call, Filter *f) {
    for (int k = 0; k < 2; k++)
        if (value_class(call->args[k]) == CLASS_COUNT)
            return interp_fail(in, "filter: A and B must be vectors");
    if (value_class(call->args[2]) == CLASS_COUNT || value_class(call->args[2]) == CLASS_CHAR)
        return interp_fail(in, "filter: X and SI must be arrays");
    if (!matrix_take(in, "filter", call->args[0], TAKES_ALL, &f->b, &f->single) ||
        !matrix_take(in, "filter", call->args[1], TAKES_ALL, &f->a, &f->single) ||
        !matrix_take(in, "filter", call->args[2], TAKES_ALL, &f->x, &f->single))
        return false;
    if (call->argc > 3 && value_count(call->args[3]) > 0 &&
        !matrix_take(in, "filter", call->args[3], TAKES_ALL, &f->si, &f->single))
        return false;
    f->complex = f->b.complex || f->a.complex || f->x.complex || f->si.complex;
    int64_t nb = f->b.rows * f->b.columns, na = f->a.rows * f->a.columns;
    int64_t count = nb > na ? nb : na;
    double re = na ? f->a.at[0] : 0, im = na && f->a.complex ? f->a.at[1] : 0;
    if (na && re == 0 && im == 0)
        return interp_fail(in, "filter: the first element of A must be nonzero");
    f->order = count > 0 ? count - 1 : 0;
    return fit_coefficients(in, &f->b, f->order + 1, f->complex, re, im) &&
           fit_coefficients(in, &f->a, f->order + 1, f->complex, re, im);
}

static bool find_dimension(Interp *in, const BuiltinCall *call, Filter *f) {
    f->shape = value_shape(call->args[2]);
    double dim = 0;
    while (f->dim + 1 < f->shape.rank && f->shape.at[f->dim] == 1)
        f->dim++;
    if (f->shape.at[f->dim] == 1)
        f->dim = 0;
    if (call->argc > 4) {
        if (!value_to_double(in, call->args[4], "filter", &dim))
            return false;
        if (!(dim >= 1 && dim <= f->shape.rank))
            return interp_fail(in, "filter: DIM must be a valid dimension");
        f->dim = (uint32_t)dim - 1;
    }
    f->inner = 1;
    for (uint32_t k = 0; k < f->dim; k++)
        f->inner *= f->shape.at[k];
    f->length = f->shape.at[f->dim];
    return true;
}

static bool take_state(Interp *in, Filter *f) {
    int64_t given = f->si.rows * f->si.columns, total = f->x.rows * f->x.columns;
    int64_t channels = f->length ? total / f->length : 0;
    if (given && (f->si.rows == 1 || f->si.columns == 1 ? given : f->si.rows) != f->order &&
        given != f->order * channels)
        return interp_fail(in, "filter: first dimension of SI must be of length max (length (a),"
                               " length (b)) - 1");
    if (given && given != f->order * channels)
        return interp_fail(in, "filter: dimensionality of SI and X must agree");
    Matrix wide = {0};
    bool ok = given ? matrix_copy(&in->env, &f->si, f->complex, &wide)
                    : matrix_new(&in->env, f->order, channels, f->complex, &wide);
    wide.rows = f->order;
    wide.columns = channels;
    f->state = wide;
    if (ok && f->x.complex != f->complex) {
        ok = matrix_copy(&in->env, &f->x, f->complex, &wide);
        matrix_free(&in->env, &f->x);
        f->x = wide;
    }
    return ok || interp_fail_raw(in);
}

/* The matrix in another shape of as many elements. */
static bool give_shaped(Interp *in, BuiltinCall *call, Matrix *m, bool single, Shape shape) {
    Array *a;
    shape_trim(&shape);
    if (!value_array_new(in, single ? CLASS_SINGLE : CLASS_DOUBLE, m->complex, &shape, &a))
        return false;
    for (int64_t k = 0; k < a->count * (m->complex ? 2 : 1); k++) {
        if (single)
            ((float *)a->data)[k] = (float)m->at[k];
        else
            ((double *)a->data)[k] = m->at[k];
    }
    Value v = value_of_array(a);
    return value_simplify(in, &v) ? call_give(call, v) : (value_drop(in, v), false);
}

bool builtin_filter(Interp *in, BuiltinCall *call) {
    Filter f = {{0}};
    bool ok = take_coefficients(in, call, &f) && find_dimension(in, call, &f) &&
              take_state(in, &f) && run_filter(in, &f) &&
              give_shaped(in, call, &f.x, f.single, f.shape);
    if (ok && call->nout > 1) {
        Shape shape = {2, {f.order, 1}};
        for (uint32_t k = 0; k < f.shape.rank; k++)
            if (k != f.dim)
                shape.at[k < f.dim ? k + 1 : k] = f.shape.at[k];
        shape.rank = f.shape.rank;
        ok = give_shaped(in, call, &f.state, f.single, shape);
    }
    filter_free(in, &f);
    return ok;
}

/* ---- conv2 */

static bool cut(Interp *in, const Matrix *m, int64_t row, int64_t column, int64_t rows,
                int64_t columns, Matrix *out) {
    rows = rows > 0 ? rows : 0;
    columns = columns > 0 ? columns : 0;
    if (!matrix_new(&in->env, rows, columns, m->complex, out))
        return interp_fail_raw(in);
    int64_t w = m->complex ? 2 : 1;
    for (int64_t j = 0; j < columns && rows > 0; j++)
        memcpy(out->at + (j * rows * w), m->at + ((row + (column + j) * m->rows) * w),
               (size_t)(rows * w) * sizeof(double));
    return true;
}

/* shape: 'f', 's' or 'v'. */
static bool convolve_shaped(Interp *in, const Matrix *a, const Matrix *b, char shape, Matrix *out) {
    Matrix wide[2] = {{0}}, full = {0};
    bool complex = a->complex || b->complex,
         none = a->rows * a->columns * b->rows * b->columns == 0;
    bool ok = (matrix_copy(&in->env, a, complex, &wide[0]) &&
               matrix_copy(&in->env, b, complex, &wide[1]) &&
               matrix_new(&in->env, none ? 0 : a->rows + b->rows - 1,
                          none ? 0 : a->columns + b->columns - 1, complex, &full)) ||
              interp_fail_raw(in);
    if (ok && !none)
        linear_convolve(&wide[0], &wide[1], &full);
    if (ok && shape == 's' && none) {
        ok = matrix_new(&in->env, 0, 0, false, out) || interp_fail_raw(in);
    } else if (ok && shape == 's') {
        ok = cut(in, &full, b->rows / 2, b->columns / 2, a->rows, a->columns, out);
    } else if (ok && shape == 'v') {
        ok = cut(in, &full, b->rows - 1, b->columns - 1, a->rows - b->rows + 1,
                 a->columns - b->columns + 1, out);
    } else if (ok) {
        *out = full;
        full = (Matrix){0};
    }
    matrices_free(in, wide, 2);
    matrix_free(&in->env, &full);
    return ok;
}

/* conv2 (v1, v2, m): by columns, then by rows. */
static bool convolve_twice(Interp *in, Matrix *m, char shape, Matrix *out) {
    Matrix half = {0};
    m[0].rows *= m[0].columns;
    m[0].columns = m[0].rows ? 1 : 0;
    m[1].columns *= m[1].rows;
    m[1].rows = m[1].columns ? 1 : 0;
    bool ok = convolve_shaped(in, &m[2], &m[0], shape, &half) &&
              convolve_shaped(in, &half, &m[1], shape, out);
    matrix_free(&in->env, &half);
    return ok;
}

bool builtin_conv2(Interp *in, BuiltinCall *call) {
    char text[32], shape = 'f';
    uint32_t count = call->argc;
    Matrix m[3] = {{0}}, out = {0};
    bool single = false, ok = true;
    if (value_class(call->args[count - 1]) == CLASS_CHAR) {
        shape = call_text(in, call, --count, text)[0];
        if (strcmp(text, "full") && strcmp(text, "same") && strcmp(text, "valid"))
            return interp_fail(in, "conv2: SHAPE type not valid");
    }
    if (count < 2 || count > 3)
        return interp_fail_id(in, "Octave:invalid-fun-call", "Invalid call to conv2");
    for (uint32_t k = 0; k < count && ok; k++) {
        ok = value_shape(call->args[k]).rank == 2 ||
             interp_fail(in, "conv2: A and B must be 1-D vectors or 2-D matrices");
        ok = ok && matrix_take(in, "conv2", call->args[k], TAKES_INTEGERS | TAKES_LOGICAL, &m[k],
                               &single);
    }
    ok = ok &&
         (count == 3 ? convolve_twice(in, m, shape, &out)
                     : convolve_shaped(in, &m[0], &m[1], shape, &out)) &&
         call_give_matrix(in, call, &out, single);
    matrices_free(in, m, 3);
    matrix_free(&in->env, &out);
    return ok;
}
