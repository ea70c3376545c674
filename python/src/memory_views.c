/*
 * Views that the library has no step for, as NumPy's are: x.real and x.imag of complex arrays, and
 * diagonals (any strides).
 *
 * Such a view is an array of its own over the same memory, so the array is computed first. The library
 * compares places in memory before it reads and writes, so both may stay lazy from then on. In a capture
 * there is no memory: there a part is a value, and what would tell it from a view gives up (NeedsValue).
 */
#include "core.h"

static DTypeId half_of(const ArrayObject *a) {
    return a->dtype->id == DT_C64 ? DT_F32 : DT_F64;
}

/* An array over memory that lies in a's, which it keeps alive. */
static PyObject *array_over(ArrayObject *a, DType *dtype, uint32_t rank, const int64_t *shape,
                            const int64_t *strides, char *first, bool read_only) {
    Context *c = a->context;
    frit_tensor memory = {first, shape, strides, c->number};
    frit_array *out;
    frit_error error;
    if (!array_sharing(a))
        return NULL;
    Sharing *keeper = PyMem_Calloc(1, sizeof *keeper);
    if (!keeper)
        return PyErr_NoMemory();
    keeper->refs = 1;
    keeper->owner = Py_NewRef((PyObject *)a);
    if (frit_array_wrap_tensor(c->frit, dtype->code, rank, &memory,
                               read_only || frit_array_is_read_only(a->array), sharing_release,
                               keeper, &out, &error) != FRIT_OK) {
        sharing_drop(keeper);
        return raise_error(&error);
    }
    return array_new(c, out, dtype, a);
}

static PyObject *part_view(ArrayObject *a, bool imag) {
    DType *half = dtype_of(half_of(a));
    frit_tensor t;
    if (!array_tensor(a, &t))
        return NULL;
    return array_over(a, half, frit_array_rank(a->array), t.shape, t.strides,
                      (char *)t.data + (imag ? half->size : 0), false);
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

/* How far from an array's first element its elements lie, in bytes: the lowest and past the highest. */
static bool reach_of(uint32_t rank, const int64_t *shape, const int64_t *strides, int64_t item,
                     int64_t *low, int64_t *high) {
    *low = 0;
    *high = item;
    for (uint32_t k = 0; k < rank; k++) {
        int64_t far, *end = strides[k] < 0 ? low : high;
        if (shape[k] < 1) {
            *low = *high = 0;
            return shape[k] == 0;
        }
        if (__builtin_mul_overflow(strides[k], shape[k] - 1, &far) ||
            __builtin_add_overflow(*end, far, end))
            return false;
    }
    return true;
}

/* Whether a view's elements lie within those of the array, as far as ends tell. */
static bool lies_within(ArrayObject *a, const int64_t *strides, uint32_t rank, const int64_t *shape,
                        const int64_t *steps, int64_t offset) {
    int64_t low, high, lowest, highest, item = a->dtype->size;
    return reach_of(frit_array_rank(a->array), frit_array_shape(a->array), strides, item, &lowest,
                    &highest) &&
           reach_of(rank, shape, steps, item, &low, &high) &&
           (low == high ||
            (!__builtin_add_overflow(low, offset, &low) &&
             !__builtin_add_overflow(high, offset, &high) && low >= lowest && high <= highest));
}

static PyObject *view_strided(PyObject *self, PyObject *args) {
    PyObject *shape_object, *strides_object;
    long long offset;
    int read_only;
    int64_t shape[FRIT_PY_MAX_RANK], steps[FRIT_PY_MAX_RANK];
    uint32_t rank, n;
    frit_tensor t;
    ArrayObject *a = (ArrayObject *)self;
    if (!PyArg_ParseTuple(args, "OOLp", &shape_object, &strides_object, &offset, &read_only) ||
        !shape_from_object(shape_object, shape, &rank) ||
        !shape_from_object(strides_object, steps, &n) || !array_tensor(a, &t))
        return NULL;
    if (n != rank || !lies_within(a, t.strides, rank, shape, steps, offset))
        return raise_named("ArgumentError", "a view of shape %R and strides %R leaves the array",
                           shape_object, strides_object);
    return array_over(a, a->dtype, rank, shape, steps, (char *)t.data + offset, read_only);
}

/* In a capture: this value would be a view if there were memory, so it must not be assigned to. */
static PyObject *value_of_view(PyObject *self, PyObject *unused) {
    (void)unused;
    ((ArrayObject *)self)->part_value = true;
    return Py_NewRef(self);
}

bool part_allows_assign(const ArrayObject *a) {
    const Context *c = a->context;
    bool taken = c->capture && c->parts_serial == c->serial && a->dtype->kind == KIND_COMPLEX;
    if (!a->part_value && !taken)
        return true;
    raise_needs_value(
        "a part of an array (real, imaginary, a diagonal) is used beside its changes");
    return false;
}

PyMethodDef memory_view_methods[] = {
    {"_part", part, METH_O, "A view of the real parts (False) or the imaginary ones (True)."},
    {"_view_strided", view_strided, METH_VARARGS,
     "A view of that shape, strides and offset in bytes; the array is computed first."},
    {"_value_of_view", value_of_view, METH_NOARGS, "Itself: a value that stands for a view."},
    {NULL, NULL, 0, NULL},
};
