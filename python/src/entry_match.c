/* From arguments to the inputs of a plan: does a call match an entry? */
#include "entry_run.h"

#include <string.h>

bool match_shape(const ArgLeaf *leaf, ArgBinding *b, uint32_t rank, const int64_t *shape) {
    if (rank != leaf->rank)
        return false;
    for (uint32_t k = 0; k < rank; k++) {
        int64_t axis = leaf->axes[k];
        if (axis >= 0) {
            if (axis != shape[k])
                return false;
            continue;
        }
        int64_t *seen = &b->classes[-1 - axis];
        if (*seen < 0 && shape[k] > 1)
            *seen = shape[k];
        if (*seen != shape[k])
            return false;
    }
    return true;
}

static const frit_device on_host;

static bool match_numpy(const ArgLeaf *leaf, ArgBinding *b, PyObject *object, Filled *at) {
    PyArrayObject *a = (PyArrayObject *)object;
    if (!PyArray_CheckExact(object) || dtype_of_numpy(PyArray_TYPE(a)) != leaf->dtype ||
        !PyArray_ISALIGNED(a) || !PyArray_ISNOTSWAPPED(a) ||
        (leaf->changed && !PyArray_ISWRITEABLE(a)))
        return false;
    /* npy_intp is int64_t wherever frit runs */
    at->tensor.data = PyArray_DATA(a);
    at->tensor.shape = (const int64_t *)PyArray_DIMS(a);
    at->tensor.strides = (const int64_t *)PyArray_STRIDES(a);
    at->tensor.device = on_host;
    return match_shape(leaf, b, (uint32_t)PyArray_NDIM(a), at->tensor.shape);
}

/* Does it lie where the entry's arrays do? One of rank 0 of the CPU goes with all. */
static bool is_home(const FusedEntry *e, const ArrayObject *a) {
    if (!a->context->there)
        return !e->home || frit_array_rank(a->array) == 0;
    return a->context == e->home;
}

static bool match_frit(const FusedEntry *e, const ArgLeaf *leaf, ArgBinding *b, PyObject *object,
                       Filled *at) {
    ArrayObject *a = (ArrayObject *)object;
    if (!array_check(object) || a->context->capture || a->weak != KIND_OTHER ||
        a->dtype->id != leaf->dtype || !is_home(e, a))
        return false;
    at->tensor.shape = frit_array_shape(a->array);
    at->array = a; /* its memory is asked for once all match: that may run work */
    return match_shape(leaf, b, frit_array_rank(a->array), at->tensor.shape);
}

static bool match_number(const ArgLeaf *leaf, PyObject *object, Filled *at) {
    int over = 0;
    at->tensor.data = at->cell;
    at->tensor.shape = at->tensor.strides = NULL;
    at->tensor.device = on_host;
    if (leaf->number == KIND_FLOAT) {
        double v;
        if (PyFloat_CheckExact(object))
            v = PyFloat_AS_DOUBLE(object);
        else if (leaf->low <= leaf->high && PyLong_CheckExact(object)) { /* as exact as a float */
            int64_t integer = PyLong_AsLongLongAndOverflow(object, &over);
            if (over || integer < leaf->low || integer > leaf->high)
                return false;
            v = (double)integer;
        } else
            return false;
        memcpy(at->cell, &v, sizeof v);
        return true;
    }
    if (leaf->number == KIND_COMPLEX) {
        if (!PyComplex_CheckExact(object))
            return false;
        Py_complex z = PyComplex_AsCComplex(object);
        memcpy(at->cell, &z, sizeof z);
        return true;
    }
    if (leaf->number == KIND_BOOL) {
        at->cell[0] = object == Py_True;
        return PyBool_Check(object);
    }
    if (!PyLong_CheckExact(object))
        return false;
    int64_t v = PyLong_AsLongLongAndOverflow(object, &over);
    memcpy(at->cell, &v, sizeof v);
    return !over && v >= leaf->low && v <= leaf->high;
}

static bool match_scalar(const ArgLeaf *leaf, PyObject *object, Filled *at) {
    if (!PyArray_API || !PyArray_IsScalar(object, Generic))
        return false;
    PyArray_Descr *d = PyArray_DescrFromScalar(object);
    bool same = d && dtype_of_numpy(d->type_num) == leaf->dtype;
    Py_XDECREF(d);
    if (!same)
        return false;
    PyArray_ScalarAsCtype(object, at->cell);
    at->tensor.data = at->cell;
    at->tensor.shape = at->tensor.strides = NULL;
    at->tensor.device = on_host;
    return true;
}

static uint64_t bits_of(double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

/* Do two objects mean the same to a program? Equal is not enough: 0.0 == -0.0, 1 == True, and a class
 * may call things equal that differ. */
bool means_same(PyObject *a, PyObject *b) {
    if (a == b)
        return true;
    if (Py_TYPE(a) != Py_TYPE(b))
        return false;
    if (PyUnicode_CheckExact(a) || PyBytes_CheckExact(a) || PyLong_CheckExact(a))
        return PyObject_RichCompareBool(a, b, Py_EQ) == 1;
    if (PyFloat_CheckExact(a))
        return bits_of(PyFloat_AS_DOUBLE(a)) == bits_of(PyFloat_AS_DOUBLE(b));
    if (PyComplex_CheckExact(a)) {
        Py_complex x = PyComplex_AsCComplex(a), y = PyComplex_AsCComplex(b);
        return bits_of(x.real) == bits_of(y.real) && bits_of(x.imag) == bits_of(y.imag);
    }
    if (PySlice_Check(a)) {
        PySliceObject *x = (PySliceObject *)a, *y = (PySliceObject *)b;
        return means_same(x->start, y->start) && means_same(x->stop, y->stop) &&
               means_same(x->step, y->step);
    }
    if (!PyTuple_CheckExact(a) || PyTuple_GET_SIZE(a) != PyTuple_GET_SIZE(b))
        return false;
    for (Py_ssize_t k = 0; k < PyTuple_GET_SIZE(a); k++)
        if (!means_same(PyTuple_GET_ITEM(a, k), PyTuple_GET_ITEM(b, k)))
            return false;
    return true;
}

/* Is the object what the weak reference stands for? */
static bool refers_to(PyObject *reference, PyObject *object) {
#if PY_VERSION_HEX >= 0x030D0000
    PyObject *held = NULL;
    bool same = PyWeakref_GetRef(reference, &held) == 1 && held == object;
    Py_XDECREF(held);
    PyErr_Clear();
    return same;
#else
    return object != Py_None && PyWeakref_GET_OBJECT(reference) == object; /* None: it is gone */
#endif
}

/* Functions are compared with through weak references, so that entries keep none alive. */
static bool match_static(PyObject *value, PyObject *object) {
    if (value && PyWeakref_CheckRefExact(value) && !PyWeakref_CheckRefExact(object))
        return refers_to(value, object);
    return means_same(value, object);
}

static bool match_leaf(FusedEntry *e, ArgBinding *b, uint32_t number, PyObject *object) {
    const ArgLeaf *leaf = &e->leaves[number];
    Filled *at = &b->at[number];
    Py_XSETREF(at->object, Py_NewRef(object)); /* a list may lose it while kernels run */
    at->array = NULL;
    switch (leaf->kind) {
    case LEAF_ARRAY:
        return leaf->family == FAMILY_NUMPY ? PyArray_API && match_numpy(leaf, b, object, at)
                                            : match_frit(e, leaf, b, object, at);
    case LEAF_NUMBER: return match_number(leaf, object, at);
    case LEAF_SCALAR: return match_scalar(leaf, object, at);
    case LEAF_INSTANCE: return (PyObject *)Py_TYPE(object) == leaf->value;
    default: return match_static(leaf->value, object);
    }
}

/* The order of the keys counts: a function may loop over them. */
static bool match_dict(FusedEntry *e, ArgBinding *b, const ArgNode *node, PyObject *dict) {
    PyObject *key, *item;
    Py_ssize_t at = 0;
    for (uint32_t k = 0; k < node->n; k++)
        if (!PyDict_Next(dict, &at, &key, &item) ||
            !means_same(PyTuple_GET_ITEM(node->keys, k), key) ||
            !match_node(e, b, &node->items[k], item))
            return false;
    return true;
}

bool match_node(FusedEntry *e, ArgBinding *b, const ArgNode *node, PyObject *object) {
    if (node->kind == 'x')
        return match_leaf(e, b, node->leaf, object);
    if (node->kind >= 'e' && strchr("vgir", node->kind))
        return match_slang_node(e, b, node, object);
    if (node->kind == 'd') {
        if (!PyDict_CheckExact(object) || PyDict_GET_SIZE(object) != (Py_ssize_t)node->n)
            return false;
        return match_dict(e, b, node, object);
    }
    bool tuple = node->kind == 't';
    if (tuple ? !PyTuple_CheckExact(object) : !PyList_CheckExact(object))
        return false;
    PyObject *const *items = PySequence_Fast_ITEMS(object);
    if (PySequence_Fast_GET_SIZE(object) != (Py_ssize_t)node->n)
        return false;
    for (uint32_t k = 0; k < node->n; k++)
        if (!match_node(e, b, &node->items[k], items[k]))
            return false;
    return true;
}

/* What a function of other leaves gives. */
static PyObject *computed_value(const ArgBinding *b, const ValueSource *s) {
    PyObject *operands[ENTRY_MAX_OPERANDS];
    Py_ssize_t n = PyTuple_GET_SIZE(s->path);
    for (Py_ssize_t k = 0; k < n; k++)
        operands[k] = b->at[PyLong_AsUnsignedLong(PyTuple_GET_ITEM(s->path, k))].object;
    PyObject *value = PyObject_Vectorcall(s->root, operands, (size_t)n, NULL);
    if (!value)
        PyErr_Clear();
    return value;
}

/* What a source gives now: a new reference, or NULL without an exception. */
static PyObject *source_value(const ArgBinding *b, const ValueSource *s) {
    PyObject *value = NULL;
    if (s->kind == 'p')
        return computed_value(b, s);
    if (s->kind == 'g')
        value = Py_XNewRef(PyDict_GetItemWithError(s->root, s->name));
    else if (s->kind == 'c')
        value = PyCell_Get(s->root);
    else if (s->kind == 'l')
        value = Py_NewRef(b->at[s->leaf].object);
    else
        value = Py_NewRef(s->root);
    for (Py_ssize_t k = 0; value && k < PyTuple_GET_SIZE(s->path); k++)
        Py_SETREF(value, PyObject_GetAttr(value, PyTuple_GET_ITEM(s->path, k)));
    if (!value)
        PyErr_Clear();
    return value;
}

static bool match_sources(FusedEntry *e, ArgBinding *b) {
    for (uint32_t k = 0; k < e->n_sources; k++) {
        const ValueSource *s = &e->sources[k];
        PyObject *value = source_value(b, s);
        if (!value)
            return false;
        bool same = match_leaf(e, b, s->target, value);
        Py_DECREF(value);
        if (!same)
            return false;
    }
    return true;
}

static bool same_names(PyObject *a, PyObject *b) {
    Py_ssize_t n = a ? PyTuple_GET_SIZE(a) : 0;
    if (n != (b ? PyTuple_GET_SIZE(b) : 0))
        return false;
    for (Py_ssize_t k = 0; k < n; k++)
        if (PyTuple_GET_ITEM(a, k) != PyTuple_GET_ITEM(b, k) &&
            PyUnicode_Compare(PyTuple_GET_ITEM(a, k), PyTuple_GET_ITEM(b, k)) != 0)
            return false;
    return true;
}

/* Bytes from the lowest to behind the highest element. */
static void reach(const ArgLeaf *leaf, const frit_tensor *t, const char **low, const char **high) {
    *low = *high = t->data;
    for (uint32_t k = 0; k < leaf->rank; k++) {
        if (t->shape[k] == 0) {
            *high = *low;
            return;
        }
        int64_t span = t->strides[k] * (t->shape[k] - 1);
        *(span < 0 ? low : high) += span;
    }
    *high += dtype_of(leaf->dtype)->size;
}

/* Is each element another place in memory? Says no where that takes more than comparing strides. */
static bool is_injective(const ArgLeaf *leaf, const frit_tensor *t) {
    int64_t strides[FRIT_PY_MAX_RANK], extents[FRIT_PY_MAX_RANK];
    int64_t inner = (int64_t)dtype_of(leaf->dtype)->size;
    uint32_t n = 0;
    for (uint32_t k = 0; k < leaf->rank; k++) {
        int64_t stride = t->strides[k] < 0 ? -t->strides[k] : t->strides[k];
        uint32_t at = n;
        if (t->shape[k] == 0)
            return true;
        if (t->shape[k] == 1)
            continue;
        for (; at > 0 && strides[at - 1] > stride; at--) {
            strides[at] = strides[at - 1];
            extents[at] = extents[at - 1];
        }
        strides[at] = stride;
        extents[at] = t->shape[k];
        n++;
    }
    for (uint32_t k = 0; k < n; k++) {
        if (strides[k] < inner)
            return false;
        inner += strides[k] * (extents[k] - 1);
    }
    return true;
}

static int64_t common_divisor(int64_t a, int64_t b) {
    while (b) {
        int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a < 0 ? -a : a;
}

/* Do two leaves take turns in memory, as the fields of an array of structs do? */
static bool takes_turns(const ArgLeaf *la, const frit_tensor *a, const ArgLeaf *lb,
                        const frit_tensor *b) {
    int64_t step = 0;
    for (uint32_t k = 0; k < la->rank; k++)
        step = a->shape[k] > 1 ? common_divisor(step, a->strides[k]) : step;
    for (uint32_t k = 0; k < lb->rank; k++)
        step = b->shape[k] > 1 ? common_divisor(step, b->strides[k]) : step;
    if (step == 0)
        return false;
    int64_t from_a = (int64_t)((intptr_t)b->data - (intptr_t)a->data) % step;
    from_a += from_a < 0 ? step : 0;
    return from_a >= (int64_t)dtype_of(la->dtype)->size &&
           from_a + (int64_t)dtype_of(lb->dtype)->size <= step;
}

/* May a leaf lie over one that the plan writes to? Fields of one array of structs never do. */
static bool may_overlap(const FusedEntry *e, const ArgBinding *b, uint32_t written, uint32_t k) {
    const ArgLeaf *leaf = &e->leaves[k];
    if (k == written || (leaf->kind != LEAF_ARRAY && leaf->kind != LEAF_FIELD))
        return false;
    if (e->overlap && !leaf->changed)
        return false;
    return leaf->kind != LEAF_FIELD || b->at[k].object != b->at[written].object;
}

/* What the plan writes to must not be reached through another argument: the program does not say
 * which comes first. */
static bool writes_alone(const FusedEntry *e, const ArgBinding *b) {
    for (uint32_t c = 0; c < e->n_changed; c++) {
        uint32_t own = e->changed[c].leaf;
        const char *low, *high;
        if (!is_injective(&e->leaves[own], &b->at[own].tensor))
            return false;
        reach(&e->leaves[own], &b->at[own].tensor, &low, &high);
        for (uint32_t k = 0; k < e->n_leaves; k++) {
            const char *l, *h;
            if (!may_overlap(e, b, own, k))
                continue;
            reach(&e->leaves[k], &b->at[k].tensor, &l, &h);
            if (l < high && low < h &&
                !takes_turns(&e->leaves[own], &b->at[own].tensor, &e->leaves[k], &b->at[k].tensor))
                return false;
        }
    }
    return true;
}

/* Memory of frit's own arrays, which may have to be computed first. */
static int bind_arrays(FusedEntry *e, ArgBinding *b) {
    Context *flushed[2] = {NULL,
                           NULL}; /* arrays are on the entry's device, and numbers on the CPU */
    if (e->n_changed || thread_state()->lazy != LAZY_NOT) {
        if (!context_flush(main_context()) || (e->home && !context_flush(e->home)))
            return -1;
        flushed[0] = main_context();
        flushed[1] = e->home;
    }
    for (uint32_t k = 0; k < e->n_leaves; k++) {
        frit_error error;
        ArrayObject *a = e->leaves[k].kind == LEAF_ARRAY ? b->at[k].array : NULL;
        if (!a)
            continue;
        Context **slot = &flushed[a->context->there];
        if (*slot != a->context && !context_flush(a->context))
            return -1;
        *slot = a->context;
        if (frit_array_tensor(a->array, &b->at[k].tensor, &error) != FRIT_OK) {
            raise_error(&error);
            return -1;
        }
    }
    return 1;
}

int entry_match(FusedEntry *e, PyObject *const *args, size_t n_args, PyObject *kwnames,
                ArgBinding *b) {
    Py_ssize_t n_kw = kwnames ? PyTuple_GET_SIZE(kwnames) : 0;
    if (e->dead || n_args + (size_t)n_kw != e->root.n || !same_names(kwnames, e->kwnames))
        return 0;
    for (uint32_t k = 0; k < e->n_classes; k++)
        b->classes[k] = -1;
    for (uint32_t k = 0; k < e->root.n; k++)
        if (!match_node(e, b, &e->root.items[k], args[k]))
            return 0;
    if (!match_sources(e, b))
        return 0;
    int bound = bind_arrays(e, b);
    return bound == 1 && e->n_changed && !writes_alone(e, b) ? 0 : bound;
}
