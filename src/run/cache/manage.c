#define _GNU_SOURCE
#include "run/cache/manage.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "run/cache/disk.h"
#include "run/cache/evict.h"
#include "run/cache/folder.h"
#include "run/cache/pack.h"

enum { TEXT_BYTES = 264 };

/* --------------------------------------------------------------------------------- the folder */

typedef struct Place {
    char *path;
    size_t size;
    int format; /* the open folder root/v1; -1: there is nothing */
} Place;

static void close_place(Env *env, Place *place) {
    if (place->format >= 0)
        close(place->format);
    env_free(env->allocator, place->path, place->size);
}

static bool open_place(Env *env, const char *folder, Place *place) {
    char why[FOLDER_WHY] = "";
    place->format = -1;
    TRY(folder_choose(env, folder, &place->path, &place->size));
    if (!place->path)
        return env_fail(env, FRIT_ERR_ARGUMENT, FRIT_STAGE_RUN,
                        "there is no cache on disk: it is switched off");
    place->format = folder_open_format(place->path, false, why);
    if (place->format >= 0 || (!why[0] && errno == ENOENT))
        return true;
    env_set_error(env, FRIT_ERR_ARGUMENT, FRIT_STAGE_RUN, "the cache %.200s is not used: %s",
                  place->path, why[0] ? why : strerror(errno));
    close_place(env, place);
    return false;
}

bool manage_folder(Env *env, Str *path, uint64_t *cap) {
    DiskOptions options = {.packs = ""};
    DiskCache *disk = disk_new(env, &options);
    TRY(disk);
    const char *folder = disk_directory(disk);
    str_puts(path, folder ? folder : "");
    *cap = disk_cap(disk);
    disk_free(disk);
    return str_ok(path);
}

/* ------------------------------------------------------------------------------------ entries */

/* Texts of an entry, terminated. */
typedef struct Texts {
    char label[TEXT_BYTES], target[TEXT_BYTES], versions[TEXT_BYTES];
} Texts;

static void put_text(char out[TEXT_BYTES], const char *text, uint32_t len) {
    size_t n = len < TEXT_BYTES ? len : TEXT_BYTES - 1;
    if (n > 0)
        memcpy(out, text, n);
    out[n] = '\0';
}

/* `out` points into `texts`. */
static void describe(const Entry *entry, Texts *texts, frit_cache_entry *out) {
    put_text(texts->label, entry->label, entry->label_len);
    put_text(texts->target, entry->target, entry->target_len);
    put_text(texts->versions, entry->versions, entry->versions_len);
    out->label = texts->label;
    out->target = texts->target;
    out->versions = texts->versions;
    out->code_bytes = entry->object_len;
    out->made = entry->made;
}

static bool matches(const frit_cache_filter *filter, const frit_cache_entry *entry) {
    if (!filter)
        return true;
    if (filter->faulty && !entry->fault)
        return false;
    if (filter->unused_s > 0 && (int64_t)time(NULL) - entry->used < filter->unused_s)
        return false;
    const char *text = filter->text;
    return !text || strstr(entry->label, text) || strcmp(entry->target, text) == 0 ||
           strncmp(entry->name, text, strlen(text)) == 0;
}

/* What a walk does with the entries that match. */
typedef bool VisitFn(void *user, const WalkFile *file, const frit_cache_entry *entry,
                     const Str *bytes);

typedef struct Visit {
    Env *env;
    const frit_cache_filter *filter;
    VisitFn *visit;
    void *user;
    bool ok; /* there was memory */
} Visit;

static bool look_at(void *user, const WalkFile *file) {
    Visit *v = user;
    Str bytes = str_make(v->env);
    Texts texts;
    Entry entry = {0};
    const char *wrong = NULL;
    if (file->is_temp)
        return true;
    frit_cache_entry out = {.name = file->entry[0] ? file->entry : file->name,
                            .bytes = (uint64_t)file->status.st_size,
                            .used = (int64_t)file->status.st_mtime};
    FileRead got = walk_read(file->folder, file->name, &bytes, &entry, NULL, &wrong);
    v->ok = !bytes.failed;
    bool more = v->ok;
    if (got == FILE_READ) {
        char own[ENTRY_NAME + 1];
        entry_name(entry.key, entry.key_len, own);
        wrong = strcmp(own, file->entry) == 0 ? NULL : "it has the name of another";
    } else {
        entry = (Entry){0};
    }
    describe(&entry, &texts, &out);
    out.fault = wrong;
    if (v->ok && got != FILE_ABSENT && matches(v->filter, &out))
        more = v->visit(v->user, file, &out, &bytes);
    str_free(&bytes);
    return more;
}

static bool visit_folder(Env *env, const char *folder, const frit_cache_filter *filter,
                         VisitFn *visit, void *user) {
    Place place;
    Visit v = {env, filter, visit, user, true};
    TRY(open_place(env, folder, &place));
    bool ok = place.format < 0 || walk_files(env, place.format, look_at, &v);
    close_place(env, &place);
    return ok && v.ok;
}

/* ------------------------------------------------------------------------------------- listing */

typedef struct Listing {
    frit_cache_fn *each;
    void *user;
} Listing;

static bool list_one(void *user, const WalkFile *file, const frit_cache_entry *entry,
                     const Str *bytes) {
    Listing *listing = user;
    (void)file, (void)bytes;
    return listing->each(listing->user, entry);
}

static bool list_packed(void *user, const char *name, const Entry *entry, const Str *bytes,
                        const char *wrong) {
    Listing *listing = user;
    Texts texts;
    frit_cache_entry out = {.name = name, .bytes = bytes->len, .fault = wrong};
    describe(entry, &texts, &out);
    return listing->each(listing->user, &out);
}

bool manage_each(Env *env, const char *where, frit_cache_fn *each, void *user) {
    Listing listing = {each, user};
    struct stat s;
    if (where && stat(where, &s) == 0 && !S_ISDIR(s.st_mode))
        return pack_each(env, where, list_packed, &listing);
    return visit_folder(env, where, NULL, list_one, &listing);
}

/* ------------------------------------------------------------------------------------ removing */

static bool remove_one(void *user, const WalkFile *file, const frit_cache_entry *entry,
                       const Str *bytes) {
    uint64_t *count = user;
    (void)entry, (void)bytes;
    *count += unlinkat(file->folder, file->name, 0) == 0;
    return true;
}

/* Also what unfinished writers left behind. */
static bool remove_any(void *user, const WalkFile *file) {
    if (!file->is_temp)
        return remove_one(user, file, NULL, NULL);
    if (evict_is_leftover(&file->status, (int64_t)time(NULL)))
        (void)unlinkat(file->folder, file->name, 0);
    return true;
}

bool manage_remove(Env *env, const char *folder, const frit_cache_filter *filter, uint64_t *count) {
    *count = 0;
    if (filter && (filter->text || filter->faulty || filter->unused_s > 0))
        return visit_folder(env, folder, filter, remove_one, count);
    Place place;
    TRY(open_place(env, folder, &place));
    bool ok = place.format < 0 || walk_files(env, place.format, remove_any, count);
    close_place(env, &place);
    return ok;
}

/* --------------------------------------------------------------------------------------- packs */

typedef struct Packing {
    Env *env;
    PackWriter *writer;
    uint64_t *count;
    bool ok;
} Packing;

static bool pack_one(void *user, const WalkFile *file, const frit_cache_entry *entry,
                     const Str *bytes) {
    Packing *p = user;
    (void)file;
    if (entry->fault)
        return true;
    p->ok = pack_add(p->env, p->writer, entry->name, bytes);
    ++*p->count;
    return p->ok;
}

bool manage_pack(Env *env, const char *folder, const frit_cache_filter *filter, const char *file,
                 uint64_t *count) {
    *count = 0;
    Packing p = {env, pack_begin(env, file), count, true};
    TRY(p.writer);
    if (visit_folder(env, folder, filter, pack_one, &p) && p.ok)
        return pack_finish(env, p.writer);
    pack_abandon(p.writer);
    return false;
}

typedef struct Unpacking {
    Env *env;
    DiskCache *disk;
    uint64_t *count, *refused;
    bool failed;
    char problem[512]; /* what the disk said, if anything */
} Unpacking;

static void keep_problem(void *user, const char *text) {
    Unpacking *u = user;
    snprintf(u->problem, sizeof u->problem, "%s", text);
}

static bool unpack_one(void *user, const char *name, const Entry *entry, const Str *bytes,
                       const char *wrong) {
    Unpacking *u = user;
    (void)name;
    if (wrong) {
        ++*u->refused;
        return true;
    }
    u->failed =
        !disk_publish_bytes(u->env, u->disk, entry->key, entry->key_len, bytes->data, bytes->len);
    *u->count += !u->failed;
    return !u->failed;
}

bool manage_unpack(Env *env, const char *file, const char *folder, uint64_t *count,
                   uint64_t *refused) {
    Unpacking u = {.env = env, .count = count, .refused = refused};
    DiskOptions options = {.directory = folder, .packs = "", .warn = keep_problem, .warn_user = &u};
    *count = *refused = 0;
    u.disk = disk_new(env, &options);
    TRY(u.disk);
    const char *to = disk_directory(u.disk);
    bool ok = to || env_fail(env, FRIT_ERR_ARGUMENT, FRIT_STAGE_RUN,
                             "there is no cache on disk: it is switched off");
    ok = ok && pack_each(env, file, unpack_one, &u);
    if (ok && u.failed && u.problem[0])
        ok = env_fail(env, FRIT_ERR_ARGUMENT, FRIT_STAGE_RUN, "%s", u.problem);
    else if (ok && u.failed)
        ok = env_fail(env, FRIT_ERR_ARGUMENT, FRIT_STAGE_RUN,
                      "an entry cannot be written to the cache %.200s", to);
    disk_free(u.disk);
    return ok;
}
