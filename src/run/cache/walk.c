#define _GNU_SOURCE
#include "run/cache/walk.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/vec.h"
#include "run/cache/folder.h"

/* An entry that is used all the time is marked so every so many seconds. */
enum { TOUCH_SECONDS = 3600 };

void walk_place(const char *entry_name, char shard[SHARD_DIGITS + 1], char file[FILE_NAME + 1]) {
    memcpy(shard, entry_name, SHARD_DIGITS);
    shard[SHARD_DIGITS] = '\0';
    memcpy(file, entry_name + SHARD_DIGITS, ENTRY_NAME - SHARD_DIGITS);
    memcpy(file + ENTRY_NAME - SHARD_DIGITS, ENTRY_SUFFIX, sizeof ENTRY_SUFFIX);
}

static bool are_digits(const char *text, size_t len) {
    for (size_t k = 0; k < len; k++)
        if (!text[k] || !strchr("0123456789abcdef", text[k]))
            return false;
    return true;
}

/* The name of the entry that a file is for, if it is called like one. */
static void name_entry(const char *shard, const char *file, char out[ENTRY_NAME + 1]) {
    out[0] = '\0';
    if (strlen(file) != FILE_NAME || !are_digits(file, ENTRY_NAME - SHARD_DIGITS) ||
        strcmp(file + ENTRY_NAME - SHARD_DIGITS, ENTRY_SUFFIX) != 0)
        return;
    memcpy(out, shard, SHARD_DIGITS);
    memcpy(out + SHARD_DIGITS, file, ENTRY_NAME - SHARD_DIGITS);
    out[ENTRY_NAME] = '\0';
}

/* ------------------------------------------------------------------------------- all the files */

typedef VEC(uint32_t) Places;

static int compare_names(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* The names in a folder one after another, each with its '\0'. */
static bool list_names(Env *env, int folder, Str *names, Places *places) {
    int copy = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *dir = copy < 0 ? NULL : fdopendir(copy);
    if (!dir) {
        if (copy >= 0)
            close(copy);
        return true; /* as if it were empty */
    }
    bool ok = true;
    for (struct dirent *d; ok && (d = readdir(dir));) {
        if (strcmp(d->d_name, ".") == 0 || strcmp(d->d_name, "..") == 0 ||
            names->len > UINT32_MAX / 2)
            continue;
        ok = vec_push(env, places, (uint32_t)names->len);
        str_put(names, d->d_name, strlen(d->d_name) + 1);
    }
    closedir(dir);
    return ok && str_ok(names);
}

static bool visit(int folder, const char *shard, const char *name, WalkFn *each, void *user) {
    WalkFile file = {.folder = folder, .shard = shard, .name = name};
    file.is_temp = strncmp(name, TEMP_PREFIX, strlen(TEMP_PREFIX)) == 0;
    name_entry(shard, name, file.entry);
    if (fstatat(folder, name, &file.status, AT_SYMLINK_NOFOLLOW) != 0)
        return true;
    return each(user, &file);
}

/* *more: false when `each` wants no more. */
static bool walk_shard(Env *env, int folder, const char *shard, WalkFn *each, void *user,
                       bool *more) {
    Str names = str_make(env);
    Places places = {0};
    const char **sorted = NULL;
    bool ok = list_names(env, folder, &names, &places);
    uint32_t n = places.len;
    if (ok && n > 0) {
        sorted = env_new(env, n * sizeof *sorted);
        ok = sorted != NULL;
    }
    if (ok && n > 0) {
        for (uint32_t k = 0; k < n; k++)
            sorted[k] = names.data + places.at[k];
        qsort(sorted, n, sizeof *sorted, compare_names);
        for (uint32_t k = 0; k < n && *more; k++)
            *more = visit(folder, shard, sorted[k], each, user);
    }
    env_free(env->allocator, sorted, n * sizeof *sorted);
    vec_free(env->allocator, &places);
    str_free(&names);
    return ok;
}

bool walk_files(Env *env, int format, WalkFn *each, void *user) {
    static const char digits[] = "0123456789abcdef";
    bool more = true;
    for (int k = 0; k < 256 && more; k++) {
        char shard[SHARD_DIGITS + 1] = {digits[k >> 4], digits[k & 15], '\0'}, why[FOLDER_WHY];
        int folder = folder_open_in(format, shard, false, why);
        if (folder < 0)
            continue;
        bool ok = walk_shard(env, folder, shard, each, user, &more);
        close(folder);
        TRY(ok);
    }
    return true;
}

/* ------------------------------------------------------------------------------------ one file */

static bool read_all(int file, Str *out, uint64_t size) {
    char chunk[4096]; /* most entries are as long */
    while (out->len < size) {
        size_t want = size - out->len < sizeof chunk ? (size_t)(size - out->len) : sizeof chunk;
        ssize_t got = read(file, chunk, want);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return got == 0; /* shorter than it was: the checksum will tell */
        str_put(out, chunk, (size_t)got);
        if (out->failed)
            return false;
    }
    return true;
}

static const char *wrong_kind(const struct stat *s) {
    char why[FOLDER_WHY];
    if (!S_ISREG(s->st_mode))
        return "it is not a plain file";
    folder_check(s, why);
    if (why[0])
        return "others could have written it";
    return (uint64_t)s->st_size > ENTRY_MAX ? "it is too long" : NULL;
}

FileRead walk_read(int folder, const char *name, Str *out, Entry *entry, struct stat *status,
                   const char **wrong) {
    struct stat own = {0};
    *wrong = NULL;
    /* Without waiting: a pipe in the place of an entry must not hold anybody. */
    int file = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (file < 0) {
        *wrong = errno == ELOOP ? "it is a link" : errno == ENXIO ? "it is not a plain file" : NULL;
        return *wrong ? FILE_WRONG : FILE_ABSENT;
    }
    status = status ? status : &own;
    bool read = fstat(file, status) == 0;
    if (read)
        *wrong = wrong_kind(status);
    if (read && !*wrong)
        read = read_all(file, out, (uint64_t)status->st_size);
    close(file);
    if (!read)
        return FILE_ABSENT;
    if (!*wrong)
        *wrong = entry_read(out->data, out->len, entry);
    return *wrong ? FILE_WRONG : FILE_READ;
}

void walk_touch(int folder, const char *name, const struct stat *status) {
    int64_t age = (int64_t)time(NULL) - (int64_t)status->st_mtime;
    if (age >= TOUCH_SECONDS || age < 0)
        (void)utimensat(folder, name, NULL, AT_SYMLINK_NOFOLLOW);
}
