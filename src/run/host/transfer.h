/* Moving and comparing strided arrays, and the bytes they touch. Strides in bytes, of any sign. */
#ifndef FRIT_RUN_HOST_TRANSFER_H
#define FRIT_RUN_HOST_TRANSFER_H

#include "run/host/workers.h"

typedef struct TransferSide {
    char *data;
    const int64_t *strides;
} TransferSide;

typedef struct TransferSource {
    const char *data;
    const int64_t *strides;
} TransferSource;

/*
 * to = from, elements in row-major order: of two that share a place in `to` the later one stays. The
 * two sides do not overlap. workers may be NULL.
 */
void transfer_copy(Workers *workers, uint32_t rank, const int64_t *shape, size_t elem_size,
                   TransferSide to, TransferSource from);

/*
 * Bytes from the address of the first element: [*low, *high), empty without elements. *count is the
 * number of elements. False where one of them, or the bytes in all, does not fit in 63 bits.
 */
bool transfer_span(uint32_t rank, const int64_t *shape, const int64_t *strides, int64_t elem_size,
                   int64_t *low, int64_t *high, int64_t *count);
/* Are the elements one after another, row-major? Strides of axes with one element do not count. */
bool transfer_is_dense(uint32_t rank, const int64_t *shape, const int64_t *strides,
                       int64_t elem_size);
/* Can no two elements share a byte? False also where the answer would be hard to find. */
bool transfer_is_injective(uint32_t rank, const int64_t *shape, const int64_t *strides,
                           int64_t elem_size);

#endif
