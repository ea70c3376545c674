/* Disks that fill, processes that are killed, many processes at once. */
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sched.h>
#include <sys/mount.h>
#endif

#include "run/cache/disk.h"
#include "run/cache/folder.h"
#include "run/cache/walk.h"
#include "store_fixture.h"

/* ---------------------------------------------------------------------------- disks that fill */

static struct {
    size_t room;
    int error;
    bool halves;
} full;

static ssize_t write_until_full(int file, const void *bytes, size_t len) {
    if (full.room == 0) {
        errno = full.error;
        return -1;
    }
    if (full.halves && len > 1)
        len /= 2;
    len = len < full.room ? len : full.room;
    full.room -= len;
    return write(file, bytes, len);
}

static char last_warning[1024];
static unsigned n_warnings;
static void keep_warning(void *user, const char *text) {
    (void)user;
    n_warnings++;
    snprintf(last_warning, sizeof last_warning, "%s", text);
}

static void publish(Env *env, DiskCache *disk, unsigned k) {
    char key[16];
    static char object[1000];
    snprintf(key, sizeof key, "%u", k);
    Entry entry = {.key = key,
                   .key_len = (uint32_t)strlen(key),
                   .object = object,
                   .object_len = sizeof object};
    disk_publish(env, disk, &entry);
}

TEST(writes_that_fail) {
    const int errors[] = {ENOSPC, EDQUOT, EIO};
    frit_error error = {0};
    Env env = {&gen_allocator, &error};
    for (size_t e = 0; e < sizeof errors / sizeof *errors; e++) {
        char path[64];
        folder_make(path);
        DiskOptions options = {
            .directory = path, .packs = "", .warn = keep_warning, .write = write_until_full};
        DiskCache *disk = disk_new(&env, &options);
        CHECK(disk);
        n_warnings = 0;
        full.room = 5000; /* four and a half */
        full.error = errors[e];
        full.halves = true;
        for (unsigned k = 0; k < 20; k++)
            publish(&env, disk, k);
        CHECK_EQ_UINT(disk_counts(disk).published, 4);
        CHECK_EQ_UINT(disk_counts(disk).publish_fails, 3);
        CHECK_EQ_UINT(n_warnings, 1);
        CHECK(strstr(last_warning, strerror(errors[e])));
        CHECK_EQ_UINT(count_files(path, "", ".frit"), 4);
        CHECK_EQ_UINT(count_files(path, ".tmp-", ""), 0);
        disk_free(disk);
        folder_remove(path);
    }
}

TEST(a_disk_that_has_room_again) {
    frit_error error = {0};
    Env env = {&gen_allocator, &error};
    char path[64];
    folder_make(path);
    DiskOptions options = {
        .directory = path, .packs = "", .warn = keep_warning, .write = write_until_full};
    DiskCache *disk = disk_new(&env, &options);
    CHECK(disk);
    n_warnings = 0;
    full.halves = false;
    full.error = ENOSPC;
    for (unsigned k = 0; k < 30; k++) { /* two fail, one succeeds */
        full.room = k % 3 == 2 ? 100000 : 0;
        publish(&env, disk, k);
    }
    CHECK_EQ_UINT(disk_counts(disk).published, 10);
    CHECK_EQ_UINT(n_warnings, 0);
    disk_free(disk);
    folder_remove(path);
}

/* A limit on the size of files raises a signal in who writes more: nobody may notice. */
TEST(a_limit_on_the_size_of_files) {
    char path[64];
    folder_make(path);
    int child = fork();
    CHECK(child >= 0);
    if (child == 0) {
        struct rlimit limit = {100, 100};
        Fake fake;
        StoreHooks hooks;
        CHECK(setrlimit(RLIMIT_FSIZE, &limit) == 0);
        CodeStore *store = store_fresh(&fake, &hooks, path);
        for (int k = 0; k < 5; k++) {
            char text[16];
            snprintf(text, sizeof text, "%d", k);
            store_compile_well(store, text);
        }
        CHECK_EQ_UINT(store_stats(store).published, 0);
        CHECK_EQ_UINT(store_stats(store).publish_fails, 3);
        CHECK(store_warned(store, "nothing more is written"));
        store_free(store);
        _exit(0);
    }
    child_was_good(child);
    CHECK_EQ_UINT(count_files(path, "", ""), 0);
    folder_remove(path);
}

/* A real one: 64 KB of memory as a disk. */
TEST(a_small_disk) {
#ifdef __linux__
    char path[64];
    folder_make(path);
    int child = fork();
    CHECK(child >= 0);
    if (child == 0) {
        if (unshare(CLONE_NEWNS) != 0 || mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0 ||
            mount("frit", path, "tmpfs", 0, "size=64k,mode=0700") != 0)
            _exit(77);
        Fake fake;
        StoreHooks hooks;
        CodeStore *store = store_fresh(&fake, &hooks, path);
        for (int k = 0; k < 50; k++) {
            char text[16];
            snprintf(text, sizeof text, "%d", k);
            store_compile_well(store, text);
        }
        CHECK(store_stats(store).published > 3);
        CHECK_EQ_UINT(store_stats(store).publish_fails, 3);
        CHECK(store_warned(store, strerror(ENOSPC)));
        CHECK_EQ_UINT(count_files(path, ".tmp-", ""), 0);
        store_free(store);
        store = store_fresh(&fake, &hooks, path);
        for (int k = 0; k < 50; k++) {
            char text[16];
            snprintf(text, sizeof text, "%d", k);
            (void)store_look_up(store, text);
        }
        CHECK(store_stats(store).disk_hits > 3);
        CHECK_EQ_UINT(store_stats(store).rejected, 0);
        store_free(store);
        _exit(0);
    }
    int status = 0;
    CHECK(waitpid(child, &status, 0) == child);
    folder_remove(path);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 77)
        SKIP("this user may not mount one");
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
#else
    SKIP("there is no tmpfs");
#endif
}

/* ----------------------------------------------------------------------------- many processes */

/* Every entry is whole; how many there are. */
typedef struct Verified {
    unsigned good, bad, temps;
} Verified;

static bool verify_one(void *user, const WalkFile *file) {
    Verified *verified = user;
    frit_error error = {0};
    Env env = {&gen_allocator, &error};
    Str bytes = str_make(&env);
    Entry entry;
    const char *wrong;
    if (file->is_temp)
        verified->temps++;
    else if (walk_read(file->folder, file->name, &bytes, &entry, NULL, &wrong) == FILE_READ)
        verified->good++;
    else
        verified->bad++;
    str_free(&bytes);
    return true;
}

static Verified verify(const char *path) {
    frit_error error = {0};
    Env env = {&gen_allocator, &error};
    char why[FOLDER_WHY];
    Verified verified = {0};
    int folder = folder_open_format(path, false, why);
    if (folder < 0) { /* nobody has published anything yet */
        CHECK(errno == ENOENT);
        return verified;
    }
    CHECK(walk_files(&env, folder, verify_one, &verified));
    close(folder);
    return verified;
}

static ssize_t write_a_little(int file, const void *bytes, size_t len) {
    return write(file, bytes, len < 2000 ? len : 2000);
}

/* A process that is killed in the middle leaves a whole entry, or none. */
TEST(kill_in_the_middle_of_publishing) {
    char path[64];
    folder_make(path);
    uint64_t random = test_seed();
    unsigned good = 0;
    for (size_t round = 0; round < test_scaled(60); round++) {
        int child = fork();
        CHECK(child >= 0);
        if (child == 0) {
            frit_error error = {0};
            Env env = {&gen_allocator, &error};
            DiskOptions options = {.directory = path, .packs = "", .write = write_a_little};
            DiskCache *disk = disk_new(&env, &options);
            static char object[200000]; /* long enough to be caught half-way */
            for (unsigned k = 0;; k++) {
                char key[16];
                snprintf(key, sizeof key, "%u", k % 16);
                memset(object, (int)k, sizeof object);
                Entry entry = {.key = key,
                               .key_len = (uint32_t)strlen(key),
                               .object = object,
                               .object_len = sizeof object};
                disk_publish(&env, disk, &entry);
            }
        }
        usleep((useconds_t)(1000 + test_random_below(&random, 8000)));
        CHECK(kill(child, SIGKILL) == 0);
        CHECK(waitpid(child, NULL, 0) == child);
        Verified verified = verify(path);
        CHECK_EQ_UINT(verified.bad, 0);
        good += verified.good;
    }
    CHECK(good > 0 || test_scaled(60) < 60); /* too few for one to get that far */
    folder_remove(path);
}

static void race(const char *path, unsigned number) {
    Fake fake = {0};
    StoreHooks hooks;
    uint64_t random = test_seed() + number;
    for (int round = 0; round < 4; round++) {
        /* The cap is so small that they also remove each other's entries. */
        CodeStore *store =
            store_of(&fake, &hooks, (StoreOptions){.directory = path, .disk_cap = 20 * 4096});
        for (int k = 0; k < 40; k++) {
            char text[16];
            snprintf(text, sizeof text, "%u", (unsigned)test_random_below(&random, 40));
            if (test_random_below(&random, 2))
                store_compile_well(store, text);
            else
                (void)store_look_up(store, text);
        }
        StoreStats stats = store_stats(store);
        CHECK_EQ_UINT(stats.rejected, 0);
        CHECK_EQ_UINT(stats.warnings, 0);
        CHECK_EQ_UINT(stats.publish_fails, 0);
        store_free(store);
    }
}

TEST(sixteen_processes) {
    enum { PROCESSES = 16 };
    char path[64];
    folder_make(path);
    int children[PROCESSES];
    for (unsigned k = 0; k < PROCESSES; k++) {
        children[k] = fork();
        CHECK(children[k] >= 0);
        if (children[k] == 0) {
            race(path, k);
            _exit(0);
        }
    }
    for (unsigned k = 0; k < PROCESSES; k++)
        child_was_good(children[k]);
    Verified verified = verify(path);
    CHECK_EQ_UINT(verified.bad, 0);
    CHECK_EQ_UINT(verified.temps, 0);
    CHECK(verified.good > 0);
    folder_remove(path);
}
