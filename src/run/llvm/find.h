/*
 * Which LLVM compiles here. It is known without opening it, by the name that the file itself says it has
 * (its soname): a process whose kernels are all in the cache never opens one.
 */
#ifndef FRIT_RUN_LLVM_FIND_H
#define FRIT_RUN_LLVM_FIND_H

#include "run/cache/store.h"

/*
 * wanted: a file, a name to look for as the loader does, or "none"; NULL or "": what FRIT_LLVM says, and
 * without that the newest from LLVM_OLDEST on that the loader would find or that lies in one of the usual
 * folders. FRIT_ERR_UNSUPPORTED where there is none (or "none" is wanted), FRIT_ERR_ARGUMENT where what is
 * wanted is no such LLVM; the message says what was looked for. One whose name says no version is opened
 * to ask it. folder: where what was searched for may be noted for the next process (note.h); NULL: nowhere.
 */
bool llvm_find(Env *env, const char *wanted, const char *folder, CompilerPlace *out);

/* The newest that is none of n that were found before and cannot be opened. False: there is none. */
bool llvm_find_but(Env *env, const CompilerPlace *failed, unsigned n, CompilerPlace *out);

/* The path, version and build of a file that is a shared library for this machine and says by its soname
 * that it is LLVM's. False: it is not. Any bytes may be in the file. */
bool llvm_identify(const char *path, CompilerPlace *out);

/* The major version in the name of a library: "libLLVM.so.22.1", "libLLVM-16.so.1". 0: it is no such
 * name. */
unsigned llvm_named_version(const char *name);

#endif
