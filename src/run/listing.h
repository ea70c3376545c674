/* The steps of a kernel's program as a file, for debuggers and profilers (run/llvm/debug.h). */
#ifndef FRIT_RUN_LISTING_H
#define FRIT_RUN_LISTING_H

#include "base/str.h"
#include "run/bound.h"

struct BoundStep;

/*
 * Appends the path of a file whose line k + 1 is instruction k of the program, and writes it; nothing
 * when the environment does not ask, or the file cannot be written. False for want of memory alone.
 */
bool listing_path(Env *env, const Bound *b, const struct BoundStep *step, Str *path);

#endif
