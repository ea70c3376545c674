/* A device of source, put together. */
#define _GNU_SOURCE /* clock_gettime */
#include <sched.h>
#include <string.h>
#include <time.h>

#include "base/getenv.h"
#include "run/devices/devices.h"
#include "run/gpu/gpu.h"

bool gpu_limits(Env *env, unsigned number, Limits *out) {
    (void)env, (void)number; /* make says whether there is one */
    *out = limits_of_cpu;
    out->panel = 0; /* there is no cache that a panel would stay in, and each one is a launch */
    return true;
}

/* Of the host that helps. */
const char *gpu_isa(const char *name) {
    return cpu_device.isa(name);
}

/* ---- can it be used? */

bool gpu_is_ours(GpuDevice *gpu) {
    return fork_look(&gpu->mark) == FORK_SAME; /* nobody settles it: a child stays one */
}

bool gpu_usable(Env *env, GpuDevice *gpu) {
    if (!gpu_is_ours(gpu))
        return env_fail(env, FRIT_ERR_UNSUPPORTED, FRIT_STAGE_RUN,
                        "the device %s:%u was opened before this process was forked, and no driver "
                        "survives that: open a context in the child",
                        gpu->driver->name, gpu->device.number);
    if (atomic_load(&gpu->lost))
        return env_fail(
            env, FRIT_ERR_UNSUPPORTED, FRIT_STAGE_RUN,
            "the device %s:%u is lost: a kernel that was cancelled did not end, and still "
            "has it",
            gpu->driver->name, gpu->device.number);
    return true;
}

/* ---- waiting */

static uint64_t now_ns(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

/* Short work is looked at again and again, long work ever more seldom. */
static void pause_after(uint64_t waited) {
    enum { SPIN_NS = 50000, MOST_NS = 1000000, PART = 16 };
    if (waited < SPIN_NS) {
        sched_yield();
        return;
    }
    uint64_t ns = waited / PART < MOST_NS ? waited / PART : MOST_NS;
    nanosleep(&(struct timespec){.tv_nsec = (long)ns}, NULL);
}

static bool is_idle(Env *env, GpuDevice *gpu, bool *idle) {
    pthread_mutex_lock(&gpu->lock);
    bool ok = gpu->driver->idle(env, gpu->state, idle);
    pthread_mutex_unlock(&gpu->lock);
    return ok;
}

/*
 * A kernel cannot be stopped. Who cancels waits until what runs has ended, but not for ever, and not when he cancels again:
 * then the device is given up, with all that the kernel may still write to.
 */
static bool wait_cancelled(Env *env, GpuDevice *gpu, const Machine *machine) {
    static const uint64_t patience = 10000000000; /* ns */
    uint64_t begin = now_ns(), waited = 0;
    unsigned long cancels = atomic_load(&machine->shared->cancels);
    bool idle = false;
    while (!idle && waited < patience && atomic_load(&machine->shared->cancels) == cancels) {
        TRY(is_idle(env, gpu, &idle));
        if (!idle)
            pause_after(waited);
        waited = now_ns() - begin;
    }
    if (idle)
        return env_fail(env, FRIT_ERR_CANCELLED, FRIT_STAGE_RUN, "cancelled");
    atomic_store(&gpu->lost, true);
    return env_fail(
        env, FRIT_ERR_CANCELLED, FRIT_STAGE_RUN,
        "cancelled; a kernel on %s:%u still runs after %.1f s, so this context cannot use "
        "the device any more",
        gpu->driver->name, gpu->device.number, (double)waited / 1e9);
}

bool gpu_stopped(const Machine *machine) {
    return machine_cancelled(machine) ||
           (machine->progress && !machine->progress(machine->progress_user, 0, 1));
}

bool gpu_wait(Env *env, Device *device, const Machine *machine) {
    enum { ASK_NS = 10000000 };
    GpuDevice *gpu = gpu_of(device);
    TRY(gpu_usable(env, gpu));
    if (!machine || !machine->since)
        return gpu->driver->wait(env, gpu->state);
    uint64_t begin = now_ns(), waited = 0, ask = 0;
    for (bool idle = false;; waited = now_ns() - begin) {
        TRY(is_idle(env, gpu, &idle));
        if (idle) {
            if (machine->progress) /* too late to stop it */
                (void)machine->progress(machine->progress_user, 1, 1);
            return true;
        }
        if (waited < ask ? machine_cancelled(machine) : gpu_stopped(machine))
            return wait_cancelled(env, gpu, machine);
        if (waited >= ask)
            ask = waited + ASK_NS;
        pause_after(waited);
    }
}

/* ---- its store */

static bool new_store(Env *env, GpuDevice *gpu, const MachineOptions *options,
                      struct CodeStore **out) {
    StoreHooks hooks = gpu_hooks;
    hooks.user = gpu;
    StoreOptions store = {.directory = options->cache_dir,
                          .packs = options->packs,
                          .hooks = &hooks,
                          .memory_cap = options->cache_memory,
                          .disk_cap = options->cache_disk};
    *out = store_new(env, &store);
    return *out;
}

static bool same_text(const char *a, const char *b) {
    return a == b || (a && b && strcmp(a, b) == 0);
}

static bool same_store(const MachineOptions *a, const MachineOptions *b) {
    return same_text(a->cache_dir, b->cache_dir) && same_text(a->packs, b->packs) &&
           a->cache_memory == b->cache_memory && a->cache_disk == b->cache_disk;
}

/* ---- life */

/* What still runs cannot be waited for where it is lost. */
static bool may_finish(GpuDevice *gpu) {
    return gpu->opened && gpu_is_ours(gpu) && !atomic_load(&gpu->lost);
}

static void finish(GpuDevice *gpu) {
    frit_error error;
    Env own = {&gpu->device.allocator, &error};
    if (may_finish(gpu))
        gpu->driver->wait(&own, gpu->state);
}

void gpu_close(Device *device) {
    GpuDevice *gpu = gpu_of(device);
    if (device->store)
        store_stop(device->store);
    finish(gpu);
    if (gpu->host)
        gpu->host->kind->close(gpu->host);
}

void gpu_free(Device *device) {
    GpuDevice *gpu = gpu_of(device);
    frit_allocator allocator = device->allocator;
    finish(gpu);
    code_unref(atomic_load(&gpu->copies));
    if (device->store)
        store_free(device->store);
    gpu_free_blocks(gpu);
    if (gpu->opened)
        gpu->driver->close(gpu->state, !may_finish(gpu));
    if (gpu->host)
        gpu->host->kind->free(gpu->host);
    pthread_mutex_destroy(&gpu->lock);
    fork_unmark(&gpu->mark);
    env_free(&allocator, gpu, sizeof *gpu);
}

/* A large device keeps more: to take memory anew is to wait for all that runs. */
static uint64_t cap_of(const GpuDevice *gpu, const MachineOptions *options) {
    uint64_t part = gpu->facts.memory / 4, least = machine_keeps(options);
    return !options->memory_cap && part > least ? part : least;
}

Device *gpu_make(Env *env, const GpuDriver *driver, unsigned number,
                 const MachineOptions *options) {
    GpuDevice *gpu = env_new(env, sizeof *gpu);
    if (!gpu)
        return NULL;
    gpu->driver = driver;
    gpu->engine = gpu_engine;
    gpu->engine.name = driver->name;
    gpu->device.allocator = *env->allocator;
    gpu->device.at_once = &carried_engine;
    gpu->device.by_code = &gpu->engine;
    gpu->walk = text_walk_named(base_getenv("FRIT_WALK"));
    atomic_init(&gpu->lost, false);
    atomic_init(&gpu->copies, NULL);
    pthread_mutex_init(&gpu->lock, NULL);
    fork_mark(&gpu->mark);
    env->error->status = FRIT_OK;
    gpu->opened = driver->open(env, number, &gpu->state, &gpu->facts);
    if (gpu->walk == TEXT_WALKS && gpu->facts.serial)
        gpu->walk = TEXT_ROWS;
    if (gpu->opened && (gpu->host = device_new(env, &cpu_device, 0, options)) &&
        new_store(env, gpu, options, &gpu->device.store)) {
        gpu->device.host = gpu->host->host;
        gpu->cap = cap_of(gpu, options);
        return &gpu->device;
    }
    gpu_free(&gpu->device);
    return NULL;
}

bool gpu_change(Env *env, Device *device, const MachineOptions *from, const MachineOptions *to) {
    GpuDevice *gpu = gpu_of(device);
    struct CodeStore *store = device->store, *next = store;
    if (!same_store(from, to))
        TRY(new_store(env, gpu, to, &next));
    bool ok = gpu->host->kind->change(env, gpu->host, from, to);
    if (next != store)
        store_free(ok ? store : next);
    TRY(ok);
    device->store = next;
    pthread_mutex_lock(&gpu->lock);
    gpu->cap = cap_of(gpu, to);
    pthread_mutex_unlock(&gpu->lock);
    return true;
}

void gpu_describe(const Device *device, DeviceFacts *out) {
    const GpuDevice *gpu = (const GpuDevice *)device;
    *out = (DeviceFacts){.isa = gpu->facts.name, .threads = gpu->facts.units};
}
