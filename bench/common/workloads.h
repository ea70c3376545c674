/* The workloads that engines are measured on: each as a program, and as loops in C. */
#ifndef BENCH_COMMON_WORKLOADS_H
#define BENCH_COMMON_WORKLOADS_H

#include <stdbool.h>

#include "common/loops.h"

enum { MOST_INPUTS = 5, MOST_OUTPUTS = 2 };

typedef struct Workload {
    const char *name, *program;
    /* By input: 'n' a vector of n, 'm' the whole of the shape, 'c' a row, 's' a scalar; as its letter
     * and the range of its values. */
    const char *inputs;
    float lo[MOST_INPUTS], hi[MOST_INPUTS];
    const char *outputs;    /* the same letters */
    Loop *loop;             /* gcc -O3 */
    Loop *fast;             /* the same with -march=native -ffast-math */
    unsigned rank;          /* of 'm' */
    unsigned reads, writes; /* arrays of n it must move when that is what bounds it; else 0 */
    bool multi_step;        /* should gain much by fusion */
    double tolerance;       /* relative, against the C loop */
} Workload;

extern const Workload workloads[];
extern const int n_workloads;

#endif
