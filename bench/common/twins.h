/* What bench/slang.c measures frit against: the same pictures by hand. */
#ifndef BENCH_COMMON_TWINS_H
#define BENCH_COMMON_TWINS_H

#include <stddef.h>
#include <stdint.h>

/* Points x[w] by y[h]; out[h][w]: turns before the point leaves the circle, at most `most`. */
typedef void MandelbrotFn(const float *x, const float *y, size_t w, size_t h, int32_t most,
                          int32_t *out);
/* Plain C; one vector of lanes with a mask; two vectors in flight. */
MandelbrotFn mandelbrot_plain, mandelbrot_vector, mandelbrot_two;

/* The picture of examples/slang/raymarch.slang: uv[n][2], out[n][3]. */
typedef void MarchFn(const float *uv, size_t n, float *out);
MarchFn march_plain, march_vector;

#endif
