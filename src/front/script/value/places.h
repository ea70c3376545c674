/* The elements that subscripts pick of an array, walked in the order of memory of what they are copied to. */
#ifndef FRIT_SCRIPT_PLACES_H
#define FRIT_SCRIPT_PLACES_H

#include "front/script/value/subscript.h"

typedef struct Places {
    const Subscript *subs;
    uint32_t n;
    uint32_t inner; /* the axis whose places are walked as a row: the first with more than one */
    int64_t extents[VALUE_RANK_MAX]; /* of the array, folded to n axes */
    int64_t counts[VALUE_RANK_MAX];
    int64_t strides[VALUE_RANK_MAX]; /* elements */
    int64_t total;
} Places;

void places_set(Places *p, const Subscript *subs, uint32_t n, const Shape *shape);
/* The first place that is not in the array is an error. */
bool places_check(Interp *in, const char *name, const Places *p, const Shape *shape);
/* The shape of x(subs). */
Shape places_shape(const Places *p, const Shape *shape);
/* One block of memory? Then *first is where it begins. */
bool places_are_block(const Places *p, int64_t *first);

/* Elements of `item` bytes: 1, 2, 4, 8 or 16. */
void places_gather(const Places *p, size_t item, void *to, const void *from);
/* The other way. fill: `from` is one element for all. */
void places_scatter(const Places *p, size_t item, void *to, const void *from, bool fill);
/* The linear places (from 0) of all; a block of p->total, freed with interp_release. */
bool places_list(Interp *in, const Places *p, int64_t **out);

#endif
