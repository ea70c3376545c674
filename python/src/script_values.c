/* Values of scripts as tuples, which frit._script makes Python's own of; and back. */
#include "script.h"

#include "module.h"

#include <string.h>

/* ---- to Python */

static PyObject *extents_tuple(const frit_value *value) {
    uint32_t rank = frit_value_rank(value);
    PyObject *shape = PyTuple_New(rank);
    for (uint32_t k = 0; shape && k < rank; k++) {
        PyObject *extent = PyLong_FromLongLong(frit_value_extent(value, k));
        if (!extent)
            Py_CLEAR(shape);
        else
            PyTuple_SET_ITEM(shape, k, extent);
    }
    return shape;
}

static size_t element_size(const char *class_name) {
    static const struct {
        const char *name;
        size_t size;
    } rows[] = {{"double", 8}, {"single", 4}, {"int8", 1},    {"int16", 2},
                {"int32", 4},  {"int64", 8},  {"uint8", 1},   {"uint16", 2},
                {"uint32", 4}, {"uint64", 8}, {"logical", 1}, {"char", 1}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (strcmp(rows[i].name, class_name) == 0)
            return rows[i].size;
    return 0;
}

static PyObject *text_to_python(frit_value *value) {
    frit_text text = {0};
    frit_error error;
    if (frit_value_text(value, &text, &error) != FRIT_OK)
        return raise_error(&error);
    PyObject *bytes = frit_text_take(&text, true);
    PyObject *out = bytes ? PyUnicode_DecodeUTF8(PyBytes_AS_STRING(bytes), PyBytes_GET_SIZE(bytes),
                                                 "surrogateescape")
                          : NULL;
    Py_XDECREF(bytes);
    return out;
}

/* ("array", class, shape, complex, elements). */
static PyObject *array_to_python(frit_value *value) {
    bool is_complex = frit_value_is_complex(value);
    const char *class_name = frit_value_class(value);
    size_t size = element_size(class_name) * (is_complex ? 2 : 1) * (size_t)frit_value_count(value);
    PyObject *bytes = PyByteArray_FromStringAndSize(NULL, (Py_ssize_t)size);
    frit_error error;
    if (!bytes)
        return NULL;
    if (frit_value_read(value, PyByteArray_AS_STRING(bytes), size, &error) != FRIT_OK) {
        Py_DECREF(bytes);
        return raise_error(&error);
    }
    return Py_BuildValue("(ssNON)", "array", class_name, extents_tuple(value),
                         is_complex ? Py_True : Py_False, bytes);
}

typedef frit_status GetPart(frit_value *value, int64_t index, frit_value **out, frit_error *error);

/* A list of all parts. */
static PyObject *parts_to_python(frit_value *value, GetPart *get) {
    int64_t n = frit_value_count(value);
    PyObject *list = PyList_New((Py_ssize_t)n);
    for (int64_t k = 0; list && k < n; k++) {
        frit_value *part;
        frit_error error;
        PyObject *item = get(value, k, &part, &error) == FRIT_OK ? script_value_to_python(part)
                                                                 : raise_error(&error);
        if (!item)
            Py_CLEAR(list);
        else
            PyList_SET_ITEM(list, (Py_ssize_t)k, item);
    }
    return list;
}

static PyObject *fields_to_python(frit_value *value, int64_t element) {
    PyObject *fields = PyDict_New();
    const char *name;
    for (uint32_t k = 0; fields && (name = frit_value_field_name(value, k)); k++) {
        frit_value *part;
        frit_error error;
        PyObject *item = frit_value_field(value, element, name, &part, &error) == FRIT_OK
                             ? script_value_to_python(part)
                             : raise_error(&error);
        if (!item || PyDict_SetItemString(fields, name, item) < 0)
            Py_CLEAR(fields);
        Py_XDECREF(item);
    }
    return fields;
}

/* ("struct", shape, [fields of each element]). */
static PyObject *struct_to_python(frit_value *value) {
    int64_t n = frit_value_count(value);
    PyObject *list = PyList_New((Py_ssize_t)n);
    for (int64_t k = 0; list && k < n; k++) {
        PyObject *fields = fields_to_python(value, k);
        if (!fields)
            Py_CLEAR(list);
        else
            PyList_SET_ITEM(list, (Py_ssize_t)k, fields);
    }
    return list ? Py_BuildValue("(sNN)", "struct", extents_tuple(value), list) : NULL;
}

static PyObject *map_to_python(frit_value *value) {
    PyObject *keys = parts_to_python(value, frit_value_key);
    PyObject *items = keys ? parts_to_python(value, frit_value_item) : NULL;
    if (!items) {
        Py_XDECREF(keys);
        return NULL;
    }
    return Py_BuildValue("(sNN)", "map", keys, items);
}

static PyObject *to_python(frit_value *value) {
    switch (frit_value_kind_of(value)) {
    case FRIT_VALUE_ARRAY:
        return frit_value_is_text(value) ? text_to_python(value) : array_to_python(value);
    case FRIT_VALUE_CELL: {
        PyObject *items = parts_to_python(value, frit_value_item);
        return items ? Py_BuildValue("(sNN)", "cell", extents_tuple(value), items) : NULL;
    }
    case FRIT_VALUE_STRUCT: return struct_to_python(value);
    case FRIT_VALUE_MAP: return map_to_python(value);
    case FRIT_VALUE_FUNCTION: {
        PyObject *text = text_to_python(value);
        return text ? Py_BuildValue("(sN)", "function", text) : NULL;
    }
    default: Py_RETURN_NONE;
    }
}

PyObject *script_value_to_python(frit_value *value) {
    PyObject *out = NULL;
    if (Py_EnterRecursiveCall(" in a value of a script") == 0) {
        out = to_python(value);
        Py_LeaveRecursiveCall();
    }
    frit_value_free(value);
    return out;
}

/* ---- from Python */

static frit_value *fail(const frit_error *error) {
    raise_error(error);
    return NULL;
}

/* The extents of a tuple of ints. */
static bool read_shape(PyObject *shape, int64_t *out, uint32_t *rank) {
    *rank = (uint32_t)PyTuple_GET_SIZE(shape);
    if (*rank > FRIT_PY_MAX_RANK) {
        PyErr_SetString(PyExc_ValueError, "too many dimensions");
        return false;
    }
    for (uint32_t k = 0; k < *rank; k++)
        out[k] = PyLong_AsLongLong(PyTuple_GET_ITEM(shape, k));
    return !PyErr_Occurred();
}

static frit_value *array_of(frit_script *script, PyObject *tuple) {
    const char *kind, *class_name;
    PyObject *shape;
    int is_complex;
    Py_buffer data;
    int64_t extents[FRIT_PY_MAX_RANK];
    uint32_t rank;
    frit_value *value = NULL;
    frit_error error;
    if (!PyArg_ParseTuple(tuple, "ssO!py*", &kind, &class_name, &PyTuple_Type, &shape, &is_complex,
                          &data))
        return NULL;
    if (read_shape(shape, extents, &rank) &&
        frit_value_new_array(script, class_name, is_complex, rank, extents,
                             data.len ? data.buf : NULL, &value, &error) != FRIT_OK)
        fail(&error);
    PyBuffer_Release(&data);
    return value;
}

static frit_value *cell_of(frit_script *script, PyObject *tuple) {
    const char *kind;
    PyObject *shape, *items;
    int64_t extents[FRIT_PY_MAX_RANK];
    uint32_t rank;
    frit_value *cell;
    frit_error error;
    if (!PyArg_ParseTuple(tuple, "sO!O!", &kind, &PyTuple_Type, &shape, &PyList_Type, &items) ||
        !read_shape(shape, extents, &rank))
        return NULL;
    if (frit_value_new_cell(script, rank, extents, &cell, &error) != FRIT_OK)
        return fail(&error);
    for (Py_ssize_t k = 0; k < PyList_GET_SIZE(items); k++) {
        frit_value *item = script_value_of(script, PyList_GET_ITEM(items, k));
        bool ok = item && frit_value_set_item(cell, k, item, &error) == FRIT_OK;
        if (item && !ok)
            raise_error(&error);
        frit_value_free(item);
        if (!ok) {
            frit_value_free(cell);
            return NULL;
        }
    }
    return cell;
}

static frit_value *struct_of(frit_script *script, PyObject *fields) {
    PyObject *name, *given;
    Py_ssize_t at = 0;
    frit_value *made;
    frit_error error;
    if (frit_value_new_struct(script, &made, &error) != FRIT_OK)
        return fail(&error);
    while (PyDict_Next(fields, &at, &name, &given)) {
        const char *text = PyUnicode_AsUTF8(name);
        frit_value *item = text ? script_value_of(script, given) : NULL;
        bool ok = item && frit_value_set_field(made, text, item, &error) == FRIT_OK;
        if (item && !ok)
            raise_error(&error);
        frit_value_free(item);
        if (!ok) {
            frit_value_free(made);
            return NULL;
        }
    }
    return made;
}

static frit_value *value_of(frit_script *script, PyObject *description) {
    frit_value *value;
    frit_error error;
    if (PyDict_Check(description))
        return struct_of(script, description);
    if (PyUnicode_Check(description)) {
        PyObject *bytes = PyUnicode_AsEncodedString(description, "utf-8", "surrogateescape");
        if (!bytes)
            return NULL;
        frit_status status = frit_value_new_text(script, PyBytes_AS_STRING(bytes),
                                                 (size_t)PyBytes_GET_SIZE(bytes), &value, &error);
        Py_DECREF(bytes);
        return status == FRIT_OK ? value : fail(&error);
    }
    if (!PyTuple_Check(description) || PyTuple_GET_SIZE(description) < 3) {
        PyErr_SetString(PyExc_TypeError, "not a description of a value");
        return NULL;
    }
    return PyTuple_GET_SIZE(description) == 5 ? array_of(script, description)
                                              : cell_of(script, description);
}

frit_value *script_value_of(frit_script *script, PyObject *description) {
    if (Py_EnterRecursiveCall(" in a value for a script"))
        return NULL;
    frit_value *value = value_of(script, description);
    Py_LeaveRecursiveCall();
    return value;
}
