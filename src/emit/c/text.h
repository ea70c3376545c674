/*
 * Source of kernels in the family of C: one text, in which every dialect spells a few words its own way
 * (emit/c/text/bind_*.h). A kernel becomes a function over memories and a table of sizes:
 *
 *     void NAME(char *m0, char *m1, …, const int64_t *z, int32_t *failed)
 *
 * m0, m1, … are the memories of accesses 0, 1, … (element numbers have none); z has extents, offsets and strides (text_sizes); *failed becomes 1 where an index is
 * out of range (kernels that take indices have it). Each element is computed as the steps say, one value a line, with
 * the bits of every other engine.
 */
#ifndef FRIT_EMIT_C_TEXT_H
#define FRIT_EMIT_C_TEXT_H

#include "base/str.h"
#include "kernel/bound_kernel.h"

typedef struct TextDialect {
    const char *name;
    const char *const *bind, *const
                                 *moves; /* lines: how it spells things; how elements are moved */
    bool
        threads; /* many run the kernel at once: each takes rows (of a map, elements) by its number */
} TextDialect;

/* NULL: there is none of that name. */
const TextDialect *text_dialect(const char *name);

/* What a source depends on besides the kernel itself. Sizes are no part of it. */
typedef struct TextForm {
    bool map;                  /* every element by itself: all axes are inner ones */
    uint32_t n_outer, n_inner; /* axes, as far as they could not be merged */
    const uint8_t *
        along; /* by access: bytes of an element where neighbours along the last axis lie side by side; else 0 */
} TextForm;

/* A kernel's space as its source walks it: axes of one element left out, neighbours merged. */
typedef struct TextSpace {
    uint32_t n_outer, n_inner;
    int64_t extents[MAX_RANK];
    int64_t *strides; /* of access k along axis a: [k * (n_outer + n_inner) + a] */
    uint8_t *along;
    bool map;
} TextSpace;

struct Arena;
bool text_space(Env *env, struct Arena **arena, const BoundKernel *bound, TextSpace *out);
/* The table of sizes: how many, and what they are. */
uint32_t text_sizes_count(const Kernel *kernel, uint32_t n_axes);
/* Where the access begins in the table: first comes its offset. */
uint32_t text_size_of_access(const Kernel *kernel, uint32_t n_axes, uint32_t access);
void text_sizes(const BoundKernel *bound, const TextSpace *space, int64_t *out);

typedef struct TextKernel {
    const Kernel *kernel;
    TextForm form;
    const char *name; /* of its function */
} TextKernel;

/* The source of one kernel, a function frit_kernel, as its space is walked. */
bool text_emit_bound(Env *env, const TextDialect *dialect, const BoundKernel *bound,
                     const TextSpace *space, Str *out);
/* One source that has all of them. */
bool text_emit(Env *env, const TextDialect *dialect, const TextKernel *kernels, uint32_t n,
               Str *out);

#endif
