/* Products of small matrices: c (m x n) = a (m x inner) b, by columns; sums go in the order of rows of b. */
#ifndef FRIT_SCRIPT_MATRIX_PRODUCT_H
#define FRIT_SCRIPT_MATRIX_PRODUCT_H

#include <stdint.h>

void product_double(int64_t m, int64_t inner, int64_t n, const double *a, const double *b,
                    double *c);
void product_single(int64_t m, int64_t inner, int64_t n, const float *a, const float *b, float *c);

#endif
