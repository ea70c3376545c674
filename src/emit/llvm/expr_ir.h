/* Builds a step's tree as IR. */
#ifndef FRIT_EMIT_LLVM_EXPR_IR_H
#define FRIT_EMIT_LLVM_EXPR_IR_H

#include "emit/llvm/emitter.h"
#include "emit/llvm/expr.h"

/* What a node was built as, once: as a truth value (i1), and at each width. */
enum { EXPR_WIDTHS = 5 };

typedef struct ExprIr {
    Emit *e;
    const Expr *x;
    const Vec *in;
    unsigned lanes;
    Val memo[EXPR_MAX][EXPR_WIDTHS];
    /* The last quotient of integers: a remainder of the same operands takes it. */
    ExprId dividend, divisor;
    Val quotient;
    Val slow; /* lanes that only the complete step can do, or 0 */
} ExprIr;

/* Can everything in it be built for the target? */
bool expr_is_native(const Expr *x, const Target *target);
Val expr_truth(ExprIr *b, ExprId id);
/* The low bits of an integer; more than its type has are copies of its sign, or 0. */
Val expr_integer(ExprIr *b, ExprId id, unsigned bits);
Val expr_float(ExprIr *b, ExprId id);

#endif
