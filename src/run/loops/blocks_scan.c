/* Scans: one element after another from what nothing gives. */
#include "run/loops/accumulate.h"
#include "run/loops/tables.h"

/* acc_dtype: that of the accumulator; ROUND makes an element of it. */
#define RUNNING(dtype, acc_dtype, op, step, ROUND)                                     \
    static void scan_##op##_##dtype(void *to, const void *from, void *state, size_t n, \
                                    bool exclusive, bool reverse) {                    \
        const Reg##dtype *x = from;                                                    \
        Reg##dtype *out = to;                                                          \
        Reg##acc_dtype acc;                                                            \
        memcpy(&acc, state, sizeof acc);                                               \
        for (size_t k = 0; k < n; k++) {                                               \
            size_t i = reverse ? n - 1 - k : k;                                        \
            Reg##acc_dtype before = acc;                                               \
            acc = TAKE(acc_dtype, step, acc, x[i]);                                    \
            out[i] = ROUND(exclusive ? before : acc);                                  \
        }                                                                              \
        memcpy(state, &acc, sizeof acc);                                               \
    }
#define PLAIN(value) (value)
#define RUN_INTEGER(dtype, op, step, start)         \
    static void start_##op##_##dtype(void *state) { \
        Reg##dtype acc = start##_##dtype;           \
        memcpy(state, &acc, sizeof acc);            \
    }                                               \
    RUNNING(dtype, dtype, op, step, PLAIN)
#define RUN_FLOAT                        RUN_INTEGER
#define RUN_COMPLEX                      RUN_INTEGER
#define RUN_HALF(dtype, op, step, start) RUNNING(dtype, F32, op, step, round_##dtype)

/* The rows of the table that are scans. */
#define OP(...)
#define ALIAS(name, op)
#define FOLD(op, kind, over, step, start) FOLD_##kind(op, over, step, start)
#define FOLD_STEP(op, over, step, start)
#define FOLD_COUNT FOLD_STEP
#define FOLD_TRUTH FOLD_STEP
#define FOLD_BEST  FOLD_STEP

#define FOLD_SCAN(op, over, step, start) over(RUN, op, step, start)
#include "op/ops.def"

#define SCANS_INTEGER(dtype, op) [DT_##dtype] = scan_##op##_##dtype,
#define SCANS_FLOAT              SCANS_INTEGER
#define SCANS_HALF               SCANS_INTEGER
#define SCANS_COMPLEX            SCANS_INTEGER
#undef FOLD_SCAN
#define FOLD_SCAN(op, over, step, start) [OP_##op] = {over(SCANS, op)},
ScanFn *const LV(scans)[OP_COUNT][DTYPE_COUNT] = {
#define FOLD(op, kind, over, step, start) FOLD_##kind(op, over, step, start)
#include "op/ops.def"
};

#define START_INTEGER(dtype, op) [DT_##dtype] = start_##op##_##dtype,
#define START_FLOAT              START_INTEGER
#define START_HALF(dtype, op)    [DT_##dtype] = start_##op##_F32,
#define START_COMPLEX            START_INTEGER
#undef FOLD_SCAN
#define FOLD_SCAN(op, over, step, start) [OP_##op] = {over(START, op)},
ScanStartFn *const LV(scan_starts)[OP_COUNT][DTYPE_COUNT] = {
#define FOLD(op, kind, over, step, start) FOLD_##kind(op, over, step, start)
#include "op/ops.def"
};
