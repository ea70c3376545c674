/* Shapes, and views of arrays. */
#include "core.h"

/* ---- shapes */

PyObject *shape_tuple(uint32_t rank, const int64_t *shape) {
    PyObject *tuple = PyTuple_New(rank);
    for (uint32_t k = 0; tuple && k < rank; k++) {
        PyObject *n = PyLong_FromLongLong(shape[k]);
        if (!n) {
            Py_CLEAR(tuple);
            break;
        }
        PyTuple_SET_ITEM(tuple, k, n);
    }
    return tuple;
}

static bool extent_from(PyObject *object, int64_t *out) {
    PyObject *n = PyNumber_Index(object);
    if (!n)
        return false;
    *out = PyLong_AsLongLong(n);
    Py_DECREF(n);
    return *out != -1 || !PyErr_Occurred();
}

bool shape_from_object(PyObject *object, int64_t *shape, uint32_t *rank) {
    if (PyIndex_Check(object)) {
        *rank = 1;
        return extent_from(object, &shape[0]);
    }
    PyObject *items = PySequence_Fast(object, "a shape is an int or a sequence of ints");
    if (!items)
        return false;
    Py_ssize_t n = PySequence_Fast_GET_SIZE(items);
    bool ok = n <= FRIT_PY_MAX_RANK;
    if (!ok)
        raise_named("LimitError", "an array has at most %d axes, and %zd are asked for",
                    FRIT_PY_MAX_RANK, n);
    for (Py_ssize_t k = 0; ok && k < n; k++)
        ok = extent_from(PySequence_Fast_GET_ITEM(items, k), &shape[k]);
    *rank = (uint32_t)n;
    Py_DECREF(items);
    return ok;
}

/* ---- views */

/* A view made by the library, which shares a's memory. */
static PyObject *view(ArrayObject *a, frit_status status, frit_array *out,
                      const frit_error *error) {
    if (status != FRIT_OK)
        return raise_error(error);
    return array_new(a->context, out, a->dtype, a);
}

/* The array itself where it can be used now. A view is recorded in the array's own context, which must
 * be the one in use: a view of an outer array inside a capture is a view of its stand-in. */
static ArrayObject *begin_view(PyObject *self) {
    ArrayObject *a = (ArrayObject *)self;
    Context *c = current_context();
    if (c && !c->capture && !a->context->capture)
        c = a->context;
    if (!c || !context_enter(c) || !context_make_room(c))
        return NULL;
    return array_in(c, a);
}

static bool bounds_from(PyObject *list, uint32_t rank, int64_t *out) {
    if (list == Py_None) {
        for (uint32_t k = 0; k < rank; k++)
            out[k] = FRIT_LEFT_OUT;
        return true;
    }
    PyObject *items = PySequence_Fast(list, "bounds are a sequence");
    bool ok = items && PySequence_Fast_GET_SIZE(items) == rank;
    if (items && !ok)
        PyErr_SetString(PyExc_ValueError, "a bound is needed for each axis");
    for (uint32_t k = 0; ok && k < rank; k++) {
        PyObject *item = PySequence_Fast_GET_ITEM(items, k);
        out[k] = FRIT_LEFT_OUT;
        ok = item == Py_None || extent_from(item, &out[k]);
    }
    Py_XDECREF(items);
    return ok;
}

static PyObject *view_slice(PyObject *self, PyObject *args) {
    PyObject *starts, *stops, *steps, *result = NULL;
    int64_t start[FRIT_PY_MAX_RANK], stop[FRIT_PY_MAX_RANK], step[FRIT_PY_MAX_RANK];
    frit_array *out;
    frit_error error;
    if (!PyArg_ParseTuple(args, "OOO", &starts, &stops, &steps))
        return NULL;
    ArrayObject *a = begin_view(self);
    if (!a)
        return NULL;
    uint32_t rank = frit_array_rank(a->array);
    if (bounds_from(starts, rank, start) && bounds_from(stops, rank, stop) &&
        bounds_from(steps, rank, step)) {
        frit_status status = frit_array_slice(a->array, start, stop, step, &out, &error);
        result = view(a, status, out, &error);
    }
    Py_DECREF(a);
    return result;
}

static PyObject *view_transpose(PyObject *self, PyObject *perm_object) {
    int64_t perm[FRIT_PY_MAX_RANK];
    uint32_t axes[FRIT_PY_MAX_RANK], rank;
    frit_array *out;
    frit_error error;
    if (!shape_from_object(perm_object, perm, &rank))
        return NULL;
    ArrayObject *a = begin_view(self);
    if (!a)
        return NULL;
    PyObject *result = NULL;
    bool ok = rank == frit_array_rank(a->array);
    for (uint32_t k = 0; ok && k < rank; k++) {
        perm[k] += perm[k] < 0 ? rank : 0;
        ok = perm[k] >= 0 && perm[k] < rank;
        axes[k] = (uint32_t)perm[k];
    }
    if (ok) {
        frit_status status = frit_array_transpose(a->array, axes, &out, &error);
        result = view(a, status, out, &error);
    } else {
        raise_named("ArgumentError", "%R does not name the %u axes of the array once each",
                    perm_object, frit_array_rank(a->array));
    }
    Py_DECREF(a);
    return result;
}

static PyObject *raise_view_error(ArrayObject *a, PyObject *wanted, bool broadcast) {
    PyObject *shape = array_shape_text(a);
    if (shape && broadcast)
        raise_named("ShapeError", "broadcast_to: shape %U does not broadcast to %R", shape, wanted);
    else if (shape)
        raise_named("ShapeError", "reshape: shape %U cannot be seen as %R without a copy", shape,
                    wanted);
    Py_XDECREF(shape);
    return NULL;
}

static PyObject *view_shaped(PyObject *self, PyObject *shape_object, bool broadcast) {
    int64_t shape[FRIT_PY_MAX_RANK];
    uint32_t rank;
    frit_array *out;
    frit_error error;
    if (!shape_from_object(shape_object, shape, &rank))
        return NULL;
    ArrayObject *a = begin_view(self);
    if (!a)
        return NULL;
    frit_status status = broadcast ? frit_array_broadcast(a->array, rank, shape, &out, &error)
                                   : frit_array_reshape(a->array, rank, shape, &out, &error);
    PyObject *result = status == FRIT_ERR_SHAPE ? raise_view_error(a, shape_object, broadcast)
                                                : view(a, status, out, &error);
    Py_DECREF(a);
    return result;
}

static PyObject *view_reshape(PyObject *self, PyObject *shape) {
    return view_shaped(self, shape, false);
}

static PyObject *view_broadcast(PyObject *self, PyObject *shape) {
    return view_shaped(self, shape, true);
}

/* Axes of extent 1 taken out, or put in: what is recorded holds for every size of the others. */
static PyObject *view_axes(PyObject *self, PyObject *axes_object, bool expand) {
    int64_t list[FRIT_PY_MAX_RANK];
    uint32_t axes[FRIT_PY_MAX_RANK], n;
    frit_array *out;
    frit_error error;
    if (!shape_from_object(axes_object, list, &n))
        return NULL;
    ArrayObject *a = begin_view(self);
    if (!a)
        return NULL;
    for (uint32_t k = 0; k < n; k++)
        axes[k] = list[k] < 0 ? UINT32_MAX : (uint32_t)list[k];
    frit_status status = expand ? frit_array_expand(a->array, n, axes, &out, &error)
                                : frit_array_squeeze(a->array, n, axes, &out, &error);
    PyObject *result = view(a, status, out, &error);
    Py_DECREF(a);
    return result;
}

static PyObject *view_squeeze(PyObject *self, PyObject *axes) {
    return view_axes(self, axes, false);
}

static PyObject *view_expand(PyObject *self, PyObject *axes) {
    return view_axes(self, axes, true);
}

PyMethodDef array_view_methods[] = {
    {"_view_slice", view_slice, METH_VARARGS, "A view; None leaves a bound out."},
    {"_view_transpose", view_transpose, METH_O, "A view with the axes in that order."},
    {"_view_reshape", view_reshape, METH_O, "A view of that shape, where memory allows it."},
    {"_view_broadcast", view_broadcast, METH_O, "A read-only view of that shape."},
    {"_view_squeeze", view_squeeze, METH_O, "A view without those axes, of extent 1."},
    {"_view_expand", view_expand, METH_O, "A view with new axes at those places of the result."},
    {NULL, NULL, 0, NULL},
};
