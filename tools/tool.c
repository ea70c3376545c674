#include "table.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* ---- messages */

/* The text of line number `line`, without its end. */
static const char *find_line(const Tool *tool, uint32_t line, size_t *len) {
    const char *at = tool->source, *end = tool->source + tool->source_len;
    for (; line > 1 && at < end; at++)
        line -= *at == '\n';
    *len = 0;
    while (at + *len < end && at[*len] != '\n' && at[*len] != '\r')
        ++*len;
    return line > 1 ? NULL : at;
}

static void print_caret(const Tool *tool, const frit_error *error) {
    size_t len;
    const char *text = find_line(tool, error->line, &len);
    if (!text || len > 2000)
        return;
    int width = snprintf(NULL, 0, "%u", error->line);
    fprintf(stderr, " %*s |\n %u | %.*s\n %*s | ", width, "", error->line, (int)len, text, width,
            "");
    for (uint32_t i = 1; i < error->column && i <= len; i++) /* tabs keep the caret in its column */
        if ((text[i - 1] & 0xc0) != 0x80) /* a letter of several bytes takes one place */
            fputc(text[i - 1] == '\t' ? '\t' : ' ', stderr);
    fputs("^\n", stderr);
}

int tool_error(const Tool *tool, const frit_error *error) {
    const char *file = tool->args.file ? tool->args.file : "";
    if (error->line)
        fprintf(stderr, "%s:%u:%u: ", file, error->line, error->column);
    else if (*file)
        fprintf(stderr, "%s: ", file);
    fprintf(stderr, "%s error: %s\n", frit_status_name(error->status), error->message);
    if (error->place[0])
        fprintf(stderr, "  in %s\n", error->place);
    if (error->line && tool->source)
        print_caret(tool, error);
    /* A wrong argument of a call is one of the command line: the name of a pass or dialect. */
    return error->status == FRIT_ERR_NOMEM      ? EXIT_MEMORY
           : error->status == FRIT_ERR_ARGUMENT ? EXIT_USAGE
                                                : EXIT_PROGRAM;
}

int tool_usage(const Tool *tool, const char *format, ...) {
    va_list args;
    fprintf(stderr, "frit %s: ", tool->args.command);
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fprintf(stderr, "\ntry: frit %s --help\n", tool->args.command);
    return EXIT_USAGE;
}

/* ---- files */

/* Files that are taken for programs, and what was meant. %s is the file, which is named first. */
static const struct {
    const char *ending, *advice;
} other_kinds[] = {
    {".slang", "has functions in the Slang-style language, not programs\n"
               "look at them: frit module list %s\n"
               "a call of F as a program: frit module ir %s F ARG... | frit run - --in ...\n"
               "from Python: frit.load_module(\"%s\")"},
    {".py",
     "is Python, not a program of frit\nrun it: python %s (and see @frit.fuse in docs/python.md)"},
    {".ipynb", "is a notebook, not a program of frit\nopen it with Jupyter; see docs/python.md"},
    {".npy", "is an array, not a program\ngive it to a program: frit run PROGRAM --in NAME=%s"},
    {".npz",
     "has several arrays, not a program\nkeep each as .npy: frit run PROGRAM --in NAME=x.npy"},
    {".m", "is MATLAB, which frit does not read\nwrite its steps in Python (docs/python.md) or as "
           "a program "
           "(docs/ir.md)"},
    {".c", "is C, which frit writes (frit emit) and does not read"},
    {".cu", "is CUDA, which frit writes (frit emit --dialect=cuda) and does not read"},
    {".metal", "is Metal, which frit writes (frit emit --dialect=metal) and does not read"},
    {".cl", "is OpenCL, which frit writes (frit emit --dialect=opencl) and does not read"},
};

/* Says what a file is that is no program; false where it may be one. */
static bool explain_kind(const Tool *tool) {
    const char *name = tool->args.file;
    size_t len = strlen(name);
    bool array = tool->source_len > 6 && memcmp(tool->source, "\x93NUMPY", 6) == 0;
    for (size_t i = 0; i < sizeof other_kinds / sizeof *other_kinds; i++) {
        const char *ending = other_kinds[i].ending;
        size_t n = strlen(ending);
        if (array ? strcmp(ending, ".npy") != 0 : len <= n || strcmp(name + len - n, ending) != 0)
            continue;
        fprintf(stderr, "%s ", name);
        for (const char *at = other_kinds[i].advice; *at; at++)
            if (at[0] == '%' && at[1] == 's')
                fputs(name, stderr), at++;
            else
                fputc(*at, stderr);
        fputc('\n', stderr);
        return true;
    }
    return false;
}

static int fail_file(const char *name) {
    fprintf(stderr, "%s: %s\n", name, strerror(errno));
    return errno == ENOMEM ? EXIT_MEMORY : EXIT_FILES;
}

/* A file to be read: the slip may be in its name. */
static int fail_open(const char *name) {
    bool missing = errno == ENOENT;
    fprintf(stderr, "%s: %s", name, strerror(errno));
    if (missing) {
        Nearest nearest = nearest_file(name);
        nearest_print(&nearest, stderr);
    }
    fputc('\n', stderr);
    return EXIT_FILES;
}

int tool_flush(int code) {
    bool ok = fflush(stdout) == 0 && !ferror(stdout);
    return ok || code == EXIT_FILES ? code : fail_file("standard output");
}

int tool_read_all(FILE *from, const char *name, char **out, size_t *len) {
    size_t cap = 0;
    *out = NULL;
    *len = 0;
    for (;;) {
        if (*len == cap) {
            cap = cap ? cap * 2 : 65536;
            char *bigger = realloc(*out, cap);
            if (!bigger)
                return fail_file(name);
            *out = bigger;
        }
        size_t n = fread(*out + *len, 1, cap - *len, from);
        *len += n;
        if (n == 0)
            return ferror(from) ? fail_file(name) : 0;
    }
}

int tool_load(Tool *tool, frit_module **out) {
    const char *name = tool->args.file;
    frit_error error;
    if (!name)
        return tool_usage(tool, "no file was named (- is standard input)");
    FILE *file = strcmp(name, "-") == 0 ? stdin : fopen(name, "rb");
    if (!file)
        return fail_open(name);
    int code = tool_read_all(file, name, &tool->source, &tool->source_len);
    if (file != stdin)
        fclose(file);
    if (code)
        return code;
    /* Text never starts with this byte, encoded modules always do. */
    tool->was_binary = tool->source_len > 0 && (unsigned char)tool->source[0] == 0x8e;
    frit_status status =
        tool->was_binary
            ? frit_module_decode(tool->context, tool->source, tool->source_len, out, &error)
            : frit_module_parse(tool->context, tool->source, tool->source_len, out, &error);
    if (status && status != FRIT_ERR_NOMEM && explain_kind(tool))
        return EXIT_USAGE;
    return status ? tool_error(tool, &error) : 0;
}

int tool_write(const Tool *tool, const frit_text *text) {
    const char *name = tool->args.output ? tool->args.output : "standard output";
    FILE *file = tool->args.output ? fopen(name, "wb") : stdout;
    if (!file)
        return fail_file(name);
    bool ok = fwrite(text->data, 1, text->len, file) == text->len && fflush(file) == 0;
    if (file != stdout && fclose(file) != 0)
        ok = false;
    return ok ? 0 : fail_file(name);
}

int tool_print_module(const Tool *tool, const frit_module *module, FILE *to) {
    frit_text text;
    frit_error error;
    if (frit_module_print(module, &text, &error))
        return tool_error(tool, &error);
    bool ok = fwrite(text.data, 1, text.len, to) == text.len;
    frit_text_free(tool->context, &text);
    return ok ? 0 : fail_file("standard output");
}

/* ---- types */

/* Sorts NAME=TYPE arguments into the order of the program's inputs. */
static int order_inputs(Tool *tool, const frit_module *module, uint32_t program,
                        const char **types) {
    for (uint32_t k = 0; k < tool->args.input_count; k++) {
        const char *text = tool->args.inputs[k], *equals = strchr(text, '=');
        uint32_t count = frit_program_input_count(module, program), slot = 0;
        if (!equals)
            return tool_usage(tool, "--input wants NAME=TYPE, not %s", text);
        while (slot < count &&
               (strlen(frit_var_name(module, program, slot)) != (size_t)(equals - text) ||
                strncmp(frit_var_name(module, program, slot), text, (size_t)(equals - text)) != 0))
            slot++;
        if (slot == count)
            return tool_usage(tool, "program %s has no input called %.*s",
                              frit_program_name(module, program), (int)(equals - text), text);
        types[slot] = equals + 1;
    }
    return 0;
}

int tool_infer(Tool *tool, const frit_module *module, frit_module **out) {
    uint32_t program = tool->args.program ? frit_module_find(module, tool->args.program)
                                          : frit_module_program_count(module) - 1;
    if (program == FRIT_NO_PROGRAM)
        return tool->args.program
                   ? tool_usage(tool, "there is no program called %s", tool->args.program)
                   : tool_usage(tool, "the file has no program");
    uint32_t count = frit_program_input_count(module, program);
    const char **types = calloc((size_t)count + 1, sizeof *types);
    if (!types)
        return fail_file(tool->args.file);
    frit_error error;
    int code = order_inputs(tool, module, program, types);
    if (code == 0 && frit_module_infer(module, frit_program_name(module, program), types, count,
                                       &tool->args.infer, out, &error))
        code = tool_error(tool, &error);
    free(types);
    return code;
}
