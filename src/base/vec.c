#include "base/vec.h"

#include <string.h>

/* The slots are T* of any T; memcpy moves them without breaking the aliasing rules. */

bool vec_reserve_slot(Env *env, void *at_slot, uint32_t *cap, size_t element_size, uint64_t need) {
    if (need <= *cap)
        return true;
    uint64_t wanted = (uint64_t)*cap * 2 < 8 ? 8 : (uint64_t)*cap * 2;
    if (wanted < need)
        wanted = need;
    if (wanted > UINT32_MAX)
        wanted = UINT32_MAX;
    if (need > wanted)
        return env_fail(env, FRIT_ERR_LIMIT, env->error->stage,
                        "more than 2^32 entries in one table");
    void *old;
    memcpy(&old, at_slot, sizeof old);
    void *block = env_resize(env, old, *cap * element_size, (size_t)wanted * element_size);
    if (!block)
        return false;
    memcpy(at_slot, &block, sizeof block);
    *cap = (uint32_t)wanted;
    return true;
}

void vec_free_slot(const frit_allocator *allocator, void *at_slot, uint32_t *len, uint32_t *cap,
                   size_t element_size) {
    void *old, *none = NULL;
    memcpy(&old, at_slot, sizeof old);
    env_free(allocator, old, *cap * element_size);
    memcpy(at_slot, &none, sizeof none);
    *len = *cap = 0;
}

bool vec_copy_slot(Env *env, void *to_slot, uint32_t *to_len, uint32_t *to_cap, const void *from,
                   uint32_t from_len, size_t element_size) {
    TRY(vec_reserve_slot(env, to_slot, to_cap, element_size, from_len));
    void *to;
    memcpy(&to, to_slot, sizeof to);
    if (from_len)
        memcpy(to, from, from_len * element_size);
    *to_len = from_len;
    return true;
}
