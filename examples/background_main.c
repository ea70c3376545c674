/*
 * A text becomes a call in one step, and the call runs in the background while the program does something
 * else. Temporaries of recorded steps are freed by a scope.
 *
 *     cc examples/background_main.c -lfrit -o background
 */
#include <frit/frit.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 1 << 20 };

static const char text[] = "program smooth(x: f32[n]) -> (y) {"
                           "  s = sin(x)"
                           "  c = cos(x)"
                           "  y = hypot(s, c)"
                           "}";

/* 1 + 1/2 + 1/4 + 1/8, as recorded steps; what is made on the way goes with the scope. */
static frit_status halves(frit_context *context, float *out, frit_error *error) {
    const float numbers[] = {1, 0.5f};
    frit_array *sum, *term, *half;
    frit_status status = frit_scope_begin(context, error);
    if (status)
        return status;
    status = frit_array_new(context, "f32", 0, NULL, NULL, &numbers[0], &sum, error);
    if (!status)
        status = frit_array_new(context, "f32", 0, NULL, NULL, &numbers[1], &half, error);
    term = sum;
    for (int k = 0; !status && k < 3; k++) {
        status = frit_apply(context, "mul", (frit_array *[]){term, half}, 2, NULL, &term, error);
        if (!status)
            status = frit_apply(context, "add", (frit_array *[]){sum, term}, 2, NULL, &sum, error);
    }
    if (!status)
        status = frit_array_read(sum, out, sizeof *out, error);
    frit_scope_end(context, NULL);
    return status;
}

int main(void) {
    frit_error error;
    frit_context *context = frit_context_new(NULL);
    frit_call *call = NULL;
    frit_run *run = NULL;
    float *x = calloc(N, sizeof *x), *y = calloc(N, sizeof *y), sum = 0;
    const int64_t n[] = {N};
    const frit_tensor in = {.data = x, .shape = n}, out = {.data = y, .shape = n};
    unsigned long looks = 0;
    if (!context || !x || !y)
        return 1;
    for (int k = 0; k < N; k++)
        x[k] = (float)k;

    bool failed = frit_compile(context, text, strlen(text), NULL, &call, &error) ||
                  frit_call_start(call, &in, 1, &out, 1, &run, &error) ||
                  halves(context, &sum, &error);
    while (!failed && !frit_run_done(run))
        looks++; /* the program's own work; or frit_run_cancel(run) */
    failed = failed || frit_run_wait(run, &error);
    if (failed) {
        printf("%s in %s: %s\n", frit_status_name(error.status), frit_stage_name(error.stage),
               error.message);
    } else {
        int wrong = 0;
        for (int k = 0; k < N; k++)
            wrong += !(y[k] > 0.999f && y[k] < 1.001f);
        printf("kernels: %u; wrong results: %d; meanwhile %g\n",
               frit_plan_kernel_count(frit_call_plan(call)), wrong, (double)sum);
    }
    frit_run_free(run);
    frit_call_free(call);
    frit_context_free(context);
    free(x);
    free(y);
    return failed;
}
