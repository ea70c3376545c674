/* What values and builtins ask of the machine. */
#include "front/script/vm/machine.h"

static NameId name_id(Interp *in, const char *name) {
    NameId id = script_name(&in->env, &SESSION(in)->names, name, strlen(name));
    if (!id)
        interp_fail_raw(in);
    return id;
}

static bool find(Interp *in, const char *name, Callee *out) {
    Session *s = SESSION(in);
    const Frame *frame = s->frame;
    NameId id = name_id(in, name);
    return id && machine_lookup(in, frame, frame ? frame->code->entry->unit : NULL, id, out);
}

/* ---- calls */

static bool call_named(Interp *in, Value f, Value *args, uint32_t argc, uint32_t nout, Value *outs,
                       uint32_t *outc) {
    char *text;
    size_t len;
    Callee callee;
    if (!value_to_text(in, f, "a function's name must be text", &text, &len))
        return false;
    bool ok = find(in, text, &callee);
    if (ok && callee.kind == CALLEE_NONE)
        ok = interp_fail_id(in, "Octave:undefined-function", "'%s' undefined", text);
    interp_release(in, text, len + 1);
    return ok && machine_call(in, &callee, args, argc, nout, outs, outc);
}

static bool on_call(Interp *in, const Value *f, const Value *args, uint32_t argc, uint32_t nout,
                    Value *outs, uint32_t *outc) {
    Value *own = stack_take(in, argc);
    *outc = 0;
    if (!own)
        return false;
    for (uint32_t k = 0; k < argc; k++)
        own[k] = value_hold(args[k]);
    Value function = value_hold(*f);
    bool ok = function.kind == VALUE_FUNCTION
                  ? machine_call_value(in, function, own, argc, nout, outs, outc)
                  : call_named(in, function, own, argc, nout, outs, outc);
    value_drop(in, function);
    value_drop_all(in, own, argc);
    stack_give(SESSION(in), argc);
    return ok;
}

static bool on_is_function(Interp *in, const char *name) {
    Callee callee;
    bool ok = find(in, name, &callee);
    if (!ok)
        interp_clear_error(in);
    return ok && callee.kind != CALLEE_NONE;
}

static CallPlace on_place(Interp *in, const char *name, const char **path) {
    Callee callee;
    if (path)
        *path = NULL;
    if (!find(in, name, &callee)) {
        interp_clear_error(in);
        return CALL_NONE;
    }
    switch (callee.kind) {
    case CALLEE_BUILTIN: return CALL_BUILTIN;
    case CALLEE_SCRIPT:
        if (path)
            *path = SESSION(in)->files_known.at[callee.file].path;
        return CALL_FILE;
    case CALLEE_ENTRY:
        if (builtin_script(name) && !callee.entry->unit->path)
            return CALL_BUILTIN;
        if (path)
            *path = callee.entry->unit->path;
        return callee.entry->unit->tree.function_file ? CALL_FILE : CALL_SCRIPT;
    default: return CALL_NONE;
    }
}

static void counts_of(const ScriptFunction *function, int32_t *ins, int32_t *outs) {
    *ins = (int32_t)function->n_params;
    if (function->varargin)
        *ins = -*ins - 1;
    *outs = (int32_t)function->n_outputs;
    if (function->varargout)
        *outs = -*outs - 1;
}

static void counts_of_builtin(const Builtin *builtin, int32_t *ins, int32_t *outs) {
    *ins = builtin->most == BUILTIN_ANY ? -(int32_t)builtin->least - 1 : (int32_t)builtin->most;
    *outs = builtin->outs == BUILTIN_ANY ? -1 : (int32_t)builtin->outs;
}

static bool on_arity(Interp *in, const Value *f, int32_t *ins, int32_t *outs) {
    char *text = NULL;
    size_t len = 0;
    Callee callee = {0};
    bool ok = true;
    if (f->kind == VALUE_FUNCTION) {
        const Function *function = VALUE_FUNCTION_OF(*f);
        const Closure *c = function->code;
        if (c && c->entry)
            callee = (Callee){.kind = CALLEE_ENTRY, .entry = c->entry};
        else
            ok = find(in, function->name, &callee);
    } else {
        ok = value_to_text(in, *f, "FCN must be a string or function handle", &text, &len) &&
             find(in, text, &callee);
    }
    if (ok && callee.kind == CALLEE_ENTRY)
        counts_of(callee.entry->function, ins, outs);
    else if (ok && callee.kind == CALLEE_BUILTIN)
        counts_of_builtin(callee.builtin, ins, outs);
    else if (ok)
        ok = interp_fail(in, "invalid function name: %s", text ? text : "");
    interp_release(in, text, len + 1);
    return ok;
}

/* ---- texts */

static bool run_text(Interp *in, Scope *scope, const char *text, size_t len, uint32_t nout,
                     Value *outs, uint32_t *outc) {
    Diagnostics told = {0};
    Unit *unit = NULL;
    SessionText source = {.name = "", .text = text, .len = len};
    *outc = 0;
    bool ok = unit_read(in, &source, scope->names, false, &told, &unit);
    if (ok && !unit)
        ok = machine_parse_error(in, &told);
    diagnostics_free(in->env.allocator, &told);
    if (!ok)
        return false;
    for (uint32_t k = 0; k < unit->tree.n_functions && ok; k++)
        for (uint32_t e = 0; e < unit->n_entries && ok; e++)
            if (unit->entries[e].function == unit->tree.functions[k])
                ok = machine_define(in, unit->tree.functions[k]->name, &unit->entries[e]);
    unit->gives = nout > 0;
    ok = ok && machine_run_text(in, scope, unit, nout, outs, outc);
    unit_drop(in, unit);
    return ok;
}

static bool on_eval_in(Interp *in, uint32_t up, const char *text, size_t len, uint32_t nout,
                       Value *outs, uint32_t *outc) {
    return run_text(in, scope_up(SESSION(in), up), text, len, nout, outs, outc);
}

static bool on_eval(Interp *in, const char *text, size_t len, uint32_t nout, Value *outs,
                    uint32_t *outc) {
    return on_eval_in(in, 0, text, len, nout, outs, outc);
}

static bool on_run_file(Interp *in, const char *path) {
    return machine_run_file(in, scope_up(SESSION(in), 0), path);
}

/* A handle of a name, or of the text of an anonymous function, which is made where nothing can be captured. */
static bool on_handle(Interp *in, const char *text, size_t len, Value *out) {
    Session *s = SESSION(in);
    while (len && (*text == ' ' || *text == '\t')) {
        text++;
        len--;
    }
    if (len && *text == '@') {
        ScriptScope names = {0};
        Frame holder = {0};
        Scope scope = {.owner = &holder, .holder = &holder, .names = &names};
        uint32_t outc = 0;
        holder.scope = &scope;
        bool ok = run_text(in, &scope, text, len, 1, out, &outc);
        scope_drop(in, &scope);
        script_scope_free(in->env.allocator, &names);
        return ok;
    }
    NameId name = script_name(&in->env, &s->names, text, len);
    if (!name)
        return interp_fail_raw(in);
    return handle_new(in, s->frame, s->frame ? s->frame->code->entry->unit : NULL, name, out);
}

/* ---- variables and callers */

static bool on_get(Interp *in, uint32_t up, const char *name, Value *out) {
    Session *s = SESSION(in);
    return scope_get(in, scope_up(s, up), script_find_name(&s->names, name, strlen(name)), out);
}

static bool on_set(Interp *in, uint32_t up, const char *name, Value v) {
    return scope_set(in, scope_up(SESSION(in), up), name, v);
}

static bool on_clear(Interp *in, uint32_t up, const char *name) {
    Session *s = SESSION(in);
    scope_clear(in, scope_up(s, up), script_find_name(&s->names, name, strlen(name)));
    return true;
}

static bool on_is_global(Interp *in, uint32_t up, const char *name) {
    Session *s = SESSION(in);
    Scope *scope = scope_up(s, up);
    NameId id = script_find_name(&s->names, name, strlen(name));
    uint32_t slot = id ? script_scope_find(scope->names, id) : UINT32_MAX;
    const Value *v = slot == UINT32_MAX ? NULL : scope_slot(in, scope, slot, false);
    if (!v || v->kind != VALUE_REFERENCE)
        return false;
    for (uint32_t k = 0; k < s->globals.len; k++)
        if (s->globals.at[k].box == BOX_OF(*v))
            return true;
    return false;
}

static const char *on_variable(Interp *in, uint32_t up, uint32_t index) {
    Session *s = SESSION(in);
    return scope_variable(s, scope_up(s, up), index);
}

static bool on_caller(Interp *in, uint32_t up, CallerFacts *out) {
    Session *s = SESSION(in);
    Scope *scope = scope_up(s, up);
    *out =
        (CallerFacts){.nargin = scope->nargin, .nargout = scope->nout, .ignored = scope->ignored};
    const Code *code = scope->owner->code;
    /* The text that runs in the scope now: a file of statements, or the function itself. */
    for (const Frame *f = s->frame; f && !out->file; f = f->caller)
        if (f->scope == scope && f->code)
            out->file = f->code->entry->unit->path;
    if (!code)
        return true;
    const ScriptFunction *function = code->entry->function;
    out->function = function->name ? script_name_text(&s->names, function->name) : "@<anonymous>";
    return true;
}

static uint32_t on_line(Interp *in) {
    Session *s = SESSION(in);
    uint32_t line = 0, column = 0;
    if (s->frame)
        machine_place(s->frame, &line, &column);
    return line;
}

static const char *on_argument_name(Interp *in, uint32_t up, uint32_t k) {
    const Frame *caller = scope_up(SESSION(in), up)->owner->caller;
    return caller ? machine_argument_name(in, caller, k) : NULL;
}

/* ---- path and arguments */

static void path_forget(Session *s, const char *folder) {
    for (uint32_t k = 0; k < s->path.len; k++)
        if (strcmp(s->path.at[k], folder) == 0) {
            text_drop(&s->in, s->path.at[k]);
            memmove(s->path.at + k, s->path.at + k + 1, sizeof *s->path.at * (s->path.len - k - 1));
            s->path.len--;
            s->generation++;
            return;
        }
}

static bool on_path_add(Interp *in, const char *folder, bool at_end) {
    Session *s = SESSION(in);
    char *copy = text_of(in, folder);
    if (!copy)
        return false;
    path_forget(s, folder);
    if (!vec_push(&in->env, &s->path, copy)) {
        text_drop(in, copy);
        return interp_fail_raw(in);
    }
    if (!at_end) {
        memmove(s->path.at + 1, s->path.at, sizeof *s->path.at * (s->path.len - 1));
        s->path.at[0] = copy;
    }
    s->generation++;
    return true;
}

static bool on_path_remove(Interp *in, const char *folder) {
    path_forget(SESSION(in), folder);
    return true;
}

static const char *on_path_at(Interp *in, uint32_t index) {
    Session *s = SESSION(in);
    return index < s->path.len ? s->path.at[index] : NULL;
}

static const char *on_argument(Interp *in, uint32_t index) {
    Session *s = SESSION(in);
    return index < s->arguments.len ? s->arguments.at[index] : NULL;
}

/* Ends everything: nothing catches it. */
static bool on_exit(Interp *in, int status) {
    Session *s = SESSION(in);
    s->exited = true;
    s->exit_status = status;
    return interp_fail(in, "exit");
}

void callbacks_fill(InterpCalls *calls) {
    *calls = (InterpCalls){.call = on_call,
                           .is_function = on_is_function,
                           .handle = on_handle,
                           .eval = on_eval,
                           .line = on_line,
                           .get = on_get,
                           .set = on_set,
                           .clear = on_clear,
                           .is_global = on_is_global,
                           .variable = on_variable,
                           .eval_in = on_eval_in,
                           .run_file = on_run_file,
                           .place = on_place,
                           .arity = on_arity,
                           .caller = on_caller,
                           .argument_name = on_argument_name,
                           .path_add = on_path_add,
                           .path_remove = on_path_remove,
                           .path_at = on_path_at,
                           .argument = on_argument,
                           .exit = on_exit};
}
