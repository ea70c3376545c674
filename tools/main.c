/* The frit command: reads the command line and hands it to a subcommand. */
#include <stdlib.h>
#include <string.h>

#include "script.h"
#include "table.h"

static int print_help(FILE *to) {
    const CommandInfo *command;
    fprintf(to, "frit %s: fuses array programs\n\nusage: frit COMMAND [OPTIONS] [FILE]\n\n",
            frit_version());
    for (unsigned i = 0; (command = tool_command(i)); i++)
        fprintf(to, "  %-10s %s\n", command->name, command->doc);
    fputs("\nFILE is a module as text or binary; - is standard input.\n"
          "frit COMMAND --help says more, and frit man everything; frit --version prints the "
          "version.\n"
          "\nexit codes: 0 good, 1 the program is wrong, 2 the command line is wrong,\n"
          "            3 a file cannot be read or written, 4 out of memory\n",
          to);
    return to == stdout ? EXIT_GOOD : EXIT_USAGE;
}

static int print_command_help(const CommandInfo *command) {
    printf("usage: frit %s [OPTIONS] %s\n\n%s\n\n%s", command->name, command->usage, command->doc,
           command->options);
    if (command->run == command_opt) {
        puts("\npasses:");
        for (uint32_t i = 0; frit_pass_name(i); i++)
            printf("  %-10s %s\n", frit_pass_name(i), frit_pass_doc(i));
    }
    return EXIT_GOOD;
}

/* ---- options */

/* A command takes the options that its help names, and --help. */
static bool takes_option(const CommandInfo *command, const char *arg) {
    size_t len = strcspn(arg, "=");
    if (strcmp(arg, "--help") == 0 || strcmp(arg, "-h") == 0)
        return true;
    HelpItem item;
    OptionTerm option;
    for (const char *at = command->options; help_next(&at, &item);)
        if (option_read(&item, &option) &&
            ((strlen(option.name) == len && strncmp(arg, option.name, len) == 0) ||
             (option.letter[0] && strcmp(arg, option.letter) == 0)))
            return true;
    return false;
}

/* "--name=value" or "--name value". NULL when arg is another option or the value is missing. */
static const char *value_of(char **argv, int argc, int *i, const char *name) {
    size_t len = strlen(name);
    const char *arg = argv[*i];
    if (!arg || strncmp(arg, name, len) != 0)
        return NULL;
    if (arg[len] == '=')
        return arg + len + 1;
    if (arg[len] == '\0' && *i + 1 < argc)
        return argv[++*i];
    return NULL;
}

static bool read_flag(Args *args, const char *arg) {
    const struct {
        const char *name;
        bool *to;
    } flags[] = {{"--check", &args->check},
                 {"--dump", &args->dump},
                 {"--profile", &args->profile},
                 {"--explain", &args->explain},
                 {"--write", &args->write},
                 {"--binary", &args->binary},
                 {"--typed", &args->typed},
                 {"--json", &args->json},
                 {"--fix", &args->fix},
                 {"--markdown", &args->markdown},
                 {"--verify", &args->verify},
                 {"--print", &args->print},
                 {"--time", &args->time},
                 {"--tiers", &args->tiers},
                 {"--llvm", &args->llvm},
                 {"--asm", &args->assembly},
                 {"--source", &args->source},
                 {"--help", &args->help},
                 {"-h", &args->help},
                 {"--drop-comments", &args->drop_comments},
                 {"--no-fusion", &args->no_fusion},
                 {"--openmp", &args->openmp},
                 {"--lenient", &args->lenient},
                 {"--default-f32", &args->infer.default_f32}};
    for (size_t k = 0; k < sizeof flags / sizeof *flags; k++)
        if (strcmp(arg, flags[k].name) == 0) {
            *flags[k].to = true;
            return true;
        }
    return false;
}

/* What reads an option returns 1: read; 0: not such an option; -1: wrong. */

static int read_text(Args *args, char **argv, int argc, int *i) {
    const struct {
        const char *name;
        const char **to;
    } texts[] = {{"-o", &args->output},
                 {"--output", &args->output},
                 {"--program", &args->program},
                 {"--passes", &args->passes},
                 {"--print-after", &args->print_after},
                 {"--dialect", &args->dialect},
                 {"--name", &args->name},
                 {"--header", &args->header},
                 {"--dir", &args->directory},
                 {"--only", &args->only},
                 {"--older-than", &args->older_than},
                 {"--format", &args->format},
                 {"--kernel", &args->kernel},
                 {"--device", &args->device},
                 {"--engine", &args->engine},
                 {"--isa", &args->isa},
                 {"--seed", &args->seed},
                 {"--stage", &args->stage}};
    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
        const char *value = value_of(argv, argc, i, texts[k].name);
        if (value) {
            *texts[k].to = value;
            return 1;
        }
    }
    return 0;
}

/* Options that may be given several times. */
static int read_one_more(Tool *tool, char **argv, int argc, int *i) {
    Args *args = &tool->args;
    const struct {
        const char *name;
        const char **to;
        uint32_t *count;
    } lists[] = {{"--input", args->inputs, &args->input_count},
                 {"--shape", args->shapes, &args->shape_count},
                 {"--in", args->ins, &args->in_count},
                 {"--out", args->outs, &args->out_count},
                 {"-I", args->includes, &args->include_count},
                 {"--include", args->includes, &args->include_count},
                 {"-D", args->defines, &args->define_count},
                 {"--define", args->defines, &args->define_count}};
    for (size_t k = 0; k < sizeof lists / sizeof *lists; k++) {
        const char *value = value_of(argv, argc, i, lists[k].name);
        if (!value)
            continue;
        if (*lists[k].count == MAX_INPUTS)
            return tool_usage(tool, "more than %d %s", MAX_INPUTS, lists[k].name), -1;
        lists[k].to[(*lists[k].count)++] = value;
        return 1;
    }
    return 0;
}

static int read_threads(Tool *tool, const char *value) {
    char *end;
    unsigned long threads = strtoul(value, &end, 10);
    if (*value < '1' || *value > '9' || *end != '\0' || threads > 4096)
        return tool_usage(tool, "--threads is a number from 1 to 4096, not %s", value), -1;
    tool->args.threads = (unsigned)threads;
    return 1;
}

static int read_valued(Tool *tool, char **argv, int argc, int *i) {
    Args *args = &tool->args;
    const char *value;
    int which, read = read_text(args, argv, argc, i);
    if (read == 0)
        read = read_one_more(tool, argv, argc, i);
    if (read != 0)
        return read;
    if ((value = value_of(argv, argc, i, "--threads")))
        return read_threads(tool, value);
    if ((value = value_of(argv, argc, i, "--promote"))) {
        if (!option_choose(tool, "--promote", value, &which))
            return -1;
        args->infer.promotion = (frit_promotion)which;
        return 1;
    }
    if ((value = value_of(argv, argc, i, "--compile")))
        return option_choose(tool, "--compile", value, &which) &&
                       frit_compile_from_name(value, &args->compile)
                   ? 1
                   : -1;
    if ((value = value_of(argv, argc, i, "--numerics"))) {
        if (!option_choose(tool, "--numerics", value, &which))
            return -1;
        args->numerics = (frit_numerics)which;
        return 1;
    }
    return 0;
}

static int unknown_option(const CommandInfo *command, const char *arg) {
    Nearest nearest = nearest_option(command, arg);
    fprintf(stderr, "frit %s: there is no option %s", command->name, arg);
    nearest_print(&nearest, stderr);
    fprintf(stderr, "\ntry: frit %s --help\n", command->name);
    return EXIT_USAGE;
}

static int unknown_command(const char *name) {
    Nearest nearest = nearest_command(name);
    fprintf(stderr, "frit: there is no command called %s", name);
    nearest_print(&nearest, stderr);
    fputs("\n\n", stderr);
    return print_help(stderr);
}

static bool add_rest(Tool *tool, const char *word) {
    if (tool->args.rest_count == MAX_INPUTS) {
        tool_usage(tool, "more than %d words", MAX_INPUTS);
        return false;
    }
    tool->args.rest[tool->args.rest_count++] = word;
    return true;
}

static int read_args(Tool *tool, const CommandInfo *command, int argc, char **argv) {
    for (int i = 2; i < argc; i++) {
        if (command->run == command_script && tool->args.file) {
            if (!add_rest(tool, argv[i]))
                return EXIT_USAGE;
            continue;
        }
        if (argv[i][0] == '-' && argv[i][1] != '\0' && !takes_option(command, argv[i]))
            return unknown_option(command, argv[i]);
        if (read_flag(&tool->args, argv[i]))
            continue;
        int got = read_valued(tool, argv, argc, &i);
        if (got < 0)
            return EXIT_USAGE;
        if (got > 0)
            continue;
        if (argv[i][0] == '-' && argv[i][1] != '\0')
            return tool_usage(tool, "%s has no value, or one that it should not have", argv[i]);
        if (command->has_action && !tool->args.action) {
            tool->args.action = argv[i];
            continue;
        }
        if (command->run == command_module) {
            if (!add_rest(tool, argv[i]))
                return EXIT_USAGE;
            continue;
        }
        if (tool->args.file)
            return tool_usage(tool, "one file at a time: %s and %s", tool->args.file, argv[i]);
        tool->args.file = argv[i];
    }
    return 0;
}

/* What was missing under FRIT_COMPILE=never, a cache that cannot be used. The library says each once. */
static void print_warning(void *user, const char *message) {
    (void)user;
    fflush(stdout);
    fprintf(stderr, "frit: warning: %s\n", message);
}

/* And the LLVM that would compile kernels, which is not opened for that. */
static int print_version(void) {
    char path[1024];
    unsigned major = 0;
    frit_error error;
    frit_context *context = frit_context_new(NULL);
    printf("frit %s (abi %d)\n", frit_version(), frit_abi_version());
    if (!context)
        return EXIT_MEMORY;
    if (frit_context_llvm_file(context, path, sizeof path, &major, &error) == FRIT_OK)
        printf("LLVM %u (%s)\n", major, path);
    else
        printf("no LLVM: %s\n", error.message);
    frit_context_free(context);
    return tool_flush(EXIT_GOOD);
}

int main(int argc, char **argv) {
    Tool tool = {
        .args = {.command = argc > 1 ? argv[1] : "", .infer = {FRIT_SIZED(frit_infer_options)}}};
    const CommandInfo *command;
    if (argc < 2)
        return print_help(stderr);
    if (strcmp(argv[1], "help") == 0 && argc > 2) {
        command = tool_find_command(argv[2]);
        return command ? tool_flush(print_command_help(command)) : unknown_command(argv[2]);
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 ||
        strcmp(argv[1], "help") == 0)
        return tool_flush(print_help(stdout));
    if (strcmp(argv[1], "--version") == 0) {
        return print_version();
    }
    if (tool_is_script(argv[1]))
        return tool_run_script(argc, argv);
    command = tool_find_command(argv[1]);
    if (!command)
        return unknown_command(argv[1]);
    int code = read_args(&tool, command, argc, argv);
    if (code)
        return code;
    if (tool.args.help)
        return tool_flush(print_command_help(command));
    frit_context_options options = {FRIT_SIZED(frit_context_options), .threads = tool.args.threads,
                                    .no_fusion = tool.args.no_fusion, .verify = tool.args.verify,
                                    .compile = tool.args.compile,     .warn = print_warning,
                                    .device = tool.args.device};
    frit_error error;
    if (frit_context_new_with(NULL, &options, &tool.context, &error)) {
        fprintf(stderr, "frit: %s\n", error.message);
        return error.status == FRIT_ERR_NOMEM ? EXIT_MEMORY : EXIT_PROGRAM;
    }
    code = tool_flush(command->run(&tool));
    free(tool.source);
    frit_context_free(tool.context);
    return code;
}
