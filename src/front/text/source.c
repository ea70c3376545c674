/* Source texts: where their lines begin, and which file each part of them is from. */
#include "front/text/diagnose.h"

/* Lines that begin in the last len bytes; the first of them is one. */
static bool find_lines(Env *env, Source *s, uint32_t begin) {
    TRY(vec_push(env, &s->lines, begin));
    for (uint32_t i = begin; i < s->len; i++)
        if (s->text[i] == '\n')
            TRY(vec_push(env, &s->lines, i + 1));
    return true;
}

static char *copy_name(Env *env, const char *name, size_t len) {
    char *copy = env_new(env, len + 1);
    if (copy && len > 0)
        memcpy(copy, name, len);
    return copy;
}

Source *source_new(Env *env, const char *name, const char *text, size_t len) {
    if (len > MAX_SOURCE) {
        env_set_error(env, FRIT_ERR_LIMIT, FRIT_STAGE_PARSE,
                      "%.100s has %zu bytes; a source may have %d", name, len, MAX_SOURCE);
        return NULL;
    }
    Source *s = env_new(env, sizeof *s);
    if (!s)
        return NULL;
    s->allocator = *env->allocator;
    s->len = (uint32_t)len;
    s->name = copy_name(env, name, strlen(name));
    s->text = s->name ? env_new(env, len + 1) : NULL;
    if (!s->text) {
        source_free(s);
        return NULL;
    }
    s->room = s->len + 1;
    if (len > 0)
        memcpy(s->text, text, len);
    if (find_lines(env, s, 0))
        return s;
    source_free(s);
    return NULL;
}

void source_free(Source *s) {
    if (!s)
        return;
    frit_allocator allocator = s->allocator;
    for (uint32_t i = 0; i < s->parts.len; i++)
        if (s->parts.at[i].name)
            env_free(&allocator, s->parts.at[i].name, strlen(s->parts.at[i].name) + 1);
    vec_free(&allocator, &s->parts);
    vec_free(&allocator, &s->lines);
    if (s->text)
        env_free(&allocator, s->text, s->room);
    if (s->name)
        env_free(&allocator, s->name, strlen(s->name) + 1);
    env_free(&allocator, s, sizeof *s);
}

/* ---- files behind files */

static bool make_room(Env *env, Source *s, size_t more) {
    uint64_t need = (uint64_t)s->len + more + 1, room = (uint64_t)s->room * 2;
    if (need > MAX_SOURCE)
        return env_fail(env, FRIT_ERR_LIMIT, FRIT_STAGE_PARSE,
                        "%.100s has, with what it includes, more than %d bytes", s->name,
                        MAX_SOURCE);
    if (need <= s->room)
        return true;
    char *text = env_resize(env, s->text, s->room, (size_t)(room > need ? room : need));
    TRY(text);
    s->text = text;
    s->room = (uint32_t)(room > need ? room : need);
    return true;
}

static void put_bytes(Source *s, const char *text, size_t len) {
    if (len > 0)
        memcpy(s->text + s->len, text, len);
    s->len += (uint32_t)len;
    s->text[s->len] = '\0';
}

static bool put_part(Env *env, Source *s, uint32_t at, SourcePart part) {
    TRY(vec_push(env, &s->parts, part));
    memmove(s->parts.at + at + 1, s->parts.at + at, (s->parts.len - 1 - at) * sizeof part);
    s->parts.at[at] = part;
    return true;
}

/* A line of its own begins behind what is there. */
static bool begin_part(Env *env, Source *s, const char *name, bool scratch, size_t len,
                       uint32_t *begin) {
    TRY(make_room(env, s, len + 2));
    put_bytes(s, "\n", 1);
    *begin = s->len;
    SourcePart part = {.begin = s->len, .first_line = s->lines.len, .line = 1, .scratch = scratch};
    if (name)
        TRY(part.name = copy_name(env, name, strlen(name)));
    if (put_part(env, s, s->parts.len, part))
        return true;
    if (name)
        env_free(env->allocator, part.name, strlen(name) + 1);
    return false;
}

bool source_append(Env *env, Source *s, const char *name, const char *text, size_t len,
                   uint32_t *begin) {
    TRY(begin_part(env, s, name, false, len, begin));
    put_bytes(s, text, len);
    return find_lines(env, s, *begin);
}

bool source_append_scratch(Env *env, Source *s, const char *text, size_t len, uint32_t *begin) {
    if (s->parts.len == 0 || !s->parts.at[s->parts.len - 1].scratch) {
        TRY(begin_part(env, s, NULL, true, len, begin));
        TRY(vec_push(env, &s->lines, *begin));
    }
    TRY(make_room(env, s, len + 1));
    put_bytes(s, " ", 1);
    *begin = s->len;
    put_bytes(s, text, len);
    return true;
}

/* How many parts begin at or before the byte. */
static uint32_t count_parts(const Source *s, uint32_t byte) {
    uint32_t low = 0, high = s->parts.len;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (s->parts.at[middle].begin <= byte)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

bool source_renumber(Env *env, Source *s, uint32_t byte, uint32_t line, const char *name,
                     size_t name_len) {
    SourcePart part = {.begin = byte, .first_line = source_line(s, byte), .line = line};
    if (name)
        TRY(part.name = copy_name(env, name, name_len));
    if (put_part(env, s, count_parts(s, byte), part))
        return true;
    if (name)
        env_free(env->allocator, part.name, name_len + 1);
    return false;
}

/* ---- places */

uint32_t source_line(const Source *s, uint32_t byte) {
    uint32_t low = 0, high = s->lines.len;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (s->lines.at[middle] <= byte)
            low = middle;
        else
            high = middle;
    }
    return low;
}

void source_place(const Source *s, uint32_t byte, uint32_t *line, uint32_t *column) {
    uint32_t index = source_line(s, byte), parts = count_parts(s, byte);
    *line = index + 1;
    if (parts > 0)
        *line = index - s->parts.at[parts - 1].first_line + s->parts.at[parts - 1].line;
    *column = byte - s->lines.at[index] + 1;
}

const char *source_file(const Source *s, uint32_t byte) {
    for (uint32_t parts = count_parts(s, byte); parts > 0; parts--)
        if (s->parts.at[parts - 1].name)
            return s->parts.at[parts - 1].name;
    return s->name;
}
