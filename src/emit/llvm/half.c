/*
 * Floats that are f32 between loads and stores: bf16, which is the upper half of one, and any that dtype.def
 * has, f16 among them. With the instruction where the target has
 * one, else in integers as op/math/half.h does it: the same numbers; of a NaN only that it is one.
 */
#include <math.h>

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

/* Bits of 2 to the power n as a f32. */
static uint64_t power(int n) {
    return (uint64_t)(127 + n) << 23;
}

/* What a dtype's numbers are to f32's: their exponents are biased by `bias`, `cut` bits of the fraction go,
 * and the smallest ones are as far apart as the floats from 2^apart on. */
typedef struct Narrow {
    const DtypeInfo *info;
    int bias, apart;
    unsigned fraction, cut;
} Narrow;

static Narrow narrow_of(Dtype dtype) {
    const DtypeInfo *info = dtype_info(dtype);
    unsigned fraction = info->digits - 1u;
    int bias = (1 << (info->exponent - 1)) - 1;
    return (Narrow){info, bias, 1 - bias - (int)fraction + 23, fraction, 23 - fraction};
}

static bool by_instruction(const Emit *e, Dtype dtype) {
    return dtype == DT_F16 && e->ir.target->halves;
}

static Val round_narrow(Emit *e, Val x, Dtype dtype) {
    IrType type = ir_type(&e->ir, x);
    if (by_instruction(e, dtype)) {
        Val half = ir_convert(&e->ir, "fptrunc", x, IR_F(16, type.lanes));
        return ir_convert(&e->ir, "fpext", half, type);
    }
    Narrow n = narrow_of(dtype);
    Val bits = bits_of(e, x), sign = and_bits(e, bits, 0x80000000),
        size = and_bits(e, bits, 0x7fffffff);
    Val normal = and_bits(e, rounded_up(e, size, n.cut), UINT32_MAX << n.cut);
    Val infinity = int_like(e, bits, 0x7f800000);
    normal = where_more(e, normal, power(n.bias + 1) - 1, infinity, normal);
    Val far = float_like(e, x, ldexp(1, n.apart));
    Val tiny = ir_bin(&e->ir, "fadd", float_of(e, size), far);
    tiny = bits_of(e, ir_bin(&e->ir, "fsub", tiny, far));
    Val finite = where_more(e, size, power(1 - n.bias) - 1, normal, tiny);
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
    if (dtype == DT_BF16)
        x = round_bf16(e, x);
    else if (dtype_info(dtype)->compute != dtype)
        x = round_narrow(e, x, dtype);
    e->ir.flags = flags;
    return x;
}

/* ---- to fewer bits and back */

static Val narrow_bits(Emit *e, Val x, Dtype dtype) {
    unsigned lanes = ir_type(&e->ir, x).lanes;
    if (by_instruction(e, dtype)) {
        Val half = ir_convert(&e->ir, "fptrunc", x, IR_F(16, lanes));
        return ir_convert(&e->ir, "bitcast", half, IR_I(16, lanes));
    }
    Narrow n = narrow_of(dtype);
    Val bits = bits_of(e, x), size = and_bits(e, bits, 0x7fffffff);
    Val sign = shift(e, "lshr", bits, 32u - n.info->bits);
    sign = and_bits(e, sign, UINT64_C(1) << (n.info->bits - 1));
    Val high = shift(e, "lshr", size, n.cut);
    Val normal = add(e, high, int_like(e, bits, 0 - ((uint64_t)(127 - n.bias) << n.fraction)));
    Val special = and_bits(e, high, (UINT64_C(1) << n.fraction) - 1);
    special = or_bits(e, special, float_infinity(n.info));
    Val far = float_like(e, x, ldexp(1, n.apart));
    Val tiny = bits_of(e, ir_bin(&e->ir, "fadd", float_of(e, size), far));
    tiny = add(e, tiny, int_like(e, bits, 0 - power(n.apart))); /* how many of the smallest */
    Val finite = where_more(e, size, power(1 - n.bias) - 1, normal, tiny);
    Val result = where_more(e, size, 0x7f7fffff, special, finite);
    result = ir_bin(&e->ir, "or", sign, result);
    return ir_convert(&e->ir, "trunc", result, IR_I(n.info->bits, lanes));
}

static Val narrow_value(Emit *e, Val word, Dtype dtype) {
    unsigned lanes = ir_type(&e->ir, word).lanes;
    if (by_instruction(e, dtype)) {
        word = ir_convert(&e->ir, "bitcast", word, IR_F(16, lanes));
        return ir_convert(&e->ir, "fpext", word, IR_F(32, lanes));
    }
    Narrow n = narrow_of(dtype);
    uint64_t top = UINT64_C(1) << (n.info->bits - 1);
    Val bits = ir_convert(&e->ir, "zext", word, IR_I(32, lanes)), size = and_bits(e, bits, top - 1);
    Val sign = shift(e, "shl", and_bits(e, bits, top), 32u - n.info->bits);
    Val high = shift(e, "shl", size, n.cut);
    Val normal = add(e, high, int_like(e, bits, (uint64_t)(127 - n.bias) << 23));
    Val special = or_bits(e, high, 0x7f800000);
    Val tiny = ir_convert(&e->ir, "sitofp", size, IR_F(32, lanes));
    tiny = ir_bin(&e->ir, "fmul", tiny, float_like(e, tiny, ldexp(1, n.apart - 23)));
    tiny = bits_of(e, tiny);
    Val finite = where_more(e, size, (UINT64_C(1) << n.fraction) - 1, normal, tiny);
    Val result = where_more(e, size, float_infinity(n.info) - 1, special, finite);
    return float_of(e, ir_bin(&e->ir, "or", sign, result));
}

Val half_bits(Emit *e, Val x, Dtype dtype) {
    const char *flags = exactly(e);
    Val bits;
    if (dtype == DT_BF16)
        bits = ir_convert(&e->ir, "trunc", shift(e, "lshr", bits_of(e, x), 16),
                          IR_I(16, ir_type(&e->ir, x).lanes));
    else
        bits = narrow_bits(e, x, dtype);
    e->ir.flags = flags;
    return bits;
}

Val half_value(Emit *e, Val bits, Dtype dtype) {
    const char *flags = exactly(e);
    Val x;
    if (dtype == DT_BF16) {
        Val wide = ir_convert(&e->ir, "zext", bits, IR_I(32, ir_type(&e->ir, bits).lanes));
        x = float_of(e, shift(e, "shl", wide, 16));
    } else {
        x = narrow_value(e, bits, dtype);
    }
    e->ir.flags = flags;
    return x;
}
