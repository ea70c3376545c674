/*
 * Rewrites of typed programs. One pass a file; each makes a new program from an old one and never
 * changes what the program computes under the numerics it is given.
 */
#ifndef FRIT_OPT_OPT_H
#define FRIT_OPT_OPT_H

#include "ir/program.h"

struct RuleBook;

/* What is known of a program while a pass goes over its module. */
typedef struct ProgramFacts {
    bool mapped;      /* a map refers to it */
    bool copies;      /* it, or a program it runs, gives a value memory of its own */
    bool fails;       /* it, or a program it runs, may find an index out of range */
    uint8_t mappable; /* what inline.c has found out about it */
} ProgramFacts;

typedef struct OptContext {
    Env *env;
    Module *module; /* tables may grow; some of its programs are already rewritten */
    frit_numerics numerics;
    uint64_t growth;        /* instructions that inlining may still add in this pass */
    ProgramFacts *facts;    /* by program; made anew for every pass */
    struct RuleBook *rules; /* made by the first pass that needs it, freed by the manager */
} OptContext;

/* Makes the rewritten program. NULL on failure. The old one is not touched. */
typedef Program *PassFn(OptContext *context, const Program *p);

typedef struct Pass {
    const char *name, *doc;
    PassFn *run;
    frit_check_stage after; /* what holds after it when it held before (at least TYPED) */
} Pass;

/* NULL past the end. In the order in which they run by default. */
const Pass *pass_at(uint32_t index);

/*
 * Of a typed module. list: names separated by commas, NULL for all. On failure the module's programs are as they
 * were. options must not be NULL.
 */
bool opt_run(Env *env, Module *m, const char *list, const frit_opt_options *options);

#endif
