/* Functions of numbers, element by element: what the files of the theme share. */
#ifndef FRIT_SCRIPT_ELEMENTWISE_H
#define FRIT_SCRIPT_ELEMENTWISE_H

#include "front/script/value/value.h"

/* Codes of builtin_math. */
typedef enum MathCode {
    MATH_ACOS,
    MATH_ACOSD,
    MATH_ACOSH,
    MATH_ACOT,
    MATH_ACOTH,
    MATH_ACSC,
    MATH_ACSCH,
    MATH_ASEC,
    MATH_ASECH,
    MATH_ASIN,
    MATH_ASIND,
    MATH_ASINH,
    MATH_ATAN,
    MATH_ATAND,
    MATH_ATANH,
    MATH_CBRT,
    MATH_COS,
    MATH_COSD,
    MATH_COSH,
    MATH_COT,
    MATH_COTH,
    MATH_CSC,
    MATH_CSCH,
    MATH_DAWSON,
    MATH_ERF,
    MATH_ERFC,
    MATH_ERFCINV,
    MATH_ERFCX,
    MATH_ERFI,
    MATH_ERFINV,
    MATH_EXP,
    MATH_EXPM1,
    MATH_GAMMA,
    MATH_GAMMALN,
    MATH_LOG,
    MATH_LOG10,
    MATH_LOG1P,
    MATH_LOG2,
    MATH_PSI,
    MATH_SEC,
    MATH_SECH,
    MATH_SIN,
    MATH_SIND,
    MATH_SINH,
    MATH_SQRT,
    MATH_TAN,
    MATH_TAND,
    MATH_TANH
} MathCode;

/* The function of the code (MathCode) on each element. */
bool elementwise_math(Interp *in, uint16_t code, Value v, Value *out);

/* Codes of builtin_round. */
enum { ROUND_CEIL, ROUND_FIX, ROUND_FLOOR, ROUND_NEAREST };
bool elementwise_round(Interp *in, uint16_t code, Value v, Value *out);

/* Codes of builtin_part. */
enum { PART_ABS, PART_ARG, PART_CONJ, PART_IMAG, PART_REAL, PART_SIGN };
bool elementwise_part(Interp *in, uint16_t code, Value v, Value *out);

/* Codes of builtin_truth. */
enum { TRUTH_FINITE, TRUTH_INF, TRUTH_NA, TRUTH_NAN, TRUTH_SIGNBIT };

/* Codes of builtin_two. */
enum { TWO_ATAN2, TWO_GCD, TWO_HYPOT, TWO_LCM, TWO_MOD, TWO_REM };

bool elementwise_two(Interp *in, uint16_t code, Value a, Value b, Value *out);

/* Two operands whose extents of 1 are repeated, in the order of the result's elements: a and b are the places in them. */
typedef struct PairWalk {
    Shape shape;
    int64_t step_a[VALUE_RANK_MAX], step_b[VALUE_RANK_MAX], index[VALUE_RANK_MAX];
    int64_t a, b;
} PairWalk;
void pairs_begin(PairWalk *walk, const Shape *a, const Shape *b, const Shape *shape);
void pairs_next(PairWalk *walk);

/* Angles in degrees, exact where the result is. */
double sin_degrees(double x);
double cos_degrees(double x);
double tan_degrees(double x);
double asin_degrees(double x);
double acos_degrees(double x);
double atan_degrees(double x);

double special_gamma(double x);
double special_gammaln(double x);
double special_erfinv(double x);
double special_erfcinv(double x);
double special_erfcx(double x); /* exp(x^2) erfc(x) */
double special_erfi(double x);
double special_dawson(double x);
double special_psi(double x);

#endif
