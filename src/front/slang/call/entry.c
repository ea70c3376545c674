/*
 * The program of a call: its inputs are the arrays and numbers that the caller has, its outputs what the caller gets.
 * Extents are names but where they must be numbers (1, and what is gathered into elements), so that one program
 * serves every size of its kind.
 */
#include <stdio.h>
#include <string.h>

#include "front/slang/call/resolve.h"
#include "pipeline/pipeline.h"

bool entry_op(CallProgram *e, Op op, const VarId *in, uint32_t n_in, const Attrs *attrs,
              VarId *out) {
    Loc nowhere = {0, 0};
    return program_instr(e->env, e->p, op, in, n_in, attrs, 1, NULL, nowhere, out);
}

static bool op_to(CallProgram *e, Op op, const VarId *in, uint32_t n_in, TypeId to, VarId *out) {
    Attrs attrs = attrs_none();
    attrs.word[AT_TO] = to;
    return entry_op(e, op, in, n_in, &attrs, out);
}

static bool op_list(CallProgram *e, Op op, VarId x, const int64_t *list, uint32_t n, VarId *out) {
    Attrs attrs = attrs_none();
    TRY(program_attr_list(e->env, e->p, list, n, &attrs.word[0]));
    return entry_op(e, op, &x, 1, &attrs, out);
}

static Types *types_of(CallProgram *e) {
    return &e->m->types;
}

static bool is_scalar(CallProgram *e, TypeId type) {
    return type_get(types_of(e), type)->kind == TYPE_SCALAR;
}

bool entry_const(CallProgram *e, Dtype dtype, int64_t value, VarId *out) {
    Scalar number = {.i = value};
    Literal literal = {.form = LITERAL_TYPED};
    Loc nowhere = {0, 0};
    TRY(type_scalar(e->env, types_of(e), dtype, &literal.type));
    literal.bits = scalar_to_bits(dtype, scalar_cast(DT_I64, dtype, number));
    return program_const(e->env, e->p, &literal, literal.type, nowhere, out);
}

/* Fixed arrays have no cast of their own. */
static bool cast_fixed(CallProgram *e, VarId x, TypeId from, TypeId to, VarId *out) {
    enum { FEW = 16 };
    TypeId a = type_get(types_of(e), from)->elem, b = type_get(types_of(e), to)->elem, scalar;
    uint32_t n = type_get(types_of(e), from)->count;
    VarId parts[FEW];
    if (n <= FEW && type_get(types_of(e), a)->kind != TYPE_FIXED) {
        for (uint32_t k = 0; k < n; k++) {
            Attrs attrs = attrs_none();
            attrs.word[AT_INDEX] = k;
            /* part by part, which stays in one kernel */
            TRY(entry_op(e, OP_extract, &x, 1, &attrs, &parts[k]));
            TRY(entry_cast(e, parts[k], a, b, &parts[k]));
        }
        return op_to(e, OP_make, parts, n, to, out); /* and together again */
    }
    TRY(type_scalar(e->env, types_of(e), element_dtype(types_of(e), to), &scalar));
    /* many: as an array of scalars */
    TRY(entry_op(e, OP_unpack, &x, 1, NULL, &x));
    TRY(op_to(e, OP_cast, &x, 1, scalar, &x));
    return op_to(e, OP_pack, &x, 1, to, out);
}

/* Other numbers in the same element, or one number for all components. */
bool entry_cast(CallProgram *e, VarId x, TypeId from, TypeId to, VarId *out) {
    Dtype a = element_dtype(types_of(e), from), b = element_dtype(types_of(e), to);
    TypeId converted = from;
    *out = x;
    if (from == to)
        return true;
    if (a != b) {
        if (type_get(types_of(e), from)->kind == TYPE_FIXED)
            return cast_fixed(e, x, from, to, out);
        TRY(type_with_dtype(e->env, types_of(e), from, b, &converted));
        /* the numbers of a value as those of another dtype */
        TRY(op_to(e, OP_cast, out, 1, converted, out));
    }
    /* one scalar fills a vector or matrix */
    return converted == to || op_to(e, OP_make, out, 1, to, out);
}

/* ---- inputs */

/* "pos.x" of parameter p, "color". */
static bool input_name(CallProgram *e, const Given *g, StrId *out) {
    char buffer[SHOW_TYPE];
    const char *name = call_arg_name(e->call, e->c, g->top, buffer);
    if (g->arg->name &&
        &e->call->given.at[g->top == RESULT_ARG ? e->call->result : e->call->tops.at[g->top]] !=
            g) {
        char text[SHOW_TYPE * 2];
        snprintf(text, sizeof text, "%s.%.80s", name, g->arg->name);
        return strings_add(e->env, &e->m->strings, text, strlen(text), out);
    }
    return strings_add(e->env, &e->m->strings, name, strlen(name), out);
}

/* A name for axis k of a whole array. */
static bool whole_dim(CallProgram *e, StrId input, uint32_t k, Dim *out) {
    char text[256];
    StrId name;
    snprintf(text, sizeof text, "%.200s.%u", strings_get(&e->m->strings, input), k);
    TRY(strings_add(e->env, &e->m->strings, text, strlen(text), &name));
    *out = DIM_NAMED(name);
    return true;
}

static const Fit *fit_of(const Candidate *c, uint32_t given) {
    for (uint32_t k = 0; k < c->fits.len; k++)
        if (c->fits.at[k].given == given)
            return &c->fits.at[k];
    return NULL;
}

static bool input_type(CallProgram *e, uint32_t given, StrId name, TypeId *out) {
    const Given *g = &e->call->given.at[given];
    const Fit *fit = fit_of(e->c, given);
    Dim dims[MAX_RANK];
    TypeId elem = g->type;
    if (g->arg->kind == FRIT_ARG_NUMBER || !fit) {
        *out = g->type;
        return true;
    }
    if (g->arg->kind == FRIT_ARG_GRID)
        TRY(type_scalar(e->env, types_of(e), DT_BOOL, &elem));
    uint32_t whole = fit->kind == FIT_WHOLE ? type_rank(types_of(e), fit->type) : 0;
    for (uint32_t k = 0; k < g->arg->rank; k++) {
        dims[k] = g->arg->shape[k];
        if (k < whole)
            TRY(whole_dim(e, name, k, &dims[k]));
        else if (fit->kind != FIT_WHOLE && k < fit->axes.n && dims[k] != 1)
            dims[k] = e->dims[call_axis(&e->c->shape, &fit->axes, k)];
    }
    return type_array(e->env, types_of(e), elem, dims, g->arg->rank, out);
}

static bool add_input(CallProgram *e, uint32_t given) {
    StrId name;
    TypeId type;
    VarId var;
    TRY(input_name(e, &e->call->given.at[given], &name));
    TRY(input_type(e, given, name, &type));
    return program_input(e->env, e->m, e->p, name, type, &var);
}

static bool add_inputs(CallProgram *e) {
    Call *call = e->call;
    for (uint32_t k = 0; k < call->given.len; k++) {
        Given *g = &call->given.at[k];
        if (g->top == RESULT_ARG && e->c->from_result && g->arg->kind == FRIT_ARG_ARRAY)
            g->input = call->n_inputs++;
        if (g->input != NO_ITEM)
            TRY(add_input(e, k));
    }
    return true;
}

/* ---- loads */

/* Which axis of the argument is axis a of the call; its count of axes: none. */
static uint32_t own_axis(const CallAxes *axes, uint32_t a) {
    uint32_t k = 0;
    while (k < axes->n && axes->at[k] != a)
        k++;
    return k;
}

/* Puts the axes in the order of the call's, with axes of extent 1 for those it lacks behind its first. */
static bool place_axes(CallProgram *e, const CallAxes *axes, VarId x, VarId *out) {
    uint32_t rank = e->c->shape.rank, n = 0, n_added = 0, first = 0;
    int64_t perm[MAX_RANK], added[MAX_RANK];
    bool moved = false;
    *out = x;
    if (!axes->named || axes->n == 0)
        return true;
    while (own_axis(axes, first) == axes->n)
        first++;
    for (uint32_t a = first; a < rank; a++) {
        uint32_t k = own_axis(axes, a);
        if (k == axes->n) {
            added[n_added++] = a - first;
            continue;
        }
        moved |= k != n;
        perm[n++] = k;
    }
    /* views: no element moves */
    if (moved)
        TRY(op_list(e, OP_transpose, *out, perm, n, out));
    return n_added == 0 || op_list(e, OP_expand_dims, *out, added, n_added, out);
}

static void note_full(CallProgram *e, const Fit *fit) {
    const Given *g = &e->call->given.at[fit->given];
    for (uint32_t k = 0; k < fit->axes.n; k++) {
        uint32_t a = call_axis(&e->c->shape, &fit->axes, k);
        e->full[a] |= g->arg->shape[k] == e->c->shape.extents[a];
    }
}

/* Elements of the loaded type: numbers converted, trailing axes gathered. */
static bool load_elements(CallProgram *e, const Fit *fit, VarId *out) {
    const Given *g = &e->call->given.at[fit->given];
    TypeId own = g->type;
    *out = g->input;
    if (g->arg->kind == FRIT_ARG_NUMBER)
        return entry_cast(e, *out, own, fit->element, out);
    Dtype a = element_dtype(types_of(e), own), b = element_dtype(types_of(e), fit->element);
    if (a != b) {
        TypeId to;
        TRY(element_with_dtype(e->env, types_of(e), own, b, &to));
        TRY(entry_cast(e, *out, own, to, out));
        own = to;
    }
    if (own == fit->element)
        return true;
    /* the last axes of an array become the parts of its elements; what parts these have already are axes first */
    if (!is_scalar(e, own))
        TRY(entry_op(e, OP_unpack, out, 1, NULL, out));
    return op_to(e, OP_pack, out, 1, fit->element, out);
}

static bool emit_program(CallProgram *e, ProgId program, VarId *out) {
    Attrs attrs = attrs_none();
    attrs.word[AT_CALLEE] = program;
    /* a program without inputs that makes the value */
    return entry_op(e, OP_call, NULL, 0, &attrs, out);
}

/* A part that has some axes of the call gets all of them, so that what is made of it need not be repeated. */
static bool spread_part(CallProgram *e, const Fit *fit, VarId *x) {
    bool full = fit->axes.n == e->c->shape.rank;
    if (fit->kind != FIT_LOAD || fit->axes.n == 0)
        return true;
    for (uint32_t k = 0; full && k < fit->axes.n; k++)
        full = e->call->given.at[fit->given].arg->shape[k] ==
               e->c->shape.extents[call_axis(&e->c->shape, &fit->axes, k)];
    if (full)
        return true;
    for (uint32_t k = 0; k < e->c->shape.rank; k++)
        e->full[k] = true;
    /* a view */
    return op_list(e, OP_broadcast, *x, e->dims, e->c->shape.rank, x);
}

/* The value of a fit. The depth is that of the arguments. */
static bool emit_fit(CallProgram *e, uint32_t at, VarId *out) {
    const Fit *fit = &e->c->fits.at[at];
    VarId parts[MAX_FIELDS];
    uint32_t n = 0;
    switch (fit->kind) {
    case FIT_LOAD:
        TRY(load_elements(e, fit, out));
        TRY(entry_cast(e, *out, fit->element, fit->type, out));
        note_full(e, fit);
        return place_axes(e, &fit->axes, *out, out);
    case FIT_WHOLE: return load_elements(e, fit, out);
    case FIT_MADE: return generator_emit(e, fit, out);
    case FIT_DEFAULT: return emit_program(e, fit->program, out);
    case FIT_MAKE: break;
    }
    for (uint32_t part = fit->first; part != NO_ITEM; part = e->c->fits.at[part].next) {
        if (n == MAX_FIELDS)
            return env_fail(e->env, FRIT_ERR_LIMIT, FRIT_STAGE_BUILD, "more than %d parts",
                            MAX_FIELDS);
        TRY(emit_fit(e, part, &parts[n]));
        TRY(spread_part(e, &e->c->fits.at[part], &parts[n++]));
    }
    /* a value from its parts, over arrays of them */
    return op_to(e, OP_make, parts, n, fit->type, out);
}

/* ---- outputs */

/* Something that comes out: where it goes, and how it is called. */
typedef struct Leaving {
    int32_t arg;
    uint32_t fit; /* of the array it goes into; NO_ITEM: none is given */
} Leaving;

bool entry_note_output(CallProgram *e, int32_t arg, const char *path, TypeId type, Dtype dtype,
                       uint32_t outer_rank) {
    ResolvedOutput o = {.arg = arg, .dtype = dtype};
    char name[SHOW_TYPE];
    call_show(e->call, type, name);
    o.element_rank = element_rank(types_of(e), type);
    o.rank = outer_rank + o.element_rank;
    TRY(strings_add(e->env, &e->out->strings, path, strlen(path), &o.path));
    TRY(strings_add(e->env, &e->out->strings, name, strlen(name), &o.type));
    return vec_push(e->env, &e->out->outputs, o);
}

/* The order of axes that the array has into which it goes. */
static bool output_axes(CallProgram *e, const Fit *fit, VarId *x) {
    int64_t perm[MAX_RANK];
    bool moved = false;
    for (uint32_t k = 0; fit->axes.named && k < fit->axes.n; k++) {
        perm[k] = fit->axes.at[k];
        moved |= perm[k] != k;
    }
    /* a view */
    return !moved || op_list(e, OP_transpose, *x, perm, fit->axes.n, x);
}

/* Converted and turned while its elements are whole, so that all of this stays in the kernel that made it. */
static bool fit_output(CallProgram *e, const Fit *fit, VarId *x, TypeId *type) {
    const Given *g = &e->call->given.at[fit->given];
    TypeId stored;
    if (g->arg->kind != FRIT_ARG_ARRAY)
        return true;
    Dtype dtype = element_dtype(types_of(e), g->type);
    TRY(element_with_dtype(e->env, types_of(e), *type, dtype, &stored));
    TRY(entry_cast(e, *x, *type, stored, x));
    *type = stored;
    return output_axes(e, fit, x);
}

/* One array of scalars. */
static bool emit_leaf(CallProgram *e, const Leaving *l, const char *path, VarId x, TypeId type) {
    TypeId stored = type;
    const Fit *fit = l->fit == NO_ITEM ? NULL : &e->c->fits.at[l->fit];
    if (fit && fit->unwritten)
        return true;
    if (element_dtype(types_of(e), type) == DT_NONE)
        return env_fail(e->env, FRIT_ERR_UNSUPPORTED, FRIT_STAGE_BUILD,
                        "a result with an array of structs in it has no form as arrays");
    if (fit && fit->kind == FIT_LOAD)
        TRY(fit_output(e, fit, &x, &stored));
    /* vectors as a trailing axis */
    if (!is_scalar(e, type))
        TRY(entry_op(e, OP_unpack, &x, 1, NULL, &x));
    TRY(entry_note_output(e, l->arg, path, type, element_dtype(types_of(e), stored),
                          e->c->shape.rank));
    return program_output(e->env, e->p, x);
}

/* Structs are taken apart. The depth is that of the type: MAX_TYPE_DEPTH at most. */
static bool emit_output(CallProgram *e, const Leaving *l, const char *path, VarId x, TypeId type) {
    uint32_t n = type_get(types_of(e), type)->count;
    if (type_get(types_of(e), type)->kind != TYPE_STRUCT)
        return emit_leaf(e, l, path, x, type);
    uint32_t part = l->fit == NO_ITEM ? NO_ITEM : e->c->fits.at[l->fit].first;
    for (uint32_t k = 0; k < n; k++) {
        Field field = type_fields(types_of(e), type_get(types_of(e), type))[k];
        Leaving inner = {l->arg, part};
        Attrs attrs = attrs_none();
        char below[512];
        VarId value;
        snprintf(below, sizeof below, "%s%s%s", path, *path ? "." : "",
                 strings_get(&e->m->strings, field.name));
        attrs.word[AT_INDEX] = k;
        /* a field */
        TRY(entry_op(e, OP_extract, &x, 1, &attrs, &value));
        TRY(emit_output(e, &inner, below, value, field.type));
        if (part != NO_ITEM)
            part = e->c->fits.at[part].next;
    }
    return true;
}

/* What does not hang on every axis of the call is repeated along the others. */
static bool spread(CallProgram *e, VarId *x) {
    bool full = true;
    for (uint32_t k = 0; k < e->c->shape.rank; k++)
        full &= e->full[k];
    return full || op_list(e, OP_broadcast, *x, e->dims, e->c->shape.rank, x);
}

/* Nothing comes out because nothing changes: then arrays do, as they are. False: there are none. */
static bool rewrite_all(CallProgram *e) {
    bool any = false;
    for (uint32_t k = 0; k < e->c->fits.len; k++) {
        Fit *fit = &e->c->fits.at[k];
        if (!fit->unwritten || e->call->given.at[fit->given].arg->kind != FRIT_ARG_ARRAY)
            continue;
        fit->unwritten = false;
        any = true;
    }
    return any;
}

static bool emit_outputs(CallProgram *e, VarId first) {
    Candidate *c = e->c;
    VarId begin = first;
    if (c->result != NO_TYPE) {
        Leaving value = {-1, c->result_fit};
        VarId x = first++;
        TRY(spread(e, &x));
        TRY(emit_output(e, &value, "", x, c->result));
        e->out->n_values = e->out->outputs.len;
        e->out->is_struct = type_get(types_of(e), c->result)->kind == TYPE_STRUCT;
    }
    for (uint32_t k = 0; k < c->params.len; k++) {
        const CallParam *p = &c->params.at[k];
        if (p->mode == PASS_IN)
            continue;
        VarId x = first++;
        Leaving l = {p->top == NO_ITEM ? -1 : (int32_t)p->top, p->fit};
        if (p->top == NO_ITEM)
            continue; /* a default that is written: nobody sees it */
        TRY(spread(e, &x));
        TRY(emit_output(e, &l, "", x, p->type));
    }
    if (c->instance != UINT32_MAX)
        TRY(stores_emit(e, first));
    if (e->out->outputs.len == 0 && rewrite_all(e))
        return emit_outputs(e, begin);
    if (e->out->outputs.len == 0)
        return env_fail(e->env, FRIT_ERR_TYPE, FRIT_STAGE_BUILD,
                        "%s gives nothing: it has no value and no parameter that comes out",
                        e->call->function);
    return true;
}

/* ---- the whole */

static bool name_dims(CallProgram *e) {
    const CallShape *shape = &e->c->shape;
    for (uint32_t k = 0; k < shape->rank; k++) {
        char text[16];
        StrId name;
        snprintf(text, sizeof text, shape->rank == 1 ? "n" : "n%u", k);
        TRY(strings_add(e->env, &e->m->strings, text, strlen(text), &name));
        e->dims[k] = shape->extents[k] == 1 ? 1 : DIM_NAMED(name);
    }
    return true;
}

static bool emit_call(CallProgram *e, VarId *first) {
    Candidate *c = e->c;
    if (c->made != NO_ITEM)
        return emit_fit(e, c->made, first);
    if (c->constant != NO_PROGRAM)
        return emit_program(e, c->constant, first);
    const Instance *i = &e->call->k->instances.at[c->instance];
    const Program *callee = e->m->programs.at[i->program];
    Loc nowhere = {0, 0};
    Attrs attrs = attrs_none();
    for (uint32_t k = 0; k < c->params.len; k++) {
        VarId x;
        if (c->params.at[k].mode == PASS_OUT)
            continue;
        TRY(emit_fit(e, c->params.at[k].fit, &x));
        TRY(vec_push(e->env, &e->operands, x));
    }
    attrs.word[AT_CALLEE] = i->program;
    /* the function, once for each element; without arguments there is one */
    return program_instr(e->env, e->p, e->operands.len ? OP_map : OP_call, e->operands.at,
                         e->operands.len, &attrs, callee->outputs.len, NULL, nowhere, first);
}

static bool entry_name(CallProgram *e, StrId *out) {
    char text[300];
    for (uint32_t k = 0; k < 1000000; k++) {
        if (k)
            snprintf(text, sizeof text, "%.200s.call.%u", e->call->function, k);
        else
            snprintf(text, sizeof text, "%.200s.call", e->call->function);
        TRY(strings_add(e->env, &e->m->strings, text, strlen(text), out));
        if (module_find(e->m, *out) == NO_PROGRAM)
            return true;
    }
    return env_fail(e->env, FRIT_ERR_LIMIT, FRIT_STAGE_BUILD, "no free name for a program");
}

static bool write_program(CallProgram *e) {
    VarId first;
    TRY(name_dims(e) && add_inputs(e) && emit_call(e, &first));
    e->out->rank = e->c->shape.rank;
    e->out->takes_result = e->c->from_result;
    return emit_outputs(e, first);
}

/* Types the program together with what it calls. e->m lends the programs of the slang, which it does not own. */
static bool type_program(CallProgram *e) {
    InferOptions options = {FRIT_PROMOTE_NONE, true};
    Module *m = e->m;
    TRY(vec_push(e->env, &m->programs, e->p));
    e->out->module = pipeline_infer(e->env, m, m->programs.len - 1, NULL, &options);
    return e->out->module != NULL;
}

/* Frees what was added to the programs that were lent, and forgets these. */
static void entry_give_back(CallProgram *e, uint32_t lent) {
    bool listed = false;
    for (uint32_t k = lent; e->m && k < e->m->programs.len; k++) {
        listed |= e->m->programs.at[k] == e->p;
        program_free(e->env->allocator, e->m->programs.at[k]);
    }
    if (e->m)
        e->m->programs.len = 0;
    if (!listed)
        program_free(e->env->allocator, e->p);
}

bool entry_build(Call *call, Candidate *c, Diagnostics *diagnostics, frit_resolved *out) {
    (void)diagnostics;
    CallProgram e = {.call = call, .c = c, .env = call->env, .out = out};
    const Module *lender = call->k->m;
    StrId name;
    e.m = module_clone_tables(call->env, lender);
    bool ok = e.m && vec_copy(call->env, &e.m->programs, &lender->programs) &&
              entry_name(&e, &name) && (e.p = program_new(call->env, name)) != NULL &&
              write_program(&e) && type_program(&e);
    entry_give_back(&e, lender->programs.len);
    vec_free(call->env->allocator, &e.operands);
    module_free(e.m);
    return ok;
}
