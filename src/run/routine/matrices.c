/* Linear algebra of the last two axes, in doubles: LAPACK's where there is one (run/linear), matrix by matrix. */
#include <math.h>
#include <string.h>

#include "run/routine/parts.h"

typedef struct Job {
    const Routine *r;
    Linear *linear;
    bool turned; /* it takes the transposed matrix */
    bool (*one)(struct Job *job, Env *env, const Matrix *a, char *const *at);
} Job;

/* Where a matrix begins among the axes of an array: the last two. */
static uint32_t inner_of(const RoutineArray *a, uint32_t axes) {
    return a->rank - axes;
}

/* turned: rows become columns (of a row-major matrix the quicker way). */
static bool matrix_load(Env *env, const RoutineArray *a, const char *at, bool turned, Matrix *out) {
    uint32_t k = inner_of(a, 2);
    bool complex = dtype_info(a->dtype)->class == CLASS_COMPLEX;
    int64_t rows = a->shape[k + turned], columns = a->shape[k + !turned], width = complex ? 2 : 1;
    TRY(matrix_new(env, rows, columns, complex, out));
    for (int64_t j = 0; j < columns; j++)
        doubles_load(a->dtype, at + (j * a->strides[k + !turned]), a->strides[k + turned], rows,
                     complex, out->at + (j * rows * width));
    return true;
}

static void matrix_store(const RoutineArray *a, const Matrix *m, char *at) {
    uint32_t k = inner_of(a, 2);
    int64_t width = m->complex ? 2 : 1;
    for (int64_t j = 0; j < m->columns; j++)
        doubles_store(a->dtype, m->at + (j * m->rows * width), m->complex,
                      at + (j * a->strides[k + 1]), a->strides[k], m->rows);
}

/* Row by row into a packed result, from element `first` on. */
static int64_t pack_rows(const RoutineArray *a, const Matrix *m, int64_t first, char *at) {
    int64_t stride = a->strides[a->rank - 1], width = m->complex ? 2 : 1;
    for (int64_t i = 0; i < m->rows; i++)
        for (int64_t j = 0; j < m->columns; j++, first++) {
            const double *x = m->at + (width * (i + (j * m->rows)));
            double pair[2] = {x[0], m->complex ? x[1] : 0};
            doubles_store(a->dtype, pair, true, at + (first * stride), 0, 1);
        }
    return first;
}

static int64_t pack_reals(const RoutineArray *a, const double *values, int64_t n, int64_t first,
                          char *at) {
    int64_t stride = a->strides[a->rank - 1];
    doubles_store(a->dtype, values, false, at + (first * stride), stride, n);
    return first + n;
}

static bool fail_singular(Env *env) {
    return env_fail(env, FRIT_ERR_ARGUMENT, FRIT_STAGE_RUN, "Singular matrix");
}

static bool packed_size(Env *env, const Job *job, int64_t need) {
    int64_t size = job->r->words[0];
    return size == need || env_fail(env, FRIT_ERR_ARGUMENT, FRIT_STAGE_RUN,
                                    "a result of %lld elements, and %lld are asked for",
                                    (long long)need, (long long)size);
}

static bool run_one(Lines *lines, char *const *at, char *scratch, unsigned worker) {
    Job *job = lines->user;
    frit_error error;
    Env env = {lines->call->env->allocator, &error};
    Matrix a = {0};
    (void)scratch;
    (void)worker;
    memset(&error, 0, sizeof error);
    bool ok = matrix_load(&env, &job->r->arrays[0], at[0], job->turned, &a) &&
              job->one(job, &env, &a, at);
    matrix_free(&env, &a);
    return ok || line_fail(lines, 0, &error);
}

static bool run_all(Call *c, Job *job, uint32_t result_axes) {
    const Routine *r = c->r;
    uint32_t first[ROUTINE_ARRAYS];
    job->r = r;
    for (uint32_t k = 0; k < r->n_in; k++)
        first[k] = inner_of(&r->arrays[k], 2);
    first[r->n_in] = inner_of(&r->arrays[r->n_in], result_axes);
    TRY(room_linear(c->env, c->host, &job->linear));
    Lines lines;
    lines_open(&lines, c, run_one, job, first, 0, 0);
    double n = (double)r->arrays[0].shape[first[0]];
    /* LAPACK has threads of its own: large matrices one after another. */
    if (n > 64) {
        for (int64_t k = 0; k < lines.count; k++) {
            char *at[ROUTINE_ARRAYS];
            Lines one = lines;
            lines_at(&lines, k, at);
            Call own = *c;
            own.at = at;
            one.call = &own;
            one.count = 1;
            one.rank = 0;
            TRY(lines_run(&one, 1));
        }
        return true;
    }
    return lines_run(&lines, 300 + n * n * n);
}

/* ---- solving */

static bool solve_one(Job *job, Env *env, const Matrix *a, char *const *at) {
    Matrix b = {0}, x = {0};
    bool singular = false;
    bool ok = matrix_load(env, &job->r->arrays[1], at[1], false, &b) &&
              linear_solve_lu(env, job->linear, a, &b, &x, &singular);
    if (ok && singular)
        ok = fail_singular(env);
    if (ok)
        matrix_store(&job->r->arrays[2], &x, at[2]);
    matrix_free(env, &b);
    matrix_free(env, &x);
    return ok;
}

static bool inverse_one(Job *job, Env *env, const Matrix *a, char *const *at) {
    Matrix one = {0}, x = {0};
    bool singular = false;
    TRY(matrix_new(env, a->rows, a->rows, a->complex, &one));
    for (int64_t k = 0; k < a->rows; k++)
        one.at[(k * a->rows + k) * (a->complex ? 2 : 1)] = 1;
    bool ok = linear_solve_lu(env, job->linear, a, &one, &x, &singular);
    if (ok && singular)
        ok = fail_singular(env);
    if (ok)
        matrix_store(&job->r->arrays[1], &x, at[1]);
    matrix_free(env, &one);
    matrix_free(env, &x);
    return ok;
}

/* a is the one whose upper half is read; of a lower one it came turned. */
static bool cholesky_one(Job *job, Env *env, const Matrix *a, char *const *at) {
    Matrix r = {0}, shown = {0};
    int64_t order;
    TRY(linear_cholesky(env, job->linear, a, &r, &order));
    bool ok = order == a->rows ||
              env_fail(env, FRIT_ERR_ARGUMENT, FRIT_STAGE_RUN, "Matrix is not positive definite");
    if (ok && job->r->words[0])
        matrix_store(&job->r->arrays[1], &r, at[1]);
    if (ok && !job->r->words[0]) {
        /* It was of the transposed matrix, so of the conjugate one: what is wanted is transposed alone. */
        ok = matrix_turned(env, &r, &shown);
        for (int64_t k = 0; ok && shown.complex && k < shown.rows * shown.columns; k++)
            shown.at[2 * k + 1] = -shown.at[2 * k + 1];
        if (ok)
            matrix_store(&job->r->arrays[1], &shown, at[1]);
    }
    matrix_free(env, &shown);
    matrix_free(env, &r);
    return ok;
}

static void times(double *x, double re, double im) {
    double a = x[0];
    x[0] = a * re - x[1] * im;
    x[1] = a * im + x[1] * re;
}

static bool determinant_one(Job *job, Env *env, const Matrix *a, char *const *at) {
    TRY(packed_size(env, job, 2));
    Matrix lu = {0};
    int64_t n = a->rows, width = a->complex ? 2 : 1;
    size_t bytes = (size_t)(n + 1) * sizeof(int64_t);
    int64_t *swaps = env_new(env, bytes);
    bool ok = swaps && linear_lu(env, job->linear, a, &lu, swaps);
    double sign[2] = {1, 0}, log_size = 0, pairs[4];
    for (int64_t k = 0; k < n && ok; k++) {
        const double *d = lu.at + ((k * n + k) * width);
        double im = a->complex ? d[1] : 0, size = a->complex ? hypot(d[0], im) : fabs(d[0]);
        if (swaps[k] != k)
            times(sign, -1, 0);
        if (!job->r->words[1]) {
            times(sign, d[0], im);
            continue;
        }
        if (size == 0)
            times(sign, 0, 0);
        else
            times(sign, d[0] / size, im / size);
        log_size += log(size);
    }
    pairs[0] = sign[0];
    pairs[1] = sign[1];
    pairs[2] = log_size;
    pairs[3] = 0;
    if (ok)
        doubles_store(job->r->arrays[1].dtype, pairs, true, at[1],
                      job->r->arrays[1].strides[job->r->arrays[1].rank - 1], 2);
    matrix_free(env, &lu);
    env_free(env->allocator, swaps, bytes);
    return ok;
}

/* ---- factors */

static bool qr_one(Job *job, Env *env, const Matrix *a, char *const *at) {
    const RoutineArray *out = &job->r->arrays[1];
    Matrix q = {0}, r = {0};
    TRY(linear_qr(env, job->linear, a, job->r->words[1] != 0, &q, &r, NULL));
    bool only = job->r->words[2] != 0;
    int64_t size = r.rows * r.columns + (only ? 0 : q.rows * q.columns);
    bool ok = packed_size(env, job, size);
    if (ok)
        pack_rows(out, &r, only ? 0 : pack_rows(out, &q, 0, at[1]), at[1]);
    matrix_free(env, &q);
    matrix_free(env, &r);
    return ok;
}

static bool svd_one(Job *job, Env *env, const Matrix *a, char *const *at) {
    const RoutineArray *out = &job->r->arrays[1];
    int64_t k = a->rows < a->columns ? a->rows : a->columns;
    bool full = job->r->words[1] != 0, only = job->r->words[2] != 0;
    Matrix u = {0}, v = {0};
    size_t bytes = (size_t)(k + 1) * sizeof(double);
    for (int64_t i = 0; i < a->rows * a->columns * (a->complex ? 2 : 1); i++)
        if (isnan(a->at[i]))
            return env_fail(env, FRIT_ERR_ARGUMENT, FRIT_STAGE_RUN, "SVD did not converge");
    double *s = env_new(env, bytes);
    bool ok = s && (k == 0 || linear_svd_divided(env, job->linear, a, full, s, only ? NULL : &u,
                                                 only ? NULL : &v));
    ok = ok && packed_size(env, job, k + (only ? 0 : u.rows * u.columns + v.rows * v.columns));
    if (ok) {
        int64_t first = pack_reals(out, s, k, 0, at[1]);
        if (!only)
            pack_rows(out, &v, pack_rows(out, &u, first, at[1]), at[1]);
    }
    matrix_free(env, &u);
    matrix_free(env, &v);
    env_free(env->allocator, s, bytes);
    return ok;
}

/* One half of the matrix counts. */
static void make_hermitian(Matrix *a, bool upper) {
    int64_t n = a->rows, width = a->complex ? 2 : 1;
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = 0; i < j; i++) {
            double *above = a->at + ((i + (j * n)) * width),
                   *below = a->at + ((j + (i * n)) * width);
            const double *from = upper ? above : below;
            double *to = upper ? below : above;
            to[0] = from[0];
            if (a->complex)
                to[1] = -from[1];
        }
    for (int64_t j = 0; j < n && a->complex; j++)
        a->at[(j * n + j) * 2 + 1] = 0;
}

static bool eigh_one(Job *job, Env *env, const Matrix *a, char *const *at) {
    const RoutineArray *out = &job->r->arrays[1];
    int64_t n = a->rows;
    bool only = job->r->words[2] != 0;
    Matrix vectors = {0}, half = *a;
    size_t bytes = (size_t)(n + 1) * sizeof(double);
    TRY(packed_size(env, job, n + (only ? 0 : n * n)));
    double *values = env_new(env, bytes);
    make_hermitian(&half, job->r->words[1] != 0);
    bool ok =
        values && (n == 0 || linear_eig_divided(env, job->linear, &half, job->r->words[1] != 0,
                                                values, only ? NULL : &vectors));
    if (ok) {
        int64_t first = pack_reals(out, values, n, 0, at[1]);
        if (!only)
            pack_rows(out, &vectors, first, at[1]);
    }
    matrix_free(env, &vectors);
    env_free(env->allocator, values, bytes);
    return ok;
}

static bool eig_one(Job *job, Env *env, const Matrix *a, char *const *at) {
    const RoutineArray *out = &job->r->arrays[1];
    int64_t n = a->rows, stride = out->strides[out->rank - 1];
    bool only = job->r->words[2] != 0;
    Matrix vectors = {0};
    size_t bytes = (size_t)(2 * n + 1) * sizeof(double);
    TRY(packed_size(env, job, n + (only ? 0 : n * n)));
    double *values = env_new(env, bytes);
    bool ok = values && (n == 0 || linear_eig(env, job->linear, a, values, only ? NULL : &vectors));
    if (ok) {
        doubles_store(out->dtype, values, true, at[1], stride, n);
        if (!only)
            pack_rows(out, &vectors, n, at[1]);
    }
    matrix_free(env, &vectors);
    env_free(env->allocator, values, bytes);
    return ok;
}

bool routine_solve(Call *c) {
    return run_all(c, &(Job){.one = solve_one}, 2);
}

bool routine_inverse(Call *c) {
    return run_all(c, &(Job){.one = inverse_one}, 2);
}

bool routine_cholesky(Call *c) {
    return run_all(c, &(Job){.one = cholesky_one, .turned = !c->r->words[0]}, 2);
}

bool routine_determinants(Call *c) {
    return run_all(c, &(Job){.one = determinant_one}, 1);
}

bool routine_qr(Call *c) {
    return run_all(c, &(Job){.one = qr_one}, 1);
}

bool routine_svd(Call *c) {
    return run_all(c, &(Job){.one = svd_one}, 1);
}

bool routine_eigh(Call *c) {
    return run_all(c, &(Job){.one = eigh_one}, 1);
}

bool routine_eig(Call *c) {
    return run_all(c, &(Job){.one = eig_one}, 1);
}
