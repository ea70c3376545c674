#define _GNU_SOURCE
#include "guarded.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "harness.h"
#include "run/devices/devices.h"
#include "run/host/host.h"
#include "run/interp/interp.h"
#include "run/llvm/compiled.h"
#include "run/product/contract.h"
#include "run/routine/routine.h"

/* Bytes of addresses; pages are there once they are used. An emulator has a few bytes for every page, used or
 * not: there they are fewer. */
enum { ROOM_BITS = 35, EMULATED_ROOM_BITS = 31 };

typedef struct Guarded {
    Device device;
    uint64_t room;
    char *addresses; /* as everybody else has them; not even this file reads there */
    char *bytes;     /* and what lies there */
    pthread_mutex_t lock;
    uint64_t top; /* of the bytes that were handed out */
    Memory *memory;
} Guarded;

bool host_is_first(void) {
    return device_kind(0) == &cpu_device;
}

bool source_is_first(void) {
    return !host_is_first() && device_kind(0) != &guarded_device;
}

/* In the place of the library's own list (run/devices/kinds.c). */
/*
 * A GPU's context takes a while to make, and most tests make several: where the tests run on one, it stays from the first to the
 * end of the process.
 */
static void stay_open(void) {
    int (*init)(unsigned), (*retain)(void **, int);
    void *context, *library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    void *symbols[] = {library ? dlsym(library, "cuInit") : NULL,
                       library ? dlsym(library, "cuDevicePrimaryCtxRetain") : NULL};
    memcpy(&init, &symbols[0], sizeof init);
    memcpy(&retain, &symbols[1], sizeof retain);
    if (init && retain && init(0) == 0)
        (void)retain(&context, 0);
}

const DeviceKind *device_kind(unsigned k) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    const DeviceKind *const kinds[] = {&cpu_device, &guarded_device, &cuda_device, &opencl_device};
    enum { N = sizeof kinds / sizeof *kinds };
    const char *asked = getenv("FRIT_TEST_DEVICE");
    unsigned first = 0;
    if (asked && strcmp(asked, cuda_device.name) == 0)
        pthread_once(&once, stay_open);
    while (asked && first < N && strcmp(kinds[first]->name, asked) != 0)
        first++;
    first = first < N ? first : 0;
    if (k >= N)
        return NULL;
    return k == 0 ? kinds[first] : kinds[k <= first ? k - 1 : k];
}

static Guarded *guarded(Device *device) {
    return (Guarded *)device;
}

/* ---- addresses */

static bool is_there(const Guarded *g, const char *at) {
    return at >= g->addresses && at <= g->addresses + g->room;
}

bool guarded_holds(const Device *device, const void *address) {
    return device->kind == &guarded_device && is_there((const Guarded *)device, address);
}

static char *bytes_at(const Guarded *g, const char *at) {
    return g->bytes + (at - g->addresses);
}

static bool fail_foreign(Env *env, const char *what) {
    return env_fail(env, FRIT_ERR_INTERNAL, FRIT_STAGE_RUN,
                    "%s was given memory of the host as the device's, or the other way round",
                    what);
}

/* ---- memory: blocks of the mapping, and a pool above them as the host has one */

enum {
    TOKEN = 64
}; /* bytes in front of a block: what was asked of the context's allocator for it */

/* So that tests which let an allocation fail meet these too. */
static void *token_new(const Guarded *g) {
    const frit_allocator *a = &g->device.allocator;
    return a->fn(a->user, NULL, 0, 1);
}

static void *allocate(void *user, void *old, size_t old_size, size_t size) {
    enum { PAGE = 4096 };
    Guarded *g = user;
    if (size == 0) {
        char *block = (char *)old - TOKEN;
        const frit_allocator *a = &g->device.allocator;
        a->fn(a->user, *(void **)(void *)block, 1, 0);
        uintptr_t first = ((uintptr_t)block + PAGE - 1) & ~(uintptr_t)(PAGE - 1);
        uintptr_t end = ((uintptr_t)old + old_size) & ~(uintptr_t)(PAGE - 1);
        if (first < end)
            madvise(block + (first - (uintptr_t)block), end - first, MADV_DONTNEED);
        return NULL;
    }
    void *token = token_new(g);
    if (!token)
        return NULL;
    uint64_t need = (size + TOKEN + 63) / 64 * 64;
    pthread_mutex_lock(&g->lock);
    bool fits = need <= g->room - g->top;
    char *block = g->bytes + g->top;
    g->top += fits ? need : 0;
    pthread_mutex_unlock(&g->lock);
    if (!fits) {
        g->device.allocator.fn(g->device.allocator.user, token, 1, 0);
        return NULL;
    }
    *(void **)(void *)block = token;
    return block + TOKEN;
}

static char *take(Env *env, Device *device, uint64_t size) {
    const Guarded *g = guarded(device);
    char *block = memory_take(env, g->memory, size, NULL);
    return block ? g->addresses + (block - g->bytes) : NULL;
}

static void give(Device *device, char *block, uint64_t size) {
    if (block)
        memory_give(guarded(device)->memory, bytes_at(guarded(device), block), size);
}

static MemoryUse use(const Device *device) {
    return memory_use(((const Guarded *)device)->memory);
}

/* ---- copies */

/* The side as the host can use it. False: it is not on the side that it says. */
static bool open_side(const Guarded *g, CopySide *side) {
    if (is_there(g, side->data) == side->host)
        return false;
    if (!side->host)
        side->data = bytes_at(g, side->data);
    side->host = true;
    return true;
}

static bool copy(Env *env, Device *device, const Copy *what) {
    Copy opened = *what;
    if (copy_bytes(what) == 0)
        return true;
    if (!open_side(guarded(device), &opened.to) || !open_side(guarded(device), &opened.from))
        return fail_foreign(env, "a copy");
    return host_copy(env, &device->host->device, &opened);
}

static bool fill(Env *env, Device *device, char *to, uint8_t byte, uint64_t size) {
    if (!is_there(guarded(device), to))
        return fail_foreign(env, "a fill");
    return host_fill(env, &device->host->device, bytes_at(guarded(device), to), byte, size);
}

static bool read_few(Env *env, Device *device, void *to, const char *from, size_t size) {
    if (!is_there(guarded(device), from) || is_there(guarded(device), to))
        return fail_foreign(env, "a read");
    return host_read(env, &device->host->device, to, bytes_at(guarded(device), from), size);
}

static bool write_few(Env *env, Device *device, char *to, const void *from, size_t size) {
    if (!is_there(guarded(device), to) || is_there(guarded(device), from))
        return fail_foreign(env, "a write");
    return host_write(env, &device->host->device, bytes_at(guarded(device), to), from, size);
}

static bool wait_for_all(Env *env, Device *device, const Machine *machine) {
    (void)env, (void)device, (void)machine;
    return true;
}

/* ---- engines: the CPU's, on the bytes */

typedef struct Wrapped {
    frit_allocator allocator;
    const Guarded *device;
    const Engine *engine;
    const BoundKernel *bound;
    void *kernel;    /* of the engine */
    char **pointers; /* where the bytes of a run lie */
    uint32_t n;      /* of them */
} Wrapped;

static void wrapped_free(void *kernel) {
    Wrapped *w = kernel;
    frit_allocator allocator = w->allocator;
    if (w->kernel)
        w->engine->free(w->kernel);
    if (w->pointers)
        env_free(&allocator, w->pointers, w->n * sizeof *w->pointers);
    env_free(&allocator, w, sizeof *w);
}

static void *wrap(Env *env, Machine *machine, const BoundKernel *bound, frit_numerics numerics,
                  unsigned choice, const Engine *engine) {
    Wrapped *w = env_new(env, sizeof *w);
    if (!w)
        return NULL;
    w->allocator = *env->allocator;
    w->device = guarded(machine->device);
    w->engine = engine;
    w->bound = bound;
    w->n = 1;
    for (uint32_t a = 0; a < bound->kernel->accesses.len; a++)
        if (bound->accesses[a].pointer != UINT32_MAX && bound->accesses[a].pointer >= w->n)
            w->n = bound->accesses[a].pointer + 1;
    w->pointers = env_new(env, w->n * sizeof *w->pointers);
    w->kernel = w->pointers ? engine->prepare(env, machine, bound, numerics, choice) : NULL;
    if (w->kernel)
        return w;
    wrapped_free(w);
    return NULL;
}

static void *prepare_plain(Env *env, Machine *machine, const BoundKernel *bound,
                           frit_numerics numerics, unsigned choice) {
    return wrap(env, machine, bound, numerics, choice, &interp_engine);
}

static void *prepare_coded(Env *env, Machine *machine, const BoundKernel *bound,
                           frit_numerics numerics, unsigned choice) {
    return wrap(env, machine, bound, numerics, choice, &llvm_engine);
}

static EngineRan run(Env *env, void *kernel, Code *code, char *const *pointers) {
    Wrapped *w = kernel;
    for (uint32_t k = 0; k < w->n; k++)
        w->pointers[k] = (char *)w->pointers; /* of nothing, but not NULL */
    for (uint32_t a = 0; a < w->bound->kernel->accesses.len; a++) {
        const BoundAccess *access = &w->bound->accesses[a];
        if (access->pointer == UINT32_MAX || access->empty)
            continue;
        if (!is_there(w->device, pointers[access->pointer])) {
            fail_foreign(env, "a kernel");
            return ENGINE_FAILED;
        }
        w->pointers[access->pointer] = bytes_at(w->device, pointers[access->pointer]);
    }
    return w->engine->run(env, w->kernel, code, w->pointers);
}

static double cost(const void *kernel) {
    const Wrapped *w = kernel;
    return w->engine->cost(w->kernel);
}

static uint32_t failed(const void *kernel) {
    const Wrapped *w = kernel;
    return w->engine->failed(w->kernel);
}

static bool serves(Env *env, const Machine *machine) {
    return llvm_engine.serves(env, machine);
}

static void key(const void *kernel, unsigned version, Str *out) {
    const Wrapped *w = kernel;
    w->engine->key(w->kernel, version, out);
}

static bool emit(Env *env, const void *kernel, const char *debug_file, Str *text) {
    const Wrapped *w = kernel;
    return w->engine->emit(env, w->kernel, debug_file, text);
}

static const char *target(const void *kernel) {
    const Wrapped *w = kernel;
    return w->engine->target(w->kernel);
}

static unsigned version(const void *kernel) {
    const Wrapped *w = kernel;
    return w->engine->version(w->kernel);
}

static bool assembly(Env *env, const Machine *machine, const void *kernel, Str *text) {
    const Wrapped *w = kernel;
    return w->engine->assembly(env, machine, w->kernel, text);
}

static bool describe_kernel(Env *env, const void *kernel, ReportEngine *out) {
    const Wrapped *w = kernel;
    return w->engine->describe(env, w->kernel, out);
}

static Engine plain, coded;

/* What the rows of the CPU's engines say besides functions holds here too. */
__attribute__((constructor)) static void make_rows(void) {
    plain = (Engine){.name = interp_engine.name,
                     .choices = interp_engine.choices,
                     .in_place = interp_engine.in_place,
                     .prepare = prepare_plain,
                     .free = wrapped_free,
                     .run = run,
                     .cost = cost,
                     .failed = failed};
    coded = (Engine){.name = llvm_engine.name,
                     .hooks = llvm_engine.hooks,
                     .oldest = llvm_engine.oldest,
                     .newest = llvm_engine.newest,
                     .choices = llvm_engine.choices,
                     .in_place = llvm_engine.in_place,
                     .serves = serves,
                     .prepare = prepare_coded,
                     .free = wrapped_free,
                     .run = run,
                     .key = key,
                     .emit = emit,
                     .target = target,
                     .version = version,
                     .assembly = assembly,
                     .describe = describe_kernel};
}

/* ---- contractions */

/* Has operand k (x, y, out) no elements? */
static bool is_empty(const Matrices *m, int k) {
    uint32_t mid = m->n_batch + m->n_m, end = mid + m->n_n, all = end + m->n_k;
    for (uint32_t axis = 0; axis < all; axis++) {
        bool has = axis < m->n_batch || (axis < mid ? k != 1 : axis < end ? k != 0 : k != 2);
        if (has && m->extents[axis] == 0)
            return true;
    }
    return false;
}

static bool contract(Env *env, Machine *machine, const Matrices *shape, const char *x,
                     const char *y, char *out) {
    const Guarded *g = guarded(machine->device);
    const char *given[] = {x, y, out};
    char *at[3];
    for (int k = 0; k < 3; k++) {
        bool there = is_there(g, given[k]);
        at[k] = there ? bytes_at(g, given[k]) : (char *)at; /* of nothing, but not NULL */
        if (!there && !is_empty(shape, k))
            return fail_foreign(env, "a contraction");
    }
    return contract_run(env, machine, shape, at[0], at[1], at[2]);
}

/* ---- routines */

static bool routine(Env *env, Machine *machine, const Routine *r, char *const *given) {
    const Guarded *g = guarded(machine->device);
    char *at[ROUTINE_ARRAYS];
    for (uint32_t k = 0; k < r->n_in + r->n_out; k++) {
        bool there = is_there(g, given[k]), empty = false;
        at[k] = there ? bytes_at(g, given[k]) : (char *)at; /* of nothing, but not NULL */
        for (uint32_t axis = 0; axis < r->arrays[k].rank; axis++)
            empty |= r->arrays[k].shape[axis] == 0;
        if (!there && !empty)
            return fail_foreign(env, "a routine");
    }
    return routine_run(env, machine, r, at);
}

/* ---- life */

static const char *isa(const char *name) {
    return cpu_device.isa(name);
}

static bool limits(Env *env, unsigned number, Limits *out) {
    *out = limits_of_cpu;
    out->panel = 600; /* small arrays are cut, too */
    out->panel_rows = 2;
    return number == 0 ||
           env_fail(env, FRIT_ERR_ARGUMENT, FRIT_STAGE_RUN, "there is no guarded:%u", number);
}

static void close_device(Device *device) {
    device->host->device.kind->close(&device->host->device);
}

static void free_device(Device *device) {
    Guarded *g = guarded(device);
    frit_allocator allocator = device->allocator;
    if (g->memory)
        memory_free(g->memory);
    if (device->host)
        device->host->device.kind->free(&device->host->device);
    if (g->addresses)
        munmap(g->addresses, g->room);
    if (g->bytes)
        munmap(g->bytes, g->room);
    pthread_mutex_destroy(&g->lock);
    env_free(&allocator, g, sizeof *g);
}

static char *reserve(Env *env, uint64_t room, int protection) {
    void *at = mmap(NULL, room, protection, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (at != MAP_FAILED)
        return at;
    env_set_error(env, FRIT_ERR_NOMEM, FRIT_STAGE_RUN, "no addresses for the guarded device");
    return NULL;
}

static Device *make(Env *env, unsigned number, const MachineOptions *options) {
    Guarded *g = env_new(env, sizeof *g);
    if (!g)
        return NULL;
    (void)number;
    g->device.allocator = *env->allocator;
    g->room = (uint64_t)1 << (test_is_emulated() ? EMULATED_ROOM_BITS : ROOM_BITS);
    pthread_mutex_init(&g->lock, NULL);
    Device *host = device_new(env, &cpu_device, 0, options);
    if (host) {
        g->device.host = host->host;
        g->device.store = host->store;
        g->device.at_once = &plain;
        g->device.by_code = &coded;
    }
    Env own = {&(frit_allocator){allocate, g}, env->error};
    if (host && (g->addresses = reserve(env, g->room, PROT_NONE)) &&
        (g->bytes = reserve(env, g->room, PROT_READ | PROT_WRITE)) &&
        (g->memory = memory_new(&own, machine_keeps(options))))
        return &g->device;
    free_device(&g->device);
    return NULL;
}

static bool change(Env *env, Device *device, const MachineOptions *from, const MachineOptions *to) {
    Device *host = &device->host->device;
    TRY(host->kind->change(env, host, from, to));
    device->store = host->store;
    memory_set_cap(guarded(device)->memory, machine_keeps(to));
    return true;
}

static void describe(const Device *device, DeviceFacts *out) {
    device->host->device.kind->describe(&device->host->device, out);
}

const DeviceKind guarded_device = {.name = "guarded",
                                   .type = DEVICE_OTHER,
                                   .addressable = false,
                                   .isa = isa,
                                   .limits = limits,
                                   .make = make,
                                   .change = change,
                                   .close = close_device,
                                   .free = free_device,
                                   .describe = describe,
                                   .take = take,
                                   .give = give,
                                   .use = use,
                                   .copy = copy,
                                   .fill = fill,
                                   .read = read_few,
                                   .write = write_few,
                                   .wait = wait_for_all,
                                   .contract = contract,
                                   .routine = routine};
