/*
 * Random programs: the same for the same seed, everywhere and always. Used by the tests, the
 * benchmarks and to make fuzz corpora.
 */
#ifndef TESTS_GEN_H
#define TESTS_GEN_H

#include "ir/program.h"

typedef enum GenMode {
    GEN_FORM,    /* any module that is well formed; its types make no sense */
    GEN_TYPED,   /* inference of the last program succeeds */
    GEN_MOSTLY,  /* GEN_TYPED with a few operands, attributes or types exchanged */
    GEN_RUNNABLE /* typed already, and made to be run: loops end, arrays are small */
} GenMode;

typedef struct GenOptions {
    uint64_t seed;
    GenMode mode;
    uint32_t size; /* instructions of a program, at most about; 0: a dozen */
} GenOptions;

/* malloc, for those who have no allocator of their own. */
extern const frit_allocator gen_allocator;

/* NULL when there is no memory. */
Module *gen_module(Env *env, GenOptions options);

/*
 * One program of n elementwise instructions over f32[m,n] arrays and scalars, with work for every
 * pass: constants to fold, identities to simplify, repeated and dead steps.
 */
Module *gen_straight(Env *env, uint32_t n);
/* A chain of programs, each of which calls the one before; the first is a single add. */
Module *gen_call_chain(Env *env, uint32_t depth);

#endif
