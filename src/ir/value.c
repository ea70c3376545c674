/* Elements in memory, compared. */
#include <string.h>

#include "ir/type.h"

/* NaN in the dtype's own part number k. */
static bool is_nan_at(Dtype dtype, const char *at) {
    Bits bits = {0, 0};
    memcpy(&bits, at, dtype_info(dtype)->bits / 8);
    Scalar value = scalar_from_bits(dtype, bits);
    return dtype_info(dtype)->domain == DOMAIN_F64 ? value.f64 != value.f64
                                                   : value.f32 != value.f32;
}

/* One real number: complex ones are two. */
static bool same_real(Dtype dtype, const char *a, const char *b) {
    if (memcmp(a, b, dtype_info(dtype)->bits / 8) == 0)
        return true;
    return dtype_info(dtype)->class == CLASS_FLOAT && is_nan_at(dtype, a) && is_nan_at(dtype, b);
}

static bool same_scalars(Dtype dtype, uint32_t n, const char *a, const char *b) {
    Dtype real = dtype_real(dtype);
    size_t size = dtype_info(real)->bits / 8;
    n *= dtype_info(dtype)->bits / dtype_info(real)->bits;
    for (uint32_t k = 0; k < n; k++)
        if (!same_real(real, a + k * size, b + k * size))
            return false;
    return true;
}

/* Types nest at most MAX_TYPE_DEPTH deep. */
bool element_same(const Types *t, TypeId elem, const char *a, const char *b) {
    const Type *type = type_get(t, elem);
    uint64_t at = 0;
    if (type->kind != TYPE_FIXED && type->kind != TYPE_STRUCT) {
        uint32_t n = type->kind == TYPE_MATRIX   ? (uint32_t)type->rows * type->cols
                     : type->kind == TYPE_VECTOR ? type->rows
                                                 : 1;
        return same_scalars(type->dtype, n, a, b);
    }
    for (uint32_t k = 0; k < type->count; k++) {
        TypeId part = type->kind == TYPE_FIXED ? type->elem : type_fields(t, type)[k].type;
        if (!element_same(t, part, a + at, b + at))
            return false;
        at += type_elem_size(t, part);
    }
    return true;
}
