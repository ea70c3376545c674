/* cellfun, arrayfun, structfun: a function on each element. */
#include "front/script/builtin/give.h"
#include "front/script/builtin/state.h"

/* What the call says. */
typedef struct Each {
    const char *who;
    Value f;             /* a handle; a reference */
    Value handler;       /* of errors, lent; NONE */
    const Value *inputs; /* lent */
    uint32_t n;
    bool cells;   /* inputs are cells */
    bool uniform; /* results are scalars */
    Shape shape;
    int64_t count;
} Each;

/* ---------------------------------------------------------------------------------- arguments */

static bool read_options(Interp *in, BuiltinCall *call, Each *e, uint32_t *argc) {
    while (*argc >= 4 && value_is_text(call->args[*argc - 2])) {
        Value v = call->args[*argc - 1];
        if (argument_is_word(call, *argc - 2, "uniformoutput")) {
            TRY(value_is_true(in, v, &e->uniform));
        } else if (argument_is_word(call, *argc - 2, "errorhandler")) {
            if (v.kind != VALUE_FUNCTION && !value_is_text(v))
                return interp_fail(in, "%s: invalid function NAME: %s", e->who, "ErrorHandler");
            e->handler = v;
        } else if (e->cells) {
            char *name;
            size_t len;
            TRY(argument_text(in, call, *argc - 2, "an option must be text", &name, &len));
            interp_fail(in, "%s: unrecognized parameter %s", e->who, name);
            release_text(in, name, len);
            return false;
        } else {
            return true;
        }
        *argc -= 2;
    }
    return true;
}

/* All inputs have one shape; those of one element go with any where cells are walked. */
static bool read_inputs(Interp *in, Each *e) {
    e->shape = value_shape(e->inputs[0]);
    for (uint32_t k = 0; k < e->n; k++) {
        Shape s = value_shape(e->inputs[k]);
        if (e->cells && e->inputs[k].kind != VALUE_CELL)
            return interp_fail(in, "%s: C must be a cell array", e->who);
        if (shape_count(&e->shape) == 1)
            e->shape = s;
    }
    e->count = shape_count(&e->shape);
    for (uint32_t k = 0; k < e->n; k++) {
        Shape s = value_shape(e->inputs[k]);
        if (!shape_same(&s, &e->shape) && shape_count(&s) != 1)
            return interp_fail_id(in, "Octave:invalid-input-arg", "%s: dimensions mismatch",
                                  e->who);
    }
    return true;
}

static bool read_function(Interp *in, BuiltinCall *call, Each *e) {
    Value f = call->args[0];
    char *name;
    size_t len;
    if (f.kind == VALUE_FUNCTION) {
        e->f = value_hold(f);
        return true;
    }
    if (!value_is_text(f))
        return interp_fail(in, "%s: argument NAME must be a string or function handle", e->who);
    TRY(argument_text(in, call, 0, "NAME must be text", &name, &len));
    bool ok = name[0] == '@' || !in->calls.is_function || in->calls.is_function(in, name) ||
              interp_fail(in, "%s: invalid function NAME: %s", e->who, name);
    ok = ok && in->calls.handle(in, name, len, &e->f);
    release_text(in, name, len);
    return ok;
}

/* ------------------------------------------------------------------------------------ one call */

/* Element k of each input; a block of e->n. */
static bool arguments_at(Interp *in, const Each *e, int64_t k, Value *args) {
    for (uint32_t a = 0; a < e->n; a++) {
        Value input = e->inputs[a];
        int64_t at = value_count(input) == 1 ? 0 : k;
        bool ok = e->cells ? hold_element(in, VALUE_CELL_OF(input)->at[at], &args[a])
                           : value_element(in, input, at, &args[a]);
        if (!ok) {
            value_drop_all(in, args, a);
            return false;
        }
    }
    return true;
}

/* The handler with what failed: a struct with message, identifier and index, and the arguments. args[0] is free for it. */
static bool call_handler(Interp *in, const Each *e, int64_t k, Value *args, uint32_t nout,
                         Value *outs, uint32_t *outc) {
    Value err = value_none();
    builtin_note_error(in);
    bool ok = set_text_field(in, &err, "identifier", in->failure.identifier) &&
              set_text_field(in, &err, "message", interp_message(in)) &&
              set_field(in, &err, "index", value_double((double)k + 1));
    interp_clear_error(in);
    args[0] = err;
    ok = ok && in->calls.call(in, &e->handler, args, e->n + 1, nout, outs, outc);
    value_drop(in, err);
    args[0] = value_none();
    return ok;
}

/* args is a block of e->n + 1. */
static bool call_at(Interp *in, const Each *e, int64_t k, Value *args, uint32_t nout, Value *outs,
                    uint32_t *outc) {
    TRY(arguments_at(in, e, k, args + 1));
    bool ok = in->calls.call(in, &e->f, args + 1, e->n, nout, outs, outc);
    if (!ok && e->handler.kind != VALUE_NONE && !in->failure.no_memory)
        ok = call_handler(in, e, k, args, nout, outs, outc);
    value_drop_all(in, args + 1, e->n);
    return ok;
}

/* ------------------------------------------------------------------------------------- results */

static bool fail_uniform(Interp *in, const Each *e) {
    if (!e->cells)
        return interp_fail_id(in, "Octave:invalid-fun-call",
                              "%s: all values must be scalars when UniformOutput = true", e->who);
    return interp_fail(in, "%s: all values must be scalars when UniformOutput = true", e->who);
}

/* Result k of one output: the first says of which class the array is. */
static bool keep_scalar(Interp *in, const Each *e, int64_t k, Value v, Value *out) {
    Value last = value_double((double)e->count), at = value_double((double)k + 1);
    if (v.kind == VALUE_NONE || value_count(v) != 1 || v.kind == VALUE_FUNCTION ||
        v.kind == VALUE_MAP)
        return fail_uniform(in, e);
    if (k == 0) {
        Shape one = shape_make(1, 1);
        if (value_has_elements(v)) {
            TRY(value_zeros(in, value_class(v), &e->shape, out));
        } else if (v.kind == VALUE_CELL) {
            TRY(value_cell_new(in, &e->shape, out));
        } else {
            TRY(value_assign(in, NULL, out, &last, 1, v));
            (void)one;
        }
    }
    return value_assign(in, NULL, out, &at, 1, v);
}

static bool keep(Interp *in, const Each *e, int64_t k, Value *outs, uint32_t outc, uint32_t nout,
                 Value *results) {
    uint32_t wanted = nout ? nout : outc < 1 ? outc : 1;
    for (uint32_t o = 0; o < wanted; o++) {
        Value v = o < outc ? outs[o] : value_none();
        if (e->uniform) {
            TRY(keep_scalar(in, e, k, v, &results[o]));
            continue;
        }
        if (v.kind == VALUE_NONE)
            return interp_fail(in, "%s: function returned fewer than nargout values", e->who);
        if (results[o].kind == VALUE_NONE)
            TRY(value_cell_new(in, &e->shape, &results[o]));
        VALUE_CELL_OF(results[o])->at[k] = value_hold(v);
    }
    return true;
}

/* Results where there are no elements. */
static bool empty_results(Interp *in, const Each *e, BuiltinCall *call) {
    uint32_t wanted = call->nout ? call->nout : !e->uniform;
    for (uint32_t o = 0; o < wanted; o++) {
        Value v;
        TRY(e->uniform ? value_zeros(in, CLASS_DOUBLE, &e->shape, &v)
                       : value_cell_new(in, &e->shape, &v));
        give(call, v);
    }
    return true;
}

static bool run_each(Interp *in, Each *e, BuiltinCall *call) {
    if (e->count == 0)
        return empty_results(in, e, call);
    uint32_t room = call->nout ? call->nout : 1, block = 2 * room + e->n + 1;
    Value *values = interp_alloc(in, block * sizeof *values);
    if (!values)
        return false;
    memset(values, 0, block * sizeof *values);
    Value *outs = values, *results = values + room, *args = values + 2 * room;
    bool ok = true;
    for (int64_t k = 0; ok && k < e->count; k++) {
        uint32_t outc = 0;
        ok = call_at(in, e, k, args, call->nout, outs, &outc) &&
             keep(in, e, k, outs, outc < room ? outc : room, call->nout, results);
        value_drop_all(in, outs, room);
    }
    for (uint32_t o = 0; o < room; o++) {
        if (ok && results[o].kind != VALUE_NONE)
            give(call, results[o]);
        else
            value_drop(in, results[o]);
    }
    interp_release(in, values, block * sizeof *values);
    return ok;
}

/* ------------------------------------------------------------------------ what needs no call */

typedef enum Quick {
    QUICK_NONE,
    QUICK_EMPTY,
    QUICK_LENGTH,
    QUICK_COUNT,
    QUICK_DIMS,
    QUICK_REAL,
    QUICK_LOGICAL,
    QUICK_NUMERIC,
    QUICK_CHAR,
    QUICK_SIZE,
    QUICK_CLASS
} Quick;

static Quick quick_of(Value f) {
    static const struct {
        const char *name;
        Quick quick;
    } table[] = {{"isempty", QUICK_EMPTY},     {"length", QUICK_LENGTH},     {"numel", QUICK_COUNT},
                 {"prodofsize", QUICK_COUNT},  {"ndims", QUICK_DIMS},        {"isreal", QUICK_REAL},
                 {"islogical", QUICK_LOGICAL}, {"isnumeric", QUICK_NUMERIC}, {"ischar", QUICK_CHAR},
                 {"size", QUICK_SIZE},         {"isclass", QUICK_CLASS}};
    char word[WORD_TEXT];
    const char *name = word;
    if (f.kind == VALUE_FUNCTION && VALUE_FUNCTION_OF(f)->name)
        name = VALUE_FUNCTION_OF(f)->name;
    else if (!value_word(f, word))
        return QUICK_NONE;
    for (size_t k = 0; k < sizeof table / sizeof *table; k++)
        if (!strcmp(name, table[k].name))
            return table[k].quick;
    return QUICK_NONE;
}

static double quick_value(Quick quick, Value v, double dim, const char *class_) {
    Shape s = value_shape(v);
    int64_t longest = 0;
    for (uint32_t d = 0; d < s.rank; d++)
        longest = s.at[d] > longest ? s.at[d] : longest;
    switch (quick) {
    case QUICK_EMPTY: return value_count(v) == 0;
    case QUICK_LENGTH: return value_count(v) ? (double)longest : 0;
    case QUICK_COUNT: return (double)value_count(v);
    case QUICK_DIMS: return s.rank;
    case QUICK_REAL: return v.kind == VALUE_NONE || (value_has_elements(v) && !value_is_complex(v));
    case QUICK_LOGICAL: return value_class(v) == CLASS_LOGICAL;
    case QUICK_NUMERIC: return v.kind == VALUE_NONE || value_is_numeric(v);
    case QUICK_CHAR: return value_is_char(v);
    case QUICK_SIZE: return dim >= 1 ? (double)shape_at(&s, (uint32_t)dim - 1) : 0;
    default: return !strcmp(value_class_name(v), class_);
    }
}

/* cellfun of such a function; *done false: it is none. */
static bool run_quick(Interp *in, BuiltinCall *call, bool *done) {
    Quick quick = quick_of(call->args[0]);
    bool two = quick == QUICK_SIZE || quick == QUICK_CLASS;
    char word[WORD_TEXT] = "";
    double dim = 0;
    *done = quick != QUICK_NONE && call->argc == (two ? 3 : 2) &&
            call->args[1].kind == VALUE_CELL && call->nout <= 1 &&
            (!two || call->args[0].kind != VALUE_FUNCTION);
    if (!*done || (quick == QUICK_CLASS && !value_word(call->args[2], word)))
        return true;
    if (quick == QUICK_SIZE)
        TRY(value_to_double(in, call->args[2], "cellfun", &dim));
    const Cell *cell = VALUE_CELL_OF(call->args[1]);
    bool number =
        quick == QUICK_LENGTH || quick == QUICK_COUNT || quick == QUICK_DIMS || quick == QUICK_SIZE;
    ValueClass class_ = number ? CLASS_DOUBLE : CLASS_LOGICAL;
    Array *out;
    if (cell->count == 0 && call->nout == 0 && call->args[0].kind == VALUE_FUNCTION)
        return true; /* as where it is called; by its name Octave gives an empty array */
    TRY(array_new_raw(in, class_, false, &cell->shape, 0, &out));
    for (int64_t k = 0; k < cell->count; k++)
        element_store(class_, out->data, k, quick_value(quick, cell->at[k], dim, word));
    Value v = value_of_array(out);
    return value_simplify(in, &v) && give(call, v);
}

/* ----------------------------------------------------------------------------------- builtins */

/* code 1: arrays. */
bool builtin_each(Interp *in, BuiltinCall *call) {
    Each e = {.who = call->name, .cells = !call->row->code, .uniform = true};
    uint32_t argc = call->argc;
    bool done = false;
    if (!in->calls.call || !in->calls.handle)
        return interp_fail(in, "%s: there is nothing that calls", call->name);
    if (e.cells)
        TRY(run_quick(in, call, &done));
    if (done)
        return true;
    TRY(read_function(in, call, &e));
    bool ok = read_options(in, call, &e, &argc);
    e.inputs = call->args + 1;
    e.n = argc - 1;
    ok = ok && read_inputs(in, &e) && run_each(in, &e, call);
    value_drop(in, e.f);
    return ok;
}

/* structfun: on each field of a struct; the results are a column, or a struct. */
bool builtin_structfun(Interp *in, BuiltinCall *call) {
    Each e = {.who = "cellfun", .cells = true, .uniform = true};
    uint32_t argc = call->argc;
    call->nout = call->nout ? call->nout : 1;
    if (!in->calls.call || !in->calls.handle || call->args[1].kind != VALUE_STRUCT)
        return interp_fail(in, "structfun: S must be a scalar structure");
    const Struct *s = VALUE_STRUCT_OF(call->args[1]);
    Shape column = shape_make(s->fields, 1);
    Value cell;
    if (s->count != 1)
        return interp_fail(in, "structfun: S must be a scalar structure");
    TRY(read_function(in, call, &e));
    bool ok = read_options(in, call, &e, &argc) && value_cell_new(in, &column, &cell);
    if (ok) {
        for (uint32_t f = 0; f < s->fields; f++)
            VALUE_CELL_OF(cell)->at[f] = value_hold(s->at[f][0]);
        e.inputs = &cell;
        e.n = 1;
        ok = read_inputs(in, &e) && run_each(in, &e, call);
        value_drop(in, cell);
    }
    value_drop(in, e.f);
    for (uint32_t o = 0; ok && !e.uniform && o < call->outc; o++) {
        Value named = value_none();
        Cell *list = VALUE_CELL_OF(call->outs[o]);
        ok = value_struct_new(in, &named);
        for (uint32_t f = 0; ok && f < s->fields; f++)
            ok = value_assign_field(in, &named, s->names[f], list->at[f]);
        value_drop(in, call->outs[o]);
        call->outs[o] = named;
    }
    return ok;
}
