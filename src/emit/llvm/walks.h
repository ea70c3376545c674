/* The ways to walk the space of a kernel: each emits the functions of its form (form.h). */
#ifndef FRIT_EMIT_LLVM_WALKS_H
#define FRIT_EMIT_LLVM_WALKS_H

#include "emit/llvm/analyse.h"
#include "emit/llvm/emitter.h"

void walk_map(Emit *e);
void walk_rows(Emit *e);
void walk_phases(Emit *e);
void walk_columns(Emit *e);

/* row_bytes and n_values of rows, phases and columns; the rest is in the analysis. */
bool walk_needs(Env *env, const CodeAnalysis *code, FormNeeds *needs);

#endif
