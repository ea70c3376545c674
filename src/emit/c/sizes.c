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
    uint32_t n_axes = space->form.n_outer + space->form.n_inner;
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

bool text_by_value(const TextDialect *dialect, const Kernel *kernel, const TextForm *form) {
    enum { MOST = 400 }; /* numbers: parameters of a kernel have 4 KiB in all */
    return dialect->by_value && text_sizes_count(kernel, form->n_outer + form->n_inner) <= MOST;
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

static bool describe(Env *env, Arena **arena, const Merging *m) {
    const BoundKernel *bound = m->bound;
    uint32_t n_accesses = bound->kernel->accesses.len;
    TextSpace *out = m->space;
    TRY(out->strides =
            arena_new(env, arena, ((size_t)n_accesses * m->n + 1) * sizeof *out->strides));
    uint8_t *along = arena_new(env, arena, n_accesses + 1);
    TRY(along);
    for (uint32_t k = 0; k < n_accesses; k++) {
        for (uint32_t axis = 0; axis < m->n; axis++)
            out->strides[(size_t)k * m->n + axis] = axis_strides(bound, k)[m->last[axis]];
        uint32_t size = bound->accesses[k].elem_size;
        if (out->form.n_inner > 0 && size <= UINT8_MAX &&
            out->strides[(size_t)k * m->n + m->n - 1] == (int64_t)size)
            along[k] = (uint8_t)size;
    }
    out->form.along = along;
    return true;
}

bool text_space(Env *env, Arena **arena, const BoundKernel *bound, TextSpace *out) {
    const Kernel *kernel = bound->kernel;
    uint32_t n_outer = kernel->n_axes - kernel->n_inner;
    Merging m = {.bound = bound, .space = out};
    *out = (TextSpace){.form = {.map = kernel_is_map(kernel)}};
    if (!out->form.map) {
        merge(&m, 0, n_outer);
        out->form.n_outer = m.n;
        merge(&m, n_outer, kernel->n_axes);
    } else {
        merge(&m, 0, kernel->n_axes);
    }
    out->form.n_inner = m.n - out->form.n_outer;
    return describe(env, arena, &m);
}
