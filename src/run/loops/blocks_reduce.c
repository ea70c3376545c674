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
INLINE PairF32 one_nan_C64(PairF32 v) {
    return (PairF32){ONE_NAN(v.re), ONE_NAN(v.im)};
}
INLINE PairF64 one_nan_C128(PairF64 v) {
    return (PairF64){ONE_NAN(v.re), ONE_NAN(v.im)};
}
INLINE float finish_half_F16(float v) {
    return round_F16(ONE_NAN(v));
}
INLINE float finish_half_BF16(float v) {
    return round_BF16(ONE_NAN(v));
}

/* ---- a step of the table, repeated: the accumulator is an element */
#define STEPPED(dtype, op, step, start, RESULT)                             \
    INLINE Reg##dtype take_##op##_##dtype(Reg##dtype acc, Reg##dtype x) {   \
        return TAKE(dtype, step, acc, x);                                   \
    }                                                                       \
    TAKERS(op##_##dtype, Reg##dtype, Reg##dtype, take_##op##_##dtype)       \
    HOLDERS(op##_##dtype, Reg##dtype, start##_##dtype, take_##op##_##dtype) \
    FINISH(op##_##dtype, Reg##dtype, Reg##dtype, RESULT)
#define OMITTING(dtype, op, step, NAN)                                    \
    INLINE Reg##dtype omit_##op##_##dtype(Reg##dtype acc, Reg##dtype x) { \
        Reg##dtype taken = TAKE(dtype, step, acc, x);                     \
        return NAN(x) ? acc : taken;                                      \
    }                                                                     \
    TAKERS(op##_omit_##dtype, Reg##dtype, Reg##dtype, omit_##op##_##dtype)
#define SUMS_INTEGER(dtype, op, step, start) STEPPED(dtype, op, step, start, PLAIN)
#define SUMS_FLOAT(dtype, op, step, start)   \
    STEPPED(dtype, op, step, start, ONE_NAN) \
    OMITTING(dtype, op, step, IS_NAN)
#define SUMS_HALF(dtype, op, step, start)
#define SUMS_COMPLEX(dtype, op, step, start)         \
    STEPPED(dtype, op, step, start, one_nan_##dtype) \
    OMITTING(dtype, op, step, PAIR_IS_NAN)
/* Halves: those of f32, rounded at the end. */
FINISH(F16, float, float, finish_half_F16)
FINISH(BF16, float, float, finish_half_BF16)

/* ---- counts and truths: the accumulator is of the result's dtype */
#define ADD(a, b)      ((a) + (b))
#define BOTH_or(a, b)  ((a) | (b))
#define BOTH_and(a, b) ((a) & (b))
HOLDERS(count, int64_t, 0, ADD)
FINISH(count, int64_t, int64_t, PLAIN)
FINISH(truth, uint8_t, uint8_t, PLAIN)

#define COUNT_ALL(acc, x)     ((void)(x), (acc) + 1)
#define COUNT_NUMBERS(acc, x) ((acc) + !IS_NAN(x))
#define COUNT_PAIRS(acc, x)   ((acc) + !PAIR_IS_NAN(x))
#define TRUE(x)               (uint8_t)((x) != 0)
#define PAIR_TRUE(x)          (uint8_t)((x).re != 0 || (x).im != 0)
TAKERS(count, uint8_t, int64_t, COUNT_ALL) /* of any dtype: the elements are not looked at */
TAKERS(count_F32, float, int64_t, COUNT_NUMBERS)
TAKERS(count_F64, double, int64_t, COUNT_NUMBERS)
TAKERS(count_C64, PairF32, int64_t, COUNT_PAIRS)
TAKERS(count_C128, PairF64, int64_t, COUNT_PAIRS)
#define TRUTH_OF(op, step, kind, ELEM, TRUTH_)               \
    INLINE uint8_t take_##op##_##kind(uint8_t acc, ELEM x) { \
        return BOTH_##step(acc, TRUTH_(x));                  \
    }                                                        \
    TAKERS(op##_##kind, ELEM, uint8_t, take_##op##_##kind)
#define TRUTHS(op, step, start)                   \
    HOLDERS(op, uint8_t, start##_U8, BOTH_##step) \
    TRUTH_OF(op, step, 8, uint8_t, TRUE)          \
    TRUTH_OF(op, step, 16, uint16_t, TRUE)        \
    TRUTH_OF(op, step, 32, uint32_t, TRUE)        \
    TRUTH_OF(op, step, 64, uint64_t, TRUE)        \
    TRUTH_OF(op, step, F32, float, TRUE)          \
    TRUTH_OF(op, step, F64, double, TRUE)         \
    TRUTH_OF(op, step, C64, PairF32, PAIR_TRUE)   \
    TRUTH_OF(op, step, C128, PairF64, PAIR_TRUE)

/* ---- argmax, argmin: the best element so far and its number; NOTHING: none yet */
#define NOTHING       INT64_MAX
#define PLACE_OF(acc) ((acc).place == NOTHING ? 0 : (acc).place)
/* WINS, by the column `step`, and BEATS(x, y): x is better than y wherever it stands. NaN beats every number. */
#define WINS_gt(x, y)       ((x) > (y))
#define WINS_lt(x, y)       ((x) < (y))
#define WINS_FLOAT_gt(x, y) (((x) > (y)) | (IS_NAN(x) & ((y) == (y))))
#define WINS_FLOAT_lt(x, y) (((x) < (y)) | (IS_NAN(x) & ((y) == (y))))
#define NEVER(x)            0

/* Whole groups of lanes: the group in which a lane found its best so far, as a number of the
 * element's width, WHEN. Not more groups at once than the narrowest can tell. */
enum { WHEN_BEFORE = -1, WHEN_NOTHING = -2, MOST_GROUPS = 127 };

#define BEST_OF(dtype)           \
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
    FINISH(name, Best##dtype, int64_t, PLACE_OF)
#define WHEN_I8  int8_t
#define WHEN_U8  int8_t
#define WHEN_I16 int16_t
#define WHEN_U16 int16_t
#define WHEN_I32 int32_t
#define WHEN_U32 int32_t
#define WHEN_F32 int32_t
#define WHEN_I64 int64_t
#define WHEN_U64 int64_t
#define WHEN_F64 int64_t
#define BESTS_INTEGER(dtype, op, step)                                \
    ARG_TAKERS(op##_##dtype, dtype, WHEN_##dtype, WINS_##step, NEVER) \
    ARG_HOLDERS(op##_##dtype, dtype, WINS_##step)
#define BESTS_FLOAT(dtype, op, step)                                        \
    ARG_TAKERS(op##_##dtype, dtype, WHEN_##dtype, WINS_FLOAT_##step, NEVER) \
    ARG_TAKERS(op##_omit_##dtype, dtype, WHEN_##dtype, WINS_##step, IS_NAN) \
    ARG_HOLDERS(op##_##dtype, dtype, WINS_FLOAT_##step)
#define BESTS_HALF(dtype, op, step)
BEST_OF(I8)
BEST_OF(I16)
BEST_OF(I32)
BEST_OF(I64)
BEST_OF(U8)
BEST_OF(U16)
BEST_OF(U32)
BEST_OF(U64)
BEST_OF(F32)
BEST_OF(F64)

/* ---- the rows of the table */
#define OP(...)
#define ALIAS(name, op)
#define FOLD(op, kind, over, step, start) FOLD_##kind(op, over, step, start)
#define FOLD_STEP(op, over, step, start)  over(SUMS, op, step, start)
#define FOLD_COUNT(op, over, step, start)
#define FOLD_TRUTH(op, over, step, start) TRUTHS(op, step, start)
#define FOLD_BEST(op, over, step, start)  over(BESTS, op, step)
#define FOLD_SCAN(op, over, step, start)
#include "op/ops.def"
#undef FOLD_STEP
#undef FOLD_COUNT
#undef FOLD_TRUTH
#undef FOLD_BEST

/* ---- the table. FNS(accumulator, what takes, what holds, what finishes) */
#define FNS(ACC, taker, holder, finisher)                                              \
    {                                                                                  \
        sizeof(ACC), start_##holder, lanes_##taker, columns_##taker, combine_##holder, \
            finish_##finisher                                                          \
    }
/* Of a step: what takes all elements, and what leaves NaN out. */
#define ROW_INTEGER(dtype, op)                                                 \
    [DT_##dtype] = {FNS(Reg##dtype, op##_##dtype, op##_##dtype, op##_##dtype), \
                    FNS(Reg##dtype, op##_##dtype, op##_##dtype, op##_##dtype)},
#define ROW_FLOAT(dtype, op)                                                   \
    [DT_##dtype] = {FNS(Reg##dtype, op##_##dtype, op##_##dtype, op##_##dtype), \
                    FNS(Reg##dtype, op##_omit_##dtype, op##_##dtype, op##_##dtype)},
#define ROW_COMPLEX ROW_FLOAT
#define ROW_HALF(dtype, op)                                \
    [DT_##dtype] = {FNS(float, op##_F32, op##_F32, dtype), \
                    FNS(float, op##_omit_F32, op##_F32, dtype)},

#define PLACE_INTEGER(dtype, op)                                                \
    [DT_##dtype] = {FNS(Best##dtype, op##_##dtype, op##_##dtype, op##_##dtype), \
                    FNS(Best##dtype, op##_##dtype, op##_##dtype, op##_##dtype)},
#define PLACE_OMIT(dtype, kind, op)                                         \
    [DT_##dtype] = {FNS(Best##kind, op##_##kind, op##_##kind, op##_##kind), \
                    FNS(Best##kind, op##_omit_##kind, op##_##kind, op##_##kind)},
#define PLACE_FLOAT(dtype, op) PLACE_OMIT(dtype, dtype, op)
#define PLACE_HALF(dtype, op)  PLACE_OMIT(dtype, F32, op)

#define COUNT_ROW(dtype, takers) \
    [DT_##dtype] = {FNS(int64_t, count, count, count), FNS(int64_t, takers, count, count)}
#define COUNT_ROWS                                                                                 \
    COUNT_ROW(BOOL, count), COUNT_ROW(I8, count), COUNT_ROW(I16, count), COUNT_ROW(I32, count),    \
        COUNT_ROW(I64, count), COUNT_ROW(U8, count), COUNT_ROW(U16, count), COUNT_ROW(U32, count), \
        COUNT_ROW(U64, count), COUNT_ROW(F16, count_F32), COUNT_ROW(BF16, count_F32),              \
        COUNT_ROW(F32, count_F32), COUNT_ROW(F64, count_F64), COUNT_ROW(C64, count_C64),           \
        COUNT_ROW(C128, count_C128)

/* These omit nothing. */
#define TRUTH_ROW(dtype, op, kind) [DT_##dtype] = {FNS(uint8_t, op##_##kind, op, truth)}
#define TRUTH_ROWS(op)                                                                            \
    TRUTH_ROW(BOOL, op, 8), TRUTH_ROW(I8, op, 8), TRUTH_ROW(I16, op, 16), TRUTH_ROW(I32, op, 32), \
        TRUTH_ROW(I64, op, 64), TRUTH_ROW(U8, op, 8), TRUTH_ROW(U16, op, 16),                     \
        TRUTH_ROW(U32, op, 32), TRUTH_ROW(U64, op, 64), TRUTH_ROW(F16, op, F32),                  \
        TRUTH_ROW(BF16, op, F32), TRUTH_ROW(F32, op, F32), TRUTH_ROW(F64, op, F64),               \
        TRUTH_ROW(C64, op, C64), TRUTH_ROW(C128, op, C128)

#define FOLD_STEP(op, over, step, start)  [OP_##op] = {over(ROW, op)},
#define FOLD_COUNT(op, over, step, start) [OP_##op] = {COUNT_ROWS},
#define FOLD_TRUTH(op, over, step, start) [OP_##op] = {TRUTH_ROWS(op)},
#define FOLD_BEST(op, over, step, start)  [OP_##op] = {over(PLACE, op)},
const ReduceFns LV(reduces)[OP_COUNT][DTYPE_COUNT][2] = {
#define FOLD(op, kind, over, step, start) FOLD_##kind(op, over, step, start)
#include "op/ops.def"
};
