/* Handles: of functions by name, of nested functions with the variables around them, and anonymous functions. */
#include "front/script/vm/machine.h"

static void closure_free(Interp *in, void *code) {
    Closure *c = code;
    for (uint32_t k = 0; k < c->n; k++)
        machine_drop(in, c->captured[k]);
    if (c->entry)
        unit_drop(in, c->entry->unit);
    if (c->from)
        unit_drop(in, c->from);
    interp_release(in, c, sizeof *c + sizeof(Value) * c->n);
}

static bool closure_print(Interp *in, void *code, Str *out) {
    const Closure *c = code;
    if (c->entry && c->entry->function->node)
        script_print_expression(out, &SESSION(in)->names, c->entry->function->node);
    return true;
}

static bool closure_equal(void *a, void *b) {
    const Closure *x = a, *y = b;
    if (x == y)
        return true;
    return x && y && x->entry && x->entry == y->entry && x->n == 0 && y->n == 0;
}

static const FunctionCalls closure_calls = {closure_free, closure_print, closure_equal};

const FunctionCalls *closure_table(void) {
    return &closure_calls;
}

static Closure *new_closure(Interp *in, FunctionEntry *entry, uint32_t n) {
    Closure *c = interp_alloc(in, sizeof *c + sizeof(Value) * n);
    if (!c)
        return NULL;
    memset(c, 0, sizeof *c + sizeof(Value) * n);
    c->entry = entry;
    c->n = n;
    if (entry)
        unit_hold(entry->unit);
    return c;
}

static bool wrap(Interp *in, Closure *c, const char *name, Value *out) {
    if (value_function_new(in, name, c, &closure_calls, out))
        return true;
    closure_free(in, c);
    return false;
}

bool closure_new(Interp *in, Frame *frame, FunctionEntry *entry, Value *out) {
    const ScriptFunction *function = entry->function;
    Closure *c = new_closure(in, entry, function->n_captures);
    if (!c)
        return false;
    for (uint32_t k = 0; k < function->n_captures; k++) {
        const ScriptCapture *capture = &function->captures[k];
        uint32_t base = 0;
        const FunctionEntry *e = frame->code->entry;
        for (uint32_t level = 0; level < capture->level && e; level++, e = e->parent)
            base += level ? e->own : frame->code->n_vars;
        c->captured[k] = value_hold(*machine_behind(&frame->registers[base + capture->outer]));
    }
    return wrap(in, c, NULL, out);
}

/* A nested function goes on having the variables of the functions around it. */
static bool nested_handle(Interp *in, Frame *frame, FunctionEntry *entry, const char *name,
                          Value *out) {
    uint32_t n = 0, first = 0;
    for (const FunctionEntry *e = entry->parent; e; e = e->parent)
        n += e->own;
    const FunctionEntry *e = frame->code->entry;
    for (; e && e != entry->parent; e = e->parent)
        first += e->own;
    Closure *c = e && first + n <= frame->code->first_const ? new_closure(in, entry, n) : NULL;
    if (!c)
        return e ? false : interp_fail(in, "invalid use of a nested function");
    for (uint32_t k = 0; k < n; k++) {
        Box *box = machine_box(in, &frame->registers[first + k]);
        if (!box) {
            c->n = k;
            Closure *whole = c;
            closure_free(in, whole);
            return false;
        }
        box->head.refs++;
        c->captured[k] = (Value){.kind = VALUE_REFERENCE, .as.object = &box->head};
    }
    return wrap(in, c, name, out);
}

bool handle_new(Interp *in, Frame *frame, Unit *from, NameId name, Value *out) {
    Session *s = SESSION(in);
    Callee callee;
    const char *text = script_name_text(&s->names, name);
    if (!machine_lookup(in, frame, from, name, &callee))
        return false;
    if (callee.kind == CALLEE_ENTRY && callee.entry->parent && frame)
        return nested_handle(in, frame, callee.entry, text, out);
    /* What is found now stays: functions of this file are not known to others. */
    Closure *c = new_closure(in, callee.kind == CALLEE_ENTRY ? callee.entry : NULL, 0);
    if (!c)
        return false;
    c->site.name = name;
    c->from = from;
    if (from)
        unit_hold(from);
    return wrap(in, c, text, out);
}

/* m.isKey(k) of a map: isKey(m, k). */
static bool call_method(Interp *in, Value map, const char *name, Value *args, uint32_t argc,
                        uint32_t nout, Value *outs, uint32_t *outc) {
    const char *class_name = VALUE_MAP_OF(map)->class_name;
    const Builtin *builtin = builtin_find(name);
    Callee callee;
    Value *own = stack_take(in, argc + 1);
    if (!own)
        return false;
    own[0] = value_hold(map);
    memcpy(own + 1, args, argc * sizeof *args);
    memset(args, 0, argc * sizeof *args);
    bool ok = builtin      ? machine_builtin(in, builtin, &callee)
              : class_name ? interp_fail(in, "subsref: unknown method or property: %s", name)
                           : interp_fail(in, "containers.Map: unknown property '%s'", name);
    ok = ok && machine_call(in, &callee, own, argc + 1, nout, outs, outc);
    for (uint32_t k = 0; k <= argc; k++) {
        value_drop(in, own[k]);
        own[k] = value_none();
    }
    stack_give(SESSION(in), argc + 1);
    return ok;
}

bool machine_call_value(Interp *in, Value f, Value *args, uint32_t argc, uint32_t nout, Value *outs,
                        uint32_t *outc) {
    Session *s = SESSION(in);
    Function *function = VALUE_FUNCTION_OF(f);
    Closure *c = function->code;
    *outc = 0;
    Value map = value_of_method(function);
    if (map.kind == VALUE_MAP)
        return call_method(in, map, function->name, args, argc, nout, outs, outc);
    if (c && c->entry) {
        bool ok = machine_call_closure(in, c, args, argc, nout, outs, outc);
        for (uint32_t k = 0; k < argc; k++) {
            value_drop(in, args[k]);
            args[k] = value_none();
        }
        return ok;
    }
    CallSite local = {0}, *site = c ? &c->site : &local;
    if (!c) {
        site->name = script_name(&in->env, &s->names, function->name, strlen(function->name));
        if (!site->name)
            return interp_fail_raw(in);
    }
    if (site->generation != s->generation) {
        if (!machine_lookup(in, NULL, c ? c->from : NULL, site->name, &site->callee))
            return false;
        site->generation = s->generation;
    }
    if (site->callee.kind == CALLEE_NONE)
        return interp_fail(in, "invalid function handle, unable to find function for @%s",
                           function->name);
    Callee callee = site->callee; /* the handle may be freed meanwhile */
    return machine_call(in, &callee, args, argc, nout, outs, outc);
}
