/* Functions as values: feval, func2str, str2func, deal, and the facts of the call that runs. */
#include <stdio.h>

#include "front/script/builtin/give.h"

static bool need_calls(Interp *in, const BuiltinCall *call) {
    return in->calls.call || interp_fail(in, "%s: there is nothing that calls", call->name);
}

bool builtin_feval(Interp *in, BuiltinCall *call) {
    Value f = call->args[0];
    TRY(need_calls(in, call));
    if (f.kind != VALUE_FUNCTION && !value_is_text(f))
        return interp_fail(in, "feval: first argument must be a string, inline function, or a "
                               "function handle");
    if (f.kind != VALUE_FUNCTION) {
        char *name;
        size_t len;
        TRY(argument_text(in, call, 0, "the function must be text", &name, &len));
        bool there = !in->calls.is_function || in->calls.is_function(in, name);
        if (!there)
            interp_fail(in, "feval: function '%s' not found", name);
        release_text(in, name, len);
        if (!there)
            return false;
    }
    return in->calls.call(in, &f, call->args + 1, call->argc - 1, call->nout, call->outs,
                          &call->outc);
}

bool builtin_func2str(Interp *in, BuiltinCall *call) {
    if (call->args[0].kind != VALUE_FUNCTION)
        return interp_fail(in, "func2str: FCN_HANDLE argument must be a function handle object");
    const Function *f = VALUE_FUNCTION_OF(call->args[0]);
    if (f->name)
        return give_text(in, call, f->name, strlen(f->name));
    Str text = str_make(&in->env);
    bool ok = f->calls && f->calls->print && f->calls->print(in, f->code, &text);
    if (ok && !str_ok(&text))
        ok = interp_fail_raw(in);
    ok = ok && give_text(in, call, text.data ? text.data : "", text.len);
    str_free(&text);
    return ok;
}

bool builtin_str2func(Interp *in, BuiltinCall *call) {
    char *text;
    size_t len;
    Value out;
    if (!value_is_text(call->args[0]) || !in->calls.handle)
        return interp_fail(in, "str2func: FCN_NAME must be a string");
    TRY(argument_text(in, call, 0, "FCN_NAME must be a string", &text, &len));
    bool ok = in->calls.handle(in, text, len, &out);
    release_text(in, text, len);
    return ok && give(call, out);
}

/* functions(f): what is known about a handle. */
bool builtin_functions(Interp *in, BuiltinCall *call) {
    Value out = value_none();
    if (call->args[0].kind != VALUE_FUNCTION)
        return interp_fail(in, "functions: FCN_HANDLE argument must be a valid function handle");
    const Function *f = VALUE_FUNCTION_OF(call->args[0]);
    Str text = str_make(&in->env);
    bool ok = true;
    if (f->name)
        str_puts(&text, f->name);
    else
        ok = f->calls && f->calls->print && f->calls->print(in, f->code, &text);
    ok = ok && (str_ok(&text) || interp_fail_raw(in)) &&
         set_text_field(in, &out, "function", text.data ? text.data : "") &&
         set_text_field(in, &out, "type", f->name ? "simple" : "anonymous") &&
         set_text_field(in, &out, "file", "");
    str_free(&text);
    if (!ok) {
        value_drop(in, out);
        return false;
    }
    return give(call, out);
}

bool builtin_deal(Interp *in, BuiltinCall *call) {
    if (call->argc != 1 && call->argc != call->nout)
        return interp_fail(in, "deal: nargin > 1 and nargin != nargout");
    for (uint32_t k = 0; k < call->nout; k++)
        give(call, value_hold(call->args[call->argc == 1 ? 0 : k]));
    return true;
}

/* ------------------------------------------------------------------------- the call that runs */

static bool caller_of(Interp *in, const BuiltinCall *call, CallerFacts *facts) {
    *facts = (CallerFacts){0};
    if (!in->calls.caller || !in->calls.caller(in, 0, facts) || !facts->function)
        return interp_fail(in, "%s: invalid use outside a function", call->name);
    return true;
}

/* narginchk(least, most), nargoutchk(least, most) */
bool builtin_narginchk(Interp *in, BuiltinCall *call) {
    CallerFacts facts;
    double least, most;
    const char *what = call->row->code ? "out" : "in";
    TRY(value_to_double(in, call->args[0], call->name, &least));
    TRY(value_to_double(in, call->args[1], call->name, &most));
    TRY(caller_of(in, call, &facts));
    if (least > most)
        return interp_fail(in, "%s: MINARGS must be <= MAXARGS", call->name);
    double count = call->row->code ? facts.nargout : facts.nargin;
    if (count < least)
        return interp_fail(in, "%s: not enough %sput arguments", call->name, what);
    if (count > most)
        return interp_fail(in, "%s: too many %sput arguments", call->name, what);
    return true;
}

/* nargin(f), nargout(f); without arguments the VM's own. */
bool builtin_nargin(Interp *in, BuiltinCall *call) {
    int32_t ins, outs;
    CallerFacts facts;
    if (call->argc == 0) {
        if (!in->calls.caller || !in->calls.caller(in, 0, &facts))
            return give(call, value_double(0));
        return give(call, value_double(call->row->code ? facts.nargout : facts.nargin));
    }
    Value f = call->args[0];
    if (f.kind != VALUE_FUNCTION && !value_is_text(f))
        return interp_fail(in, "%s: FCN must be a string or function handle", call->name);
    if (!in->calls.arity || !in->calls.arity(in, &f, &ins, &outs)) {
        char *name;
        size_t len;
        if (!value_is_text(f) && !in->failure.set)
            return interp_fail(in, "%s: nobody knows the function's arguments", call->name);
        if (in->failure.no_memory || !value_is_text(f))
            return false;
        TRY(argument_text(in, call, 0, "FCN must be text", &name, &len));
        interp_fail(in, "%s: invalid function name: %s", call->name, name);
        release_text(in, name, len);
        return false;
    }
    return give(call, value_double(call->row->code ? outs : ins));
}

bool builtin_inputname(Interp *in, BuiltinCall *call) {
    double k;
    TRY(value_to_double(in, call->args[0], "inputname", &k));
    const char *name =
        in->calls.argument_name && k >= 1 ? in->calls.argument_name(in, 0, (uint32_t)k - 1) : NULL;
    return give_text(in, call, name ? name : "", name ? strlen(name) : 0);
}

/* isargout(k): of each k. */
bool builtin_isargout(Interp *in, BuiltinCall *call) {
    CallerFacts facts;
    Value out;
    double *ks;
    int64_t count = value_count(call->args[0]);
    Shape shape = value_shape(call->args[0]);
    if (!in->calls.caller || !in->calls.caller(in, 0, &facts) || !facts.function)
        facts = (CallerFacts){0}; /* a script's own statements want one value */
    TRY(value_to_doubles(in, call->args[0], &ks));
    Array *array;
    bool ok = value_array_new(in, CLASS_LOGICAL, false, &shape, &array);
    for (int64_t k = 0; ok && k < count; k++) {
        double most = facts.nargout ? facts.nargout : 1;
        bool ignored = ks[k] >= 1 && ks[k] <= 64 && facts.ignored >> ((int)ks[k] - 1) & 1;
        ((uint8_t *)array->data)[k] = ks[k] >= 1 && ks[k] <= most && !ignored;
    }
    interp_release(in, ks, sizeof(double) * (size_t)count);
    if (!ok)
        return false;
    out = value_of_array(array);
    if (!value_simplify(in, &out)) {
        value_drop(in, out);
        return false;
    }
    return give(call, out);
}

/* gather(x, y, ...): each as it is; arrays are where they are needed. */
bool builtin_gather(Interp *in, BuiltinCall *call) {
    uint32_t wanted = call->nout ? call->nout : 1;
    if (wanted > call->argc)
        return interp_fail_id(in, "Octave:invalid-fun-call",
                              "%s: function called with too many outputs", call->name);
    for (uint32_t k = 0; k < wanted; k++)
        give(call, value_hold(call->args[k]));
    return true;
}
