/* Which variables an output needs. */
#ifndef FRIT_OPT_DCE_H
#define FRIT_OPT_DCE_H

#include "opt/opt.h"

/* One byte a variable (p->vars.len + 1 of them, to be freed by the caller). NULL on failure. */
uint8_t *live_variables(Env *env, const Program *p);

#endif
