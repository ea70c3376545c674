/* Operations, calls, lanes and memory. */
#include <stdio.h>
#include <string.h>

#include "emit/llvm/ir_print.h"

static void put_word(Ir *ir, const char *word) {
    str_puts(&ir->body, word);
    str_putc(&ir->body, ' ');
}

static void put_second(Ir *ir, Val v) {
    str_puts(&ir->body, ", ");
    ir_put_value(ir, &ir->body, v);
}

static void put_second_typed(Ir *ir, Val v) {
    str_puts(&ir->body, ", ");
    ir_put_typed(ir, &ir->body, v);
}

static void check_same(Ir *ir, Val a, Val b) {
    if (!ir_same_type(ir_type(ir, a), ir_type(ir, b)))
        ir_mistake(ir, "operands of several types");
}

/* ---- operations */

Val ir_bin(Ir *ir, const char *op, Val a, Val b) {
    IrType type = ir_type(ir, a);
    check_same(ir, a, b);
    Val v = ir_open(ir, type);
    put_word(ir, op);
    if (type.kind == IR_FLOAT)
        str_puts(&ir->body, ir->flags);
    ir_put_typed(ir, &ir->body, a);
    put_second(ir, b);
    ir_close(ir);
    return v;
}

Val ir_neg_float(Ir *ir, Val a) {
    Val v = ir_open(ir, ir_type(ir, a));
    put_word(ir, "fneg");
    str_puts(&ir->body, ir->flags);
    ir_put_typed(ir, &ir->body, a);
    ir_close(ir);
    return v;
}

Val ir_compare(Ir *ir, const char *op, Val a, Val b) {
    IrType type = ir_type(ir, a);
    check_same(ir, a, b);
    Val v = ir_open(ir, IR_I(1, type.lanes));
    put_word(ir, type.kind == IR_FLOAT ? "fcmp" : "icmp");
    put_word(ir, op);
    ir_put_typed(ir, &ir->body, a);
    put_second(ir, b);
    ir_close(ir);
    return v;
}

Val ir_select(Ir *ir, Val condition, Val a, Val b) {
    uint64_t bits;
    if (ir_is_constant(ir, condition, &bits))
        return bits ? a : b;
    check_same(ir, a, b);
    Val v = ir_open(ir, ir_type(ir, a));
    put_word(ir, "select");
    ir_put_typed(ir, &ir->body, condition);
    put_second_typed(ir, a);
    put_second_typed(ir, b);
    ir_close(ir);
    return v;
}

Val ir_convert(Ir *ir, const char *op, Val a, IrType to) {
    uint64_t bits;
    IrType from = ir_type(ir, a);
    if (ir_same_type(from, to))
        return a;
    if (ir_is_constant(ir, a, &bits) && from.bits == to.bits && from.lanes == to.lanes &&
        strcmp(op, "bitcast") == 0)
        return ir_int(ir, to, bits);
    Val v = ir_open(ir, to);
    put_word(ir, op);
    ir_put_typed(ir, &ir->body, a);
    str_puts(&ir->body, " to ");
    ir_put_type(&ir->body, to);
    ir_close(ir);
    return v;
}

/* ---- calls */

void ir_suffix(IrType type, char out[IR_SUFFIX_MAX]) {
    static const char letters[] = {[IR_INT] = 'i', [IR_FLOAT] = 'f', [IR_PTR] = 'p'};
    char digits[2][8];
    unsigned numbers[2] = {type.lanes, type.kind == IR_PTR ? 0 : type.bits}, n = 0;
    for (unsigned k = 0; k < 2; k++) {
        unsigned at = sizeof digits[k] - 1;
        digits[k][at] = '\0';
        do
            digits[k][--at] = (char)('0' + numbers[k] % 10);
        while (numbers[k] /= 10);
        memmove(digits[k], digits[k] + at, sizeof digits[k] - at);
    }
    if (type.lanes > 1) {
        out[n++] = 'v';
        memcpy(out + n, digits[0], strlen(digits[0]));
        n += (unsigned)strlen(digits[0]);
    }
    out[n++] = letters[type.kind];
    memcpy(out + n, digits[1], strlen(digits[1]) + 1);
}

/* The name as it stands in a declaration: "@name(". There are few, so a search through the text does. */
static bool is_declared(const Ir *ir, const char *name, size_t len) {
    const char *at = ir->declares.data ? strchr(ir->declares.data, '@') : NULL;
    for (; at; at = strchr(at + 1, '@'))
        if (strncmp(at + 1, name, len) == 0 && at[1 + len] == '(')
            return true;
    return false;
}

static void declare(Ir *ir, const char *name, IrType result, unsigned n, const Val *args) {
    Str *s = &ir->declares;
    if (is_declared(ir, name, strlen(name)))
        return;
    str_puts(s, "declare ");
    ir_put_type(s, result);
    str_puts(s, " @");
    str_puts(s, name);
    str_putc(s, '(');
    for (unsigned k = 0; k < n; k++) {
        str_puts(s, k ? ", " : "");
        ir_put_type(s, ir_type(ir, args[k]));
    }
    str_puts(s, ")\n");
}

/* "call " and the type; a call without a result has no value. */
static Val open_call(Ir *ir, IrType result) {
    Val v = 0;
    if (result.lanes)
        v = ir_open(ir, result);
    else
        str_puts(&ir->body, "  ");
    str_puts(&ir->body, "call ");
    if (result.lanes && result.kind == IR_FLOAT)
        str_puts(&ir->body, ir->flags);
    ir_put_type(&ir->body, result);
    str_putc(&ir->body, ' ');
    return v;
}

static void put_args(Ir *ir, unsigned n, const Val *args, unsigned align) {
    str_putc(&ir->body, '(');
    for (unsigned k = 0; k < n; k++) {
        str_puts(&ir->body, k ? ", " : "");
        ir_put_type(&ir->body, ir_type(ir, args[k]));
        if (align && ir_type(ir, args[k]).kind == IR_PTR)
            str_format(&ir->body, " align %u", align);
        str_putc(&ir->body, ' ');
        ir_put_value(ir, &ir->body, args[k]);
    }
    str_putc(&ir->body, ')');
    ir_close(ir);
}

static Val call_named(Ir *ir, const char *name, IrType result, unsigned n, const Val *args,
                      unsigned align) {
    declare(ir, name, result, n, args);
    Val v = open_call(ir, result);
    str_putc(&ir->body, '@');
    str_puts(&ir->body, name);
    put_args(ir, n, args, align);
    return v;
}

Val ir_call(Ir *ir, const char *name, IrType result, unsigned n, const Val *args) {
    return call_named(ir, name, result, n, args, 0);
}

Val ir_call_masked(Ir *ir, const char *name, IrType result, unsigned n, const Val *args,
                   unsigned align) {
    enum { MOST = 3 };
    Val more[2 * MOST];
    unsigned m = 0;
    if (ir->dialect->align_attribute)
        return call_named(ir, name, result, n, args, align);
    for (unsigned k = 0; k < n && k < MOST; k++) {
        more[m++] = args[k];
        if (ir_type(ir, args[k]).kind == IR_PTR)
            more[m++] = ir_int(ir, IR_I(32, 1), align);
    }
    return call_named(ir, name, result, m, more, 0);
}

Val ir_intrinsic(Ir *ir, const char *name, IrType result, unsigned n, const Val *args) {
    char full[64];
    size_t len = strlen(name);
    if (len + 1 + IR_SUFFIX_MAX > sizeof full) {
        ir_mistake(ir, "the name of an intrinsic is too long");
        return 0;
    }
    memcpy(full, name, len + 1);
    full[len] = '.';
    ir_suffix(result, full + len + 1);
    return ir_call(ir, full, result, n, args);
}

Val ir_call_pointer(Ir *ir, Val function, IrType result, unsigned n, const Val *args) {
    Val v = open_call(ir, result);
    ir_put_value(ir, &ir->body, function);
    put_args(ir, n, args, 0);
    return v;
}

/* ---- lanes */

static IrType with_lanes(IrType type, unsigned lanes) {
    type.lanes = (uint16_t)lanes;
    return type;
}

static Val retyped_constant(Ir *ir, Val v, unsigned lanes) {
    uint64_t bits;
    if (!ir_is_constant(ir, v, &bits))
        return 0;
    return ir_int(ir, with_lanes(ir_type(ir, v), lanes), bits);
}

/* A vector type even of one lane, which ir_put_type takes for a scalar. */
static void put_vector_type(Ir *ir, IrType type) {
    if (type.lanes > 1) {
        ir_put_type(&ir->body, type);
        return;
    }
    str_puts(&ir->body, "<1 x ");
    ir_put_type(&ir->body, type);
    str_putc(&ir->body, '>');
}

/* A vector whose lane 0 is the scalar. Its lanes are those of `type`. */
static Val as_first_lane(Ir *ir, Val scalar, IrType type) {
    Val v = ir_open(ir, type);
    str_puts(&ir->body, "insertelement ");
    put_vector_type(ir, type);
    str_puts(&ir->body, " poison");
    put_second_typed(ir, scalar);
    str_puts(&ir->body, ", i64 0");
    ir_close(ir);
    return v;
}

Val ir_splat(Ir *ir, Val scalar, unsigned lanes) {
    if (lanes == 1)
        return scalar;
    Val constant = retyped_constant(ir, scalar, lanes);
    if (constant)
        return constant;
    IrType type = with_lanes(ir_type(ir, scalar), lanes);
    Val first = as_first_lane(ir, scalar, type);
    Val v = ir_open(ir, type);
    put_word(ir, "shufflevector");
    ir_put_typed(ir, &ir->body, first);
    str_puts(&ir->body, ", ");
    ir_put_type(&ir->body, type);
    str_puts(&ir->body, " poison, ");
    ir_put_type(&ir->body, IR_I(32, lanes));
    str_puts(&ir->body, " zeroinitializer");
    ir_close(ir);
    return v;
}

Val ir_lane(Ir *ir, Val vector, Val index) {
    IrType type = ir_type(ir, vector);
    if (type.lanes <= 1)
        return vector;
    Val constant = retyped_constant(ir, vector, 1);
    if (constant)
        return constant;
    Val v = ir_open(ir, with_lanes(type, 1));
    put_word(ir, "extractelement");
    ir_put_typed(ir, &ir->body, vector);
    put_second_typed(ir, index);
    ir_close(ir);
    return v;
}

Val ir_set_lane(Ir *ir, Val vector, Val value, Val index) {
    IrType type = ir_type(ir, vector);
    if (type.lanes <= 1)
        return value;
    Val v = ir_open(ir, type);
    put_word(ir, "insertelement");
    ir_put_typed(ir, &ir->body, vector);
    put_second_typed(ir, value);
    put_second_typed(ir, index);
    ir_close(ir);
    return v;
}

Val ir_shuffle(Ir *ir, Val a, Val b, const uint32_t *which, unsigned n) {
    IrType type = ir_type(ir, a);
    if (n == 1) /* a scalar, not a vector of one lane */
        return ir_lane(ir, b && which[0] >= type.lanes ? b : a,
                       ir_int(ir, IR_I(64, 1), which[0] % type.lanes));
    if (b)
        check_same(ir, a, b);
    if (type.lanes <= 1) {
        a = as_first_lane(ir, a, type);
        b = b ? as_first_lane(ir, b, type) : 0;
    }
    Val v = ir_open(ir, with_lanes(type, n));
    put_word(ir, "shufflevector");
    put_vector_type(ir, type);
    str_putc(&ir->body, ' ');
    ir_put_value(ir, &ir->body, a);
    str_puts(&ir->body, ", ");
    put_vector_type(ir, type);
    str_putc(&ir->body, ' ');
    if (b)
        ir_put_value(ir, &ir->body, b);
    else
        str_puts(&ir->body, "poison");
    str_puts(&ir->body, ", ");
    ir_put_type(&ir->body, IR_I(32, n));
    for (unsigned k = 0; k < n; k++) {
        str_puts(&ir->body, k ? ", i32 " : " <i32 ");
        if (which[k] == UINT32_MAX)
            str_puts(&ir->body, "poison");
        else
            str_uint(&ir->body, which[k]);
    }
    str_putc(&ir->body, '>');
    ir_close(ir);
    return v;
}

static Val reduce_mask(Ir *ir, const char *name, Val mask) {
    IrType type = ir_type(ir, mask);
    if (type.lanes <= 1)
        return mask;
    Val constant = retyped_constant(ir, mask, 1);
    if (constant)
        return constant;
    char suffix[IR_SUFFIX_MAX], full[32 + IR_SUFFIX_MAX];
    ir_suffix(type, suffix);
    snprintf(full, sizeof full, "%s%s", name, suffix);
    return ir_call(ir, full, IR_I(1, 1), 1, &mask);
}

Val ir_any(Ir *ir, Val mask) {
    return reduce_mask(ir, "llvm.vector.reduce.or.", mask);
}

Val ir_all(Ir *ir, Val mask) {
    return reduce_mask(ir, "llvm.vector.reduce.and.", mask);
}

/* ---- memory */

void ir_put_alloca(Ir *ir, Val v, uint64_t bytes) {
    str_puts(&ir->head, "  ");
    if (v)
        ir_put_value(ir, &ir->head, v);
    str_puts(&ir->head, " = alloca [");
    str_uint(&ir->head, bytes);
    str_puts(&ir->head, " x i8], align 64\n");
}

/* Into the head: loops must not take stack again and again. */
Val ir_alloca(Ir *ir, uint64_t bytes) {
    Val v = ir_new(ir, IR_P);
    ir_put_alloca(ir, v, bytes);
    return v;
}

/* Its line comes when the function ends and the size is known. */
Val ir_scratch(Ir *ir, unsigned k, uint64_t bytes) {
    IrScratch *slot = &ir->scratch[k];
    if (!slot->at)
        *slot = (IrScratch){ir_new(ir, IR_P), bytes};
    slot->bytes = bytes > slot->bytes ? bytes : slot->bytes;
    return slot->at;
}

Val ir_offset(Ir *ir, Val pointer, Val bytes) {
    unsigned lanes = ir_type(ir, pointer).lanes, more = ir_type(ir, bytes).lanes;
    Val v = ir_open(ir, with_lanes(IR_P, lanes > more ? lanes : more));
    str_puts(&ir->body, "getelementptr i8, ");
    ir_put_typed(ir, &ir->body, pointer);
    put_second_typed(ir, bytes);
    ir_close(ir);
    return v;
}

Val ir_offset_const(Ir *ir, Val pointer, int64_t bytes) {
    return bytes ? ir_offset(ir, pointer, ir_int(ir, IR_I(64, 1), (uint64_t)bytes)) : pointer;
}

static void put_alignment(Ir *ir, unsigned align) {
    str_puts(&ir->body, ", align ");
    str_uint(&ir->body, align ? align : 1);
    ir_close(ir);
}

Val ir_load(Ir *ir, IrType type, Val pointer, unsigned align) {
    Val v = ir_open(ir, type);
    put_word(ir, "load");
    ir_put_type(&ir->body, type);
    put_second_typed(ir, pointer);
    put_alignment(ir, align);
    return v;
}

void ir_store(Ir *ir, Val v, Val pointer, unsigned align) {
    str_puts(&ir->body, "  store ");
    ir_put_typed(ir, &ir->body, v);
    put_second_typed(ir, pointer);
    put_alignment(ir, align);
}

void ir_store_past(Ir *ir, Val v, Val pointer) {
    enum { LINE = 64 }; /* what pointers are multiples of, however long the vector is */
    IrType type = ir_type(ir, v);
    unsigned bytes = type.lanes * type.bits / 8u;
    str_puts(&ir->body, "  store ");
    ir_put_typed(ir, &ir->body, v);
    put_second_typed(ir, pointer);
    str_format(&ir->body, ", align %u, !nontemporal !%d", bytes < LINE ? bytes : LINE, META_PAST);
    ir_close(ir);
    ir->has_past = true;
}
