#include "base/index.h"

#include <string.h>

uint64_t hash_u64(uint64_t value, uint64_t seed) {
    uint64_t h = (value + seed + 0x9e3779b97f4a7c15u) * 0xbf58476d1ce4e5b9u;
    h = (h ^ (h >> 29)) * 0x94d049bb133111ebu;
    return h ^ (h >> 32);
}

uint64_t hash_bytes(const void *bytes, size_t len, uint64_t seed) {
    /* Where this stands in memory differs from process to process, so that nobody can write names
     * that all fall into one place. */
    static const char anchor = 0;
    return hash_stable(bytes, len, seed ^ (uint64_t)(uintptr_t)&anchor);
}

uint64_t hash_stable(const void *bytes, size_t len, uint64_t seed) {
    const unsigned char *p = bytes;
    uint64_t h = hash_u64(len, seed);
    while (len >= 8) {
        uint64_t word;
        memcpy(&word, p, 8);
        h = hash_u64(word ^ h, seed);
        p += 8;
        len -= 8;
    }
    if (len) {
        uint64_t word = 0;
        memcpy(&word, p, len);
        h = hash_u64(word ^ h, seed);
    }
    return h;
}

static void place(IndexSlot *slots, uint32_t cap, IndexSlot slot) {
    uint32_t position = index_home(slot.hash, cap);
    while (slots[position].hash)
        position = (position + 1) & (cap - 1);
    slots[position] = slot;
}

bool index_reserve(Env *env, Index *index, uint32_t n) {
    uint64_t need = (uint64_t)index->len + n;
    uint64_t cap = index->cap ? index->cap : 16;
    while (need * 4 > cap * 3)
        cap *= 2;
    if (cap == index->cap)
        return true;
    if (cap > UINT32_MAX / 2)
        return env_fail(env, FRIT_ERR_LIMIT, env->error->stage, "a table has too many entries");
    IndexSlot *slots = env_new(env, (size_t)cap * sizeof *slots);
    if (!slots)
        return false;
    for (uint32_t i = 0; i < index->cap; i++)
        if (index->slots[i].hash)
            place(slots, (uint32_t)cap, index->slots[i]);
    env_free(env->allocator, index->slots, index->cap * sizeof *slots);
    index->slots = slots;
    index->cap = (uint32_t)cap;
    return true;
}

bool index_add(Env *env, Index *index, uint64_t hash, uint32_t id) {
    TRY(index_reserve(env, index, 1));
    place(index->slots, index->cap, (IndexSlot){index_tag(hash), id});
    index->len++;
    return true;
}

void index_remove(Index *index, uint64_t hash, uint32_t id) {
    if (!index->cap)
        return;
    uint32_t mask = index->cap - 1, tag = index_tag(hash), hole = index_home(tag, index->cap);
    while (index->slots[hole].hash &&
           !(index->slots[hole].hash == tag && index->slots[hole].id == id))
        hole = (hole + 1) & mask;
    if (!index->slots[hole].hash)
        return;
    index->len--;
    /* Close the gap: move back every later entry of the run that may stand in the hole. */
    for (uint32_t i = (hole + 1) & mask; index->slots[i].hash; i = (i + 1) & mask) {
        uint32_t home = index_home(index->slots[i].hash, index->cap);
        if (((i - home) & mask) >= ((i - hole) & mask)) {
            index->slots[hole] = index->slots[i];
            hole = i;
        }
    }
    index->slots[hole] = (IndexSlot){0, 0};
}

void index_clear(Index *index) {
    if (index->cap)
        memset(index->slots, 0, index->cap * sizeof *index->slots);
    index->len = 0;
}

bool index_copy(Env *env, Index *to, const Index *from) {
    IndexSlot *slots = NULL;
    if (from->cap) {
        slots = env_resize(env, NULL, 0, from->cap * sizeof *slots);
        if (!slots)
            return false;
        memcpy(slots, from->slots, from->cap * sizeof *slots);
    }
    index_free(env->allocator, to);
    *to = (Index){slots, from->cap, from->len};
    return true;
}

void index_free(const frit_allocator *allocator, Index *index) {
    env_free(allocator, index->slots, index->cap * sizeof *index->slots);
    *index = (Index){0};
}
