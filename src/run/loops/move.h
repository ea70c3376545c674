/* Moving elements between a line of memory and one straight line ("register" in the words of blocks.h). */
#ifndef FRIT_RUN_LOOPS_MOVE_H
#define FRIT_RUN_LOOPS_MOVE_H

#include "kernel/line.h"
#include "run/loops/blocks.h"

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
