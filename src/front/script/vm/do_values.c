/* Instructions that make values: operators, ranges, matrices. */
#include <stdio.h>

#include "front/script/vm/machine.h"

/* Two operands; the first is held where finding the second runs a function. */
static bool two_operands(Interp *in, Frame *f, uint32_t a, uint32_t b, Operand out[2]) {
    if (!operand_get(in, f, a, &out[0]))
        return false;
    if (machine_behind(&f->registers[b])->kind == VALUE_NONE && out[0].own.kind == VALUE_NONE)
        out[0].own = value_hold(out[0].v);
    if (operand_get(in, f, b, &out[1]))
        return true;
    operand_release(in, f, a, &out[0]);
    return false;
}

static void release_two(Interp *in, Frame *f, uint32_t a, uint32_t b, Operand operands[2]) {
    operand_release(in, f, a, &operands[0]);
    operand_release(in, f, b, &operands[1]);
}

/* x += y on arrays of one class, of which x is nobody else's, fails in its own words. */
static void name_update(Interp *in, BinaryOp op, Value x, Value y) {
    const char *message = interp_message(in);
    char before[16], text[200];
    if (in->failure.no_memory || x.kind != VALUE_ARRAY || y.kind != VALUE_ARRAY ||
        VALUE_ARRAY_OF(x)->head.refs > 1 || value_class(x) != value_class(y) ||
        value_is_complex(x) != value_is_complex(y))
        return;
    int n = snprintf(before, sizeof before, "operator %s:", binary_name(op));
    if (strncmp(message, before, (size_t)n) != 0)
        return;
    snprintf(text, sizeof text, "%s", message + n);
    interp_fail_id(in, "Octave:nonconformant-args", "%s=:%s", binary_name(op), text);
}

static bool binary(Interp *in, Frame *f, const Instr *i, BinaryOp op) {
    Operand o[2];
    Value out = value_none();
    if (!two_operands(in, f, i->b, i->c, o))
        return false;
    bool ok = value_binary(in, op, o[0].v, o[1].v, &out);
    if (!ok && i->y && (op == BINARY_ADD || op == BINARY_SUB))
        name_update(in, op, o[0].v, o[1].v);
    release_two(in, f, i->b, i->c, o);
    if (ok)
        machine_set(in, f, i->a, out);
    return ok;
}

#define BINARY_INSTRUCTION(NAME)                           \
    bool do_##NAME(Interp *in, Frame *f, const Instr *i) { \
        return binary(in, f, i, BINARY_##NAME);            \
    }
BINARY_INSTRUCTION(ADD)
BINARY_INSTRUCTION(SUB)
BINARY_INSTRUCTION(MUL)
BINARY_INSTRUCTION(DIV)
BINARY_INSTRUCTION(LDIV)
BINARY_INSTRUCTION(POW)
BINARY_INSTRUCTION(EMUL)
BINARY_INSTRUCTION(EDIV)
BINARY_INSTRUCTION(ELDIV)
BINARY_INSTRUCTION(EPOW)
BINARY_INSTRUCTION(LT)
BINARY_INSTRUCTION(LE)
BINARY_INSTRUCTION(EQ)
BINARY_INSTRUCTION(NE)
BINARY_INSTRUCTION(GE)
BINARY_INSTRUCTION(GT)
BINARY_INSTRUCTION(AND)
BINARY_INSTRUCTION(OR)

/* Jumps where the comparison is false. */
static bool unless(Interp *in, Frame *f, const Instr *i, BinaryOp op) {
    Operand o[2];
    Value out = value_none();
    bool truth = false;
    if (!two_operands(in, f, i->b, i->c, o))
        return false;
    bool ok = value_binary(in, op, o[0].v, o[1].v, &out) && value_is_true(in, out, &truth);
    release_two(in, f, i->b, i->c, o);
    value_drop(in, out);
    if (ok && !truth)
        f->pc = f->code->code.at + i->a;
    return ok;
}

#define UNLESS_INSTRUCTION(NAME)                                  \
    bool do_UNLESS_##NAME(Interp *in, Frame *f, const Instr *i) { \
        return unless(in, f, i, BINARY_##NAME);                   \
    }
UNLESS_INSTRUCTION(LT)
UNLESS_INSTRUCTION(LE)
UNLESS_INSTRUCTION(EQ)
UNLESS_INSTRUCTION(NE)
UNLESS_INSTRUCTION(GE)
UNLESS_INSTRUCTION(GT)

static bool unary(Interp *in, Frame *f, const Instr *i, UnaryOp op) {
    Operand o;
    Value out = value_none();
    if (!operand_get(in, f, i->b, &o))
        return false;
    bool ok = value_unary(in, op, o.v, &out);
    operand_release(in, f, i->b, &o);
    if (ok)
        machine_set(in, f, i->a, out);
    return ok;
}

#define UNARY_INSTRUCTION(NAME)                            \
    bool do_##NAME(Interp *in, Frame *f, const Instr *i) { \
        return unary(in, f, i, UNARY_##NAME);              \
    }
UNARY_INSTRUCTION(PLUS)
UNARY_INSTRUCTION(MINUS)
UNARY_INSTRUCTION(NOT)
UNARY_INSTRUCTION(TRANSPOSE)
UNARY_INSTRUCTION(CTRANSPOSE)

bool do_NOP(Interp *in, Frame *f, const Instr *i) {
    (void)in, (void)f, (void)i;
    return true;
}

bool do_LOAD(Interp *in, Frame *f, const Instr *i) {
    machine_set(in, f, i->a, value_hold(f->code->constants.at[i->b]));
    return true;
}

bool do_COPY(Interp *in, Frame *f, const Instr *i) {
    Operand o;
    if (!operand_get(in, f, i->b, &o))
        return false;
    Value v = value_hold(o.v);
    operand_release(in, f, i->b, &o);
    machine_set(in, f, i->a, v);
    return true;
}

bool do_MOVE(Interp *in, Frame *f, const Instr *i) {
    if (i->b < f->code->first_temp)
        return do_COPY(in, f, i);
    Value v = f->registers[i->b];
    f->registers[i->b] = value_none();
    machine_set(in, f, i->a, v);
    return true;
}

bool do_CLEAR(Interp *in, Frame *f, const Instr *i) {
    Value v = f->registers[i->a];
    f->registers[i->a] = value_none();
    machine_drop(in, v);
    return true;
}

bool do_COLON(Interp *in, Frame *f, const Instr *i) {
    machine_set(in, f, i->a, value_colon());
    return true;
}

bool do_EMPTY(Interp *in, Frame *f, const Instr *i) {
    Value v = value_none();
    if (!value_empty(in, &v))
        return false;
    machine_set(in, f, i->a, v);
    return true;
}

bool do_TRUTH(Interp *in, Frame *f, const Instr *i) {
    Operand o;
    bool truth = false;
    if (!operand_get(in, f, i->b, &o))
        return false;
    bool ok = value_is_true(in, o.v, &truth);
    operand_release(in, f, i->b, &o);
    if (ok)
        machine_set(in, f, i->a, value_logical(truth));
    return ok;
}

/* ---- ranges, matrices */

bool do_RANGE(Interp *in, Frame *f, const Instr *i) {
    Operand o[2];
    Value out = value_none();
    if (!two_operands(in, f, i->b, i->c, o))
        return false;
    bool ok = value_range_of(in, o[0].v, value_none(), o[1].v, &out);
    release_two(in, f, i->b, i->c, o);
    if (ok)
        machine_set(in, f, i->a, out);
    return ok;
}

bool do_RANGE_STEP(Interp *in, Frame *f, const Instr *i) {
    Value *v = &f->registers[i->b], out = value_none();
    bool ok = value_range_of(in, v[0], v[1], v[2], &out);
    machine_arguments_done(in, f, i);
    if (ok)
        machine_set(in, f, i->a, out);
    return ok;
}

typedef bool Concat(Interp *in, const Value *values, uint32_t n, Value *out);

static bool concat(Interp *in, Frame *f, const Instr *i, Concat *make) {
    uint32_t n;
    Value *args = machine_arguments(in, f, i, &n), out = value_none();
    bool ok = make(in, args, n, &out);
    machine_arguments_done(in, f, i);
    if (ok)
        machine_set(in, f, i->a, out);
    return ok;
}

bool do_HORZCAT(Interp *in, Frame *f, const Instr *i) {
    return concat(in, f, i, value_horzcat);
}

bool do_VERTCAT(Interp *in, Frame *f, const Instr *i) {
    return concat(in, f, i, value_vertcat);
}

bool do_CELL_ROW(Interp *in, Frame *f, const Instr *i) {
    return concat(in, f, i, value_cell_row);
}
