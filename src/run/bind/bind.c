/* Steps of a plan with numbers for extents and strides. */
#include "run/bind/bound_parts.h"

/* ---- how much of the pools it takes */

static uint64_t contract_axes(const PlanStep *step) {
    return (uint64_t)step->n_batch + step->n_m + step->n_n + step->n_k;
}

void bind_sizes(const Plan *plan, uint64_t *numbers, uint64_t *accesses) {
    *numbers = *accesses = 0;
    for (uint32_t i = 0; i < plan->steps.len; i++) {
        const PlanStep *step = &plan->steps.at[i];
        if (step->kind == STEP_CONTRACT)
            *numbers += 5 * contract_axes(step);
        *numbers += step->n_cuts;
        if (step->kind != STEP_KERNEL)
            continue;
        const Kernel *kernel = &plan->kernels.at[step->kernel];
        *numbers += kernel->n_axes;
        *accesses += kernel->accesses.len;
        for (uint32_t k = 0; k < kernel->accesses.len; k++)
            *numbers += kernel->n_axes + 2 * (uint64_t)kernel->accesses.at[k].n_indexed;
    }
}

/* ---- places */

static void buffer_layout(const Bound *b, BufferId id, Strided *s) {
    const Buffer *buffer = &b->plan->buffers.at[id];
    plan_row_major(b->plan, b->extents, buffer->shape, buffer->rank, buffer->elem_size, s);
    if (buffer->kind == BUFFER_TEMP)
        return;
    const Argument *a =
        buffer->kind == BUFFER_INPUT ? &b->inputs[buffer->index] : &b->outputs[buffer->index];
    memcpy(s->strides, a->strides, a->rank * sizeof *a->strides);
}

static bool same_place(const Strided *a, const Strided *b) {
    if (a->rank != b->rank || a->offset != b->offset)
        return false;
    for (uint32_t k = 0; k < a->rank; k++)
        if (a->shape[k] != b->shape[k] || a->strides[k] != b->strides[k])
            return false;
    return true;
}

/* Puts a contiguous stand-in in the place of *s in *slot. */
static bool stand_in(Env *env, Bound *b, BoundStep *step, uint32_t elem_size, bool written,
                     uint32_t *slot, Strided *s) {
    StandIn *found = NULL;
    for (uint32_t k = 0; k < step->n_stand_ins && !found; k++) {
        StandIn *old = &b->stand_ins.at[step->stand_in + k];
        /* What is written goes back, which must not undo the writes of another. */
        if (old->slot == *slot && old->written == written && same_place(&old->place, s))
            found = old;
    }
    if (!found) {
        uint64_t size = elem_size;
        for (uint32_t k = 0; k < s->rank; k++)
            if (__builtin_mul_overflow(size, (uint64_t)s->shape[k], &size))
                size = INT64_MAX;
        StandIn made = {*slot, 0, written, elem_size, *s};
        TRY(bound_slot(env, b, size, &made.copy) && vec_push(env, &b->stand_ins, made));
        step->n_stand_ins++;
        found = &b->stand_ins.at[b->stand_ins.len - 1];
    }
    *slot = found->copy;
    s->offset = 0;
    int64_t stride = elem_size;
    for (uint32_t k = s->rank; k-- > 0;) {
        s->strides[k] = stride;
        stride *= s->shape[k];
    }
    return true;
}

static bool view_place(Env *env, Bound *b, BoundStep *step, BufferId buffer, ViewId view,
                       bool written, uint32_t *slot, Strided *s) {
    ViewId after = VIEW_IDENTITY, stuck;
    uint32_t elem_size = b->plan->buffers.at[buffer].elem_size;
    *slot = buffer;
    buffer_layout(b, buffer, s);
    while (!plan_view_after(b->plan, b->extents, view, after, s, &stuck)) {
        TRY(stand_in(env, b, step, elem_size, written, slot, s));
        after = b->plan->views.at[stuck].parent;
    }
    return true;
}

/* ---- kernels */

static bool buffer_is_empty(const Bound *b, BufferId id) {
    const Buffer *buffer = &b->plan->buffers.at[id];
    for (uint32_t k = 0; k < buffer->rank; k++)
        if (b->extents[b->plan->shapes.at[buffer->shape + k]] == 0)
            return true;
    return false;
}

static bool bind_access(Env *env, Bound *b, BoundStep *step, const Access *access, uint32_t n_axes,
                        BoundAccess *out) {
    Strided s;
    ViewId stuck;
    uint32_t slot = UINT32_MAX;
    if (access->buffer != NO_BUFFER) {
        TRY(view_place(env, b, step, access->buffer, access->view, access->store, &slot, &s));
    } else {
        plan_row_major(b->plan, b->extents, access->shape, access->rank, 1, &s);
        if (!plan_view(b->plan, b->extents, access->view, &s, &stuck))
            return env_fail(env, FRIT_ERR_INTERNAL, FRIT_STAGE_RUN,
                            "element numbers are seen through a reshape that moves them");
    }
    if (s.rank != access->n_indexed + n_axes)
        return env_fail(env, FRIT_ERR_INTERNAL, FRIT_STAGE_RUN,
                        "a view of rank %u in a kernel of %u axes", s.rank, n_axes);
    int64_t *strides = bound_numbers(b, s.rank), *indexed = bound_numbers(b, access->n_indexed);
    memcpy(strides, s.strides, s.rank * sizeof *strides);
    memcpy(indexed, s.shape, access->n_indexed * sizeof *indexed);
    out->pointer = slot;
    out->elem_size =
        access->buffer == NO_BUFFER ? 1 : b->plan->buffers.at[access->buffer].elem_size;
    out->offset = s.offset;
    out->strides = strides;
    out->indexed = indexed;
    out->empty = access->buffer != NO_BUFFER && buffer_is_empty(b, access->buffer);
    return true;
}

static bool bind_kernel(Env *env, Bound *b, BoundStep *step) {
    const Kernel *kernel = &b->plan->kernels.at[step->plan->kernel];
    int64_t *extents = bound_numbers(b, kernel->n_axes);
    BoundAccess *accesses = b->accesses.at + b->accesses.len;
    b->accesses.len += kernel->accesses.len;
    for (uint32_t k = 0; k < kernel->n_axes; k++)
        extents[k] = b->extents[b->plan->shapes.at[kernel->shape + k]];
    for (uint32_t k = 0; k < kernel->accesses.len; k++)
        TRY(bind_access(env, b, step, &kernel->accesses.at[k], kernel->n_axes, &accesses[k]));
    step->kernel = (BoundKernel){kernel, extents, accesses};
    for (int mode = 0; mode < MODE_COUNT; mode++)
        step->tier[mode] = (Tier){.of = &b->tiers,
                                  .kernel = &step->kernel,
                                  .machine = mode == QUIET ? &b->quiet : b->machine,
                                  .at_once = b->device->at_once,
                                  .by_code = b->device->by_code,
                                  .number = step->plan->kernel,
                                  .quiet = mode == QUIET};
    return true;
}

/* ---- everything else */

static bool bind_places(Env *env, Bound *b, BoundStep *step) {
    const PlanStep *from = step->plan;
    step->place = b->places.len;
    for (uint32_t k = 0; k < from->n_in + from->n_out; k++) {
        const Place *place = &b->plan->places.at[from->place + k];
        TRY(vec_extend(env, &b->places, 1));
        BoundPlace *made = &b->places.at[b->places.len - 1];
        made->elem_size = b->plan->buffers.at[place->buffer].elem_size;
        TRY(view_place(env, b, step, place->buffer, place->view, k >= from->n_in, &made->slot,
                       &made->at));
    }
    return true;
}

/* Of an axis of a place, where nothing is cut into panels. */
static int64_t whole_extent(const Bound *b, const Place *place, uint32_t axis) {
    const Plan *plan = b->plan;
    if (place->view == VIEW_IDENTITY)
        return b->whole[plan->shapes.at[plan->buffers.at[place->buffer].shape + axis]];
    return b->whole[plan->view_axes.at[plan->views.at[place->view].axes + axis].extent];
}

/* Places have the axes [batch, m, k], [batch, k, n] and [batch, m, n]; Matrices [batch, m, n, k]. */
static bool bind_contract(Env *env, Bound *b, BoundStep *step) {
    TRY(bind_places(env, b, step));
    const PlanStep *from = step->plan;
    const Strided *x = &b->places.at[step->place].at, *y = &b->places.at[step->place + 1].at;
    const Strided *out = &b->places.at[step->place + 2].at;
    uint32_t nb = from->n_batch, nm = from->n_m, nn = from->n_n, nk = from->n_k;
    uint32_t n = nb + nm + nn + nk, m0 = nb, n0 = nb + nm, k0 = nb + nm + nn;
    if (x->rank != nb + nm + nk || y->rank != nb + nk + nn || out->rank != nb + nm + nn)
        return env_fail(env, FRIT_ERR_INTERNAL, FRIT_STAGE_RUN, "axes of a contraction do not fit");
    int64_t *extents = bound_numbers(b, n), *whole = bound_numbers(b, n), *xs = bound_numbers(b, n);
    int64_t *ys = bound_numbers(b, n), *os = bound_numbers(b, n);
    memset(extents, 0, 5 * n * sizeof *extents);
    for (uint32_t k = 0; k < nb; k++) {
        extents[k] = out->shape[k];
        xs[k] = x->strides[k];
        ys[k] = y->strides[k];
        os[k] = out->strides[k];
    }
    for (uint32_t k = 0; k < nm; k++) {
        extents[m0 + k] = out->shape[nb + k];
        xs[m0 + k] = x->strides[nb + k];
        os[m0 + k] = out->strides[nb + k];
    }
    for (uint32_t k = 0; k < nn; k++) {
        extents[n0 + k] = out->shape[nb + nm + k];
        ys[n0 + k] = y->strides[nb + nk + k];
        os[n0 + k] = out->strides[nb + nm + k];
    }
    for (uint32_t k = 0; k < nk; k++) {
        extents[k0 + k] = x->shape[nb + nm + k];
        xs[k0 + k] = x->strides[nb + nm + k];
        ys[k0 + k] = y->strides[nb + k];
    }
    memcpy(whole, extents, n * sizeof *whole);
    for (uint32_t k = 0; b->whole && k < n; k++) /* of the result, then those summed over, of x */
        whole[k] = whole_extent(b, &b->plan->places.at[from->place + (k < k0 ? 2 : 0)],
                                k < k0 ? k : nb + nm + k - k0);
    step->matrices = (Matrices){from->dtype, nb, nm, nn, nk, extents, whole, xs, ys, os};
    return true;
}

static bool bind_step(Env *env, Bound *b, BoundStep *step) {
    switch (step->plan->kind) {
    case STEP_KERNEL:
        TRY(bind_kernel(env, b, step));
        bound_find_moves(step);
        return true;
    case STEP_CONTRACT: return bind_contract(env, b, step);
    case STEP_ROUTINE: return bind_places(env, b, step);
    case STEP_FOR:
    case STEP_WHILE:
    case STEP_IF:
    case STEP_MAP: return bind_places(env, b, step) && bound_control_bind(env, b, step);
    case STEP_PANELS: return bind_places(env, b, step) && bound_panels_bind(env, b, step);
    }
    return true;
}

bool bind_steps(Env *env, Bound *b) {
    const Plan *plan = b->plan;
    TRY(vec_reserve(env, &b->steps, plan->steps.len));
    for (uint32_t i = 0; i < plan->steps.len; i++) {
        BoundStep *step = &b->steps.at[b->steps.len++];
        *step = (BoundStep){.plan = &plan->steps.at[i], .stand_in = b->stand_ins.len};
        StepKind kind = step->plan->kind;
        b->n_kernels += kind == STEP_KERNEL || kind == STEP_CONTRACT || kind == STEP_ROUTINE;
        TRY(bind_step(env, b, step));
    }
    return true;
}
