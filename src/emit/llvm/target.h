/* The CPUs that LLVM code is made for: the levels of the interpreter, of every architecture. */
#ifndef FRIT_EMIT_LLVM_TARGET_H
#define FRIT_EMIT_LLVM_TARGET_H

#include <stdbool.h>

typedef struct Target {
    const char *name;      /* as BlockOps.name: "avx512", "avx2", "x86-64"; "neon" */
    const char *triple;    /* "x86_64-unknown-linux-gnu" */
    const char *cpu;       /* "x86-64-v4" */
    unsigned vector_bytes; /* of a vector register */
    bool masks;            /* a load or store of some lanes alone costs no more than one of all */
    bool gathers;          /* there is an instruction for loads from many places */
    bool fma;              /* a * b + c rounded once is an instruction */
    bool rounds;           /* floor, ceil, trunc, rint are instructions */
    bool halves;           /* f16 to and from f32 is an instruction */
} Target;

/* NULL: there is no such target. */
const Target *target_named(const char *name);
const Target *target_at(unsigned index); /* NULL past the end */

#endif
