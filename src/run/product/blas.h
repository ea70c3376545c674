/* A BLAS library found at run time. */
#ifndef FRIT_RUN_PRODUCT_BLAS_H
#define FRIT_RUN_PRODUCT_BLAS_H

#include "op/dtype.h"
#include "run/product/contract.h"

/* Row-major matrices whose rows lie `*_row` elements apart. */
typedef struct BlasProduct {
    const void *x, *y;
    void *out;
    int m, n, k;
    int x_row, y_row, out_row;
    bool adds; /* to what out holds */
} BlasProduct;

bool blas_has(const struct Blas *blas, Dtype dtype);
/* It has threads of its own, so that one call should be given much. */
bool blas_is_parallel(const struct Blas *blas);
/* out = x y, or out += x y. */
void blas_product(const struct Blas *blas, Dtype dtype, const BlasProduct *product);

#endif
