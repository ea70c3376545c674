/* Functions of one number, element by element: exp, sin, gamma and so on. Integers give doubles. */
#include <complex.h>
#undef complex /* which names members here */
#include <math.h>

#include "front/script/builtin/arrays.h"
#include "front/script/builtin/elementwise.h"

/* Where a real argument has a real result. NaN lies in every domain. */
typedef enum Domain {
    DOMAIN_ALL,
    DOMAIN_FROM_0,
    DOMAIN_FROM_1,
    DOMAIN_FROM_MINUS_1,
    DOMAIN_UNIT,         /* -1 .. 1 */
    DOMAIN_OUTSIDE_UNIT, /* all but those between -1 and 1 */
    DOMAIN_UNIT_FROM_0,  /* 0 .. 1 */
    DOMAIN_GAMMA         /* where the gamma function is not negative */
} Domain;

typedef double _Complex Complex;

/* Every row is a code of the table. op: of frit's; NULL: there is none that does the same. */
typedef struct MathRow {
    const char *who;
    const char *op;
    double (*real)(double);
    Complex (*complex)(Complex); /* NULL: not for complex numbers */
    Domain domain;
} MathRow;

static Complex of_parts(double re, double im) {
    double parts[2] = {re, im};
    Complex z;
    memcpy(&z, parts, sizeof z);
    return z;
}

/* On its cut, right of 1, the sheet from below is meant. */
static Complex from_below(Complex z) {
    return cimag(z) == 0 && creal(z) > 1 ? of_parts(creal(z), -0.0) : z;
}
static Complex asin_below(Complex z) {
    return casin(from_below(z));
}
static Complex acos_below(Complex z) {
    return cacos(from_below(z));
}
static Complex complex_log2(Complex z) {
    return clog(z) / log(2.0);
}
static Complex complex_log10(Complex z) {
    return clog(z) / log(10.0);
}
static Complex complex_log1p(Complex z) {
    return clog(1 + z);
}
static Complex complex_expm1(Complex z) {
    return cexp(z) - 1;
}
static Complex complex_gammaln(Complex z) {
    return of_parts(lgamma(creal(z)), acos(-1.0));
}

#define RECIPROCAL(name, inner, complex_inner) \
    static double real_##name(double x) {      \
        return 1 / inner(x);                   \
    }                                          \
    static Complex complex_##name(Complex z) { \
        return 1 / complex_inner(z);           \
    }
#define OF_RECIPROCAL(name, inner, complex_inner) \
    static double real_##name(double x) {         \
        return inner(1 / x);                      \
    }                                             \
    static Complex complex_##name(Complex z) {    \
        return complex_inner(1 / z);              \
    }
RECIPROCAL(sec, cos, ccos)
RECIPROCAL(csc, sin, csin)
RECIPROCAL(cot, tan, ctan)
RECIPROCAL(sech, cosh, ccosh)
RECIPROCAL(csch, sinh, csinh)
RECIPROCAL(coth, tanh, ctanh)
OF_RECIPROCAL(asec, acos, acos_below)
OF_RECIPROCAL(acsc, asin, asin_below)
OF_RECIPROCAL(acot, atan, catan)
OF_RECIPROCAL(asech, acosh, cacosh)
OF_RECIPROCAL(acsch, asinh, casinh)
OF_RECIPROCAL(acoth, atanh, catanh)

static const MathRow math_rows[] = {
    [MATH_ACOS] = {"acos", "acos", acos, acos_below, DOMAIN_UNIT},
    [MATH_ACOSD] = {"acosd", NULL, acos_degrees, NULL, DOMAIN_UNIT},
    [MATH_ACOSH] = {"acosh", "acosh", acosh, cacosh, DOMAIN_FROM_1},
    [MATH_ACOT] = {"acot", NULL, real_acot, complex_acot, DOMAIN_ALL},
    [MATH_ACOTH] = {"acoth", NULL, real_acoth, complex_acoth, DOMAIN_OUTSIDE_UNIT},
    [MATH_ACSC] = {"acsc", NULL, real_acsc, complex_acsc, DOMAIN_OUTSIDE_UNIT},
    [MATH_ACSCH] = {"acsch", NULL, real_acsch, complex_acsch, DOMAIN_ALL},
    [MATH_ASEC] = {"asec", NULL, real_asec, complex_asec, DOMAIN_OUTSIDE_UNIT},
    [MATH_ASECH] = {"asech", NULL, real_asech, complex_asech, DOMAIN_UNIT_FROM_0},
    [MATH_ASIN] = {"asin", "asin", asin, asin_below, DOMAIN_UNIT},
    [MATH_ASIND] = {"asind", NULL, asin_degrees, NULL, DOMAIN_UNIT},
    [MATH_ASINH] = {"asinh", "asinh", asinh, casinh, DOMAIN_ALL},
    [MATH_ATAN] = {"atan", "atan", atan, catan, DOMAIN_ALL},
    [MATH_ATAND] = {"atand", NULL, atan_degrees, NULL, DOMAIN_ALL},
    [MATH_ATANH] = {"atanh", "atanh", atanh, catanh, DOMAIN_UNIT},
    [MATH_CBRT] = {"cbrt", "cbrt", cbrt, NULL, DOMAIN_ALL},
    [MATH_COS] = {"cos", "cos", cos, ccos, DOMAIN_ALL},
    [MATH_COSD] = {"cosd", NULL, cos_degrees, NULL, DOMAIN_ALL},
    [MATH_COSH] = {"cosh", "cosh", cosh, ccosh, DOMAIN_ALL},
    [MATH_COT] = {"cot", NULL, real_cot, complex_cot, DOMAIN_ALL},
    [MATH_COTH] = {"coth", NULL, real_coth, complex_coth, DOMAIN_ALL},
    [MATH_CSC] = {"csc", NULL, real_csc, complex_csc, DOMAIN_ALL},
    [MATH_CSCH] = {"csch", NULL, real_csch, complex_csch, DOMAIN_ALL},
    [MATH_DAWSON] = {"dawson", NULL, special_dawson, NULL, DOMAIN_ALL},
    [MATH_ERF] = {"erf", "erf", erf, NULL, DOMAIN_ALL},
    [MATH_ERFC] = {"erfc", "erfc", erfc, NULL, DOMAIN_ALL},
    [MATH_ERFCINV] = {"erfcinv", NULL, special_erfcinv, NULL, DOMAIN_ALL},
    [MATH_ERFCX] = {"erfcx", NULL, special_erfcx, NULL, DOMAIN_ALL},
    [MATH_ERFI] = {"erfi", NULL, special_erfi, NULL, DOMAIN_ALL},
    [MATH_ERFINV] = {"erfinv", NULL, special_erfinv, NULL, DOMAIN_ALL},
    [MATH_EXP] = {"exp", "exp", exp, cexp, DOMAIN_ALL},
    [MATH_EXPM1] = {"expm1", "expm1", expm1, complex_expm1, DOMAIN_ALL},
    [MATH_GAMMA] = {"gamma", NULL, special_gamma, NULL, DOMAIN_ALL},
    [MATH_GAMMALN] = {"lgamma", NULL, special_gammaln, complex_gammaln, DOMAIN_GAMMA},
    [MATH_LOG] = {"log", "log", log, clog, DOMAIN_FROM_0},
    [MATH_LOG10] = {"log10", "log10", log10, complex_log10, DOMAIN_FROM_0},
    [MATH_LOG1P] = {"log1p", "log1p", log1p, complex_log1p, DOMAIN_FROM_MINUS_1},
    [MATH_LOG2] = {"log2", "log2", log2, complex_log2, DOMAIN_FROM_0},
    [MATH_PSI] = {"psi", NULL, special_psi, NULL, DOMAIN_ALL},
    [MATH_SEC] = {"sec", NULL, real_sec, complex_sec, DOMAIN_ALL},
    [MATH_SECH] = {"sech", NULL, real_sech, complex_sech, DOMAIN_ALL},
    [MATH_SIN] = {"sin", "sin", sin, csin, DOMAIN_ALL},
    [MATH_SIND] = {"sind", NULL, sin_degrees, NULL, DOMAIN_ALL},
    [MATH_SINH] = {"sinh", "sinh", sinh, csinh, DOMAIN_ALL},
    [MATH_SQRT] = {"sqrt", "sqrt", sqrt, csqrt, DOMAIN_FROM_0},
    [MATH_TAN] = {"tan", "tan", tan, ctan, DOMAIN_ALL},
    [MATH_TAND] = {"tand", NULL, tan_degrees, NULL, DOMAIN_ALL},
    [MATH_TANH] = {"tanh", "tanh", tanh, ctanh, DOMAIN_ALL},
};

static bool in_domain(Domain domain, double x) {
    switch (domain) {
    case DOMAIN_ALL: return true;
    case DOMAIN_FROM_0: return !(x < 0);
    case DOMAIN_FROM_1: return !(x < 1);
    case DOMAIN_FROM_MINUS_1: return !(x < -1);
    case DOMAIN_UNIT: return !(fabs(x) > 1);
    case DOMAIN_OUTSIDE_UNIT: return !(fabs(x) < 1);
    case DOMAIN_UNIT_FROM_0: return !(x < 0 || x > 1);
    case DOMAIN_GAMMA: return !(x < 0) || floor(x) == x || fmod(floor(x), 2) == 0;
    }
    return true;
}

/* Of elements in memory. */
static bool all_in_domain(Domain domain, const Array *array) {
    bool inside = true;
    for (int64_t k = 0; k < array->count && inside; k++)
        inside = in_domain(domain, element_double((ValueClass)array->class_, array->data, k));
    return inside;
}

/* What is outside the domain is told by a comparison with a number; only those that have an op of frit's are asked. */
static bool waiting_in_domain(Interp *in, Domain domain, Value v, bool *inside) {
    Value x = value_hold(v), edge, truth = value_none();
    bool unit = domain == DOMAIN_UNIT;
    *inside = true;
    if (domain == DOMAIN_ALL ||
        ((domain == DOMAIN_FROM_0 || domain == DOMAIN_FROM_MINUS_1) && value_is_positive(v))) {
        value_drop(in, x);
        return true;
    }
    if (v.kind == VALUE_ARRAY && VALUE_ARRAY_OF(v)->data) {
        *inside = all_in_domain(domain, VALUE_ARRAY_OF(v));
        value_drop(in, x);
        return true;
    }
    edge = value_number(value_class(v), domain == DOMAIN_FROM_0         ? 0
                                        : domain == DOMAIN_FROM_MINUS_1 ? -1
                                                                        : 1);
    bool ok = !unit || record_on(in, "abs", &x, NULL, value_class(v));
    if (ok) {
        Value both[2] = {x, edge};
        ok = record(in, unit ? "gt" : "lt", both, 2, NULL, CLASS_LOGICAL, &truth) &&
             record_on(in, "any", &truth, "keepdims=true", CLASS_LOGICAL);
    }
    bool outside = false;
    ok = ok && value_is_true(in, truth, &outside);
    *inside = !outside;
    value_drop(in, x);
    value_drop(in, truth);
    return ok;
}

static bool math_complex(Interp *in, const MathRow *row, Value v, Value *out) {
    Numbers x, y;
    if (!row->complex && value_is_complex(v))
        return interp_fail(in, "%s: not defined for %s", row->who, value_type_name(v));
    TRY(numbers_complex_of(in, v, &x));
    if (!numbers_new(in, class_floating(x.class_), true, &x.shape, &y)) {
        numbers_free(in, &x);
        return false;
    }
    for (int64_t k = 0; k < x.count; k++) {
        double re = x.at[2 * k], im = x.at[2 * k + 1];
        Complex z;
        if (!row->complex)
            z = of_parts(row->real(re), 0);
        else if (im == 0 && in_domain(row->domain, re) && !value_is_complex(v))
            z = of_parts(row->real(re), 0);
        else
            z = row->complex(of_parts(re, im));
        y.at[2 * k] = creal(z);
        y.at[2 * k + 1] = cimag(z);
    }
    numbers_free(in, &x);
    return numbers_value(in, &y, out);
}

/* In memory; *inside false: an element is outside the domain, and there is no result. */
static bool math_real(Interp *in, const MathRow *row, Value v, Value *out, bool *inside) {
    Numbers x, y;
    TRY(numbers_of(in, v, &x));
    *inside = true;
    for (int64_t k = 0; k < x.count && *inside; k++)
        *inside = in_domain(row->domain, x.at[k]);
    bool ok = !*inside || numbers_new(in, class_floating(x.class_), false, &x.shape, &y);
    if (ok && *inside) {
        for (int64_t k = 0; k < x.count; k++)
            y.at[k] = row->real(x.at[k]);
        ok = numbers_value(in, &y, out);
    }
    numbers_free(in, &x);
    return ok;
}

static bool math_recorded(Interp *in, const MathRow *row, Value v, Value *out, bool *inside) {
    Value x;
    ValueClass class_ = class_floating(value_class(v));
    TRY(value_cast(in, v, class_, &x));
    bool ok = waiting_in_domain(in, row->domain, x, inside);
    if (ok && *inside)
        ok = record(in, row->op, &x, 1, NULL, class_, out);
    if (ok && *inside &&
        (row->real == exp || row->real == cosh || (row->real == sqrt && value_is_positive(x))))
        value_note_positive(*out);
    value_drop(in, x);
    return ok;
}

bool elementwise_math(Interp *in, uint16_t code, Value v, Value *out) {
    const MathRow *row = &math_rows[code];
    if (value_is_double(v) && in_domain(row->domain, v.as.number)) {
        *out = value_double(row->real(v.as.number));
        return true;
    }
    if (!value_has_elements(v))
        return interp_fail(in, "%s: not defined for %s", row->who, value_type_name(v));
    if (value_is_char(v))
        return interp_fail(in, "%s: argument must be numeric", row->who);
    bool inside = true;
    if (value_is_complex(v)) {
        if (row->op && row->complex && value_waits(in, v) && row->domain == DOMAIN_ALL)
            return record(in, row->op, &v, 1, NULL, value_class(v), out);
        inside = false;
    } else if (row->op && value_waits(in, v)) {
        TRY(math_recorded(in, row, v, out, &inside));
    } else {
        TRY(math_real(in, row, v, out, &inside));
    }
    return inside || math_complex(in, row, v, out);
}

bool builtin_math(Interp *in, BuiltinCall *call) {
    TRY(elementwise_math(in, call->row->code, call->args[0], &call->outs[0]));
    call->outc = 1;
    return true;
}

/* [f, e] = log2(x): x = f 2^e with f in 0.5 .. 1. */
bool builtin_log2(Interp *in, BuiltinCall *call) {
    if (call->nout < 2)
        return builtin_math(in, call);
    Numbers x, f, e;
    TRY(need_elements(in, "log2", call->args[0]));
    TRY(numbers_of(in, call->args[0], &x));
    ValueClass class_ = class_floating(x.class_);
    bool ok = numbers_new(in, class_, false, &x.shape, &f);
    if (ok && !numbers_new(in, class_, false, &x.shape, &e)) {
        numbers_free(in, &f);
        ok = false;
    }
    if (ok) {
        for (int64_t k = 0; k < x.count; k++) {
            int power = 0;
            f.at[k] = frexp(x.at[x.complex ? 2 * k : k], &power);
            e.at[k] = isfinite(f.at[k]) ? power : 0;
        }
        ok = numbers_value(in, &f, &call->outs[0]);
        call->outc = 1;
        if (ok)
            ok = numbers_value(in, &e, &call->outs[1]);
        else
            numbers_free(in, &e);
        call->outc = 2;
    }
    numbers_free(in, &x);
    return ok;
}
