/* Memory that is given back all at once. A NULL arena is an empty one. */
#ifndef FRIT_BASE_ARENA_H
#define FRIT_BASE_ARENA_H

#include "base/env.h"

typedef struct Arena Arena;

/* Zeroed, aligned for anything. */
void *arena_new(Env *env, Arena **arena, size_t size);
void arena_free(const frit_allocator *allocator, Arena **arena);

#endif
