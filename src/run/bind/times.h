/* Timing of steps. */
#ifndef FRIT_RUN_BIND_TIMES_H
#define FRIT_RUN_BIND_TIMES_H

#include "run/bind/bound_parts.h"

typedef bool RunStep(Env *env, Bound *b, BoundStep *step, int mode);
/* Runs a step whose time somebody wants, and adds to it. */
bool bound_run_timed(Env *env, Bound *b, BoundStep *step, int mode, RunStep *run);

#endif
