/* What calls of functions from source add to entries: other arguments, and arrays of structs as results. */
#include "entry_run.h"
#include "slang.h"

#include <string.h>

/* ---- arguments */

static bool match_viewed(FusedEntry *e, ArgBinding *b, const ArgNode *node, PyObject *object) {
    if (!Py_IS_TYPE(object, &Viewed_Type))
        return false;
    Viewed *v = (Viewed *)object;
    return means_same(PyTuple_GET_ITEM(node->keys, 0), v->map) &&
           means_same(PyTuple_GET_ITEM(node->keys, 1), v->cast) &&
           match_node(e, b, &node->items[0], v->value);
}

/* The shape of a grid is an input like any array; nobody reads its elements. */
static bool match_grid(FusedEntry *e, ArgBinding *b, uint32_t number, Generator *g) {
    static const int64_t no_strides[FRIT_PY_MAX_RANK];
    Filled *at = &b->at[number];
    Py_XSETREF(at->object, Py_NewRef((PyObject *)g));
    at->array = NULL;
    at->cell[0] = 0;
    at->tensor = (frit_tensor){.data = at->cell, .shape = g->shape, .strides = no_strides};
    return match_shape(&e->leaves[number], b, g->rank, g->shape);
}

static bool match_generator(FusedEntry *e, ArgBinding *b, const ArgNode *node, PyObject *object) {
    if (!Py_IS_TYPE(object, &Generator_Type))
        return false;
    Generator *g = (Generator *)object;
    if (g->kind != PyLong_AsLong(PyTuple_GET_ITEM(node->keys, 0)) ||
        !means_same(PyTuple_GET_ITEM(node->keys, 1), g->text))
        return false;
    const ArgNode *items = node->items;
    uint32_t n = node->n;
    if (n && items[0].kind == 'x' && e->leaves[items[0].leaf].kind == LEAF_GRID) {
        if (!match_grid(e, b, items[0].leaf, g))
            return false;
        items++;
        n--;
    }
    if (PyTuple_GET_SIZE(g->items) != (Py_ssize_t)n)
        return false;
    for (uint32_t k = 0; k < n; k++)
        if (!match_node(e, b, &items[k], PyTuple_GET_ITEM(g->items, k)))
            return false;
    return true;
}

static bool match_instance(FusedEntry *e, ArgBinding *b, const ArgNode *node, PyObject *object) {
    static PyObject *name; /* interned, for good */
    if ((PyObject *)Py_TYPE(object) != PyTuple_GET_ITEM(node->keys, 0) ||
        (!name && !(name = PyUnicode_InternFromString("_values"))))
        return false;
    PyObject *values = PyObject_GetAttr(object, name);
    bool same = values && match_node(e, b, &node->items[0], values);
    Py_XDECREF(values);
    PyErr_Clear();
    return same;
}

/* Are all elements where a machine can read them at once? */
static bool is_aligned(const frit_tensor *t, uint32_t rank, int64_t size) {
    if ((uintptr_t)t->data % (uintptr_t)size)
        return false;
    for (uint32_t k = 0; k < rank; k++)
        if (t->shape[k] > 1 && t->strides[k] % size)
            return false;
    return true;
}

static bool match_field(FusedEntry *e, ArgBinding *b, uint32_t number, PyArrayObject *a) {
    const ArgLeaf *leaf = &e->leaves[number];
    Filled *at = &b->at[number];
    uint32_t outer = (uint32_t)PyArray_NDIM(a), rank = outer + leaf->inner;
    int64_t size = (int64_t)dtype_of(leaf->dtype)->size, stride = size;
    Py_XSETREF(at->object, Py_NewRef((PyObject *)a));
    at->array = NULL;
    if (leaf->kind != LEAF_FIELD || rank != leaf->rank || rank > FIELD_RANK ||
        (leaf->changed && !PyArray_ISWRITEABLE(a)))
        return false;
    for (uint32_t k = 0; k < outer; k++) {
        at->dims[k] = PyArray_DIM(a, (int)k);
        at->dims[FIELD_RANK + k] = PyArray_STRIDE(a, (int)k);
    }
    for (uint32_t k = rank; k-- > outer;) {
        at->dims[k] = leaf->axes[k];
        at->dims[FIELD_RANK + k] = stride;
        stride *= leaf->axes[k];
    }
    at->tensor = (frit_tensor){.data = PyArray_BYTES(a) + leaf->offset,
                               .shape = at->dims,
                               .strides = at->dims + FIELD_RANK};
    return is_aligned(&at->tensor, rank, size) && match_shape(leaf, b, rank, at->dims);
}

static bool match_structs(FusedEntry *e, ArgBinding *b, const ArgNode *node, PyObject *object) {
    if (!PyArray_API || !PyArray_CheckExact(object))
        return false;
    PyArrayObject *a = (PyArrayObject *)object;
    PyObject *want = PyTuple_GET_ITEM(node->keys, 0);
    if ((PyObject *)PyArray_DESCR(a) != want &&
        !PyArray_EquivTypes(PyArray_DESCR(a), (PyArray_Descr *)want))
        return false;
    for (uint32_t k = 0; k < node->n; k++)
        if (!match_field(e, b, node->items[k].leaf, a))
            return false;
    return true;
}

bool match_slang_node(FusedEntry *e, ArgBinding *b, const ArgNode *node, PyObject *object) {
    switch (node->kind) {
    case 'v': return match_viewed(e, b, node, object);
    case 'g': return match_generator(e, b, node, object);
    case 'i': return match_instance(e, b, node, object);
    default: return match_structs(e, b, node, object);
    }
}

/* ---- arrays of structs as results */

static bool field_read(PyObject *item, OutField *field) {
    PyObject *dtype;
    long long offset;
    if (!PyTuple_Check(item) ||
        !PyArg_ParseTuple(item, "LO!I", &offset, &DType_Type, &dtype, &field->inner))
        return false;
    field->offset = offset;
    field->dtype = ((DType *)dtype)->id;
    return field->dtype != DT_OTHER && offset >= 0 && field->inner <= FRIT_PY_MAX_RANK;
}

bool struct_out_read(PyObject *object, OutSpec *out) {
    const char *kind;
    PyObject *dtype, *fields;
    if (!PyArg_ParseTuple(object, "sOIO!", &kind, &dtype, &out->rank, &PyTuple_Type, &fields) ||
        !numpy_ready() || !PyArray_DescrCheck(dtype))
        return false;
    Py_ssize_t n = PyTuple_GET_SIZE(fields);
    out->kind = 's';
    out->value = Py_NewRef(dtype);
    out->fields = PyMem_Calloc((size_t)n + 1, sizeof *out->fields);
    if (!out->fields) {
        PyErr_NoMemory();
        return false;
    }
    out->n_fields = (uint32_t)n;
    for (Py_ssize_t k = 0; k < n; k++)
        if (!field_read(PyTuple_GET_ITEM(fields, k), &out->fields[k]))
            return false;
    return kind[0] == 's' && n > 0 && out->rank <= FRIT_PY_MAX_RANK;
}

PyObject *new_structs(const OutSpec *spec, const int64_t *shapes, int64_t *strides,
                      frit_tensor *out, uint64_t *size) {
    npy_intp dims[FRIT_PY_MAX_RANK];
    for (uint32_t d = 0; d < spec->rank; d++)
        dims[d] = (npy_intp)shapes[d];
    PyObject *made = PyArray_NewFromDescr(&PyArray_Type, (PyArray_Descr *)Py_NewRef(spec->value),
                                          (int)spec->rank, dims, NULL, NULL, 0, NULL);
    if (!made)
        return NULL;
    PyArrayObject *a = (PyArrayObject *)made;
    int64_t used = 0;
    for (uint32_t f = 0; f < spec->n_fields; f++) {
        const OutField *field = &spec->fields[f];
        uint32_t rank = spec->rank + field->inner;
        int64_t stride = (int64_t)dtype_of(field->dtype)->size;
        for (uint32_t d = rank; d-- > spec->rank;) {
            strides[d] = stride;
            stride *= shapes[d];
        }
        for (uint32_t d = 0; d < spec->rank; d++)
            strides[d] = PyArray_STRIDE(a, (int)d);
        used += stride; /* by now the bytes of the whole field */
        out[f] = (frit_tensor){
            .data = PyArray_BYTES(a) + field->offset, .shape = shapes, .strides = strides};
        shapes += rank;
        strides += rank;
    }
    *size = (uint64_t)PyArray_NBYTES(a);
    if (used < (int64_t)PyArray_ITEMSIZE(a)) /* what lies between the fields is written by nobody */
        memset(PyArray_DATA(a), 0, *size);
    return made;
}
