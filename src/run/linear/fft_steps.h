/*
 * The steps of a transform over lanes: several transforms side by side, real and imaginary parts in planes of their own.
 * Inside fft*.c. A step of radix r on rows of length n = r m with s lanes takes x[q + s (p + m j)] to y[q + s (r p + k)] =
 * w^(p k) sum over j of x w_r^(j k); after the last the order is the right one (Stockham).
 */
#ifndef FRIT_RUN_LINEAR_FFT_STEPS_H
#define FRIT_RUN_LINEAR_FFT_STEPS_H

#include <stdbool.h>
#include <stdint.h>

enum { FFT_LANES = 8, FFT_RADIX_MAX = 13 };

typedef struct FftPlanes {
    double *re, *im;
} FftPlanes;

typedef struct FftStep {
    int64_t radix, m, s;
    const double *roots; /* for each p: re, im of w^(p k), k = 1 ... radix - 1 */
    const double *small; /* re, im of w_r^k, k = 0 ... radix - 1 */
} FftStep;

/* lanes: how many transforms; s of the step does not count them. */
void fft_step(const FftStep *step, int64_t lanes, FftPlanes x, FftPlanes y);
/* n rows of FFT_LANES pairs side by side, `step` pairs from row to row, to planes and back. */
void fft_apart(int64_t n, const double *in, int64_t step, FftPlanes to);
void fft_together(int64_t n, FftPlanes from, double *out, int64_t step);

#endif
