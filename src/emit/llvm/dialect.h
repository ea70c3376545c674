/*
 * What differs between the versions of LLVM in how the IR that is made here is spelled. Everything else
 * is the same text for all of them.
 */
#ifndef FRIT_EMIT_LLVM_DIALECT_H
#define FRIT_EMIT_LLVM_DIALECT_H

#include <stdbool.h>

/* Major versions: the first that can be used, and the last that is known. Later ones are taken for that. */
enum { LLVM_OLDEST = 16, LLVM_NEWEST = 22 };

typedef struct LlvmDialect {
    unsigned since; /* the first version that reads it */
    bool splats;    /* "splat (i32 1)" is a constant of equal lanes; else each lane is written */
    /* The alignment of masked loads and stores is an attribute of their pointers; else it is an
     * operand, the one after the pointers. */
    bool align_attribute;
} LlvmDialect;

/* Of a major version; 0: of the last that is known. */
const LlvmDialect *dialect_of(unsigned major);

#endif
