/* CUDA as a driver of devices of source: the driver's interface, and NVRTC. */
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#include "run/cuda/api.h"
#include "run/gpu/gpu.h"

/*
 * The device's primary context, which other libraries of this process use as well (PyTorch, CuPy, JAX), so that one can use
 * the other's memory. It is current to a thread only while a function of this file runs: what the thread had is put back.
 * The stream is one of our own, of the kind that waits for what is on the legacy default stream and is waited for there: so
 * arrays of libraries that use that one need no events.
 */
typedef struct Cuda {
    frit_allocator allocator;
    CudaApi api;
    NvrtcApi nvrtc;
    unsigned number;
    int device, driver, capability; /* driver: 13000 for CUDA 13.0 */
    NvrtcTarget target;
    bool retained;
    cu_handle context, stream;
    atomic_int
        lost; /* the error after which nothing can be done with the context any more; 0: none */
} Cuda;

/* ---- which one it is */

static bool try(Env *env, const Cuda *c, const char *what, int code) {
    return code == CU_OK || cuda_fail(env, &c->api, what, code);
}

static bool start(Env *env, Cuda *c, int *count) {
    TRY(cuda_open(env, &c->api));
    int code = c->api.cuInit(0);
    if (code == CU_NO_DEVICE)
        return env_fail(env, FRIT_ERR_UNSUPPORTED, FRIT_STAGE_RUN,
                        "CUDA's driver is there, but no GPU that it drives");
    TRY(try(env, c, "to begin", code) &&
        try(env, c, "its version", c->api.cuDriverGetVersion(&c->driver)) &&
        try(env, c, "to count devices", c->api.cuDeviceGetCount(count)));
    return *count > 0 || env_fail(env, FRIT_ERR_UNSUPPORTED, FRIT_STAGE_RUN,
                                  "CUDA's driver is there, but no GPU that it drives");
}

static bool find_device(Env *env, Cuda *c, unsigned number) {
    int count = 0, major = 0, minor = 0;
    c->number = number;
    TRY(start(env, c, &count));
    if (number >= (unsigned)count)
        return env_fail(env, FRIT_ERR_ARGUMENT, FRIT_STAGE_RUN,
                        "there is no device cuda:%u: CUDA has %d", number, count);
    TRY(try(env, c, "a device", c->api.cuDeviceGet(&c->device, (int)number)) &&
        try(env, c, "what a device can do",
            c->api.cuDeviceGetAttribute(&major, CU_MAJOR, c->device)) &&
        try(env, c, "what a device can do",
            c->api.cuDeviceGetAttribute(&minor, CU_MINOR, c->device)));
    c->capability = 10 * major + minor;
    return true;
}

static void get_name(const Cuda *c, char *out, size_t size) {
    if (c->api.cuDeviceGetName(out, (int)size, c->device) != CU_OK)
        snprintf(out, size, "unknown");
    out[size - 1] = '\0';
}

static unsigned get_units(const Cuda *c) {
    int units = 1;
    return c->api.cuDeviceGetAttribute(&units, CU_UNITS, c->device) == CU_OK && units > 0
               ? (unsigned)units
               : 1;
}

static bool find_compiler(Env *env, Cuda *c) {
    return nvrtc_open(env, c->driver / 1000, &c->nvrtc) &&
           nvrtc_target(env, &c->nvrtc, c->capability, &c->target);
}

static void close_libraries(Cuda *c) {
    nvrtc_close(&c->nvrtc);
    cuda_close(&c->api);
}

static bool look(Env *env, unsigned number, DeviceLook *out) {
    Cuda c = {.number = number};
    frit_error why = {0};
    *out = (DeviceLook){.units = 1};
    bool ok = find_device(env, &c, number);
    if (ok) {
        size_t bytes = 0;
        Env own = {env->allocator, &why};
        get_name(&c, out->title, sizeof out->title);
        out->units = get_units(&c);
        if (c.api.cuDeviceTotalMem_v2(&bytes, c.device) == CU_OK)
            out->memory = bytes;
        if (find_compiler(&own, &c))
            snprintf(out->driver, sizeof out->driver, "CUDA %d.%d, NVRTC %d.%d", c.driver / 1000,
                     c.driver % 1000 / 10, c.nvrtc.major, c.nvrtc.minor);
        else
            snprintf(out->refused, sizeof out->refused, "%s", why.message);
    }
    close_libraries(&c);
    return ok;
}

/* ---- the context */

/* After these everything that is asked of the context fails, until the process ends. */
static bool is_the_end(int code) {
    return (code >= CU_ILLEGAL_ADDRESS && code <= CU_LAUNCH_FAILED &&
            (code == CU_ILLEGAL_ADDRESS || code == CU_LAUNCH_TIMEOUT ||
             code == CU_CONTEXT_IS_DESTROYED || code == CU_ASSERT ||
             code >= CU_HARDWARE_STACK_ERROR));
}

static bool fail_lost(Env *env, const Cuda *c, const char *what, int code) {
    frit_error error = {0};
    Env own = {env->allocator, &error};
    cuda_fail(&own, &c->api, what, code);
    return env_fail(env, FRIT_ERR_INTERNAL, FRIT_STAGE_RUN,
                    "the device cuda:%u is lost to this process: %.300s", c->number, error.message);
}

static bool enter(Env *env, Cuda *c, const char *what) {
    int lost = atomic_load(&c->lost);
    if (lost)
        return fail_lost(env, c, "anything after an earlier failure", lost);
    return try(env, c, what, c->api.cuCtxPushCurrent_v2(c->context));
}

static bool leave(Env *env, Cuda *c, const char *what, int code) {
    cu_handle popped = NULL;
    (void)c->api.cuCtxPopCurrent_v2(&popped);
    if (code != CU_OK && is_the_end(code)) {
        atomic_store(&c->lost, code);
        return fail_lost(env, c, what, code);
    }
    return try(env, c, what, code);
}

static void close_device(void *state, bool leave_it) {
    Cuda *c = state;
    frit_allocator allocator = c->allocator;
    cu_handle popped = NULL;
    if (!leave_it && c->stream && c->api.cuCtxPushCurrent_v2(c->context) == CU_OK) {
        (void)c->api.cuStreamDestroy_v2(c->stream);
        (void)c->api.cuCtxPopCurrent_v2(&popped);
    }
    if (!leave_it && c->retained)
        (void)c->api.cuDevicePrimaryCtxRelease_v2(c->device);
    close_libraries(c);
    env_free(&allocator, c, sizeof *c);
}

static bool open_stream(Env *env, Cuda *c) {
    enum { WAITS_FOR_DEFAULT = 0 }; /* CU_STREAM_DEFAULT */
    TRY(try(env, c, "a context", c->api.cuDevicePrimaryCtxRetain(&c->context, c->device)));
    c->retained = true;
    TRY(enter(env, c, "its context"));
    return leave(env, c, "a stream", c->api.cuStreamCreate(&c->stream, WAITS_FOR_DEFAULT));
}

static bool open_device(Env *env, unsigned number, void **state, GpuFacts *facts) {
    Cuda *c = env_new(env, sizeof *c);
    char compiler[256];
    TRY(c);
    c->allocator = *env->allocator;
    atomic_init(&c->lost, 0);
    if (!find_device(env, c, number) || !find_compiler(env, c) || !open_stream(env, c)) {
        close_device(c, false);
        return false;
    }
    *state = c;
    size_t bytes = 0;
    if (c->api.cuDeviceTotalMem_v2(&bytes, c->device) == CU_OK)
        facts->memory = bytes;
    facts->units = get_units(c);
    get_name(c, facts->name, sizeof facts->name);
    nvrtc_words(&c->nvrtc, c->target, compiler, sizeof compiler);
    snprintf(facts->words, sizeof facts->words, "%s, driver for CUDA %d.%d, %s", facts->name,
             c->driver / 1000, c->driver % 1000 / 10, compiler);
    return true;
}

/* ---- memory */

static cu_address address_of(GpuPlace place) {
    return (cu_address)(uintptr_t)place.memory.address + place.offset;
}

static bool allocate(Env *env, void *state, uint64_t size, GpuMemory *out) {
    Cuda *c = state;
    cu_address memory = 0;
    TRY(enter(env, c, "memory"));
    int code = c->api.cuMemAlloc_v2(&memory, size);
    if (code == CU_OUT_OF_MEMORY) {
        leave(env, c, "memory", CU_OK);
        return env_fail(env, FRIT_ERR_NOMEM, FRIT_STAGE_RUN,
                        "out of memory on the device cuda:%u: %llu bytes", c->number,
                        (unsigned long long)size);
    }
    uintptr_t address = (uintptr_t)memory;
    out->handle = NULL;
    memcpy(&out->address, &address, sizeof address);
    return leave(env, c, "memory", code);
}

static void release(void *state, GpuMemory memory, uint64_t size) {
    Cuda *c = state;
    frit_error error;
    Env own = {&c->allocator, &error};
    (void)size;
    if (enter(&own, c, "to free memory"))
        leave(&own, c, "to free memory",
              c->api.cuMemFree_v2((cu_address)(uintptr_t)memory.address));
}

/* ---- what is asked for */

static bool read_bytes(Env *env, void *state, void *to, GpuPlace from, size_t size) {
    Cuda *c = state;
    TRY(enter(env, c, "a read"));
    int code = c->api.cuMemcpyDtoHAsync_v2(to, address_of(from), size, c->stream);
    if (code == CU_OK)
        code = c->api.cuStreamSynchronize(c->stream);
    return leave(env, c, "a read", code);
}

/* From memory that the caller may have registered with CUDA bytes are taken when their turn comes: it is waited for. From
 * the stack they are taken at once. */
static bool write_bytes(Env *env, void *state, GpuPlace to, const void *from, size_t size) {
    enum { SMALL = 4096 };
    Cuda *c = state;
    char small[SMALL];
    bool fits = size <= sizeof small;
    if (fits)
        memcpy(small, from, size);
    TRY(enter(env, c, "a write"));
    int code = c->api.cuMemcpyHtoDAsync_v2(address_of(to), fits ? small : from, size, c->stream);
    if (code == CU_OK && !fits)
        code = c->api.cuStreamSynchronize(c->stream);
    return leave(env, c, "a write", code);
}

static bool fill(Env *env, void *state, GpuPlace to, uint8_t byte, uint64_t size) {
    Cuda *c = state;
    TRY(enter(env, c, "a fill"));
    return leave(env, c, "a fill", c->api.cuMemsetD8Async(address_of(to), byte, size, c->stream));
}

static bool move(Env *env, void *state, GpuPlace to, GpuPlace from, uint64_t size) {
    Cuda *c = state;
    TRY(enter(env, c, "a copy"));
    return leave(env, c, "a copy",
                 c->api.cuMemcpyDtoDAsync_v2(address_of(to), address_of(from), size, c->stream));
}

static bool launch(Env *env, void *state, void *function, const TextLaunch *how, const GpuArg *args,
                   uint32_t n) {
    enum { MOST = 512 }; /* as many pointers as a function may be given bytes for, 4096 */
    static const uint64_t most_groups = INT32_MAX;
    Cuda *c = state;
    cu_address addresses[MOST];
    void *values[MOST];
    if (n > MOST || how->groups > most_groups)
        return env_fail(env, FRIT_ERR_LIMIT, FRIT_STAGE_RUN,
                        "a kernel of %u arguments and %llu groups is too large for CUDA", n,
                        (unsigned long long)how->groups);
    for (uint32_t k = 0; k < n; k++) {
        addresses[k] = (cu_address)(uintptr_t)args[k].memory.address;
        values[k] = &addresses[k];
        if (args[k].bytes) /* which CUDA does not write to, whatever its type says */
            memcpy(&values[k], &args[k].bytes, sizeof values[k]);
    }
    TRY(enter(env, c, "to run a kernel"));
    return leave(env, c, "to run a kernel",
                 c->api.cuLaunchKernel(function, (unsigned)how->groups, 1, 1, how->threads, 1, 1, 0,
                                       c->stream, values, NULL));
}

static bool idle(Env *env, void *state, bool *idle) {
    Cuda *c = state;
    TRY(enter(env, c, "to look at what runs"));
    int code = c->api.cuStreamQuery(c->stream);
    *idle = code == CU_OK;
    return leave(env, c, "what was asked for", code == CU_NOT_READY ? CU_OK : code);
}

static bool wait_all(Env *env, void *state) {
    Cuda *c = state;
    TRY(enter(env, c, "to wait"));
    return leave(env, c, "what was asked for", c->api.cuStreamSynchronize(c->stream));
}

/* ---- source to binary to functions */

static bool compile(Env *env, void *state, const char *text, size_t len, Str *binary) {
    const Cuda *c = state;
    return nvrtc_compile(env, &c->nvrtc, c->target, text, len, binary);
}

/* From memory that is aligned, and ends with a 0, as texts must. */
static void *load(Env *env, void *state, const void *binary, size_t size) {
    Cuda *c = state;
    cu_handle module = NULL;
    char *image = env_resize(env, NULL, 0, size + 1);
    if (!image)
        return NULL;
    memcpy(image, binary, size);
    image[size] = '\0';
    bool ok = enter(env, c, "a binary") &&
              leave(env, c, "a binary", c->api.cuModuleLoadData(&module, image));
    env_free(env->allocator, image, size + 1);
    return ok ? module : NULL;
}

static void unload(void *state, void *program) {
    Cuda *c = state;
    frit_error error;
    Env own = {&c->allocator, &error};
    if (enter(&own, c, "to unload a binary"))
        leave(&own, c, "to unload a binary", c->api.cuModuleUnload(program));
}

static void *find(Env *env, void *state, void *program, const char *name) {
    Cuda *c = state;
    cu_handle function = NULL;
    if (!enter(env, c, "the kernel of a binary"))
        return NULL;
    int code = c->api.cuModuleGetFunction(&function, program, name);
    if (code == CU_NOT_FOUND) {
        code = CU_OK;
        function = NULL;
    }
    return leave(env, c, "the kernel of a binary", code) ? function : NULL;
}

/* ---- the row */

static const GpuDriver driver = {.name = "cuda",
                                 .title = "CUDA",
                                 .dialect = "cuda",
                                 .addresses = true,
                                 .open = open_device,
                                 .close = close_device,
                                 .allocate = allocate,
                                 .release = release,
                                 .read = read_bytes,
                                 .write = write_bytes,
                                 .fill = fill,
                                 .move = move,
                                 .compile = compile,
                                 .load = load,
                                 .unload = unload,
                                 .find = find,
                                 .launch = launch,
                                 .idle = idle,
                                 .wait = wait_all};

static Device *make(Env *env, unsigned number, const MachineOptions *options) {
    return gpu_make(env, &driver, number, options);
}

const DeviceKind cuda_device = GPU_KIND("cuda", DEVICE_CUDA, look, make);
