/* Products of matrices that are too small to be recorded. */
#include "front/script/value/matrix_product.h"

#include <string.h>

/* The loops over rows shall be vectors, and the blocks stay in registers. */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("O3")
#endif

#define PRODUCT_ROWS 8
#define PRODUCT_TARGET
#define PRODUCT_TYPE    double
#define PRODUCT_NAME(f) plain_double_##f
#include "front/script/value/matrix_kernels.h"
#undef PRODUCT_TYPE
#undef PRODUCT_NAME
#define PRODUCT_TYPE    float
#define PRODUCT_NAME(f) plain_single_##f
#include "front/script/value/matrix_kernels.h"
#undef PRODUCT_TYPE
#undef PRODUCT_NAME
#undef PRODUCT_TARGET
#undef PRODUCT_ROWS

#if defined(__x86_64__)
#define PRODUCT_ROWS    8
#define PRODUCT_TARGET  __attribute__((target("avx2")))
#define PRODUCT_TYPE    double
#define PRODUCT_NAME(f) wide_double_##f
#include "front/script/value/matrix_kernels.h"
#undef PRODUCT_TYPE
#undef PRODUCT_NAME
#define PRODUCT_TYPE    float
#define PRODUCT_NAME(f) wide_single_##f
#include "front/script/value/matrix_kernels.h"
#undef PRODUCT_TYPE
#undef PRODUCT_NAME
#undef PRODUCT_TARGET
#undef PRODUCT_ROWS
#define PRODUCT_ROWS    16
#define PRODUCT_TARGET  __attribute__((target("avx512f,prefer-vector-width=512")))
#define PRODUCT_TYPE    double
#define PRODUCT_NAME(f) widest_double_##f
#include "front/script/value/matrix_kernels.h"
#undef PRODUCT_TYPE
#undef PRODUCT_NAME
#define PRODUCT_TYPE    float
#define PRODUCT_NAME(f) widest_single_##f
#include "front/script/value/matrix_kernels.h"
#undef PRODUCT_TYPE
#undef PRODUCT_NAME
#undef PRODUCT_TARGET
#undef PRODUCT_ROWS
#define CHOOSE(f, ...)                                                     \
    (__builtin_cpu_supports("avx512f") ? widest_##f##_product(__VA_ARGS__) \
     : __builtin_cpu_supports("avx2")  ? wide_##f##_product(__VA_ARGS__)   \
                                       : plain_##f##_product(__VA_ARGS__))
#else
#define CHOOSE(f, ...) plain_##f##_product(__VA_ARGS__)
#endif

void product_double(int64_t m, int64_t inner, int64_t n, const double *a, const double *b,
                    double *c) {
    CHOOSE(double, m, inner, n, a, b, c);
}

void product_single(int64_t m, int64_t inner, int64_t n, const float *a, const float *b, float *c) {
    CHOOSE(single, m, inner, n, a, b, c);
}
