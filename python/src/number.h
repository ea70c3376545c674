/* What the files about operators share: number.c, number_matmul.c, number_value.c, number_protocol.c,
 * weak.c. */
#ifndef FRIT_PYTHON_NUMBER_H
#define FRIT_PYTHON_NUMBER_H

#include "core.h"

/* Of a Python number of exactly these types; KIND_OTHER for everything else. */
Kind number_kind(PyObject *object);
/* Is it one of eq, ne, lt, le, gt, ge? */
bool is_compare(const char *op);
/* The operator, or NotImplemented where an operand is neither array nor number. */
PyObject *binary_or_not(const char *op, PyObject *a, PyObject *b);
/* a ** b as arrays have it; binary_or_not's answer for operands it does not know. */
PyObject *number_power(PyObject *a, PyObject *b);
/* The element of a one-element array as a Python number. New reference. */
PyObject *number_item(PyObject *self);

/* A number in memory, of any dtype but DT_OTHER. New reference. */
PyObject *number_of_cell(DTypeId dtype, const char *cell);

/* The least and the greatest integer of a dtype, as far as 64 signed bits tell. */
void integer_range(DTypeId id, int64_t *low, int64_t *high);
/* A weak array as a dtype, as the Python number it stands for would become it. New reference. */
ArrayObject *weak_cast(ArrayObject *array, DTypeId to);
/* Python's arithmetic of two numbers, of which at least one is a weak array. */
PyObject *weak_binary(const char *op, const Operand *a, const Operand *b);
/* A matrix or vector times a vector, of one dtype; NULL without an exception: the library's matmul does it. */
PyObject *number_vector_matmul(ArrayObject **in);

#endif
