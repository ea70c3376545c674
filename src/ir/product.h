/*
 * Products of small vectors and matrices, as steps on their components: mul, add and sub, which is why those
 * are named. Whoever writes them down says what a step is; a component is a number that means something to him.
 */
#ifndef FRIT_IR_PRODUCT_H
#define FRIT_IR_PRODUCT_H

#include "ir/type.h"
#include "op/op.h"

typedef struct ProductSteps {
    void *user;
    Dtype dtype;
    bool (*step)(void *user, Op op, Dtype dtype, uint32_t x, uint32_t y, uint32_t *out);
} ProductSteps;

enum { PRODUCT_MAX = 16 }; /* components of a matrix */

/* x times y, components row by row; a vector on the left is a row, one on the right a column, so that of two
 * vectors it is their dot product. *n: components of the result. */
bool product_of(const ProductSteps *s, const Type *x, const uint32_t *a, const Type *y,
                const uint32_t *b, uint32_t out[PRODUCT_MAX], unsigned *n);
/* Of a square matrix of n rows. */
bool determinant_of(const ProductSteps *s, const uint32_t *m, unsigned n, uint32_t *out);

#endif
