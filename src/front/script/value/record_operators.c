/* Operators on large arrays as recorded steps. */
#include "front/script/value/recorded.h"

bool recorded_binary(Interp *in, BinaryOp op, Value a, Value b, bool *done, Value *out) {
    (void)in, (void)op, (void)a, (void)b, (void)out;
    *done = false;
    return true;
}
bool recorded_unary(Interp *in, UnaryOp op, Value a, bool *done, Value *out) {
    (void)in, (void)op, (void)a, (void)out;
    *done = false;
    return true;
}
bool recorded_cast(Interp *in, Value v, ValueClass class_, bool *done, Value *out) {
    (void)in, (void)v, (void)class_, (void)out;
    *done = false;
    return true;
}
bool recorded_transpose(Interp *in, Array *a, bool *done, Value *out) {
    (void)in, (void)a, (void)out;
    *done = false;
    return true;
}
bool recorded_product(Interp *in, Value a, Value b, ValueClass class_, bool *done, Value *out) {
    (void)in, (void)a, (void)b, (void)class_, (void)out;
    *done = false;
    return true;
}
