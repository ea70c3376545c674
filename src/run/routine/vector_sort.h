/* Keys without places, in vectors. */
#ifndef FRIT_RUN_ROUTINE_VECTOR_SORT_H
#define FRIT_RUN_ROUTINE_VECTOR_SORT_H

#include <stdbool.h>
#include <stdint.h>

/* room: n keys. False: not here, or not these; the keys are there, in some order. */
bool wide_vector_sort(uint64_t *keys, int64_t n, uint64_t *room);
bool narrow_vector_sort(uint32_t *keys, int64_t n, uint32_t *room);

#endif
