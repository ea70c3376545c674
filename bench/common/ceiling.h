/* How fast this machine's memory is, with as many threads as the engine has. */
#ifndef BENCH_COMMON_CEILING_H
#define BENCH_COMMON_CEILING_H

#include <stddef.h>

typedef struct Ceiling Ceiling;

/* threads: as the engine uses. The arrays of n elements are the workload's own, because where memory
 * lies decides how fast it is; r is written to. y may be NULL where nothing reads two arrays. */
Ceiling *ceiling_new(unsigned threads, size_t n, const float *x, const float *y, float *r);
void ceiling_free(Ceiling *c);
/* Seconds to read `reads` arrays and write `writes` (reads <= 2, writes <= 1) of n elements, past
 * the cache where that is faster. */
double ceiling_run(Ceiling *c, unsigned reads, unsigned writes);

#endif
