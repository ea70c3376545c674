/* Scans: one element after another from what nothing gives. */
#include "run/loops/accumulate.h"
#include "run/loops/tables.h"

/* acc_dtype: that of the accumulator; ROUND makes an element of it. */
#define SCAN(dtype, acc_dtype, how, ROUND)                                              \
    static void scan_##how##_##dtype(void *to, const void *from, void *state, size_t n, \
                                     bool exclusive, bool reverse) {                    \
        const Reg##dtype *x = from;                                                     \
        Reg##dtype *out = to;                                                           \
        Reg##acc_dtype acc;                                                             \
        memcpy(&acc, state, sizeof acc);                                                \
        for (size_t k = 0; k < n; k++) {                                                \
            size_t i = reverse ? n - 1 - k : k;                                         \
            Reg##acc_dtype before = acc;                                                \
            acc = TAKE_##how(acc_dtype, acc, x[i]);                                     \
            out[i] = ROUND(exclusive ? before : acc);                                   \
        }                                                                               \
        memcpy(state, &acc, sizeof acc);                                                \
    }
#define STARTS(acc_dtype, how)                           \
    static void start_##how##_##acc_dtype(void *state) { \
        Reg##acc_dtype acc = START_##how(acc_dtype);     \
        memcpy(state, &acc, sizeof acc);                 \
    }
#define PLAIN(value) (value)
#define SCANS(dtype, how) \
    STARTS(dtype, how)    \
    SCAN(dtype, dtype, how, PLAIN)
#define NUMBER(dtype) \
    SCANS(dtype, sum) \
    SCANS(dtype, prod)
#define ORDERED(dtype) \
    NUMBER(dtype)      \
    SCANS(dtype, max)  \
    SCANS(dtype, min)
#define HALF(dtype)                       \
    SCAN(dtype, F32, sum, round_##dtype)  \
    SCAN(dtype, F32, prod, round_##dtype) \
    SCAN(dtype, F32, max, round_##dtype)  \
    SCAN(dtype, F32, min, round_##dtype)
ORDERED(I8)
ORDERED(I16)
ORDERED(I32)
ORDERED(I64)
ORDERED(U8)
ORDERED(U16)
ORDERED(U32)
ORDERED(U64)
ORDERED(F32)
ORDERED(F64)
HALF(F16)
HALF(BF16)
NUMBER(C64)
NUMBER(C128)

#define ROW_ORDERED(prefix, F16_, BF16_)                                       \
    [DT_I8] = prefix##_I8, [DT_I16] = prefix##_I16, [DT_I32] = prefix##_I32,   \
    [DT_I64] = prefix##_I64, [DT_U8] = prefix##_U8, [DT_U16] = prefix##_U16,   \
    [DT_U32] = prefix##_U32, [DT_U64] = prefix##_U64, [DT_F32] = prefix##_F32, \
    [DT_F64] = prefix##_F64, [DT_F16] = prefix##_##F16_, [DT_BF16] = prefix##_##BF16_
#define ROW_NUMBER(prefix, F16_, BF16_) \
    ROW_ORDERED(prefix, F16_, BF16_), [DT_C64] = prefix##_C64, [DT_C128] = prefix##_C128

/* Which reduction each scan is the running form of. */
ScanFn *const LV(scans)[OP_COUNT][DTYPE_COUNT] = {
    [OP_cumsum] = {ROW_NUMBER(scan_sum, F16, BF16)},
    [OP_cumprod] = {ROW_NUMBER(scan_prod, F16, BF16)},
    [OP_cummax] = {ROW_ORDERED(scan_max, F16, BF16)},
    [OP_cummin] = {ROW_ORDERED(scan_min, F16, BF16)},
};
/* The same rows. */
ScanStartFn *const LV(scan_starts)[OP_COUNT][DTYPE_COUNT] = {
    [OP_cumsum] = {ROW_NUMBER(start_sum, F32, F32)},
    [OP_cumprod] = {ROW_NUMBER(start_prod, F32, F32)},
    [OP_cummax] = {ROW_ORDERED(start_max, F32, F32)},
    [OP_cummin] = {ROW_ORDERED(start_min, F32, F32)},
};
