/*
 * Calling a function of elements over arrays: which axes of an argument are axes of the call, which are gathered into
 * its elements, and what shape the call has. Rules alone, without any language: docs/slang.md tells them to people.
 */
#ifndef FRIT_INFER_VECTORISE_H
#define FRIT_INFER_VECTORISE_H

#include "ir/program.h"

/* The axes of an argument that are axes of the call, in the argument's own order. */
typedef struct CallAxes {
    uint32_t n;
    bool named;           /* at says which they are; else the last n of the call's */
    uint8_t at[MAX_RANK]; /* from the first axis of the call, 0 */
} CallAxes;

/* The shape of a call, while arguments join it. */
typedef struct CallShape {
    uint32_t rank;
    int64_t extents[MAX_RANK]; /* 1 as long as nobody says more */
    bool covered[MAX_RANK];    /* some argument has this axis */
    uint32_t who[MAX_RANK];    /* which argument gave the extent */
} CallShape;

/* Two arguments that do not go together. */
typedef struct CallClash {
    uint32_t axis;     /* of the call */
    uint32_t own_axis; /* of the argument that came later */
    int64_t had, given;
    uint32_t who; /* the argument that came first */
} CallClash;

/* First the rank, from all arguments; then their extents. */
void call_take_rank(CallShape *call, const CallAxes *axes);
/* The axis of the call that axis k of the argument is. */
uint32_t call_axis(const CallShape *call, const CallAxes *axes, uint32_t k);
/* sizes: of the argument's axes of the call. False: *clash says why not. */
bool call_take_extents(CallShape *call, const CallAxes *axes, const int64_t *sizes, uint32_t who,
                       CallClash *clash);
/* The first axis that no argument has; the rank when there is none. */
uint32_t call_uncovered(const CallShape *call);
/* An array that is written: each axis of the call, once, with the call's own extent. */
typedef enum Written { WRITTEN_FITS, WRITTEN_RANK, WRITTEN_EXTENT } Written;
Written call_can_write(const CallShape *call, const CallAxes *axes, const int64_t *sizes,
                       uint32_t *axis);

/* ---- elements */

/* Axes that an element type has as an array of scalars: 0 of a scalar, 2 of a matrix. Structs have none. */
uint32_t element_rank(const Types *t, TypeId elem);
/* The extents of those; at most room of them are written. Returns how many there are. */
uint32_t element_extents(const Types *t, TypeId elem, int64_t *out, uint32_t room);
/* The dtype of its scalars, through fixed arrays; DT_NONE of structs and what has structs. */
Dtype element_dtype(const Types *t, TypeId elem);
/* The same element shape with other scalars. */
bool element_with_dtype(Env *env, Types *t, TypeId elem, Dtype dtype, TypeId *out);

/*
 * What it costs to give numbers of one dtype for those of another without being asked: 0 the same, 1 wider, 2 an integer
 * for a real, 3 narrower of the same kind; -1: it is not done (a real for an integer, a number for a bool).
 */
int number_cost(Dtype from, Dtype to);

#endif
