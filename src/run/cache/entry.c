#include "run/cache/entry.h"

#include <string.h>

#include "base/utf8.h"

static const char magic[8] = {'f', 'r', 'i', 't', 'c', 'o', 'd', 'e'};

enum { ALIGN = 16, TEXT_MAX = 256, KEY_MAX = 1 << 24 };

void entry_put_number(Str *out, uint64_t value, unsigned bytes) {
    for (unsigned k = 0; k < bytes; k++)
        str_putc(out, (char)(value >> 8 * k));
}

/* Nothing may have no address. */
static void put_bytes(Str *out, const void *bytes, size_t len) {
    if (len > 0)
        str_put(out, bytes, len);
}

uint64_t entry_number(const unsigned char *at, unsigned bytes) {
    uint64_t value = 0;
    for (unsigned k = bytes; k-- > 0;)
        value = value << 8 | at[k];
    return value;
}

/* Where the object begins. */
static uint64_t object_at(uint64_t key, uint64_t label, uint64_t target, uint64_t versions) {
    uint64_t end = ENTRY_HEAD + key + label + target + versions;
    return (end + ALIGN - 1) / ALIGN * ALIGN;
}

static bool is_text(const char *text, uint32_t len) {
    return len == 0 || utf8_is_name(text, len);
}

/* As much of a text as is kept: whole letters. */
static uint32_t kept(const char *text, uint32_t len) {
    if (len > TEXT_MAX)
        for (len = TEXT_MAX; len > 0 && ((unsigned char)text[len] & 0xc0) == 0x80;)
            len--;
    return is_text(text, len) ? len : 0;
}

bool entry_write(Env *env, Str *out, const Entry *entry) {
    uint32_t label = kept(entry->label, entry->label_len);
    uint32_t target = kept(entry->target, entry->target_len);
    uint32_t versions = kept(entry->versions, entry->versions_len);
    uint64_t start = object_at(entry->key_len, label, target, versions);
    if (entry->key_len > KEY_MAX || entry->object_len > ENTRY_MAX - start - DIGEST_BYTES)
        return env_fail(env, FRIT_ERR_LIMIT, FRIT_STAGE_RUN,
                        "a compiled kernel is too large for the cache");
    size_t begin = out->len;
    str_put(out, magic, sizeof magic);
    entry_put_number(out, ENTRY_FORMAT, 4);
    entry_put_number(out, entry->key_len, 4);
    entry_put_number(out, label, 4);
    entry_put_number(out, target, 4);
    entry_put_number(out, versions, 4);
    entry_put_number(out, 0, 4);
    entry_put_number(out, entry->object_len, 8);
    entry_put_number(out, (uint64_t)entry->made, 8);
    put_bytes(out, entry->key, entry->key_len);
    put_bytes(out, entry->label, label);
    put_bytes(out, entry->target, target);
    put_bytes(out, entry->versions, versions);
    while (!out->failed && out->len - begin < start)
        str_putc(out, '\0');
    put_bytes(out, entry->object, (size_t)entry->object_len);
    if (!str_ok(out))
        return false;
    uint8_t digest[DIGEST_BYTES];
    digest_of(out->data + begin, out->len - begin, digest);
    str_put(out, (const char *)digest, sizeof digest);
    return str_ok(out);
}

/* Everything but the digest. */
static const char *read_head(const unsigned char *at, uint64_t len, Entry *e) {
    if (len < ENTRY_HEAD + DIGEST_BYTES)
        return "it is too short";
    if (len > ENTRY_MAX)
        return "it is too long";
    if (memcmp(at, magic, sizeof magic) != 0)
        return "it is no compiled kernel";
    if (entry_number(at + 8, 4) != ENTRY_FORMAT)
        return "its format is of another version";
    e->key_len = (uint32_t)entry_number(at + 12, 4);
    e->label_len = (uint32_t)entry_number(at + 16, 4);
    e->target_len = (uint32_t)entry_number(at + 20, 4);
    e->versions_len = (uint32_t)entry_number(at + 24, 4);
    e->object_len = entry_number(at + 32, 8);
    e->made = (int64_t)entry_number(at + 40, 8);
    uint64_t start = object_at(e->key_len, e->label_len, e->target_len, e->versions_len);
    if (entry_number(at + 28, 4) != 0 || e->key_len > KEY_MAX || start > len - DIGEST_BYTES ||
        e->object_len != len - DIGEST_BYTES - start)
        return "it was cut off or its lengths are wrong";
    e->key = (const char *)at + ENTRY_HEAD;
    e->label = e->key + e->key_len;
    e->target = e->label + e->label_len;
    e->versions = e->target + e->target_len;
    e->object = at + start;
    return NULL;
}

const char *entry_read(const void *bytes, uint64_t len, Entry *out) {
    const unsigned char *at = bytes;
    const char *wrong = read_head(at, len, out);
    if (wrong)
        return wrong;
    uint8_t digest[DIGEST_BYTES];
    digest_of(at, (size_t)len - DIGEST_BYTES, digest);
    if (memcmp(digest, at + len - DIGEST_BYTES, DIGEST_BYTES) != 0)
        return "its checksum is wrong";
    if (out->label_len > TEXT_MAX || out->target_len > TEXT_MAX || out->versions_len > TEXT_MAX)
        return "its texts are too long";
    if (!is_text(out->label, out->label_len) || !is_text(out->target, out->target_len) ||
        !is_text(out->versions, out->versions_len))
        return "its texts are not UTF-8";
    return NULL;
}

void entry_name(const char *key, size_t len, char out[ENTRY_NAME + 1]) {
    static const char digits[] = "0123456789abcdef";
    uint8_t digest[DIGEST_BYTES];
    digest_of(key, len, digest);
    for (int k = 0; k < ENTRY_NAME / 2; k++) {
        out[2 * k] = digits[digest[k] >> 4];
        out[2 * k + 1] = digits[digest[k] & 15];
    }
    out[ENTRY_NAME] = '\0';
}
