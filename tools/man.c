/* frit man: the manual page, from the table that --help prints. */
#include <string.h>

#include "table.h"

/* A letter as roff has to see it: minus signs stay minus signs, and nothing becomes a request. */
static void put(int c, FILE *to) {
    if (c == '\\')
        fputs("\\e", to);
    else if (c == '-')
        fputs("\\-", to);
    else if (c == '\'')
        fputs("\\(aq", to);
    else if (c == '`')
        fputs("\\(ga", to);
    else if (c == '~')
        fputs("\\(ti", to);
    else if (c == '^')
        fputs("\\(ha", to);
    else
        fputc(c, to);
}

static void put_text(const char *text, size_t len) {
    for (size_t i = 0; i < len; i++)
        put((unsigned char)text[i], stdout);
}

/* A line that might begin with a dot is kept from being a request. */
static void put_line(const char *text, size_t len) {
    fputs("\\&", stdout);
    put_text(text, len);
    putchar('\n');
}

static void put_items(const char *at) {
    HelpItem item;
    while (help_next(&at, &item)) {
        if (item.term) {
            fputs(".TP\n.B ", stdout);
            put_line(item.term, item.term_len);
        } else {
            puts(".PP");
        }
        fputs("\\&", stdout);
        help_print_text(&item, stdout, put);
        putchar('\n');
    }
}

static void put_command(const CommandInfo *command) {
    printf(".SS \"frit %s\"\n", command->name);
    printf(".B frit %s\n", command->name);
    put_line("[OPTIONS] ", strlen(*command->usage ? "[OPTIONS] " : "[OPTIONS]"));
    if (*command->usage)
        put_line(command->usage, strlen(command->usage));
    puts(".PP");
    put_line(command->doc, strlen(command->doc));
    put_items(command->options);
    if (command->run != command_opt)
        return;
    puts(".PP\nThe passes, in the order in which they run:");
    for (uint32_t i = 0; frit_pass_name(i); i++) {
        printf(".TP\n.B %s\n", frit_pass_name(i));
        put_line(frit_pass_doc(i), strlen(frit_pass_doc(i)));
    }
}

int command_man(Tool *tool) {
    const CommandInfo *command;
    if (tool->args.file)
        return tool_usage(tool, "the page has everything; man takes no %s", tool->args.file);
    printf(
        ".\\\" Made by `frit man` from the table that `frit --help` prints.\n"
        ".TH FRIT 1 \"\" \"frit %s\" \"User Commands\"\n"
        ".SH NAME\nfrit \\- fuses array programs\n"
        ".SH SYNOPSIS\n.B frit\n.I COMMAND\n[OPTIONS] [FILE]\n"
        ".SH DESCRIPTION\n"
        "frit takes array programs, works out their types and shapes, rewrites them, plans which\n"
        "steps become one kernel, and runs the kernels. FILE is a module as text or binary;\n"
        ".B \\-\nis standard input.\n"
        ".SH COMMANDS\n",
        frit_version());
    for (unsigned i = 0; (command = tool_command(i)); i++)
        put_command(command);
    puts(".SH \"EXIT STATUS\"\n.TP\n.B 0\ngood\n.TP\n.B 1\nthe program is wrong\n.TP\n.B 2\n"
         "the command line is wrong\n.TP\n.B 3\na file cannot be read or written\n.TP\n.B 4\n"
         "out of memory\n"
         ".SH ENVIRONMENT\n"
         ".TP\n.B FRIT_LLVM\nthe LLVM that compiles kernels: a file, or none\n"
         ".TP\n.B FRIT_COMPILE\nwhen kernels are compiled, as \\-\\-compile has it\n"
         ".TP\n.B FRIT_CACHE_DIR\nwhere compiled kernels are kept\n"
         ".TP\n.B FRIT_CACHE_PACK\nkernels that came with a program");
    return EXIT_GOOD;
}
