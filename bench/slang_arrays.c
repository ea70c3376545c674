/*
 * Functions with local arrays and constant tables, called over an array and measured against plain C
 * (common/array_twins.c, as -O2 makes it), one thread each, interleaved, in processor
 * time. Results are compared, every bit.
 *
 *   bench-slang_arrays [--long] [--isa NAME] [--json FILE]
 */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "common/array_twins.h"
#include "common/measure.h"
#include "frit/frit.h"

enum { ELEMENTS = 1 << 14, TEXT_ROOM = 1 << 16 };

/* Of each kind, after N and the table. */
static const char *const sources[][2] = {
    {"table", "float table_(uint s) {\n"
              "    float sum = 0.0;\n"
              "    for (int k = 0; k < 64; k++) {\n"
              "        s = s * 1664525u + 1013904223u;\n"
              "        sum += values[(s >> 20) & (N - 1)];\n"
              "    }\n"
              "    return sum;\n"
              "}\n"},
    {"histogram", "float histogram_(uint s) {\n"
                  "    int bins[N];\n"
                  "    int most = 0;\n"
                  "    for (int k = 0; k < N; k++) bins[k] = 0;\n"
                  "    for (int k = 0; k < 256; k++) {\n"
                  "        s = s * 1664525u + 1013904223u;\n"
                  "        bins[(s >> 20) & (N - 1)] += 1;\n"
                  "    }\n"
                  "    for (int k = 0; k < N; k++) most = max(most, bins[k]);\n"
                  "    return float(most);\n"
                  "}\n"},
    {"sort", "float sort_(uint s) {\n"
             "    float a[N];\n"
             "    for (int k = 0; k < N; k++) {\n"
             "        s = s * 1664525u + 1013904223u;\n"
             "        a[k] = float(s >> 8);\n"
             "    }\n"
             "    for (int k = 1; k < N; k++) {\n"
             "        float x = a[k];\n"
             "        int j = k;\n"
             "        while (j > 0 && a[j - 1] > x) { a[j] = a[j - 1]; j--; }\n"
             "        a[j] = x;\n"
             "    }\n"
             "    return a[N / 2];\n"
             "}\n"},
    {"search", "float search_(uint s) {\n"
               "    int stack[N];\n"
               "    int top = 1;\n"
               "    float sum = 0.0;\n"
               "    s = s * 1664525u + 1013904223u;\n"
               "    int first = int(s >> (32 - DEPTH));\n"
               "    int last = first + int(s & 31u);\n"
               "    stack[0] = 1;\n"
               "    while (top > 0) {\n"
               "        int node = stack[--top];\n"
               "        int up = DEPTH - int(firstbithigh(uint(node)));\n"
               "        int lo = (node << up) - (1 << DEPTH), hi = lo + (1 << up);\n"
               "        if (hi > first && lo <= last) {\n"
               "            if (up == 0) {\n"
               "                sum += float(lo);\n"
               "            } else {\n"
               "                stack[top++] = 2 * node + 1;\n"
               "                stack[top++] = 2 * node;\n"
               "            }\n"
               "        }\n"
               "    }\n"
               "    return sum;\n"
               "}\n"},
    {"stack", "float stack_(uint s) {\n"
              "    int stack[N];\n"
              "    int top = 1, turns = 0;\n"
              "    float sum = 0.0;\n"
              "    stack[0] = 1;\n"
              "    while (top > 0 && turns < 200) {\n"
              "        int node = stack[--top];\n"
              "        uint h = (s ^ uint(node)) * 1664525u + 1013904223u;\n"
              "        turns++;\n"
              "        if ((h >> 28) < 9u && top + 2 <= N) {\n"
              "            stack[top++] = 2 * node;\n"
              "            stack[top++] = 2 * node + 1;\n"
              "        } else {\n"
              "            sum += float(h >> 24);\n"
              "        }\n"
              "    }\n"
              "    return sum;\n"
              "}\n"},
};

typedef struct Bench {
    frit_context_options options;
    frit_error error;
    Rows rows;
    unsigned rounds;
    bool failed;
} Bench;

static void must(Bench *b, frit_status status, const char *what) {
    if (status == FRIT_OK)
        return;
    fprintf(stderr, "%s: %s: %s\n", what, frit_status_name(status), b->error.message);
    exit(1);
}

static void write_source(const ArrayTwin *twin, char *text) {
    size_t at = (size_t)snprintf(text, TEXT_ROOM, "static const int N = %d, DEPTH = %d;\n",
                                 twin->size, twin->depth);
    if (strcmp(twin->kind, "table") == 0) {
        at += (size_t)snprintf(text + at, TEXT_ROOM - at, "static const float values[N] = {");
        for (int k = 0; k < twin->size; k++)
            at += (size_t)snprintf(text + at, TEXT_ROOM - at, "%s%.2f", k ? ", " : "",
                                   (double)array_twin_table(k, twin->size));
        at += (size_t)snprintf(text + at, TEXT_ROOM - at, "};\n");
    }
    for (size_t k = 0; k < sizeof sources / sizeof *sources; k++)
        if (strcmp(sources[k][0], twin->kind) == 0)
            snprintf(text + at, TEXT_ROOM - at, "%s", sources[k][1]);
}

/* Processor time, which does not count what others do meanwhile. */
static double worked(void) {
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void measure(Bench *b, const ArrayTwin *twin) {
    static char text[TEXT_ROOM];
    static uint32_t seeds[ELEMENTS];
    static float got[ELEMENTS], want[ELEMENTS];
    const int64_t shape[] = {ELEMENTS};
    char name[32];
    frit_context *context;
    frit_text report = {0};
    frit_slang *slang;
    frit_resolved *resolved;
    frit_plan *plan;
    frit_call *call;
    frit_arg arg = {.type = "u32", .rank = 1, .shape = shape};
    frit_tensor in = {seeds, shape, NULL}, out = {got, shape, NULL};
    Times ours = {0}, theirs = {0};
    for (uint32_t k = 0; k < ELEMENTS; k++)
        seeds[k] = k * 2654435761u;
    snprintf(name, sizeof name, "%s_", twin->kind);
    write_source(twin, text);
    must(b, frit_context_new_with(NULL, &b->options, &context, &b->error), "context");
    double start = now();
    must(b, frit_slang_load(context, text, strlen(text), NULL, &slang, &report, &b->error), name);
    must(b, frit_slang_resolve(slang, name, &arg, 1, NULL, &resolved, &report, &b->error), name);
    must(b, frit_plan_new(context, frit_resolved_module(resolved), NULL, NULL, &plan, &b->error),
         name);
    must(b, frit_call_new(context, plan, &call, &b->error), name);
    must(b, frit_call_run(call, &in, 1, &out, 1, &b->error), name);
    double made = now() - start;
    for (unsigned r = 0; r <= b->rounds; r++) {
        start = worked();
        must(b, frit_call_run(call, &in, 1, &out, 1, &b->error), name);
        double between = worked();
        twin->fn(seeds, ELEMENTS, want);
        if (r > 0) {
            times_add(&ours, between - start);
            times_add(&theirs, worked() - between);
        }
    }
    Row row = {.n = ELEMENTS, .dtype = "f32", .seconds = times_median(&ours)};
    snprintf(row.workload, sizeof row.workload, "%s of %d", twin->kind, twin->size);
    snprintf(row.engine, sizeof row.engine, "compiled in %.0f ms", made * 1e3);
    snprintf(row.against, sizeof row.against, "cc -O2");
    row.ratio = times_median(&theirs) / row.seconds;
    row.spread = times_spread(&ours);
    row.checked = memcmp(got, want, sizeof got) == 0;
    b->failed |= !row.checked;
    rows_add(&b->rows, row);
    frit_call_free(call);
    frit_plan_free(plan);
    frit_resolved_free(resolved);
    frit_slang_free(slang);
    frit_text_free(context, &report);
    frit_context_free(context);
}

int main(int argc, char **argv) {
    Bench b = {.rounds = 9};
    char path[1024];
    const char *slash = strrchr(argv[0], '/');
    b.options = (frit_context_options){FRIT_SIZED(frit_context_options), .threads = 1,
                                       .compile = FRIT_COMPILE_REQUIRE, .cache_dir = ""};
    snprintf(path, sizeof path, "%.*sbench-slang_arrays.json",
             slash ? (int)(slash - argv[0] + 1) : 0, argv[0]);
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--long") == 0)
            b.rounds = 31;
        else if (strcmp(argv[i], "--isa") == 0 && i + 1 < argc)
            b.options.isa = argv[++i];
        else if (strcmp(argv[i], "--json") == 0 && i + 1 < argc)
            snprintf(path, sizeof path, "%s", argv[++i]);
        else {
            fprintf(stderr, "usage: %s [--long] [--isa NAME] [--json FILE]\n", argv[0]);
            return 2;
        }
    }
    for (const ArrayTwin *twin = array_twins; twin->fn; twin++)
        measure(&b, twin);
    rows_print(&b.rows);
    for (size_t k = 0; k < b.rows.n; k++)
        if (b.rows.at[k].ratio < 1 / 1.2)
            printf("more than 1.2 times %s: %s: %.2f\n", b.rows.at[k].against,
                   b.rows.at[k].workload, 1 / b.rows.at[k].ratio);
    if (!rows_write(&b.rows, path))
        fprintf(stderr, "cannot write %s\n", path);
    rows_free(&b.rows);
    return b.failed;
}
