/* LLVMs beside the one that is taken by itself. */
#ifndef FRIT_TESTS_OTHER_LLVM_H
#define FRIT_TESTS_OTHER_LLVM_H

#include "emit/llvm/dialect.h"
#include "run/llvm/find.h"

enum { OTHER_LLVM_MAX = LLVM_NEWEST + 2 };

/* The one of that version. False: there is none, or it is the one that is taken anyway. */
bool other_llvm(unsigned major, LlvmPlace *out);
/* Any other; NULL: there is none. */
const LlvmPlace *some_other_llvm(LlvmPlace *out);

#endif
