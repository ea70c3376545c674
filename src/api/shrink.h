/*
 * Making a program smaller while something stays true of it: outputs are dropped, values become
 * inputs or one of the operands they were made from, and what nothing needs any more goes.
 */
#ifndef FRIT_API_SHRINK_H
#define FRIT_API_SHRINK_H

#include "ir/program.h"

/* Does the last program of the module still show it? False is a failure, not an answer. */
typedef bool StillFn(void *user, Env *env, const Module *typed, bool *still);

/* The smallest module found, whose last program shows it; typed's own last program does. NULL on
 * failure. At most max_tries candidates are looked at. */
Module *shrink(Env *env, const Module *typed, uint32_t max_tries, StillFn *still, void *user);

#endif
