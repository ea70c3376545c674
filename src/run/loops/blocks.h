/*
 * The loops of the interpreter, for one instruction-set level: their sources are compiled once for
 * each level, and every level gives the same bits.
 *
 * A register is an array of elements one after another, aligned to 64 bytes. What is in it:
 *   bool                 uint8_t, 0 or 1
 *   integers, f32, f64   themselves
 *   f16, bf16            float, rounded to the 16-bit type after each step
 *   c64, c128            pairs of float, double
 * In memory a f16 or bf16 takes 2 bytes; anything else is the same in both.
 */
#ifndef FRIT_RUN_LOOPS_BLOCKS_H
#define FRIT_RUN_LOOPS_BLOCKS_H

#include "op/op.h"
#include "kernel/kernel.h"

/* Bytes of an element in a register. */
size_t block_size(Dtype dtype);

/* n elements. out is one of the operands itself, if its elements are no larger than theirs, or
 * overlaps none. `in` has an entry for each operand. */
typedef void StepFn(void *out, const void *const *in, size_t n);
typedef void CastFn(void *out, const void *in, size_t n);
typedef void SelectFn(void *out, const uint8_t *c, const void *x, const void *y, size_t n);
/* From memory with a stride in bytes (any sign, 0 too) into a register, and back. */
typedef void LoadFn(void *reg, const char *from, int64_t stride, size_t n);
typedef void StoreFn(char *to, int64_t stride, const void *reg, size_t n);
/* From base + offsets[k]. */
typedef void GatherFn(void *reg, const char *base, const int64_t *offsets, size_t n);
/* One element into base + offsets[k] after another. */
typedef void ScatterFn(char *base, const int64_t *offsets, const void *reg, size_t n);
/* reg[k * times .. ) = values[k], and reg[k * n .. ) = values[0 .. n) for each k below times. */
typedef void RepeatFn(void *reg, const void *values, size_t n, size_t times);
/* offsets[k] += wrapped index * stride. Returns n, or the first k whose index is out of range: not
 * in [-extent, extent). active may be NULL; where it is 0 the index counts as 0. */
typedef size_t IndexFn(int64_t *offsets, const void *index, int64_t extent, int64_t stride,
                       const uint8_t *active, size_t n);
/* Philox4x32-10 of counter (element >> s, draw) and the key; which words an element takes is in
 * docs/ir.md. */
/* The index, or the nearest from 0 to last. */
typedef void ClampFn(uint32_t *out, const void *index, uint32_t last, size_t n);
/* out[k] = base[at[k] * stride + k * lane]; base[at[k] * stride + k] = x[k] where mask[k] (NULL: everywhere). Strides
 * count elements. */
typedef void PickFn(void *out, const void *base, const uint32_t *at, size_t stride, size_t lane,
                    size_t n);
typedef void PutFn(void *base, const uint32_t *at, const void *x, const uint8_t *mask,
                   size_t stride, size_t n);
typedef void RandomFn(void *out, const uint64_t *key, const uint64_t *draw, const int64_t *element,
                      size_t n);
/* Running along the register; *state is the accumulator before the first element and after the last.
 * A reverse scan goes from the last to the first. A state has at most SCAN_STATE bytes and starts as
 * ScanStartFn makes it. */
typedef void ScanFn(void *out, const void *x, void *state, size_t n, bool exclusive, bool reverse);
typedef void ScanStartFn(void *state);
enum { SCAN_STATE = 16 };

/*
 * A reduction of one op and dtype. Accumulators are opaque, acc_size bytes each. The elements of a
 * row are numbered from 0; `first` is the number of x[0].
 */
typedef struct ReduceFns {
    size_t acc_size;
    void (*start)(void *acc, size_t n); /* n accumulators that have seen nothing */
    /* Element x[k] into acc[(first + k) % REDUCE_LANES]. */
    void (*lanes)(void *acc, const void *x, size_t n, int64_t first);
    /* x[c] into acc[c], each as element number `index` of its row. */
    void (*columns)(void *acc, const void *x, size_t n, int64_t index);
    /* acc[k] becomes acc[k] combined with other[k], in this order. */
    void (*combine)(void *acc, const void *other, size_t n);
    /* The register of n results. */
    void (*finish)(void *out, const void *acc, size_t n);
} ReduceFns;

typedef struct BlockOps {
    const char *name; /* "avx512", "avx2", "x86-64"; "neon"; "portable" */
    /* Tables by op or dtype, NULL where there is no such thing: step[op][dtype of the operands]. */
    StepFn *const (*step)[DTYPE_COUNT];
    CastFn *const (*cast)[DTYPE_COUNT];  /* [from][to] */
    CastFn *const *pack, *const *unpack; /* register to memory's form and back, for bitcasts */
    SelectFn *const *select;
    LoadFn *const *load;
    StoreFn *const *store;
    StoreFn *const *stream; /* contiguous, past the cache; to must be aligned to 64 */
    GatherFn *const *gather;
    ScatterFn *const (*scatter)[COMBINE_COUNT]; /* [dtype][how to combine] */
    RepeatFn *const *repeat, *const *tile;
    IndexFn *const *index; /* integers */
    ClampFn *const *clamp; /* the same */
    PickFn *const *pick;
    PutFn *const *put;
    RandomFn *const (*random)[DTYPE_COUNT]; /* [op][dtype of the result] */
    ScanFn *const (*scan)[DTYPE_COUNT];     /* [op][dtype] */
    ScanStartFn *const (*scan_start)[DTYPE_COUNT];
    const ReduceFns (*reduce)[DTYPE_COUNT][2]; /* [op][dtype][omit_nan]; acc_size 0: none */
    void (*count_up)(int64_t *reg, int64_t first, int64_t stride, size_t n);
    void (*fence)(void); /* after streaming stores */
} BlockOps;

/* The levels this CPU can run, best first; NULL past the end. "portable" is always there. */
const BlockOps *blocks_level(unsigned index);
/* By name; NULL when there is none or the CPU cannot run it. */
const BlockOps *blocks_named(const char *name);

#endif
