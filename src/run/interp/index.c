/* Gather and scatter: offsets from indices, one axis after another. */
#include <string.h>

#include "run/interp/form.h"

static void remember(InterpWorker *w, const Do *d, uint32_t axis, const char *index, size_t at) {
    Dtype dtype = d->index_dtypes[axis];
    size_t size = block_size(dtype);
    uint64_t bits = 0;
    uint8_t b;
    uint16_t h;
    uint32_t u;
    switch (size) {
    case 1: memcpy(&b, index + at, 1), bits = b; break;
    case 2: memcpy(&h, index + 2 * at, 2), bits = h; break;
    case 4: memcpy(&u, index + 4 * at, 4), bits = u; break;
    default: memcpy(&bits, index + 8 * at, 8); break;
    }
    Scalar value = scalar_from_bits(dtype, (Bits){bits, 0});
    w->failure.index = value.i;
    w->failure.is_unsigned = dtype_info(dtype)->class == CLASS_UNSIGNED;
    w->failure.extent = d->path->indexed_extents[axis];
    w->failure.scatter = d->code == DO_SCATTER;
    w->failure.instr = d->instr;
    w->failure.set = true;
}

static bool some_on(const uint8_t *mask, size_t n) {
    for (size_t k = 0; k < n; k++)
        if (mask[k])
            return true;
    return !mask && n > 0;
}

/* Offsets from the pointer of each place. *empty: no lane has a place. */
static bool find_offsets(InterpWorker *w, const Do *d, uint32_t first_index, int64_t *offsets,
                         bool *empty) {
    const Path *p = d->path;
    size_t n = w->n[d->shape];
    const uint8_t *mask = w->mask && w->mask_shape <= (RegShape)d->shape && d->shape != SHAPE_ONE
                              ? mask_at(w, (RegShape)d->shape)
                              : NULL;
    *empty = n == 0;
    if (mask && !some_on(mask, n)) {
        *empty = true;
        return true;
    }
    for (uint32_t axis = 0; axis < p->n_indexed; axis++)
        if (p->indexed_extents[axis] == 0 && mask) { /* any lane that is on is wrong */
            size_t on = 0;
            while (!mask[on])
                on++;
            remember(w, d, axis, w->regs[d->in[first_index + axis]], on);
            return false;
        }
    /* The mask may stand in the room that moving takes. */
    uint8_t *kept = NULL;
    if (mask && mask != w->mask) {
        kept = (uint8_t *)w->memory + w->k->temp_at + w->k->block * (TEMP_SIZE - 1);
        memcpy(kept, mask, n);
        mask = kept;
    }
    path_numbers(w, p, (RegShape)d->shape, offsets);
    for (uint32_t axis = 0; axis < p->n_indexed; axis++) {
        const char *index = w->regs[d->in[first_index + axis]];
        size_t bad = w->k->ops->index[d->index_dtypes[axis]](
            offsets, index, p->indexed_extents[axis], p->indexed_strides[axis], mask, n);
        if (bad < n) {
            remember(w, d, axis, index, bad);
            return false;
        }
    }
    return true;
}

bool gather_run(InterpWorker *w, const Do *d) {
    int64_t *offsets = (int64_t *)(void *)w->regs[d->in[d->n_in - 1]];
    size_t n = w->n[d->shape];
    bool empty;
    if (!find_offsets(w, d, 0, offsets, &empty))
        return false;
    if (empty) {
        memset(w->regs[d->out], 0, n * d->path->reg_size);
        return true;
    }
    w->k->ops->gather[d->path->dtype](w->regs[d->out], w->run->pointers[d->path->pointer], offsets,
                                      n);
    return true;
}

bool scatter_run(InterpWorker *w, const Do *d) {
    int64_t *offsets = (int64_t *)(void *)w->regs[d->in[d->n_in - 1]];
    bool empty;
    if (!find_offsets(w, d, 1, offsets, &empty))
        return false;
    if (!empty)
        d->fn.scatter(w->run->pointers[d->path->pointer], offsets, w->regs[d->in[0]],
                      w->n[d->shape]);
    return true;
}
