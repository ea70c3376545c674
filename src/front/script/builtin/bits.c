/* bitand, bitor, bitxor, bitshift, bitcmp, bitget, bitset, swapbytes: of integers, and of floats that are whole. */
#include "front/script/builtin/bits.h"

#include <math.h>

#include "front/script/builtin/arrays.h"
#include "front/script/builtin/elementwise.h"

/* Elements as 64 bits; those of signed classes are widened with their sign. */
typedef struct Words {
    ValueClass class_;
    Shape shape;
    int64_t count;
    uint64_t *at;
} Words;

static void words_free(Interp *in, Words *w) {
    if (w->at)
        interp_release(in, w->at, (size_t)w->count * sizeof *w->at);
    w->at = NULL;
}

static uint64_t word_of(ValueClass class_, const void *data, int64_t k) {
    if (class_ == CLASS_INT64 || class_ == CLASS_UINT64)
        return ((const uint64_t *)data)[k];
    double x = element_double(class_, data, k);
    if (class_is_integer(class_))
        return (uint64_t)(int64_t)x;
    if (x < 0)
        return x > -9.2e18 ? (uint64_t)(int64_t)x : 0;
    return x < 1.8446744073709551e19 ? (uint64_t)x : UINT64_MAX;
}

static bool words_of(Interp *in, Value v, Words *out) {
    Array *array;
    *out = (Words){0};
    TRY(value_to_array(in, v, &array));
    out->class_ = (ValueClass)array->class_;
    out->shape = array->shape;
    out->count = array->count;
    out->at = interp_alloc(in, (size_t)array->count * sizeof *out->at);
    for (int64_t k = 0; out->at && k < array->count; k++)
        out->at[k] = word_of(out->class_, array->data, k);
    array_drop(in, array);
    return out->at != NULL;
}

static bool words_new(Interp *in, ValueClass class_, const Shape *shape, Words *out) {
    uint64_t bytes;
    *out = (Words){.class_ = class_, .shape = *shape};
    TRY(shape_bytes(in, shape, sizeof *out->at, &out->count, &bytes));
    out->at = interp_alloc(in, (size_t)bytes);
    return out->at != NULL;
}

/* As a value; frees the words. */
static bool words_value(Interp *in, Words *w, Value *out) {
    Array *array;
    bool ok = array_new_raw(in, w->class_, false, &w->shape, 0, &array);
    for (int64_t k = 0; ok && k < w->count; k++) {
        uint64_t x = w->at[k];
        switch (w->class_) {
        case CLASS_INT64:
        case CLASS_UINT64: ((uint64_t *)array->data)[k] = x; break;
        case CLASS_INT8:
        case CLASS_UINT8: ((uint8_t *)array->data)[k] = (uint8_t)x; break;
        case CLASS_INT16:
        case CLASS_UINT16: ((uint16_t *)array->data)[k] = (uint16_t)x; break;
        case CLASS_INT32:
        case CLASS_UINT32: ((uint32_t *)array->data)[k] = (uint32_t)x; break;
        default: element_store(w->class_, array->data, k, x >> 63 ? (double)(int64_t)x : (double)x);
        }
    }
    words_free(in, w);
    if (!ok)
        return false;
    *out = value_of_array(array);
    return value_simplify(in, out);
}

/* How many bits a class has; of floats those of whole numbers. */
static int class_bits(ValueClass class_) {
    if (class_ == CLASS_DOUBLE)
        return 53;
    return class_ == CLASS_SINGLE ? 24 : (int)class_size(class_) * 8;
}

static uint64_t bits_mask(int bits) {
    return bits >= 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1;
}

/* ---- and, or, xor */

static bool bits_class(Interp *in, const char *who, Value a, Value b, ValueClass *out) {
    ValueClass x = value_class(a), y = value_class(b);
    if (!value_has_elements(a) || !value_has_elements(b) || x == CLASS_CHAR || y == CLASS_CHAR ||
        value_is_complex(a) || value_is_complex(b))
        return interp_fail(in, "%s: invalid operand type", who);
    if (class_is_integer(x) && class_is_integer(y) && x != y)
        return interp_fail(in, "%s: must have matching operand types", who);
    if (class_is_integer(x) || class_is_integer(y))
        *out = class_is_integer(x) ? x : y;
    else if (x == CLASS_LOGICAL && y == CLASS_LOGICAL)
        *out = CLASS_LOGICAL;
    else
        *out = x == CLASS_SINGLE || y == CLASS_SINGLE ? CLASS_SINGLE : CLASS_DOUBLE;
    return true;
}

static uint64_t combine(uint16_t code, uint64_t x, uint64_t y) {
    return code == BITS_AND ? x & y : code == BITS_OR ? x | y : x ^ y;
}

static bool bits_of_two(Interp *in, const BuiltinCall *call, Value a, Value b, Value *out) {
    ValueClass class_ = CLASS_DOUBLE;
    Words x = {0}, y = {0}, to = {0};
    TRY(bits_class(in, call->name, a, b, &class_));
    Shape p = value_shape(a), q = value_shape(b), shape;
    if (!value_is_scalar(a) && !value_is_scalar(b) && !shape_same(&p, &q))
        return interp_fail(in, "%s: size of X and Y must match, or one operand must be a scalar",
                           call->name);
    shape = value_is_scalar(a) ? q : p;
    Value first = value_none(), second = value_none();
    ValueClass whole = class_is_integer(class_) ? class_ : CLASS_UINT64;
    bool ok = value_cast(in, a, whole, &first) && value_cast(in, b, whole, &second) &&
              words_of(in, first, &x) && words_of(in, second, &y) &&
              words_new(in, class_, &shape, &to);
    if (ok) {
        for (int64_t k = 0; k < to.count; k++)
            to.at[k] =
                combine(call->row->code, x.at[x.count == 1 ? 0 : k], y.at[y.count == 1 ? 0 : k]);
        ok = words_value(in, &to, out);
    }
    words_free(in, &x);
    words_free(in, &y);
    value_drop(in, first);
    value_drop(in, second);
    return ok;
}

/* bitand(x, y, ...) */
bool builtin_bits(Interp *in, BuiltinCall *call) {
    Value so_far;
    TRY(bits_of_two(in, call, call->args[0], call->args[1], &so_far));
    for (uint32_t k = 2; k < call->argc; k++) {
        Value next;
        bool ok = bits_of_two(in, call, so_far, call->args[k], &next);
        value_drop(in, so_far);
        TRY(ok);
        so_far = next;
    }
    return give(call, so_far);
}

/* ---- shifts */

static uint64_t shifted(uint64_t x, double by, uint64_t mask, bool keeps_sign) {
    if (by >= 64 || by <= -64)
        return keeps_sign && by < 0 && x >> 63 ? mask : 0;
    if (by >= 0)
        return (x << (unsigned)by) & mask;
    unsigned down = (unsigned)-by;
    uint64_t y = x >> down;
    if (keeps_sign && x >> 63)
        y |= ~(UINT64_MAX >> down);
    return y & mask;
}

/* The sign comes back from the top bit of the class. */
static uint64_t widened(uint64_t x, int bits) {
    return bits < 64 && x >> (bits - 1) & 1 ? x | ~bits_mask(bits) : x;
}

/* bitshift(x, n, bits) */
bool builtin_bitshift(Interp *in, BuiltinCall *call) {
    Value v = call->args[0];
    ValueClass class_ = value_class(v);
    Numbers by;
    Words x, to = {0};
    TRY(need_elements(in, "bitshift", v));
    TRY(need_elements(in, "bitshift", call->args[1]));
    double limit = 64;
    if (call->argc > 2)
        TRY(value_to_double(in, call->args[2], "bitshift", &limit));
    if (limit < 0)
        return interp_fail(in, "bitshift: N must be an integer");
    TRY(numbers_of(in, call->args[1], &by));
    if (!words_of(in, v, &x)) {
        numbers_free(in, &by);
        return false;
    }
    bool is_signed = class_is_integer(class_) && class_ <= CLASS_INT64;
    int bits = class_bits(class_);
    for (int64_t k = 0; k < by.count; k++)
        if (by.at[k] != trunc(by.at[k]) || isinf(by.at[k])) {
            words_free(in, &x);
            numbers_free(in, &by);
            return interp_fail(in, "bitshift: K must be a scalar or array of integers");
        }
    uint64_t mask = bits_mask(bits) & bits_mask(limit < 64 ? (int)limit : 64);
    Shape shape = x.count == 1 ? by.shape : x.shape;
    bool ok = x.count == 1 || by.count == 1 || shape_same(&x.shape, &by.shape) ||
              interp_fail(in, "bitshift: size of A and N must match, or one operand must be a "
                              "scalar");
    ok = ok && words_new(in, class_, &shape, &to);
    for (int64_t k = 0; ok && k < to.count; k++) {
        uint64_t word = x.at[x.count == 1 ? 0 : k];
        double n = trunc(by.at[by.count == 1 ? 0 : k]);
        if (is_signed && n >= bits - 1) /* nothing is left besides the sign, which goes too */
            word = 0;
        bool negative = class_is_float(class_) && word >> 63;
        uint64_t y = shifted(negative ? 0 - word : word, n, mask, is_signed);
        to.at[k] = is_signed ? widened(y, bits) : negative ? 0 - y : y;
    }
    words_free(in, &x);
    numbers_free(in, &by);
    call->outc = 1;
    return ok && words_value(in, &to, &call->outs[0]);
}

bool builtin_bitcmp(Interp *in, BuiltinCall *call) {
    Words x;
    ValueClass class_ = value_class(call->args[0]);
    if (class_ == CLASS_COUNT || class_ == CLASS_CHAR)
        return interp_fail(in, "bitcmp: invalid class %s", value_class_name(call->args[0]));
    TRY(words_of(in, call->args[0], &x));
    for (int64_t k = 0; k < x.count; k++)
        x.at[k] =
            ~x.at[k] & (class_is_integer(class_) ? UINT64_MAX : bits_mask(class_bits(class_)));
    call->outc = 1;
    return words_value(in, &x, &call->outs[0]);
}

/* ---- single bits */

static bool bit_numbers(Interp *in, const BuiltinCall *call, int bits, Numbers *out) {
    TRY(need_elements(in, call->name, call->args[1]));
    TRY(numbers_of(in, call->args[1], out));
    for (int64_t k = 0; k < out->count; k++) {
        if (out->at[k] >= 1 && out->at[k] <= bits)
            continue;
        numbers_free(in, out);
        return interp_fail(in, "%s: N must be in the range [1,%d]", call->name, bits);
    }
    return true;
}

/* bitget(x, n), bitset(x, n, value) */
bool builtin_bit(Interp *in, BuiltinCall *call) {
    bool sets = call->row->code;
    ValueClass class_ = value_class(call->args[0]);
    if (class_ == CLASS_COUNT || class_ == CLASS_CHAR)
        return interp_fail(in, "%s: invalid class %s", call->name, value_class_name(call->args[0]));
    Numbers n, value = {0};
    Words x, to = {0};
    TRY(bit_numbers(in, call, class_bits(class_), &n));
    if (!words_of(in, call->args[0], &x)) {
        numbers_free(in, &n);
        return false;
    }
    bool ok = call->argc < 3 || numbers_of(in, call->args[2], &value);
    Shape shape = x.count == 1 ? n.shape : x.shape;
    if (ok && x.count != 1 && n.count != 1 && !shape_same(&x.shape, &n.shape))
        ok = fail_nonconformant(in, call->name, &x.shape, &n.shape);
    ok = ok && words_new(in, class_, &shape, &to);
    for (int64_t k = 0; ok && k < to.count; k++) {
        uint64_t word = x.at[x.count == 1 ? 0 : k];
        int bit = (int)n.at[n.count == 1 ? 0 : k] - 1;
        double v = value.count ? value.at[value.count == 1 ? 0 : k] : 1;
        if (!sets)
            to.at[k] = word >> bit & 1;
        else if (v != 0)
            to.at[k] = word | UINT64_C(1) << bit;
        else
            to.at[k] = word & ~(UINT64_C(1) << bit);
    }
    words_free(in, &x);
    numbers_free(in, &n);
    if (value.at)
        numbers_free(in, &value);
    if (!sets)
        to.class_ = CLASS_LOGICAL;
    call->outc = 1;
    return ok && words_value(in, &to, &call->outs[0]);
}

/* The bytes of each element the other way round. */
bool builtin_swapbytes(Interp *in, BuiltinCall *call) {
    Array *from, *to;
    Value v = call->args[0];
    if (!value_has_elements(v) || !value_is_numeric(v))
        return interp_fail(in, "swapbytes: invalid object of class '%s'", value_class_name(v));
    TRY(value_to_array(in, v, &from));
    bool ok = array_new_raw(in, (ValueClass)from->class_, false, &from->shape, 0, &to);
    size_t size = class_size((ValueClass)from->class_);
    for (int64_t k = 0; ok && k < from->count; k++)
        for (size_t b = 0; b < size; b++)
            ((uint8_t *)to->data)[(size_t)k * size + b] =
                ((const uint8_t *)from->data)[(size_t)k * size + size - 1 - b];
    array_drop(in, from);
    if (!ok)
        return false;
    call->outs[0] = value_of_array(to);
    call->outc = 1;
    return value_simplify(in, &call->outs[0]);
}
