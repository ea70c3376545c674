/*
 * The reductions of one walk over a row, lanes along the row.
 *
 * A chunk has REDUCE_LANES lanes: one or more vectors. A turn of the loop takes a vector's worth of
 * elements into the first of them, which goes to the end of the queue: the loop's body is there once,
 * and which lanes a vector has in the end depends on the number of turns. (A small body is there once
 * for each vector.) Where registers would not do, lanes are in memory instead.
 *
 * Chunks join as a binary counter does, on a stack in memory.
 */
#ifndef FRIT_EMIT_LLVM_CHUNKS_H
#define FRIT_EMIT_LLVM_CHUNKS_H

#include "emit/llvm/reduce.h"

typedef struct Chunks {
    const Reducer *reducers; /* those of the walk that accumulate */
    unsigned n;
    unsigned groups;  /* vectors of a chunk's lanes */
    unsigned n_slots; /* values that go round the loop: by reduction, vector, part */
    bool in_memory;   /* then none */
    unsigned group;   /* the vector that takes: the first, unless a loop has a turn for each */
    Val *slots;       /* in a turn: what it begins with */
    Val *taken;       /* by reduction and part: the vector after it */
    Val *memory;      /* by reduction: lanes */
    Val *stack;       /* by reduction: results of chunks */
    Val first;        /* number of the chunk's first element */
} Chunks;

/* In the function's first row: makes room. The reducers must outlive it. */
void chunks_begin(Emit *e, Chunks *c, const Reducer *reducers, unsigned n);
void chunks_free(Emit *e, Chunks *c);

/* A chunk begins: what the slots are before the first turn, into init[n_slots]. */
void chunks_start(Emit *e, Chunks *c, Val first, Val *init);
/* Element x of reduction k, at number `at` of the row and behind it; obeys e->mask. Once a turn. */
void chunks_take(Emit *e, Chunks *c, unsigned k, Vec x, Val at);
/* What the slots are after the turn. */
void chunks_turned(const Chunks *c, Val *next);
/* Of a loop that has a turn for each vector: the vector stays where it is, and the next one takes. */
void chunks_settle(Chunks *c);
/* The chunk is over after that many turns: it joins `top` (an i64) entries of the stack, of which
 * `count` (an i64) chunks are. How many entries there are then. Unless there are `more` (an i1) chunks
 * it joins them all, and out[] is the whole row's accumulators: wide, one lane. */
Val chunks_join(Emit *e, Chunks *c, Val turns, Val count, Val top, Val more, Acc *out);

#endif
