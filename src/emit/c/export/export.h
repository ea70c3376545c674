/*
 * A plan as C that needs no frit: a function over pointers, extents and strides that runs all of it.
 * What has no such text is FRIT_ERR_UNSUPPORTED, with the reason.
 */
#ifndef FRIT_EMIT_C_EXPORT_EXPORT_H
#define FRIT_EMIT_C_EXPORT_EXPORT_H

#include "base/str.h"
#include "plan/plan.h"

typedef struct ExportOptions {
    const char *name;        /* of the function; NULL: the program's */
    const char *header_name; /* the file that the source includes; NULL: it needs none */
    bool openmp;             /* rows in parallel where it is there */
} ExportOptions;

/* header may be NULL. */
bool export_plan(Env *env, const Plan *plan, const ExportOptions *options, Str *source,
                 Str *header);
/* Several functions in one source, whose names (options[k]) differ. */
bool export_plans(Env *env, const Plan *const *plans, const ExportOptions *options, uint32_t n,
                  Str *source);

#endif
