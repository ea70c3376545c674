/*
 * frit._core.Builder: adds one program to a copy of a module. Every call that fails raises at once;
 * the library keeps the first error, so a builder that has failed goes on failing.
 */
#include "module.h"

typedef struct BuilderObject {
    PyObject_HEAD frit_module *module; /* the copy; NULL once it is given away */
    frit_builder *builder;
} BuilderObject;

static void drop(BuilderObject *self) {
    if (self->builder)
        frit_builder_free(self->builder);
    if (self->module)
        frit_module_free(self->module);
    self->builder = NULL;
    self->module = NULL;
}

static PyObject *builder_new(PyTypeObject *type, PyObject *args, PyObject *keywords) {
    static char *names[] = {"module", "name", NULL};
    PyObject *source;
    const char *name;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "Os:Builder", names, &source, &name))
        return NULL;
    const frit_module *module = frit_module_of(source);
    if (!module)
        return NULL;
    BuilderObject *self = (BuilderObject *)type->tp_alloc(type, 0);
    if (!self)
        return NULL;
    self->module = frit_module_copy(module);
    if (self->module && !(self->builder = frit_builder_new(self->module, name)))
        PyErr_NoMemory();
    if (!self->builder)
        Py_CLEAR(self);
    return (PyObject *)self;
}

static void builder_dealloc(PyObject *object) {
    PyTypeObject *type = Py_TYPE(object);
    drop((BuilderObject *)object);
    type->tp_free(object);
    Py_DECREF(type);
}

static bool is_open(BuilderObject *self) {
    if (!self->builder)
        PyErr_SetString(PyExc_ValueError, "the program is finished: make a new builder");
    return self->builder != NULL;
}

/*
 * The number of a new variable. When the library refused, finishing tells why: that spends the
 * builder, which could not have gone on anyway.
 */
static PyObject *answer(BuilderObject *self, frit_var var) {
    if (var != FRIT_NO_VAR)
        return PyLong_FromUnsignedLong(var);
    frit_error error = {.status = FRIT_ERR_INTERNAL, .message = "a step failed without a reason"};
    uint32_t program;
    frit_builder_finish(self->builder, &program, &error);
    drop(self);
    return raise_error(&error);
}

static PyObject *builder_type_param(PyObject *object, PyObject *argument) {
    BuilderObject *self = (BuilderObject *)object;
    const char *name;
    if (!is_open(self) || !frit_optional_name(argument, "a type parameter", &name))
        return NULL;
    frit_builder_type_param(self->builder, name ? name : "");
    Py_RETURN_NONE;
}

static PyObject *builder_input(PyObject *object, PyObject *args) {
    BuilderObject *self = (BuilderObject *)object;
    PyObject *name_object = Py_None, *type_object = Py_None;
    const char *name, *type;
    if (!is_open(self) || !PyArg_ParseTuple(args, "|OO:input", &name_object, &type_object) ||
        !frit_optional_name(name_object, "the name of an input", &name) ||
        !frit_optional_name(type_object, "the type of an input", &type))
        return NULL;
    return answer(self, frit_builder_input(self->builder, name, type));
}

/* Numbers of variables from a tuple; NULL with an exception set. */
static frit_var *read_vars(PyObject *tuple) {
    Py_ssize_t n = PyTuple_GET_SIZE(tuple);
    frit_var *vars = PyMem_Calloc(n ? (size_t)n : 1, sizeof *vars);
    if (!vars)
        PyErr_NoMemory();
    for (Py_ssize_t i = 0; vars && i < n; i++) {
        unsigned long number = PyLong_AsUnsignedLong(PyTuple_GET_ITEM(tuple, i));
        if (!PyErr_Occurred() && number >= FRIT_NO_VAR)
            PyErr_Format(PyExc_ValueError, "%lu is not the number of a variable", number);
        if (PyErr_Occurred()) {
            PyMem_Free(vars);
            vars = NULL;
        } else {
            vars[i] = (frit_var)number;
        }
    }
    return vars;
}

/* Texts or None from a tuple, which must outlive them; NULL with an exception set. */
static const char **read_names(PyObject *tuple, const char *what) {
    Py_ssize_t n = PyTuple_GET_SIZE(tuple);
    const char **names = PyMem_Calloc(n ? (size_t)n : 1, sizeof *names);
    if (!names) {
        PyErr_NoMemory();
        return NULL;
    }
    for (Py_ssize_t i = 0; i < n; i++)
        if (!frit_optional_name(PyTuple_GET_ITEM(tuple, i), what, &names[i])) {
            PyMem_Free(names);
            return NULL;
        }
    return names;
}

/* op(name, inputs, attrs=None) -> the number of the first result */
static PyObject *builder_op(PyObject *object, PyObject *args) {
    BuilderObject *self = (BuilderObject *)object;
    const char *op, *attrs;
    PyObject *inputs, *attrs_object = Py_None, *result = NULL;
    if (!is_open(self) ||
        !PyArg_ParseTuple(args, "sO!|O:op", &op, &PyTuple_Type, &inputs, &attrs_object) ||
        !frit_optional_name(attrs_object, "attributes", &attrs))
        return NULL;
    uint32_t n = (uint32_t)PyTuple_GET_SIZE(inputs);
    frit_var *vars = read_vars(inputs);
    if (vars)
        result = answer(self, frit_builder_op(self->builder, op, vars, n, attrs, NULL));
    PyMem_Free(vars);
    return result;
}

static PyObject *builder_literal(PyObject *object, PyObject *args) {
    BuilderObject *self = (BuilderObject *)object;
    const char *literal, *name;
    PyObject *name_object = Py_None;
    if (!is_open(self) || !PyArg_ParseTuple(args, "s|O:literal", &literal, &name_object) ||
        !frit_optional_name(name_object, "the name of a literal", &name))
        return NULL;
    return answer(self, frit_builder_literal(self->builder, literal, name));
}

/* call(callee, inputs, keywords=None) -> the number of the first result */
static PyObject *builder_call(PyObject *object, PyObject *args) {
    BuilderObject *self = (BuilderObject *)object;
    const char *callee, **keywords = NULL;
    PyObject *inputs, *keywords_object = Py_None, *result = NULL;
    if (!is_open(self) ||
        !PyArg_ParseTuple(args, "sO!|O:call", &callee, &PyTuple_Type, &inputs, &keywords_object))
        return NULL;
    Py_ssize_t n = PyTuple_GET_SIZE(inputs);
    if (keywords_object != Py_None &&
        (!PyTuple_Check(keywords_object) || PyTuple_GET_SIZE(keywords_object) != n))
        return PyErr_Format(PyExc_ValueError, "there must be a keyword or None for each input");
    frit_var *vars = read_vars(inputs);
    bool ok = vars != NULL;
    if (ok && keywords_object != Py_None)
        ok = (keywords = read_names(keywords_object, "a keyword")) != NULL;
    if (ok)
        result = answer(
            self, frit_builder_call(self->builder, callee, vars, keywords, (uint32_t)n, NULL));
    PyMem_Free(vars);
    PyMem_Free(keywords);
    return result;
}

static PyObject *builder_output(PyObject *object, PyObject *argument) {
    BuilderObject *self = (BuilderObject *)object;
    unsigned long var = PyLong_AsUnsignedLong(argument);
    if (PyErr_Occurred() || !is_open(self))
        return NULL;
    frit_builder_output(self->builder, var < FRIT_NO_VAR ? (frit_var)var : FRIT_NO_VAR - 1);
    Py_RETURN_NONE;
}

static PyObject *builder_rename(PyObject *object, PyObject *args) {
    BuilderObject *self = (BuilderObject *)object;
    unsigned int var;
    const char *name;
    if (!is_open(self) || !PyArg_ParseTuple(args, "Is:rename", &var, &name))
        return NULL;
    frit_builder_name(self->builder, var, name);
    Py_RETURN_NONE;
}

static PyObject *builder_finish(PyObject *object, PyObject *unused) {
    (void)unused;
    BuilderObject *self = (BuilderObject *)object;
    if (!is_open(self))
        return NULL;
    frit_error error;
    uint32_t program;
    frit_status status = frit_builder_finish(self->builder, &program, &error);
    frit_module *module = NULL;
    if (status == FRIT_OK) {
        module = self->module;
        self->module = NULL;
    }
    /* The builder goes first: it belongs to the module. */
    frit_builder_free(self->builder);
    self->builder = NULL;
    drop(self);
    return module ? module_object(module) : raise_error(&error);
}

static PyMethodDef builder_methods[] = {
    {"type_param", builder_type_param, METH_O, "type_param(name)"},
    {"input", builder_input, METH_VARARGS, "input(name=None, type=None) -> number"},
    {"op", builder_op, METH_VARARGS, "op(name, inputs, attrs=None) -> number"},
    {"literal", builder_literal, METH_VARARGS, "literal(text, name=None) -> number"},
    {"call", builder_call, METH_VARARGS,
     "call(callee, inputs, keywords=None) -> the number of the first result"},
    {"output", builder_output, METH_O, "output(number)"},
    {"rename", builder_rename, METH_VARARGS, "rename(number, name)"},
    {"finish", builder_finish, METH_NOARGS, "finish() -> Module with the program at its end"},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot builder_slots[] = {
    {Py_tp_new, builder_new},
    {Py_tp_dealloc, builder_dealloc},
    {Py_tp_methods, builder_methods},
    {Py_tp_doc, "Builder(module, name): adds a program to a copy of a module."},
    {0, NULL},
};

static PyType_Spec builder_spec = {"frit._core.Builder", sizeof(BuilderObject), 0,
                                   Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE, builder_slots};

int frit_add_builder_type(PyObject *module) {
    PyObject *type = PyType_FromModuleAndSpec(module, &builder_spec, NULL);
    int failed = type ? PyModule_AddType(module, (PyTypeObject *)type) : -1;
    Py_XDECREF(type);
    return failed;
}
