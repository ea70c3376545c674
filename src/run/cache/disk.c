#define _GNU_SOURCE
#include "run/cache/disk.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "base/getenv.h"
#include "base/index.h"
#include "run/cache/evict.h"
#include "run/cache/folder.h"
#include "run/cache/pack.h"

#define DISK_CAP ((uint64_t)512 << 20)

enum {
    /* So many failures one after another, and nothing more is written. */
    FAILS_MAX = 3,
    /* A process sweeps again after it has written this part of the cap. */
    SWEEP_PART = 16,
    PLACE_BYTES = 4096 /* the longest path of an entry */
};

/* No lock: the numbers are independent of each other, and the files look after themselves. */
struct DiskCache {
    frit_allocator allocator;
    DiskOptions options; /* directory and packs are those below */
    char *directory, *packs;
    size_t directory_size, packs_size;
    atomic_bool refused; /* the directory cannot be trusted: it is neither read nor written */
    atomic_bool closed;  /* for writing */
    atomic_uint fails;   /* one after another */
    atomic_uint names;   /* temporary names given out */
    atomic_bool swept, sweeping;
    atomic_ullong unswept; /* bytes written since */
    atomic_ullong rejected, published, publish_fails, evicted;
};

/* --------------------------------------------------------------------------- making, freeing */

static void say(DiskCache *disk, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void say(DiskCache *disk, const char *format, ...) {
    char text[1024];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    if (disk->options.warn)
        disk->options.warn(disk->options.warn_user, text);
}

static void choose_cap(DiskCache *disk) {
    const char *text = base_getenv("FRIT_CACHE_SIZE");
    uint64_t cap = DISK_CAP;
    if (disk->options.cap > 0)
        return;
    if (text && text[0] && !folder_parse_size(text, &cap))
        say(disk, "FRIT_CACHE_SIZE is a number of bytes like 200M, not %s", text);
    disk->options.cap = cap;
    if (cap == 0)
        atomic_store(&disk->closed, true);
}

/* The process may stand elsewhere when it looks into them. A folder with ':' in its path cannot be
 * named; from there the names stay as they are. */
static bool copy_packs(Env *env, DiskCache *disk, const char *given) {
    const char *packs = given ? given : base_getenv("FRIT_CACHE_PACK");
    char here[4096];
    disk->options.packs = NULL;
    if (!packs || !packs[0])
        return true;
    if (!getcwd(here, sizeof here) || here[0] != '/' || strchr(here, ':'))
        here[0] = '\0';
    Str all = str_make(env);
    for (const char *at = packs; *at;) {
        size_t n = strcspn(at, ":");
        if (n > 0 && all.len > 0)
            str_putc(&all, ':');
        if (n > 0 && at[0] != '/' && here[0])
            str_format(&all, "%s/", here);
        str_put(&all, at, n);
        at += n + (at[n] == ':');
    }
    if (str_ok(&all) && all.len > 0) {
        disk->packs_size = all.len + 1;
        disk->packs = env_resize(env, NULL, 0, disk->packs_size);
        if (disk->packs)
            memcpy(disk->packs, all.data, disk->packs_size);
    }
    bool done = str_ok(&all) && (disk->packs || all.len == 0);
    str_free(&all);
    disk->options.packs = disk->packs;
    return done;
}

DiskCache *disk_new(Env *env, const DiskOptions *options) {
    DiskCache *disk = env_new(env, sizeof *disk);
    if (!disk)
        return NULL;
    disk->allocator = *env->allocator;
    disk->options = *options;
    disk->options.directory = NULL;
    if (!copy_packs(env, disk, options->packs) ||
        !folder_choose(env, options->directory, &disk->directory, &disk->directory_size)) {
        disk_free(disk);
        return NULL;
    }
    disk->options.directory = disk->directory;
    if (!disk->options.write)
        disk->options.write = write;
    choose_cap(disk);
    return disk;
}

void disk_free(DiskCache *disk) {
    if (!disk)
        return;
    frit_allocator allocator = disk->allocator;
    env_free(&allocator, disk->directory, disk->directory_size);
    env_free(&allocator, disk->packs, disk->packs_size);
    env_free(&allocator, disk, sizeof *disk);
}

void disk_after_fork(DiskCache *disk) {
    atomic_store(&disk->sweeping, false);
}

const char *disk_directory(const DiskCache *disk) {
    return disk->options.directory;
}

uint64_t disk_cap(const DiskCache *disk) {
    return disk->options.cap;
}

DiskCounts disk_counts(const DiskCache *disk) {
    return (DiskCounts){atomic_load(&disk->rejected), atomic_load(&disk->published),
                        atomic_load(&disk->publish_fails), atomic_load(&disk->evicted)};
}

/* ----------------------------------------------------------------------------------- folders */

static bool has_folder(const DiskCache *disk) {
    return disk->options.directory && !atomic_load_explicit(&disk->refused, memory_order_relaxed);
}

static void refuse(DiskCache *disk, const char *what, const char *why) {
    if (!atomic_exchange(&disk->refused, true))
        say(disk, "the cache %s%s is not used: %s", disk->options.directory, what, why);
}

/* Opens the folder that an entry lies in, and root/v1 if *format is wanted. -1: errno says why. */
static int open_shard(DiskCache *disk, const char *shard, bool create, int *format) {
    char why[FOLDER_WHY];
    int parent = folder_open_format(disk->options.directory, create, why);
    if (parent < 0) {
        int error = errno;
        if (why[0])
            refuse(disk, "", why);
        errno = error;
        return -1;
    }
    int folder = folder_open_in(parent, shard, create, why);
    int error = errno;
    if (folder < 0 && why[0])
        refuse(disk, "/" FOLDER_FORMAT, why);
    if (format && folder >= 0)
        *format = parent;
    else
        close(parent);
    errno = error;
    return folder;
}

/* ----------------------------------------------------------------------------------- finding */

static void reject(DiskCache *disk, const char *where, const char *name, const char *why) {
    atomic_fetch_add(&disk->rejected, 1);
    say(disk, "the compiled kernel %s of %s was not used: %s", name, where, why);
}

/* Each pack in turn. One that is not as it must be is said so, and the next is asked. */
static bool find_in_packs(DiskCache *disk, const char *key, size_t len, Str *bytes, Entry *entry) {
    const char *at = disk->options.packs;
    while (at && *at) {
        char path[4096];
        size_t n = strcspn(at, ":");
        if (n > 0 && n < sizeof path) {
            const char *wrong;
            memcpy(path, at, n);
            path[n] = '\0';
            bytes->len = 0;
            FileRead got = pack_find(path, key, len, bytes, entry, &wrong);
            if (got == FILE_READ)
                return true;
            if (wrong && !bytes->failed) {
                atomic_fetch_add(&disk->rejected, got == FILE_WRONG);
                say(disk,
                    got == FILE_WRONG ? "a compiled kernel of the pack %s was not used: %s"
                                      : "the pack %s is not used: %s",
                    path, wrong);
            }
        }
        at += n + (at[n] == ':');
    }
    bytes->len = 0;
    return false;
}

/*
 * The path of an entry's file, if the folders that it lies in are to be trusted. They are not opened for it: the first
 * call of a process waits for this, and of the file itself walk_read sees that nobody else has written it.
 */
static bool find_place(DiskCache *disk, const char *name, char path[PLACE_BYTES]) {
    char shard[SHARD_DIGITS + 1], file[FILE_NAME + 1], why[FOLDER_WHY];
    const char *parts[] = {disk->options.directory, FOLDER_FORMAT, shard};
    size_t at = 0;
    walk_place(name, shard, file);
    if (strlen(parts[0]) + sizeof FOLDER_FORMAT + sizeof shard + sizeof file + 1 > PLACE_BYTES)
        return false;
    for (size_t k = 0; k < sizeof parts / sizeof *parts; k++) {
        size_t len = strlen(parts[k]);
        memcpy(path + at, parts[k], len + 1);
        if (!folder_is_trusted(path, k == 0, why)) {
            if (why[0])
                refuse(disk, k == 0 ? "" : "/" FOLDER_FORMAT, why);
            return false;
        }
        at += len;
        path[at++] = '/';
    }
    memcpy(path + at, file, sizeof file);
    return true;
}

static bool find_in_folder(DiskCache *disk, const char *key, size_t len, Str *bytes, Entry *entry) {
    char name[ENTRY_NAME + 1], path[PLACE_BYTES];
    struct stat status;
    const char *wrong;
    entry_name(key, len, name);
    if (!find_place(disk, name, path))
        return false;
    FileRead got = walk_read(AT_FDCWD, path, bytes, entry, &status, &wrong);
    bool same = got == FILE_READ && entry->key_len == len && memcmp(entry->key, key, len) == 0;
    if (got == FILE_READ && !same) {
        char own[ENTRY_NAME + 1];
        entry_name(entry->key, entry->key_len, own);
        if (strcmp(own, name) != 0) {
            got = FILE_WRONG;
            wrong = "it has the name of another";
        }
    }
    if (same)
        walk_touch(AT_FDCWD, path, &status);
    if (got == FILE_WRONG && !bytes->failed) {
        reject(disk, disk->options.directory, name, wrong);
        (void)unlink(path);
    }
    return same;
}

bool disk_has_packs(const DiskCache *disk) {
    return disk->options.packs;
}

DiskFound disk_find(DiskCache *disk, const char *key, size_t len, bool packs_alone, Str *bytes,
                    Entry *entry) {
    if (find_in_packs(disk, key, len, bytes, entry))
        return DISK_PACK;
    if (!packs_alone && has_folder(disk) && find_in_folder(disk, key, len, bytes, entry))
        return DISK_ENTRY;
    return DISK_NONE;
}

void disk_reject(DiskCache *disk, DiskFound found, const char *key, size_t len, const char *why) {
    char name[ENTRY_NAME + 1], shard[SHARD_DIGITS + 1], file[FILE_NAME + 1];
    entry_name(key, len, name);
    reject(disk, found == DISK_PACK ? "a pack" : disk->options.directory, name, why);
    if (found == DISK_PACK)
        return;
    walk_place(name, shard, file);
    int folder = open_shard(disk, shard, false, NULL);
    if (folder < 0)
        return;
    (void)unlinkat(folder, file, 0);
    close(folder);
}

/* --------------------------------------------------------------------------------- publishing */

static uint64_t now_ns(void) {
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

/* Nobody else has this name: by host, process, number and, should a process have the number of one
 * that is gone, the time. */
enum { TEMP_NAME = 80 };
static void temp_name(DiskCache *disk, char out[TEMP_NAME]) {
    char host[256] = "";
    (void)gethostname(host, sizeof host - 1);
    snprintf(out, TEMP_NAME, TEMP_PREFIX "%08x-%ld-%u-%016llx",
             (unsigned)hash_stable(host, strlen(host), 0), (long)getpid(),
             atomic_fetch_add(&disk->names, 1), (unsigned long long)now_ns());
}

/* A limit on the size of files would raise a signal, which is not ours to catch. */
static bool fits_limit(size_t size) {
    struct rlimit limit;
    return getrlimit(RLIMIT_FSIZE, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY ||
           size <= limit.rlim_cur;
}

/* 0, or why not. */
static int write_file(const DiskCache *disk, int file, const char *at, size_t len) {
    if (!fits_limit(len))
        return EFBIG;
    while (len > 0) {
        ssize_t done = disk->options.write(file, at, len);
        if (done < 0 && errno == EINTR)
            continue;
        if (done <= 0)
            return done < 0 ? errno : ENOSPC;
        at += done;
        len -= (size_t)done;
    }
    return 0;
}

/* Network file systems may say only when it is closed that the disk is full. */
static int write_and_rename(DiskCache *disk, int folder, const char *name, const void *bytes,
                            size_t size) {
    char temp[TEMP_NAME];
    temp_name(disk, temp);
    int file = openat(folder, temp, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (file < 0)
        return errno;
    int error = write_file(disk, file, bytes, size);
    if (close(file) != 0 && error == 0)
        error = errno;
    if (error == 0 && renameat(folder, temp, folder, name) != 0)
        error = errno;
    if (error != 0)
        (void)unlinkat(folder, temp, 0);
    return error;
}

/* A folder that cannot be written to is no accident; everything else is said after a few times. */
static void count_failure(DiskCache *disk, int error) {
    atomic_fetch_add(&disk->publish_fails, 1);
    if (atomic_load(&disk->refused))
        return;
    if (error == EROFS || error == EACCES || error == EPERM) {
        atomic_store(&disk->closed, true);
        return;
    }
    if (atomic_fetch_add(&disk->fails, 1) + 1 >= FAILS_MAX && !atomic_exchange(&disk->closed, true))
        say(disk, "nothing more is written to the cache %s: %s", disk->options.directory,
            strerror(error));
}

static void sweep_when_due(Env *env, DiskCache *disk, int format, size_t size) {
    uint64_t unswept = atomic_fetch_add(&disk->unswept, size) + size;
    bool first = !atomic_exchange(&disk->swept, true);
    if (!(first && !evict_was_swept(format)) && unswept < disk->options.cap / SWEEP_PART)
        return;
    if (atomic_exchange(&disk->sweeping, true))
        return;
    uint64_t removed = 0;
    atomic_store(&disk->unswept, 0);
    (void)evict_sweep(env, format, disk->options.cap, &removed);
    atomic_fetch_add(&disk->evicted, removed);
    atomic_store(&disk->sweeping, false);
}

bool disk_publish_bytes(Env *env, DiskCache *disk, const char *key, size_t len, const void *bytes,
                        size_t size) {
    char name[ENTRY_NAME + 1], shard[SHARD_DIGITS + 1], file[FILE_NAME + 1];
    if (!has_folder(disk) || atomic_load(&disk->closed) || size > disk->options.cap)
        return false;
    entry_name(key, len, name);
    walk_place(name, shard, file);
    int format = -1, folder = open_shard(disk, shard, true, &format);
    int error = errno != 0 ? errno : EIO;
    if (folder >= 0) {
        error = write_and_rename(disk, folder, file, bytes, size);
        close(folder);
    }
    if (error == 0) {
        atomic_store(&disk->fails, 0);
        atomic_fetch_add(&disk->published, 1);
        sweep_when_due(env, disk, format, size);
    } else {
        count_failure(disk, error);
    }
    if (format >= 0)
        close(format);
    return error == 0;
}

void disk_publish(Env *env, DiskCache *disk, const Entry *entry) {
    if (!has_folder(disk) || atomic_load(&disk->closed))
        return;
    Entry dated = *entry;
    dated.made = (int64_t)time(NULL);
    Str bytes = str_make(env);
    if (entry_write(env, &bytes, &dated))
        (void)disk_publish_bytes(env, disk, entry->key, entry->key_len, bytes.data, bytes.len);
    str_free(&bytes);
}
