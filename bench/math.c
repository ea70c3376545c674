/*
 * How fast each function of mathematics is, and how exact.
 *
 *   bench-math [--long] [--only NAME] [--json FILE]
 *
 * Every function runs over a block in cache, by the loops of the interpreter at each instruction-set
 * level, and by a plain loop over the C library. Those of f32 with one operand are compared with the
 * C library's of double: with a sample of all f32, with --long with every one of them. Prints a
 * table and writes the rows as JSON (bench-math.json beside the program). Fails where a function is
 * beyond its bound.
 */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "math_bounds.h"
#include "run/loops/blocks.h"

enum { BLOCK = 4096, MAX_THREADS = 256, SAMPLE_STEP = 4099 };

typedef struct Function {
    const char *name;
    Op op;
    double f32_bound, f64_bound;
    double (*reference)(double); /* NULL: of two operands */
    void (*libm_f32)(float *out, const float *x, const float *y);
    void (*libm_f64)(double *out, const double *x, const double *y);
} Function;

/* ---- plain loops over the C library */

#define PLAIN(name, type, suffix, ...)                                            \
    static void libm_##suffix##_##name(type *out, const type *x, const type *y) { \
        (void)y;                                                                  \
        for (int i = 0; i < BLOCK; i++)                                           \
            out[i] = __VA_ARGS__;                                                 \
    }
#define BOUND(op, name, ulp32, ulp64)          \
    PLAIN(name, float, f32, name##f(x[i]))     \
    PLAIN(name, double, f64, name(x[i]))       \
    static double reference_##name(double x) { \
        return name(x);                        \
    }
#define BOUND2(op, name, ulp32, ulp64)           \
    PLAIN(name, float, f32, name##f(x[i], y[i])) \
    PLAIN(name, double, f64, name(x[i], y[i]))
#include "math_bounds.def"
#undef BOUND
#undef BOUND2

static const Function functions[] = {
#define BOUND(op, name, ulp32, ulp64) \
    {#op, OP_##op, ulp32, ulp64, reference_##name, libm_f32_##name, libm_f64_##name},
#define BOUND2(op, name, ulp32, ulp64) \
    {#op, OP_##op, ulp32, ulp64, NULL, libm_f32_##name, libm_f64_##name},
#include "math_bounds.def"
#undef BOUND
#undef BOUND2
};
enum { FUNCTIONS = sizeof functions / sizeof *functions };

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* ---- errors */

typedef struct Sweep {
    const Function *fn;
    const BlockOps *level;
    uint64_t first, step; /* the bits of the first argument; each thread has its own first */
    double worst;
    float at;
    pthread_t thread;
} Sweep;

static void *sweep(void *argument) {
    static const uint64_t end = (uint64_t)1 << 32;
    Sweep *s = argument;
    _Alignas(64) float in[BLOCK], out[BLOCK];
    const void *operands[1] = {in};
    for (uint64_t bits = s->first; bits < end;) {
        size_t n = 0;
        for (; n < BLOCK && bits < end; n++, bits += s->step) {
            uint32_t w = (uint32_t)bits;
            memcpy(&in[n], &w, sizeof w);
        }
        s->level->step[s->fn->op][DT_F32](out, operands, n);
        for (size_t i = 0; i < n; i++) {
            double error = math_error_f32(out[i], s->fn->reference((double)in[i]));
            if (error > s->worst) {
                s->worst = error;
                s->at = in[i];
            }
        }
    }
    return NULL;
}

/* The largest error over every `step`-th f32, in ulp. */
static Sweep largest_error(const Function *fn, const BlockOps *level, uint64_t step) {
    static Sweep sweeps[MAX_THREADS];
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    int n = cores < 1 ? 1 : cores > MAX_THREADS ? MAX_THREADS : (int)cores, started = 0;
    for (int i = 0; i < n; i++)
        sweeps[i] = (Sweep){
            .fn = fn, .level = level, .first = step * (uint64_t)i, .step = step * (uint64_t)n};
    for (int i = 1; i < n; i++, started++)
        if (pthread_create(&sweeps[i].thread, NULL, sweep, &sweeps[i]) != 0)
            break;
    sweep(&sweeps[0]);
    for (int i = started + 1; i < n; i++) /* those without a thread */
        sweep(&sweeps[i]);
    Sweep worst = sweeps[0];
    for (int i = 1; i < n; i++) {
        if (i <= started)
            pthread_join(sweeps[i].thread, NULL);
        if (sweeps[i].worst > worst.worst)
            worst = sweeps[i];
    }
    return worst;
}

/* ---- times */

typedef struct Operands {
    _Alignas(64) float f32[3][BLOCK];
    _Alignas(64) double f64[3][BLOCK];
} Operands; /* the third is the result */

/* Numbers from 0.1 to 4, moved into the function's domain. */
static void fill(Operands *o, Op op) {
    /* asin, acos and atanh end at 1, acosh begins there */
    double scale = op == OP_asin || op == OP_acos || op == OP_atanh ? 0.25 : 1;
    double shift = op == OP_acosh ? 1 : 0;
    for (int i = 0; i < BLOCK; i++) {
        uint32_t mixed = (uint32_t)i * 2654435761u;
        o->f64[0][i] = (0.1 + 3.8 * (mixed * 0x1p-32)) * scale + shift;
        o->f64[1][i] = 3.9 - 3.8 * i / BLOCK;
        for (int k = 0; k < 2; k++)
            o->f32[k][i] = (float)o->f64[k][i];
    }
}

/* Seconds of one block: by a level, or without one by the C library. */
static double time_block(const Function *fn, const BlockOps *level, Dtype d, Operands *o,
                         double least) {
    const void *in[2] = {d == DT_F32 ? (const void *)o->f32[0] : o->f64[0],
                         d == DT_F32 ? (const void *)o->f32[1] : o->f64[1]};
    void *out = d == DT_F32 ? (void *)o->f32[2] : o->f64[2];
    double best = 1, end = now() + least;
    while (now() < end) {
        double start = now();
        if (level)
            level->step[fn->op][d](out, in, BLOCK);
        else if (d == DT_F32)
            fn->libm_f32(o->f32[2], o->f32[0], o->f32[1]);
        else
            fn->libm_f64(o->f64[2], o->f64[0], o->f64[1]);
        double seconds = now() - start;
        best = seconds < best ? seconds : best;
    }
    return best;
}

static void put_row(FILE *json, bool first, const Function *fn, Dtype d, const char *engine,
                    double seconds, double libm, double ulp, bool checked) {
    fprintf(json,
            "%s\n  {\"workload\": \"math %s\", \"n\": %d, \"dtype\": \"%s\", \"engine\": "
            "\"%s\", \"seconds\": %.6g, \"against\": \"libm\", \"ratio\": %.4g, "
            "\"elements_per_ns\": %.4g, \"max_ulp\": %.4f, \"checked\": %s}",
            first ? "" : ",", fn->name, BLOCK, dtype_info(d)->name, engine, seconds, libm / seconds,
            BLOCK / seconds * 1e-9, ulp, checked ? "true" : "false");
}

/* One line of the table. Returns whether the function is within its bound. */
static bool run_function(const Function *fn, FILE *json, bool whole, bool first) {
    static Operands o;
    Sweep worst = {.worst = 0};
    fill(&o, fn->op);
    if (fn->reference)
        worst = largest_error(fn, blocks_level(0), whole ? 1 : SAMPLE_STEP);
    bool ok = worst.worst <= fn->f32_bound;
    printf("%-8s", fn->name);
    if (fn->reference)
        printf(" %7.4f of %-5g %-16a", worst.worst, fn->f32_bound, (double)worst.at);
    else
        printf(" %33s", "");
    for (Dtype d = DT_F32; d <= DT_F64; d++) {
        double libm = time_block(fn, NULL, d, &o, whole ? 0.02 : 0.005);
        for (unsigned i = 0; blocks_level(i); i++) {
            const BlockOps *level = blocks_level(i);
            double seconds = time_block(fn, level, d, &o, whole ? 0.02 : 0.005);
            printf(" %6.3f", BLOCK / seconds * 1e-9);
            put_row(json, first, fn, d, level->name, seconds, libm, d == DT_F32 ? worst.worst : 0,
                    ok);
            first = false;
        }
        printf(" %6.3f%s", BLOCK / libm * 1e-9, d == DT_F32 ? " |" : "");
    }
    printf("%s\n", ok ? "" : "  BEYOND ITS BOUND");
    fflush(stdout);
    return ok;
}

static void print_head(void) {
    printf("elements a nanosecond, one core; errors in ulp over f32\n%-8s %-33s", "", "error f32");
    for (int d = 0; d < 2; d++) {
        for (unsigned i = 0; blocks_level(i); i++)
            printf(" %6.6s", blocks_level(i)->name);
        printf(" %6s%s", "libm", d ? "\n" : " |");
    }
}

int main(int argc, char **argv) {
    char path[1024];
    const char *slash = strrchr(argv[0], '/'), *only = NULL;
    bool whole = false, ok = true, first = true;
    snprintf(path, sizeof path, "%.*sbench-math.json", slash ? (int)(slash - argv[0] + 1) : 0,
             argv[0]);
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--long") == 0) {
            whole = true;
        } else if (strcmp(argv[i], "--only") == 0 && i + 1 < argc) {
            only = argv[++i];
        } else if (strcmp(argv[i], "--json") == 0 && i + 1 < argc) {
            snprintf(path, sizeof path, "%s", argv[++i]);
        } else {
            fprintf(stderr, "usage: %s [--long] [--only NAME] [--json FILE]\n", argv[0]);
            return 2;
        }
    }
    FILE *json = fopen(path, "w");
    if (!json) {
        perror(path);
        return 1;
    }
    fprintf(json, "[");
    print_head();
    for (int f = 0; f < FUNCTIONS; f++) {
        if (only && strcmp(only, functions[f].name) != 0)
            continue;
        ok = run_function(&functions[f], json, whole, first) && ok;
        first = false;
    }
    fprintf(json, "\n]\n");
    fclose(json);
    return ok ? 0 : 1;
}
