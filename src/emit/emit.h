/*
 * Source text for typed programs of elementwise steps: one emitter, dialects as rows.
 *
 * A program without arrays becomes a function: inputs v0, v1, … by value, one result returned,
 * several through parameters r0, r1, …
 *
 * A program over arrays becomes a function of one element of each and a kernel around it. The
 * kernel's parameters are the extents n0, n1, … of the iteration space (the shapes of the outputs
 * broadcast together), then for each input and each output, in order, a pointer and its strides in
 * elements, one for each axis of its own: any sign, 0 to repeat. Scalar inputs come by value, a bool
 * as a byte; vectors, structs and the like of rank 0 by pointer. Elements lie packed; a bool is a
 * byte, 0 or 1. Sizes are 64-bit. An output that has fewer axes than the space is written when the
 * space has an element at all. An input that the program does nothing with but pack is an array of the
 * vectors (matrices, fixed arrays), as is an output that it unpacks. (slang: the number of threads comes first. metal: extents and strides
 * come as one array, in that order.)
 */
#ifndef FRIT_EMIT_EMIT_H
#define FRIT_EMIT_EMIT_H

#include "ir/program.h"

/* function_name may be NULL. Fails with FRIT_ERR_UNSUPPORTED and says which step and why. */
bool emit_source(Str *out, const Module *m, ProgId program, const char *dialect,
                 const char *function_name);
/* NULL past the end. */
const char *emit_dialect_name(uint32_t index);

#endif
