/*
 * x.real and x.imag of complex arrays: views, as NumPy's are.
 *
 * The library's views keep the dtype, so a part is an array of its own over the same memory. The
 * library compares places in memory before it reads and writes, so both may stay lazy. In a capture
 * there is no memory: there a part is a value, and what would tell it from a view gives up (NeedsValue).
 */
#include "core.h"

/* Once the library no longer needs the memory; it may say so while the GIL is released. */
static void release_whole(void *user) {
    PyGILState_STATE state = PyGILState_Ensure();
    sharing_put_aside(user);
    PyGILState_Release(state);
}

static DTypeId half_of(const ArrayObject *a) {
    return a->dtype->id == DT_C64 ? DT_F32 : DT_F64;
}

static PyObject *part_view(ArrayObject *a, bool imag) {
    DType *half = dtype_of(half_of(a));
    Context *c = a->context;
    Sharing *keeper;
    void *data;
    const int64_t *strides;
    frit_array *out;
    frit_error error;
    if (!array_data(a, &data, &strides) || !array_sharing(a))
        return NULL;
    keeper = PyMem_Calloc(1, sizeof *keeper);
    if (!keeper)
        return PyErr_NoMemory();
    keeper->refs = 1;
    keeper->owner = Py_NewRef((PyObject *)a);
    char *first = (char *)data + (imag ? half->size : 0);
    if (frit_array_wrap(c->frit, half->code, frit_array_rank(a->array), frit_array_shape(a->array),
                        strides, first, frit_array_is_read_only(a->array), release_whole, keeper,
                        &out, &error) != FRIT_OK) {
        sharing_drop(keeper);
        return raise_error(&error);
    }
    return array_new(c, out, half, a);
}

/* The value of the part, which knows that it is no view. */
static PyObject *part_value(Context *c, ArrayObject *a, bool imag) {
    PyObject *out = array_apply(c, imag ? "imag" : "real", &a, 1, NULL, dtype_of(half_of(a)));
    if (out) {
        ((ArrayObject *)out)->part_value = true;
        c->parts_serial = c->serial;
    }
    return out;
}

static PyObject *part(PyObject *self, PyObject *which) {
    ArrayObject *a = (ArrayObject *)self;
    int imag = PyObject_IsTrue(which);
    Context *c = current_context();
    if (imag < 0 || !c)
        return NULL;
    if (a->dtype->kind != KIND_COMPLEX)
        return raise_named("DTypeError", "an array of %S has no parts", a->dtype);
    return c->capture || a->context->capture ? part_value(c, a, imag) : part_view(a, imag);
}

bool part_allows_assign(const ArrayObject *a) {
    const Context *c = a->context;
    bool taken = c->capture && c->parts_serial == c->serial && a->dtype->kind == KIND_COMPLEX;
    if (!a->part_value && !taken)
        return true;
    raise_needs_value("the real or the imaginary part of an array is used beside its changes");
    return false;
}

PyMethodDef complex_part_methods[] = {
    {"_part", part, METH_O, "A view of the real parts (False) or the imaginary ones (True)."},
    {NULL, NULL, 0, NULL},
};
