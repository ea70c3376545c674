/* The table of commands, and what is read from the texts in it. */
#include "table.h"

#include <string.h>

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
     command_fmt, false, ".frit"},
    {"check", "check that a module is well formed and can be typed", "FILE",
     "  --stage=STAGE       built, typed (default), expanded, flat\n" TYPE_OPTIONS, command_check,
     false, ".frit"},
    {"dump", "print name, inputs, outputs, variables and numbered instructions", "FILE",
     "  --typed             infer types first\n" TYPE_OPTIONS, command_dump, false, ".frit"},
    {"infer", "print a module with the type of every variable", "FILE", TYPE_OPTIONS, command_infer,
     false, ".frit"},
    {"opt", "infer types, run passes, print the result", "FILE",
     "  --passes=LIST       names separated by commas (default: all, in the order below)\n"
     "  --print-after=LIST  print the module after those passes, or after `all`\n"
     "  --numerics=MODE     strict (default), contract, fast\n" TYPE_OPTIONS,
     command_opt, false, ".frit"},
    {"emit", "print source code for a program of elementwise steps", "FILE",
     "  --dialect=NAME      c (default), cuda, opencl, slang, metal\n"
     "  --name=NAME         the function's name\n"
     "  --passes=LIST       passes to run first (default: expand)\n"
     "  -o, --output=OUT    write to a file\n" TYPE_OPTIONS,
     command_emit, false, ".frit"},
    {"export", "write a program as C that needs no frit (docs/export.md)", "FILE [-o OUT]",
     "  -o, --output=OUT    write to a file\n"
     "  --header=FILE       write its declaration there\n"
     "  --name=NAME         the function's name (default: the program's)\n"
     "  --openmp            with pragmas of OpenMP: rows in parallel, the same bits\n" TYPE_OPTIONS,
     command_export, false, ".frit"},
    {"explain", "say which steps become one kernel, what that saves, and why no more", "FILE",
     "  --format=FORMAT     text (default), json, dot, svg, kernels (the kernel form itself),\n"
     "                      html (a page that needs nothing else)\n"
     "  --shape NAME=SIZES  the sizes of an input, for figures in bytes: --shape x=1000,3\n"
     "  --no-fusion         every step a kernel of its own\n"
     "  --numerics=MODE     strict (default), contract, fast\n"
     "  --tiers             also what would run each kernel now: compiled code or the interpreter\n"
     "  --llvm              the LLVM IR of each kernel instead\n"
     "  --asm               the assembly of this machine instead\n"
     "  --source            source of each kernel instead: C, or what the device takes\n"
     "  --dialect=NAME      ... in that language: c, opencl, cuda\n"
     "  --kernel=N          ... of that one\n"
     "  --device=NAME       for that device (frit devices lists them)\n"
     "  -o, --output=OUT    write to a file\n" TYPE_OPTIONS
     "\nWhere a size is not known, --tiers, --llvm, --asm and --source take 1000.\n",
     command_explain, false, ".frit"},
    {"run", "run a program on arrays from .npy files",
     "FILE [--in NAME=VALUE]... [--out NAME=FILE]...",
     "  --in NAME=VALUE     an input: a .npy file, or a number (0.5, -3:i8, true)\n"
     "  --out NAME=FILE     write an output to a .npy file; - is standard output\n"
     "  --print             print the outputs as text; so it does without any --out\n"
     "  --device=NAME       run on that device (frit devices lists them; default: cpu)\n"
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
     command_run, false, ".frit"},
    {"reduce", "print a small program that gives other bits fused than unfused, and exit 1", "FILE",
     "Inputs are made up; where none shows a difference, that is what is said.\n" TYPE_OPTIONS,
     command_reduce, false, ".frit"},
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
     command_cache, true, NULL},
    {"module", "look at functions in the Slang-style language", "check|print|list|ir FILE ...",
     "  check FILE...       say what is wrong with the files; exit 1 when anything is refused\n"
     "  print FILE          print the file again in one layout\n"
     "  list FILE           the heads of its functions, its types and constants\n"
     "  ir FILE F [ARG]...  the program that a call of F over these arguments becomes\n\n"
     "  -I, --include=DIR   a folder in which #include and import look; several times\n"
     "  -D, --define=NAME   a macro that is defined: NAME or NAME=TOKENS; several times\n"
     "  --lenient           check: exit 1 only for a file of which nothing is left\n"
     "  -o, --output=OUT    write to a file\n"
     "\nARG is an array f32[n,3], a number 0.5, fields {pos=f32[n,3],mass=1}; NAME=ARG gives the "
     "parameter.\n",
     command_module, true, ".slang"},
    {"script", "run a script: a .m file in the MATLAB and Octave language (docs/scripts.md)",
     "FILE [ARG]...",
     "  --check             say what is wrong with it, and run nothing\n"
     "  --dump              print its bytecode, and run nothing\n"
     "  --profile           afterwards say where the time went, by line and kernel\n"
     "  --explain           afterwards say which statements became one kernel, and why no more\n"
     "  --threads=N         use N threads (default: one for each core)\n"
     "  --compile=POLICY    auto (default), wait, require, never, never,strict, off\n"
     "  --no-fusion         run every step as a kernel of its own\n"
     "  --verify            also run without fusion; it is an error if results differ\n"
     "\nOptions stand before FILE: what follows it is the script's. frit FILE.m is the same "
     "without "
     "options.\n",
     command_script, false, ".m"},
    {"repl", "type statements of scripts, and see what they print", "",
     "  --threads=N         use N threads (default: one for each core)\n"
     "\nTab completes names, the arrows bring back lines, Ctrl-C stops what runs. help NAME says "
     "what a\nfunction does, who lists the variables, explain says which kernels the last "
     "statement "
     "became.\n",
     command_repl, false, NULL},
    {"kernel", "print or run a kernel written as text (docs/kernel-form.md)",
     "print|run FILE [--in NAME=FILE]...",
     "  print FILE          check the kernel and print it again in canonical form\n"
     "  run FILE            run it; print a digest and the first values of all that it stored\n\n"
     "  --in NAME=FILE      the bytes of a memory, from a .npy file; what is read and not given "
     "is\n"
     "                      made up, the rest is 0\n"
     "  --seed=N            from which values are made up (default: 1)\n"
     "  --engine=NAME       interpreted (default), compiled\n"
     "  --isa=NAME          the level of instructions, such as avx2 (default: the best)\n"
     "  --threads=N         use N threads (default: one for each core)\n"
     "  --numerics=MODE     strict (default), contract, fast\n"
     "  -o, --output=OUT    write to a file\n",
     command_kernel, true, ".kernel"},
    {"devices", "list the devices that kernels can run on", "",
     "  --json              one JSON object a line\n", command_devices, false, NULL},
    {"ops", "list the ops", "[OP]",
     "  --json              one JSON object a line\n"
     "  --markdown          the tables of docs/ir.md\n",
     command_ops, false, NULL},
    {"completion", "print what makes a shell complete frit's command lines", "bash|zsh|fish",
     "  bash                eval \"$(frit completion bash)\", or a file of that in\n"
     "                      ~/.local/share/bash-completion/completions/frit\n"
     "  zsh                 a file _frit in a folder of $fpath\n"
     "  fish                ~/.config/fish/completions/frit.fish\n"
     "\n`make install` puts all three where the shells look.\n",
     command_completion, true, NULL},
    {"man", "print the manual page", "", "The page is written for man: frit man | man -l -\n",
     command_man, false, NULL},
};

const CommandInfo *tool_command(unsigned index) {
    return index < sizeof commands / sizeof *commands ? &commands[index] : NULL;
}

const CommandInfo *tool_find_command(const char *name) {
    const CommandInfo *command;
    for (unsigned i = 0; (command = tool_command(i)); i++)
        if (strcmp(command->name, name) == 0)
            return command;
    return NULL;
}

/* ---- items of the help */

/* How far the line at `at` is indented. */
static size_t margin_of(const char *at) {
    return strspn(at, " ");
}

static const char *next_line(const char *at) {
    const char *end = strchr(at, '\n');
    return end ? end + 1 : at + strlen(at);
}

bool help_next(const char **at, HelpItem *out) {
    while (**at == '\n')
        ++*at;
    if (**at == '\0')
        return false;
    const char *from = *at, *end = next_line(from);
    bool term = margin_of(from) == 2;
    *out = (HelpItem){.text = from};
    if (term) {
        const char *gap = strstr(from + 2, "  ");
        out->term = from + 2;
        out->term_len = (size_t)((gap && gap < end ? gap : end - 1) - out->term);
        out->text = out->term + out->term_len;
    }
    while (*end != '\0' && *end != '\n' && (term ? margin_of(end) > 2 : margin_of(end) == 0))
        end = next_line(end);
    out->text_len = (size_t)(end - out->text);
    *at = end;
    return true;
}

void help_print_text(const HelpItem *item, FILE *to, void (*put)(int c, FILE *to)) {
    bool space = false, any = false;
    for (size_t i = 0; i < item->text_len; i++) {
        char c = item->text[i];
        if (c == ' ' || c == '\n') {
            space = any;
            continue;
        }
        if (space)
            put(' ', to);
        put((unsigned char)c, to);
        space = false;
        any = true;
    }
}

/* ---- options */

static void copy(char *to, size_t size, const char *from, size_t len) {
    len = len < size ? len : size - 1;
    memcpy(to, from, len);
    to[len] = '\0';
}

bool option_read(const HelpItem *item, OptionTerm *out) {
    const char *at = item->term;
    *out = (OptionTerm){.letter = ""};
    if (!at || *at != '-')
        return false;
    const char *end = at + item->term_len;
    if (at[1] != '-') {
        copy(out->letter, sizeof out->letter, at, 2);
        at += 4; /* "-o, " */
    }
    size_t len = strcspn(at, "= ");
    if (at + len > end)
        len = (size_t)(end - at);
    copy(out->name, sizeof out->name, at, len);
    out->next_word = at + len < end && at[len] == ' ';
    if (at + len < end)
        copy(out->value, sizeof out->value, at + len + 1, (size_t)(end - at) - len - 1);
    return true;
}

bool option_is_file(const OptionTerm *option) {
    const char *const files[] = {"OUT", "FILE", "NAME=FILE", "FOLDER", "NAME=VALUE"};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        if (strcmp(option->value, files[i]) == 0)
            return true;
    return false;
}

const char *option_value(const char *name, unsigned index) {
    enum { MOST = 7 };
    static const struct {
        const char *name, *values[MOST];
    } options[] = {
        {"--stage", {"built", "typed", "expanded", "flat"}},
        {"--promote", {"none", "standard", "numpy"}},
        {"--numerics", {"strict", "contract", "fast"}},
        {"--compile", {"auto", "wait", "require", "never", "never,strict", "off"}},
        {"--engine", {"interpreted", "compiled"}},
        {"--format", {"text", "json", "dot", "svg", "kernels", "html"}},
    };
    if (strcmp(name, "--dialect") == 0)
        return frit_dialect_name(index);
    if (strcmp(name, "--passes") == 0)
        return frit_pass_name(index);
    if (strcmp(name, "--print-after") == 0)
        return index == 0 ? "all" : frit_pass_name(index - 1);
    for (size_t i = 0; i < sizeof options / sizeof *options; i++)
        if (strcmp(name, options[i].name) == 0)
            return index < MOST ? options[i].values[index] : NULL;
    return NULL;
}

bool option_choose(const Tool *tool, const char *name, const char *text, int *out) {
    const char *value;
    Nearest nearest = nearest_to(text);
    for (*out = 0; (value = option_value(name, (unsigned)*out)); ++*out) {
        if (strcmp(text, value) == 0)
            return true;
        nearest_look(&nearest, value);
    }
    fprintf(stderr, "frit %s: %s is ", tool->args.command, name);
    for (int i = 0; i < *out; i++)
        fprintf(stderr, "%s%s",
                i == 0          ? ""
                : i + 1 == *out ? " or "
                                : ", ",
                option_value(name, (unsigned)i));
    fprintf(stderr, ", not %s", text);
    nearest_print(&nearest, stderr);
    fprintf(stderr, "\ntry: frit %s --help\n", tool->args.command);
    return false;
}
