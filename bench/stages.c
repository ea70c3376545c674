/*
 * How fast each stage is, in instructions a second, and whether it stays linear.
 *
 *   bench-stages [--long] [--random N] [--json FILE]
 *
 * Prints a table and writes the rows as JSON (bench-stages.json beside the program). --random takes N
 * random programs through text, binary form and inference instead, and says which seed failed.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/measure.h"
#include "emit/emit.h"
#include "gen/gen.h"
#include "infer/check_typed.h"
#include "infer/infer.h"
#include "ir/binary.h"
#include "ir/text.h"
#include "opt/opt.h"
#include "pipeline/pipeline.h"

enum {
    SMALL = 100000,
    LARGE = 1000000,
    MAX_STAGES = 32,
    MOST = 12 /* LARGE may cost so much more */
};

typedef struct StageRow {
    char stage[32];
    double seconds[2]; /* at SMALL and at LARGE */
    bool checked[2];
} StageRow;

typedef struct Bench {
    frit_error error;
    Env env;
    StageRow rows[MAX_STAGES];
    unsigned n_rows;
    int size; /* 0: SMALL, 1: LARGE */
    int repeats;
    bool failed;
} Bench;

/* Remembers the best of several times. */
static void record(Bench *b, const char *stage, double seconds, bool checked) {
    unsigned i = 0;
    while (i < b->n_rows && strcmp(b->rows[i].stage, stage) != 0)
        i++;
    if (i == MAX_STAGES)
        return;
    StageRow *row = &b->rows[i];
    if (i == b->n_rows) {
        b->n_rows++;
        snprintf(row->stage, sizeof row->stage, "%s", stage);
    }
    double *best = &row->seconds[b->size];
    if (*best == 0 || seconds < *best)
        *best = seconds;
    row->checked[b->size] = checked;
    if (!checked) {
        b->failed = true;
        fprintf(stderr, "%s: %s: %s\n", stage, b->error.place, b->error.message);
    }
}

static bool same(const Str *a, const Str *b) {
    return str_ok(a) && str_ok(b) && a->len == b->len && memcmp(a->data, b->data, a->len) == 0;
}

/* ---- the stages of one large program */

static void bench_forms(Bench *b, const Module *m) {
    Str text = str_make(&b->env), bytes = str_make(&b->env);
    double start = now();
    text_print(&text, m);
    record(b, "print", now() - start, str_ok(&text));

    start = now();
    bool ok = binary_encode(&bytes, m);
    record(b, "encode", now() - start, ok);

    start = now();
    Module *parsed = text_parse(&b->env, text.data, text.len);
    double seconds = now() - start;
    Str again = str_make(&b->env);
    if (parsed)
        text_print(&again, parsed);
    record(b, "parse", seconds, parsed && same(&again, &text));
    str_free(&again);
    module_free(parsed);

    start = now();
    Module *decoded = binary_decode(&b->env, bytes.data, bytes.len);
    seconds = now() - start;
    again = str_make(&b->env);
    record(b, "decode", seconds, decoded && binary_encode(&again, decoded) && same(&again, &bytes));
    str_free(&again);
    module_free(decoded);
    str_free(&text);
    str_free(&bytes);
}

static Module *bench_infer(Bench *b, const Module *m) {
    TypeId as_declared[3] = {NO_TYPE};
    InferOptions options = {FRIT_PROMOTE_NONE, false};
    double start = now();
    Module *typed = infer_module(&b->env, m, m->programs.len - 1, as_declared, &options);
    double seconds = now() - start;
    start = now();
    bool ok = typed && check_module(&b->env, typed, FRIT_CHECK_TYPED);
    double check_seconds = now() - start;
    record(b, "infer", seconds, ok);
    record(b, "check typed", check_seconds, ok);
    return typed;
}

typedef struct PassClock {
    Bench *b;
    double start;
    int calls;
} PassClock;

/* Called after each pass; what is done here is not part of the next one's time. */
static bool after_pass(void *user, const char *pass, const frit_module *module) {
    PassClock *clock = user;
    double seconds = now() - clock->start;
    frit_check_stage stage = FRIT_CHECK_TYPED;
    char row[32];
    for (uint32_t i = 0; pass_at(i); i++)
        if (strcmp(pass_at(i)->name, pass) == 0)
            stage = pass_at(i)->after;
    snprintf(row, sizeof row, "pass %s", pass);
    bool ok = check_module(&clock->b->env, module, stage);
    if (clock->calls++ > 0)
        record(clock->b, row, seconds, ok);
    clock->start = now();
    return ok;
}

static void bench_passes(Bench *b, Module *typed) {
    char list[256];
    PassClock clock = {.b = b};
    frit_opt_options options = {FRIT_SIZED(frit_opt_options), .numerics = FRIT_STRICT,
                                .after_pass = after_pass, .user = &clock};
    /* The first pass comes twice: its first run stands for what is done before any pass. */
    int n = snprintf(list, sizeof list, "%s", pass_at(0)->name);
    for (uint32_t i = 0; pass_at(i) && n < (int)sizeof list; i++)
        n += snprintf(list + n, sizeof list - (size_t)n, ",%s", pass_at(i)->name);
    clock.start = now();
    if (!pipeline_optimise(&b->env, typed, list, &options)) {
        b->failed = true;
        fprintf(stderr, "passes: %s: %s\n", b->error.place, b->error.message);
    }
}

static void bench_emit(Bench *b, const Module *typed) {
    for (uint32_t i = 0; emit_dialect_name(i); i++) {
        char stage[32];
        Str source = str_make(&b->env);
        double start = now();
        bool ok = emit_source(&source, typed, typed->programs.len - 1, emit_dialect_name(i), NULL);
        double seconds = now() - start;
        snprintf(stage, sizeof stage, "emit %s", emit_dialect_name(i));
        /* A dialect may lack a function; then there is nothing to time. */
        if (ok || b->error.status != FRIT_ERR_UNSUPPORTED)
            record(b, stage, seconds, ok && source.len > 0);
        str_free(&source);
    }
}

/* All passes, then the plan; checked by what it must cover. */
static void bench_plan(Bench *b, const Module *typed) {
    Module *m = module_clone(&b->env, typed);
    double start = now();
    Plan *plan =
        m ? pipeline_plan(&b->env, m, m->programs.len - 1, FRIT_STRICT, &(PlanOptions){false})
          : NULL;
    record(b, "passes and plan", now() - start,
           plan && plan->kernels.len > 0 && plan->outputs.len == m->programs.at[0]->outputs.len);
    if (plan)
        plan_free(plan);
    else
        module_free(m);
}

static void bench_size(Bench *b, uint32_t n) {
    for (int k = 0; k < b->repeats; k++) {
        Module *m = gen_straight(&b->env, n);
        if (!m) {
            b->failed = true;
            return;
        }
        bench_forms(b, m);
        double start = now();
        bool ok = check_built(&b->env, m);
        record(b, "check built", now() - start, ok);
        Module *typed = bench_infer(b, m);
        module_free(m);
        if (typed) {
            bench_plan(b, typed);
            bench_passes(b, typed);
            bench_emit(b, typed);
        }
        module_free(typed);
    }
}

/* ---- results */

static void print_table(Bench *b) {
    printf("%-16s %14s %14s %10s %10s %8s\n", "stage", "M instr/s 1e5", "M instr/s 1e6",
           "ms at 1e5", "ms at 1e6", "ratio");
    double sums[2] = {0, 0};
    for (unsigned i = 0; i < b->n_rows; i++) {
        const StageRow *r = &b->rows[i];
        double ratio = r->seconds[0] > 0 ? r->seconds[1] / r->seconds[0] : 0;
        sums[0] += r->seconds[0];
        sums[1] += r->seconds[1];
        printf("%-16s %14.2f %14.2f %10.2f %10.2f %8.1f%s\n", r->stage,
               SMALL / r->seconds[0] * 1e-6, LARGE / r->seconds[1] * 1e-6, r->seconds[0] * 1e3,
               r->seconds[1] * 1e3, ratio, r->checked[0] && r->checked[1] ? "" : "  WRONG");
    }
    double ratio = sums[1] / sums[0];
    printf("%-16s %29s %10.2f %10.2f %8.1f%s\n", "all", "", sums[0] * 1e3, sums[1] * 1e3, ratio,
           ratio > MOST ? "  more than linear" : "");
}

/* A stage is measured against itself: n times the work of a tenth of the size is ratio 1. */
static void write_json(const Bench *b, const char *path) {
    static const int sizes[2] = {SMALL, LARGE};
    Rows rows = {0};
    for (unsigned i = 0; i < b->n_rows; i++)
        for (int s = 0; s < 2; s++) {
            const StageRow *r = &b->rows[i];
            Row row = {.n = (uint64_t)sizes[s], .seconds = r->seconds[s], .checked = r->checked[s]};
            snprintf(row.workload, sizeof row.workload, "stage %s", r->stage);
            snprintf(row.dtype, sizeof row.dtype, "f32");
            snprintf(row.engine, sizeof row.engine, "frit");
            snprintf(row.against, sizeof row.against, "linear growth");
            row.ratio = s && r->seconds[1] > 0 ? 10 * r->seconds[0] / r->seconds[1] : 1;
            rows_add(&rows, row);
        }
    if (!rows_write(&rows, path))
        fprintf(stderr, "cannot write %s\n", path);
    rows_free(&rows);
}

/* ---- random programs */

/* Text and bytes of m, read back, give the same text and the same bytes. */
static bool round_trip(Env *env, const Module *m) {
    Str text = str_make(env), bytes = str_make(env), text2 = str_make(env), bytes2 = str_make(env);
    text_print(&text, m);
    str_put(&text, "", 0);
    bool ok = binary_encode(&bytes, m);
    Module *parsed = ok ? text_parse(env, text.data, text.len) : NULL;
    Module *decoded = ok ? binary_decode(env, bytes.data, bytes.len) : NULL;
    ok = parsed && decoded && binary_encode(&bytes2, parsed) && same(&bytes, &bytes2);
    if (ok)
        text_print(&text2, decoded);
    str_put(&text2, "", 0);
    ok = ok && same(&text, &text2);
    module_free(parsed);
    module_free(decoded);
    str_free(&text);
    str_free(&bytes);
    str_free(&text2);
    str_free(&bytes2);
    return ok;
}

static bool random_program(Env *env, GenOptions options) {
    TypeId as_declared[16] = {NO_TYPE};
    InferOptions infer = {FRIT_PROMOTE_NONE, false};
    frit_opt_options opt = {FRIT_SIZED(frit_opt_options),
                            .numerics = (frit_numerics)(options.seed % 3), .check = true};
    Module *m = gen_module(env, options), *typed = NULL;
    bool ok = m && check_built(env, m) && round_trip(env, m);
    if (ok && options.mode == GEN_TYPED) {
        typed = infer_module(env, m, m->programs.len - 1, as_declared, &infer);
        ok = typed && check_module(env, typed, FRIT_CHECK_TYPED) && round_trip(env, typed) &&
             opt_run(env, typed, NULL, &opt) && round_trip(env, typed);
    }
    module_free(typed);
    module_free(m);
    return ok;
}

/* Three quarters of the programs have any form, the rest have types and go through the passes. */
static int run_random(uint64_t n) {
    double start = now();
    for (uint64_t k = 0; k < n; k++) {
        frit_error error = {.status = FRIT_OK};
        Env env = {&gen_allocator, &error};
        GenOptions options = {.seed = 1000000 + k, .mode = k % 4 ? GEN_FORM : GEN_TYPED};
        if (random_program(&env, options))
            continue;
        fprintf(stderr, "random program failed: mode %d, seed %llu: %s: %s\n", options.mode,
                (unsigned long long)options.seed, error.place, error.message);
        return 1;
    }
    double seconds = now() - start;
    printf("%llu random programs print, parse and encode back identically: %.1f s, %.0f a second\n",
           (unsigned long long)n, seconds, (double)n / seconds);
    return 0;
}

/* bench-stages.json in the folder of the program. */
static void default_path(char *path, size_t size, const char *program) {
    const char *slash = strrchr(program, '/');
    snprintf(path, size, "%.*sbench-stages.json", slash ? (int)(slash - program + 1) : 0, program);
}

int main(int argc, char **argv) {
    static Bench b; /* rows are zero */
    char path[1024];
    uint64_t random = 100000;
    bool only_random = false;
    b.repeats = 2;
    default_path(path, sizeof path, argv[0]);
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--long") == 0) {
            b.repeats = 5;
            random = 1000000;
        } else if (strcmp(argv[i], "--random") == 0 && i + 1 < argc) {
            random = strtoull(argv[++i], NULL, 10);
            only_random = true;
        } else if (strcmp(argv[i], "--json") == 0 && i + 1 < argc) {
            snprintf(path, sizeof path, "%s", argv[++i]);
        } else {
            fprintf(stderr, "usage: %s [--long] [--random N] [--json FILE]\n", argv[0]);
            return 2;
        }
    }
    if (only_random)
        return run_random(random);
    b.env = (Env){&gen_allocator, &b.error};
    for (b.size = 0; b.size < 2; b.size++)
        bench_size(&b, b.size ? LARGE : SMALL);
    print_table(&b);
    write_json(&b, path);
    return run_random(random) || b.failed;
}
