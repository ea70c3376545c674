/*
 * A hash index: finds the ids of things that live elsewhere. The caller computes the hash and
 * decides equality, so one index serves strings, types and instructions alike:
 *
 *     for (IndexCursor c = index_find(&ix, hash); index_next(&ix, &c);)
 *         if (same(c.id, thing))
 *             return c.id;
 *     index_add(env, &ix, hash, new_id);
 */
#ifndef FRIT_BASE_INDEX_H
#define FRIT_BASE_INDEX_H

#include "base/env.h"

typedef struct IndexSlot {
    uint32_t hash; /* the upper half of the 64-bit hash, forced odd: 0 means empty */
    uint32_t id;
} IndexSlot;

typedef struct Index {
    IndexSlot *slots;
    uint32_t cap; /* a power of two, or 0 */
    uint32_t len;
} Index;

typedef struct IndexCursor {
    uint32_t hash, position, id;
} IndexCursor;

static inline uint32_t index_tag(uint64_t hash) {
    return (uint32_t)(hash >> 32) | 1u;
}

/* The lowest bit of a tag is always set and says nothing. */
static inline uint32_t index_home(uint32_t tag, uint32_t cap) {
    return (tag >> 1) & (cap - 1);
}

static inline IndexCursor index_find(const Index *index, uint64_t hash) {
    IndexCursor cursor = {index_tag(hash), 0, 0};
    if (index->cap)
        cursor.position = index_home(cursor.hash, index->cap);
    return cursor;
}

static inline bool index_next(const Index *index, IndexCursor *cursor) {
    if (!index->cap)
        return false;
    for (;;) {
        IndexSlot slot = index->slots[cursor->position];
        if (!slot.hash)
            return false;
        cursor->position = (cursor->position + 1) & (index->cap - 1);
        if (slot.hash == cursor->hash) {
            cursor->id = slot.id;
            return true;
        }
    }
}

bool index_add(Env *env, Index *index, uint64_t hash, uint32_t id);
/* Makes room for n more entries, so that n calls of index_add cannot fail. */
bool index_reserve(Env *env, Index *index, uint32_t n);
/* Forgets the id that was added under this hash, if it is there. */
void index_remove(Index *index, uint64_t hash, uint32_t id);
void index_clear(Index *index);
bool index_copy(Env *env, Index *to, const Index *from);
void index_free(const frit_allocator *allocator, Index *index);

/* For an index: differs from process to process. */
uint64_t hash_bytes(const void *bytes, size_t len, uint64_t seed);
/* For what is shown or kept: the same everywhere. */
uint64_t hash_stable(const void *bytes, size_t len, uint64_t seed);
uint64_t hash_u64(uint64_t value, uint64_t seed);

#endif
