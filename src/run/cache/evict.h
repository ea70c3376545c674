/* Keeps a cache on disk in its size. */
#ifndef FRIT_RUN_CACHE_EVICT_H
#define FRIT_RUN_CACHE_EVICT_H

#include "run/cache/walk.h"

/*
 * Removes what unfinished writers left behind, and where the entries are more than cap bytes, the least
 * recently used until an eighth is free. `format`: the open folder root/v1. *removed grows by the number
 * of entries.
 */
bool evict_sweep(Env *env, int format, uint64_t cap, uint64_t *removed);
/* A temporary file that nobody writes any more. now: seconds since 1970. */
bool evict_is_leftover(const struct stat *s, int64_t now);
/* Somebody swept not long ago. */
bool evict_was_swept(int format);

#endif
