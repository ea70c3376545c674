/* What the subcommands of the frit command share. */
#ifndef FRIT_TOOLS_TOOL_H
#define FRIT_TOOLS_TOOL_H

#include <stdio.h>

#include "frit/frit.h"

/* Exit codes; --help lists them. */
enum { EXIT_GOOD = 0, EXIT_PROGRAM = 1, EXIT_USAGE = 2, EXIT_FILES = 3, EXIT_MEMORY = 4 };

enum { MAX_INPUTS = 256 }; /* of --input on one command line */

/* The command line of a subcommand, read. */
typedef struct Args {
    const char *command;
    const char *file; /* "-" for standard input; NULL when none was named */
    const char *output;
    const char *program;
    const char *passes, *print_after;
    const char *dialect, *name, *header;
    const char *stage;
    const char *action, *directory, *only, *older_than; /* of the cache */
    const char *rest
        [MAX_INPUTS]; /* of module: files, a function, the types of its arguments; of script: its arguments */
    uint32_t rest_count;
    const char *inputs[MAX_INPUTS]; /* NAME=TYPE */
    uint32_t input_count;
    const char *ins[MAX_INPUTS], *outs[MAX_INPUTS]; /* NAME=FILE */
    uint32_t in_count, out_count;
    unsigned threads;                /* 0: all cores */
    const char *device;              /* NULL: the CPU */
    const char *engine, *isa, *seed; /* of kernel; NULL: the first, the best, 1 */
    const char *shapes[MAX_INPUTS];  /* NAME=SIZE,SIZE,... */
    uint32_t shape_count;
    const char *format;
    frit_infer_options infer;
    frit_numerics numerics;
    const char *includes[MAX_INPUTS], *defines[MAX_INPUTS]; /* of module */
    uint32_t include_count, define_count;
    bool lenient;
    bool check, write, binary, typed, json, markdown, drop_comments, no_fusion, openmp, help;
    bool verify, print, time, fix;
    bool tiers, llvm, assembly, source;
    bool dump, profile, explain; /* of script */
    const char *kernel;          /* of --llvm, --asm and --source; NULL: all */
    frit_compile_policy compile; /* FRIT_COMPILE_DEFAULT: not said */
} Args;

typedef struct Tool {
    frit_context *context;
    Args args;
    char *source; /* of args.file, for carets; NULL when it was binary */
    size_t source_len;
    bool was_binary;
    frit_code_format source_format; /* of explain --source */
} Tool;

/* Each returns an exit code. */
typedef int Command(Tool *tool);
Command command_fmt, command_check, command_dump, command_infer, command_opt, command_emit,
    command_export, command_ops, command_explain, command_run, command_reduce, command_cache,
    command_module, command_script, command_repl, command_kernel, command_devices,
    command_completion, command_man;

/* Prints the error with file, line, column and a caret; returns the exit code for it. */
int tool_error(const Tool *tool, const frit_error *error);
int tool_usage(const Tool *tool, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Reads args.file as text or binary. 0, or an exit code after printing why. */
int tool_load(Tool *tool, frit_module **out);
/* The typed module for --input and the program's own declarations. */
int tool_infer(Tool *tool, const frit_module *module, frit_module **out);
/* Everything that is left in a file; the caller frees it, also on failure. */
int tool_read_all(FILE *from, const char *name, char **out, size_t *len);
/* Writes to --output, or standard output. */
int tool_write(const Tool *tool, const frit_text *text);
/* The exit code when everything printed must have arrived. */
int tool_flush(int code);
int tool_print_module(const Tool *tool, const frit_module *module, FILE *to);

#endif
