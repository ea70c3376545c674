/*
 * The function around exported kernels. Its own variables begin with frit_: frit_e3 is extent 3 of the plan, frit_s2_0
 * the stride of buffer 2 along axis 0, frit_b2 its memory.
 */
#include "emit/c/export.h"

#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "emit/c/text.h"
#include "kernel/axes.h"

enum { EXPORT_NAME = 96 };

typedef struct Exporter {
    Env *env;
    Arena *arena;
    const Plan *plan;
    const Program *program;
    char name[EXPORT_NAME];
    Str out;
} Exporter;

static bool refuse(const Exporter *x, const char *what) {
    return env_fail(x->env, FRIT_ERR_UNSUPPORTED, FRIT_STAGE_EMIT, "%s cannot be exported: %s",
                    x->name, what);
}

/* ---- names */

static bool is_identifier(const char *name) {
    for (size_t k = 0; name[k]; k++) {
        char c = name[k];
        bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
        if (!letter && (k == 0 || c < '0' || c > '9'))
            return false;
    }
    return name[0] != '\0' && strlen(name) < EXPORT_NAME - 16;
}

/* Words that no function can be called, and main, which has other parameters. */
static bool is_reserved(const char *name) {
    static const char *const words[] = {
        "auto",     "bool",   "break",    "case",   "char",     "const",  "continue", "default",
        "do",       "double", "else",     "enum",   "extern",   "float",  "for",      "goto",
        "if",       "inline", "int",      "long",   "main",     "malloc", "free",     "register",
        "restrict", "return", "short",    "signed", "sizeof",   "static", "struct",   "switch",
        "typedef",  "union",  "unsigned", "void",   "volatile", "while"};
    for (size_t k = 0; k < sizeof words / sizeof *words; k++)
        if (strcmp(words[k], name) == 0)
            return true;
    return false;
}

static bool name_taken(const Exporter *x, uint32_t output) {
    const Program *p = x->program;
    StrId name = p->vars.at[p->outputs.at[output]].name;
    for (uint32_t k = 0; k < p->n_inputs; k++)
        if (p->vars.at[k].name == name)
            return true;
    for (uint32_t k = 0; k < output; k++)
        if (p->vars.at[p->outputs.at[k]].name == name)
            return true;
    return false;
}

/* What its parameters begin with: never a word of C, as something follows. */
static void argument_name(const Exporter *x, bool input, uint32_t k, char *room) {
    VarId var = input ? k : x->program->outputs.at[k];
    const char *name = strings_get(&x->plan->module->strings, x->program->vars.at[var].name);
    if (is_identifier(name) && strncmp(name, "frit_", 5) != 0 && (input || !name_taken(x, k)))
        snprintf(room, EXPORT_NAME, "%s", name);
    else
        snprintf(room, EXPORT_NAME, "%s_%u", input ? "input" : "output", (unsigned)k);
}

/* ---- the declaration */

static void put_statuses(Str *out) {
    str_puts(out,
             "#ifndef FRIT_EXPORT_STATUS\n#define FRIT_EXPORT_STATUS\n"
             "/* What exported functions return. Outputs may hold anything unless it is OK. */\n"
             "enum {\n    FRIT_EXPORT_OK,\n    FRIT_EXPORT_MEMORY,  /* none for temporaries */\n"
             "    FRIT_EXPORT_EXTENTS, /* extents do not fit the types or each other */\n"
             "    FRIT_EXPORT_INDEX    /* an index is out of range */\n};\n#endif\n");
}

static uint32_t rank_of(const Exporter *x, VarId var) {
    return type_rank(&x->plan->module->types, x->program->vars.at[var].type);
}

static void put_parameters(const Exporter *x, Str *out) {
    const Program *p = x->program;
    const char *comma = "";
    str_format(out, "int %s(", x->name);
    for (uint32_t k = 0; k < p->n_inputs + p->outputs.len; k++) {
        bool input = k < p->n_inputs;
        uint32_t number = input ? k : k - p->n_inputs;
        char name[EXPORT_NAME];
        argument_name(x, input, number, name);
        str_format(out, "%s%svoid *%s_data", comma, input ? "const " : "", name);
        comma = ",\n    ";
        if (rank_of(x, input ? k : p->outputs.at[number]))
            str_format(out, ", const int64_t *%s_extents, const int64_t *%s_strides", name, name);
    }
    str_puts(out, comma[0] ? ")" : "void)");
}

static void put_header(const Exporter *x, Str *out) {
    str_format(out, "#ifndef FRIT_EXPORTED_%s_H\n#define FRIT_EXPORTED_%s_H\n\n", x->name, x->name);
    str_puts(out, "#include <stdint.h>\n\n#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n");
    put_statuses(out);
    str_puts(out,
             "\n/* Strides are in bytes; NULL: row-major. Extents of an output may be NULL: they "
             "follow from the inputs'.\n * Outputs overlap neither inputs nor each other. Floats "
             "of 16 bits, bools (one byte each), complex numbers\n * (two floats) and elements of "
             "several numbers lie as frit has them. */\n");
    put_parameters(x, out);
    str_puts(out, ";\n\n#ifdef __cplusplus\n}\n#endif\n#endif\n");
}

/* ---- extents */

static ExtentId extent_at(const Exporter *x, uint32_t shape, uint32_t axis) {
    return x->plan->shapes.at[shape + axis];
}

static bool put_extent(Exporter *x, uint32_t id) {
    const Extent *e = &x->plan->extents.at[id];
    Str *out = &x->out;
    char name[EXPORT_NAME];
    str_format(out, "    const int64_t frit_e%u = ", id);
    switch (e->kind) {
    case EXTENT_NUMBER: str_int(out, e->value); break;
    case EXTENT_INPUT:
        argument_name(x, true, e->source, name);
        str_format(out, "%s_extents[%u]", name, e->axis);
        break;
    default: return refuse(x, "the size of a slice, a sum or a reshape has no text yet");
    }
    str_puts(out, ";\n");
    if (e->kind == EXTENT_INPUT)
        str_format(out, "    if (frit_e%u < 0)\n        return FRIT_EXPORT_EXTENTS;\n", id);
    return true;
}

static void put_product(Exporter *x, uint32_t shape, uint32_t n) {
    str_puts(&x->out, "(int64_t)1");
    for (uint32_t k = 0; k < n; k++)
        str_format(&x->out, " * frit_e%u", extent_at(x, shape, k));
}

static void put_checks(Exporter *x) {
    for (uint32_t k = 0; k < x->plan->checks.len; k++) {
        const ExtentCheck *check = &x->plan->checks.at[k];
        str_puts(&x->out, "    if (");
        put_product(x, check->a, check->n_a);
        str_puts(&x->out, " != ");
        put_product(x, check->b, check->n_b);
        str_puts(&x->out, ")\n        return FRIT_EXPORT_EXTENTS;\n");
    }
}

/* ---- buffers */

/* Row-major from axis `axis` on: the product of the extents behind it. */
static void put_row_major(Exporter *x, uint32_t shape, uint32_t rank, uint32_t axis,
                          uint32_t size) {
    str_format(&x->out, "%u", size);
    for (uint32_t k = axis + 1; k < rank; k++)
        str_format(&x->out, " * frit_e%u", extent_at(x, shape, k));
}

static void put_argument(Exporter *x, const Buffer *b, uint32_t id) {
    bool input = b->kind == BUFFER_INPUT;
    char name[EXPORT_NAME];
    argument_name(x, input, b->index, name);
    str_format(&x->out, "    char *const frit_b%u = (char *)%s_data;\n", id, name);
    for (uint32_t k = 0; k < b->rank; k++) {
        str_puts(&x->out, "    if (");
        if (!input)
            str_format(&x->out, "%s_extents && ", name);
        str_format(&x->out, "%s_extents[%u] != frit_e%u)\n        return FRIT_EXPORT_EXTENTS;\n",
                   name, k, extent_at(x, b->shape, k));
        str_format(&x->out, "    const int64_t frit_s%u_%u = %s_strides ? %s_strides[%u] : ", id, k,
                   name, name, k);
        put_row_major(x, b->shape, b->rank, k, b->elem_size);
        str_puts(&x->out, ";\n");
    }
}

static void put_temporary(Exporter *x, const Buffer *b, uint32_t id) {
    for (uint32_t k = 0; k < b->rank; k++) {
        str_format(&x->out, "    const int64_t frit_s%u_%u = ", id, k);
        put_row_major(x, b->shape, b->rank, k, b->elem_size);
        str_puts(&x->out, ";\n");
    }
    str_format(&x->out, "    int64_t frit_n%u = %u;\n", id, b->elem_size);
    for (uint32_t k = 0; k < b->rank; k++)
        str_format(&x->out, "    frit_n%u = frit_times(frit_n%u, frit_e%u);\n", id, id,
                   extent_at(x, b->shape, k));
}

static void put_buffers(Exporter *x) {
    for (uint32_t id = 0; id < x->plan->buffers.len; id++) {
        const Buffer *b = &x->plan->buffers.at[id];
        if (b->kind == BUFFER_TEMP)
            put_temporary(x, b, id);
        else
            put_argument(x, b, id);
    }
    for (uint32_t id = 0; id < x->plan->buffers.len; id++)
        if (x->plan->buffers.at[id].kind == BUFFER_TEMP)
            str_format(&x->out,
                       "    char *const frit_b%u = frit_n%u < 0 ? NULL : malloc((size_t)frit_n%u + "
                       "1);\n    frit_status = frit_b%u ? frit_status : FRIT_EXPORT_MEMORY;\n",
                       id, id, id, id);
}

static void put_ends(Exporter *x) {
    for (uint32_t id = 0; id < x->plan->buffers.len; id++)
        if (x->plan->buffers.at[id].kind == BUFFER_TEMP)
            str_format(&x->out, "    free(frit_b%u);\n", id);
}

/* ---- kernels */

/* The extent of an axis of what the view has, or of the buffer itself. */
static ExtentId view_extent(const Exporter *x, ViewId view, uint32_t shape, uint32_t axis) {
    if (view == VIEW_IDENTITY)
        return extent_at(x, shape, axis);
    return x->plan->view_axes.at[x->plan->views.at[view].axes + axis].extent;
}

/* The stride of the access along an axis of its view: that of the buffer, unless an axis of one element is repeated. */
static void put_stride(Exporter *x, const Access *a, uint32_t axis) {
    uint32_t shape = a->buffer == NO_BUFFER ? a->shape : x->plan->buffers.at[a->buffer].shape;
    ViewId view = a->view;
    for (; view != VIEW_IDENTITY; view = x->plan->views.at[view].parent) {
        const View *v = &x->plan->views.at[view];
        const ViewAxis *at = &x->plan->view_axes.at[v->axes + axis];
        if (at->source == VIEW_NEW) {
            str_puts(&x->out, "0");
            return;
        }
        ExtentId old = view_extent(x, v->parent, shape, at->source);
        if (old != at->extent)
            str_format(&x->out, "frit_e%u != frit_e%u ? 0 : ", old, at->extent);
        axis = at->source;
    }
    if (a->buffer != NO_BUFFER)
        str_format(&x->out, "frit_s%u_%u", a->buffer, axis);
    else
        put_row_major(x, a->shape, a->rank, axis, 1);
}

/* Only axes exchanged, repeated and left out; and what two names need to be one extent is asked before anything runs. */
static bool put_view_checks(Exporter *x, ViewId view, uint32_t shape) {
    for (; view != VIEW_IDENTITY; view = x->plan->views.at[view].parent) {
        const View *v = &x->plan->views.at[view];
        if (v->kind != VIEW_AXES)
            return refuse(x, "slices, parts and reshapes of arrays have no text yet");
        for (uint32_t k = 0; k < v->rank; k++) {
            const ViewAxis *at = &x->plan->view_axes.at[v->axes + k];
            if (at->source == VIEW_NEW)
                continue;
            ExtentId old = view_extent(x, v->parent, shape, at->source);
            if (old != at->extent)
                str_format(&x->out,
                           "    if (frit_e%u != frit_e%u && frit_e%u != 1)\n        return "
                           "FRIT_EXPORT_EXTENTS;\n",
                           at->extent, old, old);
        }
    }
    return true;
}

static bool put_all_view_checks(Exporter *x) {
    for (uint32_t n = 0; n < x->plan->kernels.len; n++) {
        const Kernel *kernel = &x->plan->kernels.at[n];
        for (uint32_t k = 0; k < kernel->accesses.len; k++) {
            const Access *a = &kernel->accesses.at[k];
            TRY(put_view_checks(x, a->view,
                                a->buffer == NO_BUFFER ? a->shape
                                                       : x->plan->buffers.at[a->buffer].shape));
        }
    }
    return true;
}

/* Its table of sizes, as text_sizes has it. */
static void put_sizes(Exporter *x, const Kernel *kernel) {
    str_puts(&x->out, "        const int64_t frit_z[] = {\n            ");
    for (uint32_t k = 0; k < kernel->n_axes; k++)
        str_format(&x->out, "frit_e%u, ", extent_at(x, kernel->shape, k));
    for (uint32_t k = 0; k < kernel->accesses.len; k++) {
        const Access *a = &kernel->accesses.at[k];
        uint32_t shape = a->buffer == NO_BUFFER ? a->shape : x->plan->buffers.at[a->buffer].shape;
        str_format(&x->out, "\n            %u, ", a->buffer == NO_BUFFER ? 0 : a->leaf);
        for (uint32_t axis = 0; axis < kernel->n_axes; axis++) {
            put_stride(x, a, a->n_indexed + axis);
            str_puts(&x->out, ", ");
        }
        for (uint32_t axis = 0; axis < a->n_indexed; axis++) {
            put_stride(x, a, axis);
            str_format(&x->out, ", frit_e%u, ", view_extent(x, a->view, shape, axis));
        }
    }
    str_puts(&x->out, "0};\n");
}

static void put_call(Exporter *x, const PlanStep *step) {
    const Kernel *kernel = &x->plan->kernels.at[step->kernel];
    str_puts(&x->out, "    if (frit_status == FRIT_EXPORT_OK) {\n");
    put_sizes(x, kernel);
    str_format(&x->out, "        %s_kernel_%u(", x->name, step->kernel);
    for (uint32_t k = 0; k < kernel->accesses.len; k++)
        if (kernel->accesses.at[k].buffer != NO_BUFFER)
            str_format(&x->out, "frit_b%u, ", kernel->accesses.at[k].buffer);
    str_puts(&x->out, "frit_z, &frit_failed);\n        frit_status = frit_failed ? "
                      "FRIT_EXPORT_INDEX : FRIT_EXPORT_OK;\n    }\n");
}

static bool put_kernels(Exporter *x, Str *source) {
    uint32_t n = x->plan->kernels.len;
    TextKernel *kernels = arena_new(x->env, &x->arena, (n + 1) * sizeof *kernels);
    TRY(kernels);
    for (uint32_t k = 0; k < n; k++) {
        const Kernel *kernel = &x->plan->kernels.at[k];
        bool map = kernel_is_map(kernel);
        uint8_t *along = arena_new(x->env, &x->arena, kernel->accesses.len + 1);
        char *name = along ? arena_new(x->env, &x->arena, EXPORT_NAME + 24) : NULL;
        TRY(name);
        snprintf(name, EXPORT_NAME + 24, "%s_kernel_%u", x->name, (unsigned)k);
        kernels[k] = (TextKernel){.kernel = kernel,
                                  .form = {map, map ? 0 : kernel->n_axes - kernel->n_inner,
                                           map ? kernel->n_axes : kernel->n_inner, along},
                                  .name = name};
    }
    return text_emit(x->env, text_dialect("c"), kernels, n, source);
}

/* ---- all of it */

static const char *const step_names[] = {
    [STEP_CONTRACT] = "a product of matrices has no text yet",
    [STEP_FOR] = "a loop around kernels",
    [STEP_WHILE] = "a loop around kernels",
    [STEP_IF] = "a branch around kernels",
    [STEP_MAP] = "a program mapped over arrays, one element after another"};

static bool put_function(Exporter *x) {
    for (uint32_t k = 0; k < x->plan->steps.len; k++)
        if (x->plan->steps.at[k].kind != STEP_KERNEL)
            return refuse(x, step_names[x->plan->steps.at[k].kind]);
    str_putc(&x->out, '\n');
    put_parameters(x, &x->out);
    str_puts(&x->out, " {\n    int frit_status = FRIT_EXPORT_OK;\n    int32_t frit_failed = 0;\n");
    for (uint32_t id = 0; id < x->plan->extents.len; id++)
        TRY(put_extent(x, id));
    put_checks(x);
    TRY(put_all_view_checks(x));
    put_buffers(x);
    for (uint32_t k = 0; k < x->plan->steps.len; k++)
        put_call(x, &x->plan->steps.at[k]);
    put_ends(x);
    str_puts(&x->out, "    (void)frit_failed;\n    return frit_status;\n}\n");
    return true;
}

/* What keeps the bits: no contraction, no liberties. */
static void put_guards(const Exporter *x, Str *out) {
    str_format(out,
               "/* %s, written by frit. It needs C11 and the exact functions of -lm (fma, sqrt, "
               "floor). */\n",
               x->name);
    str_puts(out, "#ifdef __FAST_MATH__\n#error \"-ffast-math would change results\"\n#endif\n"
                  "#if defined(__GNUC__) && !defined(__clang__)\n"
                  "#pragma GCC optimize(\"fp-contract=off\")\n#endif\n#include <stdlib.h>\n");
}

static const char helper[] =
    "\n/* Bytes of so many elements; -1: more than there can be. */\n"
    "static inline int64_t frit_times(int64_t bytes, int64_t n) {\n"
    "    return bytes < 0 || (n > 0 && bytes > INT64_MAX / 2 / n) ? -1 : bytes * n;\n}\n\n";

bool export_plan(Env *env, const Plan *plan, const char *name, Str *source, Str *header) {
    Exporter x = {.env = env, .plan = plan, .program = plan->module->programs.at[plan->program]};
    if (!name)
        name = strings_get(&plan->module->strings, x.program->name);
    if (!is_identifier(name) || is_reserved(name))
        return env_fail(env, FRIT_ERR_ARGUMENT, FRIT_STAGE_EMIT,
                        "\"%s\" cannot be the name of an exported function; give it another one",
                        name);
    snprintf(x.name, sizeof x.name, "%s", name);
    x.out = str_make(env);
    put_guards(&x, source);
    bool ok = put_function(&x) && put_kernels(&x, source);
    if (ok) {
        str_puts(source, helper);
        put_statuses(source);
        str_put(source, x.out.data, x.out.len);
        if (header)
            put_header(&x, header);
    }
    ok = ok && str_ok(&x.out) && str_ok(source) && (!header || str_ok(header));
    str_free(&x.out);
    arena_free(env->allocator, &x.arena);
    return ok;
}
