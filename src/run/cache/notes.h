/* A short list of different lines for people: the first ones are kept, all are counted. */
#ifndef FRIT_RUN_CACHE_NOTES_H
#define FRIT_RUN_CACHE_NOTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { NOTES_KEPT = 32, NOTE_BYTES = 320 };

typedef struct Notes {
    uint64_t seen; /* those that were not kept included */
    uint32_t len;
    char line[NOTES_KEPT][NOTE_BYTES];
} Notes;

/* Longer lines are cut. */
void notes_add(Notes *notes, const char *line);
/* False: there is no line number k. */
bool notes_get(const Notes *notes, uint32_t k, char *buffer, size_t size);

#endif
