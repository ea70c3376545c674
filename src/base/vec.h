/* Growing arrays. A zeroed VEC is an empty one; lengths are 32-bit, as every id in frit is. */
#ifndef FRIT_BASE_VEC_H
#define FRIT_BASE_VEC_H

#include <string.h>

#include "base/env.h"

#define VEC(T)             \
    struct {               \
        T *at;             \
        uint32_t len, cap; \
    }

/* at_slot is the address of the `at` pointer. Makes room for `need` elements. */
bool vec_reserve_slot(Env *env, void *at_slot, uint32_t *cap, size_t element_size, uint64_t need);
void vec_free_slot(const frit_allocator *allocator, void *at_slot, uint32_t *len, uint32_t *cap,
                   size_t element_size);
bool vec_copy_slot(Env *env, void *to_slot, uint32_t *to_len, uint32_t *to_cap, const void *from,
                   uint32_t from_len, size_t element_size);

#define vec_reserve(env, v, need) \
    ((need) <= (v)->cap || vec_reserve_slot(env, &(v)->at, &(v)->cap, sizeof *(v)->at, need))
#define vec_push(env, v, x) \
    (vec_reserve(env, v, (uint64_t)(v)->len + 1) && ((v)->at[(v)->len++] = (x), true))
#define vec_free(allocator, v) \
    vec_free_slot(allocator, &(v)->at, &(v)->len, &(v)->cap, sizeof *(v)->at)
/* Replaces the contents of `to` by those of `from`. */
#define vec_copy(env, to, from) \
    vec_copy_slot(env, &(to)->at, &(to)->len, &(to)->cap, (from)->at, (from)->len, sizeof *(to)->at)
/* Appends n zeroed elements. */
#define vec_extend(env, v, n)                          \
    ((n) == 0 ||                                       \
     (vec_reserve(env, v, (uint64_t)(v)->len + (n)) && \
      (memset((v)->at + (v)->len, 0, (size_t)(n) * sizeof *(v)->at), (v)->len += (n), true)))

#endif
