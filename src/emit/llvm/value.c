/* Vecs: their types, constants, and how they look in registers of the interpreter and in memory. */
#include "emit/llvm/words.h"
#include "op/math/ops.h"

bool vec_is_complex(Dtype dtype) {
    return dtype_info(dtype)->class == CLASS_COMPLEX;
}

IrType vec_type(Dtype dtype, unsigned lanes) {
    const DtypeInfo *info = dtype_info(dtype);
    unsigned bits = info->bits;
    switch (info->class) {
    case CLASS_BOOL: return IR_I(1, lanes);
    case CLASS_SIGNED:
    case CLASS_UNSIGNED: return IR_I((uint8_t)bits, lanes);
    case CLASS_FLOAT: return IR_F(bits < 32 ? 32 : (uint8_t)bits, lanes);
    case CLASS_COMPLEX: return IR_F((uint8_t)(bits / 2), lanes);
    }
    return IR_I(1, lanes);
}

/* ---- constants */

const char *exactly(Emit *e) {
    const char *flags = e->ir.flags;
    e->ir.flags = "";
    return flags;
}

Val float_like(Emit *e, Val x, double value) {
    IrType type = ir_type(&e->ir, x);
    return ir_float(&e->ir, type, type.bits == 32 ? f_bits((float)value) : d_bits(value));
}

Val int_like(Emit *e, Val x, uint64_t value) {
    return ir_int(&e->ir, ir_type(&e->ir, x), value);
}

/* The bits of the f32 that stands for a f16 or bf16. */
static uint64_t widened(Dtype dtype, uint16_t half) {
    return f_bits(scalar_from_bits(dtype, (Bits){half, 0}).f32);
}

Vec vec_const(Emit *e, Dtype dtype, Bits bits, unsigned lanes) {
    const DtypeInfo *info = dtype_info(dtype);
    IrType type = vec_type(dtype, lanes);
    Vec v = {.dtype = (uint8_t)dtype, .lanes = (uint16_t)lanes};
    if (info->class == CLASS_BOOL)
        v.part[0] = ir_int(&e->ir, type, bits.lo != 0);
    else if (info->class == CLASS_FLOAT && info->bits < 32)
        v.part[0] = ir_float(&e->ir, type, widened(dtype, (uint16_t)bits.lo));
    else
        v.part[0] = ir_int(&e->ir, type, bits.lo); /* cut to the part's width */
    if (info->class == CLASS_COMPLEX)
        v.part[1] = ir_float(&e->ir, type, info->bits == 64 ? bits.lo >> 32 : bits.hi);
    return v;
}

/* ---- shapes */

Vec vec_splat(Emit *e, Vec x, unsigned lanes) {
    if (x.lanes == lanes)
        return x;
    for (unsigned k = 0; k < 2 && x.part[k]; k++)
        x.part[k] = ir_splat(&e->ir, x.part[k], lanes);
    x.lanes = (uint16_t)lanes;
    return x;
}

Vec vec_select(Emit *e, Val condition, Vec x, Vec y) {
    for (unsigned k = 0; k < 2 && x.part[k]; k++)
        x.part[k] = ir_select(&e->ir, condition, x.part[k], y.part[k]);
    return x;
}

Val interleaved(Emit *e, Val a, Val b) {
    uint32_t which[2 * MOST_LANES];
    unsigned lanes = ir_type(&e->ir, a).lanes;
    for (unsigned k = 0; k < lanes; k++) {
        which[2 * k] = k;
        which[2 * k + 1] = lanes + k;
    }
    return ir_shuffle(&e->ir, a, b, which, 2 * lanes);
}

Val every_other(Emit *e, Val x, unsigned first) {
    uint32_t which[MOST_LANES];
    unsigned lanes = ir_type(&e->ir, x).lanes / 2u;
    for (unsigned k = 0; k < lanes; k++)
        which[k] = 2 * k + first;
    return ir_shuffle(&e->ir, x, 0, which, lanes);
}

/* ---- registers of the interpreter */

unsigned reg_bytes(Dtype dtype) {
    const DtypeInfo *info = dtype_info(dtype);
    return info->class == CLASS_FLOAT && info->bits < 32 ? 4 : info->bits / 8u;
}

void vec_to_regs(Emit *e, Vec x, Val pointer) {
    Val v = x.part[0];
    if (vec_is_complex(x.dtype))
        v = interleaved(e, v, x.part[1]);
    else if (x.dtype == DT_BOOL)
        v = ir_convert(&e->ir, "zext", v, IR_I(8, x.lanes));
    ir_store(&e->ir, v, pointer, 1);
}

Vec vec_from_regs(Emit *e, Dtype dtype, unsigned lanes, Val pointer) {
    Vec v = {.dtype = (uint8_t)dtype, .lanes = (uint16_t)lanes};
    IrType type = vec_type(dtype, lanes);
    if (vec_is_complex(dtype)) {
        type.lanes = (uint16_t)(2 * lanes);
        Val pairs = ir_load(&e->ir, type, pointer, 1);
        v.part[0] = every_other(e, pairs, 0);
        v.part[1] = every_other(e, pairs, 1);
    } else if (dtype == DT_BOOL) {
        Val bytes = ir_load(&e->ir, IR_I(8, lanes), pointer, 1);
        v.part[0] = ir_compare(&e->ir, "ne", bytes, int_like(e, bytes, 0));
    } else {
        v.part[0] = ir_load(&e->ir, type, pointer, 1);
    }
    return v;
}

/* ---- words of memory */

static bool is_half(Dtype dtype) {
    return dtype_info(dtype)->compute != dtype;
}

IrType word_type(Dtype dtype, unsigned lanes) {
    if (dtype == DT_BOOL || is_half(dtype) || vec_is_complex(dtype))
        return IR_I(dtype_info(dtype)->bits, lanes);
    return vec_type(dtype, lanes);
}

Val words_of(Emit *e, Vec x) {
    IrType type = word_type(x.dtype, x.lanes);
    if (x.dtype == DT_BOOL)
        return ir_convert(&e->ir, "zext", x.part[0], type);
    if (is_half(x.dtype))
        return half_bits(e, x.part[0], x.dtype);
    if (vec_is_complex(x.dtype))
        return ir_convert(&e->ir, "bitcast", interleaved(e, x.part[0], x.part[1]), type);
    return x.part[0];
}

Vec vec_of_words(Emit *e, Dtype dtype, Val words) {
    unsigned lanes = ir_type(&e->ir, words).lanes;
    Vec v = {.part = {words}, .dtype = (uint8_t)dtype, .lanes = (uint16_t)lanes};
    if (dtype == DT_BOOL) {
        v.part[0] = ir_compare(&e->ir, "ne", words, int_like(e, words, 0));
    } else if (is_half(dtype)) {
        v.part[0] = half_value(e, words, dtype);
    } else if (vec_is_complex(dtype)) {
        Val pairs = ir_convert(&e->ir, "bitcast", words, vec_type(dtype, 2 * lanes));
        v.part[0] = every_other(e, pairs, 0);
        v.part[1] = every_other(e, pairs, 1);
    }
    return v;
}
