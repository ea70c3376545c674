/* Arrays in and out: NumPy and the buffer protocol. Memory is shared, not copied. */
#include "core.h"

#include <string.h>

#define FRIT_PYTHON_IMPORTS_NUMPY
#include "numpy_api.h"

/* ---- NumPy, imported when first met */

bool numpy_ready(void) {
    static bool ready;
    if (!ready)
        ready = _import_array() >= 0;
    return ready;
}

bool numpy_loaded(void) {
    static bool loaded;
    if (!loaded) {
        PyObject *modules = PyImport_GetModuleDict(); /* borrowed */
        loaded = PyDict_GetItemString(modules, "numpy") != NULL && numpy_ready();
        if (!loaded && PyErr_Occurred())
            PyErr_Clear();
    }
    return loaded;
}

bool is_numpy_array(PyObject *object) {
    return numpy_loaded() && PyArray_Check(object);
}

bool is_numpy_scalar(PyObject *object) {
    return numpy_loaded() && PyArray_IsScalar(object, Generic);
}

bool has_strange_dtype(PyObject *object) {
    if (PyArray_Check(object)) {
        int number = PyArray_TYPE((PyArrayObject *)object);
        return dtype_of_numpy(number) == DT_OTHER && !PyTypeNum_ISUSERDEF(number);
    }
    PyArray_Descr *d = PyArray_DescrFromScalar(object);
    int number = d ? d->type_num : NPY_OBJECT;
    if (!d)
        PyErr_Clear();
    Py_XDECREF(d);
    return dtype_of_numpy(number) == DT_OTHER && !PyTypeNum_ISUSERDEF(number);
}

bool owner_is_private(PyObject *owner) {
    if (Py_REFCNT(owner) != 1 || !is_numpy_array(owner))
        return false;
    PyArrayObject *a = (PyArrayObject *)owner;
    return !PyArray_BASE(a) && PyArray_CHKFLAGS(a, NPY_ARRAY_OWNDATA);
}

DTypeId dtype_of_numpy(int type_num) {
    switch (type_num) {
#define PY_DTYPE(id, code, name, format, numpy) \
    case numpy:                                 \
        return numpy == NPY_NOTYPE ? DT_OTHER : DT_##id;
#include "dtypes.def"
#undef PY_DTYPE
    case NPY_LONGLONG: return DT_I64;
    case NPY_ULONGLONG: return DT_U64;
    default: return DT_OTHER;
    }
}

int numpy_of_dtype(DTypeId id) {
    static const int types[DT_COUNT + 1] = {
#define PY_DTYPE(id, code, name, format, numpy) numpy,
#include "dtypes.def"
#undef PY_DTYPE
        NPY_NOTYPE};
    return types[id];
}

/* ---- in */

/* New reference to the dtype of a NumPy array, or NULL with an exception. */
static DType *dtype_of_array(PyArrayObject *a) {
    DTypeId id = dtype_of_numpy(PyArray_TYPE(a));
    if (id != DT_OTHER)
        return (DType *)Py_NewRef((PyObject *)dtype_of(id));
    return dtype_from_object((PyObject *)PyArray_DESCR(a));
}

/* An array over the memory of a NumPy array, which it keeps. */
static ArrayObject *wrap_numpy(PyArrayObject *from, DType *dtype) {
    Context *c = main_context();
    Sharing *s = c && context_enter(c) ? PyMem_Calloc(1, sizeof *s) : NULL;
    int64_t shape[FRIT_PY_MAX_RANK], strides[FRIT_PY_MAX_RANK];
    frit_array *array;
    frit_error error;
    int rank = PyArray_NDIM(from);
    if (!s)
        return (ArrayObject *)(PyErr_Occurred() ? NULL : PyErr_NoMemory());
    if (rank > FRIT_PY_MAX_RANK) {
        PyMem_Free(s);
        return (ArrayObject *)raise_named("LimitError", "an array has at most %d axes, not %d",
                                          FRIT_PY_MAX_RANK, rank);
    }
    for (int k = 0; k < rank; k++) {
        shape[k] = PyArray_DIM(from, k);
        strides[k] = PyArray_STRIDE(from, k);
    }
    s->refs = 2; /* the library's and the array's */
    s->owner = Py_NewRef((PyObject *)from);
    if (frit_array_wrap(c->frit, dtype->code, (uint32_t)rank, shape, strides, PyArray_DATA(from),
                        !PyArray_ISWRITEABLE(from), sharing_release, s, &array,
                        &error) != FRIT_OK) {
        Py_DECREF(from);
        PyMem_Free(s);
        return (ArrayObject *)raise_error(&error);
    }
    ArrayObject *a = (ArrayObject *)array_new(c, array, dtype, NULL);
    if (a) {
        a->sharing = s;
        s->root = (PyObject *)a;
    } else {
        sharing_drop(s);
    }
    return a;
}

static ArrayObject *from_numpy(PyObject *object, int copy) {
    PyArrayObject *from = (PyArrayObject *)object;
    DType *dtype = dtype_of_array(from);
    if (!dtype)
        return NULL;
    bool fits = PyArray_ISALIGNED(from) && PyArray_ISNOTSWAPPED(from);
    for (int k = 0; fits && k < PyArray_NDIM(from); k++)
        fits = PyArray_DIM(from, k) < 2 ||
               PyArray_STRIDE(from, k) % (npy_intp)PyArray_ITEMSIZE(from) == 0 ||
               dtype->kind == KIND_COMPLEX;
    ArrayObject *out = NULL;
    if (!fits && copy == 0) {
        PyErr_SetString(PyExc_ValueError, "the array's memory cannot be shared without a copy: it "
                                          "is misaligned or has foreign byte order");
    } else if (!fits || copy == 1) {
        PyArray_Descr *native = PyArray_DescrNewByteorder(PyArray_DESCR(from), NPY_NATIVE);
        PyObject *dense =
            native ? PyArray_FromArray(from, native, NPY_ARRAY_ENSURECOPY | NPY_ARRAY_CARRAY)
                   : NULL;
        if (dense)
            out = wrap_numpy((PyArrayObject *)dense, dtype);
        Py_XDECREF(dense);
    } else {
        out = wrap_numpy(from, dtype);
    }
    Py_DECREF(dtype);
    return out;
}

/* Anything NumPy makes an array of: lists, buffers, objects with __array__. */
static ArrayObject *from_anything(PyObject *object, DType *dtype, int copy) {
    if (!numpy_ready())
        return NULL;
    if (copy == 0) {
        PyErr_Format(PyExc_ValueError, "%R cannot become an array without a copy", Py_TYPE(object));
        return NULL;
    }
    int wanted = dtype ? numpy_of_dtype(dtype->id) : NPY_NOTYPE;
    PyArray_Descr *descr = wanted == NPY_NOTYPE ? NULL : PyArray_DescrFromType(wanted);
    PyObject *array = PyArray_FromAny(object, descr, 0, 0, descr ? NPY_ARRAY_FORCECAST : 0, NULL);
    if (!array)
        return NULL;
    ArrayObject *out = from_numpy(array, -1);
    Py_DECREF(array);
    return out;
}

/* Memory of a CUDA device that the object names; frit._array.cuda_interface reads what it says. */
static ArrayObject *from_cuda_interface(PyObject *object) {
    PyObject *module = PyImport_ImportModule("frit._array.cuda_interface");
    PyObject *made =
        module ? PyObject_CallMethod(module, "from_cuda_interface", "O", object) : NULL;
    Py_XDECREF(module);
    return (ArrayObject *)made;
}

static ArrayObject *convert(PyObject *object, DType *dtype, int copy) {
    if (array_check(object)) {
        ArrayObject *a = (ArrayObject *)object;
        return copy == 1 ? (ArrayObject *)number_unary("copy", object)
                         : (ArrayObject *)Py_NewRef((PyObject *)a);
    }
    if (is_numpy_array(object))
        return from_numpy(object, copy);
    if (is_numpy_scalar(object)) {
        PyObject *array = PyArray_FromScalar(object, NULL);
        ArrayObject *out = array ? from_numpy(array, -1) : NULL;
        Py_XDECREF(array);
        return out;
    }
    if (PyList_Check(object) || PyTuple_Check(object))
        return from_anything(object, dtype, copy);
    Operand o;
    int is = operand_from(object, &o);
    if (is < 0)
        return NULL;
    if (is == 1)
        return operand_as(&o, dtype && dtype->id != DT_OTHER && o.weak <= dtype->kind
                                  ? dtype->id
                                  : operands_promote(&o, 1));
    if (PyObject_HasAttrString(object, "__dlpack__"))
        return array_from_dlpack(object, copy);
    if (PyObject_HasAttrString(object, "__cuda_array_interface__"))
        return from_cuda_interface(object);
    return from_anything(object, dtype, copy);
}

ArrayObject *array_from_object(PyObject *object, DType *dtype, int copy) {
    bool own = array_check(object) && ((ArrayObject *)object)->weak == KIND_OTHER;
    bool casts = own && dtype && ((ArrayObject *)object)->dtype->id != dtype->id;
    ArrayObject *a = convert(object, dtype, casts && copy == 1 ? -1 : copy);
    if (!a || !dtype || dtype->id == DT_OTHER || a->dtype->id == dtype->id)
        return a;
    if (copy == 0) {
        PyErr_Format(PyExc_ValueError, "an array of %U cannot become %U without a copy",
                     a->dtype->name, dtype->name);
        Py_DECREF(a);
        return NULL;
    }
    ArrayObject *out = array_cast(a, dtype->id);
    Py_DECREF(a);
    return out;
}

/* ---- out */

/* Do the elements lie one after another, the last axis (or, backwards, the first) moving fastest? */
static bool is_dense(const frit_array *a, const int64_t *strides, bool backwards) {
    uint32_t rank = frit_array_rank(a);
    const int64_t *shape = frit_array_shape(a);
    int64_t next = frit_array_item_size(a);
    bool dense = true, empty = false;
    for (uint32_t n = 0; n < rank; n++) {
        uint32_t k = backwards ? n : rank - 1 - n;
        empty |= shape[k] == 0;
        dense = dense && (shape[k] < 2 || strides[k] == next);
        next *= shape[k];
    }
    return dense || empty;
}

/* Can the array be seen as the caller of the buffer protocol wants it? */
static bool suits(const frit_array *a, const int64_t *strides, int flags) {
    bool rows = is_dense(a, strides, false), columns = is_dense(a, strides, true);
    bool any = (flags & PyBUF_ANY_CONTIGUOUS) == PyBUF_ANY_CONTIGUOUS;
    bool c = (flags & PyBUF_C_CONTIGUOUS) == PyBUF_C_CONTIGUOUS;
    bool f = (flags & PyBUF_F_CONTIGUOUS) == PyBUF_F_CONTIGUOUS;
    bool plain = (flags & PyBUF_STRIDES) != PyBUF_STRIDES;
    if ((flags & PyBUF_WRITABLE) && frit_array_is_read_only(a)) {
        PyErr_SetString(PyExc_BufferError, "the array is read-only");
        return false;
    }
    if (((plain || c) && !rows) || (f && !columns) || (any && !rows && !columns)) {
        PyErr_SetString(PyExc_BufferError, "the array's elements do not lie one after another");
        return false;
    }
    return true;
}

static int get_buffer(PyObject *self, Py_buffer *view, int flags) {
    ArrayObject *a = (ArrayObject *)self;
    void *data;
    const int64_t *strides;
    view->obj = NULL;
    if (!a->dtype->format) {
        PyErr_Format(PyExc_BufferError, "the buffer protocol has no name for %U", a->dtype->name);
        return -1;
    }
    if (a->context->there) {
        PyErr_Format(
            PyExc_BufferError,
            "the array is on %s: x.to_device(\"cpu\") copies it to where the host can use it",
            a->context->device);
        return -1;
    }
    if (!array_data(a, &data, &strides)) {
        if (PyErr_ExceptionMatches(PyExc_KeyboardInterrupt))
            PyErr_SetInterrupt(); /* NumPy forgets what a buffer raises: the signal comes again */
        return -1;
    }
    if (!array_sharing(a) || !suits(a->array, strides, flags))
        return -1;
    uint32_t rank = frit_array_rank(a->array);
    const int64_t *shape = frit_array_shape(a->array);
    int64_t size = a->dtype->size;
    for (uint32_t k = 0; k < rank; k++)
        size *= shape[k];
    view->buf = data;
    view->obj = Py_NewRef(self);
    view->len = (Py_ssize_t)size;
    view->itemsize = (Py_ssize_t)a->dtype->size;
    view->readonly = frit_array_is_read_only(a->array);
    view->ndim = (int)rank;
    view->format = flags & PyBUF_FORMAT ? (char *)a->dtype->format : NULL;
    view->shape = flags & PyBUF_ND ? (Py_ssize_t *)shape : NULL;
    view->strides = flags & PyBUF_STRIDES & ~PyBUF_ND ? (Py_ssize_t *)strides : NULL;
    view->suboffsets = NULL;
    view->internal = NULL;
    a->sharing->exports++;
    return 0;
}

static void release_buffer(PyObject *self, Py_buffer *view) {
    (void)view;
    ((ArrayObject *)self)->sharing->exports--;
}

PyBufferProcs array_as_buffer = {get_buffer, release_buffer};

PyArray_Descr *numpy_descr(const DType *dtype) {
    if (dtype->id != DT_BF16)
        return PyArray_DescrFromType(numpy_of_dtype(dtype->id));
    PyObject *ml = PyImport_ImportModule("ml_dtypes");
    PyObject *type = ml ? PyObject_GetAttrString(ml, "bfloat16") : NULL;
    PyArray_Descr *descr = NULL;
    if (type)
        PyArray_DescrConverter(type, &descr);
    Py_XDECREF(ml);
    Py_XDECREF(type);
    PyErr_Clear();
    return descr;
}

PyObject *array_to_numpy(ArrayObject *a) {
    void *data;
    const int64_t *strides;
    npy_intp dims[FRIT_PY_MAX_RANK], steps[FRIT_PY_MAX_RANK];
    if (!numpy_ready())
        return NULL;
    if (a->dtype->id == DT_OTHER)
        return raise_named("DTypeError", "NumPy has no dtype for %S", a->dtype);
    PyArray_Descr *descr = numpy_descr(a->dtype);
    if (!descr) { /* bfloat16 without ml_dtypes: every value is a float32 too */
        ArrayObject *wide = array_cast(a, DT_F32);
        PyObject *out = wide ? array_to_numpy(wide) : NULL;
        Py_XDECREF(wide);
        return out;
    }
    if (!array_data(a, &data, &strides) || !array_sharing(a)) {
        Py_DECREF(descr);
        return NULL;
    }
    int rank = (int)frit_array_rank(a->array);
    for (int k = 0; k < rank; k++) {
        dims[k] = (npy_intp)frit_array_shape(a->array)[k];
        steps[k] = (npy_intp)strides[k];
    }
    int flags = frit_array_is_read_only(a->array) ? 0 : NPY_ARRAY_WRITEABLE;
    PyObject *out = PyArray_NewFromDescr(&PyArray_Type, descr, rank, dims, steps, data,
                                         flags | NPY_ARRAY_ALIGNED, NULL);
    if (!out)
        return NULL;
    a->sharing->for_good = true;
    if (PyArray_SetBaseObject((PyArrayObject *)out, Py_NewRef((PyObject *)a)) < 0)
        Py_CLEAR(out);
    return out;
}

static PyObject *to_numpy(PyObject *self, PyObject *unused) {
    (void)unused;
    return array_to_numpy((ArrayObject *)self);
}

PyMethodDef interchange_methods[] = {
    {"_numpy", to_numpy, METH_NOARGS, "A NumPy array over the same memory."},
    {NULL, NULL, 0, NULL},
};

/* ---- functions of the module */

/* Where the caller wants it, or where this thread's new arrays are made. Takes a over. */
static ArrayObject *placed(ArrayObject *a, PyObject *device, bool is_new, int copy) {
    Context *c = NULL;
    if (device != Py_None) {
        const char *name = PyUnicode_Check(device) ? PyUnicode_AsUTF8(device) : NULL;
        c = name ? device_context(name) : NULL;
        if (!c && !PyErr_Occurred())
            PyErr_Format(PyExc_TypeError, "a device is named by a str, such as 'opencl:0', not %R",
                         device);
    } else if (is_new && !a->context->capture) {
        c = place_of_new();
    } else {
        return a;
    }
    ArrayObject *out = NULL;
    if (c && c != a->context && copy == 0)
        PyErr_Format(PyExc_ValueError, "an array on %s cannot be on %s without a copy",
                     a->context->device, c->device);
    else if (c)
        out = array_to(c, a);
    Py_DECREF(a);
    return out;
}

static PyObject *py_asarray(PyObject *module, PyObject *args, PyObject *kwargs) {
    static char *names[] = {"obj", "dtype", "copy", "device", NULL};
    PyObject *object, *dtype_object = Py_None, *copy_object = Py_None, *device = Py_None;
    (void)module;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "O|OOO", names, &object, &dtype_object,
                                     &copy_object, &device))
        return NULL;
    int copy = copy_object == Py_None ? -1 : PyObject_IsTrue(copy_object);
    DType *dtype = dtype_object == Py_None ? NULL : dtype_from_object(dtype_object);
    if (PyErr_Occurred())
        return NULL;
    ArrayObject *out = array_from_object(object, dtype, copy);
    Py_XDECREF(dtype);
    return out ? (PyObject *)placed(out, device, !array_check(object), copy) : NULL;
}

static PyMethodDef functions[] = {
    {"asarray", (PyCFunction)(void (*)(void))py_asarray, METH_VARARGS | METH_KEYWORDS,
     "An array of the object: (obj, dtype=None, copy=None)."},
    {NULL, NULL, 0, NULL},
};

int interchange_add(PyObject *module) {
    return PyModule_AddFunctions(module, functions);
}
