#include "gen/digest.h"

#include <string.h>

/* FNV-1a */
static void add_bytes(uint64_t *digest, const void *bytes, size_t size) {
    for (size_t k = 0; k < size; k++)
        *digest = (*digest ^ ((const unsigned char *)bytes)[k]) * 0x100000001b3u;
}

static void add_real(uint64_t *digest, Dtype dtype, const char *at) {
    static const char nan[] = "a NaN";
    Bits bits = {0, 0};
    memcpy(&bits, at, dtype_info(dtype)->bits / 8);
    Scalar v = scalar_from_bits(dtype, bits);
    bool is_nan = dtype_info(dtype)->class == CLASS_FLOAT &&
                  (dtype_info(dtype)->domain == DOMAIN_F64 ? v.f64 != v.f64 : v.f32 != v.f32);
    if (is_nan)
        add_bytes(digest, nan, sizeof nan);
    else
        add_bytes(digest, &bits, dtype_info(dtype)->bits / 8);
}

void digest_scalar(uint64_t *digest, Dtype dtype, const void *at) {
    Dtype real = dtype_real(dtype);
    size_t size = dtype_info(real)->bits / 8;
    for (size_t k = 0; k < dtype_info(dtype)->bits / dtype_info(real)->bits; k++)
        add_real(digest, real, (const char *)at + k * size);
}

void digest_element(uint64_t *digest, const Types *types, TypeId elem, const char *at) {
    const Type *t = type_get(types, elem);
    if (t->kind == TYPE_FIXED || t->kind == TYPE_STRUCT) {
        for (uint32_t k = 0; k < t->count; k++) {
            TypeId part = t->kind == TYPE_FIXED ? t->elem : type_fields(types, t)[k].type;
            digest_element(digest, types, part, at);
            at += type_elem_size(types, part);
        }
        return;
    }
    uint32_t n = t->kind == TYPE_MATRIX   ? (uint32_t)t->rows * t->cols
                 : t->kind == TYPE_VECTOR ? t->rows
                                          : 1;
    for (uint32_t k = 0; k < n; k++)
        digest_scalar(digest, t->dtype, at + k * (dtype_info(t->dtype)->bits / 8));
}
