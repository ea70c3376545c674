/*
 * Kernels of rows made by hand (kernels.h), run by the interpreter and as compiled code in every way
 * to walk them, and compared bit for bit.
 */
#ifndef TESTS_LLVM_ROWS_FIXTURE_H
#define TESTS_LLVM_ROWS_FIXTURE_H

#include "kernels.h"
#include "llvm_fixture.h"

typedef struct RowShape {
    int64_t rows, length;
    bool across; /* rows are the fastest axis in memory */
} RowShape;

typedef struct RowOutput {
    char *memory, *expected;
    Dtype dtype;
    size_t n;
} RowOutput;

typedef enum RowFill {
    FILL_ANY,  /* specials and numbers of every size */
    FILL_TAME, /* numbers near 1 */
    FILL_ZEROS /* of both signs */
} RowFill;

/* A kernel over rows and elements, and its memory. */
typedef struct RowKernel {
    KernelMaker m;
    RowShape shape;
    uint64_t random;
    RowFill fill; /* of inputs */
    char *memory[KM_ACCESSES];
    unsigned n_memory;
    RowOutput outputs[KM_ACCESSES];
    unsigned n_outputs;
} RowKernel;

/* Fills k->m. */
typedef void RowMaker(RowKernel *k, const void *user);

ValId row_load(RowKernel *k, Dtype dtype);      /* one an element */
ValId row_load_each(RowKernel *k, Dtype dtype); /* one a row */
ValId row_load_line(RowKernel *k, Dtype dtype); /* the same in all rows */
ValId row_number(RowKernel *k, Dtype dtype);    /* the element's number in the row */
void row_store(RowKernel *k, ValId x);          /* one an element */
void row_store_each(RowKernel *k, ValId x);     /* one a row */
/* An element over the input that was loaded first. */
void row_store_in_place(RowKernel *k, ValId x);

/* Ways to run a kernel: bits of `ways`. */
enum {
    WAY_ROWS = 1,
    WAY_ROWS_ACROSS = 2, /* lanes along the slower axis of memory */
    WAY_COLUMNS = 4,
    WAY_COLUMNS_ACROSS = 8,
    WAY_PHASES = 16, /* unless there are scans */
    WAY_KEEPS = 32,  /* rows and columns once more, keeping values */
    WAYS_ALL = 63
};

/*
 * The kernel in these ways, at the level of the pieces, for each length in turn, compared with the
 * interpreter. Compiled once for each way.
 */
void check_rows(Pieces *p, Machine *machine, const char *what, RowMaker *make, const void *user,
                RowFill fill, unsigned ways, const int64_t *lengths, size_t n_lengths);

/* Emits the kernel for the target in that walk, with memory from the allocator. A false env says why;
 * what is needed and the text are made, and freed again. */
bool row_emit(Env *env, const Target *target, Walk walk, bool keeps, RowMaker *make,
              const void *user, Llvm *compiler);

#endif
