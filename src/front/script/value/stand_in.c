/* Until division and powers of matrices are there. */
#include "front/script/value/objects.h"

#define WEAK __attribute__((weak))

WEAK bool matrix_quotient(Interp *in, BinaryOp op, Value a, Value b, ValueClass class_, Value *out);
WEAK bool matrix_power(Interp *in, Value a, Value b, ValueClass class_, Value *out);

bool matrix_quotient(Interp *in, BinaryOp op, Value a, Value b, ValueClass class_, Value *out);
bool matrix_power(Interp *in, Value a, Value b, ValueClass class_, Value *out);

bool matrix_quotient(Interp *in, BinaryOp op, Value a, Value b, ValueClass class_, Value *out) {
    (void)op, (void)a, (void)b, (void)class_, (void)out;
    return interp_fail(in, "no division of matrices yet");
}
bool matrix_power(Interp *in, Value a, Value b, ValueClass class_, Value *out) {
    (void)a, (void)b, (void)class_, (void)out;
    return interp_fail(in, "no power of matrices yet");
}
