/*
 * Mathematics as IR: op/math's texts with math_ops.h under them, and the table that finds a function
 * by its name in ops.def.
 */
#include "emit/llvm/math.h"

/* Before the texts, whose operations it defines. */
#include "emit/llvm/math_ops.h"

#include "op/math/f32.h"
#include "op/math/f32_wide.h"
#include "op/math/f64.h"

/* ---- what some targets lack, as ops.h computes it */

/*
 * a * b + c of f32: the sum of the exact product and c, rounded to odd in f64. ops.h explains it.
 */
static Val fma_by_odd(CTX_PARAM Val a, Val b, Val c) {
    D_T x = D_OF_F(a), y = D_OF_F(b), q = D_OF_F(c), p = D_MUL(x, y), s = D_ADD(p, q);
    D_T t = D_SUB(s, p), kept = D_SUB(p, D_SUB(s, t)), err = D_ADD(kept, D_SUB(q, t));
    DW_T w = D_BITS(s), e = D_BITS(err), size = DW_SHL(e, 1), one = DW_C(1);
    DW_T lost = DW_SHR(DW_OR(size, DW_SUB(DW_C(0), size)), 63);
    DW_T special = DW_AND(DW_SHR(w, 62), DW_SHR(w, 61));
    DW_T stays = DW_OR(w, special); /* its last bit: nothing to change */
    DW_T step = DW_AND(DW_AND(lost, DW_XOR(stays, DW_C(UINT64_MAX))), one);
    DW_T inward = DW_SPREAD(DW_XOR(e, w));
    return F_OF_D(D_OF(DW_ADD(w, DW_SUB(DW_XOR(step, inward), inward))));
}

Val math_fma(CTX_PARAM Val a, Val b, Val c) {
    Val args[3] = {a, b, c};
    IrType type = ir_type(build->ir, a);
    if (!build->ir->target->fma && type.bits == 32)
        return fma_by_odd(CTX a, b, c);
    return ir_intrinsic(build->ir, "llvm.fma", type, 3, args);
}

/* 2^23 or 2^52: adding it rounds to an integer, and what is as large is one already. */
static Val large_number(CTX_PARAM Val v) {
    return ir_type(build->ir, v).bits == 32 ? F_C(0x1p23f) : D_C(0x1p52);
}

static Val unit_number(CTX_PARAM Val v) {
    return ir_type(build->ir, v).bits == 32 ? F_C(1) : D_C(1);
}

/* r, which is not negative, with the sign of v, where |v| is small; else v. */
static Val signed_if_small(CTX_PARAM Val r, Val v, Val size, Val large) {
    Val args[2] = {r, v};
    r = ir_intrinsic(build->ir, "llvm.copysign", ir_type(build->ir, v), 2, args);
    return F_SEL(F_LT(size, large), r, v);
}

Val math_rint(CTX_PARAM Val v) {
    if (build->ir->target->rounds)
        return m_one(CTX "llvm.rint", v);
    Val size = F_ABS(v), large = large_number(CTX v);
    Val r = F_SUB(F_ADD(size, large), large);
    return signed_if_small(CTX r, v, size, large);
}

Val math_trunc(CTX_PARAM Val v) {
    if (build->ir->target->rounds)
        return m_one(CTX "llvm.trunc", v);
    Val size = F_ABS(v), large = large_number(CTX v), one = unit_number(CTX v);
    Val r = F_SUB(F_ADD(size, large), large), zero = ir_zero(build->ir, ir_type(build->ir, v));
    r = F_SUB(r, F_SEL(F_GT(r, size), one, zero));
    return signed_if_small(CTX r, v, size, large);
}

Val math_floor(CTX_PARAM Val v) {
    if (build->ir->target->rounds)
        return m_one(CTX "llvm.floor", v);
    Val r = math_rint(CTX v), low = F_SUB(r, unit_number(CTX v));
    return F_SEL(F_GT(r, v), low, r);
}

Val math_ceil(CTX_PARAM Val v) {
    if (build->ir->target->rounds)
        return m_one(CTX "llvm.ceil", v);
    return F_NEG(math_floor(CTX F_NEG(v)));
}

/* ---- functions that are no more than an operation, for both types */

static Val abs_any(CTX_PARAM Val x) {
    return F_ABS(x);
}

static Val sqrt_any(CTX_PARAM Val x) {
    return F_SQRT(x);
}

static Val copysign_any(CTX_PARAM Val x, Val y) {
    Val args[2] = {x, y};
    return ir_intrinsic(build->ir, "llvm.copysign", ir_type(build->ir, x), 2, args);
}

/* Of f32: those of f64, rounded once more. */
static Val m_tgamma_f32(CTX_PARAM Val x) {
    return F_OF_D(m_tgamma_f64(CTX D_OF_F(x)));
}

static Val m_lgamma_f32(CTX_PARAM Val x) {
    return F_OF_D(m_lgamma_f64(CTX D_OF_F(x)));
}

/* ---- by name */

typedef Val BuildOne(CTX_PARAM Val x);
typedef Val BuildTwo(CTX_PARAM Val x, Val y);
typedef Val BuildThree(CTX_PARAM Val x, Val y, Val z);

struct MathFn {
    const char *name; /* in ops.def */
    uint8_t arity;
    uint8_t bits;  /* of the floats it is for */
    bool fma_f64;  /* uses D_FMA */
    BuildOne *one; /* by arity */
    BuildTwo *two;
    BuildThree *three;
    BuildOne *is_slow; /* which arguments it cannot do */
};

/* Functions of operations that every target has, or gets here. */
#define EXACT1(name_, f)                                  \
    {.name = #name_, .arity = 1, .bits = 32, .one = f}, { \
        .name = #name_, .arity = 1, .bits = 64, .one = f  \
    }
/* Functions of the texts; WIDE: in f64 also for f32. */
enum { NARROW = false, WIDE = true };
#define TEXT1(name_, wide)                                                               \
    {.name = #name_, .arity = 1, .bits = 32, .fma_f64 = wide, .one = m_##name_##_f32}, { \
        .name = #name_, .arity = 1, .bits = 64, .fma_f64 = true, .one = m_##name_##_f64  \
    }
#define TEXT2(name_, wide)                                                               \
    {.name = #name_, .arity = 2, .bits = 32, .fma_f64 = wide, .two = m_##name_##_f32}, { \
        .name = #name_, .arity = 2, .bits = 64, .fma_f64 = true, .two = m_##name_##_f64  \
    }
/* As MATH_SLOW_PATHS of op/math.h has them. */
#define SLOW1(name_, question, wide)                                                          \
    {.name = #name_,                                                                          \
     .arity = 1,                                                                              \
     .bits = 32,                                                                              \
     .fma_f64 = wide,                                                                         \
     .one = m_##name_##_main_f32,                                                             \
     .is_slow = m_##question##_f32},                                                          \
    {                                                                                         \
        .name = #name_, .arity = 1, .bits = 64, .fma_f64 = true, .one = m_##name_##_main_f64, \
        .is_slow = m_##question##_f64                                                         \
    }

/* Names of functions behind M() of ops.def, not of ops. */
static const MathFn functions[] = {
    EXACT1(fabs, abs_any),
    EXACT1(sqrt, sqrt_any),
    EXACT1(floor, math_floor),
    EXACT1(ceil, math_ceil),
    EXACT1(trunc, math_trunc),
    EXACT1(rint, math_rint),
    {.name = "copysign", .arity = 2, .bits = 32, .two = copysign_any},
    {.name = "copysign", .arity = 2, .bits = 64, .two = copysign_any},
    {.name = "fma", .arity = 3, .bits = 32, .three = math_fma},
    {.name = "fma", .arity = 3, .bits = 64, .fma_f64 = true, .three = math_fma},
    TEXT1(exp, NARROW),
    TEXT1(exp2, NARROW),
    TEXT1(expm1, NARROW),
    TEXT1(tanh, NARROW),
    TEXT1(log, NARROW),
    TEXT1(log2, NARROW),
    TEXT1(log10, NARROW),
    TEXT1(log1p, NARROW),
    TEXT1(erf, NARROW),
    SLOW1(sin, trig_slow, NARROW),
    SLOW1(cos, trig_slow, NARROW),
    SLOW1(tan, trig_slow, WIDE),
    TEXT1(cbrt, WIDE),
    TEXT1(asin, WIDE),
    TEXT1(acos, WIDE),
    TEXT1(atan, WIDE),
    TEXT1(sinh, WIDE),
    TEXT1(cosh, WIDE),
    TEXT1(asinh, WIDE),
    TEXT1(acosh, WIDE),
    TEXT1(atanh, WIDE),
    TEXT1(erfc, WIDE),
    TEXT1(tgamma, WIDE),
    TEXT1(lgamma, WIDE),
    TEXT2(pow, WIDE),
    TEXT2(hypot, WIDE),
    TEXT2(atan2, WIDE),
};

const MathFn *math_find(const char *name, size_t len, unsigned bits, const Target *target) {
    for (size_t k = 0; k < sizeof functions / sizeof *functions; k++) {
        const MathFn *f = &functions[k];
        if (f->bits == bits && strncmp(f->name, name, len) == 0 && f->name[len] == '\0')
            return f->fma_f64 && !target->fma ? NULL : f;
    }
    return NULL;
}

unsigned math_arity(const MathFn *f) {
    return f->arity;
}

Val math_build(const MathEmit *build, const MathFn *f, const Val *args, Val *slow) {
    *slow = f->is_slow ? f->is_slow(CTX args[0]) : 0;
    if (f->arity == 1)
        return f->one(CTX args[0]);
    if (f->arity == 2)
        return f->two(CTX args[0], args[1]);
    return f->three(CTX args[0], args[1], args[2]);
}
