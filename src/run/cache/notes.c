#include "run/cache/notes.h"

#include <stdio.h>
#include <string.h>

void notes_add(Notes *notes, const char *line) {
    char cut[NOTE_BYTES];
    snprintf(cut, sizeof cut, "%s", line);
    for (uint32_t k = 0; k < notes->len; k++)
        if (strcmp(notes->line[k], cut) == 0)
            return;
    notes->seen++;
    if (notes->len < NOTES_KEPT)
        memcpy(notes->line[notes->len++], cut, sizeof cut);
}

bool notes_get(const Notes *notes, uint32_t k, char *buffer, size_t size) {
    if (k >= notes->len)
        return false;
    snprintf(buffer, size, "%s", notes->line[k]);
    return true;
}
