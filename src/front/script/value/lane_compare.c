/* Comparisons, element by element. Pairs are compared by size and, where that is equal, by angle. */
#include <math.h>

#include "front/script/value/lanes.h"

/* These loops are what statements on small arrays are: they shall be vectors. */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("O3")
#endif

#define COMPARE(NAME, T, EXPRESSION)                                                               \
    static void NAME(int64_t n, const void *a, bool a_one, const void *b, bool b_one, void *out) { \
        const T *p = a, *q = b;                                                                    \
        uint8_t *restrict r = out;                                                                 \
        if (a_one) {                                                                               \
            T x = *p;                                                                              \
            for (int64_t k = 0; k < n; k++) {                                                      \
                T y = q[k];                                                                        \
                r[k] = EXPRESSION;                                                                 \
            }                                                                                      \
        } else if (b_one) {                                                                        \
            T y = *q;                                                                              \
            for (int64_t k = 0; k < n; k++) {                                                      \
                T x = p[k];                                                                        \
                r[k] = EXPRESSION;                                                                 \
            }                                                                                      \
        } else {                                                                                   \
            for (int64_t k = 0; k < n; k++) {                                                      \
                T x = p[k], y = q[k];                                                              \
                r[k] = EXPRESSION;                                                                 \
            }                                                                                      \
        }                                                                                          \
    }
#define COMPARE_ALL(SUFFIX, T)      \
    COMPARE(lt_##SUFFIX, T, x < y)  \
    COMPARE(le_##SUFFIX, T, x <= y) \
    COMPARE(eq_##SUFFIX, T, x == y) \
    COMPARE(ne_##SUFFIX, T, x != y) \
    COMPARE(ge_##SUFFIX, T, x >= y) \
    COMPARE(gt_##SUFFIX, T, x > y)  \
    COMPARE(and_##SUFFIX, T, x &&y) \
    COMPARE(or_##SUFFIX, T, x || y)

COMPARE_ALL(double, double)
COMPARE_ALL(single, float)
COMPARE_ALL(int64, int64_t)
COMPARE_ALL(uint64, uint64_t)
COMPARE_ALL(long, long double)

typedef struct Pair {
    double re, im;
} Pair;

/* The angle, that of negative numbers pi whatever the sign of the zero. */
static double angle(Pair x) {
    return x.re < 0 && x.im == 0 ? 0x1.921fb54442d18p+1 : atan2(x.im, x.re);
}

static bool is_before(Pair x, Pair y, bool equal) {
    double p = hypot(x.re, x.im), q = hypot(y.re, y.im);
    if (p != q)
        return p < q;
    double s = angle(x), t = angle(y);
    return s < t || (equal && s == t);
}

static bool is_zero(Pair x) {
    return x.re == 0 && x.im == 0;
}

COMPARE(lt_pairs, Pair, is_before(x, y, false))
COMPARE(le_pairs, Pair, is_before(x, y, true))
COMPARE(eq_pairs, Pair, x.re == y.re && x.im == y.im)
COMPARE(ne_pairs, Pair, x.re != y.re || x.im != y.im)
COMPARE(ge_pairs, Pair, is_before(y, x, true))
COMPARE(gt_pairs, Pair, is_before(y, x, false))
COMPARE(and_pairs, Pair, !is_zero(x) && !is_zero(y))
COMPARE(or_pairs, Pair, !is_zero(x) || !is_zero(y))

#define ROW(S) \
    { lt_##S, le_##S, eq_##S, ne_##S, ge_##S, gt_##S, and_##S, or_##S }

LaneFn *lane_compare(BinaryOp op, Lane lane) {
    static LaneFn *const table[][8] = {ROW(double), ROW(single), ROW(pairs),
                                       ROW(int64),  ROW(uint64), ROW(long)};
    uint32_t row = lane == LANE_DOUBLE   ? 0
                   : lane == LANE_SINGLE ? 1
                   : lane == LANE_INT64  ? 3
                   : lane == LANE_UINT64 ? 4
                   : lane == LANE_LONG   ? 5
                                         : 2;
    return table[row][op - BINARY_LT];
}
