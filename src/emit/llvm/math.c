/*
 * Mathematics as IR: op/math's texts with math_ops.h under them, and the table that finds a function
 * by its name in ops.def.
 */
#include "emit/llvm/math.h"

#include "emit/llvm/math_graph.h"
/* Before the texts, whose operations it defines. */
#include "emit/llvm/math_ops.h"

#include "op/math/f32.h"
#include "op/math/f32_wide.h"
#include "op/math/f64.h"
#include "op/math/f64_complex_arc.h"
#include "op/math/f64_complex_exp.h"

/* ---- what some targets lack, as ops.h computes it */

/*
 * a * b + c of f32: the sum of the exact product and c, rounded to odd in f64. ops.h explains it.
 */
static MathId fma_by_odd(CTX_PARAM MathId a, MathId b, MathId c) {
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

static MathId m_fma(CTX_PARAM MathId a, MathId b, MathId c) {
    if (!build->ir->target->fma && graph_type(build, a).bits == 32)
        return fma_by_odd(CTX a, b, c);
    return m_call(CTX "llvm.fma", a, b, c);
}

/* 2^23 or 2^52: adding it rounds to an integer, and what is as large is one already. */
static MathId large_number(CTX_PARAM MathId v) {
    return graph_type(build, v).bits == 32 ? F_C(0x1p23f) : D_C(0x1p52);
}

static MathId unit_number(CTX_PARAM MathId v) {
    return graph_type(build, v).bits == 32 ? F_C(1) : D_C(1);
}

/* r, which is not negative, with the sign of v, where |v| is small; else v. */
static MathId signed_if_small(CTX_PARAM MathId r, MathId v, MathId size, MathId large) {
    r = m_call(CTX "llvm.copysign", r, v, 0);
    return F_SEL(F_LT(size, large), r, v);
}

static MathId m_rint(CTX_PARAM MathId v) {
    if (build->ir->target->rounds)
        return m_call(CTX "llvm.rint", v, 0, 0);
    MathId size = F_ABS(v), large = large_number(CTX v);
    MathId r = F_SUB(F_ADD(size, large), large);
    return signed_if_small(CTX r, v, size, large);
}

static MathId m_trunc(CTX_PARAM MathId v) {
    if (build->ir->target->rounds)
        return m_call(CTX "llvm.trunc", v, 0, 0);
    MathId size = F_ABS(v), large = large_number(CTX v), one = unit_number(CTX v);
    MathId r = F_SUB(F_ADD(size, large), large),
           zero = graph_constant(build, graph_type(build, v), 0);
    r = F_SUB(r, F_SEL(F_GT(r, size), one, zero));
    return signed_if_small(CTX r, v, size, large);
}

static MathId m_floor(CTX_PARAM MathId v) {
    if (build->ir->target->rounds)
        return m_call(CTX "llvm.floor", v, 0, 0);
    MathId r = m_rint(CTX v), low = F_SUB(r, unit_number(CTX v));
    return F_SEL(F_GT(r, v), low, r);
}

static MathId m_ceil(CTX_PARAM MathId v) {
    if (build->ir->target->rounds)
        return m_call(CTX "llvm.ceil", v, 0, 0);
    return F_NEG(m_floor(CTX F_NEG(v)));
}

/* ---- functions that are no more than an operation, for both types */

static MathId abs_any(CTX_PARAM MathId x) {
    return F_ABS(x);
}

static MathId sqrt_any(CTX_PARAM MathId x) {
    return F_SQRT(x);
}

static MathId copysign_any(CTX_PARAM MathId x, MathId y) {
    return m_call(CTX "llvm.copysign", x, y, 0);
}

/* Of f32: those of f64, rounded once more. */
static MathId m_tgamma_f32(CTX_PARAM MathId x) {
    return F_OF_D(m_tgamma_f64(CTX D_OF_F(x)));
}

static MathId m_lgamma_f32(CTX_PARAM MathId x) {
    return F_OF_D(m_lgamma_f64(CTX D_OF_F(x)));
}

/* ---- slow arguments. One comparison instead of two: infinity is said to be slow too, which the
 * complete step does as well. */

static MathId far_f32(CTX_PARAM MathId x) {
    return F_GT(F_ABS(x), F_TRIG_MAX);
}

static MathId far_f64(CTX_PARAM MathId x) {
    return D_GT(D_ABS(x), D_TRIG_MAX);
}

/* ---- by name */

typedef MathId BuildOne(CTX_PARAM MathId x);
typedef MathId BuildTwo(CTX_PARAM MathId x, MathId y);
typedef MathId BuildThree(CTX_PARAM MathId x, MathId y, MathId z);

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
/* Those of MATH_SLOW_PATHS of op/math.h. */
#define SLOW1(name_, question, wide)                                                          \
    {.name = #name_,                                                                          \
     .arity = 1,                                                                              \
     .bits = 32,                                                                              \
     .fma_f64 = wide,                                                                         \
     .one = m_##name_##_main_f32,                                                             \
     .is_slow = question##_f32},                                                              \
    {                                                                                         \
        .name = #name_, .arity = 1, .bits = 64, .fma_f64 = true, .one = m_##name_##_main_f64, \
        .is_slow = question##_f64                                                             \
    }

/* Names of functions behind M() of ops.def, not of ops. */
static const MathFn functions[] = {
    EXACT1(fabs, abs_any),
    EXACT1(sqrt, sqrt_any),
    EXACT1(floor, m_floor),
    EXACT1(ceil, m_ceil),
    EXACT1(trunc, m_trunc),
    EXACT1(rint, m_rint),
    {.name = "copysign", .arity = 2, .bits = 32, .two = copysign_any},
    {.name = "copysign", .arity = 2, .bits = 64, .two = copysign_any},
    {.name = "fma", .arity = 3, .bits = 32, .three = m_fma},
    {.name = "fma", .arity = 3, .bits = 64, .fma_f64 = true, .three = m_fma},
    TEXT1(exp, NARROW),
    TEXT1(exp2, NARROW),
    TEXT1(expm1, NARROW),
    TEXT1(tanh, NARROW),
    TEXT1(log, NARROW),
    TEXT1(log2, NARROW),
    TEXT1(log10, NARROW),
    TEXT1(log1p, NARROW),
    TEXT1(erf, NARROW),
    SLOW1(sin, far, NARROW),
    SLOW1(cos, far, NARROW),
    SLOW1(tan, far, WIDE),
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

Val math_build(const MathEmit *m, const MathFn *f, const Val *args, Val *slow) {
    MathGraph graph, *build = &graph;
    MathId in[3] = {0}, out;
    graph_open(build, m->ir, m->lanes);
    for (unsigned k = 0; k < f->arity; k++)
        in[k] = graph_given(build, args[k]);
    if (f->arity == 1)
        out = f->one(CTX in[0]);
    else if (f->arity == 2)
        out = f->two(CTX in[0], in[1]);
    else
        out = f->three(CTX in[0], in[1], in[2]);
    Val v = graph_emit(build, out);
    if (slow)
        *slow = f->is_slow ? graph_emit(build, f->is_slow(CTX in[0])) : 0;
    graph_close(build);
    return v;
}

/* ---- of complex numbers */

typedef D_Complex BuildComplex(CTX_PARAM MathId re, MathId im);

/* Which arguments it cannot do: those of which a part is a large angle, or whose power has one. */
typedef enum ComplexSlow { SLOW_NEVER, SLOW_RE, SLOW_IM, SLOW_POWER } ComplexSlow;

struct MathComplexFn {
    const char *name;    /* of the column, behind its c */
    uint8_t slow;        /* ComplexSlow */
    BuildComplex *build; /* of one operand; NULL: a power */
};

#define COMPLEX(name_)         {.name = #name_, .build = m_c##name_##_f64},
#define COMPLEX_re(name_)      {.name = #name_, .slow = SLOW_RE, .build = m_c##name_##_main_f64},
#define COMPLEX_im(name_)      {.name = #name_, .slow = SLOW_IM, .build = m_c##name_##_main_f64},
#define COMPLEX_OF(name, part) COMPLEX_##part(name)

/* clang-format off */
static const MathComplexFn complex_functions[] = {
    MATH_COMPLEX_PLAIN(COMPLEX)
    MATH_COMPLEX_SLOW_PATHS(COMPLEX_OF)
    {.name = "power", .slow = SLOW_POWER},
};
/* clang-format on */

const MathComplexFn *math_find_complex(const char *text, const Target *target) {
    if (text[0] != 'c' || !target->fma)
        return NULL;
    for (size_t k = 0; k < sizeof complex_functions / sizeof *complex_functions; k++)
        if (strcmp(complex_functions[k].name, text + 1) == 0)
            return &complex_functions[k];
    return NULL;
}

static MathId complex_slow(CTX_PARAM const MathComplexFn *f, const MathId *in) {
    switch (f->slow) {
    case SLOW_RE: return far_f64(CTX in[0]);
    case SLOW_IM: return far_f64(CTX in[1]);
    case SLOW_POWER: return m_power_slow_f64(CTX in[2], in[3]);
    default: return 0;
    }
}

void math_build_complex(const MathEmit *m, const MathComplexFn *f, const Val *args, Val out[2],
                        Val *slow) {
    MathGraph graph, *build = &graph;
    MathId in[4] = {0};
    D_Complex z;
    bool narrow = ir_type(m->ir, args[0]).bits == 32;
    graph_open(build, m->ir, m->lanes);
    for (unsigned k = 0; k < (f->build ? 2 : 4); k++) {
        in[k] = graph_given(build, args[k]);
        in[k] = narrow ? D_OF_F(in[k]) : in[k];
    }
    z = f->build ? f->build(CTX in[0], in[1]) : m_cpower_main_f64(CTX in[0], in[1], in[2], in[3]);
    out[0] = graph_emit(build, narrow ? F_OF_D(z.re) : z.re);
    out[1] = graph_emit(build, narrow ? F_OF_D(z.im) : z.im);
    MathId question = complex_slow(CTX f, in);
    *slow = question ? graph_emit(build, question) : 0;
    graph_close(build);
}
