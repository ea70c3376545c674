/*
 * What compiling costs: each workload's kernels compiled anew, and the first call of a new process that
 * finds them on disk, on arrays of 1,000 elements.
 *
 *   bench-compile [--long] [--json FILE]
 *
 * Rows: "compile" is the mean time a kernel of the workload took to compile; "first call" that of the
 * first call in a process of its own with a warm cache, against a warm call of the same process (the
 * difference is what matters: it is printed beside).
 */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common/measure.h"
#include "common/workloads.h"
#include "frit/frit.h"

enum { N = 1000, ROWS_M = 10, COLS_M = 100, PROCESSES = 9, WARM_CALLS = 2001 };

typedef struct Job {
    const Workload *w;
    frit_context *context;
    frit_plan *plan;
    frit_call *call;
    frit_error error;
    frit_tensor in[MOST_INPUTS], out[MOST_OUTPUTS];
    unsigned n_in, n_out;
    int64_t shape_n[1], shape_c[1], shape_m[3];
} Job;

static void must(Job *j, frit_status status) {
    if (status == FRIT_OK)
        return;
    fprintf(stderr, "%s: %s: %s\n", j->w->name, frit_status_name(status), j->error.message);
    exit(1);
}

static frit_tensor make_tensor(Job *j, char kind, float value) {
    size_t count = kind == 's' ? 1 : kind == 'c' ? COLS_M : N;
    void *data = NULL;
    if (posix_memalign(&data, 64, N * sizeof(float)))
        exit(4);
    for (size_t k = 0; k < count; k++)
        ((float *)data)[k] = value;
    const int64_t *shape = kind == 's'   ? NULL
                           : kind == 'c' ? j->shape_c
                           : kind == 'm' ? j->shape_m
                                         : j->shape_n;
    return (frit_tensor){data, shape, NULL};
}

static void job_start(Job *j, const Workload *w, const char *directory,
                      frit_compile_policy compile) {
    char text[4096];
    frit_module *m, *typed;
    frit_context_options options = {FRIT_SIZED(frit_context_options), .compile = compile,
                                    .cache_dir = directory};
    const char *at = strstr(w->program, "STEPS");
    *j = (Job){.w = w, .shape_n = {N}, .shape_c = {COLS_M}};
    j->shape_m[0] = w->rank == 3 ? 4 : ROWS_M;
    j->shape_m[1] = w->rank == 3 ? 10 : COLS_M;
    j->shape_m[2] = 25;
    snprintf(text, sizeof text, "%.*s%s%s", at ? (int)(at - w->program) : (int)strlen(w->program),
             w->program, at ? "4" : "", at ? at + 5 : "");
    must(j, frit_context_new_with(NULL, &options, &j->context, &j->error));
    must(j, frit_module_parse(j->context, text, strlen(text), &m, &j->error));
    must(j, frit_module_infer(m, NULL, NULL, 0, NULL, &typed, &j->error));
    must(j, frit_plan_new(j->context, typed, NULL, NULL, &j->plan, &j->error));
    must(j, frit_call_new(j->context, j->plan, &j->call, &j->error));
    frit_module_free(m);
    frit_module_free(typed);
    j->n_in = (unsigned)strlen(w->inputs);
    j->n_out = (unsigned)strlen(w->outputs);
    for (unsigned k = 0; k < j->n_in; k++)
        j->in[k] = make_tensor(j, w->inputs[k], 0.5f * (w->lo[k] + w->hi[k]));
    for (unsigned k = 0; k < j->n_out; k++)
        j->out[k] = make_tensor(j, w->outputs[k], 0);
}

static double job_run(Job *j) {
    double start = now();
    must(j, frit_call_run(j->call, j->in, j->n_in, j->out, j->n_out, &j->error));
    return now() - start;
}

static void job_end(Job *j) {
    frit_call_free(j->call);
    frit_plan_free(j->plan);
    for (unsigned k = 0; k < j->n_in; k++)
        free(j->in[k].data);
    for (unsigned k = 0; k < j->n_out; k++)
        free(j->out[k].data);
    frit_context_free(j->context);
}

static int compare(const void *x, const void *y) {
    double a = *(const double *)x, b = *(const double *)y;
    return (a > b) - (a < b);
}

/* In a process of its own: the first call and the median of warm ones, nothing compiled. */
static int first_call(const char *name, const char *directory) {
    static double warm[WARM_CALLS];
    Job j;
    for (int w = 0; w < n_workloads; w++) {
        if (strcmp(workloads[w].name, name) != 0)
            continue;
        job_start(&j, &workloads[w], directory, FRIT_COMPILE_NEVER);
        double first = job_run(&j);
        for (int k = 0; k < WARM_CALLS; k++)
            warm[k] = job_run(&j);
        qsort(warm, WARM_CALLS, sizeof *warm, compare);
        frit_context_info info = frit_context_describe(j.context);
        printf("%.9f %.9f %llu\n", first, warm[WARM_CALLS / 2],
               (unsigned long long)info.interpreted);
        job_end(&j);
        return 0;
    }
    return 2;
}

/* False when the child failed, or interpreted something: then the cache was not used. */
static bool ask_child(const char *program, const char *name, const char *directory, double *first,
                      double *warm) {
    char command[3000];
    unsigned long long interpreted = 1;
    snprintf(command, sizeof command, "'%s' --first %s '%s'", program, name, directory);
    FILE *child = popen(command, "r");
    bool read = child && fscanf(child, "%lf %lf %llu", first, warm, &interpreted) == 3;
    return child && pclose(child) == 0 && read && interpreted == 0;
}

static void add_row(Rows *rows, const char *workload, const char *engine, const char *against,
                    const Times *times, double ratio, bool checked) {
    Row row = {.n = N, .seconds = times_median(times), .ratio = ratio, .checked = checked};
    snprintf(row.workload, sizeof row.workload, "%s", workload);
    snprintf(row.dtype, sizeof row.dtype, "f32");
    snprintf(row.engine, sizeof row.engine, "%s", engine);
    snprintf(row.against, sizeof row.against, "%s", against);
    row.spread = times_spread(times);
    rows_add(rows, row);
}

static bool run_workload(Rows *rows, const Workload *w, const char *program, const char *directory,
                         unsigned rounds) {
    Times compiles = {.n = 0}, firsts = {.n = 0}, warms = {.n = 0};
    for (unsigned r = 0; r < rounds; r++) {
        Job j;
        job_start(&j, w, r ? "" : directory,
                  FRIT_COMPILE_REQUIRE); /* the first also fills the disk */
        job_run(&j);
        frit_cache_info info = frit_cache_describe(j.context);
        if (info.compiled && r)
            times_add(&compiles, (double)info.compile_ns * 1e-9 / (double)info.compiled);
        job_end(&j);
    }
    bool right = true;
    for (unsigned r = 0; r < rounds; r++) {
        double first = 0, warm = 0;
        right &= ask_child(program, w->name, directory, &first, &warm);
        times_add(&firsts, first);
        times_add(&warms, warm);
    }
    add_row(rows, w->name, "compile", "", &compiles, 0, true);
    add_row(rows, w->name, "first call", "warm call", &firsts,
            times_median(&warms) / times_median(&firsts), right);
    double extra = times_median(&firsts) - times_median(&warms);
    printf("%-18s compile %.2f ms a kernel; first call %.3f ms more than a warm one%s\n", w->name,
           times_median(&compiles) * 1e3, extra * 1e3, right ? "" : " (NOT from the cache)");
    return right;
}

int main(int argc, char **argv) {
    char path[1024], directory[] = "/tmp/frit-bench-XXXXXX", command[100];
    unsigned rounds = PROCESSES;
    const char *slash = strrchr(argv[0], '/');
    snprintf(path, sizeof path, "%.*sbench-compile.json", slash ? (int)(slash - argv[0] + 1) : 0,
             argv[0]);
    if (argc == 4 && strcmp(argv[1], "--first") == 0)
        return first_call(argv[2], argv[3]);
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--long") == 0)
            rounds = 3 * PROCESSES;
        else if (strcmp(argv[i], "--json") == 0 && i + 1 < argc)
            snprintf(path, sizeof path, "%s", argv[++i]);
        else
            return fprintf(stderr, "usage: %s [--long] [--json FILE]\n", argv[0]), 2;
    }
    if (!mkdtemp(directory))
        return perror(directory), 1;
    Rows rows = {.n = 0};
    bool right = true;
    for (int w = 0; w < n_workloads; w++)
        right &= run_workload(&rows, &workloads[w], argv[0], directory, rounds);
    if (!rows_write(&rows, path))
        fprintf(stderr, "cannot write %s\n", path);
    rows_free(&rows);
    snprintf(command, sizeof command, "rm -r %s", directory);
    return system(command) != 0 || !right;
}
