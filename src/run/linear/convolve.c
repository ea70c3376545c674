#include "run/linear/convolve.h"

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("O3")
#endif

#define CONVOLVE_NAME(f) plain_##f
#define CONVOLVE_TARGET
#include "run/linear/convolve_kernels.h"
#undef CONVOLVE_NAME
#undef CONVOLVE_TARGET

#if defined(__x86_64__)
#define CONVOLVE_NAME(f) wide_##f
#define CONVOLVE_TARGET  __attribute__((target("avx2")))
#include "run/linear/convolve_kernels.h"
#endif

static void real_column(int64_t n, const double *x, int64_t taps, const double *k, double *y) {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2")) {
        wide_column(n, x, taps, k, y);
        return;
    }
#endif
    plain_column(n, x, taps, k, y);
}

static void complex_column(int64_t n, const double *x, int64_t taps, const double *k, double *y) {
    for (int64_t j = 0; j < taps; j++, y += 2)
        for (int64_t i = 0; i < n; i++) {
            y[2 * i] += k[2 * j] * x[2 * i] - k[2 * j + 1] * x[2 * i + 1];
            y[2 * i + 1] += k[2 * j] * x[2 * i + 1] + k[2 * j + 1] * x[2 * i];
        }
}

/* The shorter columns are the taps. */
static void add_columns(const Matrix *a, int64_t i, const Matrix *b, int64_t j, Matrix *out) {
    int64_t w = a->complex ? 2 : 1;
    const double *x = a->at + (i * a->rows * w), *k = b->at + (j * b->rows * w);
    double *y = out->at + ((i + j) * out->rows * w);
    bool turned = a->rows < b->rows;
    (a->complex ? complex_column : real_column)(turned ? b->rows : a->rows, turned ? k : x,
                                                turned ? a->rows : b->rows, turned ? x : k, y);
}

void linear_convolve(const Matrix *a, const Matrix *b, Matrix *out) {
    for (int64_t i = 0; i < a->columns; i++)
        for (int64_t j = 0; j < b->columns; j++)
            add_columns(a, i, b, j, out);
}
