/* The NumPy side of a dtype: it stands for NumPy's dtype of the same elements wherever one is asked
 * for, has its attributes, and is the same key of a dict. NumPy is imported when that is first
 * looked at, not before.
 *
 * bfloat16 has a NumPy dtype where ml_dtypes is installed; dtypes of vectors and structs have none.
 */
#include "numpy_api.h"

/* New reference; NULL where there is none, with an exception only where NumPy could not be loaded. */
static PyObject *numpy_dtype(const DType *d) {
    if (d->id == DT_OTHER || !numpy_ready())
        return NULL;
    return (PyObject *)numpy_descr(d);
}

/* __numpy_dtype__ (NumPy 2.4 and later ask for it) and dtype (which those before do). */
PyObject *dtype_get_numpy(PyObject *self, void *name) {
    PyObject *found = numpy_dtype((DType *)self);
    if (!found && !PyErr_Occurred())
        PyErr_Format(PyExc_AttributeError, "%R has no %s: NumPy has no such dtype", self,
                     (const char *)name);
    return found;
}

/* isinstance(d, np.dtype) looks here: whoever asks goes on to treat it as one, and may. */
PyObject *dtype_get_class(PyObject *self, void *closure) {
    (void)closure;
    const DType *d = (const DType *)self;
    if (d->id == DT_OTHER || d->id == DT_BF16 || !numpy_loaded())
        return Py_NewRef((PyObject *)Py_TYPE(self));
    PyObject *found = numpy_dtype(d);
    PyObject *type = found ? Py_NewRef((PyObject *)Py_TYPE(found)) : NULL;
    Py_XDECREF(found);
    return type;
}

/* What frit's own has not: type, char, str, num, byteorder, alignment, newbyteorder and the rest. */
PyObject *dtype_getattro(PyObject *self, PyObject *name) {
    PyObject *own = PyObject_GenericGetAttr(self, name);
    const char *text = own ? NULL : PyUnicode_AsUTF8(name);
    if (own || !text || text[0] == '_' || !PyErr_ExceptionMatches(PyExc_AttributeError))
        return own;
    PyErr_Clear();
    PyObject *numpy = numpy_dtype((DType *)self);
    if (!numpy)
        return PyErr_Occurred()
                   ? NULL
                   : PyErr_Format(PyExc_AttributeError,
                                  "%R has no attribute %R: NumPy has no such dtype", self, name);
    PyObject *found = PyObject_GetAttr(numpy, name);
    Py_DECREF(numpy);
    return found;
}

/* Equal keys need equal hashes; computed once, since NumPy's takes a while. */
Py_hash_t dtype_hash(PyObject *self) {
    DType *d = (DType *)self;
    if (d->hash != -1)
        return d->hash;
    PyObject *numpy = d->id == DT_BF16 ? NULL : numpy_dtype(d);
    if (!numpy && PyErr_Occurred())
        return -1;
    d->hash = PyObject_Hash(numpy ? numpy : d->name);
    Py_XDECREF(numpy);
    return d->hash;
}

bool dtype_is_swapped(PyObject *object) {
    return numpy_loaded() && PyArray_DescrCheck(object) &&
           PyArray_IsNativeByteOrder(((PyArray_Descr *)object)->byteorder) == 0;
}

/* NumPy's order: less is what can be cast without loss. */
PyObject *dtype_order(PyObject *a, PyObject *b, int op) {
    PyObject *numpy = numpy_dtype((DType *)a);
    if (!numpy && PyErr_Occurred())
        return NULL;
    if (!numpy)
        Py_RETURN_NOTIMPLEMENTED;
    PyObject *found = PyObject_RichCompare(numpy, b, op);
    Py_DECREF(numpy);
    return found;
}
