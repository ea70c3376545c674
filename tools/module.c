/* frit module: files in the Slang-style language (docs/slang.md). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tool.h"

/* ---- reading */

/* Ended by NULL; NULL: there are none. */
static const char *const *ended(const char **list, uint32_t count) {
    list[count < MAX_INPUTS ? count : MAX_INPUTS - 1] = NULL;
    return count > 0 ? list : NULL;
}

/* A line that says what can be used and what cannot. */
static void print_refused(const char *file, const frit_slang *slang, bool check) {
    uint32_t bad = 0;
    const char *name;
    while (frit_slang_refused(slang, bad, NULL))
        bad++;
    if (bad == 0)
        return;
    fprintf(stderr, "%s: refused:", file);
    for (uint32_t k = 0; (name = frit_slang_refused(slang, k, NULL)); k++)
        fprintf(stderr, "%s %s", k > 0 ? "," : "", name);
    fprintf(stderr, check ? "\n" : " (frit module check says why)\n");
}

/* Prints what was found, good or bad: the report of a module without errors has its warnings. */
static int load(Tool *tool, const char *file, frit_slang **out) {
    frit_text report = {NULL, 0, 0};
    frit_error error;
    frit_slang_options options = {FRIT_SIZED(frit_slang_options), .name = file,
                                  .search = ended(tool->args.includes, tool->args.include_count),
                                  .defines = ended(tool->args.defines, tool->args.define_count)};
    bool check = strcmp(tool->args.action, "check") == 0;
    frit_status status;
    char *text = NULL;
    size_t len = 0;
    int code = 0;
    if (strcmp(file, "-") == 0) {
        options.name = "standard input";
        code = tool_read_all(stdin, options.name, &text, &len);
        if (code) {
            free(text);
            return code;
        }
        status = frit_slang_load(tool->context, text, len, &options, out, &report, &error);
    } else {
        status = frit_slang_read(tool->context, file, &options, out, &report, &error);
    }
    bool refused = status == FRIT_OK && frit_slang_refused(*out, 0, NULL);
    if (report.data && report.len > 0 && (check || !refused))
        fputs(report.data, stderr);
    else if (status ==
             FRIT_ERR_ARGUMENT) /* of a path: it cannot be read, and the message begins with it */
        fprintf(stderr, "%s\n", error.message);
    else if (status)
        code = tool_error(tool, &error);
    if (status == FRIT_ERR_ARGUMENT)
        code = EXIT_FILES;
    else if (status && code == 0)
        code = status == FRIT_ERR_NOMEM ? EXIT_MEMORY : EXIT_PROGRAM;
    if (refused)
        print_refused(file, *out, check);
    if (refused && check && !tool->args.lenient)
        code = EXIT_PROGRAM;
    size_t n = strlen(file);
    if (status && n > 5 && strcmp(file + n - 5, ".frit") == 0)
        fprintf(stderr, "%s has programs, not functions: frit check %s\n", file, file);
    frit_text_free(tool->context, &report);
    free(text);
    return code;
}

static int check_files(Tool *tool) {
    int worst = EXIT_GOOD;
    for (uint32_t i = 0; i < tool->args.rest_count; i++) {
        frit_slang *slang = NULL;
        tool->args.file = tool->args.rest[i];
        int code = load(tool, tool->args.file, &slang);
        frit_slang_free(slang);
        if (code > worst)
            worst = code;
    }
    return worst;
}

/* ---- what is in a module */

static int list_names(Tool *tool, frit_slang *slang) {
    const char *name;
    for (uint32_t i = 0; (name = frit_slang_name(slang, i)); i++) {
        bool again = false; /* overloads are described together */
        for (uint32_t k = 0; k < i && !again; k++)
            again = strcmp(frit_slang_name(slang, k), name) == 0;
        if (again)
            continue;
        frit_text text = {NULL, 0, 0};
        frit_error error;
        if (frit_slang_describe(slang, name, &text, &error))
            return tool_error(tool, &error);
        fputs(text.data, stdout);
        if (text.len > 0 && text.data[text.len - 1] != '\n')
            putchar('\n');
        frit_text_free(tool->context, &text);
    }
    return EXIT_GOOD;
}

/* ---- arguments of a call, as words: f32[n,3], 0.5, true, {pos=f32[n,3],mass=1}, name=... */

enum { MAX_ITEMS = 256, MAX_AXES = 16, MAX_NAMES = 64, MAX_WORD = 64, MAX_NESTED = 8 };

typedef struct Words {
    Tool *tool;
    const char *at; /* of the word at hand */
    frit_arg items[MAX_ITEMS];
    uint32_t item_count;
    int64_t shapes[MAX_ITEMS][MAX_AXES];
    char texts[2 * MAX_ITEMS][MAX_WORD]; /* names and types */
    uint32_t text_count, shape_count;
    char names[MAX_NAMES][MAX_WORD]; /* of extents: each has a size of its own, made up */
    uint32_t name_count;
} Words;

static bool wrong(Words *w, const char *what) {
    tool_usage(w->tool, "%s at `%s`; an argument is like f32[n,3], 0.5, true, or {a=f32,b=1}", what,
               w->at);
    return false;
}

static bool is_word_byte(char c) {
    return c == '_' || c == ' ' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
           (c >= 'A' && c <= 'Z');
}

static bool take_word(Words *w, const char **out) {
    size_t n = 0;
    while (is_word_byte(w->at[n]))
        n++;
    if (n == 0 || n >= MAX_WORD || w->text_count == 2 * MAX_ITEMS)
        return wrong(w, "expected a name");
    char *text = w->texts[w->text_count++];
    memcpy(text, w->at, n);
    text[n] = '\0';
    w->at += n;
    *out = text;
    return true;
}

static int64_t size_of_name(Words *w, const char *name) {
    uint32_t i = 0;
    while (i < w->name_count && strcmp(w->names[i], name) != 0)
        i++;
    if (i == w->name_count && i < MAX_NAMES) {
        snprintf(w->names[i], sizeof w->names[i], "%s", name);
        w->name_count++;
    }
    return 1000 + 13 * (int64_t)i;
}

static bool take_shape(Words *w, frit_arg *arg) {
    if (*w->at != '[')
        return true;
    if (w->shape_count == MAX_ITEMS)
        return wrong(w, "too many arrays");
    int64_t *shape = w->shapes[w->shape_count++];
    for (w->at++; *w->at != ']';) {
        const char *word;
        if (arg->rank == MAX_AXES)
            return wrong(w, "too many axes");
        if (!take_word(w, &word))
            return false;
        char *end;
        int64_t size = strtoll(word, &end, 10);
        shape[arg->rank++] = *end == '\0' ? size : size_of_name(w, word);
        if (*w->at == ',')
            w->at++;
        else if (*w->at != ']')
            return wrong(w, "expected `,` or `]`");
    }
    w->at++;
    arg->shape = shape;
    return true;
}

/* Is it a number, up to the end of the word or to what ends a field? */
static bool take_number(Words *w, frit_arg *arg) {
    char *end;
    double value = strtod(w->at, &end);
    (void)value;
    bool digit =
        *w->at == '-' || *w->at == '+' || *w->at == '.' || (*w->at >= '0' && *w->at <= '9');
    if (!digit || end == w->at || (*end && *end != ',' && *end != '}'))
        return false;
    size_t n = (size_t)(end - w->at);
    bool real = false;
    for (size_t i = 0; i < n; i++)
        real = real || strchr(".eE", w->at[i]);
    arg->kind = FRIT_ARG_NUMBER;
    arg->type = real ? "f64" : "i64";
    w->at = end;
    return true;
}

static bool take_argument(Words *w, frit_arg *arg, int depth);

static bool take_fields(Words *w, frit_arg *arg, int depth) {
    frit_arg fields[32];
    uint32_t n = 0;
    if (depth == MAX_NESTED)
        return wrong(w, "fields are nested too deep");
    for (w->at++; *w->at != '}'; n++) {
        if (n == 32)
            return wrong(w, "too many fields");
        fields[n] = (frit_arg){0};
        const char *name;
        if (!take_word(w, &name))
            return false;
        if (*w->at++ != '=')
            return w->at--, wrong(w, "expected `=`");
        if (!take_argument(w, &fields[n], depth + 1))
            return false;
        fields[n].name = name;
        if (*w->at == ',')
            w->at++;
        else if (*w->at != '}')
            return wrong(w, "expected `,` or `}`");
    }
    w->at++;
    if (w->item_count + n > MAX_ITEMS)
        return wrong(w, "too many fields");
    frit_arg *items = w->items + w->item_count;
    w->item_count += n;
    for (uint32_t i = 0; i < n; i++)
        items[i] = fields[i];
    arg->kind = FRIT_ARG_FIELDS;
    arg->items = items;
    arg->item_count = n;
    return true;
}

static bool take_argument(Words *w, frit_arg *arg, int depth) {
    const char *word;
    if (*w->at == '{')
        return take_fields(w, arg, depth);
    if (take_number(w, arg))
        return true;
    if (!take_word(w, &word))
        return false;
    if (depth == 0 && *w->at == '=' && !arg->name) {
        w->at++;
        arg->name = word;
        return take_argument(w, arg, depth);
    }
    if (strcmp(word, "true") == 0 || strcmp(word, "false") == 0) {
        arg->kind = FRIT_ARG_NUMBER;
        arg->type = "bool";
        return true;
    }
    arg->kind = FRIT_ARG_ARRAY;
    arg->type = word;
    return take_shape(w, arg);
}

/* ---- the IR of a call */

static int print_call(Tool *tool, frit_slang *slang, const char *function, const frit_arg *args,
                      uint32_t n) {
    frit_resolved *resolved = NULL;
    frit_text text = {NULL, 0, 0}, report = {NULL, 0, 0};
    frit_error error;
    int code = EXIT_GOOD;
    if (frit_slang_resolve(slang, function, args, n, NULL, &resolved, &report, &error)) {
        code = error.status == FRIT_ERR_NOMEM ? EXIT_MEMORY : EXIT_PROGRAM;
        if (report.data && report.len > 0)
            fprintf(stderr, "%s%s", report.data, report.data[report.len - 1] == '\n' ? "" : "\n");
        else
            code = tool_error(tool, &error);
    } else if (frit_module_print(frit_resolved_module(resolved), &text, &error)) {
        code = tool_error(tool, &error);
    } else {
        code = tool_write(tool, &text);
    }
    frit_text_free(tool->context, &text);
    frit_text_free(tool->context, &report);
    frit_resolved_free(resolved);
    return code;
}

static int print_ir(Tool *tool, frit_slang *slang) {
    if (tool->args.rest_count < 2)
        return tool_usage(tool, "which function?");
    Words *w = calloc(1, sizeof *w);
    frit_arg *args = calloc(MAX_INPUTS, sizeof *args);
    uint32_t n = tool->args.rest_count - 2;
    bool good = w && args;
    int code = good ? EXIT_USAGE : EXIT_MEMORY;
    if (good)
        w->tool = tool;
    for (uint32_t i = 0; i < n && good; i++) {
        w->at = tool->args.rest[i + 2];
        good =
            take_argument(w, &args[i], 0) && (*w->at == '\0' || wrong(w, "expected nothing more"));
    }
    if (good)
        code = print_call(tool, slang, tool->args.rest[1], args, n);
    free(args);
    free(w);
    return code;
}

static int print_source(Tool *tool, frit_slang *slang) {
    frit_text text = {NULL, 0, 0};
    frit_error error;
    int code =
        frit_slang_print(slang, &text, &error) ? tool_error(tool, &error) : tool_write(tool, &text);
    frit_text_free(tool->context, &text);
    return code;
}

int command_module(Tool *tool) {
    static const struct {
        const char *name;
        int (*run)(Tool *tool, frit_slang *slang);
        uint32_t most; /* words behind it */
    } actions[] = {
        {"print", print_source, 1}, {"list", list_names, 1}, {"ir", print_ir, MAX_INPUTS}};
    const char *action = tool->args.action ? tool->args.action : "";
    bool check = strcmp(action, "check") == 0;
    int which = -1;
    for (int i = 0; i < 3; i++)
        if (strcmp(action, actions[i].name) == 0)
            which = i;
    if (!check && which < 0)
        return tool_usage(tool, "what shall be done? check, print, list or ir, not `%s`", action);
    if (tool->args.rest_count == 0)
        return tool_usage(tool, "which file?");
    if (check)
        return check_files(tool);
    if (tool->args.rest_count > actions[which].most)
        return tool_usage(tool, "one file at a time: %s and %s", tool->args.rest[0],
                          tool->args.rest[1]);
    frit_slang *slang = NULL;
    tool->args.file = tool->args.rest[0];
    int code = load(tool, tool->args.file, &slang);
    if (code == 0)
        code = actions[which].run(tool, slang);
    frit_slang_free(slang);
    return code;
}
