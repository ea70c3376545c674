/* What the files about indexing share. */
#ifndef FRIT_SCRIPT_INDEX_H
#define FRIT_SCRIPT_INDEX_H

#include "front/script/value/subscript.h"

/* base(subs) with subscripts that are read already; base is no map. */
bool value_index_read(Interp *in, const char *name, Value base, const Subscript *subs, uint32_t n,
                      Value *out);

/* The error of a key that is not there. */
bool value_map_missing(Interp *in, Value key);
/* Count, KeyType, ValueType; and the methods that need no arguments. */
bool value_map_property(Interp *in, const Map *map, const char *name, Value *out);
/* Keys or values as a row of cells. */
bool value_map_list(Interp *in, const Map *map, bool keys, Value *out);

/* The class of x(...) = rhs of numbers: that of x, but for what Octave widens. */
bool assigned_class(ValueClass to, bool to_complex, ValueClass from, bool from_complex,
                    ValueClass *class_, bool *complex);

/* Shapes of x(subs) = rhs: does rhs fit, and what shape has x to have first? */
bool assigned_shape(Interp *in, const Subscript *subs, uint32_t n, const Shape *shape,
                    const Shape *rhs, Shape *out);

/* Copies all elements to their places in an array whose extents are as large or larger. */
void grow_copy(size_t item, void *to, const Shape *to_shape, const void *from,
               const Shape *from_shape);
/* Do the elements of an array keep their places when it gets the new shape? */
bool grow_keeps_places(const Shape *from, const Shape *to);
/* Elements to make room for where `needed` of `count` are asked for: so many that growing one by one is O(1). */
int64_t grow_room(int64_t count, int64_t needed);

/* The same for blocks of values: *at of *room values, of which those of `from` are held, gets the shape `to`. */
bool values_grow(Interp *in, Value **at, int64_t *room, const Shape *from, const Shape *to);

/* base(subs) = rhs of cells and structs, where *base is one or becomes one. */
bool assign_to_cell(Interp *in, const char *name, Value *base, const Value *subs, uint32_t n,
                    Value rhs);
bool assign_to_struct(Interp *in, const char *name, Value *base, const Value *subs, uint32_t n,
                      Value rhs);

/* *base as a struct with one reference, of the shape; new elements have nothing in their fields. */
bool struct_with_shape(Interp *in, Value *base, const Shape *shape, Struct **out);

/* The text of several failures of places that are lists. */
#define NOT_ONE_PLACE                                                                         \
    "invalid dot name structure assignment because the structure array is empty.  Specify a " \
    "subscript on the structure array to resolve."

#endif
