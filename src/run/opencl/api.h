/* OpenCL, found at run time: no header of it is needed to build, and no library to link. */
#ifndef FRIT_RUN_OPENCL_API_H
#define FRIT_RUN_OPENCL_API_H

#include <stddef.h>
#include <stdint.h>

#include "base/env.h"

typedef int32_t cl_int;
typedef uint32_t cl_uint;
typedef uint64_t cl_bits;
typedef void *cl_handle;

/* The numbers that OpenCL's own headers give these. */
enum {
    CL_OK = 0,
    CL_OUT_OF_DEVICE_MEMORY = -4,
    CL_OUT_OF_RESOURCES = -5,
    CL_OUT_OF_HOST_MEMORY = -6,
    CL_INVALID_KERNEL_NAME = -46,
    CL_COMPLETE = 0, /* of an event; above: not yet, below: it failed */
    CL_EVENT_COMMAND_EXECUTION_STATUS = 0x11D3,
    CL_MEM_READ_WRITE = 1,
    CL_PLATFORM_NAME = 0x0902,
    CL_DEVICE_TYPE_ANY = -1, /* all bits */
    CL_DEVICE_TYPE_CPU = 2,
    CL_DEVICE_TYPE = 0x1000,
    CL_DEVICE_MAX_COMPUTE_UNITS = 0x1002,
    CL_DEVICE_MAX_WORK_GROUP_SIZE = 0x1004,
    CL_DEVICE_SINGLE_FP_CONFIG = 0x101B,
    CL_DEVICE_GLOBAL_MEM_SIZE = 0x101F,
    CL_DEVICE_NAME = 0x102B,
    CL_DRIVER_VERSION = 0x102D,
    CL_DEVICE_VERSION = 0x102F,
    CL_DEVICE_DOUBLE_FP_CONFIG = 0x1032,
    CL_PROGRAM_BINARY_SIZES = 0x1165,
    CL_PROGRAM_BINARIES = 0x1166,
    CL_PROGRAM_BUILD_LOG = 0x1183,
    CL_FP_DENORM = 1,
    CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT = 128,
};

typedef struct OpenClApi {
    void *library;
#define FN(result, name, parameters) result(*name) parameters;
#include "run/opencl/api.def"
#undef FN
} OpenClApi;

/* False with the reason in env: it is not there, or lacks a function. */
bool opencl_open(Env *env, OpenClApi *api);
void opencl_close(OpenClApi *api);
/* Device number `number`, counted through all platforms. False with the reason in env: there are not so many. */
bool opencl_find(Env *env, const OpenClApi *api, unsigned number, cl_handle *device);
/* Fails with what `what` was refused for. */
bool opencl_fail(Env *env, const char *what, cl_int code);

#endif
