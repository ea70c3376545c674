/* Exported C as a whole: what keeps the bits, kernels, functions around them, the one that is called, its header. */
#include "emit/c/export/parts.h"

/* ---- the declaration */

static void put_statuses(Str *out) {
    str_puts(out,
             "#ifndef FRIT_EXPORT_STATUS\n#define FRIT_EXPORT_STATUS\n"
             "/* What exported functions return. Outputs may hold anything unless it is OK. */\n"
             "enum {\n    FRIT_EXPORT_OK,\n    FRIT_EXPORT_MEMORY,  /* there is none */\n"
             "    FRIT_EXPORT_EXTENTS, /* extents do not fit the types or each other */\n"
             "    FRIT_EXPORT_INDEX    /* an index is out of range */\n};\n#endif\n");
}

static const Program *whole_program(const Exporter *x) {
    return x->whole->module->programs.at[x->whole->program];
}

static uint32_t rank_of(const Exporter *x, bool input, uint32_t k) {
    const Program *p = whole_program(x);
    return type_rank(&x->whole->module->types, p->vars.at[input ? k : p->outputs.at[k]].type);
}

static void put_parameters(const Exporter *x, Str *out) {
    const Program *p = whole_program(x);
    const char *comma = "";
    str_format(out, "int %s(", x->name);
    for (uint32_t k = 0; k < p->n_inputs + p->outputs.len; k++) {
        bool input = k < p->n_inputs;
        uint32_t number = input ? k : k - p->n_inputs;
        char name[EXPORT_NAME];
        export_argument(x, input, number, name);
        str_format(out, "%s%svoid *%s_data", comma, input ? "const " : "", name);
        comma = ",\n    ";
        if (rank_of(x, input, number))
            str_format(out, ", const int64_t *%s_extents, const int64_t *%s_strides", name, name);
    }
    str_puts(out, comma[0] ? ")" : "void)");
}

/* A line for each argument, in a comment. */
static void put_types(const Exporter *x, Str *out) {
    const Program *p = whole_program(x);
    const Module *m = x->whole->module;
    for (uint32_t k = 0; k < p->n_inputs + p->outputs.len; k++) {
        bool input = k < p->n_inputs;
        char name[EXPORT_NAME];
        Str text = str_make(x->env);
        export_argument(x, input, input ? k : k - p->n_inputs, name);
        type_print(&text, &m->strings, &m->types,
                   p->vars.at[input ? k : p->outputs.at[k - p->n_inputs]].type);
        str_format(out, " * %s %s: ", input ? "reads" : "writes", name);
        export_comment(out, &text);
        str_puts(out, "\n");
        str_free(&text);
    }
}

static void put_header(const Exporter *x, Str *out) {
    str_format(out, "#ifndef FRIT_EXPORTED_%s_H\n#define FRIT_EXPORTED_%s_H\n\n", x->name, x->name);
    str_puts(out, "#include <stdint.h>\n\n#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n");
    put_statuses(out);
    str_puts(out,
             "\n/* Strides are in bytes; NULL: row-major. Extents of an output may be NULL: they "
             "follow from the inputs'.\n * Outputs may lie in the memory of inputs. Floats of 16 "
             "bits, bools (one byte each), complex numbers\n * (two floats) and elements of "
             "several numbers lie as frit has them.\n *\n");
    put_types(x, out);
    str_puts(out, " */\n");
    put_parameters(x, out);
    str_puts(out, ";\n\n#ifdef __cplusplus\n}\n#endif\n#endif\n");
}

/* ---- the function */

static void put_arrays(Exporter *x, bool inputs) {
    const Program *p = whole_program(x);
    uint32_t n = inputs ? p->n_inputs : p->outputs.len;
    str_format(&x->out, "    const frit_array %s[] = {", inputs ? "in" : "out");
    for (uint32_t k = 0; k < n; k++) {
        char name[EXPORT_NAME];
        export_argument(x, inputs, k, name);
        str_format(&x->out, "%s\n        {(char *)%s_data, ", k ? "," : "", name);
        if (rank_of(x, inputs, k))
            str_format(&x->out, "%s_extents, %s_strides}", name, name);
        else
            str_puts(&x->out, "NULL, NULL}");
    }
    str_puts(&x->out, n ? "};\n" : "{NULL, NULL, NULL}};\n");
}

static bool put_function(Exporter *x) {
    uint32_t number;
    x->plan = x->whole;
    TRY(export_function(x, &number));
    str_putc(&x->out, '\n');
    put_parameters(x, &x->out);
    str_puts(&x->out, " {\n");
    put_arrays(x, true);
    put_arrays(x, false);
    str_format(&x->out, "    return %s_plan_%u(in, out);\n}\n", x->name, number);
    return str_ok(&x->out);
}

/* ---- all of it */

/* What keeps the bits: no contraction, no liberties. */
static void put_guards(const Exporter *x, Str *out) {
    str_format(out,
               "/* %s, written by frit. It needs C11 and the exact functions of -lm (fma, sqrt, "
               "floor). */\n",
               x->name);
    str_puts(out, "#ifdef __FAST_MATH__\n#error \"-ffast-math would change results\"\n#endif\n"
                  "#if defined(__GNUC__) && !defined(__clang__)\n"
                  "#pragma GCC optimize(\"fp-contract=off\")\n#endif\n"
                  "#include <stdint.h>\n#include <stdlib.h>\n");
    if (x->options->header_name)
        str_format(out, "\n#include \"%s\"\n", x->options->header_name);
    if (x->options->openmp)
        str_puts(out, "\n#ifdef _OPENMP\n#include <omp.h>\n"
                      "#define FRIT_WORKER omp_get_thread_num()\n"
                      "#define FRIT_WORKERS omp_get_max_threads()\n#else\n"
                      "#define FRIT_WORKER 0\n#define FRIT_WORKERS 1\n#endif\n");
    str_putc(out, '\n');
    put_statuses(out);
    str_format(out, "\n/* The most axes of an array. */\n#define FRIT_RANK %u\n\n",
               x->rank ? x->rank : 1);
}

/* Instances of products come before the functions that call them. */
static bool put_all(Exporter *x, Str *source) {
    Str whole = str_make(x->env);
    TRY(export_products(x));
    put_guards(x, source);
    str_putc(&whole, '\n');
    str_put(&whole, x->declared.data, x->declared.len);
    str_put(&whole, x->out.data, x->out.len);
    bool ok = str_ok(&whole) && text_emit_with(x->env, text_dialect("c"), x->kernels.at,
                                               x->kernels.len, &whole, source);
    str_free(&whole);
    return ok && str_ok(source);
}

static bool put_plan(Exporter *x, const Plan *plan, const ExportOptions *options, Str *header) {
    x->whole = plan;
    x->options = options;
    x->n_plans = 0;
    TRY(export_names(x) && put_function(x));
    if (header)
        put_header(x, header);
    return !header || str_ok(header);
}

static bool export_all(Env *env, const Plan *const *plans, const ExportOptions *options, uint32_t n,
                       Str *source, Str *header) {
    Exporter x = {.env = env, .out = str_make(env), .declared = str_make(env)};
    bool ok = true;
    for (uint32_t k = 0; ok && k < n; k++)
        ok = put_plan(&x, plans[k], &options[k], header);
    ok = ok && put_all(&x, source);
    str_free(&x.out);
    str_free(&x.declared);
    vec_free(env->allocator, &x.kernels);
    arena_free(env->allocator, &x.arena);
    return ok;
}

bool export_plan(Env *env, const Plan *plan, const ExportOptions *options, Str *source,
                 Str *header) {
    return export_all(env, &plan, options, 1, source, header);
}

bool export_plans(Env *env, const Plan *const *plans, const ExportOptions *options, uint32_t n,
                  Str *source) {
    return export_all(env, plans, options, n, source, NULL);
}
