/* NVRTC: finding it, and source to binary. */
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/getenv.h"
#include "run/cuda/api.h"
#include "run/gpu/driver.h"

/* ---- finding it */

enum { OLDEST = 11, AHEAD = 3, PATH = 1024 };

/* In a folder, or where the loader looks (NULL). */
static void *try_major(const char *folder, int major) {
    static const char *const endings[] = {"", ".2"}; /* the second: of 11.2 to 11.8 */
    void *library = NULL;
    for (size_t k = 0; !library && k < (major == OLDEST ? 2 : 1); k++) {
        char path[PATH];
        snprintf(path, sizeof path, "%s%slibnvrtc.so.%d%s", folder ? folder : "", folder ? "/" : "",
                 major, endings[k]);
        library = dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    }
    return library;
}

/* The driver's own major version first, older ones after that, then newer ones. */
static void *try_folder(const char *folder, int driver_major) {
    void *library = NULL;
    for (int major = driver_major; !library && major >= OLDEST; major--)
        library = try_major(folder, major);
    for (int major = driver_major + 1; !library && major <= driver_major + AHEAD; major++)
        library = try_major(folder, major);
    return library;
}

/* Where toolkits are put. */
static void *try_toolkits(int driver_major) {
    static const char *const inside[] = {"lib64", "lib", "targets/x86_64-linux/lib",
                                         "targets/sbsa-linux/lib"};
    const char *const named[] = {base_getenv("CUDA_HOME"), base_getenv("CUDA_PATH"),
                                 "/usr/local/cuda", "/opt/cuda"};
    void *library = NULL;
    for (size_t k = 0; !library && k < sizeof named / sizeof *named; k++)
        for (size_t n = 0; !library && named[k] && n < sizeof inside / sizeof *inside; n++) {
            char folder[PATH];
            snprintf(folder, sizeof folder, "%.900s/%s", named[k], inside[n]);
            library = try_folder(folder, driver_major);
        }
    for (int major = driver_major; !library && major >= OLDEST; major--)
        for (size_t n = 0; !library && n < sizeof inside / sizeof *inside; n++) {
            char folder[PATH];
            snprintf(folder, sizeof folder, "/usr/local/cuda-%d/%s", major, inside[n]);
            library = try_major(folder, major);
        }
    return library;
}

static bool is_folder(const char *path) {
    struct stat state;
    return stat(path, &state) == 0 && S_ISDIR(state.st_mode);
}

static void *open_library(int driver_major) {
    const char *named = base_getenv("FRIT_NVRTC");
    if (named && named[0])
        return is_folder(named) ? try_folder(named, driver_major)
                                : dlopen(named, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    void *library = try_folder(NULL, driver_major);
    return library ? library : try_toolkits(driver_major);
}

static bool find_functions(Env *env, NvrtcApi *api) {
    void *symbol;
#define FN(name, parameters)                                                                  \
    symbol = dlsym(api->library, #name);                                                      \
    if (!symbol)                                                                              \
        return env_fail(env, FRIT_ERR_UNSUPPORTED, FRIT_STAGE_RUN,                            \
                        "the NVRTC that was found lacks the function %s: frit needs that of " \
                        "CUDA 11.2 or newer",                                                 \
                        #name);                                                               \
    memcpy(&api->name, &symbol, sizeof symbol);
#include "run/cuda/nvrtc.def"
#undef FN
    return true;
}

bool nvrtc_open(Env *env, int driver_major, NvrtcApi *api) {
    const char *named = base_getenv("FRIT_NVRTC");
    *api = (NvrtcApi){.library = open_library(driver_major)};
    if (!api->library)
        return env_fail(env, FRIT_ERR_UNSUPPORTED, FRIT_STAGE_RUN,
                        "CUDA is there, but not its compiler: libnvrtc.so.%d was not found%s%.200s "
                        "(it is in CUDA's "
                        "toolkit and in the package nvidia-cuda-nvrtc of pip; FRIT_NVRTC can name "
                        "its file or folder)",
                        driver_major, named && named[0] ? " by FRIT_NVRTC=" : "",
                        named && named[0] ? named : "");
    if (find_functions(env, api) &&
        (api->nvrtcVersion(&api->major, &api->minor) == NVRTC_OK ||
         env_fail(env, FRIT_ERR_UNSUPPORTED, FRIT_STAGE_RUN, "NVRTC does not say its version")))
        return true;
    nvrtc_close(api);
    return false;
}

void nvrtc_close(NvrtcApi *api) {
    if (api->library)
        dlclose(api->library);
    api->library = NULL;
}

/* ---- what it makes */

bool nvrtc_target(Env *env, const NvrtcApi *api, int capability, NvrtcTarget *out) {
    enum { MOST = 128 };
    int archs[MOST], n = 0, best = 0, oldest = 0;
    if (api->nvrtcGetNumSupportedArchs(&n) != NVRTC_OK || n <= 0 || n > MOST ||
        api->nvrtcGetSupportedArchs(archs) != NVRTC_OK)
        return env_fail(env, FRIT_ERR_UNSUPPORTED, FRIT_STAGE_RUN,
                        "NVRTC %d.%d does not say what it makes code for", api->major, api->minor);
    for (int k = 0; k < n; k++) {
        if (archs[k] <= capability && archs[k] > best)
            best = archs[k];
        if (oldest == 0 || archs[k] < oldest)
            oldest = archs[k];
    }
    /* Code for one minor version runs on later ones of the same major version. */
    *out = (NvrtcTarget){best, best / 10 != capability / 10};
    return best > 0 || env_fail(env, FRIT_ERR_UNSUPPORTED, FRIT_STAGE_RUN,
                                "the GPU has compute capability %d.%d, and NVRTC %d.%d makes code "
                                "for %d.%d and newer",
                                capability / 10, capability % 10, api->major, api->minor,
                                oldest / 10, oldest % 10);
}

/* Every step is rounded, quotients and roots are correct, subnormal numbers stay. */
static const char *const options[] = {"--fmad=false", "--prec-div=true", "--prec-sqrt=true",
                                      "--ftz=false"};
enum { N_OPTIONS = sizeof options / sizeof *options };

static void put_arch(NvrtcTarget target, char *out, size_t size) {
    snprintf(out, size, "%s_%d", target.ptx ? "compute" : "sm", target.arch);
}

void nvrtc_words(const NvrtcApi *api, NvrtcTarget target, char *out, size_t size) {
    char arch[32];
    put_arch(target, arch, sizeof arch);
    snprintf(out, size, "%s by NVRTC %d.%d", arch, api->major, api->minor);
    for (int k = 0; k < N_OPTIONS; k++)
        snprintf(out + strlen(out), size - strlen(out), " %s", options[k]);
}

/* ---- source to binary */

/* Its own words, with the first line of the source that they name. */
static bool fail_compile(Env *env, const NvrtcApi *api, cu_handle program, int code,
                         const char *text, size_t len) {
    char words[900] = "";
    size_t size = 0;
    if (api->nvrtcGetProgramLogSize(program, &size) == NVRTC_OK && size > 0) {
        char *log = env_resize(env, NULL, 0, size);
        TRY(log);
        if (api->nvrtcGetProgramLog(program, log) == NVRTC_OK)
            snprintf(words, sizeof words - 300, "%.*s", (int)(size < 600 ? size : 600), log);
        env_free(env->allocator, log, size);
    }
    gpu_quote_line(words, sizeof words, text, len);
    return env_fail(env, FRIT_ERR_INTERNAL, FRIT_STAGE_RUN,
                    "NVRTC does not compile a kernel's source (error %d): %s", code, words);
}

static bool get_binary(Env *env, const NvrtcApi *api, NvrtcTarget target, cu_handle program,
                       Str *binary) {
    size_t size = 0;
    int code =
        target.ptx ? api->nvrtcGetPTXSize(program, &size) : api->nvrtcGetCUBINSize(program, &size);
    char *bytes = code == NVRTC_OK && size > 0 ? env_resize(env, NULL, 0, size) : NULL;
    if (bytes)
        code = target.ptx ? api->nvrtcGetPTX(program, bytes) : api->nvrtcGetCUBIN(program, bytes);
    else if (code == NVRTC_OK && size > 0)
        return false;
    bool ok = bytes && code == NVRTC_OK;
    if (ok)
        str_put(binary, bytes, size);
    if (bytes)
        env_free(env->allocator, bytes, size);
    return ok ? str_ok(binary)
              : env_fail(env, FRIT_ERR_INTERNAL, FRIT_STAGE_RUN,
                         "NVRTC gives no binary of a kernel (error %d)", code);
}

bool nvrtc_compile(Env *env, const NvrtcApi *api, NvrtcTarget target, const char *text, size_t len,
                   Str *binary) {
    cu_handle program = NULL;
    char arch[64] = "--gpu-architecture=", *source = env_resize(env, NULL, 0, len + 1);
    const char *given[N_OPTIONS + 1] = {arch};
    TRY(source);
    memcpy(source, text, len); /* it ends where a string does */
    source[len] = '\0';
    put_arch(target, arch + strlen(arch), sizeof arch - strlen(arch));
    memcpy(given + 1, options, sizeof options);
    int code = api->nvrtcCreateProgram(&program, source, "frit.cu", 0, NULL, NULL);
    bool ok = code == NVRTC_OK || env_fail(env, FRIT_ERR_INTERNAL, FRIT_STAGE_RUN,
                                           "NVRTC takes no program (error %d)", code);
    if (ok) {
        code = api->nvrtcCompileProgram(program, N_OPTIONS + 1, given);
        ok = code == NVRTC_OK ? get_binary(env, api, target, program, binary)
                              : fail_compile(env, api, program, code, text, len);
        api->nvrtcDestroyProgram(&program);
    }
    env_free(env->allocator, source, len + 1);
    return ok;
}
