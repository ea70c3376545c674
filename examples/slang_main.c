/*
 * A function in the Slang-style language, called over an image from C.
 *
 *     cc -std=c11 slang_main.c -lfrit -lm
 *
 * The function is written for one pixel. The call is resolved for arrays of that kind, planned once, and run on images of
 * two sizes; a call that cannot be made says why before anything runs.
 */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "frit/frit.h"

static const char source[] = "float3 tonemap(float3 color, float exposure)\n"
                             "{\n"
                             "    float3 x = color * exposure;\n"
                             "    return x / (1.0 + x);\n"
                             "}\n";

/* Prints a text of the library's and gives it back. */
static void show(const frit_context *context, frit_text *text) {
    fputs(text->data ? text->data : "", stdout);
    frit_text_free(context, text);
}

/* An array of pixels and a number, as far as resolving the call needs to know. */
static frit_status resolve(frit_slang *slang, const int64_t *shape, frit_resolved **out,
                           frit_text *report, frit_error *error) {
    frit_arg args[2] = {{.kind = FRIT_ARG_ARRAY, .type = "f32", .rank = 3, .shape = shape},
                        {.kind = FRIT_ARG_NUMBER, .type = "f64"}};
    return frit_slang_resolve(slang, "tonemap", args, 2, NULL, out, report, error);
}

/* Makes an image, runs the call on it and counts the pixels that are not what they should be. */
static int run(frit_call *call, int64_t height, int64_t width, int *wrong, frit_error *error) {
    static float in[64 * 64 * 3], out[64 * 64 * 3];
    int64_t shape[3] = {height, width, 3}, n = height * width * 3;
    double exposure = 2;
    frit_tensor inputs[2] = {{.data = in, .shape = shape}, {.data = &exposure}};
    frit_tensor outputs[1] = {{.data = out, .shape = shape}};
    for (int64_t k = 0; k < n; k++)
        in[k] = (float)(k % 256) / 255;
    if (frit_call_run(call, inputs, 2, outputs, 1, error))
        return 1;
    for (int64_t k = 0; k < n; k++) {
        float x = in[k] * 2;
        *wrong += out[k] != x / (1 + x);
    }
    return 0;
}

int main(void) {
    const int64_t image[3] = {32, 48, 3}, not_an_image[3] = {32, 48, 2};
    frit_context *context = frit_context_new(NULL);
    frit_slang *slang = NULL;
    frit_resolved *resolved = NULL, *none = NULL;
    frit_plan *plan = NULL;
    frit_call *call = NULL;
    frit_text report = {NULL, 0, 0};
    frit_error error;
    int wrong = 0;
    if (!context)
        return 1;
    int failed =
        frit_slang_load(context, source, strlen(source), NULL, &slang, &report, &error) ||
        resolve(slang, image, &resolved, &report, &error) ||
        frit_plan_new(context, frit_resolved_module(resolved), NULL, NULL, &plan, &error) ||
        frit_call_new(context, plan, &call, &error) || run(call, 32, 48, &wrong, &error) ||
        run(call, 64, 17, &wrong, &error);
    if (failed)
        fprintf(stderr, "%s\n", error.message);
    else {
        printf("kernels: %u; wrong results: %d\n", frit_plan_kernel_count(plan), wrong);
        frit_text_free(context, &report);
        if (resolve(slang, not_an_image, &none, &report, &error))
            show(context, &report); /* why not, with a table of the arguments */
    }
    frit_text_free(context, &report);
    frit_call_free(call);
    frit_plan_free(plan);
    frit_resolved_free(none);
    frit_resolved_free(resolved);
    frit_slang_free(slang);
    frit_context_free(context);
    return failed || wrong;
}
