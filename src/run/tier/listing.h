/* The steps of a kernel's program as a file, for debuggers and profilers (run/code/debug.h). */
#ifndef FRIT_RUN_TIER_LISTING_H
#define FRIT_RUN_TIER_LISTING_H

#include "run/tier/tier.h"

/*
 * Appends the path of a file whose line k + 1 is instruction k of the program, and writes it; nothing
 * when the environment does not ask, or the file cannot be written. False for want of memory alone.
 */
bool listing_path(Env *env, const Tier *tier, Str *path);

#endif
