/* A kernel with numbers for its extents and strides: what an engine is given to run. */
#ifndef FRIT_KERNEL_BOUND_KERNEL_H
#define FRIT_KERNEL_BOUND_KERNEL_H

#include "kernel/kernel.h"

typedef struct BoundAccess {
    uint32_t pointer;   /* in the table of pointers of a run; UINT32_MAX: an element number */
    uint32_t elem_size; /* bytes of an element of the buffer; of an element number 1 */
    int64_t offset;     /* bytes to the element, not to its leaf; of an element number: elements */
    const int64_t *strides; /* indexed axes, then the kernel's axes; bytes, or elements */
    const int64_t *indexed; /* extents of the indexed axes */
    bool empty;             /* the buffer has no elements: there is nowhere to store */
} BoundAccess;

typedef struct BoundKernel {
    const Kernel *kernel;
    const int64_t *extents; /* of its axes */
    const BoundAccess *accesses;
} BoundKernel;

/* The memory behind a pointer: bytes from `from` (0 or less) on, counted from where it points. */
typedef struct KernelMemory {
    const char *name; /* NULL: m and its number */
    int64_t from, bytes;
} KernelMemory;

#endif
