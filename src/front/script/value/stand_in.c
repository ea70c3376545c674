/* Until cells, structs and maps are there. */
#include "front/script/value/objects.h"

#define WEAK __attribute__((weak))

WEAK void cell_free(Interp *in, Cell *cell);
WEAK void struct_free(Interp *in, Struct *s);
WEAK void map_free(Interp *in, Map *map);
WEAK bool value_cell_new(Interp *in, const Shape *shape, Value *out);
WEAK bool value_struct_shaped(Interp *in, const Shape *shape, Value *out);
WEAK bool value_struct_add_field(Interp *in, Struct *s, const char *name, uint32_t *index);
WEAK bool value_index(Interp *in, const char *name, Value base, const Value *subs, uint32_t n,
                      Value *out);
WEAK int32_t value_field_index(const Struct *s, const char *name);
WEAK bool matrix_quotient(Interp *in, BinaryOp op, Value a, Value b, ValueClass class_, Value *out);
WEAK bool matrix_power(Interp *in, Value a, Value b, ValueClass class_, Value *out);

bool matrix_quotient(Interp *in, BinaryOp op, Value a, Value b, ValueClass class_, Value *out);
bool matrix_power(Interp *in, Value a, Value b, ValueClass class_, Value *out);

void cell_free(Interp *in, Cell *cell) {
    (void)in, (void)cell;
}
void struct_free(Interp *in, Struct *s) {
    (void)in, (void)s;
}
void map_free(Interp *in, Map *map) {
    (void)in, (void)map;
}
bool value_cell_new(Interp *in, const Shape *shape, Value *out) {
    (void)shape, (void)out;
    return interp_fail(in, "no cells yet");
}
bool value_struct_shaped(Interp *in, const Shape *shape, Value *out) {
    (void)shape, (void)out;
    return interp_fail(in, "no structs yet");
}
bool value_struct_add_field(Interp *in, Struct *s, const char *name, uint32_t *index) {
    (void)s, (void)name, (void)index;
    return interp_fail(in, "no structs yet");
}
bool value_index(Interp *in, const char *name, Value base, const Value *subs, uint32_t n,
                 Value *out) {
    (void)name, (void)base, (void)subs, (void)n, (void)out;
    return interp_fail(in, "no indexing yet");
}
int32_t value_field_index(const Struct *s, const char *name) {
    (void)s, (void)name;
    return -1;
}
bool matrix_quotient(Interp *in, BinaryOp op, Value a, Value b, ValueClass class_, Value *out) {
    (void)op, (void)a, (void)b, (void)class_, (void)out;
    return interp_fail(in, "no division of matrices yet");
}
bool matrix_power(Interp *in, Value a, Value b, ValueClass class_, Value *out) {
    (void)a, (void)b, (void)class_, (void)out;
    return interp_fail(in, "no power of matrices yet");
}
