/* Names of files and folders. */
#define _DEFAULT_SOURCE
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/getenv.h"
#include "base/getenv.h"
#include "front/script/builtin/functions.h"
#include "front/script/builtin/give.h"
#include "front/script/builtin/texts.h"

/* ---- fullfile, fileparts */

static void add_part(Str *out, const char *part, size_t len) {
    if (len == 0)
        return;
    if (out->len && out->data[out->len - 1] == '/')
        while (len && *part == '/') {
            part++;
            len--;
        }
    else if (out->len && *part != '/')
        str_putc(out, '/');
    str_put(out, part, len);
}

/* The path with element k of the cell among the arguments, if there is one. */
static bool join_path(Interp *in, const BuiltinCall *call, int64_t k, Str *out) {
    for (uint32_t a = 0; a < call->argc; a++) {
        Value v = call->args[a];
        if (v.kind == VALUE_CELL)
            v = VALUE_CELL_OF(v)->at[k];
        if (value_is_empty(v))
            continue;
        Text text;
        TRY(chars_take(in, v, "fullfile: input is not a string or cell array of strings", &text));
        add_part(out, text.at, text.len);
        chars_close(in, &text);
    }
    return str_ok(out) || interp_fail_raw(in);
}

bool script_fullfile(Interp *in, BuiltinCall *call) {
    const Cell *cell = NULL;
    for (uint32_t a = 0; a < call->argc; a++)
        if (call->args[a].kind == VALUE_CELL)
            cell = VALUE_CELL_OF(call->args[a]);
    if (!cell) {
        Str path = str_make(&in->env);
        if (join_path(in, call, 0, &path))
            return give_str(in, call, 0, &path);
        str_free(&path);
        return false;
    }
    Value out;
    TRY(value_cell_new(in, &cell->shape, &out));
    bool ok = true;
    for (int64_t k = 0; ok && k < cell->count; k++) {
        Str path = str_make(&in->env);
        ok = join_path(in, call, k, &path) && value_text(in, path.data ? path.data : "", path.len,
                                                         false, &VALUE_CELL_OF(out)->at[k]);
        str_free(&path);
    }
    if (ok)
        give_value(in, call, 0, out);
    else
        value_drop(in, out);
    return ok;
}

bool script_fileparts(Interp *in, BuiltinCall *call) {
    Text text;
    TRY(chars_take(in, call->args[0], "fileparts: FILENAME must be a single string", &text));
    size_t slash = text.len, dot;
    while (slash > 0 && text.at[slash - 1] != '/')
        slash--;
    dot = text.len;
    for (size_t k = text.len; k > slash; k--)
        if (text.at[k - 1] == '.') {
            dot = k - 1;
            break;
        }
    size_t folder = slash > 1 ? slash - 1 : slash;
    bool ok = give_chars(in, call, 0, text.at, folder) &&
              (!is_wanted(call, 1) || give_chars(in, call, 1, text.at + slash, dot - slash)) &&
              (!is_wanted(call, 2) || give_chars(in, call, 2, text.at + dot, text.len - dot));
    chars_close(in, &text);
    return ok;
}

/* ---- isfile, isfolder: the code is 1 for folders */

static bool is_there(Interp *in, Value v, bool folder, bool *there) {
    *there = false;
    if (!value_is_char(v))
        return true;
    char *name;
    size_t len;
    TRY(value_to_text(in, v, "F must be a string", &name, &len));
    struct stat s;
    *there = stat(name, &s) == 0 && (folder ? S_ISDIR(s.st_mode) : S_ISREG(s.st_mode));
    release_text(in, name, len);
    return true;
}

bool script_isfile(Interp *in, BuiltinCall *call) {
    Value v = call->args[0];
    bool folder = call->row->code == 1, there;
    if (!value_is_char(v) && !is_cell_of_texts(v))
        return interp_fail(in, "%s: F must be a string or cell array of strings", call->name);
    if (v.kind != VALUE_CELL) {
        TRY(is_there(in, v, folder, &there));
        give_value(in, call, 0, value_logical(there));
        return true;
    }
    Value out;
    uint8_t *bytes;
    TRY(logicals_value(in, &VALUE_CELL_OF(v)->shape, &out, &bytes));
    bool ok = true;
    for (int64_t k = 0; ok && k < value_count(v); k++) {
        ok = is_there(in, VALUE_CELL_OF(v)->at[k], folder, &there);
        bytes[k] = ok && there;
    }
    if (!ok || !value_simplify(in, &out)) {
        value_drop(in, out);
        return false;
    }
    give_value(in, call, 0, out);
    return true;
}

/* ---- mkdir, rmdir, delete, unlink, rename */

static bool give_status(Interp *in, BuiltinCall *call, bool done, const char *message,
                        const char *id) {
    if (call->nout == 0 && !done)
        return interp_fail(in, "%s: operation failed: %s", call->name, message);
    if (call->nout == 0)
        return true;
    give_value(in, call, 0, value_logical(done));
    return (!is_wanted(call, 1) || give_chars(in, call, 1, message, strlen(message))) &&
           (!is_wanted(call, 2) || give_chars(in, call, 2, id, strlen(id)));
}

/* The folders above are made as well. */
static bool make_folders(char *name) {
    for (char *at = name + 1; *at; at++)
        if (*at == '/') {
            *at = '\0';
            mkdir(name, 0777);
            *at = '/';
        }
    return mkdir(name, 0777) == 0;
}

bool script_mkdir(Interp *in, BuiltinCall *call) {
    Str path = str_make(&in->env);
    bool ok = join_path(in, call, 0, &path), there = false;
    if (ok && path.len > 0) {
        struct stat s;
        there = stat(path.data, &s) == 0 && S_ISDIR(s.st_mode);
        bool done = there || make_folders(path.data);
        ok = give_status(in, call, done,
                         there  ? "directory exists"
                         : done ? ""
                                : strerror(errno),
                         there || !done ? "mkdir" : "");
    }
    str_free(&path);
    return ok;
}

bool script_rmdir(Interp *in, BuiltinCall *call) {
    char *name;
    size_t len;
    TRY(argument_text(in, call, 0, "DIR must be a string", &name, &len));
    bool done = rmdir(name) == 0;
    bool ok = give_status(in, call, done, done ? "" : strerror(errno), done ? "" : "rmdir");
    release_text(in, name, len);
    return ok;
}

bool script_unlink(Interp *in, BuiltinCall *call) {
    char *name;
    size_t len;
    TRY(argument_text(in, call, 0, "FILE must be a string", &name, &len));
    bool done = unlink(name) == 0;
    const char *message = done ? "" : strerror(errno);
    release_text(in, name, len);
    if (call->nout > 0 || !done)
        give_value(in, call, 0, value_double(done ? 0 : -1));
    if (call->nout == 0 && !done)
        return interp_fail(in, "unlink: operation failed: %s", message);
    return !is_wanted(call, 1) || give_chars(in, call, 1, message, strlen(message));
}

bool script_delete(Interp *in, BuiltinCall *call) {
    char *name;
    size_t len;
    if (!value_is_char(call->args[0]))
        return interp_fail(in, "delete: first argument must be a filename or list of handles");
    TRY(argument_text(in, call, 0, "first argument must be a filename", &name, &len));
    bool ok = unlink(name) == 0 ||
              interp_warn(in, "Octave:delete:no-such-file", "delete: no such file: %s", name);
    release_text(in, name, len);
    return ok;
}

bool script_rename(Interp *in, BuiltinCall *call) {
    char *from, *to;
    size_t len, to_len;
    TRY(argument_text(in, call, 0, "OLD must be a string", &from, &len));
    bool ok = argument_text(in, call, 1, "NEW must be a string", &to, &to_len);
    if (ok) {
        bool done = rename(from, to) == 0;
        const char *message = done ? "" : strerror(errno);
        release_text(in, to, to_len);
        if (call->nout == 0 && !done)
            ok = interp_fail(in, "rename: operation failed: %s", message);
        else if (call->nout > 0)
            give_value(in, call, 0, value_double(done ? 0 : -1));
        ok = ok && (!is_wanted(call, 1) || call->nout == 0 ||
                    give_chars(in, call, 1, message, strlen(message)));
    }
    release_text(in, from, len);
    return ok;
}

/* ---- temporary names */

static const char *temp_folder(void) {
    const char *folder = base_getenv("TMPDIR");
    return folder && *folder ? folder : "/tmp";
}

bool script_tempdir(Interp *in, BuiltinCall *call) {
    const char *folder = temp_folder();
    return give_chars(in, call, 0, folder, strlen(folder));
}

bool script_tempname(Interp *in, BuiltinCall *call) {
    Str name = str_make(&in->env);
    uint64_t seed = (uint64_t)getpid() * 0x9E3779B97F4A7C15u + in->random_draw + (uintptr_t)in;
    struct stat s;
    do {
        name.len = 0;
        str_format(&name, "%s/oct-", temp_folder());
        for (int k = 0; k < 6; k++) {
            seed = seed * 6364136223846793005u + 1442695040888963407u;
            str_putc(&name, "abcdefghijklmnopqrstuvwxyz0123456789"[(seed >> 33) % 36]);
        }
    } while (!name.failed && stat(name.data, &s) == 0);
    return give_str(in, call, 0, &name);
}

/* ---- dir, ls: the code is 1 for readdir, which gives a cell */

static int by_name(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static bool push_name(Interp *in, char ***names, size_t *count, size_t *room, const char *name) {
    if (*count == *room) {
        size_t more = *room ? *room * 2 : 32;
        char **wider = interp_resize(in, *names, *room * sizeof **names, more * sizeof **names);
        TRY(wider);
        *names = wider;
        *room = more;
    }
    size_t bytes = strlen(name) + 1;
    char *copy = interp_alloc(in, bytes);
    TRY(copy);
    memcpy(copy, name, bytes);
    (*names)[(*count)++] = copy;
    return true;
}

static bool give_names(Interp *in, BuiltinCall *call, char **names, size_t count) {
    bool cell = call->row->code == 1;
    Values list = {0};
    Str lines = str_make(&in->env);
    bool ok = true;
    for (size_t k = 0; ok && k < count; k++) {
        if (!cell && names[k][0] == '.')
            continue;
        ok = values_push_text(in, &list, names[k], strlen(names[k]), true);
        str_format(&lines, "%s\n", names[k]);
    }
    Value out = value_none();
    if (ok && cell)
        ok = values_to_cell(in, &list, true, &out);
    else if (ok && call->nout > 0)
        ok = value_vertcat_texts(in, list.at, (uint32_t)list.count, &out);
    else if (ok && lines.len)
        interp_write(in, lines.data, lines.len);
    if (ok && out.kind != VALUE_NONE)
        give_value(in, call, 0, out);
    values_free(in, &list);
    str_free(&lines);
    return ok;
}

bool script_dir(Interp *in, BuiltinCall *call) {
    char *name = NULL, **names = NULL;
    size_t len = 0, count = 0, room = 0;
    if (call->argc > 0)
        TRY(argument_text(in, call, 0, "DIRECTORY must be a string", &name, &len));
    DIR *folder = opendir(name ? name : ".");
    bool ok = folder != NULL;
    if (!ok)
        interp_fail(in, "%s: nonexistent directory '%s'", call->name, name ? name : ".");
    struct dirent *entry;
    while (ok && (entry = readdir(folder)))
        ok = push_name(in, &names, &count, &room, entry->d_name);
    if (folder)
        closedir(folder);
    if (count)
        qsort(names, count, sizeof *names, by_name);
    ok = ok && give_names(in, call, names, count);
    for (size_t k = 0; k < count; k++)
        interp_release(in, names[k], strlen(names[k]) + 1);
    interp_release(in, names, room * sizeof *names);
    if (name)
        release_text(in, name, len);
    return ok;
}
