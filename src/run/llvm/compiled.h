/*
 * A kernel bound to sizes, run by compiled code: chooses the form, shares the work among workers,
 * stages what lies irregularly. The counterpart of run/interp/interp.h.
 */
#ifndef FRIT_RUN_LLVM_COMPILED_H
#define FRIT_RUN_LLVM_COMPILED_H

#include "emit/llvm/form.h"
#include "run/engine/engine.h"

typedef struct CompiledKernel CompiledKernel;

extern const Engine llvm_engine;
extern const struct StoreHooks llvm_hooks;

/*
 * Chooses how to walk the space, for these sizes and strides and the machine's level (its host's blocks
 * name the target). The BoundKernel's arrays must outlive it. NULL without an error set (status
 * FRIT_OK): this kernel is left to the interpreter (an ISA without a target: "portable").
 *
 * choice 0 is the form that is quickest. Those from 1 to COMPILED_CHOICES - 1 are other forms that can
 * run it as well, with the same results: for code that was compiled for other sizes, or for another
 * number of threads. NULL without an error: there is none of that number.
 */
enum { COMPILED_CHOICES = 11 };
CompiledKernel *compiled_new(Env *env, Machine *machine, const BoundKernel *bound,
                             frit_numerics numerics, unsigned choice);
void compiled_free(CompiledKernel *k);
const Form *compiled_form(const CompiledKernel *k);
const Kernel *compiled_kernel(const CompiledKernel *k);

/* One thread at a time. The code was made for compiled_form; the kernel holds a reference to it until it
 * is given another one or freed. */
EngineRan compiled_run(Env *env, CompiledKernel *k, Code *code, char *const *pointers);

#endif
