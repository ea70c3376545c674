/* How elements come into a lane and leave it. */
#include "front/script/value/lanes.h"

#include <math.h>

static const uint8_t lane_sizes[LANE_COUNT] = {8, 4, 16, 8, 8, 8, 16, sizeof(long double)};

size_t lane_size(Lane lane) {
    return lane_sizes[lane];
}

bool lane_is(Lane lane, ValueClass class_, bool complex) {
    switch (lane) {
    case LANE_DOUBLE: return class_ == CLASS_DOUBLE && !complex;
    case LANE_SINGLE: return class_ == CLASS_SINGLE && !complex;
    case LANE_DOUBLES: return class_ == CLASS_DOUBLE && complex;
    case LANE_SINGLES: return class_ == CLASS_SINGLE && complex;
    case LANE_INT64: return class_ == CLASS_INT64;
    case LANE_UINT64: return class_ == CLASS_UINT64;
    default: return false;
    }
}

/* to[k] = from[k * step] of each class. */
#define READ(R, T)                                  \
    do {                                            \
        const T *p = (const T *)data + from * step; \
        R *r = out;                                 \
        for (int64_t k = 0; k < n; k++)             \
            r[k] = (R)p[k * step];                  \
    } while (0)
#define READ_INTO(R)                             \
    switch (class_) {                            \
    case CLASS_DOUBLE: READ(R, double); break;   \
    case CLASS_SINGLE: READ(R, float); break;    \
    case CLASS_INT8: READ(R, int8_t); break;     \
    case CLASS_INT16: READ(R, int16_t); break;   \
    case CLASS_INT32: READ(R, int32_t); break;   \
    case CLASS_INT64: READ(R, int64_t); break;   \
    case CLASS_UINT16: READ(R, uint16_t); break; \
    case CLASS_UINT32: READ(R, uint32_t); break; \
    case CLASS_UINT64: READ(R, uint64_t); break; \
    default: READ(R, uint8_t); break;            \
    }

static void read_double(ValueClass class_, int64_t step, const void *data, int64_t from, int64_t n,
                        void *out) {
    READ_INTO(double)
}

static void read_single(ValueClass class_, int64_t step, const void *data, int64_t from, int64_t n,
                        void *out) {
    READ_INTO(float)
}

static void read_long(ValueClass class_, int64_t step, const void *data, int64_t from, int64_t n,
                      void *out) {
    READ_INTO(long double)
}

/* Only of classes that fit: integers, logical, char. */
static void read_int64(ValueClass class_, const void *data, int64_t from, int64_t n, int64_t *out) {
    for (int64_t k = 0; k < n; k++)
        out[k] = class_ == CLASS_INT64 ? ((const int64_t *)data)[from + k]
                                       : saturate_int64(element_double(class_, data, from + k));
}

static void read_uint64(ValueClass class_, const void *data, int64_t from, int64_t n,
                        uint64_t *out) {
    for (int64_t k = 0; k < n; k++)
        out[k] = class_ == CLASS_UINT64 ? ((const uint64_t *)data)[from + k]
                                        : saturate_uint64(element_double(class_, data, from + k));
}

static void read_pairs(Lane lane, ValueClass class_, bool complex, const void *data, int64_t from,
                       int64_t n, void *out) {
    for (int64_t k = 0; k < n; k++) {
        double re = element_double(class_, data, (from + k) << complex);
        double im = complex ? element_double(class_, data, 2 * (from + k) + 1) : 0;
        if (lane == LANE_SIZES)
            re = fabs(re);
        if (lane != LANE_SINGLES) {
            ((double *)out)[2 * k] = re;
            ((double *)out)[2 * k + 1] = im;
        } else {
            ((float *)out)[2 * k] = (float)re;
            ((float *)out)[2 * k + 1] = (float)im;
        }
    }
}

void lane_read(Lane lane, ValueClass class_, bool complex, const void *data, int64_t from,
               int64_t n, void *out) {
    switch (lane) {
    case LANE_DOUBLE: read_double(class_, 1 << complex, data, from, n, out); break;
    case LANE_SINGLE: read_single(class_, 1 << complex, data, from, n, out); break;
    case LANE_INT64: read_int64(class_, data, from, n, out); break;
    case LANE_UINT64: read_uint64(class_, data, from, n, out); break;
    case LANE_LONG: read_long(class_, 1 << complex, data, from, n, out); break;
    default: read_pairs(lane, class_, complex, data, from, n, out); break;
    }
}

/*
 * Rounds half away from zero and saturates. What is added is the largest number below one half: of 0.5 less than that, the sum
 * stays below 1.
 */
#define WRITE(T, VIA, LO, HI)                                      \
    do {                                                           \
        T *r = (T *)data + from;                                   \
        for (int64_t k = 0; k < n; k++) {                          \
            double y = x[k] < (LO) ? (LO) : x[k];                  \
            y = y > (HI) ? (HI) : y;                               \
            y = x[k] == x[k] ? y : 0;                              \
            r[k] = (T)(VIA)(y + copysign(0.49999999999999994, y)); \
        }                                                          \
    } while (0)

static void write_doubles(const double *x, int64_t n, ValueClass class_, void *data, int64_t from) {
    switch (class_) {
    case CLASS_DOUBLE: memcpy((double *)data + from, x, (size_t)n * sizeof *x); break;
    case CLASS_INT8: WRITE(int8_t, int32_t, INT8_MIN, INT8_MAX); break;
    case CLASS_INT16: WRITE(int16_t, int32_t, INT16_MIN, INT16_MAX); break;
    case CLASS_INT32: WRITE(int32_t, int32_t, INT32_MIN, INT32_MAX); break;
    case CLASS_UINT8: WRITE(uint8_t, int32_t, 0, UINT8_MAX); break;
    case CLASS_UINT16: WRITE(uint16_t, int32_t, 0, UINT16_MAX); break;
    case CLASS_UINT32: WRITE(uint32_t, int64_t, 0, UINT32_MAX); break;
    default:
        for (int64_t k = 0; k < n; k++)
            element_store(class_, data, from + k, x[k]);
    }
}

/* Rounding may reach what saturates. */
static void write_long(const long double *x, int64_t n, ValueClass class_, void *data,
                       int64_t from) {
    for (int64_t k = 0; k < n; k++) {
        long double y = x[k] == x[k] ? roundl(x[k]) : 0;
        if (class_ == CLASS_INT64)
            ((int64_t *)data)[from + k] = y >= 0x1p63L    ? INT64_MAX
                                          : y <= -0x1p63L ? INT64_MIN
                                                          : (int64_t)y;
        else
            ((uint64_t *)data)[from + k] = y <= 0 ? 0 : y >= 0x1p64L ? UINT64_MAX : (uint64_t)y;
    }
}

/* One after another, of what is rare. */
static void write_each(Lane lane, const void *values, int64_t n, ValueClass class_, bool complex,
                       void *data, int64_t from) {
    bool pairs = lane == LANE_DOUBLES || lane == LANE_SINGLES;
    ValueClass as = lane == LANE_SINGLE || lane == LANE_SINGLES ? CLASS_SINGLE
                    : lane == LANE_INT64                        ? CLASS_INT64
                    : lane == LANE_UINT64                       ? CLASS_UINT64
                                                                : CLASS_DOUBLE;
    for (int64_t k = 0; k < n; k++) {
        element_store(class_, data, (from + k) << complex, element_double(as, values, k << pairs));
        if (complex)
            element_store(class_, data, 2 * (from + k) + 1,
                          pairs ? element_double(as, values, 2 * k + 1) : 0);
    }
}

void lane_write(Lane lane, const void *values, int64_t n, ValueClass class_, bool complex,
                void *data, int64_t from) {
    size_t size = lane_size(lane);
    if (lane_is(lane, class_, complex))
        memcpy((char *)data + (size_t)from * size, values, (size_t)n * size);
    else if (lane == LANE_DOUBLE && !complex)
        write_doubles(values, n, class_, data, from);
    else if (lane == LANE_LONG)
        write_long(values, n, class_, data, from);
    else
        write_each(lane, values, n, class_, complex, data, from);
}
