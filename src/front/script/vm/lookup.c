/* Functions by name: nested and of the same file, of scripts, files of the folder and the path, builtins. */
#include "front/script/vm/machine.h"

static FunctionEntry *entry_named(const Unit *unit, ScriptFunction *const *functions, uint32_t n,
                                  NameId name) {
    for (uint32_t k = 0; k < n; k++)
        if (functions[k]->name == name)
            for (uint32_t e = 0; e < unit->n_entries; e++)
                if (unit->entries[e].function == functions[k])
                    return &unit->entries[e];
    return NULL;
}

static FunctionEntry *of_unit(const Unit *unit, NameId name) {
    return unit ? entry_named(unit, unit->tree.functions, unit->tree.n_functions, name) : NULL;
}

/* Functions of a file of functions are known to it alone. Those of a script are everybody's, and the last definition counts. */
static FunctionEntry *of_file(const Unit *unit, NameId name) {
    return unit && unit->tree.function_file ? of_unit(unit, name) : NULL;
}

static FunctionEntry *nested(const Frame *frame, NameId name) {
    for (const FunctionEntry *e = frame->code->entry; e; e = e->parent) {
        FunctionEntry *found =
            entry_named(e->unit, e->function->nested, e->function->n_nested, name);
        if (found)
            return found;
    }
    return NULL;
}

/* ---- files */

static bool read_unit(Interp *in, const char *path, const char *text, size_t len, Unit **out) {
    Diagnostics told = {0};
    SessionText source = {.name = path, .is_file = true, .text = text, .len = len};
    bool ok = unit_read(in, &source, NULL, true, &told, out);
    if (ok && !*out)
        ok = machine_parse_error(in, &told);
    diagnostics_free(in->env.allocator, &told);
    return ok;
}

static bool add_file(Interp *in, NameId name, char *path, Unit *unit, Callee *out) {
    Session *s = SESSION(in);
    KnownFile known = {.name = name, .path = path, .unit = unit};
    if (unit && !unit->tree.function_file) {
        unit_drop(in, unit);
        known.unit = NULL;
    }
    if (!vec_push(&in->env, &s->files_known, known)) {
        text_drop(in, path);
        if (known.unit)
            unit_drop(in, known.unit);
        return interp_fail_raw(in);
    }
    out->kind = known.unit ? CALLEE_ENTRY : CALLEE_SCRIPT;
    if (known.unit)
        out->entry = &known.unit->entries[0];
    else
        out->file = s->files_known.len - 1;
    return true;
}

static bool known_file(Session *s, const char *path, Callee *out) {
    for (uint32_t k = 0; k < s->files_known.len; k++) {
        const KnownFile *f = &s->files_known.at[k];
        if (!f->path || strcmp(f->path, path) != 0)
            continue;
        out->kind = f->unit ? CALLEE_ENTRY : CALLEE_SCRIPT;
        if (f->unit)
            out->entry = &f->unit->entries[0];
        else
            out->file = k;
        return true;
    }
    return false;
}

/* pkg.sub.f is f of the folder +pkg/+sub. */
static void put_file(Str *out, const char *name) {
    const char *dot;
    while ((dot = strchr(name, '.')) != NULL) {
        str_format(out, "+%.*s/", (int)(dot - name), name);
        name = dot + 1;
    }
    str_puts(out, name);
}

static bool in_folder(Interp *in, const char *folder, NameId name, Callee *out) {
    Session *s = SESSION(in);
    const char *text = script_name_text(&s->names, name);
    Str path = str_make(&in->env);
    char *source = NULL;
    size_t len = 0;
    Unit *unit = NULL;
    Str file = str_make(&in->env);
    put_file(&file, text);
    str_format(&path, "%s%s%s.m", folder ? folder : "", folder ? "/" : "",
               str_ok(&file) ? file.data : "");
    bool ok = str_ok(&path) && str_ok(&file) ? true : interp_fail_raw(in);
    if (ok && !known_file(s, path.data, out)) {
        ok = s->files.read(in, folder, file.data, &source, &len);
        if (ok && source) {
            char *copy = text_of(in, path.data);
            ok = copy && read_unit(in, path.data, source, len, &unit);
            if (ok)
                ok = add_file(in, name, copy, unit, out);
            else if (copy)
                text_drop(in, copy);
        }
    }
    if (source)
        interp_release(in, source, len + 1);
    str_free(&path);
    str_free(&file);
    return ok;
}

static bool in_folders(Interp *in, NameId name, Callee *out) {
    Session *s = SESSION(in);
    bool ok = in_folder(in, NULL, name, out);
    if (ok && !out->kind && s->folder)
        ok = in_folder(in, s->folder, name, out);
    for (uint32_t k = 0; k < s->path.len && ok && !out->kind; k++)
        ok = in_folder(in, s->path.at[k], name, out);
    return ok;
}

/* Is there a folder of that package? */
static bool is_package(Session *s, const char *folder, const char *name) {
    Str path = str_make(&s->in.env), file = str_make(&s->in.env);
    if (folder)
        str_format(&path, "%s/", folder);
    put_file(&file, name);
    const char *last = str_ok(&file) ? strrchr(file.data, '/') : NULL;
    last = last ? last + 1 : file.data;
    if (str_ok(&file))
        str_format(&path, "%.*s+%s", (int)(last - file.data), file.data, last);
    bool found = str_ok(&path) && str_ok(&file) && s->files.is_folder(path.data);
    str_free(&file);
    str_free(&path);
    return found;
}

static void package(Session *s, NameId name, Callee *out) {
    const char *text = script_name_text(&s->names, name);
    if (!s->files.is_folder)
        return;
    bool found = is_package(s, NULL, text) || (s->folder && is_package(s, s->folder, text));
    for (uint32_t k = 0; k < s->path.len && !found; k++)
        found = is_package(s, s->path.at[k], text);
    if (found)
        *out = (Callee){.kind = CALLEE_PACKAGE, .package = name};
}

/* Packages are values that no script can make otherwise: functions whose name begins with +. */
bool value_is_package(Value v) {
    const char *name = v.kind == VALUE_FUNCTION ? VALUE_FUNCTION_OF(v)->name : NULL;
    return name && name[0] == '+';
}

bool machine_package_member(Interp *in, Value v, const char *name, Value *out) {
    Session *s = SESSION(in);
    const char *package_name = VALUE_FUNCTION_OF(v)->name + 1;
    Callee callee = {0};
    Str text = str_make(&in->env);
    str_format(&text, "%s.%s", package_name, name);
    NameId id = str_ok(&text) ? script_name(&in->env, &s->names, text.data, text.len) : 0;
    bool ok = id ? machine_lookup(in, NULL, NULL, id, &callee) : interp_fail_raw(in);
    if (ok && callee.kind == CALLEE_NONE)
        ok = interp_fail(in, "member '%s' in package '%s' does not exist", name, package_name);
    if (ok && callee.kind == CALLEE_PACKAGE) {
        uint32_t outc;
        ok = machine_call(in, &callee, NULL, 0, 1, out, &outc);
    } else if (ok) {
        ok = handle_new(in, NULL, NULL, id, out);
    }
    str_free(&text);
    return ok;
}

/* The folder `private` beside the file that asks; a file in one has those beside it. NULL: there is none. */
static const char *hidden_folder(Session *s, Unit *unit) {
    if (unit->looked || !unit->path || !s->files.is_folder)
        return unit->hidden;
    const char *slash = strrchr(unit->path, '/');
    int len = slash ? (int)(slash - unit->path) : 0;
    bool inside = len >= 7 && !strncmp(unit->path + len - 7, "private", 7) &&
                  (len == 7 || unit->path[len - 8] == '/');
    Str path = str_make(&s->in.env);
    str_format(&path, "%.*s%s%s", len, unit->path, slash && !inside ? "/" : "",
               inside ? "" : "private");
    if (str_ok(&path) && s->files.is_folder(path.data))
        unit->hidden = text_of(&s->in, path.data);
    unit->looked = true;
    str_free(&path);
    return unit->hidden;
}

static bool in_private(Interp *in, const Frame *frame, Unit *from, NameId name, Callee *out) {
    Unit *asker = from;
    if (frame && (!asker || !asker->path) && frame->scope->owner->code)
        asker = frame->scope->owner->code->entry->unit;
    const char *folder = asker ? hidden_folder(SESSION(in), asker) : NULL;
    return !folder || in_folder(in, folder, name, out);
}

/* ---- builtins */

static bool library_unit(Interp *in, const char *const *lines, const char *name, Unit **out) {
    Str text = str_make(&in->env);
    Diagnostics told = {0};
    for (uint32_t k = 0; lines[k]; k++) {
        str_puts(&text, lines[k]);
        str_putc(&text, '\n');
    }
    SessionText source = {.name = name, .text = text.data, .len = text.len};
    bool ok = str_ok(&text) ? unit_read(in, &source, NULL, true, &told, out) : interp_fail_raw(in);
    if (ok && !*out)
        ok = machine_parse_error(in, &told);
    diagnostics_free(in->env.allocator, &told);
    str_free(&text);
    return ok;
}

static bool of_library(Interp *in, const Builtin *found, Callee *out) {
    const char *text = found->name;
    Session *s = SESSION(in);
    NameId name = script_name(&in->env, &s->names, text, strlen(text));
    if (!name)
        return interp_fail_raw(in);
    const char *const *lines = builtin_script(text);
    Unit *unit = NULL;
    for (uint32_t k = 0; k < s->files_known.len; k++)
        if (s->files_known.at[k].library == (const void *)lines)
            unit = s->files_known.at[k].unit;
    if (!unit) {
        if (!library_unit(in, lines, text, &unit))
            return false;
        KnownFile known = {.library = lines, .unit = unit};
        if (!vec_push(&in->env, &s->files_known, known)) {
            unit_drop(in, unit);
            return interp_fail_raw(in);
        }
    }
    out->entry = of_unit(unit, name);
    if (!out->entry)
        return interp_fail(in, "'%s' undefined", text);
    out->entry->least = found->least;
    out->kind = CALLEE_ENTRY;
    return true;
}

bool machine_builtin(Interp *in, const Builtin *found, Callee *out) {
    if (!found->fn)
        return of_library(in, found, out);
    *out = (Callee){.kind = CALLEE_BUILTIN, .builtin = found};
    return true;
}

static bool builtin(Interp *in, NameId name, Callee *out) {
    const Builtin *found = builtin_find(script_name_text(&SESSION(in)->names, name));
    if (found)
        return machine_builtin(in, found, out);
    package(SESSION(in), name, out);
    return true;
}

/* ---- names, wherever they are called from */

static bool everywhere(Interp *in, NameId name, Callee *out) {
    Session *s = SESSION(in);
    for (uint32_t k = s->functions.len; k-- > 0;)
        if (s->functions.at[k].name == name) {
            *out = (Callee){.kind = CALLEE_ENTRY, .entry = s->functions.at[k].entry};
            return true;
        }
    return in_folders(in, name, out) && (out->kind || builtin(in, name, out));
}

static bool by_name(Interp *in, NameId name, Callee *out) {
    Session *s = SESSION(in);
    if (name >= s->names_known.len &&
        !vec_extend(&in->env, &s->names_known, name + 1 - s->names_known.len))
        return interp_fail_raw(in);
    KnownName *known = &s->names_known.at[name];
    if (known->generation == s->generation) {
        *out = known->callee;
        return true;
    }
    if (!everywhere(in, name, out))
        return false;
    known = &s->names_known.at[name];
    if (out->kind)
        *known = (KnownName){s->generation, *out};
    return true;
}

bool machine_lookup(Interp *in, const Frame *frame, Unit *from, NameId name, Callee *out) {
    *out = (Callee){.kind = CALLEE_NONE};
    FunctionEntry *entry = frame ? nested(frame, name) : NULL;
    if (!entry)
        entry = of_file(from, name);
    if (!entry && frame && frame->scope->owner->code)
        entry = of_file(frame->scope->owner->code->entry->unit, name);
    if (entry) {
        *out = (Callee){.kind = CALLEE_ENTRY, .entry = entry};
        return true;
    }
    return in_private(in, frame, from, name, out) && (out->kind || by_name(in, name, out));
}

bool machine_site(Interp *in, const Frame *frame, CallSite *site) {
    Session *s = SESSION(in);
    if (site->generation == s->generation)
        return true;
    if (!machine_lookup(in, frame, frame->code->entry->unit, site->name, &site->callee))
        return false;
    if (site->callee.kind == CALLEE_NONE)
        return machine_undefined(in, frame, site->name);
    site->generation = s->generation;
    return true;
}

bool machine_define(Interp *in, NameId name, FunctionEntry *entry) {
    Session *s = SESSION(in);
    for (uint32_t k = 0; k < s->functions.len; k++) {
        Known *known = &s->functions.at[k];
        if (known->name != name)
            continue;
        if (known->entry == entry)
            return true;
        Unit *old = known->entry->unit;
        unit_hold(entry->unit);
        known->entry = entry;
        s->generation++;
        unit_drop(in, old);
        return true;
    }
    Known known = {name, entry};
    if (!vec_push(&in->env, &s->functions, known))
        return interp_fail_raw(in);
    unit_hold(entry->unit);
    s->generation++;
    return true;
}

bool machine_run_file(Interp *in, Scope *scope, const char *path) {
    Session *s = SESSION(in);
    char *text = NULL;
    size_t len = 0;
    Unit *unit = NULL;
    Diagnostics told = {0};
    if (!s->files.read(in, NULL, path, &text, &len))
        return false;
    if (!text)
        return interp_fail(in, "could not find file %s", path);
    SessionText source = {.name = path, .is_file = true, .text = text, .len = len};
    bool ok = unit_read(in, &source, scope->names, false, &told, &unit);
    if (ok && !unit)
        ok = machine_parse_error(in, &told);
    diagnostics_free(in->env.allocator, &told);
    interp_release(in, text, len + 1);
    if (!ok)
        return false;
    for (uint32_t k = 0; k < unit->tree.n_functions && ok; k++)
        ok = machine_define(in, unit->tree.functions[k]->name,
                            of_unit(unit, unit->tree.functions[k]->name));
    ok = ok && machine_run_text(in, scope, unit, 0, NULL, NULL);
    unit_drop(in, unit);
    return ok;
}
