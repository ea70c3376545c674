/*
 * Compiled code played by functions of C: they walk a LineFrame as emit/llvm/form.h says, one element after
 * another, through the table of ops. Slow, for kernels without loops, branches, scans and scatters; it
 * tests what drives compiled code, without a compiler.
 */
#ifndef TESTS_UNIT_PLAYED_CODE_H
#define TESTS_UNIT_PLAYED_CODE_H

#include "kernels.h"
#include "run/llvm/driver.h"

/* Stores of the maker's kernel get their levels, from strides and values. */
void played_levels(KernelMaker *m);
/* Lets the kernel run played functions. */
void played_use(CompiledKernel *k);

#endif
