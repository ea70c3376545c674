/* The functions made from the F, I, U, B and Z columns of ops.def. Callers use op_eval of op.h. */
#ifndef FRIT_OP_EVAL_H
#define FRIT_OP_EVAL_H

#include "op/op.h"

/*
 * One step on scalars in their domain. width: the bits of an integer dtype, the digits of a float
 * one. in[] has 3 entries.
 */
typedef void EvalFn(const Scalar *in, Scalar *out, int width);

/* NULL where an op has no step in a domain. */
extern EvalFn *const eval_table[OP_COUNT][DOMAIN_COUNT];

#endif
