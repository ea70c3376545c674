/*
 * frit._core.Entry, made from a description in Python:
 *
 *   Entry(plan, args, kwnames, leaves, sources, outs, changed, result, family, release, options, device="cpu")
 *
 *   args, result  a node: a leaf's number, ("t", nodes), ("l", nodes) or ("d", keys, nodes); in args also
 *                 ("v", (axes, type), (node,)), ("g", (kind, text), nodes), ("i", (class,), (node,)) with the
 *                 node of its values, ("r", (dtype,), leaves);
 *                 args is a "t" of the positional arguments, then those given by keyword
 *   kwnames       the names of the latter, a tuple
 *   leaves        ("array", "numpy" or "frit", dtype, axes, input), ("number", kind, low, high,
 *                 input) (of kind "real": a float, or an integer in that range), ("scalar", dtype, input),
 *                 ("static", value), ("instance", class),
 *                 ("field", offset, dtype, axes, inner, input), ("grid", axes, input);
 *                 input: of the plan, or -1; a static value that is a weak reference stands for
 *                 what it refers to;
 *                 an axis is an extent, or -1-k for an extent above 1 of class k
 *   sources       ("g", dict, name, path, leaf), ("c", cell, path, leaf), ("l", leaf, path, leaf)
 *                 or ("k", object, path, leaf): where a leaf that is no argument is read, each call;
 *                 ("p", function, leaves, leaf): what a function of other leaves gives
 *   outs          ("n", dtype, rank), ("r", dtype, rank), ("v", dtype), ("s", dtype, rank, fields), ("a", leaf) or ("k", object);
 *                 the first three are the plan's outputs
 *   changed       what the plan's further outputs are written to: a leaf, or (leaf, key) for a part of
 *                 it, key having for each axis an index or (start, stop, step) with None as in slices
 *   options       (numerics, verify, fusion): the settings under which it holds
 *   overlap       what it writes to may lie over what it reads
 *   device        of frit's arrays among arguments and results; the plan runs there, or on the device that options
 *                 chose where that is the CPU
 */
#include "compiled.h"
#include "entry_run.h"

#include <stddef.h>
#include <string.h>

static bool bad(const char *what) {
    if (!PyErr_Occurred())
        PyErr_Format(PyExc_ValueError, "an entry's %s is not as it should be", what);
    return false;
}

/* ---- nodes */

static void node_free(ArgNode *node) {
    for (uint32_t k = 0; k < node->n; k++)
        node_free(&node->items[k]);
    PyMem_Free(node->items);
    Py_XDECREF(node->keys);
    *node = (ArgNode){0};
}

static bool node_read(PyObject *object, ArgNode *node, uint32_t n_leaves) {
    if (PyLong_Check(object)) {
        node->kind = 'x';
        node->leaf = (uint32_t)PyLong_AsUnsignedLong(object);
        return !PyErr_Occurred() && node->leaf < n_leaves ? true : bad("leaf number");
    }
    const char *kind;
    PyObject *keys = NULL, *items;
    if (!PyTuple_Check(object) ||
        !(PyTuple_GET_SIZE(object) == 3
              ? PyArg_ParseTuple(object, "sO!O!", &kind, &PyTuple_Type, &keys, &PyTuple_Type,
                                 &items)
              : PyArg_ParseTuple(object, "sO!", &kind, &PyTuple_Type, &items)))
        return bad("node");
    Py_ssize_t n = PyTuple_GET_SIZE(items);
    node->kind = kind[0];
    node->keys = Py_XNewRef(keys);
    node->items = PyMem_Calloc((size_t)n + 1, sizeof *node->items);
    if (!node->items)
        return PyErr_NoMemory() != NULL;
    node->n = (uint32_t)n;
    for (Py_ssize_t k = 0; k < n; k++)
        if (!node_read(PyTuple_GET_ITEM(items, k), &node->items[k], n_leaves))
            return false;
    bool known = node->kind && strchr(keys ? "dvgir" : "tl", node->kind) &&
                 (node->kind != 'd' || PyTuple_GET_SIZE(keys) == n) &&
                 (!keys || node->kind == 'd' ||
                  PyTuple_GET_SIZE(keys) == (strchr("vg", node->kind) ? 2 : 1)) &&
                 (!strchr("vi", node->kind) || n == 1);
    for (Py_ssize_t k = 0; known && node->kind == 'r' && k < n; k++)
        known = node->items[k].kind == 'x';
    return known ? true : bad("node");
}

/* ---- leaves */

static bool axes_read(FusedEntry *e, PyObject *axes, ArgLeaf *leaf) {
    Py_ssize_t n = PyTuple_GET_SIZE(axes);
    if (n > FRIT_PY_MAX_RANK)
        return bad("rank");
    leaf->rank = (uint32_t)n;
    leaf->axes = PyMem_Calloc((size_t)n + 1, sizeof *leaf->axes);
    if (!leaf->axes)
        return PyErr_NoMemory() != NULL;
    for (Py_ssize_t k = 0; k < n; k++) {
        leaf->axes[k] = PyLong_AsLongLong(PyTuple_GET_ITEM(axes, k));
        if (PyErr_Occurred())
            return false;
        if (leaf->axes[k] < 0 && (uint32_t)-leaf->axes[k] > e->n_classes)
            e->n_classes = (uint32_t)-leaf->axes[k];
    }
    e->n_axes += leaf->rank;
    return true;
}

static bool array_leaf(FusedEntry *e, PyObject *object, ArgLeaf *leaf) {
    const char *kind, *family;
    PyObject *dtype, *axes;
    long long input;
    if (!PyArg_ParseTuple(object, "ssO!O!L", &kind, &family, &DType_Type, &dtype, &PyTuple_Type,
                          &axes, &input))
        return false;
    leaf->kind = LEAF_ARRAY;
    leaf->family = strcmp(family, "numpy") == 0 ? FAMILY_NUMPY : FAMILY_FRIT;
    leaf->dtype = ((DType *)dtype)->id;
    leaf->input = input;
    if (leaf->family == FAMILY_NUMPY && !numpy_ready())
        return false;
    return leaf->dtype != DT_OTHER ? axes_read(e, axes, leaf) : bad("dtype");
}

static bool number_leaf(PyObject *object, ArgLeaf *leaf) {
    const char *kind, *number;
    long long low, high, input;
    if (!PyArg_ParseTuple(object, "ssLLL", &kind, &number, &low, &high, &input))
        return false;
    leaf->kind = LEAF_NUMBER;
    leaf->number = number[0] == 'i'   ? KIND_INT
                   : number[0] == 'f' ? KIND_FLOAT
                   : number[0] == 'b' ? KIND_BOOL
                                      : KIND_COMPLEX;
    if (number[0] == 'r')
        leaf->number = KIND_FLOAT;
    leaf->low = number[0] == 'f' ? 1 : low; /* of a float none: no integer is one */
    leaf->high = number[0] == 'f' ? 0 : high;
    leaf->input = input;
    return true;
}

static bool field_leaf(FusedEntry *e, PyObject *object, ArgLeaf *leaf) {
    const char *kind;
    PyObject *dtype, *axes;
    long long offset, input;
    if (!PyArg_ParseTuple(object, "sLO!O!IL", &kind, &offset, &DType_Type, &dtype, &PyTuple_Type,
                          &axes, &leaf->inner, &input))
        return false;
    leaf->kind = LEAF_FIELD;
    leaf->family = FAMILY_NUMPY;
    leaf->offset = offset;
    leaf->dtype = ((DType *)dtype)->id;
    leaf->input = input;
    if (leaf->dtype == DT_OTHER || !axes_read(e, axes, leaf) || leaf->inner > leaf->rank)
        return bad("field");
    for (uint32_t k = leaf->rank - leaf->inner; k < leaf->rank; k++)
        if (leaf->axes[k] < 0)
            return bad("field");
    return numpy_ready();
}

static bool grid_leaf(FusedEntry *e, PyObject *object, ArgLeaf *leaf) {
    const char *kind;
    PyObject *axes;
    long long input;
    if (!PyArg_ParseTuple(object, "sO!L", &kind, &PyTuple_Type, &axes, &input))
        return false;
    leaf->kind = LEAF_GRID;
    leaf->dtype = DT_BOOL;
    leaf->input = input;
    return axes_read(e, axes, leaf);
}

static bool leaf_read(FusedEntry *e, PyObject *object, ArgLeaf *leaf) {
    PyObject *first =
        PyTuple_Check(object) && PyTuple_GET_SIZE(object) ? PyTuple_GET_ITEM(object, 0) : NULL;
    const char *kind = first && PyUnicode_Check(first) ? PyUnicode_AsUTF8(first) : NULL, *ignored;
    leaf->input = -1;
    if (!kind)
        return bad("leaf");
    if (strcmp(kind, "array") == 0)
        return array_leaf(e, object, leaf);
    if (strcmp(kind, "number") == 0)
        return number_leaf(object, leaf);
    if (strcmp(kind, "field") == 0)
        return field_leaf(e, object, leaf);
    if (strcmp(kind, "grid") == 0)
        return grid_leaf(e, object, leaf);
    if (strcmp(kind, "scalar") == 0) {
        PyObject *dtype;
        long long input;
        if (!PyArg_ParseTuple(object, "sO!L", &ignored, &DType_Type, &dtype, &input))
            return false;
        leaf->kind = LEAF_SCALAR;
        leaf->dtype = ((DType *)dtype)->id;
        leaf->input = input;
        return numpy_ready();
    }
    leaf->kind = strcmp(kind, "instance") == 0 ? LEAF_INSTANCE : LEAF_STATIC;
    if (!PyArg_ParseTuple(object, "sO", &ignored, &leaf->value))
        return false;
    Py_INCREF(leaf->value);
    return true;
}

static bool leaves_read(FusedEntry *e, PyObject *list) {
    Py_ssize_t n = PyTuple_GET_SIZE(list);
    e->leaves = PyMem_Calloc((size_t)n + 1, sizeof *e->leaves);
    if (!e->leaves)
        return PyErr_NoMemory() != NULL;
    for (e->n_leaves = 0; e->n_leaves < n; e->n_leaves++)
        if (!leaf_read(e, PyTuple_GET_ITEM(list, e->n_leaves), &e->leaves[e->n_leaves])) {
            e->n_leaves++;
            return false;
        }
    e->n_inputs = frit_plan_input_count(e->plan);
    uint32_t bound = 0;
    for (uint32_t k = 0; k < e->n_leaves; k++) {
        if (e->leaves[k].input >= (int64_t)e->n_inputs)
            return bad("input number");
        bound += e->leaves[k].input >= 0;
    }
    return bound == e->n_inputs ? true : bad("list of inputs");
}

/* ---- sources and outputs */

static bool source_read(FusedEntry *e, PyObject *object, ValueSource *s) {
    PyObject *kind, *path, *root, *name = NULL;
    unsigned target;
    bool global = PyTuple_Check(object) && PyTuple_GET_SIZE(object) == 5;
    if (!(global ? PyArg_ParseTuple(object, "UO!UO!I", &kind, &PyDict_Type, &root, &name,
                                    &PyTuple_Type, &path, &target)
                 : PyArg_ParseTuple(object, "UOO!I", &kind, &root, &PyTuple_Type, &path, &target)))
        return bad("source");
    s->kind = (char)PyUnicode_READ_CHAR(kind, 0);
    s->target = target;
    s->path = Py_NewRef(path);
    s->name = Py_XNewRef(name);
    if (target >= e->n_leaves || (s->kind == 'g') != global ||
        (s->kind == 'c' && !PyCell_Check(root)))
        return bad("source");
    for (Py_ssize_t k = 0; s->kind == 'p' && k < PyTuple_GET_SIZE(path); k++) {
        unsigned long leaf = PyLong_AsUnsignedLong(PyTuple_GET_ITEM(path, k));
        if (PyErr_Occurred() || leaf >= e->n_leaves || k >= ENTRY_MAX_OPERANDS)
            return bad("source");
    }
    if (s->kind == 'l') {
        s->leaf = (uint32_t)PyLong_AsUnsignedLong(root);
        return !PyErr_Occurred() && s->leaf < e->n_leaves ? true : bad("source");
    }
    s->root = Py_NewRef(root);
    return true;
}

static bool sources_read(FusedEntry *e, PyObject *list) {
    Py_ssize_t n = PyTuple_GET_SIZE(list);
    e->sources = PyMem_Calloc((size_t)n + 1, sizeof *e->sources);
    if (!e->sources)
        return PyErr_NoMemory() != NULL;
    for (; e->n_sources < n; e->n_sources++)
        if (!source_read(e, PyTuple_GET_ITEM(list, e->n_sources), &e->sources[e->n_sources])) {
            e->n_sources++;
            return false;
        }
    return true;
}

static bool out_read(FusedEntry *e, PyObject *object, OutSpec *out) {
    PyObject *kind, *dtype;
    out->first = e->n_new;
    out->n_fields = 1;
    if (PyTuple_Check(object) && PyTuple_GET_SIZE(object) == 4) {
        if (!struct_out_read(object, out))
            return bad("output");
        for (uint32_t k = 0; k < out->n_fields; k++)
            e->n_out_axes += out->rank + out->fields[k].inner;
        e->n_new += out->n_fields;
        return true;
    }
    if (PyTuple_Check(object) && PyTuple_GET_SIZE(object) == 3) {
        if (!PyArg_ParseTuple(object, "UO!I", &kind, &DType_Type, &dtype, &out->rank))
            return false;
        out->kind = 'n';
        out->row_major = PyUnicode_READ_CHAR(kind, 0) == 'r';
        out->dtype = ((DType *)dtype)->id;
        e->n_new++;
        e->n_out_axes += out->rank;
        return out->dtype != DT_OTHER && out->rank <= FRIT_PY_MAX_RANK ? true : bad("output");
    }
    PyObject *value;
    if (!PyArg_ParseTuple(object, "UO", &kind, &value))
        return false;
    out->kind = (char)PyUnicode_READ_CHAR(kind, 0);
    if (out->kind == 'v') {
        out->dtype = Py_IS_TYPE(value, &DType_Type) ? ((DType *)value)->id : DT_OTHER;
        e->n_new++;
        return out->dtype != DT_OTHER ? true : bad("output");
    }
    if (out->kind == 'a') {
        out->leaf = (uint32_t)PyLong_AsUnsignedLong(value);
        return !PyErr_Occurred() && out->leaf < e->n_leaves ? true : bad("output");
    }
    out->value = Py_NewRef(value);
    return true;
}

static bool outs_read(FusedEntry *e, PyObject *list, PyObject *changed) {
    Py_ssize_t n = PyTuple_GET_SIZE(list), n_changed = PyTuple_GET_SIZE(changed);
    e->outs = PyMem_Calloc((size_t)n + 1, sizeof *e->outs);
    e->changed = PyMem_Calloc((size_t)n_changed + 1, sizeof *e->changed);
    if (!e->outs || !e->changed)
        return PyErr_NoMemory() != NULL;
    for (; e->n_outs < n; e->n_outs++)
        if (!out_read(e, PyTuple_GET_ITEM(list, e->n_outs), &e->outs[e->n_outs])) {
            e->n_outs++;
            return false;
        }
    for (; e->n_changed < n_changed; e->n_changed++) {
        Changed *c = &e->changed[e->n_changed];
        if (!changed_read(e, PyTuple_GET_ITEM(changed, e->n_changed), c)) {
            PyMem_Free(c->ranges);
            return bad("list of changed arguments");
        }
        e->leaves[c->leaf].changed = true;
        e->n_changed_axes += e->leaves[c->leaf].rank;
    }
    return frit_plan_output_count(e->plan) == e->n_new + e->n_changed ? true
                                                                      : bad("list of outputs");
}

/* ---- the type */

static void entry_dealloc(PyObject *self) {
    FusedEntry *e = (FusedEntry *)self;
    PyObject_GC_UnTrack(self);
    entry_free_slots(e);
    node_free(&e->root);
    node_free(&e->result);
    for (uint32_t k = 0; k < e->n_leaves; k++) {
        PyMem_Free(e->leaves[k].axes);
        Py_XDECREF(e->leaves[k].value);
    }
    for (uint32_t k = 0; k < e->n_sources; k++) {
        Py_XDECREF(e->sources[k].root);
        Py_XDECREF(e->sources[k].name);
        Py_XDECREF(e->sources[k].path);
    }
    for (uint32_t k = 0; k < e->n_outs; k++) {
        Py_XDECREF(e->outs[k].value);
        PyMem_Free(e->outs[k].fields);
    }
    for (uint32_t k = 0; k < e->n_changed; k++)
        PyMem_Free(e->changed[k].ranges);
    PyMem_Free(e->leaves);
    PyMem_Free(e->sources);
    PyMem_Free(e->outs);
    PyMem_Free(e->changed);
    Py_XDECREF(e->kwnames);
    Py_XDECREF(e->options);
    Py_XDECREF(e->finish);
    Py_XDECREF(e->plan_object);
    Py_TYPE(self)->tp_free(self);
}

static int node_traverse(const ArgNode *node, visitproc visit, void *arg) {
    Py_VISIT(node->keys); /* the class of an instance, say, which knows its module */
    for (uint32_t k = 0; k < node->n; k++) {
        int stop = node_traverse(&node->items[k], visit, arg);
        if (stop)
            return stop;
    }
    return 0;
}

static int entry_traverse(PyObject *self, visitproc visit, void *arg) {
    FusedEntry *e = (FusedEntry *)self;
    int stop = node_traverse(&e->root, visit, arg);
    if (stop)
        return stop;
    for (uint32_t k = 0; k < e->n_leaves; k++)
        Py_VISIT(e->leaves[k].value);
    for (uint32_t k = 0; k < e->n_sources; k++)
        Py_VISIT(e->sources[k].root);
    for (uint32_t k = 0; k < e->n_outs; k++)
        Py_VISIT(e->outs[k].value);
    Py_VISIT(e->finish);
    return 0;
}

static int entry_clear(PyObject *self) {
    FusedEntry *e = (FusedEntry *)self;
    for (uint32_t k = 0; k < e->n_leaves; k++)
        Py_CLEAR(e->leaves[k].value);
    for (uint32_t k = 0; k < e->n_outs; k++)
        Py_CLEAR(e->outs[k].value);
    for (uint32_t k = 0; k < e->n_sources; k++)
        Py_CLEAR(e->sources[k].root);
    Py_CLEAR(e->finish);
    e->dead = true;
    return 0;
}

static PyObject *entry_new(PyTypeObject *type, PyObject *args, PyObject *kwargs) {
    static char *names[] = {"plan",    "args",   "kwnames", "leaves",  "sources", "outs",
                            "changed", "result", "family",  "release", "options", "compile",
                            "overlap", "finish", "device",  NULL};
    PyObject *plan, *root, *kwnames, *leaves, *sources, *outs, *changed, *result, *options;
    PyObject *finish = Py_None;
    const char *family, *policy = "default", *device = "cpu";
    frit_compile_policy compile;
    int release, overlap = 0;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "OOO!O!O!O!O!OspO!|spOs", names, &plan, &root,
                                     &PyTuple_Type, &kwnames, &PyTuple_Type, &leaves, &PyTuple_Type,
                                     &sources, &PyTuple_Type, &outs, &PyTuple_Type, &changed,
                                     &result, &family, &release, &PyTuple_Type, &options, &policy,
                                     &overlap, &finish, &device) ||
        !compile_policy_of(policy, &compile))
        return NULL;
    Context *home = device_context(device), *runs = home && !home->there ? work_context() : home;
    const frit_plan *p = runs ? frit_plan_of(plan) : NULL;
    FusedEntry *e = p ? (FusedEntry *)type->tp_alloc(type, 0) : NULL;
    if (!e)
        return NULL;
    e->plan = p;
    e->plan_object = Py_NewRef(plan);
    e->kwnames = Py_NewRef(kwnames);
    e->options = Py_NewRef(options);
    e->finish = finish == Py_None ? NULL : Py_NewRef(finish);
    e->release = release;
    e->home = home->there ? home : NULL;
    e->runs = runs->there ? runs : NULL;
    e->overlap = overlap;
    e->compile = compile;
    e->family = strcmp(family, "numpy") == 0 ? FAMILY_NUMPY : FAMILY_FRIT;
    if ((e->family == FAMILY_NUMPY && !numpy_ready()) || !leaves_read(e, leaves) ||
        !node_read(root, &e->root, e->n_leaves) || !sources_read(e, sources) ||
        !outs_read(e, outs, changed) || !node_read(result, &e->result, e->n_outs))
        Py_CLEAR(e);
    if (e && e->root.kind != 't') {
        bad("list of arguments");
        Py_CLEAR(e);
    }
    return (PyObject *)e;
}

static PyObject *run_outcome(RunOutcome outcome, PyObject *result) {
    if (outcome == RAN)
        return result;
    return outcome == FAILED ? NULL : Py_NewRef(Py_NotImplemented);
}

typedef RunOutcome CallFn(FusedEntry *e, PyObject *const *args, size_t n_args, PyObject *kwnames,
                          PyObject **result);

static PyObject *call_with(PyObject *self, PyObject *args, CallFn *call) {
    PyObject *values, *kwnames, *result = NULL;
    if (!PyArg_ParseTuple(args, "O!O!", &PyTuple_Type, &values, &PyTuple_Type, &kwnames))
        return NULL;
    Py_ssize_t n = PyTuple_GET_SIZE(values) - PyTuple_GET_SIZE(kwnames);
    if (n < 0)
        return PyErr_Format(PyExc_ValueError, "more names than values");
    RunOutcome outcome =
        call((FusedEntry *)self, ((PyTupleObject *)values)->ob_item, (size_t)n, kwnames, &result);
    return run_outcome(outcome, result);
}

/* entry.call(args, kwnames): as the function would, or NotImplemented where it does not match. */
static PyObject *entry_call_method(PyObject *self, PyObject *args) {
    return call_with(self, args, entry_call);
}

static PyObject *entry_copies_method(PyObject *self, PyObject *args) {
    return call_with(self, args, entry_copies);
}

static PyObject *entry_profile_method(PyObject *self, PyObject *on) {
    int truth = PyObject_IsTrue(on);
    return truth >= 0 && entry_profile((FusedEntry *)self, truth) ? Py_NewRef(Py_None) : NULL;
}

static PyObject *entry_report_method(PyObject *self, PyObject *unused) {
    (void)unused;
    return entry_report((FusedEntry *)self);
}

static PyObject *get_hits(PyObject *self, void *closure) {
    (void)closure;
    return PyLong_FromUnsignedLongLong(((FusedEntry *)self)->hits);
}

static PyObject *get_plan(PyObject *self, void *closure) {
    (void)closure;
    return Py_NewRef(((FusedEntry *)self)->plan_object);
}

static PyObject *get_options(PyObject *self, void *closure) {
    (void)closure;
    return Py_NewRef(((FusedEntry *)self)->options);
}

static PyGetSetDef getset[] = {
    {"hits", get_hits, NULL, "Calls it has answered.", NULL},
    {"plan", get_plan, NULL, "Its plan.", NULL},
    {"options", get_options, NULL, "The settings under which it holds.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyMethodDef methods[] = {
    {"call", entry_call_method, METH_VARARGS, "(values, kwnames): the result, or NotImplemented."},
    {"copies", entry_copies_method, METH_VARARGS,
     "(values, kwnames): bytes that the call would copy, or NotImplemented."},
    {"profile", entry_profile_method, METH_O, "(on): whether calls look at the clock, from zero."},
    {"report", entry_report_method, METH_NOARGS, "What ran last, as JSON with times, or None."},
    {NULL, NULL, 0, NULL},
};

PyTypeObject Entry_Type = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "frit._core.Entry",
    .tp_basicsize = sizeof(FusedEntry),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    .tp_doc = "One kind of call of a fused function.",
    .tp_new = entry_new,
    .tp_dealloc = entry_dealloc,
    .tp_traverse = entry_traverse,
    .tp_clear = entry_clear,
    .tp_getset = getset,
    .tp_methods = methods,
};

int entry_add_type(PyObject *module) {
    if (PyType_Ready(&Entry_Type) < 0 ||
        PyModule_AddObjectRef(module, "entry_computes", Py_True) < 0 ||
        PyModule_AddObjectRef(module, "entry_instances", Py_True) < 0)
        return -1;
    return PyModule_AddObjectRef(module, "Entry", (PyObject *)&Entry_Type);
}
