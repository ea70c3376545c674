/* The checker of the kernel form: what every kernel promises to engines, as lists of named rules. */
#ifndef FRIT_KERNEL_CHECK_H
#define FRIT_KERNEL_CHECK_H

#include "ir/check.h"
#include "kernel/bound_kernel.h"

/* What broke a rule. */
typedef struct KernelPlace {
    uint32_t instr, access; /* NO_INSTR: none */
} KernelPlace;

/*
 * The form alone, without a plan and without numbers. Fails with FRIT_ERR_CHECK; the message ends with
 * the name of the rule in brackets. Safe on any contents whose vectors are whole: indices are checked
 * before they are used. where: may be NULL.
 */
bool kernel_check(Env *env, const Kernel *kernel, KernelPlace *where);

/* That, and the numbers of a bound kernel: its accesses stay inside of the n memories, which
 * BoundAccess.pointer counts. */
bool bound_kernel_check(Env *env, const BoundKernel *bound, const KernelMemory *memories,
                        uint32_t n, KernelPlace *where);

/* The bytes from its pointer that an access may touch: [low, high). Where an axis has no elements, as if it
 * had one. False: they do not fit 64 bits. */
bool access_reach(const BoundKernel *bound, uint32_t access, int64_t *low, int64_t *high);

/* Rule number index, in the order in which they are looked at; those of bound kernels are the last. False
 * past the end. */
bool kernel_check_rule(uint32_t index, CheckRule *out);

#endif
