/* Arrays in and out through DLPack. Memory is shared, not copied. */
#include "core.h"

#include <string.h>

/* ---- DLPack's names, and its numbers of devices */

static const char versioned_name[] = "dltensor_versioned", legacy_name[] = "dltensor";
enum { DLPACK_CPU = 1, DLPACK_CUDA = 2 };

/* ---- in */

static bool take_capsule(PyObject *capsule, Context *c, frit_array **out, frit_error *error,
                         frit_status *status) {
    if (PyCapsule_IsValid(capsule, versioned_name)) {
        void *tensor = PyCapsule_GetPointer(capsule, versioned_name);
        *status = frit_array_from_dlpack(c->frit, tensor, out, error);
        return *status != FRIT_OK || PyCapsule_SetName(capsule, "used_dltensor_versioned") == 0;
    }
    void *tensor = PyCapsule_GetPointer(capsule, legacy_name);
    if (!tensor)
        return false;
    *status = frit_array_from_dlpack_legacy(c->frit, tensor, out, error);
    return *status != FRIT_OK || PyCapsule_SetName(capsule, "used_dltensor") == 0;
}

/* A tensor of CUDA is asked to be ready for the legacy default stream: what frit's own streams do comes after that. */
static PyObject *ask_dlpack(PyObject *object, int copy, const Context *c) {
    enum { LEGACY_STREAM = 1 };
    PyObject *method = PyObject_GetAttrString(object, "__dlpack__");
    PyObject *none = PyTuple_New(0), *kwargs = Py_BuildValue("{s:(ii)}", "max_version", 1, 0);
    PyObject *stream = c->number.type == DLPACK_CUDA ? PyLong_FromLong(LEGACY_STREAM) : NULL;
    bool ok = method && none && kwargs && !PyErr_Occurred();
    if (ok && stream)
        ok = PyDict_SetItemString(kwargs, "stream", stream) == 0;
    if (ok && copy >= 0)
        ok = PyDict_SetItemString(kwargs, "copy", copy ? Py_True : Py_False) == 0;
    PyObject *capsule = ok ? PyObject_Call(method, none, kwargs) : NULL;
    if (!capsule && ok && copy < 0 && PyErr_ExceptionMatches(PyExc_TypeError)) {
        PyErr_Clear(); /* from before DLPack 1.0 */
        PyDict_DelItemString(kwargs, "max_version");
        capsule = PyObject_Call(method, none, kwargs);
    }
    Py_XDECREF(method);
    Py_XDECREF(none);
    Py_XDECREF(kwargs);
    Py_XDECREF(stream);
    return capsule;
}

/* JAX's arrays never change, and its capsules do not say so. */
static bool never_changes(PyObject *object) {
    PyObject *module = PyObject_GetAttrString((PyObject *)Py_TYPE(object), "__module__");
    const char *name = module && PyUnicode_Check(module) ? PyUnicode_AsUTF8(module) : NULL;
    bool jax = name && strncmp(name, "jax", 3) == 0;
    Py_XDECREF(module);
    PyErr_Clear();
    return jax;
}

/* The same elements, which can only be read. Takes a over. */
static ArrayObject *read_only(ArrayObject *a) {
    PyObject *shape = shape_tuple(frit_array_rank(a->array), frit_array_shape(a->array));
    PyObject *view =
        shape ? PyObject_CallMethod((PyObject *)a, "_view_broadcast", "(O)", shape) : NULL;
    Py_XDECREF(shape);
    Py_DECREF(a);
    return (ArrayObject *)view;
}

/* Where the object says that it lies: of what the host can read, the CPU's. NULL with an exception set. */
static Context *context_of_tensor(PyObject *object) {
    enum { CUDA_HOST = 3, ROCM_HOST = 11 };
    frit_device device = {DLPACK_CPU, 0};
    PyObject *says = PyObject_CallMethod(object, "__dlpack_device__", NULL);
    PyObject *type = says ? PySequence_GetItem(says, 0) : NULL; /* of torch a number with a name */
    PyObject *number = type ? PySequence_GetItem(says, 1) : NULL;
    if (number) {
        device.type = (int32_t)PyLong_AsLong(type);
        device.number = (int32_t)PyLong_AsLong(number);
    } else if (PyErr_ExceptionMatches(PyExc_AttributeError)) {
        PyErr_Clear(); /* it does not say */
    }
    Py_XDECREF(says);
    Py_XDECREF(type);
    Py_XDECREF(number);
    if (PyErr_Occurred())
        return NULL;
    bool host = device.type == DLPACK_CPU || device.type == CUDA_HOST || device.type == ROCM_HOST;
    return host ? main_context() : device_context_of(device);
}

ArrayObject *array_from_dlpack(PyObject *object, int copy) {
    Context *c = context_of_tensor(object);
    frit_array *array = NULL;
    frit_error error;
    frit_status status = FRIT_OK;
    PyObject *capsule = c && context_flush(c) ? ask_dlpack(object, copy, c) : NULL;
    if (!capsule)
        return NULL;
    bool ok = take_capsule(capsule, c, &array, &error, &status);
    Py_DECREF(capsule);
    if (!ok)
        return NULL;
    if (status != FRIT_OK)
        return (ArrayObject *)raise_error(&error);
    ArrayObject *a = (ArrayObject *)array_new(c, array, NULL, NULL);
    if (a && !array_sharing(a))
        Py_CLEAR(a);
    if (a && copy != 1)
        a->sharing->for_good = true;
    return a && copy != 1 && never_changes(object) ? read_only(a) : a;
}

/* ---- DLPack out */

/* The consumer is done, in whichever thread: the array goes as all others do. */
static void release_array(void *array) {
    PyGILState_STATE state = PyGILState_Ensure();
    Py_DECREF((PyObject *)array);
    PyGILState_Release(state);
}

/* Nobody took what was exported. */
static void free_capsule(PyObject *capsule) {
    if (PyCapsule_IsValid(capsule, versioned_name))
        frit_dlpack_free(PyCapsule_GetPointer(capsule, versioned_name));
    else if (PyCapsule_IsValid(capsule, legacy_name))
        frit_dlpack_free_legacy(PyCapsule_GetPointer(capsule, legacy_name));
}

static PyObject *make_capsule(ArrayObject *a, bool versioned) {
    struct DLManagedTensorVersioned *tensor = NULL;
    struct DLManagedTensor *legacy = NULL;
    frit_tensor where;
    frit_error error;
    if (a->dtype->id == DT_OTHER) {
        PyErr_Format(PyExc_BufferError, "DLPack has no type for %U", a->dtype->name);
        return NULL;
    }
    if (!versioned && frit_array_is_read_only(a->array)) {
        PyErr_SetString(PyExc_BufferError, "a read-only array needs DLPack 1.0 or later, which can "
                                           "say so: ask with max_version=(1, 0)");
        return NULL;
    }
    /* Runs what the array needs, as others do who look at it. */
    if (!array_tensor(a, &where) || !array_sharing(a))
        return NULL;
    frit_status status =
        versioned ? frit_array_to_dlpack(a->array, release_array, a, &tensor, &error)
                  : frit_array_to_dlpack_legacy(a->array, release_array, a, &legacy, &error);
    if (status == FRIT_ERR_UNSUPPORTED)
        return PyErr_Format(PyExc_BufferError, "DLPack: %s", error.message);
    if (status != FRIT_OK)
        return raise_error(&error);
    Py_INCREF((PyObject *)a);
    a->sharing->for_good = true;
    PyObject *capsule = versioned ? PyCapsule_New(tensor, versioned_name, free_capsule)
                                  : PyCapsule_New(legacy, legacy_name, free_capsule);
    if (!capsule && versioned)
        frit_dlpack_free(tensor);
    else if (!capsule)
        frit_dlpack_free_legacy(legacy);
    return capsule;
}

/* DLPack's numbers of where an array lies. */
static frit_device numbers_of(PyObject *self) {
    const Context *c = context_of_place(((ArrayObject *)self)->context);
    return c && c->there ? c->number : (frit_device){DLPACK_CPU, 0};
}

/* Where the consumer wants it: the array, or a copy on the CPU where that may be. New reference. */
static PyObject *wanted_there(PyObject *self, PyObject *device, PyObject *copy) {
    frit_device own = numbers_of(self);
    long type = own.type, number = own.number;
    if (device != Py_None && !PyArg_ParseTuple(device, "ll", &type, &number))
        return NULL;
    if (type == own.type && number == own.number)
        return copy == Py_True ? number_unary("copy", self) : Py_NewRef(self);
    if (type == DLPACK_CPU && copy != Py_False)
        return (PyObject *)array_to(main_context(), (ArrayObject *)self);
    return PyErr_Format(PyExc_BufferError, "the array is on DLPack's device (%d, %d), not on %R",
                        (int)own.type, (int)own.number, device);
}

static PyObject *dlpack(PyObject *self, PyObject *args, PyObject *kwargs) {
    static char *names[] = {"stream", "max_version", "dl_device", "copy", NULL};
    PyObject *stream = Py_None, *version = Py_None, *device = Py_None, *copy = Py_None;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "|$OOOO", names, &stream, &version, &device,
                                     &copy))
        return NULL;
    /* What is asked of a device is done when a call returns: any of its streams may go on with it. */
    if (stream != Py_None && numbers_of(self).type == DLPACK_CPU)
        return PyErr_Format(PyExc_BufferError, "an array of the CPU has no stream, and %R is given",
                            stream);
    long major = 0;
    if (version != Py_None) {
        PyObject *first = PySequence_GetItem(version, 0);
        major = first ? PyLong_AsLong(first) : -1;
        Py_XDECREF(first);
        if (major == -1 && PyErr_Occurred())
            return NULL;
    }
    PyObject *given = wanted_there(self, device, copy);
    PyObject *capsule = given ? make_capsule((ArrayObject *)given, major >= 1) : NULL;
    Py_XDECREF(given);
    return capsule;
}

static PyObject *dlpack_device(PyObject *self, PyObject *unused) {
    (void)unused;
    frit_device device = numbers_of(self);
    return Py_BuildValue("(ii)", (int)device.type, (int)device.number);
}

PyMethodDef dlpack_methods[] = {
    {"__dlpack__", (PyCFunction)(void (*)(void))dlpack, METH_VARARGS | METH_KEYWORDS,
     "The array as a DLPack capsule."},
    {"__dlpack_device__", dlpack_device, METH_NOARGS, "DLPack's numbers of its device."},
    {NULL, NULL, 0, NULL},
};

static PyObject *py_from_dlpack(PyObject *module, PyObject *args, PyObject *kwargs) {
    static char *names[] = {"obj", "copy", NULL};
    PyObject *object, *copy = Py_None;
    (void)module;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "O|O", names, &object, &copy))
        return NULL;
    return (PyObject *)array_from_dlpack(object, copy == Py_None ? -1 : PyObject_IsTrue(copy));
}

/* over_address(owner, device, dtype, shape, strides or None, address, read_only): an array over memory of a device, which
 * its owner keeps. */
static PyObject *py_over_address(PyObject *module, PyObject *args) {
    (void)module;
    PyObject *owner, *dtype, *shape_object, *strides_object;
    const char *device;
    unsigned long long address;
    int read_only;
    int64_t shape[FRIT_PY_MAX_RANK], strides[FRIT_PY_MAX_RANK];
    uint32_t rank, n = 0;
    frit_array *array;
    frit_error error;
    if (!PyArg_ParseTuple(args, "OsO!OOKp", &owner, &device, &DType_Type, &dtype, &shape_object,
                          &strides_object, &address, &read_only) ||
        !shape_from_object(shape_object, shape, &rank) ||
        (strides_object != Py_None && !shape_from_object(strides_object, strides, &n)))
        return NULL;
    bool dense = strides_object == Py_None;
    Context *c = dense || n == rank ? device_context(device) : NULL;
    Sharing *s = c && context_enter(c) ? PyMem_Calloc(1, sizeof *s) : NULL;
    if (!s)
        return PyErr_Occurred() ? NULL
               : c              ? PyErr_NoMemory()
                                : PyErr_Format(PyExc_ValueError, "%u strides for %u axes", n, rank);
    frit_tensor memory = {(void *)(uintptr_t)address, shape, dense ? NULL : strides, c->number};
    s->refs = 2; /* the library's and the array's */
    s->owner = Py_NewRef(owner);
    s->for_good = true;
    if (frit_array_wrap_tensor(c->frit, ((DType *)dtype)->code, rank, &memory, read_only,
                               sharing_release, s, &array, &error) != FRIT_OK) {
        s->refs = 1;
        sharing_drop(s);
        return raise_error(&error);
    }
    ArrayObject *a = (ArrayObject *)array_new(c, array, (DType *)dtype, NULL);
    if (!a) {
        sharing_drop(s);
        return NULL;
    }
    a->sharing = s;
    s->root = (PyObject *)a;
    return (PyObject *)a;
}

static PyObject *py_address(PyObject *module, PyObject *array) {
    (void)module;
    frit_tensor where;
    if (!array_check(array))
        return PyErr_Format(PyExc_TypeError, "expected a frit.Array, got %R", Py_TYPE(array));
    if (!array_tensor((ArrayObject *)array, &where) || !array_sharing((ArrayObject *)array))
        return NULL;
    ((ArrayObject *)array)->sharing->for_good = true;
    return PyLong_FromVoidPtr(where.data);
}

static PyMethodDef functions[] = {
    {"over_address", py_over_address, METH_VARARGS,
     "An array over memory of a device: (owner, device, dtype, shape, strides, address, "
     "read_only)."},
    {"address", py_address, METH_O,
     "Where the elements lie on their device, which others may use."},
    {"from_dlpack", (PyCFunction)(void (*)(void))py_from_dlpack, METH_VARARGS | METH_KEYWORDS,
     "An array over memory that __dlpack__ gives: (obj, copy=None)."},
    {NULL, NULL, 0, NULL},
};

int dlpack_add(PyObject *module) {
    return PyModule_AddFunctions(module, functions);
}
