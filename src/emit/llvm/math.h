/* The functions behind M(name) of ops.def, built from the same text as the interpreter's. */
#ifndef FRIT_EMIT_LLVM_MATH_H
#define FRIT_EMIT_LLVM_MATH_H

#include "emit/llvm/ir.h"

/* Where a function is built: values have so many lanes. Flags of floats must be "": mathematics is
 * strict in every mode. */
typedef struct MathEmit {
    Ir *ir;
    unsigned lanes;
} MathEmit;

typedef struct MathFn MathFn;

/* The function of that name for floats of `bits` on the target; NULL: there is none, the interpreter
 * must do it. */
const MathFn *math_find(const char *name, size_t len, unsigned bits, const Target *target);
unsigned math_arity(const MathFn *f);
/*
 * The function of `args`, of which all have the type of the result. Where *slow is not 0 afterwards,
 * it has lanes of i1: the lanes for which the result is wrong and only the complete step will do
 * (MATH_SLOW_PATHS). slow may be NULL: no such argument is there.
 */
Val math_build(const MathEmit *m, const MathFn *f, const Val *args, Val *slow);

typedef struct MathComplexFn MathComplexFn;

/* The function that the table's column for complex numbers names; NULL where it names none, or the interpreter must do it. */
const MathComplexFn *math_find_complex(const char *text, const Target *target);
/* The parts of the function; args: those of its operands, one after another, all of the type of the result's. slow: as
 * above, and it is never NULL. */
void math_build_complex(const MathEmit *m, const MathComplexFn *f, const Val *args, Val out[2],
                        Val *slow);

#endif
