/* How many places a panel has along each axis that is cut; what panels are: panels.h. */
#ifndef FRIT_PLAN_PANELS_SIZE_H
#define FRIT_PLAN_PANELS_SIZE_H

#include "plan/plan.h"

enum { MAX_CUTS = 8 };
#define NOT_CUT UINT8_MAX

/*
 * How many places along each cut axis a panel has: all, or so many that the values in between take about
 * Limits.panel bytes, first fewer along the outermost axis. whole: the shapes of the body's inputs.
 */
bool panel_extents(Env *env, const Plan *outer, const PlanStep *step, const int64_t *const *whole,
                   int64_t *block);
/* The same, and how many bytes the values in between take at once. */
bool panel_bytes(Env *env, const Plan *outer, const PlanStep *step, const int64_t *const *whole,
                 int64_t *block, uint64_t *bytes);
/* The shape of operand or result number k, cut so. */
void panel_shape(const Plan *outer, const PlanStep *step, uint32_t k, const int64_t *block,
                 uint32_t rank, const int64_t *whole, int64_t *out);
/* The axis of operand or result number k of the step that is cut as number j; NOT_CUT: none. */
static inline uint8_t panel_axis(const Plan *outer, const PlanStep *step, uint32_t k, uint32_t j) {
    return outer->cuts.at[step->cut + k * step->n_cuts + j];
}

#endif
