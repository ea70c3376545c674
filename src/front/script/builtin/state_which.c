/* What names are and where: which, genpath; and some facts that scripts ask for. */
#define _POSIX_C_SOURCE 200809L
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "front/script/builtin/give.h"
#include "front/script/builtin/state.h"

bool builtin_name_limit(Interp *in, BuiltinCall *call) {
    (void)in;
    return give(call, value_double(call->row->code));
}

bool builtin_license(Interp *in, BuiltinCall *call) {
    static const char name[] = "frit";
    if (call->argc)
        return give(call, value_logical(true));
    return give_text(in, call, name, sizeof name - 1);
}

/* --------------------------------------------------------------------------------------- which */

/* One name: "'x' is a variable". */
static void tell(Interp *in, const char *name, Str *text) {
    Value v = value_none();
    const char *path = NULL;
    if (in->calls.get && in->calls.get(in, 0, name, &v) && v.kind != VALUE_NONE) {
        str_format(text, "'%s' is a variable\n", name);
        value_drop(in, v);
        return;
    }
    switch (in->calls.place ? in->calls.place(in, name, &path) : CALL_NONE) {
    case CALL_BUILTIN: str_format(text, "'%s' is a built-in function\n", name); break;
    case CALL_FILE:
        str_format(text, "'%s' is a function from the file %s\n", name, path ? path : "");
        break;
    case CALL_SCRIPT: str_format(text, "'%s' is a command-line function\n", name); break;
    default: break;
    }
}

bool builtin_which(Interp *in, BuiltinCall *call) {
    Str text = str_make(&in->env);
    bool ok = true;
    for (uint32_t k = 0; ok && k < call->argc; k++) {
        char *name;
        size_t len;
        const char *path = NULL;
        ok = argument_text(in, call, k, "all arguments must be strings", &name, &len);
        if (!ok)
            break;
        if (!call->nout)
            tell(in, name, &text);
        else if (k == 0 && in->calls.place && in->calls.place(in, name, &path) != CALL_NONE)
            str_puts(&text, path ? path : "built-in function");
        release_text(in, name, len);
    }
    if (ok && !str_ok(&text))
        ok = interp_fail_raw(in);
    if (ok && call->nout)
        ok = give_text(in, call, text.data ? text.data : "", text.len);
    else if (ok && text.len)
        interp_write(in, text.data, text.len);
    str_free(&text);
    return ok;
}

/* ------------------------------------------------------------------------------------- genpath */

enum { FOLDERS_DEEP = 20, FOLDER_TEXT = 4096 };

static int by_name(const struct dirent **a, const struct dirent **b) {
    return strcmp((*a)->d_name, (*b)->d_name);
}

static bool is_skipped(const BuiltinCall *call, const char *name) {
    if (!strcmp(name, ".") || !strcmp(name, "..") || !strcmp(name, "private") || name[0] == '@' ||
        name[0] == '+')
        return true;
    for (uint32_t k = 1; k < call->argc; k++)
        if (value_is_word(call->args[k], name))
            return true;
    return false;
}

static void put_folders(const BuiltinCall *call, const char *folder, uint32_t depth, Str *text) {
    struct dirent **names;
    struct stat facts;
    if (stat(folder, &facts) || !S_ISDIR(facts.st_mode))
        return;
    str_format(text, "%s%s", text->len ? ":" : "", folder);
    int count = depth < FOLDERS_DEEP ? scandir(folder, &names, NULL, by_name) : -1;
    for (int k = 0; k < count; k++) {
        char path[FOLDER_TEXT];
        int len = snprintf(path, sizeof path, "%s/%s", folder, names[k]->d_name);
        if (!is_skipped(call, names[k]->d_name) && len < FOLDER_TEXT)
            put_folders(call, path, depth + 1, text);
        free(names[k]);
    }
    if (count >= 0)
        free(names);
}

bool builtin_genpath(Interp *in, BuiltinCall *call) {
    char *folder;
    size_t len;
    Str text = str_make(&in->env);
    TRY(argument_text(in, call, 0, "DIR must be a character string", &folder, &len));
    put_folders(call, folder, 0, &text);
    release_text(in, folder, len);
    bool ok = str_ok(&text) ? give_text(in, call, text.data ? text.data : "", text.len)
                            : interp_fail_raw(in);
    str_free(&text);
    return ok;
}
