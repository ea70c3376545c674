#define _POSIX_C_SOURCE 200809L
#include "common/measure.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

void times_add(Times *t, double seconds) {
    if (t->n < MOST_SAMPLES)
        t->at[t->n++] = seconds;
}

static int by_size(const void *a, const void *b) {
    double x, y;
    memcpy(&x, a, sizeof x);
    memcpy(&y, b, sizeof y);
    return (x > y) - (x < y);
}

/* The sample at a share of the sorted ones. */
static double quantile(const Times *t, double share) {
    Times sorted = *t;
    qsort(sorted.at, sorted.n, sizeof *sorted.at, by_size);
    return sorted.n ? sorted.at[(unsigned)(share * (sorted.n - 1) + 0.5)] : 0;
}

double times_median(const Times *t) {
    return quantile(t, 0.5);
}

double times_spread(const Times *t) {
    return (quantile(t, 0.75) - quantile(t, 0.25)) / 2 / quantile(t, 0.5);
}

void rows_add(Rows *rows, Row row) {
    if (rows->n == rows->cap) {
        rows->cap = rows->cap ? 2 * rows->cap : 64;
        rows->at = realloc(rows->at, rows->cap * sizeof *rows->at);
        if (!rows->at)
            exit(4);
    }
    rows->at[rows->n++] = row;
}

void rows_print(const Rows *rows) {
    printf("%-18s %10s %-4s %12s  %-24s %8s %7s  %s\n", "workload", "n", "", "ms", "against",
           "ratio", "spread", "checked");
    for (size_t k = 0; k < rows->n; k++) {
        const Row *r = &rows->at[k];
        printf("%-18s %10llu %-4s %12.4f  %-24s %8.2f %6.1f%%  %s\n", r->workload,
               (unsigned long long)r->n, r->dtype, r->seconds * 1e3, r->against, r->ratio,
               100 * r->spread, r->checked ? "yes" : "NO");
    }
}

bool rows_write(const Rows *rows, const char *path) {
    FILE *f = fopen(path, "w");
    if (!f)
        return false;
    fprintf(f, "[\n");
    for (size_t k = 0; k < rows->n; k++) {
        const Row *r = &rows->at[k];
        fprintf(f,
                "  {\"workload\": \"%s\", \"n\": %llu, \"dtype\": \"%s\", \"engine\": \"%s\", "
                "\"seconds\": %.9g, \"against\": \"%s\", \"ratio\": %.4f, \"spread\": %.4f, "
                "\"checked\": %s}%s\n",
                r->workload, (unsigned long long)r->n, r->dtype, r->engine, r->seconds, r->against,
                r->ratio, r->spread, r->checked ? "true" : "false", k + 1 < rows->n ? "," : "");
    }
    fprintf(f, "]\n");
    return fclose(f) == 0;
}

void rows_free(Rows *rows) {
    free(rows->at);
    *rows = (Rows){0};
}
