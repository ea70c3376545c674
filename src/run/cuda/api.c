#include "run/cuda/api.h"

#include <dlfcn.h>
#include <string.h>

#include "base/getenv.h"

static bool find_functions(Env *env, CudaApi *api) {
    void *symbol;
#define FN(name, parameters)                                                          \
    symbol = dlsym(api->library, #name);                                              \
    if (!symbol)                                                                      \
        return env_fail(env, FRIT_ERR_UNSUPPORTED, FRIT_STAGE_RUN,                    \
                        "the CUDA driver that was found lacks the function %s: frit " \
                        "needs one for CUDA 11.2 or newer",                           \
                        #name);                                                       \
    memcpy(&api->name, &symbol, sizeof symbol);
#include "run/cuda/api.def"
#undef FN
    return true;
}

/* It stays: the driver has threads of its own. */
static void *open_library(const char *name) {
    return dlopen(name, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
}

bool cuda_open(Env *env, CudaApi *api) {
    const char *named = base_getenv("FRIT_CUDA");
    *api = (CudaApi){0};
    if (named && named[0])
        api->library = open_library(named);
    else if (!(api->library = open_library("libcuda.so.1")))
        api->library = open_library("libcuda.so");
    if (!api->library)
        return env_fail(
            env, FRIT_ERR_UNSUPPORTED, FRIT_STAGE_RUN,
            named && named[0]
                ? "there is no CUDA on this machine: FRIT_CUDA names %.200s, which cannot be "
                  "opened as a library"
                : "there is no CUDA on this machine: the driver's library, libcuda.so.1, "
                  "was not found (it comes with the driver of the GPU)%s",
            named && named[0] ? named : "");
    if (find_functions(env, api))
        return true;
    cuda_close(api);
    return false;
}

void cuda_close(CudaApi *api) {
    if (api->library)
        dlclose(api->library);
    api->library = NULL;
}

bool cuda_fail(Env *env, const CudaApi *api, const char *what, int code) {
    const char *name = NULL, *words = NULL;
    if (api->cuGetErrorName(code, &name) != CU_OK || !name)
        name = "an unknown error";
    if (api->cuGetErrorString(code, &words) != CU_OK || !words)
        words = "without words";
    return env_fail(env, code == CU_OUT_OF_MEMORY ? FRIT_ERR_NOMEM : FRIT_ERR_UNSUPPORTED,
                    FRIT_STAGE_RUN, "CUDA refuses %s: %s (%s, error %d)", what, words, name, code);
}
