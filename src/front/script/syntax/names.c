#include "front/script/syntax/names.h"

NameId script_find_name(const ScriptNames *names, const char *text, size_t len) {
    for (IndexCursor c = index_find(&names->index, hash_bytes(text, len, 0));
         index_next(&names->index, &c);) {
        const char *known = names->texts.at[c.id - 1];
        if (strlen(known) == len && memcmp(known, text, len) == 0)
            return c.id;
    }
    return 0;
}

NameId script_name(Env *env, ScriptNames *names, const char *text, size_t len) {
    NameId found = script_find_name(names, text, len);
    if (found)
        return found;
    char *copy = arena_new(env, &names->arena, len + 1);
    if (!copy)
        return 0;
    memcpy(copy, text, len);
    if (!vec_reserve(env, &names->texts, (uint64_t)names->texts.len + 1) ||
        !index_add(env, &names->index, hash_bytes(text, len, 0), names->texts.len + 1))
        return 0;
    names->texts.at[names->texts.len++] = copy;
    return names->texts.len;
}

const char *script_name_text(const ScriptNames *names, NameId id) {
    return id ? names->texts.at[id - 1] : "";
}

void script_names_free(const frit_allocator *allocator, ScriptNames *names) {
    vec_free(allocator, &names->texts);
    index_free(allocator, &names->index);
    arena_free(allocator, &names->arena);
}
