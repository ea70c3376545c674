/* LLVM, found at run time: IR text to object code. */
#ifndef FRIT_RUN_LLVM_COMPILE_H
#define FRIT_RUN_LLVM_COMPILE_H

#include "base/str.h"
#include "emit/llvm/target.h"
#include "run/llvm/find.h"

typedef struct Llvm Llvm;

/*
 * Opens the LLVM of a place (llvm_find) so that its symbols do not meet those of another LLVM in the
 * process; where it cannot be opened and nobody has named it, the newest that can (llvm_place says which). NULL
 * and FRIT_ERR_UNSUPPORTED (or whatever status fits) where that cannot be; the message says
 * why. Takes about 10 ms.
 */
Llvm *llvm_open(Env *env, const CompilerPlace *place);
/* The one that FRIT_LLVM names, or the newest that there is. */
Llvm *llvm_open_any(Env *env);
void llvm_close(Llvm *llvm);
const char *llvm_version(const Llvm *llvm); /* "22.1.8" */
const CompilerPlace *llvm_place(const Llvm *llvm);

/* The first line of text that LLVM is to optimise. */
#define LLVM_UNOPTIMISED "; optimise\n"

/* From several threads at once. The object is an ELF file. */
bool llvm_compile(Env *env, Llvm *llvm, const Target *target, const char *text, size_t len,
                  Str *object);
/* The same as assembly, for people. */
bool llvm_assembly(Env *env, Llvm *llvm, const Target *target, const char *text, size_t len,
                   Str *out);

#endif
