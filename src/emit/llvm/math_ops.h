/*
 * The operations of op/math/ops.h bound to LLVM IR: F_T and all other types are nodes of a graph, and
 * every function of the texts f32.h, f32_wide.h and f64.h builds the computation it stands for. To be
 * included before those texts, in place of ops.h.
 *
 * A graph and not text at once, because C does not say in which order arguments of a call are
 * computed: lines would come in an order that depends on the compiler. Equal nodes are one.
 *
 * What a target lacks is built as ops.h computes it. Of f64 a target without the instruction has no
 * D_FMA at all: functions that need it are left to the interpreter there (math.c).
 */
#ifndef FRIT_EMIT_LLVM_MATH_OPS_H
#define FRIT_EMIT_LLVM_MATH_OPS_H

#ifdef FRIT_OP_MATH_OPS_H
#error "math_ops.h takes the place of ops.h"
#endif
#define FRIT_OP_MATH_OPS_H

#include <math.h>
#include <string.h>

#include "emit/llvm/math_graph.h"

#define CTX_PARAM MathGraph *build,
#define CTX       build,
#define MATH_FN   static inline

#include "op/math/bits.h"

typedef MathId F_T, FW_T, D_T, DW_T, M_T;

/* ---- constants */
MATH_FN MathId m_f32(CTX_PARAM float value) {
    return graph_constant(build, IR_F(32, build->lanes), f_bits(value));
}

MATH_FN MathId m_f64(CTX_PARAM double value) {
    return graph_constant(build, IR_F(64, build->lanes), d_bits(value));
}

MATH_FN MathId m_word(CTX_PARAM unsigned bits, uint64_t value) {
    return graph_constant(build, IR_I(bits, build->lanes), value);
}

/* ---- operations; an operand is used once, so that it may be any expression */
MATH_FN MathId m_bin(CTX_PARAM const char *op, MathId a, MathId b) {
    return graph_add(build, MATH_BINARY, op, graph_type(build, a), (MathId[3]){a, b});
}

MATH_FN MathId m_compare(CTX_PARAM const char *op, MathId a, MathId b) {
    return graph_add(build, MATH_COMPARE, op, IR_I(1, build->lanes), (MathId[3]){a, b});
}

MATH_FN MathId m_select(CTX_PARAM MathId c, MathId a, MathId b) {
    return graph_add(build, MATH_SELECT, "", graph_type(build, a), (MathId[3]){c, a, b});
}

/* An intrinsic; b and c are 0 where it takes less. */
MATH_FN MathId m_call(CTX_PARAM const char *name, MathId a, MathId b, MathId c) {
    return graph_add(build, MATH_CALL, name, graph_type(build, a), (MathId[3]){a, b, c});
}

/* A negated constant is a constant: many are written so. */
MATH_FN MathId m_neg(CTX_PARAM MathId a) {
    uint64_t bits;
    IrType type = graph_type(build, a);
    if (graph_is_constant(build, a, &bits))
        return graph_constant(build, type, bits ^ (uint64_t)1 << (type.bits - 1));
    return graph_add(build, MATH_NEGATE, "", type, (MathId[3]){a});
}

MATH_FN MathId m_isnan(CTX_PARAM MathId a) {
    return m_compare(CTX "uno", a, a);
}

MATH_FN MathId m_to(CTX_PARAM const char *op, MathId a, IrType type) {
    return graph_add(build, MATH_CONVERT, op, type, (MathId[3]){a});
}

/* A float's bits, or of bits the float. */
MATH_FN MathId m_recast(CTX_PARAM MathId a) {
    uint64_t bits;
    IrType type = graph_type(build, a);
    type.kind = type.kind == IR_INT ? IR_FLOAT : IR_INT;
    if (graph_is_constant(build, a, &bits))
        return graph_constant(build, type, bits);
    return m_to(CTX "bitcast", a, type);
}

/* By a constant. */
MATH_FN MathId m_shift(CTX_PARAM const char *op, MathId w, unsigned k) {
    return m_bin(CTX op, w, graph_constant(build, graph_type(build, w), k));
}

MATH_FN MathId m_spread(CTX_PARAM MathId w) {
    return m_shift(CTX "ashr", w, graph_type(build, w).bits - 1U);
}

/* ((a ^ b) & w) ^ b. Where both are constants, so is a ^ b. */
MATH_FN MathId m_pick_words(CTX_PARAM MathId w, MathId a, MathId b) {
    uint64_t p, q;
    MathId differ;
    if (graph_is_constant(build, a, &p) && graph_is_constant(build, b, &q))
        differ = graph_constant(build, graph_type(build, a), p ^ q);
    else
        differ = m_bin(CTX "xor", a, b);
    return m_bin(CTX "xor", m_bin(CTX "and", differ, w), b);
}

/* Are the bits of w, which are all alike in a lane, set? Of a number that was negated the number
 * itself is asked. */
MATH_FN MathId m_is_set(CTX_PARAM MathId w) {
    MathId zero = graph_constant(build, graph_type(build, w), 0);
    return m_compare(CTX "ne", graph_negated(build, w), zero);
}

/* A lane is a's or b's as a whole: to a target with masks that is one instruction. */
MATH_FN MathId m_pick(CTX_PARAM MathId w, MathId a, MathId b) {
    if (build->ir->target->masks)
        return m_select(CTX m_is_set(CTX w), a, b);
    return m_recast(CTX m_pick_words(CTX w, m_recast(CTX a), m_recast(CTX b)));
}

MATH_FN MathId m_mask(CTX_PARAM unsigned bits, MathId condition) {
    return m_to(CTX "sext", condition, IR_I(bits, build->lanes));
}

MATH_FN MathId m_not(CTX_PARAM MathId condition) {
    return m_bin(CTX "xor", condition, graph_constant(build, IR_I(1, build->lanes), 1));
}

/* ---- what some targets lack: math.c */
static MathId m_fma(CTX_PARAM MathId a, MathId b, MathId c);
static MathId m_rint(CTX_PARAM MathId v);
static MathId m_floor(CTX_PARAM MathId v);
static MathId m_ceil(CTX_PARAM MathId v);
static MathId m_trunc(CTX_PARAM MathId v);

/* ---- f32 */
#define F_C(literal)    m_f32(CTX(float)(literal))
#define F_ADD(a, b)     m_bin(CTX "fadd", a, b)
#define F_SUB(a, b)     m_bin(CTX "fsub", a, b)
#define F_MUL(a, b)     m_bin(CTX "fmul", a, b)
#define F_DIV(a, b)     m_bin(CTX "fdiv", a, b)
#define F_NEG(a)        m_neg(CTX a)
#define F_ABS(a)        m_call(CTX "llvm.fabs", a, 0, 0)
#define F_SQRT(a)       m_call(CTX "llvm.sqrt", a, 0, 0)
#define F_FMA(a, b, c)  m_fma(CTX a, b, c)
#define F_FLOOR(a)      m_floor(CTX a)
#define F_CEIL(a)       m_ceil(CTX a)
#define F_TRUNC(a)      m_trunc(CTX a)
#define F_RINT(a)       m_rint(CTX a)
#define F_LT(a, b)      m_compare(CTX "olt", a, b)
#define F_LE(a, b)      m_compare(CTX "ole", a, b)
#define F_GT(a, b)      m_compare(CTX "ogt", a, b)
#define F_GE(a, b)      m_compare(CTX "oge", a, b)
#define F_EQ(a, b)      m_compare(CTX "oeq", a, b)
#define F_NE(a, b)      m_compare(CTX "une", a, b)
#define F_ISNAN(a)      m_isnan(CTX a)
#define F_SEL(c, a, b)  m_select(CTX c, a, b)
#define F_PICK(w, a, b) m_pick(CTX w, a, b)
#define F_BITS(v)       m_recast(CTX v)
#define F_OF(w)         m_recast(CTX w)
#define F_OF_INT(w)     m_to(CTX "sitofp", w, IR_F(32, build->lanes))
#define F_TO_INT(v)     m_to(CTX "fptosi", v, IR_I(32, build->lanes))

/* 2^n times v, n a float: one rounding. */
#define F_HAS_SCALE   graph_has_scale(build)
#define F_SCALE(v, n) graph_add(build, MATH_SCALE, "", graph_type(build, v), (MathId[3]){v, n})

#define FW_C(literal)    m_word(CTX 32, (uint32_t)(literal))
#define FW_ADD(a, b)     m_bin(CTX "add", a, b)
#define FW_SUB(a, b)     m_bin(CTX "sub", a, b)
#define FW_MUL(a, b)     m_bin(CTX "mul", a, b)
#define FW_AND(a, b)     m_bin(CTX "and", a, b)
#define FW_OR(a, b)      m_bin(CTX "or", a, b)
#define FW_XOR(a, b)     m_bin(CTX "xor", a, b)
#define FW_SHL(w, k)     m_shift(CTX "shl", w, k)
#define FW_SHR(w, k)     m_shift(CTX "lshr", w, k)
#define FW_SAR(w, k)     m_shift(CTX "ashr", w, k)
#define FW_SPREAD(w)     m_spread(CTX w)
#define FW_EQ(a, b)      m_compare(CTX "eq", a, b)
#define FW_NE(a, b)      m_compare(CTX "ne", a, b)
#define FW_LT(a, b)      m_compare(CTX "slt", a, b)
#define FW_PICK(w, a, b) m_pick_words(CTX w, a, b)
#define FW_MASK(c)       m_mask(CTX 32, c)
#define FW_SEL(c, a, b)  m_select(CTX c, a, b)

/* ---- f64: the type is in the operands */
#define D_C(literal)    m_f64(CTX(double)(literal))
#define D_ADD(a, b)     F_ADD(a, b)
#define D_SUB(a, b)     F_SUB(a, b)
#define D_MUL(a, b)     F_MUL(a, b)
#define D_DIV(a, b)     F_DIV(a, b)
#define D_NEG(a)        F_NEG(a)
#define D_ABS(a)        F_ABS(a)
#define D_SQRT(a)       F_SQRT(a)
#define D_FMA(a, b, c)  F_FMA(a, b, c)
#define D_FLOOR(a)      F_FLOOR(a)
#define D_CEIL(a)       F_CEIL(a)
#define D_TRUNC(a)      F_TRUNC(a)
#define D_RINT(a)       F_RINT(a)
#define D_LT(a, b)      F_LT(a, b)
#define D_LE(a, b)      F_LE(a, b)
#define D_GT(a, b)      F_GT(a, b)
#define D_GE(a, b)      F_GE(a, b)
#define D_EQ(a, b)      F_EQ(a, b)
#define D_NE(a, b)      F_NE(a, b)
#define D_ISNAN(a)      F_ISNAN(a)
#define D_SEL(c, a, b)  F_SEL(c, a, b)
#define D_PICK(w, a, b) F_PICK(w, a, b)
#define D_BITS(v)       F_BITS(v)
#define D_OF(w)         F_OF(w)
/* As in ops.h: 1.5 * 2^52 + n has n in its low bits. */
#define D_OF_INT(w) D_SUB(D_OF(DW_ADD(w, DW_C(0x4338000000000000))), D_C(0x1.8p52))
#define D_TO_INT(v) DW_SUB(D_BITS(D_ADD(v, D_C(0x1.8p52))), DW_C(0x4338000000000000))

#define DW_C(literal)    m_word(CTX 64, (uint64_t)(literal))
#define DW_ADD(a, b)     FW_ADD(a, b)
#define DW_SUB(a, b)     FW_SUB(a, b)
#define DW_MUL(a, b)     FW_MUL(a, b)
#define DW_AND(a, b)     FW_AND(a, b)
#define DW_OR(a, b)      FW_OR(a, b)
#define DW_XOR(a, b)     FW_XOR(a, b)
#define DW_SHL(w, k)     FW_SHL(w, k)
#define DW_SHR(w, k)     FW_SHR(w, k)
#define DW_SAR(w, k)     FW_SAR(w, k)
#define DW_SPREAD(w)     FW_SPREAD(w)
#define DW_EQ(a, b)      FW_EQ(a, b)
#define DW_NE(a, b)      FW_NE(a, b)
#define DW_LT(a, b)      FW_LT(a, b)
#define DW_PICK(w, a, b) FW_PICK(w, a, b)
#define DW_MASK(c)       m_mask(CTX 64, c)
#define DW_SEL(c, a, b)  FW_SEL(c, a, b)

/* ---- between the two, and conditions */
#define D_OF_F(v)   m_to(CTX "fpext", v, IR_F(64, build->lanes))
#define F_OF_D(v)   m_to(CTX "fptrunc", v, IR_F(32, build->lanes))
#define M_AND(a, b) m_bin(CTX "and", a, b)
#define M_OR(a, b)  m_bin(CTX "or", a, b)
#define M_NOT(a)    m_not(CTX a)

#endif
