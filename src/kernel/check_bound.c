/* Rules of bound kernels: extents, strides and memories. */
#include "kernel/axes.h"
#include "kernel/check_parts.h"

bool bound_extents_fit(KernelCheck *c) {
    int64_t most = (int64_t)1 << 60;
    for (uint32_t k = 0; k < c->k->n_axes; k++) {
        int64_t extent = c->bound->extents[k];
        if (extent < 0)
            return kernel_broken(c, "axis %u has %lld elements", k, (long long)extent);
        if (extent > most)
            return kernel_broken(c, "there are too many elements");
        most /= extent ? extent : 1;
    }
    for (uint32_t a = 0; a < c->k->accesses.len; a++)
        for (uint32_t k = 0; k < c->k->accesses.at[a].n_indexed; k++)
            if (c->bound->accesses[a].indexed[k] < 0)
                return kernel_broken(c, "indexed axis %u of a%u has %lld elements", k, a,
                                     (long long)c->bound->accesses[a].indexed[k]);
    return true;
}

bool bound_memories_are_sound(KernelCheck *c) {
    for (uint32_t m = 0; m < c->n_memories; m++) {
        const KernelMemory *memory = &c->memories[m];
        if (memory->from > 0 || memory->bytes < 0 || memory->from < -INT64_MAX ||
            memory->bytes < -memory->from)
            return kernel_broken(c, "memory %u is %lld bytes from %lld", m,
                                 (long long)memory->bytes, (long long)memory->from);
    }
    return true;
}

bool bound_pointer_is_known(KernelCheck *c) {
    uint32_t pointer = c->bound->accesses[c->at.access].pointer;
    if ((pointer == UINT32_MAX) != (c->a->buffer == NO_BUFFER) ||
        (pointer != UINT32_MAX && pointer >= c->n_memories))
        return kernel_broken(c, "there is no memory number %u", pointer);
    return true;
}

bool bound_leaf_fits(KernelCheck *c) {
    uint64_t size = c->bound->accesses[c->at.access].elem_size;
    uint64_t end = c->a->buffer == NO_BUFFER ? 1 : c->a->leaf + dtype_info(c->a->dtype)->bits / 8u;
    if (end > size || (c->a->buffer == NO_BUFFER && size != 1))
        return kernel_broken(c, "a scalar ends at byte %llu of an element of %llu",
                             (unsigned long long)end, (unsigned long long)size);
    return true;
}

/* ---- where elements are */

static bool reach_along(int64_t extent, int64_t stride, int64_t *low, int64_t *high) {
    int64_t far;
    if (extent <= 1)
        return true;
    if (__builtin_mul_overflow(extent - 1, stride, &far))
        return false;
    int64_t *end = far < 0 ? low : high;
    return !__builtin_add_overflow(*end, far, end);
}

bool access_reach(const BoundKernel *bound, uint32_t access, int64_t *low, int64_t *high) {
    const Access *a = &bound->kernel->accesses.at[access];
    const BoundAccess *b = &bound->accesses[access];
    bool number = a->buffer == NO_BUFFER;
    if (__builtin_add_overflow(b->offset, (int64_t)a->leaf, low))
        return false;
    *high = *low;
    for (uint32_t k = 0; k < a->n_indexed; k++)
        TRY(reach_along(b->indexed[k], b->strides[k], low, high));
    for (uint32_t k = 0; k < bound->kernel->n_axes; k++)
        TRY(reach_along(bound->extents[k], axis_strides(bound, access)[k], low, high));
    int64_t size = number ? 1 : dtype_info(a->dtype)->bits / 8;
    return !__builtin_add_overflow(*high, size, high);
}

bool bound_access_is_inside(KernelCheck *c) {
    int64_t low, high;
    if (!access_reach(c->bound, c->at.access, &low, &high))
        return kernel_broken(c, "its places do not fit 64 bits");
    if (c->a->buffer == NO_BUFFER)
        return true;
    const KernelMemory *memory = &c->memories[c->bound->accesses[c->at.access].pointer];
    if (low < memory->from || high > memory->from + memory->bytes)
        return kernel_broken(c, "it touches bytes %lld to %lld of a memory that has %lld to %lld",
                             (long long)low, (long long)high - 1, (long long)memory->from,
                             (long long)(memory->from + memory->bytes) - 1);
    return true;
}

bool bound_empty_is_empty(KernelCheck *c) {
    const BoundAccess *b = &c->bound->accesses[c->at.access];
    bool none = !b->empty;
    for (uint32_t k = 0; k < c->a->n_indexed; k++)
        none |= b->indexed[k] == 0;
    for (uint32_t k = 0; k < c->k->n_axes; k++)
        none |= c->bound->extents[k] == 0;
    return none || kernel_broken(c, "it is said to be empty and has elements");
}

/* ---- which places are meant */

bool bound_places_fit(KernelCheck *c) {
    const KernelInstr *i = c->i;
    if (!instr_has_access(i))
        return true;
    unsigned level = instr_is_effect(i) ? i->flags : c->k->values.at[i->value].level;
    uint32_t outer = c->k->n_axes - c->k->n_inner;
    uint32_t moves = level == LEVEL_UNIFORM ? 0 : level == LEVEL_ROW ? outer : c->k->n_axes;
    const int64_t *strides = axis_strides(c->bound, i->access);
    for (uint32_t k = 0; k < c->k->n_axes; k++) {
        if (c->bound->extents[k] <= 1)
            continue;
        if (k >= moves && strides[k] != 0)
            return kernel_broken(c, "a%u moves along axis %u, which its level does not", i->access,
                                 k);
        if (k < moves && strides[k] == 0 && i->code == K_STORE &&
            !c->bound->accesses[i->access].empty)
            return kernel_broken(c, "a%u is written %lld times in one place along axis %u",
                                 i->access, (long long)c->bound->extents[k], k);
    }
    return true;
}
