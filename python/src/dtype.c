/* Element types, their names, and which type two of them make together. */
#include "core.h"

#include <string.h>

typedef struct Row {
    DTypeId id;
    const char *code, *name, *format;
    Kind kind; /* from the library, as the size is */
    unsigned size;
} Row;

static Row rows[DT_COUNT] = {
#define PY_DTYPE(id, code, name, format, numpy) {DT_##id, code, name, format, KIND_OTHER, 0},
#include "dtypes.def"
#undef PY_DTYPE
};

/* NumPy's letters, in the order of Kind; V is what has no numbers for elements. */
static const char kind_letters[] = "biufcV";

static DType *known[DT_COUNT];

/* ---- promotion: the library's, asked for once */

enum { MOST_DTYPES = 256 }; /* that the library may have */

static uint8_t id_of[MOST_DTYPES];                   /* by the library's number */
static uint8_t promoted[DT_COUNT + 1][DT_COUNT + 1]; /* the last for DT_OTHER */
static uint8_t numbered[DT_COUNT + 1][KIND_OTHER];   /* with a number; the last: alone */
static uint8_t floats[DT_COUNT + 1];

DTypeId dtype_id(frit_dtype dtype) {
    return dtype < MOST_DTYPES ? id_of[dtype] : DT_OTHER;
}

static void take_promotion(const frit_dtype *library) {
    for (unsigned a = 0; a <= DT_COUNT; a++) {
        frit_dtype own = a < DT_COUNT ? library[a] : FRIT_NO_DTYPE;
        for (unsigned b = 0; b <= DT_COUNT; b++) {
            frit_dtype other = b < DT_COUNT ? library[b] : FRIT_NO_DTYPE;
            promoted[a][b] = dtype_id(frit_promote(own, other, FRIT_PROMOTE_NUMPY));
        }
        for (unsigned kind = 0; kind < KIND_OTHER; kind++)
            numbered[a][kind] = dtype_id(frit_promote_number(own, (frit_kind)kind));
        floats[a] = dtype_id(frit_promote_float(own));
    }
}

/* Kinds, sizes and promotion of the rows. False with an exception set. */
static bool take_tables(void) {
    frit_dtype library[DT_COUNT];
    frit_dtype_info info;
    memset(id_of, DT_OTHER, sizeof id_of);
    for (unsigned k = 0; k < DT_COUNT; k++) {
        library[k] = frit_dtype_find(rows[k].code);
        if (!frit_dtype_describe(library[k], &info) || library[k] >= MOST_DTYPES) {
            PyErr_Format(PyExc_SystemError, "the library has no dtype %s", rows[k].code);
            return false;
        }
        rows[k].kind = (Kind)info.kind;
        rows[k].size = info.size;
        id_of[library[k]] = (uint8_t)k;
    }
    take_promotion(library);
    return true;
}

DTypeId dtype_promote(DTypeId a, DTypeId b) {
    return promoted[a][b];
}

DTypeId dtype_of_number(Kind number) {
    return numbered[DT_OTHER][number];
}

DTypeId dtype_with_number(DTypeId array, Kind number) {
    return array == DT_OTHER ? DT_OTHER : numbered[array][number];
}

DTypeId dtype_to_float(DTypeId id) {
    return floats[id];
}

/* bool, then integers, then floats, then complex. */
static int rank_of_kind(Kind kind) {
    return kind == KIND_UINT ? KIND_INT : (int)kind;
}

bool dtype_can_cast_same_kind(DTypeId from, DTypeId to) {
    if (from == DT_OTHER || to == DT_OTHER)
        return from == to;
    if (rows[from].kind == KIND_INT && rows[to].kind == KIND_UINT)
        return false;
    return rank_of_kind(rows[from].kind) <= rank_of_kind(rows[to].kind);
}

/* ---- the type */

DType *dtype_of(DTypeId id) {
    return known[id];
}

static DType *dtype_make(const Row *row) {
    DType *d = PyObject_New(DType, &DType_Type);
    if (!d)
        return NULL;
    d->id = row->id;
    d->kind = row->kind;
    d->size = row->size;
    d->format = row->format;
    d->hash = -1;
    strncpy(d->code, row->code, sizeof d->code - 1);
    d->code[sizeof d->code - 1] = '\0';
    d->name = PyUnicode_InternFromString(row->name);
    if (!d->name)
        Py_CLEAR(d);
    return d;
}

DType *dtype_of_code(const char *code) {
    for (unsigned k = 0; k < DT_COUNT; k++)
        if (strcmp(rows[k].code, code) == 0)
            return (DType *)Py_NewRef((PyObject *)known[k]);
    Row other = {DT_OTHER, code, code, NULL, KIND_OTHER, 0};
    return dtype_make(&other);
}

static void dtype_dealloc(PyObject *self) {
    Py_XDECREF(((DType *)self)->name);
    PyObject_Free(self);
}

static PyObject *dtype_repr(PyObject *self) {
    return PyUnicode_FromFormat("frit.%U", ((DType *)self)->name);
}

static PyObject *dtype_str(PyObject *self) {
    return Py_NewRef(((DType *)self)->name);
}

/* By Python's or the IR's name; NULL without an exception where there is none of that name. NumPy counts
 * bytes where the IR counts bits: "i8" and "u8" are both's, and in Python they are NumPy's. */
static DType *dtype_by_name(const char *name) {
    if (strcmp(name, "i8") == 0 || strcmp(name, "u8") == 0)
        return known[name[0] == 'i' ? DT_I64 : DT_U64];
    for (unsigned k = 0; k < DT_COUNT; k++)
        if (strcmp(rows[k].name, name) == 0 || strcmp(rows[k].code, name) == 0)
            return known[k];
    return NULL;
}

static DType *dtype_by_python_type(PyObject *object) {
    if (object == (PyObject *)&PyBool_Type)
        return known[DT_BOOL];
    if (object == (PyObject *)&PyLong_Type)
        return known[DT_I64];
    if (object == (PyObject *)&PyFloat_Type)
        return known[DT_F64];
    if (object == (PyObject *)&PyComplex_Type)
        return known[DT_C128];
    return NULL;
}

/* A NumPy dtype, or a NumPy scalar type, says its name; ml_dtypes do too. Borrowed, or NULL. */
static DType *dtype_by_attribute(PyObject *object) {
    const char *attribute = PyType_Check(object) ? "__name__" : "name";
    PyObject *name = PyObject_GetAttrString(object, attribute);
    if (!name) {
        PyErr_Clear();
        return NULL;
    }
    const char *text = PyUnicode_Check(name) ? PyUnicode_AsUTF8(name) : NULL;
    DType *found = text ? dtype_by_name(strcmp(text, "bool_") == 0 ? "bool" : text) : NULL;
    Py_DECREF(name);
    if (!text)
        PyErr_Clear();
    return found;
}

/* "f4", "<i8", "int", "double": whatever else NumPy understands. */
static DType *dtype_by_numpy(PyObject *object) {
    PyObject *numpy = PyImport_ImportModule("numpy");
    PyObject *dtype = numpy ? PyObject_CallMethod(numpy, "dtype", "O", object) : NULL;
    DType *found = dtype ? dtype_by_attribute(dtype) : NULL;
    Py_XDECREF(numpy);
    Py_XDECREF(dtype);
    PyErr_Clear();
    return found;
}

static DType *dtype_find(PyObject *object, bool ask_numpy) {
    if (Py_IS_TYPE(object, &DType_Type))
        return (DType *)object;
    DType *found = dtype_by_python_type(object);
    if (!found && PyUnicode_Check(object)) {
        const char *text = PyUnicode_AsUTF8(object);
        found = text ? dtype_by_name(text) : NULL;
    } else if (!found) {
        found = dtype_by_attribute(object);
    }
    PyErr_Clear();
    return found || !ask_numpy ? found : dtype_by_numpy(object);
}

DType *dtype_from_object(PyObject *object) {
    DType *found = dtype_find(object, true);
    if (!found) {
        raise_named("DTypeError", "%R is not a dtype frit has: expected one like frit.float32",
                    object);
        return NULL;
    }
    return (DType *)Py_NewRef((PyObject *)found);
}

static PyObject *dtype_compare(PyObject *a, PyObject *b, int op) {
    if (op != Py_EQ && op != Py_NE)
        return dtype_order(a, b, op);
    /* NumPy's texts ("f8") count, but for those of the other order of bytes. */
    bool text = PyUnicode_Check(b) && PyUnicode_GetLength(b) > 0 && PyUnicode_ReadChar(b, 0) != '>';
    DType *p = (DType *)a, *q = dtype_is_swapped(b) ? NULL : dtype_find(b, text);
    bool same = q && p->id == q->id && strcmp(p->code, q->code) == 0;
    return PyBool_FromLong(same == (op == Py_EQ));
}

static PyObject *dtype_get_name(PyObject *self, void *closure) {
    (void)closure;
    return Py_NewRef(((DType *)self)->name);
}

static PyObject *dtype_get_code(PyObject *self, void *closure) {
    (void)closure;
    return PyUnicode_FromString(((DType *)self)->code);
}

static PyObject *dtype_get_kind(PyObject *self, void *closure) {
    (void)closure;
    return PyUnicode_FromStringAndSize(&kind_letters[((DType *)self)->kind], 1);
}

static PyObject *dtype_get_itemsize(PyObject *self, void *closure) {
    (void)closure;
    return PyLong_FromUnsignedLong(((DType *)self)->size);
}

static PyGetSetDef dtype_getset[] = {
    {"name", dtype_get_name, NULL, "Its name in Python: \"float32\".", NULL},
    {"code", dtype_get_code, NULL, "Its name in programs: \"f32\".", NULL},
    {"kind", dtype_get_kind, NULL, "NumPy's letter: b, i, u, f or c.", NULL},
    {"itemsize", dtype_get_itemsize, NULL, "Bytes of an element.", NULL},
    {"dtype", dtype_get_numpy, NULL, "NumPy's dtype of the same elements.", "dtype"},
    {"__numpy_dtype__", dtype_get_numpy, NULL, "NumPy's dtype of the same elements.",
     "__numpy_dtype__"},
    {"__class__", dtype_get_class, NULL, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyObject *dtype_new(PyTypeObject *type, PyObject *args, PyObject *kwargs) {
    (void)type;
    PyObject *object;
    static char *names[] = {"dtype", NULL};
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "O", names, &object))
        return NULL;
    return (PyObject *)dtype_from_object(object);
}

static PyObject *dtype_reduce(PyObject *self, PyObject *unused) {
    (void)unused;
    return Py_BuildValue("(O(O))", (PyObject *)&DType_Type, ((DType *)self)->name);
}

static PyMethodDef dtype_methods[] = {
    {"__reduce__", dtype_reduce, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

PyTypeObject DType_Type = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "frit.DType",
    .tp_basicsize = sizeof(DType),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_doc =
        "The type of an array's elements: frit.float32 and its like.\n\n"
        "It stands for NumPy's dtype of the same elements: equal to it, the same key of a dict, "
        "taken wherever NumPy takes a dtype, and with its attributes. NumPy has no bfloat16 "
        "unless ml_dtypes is installed.",
    .tp_new = dtype_new,
    .tp_dealloc = dtype_dealloc,
    .tp_repr = dtype_repr,
    .tp_str = dtype_str,
    .tp_hash = dtype_hash,
    .tp_getattro = dtype_getattro,
    .tp_richcompare = dtype_compare,
    .tp_getset = dtype_getset,
    .tp_methods = dtype_methods,
};

/* ---- functions of the module */

static PyObject *py_promote_dtypes(PyObject *module, PyObject *args) {
    (void)module;
    PyObject *a, *b;
    if (!PyArg_ParseTuple(args, "O!O!", &DType_Type, &a, &DType_Type, &b))
        return NULL;
    DTypeId id = dtype_promote(((DType *)a)->id, ((DType *)b)->id);
    if (id == DT_OTHER)
        return raise_named("DTypeError", "%S and %S have no common dtype", a, b);
    return Py_NewRef((PyObject *)known[id]);
}

static PyObject *py_float_dtype(PyObject *module, PyObject *d) {
    (void)module;
    if (!Py_IS_TYPE(d, &DType_Type))
        return PyErr_Format(PyExc_TypeError, "expected a frit.DType, got %R", d);
    DTypeId id = dtype_to_float(((DType *)d)->id);
    return Py_NewRef(id == DT_OTHER ? d : (PyObject *)known[id]);
}

static PyObject *py_float_format(PyObject *module, PyObject *d) {
    (void)module;
    frit_dtype_info info;
    if (!Py_IS_TYPE(d, &DType_Type) ||
        !frit_dtype_describe(frit_dtype_find(((DType *)d)->code), &info) ||
        !frit_dtype_describe(info.real, &info) || !info.digits)
        return raise_named("DTypeError", "finfo takes float dtypes, not %S", d);
    return Py_BuildValue("NII", dtype_of_code(info.name), info.digits, info.exponent);
}

static PyMethodDef functions[] = {
    {"promote_dtypes", py_promote_dtypes, METH_VARARGS, "The dtype two dtypes make together."},
    {"float_dtype", py_float_dtype, METH_O,
     "The float that holds a dtype's integers, as NumPy has it."},
    {"float_format", py_float_format, METH_O,
     "Of a float, or the parts of a complex: its dtype, bits of significand and exponent."},
    {NULL, NULL, 0, NULL},
};

int dtype_add_types(PyObject *module) {
    if (!take_tables() || PyType_Ready(&DType_Type) < 0 ||
        PyModule_AddFunctions(module, functions) < 0 ||
        PyModule_AddObjectRef(module, "DType", (PyObject *)&DType_Type) < 0)
        return -1;
    for (unsigned k = 0; k < DT_COUNT; k++) {
        if (!known[k])
            known[k] = dtype_make(&rows[k]);
        if (!known[k] || PyModule_AddObjectRef(module, rows[k].name, (PyObject *)known[k]) < 0)
            return -1;
    }
    return 0;
}
