/*
 * Rows side by side: what a tile of rows has in LineFrame.scratch. Everything is a line of as many entries
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
    uint64_t *lanes;  /* by number: lane_lines() lines of narrow ones, of each part in turn */
    uint64_t bytes;   /* of a row in all */
} ColumnRoom;

/* Arrays may be NULL where only the bytes are wanted. */
void column_room(const CodeAnalysis *code, const Reducer *reducers, ColumnRoom *room);
/* reducers: as many as the kernel has. */
void column_reducers(const Analysis *a, Reducer *reducers);
unsigned column_part_bytes(const Reducer *r, unsigned part);
/* Does the phase take one lane of a chunk after another, not one element after another? */
bool takes_lanes(const Analysis *a, uint32_t phase);

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
    Acc *taken;                             /* by number: of the lane and the rows at hand */
    unsigned n_taken;                       /* their parts, of the phase at hand */
    Val *now, *next;                        /* room for what goes round a loop */
    uint32_t phase;
    Val element; /* being walked */
    Val line;    /* its lane's line: rows before it in the lanes */
    Val first;   /* element of the chunk */
    Val place;   /* the element's number in the chunk */
    /* The part of a lane at hand: */
    Val from, to; /* elements, REDUCE_LANES apart */
    Val fresh;    /* i1: it is the lane's first */
    Val ahead;    /* elements from here to the part that comes next */
    Val *far;     /* by access: the same in bytes; 0: nothing is fetched ahead */
    Val distant;  /* i1: fetching ahead pays; 0: nothing is */
    Val high;     /* where its accumulators wait for the next part: rows before them in the lanes */
    Val low;      /* where they are after it: there, or where the lanes before them joined */
} Columns;

/* column_chunks.c: the reductions of c->phase over all elements. `walk` walks elements from .. to;
 * `lane` those of a lane, if the phase takes lanes. */
typedef void ColumnWalk(Emit *e, Columns *c, Val from, Val to);
typedef void ColumnLane(Emit *e, Columns *c);
void column_chunks(Emit *e, Columns *c, ColumnWalk *walk, ColumnLane *lane);
/* column_lanes.c: all lanes of a chunk; what is left is in the first line. */
void column_lanes(Emit *e, Columns *c, Val from, Val to, bool all_lanes, ColumnLane *lane);
/* In a lane, of the rows from r on: the elements one after another, each by `turn`, and then what
 * becomes of their accumulators. */
typedef void ColumnTurn(Emit *e, Columns *c, SliceSite *site);
void column_lane_rows(Emit *e, Columns *c, SliceSite *site, ColumnTurn *turn);
/* Is reduction number k of the phase at hand, and does it accumulate? */
bool column_is_here(const Columns *c, unsigned k);
/* Narrow accumulators of reduction k: r counts the rows of all lines before as well. */
Acc column_load(Emit *e, const Columns *c, unsigned k, Val r);
void column_store(Emit *e, const Columns *c, unsigned k, Val r, Acc acc);
/* Takes x of the rows from r on. */
void column_take(Emit *e, Columns *c, uint32_t number, Vec x, Val r);
/* The results of the rows from r on. */
Vec column_result(Emit *e, Columns *c, uint32_t number, Val r);
/* Rows from r on of a line with entries of so many bytes. */
Val column_at(Emit *e, Val line, Val r, unsigned bytes);

#endif
