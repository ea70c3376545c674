/* The last error and warning; what `catch err` gives. */
#include "front/script/builtin/state.h"

#include <stdio.h>

#include "front/script/builtin/give.h"

static bool state_warn(Interp *in, const char *identifier, const char *text);

bool builtin_open(Interp *in) {
    BuiltinState *state = interp_alloc(in, sizeof *state);
    if (!state)
        return false;
    *state = (BuiltinState){.all = WARNING_ON};
    state->error.text = str_make(&in->env);
    state->warning.text = str_make(&in->env);
    in->builtins = state;
    in->calls.warn = state_warn;
    return true;
}

void builtin_close(Interp *in) {
    BuiltinState *state = in->builtins;
    if (!state)
        return;
    streams_close(in);
    figure_close(in);
    ffts_close(in);
    str_free(&state->error.text);
    str_free(&state->warning.text);
    interp_release(in, state->warnings, state->room * sizeof *state->warnings);
    interp_release(in, state, sizeof *state);
    in->builtins = NULL;
    in->calls.warn = NULL;
}

bool message_set(Interp *in, LastMessage *last, const char *text, const char *identifier) {
    Str copy = str_make(&in->env);
    str_puts(&copy, text);
    if (!str_ok(&copy)) {
        str_free(&copy);
        return interp_fail_raw(in);
    }
    str_free(&last->text);
    last->text = copy;
    snprintf(last->identifier, sizeof last->identifier, "%s", identifier);
    return true;
}

bool message_call(Interp *in, BuiltinCall *call, LastMessage *last) {
    char *text = NULL, *identifier = NULL;
    size_t len = 0, id_len = 0;
    Value old = value_none(), old_id = value_none();
    bool ok = true;
    if (call->argc > 0)
        ok = argument_text(in, call, 0, "all arguments must be strings", &text, &len);
    if (ok && call->argc > 1)
        ok = argument_text(in, call, 1, "all arguments must be strings", &identifier, &id_len);
    if (ok && (call->nout > 0 || call->argc == 0))
        ok = value_text(in, last->text.data ? last->text.data : "", last->text.len, false, &old) &&
             value_text(in, last->identifier, strlen(last->identifier), false, &old_id);
    if (ok && text)
        ok = message_set(in, last, text, identifier ? identifier : "");
    if (text)
        release_text(in, text, len);
    if (identifier)
        release_text(in, identifier, id_len);
    if (ok && old.kind != VALUE_NONE) {
        give(call, old);
        if (call->nout > 1)
            return give(call, old_id);
    } else {
        value_drop(in, old);
    }
    value_drop(in, old_id);
    return ok;
}

/* ------------------------------------------------------------------------------------- errors */

void builtin_note_error(Interp *in) {
    if (!in->builtins)
        return;
    /* What failed stays the failure, also where there is no memory to remember it. */
    ScriptError failure = in->failure;
    in->failure.message = str_make(&in->env);
    char text[512];
    const char *message = failure.message.data ? failure.message.data : "";
    if (failure.no_memory) {
        snprintf(text, sizeof text, "out of memory or dimension too large for Octave's index type");
        message = text;
    }
    message_set(in, &in->builtins->error, message, failure.identifier);
    str_free(&in->failure.message);
    in->failure = failure;
}

/* A struct of no elements with the fields of a place in a file. */
static bool empty_stack(Interp *in, Value *out) {
    static const char *const names[] = {"file", "name", "line", "column"};
    Shape shape = shape_make(0, 1);
    uint32_t index;
    TRY(value_struct_shaped(in, &shape, out));
    for (uint32_t k = 0; k < 4; k++)
        if (!value_struct_add_field(in, VALUE_STRUCT_OF(*out), names[k], &index)) {
            value_clear(in, out);
            return false;
        }
    return true;
}

bool builtin_exception(Interp *in, Value *out) {
    Value stack, err = value_none();
    builtin_note_error(in);
    const char *message = interp_message(in);
    bool ok = set_text_field(in, &err, "message", message) &&
              set_text_field(in, &err, "identifier", in->failure.identifier);
    if (ok && in->failure.stack)
        stack = value_hold(*in->failure.stack);
    else
        ok = ok && empty_stack(in, &stack);
    ok = ok && set_field(in, &err, "stack", stack);
    if (!ok) {
        value_drop(in, err);
        return false;
    }
    *out = err;
    return true;
}

/* ----------------------------------------------------------------------------------- warnings */

/* Warnings that Octave is silent about until they are asked for. */
static const char *const silent[] = {
    "Octave:array-as-logical", "Octave:array-to-scalar",     "Octave:array-to-vector",
    "Octave:imag-to-real",     "Octave:language-extension",  "Octave:missing-semicolon",
    "Octave:neg-dim-as-zero",  "Octave:separator-insert",    "Octave:single-quote-string",
    "Octave:str-to-num",       "Octave:mixed-string-concat", "Octave:variable-switch-label"};

WarningState warning_state(const BuiltinState *state, const char *identifier) {
    for (uint32_t k = 0; k < state->count && *identifier; k++)
        if (!strcmp(state->warnings[k].identifier, identifier))
            return state->warnings[k].state;
    for (uint32_t k = 0; k < sizeof silent / sizeof *silent; k++)
        if (!strcmp(silent[k], identifier))
            return WARNING_OFF;
    return state->all;
}

static bool state_warn(Interp *in, const char *identifier, const char *text) {
    BuiltinState *state = in->builtins;
    WarningState how = warning_state(state, identifier);
    if (how == WARNING_ERROR)
        return interp_fail_id(in, identifier, "%s", text);
    if (how == WARNING_OFF)
        return true;
    TRY(message_set(in, &state->warning, text, identifier));
    interp_write(in, "warning: ", 9);
    interp_write(in, text, strlen(text));
    interp_write(in, "\n", 1);
    return true;
}
