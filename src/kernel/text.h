/*
 * Bound kernels as text: all that an engine is given, in the order in which it stands. docs/kernel-form.md is
 * the reference. The same kernel gives the same bytes everywhere.
 */
#ifndef FRIT_KERNEL_TEXT_H
#define FRIT_KERNEL_TEXT_H

#include "base/str.h"
#include "kernel/bound_kernel.h"

/* A kernel that was read, with all that it needs. */
typedef struct KernelText {
    frit_allocator allocator;
    Module *names; /* its strings alone */
    Kernel kernel;
    BoundKernel bound;
    VEC(KernelMemory) memories; /* as BoundAccess.pointer counts them */
    VEC(BoundAccess) accesses;
    VEC(int64_t) extents;
    VEC(int64_t) numbers; /* strides and extents of accesses */
} KernelText;

/*
 * NULL on failure, with line and column. What is read has passed bound_kernel_check. Instructions count
 * themselves (KernelInstr.step): there is no program that they come from.
 */
KernelText *kernel_parse(Env *env, const char *text, size_t len);
void kernel_text_free(KernelText *text);

/* memories: as BoundAccess.pointer counts them; those that no access has are left out. */
void kernel_print(Str *out, const BoundKernel *bound, const KernelMemory *memories, uint32_t n);
/* How many memories the accesses name; and of each, without a name, what they touch. */
uint32_t kernel_memory_count(const BoundKernel *bound);
bool kernel_memories(Env *env, const BoundKernel *bound, KernelMemory *memories, uint32_t n);

/* The instructions, a line each. steps: with the instruction of the program that each comes from. */
void kernel_print_body(Str *out, const Kernel *kernel, unsigned margin, bool steps);

/* ---- words of the text */

/* What stands in front of the operands; a step, reduction, scan or draw has its op's name. */
extern const char *const kernel_code_names[K_CODE_COUNT];
const char *kernel_level_name(unsigned level);

#endif
