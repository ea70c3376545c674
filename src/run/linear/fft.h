/* Discrete Fourier transforms of any length. */
#ifndef FRIT_RUN_LINEAR_FFT_H
#define FRIT_RUN_LINEAR_FFT_H

#include "base/env.h"

typedef struct Fft Fft;

/* Numbers are pairs (re, im); all counts are of pairs. */
typedef struct FftLayout {
    int64_t step;     /* from element to element of a transform */
    int64_t distance; /* from transform to transform */
} FftLayout;

/* For n elements, n > 0. False: out of memory. */
bool fft_open(Env *env, int64_t n, Fft **out);
void fft_close(Env *env, Fft *fft);
/*
 * The transforms of `count` rows of elements. inverse: divided by n. in and out may be the same memory where their layouts
 * are the same.
 */
void fft_run(Fft *fft, bool inverse, int64_t count, const double *in, FftLayout in_layout,
             double *out, FftLayout out_layout);

/*
 * The transforms of `count` rows of 2 n real numbers, one row after another, through an fft of n; roots: the first n of
 * fft_powers(2 n). What belongs together is conjugate to the last bit.
 */
void fft_run_real(Fft *half, const double *roots, int64_t count, const double *in, double *out);

/* `count` pairs exp(-2 pi i k / n). */
void fft_powers(int64_t n, int64_t count, double *out);
/* *re + i *im = exp(-2 pi i k / n), to the last digit. */
void fft_root(int64_t k, int64_t n, double *re, double *im);

#endif
