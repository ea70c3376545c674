/* The frit command: reads the command line and hands it to a subcommand. */
#include <stdlib.h>
#include <string.h>

#include "tool.h"

typedef struct CommandInfo {
    const char *name, *doc, *usage, *options;
    Command *run;
} CommandInfo;

#define TYPE_OPTIONS                                                                          \
    "  --program=NAME      the program to start from (default: the last)\n"                   \
    "  --input NAME=TYPE   the type of an input, as often as needed: --input x=f32[1024,m]\n" \
    "  --promote=MODE      none (default), standard (the Python array standard), numpy\n"     \
    "  --default-f32       untyped literals that meet no type become f32, not f64\n"

static const CommandInfo commands[] = {
    {"fmt", "print a module in canonical form, or convert it to and from the binary form",
     "FILE [-o OUT]",
     "  -o, --output=OUT    write to a file\n"
     "  --write             write back to FILE (refused when that would lose comments)\n"
     "  --drop-comments     ... do so all the same\n"
     "  --check             print nothing; exit 1 unless FILE is in canonical form\n"
     "  --binary            write the binary form\n",
     command_fmt},
    {"check", "check that a module is well formed and can be typed", "FILE",
     "  --stage=STAGE       built, typed (default), expanded, flat\n" TYPE_OPTIONS, command_check},
    {"dump", "print name, inputs, outputs, variables and numbered instructions", "FILE",
     "  --typed             infer types first\n" TYPE_OPTIONS, command_dump},
    {"infer", "print a module with the type of every variable", "FILE", TYPE_OPTIONS,
     command_infer},
    {"opt", "infer types, run passes, print the result", "FILE",
     "  --passes=LIST       names separated by commas (default: all, in the order below)\n"
     "  --print-after=LIST  print the module after those passes, or after `all`\n"
     "  --numerics=MODE     strict (default), contract, fast\n" TYPE_OPTIONS,
     command_opt},
    {"emit", "print source code for a program of elementwise steps", "FILE",
     "  --dialect=NAME      c (default), cuda, opencl, slang, metal\n"
     "  --name=NAME         the function's name\n"
     "  --passes=LIST       passes to run first (default: expand)\n"
     "  -o, --output=OUT    write to a file\n" TYPE_OPTIONS,
     command_emit},
    {"explain", "say which steps become one kernel, what that saves, and why no more", "FILE",
     "  --format=FORMAT     text (default), json, dot, svg, kernels (the kernel form itself)\n"
     "  --shape NAME=SIZES  the sizes of an input, for figures in bytes: --shape x=1000,3\n"
     "  --no-fusion         every step a kernel of its own\n"
     "  --numerics=MODE     strict (default), contract, fast\n"
     "  --tiers             also what would run each kernel now: compiled code or the interpreter\n"
     "  --llvm              the LLVM IR of each kernel instead\n"
     "  --asm               the assembly of this machine instead\n"
     "  --kernel=N          ... of that one\n"
     "  -o, --output=OUT    write to a file\n" TYPE_OPTIONS
     "\nWhere a size is not known, --tiers, --llvm and --asm take 1000.\n",
     command_explain},
    {"run", "run a program on arrays from .npy files",
     "FILE [--in NAME=VALUE]... [--out NAME=FILE]...",
     "  --in NAME=VALUE     an input: a .npy file, or a number (0.5, -3:i8, true)\n"
     "  --out NAME=FILE     write an output to a .npy file; - is standard output\n"
     "  --print             print the outputs as text; so it does without any --out\n"
     "  --threads=N         use N threads (default: one for each core)\n"
     "  --compile=POLICY    auto (default), wait, require, never, never,strict, off\n"
     "  --no-fusion         run every step as a kernel of its own\n"
     "  --verify            also run without fusion; it is an error if results differ\n"
     "  --time              run it again and again for a second and print the median time\n"
     "  --numerics=MODE     strict (default), contract, fast\n"
     "  --program=NAME      the program to run (default: the last)\n"
     "  --promote=MODE      none (default), standard (the Python array standard), numpy\n"
     "  --default-f32       untyped literals that meet no type become f32, not f64\n"
     "\nThe axes of vectors and matrices are the last ones of a file; structs are structured "
     "arrays;\n"
     "bf16 is V2 (two bytes), as the packages that bring it to NumPy write it.\n",
     command_run},
    {"reduce", "print a small program that gives other bits fused than unfused, and exit 1", "FILE",
     "Inputs are made up; where none shows a difference, that is what is said.\n" TYPE_OPTIONS,
     command_reduce},
    {"cache", "look after the compiled kernels on disk",
     "list|stat|verify|clear|pack|unpack [FILE]",
     "  list [PACK]         every kernel: size, age, last use, target, label\n"
     "  stat [PACK]         how many there are, and how much room they take\n"
     "  verify [PACK]       read and check every one; exit 1 when any is broken\n"
     "  clear               remove them\n"
     "  pack FILE           write them into one file, to be shipped (FRIT_CACHE_PACK=FILE)\n"
     "  unpack FILE         put the kernels of such a file into the folder\n\n"
     "  --dir=FOLDER        the folder (default: FRIT_CACHE_DIR, $XDG_CACHE_HOME/frit or\n"
     "                      ~/.cache/frit)\n"
     "  --fix               verify: remove what is broken\n"
     "  --only=TEXT         clear, pack: those with TEXT in their label, for the target TEXT,\n"
     "                      or whose name begins with TEXT\n"
     "  --older-than=TIME   clear, pack: those not used for 30d, 12h, 90m, ...\n"
     "  --json              as JSON; of list one object a line\n",
     command_cache},
    {"module", "look at functions in the kernel language", "check|print|list|ir FILE ...",
     "  check FILE...       say what is wrong with the files; exit 1 when anything is\n"
     "  print FILE          print the file again in one layout\n"
     "  list FILE           the heads of its functions, its types and constants\n"
     "  ir FILE F [ARG]...  the program that a call of F over these arguments becomes\n\n"
     "  -o, --output=OUT    write to a file\n"
     "\nARG is an array f32[n,3], a number 0.5, fields {pos=f32[n,3],mass=1}; NAME=ARG gives the "
     "parameter.\n",
     command_module},
    {"ops", "list the ops", "[OP]",
     "  --json              one JSON object a line\n"
     "  --markdown          the tables of docs/ir.md\n",
     command_ops},
};
enum { COMMAND_COUNT = sizeof commands / sizeof *commands };

static int print_help(FILE *to) {
    fprintf(to, "frit %s: fuses array programs\n\nusage: frit COMMAND [OPTIONS] [FILE]\n\n",
            frit_version());
    for (int i = 0; i < COMMAND_COUNT; i++)
        fprintf(to, "  %-7s %s\n", commands[i].name, commands[i].doc);
    fputs("\nFILE is a module as text or binary; - is standard input.\n"
          "frit COMMAND --help says more; frit --version prints the version.\n"
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
    for (const char *at = strchr(command->options, '-'); at; at = strchr(at + 1, '-'))
        if (at[-1] == ' ' && strncmp(at, arg, len) == 0 && strchr(" =,", at[len]))
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

static bool choose(const char *text, const char *const *names, int count, int *out) {
    for (*out = 0; *out < count; ++*out)
        if (strcmp(text, names[*out]) == 0)
            return true;
    return false;
}

static bool read_flag(Args *args, const char *arg) {
    const struct {
        const char *name;
        bool *to;
    } flags[] = {{"--check", &args->check},
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
                 {"--help", &args->help},
                 {"-h", &args->help},
                 {"--drop-comments", &args->drop_comments},
                 {"--no-fusion", &args->no_fusion},
                 {"--default-f32", &args->infer.default_f32}};
    for (size_t k = 0; k < sizeof flags / sizeof *flags; k++)
        if (strcmp(arg, flags[k].name) == 0) {
            *flags[k].to = true;
            return true;
        }
    return false;
}

/* 1: read; 0: not such an option; -1: wrong. */
static int read_valued(Tool *tool, char **argv, int argc, int *i) {
    static const char *const promotions[] = {"none", "standard", "numpy"};
    static const char *const numerics[] = {"strict", "contract", "fast"};
    Args *args = &tool->args;
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
                 {"--dir", &args->directory},
                 {"--only", &args->only},
                 {"--older-than", &args->older_than},
                 {"--format", &args->format},
                 {"--kernel", &args->kernel},
                 {"--stage", &args->stage}};
    const char *value;
    int which;
    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++)
        if ((value = value_of(argv, argc, i, texts[k].name))) {
            *texts[k].to = value;
            return 1;
        }
    if ((value = value_of(argv, argc, i, "--input"))) {
        if (args->input_count == MAX_INPUTS)
            return tool_usage(tool, "more than %d --input", MAX_INPUTS), -1;
        args->inputs[args->input_count++] = value;
        return 1;
    }
    if ((value = value_of(argv, argc, i, "--shape"))) {
        if (args->shape_count == MAX_INPUTS)
            return tool_usage(tool, "more than %d --shape", MAX_INPUTS), -1;
        args->shapes[args->shape_count++] = value;
        return 1;
    }
    for (int k = 0; k < 2; k++) {
        uint32_t *count = k ? &args->out_count : &args->in_count;
        if (!(value = value_of(argv, argc, i, k ? "--out" : "--in")))
            continue;
        if (*count == MAX_INPUTS)
            return tool_usage(tool, "more than %d --in or --out", MAX_INPUTS), -1;
        (k ? args->outs : args->ins)[(*count)++] = value;
        return 1;
    }
    if ((value = value_of(argv, argc, i, "--threads"))) {
        char *end;
        unsigned long threads = strtoul(value, &end, 10);
        if (*value < '1' || *value > '9' || *end != '\0' || threads > 4096)
            return tool_usage(tool, "--threads is a number from 1 to 4096, not %s", value), -1;
        args->threads = (unsigned)threads;
        return 1;
    }
    if ((value = value_of(argv, argc, i, "--promote"))) {
        if (!choose(value, promotions, 3, &which))
            return tool_usage(tool, "--promote is none, standard or numpy, not %s", value), -1;
        args->infer.promotion = (frit_promotion)which;
        return 1;
    }
    if ((value = value_of(argv, argc, i, "--compile"))) {
        if (!frit_compile_from_name(value, &args->compile) || args->compile == FRIT_COMPILE_DEFAULT)
            return tool_usage(tool,
                              "--compile is auto, wait, require, never, never,strict or off, "
                              "not %s",
                              value),
                   -1;
        return 1;
    }
    if ((value = value_of(argv, argc, i, "--numerics"))) {
        if (!choose(value, numerics, 3, &which))
            return tool_usage(tool, "--numerics is strict, contract or fast, not %s", value), -1;
        args->numerics = (frit_numerics)which;
        return 1;
    }
    return 0;
}

static int read_args(Tool *tool, const CommandInfo *command, int argc, char **argv) {
    for (int i = 2; i < argc; i++) {
        if (argv[i][0] == '-' && argv[i][1] != '\0' && !takes_option(command, argv[i]))
            return tool_usage(tool, "there is no option %s", argv[i]);
        if (read_flag(&tool->args, argv[i]))
            continue;
        int got = read_valued(tool, argv, argc, &i);
        if (got < 0)
            return EXIT_USAGE;
        if (got > 0)
            continue;
        if (argv[i][0] == '-' && argv[i][1] != '\0')
            return tool_usage(tool, "%s has no value, or one that it should not have", argv[i]);
        if ((command->run == command_cache || command->run == command_module) &&
            !tool->args.action) {
            tool->args.action = argv[i];
            continue;
        }
        if (command->run == command_module) {
            if (tool->args.rest_count == MAX_INPUTS)
                return tool_usage(tool, "more than %d words", MAX_INPUTS);
            tool->args.rest[tool->args.rest_count++] = argv[i];
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

int main(int argc, char **argv) {
    Tool tool = {.args = {.command = argc > 1 ? argv[1] : ""}};
    const CommandInfo *command = NULL;
    if (argc < 2)
        return print_help(stderr);
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 ||
        strcmp(argv[1], "help") == 0)
        return tool_flush(print_help(stdout));
    if (strcmp(argv[1], "--version") == 0) {
        printf("frit %s (abi %d)\n", frit_version(), frit_abi_version());
        return tool_flush(EXIT_GOOD);
    }
    for (int i = 0; i < COMMAND_COUNT; i++)
        if (strcmp(commands[i].name, argv[1]) == 0)
            command = &commands[i];
    if (!command) {
        fprintf(stderr, "frit: there is no command called %s\n\n", argv[1]);
        return print_help(stderr);
    }
    int code = read_args(&tool, command, argc, argv);
    if (code)
        return code;
    if (tool.args.help)
        return tool_flush(print_command_help(command));
    frit_context_options options = {.threads = tool.args.threads,
                                    .no_fusion = tool.args.no_fusion,
                                    .verify = tool.args.verify,
                                    .compile = tool.args.compile,
                                    .warn = print_warning};
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
