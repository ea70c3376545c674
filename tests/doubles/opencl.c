/*
 * OpenCL's loader, played: one device that only says what it can, by PLAYED_OPENCL in the environment ("no f64", "no subnormals",
 * "sloppy", "none"). FRIT_OPENCL names it to the library.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    SINGLE_FP_CONFIG = 0x101B,
    NAME = 0x102B,
    DRIVER = 0x102D,
    DOUBLE_FP_CONFIG = 0x1032,
    DENORM = 1,
    EXACT = 128,
    INVALID_OPERATION = -59,
};

static int is(const char *what) {
    const char *played = getenv("PLAYED_OPENCL");
    return played && strcmp(played, what) == 0;
}

int clGetPlatformIDs(uint32_t room, void **out, uint32_t *n);
int clGetDeviceIDs(void *platform, uint64_t type, uint32_t room, void **out, uint32_t *n);
int clGetDeviceInfo(void *device, uint32_t what, size_t size, void *out, size_t *used);

int clGetPlatformIDs(uint32_t room, void **out, uint32_t *n) {
    static char platform;
    *n = is("none") ? 0 : 1;
    if (room > 0)
        out[0] = &platform;
    return 0;
}

int clGetDeviceIDs(void *platform, uint64_t type, uint32_t room, void **out, uint32_t *n) {
    (void)type;
    *n = 1;
    if (room > 0)
        out[0] = platform;
    return 0;
}

int clGetDeviceInfo(void *device, uint32_t what, size_t size, void *out, size_t *used) {
    (void)device, (void)used;
    uint64_t bits = what == SINGLE_FP_CONFIG
                        ? (is("no subnormals") ? 0u : DENORM) | (is("sloppy") ? 0u : EXACT)
                    : what == DOUBLE_FP_CONFIG ? !is("no f64")
                                               : 0;
    if (what == NAME || what == DRIVER)
        snprintf(out, size, "%s", what == NAME ? "Played device" : "1.0");
    else
        memcpy(out, &bits, size < sizeof bits ? size : sizeof bits);
    return 0;
}

/* All others say no. */
#define REFUSED(name)             \
    int name(void);               \
    int name(void) {              \
        return INVALID_OPERATION; \
    }
#define NO(name)       \
    void *name(void);  \
    void *name(void) { \
        return NULL;   \
    }
REFUSED(clGetPlatformInfo)
REFUSED(clReleaseContext)
REFUSED(clReleaseCommandQueue)
REFUSED(clReleaseMemObject)
REFUSED(clBuildProgram)
REFUSED(clGetProgramInfo)
REFUSED(clGetProgramBuildInfo)
REFUSED(clReleaseProgram)
REFUSED(clSetKernelArg)
REFUSED(clReleaseKernel)
REFUSED(clEnqueueNDRangeKernel)
REFUSED(clEnqueueReadBuffer)
REFUSED(clEnqueueWriteBuffer)
REFUSED(clEnqueueCopyBuffer)
REFUSED(clEnqueueFillBuffer)
REFUSED(clFlush)
REFUSED(clGetEventInfo)
REFUSED(clReleaseEvent)
REFUSED(clFinish)
NO(clCreateContext)
NO(clCreateCommandQueue)
NO(clCreateBuffer)
NO(clCreateProgramWithSource)
NO(clCreateProgramWithBinary)
NO(clCreateKernel)
