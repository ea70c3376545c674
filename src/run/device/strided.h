/* The bytes that a strided array touches, wherever they lie. Strides in bytes, of any sign. */
#ifndef FRIT_RUN_DEVICE_STRIDED_H
#define FRIT_RUN_DEVICE_STRIDED_H

#include "base/env.h"

/*
 * Bytes from the address of the first element: [*low, *high), empty without elements. *count is the
 * number of elements. False where one of them, or the bytes in all, does not fit in 63 bits.
 */
bool strided_span(uint32_t rank, const int64_t *shape, const int64_t *strides, int64_t elem_size,
                  int64_t *low, int64_t *high, int64_t *count);
/* Are the elements one after another, row-major? Strides of axes with one element do not count. */
bool strided_is_dense(uint32_t rank, const int64_t *shape, const int64_t *strides,
                      int64_t elem_size);
/* Can no two elements share a byte? False also where the answer would be hard to find. */
bool strided_is_injective(uint32_t rank, const int64_t *shape, const int64_t *strides,
                          int64_t elem_size);

#endif
