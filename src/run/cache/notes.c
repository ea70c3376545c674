#include "run/cache/notes.h"

#include <stdio.h>
#include <string.h>

static bool has_room(const frit_allocator *allocator, Notes *notes, uint32_t most) {
    if (notes->len < notes->cap || notes->len >= most)
        return notes->len < most;
    frit_error ignored;
    Env env = env_make(allocator, &ignored, &ignored);
    uint32_t cap = notes->cap ? 2 * notes->cap : 8;
    NoteLine *line = env_resize(&env, notes->line, notes->cap * sizeof *line, cap * sizeof *line);
    if (!line)
        return false;
    notes->line = line;
    notes->cap = cap;
    return true;
}

void notes_add(const frit_allocator *allocator, Notes *notes, uint32_t most, const char *line) {
    NoteLine cut;
    snprintf(cut, sizeof cut, "%s", line);
    for (uint32_t k = 0; k < notes->len; k++)
        if (strcmp(notes->line[k], cut) == 0)
            return;
    notes->seen++;
    if (has_room(allocator, notes, most))
        memcpy(notes->line[notes->len++], cut, sizeof cut);
}

bool notes_get(const Notes *notes, uint32_t k, char *buffer, size_t size) {
    if (k >= notes->len)
        return false;
    snprintf(buffer, size, "%s", notes->line[k]);
    return true;
}

void notes_free(const frit_allocator *allocator, Notes *notes) {
    env_free(allocator, notes->line, notes->cap * sizeof *notes->line);
    *notes = (Notes){0};
}
