/* Casts between all dtypes with the meaning of scalar_cast, and bitcasts. */
#include <math.h>

#include "emit/llvm/words.h"

static DtypeClass class_of(Dtype dtype) {
    return dtype_info(dtype)->class;
}

/* ---- real to integer */

/*
 * Truncates, saturates, and sends NaN to 0. The number is brought into range before it is converted:
 * what is out of range has no value in IR. Where the type's largest is no float (`digits` are too
 * few) the range ends at the float below, and what is beyond gets the largest afterwards. Minimum and
 * maximum are written so that each is one instruction. Those of AArch64 make a NaN that signals a quiet
 * one, and only of a quiet one the other operand: so where NaN goes to `low` it passes the minimum first.
 */
static Val real_to_integer(Emit *e, Val x, Dtype to) {
    Ir *ir = &e->ir;
    IrType from = ir_type(ir, x), type = vec_type(to, from.lanes);
    bool is_signed = class_of(to) == CLASS_SIGNED;
    int size = is_signed ? type.bits - 1 : type.bits, digits = from.bits == 32 ? 24 : 53;
    double limit = ldexp(1, size), step = size > digits ? ldexp(1, size - digits) : 1;
    Val low = float_like(e, x, is_signed ? -limit : 0), top = float_like(e, x, limit - step), v = x;
    if (is_signed) {
        v = ir_select(ir, ir_compare(ir, "ord", v, v), v, float_like(e, x, 0));
        v = ir_select(ir, ir_compare(ir, "ogt", v, low), v, low);
        v = ir_select(ir, ir_compare(ir, "olt", v, top), v, top);
    } else { /* NaN is not above 0 */
        v = ir_select(ir, ir_compare(ir, "ogt", v, top), top, v);
        v = ir_select(ir, ir_compare(ir, "ogt", v, low), v, low);
    }
    if (type.bits < 32) {
        Val wide = ir_convert(ir, "fptosi", v, IR_I(32, from.lanes));
        return ir_convert(ir, "trunc", wide, type);
    }
    v = ir_convert(ir, is_signed ? "fptosi" : "fptoui", v, type);
    if (size <= digits)
        return v;
    Val largest = ir_int(ir, type, is_signed ? UINT64_MAX >> (65 - type.bits) : UINT64_MAX);
    return ir_select(ir, ir_compare(ir, "oge", x, float_like(e, x, limit)), largest, v);
}

/* ---- integers, and numbers to floats of 32 and 64 bits */

static Val to_integer(Emit *e, Val x, Dtype from, Dtype to) {
    IrType had = ir_type(&e->ir, x), type = vec_type(to, had.lanes);
    if (had.kind == IR_FLOAT)
        return real_to_integer(e, x, to);
    const char *grow = class_of(from) == CLASS_SIGNED ? "sext" : "zext";
    return ir_convert(&e->ir, type.bits < had.bits ? "trunc" : grow, x, type);
}

static Val to_float(Emit *e, Val x, Dtype from, IrType type) {
    IrType had = ir_type(&e->ir, x);
    type.lanes = had.lanes;
    if (had.kind == IR_FLOAT)
        return ir_convert(&e->ir, type.bits < had.bits ? "fptrunc" : "fpext", x, type);
    if (from == DT_BOOL) {
        Val zero = ir_zero(&e->ir, type);
        return ir_select(&e->ir, x, float_like(e, zero, 1), zero);
    }
    return ir_convert(&e->ir, class_of(from) == CLASS_SIGNED ? "sitofp" : "uitofp", x, type);
}

static Val to_bool(Emit *e, Vec x) {
    Val truth = 0;
    if (x.dtype == DT_BOOL)
        return x.part[0];
    for (unsigned k = 0; k < 2 && x.part[k]; k++) {
        bool is_float = ir_type(&e->ir, x.part[k]).kind == IR_FLOAT;
        Val zero = int_like(e, x.part[k], 0);
        Val one = ir_compare(&e->ir, is_float ? "une" : "ne", x.part[k], zero);
        truth = truth ? ir_bin(&e->ir, "or", truth, one) : one;
    }
    return truth;
}

/*
 * ---- to f16 and bf16 with one rounding: by way of a f32 rounded to odd, which is to say that its
 * last bit is set if anything was lost
 */

static Val size_of(Emit *e, Val x) {
    return ir_intrinsic(&e->ir, "llvm.fabs", ir_type(&e->ir, x), 1, &x);
}

static Val f64_to_odd(Emit *e, Val x) {
    Ir *ir = &e->ir;
    unsigned lanes = ir_type(ir, x).lanes;
    IrType word = IR_I(32, lanes);
    Val near = ir_convert(ir, "fptrunc", x, IR_F(32, lanes));
    Val back = ir_convert(ir, "fpext", near, IR_F(64, lanes));
    Val over = ir_compare(ir, "ogt", size_of(e, back), size_of(e, x));
    Val lost = ir_compare(ir, "one", back, x);
    Val bits = ir_convert(ir, "bitcast", near, word);
    bits = ir_bin(ir, "sub", bits, ir_convert(ir, "zext", over, word)); /* towards 0 */
    bits = ir_bin(ir, "or", bits, ir_convert(ir, "zext", lost, word));
    return ir_convert(ir, "bitcast", bits, IR_F(32, lanes));
}

/* 64 bits are too many for a f64: what a f32 cannot hold anyway is folded into one bit. */
static Val u64_to_odd(Emit *e, Val x) {
    Ir *ir = &e->ir;
    IrType type = ir_type(ir, x);
    Val tail = ir_bin(ir, "and", x, ir_int(ir, type, 0xffff));
    Val some = ir_compare(ir, "ne", tail, ir_zero(ir, type));
    Val bit = ir_select(ir, some, ir_int(ir, type, 0x10000), ir_zero(ir, type));
    Val folded = ir_bin(ir, "or", ir_bin(ir, "sub", x, tail), bit);
    Val is_long =
        ir_compare(ir, "ne", ir_bin(ir, "lshr", x, ir_int(ir, type, 53)), ir_zero(ir, type));
    Val fits = ir_select(ir, is_long, folded, x);
    return f64_to_odd(e, ir_convert(ir, "uitofp", fits, IR_F(64, type.lanes)));
}

static Val i64_to_odd(Emit *e, Val x) {
    Ir *ir = &e->ir;
    Val zero = int_like(e, x, 0), below = ir_compare(ir, "slt", x, zero);
    Val size = u64_to_odd(e, ir_select(ir, below, ir_bin(ir, "sub", zero, x), x));
    return ir_select(ir, below, ir_neg_float(ir, size), size);
}

/* What a f32 holds exactly needs no care. */
static Val to_odd(Emit *e, Val x, Dtype from) {
    IrType type = ir_type(&e->ir, x);
    if (type.kind == IR_INT && type.bits == 64)
        return class_of(from) == CLASS_SIGNED ? i64_to_odd(e, x) : u64_to_odd(e, x);
    if (type.kind == IR_INT && type.bits == 32)
        x = to_float(e, x, from, IR_F(64, 1));
    else if (type.kind == IR_INT)
        x = to_float(e, x, from, IR_F(32, 1));
    return ir_type(&e->ir, x).bits == 64 ? f64_to_odd(e, x) : x;
}

/* ---- */

static Vec cast(Emit *e, Vec x, Dtype to) {
    Vec out = {.dtype = (uint8_t)to, .lanes = x.lanes};
    const DtypeInfo *info = dtype_info(to);
    switch (info->class) {
    case CLASS_BOOL: out.part[0] = to_bool(e, x); break;
    case CLASS_SIGNED:
    case CLASS_UNSIGNED: out.part[0] = to_integer(e, x.part[0], x.dtype, to); break;
    case CLASS_FLOAT:
        if (info->bits < 32)
            out.part[0] = emit_round(e, to_odd(e, x.part[0], x.dtype), to);
        else
            out.part[0] = to_float(e, x.part[0], x.dtype, vec_type(to, 1));
        break;
    case CLASS_COMPLEX:
        out.part[0] = to_float(e, x.part[0], x.dtype, vec_type(to, 1));
        out.part[1] = x.part[1] ? to_float(e, x.part[1], x.dtype, vec_type(to, 1))
                                : ir_zero(&e->ir, vec_type(to, x.lanes));
        break;
    }
    return out;
}

Vec emit_cast(Emit *e, Vec x, Dtype to) {
    if (x.dtype == to)
        return x;
    const char *flags = exactly(e);
    Vec out = cast(e, x, to);
    e->ir.flags = flags;
    return out;
}

Vec emit_bitcast(Emit *e, Vec x, Dtype to) {
    if (x.dtype == to)
        return x;
    Val words = ir_convert(&e->ir, "bitcast", words_of(e, x), word_type(to, x.lanes));
    return vec_of_words(e, to, words);
}
