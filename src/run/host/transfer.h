/* Moving strided arrays in the host's memory. Strides in bytes, of any sign. */
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

#endif
