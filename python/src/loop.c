/* frit._core.Loop: a loop of Python's that frit._fuse.nest has written as LLVM text, compiled. */
#include "loop.h"
#include "numpy_api.h"

#include <string.h>

/* What compiled code calls now and then: not 0 where it should stop. */
static int32_t look_for_signals(void) {
    PyGILState_STATE state = PyGILState_Ensure();
    int32_t stop = PyErr_CheckSignals();
    PyGILState_Release(state);
    return stop;
}

int32_t loop_run_frame(const LoopObject *loop, int64_t *frame) {
    int32_t (*look)(void) = look_for_signals;
    int32_t result;
    memcpy(frame, &look, sizeof look);
    Py_BEGIN_ALLOW_THREADS
    result = frit_loop_run(loop->loop, frame);
    Py_END_ALLOW_THREADS
    return result;
}

/* run(frame): frame is a writable buffer of 64-bit words, the first of which is filled in here. */
static PyObject *loop_run(PyObject *self, PyObject *frame) {
    Py_buffer view;
    if (PyObject_GetBuffer(frame, &view, PyBUF_WRITABLE) < 0)
        return NULL;
    if ((size_t)view.len < sizeof(int64_t)) {
        PyBuffer_Release(&view);
        return PyErr_Format(PyExc_ValueError, "a frame has at least one word");
    }
    int32_t result = loop_run_frame((LoopObject *)self, view.buf);
    PyBuffer_Release(&view);
    return PyErr_Occurred() ? NULL : PyLong_FromLong(result);
}

static void loop_dealloc(PyObject *self) {
    frit_loop_free(((LoopObject *)self)->loop);
    Py_TYPE(self)->tp_free(self);
}

/* loop_compile(text, label, wait): a Loop; None: it is being compiled. */
static PyObject *py_loop_compile(PyObject *module, PyObject *args) {
    (void)module;
    const char *text, *label;
    Py_ssize_t len;
    int wait;
    if (!PyArg_ParseTuple(args, "s#sp:loop_compile", &text, &len, &label, &wait))
        return NULL;
    frit_context *context = frit_library_context();
    if (!context)
        return NULL;
    frit_loop *loop = NULL;
    frit_error error;
    frit_status status;
    Py_BEGIN_ALLOW_THREADS
    status = frit_loop_compile(context, text, (size_t)len, label, wait, &loop, &error);
    Py_END_ALLOW_THREADS
    if (status != FRIT_OK)
        return raise_error(&error);
    if (!loop)
        Py_RETURN_NONE;
    LoopObject *made = PyObject_New(LoopObject, &Loop_Type);
    if (!made) {
        frit_loop_free(loop);
        return NULL;
    }
    made->loop = loop;
    return (PyObject *)made;
}

/* loop_step(op, dtype's name): the address of a function of one step; 0: there is none. */
static PyObject *py_loop_step(PyObject *module, PyObject *args) {
    (void)module;
    const char *op, *dtype;
    if (!PyArg_ParseTuple(args, "ss:loop_step", &op, &dtype))
        return NULL;
    frit_context *context = frit_library_context();
    if (!context)
        return NULL;
    frit_step_fn *function = frit_loop_step(context, op, frit_dtype_find(dtype));
    uintptr_t address;
    memcpy(&address, &function, sizeof address);
    return PyLong_FromUnsignedLongLong(address);
}

long loop_kind_of(PyObject *object) {
    if (!numpy_loaded() || !numpy_ready() || !PyArray_CheckExact(object))
        return -1;
    PyArrayObject *a = (PyArrayObject *)object;
    if (!PyArray_ISBEHAVED_RO(a))
        return -1;
    int rank = PyArray_NDIM(a);
    long dense = rank > 0 && PyArray_STRIDES(a)[rank - 1] == PyArray_ITEMSIZE(a);
    long written = (PyArray_FLAGS(a) & NPY_ARRAY_WRITEABLE) != 0;
    return ((long)PyArray_TYPE(a) * 128 + rank) * 4 + dense * 2 + written;
}

int loop_kind_rank(long kind) {
    return (int)(kind / 4 % 128);
}

/*
 * loop_kind(array): a number that is the same of NumPy arrays that the same code can take: dtype, axes, whether the
 * elements of the last axis stand side by side, whether they may be written; None of other arrays and objects.
 */
static PyObject *py_loop_kind(PyObject *module, PyObject *object) {
    (void)module;
    long kind = loop_kind_of(object);
    return kind < 0 ? Py_NewRef(Py_None) : PyLong_FromLong(kind);
}

void loop_put_array(int64_t *at, PyObject *object) {
    PyArrayObject *a = (PyArrayObject *)object;
    int rank = PyArray_NDIM(a);
    *at++ = (int64_t)(intptr_t)PyArray_DATA(a);
    for (int k = 0; k < rank; k++) {
        at[k] = PyArray_DIM(a, k);
        at[rank + k] = PyArray_STRIDE(a, k);
    }
}

/* loop_array(frame, word, array): where its elements are, extents and strides, into the words of a frame. */
static PyObject *py_loop_array(PyObject *module, PyObject *args) {
    (void)module;
    Py_buffer view;
    Py_ssize_t word;
    PyObject *object;
    if (!PyArg_ParseTuple(args, "w*nO:loop_array", &view, &word, &object))
        return NULL;
    bool array = numpy_ready() && PyArray_CheckExact(object);
    Py_ssize_t rank = array ? PyArray_NDIM((PyArrayObject *)object) : 0;
    bool fits = array && word >= 0 && 8 * (word + 1 + 2 * rank) <= view.len;
    if (fits)
        loop_put_array((int64_t *)view.buf + word, object);
    PyBuffer_Release(&view);
    return fits ? Py_NewRef(Py_None)
                : PyErr_Format(PyExc_ValueError, "no array, or none that the frame has room for");
}

static PyMethodDef loop_methods[] = {
    {"run", loop_run, METH_O, "Runs it on a frame; 0: it came to its end."},
    {NULL, NULL, 0, NULL},
};

PyTypeObject Loop_Type = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "frit._core.Loop",
    .tp_basicsize = sizeof(LoopObject),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .tp_doc = "A compiled loop.",
    .tp_dealloc = loop_dealloc,
    .tp_methods = loop_methods,
};

static PyMethodDef functions[] = {
    {"loop_compile", py_loop_compile, METH_VARARGS, "(text, label, wait) -> Loop or None"},
    {"loop_kind", py_loop_kind, METH_O, "(array) -> what of it code depends on, or None"},
    {"loop_array", py_loop_array, METH_VARARGS, "(frame, word, array): into the words of a frame"},
    {"loop_step", py_loop_step, METH_VARARGS, "(op, dtype) -> address of its function, or 0"},
    {NULL, NULL, 0, NULL},
};

int loop_add_types(PyObject *module) {
    PyTypeObject *types[] = {&Loop_Type, &LoopKind_Type, &LoopCall_Type};
    const char *names[] = {"Loop", "LoopKind", "LoopCall"};
    for (int k = 0; k < 3; k++)
        if (PyType_Ready(types[k]) < 0 ||
            PyModule_AddObjectRef(module, names[k], (PyObject *)types[k]) < 0)
            return -1;
    return PyModule_AddFunctions(module, functions);
}
