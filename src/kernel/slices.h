/*
 * The parts of a kernel's body that the places of an engine's code need:
 *
 *     uniform                   once
 *     for each row:   at[0]     what needs no reduction, one a row
 *       for each phase p:
 *         phases[p]             one an element
 *         at[p + 1]             what needs the reductions of phase p
 *
 * or, in place of all but the first, one slice for the whole row. A map has one phase.
 */
#ifndef FRIT_KERNEL_SLICES_H
#define FRIT_KERNEL_SLICES_H

#include "kernel/analysis.h"

typedef enum Site { SITE_UNIFORM, SITE_AT, SITE_PHASE, SITE_WHOLE } Site;

typedef struct Slice {
    Site site;
    uint32_t phase;    /* SITE_AT, SITE_PHASE */
    const bool *roots; /* SITE_UNIFORM; by value: it is asked for. NULL: all that are uniform are */
    bool stores;       /* SITE_UNIFORM: has the stores of LEVEL_UNIFORM */
    bool empty;        /* nothing is wanted */
    bool *wanted;      /* by instruction */
    bool *needed;      /* by value: it is computed in this slice */
    bool *used;        /* by value: something in this slice uses it */
    bool *live;        /* by carry */
} Slice;

/* The arrays of a slice, for slice_find, which begins anew whenever it is called. */
bool slice_new(Env *env, Arena **arena, Analysis *a, Slice *s);
/* Backwards from the roots of the site to values that are there already. */
void slice_find(Analysis *a, Slice *s);
/* Is v known before the slice begins: made by another one? */
bool slice_is_leaf(const Analysis *a, const Slice *s, ValId v);

/* Fills a->at_slices (n_phases + 1) and a->phases (n_phases), and chooses what is kept between phases. */
bool slices_find(Env *env, Arena **arena, Analysis *a);
/* After slices_find: fills a->uniform with what makes the uniform values that these slices use; with n 0:
 * with what the stores of LEVEL_UNIFORM need, and the stores. */
void slices_uniform(Analysis *a, const Slice *const *users, unsigned n);

#endif
