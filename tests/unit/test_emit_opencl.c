/* OpenCL source, built and run on the first OpenCL device there is: PoCL on machines without others. */
#define _GNU_SOURCE
#include "harness.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "emit_steps.h"

/* What is needed of CL/cl.h, so that building the tests does not need it. */
typedef void *Handle;
enum {
    CL_DEVICE_TYPE_ALL_BITS = -1,
    CL_MEM_READ_WRITE_BIT = 1,
    CL_MEM_COPY_HOST_PTR_BIT = 32,
    CL_PROGRAM_BUILD_LOG_ID = 0x1183,
    CL_TRUE_VALUE = 1
};

typedef struct OpenCl {
    void *library;
    int (*get_platforms)(unsigned, Handle *, unsigned *);
    int (*get_devices)(Handle, uint64_t, unsigned, Handle *, unsigned *);
    Handle (*create_context)(const intptr_t *, unsigned, const Handle *, void *, void *, int *);
    Handle (*create_queue)(Handle, Handle, uint64_t, int *);
    Handle (*create_program)(Handle, unsigned, const char **, const size_t *, int *);
    int (*build)(Handle, unsigned, const Handle *, const char *, void *, void *);
    int (*build_info)(Handle, Handle, unsigned, size_t, void *, size_t *);
    Handle (*create_kernel)(Handle, const char *, int *);
    int (*set_arg)(Handle, unsigned, size_t, const void *);
    Handle (*create_buffer)(Handle, uint64_t, size_t, void *, int *);
    int (*run)(Handle, Handle, unsigned, const size_t *, const size_t *, const size_t *, unsigned,
               void *, void *);
    int (*read)(Handle, Handle, unsigned, size_t, size_t, void *, unsigned, void *, void *);
    int (*release_buffer)(Handle), (*release_kernel)(Handle), (*release_program)(Handle);
    int (*release_queue)(Handle), (*release_context)(Handle);
    Handle device, context, queue;
} OpenCl;

static bool find(OpenCl *cl, void *slot, const char *name) {
    void *symbol = dlsym(cl->library, name);
    memcpy(slot, &symbol, sizeof symbol);
    return symbol != NULL;
}

/* Skips the test where there is no OpenCL. */
static void start(OpenCl *cl) {
    skip_foreign_code();
    *cl = (OpenCl){.library = dlopen("libOpenCL.so.1", RTLD_NOW)};
    if (!cl->library)
        SKIP("libOpenCL.so.1 is not there");
    bool all = find(cl, &cl->get_platforms, "clGetPlatformIDs") &&
               find(cl, &cl->get_devices, "clGetDeviceIDs") &&
               find(cl, &cl->create_context, "clCreateContext") &&
               find(cl, &cl->create_queue, "clCreateCommandQueue") &&
               find(cl, &cl->create_program, "clCreateProgramWithSource") &&
               find(cl, &cl->build, "clBuildProgram") &&
               find(cl, &cl->build_info, "clGetProgramBuildInfo") &&
               find(cl, &cl->create_kernel, "clCreateKernel") &&
               find(cl, &cl->set_arg, "clSetKernelArg") &&
               find(cl, &cl->create_buffer, "clCreateBuffer") &&
               find(cl, &cl->run, "clEnqueueNDRangeKernel") &&
               find(cl, &cl->read, "clEnqueueReadBuffer") &&
               find(cl, &cl->release_buffer, "clReleaseMemObject") &&
               find(cl, &cl->release_kernel, "clReleaseKernel") &&
               find(cl, &cl->release_program, "clReleaseProgram") &&
               find(cl, &cl->release_queue, "clReleaseCommandQueue") &&
               find(cl, &cl->release_context, "clReleaseContext");
    CHECK_MSG(all, "libOpenCL.so.1 lacks a function: %s", dlerror());
    Handle platform = NULL;
    unsigned n = 0;
    int error = 0;
    if (cl->get_platforms(1, &platform, &n) != 0 || n == 0)
        SKIP("there is no OpenCL platform");
    if (cl->get_devices(platform, (uint64_t)(int64_t)CL_DEVICE_TYPE_ALL_BITS, 1, &cl->device, &n) !=
            0 ||
        n == 0)
        SKIP("the OpenCL platform has no device");
    cl->context = cl->create_context(NULL, 1, &cl->device, NULL, NULL, &error);
    CHECK_EQ_INT(error, 0);
    cl->queue = cl->create_queue(cl->context, cl->device, 0, &error);
    CHECK_EQ_INT(error, 0);
}

static void finish(OpenCl *cl) {
    cl->release_queue(cl->queue);
    cl->release_context(cl->context);
}

static Handle build(OpenCl *cl, const char *source) {
    int error;
    Handle program = cl->create_program(cl->context, 1, &source, NULL, &error);
    CHECK_EQ_INT(error, 0);
    error = cl->build(program, 1, &cl->device,
                      "-cl-std=CL1.2 -cl-fp32-correctly-rounded-divide-sqrt", NULL, NULL);
    if (error != 0) {
        char log[2048] = "";
        cl->build_info(program, cl->device, CL_PROGRAM_BUILD_LOG_ID, sizeof log, log, NULL);
        FAIL("the source does not build (%d): %.1500s", error, log);
    }
    return program;
}

static Handle buffer(OpenCl *cl, size_t size, void *contents) {
    uint64_t flags = CL_MEM_READ_WRITE_BIT | (contents ? CL_MEM_COPY_HOST_PTR_BIT : 0);
    Handle made = cl->create_buffer(cl->context, flags, size, contents, NULL);
    CHECK(made);
    return made;
}

static void run_and_read(OpenCl *cl, Handle kernel, size_t threads, Handle from, void *to,
                         size_t size) {
    CHECK_EQ_INT(cl->run(cl->queue, kernel, 1, NULL, &threads, NULL, 0, NULL, NULL), 0);
    CHECK_EQ_INT(cl->read(cl->queue, from, CL_TRUE_VALUE, 0, size, to, 0, NULL, NULL), 0);
}

static const StepDialect opencl = {
    .name = "opencl",
    .f64 = true,
    .function = "func_",
    .first_param = "",
    .param = "",
    .driver = "__kernel void ",
    .global = "__global ",
    .loop = "for (long i = get_global_id(0); i < n; i += get_global_size(0))",
    .memory = {[DT_BOOL] = "uchar",
               [DT_I8] = "char",
               [DT_I16] = "short",
               [DT_I32] = "int",
               [DT_I64] = "long",
               [DT_U8] = "uchar",
               [DT_U16] = "ushort",
               [DT_U32] = "uint",
               [DT_U64] = "ulong",
               [DT_F16] = "ushort",
               [DT_BF16] = "ushort",
               [DT_F32] = "float",
               [DT_F64] = "double",
               [DT_C64] = "frit_c64",
               [DT_C128] = "frit_c128"}};

/* Runs the driver of one dtype; results go into out, of which other dtypes' parts stay. */
static void drive(OpenCl *cl, Handle program, const Steps *s, Dtype dtype, uint8_t *out) {
    char name[32];
    snprintf(name, sizeof name, "drive_%s", dtype_info(dtype)->name);
    int error;
    int64_t n = STEP_VALUES;
    Handle kernel = cl->create_kernel(program, name, &error), arrays[4];
    CHECK_EQ_INT(error, 0);
    for (int k = 0; k < 3; k++)
        arrays[k] = buffer(cl, STEP_VALUES * dtype_bytes(dtype), s->values[dtype][k]);
    arrays[3] = buffer(cl, s->out_size, out);
    for (unsigned k = 0; k < 4; k++)
        CHECK_EQ_INT(cl->set_arg(kernel, k, sizeof(Handle), &arrays[k]), 0);
    CHECK_EQ_INT(cl->set_arg(kernel, 4, sizeof n, &n), 0);
    run_and_read(cl, kernel, 8, arrays[3], out, s->out_size);
    for (int k = 0; k < 4; k++)
        cl->release_buffer(arrays[k]);
    cl->release_kernel(kernel);
}

TEST(every_step_cast_and_literal) {
    OpenCl cl;
    start(&cl);
    Steps steps;
    steps_make(&steps, &opencl);
    char *source = steps_source(&steps, &opencl);
    Handle program = build(&cl, source);
    uint8_t *out = calloc(steps.out_size, 1);
    for (Dtype dtype = 0; dtype < DTYPE_COUNT; dtype++)
        drive(&cl, program, &steps, dtype, out);
    steps_check(&steps, out, 16);
    cl.release_program(program);
    free(out);
    free(source);
    steps_free(&steps);
    finish(&cl);
}

TEST(kernel_over_vectors_and_halves) {
    OpenCl cl;
    start(&cl);
    char *source =
        emit_text("program main(x: f32x3[m,n], h: f16[n], k: f32, on: bool) -> (y, g) {\n"
                  "  a = mul(x, k)\n"
                  "  f = cast(h, to=f32)\n"
                  "  b = add(a, f)\n"
                  "  y = select(on, b, a)\n"
                  "  g = add(h, h)\n"
                  "}\n",
                  "opencl", "scale");
    Handle program = build(&cl, source);
    int error;
    Handle kernel = cl.create_kernel(program, "scale", &error);
    CHECK_EQ_INT(error, 0);
    /* x backwards along n; elements of 3 floats without padding */
    float x[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}, y[12] = {0}, k = 2;
    uint16_t h[] = {0x3c00, 0x4000}, g[2] = {0}; /* 1, 2 */
    uint8_t on = 1;
    int64_t m = 2, n = 2, x_strides[] = {2, 1}, y_strides[] = {1, 2}, one = 1;
    Handle buffers[] = {buffer(&cl, sizeof x, x), buffer(&cl, sizeof h, h),
                        buffer(&cl, sizeof y, y), buffer(&cl, sizeof g, g)};
    struct {
        size_t size;
        const void *value;
    } args[] = {{8, &m},
                {8, &n},
                {sizeof(Handle), &buffers[0]},
                {8, &x_strides[0]},
                {8, &x_strides[1]},
                {sizeof(Handle), &buffers[1]},
                {8, &one},
                {4, &k},
                {1, &on},
                {sizeof(Handle), &buffers[2]},
                {8, &y_strides[0]},
                {8, &y_strides[1]},
                {sizeof(Handle), &buffers[3]},
                {8, &one}};
    for (unsigned a = 0; a < sizeof args / sizeof *args; a++)
        CHECK_EQ_INT(cl.set_arg(kernel, a, args[a].size, args[a].value), 0);
    run_and_read(&cl, kernel, 3, buffers[2], y, sizeof y);
    CHECK_EQ_INT(cl.read(cl.queue, buffers[3], CL_TRUE_VALUE, 0, sizeof g, g, 0, NULL, NULL), 0);
    const float want[] = {3, 5, 7, 15, 17, 19, 10, 12, 14, 22, 24, 26};
    const uint16_t want_g[] = {0x4000, 0x4400};
    CHECK_EQ_MEM(y, want, sizeof y);
    CHECK_EQ_MEM(g, want_g, sizeof g);
    for (int b = 0; b < 4; b++)
        cl.release_buffer(buffers[b]);
    cl.release_kernel(kernel);
    cl.release_program(program);
    free(source);
    finish(&cl);
}

TEST(kernels_build) {
    OpenCl cl;
    start(&cl);
    char *source = emit_text(emit_kernel_text, "opencl", NULL);
    cl.release_program(build(&cl, source));
    free(source);
    finish(&cl);
}

TEST(vectors_of_every_dtype) {
    OpenCl cl;
    start(&cl);
    char *text = emit_vectors_text(true), *source = emit_text(text, "opencl", NULL);
    cl.release_program(build(&cl, source));
    free(source);
    free(text);
    finish(&cl);
}
