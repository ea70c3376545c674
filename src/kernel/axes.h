/* In which order the axes of a bound kernel are walked: small strides last. Engines share it. */
#ifndef FRIT_KERNEL_AXES_H
#define FRIT_KERNEL_AXES_H

#include "kernel/bound_kernel.h"

typedef struct Axes {
    uint32_t n, n_inner;
    uint32_t order[MAX_RANK]; /* which axis of the kernel */
    int64_t extents[MAX_RANK];
    int64_t n_rows, length; /* places of the outer axes, of the inner ones */
} Axes;

bool kernel_has(const Kernel *kernel, KernelCode code);
/* Do its rows mean nothing: is every element by itself? */
bool kernel_is_map(const Kernel *kernel);
/* Of the access along the kernel's axes. */
const int64_t *axis_strides(const BoundKernel *bound, uint32_t access);

/* map: all axes are inner, and any order will do. in_order: none is moved. */
void axes_choose(const BoundKernel *bound, bool map, bool in_order, Axes *axes);

/* Are rows better taken side by side than one after another? Where most accesses have neighbours of memory in
 * neighbouring rows, and where rows are many and shorter than `short_length`. */
bool axes_prefer_columns(const BoundKernel *bound, const Axes *axes, int64_t short_length);

/* Is it known before a run how many turns the loop of a K_FOR takes? */
bool axes_turns_known(const Kernel *kernel, const KernelInstr *loop);
/* Roughly what an element costs the interpreter, in nanoseconds. */
bool axes_cost(Env *env, const BoundKernel *bound, const Axes *axes, double *out);

#endif
