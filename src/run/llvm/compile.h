/* LLVM, found at run time: IR text to object code. */
#ifndef FRIT_RUN_LLVM_COMPILE_H
#define FRIT_RUN_LLVM_COMPILE_H

#include "base/str.h"
#include "emit/llvm/target.h"

typedef struct Llvm Llvm;

/*
 * Looks for LLVM (FRIT_LLVM names a library; "none": do not look) and opens it so that its symbols do
 * not meet those of another LLVM in the process. NULL and FRIT_ERR_UNSUPPORTED (or whatever status
 * fits) where there is none; the message says where it looked. Takes about 10 ms.
 */
Llvm *llvm_open(Env *env);
void llvm_close(Llvm *llvm);
const char *llvm_version(const Llvm *llvm); /* "22.1.8" */

/* From several threads at once. The object is an ELF file. */
bool llvm_compile(Env *env, Llvm *llvm, const Target *target, const char *text, size_t len,
                  Str *object);
/* The same as assembly, for people. */
bool llvm_assembly(Env *env, Llvm *llvm, const Target *target, const char *text, size_t len,
                   Str *out);

#endif
