/* Slang source, where its compiler is there: made into C++, compiled and run. */
#define _GNU_SOURCE
#include "harness.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "emit_steps.h"

/* $SLANGC, or slangc on the path. */
static const char *slang_compiler(void) {
    const char *slangc = getenv("SLANGC") ? getenv("SLANGC") : "slangc";
    char command[512];
    snprintf(command, sizeof command, "%s -v >/dev/null 2>&1", slangc);
    if (system(command) != 0)
        SKIP("slangc is not there");
    return slangc;
}

static void *compile_slang(const char *source) {
    char command[1024];
    snprintf(command, sizeof command,
             "%s emitted.slang -target cpp -fp-mode precise -o emitted.cpp && "
             "%s -std=c++17 -O1 -ffp-contract=off -w -fPIC -shared -o emitted.so emitted.cpp",
             slang_compiler(), getenv("CXX") ? getenv("CXX") : "c++");
    return compile_with(command, source, "slang");
}

static const StepDialect slang = {.name = "slang",
                                  .f64 = true,
                                  .lacks = OPF_NOT_SLANG,
                                  .function = "__func_",
                                  .driver = "[shader(\"compute\")]\n[numthreads(1, 1, 1)]\nvoid ",
                                  .first_param = "uint3 tid : SV_DispatchThreadID, ",
                                  .param = "uniform ",
                                  .global = "",
                                  .loop = "for (int64_t i = (int64_t)tid.x; i < n; i++)",
                                  .memory = {[DT_BOOL] = "uint8_t",
                                             [DT_I8] = "int8_t",
                                             [DT_I16] = "int16_t",
                                             [DT_I32] = "int",
                                             [DT_I64] = "int64_t",
                                             [DT_U8] = "uint8_t",
                                             [DT_U16] = "uint16_t",
                                             [DT_U32] = "uint",
                                             [DT_U64] = "uint64_t",
                                             [DT_F16] = "half",
                                             [DT_BF16] = "uint16_t",
                                             [DT_F32] = "float",
                                             [DT_F64] = "double",
                                             [DT_C64] = "frit_c64",
                                             [DT_C128] = "frit_c128"}};

typedef struct DriverParams {
    const void *x, *y, *z;
    void *out;
    int64_t n;
} DriverParams;

TEST(every_step_cast_and_literal) {
    Steps steps;
    slang_compiler();
    steps_make(&steps, &slang);
    char *source = steps_source(&steps, &slang);
    void *library = compile_slang(source);
    uint8_t *out = calloc(steps.out_size, 1);
    for (Dtype dtype = 0; dtype < DTYPE_COUNT; dtype++) {
        char name[32];
        uint32_t thread[6] = {0}; /* group and place in it */
        snprintf(name, sizeof name, "drive_%s_Thread", dtype_info(dtype)->name);
        DriverParams params = {steps.values[dtype][0], steps.values[dtype][1],
                               steps.values[dtype][2], out, STEP_VALUES};
        void (*drive)(void *, void *, void *);
        void *symbol = dlsym(library, name);
        memcpy(&drive, &symbol, sizeof drive);
        CHECK_MSG(drive, "%s is not there", name);
        drive(thread, &params, NULL);
    }
    steps_check(&steps, out, 16);
    dlclose(library);
    free(out);
    free(source);
    steps_free(&steps);
}

TEST(kernels_compile) {
    slang_compiler();
    char *source = emit_text(emit_kernel_text, "slang", NULL);
    dlclose(compile_slang(source));
    free(source);
}

TEST(vectors_of_every_dtype) {
    slang_compiler();
    char *text = emit_vectors_text(true), *source = emit_text(text, "slang", NULL), *whole;
    CHECK(asprintf(&whole,
                   "%s[shader(\"compute\")]\n[numthreads(1, 1, 1)]\nvoid none(uniform int *p) "
                   "{\n\tp[0] = 0;\n}\n",
                   source) > 0);
    dlclose(compile_slang(whole));
    free(whole);
    free(source);
    free(text);
}
