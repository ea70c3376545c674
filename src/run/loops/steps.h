/*
 * The F, I, U, B and Z columns of ops.def as inline functions of registers' elements:
 * step_F32_add(x, y, z) and so on, one pass over the table for each dtype. STEP_LOOP(dtype, op,
 * arity, result) is expanded after each function that there is; a source that wants no more than the
 * functions leaves it undefined. Of functions of complex numbers it is FUNCTION_LOOP(dtype, op, arity, function).
 *
 * The column's entry stays unexpanded (F, I, U, B, Z and _ are no macros here), so that pasting
 * MAKE_ in front of it chooses what becomes of it.
 */
#ifndef FRIT_RUN_LOOPS_STEPS_H
#define FRIT_RUN_LOOPS_STEPS_H

#include "op/math.h"
#include "run/loops/half.h"

#ifndef STEP_LOOP
#define STEP_LOOP(dtype, id, arity, result)
#endif
#ifndef FUNCTION_LOOP
#define FUNCTION_LOOP(dtype, id, arity, f)
#endif

/* ---- the type of the result, by the row's `result` */
typedef float RealF16, RealBF16, RealF32, RealC64;
typedef double RealF64, RealC128;
typedef RegI8 RealI8;
typedef RegI16 RealI16;
typedef RegI32 RealI32;
typedef RegI64 RealI64;
typedef RegU8 RealU8, RealBOOL;
typedef RegU16 RealU16;
typedef RegU32 RealU32;
typedef RegU64 RealU64;
typedef PairF32 ComplexF32;
typedef PairF64 ComplexF64;
#define TYPE_SAME(dtype)     Reg##dtype
#define TYPE_BOOL(dtype)     RegBOOL
#define TYPE_REAL(dtype)     Real##dtype
#define TYPE_COMPLEX(dtype)  Complex##dtype
#define round_F32(e)         (float)(e)
#define round_F64(e)         (double)(e)
#define VALUE_SAME(dtype, e) round_##dtype(e)
#define VALUE_BOOL(dtype, e) (RegBOOL)((e) != 0)
#define VALUE_REAL(dtype, e) round_##dtype(e)

/* Splits what a MAKE_ macro gave into the macro to use and its arguments. */
#define STEP(...)                                    STEP_USE(__VA_ARGS__)
#define STEP_USE(dtype, id, arity, result, use, ...) use(dtype, id, arity, result, __VA_ARGS__)
#define NO_STEP(dtype, id, arity, result, nothing)
#define MAKE__ NO_STEP, 0
#define ALIAS(name, op)
#define R(value) ((Fp)(value))

/* ---- real floats */
#define MAKE_F(e)        FLOAT_STEP, e
#define MAKE_F2Z(re, im) PAIR_STEP, re, im
#define FLOAT_STEP(dtype, id, arity, result, e)                                                 \
    INLINE TYPE_##result(dtype) step_##dtype##_##id(Reg##dtype x, Reg##dtype y, Reg##dtype z) { \
        typedef Reg##dtype Fp;                                                                  \
        const int digits = DIGITS;                                                              \
        (void)x, (void)y, (void)z, (void)digits, (void)(Fp)0;                                   \
        return VALUE_##result(dtype, e);                                                        \
    }                                                                                           \
    STEP_LOOP(dtype, id, arity, result)
#define PAIR_STEP(dtype, id, arity, result, a, b)                                               \
    INLINE TYPE_##result(dtype) step_##dtype##_##id(Reg##dtype x, Reg##dtype y, Reg##dtype z) { \
        (void)x, (void)y, (void)z;                                                              \
        return (TYPE_##result(dtype)){a, b};                                                    \
    }                                                                                           \
    STEP_LOOP(dtype, id, arity, result)

#define M(name) m_##name##_f32
#ifdef STEPS_F32
#define DIGITS 24
#define OP(id, fam, opnds, arity, rule, acc, result, flags, sf, ...) \
    STEP(F32, id, arity, result, MAKE_##sf)
#include "op/ops.def"
#undef OP
#undef DIGITS
#endif

#ifdef STEPS_HALF
#undef MAKE_F2Z
#define MAKE_F2Z(re, im) NO_STEP, 0 /* there are no complex numbers of halves */
#define DIGITS           11
#define OP(id, fam, opnds, arity, rule, acc, result, flags, sf, ...) \
    STEP(F16, id, arity, result, MAKE_##sf)
#include "op/ops.def"
#undef OP
#undef DIGITS
#define DIGITS 8
#define OP(id, fam, opnds, arity, rule, acc, result, flags, sf, ...) \
    STEP(BF16, id, arity, result, MAKE_##sf)
#include "op/ops.def"
#undef OP
#undef DIGITS
#endif
#undef M

#ifdef STEPS_F64
#define M(name) m_##name##_f64
#define DIGITS  53
#define OP(id, fam, opnds, arity, rule, acc, result, flags, sf, ...) \
    STEP(F64, id, arity, result, MAKE_##sf)
#include "op/ops.def"
#undef OP
#undef DIGITS
#undef M
#endif

/* ---- integers, at their own width, and bools */
#ifdef STEPS_INTEGER
#undef VALUE_SAME
#undef VALUE_REAL
#define VALUE_SAME(dtype, e) (Reg##dtype)(e)
#define VALUE_REAL(dtype, e) (Reg##dtype)(e)
#define M(name)              m_##name
#define MAKE_I(e)            INTEGER_STEP, e
#define MAKE_U(e)            INTEGER_STEP, e
#define MAKE_B(e)            BOOL_STEP, e
/* WIDE: an unsigned type at least as wide as int; BITS_TYPE: that of a width, which x is compared
 * with. */
#define INTEGER_STEP(dtype, id, arity, result, e)                                               \
    INLINE TYPE_##result(dtype) step_##dtype##_##id(Reg##dtype x, Reg##dtype y, Reg##dtype z) { \
        typedef Reg##dtype T;                                                                   \
        typedef WIDE U;                                                                         \
        const BITS_TYPE bits = 8 * sizeof x;                                                    \
        const UNSIGNED ux = (UNSIGNED)x;                                                        \
        (void)x, (void)y, (void)z, (void)bits, (void)ux, (void)(T)0, (void)(U)0;                \
        return VALUE_##result(dtype, e);                                                        \
    }                                                                                           \
    STEP_LOOP(dtype, id, arity, result)
#define BOOL_STEP(dtype, id, arity, result, e)                                     \
    INLINE RegBOOL step_##dtype##_##id(Reg##dtype x, Reg##dtype y, Reg##dtype z) { \
        (void)x, (void)y, (void)z;                                                 \
        return (RegBOOL)((e) != 0);                                                \
    }                                                                              \
    STEP_LOOP(dtype, id, arity, result)

#define BITS_TYPE int
#define WIDE      uint32_t
#define UNSIGNED  uint8_t
#define OP(id, fam, opnds, arity, rule, acc, result, flags, sf, si, ...) \
    STEP(I8, id, arity, result, MAKE_##si)
#include "op/ops.def"
#undef OP
#undef UNSIGNED
#define UNSIGNED uint16_t
#define OP(id, fam, opnds, arity, rule, acc, result, flags, sf, si, ...) \
    STEP(I16, id, arity, result, MAKE_##si)
#include "op/ops.def"
#undef OP
#undef UNSIGNED
#define UNSIGNED uint32_t
#define OP(id, fam, opnds, arity, rule, acc, result, flags, sf, si, ...) \
    STEP(I32, id, arity, result, MAKE_##si)
#include "op/ops.def"
#undef OP
#undef UNSIGNED
#undef WIDE
#define WIDE     uint64_t
#define UNSIGNED uint64_t
#define OP(id, fam, opnds, arity, rule, acc, result, flags, sf, si, ...) \
    STEP(I64, id, arity, result, MAKE_##si)
#include "op/ops.def"
#undef OP
#undef UNSIGNED
#undef WIDE
#undef BITS_TYPE

#define BITS_TYPE unsigned
#define WIDE      uint32_t
#define UNSIGNED  uint8_t
#define OP(id, fam, opnds, arity, rule, acc, result, flags, sf, si, su, ...) \
    STEP(U8, id, arity, result, MAKE_##su)
#include "op/ops.def"
#undef OP
#undef UNSIGNED
#define UNSIGNED uint16_t
#define OP(id, fam, opnds, arity, rule, acc, result, flags, sf, si, su, ...) \
    STEP(U16, id, arity, result, MAKE_##su)
#include "op/ops.def"
#undef OP
#undef UNSIGNED
#define UNSIGNED uint32_t
#define OP(id, fam, opnds, arity, rule, acc, result, flags, sf, si, su, ...) \
    STEP(U32, id, arity, result, MAKE_##su)
#include "op/ops.def"
#undef OP
#undef UNSIGNED
#undef WIDE
#define WIDE     uint64_t
#define UNSIGNED uint64_t
#define OP(id, fam, opnds, arity, rule, acc, result, flags, sf, si, su, ...) \
    STEP(U64, id, arity, result, MAKE_##su)
#include "op/ops.def"
#undef OP
#undef UNSIGNED
#undef WIDE
#undef BITS_TYPE

#define OP(id, fam, opnds, arity, rule, acc, result, flags, sf, si, su, sb, ...) \
    STEP(BOOL, id, arity, result, MAKE_##sb)
#include "op/ops.def"
#undef OP
#undef M
#endif

/* ---- complex */
#ifdef STEPS_COMPLEX
INLINE PairF32 narrow_pair(D_Complex z) {
    return (PairF32){(float)z.re, (float)z.im};
}

INLINE PairF64 wide_pair(D_Complex z) {
    return (PairF64){z.re, z.im};
}

#define MAKE_Z(re, im) COMPLEX_STEP, re, im
#define MAKE_ZR(e)     PART_STEP, e
#define MAKE_ZF(f)     CALL_STEP, f
#define MAKE_ZF2(f)    CALL_TWO_STEP, f

#define OPEN_COMPLEX(dtype, id, result)                                                         \
    INLINE TYPE_##result(dtype) step_##dtype##_##id(Reg##dtype x, Reg##dtype y, Reg##dtype z) { \
        typedef Real##dtype Fp;                                                                 \
        Fp xr = x.re, xi = x.im, yr = y.re, yi = y.im;                                          \
        (void)xr, (void)xi, (void)yr, (void)yi, (void)z;
#define CLOSE_COMPLEX(dtype, id, arity, result) \
    }                                           \
    STEP_LOOP(dtype, id, arity, result)
#define COMPLEX_STEP(dtype, id, arity, result, a, b) \
    OPEN_COMPLEX(dtype, id, result)                  \
    return (Reg##dtype){a, b};                       \
    CLOSE_COMPLEX(dtype, id, arity, result)
#define PART_STEP(dtype, id, arity, result, e) \
    OPEN_COMPLEX(dtype, id, result)            \
    return (TYPE_##result(dtype))(e);          \
    CLOSE_COMPLEX(dtype, id, arity, result)
#define CALL_STEP(dtype, id, arity, result, f)                    \
    OPEN_COMPLEX(dtype, id, result)                               \
    return PAIR_OF_##dtype(m_c##f##_f64((double)xr, (double)xi)); \
    }                                                             \
    FUNCTION_LOOP(dtype, id, arity, f)
#define CALL_TWO_STEP(dtype, id, arity, result, f)                                        \
    OPEN_COMPLEX(dtype, id, result)                                                       \
    return PAIR_OF_##dtype(m_c##f##_f64((double)xr, (double)xi, (double)yr, (double)yi)); \
    }                                                                                     \
    FUNCTION_LOOP(dtype, id, arity, f)
#define PAIR_OF_C64  narrow_pair
#define PAIR_OF_C128 wide_pair

#define M(name) m_##name##_f32
#define OP(id, fam, opnds, arity, rule, acc, result, flags, sf, si, su, sb, sz, ...) \
    STEP(C64, id, arity, result, MAKE_##sz)
#include "op/ops.def"
#undef OP
#undef M
#define M(name) m_##name##_f64
#define OP(id, fam, opnds, arity, rule, acc, result, flags, sf, si, su, sb, sz, ...) \
    STEP(C128, id, arity, result, MAKE_##sz)
#include "op/ops.def"
#undef OP
#undef M
#endif

#undef R
#undef ALIAS
#endif
