/*
 * How fast exported C is beside frit's compiled code, on one thread.
 *
 *   bench-exported [--cc COMPILER] [--flags FLAGS] [--json FILE]
 *
 * Programs are exported, compiled by COMPILER (cc) with FLAGS (-O3 -march=native) and loaded; then both take turns on the same
 * arrays, and each row is the median of what they took. Results are compared, bit for bit.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/measure.h"
#include "frit/frit.h"

enum { SAMPLES = 41, ELEMENTS = 1 << 20 };

static const struct Case {
    const char *name, *text;
    int64_t columns;
} cases[] = {
    {"softmax", "program softmax_rows(x: f32[n,m]) -> (y) {\n  y = softmax(x, axes=[1])\n}\n",
     1024},
    {"softmax", "program softmax_rows(x: f32[n,m]) -> (y) {\n  y = softmax(x, axes=[1])\n}\n",
     8192},
    {"gelu", "program gelu_all(x: f32[n,m]) -> (y) {\n  y = gelu(x)\n}\n", 1024},
    {"sine", "program sine(x: f32[n,m]) -> (y) {\n  y = sin(x)\n}\n", 1024},
    {"standardised",
     "program standardised(x: f32[n,m]) -> (y) {\n  m = mean(x, axes=[1], keepdims=true)\n  c = "
     "sub(x, m)\n"
     "  s = std(x, axes=[1], keepdims=true)\n  y = div(c, s)\n}\n",
     1024},
};

typedef int RowsFn(const void *x, const int64_t *x_extents, const int64_t *x_strides, void *y,
                   const int64_t *y_extents, const int64_t *y_strides);

typedef struct Compiler {
    const char *name, *flags;
} Compiler;

typedef struct Made {
    frit_context *context;
    frit_module *module, *typed;
    frit_plan *plan;
    frit_call *call;
    void *library;
    RowsFn *function;
} Made;

static void must(frit_status status, const frit_error *error) {
    if (status == FRIT_OK)
        return;
    fprintf(stderr, "%s: %s\n", error->place, error->message);
    exit(2);
}

static RowsFn *compiled(Made *made, const char *name, const Compiler *by) {
    char folder[] = "/tmp/frit-exported-XXXXXX", path[64], command[512];
    frit_error error;
    frit_text source;
    if (!mkdtemp(folder))
        exit(2);
    must(frit_export(made->plan, NULL, &source, NULL, &error), &error);
    snprintf(path, sizeof path, "%s/made.c", folder);
    FILE *file = fopen(path, "w");
    if (!file || fwrite(source.data, 1, source.len, file) != source.len || fclose(file))
        exit(2);
    frit_text_free(made->context, &source);
    snprintf(command, sizeof command, "%s -std=c11 %s -shared -fPIC -o %s/made.so %s -lm", by->name,
             by->flags, folder, path);
    if (system(command) != 0)
        exit(2);
    snprintf(path, sizeof path, "%s/made.so", folder);
    made->library = dlopen(path, RTLD_NOW);
    snprintf(command, sizeof command, "rm -r %s", folder);
    if (!made->library || system(command) != 0)
        exit(2);
    RowsFn *function;
    void *symbol = dlsym(made->library, name);
    memcpy(&function, &symbol, sizeof function);
    return function;
}

static void make(Made *made, const struct Case *c, const Compiler *by) {
    frit_context_options options = {FRIT_SIZED(frit_context_options), .threads = 1,
                                    .compile = FRIT_COMPILE_REQUIRE, .cache_dir = ""};
    frit_error error;
    char name[64];
    sscanf(c->text, "program %63[a-z_]", name);
    must(frit_context_new_with(NULL, &options, &made->context, &error), &error);
    must(frit_module_parse(made->context, c->text, strlen(c->text), &made->module, &error), &error);
    must(frit_module_infer(made->module, NULL, NULL, 0, NULL, &made->typed, &error), &error);
    must(frit_plan_new(made->context, made->typed, NULL, NULL, &made->plan, &error), &error);
    must(frit_call_new(made->context, made->plan, &made->call, &error), &error);
    must(frit_call_fresh(made->call, 0, true, &error), &error);
    made->function = compiled(made, name, by);
}

static void made_free(Made *made) {
    frit_call_free(made->call);
    frit_plan_free(made->plan);
    frit_module_free(made->typed);
    frit_module_free(made->module);
    frit_context_free(made->context);
    dlclose(made->library);
}

static Row measure(const struct Case *c, const Compiler *by) {
    Made made;
    Times frit = {.n = 0}, exported = {.n = 0};
    int64_t extents[] = {ELEMENTS / c->columns, c->columns};
    float *x = malloc(ELEMENTS * sizeof *x), *y = malloc(ELEMENTS * sizeof *y),
          *z = malloc(ELEMENTS * sizeof *z);
    make(&made, c, by);
    for (unsigned k = 0; k < ELEMENTS; k++)
        x[k] = (float)(k * 2654435761u >> 16 & 4095) / 256 - 8;
    frit_tensor in = {.data = x, .shape = extents}, out = {.data = y, .shape = extents};
    frit_error error;
    for (unsigned k = 0; k < SAMPLES + 3; k++) {
        double start = now();
        must(frit_call_run(made.call, &in, 1, &out, 1, &error), &error);
        double middle = now();
        if (made.function(x, extents, NULL, z, extents, NULL) != 0)
            exit(2);
        double end = now();
        if (k >= 3) { /* the first ones compile and touch the memory */
            times_add(&frit, middle - start);
            times_add(&exported, end - middle);
        }
    }
    Row row = {.dtype = "f32",
               .engine = "exported C",
               .n = (uint64_t)c->columns,
               .seconds = times_median(&exported),
               .spread = times_spread(&exported)};
    snprintf(row.workload, sizeof row.workload, "%s", c->name);
    snprintf(row.against, sizeof row.against, "frit, compiled");
    row.ratio = times_median(&frit) / row.seconds;
    row.checked = memcmp(y, z, ELEMENTS * sizeof *y) == 0;
    made_free(&made);
    free(x);
    free(y);
    free(z);
    return row;
}

int main(int argc, char **argv) {
    Compiler by = {"cc", "-O3 -march=native"};
    const char *json = NULL;
    bool same = true;
    Rows rows = {0};
    for (int i = 1; i + 1 < argc; i += 2) {
        if (strcmp(argv[i], "--flags") == 0)
            by.flags = argv[i + 1];
        else if (strcmp(argv[i], "--cc") == 0)
            by.name = argv[i + 1];
        else if (strcmp(argv[i], "--json") == 0)
            json = argv[i + 1];
    }
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        rows_add(&rows, measure(&cases[k], &by));
        same &= rows.at[k].checked;
    }
    rows_print(&rows);
    bool written = !json || rows_write(&rows, json);
    rows_free(&rows);
    return same && written ? 0 : 1;
}
