/* Scans as IR: along a row one element after another, side by side one step an element. */
#ifndef FRIT_EMIT_LLVM_SCAN_H
#define FRIT_EMIT_LLVM_SCAN_H

#include "emit/llvm/emitter.h"

/* What one lane's state is before the first element, to the state's memory. lanes: how many states
 * stand there one after another, as registers. */
void scan_start(Emit *e, const KernelInstr *i, Val state, unsigned lanes);
/* The next elements of a row, `count` (an i64) of them, by the interpreter's own loop. A reverse scan
 * begins with the last. */
Vec scan_along(Emit *e, const KernelInstr *i, Vec x, Val state, Val count);
/* The next element of each of e->lanes rows. */
Vec scan_across(Emit *e, const KernelInstr *i, Vec x, Val state);

#endif
