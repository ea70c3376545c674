#include "front/script/linear/fft_steps.h"

/* Loops over lanes are what a transform's time is: they shall be vectors. */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("O3")
#endif

/* Rows of numbers that a butterfly takes and gives. */
typedef const double *restrict In;
typedef double *restrict Out;

static void radix_2(const FftStep *t, int64_t s, FftPlanes x, FftPlanes y) {
    for (int64_t p = 0; p < t->m; p++) {
        int64_t a = s * p, b = s * (p + t->m), c = s * 2 * p;
        In ar = x.re + a, ai = x.im + a, br = x.re + b, bi = x.im + b;
        Out yr = y.re + c, yi = y.im + c, zr = yr + s, zi = yi + s;
        double wr = t->roots[2 * p], wi = t->roots[2 * p + 1];
        for (int64_t q = 0; q < s; q++) {
            double dr = ar[q] - br[q], di = ai[q] - bi[q];
            yr[q] = ar[q] + br[q];
            yi[q] = ai[q] + bi[q];
            zr[q] = dr * wr - di * wi;
            zi[q] = dr * wi + di * wr;
        }
    }
}

static void radix_4(const FftStep *t, int64_t s, FftPlanes x, FftPlanes y) {
    for (int64_t p = 0; p < t->m; p++) {
        int64_t a = s * p, gap = s * t->m, c = s * 4 * p;
        In ar = x.re + a, br = ar + gap, cr = br + gap, dr = cr + gap;
        In ai = x.im + a, bi = ai + gap, ci = bi + gap, di = ci + gap;
        Out y0r = y.re + c, y1r = y0r + s, y2r = y1r + s, y3r = y2r + s;
        Out y0i = y.im + c, y1i = y0i + s, y2i = y1i + s, y3i = y2i + s;
        const double *w = t->roots + (6 * p);
        double w1r = w[0], w1i = w[1], w2r = w[2], w2i = w[3], w3r = w[4], w3i = w[5];
        for (int64_t q = 0; q < s; q++) {
            double apcr = ar[q] + cr[q], apci = ai[q] + ci[q];
            double amcr = ar[q] - cr[q], amci = ai[q] - ci[q];
            double bpdr = br[q] + dr[q], bpdi = bi[q] + di[q];
            double jr = bi[q] - di[q], ji = dr[q] - br[q]; /* -i (b - d) */
            double ur = amcr + jr, ui = amci + ji, vr = apcr - bpdr, vi = apci - bpdi;
            double zr = amcr - jr, zi = amci - ji;
            y0r[q] = apcr + bpdr;
            y0i[q] = apci + bpdi;
            y1r[q] = ur * w1r - ui * w1i;
            y1i[q] = ur * w1i + ui * w1r;
            y2r[q] = vr * w2r - vi * w2i;
            y2i[q] = vr * w2i + vi * w2r;
            y3r[q] = zr * w3r - zi * w3i;
            y3i[q] = zr * w3i + zi * w3r;
        }
    }
}

static void radix_3(const FftStep *t, int64_t s, FftPlanes x, FftPlanes y) {
    const double half = 0.5, sine = 0.86602540378443864676;
    for (int64_t p = 0; p < t->m; p++) {
        int64_t a = s * p, gap = s * t->m, c = s * 3 * p;
        In ar = x.re + a, br = ar + gap, cr = br + gap;
        In ai = x.im + a, bi = ai + gap, ci = bi + gap;
        Out y0r = y.re + c, y1r = y0r + s, y2r = y1r + s;
        Out y0i = y.im + c, y1i = y0i + s, y2i = y1i + s;
        const double *w = t->roots + (4 * p);
        double w1r = w[0], w1i = w[1], w2r = w[2], w2i = w[3];
        for (int64_t q = 0; q < s; q++) {
            double sr = br[q] + cr[q], si = bi[q] + ci[q];
            double jr = sine * (bi[q] - ci[q]), ji = sine * (cr[q] - br[q]);
            double mr = ar[q] - half * sr, mi = ai[q] - half * si;
            double ur = mr + jr, ui = mi + ji, vr = mr - jr, vi = mi - ji;
            y0r[q] = ar[q] + sr;
            y0i[q] = ai[q] + si;
            y1r[q] = ur * w1r - ui * w1i;
            y1i[q] = ur * w1i + ui * w1r;
            y2r[q] = vr * w2r - vi * w2i;
            y2i[q] = vr * w2i + vi * w2r;
        }
    }
}

/* Of 5, 7, 11, 13: by the definition. */
static void radix_any(const FftStep *t, int64_t s, FftPlanes x, FftPlanes y) {
    int64_t r = t->radix, gap = s * t->m;
    for (int64_t p = 0; p < t->m; p++)
        for (int64_t k = 0; k < r; k++) {
            Out to_re = y.re + (s * (r * p + k)), to_im = y.im + (s * (r * p + k));
            const double *w = t->roots + (2 * ((r - 1) * p + k - 1));
            double wr = k ? w[0] : 1, wi = k ? w[1] : 0;
            In from_re = x.re + (s * p), from_im = x.im + (s * p);
            for (int64_t q = 0; q < s; q++) {
                double re = from_re[q], im = from_im[q];
                for (int64_t j = 1, root = k; j < r; j++, root = (root + k) % r) {
                    double c = t->small[2 * root], d = t->small[2 * root + 1];
                    double u = from_re[q + j * gap], v = from_im[q + j * gap];
                    re += u * c - v * d;
                    im += u * d + v * c;
                }
                to_re[q] = re * wr - im * wi;
                to_im[q] = re * wi + im * wr;
            }
        }
}

void fft_step(const FftStep *step, int64_t lanes, FftPlanes x, FftPlanes y) {
    int64_t s = step->s * lanes;
    if (step->radix == 4)
        radix_4(step, s, x, y);
    else if (step->radix == 2)
        radix_2(step, s, x, y);
    else if (step->radix == 3)
        radix_3(step, s, x, y);
    else
        radix_any(step, s, x, y);
}
