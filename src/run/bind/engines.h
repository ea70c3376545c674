/* What runs each kernel of a bound plan, and its code, for people. Nothing of the plan changes. */
#ifndef FRIT_RUN_BIND_ENGINES_H
#define FRIT_RUN_BIND_ENGINES_H

#include "plan/report.h"
#include "run/bind/bound.h"

/* Fills in ReportEntry.engine of a report of the bound plan, as things stand now. */
bool bound_engines(Env *env, const Bound *bound, Report *report);

/* The code of entry number `entry`: LLVM IR, assembly (then an LLVM is needed), or source. */
bool bound_code(Env *env, const Bound *bound, const Report *report, uint32_t entry,
                frit_code_format format, Str *out);

#endif
