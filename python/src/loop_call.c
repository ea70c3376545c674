/*
 * frit._core.LoopCall: what a function calls where a loop of it stood (frit._nest). It is given the function's variables,
 * finds among the kinds of arguments that the loop was compiled for the one that they are of, and goes through the loop:
 * no line of Python. Whatever is new or ends out of the ordinary goes to `miss`, with everything as it was before.
 */
#include "loop.h"
#include "numpy_api.h"

#include <stddef.h>
#include <string.h>

enum { MOST_KINDS = 4, FEW_WORDS = 256 };

typedef struct LoopCall {
    PyObject_HEAD vectorcallfunc vectorcall;
    PyObject *names;              /* a tuple: the variables */
    uint64_t own;                 /* by bit: it is the function's, whether it has a value or not */
    PyObject *outside, *builtins; /* dicts */
    PyObject *assigned;           /* a tuple: numbers of the variables that are given back */
    PyObject *unset;              /* stands for no value */
    PyObject *miss; /* (variables) -> their values, or None: Python goes through the loop */
    PyObject *settings,
        *quiet; /* what tells NumPy's error settings, and those that may be ignored */
    LoopKind *kinds[MOST_KINDS]; /* references, the one that ran last first */
    uint32_t n_kinds;
} LoopCall;

/* ---- kinds of arguments */

static bool fits_word(PyObject *number) {
    int overflow;
    (void)PyLong_AsLongLongAndOverflow(number, &overflow);
    return overflow == 0;
}

/* value: NULL where it has none. */
static bool is_expected(const Expected *e, PyObject *value) {
    if (!value || e->how == EXPECT_UNSET)
        return !value && e->how == EXPECT_UNSET;
    switch (e->how) {
    case EXPECT_ARRAY: return loop_kind_of(value) == e->kind;
    case EXPECT_INT: return PyLong_CheckExact(value) && fits_word(value);
    case EXPECT_TYPE: return (PyObject *)Py_TYPE(value) == e->what;
    default: return value == e->what;
    }
}

static bool is_unchanged(const Watched *w) {
    if (PyDict_Check(w->owner))
        return PyDict_GetItemWithError(w->owner, w->name) == w->value;
    PyObject *now = PyObject_GetAttr(w->owner, w->name);
    Py_XDECREF(now);
    return now == w->value;
}

static bool kind_fits(const LoopKind *k, PyObject *const *values) {
    for (uint32_t n = 0; n < k->n_expected; n++)
        if (!is_expected(&k->expected[n], values[n]))
            return false;
    for (uint32_t n = 0; n < k->n_watched; n++)
        if (!is_unchanged(&k->watched[n]))
            return false;
    return true;
}

/* ---- arrays that are written */

typedef struct Extent {
    uintptr_t low, high; /* of the bytes; equal where there are none */
} Extent;

static Extent extent_of(PyArrayObject *a) {
    uintptr_t at = (uintptr_t)PyArray_DATA(a);
    Extent e = {at, at + (uintptr_t)PyArray_ITEMSIZE(a)};
    for (int k = 0; k < PyArray_NDIM(a); k++) {
        npy_intp away = (PyArray_DIM(a, k) - 1) * PyArray_STRIDE(a, k);
        if (PyArray_DIM(a, k) == 0)
            return (Extent){at, at};
        if (away < 0)
            e.low -= (uintptr_t)-away;
        else
            e.high += (uintptr_t)away;
    }
    return e;
}

/* Whether elements may lie over each other: of the axes, by their steps, each has to lead beyond what those before span. */
static bool repeats(PyArrayObject *a) {
    npy_intp steps[FRIT_PY_MAX_RANK], extents[FRIT_PY_MAX_RANK], span = PyArray_ITEMSIZE(a);
    int n = 0;
    for (int k = 0; k < PyArray_NDIM(a); k++) {
        npy_intp step = PyArray_STRIDE(a, k) < 0 ? -PyArray_STRIDE(a, k) : PyArray_STRIDE(a, k);
        int at = n;
        if (PyArray_DIM(a, k) == 0)
            return false;
        if (PyArray_DIM(a, k) == 1)
            continue;
        for (n++; at > 0 && steps[at - 1] > step; at--) {
            steps[at] = steps[at - 1];
            extents[at] = extents[at - 1];
        }
        steps[at] = step;
        extents[at] = PyArray_DIM(a, k);
    }
    for (int k = 0; k < n; k++) {
        if (steps[k] < span)
            return true;
        span += steps[k] * (extents[k] - 1);
    }
    return false;
}

/* Whether no array that is written shares memory with another. */
static bool stored_apart(const LoopKind *k, PyObject *const *values) {
    for (uint32_t s = 0; s < k->n_stored; s++) {
        PyArrayObject *held = (PyArrayObject *)values[k->arrays[k->stored[s].variable].variable];
        Extent mine = extent_of(held);
        if (repeats(held))
            return false;
        for (uint32_t n = 0; n < k->n_arrays; n++) {
            PyObject *value = values[k->arrays[n].variable];
            Extent other = extent_of((PyArrayObject *)value);
            bool meets = mine.low < other.high && other.low < mine.high;
            if (n != k->stored[s].variable && (meets || value == (PyObject *)held))
                return false;
        }
    }
    return true;
}

/* Copies of what is written, to put back. False with an exception set. */
static bool stored_copied(const LoopKind *k, PyObject *const *values, PyObject **copies) {
    for (uint32_t s = 0; s < k->n_stored; s++) {
        PyArrayObject *held = (PyArrayObject *)values[k->arrays[k->stored[s].variable].variable];
        copies[s] = PyArray_NewCopy(held, NPY_KEEPORDER);
        if (!copies[s])
            return false;
    }
    return true;
}

static void stored_put_back(const LoopKind *k, PyObject *const *values, PyObject **copies) {
    PyObject *type, *error, *trace;
    PyErr_Fetch(&type, &error, &trace); /* that of a signal goes on */
    for (uint32_t s = 0; s < k->n_stored; s++) {
        PyArrayObject *held = (PyArrayObject *)values[k->arrays[k->stored[s].variable].variable];
        if (PyArray_CopyInto(held, (PyArrayObject *)copies[s]) < 0)
            PyErr_Clear(); /* the dtype and the shape are the same: it cannot fail */
    }
    PyErr_Restore(type, error, trace);
}

/* ---- the frame */

static bool put_number(int64_t *at, PyObject *value) {
    if (PyFloat_CheckExact(value)) {
        double number = PyFloat_AS_DOUBLE(value);
        memcpy(at, &number, sizeof number);
    } else if (PyBool_Check(value)) {
        *(uint8_t *)at = value == Py_True;
    } else if (PyLong_CheckExact(value)) {
        *at = PyLong_AsLongLong(value);
    } else {
        PyArray_ScalarAsCtype(value, at);
    }
    return !PyErr_Occurred();
}

/* False with an exception set. The rooms are the caller's to free: each is the word that says where it is. */
static bool fill_frame(const LoopKind *k, int64_t *frame, PyObject *const *values) {
    memset(frame, 0, 8 * (size_t)k->words);
    for (uint32_t n = 0; n < k->n_arrays; n++)
        loop_put_array(frame + k->arrays[n].word, values[k->arrays[n].variable]);
    for (uint32_t n = 0; n < k->n_numbers; n++)
        if (!put_number(frame + k->numbers[n].word, values[k->numbers[n].variable]))
            return false;
    for (uint32_t n = 0; n < k->n_steps; n++)
        frame[k->steps[n].word] = k->steps[n].address;
    for (uint32_t n = 0; n < k->n_rooms; n++) {
        void *room = k->rooms[n].size ? PyMem_RawMalloc(k->rooms[n].size) : NULL;
        if (k->rooms[n].size && !room) {
            PyErr_NoMemory();
            return false;
        }
        frame[k->rooms[n].word] = (int64_t)(intptr_t)room;
        frame[k->rooms[n].word + 1] = (int64_t)k->rooms[n].size;
    }
    return true;
}

static void free_rooms(const LoopKind *k, const int64_t *frame) {
    for (uint32_t n = 0; n < k->n_rooms; n++) {
        void *room;
        memcpy(&room, &frame[k->rooms[n].word], sizeof room);
        PyMem_RawFree(room);
    }
}

/* ---- what comes out; whose a number is says the word behind it (values.py, variables.py) */

enum { OWNER_PYTHON = 0, OWNER_NUMPY = 1, OWNER_WHOLE = 2 };

static PyObject *python_number(const int64_t *at, int type) {
    double number;
    memcpy(&number, at, sizeof number);
    switch (type) {
    case NPY_DOUBLE: return PyFloat_FromDouble(number);
    case NPY_BOOL: return PyBool_FromLong(*(const uint8_t *)at);
    default: return PyLong_FromLongLong(*at);
    }
}

/* New reference. */
static PyObject *result_number(int64_t *at, int type) {
    int8_t owner;
    memcpy(&owner, at + 1, 1);
    bool packed = type == NPY_DOUBLE || type == NPY_BOOL || type == NPY_INT64;
    if (owner == OWNER_PYTHON && packed)
        return python_number(at, type);
    PyArray_Descr *descr = PyArray_DescrFromType(type);
    PyObject *made = descr ? PyArray_Scalar(at, descr, NULL) : NULL;
    Py_XDECREF(descr);
    if (!made || owner == OWNER_NUMPY)
        return made;
    PyObject *number =
        owner == OWNER_WHOLE ? PyNumber_Long(made) : PyObject_CallMethod(made, "item", NULL);
    Py_DECREF(made);
    return number;
}

/* The values of the variables that the loop may have assigned: a tuple. */
static PyObject *loop_results(const LoopCall *c, const LoopKind *k, int64_t *frame,
                              PyObject *const *values) {
    Py_ssize_t n = PyTuple_GET_SIZE(c->assigned);
    PyObject *all = PyTuple_New(n);
    for (Py_ssize_t j = 0; all && j < n; j++) {
        PyObject *value = values[PyLong_AsLong(PyTuple_GET_ITEM(c->assigned, j))];
        PyTuple_SET_ITEM(all, j, Py_NewRef(value ? value : c->unset));
    }
    for (uint32_t r = 0; all && r < k->n_results; r++) {
        int64_t *at = frame + k->results[r].word;
        int8_t owner;
        memcpy(&owner, at + 1, 1);
        if (owner < 0 || owner > OWNER_WHOLE)
            continue; /* the loop gave it no value */
        PyObject *value = result_number(at, k->results[r].type);
        if (!value)
            Py_CLEAR(all);
        else if (PyTuple_SetItem(all, k->results[r].variable, value) < 0)
            Py_CLEAR(all);
    }
    return all;
}

/* ---- a call */

/* A tuple; NULL without an exception: everything is as it was, and Python should look. */
static PyObject *run_frame(const LoopCall *c, LoopKind *k, int64_t *frame,
                           PyObject *const *values) {
    PyObject *copies[LOOP_MOST_STORED] = {NULL}, *all = NULL;
    if (stored_copied(k, values, copies) && fill_frame(k, frame, values)) {
        int32_t ended = loop_run_frame(k->loop, frame);
        if (ended != 0 || PyErr_Occurred()) {
            stored_put_back(k, values, copies);
        } else {
            k->runs++;
            all = loop_results(c, k, frame, values);
        }
    }
    free_rooms(k, frame);
    for (uint32_t s = 0; s < k->n_stored; s++)
        Py_XDECREF(copies[s]);
    return all;
}

static PyObject *run_kind(const LoopCall *c, LoopKind *k, PyObject *const *values) {
    if (!stored_apart(k, values))
        return NULL;
    int64_t few[FEW_WORDS];
    int64_t *frame = k->words <= FEW_WORDS ? few : PyMem_Malloc(8 * (size_t)k->words);
    if (!frame)
        return PyErr_NoMemory();
    for (uint32_t n = 0; n < k->n_rooms; n++)
        frame[k->rooms[n].word] = 0;
    PyObject *all = run_frame(c, k, frame, values);
    if (frame != few)
        PyMem_Free(frame);
    return all;
}

/* Whether NumPy's floating-point errors are at most warned of, as far as is known. */
static bool is_quiet(const LoopCall *c) {
    PyObject *now = PyObject_CallNoArgs(c->settings);
    Py_XDECREF(now); /* only its address is compared; the one that is known is held */
    if (!now)
        PyErr_Clear();
    return now && now == c->quiet;
}

/* The values of the variables, references; NULL where there is none. False with an exception set. */
static bool values_of(const LoopCall *c, PyObject *local, PyObject **values) {
    Py_ssize_t n = PyTuple_GET_SIZE(c->names);
    memset(values, 0, (size_t)n * sizeof *values);
    for (Py_ssize_t k = 0; k < n; k++) {
        PyObject *name = PyTuple_GET_ITEM(c->names, k);
        PyObject *found = PyDict_GetItemWithError(local, name);
        bool elsewhere = !found && !(c->own >> k & 1);
        if (elsewhere && !PyErr_Occurred())
            found = PyDict_GetItemWithError(c->outside, name);
        if (elsewhere && !found && !PyErr_Occurred())
            found = PyDict_GetItemWithError(c->builtins, name);
        if (!found && PyErr_Occurred())
            return false;
        values[k] = Py_XNewRef(found);
    }
    return true;
}

/* The first kind that fits is the one that the next call tries first. */
static PyObject *run_some(LoopCall *c, PyObject *const *values) {
    for (uint32_t n = 0; n < c->n_kinds; n++) {
        LoopKind *k = c->kinds[n];
        if (!kind_fits(k, values)) {
            if (PyErr_Occurred())
                PyErr_Clear(); /* an attribute that is gone */
            continue;
        }
        memmove(c->kinds + 1, c->kinds, n * sizeof *c->kinds);
        c->kinds[0] = k;
        Py_INCREF(k);
        PyObject *all = run_kind(c, k, values);
        Py_DECREF(k);
        return all;
    }
    return NULL;
}

static PyObject *loop_call(PyObject *self, PyObject *const *args, size_t nargsf,
                           PyObject *kwnames) {
    LoopCall *c = (LoopCall *)self;
    if (PyVectorcall_NARGS(nargsf) != 1 || kwnames || !PyDict_Check(args[0]))
        return PyErr_Format(PyExc_TypeError, "expected a dict of variables");
    PyObject *values[LOOP_MOST_NAMES], *all = NULL;
    bool tried = c->n_kinds > 0 && is_quiet(c);
    if (tried) {
        if (values_of(c, args[0], values))
            all = run_some(c, values);
        for (Py_ssize_t k = 0; k < PyTuple_GET_SIZE(c->names); k++)
            Py_XDECREF(values[k]);
    }
    if (all || PyErr_Occurred())
        return all;
    return c->miss ? PyObject_CallOneArg(c->miss, args[0]) : Py_NewRef(Py_None);
}

/* ---- the type */

/* LoopCall(names, own, outside, builtins, assigned, unset, miss, settings) */
static PyObject *call_new(PyTypeObject *type, PyObject *args, PyObject *kwargs) {
    PyObject *names, *outside, *builtins, *assigned, *unset, *miss, *settings;
    unsigned long long own;
    (void)kwargs;
    if (!PyArg_ParseTuple(args, "O!KO!O!O!OOO", &PyTuple_Type, &names, &own, &PyDict_Type, &outside,
                          &PyDict_Type, &builtins, &PyTuple_Type, &assigned, &unset, &miss,
                          &settings))
        return NULL;
    if (PyTuple_GET_SIZE(names) > LOOP_MOST_NAMES)
        return PyErr_Format(PyExc_ValueError, "at most %d variables, not %zd", LOOP_MOST_NAMES,
                            PyTuple_GET_SIZE(names));
    for (Py_ssize_t k = 0; k < PyTuple_GET_SIZE(assigned); k++) {
        long number = PyLong_AsLong(PyTuple_GET_ITEM(assigned, k));
        if (PyErr_Occurred() || number < 0 || number >= PyTuple_GET_SIZE(names))
            return PyErr_Occurred() ? NULL
                                    : PyErr_Format(PyExc_ValueError, "no variable %ld", number);
    }
    LoopCall *c = (LoopCall *)type->tp_alloc(type, 0);
    if (!c)
        return NULL;
    c->vectorcall = loop_call;
    c->own = own;
    c->names = Py_NewRef(names);
    c->outside = Py_NewRef(outside);
    c->builtins = Py_NewRef(builtins);
    c->assigned = Py_NewRef(assigned);
    c->unset = Py_NewRef(unset);
    c->miss = Py_NewRef(miss);
    c->settings = Py_NewRef(settings);
    return (PyObject *)c;
}

/* add(kind, quiet): calls like this go through it, as long as NumPy's error settings are these. */
static PyObject *call_add(PyObject *self, PyObject *args) {
    LoopCall *c = (LoopCall *)self;
    PyObject *kind, *quiet;
    if (!PyArg_ParseTuple(args, "O!O", &LoopKind_Type, &kind, &quiet))
        return NULL;
    LoopKind *k = (LoopKind *)kind;
    bool fits = numpy_ready() && k->n_expected == (uint32_t)PyTuple_GET_SIZE(c->names);
    for (uint32_t r = 0; r < k->n_results; r++)
        fits = fits && k->results[r].variable < (uint32_t)PyTuple_GET_SIZE(c->assigned);
    if (!fits)
        return PyErr_Format(PyExc_ValueError, "a kind of arguments of another loop");
    if (c->n_kinds == MOST_KINDS) {
        c->n_kinds--;
        Py_CLEAR(c->kinds[c->n_kinds]);
    }
    memmove(c->kinds + 1, c->kinds, c->n_kinds * sizeof *c->kinds);
    c->kinds[0] = (LoopKind *)Py_NewRef(kind);
    c->n_kinds++;
    Py_XSETREF(c->quiet, Py_NewRef(quiet));
    Py_RETURN_NONE;
}

/* remove(kind) */
static PyObject *call_remove(PyObject *self, PyObject *kind) {
    LoopCall *c = (LoopCall *)self;
    for (uint32_t n = 0; n < c->n_kinds; n++)
        if ((PyObject *)c->kinds[n] == kind) {
            c->n_kinds--;
            memmove(c->kinds + n, c->kinds + n + 1, (c->n_kinds - n) * sizeof *c->kinds);
            Py_DECREF(kind);
            break;
        }
    Py_RETURN_NONE;
}

static int call_traverse(PyObject *self, visitproc visit, void *arg) {
    LoopCall *c = (LoopCall *)self;
    Py_VISIT(c->outside);
    Py_VISIT(c->miss);
    Py_VISIT(c->unset);
    Py_VISIT(c->settings);
    Py_VISIT(c->quiet);
    for (uint32_t n = 0; n < c->n_kinds; n++)
        Py_VISIT(c->kinds[n]);
    return 0;
}

static int call_clear(PyObject *self) {
    LoopCall *c = (LoopCall *)self;
    while (c->n_kinds > 0) {
        c->n_kinds--;
        Py_CLEAR(c->kinds[c->n_kinds]);
    }
    Py_CLEAR(c->miss);
    Py_CLEAR(c->outside);
    return 0;
}

static void call_dealloc(PyObject *self) {
    LoopCall *c = (LoopCall *)self;
    PyObject_GC_UnTrack(self);
    call_clear(self);
    Py_XDECREF(c->names);
    Py_XDECREF(c->builtins);
    Py_XDECREF(c->assigned);
    Py_XDECREF(c->unset);
    Py_XDECREF(c->settings);
    Py_XDECREF(c->quiet);
    Py_TYPE(self)->tp_free(self);
}

static PyMethodDef call_methods[] = {
    {"add", call_add, METH_VARARGS, "add(kind, quiet): calls with such variables go through it."},
    {"remove", call_remove, METH_O, "remove(kind)"},
    {NULL, NULL, 0, NULL},
};

PyTypeObject LoopCall_Type = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "frit._core.LoopCall",
    .tp_basicsize = sizeof(LoopCall),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_HAVE_VECTORCALL,
    .tp_doc = "Goes through a compiled loop with a function's variables.",
    .tp_vectorcall_offset = offsetof(LoopCall, vectorcall),
    .tp_call = PyVectorcall_Call,
    .tp_new = call_new,
    .tp_traverse = call_traverse,
    .tp_clear = call_clear,
    .tp_dealloc = call_dealloc,
    .tp_methods = call_methods,
};
