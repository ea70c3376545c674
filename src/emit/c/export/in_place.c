/* When an output may lie in the memory of an input, as far as the plan says it. */
#include "emit/c/export/parts.h"
#include "kernel/axes.h"

static bool kernel_touches(const Kernel *kernel, BufferId buffer, bool store) {
    for (uint32_t k = 0; k < kernel->accesses.len; k++)
        if (kernel->accesses.at[k].buffer == buffer && kernel->accesses.at[k].store == store)
            return true;
    return false;
}

static bool step_touches(const Plan *plan, const PlanStep *step, BufferId buffer, bool store) {
    if (step->kind == STEP_KERNEL)
        return kernel_touches(&plan->kernels.at[step->kernel], buffer, store);
    const Place *places = plan->places.at + step->place + (store ? step->n_in : 0);
    for (uint32_t k = 0; k < (store ? step->n_out : step->n_in); k++)
        if (places[k].buffer == buffer)
            return true;
    return false;
}

/* Does every element read what it overwrites, and nothing else of that buffer, before it stores? Rows that are read several
 * times are stored by their last walk. */
static bool reads_its_own(const Kernel *kernel, BufferId from, BufferId to) {
    ViewId view = VIEW_IDENTITY;
    bool known = false;
    if (kernel->schedule != SCHEDULE_MAP && kernel->schedule != SCHEDULE_COPY &&
        kernel->schedule != SCHEDULE_ROW_RESIDENT)
        return false;
    for (uint32_t k = 0; k < kernel->accesses.len; k++) {
        const Access *a = &kernel->accesses.at[k];
        if (a->n_indexed)
            return false;
        if (a->buffer != from && a->buffer != to)
            continue;
        if (known && a->view != view)
            return false;
        view = a->view;
        known = true;
    }
    for (uint32_t n = 0; n < kernel->body.len; n++) {
        const KernelInstr *i = &kernel->body.at[n];
        if (i->code == K_STORE && i->flags != LEVEL_FULL)
            return false;
    }
    return true;
}

Meeting export_meeting(const Plan *plan, uint32_t output, uint32_t input) {
    BufferId from = plan->inputs.at[input], to = plan->outputs.at[output];
    uint32_t read = UINT32_MAX, write = UINT32_MAX;
    for (uint32_t k = 0; k < plan->steps.len && from != NO_BUFFER; k++) {
        if (step_touches(plan, &plan->steps.at[k], from, false))
            read = k;
        if (write == UINT32_MAX && step_touches(plan, &plan->steps.at[k], to, true))
            write = k;
    }
    if (read == UINT32_MAX || write == UINT32_MAX || read < write)
        return MEET_ALWAYS;
    if (read > write || plan->steps.at[read].kind != STEP_KERNEL ||
        plan->buffers.at[from].elem_size != plan->buffers.at[to].elem_size)
        return MEET_NEVER;
    return reads_its_own(&plan->kernels.at[plan->steps.at[read].kernel], from, to) ? MEET_SAME
                                                                                   : MEET_NEVER;
}

/* The access that the value was loaded by; UINT32_MAX: it was not. */
static uint32_t loaded_by(const Kernel *kernel, ValId value) {
    for (uint32_t n = 0; n < kernel->body.len; n++)
        if (kernel->body.at[n].value == value)
            return kernel->body.at[n].code == K_LOAD ? kernel->body.at[n].access : UINT32_MAX;
    return UINT32_MAX;
}

bool export_moves(const Kernel *kernel, BufferId *from, BufferId *to) {
    *from = *to = NO_BUFFER;
    for (uint32_t n = 0; n < kernel->body.len; n++) {
        const KernelInstr *i = &kernel->body.at[n];
        if (i->code == K_LOAD)
            continue;
        uint32_t load =
            i->code == K_STORE ? loaded_by(kernel, kernel_in(kernel, i)[0]) : UINT32_MAX;
        if (load == UINT32_MAX)
            return false;
        const Access *a = &kernel->accesses.at[load], *b = &kernel->accesses.at[i->access];
        /* Any byte is a true bool, and becomes 1. */
        if (a->dtype != b->dtype || a->leaf != b->leaf || a->view != b->view || a->dtype == DT_BOOL)
            return false;
        if (*to != NO_BUFFER && (*from != a->buffer || *to != b->buffer))
            return false;
        *from = a->buffer;
        *to = b->buffer;
    }
    return *to != NO_BUFFER;
}
