/*
 * Arrays that stay on a device: a context is made on the first one that can be used (else on the CPU), steps on its
 * arrays and calls run there, and nothing is copied until somebody reads.
 *
 *     cc examples/device_main.c -lfrit -o device
 */
#include <frit/frit.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 1 << 16 };

static const char text[] = "program smooth(x: f32[n]) -> (y) {"
                           "  s = sin(x)"
                           "  y = mul(s, s)"
                           "}";

/* The first that is not the CPU; the CPU where there is none. */
static const char *choose(frit_device_info *device) {
    for (uint32_t k = 1; frit_device_list(k, device); k++)
        if (!device->refused[0])
            return device->name;
    return "cpu";
}

/* y = smooth(x): x where it lies, y in memory of the device, over which an array then lies. */
static frit_status smooth(frit_context *context, frit_call *call, frit_array *x, frit_array **y,
                          frit_error *error) {
    frit_tensor in, out;
    frit_status status = frit_array_tensor(x, &in, error);
    if (status)
        return status;
    out = in;
    out.strides = NULL;
    out.data = frit_buffer_take(context, N * sizeof(float));
    status = frit_call_run(call, &in, 1, &out, 1, error);
    return status ? status
                  : frit_array_wrap_tensor(context, "f32", 1, &out, false, NULL, NULL, y, error);
}

static frit_status run(frit_context *context, const float *x, float *sum, uint64_t *copied,
                       frit_error *error) {
    frit_call *call = NULL;
    frit_array *there, *squares, *all = NULL;
    frit_status status = frit_compile(context, text, strlen(text), NULL, &call, error);
    if (!status) /* what is made from here on goes with the scope */
        status = frit_scope_begin(context, error);
    if (!status)
        status = frit_array_new(context, "f32", 1, (int64_t[]){N}, NULL, x, &there, error);
    *copied = frit_context_describe(context).copied_in;
    if (!status)
        status = smooth(context, call, there, &squares, error);
    if (!status) /* a recorded step, on the same device */
        status = frit_apply(context, "sum", &squares, 1, NULL, &all, error);
    if (!status)
        status = frit_flush(context, error);
    *copied = frit_context_describe(context).copied_in - *copied;
    if (!status)
        status = frit_array_read(all, sum, sizeof *sum, error);
    frit_scope_end(context, NULL);
    frit_call_free(call);
    return status;
}

int main(void) {
    frit_error error = {0};
    frit_device_info device;
    const frit_context_options options = {FRIT_SIZED(frit_context_options),
                                          .device = choose(&device)};
    frit_context *context = NULL;
    float *x = calloc(N, sizeof *x), sum = 0;
    uint64_t copied = 0;
    for (int k = 0; x && k < N; k++)
        x[k] = (float)k;
    if (!x || frit_context_new_with(NULL, &options, &context, &error) ||
        run(context, x, &sum, &copied, &error)) {
        printf("%s in %s: %s\n", frit_status_name(error.status), frit_stage_name(error.stage),
               error.message);
    } else {
        printf("on %s: %.1f; copied meanwhile: %llu bytes\n", options.device, (double)sum,
               (unsigned long long)copied);
    }
    frit_context_free(context); /* and the memory that was taken */
    free(x);
    return 0;
}
