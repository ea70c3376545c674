/* Sessions of scripts: opening, running, variables, functions. */
#include "api/script.h"

#include <stdio.h>
#include <string.h>

Env script_env(const frit_script *script, frit_error *error, frit_error *scratch) {
    Env env = env_make(&script->allocator, error, scratch);
    env_clear_error(&env);
    return env;
}

/* ---- opening and closing */

static bool open_session(Env *env, const frit_script_options *o, frit_script *script) {
    script->context = o->context;
    script->own_context = !o->context;
    if (!o->context &&
        frit_context_new_with(&script->allocator, NULL, &script->context, env->error))
        return false;
    SessionOptions options = {.allocator = &script->allocator,
                              .context = script->context,
                              .write = o->write,
                              .write_user = o->user,
                              .change_folder = o->change_folder,
                              .change_variable = o->change_variable,
                              .profile = o->profile,
                              .explain = o->explain};
    script->session = session_open(&options, env->error);
    return script->session &&
           (o->argument_count == 0 ||
            session_set_arguments(script->session, o->arguments, o->argument_count));
}

static void free_script(frit_script *script) {
    frit_allocator allocator = script->allocator;
    if (script->session)
        session_close(script->session);
    if (script->own_context && script->context)
        frit_context_free(script->context);
    env_free(&allocator, script, sizeof *script);
}

frit_status frit_script_open(const frit_script_options *options, frit_script **out,
                             frit_error *error) {
    frit_error scratch;
    frit_allocator allocator = api_default_allocator();
    Env env = env_make(&allocator, error, &scratch);
    frit_script_options all;
    if (!out)
        return api_missing(error, FRIT_STAGE_NONE, "out");
    *out = NULL;
    env_clear_error(&env);
    if (!api_options(&env, frit_script_options, options, &all))
        return api_status(&env, false);
    if (all.context)
        allocator = api_allocator(all.context);
    else if (all.allocator)
        allocator = *all.allocator;
    frit_script *script = env_new(&env, sizeof *script);
    if (!script)
        return api_status(&env, false);
    script->allocator = allocator;
    script->refs = 1;
    if (open_session(&env, &all, script)) {
        *out = script;
        return api_status(&env, true);
    }
    if (env.error->status == FRIT_OK)
        env_set_error(&env, FRIT_ERR_NOMEM, FRIT_STAGE_NONE, "out of memory");
    free_script(script);
    return api_status(&env, false);
}

void script_release(frit_script *script) {
    if (--script->refs == 0)
        free_script(script);
}

void frit_script_close(frit_script *script) {
    if (!script || script->closed)
        return;
    script->closed = true;
    script_release(script);
}

frit_context *frit_script_context(const frit_script *script) {
    return script ? script->context : NULL;
}

/* ---- what went wrong */

/* "in function f at line 3 of file.m": the first line of it is the error's place. */
static void set_place(frit_script *script, frit_error *error) {
    const char *at = session_failed_at(script->session);
    size_t n = strcspn(at, "\n");
    n = n < sizeof error->place ? n : sizeof error->place - 1;
    memcpy(error->place, at, n);
    error->place[n] = '\0';
    const char *line = strstr(error->place, "at line ");
    if (line)
        sscanf(line + 8, "%u", &error->line);
}

frit_status script_failure(frit_script *script, frit_status status, Env *env) {
    Interp *in = session_interp(script->session);
    const char *message = interp_message(in);
    if (in->failure.no_memory)
        status = FRIT_ERR_NOMEM;
    else if (status == FRIT_ERR_SCRIPT && strcmp(message, "interrupted") == 0)
        status = FRIT_ERR_CANCELLED;
    env_set_error(env, status, FRIT_STAGE_RUN, "%s", message);
    set_place(script, env->error);
    return env->error->status;
}

/* "error: …" and where, as Octave says it. */
static void report_failure(frit_script *script, Str *out) {
    str_format(out, "error: %s\n", interp_message(session_interp(script->session)));
    const char *at = session_failed_at(script->session);
    if (!*at)
        return;
    str_puts(out, "error: called from\n");
    while (*at) {
        size_t n = strcspn(at, "\n");
        str_puts(out, "    ");
        str_put(out, at, n);
        str_putc(out, '\n');
        at += n + (at[n] == '\n');
    }
}

/* The end of a run: its report, and its status. A report that there is no memory for is left out. */
static frit_status finish(frit_script *script, bool ok, const Diagnostics *told, frit_text *report,
                          Env *env) {
    frit_status status = FRIT_OK;
    if (told->errors > 0)
        status = (diagnostics_fail(env, told, FRIT_ERR_SYNTAX), FRIT_ERR_SYNTAX);
    else if (!ok)
        status = script_failure(script, FRIT_ERR_SCRIPT, env);
    if (!report)
        return status;
    frit_error kept = *env->error;
    Str text = str_make(env);
    diagnostics_print(&text, told);
    if (!ok && told->errors == 0)
        report_failure(script, &text);
    str_finish(&text, report);
    *env->error = kept;
    return status;
}

/* ---- running */

static void clear_text(frit_text *text) {
    if (text)
        *text = (frit_text){NULL, 0, 0};
}

/* The folder of a path; NULL: it names none. Of the file that runs. */
static const char *folder_of(const char *path, char *buffer, size_t size) {
    const char *slash = strrchr(path, '/');
    if (!slash || (size_t)(slash - path) + 1 > size)
        return NULL;
    size_t n = slash == path ? 1 : (size_t)(slash - path);
    memcpy(buffer, path, n);
    buffer[n] = '\0';
    return buffer;
}

frit_status frit_script_run(frit_script *script, const char *name, const char *text, size_t len,
                            frit_text *report, frit_error *error) {
    frit_error scratch;
    clear_text(report);
    if (!script || (!text && len))
        return api_missing(error, FRIT_STAGE_PARSE, script ? "text" : "script");
    Env env = script_env(script, error, &scratch);
    Diagnostics told = {.errors = 0};
    SessionText source = {.name = name ? name : "script", .text = text ? text : "", .len = len};
    bool ok = session_run(script->session, &source, &told);
    frit_status status = finish(script, ok, &told, report, &env);
    diagnostics_free(&script->allocator, &told);
    return status;
}

static bool read_file(Env *env, const char *path, Str *text) {
    char block[1 << 14];
    size_t got;
    FILE *file = fopen(path, "rb");
    if (!file)
        return env_fail(env, FRIT_ERR_ARGUMENT, FRIT_STAGE_LOAD, "cannot open %.200s", path);
    while (text->len <= MAX_SOURCE && !text->failed &&
           (got = fread(block, 1, sizeof block, file)) > 0)
        str_put(text, block, got);
    bool bad = ferror(file) != 0;
    fclose(file);
    if (bad)
        return env_fail(env, FRIT_ERR_ARGUMENT, FRIT_STAGE_LOAD, "%.200s cannot be read", path);
    return str_ok(text);
}

frit_status frit_script_run_file(frit_script *script, const char *path, frit_text *report,
                                 frit_error *error) {
    frit_error scratch;
    char folder[4096];
    clear_text(report);
    if (!script || !path)
        return api_missing(error, FRIT_STAGE_LOAD, script ? "path" : "script");
    Env env = script_env(script, error, &scratch);
    Str text = str_make(&env);
    if (!read_file(&env, path, &text)) {
        str_free(&text);
        return api_status(&env, false);
    }
    Diagnostics told = {.errors = 0};
    SessionText source = {.name = path,
                          .is_file = true,
                          .text = text.data ? text.data : "",
                          .len = text.len,
                          .folder = folder_of(path, folder, sizeof folder)};
    bool ok = session_run(script->session, &source, &told);
    frit_status status = finish(script, ok, &told, report, &env);
    diagnostics_free(&script->allocator, &told);
    str_free(&text);
    return status;
}

frit_status frit_script_check(frit_script *script, const char *name, const char *text, size_t len,
                              frit_text *report, frit_text *code, frit_error *error) {
    frit_error scratch;
    clear_text(report);
    clear_text(code);
    if (!script || (!text && len))
        return api_missing(error, FRIT_STAGE_PARSE, script ? "text" : "script");
    Env env = script_env(script, error, &scratch);
    Diagnostics told = {.errors = 0};
    Str dump = str_make(&env);
    SessionText source = {.name = name ? name : "script", .text = text ? text : "", .len = len};
    bool ok = session_check(script->session, &source, &told, code ? &dump : NULL);
    frit_status status = finish(script, ok, &told, report, &env);
    diagnostics_free(&script->allocator, &told);
    if (status || !code)
        str_free(&dump);
    else if (!str_finish(&dump, code))
        return api_status(&env, false);
    return status;
}

bool frit_script_exited(const frit_script *script, int *status) {
    int ignored;
    return script && session_exited(script->session, status ? status : &ignored);
}

void frit_script_interrupt(frit_script *script) {
    if (script)
        session_interrupt(script->session);
}

/* ---- reports */

typedef bool SessionReport(Session *session, Str *out);

static frit_status write_report(frit_script *script, SessionReport *write, frit_text *out,
                                frit_error *error) {
    frit_error scratch;
    if (!script || !out)
        return api_missing(error, FRIT_STAGE_RUN, script ? "out" : "script");
    clear_text(out);
    Env env = script_env(script, error, &scratch);
    Str text = str_make(&env);
    if (write(script->session, &text) && str_finish(&text, out))
        return api_status(&env, true);
    str_free(&text);
    return env.error->status ? env.error->status : script_failure(script, FRIT_ERR_SCRIPT, &env);
}

frit_status frit_script_profile(frit_script *script, frit_text *out, frit_error *error) {
    return write_report(script, session_profile, out, error);
}

frit_status frit_script_explain(frit_script *script, frit_text *out, frit_error *error) {
    return write_report(script, session_explain, out, error);
}

/* ---- variables */

frit_status frit_script_get(frit_script *script, const char *name, frit_value **out,
                            frit_error *error) {
    frit_error scratch;
    Value v = value_none();
    if (!script || !name || !out)
        return api_missing(error, FRIT_STAGE_NONE, !script ? "script" : name ? "out" : "name");
    *out = NULL;
    Env env = script_env(script, error, &scratch);
    if (!session_get(script->session, name, &v))
        return script_failure(script, FRIT_ERR_SCRIPT, &env);
    if (v.kind != VALUE_NONE)
        return script_give(script, v, out, &env);
    env_set_error(&env, FRIT_ERR_ARGUMENT, FRIT_STAGE_NONE, "there is no variable %.100s", name);
    return api_status(&env, false);
}

/* Letters, digits and underscores, and no digit first. */
static bool is_name(const char *name) {
    for (const char *c = name; *c; c++) {
        bool letter = *c == '_' || (*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z');
        if (!letter && !(c > name && *c >= '0' && *c <= '9'))
            return false;
    }
    return *name != '\0';
}

frit_status frit_script_set(frit_script *script, const char *name, const frit_value *value,
                            frit_error *error) {
    frit_error scratch;
    if (!script || !name || !value)
        return api_missing(error, FRIT_STAGE_NONE, !script ? "script" : name ? "value" : "name");
    Env env = script_env(script, error, &scratch);
    if (!is_name(name) || value->script != script) {
        env_set_error(&env, FRIT_ERR_ARGUMENT, FRIT_STAGE_NONE,
                      is_name(name) ? "the value is another session's"
                                    : "%.100s cannot be the name of a variable",
                      name);
        return api_status(&env, false);
    }
    if (!session_set(script->session, name, value->value))
        return script_failure(script, FRIT_ERR_SCRIPT, &env);
    return FRIT_OK;
}

frit_status frit_script_clear(frit_script *script, const char *name, frit_error *error) {
    frit_error scratch;
    if (!script || !name)
        return api_missing(error, FRIT_STAGE_NONE, script ? "name" : "script");
    Env env = script_env(script, error, &scratch);
    if (!session_clear(script->session, name))
        return script_failure(script, FRIT_ERR_SCRIPT, &env);
    return FRIT_OK;
}

const char *frit_script_variable(frit_script *script, uint32_t index) {
    return script ? session_variable(script->session, index) : NULL;
}

/* ---- functions */

/* The values of a call, lent; NULL: no memory. */
static Value *lend(Env *env, frit_value *const *args, uint32_t n) {
    Value *values = env_resize(env, NULL, 0, (n ? n : 1) * sizeof *values);
    for (uint32_t k = 0; values && k < n; k++)
        values[k] = args[k]->value;
    return values;
}

/* Hands the outputs out; on failure none is. */
static frit_status give_all(frit_script *script, Value *values, uint32_t n, frit_value **outs,
                            Env *env) {
    frit_status status = FRIT_OK;
    for (uint32_t k = 0; k < n; k++) {
        if (status)
            value_drop(session_interp(script->session), values[k]);
        else
            status = script_give(script, values[k], &outs[k], env);
    }
    for (uint32_t k = 0; status && k < n; k++) {
        frit_value_free(outs[k]);
        outs[k] = NULL;
    }
    return status;
}

frit_status frit_script_call(frit_script *script, const char *name, frit_value *const *args,
                             uint32_t arg_count, uint32_t wanted, frit_value **outs, uint32_t *got,
                             frit_text *report, frit_error *error) {
    frit_error scratch;
    clear_text(report);
    if (!script || !name || !outs || !got || (!args && arg_count))
        return api_missing(error, FRIT_STAGE_RUN, !script ? "script" : !name ? "name" : "argument");
    Env env = script_env(script, error, &scratch);
    uint32_t room = wanted ? wanted : 1;
    *got = 0;
    Value *lent = lend(&env, args, arg_count);
    Value *values = lent ? env_new(&env, room * sizeof *values) : NULL;
    frit_status status = env.error->status;
    if (values) {
        Diagnostics none = {.errors = 0};
        memset(outs, 0, room * sizeof *outs);
        bool ok = session_call(script->session, name, lent, arg_count, wanted, values, got);
        status = finish(script, ok, &none, report, &env);
        uint32_t n = *got;
        if (status) {
            value_drop_all(session_interp(script->session), values, room);
            *got = 0;
        } else {
            status = give_all(script, values, n, outs, &env);
            *got = status ? 0 : n;
        }
        env_free(&script->allocator, values, room * sizeof *values);
    }
    if (lent)
        env_free(&script->allocator, lent, (arg_count ? arg_count : 1) * sizeof *lent);
    return status;
}

const char *frit_script_function(uint32_t index) {
    const Builtin *row = builtin_at(index);
    return row ? row->name : NULL;
}

const char *frit_script_help(const char *name) {
    const Builtin *row = name ? builtin_find(name) : NULL;
    return row ? row->help : NULL;
}
