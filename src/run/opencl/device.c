/* An OpenCL device, put together. */
#include <stdio.h>
#include <string.h>

#include "run/devices/devices.h"
#include "run/opencl/opencl.h"
#include "run/product/contract.h"

static OpenCl *cl_of(Device *device) {
    return (OpenCl *)device;
}

static bool limits(Env *env, unsigned number, Limits *out) {
    (void)env, (void)number; /* make says whether there is one */
    *out = limits_of_cpu;
    return true;
}

/* Of the host that helps. */
static const char *isa(const char *name) {
    return cpu_device.isa(name);
}

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
        CL_OK)
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

static bool open_device(Env *env, OpenCl *cl, unsigned number) {
    cl_int code = CL_OK;
    TRY(find_device(env, cl, number) && is_strict(env, cl));
    snprintf(cl->build, sizeof cl->build, "-cl-std=CL1.2 -cl-fp32-correctly-rounded-divide-sqrt");
    cl->context = cl->api.clCreateContext(NULL, 1, &cl->id, NULL, NULL, &code);
    if (!cl->context)
        return opencl_fail(env, "a context", code);
    cl->queue = cl->api.clCreateCommandQueue(cl->context, cl->id, 0, &code);
    if (!cl->queue)
        return opencl_fail(env, "a queue", code);
    cl->failed =
        cl->api.clCreateBuffer(cl->context, CL_MEM_READ_WRITE, sizeof(int32_t), NULL, &code);
    return cl->failed || opencl_fail(env, "memory", code);
}

/* ---- life */

static bool new_store(Env *env, OpenCl *cl, const MachineOptions *options) {
    StoreHooks hooks = opencl_hooks;
    hooks.user = cl;
    StoreOptions store = {.directory = options->cache_dir,
                          .packs = options->packs,
                          .hooks = &hooks,
                          .memory_cap = options->cache_memory,
                          .disk_cap = options->cache_disk};
    cl->device.store = store_new(env, &store);
    return cl->device.store;
}

static void close_device(Device *device) {
    OpenCl *cl = cl_of(device);
    if (device->store)
        store_stop(device->store);
    if (cl->queue)
        cl->api.clFinish(cl->queue);
    if (cl->host)
        cl->host->kind->close(cl->host);
}

static void free_device(Device *device) {
    OpenCl *cl = cl_of(device);
    frit_allocator allocator = device->allocator;
    if (cl->queue)
        cl->api.clFinish(cl->queue);
    if (device->store)
        store_free(device->store);
    cl_free_blocks(cl);
    if (cl->failed)
        cl->api.clReleaseMemObject(cl->failed);
    if (cl->queue)
        cl->api.clReleaseCommandQueue(cl->queue);
    if (cl->context)
        cl->api.clReleaseContext(cl->context);
    if (cl->host)
        cl->host->kind->free(cl->host);
    opencl_close(&cl->api);
    pthread_mutex_destroy(&cl->lock);
    env_free(&allocator, cl, sizeof *cl);
}

static Device *make(Env *env, unsigned number, const MachineOptions *options) {
    OpenCl *cl = env_new(env, sizeof *cl);
    if (!cl)
        return NULL;
    cl->device.allocator = *env->allocator;
    cl->device.at_once = &carried_engine;
    cl->device.by_code = &opencl_engine;
    cl->cap = options->memory_cap;
    pthread_mutex_init(&cl->lock, NULL);
    env->error->status = FRIT_OK;
    if (open_device(env, cl, number) && (cl->host = device_new(env, &cpu_device, 0, options)) &&
        new_store(env, cl, options)) {
        cl->device.host = cl->host->host;
        return &cl->device;
    }
    free_device(&cl->device);
    return NULL;
}

static bool change(Env *env, Device *device, const MachineOptions *from, const MachineOptions *to) {
    OpenCl *cl = cl_of(device);
    TRY(cl->host->kind->change(env, cl->host, from, to));
    cl->cap = to->memory_cap;
    return true;
}

static void describe(const Device *device, DeviceFacts *out) {
    const OpenCl *cl = (const OpenCl *)device;
    *out = (DeviceFacts){.isa = cl->name, .threads = cl->units};
}

/* ---- contractions, on the host */

typedef struct Operand {
    char *at, *room;
    uint64_t size;
    int64_t start;
} Operand;

/* Bytes that operand k (x, y, out) lies in. */
static void measure(const Matrices *m, const int64_t *strides, Operand *o, uint64_t elem) {
    uint32_t all = m->n_batch + m->n_m + m->n_n + m->n_k;
    int64_t low = 0, high = (int64_t)elem;
    for (uint32_t axis = 0; axis < all; axis++) {
        int64_t move = m->extents[axis] > 0 ? (m->extents[axis] - 1) * strides[axis] : 0;
        *(move < 0 ? &low : &high) += move;
    }
    o->start = -low;
    o->size = (uint64_t)(high - low);
}

static bool is_nothing(const Matrices *m, const int64_t *strides) {
    uint32_t all = m->n_batch + m->n_m + m->n_n + m->n_k;
    for (uint32_t axis = 0; axis < all; axis++)
        if (m->extents[axis] == 0 && strides[axis] != 0)
            return true;
    return false;
}

static bool contract(Env *env, Machine *machine, const Matrices *shape, const char *x,
                     const char *y, char *out) {
    OpenCl *cl = cl_of(machine->device);
    const int64_t *strides[] = {shape->x_strides, shape->y_strides, shape->out_strides};
    const char *given[] = {x, y, out};
    Operand o[3] = {{0}};
    uint64_t elem = dtype_info(shape->dtype)->bits / 8;
    bool ok = true;
    for (unsigned k = 0; ok && k < 3; k++) {
        uint64_t offset;
        pthread_mutex_lock(&cl->lock);
        bool there = cl_block_of(cl, given[k], &offset) && !is_nothing(shape, strides[k]);
        pthread_mutex_unlock(&cl->lock);
        measure(shape, strides[k], &o[k], elem);
        o[k].room = env_resize(env, NULL, 0, o[k].size + 64);
        o[k].at = o[k].room ? o[k].room + (64 - (uintptr_t)o[k].room % 64) % 64 + o[k].start : NULL;
        ok = o[k].room && (!there || cl_read(env, machine->device, o[k].at - o[k].start,
                                             given[k] - o[k].start, o[k].size));
        if (!there)
            o[k].start = -1;
    }
    ok = ok && contract_run(env, machine, shape, o[0].at, o[1].at, o[2].at);
    if (ok && o[2].start >= 0)
        ok = cl_write(env, machine->device, out - o[2].start, o[2].at - o[2].start, o[2].size);
    for (unsigned k = 0; k < 3; k++)
        if (o[k].room)
            env_free(env->allocator, o[k].room, o[k].size + 64);
    return ok;
}

const DeviceKind opencl_device = {.name = "opencl",
                                  .type = DEVICE_OPENCL,
                                  .isa = isa,
                                  .look = look,
                                  .limits = limits,
                                  .make = make,
                                  .change = change,
                                  .close = close_device,
                                  .free = free_device,
                                  .describe = describe,
                                  .take = cl_take,
                                  .give = cl_give,
                                  .use = cl_use,
                                  .copy = cl_copy,
                                  .fill = cl_fill,
                                  .read = cl_read,
                                  .write = cl_write,
                                  .wait = cl_wait,
                                  .contract = contract};
