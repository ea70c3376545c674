/* Numbers of a loop: what they are, and what operators make of them. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "front/script/loop/nest.h"

/* ---- making */

Num num_class(Word value, ValueClass class_) {
    return (Num){.value = value, .kinds = CLASS_BIT(class_)};
}

Num num_double(Word value) {
    return num_class(value, CLASS_DOUBLE);
}

Num num_constant(double x) {
    Num num = num_double(word_double(x));
    if (x == trunc(x) && fabs(x) < 0x1p50 && !(x == 0 && signbit(x))) {
        num.whole = word_int((int64_t)x);
        while (num.bits < 50 && ldexp(1, (int)num.bits) < fabs(x))
            num.bits++;
    }
    return num;
}

Num num_test(Word test) {
    return (Num){.test = test, .kinds = LOGICAL_BIT};
}

Num num_whole(Nest *l, Word whole, uint32_t bits) {
    Num num = num_double(ll_make(&l->text, "sitofp i64 %s to double", whole.at));
    num.whole = whole;
    num.bits = bits;
    return num;
}

Word num_value(Nest *l, const Num *num) {
    if (!word_is_none(num->value))
        return num->value;
    return ll_make(&l->text, "uitofp i1 %s to double", num->test.at);
}

bool num_single_class(const Num *num, ValueClass *out) {
    for (int k = 0; k < CLASS_COUNT; k++)
        if (num->kinds == CLASS_BIT(k)) {
            *out = (ValueClass)k;
            return true;
        }
    return false;
}

bool num_truth(Nest *l, const ScriptNode *node, const Num *num, Word *out) {
    if (!word_is_none(num->test)) {
        *out = num->test;
        return true;
    }
    if (num->kinds & ~SCALAR_BITS)
        return nest_refuse(l, node, "a condition that is no number");
    if (num->kinds & (DOUBLE_BIT | CLASS_BIT(CLASS_SINGLE)))
        nest_guard(l, ll_make(&l->text, "fcmp ord double %s, 0.0", num->value.at));
    *out = ll_make(&l->text, "fcmp une double %s, 0.0", num->value.at);
    return true;
}

/* ---- rounding */

/* Half away from zero. */
Word num_round(Nest *l, Word value) {
    Word half = word_double(0x1.fffffffffffffp-2);
    half = ll_intrinsic(&l->text, INTRINSIC_COPYSIGN, half, value);
    Word sum = ll_make(&l->text, "fadd double %s, %s", value.at, half.at);
    return ll_intrinsic(&l->text, INTRINSIC_TRUNC, sum, word_none());
}

static Word to_single(Nest *l, Word value) {
    Word single = ll_make(&l->text, "fptrunc double %s to float", value.at);
    return ll_make(&l->text, "fpext float %s to double", single.at);
}

static void limits_of(ValueClass class_, double *least, double *most) {
    static const struct {
        double least, most;
    } limits[CLASS_COUNT] = {
        [CLASS_INT8] = {-0x1p7, 0x1p7 - 1},    [CLASS_INT16] = {-0x1p15, 0x1p15 - 1},
        [CLASS_INT32] = {-0x1p31, 0x1p31 - 1}, [CLASS_UINT8] = {0, 0x1p8 - 1},
        [CLASS_UINT16] = {0, 0x1p16 - 1},      [CLASS_UINT32] = {0, 0x1p32 - 1}};
    *least = limits[class_].least;
    *most = limits[class_].most;
}

static Word saturate(Nest *l, Word value, ValueClass class_, bool may_be_nan) {
    Text *text = &l->text;
    double least, most;
    limits_of(class_, &least, &most);
    Word bound = word_double(most);
    Word test = ll_make(text, "fcmp ogt double %s, %s", value.at, bound.at);
    value = ll_make(text, "select i1 %s, double %s, double %s", test.at, bound.at, value.at);
    bound = word_double(least);
    test = ll_make(text, "fcmp olt double %s, %s", value.at, bound.at);
    value = ll_make(text, "select i1 %s, double %s, double %s", test.at, bound.at, value.at);
    if (may_be_nan) {
        test = ll_make(text, "fcmp uno double %s, 0.0", value.at);
        value = ll_make(text, "select i1 %s, double 0.0, double %s", test.at, value.at);
    }
    return ll_make(text, "fadd double %s, 0.0", value.at); /* there is no minus zero */
}

Num num_cast(Nest *l, const Num *a, ValueClass class_) {
    Word value = num_value(l, a);
    ValueClass from;
    if (num_single_class(a, &from) && from == class_)
        return *a;
    Num out = num_class(value, class_);
    if (class_ == CLASS_SINGLE)
        out.value = to_single(l, value);
    else if (class_is_integer(class_))
        out.value = saturate(l, num_round(l, value), class_, true);
    if (class_ == CLASS_DOUBLE) {
        out.whole = a->whole;
        out.bits = a->bits;
    }
    return out;
}

Word num_to_whole(Nest *l, const Num *num, uint32_t *bits) {
    Text *text = &l->text;
    *bits = num->bits;
    if (!word_is_none(num->whole))
        return num->whole;
    Word value = num_value(l, num);
    Word whole = ll_make(text, "fptosi double %s to i64", value.at);
    whole = ll_make(text, "freeze i64 %s", whole.at);
    Word back = ll_make(text, "sitofp i64 %s to double", whole.at);
    nest_guard(l, ll_make(text, "fcmp oeq double %s, %s", back.at, value.at));
    *bits = 63;
    return whole;
}

/* ---- the class of a result */

static bool is_plain(uint32_t kinds) {
    return kinds && !(kinds & ~PLAIN_BITS);
}

static bool fits_single(Word value) {
    uint64_t bits;
    double x;
    if (sscanf(value.at, "0x%" SCNx64, &bits) != 1)
        return false;
    memcpy(&x, &bits, sizeof x);
    return (double)(float)x == x;
}

/* exact: computing with doubles and rounding is the same as what the interpreter does. */
static bool result_class(Nest *l, const ScriptNode *node, const Num *a, const Num *b,
                         ValueClass *out, bool *exact) {
    ValueClass ca, cb;
    *exact = true;
    if (is_plain(a->kinds) && is_plain(b->kinds)) {
        *out = CLASS_DOUBLE;
        return true;
    }
    bool one_a = num_single_class(a, &ca), one_b = num_single_class(b, &cb);
    if (!one_a || !one_b)
        return nest_refuse(l, node, "numbers of several classes");
    bool int_a = class_is_integer(ca), int_b = class_is_integer(cb);
    if (int_a && int_b && ca != cb)
        return nest_refuse(l, node, "integers of different classes");
    if (int_a || int_b) {
        *out = int_a ? ca : cb;
        *exact = ca != CLASS_SINGLE && cb != CLASS_SINGLE;
        return true;
    }
    *out = CLASS_SINGLE;
    if (ca == CLASS_DOUBLE)
        *exact = fits_single(a->value);
    if (cb == CLASS_DOUBLE)
        *exact = fits_single(b->value);
    return true;
}

static bool call_operator(Nest *l, const ScriptNode *node, ScriptOp op, const Num *a, const Num *b,
                          ValueClass result, Num *out) {
    ValueClass ca, cb;
    if (!num_single_class(a, &ca) || !num_single_class(b, &cb))
        return nest_refuse(l, node, "numbers of several classes");
    LoopCall call = {.op = (BinaryOp)op,
                     .n = 2,
                     .classes = {(uint8_t)ca, (uint8_t)cb},
                     .result = (uint8_t)result};
    Num both[2] = {*a, *b};
    return nest_called(l, node, &call, both, out);
}

/* ---- operators */

static const char *instruction_of(ScriptOp op) {
    switch (op) {
    case SO_ADD: return "fadd";
    case SO_SUBTRACT: return "fsub";
    case SO_MULTIPLY:
    case SO_EL_MULTIPLY: return "fmul";
    case SO_DIVIDE:
    case SO_EL_DIVIDE:
    case SO_LEFT_DIVIDE:
    case SO_EL_LEFT_DIVIDE: return "fdiv";
    default: return NULL;
    }
}

/* The same number as an integer beside the double, where both operands have one. */
static void follow_whole(Nest *l, ScriptOp op, const Num *a, const Num *b, Num *out) {
    if (word_is_none(a->whole) || word_is_none(b->whole))
        return;
    bool product = op == SO_MULTIPLY || op == SO_EL_MULTIPLY;
    if (!product && op != SO_ADD && op != SO_SUBTRACT)
        return;
    uint32_t larger = a->bits > b->bits ? a->bits : b->bits;
    uint32_t bits = product ? a->bits + b->bits : larger + 1;
    if (bits > 52)
        return;
    const char *name = product ? "mul" : op == SO_ADD ? "add" : "sub";
    out->whole = ll_make(&l->text, "%s nsw i64 %s, %s", name, a->whole.at, b->whole.at);
    out->bits = bits;
}

static bool arithmetic(Nest *l, const ScriptNode *node, ScriptOp op, const Num *a, const Num *b,
                       Num *out) {
    ValueClass class_;
    bool exact;
    if (!result_class(l, node, a, b, &class_, &exact))
        return false;
    if (!exact)
        return call_operator(l, node, op, a, b, class_, out);
    if (op == SO_LEFT_DIVIDE || op == SO_EL_LEFT_DIVIDE) {
        const Num *other = a;
        a = b;
        b = other;
    }
    Word x = num_value(l, a), y = num_value(l, b);
    Word made = ll_make(&l->text, "%s double %s, %s", instruction_of(op), x.at, y.at);
    *out = num_class(made, class_);
    if (class_ == CLASS_SINGLE)
        out->value = to_single(l, made);
    else if (class_is_integer(class_))
        out->value = saturate(l, num_round(l, made), class_, true);
    else
        follow_whole(l, op, a, b, out);
    return true;
}

static bool compare(Nest *l, const ScriptNode *node, ScriptOp op, const Num *a, const Num *b,
                    Num *out) {
    static const char *const tests[] = {"olt", "ole", "oeq", "une", "oge", "ogt"};
    static const char *const whole_tests[] = {"slt", "sle", "eq", "ne", "sge", "sgt"};
    uint32_t singles = CLASS_BIT(CLASS_SINGLE);
    if ((a->kinds | b->kinds) & singles && a->kinds != b->kinds && !fits_single(a->value) &&
        !fits_single(b->value))
        return call_operator(l, node, op, a, b, CLASS_LOGICAL, out);
    if (!word_is_none(a->whole) && !word_is_none(b->whole)) {
        *out = num_test(ll_make(&l->text, "icmp %s i64 %s, %s", whole_tests[op - SO_LESS],
                                a->whole.at, b->whole.at));
        return true;
    }
    Word x = num_value(l, a), y = num_value(l, b);
    *out = num_test(ll_make(&l->text, "fcmp %s double %s, %s", tests[op - SO_LESS], x.at, y.at));
    return true;
}

/* A double that the text says. */
static bool is_constant(const Num *num, double x) {
    return num->kinds == DOUBLE_BIT && word_same(num->value, word_double(x));
}

static bool is_whole_constant(const Num *num) {
    return num->value.at[0] == '0' && !word_is_none(num->whole);
}

/* Squares, cubes and reciprocals are products and quotients, and so they are for the interpreter. */
static bool power_of_doubles(Nest *l, const Num *a, const Num *b, Num *out) {
    Text *text = &l->text;
    Word x = num_value(l, a), y = num_value(l, b);
    if (is_constant(b, 2) || is_constant(b, 3)) {
        Word made = ll_make(text, "fmul double %s, %s", x.at, x.at);
        if (is_constant(b, 3))
            made = ll_make(text, "fmul double %s, %s", made.at, x.at);
        *out = num_double(made);
        return true;
    }
    if (!is_whole_constant(b)) { /* of a negative number it may be complex */
        Word real = ll_make(text, "fcmp uge double %s, 0.0", x.at);
        Word floor = ll_intrinsic(text, INTRINSIC_FLOOR, y, word_none());
        Word whole = ll_make(text, "fcmp ueq double %s, %s", floor.at, y.at);
        nest_guard(l, ll_make(text, "or i1 %s, %s", real.at, whole.at));
    }
    Word function = ll_load(text, "ptr", nest_word(l, FRAME_POWER));
    *out = num_double(ll_make(text, "call double %s(double %s, double %s) memory(none)",
                              function.at, x.at, y.at));
    return true;
}

static bool power(Nest *l, const ScriptNode *node, ScriptOp op, const Num *a, const Num *b,
                  Num *out) {
    ValueClass class_;
    bool exact;
    if (!result_class(l, node, a, b, &class_, &exact))
        return false;
    if (class_ == CLASS_DOUBLE)
        return power_of_doubles(l, a, b, out);
    return call_operator(l, node, op, a, b, class_, out);
}

bool num_binary(Nest *l, const ScriptNode *node, ScriptOp op, const Num *a, const Num *b,
                Num *out) {
    if (((a->kinds | b->kinds) & ~SCALAR_BITS) || !a->kinds || !b->kinds)
        return nest_refuse(l, node, "what is no number");
    if (instruction_of(op))
        return arithmetic(l, node, op, a, b, out);
    if (op >= SO_LESS && op <= SO_GREATER)
        return compare(l, node, op, a, b, out);
    if (op == SO_POWER || op == SO_EL_POWER)
        return power(l, node, op, a, b, out);
    if (op == SO_AND || op == SO_OR) {
        Word x, y;
        if (!num_truth(l, node, a, &x) || !num_truth(l, node, b, &y))
            return false;
        *out = num_test(ll_make(&l->text, "%s i1 %s, %s", op == SO_AND ? "and" : "or", x.at, y.at));
        return true;
    }
    return nest_refuse(l, node, "the operator %s", script_op_spelling(op));
}

bool num_unary(Nest *l, const ScriptNode *node, ScriptOp op, const Num *a, Num *out) {
    Text *text = &l->text;
    ValueClass class_;
    if (op == SO_NOT) {
        Word x;
        if (!num_truth(l, node, a, &x))
            return false;
        *out = num_test(ll_make(text, "xor i1 %s, true", x.at));
        return true;
    }
    if (op != SO_PLUS && op != SO_MINUS)
        return nest_refuse(l, node, "the operator %s", script_op_spelling(op));
    if (a->kinds & ~SCALAR_BITS)
        return nest_refuse(l, node, "what is no number");
    if (is_plain(a->kinds))
        class_ = CLASS_DOUBLE;
    else if (!num_single_class(a, &class_))
        return nest_refuse(l, node, "numbers of several classes");
    *out = num_class(num_value(l, a), class_);
    if (op == SO_PLUS) {
        out->whole = a->whole;
        out->bits = a->bits;
        return true;
    }
    out->value = ll_make(text, "fneg double %s", out->value.at);
    if (class_is_integer(class_))
        out->value = saturate(l, out->value, class_, false);
    if (!word_is_none(a->whole)) {
        out->whole = ll_make(text, "sub nsw i64 0, %s", a->whole.at);
        out->bits = a->bits;
    }
    return true;
}
