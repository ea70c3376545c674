/* Which steps have no result for some operands, and stop what runs them. */
#ifndef FRIT_OP_FAILS_H
#define FRIT_OP_FAILS_H

#include "op/op.h"

/* Those that look at indices, and routines of matrices that may be singular. */
static inline bool op_may_fail(Op op) {
    TypeRule rule = op_info(op)->rule;
    return op == OP_gather || op == OP_scatter || rule == RULE_RANKED || rule == RULE_SOLVE ||
           rule == RULE_SQUARE || rule == RULE_PACKED;
}

#endif
