/* Linear algebra of scripts: own code, and LAPACK where there is one, on random matrices. */
#define _GNU_SOURCE /* setenv */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "run/linear/linear.h"
#include "harness.h"

typedef struct Fixture {
    frit_error error;
    struct test_alloc alloc;
    frit_allocator allocator;
    Env env;
    Linear *linear; /* NULL: own code */
    uint64_t state;
} Fixture;

static void open_fixture(Fixture *f, bool own) {
    memset(f, 0, sizeof *f);
    f->alloc = (struct test_alloc)TEST_ALLOC(0);
    f->allocator = (frit_allocator){test_alloc_fn, &f->alloc};
    f->env = env_make(&f->allocator, &f->error, &f->error);
    f->state = test_seed();
    f->linear = NULL;
    if (!own) {
        f->linear = linear_open(&f->env);
        CHECK(f->linear);
    }
}

static void close_fixture(Fixture *f) {
    linear_close(f->linear, &f->allocator);
    CHECK_ALLOC(&f->alloc);
}

static double random_value(Fixture *f) {
    return (double)(int64_t)(test_random(&f->state) >> 11) / (double)(1LL << 52) - 1;
}

static Matrix random_matrix(Fixture *f, int64_t m, int64_t n, bool complex) {
    Matrix a;
    CHECK(matrix_new(&f->env, m, n, complex, &a));
    for (int64_t k = 0; k < m * n * (complex ? 2 : 1); k++)
        a.at[k] = random_value(f);
    return a;
}

static Matrix product(Fixture *f, const Matrix *a, const Matrix *b) {
    Matrix out;
    CHECK(linear_product(&f->env, f->linear, a, b, &out));
    return out;
}

static Matrix turned(Fixture *f, const Matrix *a) {
    Matrix out;
    CHECK(matrix_turned(&f->env, a, &out));
    return out;
}

static double distance(const Matrix *a, const Matrix *b) {
    CHECK_EQ_INT(a->rows, b->rows);
    CHECK_EQ_INT(a->columns, b->columns);
    CHECK(a->complex == b->complex);
    double most = 0;
    for (int64_t k = 0; k < a->rows * a->columns * (a->complex ? 2 : 1); k++) {
        double x = fabs(a->at[k] - b->at[k]);
        if (!(x <= most))
            most = x;
    }
    return most;
}

static void check_near(Fixture *f, Matrix a, Matrix b, double bound) {
    double d = distance(&a, &b);
    CHECK_MSG(d <= bound, "%g is more than %g (%ld x %ld, %s)", d, bound, (long)a.rows,
              (long)a.columns, a.complex ? "complex" : "real");
    matrix_free(&f->env, &a);
    matrix_free(&f->env, &b);
}

static Matrix copy(Fixture *f, const Matrix *a, bool complex) {
    Matrix out;
    CHECK(matrix_copy(&f->env, a, complex, &out));
    return out;
}

static Matrix identity(Fixture *f, int64_t n, bool complex) {
    Matrix out;
    CHECK(matrix_new(&f->env, n, n, complex, &out));
    for (int64_t k = 0; k < n; k++)
        out.at[(k * n + k) * (complex ? 2 : 1)] = 1;
    return out;
}

/* q' q = 1 */
static void check_orthogonal(Fixture *f, const Matrix *q) {
    Matrix t = turned(f, q);
    check_near(f, product(f, &t, q), identity(f, q->columns, q->complex), 1e-12);
    matrix_free(&f->env, &t);
}

typedef void Body(Fixture *f, int64_t m, int64_t n, bool complex);

static void over_sizes(Body *body) {
    static const int64_t sizes[] = {0, 1, 2, 3, 4, 5, 8, 13, 33, 47, 60};
    enum { COUNT = sizeof sizes / sizeof *sizes };
    for (int way = 0; way < 4; way++)
        for (int i = 0; i < COUNT; i++)
            for (int j = 0; j < COUNT; j++) {
                Fixture f;
                open_fixture(&f, way % 2 == 0);
                test_note("%s, %s, %ld x %ld", f.linear ? linear_name(f.linear) : "own",
                          way / 2 ? "complex" : "real", (long)sizes[i], (long)sizes[j]);
                f.state += (uint64_t)(i * 100 + j);
                body(&f, sizes[i], sizes[j], way / 2 == 1);
                close_fixture(&f);
            }
}

static void product_body(Fixture *f, int64_t m, int64_t n, bool complex) {
    Matrix a = random_matrix(f, m, n, complex), b = random_matrix(f, n, m + 1, complex), out;
    CHECK(linear_product(&f->env, f->linear, &a, &b, &out));
    int64_t w = complex ? 2 : 1;
    for (int64_t i = 0; i < m; i++)
        for (int64_t j = 0; j < m + 1; j++) {
            double re = 0, im = 0;
            for (int64_t k = 0; k < n; k++) {
                const double *x = a.at + ((i + k * m) * w), *y = b.at + ((k + j * n) * w);
                re += x[0] * y[0] - (complex ? x[1] * y[1] : 0);
                im += complex ? x[0] * y[1] + x[1] * y[0] : 0;
            }
            const double *z = out.at + ((i + j * m) * w);
            CHECK(fabs(z[0] - re) < 1e-13 && (!complex || fabs(z[1] - im) < 1e-13));
        }
    matrix_free(&f->env, &a);
    matrix_free(&f->env, &b);
    matrix_free(&f->env, &out);
}

TEST(product) {
    over_sizes(product_body);
}

/* The rows of a in the order that the swaps leave. */
static void swap_rows(Matrix *a, const int64_t *swaps, int64_t count) {
    int64_t w = a->complex ? 2 : 1;
    for (int64_t k = 0; k < count; k++)
        for (int64_t j = 0; j < a->columns; j++)
            for (int64_t p = 0; p < w; p++) {
                double *x = &a->at[(k + j * a->rows) * w + p];
                double *y = &a->at[(swaps[k] + j * a->rows) * w + p], z = *x;
                *x = *y;
                *y = z;
            }
}

static void lu_body(Fixture *f, int64_t m, int64_t n, bool complex) {
    Matrix a = random_matrix(f, m, n, complex), lu, l, u;
    int64_t swaps[64], least = m < n ? m : n, w = complex ? 2 : 1;
    CHECK(linear_lu(&f->env, f->linear, &a, &lu, swaps));
    CHECK(matrix_new(&f->env, m, least, complex, &l) && matrix_new(&f->env, least, n, complex, &u));
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = 0; i < m; i++) {
            const double *from = lu.at + ((i + j * m) * w);
            if (i > j && j < least)
                memcpy(l.at + ((i + j * m) * w), from, sizeof(double) * (size_t)w);
            if (i <= j)
                memcpy(u.at + ((i + j * least) * w), from, sizeof(double) * (size_t)w);
            if (i == j)
                l.at[(i + j * m) * w] = 1;
            CHECK(i <= j || hypot(from[0], complex ? from[1] : 0) < 1.5);
        }
    Matrix swapped = copy(f, &a, complex);
    swap_rows(&swapped, swaps, least);
    check_near(f, product(f, &l, &u), swapped, 1e-12);
    matrix_free(&f->env, &a);
    matrix_free(&f->env, &lu);
    matrix_free(&f->env, &l);
    matrix_free(&f->env, &u);
}

TEST(lu) {
    over_sizes(lu_body);
}

static void qr_one(Fixture *f, const Matrix *a, bool full, bool pivoted) {
    Matrix q, r, p;
    int64_t pivots[64];
    CHECK(linear_qr(&f->env, f->linear, a, full, &q, &r, pivoted ? pivots : NULL));
    int64_t w = a->complex ? 2 : 1, least = a->rows < a->columns ? a->rows : a->columns;
    CHECK_EQ_INT(q.columns, full ? a->rows : least);
    for (int64_t j = 0; j < r.columns; j++)
        for (int64_t i = j + 1; i < r.rows; i++)
            CHECK(r.at[(i + j * r.rows) * w] == 0);
    p = copy(f, a, a->complex);
    for (int64_t j = 0; j < a->columns && pivoted && a->rows; j++)
        memcpy(p.at + (j * a->rows * w), a->at + (pivots[j] * a->rows * w),
               (size_t)(a->rows * w) * sizeof(double));
    check_orthogonal(f, &q);
    check_near(f, product(f, &q, &r), p, 1e-12);
    for (int64_t k = 0; k + 1 < least && pivoted; k++) {
        double x =
            hypot(r.at[(k + k * r.rows) * w], a->complex ? r.at[(k + k * r.rows) * w + 1] : 0);
        double y = fabs(r.at[(k + 1 + (k + 1) * r.rows) * w]);
        CHECK(y <= x * (1 + 1e-9));
    }
    matrix_free(&f->env, &q);
    matrix_free(&f->env, &r);
}

static void qr_body(Fixture *f, int64_t m, int64_t n, bool complex) {
    Matrix a = random_matrix(f, m, n, complex);
    for (int way = 0; way < 4; way++)
        qr_one(f, &a, way / 2, way % 2);
    matrix_free(&f->env, &a);
}

TEST(qr) {
    over_sizes(qr_body);
}

static void cholesky_body(Fixture *f, int64_t m, int64_t n, bool complex) {
    Matrix a = random_matrix(f, n + m, n, complex), at = turned(f, &a), h = product(f, &at, &a), r;
    int64_t order;
    for (int64_t k = 0; k < n * n && complex; k++)
        if (k % (n + 1) == 0)
            h.at[2 * k + 1] = 0;
    CHECK(linear_cholesky(&f->env, f->linear, &h, &r, &order));
    if (m > 0 || n == 0) {
        CHECK_EQ_INT(order, n);
        Matrix rt = turned(f, &r);
        check_near(f, product(f, &rt, &r), copy(f, &h, complex), 1e-11);
        matrix_free(&f->env, &rt);
    }
    matrix_free(&f->env, &r);
    if (n > 3) { /* not positive from the third on */
        h.at[(2 + 2 * n) * (complex ? 2 : 1)] = -1;
        CHECK(linear_cholesky(&f->env, f->linear, &h, &r, &order));
        CHECK_EQ_INT(order, 2);
        CHECK_EQ_INT(r.rows, 2);
        matrix_free(&f->env, &r);
    }
    matrix_free(&f->env, &a);
    matrix_free(&f->env, &at);
    matrix_free(&f->env, &h);
}

TEST(cholesky) {
    over_sizes(cholesky_body);
}

static void solve_body(Fixture *f, int64_t m, int64_t n, bool complex) {
    double rcond;
    Matrix a = random_matrix(f, m, n, complex), x = random_matrix(f, n, 3, complex), got;
    Matrix b = product(f, &a, &x);
    CHECK(linear_solve(&f->env, f->linear, &a, &b, &got, &rcond));
    CHECK(rcond > 0 && rcond <= 1 + 1e-9);
    if (m == n)
        check_near(f, copy(f, &got, complex), copy(f, &x, complex), 1e-13 / rcond + 1e-12);
    if (m > 0)
        check_near(f, product(f, &a, &got), copy(f, &b, complex), 1e-11);
    matrix_free(&f->env, &got);
    if (m == n) {
        Matrix i, one;
        CHECK(linear_inverse(&f->env, f->linear, &a, &i, &rcond));
        one = product(f, &a, &i);
        check_near(f, one, identity(f, n, complex), 1e-13 / rcond + 1e-12);
        matrix_free(&f->env, &i);
    }
    matrix_free(&f->env, &a);
    matrix_free(&f->env, &b);
    matrix_free(&f->env, &x);
}

TEST(solve) {
    over_sizes(solve_body);
}

/* Triangles and positive definite matrices take ways of their own. */
static void solve_forms_body(Fixture *f, int64_t m, int64_t n, bool complex) {
    int64_t w = complex ? 2 : 1;
    double rcond;
    Matrix x = random_matrix(f, n, m, complex), g = random_matrix(f, n, n, complex),
           gt = turned(f, &g);
    for (int form = 0; form < 3; form++) {
        Matrix a = form == 2 ? product(f, &gt, &g) : copy(f, &g, complex), got;
        for (int64_t j = 0; j < n; j++)
            for (int64_t i = 0; i < n; i++) {
                double *at = a.at + ((i + j * n) * w);
                if (i == j)
                    at[0] += form == 2 ? 1 : 4;
                if (complex && i == j && form == 2)
                    at[1] = 0;
                if (form < 2 && (form ? i < j : i > j))
                    memset(at, 0, sizeof(double) * (size_t)w);
                else if (form < 2 && i != j)
                    at[0] /= 8;
            }
        Matrix b = product(f, &a, &x);
        CHECK(linear_solve(&f->env, f->linear, &a, &b, &got, &rcond));
        check_near(f, got, copy(f, &x, complex), 1e-12 / rcond);
        matrix_free(&f->env, &a);
        matrix_free(&f->env, &b);
    }
    matrix_free(&f->env, &x);
    matrix_free(&f->env, &g);
    matrix_free(&f->env, &gt);
}

TEST(solve_forms) {
    over_sizes(solve_forms_body);
}

/* Own code and LAPACK's say the same of how near a matrix is to a singular one. */
TEST(conditions_agree) {
    Fixture f;
    open_fixture(&f, false);
    for (int64_t n = 1; n < 30; n++) {
        Matrix a = random_matrix(&f, n, n, n % 2), b = random_matrix(&f, n, 1, n % 2), x, y;
        double own, theirs;
        CHECK(linear_solve(&f.env, NULL, &a, &b, &x, &own));
        CHECK(linear_solve(&f.env, f.linear, &a, &b, &y, &theirs));
        CHECK_MSG(fabs(own - theirs) < 0.5 * theirs, "%g and %g", own, theirs);
        matrix_free(&f.env, &a);
        matrix_free(&f.env, &b);
        matrix_free(&f.env, &x);
        matrix_free(&f.env, &y);
    }
    close_fixture(&f);
}

/* A singular one: the shortest of the nearest. */
TEST(singular) {
    for (int own = 0; own < 2; own++) {
        Fixture f;
        open_fixture(&f, own);
        Matrix a, b, x;
        double rcond;
        CHECK(matrix_new(&f.env, 2, 2, false, &a) && matrix_new(&f.env, 2, 1, false, &b));
        memcpy(a.at, (double[]){1, 2, 2, 4}, 4 * sizeof(double));
        memcpy(b.at, (double[]){1, 2}, 2 * sizeof(double));
        CHECK(linear_solve(&f.env, f.linear, &a, &b, &x, &rcond));
        CHECK(rcond < 1e-16 && fabs(x.at[0] - 0.2) < 1e-14 && fabs(x.at[1] - 0.4) < 1e-14);
        matrix_free(&f.env, &x);
        CHECK(linear_inverse(&f.env, f.linear, &a, &x, &rcond));
        CHECK(rcond == 0 && isinf(x.at[0]));
        matrix_free(&f.env, &x);
        matrix_free(&f.env, &a);
        matrix_free(&f.env, &b);
        close_fixture(&f);
    }
}

static void scale_columns(Matrix *a, const double *s) {
    int64_t width = a->rows * (a->complex ? 2 : 1);
    for (int64_t j = 0; j < a->columns; j++)
        for (int64_t i = 0; i < width; i++)
            a->at[j * width + i] *= s[j];
}

static void svd_one(Fixture *f, const Matrix *a, bool full) {
    Matrix u, v, us, vt;
    double s[64] = {0}, alone[64] = {0};
    int64_t least = a->rows < a->columns ? a->rows : a->columns, w = a->complex ? 2 : 1;
    CHECK(linear_svd(&f->env, f->linear, a, full, s, &u, &v));
    CHECK(linear_svd(&f->env, f->linear, a, full, alone, NULL, NULL));
    check_orthogonal(f, &u);
    check_orthogonal(f, &v);
    CHECK_EQ_INT(u.columns, full ? a->rows : least);
    CHECK_EQ_INT(v.columns, full ? a->columns : least);
    for (int64_t k = 0; k < least; k++)
        CHECK(s[k] >= 0 && (k == 0 || s[k] <= s[k - 1]) && fabs(s[k] - alone[k]) < 1e-12);
    CHECK(matrix_new(&f->env, a->rows, least, a->complex, &us));
    memcpy(us.at ? us.at : alone, u.at ? u.at : alone,
           (size_t)(a->rows * least * w) * sizeof(double));
    scale_columns(&us, s);
    vt = turned(f, &v);
    Matrix short_v = {least, a->columns, a->complex, NULL};
    CHECK(matrix_new(&f->env, least, a->columns, a->complex, &short_v));
    for (int64_t j = 0; j < a->columns; j++)
        memcpy(short_v.at + (j * least * w), vt.at + (j * vt.rows * w),
               (size_t)(least * w) * sizeof(double));
    check_near(f, product(f, &us, &short_v), copy(f, a, a->complex), 1e-12);
    matrix_free(&f->env, &u);
    matrix_free(&f->env, &v);
    matrix_free(&f->env, &us);
    matrix_free(&f->env, &vt);
    matrix_free(&f->env, &short_v);
}

static void svd_body(Fixture *f, int64_t m, int64_t n, bool complex) {
    Matrix a = random_matrix(f, m, n, complex);
    if (m == 0 || n == 0) {
        matrix_free(&f->env, &a);
        return;
    }
    svd_one(f, &a, false);
    svd_one(f, &a, true);
    int64_t width = m * (complex ? 2 : 1); /* of rank one less, or three */
    if (n > 2)
        memcpy(a.at + width, a.at, (size_t)width * sizeof(double));
    svd_one(f, &a, true);
    for (int64_t j = 3; j < n; j++)
        for (int64_t i = 0; i < width; i++)
            a.at[j * width + i] = a.at[i] * (double)j + a.at[2 * width + i];
    svd_one(f, &a, true);
    memset(a.at, 0, (size_t)(width * n) * sizeof(double));
    svd_one(f, &a, true);
    matrix_free(&f->env, &a);
}

TEST(svd) {
    over_sizes(svd_body);
}

static void hermitian_body(Fixture *f, int64_t m, int64_t n, bool complex) {
    if (m != n)
        return;
    Matrix a = random_matrix(f, n, n, complex), at = turned(f, &a), v, vs;
    double values[64], alone[64];
    for (int64_t k = 0; k < n * n * (complex ? 2 : 1); k++)
        a.at[k] += at.at[k];
    CHECK(matrix_is_hermitian(&a));
    CHECK(linear_eig_hermitian(&f->env, f->linear, &a, values, &v));
    CHECK(linear_eig_hermitian(&f->env, f->linear, &a, alone, NULL));
    check_orthogonal(f, &v);
    vs = copy(f, &v, complex);
    scale_columns(&vs, values);
    check_near(f, product(f, &a, &v), vs, 1e-12);
    for (int64_t k = 0; k < n; k++)
        CHECK(fabs(values[k] - alone[k]) < 1e-12 && (k == 0 || values[k] >= values[k - 1]));
    matrix_free(&f->env, &a);
    matrix_free(&f->env, &at);
    matrix_free(&f->env, &v);
}

TEST(eig_hermitian) {
    over_sizes(hermitian_body);
}

/* a v = v diag(values) */
static void check_eigen(Fixture *f, const Matrix *a, double bound) {
    double values[128];
    Matrix v, wide = copy(f, a, true), left;
    int64_t n = a->rows;
    CHECK(linear_eig(&f->env, f->linear, a, values, &v));
    left = product(f, &wide, &v);
    for (int64_t j = 0; j < n; j++) {
        double length = 0;
        for (int64_t i = 0; i < n; i++) {
            double *x = v.at + (2 * (i + j * n)), re = x[0], im = x[1];
            length += re * re + im * im;
            x[0] = re * values[2 * j] - im * values[2 * j + 1];
            x[1] = re * values[2 * j + 1] + im * values[2 * j];
        }
        CHECK_MSG(fabs(length - 1) < 1e-12, "vector %ld has length %g", (long)j, length);
        if (!a->complex && values[2 * j + 1] > 0)
            CHECK(values[2 * j] == values[2 * j + 2] && values[2 * j + 1] == -values[2 * j + 3]);
    }
    check_near(f, left, v, bound);
    matrix_free(&f->env, &wide);
}

static void eig_body(Fixture *f, int64_t m, int64_t n, bool complex) {
    if (m != n)
        return;
    Matrix a = random_matrix(f, n, n, complex);
    check_eigen(f, &a, 1e-11);
    for (int64_t k = 0; k < n * n; k++) /* a circulant of zeros and ones: values on the circle */
        a.at[k * (complex ? 2 : 1)] = k % n == (k / n + 1) % n,
                                complex ? (void)(a.at[2 * k + 1] = 0) : (void)0;
    check_eigen(f, &a, 1e-11);
    for (int64_t k = 0; k < n * n; k++) /* a lone chain: one value, one vector */
        a.at[k * (complex ? 2 : 1)] = k / n == k % n + 1;
    check_eigen(f, &a, 1e-6);
    memset(a.at ? a.at : (double[1]){0}, 0, linear_bytes(&a));
    check_eigen(f, &a, 1e-12);
    matrix_free(&f->env, &a);
}

TEST(eig) {
    over_sizes(eig_body);
}

static void schur_body(Fixture *f, int64_t m, int64_t n, bool complex) {
    if (m != n)
        return;
    Matrix a = random_matrix(f, n, n, complex);
    for (int wide = 0; wide < 3; wide++) {
        Matrix u, t, ut, u_t;
        CHECK(wide == 2 ? linear_hessenberg(&f->env, f->linear, &a, &u, &t)
                        : linear_schur(&f->env, f->linear, &a, wide, &u, &t));
        check_orthogonal(f, &u);
        for (int64_t j = 0; j < n; j++)
            for (int64_t i = j + 1 + (wide == 2 || !t.complex); i < n; i++)
                CHECK(t.at[(i + j * n) * (t.complex ? 2 : 1)] == 0);
        u_t = product(f, &u, &t);
        ut = turned(f, &u);
        check_near(f, product(f, &u_t, &ut), copy(f, &a, t.complex), 1e-11);
        matrix_free(&f->env, &u);
        matrix_free(&f->env, &t);
        matrix_free(&f->env, &ut);
        matrix_free(&f->env, &u_t);
    }
    matrix_free(&f->env, &a);
}

TEST(schur_and_hessenberg) {
    over_sizes(schur_body);
}

/* Everything once; false where memory ran out, and then nothing is left. */
static bool do_all(Fixture *f, const Matrix *a, const Matrix *b) {
    Matrix x[12] = {{0}};
    int64_t swaps[8], rank;
    double rcond, values[16];
    Env *env = &f->env;
    Linear *l = f->linear;
    bool ok =
        linear_product(env, l, a, b, &x[0]) && linear_lu(env, l, a, &x[1], swaps) &&
        linear_solve(env, l, a, b, &x[2], &rcond) && linear_inverse(env, l, a, &x[3], &rcond) &&
        linear_cholesky(env, l, a, &x[4], &rank) &&
        linear_qr(env, l, a, true, &x[5], &x[6], swaps) &&
        linear_svd(env, l, a, true, values, &x[7], &x[8]) &&
        linear_least_squares(env, l, a, b, 1e-15, &x[9], &rank) &&
        linear_eig(env, l, a, values, &x[10]) && linear_eig_hermitian(env, l, a, values, &x[11]);
    for (int k = 0; k < 12; k++)
        matrix_free(env, &x[k]);
    ok = ok && linear_schur(env, l, a, true, &x[0], &x[1]) &&
         linear_hessenberg(env, l, a, &x[2], &x[3]) && linear_eig_pair(env, l, a, a, values, &x[4]);
    for (int k = 0; k < 5; k++)
        matrix_free(env, &x[k]);
    return ok;
}

TEST(out_of_memory) {
    for (int way = 0; way < 4; way++) {
        for (size_t n = 1;; n++) {
            Fixture f;
            open_fixture(&f, way % 2 == 0);
            Matrix a = random_matrix(&f, 6, 6, way / 2), b = random_matrix(&f, 6, 2, way / 2);
            f.alloc.fail_at = f.alloc.calls + n;
            bool done = do_all(&f, &a, &b);
            CHECK(done == (f.alloc.failures == 0));
            CHECK(done || f.error.status == FRIT_ERR_NOMEM);
            matrix_free(&f.env, &a);
            matrix_free(&f.env, &b);
            close_fixture(&f);
            if (done)
                break;
        }
    }
}

TEST(open_says_what_it_found) {
    Fixture f;
    open_fixture(&f, true);
    CHECK_STR(linear_name(NULL), "own");
    setenv("FRIT_BLAS", "none", 1);
    Linear *own = linear_open(&f.env);
    unsetenv("FRIT_BLAS");
    CHECK_STR(linear_name(own), "own");
    linear_close(own, &f.allocator);
    close_fixture(&f);
}
