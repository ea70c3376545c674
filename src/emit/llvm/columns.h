/*
 * Rows side by side: what a tile of rows has in Frame.scratch. Everything is a line of as many entries
 * as a tile has rows (a multiple of the lanes), so vectors of scratch need no mask: lanes without a row
 * hold anything. An offset is in bytes for each row; the line is at scratch + offset * tile rows.
 */
#ifndef FRIT_EMIT_LLVM_COLUMNS_H
#define FRIT_EMIT_LLVM_COLUMNS_H

#include "emit/llvm/body.h"
#include "emit/llvm/reduce.h"

typedef struct ColumnRoom {
    uint64_t *values; /* by value: of those that a row has one of */
    uint64_t *states; /* by number of the scan */
    uint64_t *accs;   /* by number of the reduction: wide accumulators */
    uint64_t *lanes;  /* by number: REDUCE_LANES lines of narrow ones, of each part in turn */
    uint64_t bytes;   /* of a row in all */
} ColumnRoom;

/* Arrays may be NULL where only the bytes are wanted. */
void column_room(const Analysis *a, const Reducer *reducers, ColumnRoom *room);
/* reducers: as many as the kernel has. */
void column_reducers(const Analysis *a, Reducer *reducers);
unsigned column_part_bytes(const Reducer *r, unsigned part);

typedef struct Columns {
    Reducer *reducers; /* by number of the reduction */
    unsigned n;
    ColumnRoom room;
    Val rows, length; /* parameters */
    Val padded;       /* rows, to whole vectors */
    Val tile;         /* rows of a tile: from one line to the next */
    Val scratch;
    Val *values, *states, *accs, *lanes[2]; /* by ValId, numbers: where the lines are */
    Val *results;                           /* by number: accumulators of whole rows */
    uint32_t phase;
    Val element; /* being walked */
    Val line;    /* its lane's line: rows before it in the lanes */
    Val first;   /* element of the chunk */
    Val place;   /* the element's number in the chunk */
} Columns;

/* column_chunks.c: the reductions of c->phase over all elements; `walk` walks elements from .. to. */
typedef void ColumnWalk(Emit *e, Columns *c, Val from, Val to);
void column_chunks(Emit *e, Columns *c, ColumnWalk *walk);
/* Takes x of the rows from r on. */
void column_take(Emit *e, Columns *c, uint32_t number, Vec x, Val r);
/* The results of the rows from r on. */
Vec column_result(Emit *e, Columns *c, uint32_t number, Val r);
/* Rows from r on of a line with entries of so many bytes. */
Val column_at(Emit *e, Val line, Val r, unsigned bytes);

#endif
