/*
 * A plan as C that needs no frit: a function over pointers, extents and strides that runs all its kernels in order.
 * What has no such text is FRIT_ERR_UNSUPPORTED, with the reason.
 */
#ifndef FRIT_EMIT_C_EXPORT_H
#define FRIT_EMIT_C_EXPORT_H

#include "base/str.h"
#include "plan/plan.h"

/* name: of the function; NULL: the program's. header may be NULL. */
bool export_plan(Env *env, const Plan *plan, const char *name, Str *source, Str *header);

#endif
