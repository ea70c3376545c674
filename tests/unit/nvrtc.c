#define _GNU_SOURCE
#include "nvrtc.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include "foreign_code.h"
#include "harness.h"

bool library_function(void *library, void *slot, const char *name) {
    void *symbol = dlsym(library, name);
    memcpy(slot, &symbol, sizeof symbol);
    return symbol != NULL;
}

void start_nvrtc(Nvrtc *n) {
    static const char *const names[] = {"libnvrtc.so", "libnvrtc.so.13", "libnvrtc.so.12",
                                        "/usr/local/cuda/lib64/libnvrtc.so",
                                        "/usr/local/cuda/lib/libnvrtc.so"};
    skip_foreign_code();
    *n = (Nvrtc){0};
    for (size_t k = 0; k < sizeof names / sizeof *names && !n->library; k++)
        n->library = dlopen(names[k], RTLD_NOW);
    if (!n->library)
        SKIP("libnvrtc.so is not there");
    CHECK(library_function(n->library, &n->create, "nvrtcCreateProgram") &&
          library_function(n->library, &n->compile, "nvrtcCompileProgram") &&
          library_function(n->library, &n->log_size, "nvrtcGetProgramLogSize") &&
          library_function(n->library, &n->log, "nvrtcGetProgramLog") &&
          library_function(n->library, &n->cubin_size, "nvrtcGetCUBINSize") &&
          library_function(n->library, &n->cubin, "nvrtcGetCUBIN") &&
          library_function(n->library, &n->destroy, "nvrtcDestroyProgram"));
}

char *compile_cuda(Nvrtc *n, const char *source, size_t *size) {
    const char *const options[] = {"--gpu-architecture=sm_90", "-fmad=false"};
    void *program;
    CHECK_EQ_INT(n->create(&program, source, "emitted.cu", 0, NULL, NULL), 0);
    int error = n->compile(program, 2, options);
    if (error != 0) {
        size_t len = 0;
        n->log_size(program, &len);
        char *log = calloc(len + 1, 1);
        n->log(program, log);
        FAIL("the source does not compile (%d): %.1500s", error, log);
    }
    CHECK_EQ_INT(n->cubin_size(program, size), 0);
    CHECK(*size > 0);
    char *code = malloc(*size);
    CHECK_EQ_INT(n->cubin(program, code), 0);
    n->destroy(&program);
    return code;
}
