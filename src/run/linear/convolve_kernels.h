/*
 * Loops of a convolution for one instruction set, included by convolve.c for each: no include guard.
 *
 *   CONVOLVE_NAME(f)   what a function is called
 *   CONVOLVE_TARGET    attribute
 */

/* y[i + j] += k[j] x[i]: several taps at once, so that y is read and written that much less often. */
CONVOLVE_TARGET static void CONVOLVE_NAME(column)(int64_t n, const double *restrict x, int64_t taps,
                                                  const double *restrict k, double *restrict y) {
    int64_t j = 0;
    for (; j + 4 <= taps && n >= 4; j += 4, y += 4) {
        double a = k[j], b = k[j + 1], c = k[j + 2], d = k[j + 3];
        y[0] += a * x[0];
        y[1] += a * x[1] + b * x[0];
        y[2] += a * x[2] + b * x[1] + c * x[0];
        for (int64_t i = 3; i < n; i++)
            y[i] += (a * x[i] + b * x[i - 1]) + (c * x[i - 2] + d * x[i - 3]);
        y[n] += b * x[n - 1] + c * x[n - 2] + d * x[n - 3];
        y[n + 1] += c * x[n - 1] + d * x[n - 2];
        y[n + 2] += d * x[n - 1];
    }
    for (; j + 3 <= taps && n >= 3; j += 3, y += 3) {
        double a = k[j], b = k[j + 1], c = k[j + 2];
        y[0] += a * x[0];
        y[1] += a * x[1] + b * x[0];
        for (int64_t i = 2; i < n; i++)
            y[i] += (a * x[i] + b * x[i - 1]) + c * x[i - 2];
        y[n] += b * x[n - 1] + c * x[n - 2];
        y[n + 1] += c * x[n - 1];
    }
    for (; j + 2 <= taps && n >= 2; j += 2, y += 2) {
        double a = k[j], b = k[j + 1];
        y[0] += a * x[0];
        for (int64_t i = 1; i < n; i++)
            y[i] += a * x[i] + b * x[i - 1];
        y[n] += b * x[n - 1];
    }
    for (; j < taps; j++, y++)
        for (int64_t i = 0; i < n; i++)
            y[i] += k[j] * x[i];
}
