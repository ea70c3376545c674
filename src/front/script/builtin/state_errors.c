/* error, warning and what there is to read and set about them. */
#include <stdio.h>

#include "front/script/builtin/give.h"
#include "front/script/builtin/state.h"
#include "front/script/show/show.h"

/* ------------------------------------------------------------------------------------ messages */

/* "Package:name": no blanks, no %, a colon inside. */
static bool is_identifier(const char *text, size_t len) {
    if (len < 3 || text[0] == ':' || text[len - 1] == ':' || !memchr(text, ':', len))
        return false;
    for (size_t k = 0; k < len; k++)
        if (strchr("% \f\n\r\t\v", text[k]))
            return false;
    return true;
}

/* The template with the other arguments. Escapes are done where it was not written between double quotes. */
static bool fill_template(Interp *in, const BuiltinCall *call, uint32_t at, const char *template,
                          size_t len, Str *text) {
    Str done = str_make(&in->env);
    bool raw = !value_is_quoted(call->args[at]);
    bool ok = true;
    if (raw)
        ok = show_unescape(&done, template, len) && (str_ok(&done) || interp_fail_raw(in));
    ok = ok && show_format(in, call->name, raw && done.data ? done.data : template,
                           raw ? done.len : len, call->args + at + 1, call->argc - at - 1, text);
    str_free(&done);
    return ok;
}

bool message_of_arguments(Interp *in, const BuiltinCall *call, Str *text,
                          char identifier[MESSAGE_ID], bool *none) {
    char *first;
    size_t len;
    uint32_t at = 0;
    bool ok = true;
    identifier[0] = '\0';
    *none = false;
    *text = str_make(&in->env);
    if (!value_is_char(call->args[0])) {
        *none = true;
        return true;
    }
    TRY(argument_text(in, call, 0, "the template must be a string", &first, &len));
    if (is_identifier(first, len)) {
        if (call->argc == 1) {
            str_format(text, "call to %s with message identifier '%s' requires message", call->name,
                       first);
        } else {
            snprintf(identifier, MESSAGE_ID, "%s", first);
            release_text(in, first, len);
            at = 1;
            TRY(argument_text(in, call, 1, "the template must be a string", &first, &len));
        }
    }
    if (call->argc == 1 && !text->len)
        str_put(text, first, len);
    else if (!text->len)
        ok = fill_template(in, call, at, first, len, text);
    release_text(in, first, len);
    if (!ok || !str_ok(text)) {
        str_free(text);
        return in->failure.set ? false : interp_fail_raw(in);
    }
    *none = text->len == 0;
    if (text->len && text->data[text->len - 1] == '\n')
        text->data[--text->len] = '\0';
    return true;
}

bool field_text(Interp *in, Value s, const char *name, char **text, size_t *len) {
    int32_t f = value_field_index(VALUE_STRUCT_OF(s), name);
    if (f < 0 || VALUE_STRUCT_OF(s)->count != 1)
        return false;
    Value v = VALUE_STRUCT_OF(s)->at[f][0];
    return value_is_text(v) && value_to_text(in, v, "a field must be text", text, len);
}

/* -------------------------------------------------------------------------------------- errors */

/* The struct of an error as a failure; an empty message is none. */
static bool fail_with_struct(Interp *in, Value s) {
    char *message = NULL, *identifier = NULL;
    size_t len = 0, id_len = 0;
    bool ok = field_text(in, s, "message", &message, &len);
    bool named = field_text(in, s, "identifier", &identifier, &id_len);
    bool empty = !ok || len == 0;
    if (!empty)
        interp_fail_id(in, named ? identifier : "", "%s", message);
    if (ok)
        release_text(in, message, len);
    if (named)
        release_text(in, identifier, id_len);
    return empty;
}

bool builtin_error(Interp *in, BuiltinCall *call) {
    Str text;
    char identifier[MESSAGE_ID];
    bool none;
    if (call->argc == 0)
        return fail_call(in, call);
    if (call->args[0].kind == VALUE_STRUCT && call->argc == 1)
        return fail_with_struct(in, call->args[0]);
    TRY(message_of_arguments(in, call, &text, identifier, &none));
    if (!none)
        interp_fail_id(in, identifier, "%s", text.data);
    str_free(&text);
    return none;
}

bool builtin_rethrow(Interp *in, BuiltinCall *call) {
    Value s = call->args[0];
    if (s.kind != VALUE_STRUCT)
        return interp_fail(in, "octave_base_value::map_value(): wrong type argument '%s'",
                           value_type_name(s));
    if (value_field_index(VALUE_STRUCT_OF(s), "message") < 0 ||
        value_field_index(VALUE_STRUCT_OF(s), "identifier") < 0)
        return interp_fail(
            in, "rethrow: ERR struct must contain the fields 'message' and 'identifier'");
    return fail_with_struct(in, s);
}

/* MException(id, template, ...): what `catch err` would give of such an error. */
bool builtin_mexception(Interp *in, BuiltinCall *call) {
    Str text;
    char identifier[MESSAGE_ID];
    bool none;
    Value out;
    if (call->argc < 2)
        return fail_call(in, call);
    TRY(message_of_arguments(in, call, &text, identifier, &none));
    ScriptError before = in->failure;
    in->failure.message = str_make(&in->env);
    in->failure.stack = NULL;
    interp_fail_id(in, identifier, "%s", text.data ? text.data : "");
    bool ok = !in->failure.no_memory && builtin_exception(in, &out);
    str_free(&text);
    if (!ok) {
        str_free(&before.message);
        return false;
    }
    interp_clear_error(in);
    in->failure.stack = before.stack;
    str_free(&before.message);
    return give(call, out);
}

bool builtin_lasterr(Interp *in, BuiltinCall *call) {
    return message_call(in, call, call->row->code ? &in->builtins->warning : &in->builtins->error);
}

/* The last error as a struct. */
bool builtin_lasterror(Interp *in, BuiltinCall *call) {
    const LastMessage *last = &in->builtins->error;
    Value err = value_none(), stack = value_none();
    if (call->argc && argument_is_word(call, 0, "reset"))
        TRY(message_set(in, &in->builtins->error, "", ""));
    bool ok = set_text_field(in, &err, "message", last->text.data ? last->text.data : "") &&
              set_text_field(in, &err, "identifier", last->identifier) &&
              set_text_field(in, &stack, "file", "") && set_text_field(in, &stack, "name", "") &&
              set_field(in, &stack, "line", value_double(0)) &&
              set_field(in, &stack, "column", value_double(0)) &&
              value_assign_field(in, &err, "stack", stack);
    value_drop(in, stack);
    if (!ok) {
        value_drop(in, err);
        return false;
    }
    return give(call, err);
}

/* print_usage() in a function. */
bool builtin_print_usage(Interp *in, BuiltinCall *call) {
    CallerFacts facts = {0};
    (void)call;
    if (!in->calls.caller || !in->calls.caller(in, 0, &facts) || !facts.function)
        return interp_fail(in, "Invalid call");
    return interp_fail_id(in, "Octave:invalid-fun-call", "Invalid call to %s", facts.function);
}

/* ------------------------------------------------------------------------------------ warnings */

static const char *const state_names[] = {"off", "on", "error"};

/* Sets what becomes of warnings of that identifier; "all": of all, and nothing else is said about any. */
static bool set_state(Interp *in, const char *identifier, WarningState how) {
    BuiltinState *state = in->builtins;
    if (!strcmp(identifier, "all")) {
        state->all = how;
        state->count = 0;
        return true;
    }
    for (uint32_t k = 0; k < state->count; k++)
        if (!strcmp(state->warnings[k].identifier, identifier)) {
            state->warnings[k].state = how;
            return true;
        }
    if (state->count == state->room) {
        uint32_t room = state->room ? 2 * state->room : 8;
        WarningEntry *block =
            interp_resize(in, state->warnings, state->room * sizeof *block, room * sizeof *block);
        if (!block)
            return false;
        state->warnings = block;
        state->room = room;
    }
    WarningEntry *entry = &state->warnings[state->count++];
    snprintf(entry->identifier, sizeof entry->identifier, "%s", identifier);
    entry->state = how;
    return true;
}

static bool state_struct(Interp *in, const char *identifier, WarningState how, Value *out) {
    *out = value_none();
    if (set_text_field(in, out, "identifier", identifier) &&
        set_text_field(in, out, "state", state_names[how]))
        return true;
    value_clear(in, out);
    return false;
}

/* All states: "all" and those that differ. */
static bool all_states(Interp *in, Value *out) {
    const BuiltinState *state = in->builtins;
    *out = value_none();
    for (uint32_t k = 0; k <= state->count; k++) {
        Value one, at = value_double(k + 1.0);
        bool ok = k ? state_struct(in, state->warnings[k - 1].identifier,
                                   state->warnings[k - 1].state, &one)
                    : state_struct(in, "all", state->all, &one);
        if (ok) {
            ok = value_assign(in, NULL, out, &at, 1, one);
            value_drop(in, one);
        }
        if (!ok) {
            value_clear(in, out);
            return false;
        }
    }
    return true;
}

/* A struct (of any shape) of states, as all_states made it. */
static bool restore_states(Interp *in, Value states) {
    const Struct *s = VALUE_STRUCT_OF(states);
    int32_t id = value_field_index(s, "identifier"), how = value_field_index(s, "state");
    if (id < 0 || how < 0)
        return interp_fail(in,
                           "warning: STATE structure must have fields 'identifier' and 'state'");
    for (int64_t k = 0; k < s->count; k++) {
        char *identifier, word[WORD_TEXT];
        size_t len;
        TRY(value_to_text(in, s->at[id][k], "warning: an identifier must be text", &identifier,
                          &len));
        bool ok = true;
        for (int w = 0; value_word(s->at[how][k], word) && ok && w < 3; w++)
            if (!strcmp(word, state_names[w]))
                ok = set_state(in, identifier, (WarningState)w);
        release_text(in, identifier, len);
        TRY(ok);
    }
    return true;
}

static bool show_states(Interp *in) {
    const BuiltinState *state = in->builtins;
    Str text = str_make(&in->env);
    str_puts(&text, state->all == WARNING_OFF ? "By default, warnings are disabled.\n"
                                              : "By default, warnings are enabled.\n");
    if (state->count)
        str_puts(&text, "Non-default warning states are:\n\n  State  Warning ID\n");
    for (uint32_t k = 0; k < state->count; k++)
        str_format(&text, "%7s  %s\n", state_names[state->warnings[k].state],
                   state->warnings[k].identifier);
    bool ok = str_ok(&text);
    if (ok)
        interp_write(in, text.data, text.len);
    str_free(&text);
    return ok || interp_fail_raw(in);
}

/* warning('on', id), 'off', 'error', 'query'. */
static bool change_state(Interp *in, BuiltinCall *call, const char *word) {
    char *identifier = NULL;
    size_t len = 0;
    Value old = value_none();
    if (call->argc > 1)
        TRY(argument_text(in, call, 1, "the identifier must be a string", &identifier, &len));
    const char *id = identifier ? identifier : "all";
    bool query = !strcmp(word, "query"), ok = true;
    if (call->nout || query)
        ok = strcmp(id, "all") ? state_struct(in, id, warning_state(in->builtins, id), &old)
                               : all_states(in, &old);
    for (int w = 0; ok && w < 3; w++)
        if (!strcmp(word, state_names[w]))
            ok = set_state(in, id, (WarningState)w);
    if (identifier)
        release_text(in, identifier, len);
    if (ok && old.kind != VALUE_NONE)
        return give(call, old);
    return ok;
}

bool builtin_warning(Interp *in, BuiltinCall *call) {
    char word[WORD_TEXT], identifier[MESSAGE_ID];
    Str text;
    bool none;
    if (call->argc == 0 && call->nout == 0)
        return show_states(in);
    if (call->argc == 0) {
        Value states;
        return all_states(in, &states) && give(call, states);
    }
    if (call->args[0].kind == VALUE_STRUCT) {
        Value states = value_none();
        if (call->nout)
            TRY(all_states(in, &states));
        bool ok = restore_states(in, call->args[0]);
        if (ok && call->nout)
            return give(call, states);
        value_drop(in, states);
        return ok;
    }
    if (value_word(call->args[0], word) && (!strcmp(word, "on") || !strcmp(word, "off") ||
                                            !strcmp(word, "error") || !strcmp(word, "query")))
        return change_state(in, call, word);
    TRY(message_of_arguments(in, call, &text, identifier, &none));
    bool ok = none || in->calls.warn(in, identifier, text.data);
    str_free(&text);
    return ok;
}
