/* What choosing how threads walk a kernel has to know of the walks. */
#ifndef FRIT_EMIT_C_CHOOSE_H
#define FRIT_EMIT_C_CHOOSE_H

#include "emit/c/text.h"

/* Roughly, how many instructions of a thread it comes to. */
unsigned text_weight(const KernelInstr *i);

#endif
