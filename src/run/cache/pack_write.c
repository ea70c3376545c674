/* Writing packs. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "run/cache/pack.h"
#include "run/cache/pack_parts.h"

struct PackWriter {
    frit_allocator allocator;
    int file;
    uint64_t at; /* bytes written */
    uint32_t count;
    Env env; /* of the index */
    frit_error error;
    Str index; /* its lines, one after another */
    size_t size;
    char *path, *temp; /* behind this struct */
};

static bool fail_file(Env *env, const char *path) {
    return env_fail(env, FRIT_ERR_ARGUMENT, FRIT_STAGE_RUN, "%s: %s", path, strerror(errno));
}

static bool write_all(Env *env, PackWriter *w, const void *bytes, size_t len) {
    const char *at = bytes;
    while (len > 0) {
        ssize_t done = write(w->file, at, len);
        if (done < 0 && errno == EINTR)
            continue;
        if (done <= 0)
            return fail_file(env, w->path);
        at += done;
        len -= (size_t)done;
        w->at += (uint64_t)done;
    }
    return true;
}

static bool pad(Env *env, PackWriter *w) {
    static const char zeros[PACK_ALIGN] = {0};
    size_t over = (size_t)(w->at % PACK_ALIGN);
    return over == 0 || write_all(env, w, zeros, PACK_ALIGN - over);
}

/* What is there already is replaced if it is a plain file; a link is followed. */
static bool find_target(Env *env, const char **path, char real[PATH_MAX]) {
    struct stat info;
    if (stat(*path, &info) != 0)
        return true;
    if (!S_ISREG(info.st_mode))
        return env_fail(env, FRIT_ERR_ARGUMENT, FRIT_STAGE_NONE, "%s is there and is no plain file",
                        *path);
    if (realpath(*path, real))
        *path = real;
    return true;
}

PackWriter *pack_begin(Env *env, const char *path) {
    char real[PATH_MAX];
    if (!find_target(env, &path, real))
        return NULL;
    size_t len = strlen(path), temp = len + 32;
    PackWriter *w = env_new(env, sizeof *w + len + 1 + temp);
    if (!w)
        return NULL;
    w->allocator = *env->allocator;
    w->size = sizeof *w + len + 1 + temp;
    w->path = (char *)(w + 1);
    memcpy(w->path, path, len + 1);
    w->temp = w->path + len + 1;
    snprintf(w->temp, temp, "%s.tmp-%ld", path, (long)getpid());
    w->env = (Env){&w->allocator, &w->error};
    w->index = str_make(&w->env);
    (void)unlink(w->temp); /* of a process of the same number that came to no end */
    w->file = open(w->temp, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
    if (w->file < 0) {
        fail_file(env, path);
        env_free(env->allocator, w, w->size);
        return NULL;
    }
    char head[PACK_HEAD] = {0}; /* its numbers come at the end */
    if (write_all(env, w, head, sizeof head))
        return w;
    pack_abandon(w);
    return NULL;
}

bool pack_add(Env *env, PackWriter *w, const char *name, const Str *bytes) {
    unsigned char digest[PACK_NAME];
    TRY(pad(env, w));
    pack_name_bytes(name, digest);
    str_put(&w->index, (const char *)digest, sizeof digest);
    entry_put_number(&w->index, w->at, 8);
    entry_put_number(&w->index, bytes->len, 8);
    if (!str_ok(&w->index))
        return env_fail(env, FRIT_ERR_NOMEM, FRIT_STAGE_RUN, "out of memory");
    w->count++;
    return write_all(env, w, bytes->data, bytes->len);
}

static bool write_index(Env *env, PackWriter *w) {
    uint8_t digest[DIGEST_BYTES];
    Str all = str_make(env);
    TRY(pad(env, w));
    pack_put_head(&all, w->count, w->at);
    if (w->index.len > 0)
        str_put(&all, w->index.data, w->index.len);
    bool ok = str_ok(&all);
    if (ok) {
        digest_of(all.data, all.len, digest);
        ok = write_all(env, w, all.data + PACK_HEAD, all.len - PACK_HEAD) &&
             write_all(env, w, digest, sizeof digest);
    }
    if (ok && pwrite(w->file, all.data, PACK_HEAD, 0) != PACK_HEAD)
        ok = fail_file(env, w->path);
    str_free(&all);
    return ok;
}

/* Unlike an entry of the cache a pack is flushed: nobody would make it anew. */
bool pack_finish(Env *env, PackWriter *w) {
    bool ok = write_index(env, w);
    if (ok && fsync(w->file) != 0 && errno != EINVAL)
        ok = fail_file(env, w->path);
    int file = w->file;
    w->file = -1;
    if (close(file) != 0 && ok)
        ok = fail_file(env, w->path);
    if (ok && rename(w->temp, w->path) != 0)
        ok = fail_file(env, w->path);
    if (ok)
        w->temp[0] = '\0';
    pack_abandon(w);
    return ok;
}

void pack_abandon(PackWriter *w) {
    if (!w)
        return;
    if (w->file >= 0)
        close(w->file);
    if (w->temp[0])
        (void)unlink(w->temp);
    str_free(&w->index);
    frit_allocator allocator = w->allocator;
    env_free(&allocator, w, w->size);
}
