/* Functions and their frames, where elements are, and which lanes are there. */
#include <stddef.h>

#include "emit/llvm/body.h"

/* ---- the frame */

Val body_function(Emit *e, size_t table, uint64_t at) {
    Val from = ir_load(&e->ir, IR_P, ir_offset_const(&e->ir, e->frame, (int64_t)table), 8);
    return ir_load(&e->ir, IR_P, ir_offset_const(&e->ir, from, (int64_t)(at * 8)), 8);
}

static Val frame_field(Emit *e, uint32_t access, size_t field, IrType type) {
    size_t at = offsetof(LineFrame, access) + access * sizeof(FrameAccess) + field;
    return ir_load(&e->ir, type, ir_offset_const(&e->ir, e->frame, (int64_t)at), 8);
}

void body_axis(Emit *e, uint32_t access, uint32_t axis, Val *stride, Val *extent) {
    const AccessVals *vals = &e->access[access];
    if (axis < HELD_AXES && vals->extents[axis]) {
        *stride = vals->strides[axis];
        *extent = vals->extents[axis];
        return;
    }
    Val at = ir_offset_const(&e->ir, vals->indexed, 16 * (int64_t)axis);
    *stride = ir_load(&e->ir, IR_I(64, 1), at, 8);
    *extent = ir_load(&e->ir, IR_I(64, 1), ir_offset_const(&e->ir, at, 8), 8);
}

static Val stride_of(const Emit *e, uint32_t access) {
    const AccessVals *vals = &e->access[access];
    return e->form->walk == WALK_COLUMNS ? vals->row : vals->inner;
}

static void load_access(Emit *e, uint32_t access) {
    const Access *a = &e->kernel->accesses.at[access];
    AccessVals *vals = &e->access[access];
    Level level = (Level)e->analysis->access_level[access];
    Along along = (Along)e->form->along[access];
    bool number = a->buffer == NO_BUFFER, placed = along == ALONG_PLACES || e->form->placed;
    vals->at = frame_field(e, access, offsetof(FrameAccess, at), number ? IR_I(64, 1) : IR_P);
    if (level >= LEVEL_ROW)
        vals->row = frame_field(e, access, offsetof(FrameAccess, row), IR_I(64, 1));
    if (level == LEVEL_FULL && placed)
        vals->places = frame_field(e, access, offsetof(FrameAccess, places), IR_P);
    else if (level == LEVEL_FULL)
        vals->inner = frame_field(e, access, offsetof(FrameAccess, inner), IR_I(64, 1));
    if (e->form->walk == WALK_MAP && a->store && !a->n_indexed && along == ALONG_NEXT &&
        emit_can_store_past(e, a->dtype))
        vals->past = ir_compare(&e->ir, "ne",
                                frame_field(e, access, offsetof(FrameAccess, past), IR_I(64, 1)),
                                ir_int(&e->ir, IR_I(64, 1), 0));
    if (a->n_indexed)
        vals->indexed = frame_field(e, access, offsetof(FrameAccess, indexed), IR_P);
    for (uint32_t axis = 0; axis < a->n_indexed && axis < HELD_AXES; axis++)
        body_axis(e, access, axis, &vals->strides[axis], &vals->extents[axis]);
    if ((number || a->n_indexed) && level_lanes(e, level) > 1 &&
        (along == ALONG_NEXT || along == ALONG_ANY)) {
        Val lanes = ir_count(&e->ir, IR_I(64, e->lanes));
        vals->steps =
            ir_bin(&e->ir, "mul", lanes, ir_splat(&e->ir, stride_of(e, access), e->lanes));
    }
}

static bool has_access(const KernelInstr *i) {
    return i->code == K_LOAD || i->code == K_INDEX || i->code == K_RANDOM || i->code == K_GATHER ||
           instr_is_effect(i);
}

static void load_accesses(Emit *e, const Slice *slice) {
    for (uint32_t n = 0; n < e->kernel->body.len; n++) {
        const KernelInstr *i = &e->kernel->body.at[n];
        if (slice->wanted[n] && has_access(i) && !e->access[i->access].at)
            load_access(e, i->access);
    }
}

void emit_begin(Emit *e, const char *name, unsigned n_params, Val *params,
                const Slice *const *slices, unsigned n) {
    const Kernel *kernel = e->kernel;
    e->ir.line = 0;
    ir_function(&e->ir, name, n_params, params);
    e->frame = params[0];
    e->mask = 0;
    memset(e->value, 0, kernel->values.len * sizeof *e->value);
    memset(e->spread, 0, kernel->values.len * sizeof *e->spread);
    memset(e->access, 0, kernel->accesses.len * sizeof *e->access);
    memset(e->base, 0, kernel->accesses.len * sizeof *e->base);
    slices_uniform(e->analysis, slices, n);
    load_accesses(e, e->analysis->uniform);
    for (unsigned k = 0; k < n; k++)
        load_accesses(e, slices[k]);
    SliceSite site = {.slice = e->analysis->uniform};
    emit_slice(e, &site);
}

void emit_end(Emit *e) {
    ir_return(&e->ir, RAN);
    ir_function_end(&e->ir);
}

void body_return_if(Emit *e, Val condition, int32_t code) {
    Label stop = ir_label(&e->ir), on = ir_label(&e->ir);
    ir_branch_rarely(&e->ir, condition, stop, on);
    ir_block(&e->ir, stop);
    ir_return(&e->ir, code);
    ir_block(&e->ir, on);
}

/* ---- places */

/* A pointer or an element number, so many bytes or elements further on. */
static Val further(Emit *e, Val from, Val by) {
    if (ir_type(&e->ir, from).kind == IR_PTR)
        return ir_offset(&e->ir, from, by);
    return ir_bin(&e->ir, "add", from, by);
}

static Val place_in_table(Emit *e, uint32_t access, Val element) {
    Val bytes = ir_bin(&e->ir, "shl", element, ir_int(&e->ir, IR_I(64, 1), 3));
    return ir_offset(&e->ir, e->access[access].places, bytes);
}

static Val element_offset(Emit *e, uint32_t access, Val element) {
    const AccessVals *vals = &e->access[access];
    if (e->form->placed)
        return ir_load(&e->ir, IR_I(64, 1), place_in_table(e, access, element), 8);
    return ir_bin(&e->ir, "mul", element, vals->inner);
}

void emit_bases(Emit *e, Val row, Val element) {
    for (uint32_t k = 0; k < e->kernel->accesses.len; k++) {
        const AccessVals *vals = &e->access[k];
        Level level = (Level)e->analysis->access_level[k];
        if (!vals->at)
            continue;
        e->base[k] = vals->at;
        if (row && level >= LEVEL_ROW)
            e->base[k] = further(e, e->base[k], ir_bin(&e->ir, "mul", row, vals->row));
        if (element && level == LEVEL_FULL)
            e->base[k] = further(e, e->base[k], element_offset(e, k, element));
    }
}

static unsigned size_log(const Access *a) {
    unsigned log = 0;
    while (dtype_info(a->dtype)->bits >> log > 8)
        log++;
    return log;
}

static bool is_next(const Emit *e, uint32_t access) {
    return e->form->along[access] == ALONG_NEXT &&
           e->kernel->accesses.at[access].buffer != NO_BUFFER;
}

void body_scale(Emit *e, SliceSite *site) {
    memset(site->scaled, 0, sizeof site->scaled);
    for (uint32_t n = 0; site->index && n < e->kernel->body.len; n++) {
        const KernelInstr *i = &e->kernel->body.at[n];
        if (!site->slice->wanted[n] || !has_access(i) || !is_next(e, i->access))
            continue;
        unsigned log = size_log(&e->kernel->accesses.at[i->access]);
        Val shift = ir_int(&e->ir, IR_I(64, 1), log);
        if (!site->scaled[log])
            site->scaled[log] = log ? ir_bin(&e->ir, "shl", site->index, shift) : site->index;
    }
}

Val body_place(Emit *e, const SliceSite *site, uint32_t access, unsigned lanes, Level level) {
    const Access *a = &e->kernel->accesses.at[access];
    Along along = (Along)e->form->along[access];
    if (level == LEVEL_UNIFORM)
        return e->access[access].at;
    if (lanes == 1 || along == ALONG_ONE || along == ALONG_PLACES)
        return e->base[access];
    if (is_next(e, access))
        return further(e, e->base[access], site->scaled[size_log(a)]);
    return further(e, e->base[access], ir_bin(&e->ir, "mul", site->index, stride_of(e, access)));
}

Val body_offsets(Emit *e, const SliceSite *site, uint32_t access, unsigned lanes, Level level,
                 Val *from) {
    *from = body_place(e, site, access, lanes, level);
    if (lanes > 1 && e->form->along[access] == ALONG_PLACES)
        return emit_load(e, DT_I64, place_in_table(e, access, site->index), ALONG_NEXT, 0).part[0];
    if (lanes > 1 && level != LEVEL_UNIFORM && e->access[access].steps)
        return e->access[access].steps;
    return ir_zero(&e->ir, IR_I(64, lanes));
}

Val body_numbers(Emit *e, const SliceSite *site, uint32_t access, unsigned lanes, Level level) {
    Val from, offsets = body_offsets(e, site, access, lanes, level, &from);
    if (lanes == 1)
        return from;
    return ir_bin(&e->ir, "add", ir_splat(&e->ir, from, lanes), offsets);
}

/* ---- lanes */

Val emit_lane_count(Emit *e, Val left) {
    Val args[2] = {left, ir_int(&e->ir, IR_I(64, 1), e->lanes)};
    return ir_intrinsic(&e->ir, "llvm.umin", IR_I(64, 1), 2, args);
}

/* Compares in the lanes of a whole register. */
Val emit_lane_mask(Emit *e, Val left) {
    unsigned bits = 8 * e->form->target->vector_bytes / e->lanes;
    bits = bits < 8 ? 8 : bits > 64 ? 64 : bits;
    if (bits < 64) {
        left = emit_lane_count(e, left);
        left = ir_convert(&e->ir, "trunc", left, IR_I((uint8_t)bits, 1));
    }
    Val all = ir_splat(&e->ir, left, e->lanes);
    return ir_compare(&e->ir, "ugt", all, ir_count(&e->ir, IR_I((uint8_t)bits, e->lanes)));
}

/* Lanes that are on are there: loops and branches begin with those that are. */
Val body_active(const Emit *e, const SliceSite *site) {
    return site->active ? site->active : e->mask;
}
