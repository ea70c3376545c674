/*
 * Loops over elements. Operators compute in a few lanes (double, single, pairs of either, 64-bit integers); elements of other
 * classes come into a lane and leave it block by block.
 */
#ifndef FRIT_SCRIPT_LANES_H
#define FRIT_SCRIPT_LANES_H

#include "front/script/value/objects.h"

typedef enum Lane {
    LANE_DOUBLE,
    LANE_SINGLE,
    LANE_DOUBLES, /* pairs of doubles */
    LANE_SINGLES, /* pairs of singles */
    LANE_INT64,
    LANE_UINT64,
    LANE_SIZES, /* pairs of doubles: the size of a real number, and 0 */
    LANE_LONG,  /* 64-bit integers with others: all are exact in a long double of 64 bits */
    LANE_COUNT
} Lane;

size_t lane_size(Lane lane);

/* Reads elements from .. from + n - 1 into a lane; the real lanes take real parts. */
void lane_read(Lane lane, ValueClass class_, bool complex, const void *data, int64_t from,
               int64_t n, void *out);
/* Writes them as the class, rounded and saturated. */
void lane_write(Lane lane, const void *values, int64_t n, ValueClass class_, bool complex,
                void *data, int64_t from);
/* Are elements of the array those of the lane, without reading? */
bool lane_is(Lane lane, ValueClass class_, bool complex);

/* n results; a_one: a has one element for all. */
typedef void LaneFn(int64_t n, const void *a, bool a_one, const void *b, bool b_one, void *out);

/* Of elementwise arithmetic (BINARY_ADD, SUB, EMUL, EDIV, EPOW): into the same lane. */
LaneFn *lane_double(BinaryOp op);
LaneFn *lane_single(BinaryOp op);
LaneFn *lane_int64(BinaryOp op);
LaneFn *lane_uint64(BinaryOp op);
LaneFn *lane_long(BinaryOp op);
/* x to the power of y, of doubles whose power is real: as the loops have it. */
double scalar_power(double x, double y);
/* Of pairs; a_real, b_real: that operand is in the real lane of the same width. */
LaneFn *lane_pairs(BinaryOp op, bool single, bool a_real, bool b_real);
/* Comparisons: bytes of 0 and 1. */
LaneFn *lane_compare(BinaryOp op, Lane lane);

#endif
