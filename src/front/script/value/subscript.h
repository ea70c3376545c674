/* The subscripts of one index, read: which places they mean, whether they are places at all. */
#ifndef FRIT_SCRIPT_SUBSCRIPT_H
#define FRIT_SCRIPT_SUBSCRIPT_H

#include "front/script/value/value.h"

typedef enum SubscriptKind { SUBSCRIPT_COLON, SUBSCRIPT_RANGE, SUBSCRIPT_LIST } SubscriptKind;

/* Places count from 0. A scalar is a range of one. */
typedef struct Subscript {
    SubscriptKind kind;
    bool scalar;         /* it was written as one number */
    int64_t first, step; /* of a range */
    int64_t count;       /* places; of a colon 0 until its extent is known */
    int64_t extent;      /* the largest place + 1; of a colon 0 */
    int64_t *list;       /* of a list: own memory of count */
    Shape shape;         /* of the subscript itself; of a mask that of find's result */
} Subscript;

/* How a failing index is told. */
typedef struct IndexName {
    const char *name; /* of the variable; NULL: "index (...)" */
    bool deletes;     /* x(...) = [] of numbers, which has its own way to write places */
} IndexName;

/* Reads all of them. On failure nothing is left to free. n is at most VALUE_RANK_MAX. */
bool subscripts_read(Interp *in, const IndexName *name, const Value *subs, uint32_t n,
                     Subscript *out);
void subscripts_free(Interp *in, Subscript *subs, uint32_t n);
/* How many places it means where the extent of its axis is this. */
int64_t subscript_count(const Subscript *s, int64_t extent);
/* The extent an axis has to have for it. */
int64_t subscript_extent(const Subscript *s, int64_t extent);
/* All places of the axis, in order? */
bool subscript_is_whole(const Subscript *s, int64_t extent);
static inline int64_t subscript_at(const Subscript *s, int64_t k) {
    return s->kind == SUBSCRIPT_LIST ? s->list[k] : s->first + k * s->step;
}
/* The error of a place that is not there: position from 0. */
bool subscript_out_of_bound(Interp *in, const char *name, uint32_t position, uint32_t n,
                            int64_t place, int64_t extent, const Shape *shape);
/* shape with n extents: what is folded into the last, or ones behind. n = 1: all elements. */
void shape_folded(const Shape *shape, uint32_t n, int64_t *extents);

#endif
