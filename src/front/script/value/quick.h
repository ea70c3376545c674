/*
 * Elements of arrays by numbers, for the machine's inner loops: no allocation, no error. False: the general functions of value.h
 * do it (or say what is wrong).
 */
#ifndef FRIT_SCRIPT_QUICK_H
#define FRIT_SCRIPT_QUICK_H

#include "front/script/value/value.h"

/* Of ranges and of classes other than double; k from 0. */
bool value_get_slow(Value base, int64_t k, Value *out);
/* The store of a number into own memory, of classes other than double or at the place behind the last; k from 0. */
bool value_set_slow(Value base, int64_t k, Value v);

/* x from 1 to count as a place from 0; else -1. */
static inline int64_t quick_place(double x, int64_t count) {
    if (!(x >= 1 && x <= (double)count))
        return -1;
    int64_t place = (int64_t)x;
    return (double)place == x ? place - 1 : -1;
}

/* base(sub) */
static inline bool value_get_1(Value base, Value sub, Value *out) {
    if (!value_is_double(sub) || !(sub.as.number >= 1) || base.kind < VALUE_RANGE)
        return false;
    if (base.kind == VALUE_ARRAY) {
        const Array *a = VALUE_ARRAY_OF(base);
        int64_t k = quick_place(sub.as.number, a->count);
        if (k < 0)
            return false;
        if (a->class_ == CLASS_DOUBLE && a->data && !a->complex) {
            *out = value_double(((const double *)a->data)[k]);
            return true;
        }
        return value_get_slow(base, k, out);
    }
    if (base.kind == VALUE_RANGE) {
        int64_t k = quick_place(sub.as.number, VALUE_RANGE_OF(base)->count);
        return k >= 0 && value_get_slow(base, k, out);
    }
    return false;
}

/* base(subs[0], subs[1]) of a matrix */
static inline bool value_get_2(Value base, const Value *subs, Value *out) {
    if (base.kind != VALUE_ARRAY || !value_is_double(subs[0]) || !value_is_double(subs[1]))
        return false;
    const Array *a = VALUE_ARRAY_OF(base);
    if (a->shape.rank != 2)
        return false;
    int64_t i = quick_place(subs[0].as.number, a->shape.at[0]);
    int64_t j = quick_place(subs[1].as.number, a->shape.at[1]);
    if (i < 0 || j < 0)
        return false;
    int64_t k = i + j * a->shape.at[0];
    if (a->class_ == CLASS_DOUBLE && a->data && !a->complex) {
        *out = value_double(((const double *)a->data)[k]);
        return true;
    }
    return value_get_slow(base, k, out);
}

/* Is v a number that an array of doubles takes as it is? */
static inline bool quick_is_plain(Value v) {
    return v.kind == VALUE_NUMBER && v.class_ != CLASS_INT64 && v.class_ != CLASS_UINT64;
}

/* base(sub) = v where base has one reference and memory of its own */
static inline bool value_set_1(Value base, Value sub, Value v) {
    if (base.kind != VALUE_ARRAY || !value_is_double(sub) || !quick_is_plain(v))
        return false;
    Array *a = VALUE_ARRAY_OF(base);
    if (a->complex || !value_array_is_own(a))
        return false;
    int64_t k = quick_place(sub.as.number, a->count + 1);
    if (k < 0)
        return false;
    if (a->class_ == CLASS_DOUBLE && k < a->count) {
        ((double *)a->data)[k] = v.as.number;
        return true;
    }
    return value_set_slow(base, k, v);
}

/* base(subs[0], subs[1]) = v of a matrix */
static inline bool value_set_2(Value base, const Value *subs, Value v) {
    if (base.kind != VALUE_ARRAY || !value_is_double(subs[0]) || !value_is_double(subs[1]) ||
        !quick_is_plain(v))
        return false;
    Array *a = VALUE_ARRAY_OF(base);
    if (a->complex || a->shape.rank != 2 || !value_array_is_own(a))
        return false;
    int64_t i = quick_place(subs[0].as.number, a->shape.at[0]);
    int64_t j = quick_place(subs[1].as.number, a->shape.at[1]);
    if (i < 0 || j < 0)
        return false;
    int64_t k = i + j * a->shape.at[0];
    if (a->class_ == CLASS_DOUBLE) {
        ((double *)a->data)[k] = v.as.number;
        return true;
    }
    return value_set_slow(base, k, v);
}

#endif
