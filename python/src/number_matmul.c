/* Products of a matrix and a vector: whether they are reductions, or BLAS's. */
#include "number.h"

#include <stdio.h>

enum { LEAST_MATRIX = 1 << 12 }; /* elements from which on a product by BLAS pays its way */

/* Does a matrix that meets a vector lie in memory, so that there is nothing to fuse with? Of numbers that BLAS has. */
static bool suits_blas(const ArrayObject *matrix) {
    DTypeId id = matrix->dtype->id;
    const int64_t *shape = frit_array_shape(matrix->array);
    return (id == DT_F32 || id == DT_F64) && !matrix->context->there &&
           frit_array_rank(matrix->array) == 2 &&
           shape[0] >= LEAST_MATRIX / (shape[1] > 0 ? shape[1] : 1) &&
           (frit_array_is_ready(matrix->array) || frit_array_is_given(matrix->array));
}

/*
 * A matrix or vector times a vector is a sum of products along an axis: a reduction, which the
 * library does at the memory's speed and fuses with what comes before. A matrix that nothing comes before
 * is BLAS's. NULL without an exception: something else.
 */
PyObject *number_vector_matmul(ArrayObject **in) {
    uint32_t rank = frit_array_rank(in[0]->array), columns = frit_array_rank(in[1]->array);
    const int64_t *x = frit_array_shape(in[0]->array), *y = frit_array_shape(in[1]->array);
    bool last = rank >= 1 && columns == 1 && x[rank - 1] == y[0];
    bool first = rank == 1 && columns == 2 && x[0] == y[0];
    if ((!last && !first) || in[0]->dtype->size == 2) /* halves are summed in wider ones there */
        return NULL;
    if (suits_blas(in[first]))
        return NULL;
    char axes[32];
    Context *c = current_context();
    ArrayObject *left = (ArrayObject *)Py_NewRef((PyObject *)in[0]);
    if (first)
        Py_SETREF(left, (ArrayObject *)array_apply(c, "expand_dims", in, 1, "axes=[1]", NULL));
    ArrayObject *both[2] = {left, in[1]};
    PyObject *products = left ? array_apply(c, "mul", both, 2, NULL, in[0]->dtype) : NULL;
    snprintf(axes, sizeof axes, "axes=[%u]", first ? 0 : rank - 1);
    PyObject *out = NULL;
    if (products)
        out = array_apply(c, "sum", (ArrayObject **)&products, 1, axes, in[0]->dtype);
    Py_XDECREF(left);
    Py_XDECREF(products);
    return out;
}
