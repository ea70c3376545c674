/* Casts between all dtypes, with the meaning of scalar_cast. */
#include "run/loops/half.h"
#include "run/loops/tables.h"

/* ---- real to integer: truncates, saturates, and sends NaN to 0. LIMIT is the power of 2 above the
 * largest, which every float type has. */
#define SATURATE(to, FLOAT, LOWEST, LIMIT, SMALLEST, LARGEST)                      \
    INLINE Reg##to saturate_##to##_##FLOAT(FLOAT x) {                              \
        Reg##to in_range = x < (LIMIT) && x >= (LOWEST) ? (Reg##to)x : (Reg##to)0; \
        return x >= (LIMIT) ? (LARGEST) : x < (LOWEST) ? (SMALLEST) : in_range;    \
    }
#define SATURATE_BOTH(to, LOWEST, LIMIT, SMALLEST, LARGEST) \
    SATURATE(to, float, LOWEST, LIMIT, SMALLEST, LARGEST)   \
    SATURATE(to, double, LOWEST, LIMIT, SMALLEST, LARGEST)
SATURATE_BOTH(I8, -0x1p7f, 0x1p7f, INT8_MIN, INT8_MAX)
SATURATE_BOTH(I16, -0x1p15f, 0x1p15f, INT16_MIN, INT16_MAX)
SATURATE_BOTH(I32, -0x1p31f, 0x1p31f, INT32_MIN, INT32_MAX)
SATURATE_BOTH(I64, -0x1p63f, 0x1p63f, INT64_MIN, INT64_MAX)
SATURATE_BOTH(U8, 0.0f, 0x1p8f, 0, UINT8_MAX)
SATURATE_BOTH(U16, 0.0f, 0x1p16f, 0, UINT16_MAX)
SATURATE_BOTH(U32, 0.0f, 0x1p32f, 0, UINT32_MAX)
SATURATE_BOTH(U64, 0.0f, 0x1p64f, 0, UINT64_MAX)

/* ---- what a cast needs of the dtype it starts from */
#define RE_WHOLE(x)    (x)
#define IM_WHOLE(x)    0
#define TRUTH_WHOLE(x) ((x) != 0)
#define RE_PAIR(x)     (x).re
#define IM_PAIR(x)     (x).im
#define TRUTH_PAIR(x)  ((x).re != 0 || (x).im != 0)

/* PARTS(dtype): how to get at the parts; INTEGER(to, x): as an integer; ODD(x): as a float rounded to
 * odd. */
#define PARTS_BOOL          WHOLE
#define INTEGER_BOOL(to, x) (Reg##to)(x)
#define ODD_BOOL(x)         (float)(x)
#define PARTS_I8            WHOLE
#define INTEGER_I8(to, x)   (Reg##to)(x)
#define ODD_I8(x)           (float)(x)
#define PARTS_I16           WHOLE
#define INTEGER_I16(to, x)  (Reg##to)(x)
#define ODD_I16(x)          (float)(x)
#define PARTS_U8            WHOLE
#define INTEGER_U8(to, x)   (Reg##to)(x)
#define ODD_U8(x)           (float)(x)
#define PARTS_U16           WHOLE
#define INTEGER_U16(to, x)  (Reg##to)(x)
#define ODD_U16(x)          (float)(x)
#define PARTS_I32           WHOLE
#define INTEGER_I32(to, x)  (Reg##to)(x)
#define ODD_I32(x)          m_f64_to_odd((double)(x))
#define PARTS_U32           WHOLE
#define INTEGER_U32(to, x)  (Reg##to)(x)
#define ODD_U32(x)          m_f64_to_odd((double)(x))
#define PARTS_I64           WHOLE
#define INTEGER_I64(to, x)  (Reg##to)(x)
#define ODD_I64(x)          m_i64_to_odd(x)
#define PARTS_U64           WHOLE
#define INTEGER_U64(to, x)  (Reg##to)(x)
#define ODD_U64(x)          m_u64_to_odd(x)
#define PARTS_F16           WHOLE
#define INTEGER_F16(to, x)  saturate_##to##_float(x)
#define ODD_F16(x)          (x)
#define PARTS_BF16          WHOLE
#define INTEGER_BF16(to, x) saturate_##to##_float(x)
#define ODD_BF16(x)         (x)
#define PARTS_F32           WHOLE
#define INTEGER_F32(to, x)  saturate_##to##_float(x)
#define ODD_F32(x)          (x)
#define PARTS_F64           WHOLE
#define INTEGER_F64(to, x)  saturate_##to##_double(x)
#define ODD_F64(x)          m_f64_to_odd(x)
#define PARTS_C64           PAIR
#define INTEGER_C64(to, x)  saturate_##to##_float((x).re)
#define ODD_C64(x)          (x).re
#define PARTS_C128          PAIR
#define INTEGER_C128(to, x) saturate_##to##_double((x).re)
#define ODD_C128(x)         m_f64_to_odd((x).re)

#define PASTE(a, b)       a##b
#define PART(what, parts) PASTE(what, parts)
#define RE(from, x)       PART(RE_, PARTS_##from)(x)
#define IM(from, x)       PART(IM_, PARTS_##from)(x)

/* ---- and of the dtype it goes to */
#define INTO_BOOL(from, x) (RegBOOL) PART(TRUTH_, PARTS_##from)(x)
#define INTO_I8(from, x)   INTEGER_##from(I8, x)
#define INTO_I16(from, x)  INTEGER_##from(I16, x)
#define INTO_I32(from, x)  INTEGER_##from(I32, x)
#define INTO_I64(from, x)  INTEGER_##from(I64, x)
#define INTO_U8(from, x)   INTEGER_##from(U8, x)
#define INTO_U16(from, x)  INTEGER_##from(U16, x)
#define INTO_U32(from, x)  INTEGER_##from(U32, x)
#define INTO_U64(from, x)  INTEGER_##from(U64, x)
/* A half becomes itself as it is, whatever NaN it may be. */
#define INTO_F16(from, x)  (DT_##from == DT_F16 ? ODD_##from(x) : round_F16(ODD_##from(x)))
#define INTO_BF16(from, x) (DT_##from == DT_BF16 ? ODD_##from(x) : round_BF16(ODD_##from(x)))
#define INTO_F32(from, x)  (float)RE(from, x)
#define INTO_F64(from, x)  (double)RE(from, x)
#define INTO_C64(from, x)  ((PairF32){(float)RE(from, x), (float)IM(from, x)})
#define INTO_C128(from, x) ((PairF64){(double)RE(from, x), (double)IM(from, x)})

#define CAST(from, to)                                                    \
    static void cast_##from##_##to(void *out, const void *in, size_t n) { \
        const Reg##from *x = in;                                          \
        Reg##to *y = out;                                                 \
        SIDE_BY_SIDE                                                      \
        for (size_t i = 0; i < n; i++) {                                  \
            Reg##from v = x[i];                                           \
            y[i] = INTO_##to(from, v);                                    \
        }                                                                 \
    }
#define CASTS(from)  \
    CAST(from, BOOL) \
    CAST(from, I8)   \
    CAST(from, I16)  \
    CAST(from, I32)  \
    CAST(from, I64)  \
    CAST(from, U8)   \
    CAST(from, U16)  \
    CAST(from, U32)  \
    CAST(from, U64)  \
    CAST(from, F16)  \
    CAST(from, BF16) \
    CAST(from, F32)  \
    CAST(from, F64)  \
    CAST(from, C64)  \
    CAST(from, C128) \
    STORED_FLOATS(STORED_CAST, from)
#define STORED_CAST(to, text, bits, digits, exponent, from)               \
    static void cast_##from##_##to(void *out, const void *in, size_t n) { \
        const Reg##from *x = in;                                          \
        float *y = out;                                                   \
        for (size_t i = 0; i < n; i++)                                    \
            y[i] = round_stored(DT_##to, ODD_##from(x[i]));               \
    }
#define DTYPE(id, ...) CASTS(id)
#undef STORED_DTYPE
#define STORED_DTYPE(...)
#include "op/dtype.def"
#undef DTYPE

#define CASTS_TO(from)                                                                            \
    {                                                                                             \
        [DT_BOOL] = cast_##from##_BOOL, [DT_I8] = cast_##from##_I8, [DT_I16] = cast_##from##_I16, \
        [DT_I32] = cast_##from##_I32, [DT_I64] = cast_##from##_I64, [DT_U8] = cast_##from##_U8,   \
        [DT_U16] = cast_##from##_U16, [DT_U32] = cast_##from##_U32, [DT_U64] = cast_##from##_U64, \
        [DT_F16] = cast_##from##_F16, [DT_BF16] = cast_##from##_BF16,                             \
        [DT_F32] = cast_##from##_F32, [DT_F64] = cast_##from##_F64, [DT_C64] = cast_##from##_C64, \
        [DT_C128] = cast_##from##_C128, STORED_FLOATS(STORED_ENTRY, from)                         \
    }
#define STORED_ENTRY(to, text, bits, digits, exponent, from) [DT_##to] = cast_##from##_##to,

CastFn *const LV(casts)[DTYPE_COUNT][DTYPE_COUNT] = {
#define DTYPE(id, ...) [DT_##id] = CASTS_TO(id),
#include "op/dtype.def"
#undef DTYPE
};
