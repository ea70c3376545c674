/* Dtypes, constants and casts, in the words that all dialects share. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "emit/c/writer.h"
#include "op/math/ops.h"

static const struct {
    const char *held, *stored;
} types[DTYPE_COUNT] = {
    [DT_BOOL] = {"bool", "u8"},        [DT_I8] = {"int8_t", "i8"},
    [DT_I16] = {"int16_t", "i16"},     [DT_I32] = {"int32_t", "i32"},
    [DT_I64] = {"int64_t", "i64"},     [DT_U8] = {"uint8_t", "u8"},
    [DT_U16] = {"uint16_t", "u16"},    [DT_U32] = {"uint32_t", "u32"},
    [DT_U64] = {"uint64_t", "u64"},    [DT_F16] = {"float", "u16"},
    [DT_BF16] = {"float", "u16"},      [DT_F32] = {"float", "f32"},
    [DT_F64] = {"double", "f64"},      [DT_C64] = {"frit_c64", "c64"},
    [DT_C128] = {"frit_c128", "c128"},
};

const char *src_type_of(Dtype dtype) {
    return types[dtype].held;
}

const char *src_stored_as(Dtype dtype) {
    return types[dtype].stored;
}

static bool is_half(Dtype dtype) {
    return dtype == DT_F16 || dtype == DT_BF16;
}

static const char *half_name(Dtype dtype) {
    return dtype == DT_F16 ? "f16" : "bf16";
}

/* ---- constants */

static void put_f32(Str *out, float x) {
    if (x * 0 == 0)
        str_format(out, "%af", (double)x);
    else
        str_format(out, "f_of(0x%08xu)", (unsigned)f_bits(x));
}

static void put_f64(Str *out, double x) {
    if (x * 0 == 0)
        str_format(out, "%a", x);
    else
        str_format(out, "d_of((uint64_t)0x%016llx)", (unsigned long long)d_bits(x));
}

static void put_integer(Str *out, Dtype dtype, Scalar value) {
    if (dtype_info(dtype)->class == CLASS_UNSIGNED)
        str_format(out, "(%s)%lluu", src_type_of(dtype), (unsigned long long)value.u);
    else if (value.i == INT64_MIN)
        str_puts(out, "(-(int64_t)0x7fffffffffffffff - 1)");
    else
        str_format(out, "(%s)%lld", src_type_of(dtype), (long long)value.i);
}

void src_constant(Str *out, Dtype dtype, Bits bits) {
    Scalar value = scalar_from_bits(dtype, bits);
    switch (dtype_info(dtype)->domain) {
    case DOMAIN_B: str_puts(out, value.u ? "true" : "false"); break;
    case DOMAIN_I:
    case DOMAIN_U: put_integer(out, dtype, value); break;
    case DOMAIN_F32: put_f32(out, value.f32); break;
    case DOMAIN_F64: put_f64(out, value.f64); break;
    case DOMAIN_C64:
        str_puts(out, "frit_c64_of(");
        put_f32(out, value.c64[0]);
        str_puts(out, ", ");
        put_f32(out, value.c64[1]);
        str_putc(out, ')');
        break;
    case DOMAIN_C128:
        str_puts(out, "frit_c128_of(");
        put_f64(out, value.c128[0]);
        str_puts(out, ", ");
        put_f64(out, value.c128[1]);
        str_putc(out, ')');
        break;
    }
}

/* ---- casts, with the meaning of scalar_cast */

/* Truncates, saturates, and sends NaN to 0. The power of 2 above the largest is a float of every type. */
static void put_saturated(Str *out, Dtype from, Dtype to, const char *x) {
    const DtypeInfo *info = dtype_info(to);
    bool is_signed = info->class == CLASS_SIGNED;
    unsigned size = is_signed ? info->bits - 1u : info->bits;
    const char *suffix = dtype_info(from)->compute == DT_F64 ? "" : "f";
    uint64_t most = UINT64_MAX >> (64 - size);
    str_format(out, "%s >= 0x1p%u%s ? ", x, size, suffix);
    src_constant(out, to, (Bits){most, 0});
    if (is_signed) {
        str_format(out, " : %s < -0x1p%u%s ? ", x, size, suffix);
        src_constant(out, to, (Bits){most + 1, 0});
        str_format(out, " : %s == %s ? (%s)%s : (%s)0", x, x, src_type_of(to), x, src_type_of(to));
    } else {
        str_format(out, " : %s > 0 ? (%s)%s : (%s)0", x, src_type_of(to), x, src_type_of(to));
    }
}

/* As a float that is rounded to odd, so that the rounding to 16 bits is the only one. */
static void put_odd(Str *out, Dtype from, const char *x) {
    switch (from) {
    case DT_F64: str_format(out, "m_f64_to_odd(%s)", x); break;
    case DT_C128: str_format(out, "m_f64_to_odd(%s.re)", x); break;
    case DT_C64: str_format(out, "%s.re", x); break;
    case DT_I64: str_format(out, "m_i64_to_odd(%s)", x); break;
    case DT_U64: str_format(out, "m_u64_to_odd(%s)", x); break;
    case DT_I32:
    case DT_U32: str_format(out, "m_f64_to_odd((double)%s)", x); break;
    default: str_format(out, "(float)%s", x); break;
    }
}

static void put_to_real(Str *out, Dtype from, Dtype to, const char *x, bool imaginary) {
    const char *type = dtype_info(to)->domain == DOMAIN_F64 || to == DT_C128 ? "double" : "float";
    bool pair = dtype_info(from)->class == CLASS_COMPLEX;
    if (imaginary && !pair)
        str_puts(out, "0");
    else
        str_format(out, "(%s)%s%s", type, x, !pair ? "" : imaginary ? ".im" : ".re");
}

void src_cast(Str *out, Dtype from, Dtype to, const char *x) {
    char part[NAME_ROOM + 4];
    bool pair = dtype_info(from)->class == CLASS_COMPLEX;
    if (from == to) {
        str_puts(out, x);
        return;
    }
    switch (dtype_info(to)->class) {
    case CLASS_BOOL: str_format(out, pair ? "%s.re != 0 || %s.im != 0" : "%s != 0", x, x); return;
    case CLASS_SIGNED:
    case CLASS_UNSIGNED:
        if (dtype_info(from)->class == CLASS_FLOAT) {
            put_saturated(out, from, to, x);
        } else if (pair) {
            snprintf(part, sizeof part, "%s.re", x);
            put_saturated(out, from == DT_C64 ? DT_F32 : DT_F64, to, part);
        } else {
            str_format(out, "(%s)%s", src_type_of(to), x);
        }
        return;
    case CLASS_FLOAT:
        if (!is_half(to)) {
            put_to_real(out, from, to, x, false);
            return;
        }
        str_format(out, "m_round_%s(", half_name(to));
        put_odd(out, from, x);
        str_putc(out, ')');
        return;
    case CLASS_COMPLEX:
        str_format(out, "%s_of(", src_type_of(to));
        put_to_real(out, from, to, x, false);
        str_puts(out, ", ");
        put_to_real(out, from, to, x, true);
        str_putc(out, ')');
        return;
    }
}

/* ---- bits */

static void put_bits(Str *out, Dtype dtype, const char *x) {
    if (is_half(dtype))
        str_format(out, "m_pack_%s(%s)", half_name(dtype), x);
    else if (dtype == DT_F32 || dtype == DT_F64)
        str_format(out, "%c_bits(%s)", dtype == DT_F32 ? 'f' : 'd', x);
    else if (dtype == DT_C64)
        str_format(out, "frit_c64_bits(%s)", x);
    else
        str_puts(out, x);
}

bool src_bitcast(Writer *w, Dtype from, Dtype to, const char *x) {
    static const char *const words[] = {"uint8_t", "uint16_t", "uint32_t", "uint64_t"};
    Str *out = &w->out;
    unsigned bits = dtype_info(from)->bits, log = bits == 8    ? 0
                                                  : bits == 16 ? 1
                                                  : bits == 32 ? 2
                                                               : 3;
    if (from == to) {
        str_puts(out, x);
        return true;
    }
    const char *after = ")";
    if (is_half(to))
        str_format(out, "m_unpack_%s(", half_name(to));
    else if (to == DT_F32 || to == DT_F64)
        str_format(out, "%c_of(", to == DT_F32 ? 'f' : 'd');
    else if (to == DT_C64)
        str_puts(out, "frit_c64_of_bits(");
    else if (to == DT_BOOL)
        after = " != 0";
    else {
        str_format(out, "(%s)", src_type_of(to));
        after = "";
    }
    str_format(out, "(%s)", words[log]);
    put_bits(out, from, x);
    str_puts(out, after);
    return true;
}

/* ---- memory */

void src_load(Str *out, Dtype dtype, const char *place) {
    if (is_half(dtype))
        str_format(out, "m_unpack_%s(frit_load_u16(%s))", half_name(dtype), place);
    else
        str_format(out, "frit_load_%s(%s)%s", src_stored_as(dtype), place,
                   dtype == DT_BOOL ? " != 0" : "");
}

void src_store(Str *out, Dtype dtype, const char *place, const char *x) {
    if (is_half(dtype))
        str_format(out, "frit_store_u16(%s, m_pack_%s(%s));", place, half_name(dtype), x);
    else
        str_format(out, "frit_store_%s(%s, %s);", src_stored_as(dtype), place, x);
}

/* ---- for source around kernels */

const char *text_type_name(Dtype dtype) {
    return types[dtype].held;
}

void text_put_product_types(Str *out, Dtype dtype) {
    /* Integers wrap alike, with a sign or without. */
    static const Dtype unsigned_of[DTYPE_COUNT] = {
        [DT_I8] = DT_U8, [DT_I16] = DT_U16, [DT_I32] = DT_U32, [DT_I64] = DT_U64};
    dtype = unsigned_of[dtype] ? unsigned_of[dtype] : dtype;
    const DtypeInfo *info = dtype_info(dtype);
    bool integer = info->class == CLASS_UNSIGNED;
    if (info->class == CLASS_COMPLEX)
        str_format(out, "%s, %s, ", types[dtype].held, dtype == DT_C64 ? "float" : "double");
    else if (integer)
        str_format(out, "uint%u_t, ", info->bits <= 32 ? 32U : 64U);
    else
        str_format(out, "%s, ", types[dtype].held);
    src_load(out, dtype, "p");
    str_puts(out, ", ");
    if (integer)
        str_format(out, "frit_store_%s(p, (%s)v);", types[dtype].stored, types[dtype].held);
    else
        src_store(out, dtype, "p", "v");
}
