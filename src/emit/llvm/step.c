/*
 * A step of the op table. What the table's text says becomes IR; what cannot be said in IR (C's own
 * functions, loops) is done by the interpreter's loop over the same lanes, which gives the same bits.
 */
#include <stddef.h>

#include "emit/llvm/expr_ir.h"
#include "emit/llvm/math.h"

/* The scratch memory of a call: a result, its operands, pointers to these. */
enum { SLOT_RESULT, SLOT_OPERANDS, SLOT_POINTERS = SLOT_OPERANDS + 3 };

static Val load_pointer(Ir *ir, Val base, size_t offset) {
    return ir_load(ir, IR_P, ir_offset_const(ir, base, (int64_t)offset), sizeof(void *));
}

/* StepFn on all lanes. Those that are not there hold any value, which no step minds. */
static Vec call_step(Emit *e, Op op, Dtype dtype, const Vec *in, unsigned n_in) {
    Ir *ir = &e->ir;
    unsigned lanes = in[0].lanes;
    Dtype result = op_result_dtype(op, dtype);
    Val pointers = ir_scratch(ir, SLOT_POINTERS, 3 * sizeof(void *));
    Val out = ir_scratch(ir, SLOT_RESULT, (uint64_t)reg_bytes(result) * lanes);
    for (unsigned k = 0; k < n_in; k++) {
        Val at = ir_scratch(ir, SLOT_OPERANDS + k, (uint64_t)reg_bytes(in[k].dtype) * lanes);
        vec_to_regs(e, in[k], at);
        ir_store(ir, at, ir_offset_const(ir, pointers, (int64_t)(k * sizeof(void *))),
                 sizeof(void *));
    }
    Val table = load_pointer(ir, e->frame, offsetof(LineFrame, steps));
    Val step = load_pointer(ir, table, ((size_t)op * DTYPE_COUNT + dtype) * sizeof(void *));
    Val args[3] = {out, pointers, ir_int(ir, IR_I(64, 1), lanes)};
    ir_call_pointer(ir, step, (IrType){0}, 3, args);
    return vec_from_regs(e, result, lanes, out);
}

/* `fast` is right unless a lane is slow: then the whole step is done again, in full. */
static Vec with_slow_lanes(Emit *e, Op op, Dtype dtype, const Vec *in, unsigned n_in, Vec fast,
                           Val slow) {
    Ir *ir = &e->ir;
    Label rare = ir_label(ir), done = ir_label(ir);
    if (e->mask && ir_type(ir, e->mask).lanes == fast.lanes)
        slow = ir_bin(ir, "and", slow, e->mask);
    Val any = ir_any(ir, slow);
    Label from[2] = {ir->block};
    ir_branch_rarely(ir, any, rare, done);
    ir_block(ir, rare);
    Vec full = call_step(e, op, dtype, in, n_in);
    from[1] = ir->block;
    ir_jump(ir, done);
    ir_block(ir, done);
    for (unsigned k = 0; k < 2 && fast.part[k]; k++) {
        Val parts[2] = {fast.part[k], full.part[k]};
        fast.part[k] = ir_phi(ir, 2, parts, from);
    }
    return fast;
}

static const char *float_flags(frit_numerics numerics) {
    switch (numerics) {
    case FRIT_CONTRACT: return "contract ";
    case FRIT_FAST: return "reassoc nsz arcp contract ";
    default: return "";
    }
}

/* The result's parts, from the roots of the tree. */
static Vec build_result(ExprIr *b, Dtype result) {
    Vec v = {.dtype = (uint8_t)result, .lanes = (uint16_t)b->lanes};
    ExprId root = b->x->root[0];
    switch (dtype_info(result)->class) {
    case CLASS_BOOL: v.part[0] = expr_truth(b, root); break;
    case CLASS_SIGNED:
    case CLASS_UNSIGNED: v.part[0] = expr_integer(b, root, dtype_info(result)->bits); break;
    case CLASS_FLOAT: v.part[0] = emit_round(b->e, expr_float(b, root), result); break;
    default: v.part[0] = expr_float(b, root); v.part[1] = expr_float(b, b->x->root[1]);
    }
    return v;
}

/* A function of complex numbers; mathematics is the same in every mode. */
static Vec complex_step(Emit *e, Op op, Dtype dtype, const Vec *in, unsigned n_in,
                        const MathComplexFn *f) {
    Vec v = {.dtype = (uint8_t)dtype, .lanes = in[0].lanes};
    MathEmit math = {&e->ir, in[0].lanes};
    Val args[4] = {0}, slow;
    const char *flags = e->ir.flags;
    for (unsigned k = 0; k < n_in && k < 2; k++) {
        args[2 * k] = in[k].part[0];
        args[2 * k + 1] = in[k].part[1];
    }
    e->ir.flags = "";
    math_build_complex(&math, f, args, v.part, &slow);
    e->ir.flags = flags;
    return slow ? with_slow_lanes(e, op, dtype, in, n_in, v, slow) : v;
}

Vec emit_step(Emit *e, Op op, Dtype dtype, const Vec *in, unsigned n_in) {
    Expr x;
    const char *source = op_source(op_info(op), dtype);
    const MathComplexFn *function = source && dtype_info(dtype)->class == CLASS_COMPLEX
                                        ? math_find_complex(source, e->ir.target)
                                        : NULL;
    if (function)
        return complex_step(e, op, dtype, in, n_in, function);
    if (!source || !expr_parse(&x, source, dtype) || !expr_is_native(&x, e->ir.target))
        return call_step(e, op, dtype, in, n_in);
    ExprIr b = {.e = e, .x = &x, .in = in, .lanes = in[0].lanes};
    const char *flags = e->ir.flags;
    e->ir.flags = float_flags(e->form->numerics);
    Vec v = build_result(&b, op_result_dtype(op, dtype));
    e->ir.flags = flags;
    return b.slow ? with_slow_lanes(e, op, dtype, in, n_in, v, b.slow) : v;
}
