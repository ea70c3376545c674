/* The entry points of the passes, one for each row of passes.def. */
#ifndef FRIT_OPT_PASSES_H
#define FRIT_OPT_PASSES_H

#include "opt/opt.h"

#define PASS(name, stage, doc) Program *pass_##name(OptContext *context, const Program *p);
#include "opt/passes.def"
#undef PASS

#endif
