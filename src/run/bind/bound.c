/* Binding: from the layouts of arguments to numbers for everything. Running is in steps.c. */
#include "kernel/axes.h"
#include "run/bind/bound.h"

#include "run/bind/bound_parts.h"

/* ---- arguments */

static const Program *program_of(const Plan *plan) {
    return plan->module->programs.at[plan->program];
}

static void argument_init(const Plan *plan, Argument *a, const char *kind, uint32_t number,
                          VarId var, BufferId buffer) {
    const Types *t = &plan->module->types;
    const Var *v = &program_of(plan)->vars.at[var];
    *a = (Argument){.kind = kind,
                    .number = number,
                    .name = strings_get(&plan->module->strings, v->name),
                    .buffer = buffer,
                    .rank = type_rank(t, v->type),
                    .align = type_elem_align(t, type_elem(t, v->type)),
                    .elem_size = (int64_t)type_elem_size(t, type_elem(t, v->type))};
    if (a->align == 0)
        a->align = 1; /* bools */
}

static bool argument_fail(Env *env, const Bound *b, const Argument *a, frit_status status,
                          const char *what) {
    error_at_program(env, b->plan->module, program_of(b->plan));
    return env_fail(env, status, FRIT_STAGE_RUN, "%s %u (%s): %s", a->kind, a->number, a->name,
                    what);
}

static bool check_shape(Env *env, const Bound *b, const Argument *a, const int64_t *shape) {
    if (!shape && a->rank)
        return argument_fail(env, b, a, FRIT_ERR_ARGUMENT, "no shape was given");
    for (uint32_t k = 0; k < a->rank; k++)
        if (shape[k] < 0) {
            error_at_program(env, b->plan->module, program_of(b->plan));
            return env_fail(env, FRIT_ERR_SHAPE, FRIT_STAGE_RUN,
                            "%s %u (%s): axis %u has the extent %lld", a->kind, a->number, a->name,
                            k, (long long)shape[k]);
        }
    return true;
}

bool bound_check_strides(Env *env, const Bound *b, const Argument *a, const int64_t *strides) {
    int64_t low, high, count;
    if (!strides)
        return true;
    if (!strided_span(a->rank, a->shape, strides, a->elem_size, &low, &high, &count))
        return argument_fail(env, b, a, FRIT_ERR_LIMIT, "it would have more than 2^63-1 bytes");
    for (uint32_t k = 0; k < a->rank; k++)
        if (a->shape[k] > 1 && count && strides[k] % (int64_t)a->align)
            return argument_fail(env, b, a, FRIT_ERR_ARGUMENT,
                                 "a stride is not a multiple of its element type's size");
    return true;
}

/* Fills in everything that follows from shape (already there) and strides. */
static bool argument_layout(Env *env, Bound *b, Argument *a, const int64_t *strides) {
    int64_t *own = bound_numbers(b, a->rank);
    int64_t next = a->elem_size;
    a->row_major = true;
    a->strides = own;
    for (uint32_t k = a->rank; k-- > 0;) {
        own[k] = strides ? strides[k] : next;
        a->row_major = a->row_major && own[k] == next;
        if (a->shape[k] && __builtin_mul_overflow(next, a->shape[k], &next))
            next = 0; /* too large unless another extent is 0; strided_span says which */
    }
    TRY(bound_check_strides(env, b, a, own));
    (void)strided_span(a->rank, a->shape, own, a->elem_size, &a->low, &a->high, &a->count);
    a->dense = strided_is_dense(a->rank, a->shape, own, a->elem_size);
    a->injective = strided_is_injective(a->rank, a->shape, own, a->elem_size);
    return true;
}

static bool bind_inputs(Env *env, Bound *b, const Layout *inputs) {
    uint32_t n = b->plan->inputs.len;
    size_t size = (n + 1) * sizeof(const int64_t *);
    const int64_t **shapes = env_new(env, size);
    bool ok = shapes != NULL;
    for (uint32_t k = 0; ok && k < n; k++) {
        Argument *a = &b->inputs[k];
        argument_init(b->plan, a, "input", k, k, b->plan->inputs.at[k]);
        ok = check_shape(env, b, a, inputs[k].shape);
        if (!ok)
            break;
        int64_t *own = bound_numbers(b, a->rank);
        if (a->rank)
            memcpy(own, inputs[k].shape, a->rank * sizeof *own);
        a->shape = shapes[k] = own;
        ok = argument_layout(env, b, a, inputs[k].strides);
    }
    ok = ok && plan_extents(env, b->plan, shapes, b->extents);
    if (shapes)
        env_free(env->allocator, (void *)shapes, size);
    return ok;
}

static bool output_shape(Env *env, Bound *b, Argument *a, const int64_t *given) {
    const Buffer *buffer = &b->plan->buffers.at[a->buffer];
    int64_t *own = bound_numbers(b, a->rank);
    a->shape = own;
    for (uint32_t k = 0; k < a->rank; k++) {
        own[k] = b->extents[b->plan->shapes.at[buffer->shape + k]];
        if (given && given[k] != own[k]) {
            error_at_program(env, b->plan->module, program_of(b->plan));
            return env_fail(env, FRIT_ERR_SHAPE, FRIT_STAGE_RUN,
                            "output %u (%s): axis %u has the extent %lld, it should be %lld",
                            a->number, a->name, k, (long long)given[k], (long long)own[k]);
        }
    }
    return true;
}

static bool bind_outputs(Env *env, Bound *b, const Layout *outputs) {
    for (uint32_t k = 0; k < b->plan->outputs.len; k++) {
        Argument *a = &b->outputs[k];
        argument_init(b->plan, a, "output", k, program_of(b->plan)->outputs.at[k],
                      b->plan->outputs.at[k]);
        if (outputs)
            TRY(check_shape(env, b, a, outputs[k].shape));
        TRY(output_shape(env, b, a, outputs ? outputs[k].shape : NULL));
        TRY(argument_layout(env, b, a, outputs ? outputs[k].strides : NULL));
    }
    return true;
}

/* ---- memory */

int64_t *bound_numbers(Bound *b, uint32_t n) {
    int64_t *at = b->numbers.at + b->numbers.len;
    b->numbers.len += n;
    return at;
}

bool bound_slot(Env *env, Bound *b, uint64_t size, uint32_t *out) {
    uint64_t end;
    if (__builtin_add_overflow(b->arena_size, size, &end) || end > INT64_MAX - LAYOUT_ALIGN)
        return env_fail(env, FRIT_ERR_LIMIT, FRIT_STAGE_RUN,
                        "temporaries would take more than 2^63-1 bytes");
    *out = b->slots.len;
    TRY(vec_push(env, &b->slots, ((MemorySlot){b->arena_size})));
    b->arena_size = (end + LAYOUT_ALIGN - 1) / LAYOUT_ALIGN * LAYOUT_ALIGN;
    return true;
}

static bool bind_buffers(Env *env, Bound *b) {
    uint32_t n = b->plan->buffers.len;
    size_t size = (n + 1) * sizeof(uint64_t);
    uint64_t *offsets = env_new(env, size);
    bool ok =
        offsets &&
        plan_layout(env, b->plan, b->extents, bound_engines_in_place(b), offsets, &b->arena_size) &&
        vec_reserve(env, &b->slots, n);
    for (uint32_t k = 0; ok && k < n; k++)
        ok = vec_push(env, &b->slots, ((MemorySlot){offsets[k]}));
    env_free(env->allocator, offsets, size);
    b->arena_size = (b->arena_size + LAYOUT_ALIGN - 1) / LAYOUT_ALIGN * LAYOUT_ALIGN;
    return ok;
}

/* ---- life */

static size_t in_place_size(const Plan *plan) {
    return ((size_t)plan->outputs.len * plan->inputs.len + 1) * sizeof(InPlaceKnown);
}

static bool bound_tables(Env *env, Bound *b) {
    const Plan *plan = b->plan;
    const Types *t = &plan->module->types;
    const Program *p = program_of(plan);
    uint64_t numbers, accesses;
    bind_sizes(plan, &numbers, &accesses);
    for (uint32_t k = 0; k < plan->inputs.len; k++)
        numbers += 2 * type_rank(t, p->vars.at[k].type);
    for (uint32_t k = 0; k < plan->outputs.len; k++)
        numbers += 2 * type_rank(t, p->vars.at[p->outputs.at[k]].type);
    b->extents = env_new(env, (plan->extents.len + 1) * sizeof *b->extents);
    b->inputs = env_new(env, (plan->inputs.len + 1) * sizeof *b->inputs);
    b->outputs = env_new(env, (plan->outputs.len + 1) * sizeof *b->outputs);
    b->early = env_new(env, plan->outputs.len + 1);
    b->staged = env_new(env, plan->outputs.len + 1);
    b->elsewhere = env_new(env, (plan->outputs.len + 1) * sizeof *b->elsewhere);
    b->in_place = env_new(env, in_place_size(plan));
    return b->elsewhere && b->extents && b->inputs && b->outputs && b->early && b->staged &&
           b->in_place && vec_reserve(env, &b->numbers, numbers + 1) &&
           vec_reserve(env, &b->accesses, accesses + 1);
}

/*
 * What is written before the last step, or by a last step that can fail half way. Short steps before the last
 * one are no exception: once the first of them had written, the next could still find no memory (engines
 * ask for theirs as they begin), no code where code is required, or a host that says stop.
 */
static bool find_early(Env *env, Bound *b) {
    uint32_t last = b->steps.len - 1, step;
    bool late = false, known = false;
    for (uint32_t k = 0; k < b->plan->outputs.len; k++) {
        if (!bound_first_write(b, b->outputs[k].buffer, &step))
            continue;
        if (step == last && !known)
            TRY(known = bound_fails_late(env, b, last, &late));
        b->early[k] = step < last || late;
    }
    return true;
}

static bool bind_all(Env *env, Bound *b, const Layout *inputs, const Layout *outputs) {
    TRY(bound_tables(env, b));
    TRY(bind_inputs(env, b, inputs) && bind_outputs(env, b, outputs));
    TRY(bind_buffers(env, b) && bind_steps(env, b));
    b->pointers = env_new(env, (b->slots.len + 1) * sizeof *b->pointers);
    TRY(b->pointers);
    for (uint32_t k = 0; k < b->slots.len; k++)
        b->pointers[k] = (char *)b->pointers; /* of nothing, but not NULL */
    return find_early(env, b);
}

static bool each_tier(Bound *b, TierVisit *visit, void *user) {
    for (uint32_t k = 0; k < b->steps.len; k++) {
        BoundStep *step = &b->steps.at[k];
        for (int s = 0; s < 2; s++)
            if (step->subs[s])
                TRY(each_tier(step->subs[s], visit, user)); /* as deep as programs nest */
        for (int mode = 0; step->plan->kind == STEP_KERNEL && mode < MODE_COUNT; mode++)
            TRY(visit(user, &step->tier[mode]));
    }
    return true;
}

static bool each_of_all(void *bound, TierVisit *visit, void *user) {
    Bound *root = bound;
    while (root->parent)
        root = root->parent;
    return each_tier(root, visit, user);
}

/* Kernels without loops take as long as their elements do. */
static bool all_end(const Plan *plan) {
    for (uint32_t k = 0; k < plan->kernels.len; k++)
        if (kernel_has(&plan->kernels.at[k], K_WHILE) || kernel_has(&plan->kernels.at[k], K_FOR))
            return false;
    return true;
}

Bound *bound_new(Env *env, const Plan *plan, Machine *machine, const Layout *inputs,
                 const Layout *outputs) {
    return bound_new_part(env, plan, machine, inputs, outputs, NULL);
}

Bound *bound_new_part(Env *env, const Plan *plan, Machine *machine, const Layout *inputs,
                      const Layout *outputs, const int64_t *whole) {
    Bound *b = env_new(env, sizeof *b);
    if (!b)
        return NULL;
    b->whole = whole;
    b->allocator = *env->allocator;
    b->plan = plan;
    b->device = machine->device;
    b->tiers = (TierPlan){plan, &b->allocator, b, each_of_all};
    /* Inside another one, machine is that one's, and what belongs to one call stops together. */
    machine_for_call(&b->own, machine, machine->since ? machine->since : &b->since);
    machine_for_call(&b->quiet, machine, NULL);
    b->quiet.progress = NULL;
    b->ends = all_end(plan);
    b->machine = &b->own;
    if (bind_all(env, b, inputs, outputs))
        return b;
    bound_free(b);
    return NULL;
}

static void free_steps(Bound *b) {
    for (uint32_t k = 0; k < b->steps.len; k++) {
        BoundStep *step = &b->steps.at[k];
        for (int mode = 0; mode < MODE_COUNT; mode++)
            tier_free(&step->tier[mode]);
        bound_free(step->subs[0]);
        bound_free(step->subs[1]);
        if (step->whole)
            env_free(&b->allocator, step->whole,
                     ((size_t)step->plan->subs[0]->extents.len + 1) * sizeof *step->whole);
    }
}

void bound_free(Bound *b) {
    if (!b)
        return;
    frit_allocator allocator = b->allocator;
    const Plan *plan = b->plan;
    bound_free(b->dense);
    free_steps(b);
    if (b->kept)
        b->device->kind->give(b->device, b->kept, b->kept_size);
    env_free(&allocator, b->pointers, (b->slots.len + 1) * sizeof *b->pointers);
    env_free(&allocator, b->extents, (plan->extents.len + 1) * sizeof *b->extents);
    env_free(&allocator, b->inputs, (plan->inputs.len + 1) * sizeof *b->inputs);
    env_free(&allocator, b->outputs, (plan->outputs.len + 1) * sizeof *b->outputs);
    env_free(&allocator, b->early, plan->outputs.len + 1);
    env_free(&allocator, b->staged, plan->outputs.len + 1);
    env_free(&allocator, b->elsewhere, (plan->outputs.len + 1) * sizeof *b->elsewhere);
    env_free(&allocator, b->in_place, in_place_size(plan));
    vec_free(&allocator, &b->numbers);
    vec_free(&allocator, &b->accesses);
    vec_free(&allocator, &b->stand_ins);
    vec_free(&allocator, &b->places);
    vec_free(&allocator, &b->steps);
    vec_free(&allocator, &b->slots);
    env_free(&allocator, b, sizeof *b);
}

void bound_set_compile(Bound *b, frit_compile_policy policy) {
    if (b->own.compile == policy)
        return; /* and so have those inside it */
    b->own.compile = b->quiet.compile = policy;
    if (b->dense)
        bound_set_compile(b->dense, policy);
    for (uint32_t k = 0; k < b->steps.len; k++)
        for (int s = 0; s < 2; s++)
            if (b->steps.at[k].subs[s])
                bound_set_compile(b->steps.at[k].subs[s], policy);
}

frit_compile_policy bound_compile(const Bound *b) {
    return b->own.compile;
}

void bound_set_stop(Bound *b, const atomic_bool *stop) {
    if (b->own.stop == stop)
        return; /* and so have those inside it */
    b->own.stop = stop;
    if (b->dense)
        bound_set_stop(b->dense, stop);
    for (uint32_t k = 0; k < b->steps.len; k++)
        for (int s = 0; s < 2; s++)
            if (b->steps.at[k].subs[s])
                bound_set_stop(b->steps.at[k].subs[s], stop);
}

const atomic_bool *bound_stop(const Bound *b) {
    return b->own.stop;
}

/* ---- looking at one */

static inline bool same_numbers(const int64_t *a, const int64_t *b, uint32_t n) {
    for (uint32_t k = 0; k < n; k++)
        if (a[k] != b[k])
            return false;
    return true;
}

static inline bool argument_fits(const Argument *a, const Layout *layout) {
    if (a->rank && !layout->shape)
        return false;
    return same_numbers(a->shape, layout->shape, a->rank) &&
           (layout->strides ? same_numbers(a->strides, layout->strides, a->rank) : a->row_major);
}

bool bound_fits(const Bound *b, const Layout *inputs, const Layout *outputs) {
    for (uint32_t k = 0; k < b->plan->inputs.len; k++)
        if (!argument_fits(&b->inputs[k], &inputs[k]))
            return false;
    for (uint32_t k = 0; k < b->plan->outputs.len; k++)
        if (outputs ? !argument_fits(&b->outputs[k], &outputs[k]) : !b->outputs[k].row_major)
            return false;
    return true;
}

uint32_t bound_odd_data(const Bound *b, char *const *data, uint32_t k) {
    uint32_t n = b->plan->inputs.len + b->plan->outputs.len;
    while (k < n && data[k] && ((uintptr_t)data[k] & (argument_at(b, k)->align - 1)) == 0)
        k++;
    return k;
}

bool bound_is_empty(const Bound *b, uint32_t k) {
    return argument_at(b, k)->count == 0;
}

uint32_t bound_align(const Bound *b, uint32_t k) {
    return argument_at(b, k)->align;
}

const int64_t *bound_input_shape(const Bound *b, uint32_t k) {
    return b->inputs[k].shape;
}

const int64_t *bound_output_shape(const Bound *b, uint32_t k) {
    return b->outputs[k].shape;
}
