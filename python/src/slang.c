/*
 * frit._core.Slang: a module in the Slang-style language; frit._core.Resolved: a call of one of its functions that
 * is resolved. An argument is described by a tuple
 *
 *   (kind, name, type, shape, items, cast, map, read_only, problem)
 *
 * as frit_arg has them: kind a number, items a tuple of such descriptions, everything else None where it is not
 * said; the last two may be left out. No value of an argument comes here.
 */
#include "slang.h"

#include "module.h"

#include <string.h>

typedef struct SlangObject {
    PyObject_HEAD frit_slang *slang;
    PyObject *warnings; /* a str */
    PyObject *weakrefs;
} SlangObject;

typedef struct ResolvedObject {
    PyObject_HEAD frit_resolved *resolved;
    PyObject *slang;  /* a reference */
    PyObject *module; /* its module as a Module, once asked for */
} ResolvedObject;

static PyTypeObject Slang_Type, Resolved_Type;

/* Raises an exception of that class with the whole report as its text; frees the report. */
static PyObject *raise_report(const char *class_name, frit_text *report, const frit_error *error) {
    if (PyErr_Occurred() || error->status == FRIT_ERR_NOMEM || !report->len) {
        frit_text_free(frit_library_context(), report);
        return raise_error(error);
    }
    while (report->len && report->data[report->len - 1] == '\n')
        report->data[--report->len] = '\0';
    PyObject *text = frit_text_take(report, false);
    PyObject *type = text ? frit_error_class(class_name) : NULL;
    if (type)
        PyErr_SetObject(type, text);
    Py_XDECREF(type);
    Py_XDECREF(text);
    return NULL;
}

/* ---- loading */

/* A NULL-ended list of the texts, or NULL with an exception set. */
static const char **texts_of(PyObject *tuple) {
    Py_ssize_t n = PyTuple_GET_SIZE(tuple);
    const char **list = PyMem_Calloc((size_t)n + 1, sizeof *list);
    if (!list)
        return (const char **)PyErr_NoMemory();
    for (Py_ssize_t k = 0; k < n; k++) {
        list[k] = PyUnicode_AsUTF8(PyTuple_GET_ITEM(tuple, k));
        if (!list[k]) {
            PyMem_Free(list);
            return NULL;
        }
    }
    return list;
}

/* Slang(source, path, name, search, defines, strict): one of source and path is None. */
static PyObject *slang_new(PyTypeObject *type, PyObject *args, PyObject *kwargs) {
    static char *names[] = {"source", "path", "name", "search", "defines", "strict", NULL};
    const char *source, *path, *name;
    Py_ssize_t len = 0;
    PyObject *search, *defines;
    int strict;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "z#zzO!O!p", names, &source, &len, &path, &name,
                                     &PyTuple_Type, &search, &PyTuple_Type, &defines, &strict))
        return NULL;
    frit_context *context = frit_library_context();
    const char **folders = context ? texts_of(search) : NULL;
    const char **macros = folders ? texts_of(defines) : NULL;
    if (!macros) {
        PyMem_Free(folders);
        return NULL;
    }
    frit_slang_options options = {FRIT_SIZED(frit_slang_options), .name = name, .search = folders,
                                  .defines = macros, .strict = strict};
    frit_slang *slang = NULL;
    frit_text report = {0};
    frit_error error;
    frit_status status =
        path ? frit_slang_read(context, path, &options, &slang, &report, &error)
             : frit_slang_load(context, source ? source : "", source ? (size_t)len : 0, &options,
                               &slang, &report, &error);
    PyMem_Free(folders);
    PyMem_Free(macros);
    if (status != FRIT_OK)
        return raise_report("CompileError", &report, &error);
    PyObject *warnings = report.data ? frit_text_take(&report, false) : PyUnicode_FromString("");
    SlangObject *k = warnings ? (SlangObject *)type->tp_alloc(type, 0) : NULL;
    if (!k) {
        Py_XDECREF(warnings);
        frit_slang_free(slang);
        return NULL;
    }
    k->slang = slang;
    k->warnings = warnings;
    return (PyObject *)k;
}

static void slang_dealloc(PyObject *self) {
    SlangObject *k = (SlangObject *)self;
    if (k->weakrefs)
        PyObject_ClearWeakRefs(self);
    frit_slang_free(k->slang);
    Py_XDECREF(k->warnings);
    Py_TYPE(self)->tp_free(self);
}

/* ---- looking */

static PyObject *slang_find(PyObject *self, PyObject *name) {
    static const char *const kinds[] = {NULL, "function", "type", "constant"};
    Py_ssize_t len;
    const char *text = PyUnicode_AsUTF8AndSize(name, &len);
    if (!text)
        return NULL;
    if (strlen(text) != (size_t)len) /* nothing has a zero in its name */
        Py_RETURN_NONE;
    frit_slang_kind kind = frit_slang_find(((SlangObject *)self)->slang, text);
    return Py_BuildValue("z", kind <= FRIT_SLANG_CONSTANT ? kinds[kind] : NULL);
}

static PyObject *slang_names(PyObject *self, PyObject *unused) {
    (void)unused;
    const frit_slang *slang = ((SlangObject *)self)->slang;
    PyObject *list = PyList_New(0);
    const char *name;
    for (uint32_t k = 0; list && (name = frit_slang_name(slang, k)); k++) {
        PyObject *text = PyUnicode_FromString(name);
        if (!text || PyList_Append(list, text) < 0)
            Py_CLEAR(list);
        Py_XDECREF(text);
    }
    return list;
}

static PyObject *slang_describe(PyObject *self, PyObject *name) {
    const char *asked = PyUnicode_AsUTF8(name);
    frit_text text = {0};
    frit_error error;
    if (!asked)
        return NULL;
    if (frit_slang_describe(((SlangObject *)self)->slang, asked, &text, &error) != FRIT_OK)
        return raise_error(&error);
    return frit_text_take(&text, false);
}

static bool find_type(PyObject *self, PyObject *name, frit_type *out) {
    const char *asked = PyUnicode_AsUTF8(name);
    frit_error error;
    if (!asked)
        return false;
    if (frit_slang_type(((SlangObject *)self)->slang, asked, out, &error) == FRIT_OK)
        return true;
    raise_error(&error);
    return false;
}

static PyObject *slang_type(PyObject *self, PyObject *name) {
    frit_type type;
    return find_type(self, name, &type) ? type_text(type) : NULL;
}

static PyObject *slang_fields(PyObject *self, PyObject *name) {
    frit_type type;
    return find_type(self, name, &type) ? type_fields(type) : NULL;
}

static PyObject *slang_print(PyObject *self, PyObject *unused) {
    (void)unused;
    frit_text text = {0};
    frit_error error;
    if (frit_slang_print(((SlangObject *)self)->slang, &text, &error) != FRIT_OK)
        return raise_error(&error);
    return frit_text_take(&text, false);
}

/* ---- describing arguments to the library */

enum { DEEPEST = 32 }; /* dicts in dicts */

/* What a description is made of; freed as a whole. */
typedef struct Pool {
    void **blocks;
    size_t n, room;
} Pool;

static void *pool_take(Pool *pool, size_t size) {
    if (pool->n == pool->room) {
        size_t room = 2 * pool->room + 8;
        void **more = PyMem_Realloc(pool->blocks, room * sizeof *more);
        if (!more)
            return PyErr_NoMemory();
        pool->blocks = more;
        pool->room = room;
    }
    void *block = PyMem_Calloc(1, size ? size : 1);
    if (!block)
        return PyErr_NoMemory();
    pool->blocks[pool->n++] = block;
    return block; // cppcheck-suppress memleak ; the pool has it
}

static void pool_free(Pool *pool) {
    while (pool->n)
        PyMem_Free(pool->blocks[--pool->n]);
    PyMem_Free(pool->blocks);
}

static bool bad_argument(void) {
    if (!PyErr_Occurred())
        PyErr_SetString(PyExc_ValueError, "the description of an argument is not as it should be");
    return false;
}

static bool read_shape(Pool *pool, PyObject *tuple, frit_arg *arg) {
    if (tuple == Py_None)
        return true;
    if (!PyTuple_Check(tuple) || PyTuple_GET_SIZE(tuple) > FRIT_PY_MAX_RANK)
        return bad_argument();
    arg->rank = (uint32_t)PyTuple_GET_SIZE(tuple);
    int64_t *shape = pool_take(pool, arg->rank * sizeof *shape);
    for (uint32_t k = 0; shape && k < arg->rank; k++)
        shape[k] = PyLong_AsLongLong(PyTuple_GET_ITEM(tuple, k));
    arg->shape = shape;
    return shape && !PyErr_Occurred();
}

static bool read_map(Pool *pool, PyObject *tuple, frit_arg *arg) {
    if (tuple == Py_None)
        return true;
    if (!PyTuple_Check(tuple) || PyTuple_GET_SIZE(tuple) > FRIT_PY_MAX_RANK)
        return bad_argument();
    arg->mapped = true;
    arg->map_count = (uint32_t)PyTuple_GET_SIZE(tuple);
    int32_t *map = pool_take(pool, arg->map_count * sizeof *map);
    for (uint32_t k = 0; map && k < arg->map_count; k++)
        map[k] = (int32_t)PyLong_AsLong(PyTuple_GET_ITEM(tuple, k));
    arg->map = map;
    return map && !PyErr_Occurred();
}

static frit_arg *read_arguments(Pool *pool, PyObject *tuple, uint32_t *n, int depth);

static bool read_argument(Pool *pool, PyObject *description, frit_arg *arg, int depth) {
    PyObject *shape, *items, *map;
    int kind, read_only = 0;
    if (!PyTuple_Check(description) ||
        !PyArg_ParseTuple(description, "izzOOzO|pz", &kind, &arg->name, &arg->type, &shape, &items,
                          &arg->cast, &map, &read_only, &arg->problem))
        return bad_argument();
    arg->kind = (frit_arg_kind)kind;
    arg->read_only = read_only;
    if (!read_shape(pool, shape, arg) || !read_map(pool, map, arg))
        return false;
    if (items == Py_None)
        return true;
    arg->items = read_arguments(pool, items, &arg->item_count, depth + 1);
    return arg->items != NULL;
}

static frit_arg *read_arguments(Pool *pool, PyObject *tuple, uint32_t *n, int depth) {
    if (depth > DEEPEST)
        return (frit_arg *)raise_named(
            "LimitError", "an argument has more than %d dicts or lists in each other", DEEPEST);
    if (!PyTuple_Check(tuple)) {
        bad_argument();
        return NULL;
    }
    *n = (uint32_t)PyTuple_GET_SIZE(tuple);
    frit_arg *args = pool_take(pool, *n * sizeof *args);
    for (uint32_t k = 0; args && k < *n; k++)
        if (!read_argument(pool, PyTuple_GET_ITEM(tuple, k), &args[k], depth))
            return NULL;
    return args;
}

/* ---- resolving */

static const char *class_of_status(frit_status status) {
    switch (status) {
    case FRIT_ERR_SHAPE: return "ShapeError";
    case FRIT_ERR_TYPE: return "DTypeError";
    case FRIT_ERR_LIMIT: return "LimitError";
    case FRIT_ERR_UNSUPPORTED: return "UnsupportedError";
    case FRIT_ERR_SYNTAX: return "CompileError";
    case FRIT_ERR_INTERNAL: return "InternalError";
    default: return "ArgumentError";
    }
}

/* Takes what was resolved. */
static PyObject *resolved_object(PyObject *slang, frit_resolved *resolved) {
    ResolvedObject *r = (ResolvedObject *)Resolved_Type.tp_alloc(&Resolved_Type, 0);
    if (!r) {
        frit_resolved_free(resolved);
        return NULL;
    }
    r->resolved = resolved;
    r->slang = Py_NewRef(slang);
    return (PyObject *)r;
}

/* resolve(function, args, result): args a tuple of descriptions, result one or None. */
static PyObject *slang_resolve(PyObject *self, PyObject *args) {
    const char *function;
    PyObject *arguments, *result;
    SlangObject *k = (SlangObject *)self;
    if (!PyArg_ParseTuple(args, "sO!O", &function, &PyTuple_Type, &arguments, &result))
        return NULL;
    Pool pool = {0};
    uint32_t n = 0;
    frit_arg where = {0};
    frit_arg *list = read_arguments(&pool, arguments, &n, 0);
    bool ok = list && (result == Py_None || read_argument(&pool, result, &where, 0));
    frit_resolved *resolved = NULL;
    frit_text report = {0};
    frit_error error;
    if (ok) {
        frit_status status =
            frit_slang_resolve(k->slang, function, list, n, result == Py_None ? NULL : &where,
                               &resolved, &report, &error);
        ok = status == FRIT_OK;
        if (ok)
            frit_text_free(frit_library_context(), &report);
        else
            raise_report(class_of_status(status), &report, &error);
    }
    pool_free(&pool);
    return ok ? resolved_object(self, resolved) : NULL;
}

/* declare(function, args): None where several functions may be meant. */
static PyObject *slang_declare(PyObject *self, PyObject *args) {
    const char *function;
    PyObject *arguments;
    SlangObject *k = (SlangObject *)self;
    if (!PyArg_ParseTuple(args, "sO!", &function, &PyTuple_Type, &arguments))
        return NULL;
    Pool pool = {0};
    uint32_t n = 0;
    frit_arg *list = read_arguments(&pool, arguments, &n, 0);
    frit_resolved *resolved = NULL;
    frit_text report = {0};
    frit_error error;
    frit_status status = FRIT_ERR_ARGUMENT;
    if (list) {
        status = frit_slang_declare(k->slang, function, list, n, &resolved, &report, &error);
        if (status != FRIT_OK)
            raise_report(class_of_status(status), &report, &error);
    }
    pool_free(&pool);
    if (status != FRIT_OK)
        return NULL;
    return resolved ? resolved_object(self, resolved) : Py_NewRef(Py_None);
}

/* {name: errors}; of one name the first errors. */
static PyObject *get_refused(PyObject *self, void *closure) {
    const frit_slang *slang = ((SlangObject *)self)->slang;
    PyObject *all = PyDict_New();
    const char *name, *why;
    (void)closure;
    for (uint32_t k = 0; all && (name = frit_slang_refused(slang, k, &why)); k++) {
        PyObject *key = PyUnicode_DecodeUTF8(name, (Py_ssize_t)strlen(name), "replace");
        PyObject *text = PyUnicode_DecodeUTF8(why, (Py_ssize_t)strlen(why), "replace");
        if (!key || !text || !PyDict_SetDefault(all, key, text))
            Py_CLEAR(all);
        Py_XDECREF(key);
        Py_XDECREF(text);
    }
    return all;
}

static PyObject *get_warnings(PyObject *self, void *closure) {
    (void)closure;
    return Py_NewRef(((SlangObject *)self)->warnings);
}

static PyGetSetDef slang_getset[] = {
    {"refused", get_refused, NULL, "Declarations with errors, and their errors.", NULL},
    {"warnings", get_warnings, NULL, "What the compiler said; mostly nothing.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyMethodDef slang_methods[] = {
    {"find", slang_find, METH_O, "find(name) -> 'function', 'type', 'constant' or None"},
    {"names", slang_names, METH_NOARGS, "names() -> what the module declares, in order"},
    {"describe", slang_describe, METH_O, "describe(name) -> heads of functions, or the struct"},
    {"type", slang_type, METH_O, "type(name) -> the type as programs write it"},
    {"fields", slang_fields, METH_O, "fields(name) -> of a struct; () of another type"},
    {"print", slang_print, METH_NOARGS, "print() -> the source in one layout"},
    {"resolve", slang_resolve, METH_VARARGS, "resolve(function, args, result) -> Resolved"},
    {"declare", slang_declare, METH_VARARGS, "declare(function, args) -> Resolved or None"},
    {NULL, NULL, 0, NULL},
};

static PyTypeObject Slang_Type = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "frit._core.Slang",
    .tp_basicsize = sizeof(SlangObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_doc = "A module in the Slang-style language.",
    .tp_new = slang_new,
    .tp_dealloc = slang_dealloc,
    .tp_weaklistoffset = offsetof(SlangObject, weakrefs),
    .tp_getset = slang_getset,
    .tp_methods = slang_methods,
};

/* ---- resolved calls */

static void resolved_dealloc(PyObject *self) {
    ResolvedObject *r = (ResolvedObject *)self;
    frit_resolved_free(r->resolved);
    Py_XDECREF(r->slang);
    Py_XDECREF(r->module);
    Py_TYPE(self)->tp_free(self);
}

static PyObject *resolved_module(PyObject *self, void *closure) {
    ResolvedObject *r = (ResolvedObject *)self;
    (void)closure;
    if (!frit_resolved_module(r->resolved))
        Py_RETURN_NONE;
    if (!r->module) {
        frit_module *copy = frit_module_copy(frit_resolved_module(r->resolved));
        r->module = copy ? module_object(copy) : NULL;
    }
    return Py_XNewRef(r->module);
}

/* [(arg, path, dtype, rank, element rank, type), ...] */
static PyObject *resolved_outputs(PyObject *self, void *closure) {
    const frit_resolved *r = ((ResolvedObject *)self)->resolved;
    (void)closure;
    PyObject *list = PyList_New(0);
    for (uint32_t k = 0; list && k < frit_resolved_output_count(r); k++) {
        frit_resolved_output o = frit_resolved_output_info(r, k);
        DTypeId id = dtype_id(o.dtype);
        PyObject *dtype = id == DT_OTHER ? Py_None : (PyObject *)dtype_of(id);
        PyObject *row =
            Py_BuildValue("(isOIIs)", o.arg, o.path, dtype, o.rank, o.element_rank, o.type);
        if (!row || PyList_Append(list, row) < 0)
            Py_CLEAR(list);
        Py_XDECREF(row);
    }
    return list;
}

static PyObject *resolved_rank(PyObject *self, void *closure) {
    (void)closure;
    return PyLong_FromUnsignedLong(frit_resolved_rank(((ResolvedObject *)self)->resolved));
}

static PyObject *resolved_value_count(PyObject *self, void *closure) {
    (void)closure;
    return PyLong_FromUnsignedLong(frit_resolved_value_count(((ResolvedObject *)self)->resolved));
}

static PyObject *resolved_is_struct(PyObject *self, void *closure) {
    (void)closure;
    return PyBool_FromLong(frit_resolved_is_struct(((ResolvedObject *)self)->resolved));
}

static PyObject *resolved_takes_result(PyObject *self, void *closure) {
    (void)closure;
    return PyBool_FromLong(frit_resolved_takes_result(((ResolvedObject *)self)->resolved));
}

static PyObject *resolved_describe(PyObject *self, PyObject *unused) {
    (void)unused;
    frit_text text = {0};
    frit_error error;
    if (frit_resolved_describe(((ResolvedObject *)self)->resolved, &text, &error) != FRIT_OK)
        return raise_error(&error);
    return frit_text_take(&text, false);
}

static PyObject *resolved_parameters(PyObject *self, void *closure) {
    const frit_resolved *r = ((ResolvedObject *)self)->resolved;
    uint32_t n = 0;
    (void)closure;
    while (frit_resolved_parameter(r, n))
        n++;
    PyObject *names = PyTuple_New(n);
    for (uint32_t k = 0; names && k < n; k++) {
        PyObject *name = PyUnicode_FromString(frit_resolved_parameter(r, k));
        if (!name)
            Py_CLEAR(names);
        else
            PyTuple_SET_ITEM(names, k, name);
    }
    return names;
}

static PyGetSetDef resolved_getset[] = {
    {"parameters", resolved_parameters, NULL, "The names of the function's parameters.", NULL},
    {"module", resolved_module, NULL, "Typed; its last program is the call.", NULL},
    {"outputs", resolved_outputs, NULL, "(arg, path, dtype, rank, element rank, type) of each.",
     NULL},
    {"rank", resolved_rank, NULL, "Axes of the call.", NULL},
    {"value_count", resolved_value_count, NULL, "How many outputs the value has.", NULL},
    {"is_struct", resolved_is_struct, NULL, "The value is a struct.", NULL},
    {"takes_result", resolved_takes_result, NULL,
     "The array for the value is one more input, the last, which gives the call its shape.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyMethodDef resolved_methods[] = {
    {"describe", resolved_describe, METH_NOARGS, "describe() -> what was decided, for people"},
    {NULL, NULL, 0, NULL},
};

static PyTypeObject Resolved_Type = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "frit._core.Resolved",
    .tp_basicsize = sizeof(ResolvedObject),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .tp_doc = "A call of a function of a module, resolved.",
    .tp_dealloc = resolved_dealloc,
    .tp_getset = resolved_getset,
    .tp_methods = resolved_methods,
};

int slang_add_types(PyObject *module) {
    if (PyType_Ready(&Slang_Type) < 0 || PyType_Ready(&Resolved_Type) < 0 ||
        PyModule_AddObjectRef(module, "Slang", (PyObject *)&Slang_Type) < 0 ||
        PyModule_AddObjectRef(module, "Resolved", (PyObject *)&Resolved_Type) < 0)
        return -1;
    return slang_values_add_types(module);
}
