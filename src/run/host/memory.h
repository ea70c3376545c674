/*
 * Memory for arrays: blocks aligned to 64 bytes that are kept for the next one who asks, because
 * touching new pages costs more than most kernels. At most `cap` bytes are kept; the rest goes back
 * to the allocator at once. May be used by several threads.
 */
#ifndef FRIT_RUN_HOST_MEMORY_H
#define FRIT_RUN_HOST_MEMORY_H

#include "run/device/device.h"

enum { MEMORY_ALIGN = 64 };

typedef struct Memory Memory;

Memory *memory_new(Env *env, uint64_t cap);
void memory_free(Memory *memory);
/* Fails with FRIT_ERR_NOMEM. size 0 gives a block too. *touched (may be NULL): the pages have been
 * written before, so that streaming stores pay. */
void *memory_take(Env *env, Memory *memory, uint64_t size, bool *touched);
void memory_give(Memory *memory, void *block, uint64_t size);
MemoryUse memory_use(const Memory *memory);
/* Another limit for what is kept. */
void memory_set_cap(Memory *memory, uint64_t cap);
/* Gives back everything that is kept. */
void memory_trim(Memory *memory);

#endif
