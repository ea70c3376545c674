/* frit explain: which steps become one kernel, what that saves, and why no more. */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <string.h>

#include "table.h"

enum { MAX_AXES = 64 };

/* An input: the names of its extents, and their sizes once they are known. */
typedef struct InputShape {
    const char *names[MAX_AXES]; /* NULL: a number */
    int64_t shape[MAX_AXES];     /* -1: not known */
    uint32_t rank;
} InputShape;

static void take_type(frit_type type, InputShape *out) {
    frit_type_info info;
    out->rank = frit_type_describe(type, &info) ? info.rank : 0;
    for (uint32_t k = 0; k < out->rank; k++) {
        frit_extent extent = frit_type_extent(type, k);
        out->names[k] = extent.name;
        out->shape[k] = extent.size;
    }
}

/* Whatever has the same name has the same size. */
static void spread(InputShape *inputs, uint32_t n, const char *name, int64_t value) {
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < inputs[i].rank; k++)
            if (inputs[i].shape[k] < 0 && inputs[i].names[k] &&
                strcmp(inputs[i].names[k], name) == 0)
                inputs[i].shape[k] = value;
}

/* The numbers of --shape x=1000,3. */
static int read_numbers(const Tool *tool, const char *text, InputShape *input, const char *option) {
    uint32_t n = 0;
    while (*text && n <= MAX_AXES) {
        char *end;
        long long value = strtoll(text, &end, 10);
        if (end == text || value < 0 || (*end && *end != ',') || (*end == ',' && !end[1]))
            return tool_usage(tool, "--shape wants NAME=SIZE,SIZE,..., not %s", option);
        if (n < input->rank)
            input->shape[n] = value;
        n++;
        text = end + (*end == ',');
    }
    if (n != input->rank)
        return tool_usage(tool, "--shape %s: the input has %u axes, not %u", option, input->rank,
                          n);
    return 0;
}

static int read_shapes(const Tool *tool, const frit_module *module, uint32_t program,
                       InputShape *inputs, uint32_t n) {
    for (uint32_t s = 0; s < tool->args.shape_count; s++) {
        const char *text = tool->args.shapes[s], *equals = strchr(text, '=');
        uint32_t i = 0;
        if (!equals)
            return tool_usage(tool, "--shape wants NAME=SIZE,SIZE,..., not %s", text);
        while (i < n &&
               (strlen(frit_var_name(module, program, i)) != (size_t)(equals - text) ||
                strncmp(frit_var_name(module, program, i), text, (size_t)(equals - text)) != 0))
            i++;
        if (i == n)
            return tool_usage(tool, "program %s has no input called %.*s",
                              frit_program_name(module, program), (int)(equals - text), text);
        int code = read_numbers(tool, equals + 1, &inputs[i], text);
        if (code)
            return code;
        for (uint32_t k = 0; k < inputs[i].rank; k++)
            if (inputs[i].names[k])
                spread(inputs, n, inputs[i].names[k], inputs[i].shape[k]);
    }
    return 0;
}

/* Whether every size is known. A size is missing only where --shape gave others. */
static int check_known(const Tool *tool, const frit_module *module, uint32_t program,
                       const InputShape *inputs, uint32_t n, bool *known) {
    *known = true;
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < inputs[i].rank; k++)
            if (inputs[i].shape[k] < 0) {
                *known = false;
                if (tool->args.shape_count)
                    return tool_usage(tool, "the size of %s is not known: --shape %s=...",
                                      inputs[i].names[k], frit_var_name(module, program, i));
            }
    return 0;
}

/* ---- what is printed */

/* Inputs as the library takes them; the caller frees. */
static frit_tensor *make_tensors(const InputShape *inputs, uint32_t n) {
    frit_tensor *tensors = calloc((size_t)n + 1, sizeof *tensors);
    for (uint32_t i = 0; tensors && i < n; i++)
        tensors[i].shape = inputs[i].shape;
    if (!tensors)
        fputs("frit: out of memory\n", stderr);
    return tensors;
}

/* The text with a last line: who compiles here, LLVM or a device's driver. Without an LLVM the report says so at each kernel. */
static int write_with_llvm(Tool *tool, const frit_text *text) {
    char path[4096], *data = NULL;
    size_t size = 0;
    unsigned major = 0;
    frit_error ignored;
    FILE *to = open_memstream(&data, &size);
    if (!to)
        return EXIT_MEMORY;
    fwrite(text->data, 1, text->len, to);
    bool host = frit_context_describe(tool->context).device.type == 0;
    if (frit_context_llvm_file(tool->context, path, sizeof path, &major, &ignored) == FRIT_OK) {
        if (host)
            fprintf(to, "LLVM %u: %s\n", major, path);
        else
            fprintf(to, "built by %s\n", path);
    }
    int code = fclose(to) ? EXIT_MEMORY : tool_write(tool, &(frit_text){.data = data, .len = size});
    free(data);
    return code;
}

static int write_report(Tool *tool, const frit_plan *plan, const frit_tensor *inputs, uint32_t n,
                        bool known) {
    static const frit_report_format formats[] = {FRIT_REPORT_TEXT,    FRIT_REPORT_JSON,
                                                 FRIT_REPORT_DOT,     FRIT_REPORT_SVG,
                                                 FRIT_REPORT_KERNELS, FRIT_REPORT_HTML};
    int format = 0;
    frit_text text;
    frit_error error;
    frit_status status;
    if (tool->args.format && !option_choose(tool, "--format", tool->args.format, &format))
        return EXIT_USAGE;
    if (tool->args.tiers)
        status =
            frit_plan_explain(tool->context, plan, inputs, n, NULL, formats[format], &text, &error);
    else
        status = frit_plan_report(plan, known ? inputs : NULL, n, formats[format], &text, &error);
    if (status)
        return tool_error(tool, &error);
    bool named = tool->args.tiers && formats[format] == FRIT_REPORT_TEXT;
    int code = named ? write_with_llvm(tool, &text) : tool_write(tool, &text);
    frit_text_free(tool->context, &text);
    return code;
}

/* Appends the code of a kernel to what there is; kernels that have none are left out unless they were
 * asked for. */
static int add_code(Tool *tool, const frit_plan *plan, uint32_t kernel, const frit_tensor *inputs,
                    uint32_t n, FILE *to) {
    frit_code_format format = tool->args.source ? tool->source_format
                              : tool->args.llvm ? FRIT_CODE_LLVM
                                                : FRIT_CODE_ASSEMBLY;
    frit_kernel_info info;
    frit_text text;
    frit_error error;
    frit_plan_kernel(plan, kernel, &info);
    frit_status status =
        frit_plan_code(tool->context, plan, kernel, inputs, n, NULL, format, &text, &error);
    if (status == FRIT_ERR_ARGUMENT && !tool->args.kernel)
        return 0;
    if (status)
        return tool_error(tool, &error);
    const char *comment = tool->args.source ? "//" : tool->args.llvm ? ";" : "#";
    fprintf(to, "%s kernel %u: %s\n", comment, kernel, info.schedule);
    fwrite(text.data, 1, text.len, to);
    frit_text_free(tool->context, &text);
    return 0;
}

static int write_code(Tool *tool, const frit_plan *plan, const frit_tensor *inputs, uint32_t n) {
    uint32_t first = 0, count = frit_plan_kernel_count(plan);
    if (tool->args.kernel) {
        char *end;
        unsigned long number = strtoul(tool->args.kernel, &end, 10);
        if (end == tool->args.kernel || *end || number >= count)
            return tool_usage(tool, "there is no kernel number %s: the plan has %u",
                              tool->args.kernel, count);
        first = (uint32_t)number;
        count = first + 1;
    }
    char *data = NULL;
    size_t size = 0;
    FILE *to = open_memstream(&data, &size);
    int code = to ? 0 : EXIT_MEMORY;
    for (uint32_t k = first; code == 0 && k < count; k++)
        code = add_code(tool, plan, k, inputs, n, to);
    if (to && fclose(to) && code == 0)
        code = EXIT_MEMORY;
    if (code == 0)
        code = tool_write(tool, &(frit_text){.data = data, .len = size});
    free(data);
    return code;
}

/* A size for every name that has none yet. */
static void make_sizes(InputShape *inputs, uint32_t n) {
    enum { SOME_SIZE = 1000 };
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < inputs[i].rank; k++)
            if (inputs[i].shape[k] < 0)
                spread(inputs, n, inputs[i].names[k], SOME_SIZE);
}

static int write_all(Tool *tool, const frit_plan *plan, InputShape *inputs, uint32_t n,
                     bool known) {
    bool code_wanted = tool->args.llvm || tool->args.assembly || tool->args.source;
    if (!known && (code_wanted || tool->args.tiers))
        make_sizes(inputs, n);
    frit_tensor *tensors = make_tensors(inputs, n);
    if (!tensors)
        return EXIT_MEMORY;
    int code = code_wanted ? write_code(tool, plan, tensors, n)
                           : write_report(tool, plan, tensors, n, known);
    free(tensors);
    return code;
}

static int explain(Tool *tool, const frit_module *typed) {
    uint32_t program = frit_module_program_count(typed) - 1;
    uint32_t n = frit_program_input_count(typed, program);
    frit_plan_options options = {FRIT_SIZED(frit_plan_options), .numerics = tool->args.numerics,
                                 .no_fusion = tool->args.no_fusion};
    frit_plan *plan = NULL;
    frit_error error;
    bool known = true;
    int code = 0;
    InputShape *inputs = calloc((size_t)n + 1, sizeof *inputs);
    if (!inputs) {
        fputs("frit: out of memory\n", stderr);
        return EXIT_MEMORY;
    }
    for (uint32_t i = 0; code == 0 && i < n; i++)
        take_type(frit_var_type(typed, program, i), &inputs[i]);
    if (code == 0)
        code = read_shapes(tool, typed, program, inputs, n);
    if (code == 0)
        code = check_known(tool, typed, program, inputs, n, &known);
    if (code == 0 && frit_plan_new(tool->context, typed, NULL, &options, &plan, &error))
        code = tool_error(tool, &error);
    if (code == 0)
        code = write_all(tool, plan, inputs, n, known);
    frit_plan_free(plan);
    free(inputs);
    return code;
}

/* The language of --source: that of --dialect, or of the device. */
static int choose_source(Tool *tool) {
    static const struct {
        const char *name;
        frit_code_format format;
    } languages[] = {{"c", FRIT_CODE_C}, {"opencl", FRIT_CODE_OPENCL}, {"cuda", FRIT_CODE_CUDA}};
    const char *asked = tool->args.dialect  ? tool->args.dialect
                        : tool->args.device ? tool->args.device
                                            : "c";
    size_t len = strcspn(asked, ":");
    tool->source_format = FRIT_CODE_C;
    for (size_t k = 0; k < sizeof languages / sizeof *languages; k++)
        if (strlen(languages[k].name) == len && memcmp(asked, languages[k].name, len) == 0) {
            tool->source_format = languages[k].format;
            return 0;
        }
    return tool->args.dialect
               ? tool_usage(tool, "kernels have source in c, opencl and cuda, not in %s", asked)
               : 0;
}

int command_explain(Tool *tool) {
    frit_module *module = NULL, *typed = NULL;
    int code = choose_source(tool);
    if (code == 0)
        code = tool_load(tool, &module);
    if (code == 0)
        code = tool_infer(tool, module, &typed);
    if (code == 0)
        code = explain(tool, typed);
    frit_module_free(typed);
    frit_module_free(module);
    return code;
}
