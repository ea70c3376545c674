/*
 * Running what was recorded.
 *
 * What is alive is looked up by its key (key.c). For a new one the tape becomes a program: live steps
 * only, inputs first, and extents above 1 as names, one for each size, so that the plan made for it
 * serves every recording of the same structure.
 */
#include <stdio.h>
#include <string.h>

#include "api/record.h"
#include "pipeline/pipeline.h"
#include "ir/binary.h"

/* Plans kept; the one used longest ago goes first. */
enum { MAX_PLANS = 256 };

void flush_free(const frit_allocator *allocator, Flush *f) {
    vec_free(allocator, &f->live);
    vec_free(allocator, &f->vars);
    vec_free(allocator, &f->operands);
    vec_free(allocator, &f->sizes.at);
    vec_free(allocator, &f->key);
    vec_free(allocator, &f->fresh);
    vec_free(allocator, &f->inputs);
    vec_free(allocator, &f->in);
    vec_free(allocator, &f->out);
    vec_free(allocator, &f->dims);
}

static void flush_begin(Env *env, Recorder *r) {
    Flush *f = &r->flush;
    f->env = env;
    f->r = r;
    f->sized = f->calls = false;
    f->live.len = f->vars.len = f->operands.len = f->sizes.at.len = f->key.len = f->fresh.len = 0;
    f->inputs.len = f->in.len = f->out.len = f->dims.len = 0;
}

/* ---- what is alive */

static bool mark_live(Flush *f) {
    Recorder *r = f->r;
    const Program *p = r->tape;
    TRY(vec_extend(f->env, &f->live, p->vars.len));
    for (uint32_t k = 0; k < r->waiting.len; k++) {
        TRY(vec_push(f->env, &f->fresh, r->waiting.at[k]));
        f->live.at[r->waiting.at[k]->whole] = 1;
    }
    for (uint32_t k = 0; k < r->stores.len; k++)
        f->live.at[r->stores.at[k].var] = 1;
    for (uint32_t n = p->instrs.len; n-- > 0;) {
        const Instr *i = &p->instrs.at[n];
        bool any = false;
        for (uint32_t k = 0; k < i->n_out; k++)
            any |= f->live.at[i->out + k];
        for (uint32_t k = 0; any && k < i->n_in; k++)
            f->live.at[instr_in(p, i)[k]] = 1;
        for (uint32_t k = 0; any && k < i->n_out; k++)
            f->live.at[i->out + k] = 1;
    }
    for (uint32_t k = 0; k < r->inputs.len; k++)
        if (f->live.at[r->inputs.at[k].var])
            TRY(vec_push(f->env, &f->inputs, k));
    return true;
}

/* ---- the program */

static bool add_input(Flush *f, Module *m, Program *to, const RecordedInput *input) {
    const frit_array *a = input->array;
    Dim dims[MAX_RANK];
    TypeId type;
    for (uint32_t k = 0; k < a->rank; k++)
        dims[k] = sizes_named(&f->sizes, a->shape[k]);
    TypeId elem = type_elem(&m->types, f->r->tape->vars.at[input->var].type);
    TRY(type_array(f->env, &m->types, elem, dims, a->rank, &type));
    return program_input(f->env, m, to, NO_STR, type, &f->vars.at[input->var]);
}

/* A plan serves many recordings, so its steps carry their numbers among those that are alive, which are
 * the same in all of them; the column tells them from places in texts. */
static Loc step_loc(const Program *to) {
    return (Loc){to->instrs.len + 1, LOC_STEP};
}

static bool add_instr(Flush *f, Program *to, const Instr *i) {
    const Program *p = f->r->tape;
    const OpInfo *info = op_info(i->op);
    Attrs attrs;
    VarId out;
    TRY(attrs_copy(f->env, p, i, to, &attrs));
    for (unsigned k = 0; k < op_attr_count(i->op); k++) {
        if (info->attrs[k].kind != ATTR_DIMS || attrs.word[k] == ATTR_ABSENT || f->sized)
            continue;
        int64_t *list = to->attrs.at + attrs.word[k];
        for (int64_t d = 1; d <= list[0]; d++)
            list[d] = sizes_named(&f->sizes, list[d]);
    }
    f->operands.len = 0;
    for (uint32_t k = 0; k < i->n_in; k++)
        TRY(vec_push(f->env, &f->operands, f->vars.at[instr_in(p, i)[k]]));
    TRY(program_instr(f->env, to, i->op, f->operands.at, i->n_in, &attrs, i->n_out, NULL,
                      step_loc(to), &out));
    for (uint32_t k = 0; k < i->n_out; k++)
        f->vars.at[i->out + k] = out + k;
    return true;
}

static bool add_all(Flush *f, Module *m, Program *to) {
    const Recorder *r = f->r;
    f->vars.len = 0;
    TRY(sizes_name(f->env, &f->sizes, m));
    TRY(vec_extend(f->env, &f->vars, r->tape->vars.len));
    for (uint32_t k = 0; k < f->inputs.len; k++)
        TRY(add_input(f, m, to, &r->inputs.at[f->inputs.at[k]]));
    for (uint32_t n = 0; n < r->tape->instrs.len; n++)
        if (f->live.at[r->tape->instrs.at[n].out])
            TRY(add_instr(f, to, &r->tape->instrs.at[n]));
    for (uint32_t k = 0; k < f->fresh.len; k++)
        TRY(program_output(f->env, to, f->vars.at[f->fresh.at[k]->whole]));
    for (uint32_t k = 0; k < r->stores.len; k++)
        TRY(program_output(f->env, to, f->vars.at[r->stores.at[k].var]));
    return true;
}

/* The recording as a module whose last program it is. NULL on failure. */
static Module *make_module(Flush *f) {
    const Recorder *r = f->r;
    ProgId id;
    Module *m = module_clone(f->env, r->module);
    Program *p = m ? program_new(f->env, r->tape->name) : NULL;
    if (p && add_all(f, m, p) && module_add(f->env, m, p, &id))
        return m;
    program_free(f->env->allocator, p);
    module_free(m);
    return NULL;
}

/* ---- plans */

static PlanEntry *find_plan(Recorder *r, const void *key, size_t len, uint64_t hash) {
    for (IndexCursor c = index_find(&r->plan_index, hash); index_next(&r->plan_index, &c);) {
        PlanEntry *e = &r->plans.at[c.id];
        if (e->key_len == len && memcmp(e->key, key, len) == 0)
            return e;
    }
    return NULL;
}

static void entry_free(Recorder *r, PlanEntry *e) {
    frit_call_free(e->call);
    frit_plan_free(e->plan);
    env_free(&r->allocator, e->key, e->key_len);
    *e = (PlanEntry){0};
}

/* A place for a new entry: at the end, or that of the one used longest ago. */
static bool entry_place(Env *env, Recorder *r, uint32_t *place) {
    TRY(index_reserve(env, &r->plan_index, 1));
    if (r->plans.len < MAX_PLANS) {
        *place = r->plans.len;
        return vec_push(env, &r->plans, (PlanEntry){0});
    }
    *place = 0;
    for (uint32_t k = 1; k < r->plans.len; k++)
        if (r->plans.at[k].last_use < r->plans.at[*place].last_use)
            *place = k;
    PlanEntry *e = &r->plans.at[*place];
    index_remove(&r->plan_index, hash_bytes(e->key, e->key_len, 0), *place);
    entry_free(r, e);
    if (r->last == *place)
        r->last = UINT32_MAX;
    if (r->mismatch == *place)
        r->mismatch = UINT32_MAX;
    return true;
}

static bool make_plan(Env *env, const frit_context *context, const Module *m, PlanEntry *e) {
    InferOptions options = {FRIT_PROMOTE_NONE, false};
    frit_plan_options plan_options = {FRIT_SIZED(frit_plan_options),
                                      .no_fusion = context->options.no_fusion,
                                      .numerics = context->options.numerics};
    Module *typed = pipeline_infer(env, m, m->programs.len - 1, NULL, &options);
    bool ok = typed &&
              frit_plan_new(context, typed, NULL, &plan_options, &e->plan, env->error) == FRIT_OK;
    ok = ok && frit_call_new(context, e->plan, &e->call, env->error) == FRIT_OK;
    module_free(typed);
    return ok;
}

/* Makes the plan and keeps it under the key. Its entry has none where it needs sizes. */
static bool add_plan(Flush *f, const Module *m, const void *key, size_t len, uint64_t hash,
                     uint32_t *place) {
    Recorder *r = f->r;
    PlanEntry made = {.key = env_resize(f->env, NULL, 0, len), .key_len = len};
    TRY(made.key);
    memcpy(made.key, key, len);
    made.last_use = ++r->clock;
    bool ok = make_plan(f->env, r->context, m, &made);
    /* What has no plan with names for extents may have one with numbers. */
    bool general = !ok && f->sizes.at.len > 0 && f->env->error->status != FRIT_ERR_NOMEM;
    if (general)
        frit_call_free(made.call), frit_plan_free(made.plan), made.call = NULL, made.plan = NULL;
    if ((!ok && !general) || !entry_place(f->env, r, place)) {
        entry_free(r, &made);
        return false;
    }
    r->plans.at[*place] = made;
    r->plans_made += made.plan != NULL;
    return index_add(f->env, &r->plan_index, hash, *place);
}

static bool get_plan(Flush *f, const Module *m, const void *key, size_t len, uint32_t *place) {
    Recorder *r = f->r;
    uint64_t hash = hash_bytes(key, len, 0);
    PlanEntry *known = find_plan(r, key, len, hash);
    if (known) {
        known->last_use = ++r->clock;
        r->plan_hits++;
        *place = (uint32_t)(known - r->plans.at);
        return true;
    }
    Module *made = m ? NULL : make_module(f);
    bool ok = (m || made) && add_plan(f, m ? m : made, key, len, hash, place);
    module_free(made);
    return ok;
}

/* The plan of a recording that calls programs, by the encoded form of what it is. */
static bool get_encoded(Flush *f, uint32_t *place) {
    Module *m = make_module(f), *alone = m ? module_new(f->env) : NULL;
    ProgId id;
    Str key = str_make(f->env);
    /* By itself it has no types that other recordings left. */
    bool ok = alone && module_import(f->env, alone, m, m->programs.len - 1, &id) &&
              binary_encode(&key, alone);
    if (ok)
        str_putc(&key, (char)f->key.at[0]);
    ok = ok && str_ok(&key) && get_plan(f, m, key.data, key.len, place);
    str_free(&key);
    module_free(alone);
    module_free(m);
    return ok;
}

static bool plan_as(Flush *f, uint32_t *place) {
    TRY(flush_key(f));
    return f->calls ? get_encoded(f, place)
                    : get_plan(f, NULL, f->key.at, f->key.len * sizeof *f->key.at, place);
}

static bool plan_recording(Flush *f, uint32_t *place) {
    TRY(plan_as(f, place));
    if (f->r->plans.at[*place].plan)
        return true;
    f->sized = true;
    return plan_as(f, place);
}

/* ---- running */

static bool gather_inputs(Flush *f) {
    for (uint32_t k = 0; k < f->inputs.len; k++) {
        const frit_array *a = f->r->inputs.at[f->inputs.at[k]].array;
        frit_tensor t = {a->storage->data + a->offset, a->shape, a->strides,
                         storage_device(a->storage)};
        TRY(vec_push(f->env, &f->in, t));
    }
    return true;
}

static bool gather_outputs(Flush *f) {
    const Recorder *r = f->r;
    const Program *tape = r->tape;
    uint64_t rank = 0;
    for (uint32_t k = 0; k < f->fresh.len; k++)
        rank += type_rank(&r->module->types, tape->vars.at[f->fresh.at[k]->whole].type);
    TRY(vec_reserve(f->env, &f->dims, rank + 1));
    for (uint32_t k = 0; k < f->fresh.len; k++) {
        const Storage *s = f->fresh.at[k];
        TypeId type = tape->vars.at[s->whole].type;
        frit_tensor t = {s->data, f->dims.at + f->dims.len, NULL, storage_device(s)};
        for (uint32_t d = 0; d < type_rank(&r->module->types, type); d++)
            f->dims.at[f->dims.len++] = type_dims(&r->module->types, type)[d];
        TRY(vec_push(f->env, &f->out, t));
    }
    for (uint32_t k = 0; k < r->stores.len; k++) {
        const frit_array *a = r->stores.at[k].array;
        frit_tensor t = {a->storage->data + a->offset, a->shape, a->strides,
                         storage_device(a->storage)};
        TRY(vec_push(f->env, &f->out, t));
    }
    return true;
}

/* Gives the storages memory, or takes it back. */
static bool take_memory(Flush *f) {
    for (uint32_t k = 0; k < f->fresh.len; k++)
        TRY(storage_alloc(f->env, f->fresh.at[k]));
    return true;
}

static void give_memory(Flush *f) {
    for (uint32_t k = 0; k < f->fresh.len; k++)
        storage_release(f->fresh.at[k]);
}

/* Each run of a plan begins at zero. */
static bool set_profile(const Flush *f, frit_call *call) {
    bool on = f->r->context->profile;
    return (!on && !api_call_times(call)) || frit_call_profile(call, on, f->env->error) == FRIT_OK;
}

static bool run(Flush *f, uint32_t place) {
    frit_call *call = f->r->plans.at[place].call;
    bool ok = take_memory(f) && gather_inputs(f) && gather_outputs(f) && set_profile(f, call);
    api_call_fresh(call, f->fresh.len);
    ok = ok &&
         frit_call_run(call, f->in.at, f->in.len, f->out.at, f->out.len, f->env->error) == FRIT_OK;
    if (!ok)
        give_memory(f);
    return ok;
}

/*
 * Shapes were checked as the steps were recorded, so a plan that does not take them lost something
 * with the sizes: an extent that is 1 by its size alone broadcasts, a name never does.
 */
static bool run_sized(Flush *f, uint32_t *place) {
    PlanEntry *e = &f->r->plans.at[*place];
    frit_call_free(e->call);
    frit_plan_free(e->plan);
    e->call = NULL;
    e->plan = NULL;
    if (f->r->last == *place)
        f->r->last = UINT32_MAX;
    f->in.len = f->out.len = f->dims.len = 0;
    return plan_recording(f, place) && run(f, *place);
}

/* The step that an error names by its number among the live ones, and the place it was recorded at. */
static void find_failed(Flush *f) {
    Recorder *r = f->r;
    frit_error *error = f->env->error;
    uint32_t n = 0, left = error->line;
    if (error->column != LOC_STEP)
        return;
    for (; n < r->tape->instrs.len; n++)
        if (f->live.at[r->tape->instrs.at[n].out] && --left == 0)
            break;
    if (n == r->tape->instrs.len)
        return;
    snprintf(error->place, sizeof error->place, "step %u (%s)", n,
             op_info((Op)r->tape->instrs.at[n].op)->name);
    error->line = program_loc(r->tape, n).line;
    error->column = 0;
    if (error->status == FRIT_ERR_INDEX || error->status == FRIT_ERR_ARGUMENT)
        r->failed = n;
}

/* For reports. Without memory for them there are none. */
static void note_shapes(Flush *f) {
    Recorder *r = f->r;
    frit_error ignored;
    Env env = env_make(f->env->allocator, &ignored, &ignored);
    bool ok = true;
    r->last_shapes.len = 0;
    for (uint32_t k = 0; ok && k < f->inputs.len; k++) {
        const frit_array *a = r->inputs.at[f->inputs.at[k]].array;
        ok = vec_push(&env, &r->last_shapes, (int64_t)a->rank);
        for (uint32_t d = 0; ok && d < a->rank; d++)
            ok = vec_push(&env, &r->last_shapes, a->shape[d]);
    }
    if (!ok)
        r->last_shapes.len = 0;
}

/* The same, where somebody wants to know where time goes. */
static void note_lines(Flush *f) {
    Recorder *r = f->r;
    frit_error ignored;
    Env env = env_make(f->env->allocator, &ignored, &ignored);
    r->last_lines.len = 0;
    for (uint32_t n = 0; r->context->profile && n < r->tape->instrs.len; n++)
        if (f->live.at[r->tape->instrs.at[n].out] &&
            !vec_push(&env, &r->last_lines, program_loc(r->tape, n).line))
            break;
}

static bool run_recording(Flush *f) {
    Recorder *r = f->r;
    uint32_t place;
    TRY(plan_recording(f, &place));
    bool ok = run(f, place);
    if (!ok && !f->sized && f->env->error->status == FRIT_ERR_SHAPE)
        ok = run_sized(f, &place);
    if (ok) {
        r->last = place;
        note_shapes(f);
        note_lines(f);
    } else if (f->env->error->status == FRIT_ERR_MISMATCH) {
        r->mismatch = place;
    }
    if (!ok)
        find_failed(f);
    for (uint32_t k = 0; ok && k < f->fresh.len; k++)
        storage_settle(f->fresh.at[k]);
    return ok;
}

bool recorder_flush(Env *env, Recorder *r) {
    Flush *f = &r->flush;
    bool ok;
    if (r->n_arguments)
        return env_fail(env, FRIT_ERR_NO_VALUE, FRIT_STAGE_RUN,
                        "a value is needed of an array that stands for an argument");
    if (!r->tape)
        return true;
    flush_begin(env, r);
    r->failed = UINT32_MAX;
    r->busy = true;
    ok = mark_live(f);
    if (ok && (f->fresh.len || r->stores.len))
        ok = run_recording(f);
    if (ok)
        recorder_reset(r);
    r->busy = false;
    recorder_sweep(r);
    return ok;
}

frit_status frit_flush(frit_context *context, frit_error *error) {
    frit_error scratch;
    Env env;
    if (context && !context->recorder) {
        env = env_make(&context->allocator, error, &scratch);
        return api_status(&env, true);
    }
    Recorder *r = recorder_open(&env, context, error, &scratch);
    return api_status(&env, r && recorder_flush(&env, r));
}

void frit_discard(frit_context *context) {
    Recorder *r = context ? context->recorder : NULL;
    if (!r || r->busy)
        return;
    while (r->waiting.len) {
        r->waiting.at[0]->whole = NO_VAR;
        storage_settle(r->waiting.at[0]);
    }
    for (uint32_t k = 0; k < r->inputs.len; k++) {
        Storage *s = r->inputs.at[k].array->storage;
        if (s->argument != NO_VAR) {
            s->whole = s->argument = NO_VAR;
            s->lost = s->unplaced = false;
        }
    }
    recorder_reset(r);
}

/* Which variables hang on an instruction of the tape, by variable. */
static void mark_hanging(const Program *p, uint32_t instr, uint8_t *hangs) {
    memset(hangs, 0, p->vars.len);
    for (uint32_t n = instr; n < p->instrs.len; n++) {
        const Instr *i = &p->instrs.at[n];
        bool any = n == instr;
        for (uint32_t k = 0; k < i->n_in; k++)
            any |= hangs[instr_in(p, i)[k]];
        for (uint32_t k = 0; k < i->n_out; k++)
            hangs[i->out + k] = any;
    }
}

bool frit_discard_failed(frit_context *context) {
    Recorder *r = context ? context->recorder : NULL;
    frit_error scratch;
    if (!r || r->busy)
        return false;
    Env env = env_make(&context->allocator, NULL, &scratch);
    if (r->failed == UINT32_MAX || !vec_reserve(&env, &r->flush.live, r->tape->vars.len))
        return false;
    uint8_t *hangs = r->flush.live.at;
    mark_hanging(r->tape, r->failed, hangs);
    for (uint32_t k = r->waiting.len; k-- > 0;) {
        Storage *s = r->waiting.at[k];
        if (!hangs[s->whole])
            continue;
        s->whole = NO_VAR;
        s->version++;
        storage_settle(s);
    }
    uint32_t kept = 0;
    for (uint32_t k = 0; k < r->stores.len; k++) {
        PendingStore store = r->stores.at[k];
        if (!hangs[store.var]) {
            r->stores.at[kept++] = store;
            continue;
        }
        store.array->storage->version++; /* what its arrays stood for did not happen */
        array_drop(store.array);
    }
    r->stores.len = kept;
    r->failed = UINT32_MAX;
    return true;
}

void frit_set_place(frit_context *context, uint32_t line) {
    if (context)
        context->place = line;
}

void frit_set_profile(frit_context *context, bool on) {
    if (context)
        context->profile = on;
}

uint32_t frit_recorded(const frit_context *context) {
    const Recorder *r = context ? context->recorder : NULL;
    return r && r->tape ? r->tape->instrs.len : 0;
}

uint32_t frit_recorded_stores(const frit_context *context) {
    return context && context->recorder ? context->recorder->stores.len : 0;
}

const frit_plan *frit_last_plan(const frit_context *context) {
    const Recorder *r = context ? context->recorder : NULL;
    return r && r->last != UINT32_MAX ? r->plans.at[r->last].plan : NULL;
}

static bool last_report(Env *env, const Recorder *r, frit_report_format format, frit_text *out) {
    const frit_plan *plan = frit_last_plan(r->context);
    uint32_t n = plan ? frit_plan_input_count(plan) : 0, at = 0;
    size_t size = ((size_t)n + 1) * sizeof(frit_tensor);
    if (!plan)
        return env_fail(env, FRIT_ERR_ARGUMENT, FRIT_STAGE_RUN, "nothing recorded has run");
    const frit_call *call = r->plans.at[r->last].call;
    const struct Bound *bound = api_call_bound(call);
    RunFigures figures = {frit_call_copied(call), api_call_times(call), r->last_lines.at,
                          r->last_lines.len};
    if (bound)
        return api_bound_report(env, plan->plan, bound, &figures, format, out);
    frit_tensor *inputs = env_new(env, size);
    TRY(inputs);
    for (uint32_t k = 0; k < n && at < r->last_shapes.len; k++) {
        inputs[k].shape = r->last_shapes.at + at + 1;
        at += 1 + (uint32_t)r->last_shapes.at[at];
    }
    bool known = n == 0 || at > 0;
    bool ok = frit_plan_report(plan, known ? inputs : NULL, known ? n : 0, format, out,
                               env->error) == FRIT_OK;
    env_free(env->allocator, inputs, size);
    return ok;
}

frit_status frit_last_report(const frit_context *context, frit_report_format format, frit_text *out,
                             frit_error *error) {
    frit_error scratch;
    if (!context || !out)
        return api_missing(error, FRIT_STAGE_RUN, context ? "out" : "context");
    Env env = env_make(&context->allocator, error, &scratch);
    env.error->stage = FRIT_STAGE_RUN;
    if (!context->recorder)
        return api_status(
            &env, env_fail(&env, FRIT_ERR_ARGUMENT, FRIT_STAGE_RUN, "nothing recorded has run"));
    return api_status(&env, last_report(&env, context->recorder, format, out));
}
