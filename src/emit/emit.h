/* Source text for typed programs of elementwise steps: one emitter, dialects as rows. */
#ifndef FRIT_EMIT_EMIT_H
#define FRIT_EMIT_EMIT_H

#include "ir/program.h"

/* function_name may be NULL. Fails with FRIT_ERR_UNSUPPORTED and says which step and why. */
bool emit_source(Str *out, const Module *m, ProgId program, const char *dialect,
                 const char *function_name);
/* NULL past the end. */
const char *emit_dialect_name(uint32_t index);

#endif
