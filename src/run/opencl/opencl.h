/* An OpenCL device: its queue, its memory, kernels from emit/c. */
#ifndef FRIT_RUN_OPENCL_OPENCL_H
#define FRIT_RUN_OPENCL_OPENCL_H

#include <pthread.h>

#include "run/cache/store.h"
#include "run/engine/engine.h"
#include "run/host/host.h"
#include "run/opencl/api.h"

/*
 * A block of memory. What everybody else takes for its address belongs to a mapping that nobody can read or write; the
 * bytes lie where OpenCL has them.
 */
typedef struct ClBlock {
    char *address;
    uint64_t size; /* of the block; multiples of a page */
    cl_handle memory;
    bool free; /* kept for reuse */
} ClBlock;

typedef struct OpenCl {
    Device device;
    OpenClApi api;
    cl_handle id, context, queue;
    cl_handle failed; /* an int32_t that kernels set where an index is out of range */
    char name[128], driver[128], build[256];
    unsigned units;
    pthread_mutex_t lock; /* of the blocks, and of launches */
    ClBlock *blocks;      /* in the order of their addresses */
    uint32_t n_blocks, room;
    MemoryUse use;
    uint64_t cap; /* of bytes; 0: none */
    Device *host; /* that computes what has no source, and contractions */
} OpenCl;

extern const Engine opencl_engine, carried_engine;

/* The block that the address lies in, and how far; NULL: it is none of the device's. With the lock. */
const ClBlock *cl_block_of(const OpenCl *cl, const char *address, uint64_t *offset);

/* ---- memory.c: functions of the row */
char *cl_take(Env *env, Device *device, uint64_t size);
void cl_give(Device *device, char *address, uint64_t size);
MemoryUse cl_use(const Device *device);
bool cl_copy(Env *env, Device *device, const Copy *copy);
bool cl_fill(Env *env, Device *device, char *to, uint8_t byte, uint64_t size);
bool cl_read(Env *env, Device *device, void *to, const char *from, size_t size);
bool cl_write(Env *env, Device *device, char *to, const void *from, size_t size);
bool cl_wait(Env *env, Device *device);
void cl_free_blocks(OpenCl *cl);

/* ---- program.c: for the store */
extern const StoreHooks opencl_hooks; /* user: the device */
/* The one kernel of code that load made. */
cl_handle cl_kernel_of(const Code *code);

#endif
