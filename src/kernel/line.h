/* Runs of places along several axes of memory, one after another. */
#ifndef FRIT_KERNEL_LINE_H
#define FRIT_KERNEL_LINE_H

#include <stdint.h>

typedef struct Axis {
    int64_t extent, stride; /* bytes; of element numbers: elements */
} Axis;

/* A walk over axes, neighbours merged where one stride continues the other; the last is fastest. */
typedef struct Line {
    uint32_t n;
    const Axis *axes;
} Line;

/* Of axes from .. to: extents as they are walked, strides as order[k] says (UINT32_MAX: 0). room has a
 * place for each of them. */
Line line_make(Axis *room, const int64_t *extents, const int64_t *strides, const uint32_t *order,
               uint32_t from, uint32_t to);
/* Of place number `place`. */
int64_t line_offset(const Line *line, int64_t place);

#endif
