/*
 * In which order the axes of an output lie best: as those of what it is made of do, so that the kernel that writes
 * it walks all of them along memory. Where they differ row-major wins, as it does for NumPy.
 */
#include <string.h>

#include "kernel/axes.h"
#include "run/bind/bound_parts.h"

/* The kernel that stores the output, and by which access; NULL: there is not just one. */
static const BoundKernel *stored_by(const Bound *b, BufferId buffer, uint32_t *store) {
    const BoundKernel *found = NULL;
    uint32_t n = 0;
    for (uint32_t s = 0; s < b->steps.len; s++) {
        const BoundStep *step = &b->steps.at[s];
        if (step->plan->kind != STEP_KERNEL)
            continue;
        const Kernel *kernel = step->kernel.kernel;
        for (uint32_t k = 0; k < kernel->body.len; k++) {
            const KernelInstr *i = &kernel->body.at[k];
            if (!instr_is_effect(i) || kernel->accesses.at[i->access].buffer != buffer)
                continue;
            n += i->code == K_STORE ? 1 : 2;
            *store = i->access;
            found = &step->kernel;
        }
    }
    return n == 1 ? found : NULL;
}

/* Which axis of the kernel is each of the output's; its strides there are those of a row-major one. */
static bool find_axes(const BoundKernel *k, uint32_t store, const Argument *out, uint32_t *axis) {
    const int64_t *strides = axis_strides(k, store);
    for (uint32_t d = 0; d < out->rank; d++) {
        uint32_t x = 0;
        while (x < k->kernel->n_axes &&
               (k->extents[x] != out->shape[d] || strides[x] != out->strides[d]))
            x++;
        if (x == k->kernel->n_axes)
            return false;
        axis[d] = x;
    }
    return true;
}

static int64_t step_along(const BoundKernel *k, uint32_t access, uint32_t axis) {
    int64_t stride = k->extents[axis] > 1 ? axis_strides(k, access)[axis] : 0;
    return stride < 0 ? -stride : stride;
}

typedef enum Wish { WISH_NONE, WISH_STAY, WISH_SWAP } Wish;

/* Should `inner` go around `outer`, by what the kernel loads along both? For this output or for another that it makes: it
 * walks them together. */
static Wish wish_of_loads(const BoundKernel *k, uint32_t outer, uint32_t inner) {
    const Kernel *kernel = k->kernel;
    Wish wish = WISH_NONE;
    for (uint32_t n = 0; n < kernel->body.len; n++) {
        const KernelInstr *i = &kernel->body.at[n];
        if (i->code != K_LOAD)
            continue;
        int64_t far = step_along(k, i->access, outer), near = step_along(k, i->access, inner);
        if (far == 0 || near == 0)
            continue;
        if (near <= far)
            return WISH_STAY;
        wish = WISH_SWAP;
    }
    return wish;
}

bool bound_output_order(const Bound *b, uint32_t output, uint32_t *order) {
    const Argument *out = &b->outputs[output];
    uint32_t axis[MAX_RANK], store = 0;
    bool moved = false;
    for (uint32_t d = 0; d < out->rank; d++)
        order[d] = d;
    if (out->rank < 2 || !out->row_major || out->count == 0)
        return false;
    const BoundKernel *k = stored_by(b, out->buffer, &store);
    if (!k || !find_axes(k, store, out, axis))
        return false;
    for (uint32_t d = 1; d < out->rank; d++) {
        uint32_t to = d;
        for (uint32_t before = d; before-- > 0;) {
            Wish wish = wish_of_loads(k, axis[order[before]], axis[d]);
            if (wish == WISH_STAY)
                break;
            to = wish == WISH_SWAP ? before : to;
        }
        memmove(&order[to + 1], &order[to], (d - to) * sizeof *order);
        order[to] = d;
        moved |= to != d;
    }
    return moved;
}
