#include "blocks_fixture.h"

#include <math.h>
#include <string.h>

const size_t block_lengths[] = {0, 1, 2, 3, 15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 500, BLOCK};
const size_t block_length_count = sizeof block_lengths / sizeof *block_lengths;

Scalar block_get(Dtype dtype, const void *reg, size_t i) {
    Scalar value = {0};
    const char *at = (const char *)reg + i * block_size(dtype);
    if (dtype == DT_F16 || dtype == DT_BF16)
        memcpy(&value.f32, at, sizeof value.f32);
    else {
        Bits bits = {0, 0};
        memcpy(&bits, at, block_size(dtype));
        value = scalar_from_bits(dtype, bits);
    }
    return value;
}

void block_put(Dtype dtype, void *reg, size_t i, Scalar value) {
    char *at = (char *)reg + i * block_size(dtype);
    if (dtype == DT_F16 || dtype == DT_BF16)
        memcpy(at, &value.f32, sizeof value.f32);
    else {
        Bits bits = scalar_to_bits(dtype, value);
        memcpy(at, &bits, block_size(dtype));
    }
}

static const double specials[] = {
    0.0,      -0.0,      1.0,     -1.0,   2.0,    -2.0,   0.5,           -0.5,    1.5,     2.5,
    3.0,      7.0,       -7.0,    127.0,  128.0,  -128.0, -129.0,        255.0,   256.0,   32767.0,
    32768.0,  65504.,    65519.9, 65520., 1e10,   -1e10,  0x1p31,        -0x1p31, 0x1p32,  0x1p63,
    0x1p64,   -0x1p63,   1e30,    -1e300, 1e-300, 1e-40,  0x1p-14,       0x1p-24, 0x1p-25, 1e-10,
    INFINITY, -INFINITY, NAN,     -NAN,   3.7,    -3.7,   0x1.fffffep127};
enum { SPECIALS = sizeof specials / sizeof *specials };

Bits block_random_bits(Dtype dtype, uint64_t *random) {
    Bits bits = {test_random(random), test_random(random)};
    switch (test_random_below(random, 4)) {
    case 0: /* any bits at all */ break;
    case 1: { /* a special, or two */
        Scalar v = {.f64 = specials[bits.lo % SPECIALS]};
        Scalar w = {.f64 = specials[bits.hi % SPECIALS]};
        v = scalar_cast(DT_F64, dtype, v);
        if (dtype == DT_C64)
            v.c64[1] = (float)w.f64;
        if (dtype == DT_C128)
            v.c128[1] = w.f64;
        return scalar_to_bits(dtype, v);
    }
    default: { /* of a size that steps do not lose at once */
        Scalar v = {.f64 = ((double)(bits.lo % 2000001) - 1e6) / 65536};
        v = scalar_cast(DT_F64, dtype, v);
        if (dtype == DT_C64)
            v.c64[1] = (float)(bits.hi % 1000) / 8 - 50;
        if (dtype == DT_C128)
            v.c128[1] = (double)(bits.hi % 1000) / 8 - 50;
        return scalar_to_bits(dtype, v);
    }
    }
    if (dtype == DT_BOOL)
        bits.lo &= 1;
    return bits;
}

/* A NaN that signals becomes quiet in one step or another; which one is nobody's promise. */
Scalar block_quiet(Dtype dtype, Scalar v) {
    Bits bits;
    memcpy(&bits, &v, sizeof bits);
    bool single = dtype_info(dtype)->domain == DOMAIN_F32 || dtype == DT_C64;
    if (single) {
        bits.lo |= v.c64[0] != v.c64[0] ? (uint64_t)0x400000 : 0;
        bits.lo |= dtype == DT_C64 && v.c64[1] != v.c64[1] ? (uint64_t)0x400000 << 32 : 0;
    } else if (dtype == DT_F64 || dtype == DT_C128) {
        bits.lo |= v.c128[0] != v.c128[0] ? (uint64_t)1 << 51 : 0;
        bits.hi |= dtype == DT_C128 && v.c128[1] != v.c128[1] ? (uint64_t)1 << 51 : 0;
    }
    memcpy(&v, &bits, sizeof bits);
    return v;
}

void block_fill(Dtype dtype, void *reg, size_t n, uint64_t *random) {
    for (size_t i = 0; i < n; i++) {
        Scalar v = scalar_from_bits(dtype, block_random_bits(dtype, random));
        block_put(dtype, reg, i, block_quiet(dtype, v));
    }
}

static bool is_nan(Dtype dtype, Scalar v) {
    switch (dtype_info(dtype)->domain) {
    case DOMAIN_F32: return v.f32 != v.f32;
    case DOMAIN_F64: return v.f64 != v.f64;
    default: return false;
    }
}

void block_one_nan(Dtype dtype, void *reg, size_t n) {
    uint32_t nan = 0x7fc00000;
    Dtype real = dtype_real(dtype);
    size_t size = block_size(real);
    for (size_t i = 0; i < n * (block_size(dtype) / size); i++)
        if (is_nan(real, block_get(real, reg, i))) {
            Scalar v = {0};
            memcpy(&v.f32, &nan, sizeof nan);
            block_put(real, reg, i, real == DT_F64 ? (Scalar){.f64 = (double)v.f32} : v);
        }
}

void block_check(const char *what, const BlockOps *b, Dtype dtype, const void *got,
                 const void *want, size_t n) {
    size_t size = block_size(dtype);
    for (size_t i = 0; i < n; i++) {
        const unsigned char *g = (const unsigned char *)got + i * size,
                            *w = (const unsigned char *)want + i * size;
        if (memcmp(g, w, size) == 0)
            continue;
        Bits x = {0, 0}, y = {0, 0};
        memcpy(&x, g, size);
        memcpy(&y, w, size);
        FAIL("%s, %s, %s: element %zu of %zu is %016llx%016llx, should be %016llx%016llx", b->name,
             what, dtype_info(dtype)->name, i, n, (unsigned long long)x.hi,
             (unsigned long long)x.lo, (unsigned long long)y.hi, (unsigned long long)y.lo);
    }
}

void block_check_rest(const char *what, const BlockOps *b, size_t bytes, const TestBlock *got,
                      const TestBlock *before) {
    CHECK_MSG(memcmp(got->at + bytes, before->at + bytes, BLOCK_BYTES - bytes) == 0,
              "%s, %s: wrote behind the end", b->name, what);
}
