/* Codes of the theme of shapes, and arrays made of others' elements. */
#ifndef FRIT_SCRIPT_SHAPE_H
#define FRIT_SCRIPT_SHAPE_H

#include "front/script/value/value.h"

/* Of builtin_query. */
enum { QUERY_COLUMNS, QUERY_LENGTH, QUERY_NDIMS, QUERY_NUMEL, QUERY_ROWS };
/* Of builtin_flip. */
enum { FLIP_ANY, FLIP_LR, FLIP_UD };
/* Of builtin_triangle. */
enum { TRIANGLE_LOWER, TRIANGLE_UPPER };
/* Of builtin_pad. */
enum { PAD_AFTER, PAD_BEFORE };
/* Of builtin_cat. */
enum { CAT_AXIS, CAT_HORIZONTAL, CAT_VERTICAL };

/* The same elements in another shape of as many, of any kind of value. */
bool value_reshaped(Interp *in, Value v, const Shape *shape, Value *out);
/* perm has rank entries: dimension k of the result is perm[k] of v. */
bool value_permuted(Interp *in, Value v, const uint32_t *perm, uint32_t rank, Value *out);
/* Elements lo .. hi (from 1) by steps of 1 or -1 along a dimension. */
bool value_along(Interp *in, Value v, uint32_t axis, int64_t first, int64_t step, int64_t last,
                 Value *out);

#endif
