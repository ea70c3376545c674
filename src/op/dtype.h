/* Scalar types and scalar values. */
#ifndef FRIT_OP_DTYPE_H
#define FRIT_OP_DTYPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Floats that are kept in memory, moved and cast, but not computed with: a row
 *   ROW(id, text, bits, digits, exponent, __VA_ARGS__)
 * each, the columns as in dtype.def. Their registers hold f32.
 */
#define STORED_FLOATS(ROW, ...)
#define STORED_DTYPE(id, text, bits, digits, exponent, ...) \
    DTYPE(id, text, FLOAT, bits, F32, F32, digits, exponent)

typedef enum Dtype {
#define DTYPE(id, ...) DT_##id,
#include "op/dtype.def"
#undef DTYPE
    DTYPE_COUNT,
    DT_NONE = 255
} Dtype;

/* Bits, so that a set of classes is a mask. */
typedef enum DtypeClass {
    CLASS_BOOL = 1,
    CLASS_SIGNED = 2,
    CLASS_UNSIGNED = 4,
    CLASS_FLOAT = 8,
    CLASS_COMPLEX = 16
} DtypeClass;

typedef enum Domain {
    DOMAIN_F32,
    DOMAIN_F64,
    DOMAIN_I,
    DOMAIN_U,
    DOMAIN_B,
    DOMAIN_C64,
    DOMAIN_C128
} Domain;
enum { DOMAIN_COUNT = DOMAIN_C128 + 1 };

typedef struct DtypeInfo {
    const char *name;
    DtypeClass class;
    uint8_t bits;
    Domain domain;
    Dtype compute;
    uint8_t digits, exponent;
    bool stored; /* no op computes with it */
} DtypeInfo;

extern const DtypeInfo dtype_table[]; /* the rows of dtype.def */

static inline const DtypeInfo *dtype_info(Dtype dtype) {
    return &dtype_table[dtype];
}
/* In which a reduction or scan accumulates: what registers of it hold. */
Dtype acc_dtype(Dtype dtype);
/* DT_NONE when text names no dtype. */
Dtype dtype_from_name(const char *text, size_t len);
/* c64 -> f32, c128 -> f64, anything else itself. */
Dtype dtype_real(Dtype dtype);
/* f32 -> c64, f64 -> c128, otherwise DT_NONE. */
Dtype dtype_complex(Dtype dtype);

/* A value on its way through a step: in its domain's field. Bools are 0 or 1 in `u`. */
typedef union Scalar {
    int64_t i;
    uint64_t u;
    float f32;
    double f64;
    float c64[2];
    double c128[2];
} Scalar;

/* A value at rest: the bits of its dtype, little end first; c128 uses both words. */
typedef struct Bits {
    uint64_t lo, hi;
} Bits;

Scalar scalar_from_bits(Dtype dtype, Bits bits);
/* Wraps integers to their width and rounds floats that are computed in f32. */
Bits scalar_to_bits(Dtype dtype, Scalar value);
/*
 * The meaning of `cast`: integers wrap; real to integer truncates, saturates, and sends NaN to 0;
 * to a narrower real rounds to nearest even; to bool is "not zero"; complex to real drops the
 * imaginary part.
 */
Scalar scalar_cast(Dtype from, Dtype to, Scalar value);

float f16_to_f32(uint16_t half);
uint16_t f16_from_f32(float value);
float bf16_to_f32(uint16_t bits);
uint16_t bf16_from_f32(float value);
/* One rounding, unlike going through f32. */
uint16_t f16_from_f64(double value);
uint16_t bf16_from_f64(double value);
/* The nearest one's bits, of any float dtype narrower than f64 in its digits and its exponent. */
uint32_t float_pack(const DtypeInfo *to, double value);
float float_unpack(const DtypeInfo *from, uint32_t bits);
/* Bits of a float dtype: infinity, and the NaN that `nan` is. */
uint64_t float_infinity(const DtypeInfo *info);
uint64_t float_nan(const DtypeInfo *info);

#endif
