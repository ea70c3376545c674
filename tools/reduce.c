/* frit reduce: a small program that gives other bits fused than unfused, if this one does. */
#include "tool.h"

int command_reduce(Tool *tool) {
    frit_module *module, *typed, *small = NULL;
    frit_error error;
    int code = tool_load(tool, &module);
    if (code)
        return code;
    code = tool_infer(tool, module, &typed);
    frit_module_free(module);
    if (code)
        return code;
    if (frit_module_reduce(tool->context, typed, NULL, &small, &error) != FRIT_OK)
        code = tool_error(tool, &error);
    else if (small)
        code = tool_print_module(tool, small, stdout) ? EXIT_FILES : EXIT_PROGRAM;
    else
        printf("fused and unfused give the same bits on every input that was tried\n");
    frit_module_free(small);
    frit_module_free(typed);
    return code;
}
