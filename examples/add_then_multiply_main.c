/*
 * Two calls, one kernel. The program asks for a sum, then for a product with it, as it would of any
 * array library; frit writes both down and runs them when the result is read. The sum is never
 * stored, because nobody can see it any more.
 */
#include <frit/frit.h>
#include <stdio.h>

enum { N = 1 << 20 };

static float x[N], y[N], z[N], result[N];

static int fail(frit_context *context, const frit_error *error) {
    printf("%s\n", error->message);
    frit_context_free(context);
    return 1;
}

int main(void) {
    frit_error error;
    frit_context *context = frit_context_new(NULL);
    frit_array *a = NULL, *b = NULL, *c = NULL, *sum = NULL, *product = NULL;
    const int64_t shape[] = {N};
    for (int i = 0; i < N; i++) {
        x[i] = (float)i;
        y[i] = 1;
        z[i] = 0.5f;
    }
    if (!context)
        return 1;
    /* The caller's memory, without copying. */
    if (frit_array_wrap(context, "f32", 1, shape, NULL, x, true, NULL, NULL, &a, &error) ||
        frit_array_wrap(context, "f32", 1, shape, NULL, y, true, NULL, NULL, &b, &error) ||
        frit_array_wrap(context, "f32", 1, shape, NULL, z, true, NULL, NULL, &c, &error) ||
        frit_apply(context, "add", (frit_array *[]){a, b}, 2, NULL, &sum, &error) ||
        frit_apply(context, "mul", (frit_array *[]){sum, c}, 2, NULL, &product, &error))
        return fail(context, &error);
    frit_array_free(sum);

    /* Only now does anything run. */
    if (frit_array_read(product, result, sizeof result, &error))
        return fail(context, &error);

    const frit_plan *plan = frit_last_plan(context);
    frit_text report;
    if (frit_plan_report(plan, NULL, 0, FRIT_REPORT_TEXT, &report, &error))
        return fail(context, &error);
    fputs(report.data, stdout);
    frit_text_free(context, &report);
    int wrong = 0;
    for (int i = 0; i < N; i++)
        wrong += result[i] != (x[i] + y[i]) * z[i];
    unsigned kernels = frit_plan_kernel_count(plan);
    printf("kernels: %u; wrong results: %d\n", kernels, wrong);

    frit_array_free(product);
    frit_array_free(c);
    frit_array_free(b);
    frit_array_free(a);
    frit_context_free(context);
    return kernels == 1 && wrong == 0 ? 0 : 1;
}
