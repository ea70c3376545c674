/* LLVM IR of kernels: text, and the key that names it. Needs no LLVM. */
#ifndef FRIT_EMIT_LLVM_LLVM_H
#define FRIT_EMIT_LLVM_LLVM_H

#include "base/str.h"
#include "emit/llvm/form.h"

typedef struct LlvmOptions {
    /* Line tables: line k + 1 of a file of that name is instruction k of the program. NULL: none. */
    const char *debug_file;
} LlvmOptions;

/* Deterministic: the same kernel, form and options give the same text. */
bool llvm_emit(Env *env, const Kernel *kernel, const Form *form, const LlvmOptions *options,
               Str *out);
bool llvm_needs(Env *env, const Kernel *kernel, const Form *form, FormNeeds *out);
/*
 * Everything the text depends on, in a few hundred bytes: structure of the kernel, constants, dtypes,
 * form, numerics, target, the major version of LLVM, and FRIT_CODEGEN_ID (a hash over the sources that make code). Two kernels of
 * equal keys have the same code. No pointers, no names of the program's variables.
 */
void llvm_key(Str *out, const Kernel *kernel, const Form *form);

#endif
