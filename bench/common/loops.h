/*
 * The workloads as somebody would write them in C: one loop over the data where that is possible,
 * the C library's functions, gcc -O3, one thread. Each writes what the frit program of the same name
 * gives.
 */
#ifndef BENCH_COMMON_LOOPS_H
#define BENCH_COMMON_LOOPS_H

#include <stddef.h>

/* in: the program's inputs; out: its outputs; shape: what the workload makes of n. */
typedef struct LoopArgs {
    const float *in[5];
    float *out[2];
    size_t n, batch, rows, cols, steps;
} LoopArgs;

typedef void Loop(const LoopArgs *a);

Loop loop_elementwise_math, loop_axpby, loop_black_scholes, loop_softmax_rows, loop_layer_norm_gelu,
    loop_sum_squares, loop_column_means, loop_image_normalise, loop_monte_carlo;
/* The same with -march=native -ffast-math. */
Loop fast_elementwise_math, fast_axpby, fast_black_scholes, fast_softmax_rows, fast_layer_norm_gelu,
    fast_sum_squares, fast_column_means, fast_image_normalise, fast_monte_carlo;

#endif
