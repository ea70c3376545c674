/* a[key] and a[key] = value: integers, slices, None and ... here; the rest in Python. */
#include "core.h"

static PyObject *get_other, *set_other; /* frit._array.index: for keys with arrays in them */

/* Of each list what the array has axes is set, and nothing behind that. */
typedef struct Key {
    int64_t start[FRIT_PY_MAX_RANK], stop[FRIT_PY_MAX_RANK], step[FRIT_PY_MAX_RANK];
    bool drop[FRIT_PY_MAX_RANK];               /* an integer: the axis goes */
    uint32_t new_before[FRIT_PY_MAX_RANK + 1]; /* new axes before each axis */
    uint32_t rank;                             /* of the array */
    uint32_t axis;                             /* the next one */
    uint32_t n_new, n_drop;
    bool only_integers, ellipsis;
} Key;

static bool bound(PyObject *object, int64_t *out) {
    if (object == Py_None)
        return true;
    PyObject *n = PyNumber_Index(object);
    if (!n)
        return false;
    int over = 0;
    *out = PyLong_AsLongLongAndOverflow(n, &over);
    Py_DECREF(n);
    if (over)
        *out = over > 0 ? INT64_MAX : INT64_MIN + 1;
    if (*out == INT64_MIN) /* which stands for none */
        *out = INT64_MIN + 1;
    return true;
}

static bool add_slice(Key *key, PyObject *object) {
    PySliceObject *s = (PySliceObject *)object;
    uint32_t k = key->axis++;
    return bound(s->start, &key->start[k]) && bound(s->stop, &key->stop[k]) &&
           bound(s->step, &key->step[k]);
}

static bool add_integer(ArrayObject *a, Key *key, PyObject *object) {
    uint32_t k = key->axis++;
    int64_t i = 0, n = frit_array_shape(a->array)[k];
    if (!bound(object, &i))
        return false;
    if (i < -n || i >= n) {
        raise_named("IndexOutOfRange", "index %lld is out of bounds for axis %u with size %lld",
                    (long long)i, k, (long long)n);
        return false;
    }
    key->start[k] = i; /* counted from the end where it was: a program then holds for other sizes */
    key->stop[k] = i == -1 ? FRIT_LEFT_OUT : i + 1;
    key->drop[k] = true;
    key->n_drop++;
    return true;
}

/* Does frit's own C code know this kind of key? */
static bool is_basic(PyObject *item) {
    if (item == Py_None || item == Py_Ellipsis || PySlice_Check(item))
        return true;
    return PyIndex_Check(item) && !PyBool_Check(item) && !array_check(item) &&
           !is_numpy_array(item);
}

static void key_clear(Key *key, uint32_t rank) {
    key->rank = rank;
    key->axis = key->n_new = key->n_drop = 0;
    key->only_integers = true;
    key->ellipsis = false;
    for (uint32_t k = 0; k < rank; k++) {
        key->start[k] = key->stop[k] = key->step[k] = FRIT_LEFT_OUT;
        key->drop[k] = false;
    }
    memset(key->new_before, 0, sizeof key->new_before);
}

/* 1: parsed, 0: not a basic key, -1: an exception. */
static int parse(ArrayObject *a, PyObject *object, Key *key) {
    uint32_t rank = frit_array_rank(a->array), used = 0, dots = 0;
    PyObject *const *items =
        PyTuple_CheckExact(object) ? ((PyTupleObject *)object)->ob_item : &object;
    Py_ssize_t n = PyTuple_CheckExact(object) ? PyTuple_GET_SIZE(object) : 1;
    key_clear(key, rank);
    for (Py_ssize_t k = 0; k < n; k++) {
        if (!is_basic(items[k]))
            return 0;
        dots += items[k] == Py_Ellipsis;
        used += items[k] != Py_Ellipsis && items[k] != Py_None;
        key->n_new += items[k] == Py_None;
    }
    if (dots > 1 || used > rank || rank + key->n_new > FRIT_PY_MAX_RANK) {
        if (dots > 1)
            raise_named("IndexOutOfRange", "an index has at most one ellipsis ('...')");
        else
            raise_named("IndexOutOfRange",
                        "too many indices: the array has %u axes, and %u were "
                        "indexed",
                        rank, used);
        return -1;
    }
    key->ellipsis = dots > 0;
    for (Py_ssize_t k = 0; k < n; k++) {
        bool ok = true;
        if (items[k] == Py_None)
            key->new_before[key->axis]++;
        else if (items[k] == Py_Ellipsis)
            key->axis += rank - used;
        else if (PySlice_Check(items[k]))
            ok = add_slice(key, items[k]);
        else
            ok = add_integer(a, key, items[k]);
        if (!ok)
            return -1;
        key->only_integers &=
            items[k] != Py_None && items[k] != Py_Ellipsis && !PySlice_Check(items[k]);
    }
    key->only_integers &= used == rank;
    return 1;
}

/* The view without the axes that integers took; consumes the view. */
static frit_array *without_dropped(frit_array *sliced, const Key *key, frit_error *error) {
    uint32_t axes[FRIT_PY_MAX_RANK], n = 0;
    frit_array *out;
    if (!key->n_drop)
        return sliced;
    for (uint32_t k = 0; k < key->rank; k++)
        if (key->drop[k])
            axes[n++] = k;
    frit_status status = frit_array_squeeze(sliced, n, axes, &out, error);
    frit_array_free(sliced);
    return status == FRIT_OK ? out : NULL;
}

/* The view with the new axes; consumes the view. */
static frit_array *with_new(frit_array *view, const Key *key, frit_error *error) {
    uint32_t axes[FRIT_PY_MAX_RANK], n = 0, place = 0;
    frit_array *out;
    if (!key->n_new)
        return view;
    for (uint32_t k = 0; k <= key->rank; k++) {
        for (uint32_t j = 0; j < key->new_before[k]; j++)
            axes[n++] = place++;
        place += k < key->rank && !key->drop[k];
    }
    frit_status status = frit_array_expand(view, n, axes, &out, error);
    frit_array_free(view);
    return status == FRIT_OK ? out : NULL;
}

static PyObject *basic_view(ArrayObject *a, const Key *key) {
    frit_array *out;
    frit_error error;
    if (frit_array_slice(a->array, key->start, key->stop, key->step, &out, &error) != FRIT_OK)
        return raise_error(&error);
    out = without_dropped(out, key, &error);
    if (out)
        out = with_new(out, key, &error);
    return out ? array_new(a->context, out, a->dtype, a) : raise_error(&error);
}

static PyObject *delegate(PyObject *function, PyObject *self, PyObject *key, PyObject *value) {
    if (!function)
        return PyErr_Format(PyExc_TypeError, "this kind of index needs the package frit");
    return PyObject_CallFunctionObjArgs(function, self, key, value, NULL);
}

/* The basic view; NULL and *other where Python has to do it. */
static PyObject *get_basic(PyObject *self, PyObject *object, Key *key, bool *other) {
    ArrayObject *own = (ArrayObject *)self;
    Context *c = current_context();
    *other = false;
    if (c && !c->capture && !own->context->capture)
        c = own->context;
    if (!c || !context_enter(c) || !context_make_room(c))
        return NULL;
    ArrayObject *a = array_in(c, own);
    if (!a)
        return NULL;
    int parsed = parse(a, object, key);
    PyObject *out = parsed == 1 ? basic_view(a, key) : NULL;
    *other = parsed == 0;
    Py_DECREF(a);
    return out;
}

static PyObject *get_item(PyObject *self, PyObject *object) {
    Key key;
    bool other;
    PyObject *out = get_basic(self, object, &key, &other);
    if (other)
        return delegate(get_other, self, object, NULL);
    if (out && key.only_integers) /* one element is a value, not a view */
        Py_SETREF(out, number_unary("copy", out));
    return out;
}

/* A value in the dtype of the array it goes to, without leading axes of extent 1 it has too many. */
static ArrayObject *value_for(ArrayObject *a, PyObject *value) {
    Operand o;
    Context *was = place_by_partner((PyObject *)a, value);
    int is = operand_from(value, &o);
    if (is == 0)
        o.array = operand_array(value);
    thread_state()->place = was;
    if (is < 0)
        return NULL;
    if (!o.array && !o.number)
        return NULL;
    DTypeId own = operands_promote(&o, 1);
    ArrayObject *out;
    bool narrows = o.number && o.weak == KIND_FLOAT && a->dtype->kind != KIND_FLOAT &&
                   a->dtype->kind != KIND_COMPLEX;
    if (o.weak == KIND_COMPLEX && a->dtype->kind == KIND_BOOL) {
        narrows = true;
    } else if (o.weak == KIND_COMPLEX && a->dtype->kind != KIND_COMPLEX) {
        operand_drop(&o);
        PyErr_Format(PyExc_TypeError, "a complex number cannot be stored in an array of %U",
                     a->dtype->name);
        return NULL;
    }
    if (a->dtype->id == DT_OTHER) {
        out = (ArrayObject *)Py_XNewRef((PyObject *)o.array);
        if (!out)
            raise_named("DTypeError", "a number does not fit the dtype %S", a->dtype);
    } else if (narrows) {
        ArrayObject *first = operand_as(&o, own);
        out = first ? array_cast(first, a->dtype->id) : NULL;
        Py_XDECREF(first);
    } else {
        out = operand_as(&o, a->dtype->id);
    }
    operand_drop(&o);
    return out;
}

static ArrayObject *drop_leading(ArrayObject *value, uint32_t rank) {
    uint32_t own = frit_array_rank(value->array), extra = own > rank ? own - rank : 0;
    const int64_t *shape = frit_array_shape(value->array);
    frit_array *out;
    frit_error error;
    for (uint32_t k = 0; k < extra; k++)
        if (shape[k] != 1)
            extra = 0;
    if (!extra)
        return value;
    ArrayObject *result = NULL;
    if (frit_array_reshape(value->array, rank, shape + extra, &out, &error) == FRIT_OK)
        result = (ArrayObject *)array_new(value->context, out, value->dtype, value);
    else
        raise_error(&error);
    Py_DECREF(value);
    return result;
}

static int assign_to(ArrayObject *target, PyObject *value) {
    ArrayObject *v = value_for(target, value);
    if (v)
        v = drop_leading(v, frit_array_rank(target->array));
    bool ok = v && array_assign(target, v);
    Py_XDECREF(v);
    return ok ? 0 : -1;
}

int array_set_item(ArrayObject *self, PyObject *object, PyObject *value) {
    Key key;
    bool other;
    if (!value) {
        PyErr_SetString(PyExc_ValueError, "elements of an array cannot be deleted");
        return -1;
    }
    if (self->context->capture != (current_context() && current_context()->capture)) {
        raise_needs_value("an array from outside is assigned to");
        return -1;
    }
    PyObject *target = get_basic((PyObject *)self, object, &key, &other);
    if (other) {
        PyObject *done = delegate(set_other, (PyObject *)self, object, value);
        Py_XDECREF(done);
        return done ? 0 : -1;
    }
    int status = target ? assign_to((ArrayObject *)target, value) : -1;
    Py_XDECREF(target);
    return status;
}

static int set_item(PyObject *self, PyObject *key, PyObject *value) {
    return array_set_item((ArrayObject *)self, key, value);
}

static Py_ssize_t length(PyObject *self) {
    ArrayObject *a = (ArrayObject *)self;
    if (frit_array_rank(a->array) == 0) {
        PyErr_SetString(PyExc_TypeError, "len() of an array of rank 0");
        return -1;
    }
    array_observed(a);
    return (Py_ssize_t)frit_array_shape(a->array)[0];
}

/* What makes an array a sequence to Python: reversed() asks for it, and NumPy's concatenate. */
static PyObject *element(PyObject *self, Py_ssize_t place) {
    PyObject *key = PyLong_FromSsize_t(place);
    PyObject *found = key ? get_item(self, key) : NULL;
    Py_XDECREF(key);
    return found;
}

PyMappingMethods array_as_mapping = {length, get_item, set_item};
PySequenceMethods array_as_sequence = {.sq_length = length, .sq_item = element};

static PyObject *py_set_index_functions(PyObject *module, PyObject *args) {
    (void)module;
    PyObject *get, *set;
    if (!PyArg_ParseTuple(args, "OO", &get, &set))
        return NULL;
    Py_XSETREF(get_other, Py_NewRef(get));
    Py_XSETREF(set_other, Py_NewRef(set));
    Py_RETURN_NONE;
}

static PyMethodDef functions[] = {
    {"set_index_functions", py_set_index_functions, METH_VARARGS,
     "What does a[key] and a[key] = value for keys with arrays in them."},
    {NULL, NULL, 0, NULL},
};

int index_add(PyObject *module) {
    return PyModule_AddFunctions(module, functions);
}
