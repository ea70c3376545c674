/* Packs, and looking after a cache: listing, removing, packing, unpacking. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "run/cache/manage.h"
#include "run/cache/pack.h"
#include "run/cache/pack_parts.h"
#include "store_fixture.h"

enum { FILE_MAX = 1 << 16 };

/* A folder with kernels 0 to n - 1, and a pack of them in path/pack. */
static void make_pack(char path[64], char pack[80], unsigned n) {
    Fake fake = {0};
    StoreHooks hooks;
    frit_error error = {0};
    Env env = {&gen_allocator, &error};
    uint64_t count;
    folder_make(path);
    CodeStore *store = store_of(&fake, &hooks, (StoreOptions){.directory = path});
    for (unsigned k = 0; k < n; k++) {
        char text[16];
        snprintf(text, sizeof text, "%u", k);
        store_compile_well(store, text);
    }
    store_free(store);
    snprintf(pack, 80, "%s/pack", path);
    CHECK(manage_pack(&env, path, NULL, pack, &count));
    CHECK_EQ_UINT(count, n);
    CHECK_EQ_UINT(count_files(path, "pack.tmp", ""), 0);
}

/* A store that has packs and nothing else. */
static CodeStore *store_with(Fake *fake, StoreHooks *hooks, const char *packs) {
    *fake = (Fake){.no_compiler = true};
    return store_of(fake, hooks, (StoreOptions){.packs = packs});
}

TEST(a_pack_needs_no_compiler) {
    char path[64], pack[80];
    Fake fake;
    StoreHooks hooks;
    make_pack(path, pack, 40);
    CodeStore *store = store_with(&fake, &hooks, pack);
    for (unsigned k = 0; k < 50; k++) {
        char text[16];
        snprintf(text, sizeof text, "%u", k);
        CHECK((store_look_up(store, text) == CODE_READY) == (k < 40));
    }
    StoreStats stats = store_stats(store);
    CHECK_EQ_UINT(stats.pack_hits, 40);
    CHECK_EQ_UINT(stats.misses, 10);
    CHECK_EQ_UINT(stats.rejected, 0);
    CHECK_EQ_UINT(stats.warnings, 0);
    CHECK_EQ_UINT(atomic_load(&fake.opens), 0);
    store_free(store);
    folder_remove(path);
}

TEST(several_packs) {
    char path[64], pack[80], other_path[64], other[80], packs[400];
    Fake fake;
    StoreHooks hooks;
    make_pack(path, pack, 3);
    make_pack(other_path, other, 6);
    snprintf(packs, sizeof packs, "%s/none:%s::%s", path, pack, other);
    CodeStore *store = store_with(&fake, &hooks, packs);
    for (unsigned k = 0; k < 6; k++) {
        char text[16];
        snprintf(text, sizeof text, "%u", k);
        CHECK(store_look_up(store, text) == CODE_READY);
    }
    CHECK_EQ_UINT(store_stats(store).pack_hits, 6);
    CHECK(store_warned(store, "there is no such file"));
    CHECK_EQ_UINT(store_stats(store).warnings, 1);
    store_free(store);
    folder_remove(path);
    folder_remove(other_path);
}

/* The process may go elsewhere before it looks. */
TEST(a_pack_beside_the_program) {
    char path[64], pack[80], before[4096];
    Fake fake;
    StoreHooks hooks;
    make_pack(path, pack, 3);
    CHECK(getcwd(before, sizeof before) && chdir(path) == 0);
    char packs[200];
    snprintf(packs, sizeof packs, ":%s:/none-there", strrchr(pack, '/') + 1);
    CodeStore *store = store_with(&fake, &hooks, packs);
    CHECK(chdir("/") == 0);
    CodeState found = store_look_up(store, "1");
    CHECK(chdir(before) == 0);
    CHECK(found == CODE_READY);
    store_free(store);
    store = store_with(&fake, &hooks, "::");
    CHECK(store_look_up(store, "1") == CODE_MISSING);
    CHECK_EQ_UINT(store_stats(store).warnings, 0);
    store_free(store);
    folder_remove(path);
}

TEST(an_empty_pack) {
    char path[64], pack[80];
    Fake fake;
    StoreHooks hooks;
    make_pack(path, pack, 0);
    CodeStore *store = store_with(&fake, &hooks, pack);
    CHECK(store_look_up(store, "1") == CODE_MISSING);
    CHECK_EQ_UINT(store_stats(store).warnings, 0);
    store_free(store);
    folder_remove(path);
}

/* ---- packs that are not as they must be */

typedef struct Counts {
    unsigned good, bad;
} Counts;

static bool count_entry(void *user, const frit_cache_entry *entry) {
    Counts *counts = user;
    counts->good += entry->fault == NULL;
    counts->bad += entry->fault != NULL;
    return true;
}

/* Looks for all; what is found must be right (store_look_up sees to that). */
static unsigned found_in(const char *pack, unsigned n) {
    Fake fake;
    StoreHooks hooks;
    unsigned found = 0;
    CodeStore *store = store_with(&fake, &hooks, pack);
    for (unsigned k = 0; k < n; k++) {
        char text[16];
        snprintf(text, sizeof text, "%u", k);
        found += store_look_up(store, text) == CODE_READY;
    }
    store_free(store);
    return found;
}

TEST(bits_flipped_in_a_pack) {
    enum { KERNELS = 3 };
    char path[64], pack[80];
    static char bytes[FILE_MAX];
    size_t len;
    unsigned unseen = 0;
    frit_error error = {0};
    Env env = {&gen_allocator, &error};
    make_pack(path, pack, KERNELS);
    read_whole(pack, bytes, sizeof bytes, &len);
    for (size_t k = 0; k < len; k++) {
        test_note("byte %zu of %zu", k, len);
        bytes[k] = (char)(bytes[k] ^ 1 << k % 8);
        write_whole(pack, bytes, len);
        unsigned found = found_in(pack, KERNELS);
        Counts counts = {0, 0};
        bool whole = manage_each(&env, pack, count_entry, &counts) && counts.bad == 0;
        if (whole) {
            CHECK_EQ_UINT(found, KERNELS); /* between two entries, where it means nothing */
            CHECK((unsigned char)bytes[k] == 1u << k % 8);
            unseen++;
        }
        bytes[k] = (char)(bytes[k] ^ 1 << k % 8);
    }
    CHECK(unseen < KERNELS * PACK_ALIGN);
    folder_remove(path);
}

TEST(a_pack_that_was_cut_off) {
    char path[64], pack[80];
    static char bytes[FILE_MAX];
    size_t len;
    frit_error error = {0};
    Env env = {&gen_allocator, &error};
    make_pack(path, pack, 2);
    read_whole(pack, bytes, sizeof bytes, &len);
    for (size_t k = 0; k < len; k += k < 100 ? 1 : 19) {
        write_whole(pack, bytes, k);
        Counts counts = {0, 0};
        test_note("%zu bytes", k);
        CHECK(!manage_each(&env, pack, count_entry, &counts));
        CHECK(error.status == FRIT_ERR_FORMAT);
        CHECK_EQ_UINT(found_in(pack, 2), 0);
    }
    folder_remove(path);
}

static void put_at(char *bytes, uint64_t value) {
    for (int k = 0; k < 8; k++)
        bytes[k] = (char)(value >> 8 * k);
}

/* An index that is whole in itself and points anywhere. */
TEST(a_hostile_index) {
    char path[64], pack[80];
    static char bytes[FILE_MAX], saved[FILE_MAX];
    size_t len;
    frit_error error = {0};
    Env env = {&gen_allocator, &error};
    make_pack(path, pack, 1);
    read_whole(pack, saved, sizeof saved, &len);
    size_t line = len - DIGEST_BYTES - PACK_LINE;
    const uint64_t numbers[] = {0,
                                1,
                                len,
                                len + 1,
                                UINT64_MAX,
                                line,
                                line - 1,
                                UINT32_MAX,
                                (uint64_t)1 << 63,
                                31,
                                UINT64_MAX - 31,
                                33,
                                PACK_HEAD + 16};
    for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++)
        for (int which = 0; which < 2; which++) {
            test_note("number %zu in place %d", k, which);
            memcpy(bytes, saved, len);
            put_at(bytes + line + PACK_NAME + 8 * which, numbers[k]);
            Str all = str_make(&env);
            str_put(&all, bytes, PACK_HEAD);
            str_put(&all, bytes + line, PACK_LINE);
            digest_of(all.data, all.len, (uint8_t *)bytes + len - DIGEST_BYTES);
            str_free(&all);
            write_whole(pack, bytes, len);
            Counts counts = {0, 0};
            CHECK(manage_each(&env, pack, count_entry, &counts));
            CHECK_EQ_UINT(counts.bad, 1);
            CHECK_EQ_UINT(found_in(pack, 1), 0);
        }
    memcpy(bytes, saved, len); /* more entries than there are */
    memset(bytes + 12, 0xff, 4);
    write_whole(pack, bytes, len);
    Counts counts = {0, 0};
    CHECK(!manage_each(&env, pack, count_entry, &counts));
    CHECK_EQ_UINT(found_in(pack, 1), 0);
    folder_remove(path);
}

/* Two whole entries, each under the other's name. */
TEST(an_index_that_mixes_up_entries) {
    char path[64], pack[80];
    static char bytes[FILE_MAX];
    size_t len;
    frit_error error = {0};
    Env env = {&gen_allocator, &error};
    make_pack(path, pack, 2);
    read_whole(pack, bytes, sizeof bytes, &len);
    char *first = bytes + len - DIGEST_BYTES - 2 * PACK_LINE, *second = first + PACK_LINE;
    for (int k = PACK_NAME; k < PACK_LINE; k++) {
        char kept = first[k];
        first[k] = second[k];
        second[k] = kept;
    }
    Str all = str_make(&env);
    str_put(&all, bytes, PACK_HEAD);
    str_put(&all, first, 2 * PACK_LINE);
    digest_of(all.data, all.len, (uint8_t *)bytes + len - DIGEST_BYTES);
    str_free(&all);
    write_whole(pack, bytes, len);
    Counts counts = {0, 0};
    CHECK(manage_each(&env, pack, count_entry, &counts));
    CHECK_EQ_UINT(counts.bad, 2);
    CHECK_EQ_UINT(found_in(pack, 2), 0);
    folder_remove(path);
}

TEST(a_pack_that_everybody_can_write_to) {
    char path[64], pack[80];
    Fake fake;
    StoreHooks hooks;
    make_pack(path, pack, 1);
    CHECK(chmod(pack, 0666) == 0);
    CodeStore *store = store_with(&fake, &hooks, pack);
    CHECK(store_look_up(store, "0") == CODE_MISSING);
    CHECK(store_warned(store, "everybody can write to it"));
    store_free(store);
    CHECK(chmod(pack, 0444) == 0);
    CHECK_EQ_UINT(found_in(pack, 1), 1);
    folder_remove(path);
}

TEST(a_pack_that_cannot_be_written) {
    char path[64], pack[80], nowhere[100];
    frit_error error = {0};
    Env env = {&gen_allocator, &error};
    uint64_t count;
    make_pack(path, pack, 1);
    snprintf(nowhere, sizeof nowhere, "%s/no/such/pack", path);
    CHECK(!manage_pack(&env, path, NULL, nowhere, &count));
    CHECK(strstr(error.message, strerror(ENOENT)));
    CHECK(mkdir(nowhere, 0700) != 0);
    CHECK(!manage_pack(&env, path, NULL, path, &count)); /* a folder stands there */
    CHECK_EQ_UINT(found_in(pack, 1), 1);
    folder_remove(path);
}

/* ---- looking after it */

TEST(unpacking) {
    char path[64], pack[80], other[64];
    Fake fake;
    StoreHooks hooks;
    frit_error error = {0};
    Env env = {&gen_allocator, &error};
    uint64_t count, refused;
    static char bytes[FILE_MAX];
    size_t len;
    make_pack(path, pack, 12);
    folder_make(other);
    CHECK(manage_unpack(&env, pack, other, &count, &refused));
    CHECK_EQ_UINT(count, 12);
    CHECK_EQ_UINT(refused, 0);
    CHECK_EQ_UINT(count_files(other, "", ".frit"), 12);
    CodeStore *store = store_fresh(&fake, &hooks, other);
    for (unsigned k = 0; k < 12; k++) {
        char text[16];
        snprintf(text, sizeof text, "%u", k);
        CHECK(store_look_up(store, text) == CODE_READY);
    }
    store_free(store);
    read_whole(pack, bytes, sizeof bytes, &len); /* one of them broken */
    bytes[PACK_HEAD + 60] ^= 1;
    write_whole(pack, bytes, len);
    folder_remove(other);
    CHECK(manage_unpack(&env, pack, other, &count, &refused));
    CHECK_EQ_UINT(count, 11);
    CHECK_EQ_UINT(refused, 1);
    CHECK(chmod(other, 0777) == 0);
    errno = 0; /* that others can write there is no error of the system */
    CHECK(!manage_unpack(&env, pack, other, &count, &refused));
    CHECK_EQ_UINT(count, 0);
    CHECK(strstr(error.message, "others can write to it"));
    CHECK(!manage_unpack(&env, path, other, &count, &refused)); /* a folder is no pack */
    CHECK(!manage_unpack(&env, pack, "off", &count, &refused));
    folder_remove(path);
    folder_remove(other);
}

typedef struct Named {
    char target[32], label[32], versions[64];
    int64_t made, used;
    uint64_t bytes, code_bytes;
    unsigned count;
} Named;

static bool keep_entry(void *user, const frit_cache_entry *entry) {
    Named *named = user;
    CHECK(!entry->fault && strlen(entry->name) == 32);
    snprintf(named->target, sizeof named->target, "%s", entry->target);
    snprintf(named->label, sizeof named->label, "%s", entry->label);
    snprintf(named->versions, sizeof named->versions, "%s", entry->versions);
    named->made = entry->made;
    named->used = entry->used;
    named->bytes = entry->bytes;
    named->code_bytes = entry->code_bytes;
    return ++named->count < 2;
}

TEST(listing) {
    char path[64], pack[80];
    frit_error error = {0};
    Env env = {&gen_allocator, &error};
    Named named = {0};
    make_pack(path, pack, 4);
    CHECK(manage_each(&env, path, keep_entry, &named));
    CHECK_EQ_UINT(named.count, 2); /* it wanted no more */
    CHECK_STR(named.target, "fake");
    CHECK_STR(named.label, "the label");
    CHECK(strstr(named.versions, "LLVM 1.2.3"));
    CHECK(named.made > 1600000000 && named.used >= named.made - 1);
    CHECK(named.bytes > named.code_bytes && named.code_bytes > 200);
    named.count = 0;
    CHECK(manage_each(&env, pack, keep_entry, &named));
    CHECK_EQ_UINT(named.count, 2);
    CHECK(named.made > 1600000000 && named.used == 0);
    char nowhere[80];
    snprintf(nowhere, sizeof nowhere, "%s/none", path);
    named.count = 0;
    CHECK(manage_each(&env, nowhere, keep_entry, &named));
    CHECK_EQ_UINT(named.count, 0);
    folder_remove(path);
}

TEST(removing) {
    char path[64], pack[80], file[256], *slash;
    frit_error error = {0};
    Env env = {&gen_allocator, &error};
    uint64_t count;
    Counts counts = {0, 0};
    make_pack(path, pack, 10);
    frit_cache_filter filter = {FRIT_SIZED(frit_cache_filter), .text = "nothing of the kind"};
    CHECK(manage_remove(&env, path, &filter, &count));
    CHECK_EQ_UINT(count, 0);
    filter = (frit_cache_filter){FRIT_SIZED(frit_cache_filter), .unused_s = 1000};
    CHECK(manage_remove(&env, path, &filter, &count));
    CHECK_EQ_UINT(count, 0);
    CHECK(find_file(path, ".frit", file, sizeof file));
    struct timespec old[2] = {{.tv_sec = time(NULL) - 2000}, {.tv_sec = time(NULL) - 2000}};
    CHECK(utimensat(AT_FDCWD, file, old, 0) == 0);
    CHECK(manage_remove(&env, path, &filter, &count));
    CHECK_EQ_UINT(count, 1);
    CHECK(find_file(path, ".frit", file, sizeof file));
    write_whole(file, "broken", 6);
    slash = strrchr(file, '/');
    snprintf(slash, sizeof file - (size_t)(slash - file), "/stranger");
    write_whole(file, "what is that", 12);
    CHECK(manage_each(&env, path, count_entry, &counts));
    CHECK_EQ_UINT(counts.good, 8);
    CHECK_EQ_UINT(counts.bad, 2);
    filter = (frit_cache_filter){FRIT_SIZED(frit_cache_filter), .faulty = true};
    CHECK(manage_remove(&env, path, &filter, &count));
    CHECK_EQ_UINT(count, 2);
    filter = (frit_cache_filter){FRIT_SIZED(frit_cache_filter), .text = "fake"}; /* the target */
    uint64_t packed;
    CHECK(manage_pack(&env, path, &filter, pack, &packed));
    CHECK_EQ_UINT(packed, 8);
    filter.text = "label";
    CHECK(manage_remove(&env, path, &filter, &count));
    CHECK_EQ_UINT(count, 8);
    CHECK(manage_remove(&env, path, NULL, &count));
    CHECK_EQ_UINT(count, 0);
    CHECK_EQ_UINT(count_files(path, "", ".frit"), 0);
    folder_remove(path);
}

static bool look_after(Env *env, const char *path, const char *pack, const char *other) {
    uint64_t count, refused;
    Counts counts = {0, 0};
    frit_cache_filter filter = {FRIT_SIZED(frit_cache_filter), .text = "none such"};
    return manage_pack(env, path, NULL, pack, &count) &&
           manage_each(env, path, count_entry, &counts) &&
           manage_each(env, pack, count_entry, &counts) &&
           manage_remove(env, path, &filter, &count) &&
           manage_unpack(env, pack, other, &count, &refused);
}

TEST(every_allocation_may_fail) {
    char path[64], pack[80], other[64];
    make_pack(path, pack, 2);
    folder_make(other);
    for (size_t n = 1;; n++) {
        struct test_alloc alloc = TEST_ALLOC(n);
        frit_allocator allocator = {test_alloc_fn, &alloc};
        frit_error error = {0};
        Env env = {&allocator, &error};
        test_note("allocation %zu", n);
        bool done = look_after(&env, path, pack, other);
        CHECK_ALLOC(&alloc);
        if (!done)
            CHECK(error.status == FRIT_ERR_NOMEM || error.status == FRIT_ERR_ARGUMENT);
        if (alloc.failures == 0) {
            CHECK(done);
            break;
        }
    }
    folder_remove(path);
    folder_remove(other);
}
