#include "emit/llvm/expr_ir.h"

#include <string.h>

#include "emit/llvm/math.h"

/* ---- calls: functions behind M() of ops.def, not ops */

typedef enum BitCall { CALL_NONE, CALL_POPCOUNT, CALL_BIT_LENGTH } BitCall;

static bool is_named(const ExprNode *call, const char *name) {
    return strlen(name) == call->name_len && memcmp(call->name, name, call->name_len) == 0;
}

static BitCall bit_call(const ExprNode *call) {
    return is_named(call, "popcount")     ? CALL_POPCOUNT
           : is_named(call, "bit_length") ? CALL_BIT_LENGTH
                                          : CALL_NONE;
}

static bool call_is_native(const Expr *x, const ExprNode *call, const Target *target) {
    if (call->type.kind != NUM_FLOAT)
        return bit_call(call) != CALL_NONE && call->n_kids == 1;
    const MathFn *f = math_find(call->name, call->name_len, call->type.bits, target);
    for (unsigned k = 0; k < call->n_kids; k++)
        if (x->node[call->kid[k]].type.kind != NUM_FLOAT)
            return false;
    return f && math_arity(f) == call->n_kids;
}

/* Kids come before what uses them, so one walk down from the roots meets every node that counts. */
bool expr_is_native(const Expr *x, const Target *target) {
    bool used[EXPR_MAX] = {false};
    for (unsigned r = 0; r < 2; r++)
        if (x->root[r] != EXPR_NONE)
            used[x->root[r]] = true;
    for (unsigned k = x->n; k-- > 0;) {
        const ExprNode *node = &x->node[k];
        if (used[k] && node->kind == EX_CALL && !call_is_native(x, node, target))
            return false;
        for (unsigned i = 0; used[k] && i < node->n_kids; i++)
            used[node->kid[i]] = true;
    }
    return true;
}

/* ---- small things */

static const ExprNode *node_of(const ExprIr *b, ExprId id) {
    return &b->x->node[id];
}

static IrType integer_type(const ExprIr *b, unsigned bits) {
    return IR_I(bits, b->lanes);
}

static Val *memo_of(ExprIr *b, ExprId id, unsigned bits) {
    return &b->memo[id][bits == 1 ? 0 : bits == 8 ? 1 : bits == 16 ? 2 : bits == 32 ? 3 : 4];
}

/* Cut, or extended. */
static Val resized(ExprIr *b, Val v, bool is_signed, unsigned bits) {
    unsigned from = ir_type(&b->e->ir, v).bits;
    const char *op = from > bits ? "trunc" : is_signed ? "sext" : "zext";
    return ir_convert(&b->e->ir, op, v, integer_type(b, bits));
}

/* The type in which a node's value was before C promoted it. */
static NumberType narrow_type(const ExprIr *b, ExprId id) {
    return node_of(b, id)->type;
}

static bool fits(const ExprNode *constant, NumberType type) {
    if (type.bits >= 64)
        return constant->type.kind == type.kind || !(constant->bits >> 63);
    uint64_t low = constant->bits & (((uint64_t)1 << type.bits) - 1);
    if (type.kind == NUM_SIGNED && low >> (type.bits - 1))
        low |= UINT64_MAX << type.bits;
    return low == constant->bits;
}

/* ---- truth values */

/*
 * The type to compare two integers in: what they were before they were promoted, if that is the same
 * for both, as narrow vectors hold more lanes. A negative number that C would make unsigned is
 * compared as C does.
 */
static NumberType compared_in(const ExprIr *b, ExprId p, ExprId q) {
    NumberType common = number_common(node_of(b, p)->type, node_of(b, q)->type);
    bool p_constant = node_of(b, p)->kind == EX_CONST, q_constant = node_of(b, q)->kind == EX_CONST;
    NumberType narrow = narrow_type(b, p_constant ? q : p), other = narrow_type(b, q);
    bool same = p_constant   ? fits(node_of(b, p), narrow)
                : q_constant ? fits(node_of(b, q), narrow)
                             : narrow.kind == other.kind && narrow.bits == other.bits;
    bool turns = common.kind == NUM_UNSIGNED && narrow.kind == NUM_SIGNED;
    return same && !turns && narrow.bits >= 8 ? narrow : common;
}

static Val compare(ExprIr *b, const ExprNode *node) {
    static const char *const of_float[] = {"oeq", "une", "olt", "ole", "ogt", "oge"};
    static const char *const of_signed[] = {"eq", "ne", "slt", "sle", "sgt", "sge"};
    static const char *const of_unsigned[] = {"eq", "ne", "ult", "ule", "ugt", "uge"};
    ExprId p = node->kid[0], q = node->kid[1];
    unsigned which = node->token - (unsigned)TOK_EQ;
    Ir *ir = &b->e->ir;
    if (node_of(b, p)->type.kind == NUM_FLOAT) {
        Val x = expr_float(b, p), y = expr_float(b, q);
        return ir_compare(ir, of_float[which], x, y);
    }
    if (which < 2 && expr_is_truth(b->x, p) && expr_is_truth(b->x, q)) {
        Val x = expr_truth(b, p), y = expr_truth(b, q);
        return ir_compare(ir, of_signed[which], x, y);
    }
    NumberType type = compared_in(b, p, q);
    Val x = expr_integer(b, p, type.bits), y = expr_integer(b, q, type.bits);
    return ir_compare(ir, (type.kind == NUM_SIGNED ? of_signed : of_unsigned)[which], x, y);
}

static Val build_truth(ExprIr *b, ExprId id) {
    const ExprNode *node = node_of(b, id);
    Ir *ir = &b->e->ir;
    switch (node->kind) {
    case EX_COMPARE: return compare(b, node);
    case EX_BOTH:
    case EX_EITHER: {
        Val x = expr_truth(b, node->kid[0]), y = expr_truth(b, node->kid[1]);
        return ir_bin(ir, node->kind == EX_BOTH ? "and" : "or", x, y);
    }
    case EX_NOT:
        return ir_bin(ir, "xor", expr_truth(b, node->kid[0]), ir_ones(ir, integer_type(b, 1)));
    default: break;
    }
    if (node->kind == EX_CONST)
        return ir_int(ir, integer_type(b, 1), node->bits != 0);
    if (node->type.bits == 1)
        return b->in[node->operand].part[0];
    if (node->type.kind == NUM_FLOAT)
        return ir_compare(ir, "une", expr_float(b, id),
                          ir_zero(ir, IR_F(node->type.bits, b->lanes)));
    return ir_compare(ir, "ne", expr_integer(b, id, node->type.bits),
                      ir_zero(ir, integer_type(b, node->type.bits)));
}

Val expr_truth(ExprIr *b, ExprId id) {
    Val *memo = memo_of(b, id, 1);
    if (!*memo)
        *memo = build_truth(b, id);
    return *memo;
}

/* ---- integers */

/* Of vectors, by way of floats: right up to 16 bits in f32 and up to 32 bits in f64, as a quotient
 * that is no integer is farther from the next one than rounding moves it. What it makes of a divisor
 * 0, or of a quotient that is too large, is not looked at. */
static Val float_quotient(ExprIr *b, NumberType type, Val p, Val q, bool narrow) {
    Ir *ir = &b->e->ir;
    bool is_signed = type.kind == NUM_SIGNED;
    const char *to = is_signed ? "sitofp" : "uitofp", *back = is_signed ? "fptosi" : "fptoui";
    IrType real = IR_F(narrow ? 32 : 64, b->lanes);
    const char *flags = ir->flags;
    ir->flags = "";
    Val x = ir_convert(ir, to, p, real), y = ir_convert(ir, to, q, real);
    Val quotient = ir_convert(ir, back, ir_bin(ir, "fdiv", x, y), integer_type(b, type.bits));
    ir->flags = flags;
    return quotient;
}

/* A divisor for which the CPU does not stop: 1 in place of 0, and of the -1 that is too much for the
 * least number. */
static Val safe_divisor(ExprIr *b, NumberType type, Val p, Val q) {
    Ir *ir = &b->e->ir;
    IrType ints = integer_type(b, type.bits);
    Val bad = ir_compare(ir, "eq", q, ir_zero(ir, ints));
    if (type.kind == NUM_SIGNED) {
        Val least = ir_int(ir, ints, (uint64_t)1 << (type.bits - 1));
        Val minus = ir_compare(ir, "eq", q, ir_ones(ir, ints));
        Val at_end = ir_compare(ir, "eq", p, least);
        bad = ir_bin(ir, "or", bad, ir_bin(ir, "and", minus, at_end));
    }
    return ir_select(ir, bad, ir_int(ir, ints, 1), q);
}

static Val quotient(ExprIr *b, const ExprNode *node) {
    ExprId p = node->kid[0], q = node->kid[1];
    NumberType type = node->type;
    if (b->quotient && b->dividend == p && b->divisor == q)
        return b->quotient;
    Val x = expr_integer(b, p, type.bits), y = expr_integer(b, q, type.bits);
    unsigned p_bits = narrow_type(b, p).bits, q_bits = narrow_type(b, q).bits;
    b->dividend = p;
    b->divisor = q;
    if (b->lanes > 1 && type.bits == 32)
        b->quotient = float_quotient(b, type, x, y, p_bits <= 16 && q_bits <= 16);
    else
        b->quotient = ir_bin(&b->e->ir, type.kind == NUM_SIGNED ? "sdiv" : "udiv", x,
                             safe_divisor(b, type, x, y));
    return b->quotient;
}

static Val divide(ExprIr *b, const ExprNode *node) {
    Val whole = quotient(b, node);
    if (node->token == TOK_DIV)
        return whole;
    Ir *ir = &b->e->ir;
    Val x = expr_integer(b, node->kid[0], node->type.bits);
    Val y = expr_integer(b, node->kid[1], node->type.bits);
    return ir_bin(ir, "sub", x, ir_bin(ir, "mul", whole, y));
}

/* The amount is kept below the width: beyond it the texts do not look at the result. */
static Val shift(ExprIr *b, const ExprNode *node) {
    Ir *ir = &b->e->ir;
    unsigned bits = node->type.bits;
    Val x = expr_integer(b, node->kid[0], bits), by = expr_integer(b, node->kid[1], bits);
    by = ir_bin(ir, "and", by, ir_int(ir, integer_type(b, bits), bits - 1));
    const char *down = node->type.kind == NUM_SIGNED ? "ashr" : "lshr";
    return ir_bin(ir, node->token == TOK_SHL ? "shl" : down, x, by);
}

/* Of these the low bits of the result come from the low bits of the operands. */
static const char *low_bits_op(const ExprNode *node) {
    switch (node->token) {
    case TOK_ADD: return "add";
    case TOK_SUB: return "sub";
    case TOK_MUL: return "mul";
    case TOK_AND: return "and";
    case TOK_OR: return "or";
    case TOK_XOR: return "xor";
    default: return NULL;
    }
}

/*
 * C calls them with 64 bits. A count at the operand's own width is the same: the bits above are 0, or
 * where the operand is negative all 1.
 */
static Val count_bits(ExprIr *b, const ExprNode *call, unsigned bits) {
    Ir *ir = &b->e->ir;
    const ExprNode *kid = node_of(b, call->kid[0]);
    unsigned width = kid->type.bits;
    IrType type = integer_type(b, width);
    Val x = expr_integer(b, call->kid[0], width), count;
    if (bit_call(call) == CALL_POPCOUNT) {
        count = ir_intrinsic(ir, "llvm.ctpop", type, 1, &x);
    } else {
        Val args[2] = {x, ir_int(ir, IR_I(1, 1), 0)};
        Val zeros = ir_intrinsic(ir, "llvm.ctlz", type, 2, args);
        count = ir_bin(ir, "sub", ir_int(ir, type, width), zeros);
    }
    if (kid->type.kind == NUM_SIGNED && width < 64) {
        Val minus = ir_compare(ir, "slt", x, ir_zero(ir, type)),
            more = ir_int(ir, type, 64 - width);
        count = ir_bin(ir, "add", count, ir_select(ir, minus, more, ir_zero(ir, type)));
    }
    return resized(b, count, false, bits);
}

static Val build_integer(ExprIr *b, ExprId id, unsigned bits) {
    const ExprNode *node = node_of(b, id);
    Ir *ir = &b->e->ir;
    bool is_signed = node->type.kind == NUM_SIGNED;
    IrType type = integer_type(b, bits);
    if (node->kind == EX_CONST)
        return ir_int(ir, type, node->bits);
    if (expr_is_truth(b->x, id))
        return ir_convert(ir, "zext", expr_truth(b, id), type);
    if (node->kind == EX_OPERAND)
        return resized(b, b->in[node->operand].part[0], is_signed, bits);
    if (bits > node->type.bits)
        return resized(b, expr_integer(b, id, node->type.bits), is_signed, bits);
    switch (node->kind) {
    case EX_CAST: return expr_integer(b, node->kid[0], bits);
    case EX_NEG: return ir_bin(ir, "sub", ir_zero(ir, type), expr_integer(b, node->kid[0], bits));
    case EX_INVERT:
        return ir_bin(ir, "xor", expr_integer(b, node->kid[0], bits), ir_ones(ir, type));
    case EX_CHOOSE: {
        Val c = expr_truth(b, node->kid[0]);
        Val x = expr_integer(b, node->kid[1], bits), y = expr_integer(b, node->kid[2], bits);
        return ir_select(ir, c, x, y);
    }
    case EX_CALL: return count_bits(b, node, bits);
    default: break;
    }
    if (low_bits_op(node)) {
        Val x = expr_integer(b, node->kid[0], bits), y = expr_integer(b, node->kid[1], bits);
        return ir_bin(ir, low_bits_op(node), x, y);
    }
    bool divides = node->token == TOK_DIV || node->token == TOK_REM;
    return resized(b, divides ? divide(b, node) : shift(b, node), is_signed, bits);
}

Val expr_integer(ExprIr *b, ExprId id, unsigned bits) {
    Val *memo = memo_of(b, id, bits);
    if (!*memo)
        *memo = build_integer(b, id, bits);
    return *memo;
}

/* ---- floats */

/* Mathematics is the same in every mode. */
static Val call_function(ExprIr *b, const ExprNode *call) {
    Ir *ir = &b->e->ir;
    const char *flags = ir->flags;
    Val args[3] = {0}, slow;
    for (unsigned k = 0; k < call->n_kids; k++)
        args[k] = expr_float(b, call->kid[k]);
    MathEmit math = {ir, b->lanes};
    ir->flags = "";
    Val v = math_build(&math, math_find(call->name, call->name_len, call->type.bits, ir->target),
                       args, &slow);
    if (slow)
        b->slow = b->slow ? ir_bin(ir, "or", b->slow, slow) : slow;
    ir->flags = flags;
    return v;
}

/* x or y, whichever `a || b` says, one condition after the other: a choice between what was compared
 * is an instruction of its own, the larger or the smaller. */
static Val choose_float(ExprIr *b, const ExprNode *node) {
    Ir *ir = &b->e->ir;
    const ExprNode *condition = node_of(b, node->kid[0]);
    Val x = expr_float(b, node->kid[1]), y = expr_float(b, node->kid[2]);
    if (condition->kind != EX_EITHER)
        return ir_select(ir, expr_truth(b, node->kid[0]), x, y);
    y = ir_select(ir, expr_truth(b, condition->kid[0]), x, y);
    return ir_select(ir, expr_truth(b, condition->kid[1]), x, y);
}

static Val build_float(ExprIr *b, const ExprNode *node) {
    Ir *ir = &b->e->ir;
    switch (node->kind) {
    case EX_CONST: return ir_float(ir, IR_F(node->type.bits, b->lanes), node->bits);
    case EX_OPERAND: return b->in[node->operand].part[node->part];
    case EX_NEG: return ir_neg_float(ir, expr_float(b, node->kid[0]));
    case EX_CHOOSE: return choose_float(b, node);
    case EX_CALL: return call_function(b, node);
    default: break;
    }
    static const char *const ops[] = {
        [TOK_ADD] = "fadd", [TOK_SUB] = "fsub", [TOK_MUL] = "fmul", [TOK_DIV] = "fdiv"};
    Val x = expr_float(b, node->kid[0]), y = expr_float(b, node->kid[1]);
    return ir_bin(ir, ops[node->token], x, y);
}

Val expr_float(ExprIr *b, ExprId id) {
    const ExprNode *node = node_of(b, id);
    Val *memo = memo_of(b, id, node->type.bits);
    if (!*memo)
        *memo = build_float(b, node);
    return *memo;
}
