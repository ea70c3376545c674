/*
 * Verify mode: a program runs fused and step by step, and both must give the same bits before anything
 * is written to the outputs.
 */
#ifndef FRIT_API_VERIFY_H
#define FRIT_API_VERIFY_H

#include "run/bind/bound.h"

/* Preparations of one plan, those used last first: shapes that take turns find theirs again. */
enum { KEPT_BOUNDS = 8 };
typedef struct BoundCache {
    Bound *at[KEPT_BOUNDS]; /* NULL: none from here on */
    uint64_t generation;    /* of the machine they were made for */
} BoundCache;

/* The one for these layouts, made if need be. NULL on failure. Belongs to the cache. */
Bound *cache_find(Env *env, BoundCache *cache, const Plan *plan, Machine *machine,
                  const Layout *inputs, const Layout *outputs);
void cache_free(BoundCache *cache);

typedef struct Verifier Verifier;

Verifier *verifier_new(Env *env, const Plan *fused, Machine *machine);
void verifier_free(Verifier *verifier);
/*
 * bound: the fused plan for the layouts of all arguments. Fails with FRIT_ERR_MISMATCH where an element
 * differs in a bit, unless both are NaN.
 */
bool verifier_run(Env *env, Verifier *verifier, Bound *bound, const Layout *inputs, char *const *in,
                  char *const *out);

#endif
