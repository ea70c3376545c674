/* Sums of shifted columns. */
#ifndef FRIT_RUN_LINEAR_CONVOLVE_H
#define FRIT_RUN_LINEAR_CONVOLVE_H

#include "run/linear/linear.h"

/* out += the convolution of a and b, both real or both complex; out has rows(a) + rows(b) - 1 rows, and columns alike. */
void linear_convolve(const Matrix *a, const Matrix *b, Matrix *out);

#endif
