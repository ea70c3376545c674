/* Looking after a cache on disk: listing, checking, removing, packs. Needs no store, and is safe while
 * others use the folder. */
#ifndef FRIT_RUN_CACHE_MANAGE_H
#define FRIT_RUN_CACHE_MANAGE_H

#include "base/str.h"

/* where: a folder or a pack; NULL: the folder of the environment. A folder that is not there has no
 * entries. */
bool manage_each(Env *env, const char *where, frit_cache_fn *each, void *user);
/* filter NULL: all. */
bool manage_remove(Env *env, const char *folder, const frit_cache_filter *filter, uint64_t *count);
bool manage_pack(Env *env, const char *folder, const frit_cache_filter *filter, const char *file,
                 uint64_t *count);
bool manage_unpack(Env *env, const char *file, const char *folder, uint64_t *count,
                   uint64_t *refused);
/* The folder, "" where there is none, and how large it may become. */
bool manage_folder(Env *env, Str *path, uint64_t *cap);

#endif
