/*
 * Placeholders, and programs made of what was recorded on them.
 *
 * The program is typed as it is built, step by step, with names for the extents of its inputs. A step
 * that would not have a type then hangs on the sizes at hand.
 */
#include <stdio.h>
#include <string.h>

#include "api/record.h"
#include "pipeline/pipeline.h"
#include "op/fails.h"

typedef struct Capture {
    Env *env;
    Recorder *r;
    bool sized;
    bool part;           /* the rest of the recording is captured later */
    bool trial;          /* every step is typed, whether it is live or not; see keep_conditions */
    Module *m;           /* under construction */
    Program *p;          /* the same */
    Sizes sizes;         /* that have names */
    VEC(VarId) outputs;  /* of the tape */
    VEC(uint8_t) live;   /* by variable of the tape */
    VEC(VarId) vars;     /* by variable of the tape: that of p */
    VEC(VarId) operands; /* scratch */
    VEC(TypeId) types;   /* scratch */
} Capture;

/* ---- placeholders */

static bool new_placeholder(Env *env, Recorder *r, const char *type, uint32_t rank,
                            const int64_t *shape, frit_array **out) {
    TypeId elem, full;
    int64_t strides[MAX_RANK];
    uint64_t size;
    VarId var;
    TRY(array_element_type(env, r, type, &elem) && array_check_shape(env, rank, shape));
    if (!row_major(rank, shape, (int64_t)type_elem_size(&r->tables->types, elem), strides, &size))
        return env_fail(env, FRIT_ERR_LIMIT, FRIT_STAGE_RUN, "an array of more than 2^63-1 bytes");
    TRY(recorder_begin(env, r) && vec_reserve(env, &r->inputs, (uint64_t)r->inputs.len + 1));
    Storage *s = storage_make(env, r, size);
    if (!s)
        return false;
    frit_array *a = array_make(env, r, s, elem, rank, shape, strides, 0);
    if (!a) {
        storage_drop(s);
        return false;
    }
    if (!array_type(env, a, &full) || !program_input(env, r->module, r->tape, NO_STR, full, &var)) {
        array_drop(a);
        return false;
    }
    s->whole = s->argument = var;
    array_set_var(a, var);
    array_hold(a);
    r->inputs.at[r->inputs.len++] = (RecordedInput){a, var};
    r->n_arguments++;
    *out = a;
    return true;
}

frit_status frit_array_placeholder(frit_context *context, const char *type, uint32_t rank,
                                   const int64_t *shape, frit_array **out, frit_error *error) {
    frit_error scratch;
    Env env;
    if (!out)
        return api_missing(error, FRIT_STAGE_RUN, "out");
    *out = NULL;
    Recorder *r = recorder_open(&env, context, error, &scratch);
    return api_status(&env, r && new_placeholder(&env, r, type, rank, shape, out));
}

bool frit_array_changed(const frit_array *array) {
    const Storage *s = array ? array->storage : NULL;
    return s && s->argument != NO_VAR && (s->lost || s->whole != s->argument);
}

/* ---- what is needed */

/* Finding one may run the recording, which makes those found before stale: then all are found again. */
static bool find_outputs(Capture *c, frit_array *const *outputs, uint32_t n) {
    for (uint32_t k = 0; k < n; k++) {
        uint64_t epoch = c->r->epoch;
        VarId var;
        if (!outputs[k] || outputs[k]->recorder != c->r)
            return env_fail(c->env, FRIT_ERR_ARGUMENT, FRIT_STAGE_RUN, "output %u is %s", k,
                            outputs[k] ? "an array of another context" : "missing");
        TRY(recorder_begin(c->env, c->r) && array_var(c->env, outputs[k], &var));
        TRY(vec_push(c->env, &c->outputs, var));
        if (k > 0 && c->r->epoch != epoch) {
            c->outputs.len = 0;
            k = UINT32_MAX;
        }
    }
    return true;
}

static bool extend_lists(Capture *c) {
    uint32_t n = c->r->tape->vars.len;
    TRY(vec_extend(c->env, &c->live, n) && vec_extend(c->env, &c->vars, n));
    for (uint32_t k = 0; k < n; k++)
        c->vars.at[k] = NO_VAR;
    return true;
}

/* Steps that may find an index out of range: they have to run though nobody needs what they give. */
static bool may_fail(const Recorder *r, const Instr *i) {
    if (op_info((Op)i->op)->rule != RULE_CALL)
        return op_may_fail((Op)i->op);
    ProgId callee = (ProgId)attr_word(r->tape, i, AT_CALLEE);
    for (ProgId id = 0; id <= callee; id++) { /* what it runs comes before it */
        const Program *p = r->module->programs.at[id];
        for (uint32_t n = 0; n < p->instrs.len; n++)
            if (op_may_fail((Op)p->instrs.at[n].op))
                return true;
    }
    return false;
}

/* What the program of a part computes: it runs before the rest does, and need not run again. */
static bool note_part(Capture *c) {
    Recorder *r = c->r;
    TRY(vec_extend(c->env, &r->in_parts, r->tape->vars.len - r->in_parts.len));
    for (uint32_t k = 0; k < r->in_parts.len; k++)
        r->in_parts.at[k] |= c->live.at[k];
    return true;
}

/* Will every step run that may fail? Not where only the shape of what it gives is needed. */
static bool check_failing(Capture *c) {
    const Program *p = c->r->tape;
    for (uint32_t n = 0; n < p->instrs.len; n++) {
        const Instr *i = &p->instrs.at[n];
        bool any = false;
        for (uint32_t k = 0; k < i->n_out; k++)
            any |= c->live.at[i->out + k] ||
                   (i->out + k < c->r->in_parts.len && c->r->in_parts.at[i->out + k]);
        if (!any && may_fail(c->r, i))
            return env_fail(c->env, FRIT_ERR_NO_VALUE, FRIT_STAGE_RUN,
                            "the result of a step that may fail is not used");
    }
    return true;
}

/* Everything that outputs and what is live already need; shapes: also what has a shape they follow. */
static void mark_live(Capture *c, bool shapes) {
    const Recorder *r = c->r;
    const Program *p = r->tape;
    uint32_t follow = shapes ? r->follows.len : 0;
    for (uint32_t k = 0; k < c->outputs.len; k++)
        c->live.at[c->outputs.at[k]] = 1;
    for (uint32_t n = p->instrs.len; n-- > 0;) {
        const Instr *i = &p->instrs.at[n];
        bool any = false;
        while (follow > 0 && r->follows.at[follow - 1].instr > n)
            follow--;
        for (uint32_t k = 0; k < i->n_out; k++)
            any |= c->live.at[i->out + k];
        if (!any)
            continue;
        for (uint32_t k = 0; k < i->n_in; k++)
            c->live.at[instr_in(p, i)[k]] = 1;
        for (uint32_t k = 0; k < i->n_out; k++)
            c->live.at[i->out + k] = 1;
        if (follow > 0 && r->follows.at[follow - 1].instr == n &&
            r->follows.at[follow - 1].like != NO_VAR)
            c->live.at[r->follows.at[follow - 1].like] = 1;
    }
}

/* ---- inputs */

static bool check_input(Capture *c, const frit_array *a, uint32_t k) {
    const char *what = !a                                           ? "missing"
                       : a->recorder != c->r                        ? "an array of another context"
                       : a->storage->data                           ? NULL
                       : a->storage->argument == NO_VAR             ? "computed by the recording"
                       : a->base                                    ? "a part of a placeholder"
                       : c->vars.at[a->storage->argument] != NO_VAR ? "given twice"
                                                                    : NULL;
    return !what || env_fail(c->env, FRIT_ERR_ARGUMENT, FRIT_STAGE_RUN, "input %u is %s", k, what);
}

/* Every recorded input that is the array. */
static void map_input(Capture *c, const frit_array *a, VarId var) {
    const Recorder *r = c->r;
    if (!a->storage->data) {
        c->vars.at[a->storage->argument] = var;
        return;
    }
    for (uint32_t k = 0; k < r->inputs.len; k++)
        if (r->inputs.at[k].array->storage->data && array_same_place(r->inputs.at[k].array, a))
            c->vars.at[r->inputs.at[k].var] = var;
}

static bool add_input(Capture *c, const frit_array *a) {
    Dim dims[MAX_RANK];
    TypeId elem, type;
    VarId var;
    for (uint32_t k = 0; k < a->rank; k++)
        dims[k] = sizes_named(&c->sizes, a->shape[k]);
    TRY(type_import(c->env, c->m, c->r->tables, a->elem, &elem));
    TRY(type_array(c->env, &c->m->types, elem, dims, a->rank, &type));
    TRY(program_input(c->env, c->m, c->p, NO_STR, type, &var));
    map_input(c, a, var);
    return true;
}

/* A number in memory as a literal. */
static bool add_number(Capture *c, const RecordedInput *input) {
    const frit_array *a = input->array;
    TypeId type = c->r->tape->vars.at[input->var].type;
    Literal literal = {.form = LITERAL_TYPED, .type = type};
    TRY(array_read_scalar(c->env, a, &literal.bits, a->item_size));
    return program_const(c->env, c->p, &literal, type, (Loc){0, 0}, &c->vars.at[input->var]);
}

/* What the outputs need and nobody gave. */
static bool add_leaves(Capture *c) {
    const Recorder *r = c->r;
    uint32_t number = 0; /* of placeholders */
    for (uint32_t k = 0; k < r->inputs.len; k++) {
        const frit_array *a = r->inputs.at[k].array;
        VarId var = r->inputs.at[k].var;
        bool argument = a->storage->argument != NO_VAR;
        number += argument;
        bool needed = c->live.at[var] || (c->trial && !argument && a->rank == 0);
        if (!needed || c->vars.at[var] != NO_VAR)
            continue;
        if (argument)
            return env_fail(c->env, FRIT_ERR_ARGUMENT, FRIT_STAGE_RUN,
                            "the outputs need placeholder %u, which is not among the inputs",
                            number - 1);
        TypeId type = r->tape->vars.at[var].type;
        if (type_get(&r->module->types, type)->kind != TYPE_SCALAR)
            return env_fail(
                c->env, FRIT_ERR_ARGUMENT, FRIT_STAGE_RUN,
                "the outputs need an array in memory (%s, of rank %u) that is not among "
                "the inputs",
                a->type, a->rank);
        TRY(add_number(c, &r->inputs.at[k]));
    }
    return true;
}

/* ---- steps */

/* The shape that a follower has here, as a list of the program. *same: it is the operand's own. */
static bool follow_shape(Capture *c, const Follow *follow, TypeId operand, int64_t *word,
                         bool *same) {
    const Types *types = &c->m->types;
    TypeId like = follow->like == NO_VAR ? operand : c->p->vars.at[c->vars.at[follow->like]].type;
    Dim dims[MAX_RANK];
    uint32_t rank = 0;
    for (uint32_t k = 0; k < type_rank(types, like); k++) {
        bool out_with = false;
        for (uint32_t j = 0; j < follow->n_axes; j++)
            out_with |= c->r->follow_axes.at[follow->axes + j] == k;
        if (!out_with)
            dims[rank++] = type_dims(types, like)[k];
    }
    *same = follow->n_axes == 0 && like == operand;
    return program_attr_list(c->env, c->p, dims, rank, word);
}

/* The program called, typed for what it gets here, and the types of its results. */
static bool add_callee(Capture *c, ProgId callee, const VarId *in, uint32_t n, ProgId *out) {
    Env *env = c->env;
    InferOptions options = {FRIT_PROMOTE_NONE, false};
    Module *tables = module_clone(env, c->r->module), *typed = NULL;
    bool ok = tables != NULL;
    c->types.len = 0;
    for (uint32_t k = 0; ok && k < n; k++) {
        TypeId type;
        ok = type_import(env, tables, c->m, c->p->vars.at[in[k]].type, &type) &&
             vec_push(env, &c->types, type);
    }
    if (ok)
        typed = pipeline_infer(env, tables, callee, c->types.at, &options);
    ok = typed && module_import(env, c->m, typed, typed->programs.len - 1, out);
    const Program *p = ok ? c->m->programs.at[*out] : NULL;
    /* Where the callee turned a name into a number, it holds for this size alone. */
    for (uint32_t k = 0; ok && k < n; k++)
        if (p->vars.at[k].type != c->p->vars.at[in[k]].type)
            ok = env_fail(env, FRIT_ERR_SHAPE, FRIT_STAGE_INFER,
                          "operand %u of a call has a size of its own", k);
    c->types.len = 0;
    for (uint32_t k = 0; ok && k < p->outputs.len; k++)
        ok = vec_push(env, &c->types, p->vars.at[p->outputs.at[k]].type);
    module_free(tables);
    module_free(typed);
    return ok;
}

static bool add_call(Capture *c, const Instr *i, VarId *out) {
    Attrs attrs = attrs_none();
    ProgId callee;
    TRY(add_callee(c, (ProgId)attr_word(c->r->tape, i, AT_CALLEE), c->operands.at, i->n_in,
                   &callee));
    attrs.word[AT_CALLEE] = callee;
    /* What the recording says. */
    return program_instr(c->env, c->p, OP_call, c->operands.at, i->n_in, &attrs, i->n_out,
                         c->types.at,
                         program_loc(c->r->tape, (uint32_t)(i - c->r->tape->instrs.at)), out);
}

static bool add_step(Capture *c, const Instr *i, const Follow *follow, VarId *out) {
    const Program *tape = c->r->tape;
    Attrs attrs;
    TRY(attrs_copy(c->env, tape, i, c->p, &attrs));
    if (op_info((Op)i->op)->rule == RULE_CONST)
        return program_instr(c->env, c->p, (Op)i->op, NULL, 0, &attrs, 1,
                             &tape->vars.at[i->out].type, (Loc){0, 0}, out);
    if (follow) {
        VarId in = i->n_in ? c->operands.at[0] : NO_VAR;
        TypeId operand = i->n_in ? c->p->vars.at[in].type : NO_TYPE;
        bool same;
        TRY(follow_shape(c, follow, operand, &attrs.word[AT_SHAPE], &same));
        if (same) {
            *out = in;
            return true;
        }
    }
    return infer_append(c->env, c->m, c->p, (Op)i->op, c->operands.at, i->n_in, &attrs,
                        program_loc(tape, (uint32_t)(i - tape->instrs.at)), out);
}

static bool add_instr(Capture *c, const Instr *i, const Follow *follow) {
    const Program *tape = c->r->tape;
    VarId out;
    c->operands.len = 0;
    for (uint32_t k = 0; k < i->n_in; k++)
        TRY(vec_push(c->env, &c->operands, c->vars.at[instr_in(tape, i)[k]]));
    TRY(op_info((Op)i->op)->rule == RULE_CALL ? add_call(c, i, &out)
                                              : add_step(c, i, follow, &out));
    for (uint32_t k = 0; k < i->n_out; k++)
        c->vars.at[i->out + k] = out + k;
    return true;
}

/* Is the step one of the program? In a trial all are whose operands, and what their shape follows, are there. */
static bool takes_part(const Capture *c, const Instr *i, const Follow *follow) {
    const Program *tape = c->r->tape;
    if (!c->trial)
        return c->live.at[i->out];
    for (uint32_t k = 0; k < i->n_in; k++)
        if (c->vars.at[instr_in(tape, i)[k]] == NO_VAR)
            return false;
    return !follow || follow->like == NO_VAR || c->vars.at[follow->like] != NO_VAR;
}

/* A step of the trial that nobody needs: a condition that only a run can check keeps it. */
static bool look_at_dead(Capture *c, const Instr *i) {
    VarId x = i->n_in ? c->operands.at[0] : NO_VAR, y = c->vars.at[i->out];
    TypeRule rule = op_info((Op)i->op)->rule;
    if (rule == RULE_CALL)
        return env_fail(c->env, FRIT_ERR_SHAPE, FRIT_STAGE_RUN,
                        "the results of a call are not used");
    if ((rule == RULE_RESHAPE || rule == RULE_RESHAPE_LIKE) && x != y &&
        reshape_hangs(&c->m->types, c->p->vars.at[x].type, c->p->vars.at[y].type))
        c->live.at[i->out] = 1;
    return true;
}

static bool add_instrs(Capture *c) {
    const Recorder *r = c->r;
    uint32_t follow = 0;
    for (uint32_t n = 0; n < r->tape->instrs.len; n++) {
        const Instr *i = &r->tape->instrs.at[n];
        bool dead = !c->live.at[i->out];
        while (follow < r->follows.len && r->follows.at[follow].instr < n)
            follow++;
        bool follows = follow < r->follows.len && r->follows.at[follow].instr == n;
        const Follow *from = follows ? &r->follows.at[follow] : NULL;
        if (!takes_part(c, i, from))
            continue;
        if (!add_instr(c, i, from) || (dead && !look_at_dead(c, i))) {
            if (!c->env->error->place[0])
                snprintf(c->env->error->place, sizeof c->env->error->place, "step %u (%s)", n,
                         op_info((Op)i->op)->name);
            return false;
        }
    }
    return true;
}

/* ---- the module */

/* The name, with a number behind it if a program that is called has it. */
static bool name_program(Capture *c, const char *name) {
    TRY(strings_add(c->env, &c->m->strings, name, strlen(name), &c->p->name));
    for (uint32_t n = 2; module_find(c->m, c->p->name) != NO_PROGRAM; n++) {
        Str text = str_make(c->env);
        str_format(&text, "%s.%u", name, n);
        bool ok =
            str_ok(&text) && strings_add(c->env, &c->m->strings, text.data, text.len, &c->p->name);
        str_free(&text);
        TRY(ok);
    }
    return true;
}

/* Sizes that a program that is called has as numbers (the 3 of an array of colours) stay numbers. */
static void fix_sizes(Capture *c, const Program *callee) {
    const Types *t = &c->r->module->types;
    for (VarId v = 0; v < callee->vars.len; v++) {
        TypeId type = callee->vars.at[v].type;
        for (uint32_t axis = 0; axis < type_rank(t, type); axis++)
            sizes_forget(&c->sizes, type_dims(t, type)[axis]);
    }
}

static void fix_called_sizes(Capture *c) {
    const Program *tape = c->r->tape;
    for (uint32_t n = 0; c->sizes.at.len && n < tape->instrs.len; n++) {
        const Instr *i = &tape->instrs.at[n];
        if (op_info((Op)i->op)->rule == RULE_CALL)
            fix_sizes(c, c->r->module->programs.at[attr_word(tape, i, AT_CALLEE)]);
    }
}

static bool open_program(Capture *c, frit_array *const *inputs, uint32_t n_in) {
    module_free(c->m);
    program_free(c->env->allocator, c->p);
    c->m = module_clone_tables(c->env, c->r->module);
    c->p = c->m ? program_new(c->env, NO_STR) : NULL;
    TRY(c->p && sizes_name(c->env, &c->sizes, c->m));
    for (uint32_t k = 0; k < c->vars.len; k++)
        c->vars.at[k] = NO_VAR;
    for (uint32_t k = 0; k < n_in; k++)
        TRY(add_input(c, inputs[k]));
    return add_leaves(c);
}

/*
 * Steps that nobody needs were executed all the same, and would have failed with other sizes. What has no
 * type with names for the extents hangs on the sizes at hand, as ever; where only a run can tell, the step
 * stays, and the plan has a check of it (plan/extents.c).
 */
static bool keep_conditions(Capture *c, frit_array *const *inputs, uint32_t n_in) {
    const Program *tape = c->r->tape;
    bool any = false;
    for (uint32_t n = 0; n < tape->instrs.len; n++)
        any |= !c->live.at[tape->instrs.at[n].out];
    if (c->sized || !any)
        return true;
    c->trial = true;
    TRY(open_program(c, inputs, n_in) && add_instrs(c));
    c->trial = false;
    mark_live(c, true);
    return true;
}

static bool build(Capture *c, frit_array *const *inputs, uint32_t n_in, const char *name) {
    ProgId id;
    for (uint32_t k = 0; k < n_in; k++) {
        TRY(check_input(c, inputs[k], k));
        for (uint32_t axis = 0; !c->sized && axis < inputs[k]->rank; axis++)
            TRY(sizes_note(c->env, &c->sizes, inputs[k]->shape[axis]));
        if (!inputs[k]->storage->data)
            c->vars.at[inputs[k]->storage->argument] = 0; /* so that nobody gives it again */
    }
    fix_called_sizes(c);
    TRY(keep_conditions(c, inputs, n_in));
    TRY(open_program(c, inputs, n_in) && add_instrs(c));
    for (uint32_t k = 0; k < c->outputs.len; k++)
        TRY(program_output(c->env, c->p, c->vars.at[c->outputs.at[k]]));
    TRY(name_program(c, name) && module_add(c->env, c->m, c->p, &id));
    c->p = NULL; /* the module's now */
    return true;
}

static bool capture(Capture *c, frit_array *const *inputs, uint32_t n_in,
                    frit_array *const *outputs, uint32_t n_out, const char *name) {
    if ((n_in && !inputs) || (n_out && !outputs) || !name || !name[0])
        return env_fail(c->env, FRIT_ERR_ARGUMENT, FRIT_STAGE_RUN, "%s missing",
                        name && name[0] ? "arrays are" : "a name is");
    if (!c->sized && c->r->uncertain && c->r->assigned)
        return env_fail(c->env, FRIT_ERR_SHAPE, FRIT_STAGE_RUN,
                        "whether a reshape shares memory with what is assigned to hangs on sizes");
    TRY(recorder_begin(c->env, c->r) && find_outputs(c, outputs, n_out) && extend_lists(c));
    mark_live(c, false);
    TRY(c->part || check_failing(c));
    mark_live(c, true);
    TRY(build(c, inputs, n_in, name));
    return !c->part || note_part(c);
}

static void capture_free(Capture *c) {
    const frit_allocator *allocator = c->env->allocator;
    vec_free(allocator, &c->sizes.at);
    vec_free(allocator, &c->outputs);
    vec_free(allocator, &c->live);
    vec_free(allocator, &c->vars);
    vec_free(allocator, &c->operands);
    vec_free(allocator, &c->types);
    program_free(allocator, c->p);
    module_free(c->m);
}

static frit_status capture_as(Capture c, frit_context *context, frit_array *const *inputs,
                              uint32_t input_count, frit_array *const *outputs,
                              uint32_t output_count, const char *name, frit_module **out,
                              frit_error *error) {
    frit_error scratch;
    Env env;
    if (!out)
        return api_missing(error, FRIT_STAGE_RUN, "out");
    *out = NULL;
    c.env = &env;
    c.r = recorder_open(&env, context, error, &scratch);
    bool ok = c.r && capture(&c, inputs, input_count, outputs, output_count, name);
    if (ok) {
        *out = c.m;
        c.m = NULL;
    }
    capture_free(&c);
    return api_status(&env, ok);
}

frit_status frit_capture(frit_context *context, frit_array *const *inputs, uint32_t input_count,
                         frit_array *const *outputs, uint32_t output_count, const char *name,
                         bool sized, frit_module **out, frit_error *error) {
    return capture_as((Capture){.sized = sized}, context, inputs, input_count, outputs,
                      output_count, name, out, error);
}

frit_status frit_capture_part(frit_context *context, frit_array *const *inputs,
                              uint32_t input_count, frit_array *const *outputs,
                              uint32_t output_count, const char *name, bool sized,
                              frit_module **out, frit_error *error) {
    return capture_as((Capture){.sized = sized, .part = true}, context, inputs, input_count,
                      outputs, output_count, name, out, error);
}
