/* Recording steps on arrays. */
#include <stdio.h>
#include <string.h>

#include "api/record.h"
#include "pipeline/pipeline.h"
#include "ir/text.h"

/* A recording that has grown so long is run: its arrays may hold much memory by then. */
enum { LONG_TAPE = 4096, LONGEST_CAPTURE = 1 << 20 };
/* Types of arrays, one for each shape met, that a module may have and be kept for the next recording. */
enum { MANY_TYPES = 512 };

/* ---- the recorder */

static bool index_ops(Env *env, Index *ops) {
    TRY(index_reserve(env, ops, OP_COUNT));
    for (uint32_t op = 0; op < OP_COUNT; op++) {
        const char *name = op_info((Op)op)->name;
        TRY(index_add(env, ops, hash_bytes(name, strlen(name), 0), op));
    }
    return true;
}

Recorder *recorder_get(Env *env, frit_context *context) {
    if (context->recorder)
        return context->recorder;
    Machine *machine = api_machine(env, context);
    Recorder *r = machine ? env_new(env, sizeof *r) : NULL;
    if (!r)
        return NULL;
    r->context = context;
    r->allocator = context->allocator;
    r->machine = machine;
    api_machine_hold(machine);
    r->last = r->mismatch = r->failed = UINT32_MAX;
    r->epoch = 1;
    r->tables = module_new(env);
    if (!r->tables || !index_ops(env, &r->ops)) {
        recorder_free(r);
        return NULL;
    }
    context->recorder = r;
    return r;
}

/* Keeps the tape, emptied, for the next recording; one that grew large is not worth its memory. */
static void tape_spare(const frit_allocator *allocator, Recorder *r) {
    Program *tape = r->tape;
    r->tape = NULL;
    if (!tape || r->spare || tape->vars.cap > LONG_TAPE) {
        program_free(allocator, tape);
        return;
    }
    tape->n_inputs = 0;
    tape->vars.len = tape->instrs.len = tape->operands.len = tape->attrs.len = tape->locs.len = 0;
    r->spare = tape;
}

void recorder_reset(Recorder *r) {
    bool busy = r->busy;
    r->busy =
        true; /* memory that goes calls its release, which may call anything: when all is done */
    for (uint32_t k = 0; k < r->inputs.len; k++)
        array_drop(r->inputs.at[k].array);
    for (uint32_t k = 0; k < r->stores.len; k++)
        array_drop(r->stores.at[k].array);
    r->inputs.len = r->stores.len = r->follows.len = r->follow_axes.len = 0;
    r->in_parts.len = 0;
    r->placed.len = r->ranges.len = 0;
    r->n_arguments = 0;
    r->uncertain = r->assigned = false;
    r->failed = UINT32_MAX;
    tape_spare(&r->allocator, r);
    if (r->module && (r->module->programs.len || r->module->types.all.len > MANY_TYPES)) {
        module_free(r->module);
        r->module = NULL;
        r->recorded.at.len = r->lasting.at.len = 0;
    }
    r->epoch++;
    r->busy = busy;
    if (!busy)
        recorder_sweep(r);
}

/* What arrays do not need. */
static void free_recording(Recorder *r) {
    const frit_allocator *allocator = &r->allocator;
    for (uint32_t k = 0; k < r->plans.len; k++) {
        PlanEntry *e = &r->plans.at[k];
        frit_call_free(e->call);
        frit_plan_free(e->plan);
        env_free(allocator, e->key, e->key_len);
    }
    vec_free(allocator, &r->inputs);
    vec_free(allocator, &r->last_shapes);
    vec_free(allocator, &r->last_lines);
    vec_free(allocator, &r->stores);
    vec_free(allocator, &r->follows);
    vec_free(allocator, &r->follow_axes);
    vec_free(allocator, &r->in_parts);
    vec_free(allocator, &r->placed);
    vec_free(allocator, &r->ranges);
    vec_free(allocator, &r->plans);
    vec_free(allocator, &r->scopes);
    vec_free(allocator, &r->recorded.at);
    vec_free(allocator, &r->lasting.at);
    index_free(allocator, &r->plan_index);
    index_free(allocator, &r->ops);
    flush_free(allocator, &r->flush);
    program_free(allocator, r->spare);
    module_free(r->module);
    module_free(r->tables);
}

void recorder_free(Recorder *r) {
    if (!r)
        return;
    r->ending++;
    do { /* what is released may record, and begin scopes */
        scopes_end(r);
        recorder_reset(r);
    } while (r->scopes.len || r->tape);
    free_recording(r);
    r->ending--;
    r->context = NULL;
    if (r->n_arrays == 0)
        recorder_bury(r);
}

void recorder_bury(Recorder *r) {
    frit_allocator allocator = r->allocator;
    vec_free(&allocator, &r->storages);
    vec_free(&allocator, &r->waiting);
    api_machine_drop(r->machine);
    env_free(&allocator, r, sizeof *r);
}

bool recorder_begin(Env *env, Recorder *r) {
    StrId name;
    if (r->tape)
        return true;
    if (!r->module) {
        r->module = module_clone_tables(env, r->tables);
        r->shared = r->tables->types.all.len;
    }
    TRY(r->module && strings_add(env, &r->module->strings, "recorded", 8, &name));
    r->tape = r->spare ? r->spare : program_new(env, name);
    r->spare = NULL;
    TRY(r->tape);
    r->tape->name = name;
    return true;
}

/* ---- the tape */

Mark tape_mark(const Recorder *r) {
    const Program *p = r->tape;
    return (Mark){p->vars.len, p->instrs.len, p->operands.len, p->attrs.len, p->n_inputs};
}

void tape_restore(Recorder *r, Mark mark) {
    Program *p = r->tape;
    p->vars.len = mark.vars;
    p->instrs.len = mark.instrs;
    p->operands.len = mark.operands;
    p->attrs.len = mark.attrs;
    if (p->locs.len > mark.instrs)
        p->locs.len = mark.instrs;
    p->n_inputs = mark.inputs;
}

/* Where the caller says that it is. */
static Loc tape_loc(const Recorder *r) {
    return (Loc){r->context->place, 0};
}

bool recorder_append(Env *env, Recorder *r, Op op, const VarId *in, uint32_t n_in,
                     const Attrs *attrs, VarId *out) {
    Mark mark = tape_mark(r);
    bool ok = infer_append(env, r->module, r->tape, op, in, n_in, attrs, tape_loc(r), out);
    if (!ok)
        tape_restore(r, mark);
    return ok;
}

/* Its shape attribute is a list of numbers here; what it follows from is noted beside. */
static bool append_shaped(Env *env, Recorder *r, Op op, VarId in, const int64_t *shape,
                          uint32_t rank, const Follow *follow, Attrs attrs, VarId *out) {
    TRY(vec_reserve(env, &r->follows, (uint64_t)r->follows.len + 1));
    TRY(program_attr_list(env, r->tape, shape, rank, &attrs.word[AT_SHAPE]));
    TRY(recorder_append(env, r, op, &in, in != NO_VAR, &attrs, out));
    r->follows.at[r->follows.len] = *follow;
    r->follows.at[r->follows.len++].instr = r->tape->instrs.len - 1;
    return true;
}

static bool append_like(Env *env, Recorder *r, Op op, VarId in, VarId like, Attrs attrs,
                        VarId *out) {
    const Types *types = &r->module->types;
    TypeId type = r->tape->vars.at[like].type;
    int64_t shape[MAX_RANK];
    uint32_t rank = type_rank(types, type);
    for (uint32_t k = 0; k < rank; k++)
        shape[k] = type_dims(types, type)[k];
    return append_shaped(env, r, op, in, shape, rank, &(Follow){.like = like}, attrs, out);
}

bool recorder_append_like(Env *env, Recorder *r, Op op, VarId in, VarId like, VarId *out) {
    return append_like(env, r, op, in, like, attrs_none(), out);
}

bool recorder_append_without(Env *env, Recorder *r, VarId in, const uint32_t *axes, uint32_t n,
                             VarId *out) {
    const Types *types = &r->module->types;
    TypeId type = r->tape->vars.at[in].type;
    int64_t shape[MAX_RANK];
    uint32_t rank = 0;
    Follow follow = {.like = NO_VAR, .n_axes = n, .axes = r->follow_axes.len};
    for (uint32_t k = 0; k < type_rank(types, type); k++) {
        bool out_with = false;
        for (uint32_t j = 0; j < n; j++)
            out_with |= axes[j] == k;
        if (!out_with)
            shape[rank++] = type_dims(types, type)[k];
    }
    for (uint32_t j = 0; j < n; j++)
        TRY(vec_push(env, &r->follow_axes, axes[j]));
    /* Not squeeze: that an extent is 1 may be known only when it runs. */
    return append_shaped(env, r, OP_reshape, in, shape, rank, &follow, attrs_none(), out);
}

/* ---- element types, in the table that stays and in that of the recording */

static bool map_type(Env *env, TypeMap *map, uint32_t shared, Module *to, const Module *from,
                     TypeId type, TypeId *out) {
    uint32_t place = type - shared;
    *out = type;
    if (type < shared)
        return true;
    if (place >= map->at.len)
        TRY(vec_extend(env, &map->at, place + 1 - map->at.len));
    if (map->at.at[place] == NO_TYPE)
        TRY(type_import(env, to, from, type, &map->at.at[place]));
    *out = map->at.at[place];
    return true;
}

bool recorded_type(Env *env, Recorder *r, TypeId lasting, TypeId *out) {
    return map_type(env, &r->recorded, r->shared, r->module, r->tables, lasting, out);
}

bool lasting_type(Env *env, Recorder *r, TypeId recorded, TypeId *out) {
    return map_type(env, &r->lasting, r->shared, r->tables, r->module, recorded, out);
}

/* ---- what an array stands for */

bool array_type(Env *env, const frit_array *a, TypeId *out) {
    Recorder *r = a->recorder;
    TypeId elem = a->elem;
    if (elem >= r->shared)
        TRY(recorded_type(env, r, a->elem, &elem));
    return type_array(env, &r->module->types, elem, a->shape, a->rank, out);
}

/* Makes memory an input of the recording. */
static bool array_input(Env *env, frit_array *a) {
    Recorder *r = a->recorder;
    TypeId type;
    VarId var;
    TRY(recorder_begin(env, r) && array_type(env, a, &type));
    TRY(vec_reserve(env, &r->inputs, (uint64_t)r->inputs.len + 1));
    TRY(program_input(env, r->module, r->tape, NO_STR, type, &var));
    r->inputs.at[r->inputs.len++] = (RecordedInput){a, var};
    array_hold(a);
    array_set_var(a, var);
    return true;
}

bool array_stands(const frit_array *a) {
    return a->var != NO_VAR && a->epoch == a->recorder->epoch && a->version == a->storage->version;
}

/* Another array of the storage said what it will hold as a whole. */
static bool whole_var(Env *env, frit_array *a) {
    Recorder *r = a->recorder;
    TypeId type;
    VarId var = a->storage->whole;
    TRY(array_type(env, a, &type));
    if (r->tape->vars.at[var].type != type) {
        Attrs attrs = attrs_none();
        TRY(program_attr_list(env, r->tape, a->shape, a->rank, &attrs.word[AT_SHAPE]));
        /* The same elements, as the array sees them. */
        TRY(recorder_append(env, r, OP_reshape, &var, 1, &attrs, &var));
    }
    array_set_var(a, var);
    return true;
}

bool array_last_var(Env *env, frit_array *a, VarId *out) {
    if (!array_stands(a)) {
        bool recorded = !a->storage->data && a->storage->whole != NO_VAR;
        if (recorded && a->base)
            TRY(view_var(env, a));
        else if (recorded && array_is_whole(a))
            TRY(whole_var(env, a));
        else
            TRY(array_sync(env, a) && array_input(env, a));
    }
    *out = a->var;
    return true;
}

bool array_var(Env *env, frit_array *a, VarId *out) {
    if (a->storage->lost)
        return env_fail(env, FRIT_ERR_NO_VALUE, FRIT_STAGE_RUN,
                        "an array is read after an assignment to a part of it that steps cannot "
                        "express");
    return array_last_var(env, a, out);
}

/*
 * The variables of several arrays. Finding one may run the recording, which makes those found
 * before stale: then all are found again, now in memory.
 */
static bool array_vars(Env *env, frit_array *const *arrays, uint32_t n, VarId *out) {
    for (uint32_t k = 0; k < n; k++) {
        uint64_t epoch = arrays[k]->recorder->epoch;
        TRY(array_var(env, arrays[k], &out[k]));
        if (k > 0 && arrays[k]->recorder->epoch != epoch)
            k = UINT32_MAX;
    }
    return true;
}

/* Arrays have numbers for extents; false where attributes said otherwise. */
static bool concrete_shape(Env *env, const Module *m, TypeId type, int64_t *shape) {
    for (uint32_t k = 0; k < type_rank(&m->types, type); k++) {
        shape[k] = type_dims(&m->types, type)[k];
        if (shape[k] < 0)
            return env_fail(env, FRIT_ERR_SHAPE, FRIT_STAGE_RUN,
                            "the extent %s is a name; arrays need numbers",
                            strings_get(&m->strings, DIM_NAME_OF(shape[k])));
    }
    return true;
}

frit_array *array_of_var(Env *env, Recorder *r, VarId var) {
    const Types *types = &r->module->types;
    TypeId type = r->tape->vars.at[var].type, elem = type_elem(types, type);
    uint32_t rank = type_rank(types, type);
    int64_t strides[MAX_RANK], shape[MAX_RANK];
    uint64_t size;
    if (!concrete_shape(env, r->module, type, shape))
        return NULL;
    /* The recording may have made the element type; its table goes, ours stays. */
    if (elem >= r->shared && !lasting_type(env, r, elem, &elem))
        return NULL;
    if (!row_major(rank, shape, (int64_t)type_elem_size(&r->tables->types, elem), strides, &size)) {
        env_set_error(env, FRIT_ERR_LIMIT, FRIT_STAGE_RUN, "an array of more than 2^63-1 bytes");
        return NULL;
    }
    Storage *s = storage_make(env, r, size);
    frit_array *a = s ? array_make(env, r, s, elem, rank, shape, strides, 0) : NULL;
    if (a && storage_wait(env, s, var)) {
        array_set_var(a, var);
    } else if (a) {
        frit_array_free(a);
        a = NULL;
    } else if (s) {
        storage_drop(s);
    }
    return a;
}

/* ---- steps */

static Op op_called(const Recorder *r, const char *name) {
    size_t len = strlen(name);
    for (IndexCursor c = index_find(&r->ops, hash_bytes(name, len, 0)); index_next(&r->ops, &c);)
        if (strcmp(op_info((Op)c.id)->name, name) == 0)
            return (Op)c.id;
    return op_from_name(name, len); /* which knows the other names too */
}

static bool find_op(Env *env, const Recorder *r, const char *name, Op *op) {
    *op = name ? op_called(r, name) : OP_NONE;
    if (*op == OP_NONE)
        return env_fail(env, FRIT_ERR_ARGUMENT, FRIT_STAGE_RUN, "there is no op called %s",
                        name ? name : "NULL");
    if (op_info(*op)->rule == RULE_CONST)
        return env_fail(env, FRIT_ERR_ARGUMENT, FRIT_STAGE_RUN, "a literal: use frit_literal");
    if (op_info(*op)->flags & OPF_CONTROL)
        return env_fail(env, FRIT_ERR_ARGUMENT, FRIT_STAGE_RUN,
                        "%s runs programs: apply a program that contains it", name);
    return true;
}

static bool check_arrays(Env *env, const Recorder *r, frit_array *const *arrays, uint32_t n) {
    if (n && !arrays)
        return env_fail(env, FRIT_ERR_ARGUMENT, FRIT_STAGE_RUN, "the operands are missing");
    for (uint32_t k = 0; k < n; k++)
        if (!arrays[k] || arrays[k]->recorder != r)
            return env_fail(env, FRIT_ERR_ARGUMENT, FRIT_STAGE_RUN, "operand %u is %s", k,
                            arrays[k] ? "an array of another context" : "missing");
    return true;
}

/* Is it the place of every element of an array, which has the array's shape? */
static bool counts_along(Op op, uint32_t n) {
    return op_info(op)->rule == RULE_IOTA && n == 1;
}

static bool check_arity(Env *env, Op op, uint32_t n) {
    const OpInfo *info = op_info(op);
    bool more = info->flags & OPF_VARIADIC;
    if (n == info->arity || (more && n > info->arity) || counts_along(op, n))
        return true;
    return env_fail(env, FRIT_ERR_ARGUMENT, FRIT_STAGE_RUN,
                    "%s takes %s%u operands, and %u are given", info->name, more ? "at least " : "",
                    info->arity, n);
}

/* Room for the variables of operands: on the stack for nearly all. */
enum { FEW = 16 };

static bool apply_to(Env *env, Recorder *r, Op op, frit_array *const *inputs, uint32_t n,
                     const char *attrs_text, VarId *vars, frit_array **out) {
    Attrs attrs = attrs_none();
    VarId result;
    TRY(array_vars(env, inputs, n, vars) && recorder_begin(env, r));
    if (attrs_text && *attrs_text)
        TRY(text_attrs(env, r->module, r->tape, op, attrs_text, &attrs));
    if (counts_along(op, n))
        TRY(append_like(env, r, op, NO_VAR, vars[0], attrs, &result));
    else
        TRY(recorder_append(env, r, op, vars, n, &attrs, &result));
    *out = array_of_var(env, r, result);
    return *out != NULL;
}

static bool with_room(Env *env, Recorder *r, Op op, frit_array *const *inputs, uint32_t n,
                      const char *attrs, frit_array **out) {
    VarId few[FEW];
    VarId *vars = n <= FEW ? few : env_new(env, n * sizeof *vars);
    bool ok = vars && apply_to(env, r, op, inputs, n, attrs, vars, out);
    if (vars != few)
        env_free(env->allocator, vars, n * sizeof *vars);
    return ok;
}

bool recorder_keep_short(Env *env, Recorder *r) {
    uint32_t most = r->n_arguments ? LONGEST_CAPTURE : LONG_TAPE;
    return !r->tape || r->tape->instrs.len < most || recorder_flush(env, r);
}

frit_status frit_apply(frit_context *context, const char *op_name, frit_array *const *inputs,
                       uint32_t input_count, const char *attrs, frit_array **out,
                       frit_error *error) {
    frit_error scratch;
    Env env;
    Op op;
    if (!out)
        return api_missing(error, FRIT_STAGE_RUN, "out");
    *out = NULL;
    Recorder *r = recorder_open(&env, context, error, &scratch);
    bool ok = r && find_op(&env, r, op_name, &op) && check_arrays(&env, r, inputs, input_count) &&
              check_arity(&env, op, input_count) && recorder_keep_short(&env, r) &&
              with_room(&env, r, op, inputs, input_count, attrs, out);
    if (!ok) {
        env.error->stage = FRIT_STAGE_RUN;
        env.error->line = env.error->column = 0;
        if (!env.error->place[0] && op_name)
            snprintf(env.error->place, sizeof env.error->place, "%.60s", op_name);
    }
    return api_status(&env, ok);
}

static bool record_literal(Env *env, Recorder *r, const char *text, frit_array **out) {
    Literal literal;
    VarId var;
    TRY(recorder_keep_short(env, r) && recorder_begin(env, r) &&
        text_literal(env, r->module, r->tape, text, &literal));
    if (literal.form != LITERAL_TYPED)
        return env_fail(env, FRIT_ERR_TYPE, FRIT_STAGE_RUN, "a literal needs a type: %s:f32", text);
    Mark mark = tape_mark(r);
    if (program_const(env, r->tape, &literal, literal.type, tape_loc(r), &var))
        *out = array_of_var(env, r, var);
    if (!*out)
        tape_restore(r, mark);
    return *out != NULL;
}

frit_status frit_literal(frit_context *context, const char *literal, frit_array **out,
                         frit_error *error) {
    frit_error scratch;
    Env env;
    if (!out)
        return api_missing(error, FRIT_STAGE_RUN, "out");
    *out = NULL;
    Recorder *r = recorder_open(&env, context, error, &scratch);
    bool ok = r && record_literal(&env, r, literal ? literal : "", out);
    env.error->stage = ok ? env.error->stage : FRIT_STAGE_RUN;
    env.error->line = env.error->column = 0;
    return api_status(&env, ok);
}

/* ---- programs */

/* The types of the outputs for these inputs, as types of the recording. */
static bool call_types(Env *env, Recorder *r, const Module *m, ProgId id, frit_array *const *inputs,
                       TypeId *in, TypeId *out) {
    Module *tables = module_clone(env, m);
    InferOptions options = {FRIT_PROMOTE_NONE, false};
    bool ok = tables != NULL;
    for (uint32_t k = 0; ok && k < m->programs.at[id]->n_inputs; k++) {
        TypeId elem;
        ok = type_import(env, tables, r->tables, inputs[k]->elem, &elem) &&
             type_array(env, &tables->types, elem, inputs[k]->shape, inputs[k]->rank, &in[k]);
    }
    Module *typed = ok ? pipeline_infer(env, tables, id, in, &options) : NULL;
    const Program *p = typed ? typed->programs.at[typed->programs.len - 1] : NULL;
    for (uint32_t k = 0; p && k < p->outputs.len; k++)
        ok &= type_import(env, r->module, typed, p->vars.at[p->outputs.at[k]].type, &out[k]);
    module_free(tables);
    module_free(typed);
    return ok && p;
}

static bool record_call(Env *env, Recorder *r, const Module *m, ProgId id,
                        frit_array *const *inputs, VarId *vars, TypeId *types, frit_array **outputs,
                        uint32_t n_out) {
    const Program *p = m->programs.at[id];
    TypeId *out_types = types + p->n_inputs;
    Attrs attrs = attrs_none();
    ProgId callee;
    VarId result;
    TRY(array_vars(env, inputs, p->n_inputs, vars) && recorder_begin(env, r));
    TRY(call_types(env, r, m, id, inputs, types, out_types));
    TRY(module_import(env, r->module, m, id, &callee));
    attrs.word[AT_CALLEE] = callee;
    Mark mark = tape_mark(r);
    /* What this function records. */
    bool ok = program_instr(env, r->tape, OP_call, vars, p->n_inputs, &attrs, n_out, out_types,
                            tape_loc(r), &result);
    for (uint32_t k = 0; ok && k < n_out; k++)
        ok = (outputs[k] = array_of_var(env, r, result + k)) != NULL;
    if (ok)
        return true;
    for (uint32_t k = 0; k < n_out; k++) {
        frit_array_free(outputs[k]);
        outputs[k] = NULL;
    }
    tape_restore(r, mark);
    return false;
}

static bool apply_program(Env *env, Recorder *r, const Module *m, const char *name,
                          frit_array *const *inputs, uint32_t n_in, frit_array **outputs,
                          uint32_t n_out) {
    ProgId id;
    TRY(api_program(env, m, name, &id) && check_arrays(env, r, inputs, n_in));
    const Program *p = m->programs.at[id];
    if (n_in != p->n_inputs || n_out != p->outputs.len)
        return env_fail(env, FRIT_ERR_ARGUMENT, FRIT_STAGE_RUN,
                        "%s has %u inputs and %u outputs, and %u and %u are given",
                        strings_get(&m->strings, p->name), p->n_inputs, p->outputs.len, n_in,
                        n_out);
    size_t vars_size = ((size_t)n_in + 1) * sizeof(VarId);
    size_t types_size = ((size_t)n_in + n_out + 1) * sizeof(TypeId);
    VarId *vars = env_new(env, vars_size);
    TypeId *types = env_new(env, types_size);
    bool ok = vars && types && record_call(env, r, m, id, inputs, vars, types, outputs, n_out);
    env_free(env->allocator, vars, vars_size);
    env_free(env->allocator, types, types_size);
    return ok;
}

frit_status frit_apply_program(frit_context *context, const frit_module *module,
                               const char *program, frit_array *const *inputs, uint32_t input_count,
                               frit_array **outputs, uint32_t output_count, frit_error *error) {
    frit_error scratch;
    Env env;
    for (uint32_t k = 0; outputs && k < output_count; k++)
        outputs[k] = NULL;
    if (!module || (output_count && !outputs))
        return api_missing(error, FRIT_STAGE_RUN, module ? "outputs" : "module");
    Recorder *r = recorder_open(&env, context, error, &scratch);
    return api_status(&env, r && recorder_keep_short(&env, r) &&
                                apply_program(&env, r, module, program, inputs, input_count,
                                              outputs, output_count));
}
