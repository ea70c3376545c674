/* frit ops: the op table as text, JSON lines, or the reference in docs/ir.md. */
#include <string.h>

#include "table.h"

static void print_attrs(uint32_t op, const char *before, const char *optional) {
    frit_attr_info attr;
    for (uint32_t k = 0; frit_op_attr(op, k, &attr); k++)
        printf("%s%s: %s%s", k ? ", " : before, attr.name, attr.kind,
               attr.required ? "" : optional);
}

/* "bool int float complex", in short. */
static void print_types(const frit_op_info *info) {
    const char *const names[] = {"bool", "int", "float", "complex"};
    const bool takes[] = {info->takes_bool, info->takes_int, info->takes_float,
                          info->takes_complex};
    const char *space = "";
    if (takes[0] && takes[1] && takes[2] && takes[3]) {
        fputs("any", stdout);
        return;
    }
    for (int i = 0; i < 4; i++)
        if (takes[i]) {
            printf("%s%s", space, names[i]);
            space = " ";
        }
}

/* "x, y" or "x, i, ..." */
static void print_operands(const frit_op_info *info) {
    for (const char *c = info->operands; *c; c++)
        fputs(*c == ' ' ? ", " : (char[]){*c, '\0'}, stdout);
    if (info->variadic)
        fputs(", ...", stdout);
}

static void print_plain(uint32_t op, const frit_op_info *info) {
    printf("%s(", info->name);
    print_operands(info);
    print_attrs(op, *info->operands ? "; " : "", "?");
    printf(")\n    %s%s\n    takes ", info->doc, info->composite ? " (composite)" : "");
    print_types(info);
    putchar('\n');
}

static void print_json(uint32_t op, const frit_op_info *info) {
    printf("{\"name\": \"%s\", \"family\": \"%s\", \"operands\": \"%s\", \"variadic\": %s, "
           "\"composite\": %s, \"types\": \"",
           info->name, info->family, info->operands, info->variadic ? "true" : "false",
           info->composite ? "true" : "false");
    print_types(info);
    printf("\", \"doc\": \"%s\", \"attrs\": [", info->doc);
    frit_attr_info attr;
    for (uint32_t k = 0; frit_op_attr(op, k, &attr); k++)
        printf("%s{\"name\": \"%s\", \"kind\": \"%s\", \"required\": %s}", k ? ", " : "", attr.name,
               attr.kind, attr.required ? "true" : "false");
    puts("]}");
}

/* A `|` would end the cell of a table. */
static void print_cell(const char *text) {
    for (; *text; text++)
        fputs(*text == '|' ? "\\|" : (char[]){*text, '\0'}, stdout);
}

static void print_markdown_row(uint32_t op, const frit_op_info *info) {
    frit_attr_info attr;
    printf("| `%s(", info->name);
    print_operands(info);
    fputs(")` | ", stdout);
    for (uint32_t k = 0; frit_op_attr(op, k, &attr); k++) {
        printf("%s`%s%s`: ", k ? ", " : "", attr.name, attr.required ? "" : "?");
        print_cell(attr.kind);
    }
    fputs(" | ", stdout);
    print_types(info);
    fputs(" | ", stdout);
    print_cell(info->doc);
    if (info->alias)
        printf("; also called `%s`", info->alias);
    puts(info->composite ? " *(composite)* |" : " |");
}

static void print_markdown(void) {
    frit_op_info info;
    const char *family = "";
    for (uint32_t i = 0; frit_op_describe(i, &info); i++) {
        bool fresh = true;
        for (uint32_t k = 0; k < i; k++) {
            frit_op_info before;
            frit_op_describe(k, &before);
            fresh &= strcmp(before.family, info.family) != 0;
        }
        if (!fresh) /* printed with the first op of its family */
            continue;
        family = info.family;
        printf("\n### %s\n\n| op | attributes | takes | meaning |\n|---|---|---|---|\n", family);
        for (uint32_t k = i; frit_op_describe(k, &info); k++)
            if (strcmp(info.family, family) == 0)
                print_markdown_row(k, &info);
    }
}

int command_ops(Tool *tool) {
    frit_op_info info;
    bool found = false;
    Nearest nearest = nearest_to(tool->args.file ? tool->args.file : "");
    if (tool->args.markdown) {
        print_markdown();
        return EXIT_GOOD;
    }
    for (uint32_t op = 0; frit_op_describe(op, &info); op++) {
        nearest_look(&nearest, info.name);
        if (tool->args.file && strcmp(tool->args.file, info.name) != 0 &&
            !(info.alias && strcmp(tool->args.file, info.alias) == 0))
            continue;
        found = true;
        if (tool->args.json)
            print_json(op, &info);
        else
            print_plain(op, &info);
    }
    return found             ? EXIT_GOOD
           : nearest.name[0] ? tool_usage(tool, "there is no op called %s; did you mean %s?",
                                          tool->args.file, nearest.name)
                             : tool_usage(tool, "there is no op called %s", tool->args.file);
}
