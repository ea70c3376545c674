/* Programs: from source to a binary, which the store keeps, and from that to a kernel. */
#include <stdio.h>
#include <string.h>

#include "base/index.h"
#include "run/cache/store.h"
#include "run/opencl/opencl.h"

static bool find(void *user, Env *env, const char *wanted, const char *folder,
                 CompilerPlace *place) {
    const OpenCl *cl = user;
    (void)env, (void)wanted, (void)folder;
    *place = (CompilerPlace){.major = 1};
    snprintf(place->path, sizeof place->path, "opencl: %s, driver %s", cl->name, cl->driver);
    snprintf(place->build, sizeof place->build, "%016llx",
             (unsigned long long)hash_stable(place->path, strlen(place->path), 0));
    return true;
}

static bool open_compiler(void *user, Env *env, const CompilerPlace *place, void **compiler) {
    (void)env, (void)place;
    *compiler = user;
    return true;
}

static void close_compiler(void *user, void *compiler) {
    (void)user, (void)compiler;
}

static const char *version(void *user, void *compiler) {
    (void)user;
    return ((const OpenCl *)compiler)->driver;
}

/* ---- source to binary */

/* The driver's own words, with the first line of the source that they name. */
static bool fail_build(Env *env, const OpenCl *cl, cl_handle program, cl_int code) {
    char log[1024] = "";
    size_t len = 0;
    (void)cl->api.clGetProgramBuildInfo(program, cl->id, CL_PROGRAM_BUILD_LOG, sizeof log - 1, log,
                                        &len);
    log[sizeof log - 1] = '\0';
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

static bool compile(void *user, Env *env, void *compiler, const char *target, const char *text,
                    size_t len, Str *object) {
    const OpenCl *cl = compiler;
    cl_int code = CL_OK;
    (void)user, (void)target;
    cl_handle program = cl->api.clCreateProgramWithSource(cl->context, 1, &text, &len, &code);
    if (!program)
        return opencl_fail(env, "a program", code);
    code = cl->api.clBuildProgram(program, 1, &cl->id, cl->build, NULL, NULL);
    bool ok =
        code == CL_OK ? get_binary(env, cl, program, object) : fail_build(env, cl, program, code);
    cl->api.clReleaseProgram(program);
    return ok;
}

/* ---- binary to kernel */

typedef struct ClCode {
    frit_allocator allocator;
    const OpenClApi *api;
    cl_handle program, kernel;
} ClCode;

static void free_code(void *attached) {
    ClCode *c = attached;
    frit_allocator allocator = c->allocator;
    if (c->kernel)
        c->api->clReleaseKernel(c->kernel);
    if (c->program)
        c->api->clReleaseProgram(c->program);
    env_free(&allocator, c, sizeof *c);
}

static bool load_program(Env *env, const OpenCl *cl, const void *object, size_t size, ClCode *c) {
    const unsigned char *bytes = object;
    cl_int status = CL_OK, code = CL_OK;
    c->program =
        cl->api.clCreateProgramWithBinary(cl->context, 1, &cl->id, &size, &bytes, &status, &code);
    if (!c->program || status != CL_OK)
        return opencl_fail(env, "a binary", c->program ? status : code);
    code = cl->api.clBuildProgram(c->program, 1, &cl->id, "", NULL, NULL);
    if (code != CL_OK)
        return fail_build(env, cl, c->program, code);
    c->kernel = cl->api.clCreateKernel(c->program, "frit_kernel_0", &code);
    return c->kernel || opencl_fail(env, "the kernel of a binary", code);
}

static Code *load(void *user, Env *env, const void *object, size_t size, const char *label) {
    const OpenCl *cl = user;
    (void)label;
    ClCode *c = env_new(env, sizeof *c);
    if (!c)
        return NULL;
    c->allocator = *env->allocator;
    c->api = &cl->api;
    Code *code =
        load_program(env, cl, object, size, c) ? code_of_device(env, c, free_code, size) : NULL;
    if (!code)
        free_code(c);
    return code;
}

static bool in_use(void *user, const Code *code) {
    (void)user;
    return code_shared(code);
}

cl_handle cl_kernel_of(const Code *code) {
    return ((const ClCode *)code_attached(code))->kernel;
}

const StoreHooks opencl_hooks = {.find = find,
                                 .open = open_compiler,
                                 .close = close_compiler,
                                 .version = version,
                                 .compile = compile,
                                 .load = load,
                                 .in_use = in_use};
