/* What the files of concatenation share. */
#ifndef FRIT_SCRIPT_CONCAT_H
#define FRIT_SCRIPT_CONCAT_H

#include "front/script/value/objects.h"

typedef struct Concat {
    uint32_t axis;
    bool brackets; /* [ ]: 1 x 0 counts as nothing, and messages are others */
} Concat;

/* *into becomes the shape of both along the axis; false: they do not fit. */
bool shape_concat(uint32_t axis, bool brackets, Shape *into, const Shape *x);
bool fail_concat(Interp *in, uint32_t axis, bool brackets, const Shape *a, const Shape *b);
bool concat_shape(Interp *in, const Concat *c, const Value *values, uint32_t n, Shape *out);
/* There is a cell among the values: the others become elements. */
bool concat_cells(Interp *in, const Concat *c, const Value *values, uint32_t n, Value *out);
bool concat_structs(Interp *in, const Concat *c, const Value *values, uint32_t n, Value *out);
/* As a recorded step; *done false: nothing was made. */
bool recorded_concat(Interp *in, uint32_t axis, const Value *values, uint32_t n, ValueClass class_,
                     const Shape *shape, bool *done, Value *out);
/* There are values among them that do not go together. */
bool fail_concat_kinds(Interp *in, const Concat *c, const Value *values, uint32_t n);

#endif
