/*
 * What is known of a kernel before its code is written: at which level each value is, how many walks
 * over the row must be over before it can be had, and which instructions each part of the code needs.
 *
 * The parts are *slices* of the body:
 *
 *     uniform                   once a function (emit_uniform makes what the function's slices use)
 *     for each row:   at[0]     what needs no reduction, one a row
 *       for each phase p:
 *         phases[p]             one an element
 *         at[p + 1]             what needs the reductions of phase p
 *
 * A map (WALK_MAP) has one phase. Its rows are those of the call, and its values of LEVEL_ROW are those
 * that are the same in all elements of such a row because the loads they come from are ALONG_ONE.
 *
 * A phase walks forwards, or backwards where it has scans from the end. A kernel that needs both ways
 * has forward walks at even numbers and backward walks at odd ones; some may be empty.
 */
#ifndef FRIT_EMIT_LLVM_ANALYSE_H
#define FRIT_EMIT_LLVM_ANALYSE_H

#include "emit/llvm/form.h"

#define NO_INSTR UINT32_MAX
#define NO_PHASE UINT32_MAX

typedef enum Site { SITE_UNIFORM, SITE_AT, SITE_PHASE } Site;

typedef struct Slice {
    Site site;
    uint32_t phase;
    bool *wanted; /* by instruction */
    bool *needed; /* by value: it is computed in this slice */
    bool *used;   /* by value: something in this slice uses it */
    bool *live;   /* by carry */
    bool empty;   /* nothing is wanted */
} Slice;

typedef struct Analysis {
    const Kernel *kernel;
    const Form *form;
    unsigned lanes; /* of a vector */
    bool in_pairs; /* two registers of 4-byte numbers for each vector of a loop: see choose_lanes */
    /* By value. */
    uint8_t
        *level; /* Level: as the planner says, or more where lanes may be off; see above for maps */
    uint8_t *used_at;     /* the largest Level of an instruction that uses it */
    bool *read;           /* something uses it */
    uint32_t *phase;      /* walks over the row that must be over before it can be had */
    uint32_t *def;        /* the instruction that makes it, or NO_INSTR */
    bool *hidden;         /* known inside a loop or branch alone */
    uint32_t *kept_in;    /* the phase that computes it and keeps it for later ones, or NO_PHASE */
    uint32_t *kept_at;    /* then: bytes before it among those kept of one element */
    uint32_t *row_number; /* of values of rows that are not hidden: 0, 1, ...; else UINT32_MAX */
    /* By instruction. */
    uint32_t *around; /* the opener of the loop or branch it is in, or NO_INSTR */
    uint8_t *mask;    /* of an opener: Level of its condition; LEVEL_UNIFORM: all lanes agree */
    uint8_t *at;      /* of stores and scatters: Level at which they happen */
    /* Of reductions, scans, stores and scatters: the walk they happen in. Stores happen as soon as
     * they can: rows that are written in place have theirs in the last walk (run/bind/in_place.c). */
    uint32_t *instr_phase;
    uint32_t *number; /* of a reduction or scan: its number among its kind */
    /* By access. */
    uint8_t *access_level; /* the largest Level at which it is used */

    uint32_t n_phases, n_reductions, n_scans, n_row_values;
    uint64_t element_bytes; /* of all values that are kept, for one element */
    bool two_ways;          /* it keeps values whatever Form.keeps says */
    bool uniform_stores;    /* there are stores of LEVEL_UNIFORM: frit_uniform makes them */
    bool *backwards;        /* by phase */
    Slice *at_slices;       /* n_phases + 1 */
    Slice *phases;          /* n_phases */
    Slice uniform;          /* filled by analysis_uniform */

    void *blocks[2]; /* all of the above */
    size_t sizes[2];
    ValId *todo;
    bool *roots;    /* by value: of the uniform slice */
    uint32_t *cost; /* by value: roughly, to compute it again from what is in memory or in rows */
} Analysis;

bool analyse(Env *env, Analysis *a, const Kernel *kernel, const Form *form);
void analysis_free(const frit_allocator *allocator, Analysis *a);

/* Lanes of a value in vectors of the walk: 1 for those of which a row or the kernel has one. */
unsigned value_lanes(const Analysis *a, ValId v);
/* The same by level. */
unsigned level_lanes(const Analysis *a, Level level);
/* Is v known before the slice begins: made by another one? */
bool slice_is_leaf(const Analysis *a, const Slice *s, ValId v);
/* Fills a->uniform with what makes the uniform values that these slices use; with n 0: with what the
 * stores of LEVEL_UNIFORM need, and the stores. */
void analysis_uniform(Analysis *a, const Slice *const *users, unsigned n);

static inline bool is_opener(const KernelInstr *i) {
    return i->code == K_FOR || i->code == K_WHILE || i->code == K_IF;
}

static inline bool is_effect(const KernelInstr *i) {
    return i->code == K_STORE || i->code == K_SCATTER;
}

#endif
