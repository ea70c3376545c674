/* Gathers and scatters: places from indices, one axis after another. */
#include <stddef.h>

#include "emit/llvm/body.h"

/* An index as i64 lanes, and which of its lanes are in [-extent, extent). */
static Val index_of(Emit *e, Vec x, Val extent, Val *fine) {
    Ir *ir = &e->ir;
    const DtypeInfo *info = dtype_info((Dtype)x.dtype);
    IrType wide = IR_I(64, x.lanes);
    bool is_signed = info->class == CLASS_SIGNED;
    Val at = x.part[0];
    if (info->bits < 64)
        at = ir_convert(ir, is_signed ? "sext" : "zext", at, wide);
    Val extents = ir_splat(ir, extent, x.lanes);
    if (!is_signed) { /* one of 64 bits may be more than the largest i64 */
        *fine = ir_compare(ir, "ult", at, extents);
        return at;
    }
    /* Wrapped once, a negative index is in [0, extent) or was out of range. */
    Val negative = ir_compare(ir, "slt", at, ir_int(ir, wide, 0));
    Val wrapped = ir_select(ir, negative, ir_bin(ir, "add", at, extents), at);
    *fine = ir_compare(ir, "ult", wrapped, extents);
    return wrapped;
}

/* Adds each index times its stride; returns RAN_INTO_INDEX where a lane that is on is out of range. */
static Val add_indices(Emit *e, const SliceSite *site, const KernelInstr *i, uint32_t first,
                       unsigned lanes, Val offsets) {
    Ir *ir = &e->ir;
    const Access *access = &e->kernel->accesses.at[i->access];
    Val all_fine = 0;
    for (uint32_t axis = 0; axis < access->n_indexed; axis++) {
        Vec x = body_operand(e, kernel_in(e->kernel, i)[first + axis], lanes);
        Val fine, stride, extent;
        body_axis(e, i->access, axis, &stride, &extent);
        Val index = index_of(e, x, extent, &fine);
        Val bytes = ir_bin(ir, "mul", index, ir_splat(ir, stride, lanes));
        offsets = ir_bin(ir, "add", offsets, bytes);
        all_fine = all_fine ? ir_bin(ir, "and", all_fine, fine) : fine;
    }
    if (!all_fine)
        return offsets;
    Val bad = ir_bin(ir, "xor", all_fine, ir_ones(ir, IR_I(1, lanes)));
    Val active = lanes > 1 ? body_active(e, site) : 0;
    if (active)
        bad = ir_bin(ir, "and", bad, active);
    body_return_if(e, lanes > 1 ? ir_any(ir, bad) : bad, RAN_INTO_INDEX);
    return offsets;
}

Vec body_gather(Emit *e, const SliceSite *site, uint32_t instr) {
    const KernelInstr *i = &e->kernel->body.at[instr];
    Level level = (Level)e->analysis->level[i->value];
    unsigned lanes = level_lanes(e, level);
    Dtype dtype = e->kernel->accesses.at[i->access].dtype;
    Val base, offsets = body_offsets(e, site, i->access, lanes, level, &base);
    offsets = add_indices(e, site, i, 0, lanes, offsets);
    if (lanes == 1)
        return emit_load_one(e, dtype, ir_offset(&e->ir, base, offsets));
    return emit_gather(e, dtype, base, offsets, site->active);
}

/* The lanes that are there come first: there is no loop or branch around a scatter. */
void body_scatter(Emit *e, const SliceSite *site, uint32_t instr) {
    Ir *ir = &e->ir;
    const KernelInstr *i = &e->kernel->body.at[instr];
    unsigned lanes = level_lanes(e, LEVEL_FULL);
    Vec x = body_operand(e, kernel_in(e->kernel, i)[0], lanes);
    Val base, offsets = body_offsets(e, site, i->access, lanes, LEVEL_FULL, &base);
    offsets = add_indices(e, site, i, 1, lanes, offsets);
    Val offset_room = ir_alloca(ir, 8 * lanes);
    Val value_room = ir_alloca(ir, (uint64_t)reg_bytes((Dtype)x.dtype) * lanes);
    ir_store(ir, offsets, offset_room, 64);
    vec_to_regs(e, x, value_room);
    Val count = site->count ? site->count : ir_int(ir, IR_I(64, 1), lanes);
    uint64_t at = (uint64_t)x.dtype * COMBINE_COUNT + i->combine;
    Val fn = body_function(e, offsetof(LineFrame, scatters), at);
    Val args[4] = {base, offset_room, value_room, count};
    ir_call_pointer(ir, fn, (IrType){0}, 4, args);
}
