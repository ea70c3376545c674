/*
 * A run as its caller sees it: results as if everything had been read first, and nothing changed when
 * it fails. Where writing straight to the outputs would break that, they are made elsewhere ("staged")
 * and copied when all is well.
 */
#include "run/bind/bound_parts.h"
#include "run/tier/tell.h"

/* ---- which outputs */

static uint64_t common_divisor(uint64_t a, uint64_t b) {
    while (b) {
        uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

static uint64_t common_step(const Argument *a, uint64_t step) {
    for (uint32_t k = 0; k < a->rank; k++) {
        uint64_t stride = (uint64_t)a->strides[k];
        if (a->shape[k] > 1)
            step = common_divisor(step, a->strides[k] < 0 ? 0 - stride : stride);
    }
    return step;
}

/* Do the elements of the two take turns in memory, as the fields of an array of structs do? */
static bool take_turns(const Argument *a, const char *at, const Argument *b, const char *bt) {
    uint64_t step = common_step(b, common_step(a, 0));
    uint64_t size = (uint64_t)a->elem_size, other = (uint64_t)b->elem_size;
    if (step == 0 || size + other > step)
        return false;
    uintptr_t x = (uintptr_t)at, y = (uintptr_t)bt;
    uint64_t from_a = y >= x ? (y - x) % step : (step - (x - y) % step) % step;
    return from_a >= size && from_a + other <= step;
}

static inline bool ranges_touch(const Argument *a, const char *at, const Argument *b,
                                const char *bt) {
    uintptr_t a0 = (uintptr_t)at + (uintptr_t)a->low, a1 = (uintptr_t)at + (uintptr_t)a->high;
    uintptr_t b0 = (uintptr_t)bt + (uintptr_t)b->low, b1 = (uintptr_t)bt + (uintptr_t)b->high;
    return a0 < b1 && b0 < a1;
}

static bool ranges_meet(const Argument *a, const char *at, const Argument *b, const char *bt) {
    return at && bt && a->count && b->count && ranges_touch(a, at, b, bt) &&
           !take_turns(a, at, b, bt);
}

static bool clashes_with_input(Env *env, Bound *b, uint32_t k, char *const *inputs,
                               char *const *outputs) {
    const Argument *out = &b->outputs[k];
    for (uint32_t i = 0; i < b->plan->inputs.len; i++) {
        const Argument *in = &b->inputs[i];
        if (in->buffer == NO_BUFFER || !inputs || !ranges_meet(out, outputs[k], in, inputs[i]))
            continue;
        int64_t ahead = (int64_t)((uintptr_t)outputs[k] - (uintptr_t)inputs[i]);
        if (!bound_in_place(env, b, k, i, ahead))
            return true;
    }
    return false;
}

static bool is_fresh(const bool *fresh, uint32_t k) {
    return !fresh || fresh[k];
}

/* Is no output near any other argument, and is there no other reason to make one elsewhere? So it is in
 * nearly all calls, and there is nothing more to ask then. */
static bool all_apart(const Bound *b, char *const *inputs, char *const *outputs,
                      const bool *fresh) {
    uint32_t n_in = b->plan->inputs.len, n_out = b->plan->outputs.len;
    for (uint32_t k = 0; k < n_out; k++) {
        const Argument *out = &b->outputs[k];
        if (!out->injective || (b->early[k] && !is_fresh(fresh, k)))
            return false;
        for (uint32_t i = 0; i < n_in; i++)
            if (ranges_touch(out, outputs[k], &b->inputs[i], inputs[i]))
                return false;
        for (uint32_t j = 0; j < k; j++)
            if (ranges_touch(out, outputs[k], &b->outputs[j], outputs[j]))
                return false;
    }
    return true;
}

/* Fills b->staged. */
static bool find_staged(Env *env, Bound *b, char *const *inputs, char *const *outputs,
                        const bool *fresh) {
    bool any = false;
    uint32_t n = b->plan->outputs.len;
    for (uint32_t k = 0; k < n; k++)
        b->staged[k] = b->outputs[k].count > 0 &&
                       (!b->outputs[k].injective || (b->early[k] && !is_fresh(fresh, k)) ||
                        clashes_with_input(env, b, k, inputs, outputs));
    for (uint32_t k = 0; k < n; k++)
        for (uint32_t j = 0; j < k; j++)
            if (ranges_meet(&b->outputs[k], outputs[k], &b->outputs[j], outputs[j]))
                b->staged[k] = b->staged[j] =
                    true; /* copied in order, so that the later one wins */
    for (uint32_t k = 0; k < n; k++)
        any |= b->staged[k];
    return any;
}

/* ---- copies */

bool bound_copy(Env *env, Bound *b, uint32_t rank, const int64_t *shape, size_t elem_size,
                CopySide to, CopySide from) {
    Copy copy = {rank, shape, elem_size, to, from};
    uint64_t bytes = copy_bytes(&copy);
    TRY(device_copy(env, b->device, &copy));
    atomic_fetch_add_explicit(&b->machine->shared->copied, bytes, memory_order_relaxed);
    while (b->parent)
        b = b->parent;
    b->copied += bytes;
    return true;
}

uint64_t bound_copied(const Bound *b) {
    return b->copied;
}

void bound_copied_start(Bound *b) {
    b->copied = 0;
}

bool bound_copy_out(Env *env, Bound *b, uint32_t k, char *to, char *from) {
    const Argument *a = &b->outputs[k];
    int64_t strides[MAX_RANK], stride = a->elem_size;
    for (uint32_t axis = a->rank; axis-- > 0;) {
        strides[axis] = stride;
        stride *= a->shape[axis];
    }
    return bound_copy(env, b, a->rank, a->shape, (size_t)a->elem_size,
                      (CopySide){to, a->strides, false}, (CopySide){from, strides, false});
}

/* What the steps copy, wherever the results go. */
static uint64_t steps_copy(const Bound *b) {
    uint64_t bytes = 0;
    for (uint32_t k = 0; k < b->steps.len; k++) {
        const BoundStep *step = &b->steps.at[k];
        for (uint32_t s = 0; s < step->n_stand_ins; s++) {
            const StandIn *stand_in = &b->stand_ins.at[step->stand_in + s];
            uint64_t size = stand_in->elem_size;
            for (uint32_t axis = 0; axis < stand_in->place.rank; axis++)
                size *= (uint64_t)stand_in->place.shape[axis];
            bytes += stand_in->written ? 2 * size : size;
        }
        uint64_t inside[2] = {0, 0}; /* as deep as programs nest */
        for (int s = 0; s < 2; s++)
            if (step->subs[s])
                inside[s] = steps_copy(step->subs[s]);
        bytes += bound_control_copies(b, step);
        if (step->plan->kind == STEP_PANELS) {
            bytes += inside[0] * step->turns[0] + inside[1] * step->turns[1];
            continue;
        }
        bytes += step->plan->kind != STEP_IF ? inside[0] + inside[1]
                 : inside[0] > inside[1]     ? inside[0]
                                             : inside[1];
    }
    return bytes;
}

/* ---- the run */

static uint64_t result_size(const Argument *a) {
    return (uint64_t)a->count * (uint64_t)a->elem_size;
}

static uint64_t staged_size(const Argument *a) {
    return (result_size(a) + LAYOUT_ALIGN - 1) / LAYOUT_ALIGN * LAYOUT_ALIGN;
}

/* The same plan for row-major outputs. */
static Bound *dense_twin(Env *env, Bound *b) {
    if (b->dense)
        return b->dense;
    uint32_t n = b->plan->inputs.len;
    size_t size = (n + 1) * sizeof(Layout);
    Layout *inputs = env_new(env, size);
    for (uint32_t k = 0; inputs && k < n; k++)
        inputs[k] = (Layout){b->inputs[k].shape, b->inputs[k].strides};
    if (inputs)
        b->dense = bound_new(env, b->plan, b->machine, inputs, NULL);
    env_free(env->allocator, inputs, size);
    if (b->dense)
        bound_set_times(b->dense, b->times);
    return b->dense;
}

/* What makes the results where some are staged; the twin writes row-major, so that more are then. */
static Bound *find_maker(Env *env, Bound *b) {
    Bound *runs = b;
    uint32_t n = b->plan->outputs.len;
    for (uint32_t k = 0; runs == b && k < n; k++)
        if (b->staged[k] && !b->outputs[k].dense)
            runs = dense_twin(env, b);
    for (uint32_t k = 0; runs != b && k < n; k++)
        b->staged[k] |= !b->outputs[k].dense;
    return runs;
}

static bool run_staged(Env *env, Bound *b, char *const *inputs, char *const *outputs,
                       const bool *fresh, char **staged) {
    Bound *runs = find_maker(env, b);
    uint32_t n = b->plan->outputs.len;
    uint64_t size = 0, at = 0;
    TRY(runs);
    bool seen = false; /* something is written straight into an array that somebody knows */
    for (uint32_t k = 0; k < n; k++) {
        seen |= !b->staged[k] && !is_fresh(fresh, k);
        size += b->staged[k] ? staged_size(&b->outputs[k]) : 0;
    }
    char *block = b->device->kind->take(env, b->device, size);
    TRY(block);
    for (uint32_t k = 0; k < n; k++) {
        staged[k] = b->staged[k] ? block + at : outputs[k];
        at += b->staged[k] ? staged_size(&b->outputs[k]) : 0;
    }
    if (runs != b)
        runs->copied = 0;
    int mode = seen ? QUIET : NORMAL;
    bool ok = bound_execute(env, runs, inputs, staged, mode);
    if (runs != b)
        b->copied += runs->copied;
    ok = ok && bound_wait(env, runs, mode); /* a failure leaves what the caller knows as it was */
    for (uint32_t k = 0; ok && k < n; k++)
        if (b->staged[k])
            ok = bound_copy_out(env, b, k, outputs[k], staged[k]);
    b->device->kind->give(b->device, block, size);
    return ok;
}

/* Is every output one that may stay half written? */
static bool all_fresh(const Bound *b, const bool *fresh) {
    uint32_t k = 0;
    while (k < b->plan->outputs.len && is_fresh(fresh, k))
        k++;
    return k == b->plan->outputs.len;
}

bool bound_run(Env *env, Bound *b, char *const *inputs, char *const *outputs, const bool *fresh) {
    b->since = atomic_load(&b->machine->shared->cancels);
    b->copied = 0;
    tier_tell(b->machine);
    if (!all_apart(b, inputs, outputs, fresh) && find_staged(env, b, inputs, outputs, fresh))
        return run_staged(env, b, inputs, outputs, fresh, b->elsewhere);
    bool unseen = all_fresh(b, fresh);
    int mode = unseen ? NORMAL : QUIET;
    TRY(bound_execute(env, b, inputs, outputs, mode));
    return (unseen && b->ends) || bound_wait(env, b, mode);
}

bool bound_copies(Env *env, Bound *b, char *const *inputs, char *const *outputs, const bool *fresh,
                  uint64_t *bytes) {
    Bound *runs = b;
    for (uint32_t k = 0; k < b->plan->outputs.len; k++)
        b->elsewhere[k] = outputs ? outputs[k] : NULL;
    if (find_staged(env, b, inputs, b->elsewhere, fresh))
        TRY(runs = find_maker(env, b));
    *bytes = steps_copy(runs);
    for (uint32_t k = 0; k < b->plan->outputs.len; k++)
        *bytes += b->staged[k] ? result_size(&b->outputs[k]) : 0;
    return true;
}
