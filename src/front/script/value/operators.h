/* What the files of operators share. */
#ifndef FRIT_SCRIPT_OPERATORS_H
#define FRIT_SCRIPT_OPERATORS_H

#include "front/script/value/objects.h"

/* "binary operator '+' not implemented for ..."; false. */
bool fail_binary(Interp *in, BinaryOp op, Value a, Value b);
/* Who complains about shapes that do not fit: "operator +", "product". */
const char *binary_shape_name(BinaryOp op);
/* The class of a sum, product and so on; false with the error where there is none. */
bool arithmetic_class(Interp *in, BinaryOp op, Value a, Value b, ValueClass *out);
/* The same of comparisons, & and |. */
bool check_comparison(Interp *in, BinaryOp op, Value a, Value b);
/* At once, in memory. Not of matrix operators. */
bool elementwise(Interp *in, BinaryOp op, Value a, Value b, Value *out);
/* * / \ ^ where an operand is a matrix that makes it more than elementwise. */
bool matrix_binary(Interp *in, BinaryOp op, Value a, Value b, Value *out);

/* a / b and a \ b of matrices that fit; a ^ b where one is a matrix. class_: double or single. */
bool matrix_quotient(Interp *in, BinaryOp op, Value a, Value b, ValueClass class_, Value *out);
bool matrix_power(Interp *in, Value a, Value b, ValueClass class_, Value *out);
/* Of numbers, ranges, arrays, cells and structs. */
bool value_transposed(Interp *in, Value a, bool conjugate, Value *out);

/* value_range whose count tolerates roundings of that size. */
bool range_within(Interp *in, double base, double step, double limit, double eps, Value *out);
/* Results of whole ranges. *done false: elements would not be exact, nothing was made. */
bool range_negated(Interp *in, const Range *r, Value *out);
bool range_shifted(Interp *in, const Range *r, double by, bool *done, Value *out);
bool range_scaled(Interp *in, const Range *r, double by, bool *done, Value *out);

/* From how many elements on an operator is recorded rather than computed at once. */
enum { RECORD_FROM = 4096 };
/* Scalars that wait are worth it while they lead to arrays; a loop over scalars alone is quicker computed. */
enum { SCALAR_STEPS_MOST = 32 };

/* Is it an array that operators record: large, or not computed yet? */
static inline bool is_recorded_size(Value v) {
    return (v.kind == VALUE_ARRAY &&
            (VALUE_ARRAY_OF(v)->count >= RECORD_FROM || !VALUE_ARRAY_OF(v)->data)) ||
           (v.kind == VALUE_RANGE && VALUE_RANGE_OF(v)->count >= RECORD_FROM);
}

/* Records an elementwise operator; *done false: it has no such steps, nothing was made. */
bool recorded_binary(Interp *in, BinaryOp op, Value a, Value b, bool *done, Value *out);
bool recorded_unary(Interp *in, UnaryOp op, Value a, bool *done, Value *out);
bool recorded_transpose(Interp *in, Array *a, bool *done, Value *out);
bool recorded_product(Interp *in, Value a, Value b, ValueClass class_, bool *done, Value *out);
bool recorded_cast(Interp *in, Value v, ValueClass class_, bool *done, Value *out);

#endif
