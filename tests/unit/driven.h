/* Kernels run through the driver of compiled code: on code that is played, or on code that LLVM made. */
#ifndef TESTS_UNIT_DRIVEN_H
#define TESTS_UNIT_DRIVEN_H

#include "base/str.h"
#include "played_code.h"
#include "run/llvm/compile.h"

typedef struct DrivenCode {
    Str key;
    Code *code;
} DrivenCode;

typedef struct Driven {
    Machine machine;
    frit_error error;
    Env env;
    Llvm *llvm; /* NULL: code is played */
    VEC(DrivenCode) codes;
    unsigned seen; /* DRIVEN_ bits of all kernels so far */
} Driven;

/* How a kernel is to be run: tasks of any size, whatever they cost. */
typedef struct How {
    int64_t grain; /* 0: as chosen */
    unsigned workers;
    unsigned choice; /* of compiled_new, where there is one of that number */
} How;

/* What was chosen for a kernel: 1 << Walk, and these. */
enum {
    DRIVEN_LEFT = 16, /* to the interpreter */
    DRIVEN_STAGED = 32,
    DRIVEN_STREAMS = 64,
    DRIVEN_BLOCKS = 128,
    DRIVEN_PLACES = 256, /* along a row */
    DRIVEN_PLACED = 512,
    DRIVEN_KEEPS = 1024,
    DRIVEN_GRID = 2048,  /* an odometer */
    DRIVEN_BATCH = 4096, /* several rows shared out at once */
    DRIVEN_TILES = 8192,
    DRIVEN_PERIOD = 16384
};

void driven_open(Driven *d, unsigned threads);
/* With LLVM, for that level of instructions; NULL: the best. Skips the test where there is no LLVM. */
void driven_open_real(Driven *d, unsigned threads, const char *level);
void driven_close(Driven *d);

/* A kernel with its code in place, to be run by driven_once. NULL: left to the interpreter. */
CompiledKernel *driven_make(Driven *d, KernelMaker *m, How how);
EngineRan driven_once(Driven *d, KernelMaker *m, CompiledKernel *k);
/* All of it, by the interpreter where it is left to that; what was chosen. */
unsigned driven_run(Driven *d, KernelMaker *m, How how);

#endif
