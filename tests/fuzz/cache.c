/*
 * Any bytes as an entry of the cache and as a pack. Their checksums are made right first, or nothing
 * behind them would be tried. What is taken points into the bytes, and written again gives the same.
 */
#define _GNU_SOURCE
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "fuzz.h"
#include "run/cache/pack.h"
#include "run/cache/pack_parts.h"

static bool inside(const void *at, uint64_t len, const uint8_t *data, size_t size) {
    const uint8_t *p = at;
    return p >= data && p <= data + size && len <= (uint64_t)(data + size - p);
}

static void try_entry(Env *env, const uint8_t *data, size_t size) {
    Entry entry;
    if (entry_read(data, size, &entry) != NULL)
        return;
    EXPECT(inside(entry.key, entry.key_len, data, size), env->error);
    EXPECT(inside(entry.label, entry.label_len, data, size), env->error);
    EXPECT(inside(entry.target, entry.target_len, data, size), env->error);
    EXPECT(inside(entry.versions, entry.versions_len, data, size), env->error);
    EXPECT(inside(entry.object, entry.object_len, data, size), env->error);
    Str again = str_make(env);
    Entry same;
    if (entry_write(env, &again, &entry)) {
        EXPECT(again.len == size, env->error);
        EXPECT(entry_read(again.data, again.len, &same) == NULL, env->error);
        EXPECT(same.object_len == entry.object_len && same.made == entry.made, env->error);
    } else {
        EXPECT(fuzz_gave_up(env->error->status), env->error);
    }
    str_free(&again);
}

static bool look_at(void *user, const char *name, const Entry *entry, const Str *bytes,
                    const char *wrong) {
    Env *env = user;
    EXPECT(strlen(name) == ENTRY_NAME, env->error);
    if (!wrong)
        EXPECT(inside(entry->object, entry->object_len, (uint8_t *)bytes->data, bytes->len),
               env->error);
    return true;
}

static uint64_t number_at(const uint8_t *at, unsigned bytes) {
    uint64_t value = 0;
    for (unsigned k = bytes; k-- > 0;)
        value = value << 8 | at[k];
    return value;
}

/* The checksum of a pack is over its head and its index, wherever the head says that is. */
static void fix_pack(Env *env, uint8_t *data, size_t size) {
    if (size < PACK_HEAD + DIGEST_BYTES)
        return;
    uint64_t at = number_at(data + 16, 8);
    if (at > size - DIGEST_BYTES)
        return;
    Str covered = str_make(env);
    str_put(&covered, (const char *)data, PACK_HEAD);
    str_put(&covered, (const char *)data + at, size - DIGEST_BYTES - (size_t)at);
    if (str_ok(&covered))
        digest_of(covered.data, covered.len, data + size - DIGEST_BYTES);
    str_free(&covered);
}

static void try_pack(Env *env, const uint8_t *data, size_t size) {
    char path[64];
    int file = memfd_create("pack", MFD_CLOEXEC);
    if (file < 0)
        return;
    EXPECT(fchmod(file, 0600) == 0 && write(file, data, size) == (ssize_t)size, env->error);
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    if (!pack_each(env, path, look_at, env))
        EXPECT(env->error->message[0], env->error);
    Str bytes = str_make(env);
    Entry entry;
    const char *wrong;
    FileRead got = pack_find(path, "key", 3, &bytes, &entry, &wrong);
    EXPECT(got != FILE_READ || (entry.key_len == 3 && memcmp(entry.key, "key", 3) == 0),
           env->error);
    str_free(&bytes);
    close(file);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Budget budget = {64 << 20};
    frit_allocator allocator = {budget_fn, &budget};
    frit_error error = {0};
    Env env = {&allocator, &error};
    uint8_t *bytes = calloc(size ? size : 1, 1);
    if (!bytes)
        return 0;
    if (size)
        memcpy(bytes, data, size);
    try_entry(&env, bytes, size);
    try_pack(&env, bytes, size);
    if (size > DIGEST_BYTES) {
        digest_of(bytes, size - DIGEST_BYTES, bytes + size - DIGEST_BYTES);
        try_entry(&env, bytes, size);
        fix_pack(&env, bytes, size);
        try_pack(&env, bytes, size);
    }
    free(bytes);
    return 0;
}
