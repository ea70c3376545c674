/* A short list of different lines for people: the first ones are kept, all are counted. */
#ifndef FRIT_RUN_CACHE_NOTES_H
#define FRIT_RUN_CACHE_NOTES_H

#include "base/env.h"

enum { NOTE_BYTES = 320 };

typedef char NoteLine[NOTE_BYTES];

typedef struct Notes {
    uint64_t seen; /* those that were not kept included */
    uint32_t len, cap;
    NoteLine *line;
} Notes;

/* At most `most` are kept, fewer where there is no memory. Longer lines are cut. */
void notes_add(const frit_allocator *allocator, Notes *notes, uint32_t most, const char *line);
/* False: there is no line number k. */
bool notes_get(const Notes *notes, uint32_t k, char *buffer, size_t size);
void notes_free(const frit_allocator *allocator, Notes *notes);

#endif
