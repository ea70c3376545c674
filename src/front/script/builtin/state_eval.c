/* Text that is run: eval and its family; variables of other scopes. */
#include "front/script/builtin/give.h"
#include "front/script/builtin/state.h"

/* Runs text; what it failed with may be caught by other text. */
static bool run(Interp *in, BuiltinCall *call, uint32_t up, uint32_t at) {
    char *text, *other;
    size_t len, other_len;
    if (!in->calls.eval_in)
        return interp_fail(in, "%s: there is nothing that runs text", call->name);
    if (at >= call->argc || !value_is_text(call->args[at]))
        return interp_fail(in, "eval: TRY must be a string");
    if (at + 1 < call->argc && !value_is_text(call->args[at + 1]))
        return interp_fail(in, "eval: CATCH must be a string");
    TRY(value_to_text(in, call->args[at], "eval: TRY must be a string", &text, &len));
    bool ok = in->calls.eval_in(in, up, text, len, call->nout, call->outs, &call->outc);
    release_text(in, text, len);
    if (ok || at + 1 >= call->argc)
        return ok;
    value_drop_all(in, call->outs, call->outc);
    call->outc = 0;
    builtin_note_error(in);
    interp_clear_error(in);
    TRY(value_to_text(in, call->args[at + 1], "eval: CATCH must be a string", &other, &other_len));
    ok = in->calls.eval_in(in, up, other, other_len, call->nout, call->outs, &call->outc);
    release_text(in, other, other_len);
    return ok;
}

bool builtin_eval(Interp *in, BuiltinCall *call) {
    return run(in, call, 0, 0);
}

/* The scope that an argument names. */
static bool scope_of(Interp *in, const BuiltinCall *call, uint32_t *up) {
    if (argument_is_word(call, 0, "caller"))
        *up = 1;
    else if (argument_is_word(call, 0, "base"))
        *up = INTERP_OUTERMOST;
    else
        return interp_fail(in, "%s: CONTEXT must be \"caller\" or \"base\"", call->name);
    return true;
}

bool builtin_evalin(Interp *in, BuiltinCall *call) {
    uint32_t up = 0;
    return scope_of(in, call, &up) && run(in, call, up, 1);
}

bool builtin_evalc(Interp *in, BuiltinCall *call) {
    Str text = str_make(&in->env), *before = in->caught;
    BuiltinCall quiet = *call;
    Value ignored = value_none();
    quiet.nout = 0;
    quiet.outs = &ignored;
    quiet.outc = 0;
    in->caught = &text;
    bool ok = run(in, &quiet, 0, 0);
    in->caught = before;
    value_drop(in, ignored);
    if (ok && !str_ok(&text))
        ok = interp_fail_raw(in);
    ok = ok && give_text(in, call, text.data ? text.data : "", text.len);
    str_free(&text);
    return ok;
}

bool builtin_assignin(Interp *in, BuiltinCall *call) {
    uint32_t up = 0;
    char *name;
    size_t len;
    TRY(scope_of(in, call, &up));
    TRY(argument_text(in, call, 1, "VARNAME must be a string", &name, &len));
    bool ok =
        text_is_name(name, len) || interp_fail(in, "assignin: invalid variable name '%s'", name);
    ok = ok && (!in->calls.set || in->calls.set(in, up, name, call->args[2]));
    release_text(in, name, len);
    return ok;
}

/* run(file), source(file) */
bool builtin_run(Interp *in, BuiltinCall *call) {
    char *name;
    size_t len;
    TRY(argument_text(in, call, 0, "FILE must be a string", &name, &len));
    bool ok = in->calls.run_file ? in->calls.run_file(in, name)
                                 : interp_fail(in, "%s: there are no files", call->name);
    release_text(in, name, len);
    return ok;
}
