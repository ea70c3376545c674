/*
 * Compiled kernels on disk: one file an entry, root/v1/ab/cdef....frit, named by a digest of the key;
 * and packs, which are read before.
 *
 * Safe for any number of processes, without locks, on network file systems too: an entry is written
 * under a name of its own and renamed, which is one step; readers see no entry or a whole one, and what
 * a crash tore its checksum tells. Nothing is flushed to the disk by force: an entry lost in a power
 * failure costs a compile, waiting for the disk at each would cost more. Removing what others read or
 * write costs them a compile, no more.
 */
#ifndef FRIT_RUN_CACHE_DISK_H
#define FRIT_RUN_CACHE_DISK_H

#include <sys/types.h>

#include "run/cache/entry.h"

typedef struct DiskCache DiskCache;

typedef struct DiskOptions {
    const char *directory; /* as folder_choose takes it */
    uint64_t cap;          /* bytes; 0: FRIT_CACHE_SIZE or a good choice */
    const char *packs;     /* ':' between them; NULL: FRIT_CACHE_PACK; "": none */
    /* Told what people should know. Called from whoever looks or publishes. */
    void (*warn)(void *user, const char *text);
    void *warn_user;
    /* Tests: instead of write(2). NULL: write. */
    ssize_t (*write)(int file, const void *bytes, size_t len);
} DiskOptions;

typedef struct DiskCounts {
    uint64_t rejected, published, publish_fails, evicted;
} DiskCounts;

/* Touches no file. */
DiskCache *disk_new(Env *env, const DiskOptions *options);
void disk_free(DiskCache *disk);
/* In a child, before anything else: the parent's threads are gone. */
void disk_after_fork(DiskCache *disk);
/* NULL: no disk. */
const char *disk_directory(const DiskCache *disk);
uint64_t disk_cap(const DiskCache *disk);
bool disk_has_packs(const DiskCache *disk);

typedef enum DiskFound { DISK_NONE, DISK_PACK, DISK_ENTRY } DiskFound;
/* The bytes of an entry with this very key, checked: *entry points into *bytes, which the caller frees
 * with str_free, whatever came back. packs_alone: not in the folder. */
DiskFound disk_find(DiskCache *disk, const char *key, size_t len, bool packs_alone, Str *bytes,
                    Entry *entry);
/* The loader did not take the object of the entry that was found. Removes it. */
void disk_reject(DiskCache *disk, DiskFound found, const char *key, size_t len, const char *why);
/* Writes an entry (made now); where that cannot be, that is counted, and after a few times no more is
 * tried. */
void disk_publish(Env *env, DiskCache *disk, const Entry *entry);
/* The same with the bytes of an entry that was read before. False: it is not there now. */
bool disk_publish_bytes(Env *env, DiskCache *disk, const char *key, size_t len, const void *bytes,
                        size_t size);
DiskCounts disk_counts(const DiskCache *disk);

#endif
