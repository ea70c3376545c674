/*
 * Arrays that stand for Python numbers (weak arrays), inside a capture.
 *
 * Among themselves they follow Python's arithmetic as far as 64 bits can do it exactly; where they
 * cannot, NeedsValue is raised, and the number becomes part of the function's key.
 */
#include "number.h"

#include <string.h>

/* ---- as a dtype */

void integer_range(DTypeId id, int64_t *low, int64_t *high) {
    DType *d = dtype_of(id);
    unsigned bits = 8 * d->size - (d->kind == KIND_INT);
    *high = bits >= 63 ? INT64_MAX : ((int64_t)1 << bits) - 1;
    *low = d->kind == KIND_INT ? -*high - 1 : 0;
}

ArrayObject *weak_cast(ArrayObject *a, DTypeId to) {
    DType *d = dtype_of(to);
    if (a->weak == KIND_INT && (d->kind == KIND_INT || d->kind == KIND_UINT)) {
        int64_t low, high;
        integer_range(to, &low, &high);
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

PyObject *weak_binary(const char *op, const Operand *a, const Operand *b) {
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
