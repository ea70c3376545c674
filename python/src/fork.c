/* Around forks: the child gets arrays that it can use, and is told of what does not survive. */
#include "core.h"

static bool held_for_fork;

/* Before a fork: once nobody runs kernels, and nobody begins until it is done, the child gets arrays
 * that it can use. */
static PyObject *py_before_fork(PyObject *module, PyObject *unused) {
    (void)module, (void)unused;
    Context *c = known_context();
    if (!c)
        Py_RETURN_NONE;
    if (!context_enter(c))
        return NULL;
    context_mark(c);
    held_for_fork = true;
    Py_RETURN_NONE;
}

static PyObject *py_after_fork_in_parent(PyObject *module, PyObject *unused) {
    (void)module, (void)unused;
    if (known_context())
        context_release(known_context(), held_for_fork);
    held_for_fork = false;
    Py_RETURN_NONE;
}

/* The child of a fork has none of the threads that ran kernels. */
static PyObject *py_after_fork(PyObject *module, PyObject *unused) {
    (void)module, (void)unused;
    Context *c = known_context();
    bool held = held_for_fork;
    held_for_fork = false;
    devices_after_fork();
    if (!c || (!held && c->busy && c->busy_thread == PyThread_get_thread_ident()))
        Py_RETURN_NONE;
    c->lock = PyThread_allocate_lock(); /* a thread that is gone may have held the old one */
    if (!c->lock)
        return PyErr_NoMemory();
    if (c->busy && !held)
        context_forget(); /* its recording is half run: nothing of it can be used */
    c->busy = false;
    Py_RETURN_NONE;
}

static PyMethodDef functions[] = {
    {"before_fork", py_before_fork, METH_NOARGS, "To be called before a fork."},
    {"after_fork_in_parent", py_after_fork_in_parent, METH_NOARGS, "In the parent, after a fork."},
    {"after_fork", py_after_fork, METH_NOARGS, "To be called in the child of a fork."},
    {NULL, NULL, 0, NULL},
};

/* Python calls before_fork and the others around every os.fork. */
static int register_hooks(PyObject *module) {
    PyObject *os = PyImport_ImportModule("os");
    PyObject *f = os ? PyObject_GetAttrString(os, "register_at_fork") : NULL;
    PyObject *none = f ? PyTuple_New(0) : NULL, *kwargs = none ? PyDict_New() : NULL;
    static const char *const names[][2] = {{"before", "before_fork"},
                                           {"after_in_parent", "after_fork_in_parent"},
                                           {"after_in_child", "after_fork"}};
    bool ok = kwargs != NULL;
    for (unsigned k = 0; ok && k < 3; k++) {
        PyObject *hook = PyObject_GetAttrString(module, names[k][1]);
        ok = hook && PyDict_SetItemString(kwargs, names[k][0], hook) == 0;
        Py_XDECREF(hook);
    }
    PyObject *done = ok ? PyObject_Call(f, none, kwargs) : NULL;
    Py_XDECREF(os);
    Py_XDECREF(f);
    Py_XDECREF(none);
    Py_XDECREF(kwargs);
    Py_XDECREF(done);
    return done ? 0 : -1;
}

int fork_add(PyObject *module) {
    return PyModule_AddFunctions(module, functions) < 0 ? -1 : register_hooks(module);
}
