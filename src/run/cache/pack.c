/* Reading packs. */
#define _GNU_SOURCE
#include "run/cache/pack.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "run/cache/pack_parts.h"

static const char magic[8] = {'f', 'r', 'i', 't', 'p', 'a', 'c', 'k'};

void pack_put_head(Str *out, uint32_t count, uint64_t index_at) {
    str_put(out, magic, sizeof magic);
    entry_put_number(out, PACK_FORMAT, 4);
    entry_put_number(out, count, 4);
    entry_put_number(out, index_at, 8);
    entry_put_number(out, 0, 8);
}

/* A pack that is open. */
typedef struct Pack {
    int file;
    uint64_t size, index_at;
    uint32_t count;
    unsigned char head[PACK_HEAD];
} Pack;

static bool read_at(int file, void *to, size_t len, uint64_t at) {
    char *p = to;
    while (len > 0) {
        ssize_t got = pread(file, p, len, (off_t)at);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return false;
        p += got;
        at += (uint64_t)got;
        len -= (size_t)got;
    }
    return true;
}

/* NULL: it is open. */
static const char *open_pack(const char *path, Pack *pack) {
    struct stat s;
    pack->file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (pack->file < 0)
        return errno == ENOENT ? "there is no such file" : "it cannot be opened";
    const char *wrong = NULL;
    if (fstat(pack->file, &s) != 0 || !S_ISREG(s.st_mode))
        wrong = "it is not a plain file";
    else if (s.st_mode & S_IWOTH)
        wrong = "everybody can write to it (chmod o-w makes it good)";
    else if (!read_at(pack->file, pack->head, PACK_HEAD, 0) ||
             memcmp(pack->head, magic, sizeof magic) != 0)
        wrong = "it is no pack of compiled kernels";
    else if (entry_number(pack->head + 8, 4) != PACK_FORMAT)
        wrong = "its format is of another version";
    if (!wrong) {
        pack->size = (uint64_t)s.st_size;
        pack->count = (uint32_t)entry_number(pack->head + 12, 4);
        pack->index_at = entry_number(pack->head + 16, 8);
        if (pack->index_at < PACK_HEAD || pack->index_at > pack->size ||
            pack->size - pack->index_at != (uint64_t)pack->count * PACK_LINE + DIGEST_BYTES)
            wrong = "it was cut off or its lengths are wrong";
    }
    if (wrong)
        close(pack->file);
    return wrong;
}

/* The bytes of the entry that a line of the index is about. */
static const char *read_entry(const Pack *pack, const unsigned char *line, Str *out, Entry *entry) {
    uint64_t at = entry_number(line + PACK_NAME, 8), len = entry_number(line + PACK_NAME + 8, 8);
    if (at < PACK_HEAD || at > pack->index_at || len > pack->index_at - at || len > ENTRY_MAX)
        return "its place in the pack is wrong";
    char chunk[16384];
    for (uint64_t done = 0; done < len;) {
        size_t part = len - done < sizeof chunk ? (size_t)(len - done) : sizeof chunk;
        if (!read_at(pack->file, chunk, part, at + done))
            return "it cannot be read";
        str_put(out, chunk, part);
        if (out->failed)
            return "there is no memory for it";
        done += part;
    }
    return entry_read(out->data, out->len, entry);
}

void pack_name_bytes(const char *name, unsigned char out[PACK_NAME]) {
    for (int k = 0; k < PACK_NAME; k++) {
        unsigned value = 0;
        for (int d = 0; d < 2; d++) {
            char c = name[2 * k + d];
            value = value * 16 + (unsigned)(c <= '9' ? c - '0' : c - 'a' + 10);
        }
        out[k] = (unsigned char)value;
    }
}

static void name_text(const unsigned char *bytes, char out[ENTRY_NAME + 1]) {
    static const char digits[] = "0123456789abcdef";
    for (int k = 0; k < PACK_NAME; k++) {
        out[2 * k] = digits[bytes[k] >> 4];
        out[2 * k + 1] = digits[bytes[k] & 15];
    }
    out[ENTRY_NAME] = '\0';
}

/* The line of the index with this name. */
static bool search(const Pack *pack, const unsigned char name[PACK_NAME],
                   unsigned char line[PACK_LINE]) {
    uint32_t low = 0, high = pack->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (!read_at(pack->file, line, PACK_LINE, pack->index_at + (uint64_t)middle * PACK_LINE))
            return false;
        int order = memcmp(line, name, PACK_NAME);
        if (order == 0)
            return true;
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return false;
}

FileRead pack_find(const char *path, const char *key, size_t len, Str *out, Entry *entry,
                   const char **wrong) {
    Pack pack;
    *wrong = open_pack(path, &pack);
    if (*wrong)
        return FILE_ABSENT;
    char text[ENTRY_NAME + 1];
    unsigned char name[PACK_NAME], line[PACK_LINE];
    entry_name(key, len, text);
    pack_name_bytes(text, name);
    FileRead got = FILE_ABSENT;
    if (search(&pack, name, line)) {
        *wrong = read_entry(&pack, line, out, entry);
        got = *wrong ? FILE_WRONG : FILE_READ;
        if (!*wrong && (entry->key_len != len || memcmp(entry->key, key, len) != 0))
            got = FILE_ABSENT;
    }
    close(pack.file);
    return got;
}

static bool index_is_whole(Env *env, const Pack *pack) {
    Str bytes = str_make(env);
    uint8_t digest[DIGEST_BYTES], want[DIGEST_BYTES];
    unsigned char line[PACK_LINE];
    bool read = true;
    str_put(&bytes, (const char *)pack->head, PACK_HEAD);
    for (uint32_t k = 0; k < pack->count && read && !bytes.failed; k++) {
        read = read_at(pack->file, line, PACK_LINE, pack->index_at + (uint64_t)k * PACK_LINE);
        str_put(&bytes, (const char *)line, PACK_LINE);
    }
    read = read && read_at(pack->file, want, DIGEST_BYTES, pack->size - DIGEST_BYTES);
    bool ok = str_ok(&bytes);
    if (ok) {
        digest_of(bytes.data, bytes.len, digest);
        if (!read || memcmp(digest, want, DIGEST_BYTES) != 0)
            ok = env_fail(env, FRIT_ERR_FORMAT, FRIT_STAGE_LOAD, "the pack's index is damaged");
    }
    str_free(&bytes);
    return ok;
}

bool pack_each(Env *env, const char *path, PackFn *each, void *user) {
    Pack pack;
    const char *wrong = open_pack(path, &pack);
    if (wrong)
        return env_fail(env, FRIT_ERR_FORMAT, FRIT_STAGE_LOAD, "%s: %s", path, wrong);
    bool ok = index_is_whole(env, &pack), more = true;
    for (uint32_t k = 0; k < pack.count && ok && more; k++) {
        unsigned char line[PACK_LINE];
        char name[ENTRY_NAME + 1], own[ENTRY_NAME + 1];
        Entry entry = {0};
        Str bytes = str_make(env);
        if (!read_at(pack.file, line, PACK_LINE, pack.index_at + (uint64_t)k * PACK_LINE))
            wrong = "it cannot be read";
        else
            wrong = read_entry(&pack, line, &bytes, &entry);
        ok = !bytes.failed;
        name_text(line, name);
        if (!wrong) {
            entry_name(entry.key, entry.key_len, own);
            wrong = strcmp(name, own) == 0 ? NULL : "it has the name of another";
        }
        if (wrong)
            entry = (Entry){0};
        more = ok && each(user, name, &entry, &bytes, wrong);
        str_free(&bytes);
    }
    close(pack.file);
    return ok;
}
