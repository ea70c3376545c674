/* Variables of the scope that called: exist, clear, who, whos. */
#include <stdio.h>
#include <sys/stat.h>

#include "front/script/builtin/give.h"
#include "front/script/builtin/state.h"
#include "front/script/builtin/types.h"

static const char *const keywords[] = {
#define KEYWORD(kind, spelling) spelling,
#include "front/script/syntax/keywords.def"
#undef KEYWORD
};

static bool is_keyword(const char *text) {
    for (size_t k = 0; k < sizeof keywords / sizeof *keywords; k++)
        if (!strcmp(text, keywords[k]))
            return true;
    return false;
}

static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

bool text_is_name(const char *text, size_t len) {
    if (!len || !is_letter(text[0]))
        return false;
    for (size_t k = 1; k < len; k++)
        if (!is_letter(text[k]) && !(text[k] >= '0' && text[k] <= '9'))
            return false;
    return !is_keyword(text);
}

bool builtin_isvarname(Interp *in, BuiltinCall *call) {
    char *name;
    size_t len;
    if (!value_is_text(call->args[0]))
        return give(call, value_logical(false));
    TRY(argument_text(in, call, 0, "NAME must be a string", &name, &len));
    bool yes = call->row->code ? is_keyword(name) : text_is_name(name, len);
    release_text(in, name, len);
    return give(call, value_logical(yes));
}

bool builtin_iskeyword(Interp *in, BuiltinCall *call) {
    Value out;
    if (call->argc)
        return builtin_isvarname(in, call);
    return cell_of_texts(in, keywords, sizeof keywords / sizeof *keywords, true, &out) &&
           give(call, out);
}

/* --------------------------------------------------------------------------------------- exist */

enum { EXIST_VARIABLE = 1, EXIST_FILE = 2, EXIST_BUILTIN = 5, EXIST_FOLDER = 7, EXIST_TYPED = 103 };

static int exist_variable(Interp *in, const char *name) {
    Value v = value_none();
    if (!in->calls.get || !in->calls.get(in, 0, name, &v)) {
        interp_clear_error(in);
        return 0;
    }
    bool there = v.kind != VALUE_NONE;
    value_drop(in, v);
    return there ? EXIST_VARIABLE : 0;
}

static int exist_function(Interp *in, const char *name, bool builtins, bool files) {
    const char *path;
    CallPlace place = in->calls.place ? in->calls.place(in, name, &path) : CALL_NONE;
    if (place == CALL_BUILTIN && builtins)
        return builtin_script(name) ? EXIST_FILE : EXIST_BUILTIN;
    if (place == CALL_FILE && files)
        return EXIST_FILE;
    return place == CALL_SCRIPT && builtins ? EXIST_TYPED : 0;
}

static int exist_file(const char *name, bool folders_only) {
    struct stat facts;
    if (stat(name, &facts))
        return 0;
    return S_ISDIR(facts.st_mode) ? EXIST_FOLDER : folders_only ? 0 : EXIST_FILE;
}

bool builtin_exist(Interp *in, BuiltinCall *call) {
    char *name, word[WORD_TEXT] = "any";
    size_t len;
    if (call->argc > 1 && !value_word(call->args[1], word))
        return interp_fail(in, "exist: TYPE must be a string");
    TRY(argument_text(in, call, 0, "NAME must be a string", &name, &len));
    int found = 0;
    bool any = !strcmp(word, "any"), file = !strcmp(word, "file"), ok = true;
    if (any || !strcmp(word, "var"))
        found = exist_variable(in, name);
    if (!found && (any || file || !strcmp(word, "builtin")))
        found = exist_function(in, name, !file, any || file);
    if (!found && (any || file || !strcmp(word, "dir")))
        found = exist_file(name, !any && !file);
    if (!any && !file && strcmp(word, "var") && strcmp(word, "builtin") && strcmp(word, "dir"))
        ok = interp_fail(in, "exist: unrecognized type argument \"%s\"", word);
    release_text(in, name, len);
    return ok && give(call, value_double(found));
}

bool builtin_isglobal(Interp *in, BuiltinCall *call) {
    char *name;
    size_t len;
    TRY(argument_text(in, call, 0, "NAME must be a string", &name, &len));
    bool yes = in->calls.is_global && in->calls.is_global(in, 0, name);
    release_text(in, name, len);
    return give(call, value_logical(yes));
}

/* -------------------------------------------------------------------------------------- patterns */

/* One character of a pattern against c: gives what follows the part, or NULL. */
static const char *match_one(const char *pattern, char c) {
    if (*pattern != '[')
        return *pattern == '?' || *pattern == c ? pattern + 1 : NULL;
    bool no = pattern[1] == '!' || pattern[1] == '^', in_set = false;
    const char *p = pattern + 1 + no;
    for (; *p && *p != ']'; p++) {
        if (p[1] == '-' && p[2] && p[2] != ']') {
            in_set |= c >= p[0] && c <= p[2];
            p += 2;
        } else {
            in_set |= *p == c;
        }
    }
    return *p && in_set != no ? p + 1 : NULL;
}

/* * ? [a-z] */
static bool matches(const char *pattern, const char *text) {
    const char *star = NULL, *again = NULL;
    while (*text) {
        const char *next = *pattern && *pattern != '*' ? match_one(pattern, *text) : NULL;
        if (*pattern == '*') {
            star = ++pattern;
            again = text;
        } else if (next) {
            pattern = next;
            text++;
        } else if (star) {
            pattern = star;
            text = ++again;
        } else {
            return false;
        }
    }
    while (*pattern == '*')
        pattern++;
    return !*pattern;
}

/* Texts that were collected. */
typedef struct Names {
    char **at;
    uint32_t count, room;
} Names;

static bool names_add(Interp *in, Names *names, const char *text) {
    if (names->count == names->room) {
        uint32_t room = names->room ? 2 * names->room : 16;
        char **block =
            interp_resize(in, names->at, names->room * sizeof *block, room * sizeof *block);
        if (!block)
            return false;
        names->at = block;
        names->room = room;
    }
    names->at[names->count] = text_copy(in, text, strlen(text));
    return names->at[names->count] && ++names->count;
}

static void names_free(Interp *in, Names *names) {
    for (uint32_t k = 0; k < names->count; k++)
        release_text(in, names->at[k], strlen(names->at[k]));
    interp_release(in, names->at, names->room * sizeof *names->at);
}

/* Variables that match one of the patterns (none: all), or none of them. */
static bool variables(Interp *in, const Names *patterns, bool not, Names *out) {
    *out = (Names){0};
    for (uint32_t k = 0; in->calls.variable; k++) {
        const char *name = in->calls.variable(in, 0, k);
        if (!name)
            return true;
        bool fits = patterns->count == 0;
        for (uint32_t p = 0; p < patterns->count; p++)
            fits = fits || matches(patterns->at[p], name);
        if (fits != not &&!names_add(in, out, name))
            return false;
    }
    return true;
}

/* The arguments without options; -x: `not`. */
static bool patterns_of(Interp *in, const BuiltinCall *call, Names *out, bool * not,
                        bool *globals) {
    *out = (Names){0};
    *not = *globals = false;
    for (uint32_t k = 0; k < call->argc; k++) {
        char *text;
        size_t len;
        TRY(argument_text(in, call, k, "all arguments must be strings", &text, &len));
        bool ok = true;
        if (!strcmp(text, "-x") || !strcmp(text, "-exclusive"))
            *not = true;
        else if (!strcmp(text, "-g") || !strcmp(text, "-global") || !strcmp(text, "global"))
            *globals = true;
        else if (text[0] != '-' && strcmp(text, "all") && strcmp(text, "variables") &&
                 strcmp(text, "functions"))
            ok = names_add(in, out, text);
        release_text(in, text, len);
        TRY(ok);
    }
    return true;
}

/* --------------------------------------------------------------------------------- clear and who */

bool builtin_clear(Interp *in, BuiltinCall *call) {
    Names patterns, found = {0};
    bool not, globals;
    bool functions = call->argc == 1 &&
                     (argument_is_word(call, 0, "functions") || argument_is_word(call, 0, "-f"));
    bool ok = patterns_of(in, call, &patterns, &not, &globals);
    ok = ok && (functions || variables(in, &patterns, not, &found));
    for (uint32_t k = 0; ok && k < found.count; k++)
        if (!globals || in->calls.is_global(in, 0, found.at[k]))
            ok = in->calls.clear(in, 0, found.at[k]);
    names_free(in, &patterns);
    names_free(in, &found);
    return ok;
}

/* Names in columns of a line of 80. */
static void put_columns(Str *text, const Names *names) {
    uint32_t widest = 0;
    for (uint32_t k = 0; k < names->count; k++) {
        uint32_t len = (uint32_t)strlen(names->at[k]);
        widest = len > widest ? len : widest;
    }
    uint32_t width = widest + 2, columns = 80 / width ? 80 / width : 1;
    uint32_t rows = (names->count + columns - 1) / columns;
    for (uint32_t r = 0; r < rows; r++) {
        for (uint32_t k = r; k < names->count; k += rows)
            if (k + rows < names->count)
                str_format(text, "%-*s", (int)width, names->at[k]);
            else
                str_puts(text, names->at[k]);
        str_putc(text, '\n');
    }
}

static bool print_text(Interp *in, Str *text) {
    bool ok = str_ok(text);
    if (ok && text->len)
        interp_write(in, text->data, text->len);
    str_free(text);
    return ok || interp_fail_raw(in);
}

bool builtin_who(Interp *in, BuiltinCall *call) {
    Names patterns, found = {0};
    bool not, globals, ok = patterns_of(in, call, &patterns, &not, &globals);
    ok = ok && variables(in, &patterns, not, &found);
    Value out;
    if (ok && call->nout) {
        ok = cell_of_texts(in, (const char *const *)found.at, found.count, true, &out) &&
             give(call, out);
    } else if (ok && found.count) {
        Str text = str_make(&in->env);
        str_puts(&text, "Variables visible from the current scope:\n\n");
        put_columns(&text, &found);
        str_putc(&text, '\n');
        ok = print_text(in, &text);
    }
    names_free(in, &patterns);
    names_free(in, &found);
    return ok;
}

/* One line of whos: attributes, name, size, bytes, class. */
static void put_variable(Interp *in, Str *text, const char *name, int width, Value v,
                         int64_t *elements, int64_t *bytes) {
    char shape_room[SHAPE_TEXT];
    Shape shape = value_shape(v);
    const char *dims = shape_text(&shape, shape_room), *rest = strchr(dims, 'x');
    int64_t size = value_bytes(v);
    str_format(text, "  %c  %c   %-*s  %*.*s%-11s%18lld  %s\n", value_is_complex(v) ? 'c' : ' ',
               in->calls.is_global && in->calls.is_global(in, 0, name) ? 'g' : ' ', width, name, 5,
               (int)(rest - dims), dims, rest, (long long)size, value_class_name(v));
    *elements += value_count(v);
    *bytes += size;
}

static bool put_variables(Interp *in, Str *text, const Names *found) {
    int width = 6;
    int64_t elements = 0, bytes = 0;
    CallerFacts facts = {0};
    for (uint32_t k = 0; k < found->count; k++)
        if ((int)strlen(found->at[k]) > width)
            width = (int)strlen(found->at[k]);
    if (in->calls.caller)
        in->calls.caller(in, 0, &facts);
    str_puts(text, "Variables visible from the current scope:\n\nvariables in scope: ");
    str_format(text, "%s%s%s\n\n", facts.function ? facts.function : "top scope",
               facts.function && facts.file ? ": " : "",
               facts.function && facts.file ? facts.file : "");
    str_format(text, "  Attr   %-*s      Size                     Bytes  Class\n", width, "Name");
    str_format(text, "  ====   %-*s      ====                     =====  ===== \n", width, "====");
    for (uint32_t k = 0; k < found->count; k++) {
        Value v = value_none();
        TRY(in->calls.get(in, 0, found->at[k], &v));
        put_variable(in, text, found->at[k], width, v, &elements, &bytes);
        value_drop(in, v);
    }
    str_format(text, "\nTotal is %lld element%s using %lld byte%s\n\n", (long long)elements,
               elements == 1 ? "" : "s", (long long)bytes, bytes == 1 ? "" : "s");
    return true;
}

bool builtin_whos(Interp *in, BuiltinCall *call) {
    Names patterns, found = {0};
    bool not, globals, ok = patterns_of(in, call, &patterns, &not, &globals);
    ok = ok && variables(in, &patterns, not, &found);
    Str text = str_make(&in->env);
    if (ok && found.count)
        ok = put_variables(in, &text, &found);
    if (ok)
        ok = print_text(in, &text);
    else
        str_free(&text);
    names_free(in, &patterns);
    names_free(in, &found);
    return ok;
}
