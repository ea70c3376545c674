/* Sessions: opening, running, variables of the outermost scope. */
#include "front/script/vm/machine.h"

#include <stdlib.h>

/* ---- opening and closing */

static void *plain_memory(void *user, void *ptr, size_t old_size, size_t new_size) {
    (void)user, (void)old_size;
    if (new_size == 0) {
        free(ptr);
        return NULL;
    }
    return realloc(ptr, new_size);
}

static void *give_memory(const frit_allocator *allocator, size_t size) {
    return allocator->fn(allocator->user, NULL, 0, size);
}

/* The context, or one of its own; NULL: there is none that will do. Elements of values are read where they lie. */
static frit_context *open_context(Session *s, frit_context *lent, Env *env) {
    frit_context_options options = {FRIT_SIZED(frit_context_options), .device = "cpu"};
    if (!lent && frit_context_new_with(&s->allocator, &options, &s->own_context, env->error))
        return NULL;
    frit_context *context = lent ? lent : s->own_context;
    if (frit_context_describe(context).device.type <= 1)
        return context;
    env_set_error(env, FRIT_ERR_UNSUPPORTED, FRIT_STAGE_NONE,
                  "scripts run on the CPU alone: their context is on another device");
    return NULL;
}

Session *session_open(const SessionOptions *options, frit_error *raw) {
    frit_allocator allocator = {plain_memory, NULL};
    frit_error scratch;
    if (options->allocator)
        allocator = *options->allocator;
    Env env = env_make(&allocator, raw, &scratch);
    Session *s = give_memory(&allocator, sizeof *s);
    if (!s) {
        env_set_error(&env, FRIT_ERR_NOMEM, FRIT_STAGE_NONE, "out of memory");
        return NULL;
    }
    memset(s, 0, sizeof *s);
    s->allocator = allocator;
    frit_context *context = open_context(s, options->context, &env);
    if (!context) {
        allocator.fn(allocator.user, s, sizeof *s, 0);
        return NULL;
    }
    interp_open(&s->in, &s->allocator, context);
    s->in.vm = s;
    s->in.write = options->write;
    s->in.write_user = options->write_user;
    s->in.change_folder = options->change_folder;
    s->in.change_variable = options->change_variable;
    s->files = options->files;
    if (!s->files.read)
        s->files = (SessionFiles){system_read, system_is_folder};
    s->generation = 1;
    s->most_turns = options->most_turns;
    s->base.own = (Scope){.owner = &s->base, .holder = &s->base, .names = &s->base_names};
    s->base.scope = &s->base.own;
    s->failed_at = str_make(&s->in.env);
    callbacks_fill(&s->in.calls);
    report_open(s, options->explain, options->profile);
    if (!builtin_open(&s->in)) {
        *env.error = s->in.raw;
        session_close(s);
        return NULL;
    }
    return s;
}

static void drop_texts(Session *s, char **texts, uint32_t n) {
    for (uint32_t k = 0; k < n; k++)
        text_drop(&s->in, texts[k]);
}

static void drop_functions(Session *s) {
    for (uint32_t k = 0; k < s->functions.len; k++)
        unit_drop(&s->in, s->functions.at[k].entry->unit);
    s->functions.len = 0;
}

static void forget_files(Session *s) {
    for (uint32_t k = 0; k < s->files_known.len; k++) {
        text_drop(&s->in, s->files_known.at[k].path);
        if (s->files_known.at[k].unit)
            unit_drop(&s->in, s->files_known.at[k].unit);
    }
    s->files_known.len = 0;
    s->generation++;
}

static void free_stack(Session *s) {
    while (s->stack) {
        StackChunk *chunk = s->stack;
        s->stack = chunk->before;
        interp_release(&s->in, chunk, sizeof *chunk + sizeof(Value) * (size_t)chunk->room);
    }
}

void session_close(Session *s) {
    if (!s)
        return;
    Interp *in = &s->in;
    const frit_allocator *allocator = &s->allocator;
    list_cut(in, 0, 0);
    scope_drop(in, &s->base.own);
    for (uint32_t k = 0; k < s->globals.len; k++)
        box_drop(in, s->globals.at[k].box);
    drop_functions(s);
    forget_files(s);
    builtin_close(in);
    free_stack(s);
    drop_texts(s, s->path.at, s->path.len);
    drop_texts(s, s->arguments.at, s->arguments.len);
    text_drop(in, s->folder);
    value_drop(in, s->error_stack);
    str_free(&s->failed_at);
    report_close(s);
    vec_free(allocator, &s->list);
    vec_free(allocator, &s->marks);
    vec_free(allocator, &s->globals);
    vec_free(allocator, &s->functions);
    vec_free(allocator, &s->files_known);
    vec_free(allocator, &s->names_known);
    vec_free(allocator, &s->path);
    vec_free(allocator, &s->arguments);
    vec_free(allocator, &s->sorted);
    vec_free(allocator, &s->trace);
    script_scope_free(allocator, &s->base_names);
    script_names_free(allocator, &s->names);
    interp_close(in);
    frit_allocator last = s->allocator;
    if (s->own_context)
        frit_context_free(s->own_context);
    last.fn(last.user, s, sizeof *s, 0);
}

Interp *session_interp(Session *s) {
    return &s->in;
}

/* ---- running */

static bool define_functions(Interp *in, Unit *unit) {
    for (uint32_t k = 0; k < unit->tree.n_functions; k++)
        for (uint32_t e = 0; e < unit->n_entries; e++)
            if (unit->entries[e].function == unit->tree.functions[k] &&
                !machine_define(in, unit->tree.functions[k]->name, &unit->entries[e]))
                return false;
    return true;
}

static bool set_folder(Session *s, const char *folder) {
    if (!folder || (s->folder && strcmp(s->folder, folder) == 0))
        return true;
    char *copy = text_of(&s->in, folder);
    if (!copy)
        return false;
    text_drop(&s->in, s->folder);
    s->folder = copy;
    s->generation++;
    return true;
}

/* All that is recorded runs. */
static bool flush(Session *s) {
    return interp_flush(&s->in);
}

static void start(Session *s) {
    interp_clear_error(&s->in);
    s->failing = false;
    s->interrupted = false;
    s->interrupt = s->most_turns ? INTERRUPT_COUNT : INTERRUPT_NOT;
    s->turns_left = s->most_turns;
    s->trace.len = 0;
    s->noted = NULL;
}

bool session_run(Session *s, const SessionText *text, Diagnostics *told) {
    Unit *unit = NULL;
    start(s);
    if (!set_folder(s, text->folder) ||
        !unit_read(&s->in, text, &s->base_names, false, told, &unit))
        return false;
    if (!unit)
        return interp_fail(&s->in, "parse error");
    bool ok = define_functions(&s->in, unit) &&
              machine_run_text(&s->in, &s->base.own, unit, 0, NULL, NULL);
    unit_drop(&s->in, unit);
    list_cut(&s->in, 0, 0);
    if (s->exited)
        ok = true;
    if (ok)
        return flush(s);
    builtin_note_error(&s->in);
    return false;
}

bool session_check(Session *s, const SessionText *text, Diagnostics *told, Str *out) {
    Unit *unit = NULL;
    Code *code = NULL;
    ScriptScope scope = {0};
    start(s);
    bool ok = unit_read(&s->in, text, &scope, false, told, &unit);
    if (ok && unit) {
        ok = entry_code(&s->in, &unit->body, &scope, &code);
        if (ok && out)
            code_dump(out, &s->names, code);
        for (uint32_t k = 0; k < unit->n_entries && ok; k++) {
            ok = entry_code(&s->in, &unit->entries[k], &unit->entries[k].function->scope, &code);
            if (ok && out)
                code_dump(out, &s->names, code);
        }
        unit_drop(&s->in, unit);
    }
    script_scope_free(&s->allocator, &scope);
    return ok && !told->errors;
}

bool session_dump_again(Session *s, const char *text, size_t len, Str *out) {
    const char *end = text + len;
    while (text < end) {
        const char *stop = strstr(text, "\nend\n");
        Code *code;
        if (!stop || stop >= end)
            return interp_fail(&s->in, "bytecode without an end");
        stop += strlen("\nend\n");
        if (!code_read(&s->in, &s->names, text, (size_t)(stop - text), &code))
            return false;
        code_dump(out, &s->names, code);
        code_free(&s->in, code);
        text = stop;
    }
    return true;
}

bool session_call(Session *s, const char *name, const Value *args, uint32_t argc, uint32_t nout,
                  Value *outs, uint32_t *outc) {
    Callee callee;
    start(s);
    *outc = 0;
    NameId id = script_name(&s->in.env, &s->names, name, strlen(name));
    if (!id)
        return interp_fail_raw(&s->in);
    if (!machine_lookup(&s->in, NULL, NULL, id, &callee))
        return false;
    if (callee.kind == CALLEE_NONE)
        return interp_fail_id(&s->in, "Octave:undefined-function", "'%s' undefined", name);
    Value *own = stack_take(&s->in, argc);
    if (!own)
        return false;
    for (uint32_t k = 0; k < argc; k++)
        own[k] = value_hold(args[k]);
    bool ok = machine_call(&s->in, &callee, own, argc, nout, outs, outc);
    value_drop_all(&s->in, own, argc);
    stack_give(s, argc);
    return ok;
}

bool session_exited(Session *s, int *status) {
    if (s->exited)
        *status = s->exit_status;
    return s->exited;
}

void session_interrupt(Session *s) {
    s->interrupt = INTERRUPT_NOW;
    frit_context_cancel(s->in.context);
}

/* ---- variables */

bool session_get(Session *s, const char *name, Value *out) {
    NameId id = script_find_name(&s->names, name, strlen(name));
    return scope_get(&s->in, &s->base.own, id, out);
}

bool session_set(Session *s, const char *name, Value v) {
    return scope_set(&s->in, &s->base.own, name, v);
}

bool session_clear(Session *s, const char *name) {
    scope_clear(&s->in, &s->base.own, script_find_name(&s->names, name, strlen(name)));
    return true;
}

const char *session_variable(Session *s, uint32_t index) {
    return scope_variable(s, &s->base.own, index);
}

bool session_set_arguments(Session *s, const char *const *args, uint32_t count) {
    drop_texts(s, s->arguments.at, s->arguments.len);
    s->arguments.len = 0;
    for (uint32_t k = 0; k < count; k++) {
        char *copy = text_of(&s->in, args[k]);
        if (!copy)
            return false;
        if (!vec_push(&s->in.env, &s->arguments, copy)) {
            text_drop(&s->in, copy);
            return interp_fail_raw(&s->in);
        }
    }
    return true;
}
