/* Operands of an elementwise operator, and the loop over both. */
#ifndef FRIT_SCRIPT_BROADCAST_H
#define FRIT_SCRIPT_BROADCAST_H

#include "front/script/value/lanes.h"

/* Elements in memory, or a number that stands in `room`. */
typedef struct Operand {
    Value value;
    const void *data;
    Array *held; /* a reference, or NULL */
    ValueClass class_;
    bool complex;
    int64_t count;
    Shape shape;
    double room[2];
} Operand;

/* Runs what is recorded for it. An operand must not be moved afterwards: data may point into it. */
bool operand_open(Interp *in, Value v, Operand *out);
void operand_close(Interp *in, Operand *operand);

/* The common shape; false with the error "WHO: nonconformant arguments (op1 is ...". */
bool broadcast_shape(Interp *in, const char *who, const Shape *a, const Shape *b, Shape *out);

typedef struct LaneJob {
    LaneFn *fn;
    Lane a, b, result; /* result: where fn writes bytes of truth, LANE_COUNT */
    ValueClass class_; /* of the result */
    bool complex;
} LaneJob;

/* The result as an array or, of two scalars, a number. */
bool broadcast_run(Interp *in, const LaneJob *job, const Operand *a, const Operand *b,
                   const Shape *shape, Value *out);

#endif
