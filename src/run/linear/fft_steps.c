#include "run/linear/fft_steps.h"

/* Loops over lanes are what a transform's time is: they shall be vectors. */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("O3")
#endif

/* Rows of numbers that a butterfly takes and gives. */
typedef const double *restrict In;
typedef double *restrict Out;

#define FFT_NAME(f) plain_##f
#define FFT_TARGET
#include "run/linear/fft_kernels.h"
#undef FFT_NAME
#undef FFT_TARGET

#if defined(__x86_64__)
#define FFT_NAME(f) wide_##f
#define FFT_TARGET  __attribute__((target("avx2")))
#include "run/linear/fft_kernels.h"
#endif

static bool is_wide(void) {
#if defined(__x86_64__)
    return __builtin_cpu_supports("avx2");
#else
    return false;
#endif
}

#if defined(__x86_64__)
#define CHOOSE(f, ...) (is_wide() ? wide_##f(__VA_ARGS__) : plain_##f(__VA_ARGS__))
#else
#define CHOOSE(f, ...) plain_##f(__VA_ARGS__)
#endif

void fft_step(const FftStep *step, int64_t lanes, FftPlanes x, FftPlanes y) {
    CHOOSE(step, step, lanes, x, y);
}

void fft_apart(int64_t n, const double *in, int64_t step, FftPlanes to) {
    CHOOSE(apart, n, in, step, to.re, to.im);
}

void fft_together(int64_t n, FftPlanes from, double *out, int64_t step) {
    CHOOSE(together, n, from.re, from.im, out, step);
}
