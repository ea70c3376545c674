#define _POSIX_C_SOURCE 200809L
/* What a script asks of the session and of the system around it. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/getenv.h"
#include "front/script/builtin/give.h"
#include "front/script/builtin/state.h"

/* ---------------------------------------------------------------------------------- the session */

bool builtin_exit(Interp *in, BuiltinCall *call) {
    double status = 0;
    if (call->argc && !argument_is_word(call, 0, "force") && !argument_is_word(call, 0, "cancel"))
        TRY(value_to_double(in, call->args[0], call->name, &status));
    if (!in->calls.exit)
        return interp_fail(in, "%s: there is nothing to leave", call->name);
    return in->calls.exit(in, (int)status);
}

bool builtin_argv(Interp *in, BuiltinCall *call) {
    uint32_t count = 0;
    Value out;
    while (in->calls.argument && in->calls.argument(in, count))
        count++;
    Shape shape = count ? shape_make(count, 1) : shape_make(0, 0);
    TRY(value_cell_new(in, &shape, &out));
    for (uint32_t k = 0; k < count; k++) {
        const char *text = in->calls.argument(in, k);
        Value *at = &VALUE_CELL_OF(out)->at[k];
        if (!value_text(in, text, strlen(text), false, at)) {
            *at = value_none();
            value_drop(in, out);
            return false;
        }
    }
    return give(call, out);
}

/* mfilename(), mfilename('fullpath'), mfilename('fullpathext') */
bool builtin_mfilename(Interp *in, BuiltinCall *call) {
    CallerFacts facts = {0};
    char folder[4096] = "";
    if (in->calls.caller && !in->calls.caller(in, 0, &facts))
        return false;
    const char *path = facts.file ? facts.file : "";
    const char *slash = strrchr(path, '/'), *dot = strrchr(path, '.');
    size_t len = dot && dot > (slash ? slash : path) ? (size_t)(dot - path) : strlen(path);
    bool full = argument_is_word(call, 0, "fullpath");
    if (argument_is_word(call, 0, "fullpathext"))
        len = strlen(path);
    else if (!full) {
        const char *name = slash ? slash + 1 : path;
        return give_text(in, call, name, len - (size_t)(name - path));
    }
    Str text = str_make(&in->env);
    if (*path && path[0] != '/' && getcwd(folder, sizeof folder))
        str_format(&text, "%s/", folder);
    str_put(&text, path, len);
    bool ok = str_ok(&text) ? give_text(in, call, text.data ? text.data : "", text.len)
                            : interp_fail_raw(in);
    str_free(&text);
    return ok;
}

/* Nothing to do: what other hosts have and we do not need. */
bool builtin_nothing(Interp *in, BuiltinCall *call) {
    (void)in, (void)call;
    return true;
}

bool builtin_constant(Interp *in, BuiltinCall *call) {
    (void)in;
    return give(call, value_logical(call->row->code != 0));
}

/* ------------------------------------------------------------------------------------- the path */

/* Adds or removes one folder. */
static bool change_path(Interp *in, const BuiltinCall *call, const char *folder, bool at_end) {
    struct stat facts;
    if (call->row->code)
        return !in->calls.path_remove || in->calls.path_remove(in, folder);
    if (stat(folder, &facts) || !S_ISDIR(facts.st_mode))
        return interp_warn(in, "", "addpath: %s: No such file or directory", folder);
    return !in->calls.path_add || in->calls.path_add(in, folder, at_end);
}

/* Folders with colons between them, so that the first of them comes first. text is changed. */
static bool change_paths(Interp *in, const BuiltinCall *call, char *text, bool at_end) {
    char *colon;
    bool ok = true;
    if (at_end) {
        for (char *at = text; ok && at; at = colon) {
            colon = strchr(at, ':');
            if (colon)
                *colon++ = '\0';
            ok = !*at || change_path(in, call, at, true);
        }
        return ok;
    }
    while (ok && (colon = strrchr(text, ':')) != NULL) {
        *colon = '\0';
        ok = !colon[1] || change_path(in, call, colon + 1, false);
    }
    return ok && (!*text || change_path(in, call, text, false));
}

bool builtin_addpath(Interp *in, BuiltinCall *call) {
    bool at_end = false;
    uint32_t count = call->argc;
    if (count > 1 && argument_is_word(call, count - 1, "-end")) {
        at_end = true;
        count--;
    } else if (count > 1 && argument_is_word(call, count - 1, "-begin")) {
        count--;
    }
    for (uint32_t k = 0; k < count; k++) {
        char *folders;
        size_t len;
        TRY(argument_text(in, call, at_end ? k : count - 1 - k, "all arguments must be strings",
                          &folders, &len));
        bool ok = change_paths(in, call, folders, at_end);
        interp_release(in, folders, len + 1);
        TRY(ok);
    }
    return true;
}

/* All folders, with colons between them. */
bool builtin_path(Interp *in, BuiltinCall *call) {
    Str text = str_make(&in->env);
    for (uint32_t k = 0; in->calls.path_at && in->calls.path_at(in, k); k++)
        str_format(&text, "%s%s", k ? ":" : "", in->calls.path_at(in, k));
    bool ok = str_ok(&text) ? give_text(in, call, text.data ? text.data : "", text.len)
                            : interp_fail_raw(in);
    str_free(&text);
    return ok;
}

/* ------------------------------------------------------------------------------------ the system */

bool builtin_getenv(Interp *in, BuiltinCall *call) {
    char *name;
    size_t len;
    TRY(argument_text(in, call, 0, "VAR must be a string", &name, &len));
    const char *value = base_getenv(name);
    release_text(in, name, len);
    return give_text(in, call, value ? value : "", value ? strlen(value) : 0);
}

bool builtin_setenv(Interp *in, BuiltinCall *call) {
    char *name, *value = NULL;
    size_t len, value_len = 0;
    TRY(argument_text(in, call, 0, "VAR must be a string", &name, &len));
    bool ok =
        call->argc < 2 || argument_text(in, call, 1, "VALUE must be a string", &value, &value_len);
    const char *set = call->row->code ? NULL : value ? value : "";
    if (ok && !in->change_variable)
        ok = interp_fail(in, "%s: the environment is not this script's to change", call->name);
    else if (ok && !in->change_variable(in->write_user, name, set))
        ok = interp_fail(in, "%s: %s cannot be set", call->name, name);
    release_text(in, name, len);
    if (value)
        release_text(in, value, value_len);
    return ok && (!call->row->code || !call->nout || give(call, value_double(0)));
}

bool builtin_pwd(Interp *in, BuiltinCall *call) {
    char folder[4096];
    if (!getcwd(folder, sizeof folder))
        return interp_fail(in, "pwd: there is no current folder");
    return give_text(in, call, folder, strlen(folder));
}

bool builtin_cd(Interp *in, BuiltinCall *call) {
    char *folder;
    size_t len;
    if (call->argc == 0 || call->nout)
        TRY(builtin_pwd(in, call));
    if (call->argc == 0)
        return true;
    TRY(argument_text(in, call, 0, "argument must be a string", &folder, &len));
    bool ok = in->change_folder != NULL ||
              interp_fail(in, "cd: the current folder is not this script's to change");
    ok = ok && (in->change_folder(in->write_user, folder) ||
                interp_fail(in, "%s: No such file or directory", folder));
    release_text(in, folder, len);
    return ok;
}

bool builtin_getpid(Interp *in, BuiltinCall *call) {
    (void)in;
    return give(call, value_double((double)getpid()));
}

bool builtin_nproc(Interp *in, BuiltinCall *call) {
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    (void)in;
    return give(call, value_double(count > 0 ? (double)count : 1));
}

/* ---------------------------------------------------------------------------------- who we are */

/* The version of the language's other implementation whose rules these are. */
#define LANGUAGE_VERSION "7.3.0"

bool builtin_version(Interp *in, BuiltinCall *call) {
    return give_text(in, call, LANGUAGE_VERSION, strlen(LANGUAGE_VERSION));
}

bool builtin_ver(Interp *in, BuiltinCall *call) {
    Value out = value_none();
    bool ok = set_text_field(in, &out, "Name", "frit") &&
              set_text_field(in, &out, "Version", frit_version()) &&
              set_text_field(in, &out, "Release", "") && set_text_field(in, &out, "Date", "");
    if (!ok) {
        value_drop(in, out);
        return false;
    }
    return give(call, out);
}

bool builtin_computer(Interp *in, BuiltinCall *call) {
#if defined(__aarch64__)
    const char *name = "aarch64-pc-linux-gnu", *arch = "gnu-linux-aarch64";
#else
    const char *name = "x86_64-pc-linux-gnu", *arch = "gnu-linux-x86_64";
#endif
    if (argument_is_word(call, 0, "arch"))
        return give_text(in, call, arch, strlen(arch));
    if (call->nout == 0) {
        interp_write(in, name, strlen(name));
        interp_write(in, "\n", 1);
        return true;
    }
    TRY(give_text(in, call, name, strlen(name)));
    if (call->nout > 1)
        give(call, value_double((double)INT64_MAX));
    return call->nout < 3 || give_text(in, call, "L", 1);
}
