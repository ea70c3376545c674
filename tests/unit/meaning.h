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

typedef enum Meant {
    MEANT_OK,
    MEANT_TOO_MUCH, /* more steps or larger arrays than a test wants */
    MEANT_NOT_KNOWN /* an extent is a name, or bits are read as floats: see meaning.c */
} Meant;

/* Runs a program on inputs made from the seed. The caller frees out->at. */
Meant meaning_of(const Module *m, ProgId id, uint64_t seed, Outputs *out);

#endif
