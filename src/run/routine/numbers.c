/* Elements as doubles: what transforms and matrices compute in. */
#include <string.h>

#include "run/routine/parts.h"

static double real_at(bool single, const char *at) {
    float f;
    double d;
    if (single) {
        memcpy(&f, at, sizeof f);
        return (double)f;
    }
    memcpy(&d, at, sizeof d);
    return d;
}

static void store_real(bool single, double x, char *at) {
    float f = (float)x;
    if (single)
        memcpy(at, &f, sizeof f);
    else
        memcpy(at, &x, sizeof x);
}

void doubles_load(Dtype dtype, const char *at, int64_t stride, int64_t n, bool pairs, double *to) {
    bool complex = dtype_info(dtype)->class == CLASS_COMPLEX;
    int64_t size = dtype_info(dtype_real(dtype))->bits / 8;
    bool single = size == sizeof(float);
    if (!single && complex == pairs && stride == (complex ? 2 : 1) * size) {
        memcpy(to, at, (size_t)(n * stride));
        return;
    }
    for (int64_t k = 0; k < n && !pairs; k++)
        to[k] = real_at(single, at + (k * stride));
    for (int64_t k = 0; k < n && pairs; k++) {
        to[2 * k] = real_at(single, at + (k * stride));
        to[2 * k + 1] = complex ? real_at(single, at + (k * stride) + size) : 0;
    }
}

void doubles_store(Dtype dtype, const double *from, bool pairs, char *at, int64_t stride,
                   int64_t n) {
    bool complex = dtype_info(dtype)->class == CLASS_COMPLEX;
    int64_t size = dtype_info(dtype_real(dtype))->bits / 8;
    bool single = size == sizeof(float);
    if (!single && complex == pairs && stride == (complex ? 2 : 1) * size) {
        memcpy(at, from, (size_t)(n * stride));
        return;
    }
    for (int64_t k = 0; k < n; k++) {
        store_real(single, pairs ? from[2 * k] : from[k], at + (k * stride));
        if (complex)
            store_real(single, pairs ? from[2 * k + 1] : 0, at + (k * stride) + size);
    }
}
