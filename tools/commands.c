/* The subcommands that work on a module. */
#include <stdlib.h>
#include <string.h>

#include "table.h"

static bool has_comment(const Tool *tool) {
    bool quoted = false;
    for (size_t i = 0; i < tool->source_len; i++) {
        char c = tool->source[i];
        if (c == '\\' && quoted)
            i++;
        else if (c == '"')
            quoted = !quoted;
        else if (c == '#' && !quoted)
            return true;
    }
    return false;
}

int command_fmt(Tool *tool) {
    frit_module *module = NULL;
    frit_text text = {NULL, 0, 0};
    frit_error error;
    int code = tool_load(tool, &module);
    if (code)
        return code;
    if (tool->args.write &&
        (tool->was_binary || tool->args.output || strcmp(tool->args.file, "-") == 0)) {
        code = tool_usage(tool, "--write is for a file of text, without -o");
    } else if (tool->args.write && has_comment(tool) && !tool->args.drop_comments) {
        code = tool_usage(
            tool,
            "the file has comments, which --write would lose; --drop-comments if you mean it");
    } else if (tool->args.binary ? frit_module_encode(module, &text, &error)
                                 : frit_module_print(module, &text, &error)) {
        code = tool_error(tool, &error);
    } else if (tool->args.check) {
        bool same = text.len == tool->source_len && memcmp(text.data, tool->source, text.len) == 0;
        if (!same)
            fprintf(stderr, "%s: not in canonical form\n", tool->args.file);
        code = same ? EXIT_GOOD : EXIT_PROGRAM;
    } else {
        if (tool->args.write)
            tool->args.output = tool->args.file;
        code = tool_write(tool, &text);
    }
    frit_text_free(tool->context, &text);
    frit_module_free(module);
    return code;
}

static int check_at(Tool *tool, const frit_module *module, frit_check_stage stage) {
    frit_error error;
    return frit_module_check(module, stage, &error) ? tool_error(tool, &error) : 0;
}

int command_check(Tool *tool) {
    frit_module *module = NULL, *typed = NULL;
    int stage = 1;
    if (tool->args.stage && !option_choose(tool, "--stage", tool->args.stage, &stage))
        return EXIT_USAGE;
    int code = tool_load(tool, &module);
    if (code)
        return code;
    code = check_at(tool, module, FRIT_CHECK_BUILT);
    bool anything = tool->args.program || frit_module_program_count(module) > 0;
    if (code == 0 && stage > 0 && anything)
        code = tool_infer(tool, module, &typed);
    if (code == 0 && typed)
        code = check_at(tool, typed, (frit_check_stage)stage);
    frit_module_free(typed);
    frit_module_free(module);
    return code;
}

static int dump_one(Tool *tool, const frit_module *module, uint32_t program) {
    frit_text text;
    frit_error error;
    if (frit_program_dump(module, program, &text, &error))
        return tool_error(tool, &error);
    int code = tool_write(tool, &text);
    frit_text_free(tool->context, &text);
    return code;
}

int command_dump(Tool *tool) {
    frit_module *module = NULL, *typed = NULL;
    int code = tool_load(tool, &module);
    if (code == 0 && tool->args.typed)
        code = tool_infer(tool, module, &typed);
    const frit_module *shown = typed ? typed : module;
    uint32_t first = 0, count = code == 0 ? frit_module_program_count(shown) : 0;
    if (code == 0 && tool->args.program) {
        first = frit_module_find(shown, tool->args.program);
        if (first == FRIT_NO_PROGRAM)
            code = tool_usage(tool, "there is no program called %s", tool->args.program);
        count = first + 1;
    }
    for (uint32_t i = first; code == 0 && i < count; i++) {
        if (i > first)
            putchar('\n');
        code = dump_one(tool, shown, i);
    }
    frit_module_free(typed);
    frit_module_free(module);
    return code;
}

int command_infer(Tool *tool) {
    frit_module *module = NULL, *typed = NULL;
    int code = tool_load(tool, &module);
    if (code == 0)
        code = tool_infer(tool, module, &typed);
    if (code == 0)
        code = tool_print_module(tool, typed, stdout);
    frit_module_free(typed);
    frit_module_free(module);
    return code;
}

/* Is `name` in a list like "fold,cse" (or "all")? */
static bool listed(const char *list, const char *name) {
    size_t len = strlen(name);
    if (!list)
        return false;
    if (strcmp(list, "all") == 0)
        return true;
    for (const char *at = list; at; at = strchr(at, ',') ? strchr(at, ',') + 1 : NULL)
        if (strncmp(at, name, len) == 0 && (at[len] == ',' || at[len] == '\0'))
            return true;
    return false;
}

static bool print_after(void *user, const char *pass, const frit_module *module) {
    const Tool *tool = user;
    if (!listed(tool->args.print_after, pass))
        return true;
    printf("# after %s\n", pass);
    bool ok = tool_print_module(tool, module, stdout) == 0;
    putchar('\n');
    return ok;
}

/* Every name in --print-after must be a pass, so that a slip does not print nothing in silence. */
static int check_pass_list(const Tool *tool, const char *list) {
    while (list && *list && strcmp(list, "all") != 0) {
        size_t len = strcspn(list, ",");
        char name[64];
        int which;
        snprintf(name, sizeof name, "%.*s", (int)len, list);
        if (!option_choose(tool, "--print-after", name, &which))
            return EXIT_USAGE;
        list += len + (list[len] == ',');
    }
    return 0;
}

static int optimize(Tool *tool, frit_module *typed, const char *passes) {
    frit_opt_options options = {FRIT_SIZED(frit_opt_options), .numerics = tool->args.numerics,
                                .check = true, .after_pass = print_after, .user = tool};
    frit_error error;
    return frit_module_optimize(typed, passes, &options, &error) ? tool_error(tool, &error) : 0;
}

int command_opt(Tool *tool) {
    frit_module *module = NULL, *typed = NULL;
    int code = check_pass_list(tool, tool->args.print_after);
    if (code == 0)
        code = tool_load(tool, &module);
    if (code == 0)
        code = tool_infer(tool, module, &typed);
    if (code == 0)
        code = optimize(tool, typed, tool->args.passes);
    if (code == 0)
        code = tool_print_module(tool, typed, stdout);
    frit_module_free(typed);
    frit_module_free(module);
    return code;
}

int command_emit(Tool *tool) {
    frit_module *module = NULL, *typed = NULL;
    frit_emit_options options = {FRIT_SIZED(frit_emit_options),
                                 .dialect = tool->args.dialect ? tool->args.dialect : "c",
                                 .function_name = tool->args.name};
    frit_text text;
    frit_error error;
    int which;
    if (tool->args.dialect && !option_choose(tool, "--dialect", tool->args.dialect, &which))
        return EXIT_USAGE;
    int code = tool_load(tool, &module);
    if (code == 0)
        code = tool_infer(tool, module, &typed);
    if (code == 0)
        code = optimize(tool, typed, tool->args.passes ? tool->args.passes : "expand");
    if (code == 0 && frit_module_emit(typed, NULL, &options, &text, &error))
        code = tool_error(tool, &error);
    else if (code == 0) {
        code = tool_write(tool, &text);
        frit_text_free(tool->context, &text);
    }
    frit_module_free(typed);
    frit_module_free(module);
    return code;
}
