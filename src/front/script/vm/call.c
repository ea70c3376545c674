/* Calls: frames, arguments, results; texts that run in somebody's variables. */
#include "front/script/vm/machine.h"

/* ---- the stack of values: blocks are given back in the reverse order */

static bool new_chunk(Interp *in, uint32_t n) {
    Session *s = SESSION(in);
    uint32_t room = n > CHUNK_VALUES ? n : CHUNK_VALUES;
    StackChunk *chunk = interp_alloc(in, sizeof *chunk + sizeof(Value) * (size_t)room);
    if (!chunk)
        return false;
    chunk->before = s->stack;
    chunk->used = 0;
    chunk->room = room;
    s->stack = chunk;
    return true;
}

Value *stack_take(Interp *in, uint32_t n) {
    Session *s = SESSION(in);
    if ((!s->stack || s->stack->room - s->stack->used < n) && !new_chunk(in, n))
        return NULL;
    Value *at = s->stack->at + s->stack->used;
    s->stack->used += n;
    memset(at, 0, sizeof(Value) * n);
    return at;
}

/* The first chunk stays. */
void stack_give(Session *s, uint32_t n) {
    while (s->stack->used == 0 && s->stack->before) {
        StackChunk *chunk = s->stack;
        s->stack = chunk->before;
        interp_release(&s->in, chunk, sizeof *chunk + sizeof(Value) * (size_t)chunk->room);
    }
    s->stack->used -= n;
}

/* ---- frames */

static bool frame_open(Interp *in, Frame *f, const Code *code, uint32_t nout, Value *outs,
                       uint32_t *outc) {
    Session *s = SESSION(in);
    if (s->depth >= MAX_RECURSION)
        return interp_fail(in, "max_recursion_depth exceeded");
    Value *registers = stack_take(in, code->n_registers);
    if (!registers)
        return false;
    *f = (Frame){.caller = s->frame,
                 .code = code,
                 .registers = registers,
                 .pc = code->code.at,
                 .lists = s->list.len,
                 .marks = s->marks.len,
                 .outs = outs,
                 .outc = outc,
                 .nout = nout};
    for (uint32_t k = 0; k < code->scalars.len; k++)
        registers[code->first_const + k] = value_double(code->scalars.at[k]);
    s->depth++;
    s->frame = f;
    return true;
}

static void frame_close(Interp *in, Frame *f) {
    Session *s = SESSION(in);
    uint32_t n = f->code->n_registers;
    for (uint32_t k = 0; k < n; k++)
        if (VALUE_IS_OBJECT(f->registers[k]))
            machine_drop(in, f->registers[k]);
    stack_give(s, n);
    s->depth--;
    s->frame = f->caller;
}

/* ---- arguments */

static const char *function_name(const Session *s, const ScriptFunction *function) {
    return function->name ? script_name_text(&s->names, function->name) : "@<anonymous>";
}

static bool check_counts(Interp *in, const ScriptFunction *function, uint32_t argc, uint32_t nout) {
    Session *s = SESSION(in);
    if (argc > function->n_params && !function->varargin)
        return interp_fail_id(in, "Octave:invalid-fun-call",
                              "%s: function called with too many inputs",
                              function_name(s, function));
    bool anonymous = function->node && function->node->kind == SN_ANONYMOUS;
    if (nout > function->n_outputs && !function->varargout && !anonymous)
        return interp_fail_id(in, "Octave:invalid-fun-call",
                              "%s: function called with too many outputs",
                              function_name(s, function));
    return true;
}

static bool rest_of_arguments(Interp *in, Frame *f, const ScriptFunction *function, Value *args,
                              uint32_t argc) {
    uint32_t n = argc > function->n_params ? argc - function->n_params : 0;
    Shape shape = shape_make(n ? 1 : 0, n);
    Value cell = value_none();
    if (!value_cell_new(in, &shape, &cell))
        return false;
    for (uint32_t k = 0; k < n; k++) {
        VALUE_CELL_OF(cell)->at[k] = args[function->n_params + k];
        args[function->n_params + k] = value_none();
    }
    f->registers[function->varargin_slot] = cell;
    return true;
}

static bool bind_arguments(Interp *in, Frame *f, const ScriptFunction *function, Value *args,
                           uint32_t argc) {
    for (uint32_t k = 0; k < argc && k < function->n_params; k++) {
        const ScriptNode *p = function->params[k];
        if (p->kind != SN_PARAMETER)
            continue;
        machine_drop(in, f->registers[p->slot]);
        f->registers[p->slot] = args[k];
        args[k] = value_none();
    }
    return !function->varargin || rest_of_arguments(in, f, function, args, argc);
}

/* What the function gets from where it was made: captured values, or the variables of the functions around it. */
static void bind_captures(Frame *f, const ScriptFunction *function, const Closure *closure) {
    for (uint32_t k = 0; k < function->n_captures && k < closure->n; k++)
        f->registers[function->captures[k].slot] = value_hold(closure->captured[k]);
}

static bool bind_outer(Interp *in, Frame *f, const Closure *closure) {
    const Code *code = f->code;
    uint32_t n = code->first_const - code->n_vars;
    if (closure && closure->n == n) {
        for (uint32_t k = 0; k < n; k++)
            f->registers[code->n_vars + k] = value_hold(closure->captured[k]);
        return true;
    }
    /* A direct call: from the function around it, or from one that stands in a function around it. */
    Frame *caller = f->caller;
    uint32_t first = 0;
    const FunctionEntry *e = caller ? caller->code->entry : NULL;
    for (; e && e != code->entry->parent; e = e->parent)
        first += e->own;
    if (!e || first + n > caller->code->first_const)
        return interp_fail(in, "a nested function is called from outside of the one it stands in");
    for (uint32_t k = 0; k < n; k++) {
        Box *box = machine_box(in, &caller->registers[first + k]);
        if (!box)
            return false;
        box->head.refs++;
        f->registers[code->n_vars + k] = (Value){.kind = VALUE_REFERENCE, .as.object = &box->head};
    }
    return true;
}

/* ---- results */

static bool rest_of_results(Interp *in, Frame *f, const ScriptFunction *function) {
    Value v = *machine_behind(&f->registers[function->varargout_slot]);
    uint32_t most = f->nout ? f->nout : 1, n = function->n_outputs;
    if (v.kind == VALUE_NONE || n >= most)
        return true;
    if (v.kind != VALUE_CELL)
        return interp_fail(in, "varargout must be a cell array object");
    const Cell *cell = VALUE_CELL_OF(v);
    for (int64_t k = 0; k < cell->count && n < most; k++, n++) {
        f->outs[n] = value_hold(cell->at[k]);
        if (f->outs[n].kind == VALUE_NONE && !value_empty(in, &f->outs[n]))
            return false;
        *f->outc = n + 1;
    }
    return true;
}

static bool take_results(Interp *in, Frame *f, const ScriptFunction *function) {
    uint32_t most = f->nout ? f->nout : 1;
    for (uint32_t k = 0; k < function->n_outputs && k < most; k++) {
        Value *v = &f->registers[function->outputs[k]->slot];
        f->outs[k] = value_hold(*machine_behind(v));
        if (f->outs[k].kind != VALUE_NONE) {
            *f->outc = k + 1;
        } else if (k < f->nout && !(k < 64 && f->scope->ignored >> k & 1)) {
            uint32_t line, column;
            source_place(f->code->entry->unit->source, function->outputs[k]->place, &line, &column);
            return interp_fail_id(
                in, "Octave:undefined-function", "'%s' undefined near line %u, column %u",
                script_name_text(&SESSION(in)->names, function->outputs[k]->name), line, column);
        }
    }
    return !function->varargout || rest_of_results(in, f, function);
}

bool machine_interrupted(Interp *in) {
    Session *s = SESSION(in);
    if (s->interrupt == INTERRUPT_NOT || (s->interrupt == INTERRUPT_COUNT && s->turns_left-- > 0))
        return false;
    s->interrupt = INTERRUPT_NOT;
    s->interrupted = true;
    interp_fail(in, "interrupted");
    return true;
}

/* ---- functions of scripts */

static bool call_entry(Interp *in, FunctionEntry *entry, const Closure *closure, Value *args,
                       uint32_t argc, uint32_t nout, Value *outs, uint32_t *outc) {
    ScriptFunction *function = entry->function;
    Code *code = entry->code;
    Frame f;
    uint64_t ignored = SESSION(in)->ignored;
    SESSION(in)->ignored = 0;
    if (argc < entry->least)
        return interp_fail_id(in, "Octave:invalid-fun-call", "Invalid call to %s",
                              function_name(SESSION(in), function));
    if (!check_counts(in, function, argc, nout) ||
        (!code && !entry_code(in, entry, &function->scope, &code)))
        return false;
    Unit *unit = entry->unit;
    if (!frame_open(in, &f, code, nout, outs, outc))
        return false;
    unit->refs++;
    f.own = (Scope){.owner = &f,
                    .holder = &f,
                    .names = &function->scope,
                    .base = code->n_vars,
                    .nargin = argc,
                    .nout = nout,
                    .ignored = ignored};
    f.scope = &f.own;
    bool anonymous = function->node && function->node->kind == SN_ANONYMOUS, ok = true;
    if (closure && anonymous)
        bind_captures(&f, function, closure);
    if (!anonymous && entry->parent)
        ok = bind_outer(in, &f, closure);
    ok = ok && bind_arguments(in, &f, function, args, argc) && machine_run(in, &f) &&
         (anonymous || take_results(in, &f, function));
    scope_drop(in, &f.own);
    frame_close(in, &f);
    unit_drop(in, unit);
    return ok;
}

/* Arguments that are the colon as such are its text. */
static bool colons_as_text(Interp *in, Value *args, uint32_t argc) {
    for (uint32_t k = 0; k < argc; k++)
        if (args[k].kind == VALUE_COLON && !value_text(in, ":", 1, false, &args[k]))
            return false;
    return true;
}

bool machine_call(Interp *in, const Callee *callee, Value *args, uint32_t argc, uint32_t nout,
                  Value *outs, uint32_t *outc) {
    *outc = 0;
    if (machine_interrupted(in) || !colons_as_text(in, args, argc))
        return false;
    bool ok;
    switch (callee->kind) {
    case CALLEE_ENTRY:
        ok = call_entry(in, callee->entry, NULL, args, argc, nout, outs, outc);
        break;
    case CALLEE_BUILTIN:
        SESSION(in)->ignored = 0;
        ok = builtin_call(in, callee->builtin, args, argc, nout, outs, outc);
        if (!ok) {
            value_drop_all(in, outs, *outc);
            *outc = 0;
        }
        break;
    case CALLEE_SCRIPT:
        ok = machine_run_file(in, scope_up(SESSION(in), 0),
                              SESSION(in)->files_known.at[callee->file].path);
        break;
    case CALLEE_PACKAGE: {
        Str name = str_make(&in->env);
        str_format(&name, "+%s", script_name_text(&SESSION(in)->names, callee->package));
        ok = str_ok(&name) ? value_function_new(in, name.data, NULL, NULL, outs)
                           : interp_fail_raw(in);
        *outc = ok;
        str_free(&name);
        break;
    }
    default: return interp_fail(in, "there is no such function");
    }
    for (uint32_t k = 0; k < argc; k++) {
        value_drop(in, args[k]);
        args[k] = value_none();
    }
    return ok;
}

bool machine_call_closure(Interp *in, Closure *closure, Value *args, uint32_t argc, uint32_t nout,
                          Value *outs, uint32_t *outc) {
    return call_entry(in, closure->entry, closure, args, argc, nout, outs, outc);
}

/* ---- texts */

static void move_in(Interp *in, Frame *f, Scope *scope, Frame *holder) {
    Value none = value_none();
    for (uint32_t k = 0; k < f->code->n_vars; k++) {
        Value *from = scope_slot(in, scope, k, false);
        f->registers[k] = from ? *from : none;
        if (from)
            *from = none;
    }
    (void)holder;
}

static void move_out(Interp *in, Frame *f, Scope *scope, Frame *holder) {
    scope->holder = holder;
    for (uint32_t k = 0; k < f->code->n_vars; k++) {
        Value *to = scope_slot(in, scope, k, false); /* there is room: made before */
        if (to)
            *to = f->registers[k];
        f->registers[k] = value_none();
    }
}

bool machine_run_text(Interp *in, Scope *scope, Unit *unit, uint32_t nout, Value *outs,
                      uint32_t *outc) {
    Code *code = NULL;
    Frame f;
    Frame *holder = scope->holder;
    Value nothing = value_none();
    uint32_t none = 0;
    if (!entry_code(in, &unit->body, scope->names, &code) ||
        (code->n_vars && !scope_slot(in, scope, code->n_vars - 1, true)))
        return false;
    if (!frame_open(in, &f, code, nout, outs ? outs : &nothing, outc ? outc : &none))
        return false;
    unit->refs++;
    f.scope = scope;
    move_in(in, &f, scope, holder);
    scope->holder = &f;
    bool ok = machine_run(in, &f);
    move_out(in, &f, scope, holder);
    frame_close(in, &f);
    unit_drop(in, unit);
    if (!outs)
        value_drop(in, nothing);
    return ok;
}
