/*
 * The interpreter: runs a kernel on blocks of elements, one vectorised loop an instruction.
 */
#ifndef FRIT_RUN_INTERP_INTERP_H
#define FRIT_RUN_INTERP_INTERP_H

#include "run/engine/engine.h"

typedef struct InterpKernel InterpKernel;

extern const Engine interp_engine;

/* Chooses how to walk the space, allots registers. The BoundKernel's arrays must outlive it. */
InterpKernel *interp_new(Env *env, Machine *machine, const BoundKernel *bound);
void interp_free(InterpKernel *k);
/* pointers: as BoundAccess.pointer counts them. Fails with FRIT_ERR_INDEX where a gather or scatter
 * leaves its array, with FRIT_ERR_CANCELLED, or for want of memory. One thread at a time. */
bool interp_run(Env *env, InterpKernel *k, char *const *pointers);
/* Nanoseconds that a run takes on one thread, and how many threads there are: a rough guess. */
double interp_cost(const InterpKernel *k);
unsigned interp_threads(const InterpKernel *k);
/* After FRIT_ERR_INDEX: the instruction of the program that did it. */
uint32_t interp_failed(const InterpKernel *k);

#endif
