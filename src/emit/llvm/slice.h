/* Inside of the analysis. */
#ifndef FRIT_EMIT_LLVM_SLICE_H
#define FRIT_EMIT_LLVM_SLICE_H

#include "emit/llvm/analyse.h"

/* Fills the slices of rows and phases and chooses what is kept between phases. */
void slices_find(Analysis *a);

#endif
