/* Failures of steps, told with the shapes and dtypes of the arrays they were given. */
#include "core.h"

#include <string.h>

enum { MOST_SHOWN = 8 }; /* operands named one by one */

PyObject *array_shape_text(const ArrayObject *a) {
    PyObject *shape = shape_tuple(frit_array_rank(a->array), frit_array_shape(a->array));
    PyObject *text = shape ? PyObject_Repr(shape) : NULL;
    Py_XDECREF(shape);
    return text;
}

/* "(2, 3)" or "float32 (2, 3)". */
static PyObject *operand_text(const ArrayObject *a, bool dtype) {
    PyObject *shape = array_shape_text(a);
    if (!shape || !dtype)
        return shape;
    PyObject *text = PyUnicode_FromFormat("%U %U", a->dtype->name, shape);
    Py_DECREF(shape);
    return text;
}

/* "X", "X and Y", "X, Y and Z", "X, Y, ... and 90 more". */
static PyObject *operand_list(ArrayObject **operands, uint32_t n, bool dtypes) {
    PyObject *text = PyUnicode_FromString("");
    uint32_t shown = n <= MOST_SHOWN ? n : MOST_SHOWN - 1;
    for (uint32_t k = 0; text && k < shown; k++) {
        PyObject *one = operand_text(operands[k], dtypes);
        const char *between = k == 0 ? "" : k + 1 == n ? " and " : ", ";
        PyObject *longer = one ? PyUnicode_FromFormat("%U%s%U", text, between, one) : NULL;
        Py_XDECREF(one);
        Py_SETREF(text, longer);
    }
    if (text && shown < n)
        Py_SETREF(text, PyUnicode_FromFormat("%U and %u more", text, n - shown));
    return text;
}

/* The message without the name of the op, which it may begin with. */
static const char *without_name(const char *message, const char *op) {
    size_t n = strlen(op);
    return strncmp(message, op, n) == 0 && strncmp(message + n, ": ", 2) == 0 ? message + n + 2
                                                                              : message;
}

/* What Python's users call the op. */
static const char *python_name(const char *op) {
    return strcmp(op, "select") == 0 ? "where" : op;
}

PyObject *raise_step_error(const char *op, ArrayObject **operands, uint32_t n,
                           const frit_error *error) {
    static const char clash[] = "the operands do not broadcast: extents of ";
    const char *message = without_name(error->message, op);
    bool shape = error->status == FRIT_ERR_SHAPE;
    if (PyErr_Occurred())
        return NULL;
    if (!shape && error->status != FRIT_ERR_TYPE) {
        frit_error own = *error;
        if (message != error->message) /* which names it */
            own.place[0] = 0;
        return raise_error(&own);
    }
    const char *are = strstr(message, " are ");
    bool clashes = strncmp(message, clash, sizeof clash - 1) == 0 && are;
    PyObject *list = operand_list(operands, n, !clashes);
    if (!list)
        return NULL;
    if (clashes) { /* "axis -2 are 2 and 4" */
        const char *axis = message + sizeof clash - 1;
        PyObject *which = PyUnicode_FromStringAndSize(axis, are - axis);
        const char *of = strcmp(op, "matmul") == 0 ? " of those before the matrices" : "";
        if (which)
            raise_named("ShapeError", "%s: shapes %U do not broadcast: %U%s has %s",
                        python_name(op), list, which, of, are + 5);
        Py_XDECREF(which);
    } else {
        raise_named(shape ? "ShapeError" : "DTypeError", "%s: %s (%s: %U)", python_name(op),
                    message, n == 1 ? "operand" : "operands", list);
    }
    Py_DECREF(list);
    return NULL;
}

PyObject *raise_assign_error(const ArrayObject *target, const ArrayObject *value) {
    PyObject *from = array_shape_text(value), *to = from ? array_shape_text(target) : NULL;
    if (to)
        raise_named("ShapeError", "could not assign shape %U to a part of shape %U", from, to);
    Py_XDECREF(from);
    Py_XDECREF(to);
    return NULL;
}
