/* The space that a source walks, and its table of sizes: extents, then of each access where it begins, its strides,
 * and stride and extent of each axis that indices choose along. */
#include <string.h>

#include "base/arena.h"
#include "emit/c/writer.h"
#include "kernel/axes.h"

uint32_t text_size_of_access(const Kernel *kernel, uint32_t n_axes, uint32_t access) {
    uint32_t at = n_axes;
    for (uint32_t k = 0; k < access; k++)
        at += 1 + n_axes + 2 * kernel->accesses.at[k].n_indexed;
    return at;
}

uint32_t text_sizes_count(const Kernel *kernel, uint32_t n_axes) {
    return text_size_of_access(kernel, n_axes, kernel->accesses.len);
}

void text_sizes(const BoundKernel *bound, const TextSpace *space, int64_t *out) {
    const Kernel *kernel = bound->kernel;
    uint32_t n_axes = space->n_outer + space->n_inner;
    memcpy(out, space->extents, n_axes * sizeof *out);
    for (uint32_t k = 0; k < kernel->accesses.len; k++) {
        const Access *access = &kernel->accesses.at[k];
        const BoundAccess *a = &bound->accesses[k];
        int64_t *at = out + text_size_of_access(kernel, n_axes, k);
        *at++ = a->offset + (access->buffer == NO_BUFFER ? 0 : (int64_t)access->leaf);
        memcpy(at, space->strides + (size_t)k * n_axes, n_axes * sizeof *at);
        at += n_axes;
        for (uint32_t i = 0; i < access->n_indexed; i++) {
            *at++ = a->strides[i];
            *at++ = a->indexed[i];
        }
    }
}

/* ---- merging */

/* May axis b, which comes after a, be walked as one with it? */
static bool continues(const BoundKernel *bound, uint32_t a, uint32_t b) {
    for (uint32_t k = 0; k < bound->kernel->accesses.len; k++) {
        const int64_t *strides = axis_strides(bound, k);
        if (strides[a] != strides[b] * bound->extents[b])
            return false;
    }
    return true;
}

typedef struct Merging {
    const BoundKernel *bound;
    TextSpace *space;
    uint32_t n;              /* axes so far */
    uint32_t last[MAX_RANK]; /* of each, the last axis of the kernel that it has */
} Merging;

static void merge(Merging *m, uint32_t first, uint32_t end) {
    uint32_t begin = m->n;
    for (uint32_t axis = first; axis < end; axis++) {
        int64_t extent = m->bound->extents[axis];
        if (extent == 1)
            continue;
        if (m->n > begin && continues(m->bound, m->last[m->n - 1], axis)) {
            m->space->extents[m->n - 1] *= extent;
        } else {
            m->space->extents[m->n] = extent;
            m->n++;
        }
        m->last[m->n - 1] = axis;
    }
}

bool text_space(Env *env, Arena **arena, const BoundKernel *bound, TextSpace *out) {
    const Kernel *kernel = bound->kernel;
    uint32_t n_outer = kernel->n_axes - kernel->n_inner;
    Merging m = {.bound = bound, .space = out};
    *out = (TextSpace){.map = kernel_is_map(kernel)};
    if (!out->map) {
        merge(&m, 0, n_outer);
        out->n_outer = m.n;
        merge(&m, n_outer, kernel->n_axes);
    } else {
        merge(&m, 0, kernel->n_axes);
    }
    out->n_inner = m.n - out->n_outer;
    TRY(out->strides =
            arena_new(env, arena, ((size_t)kernel->accesses.len * m.n + 1) * sizeof *out->strides));
    TRY(out->along = arena_new(env, arena, kernel->accesses.len + 1));
    for (uint32_t k = 0; k < kernel->accesses.len; k++) {
        for (uint32_t axis = 0; axis < m.n; axis++)
            out->strides[(size_t)k * m.n + axis] = axis_strides(bound, k)[m.last[axis]];
        uint32_t size = bound->accesses[k].elem_size;
        if (out->n_inner > 0 && size <= UINT8_MAX &&
            out->strides[(size_t)k * m.n + m.n - 1] == (int64_t)size)
            out->along[k] = (uint8_t)size;
    }
    return true;
}
