/* The number protocol of arrays: operators, in-place operators, comparisons, truth. */
#include "number.h"

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

static bool is_empty(const Operand *o) {
    for (uint32_t k = 0; o->array && k < frit_array_rank(o->array->array); k++)
        if (frit_array_shape(o->array->array)[k] == 0)
            return true;
    return false;
}

/* Is the exponent surely 0 or more? Told by dtypes, and by a number itself; b is what the exponent was. */
static bool is_surely_fit(const Operand *o, PyObject *b) {
    DTypeId id = operands_promote(o, 2);
    Kind kind = o[1].weak != KIND_OTHER ? o[1].weak : o[1].array->dtype->kind;
    bool numbers = o[0].weak != KIND_OTHER && o[1].weak != KIND_OTHER; /* Python's own arithmetic */
    if (numbers || id == DT_OTHER || dtype_of(id)->kind != KIND_INT || kind != KIND_INT)
        return true; /* uint64 and signed integers make float64 */
    if (o[1].weak != KIND_OTHER && o[1].array)
        return o[1].array->low >= 0;
    PyObject *number = o[1].number || is_numpy_scalar(b) ? PyNumber_Index(b) : NULL;
    PyObject *zero = number ? PyLong_FromLong(0) : NULL;
    bool fits = zero && PyObject_RichCompareBool(number, zero, Py_GE) == 1;
    Py_XDECREF(number);
    Py_XDECREF(zero);
    PyErr_Clear();
    return fits;
}

/* Of integers to the power of integers: is every exponent 0 or more? Those of no elements are. An argument's
 * integer must be for a trace to hold; other values are not known to one, which ends here. -1 with an
 * exception set. */
static int operands_fit(const Operand *o, PyObject *b) {
    if (is_surely_fit(o, b))
        return 1;
    if (o[1].weak != KIND_OTHER && o[1].array)
        return capture_bound(o[1].array, 0, INT64_MAX) ? 1 : -1;
    if (current_context()->capture) {
        raise_needs_value("an integer power whose exponents may be negative");
        return -1;
    }
    if (is_empty(&o[0]) || is_empty(&o[1]))
        return 1;
    if (o[1].number)
        return 0;
    PyObject *least = PyObject_CallMethod((PyObject *)o[1].array, "min", NULL);
    PyObject *number = least ? PyNumber_Long(least) : NULL;
    Py_XDECREF(least);
    if (!number)
        return -1;
    long long value = PyLong_AsLongLong(number);
    Py_DECREF(number);
    return value >= 0;
}

static int exponents_fit(PyObject *a, PyObject *b) {
    Operand o[2] = {{NULL, NULL, KIND_OTHER}, {NULL, NULL, KIND_OTHER}};
    int base = operand_from(a, &o[0]), exponent = base == 1 ? operand_from(b, &o[1]) : 0;
    int fit = base < 0 || exponent < 0 ? -1 : exponent == 0 ? 1 : operands_fit(o, b);
    operand_drop(&o[0]);
    operand_drop(&o[1]);
    return fit;
}

static PyObject *refuse_exponent(void) {
    raise_named("ArgumentError", "Integers to negative integer powers are not allowed.");
    return NULL;
}

static bool is_bool(PyObject *x) {
    return ((ArrayObject *)x)->dtype->kind == KIND_BOOL;
}

/* Bools have no powers: their squares, and those of bools to bools, are of 8-bit integers, as in NumPy. */
static PyObject *bool_pow(PyObject *a, PyObject *b) {
    bool square = !array_check(b) && !PyBool_Check(b);
    PyObject *base = (PyObject *)array_cast((ArrayObject *)a, DT_I8);
    PyObject *exponent = square           ? Py_XNewRef(base)
                         : array_check(b) ? (PyObject *)array_cast((ArrayObject *)b, DT_I8)
                                          : PyNumber_Long(b);
    PyObject *result =
        base && exponent ? binary_or_not(square ? "mul" : "pow", base, exponent) : NULL;
    Py_XDECREF(base);
    Py_XDECREF(exponent);
    return result;
}

/* What NumPy has in 8-bit integers: b is 2, a bool, or an array of bools. */
static bool is_bool_pow(PyObject *a, PyObject *b) {
    if (!array_check(a) || ((ArrayObject *)a)->weak != KIND_OTHER || !is_bool(a))
        return false;
    if (array_check(b))
        return is_bool(b);
    return PyBool_Check(b) || (PyLong_Check(b) && PyLong_AsLongLong(b) == 2);
}

/* x**2 is x*x, and x**0.5 a square root, as in NumPy; others are powers. */
PyObject *number_power(PyObject *a, PyObject *b) {
    Kind kind = number_kind(b);
    if (is_bool_pow(a, b))
        return bool_pow(a, b);
    PyErr_Clear();
    if (array_check(a) && is_bool(a) && array_check(b) && ((ArrayObject *)b)->weak == KIND_INT)
        return raise_needs_value("a power of bools, whose dtype the exponent decides");
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
    }
    int fit = exponents_fit(a, b);
    if (fit <= 0)
        return fit < 0 ? NULL : refuse_exponent();
    return binary_or_not("pow", a, b);
}

static PyObject *slot_pow(PyObject *a, PyObject *b, PyObject *modulo) {
    if (modulo != Py_None)
        Py_RETURN_NOTIMPLEMENTED;
    return number_power(a, b);
}

static PyObject *slot_neg(PyObject *a) {
    return number_unary("neg", a);
}

static PyObject *slot_positive(PyObject *a) {
    if (((ArrayObject *)a)->weak != KIND_OTHER)
        return Py_NewRef(a);
    if (((ArrayObject *)a)->dtype->id == DT_BOOL) {
        raise_named("DTypeError", "positive does not take bools");
        return NULL;
    }
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

static int slot_bool(PyObject *self) {
    ArrayObject *a = (ArrayObject *)self;
    int64_t n = 1;
    for (uint32_t k = 0; k < frit_array_rank(a->array); k++)
        n *= frit_array_shape(a->array)[k];
    if (n != 1) {
        raise_named("ArgumentError",
                    "the truth value of an array with more or less than one element is "
                    "ambiguous: use frit.any() or frit.all()");
        return -1;
    }
    PyObject *value = number_item(self);
    int truth = value ? PyObject_IsTrue(value) : -1;
    Py_XDECREF(value);
    return truth;
}

static PyObject *converted(PyObject *self, PyTypeObject *type) {
    PyObject *value = number_item(self);
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
    return number_item(self);
}

/* Has the result of a op b more elements than a? */
static bool grows(const ArrayObject *result, const ArrayObject *a) {
    uint32_t rank = frit_array_rank(result->array), own = frit_array_rank(a->array);
    const int64_t *shape = frit_array_shape(result->array), *room = frit_array_shape(a->array);
    for (uint32_t k = 0; rank <= own && k < rank; k++)
        if (shape[rank - 1 - k] != room[own - 1 - k] && shape[rank - 1 - k] != 1)
            return true;
    return rank > own;
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
    if (grows(r, a)) {
        PyObject *from = array_shape_text(r), *to = from ? array_shape_text(a) : NULL;
        if (to)
            raise_named("ShapeError",
                        "the result has shape %U and cannot be stored in an array of shape %U",
                        from, to);
        Py_XDECREF(from);
        Py_XDECREF(to);
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
IN_PLACE(inplace_sub, slot_sub)
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

/* Python takes these two for a sequence's as well, and gives out what they return as it is. */
static PyObject *inplace_add(PyObject *a, PyObject *b) {
    PyObject *result = in_place(a, slot_add(a, b));
    if (result != Py_NotImplemented)
        return result;
    Py_DECREF(result);
    return PyNumber_Add(a, b);
}

static PyObject *inplace_mul(PyObject *a, PyObject *b) {
    PyObject *result = in_place(a, slot_mul(a, b));
    if (result != Py_NotImplemented)
        return result;
    Py_DECREF(result);
    return PyNumber_Multiply(a, b);
}

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
    PyObject *out = binary_or_not(names[op], a, b);
    if (out != Py_NotImplemented || (op != Py_EQ && op != Py_NE) ||
        !(b == Py_None || PyUnicode_Check(b) || PyBytes_Check(b)) ||
        ((ArrayObject *)a)->weak != KIND_OTHER)
        return out;
    Py_DECREF(out); /* no element equals it, as NumPy has it */
    const frit_array *array = ((ArrayObject *)a)->array;
    PyObject *answer = (PyObject *)number_array(op == Py_NE ? Py_True : Py_False, DT_BOOL);
    PyObject *shape = answer ? shape_tuple(frit_array_rank(array), frit_array_shape(array)) : NULL;
    PyObject *wide = shape ? PyObject_CallMethod(answer, "_view_broadcast", "(O)", shape) : NULL;
    out = wide ? number_unary("copy", wide) : NULL;
    Py_XDECREF(answer);
    Py_XDECREF(shape);
    Py_XDECREF(wide);
    return out;
}
