/* frit repl: statements that are typed run one after another in the same variables. */
#define _POSIX_C_SOURCE 200809L
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "line.h"
#include "script.h"

typedef struct Repl {
    frit_context *context;
    frit_script *script;
    LineEditor *editor;
    char *text; /* lines of a statement that is not complete yet */
    size_t len;
} Repl;

/* What Ctrl-C stops; a handler has nowhere else to find it. */
static frit_script *running;
static volatile sig_atomic_t stopped;

static void on_interrupt(int number) {
    (void)number;
    stopped = 1;
    if (running)
        frit_script_interrupt(running);
}

/* Kernels that run look here. */
static bool may_go_on(void *user, uint64_t done, uint64_t total) {
    (void)user, (void)done, (void)total;
    return !stopped;
}

static void print(void *user, const char *bytes, size_t len) {
    (void)user;
    fwrite(bytes, 1, len, stdout);
}

/* ---- names, for Tab */

static const char *name_at(void *user, const char *word, size_t len, unsigned index) {
    const Repl *r = user;
    const char *name;
    for (uint32_t k = 0; (name = frit_script_variable(r->script, k)); k++)
        if (strncmp(name, word, len) == 0 && index-- == 0)
            return name;
    for (uint32_t k = 0; (name = frit_script_function(k)); k++)
        if (strncmp(name, word, len) == 0 && index-- == 0)
            return name;
    return NULL;
}

/* ---- what is no statement: help, who, explain */

static bool is_variable(const Repl *r, const char *name) {
    const char *known;
    for (uint32_t k = 0; (known = frit_script_variable(r->script, k)); k++)
        if (strcmp(known, name) == 0)
            return true;
    return false;
}

/* The first lines of comment of NAME.m. False: there is no such file. */
static bool print_file_help(const char *name) {
    char path[512], line[1024];
    bool in_comment = false;
    snprintf(path, sizeof path, "%s.m", name);
    FILE *file = fopen(path, "r");
    if (!file)
        return false;
    while (fgets(line, sizeof line, file)) {
        const char *at = line + strspn(line, " \t");
        if (*at == '%' || *at == '#') {
            in_comment = true;
            printf(" %s", at + strspn(at, "%#"));
        } else if (in_comment) {
            break;
        }
    }
    fclose(file);
    return true;
}

static void print_help(const char *name) {
    const char *help = *name ? frit_script_help(name) : NULL;
    if (help)
        printf("%s\n", help);
    else if (!*name)
        puts("help NAME says what a function does; who lists the variables; explain says which "
             "kernels the\nlast statement became; exit ends. docs/scripts.md says the rest.");
    else if (!print_file_help(name))
        printf("there is no function called %s\n", name);
}

static void print_variables(const Repl *r) {
    const char *name;
    for (uint32_t k = 0; (name = frit_script_variable(r->script, k)); k++) {
        frit_value *value;
        if (frit_script_get(r->script, name, &value, NULL))
            continue;
        printf("%-16s", name);
        for (uint32_t axis = 0; axis < frit_value_rank(value); axis++)
            printf("%s%lld", axis ? "x" : "", (long long)frit_value_extent(value, axis));
        printf(" %s\n", frit_value_class(value));
        frit_value_free(value);
    }
}

static void print_explain(const Repl *r) {
    frit_text text = {NULL, 0, 0};
    frit_error error;
    if (frit_script_explain(r->script, &text, &error) == FRIT_OK && !text.len) {
        frit_text_free(r->context, &text);
        frit_last_report(r->context, FRIT_REPORT_TEXT, &text, &error);
    }
    if (text.len)
        fwrite(text.data, 1, text.len, stdout);
    else
        puts("no kernel has run");
    frit_text_free(r->context, &text);
}

/* True: it was one of them, and is done. */
static bool run_own(const Repl *r, const char *line) {
    char word[16] = "", name[256] = "", more[2] = "";
    int n = sscanf(line, " %15[a-z] %255[A-Za-z0-9_.] %1s", word, name, more);
    if (n < 1 || n > 2 || is_variable(r, word) || strpbrk(line, "=("))
        return false;
    if (strcmp(word, "help") == 0)
        print_help(name);
    else if (strcmp(word, "who") == 0 && n == 1)
        print_variables(r);
    else if (strcmp(word, "explain") == 0 && n == 1)
        print_explain(r);
    else
        return false;
    return true;
}

/* ---- statements */

/* Is a block or a bracket still open, so that more lines must come? */
static bool is_incomplete(const Repl *r) {
    frit_error error;
    size_t n = r->len;
    while (n > 0 && strchr(" \t\n", r->text[n - 1]))
        n--;
    if (n >= 3 && memcmp(r->text + n - 3, "...", 3) == 0)
        return true;
    if (frit_script_check(r->script, "input", r->text, r->len, NULL, NULL, &error) == FRIT_OK)
        return false;
    return strstr(error.message, "is never ended") || strstr(error.message, "is still open");
}

static bool add_line(Repl *r, const char *line) {
    size_t n = strlen(line);
    char *text = realloc(r->text, r->len + n + 2);
    if (!text)
        return false;
    memcpy(text + r->len, line, n);
    memcpy(text + r->len + n, "\n", 2);
    r->text = text;
    r->len += n + 1;
    return true;
}

static frit_status run_text(const Repl *r) {
    frit_text report = {NULL, 0, 0};
    frit_error error;
    stopped = 0;
    running = r->script;
    frit_status status = frit_script_run(r->script, "input", r->text, r->len, &report, &error);
    running = NULL;
    if (status && !report.len)
        fprintf(stderr, "error: %s\n", error.message);
    tool_print_report(r->script, &report);
    return status;
}

/* Lines up to the end of the input, or exit. Without a terminal the first error ends it. */
static int read_lines(Repl *r) {
    const char *line;
    int code = EXIT_GOOD;
    for (;;) {
        LineResult got = line_read(r->editor, r->len ? ".. " : ">> ", &line);
        if (got == LINE_END && r->len == 0)
            return code;
        if (got == LINE_CANCELLED) {
            r->len = 0;
            continue;
        }
        if (got == LINE_READ) {
            line_remember(r->editor, line);
            if (r->len == 0 && run_own(r, line))
                continue;
            if (!add_line(r, line))
                return EXIT_MEMORY;
            if (is_incomplete(r))
                continue;
        }
        frit_status status = run_text(r);
        r->len = 0;
        if (frit_script_exited(r->script, &code))
            return code;
        if (status && !line_is_interactive(r->editor))
            return EXIT_PROGRAM;
    }
}

static int run_repl(Repl *r) {
    char history[1024];
    const char *home = getenv("HOME");
    snprintf(history, sizeof history, "%s/.frit_history", home ? home : "");
    r->editor = line_open(home ? history : NULL, name_at, r);
    if (!r->editor)
        return EXIT_MEMORY;
    if (line_is_interactive(r->editor))
        printf("frit %s: statements of scripts; help says more, exit or Ctrl-D ends\n",
               frit_version());
    struct sigaction action = {.sa_handler = on_interrupt}, before;
    sigaction(SIGINT, &action, &before);
    int code = read_lines(r);
    sigaction(SIGINT, &before, NULL);
    line_close(r->editor);
    free(r->text);
    return code;
}

int command_repl(Tool *tool) {
    Repl repl = {.len = 0};
    frit_error error;
    frit_context_options options = {FRIT_SIZED(frit_context_options), .threads = tool->args.threads,
                                    .progress = may_go_on};
    if (frit_context_new_with(NULL, &options, &repl.context, &error)) {
        fprintf(stderr, "frit repl: %s\n", error.message);
        return error.status == FRIT_ERR_NOMEM ? EXIT_MEMORY : EXIT_PROGRAM;
    }
    frit_script_options session = {FRIT_SIZED(frit_script_options),
                                   .context = repl.context,
                                   .write = print,
                                   .explain = true,
                                   .change_folder = script_change_folder,
                                   .change_variable = script_change_variable};
    int code = EXIT_PROGRAM;
    if (frit_script_open(&session, &repl.script, &error))
        fprintf(stderr, "frit repl: %s\n", error.message);
    else
        code = run_repl(&repl);
    frit_script_close(repl.script);
    frit_context_free(repl.context);
    return code;
}
