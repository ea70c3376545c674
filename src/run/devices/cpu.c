/* The CPU as a device: host memory and threads, the interpreter and code that LLVM compiles, BLAS. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/getenv.h"
#include "run/cache/store.h"
#include "run/devices/devices.h"
#include "run/host/host.h"
#include "run/interp/interp.h"
#include "run/llvm/compiled.h"
#include "run/loops/blocks.h"
#include "run/product/contract.h"
#include "run/routine/routine.h"

/* Measured: past the cache pays from about here, into pages that have been written before. */
enum { STREAM_BYTES = 32 << 20 };

static HostDevice *host(Device *device) {
    return (HostDevice *)device;
}

static bool limits(Env *env, unsigned number, Limits *out) {
    *out = limits_of_cpu;
    return number == 0 ||
           env_fail(env, FRIT_ERR_ARGUMENT, FRIT_STAGE_RUN, "there is no device cpu:%u", number);
}

static const char *isa(const char *name) {
    const BlockOps *blocks = blocks_named(name);
    return blocks ? blocks->name : NULL;
}

/* ---- its parts */

static bool choose_blocks(Env *env, HostDevice *host, const char *asked) {
    const char *name = asked ? asked : base_getenv("FRIT_ISA");
    if (!name || !name[0]) {
        host->blocks = blocks_level(0);
        return true;
    }
    host->blocks = blocks_named(name);
    if (host->blocks)
        return true;
    return env_fail(env, FRIT_ERR_ARGUMENT, FRIT_STAGE_RUN,
                    "this CPU cannot run the instruction-set level \"%s\", or there is none", name);
}

static bool new_store(Env *env, const MachineOptions *options, struct CodeStore **out) {
    StoreOptions store = {.directory = options->cache_dir,
                          .packs = options->packs,
                          .compiler = options->llvm,
                          .hooks = llvm_engine.hooks,
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
           same_text(a->llvm, b->llvm) && a->cache_memory == b->cache_memory &&
           a->cache_disk == b->cache_disk;
}

/* ---- life */

static void close_cpu(Device *device) {
    HostDevice *h = host(device);
    if (device->store)
        store_stop(device->store);
    if (h->blas)
        blas_slot_free(h->blas, &device->allocator);
    if (h->workers)
        workers_free(h->workers);
    if (h->routines)
        routine_room_free(h->routines, &device->allocator);
    h->routines = NULL;
    h->blas = NULL;
    h->workers = NULL;
}

static void free_cpu(Device *device) {
    frit_allocator allocator = device->allocator;
    close_cpu(device);
    if (device->store)
        store_free(device->store);
    if (host(device)->memory)
        memory_free(host(device)->memory);
    env_free(&allocator, device, sizeof(HostDevice));
}

static Device *make(Env *env, unsigned number, const MachineOptions *options) {
    (void)number;
    HostDevice *h = env_new(env, sizeof *h);
    if (!h)
        return NULL;
    h->stream_bytes = STREAM_BYTES;
    h->device.allocator = *env->allocator;
    h->device.at_once = &interp_engine;
    h->device.by_code = &llvm_engine;
    h->device.host = h;
    env->error->status = FRIT_OK;
    bool done =
        choose_blocks(env, h, options->isa) &&
        (h->memory = memory_new(env, machine_keeps(options))) &&
        (h->workers = workers_new(env, options->threads, options->host_run, options->host_user)) &&
        (options->no_blas || blas_slot_new(env, &h->blas)) &&
        routine_room_new(env, options->no_blas, &h->routines) &&
        new_store(env, options, &h->device.store);
    if (done)
        return &h->device;
    free_cpu(&h->device);
    return NULL;
}

/* Makes the parts that other options ask for; the others are those it has. */
static bool change_parts(Env *env, const HostDevice *h, const MachineOptions *from,
                         const MachineOptions *to, HostDevice *next) {
    next->workers = h->workers;
    next->blas = h->blas;
    next->device.store = h->device.store;
    TRY(choose_blocks(env, next, to->isa));
    if (!same_store(to, from))
        TRY(new_store(env, to, &next->device.store));
    if (to->threads != from->threads || to->host_run != from->host_run ||
        to->host_user != from->host_user)
        next->workers = workers_new(env, to->threads, to->host_run, to->host_user);
    TRY(next->workers);
    if (to->no_blas == from->no_blas)
        return true;
    next->blas = NULL;
    return to->no_blas || blas_slot_new(env, &next->blas);
}

/* What a has and b has not. */
static void free_parts(const frit_allocator *allocator, const HostDevice *a, const HostDevice *b) {
    if (a->workers && a->workers != b->workers)
        workers_free(a->workers);
    if (a->blas && a->blas != b->blas)
        blas_slot_free(a->blas, allocator);
    if (a->device.store && a->device.store != b->device.store)
        store_free(a->device.store);
}

static bool change(Env *env, Device *device, const MachineOptions *from, const MachineOptions *to) {
    HostDevice *h = host(device), next = {0};
    bool ok = change_parts(env, h, from, to, &next);
    free_parts(env->allocator, ok ? h : &next, ok ? &next : h);
    TRY(ok);
    h->workers = next.workers;
    h->blas = next.blas;
    h->blocks = next.blocks;
    device->store = next.device.store;
    memory_set_cap(h->memory, machine_keeps(to));
    return true;
}

/* The maker's name, as Linux has it on x86-64; elsewhere the architecture. */
static void put_title(char *out, size_t size) {
    static const char key[] = "model name";
    char line[256];
    FILE *file = fopen("/proc/cpuinfo", "r");
    snprintf(out, size, "%s", blocks_level(0)->name);
    while (file && fgets(line, sizeof line, file)) {
        const char *text = strchr(line, ':');
        if (strncmp(line, key, sizeof key - 1) != 0 || !text)
            continue;
        text += strspn(text, ": \t");
        snprintf(out, size, "%.*s", (int)strcspn(text, "\n"), text);
        break;
    }
    if (file)
        fclose(file);
}

static bool look(Env *env, unsigned number, DeviceLook *out) {
    *out = (DeviceLook){.units = workers_cores()};
    if (number > 0)
        return env_fail(env, FRIT_ERR_ARGUMENT, FRIT_STAGE_RUN, "there is one device cpu");
    long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
    out->memory = pages > 0 && page > 0 ? (uint64_t)pages * (uint64_t)page : 0;
    put_title(out->title, sizeof out->title);
    return true;
}

static void describe(const Device *device, DeviceFacts *out) {
    const HostDevice *h = device->host;
    out->isa = h->blocks->name;
    out->blas = blas_of(h->blas) ? blas_name(blas_of(h->blas)) : NULL;
    out->threads = workers_count(h->workers);
}

static const char *native(const Device *device) {
    return device->host->blocks->name;
}

static DeviceStepFn *step(const Device *device, Op op, Dtype dtype) {
    return device->host->blocks->step[op][dtype];
}

const DeviceKind cpu_device = {.name = "cpu",
                               .type = DEVICE_CPU,
                               .addressable = true,
                               .isa = isa,
                               .limits = limits,
                               .make = make,
                               .change = change,
                               .close = close_cpu,
                               .free = free_cpu,
                               .look = look,
                               .describe = describe,
                               .native = native,
                               .step = step,
                               .take = host_take,
                               .give = host_give,
                               .use = host_use,
                               .copy = host_copy,
                               .fill = host_fill,
                               .read = host_read,
                               .write = host_write,
                               .contract = contract_run,
                               .routine = routine_run};
