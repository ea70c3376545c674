/* Single elements, and arrays as other classes' elements: reading, rounding, saturating. */
#include <math.h>

#include "front/script/value/objects.h"

double element_double(ValueClass class_, const void *data, int64_t k) {
    switch (class_) {
    case CLASS_DOUBLE: return ((const double *)data)[k];
    case CLASS_SINGLE: return (double)((const float *)data)[k];
    case CLASS_INT8: return ((const int8_t *)data)[k];
    case CLASS_INT16: return ((const int16_t *)data)[k];
    case CLASS_INT32: return ((const int32_t *)data)[k];
    case CLASS_INT64: return (double)((const int64_t *)data)[k];
    case CLASS_UINT16: return ((const uint16_t *)data)[k];
    case CLASS_UINT32: return ((const uint32_t *)data)[k];
    case CLASS_UINT64: return (double)((const uint64_t *)data)[k];
    default: return ((const uint8_t *)data)[k];
    }
}

/* x between lo and hi, rounded half away from zero; NaN is 0. */
static double saturated(double x, double lo, double hi) {
    return x != x ? 0 : x <= lo ? lo : x >= hi ? hi : round(x);
}

int64_t saturate_int64(double x) {
    return x != x ? 0 : x >= 0x1p63 ? INT64_MAX : x <= -0x1p63 ? INT64_MIN : (int64_t)round(x);
}

uint64_t saturate_uint64(double x) {
    return x != x || x <= 0 ? 0 : x >= 0x1p64 ? UINT64_MAX : (uint64_t)round(x);
}

void element_store(ValueClass class_, void *data, int64_t k, double x) {
    switch (class_) {
    case CLASS_DOUBLE: ((double *)data)[k] = x; break;
    case CLASS_SINGLE: ((float *)data)[k] = (float)x; break;
    case CLASS_INT8: ((int8_t *)data)[k] = (int8_t)saturated(x, INT8_MIN, INT8_MAX); break;
    case CLASS_INT16: ((int16_t *)data)[k] = (int16_t)saturated(x, INT16_MIN, INT16_MAX); break;
    case CLASS_INT32: ((int32_t *)data)[k] = (int32_t)saturated(x, INT32_MIN, INT32_MAX); break;
    case CLASS_INT64: ((int64_t *)data)[k] = saturate_int64(x); break;
    case CLASS_UINT16: ((uint16_t *)data)[k] = (uint16_t)saturated(x, 0, UINT16_MAX); break;
    case CLASS_UINT32: ((uint32_t *)data)[k] = (uint32_t)saturated(x, 0, UINT32_MAX); break;
    case CLASS_UINT64: ((uint64_t *)data)[k] = saturate_uint64(x); break;
    case CLASS_LOGICAL: ((uint8_t *)data)[k] = x != 0; break;
    case CLASS_CHAR: /* what is no byte is 0 */
        x = round(x);
        ((uint8_t *)data)[k] = x >= 0 && x <= UINT8_MAX ? (uint8_t)x : 0;
        break;
    default: ((uint8_t *)data)[k] = (uint8_t)saturated(x, 0, UINT8_MAX); break;
    }
}

double number_double(Value v) {
    return v.class_ == CLASS_INT64    ? (double)v.as.i64
           : v.class_ == CLASS_UINT64 ? (double)v.as.u64
                                      : v.as.number;
}

void number_store(Value v, void *data) {
    if (v.class_ == CLASS_INT64)
        *(int64_t *)data = v.as.i64;
    else if (v.class_ == CLASS_UINT64)
        *(uint64_t *)data = v.as.u64;
    else
        element_store((ValueClass)v.class_, data, 0, v.as.number);
}

Value number_at(ValueClass class_, const void *data, int64_t k) {
    Value v = {.kind = VALUE_NUMBER, .class_ = (uint8_t)class_};
    if (class_ == CLASS_INT64)
        v.as.i64 = ((const int64_t *)data)[k];
    else if (class_ == CLASS_UINT64)
        v.as.u64 = ((const uint64_t *)data)[k];
    else
        v.as.number = element_double(class_, data, k);
    return v;
}
