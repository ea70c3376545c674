/* Timing, and the rows that every benchmark prints and writes. */
#ifndef BENCH_COMMON_MEASURE_H
#define BENCH_COMMON_MEASURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

double now(void); /* seconds */

enum { MOST_SAMPLES = 64 };

typedef struct Times {
    double at[MOST_SAMPLES];
    unsigned n;
} Times;

void times_add(Times *t, double seconds);
double times_median(const Times *t);
/* Half the range of the middle half of the samples, relative to the median. */
double times_spread(const Times *t);

/* ratio > 1: engine is faster than what it is measured against. */
typedef struct Row {
    char workload[40], dtype[8], engine[24], against[40];
    uint64_t n;
    double seconds, ratio, spread;
    bool checked;
} Row;

typedef struct Rows {
    Row *at;
    size_t n, cap;
} Rows;

void rows_add(Rows *rows, Row row);
void rows_print(const Rows *rows);
/* A JSON list. False when the file cannot be written. */
bool rows_write(const Rows *rows, const char *path);
void rows_free(Rows *rows);

#endif
