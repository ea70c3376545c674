/*
 * Devices whose kernels are built from source: memory in blocks that are kept for reuse, an engine for kernels from
 * emit/c, one for those that have no source (the host's interpreter, on a copy of their memory), copies, contractions on the
 * host. What a maker's interface does is behind a row of functions (driver.h).
 */
#ifndef FRIT_RUN_GPU_GPU_H
#define FRIT_RUN_GPU_GPU_H

#include <pthread.h>

#include "base/forked.h"
#include "run/cache/store.h"
#include "run/engine/engine.h"
#include "run/gpu/driver.h"
#include "run/host/host.h"

typedef struct GpuBlock {
    GpuMemory memory;
    uint64_t size; /* multiples of a page */
    bool free;     /* kept for reuse */
} GpuBlock;

/* What a binary was loaded as: functions PREFIX_0, PREFIX_1, … */
typedef struct GpuProgram {
    void *program;
    void *functions[TEXT_MOST_LAUNCHES];
    uint32_t n_functions;
} GpuProgram;

typedef struct GpuDevice {
    Device device;
    Engine engine; /* of kernels from source, under the driver's name */
    const GpuDriver *driver;
    void *state; /* the driver's */
    GpuFacts facts;
    TextWalk
        walk; /* FRIT_WALK: that of all kernels which can be walked so; TEXT_WALKS: the quickest */
    ForkMark mark;
    atomic_bool lost; /* nothing can be done with it any more: see gpu_usable */
    bool opened;
    pthread_mutex_t lock; /* of the blocks, and of launches */
    GpuBlock *blocks;     /* in the order of their addresses */
    uint32_t n_blocks, room;
    MemoryUse use;
    uint64_t cap;           /* of bytes kept for reuse */
    _Atomic(Code *) copies; /* the program of copy.c; NULL: not needed so far */
    Device *host;           /* that computes what has no source, and contractions */
} GpuDevice;

static inline GpuDevice *gpu_of(Device *device) {
    return (GpuDevice *)device;
}

/* ---- device.c */
Device *gpu_make(Env *env, const GpuDriver *driver, unsigned number, const MachineOptions *options);
bool gpu_limits(Env *env, unsigned number, Limits *out);
const char *gpu_isa(const char *name);
bool gpu_change(Env *env, Device *device, const MachineOptions *from, const MachineOptions *to);
void gpu_close(Device *device);
void gpu_free(Device *device);
void gpu_describe(const Device *device, DeviceFacts *out);
/* False, with the reason: this process is a child of the one that opened it, or it is lost. */
bool gpu_usable(Env *env, GpuDevice *gpu);
/* Is the driver's state that of this process? What a parent had a child leaves alone. */
bool gpu_is_ours(GpuDevice *gpu);
/* Is the call of this machine to stop? Asks whoever wants to know how far it is. */
bool gpu_stopped(const Machine *machine);
bool gpu_wait(Env *env, Device *device, const Machine *machine);

/* The row of a kind of device that has this driver; look is the driver's own. */
#define GPU_KIND(driver_, type_, look_, make_)                                                     \
    {                                                                                              \
        .name = (driver_), .type = (type_), .isa = gpu_isa, .look = (look_), .limits = gpu_limits, \
        .make = (make_), .change = gpu_change, .close = gpu_close, .free = gpu_free,               \
        .describe = gpu_describe, .take = gpu_take, .give = gpu_give, .use = gpu_use,              \
        .copy = gpu_copy, .fill = gpu_fill, .read = gpu_read, .write = gpu_write,                  \
        .wait = gpu_wait, .contract = gpu_contract, .routine = gpu_routine                         \
    }

/* ---- memory.c */
char *gpu_take(Env *env, Device *device, uint64_t size);
void gpu_give(Device *device, char *address, uint64_t size);
MemoryUse gpu_use(const Device *device);
bool gpu_fill(Env *env, Device *device, char *to, uint8_t byte, uint64_t size);
bool gpu_read(Env *env, Device *device, void *to, const char *from, size_t size);
bool gpu_write(Env *env, Device *device, char *to, const void *from, size_t size);
void gpu_free_blocks(GpuDevice *gpu);
/* The block that the address lies in, and how far; NULL: it is none of the device's. With the lock. */
const GpuBlock *gpu_block_of(const GpuDevice *gpu, const char *address, uint64_t *offset);
/* `size` bytes at the address, for `what`. Fails where they are not the device's. */
bool gpu_place(Env *env, GpuDevice *gpu, const char *address, uint64_t size, const char *what,
               GpuPlace *out);

/* ---- copy.c */
bool gpu_copy(Env *env, Device *device, const Copy *copy);
/* Makes sure that copies need nothing new: memory or code. */
bool gpu_copies_ready(Env *env, GpuDevice *gpu);

/* ---- product.c */
bool gpu_routine(Env *env, Machine *machine, const Routine *routine, char *const *at);
bool gpu_contract(Env *env, Machine *machine, const Matrices *shape, const char *x, const char *y,
                  char *out);

/* ---- engine.c, carried.c */
extern const Engine gpu_engine; /* without a name and hooks: each device has its own */
extern const Engine carried_engine;

/* ---- program.c: for the store */
extern const StoreHooks gpu_hooks; /* user: the device */
const GpuProgram *gpu_program_of(const Code *code);

#endif
