/* Running a plan on what a call's arguments are, and making its results. */
#include "entry_run.h"

#include "module.h"

#include "number.h"

#include <string.h>

enum {
    FEW = 32,           /* arrays on the stack */
    CELL = 16,          /* bytes of a number */
    POOLED = 1 << 16,   /* bytes from which an output's memory is taken from the library's pool */
    LONG_WORK = 1 << 16 /* bytes of arguments and results from which the GIL is released */
};

/* ---- call objects, which one thread uses at a time */

static void slot_free(CallSlot *slot) {
    frit_call_free(slot->call);
    PyMem_Free(slot->seen);
    PyMem_Free(slot->shapes);
    PyMem_Free(slot->parts);
    PyMem_Free(slot->strides);
    PyMem_Free(slot->cells);
    PyMem_Free(slot);
}

void entry_free_slots(FusedEntry *e) {
    while (e->free_slots) {
        CallSlot *slot = e->free_slots;
        e->free_slots = slot->next;
        slot_free(slot);
    }
}

bool entry_profile(FusedEntry *e, bool on) {
    frit_error error;
    e->profiled = on;
    for (CallSlot *slot = e->free_slots; slot; slot = slot->next)
        if (frit_call_profile(slot->call, on, &error) != FRIT_OK)
            return raise_error(&error) != NULL;
    return true;
}

PyObject *entry_report(FusedEntry *e) {
    frit_text text = {0};
    /* The one that was given back last comes first. */
    if (!e->free_slots ||
        frit_call_report(e->free_slots->call, FRIT_REPORT_JSON, &text, NULL) != FRIT_OK)
        Py_RETURN_NONE;
    return frit_text_take(&text, false);
}

static CallSlot *slot_take(FusedEntry *e) {
    CallSlot *slot = e->free_slots;
    frit_error error;
    if (slot) {
        e->free_slots = slot->next;
        return slot;
    }
    slot = PyMem_Calloc(1, sizeof *slot);
    if (slot) {
        slot->seen = PyMem_Calloc(2 * (size_t)e->n_axes + 1, sizeof *slot->seen);
        slot->shapes = PyMem_Calloc((size_t)e->n_out_axes + 1, sizeof *slot->shapes);
        slot->parts = PyMem_Calloc(2 * (size_t)e->n_changed_axes + 1, sizeof *slot->parts);
        slot->strides = PyMem_Calloc((size_t)e->n_out_axes + 1, sizeof *slot->strides);
        slot->cells = PyMem_Calloc((size_t)e->n_new + 1, CELL);
    }
    if (!slot || !slot->seen || !slot->shapes || !slot->parts || !slot->strides || !slot->cells) {
        PyErr_NoMemory();
    } else if (!context_check(e->runs)) {
        ; /* which says why */
    } else if (frit_call_new(e->runs ? e->runs->frit : frit_library_context(), e->plan, &slot->call,
                             &error) == FRIT_OK) {
        frit_call_compile(slot->call, e->compile, NULL);
        frit_call_profile(slot->call, e->profiled, NULL);
        for (uint32_t k = 0; k < e->n_new; k++) /* arrays and cells of the call's own */
            frit_call_fresh(slot->call, k, true, NULL);
        return slot;
    } else {
        raise_error(&error);
    }
    if (slot)
        slot_free(slot);
    return NULL;
}

static void slot_give(FusedEntry *e, CallSlot *slot) {
    slot->next = e->free_slots;
    e->free_slots = slot;
}

/* ---- shapes of the outputs */

/* Are extents and strides those of the last call? Notes them. */
static bool same_layouts(const FusedEntry *e, const ArgBinding *b, CallSlot *slot) {
    bool same = slot->known;
    int64_t *seen = slot->seen;
    for (uint32_t k = 0; k < e->n_leaves; k++) {
        const frit_tensor *tensor = &b->at[k].tensor;
        for (uint32_t d = 0; d < e->leaves[k].rank; d++, seen += 2) { /* of arrays and such alone */
            int64_t stride = tensor->strides ? tensor->strides[d] : 0;
            same &= seen[0] == tensor->shape[d] && seen[1] == stride;
            seen[0] = tensor->shape[d];
            seen[1] = stride;
        }
    }
    return same;
}

static bool find_shapes(const FusedEntry *e, const frit_tensor *in, CallSlot *slot,
                        frit_error *error) {
    uint32_t at = 0;
    for (uint32_t k = 0; k < e->n_new; k++) {
        const int64_t *shape;
        uint32_t rank;
        if (frit_call_shape(slot->call, in, e->n_inputs, k, &shape, &rank, error) != FRIT_OK)
            return false;
        for (uint32_t d = 0; d < rank; d++)
            slot->shapes[at++] = shape[d];
    }
    return true;
}

/* Axes of the plan's outputs that the spec has. */
static uint32_t out_axes(const OutSpec *out) {
    uint32_t n = out->kind == 'n' ? out->rank : 0;
    for (uint32_t f = 0; out->kind == 's' && f < out->n_fields; f++)
        n += out->rank + out->fields[f].inner;
    return n;
}

/* Strides of a dense array whose axes lie in this order; the first is 0 where that is row-major. */
static void strides_in_order(const OutSpec *out, const int64_t *shape, const uint32_t *order,
                             int64_t *strides) {
    int64_t stride = dtype_of(out->dtype)->size;
    bool row_major = true;
    for (uint32_t k = out->rank; k-- > 0;) {
        strides[order[k]] = stride;
        stride *= shape[order[k]];
        row_major &= order[k] == k;
    }
    if (row_major && out->rank)
        strides[0] = 0;
}

/* Shapes of the outputs, and how those that are new arrays lie: as NumPy would lay them out. */
static bool find_layouts(const FusedEntry *e, const frit_tensor *in, CallSlot *slot,
                         frit_error *error) {
    uint32_t order[FRIT_PY_MAX_RANK], at = 0;
    if (!find_shapes(e, in, slot, error))
        return false;
    for (uint32_t n = 0; n < e->n_outs; at += out_axes(&e->outs[n++])) {
        const OutSpec *out = &e->outs[n];
        if (out->kind != 'n' || out->rank == 0)
            continue;
        if (out->row_major) {
            slot->strides[at] = 0;
            continue;
        }
        if (frit_call_order(slot->call, in, e->n_inputs, out->first, order, error) != FRIT_OK)
            return false;
        strides_in_order(out, slot->shapes + at, order, slot->strides + at);
    }
    slot->known = true;
    return true;
}

/* ---- memory of the outputs */

static void free_pooled_capsule(PyObject *capsule) {
    pooled_free(PyCapsule_GetPointer(capsule, "frit.buffer"));
}

/* steps: strides in bytes; NULL: row-major. */
static PyObject *new_numpy(const OutSpec *out, const int64_t *shape, const int64_t *steps,
                           uint64_t size, void **data) {
    PyArray_Descr *descr = PyArray_DescrFromType(numpy_of_dtype(out->dtype));
    npy_intp dims[FRIT_PY_MAX_RANK], strides[FRIT_PY_MAX_RANK];
    for (uint32_t d = 0; d < out->rank; d++) {
        dims[d] = (npy_intp)shape[d];
        strides[d] = steps ? (npy_intp)steps[d] : 0;
    }
    Pooled *p = size >= POOLED ? pooled_new(main_context(), size) : NULL;
    if (!descr || (size >= POOLED && !p)) {
        Py_XDECREF(descr);
        return NULL;
    }
    PyObject *a =
        PyArray_NewFromDescr(&PyArray_Type, descr, (int)out->rank, dims, steps ? strides : NULL,
                             p ? p->data : NULL, p ? NPY_ARRAY_CARRAY : 0, NULL);
    PyObject *capsule = p && a ? PyCapsule_New(p, "frit.buffer", free_pooled_capsule) : NULL;
    if (p && !capsule) {
        pooled_free(p);
        Py_CLEAR(a);
    } else if (p && PyArray_SetBaseObject((PyArrayObject *)a, capsule) < 0) {
        Py_CLEAR(a);
    }
    *data = a ? PyArray_DATA((PyArrayObject *)a) : NULL;
    return a;
}

static PyObject *new_frit(const FusedEntry *e, const OutSpec *out, const int64_t *shape,
                          uint64_t size, frit_tensor *to) {
    Context *c = e->home ? e->home : main_context();
    Pooled *p = context_enter(c) ? pooled_new(c, size ? size : 1) : NULL;
    if (!p)
        return NULL;
    to->data = p->data;
    to->device = c->number;
    return array_over_pooled(p, dtype_of(out->dtype), out->rank, shape);
}

static uint64_t bytes_of(DTypeId dtype, uint32_t rank, const int64_t *shape) {
    uint64_t size = dtype_of(dtype)->size;
    for (uint32_t d = 0; d < rank; d++)
        size *= (uint64_t)shape[d];
    return size;
}

/* The arrays for the plan's outputs, and where they lie. *total grows by their bytes. */
static bool make_outputs(const FusedEntry *e, const CallSlot *slot, PyObject **made,
                         frit_tensor *out, uint64_t *total) {
    const int64_t *shape = slot->shapes;
    for (uint32_t n = 0; n < e->n_outs; n++) {
        const OutSpec *spec = &e->outs[n];
        uint32_t k = spec->first;
        uint64_t size = 0;
        if (spec->kind == 'v') {
            out[k] = (frit_tensor){.data = slot->cells + (size_t)CELL * k};
            continue;
        }
        if (spec->kind == 's') {
            made[k] =
                new_structs(spec, shape, slot->strides + (shape - slot->shapes), &out[k], &size);
        } else if (spec->kind == 'n') {
            const int64_t *strides = slot->strides + (shape - slot->shapes);
            size = bytes_of(spec->dtype, spec->rank, shape);
            if (e->family != FAMILY_NUMPY || spec->rank == 0 || strides[0] == 0)
                strides = NULL; /* row-major */
            out[k] = (frit_tensor){.shape = shape, .strides = strides};
            made[k] = e->family == FAMILY_NUMPY
                          ? new_numpy(spec, shape, strides, size, &out[k].data)
                          : new_frit(e, spec, shape, size, &out[k]);
        } else {
            continue;
        }
        if (!made[k])
            return false;
        shape += out_axes(spec);
        *total += size;
    }
    return true;
}

/* Numbers among the outputs, once they are there. */
static bool make_numbers(const FusedEntry *e, const CallSlot *slot, PyObject **made) {
    for (uint32_t n = 0; n < e->n_outs; n++) {
        const OutSpec *spec = &e->outs[n];
        if (spec->kind != 'v')
            continue;
        made[spec->first] = number_of_cell(spec->dtype, slot->cells + (size_t)CELL * spec->first);
        if (!made[spec->first])
            return false;
    }
    return true;
}

/* ---- the result */

static PyObject *build(const FusedEntry *e, const ArgNode *node, const ArgBinding *b,
                       PyObject **made);

/* Of an output: a new reference. Rank 0 is a scalar for NumPy's users, as NumPy has it. */
static PyObject *out_value(const FusedEntry *e, const OutSpec *spec, const ArgBinding *b,
                           PyObject **made) {
    if (spec->kind == 'a')
        return Py_NewRef(b->at[spec->leaf].object);
    if (spec->kind == 'k')
        return Py_NewRef(spec->value);
    PyObject *value = Py_NewRef(made[spec->first]);
    return e->family == FAMILY_NUMPY && spec->kind == 'n' && spec->rank == 0
               ? PyArray_Return((PyArrayObject *)value)
               : value;
}

static PyObject *build_items(const FusedEntry *e, const ArgNode *node, const ArgBinding *b,
                             PyObject **made) {
    PyObject *items = node->kind == 't' ? PyTuple_New(node->n) : PyList_New(node->n);
    for (uint32_t k = 0; items && k < node->n; k++) {
        PyObject *item = build(e, &node->items[k], b, made);
        if (!item)
            Py_CLEAR(items);
        else if (node->kind == 't')
            PyTuple_SET_ITEM(items, k, item);
        else
            PyList_SET_ITEM(items, k, item);
    }
    return items;
}

static PyObject *build(const FusedEntry *e, const ArgNode *node, const ArgBinding *b,
                       PyObject **made) {
    if (node->kind == 'x')
        return out_value(e, &e->outs[node->leaf], b, made);
    if (node->kind != 'd')
        return build_items(e, node, b, made);
    PyObject *dict = PyDict_New();
    for (uint32_t k = 0; dict && k < node->n; k++) {
        PyObject *item = build(e, &node->items[k], b, made);
        if (!item || PyDict_SetItem(dict, PyTuple_GET_ITEM(node->keys, k), item) < 0)
            Py_CLEAR(dict);
        Py_XDECREF(item);
    }
    return dict;
}

/* ---- running */

/* The plan's inputs; *total: bytes of all arguments. */
static void gather(const FusedEntry *e, const ArgBinding *b, frit_tensor *in, uint64_t *total) {
    *total = 0;
    for (uint32_t k = 0; k < e->n_leaves; k++) {
        const ArgLeaf *leaf = &e->leaves[k];
        if (leaf->input >= 0)
            in[leaf->input] = b->at[k].tensor;
        if (leaf->kind == LEAF_ARRAY || leaf->kind == LEAF_FIELD)
            *total += bytes_of(leaf->dtype, leaf->rank, b->at[k].tensor.shape);
    }
}

/* Where outputs that change arguments go. */
static bool find_changed(const FusedEntry *e, const ArgBinding *b, const CallSlot *slot,
                         frit_tensor *out) {
    int64_t *lists = slot->parts;
    for (uint32_t k = 0; k < e->n_changed; k++) {
        if (!changed_tensor(e, &e->changed[k], b, lists, &out[e->n_new + k]))
            return false;
        lists += 2 * (size_t)e->leaves[e->changed[k].leaf].rank;
    }
    return true;
}

static RunOutcome run_call(FusedEntry *e, CallSlot *slot, const frit_tensor *in,
                           const frit_tensor *out, bool release) {
    frit_error error;
    frit_status status = FRIT_OK;
    uint32_t n_out = e->n_new + e->n_changed;
    if (release) {
        Py_BEGIN_ALLOW_THREADS
        status = frit_call_run(slot->call, in, e->n_inputs, out, n_out, &error);
        Py_END_ALLOW_THREADS
    } else {
        status = frit_call_run(slot->call, in, e->n_inputs, out, n_out, &error);
    }
    if (status == FRIT_OK && !PyErr_Occurred())
        return RAN;
    if (status == FRIT_ERR_INDEX || status == FRIT_ERR_SHAPE || status == FRIT_ERR_ARGUMENT)
        return AGAIN;
    if (status != FRIT_OK)
        raise_error(&error);
    return FAILED;
}

/* What the run would copy. */
static RunOutcome ask_copies(const FusedEntry *e, CallSlot *slot, const frit_tensor *in,
                             const frit_tensor *out, PyObject **result) {
    uint64_t bytes;
    uint32_t n_out = e->n_new + e->n_changed;
    if (frit_call_copies(slot->call, in, e->n_inputs, out, n_out, &bytes, NULL) != FRIT_OK)
        return AGAIN;
    *result = PyLong_FromUnsignedLongLong(bytes);
    return *result ? RAN : FAILED;
}

static RunOutcome run_slot(FusedEntry *e, const ArgBinding *b, CallSlot *slot, frit_tensor *in,
                           frit_tensor *out, PyObject **made, bool ask, PyObject **result) {
    frit_error error;
    uint64_t total;
    gather(e, b, in, &total);
    if (!find_changed(e, b, slot, out))
        return AGAIN;
    if (!same_layouts(e, b, slot)) {
        slot->known = false;
        if (!find_layouts(e, in, slot, &error))
            return AGAIN;
    }
    if (!make_outputs(e, slot, made, out, &total))
        return FAILED;
    if (ask)
        return ask_copies(e, slot, in, out, result);
    RunOutcome outcome = run_call(e, slot, in, out, e->release || total >= LONG_WORK);
    if (outcome != RAN)
        return outcome;
    if (!make_numbers(e, slot, made))
        return FAILED;
    *result = build(e, &e->result, b, made);
    return *result ? RAN : FAILED;
}

/* ask: runs nothing, and the result is what that would copy. */
static RunOutcome entry_run(FusedEntry *e, const ArgBinding *b, bool ask, PyObject **result) {
    frit_tensor few_tensors[2 * FEW], *in = few_tensors, *out = few_tensors + FEW;
    PyObject *few_made[FEW], **made = few_made;
    uint32_t n_out = e->n_new + e->n_changed;
    bool many = e->n_inputs > FEW || n_out > FEW;
    RunOutcome outcome = FAILED;
    if (many) {
        in = PyMem_Calloc((size_t)e->n_inputs + n_out + 1, sizeof *in);
        made = PyMem_Calloc((size_t)n_out + 1, sizeof *made);
        out = in ? in + e->n_inputs : NULL;
    }
    if (!in || !made) {
        PyErr_NoMemory();
    } else {
        memset(made, 0, n_out * sizeof *made);
        CallSlot *slot = slot_take(e);
        if (slot) {
            outcome = run_slot(e, b, slot, in, out, made, ask, result);
            slot_give(e, slot);
        }
        for (uint32_t k = 0; k < e->n_new; k++)
            Py_XDECREF(made[k]);
    }
    if (many) {
        PyMem_Free(in);
        PyMem_Free(made);
    }
    return outcome;
}

static RunOutcome match_and_run(FusedEntry *e, PyObject *const *args, size_t n_args,
                                PyObject *kwnames, bool ask, PyObject **result) {
    Filled few[FEW];
    int64_t few_classes[2 * FEW];
    ArgBinding b = {few, few_classes};
    bool many = e->n_leaves > FEW || e->n_classes > 2 * FEW;
    if (many) {
        b.at = PyMem_Calloc((size_t)e->n_leaves + 1, sizeof *b.at);
        b.classes = PyMem_Calloc((size_t)e->n_classes + 1, sizeof *b.classes);
    }
    RunOutcome outcome = FAILED;
    if (!b.at || !b.classes) {
        PyErr_NoMemory();
    } else {
        for (uint32_t k = 0; k < e->n_leaves; k++)
            b.at[k].object = NULL;
        int matched = entry_match(e, args, n_args, kwnames, &b);
        outcome = matched == 1 ? entry_run(e, &b, ask, result) : matched == 0 ? NO_MATCH : FAILED;
        for (uint32_t k = 0; k < e->n_leaves; k++)
            Py_XDECREF(b.at[k].object);
    }
    if (many) {
        PyMem_Free(b.at);
        PyMem_Free(b.classes);
    }
    return outcome;
}

/* ---- containers of the caller's that change */

enum { MOST_CONTAINERS = 64, MOST_GIVEN = 32 };

/* Notes the lists and dicts in a value; false: there are too many, or one of them was there before. */
static bool note_containers(PyObject *value, PyObject **seen, uint32_t *n) {
    bool dict = PyDict_CheckExact(value), list = PyList_CheckExact(value);
    if (!dict && !list && !PyTuple_CheckExact(value))
        return true;
    for (uint32_t k = 0; !PyTuple_CheckExact(value) && k < *n; k++)
        if (seen[k] == value)
            return false;
    if (*n == MOST_CONTAINERS)
        return false;
    seen[(*n)++] = value; /* tuples are counted, too: nothing goes deeper than that */
    if (dict) {
        PyObject *key, *item;
        Py_ssize_t at = 0;
        while (PyDict_Next(value, &at, &key, &item))
            if (!note_containers(item, seen, n))
                return false;
        return true;
    }
    for (Py_ssize_t k = 0; k < PySequence_Fast_GET_SIZE(value); k++)
        if (!note_containers(PySequence_Fast_GET_ITEM(value, k), seen, n))
            return false;
    return true;
}

/* Whether no list or dict is given twice: what is put into one would be seen in the other. */
static bool containers_apart(PyObject *const *args, size_t n) {
    PyObject *seen[MOST_CONTAINERS];
    uint32_t n_seen = 0;
    for (size_t k = 0; k < n; k++)
        if (!note_containers(args[k], seen, &n_seen))
            return false;
    return true;
}

/* The result of the call, with what it does to the arguments besides. */
static RunOutcome finish(FusedEntry *e, PyObject *const *args, size_t n, PyObject **result) {
    PyObject *given[MOST_GIVEN + 1] = {*result};
    memcpy(given + 1, args, n * sizeof *args);
    PyObject *finisher = Py_NewRef(e->finish);
    Py_SETREF(*result, PyObject_Vectorcall(finisher, given, n + 1, NULL));
    Py_DECREF(finisher);
    return *result ? RAN : FAILED;
}

RunOutcome entry_call(FusedEntry *e, PyObject *const *args, size_t n_args, PyObject *kwnames,
                      PyObject **result) {
    size_t n = n_args + (kwnames ? (size_t)PyTuple_GET_SIZE(kwnames) : 0);
    if (e->finish && (n > MOST_GIVEN || !containers_apart(args, n)))
        return NO_MATCH;
    RunOutcome outcome = match_and_run(e, args, n_args, kwnames, false, result);
    if (outcome == RAN && e->finish)
        outcome = finish(e, args, n, result);
    e->hits += outcome == RAN;
    return outcome;
}

RunOutcome entry_copies(FusedEntry *e, PyObject *const *args, size_t n_args, PyObject *kwnames,
                        PyObject **result) {
    return match_and_run(e, args, n_args, kwnames, true, result);
}
