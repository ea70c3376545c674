/* frit FILE.m and frit script: run a script, or say what is in it. */
#define _GNU_SOURCE /* setenv */
#include "script.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void print(void *user, const char *bytes, size_t len) {
    (void)user;
    fwrite(bytes, 1, len, stdout);
}

bool tool_is_script(const char *name) {
    size_t n = strlen(name);
    return n > 2 && strcmp(name + n - 2, ".m") == 0;
}

/* What the script printed comes first. */
void tool_print_report(frit_script *script, frit_text *report) {
    fflush(stdout);
    if (report->len)
        fwrite(report->data, 1, report->len, stderr);
    frit_text_free(frit_script_context(script), report);
}

static int open_error(const frit_error *error) {
    fprintf(stderr, "frit: %s\n", error->message);
    return error->status == FRIT_ERR_NOMEM ? EXIT_MEMORY : EXIT_PROGRAM;
}

static int exit_code(frit_script *script, frit_status status, const frit_text *report,
                     const frit_error *error) {
    int code = status ? EXIT_PROGRAM : EXIT_GOOD;
    if (status && !report->len) {
        fflush(stdout);
        fprintf(stderr, "frit: %s\n", error->message);
        code = error->stage == FRIT_STAGE_LOAD ? EXIT_FILES : EXIT_PROGRAM;
    }
    if (status == FRIT_ERR_NOMEM)
        code = EXIT_MEMORY;
    frit_script_exited(script, &code);
    return code;
}

/* A file, or standard input for "-". */
static int run_file(frit_script *script, const char *path) {
    frit_text report = {NULL, 0, 0};
    frit_error error;
    frit_status status;
    if (strcmp(path, "-") == 0) {
        char *text;
        size_t len;
        int read = tool_read_all(stdin, "standard input", &text, &len);
        if (read)
            return read;
        status = frit_script_run(script, "standard input", text, len, &report, &error);
        free(text);
    } else {
        status = frit_script_run_file(script, path, &report, &error);
    }
    int code = exit_code(script, status, &report, &error);
    tool_print_report(script, &report);
    return code;
}

bool script_change_folder(void *user, const char *folder) {
    (void)user;
    return chdir(folder) == 0;
}

bool script_change_variable(void *user, const char *name, const char *value) {
    (void)user;
    return (value ? setenv(name, value, 1) : unsetenv(name)) == 0;
}

int tool_run_script(int argc, char **argv) {
    frit_script_options options = {FRIT_SIZED(frit_script_options),
                                   .write = print,
                                   .change_folder = script_change_folder,
                                   .change_variable = script_change_variable,
                                   .arguments = (const char *const *)argv + 2,
                                   .argument_count = (uint32_t)(argc - 2)};
    frit_script *script;
    frit_error error;
    if (frit_script_open(&options, &script, &error))
        return open_error(&error);
    int code = run_file(script, argv[1]);
    frit_script_close(script);
    return tool_flush(code);
}

/* ---- frit script */

/* --check and --dump: nothing runs. */
static int check_file(frit_script *script, const Args *args) {
    char *text;
    size_t len;
    bool standard = strcmp(args->file, "-") == 0;
    FILE *file = standard ? stdin : fopen(args->file, "rb");
    if (!file) {
        fprintf(stderr, "frit script: cannot open %s\n", args->file);
        return EXIT_FILES;
    }
    int code = tool_read_all(file, args->file, &text, &len);
    if (!standard)
        fclose(file);
    if (code)
        return code;
    frit_text report = {NULL, 0, 0}, dump = {NULL, 0, 0};
    frit_error error;
    frit_status status = frit_script_check(script, args->file, text, len, &report,
                                           args->dump ? &dump : NULL, &error);
    code = exit_code(script, status, &report, &error);
    if (dump.len)
        fwrite(dump.data, 1, dump.len, stdout);
    frit_text_free(frit_script_context(script), &dump);
    tool_print_report(script, &report);
    free(text);
    return code;
}

typedef frit_status Report(frit_script *script, frit_text *out, frit_error *error);

static void print_about(frit_script *script, Report *report) {
    frit_text text = {NULL, 0, 0};
    frit_error error;
    if (report(script, &text, &error)) {
        fprintf(stderr, "frit script: %s\n", error.message);
        return;
    }
    fflush(stdout);
    fwrite(text.data, 1, text.len, stderr);
    frit_text_free(frit_script_context(script), &text);
}

int command_script(Tool *tool) {
    const Args *args = &tool->args;
    if (!args->file)
        return tool_usage(tool, "which file?");
    frit_script_options options = {FRIT_SIZED(frit_script_options),
                                   .context = tool->context,
                                   .write = print,
                                   .change_folder = script_change_folder,
                                   .change_variable = script_change_variable,
                                   .arguments = args->rest,
                                   .argument_count = args->rest_count,
                                   .profile = args->profile,
                                   .explain = args->explain};
    frit_script *script;
    frit_error error;
    if (frit_script_open(&options, &script, &error))
        return open_error(&error);
    int code = args->check || args->dump ? check_file(script, args) : run_file(script, args->file);
    bool ran = !args->check && !args->dump;
    if (ran && args->profile)
        print_about(script, frit_script_profile);
    if (ran && args->explain)
        print_about(script, frit_script_explain);
    frit_script_close(script);
    return code;
}
