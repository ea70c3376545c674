/*
 * What fusing and compiling are worth: each workload compiled, interpreted, with every step a kernel
 * of its own, and as loops in C, interleaved in one run; those that only move data also against the
 * memory's speed.
 *
 *   bench-run [--long] [--only WORKLOAD] [--threads N] [--isa NAME] [--json FILE]
 *
 * A row counts only if its results were checked: all of frit's bit for bit among themselves, and
 * against the C loops (whose functions round differently) within a tolerance.
 */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/ceiling.h"
#include "common/measure.h"
#include "common/workloads.h"
#include "frit/frit.h"

enum { SIZES = 3 };

/* What takes turns in a run. */
typedef enum Engine {
    COMPILED,    /* fused, compiled, all threads */
    INTERPRETED, /* fused, interpreted, all threads */
    UNFUSED,     /* compiled, every step a kernel of its own */
    ONE_THREAD,  /* fused, compiled, one thread */
    LOOPS,       /* C, one thread */
    FAST_LOOPS,  /* C with -march=native -ffast-math, one thread */
    MEMORY,      /* reads and writes alone, all threads */
    ENGINES,
    FRIT_ENGINES = LOOPS,
    RUN_ENGINES = MEMORY
} Engine;

typedef struct Case {
    const Workload *w;
    LoopArgs args;
    int64_t shape_m[3], shape_n[1], shape_c[1];
    float *in[MOST_INPUTS], *out[RUN_ENGINES][MOST_OUTPUTS];
    float *ceiling_out; /* an array of n to write to when the memory is measured */
    size_t out_count[MOST_OUTPUTS];
    frit_plan *plans[FRIT_ENGINES];
    frit_call *calls[FRIT_ENGINES];
    frit_tensor in_t[MOST_INPUTS], out_t[RUN_ENGINES][MOST_OUTPUTS];
    unsigned n_in, n_out;
    Times times[ENGINES];
} Case;

typedef struct Bench {
    frit_context *contexts[FRIT_ENGINES];
    frit_error error;
    unsigned threads;
    bool many, failed; /* --long */
    Rows rows;
} Bench;

static void must(Bench *b, frit_status status, const char *what) {
    if (status == FRIT_OK)
        return;
    fprintf(stderr, "%s: %s: %s: %s\n", what, frit_status_name(status), b->error.place,
            b->error.message);
    exit(1);
}

/* ---- setting up */

static float *aligned_floats(size_t n) {
    void *at = NULL;
    if (posix_memalign(&at, 64, (n ? n : 1) * sizeof(float)))
        exit(4);
    memset(at, 0, n * sizeof(float));
    return at;
}

/* Rows of 1,000, images of a quarter of n. */
static void set_sizes(Case *c, size_t n, bool many) {
    c->args.n = n;
    c->args.batch = 4;
    c->args.steps = n > 1000000 && !many ? 32 : 256;
    if (c->w->rank == 3) {
        c->args.cols = n >= 100000 ? 200 : 25;
        c->args.rows = n / 4 / c->args.cols;
        c->args.n = 4 * c->args.rows * c->args.cols;
    } else {
        c->args.cols = n >= 100000 ? 1000 : 100;
        c->args.rows = n / c->args.cols;
    }
    c->shape_n[0] = (int64_t)c->args.n;
    c->shape_c[0] = (int64_t)c->args.cols;
    c->shape_m[0] = (int64_t)(c->w->rank == 3 ? c->args.batch : c->args.rows);
    c->shape_m[1] = (int64_t)(c->w->rank == 3 ? c->args.rows : c->args.cols);
    c->shape_m[2] = (int64_t)c->args.cols;
}

static size_t count_of(const Case *c, char kind) {
    return kind == 's' ? 1 : kind == 'c' ? c->args.cols : c->args.n;
}

static const int64_t *shape_of(const Case *c, char kind) {
    return kind == 's' ? NULL : kind == 'c' ? c->shape_c : kind == 'm' ? c->shape_m : c->shape_n;
}

static void make_arrays(Case *c) {
    uint32_t state = 12345;
    c->n_in = (unsigned)strlen(c->w->inputs);
    c->n_out = (unsigned)strlen(c->w->outputs);
    for (unsigned k = 0; k < c->n_in; k++) {
        size_t n = count_of(c, c->w->inputs[k]);
        c->in[k] = aligned_floats(n);
        for (size_t i = 0; i < n; i++) {
            state = state * 1664525u + 1013904223u;
            c->in[k][i] =
                c->w->lo[k] + (c->w->hi[k] - c->w->lo[k]) * (float)(state >> 8) * 0x1p-24f;
        }
        c->args.in[k] = c->in[k];
        c->in_t[k] = (frit_tensor){c->in[k], shape_of(c, c->w->inputs[k]), NULL};
    }
    c->ceiling_out = c->w->writes ? aligned_floats(c->args.n) : NULL;
    for (unsigned k = 0; k < c->n_out; k++) {
        c->out_count[k] = count_of(c, c->w->outputs[k]);
        for (int e = 0; e < RUN_ENGINES; e++) {
            c->out[e][k] = aligned_floats(c->out_count[k]);
            c->out_t[e][k] = (frit_tensor){c->out[e][k], shape_of(c, c->w->outputs[k]), NULL};
        }
    }
}

static void make_calls(Bench *b, Case *c) {
    char text[4096];
    frit_module *m, *typed;
    const char *at = strstr(c->w->program, "STEPS");
    if (at)
        snprintf(text, sizeof text, "%.*s%zu%s", (int)(at - c->w->program), c->w->program,
                 c->args.steps, at + 5);
    else
        snprintf(text, sizeof text, "%s", c->w->program);
    for (int e = 0; e < FRIT_ENGINES; e++) {
        frit_context *context = b->contexts[e];
        frit_plan_options options = {FRIT_SIZED(frit_plan_options), .no_fusion = e == UNFUSED};
        must(b, frit_module_parse(context, text, strlen(text), &m, &b->error), c->w->name);
        must(b, frit_module_infer(m, NULL, NULL, 0, NULL, &typed, &b->error), c->w->name);
        must(b, frit_plan_new(context, typed, NULL, &options, &c->plans[e], &b->error), c->w->name);
        must(b, frit_call_new(context, c->plans[e], &c->calls[e], &b->error), c->w->name);
        frit_module_free(m);
        frit_module_free(typed);
    }
}

static void case_free(Case *c) {
    for (int k = 0; k < MOST_INPUTS; k++)
        free(c->in[k]);
    for (int e = 0; e < RUN_ENGINES; e++)
        for (int k = 0; k < MOST_OUTPUTS; k++)
            free(c->out[e][k]);
    free(c->ceiling_out);
    for (int e = 0; e < FRIT_ENGINES; e++) {
        frit_call_free(c->calls[e]);
        frit_plan_free(c->plans[e]);
    }
}

/* ---- measuring */

static void run_engine(Bench *b, Case *c, int engine) {
    for (unsigned k = 0; k < c->n_out; k++)
        c->args.out[k] = c->out[engine][k];
    if (engine == LOOPS)
        c->w->loop(&c->args);
    else if (engine == FAST_LOOPS)
        c->w->fast(&c->args);
    else
        must(b,
             frit_call_run(c->calls[engine], c->in_t, c->n_in, c->out_t[engine], c->n_out,
                           &b->error),
             c->w->name);
}

/* As often as takes a few milliseconds, so that the clock does not matter. */
static double sample(Bench *b, Case *c, int engine) {
    unsigned times = 1;
    for (;;) {
        double start = now();
        for (unsigned k = 0; k < times; k++)
            run_engine(b, c, engine);
        double seconds = now() - start;
        if (seconds > 2e-3 || times >= 1u << 20)
            return seconds / times;
        times *= seconds > 2e-4 ? 4 : 16;
    }
}

static void measure(Bench *b, Case *c, Ceiling *ceiling) {
    unsigned rounds = b->many ? 31 : c->args.n > 1000000 ? 7 : 15;
    double most = b->many ? 30 : 6; /* seconds for one engine */
    for (int e = 0; e < RUN_ENGINES; e++)
        run_engine(b, c, e); /* warm, and the results to check */
    for (unsigned r = 0; r < rounds; r++) {
        for (int e = 0; e < RUN_ENGINES; e++) {
            Times *t = &c->times[e];
            unsigned least = e == LOOPS ? 1 : 3;
            if (t->n >= least && times_median(t) * (t->n + 1) > most)
                continue;
            times_add(t, sample(b, c, e));
        }
        if (ceiling && c->w->reads)
            times_add(&c->times[MEMORY], ceiling_run(ceiling, c->w->reads, c->w->writes));
    }
}

/* ---- checking */

/* The mean payoff that the formula of Black and Scholes gives, before discounting. */
static double expected_price(size_t steps) {
    double t = (double)steps / 252, sigma = 0.2, mu = 0.00011904762 * 252 + 0.5 * sigma * sigma;
    double root = sigma * sqrt(t), d1 = (mu * t + 0.5 * sigma * sigma * t) / root, d2 = d1 - root;
    return 100 * exp(mu * t) * 0.5 * erfc(-d1 / sqrt(2)) - 100 * 0.5 * erfc(-d2 / sqrt(2));
}

static bool is_close(const Case *c, unsigned k, Engine loops) {
    double worst = 0, scale = 0;
    if (c->w->tolerance == 0) {
        double want = expected_price(c->args.steps), got = (double)c->out[COMPILED][0][0];
        return fabs(got - want) < 8 * want / sqrt((double)c->args.n);
    }
    for (size_t i = 0; i < c->out_count[k]; i++) {
        double a = (double)c->out[COMPILED][k][i], d = fabs(a - (double)c->out[loops][k][i]);
        scale = fabs(a) > scale ? fabs(a) : scale;
        worst = d > worst || d != d ? d : worst;
    }
    return worst <= c->w->tolerance * (scale > 0 ? scale : 1);
}

static bool is_right(Case *c) {
    bool right = true;
    for (unsigned k = 0; k < c->n_out; k++) {
        size_t bytes = c->out_count[k] * sizeof(float);
        for (int e = 0; e < FRIT_ENGINES; e++)
            right &= memcmp(c->out[COMPILED][k], c->out[e][k], bytes) == 0;
        right &= is_close(c, k, LOOPS) && is_close(c, k, FAST_LOOPS);
    }
    return right;
}

typedef struct Pair {
    Engine engine, against;
    const char *engine_name, *against_name;
} Pair;

static const Pair pairs[] = {
    {COMPILED, UNFUSED, "compiled", "unfused"},
    {COMPILED, INTERPRETED, "compiled", "interpreter"},
    {COMPILED, LOOPS, "compiled", "c loops, 1 thread"},
    {COMPILED, MEMORY, "compiled", "memory"},
    {ONE_THREAD, FAST_LOOPS, "compiled, 1 thread", "gcc -ffast-math"},
};

static void add_rows(Bench *b, Case *c, bool right) {
    for (size_t p = 0; p < sizeof pairs / sizeof *pairs; p++) {
        const Times *engine = &c->times[pairs[p].engine], *against = &c->times[pairs[p].against];
        Row row = {.n = c->args.n, .seconds = times_median(engine), .checked = right};
        if (!against->n)
            continue;
        snprintf(row.workload, sizeof row.workload, "%s", c->w->name);
        if (strstr(c->w->program, "STEPS") && c->args.steps != 256)
            snprintf(row.workload, sizeof row.workload, "%s_%zu", c->w->name, c->args.steps);
        snprintf(row.dtype, sizeof row.dtype, "f32");
        snprintf(row.engine, sizeof row.engine, "%s", pairs[p].engine_name);
        snprintf(row.against, sizeof row.against, "%s", pairs[p].against_name);
        row.ratio = times_median(against) / row.seconds;
        row.spread = times_spread(engine) + times_spread(against);
        rows_add(&b->rows, row);
    }
    b->failed |= !right;
}

static void run_case(Bench *b, const Workload *w, size_t n) {
    Case c = {.w = w};
    set_sizes(&c, n, b->many);
    make_arrays(&c);
    make_calls(b, &c);
    Ceiling *ceiling = NULL;
    if (w->reads && n >= 1000000)
        ceiling = ceiling_new(b->threads, c.args.n, c.in[0], w->reads > 1 ? c.in[1] : NULL,
                              c.ceiling_out);
    measure(b, &c, ceiling);
    add_rows(b, &c, is_right(&c));
    if (ceiling)
        ceiling_free(ceiling);
    case_free(&c);
}

/* What should hold of the rows; printed, so that a run says by itself where it does not. */
typedef struct Goal {
    const char *against;
    double least;
    uint64_t from; /* elements */
    bool multi_step;
} Goal;

static const Goal goals[] = {
    {"unfused", 0.97, 0, false},
    {"unfused", 3, 9000000, true},
    {"memory", 0.9, 0, false},
    {"gcc -ffast-math", 0.95, 0, false},
};

static bool is_multi_step(const Row *r) {
    for (int w = 0; w < n_workloads; w++)
        if (strncmp(workloads[w].name, r->workload, strlen(workloads[w].name)) == 0)
            return workloads[w].multi_step;
    return false;
}

static void judge(const Bench *b) {
    for (size_t k = 0; k < b->rows.n; k++)
        for (size_t g = 0; g < sizeof goals / sizeof *goals; g++) {
            const Row *r = &b->rows.at[k];
            const Goal *goal = &goals[g];
            if (strcmp(r->against, goal->against) == 0 && r->n >= goal->from &&
                r->ratio < goal->least && (!goal->multi_step || is_multi_step(r)))
                printf("below %.2f of %s: %s at %llu: %.2f\n", goal->least, goal->against,
                       r->workload, (unsigned long long)r->n, r->ratio);
        }
}

static void make_contexts(Bench *b, const frit_context_options *common) {
    for (int e = 0; e < FRIT_ENGINES; e++) {
        frit_context_options options = *common;
        options.compile = e == INTERPRETED ? FRIT_COMPILE_OFF : FRIT_COMPILE_REQUIRE;
        if (e == ONE_THREAD)
            options.threads = 1;
        must(b, frit_context_new_with(NULL, &options, &b->contexts[e], &b->error), "context");
    }
}

static void default_path(char *path, size_t size, const char *program) {
    const char *slash = strrchr(program, '/');
    snprintf(path, size, "%.*sbench-run.json", slash ? (int)(slash - program + 1) : 0, program);
}

int main(int argc, char **argv) {
    static const size_t sizes[SIZES] = {1000, 100000, 10000000};
    Bench b = {.threads = 0};
    frit_context_options options = {FRIT_SIZED(frit_context_options), .threads = 0};
    const char *only = NULL;
    char path[1024];
    default_path(path, sizeof path, argv[0]);
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--long") == 0)
            b.many = true;
        else if (strcmp(argv[i], "--only") == 0 && i + 1 < argc)
            only = argv[++i];
        else if (strcmp(argv[i], "--threads") == 0 && i + 1 < argc)
            options.threads = (unsigned)strtoul(argv[++i], NULL, 10);
        else if (strcmp(argv[i], "--isa") == 0 && i + 1 < argc)
            options.isa = argv[++i];
        else if (strcmp(argv[i], "--json") == 0 && i + 1 < argc)
            snprintf(path, sizeof path, "%s", argv[++i]);
        else {
            fprintf(stderr,
                    "usage: %s [--long] [--only WORKLOAD] [--threads N] [--isa NAME] "
                    "[--json FILE]\n",
                    argv[0]);
            return 2;
        }
    }
    make_contexts(&b, &options);
    b.threads = frit_context_describe(b.contexts[COMPILED]).threads;
    for (int w = 0; w < n_workloads; w++)
        for (int s = 0; s < SIZES; s++)
            if (!only || strcmp(only, workloads[w].name) == 0)
                run_case(&b, &workloads[w], sizes[s]);
    frit_context_info info = frit_context_describe(b.contexts[COMPILED]);
    printf("compiled for %s, %u threads\n", info.isa, info.threads);
    rows_print(&b.rows);
    judge(&b);
    if (!rows_write(&b.rows, path))
        fprintf(stderr, "cannot write %s\n", path);
    bool failed = b.failed;
    rows_free(&b.rows);
    for (int e = 0; e < FRIT_ENGINES; e++)
        frit_context_free(b.contexts[e]);
    return failed;
}
