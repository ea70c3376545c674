/* What has no source: its memory is carried to the host, the interpreter runs it there, and what it wrote is carried back.
 * Also says which index was out of range. */
#include <string.h>

#include "base/arena.h"
#include "run/gpu/gpu.h"
#include "run/interp/interp.h"

typedef struct Carried {
    frit_allocator allocator;
    GpuDevice *gpu;
    const Machine *machine;
    const BoundKernel *bound;
    void *kernel; /* the interpreter's */
    uint32_t n;   /* pointers */
} Carried;

/* Bytes of a block that a run touches, and where the host has them meanwhile. */
typedef struct Part {
    const char *block;
    char *first, *end;
    char *room;
    bool stored; /* to some of it */
} Part;

static void free_kernel(void *kernel) {
    Carried *c = kernel;
    frit_allocator allocator = c->allocator;
    if (c->kernel)
        interp_engine.free(c->kernel);
    env_free(&allocator, c, sizeof *c);
}

static void *prepare(Env *env, Machine *machine, const BoundKernel *bound, frit_numerics numerics,
                     unsigned choice) {
    Carried *c = choice == 0 ? env_new(env, sizeof *c) : NULL;
    if (!c)
        return NULL;
    c->allocator = *env->allocator;
    c->gpu = gpu_of(machine->device);
    c->machine = machine;
    c->bound = bound;
    for (uint32_t a = 0; a < bound->kernel->accesses.len; a++)
        if (bound->accesses[a].pointer != UINT32_MAX && bound->accesses[a].pointer >= c->n)
            c->n = bound->accesses[a].pointer + 1;
    c->kernel = interp_engine.prepare(env, machine, bound, numerics, 0);
    if (c->kernel)
        return c;
    free_kernel(c);
    return NULL;
}

/* ---- which bytes */

static void reach(const BoundKernel *bound, uint32_t access, int64_t *low, int64_t *high) {
    const Kernel *kernel = bound->kernel;
    const BoundAccess *a = &bound->accesses[access];
    uint32_t n_indexed = kernel->accesses.at[access].n_indexed;
    *low = a->offset;
    *high = a->offset + (int64_t)a->elem_size;
    for (uint32_t k = 0; k < n_indexed + kernel->n_axes; k++) {
        int64_t extent = k < n_indexed ? a->indexed[k] : bound->extents[k - n_indexed];
        int64_t move = extent > 0 ? (extent - 1) * a->strides[k] : 0;
        *(move < 0 ? low : high) += move;
    }
}

/* Of the block that the pointer lies in; pointers into one block have one part. */
static Part *part_of(Part *parts, uint32_t *n, const GpuDevice *gpu, const char *pointer) {
    uint64_t offset;
    const GpuBlock *block = gpu_block_of(gpu, pointer, &offset);
    for (uint32_t k = 0; block && k < *n; k++)
        if (parts[k].block == block->memory.address)
            return &parts[k];
    if (!block)
        return NULL;
    parts[*n] = (Part){.block = block->memory.address};
    return &parts[(*n)++];
}

static bool find_parts(Env *env, const Carried *c, char *const *pointers, Part *parts,
                       uint32_t *n) {
    for (uint32_t a = 0; a < c->bound->kernel->accesses.len; a++) {
        const BoundAccess *access = &c->bound->accesses[a];
        int64_t low, high;
        if (access->pointer == UINT32_MAX || access->empty)
            continue;
        char *pointer = pointers[access->pointer];
        Part *part = part_of(parts, n, c->gpu, pointer);
        if (!part)
            return env_fail(env, FRIT_ERR_INTERNAL, FRIT_STAGE_RUN,
                            "a kernel was given memory that is not the %s device's",
                            c->gpu->driver->title);
        reach(c->bound, a, &low, &high);
        if (!part->first || pointer + low < part->first)
            part->first = pointer + low;
        if (!part->end || pointer + high > part->end)
            part->end = pointer + high;
        part->stored |= c->bound->kernel->accesses.at[a].store;
    }
    return true;
}

static bool find_all_parts(Env *env, const Carried *c, char *const *pointers, Part *parts,
                           uint32_t *n) {
    pthread_mutex_lock(&c->gpu->lock);
    bool ok = find_parts(env, c, pointers, parts, n);
    pthread_mutex_unlock(&c->gpu->lock);
    return ok;
}

/* ---- there and back */

static bool fetch(Env *env, Arena **arena, const Carried *c, Part *parts, uint32_t n) {
    for (uint32_t k = 0; k < n; k++) {
        size_t size = (size_t)(parts[k].end - parts[k].first),
               ahead = (size_t)(uintptr_t)parts[k].first % 64;
        char *room = arena_new(env, arena, size + 128);
        TRY(room);
        room += (64 - (uintptr_t)room % 64) % 64 + ahead; /* aligned as it is there */
        parts[k].room = room;
        TRY(gpu_read(env, &c->gpu->device, room, parts[k].first, size));
    }
    return true;
}

static bool put_back(Env *env, const Carried *c, const Part *parts, uint32_t n) {
    for (uint32_t k = 0; k < n; k++)
        TRY(!parts[k].stored || gpu_write(env, &c->gpu->device, parts[k].first, parts[k].room,
                                          (size_t)(parts[k].end - parts[k].first)));
    return true;
}

/* Where the host has what the pointer points to. */
static char *at_home(const GpuDevice *gpu, const Part *parts, uint32_t n, const char *pointer,
                     char *nowhere) {
    uint64_t offset;
    const GpuBlock *block = gpu_block_of(gpu, pointer, &offset);
    for (uint32_t k = 0; block && k < n; k++)
        if (parts[k].block == block->memory.address)
            return parts[k].room + (pointer - parts[k].first);
    return nowhere;
}

static EngineRan run(Env *env, void *kernel, Code *code, char *const *pointers) {
    Carried *c = kernel;
    Arena *arena = NULL;
    uint32_t n = 0;
    (void)code;
    char **home = arena_new(env, &arena, (c->n + 1) * sizeof *home + 64);
    Part *parts = home ? arena_new(env, &arena, (c->n + 1) * sizeof *parts) : NULL;
    EngineRan ran = ENGINE_FAILED;
    if (parts && find_all_parts(env, c, pointers, parts, &n) &&
        gpu_wait(env, &c->gpu->device, c->machine) && fetch(env, &arena, c, parts, n)) {
        pthread_mutex_lock(&c->gpu->lock);
        for (uint32_t k = 0; k < c->n; k++)
            home[k] = at_home(c->gpu, parts, n, pointers[k], (char *)home);
        pthread_mutex_unlock(&c->gpu->lock);
        ran = interp_engine.run(env, c->kernel, NULL, home);
        if (ran == ENGINE_RAN && !put_back(env, c, parts, n))
            ran = ENGINE_FAILED;
    }
    arena_free(env->allocator, &arena);
    return ran;
}

static double cost(const void *kernel) {
    return interp_engine.cost(((const Carried *)kernel)->kernel);
}

static uint32_t failed(const void *kernel) {
    return interp_engine.failed(((const Carried *)kernel)->kernel);
}

const Engine carried_engine = {.name = "interpreted",
                               .choices = 1,
                               .last_resort = true,
                               .in_place = true,
                               .prepare = prepare,
                               .free = free_kernel,
                               .run = run,
                               .cost = cost,
                               .failed = failed};
