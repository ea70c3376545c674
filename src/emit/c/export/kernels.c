/* A step that is a kernel: its views, its table of sizes (text_sizes), its call. */
#include <stdio.h>

#include "emit/c/export/parts.h"
#include "kernel/axes.h"

enum {
    KEPT_MOST = 1 << 18
}; /* bytes of a row up to which costly values are kept: they stay in a cache */

/* ---- its text */

/* Is there anything that the text can be inlined with? */
static bool may_be_near(const Exporter *x, const Kernel *kernel) {
    bool may = kernel->n_axes > 0 && !kernel_is_map(kernel) && kernel->n_inner > 1;
    for (uint32_t k = 0; k < kernel->accesses.len && kernel->n_axes > 0; k++)
        may |= export_expected(x, &kernel->accesses.at[k]) >= 0;
    return may;
}

static bool add_text(Exporter *x, const Kernel *kernel, bool keeps, char **name) {
    uint32_t n = kernel->accesses.len;
    bool map = kernel_is_map(kernel);
    uint8_t *along = arena_new(x->env, &x->arena, 2 * (size_t)n + 1);
    *name = along ? arena_new(x->env, &x->arena, EXPORT_NAME + 24) : NULL;
    TRY(*name);
    for (uint32_t k = 0; k < n && kernel->n_axes > 0; k++) {
        int64_t expected = export_expected(x, &kernel->accesses.at[k]);
        along[k] = expected > 0 ? (uint8_t)expected : 0;
        along[n + k] = expected == 0;
    }
    snprintf(*name, EXPORT_NAME + 24, "%s_kernel_%u", x->name, (unsigned)x->kernels.len);
    TextKernel text = {.kernel = kernel,
                       .form = {.map = map,
                                .n_outer = map ? 0 : kernel->n_axes - kernel->n_inner,
                                .n_inner = map ? kernel->n_axes : kernel->n_inner,
                                .along = along,
                                .still = along + n,
                                .near = may_be_near(x, kernel),
                                .keeps = keeps,
                                .openmp = x->options->openmp},
                       .name = *name};
    return vec_push(x->env, &x->kernels, text);
}

/* ---- its sizes */

static void put_views(Exporter *x, const Kernel *kernel) {
    uint32_t n = kernel->accesses.len;
    str_format(&x->out, "        frit_view v[%u];\n", n ? n : 1);
    for (uint32_t k = 0; k < n; k++) {
        const Access *a = &kernel->accesses.at[k];
        if (a->buffer == NO_BUFFER)
            export_number_view(x, k, a->shape, a->rank, a->view);
        else
            export_view(x, k, a->buffer, a->view, a->store);
    }
}

static void put_table(Exporter *x, const Kernel *kernel) {
    Str *out = &x->out;
    uint32_t n = kernel->n_axes, count = text_sizes_count(kernel, n);
    str_format(out, "        int64_t z[%u];\n", count ? count : 1);
    for (uint32_t axis = 0; axis < n; axis++)
        str_format(out, "        z[%u] = e[%u];\n", axis, x->plan->shapes.at[kernel->shape + axis]);
    for (uint32_t k = 0; k < kernel->accesses.len; k++) {
        const Access *a = &kernel->accesses.at[k];
        str_format(out, "        frit_put(z + %u, &v[%u], %u, %u);\n",
                   text_size_of_access(kernel, n, k), k, a->buffer == NO_BUFFER ? 0 : a->leaf,
                   a->n_indexed);
    }
}

/* Axes that can be are walked as one; then, whether strides are what the text expects. */
static void put_axes(Exporter *x, const Kernel *kernel) {
    Str *out = &x->out;
    uint32_t n = kernel->n_axes, m = kernel->accesses.len;
    uint32_t outer = kernel_is_map(kernel) ? 0 : n - kernel->n_inner;
    str_format(out, "        frit_expect(frit_count(%u, z, 1) >= 0, &status);\n", n);
    if (n == 0)
        return;
    str_puts(out, "        static const int at[] = {");
    for (uint32_t k = 0; k < m; k++)
        str_format(out, "%s%u", k ? ", " : "", text_size_of_access(kernel, n, k));
    str_puts(out, m ? "};\n" : "0};\n");
    if (outer > 0)
        str_format(out, "        frit_merge(z, 0, %u, %u, at);\n", outer, m);
    str_format(out, "        frit_merge(z, %u, %u, %u, at);\n", outer, n, m);
    if (!may_be_near(x, kernel))
        return;
    str_puts(out, "        static const int expected[] = {");
    for (uint32_t k = 0; k < m; k++) {
        str_puts(out, k ? ", " : "");
        str_int(out, export_expected(x, &kernel->accesses.at[k]));
    }
    str_puts(out, m ? "};\n" : "0};\n");
    str_format(out, "        const bool near = frit_is_near(z, %u, %u, %u, at, expected);\n",
               kernel_is_map(kernel) ? n - 1 : outer, n, m);
}

/* ---- its call */

static void put_call(Exporter *x, const Kernel *kernel, const char *name, bool kept) {
    Str *out = &x->out;
    str_format(out, "            %s(", name);
    for (uint32_t k = 0; k < kernel->accesses.len; k++)
        if (kernel->accesses.at[k].buffer != NO_BUFFER)
            str_format(out, "v[%u].data, ", k);
    str_format(out, "%sz, %s&failed);\n", kept ? "kept, " : "",
               may_be_near(x, kernel) ? "near, " : "");
}

static void put_kept(Exporter *x, const Kernel *kernel, uint32_t bytes) {
    Str *out = &x->out;
    uint32_t outer = kernel->n_axes - kernel->n_inner;
    str_format(out, "        const int64_t row = frit_count(%u, z + %u, %u);\n", kernel->n_inner,
               outer, bytes);
    str_puts(out, "        char *kept = NULL;\n");
}

static const char *workers(const Exporter *x) {
    return x->options->openmp ? " * (size_t)FRIT_WORKERS" : "";
}

/*
 * A kernel that needs memory for its rows (must), or that is quicker with it where rows are short (may: then `name` is
 * its text without). kept_name is that with it.
 */
static void put_calls(Exporter *x, const Kernel *kernel, const char *name, const char *kept_name,
                      uint32_t must, uint32_t may) {
    Str *out = &x->out;
    if (must || may)
        put_kept(x, kernel, must ? must : may);
    str_puts(out, "        if (status == FRIT_EXPORT_OK) {\n            int32_t failed = 0;\n");
    if (must) {
        str_format(out, "            kept = row < 0 ? NULL : malloc((size_t)row%s + 1);\n",
                   workers(x));
        str_puts(out, "            if (!kept)\n                status = FRIT_EXPORT_MEMORY;\n"
                      "            else\n    ");
        put_call(x, kernel, kept_name, true);
    } else if (may) {
        str_format(out,
                   "            kept = row < 0 || row > %d ? NULL : malloc((size_t)row%s + 1);\n",
                   KEPT_MOST, workers(x));
        str_puts(out, "            if (kept)\n    ");
        put_call(x, kernel, kept_name, true);
        str_puts(out, "            else\n    ");
        put_call(x, kernel, name, false);
    } else {
        put_call(x, kernel, name, false);
    }
    str_puts(out, "            status = failed ? FRIT_EXPORT_INDEX : status;\n        }\n");
    if (must || may)
        str_puts(out, "        free(kept);\n");
}

bool export_kernel(Exporter *x, const PlanStep *step) {
    const Kernel *kernel = &x->plan->kernels.at[step->kernel];
    char *name = NULL, *kept_name = NULL;
    uint32_t must, may;
    TRY(text_kept_bytes(x->env, kernel, false, &must));
    TRY(text_kept_bytes(x->env, kernel, true, &may));
    if (must == 0)
        TRY(add_text(x, kernel, false, &name));
    if (may > 0)
        TRY(add_text(x, kernel, true, &kept_name));
    put_views(x, kernel);
    put_table(x, kernel);
    put_axes(x, kernel);
    put_calls(x, kernel, name, kept_name, must ? may : 0, must ? 0 : may);
    return true;
}
