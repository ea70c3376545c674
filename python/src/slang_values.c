/* vmap, vdim and vcast, and values that are made for every element of a call. */
#include "slang.h"

#include <stddef.h>
#include <structmember.h>

/* ---- viewed values */

/* New: the value seen through both; a view of a view has the parts of each, the later one first. */
static PyObject *viewed_new(PyObject *value, PyObject *map, PyObject *cast) {
    Viewed *v = (Viewed *)Viewed_Type.tp_alloc(&Viewed_Type, 0);
    if (!v)
        return NULL;
    if (Py_IS_TYPE(value, &Viewed_Type)) {
        Viewed *inner = (Viewed *)value;
        value = inner->value;
        map = map == Py_None ? inner->map : map;
        cast = cast == Py_None ? inner->cast : cast;
    }
    v->value = Py_NewRef(value);
    v->map = Py_NewRef(map);
    v->cast = Py_NewRef(cast);
    return (PyObject *)v;
}

static int viewed_traverse(PyObject *self, visitproc visit, void *arg) {
    Py_VISIT(((Viewed *)self)->value);
    return 0;
}

static int viewed_clear(PyObject *self) {
    Py_CLEAR(((Viewed *)self)->value);
    return 0;
}

static void viewed_dealloc(PyObject *self) {
    Viewed *v = (Viewed *)self;
    PyObject_GC_UnTrack(self);
    Py_XDECREF(v->value);
    Py_XDECREF(v->map);
    Py_XDECREF(v->cast);
    Py_TYPE(self)->tp_free(self);
}

static PyObject *viewed_repr(PyObject *self) {
    Viewed *v = (Viewed *)self;
    if (v->map == Py_None)
        return PyUnicode_FromFormat("vcast(%R, %U)", v->value, v->cast);
    if (v->cast == Py_None)
        return PyUnicode_FromFormat("vmap(%R, %R)", v->value, v->map);
    return PyUnicode_FromFormat("vcast(vmap(%R, %R), %U)", v->value, v->map, v->cast);
}

static PyMemberDef viewed_members[] = {
    {"value", T_OBJECT_EX, offsetof(Viewed, value), READONLY, "What is passed."},
    {"map", T_OBJECT_EX, offsetof(Viewed, map), READONLY,
     "Axes of the call, one for each axis that is mapped; or None."},
    {"cast", T_OBJECT_EX, offsetof(Viewed, cast), READONLY,
     "The name of the type the function sees, or None."},
    {NULL, 0, 0, 0, NULL},
};

PyTypeObject Viewed_Type = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "frit.Viewed",
    .tp_basicsize = sizeof(Viewed),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .tp_doc = "An argument with its mapping or type: what frit.vmap, vdim and vcast give.",
    .tp_dealloc = viewed_dealloc,
    .tp_traverse = viewed_traverse,
    .tp_clear = viewed_clear,
    .tp_repr = viewed_repr,
    .tp_members = viewed_members,
};

/* The axes as a tuple of small numbers, each once: new, or NULL with an exception. One number is a tuple of one. */
static PyObject *axes_of(PyObject *given) {
    PyObject *axes = PyLong_Check(given) ? PyTuple_Pack(1, given) : PySequence_Tuple(given);
    uint64_t seen = 0;
    for (Py_ssize_t k = 0; axes && k < PyTuple_GET_SIZE(axes); k++) {
        PyObject *item = PyTuple_GET_ITEM(axes, k);
        long axis = PyLong_Check(item) ? PyLong_AsLong(item) : -1;
        if (PyErr_Occurred())
            PyErr_Clear();
        if (axis < 0 || axis >= FRIT_PY_MAX_RANK)
            raise_named("AxisError", "an axis of a call is a number from 0 to %d, not %R",
                        FRIT_PY_MAX_RANK - 1, item);
        else if (seen >> axis & 1)
            raise_named("AxisError", "axis %ld of the call is named twice in %R", axis, axes);
        else
            seen |= UINT64_C(1) << axis;
        if (PyErr_Occurred())
            Py_CLEAR(axes);
    }
    return axes;
}

/* The name of a type of a module, or of one given by its name: new, or NULL with an exception. */
static PyObject *type_name_of(PyObject *type) {
    if (PyUnicode_Check(type))
        return Py_NewRef(type);
    PyObject *name = PyObject_GetAttrString(type, "_type_name");
    if (name && PyUnicode_Check(name))
        return name;
    Py_XDECREF(name);
    if (!name && !PyErr_ExceptionMatches(PyExc_AttributeError))
        return NULL;
    return PyErr_Format(PyExc_TypeError,
                        "expected a type of a module (m.float3) or its name, not %.200s",
                        Py_TYPE(type)->tp_name);
}

static bool takes_two(const char *name, Py_ssize_t n) {
    if (n == 2)
        return true;
    PyErr_Format(PyExc_TypeError, "%s takes 2 arguments and was given %zd", name, n);
    return false;
}

static PyObject *py_vmap(PyObject *module, PyObject *const *args, Py_ssize_t n) {
    (void)module;
    PyObject *axes = takes_two("vmap", n) ? axes_of(args[1]) : NULL;
    PyObject *made = axes ? viewed_new(args[0], axes, Py_None) : NULL;
    Py_XDECREF(axes);
    return made;
}

static PyObject *py_vdim(PyObject *module, PyObject *const *args, Py_ssize_t n) {
    (void)module;
    Py_ssize_t rank = takes_two("vdim", n) ? PyLong_AsSsize_t(args[1]) : -1;
    if (PyErr_Occurred())
        return NULL;
    if (rank < 0 || rank > FRIT_PY_MAX_RANK)
        return raise_named("AxisError", "a call has at most %d axes, not %R", FRIT_PY_MAX_RANK,
                           args[1]);
    PyObject *axes = PyTuple_New(rank);
    for (Py_ssize_t k = 0; axes && k < rank; k++)
        PyTuple_SET_ITEM(axes, k, PyLong_FromSsize_t(k)); /* small numbers always are there */
    PyObject *made = axes ? viewed_new(args[0], axes, Py_None) : NULL;
    Py_XDECREF(axes);
    return made;
}

static PyObject *py_vcast(PyObject *module, PyObject *const *args, Py_ssize_t n) {
    (void)module;
    PyObject *name = takes_two("vcast", n) ? type_name_of(args[1]) : NULL;
    PyObject *made = name ? viewed_new(args[0], Py_None, name) : NULL;
    Py_XDECREF(name);
    return made;
}

/* viewed(value, axes or None, type or None): both at once. */
static PyObject *py_viewed(PyObject *module, PyObject *const *args, Py_ssize_t n) {
    (void)module;
    if (n != 3)
        return PyErr_Format(PyExc_TypeError, "viewed takes 3 arguments and was given %zd", n);
    PyObject *axes = args[1] == Py_None ? Py_NewRef(Py_None) : axes_of(args[1]);
    PyObject *cast = !axes ? NULL : args[2] == Py_None ? Py_NewRef(Py_None) : type_name_of(args[2]);
    PyObject *made = cast ? viewed_new(args[0], axes, cast) : NULL;
    Py_XDECREF(axes);
    Py_XDECREF(cast);
    return made;
}

/* ---- where the thread is */

static PyObject *py_capturing(PyObject *module, PyObject *unused) {
    (void)module, (void)unused;
    return PyBool_FromLong(thread_state()->capture != NULL);
}

/* ---- generators */

static PyObject *generator_new(PyTypeObject *type, PyObject *args, PyObject *kwargs) {
    static char *names[] = {"kind", "shape", "items", "text", NULL};
    PyObject *shape, *items, *text = Py_None;
    int kind;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "iO!O!|O", names, &kind, &PyTuple_Type, &shape,
                                     &PyTuple_Type, &items, &text))
        return NULL;
    if (PyTuple_GET_SIZE(shape) > FRIT_PY_MAX_RANK)
        return raise_named("LimitError", "a grid has at most %d axes", FRIT_PY_MAX_RANK);
    Generator *g = (Generator *)type->tp_alloc(type, 0);
    if (!g)
        return NULL;
    g->kind = kind;
    g->rank = (uint32_t)PyTuple_GET_SIZE(shape);
    g->items = Py_NewRef(items);
    g->text = Py_NewRef(text);
    for (uint32_t k = 0; k < g->rank; k++)
        g->shape[k] = PyLong_AsLongLong(PyTuple_GET_ITEM(shape, k));
    if (PyErr_Occurred())
        Py_CLEAR(g);
    return (PyObject *)g;
}

static void generator_dealloc(PyObject *self) {
    Generator *g = (Generator *)self;
    Py_XDECREF(g->items);
    Py_XDECREF(g->text);
    Py_TYPE(self)->tp_free(self);
}

static PyObject *generator_repr(PyObject *self) {
    static const char *const names[] = {"call_id",    "thread_id",   "grid",   "wang_hash",
                                        "rand_float", "rand_normal", "sampler"};
    Generator *g = (Generator *)self;
    int k = g->kind - FRIT_ARG_CALL_ID;
    const char *name = k >= 0 && k < 7 ? names[k] : "?";
    if (g->text != Py_None)
        return PyUnicode_FromFormat("<frit.%s: %U>", name, g->text);
    if (g->kind != FRIT_ARG_GRID)
        return PyUnicode_FromFormat("<frit.%s%R>", name, g->items);
    PyObject *shape = shape_tuple(g->rank, g->shape);
    PyObject *text = shape ? PyUnicode_FromFormat("<frit.%s%R>", name, shape) : NULL;
    Py_XDECREF(shape);
    return text;
}

static PyObject *generator_kind(PyObject *self, void *closure) {
    (void)closure;
    return PyLong_FromLong(((Generator *)self)->kind);
}

static PyObject *generator_shape(PyObject *self, void *closure) {
    (void)closure;
    return shape_tuple(((Generator *)self)->rank, ((Generator *)self)->shape);
}

static PyGetSetDef generator_getset[] = {
    {"kind", generator_kind, NULL, "Which, as the library numbers them.", NULL},
    {"shape", generator_shape, NULL, "Of a grid.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyMemberDef generator_members[] = {
    {"items", T_OBJECT_EX, offsetof(Generator, items), READONLY, "Its numbers."},
    {"text", T_OBJECT_EX, offsetof(Generator, text), READONLY, "How a sampler samples, or None."},
    {NULL, 0, 0, 0, NULL},
};

PyTypeObject Generator_Type = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "frit.Generator",
    .tp_basicsize = sizeof(Generator),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_doc = "An argument that is made for every element of a call: frit.call_id() and others.",
    .tp_new = generator_new,
    .tp_dealloc = generator_dealloc,
    .tp_repr = generator_repr,
    .tp_getset = generator_getset,
    .tp_members = generator_members,
};

static PyMethodDef functions[] = {
    {"vmap", (PyCFunction)(void (*)(void))py_vmap, METH_FASTCALL,
     "vmap(value, axes): which axis of the call each axis of the value is."},
    {"vdim", (PyCFunction)(void (*)(void))py_vdim, METH_FASTCALL,
     "vdim(value, n): the same as vmap(value, (0, ..., n - 1))."},
    {"vcast", (PyCFunction)(void (*)(void))py_vcast, METH_FASTCALL,
     "vcast(value, type): the type of element that the function sees."},
    {"viewed", (PyCFunction)(void (*)(void))py_viewed, METH_FASTCALL,
     "viewed(value, axes or None, type or None)."},
    {"capturing", py_capturing, METH_NOARGS, "Whether steps are recorded to become a program."},
    {NULL, NULL, 0, NULL},
};

int slang_values_add_types(PyObject *module) {
    if (PyType_Ready(&Viewed_Type) < 0 || PyType_Ready(&Generator_Type) < 0 ||
        PyModule_AddFunctions(module, functions) < 0 ||
        PyModule_AddObjectRef(module, "Viewed", (PyObject *)&Viewed_Type) < 0)
        return -1;
    return PyModule_AddObjectRef(module, "Generator", (PyObject *)&Generator_Type);
}
