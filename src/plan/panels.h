/*
 * Panels: steps around products of matrices that run together on a few rows at a time, so that what they hand on to
 * each other stays in the cache and is never formed as a whole.
 *
 *   follow.c         which axis of an operand goes with an axis of the result, place by place
 *   panels.c         which instructions belong together, and along which axes they are cut
 *   outline.c        they become a program of their own, which a call runs
 *   panels_size.c    how many rows a panel has, for given sizes
 */
#ifndef FRIT_PLAN_PANELS_H
#define FRIT_PLAN_PANELS_H

#include "plan/panels_size.h"
#include "plan/planner.h"

/* ---- follow.c */

/* Axes of an operand of a product by what they are to it. */
typedef struct ProductAxes {
    uint32_t batch[MAX_RANK], own[MAX_RANK], summed[MAX_RANK]; /* VIEW_NEW: repeated */
    uint32_t n_batch, n_own, n_summed;
} ProductAxes;
void product_axes(const Types *t, const Program *p, const Instr *i, uint32_t operand,
                  ProductAxes *out);

enum {
    FOLLOW_WHOLE = -1, /* the operand is read as it is, whatever the place along the axis */
    FOLLOW_NONE = -2   /* the places along the axis are not computed each by itself */
};
/*
 * The axis of an operand whose places are those of axis `axis` of the result: what is made at place i of the one needs
 * of the operand what stands at place i of the other, and cutting both changes nothing.
 */
int follow_axis(const Types *t, const Program *p, const Instr *i, uint32_t operand, uint32_t axis);

/* Is the operand an index of a gather that numbers the places along that axis of the result, 0, 1, ...? Of a part of it
 * the numbers begin at 0 again. */
bool follow_numbers(const Types *t, const Program *p, const Instr *i, uint32_t operand,
                    uint32_t axis);
/* The input, and its axis, whose extent an `extent` asks for; false: it is none, or no input has it. */
bool extent_of_input(const Types *t, const Program *p, const Instr *i, VarId *input,
                     uint32_t *axis);

/* ---- panels.c */

/* Instructions of a program that make panels. */
typedef struct PanelSet {
    uint8_t *member; /* by instruction */
    uint8_t (
        *cut)[MAX_CUTS]; /* by variable that is cut: its axes; the first is NOT_CUT for others */
    uint32_t n_cuts;
    uint32_t first, last; /* members */
} PanelSet;

/* Makes the panels of the program at hand; then pl->p is another one, with calls in place of them. */
bool plan_panels(Planner *pl);

/* ---- outline.c */

/*
 * The program at hand with the members of the set as one call of a program that is put into the module. *at: behind the
 * call. *made stays NULL where the sizes of that program could not be told from what it is given.
 */
bool outline_panels(Planner *pl, const PanelSet *set, uint32_t *at, Program **made);
/* Puts the program with the calls into the module. */
bool outline_finish(Planner *pl);
/* The call of panels that the instruction is, or NULL. */
const PanelCall *panel_call(const Planner *pl, const Instr *i);

#endif
