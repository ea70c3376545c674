/* Compiled kernels on disk: whatever happens to the files, nothing wrong runs and nothing stops. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "run/cache/disk.h"
#include "run/cache/evict.h"
#include "run/cache/folder.h"
#include "run/cache/walk.h"
#include "store_fixture.h"

enum { FILE_MAX = 1 << 16 };

TEST(another_process_needs_no_compiler) {
    char path[64], file[256];
    Fake fake;
    StoreHooks hooks;
    struct stat s;
    folder_with(path, "7", file, sizeof file);
    CHECK(stat(file, &s) == 0 && (s.st_mode & 0777) == 0600);
    CHECK_EQ_UINT(count_files(path, ".tmp-", ""), 0);
    CodeStore *store = store_fresh(&fake, &hooks, path);
    CHECK_STR(store_directory(store), path);
    CHECK(store_look_up(store, "7") == CODE_READY);
    CHECK(store_look_up(store, "7") == CODE_READY);
    CHECK(store_look_up(store, "8") == CODE_MISSING);
    CHECK(store_look_up(store, "8") == CODE_MISSING); /* the disk is not asked again */
    store_compile_well(store, "7");
    CHECK_EQ_UINT(atomic_load(&fake.opens), 0);
    StoreStats stats = store_stats(store);
    CHECK_EQ_UINT(stats.disk_hits, 1);
    CHECK_EQ_UINT(stats.misses, 1);
    CHECK_EQ_UINT(stats.memory_hits, 2);
    store_free(store);
    /* A kernel that another process has published meanwhile is not compiled either. */
    store = store_fresh(&fake, &hooks, path);
    CHECK(store_look_up(store, "9") == CODE_MISSING);
    Fake other_fake;
    StoreHooks other_hooks;
    CodeStore *other = store_fresh(&other_fake, &other_hooks, path);
    store_compile_well(other, "9");
    store_free(other);
    usleep(60000);
    store_compile_well(store, "9");
    CHECK_EQ_UINT(atomic_load(&fake.compiles), 0);
    store_free(store);
    folder_remove(path);
}

/* ------------------------------------------------------------------------------ broken entries */

/* Is the file refused, reported and removed, and the kernel compiled anew? */
static void must_reject(const char *path, const char *file, const char *text) {
    Fake fake;
    StoreHooks hooks;
    struct stat s;
    CodeStore *store = store_fresh(&fake, &hooks, path);
    CHECK(store_look_up(store, text) == CODE_MISSING);
    CHECK_EQ_UINT(store_stats(store).rejected, 1);
    CHECK(store_warned(store, "was not used"));
    CHECK(lstat(file, &s) != 0 && errno == ENOENT);
    store_compile_well(store, text);
    CHECK_EQ_UINT(atomic_load(&fake.compiles), 1);
    CHECK(lstat(file, &s) == 0 && S_ISREG(s.st_mode));
    store_free(store);
    store = store_fresh(&fake, &hooks, path);
    CHECK(store_look_up(store, text) == CODE_READY);
    store_free(store);
}

TEST(a_bit_flipped_at_every_byte) {
    char path[64], file[256];
    static char bytes[FILE_MAX];
    size_t len;
    folder_with(path, "7", file, sizeof file);
    read_whole(file, bytes, sizeof bytes, &len);
    Entry entry;
    for (size_t k = 0; k < 8 * len; k++) { /* every bit, in memory */
        test_note("bit %zu", k);
        bytes[k / 8] = (char)(bytes[k / 8] ^ 1 << k % 8);
        CHECK(entry_read(bytes, len, &entry) != NULL);
        bytes[k / 8] = (char)(bytes[k / 8] ^ 1 << k % 8);
    }
    for (size_t k = 0; k < len; k++) { /* every byte, on disk */
        test_note("byte %zu", k);
        bytes[k] = (char)(bytes[k] ^ 1 << k % 8);
        write_whole(file, bytes, len);
        must_reject(path, file, "7");
        bytes[k] = (char)(bytes[k] ^ 1 << k % 8);
    }
    folder_remove(path);
}

TEST(a_torn_entry) {
    char path[64], file[256];
    static char bytes[FILE_MAX];
    size_t len;
    folder_with(path, "7", file, sizeof file);
    read_whole(file, bytes, sizeof bytes, &len);
    for (size_t k = 0; k < len; k += k < 200 ? 1 : 37) {
        test_note("%zu bytes", k);
        write_whole(file, bytes, k);
        must_reject(path, file, "7");
    }
    bytes[len] = 0; /* and one that is too long */
    write_whole(file, bytes, len + 1);
    must_reject(path, file, "7");
    memset(bytes + len / 2, 0, len - len / 2); /* a file system that lost the second half */
    write_whole(file, bytes, len);
    must_reject(path, file, "7");
    folder_remove(path);
}

/* Whole in itself: only what it says is wrong. */
static void rewrite(const char *file, char *bytes, size_t len) {
    uint8_t digest[DIGEST_BYTES];
    digest_of(bytes, len - DIGEST_BYTES, digest);
    memcpy(bytes + len - DIGEST_BYTES, digest, sizeof digest);
    write_whole(file, bytes, len);
}

TEST(a_stale_or_foreign_entry) {
    char path[64], file[256];
    static char bytes[FILE_MAX], saved[FILE_MAX];
    size_t len;
    folder_with(path, "7", file, sizeof file);
    read_whole(file, saved, sizeof saved, &len);
    memcpy(bytes, saved, len);
    bytes[8] = ENTRY_FORMAT + 1; /* another version */
    rewrite(file, bytes, len);
    must_reject(path, file, "7");
    memcpy(bytes, saved, len);
    bytes[0] = 'F';
    rewrite(file, bytes, len);
    must_reject(path, file, "7");
    memcpy(bytes, saved, len);
    bytes[ENTRY_HEAD] = '8'; /* the key: the entry of another kernel */
    rewrite(file, bytes, len);
    must_reject(path, file, "7");
    memcpy(bytes, saved, len);
    bytes[ENTRY_HEAD + 1] = (char)0xff; /* a label that is no text */
    rewrite(file, bytes, len);
    must_reject(path, file, "7");
    folder_remove(path);
}

/* An entry that is right in every way but for its object: the loader looks at it too. */
TEST(a_hostile_object) {
    char path[64], file[256];
    folder_with(path, "7", file, sizeof file);
    frit_error error = {0};
    Env env = {&gen_allocator, &error};
    Str bytes = str_make(&env);
    static const char object[] = "\177ELF and then nothing that makes sense";
    Entry entry = {
        .key = "7", .key_len = 1, .object = object, .object_len = sizeof object, .made = 1};
    CHECK(entry_write(&env, &bytes, &entry));
    write_whole(file, bytes.data, bytes.len);
    must_reject(path, file, "7");
    str_free(&bytes);
    folder_remove(path);
}

TEST(an_entry_that_is_no_plain_file) {
    char path[64], file[256], other[300];
    folder_with(path, "7", file, sizeof file);
    snprintf(other, sizeof other, "%s.moved", file);
    CHECK(rename(file, other) == 0);
    CHECK(symlink(other, file) == 0);
    must_reject(path, file, "7");
    unlink(file);
    CHECK(mkfifo(file, 0600) == 0);
    must_reject(path, file, "7");
    CHECK(chmod(file, 0620) == 0); /* others could have written it */
    must_reject(path, file, "7");
    unlink(file);
    CHECK(mkdir(file, 0700) == 0); /* cannot be removed as a file, nor replaced: it just stays */
    Fake fake;
    StoreHooks hooks;
    CodeStore *store = store_fresh(&fake, &hooks, path);
    CHECK(store_look_up(store, "7") == CODE_MISSING);
    store_compile_well(store, "7");
    CHECK_EQ_UINT(store_stats(store).publish_fails, 1);
    CHECK_EQ_UINT(count_files(path, ".tmp-", ""), 0);
    store_free(store);
    folder_remove(path);
}

/* ------------------------------------------------------------------------------------- folders */

static void must_refuse(const char *path, const char *why) {
    Fake fake;
    StoreHooks hooks;
    unsigned before = count_files(path, "", "");
    CodeStore *store = store_fresh(&fake, &hooks, path);
    CHECK(store_look_up(store, "7") == CODE_MISSING);
    CHECK(store_look_up(store, "8") == CODE_MISSING);
    CHECK_MSG(store_warned(store, why), "nobody said: %s", why);
    CHECK_EQ_UINT(store_stats(store).warnings, 1);
    store_compile_well(store, "7");
    store_compile_well(store, "9");
    CHECK_EQ_UINT(store_stats(store).published, 0);
    CHECK_EQ_UINT(store_stats(store).warnings, 1);
    store_free(store);
    CHECK_EQ_UINT(count_files(path, "", ""), before);
}

TEST(a_folder_that_others_can_write_to) {
    char path[64], file[256], shard[256], link[80];
    folder_with(path, "7", file, sizeof file);
    const mode_t modes[] = {0777, 0770, 0702, 0720, 01777};
    for (size_t k = 0; k < sizeof modes / sizeof *modes; k++) {
        CHECK(chmod(path, modes[k]) == 0);
        must_refuse(path, "others can write to it");
    }
    CHECK(chmod(path, 0755) == 0); /* others may read */
    Fake fake;
    StoreHooks hooks;
    CodeStore *store = store_fresh(&fake, &hooks, path);
    CHECK(store_look_up(store, "7") == CODE_READY);
    store_free(store);
    snprintf(shard, sizeof shard, "%s", file);
    for (int k = 0; k < 2; k++) { /* the folder of the entry, and v1 */
        *strrchr(shard, '/') = '\0';
        CHECK(chmod(shard, 0777) == 0);
        must_refuse(path, "others can write to it");
        CHECK(chmod(shard, 0700) == 0);
    }
    /* Links inside of it lead nowhere. */
    snprintf(link, sizeof link, "%s/elsewhere", path);
    CHECK(rename(shard, link) == 0 && symlink(link, shard) == 0);
    store = store_fresh(&fake, &hooks, path);
    CHECK(store_look_up(store, "7") == CODE_MISSING);
    store_free(store);
    folder_remove(path);
}

TEST(a_folder_of_another_user) {
    if (geteuid() != 0)
        SKIP("only root can make one");
    char path[64], file[256];
    folder_with(path, "7", file, sizeof file);
    CHECK(chown(path, 12345, 12345) == 0);
    must_refuse(path, "another user");
    folder_remove(path);
}

/* Runs `body` in a child without root's rights, to whom the folder belongs. */
static void without_rights(const char *path, void (*body)(const char *path)) {
    int child = fork();
    CHECK(child >= 0);
    if (child == 0) {
        if (geteuid() == 0) {
            char command[128];
            snprintf(command, sizeof command, "chown -R 12345:12345 %s", path);
            CHECK(system(command) == 0);
            CHECK(setgid(12345) == 0 && setuid(12345) == 0);
        }
        body(path);
        _exit(0);
    }
    child_was_good(child);
}

static void use_read_only(const char *path) {
    char folder[128];
    Fake fake;
    StoreHooks hooks;
    snprintf(folder, sizeof folder, "chmod -R a-w %s", path);
    CHECK(system(folder) == 0);
    CodeStore *store = store_fresh(&fake, &hooks, path);
    CHECK(store_look_up(store, "7") == CODE_READY);
    CHECK(store_look_up(store, "8") == CODE_MISSING);
    for (int k = 0; k < 5; k++) {
        char text[16];
        snprintf(text, sizeof text, "%d", 20 + k);
        store_compile_well(store, text);
    }
    StoreStats stats = store_stats(store);
    CHECK_EQ_UINT(stats.published, 0);
    CHECK_EQ_UINT(stats.publish_fails, 1); /* then it gives up, in silence */
    CHECK_EQ_UINT(stats.warnings, 0);
    store_free(store);
    snprintf(folder, sizeof folder, "chmod -R u+w %s", path);
    CHECK(system(folder) == 0);
}

TEST(a_read_only_folder) {
    char path[64], file[256];
    folder_with(path, "7", file, sizeof file);
    without_rights(path, use_read_only);
    folder_remove(path);
}

static void use_unreachable(const char *path) {
    char inner[80];
    Fake fake;
    StoreHooks hooks;
    CHECK(chmod(path, 0500) == 0);
    snprintf(inner, sizeof inner, "%s/a/b", path);
    CodeStore *store = store_fresh(&fake, &hooks, inner);
    CHECK(store_look_up(store, "7") == CODE_MISSING);
    store_compile_well(store, "7");
    CHECK_EQ_UINT(store_stats(store).warnings, 0);
    store_free(store);
}

TEST(a_folder_that_cannot_be_made) {
    char path[64];
    folder_make(path);
    without_rights(path, use_unreachable);
    folder_remove(path);
}

TEST(a_folder_is_made_for_its_user_alone) {
    char path[64], inner[80];
    Fake fake;
    StoreHooks hooks;
    struct stat s;
    folder_make(path);
    snprintf(inner, sizeof inner, "%s/a/b/c", path);
    CodeStore *store = store_fresh(&fake, &hooks, inner);
    CHECK(store_look_up(store, "7") == CODE_MISSING);
    CHECK(stat(inner, &s) != 0); /* looking makes nothing */
    store_compile_well(store, "7");
    CHECK(stat(inner, &s) == 0 && (s.st_mode & 0777) == 0700);
    store_free(store);
    store = store_fresh(&fake, &hooks, inner);
    CHECK(store_look_up(store, "7") == CODE_READY);
    folder_remove(inner); /* under its feet */
    store_compile_well(store, "8");
    store_compile_well(store, "9");
    CHECK_EQ_UINT(store_stats(store).published, 2);
    store_free(store);
    folder_remove(path);
}

static void check_choice(const char *given, const char *want) {
    frit_error error = {0};
    Env env = {&gen_allocator, &error};
    char *path = NULL;
    size_t size;
    CHECK(folder_choose(&env, given, &path, &size));
    CHECK_STR(path, want);
    env_free(&gen_allocator, path, size);
}

static void set(const char *name, const char *value) {
    CHECK((value ? setenv(name, value, 1) : unsetenv(name)) == 0);
}

TEST(which_folder) {
    int child = fork(); /* the environment is everybody's */
    CHECK(child >= 0);
    if (child == 0) {
        CHECK(chdir("/") == 0);
        set("FRIT_CACHE_DIR", NULL);
        set("XDG_CACHE_HOME", NULL);
        set("HOME", "/home/me");
        check_choice(NULL, "/home/me/.cache/frit");
        check_choice("", NULL);
        check_choice("/given", "/given");
        check_choice("off", NULL);
        CHECK(chdir("/tmp") == 0);
        check_choice("here", "/tmp/here");
        set("XDG_CACHE_HOME", "/xdg");
        check_choice(NULL, "/xdg/frit");
        set("XDG_CACHE_HOME", "not/absolute");
        check_choice(NULL, "/home/me/.cache/frit");
        set("FRIT_CACHE_DIR", "/mine");
        check_choice(NULL, "/mine");
        set("FRIT_CACHE_DIR", "none");
        check_choice(NULL, NULL);
        check_choice("/given", "/given");
        set("FRIT_CACHE_DIR", "");
        check_choice(NULL, NULL);
        set("FRIT_CACHE_DIR", NULL);
        set("XDG_CACHE_HOME", NULL);
        set("HOME", NULL);
        check_choice(NULL, NULL);
        _exit(0);
    }
    child_was_good(child);
}

TEST(sizes) {
    const struct {
        const char *text;
        uint64_t want;
    } good[] = {{"0", 0},
                {"123", 123},
                {"200M", (uint64_t)200 << 20},
                {"64k", 65536},
                {"1GiB", (uint64_t)1 << 30},
                {"2T", (uint64_t)2 << 40},
                {"17B", 17}};
    const char *const bad[] = {"",   "M",  "-1",       "1x", "1MM", "99999999999999999999999",
                               "1 ", " 1", "20000000T"};
    uint64_t size;
    for (size_t k = 0; k < sizeof good / sizeof *good; k++) {
        CHECK_MSG(folder_parse_size(good[k].text, &size), "%s", good[k].text);
        CHECK_EQ_UINT(size, good[k].want);
    }
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++)
        CHECK_MSG(!folder_parse_size(bad[k], &size), "%s", bad[k]);
}

/* ------------------------------------------------------------------------------------ eviction */

static void set_age(const char *file, time_t seconds) {
    struct timespec times[2];
    clock_gettime(CLOCK_REALTIME, &times[0]);
    times[0].tv_sec -= seconds;
    times[1] = times[0];
    CHECK(utimensat(AT_FDCWD, file, times, 0) == 0);
}

/* The file of a kernel, whether it is there or not. */
static void file_of(const char *path, const char *text, char *out, size_t size) {
    char name[ENTRY_NAME + 1], shard[SHARD_DIGITS + 1], file[FILE_NAME + 1];
    entry_name(text, strlen(text), name);
    walk_place(name, shard, file);
    snprintf(out, size, "%s/" FOLDER_FORMAT "/%s/%s", path, shard, file);
}

TEST(the_disk_has_a_cap) {
    char path[64], file[256];
    Fake fake = {0};
    StoreHooks hooks;
    struct stat s;
    folder_make(path);
    const uint64_t cap = 64 * 4096; /* an entry takes a block */
    CodeStore *store = store_of(&fake, &hooks, (StoreOptions){.directory = path, .disk_cap = cap});
    for (int k = 0; k < 200; k++) {
        char text[16];
        snprintf(text, sizeof text, "%d", k);
        store_compile_well(store, text);
        file_of(path, text, file, sizeof file);
        if (k < 100)
            set_age(file, 100000 - k);
        if (k >= 50) { /* an old entry that is used all the time */
            file_of(path, "10", file, sizeof file);
            set_age(file, 0);
        }
    }
    StoreStats stats = store_stats(store);
    CHECK_EQ_UINT(stats.published, 200);
    CHECK(stats.disk_evicted >= 200 - 70);
    unsigned left = count_files(path, "", ".frit");
    CHECK_MSG(left >= 40 && left <= 70, "%u entries are left", left);
    file_of(path, "10", file, sizeof file);
    CHECK(stat(file, &s) == 0);
    file_of(path, "199", file, sizeof file);
    CHECK(stat(file, &s) == 0);
    file_of(path, "0", file, sizeof file);
    CHECK(stat(file, &s) != 0);
    store_free(store);
    folder_remove(path);
}

TEST(an_entry_that_is_used_becomes_young) {
    char path[64], file[256];
    Fake fake;
    StoreHooks hooks;
    struct stat s;
    folder_with(path, "7", file, sizeof file);
    set_age(file, 600); /* used just now, as good as */
    CHECK(stat(file, &s) == 0);
    time_t before = s.st_mtime;
    CodeStore *store = store_fresh(&fake, &hooks, path);
    CHECK(store_look_up(store, "7") == CODE_READY);
    store_free(store);
    CHECK(stat(file, &s) == 0 && s.st_mtime == before);
    set_age(file, 100000);
    store = store_fresh(&fake, &hooks, path);
    CHECK(store_look_up(store, "7") == CODE_READY);
    store_free(store);
    CHECK(stat(file, &s) == 0 && s.st_mtime >= before);
    set_age(file, -100000); /* by a clock that was wrong */
    store = store_fresh(&fake, &hooks, path);
    CHECK(store_look_up(store, "7") == CODE_READY);
    store_free(store);
    CHECK(stat(file, &s) == 0 && s.st_mtime <= time(NULL));
    folder_remove(path);
}

TEST(leftovers_are_cleared_away) {
    char path[64], file[256], temp[300], young[300], swept[80];
    Fake fake;
    StoreHooks hooks;
    struct stat s;
    folder_with(path, "7", file, sizeof file);
    *strrchr(file, '/') = '\0';
    snprintf(temp, sizeof temp, "%s/.tmp-00000000-1-1-1", file);
    snprintf(young, sizeof young, "%s/.tmp-00000000-2-2-2", file);
    write_whole(temp, "half an ent", 11);
    write_whole(young, "half an ent", 11);
    set_age(temp, 7200);
    snprintf(swept, sizeof swept, "%s/" FOLDER_FORMAT "/swept", path);
    set_age(swept, 7200);
    CodeStore *store = store_fresh(&fake, &hooks, path);
    store_compile_well(store, "8");
    CHECK(stat(temp, &s) != 0);
    CHECK(stat(young, &s) == 0); /* somebody may be writing it */
    store_free(store);
    /* A clock was wrong: times in the future neither keep anybody from sweeping nor stay for ever. */
    set_age(young, -100000);
    set_age(swept, -100000);
    store = store_fresh(&fake, &hooks, path);
    store_compile_well(store, "9");
    CHECK(stat(young, &s) != 0);
    CHECK(stat(swept, &s) == 0 && s.st_mtime <= time(NULL));
    store_free(store);
    folder_remove(path);
}

/* What cannot be removed is not counted as removed, and the next is tried. */
static void sweep_around_a_read_only_folder(void) {
    char path[64], file[256], why[FOLDER_WHY];
    Fake fake = {0};
    StoreHooks hooks;
    frit_error error = {0};
    Env env = {&gen_allocator, &error};
    folder_make(path);
    CodeStore *store = store_of(&fake, &hooks, (StoreOptions){.directory = path});
    for (int k = 0; k < 30; k++) {
        char text[16];
        snprintf(text, sizeof text, "%d", k);
        store_compile_well(store, text);
        file_of(path, text, file, sizeof file);
        set_age(file, 100000 - k);
    }
    store_free(store);
    file_of(path, "0", file, sizeof file);
    *strrchr(file, '/') = '\0';
    CHECK(chmod(file, 0500) == 0);
    uint64_t removed = 0;
    unsigned before = count_files(path, "", ".frit");
    int format = folder_open_format(path, false, why);
    CHECK(format >= 0);
    CHECK(evict_sweep(&env, format, (uint64_t)16 * 4096, &removed));
    close(format);
    CHECK_EQ_UINT(removed, before - count_files(path, "", ".frit"));
    CHECK(removed >= 16);
    CHECK(chmod(file, 0700) == 0);
    folder_remove(path);
}

TEST(entries_that_cannot_be_removed) {
    int child = fork();
    CHECK(child >= 0);
    if (child == 0) {
        if (geteuid() == 0) /* who may remove anything */
            CHECK(setuid(65534) == 0);
        sweep_around_a_read_only_folder();
        _exit(0);
    }
    child_was_good(child);
}

/* Long labels are cut between letters, and what is no text is left out. */
TEST(labels_of_any_kind) {
    char text[401];
    frit_error error = {0};
    Env env = {&gen_allocator, &error};
    for (uint32_t len = 0; len <= 400; len += 7) {
        for (int kind = 0; kind < 3; kind++) {
            static const char *const letters[] = {"a", "\xe2\x82\xac", "\xff"}; /* a, euro, none */
            size_t bytes = strlen(letters[kind]), n = len / bytes * bytes;
            for (size_t k = 0; k < n; k++)
                text[k] = letters[kind][k % bytes];
            Str out = str_make(&env);
            Entry entry = {.key = "k", .key_len = 1, .label = text, .label_len = (uint32_t)n}, got;
            CHECK(entry_write(&env, &out, &entry));
            CHECK_STR(entry_read(out.data, out.len, &got), NULL);
            size_t want = kind == 2 ? 0 : n <= 256 ? n : 256 / bytes * bytes;
            CHECK_EQ_UINT(got.label_len, want);
            if (want > 0)
                CHECK_EQ_MEM(got.label, text, want);
            str_free(&out);
        }
    }
}

/* The digest is the one of the standard: values from elsewhere. */
TEST(digests) {
    const struct {
        size_t len; /* of "abcabc..." */
        const char *hex;
    } known[] = {
        {0, "0e5751c026e543b2e8ab2eb06099daa1d1e5df47778f7787faab45cdf12fe3a8"},
        {1, "8928aae63c84d87ea098564d1e03ad813f107add474e56aedd286349c0c03ea4"},
        {3, "bddd813c634239723171ef3fee98579b94964e3bb1cb3e427262c8c068d52319"},
        {127, "34be7dab7c2bcaba5fdb8d7c4644bf80112afc545bf40c6c77542557df9c4e39"},
        {128, "860d4ea84c4ae28e1d51d1f33b9cc6ac927077cf853d038f960f942c53ee8fe0"},
        {129, "984d83d7b8922259b3a9336bbb286b9d3819fe81e755770a10882e076cbdf3a7"},
        {256, "001a5cef3f2c78c196b816d3604be96646872c263ad4e76e34f0be1894a5a42e"},
        {257, "1d32001907161ede45f6df4890a27be36dd9427dbc5647f39ba741625a6fa45d"},
        {1000, "43eafc297e7bbec897ea681509bfee0b26db7415a99ad1a89edb0ccb62118334"},
    };
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        static char text[1000];
        uint8_t digest[DIGEST_BYTES];
        char hex[2 * DIGEST_BYTES + 1];
        for (size_t i = 0; i < known[k].len; i++)
            text[i] = "abc"[i % 3];
        digest_of(text, known[k].len, digest);
        for (int i = 0; i < DIGEST_BYTES; i++)
            snprintf(hex + 2 * i, 3, "%02x", digest[i]);
        CHECK_STR(hex, known[k].hex);
    }
}
