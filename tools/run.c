/* frit run: a program on arrays from files, its results into files or onto the screen. */
#define _GNU_SOURCE
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "npy.h"
#include "show.h"
#include "tool.h"

enum { TYPE_TEXT = 4096, ALIGN = 64, RANK_MOST = 64 };

/* One argument of the program. Everything here is freed by value_free. */
typedef struct Value {
    const char *name; /* in the module */
    char *type;       /* of an input, for inference: "f32[2,3]" */
    char *element;    /* of an output: "f32x3" */
    Elem elem;
    unsigned rank;
    int64_t shape[RANK_MOST], strides[RANK_MOST];
    char *memory; /* where the elements are, or the file with them */
    char *data;
    const char *file; /* of an output: where it goes; NULL: nowhere */
    char *temporary;  /* what it was written to first */
} Value;

typedef struct Run {
    Tool *tool;
    frit_module *module, *typed;
    uint32_t program, typed_program;
    uint32_t n_in, n_out;
    Value *in, *out;
    frit_tensor *in_tensors, *out_tensors;
    frit_plan *plan;
    frit_call *call;
} Run;

static int no_memory(void) {
    fputs("frit: out of memory\n", stderr);
    return EXIT_MEMORY;
}

static int fail_file(const char *name, const char *what) {
    fprintf(stderr, "%s: %s\n", name, what);
    return EXIT_FILES;
}

static void value_free(Value *v) {
    if (v->temporary)
        unlink(v->temporary);
    free(v->temporary);
    free(v->type);
    free(v->element);
    free(v->memory);
}

/* The text of a type, which the caller frees; NULL: out of memory. */
static char *type_text(frit_type type) {
    size_t len = frit_type_text(type, NULL, 0);
    char *text = malloc(len + 1);
    if (text)
        frit_type_text(type, text, len + 1);
    return text;
}

/* ------------------------------------------------------------------------------- running a plan */

static int make_call(Run *r) {
    frit_error error;
    frit_plan_options options = {FRIT_SIZED(frit_plan_options), .numerics = r->tool->args.numerics,
                                 .no_fusion = r->tool->args.no_fusion};
    if (frit_plan_new(r->tool->context, r->typed, NULL, &options, &r->plan, &error) ||
        frit_call_new(r->tool->context, r->plan, &r->call, &error))
        return tool_error(r->tool, &error);
    return 0;
}

/* Memory for the results of inputs of these shapes. */
static int make_outputs(Run *r) {
    frit_error error;
    for (uint32_t k = 0; k < r->n_out; k++) {
        Value *v = &r->out[k];
        const int64_t *shape;
        uint32_t rank;
        if (frit_call_shape(r->call, r->in_tensors, r->n_in, k, &shape, &rank, &error))
            return tool_error(r->tool, &error);
        v->rank = rank;
        uint64_t size = v->elem.size;
        for (uint32_t a = 0; a < rank; a++) {
            v->shape[a] = shape[a];
            if (shape[a] > 0 && size > (uint64_t)INT64_MAX / 2 / (uint64_t)shape[a])
                return no_memory();
            size *= (uint64_t)shape[a];
        }
        /* In whole units of the alignment, and never none. */
        v->memory = aligned_alloc(ALIGN, (size_t)(size / ALIGN + 1) * ALIGN);
        if (!v->memory)
            return no_memory();
        v->data = v->memory;
        r->out_tensors[k] = (frit_tensor){v->data, v->shape, NULL};
    }
    return 0;
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static int run_once(Run *r) {
    frit_error error;
    if (frit_call_run(r->call, r->in_tensors, r->n_in, r->out_tensors, r->n_out, &error))
        return tool_error(r->tool, &error);
    return 0;
}

static int compare_times(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* --time: for about a second, the first run apart. */
static int time_runs(Run *r) {
    enum { MOST = 1001, LEAST = 5 };
    static const double seconds = 1.0;
    double *times = malloc(MOST * sizeof *times);
    if (!times)
        return no_memory();
    int n = 0, code = 0;
    for (double start = now(); n < MOST && (n < LEAST || now() - start < seconds) && !code; n++) {
        double before = now();
        code = run_once(r);
        times[n] = now() - before;
    }
    if (!code) {
        qsort(times, (size_t)n, sizeof *times, compare_times);
        printf("time: %.3f us (median of %d runs; fastest %.3f us)\n", times[n / 2] * 1e6, n,
               times[0] * 1e6);
    }
    free(times);
    return code;
}

/* --------------------------------------------------------------------------------------- inputs */

/* NAME=VALUE: the value if the name is this one, else NULL. */
static const char *value_for(const char *argument, const char *name) {
    size_t len = strlen(name);
    return strncmp(argument, name, len) == 0 && argument[len] == '=' ? argument + len + 1 : NULL;
}

/* Characters of a real number at the beginning of text: "-3", "0x1.8p3", "inf"; 0: there is none. */
static size_t real_length(const char *text) {
    const char *first = text + (*text == '-');
    if (strncmp(first, "inf", 3) == 0 || strncmp(first, "nan", 3) == 0)
        return (size_t)(first - text) + 3;
    first += *first == '.';
    if (*first < '0' || *first > '9')
        return 0;
    char *end;
    strtod(text, &end);
    return (size_t)(end - text);
}

/* The same of "(1, -2)". */
static size_t pair_length(const char *text) {
    const char *at = text + 1;
    for (int part = 0; part < 2; part++) {
        at += strspn(at, " ");
        size_t len = real_length(at);
        at += len;
        at += strspn(at, " ");
        if (len == 0 || *at++ != (part ? ')' : ','))
            return 0;
    }
    return (size_t)(at - text);
}

/* A number, with or without a type: "0.5", "-3:i8", "(1,2):c64", "true", "inf". */
static bool is_literal(const char *text) {
    size_t len = strncmp(text, "true", 4) == 0    ? 4
                 : strncmp(text, "false", 5) == 0 ? 5
                 : *text == '('                   ? pair_length(text)
                                                  : real_length(text);
    return len > 0 && (text[len] == '\0' || (text[len] == ':' && !strchr(text, '/')));
}

/* Runs a program that is this literal alone, so that numbers are read as in programs. */
static int read_literal(Run *r, const char *text, frit_type declared, Value *v) {
    size_t len = strlen(text) + 64;
    char *source = malloc(len);
    if (!source)
        return no_memory();
    /* A number without a type takes the one that the program declares, if it is a scalar's. */
    Elem elem;
    bool typed = strchr(text, ':') || !elem_from_type(declared, &elem) || elem.is_struct ||
                 elem.fields[0].rank > 0;
    int n = snprintf(source, len, "program c() -> (r) { r = const(%s%s%s) }\n", text,
                     typed ? "" : ":", typed ? "" : elem.fields[0].scalar.info.name);
    Run own = {.tool = r->tool, .n_out = 1, .out = v};
    frit_tensor tensor;
    own.out_tensors = &tensor;
    frit_error error;
    int code = 0;
    if (frit_module_parse(r->tool->context, source, (size_t)n, &own.module, &error) ||
        frit_module_infer(own.module, NULL, NULL, 0, &r->tool->args.infer, &own.typed, &error)) {
        fprintf(stderr, "frit run: %s=%s: %s\n", v->name, text, error.message);
        code = error.status == FRIT_ERR_NOMEM ? EXIT_MEMORY : EXIT_USAGE;
    }
    if (!code) {
        frit_type type = frit_var_type(own.typed, 0, frit_program_output(own.typed, 0, 0));
        v->type = type_text(type);
        code = !v->type                         ? no_memory()
               : elem_from_type(type, &v->elem) ? make_call(&own)
                                                : EXIT_PROGRAM;
    }
    if (!code)
        code = make_outputs(&own);
    if (!code)
        code = run_once(&own);
    frit_call_free(own.call);
    frit_plan_free(own.plan);
    frit_module_free(own.typed);
    frit_module_free(own.module);
    free(source);
    return code;
}

static int read_file(const char *name, char **bytes, size_t *len) {
    FILE *file = strcmp(name, "-") == 0 ? stdin : fopen(name, "rb");
    if (!file)
        return fail_file(name, strerror(errno));
    int code = tool_read_all(file, name, bytes, len);
    if (file != stdin)
        fclose(file);
    return code;
}

/* Row-major strides, or those of Fortran. */
static void set_strides(Value *v, bool fortran) {
    int64_t stride = (int64_t)v->elem.size;
    for (unsigned k = 0; k < v->rank; k++) {
        unsigned axis = fortran ? k : v->rank - 1 - k;
        v->strides[axis] = stride;
        stride *= v->shape[axis] > 0 ? v->shape[axis] : 1;
    }
}

/* From Fortran's order to row-major, because the last axes are to be one element. */
static int make_row_major(const Npy *npy, Value *v) {
    char *memory = malloc((size_t)npy->size + 1);
    if (!memory)
        return no_memory();
    uint64_t size = npy->elem.size, count = npy->size / size;
    for (uint64_t k = 0; k < count; k++) {
        uint64_t rest = k, from = 0, step = 1;
        uint64_t index[NPY_RANK] = {0};
        for (unsigned a = npy->rank; a-- > 0;) {
            index[a] = rest % (uint64_t)npy->shape[a];
            rest /= (uint64_t)npy->shape[a];
        }
        for (unsigned a = 0; a < npy->rank; a++) {
            from += index[a] * step;
            step *= (uint64_t)npy->shape[a];
        }
        memcpy(memory + k * size, v->data + from * size, (size_t)size);
    }
    free(v->memory);
    v->memory = v->data = memory;
    return 0;
}

static int wrong_file(const Value *v, const char *file, frit_type declared, const char *what) {
    char *type = type_text(declared);
    fprintf(stderr, "%s: cannot be %s: %s: %s\n", file, v->name, type ? type : "", what);
    free(type);
    return EXIT_PROGRAM;
}

/* Vectors and matrices of the program are the last axes of the file. */
static int take_inner_axes(Npy *npy, const Elem *wanted, Value *v, const char *file,
                           frit_type declared) {
    const ElemField *field = &wanted->fields[0];
    if (npy->elem.is_struct || npy->elem.fields[0].scalar.dtype != field->scalar.dtype)
        return wrong_file(v, file, declared, "its elements are of another type");
    bool fits = npy->rank >= field->rank;
    for (unsigned k = 0; fits && k < field->rank; k++)
        fits = npy->shape[npy->rank - field->rank + k] == field->shape[k];
    if (!fits)
        return wrong_file(v, file, declared, "its last axes must be those of an element");
    int code = npy->fortran ? make_row_major(npy, v) : 0;
    npy->fortran = false;
    npy->rank -= field->rank;
    v->elem = *wanted;
    return code;
}

/* "f32x3" and the extents. */
static int make_type(Value *v, const char *element) {
    size_t cap = strlen(element) + 3 + (size_t)v->rank * 21;
    v->type = malloc(cap);
    if (!v->type)
        return no_memory();
    size_t len = (size_t)snprintf(v->type, cap, "%s", element);
    for (unsigned k = 0; k < v->rank; k++)
        len += (size_t)snprintf(v->type + len, cap - len, "%c%" PRId64, k ? ',' : '[', v->shape[k]);
    if (v->rank)
        snprintf(v->type + len, cap - len, "]");
    return 0;
}

/* What a file's elements are for the program: its struct or vector, else what the file says. */
static int take_elements(Npy *npy, Value *v, const char *file, frit_type declared, bool *declares) {
    Elem wanted;
    *declares =
        elem_from_type(declared, &wanted) && (wanted.is_struct || wanted.fields[0].rank > 0);
    if (*declares && !wanted.is_struct)
        return take_inner_axes(npy, &wanted, v, file, declared);
    if (*declares && !elem_same(&wanted, &npy->elem))
        return wrong_file(v, file, declared, "its fields are others");
    if (!*declares && npy->elem.is_struct)
        return wrong_file(v, file, declared, "its elements are structs");
    return 0;
}

static int read_array(const char *file, frit_type declared, Value *v) {
    size_t len = 0;
    int code = read_file(file, &v->memory, &len);
    if (code)
        return code;
    Npy npy;
    char message[NPY_MESSAGE];
    if (!npy_read((unsigned char *)v->memory, len, &npy, message))
        return fail_file(file, message);
    /* Elements begin where the memory does, which is aligned for every type. */
    memmove(v->memory, v->memory + npy.start, (size_t)npy.size);
    v->data = v->memory;
    v->elem = npy.elem;
    bool declares;
    code = take_elements(&npy, v, file, declared, &declares);
    if (code)
        return code;
    v->rank = npy.rank;
    memcpy(v->shape, npy.shape, sizeof v->shape);
    set_strides(v, npy.fortran);
    if (!declares)
        return make_type(v, npy.elem.fields[0].scalar.info.name);
    char *element = type_text(frit_type_element(declared));
    code = element ? make_type(v, element) : no_memory();
    free(element);
    return code;
}

static int read_input(Run *r, uint32_t k) {
    Value *v = &r->in[k];
    v->name = frit_var_name(r->module, r->program, k);
    frit_type declared = frit_var_type(r->module, r->program, k);
    const char *given = NULL;
    int code = 0;
    for (uint32_t a = 0; a < r->tool->args.in_count && !code; a++) {
        const char *value = value_for(r->tool->args.ins[a], v->name);
        if (value && given)
            code = tool_usage(r->tool, "--in %s is given twice", v->name);
        given = value ? value : given;
    }
    if (!code && !given) {
        char *type = type_text(declared);
        code = tool_usage(r->tool, "the input %s%s%s is missing: --in %s=FILE.npy or a number",
                          v->name, type && type[0] ? ": " : "", type ? type : "", v->name);
        free(type);
    } else if (!code) {
        code = is_literal(given) ? read_literal(r, given, declared, v)
                                 : read_array(given, declared, v);
    }
    return code;
}

/* Every --in and --out must be of something. */
static int check_names(const Run *r) {
    const Args *args = &r->tool->args;
    for (uint32_t a = 0; a < args->in_count + args->out_count; a++) {
        bool is_in = a < args->in_count;
        const char *text = is_in ? args->ins[a] : args->outs[a - args->in_count];
        bool known = false;
        for (uint32_t k = 0; k < (is_in ? r->n_in : r->n_out); k++) {
            frit_var var = is_in ? k : frit_program_output(r->module, r->program, k);
            known |= value_for(text, frit_var_name(r->module, r->program, var)) != NULL;
        }
        if (!strchr(text, '='))
            return tool_usage(r->tool, "--%s wants NAME=%s, not %s", is_in ? "in" : "out",
                              is_in ? "FILE or NAME=NUMBER" : "FILE", text);
        if (!known)
            return tool_usage(r->tool, "program %s has no %s called %.*s",
                              frit_program_name(r->module, r->program), is_in ? "input" : "output",
                              (int)strcspn(text, "="), text);
    }
    return 0;
}

/* -------------------------------------------------------------------------------------- outputs */

static int prepare_outputs(Run *r) {
    for (uint32_t k = 0; k < r->n_out; k++) {
        Value *v = &r->out[k];
        v->name =
            frit_var_name(r->module, r->program, frit_program_output(r->module, r->program, k));
        frit_var var = frit_program_output(r->typed, r->typed_program, k);
        frit_type type = frit_var_type(r->typed, r->typed_program, var);
        v->type = type_text(type);
        v->element = type_text(frit_type_element(type));
        if (!v->type || !v->element)
            return no_memory();
        if (!elem_from_type(type, &v->elem)) {
            fprintf(stderr, "%s: the output %s is of type %s, which no .npy file can hold\n",
                    r->tool->args.file, v->name, v->type);
            return EXIT_PROGRAM;
        }
        for (uint32_t a = 0; a < r->tool->args.out_count; a++) {
            const char *file = value_for(r->tool->args.outs[a], v->name);
            if (file && v->file)
                return tool_usage(r->tool, "--out %s is given twice", v->name);
            v->file = file ? file : v->file;
        }
    }
    return 0;
}

static bool write_value(FILE *to, const Value *v) {
    uint64_t size = v->elem.size;
    for (unsigned k = 0; k < v->rank; k++)
        size *= (uint64_t)v->shape[k];
    return npy_write_header(to, &v->elem, v->rank, v->shape) &&
           fwrite(v->data, 1, (size_t)size, to) == size && fflush(to) == 0;
}

/* A pipe or a device is written to as it is; a file is written beside its place first. */
static bool is_plain_file(const char *name) {
    struct stat info;
    return stat(name, &info) != 0 || S_ISREG(info.st_mode);
}

static int write_output(Value *v) {
    if (strcmp(v->file, "-") == 0)
        return write_value(stdout, v) ? 0 : fail_file("standard output", strerror(errno));
    const char *name = v->file;
    if (is_plain_file(v->file)) {
        size_t len = strlen(v->file) + 32;
        char *temporary = malloc(len);
        if (!temporary)
            return no_memory();
        snprintf(temporary, len, "%s.%ld.tmp", v->file, (long)getpid());
        name = temporary;
        v->temporary = temporary;
    }
    FILE *file = fopen(name, v->temporary ? "wbx" : "wb");
    if (!file) {
        int code = fail_file(v->file, strerror(errno));
        free(v->temporary);
        v->temporary = NULL; /* not ours to remove */
        return code;
    }
    bool ok = write_value(file, v);
    int why = errno;
    if (fclose(file) != 0 && ok) {
        ok = false;
        why = errno;
    }
    return ok ? 0 : fail_file(v->file, strerror(why));
}

/* All of them are written before the first takes its place. */
static int write_outputs(Run *r) {
    int code = 0;
    for (uint32_t k = 0; k < r->n_out && !code; k++)
        code = r->out[k].file ? write_output(&r->out[k]) : 0;
    for (uint32_t k = 0; k < r->n_out && !code; k++) {
        Value *v = &r->out[k];
        if (v->temporary && rename(v->temporary, v->file) != 0)
            code = fail_file(v->file, strerror(errno));
        else
            free(v->temporary), v->temporary = NULL;
    }
    if (!code && (r->tool->args.print || r->tool->args.out_count == 0)) {
        for (uint32_t k = 0; k < r->n_out; k++) {
            const Value *v = &r->out[k];
            show_array(stdout, v->name, v->element, &v->elem, v->rank, v->shape, v->data);
        }
    }
    return code;
}

/* ---------------------------------------------------------------------------------- the command */

static int read_module(Run *r) {
    int code = tool_load(r->tool, &r->module);
    if (code)
        return code;
    const char *name = r->tool->args.program;
    r->program =
        name ? frit_module_find(r->module, name) : frit_module_program_count(r->module) - 1;
    if (r->program == FRIT_NO_PROGRAM)
        return name ? tool_usage(r->tool, "there is no program called %s", name)
                    : tool_usage(r->tool, "the file has no program");
    r->n_in = frit_program_input_count(r->module, r->program);
    r->n_out = frit_program_output_count(r->module, r->program);
    r->in = calloc((size_t)r->n_in + 1, sizeof *r->in);
    r->out = calloc((size_t)r->n_out + 1, sizeof *r->out);
    r->in_tensors = calloc((size_t)r->n_in + 1, sizeof *r->in_tensors);
    r->out_tensors = calloc((size_t)r->n_out + 1, sizeof *r->out_tensors);
    if (!r->in || !r->out || !r->in_tensors || !r->out_tensors)
        return no_memory();
    return check_names(r);
}

static int infer(Run *r) {
    const char **types = calloc((size_t)r->n_in + 1, sizeof *types);
    if (!types)
        return no_memory();
    int code = 0;
    for (uint32_t k = 0; k < r->n_in && !code; k++) {
        Value *v = &r->in[k];
        code = read_input(r, k);
        types[k] = v->type;
        r->in_tensors[k] = (frit_tensor){v->data, v->shape, v->rank ? v->strides : NULL};
    }
    frit_error error;
    if (!code && frit_module_infer(r->module, frit_program_name(r->module, r->program), types,
                                   r->n_in, &r->tool->args.infer, &r->typed, &error))
        code = tool_error(r->tool, &error);
    if (!code)
        r->typed_program = frit_module_program_count(r->typed) - 1;
    free(types);
    return code;
}

int command_run(Tool *tool) {
    Run r = {.tool = tool};
    int code = read_module(&r);
    if (!code)
        code = infer(&r);
    if (!code)
        code = prepare_outputs(&r);
    if (!code)
        code = make_call(&r);
    if (!code)
        code = make_outputs(&r);
    if (!code)
        code = run_once(&r);
    if (!code && tool->args.time)
        code = time_runs(&r);
    if (!code)
        code = write_outputs(&r);
    frit_call_free(r.call);
    frit_plan_free(r.plan);
    for (uint32_t k = 0; r.in && k < r.n_in; k++)
        value_free(&r.in[k]);
    for (uint32_t k = 0; r.out && k < r.n_out; k++)
        value_free(&r.out[k]);
    free(r.in);
    free(r.out);
    free(r.in_tensors);
    free(r.out_tensors);
    frit_module_free(r.typed);
    frit_module_free(r.module);
    return code;
}
