/*
 * What reductions and scans have in common: the accumulator of a dtype, what it starts from, and the
 * step that takes an element in, by the columns of ops.def. f16 and bf16 accumulate in f32.
 */
#ifndef FRIT_RUN_LOOPS_ACCUMULATE_H
#define FRIT_RUN_LOOPS_ACCUMULATE_H

#include "run/loops/all_steps.h"

/* ---- what each starts from: <start>_<dtype>, by the column `start` of ops.def */
#define ZERO_I8   0
#define ZERO_I16  0
#define ZERO_I32  0
#define ZERO_I64  0
#define ZERO_U8   0
#define ZERO_U16  0
#define ZERO_U32  0
#define ZERO_U64  0
#define ZERO_F32  0.0f
#define ZERO_F64  0.0
#define ZERO_C64  ((PairF32){0, 0})
#define ZERO_C128 ((PairF64){0, 0})
#define ONE_I8    1
#define ONE_I16   1
#define ONE_I32   1
#define ONE_I64   1
#define ONE_U8    1
#define ONE_U16   1
#define ONE_U32   1
#define ONE_U64   1
#define ONE_F32   1.0f
#define ONE_F64   1.0
#define ONE_C64   ((PairF32){1, 0})
#define ONE_C128  ((PairF64){1, 0})
#define LEAST_I8  INT8_MIN
#define LEAST_I16 INT16_MIN
#define LEAST_I32 INT32_MIN
#define LEAST_I64 INT64_MIN
#define LEAST_U8  0
#define LEAST_U16 0
#define LEAST_U32 0
#define LEAST_U64 0
#define LEAST_F32 (-(float)INFINITY)
#define LEAST_F64 (-(double)INFINITY)
#define MOST_I8   INT8_MAX
#define MOST_I16  INT16_MAX
#define MOST_I32  INT32_MAX
#define MOST_I64  INT64_MAX
#define MOST_U8   UINT8_MAX
#define MOST_U16  UINT16_MAX
#define MOST_U32  UINT32_MAX
#define MOST_U64  UINT64_MAX
#define MOST_F32  ((float)INFINITY)
#define MOST_F64  ((double)INFINITY)

/* ---- the step that each repeats: accumulator first */
#define TAKE(dtype, step, acc, x) step_##dtype##_##step(acc, x, x)

/*
 * For which dtypes a row's functions are made: ON_<accepts>(M, ...) is M_INTEGER(dtype, ...) of each integer,
 * M_FLOAT of f32 and f64, M_HALF of the floats that are computed in f32, M_COMPLEX of the others.
 */
#define ON_INTEGERS(M, ...)                                                                      \
    M##_INTEGER(I8, __VA_ARGS__) M##_INTEGER(I16, __VA_ARGS__) M##_INTEGER(I32, __VA_ARGS__)     \
        M##_INTEGER(I64, __VA_ARGS__) M##_INTEGER(U8, __VA_ARGS__) M##_INTEGER(U16, __VA_ARGS__) \
            M##_INTEGER(U32, __VA_ARGS__) M##_INTEGER(U64, __VA_ARGS__)
#define ON_FLOATS(M, ...)                                                              \
    M##_FLOAT(F32, __VA_ARGS__) M##_FLOAT(F64, __VA_ARGS__) M##_HALF(F16, __VA_ARGS__) \
        M##_HALF(BF16, __VA_ARGS__)
#define ON_COMPLEXES(M, ...) M##_COMPLEX(C64, __VA_ARGS__) M##_COMPLEX(C128, __VA_ARGS__)
#define ON_REALS(M, ...)     ON_INTEGERS(M, __VA_ARGS__) ON_FLOATS(M, __VA_ARGS__)
#define ON_INEXACT(M, ...)   ON_FLOATS(M, __VA_ARGS__) ON_COMPLEXES(M, __VA_ARGS__)
#define ON_NUMBERS(M, ...)   ON_REALS(M, __VA_ARGS__) ON_COMPLEXES(M, __VA_ARGS__)

#endif
