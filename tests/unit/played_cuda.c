#define _GNU_SOURCE
#include "played_cuda.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness.h"
#include "nvrtc.h"

PlayedCuda *played_start(void) {
    char path[1024] = "";
    played_cuda_fn *played;
    CHECK(readlink("/proc/self/exe", path, sizeof path - 32) > 0);
    strcpy(strrchr(path, '/'), "/cuda-double.so");
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    CHECK_MSG(library, "%s", dlerror());
    CHECK(library_function(library, &played, "played_cuda"));
    CHECK(setenv("FRIT_CUDA", path, 1) == 0 && setenv("FRIT_NVRTC", path, 1) == 0);
    PlayedCuda *cuda = played();
    *cuda = (PlayedCuda){.devices = 1,
                         .capability = 90,
                         .memory = 1u << 30,
                         .archs = {75, 80, 86, 89, 90, 100, 120}};
    return cuda;
}

void played_stop(PlayedCuda *cuda) {
    unsetenv("FRIT_CUDA");
    unsetenv("FRIT_NVRTC");
    CHECK_EQ_INT(cuda->blocks, 0);
    CHECK_EQ_UINT(cuda->used, 0);
    CHECK_EQ_INT(cuda->modules, 0);
    CHECK_EQ_INT(cuda->streams, 0);
    CHECK_EQ_INT(cuda->retained, 0);
    CHECK_EQ_INT(cuda->depth, 0);
    CHECK_EQ_INT(cuda->outside, 0);
}

void gpu_machine(Env *env, Machine *machine, const DeviceKind *kind) {
    MachineOptions options = {.kind = kind, .threads = 1, .no_blas = true, .cache_dir = ""};
    if (!machine_init(env, machine, &options))
        SKIP(env->error->message);
}
