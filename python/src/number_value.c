/* One Python number as an array of rank 0, and one element as a Python number. */
#include "number.h"

#include <math.h>
#include <string.h>

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
    raise_named("IntegerOverflow", "Python integer %R out of bounds for %U", number,
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
    ThreadState *t = thread_state();
    Context *c = t->capture ? t->capture->context : main_context(); /* it goes where it is used */
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

/* ---- elements as numbers */

/* Of the bits of a float16; exact. */
static double half_value(uint16_t bits) {
    int exponent = bits >> 10 & 31;
    double fraction = bits & 1023;
    double value = exponent == 31 ? (fraction != 0 ? (double)NAN : (double)INFINITY)
                   : exponent     ? ldexp(fraction + 1024, exponent - 25)
                                  : ldexp(fraction, -24);
    return bits >> 15 ? -value : value;
}

static double bfloat_value(uint16_t bits) {
    uint32_t wide = (uint32_t)bits << 16;
    float value;
    memcpy(&value, &wide, sizeof value);
    return (double)value;
}

PyObject *number_of_cell(DTypeId dtype, const char *cell) {
    Cell c;
    memcpy(&c, cell, dtype_of(dtype)->size);
    switch (dtype) {
    case DT_BOOL: return PyBool_FromLong(c.b);
    case DT_I8: return PyLong_FromLong(c.i8);
    case DT_I16: return PyLong_FromLong(c.i16);
    case DT_I32: return PyLong_FromLong(c.i32);
    case DT_I64: return PyLong_FromLongLong(c.i64);
    case DT_U8: return PyLong_FromLong(c.u8);
    case DT_U16: return PyLong_FromLong(c.u16);
    case DT_U32: return PyLong_FromUnsignedLong(c.u32);
    case DT_U64: return PyLong_FromUnsignedLongLong(c.u64);
    case DT_F16: return PyFloat_FromDouble(half_value(c.u16));
    case DT_BF16: return PyFloat_FromDouble(bfloat_value(c.u16));
    case DT_F32: return PyFloat_FromDouble((double)c.f32);
    case DT_F64: return PyFloat_FromDouble(c.f64);
    case DT_C64: return PyComplex_FromDoubles((double)c.c64[0], (double)c.c64[1]);
    default: return PyComplex_FromDoubles(c.c128[0], c.c128[1]);
    }
}

PyObject *number_item(PyObject *self) {
    ArrayObject *a = (ArrayObject *)self;
    char cell[16];
    void *data = cell;
    if (a->context->capture)
        return raise_needs_value("the value of an array is needed");
    for (uint32_t k = 0; k < frit_array_rank(a->array); k++)
        if (frit_array_shape(a->array)[k] != 1)
            return PyErr_Format(PyExc_TypeError,
                                "only an array of one element can become a Python number");
    if (a->dtype->id == DT_OTHER)
        return raise_named("DTypeError", "an element of type %S is not a Python number", a->dtype);
    if (!(a->context->there ? array_read(a, cell, a->dtype->size) : array_data(a, &data, NULL)))
        return NULL;
    return number_of_cell(a->dtype->id, data);
}
