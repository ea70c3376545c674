/* Arithmetic of doubles, singles and 64-bit integers, element by element. */
#include <math.h>

#include "front/script/value/lanes.h"

/* These loops are what statements on small arrays are: they shall be vectors. */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("O3")
#endif

#define EACH(NAME, T, EXPRESSION) EACH_FOR(, NAME, T, EXPRESSION)
#define EACH_FOR(TARGET, NAME, T, EXPRESSION)                                                \
    TARGET static void NAME(int64_t n, const void *a, bool a_one, const void *b, bool b_one, \
                            void *out) {                                                     \
        const T *p = a, *q = b;                                                              \
        T *restrict r = out;                                                                 \
        if (a_one) {                                                                         \
            T x = *p;                                                                        \
            for (int64_t k = 0; k < n; k++) {                                                \
                T y = q[k];                                                                  \
                r[k] = EXPRESSION;                                                           \
            }                                                                                \
        } else if (b_one) {                                                                  \
            T y = *q;                                                                        \
            for (int64_t k = 0; k < n; k++) {                                                \
                T x = p[k];                                                                  \
                r[k] = EXPRESSION;                                                           \
            }                                                                                \
        } else {                                                                             \
            for (int64_t k = 0; k < n; k++) {                                                \
                T x = p[k], y = q[k];                                                        \
                r[k] = EXPRESSION;                                                           \
            }                                                                                \
        }                                                                                    \
    }

double scalar_power(double x, double y) {
    return y == 2 ? x * x : y == 3 ? x * x * x : y == -1 ? 1 / x : pow(x, y);
}

static float power_single(float x, float y) {
    return y == 2 ? x * x : y == 3 ? x * x * x : y == -1 ? 1 / x : powf(x, y);
}

EACH(add_double, double, x + y)
EACH(sub_double, double, x - y)
EACH(mul_double, double, x *y)
EACH(div_double, double, x / y)
EACH(pow_double, double, scalar_power(x, y))
EACH(add_single, float, x + y)
EACH(sub_single, float, x - y)
EACH(mul_single, float, x *y)
EACH(div_single, float, x / y)
EACH(pow_single, float, power_single(x, y))

#if defined(__x86_64__)
#define WIDE(NAME, T, EXPRESSION) \
    EACH_FOR(__attribute__((target("avx2"))), wide_##NAME, T, EXPRESSION)
WIDE(add_double, double, x + y)
WIDE(sub_double, double, x - y)
WIDE(mul_double, double, x *y)
WIDE(div_double, double, x / y)
WIDE(add_single, float, x + y)
WIDE(sub_single, float, x - y)
WIDE(mul_single, float, x *y)
WIDE(div_single, float, x / y)

/* The same with wider vectors, where the processor has them; NULL. */
static LaneFn *wide_lane(BinaryOp op, bool single) {
    static LaneFn *const lanes[][2] = {{wide_add_double, wide_add_single},
                                       {wide_sub_double, wide_sub_single},
                                       {wide_mul_double, wide_mul_single},
                                       {wide_div_double, wide_div_single}};
    int row = op == BINARY_ADD    ? 0
              : op == BINARY_SUB  ? 1
              : op == BINARY_EMUL ? 2
              : op == BINARY_EDIV ? 3
                                  : -1;
    return row >= 0 && __builtin_cpu_supports("avx2") ? lanes[row][single] : NULL;
}
#else
static LaneFn *wide_lane(BinaryOp op, bool single) {
    (void)op;
    (void)single;
    return NULL;
}
#endif

LaneFn *lane_double(BinaryOp op) {
    LaneFn *wide = wide_lane(op, false);
    if (wide)
        return wide;
    return op == BINARY_ADD    ? add_double
           : op == BINARY_SUB  ? sub_double
           : op == BINARY_EMUL ? mul_double
           : op == BINARY_EDIV ? div_double
                               : pow_double;
}

LaneFn *lane_single(BinaryOp op) {
    LaneFn *wide = wide_lane(op, true);
    if (wide)
        return wide;
    return op == BINARY_ADD    ? add_single
           : op == BINARY_SUB  ? sub_single
           : op == BINARY_EMUL ? mul_single
           : op == BINARY_EDIV ? div_single
                               : pow_single;
}

/* ---- 64-bit integers: exact, saturated */

static int64_t add_i64(int64_t x, int64_t y) {
    int64_t r;
    return !__builtin_add_overflow(x, y, &r) ? r : x < 0 ? INT64_MIN : INT64_MAX;
}

static int64_t sub_i64(int64_t x, int64_t y) {
    int64_t r;
    return !__builtin_sub_overflow(x, y, &r) ? r : x < 0 ? INT64_MIN : INT64_MAX;
}

static int64_t mul_i64(int64_t x, int64_t y) {
    int64_t r;
    return !__builtin_mul_overflow(x, y, &r) ? r : (x < 0) != (y < 0) ? INT64_MIN : INT64_MAX;
}

static int64_t div_i64(int64_t x, int64_t y) {
    if (y == 0)
        return x < 0 ? INT64_MIN : x > 0 ? INT64_MAX : 0;
    if (y == -1)
        return x == INT64_MIN ? INT64_MAX : -x;
    int64_t q = x / y, r = x % y;
    uint64_t rest = r < 0 ? 0 - (uint64_t)r : (uint64_t)r;
    uint64_t size = y < 0 ? 0 - (uint64_t)y : (uint64_t)y;
    return rest >= size - rest ? q + ((x < 0) == (y < 0) ? 1 : -1) : q;
}

static int64_t pow_i64(int64_t x, int64_t y) {
    int64_t r = 1;
    if (y < 0)
        return x == 1 || (x == -1 && y % 2 == 0) ? 1 : x == -1 ? -1 : 0;
    for (; y; y >>= 1) {
        if (y & 1)
            r = mul_i64(r, x);
        if (y > 1)
            x = mul_i64(x, x);
    }
    return r;
}

static uint64_t add_u64(uint64_t x, uint64_t y) {
    return x + y < x ? UINT64_MAX : x + y;
}

static uint64_t mul_u64(uint64_t x, uint64_t y) {
    uint64_t r;
    return __builtin_mul_overflow(x, y, &r) ? UINT64_MAX : r;
}

static uint64_t div_u64(uint64_t x, uint64_t y) {
    if (y == 0)
        return x ? UINT64_MAX : 0;
    return x / y + (x % y >= y - x % y);
}

static uint64_t pow_u64(uint64_t x, uint64_t y) {
    uint64_t r = 1;
    for (; y; y >>= 1) {
        if (y & 1)
            r = mul_u64(r, x);
        if (y > 1)
            x = mul_u64(x, x);
    }
    return r;
}

EACH(add_int64, int64_t, add_i64(x, y))
EACH(sub_int64, int64_t, sub_i64(x, y))
EACH(mul_int64, int64_t, mul_i64(x, y))
EACH(div_int64, int64_t, div_i64(x, y))
EACH(pow_int64, int64_t, pow_i64(x, y))
EACH(add_uint64, uint64_t, add_u64(x, y))
EACH(sub_uint64, uint64_t, x > y ? x - y : 0)
EACH(mul_uint64, uint64_t, mul_u64(x, y))
EACH(div_uint64, uint64_t, div_u64(x, y))
EACH(pow_uint64, uint64_t, pow_u64(x, y))

LaneFn *lane_int64(BinaryOp op) {
    return op == BINARY_ADD    ? add_int64
           : op == BINARY_SUB  ? sub_int64
           : op == BINARY_EMUL ? mul_int64
           : op == BINARY_EDIV ? div_int64
                               : pow_int64;
}

LaneFn *lane_uint64(BinaryOp op) {
    return op == BINARY_ADD    ? add_uint64
           : op == BINARY_SUB  ? sub_uint64
           : op == BINARY_EMUL ? mul_uint64
           : op == BINARY_EDIV ? div_uint64
                               : pow_uint64;
}

/* ---- 64-bit integers with numbers of other classes */

/* Whole powers are exact as long as they fit an integer. */
static long double power_long(long double x, long double y) {
    long double r = 1;
    if (y < 0 || y >= 64 || y != floorl(y))
        return (long double)pow((double)x, (double)y);
    for (uint32_t k = (uint32_t)y; k; k >>= 1) {
        if (k & 1)
            r *= x;
        x *= x;
    }
    return r;
}

/* Sums are of rounded operands: 3 - 1.5 is 1. */
EACH(add_long, long double, roundl(x) + roundl(y))
EACH(sub_long, long double, roundl(x) - roundl(y))
EACH(mul_long, long double, x *y)
EACH(div_long, long double, x / y)
EACH(pow_long, long double, power_long(x, y))

LaneFn *lane_long(BinaryOp op) {
    return op == BINARY_ADD    ? add_long
           : op == BINARY_SUB  ? sub_long
           : op == BINARY_EMUL ? mul_long
           : op == BINARY_EDIV ? div_long
                               : pow_long;
}
