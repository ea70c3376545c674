#include "base/arena.h"

#include <string.h>

enum { ARENA_BLOCK = 4000, ARENA_ALIGN = 16 };

struct Arena {
    Arena *next;
    size_t size, used; /* bytes of the block, this head included */
};

static size_t aligned(size_t size) {
    return (size + ARENA_ALIGN - 1) / ARENA_ALIGN * ARENA_ALIGN;
}

void *arena_new(Env *env, Arena **arena, size_t size) {
    const size_t head = aligned(sizeof(Arena));
    Arena *a = *arena;
    size = aligned(size);
    if (!a || a->size - a->used < size) {
        size_t block = head + (size > ARENA_BLOCK ? size : ARENA_BLOCK);
        a = env_resize(env, NULL, 0, block);
        if (!a)
            return NULL;
        *a = (Arena){*arena, block, head};
        *arena = a;
    }
    void *object = (char *)a + a->used;
    a->used += size;
    return memset(object, 0, size);
}

void arena_free(const frit_allocator *allocator, Arena **arena) {
    while (*arena) {
        Arena *next = (*arena)->next;
        env_free(allocator, *arena, (*arena)->size);
        *arena = next;
    }
}
