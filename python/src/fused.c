/*
 * frit._core.Fused: the object @frit.fuse makes. A call tries the entries it has, the one that
 * answered last first; what none of them knows goes to Python:
 *
 *   impl.miss(args, kwargs)      no entry matches
 *   impl.recorded(args, kwargs)  an entry matched, and running it failed before anything changed
 *
 * Where Python has found that the function is faster as it is written, calls like the one it saw go straight to it, so
 * many times; then Python looks again.
 *
 * Every other attribute is impl's. frit._core.SlangFunction, a function of a module in the Slang-style language, is
 * the same with another impl (frit._slang.call).
 */
#include "entry.h"
#include "numpy_api.h"

#include <stddef.h>
#include <string.h>

/* Calls that run as they are written. */
typedef struct Written {
    PyObject *function; /* NULL: none */
    PyObject
        *base; /* the function that it stands for, whose code and defaults are those it had then */
    PyObject *code, *defaults, *kwdefaults;
    PyObject *options; /* under which that was found */
    int64_t size;      /* see size_class */
    uint32_t left;     /* so many more calls */
} Written;

typedef struct Fused {
    PyObject_HEAD vectorcallfunc vectorcall;
    PyObject *impl;
    PyObject *dict; /* __name__, __doc__, __wrapped__ ... */
    PyObject *weakrefs;
    FusedEntry **entries; /* references, the latest first */
    uint32_t n_entries, room;
    uint64_t hits, clock;
    Written written;
} Fused;

static PyObject *options_in_force; /* set by Python when they change */

/* ---- entries */

static void drop_entry(Fused *f, uint32_t k) {
    FusedEntry *e = f->entries[k];
    memmove(&f->entries[k], &f->entries[k + 1], (f->n_entries - k - 1) * sizeof *f->entries);
    f->n_entries--;
    Py_DECREF(e);
}

static PyObject *fused_add(PyObject *self, PyObject *entry) {
    Fused *f = (Fused *)self;
    if (!Py_IS_TYPE(entry, &Entry_Type))
        return PyErr_Format(PyExc_TypeError, "expected an Entry, got %R", Py_TYPE(entry));
    if (f->n_entries == f->room) {
        uint32_t room = 2 * f->room + 4;
        FusedEntry **more = PyMem_Realloc(f->entries, room * sizeof *more);
        if (!more)
            return PyErr_NoMemory();
        f->entries = more;
        f->room = room;
    }
    memmove(f->entries + 1, f->entries, f->n_entries * sizeof *f->entries);
    f->entries[0] = (FusedEntry *)Py_NewRef(entry);
    f->entries[0]->used = ++f->clock;
    f->n_entries++;
    Py_RETURN_NONE;
}

static PyObject *fused_remove(PyObject *self, PyObject *entry) {
    Fused *f = (Fused *)self;
    for (uint32_t k = 0; k < f->n_entries; k++)
        if ((PyObject *)f->entries[k] == entry) {
            drop_entry(f, k);
            Py_RETURN_TRUE;
        }
    Py_RETURN_FALSE;
}

static PyObject *fused_clear(PyObject *self, PyObject *unused) {
    Fused *f = (Fused *)self;
    (void)unused;
    while (f->n_entries)
        drop_entry(f, f->n_entries - 1);
    f->hits = 0;
    Py_RETURN_NONE;
}

static PyObject *fused_list(PyObject *self, PyObject *unused) {
    Fused *f = (Fused *)self;
    (void)unused;
    PyObject *list = PyList_New(f->n_entries);
    for (uint32_t k = 0; list && k < f->n_entries; k++)
        PyList_SET_ITEM(list, k, Py_NewRef((PyObject *)f->entries[k]));
    return list;
}

/* ---- as it is written */

/* What arguments are like: their types and how large they are. */
typedef struct Likeness {
    uint64_t bytes, mixed;
    unsigned depth, items;
} Likeness;

enum { MOST_DEEP = 8, MOST_ITEMS = 256 };

static void mix(Likeness *l, uint64_t value) {
    l->mixed = (l->mixed ^ value) * UINT64_C(0x9E3779B97F4A7C15);
    l->mixed ^= l->mixed >> 29;
}

static bool mix_value(Likeness *l, PyObject *value);

static bool mix_items(Likeness *l, PyObject *container) {
    bool known = ++l->depth <= MOST_DEEP;
    if (PyDict_CheckExact(container)) {
        PyObject *key, *item;
        Py_ssize_t at = 0;
        while (known && PyDict_Next(container, &at, &key, &item)) {
            known = PyUnicode_CheckExact(key) && mix_value(l, item);
            if (known)
                mix(l, (uint64_t)PyObject_Hash(key));
        }
    } else {
        Py_ssize_t n = PySequence_Fast_GET_SIZE(container);
        for (Py_ssize_t k = 0; known && k < n; k++)
            known = mix_value(l, PySequence_Fast_GET_ITEM(container, k));
    }
    l->depth--;
    return known;
}

/* False: of something that is not known to be without surprises. */
static bool mix_value(Likeness *l, PyObject *value) {
    if (++l->items > MOST_ITEMS)
        return false;
    mix(l, (uint64_t)(uintptr_t)Py_TYPE(value));
    if (numpy_loaded() && PyArray_CheckExact(value)) {
        l->bytes += (uint64_t)PyArray_NBYTES((PyArrayObject *)value);
        mix(l, (uint64_t)PyArray_TYPE((PyArrayObject *)value));
        mix(l, (uint64_t)PyArray_NDIM((PyArrayObject *)value));
        return true;
    }
    if (PyLong_CheckExact(value)) {
        int overflow;
        int64_t number = PyLong_AsLongLongAndOverflow(value, &overflow);
        uint64_t size = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
        mix(l, overflow ? 65 : size == 0 ? 0 : 64 - (uint64_t)__builtin_clzll(size));
        return true;
    }
    if (PyDict_CheckExact(value) || PyList_CheckExact(value) || PyTuple_CheckExact(value))
        return mix_items(l, value);
    return value == Py_None || PyFloat_CheckExact(value) || PyBool_Check(value) ||
           PyUnicode_CheckExact(value) || (numpy_loaded() && PyArray_CheckScalar(value));
}

/*
 * The same of calls that should take about as long: of arguments of the same types, arrays within a factor of four of
 * bytes in all, integers of as many bits. -1: some argument is none that is known.
 */
static int64_t size_class(PyObject *const *values, size_t n) {
    Likeness l = {.bytes = 1};
    bool known = true;
    for (size_t k = 0; k < n; k++)
        known &= mix_value(&l, values[k]);
    mix(&l, (65 - (uint64_t)__builtin_clzll(l.bytes)) / 2);
    return known ? (int64_t)(l.mixed & INT64_MAX) : -1;
}

static void written_clear(Written *w) {
    w->left = 0;
    Py_CLEAR(w->function);
    Py_CLEAR(w->base);
    Py_CLEAR(w->code);
    Py_CLEAR(w->defaults);
    Py_CLEAR(w->kwdefaults);
    Py_CLEAR(w->options);
}

/* _run_written(function, base, args, calls): whether the next calls like this one will be as it is written. */
static PyObject *fused_run_written(PyObject *self, PyObject *args) {
    Written *w = &((Fused *)self)->written;
    PyObject *function, *base, *given;
    unsigned calls;
    if (!PyArg_ParseTuple(args, "OO!O!I", &function, &PyFunction_Type, &base, &PyTuple_Type, &given,
                          &calls))
        return NULL;
    written_clear(w);
    size_t n = (size_t)PyTuple_GET_SIZE(given);
    int64_t size = calls > 0 && n > 0 ? size_class(&PyTuple_GET_ITEM(given, 0), n) : -1;
    if (size < 0)
        Py_RETURN_FALSE;
    w->size = size;
    w->function = Py_NewRef(function);
    w->base = Py_NewRef(base);
    w->code = Py_NewRef(PyFunction_GetCode(base));
    w->defaults = Py_XNewRef(PyFunction_GetDefaults(base));
    w->kwdefaults = Py_XNewRef(PyFunction_GetKwDefaults(base));
    w->options = Py_XNewRef(options_in_force);
    w->left = calls;
    Py_RETURN_TRUE;
}

static bool runs_written(const Written *w, PyObject *const *args, size_t n, PyObject *kwnames) {
    return w->left > 0 && !(kwnames && PyTuple_GET_SIZE(kwnames) > 0) &&
           w->options == options_in_force && PyFunction_GetCode(w->base) == w->code &&
           PyFunction_GetDefaults(w->base) == w->defaults &&
           PyFunction_GetKwDefaults(w->base) == w->kwdefaults && size_class(args, n) == w->size;
}

static PyObject *py_size_class(PyObject *module, PyObject *values) {
    (void)module;
    if (!PyTuple_Check(values))
        return PyErr_Format(PyExc_TypeError, "expected a tuple, got %R", Py_TYPE(values));
    size_t n = (size_t)PyTuple_GET_SIZE(values);
    return PyLong_FromLongLong(n > 0 ? size_class(&PyTuple_GET_ITEM(values, 0), n) : 0);
}

/* ---- calling */

static bool holds(const FusedEntry *e) {
    return e->options == options_in_force || !options_in_force ||
           PyObject_RichCompareBool(e->options, options_in_force, Py_EQ) == 1;
}

static PyObject *to_python(Fused *f, const char *method, PyObject *const *args, size_t n,
                           PyObject *kwnames) {
    PyObject *tuple = PyTuple_New((Py_ssize_t)n), *dict = PyDict_New(), *result = NULL;
    for (size_t k = 0; tuple && k < n; k++)
        PyTuple_SET_ITEM(tuple, (Py_ssize_t)k, Py_NewRef(args[k]));
    bool ok = tuple && dict;
    for (Py_ssize_t k = 0; ok && kwnames && k < PyTuple_GET_SIZE(kwnames); k++)
        ok = PyDict_SetItem(dict, PyTuple_GET_ITEM(kwnames, k), args[n + (size_t)k]) == 0;
    if (ok)
        result = PyObject_CallMethod(f->impl, method, "OO", tuple, dict);
    Py_XDECREF(tuple);
    Py_XDECREF(dict);
    return result;
}

static PyObject *fused_vectorcall(PyObject *self, PyObject *const *args, size_t nargsf,
                                  PyObject *kwnames) {
    Fused *f = (Fused *)self;
    size_t n = (size_t)PyVectorcall_NARGS(nargsf);
    bool captured =
        thread_state()->capture != NULL; /* part of another program: Python inlines it */
    if (!captured && runs_written(&f->written, args, n, kwnames)) {
        f->written.left--;
        PyObject *function = Py_NewRef(f->written.function);
        PyObject *result = PyObject_Vectorcall(function, args, n, NULL);
        Py_DECREF(function);
        return result;
    }
    for (uint32_t k = 0; !captured && k < f->n_entries; k++) {
        FusedEntry *e = (FusedEntry *)Py_NewRef((PyObject *)f->entries[k]);
        PyObject *result = NULL;
        RunOutcome outcome = holds(e) ? entry_call(e, args, n, kwnames, &result) : NO_MATCH;
        if (outcome == RAN) {
            f->hits++;
            e->used = ++f->clock;
            if (k > 0 && k < f->n_entries && f->entries[k] == e) {
                memmove(f->entries + 1, f->entries, k * sizeof *f->entries);
                f->entries[0] = e;
            }
        }
        Py_DECREF(e);
        if (outcome == RAN || outcome == FAILED)
            return result;
        if (outcome == AGAIN)
            return to_python(f, "recorded", args, n, kwnames);
    }
    return to_python(f, "miss", args, n, kwnames);
}

/* ---- the type */

static PyObject *fused_new(PyTypeObject *type, PyObject *args, PyObject *kwargs) {
    static char *names[] = {"impl", NULL};
    PyObject *impl;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "O", names, &impl))
        return NULL;
    Fused *f = (Fused *)type->tp_alloc(type, 0);
    if (!f)
        return NULL;
    f->vectorcall = fused_vectorcall;
    f->impl = Py_NewRef(impl);
    f->dict = PyDict_New();
    if (!f->dict)
        Py_CLEAR(f);
    return (PyObject *)f;
}

static int fused_traverse(PyObject *self, visitproc visit, void *arg) {
    Fused *f = (Fused *)self;
    Py_VISIT(f->impl);
    Py_VISIT(f->dict);
    Py_VISIT(f->written.function);
    Py_VISIT(f->written.base);
    for (uint32_t k = 0; k < f->n_entries; k++)
        Py_VISIT(f->entries[k]);
    return 0;
}

static int fused_gc_clear(PyObject *self) {
    Fused *f = (Fused *)self;
    while (f->n_entries)
        drop_entry(f, f->n_entries - 1);
    Py_CLEAR(f->impl);
    Py_CLEAR(f->dict);
    written_clear(&f->written);
    return 0;
}

static void fused_dealloc(PyObject *self) {
    Fused *f = (Fused *)self;
    PyObject_GC_UnTrack(self);
    if (f->weakrefs)
        PyObject_ClearWeakRefs(self);
    fused_gc_clear(self);
    PyMem_Free(f->entries);
    Py_TYPE(self)->tp_free(self);
}

static PyObject *fused_getattr(PyObject *self, PyObject *name) {
    PyObject *found = PyObject_GenericGetAttr(self, name);
    if (found || !PyErr_ExceptionMatches(PyExc_AttributeError))
        return found;
    Fused *f = (Fused *)self;
    if (!f->impl)
        return NULL;
    PyErr_Clear();
    return PyObject_GetAttr(f->impl, name);
}

static PyObject *fused_bind(PyObject *self, PyObject *instance, PyObject *type) {
    (void)type;
    if (!instance || instance == Py_None)
        return Py_NewRef(self);
    return PyMethod_New(self, instance);
}

static PyObject *fused_repr(PyObject *self) {
    PyObject *name = PyDict_GetItemString(((Fused *)self)->dict, "__qualname__");
    return PyUnicode_FromFormat("<frit.fuse of %S>", name ? name : Py_None);
}

static PyObject *fused_reduce(PyObject *self, PyObject *unused) {
    (void)unused;
    PyObject *name = PyDict_GetItemString(((Fused *)self)->dict, "__qualname__");
    return name ? Py_NewRef(name)
                : PyErr_Format(PyExc_TypeError, "cannot pickle a nameless function");
}

static PyObject *get_hits(PyObject *self, void *closure) {
    (void)closure;
    return PyLong_FromUnsignedLongLong(((Fused *)self)->hits);
}

static PyGetSetDef getset[] = {
    {"__dict__", PyObject_GenericGetDict, PyObject_GenericSetDict, NULL, NULL},
    {"_hits", get_hits, NULL, "Calls answered without Python.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyMethodDef methods[] = {
    {"_add_entry", fused_add, METH_O, "Adds an Entry, to be tried first."},
    {"_remove_entry", fused_remove, METH_O, "Takes an Entry out."},
    {"_clear_entries", fused_clear, METH_NOARGS, "Takes all out."},
    {"_entries", fused_list, METH_NOARGS, "The entries, the latest first."},
    {"_run_written", fused_run_written, METH_VARARGS, "Calls like this one as they are written."},
    {"__reduce__", fused_reduce, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyTypeObject Fused_Type = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "frit.Fused",
    .tp_basicsize = sizeof(Fused),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_HAVE_VECTORCALL |
                Py_TPFLAGS_METHOD_DESCRIPTOR,
    .tp_doc = "A function whose array steps are fused; see frit.fuse.",
    .tp_new = fused_new,
    .tp_dealloc = fused_dealloc,
    .tp_traverse = fused_traverse,
    .tp_clear = fused_gc_clear,
    .tp_call = PyVectorcall_Call,
    .tp_vectorcall_offset = offsetof(Fused, vectorcall),
    .tp_weaklistoffset = offsetof(Fused, weakrefs),
    .tp_dictoffset = offsetof(Fused, dict),
    .tp_getattro = fused_getattr,
    .tp_descr_get = fused_bind,
    .tp_repr = fused_repr,
    .tp_getset = getset,
    .tp_methods = methods,
};

/* ---- functions of modules */

static PyObject *slang_repr(PyObject *self) {
    PyObject *name = PyDict_GetItemString(((Fused *)self)->dict, "__qualname__");
    return PyUnicode_FromFormat("<frit function %S>", name ? name : Py_None);
}

/* isinstance(p, m.Particle) */
static PyObject *slang_instance_check(PyObject *self, PyObject *object) {
    return PyObject_CallMethod(((Fused *)self)->impl, "is_instance", "O", object);
}

static PyMethodDef slang_methods[] = {
    {"_add_entry", fused_add, METH_O, "Adds an Entry, to be tried first."},
    {"_remove_entry", fused_remove, METH_O, "Takes an Entry out."},
    {"_clear_entries", fused_clear, METH_NOARGS, "Takes all out."},
    {"_entries", fused_list, METH_NOARGS, "The entries, the latest first."},
    {"__instancecheck__", slang_instance_check, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static PyTypeObject SlangFunction_Type = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "frit.SlangFunction",
    .tp_basicsize = sizeof(Fused),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_HAVE_VECTORCALL,
    .tp_doc = "A function or type of a module in the Slang-style language; see frit.load_module.",
    .tp_new = fused_new,
    .tp_dealloc = fused_dealloc,
    .tp_traverse = fused_traverse,
    .tp_clear = fused_gc_clear,
    .tp_call = PyVectorcall_Call,
    .tp_vectorcall_offset = offsetof(Fused, vectorcall),
    .tp_weaklistoffset = offsetof(Fused, weakrefs),
    .tp_dictoffset = offsetof(Fused, dict),
    .tp_getattro = fused_getattr,
    .tp_repr = slang_repr,
    .tp_getset = getset,
    .tp_methods = slang_methods,
};

/* The settings under which entries must have been made, (numerics, verify, fusion). */
static PyObject *py_set_options(PyObject *module, PyObject *value) {
    (void)module;
    Py_XSETREF(options_in_force, Py_NewRef(value));
    Py_RETURN_NONE;
}

/* A function as a class holds it: looked up in an instance it is a method. */
static PyObject *py_method(PyObject *module, PyObject *function) {
    (void)module;
    return PyInstanceMethod_New(function);
}

static PyMethodDef functions[] = {
    {"method", py_method, METH_O, "A function as a class holds it."},
    {"size_class", py_size_class, METH_O, "The same of arguments of about the same size."},
    {"set_fused_options", py_set_options, METH_O, "The settings under which entries hold."},
    {NULL, NULL, 0, NULL},
};

int fused_add_types(PyObject *module) {
    if (entry_add_type(module) < 0 || PyType_Ready(&Fused_Type) < 0 ||
        PyType_Ready(&SlangFunction_Type) < 0 || PyModule_AddFunctions(module, functions) < 0 ||
        PyModule_AddObjectRef(module, "SlangFunction", (PyObject *)&SlangFunction_Type) < 0)
        return -1;
    return PyModule_AddObjectRef(module, "Fused", (PyObject *)&Fused_Type);
}
