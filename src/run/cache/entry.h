/*
 * The bytes of an entry, in a file of its own or in a pack:
 *
 *     "fritcode"   8 bytes
 *     u32          ENTRY_FORMAT
 *     u32 x 4      lengths of key, label, target, versions
 *     u32          0
 *     u64          length of the object
 *     i64          when it was made, seconds since 1970
 *     key, label, target, versions; zeros up to a multiple of 16 bytes
 *     object
 *     32 bytes     digest of all bytes before
 *
 * Numbers are little-endian. Whatever the bytes are, reading them ends in an entry or in a reason.
 */
#ifndef FRIT_RUN_CACHE_ENTRY_H
#define FRIT_RUN_CACHE_ENTRY_H

#include "base/str.h"
#include "run/cache/digest.h"

/* Grows with every change of the layout; so does the name of the folder (FOLDER_FORMAT). */
enum { ENTRY_FORMAT = 1, ENTRY_HEAD = 48 };
/* Longer ones are neither written nor read. */
#define ENTRY_MAX ((uint64_t)128 << 20)

typedef struct Entry {
    const char *key, *label, *target, *versions; /* not terminated; the texts are UTF-8 */
    uint32_t key_len, label_len, target_len, versions_len;
    const void *object; /* at a multiple of 16 bytes from the start */
    uint64_t object_len;
    int64_t made;
} Entry;

/* Numbers as they stand in entries and packs. */
void entry_put_number(Str *out, uint64_t value, unsigned bytes);
uint64_t entry_number(const unsigned char *at, unsigned bytes);

/* Texts that are not UTF-8 are left out, long ones are cut. */
bool entry_write(Env *env, Str *out, const Entry *entry);
/* NULL: all is well. Otherwise what is wrong, in a few words. */
const char *entry_read(const void *bytes, uint64_t len, Entry *out);

/* The name of an entry, by its key: 32 hexadecimal digits. */
enum { ENTRY_NAME = 32 };
void entry_name(const char *key, size_t len, char out[ENTRY_NAME + 1]);

#endif
