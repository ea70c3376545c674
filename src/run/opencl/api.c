#include "run/opencl/api.h"

#include <dlfcn.h>
#include <string.h>

#include "base/getenv.h"

static const char *const names[] = {"libOpenCL.so.1", "libOpenCL.so"};

static bool find_functions(Env *env, OpenClApi *api) {
    void *symbol;
#define FN(result, name, parameters)                                                           \
    symbol = dlsym(api->library, #name);                                                       \
    if (!symbol)                                                                               \
        return env_fail(env, FRIT_ERR_UNSUPPORTED, FRIT_STAGE_RUN,                             \
                        "the OpenCL library that was found lacks the function %s: frit needs " \
                        "OpenCL 1.2 or newer",                                                 \
                        #name);                                                                \
    memcpy(&api->name, &symbol, sizeof symbol);
#include "run/opencl/api.def"
#undef FN
    return true;
}

bool opencl_open(Env *env, OpenClApi *api) {
    const char *named = base_getenv("FRIT_OPENCL");
    *api = (OpenClApi){0};
    if (named && named[0] && !(api->library = dlopen(named, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE)))
        return env_fail(
            env, FRIT_ERR_UNSUPPORTED, FRIT_STAGE_RUN,
            "there is no OpenCL on this machine: FRIT_OPENCL names %.200s, which cannot "
            "be opened as a library",
            named);
    /* It stays: drivers have threads of their own, and lose what they allocated when they are unloaded. */
    for (size_t k = 0; !api->library && k < sizeof names / sizeof *names; k++)
        api->library = dlopen(names[k], RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    if (!api->library)
        return env_fail(env, FRIT_ERR_UNSUPPORTED, FRIT_STAGE_RUN,
                        "there is no OpenCL on this machine: libOpenCL.so.1 was not found (on "
                        "Debian it is in the "
                        "package ocl-icd-libopencl1, and pocl-opencl-icd is a driver for CPUs)");
    if (find_functions(env, api))
        return true;
    opencl_close(api);
    return false;
}

void opencl_close(OpenClApi *api) {
    if (api->library)
        dlclose(api->library);
    api->library = NULL;
}

bool opencl_find(Env *env, const OpenClApi *api, unsigned number, cl_handle *device) {
    enum { MOST = 16 };
    cl_handle platforms[MOST], devices[MOST];
    cl_uint n_platforms = 0, seen = 0;
    if (api->clGetPlatformIDs(MOST, platforms, &n_platforms) != CL_OK)
        n_platforms = 0;
    n_platforms = n_platforms < MOST ? n_platforms : MOST;
    for (cl_uint p = 0; p < n_platforms; p++) {
        cl_uint n = 0;
        if (api->clGetDeviceIDs(platforms[p], (cl_bits)(int64_t)CL_DEVICE_TYPE_ANY, MOST, devices,
                                &n) != CL_OK)
            continue;
        n = n < MOST ? n : MOST;
        if (number < seen + n) {
            *device = devices[number - seen];
            return true;
        }
        seen += n;
    }
    if (seen == 0)
        return env_fail(env, FRIT_ERR_UNSUPPORTED, FRIT_STAGE_RUN,
                        "OpenCL is there, but no driver has a device (on Debian pocl-opencl-icd is "
                        "one for CPUs)");
    return env_fail(env, FRIT_ERR_ARGUMENT, FRIT_STAGE_RUN,
                    "there is no device opencl:%u: OpenCL has %u", number, (unsigned)seen);
}

bool opencl_fail(Env *env, const char *what, cl_int code) {
    bool memory = code == CL_OUT_OF_DEVICE_MEMORY || code == CL_OUT_OF_RESOURCES ||
                  code == CL_OUT_OF_HOST_MEMORY;
    return env_fail(env, memory ? FRIT_ERR_NOMEM : FRIT_ERR_UNSUPPORTED, FRIT_STAGE_RUN,
                    memory ? "out of memory on the device: OpenCL refuses %s (error %d)"
                           : "OpenCL refuses %s (error %d)",
                    what, (int)code);
}
