/*
 * A pack: one file of compiled kernels, to be shipped with an application.
 *
 *     "fritpack"  8 bytes
 *     u32         PACK_FORMAT
 *     u32         number of entries
 *     u64         where the index begins
 *     u64         0
 *     entries     each from a multiple of 16 bytes on
 *     index       32 bytes an entry, in the order of names: half a digest of its key, u64 place, u64 length
 *     32 bytes    digest of head and index
 *
 * A look reads head, a few lines of the index and one entry, which carries its own checksum and key: a
 * wrong index can lead to no wrong entry. Packs are trusted as shared libraries are: whoever may write
 * them may run code. One that everybody can write to is refused.
 */
#ifndef FRIT_RUN_CACHE_PACK_H
#define FRIT_RUN_CACHE_PACK_H

#include "run/cache/entry.h"
#include "run/cache/walk.h"

enum { PACK_FORMAT = 1 };

/* As walk_read: FILE_ABSENT is a pack without this entry, or one that cannot be used (*wrong says why, else
 * it is NULL). FILE_WRONG: the entry is not as it must be. */
FileRead pack_find(const char *path, const char *key, size_t len, Str *out, Entry *entry,
                   const char **wrong);

/* Calls `each` with every entry of a pack, in the order of names. wrong: NULL, or what is wrong with
 * this one; then *entry is empty. False from `each` ends it. */
typedef bool PackFn(void *user, const char *name, const Entry *entry, const Str *bytes,
                    const char *wrong);
/* FRIT_ERR_FORMAT where the file is no whole pack. */
bool pack_each(Env *env, const char *path, PackFn *each, void *user);

/* Making one. Nothing is there under its name until pack_finish has succeeded. */
typedef struct PackWriter PackWriter;
PackWriter *pack_begin(Env *env, const char *path);
/* In the order of names, each once. */
bool pack_add(Env *env, PackWriter *writer, const char *name, const Str *bytes);
/* Frees the writer. */
bool pack_finish(Env *env, PackWriter *writer);
void pack_abandon(PackWriter *writer);

#endif
