/* What people should know, handed to the host's warn. */
#ifndef FRIT_RUN_TIER_TELL_H
#define FRIT_RUN_TIER_TELL_H

#include "run/device/machine.h"

/* What the store has to say, if there is something new. */
void tier_tell(Machine *machine);
/* The same, whether its generation says so or not. */
void tier_tell_warnings(Machine *machine);
/* A kernel was needed and may not be compiled. */
void tier_tell_missing(const Machine *machine, const char *label);

#endif
