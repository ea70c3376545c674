/*
 * Inside the room of values: how objects and the memory of arrays are made and freed. Cells, structs and maps are freed
 * by who makes them (cell_free and so on), everything else by value.c.
 */
#ifndef FRIT_SCRIPT_OBJECTS_H
#define FRIT_SCRIPT_OBJECTS_H

#include <string.h>

#include "front/script/value/value.h"

/* A zeroed object of the kind with one reference; size: of the whole struct. NULL: out of memory. */
void *object_new(Interp *in, ValueKind kind, size_t size);

/* What these objects own, and the objects themselves. Their count of references is 0. */
void cell_free(Interp *in, Cell *cell);
void struct_free(Interp *in, Struct *s);
void map_free(Interp *in, Map *map);
void function_free(Interp *in, Function *function);

/* Own memory, not cleared, with one reference; bytes may be 0. NULL: out of memory. */
Buffer *buffer_new(Interp *in, uint64_t bytes);
Buffer *buffer_hold(Buffer *buffer);
void buffer_drop(Interp *in, Buffer *buffer);

/* An array whose elements are not cleared: who makes it writes each. Its memory has room for `room` elements or, if that is
 * less, for all. */
bool array_new_raw(Interp *in, ValueClass class_, bool complex, const Shape *shape, int64_t room,
                   Array **out);
/* The same elements in another shape of as many; memory (or what is recorded) is shared. */
bool array_reshaped(Interp *in, Array *array, const Shape *shape, Array **out);
/* NULL is allowed. (Of this room alone: the library has another of that name.) */
static inline void array_drop(Interp *in, Array *array) {
    if (array)
        value_drop(in, value_of_array(array));
}
/* Elements of what is recorded, to memory of the caller's: the array itself stays as it is. */
bool array_read(Interp *in, Array *array, void *to);
static inline Array *array_hold(Array *array) {
    array->head.refs++;
    return array;
}
/* Bytes of an element: twice the class's where it is complex. */
size_t array_item(const Array *array);
/* Frees its recorded steps: somebody is going to write to its elements, which are in memory. */
void array_forget_lazy(Array *array);

/* The element at data as a double (its real part), of any class. */
double element_double(ValueClass class_, const void *data, int64_t k);
/* Writes x as the class, rounded and saturated. */
void element_store(ValueClass class_, void *data, int64_t k, double x);

int64_t saturate_int64(double x);
uint64_t saturate_uint64(double x);
/* A number as a double; where it is an element of its class; element k as a number. */
double number_double(Value v);
void number_store(Value v, void *data);
Value number_at(ValueClass class_, const void *data, int64_t k);

/* Element k (from 0), and elements from .. from + count - 1. */
double range_at(const Range *r, int64_t k);
/* How many elements base:step:limit has; -1: more than can be counted. */
int64_t range_count(double base, double step, double limit);
void range_fill(const Range *r, int64_t from, int64_t count, double *out);

/* As messages about operators have it: "matrix", "int8 scalar", "cell". */
const char *value_type_name(Value v);

/* Is every element known to be positive, +0 or NaN, without a look at any? (A root or logarithm needs none then.) */
bool value_is_positive(Value v);
/* What was recorded is. */
static inline void value_note_positive(Value v) {
    if (v.kind == VALUE_ARRAY && !((Array *)v.as.object)->data)
        ((Array *)v.as.object)->positive = true;
}

/* How many elements, and bytes of that many; false: more than memory can hold, which is the error. */
bool shape_bytes(Interp *in, const Shape *shape, size_t item, int64_t *count, uint64_t *bytes);

/*
 * May the elements be written where they are, now that the array forgets what it was wrapped as? Recorded steps that read a large one
 * are run for it.
 */
bool array_reclaim(Interp *in, Array *array);
/* A complex array in memory without imaginary parts becomes real. Nobody else may have looked at its elements. */
bool array_narrow(Interp *in, Array *array);
/* array_reshaped of an array that is recorded. */
bool recorded_reshape(Interp *in, Array *array, const Shape *shape, Array **out);

/* Copies a name or a text ended by '\0'; freed with interp_release(len + 1). */
char *text_copy(Interp *in, const char *text, size_t len);

#endif
