#include "common/array_twins.h"

#include <string.h>

enum { DRAWS = 64, SAMPLES = 256, NODES = 200 };

static uint32_t next(uint32_t s) {
    return s * 1664525u + 1013904223u;
}

/* ---- tables: constants, as a program has them */

#define T1(k, n)    (float)(((k)*37 + 11) % (n)) * 0.25f
#define T4(k, n)    T1(k, n), T1(k + 1, n), T1(k + 2, n), T1(k + 3, n)
#define T16(k, n)   T4(k, n), T4(k + 4, n), T4(k + 8, n), T4(k + 12, n)
#define T64(k, n)   T16(k, n), T16(k + 16, n), T16(k + 32, n), T16(k + 48, n)
#define T256(k, n)  T64(k, n), T64(k + 64, n), T64(k + 128, n), T64(k + 192, n)
#define T1024(k, n) T256(k, n), T256(k + 256, n), T256(k + 512, n), T256(k + 768, n)
static const float table256[256] = {T256(0, 256)};
static const float table1024[1024] = {T1024(0, 1024)};

#define TABLE(N)                                                        \
    static float table_one_##N(uint32_t s) {                            \
        float sum = 0;                                                  \
        for (int k = 0; k < DRAWS; k++) {                               \
            s = next(s);                                                \
            sum += table##N[(s >> 20) & (N - 1)];                       \
        }                                                               \
        return sum;                                                     \
    }                                                                   \
    static void table_##N(const uint32_t *seed, size_t n, float *out) { \
        for (size_t k = 0; k < n; k++)                                  \
            out[k] = table_one_##N(seed[k]);                            \
    }

#define HISTOGRAM(N)                                                        \
    static float histogram_one_##N(uint32_t s) {                            \
        int bins[N], most = 0;                                              \
        memset(bins, 0, sizeof bins);                                       \
        for (int k = 0; k < SAMPLES; k++) {                                 \
            s = next(s);                                                    \
            bins[(s >> 20) & (N - 1)] += 1;                                 \
        }                                                                   \
        for (int k = 0; k < N; k++)                                         \
            most = bins[k] > most ? bins[k] : most;                         \
        return (float)most;                                                 \
    }                                                                       \
    static void histogram_##N(const uint32_t *seed, size_t n, float *out) { \
        for (size_t k = 0; k < n; k++)                                      \
            out[k] = histogram_one_##N(seed[k]);                            \
    }

#define SORT(N)                                                        \
    static float sort_one_##N(uint32_t s) {                            \
        float a[N];                                                    \
        for (int k = 0; k < N; k++) {                                  \
            s = next(s);                                               \
            a[k] = (float)(s >> 8);                                    \
        }                                                              \
        for (int k = 1; k < N; k++) {                                  \
            float x = a[k];                                            \
            int j = k;                                                 \
            while (j > 0 && a[j - 1] > x) {                            \
                a[j] = a[j - 1];                                       \
                j--;                                                   \
            }                                                          \
            a[j] = x;                                                  \
        }                                                              \
        return a[N / 2];                                               \
    }                                                                  \
    static void sort_##N(const uint32_t *seed, size_t n, float *out) { \
        for (size_t k = 0; k < n; k++)                                 \
            out[k] = sort_one_##N(seed[k]);                            \
    }

/* Leaves of a tree of 2^DEPTH that overlap a range: what a traversal is. */
#define SEARCH(N, DEPTH)                                                 \
    static float search_one_##N(uint32_t s) {                            \
        int stack[N], top = 1, first, last;                              \
        float sum = 0;                                                   \
        s = next(s);                                                     \
        first = (int)(s >> (32 - DEPTH));                                \
        last = first + (int)(s & 31u);                                   \
        stack[0] = 1;                                                    \
        while (top > 0) {                                                \
            int node = stack[--top];                                     \
            int up = DEPTH - (31 - __builtin_clz((uint32_t)node));       \
            int lo = (node << up) - (1 << DEPTH), hi = lo + (1 << up);   \
            if (hi > first && lo <= last) {                              \
                if (up == 0) {                                           \
                    sum += (float)lo;                                    \
                } else {                                                 \
                    stack[top++] = 2 * node + 1;                         \
                    stack[top++] = 2 * node;                             \
                }                                                        \
            }                                                            \
        }                                                                \
        return sum;                                                      \
    }                                                                    \
    static void search_##N(const uint32_t *seed, size_t n, float *out) { \
        for (size_t k = 0; k < n; k++)                                   \
            out[k] = search_one_##N(seed[k]);                            \
    }

/* Most calls end soon, some take all turns. */
#define STACK(N)                                                        \
    static float stack_one_##N(uint32_t s) {                            \
        int stack[N], top = 1, turns = 0;                               \
        float sum = 0;                                                  \
        stack[0] = 1;                                                   \
        while (top > 0 && turns < NODES) {                              \
            int node = stack[--top];                                    \
            uint32_t h = next(s ^ (uint32_t)node);                      \
            turns++;                                                    \
            if ((h >> 28) < 9u && top + 2 <= N) {                       \
                stack[top++] = 2 * node;                                \
                stack[top++] = 2 * node + 1;                            \
            } else {                                                    \
                sum += (float)(h >> 24);                                \
            }                                                           \
        }                                                               \
        return sum;                                                     \
    }                                                                   \
    static void stack_##N(const uint32_t *seed, size_t n, float *out) { \
        for (size_t k = 0; k < n; k++)                                  \
            out[k] = stack_one_##N(seed[k]);                            \
    }

TABLE(256)
TABLE(1024)
HISTOGRAM(16)
HISTOGRAM(64)
HISTOGRAM(256)
SORT(9)
SORT(25)
SORT(64)
SEARCH(8, 7)
SEARCH(32, 12)
SEARCH(64, 16)
STACK(8)
STACK(64)

const ArrayTwin array_twins[] = {
    {"table", 256, 0, table_256},
    {"table", 1024, 0, table_1024},
    {"histogram", 16, 0, histogram_16},
    {"histogram", 64, 0, histogram_64},
    {"histogram", 256, 0, histogram_256},
    {"sort", 9, 0, sort_9},
    {"sort", 25, 0, sort_25},
    {"sort", 64, 0, sort_64},
    {"search", 8, 7, search_8},
    {"search", 32, 12, search_32},
    {"search", 64, 16, search_64},
    {"stack", 8, 0, stack_8},
    {"stack", 64, 0, stack_64},
    {0},
};
