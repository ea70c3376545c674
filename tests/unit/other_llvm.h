/* LLVMs beside the one that is taken by itself. */
#ifndef FRIT_TESTS_OTHER_LLVM_H
#define FRIT_TESTS_OTHER_LLVM_H

#include "emit/llvm/dialect.h"
#include "run/llvm/find.h"

enum { OTHER_LLVM_MAX = LLVM_NEWEST + 2 };

/* The one of that version. False: there is none, or it is the one that is taken anyway. */
bool other_llvm(unsigned major, CompilerPlace *out);
/* Any other; NULL: there is none. */
const CompilerPlace *some_other_llvm(CompilerPlace *out);

#endif
