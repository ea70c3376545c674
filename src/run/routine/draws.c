/*
 * Random numbers of distributions that throw draws away: each element has a stream of its own, so what comes out depends
 * on its place, the draw's number and the key, and on nothing else.
 */
#include <string.h>

#include "op/math.h"
#include "op/philox.h"
#include "run/routine/parts.h"

#define DOWN(x)       ((x) >> 32)
#define PRODUCT(x, m) (((x)&UINT32_MAX) * (m))
#define MIX(x, y, k)  ((x) ^ (y) ^ (k))
#define NEXT(k, w)    ((k) + (w))

typedef struct Stream {
    uint64_t key, draw, element;
    uint32_t number, left;
    uint64_t words[2];
} Stream;

static uint64_t next_word(Stream *s) {
    if (s->left == 0) {
        uint64_t c[4] = {s->element & UINT32_MAX, s->element >> 32, s->draw & UINT32_MAX,
                         s->number++};
        uint32_t k[2] = {(uint32_t)s->key ^ 0xA5A5F00Du,
                         (uint32_t)(s->key >> 32) ^ (uint32_t)(s->draw >> 32)};
        for (int round = 0; round < PHILOX_ROUNDS; round++)
            PHILOX_ROUND(uint64_t, c, k, PRODUCT, DOWN, MIX, NEXT);
        s->words[0] = (c[0] & UINT32_MAX) | c[1] << 32;
        s->words[1] = (c[2] & UINT32_MAX) | c[3] << 32;
        s->left = 2;
    }
    return s->words[--s->left];
}

/* In (0, 1). */
static double unit(Stream *s) {
    return ((double)(next_word(s) >> 11) + 0.5) * 0x1p-53;
}

static double normal(Stream *s) {
    double u, v, q;
    do { /* Marsaglia's polar method */
        u = 2 * unit(s) - 1;
        v = 2 * unit(s) - 1;
        q = u * u + v * v;
    } while (!(q < 1 && q > 0));
    return u * m_sqrt_f64(-2 * m_log_f64(q) / q);
}

/* Marsaglia and Tsang's. */
static double gamma_draw(Stream *s, double a, double unused) {
    (void)unused;
    if (!(a > 0) || a > 1e300)
        return a == 0 ? 0 : a > 0 ? a : 0.0 / 0.0;
    double d = (a < 1 ? a + 1 : a) - 1.0 / 3, c = 1 / m_sqrt_f64(9 * d);
    while (true) {
        double x = normal(s), v = 1 + c * x, u = unit(s);
        if (v <= 0)
            continue;
        v = v * v * v;
        if (m_log_f64(u) < 0.5 * x * x + d - d * v + d * m_log_f64(v)) {
            double g = d * v;
            return a < 1 ? g * m_exp_f64(m_log_f64(unit(s)) / a) : g;
        }
    }
}

/* Few: by products of uniform numbers. Many: Hoermann's transformed rejection. */
static double poisson_draw(Stream *s, double mean, double unused) {
    (void)unused;
    if (!(mean > 0))
        return mean == 0 ? 0 : 0.0 / 0.0;
    if (mean < 10) {
        double limit = m_exp_f64(-mean), product = unit(s), n = 0;
        for (; product > limit; n++)
            product *= unit(s);
        return n;
    }
    double b = 0.931 + 2.53 * m_sqrt_f64(mean), a = -0.059 + 0.02483 * b;
    double inverse = 1.1239 + 1.1328 / (b - 3.4), high = 0.9277 - 3.6224 / (b - 2);
    double log_mean = m_log_f64(mean);
    while (true) {
        double u = unit(s) - 0.5, v = unit(s), us = 0.5 - (u < 0 ? -u : u);
        double k = m_floor_f64((2 * a / us + b) * u + mean + 0.43);
        if (us >= 0.07 && v <= high)
            return k;
        if (k < 0 || (us < 0.013 && v > us))
            continue;
        if (m_log_f64(v) + m_log_f64(inverse) - m_log_f64(a / (us * us) + b) <=
            k * log_mean - mean - m_lgamma_f64(k + 1))
            return k;
    }
}

/* How many of n trials succeed: few expected, from one success to the next; many, Hoermann's transformed rejection. */
static double binomial_draw(Stream *s, double n, double p) {
    if (!(n >= 0) || !(p >= 0 && p <= 1))
        return 0.0 / 0.0;
    if (p > 0.5)
        return n - binomial_draw(s, n, 1 - p);
    if (n * p < 10) {
        double step = m_log1p_f64(-p), at = 0, k = -1;
        if (p == 0)
            return 0;
        while (at <= n) {
            at += m_floor_f64(m_log_f64(unit(s)) / step) + 1;
            k++;
        }
        return k;
    }
    double spread = m_sqrt_f64(n * p * (1 - p)), b = 1.15 + 2.53 * spread;
    double a = -0.0873 + 0.0248 * b + 0.01 * p, c = n * p + 0.5, high = 0.92 - 4.2 / b;
    double alpha = (2.83 + 5.1 / b) * spread, odds = m_log_f64(p / (1 - p));
    double m = m_floor_f64((n + 1) * p);
    double h = m_lgamma_f64(m + 1) + m_lgamma_f64(n - m + 1);
    while (true) {
        double u = unit(s) - 0.5, v = unit(s), us = 0.5 - (u < 0 ? -u : u);
        double k = m_floor_f64((2 * a / us + b) * u + c);
        if (k < 0 || k > n)
            continue;
        if (us >= 0.07 && v <= high)
            return k;
        double w = m_log_f64(v * alpha / (a / (us * us) + b));
        if (w <= h - m_lgamma_f64(k + 1) - m_lgamma_f64(n - k + 1) + (k - m) * odds)
            return k;
    }
}

typedef struct Draws {
    Call *c;
    double (*one)(Stream *s, double a, double b);
    uint64_t key, draw;
} Draws;

static char *place_of(const RoutineArray *a, char *at, int64_t number) {
    for (uint32_t axis = a->rank; axis-- > 0;) {
        at += number % a->shape[axis] * a->strides[axis];
        number /= a->shape[axis];
    }
    return at;
}

static void draw_part(void *user, int64_t first, int64_t end) {
    const Draws *d = user;
    const Routine *r = d->c->r;
    for (int64_t e = first; e < end; e++) {
        double x[2] = {0, 0}, result;
        Stream s = {.key = d->key, .draw = d->draw, .element = (uint64_t)e};
        for (uint32_t k = 2; k < r->n_in; k++)
            doubles_load(r->arrays[k].dtype, place_of(&r->arrays[k], d->c->at[k], e), 0, 1, false,
                         &x[k - 2]);
        result = d->one(&s, x[0], x[1]);
        doubles_store(r->arrays[r->n_in].dtype, &result, false,
                      place_of(&r->arrays[r->n_in], d->c->at[r->n_in], e), 0, 1);
    }
}

static bool draws(Call *c, double (*one)(Stream *s, double a, double b)) {
    Draws d = {.c = c, .one = one};
    memcpy(&d.key, c->at[0], sizeof d.key);
    memcpy(&d.draw, c->at[1], sizeof d.draw);
    return parts_run(c, array_count(&c->r->arrays[c->r->n_in], 0), 1024, draw_part, &d);
}

bool routine_gamma_draws(Call *c) {
    return draws(c, gamma_draw);
}

bool routine_poisson_draws(Call *c) {
    return draws(c, poisson_draw);
}

bool routine_binomial_draws(Call *c) {
    return draws(c, binomial_draw);
}
