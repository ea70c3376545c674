/* Parts of arguments that a plan's outputs are written to. */
#include "entry_run.h"

/* ---- from the description */

static bool bound_read(PyObject *object, int64_t *out) {
    *out = object == Py_None ? FRIT_LEFT_OUT : PyLong_AsLongLong(object);
    return !PyErr_Occurred();
}

static bool range_read(PyObject *object, frit_range *range) {
    if (PyLong_Check(object)) {
        range->integer = true;
        return bound_read(object, &range->start);
    }
    if (!PyTuple_Check(object) || PyTuple_GET_SIZE(object) != 3)
        return false;
    return bound_read(PyTuple_GET_ITEM(object, 0), &range->start) &&
           bound_read(PyTuple_GET_ITEM(object, 1), &range->stop) &&
           bound_read(PyTuple_GET_ITEM(object, 2), &range->step) && range->step != 0;
}

bool changed_read(FusedEntry *e, PyObject *item, Changed *changed) {
    bool part = PyTuple_Check(item) && PyTuple_GET_SIZE(item) == 2;
    PyObject *number = part ? PyTuple_GET_ITEM(item, 0) : item;
    PyObject *key = part ? PyTuple_GET_ITEM(item, 1) : NULL;
    unsigned long leaf = PyLong_AsUnsignedLong(number);
    changed->ranges = NULL;
    if (PyErr_Occurred() || leaf >= e->n_leaves ||
        (e->leaves[leaf].kind != LEAF_ARRAY && (part || e->leaves[leaf].kind != LEAF_FIELD)))
        return false;
    changed->leaf = (uint32_t)leaf;
    if (!part)
        return true;
    uint32_t rank = e->leaves[leaf].rank;
    if (!PyTuple_Check(key) || PyTuple_GET_SIZE(key) != (Py_ssize_t)rank)
        return false;
    changed->ranges = PyMem_Calloc((size_t)rank + 1, sizeof *changed->ranges);
    if (!changed->ranges)
        return PyErr_NoMemory() != NULL;
    for (uint32_t k = 0; k < rank; k++)
        if (!range_read(PyTuple_GET_ITEM(key, k), &changed->ranges[k]))
            return false;
    return true;
}

/* ---- in a call */

/* What the range takes of an axis: the first element, how many, and how far apart. */
static bool range_of(const frit_range *range, int64_t extent, int64_t *first, int64_t *count,
                     int64_t *step) {
    if (range->integer) {
        *first = range->start < 0 ? range->start + extent : range->start;
        *count = *step = 1;
        return *first >= 0 && *first < extent;
    }
    *step = range->step == FRIT_LEFT_OUT ? 1 : range->step;
    Py_ssize_t start = range->start, stop = range->stop;
    if (start == FRIT_LEFT_OUT)
        start = *step < 0 ? PY_SSIZE_T_MAX : 0;
    if (stop == FRIT_LEFT_OUT)
        stop = *step < 0 ? PY_SSIZE_T_MIN : PY_SSIZE_T_MAX;
    *count = PySlice_AdjustIndices(extent, &start, &stop, *step);
    *first = start;
    return true;
}

bool changed_tensor(const FusedEntry *e, const Changed *changed, const ArgBinding *b,
                    int64_t *lists, frit_tensor *out) {
    uint32_t rank = e->leaves[changed->leaf].rank;
    const frit_tensor *whole = &b->at[changed->leaf].tensor;
    *out = *whole;
    if (!changed->ranges)
        return true;
    int64_t *shape = lists, *strides = lists + rank, offset = 0;
    bool empty = false;
    for (uint32_t k = 0; k < rank; k++) {
        int64_t first, step;
        if (!range_of(&changed->ranges[k], whole->shape[k], &first, &shape[k], &step))
            return false;
        /* Of one element or none the step may be any number; what it would lead to is never used. */
        strides[k] = shape[k] > 1 ? whole->strides[k] * step : whole->strides[k];
        offset += first * whole->strides[k];
        empty |= shape[k] == 0;
    }
    out->data = empty ? whole->data : (char *)whole->data + offset;
    out->shape = shape;
    out->strides = strides;
    return true;
}
