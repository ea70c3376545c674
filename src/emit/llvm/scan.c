#include "emit/llvm/scan.h"

#include <stddef.h>

#include "emit/llvm/reduce.h"

static Dtype operand_dtype(const Emit *e, const KernelInstr *i) {
    return (Dtype)e->kernel->values.at[kernel_in(e->kernel, i)[0]].dtype;
}

void scan_start(Emit *e, const KernelInstr *i, Val state, unsigned lanes) {
    Dtype dtype = acc_dtype(operand_dtype(e, i));
    vec_to_regs(e, step_start(e, (Op)i->op, dtype, lanes), state);
}

Vec scan_along(Emit *e, const KernelInstr *i, Vec x, Val state, Val count) {
    Ir *ir = &e->ir;
    Dtype dtype = (Dtype)x.dtype;
    uint64_t bytes = (uint64_t)reg_bytes(dtype) * x.lanes;
    Val in = ir_alloca(ir, bytes), out = ir_alloca(ir, bytes);
    vec_to_regs(e, x, in);
    Val table = ir_load(ir, IR_P, ir_offset_const(ir, e->frame, offsetof(LineFrame, scans)), 8);
    int64_t place = (int64_t)sizeof(void *) * (i->op * DTYPE_COUNT + dtype);
    Val function = ir_load(ir, IR_P, ir_offset_const(ir, table, place), 8);
    Val exclusive = ir_int(ir, IR_I(32, 1), (i->flags & KF_EXCLUSIVE) != 0);
    Val reverse = ir_int(ir, IR_I(32, 1), (i->flags & KF_REVERSE) != 0);
    ir_call_pointer(ir, function, (IrType){.lanes = 0}, 6,
                    (Val[]){out, in, state, count, exclusive, reverse});
    return vec_from_regs(e, dtype, x.lanes, out);
}

/* An element's number of what was accumulated. */
static Vec of_state(Emit *e, Vec state, Dtype dtype) {
    if (state.dtype != dtype)
        state.part[0] = emit_round(e, state.part[0], dtype);
    state.dtype = (uint8_t)dtype;
    return state;
}

Vec scan_across(Emit *e, const KernelInstr *i, Vec x, Val state) {
    Dtype dtype = (Dtype)x.dtype, acc = acc_dtype(dtype);
    Vec before = vec_from_regs(e, acc, x.lanes, state);
    x.dtype = (uint8_t)acc;
    Vec in[2] = {before, x};
    Vec after = emit_step(e, op_fold((Op)i->op)->step, acc, in, 2);
    vec_to_regs(e, after, state);
    return of_state(e, i->flags & KF_EXCLUSIVE ? before : after, dtype);
}
