/*
 * When results may be written straight to where the caller wants them: into the memory of an input,
 * and into memory whose old contents must stay if something fails.
 */
#include "kernel/analysis.h"
#include "kernel/axes.h"
#include "run/bind/bound_parts.h"

/* ---- who touches a buffer */

static bool step_touches(const Bound *b, const BoundStep *step, BufferId buffer, bool store) {
    const PlanStep *plan = step->plan;
    if (plan->kind == STEP_KERNEL) {
        const Kernel *kernel = step->kernel.kernel;
        for (uint32_t k = 0; k < kernel->accesses.len; k++)
            if (kernel->accesses.at[k].buffer == buffer && kernel->accesses.at[k].store == store)
                return true;
        return false;
    }
    const Place *places = b->plan->places.at + plan->place + (store ? plan->n_in : 0);
    for (uint32_t k = 0; k < (store ? plan->n_out : plan->n_in); k++)
        if (places[k].buffer == buffer)
            return true;
    return false;
}

bool bound_first_write(const Bound *b, BufferId buffer, uint32_t *step) {
    const Buffer *info = &b->plan->buffers.at[buffer];
    uint32_t end = info->last_step < b->steps.len ? info->last_step + 1 : b->steps.len;
    for (*step = info->first_step; *step < end; ++*step)
        if (step_touches(b, &b->steps.at[*step], buffer, true))
            return true;
    return false;
}

bool bound_last_read(const Bound *b, BufferId buffer, uint32_t *step) {
    const Buffer *info = &b->plan->buffers.at[buffer];
    uint32_t end = info->last_step < b->steps.len ? info->last_step + 1 : b->steps.len;
    for (*step = end; (*step)-- > info->first_step;)
        if (step_touches(b, &b->steps.at[*step], buffer, false))
            return true;
    return false;
}

/* ---- what can fail */

/* Nanoseconds, by the estimate. */
static bool is_long(const Limits *limits, double elements, double each) {
    return elements * each >=
           (each >= limits->dear_element ? limits->dear_long : limits->plain_long);
}

static bool product_is_long(const Limits *limits, const Matrices *m) {
    double elements = 1, each = limits->product;
    uint32_t n = m->n_batch + m->n_m + m->n_n;
    for (uint32_t axis = 0; axis < n; axis++)
        elements *= (double)m->extents[axis];
    for (uint32_t axis = 0; axis < m->n_k; axis++)
        each *= (double)m->extents[n + axis];
    return is_long(limits, elements, each);
}

/* Is there anything in it that may fail, or a loop that nobody knows the end of? */
static bool kernel_may_stop(const Kernel *kernel) {
    for (uint32_t k = 0; k < kernel->body.len; k++) {
        const KernelInstr *i = &kernel->body.at[k];
        if (i->code == K_GATHER || i->code == K_SCATTER || i->code == K_WHILE)
            return true;
        if (i->code == K_FOR && !axes_turns_known(kernel, i))
            return true;
    }
    return false;
}

static bool kernel_is_long(Env *env, const Limits *limits, const BoundKernel *bound, bool *out) {
    const Kernel *kernel = bound->kernel;
    Axes axes;
    double each, elements = 1;
    for (uint32_t k = 0; k < kernel->n_axes; k++)
        elements *= (double)bound->extents[k];
    axes_choose(bound, kernel->schedule == SCHEDULE_MAP, false, &axes);
    TRY(axes_cost(env, bound, &axes, &each));
    *out = is_long(limits, elements, each);
    return true;
}

bool bound_fails_late(Env *env, const Bound *b, uint32_t step, bool *late) {
    const BoundStep *s = &b->steps.at[step];
    *late = true;
    /* Kernels and contractions ask for memory before they write. */
    if (s->plan->kind == STEP_CONTRACT)
        *late = product_is_long(&b->device->limits, &s->matrices);
    if (s->plan->kind != STEP_KERNEL || kernel_may_stop(s->kernel.kernel))
        return true;
    return kernel_is_long(env, &b->device->limits, &s->kernel, late);
}

/* ---- in place */

/*
 * The rules below are for engines whose row says in_place. The interpreter may use what it loaded where it lies and write a
 * value where it belongs as it is being computed. Compiled code loads the elements of a vector into
 * registers at the load's place in the body and stores at the store's, vector by vector, and what it
 * stages it copies before the vectors of that piece; so of one place it never stores before it has read,
 * and it asks for less. Two things it needs as much as the interpreter does: that a walk before the last
 * stores nothing into what a later walk reads again, and that no place is computed twice (the last vector
 * of a row has a mask, it does not reach back).
 */

/*
 * Which values of a kernel may be the memory of the buffer itself, as engines use what lies in memory
 * without copying it: its loads, and what only renames them.
 */
static bool is_alias(const Kernel *kernel, const KernelInstr *i, const bool *alias,
                     BufferId buffer) {
    if (i->code == K_LOAD)
        return kernel->accesses.at[i->access].buffer == buffer;
    return i->code == K_BITCAST && alias[kernel_in(kernel, i)[0]];
}

/* Do load and store name the same bytes at each place of the kernel? */
static bool same_elements(const BoundStep *step, uint32_t load, uint32_t store, int64_t ahead) {
    const Kernel *kernel = step->kernel.kernel;
    const BoundAccess *x = &step->kernel.accesses[load], *y = &step->kernel.accesses[store];
    if (x->offset != y->offset + ahead)
        return false;
    for (uint32_t k = 0; k < kernel->n_axes; k++)
        if (step->kernel.extents[k] > 1 && x->strides[k] != y->strides[k])
            return false;
    return true;
}

/* The bytes that an access touches, from the address of its buffer: [*low, *high). */
static void access_reach(const BoundStep *step, uint32_t access, int64_t *low, int64_t *high) {
    const Kernel *kernel = step->kernel.kernel;
    const BoundAccess *a = &step->kernel.accesses[access];
    *low = *high = a->offset;
    for (uint32_t k = 0; k < kernel->n_axes; k++) {
        int64_t reach = (step->kernel.extents[k] - 1) * a->strides[k];
        *(reach < 0 ? low : high) += step->kernel.extents[k] ? reach : 0;
    }
    *high += a->elem_size;
}

static bool far_apart(const BoundStep *step, uint32_t load, uint32_t store, int64_t ahead) {
    int64_t load_low, load_high, low, high;
    access_reach(step, load, &load_low, &load_high);
    access_reach(step, store, &low, &high);
    return load_high <= low + ahead || high + ahead <= load_low;
}

typedef struct KernelUses {
    Analysis known;
    bool *alias;     /* by value */
    uint32_t *until; /* by value: the last instruction that may read memory through it */
    uint32_t last;   /* the last walk that anything happens in */
    Arena *arena;
} KernelUses;

static bool uses_find(Env *env, KernelUses *u, const Kernel *kernel, BufferId input) {
    size_t n = kernel->values.len + 1;
    TRY(analyse(env, &u->arena, &u->known, kernel, &(AnalysisOptions){.rows = ROWS_OF_KERNEL}));
    TRY(u->until = arena_new(env, &u->arena, n * sizeof *u->until));
    TRY(u->alias = arena_new(env, &u->arena, n));
    for (uint32_t k = 0; k < kernel->body.len; k++) {
        const KernelInstr *i = &kernel->body.at[k];
        uint32_t walk = u->known.instr_phase[k];
        for (uint32_t o = 0; o < i->n_in; o++)
            u->until[kernel_in(kernel, i)[o]] = k;
        const KernelInstr *region = i->code == K_END ? &kernel->body.at[i->match] : NULL;
        for (uint32_t c = 0; region && c < region->n_carries; c++) {
            const Carry *carry = &kernel->carries.at[region->carry + c];
            u->until[carry->init] = u->until[carry->next] = k;
        }
        if ((i->code == K_REDUCE || i->code == K_STORE) && walk > u->last)
            u->last = walk;
        if (i->value != NO_VAL)
            u->alias[i->value] = is_alias(kernel, i, u->alias, input);
    }
    return true;
}

/* No store to the output may come before the last look at the element it overwrites. */
static bool stores_late(const BoundStep *step, const KernelUses *u, BufferId output,
                        int64_t ahead) {
    const Kernel *kernel = step->kernel.kernel;
    uint32_t until = 0;
    for (ValId v = 0; v < kernel->values.len; v++)
        if (u->alias[v] && u->until[v] > until)
            until = u->until[v];
    for (uint32_t k = 0; k < kernel->body.len; k++) {
        const KernelInstr *i = &kernel->body.at[k];
        if (i->code != K_STORE || kernel->accesses.at[i->access].buffer != output)
            continue;
        /* An engine may write a value where it belongs as it is being computed. */
        ValId value = kernel_in(kernel, i)[0];
        if (u->known.phase[value] < u->last)
            return false; /* the row is read again */
        if (!u->alias[value] && u->known.def[value] < until)
            return false;
        if (u->alias[value] && k < until)
            return false;
        for (uint32_t j = 0; j < kernel->body.len; j++) {
            const KernelInstr *load = &kernel->body.at[j];
            if (load->code == K_LOAD && u->alias[load->value] &&
                !same_elements(step, load->access, i->access, ahead) &&
                !far_apart(step, load->access, i->access, ahead))
                return false;
        }
    }
    return true;
}

void bound_find_moves(BoundStep *step) {
    const Kernel *kernel = step->kernel.kernel;
    uint32_t from = UINT32_MAX, to = UINT32_MAX;
    for (uint32_t k = 0; k < kernel->body.len; k++) {
        const KernelInstr *store = &kernel->body.at[k];
        if (store->code == K_LOAD)
            continue;
        if (store->code != K_STORE)
            return;
        const KernelInstr *load = NULL;
        for (uint32_t j = 0; j < k && !load; j++)
            if (kernel->body.at[j].value == kernel_in(kernel, store)[0])
                load = &kernel->body.at[j];
        if (!load || !same_elements(step, load->access, store->access, 0) ||
            kernel->accesses.at[load->access].dtype ==
                DT_BOOL) /* any byte is true, and becomes 1 */
            return;
        uint32_t x = step->kernel.accesses[load->access].pointer;
        uint32_t y = step->kernel.accesses[store->access].pointer;
        if ((from != UINT32_MAX && from != x) || (to != UINT32_MAX && to != y))
            return;
        from = x;
        to = y;
    }
    step->moves = from != UINT32_MAX && from != to && step->n_stand_ins == 0;
    step->from = from;
    step->to = to;
}

bool bound_engines_in_place(const Bound *b) {
    const Device *device = b->device;
    return (!device->at_once || device->at_once->in_place) &&
           (!device->by_code || device->by_code->in_place);
}

static bool kernel_in_place(Env *env, const BoundStep *step, BufferId output, BufferId input,
                            int64_t ahead) {
    const Kernel *kernel = step->kernel.kernel;
    Schedule schedule = kernel->schedule;
    /* Others look at other elements than their own, or in another order. */
    if (step->n_stand_ins || (schedule != SCHEDULE_MAP && schedule != SCHEDULE_COPY &&
                              schedule != SCHEDULE_ROW_RESIDENT))
        return false;
    for (uint32_t k = 0; k < kernel->accesses.len; k++)
        if (kernel->accesses.at[k].n_indexed)
            return false;
    KernelUses u = {.arena = NULL};
    bool fine = uses_find(env, &u, kernel, input) && stores_late(step, &u, output, ahead);
    arena_free(env->allocator, &u.arena);
    return fine;
}

bool bound_in_place(Env *env, Bound *b, uint32_t output, uint32_t input, int64_t ahead) {
    InPlaceKnown *known = &b->in_place[(size_t)output * b->plan->inputs.len + input];
    if (known->answer != IN_PLACE_UNKNOWN && known->ahead == ahead)
        return known->answer == IN_PLACE_FINE;
    BufferId from = b->inputs[input].buffer, to = b->outputs[output].buffer;
    uint32_t read, write;
    bool fine = true;
    if (from != NO_BUFFER && bound_last_read(b, from, &read) && bound_first_write(b, to, &write))
        fine = read < write || (read == write && b->steps.at[read].plan->kind == STEP_KERNEL &&
                                b->inputs[input].elem_size == b->outputs[output].elem_size &&
                                bound_engines_in_place(b) &&
                                kernel_in_place(env, &b->steps.at[read], to, from, ahead));
    *known = (InPlaceKnown){fine ? IN_PLACE_FINE : IN_PLACE_WRONG, ahead};
    return fine;
}
