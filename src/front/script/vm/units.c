/* Texts that were read: parsed, resolved, with an entry for each function. */
#include "front/script/vm/machine.h"

void unit_hold(Unit *unit) {
    unit->refs++;
}

static void entry_free(Interp *in, FunctionEntry *entry) {
    code_free(in, entry->code);
    for (uint32_t k = 0; k < entry->persistent.len; k++)
        box_drop(in, entry->persistent.at[k].box);
    vec_free(in->env.allocator, &entry->persistent);
}

void text_drop(Interp *in, char *text) {
    if (text)
        interp_release(in, text, strlen(text) + 1);
}

void unit_drop(Interp *in, Unit *unit) {
    if (--unit->refs)
        return;
    entry_free(in, &unit->body);
    for (uint32_t k = 0; k < unit->n_entries; k++)
        entry_free(in, &unit->entries[k]);
    interp_release(in, unit->entries, sizeof *unit->entries * unit->n_entries);
    script_tree_free(in->env.allocator, &unit->tree);
    source_free(unit->source);
    text_drop(in, unit->path);
    text_drop(in, unit->folder);
    text_drop(in, unit->hidden);
    interp_release(in, unit, sizeof *unit);
}

char *text_of(Interp *in, const char *text) {
    size_t size = strlen(text) + 1;
    char *copy = interp_alloc(in, size);
    if (copy)
        memcpy(copy, text, size);
    return copy;
}

static FunctionEntry *entry_of(Unit *unit, const ScriptFunction *function) {
    for (uint32_t k = 0; k < unit->n_entries; k++)
        if (unit->entries[k].function == function)
            return &unit->entries[k];
    return NULL;
}

static bool add_entries(Interp *in, Unit *unit, ScriptScope *scope) {
    Session *s = SESSION(in);
    NameId ans = script_name(&in->env, &s->names, "ans", 3);
    if (!ans)
        return interp_fail_raw(in);
    uint32_t n = 0;
    for (ScriptFunction *f = unit->tree.first_function; f; f = f->next)
        n++;
    unit->entries = interp_alloc(in, sizeof *unit->entries * n);
    if (!unit->entries)
        return false;
    memset(unit->entries, 0, sizeof *unit->entries * n);
    unit->n_entries = n;
    n = 0;
    for (ScriptFunction *f = unit->tree.first_function; f; f = f->next) {
        if (script_scope_slot(&in->env, &f->scope, ans) == UINT32_MAX)
            return interp_fail_raw(in);
        unit->entries[n++] =
            (FunctionEntry){.function = f, .unit = unit, .own = f->scope.slots.len};
    }
    for (uint32_t k = 0; k < n; k++)
        if (unit->entries[k].function->parent)
            unit->entries[k].parent = entry_of(unit, unit->entries[k].function->parent);
    unit->body = (FunctionEntry){.function = unit->tree.body, .unit = unit};
    return script_scope_slot(&in->env, scope, ans) != UINT32_MAX || interp_fail_raw(in);
}

static bool read_text(Interp *in, Unit *unit, const SessionText *text, ScriptScope *scope,
                      bool function_file, Diagnostics *told) {
    Session *s = SESSION(in);
    unit->source = source_new(&in->env, text->name, text->text, text->len);
    if (!unit->source)
        return interp_fail_raw(in);
    ScriptParse options = {&s->names, function_file, scope};
    if (!script_parse(&in->env, &options, unit->source, told, &unit->tree))
        return interp_fail_raw(in);
    if (told->errors || unit->tree.broken)
        return true;
    if (!script_resolve(&in->env, &unit->tree, unit->tree.function_file ? NULL : scope, told))
        return interp_fail_raw(in);
    if (told->errors)
        return true;
    return add_entries(in, unit,
                       unit->tree.function_file || !scope ? &unit->tree.body->scope : scope);
}

/* What is told points into the source: it is told's where the text has errors; of warnings a copy is. */
static bool keep_source(Interp *in, Unit *unit, Diagnostics *told) {
    TRY(vec_reserve(&in->env, &told->sources, (uint64_t)told->sources.len + 1));
    Source *kept = unit->source;
    if (told->errors || unit->tree.broken) {
        unit->source = NULL;
    } else {
        kept = source_new(&in->env, kept->name, kept->text, kept->len);
        TRY(kept);
        for (uint32_t k = 0; k < told->all.len; k++)
            if (told->all.at[k].source == unit->source)
                told->all.at[k].source = kept;
    }
    told->sources.at[told->sources.len++] = kept;
    return true;
}

bool unit_read(Interp *in, const SessionText *text, ScriptScope *scope, bool function_file,
               Diagnostics *told, Unit **out) {
    *out = NULL;
    Unit *unit = interp_alloc(in, sizeof *unit);
    if (!unit)
        return false;
    memset(unit, 0, sizeof *unit);
    unit->refs = 1;
    bool ok = !text->folder || (unit->folder = text_of(in, text->folder)) != NULL;
    if (ok && text->is_file)
        ok = (unit->path = text_of(in, text->name)) != NULL;
    ok = ok && read_text(in, unit, text, scope, function_file, told);
    if (ok && told->all.len && !keep_source(in, unit, told))
        ok = interp_fail_raw(in);
    if (ok && !told->errors && !unit->tree.broken)
        *out = unit;
    else
        unit_drop(in, unit);
    return ok;
}

bool entry_code(Interp *in, FunctionEntry *entry, const ScriptScope *scope, Code **out) {
    if (!entry->code && !code_compile(in, &SESSION(in)->names, entry, scope, &entry->code))
        return false;
    *out = entry->code;
    return true;
}
