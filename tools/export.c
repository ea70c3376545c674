/* frit export: a program as C that needs no frit. */
#include "table.h"

static int write_texts(Tool *tool, const frit_text *source, const frit_text *header) {
    const char *output = tool->args.output;
    int code = tool_write(tool, source);
    if (code || !tool->args.header)
        return code;
    tool->args.output = tool->args.header;
    code = tool_write(tool, header);
    tool->args.output = output;
    return code;
}

static int export_typed(Tool *tool, const frit_module *typed) {
    frit_export_options options = {FRIT_SIZED(frit_export_options),
                                   .function_name = tool->args.name, .openmp = tool->args.openmp};
    frit_plan *plan = NULL;
    frit_text source, header;
    frit_error error;
    if (frit_plan_new(tool->context, typed, NULL, NULL, &plan, &error))
        return tool_error(tool, &error);
    int code = 0;
    if (frit_export(plan, &options, &source, &header, &error)) {
        code = tool_error(tool, &error);
    } else {
        code = write_texts(tool, &source, &header);
        frit_text_free(tool->context, &source);
        frit_text_free(tool->context, &header);
    }
    frit_plan_free(plan);
    return code;
}

int command_export(Tool *tool) {
    frit_module *module = NULL, *typed = NULL;
    int code = tool_load(tool, &module);
    if (code == 0)
        code = tool_infer(tool, module, &typed);
    if (code == 0)
        code = export_typed(tool, typed);
    frit_module_free(typed);
    frit_module_free(module);
    return code;
}
