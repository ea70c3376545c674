/*
 * frit inside another program: a text becomes a plan, the plan runs on the program's own arrays.
 *
 *     cc examples/embed_main.c -lfrit -o embed
 */
#include <frit/frit.h>
#include <stdio.h>
#include <string.h>

static const char text[] = "program scale(x: f32[n], a: f32) -> (y, total) {"
                           "  s = mul(x, a)"
                           "  y = tanh(s)"
                           "  total = sum(y)"
                           "}";

int main(void) {
    frit_error error;
    frit_context *context = frit_context_new(NULL);
    frit_module *module = NULL, *typed = NULL;
    frit_plan *plan = NULL;
    frit_call *call = NULL;
    float x[4] = {0.1f, 0.2f, 0.3f, 0.4f}, a = 2, y[4], total;
    const int64_t n[] = {4};
    const frit_tensor inputs[] = {{.data = x, .shape = n}, {.data = &a}};
    const frit_tensor outputs[] = {{.data = y, .shape = n}, {.data = &total}};

    /* Each step only if the one before went well; the last could be repeated for new data. */
    bool failed = !context || frit_module_parse(context, text, strlen(text), &module, &error) ||
                  frit_module_infer(module, NULL, NULL, 0, NULL, &typed, &error) ||
                  frit_plan_new(context, typed, NULL, NULL, &plan, &error) ||
                  frit_call_new(context, plan, &call, &error) ||
                  frit_call_run(call, inputs, 2, outputs, 2, &error);
    if (failed)
        printf("%s\n", context ? error.message : "out of memory");
    else
        printf("kernels: %u; %g %g %g %g, together %g\n", frit_plan_kernel_count(plan),
               (double)y[0], (double)y[1], (double)y[2], (double)y[3], (double)total);

    frit_call_free(call);
    frit_plan_free(plan);
    frit_module_free(typed);
    frit_module_free(module);
    frit_context_free(context);
    return failed;
}
