/*
 * frit._core.Script: a session of scripts, with a context of its own. Values come and go as
 *
 *   str                                             text of one row
 *   ("array", class, shape, complex, elements)      column-major, as bytes
 *   ("cell", shape, [values])
 *   ("struct", shape, [{field: value}])             to the session a dict alone
 *   ("map", [keys], [values]), ("function", text)   from the session only
 */
#include "script.h"

#include "module.h"

#include <signal.h>
#include <string.h>

typedef struct ScriptObject {
    PyObject_HEAD frit_script *script;
    PyObject *write; /* called with what is printed, or NULL */
    bool busy;
    PyObject *raised;
} ScriptObject;

static PyTypeObject Script_Type;

/* What Ctrl-C stops: a handler has nowhere else to find it. */
static frit_script *volatile interruptible;
static PyOS_sighandler_t handler_before;

static void on_interrupt(int number) {
    if (interruptible)
        frit_script_interrupt(interruptible);
    if (handler_before && handler_before != SIG_DFL && handler_before != SIG_IGN)
        handler_before(number);
}

/* ---- printing */

static void write_text(void *user, const char *bytes, size_t len) {
    ScriptObject *self = user;
    PyGILState_STATE state = PyGILState_Ensure();
    if (self->write && !self->raised) {
        PyObject *text = PyUnicode_DecodeUTF8(bytes, (Py_ssize_t)len, "surrogateescape");
        PyObject *done = text ? PyObject_CallOneArg(self->write, text) : NULL;
        Py_XDECREF(text);
        Py_XDECREF(done);
        if (!done) {
            PyObject *type, *trace;
            PyErr_Fetch(&type, &self->raised, &trace);
            PyErr_NormalizeException(&type, &self->raised, &trace);
            Py_XDECREF(type);
            Py_XDECREF(trace);
            frit_script_interrupt(self->script);
        }
    }
    PyGILState_Release(state);
}

/* ---- making and freeing */

static bool list_arguments(PyObject *arguments, const char ***out) {
    Py_ssize_t n = PyTuple_GET_SIZE(arguments);
    *out = PyMem_Calloc((size_t)n + 1, sizeof **out);
    for (Py_ssize_t k = 0; *out && k < n; k++) {
        (*out)[k] = PyUnicode_AsUTF8(PyTuple_GET_ITEM(arguments, k));
        if (!(*out)[k]) {
            PyMem_Free(*out);
            return false;
        }
    }
    if (!*out)
        PyErr_NoMemory();
    return *out != NULL;
}

/* Script(write, arguments): write is called with text, or None. */
static PyObject *script_new(PyTypeObject *type, PyObject *args, PyObject *kwargs) {
    static char *names[] = {"write", "arguments", NULL};
    PyObject *write, *arguments;
    const char **list;
    frit_error error;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "OO!", names, &write, &PyTuple_Type,
                                     &arguments) ||
        !list_arguments(arguments, &list))
        return NULL;
    ScriptObject *self = (ScriptObject *)type->tp_alloc(type, 0);
    if (!self) {
        PyMem_Free(list);
        return NULL;
    }
    self->write = write == Py_None ? NULL : Py_NewRef(write);
    frit_script_options options = {FRIT_SIZED(frit_script_options), .write = write_text,
                                   .user = self, .arguments = list,
                                   .argument_count = (uint32_t)PyTuple_GET_SIZE(arguments)};
    frit_status status = frit_script_open(&options, &self->script, &error);
    PyMem_Free(list);
    if (status == FRIT_OK)
        return (PyObject *)self;
    Py_DECREF(self);
    return raise_error(&error);
}

static int script_traverse(PyObject *self, visitproc visit, void *arg) {
    Py_VISIT(((ScriptObject *)self)->write);
    return 0;
}

static int script_clear(PyObject *self) {
    Py_CLEAR(((ScriptObject *)self)->write);
    return 0;
}

static void script_dealloc(PyObject *self) {
    PyObject_GC_UnTrack(self);
    frit_script_close(((ScriptObject *)self)->script);
    Py_XDECREF(((ScriptObject *)self)->write);
    Py_XDECREF(((ScriptObject *)self)->raised);
    Py_TYPE(self)->tp_free(self);
}

/* One thread at a time. */
static bool enter(ScriptObject *self) {
    if (!self->busy)
        return self->busy = true;
    PyErr_SetString(PyExc_RuntimeError, "this session runs a script already");
    return false;
}

/* ---- running */

/* What a run is about. */
typedef struct Run {
    const char *name, *text;
    Py_ssize_t len;
    bool is_file;
} Run;

static frit_status run_without_gil(ScriptObject *self, const Run *run, frit_text *report,
                                   frit_error *error) {
    frit_status status;
    bool outermost = !interruptible;
    if (outermost) {
        interruptible = self->script;
        handler_before = PyOS_setsig(SIGINT, on_interrupt);
    }
    Py_BEGIN_ALLOW_THREADS
    status = run->is_file ? frit_script_run_file(self->script, run->name, report, error)
                          : frit_script_run(self->script, run->name, run->text, (size_t)run->len,
                                            report, error);
    Py_END_ALLOW_THREADS
    if (outermost) {
        PyOS_setsig(SIGINT, handler_before);
        interruptible = NULL;
    }
    return status;
}

/* ScriptError with the report as its text. */
static PyObject *raise_script(frit_text *report, const frit_error *error) {
    if (PyErr_CheckSignals() < 0 || !report->len || error->status == FRIT_ERR_NOMEM ||
        error->status == FRIT_ERR_CANCELLED) {
        frit_text_free(frit_library_context(), report);
        return raise_error(error);
    }
    while (report->len && report->data[report->len - 1] == '\n')
        report->data[--report->len] = '\0';
    PyObject *text = PyUnicode_DecodeUTF8(report->data, (Py_ssize_t)report->len, "replace");
    frit_text_free(frit_library_context(), report);
    PyObject *type = text ? frit_error_class("ScriptError") : NULL;
    if (type)
        PyErr_SetObject(type, text);
    Py_XDECREF(type);
    Py_XDECREF(text);
    return NULL;
}

static PyObject *run(ScriptObject *self, const Run *what) {
    frit_text report = {0};
    frit_error error;
    if (!enter(self))
        return NULL;
    frit_status status = run_without_gil(self, what, &report, &error);
    self->busy = false;
    if (self->raised) {
        PyObject *raised = self->raised;
        self->raised = NULL;
        frit_text_free(frit_script_context(self->script), &report);
        PyErr_SetObject((PyObject *)Py_TYPE(raised), raised);
        Py_DECREF(raised);
        return NULL;
    }
    if (status != FRIT_OK)
        return raise_script(&report, &error);
    if (report.data)
        return frit_text_take(&report, false);
    return PyUnicode_FromString("");
}

static PyObject *script_run(PyObject *self, PyObject *args) {
    Run what = {0};
    if (!PyArg_ParseTuple(args, "ss#", &what.name, &what.text, &what.len))
        return NULL;
    return run((ScriptObject *)self, &what);
}

static PyObject *script_run_file(PyObject *self, PyObject *path) {
    PyObject *bytes;
    if (!PyUnicode_FSConverter(path, &bytes))
        return NULL;
    Run what = {.name = PyBytes_AS_STRING(bytes), .is_file = true};
    PyObject *out = run((ScriptObject *)self, &what);
    Py_DECREF(bytes);
    return out;
}

/* ---- variables */

static PyObject *script_names(PyObject *object, PyObject *unused) {
    ScriptObject *self = (ScriptObject *)object;
    PyObject *list = PyList_New(0);
    const char *name;
    (void)unused;
    for (uint32_t k = 0; list && (name = frit_script_variable(self->script, k)); k++) {
        PyObject *text = PyUnicode_FromString(name);
        if (!text || PyList_Append(list, text) < 0)
            Py_CLEAR(list);
        Py_XDECREF(text);
    }
    return list;
}

static PyObject *script_get(PyObject *object, PyObject *name) {
    ScriptObject *self = (ScriptObject *)object;
    const char *text = PyUnicode_AsUTF8(name);
    frit_value *value;
    frit_error error;
    if (!text || !enter(self))
        return NULL;
    PyObject *out = frit_script_get(self->script, text, &value, &error) == FRIT_OK
                        ? script_value_to_python(value)
                        : raise_error(&error);
    self->busy = false;
    return out;
}

static PyObject *script_set(PyObject *object, PyObject *args) {
    ScriptObject *self = (ScriptObject *)object;
    const char *name;
    PyObject *description;
    frit_error error;
    if (!PyArg_ParseTuple(args, "sO", &name, &description) || !enter(self))
        return NULL;
    frit_value *value = script_value_of(self->script, description);
    frit_status status = value ? frit_script_set(self->script, name, value, &error) : FRIT_OK;
    frit_value_free(value);
    self->busy = false;
    if (!value)
        return NULL;
    return status == FRIT_OK ? Py_NewRef(Py_None) : raise_error(&error);
}

/* ---- functions */

static void free_values(frit_value **values, Py_ssize_t n) {
    for (Py_ssize_t k = 0; values && k < n; k++)
        frit_value_free(values[k]);
    PyMem_Free(values);
}

static PyObject *values_tuple(frit_value **values, uint32_t n) {
    PyObject *out = PyTuple_New(n);
    for (uint32_t k = 0; k < n; k++) {
        PyObject *item = out ? script_value_to_python(values[k]) : NULL;
        if (!out)
            frit_value_free(values[k]);
        else if (!item)
            Py_CLEAR(out);
        else
            PyTuple_SET_ITEM(out, k, item);
    }
    return out;
}

static PyObject *call(ScriptObject *self, const char *name, frit_value **args, Py_ssize_t n,
                      unsigned wanted) {
    frit_value **outs = PyMem_Calloc((wanted ? wanted : 1), sizeof *outs);
    frit_text report = {0};
    frit_error error;
    uint32_t got = 0;
    if (!outs)
        return PyErr_NoMemory();
    frit_status status = frit_script_call(self->script, name, args, (uint32_t)n, wanted, outs, &got,
                                          &report, &error);
    PyObject *out = status == FRIT_OK ? values_tuple(outs, got) : raise_script(&report, &error);
    if (status == FRIT_OK)
        frit_text_free(frit_script_context(self->script), &report);
    PyMem_Free(outs);
    return out;
}

/* call(name, arguments, wanted): a tuple of results. */
static PyObject *script_call(PyObject *object, PyObject *args) {
    ScriptObject *self = (ScriptObject *)object;
    const char *name;
    PyObject *given;
    unsigned wanted;
    if (!PyArg_ParseTuple(args, "sO!I", &name, &PyTuple_Type, &given, &wanted) || !enter(self))
        return NULL;
    Py_ssize_t n = PyTuple_GET_SIZE(given), k = 0;
    frit_value **values = PyMem_Calloc((size_t)n + 1, sizeof *values);
    for (; values && k < n; k++)
        if (!(values[k] = script_value_of(self->script, PyTuple_GET_ITEM(given, k))))
            break;
    PyObject *out = values && k == n ? call(self, name, values, n, wanted) : NULL;
    if (!values)
        PyErr_NoMemory();
    free_values(values, n);
    self->busy = false;
    return out;
}

static PyMethodDef script_methods[] = {
    {"run", script_run, METH_VARARGS, "run(name, text): warnings about the text."},
    {"run_file", script_run_file, METH_O, "run_file(path): the same of a file."},
    {"names", script_names, METH_NOARGS, "Names of the variables."},
    {"get", script_get, METH_O, "A variable."},
    {"set", script_set, METH_VARARGS, "set(name, value)"},
    {"call", script_call, METH_VARARGS, "call(name, arguments, wanted): a tuple of results."},
    {NULL, NULL, 0, NULL},
};

static PyTypeObject Script_Type = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "frit._core.Script",
    .tp_basicsize = sizeof(ScriptObject),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    .tp_doc = "A session of scripts.",
    .tp_new = script_new,
    .tp_dealloc = script_dealloc,
    .tp_traverse = script_traverse,
    .tp_clear = script_clear,
    .tp_methods = script_methods,
};

int script_add_types(PyObject *module) {
    return PyModule_AddType(module, &Script_Type);
}
