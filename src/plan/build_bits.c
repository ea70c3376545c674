/* bitcast: the bits of scalars, little end first, read as other scalars. */
#include "plan/build.h"

static Dtype bits_type(unsigned bits) {
    return bits == 8 ? DT_U8 : bits == 16 ? DT_U16 : bits == 32 ? DT_U32 : DT_U64;
}

static bool read_bits(Builder *b, Dtype from, Dtype to, ValId x, ValId *out) {
    *out = x;
    if (from == to)
        return true;
    KernelInstr instr = {.code = K_BITCAST, .dtype = (uint8_t)from};
    return build_emit(b, instr, &x, 1, to, level_of(b, &x, 1), out);
}

/* The real scalars of a value in the order of memory, each as unsigned bits. */
static bool split(Builder *b, Dtype dtype, uint32_t first, uint32_t n, uint32_t *at) {
    bool complex = dtype_info(dtype)->class == CLASS_COMPLEX;
    Dtype real = dtype_real(dtype);
    uint32_t base = b->pool.len;
    *at = base;
    for (uint32_t k = 0; k < n; k++) {
        for (unsigned part = 0; part < (complex ? 2 : 1); part++) {
            ValId x = pool_at(b, first + k), one = x;
            if (complex) /* the two parts of a complex number lie one after another */
                TRY(build_op(b, part ? OP_imag : OP_real, dtype, &x, 1, &one));
            TRY(read_bits(b, real, bits_type(dtype_info(real)->bits), one, &one));
            TRY(pool_push(b, one));
        }
    }
    return true;
}

static bool shift(Builder *b, Op op, Dtype dtype, ValId x, unsigned by, ValId *out) {
    ValId in[2] = {x, 0};
    *out = x;
    if (by == 0)
        return true;
    TRY(build_const(b, dtype, (Bits){by, 0}, &in[1]));
    return build_op(b, op, dtype, in, 2, out);
}

/* `width` bits from number `low` on, out of scalars of `own` bits each. */
static bool take_bits(Builder *b, uint32_t parts, unsigned own, unsigned low, unsigned width,
                      ValId *out) {
    Dtype from = bits_type(own), to = bits_type(width);
    *out = pool_at(b, parts + low / own);
    if (own == width)
        return true;
    if (own > width) { /* a part of one: shifted down, then cut off */
        TRY(shift(b, OP_shr, from, *out, low % own, out));
        return build_cast(b, from, to, *out, out);
    }
    TRY(build_cast(b, from, to, *out, out));
    for (unsigned k = 1; k < width / own; k++) {
        ValId in[2] = {*out, pool_at(b, parts + low / own + k)};
        TRY(build_cast(b, from, to, in[1], &in[1]));
        /* several put side by side */
        TRY(shift(b, OP_shl, to, in[1], own * k, &in[1]));
        TRY(build_op(b, OP_or, to, in, 2, out)); /* they do not overlap */
    }
    return true;
}

bool build_bitcast(Builder *b, const Frame *f, const Instr *i, ViewId view, uint32_t *at) {
    VarId x = instr_in(f->scope->p, i)[0];
    Dtype from = var_dtype(b, f, x), to = var_dtype(b, f, i->out), real = dtype_real(to);
    uint32_t source, parts, n = var_leaves(b, f, i->out), had = var_leaves(b, f, x);
    unsigned own = dtype_info(dtype_real(from))->bits, width = dtype_info(real)->bits, low = 0;
    bool complex = real != to;
    TRY(build_operand(b, f, i, 0, view, &source));
    if (from == to) {
        *at = source;
        return true;
    }
    TRY(split(b, from, source, had, &parts));
    VEC(ValId) made = {0};
    bool ok = true;
    for (uint32_t k = 0; ok && k < n; k++) {
        ValId halves[2] = {NO_VAL, NO_VAL}, value;
        for (unsigned part = 0; ok && part < (complex ? 2 : 1); part++, low += width)
            ok = take_bits(b, parts, own, low, width, &halves[part]) &&
                 read_bits(b, bits_type(width), real, halves[part], &halves[part]);
        value = halves[0];
        if (ok && complex) /* from its two parts */
            ok = build_op(b, OP_complex, real, halves, 2, &value);
        ok = ok && vec_push(b->env, &made, value);
    }
    *at = b->pool.len;
    for (uint32_t k = 0; ok && k < n; k++)
        ok = pool_push(b, made.at[k]);
    vec_free(b->env->allocator, &made);
    return ok;
}
