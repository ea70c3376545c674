/*
 * Runs of places along several axes of memory, one after another, and moving their elements to and
 * from one straight line ("register" in the words of run/interp/blocks.h).
 */
#ifndef FRIT_RUN_LINE_H
#define FRIT_RUN_LINE_H

#include "ir/type.h"
#include "run/interp/blocks.h"

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

typedef struct Mover {
    const BlockOps *ops;
    Dtype dtype;       /* of the elements in memory */
    Dtype moved;       /* of the same size as an element in the register */
    uint32_t reg_size; /* bytes */
    char *base;        /* of memory; NULL: element numbers */
    char *temp;        /* room for as many elements of the register as are moved at once */
    bool store;
} Mover;

/* n elements in a straight run, from (or to) base + offset on. */
void move_run(const Mover *m, char *reg, int64_t offset, int64_t stride, size_t n);
/* n elements of the line from place number `start` on; offset: of place 0. */
void move_line(const Mover *m, const Line *line, char *reg, int64_t offset, int64_t start,
               size_t n);

#endif
