/* The checker: what must be true of a module at each stage, as a list of named rules. */
#ifndef FRIT_IR_CHECK_H
#define FRIT_IR_CHECK_H

#include <stdarg.h>

#include "ir/program.h"

/*
 * The stage BUILT: needs no types. Fails with FRIT_ERR_CHECK; the message ends with the name of the
 * rule in brackets. Safe on any contents whose vectors are whole: indices are checked before they
 * are used.
 */
bool check_built(Env *env, const Module *m);
/*
 * The same for one program that is number self of m, or is to become that. The module's tables and
 * the programs before it must be in order.
 */
bool check_built_program(Env *env, const Module *m, const Program *p, ProgId self);

/* Rule number index of a stage, in the order in which they are looked at. */
typedef struct CheckRule {
    const char *name, *doc;
} CheckRule;

/* False past the end. */
bool check_built_rule(uint32_t index, CheckRule *out);

/* Says that a rule is broken, and where; always false. For the checkers of later stages too. */
#define NO_INSTR UINT32_MAX
bool check_fail(Env *env, const Module *m, const Program *p, uint32_t instr, const char *rule,
                const char *format, va_list args) __attribute__((format(printf, 6, 0)));

#endif
