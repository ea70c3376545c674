/* frit._core.ArrayBase: an array of the library as a Python object. */
#include "core.h"

#include <string.h>

static PyTypeObject *result_type; /* frit.Array once it is registered */

PyTypeObject *array_type(void) {
    return result_type ? result_type : &ArrayBase_Type;
}

/* ---- sharing */

void sharing_drop(Sharing *s) {
    if (s && --s->refs == 0) {
        Py_XDECREF(s->owner);
        PyMem_Free(s);
    }
}

static Sharing *aside; /* dropped by the library in the middle of its work */

static void put_aside(Sharing *s) {
    s->next = aside;
    aside = s;
}

void sharing_release(void *sharing) {
    PyGILState_STATE state = PyGILState_Ensure();
    put_aside(sharing);
    PyGILState_Release(state);
}

void sharing_drop_aside(void) {
    while (aside) {
        Sharing *s = aside;
        aside = s->next;
        sharing_drop(s);
    }
}

Sharing *array_sharing(ArrayObject *a) {
    if (!a->sharing) {
        a->sharing = PyMem_Calloc(1, sizeof *a->sharing);
        if (!a->sharing)
            return (Sharing *)PyErr_NoMemory();
        a->sharing->refs = 1;
        a->sharing->root = (PyObject *)a;
    }
    return a->sharing;
}

bool array_is_shared(const ArrayObject *a) {
    const Sharing *s = a->sharing;
    return s && (s->exports || s->for_good || (s->owner && !owner_is_private(s->owner)));
}

/* Can somebody reach the memory whom a fused body does not announce? */
static bool is_exported(const ArrayObject *a) {
    return a->sharing && (a->sharing->exports || a->sharing->for_good);
}

bool array_settle(ArrayObject **operands, uint32_t n, bool written) {
    Lazy lazy = thread_state()->lazy;
    bool known = lazy == LAZY_ALL || (lazy == LAZY_READS && !written);
    for (uint32_t k = 0; k < n; k++)
        if (!operands[k]->context->capture &&
            (known ? is_exported(operands[k]) : array_is_shared(operands[k])))
            return context_flush(operands[k]->context);
    return true;
}

/* ---- making and freeing */

static DType *dtype_of_elements(const frit_array *array) {
    DTypeId id = dtype_id(frit_array_dtype(array));
    return id == DT_OTHER ? dtype_of_code(frit_array_type(array))
                          : (DType *)Py_NewRef((PyObject *)dtype_of(id));
}

PyObject *array_new(Context *context, frit_array *array, DType *dtype, ArrayObject *like) {
    PyTypeObject *type = array_type();
    ArrayObject *a = (ArrayObject *)type->tp_alloc(type, 0);
    if (a && dtype)
        a->dtype = (DType *)Py_NewRef((PyObject *)dtype);
    else if (a)
        a->dtype = dtype_of_elements(array);
    Sharing *sharing = a && like ? array_sharing(like) : NULL;
    if (!a || !a->dtype || (like && !sharing)) {
        frit_array_free(array);
        Py_XDECREF(a);
        return NULL;
    }
    a->array = array;
    a->context = context;
    a->serial = context->serial;
    a->weak = KIND_OTHER;
    a->sharing = sharing;
    a->part_value = like && like->part_value;
    if (sharing)
        sharing->refs++;
    return (PyObject *)a;
}

/* Not while kernels of its context run: then it is put aside. */
static void free_array(Context *c, frit_array *array) {
    if (c->lost) /* its parts do not fit together any more */
        return;
    if (!c->busy) {
        frit_array_free(array);
        sharing_drop_aside();
        return;
    }
    if (c->n_dropped == c->room_dropped) {
        size_t room = 2 * c->room_dropped + 16;
        frit_array **more = PyMem_Realloc(c->dropped, room * sizeof(frit_array *));
        if (!more)
            return; /* leaked, rather than freed under the kernels' feet */
        c->dropped = more;
        c->room_dropped = room;
    }
    c->dropped[c->n_dropped++] = array;
}

static void array_dealloc(PyObject *self) {
    ArrayObject *a = (ArrayObject *)self;
    PyTypeObject *type = Py_TYPE(self);
    if (a->weakrefs)
        PyObject_ClearWeakRefs(self);
    if (a->array)
        free_array(a->context, a->array);
    if (a->sharing && a->sharing->root == self)
        a->sharing->root = NULL;
    sharing_drop(a->sharing);
    Py_XDECREF(a->dtype);
    Py_XDECREF(a->origin);
    type->tp_free(self); /* a subclass's own reference to its type is dropped by Python */
}

/* ---- use */

ArrayObject *array_in(Context *context, ArrayObject *a) {
    if (a->context == context && a->serial == context->serial)
        return (ArrayObject *)Py_NewRef((PyObject *)a);
    for (Capture *c = thread_state()->capture; c; c = c->outer)
        if (c->context == a->context && c->serial == a->serial)
            return capture_lift(thread_state()->capture, a);
    if (!a->context->capture && context->capture)
        return capture_lift(thread_state()->capture, a);
    if (!a->context->capture && !context->capture && !a->context->lost)
        return array_meets(context, a);
    if (a->context->lost && !context_enter(a->context)) /* says why */
        return NULL;
    return (ArrayObject *)raise_named(
        "ArgumentError", "this array only stood for an argument while a fused function or the body "
                         "of a loop was being read; it has no value and cannot be used afterwards");
}

/* Runs what a step on the arrays would run first, here, where the GIL is released. Meanwhile others
 * may record more, so it is asked again. */
static bool run_before(Context *c, ArrayObject **in, uint32_t n, ArrayObject *written) {
    for (bool again = !c->capture; again;) {
        again = written && frit_array_must_run(written->array, true);
        for (uint32_t k = 0; !again && k < n; k++)
            again = frit_array_must_run(in[k]->array, false);
        if (again && !context_flush(c))
            return false;
    }
    return true;
}

static PyObject *apply_in(Context *c, const char *op, ArrayObject **in, uint32_t n,
                          const char *attrs, DType *dtype) {
    frit_array *few[8], **arrays = n <= 8 ? few : PyMem_Malloc(n * sizeof *arrays);
    frit_array *out = NULL;
    frit_error error;
    if (!arrays)
        return PyErr_NoMemory();
    for (uint32_t k = 0; k < n; k++)
        arrays[k] = in[k]->array;
    bool held = context_hold(c);
    frit_status status = frit_apply(c->frit, op, arrays, n, attrs, &out, &error);
    context_release(c, held);
    if (arrays != few)
        PyMem_Free(arrays);
    if (status != FRIT_OK)
        return raise_step_error(op, in, n, &error);
    return array_new(c, out, dtype, NULL);
}

PyObject *array_apply(Context *c, const char *op, ArrayObject **operands, uint32_t n,
                      const char *attrs, DType *dtype) {
    ArrayObject *few[8], **in = n <= 8 ? few : PyMem_Malloc(n * sizeof *in);
    uint32_t ready = 0;
    PyObject *out = NULL;
    if (!in)
        return PyErr_NoMemory();
    c = context_of_step(c, operands, n);
    if (context_enter(c) && context_make_room(c))
        while (ready < n && (in[ready] = array_in(c, operands[ready])))
            ready++;
    if (ready == n && !PyErr_Occurred() && run_before(c, in, n, NULL))
        out = apply_in(c, op, in, n, attrs, dtype);
    if (out && !array_settle(in, n, false))
        Py_CLEAR(out);
    while (ready)
        Py_DECREF(in[--ready]);
    if (in != few)
        PyMem_Free(in);
    return out;
}

ArrayObject *array_cast(ArrayObject *a, DTypeId to) {
    char attrs[80];
    if (a->dtype->id == to && a->weak == KIND_OTHER)
        return (ArrayObject *)Py_NewRef((PyObject *)a);
    snprintf(attrs, sizeof attrs, "to=%s", dtype_of(to)->code);
    return (ArrayObject *)array_apply(current_context(), "cast", &a, 1, attrs, dtype_of(to));
}

bool array_assign(ArrayObject *a, ArrayObject *value) {
    frit_error error;
    Context *c = a->context;
    if (c->capture && (!thread_state()->capture || thread_state()->capture->context != c)) {
        raise_needs_value("an array from outside is assigned to");
        return false;
    }
    if (!c->capture && thread_state()->capture) {
        raise_needs_value("an array from outside is assigned to");
        return false;
    }
    if (!part_allows_assign(a) || !context_enter(c) || !context_make_room(c))
        return false;
    ArrayObject *in = array_in(c, value);
    if (!in)
        return false;
    if (!run_before(c, &in, 1, a)) {
        Py_DECREF(in);
        return false;
    }
    bool held = context_hold(c);
    frit_status status = frit_array_assign(a->array, in->array, &error);
    context_release(c, held);
    if (status == FRIT_ERR_ARGUMENT && strstr(error.message, "read-only"))
        raise_named("ArgumentError", "assignment destination is read-only");
    else if (status == FRIT_ERR_SHAPE)
        raise_assign_error(a, value);
    else if (status != FRIT_OK)
        raise_error(&error);
    bool ok = status == FRIT_OK && array_settle(&in, 1, false) && array_settle(&a, 1, true);
    Py_DECREF(in);
    return ok;
}

void array_observed(ArrayObject *a) {
    if (!a->context->capture)
        return;
    Capture *c = thread_state()->capture;
    while (c && c->context != a->context)
        c = c->outer;
    for (; c; c = c->outer)
        if (!c->observed)
            c->observed = calling_place();
}

static PyObject *py_assign(PyObject *self, PyObject *value) {
    if (!array_check(value))
        return PyErr_Format(PyExc_TypeError, "expected a frit.Array, got %R", Py_TYPE(value));
    return array_assign((ArrayObject *)self, (ArrayObject *)value) ? Py_NewRef(Py_None) : NULL;
}

/* ---- attributes */

static PyObject *get_dtype(PyObject *self, void *closure) {
    (void)closure;
    return Py_NewRef((PyObject *)((ArrayObject *)self)->dtype);
}

static PyObject *get_shape_unseen(PyObject *self, void *closure) {
    (void)closure;
    const frit_array *a = ((ArrayObject *)self)->array;
    return shape_tuple(frit_array_rank(a), frit_array_shape(a));
}

static PyObject *get_shape(PyObject *self, void *closure) {
    array_observed((ArrayObject *)self);
    return get_shape_unseen(self, closure);
}

static PyObject *get_ndim(PyObject *self, void *closure) {
    (void)closure;
    return PyLong_FromUnsignedLong(frit_array_rank(((ArrayObject *)self)->array));
}

static PyObject *get_size(PyObject *self, void *closure) {
    (void)closure;
    const frit_array *a = ((ArrayObject *)self)->array;
    int64_t n = 1;
    array_observed((ArrayObject *)self);
    for (uint32_t k = 0; k < frit_array_rank(a); k++)
        n *= frit_array_shape(a)[k];
    return PyLong_FromLongLong(n);
}

static PyObject *get_strides(PyObject *self, void *closure) {
    (void)closure;
    frit_tensor t;
    ArrayObject *a = (ArrayObject *)self;
    array_observed(a);
    return array_tensor(a, &t) ? shape_tuple(frit_array_rank(a->array), t.strides) : NULL;
}

/* NumPy's base: whose memory it is, None where it is its own. Where the array that was first is gone a
 * view stands for it: an array holds none of the others, which may end before they are computed. */
static PyObject *get_base(PyObject *self, void *closure) {
    (void)closure;
    const Sharing *s = ((ArrayObject *)self)->sharing;
    if (s && s->owner && !owner_is_private(s->owner))
        return Py_NewRef(s->owner);
    if (!s || s->root == self)
        Py_RETURN_NONE;
    return s->root ? Py_NewRef(s->root) : PyObject_GetItem(self, Py_Ellipsis);
}

static PyObject *get_strides_unseen(PyObject *self, void *closure) {
    (void)closure;
    const frit_array *a = ((ArrayObject *)self)->array;
    return shape_tuple(frit_array_rank(a), frit_array_strides(a));
}

static PyObject *get_ready(PyObject *self, void *closure) {
    (void)closure;
    ArrayObject *a = (ArrayObject *)self;
    if (!context_enter(a->context))
        return NULL;
    return PyBool_FromLong(!a->context->capture && frit_array_is_ready(a->array));
}

static PyObject *get_origin(PyObject *self, void *closure) {
    (void)closure;
    PyObject *origin = ((ArrayObject *)self)->origin;
    return Py_NewRef(origin ? origin : Py_None);
}

static int set_origin(PyObject *self, PyObject *value, void *closure) {
    (void)closure;
    Py_XSETREF(((ArrayObject *)self)->origin, value && value != Py_None ? Py_NewRef(value) : NULL);
    return 0;
}

static PyObject *get_weak(PyObject *self, void *closure) {
    (void)closure;
    return PyBool_FromLong(((ArrayObject *)self)->weak != KIND_OTHER);
}

static PyObject *get_placeholder(PyObject *self, void *closure) {
    (void)closure;
    return PyBool_FromLong(((ArrayObject *)self)->context->capture);
}

static PyObject *get_shared(PyObject *self, void *closure) {
    (void)closure;
    return PyBool_FromLong(array_is_shared((ArrayObject *)self));
}

static PyGetSetDef getset[] = {
    {"dtype", get_dtype, NULL, "The type of the elements.", NULL},
    {"shape", get_shape, NULL, "The extent of each axis.", NULL},
    {"_shape", get_shape_unseen, NULL, "The same, for frit's own use: a capture does not note it.",
     NULL},
    {"ndim", get_ndim, NULL, "The number of axes.", NULL},
    {"size", get_size, NULL, "The number of elements.", NULL},
    {"strides", get_strides, NULL, "Bytes from element to element along each axis.", NULL},
    {"base", get_base, NULL, "Whose memory it is; None where it is its own.", NULL},
    {"_strides", get_strides_unseen, NULL,
     "The same, for frit's own use: nothing is computed. In a capture as if all arguments were "
     "dense.",
     NULL},
    {"_ready", get_ready, NULL, "Nothing recorded is left to compute for it.", NULL},
    {"_origin", get_origin, set_origin, "The caller's object it stands for in a fused body.", NULL},
    {"_weak", get_weak, NULL, "It stands for a Python number.", NULL},
    {"_placeholder", get_placeholder, NULL, "It belongs to a capture and has no data.", NULL},
    {"_shared", get_shared, NULL, "Others can reach its memory.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyMethodDef methods[] = {
    {"_assign", py_assign, METH_O, "All elements in place; the value has the same dtype."},
    {NULL, NULL, 0, NULL},
};

PyTypeObject ArrayBase_Type = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "frit._core.ArrayBase",
    .tp_basicsize = sizeof(ArrayObject),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_doc = "What frit.Array is made of.",
    .tp_dealloc = array_dealloc,
    .tp_weaklistoffset = offsetof(ArrayObject, weakrefs),
    .tp_as_number = &array_as_number,
    .tp_as_mapping = &array_as_mapping,
    .tp_as_sequence = &array_as_sequence,
    .tp_as_buffer = &array_as_buffer,
    .tp_richcompare = array_richcompare,
    .tp_hash = PyObject_HashNotImplemented,
    .tp_getset = getset,
    .tp_methods = methods,
};

/* ---- functions of the module */

static PyObject *py_apply(PyObject *module, PyObject *const *args, Py_ssize_t n_args) {
    (void)module;
    ArrayObject *few[16];
    bool has_attrs = n_args > 2 && args[2] != Py_None;
    if (n_args < 2 || n_args > 3 || !PyUnicode_Check(args[0]) ||
        (has_attrs && !PyUnicode_Check(args[2])))
        return PyErr_Format(PyExc_TypeError,
                            "expected the name of an op, operands, and attributes as text");
    const char *op = PyUnicode_AsUTF8(args[0]);
    const char *attrs = has_attrs ? PyUnicode_AsUTF8(args[2]) : NULL;
    if (!op || (has_attrs && !attrs))
        return NULL;
    PyObject *items = PySequence_Fast(args[1], "operands are a tuple of arrays");
    Context *c = current_context();
    if (!items || !c) {
        Py_XDECREF(items);
        return NULL;
    }
    Py_ssize_t n = PySequence_Fast_GET_SIZE(items);
    ArrayObject **arrays = n <= 16 ? few : PyMem_Malloc((size_t)n * sizeof *arrays);
    if (!arrays) {
        Py_DECREF(items);
        return PyErr_NoMemory();
    }
    PyObject *out = Py_None;
    for (Py_ssize_t k = 0; out && k < n; k++) {
        arrays[k] = (ArrayObject *)PySequence_Fast_GET_ITEM(items, k);
        if (!array_check(arrays[k]))
            out = PyErr_Format(PyExc_TypeError, "operand %zd of %s is %R, expected a frit.Array", k,
                               op, Py_TYPE(arrays[k]));
    }
    if (out)
        out = array_apply(c, op, arrays, (uint32_t)n, attrs, NULL);
    if (arrays != few)
        PyMem_Free(arrays);
    Py_DECREF(items);
    return out;
}

static PyObject *py_set_array_type(PyObject *module, PyObject *type) {
    (void)module;
    if (!PyType_Check(type) || !PyType_IsSubtype((PyTypeObject *)type, &ArrayBase_Type))
        return PyErr_Format(PyExc_TypeError, "expected a subclass of ArrayBase, got %R", type);
    Py_XSETREF(result_type, (PyTypeObject *)Py_NewRef(type));
    Py_RETURN_NONE;
}

/* The results of a recorded call as a tuple. */
static PyObject *wrap_all(Context *c, frit_array **arrays, uint32_t n) {
    PyObject *tuple = PyTuple_New(n);
    for (uint32_t k = 0; k < n; k++) {
        PyObject *a = NULL;
        if (tuple)
            a = array_new(c, arrays[k], NULL, NULL);
        else
            frit_array_free(arrays[k]);
        if (tuple && !a)
            Py_CLEAR(tuple);
        if (tuple)
            PyTuple_SET_ITEM(tuple, k, a);
    }
    return tuple;
}

static PyObject *call_program(Context *c, const frit_module *m, const char *name, ArrayObject **in,
                              uint32_t n) {
    uint32_t id = name ? frit_module_find(m, name) : frit_module_program_count(m) - 1;
    if (id == FRIT_NO_PROGRAM || id >= frit_module_program_count(m))
        return PyErr_Format(PyExc_KeyError, "no program is called %s", name ? name : "(last)");
    uint32_t n_out = frit_program_output_count(m, id);
    frit_array **raw = PyMem_Calloc((size_t)n + n_out + 1, sizeof *raw);
    frit_error error;
    if (!raw)
        return PyErr_NoMemory();
    for (uint32_t k = 0; k < n; k++)
        raw[k] = in[k]->array;
    PyObject *out = NULL;
    bool held = context_hold(c);
    frit_status status = frit_apply_program(c->frit, m, name, raw, n, raw + n, n_out, &error);
    context_release(c, held);
    if (status == FRIT_OK)
        out = wrap_all(c, raw + n, n_out);
    else
        raise_error(&error);
    PyMem_Free(raw);
    return out;
}

static bool are_arrays(PyObject *items) {
    for (Py_ssize_t k = 0; k < PySequence_Fast_GET_SIZE(items); k++)
        if (!array_check(PySequence_Fast_GET_ITEM(items, k))) {
            PyErr_Format(PyExc_TypeError, "operand %zd is %R, expected a frit.Array", k,
                         Py_TYPE(PySequence_Fast_GET_ITEM(items, k)));
            return false;
        }
    return true;
}

static PyObject *py_apply_program(PyObject *module, PyObject *args) {
    (void)module;
    PyObject *program, *operands, *out = NULL;
    const char *name;
    if (!PyArg_ParseTuple(args, "OzO", &program, &name, &operands))
        return NULL;
    Context *c = current_context();
    const frit_module *m = c ? frit_module_of(program) : NULL;
    PyObject *items = m ? PySequence_Fast(operands, "operands are a tuple of arrays") : NULL;
    Py_ssize_t n = items ? PySequence_Fast_GET_SIZE(items) : 0, ready = 0;
    bool fit = items && are_arrays(items);
    if (fit)
        c = context_of_step(c, (ArrayObject **)PySequence_Fast_ITEMS(items), (uint32_t)n);
    if (!fit || !context_enter(c) || !context_make_room(c)) {
        Py_XDECREF(items);
        return NULL;
    }
    ArrayObject **in = PyMem_Calloc((size_t)n + 1, sizeof *in);
    if (!in)
        PyErr_NoMemory();
    while (in && ready < n &&
           (in[ready] = array_in(c, (ArrayObject *)PySequence_Fast_GET_ITEM(items, ready))))
        ready++;
    if (in && ready == n && run_before(c, in, (uint32_t)n, NULL))
        out = call_program(c, m, name, in, (uint32_t)n);
    if (out && !array_settle(in, (uint32_t)n, false))
        Py_CLEAR(out);
    for (Py_ssize_t k = 0; in && k < ready; k++)
        Py_DECREF(in[k]);
    PyMem_Free(in);
    Py_DECREF(items);
    return out;
}

static PyMethodDef functions[] = {
    {"apply", (PyCFunction)(void (*)(void))py_apply, METH_FASTCALL,
     "Records one op: (name, operands, attributes as text)."},
    {"apply_program", py_apply_program, METH_VARARGS, "Records a call: (module, name, operands)."},
    {"set_array_type", py_set_array_type, METH_O, "The class of results."},
    {NULL, NULL, 0, NULL},
};

static bool add_methods(PyMethodDef *m) {
    for (; m->ml_name; m++) {
        PyObject *f = PyDescr_NewMethod(&ArrayBase_Type, m);
        int status = f ? PyDict_SetItemString(ArrayBase_Type.tp_dict, m->ml_name, f) : -1;
        Py_XDECREF(f);
        if (status < 0)
            return false;
    }
    return true;
}

static bool add_attributes(PyGetSetDef *a) {
    for (; a->name; a++) {
        PyObject *f = PyDescr_NewGetSet(&ArrayBase_Type, a);
        int status = f ? PyDict_SetItemString(ArrayBase_Type.tp_dict, a->name, f) : -1;
        Py_XDECREF(f);
        if (status < 0)
            return false;
    }
    return true;
}

int array_add_types(PyObject *module) {
    ArrayBase_Type.tp_methods = methods;
    if (PyType_Ready(&ArrayBase_Type) < 0 || PyModule_AddFunctions(module, functions) < 0)
        return -1;
    if (!add_methods(array_view_methods) || !add_methods(memory_view_methods) ||
        !add_methods(interchange_methods) || !add_methods(array_place_methods) ||
        !add_methods(dlpack_methods) || !add_attributes(array_place_attributes))
        return -1;
    return PyModule_AddObjectRef(module, "ArrayBase", (PyObject *)&ArrayBase_Type);
}
