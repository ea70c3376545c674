/* A bound kernel run by an engine that is named, without a plan: for kernels from text. */
#ifndef FRIT_RUN_TIER_ONCE_H
#define FRIT_RUN_TIER_ONCE_H

#include "kernel/room.h"
#include "run/engine/engine.h"

/* The machine's engine of that name ("interpreted", "compiled"); NULL with the reason in env. */
const Engine *engine_named(Env *env, const Machine *machine, const char *name);

/* Prepares it, makes its code where the engine needs some, runs it on the room, which is the host's memory. What
 * it writes may have been written in part where it fails. */
bool run_once(Env *env, Machine *machine, const Engine *engine, const BoundKernel *bound,
              frit_numerics numerics, const KernelRoom *room);

#endif
