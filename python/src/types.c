/* Types of the library as Python sees them: texts, and tuples of what they are made of. */
#include "module.h"

static PyObject *decoded(const char *text) {
    return PyUnicode_DecodeUTF8(text, (Py_ssize_t)strlen(text), "backslashreplace");
}

PyObject *type_text(frit_type type) {
    char small[128];
    size_t len = frit_type_text(type, small, sizeof small);
    if (len < sizeof small)
        return PyUnicode_FromStringAndSize(small, (Py_ssize_t)len);
    char *large = PyMem_Malloc(len + 1);
    if (!large)
        return PyErr_NoMemory();
    frit_type_text(type, large, len + 1);
    PyObject *text = PyUnicode_FromStringAndSize(large, (Py_ssize_t)len);
    PyMem_Free(large);
    return text;
}

/* A tuple of numbers and names. */
static PyObject *extents_of(frit_type type, uint32_t rank) {
    PyObject *extents = PyTuple_New(rank);
    for (uint32_t k = 0; extents && k < rank; k++) {
        frit_extent extent = frit_type_extent(type, k);
        PyObject *item = extent.name ? decoded(extent.name) : PyLong_FromLongLong(extent.size);
        if (!item)
            Py_CLEAR(extents);
        else
            PyTuple_SET_ITEM(extents, k, item);
    }
    return extents;
}

/* (element, dtype, extents): the dtype is None where elements are no scalars, the extents where they are open. */
PyObject *type_tuple(frit_type type) {
    frit_type_info info;
    bool known = frit_type_describe(type, &info);
    DTypeId id = known && info.kind == FRIT_TYPE_SCALAR ? dtype_id(info.dtype) : DT_OTHER;
    PyObject *element = type_text(frit_type_element(type));
    PyObject *extents = known && !info.any_rank ? extents_of(type, info.rank) : Py_NewRef(Py_None);
    if (!element || !extents) {
        Py_XDECREF(element);
        Py_XDECREF(extents);
        return NULL;
    }
    return Py_BuildValue("(NON)", element, id == DT_OTHER ? Py_None : (PyObject *)dtype_of(id),
                         extents);
}

/* The names of a struct's fields; () of another type. */
PyObject *type_fields(frit_type type) {
    frit_type_info info;
    uint32_t n = frit_type_describe(type, &info) ? info.field_count : 0;
    PyObject *names = PyTuple_New(n);
    frit_field field;
    for (uint32_t k = 0; names && k < n && frit_type_field(type, k, &field); k++) {
        PyObject *name = decoded(field.name);
        if (!name)
            Py_CLEAR(names);
        else
            PyTuple_SET_ITEM(names, k, name);
    }
    return names;
}
