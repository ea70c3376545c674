/*
 * Operators and promotion.
 *
 * The library's steps take operands of one dtype; what two dtypes make together, and that a Python
 * number takes its partner's dtype, is decided here, as NumPy 2 and the array standard have it.
 */
#include "number.h"

#include <stdlib.h>
#include <string.h>

/* ---- the library's ops */

typedef struct OpRow {
    char name[32];
    bool takes_bool, takes_int, takes_float, takes_complex;
} OpRow;

enum { MAX_OPS = 256 };
static OpRow ops[MAX_OPS]; /* in the order of their names */
static size_t n_ops;

static int by_name(const void *a, const void *b) {
    return strcmp(((const OpRow *)a)->name, ((const OpRow *)b)->name);
}

static const OpRow *op_row(const char *name) {
    size_t low = 0, high = n_ops;
    while (low < high) {
        size_t middle = (low + high) / 2;
        int order = strcmp(name, ops[middle].name);
        if (order == 0)
            return &ops[middle];
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    PyErr_Format(PyExc_ValueError, "frit has no op called %s", name);
    return NULL;
}

/* ---- operands */

Kind number_kind(PyObject *object) {
    if (PyFloat_CheckExact(object))
        return KIND_FLOAT;
    if (PyBool_Check(object))
        return KIND_BOOL;
    if (PyLong_CheckExact(object))
        return KIND_INT;
    return PyComplex_CheckExact(object) ? KIND_COMPLEX : KIND_OTHER;
}

/* Of a number with a class of its own (an enumeration's member), which is not weak; KIND_OTHER for
 * everything else. */
static Kind subclassed_kind(PyObject *object) {
    if (PyFloat_Check(object))
        return KIND_FLOAT;
    if (PyLong_Check(object))
        return KIND_INT;
    return PyComplex_Check(object) ? KIND_COMPLEX : KIND_OTHER;
}

int operand_from(PyObject *object, Operand *out) {
    *out = (Operand){NULL, NULL, KIND_OTHER};
    if (array_check(object)) {
        out->array = (ArrayObject *)Py_NewRef(object);
        out->weak = out->array->weak;
        return 1;
    }
    out->weak = number_kind(object);
    if (out->weak != KIND_OTHER) {
        out->number = object;
        return 1;
    }
    if (is_numpy_array(object) || is_numpy_scalar(object)) {
        if (has_strange_dtype(object))
            return 0;
    } else if (!PyList_Check(object) && !PyTuple_Check(object)) {
        Kind kind = subclassed_kind(object);
        if (kind == KIND_OTHER)
            return 0;
        out->array = number_array(object, dtype_of_number(kind));
        return out->array ? 1 : -1;
    }
    out->array = operand_array(object);
    return out->array ? 1 : -1;
}

void operand_drop(Operand *o) {
    Py_XDECREF(o->array);
    o->array = NULL;
}

ArrayObject *operand_as(const Operand *o, DTypeId to) {
    if (!o->array)
        return number_array(o->number, to);
    return o->weak == KIND_OTHER ? array_cast(o->array, to) : weak_cast(o->array, to);
}

DTypeId operands_promote(const Operand *operands, uint32_t n) {
    DTypeId id = DT_OTHER;
    Kind weak = KIND_OTHER;
    bool any = false;
    for (uint32_t k = 0; k < n; k++) {
        const Operand *o = &operands[k];
        if (o->weak == KIND_OTHER) {
            id = any ? dtype_promote(id, o->array->dtype->id) : o->array->dtype->id;
            any = true;
        } else if (weak == KIND_OTHER || o->weak > weak) {
            weak = o->weak;
        }
    }
    if (!any)
        return dtype_of_number(weak);
    return weak == KIND_OTHER ? id : dtype_with_number(id, weak);
}

bool is_compare(const char *op) {
    static const char *const all[] = {"eq", "ne", "lt", "le", "gt", "ge"};
    bool may_be = op[0] && op[1] && !op[2]; /* every step asks, and most names are longer */
    for (unsigned k = 0; may_be && k < 6; k++)
        if (strcmp(op, all[k]) == 0)
            return true;
    return false;
}

/* ---- two operands */

/* What bools and integers become for an op that does not take them; sets *op for bools. */
static DTypeId fit_op(const OpRow **row, DTypeId id) {
    Kind kind = id == DT_OTHER ? KIND_OTHER : dtype_of(id)->kind;
    const char *name = (*row)->name;
    if (kind == KIND_BOOL && !(*row)->takes_bool) {
        if (strcmp(name, "add") == 0 || strcmp(name, "mul") == 0) { /* as NumPy has bools */
            *row = op_row(name[0] == 'a' ? "or" : "and");
            return id;
        }
        if (strcmp(name, "maximum") == 0 || strcmp(name, "minimum") == 0) {
            *row = op_row(name[1] == 'a' ? "or" : "and");
            return id;
        }
        if (strcmp(name, "abs") == 0 || strcmp(name, "floor") == 0 || strcmp(name, "ceil") == 0 ||
            strcmp(name, "trunc") == 0) {
            *row = op_row("copy");
            return id;
        }
        if (is_compare(name) || (*row)->takes_int)
            return DT_I8;
    }
    bool whole = kind == KIND_BOOL || kind == KIND_INT || kind == KIND_UINT;
    if (whole && !(*row)->takes_int)
        return strcmp(name, "div") == 0 ? DT_F64 : dtype_to_float(id);
    return id;
}

static bool check_kinds(const OpRow *row, DTypeId id, bool bools) {
    const char *what = NULL;
    Kind kind = id == DT_OTHER ? KIND_OTHER : dtype_of(id)->kind;
    if (bools && strcmp(row->name, "sub") == 0)
        what = "bool (use ^ or frit.logical_xor)";
    else if (kind == KIND_COMPLEX && !row->takes_complex)
        what = "complex numbers";
    else if (kind == KIND_FLOAT && !row->takes_float)
        what = "floating-point numbers";
    if (!what)
        return true;
    bool bits = kind == KIND_FLOAT || kind == KIND_COMPLEX; /* not, and, or, shl: of bits alone */
    raise_named("DTypeError", "%s%s does not take %s",
                bits && !row->takes_float && !row->takes_complex ? "the operation on bits " : "",
                row->name, what);
    return false;
}

/* Two steps on arrays of one dtype, the second on the first's result. */
static PyObject *then(PyObject *first, const char *op, ArrayObject *second) {
    ArrayObject *in[2] = {(ArrayObject *)first, second};
    PyObject *out = first && second ? array_apply(current_context(), op, in, 2, NULL, NULL) : NULL;
    Py_XDECREF(first);
    Py_XDECREF((PyObject *)second);
    return out;
}

/* What "a op b" is where a is surely above b, or where it is surely below. */
static bool truth_of(const char *op, bool above) {
    if (op[0] == 'e' || op[0] == 'n')
        return op[0] == 'n';
    return (op[0] == 'g') == above;
}

/* An array of integers beside a Python integer that its dtype does not hold: the answer is the same
 * for all elements. NULL without an exception: the number fits. */
static PyObject *compare_far(const char *op, const Operand *operands, DTypeId id) {
    unsigned side = operands[0].number ? 0 : 1; /* where the number is */
    PyObject *number = operands[side].number;
    ArrayObject *a = operands[!side].array;
    int over = 0;
    if (!number || !a || operands[side].weak != KIND_INT || id == DT_OTHER ||
        (dtype_of(id)->kind != KIND_INT && dtype_of(id)->kind != KIND_UINT))
        return NULL;
    int64_t v = PyLong_AsLongLongAndOverflow(number, &over);
    bool low = over<0, high = over> 0;
    if (id == DT_U64 && high) {
        uint64_t u = PyLong_AsUnsignedLongLong(number);
        high = u == (uint64_t)-1 && PyErr_Occurred();
        PyErr_Clear();
    } else if (!over) {
        int64_t least, most;
        integer_range(id, &least, &most);
        low = v < least;
        high = v > most && id != DT_U64;
    }
    if (!low && !high)
        return NULL;
    ArrayObject *in[2] = {a, a};
    bool above = side == 1 ? low : high; /* is the left operand above the right one? */
    return array_apply(current_context(), truth_of(op, above) ? "eq" : "ne", in, 2, NULL,
                       dtype_of(DT_BOOL));
}

/* uint64 beside a signed dtype: no dtype holds both, so the sign is looked at first. */
static PyObject *compare_signs(const char *op, const Operand *operands) {
    unsigned side = operands[0].array->dtype->id == DT_U64 ? 1 : 0; /* where the signed one is */
    ArrayObject *in[2] = {NULL, NULL};
    in[!side] = (ArrayObject *)Py_NewRef((PyObject *)operands[!side].array);
    in[side] = array_cast(operands[side].array, DT_U64);
    PyObject *plain =
        in[side] ? array_apply(current_context(), op, in, 2, NULL, dtype_of(DT_BOOL)) : NULL;
    Py_XDECREF(in[0]);
    Py_XDECREF(in[1]);
    PyObject *zero = plain ? PyLong_FromLong(0) : NULL;
    bool truth = truth_of(op, side == 1); /* where the signed one is negative */
    PyObject *sign =
        zero ? number_binary(truth ? "lt" : "ge", (PyObject *)operands[side].array, zero) : NULL;
    Py_XDECREF(zero);
    return then(plain, truth ? "or" : "and", (ArrayObject *)sign);
}

/* Of complex numbers the real parts, and where they are equal the imaginary ones, as NumPy has it; with NaN in an
 * imaginary part no order of the real ones counts. */
static PyObject *compare_complex(const char *op, ArrayObject *const *in) {
    PyObject *parts[4] = {NULL, NULL, NULL, NULL}; /* real of both, imaginary of both */
    bool ok = true;
    for (unsigned k = 0; ok && k < 4; k++)
        ok = (parts[k] = number_unary(k < 2 ? "real" : "imag", (PyObject *)in[k % 2])) != NULL;
    PyObject *out = ok ? number_binary(op[0] == 'l' ? "lt" : "gt", parts[0], parts[1]) : NULL;
    for (unsigned k = 2; ok && k < 4; k++)
        out = then(out, "and", (ArrayObject *)number_binary("eq", parts[k], parts[k]));
    PyObject *tie = out ? number_binary("eq", parts[0], parts[1]) : NULL;
    tie = tie ? then(tie, "and", (ArrayObject *)number_binary(op, parts[2], parts[3])) : NULL;
    for (unsigned k = 0; k < 4; k++)
        Py_XDECREF(parts[k]);
    return then(out, "or", (ArrayObject *)tie);
}

static bool mixes_signs(const Operand *operands) {
    if (operands[0].weak != KIND_OTHER || operands[1].weak != KIND_OTHER)
        return false;
    const DType *a = operands[0].array->dtype, *b = operands[1].array->dtype;
    return (a->id == DT_U64 && b->kind == KIND_INT) || (b->id == DT_U64 && a->kind == KIND_INT);
}

/* Is there a true pair? Counted in integers that cannot overflow. */
static PyObject *bool_matmul(const Operand *operands) {
    ArrayObject *in[2] = {operand_as(&operands[0], DT_I64), NULL};
    in[1] = in[0] ? operand_as(&operands[1], DT_I64) : NULL;
    PyObject *count =
        in[1] ? array_apply(current_context(), "matmul", in, 2, NULL, dtype_of(DT_I64)) : NULL;
    Py_XDECREF(in[0]);
    Py_XDECREF(in[1]);
    PyObject *out = count ? (PyObject *)array_cast((ArrayObject *)count, DT_BOOL) : NULL;
    Py_XDECREF(count);
    return out;
}

/* The step of a row. Of floats // is the array standard's, which has the quotient itself at infinities,
 * unless NumPy's own is meant. */
static const char *step_of(const OpRow *row, DTypeId id) {
    bool standard = strcmp(row->name, "floor_div") == 0 && id != DT_OTHER &&
                    dtype_of(id)->kind == KIND_FLOAT && !thread_state()->as_numpy;
    return standard ? "floor_quotient" : row->name;
}

static PyObject *binary(const char *op, const Operand *operands) {
    const OpRow *row = op_row(op);
    if (!row)
        return NULL;
    bool weak = operands[0].weak != KIND_OTHER, other_weak = operands[1].weak != KIND_OTHER;
    if (weak && other_weak && (operands[0].array || operands[1].array))
        return weak_binary(op, &operands[0], &operands[1]);
    DTypeId id = operands_promote(operands, 2);
    bool bools = id == DT_BOOL;
    if (id == DT_OTHER && weak != other_weak)
        return raise_named("DTypeError", "%s: a number does not fit the dtype %S", op,
                           operands[weak ? 1 : 0].array->dtype);
    if (bools && strcmp(op, "matmul") == 0)
        return bool_matmul(operands);
    if (is_compare(op)) {
        if (mixes_signs(operands))
            return compare_signs(op, operands);
        PyObject *far = compare_far(op, operands, id);
        if (far || PyErr_Occurred())
            return far;
    }
    bool whole = id != DT_OTHER && dtype_of(id)->kind <= KIND_UINT;
    bool ordered = id != DT_OTHER && dtype_of(id)->kind == KIND_COMPLEX && is_compare(op) &&
                   !row->takes_complex;
    id = fit_op(&row, id);
    if (!row || (!ordered && !check_kinds(row, id, bools)))
        return NULL;
    if (whole && !row->takes_int && strcmp(op, "div") != 0 && !weak &&
        !other_weak) /* int8 and uint8: each fits float16, as NumPy has it */
        id = dtype_promote(dtype_to_float(operands[0].array->dtype->id),
                           dtype_to_float(operands[1].array->dtype->id));
    ArrayObject *in[2] = {NULL, NULL};
    for (unsigned k = 0; k < 2; k++) {
        bool as_it_is = id == DT_OTHER && operands[k].array;
        in[k] = as_it_is ? (ArrayObject *)Py_NewRef((PyObject *)operands[k].array)
                         : operand_as(&operands[k], id);
        if (!in[k])
            break;
    }
    PyObject *out = NULL;
    DType *result = id == DT_OTHER          ? NULL
                    : is_compare(row->name) ? dtype_of(DT_BOOL)
                                            : dtype_of(id);
    if (in[0] && in[1] && strcmp(op, "matmul") == 0 && id != DT_OTHER)
        out = number_vector_matmul(in);
    if (in[0] && in[1] && ordered)
        out = compare_complex(op, in);
    if (in[0] && in[1] && !out && !PyErr_Occurred())
        out = array_apply(current_context(), step_of(row, id), in, 2, NULL, result);
    Py_XDECREF(in[0]);
    Py_XDECREF(in[1]);
    return out;
}

/* A number of the trace and a sequence: Python repeats it, or refuses. */
static bool repeats(PyObject *number, PyObject *sequence) {
    return array_check(number) && ((ArrayObject *)number)->weak != KIND_OTHER &&
           (PyList_Check(sequence) || PyTuple_Check(sequence) || PyUnicode_Check(sequence) ||
            PyBytes_Check(sequence));
}

PyObject *binary_or_not(const char *op, PyObject *a, PyObject *b) {
    if (repeats(a, b) || repeats(b, a))
        return raise_needs_value("a number and a sequence");
    Operand o[2] = {{NULL, NULL, KIND_OTHER}, {NULL, NULL, KIND_OTHER}};
    PyObject *out = NULL;
    Context *was = place_by_partner(a, b);
    int first = operand_from(a, &o[0]), second = first == 1 ? operand_from(b, &o[1]) : 0;
    thread_state()->place = was;
    if (first == 1 && second == 1)
        out = binary(op, o);
    else if (first >= 0 && second >= 0)
        out = Py_NewRef(Py_NotImplemented);
    operand_drop(&o[0]);
    operand_drop(&o[1]);
    return out;
}

PyObject *number_binary(const char *op, PyObject *a, PyObject *b) {
    PyObject *out = binary_or_not(op, a, b);
    if (out != Py_NotImplemented)
        return out;
    Py_DECREF(out);
    ArrayObject *x = operand_array(a);
    ArrayObject *y = x ? operand_array(b) : NULL;
    out = y ? binary_or_not(op, (PyObject *)x, (PyObject *)y) : NULL;
    Py_XDECREF(x);
    Py_XDECREF(y);
    return out;
}

/* ---- one operand */

PyObject *number_unary(const char *op, PyObject *object) {
    const OpRow *row = op_row(op);
    Operand o;
    if (!row)
        return NULL;
    int is = operand_from(object, &o);
    if (is < 0)
        return NULL;
    if (is == 0) {
        o.array = operand_array(object);
        if (!o.array)
            return NULL;
    }
    PyObject *out = NULL;
    if (o.array && o.weak != KIND_OTHER && strcmp(op, "neg") == 0) {
        Operand zero = {NULL, PyLong_FromLong(-1), KIND_INT};
        out = zero.number ? weak_binary("mul", &o, &zero) : NULL;
        Py_XDECREF(zero.number);
        operand_drop(&o);
        return out;
    }
    DTypeId id = operands_promote(&o, 1);
    bool same_bool = id == DT_BOOL && strcmp(op, "neg") == 0;
    if (same_bool)
        raise_named("DTypeError", "neg does not take bool (use ~ or frit.logical_not)");
    else
        id = fit_op(&row, id);
    if (!same_bool && row && check_kinds(row, id, false)) {
        bool as_it_is = id == DT_OTHER && o.array;
        ArrayObject *in =
            as_it_is ? (ArrayObject *)Py_NewRef((PyObject *)o.array) : operand_as(&o, id);
        if (in)
            out = array_apply(current_context(), row->name, &in, 1, NULL, NULL);
        Py_XDECREF(in);
    }
    operand_drop(&o);
    return out;
}

/* ---- functions of the module */

/* The name of the op, which comes first of that many arguments. NULL with an exception set. */
static const char *named_op(PyObject *const *args, Py_ssize_t n, Py_ssize_t wanted) {
    if (n == wanted && PyUnicode_Check(args[0]))
        return PyUnicode_AsUTF8(args[0]);
    PyErr_Format(PyExc_TypeError, "expected the name of an op and %zd operands", wanted - 1);
    return NULL;
}

static PyObject *py_binary(PyObject *module, PyObject *const *args, Py_ssize_t n) {
    (void)module;
    const char *op = named_op(args, n, 3);
    return op ? number_binary(op, args[1], args[2]) : NULL;
}

static PyObject *py_power(PyObject *module, PyObject *const *args, Py_ssize_t n) {
    (void)module;
    if (n != 2)
        return PyErr_Format(PyExc_TypeError, "expected two operands, got %zd", n);
    return number_power(args[0], args[1]);
}

static PyObject *py_unary(PyObject *module, PyObject *const *args, Py_ssize_t n) {
    (void)module;
    const char *op = named_op(args, n, 2);
    return op ? number_unary(op, args[1]) : NULL;
}

static PyObject *py_item(PyObject *module, PyObject *a) {
    (void)module;
    if (!array_check(a))
        return PyErr_Format(PyExc_TypeError, "expected a frit.Array, got %R", Py_TYPE(a));
    return number_item(a);
}

static PyObject *py_cast(PyObject *module, PyObject *const *args, Py_ssize_t n) {
    (void)module;
    if (n != 2 || !array_check(args[0]) || !PyObject_TypeCheck(args[1], &DType_Type))
        return PyErr_Format(PyExc_TypeError, "expected a frit.Array and a dtype of frit's");
    ArrayObject *a = (ArrayObject *)args[0];
    Operand o = {a, NULL, a->weak};
    return (PyObject *)operand_as(&o, ((DType *)args[1])->id);
}

/* A number as an array of rank 0; d: of that dtype, or of the one that it has alone where NULL. */
static PyObject *scalar_array(PyObject *number, const DType *d) {
    Operand o;
    int is = operand_from(number, &o);
    if (is <= 0)
        return is < 0 ? NULL
                      : PyErr_Format(PyExc_TypeError, "expected a number, got %R", Py_TYPE(number));
    DTypeId id = d ? d->id : operands_promote(&o, 1);
    PyObject *out = (PyObject *)operand_as(&o, id);
    operand_drop(&o);
    return out;
}

static PyObject *py_scalar(PyObject *module, PyObject *args) {
    (void)module;
    PyObject *number, *d = NULL;
    if (!PyArg_ParseTuple(args, "O|O!", &number, &DType_Type, &d))
        return NULL;
    return scalar_array(number, (DType *)d);
}

static PyObject *py_as_array(PyObject *module, PyObject *object) {
    (void)module;
    if (!array_check(object))
        return (PyObject *)operand_placed(operand_array(object));
    return ((ArrayObject *)object)->weak == KIND_OTHER ? Py_NewRef(object)
                                                       : scalar_array(object, NULL);
}

/* All operands as arrays of their common dtype. */
static PyObject *py_promote(PyObject *module, PyObject *args) {
    (void)module;
    Py_ssize_t n = PyTuple_GET_SIZE(args), ready = 0;
    Operand *o = PyMem_Calloc((size_t)n + 1, sizeof *o);
    PyObject *list = o ? PyList_New(n) : PyErr_NoMemory();
    bool ok = o && list;
    for (; ok && ready < n; ready += ok) {
        PyObject *object = PyTuple_GET_ITEM(args, ready);
        int is = operand_from(object, &o[ready]);
        if (is == 0)
            o[ready].array = operand_array(object);
        ok = is >= 0 && (o[ready].array || o[ready].number);
    }
    DTypeId id = ok && n ? operands_promote(o, (uint32_t)n) : DT_OTHER;
    for (Py_ssize_t k = 0; ok && k < n; k++) {
        ArrayObject *a = id != DT_OTHER ? operand_as(&o[k], id)
                         : o[k].array   ? (ArrayObject *)Py_NewRef((PyObject *)o[k].array)
                                        : NULL;
        ok = a != NULL;
        if (ok)
            PyList_SET_ITEM(list, k, (PyObject *)a);
    }
    for (Py_ssize_t k = 0; o && k < ready; k++)
        operand_drop(&o[k]);
    PyMem_Free(o);
    if (!ok)
        Py_CLEAR(list);
    return list;
}

/* The common dtype of arrays, dtypes and Python numbers. */
static PyObject *py_result_type(PyObject *module, PyObject *args) {
    (void)module;
    DTypeId id = DT_OTHER;
    Kind weak = KIND_OTHER;
    bool any = false;
    for (Py_ssize_t k = 0; k < PyTuple_GET_SIZE(args); k++) {
        PyObject *object = PyTuple_GET_ITEM(args, k);
        DTypeId one = DT_OTHER;
        if (array_check(object) && ((ArrayObject *)object)->weak == KIND_OTHER) {
            one = ((ArrayObject *)object)->dtype->id;
        } else if (array_check(object) || number_kind(object) != KIND_OTHER) {
            Kind kind = array_check(object) ? ((ArrayObject *)object)->weak : number_kind(object);
            weak = weak == KIND_OTHER || kind > weak ? kind : weak;
            continue;
        } else {
            PyObject *own = is_numpy_array(object) || is_numpy_scalar(object)
                                ? PyObject_GetAttrString(object, "dtype")
                                : Py_NewRef(object);
            DType *d = own ? dtype_from_object(own) : NULL;
            Py_XDECREF(own);
            if (!d)
                return NULL;
            one = d->id;
            Py_DECREF(d);
        }
        id = any ? dtype_promote(id, one) : one;
        any = true;
    }
    if (!any && weak == KIND_OTHER)
        return PyErr_Format(PyExc_ValueError, "at least one array or dtype is needed");
    if (!any)
        id = dtype_of_number(weak);
    else if (weak != KIND_OTHER)
        id = dtype_with_number(id, weak);
    if (id == DT_OTHER)
        return raise_named("DTypeError", "these dtypes have no common one");
    return Py_NewRef((PyObject *)dtype_of(id));
}

static PyMethodDef functions[] = {
    {"binary", (PyCFunction)(void (*)(void))py_binary, METH_FASTCALL,
     "A step on two operands, promoted."},
    {"power", (PyCFunction)(void (*)(void))py_power, METH_FASTCALL,
     "a ** b without asking a or b for an operator."},
    {"unary", (PyCFunction)(void (*)(void))py_unary, METH_FASTCALL,
     "A step on one operand, promoted."},
    {"item", py_item, METH_O, "The one element as a Python number."},
    {"cast", (PyCFunction)(void (*)(void))py_cast, METH_FASTCALL,
     "An array as another dtype; itself where it is."},
    {"scalar", py_scalar, METH_VARARGS, "A number as an array of rank 0."},
    {"as_array", py_as_array, METH_O,
     "The operand as an array; a Python number, or what stands for one, gets the dtype it has "
     "alone."},
    {"promote", py_promote, METH_VARARGS, "Operands as arrays of one dtype."},
    {"result_type", py_result_type, METH_VARARGS, "The dtype operands make together."},
    {NULL, NULL, 0, NULL},
};

int number_init(PyObject *module) {
    frit_op_info info;
    for (uint32_t k = 0; k < MAX_OPS && frit_op_describe(k, &info); k++) {
        snprintf(ops[k].name, sizeof ops[k].name, "%s", info.name);
        ops[k].takes_bool = info.takes_bool;
        ops[k].takes_int = info.takes_int;
        ops[k].takes_float = info.takes_float;
        ops[k].takes_complex = info.takes_complex;
        n_ops = k + 1;
    }
    qsort(ops, n_ops, sizeof *ops, by_name);
    return PyModule_AddFunctions(module, functions);
}
