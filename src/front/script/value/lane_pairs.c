/*
 * Arithmetic of complex numbers, element by element. A real operand stays real: 2 (Inf + i) is Inf + 2i, and (0 + 2i) would not be
 * what it stands for.
 */
#include <complex.h>
#undef complex /* a name of fields here */
#include <math.h>

#include "front/script/value/lanes.h"

typedef double _Complex DoubleZ;
typedef float _Complex SingleZ;

/* a, b as they are, whichever is one for all. */
#define EACH(NAME, A, B, R, EXPRESSION)                                                            \
    static void NAME(int64_t n, const void *a, bool a_one, const void *b, bool b_one, void *out) { \
        const A *p = a;                                                                            \
        const B *q = b;                                                                            \
        R *restrict r = out;                                                                       \
        int64_t i = !a_one, j = !b_one;                                                            \
        for (int64_t k = 0; k < n; k++) {                                                          \
            A x = p[k * i];                                                                        \
            B y = q[k * j];                                                                        \
            r[k] = EXPRESSION;                                                                     \
        }                                                                                          \
    }

static DoubleZ pair_double(double re, double im) {
    union {
        double part[2];
        DoubleZ z;
    } u = {{re, im}};
    return u.z;
}

static SingleZ pair_single(float re, float im) {
    union {
        float part[2];
        SingleZ z;
    } u = {{re, im}};
    return u.z;
}

/* x to the power of a whole number, by squaring: (1i)^2 is -1. */
static DoubleZ whole_power(DoubleZ x, int64_t n) {
    DoubleZ r = 1;
    for (uint64_t k = n < 0 ? 0 - (uint64_t)n : (uint64_t)n; k; k >>= 1) {
        if (k & 1)
            r *= x;
        x *= x;
    }
    return n < 0 ? 1 / r : r;
}

static DoubleZ power(DoubleZ x, DoubleZ y) {
    double re = creal(y);
    if (cimag(y) == 0 && re == floor(re) && fabs(re) <= 1024)
        return whole_power(x, (int64_t)re);
    if (x == 0 && cimag(y) == 0)
        return re < 0 ? pair_double((double)INFINITY, 0) : 0;
    if (cimag(y) == 0 && cimag(x) == 0 && creal(x) > 0)
        return pow(creal(x), re);
    if (cimag(y) == 0) {
        DoubleZ t = clog(x);
        double size = exp(re * creal(t)), turn = re * cimag(t);
        return pair_double(size * cos(turn), size * sin(turn));
    }
    if (cimag(x) == 0 && creal(x) > 0) {
        double size = pow(creal(x), re), turn = cimag(y) * log(creal(x));
        return pair_double(size * cos(turn), size * sin(turn));
    }
    return cpow(x, y);
}

/* The same in single precision, where it is not a whole power. */
static SingleZ power_single(SingleZ x, SingleZ y) {
    float re = crealf(y);
    if (cimagf(y) != 0 || x == 0 || re == floorf(re))
        return (SingleZ)power((DoubleZ)x, (DoubleZ)y);
    if (cimagf(x) == 0 && crealf(x) > 0)
        return powf(crealf(x), re);
    SingleZ t = clogf(x);
    float size = expf(re * crealf(t)), turn = re * cimagf(t);
    return pair_single(size * cosf(turn), size * sinf(turn));
}

#define ALL(S, Z, D, PAIR, POWER, RE, IM)                         \
    EACH(add_zz_##S, Z, Z, Z, PAIR(RE(x) + RE(y), IM(x) + IM(y))) \
    EACH(add_zd_##S, Z, D, Z, PAIR(RE(x) + y, IM(x)))             \
    EACH(add_dz_##S, D, Z, Z, PAIR(x + RE(y), IM(y)))             \
    EACH(sub_zz_##S, Z, Z, Z, PAIR(RE(x) - RE(y), IM(x) - IM(y))) \
    EACH(sub_zd_##S, Z, D, Z, PAIR(RE(x) - y, IM(x)))             \
    EACH(sub_dz_##S, D, Z, Z, PAIR(x - RE(y), -IM(y)))            \
    EACH(mul_zz_##S, Z, Z, Z, x *y)                               \
    EACH(mul_zd_##S, Z, D, Z, PAIR(RE(x) * y, IM(x) * y))         \
    EACH(mul_dz_##S, D, Z, Z, PAIR(x *RE(y), x *IM(y)))           \
    EACH(div_zz_##S, Z, Z, Z, x / y)                              \
    EACH(div_zd_##S, Z, D, Z, PAIR(RE(x) / y, IM(x) / y))         \
    EACH(div_dz_##S, D, Z, Z, PAIR(x, 0) / y)                     \
    EACH(pow_zz_##S, Z, Z, Z, POWER(x, y))                        \
    EACH(pow_zd_##S, Z, D, Z, POWER(x, PAIR(y, 0)))               \
    EACH(pow_dz_##S, D, Z, Z, POWER(PAIR(x, 0), y))

ALL(double, DoubleZ, double, pair_double, power, creal, cimag)
ALL(single, SingleZ, float, pair_single, power_single, crealf, cimagf)

/* Two real operands whose power is complex. */
EACH(pow_dd_double, double, double, DoubleZ, power(pair_double(x, 0), pair_double(y, 0)))
EACH(pow_dd_single, float, float, SingleZ, power_single(pair_single(x, 0), pair_single(y, 0)))

#define ROW(OP, S) \
    { OP##_zz_##S, OP##_zd_##S, OP##_dz_##S }
#define TABLE(S) \
    { ROW(add, S), ROW(sub, S), ROW(mul, S), ROW(div, S), ROW(pow, S) }

LaneFn *lane_pairs(BinaryOp op, bool single, bool a_real, bool b_real) {
    static LaneFn *const table[2][5][3] = {TABLE(double), TABLE(single)};
    uint32_t row = op == BINARY_ADD    ? 0
                   : op == BINARY_SUB  ? 1
                   : op == BINARY_EMUL ? 2
                   : op == BINARY_EDIV ? 3
                                       : 4;
    if (a_real && b_real)
        return single ? pow_dd_single : pow_dd_double;
    return table[single][row][b_real ? 1 : a_real ? 2 : 0];
}
