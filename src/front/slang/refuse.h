/* Between load.c and refuse.c. */
#ifndef FRIT_FRONT_SLANG_REFUSE_H
#define FRIT_FRONT_SLANG_REFUSE_H

#include "front/slang/slang.h"

/* Adds to `to` what `from` tells of these bytes, and it has not; with the notes that belong to it. */
bool tell_between(Env *env, const Diagnostics *from, const Source *source, uint32_t begin,
                  uint32_t end, Diagnostics *to);
/* All that `to` has not. */
bool tell_new(Env *env, const Diagnostics *from, Diagnostics *to);
/* The declaration of that name cannot be used; why. */
bool refuse(Env *env, Slang *k, StrId name, const Diagnostics *why);
/* The declarations of a file that could not be read, of which `told` tells. */
bool refuse_skipped(Env *env, Slang *k, uint32_t unit, const Diagnostics *told);

#endif
