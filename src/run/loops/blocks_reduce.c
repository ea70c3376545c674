/*
 * Reductions. Lanes are kept in local variables while whole groups of REDUCE_LANES elements go by;
 * what comes before the first whole group and after the last goes in one at a time.
 */
#include "run/loops/accumulate.h"
#include "run/loops/tables.h"

#define IS_NAN(x)      ((x) != (x))
#define PAIR_IS_NAN(x) (IS_NAN((x).re) || IS_NAN((x).im))

/*
 * The functions that see elements: ACC is the accumulator's type, TAKEN(acc, x) what it is after the
 * element x.
 */
#define TAKERS(name, ELEM, ACC, TAKEN)                                                      \
    static void lanes_##name(void *accs, const void *elements, size_t n, int64_t first) {   \
        const ELEM *x = elements;                                                           \
        ACC *acc = accs, local[REDUCE_LANES];                                               \
        size_t k = 0;                                                                       \
        size_t begin = (size_t)first % REDUCE_LANES;                                        \
        for (size_t lane = begin; begin && lane < REDUCE_LANES && k < n; lane++, k++)       \
            acc[lane] = TAKEN(acc[lane], x[k]);                                             \
        if (n - k >= REDUCE_LANES) {                                                        \
            memcpy(local, acc, sizeof local);                                               \
            for (; n - k >= REDUCE_LANES; k += REDUCE_LANES)                                \
                for (size_t lane = 0; lane < REDUCE_LANES; lane++)                          \
                    local[lane] = TAKEN(local[lane], x[k + lane]);                          \
            memcpy(acc, local, sizeof local);                                               \
        }                                                                                   \
        for (size_t lane = 0; k < n; k++, lane++)                                           \
            acc[lane] = TAKEN(acc[lane], x[k]);                                             \
    }                                                                                       \
    static void columns_##name(void *accs, const void *elements, size_t n, int64_t index) { \
        const ELEM *x = elements;                                                           \
        ACC *acc = accs;                                                                    \
        (void)index;                                                                        \
        SIDE_BY_SIDE                                                                        \
        for (size_t c = 0; c < n; c++)                                                      \
            acc[c] = TAKEN(acc[c], x[c]);                                                   \
    }
/* The functions that see accumulators alone. */
#define HOLDERS(name, ACC, START, BOTH)                                    \
    static void start_##name(void *accs, size_t n) {                       \
        ACC *acc = accs;                                                   \
        for (size_t i = 0; i < n; i++)                                     \
            acc[i] = START;                                                \
    }                                                                      \
    static void combine_##name(void *accs, const void *others, size_t n) { \
        ACC *acc = accs;                                                   \
        const ACC *other = others;                                         \
        SIDE_BY_SIDE                                                       \
        for (size_t i = 0; i < n; i++)                                     \
            acc[i] = BOTH(acc[i], other[i]);                               \
    }
#define FINISH(name, ACC, OUT, VALUE)                                 \
    static void finish_##name(void *to, const void *accs, size_t n) { \
        const ACC *acc = accs;                                        \
        OUT *out = to;                                                \
        SIDE_BY_SIDE                                                  \
        for (size_t i = 0; i < n; i++)                                \
            out[i] = VALUE(acc[i]);                                   \
    }
#define PLAIN(v) (v)
/* Which of several NaNs an addition keeps depends on how it was compiled, and on what walks the
 * elements. So a reduction has one NaN. */
#define ONE_NAN(v) (IS_NAN(v) ? __builtin_nanf("") : (v))
INLINE PairF32 one_nan_f32(PairF32 v) {
    return (PairF32){ONE_NAN(v.re), ONE_NAN(v.im)};
}
INLINE PairF64 one_nan_f64(PairF64 v) {
    return (PairF64){ONE_NAN(v.re), ONE_NAN(v.im)};
}
INLINE float finish_half_F16(float v) {
    return round_F16(ONE_NAN(v));
}
INLINE float finish_half_BF16(float v) {
    return round_BF16(ONE_NAN(v));
}

/* ---- sum, prod, max, min: the accumulator is an element */
#define STEPPED(dtype, how, RESULT)                                              \
    INLINE Reg##dtype take_##how##_##dtype(Reg##dtype acc, Reg##dtype x) {       \
        return TAKE_##how(dtype, acc, x);                                        \
    }                                                                            \
    TAKERS(how##_##dtype, Reg##dtype, Reg##dtype, take_##how##_##dtype)          \
    HOLDERS(how##_##dtype, Reg##dtype, START_##how(dtype), take_##how##_##dtype) \
    FINISH(how##_##dtype, Reg##dtype, Reg##dtype, RESULT)
#define OMITTING(dtype, how, NAN)                                          \
    INLINE Reg##dtype omit_##how##_##dtype(Reg##dtype acc, Reg##dtype x) { \
        Reg##dtype taken = TAKE_##how(dtype, acc, x);                      \
        return NAN(x) ? acc : taken;                                       \
    }                                                                      \
    TAKERS(how##_omit_##dtype, Reg##dtype, Reg##dtype, omit_##how##_##dtype)
#define REAL(dtype, RESULT)      \
    STEPPED(dtype, sum, RESULT)  \
    STEPPED(dtype, prod, RESULT) \
    STEPPED(dtype, max, RESULT)  \
    STEPPED(dtype, min, RESULT)
#define INTEGER(dtype) REAL(dtype, PLAIN)
#define FLOAT(dtype)              \
    REAL(dtype, ONE_NAN)          \
    OMITTING(dtype, sum, IS_NAN)  \
    OMITTING(dtype, prod, IS_NAN) \
    OMITTING(dtype, max, IS_NAN)  \
    OMITTING(dtype, min, IS_NAN)
#define COMPLEX(dtype, RESULT)        \
    STEPPED(dtype, sum, RESULT)       \
    STEPPED(dtype, prod, RESULT)      \
    OMITTING(dtype, sum, PAIR_IS_NAN) \
    OMITTING(dtype, prod, PAIR_IS_NAN)
INTEGER(I8)
INTEGER(I16)
INTEGER(I32)
INTEGER(I64)
INTEGER(U8)
INTEGER(U16)
INTEGER(U32)
INTEGER(U64)
FLOAT(F32)
FLOAT(F64)
COMPLEX(C64, one_nan_f32)
COMPLEX(C128, one_nan_f64)
/* Halves: those of f32, rounded at the end. */
FINISH(F16, float, float, finish_half_F16)
FINISH(BF16, float, float, finish_half_BF16)

/* ---- count, any, all: the accumulator is of the result's dtype */
#define ADD(a, b) ((a) + (b))
#define OR(a, b)  ((a) | (b))
#define AND(a, b) ((a) & (b))
HOLDERS(count, int64_t, 0, ADD)
FINISH(count, int64_t, int64_t, PLAIN)
HOLDERS(any, uint8_t, 0, OR)
HOLDERS(all, uint8_t, 1, AND)
FINISH(truth, uint8_t, uint8_t, PLAIN)

#define COUNT(acc, x)         ((void)(x), (acc) + 1)
#define COUNT_NUMBERS(acc, x) ((acc) + !IS_NAN(x))
#define COUNT_PAIRS(acc, x)   ((acc) + !PAIR_IS_NAN(x))
#define ANY(acc, x)           ((acc) | (uint8_t)((x) != 0))
#define ALL(acc, x)           ((acc) & (uint8_t)((x) != 0))
#define ANY_PAIR(acc, x)      ((acc) | (uint8_t)((x).re != 0 || (x).im != 0))
#define ALL_PAIR(acc, x)      ((acc) & (uint8_t)((x).re != 0 || (x).im != 0))
#define TRUTHS(suffix, ELEM)                 \
    TAKERS(any_##suffix, ELEM, uint8_t, ANY) \
    TAKERS(all_##suffix, ELEM, uint8_t, ALL)
TAKERS(count, uint8_t, int64_t, COUNT) /* of any dtype: the elements are not looked at */
TAKERS(count_F32, float, int64_t, COUNT_NUMBERS)
TAKERS(count_F64, double, int64_t, COUNT_NUMBERS)
TAKERS(count_C64, PairF32, int64_t, COUNT_PAIRS)
TAKERS(count_C128, PairF64, int64_t, COUNT_PAIRS)
TRUTHS(8, uint8_t)
TRUTHS(16, uint16_t)
TRUTHS(32, uint32_t)
TRUTHS(64, uint64_t)
TRUTHS(F32, float)
TRUTHS(F64, double)
TAKERS(any_C64, PairF32, uint8_t, ANY_PAIR)
TAKERS(all_C64, PairF32, uint8_t, ALL_PAIR)
TAKERS(any_C128, PairF64, uint8_t, ANY_PAIR)
TAKERS(all_C128, PairF64, uint8_t, ALL_PAIR)

/* ---- argmax, argmin: the best element so far and its number; NOTHING: none yet */
#define NOTHING    INT64_MAX
#define PLACE(acc) ((acc).place == NOTHING ? 0 : (acc).place)
/* BEATS(x, y): x is better than y wherever it stands. NaN beats every number. */
#define ABOVE(x, y)       ((x) > (y))
#define BELOW(x, y)       ((x) < (y))
#define ABOVE_FLOAT(x, y) (((x) > (y)) | (IS_NAN(x) & ((y) == (y))))
#define BELOW_FLOAT(x, y) (((x) < (y)) | (IS_NAN(x) & ((y) == (y))))
#define NEVER(x)          0

/* Whole groups of lanes: the group in which a lane found its best so far, as a number of the
 * element's width, WHEN. Not more groups at once than the narrowest can tell. */
enum { WHEN_BEFORE = -1, WHEN_NOTHING = -2, MOST_GROUPS = 127 };

#define BEST(dtype)              \
    typedef struct Best##dtype { \
        Reg##dtype value;        \
        int64_t place;           \
    } Best##dtype;
#define ARG_TAKERS(name, dtype, WHEN, BEATS, OMIT)                                            \
    INLINE Best##dtype consider_##name(Best##dtype best, Reg##dtype x, int64_t place) {       \
        bool better = (BEATS(x, best.value) | (best.place == NOTHING)) & (OMIT(x) == 0);      \
        best.value = better ? x : best.value;                                                 \
        best.place = better ? place : best.place;                                             \
        return best;                                                                          \
    }                                                                                         \
    static void groups_##name(Best##dtype *acc, const Reg##dtype *x, size_t groups,           \
                              int64_t first) {                                                \
        Reg##dtype value[REDUCE_LANES];                                                       \
        WHEN when[REDUCE_LANES];                                                              \
        for (size_t lane = 0; lane < REDUCE_LANES; lane++) {                                  \
            value[lane] = acc[lane].value;                                                    \
            when[lane] = acc[lane].place == NOTHING ? WHEN_NOTHING : WHEN_BEFORE;             \
        }                                                                                     \
        for (size_t g = 0; g < groups; g++)                                                   \
            for (size_t lane = 0; lane < REDUCE_LANES; lane++) {                              \
                Reg##dtype v = x[g * REDUCE_LANES + lane];                                    \
                bool better =                                                                 \
                    (BEATS(v, value[lane]) | (when[lane] == WHEN_NOTHING)) & (OMIT(v) == 0);  \
                value[lane] = better ? v : value[lane];                                       \
                when[lane] = better ? (WHEN)g : when[lane];                                   \
            }                                                                                 \
        for (size_t lane = 0; lane < REDUCE_LANES; lane++)                                    \
            if (when[lane] >= 0)                                                              \
                acc[lane] = (Best##dtype){                                                    \
                    value[lane], first + (int64_t)when[lane] * REDUCE_LANES + (int64_t)lane}; \
    }                                                                                         \
    static void lanes_##name(void *accs, const void *elements, size_t n, int64_t first) {     \
        const Reg##dtype *x = elements;                                                       \
        Best##dtype *acc = accs;                                                              \
        for (size_t k = 0; k < n;) {                                                          \
            int64_t place = first + (int64_t)k;                                               \
            size_t lane = (size_t)place % REDUCE_LANES, groups = (n - k) / REDUCE_LANES;      \
            if (lane == 0 && groups > 0) {                                                    \
                groups = groups < MOST_GROUPS ? groups : MOST_GROUPS;                         \
                groups_##name(acc, x + k, groups, place);                                     \
                k += groups * REDUCE_LANES;                                                   \
            } else {                                                                          \
                acc[lane] = consider_##name(acc[lane], x[k], place);                          \
                k++;                                                                          \
            }                                                                                 \
        }                                                                                     \
    }                                                                                         \
    static void columns_##name(void *accs, const void *elements, size_t n, int64_t index) {   \
        const Reg##dtype *x = elements;                                                       \
        Best##dtype *acc = accs;                                                              \
        for (size_t c = 0; c < n; c++)                                                        \
            acc[c] = consider_##name(acc[c], x[c], index);                                    \
    }
/* Of two equals the earlier one. */
#define ARG_HOLDERS(name, dtype, BEATS)                                                        \
    INLINE Best##dtype better_##name(Best##dtype a, Best##dtype b) {                           \
        bool second = b.place != NOTHING && (a.place == NOTHING || BEATS(b.value, a.value) ||  \
                                             (!BEATS(a.value, b.value) && b.place < a.place)); \
        return second ? b : a;                                                                 \
    }                                                                                          \
    HOLDERS(name, Best##dtype, ((Best##dtype){0, NOTHING}), better_##name)                     \
    FINISH(name, Best##dtype, int64_t, PLACE)
#define ARGS(dtype, WHEN, HIGHER, LOWER)                   \
    BEST(dtype)                                            \
    ARG_TAKERS(argmax_##dtype, dtype, WHEN, HIGHER, NEVER) \
    ARG_TAKERS(argmin_##dtype, dtype, WHEN, LOWER, NEVER)  \
    ARG_HOLDERS(argmax_##dtype, dtype, HIGHER)             \
    ARG_HOLDERS(argmin_##dtype, dtype, LOWER)
#define FLOAT_ARGS(dtype, WHEN)                                 \
    ARGS(dtype, WHEN, ABOVE_FLOAT, BELOW_FLOAT)                 \
    ARG_TAKERS(argmax_omit_##dtype, dtype, WHEN, ABOVE, IS_NAN) \
    ARG_TAKERS(argmin_omit_##dtype, dtype, WHEN, BELOW, IS_NAN)
ARGS(I8, int8_t, ABOVE, BELOW)
ARGS(I16, int16_t, ABOVE, BELOW)
ARGS(I32, int32_t, ABOVE, BELOW)
ARGS(I64, int64_t, ABOVE, BELOW)
ARGS(U8, int8_t, ABOVE, BELOW)
ARGS(U16, int16_t, ABOVE, BELOW)
ARGS(U32, int32_t, ABOVE, BELOW)
ARGS(U64, int64_t, ABOVE, BELOW)
FLOAT_ARGS(F32, int32_t)
FLOAT_ARGS(F64, int64_t)

/* ---- the table. FNS(accumulator, what takes, what holds, what finishes) */
#define FNS(ACC, taker, holder, finisher)                                              \
    {                                                                                  \
        sizeof(ACC), start_##holder, lanes_##taker, columns_##taker, combine_##holder, \
            finish_##finisher                                                          \
    }
#define INT_ROW(dtype, how)                                                       \
    [DT_##dtype] = {FNS(Reg##dtype, how##_##dtype, how##_##dtype, how##_##dtype), \
                    FNS(Reg##dtype, how##_##dtype, how##_##dtype, how##_##dtype)}
#define OMIT_ROW(dtype, how)                                                      \
    [DT_##dtype] = {FNS(Reg##dtype, how##_##dtype, how##_##dtype, how##_##dtype), \
                    FNS(Reg##dtype, how##_omit_##dtype, how##_##dtype, how##_##dtype)}
#define HALF_ROW(dtype, how)                                 \
    [DT_##dtype] = {FNS(float, how##_F32, how##_F32, dtype), \
                    FNS(float, how##_omit_F32, how##_F32, dtype)}
#define INT_ROWS(how)                                                                            \
    INT_ROW(I8, how), INT_ROW(I16, how), INT_ROW(I32, how), INT_ROW(I64, how), INT_ROW(U8, how), \
        INT_ROW(U16, how), INT_ROW(U32, how), INT_ROW(U64, how)
#define REAL_ROWS(how) \
    INT_ROWS(how), HALF_ROW(F16, how), HALF_ROW(BF16, how), OMIT_ROW(F32, how), OMIT_ROW(F64, how)

#define COUNT_ALL                FNS(int64_t, count, count, count)
#define COUNT_ROW(dtype, takers) [DT_##dtype] = {COUNT_ALL, FNS(int64_t, takers, count, count)}
#define COUNT_ROWS                                                                                 \
    COUNT_ROW(BOOL, count), COUNT_ROW(I8, count), COUNT_ROW(I16, count), COUNT_ROW(I32, count),    \
        COUNT_ROW(I64, count), COUNT_ROW(U8, count), COUNT_ROW(U16, count), COUNT_ROW(U32, count), \
        COUNT_ROW(U64, count), COUNT_ROW(F16, count_F32), COUNT_ROW(BF16, count_F32),              \
        COUNT_ROW(F32, count_F32), COUNT_ROW(F64, count_F64), COUNT_ROW(C64, count_C64),           \
        COUNT_ROW(C128, count_C128)

#define TRUTH_ROW(dtype, how, kind) [DT_##dtype] = {FNS(uint8_t, how##_##kind, how, truth)}
#define TRUTH_ROWS(how)                                                                \
    TRUTH_ROW(BOOL, how, 8), TRUTH_ROW(I8, how, 8), TRUTH_ROW(I16, how, 16),           \
        TRUTH_ROW(I32, how, 32), TRUTH_ROW(I64, how, 64), TRUTH_ROW(U8, how, 8),       \
        TRUTH_ROW(U16, how, 16), TRUTH_ROW(U32, how, 32), TRUTH_ROW(U64, how, 64),     \
        TRUTH_ROW(F16, how, F32), TRUTH_ROW(BF16, how, F32), TRUTH_ROW(F32, how, F32), \
        TRUTH_ROW(F64, how, F64), TRUTH_ROW(C64, how, C64), TRUTH_ROW(C128, how, C128)

#define ARG_ROW(dtype, kind, how)                                              \
    [DT_##dtype] = {FNS(Best##kind, how##_##kind, how##_##kind, how##_##kind), \
                    FNS(Best##kind, how##_##kind, how##_##kind, how##_##kind)}
#define ARG_OMIT_ROW(dtype, kind, how)                                         \
    [DT_##dtype] = {FNS(Best##kind, how##_##kind, how##_##kind, how##_##kind), \
                    FNS(Best##kind, how##_omit_##kind, how##_##kind, how##_##kind)}
#define ARG_ROWS(how)                                                                             \
    ARG_ROW(I8, I8, how), ARG_ROW(I16, I16, how), ARG_ROW(I32, I32, how), ARG_ROW(I64, I64, how), \
        ARG_ROW(U8, U8, how), ARG_ROW(U16, U16, how), ARG_ROW(U32, U32, how),                     \
        ARG_ROW(U64, U64, how), ARG_OMIT_ROW(F16, F32, how), ARG_OMIT_ROW(BF16, F32, how),        \
        ARG_OMIT_ROW(F32, F32, how), ARG_OMIT_ROW(F64, F64, how)

const ReduceFns LV(reduces)[OP_COUNT][DTYPE_COUNT][2] = {
    /* Each op that this file makes a loop for. */
    [OP_sum] = {REAL_ROWS(sum), OMIT_ROW(C64, sum), OMIT_ROW(C128, sum)},
    [OP_prod] = {REAL_ROWS(prod), OMIT_ROW(C64, prod), OMIT_ROW(C128, prod)},
    [OP_max] = {REAL_ROWS(max)},
    [OP_min] = {REAL_ROWS(min)},
    [OP_count] = {COUNT_ROWS},
    /* Those that omit nothing. */
    [OP_any] = {TRUTH_ROWS(any)},
    [OP_all] = {TRUTH_ROWS(all)},
    [OP_argmax] = {ARG_ROWS(argmax)},
    [OP_argmin] = {ARG_ROWS(argmin)},
};
