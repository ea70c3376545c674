/*
 * Where arrays lie: on which device a step on them runs, how they get there and back, and memory for new ones.
 *
 * A step runs where its operands lie. Arrays of different devices do not meet in a step, but for those of rank 0 of the
 * CPU, which are numbers: they go to the others.
 */
#include "core.h"

#include <string.h>

enum { MOST_OF_A_NUMBER = 256 }; /* bytes of an element: a struct of some vectors */

/* ---- memory of the library's pool */

void pooled_free(void *pooled) {
    Pooled *p = pooled;
    frit_buffer_give(p->context->frit, p->data, p->size);
    PyMem_RawFree(p);
}

Pooled *pooled_new(Context *c, uint64_t size) {
    Pooled *p = c ? PyMem_RawMalloc(sizeof *p) : NULL;
    if (p) {
        p->context = c;
        p->size = size;
        p->data = frit_buffer_take(c->frit, size);
    }
    if (!p || !p->data) {
        PyMem_RawFree(p);
        if (!PyErr_Occurred())
            PyErr_NoMemory();
        return NULL;
    }
    return p;
}

PyObject *array_over_pooled(Pooled *p, DType *dtype, uint32_t rank, const int64_t *shape) {
    frit_tensor memory = {.data = p->data, .shape = shape, .device = p->context->number};
    frit_array *array;
    frit_error error;
    if (frit_array_wrap_tensor(p->context->frit, dtype->code, rank, &memory, false, pooled_free, p,
                               &array, &error) == FRIT_OK)
        return array_new(p->context, array, dtype, NULL);
    pooled_free(p);
    return raise_error(&error);
}

/* ---- where it lies */

bool array_tensor(ArrayObject *a, frit_tensor *out) {
    frit_error error;
    if (a->context->capture) {
        raise_needs_value("the elements of an array are needed");
        return false;
    }
    frit_context *frit = a->context->frit;
    if (!context_enter(a->context))
        return false;
    if ((frit_recorded(frit) || frit_recorded_stores(frit)) && !context_flush(a->context))
        return false; /* where nothing is recorded the library has no more to do than below */
    if (frit_array_tensor(a->array, out, &error) == FRIT_OK)
        return true;
    raise_error(&error);
    return false;
}

bool array_data(ArrayObject *a, void **data, const int64_t **strides) {
    frit_tensor t;
    if (a->context->there) {
        raise_named("DeviceError",
                    "the array is on %s, whose memory the host cannot use: x.to_device(\"cpu\") "
                    "copies it",
                    a->context->device);
        return false;
    }
    if (!array_tensor(a, &t))
        return false;
    *data = t.data;
    if (strides)
        *strides = t.strides;
    return true;
}

bool array_read(ArrayObject *a, void *out, size_t size) {
    frit_error error;
    if (!context_flush(a->context))
        return false;
    if (frit_array_read(a->array, out, size, &error) == FRIT_OK)
        return true;
    raise_error(&error);
    return false;
}

static uint64_t bytes_of(const frit_array *a) {
    uint64_t size = frit_array_item_size(a);
    for (uint32_t k = 0; k < frit_array_rank(a); k++)
        size *= (uint64_t)frit_array_shape(a)[k];
    return size;
}

/* ---- there and back */

static PyObject *to_host(ArrayObject *a) {
    Context *c = main_context();
    uint64_t size = bytes_of(a->array);
    Pooled *p = c && context_enter(c) ? pooled_new(c, size ? size : 1) : NULL;
    if (!p)
        return NULL;
    if (!array_read(a, p->data, size)) {
        pooled_free(p);
        return NULL;
    }
    return array_over_pooled(p, a->dtype, frit_array_rank(a->array), frit_array_shape(a->array));
}

static PyObject *from_host(Context *c, ArrayObject *a) {
    frit_array *array;
    frit_error error;
    void *data;
    const int64_t *strides;
    if (!array_data(a, &data, &strides) || !context_enter(c))
        return NULL;
    if (frit_array_new(c->frit, a->dtype->code, frit_array_rank(a->array),
                       frit_array_shape(a->array), strides, data, &array, &error) != FRIT_OK)
        return raise_error(&error);
    return array_new(c, array, a->dtype, NULL);
}

ArrayObject *array_to(Context *c, ArrayObject *a) {
    if (context_of_place(a->context) == c)
        return (ArrayObject *)Py_NewRef((PyObject *)a);
    if (a->context->capture)
        return (ArrayObject *)raise_needs_value("an array is moved to a device");
    ArrayObject *host =
        a->context->there ? (ArrayObject *)to_host(a) : (ArrayObject *)Py_NewRef((PyObject *)a);
    if (!host || !c->there)
        return host;
    PyObject *there = from_host(c, host);
    Py_DECREF(host);
    return (ArrayObject *)there;
}

/* ---- steps */

static bool is_number(const ArrayObject *a) {
    return frit_array_rank(a->array) == 0 && !a->context->there &&
           frit_array_item_size(a->array) <= MOST_OF_A_NUMBER;
}

Context *context_of_step(Context *c, ArrayObject *const *operands, uint32_t n) {
    if (c->capture)
        return c;
    for (uint32_t k = 0; k < n; k++)
        if (!operands[k]->context->capture && !is_number(operands[k]))
            return operands[k]->context;
    return c;
}

ArrayObject *array_meets(Context *c, ArrayObject *a) {
    char cell[MOST_OF_A_NUMBER];
    frit_array *array;
    frit_error error;
    if (!is_number(a))
        return (ArrayObject *)raise_named("DeviceError",
                                          "arrays on %s and on %s meet in one step: "
                                          "x.to_device(\"%s\") copies an array there, and "
                                          "frit.asarray(x, device=\"%s\") one of NumPy's",
                                          c->device, a->context->device,
                                          c->there ? c->device : a->context->device,
                                          c->there ? c->device : a->context->device);
    if (!array_read(a, cell, frit_array_item_size(a->array)) || !context_enter(c))
        return NULL;
    if (frit_array_new(c->frit, a->dtype->code, 0, NULL, NULL, cell, &array, &error) != FRIT_OK)
        return (ArrayObject *)raise_error(&error);
    return (ArrayObject *)array_new(c, array, a->dtype, NULL);
}

ArrayObject *operand_placed(ArrayObject *a) {
    Context *place = thread_state()->place;
    if (a && place && place->there && !a->context->capture)
        Py_SETREF(a, array_to(place, a));
    return a;
}

ArrayObject *operand_array(PyObject *object) {
    ArrayObject *a = array_from_object(object, NULL, -1);
    return a && !array_check(object) && frit_array_rank(a->array) > 0 ? operand_placed(a) : a;
}

Context *place_by_partner(PyObject *a, PyObject *b) {
    ThreadState *t = thread_state();
    Context *was = t->place;
    bool list = PyList_Check(a) || PyTuple_Check(a), other = PyList_Check(b) || PyTuple_Check(b);
    PyObject *array = list ? b : a;
    if ((list || other) && array_check(array) && ((ArrayObject *)array)->context->there)
        t->place = ((ArrayObject *)array)->context;
    return was;
}

/* ---- for Python */

static PyObject *get_device(PyObject *self, void *closure) {
    (void)closure;
    const Context *c = context_of_place(((ArrayObject *)self)->context);
    return c ? PyUnicode_FromString(c->device) : NULL;
}

static PyObject *get_there(PyObject *self, void *closure) {
    (void)closure;
    return PyBool_FromLong(((ArrayObject *)self)->context->there);
}

/* The array on the device of that name: itself where it is there. */
static PyObject *to_device(PyObject *self, PyObject *name) {
    const char *text = PyUnicode_Check(name) ? PyUnicode_AsUTF8(name) : NULL;
    Context *c = text ? device_context(text) : NULL;
    if (!text && !PyErr_Occurred())
        PyErr_Format(PyExc_TypeError, "a device is named by a str, such as 'opencl:0', not %R",
                     name);
    return c ? (PyObject *)array_to(c, (ArrayObject *)self) : NULL;
}

static PyObject *get_read_only(PyObject *self, void *closure) {
    (void)closure;
    return PyBool_FromLong(frit_array_is_read_only(((ArrayObject *)self)->array));
}

PyGetSetDef array_place_attributes[] = {
    {"_read_only", get_read_only, NULL, "Nothing can be assigned to it.", NULL},
    {"device", get_device, NULL, "Where it is: \"cpu\", \"opencl:0\".", NULL},
    {"_there", get_there, NULL, "It is on a device whose memory the host cannot use.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

PyMethodDef array_place_methods[] = {
    {"_to_device", to_device, METH_O, "The array on a device: itself, or a copy there."},
    {NULL, NULL, 0, NULL},
};
