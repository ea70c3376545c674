/*
 * What a typed program with numbers for extents computes, element by element: the slow and obvious
 * way, to compare programs with. Ops that this does not know are taken as functions of their
 * operands and attributes of which nothing else is known; of those that act on elements, each
 * element is such a function.
 */
#ifndef TESTS_UNIT_MEANING_H
#define TESTS_UNIT_MEANING_H

#include "ir/program.h"

typedef struct Outputs {
    Bits *at; /* the scalars of every output, one after another */
    size_t n;
} Outputs;

/* An array of elements of `leaves` scalars each. */
enum { MAX_LEAVES = 64 };
typedef struct Array {
    TypeId type;
    unsigned rank;
    Dim dims[MAX_RANK];
    size_t count; /* elements */
    unsigned leaves;
    Dtype dtypes[MAX_LEAVES];
    Bits *at;
} Array;

typedef enum Meant {
    MEANT_OK,
    MEANT_TOO_MUCH, /* more steps or larger arrays than a test wants */
    MEANT_NOT_KNOWN /* an extent is a name, or bits are read as floats: see meaning.c */
} Meant;

/* Runs a program on inputs made from the seed. The caller frees out->at. */
Meant meaning_of(const Module *m, ProgId id, uint64_t seed, Outputs *out);
/* The same on given inputs: the scalars of each, one after another. */
Meant meaning_given(const Module *m, ProgId id, const Bits *const *inputs, Outputs *out);

/* ---- shared by the files of this evaluator */

void meaning_split(const Array *a, size_t element, Dim index[MAX_RANK]);
size_t meaning_join(const Array *a, const Dim *index);
/* Is the axis in list attribute k, or is there none? */
bool meaning_in_list(const Program *p, const Instr *i, unsigned k, unsigned axis, unsigned rank);
/* Reductions, one element after another. False: of that op nothing is known. */
bool meaning_reduce(const Program *p, const Instr *i, const Array *x, const Array *out);
/* The sum of products of n components. */
Bits meaning_dot(Dtype dtype, const Bits *x, const Bits *y, unsigned n);

#endif
