/*
 * Factorisations and what they are made of, included once for each kind of number: no include guard.
 *
 *   T            the number
 *   NAME(f)      what function f is called
 *   CONJ(x) RE(x) ABS(x)
 */

static void NAME(add_columns)(int64_t m, T x, const T *a, T *c) {
    for (int64_t i = 0; i < m; i++)
        c[i] += x * a[i];
}

/* Four columns at once: c is read and written a quarter as often. */
static void NAME(add_four)(int64_t m, const T x[4], const T *a, int64_t lda, T *c) {
    const T *a1 = a + lda, *a2 = a1 + lda, *a3 = a2 + lda;
    for (int64_t i = 0; i < m; i++)
        c[i] += (x[0] * a[i] + x[1] * a1[i]) + (x[2] * a2[i] + x[3] * a3[i]);
}

void NAME(product)(int64_t m, int64_t n, int64_t k, double sign, const T *a, int64_t lda,
                   const T *b, int64_t ldb, T *c, int64_t ldc) {
    enum { ROWS = 512, DEPTH = 64 }; /* a block of a stays in the cache */
    for (int64_t p0 = 0; p0 < k; p0 += DEPTH) {
        int64_t p1 = p0 + DEPTH < k ? p0 + DEPTH : k;
        for (int64_t i0 = 0; i0 < m; i0 += ROWS) {
            int64_t rows = m - i0 < ROWS ? m - i0 : ROWS;
            for (int64_t j = 0; j < n; j++) {
                const T *y = b + (j * ldb);
                T *to = c + (j * ldc) + i0;
                int64_t p = p0;
                for (; p + 4 <= p1; p += 4) {
                    T x[4] = {sign * y[p], sign * y[p + 1], sign * y[p + 2], sign * y[p + 3]};
                    NAME(add_four)(rows, x, a + (p * lda) + i0, lda, to);
                }
                for (; p < p1; p++)
                    NAME(add_columns)(rows, sign * y[p], a + (p * lda) + i0, to);
            }
        }
    }
}

/* conj(x) . y */
static T NAME(dot)(int64_t n, const T *x, const T *y) {
    T sum[4] = {0, 0, 0, 0};
    int64_t i = 0;
    for (; i + 4 <= n; i += 4)
        for (int k = 0; k < 4; k++)
            sum[k] += CONJ(x[i + k]) * y[i + k];
    for (; i < n; i++)
        sum[0] += CONJ(x[i]) * y[i];
    return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

double NAME(length)(int64_t n, const T *x) {
    double most = 0, sum = 0;
    for (int64_t i = 0; i < n; i++) {
        double size = ABS(x[i]);
        if (!(size <= most)) /* NaN as well */
            most = size;
    }
    if (most == 0 || !isfinite(most))
        return most;
    for (int64_t i = 0; i < n; i++) {
        double size = ABS(x[i]) / most;
        sum += size * size;
    }
    return most * sqrt(sum);
}

/* ---- LU */

static void NAME(swap_rows)(int64_t n, T *a, int64_t ld, int64_t i, int64_t k) {
    for (int64_t j = 0; j < n && i != k; j++) {
        T x = a[i + (j * ld)];
        a[i + (j * ld)] = a[k + (j * ld)];
        a[k + (j * ld)] = x;
    }
}

/* Columns [from, to) of all m rows; rows of these columns only are swapped. */
static void NAME(lu_panel)(int64_t m, int64_t from, int64_t to, T *a, int64_t ld, int64_t *swaps) {
    for (int64_t j = from; j < to && j < m; j++) {
        int64_t best = j;
        double most = SIZE(a[j + (j * ld)]);
        for (int64_t i = j + 1; i < m; i++)
            if (SIZE(a[i + (j * ld)]) > most) {
                most = SIZE(a[i + (j * ld)]);
                best = i;
            }
        swaps[j] = best;
        NAME(swap_rows)(to - from, a + (from * ld), ld, j, best);
        T pivot = a[j + (j * ld)];
        if (pivot == 0)
            continue;
        for (int64_t i = j + 1; i < m; i++)
            a[i + (j * ld)] /= pivot;
        for (int64_t c = j + 1; c < to; c++)
            NAME(add_columns)
        (m - j - 1, -a[j + (c * ld)], a + j + 1 + (j * ld), a + j + 1 + (c * ld));
    }
}

void NAME(lu)(int64_t m, int64_t n, T *a, int64_t ld, int64_t *swaps) {
    enum { WIDTH = 32 };
    int64_t least = m < n ? m : n;
    for (int64_t j0 = 0; j0 < least; j0 += WIDTH) {
        int64_t j1 = j0 + WIDTH < least ? j0 + WIDTH : least;
        NAME(lu_panel)(m, j0, j1, a, ld, swaps);
        for (int64_t j = j0; j < j1; j++) {
            NAME(swap_rows)(j0, a, ld, j, swaps[j]);
            NAME(swap_rows)(n - j1, a + (j1 * ld), ld, j, swaps[j]);
        }
        for (int64_t c = j1; c < n; c++)
            for (int64_t j = j0; j < j1; j++)
                NAME(add_columns)
        (j1 - j - 1, -a[j + (c * ld)], a + j + 1 + (j * ld), a + j + 1 + (c * ld));
        NAME(product)
        (m - j1, n - j1, j1 - j0, -1, a + j1 + (j0 * ld), ld, a + j0 + (j1 * ld), ld,
         a + j1 + (j1 * ld), ld);
    }
}

int64_t NAME(cholesky)(int64_t n, T *a) {
    int64_t order = n;
    for (int64_t j = 0; j < order; j++) {
        T *column = a + (j * n);
        for (int64_t i = 0; i < j; i++)
            column[i] = (column[i] - NAME(dot)(i, a + (i * n), column)) / a[i + (i * n)];
        double rest = RE(column[j]) - RE(NAME(dot)(j, column, column));
        if (!(rest > 0) || !isfinite(rest)) {
            order = j;
            break;
        }
        column[j] = sqrt(rest);
    }
    for (int64_t j = 0; j < n; j++)
        for (int64_t i = j + 1; i < n; i++)
            a[i + (j * n)] = 0;
    return order;
}

/* ---- solving with factors */

/* x = inverse of the triangle times x. */
static void NAME(back_triangle)(const T *a, int64_t n, bool upper, bool unit, T *x) {
    for (int64_t k = 0; k < n; k++) {
        int64_t j = upper ? n - 1 - k : k;
        if (!unit)
            x[j] /= a[j + (j * n)];
        if (upper)
            NAME(add_columns)(j, -x[j], a + (j * n), x);
        else
            NAME(add_columns)(n - 1 - j, -x[j], a + j + 1 + (j * n), x + j + 1);
    }
}

/* The same of its conjugate transpose. */
static void NAME(back_turned)(const T *a, int64_t n, bool upper, bool unit, T *x) {
    for (int64_t k = 0; k < n; k++) {
        int64_t j = upper ? k : n - 1 - k;
        x[j] -= upper ? NAME(dot)(j, a + (j * n), x)
                      : NAME(dot)(n - 1 - j, a + j + 1 + (j * n), x + j + 1);
        if (!unit)
            x[j] /= CONJ(a[j + (j * n)]);
    }
}

static void NAME(back_one)(const OwnFactor *f, bool turned, T *x) {
    const T *a = f->at;
    if (f->form == OWN_UPPER || f->form == OWN_LOWER) {
        (turned ? NAME(back_turned) : NAME(back_triangle))(a, f->n, f->form == OWN_UPPER, false, x);
    } else if (f->form == OWN_CHOLESKY) {
        NAME(back_turned)(a, f->n, true, false, x);
        NAME(back_triangle)(a, f->n, true, false, x);
    } else if (!turned) {
        for (int64_t k = 0; k < f->n; k++)
            NAME(swap_rows)(1, x, f->n, k, f->swaps[k]);
        NAME(back_triangle)(a, f->n, false, true, x);
        NAME(back_triangle)(a, f->n, true, false, x);
    } else {
        NAME(back_turned)(a, f->n, true, false, x);
        NAME(back_turned)(a, f->n, false, true, x);
        for (int64_t k = f->n; k-- > 0;)
            NAME(swap_rows)(1, x, f->n, k, f->swaps[k]);
    }
}

void NAME(back)(const OwnFactor *f, bool turned, int64_t count, T *b) {
    for (int64_t j = 0; j < count; j++)
        NAME(back_one)(f, turned, b + (j * f->n));
}

static double NAME(sum_of_sizes)(int64_t n, const T *x) {
    double sum = 0;
    for (int64_t i = 0; i < n; i++)
        sum += ABS(x[i]);
    return sum;
}

/* Higham's refinement of Hager's estimator: uphill from corner to corner of the unit ball. */
double NAME(inverse_norm)(const OwnFactor *f, T *room) {
    int64_t n = f->n, last = -1;
    T *x = room, *z = room + n;
    double best = 0;
    for (int64_t i = 0; i < n; i++)
        x[i] = 1.0 / (double)n;
    for (int turn = 0; turn < 5; turn++) {
        NAME(back_one)(f, false, x);
        double size = NAME(sum_of_sizes)(n, x);
        if (isnan(size) || (turn > 1 && size <= best))
            return isnan(size) ? size : best;
        best = size > best ? size : best;
        for (int64_t i = 0; i < n; i++)
            z[i] = ABS(x[i]) > 0 ? x[i] / ABS(x[i]) : 1;
        NAME(back_one)(f, true, z);
        int64_t most = 0;
        for (int64_t i = 1; i < n; i++)
            if (ABS(z[i]) > ABS(z[most]))
                most = i;
        if (most == last)
            break;
        last = most;
        memset(x, 0, (size_t)n * sizeof *x);
        x[most] = 1;
    }
    for (int64_t i = 0; i < n; i++)
        x[i] = (i % 2 ? -1.0 : 1.0) * (1.0 + (n > 1 ? (double)i / (double)(n - 1) : 0));
    NAME(back_one)(f, false, x);
    double other = 2 * NAME(sum_of_sizes)(n, x) / (3 * (double)n);
    return other > best ? other : best;
}

/* ---- reflections */

T NAME(reflection)(int64_t n, T *alpha, T *x) {
    double rest = NAME(length)(n, x);
    if (rest == 0 && IM(*alpha) == 0)
        return 0;
    double beta = -copysign(hypot(ABS(*alpha), rest), RE(*alpha));
    T tau = (beta - *alpha) / beta, scale = 1 / (*alpha - beta);
    for (int64_t i = 0; i < n; i++)
        x[i] *= scale;
    *alpha = beta;
    return tau;
}

void NAME(reflect)(int64_t m, int64_t n, const T *v, T tau, T *a, int64_t ld) {
    if (tau == 0 || m == 0)
        return;
    for (int64_t j = 0; j < n; j++) {
        T *column = a + (j * ld);
        T w = tau * (column[0] + NAME(dot)(m - 1, v + 1, column + 1));
        column[0] -= w;
        NAME(add_columns)(m - 1, -w, v + 1, column + 1);
    }
}

void NAME(reflect_right)(int64_t m, int64_t n, const T *v, T tau, T *a, int64_t ld, T *room) {
    if (tau == 0 || n == 0)
        return;
    memcpy(room, a, (size_t)m * sizeof *room);
    for (int64_t j = 1; j < n; j++)
        NAME(add_columns)(m, v[j], a + (j * ld), room);
    for (int64_t j = 0; j < n; j++)
        NAME(add_columns)(m, -tau * (j ? CONJ(v[j]) : 1), room, a + (j * ld));
}

/* The longest of the columns from k on comes to k. */
static void NAME(pull_longest)(int64_t m, int64_t n, int64_t k, T *a, int64_t *pivots) {
    int64_t best = k;
    double most = NAME(length)(m - k, a + k + (k * m));
    for (int64_t j = k + 1; j < n; j++) {
        double size = NAME(length)(m - k, a + k + (j * m));
        if (size > most * (1 + 1e-14)) { /* of equals the first, whatever was rounded */
            most = size;
            best = j;
        }
    }
    if (best == k)
        return;
    for (int64_t i = 0; i < m; i++) {
        T x = a[i + (k * m)];
        a[i + (k * m)] = a[i + (best * m)];
        a[i + (best * m)] = x;
    }
    int64_t pivot = pivots[k];
    pivots[k] = pivots[best];
    pivots[best] = pivot;
}

void NAME(qr)(int64_t m, int64_t n, T *a, T *tau, int64_t *pivots) {
    for (int64_t j = 0; j < n && pivots; j++)
        pivots[j] = j;
    for (int64_t k = 0; k < m && k < n; k++) {
        if (pivots)
            NAME(pull_longest)(m, n, k, a, pivots);
        T *v = a + k + (k * m);
        tau[k] = NAME(reflection)(m - k - 1, v, v + 1);
        NAME(reflect)(m - k, n - k - 1, v, CONJ(tau[k]), v + m, m);
    }
}

void NAME(form_q)(int64_t m, int64_t columns, int64_t k, const T *a, int64_t ld, const T *tau,
                  T *q) {
    memset(q, 0, (size_t)(m * columns) * sizeof *q);
    for (int64_t j = 0; j < columns; j++)
        q[j + (j * m)] = 1;
    for (int64_t j = k; j-- > 0;)
        NAME(reflect)(m - j, columns - j, a + j + (j * ld), tau[j], q + j + (j * m), m);
}

/* ---- one-sided Jacobi */

/* Makes two columns orthogonal; false: they were. */
static bool NAME(turn_pair)(int64_t m, int64_t n, T *x, T *y, T *vx, T *vy, double tiny) {
    double aa = RE(NAME(dot)(m, x, x)), bb = RE(NAME(dot)(m, y, y));
    T ab = NAME(dot)(m, x, y);
    double size = ABS(ab);
    if (size == 0 || size <= 2.3e-16 * sqrt(aa) * sqrt(bb) || sqrt(aa) <= tiny || sqrt(bb) <= tiny)
        return false;
    T phase = ab / size;
    double zeta = (bb - aa) / (2 * size);
    double t = copysign(1, zeta) / (fabs(zeta) + hypot(1, zeta));
    double c = 1 / hypot(1, t), s = c * t;
    for (int64_t i = 0; i < m; i++) {
        T u = x[i], w = CONJ(phase) * y[i];
        x[i] = c * u - s * w;
        y[i] = s * u + c * w;
    }
    for (int64_t i = 0; i < n; i++) {
        T u = vx[i], w = CONJ(phase) * vy[i];
        vx[i] = c * u - s * w;
        vy[i] = s * u + c * w;
    }
    return true;
}

bool NAME(jacobi)(int64_t m, int64_t n, T *a, T *v) {
    double tiny = NAME(length)(m * n, a) * 1e-300;
    for (int turn = 0; turn < 60; turn++) {
        bool turned = false;
        for (int64_t j = 0; j < n; j++)
            for (int64_t k = j + 1; k < n; k++)
                turned |=
                    NAME(turn_pair)(m, n, a + (j * m), a + (k * m), v + (j * n), v + (k * n), tiny);
        if (!turned)
            return true;
    }
    return false;
}
