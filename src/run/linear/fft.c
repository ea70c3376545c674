/*
 * A transform is one of three: of few elements with small factors, in steps over lanes; of many, as rows and columns of
 * such; and of a length with a large prime factor, as a convolution (Bluestein).
 */
#include "run/linear/fft.h"

#include <math.h>
#include <string.h>

#include "run/linear/fft_steps.h"

enum { STEPS_MAX = 40, FEW = 4096 };

typedef enum FftKind { FFT_FEW, FFT_SPLIT, FFT_PRIME } FftKind;

struct Fft {
    FftKind kind;
    int64_t n;
    /* FEW */
    uint32_t count;
    FftStep steps[STEPS_MAX];
    double *roots; /* of all steps */
    size_t root_bytes;
    FftPlanes planes[2]; /* n times FFT_LANES numbers each */
    double *plane_memory;
    /* SPLIT: n = rows->n columns->n. PRIME: rows is of the length of the convolution. */
    Fft *rows, *columns;
    double *room; /* pairs: n, of PRIME twice the convolution's */
    size_t room_bytes;
    double *line; /* SPLIT, PRIME: n pairs of a transform whose elements do not lie side by side */
    double *
        chirp; /* pairs. SPLIT: powers of the root, in two parts; PRIME: exp(-i pi k k / n), and the transform */
    size_t chirp_bytes;
    int64_t low; /* SPLIT: how many powers there are one by one */
};

void fft_root(int64_t k, int64_t n, double *re, double *im) {
    /* in the first eighth of the circle sine and cosine are at their best */
    int64_t eighth = (8 * k) / n,
            rest = 8 * k - eighth * n; /* angle = (eighth + rest / n) pi / 4 */
    bool back = eighth % 2;
    double angle = (double)(back ? n - rest : rest) / (double)n * 0.78539816339744830962;
    double c = cos(angle), s = sin(angle), x, y;
    bool swap = (eighth + 1) / 2 % 2;
    x = swap ? s : c;
    y = swap ? c : s;
    *re = eighth >= 2 && eighth < 6 ? -x : x;
    *im = eighth < 4 ? -y : y;
}

/* Not cleared. */
static double *new_numbers(Env *env, int64_t count, size_t *bytes) {
    *bytes = (size_t)(count > 0 ? count : 1) * sizeof(double);
    return env_resize(env, NULL, 0, *bytes);
}

/* ---- few elements */

/* 0: a factor is too large. */
static uint32_t find_factors(int64_t n, int64_t *factors) {
    static const int64_t tried[] = {4, 2, 3, 5, 7, 11, 13};
    uint32_t count = 0;
    for (size_t k = 0; k < sizeof tried / sizeof *tried; k++)
        while (n % tried[k] == 0 && count < STEPS_MAX) {
            factors[count++] = tried[k];
            n /= tried[k];
        }
    return n == 1 ? count : 0;
}

static bool open_few(Env *env, Fft *f, const int64_t *factors, uint32_t count) {
    int64_t numbers = 0, n = f->n;
    for (uint32_t k = 0; k < count; k++) {
        numbers += 2 * (n / factors[k]) * (factors[k] - 1) + 2 * factors[k];
        n /= factors[k];
    }
    size_t bytes;
    f->roots = new_numbers(env, numbers, &f->root_bytes);
    f->plane_memory = new_numbers(env, 4 * FFT_LANES * f->n, &bytes);
    TRY(f->roots && f->plane_memory);
    for (int k = 0; k < 2; k++) {
        f->planes[k].re = f->plane_memory + (2 * k * FFT_LANES * f->n);
        f->planes[k].im = f->planes[k].re + (FFT_LANES * f->n);
    }
    double *at = f->roots;
    n = f->n;
    for (uint32_t k = 0; k < count; k++) {
        int64_t r = factors[k], m = n / r;
        f->steps[k] = (FftStep){r, m, f->n / n, at, at + (2 * m * (r - 1))};
        for (int64_t p = 0; p < m; p++)
            for (int64_t j = 1; j < r; j++, at += 2)
                fft_root(p * j, n, &at[0], &at[1]);
        for (int64_t j = 0; j < r; j++, at += 2)
            fft_root(j, r, &at[0], &at[1]);
        n = m;
    }
    f->count = count;
    return true;
}

/* Transforms what stands in the planes; gives the planes with the result. */
static FftPlanes run_steps(Fft *f, int64_t lanes) {
    FftPlanes x = f->planes[0], y = f->planes[1];
    for (uint32_t k = 0; k < f->count; k++) {
        fft_step(&f->steps[k], lanes, x, y);
        FftPlanes z = x;
        x = y;
        y = z;
    }
    return x;
}

/* Rows of pairs to planes of lanes. */
static void gather(FftPlanes to, int64_t n, int64_t lanes, const double *in, FftLayout at) {
    for (int64_t l = 0; l < lanes; l++) {
        const double *from = in + (2 * l * at.distance);
        for (int64_t k = 0; k < n; k++) {
            to.re[k * lanes + l] = from[2 * k * at.step];
            to.im[k * lanes + l] = from[2 * k * at.step + 1];
        }
    }
}

/* The same where lanes lie side by side. */
static void gather_beside(FftPlanes to, int64_t n, int64_t lanes, const double *in, int64_t step) {
    if (lanes == FFT_LANES) {
        fft_apart(n, in, step, to);
        return;
    }
    for (int64_t k = 0; k < n; k++) {
        const double *from = in + (2 * k * step);
        for (int64_t l = 0; l < lanes; l++) {
            to.re[k * lanes + l] = from[2 * l];
            to.im[k * lanes + l] = from[2 * l + 1];
        }
    }
}

static void scatter(FftPlanes from, int64_t n, int64_t lanes, double *out, FftLayout at) {
    if (lanes == FFT_LANES && at.distance == 1) {
        fft_together(n, from, out, at.step);
        return;
    }
    for (int64_t l = 0; l < lanes && at.step == 1; l++)
        for (int64_t k = 0; k < n; k++) {
            out[2 * (l * at.distance + k)] = from.re[k * lanes + l];
            out[2 * (l * at.distance + k) + 1] = from.im[k * lanes + l];
        }
    for (int64_t k = 0; k < n && at.step != 1; k++) {
        double *to = out + (2 * k * at.step);
        for (int64_t l = 0; l < lanes; l++) {
            to[2 * l * at.distance] = from.re[k * lanes + l];
            to[2 * l * at.distance + 1] = from.im[k * lanes + l];
        }
    }
}

/* The inverse transform is the same with real and imaginary parts in each other's place. */
static FftPlanes turned_if(bool turned, FftPlanes x) {
    return turned ? (FftPlanes){x.im, x.re} : x;
}

/* What is done beside the transform: parts change places before and after it, and it is divided by a number. */
typedef struct FftTurn {
    bool before, after;
    double under;
} FftTurn;

static void divide(FftPlanes x, int64_t count, double under) {
    for (int64_t k = 0; k < count && under != 1; k++) {
        x.re[k] /= under;
        x.im[k] /= under;
    }
}

static void run_few(Fft *f, FftTurn turn, int64_t count, const double *in, FftLayout in_at,
                    double *out, FftLayout out_at) {
    FftPlanes first = turned_if(turn.before, f->planes[0]);
    for (int64_t k = 0; k < count; k += FFT_LANES) {
        int64_t lanes = count - k < FFT_LANES ? count - k : FFT_LANES;
        const double *from = in + (2 * k * in_at.distance);
        if (in_at.distance == 1)
            gather_beside(first, f->n, lanes, from, in_at.step);
        else
            gather(first, f->n, lanes, from, in_at);
        FftPlanes done = turned_if(turn.after, run_steps(f, lanes));
        divide(done, f->n * lanes, turn.under);
        scatter(done, f->n, lanes, out + (2 * k * out_at.distance), out_at);
    }
}

/* ---- many elements */

static bool open_split(Env *env, Fft *f, const int64_t *factors, uint32_t count) {
    int64_t n1 = 1;
    for (uint32_t k = 0; k < count && n1 * n1 < f->n; k++)
        n1 *= factors[k];
    f->low = 1;
    while (f->low * f->low < f->n)
        f->low *= 2;
    int64_t high = f->n / f->low + 1;
    f->room = new_numbers(env, 2 * f->n, &f->room_bytes);
    f->chirp = new_numbers(env, 2 * (f->low + high), &f->chirp_bytes);
    TRY(f->room && f->chirp);
    for (int64_t k = 0; k < f->low && k < f->n; k++)
        fft_root(k, f->n, &f->chirp[2 * k], &f->chirp[2 * k + 1]);
    double *large = f->chirp + (2 * f->low);
    for (int64_t k = 0; k < high && k * f->low < f->n; k++)
        fft_root(k * f->low, f->n, &large[2 * k], &large[2 * k + 1]);
    return fft_open(env, n1, &f->rows) && fft_open(env, f->n / n1, &f->columns);
}

/* Element i1 of lanes first, first + 1 ... is multiplied by the root to the power of i1 k2, k2 going down the rows. */
static void turn_lanes(const Fft *f, FftPlanes x, int64_t n2, int64_t lanes, int64_t first) {
    int64_t shift = 0;
    while (((int64_t)1 << shift) < f->low)
        shift++;
    const double *large = f->chirp + (2 * f->low);
    for (int64_t k = 1; k < n2; k++)
        for (int64_t l = 0; l < lanes; l++) {
            int64_t power = k * (first + l), at = k * lanes + l;
            const double *u = f->chirp + (2 * (power & (f->low - 1)));
            const double *v = large + (2 * (power >> shift));
            double re = u[0] * v[0] - u[1] * v[1], im = u[0] * v[1] + u[1] * v[0];
            double a = x.re[at], b = x.im[at];
            x.re[at] = a * re - b * im;
            x.im[at] = a * im + b * re;
        }
}

/* Both parts have few elements: lanes are turned while they are in the cache. */
static void run_split_few(Fft *f, FftTurn turn, const double *in, double *out) {
    int64_t n1 = f->rows->n, n2 = f->columns->n;
    for (int64_t i = 0; i < n1; i += FFT_LANES) {
        int64_t lanes = n1 - i < FFT_LANES ? n1 - i : FFT_LANES;
        gather_beside(turned_if(turn.before, f->columns->planes[0]), n2, lanes, in + (2 * i), n1);
        FftPlanes done = run_steps(f->columns, lanes);
        turn_lanes(f, done, n2, lanes, i);
        scatter(done, n2, lanes, f->room + (2 * i), (FftLayout){n1, 1});
    }
    turn.before = false;
    run_few(f->rows, turn, n2, f->room, (FftLayout){1, n1}, out, (FftLayout){n2, 1});
}

static void run_split(Fft *f, const double *in, double *out) {
    int64_t n1 = f->rows->n, n2 = f->columns->n;
    fft_run(f->columns, false, n1, in, (FftLayout){n1, 1}, f->room, (FftLayout){n1, 1});
    for (int64_t i = 0; i < n1; i++)
        for (int64_t k = 1; k < n2; k++) {
            FftPlanes one = {f->room + (2 * (i + k * n1)), f->room + (2 * (i + k * n1) + 1)};
            double re, im, a = *one.re, b = *one.im;
            fft_root(i * k, f->n, &re, &im);
            *one.re = a * re - b * im;
            *one.im = a * im + b * re;
        }
    fft_run(f->rows, false, n2, f->room, (FftLayout){1, n1}, out, (FftLayout){n2, 1});
}

/* ---- lengths with large prime factors */

static void multiply(int64_t n, double *x, const double *y) {
    for (int64_t k = 0; k < n; k++) {
        double a = x[2 * k], b = x[2 * k + 1];
        x[2 * k] = a * y[2 * k] - b * y[2 * k + 1];
        x[2 * k + 1] = a * y[2 * k + 1] + b * y[2 * k];
    }
}

static bool open_prime(Env *env, Fft *f) {
    int64_t n = f->n, m = 1;
    while (m < 2 * n - 1)
        m *= 2;
    if (m / 4 * 3 >= 2 * n - 1)
        m = m / 4 * 3;
    TRY(fft_open(env, m, &f->rows));
    f->room = new_numbers(env, 2 * m, &f->room_bytes);
    f->chirp = new_numbers(env, 2 * (n + m), &f->chirp_bytes);
    TRY(f->room && f->chirp);
    double *spectrum = f->chirp + (2 * n);
    memset(spectrum, 0, (size_t)(2 * m) * sizeof *spectrum);
    for (int64_t k = 0, square = 0; k < n; square = (square + 2 * k + 1) % (2 * n), k++) {
        double *c = f->chirp + (2 * k);
        fft_root(square, 2 * n, &c[0], &c[1]);
        spectrum[2 * k] = c[0];
        spectrum[2 * k + 1] = -c[1];
        if (k > 0) {
            spectrum[2 * (m - k)] = c[0];
            spectrum[2 * (m - k) + 1] = -c[1];
        }
    }
    fft_run(f->rows, false, 1, spectrum, (FftLayout){1, m}, spectrum, (FftLayout){1, m});
    return true;
}

static void run_prime(Fft *f, const double *in, double *out) {
    int64_t n = f->n, m = f->rows->n;
    FftLayout all = {1, m};
    memcpy(f->room, in, (size_t)n * 2 * sizeof *in);
    memset(f->room + (2 * n), 0, (size_t)(m - n) * 2 * sizeof *in);
    multiply(n, f->room, f->chirp);
    fft_run(f->rows, false, 1, f->room, all, f->room, all);
    multiply(m, f->room, f->chirp + (2 * n));
    fft_run(f->rows, true, 1, f->room, all, f->room, all);
    memcpy(out, f->room, (size_t)n * 2 * sizeof *in);
    multiply(n, out, f->chirp);
}

/* ---- real numbers */

void fft_powers(int64_t n, int64_t count, double *out) {
    enum { BLOCK = 512 };
    for (int64_t k = 0; k < count && k < BLOCK; k++)
        fft_root(k, n, &out[2 * k], &out[2 * k + 1]);
    for (int64_t k0 = BLOCK; k0 < count; k0 += BLOCK) {
        double re, im;
        fft_root(k0, n, &re, &im);
        for (int64_t k = k0; k < count && k < k0 + BLOCK; k++) {
            const double *u = out + (2 * (k - k0));
            out[2 * k] = u[0] * re - u[1] * im;
            out[2 * k + 1] = u[0] * im + u[1] * re;
        }
    }
}

/* From z, the transform of x[2 j] + i x[2 j + 1], that of x; z stands in the first half of out. */
static void untangle(int64_t n, const double *roots, double *out) {
    int64_t h = n / 2;
    double a = out[0], b = out[1];
    out[0] = a + b;
    out[1] = 0;
    out[n] = a - b;
    out[n + 1] = 0;
    for (int64_t k = 1; k <= h - k; k++) {
        double *x = out + (2 * k), *y = out + (2 * (h - k));
        double er = (x[0] + y[0]) / 2, ei = (x[1] - y[1]) / 2;
        double dr = (x[1] + y[1]) / 2, di = (y[0] - x[0]) / 2; /* -i / 2 (x - conj y) */
        double wr = roots[2 * k], wi = roots[2 * k + 1];
        double tr = dr * wr - di * wi, ti = dr * wi + di * wr;
        x[0] = er + tr;
        x[1] = ei + ti;
        y[0] = er - tr;
        y[1] = ti - ei;
    }
    for (int64_t k = 1; k < h; k++) {
        out[2 * (n - k)] = out[2 * k];
        out[2 * (n - k) + 1] = -out[2 * k + 1];
    }
}

void fft_run_real(Fft *half, const double *roots, int64_t count, const double *in, double *out) {
    int64_t h = half->n;
    fft_run(half, false, count, in, (FftLayout){1, h}, out, (FftLayout){1, 2 * h});
    for (int64_t k = 0; k < count; k++)
        untangle(2 * h, roots, out + (4 * h * k));
}

/* ---- all */

bool fft_open(Env *env, int64_t n, Fft **out) {
    int64_t factors[STEPS_MAX];
    uint32_t count = find_factors(n, factors);
    Fft *f = env_new(env, sizeof *f);
    TRY(f);
    f->n = n;
    f->kind = n > 1 && !count ? FFT_PRIME : n <= FEW ? FFT_FEW : FFT_SPLIT;
    size_t bytes;
    bool ok = f->kind == FFT_FEW || (f->line = new_numbers(env, 2 * n, &bytes));
    ok = ok && (f->kind == FFT_PRIME ? open_prime(env, f)
                : f->kind == FFT_FEW ? open_few(env, f, factors, count)
                                     : open_split(env, f, factors, count));
    if (ok)
        *out = f;
    else
        fft_close(env, f);
    return ok;
}

/* Parts are of about the root of the length: this does not go deep. */
void fft_close(Env *env, Fft *f) {
    if (!f)
        return;
    fft_close(env, f->rows);
    fft_close(env, f->columns);
    env_free(env->allocator, f->roots, f->root_bytes);
    env_free(env->allocator, f->plane_memory, (size_t)(4 * FFT_LANES * f->n) * sizeof(double));
    env_free(env->allocator, f->room, f->room_bytes);
    env_free(env->allocator, f->line, (size_t)(2 * f->n) * sizeof(double));
    env_free(env->allocator, f->chirp, f->chirp_bytes);
    env_free(env->allocator, f, sizeof *f);
}

/* A row of pairs; turned: real and imaginary parts change places. */
static void copy_row(int64_t n, const double *in, int64_t in_step, double *out, int64_t out_step,
                     bool turned, double under) {
    for (int64_t k = 0; k < n; k++) {
        double re = in[2 * k * in_step] / under, im = in[2 * k * in_step + 1] / under;
        out[2 * k * out_step] = turned ? im : re;
        out[2 * k * out_step + 1] = turned ? re : im;
    }
}

void fft_run(Fft *f, bool inverse, int64_t count, const double *in, FftLayout in_at, double *out,
             FftLayout out_at) {
    FftTurn turn = {inverse, inverse, inverse ? (double)f->n : 1};
    if (f->kind == FFT_FEW) {
        run_few(f, turn, count, in, in_at, out, out_at);
        return;
    }
    bool quick = f->kind == FFT_SPLIT && f->rows->kind == FFT_FEW && f->columns->kind == FFT_FEW &&
                 in_at.step == 1 && out_at.step == 1;
    for (int64_t k = 0; k < count; k++) {
        const double *from = in + (2 * k * in_at.distance);
        double *to = out + (2 * k * out_at.distance);
        double *at = out_at.step == 1 ? to : f->line;
        if (quick) {
            run_split_few(f, turn, from, to);
            continue;
        }
        if (in_at.step != 1 || inverse) {
            copy_row(f->n, from, in_at.step, at, 1, inverse, 1);
            from = at;
        }
        (f->kind == FFT_SPLIT ? run_split : run_prime)(f, from, at);
        if (at != to || inverse)
            copy_row(f->n, at, 1, to, out_at.step, inverse, inverse ? (double)f->n : 1);
    }
}
