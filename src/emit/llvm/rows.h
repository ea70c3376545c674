/* What rows and phases share: a walk over a row, or a part of one, lanes along it. */
#ifndef FRIT_EMIT_LLVM_ROWS_H
#define FRIT_EMIT_LLVM_ROWS_H

#include "emit/llvm/body.h"
#include "emit/llvm/chunks.h"

typedef struct RowWalk {
    Reducer *reducers;  /* by number of the reduction */
    Reducer *gathered;  /* those of the phase at hand that accumulate */
    uint32_t *place;    /* by number: where in `gathered` it is, or UINT32_MAX */
    Acc *accs;          /* by place: results of the phase */
    unsigned n, n_here; /* of all, of the phase */
    uint32_t phase;
    Chunks chunks;
    Val states;      /* of scans */
    Val kept;        /* memory of kept values, 0: none */
    Val kept_length; /* elements of each of them (an i64) */
    Val length;      /* of the row (an i64) */
} RowWalk;

/* False: out of memory, and e->failed is set. */
bool rows_begin(Emit *e, RowWalk *w);
void row_walk_free(Emit *e, RowWalk *w);
/* In a function: what the walks need of its frame. */
void rows_enter(Emit *e, RowWalk *w);

/* Elements from .. to (i64) of the row. Leaves the accumulators in w->accs. */
void rows_walk(Emit *e, RowWalk *w, uint32_t phase, Val from, Val to);
/* The slice of what a row has one of. */
void rows_at(Emit *e, uint32_t phase);

/* Roughly the instructions that the slice's code has, and `weight` more. */
unsigned slice_weight(const Emit *e, const Slice *slice, unsigned weight);
/* All slices of the kernel, n of them. */
const Slice **all_slices(Emit *e, unsigned *n);
void all_slices_free(Emit *e, const Slice **all);

#endif
