#define _GNU_SOURCE
#include "run/cache/evict.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/vec.h"
#include "run/cache/folder.h"

/* A file whose time says when somebody last swept. */
#define STAMP "swept"

enum {
    TEMP_SECONDS = 3600, /* nobody takes so long to write an entry */
    SWEPT_SECONDS = 600
};

/* Clocks of hosts may differ a little; what comes from farther in the future has a wrong time. */
bool evict_is_leftover(const struct stat *s, int64_t now) {
    int64_t age = now - (int64_t)s->st_mtime;
    return age > TEMP_SECONDS || age < -TEMP_SECONDS;
}

typedef struct Aged {
    int64_t used_s, used_ns;
    uint64_t bytes;
    char name[ENTRY_NAME];
} Aged;

typedef struct Sweep {
    Env *env;
    VEC(Aged) aged;
    uint64_t bytes;
    int64_t now;
    bool ok;
} Sweep;

/* What it takes on the disk. */
static uint64_t bytes_of(const struct stat *s) {
    uint64_t blocks = (uint64_t)s->st_blocks * 512;
    return blocks > (uint64_t)s->st_size ? blocks : (uint64_t)s->st_size;
}

static bool look_at(void *user, const WalkFile *file) {
    Sweep *sweep = user;
    int64_t used = (int64_t)file->status.st_mtime;
    if (file->is_temp) {
        if (evict_is_leftover(&file->status, sweep->now))
            (void)unlinkat(file->folder, file->name, 0);
        return true;
    }
    if (!file->entry[0] || S_ISDIR(file->status.st_mode))
        return true;
    Aged aged = {.used_s = used < sweep->now ? used : sweep->now,
                 .used_ns = (int64_t)file->status.st_mtim.tv_nsec,
                 .bytes = bytes_of(&file->status)};
    memcpy(aged.name, file->entry, ENTRY_NAME);
    sweep->bytes += aged.bytes;
    sweep->ok = vec_push(sweep->env, &sweep->aged, aged);
    return sweep->ok;
}

static int compare_ages(const void *a, const void *b) {
    const Aged *x = a, *y = b;
    if (x->used_s != y->used_s)
        return x->used_s < y->used_s ? -1 : 1;
    if (x->used_ns != y->used_ns)
        return x->used_ns < y->used_ns ? -1 : 1;
    return memcmp(x->name, y->name, ENTRY_NAME);
}

/* Also true where somebody else has removed it. */
static bool remove_entry(int format, const char *name) {
    char shard[SHARD_DIGITS + 1], file[FILE_NAME + 1], why[FOLDER_WHY];
    walk_place(name, shard, file);
    int folder = folder_open_in(format, shard, false, why);
    if (folder < 0)
        return errno == ENOENT;
    bool gone = unlinkat(folder, file, 0) == 0 || errno == ENOENT;
    close(folder);
    return gone;
}

static void set_stamp(int format) {
    int file =
        openat(format, STAMP, O_WRONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0600);
    if (file < 0)
        return;
    (void)futimens(file, NULL);
    close(file);
}

/* A time in the future is wrong, and nobody would sweep for long. */
bool evict_was_swept(int format) {
    struct stat s;
    if (fstatat(format, STAMP, &s, AT_SYMLINK_NOFOLLOW) != 0)
        return false;
    int64_t age = (int64_t)time(NULL) - (int64_t)s.st_mtime;
    return age >= 0 && age < SWEPT_SECONDS;
}

bool evict_sweep(Env *env, int format, uint64_t cap, uint64_t *removed) {
    Sweep sweep = {.env = env, .now = (int64_t)time(NULL), .ok = true};
    set_stamp(format); /* first, so that others need not do the same */
    bool ok = walk_files(env, format, look_at, &sweep) && sweep.ok;
    if (ok && sweep.bytes > cap) {
        qsort(sweep.aged.at, sweep.aged.len, sizeof *sweep.aged.at, compare_ages);
        for (uint32_t k = 0; k < sweep.aged.len && sweep.bytes > cap - cap / 8; k++) {
            if (!remove_entry(format, sweep.aged.at[k].name))
                continue;
            sweep.bytes -= sweep.aged.at[k].bytes;
            ++*removed;
        }
    }
    vec_free(env->allocator, &sweep.aged);
    return ok;
}
