/* Programs through the planner, run as compiled maps by a driver of a few lines. */
#ifndef TESTS_LLVM_MAP_FIXTURE_H
#define TESTS_LLVM_MAP_FIXTURE_H

#include "blocks_fixture.h"
#include "emit/llvm/llvm.h"
#include "kernels.h"
#include "plan_fixture.h"
#include "run/bind/bound_parts.h"
#include "run/code/code.h"
#include "run/llvm/compile.h"

/* ---- a driver */

typedef struct Driver {
    const BoundKernel *bound;
    const Kernel *kernel;
    char *const *pointers;
    uint8_t along[32];
    int64_t indexed[32][8];
    LineFrame *frame;
} Driver;

void driver_open(Driver *d, const BoundKernel *bound, char *const *pointers,
                 const BlockOps *blocks);
/* What the functions returned. d->frame is the caller's to free. */
int32_t driver_run(Driver *d, const Code *code);
Code *compile_kernel(Env *env, Llvm *llvm, const Kernel *kernel, const Form *form);

/* ---- programs */

typedef struct Case {
    const char *text;
    int64_t n, m, k; /* extents by name */
    /* One letter an input: r special and random values, s numbers from 0 to 9, i an index below n with
     * some negative ones, > and < the same but one just too large or too small, b one of 0 .. 2n; t: the same but axes exchanged in memory; f:
     * from the end; g: with gaps. */
    const char *fill;
    int32_t ran; /* what comes of it */
} Case;

typedef struct Array {
    TypeId type, elem;
    unsigned rank;
    int64_t shape[4], strides[4], count;
    size_t size, bytes;
    char *memory, *at; /* at: the element 0, 0, ... */
} Array;

typedef struct Ran {
    Fixture f;
    Plan *plan;
    Bound *bound;
    Machine machine;
    Array in[8], out[8];
    char *pointers[64], *temporaries[64];
} Ran;

void ran_open(Ran *r, const Case *c, const char *level);
void ran_close(Ran *r);
/* At every level of this CPU the bits of the interpreter; skips the test where there is no LLVM. */
void check_cases(const Case *cases, size_t n);
#define CHECK_CASES(cases) check_cases(cases, sizeof(cases) / sizeof *(cases))

#endif
