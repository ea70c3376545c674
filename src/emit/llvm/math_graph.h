/* A computation before it becomes lines of IR: nodes, equal ones once. */
#ifndef FRIT_EMIT_LLVM_MATH_GRAPH_H
#define FRIT_EMIT_LLVM_MATH_GRAPH_H

#include "emit/llvm/ir.h"

typedef uint32_t MathId; /* 0: none */

typedef enum MathKind {
    MATH_GIVEN, /* a value from outside: `built` */
    MATH_CONSTANT,
    MATH_BINARY,
    MATH_COMPARE,
    MATH_SELECT,
    MATH_NEGATE,
    MATH_CONVERT,
    MATH_SCALE, /* kid[0] * 2^kid[1] */
    MATH_CALL
} MathKind;

typedef struct MathNode {
    uint8_t kind; /* MathKind */
    IrType type;
    const char *op; /* as ir.h's functions take it */
    MathId kid[3];
    uint64_t bits; /* of a constant */
    Val built;     /* 0: not yet */
    MathId next;   /* of the same hash */
} MathNode;

enum { MATH_HASHES = 256 };

typedef struct MathGraph {
    Ir *ir;
    unsigned lanes;
    VEC(MathNode) nodes; /* number 0 is none */
    MathId first[MATH_HASHES];
} MathGraph;

void graph_open(MathGraph *g, Ir *ir, unsigned lanes);
void graph_close(MathGraph *g);
MathId graph_given(MathGraph *g, Val v);
MathId graph_constant(MathGraph *g, IrType type, uint64_t bits);
MathId graph_add(MathGraph *g, MathKind kind, const char *op, IrType type, const MathId kids[3]);
IrType graph_type(const MathGraph *g, MathId id);
bool graph_is_constant(const MathGraph *g, MathId id, uint64_t *bits);
/* n where w is 0 - n; else w. */
MathId graph_negated(const MathGraph *g, MathId w);
/* May there be MATH_SCALE of f32? */
bool graph_has_scale(const MathGraph *g);
/* The lines that compute it, operands from the first to the last; none that are there already. */
Val graph_emit(MathGraph *g, MathId id);

#endif
