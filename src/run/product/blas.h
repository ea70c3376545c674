/* A BLAS library found at run time. */
#ifndef FRIT_RUN_PRODUCT_BLAS_H
#define FRIT_RUN_PRODUCT_BLAS_H

#include "op/dtype.h"
#include "run/product/contract.h"

/* A matrix whose rows, or columns where it lies turned, are side by side and `row` elements apart. */
typedef struct BlasMatrix {
    const void *at;
    int64_t row;
    bool turned;
} BlasMatrix;

/* Of x (m by k) and y (k by n); the rows of out lie out_row elements apart. No number has 2^31. */
typedef struct BlasProduct {
    BlasMatrix x, y;
    void *out;
    int64_t m, n, k, out_row;
    bool adds; /* to what out holds */
} BlasProduct;

/* Of a matrix (m by k) and a vector, whose elements lie `step` apart. */
typedef struct BlasVector {
    BlasMatrix matrix;
    const void *vector;
    void *out;
    int64_t m, k, step, out_step;
} BlasVector;

bool blas_has(const struct Blas *blas, Dtype dtype);
/* It has threads of its own, so that one call should be given much. */
bool blas_is_parallel(const struct Blas *blas);
/* out = x y, or out += x y. */
void blas_product(const struct Blas *blas, Dtype dtype, const BlasProduct *product);
/* The upper half of x times itself turned; y and n are not looked at. */
void blas_square(const struct Blas *blas, Dtype dtype, const BlasProduct *product);
void blas_vector(const struct Blas *blas, Dtype dtype, const BlasVector *product);
/* Of two vectors of k elements, real ones: matrix is the first, row the step between its elements. */
void blas_dot(const struct Blas *blas, Dtype dtype, const BlasVector *product);

#endif
