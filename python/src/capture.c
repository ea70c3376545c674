/* Captures: steps recorded on placeholders, to become a program instead of running. */
#include "core.h"

#include <frameobject.h>
#include <string.h>

static PyObject *needs_value; /* the exception class */
static Context *pool[16];     /* contexts of finished captures */
static unsigned n_pool;
static uint64_t next_serial = 1;

/* ---- where the user's code is */

/* Frames of the package itself are passed over: their globals' __name__ begins with "frit". */
static bool is_own_frame(PyFrameObject *frame) {
    PyObject *globals = PyFrame_GetGlobals(frame);
    PyObject *name = globals ? PyDict_GetItemString(globals, "__name__") : NULL;
    const char *text = name && PyUnicode_Check(name) ? PyUnicode_AsUTF8(name) : NULL;
    bool own = text && (strcmp(text, "frit") == 0 || strncmp(text, "frit.", 5) == 0);
    Py_XDECREF(globals);
    return own;
}

PyObject *calling_place(void) {
    PyFrameObject *frame = PyEval_GetFrame();
    Py_XINCREF(frame);
    while (frame && is_own_frame(frame)) {
        PyFrameObject *back = PyFrame_GetBack(frame);
        Py_DECREF(frame);
        frame = back;
    }
    if (!frame)
        return Py_BuildValue("(si)", "?", 0);
    PyCodeObject *code = PyFrame_GetCode(frame);
    PyObject *place = Py_BuildValue("(Oi)", code->co_filename, PyFrame_GetLineNumber(frame));
    Py_DECREF(code);
    Py_DECREF(frame);
    return place;
}

PyObject *raise_needs_value(const char *what) {
    PyObject *place = calling_place();
    PyObject *args = place ? Py_BuildValue("(sN)", what, place) : NULL;
    if (args)
        PyErr_SetObject(needs_value, args);
    Py_XDECREF(args);
    return NULL;
}

/* ---- stand-ins */

static ArrayObject *placeholder(Capture *capture, DType *dtype, uint32_t rank,
                                const int64_t *shape) {
    frit_array *out;
    frit_error error;
    if (frit_array_placeholder(capture->context->frit, dtype->code, rank, shape, &out, &error) !=
        FRIT_OK)
        return (ArrayObject *)raise_error(&error);
    return (ArrayObject *)array_new(capture->context, out, dtype, NULL);
}

/* A constant of rank 0 from outside, copied, so that it becomes a literal of the program. */
static ArrayObject *constant(Capture *capture, ArrayObject *outer) {
    frit_array *out;
    frit_error error;
    char cell[64];
    size_t size = frit_array_item_size(outer->array);
    if (!context_flush(outer->context))
        return NULL;
    if (frit_array_read(outer->array, cell, size, &error) != FRIT_OK ||
        frit_array_new(capture->context->frit, outer->dtype->code, 0, NULL, NULL, cell, &out,
                       &error) != FRIT_OK)
        return (ArrayObject *)raise_error(&error);
    return (ArrayObject *)array_new(capture->context, out, outer->dtype, NULL);
}

static bool add_lift(Capture *capture, ArrayObject *outer, ArrayObject *inner) {
    if (capture->n_lifts == capture->room_lifts) {
        size_t room = 2 * capture->room_lifts + 4;
        Lift *more = PyMem_Realloc(capture->lifts, room * sizeof *more);
        if (!more) {
            PyErr_NoMemory();
            return false;
        }
        capture->lifts = more;
        capture->room_lifts = room;
    }
    capture->lifts[capture->n_lifts++] = (Lift){(ArrayObject *)Py_NewRef((PyObject *)outer),
                                                (ArrayObject *)Py_NewRef((PyObject *)inner)};
    return true;
}

ArrayObject *capture_lift(Capture *capture, ArrayObject *outer) {
    for (size_t k = 0; k < capture->n_lifts; k++)
        if (capture->lifts[k].outer == outer)
            return (ArrayObject *)Py_NewRef((PyObject *)capture->lifts[k].inner);
    ArrayObject *inner;
    /* Nobody else holds it: a number on its way into a step, which will be the same each time. */
    bool passing = Py_REFCNT(outer) == 1 && !array_is_shared(outer) && !outer->origin;
    if (passing && !outer->context->capture && frit_array_rank(outer->array) == 0 &&
        frit_array_item_size(outer->array) <= 16)
        inner = constant(capture, outer);
    else
        inner = placeholder(capture, outer->dtype, frit_array_rank(outer->array),
                            frit_array_shape(outer->array));
    if (!inner)
        return NULL;
    inner->weak = outer->weak;
    inner->low = outer->low;
    inner->high = outer->high;
    if (!frit_array_is_ready(inner->array) && !add_lift(capture, outer, inner))
        Py_CLEAR(inner);
    return inner;
}

/* Notes that an argument's integer must lie there for the program to hold. */
bool capture_bound(ArrayObject *number, int64_t low, int64_t high) {
    Capture *capture = thread_state()->capture;
    while (capture && capture->context != number->context)
        capture = capture->outer;
    if (!capture || number->low != INT64_MIN || number->high != INT64_MAX) {
        raise_needs_value("a Python integer that may not fit the dtype it meets");
        return false;
    }
    if (capture->n_bounds == capture->room_bounds) {
        size_t room = 2 * capture->room_bounds + 4;
        NumberBound *more = PyMem_Realloc(capture->bounds, room * sizeof *more);
        if (!more) {
            PyErr_NoMemory();
            return false;
        }
        capture->bounds = more;
        capture->room_bounds = room;
    }
    capture->bounds[capture->n_bounds++] =
        (NumberBound){(ArrayObject *)Py_NewRef((PyObject *)number), low, high};
    return true;
}

/* ---- the type */

static PyObject *capture_new(PyTypeObject *type, PyObject *args, PyObject *kwargs) {
    if (PyTuple_GET_SIZE(args) || (kwargs && PyDict_GET_SIZE(kwargs)))
        return PyErr_Format(PyExc_TypeError, "Capture() takes no arguments");
    Capture *c = (Capture *)type->tp_alloc(type, 0);
    if (!c)
        return NULL;
    c->context = n_pool ? pool[--n_pool] : context_new(true, NULL);
    if (!c->context) {
        Py_CLEAR(c);
    } else {
        c->context->serial = c->serial = next_serial++;
        c->context->home = NULL;
        frit_set_place(c->context->frit, 0); /* contexts are used again */
    }
    return (PyObject *)c;
}

static void capture_clear(Capture *c) {
    for (size_t k = 0; k < c->n_lifts; k++) {
        Py_DECREF(c->lifts[k].outer);
        Py_DECREF(c->lifts[k].inner);
    }
    for (size_t k = 0; k < c->n_bounds; k++)
        Py_DECREF(c->bounds[k].number);
    PyMem_Free(c->lifts);
    PyMem_Free(c->bounds);
    c->lifts = NULL;
    c->bounds = NULL;
    c->n_lifts = c->n_bounds = c->room_lifts = c->room_bounds = 0;
    Py_CLEAR(c->observed);
}

static void capture_dealloc(PyObject *self) {
    Capture *c = (Capture *)self;
    capture_clear(c);
    if (c->context) {
        frit_discard(c->context->frit);
        c->context->serial = 0;
        if (n_pool < 16)
            pool[n_pool++] = c->context; /* else it stays, as contexts do */
    }
    Py_TYPE(self)->tp_free(self);
}

static PyObject *capture_enter(PyObject *self, PyObject *unused) {
    Capture *c = (Capture *)self;
    ThreadState *t = thread_state();
    (void)unused;
    if (c->active)
        return PyErr_Format(PyExc_RuntimeError, "the capture is active already");
    c->active = true;
    c->outer = t->capture;
    c->outer_lazy = t->lazy;
    if (c->outer)
        c->context->home = c->outer->context->home;
    t->capture = (Capture *)Py_NewRef(self);
    return Py_NewRef(self);
}

static PyObject *capture_exit(PyObject *self, PyObject *args) {
    Capture *c = (Capture *)self;
    ThreadState *t = thread_state();
    (void)args;
    if (!c->active || t->capture != c)
        return PyErr_Format(PyExc_RuntimeError, "the capture is not the innermost of this thread");
    t->capture = c->outer;
    t->lazy = c->outer_lazy;
    c->outer = NULL;
    c->active = false;
    Py_DECREF(self); /* the thread's; the caller has one too */
    Py_RETURN_FALSE;
}

static PyObject *capture_placeholder(PyObject *self, PyObject *args, PyObject *kwargs) {
    static char *names[] = {"dtype", "shape", "weak", NULL};
    static const char *const kinds[] = {"bool", "int", NULL, "float", "complex"};
    PyObject *dtype, *shape_object;
    const char *weak = NULL;
    int64_t shape[FRIT_PY_MAX_RANK];
    uint32_t rank;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "O!O|z", names, &DType_Type, &dtype,
                                     &shape_object, &weak) ||
        !shape_from_object(shape_object, shape, &rank))
        return NULL;
    ArrayObject *a = placeholder((Capture *)self, (DType *)dtype, rank, shape);
    for (unsigned k = 0; a && weak && k < 5; k++)
        if (kinds[k] && strcmp(kinds[k], weak) == 0)
            a->weak = (Kind)k;
    if (a && weak) {
        a->low = INT64_MIN;
        a->high = INT64_MAX;
    }
    return (PyObject *)a;
}

/* The library's arrays behind a list of ours. NULL with an exception set; free with PyMem_Free. */
static frit_array **raw_arrays(Capture *c, PyObject *list, uint32_t *n) {
    PyObject *items = PySequence_Fast(list, "expected a list of arrays");
    if (!items)
        return NULL;
    *n = (uint32_t)PySequence_Fast_GET_SIZE(items);
    frit_array **out = PyMem_Calloc((size_t)*n + 1, sizeof *out);
    uint32_t k = 0;
    if (!out)
        PyErr_NoMemory();
    else
        for (; k < *n; k++) {
            ArrayObject *a = (ArrayObject *)PySequence_Fast_GET_ITEM(items, k);
            if (!array_check(a) || a->context != c->context || a->serial != c->serial) {
                PyErr_Format(PyExc_ValueError, "item %u is not an array of this capture", k);
                break;
            }
            out[k] = a->array;
        }
    Py_DECREF(items);
    if (out && k == *n)
        return out;
    PyMem_Free(out);
    return NULL;
}

static PyObject *capture_finish(PyObject *self, PyObject *args, PyObject *kwargs) {
    static char *names[] = {"inputs", "outputs", "name", "sized", "part", NULL};
    Capture *c = (Capture *)self;
    PyObject *inputs, *outputs, *result = NULL;
    const char *name;
    int sized, part = 0;
    uint32_t n_in, n_out;
    frit_module *module;
    frit_error error;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "OOsp|p", names, &inputs, &outputs, &name,
                                     &sized, &part))
        return NULL;
    frit_array **in = raw_arrays(c, inputs, &n_in);
    frit_array **out = in ? raw_arrays(c, outputs, &n_out) : NULL;
    if (out) {
        frit_context *frit = c->context->frit;
        frit_status status =
            part ? frit_capture_part(frit, in, n_in, out, n_out, name, sized, &module, &error)
                 : frit_capture(frit, in, n_in, out, n_out, name, sized, &module, &error);
        result = status == FRIT_OK ? module_object(module) : raise_error(&error);
    }
    PyMem_Free(in);
    PyMem_Free(out);
    return result;
}

static PyObject *capture_changed(PyObject *self, PyObject *array) {
    Capture *c = (Capture *)self;
    if (!array_check(array) || ((ArrayObject *)array)->context != c->context)
        return PyErr_Format(PyExc_ValueError, "not an array of this capture");
    return PyBool_FromLong(frit_array_changed(((ArrayObject *)array)->array));
}

static PyObject *bound_object(int64_t bound) {
    return bound == FRIT_LEFT_OUT ? Py_NewRef(Py_None) : PyLong_FromLongLong(bound);
}

/* A place as Entry takes it: for each axis an index or (start, stop, step). */
static PyObject *place_object(const frit_range *ranges, uint32_t rank) {
    PyObject *key = PyTuple_New(rank);
    for (uint32_t k = 0; key && k < rank; k++) {
        const frit_range *r = &ranges[k];
        PyObject *axis = r->integer ? PyLong_FromLongLong(r->start)
                                    : Py_BuildValue("(NNN)", bound_object(r->start),
                                                    bound_object(r->stop), bound_object(r->step));
        if (axis)
            PyTuple_SET_ITEM(key, k, axis);
        else
            Py_CLEAR(key);
    }
    return key;
}

static PyObject *store_object(Capture *c, ArrayObject *placeholder, uint32_t index) {
    frit_range ranges[FRIT_PY_MAX_RANK];
    frit_array *value;
    frit_error error;
    if (frit_array_store(placeholder->array, index, &value, ranges, &error) != FRIT_OK)
        return raise_error(&error);
    PyObject *array = array_new(c->context, value, placeholder->dtype, NULL);
    PyObject *key = array ? place_object(ranges, frit_array_rank(placeholder->array)) : NULL;
    if (!key) {
        Py_XDECREF(array);
        return NULL;
    }
    return Py_BuildValue("(NN)", array, key);
}

static PyObject *capture_stores(PyObject *self, PyObject *array) {
    Capture *c = (Capture *)self;
    ArrayObject *a = (ArrayObject *)array;
    if (!array_check(array) || a->context != c->context || a->serial != c->serial)
        return PyErr_Format(PyExc_ValueError, "not an array of this capture");
    uint32_t n = frit_array_store_count(a->array);
    if (n == 0)
        Py_RETURN_NONE;
    PyObject *list = PyList_New(n);
    for (uint32_t k = 0; list && k < n; k++) {
        PyObject *store = store_object(c, a, k);
        if (store)
            PyList_SET_ITEM(list, k, store);
        else
            Py_CLEAR(list);
    }
    return list;
}

/* The arrays' own stand-in for one from outside, as the steps would get it. */
static PyObject *capture_lift_method(PyObject *self, PyObject *array) {
    if (!array_check(array))
        return PyErr_Format(PyExc_TypeError, "expected a frit.Array, got %R", Py_TYPE(array));
    Capture *c = (Capture *)self;
    ArrayObject *a = (ArrayObject *)array;
    if (a->context == c->context)
        return Py_NewRef(array);
    return (PyObject *)capture_lift(c, a);
}

static PyObject *get_lifted(PyObject *self, void *closure) {
    (void)closure;
    Capture *c = (Capture *)self;
    PyObject *list = PyList_New((Py_ssize_t)c->n_lifts);
    for (size_t k = 0; list && k < c->n_lifts; k++) {
        PyObject *pair = PyTuple_Pack(2, c->lifts[k].outer, c->lifts[k].inner);
        if (!pair) {
            Py_CLEAR(list);
            break;
        }
        PyList_SET_ITEM(list, (Py_ssize_t)k, pair);
    }
    return list;
}

static PyObject *get_bounds(PyObject *self, void *closure) {
    (void)closure;
    Capture *c = (Capture *)self;
    PyObject *list = PyList_New(0);
    for (size_t k = 0; list && k < c->n_bounds; k++) {
        PyObject *row = Py_BuildValue("(OLL)", c->bounds[k].number, (long long)c->bounds[k].low,
                                      (long long)c->bounds[k].high);
        if (!row || PyList_Append(list, row) < 0)
            Py_CLEAR(list);
        Py_XDECREF(row);
    }
    return list;
}

static PyObject *get_observed(PyObject *self, void *closure) {
    (void)closure;
    PyObject *observed = ((Capture *)self)->observed;
    return Py_NewRef(observed ? observed : Py_None);
}

static PyObject *get_device(PyObject *self, void *closure) {
    (void)closure;
    const Context *c = context_of_place(((Capture *)self)->context);
    return c ? PyUnicode_FromString(c->device) : NULL;
}

static int set_device(PyObject *self, PyObject *name, void *closure) {
    (void)closure;
    const char *text = name && PyUnicode_Check(name) ? PyUnicode_AsUTF8(name) : NULL;
    Context *home = text ? device_context(text) : NULL;
    if (!text && !PyErr_Occurred())
        PyErr_SetString(PyExc_TypeError, "a device is named by a str");
    if (!home)
        return -1;
    ((Capture *)self)->context->home = home->there ? home : NULL;
    return 0;
}

static PyGetSetDef getset[] = {
    {"device", get_device, set_device, "Where what its arrays stand for lies.", NULL},
    {"lifted", get_lifted, NULL, "Arrays from outside and their stand-ins.", NULL},
    {"bounds", get_bounds, NULL, "(number, low, high): where arguments must lie.", NULL},
    {"observed", get_observed, NULL, "(file, line) where Python looked at a size, or None.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyMethodDef methods[] = {
    {"__enter__", capture_enter, METH_NOARGS, NULL},
    {"__exit__", capture_exit, METH_VARARGS, NULL},
    {"placeholder", (PyCFunction)(void (*)(void))capture_placeholder, METH_VARARGS | METH_KEYWORDS,
     "An array without data: (dtype, shape, weak=None)."},
    {"finish", (PyCFunction)(void (*)(void))capture_finish, METH_VARARGS | METH_KEYWORDS,
     "The program from inputs to outputs: (inputs, outputs, name, sized, part=False); part: it "
     "runs "
     "before the rest."},
    {"changed", capture_changed, METH_O, "Was the placeholder assigned to?"},
    {"stores", capture_stores, METH_O,
     "[(value, key)]: what was assigned to which parts of the placeholder, in order; None: as a "
     "whole."},
    {"lift", capture_lift_method, METH_O, "The stand-in for an array from outside."},
    {NULL, NULL, 0, NULL},
};

static PyTypeObject Capture_Type = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "frit._core.Capture",
    .tp_basicsize = sizeof(Capture),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_doc = "Steps recorded to become a program.",
    .tp_new = capture_new,
    .tp_dealloc = capture_dealloc,
    .tp_getset = getset,
    .tp_methods = methods,
};

static PyObject *py_needs_value(PyObject *module, PyObject *what) {
    (void)module;
    const char *text = PyUnicode_Check(what) ? PyUnicode_AsUTF8(what) : NULL;
    return raise_needs_value(text ? text : "a value is needed");
}

static PyMethodDef functions[] = {
    {"needs_value", py_needs_value, METH_O, "Raises NeedsValue: what needs it."},
    {NULL, NULL, 0, NULL},
};

int capture_add_types(PyObject *module) {
    needs_value = PyErr_NewExceptionWithDoc(
        "frit._core.NeedsValue", "A capture met code that needs a value: (what, (file, line)).",
        PyExc_BaseException, NULL); /* not for a body's `except Exception` */
    if (!needs_value || PyType_Ready(&Capture_Type) < 0 ||
        PyModule_AddFunctions(module, functions) < 0 ||
        PyModule_AddObjectRef(module, "NeedsValue", needs_value) < 0)
        return -1;
    return PyModule_AddObjectRef(module, "Capture", (PyObject *)&Capture_Type);
}
