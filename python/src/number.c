/*
 * Operators and promotion.
 *
 * The library's steps take operands of one dtype; what two dtypes make together, and that a Python
 * number takes its partner's dtype, is decided here, as NumPy 2 and the array standard have it.
 *
 * Inside a capture some arrays stand for Python numbers (weak arrays). Among themselves they follow
 * Python's arithmetic as far as 64 bits can do it exactly; where they cannot, NeedsValue is raised,
 * and the number becomes part of the function's key.
 */
#include "core.h"

#include <math.h>
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

static Kind number_kind(PyObject *object) {
    if (PyFloat_CheckExact(object))
        return KIND_FLOAT;
    if (PyBool_Check(object))
        return KIND_BOOL;
    if (PyLong_CheckExact(object))
        return KIND_INT;
    return PyComplex_CheckExact(object) ? KIND_COMPLEX : KIND_OTHER;
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
    if (!is_numpy_array(object) && !is_numpy_scalar(object))
        return 0;
    out->array = array_from_object(object, NULL, -1);
    return out->array ? 1 : -1;
}

void operand_drop(Operand *o) {
    Py_XDECREF(o->array);
    o->array = NULL;
}

/* ---- numbers as arrays of rank 0 */

typedef union Cell {
    uint8_t b;
    int8_t i8;
    int16_t i16;
    int32_t i32;
    int64_t i64;
    uint8_t u8;
    uint16_t u16;
    uint32_t u32;
    uint64_t u64;
    float f32, c64[2];
    double f64, c128[2];
} Cell;

static bool overflow(PyObject *number, DTypeId id) {
    PyErr_Format(PyExc_OverflowError, "Python integer %R out of bounds for %U", number,
                 dtype_of(id)->name);
    return false;
}

static bool integer_cell(PyObject *number, DTypeId id, Cell *cell) {
    int over = 0;
    DType *d = dtype_of(id);
    if (id == DT_U64) {
        cell->u64 = PyLong_AsUnsignedLongLong(number);
        if (cell->u64 != (uint64_t)-1 || !PyErr_Occurred())
            return true;
        PyErr_Clear();
        return overflow(number, id);
    }
    int64_t v = PyLong_AsLongLongAndOverflow(number, &over);
    unsigned bits = 8 * d->size - (d->kind == KIND_INT);
    int64_t high = bits >= 63 ? INT64_MAX : ((int64_t)1 << bits) - 1;
    int64_t low = d->kind == KIND_INT ? -high - 1 : 0;
    if (over || v < low || v > high)
        return overflow(number, id);
    memcpy(cell, &v, d->size); /* little-endian */
    return true;
}

/* Bytes of a number as the dtype; f16 and bf16 go through f32 and a cast. */
static bool number_cell(PyObject *number, DTypeId id, Cell *cell) {
    Py_complex z = {0, 0};
    switch (dtype_of(id)->kind) {
    case KIND_BOOL: {
        int truth = PyObject_IsTrue(number);
        cell->b = truth == 1;
        return truth >= 0;
    }
    case KIND_INT:
    case KIND_UINT: return integer_cell(number, id, cell);
    case KIND_FLOAT: z.real = PyFloat_AsDouble(number); break;
    default: z = PyComplex_AsCComplex(number); break;
    }
    if (PyErr_Occurred())
        return false;
    switch (id) {
    case DT_F64: cell->f64 = z.real; break;
    case DT_C64: cell->c64[0] = (float)z.real, cell->c64[1] = (float)z.imag; break;
    case DT_C128: cell->c128[0] = z.real, cell->c128[1] = z.imag; break;
    default: cell->f32 = (float)z.real; break;
    }
    return true;
}

ArrayObject *number_array(PyObject *number, DTypeId id) {
    Context *c = current_context();
    Cell cell;
    frit_array *out;
    frit_error error;
    DTypeId made = id == DT_F16 || id == DT_BF16 ? DT_F64 : id;
    if (!c || !context_enter(c) || !number_cell(number, made, &cell))
        return NULL;
    if (frit_array_new(c->frit, dtype_of(made)->code, 0, NULL, NULL, &cell, &out, &error) !=
        FRIT_OK)
        return (ArrayObject *)raise_error(&error);
    ArrayObject *a = (ArrayObject *)array_new(c, out, dtype_of(made), NULL);
    if (!a || made == id)
        return a;
    ArrayObject *cast = array_cast(a, id);
    Py_DECREF(a);
    return cast;
}

/* ---- weak arrays */

static void range_of(DTypeId id, int64_t *low, int64_t *high) {
    DType *d = dtype_of(id);
    unsigned bits = 8 * d->size - (d->kind == KIND_INT);
    *high = bits >= 63 ? INT64_MAX : ((int64_t)1 << bits) - 1;
    *low = d->kind == KIND_INT ? -*high - 1 : 0;
}

/* A weak array as a dtype, as the Python number it stands for would become it. */
static ArrayObject *weak_cast(ArrayObject *a, DTypeId to) {
    DType *d = dtype_of(to);
    if (a->weak == KIND_INT && (d->kind == KIND_INT || d->kind == KIND_UINT)) {
        int64_t low, high;
        range_of(to, &low, &high);
        if ((a->low < low || a->high > high) && !capture_bound(a, low, high))
            return NULL;
    }
    ArrayObject *from = (ArrayObject *)Py_NewRef((PyObject *)a);
    if (a->weak == KIND_INT && (d->kind == KIND_FLOAT || d->kind == KIND_COMPLEX)) {
        Py_SETREF(from, array_cast(a, DT_F64)); /* as float(number) does, before it is narrowed */
        if (!from)
            return NULL;
    }
    ArrayObject *out = array_cast(from, to);
    Py_DECREF(from);
    return out;
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

/* ---- arithmetic of weak arrays among themselves and with Python numbers */

/* Beyond this an argument's integer takes no part in arithmetic that is replayed. */
static const int64_t WEAK_INT = (int64_t)1 << 31;

static bool weak_range(const Operand *o, int64_t *low, int64_t *high) {
    if (!o->array) {
        int over = 0;
        *low = *high = o->weak == KIND_INT || o->weak == KIND_BOOL
                           ? PyLong_AsLongLongAndOverflow(o->number, &over)
                           : 0;
        return !over;
    }
    if (o->array->low < -WEAK_INT * WEAK_INT || o->array->high > WEAK_INT * WEAK_INT) {
        if (!capture_bound(o->array, -WEAK_INT, WEAK_INT))
            return false;
        o->array->low = -WEAK_INT;
        o->array->high = WEAK_INT;
    }
    *low = o->array->low;
    *high = o->array->high;
    return true;
}

/* Where the result of an integer op lies; false where 64 bits might not hold it. */
static bool weak_result(const char *op, const Operand *a, const Operand *b, int64_t *low,
                        int64_t *high) {
    int64_t al, ah, bl, bh;
    if (!weak_range(a, &al, &ah) || !weak_range(b, &bl, &bh))
        return false;
    if (strcmp(op, "add") == 0)
        return !__builtin_add_overflow(al, bl, low) && !__builtin_add_overflow(ah, bh, high);
    if (strcmp(op, "sub") == 0)
        return !__builtin_sub_overflow(al, bh, low) && !__builtin_sub_overflow(ah, bl, high);
    int64_t p[4];
    if (__builtin_mul_overflow(al, bl, &p[0]) || __builtin_mul_overflow(al, bh, &p[1]) ||
        __builtin_mul_overflow(ah, bl, &p[2]) || __builtin_mul_overflow(ah, bh, &p[3]))
        return false;
    *low = *high = p[0];
    for (unsigned k = 1; k < 4; k++) {
        *low = p[k] < *low ? p[k] : *low;
        *high = p[k] > *high ? p[k] : *high;
    }
    return true;
}

static bool is_compare(const char *op) {
    static const char *const all[] = {"eq", "ne", "lt", "le", "gt", "ge"};
    for (unsigned k = 0; k < 6; k++)
        if (strcmp(op, all[k]) == 0)
            return true;
    return false;
}

/* Which dtype exact arithmetic of two numbers has; DT_OTHER: Python must do it. */
static DTypeId weak_plan(const char *op, const Operand *a, const Operand *b, int64_t *low,
                         int64_t *high) {
    bool ring = !strcmp(op, "add") || !strcmp(op, "sub") || !strcmp(op, "mul");
    Kind kind = a->weak > b->weak ? a->weak : b->weak;
    if (a->weak == KIND_BOOL || b->weak == KIND_BOOL || kind == KIND_COMPLEX)
        return DT_OTHER;
    if (kind == KIND_INT && (ring || is_compare(op)))
        return is_compare(op) || weak_result(op, a, b, low, high) ? DT_I64 : DT_OTHER;
    if (is_compare(op))
        return a->weak == b->weak ? DT_F64 : DT_OTHER;
    if (ring && a->weak == KIND_FLOAT && b->weak == KIND_FLOAT)
        return DT_F64;
    /* float(int) is exact below 2^53; division by a number that is not 0 cannot fail. */
    bool divides = !strcmp(op, "div") && b->number && PyFloat_AsDouble(b->number) != 0;
    if (PyErr_Occurred())
        PyErr_Clear();
    for (unsigned k = 0; (ring || divides) && k < 2; k++) {
        int64_t l, h;
        const Operand *o = k ? b : a;
        if (o->weak == KIND_INT && (!weak_range(o, &l, &h) || l < -(1LL << 53) || h > 1LL << 53))
            return DT_OTHER;
    }
    return ring || divides ? DT_F64 : DT_OTHER;
}

static PyObject *weak_binary(const char *op, const Operand *a, const Operand *b) {
    int64_t low = 0, high = 0;
    DTypeId id = weak_plan(op, a, b, &low, &high);
    if (PyErr_Occurred())
        return NULL;
    if (id == DT_OTHER)
        return raise_needs_value("arithmetic of Python numbers that only Python can do");
    ArrayObject *in[2] = {operand_as(a, id), NULL};
    in[1] = in[0] ? operand_as(b, id) : NULL;
    ArrayObject *out = NULL;
    if (in[1])
        out = (ArrayObject *)array_apply(current_context(), op, in, 2, NULL,
                                         is_compare(op) ? dtype_of(DT_BOOL) : dtype_of(id));
    Py_XDECREF(in[0]);
    Py_XDECREF(in[1]);
    if (out) {
        out->weak = is_compare(op) ? KIND_BOOL : id == DT_I64 ? KIND_INT : KIND_FLOAT;
        out->low = low;
        out->high = high;
    }
    return (PyObject *)out;
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
    raise_named("DTypeError", "%s does not take %s", row->name, what);
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
        range_of(id, &least, &most);
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

static PyObject *binary(const char *op, const Operand *operands) {
    const OpRow *row = op_row(op);
    if (!row)
        return NULL;
    if (operands[0].weak != KIND_OTHER && operands[1].weak != KIND_OTHER &&
        ((operands[0].array != NULL) || (operands[1].array != NULL)))
        return weak_binary(op, &operands[0], &operands[1]);
    DTypeId id = operands_promote(operands, 2);
    bool bools = id == DT_BOOL;
    if (id == DT_OTHER && (operands[0].weak != KIND_OTHER || operands[1].weak != KIND_OTHER))
        return raise_named("DTypeError", "%s: a number does not fit the dtype %S", op,
                           operands[0].array ? operands[0].array->dtype : operands[1].array->dtype);
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
    id = fit_op(&row, id);
    if (!row || !check_kinds(row, id, bools))
        return NULL;
    if (whole && !row->takes_int && strcmp(op, "div") != 0 && operands[0].weak == KIND_OTHER &&
        operands[1].weak == KIND_OTHER) /* int8 and uint8: each fits float16, as NumPy has it */
        id = dtype_promote(dtype_to_float(operands[0].array->dtype->id),
                           dtype_to_float(operands[1].array->dtype->id));
    ArrayObject *in[2] = {NULL, NULL};
    for (unsigned k = 0; k < 2; k++) {
        in[k] = id == DT_OTHER ? (ArrayObject *)Py_NewRef((PyObject *)operands[k].array)
                               : operand_as(&operands[k], id);
        if (!in[k])
            break;
    }
    PyObject *out = NULL;
    DType *result = id == DT_OTHER          ? NULL
                    : is_compare(row->name) ? dtype_of(DT_BOOL)
                                            : dtype_of(id);
    if (in[0] && in[1])
        out = array_apply(current_context(), row->name, in, 2, NULL, result);
    Py_XDECREF(in[0]);
    Py_XDECREF(in[1]);
    return out;
}

/* NULL with NotImplemented where an operand is neither array nor number. */
static PyObject *binary_or_not(const char *op, PyObject *a, PyObject *b) {
    Operand o[2] = {{NULL, NULL, KIND_OTHER}, {NULL, NULL, KIND_OTHER}};
    PyObject *out = NULL;
    int first = operand_from(a, &o[0]), second = first == 1 ? operand_from(b, &o[1]) : 0;
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
    ArrayObject *x = array_from_object(a, NULL, -1);
    ArrayObject *y = x ? array_from_object(b, NULL, -1) : NULL;
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
        o.array = array_from_object(object, NULL, -1);
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
        ArrayObject *in =
            id == DT_OTHER ? (ArrayObject *)Py_NewRef((PyObject *)o.array) : operand_as(&o, id);
        if (in)
            out = array_apply(current_context(), row->name, &in, 1, NULL, NULL);
        Py_XDECREF(in);
    }
    operand_drop(&o);
    return out;
}

/* ---- the number protocol */

#define BINARY(slot, op)                              \
    static PyObject *slot(PyObject *a, PyObject *b) { \
        return binary_or_not(op, a, b);               \
    }
BINARY(slot_add, "add")
BINARY(slot_sub, "sub")
BINARY(slot_mul, "mul")
BINARY(slot_div, "div")
BINARY(slot_floor_div, "floor_div")
BINARY(slot_remainder, "remainder")
BINARY(slot_and, "and")
BINARY(slot_or, "or")
BINARY(slot_xor, "xor")
BINARY(slot_shl, "shl")
BINARY(slot_shr, "shr")
BINARY(slot_matmul, "matmul")
#undef BINARY

/* x**2 is x*x, and x**0.5 a square root, as in NumPy; others are powers. */
static PyObject *slot_pow(PyObject *a, PyObject *b, PyObject *modulo) {
    if (modulo != Py_None)
        Py_RETURN_NOTIMPLEMENTED;
    Kind kind = number_kind(b);
    if (array_check(a) && ((ArrayObject *)a)->weak == KIND_OTHER &&
        (kind == KIND_INT || kind == KIND_FLOAT)) {
        double n = PyFloat_AsDouble(b);
        Kind of = ((ArrayObject *)a)->dtype->kind;
        bool inexact = of == KIND_FLOAT || of == KIND_COMPLEX;
        PyErr_Clear();
        if (n == 2 && (inexact || (kind == KIND_INT && of != KIND_BOOL)))
            return binary_or_not("mul", a, a);
        if (n == 0.5 && inexact)
            return number_unary("sqrt", a);
        if (kind == KIND_INT && n < 0 && (of == KIND_INT || of == KIND_BOOL)) {
            PyErr_SetString(PyExc_ValueError,
                            "Integers to negative integer powers are not allowed.");
            return NULL;
        }
    }
    return binary_or_not("pow", a, b);
}

static PyObject *slot_neg(PyObject *a) {
    return number_unary("neg", a);
}

static PyObject *slot_positive(PyObject *a) {
    if (((ArrayObject *)a)->weak != KIND_OTHER)
        return Py_NewRef(a);
    return number_unary("copy", a);
}

static PyObject *slot_abs(PyObject *a) {
    if (((ArrayObject *)a)->dtype->id == DT_BOOL)
        return number_unary("copy", a);
    return number_unary("abs", a);
}

static PyObject *slot_invert(PyObject *a) {
    return number_unary("not", a);
}

/* The elements of a one-element array as a Python number. New reference. */
static PyObject *item(PyObject *self) {
    ArrayObject *a = (ArrayObject *)self;
    void *data;
    if (a->context->capture)
        return raise_needs_value("the value of an array is needed");
    for (uint32_t k = 0; k < frit_array_rank(a->array); k++)
        if (frit_array_shape(a->array)[k] != 1)
            return PyErr_Format(PyExc_TypeError,
                                "only an array of one element can become a Python number");
    if (!array_data(a, &data, NULL))
        return NULL;
    Cell c;
    if (a->dtype->id == DT_F16 || a->dtype->id == DT_BF16) {
        ArrayObject *wide = array_cast(a, DT_F64);
        PyObject *out = wide ? item((PyObject *)wide) : NULL;
        Py_XDECREF(wide);
        return out;
    }
    if (a->dtype->id == DT_OTHER)
        return raise_named("DTypeError", "an element of type %S is not a Python number", a->dtype);
    memcpy(&c, data, a->dtype->size);
    switch (a->dtype->id) {
    case DT_BOOL: return PyBool_FromLong(c.b);
    case DT_I8: return PyLong_FromLong(c.i8);
    case DT_I16: return PyLong_FromLong(c.i16);
    case DT_I32: return PyLong_FromLong(c.i32);
    case DT_I64: return PyLong_FromLongLong(c.i64);
    case DT_U8: return PyLong_FromLong(c.u8);
    case DT_U16: return PyLong_FromLong(c.u16);
    case DT_U32: return PyLong_FromUnsignedLong(c.u32);
    case DT_U64: return PyLong_FromUnsignedLongLong(c.u64);
    case DT_F32: return PyFloat_FromDouble((double)c.f32);
    case DT_F64: return PyFloat_FromDouble(c.f64);
    case DT_C64: return PyComplex_FromDoubles((double)c.c64[0], (double)c.c64[1]);
    default: return PyComplex_FromDoubles(c.c128[0], c.c128[1]);
    }
}

static int slot_bool(PyObject *self) {
    ArrayObject *a = (ArrayObject *)self;
    int64_t n = 1;
    for (uint32_t k = 0; k < frit_array_rank(a->array); k++)
        n *= frit_array_shape(a->array)[k];
    if (n != 1) {
        PyErr_SetString(PyExc_ValueError,
                        "the truth value of an array with more or less than one element is "
                        "ambiguous: use frit.any() or frit.all()");
        return -1;
    }
    PyObject *value = item(self);
    int truth = value ? PyObject_IsTrue(value) : -1;
    Py_XDECREF(value);
    return truth;
}

static PyObject *converted(PyObject *self, PyTypeObject *type) {
    PyObject *value = item(self);
    PyObject *out = value ? PyObject_CallOneArg((PyObject *)type, value) : NULL;
    Py_XDECREF(value);
    return out;
}

static PyObject *slot_int(PyObject *self) {
    return converted(self, &PyLong_Type);
}

static PyObject *slot_float(PyObject *self) {
    return converted(self, &PyFloat_Type);
}

static PyObject *slot_index(PyObject *self) {
    ArrayObject *a = (ArrayObject *)self;
    if (frit_array_rank(a->array) != 0 ||
        (a->dtype->kind != KIND_INT && a->dtype->kind != KIND_UINT)) {
        PyErr_SetString(PyExc_TypeError, "only an integer array of rank 0 can be used as an index");
        return NULL;
    }
    return item(self);
}

/* a op= b: the result in a's dtype and memory. */
static PyObject *in_place(PyObject *self, PyObject *result) {
    ArrayObject *a = (ArrayObject *)self;
    if (!result || result == Py_NotImplemented)
        return result;
    ArrayObject *r = (ArrayObject *)result;
    if (a->weak != KIND_OTHER) /* a number: Python rebinds the name */
        return result;
    if (!dtype_can_cast_same_kind(r->dtype->id, a->dtype->id)) {
        raise_named("DTypeError", "the result is %S and cannot be stored in an array of %S",
                    r->dtype, a->dtype);
        Py_DECREF(result);
        return NULL;
    }
    ArrayObject *value =
        a->dtype->id == DT_OTHER ? (ArrayObject *)Py_NewRef(result) : array_cast(r, a->dtype->id);
    Py_DECREF(result);
    bool ok = value && array_assign(a, value);
    Py_XDECREF(value);
    return ok ? Py_NewRef(self) : NULL;
}

#define IN_PLACE(slot, with)                          \
    static PyObject *slot(PyObject *a, PyObject *b) { \
        return in_place(a, with(a, b));               \
    }
IN_PLACE(inplace_add, slot_add)
IN_PLACE(inplace_sub, slot_sub)
IN_PLACE(inplace_mul, slot_mul)
IN_PLACE(inplace_div, slot_div)
IN_PLACE(inplace_floor_div, slot_floor_div)
IN_PLACE(inplace_remainder, slot_remainder)
IN_PLACE(inplace_and, slot_and)
IN_PLACE(inplace_or, slot_or)
IN_PLACE(inplace_xor, slot_xor)
IN_PLACE(inplace_shl, slot_shl)
IN_PLACE(inplace_shr, slot_shr)
IN_PLACE(inplace_matmul, slot_matmul)
#undef IN_PLACE

static PyObject *inplace_pow(PyObject *a, PyObject *b, PyObject *modulo) {
    return in_place(a, slot_pow(a, b, modulo));
}

PyNumberMethods array_as_number = {
    .nb_add = slot_add,
    .nb_subtract = slot_sub,
    .nb_multiply = slot_mul,
    .nb_true_divide = slot_div,
    .nb_floor_divide = slot_floor_div,
    .nb_remainder = slot_remainder,
    .nb_power = slot_pow,
    .nb_negative = slot_neg,
    .nb_positive = slot_positive,
    .nb_absolute = slot_abs,
    .nb_invert = slot_invert,
    .nb_and = slot_and,
    .nb_or = slot_or,
    .nb_xor = slot_xor,
    .nb_lshift = slot_shl,
    .nb_rshift = slot_shr,
    .nb_matrix_multiply = slot_matmul,
    .nb_bool = slot_bool,
    .nb_int = slot_int,
    .nb_float = slot_float,
    .nb_index = slot_index,
    .nb_inplace_add = inplace_add,
    .nb_inplace_subtract = inplace_sub,
    .nb_inplace_multiply = inplace_mul,
    .nb_inplace_true_divide = inplace_div,
    .nb_inplace_floor_divide = inplace_floor_div,
    .nb_inplace_remainder = inplace_remainder,
    .nb_inplace_power = inplace_pow,
    .nb_inplace_and = inplace_and,
    .nb_inplace_or = inplace_or,
    .nb_inplace_xor = inplace_xor,
    .nb_inplace_lshift = inplace_shl,
    .nb_inplace_rshift = inplace_shr,
    .nb_inplace_matrix_multiply = inplace_matmul,
};

PyObject *array_richcompare(PyObject *a, PyObject *b, int op) {
    static const char *const names[] = {
        [Py_LT] = "lt", [Py_LE] = "le", [Py_EQ] = "eq",
        [Py_NE] = "ne", [Py_GT] = "gt", [Py_GE] = "ge",
    };
    return binary_or_not(names[op], a, b);
}

/* ---- functions of the module */

static PyObject *py_binary(PyObject *module, PyObject *args) {
    (void)module;
    const char *op;
    PyObject *a, *b;
    if (!PyArg_ParseTuple(args, "sOO", &op, &a, &b))
        return NULL;
    return number_binary(op, a, b);
}

static PyObject *py_unary(PyObject *module, PyObject *args) {
    (void)module;
    const char *op;
    PyObject *a;
    if (!PyArg_ParseTuple(args, "sO", &op, &a))
        return NULL;
    return number_unary(op, a);
}

static PyObject *py_item(PyObject *module, PyObject *a) {
    (void)module;
    if (!array_check(a))
        return PyErr_Format(PyExc_TypeError, "expected a frit.Array, got %R", Py_TYPE(a));
    return item(a);
}

static PyObject *py_cast(PyObject *module, PyObject *args) {
    (void)module;
    PyObject *a, *d;
    if (!PyArg_ParseTuple(args, "O!O!", &ArrayBase_Type, &a, &DType_Type, &d))
        return NULL;
    Operand o = {(ArrayObject *)a, NULL, ((ArrayObject *)a)->weak};
    return (PyObject *)operand_as(&o, ((DType *)d)->id);
}

static PyObject *py_scalar(PyObject *module, PyObject *args) {
    (void)module;
    PyObject *number, *d = NULL;
    if (!PyArg_ParseTuple(args, "O|O!", &number, &DType_Type, &d))
        return NULL;
    Operand o;
    int is = operand_from(number, &o);
    if (is <= 0)
        return is < 0 ? NULL
                      : PyErr_Format(PyExc_TypeError, "expected a number, got %R", Py_TYPE(number));
    DTypeId id = d ? ((DType *)d)->id : operands_promote(&o, 1);
    PyObject *out = (PyObject *)operand_as(&o, id);
    operand_drop(&o);
    return out;
}

/* All operands as arrays of their common dtype. */
static PyObject *py_promote(PyObject *module, PyObject *args) {
    (void)module;
    Py_ssize_t n = PyTuple_GET_SIZE(args), ready = 0;
    Operand *o = PyMem_Calloc((size_t)n + 1, sizeof *o);
    PyObject *list = o ? PyList_New(n) : PyErr_NoMemory();
    bool ok = list != NULL;
    for (; ok && ready < n; ready += ok) {
        PyObject *object = PyTuple_GET_ITEM(args, ready);
        int is = operand_from(object, &o[ready]);
        if (is == 0)
            o[ready].array = array_from_object(object, NULL, -1);
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
    {"binary", py_binary, METH_VARARGS, "A step on two operands, promoted."},
    {"unary", py_unary, METH_VARARGS, "A step on one operand, promoted."},
    {"item", py_item, METH_O, "The one element as a Python number."},
    {"cast", py_cast, METH_VARARGS, "An array as another dtype; itself where it is."},
    {"scalar", py_scalar, METH_VARARGS, "A number as an array of rank 0."},
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
