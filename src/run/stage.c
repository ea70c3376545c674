/*
 * A run as its caller sees it: results as if everything had been read first, and nothing changed when
 * it fails. Where writing straight to the outputs would break that, they are made elsewhere ("staged")
 * and copied when all is well.
 */
#include "run/bound_parts.h"
#include "run/transfer.h"

/* ---- which outputs */

static bool ranges_meet(const Argument *a, const char *at, const Argument *b, const char *bt) {
    uintptr_t a0 = (uintptr_t)at + (uintptr_t)a->low, a1 = (uintptr_t)at + (uintptr_t)a->high;
    uintptr_t b0 = (uintptr_t)bt + (uintptr_t)b->low, b1 = (uintptr_t)bt + (uintptr_t)b->high;
    return a->count && b->count && a0 < b1 && b0 < a1;
}

static bool same_layout(const Argument *a, const Argument *b) {
    if (a->rank != b->rank || a->elem_size != b->elem_size)
        return false;
    for (uint32_t k = 0; k < a->rank; k++)
        if (a->shape[k] != b->shape[k] || (a->shape[k] > 1 && a->strides[k] != b->strides[k]))
            return false;
    return true;
}

static bool clashes_with_input(Env *env, Bound *b, uint32_t k, char *const *inputs,
                               char *const *outputs) {
    const Argument *out = &b->outputs[k];
    for (uint32_t i = 0; i < b->plan->inputs.len; i++) {
        const Argument *in = &b->inputs[i];
        if (in->buffer == NO_BUFFER || !ranges_meet(out, outputs[k], in, inputs[i]))
            continue;
        if (inputs[i] != outputs[k] || !same_layout(out, in) || !bound_in_place(env, b, k, i))
            return true;
    }
    return false;
}

/* Fills b->staged. */
static bool find_staged(Env *env, Bound *b, char *const *inputs, char *const *outputs,
                        uint32_t n_fresh) {
    bool any = false;
    uint32_t n = b->plan->outputs.len;
    for (uint32_t k = 0; k < n; k++)
        b->staged[k] =
            b->outputs[k].count > 0 && (!b->outputs[k].injective || (b->early[k] && k >= n_fresh) ||
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

/* ---- the run */

static uint64_t staged_size(const Argument *a) {
    uint64_t size = (uint64_t)a->count * (uint64_t)a->elem_size;
    return (size + MEMORY_ALIGN - 1) / MEMORY_ALIGN * MEMORY_ALIGN;
}

void bound_copy_out(const Bound *b, uint32_t k, char *to, char *from) {
    const Argument *a = &b->outputs[k];
    int64_t strides[MAX_RANK], stride = a->elem_size;
    for (uint32_t axis = a->rank; axis-- > 0;) {
        strides[axis] = stride;
        stride *= a->shape[axis];
    }
    transfer_copy(b->machine->workers, a->rank, a->shape, (size_t)a->elem_size,
                  (TransferSide){to, a->strides}, (TransferSide){from, strides});
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
    return b->dense;
}

static bool run_staged(Env *env, Bound *b, char *const *inputs, char *const *outputs,
                       uint32_t n_fresh, char **staged) {
    Bound *runs = b;
    uint32_t n = b->plan->outputs.len;
    uint64_t size = 0, at = 0;
    for (uint32_t k = 0; k < n; k++)
        if (b->staged[k] && !b->outputs[k].dense)
            TRY(runs = dense_twin(env, b));
    bool seen = false; /* something is written straight into an array that somebody knows */
    for (uint32_t k = 0; k < n; k++) {
        if (runs != b && !b->outputs[k].dense)
            b->staged[k] = true; /* the twin writes row-major */
        seen |= !b->staged[k] && k >= n_fresh;
        size += b->staged[k] ? staged_size(&b->outputs[k]) : 0;
    }
    char *block = memory_take(env, b->machine->memory, size, NULL);
    TRY(block);
    for (uint32_t k = 0; k < n; k++) {
        staged[k] = b->staged[k] ? block + at : outputs[k];
        at += b->staged[k] ? staged_size(&b->outputs[k]) : 0;
    }
    bool ok = bound_execute(env, runs, inputs, staged, seen ? QUIET : NORMAL);
    for (uint32_t k = 0; ok && k < n; k++)
        if (b->staged[k])
            bound_copy_out(b, k, outputs[k], staged[k]);
    memory_give(b->machine->memory, block, size);
    return ok;
}

bool bound_run(Env *env, Bound *b, char *const *inputs, char *const *outputs, uint32_t n_fresh) {
    bool ok;
    b->since = atomic_load(&b->machine->shared->cancels);
    tier_tell(b->machine);
    if (find_staged(env, b, inputs, outputs, n_fresh)) {
        ok = run_staged(env, b, inputs, outputs, n_fresh, b->elsewhere);
    } else {
        ok =
            bound_execute(env, b, inputs, outputs, n_fresh < b->plan->outputs.len ? QUIET : NORMAL);
    }
    return ok;
}
