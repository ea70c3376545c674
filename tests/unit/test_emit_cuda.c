/* CUDA source: compiled for sm_90 wherever NVRTC is, and run where there is a device. */
#define _GNU_SOURCE
#include "harness.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "emit_steps.h"
#include "nvrtc.h"

/* What is needed of nvrtc.h and cuda.h, so that building the tests does not need them. */

typedef struct Cuda {
    void *library;
    int (*init)(unsigned);
    int (*device)(int *, int);
    int (*context)(void **, unsigned, int);
    int (*destroy)(void *);
    int (*load)(void **, const void *);
    int (*function)(void **, void *, const char *);
    int (*alloc)(uint64_t *, size_t);
    int (*free)(uint64_t);
    int (*to_device)(uint64_t, const void *, size_t);
    int (*to_host)(void *, uint64_t, size_t);
    int (*launch)(void *, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
                  void *, void **, void **);
} Cuda;

static const StepDialect cuda_dialect = {.name = "cuda",
                                         .f64 = true,
                                         .function = "func_",
                                         .first_param = "",
                                         .param = "",
                                         .driver = "extern \"C\" __global__ void ",
                                         .global = "",
                                         .loop = "for (long long i = blockIdx.x * blockDim.x + "
                                                 "threadIdx.x; i < n; i += gridDim.x * blockDim.x)",
                                         .memory = {[DT_BOOL] = "unsigned char",
                                                    [DT_I8] = "signed char",
                                                    [DT_I16] = "short",
                                                    [DT_I32] = "int",
                                                    [DT_I64] = "long long",
                                                    [DT_U8] = "unsigned char",
                                                    [DT_U16] = "unsigned short",
                                                    [DT_U32] = "unsigned int",
                                                    [DT_U64] = "unsigned long long",
                                                    [DT_F16] = "unsigned short",
                                                    [DT_BF16] = "unsigned short",
                                                    [DT_F32] = "float",
                                                    [DT_F64] = "double",
                                                    [DT_C64] = "frit_c64",
                                                    [DT_C128] = "frit_c128"}};

/* False where there is no device to run on. */
static bool start_cuda(Cuda *c, void **context) {
    int device;
    *c = (Cuda){.library = dlopen("libcuda.so.1", RTLD_NOW)};
    if (!c->library)
        return false;
    CHECK(library_function(c->library, &c->init, "cuInit") &&
          library_function(c->library, &c->device, "cuDeviceGet") &&
          library_function(c->library, &c->context, "cuCtxCreate_v2") &&
          library_function(c->library, &c->destroy, "cuCtxDestroy_v2") &&
          library_function(c->library, &c->load, "cuModuleLoadData") &&
          library_function(c->library, &c->function, "cuModuleGetFunction") &&
          library_function(c->library, &c->alloc, "cuMemAlloc_v2") &&
          library_function(c->library, &c->free, "cuMemFree_v2") &&
          library_function(c->library, &c->to_device, "cuMemcpyHtoD_v2") &&
          library_function(c->library, &c->to_host, "cuMemcpyDtoH_v2") &&
          library_function(c->library, &c->launch, "cuLaunchKernel"));
    return c->init(0) == 0 && c->device(&device, 0) == 0 && c->context(context, 0, device) == 0;
}

static void drive(Cuda *c, void *module, const Steps *s, Dtype dtype, uint8_t *out) {
    char name[32];
    snprintf(name, sizeof name, "drive_%s", dtype_info(dtype)->name);
    void *kernel;
    uint64_t arrays[4];
    int64_t n = STEP_VALUES;
    CHECK_EQ_INT(c->function(&kernel, module, name), 0);
    for (int k = 0; k < 3; k++) {
        CHECK_EQ_INT(c->alloc(&arrays[k], STEP_VALUES * dtype_bytes(dtype)), 0);
        CHECK_EQ_INT(c->to_device(arrays[k], s->values[dtype][k], STEP_VALUES * dtype_bytes(dtype)),
                     0);
    }
    CHECK_EQ_INT(c->alloc(&arrays[3], s->out_size), 0);
    CHECK_EQ_INT(c->to_device(arrays[3], out, s->out_size), 0);
    void *args[] = {&arrays[0], &arrays[1], &arrays[2], &arrays[3], &n};
    CHECK_EQ_INT(c->launch(kernel, 4, 1, 1, 64, 1, 1, 0, NULL, args, NULL), 0);
    CHECK_EQ_INT(c->to_host(out, arrays[3], s->out_size), 0);
    for (int k = 0; k < 4; k++)
        c->free(arrays[k]);
}

TEST(every_step_cast_and_literal) {
    Nvrtc nvrtc;
    Cuda cuda;
    Steps steps;
    void *context, *module;
    size_t size;
    start_nvrtc(&nvrtc);
    steps_make(&steps, &cuda_dialect);
    char *source = steps_source(&steps, &cuda_dialect);
    char *code = compile_cuda(&nvrtc, source, &size);
    if (start_cuda(&cuda, &context)) {
        uint8_t *out = calloc(steps.out_size, 1);
        CHECK_EQ_INT(cuda.load(&module, code), 0);
        for (Dtype dtype = 0; dtype < DTYPE_COUNT; dtype++)
            drive(&cuda, module, &steps, dtype, out);
        steps_check(&steps, out, 16);
        free(out);
        cuda.destroy(context);
    }
    free(code);
    free(source);
    steps_free(&steps);
}

TEST(kernels_compile) {
    Nvrtc nvrtc;
    size_t size;
    start_nvrtc(&nvrtc);
    char *source = emit_text(emit_kernel_text, "cuda", NULL);
    free(compile_cuda(&nvrtc, source, &size));
    free(source);
}

TEST(vectors_of_every_dtype) {
    Nvrtc nvrtc;
    size_t size;
    start_nvrtc(&nvrtc);
    char *text = emit_vectors_text(true), *source = emit_text(text, "cuda", NULL);
    free(compile_cuda(&nvrtc, source, &size));
    free(source);
    free(text);
}
