/* Which type two types promote to. */
#include "infer/infer.h"

static Dtype signed_of_bits(unsigned bits) {
    return bits <= 8 ? DT_I8 : bits <= 16 ? DT_I16 : bits <= 32 ? DT_I32 : DT_I64;
}

/* Inside one class the later row of dtype.def holds the earlier ones, but for the two halves. */
static Dtype same_class(Dtype a, Dtype b) {
    if ((a == DT_F16 && b == DT_BF16) || (a == DT_BF16 && b == DT_F16))
        return DT_F32;
    return a > b ? a : b;
}

/* The smallest signed type that holds both; u64 has none in the standard. */
static Dtype mixed_integers(Dtype s, Dtype u, frit_promotion mode) {
    unsigned s_bits = dtype_info(s)->bits, u_bits = dtype_info(u)->bits;
    if (s_bits > u_bits)
        return s;
    if (u_bits < 64)
        return signed_of_bits(u_bits * 2);
    return mode == FRIT_PROMOTE_NUMPY ? DT_F64 : DT_NONE;
}

Dtype infer_promote_float(Dtype dtype) {
    const DtypeInfo *info = dtype_info(dtype);
    if (info->class == CLASS_FLOAT || info->class == CLASS_COMPLEX)
        return dtype;
    return info->bits <= 8 ? DT_F16 : info->bits <= 16 ? DT_F32 : DT_F64;
}

/* NumPy: the float that holds the integer, and not smaller than the float given. */
static Dtype integer_and_float(Dtype i, Dtype f) {
    Dtype need = infer_promote_float(i);
    return f == DT_BF16 && need == DT_F16 ? DT_BF16 : same_class(need, f);
}

static Dtype with_complex(Dtype real, Dtype complex) {
    return dtype_real(complex) == DT_F64 || dtype_info(real)->bits > 32 ||
                   (dtype_info(real)->class != CLASS_FLOAT && dtype_info(real)->bits > 16)
               ? DT_C128
               : DT_C64;
}

Dtype infer_promote(Dtype a, Dtype b, frit_promotion mode) {
    if (a == b)
        return a;
    if (mode == FRIT_PROMOTE_NONE)
        return DT_NONE;
    /* In the order of the classes, so that half of the table is enough. */
    if (dtype_info(a)->class > dtype_info(b)->class) {
        Dtype t = a;
        a = b;
        b = t;
    }
    DtypeClass ca = dtype_info(a)->class, cb = dtype_info(b)->class;
    if (ca == cb)
        return same_class(a, b);
    if (ca == CLASS_SIGNED && cb == CLASS_UNSIGNED)
        return mixed_integers(a, b, mode);
    if (ca == CLASS_FLOAT && cb == CLASS_COMPLEX)
        return with_complex(a, b);
    if (mode != FRIT_PROMOTE_NUMPY) /* kinds do not mix in the standard */
        return DT_NONE;
    if (ca == CLASS_BOOL)
        return b;
    return cb == CLASS_COMPLEX ? with_complex(a, b) : integer_and_float(a, b);
}

/* What a number is alone. */
static Dtype number_alone(DtypeClass number) {
    switch (number) {
    case CLASS_BOOL: return DT_BOOL;
    case CLASS_SIGNED: return DT_I64;
    case CLASS_UNSIGNED: return DT_U64;
    case CLASS_FLOAT: return DT_F64;
    default: return DT_C128;
    }
}

Dtype infer_promote_number(Dtype array, DtypeClass number) {
    if (array == DT_NONE)
        return number_alone(number);
    DtypeClass class = dtype_info(array)->class;
    bool integers = class == CLASS_SIGNED && number == CLASS_UNSIGNED; /* whatever their signs */
    if (class >= number || integers)
        return array;
    /* A complex number is as precise as the float it meets. */
    if (number == CLASS_COMPLEX && class == CLASS_FLOAT && array != DT_F64)
        return DT_C64;
    return number_alone(number);
}
