/* The library's tables as Python lists: ops, dialects of source, passes. */
#include "module.h"

static PyObject *list_attributes(uint32_t op, uint32_t n) {
    PyObject *list = PyList_New(n);
    for (uint32_t i = 0; list && i < n; i++) {
        frit_attr_info info;
        frit_op_attr(op, i, &info);
        PyObject *row =
            Py_BuildValue("(ssO)", info.name, info.kind, info.required ? Py_True : Py_False);
        if (!row)
            Py_CLEAR(list);
        else
            PyList_SET_ITEM(list, i, row);
    }
    return list;
}

static PyObject *truth(bool value) {
    return value ? Py_True : Py_False;
}

static PyObject *list_ops(PyObject *module, PyObject *unused) {
    (void)module, (void)unused;
    PyObject *list = PyList_New(0);
    frit_op_info info;
    for (uint32_t i = 0; list && frit_op_describe(i, &info); i++) {
        PyObject *attributes = list_attributes(i, info.attr_count);
        PyObject *row =
            attributes ? Py_BuildValue("{ssszsssssssOsOsOsOsOsOsN}", "name", info.name, "alias",
                                       info.alias, "family", info.family, "operands", info.operands,
                                       "doc", info.doc, "variadic", truth(info.variadic),
                                       "composite", truth(info.composite), "takes_bool",
                                       truth(info.takes_bool), "takes_int", truth(info.takes_int),
                                       "takes_float", truth(info.takes_float), "takes_complex",
                                       truth(info.takes_complex), "attributes", attributes)
                       : NULL;
        if (!row || PyList_Append(list, row) < 0)
            Py_CLEAR(list);
        Py_XDECREF(row);
    }
    return list;
}

/* The strings that a numbered table of the library has, up to its NULL. */
static PyObject *list_names(const char *(*name)(uint32_t), const char *(*doc)(uint32_t)) {
    PyObject *list = PyList_New(0);
    for (uint32_t i = 0; list && name(i); i++) {
        PyObject *row =
            doc ? Py_BuildValue("(ss)", name(i), doc(i)) : PyUnicode_FromString(name(i));
        if (!row || PyList_Append(list, row) < 0)
            Py_CLEAR(list);
        Py_XDECREF(row);
    }
    return list;
}

static PyObject *list_dialects(PyObject *module, PyObject *unused) {
    (void)module, (void)unused;
    return list_names(frit_dialect_name, NULL);
}

static PyObject *list_passes(PyObject *module, PyObject *unused) {
    (void)module, (void)unused;
    return list_names(frit_pass_name, frit_pass_doc);
}

static PyMethodDef table_functions[] = {
    {"ops", list_ops, METH_NOARGS, "ops() -> [dict, ...]: the table of ops"},
    {"dialects", list_dialects, METH_NOARGS, "dialects() -> [name, ...] for Module.emit"},
    {"passes", list_passes, METH_NOARGS, "passes() -> [(name, doc), ...] for Module.optimize"},
    {NULL, NULL, 0, NULL},
};

int frit_add_tables(PyObject *module) {
    return PyModule_AddFunctions(module, table_functions);
}
