/* Memory of a device of source: blocks, kept for reuse, and runs of bytes. */
#include <string.h>

#include "run/gpu/gpu.h"

enum { PAGE = 4096 };

/* ---- blocks */

/* The first block whose address is above `address`. */
static uint32_t place_above(const GpuDevice *gpu, const char *address) {
    uint32_t low = 0, high = gpu->n_blocks;
    while (low < high) {
        uint32_t mid = (low + high) / 2;
        if (gpu->blocks[mid].memory.address <= address)
            low = mid + 1;
        else
            high = mid;
    }
    return low;
}

const GpuBlock *gpu_block_of(const GpuDevice *gpu, const char *address, uint64_t *offset) {
    uint32_t at = place_above(gpu, address);
    if (at == 0)
        return NULL;
    const GpuBlock *block = &gpu->blocks[at - 1];
    *offset = (uint64_t)(address - block->memory.address);
    return *offset <= block->size ? block : NULL;
}

static void remove_block(GpuDevice *gpu, uint32_t at) {
    GpuBlock *block = &gpu->blocks[at];
    gpu->use.kept -= block->size;
    gpu->driver->release(gpu->state, block->memory, block->size);
    memmove(block, block + 1, (gpu->n_blocks - at - 1) * sizeof *block);
    gpu->n_blocks--;
}

/* Gives back what is kept, until there is no more of it than `most`. */
static void drop_free(GpuDevice *gpu, uint64_t most) {
    for (uint32_t k = gpu->n_blocks; k-- > 0 && gpu->use.kept > most;)
        if (gpu->blocks[k].free)
            remove_block(gpu, k);
}

/* What a parent opened, or a kernel still writes to, stays where it is. */
void gpu_free_blocks(GpuDevice *gpu) {
    bool ours = gpu_is_ours(gpu) && !atomic_load(&gpu->lost);
    for (uint32_t k = 0; ours && k < gpu->n_blocks; k++)
        gpu->driver->release(gpu->state, gpu->blocks[k].memory, gpu->blocks[k].size);
    if (gpu->blocks)
        env_free(&gpu->device.allocator, gpu->blocks, gpu->room * sizeof *gpu->blocks);
    gpu->blocks = NULL;
    gpu->n_blocks = gpu->room = 0;
}

static GpuBlock *reuse(GpuDevice *gpu, uint64_t size) {
    GpuBlock *best = NULL;
    for (uint32_t k = 0; k < gpu->n_blocks; k++) {
        GpuBlock *b = &gpu->blocks[k];
        if (b->free && b->size >= size && b->size / 2 <= size && (!best || b->size < best->size))
            best = b;
    }
    return best;
}

static bool make_room(Env *env, GpuDevice *gpu) {
    if (gpu->n_blocks < gpu->room)
        return true;
    uint32_t room = gpu->room ? 2 * gpu->room : 16;
    Env own = {&gpu->device.allocator, env->error};
    GpuBlock *blocks =
        env_resize(&own, gpu->blocks, gpu->room * sizeof *blocks, room * sizeof *blocks);
    TRY(blocks);
    gpu->blocks = blocks;
    gpu->room = room;
    return true;
}

/* Once more without what is kept, where there is too little. */
static bool allocate(Env *env, GpuDevice *gpu, uint64_t size, GpuMemory *out) {
    frit_error error = {0};
    Env first = {env->allocator, &error};
    if (gpu->driver->allocate(&first, gpu->state, size, out))
        return true;
    if (error.status == FRIT_ERR_NOMEM && gpu->use.kept > 0) {
        drop_free(gpu, 0);
        return gpu->driver->allocate(env, gpu->state, size, out);
    }
    *env->error = error;
    return false;
}

static GpuBlock *new_block(Env *env, GpuDevice *gpu, uint64_t size) {
    GpuMemory memory;
    if (!make_room(env, gpu) || !allocate(env, gpu, size, &memory))
        return NULL;
    uint32_t at = place_above(gpu, memory.address);
    memmove(gpu->blocks + at + 1, gpu->blocks + at, (gpu->n_blocks - at) * sizeof *gpu->blocks);
    gpu->n_blocks++;
    gpu->blocks[at] = (GpuBlock){.memory = memory, .size = size, .free = true};
    gpu->use.kept += size;
    return &gpu->blocks[at];
}

/* A page more than asked for: an address at the end is the block's, too. */
char *gpu_take(Env *env, Device *device, uint64_t size) {
    GpuDevice *gpu = gpu_of(device);
    if (size > UINT64_MAX - PAGE) {
        env_set_error(env, FRIT_ERR_NOMEM, FRIT_STAGE_RUN, "out of memory on the device");
        return NULL;
    }
    uint64_t rounded = (size + PAGE) / PAGE * PAGE;
    if (!gpu_usable(env, gpu))
        return NULL;
    pthread_mutex_lock(&gpu->lock);
    GpuBlock *block = reuse(gpu, rounded);
    if (!block)
        block = new_block(env, gpu, rounded);
    char *address = NULL;
    if (block) {
        block->free = false;
        gpu->use.kept -= block->size;
        gpu->use.used += block->size;
        if (gpu->use.used > gpu->use.peak)
            gpu->use.peak = gpu->use.used;
        address = block->memory.address;
    }
    pthread_mutex_unlock(&gpu->lock);
    return address;
}

/* What is asked for is done in order: whoever takes it next writes after all that uses it now. */
void gpu_give(Device *device, char *address, uint64_t size) {
    GpuDevice *gpu = gpu_of(device);
    (void)size;
    if (!address)
        return;
    pthread_mutex_lock(&gpu->lock);
    uint32_t at = place_above(gpu, address);
    GpuBlock *block = &gpu->blocks[at - 1];
    block->free = true;
    gpu->use.used -= block->size;
    gpu->use.kept += block->size;
    if (gpu->use.kept > gpu->cap && gpu_is_ours(gpu) && !atomic_load(&gpu->lost))
        drop_free(gpu, gpu->cap);
    pthread_mutex_unlock(&gpu->lock);
}

MemoryUse gpu_use(const Device *device) {
    GpuDevice *gpu;
    memcpy(&gpu, &device, sizeof gpu); /* its lock is taken, which nobody sees */
    pthread_mutex_lock(&gpu->lock);
    MemoryUse use = gpu->use;
    pthread_mutex_unlock(&gpu->lock);
    return use;
}

/* ---- a run of bytes */

bool gpu_place(Env *env, GpuDevice *gpu, const char *address, uint64_t size, const char *what,
               GpuPlace *out) {
    TRY(gpu_usable(env, gpu));
    pthread_mutex_lock(&gpu->lock);
    const GpuBlock *block = gpu_block_of(gpu, address, &out->offset);
    bool fits = block && size <= block->size - out->offset;
    if (fits)
        out->memory = block->memory;
    if (!block && gpu->driver->addresses && address) { /* another library's */
        *out = (GpuPlace){.memory = {.address = (char *)(uintptr_t)address}};
        fits = true;
    }
    pthread_mutex_unlock(&gpu->lock);
    return fits ||
           env_fail(env, FRIT_ERR_INTERNAL, FRIT_STAGE_RUN,
                    "%s was given memory that is not the %s device's", what, gpu->driver->title);
}

bool gpu_read(Env *env, Device *device, void *to, const char *from, size_t size) {
    GpuDevice *gpu = gpu_of(device);
    GpuPlace place;
    return size == 0 || (gpu_place(env, gpu, from, size, "a read", &place) &&
                         gpu->driver->read(env, gpu->state, to, place, size));
}

bool gpu_write(Env *env, Device *device, char *to, const void *from, size_t size) {
    GpuDevice *gpu = gpu_of(device);
    GpuPlace place;
    return size == 0 || (gpu_place(env, gpu, to, size, "a write", &place) &&
                         gpu->driver->write(env, gpu->state, place, from, size));
}

bool gpu_fill(Env *env, Device *device, char *to, uint8_t byte, uint64_t size) {
    GpuDevice *gpu = gpu_of(device);
    GpuPlace place;
    return size == 0 || (gpu_place(env, gpu, to, size, "a fill", &place) &&
                         gpu->driver->fill(env, gpu->state, place, byte, size));
}
