/* CUDA's driver and its compiler, found at run time: no header of them is needed to build, and no library to link. */
#ifndef FRIT_RUN_CUDA_API_H
#define FRIT_RUN_CUDA_API_H

#include <stddef.h>
#include <stdint.h>

#include "base/str.h"

typedef void *cu_handle;
typedef uint64_t cu_address;

/* The numbers that CUDA's own headers give these. */
enum {
    CU_OK = 0,
    CU_OUT_OF_MEMORY = 2,
    CU_NOT_INITIALIZED = 3,
    CU_NO_DEVICE = 100,
    CU_NOT_FOUND = 500,
    CU_NOT_READY = 600,
    CU_ILLEGAL_ADDRESS = 700,
    CU_LAUNCH_TIMEOUT = 702,
    CU_CONTEXT_IS_DESTROYED = 709,
    CU_ASSERT = 710,
    CU_HARDWARE_STACK_ERROR = 714,
    CU_LAUNCH_FAILED = 719,
    CU_UNITS = 16, /* attributes of a device */
    CU_MAJOR = 75,
    CU_MINOR = 76,
    NVRTC_OK = 0,
};

typedef struct CudaApi {
    void *library;
#define FN(name, parameters) int(*name) parameters;
#include "run/cuda/api.def"
#undef FN
} CudaApi;

typedef struct NvrtcApi {
    void *library;
    int major, minor;
#define FN(name, parameters) int(*name) parameters;
#include "run/cuda/nvrtc.def"
#undef FN
} NvrtcApi;

/* False with the reason in env: it is not there, or lacks a function. */
bool cuda_open(Env *env, CudaApi *api);
void cuda_close(CudaApi *api);
/* Fails with what `what` was refused for, by CUDA's name and words. */
bool cuda_fail(Env *env, const CudaApi *api, const char *what, int code);

/* A compiler that a driver of this major version (13) runs the code of, if there is one, else any. */
bool nvrtc_open(Env *env, int driver_major, NvrtcApi *api);
void nvrtc_close(NvrtcApi *api);

/* What code is made for: of a device, by what the compiler can. */
typedef struct NvrtcTarget {
    int arch; /* 90 */
    bool ptx; /* not the device's own code, but text that the driver compiles */
} NvrtcTarget;
/* False with the reason: the compiler makes nothing that a device of this capability (90) runs. */
bool nvrtc_target(Env *env, const NvrtcApi *api, int capability, NvrtcTarget *out);
/* How it compiles, for people and for keys. */
void nvrtc_words(const NvrtcApi *api, NvrtcTarget target, char *out, size_t size);
bool nvrtc_compile(Env *env, const NvrtcApi *api, NvrtcTarget target, const char *text, size_t len,
                   Str *binary);

#endif
