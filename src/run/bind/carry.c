/* Arguments that lie in the host's memory, of a plan that is bound to a device which cannot use them there. */
#include "run/bind/bound_parts.h"

static uint32_t argument_total(const Bound *b) {
    return b->plan->inputs.len + b->plan->outputs.len;
}

/* To the device, or back. Its copy there is row-major, as the bound plan has it. */
static bool carry(Env *env, Bound *b, uint32_t k, const Carried *c, bool back) {
    const Argument *a = argument_at(b, k);
    const DeviceKind *kind = b->device->kind;
    if (a->rank == 0) /* a number: nobody waits for what was begun before */
        return back ? kind->read(env, b->device, c->data, c->block, (size_t)a->elem_size)
                    : kind->write(env, b->device, c->block, c->data, (size_t)a->elem_size);
    CopySide there = {c->block, a->strides, false};
    CopySide here = {c->data, c->strides ? c->strides : a->strides, true};
    Copy copy = {a->rank, a->shape, (size_t)a->elem_size, back ? here : there, back ? there : here};
    return device_copy(env, b->device, &copy);
}

bool bound_carry_in(Env *env, Bound *b, Carried *carried, char **pointers) {
    for (uint32_t k = 0; k < argument_total(b); k++)
        if (carried[k].host)
            TRY(bound_check_strides(env, b, argument_at(b, k), carried[k].strides));
    for (uint32_t k = 0; k < argument_total(b); k++) {
        const Argument *a = argument_at(b, k);
        Carried *c = &carried[k];
        if (!c->host || a->count == 0 || a->buffer == NO_BUFFER)
            continue;
        c->data = pointers[k];
        c->size = (uint64_t)a->count * (uint64_t)a->elem_size;
        TRY(c->block = b->device->kind->take(env, b->device, c->size));
        if (k < b->plan->inputs.len)
            TRY(carry(env, b, k, c, false));
        pointers[k] = c->block;
    }
    return true;
}

bool bound_carry_out(Env *env, Bound *b, const Carried *carried) {
    uint32_t first = b->plan->inputs.len;
    while (first < argument_total(b) && !carried[first].block)
        first++;
    if (first == argument_total(b))
        return true;
    /* What has failed is known before anything is written that the caller knows. */
    TRY(bound_wait(env, b, NORMAL));
    for (uint32_t k = b->plan->inputs.len; k < argument_total(b); k++)
        if (carried[k].block)
            TRY(carry(env, b, k, &carried[k], true));
    return true;
}

void bound_carry_end(Bound *b, Carried *carried) {
    for (uint32_t k = 0; k < argument_total(b); k++) {
        if (carried[k].block)
            b->device->kind->give(b->device, carried[k].block, carried[k].size);
        carried[k].block = NULL;
    }
}
