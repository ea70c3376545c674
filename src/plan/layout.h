/* Where the temporaries of a plan lie in one block of memory. */
#ifndef FRIT_PLAN_LAYOUT_H
#define FRIT_PLAN_LAYOUT_H

#include "plan/plan.h"

enum { LAYOUT_ALIGN = 64 }; /* bytes: of every offset, and of the block */

/* Bytes of a buffer's elements. plan_extents has made sure that they can be counted. */
uint64_t plan_buffer_bytes(const Plan *plan, const int64_t *extents, BufferId buffer);

/*
 * offsets (by buffer) are bytes from the start of the block; UINT64_MAX: not a temporary. *total is
 * the size of the block. Buffers that are alive in the same step do not overlap, except that one lies
 * where the buffer lay whose place it takes (in_place_of, of temporaries of equal size), if kernels may write
 * in place.
 */
bool plan_layout(Env *env, const Plan *plan, const int64_t *extents, bool in_place,
                 uint64_t *offsets, uint64_t *total);

#endif
