/*
 * f16 and bf16, which are f32 between loads and stores. With the instruction where the target has
 * one, else in integers as run/loops/half.h does it: the same numbers; of a NaN only that it is one.
 */
#include "emit/llvm/words.h"

static Val add(Emit *e, Val a, Val b) {
    return ir_bin(&e->ir, "add", a, b);
}

static Val and_bits(Emit *e, Val a, uint64_t bits) {
    return ir_bin(&e->ir, "and", a, int_like(e, a, bits));
}

static Val or_bits(Emit *e, Val a, uint64_t bits) {
    return ir_bin(&e->ir, "or", a, int_like(e, a, bits));
}

static Val shift(Emit *e, const char *op, Val a, unsigned by) {
    return ir_bin(&e->ir, op, a, int_like(e, a, by));
}

static Val bits_of(Emit *e, Val x) {
    return ir_convert(&e->ir, "bitcast", x, IR_I(32, ir_type(&e->ir, x).lanes));
}

static Val float_of(Emit *e, Val bits) {
    return ir_convert(&e->ir, "bitcast", bits, IR_F(32, ir_type(&e->ir, bits).lanes));
}

/* a where x is more than limit, else b. Signed: nothing here has the top bit. */
static Val where_more(Emit *e, Val x, uint64_t limit, Val a, Val b) {
    return ir_select(&e->ir, ir_compare(&e->ir, "sgt", x, int_like(e, x, limit)), a, b);
}

/* Half of the last bit that stays, rounded to even: what is to be added before `cut` bits go. */
static Val rounded_up(Emit *e, Val bits, unsigned cut) {
    Val odd = and_bits(e, shift(e, "lshr", bits, cut), 1);
    return add(e, add(e, bits, int_like(e, bits, (UINT64_C(1) << (cut - 1)) - 1)), odd);
}

/* ---- rounding */

static Val round_f16(Emit *e, Val x) {
    IrType type = ir_type(&e->ir, x);
    if (e->ir.target->halves) {
        Val half = ir_convert(&e->ir, "fptrunc", x, IR_F(16, type.lanes));
        return ir_convert(&e->ir, "fpext", half, type);
    }
    Val bits = bits_of(e, x), sign = and_bits(e, bits, 0x80000000),
        size = and_bits(e, bits, 0x7fffffff);
    Val normal = and_bits(e, rounded_up(e, size, 13), 0xffffe000);
    Val infinity = int_like(e, bits, 0x7f800000);
    normal = where_more(e, normal, 0x477fffff, infinity, normal); /* from 65520 on */
    /* Below 2^-14 numbers are 2^-24 apart, as floats are between 1/2 and 1. */
    Val half = float_like(e, x, 0.5), tiny = ir_bin(&e->ir, "fadd", float_of(e, size), half);
    tiny = bits_of(e, ir_bin(&e->ir, "fsub", tiny, half));
    Val finite = where_more(e, size, 0x387fffff, normal, tiny);
    Val result = where_more(e, size, 0x7f800000, or_bits(e, size, 0x400000), finite);
    return float_of(e, ir_bin(&e->ir, "or", sign, result));
}

static Val round_bf16(Emit *e, Val x) {
    Val bits = bits_of(e, x), near = rounded_up(e, bits, 16);
    Val nan = ir_compare(&e->ir, "uno", x, x);
    Val result = ir_select(&e->ir, nan, or_bits(e, bits, 0x400000), near);
    return float_of(e, and_bits(e, result, 0xffff0000));
}

Val emit_round(Emit *e, Val x, Dtype dtype) {
    const char *flags = exactly(e);
    if (dtype == DT_F16)
        x = round_f16(e, x);
    else if (dtype == DT_BF16)
        x = round_bf16(e, x);
    e->ir.flags = flags;
    return x;
}

/* ---- to 16 bits and back */

static Val f16_bits(Emit *e, Val x) {
    unsigned lanes = ir_type(&e->ir, x).lanes;
    if (e->ir.target->halves) {
        Val half = ir_convert(&e->ir, "fptrunc", x, IR_F(16, lanes));
        return ir_convert(&e->ir, "bitcast", half, IR_I(16, lanes));
    }
    Val bits = bits_of(e, x), size = and_bits(e, bits, 0x7fffffff);
    Val sign = and_bits(e, shift(e, "lshr", bits, 16), 0x8000);
    Val high = shift(e, "lshr", size, 13);
    Val normal = add(e, high, int_like(e, bits, 0 - (UINT64_C(112) << 10)));
    Val special = or_bits(e, and_bits(e, high, 0x3ff), 0x7c00);
    Val tiny = bits_of(e, ir_bin(&e->ir, "fadd", float_of(e, size), float_like(e, x, 0.5)));
    tiny = add(e, tiny, int_like(e, bits, 0 - UINT64_C(0x3f000000))); /* how many 2^-24 */
    Val finite = where_more(e, size, 0x387fffff, normal, tiny);
    Val result = where_more(e, size, 0x7f7fffff, special, finite);
    result = ir_bin(&e->ir, "or", sign, result);
    return ir_convert(&e->ir, "trunc", result, IR_I(16, lanes));
}

static Val f16_value(Emit *e, Val half) {
    unsigned lanes = ir_type(&e->ir, half).lanes;
    if (e->ir.target->halves) {
        half = ir_convert(&e->ir, "bitcast", half, IR_F(16, lanes));
        return ir_convert(&e->ir, "fpext", half, IR_F(32, lanes));
    }
    Val bits = ir_convert(&e->ir, "zext", half, IR_I(32, lanes)), size = and_bits(e, bits, 0x7fff);
    Val sign = shift(e, "shl", and_bits(e, bits, 0x8000), 16), high = shift(e, "shl", size, 13);
    Val normal = add(e, high, int_like(e, bits, UINT64_C(112) << 23));
    Val special = or_bits(e, high, 0x7f800000);
    Val tiny = ir_convert(&e->ir, "sitofp", size, IR_F(32, lanes));
    tiny = bits_of(e, ir_bin(&e->ir, "fmul", tiny, float_like(e, tiny, 0x1p-24)));
    Val finite = where_more(e, size, 0x3ff, normal, tiny);
    Val result = where_more(e, size, 0x7bff, special, finite);
    return float_of(e, ir_bin(&e->ir, "or", sign, result));
}

Val half_bits(Emit *e, Val x, Dtype dtype) {
    const char *flags = exactly(e);
    Val bits;
    if (dtype == DT_F16)
        bits = f16_bits(e, x);
    else
        bits = ir_convert(&e->ir, "trunc", shift(e, "lshr", bits_of(e, x), 16),
                          IR_I(16, ir_type(&e->ir, x).lanes));
    e->ir.flags = flags;
    return bits;
}

Val half_value(Emit *e, Val bits, Dtype dtype) {
    const char *flags = exactly(e);
    Val x;
    if (dtype == DT_F16) {
        x = f16_value(e, bits);
    } else {
        Val wide = ir_convert(&e->ir, "zext", bits, IR_I(32, ir_type(&e->ir, bits).lanes));
        x = float_of(e, shift(e, "shl", wide, 16));
    }
    e->ir.flags = flags;
    return x;
}
