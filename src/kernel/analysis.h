/*
 * What is known of a kernel before an engine makes its own of it: at which level each value is, how many
 * walks over the row must be over before it can be had, and which instructions happen in which walk.
 * slices.h has the parts of the body that each place of an engine's code needs.
 *
 * A walk over the rows is a *phase*. It goes forwards, or backwards where it has scans from the end. A kernel
 * that needs both ways has forward walks at even numbers and backward walks at odd ones; some may be empty.
 */
#ifndef FRIT_KERNEL_ANALYSIS_H
#define FRIT_KERNEL_ANALYSIS_H

#include "base/arena.h"
#include "kernel/kernel.h"

#define NO_INSTR UINT32_MAX
#define NO_PHASE UINT32_MAX

/* Which rows LEVEL_ROW speaks of. The last two are maps: every element by itself, in one walk. */
typedef enum Rows {
    ROWS_OF_KERNEL,
    ROWS_OF_CALL, /* those of a call, along which loads may be the same: see `along` */
    ROWS_NONE     /* what is not uniform is one an element */
} Rows;

/* What engines differ in. */
typedef struct AnalysisOptions {
    Rows rows;
    const uint8_t *along; /* ROWS_OF_CALL; by access: 0: all elements of such a row have the same */
    const uint8_t *places; /* by access: the Level of what a store writes. NULL: as its flags say */
    /* Where lanes leave a loop one by one: its index and what goes round are one a lane too, not as they
     * are in all lanes that still run. */
    bool lanes_count;
    /* Stores of elements wait for the last walk. Otherwise they happen as soon as they can: rows that are
     * written in place have theirs in the last walk (run/bind/in_place.c). */
    bool stores_last;
    bool keeps;     /* a costly value that several walks need is kept by the first of them */
    bool keeps_all; /* so is one that is merely loaded */
} AnalysisOptions;

struct Slice;

typedef struct Analysis {
    const Kernel *kernel;
    AnalysisOptions options;
    /* By value. */
    uint8_t *level;   /* Level: as the planner says, or more where lanes may be off; see Rows */
    uint8_t *used_at; /* the largest Level of an instruction that uses it */
    bool *read;       /* something uses it */
    bool *hidden; /* known inside a loop or branch alone, or made anew in each part that needs it */
    ValId *slot;  /* of arrays: kernel/arrays.h */
    uint32_t *def;     /* the instruction that makes it, or NO_INSTR */
    uint32_t *phase;   /* walks over the row that must be over before it can be had */
    uint32_t *kept_in; /* the phase that computes it and keeps it for later ones, or NO_PHASE */
    /* By instruction. */
    uint32_t *around; /* the opener of the loop or branch it is in, or NO_INSTR */
    uint8_t *mask;    /* of an opener: Level of its condition; LEVEL_UNIFORM: all lanes agree */
    uint8_t *at;      /* of stores and scatters: Level at which they happen */
    uint32_t *instr_phase; /* of reductions, scans, stores and scatters: the walk they happen in */
    uint32_t *number;      /* of a reduction or scan: its number among its kind */
    /* By access. */
    uint8_t *access_level; /* the largest Level at which it is used */

    uint32_t n_phases, n_reductions, n_scans;
    bool two_ways;       /* it keeps values whatever the options say */
    bool backwards;      /* all walks are */
    bool uniform_stores; /* there are stores of LEVEL_UNIFORM */

    struct Slice *at_slices, *phases, *uniform; /* slices_find; see slices.h */
    ValId *todo;                                /* room for slices; by value */
    bool *roots;
    uint32_t *cost;
} Analysis;

/* Everything but slices. Its arrays are the arena's. */
bool analyse(Env *env, Arena **arena, Analysis *a, const Kernel *kernel,
             const AnalysisOptions *options);

static inline bool walks_backwards(const Analysis *a, uint32_t phase) {
    return a->two_ways ? phase % 2 : a->backwards;
}

#endif
