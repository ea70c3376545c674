/* Own QR iteration: Hessenberg matrices to triangular ones, tridiagonal ones to diagonal ones. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "run/linear/own.h"

/* ---- tridiagonal */

static void rotate(int64_t n, bool complex, void *q, int64_t j, double c, double s) {
    if (q && complex)
        own_complex_rotate(n, q, j, c, s);
    else if (q)
        own_real_rotate(n, q, j, c, s);
}

/* One implicit QL turn on rows l ... m. */
static void ql_turn(int64_t n, double *d, double *e, int64_t l, int64_t m, bool complex, void *q) {
    double g = (d[l + 1] - d[l]) / (2 * e[l]);
    g = d[m] - d[l] + e[l] / (g + copysign(hypot(g, 1), g));
    double s = 1, c = 1, p = 0;
    for (int64_t i = m - 1; i >= l; i--) {
        double f = s * e[i], b = c * e[i], r = hypot(f, g);
        e[i + 1] = r;
        if (r == 0) {
            d[i + 1] -= p;
            e[m] = 0;
            return;
        }
        s = f / r;
        c = g / r;
        g = d[i + 1] - p;
        r = (d[i] - g) * s + 2 * c * b;
        p = s * r;
        d[i + 1] = g + p;
        g = c * r - b;
        rotate(n, complex, q, i, c, -s);
    }
    d[l] -= p;
    e[l] = g;
    e[m] = 0;
}

static void swap_columns(int64_t n, bool complex, void *q, int64_t i, int64_t k) {
    int64_t width = n * (complex ? 2 : 1);
    double *x = (double *)q + (i * width), *y = (double *)q + (k * width);
    for (int64_t j = 0; j < width; j++) {
        double z = x[j];
        x[j] = y[j];
        y[j] = z;
    }
}

static void sort_values(int64_t n, double *d, bool complex, void *q) {
    for (int64_t i = 0; i < n; i++) {
        int64_t least = i;
        for (int64_t j = i + 1; j < n; j++)
            if (d[j] < d[least])
                least = j;
        if (least == i)
            continue;
        double x = d[i];
        d[i] = d[least];
        d[least] = x;
        if (q)
            swap_columns(n, complex, q, i, least);
    }
}

bool own_tridiagonal_values(int64_t n, double *d, double *e, bool complex, void *q) {
    for (int64_t l = 0; l < n; l++) {
        for (int turn = 0;; turn++) {
            int64_t m = l;
            while (m + 1 < n && fabs(e[m]) > DBL_EPSILON / 2 * (fabs(d[m]) + fabs(d[m + 1])) &&
                   fabs(e[m]) > DBL_MIN)
                m++;
            if (m == l)
                break;
            if (turn == 60)
                return false;
            ql_turn(n, d, e, l, m, complex, q);
        }
    }
    sort_values(n, d, complex, q);
    return true;
}

/* ---- real Hessenberg, by double steps */

typedef struct Francis {
    int64_t n;
    double *h, *q, *room;
} Francis;

/* Rows and columns k ... k + count - 1 are reflected by v. */
static void turn_rows(Francis *f, int64_t k, int64_t count, const double *v, double tau,
                      int64_t first, int64_t last) {
    int64_t n = f->n;
    own_real_reflect(count, n - first, v, tau, f->h + k + (first * n), n);
    own_real_reflect_right(last + 1, count, v, tau, f->h + (k * n), n, f->room);
    if (f->q)
        own_real_reflect_right(n, count, v, tau, f->q + (k * n), n, f->room);
}

/* The sum and the product of two shifts. */
static void double_step(Francis *f, int64_t l, int64_t hi, double sum, double product) {
    int64_t n = f->n;
    double *h = f->h;
#define H(i, j) h[(i) + ((j)*n)]
    double v[3] = {H(l, l) * H(l, l) + H(l, l + 1) * H(l + 1, l) - sum * H(l, l) + product,
                   H(l + 1, l) * (H(l, l) + H(l + 1, l + 1) - sum), H(l + 2, l + 1) * H(l + 1, l)};
    for (int64_t k = l; k < hi; k++) {
        int64_t count = k + 2 <= hi ? 3 : 2;
        double first = v[0], tau;
        double size = fabs(v[0]) + fabs(v[1]) + (count == 3 ? fabs(v[2]) : 0);
        if (size > 0) { /* products of three may be tiny or huge */
            for (int64_t i = 0; i < count; i++)
                v[i] /= size;
            first = v[0];
        }
        tau = own_real_reflection(count - 1, &first, v + 1);
        v[0] = 1;
        turn_rows(f, k, count, v, tau, k > l ? k - 1 : k, k + 3 < hi ? k + 3 : hi);
        for (int64_t i = 1; k > l && i < count; i++)
            H(k + i, k - 1) = 0;
        for (int64_t i = 0; i < 3; i++)
            v[i] = k + 1 + i <= hi ? H(k + 1 + i, k) : 0;
    }
}

/*
 * The block of rows k and k + 1 becomes triangular where its values are real, else such that both diagonal elements are
 * the same.
 */
static void split_block(Francis *f, int64_t k) {
    int64_t n = f->n;
    double *h = f->h, a = H(k, k), b = H(k, k + 1), c = H(k + 1, k), d = H(k + 1, k + 1);
    double p = (a - d) / 2, under = p * p + b * c, cs, sn;
    if (c == 0)
        return;
    if (under >= 0) { /* (value - d, c) is a vector of its */
        double z = p + copysign(sqrt(under), p), r = hypot(z, c);
        cs = z / r;
        sn = c / r;
    } else {
        double sigma = b + c, tau = hypot(sigma, a - d);
        if (a == d)
            return;
        cs = sqrt((1 + fabs(sigma) / tau) / 2);
        sn = -(p / (tau * cs)) * copysign(1, sigma);
    }
    for (int64_t j = k; j < n; j++) {
        double x = H(k, j), y = H(k + 1, j);
        H(k, j) = cs * x + sn * y;
        H(k + 1, j) = cs * y - sn * x;
    }
    for (int64_t i = 0; i < k + 2; i++) {
        double x = H(i, k), y = H(i, k + 1);
        H(i, k) = cs * x + sn * y;
        H(i, k + 1) = cs * y - sn * x;
    }
    if (f->q)
        own_real_rotate(n, f->q, k, cs, sn);
    if (under >= 0)
        H(k + 1, k) = 0;
    else
        H(k, k) = H(k + 1, k + 1) = (H(k, k) + H(k + 1, k + 1)) / 2;
}

static int64_t find_zero(int64_t n, double *h, int64_t hi) {
    int64_t l = hi;
    for (; l > 0; l--) {
        double beside = fabs(H(l - 1, l - 1)) + fabs(H(l, l));
        if (fabs(H(l, l - 1)) <= DBL_EPSILON * beside || fabs(H(l, l - 1)) < DBL_MIN) {
            H(l, l - 1) = 0;
            break;
        }
    }
    return l;
}

bool own_schur_real(int64_t n, double *h, double *q, double *room) {
    Francis f = {n, h, q, room};
    int turn = 0;
    for (int64_t hi = n - 1; hi > 0;) {
        int64_t l = find_zero(n, h, hi);
        if (l >= hi - 1) {
            if (l == hi - 1)
                split_block(&f, l);
            hi = l - 1;
            turn = 0;
            continue;
        }
        if (++turn > 120)
            return false;
        double sum = H(hi - 1, hi - 1) + H(hi, hi);
        double product = H(hi - 1, hi - 1) * H(hi, hi) - H(hi - 1, hi) * H(hi, hi - 1);
        if (turn % 10 == 0) { /* shifts from elsewhere break a circle */
            double size = fabs(H(hi, hi - 1)) + fabs(H(hi - 1, hi - 2));
            sum = 1.5 * size + 2 * H(hi, hi);
            product = sum * sum / 4 + 0.4375 * size * size;
        }
        double_step(&f, l, hi, sum, product);
    }
    return true;
}
#undef H

/* ---- complex Hessenberg, by single steps */

#define H(i, j) h[(i) + ((j)*n)]

/* The value of the last block that is nearer to its last element. */
static Pair near_shift(int64_t n, const Pair *h, int64_t hi) {
    Pair a = H(hi - 1, hi - 1), d = H(hi, hi), p = (a - d) / 2;
    Pair bc = H(hi - 1, hi) * H(hi, hi - 1), root = csqrt(p * p + bc);
    Pair far = creal(p * conj(root)) >= 0 ? p + root : p - root;
    return far == 0 ? d : d - bc / far;
}

static void single_step(int64_t n, Pair *h, Pair *q, int64_t l, int64_t hi, Pair shift) {
    Pair x = H(l, l) - shift, y = H(l + 1, l);
    for (int64_t k = l; k < hi; k++) {
        double r = hypot(cabs(x), cabs(y));
        Pair c = r > 0 ? x / r : 1, s = r > 0 ? y / r : 0;
        for (int64_t j = k > l ? k - 1 : k; j < n; j++) {
            Pair u = H(k, j), w = H(k + 1, j);
            H(k, j) = conj(c) * u + conj(s) * w;
            H(k + 1, j) = c * w - s * u;
        }
        int64_t last = k + 2 < hi ? k + 2 : hi;
        for (int64_t i = 0; i <= last; i++) {
            Pair u = H(i, k), w = H(i, k + 1);
            H(i, k) = c * u + s * w;
            H(i, k + 1) = conj(c) * w - conj(s) * u;
        }
        for (int64_t i = 0; i < n && q; i++) {
            Pair u = q[i + (k * n)], w = q[i + ((k + 1) * n)];
            q[i + (k * n)] = c * u + s * w;
            q[i + ((k + 1) * n)] = conj(c) * w - conj(s) * u;
        }
        if (k > l)
            H(k + 1, k - 1) = 0;
        x = H(k + 1, k);
        y = k + 2 <= hi ? H(k + 2, k) : 0;
    }
}

bool own_schur_complex(int64_t n, Pair *h, Pair *q) {
    int turn = 0;
    for (int64_t hi = n - 1; hi > 0;) {
        int64_t l = hi;
        for (; l > 0; l--) {
            double beside = cabs(H(l - 1, l - 1)) + cabs(H(l, l)), size = cabs(H(l, l - 1));
            if (size <= DBL_EPSILON * beside || size < DBL_MIN) {
                H(l, l - 1) = 0;
                break;
            }
        }
        if (l == hi) {
            hi--;
            turn = 0;
            continue;
        }
        if (++turn > 120)
            return false;
        Pair shift = turn % 10 == 0 ? H(hi, hi) + 0.75 * cabs(H(hi, hi - 1)) : near_shift(n, h, hi);
        single_step(n, h, q, l, hi, shift);
    }
    return true;
}
