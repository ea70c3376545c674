/* Kernels made by hand, for tests of engines: a builder, memory for it, and a straightforward
 * reduction in the order of kernel/kernel.h. */
#ifndef TESTS_UNIT_KERNELS_H
#define TESTS_UNIT_KERNELS_H

#include "run/host/host.h"
#include "run/loops/blocks.h"
#include "run/interp/interp.h"
#include "run/tier/parts.h"

enum { KM_ACCESSES = 32, KM_AXES = 6 };

typedef struct KernelMaker {
    Env env;
    frit_error error;
    Kernel kernel;
    BoundKernel bound;
    BoundAccess accesses[KM_ACCESSES];
    int64_t strides[KM_ACCESSES][KM_AXES + 2], indexed[KM_ACCESSES][2];
    int64_t extents[KM_AXES];
    char *pointers[KM_ACCESSES];
} KernelMaker;

extern const frit_allocator km_allocator; /* realloc and free */
/* n + 1 numbers that are not all alike; free() them. */
float *km_floats(size_t n);

/* Takes an allocator that outlives it. Extents of n_axes axes follow in km_axes. */
void km_start(KernelMaker *m, const frit_allocator *allocator, uint32_t n_axes, uint32_t n_inner,
              const int64_t *extents);
void km_end(KernelMaker *m);

/* An access of memory: its number is also that of its pointer. Strides in bytes. */
uint32_t km_access(KernelMaker *m, Dtype dtype, bool store, void *memory, const int64_t *strides);
/* The same whose first axis, of that extent and stride, is indexed. */
uint32_t km_indexed(KernelMaker *m, Dtype dtype, bool store, void *memory, int64_t extent,
                    int64_t stride, const int64_t *strides);
uint32_t km_number(KernelMaker *m, int64_t offset, const int64_t *strides);

ValId km_value(KernelMaker *m, Dtype dtype, Level level);
ValId km_const(KernelMaker *m, Dtype dtype, double value);
ValId km_load(KernelMaker *m, uint32_t access, Level level);
ValId km_step(KernelMaker *m, Op op, Dtype dtype, ValId x, ValId y);
ValId km_step3(KernelMaker *m, Op op, Dtype dtype, ValId x, ValId y, ValId z);
ValId km_cast(KernelMaker *m, Dtype to, ValId x);
ValId km_select(KernelMaker *m, ValId c, ValId x, ValId y);
ValId km_index(KernelMaker *m, uint32_t access, Dtype dtype, Level level);
ValId km_random(KernelMaker *m, Op op, Dtype dtype, ValId key, ValId draw, uint32_t access);
ValId km_reduce(KernelMaker *m, Op op, ValId x, Dtype result, uint8_t flags);
ValId km_scan(KernelMaker *m, Op op, ValId x, uint8_t flags);
ValId km_gather(KernelMaker *m, uint32_t access, ValId index);
void km_store(KernelMaker *m, uint32_t access, ValId x);
void km_scatter(KernelMaker *m, uint32_t access, Combine combine, ValId x, ValId index);

/* Regions: carries are pushed before the opener. */
uint32_t km_carry(KernelMaker *m, ValId init, ValId phi, ValId result);
uint32_t km_open(KernelMaker *m, KernelCode code, const ValId *in, uint32_t n_in, ValId value,
                 uint32_t carry, uint32_t n_carries);
void km_middle(KernelMaker *m, KernelCode code, uint32_t opener, ValId in);
void km_close(KernelMaker *m, uint32_t opener);

/* A machine with that many threads at that level, for kernels on host memory; and on whichever device the tests
 * run. */
void km_machine(Machine *machine, const frit_allocator *allocator, unsigned threads,
                const char *level);
void km_any_machine(Machine *machine, const frit_allocator *allocator, unsigned threads,
                    const char *level);
/* Prepares, runs and frees; the status. */
frit_status km_run(KernelMaker *m, Machine *machine);

/* A row's reduction of doubles: fold(a, b) in the fixed order, from start. */
typedef double FoldFn(double acc, double x);
double km_reduce_row(const double *x, int64_t n, double start, FoldFn *fold);

#endif
