/* frit._core.LoopKind: what Python says of a loop that it has compiled for one kind of arguments. */
#include "loop.h"

/* ---- read */

/* A table of n rows, each filled from an item of a list. NULL with an exception set, or where there are none. */
static void *table_of(PyObject *list, size_t size, uint32_t *n) {
    *n = (uint32_t)PyList_GET_SIZE(list);
    void *made = *n ? PyMem_Calloc(*n, size) : NULL;
    if (*n && !made)
        PyErr_NoMemory();
    return made;
}

/* [(variable,)], [(variable, word)] or [(variable, word, type)] */
static Slot *slots_of(PyObject *list, uint32_t *n) {
    Slot *slots = table_of(list, sizeof *slots, n);
    for (uint32_t k = 0; slots && k < *n; k++)
        if (!PyArg_ParseTuple(PyList_GET_ITEM(list, k), "I|Ii", &slots[k].variable, &slots[k].word,
                              &slots[k].type))
            break;
    return slots;
}

static bool read_expected(LoopKind *kind, PyObject *list) {
    kind->expected = table_of(list, sizeof *kind->expected, &kind->n_expected);
    for (uint32_t n = 0; kind->expected && n < kind->n_expected; n++) {
        Expected *e = &kind->expected[n];
        int how;
        if (!PyArg_ParseTuple(PyList_GET_ITEM(list, n), "iO", &how, &e->what))
            return false;
        Py_INCREF(e->what);
        e->how = (Expect)how;
        e->kind = e->how == EXPECT_ARRAY ? PyLong_AsLong(e->what) : 0;
    }
    return !PyErr_Occurred();
}

static bool read_watched(LoopKind *kind, PyObject *list) {
    kind->watched = table_of(list, sizeof *kind->watched, &kind->n_watched);
    for (uint32_t n = 0; kind->watched && n < kind->n_watched; n++) {
        Watched *w = &kind->watched[n];
        if (!PyArg_ParseTuple(PyList_GET_ITEM(list, n), "OOO", &w->owner, &w->name, &w->value))
            return false;
        Py_INCREF(w->owner);
        Py_INCREF(w->name);
        Py_INCREF(w->value);
    }
    return !PyErr_Occurred();
}

/* Words alone: [(word, address)], [(word, size)] */
static bool read_words(LoopKind *kind, PyObject *steps, PyObject *rooms) {
    kind->steps = table_of(steps, sizeof *kind->steps, &kind->n_steps);
    for (uint32_t n = 0; kind->steps && n < kind->n_steps; n++)
        if (!PyArg_ParseTuple(PyList_GET_ITEM(steps, n), "IL", &kind->steps[n].word,
                              &kind->steps[n].address))
            return false;
    kind->rooms = table_of(rooms, sizeof *kind->rooms, &kind->n_rooms);
    for (uint32_t n = 0; kind->rooms && n < kind->n_rooms; n++)
        if (!PyArg_ParseTuple(PyList_GET_ITEM(rooms, n), "In", &kind->rooms[n].word,
                              &kind->rooms[n].size))
            return false;
    return !PyErr_Occurred();
}

/* Every number that Python said is in range: what follows trusts them. */
static bool kind_is_sound(const LoopKind *k) {
    bool sound =
        k->n_expected <= LOOP_MOST_NAMES && k->n_stored <= LOOP_MOST_STORED && k->words > 0;
    for (uint32_t n = 0; sound && n < k->n_arrays; n++) {
        const Slot *s = &k->arrays[n];
        sound = s->variable < k->n_expected && k->expected[s->variable].how == EXPECT_ARRAY;
        sound =
            sound &&
            s->word + 1 + 2 * (uint64_t)loop_kind_rank(k->expected[s->variable].kind) <= k->words;
    }
    for (uint32_t n = 0; sound && n < k->n_numbers; n++)
        sound = k->numbers[n].variable < k->n_expected && k->numbers[n].word < k->words;
    for (uint32_t n = 0; sound && n < k->n_results; n++)
        sound = k->results[n].word + UINT64_C(2) <= k->words;
    for (uint32_t n = 0; sound && n < k->n_steps; n++)
        sound = k->steps[n].word < k->words;
    for (uint32_t n = 0; sound && n < k->n_rooms; n++)
        sound = k->rooms[n].word + UINT64_C(3) <= k->words;
    for (uint32_t n = 0; sound && n < k->n_stored; n++)
        sound = k->stored[n].variable < k->n_arrays;
    return sound;
}

/* LoopKind(loop, words, expected, watched, arrays, numbers, results, steps, rooms, stored) */
static PyObject *kind_new(PyTypeObject *type, PyObject *args, PyObject *kwargs) {
    PyObject *loop, *expected, *watched, *arrays, *numbers, *results, *steps, *rooms, *stored;
    unsigned words;
    (void)kwargs;
    if (!PyArg_ParseTuple(args, "O!IO!O!O!O!O!O!O!O!", &Loop_Type, &loop, &words, &PyList_Type,
                          &expected, &PyList_Type, &watched, &PyList_Type, &arrays, &PyList_Type,
                          &numbers, &PyList_Type, &results, &PyList_Type, &steps, &PyList_Type,
                          &rooms, &PyList_Type, &stored))
        return NULL;
    LoopKind *k = (LoopKind *)type->tp_alloc(type, 0);
    if (!k)
        return NULL;
    k->loop = (LoopObject *)Py_NewRef(loop);
    k->words = words;
    bool ok = read_expected(k, expected) && read_watched(k, watched) && read_words(k, steps, rooms);
    if (ok) {
        k->arrays = slots_of(arrays, &k->n_arrays);
        k->numbers = slots_of(numbers, &k->n_numbers);
        k->results = slots_of(results, &k->n_results);
        k->stored = slots_of(stored, &k->n_stored);
        ok = !PyErr_Occurred();
    }
    if (ok && !kind_is_sound(k)) {
        PyErr_SetString(PyExc_ValueError, "numbers that are out of the range of the frame");
        ok = false;
    }
    if (!ok)
        Py_CLEAR(k);
    return (PyObject *)k;
}

static int kind_traverse(PyObject *self, visitproc visit, void *arg) {
    LoopKind *k = (LoopKind *)self;
    for (uint32_t n = 0; k->expected && n < k->n_expected; n++)
        Py_VISIT(k->expected[n].what);
    for (uint32_t n = 0; k->watched && n < k->n_watched; n++) {
        Py_VISIT(k->watched[n].owner);
        Py_VISIT(k->watched[n].name);
        Py_VISIT(k->watched[n].value);
    }
    return 0;
}

static int kind_clear(PyObject *self) {
    LoopKind *k = (LoopKind *)self;
    for (uint32_t n = 0; k->expected && n < k->n_expected; n++)
        Py_CLEAR(k->expected[n].what);
    for (uint32_t n = 0; k->watched && n < k->n_watched; n++) {
        Py_CLEAR(k->watched[n].owner);
        Py_CLEAR(k->watched[n].name);
        Py_CLEAR(k->watched[n].value);
    }
    k->n_expected = k->n_watched = 0;
    return 0;
}

static void kind_dealloc(PyObject *self) {
    LoopKind *k = (LoopKind *)self;
    PyObject_GC_UnTrack(self);
    kind_clear(self);
    Py_XDECREF(k->loop);
    PyMem_Free(k->expected);
    PyMem_Free(k->watched);
    PyMem_Free(k->arrays);
    PyMem_Free(k->numbers);
    PyMem_Free(k->results);
    PyMem_Free(k->steps);
    PyMem_Free(k->rooms);
    PyMem_Free(k->stored);
    Py_TYPE(self)->tp_free(self);
}

static PyObject *kind_runs(PyObject *self, void *closure) {
    (void)closure;
    return PyLong_FromUnsignedLongLong(((LoopKind *)self)->runs);
}

static PyGetSetDef kind_getset[] = {
    {"runs", kind_runs, NULL, "How often it came to its end.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

PyTypeObject LoopKind_Type = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "frit._core.LoopKind",
    .tp_basicsize = sizeof(LoopKind),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    .tp_doc = "A compiled loop for arguments of one kind.",
    .tp_new = kind_new,
    .tp_traverse = kind_traverse,
    .tp_clear = kind_clear,
    .tp_dealloc = kind_dealloc,
    .tp_getset = kind_getset,
};
