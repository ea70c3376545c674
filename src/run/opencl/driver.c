/* OpenCL as a driver of devices of source. */
#define _GNU_SOURCE /* MAP_ANONYMOUS */
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "run/gpu/gpu.h"
#include "run/opencl/api.h"

typedef struct OpenCl {
    frit_allocator allocator;
    OpenClApi api;
    cl_handle id, context, queue;
    pthread_mutex_t lock;
    cl_handle last; /* what happens when all is done that was asked for; NULL: all is done */
    char name[128], driver[128];
    unsigned units;
} OpenCl;

static const char build_options[] = "-cl-std=CL1.2 -cl-fp32-correctly-rounded-divide-sqrt";

/* ---- what kind of device it is */

static void get_text(const OpenCl *cl, cl_uint what, char *out, size_t size) {
    out[0] = '\0';
    if (cl->api.clGetDeviceInfo(cl->id, what, size - 1, out, NULL) != CL_OK)
        snprintf(out, size, "unknown");
    out[size - 1] = '\0';
}

static cl_bits get_bits(const OpenCl *cl, cl_uint what) {
    cl_bits bits = 0;
    return cl->api.clGetDeviceInfo(cl->id, what, sizeof bits, &bits, NULL) == CL_OK ? bits : 0;
}

/* Strict results need numbers of 64 bits, subnormal ones, and quotients and roots that are rounded correctly. NULL:
 * it has all of them. */
static const char *lacks(const OpenCl *cl) {
    cl_bits single = get_bits(cl, CL_DEVICE_SINGLE_FP_CONFIG);
    return !get_bits(cl, CL_DEVICE_DOUBLE_FP_CONFIG) ? "numbers of 64 bits (cl_khr_fp64)"
           : !(single & CL_FP_DENORM)                ? "subnormal numbers"
           : !(single & CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT)
               ? "correctly rounded quotients and roots"
               : NULL;
}

static bool is_strict(Env *env, const OpenCl *cl) {
    const char *missing = lacks(cl);
    return !missing ||
           env_fail(
               env, FRIT_ERR_UNSUPPORTED, FRIT_STAGE_RUN,
               "the OpenCL device \"%s\" has no %s, so its results would differ from the CPU's",
               cl->name, missing);
}

/* Which one it is. */
static bool find_device(Env *env, OpenCl *cl, unsigned number) {
    cl_uint units = 1;
    TRY(opencl_open(env, &cl->api));
    TRY(opencl_find(env, &cl->api, number, &cl->id));
    get_text(cl, CL_DEVICE_NAME, cl->name, sizeof cl->name);
    get_text(cl, CL_DRIVER_VERSION, cl->driver, sizeof cl->driver);
    if (cl->api.clGetDeviceInfo(cl->id, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, NULL) ==
            CL_OK &&
        units > 0)
        cl->units = units;
    return true;
}

static bool look(Env *env, unsigned number, DeviceLook *out) {
    OpenCl cl = {.units = 1};
    *out = (DeviceLook){.units = 1};
    bool ok = find_device(env, &cl, number);
    if (ok) {
        const char *missing = lacks(&cl);
        out->units = cl.units;
        out->memory = get_bits(&cl, CL_DEVICE_GLOBAL_MEM_SIZE);
        snprintf(out->title, sizeof out->title, "%s", cl.name);
        snprintf(out->driver, sizeof out->driver, "%s", cl.driver);
        if (missing)
            snprintf(out->refused, sizeof out->refused,
                     "it has no %s, so its results would differ from the CPU's", missing);
    }
    opencl_close(&cl.api);
    return ok;
}

/* ---- life */

static bool open_queue(Env *env, OpenCl *cl) {
    cl_int code = CL_OK;
    cl->context = cl->api.clCreateContext(NULL, 1, &cl->id, NULL, NULL, &code);
    if (!cl->context)
        return opencl_fail(env, "a context", code);
    cl->queue = cl->api.clCreateCommandQueue(cl->context, cl->id, 0, &code);
    return cl->queue || opencl_fail(env, "a queue", code);
}

static void close_device(void *state, bool leave) {
    OpenCl *cl = state;
    frit_allocator allocator = cl->allocator;
    if (!leave) {
        if (cl->last)
            cl->api.clReleaseEvent(cl->last);
        if (cl->queue)
            cl->api.clReleaseCommandQueue(cl->queue);
        if (cl->context)
            cl->api.clReleaseContext(cl->context);
    }
    opencl_close(&cl->api);
    pthread_mutex_destroy(&cl->lock);
    env_free(&allocator, cl, sizeof *cl);
}

static bool open_device(Env *env, unsigned number, void **state, GpuFacts *facts) {
    OpenCl *cl = env_new(env, sizeof *cl);
    TRY(cl);
    cl->allocator = *env->allocator;
    cl->units = 1;
    pthread_mutex_init(&cl->lock, NULL);
    if (!find_device(env, cl, number) || !is_strict(env, cl) || !open_queue(env, cl)) {
        close_device(cl, false);
        return false;
    }
    *state = cl;
    facts->units = cl->units;
    facts->serial = get_bits(cl, CL_DEVICE_TYPE) & CL_DEVICE_TYPE_CPU;
    facts->memory = get_bits(cl, CL_DEVICE_GLOBAL_MEM_SIZE);
    snprintf(facts->name, sizeof facts->name, "%s", cl->name);
    snprintf(facts->words, sizeof facts->words, "%s, driver %s, %s", cl->name, cl->driver,
             build_options);
    return true;
}

/* ---- memory: what OpenCL gives, behind addresses of our own, which nobody can read or write */

enum { PAGE = 4096 }; /* more: an address at the end is the block's, too */

static bool allocate(Env *env, void *state, uint64_t size, GpuMemory *out) {
    OpenCl *cl = state;
    cl_int code = CL_OK;
    void *address = MAP_FAILED;
    cl_handle memory = cl->api.clCreateBuffer(cl->context, CL_MEM_READ_WRITE, size, NULL, &code);
    if (memory)
        address =
            mmap(NULL, size + PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (address == MAP_FAILED) {
        if (memory)
            cl->api.clReleaseMemObject(memory);
        return env_fail(env, FRIT_ERR_NOMEM, FRIT_STAGE_RUN,
                        "out of memory on the device: OpenCL refuses %llu bytes (error %d)",
                        (unsigned long long)size, (int)code);
    }
    *out = (GpuMemory){memory, address};
    return true;
}

static void release(void *state, GpuMemory memory, uint64_t size) {
    OpenCl *cl = state;
    cl->api.clReleaseMemObject(memory.handle);
    munmap(memory.address, size + PAGE);
}

/* ---- what is asked for */

/* The event is what happens last, so far. */
static bool began(Env *env, OpenCl *cl, cl_int code, cl_handle event, const char *what) {
    if (code != CL_OK)
        return opencl_fail(env, what, code);
    pthread_mutex_lock(&cl->lock);
    cl_handle before = cl->last;
    cl->last = event;
    pthread_mutex_unlock(&cl->lock);
    if (before)
        cl->api.clReleaseEvent(before);
    return true;
}

static bool read_bytes(Env *env, void *state, void *to, GpuPlace from, size_t size) {
    const OpenCl *cl = state;
    cl_int code = cl->api.clEnqueueReadBuffer(cl->queue, from.memory.handle, 1, from.offset, size,
                                              to, 0, NULL, NULL);
    return code == CL_OK || opencl_fail(env, "a read", code);
}

static bool write_bytes(Env *env, void *state, GpuPlace to, const void *from, size_t size) {
    const OpenCl *cl = state;
    cl_int code = cl->api.clEnqueueWriteBuffer(cl->queue, to.memory.handle, 1, to.offset, size,
                                               from, 0, NULL, NULL);
    return code == CL_OK || opencl_fail(env, "a write", code);
}

static bool fill(Env *env, void *state, GpuPlace to, uint8_t byte, uint64_t size) {
    OpenCl *cl = state;
    cl_handle event = NULL;
    cl_int code = cl->api.clEnqueueFillBuffer(cl->queue, to.memory.handle, &byte, 1, to.offset,
                                              size, 0, NULL, &event);
    return began(env, cl, code, event, "a fill");
}

static bool move(Env *env, void *state, GpuPlace to, GpuPlace from, uint64_t size) {
    OpenCl *cl = state;
    cl_handle event = NULL;
    cl_int code = cl->api.clEnqueueCopyBuffer(cl->queue, from.memory.handle, to.memory.handle,
                                              from.offset, to.offset, size, 0, NULL, &event);
    return began(env, cl, code, event, "a copy");
}

static bool launch(Env *env, void *state, void *function, const TextLaunch *how, const GpuArg *args,
                   uint32_t n) {
    OpenCl *cl = state;
    cl_handle event = NULL;
    size_t threads = how->threads, all = (size_t)how->groups * threads;
    for (cl_uint k = 0; k < n; k++) {
        const GpuArg *a = &args[k];
        size_t size = a->bytes ? a->size : sizeof a->memory.handle;
        cl_int code = cl->api.clSetKernelArg(function, k, size,
                                             a->bytes ? a->bytes : (const void *)&a->memory.handle);
        if (code != CL_OK)
            return opencl_fail(env, "an argument of a kernel", code);
    }
    cl_int code = cl->api.clEnqueueNDRangeKernel(cl->queue, function, 1, NULL, &all, &threads, 0,
                                                 NULL, &event);
    return began(env, cl, code, event, "to run a kernel");
}

static bool idle(Env *env, void *state, bool *idle) {
    OpenCl *cl = state;
    cl_int done = CL_COMPLETE, code = cl->api.clFlush(cl->queue);
    pthread_mutex_lock(&cl->lock); /* nobody else lets go of the event meanwhile */
    if (code == CL_OK && cl->last)
        code = cl->api.clGetEventInfo(cl->last, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof done,
                                      &done, NULL);
    pthread_mutex_unlock(&cl->lock);
    *idle = done == CL_COMPLETE;
    return (code == CL_OK && done >= CL_COMPLETE) ||
           opencl_fail(env, "to finish what was begun", code == CL_OK ? done : code);
}

static bool wait_all(Env *env, void *state) {
    const OpenCl *cl = state;
    cl_int code = cl->api.clFinish(cl->queue);
    return code == CL_OK || opencl_fail(env, "to finish what was begun", code);
}

/* ---- source to binary to functions */

/* The driver's own words, with the first line of the source that they name. */
static bool fail_build(Env *env, const OpenCl *cl, cl_handle program, cl_int code, const char *text,
                       size_t len) {
    char log[1024] = "";
    size_t size = 0;
    (void)cl->api.clGetProgramBuildInfo(program, cl->id, CL_PROGRAM_BUILD_LOG, sizeof log - 300,
                                        log, &size);
    log[sizeof log - 300] = '\0';
    gpu_quote_line(log, sizeof log, text, len);
    return env_fail(env, FRIT_ERR_INTERNAL, FRIT_STAGE_RUN,
                    "OpenCL does not build a kernel's source (error %d): %s", (int)code, log);
}

static bool get_binary(Env *env, const OpenCl *cl, cl_handle program, Str *object) {
    size_t size = 0;
    cl_int code =
        cl->api.clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, NULL);
    if (code != CL_OK || size == 0)
        return opencl_fail(env, "the binary of a program", code);
    unsigned char *bytes = env_resize(env, NULL, 0, size);
    TRY(bytes);
    code = cl->api.clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof bytes, &bytes, NULL);
    if (code == CL_OK)
        str_put(object, (const char *)bytes, size);
    env_free(env->allocator, bytes, size);
    return code == CL_OK ? str_ok(object) : opencl_fail(env, "the binary of a program", code);
}

/*
 * PoCL keeps what it builds in a folder of the user's, named by source and options, and writes there without asking whether
 * another process does, too: binaries of two that build the same source at once can be broken, and its own checks then
 * end the process. With an option that nobody else has, each build has a folder of its own; frit's store keeps what comes of it.
 */
static void choose_options(const OpenCl *cl, char *out, size_t size) {
    char version[128];
    struct timespec now = {0};
    get_text(cl, CL_DEVICE_VERSION, version, sizeof version);
    snprintf(out, size, "%s", build_options);
    if (!strstr(version, "PoCL") && !strstr(version, "pocl"))
        return;
    clock_gettime(CLOCK_REALTIME, &now);
    snprintf(out, size, "%s -DFRIT_BUILD=%ld_%lld_%ld", build_options, (long)getpid(),
             (long long)now.tv_sec, now.tv_nsec);
}

static bool compile(Env *env, void *state, const char *text, size_t len, Str *binary) {
    const OpenCl *cl = state;
    char options[160];
    cl_int code = CL_OK;
    choose_options(cl, options, sizeof options);
    cl_handle program = cl->api.clCreateProgramWithSource(cl->context, 1, &text, &len, &code);
    if (!program)
        return opencl_fail(env, "a program", code);
    code = cl->api.clBuildProgram(program, 1, &cl->id, options, NULL, NULL);
    bool ok = code == CL_OK ? get_binary(env, cl, program, binary)
                            : fail_build(env, cl, program, code, text, len);
    cl->api.clReleaseProgram(program);
    return ok;
}

static void unload(void *state, void *program) {
    const OpenCl *cl = state;
    cl->api.clReleaseProgram(program);
}

static void *load(Env *env, void *state, const void *binary, size_t size) {
    const OpenCl *cl = state;
    const unsigned char *bytes = binary;
    cl_int status = CL_OK, code = CL_OK;
    cl_handle program =
        cl->api.clCreateProgramWithBinary(cl->context, 1, &cl->id, &size, &bytes, &status, &code);
    bool ok =
        program && status == CL_OK ? true : opencl_fail(env, "a binary", program ? status : code);
    if (ok && (code = cl->api.clBuildProgram(program, 1, &cl->id, "", NULL, NULL)) != CL_OK)
        ok = fail_build(env, cl, program, code, "", 0);
    if (ok)
        return program;
    if (program)
        unload(state, program);
    return NULL;
}

static void *find(Env *env, void *state, void *program, const char *name) {
    const OpenCl *cl = state;
    cl_int code = CL_OK;
    cl_handle kernel = cl->api.clCreateKernel(program, name, &code);
    if (!kernel && code != CL_INVALID_KERNEL_NAME)
        opencl_fail(env, "the kernel of a binary", code);
    /* cppcheck-suppress returnDanglingLifetime ; it is none of code's */
    return kernel;
}

static void drop(void *state, void *function) {
    const OpenCl *cl = state;
    cl->api.clReleaseKernel(function);
}

/* ---- the row */

static const GpuDriver driver = {.name = "opencl",
                                 .title = "OpenCL",
                                 .dialect = "opencl",
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
                                 .drop = drop,
                                 .launch = launch,
                                 .idle = idle,
                                 .wait = wait_all};

static Device *make(Env *env, unsigned number, const MachineOptions *options) {
    return gpu_make(env, &driver, number, options);
}

const DeviceKind opencl_device = GPU_KIND("opencl", DEVICE_OPENCL, look, make);
