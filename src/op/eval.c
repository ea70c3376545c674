/*
 * Turns the columns of ops.def into functions: one pass over the table for each domain. A step that
 * is `_` becomes an empty function that is not entered in the table.
 */
#define _GNU_SOURCE /* lgamma_r */
#include "op/eval.h"

#include "op/math.h"

#define ALIAS(name, op)
#define R(value) ((Fp)(value))

/* Stores a step's value: a truth value where the row's result is BOOL, else in `field`. */
#define PUT(field, type, e)                \
    do {                                   \
        if (is_bool)                       \
            out->u = (uint64_t)((e) != 0); \
        else                               \
            out->field = (type)(e);        \
    } while (0)
#define PUT_PAIR(field, re, im) \
    do {                        \
        out->field[0] = (re);   \
        out->field[1] = (im);   \
    } while (0)
#define _ (void)0

/* Opens and closes a step's function; x, y and z come from `field` of the operands. */
#define STEP(name, result, body, field, type, ...)                                    \
    static void name(const Scalar *in, Scalar *out, int width) {                      \
        const bool is_bool = RESULT_##result == RESULT_BOOL;                          \
        type x = in[0].field, y = in[1].field, z = in[2].field;                       \
        __VA_ARGS__(void) x, (void)y, (void)z, (void)is_bool, (void)width, (void)out; \
        body;                                                                         \
    }

/* ---- real floats */
#define F(e)        PUT(f32, float, e)
#define F2Z(re, im) PUT_PAIR(c64, re, im)
#define M(name)     m_##name##_f32
#define OP(id, fam, opnds, arity, rule, acc, result, flags, sf, ...)                   \
    STEP(f32_##id, result, sf, f32, float, typedef float Fp; const int digits = width; \
         (void)digits; (void)(Fp)0;)
#include "op/ops.def"
#undef OP
#undef F
#undef F2Z
#undef M

#define F(e)        PUT(f64, double, e)
#define F2Z(re, im) PUT_PAIR(c128, re, im)
#define M(name)     m_##name##_f64
#define OP(id, fam, opnds, arity, rule, acc, result, flags, sf, ...)                     \
    STEP(f64_##id, result, sf, f64, double, typedef double Fp; const int digits = width; \
         (void)digits; (void)(Fp)0;)
#include "op/ops.def"
#undef OP
#undef F
#undef F2Z
#undef M

/* ---- integers and bools: computed in 64 bits, wrapped by op_eval */
typedef uint64_t U;
#define M(name) m_##name
#define I(e)    PUT(i, int64_t, e)
#define U(e)    PUT(u, uint64_t, e)
#define B(e)    PUT(u, uint64_t, e)
#define OP(id, fam, opnds, arity, rule, acc, result, flags, sf, si, ...)            \
    STEP(i_##id, result, si, i, int64_t, typedef int64_t T; const int bits = width; \
         uint64_t ux = (uint64_t)x & (UINT64_MAX >> (64 - bits)); (void)ux; (void)(T)0;)
#include "op/ops.def"
#undef OP
#define OP(id, fam, opnds, arity, rule, acc, result, flags, sf, si, su, ...)           \
    STEP(u_##id, result, su, u, uint64_t, typedef uint64_t T;                          \
         const unsigned bits = (unsigned)width; uint64_t ux = x; (void)ux; (void)bits; \
         (void)(T)0;)
#include "op/ops.def"
#undef OP
#define OP(id, fam, opnds, arity, rule, acc, result, flags, sf, si, su, sb, ...) \
    STEP(b_##id, result, sb, u, uint64_t, )
#include "op/ops.def"
#undef OP
#undef M

/* ---- complex */
static void store_complex(Scalar *out, D_Complex value, bool wide) {
    if (wide) {
        out->c128[0] = value.re;
        out->c128[1] = value.im;
    } else {
        out->c64[0] = (float)value.re;
        out->c64[1] = (float)value.im;
    }
}

#define Z(re, im) PUT_PAIR(FIELD, re, im)
#define ZF(f)     store_complex(out, m_c##f##_f64((double)xr, (double)xi), WIDE)
#define ZF2(f) \
    store_complex(out, m_c##f##_f64((double)xr, (double)xi, (double)yr, (double)yi), WIDE)
#define COMPLEX_STEP(name, result, body)                                                       \
    static void name(const Scalar *in, Scalar *out, int width) {                               \
        const bool is_bool = RESULT_##result == RESULT_BOOL;                                   \
        Fp xr = in[0].FIELD[0], xi = in[0].FIELD[1], yr = in[1].FIELD[0], yi = in[1].FIELD[1]; \
        (void)xr, (void)xi, (void)yr, (void)yi, (void)width, (void)is_bool, (void)out;         \
        body;                                                                                  \
    }

#define FIELD   c64
#define Fp      float
#define WIDE    false
#define M(name) m_##name##_f32
#define ZR(e)   PUT(f32, float, e)
#define OP(id, fam, opnds, arity, rule, acc, result, flags, sf, si, su, sb, sz, ...) \
    COMPLEX_STEP(c64_##id, result, sz)
#include "op/ops.def"
#undef OP
#undef FIELD
#undef Fp
#undef WIDE
#undef M
#undef ZR

#define FIELD   c128
#define Fp      double
#define WIDE    true
#define M(name) m_##name##_f64
#define ZR(e)   PUT(f64, double, e)
#define OP(id, fam, opnds, arity, rule, acc, result, flags, sf, si, su, sb, sz, ...) \
    COMPLEX_STEP(c128_##id, result, sz)
#include "op/ops.def"
#undef OP
#undef ZR
#undef Z
#undef ZF
#undef ZF2
#undef I
#undef U
#undef B
#undef _

/* ---- which of them are real */
#define _           false
#define F(e)        true
#define F2Z(re, im) true
#define I(e)        true
#define U(e)        true
#define B(e)        true
#define Z(re, im)   true
#define ZR(e)       true
#define ZF(f)       true
#define ZF2(f)      true

EvalFn *const eval_table[OP_COUNT][DOMAIN_COUNT] = {
#define OP(id, fam, opnds, arity, rule, acc, result, flags, sf, si, su, sb, sz, ...)            \
    [OP_##id] = {[DOMAIN_F32] = (sf) ? f32_##id : NULL,  [DOMAIN_F64] = (sf) ? f64_##id : NULL, \
                 [DOMAIN_I] = (si) ? i_##id : NULL,      [DOMAIN_U] = (su) ? u_##id : NULL,     \
                 [DOMAIN_B] = (sb) ? b_##id : NULL,      [DOMAIN_C64] = (sz) ? c64_##id : NULL, \
                 [DOMAIN_C128] = (sz) ? c128_##id : NULL},
#include "op/ops.def"
#undef OP
};
