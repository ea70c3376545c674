/*
 * Arrays that lanes have of their own, in LineFrame.arrays: element 0 of all lanes, then element 1, and so on, so that an
 * index that all lanes share means a vector. An array that is the same for all lanes has one of each. Elements
 * are as vectors hold them, a bool in a byte. Behind the last there is a line more, for lanes that are off.
 *
 * Tables are constants of the module.
 */
#include <stddef.h>

#include "emit/llvm/body.h"
#include "emit/llvm/words.h"
#include "kernel/arrays.h"

enum { WRITTEN_OUT = 16 /* lines of a new array that are not written in a loop */ };

/* ---- elements */

static IrType line_type(Dtype dtype, unsigned lanes) {
    return dtype == DT_BOOL ? IR_I(8, lanes) : vec_type(dtype, lanes);
}

static unsigned element_bytes(Dtype dtype) {
    return line_type(dtype, 1).bits / 8u;
}

static Val line_of(Emit *e, Vec x) {
    return x.dtype == DT_BOOL ? ir_convert(&e->ir, "zext", x.part[0], IR_I(8, x.lanes)) : x.part[0];
}

static Vec of_line(Emit *e, Dtype dtype, Val line) {
    Vec x = {.part = {line}, .dtype = (uint8_t)dtype, .lanes = ir_type(&e->ir, line).lanes};
    if (dtype == DT_BOOL)
        x.part[0] = ir_compare(&e->ir, "ne", line, int_like(e, line, 0));
    return x;
}

uint64_t array_bytes(const Kernel *kernel, ValId v, unsigned lanes) {
    const KernelValue *value = &kernel->values.at[v];
    uint64_t bytes = ((uint64_t)value->count + 1) * lanes * element_bytes((Dtype)value->dtype);
    return (bytes + 63) / 64 * 64;
}

/* ---- indices */

/* Is it one that is at most so large, whatever it was made of? */
static bool at_most(const Emit *e, ValId v, uint64_t last) {
    uint32_t def = e->analysis->def[v];
    const KernelInstr *i = def == NO_INSTR ? NULL : &e->kernel->body.at[def];
    if (!i || i->code != K_STEP || i->op != OP_and)
        return false;
    for (unsigned k = 0; k < 2; k++) {
        ValId mask = kernel_in(e->kernel, i)[k];
        uint32_t from = e->analysis->def[mask];
        if (from != NO_INSTR && e->kernel->body.at[from].code == K_CONST &&
            e->kernel->values.at[mask].bits.lo <= last)
            return true;
    }
    return false;
}

/* The index as an i32 from 0 to last, of as many lanes as it has. */
static Val clamped(Emit *e, ValId v, Vec x, uint32_t last) {
    Ir *ir = &e->ir;
    const DtypeInfo *info = dtype_info((Dtype)x.dtype);
    bool is_signed = info->class == CLASS_SIGNED;
    IrType narrow = IR_I(32, x.lanes);
    Val at = x.part[0];
    unsigned room = info->bits - is_signed;
    if (!at_most(e, v, last)) {
        if (is_signed) {
            Val both[2] = {at, int_like(e, at, 0)};
            at = ir_intrinsic(ir, "llvm.smax", ir_type(ir, at), 2, both);
        }
        if (room >= 32 || last < (1u << room) - 1) {
            Val both[2] = {at, int_like(e, at, last)};
            at = ir_intrinsic(ir, "llvm.umin", ir_type(ir, at), 2, both);
        }
    }
    if (info->bits < 32)
        return ir_convert(ir, "zext", at, narrow);
    return info->bits > 32 ? ir_convert(ir, "trunc", at, narrow) : at;
}

/* Bytes from the array's beginning, for each lane of the index. */
static Val offsets_of(Emit *e, Val at, unsigned lanes, unsigned bytes) {
    Ir *ir = &e->ir;
    IrType type = ir_type(ir, at);
    Val offsets = ir_bin(ir, "mul", at, int_like(e, at, (uint64_t)lanes * bytes));
    if (type.lanes == 1 || lanes == 1)
        return offsets;
    Val own = ir_bin(ir, "mul", ir_count(ir, type), int_like(e, at, bytes));
    return ir_bin(ir, "add", offsets, own);
}

static Val wide(Emit *e, Val x) {
    return ir_convert(&e->ir, "zext", x, IR_I(64, ir_type(&e->ir, x).lanes));
}

/* ---- instructions */

typedef struct Place {
    Val base, at; /* at: i32, bytes */
    unsigned lanes;
    bool same; /* one index for all lanes of the array */
} Place;

static Place place_of(Emit *e, const KernelInstr *i, unsigned lanes) {
    const ValId *in = kernel_in(e->kernel, i);
    const KernelValue *array = &e->kernel->values.at[in[0]];
    Place p = {.base = e->value[in[0]].part[0], .lanes = value_lanes(e, in[0])};
    p.same = value_lanes(e, in[1]) == 1;
    Vec index = body_operand(e, in[1], p.same ? 1 : lanes);
    if (p.same && index.lanes > 1)
        p.same = false;
    Val at = clamped(e, in[1], index, array->count - 1);
    p.at = offsets_of(e, at, p.lanes, element_bytes((Dtype)array->dtype));
    return p;
}

static Vec read_element(Emit *e, const KernelInstr *i, unsigned lanes) {
    Dtype dtype = (Dtype)i->dtype;
    Place p = place_of(e, i, lanes);
    IrType type = line_type(dtype, p.same ? p.lanes : lanes);
    if (lanes == 1 || p.same) {
        Val line = ir_load(&e->ir, type, ir_offset(&e->ir, p.base, wide(e, p.at)), type.bits / 8u);
        return vec_splat(e, of_line(e, dtype, line), lanes);
    }
    return of_line(e, dtype, emit_load_anywhere(e, type, p.base, p.at));
}

static void write_element(Emit *e, const SliceSite *site, const KernelInstr *i) {
    Ir *ir = &e->ir;
    const ValId *in = kernel_in(e->kernel, i);
    Dtype dtype = (Dtype)i->dtype;
    unsigned lanes = value_lanes(e, in[0]), bytes = element_bytes(dtype);
    Place p = place_of(e, i, lanes);
    Val line = line_of(e, body_operand(e, in[2], lanes));
    Val active = lanes > 1 ? site->active : 0;
    if (lanes == 1 || p.same) {
        Val to = ir_offset(ir, p.base, wide(e, p.at));
        if (active)
            line = ir_select(ir, active, line, ir_load(ir, ir_type(ir, line), to, bytes));
        ir_store(ir, line, to, bytes);
        return;
    }
    if (active) { /* those that are off write behind the last element */
        uint64_t behind = (uint64_t)e->kernel->values.at[in[0]].count * lanes * bytes;
        Val own = ir_bin(ir, "mul", ir_count(ir, ir_type(ir, p.at)), int_like(e, p.at, bytes));
        Val off = ir_bin(ir, "add", own, int_like(e, p.at, behind));
        p.at = ir_select(ir, active, p.at, off);
    }
    emit_store_anywhere(e, line, p.base, p.at);
}

/* ---- new arrays */

/* A loop over the lines of an array: at is the bytes before the line at hand. */
typedef struct Lines {
    Label head, latch, out;
    Val at, next;
    uint64_t bytes, end;
} Lines;

static Lines lines_begin(Emit *e, uint64_t bytes, uint64_t count) {
    Ir *ir = &e->ir;
    Lines l = {.head = ir_label(ir), .latch = ir_label(ir), .out = ir_label(ir)};
    l.bytes = bytes;
    l.end = bytes * count;
    l.next = ir_reserve(ir, IR_I(64, 1));
    const Label from[2] = {ir->block, l.latch};
    const Val both[2] = {ir_int(ir, IR_I(64, 1), 0), l.next};
    ir_jump(ir, l.head);
    ir_block(ir, l.head);
    l.at = ir_phi(ir, 2, both, from);
    return l;
}

static void lines_end(Emit *e, const Lines *l) {
    Ir *ir = &e->ir;
    ir_jump(ir, l->latch);
    ir_block(ir, l->latch);
    ir_become(ir, l->next, ir_bin(ir, "add", l->at, ir_int(ir, IR_I(64, 1), l->bytes)));
    ir_branch(ir, ir_compare(ir, "ult", l->next, ir_int(ir, IR_I(64, 1), l->end)), l->head, l->out);
    ir_block(ir, l->out);
}

static void new_array(Emit *e, const KernelInstr *i, Val base, unsigned lanes) {
    Ir *ir = &e->ir;
    const ValId *in = kernel_in(e->kernel, i);
    uint32_t count = e->kernel->values.at[i->value].count;
    unsigned bytes = element_bytes((Dtype)i->dtype);
    Val line = line_of(e, body_operand(e, in[0], lanes));
    if (i->n_in == 1 && count > WRITTEN_OUT) {
        Lines l = lines_begin(e, (uint64_t)bytes * lanes, count);
        ir_store(ir, line, ir_offset(ir, base, l.at), bytes);
        lines_end(e, &l);
        return;
    }
    for (uint32_t k = 0; k < count; k++) {
        if (k > 0 && i->n_in > 1)
            line = line_of(e, body_operand(e, in[k], lanes));
        ir_store(ir, line, ir_offset_const(ir, base, (int64_t)k * bytes * lanes), bytes);
    }
}

static void copy_array(Emit *e, const SliceSite *site, const KernelInstr *i, Val base,
                       unsigned lanes) {
    Ir *ir = &e->ir;
    ValId x = kernel_in(e->kernel, i)[0];
    uint32_t count = e->kernel->values.at[i->value].count;
    unsigned bytes = element_bytes((Dtype)i->dtype), from = value_lanes(e, x);
    Val active = lanes > 1 && i->n_in == 2 ? site->active : 0, source = e->value[x].part[0];
    Lines l = lines_begin(e, bytes, count); /* a lane's bytes: lines may be of different lengths */
    Val here = ir_bin(ir, "mul", l.at, ir_int(ir, IR_I(64, 1), from));
    Val there = ir_bin(ir, "mul", l.at, ir_int(ir, IR_I(64, 1), lanes));
    Val line = ir_load(ir, line_type((Dtype)i->dtype, from), ir_offset(ir, source, here), bytes);
    Val to = ir_offset(ir, base, there);
    if (from < lanes)
        line = ir_splat(ir, line, lanes);
    if (active)
        line = ir_select(ir, active, line, ir_load(ir, ir_type(ir, line), to, bytes));
    ir_store(ir, line, to, bytes);
    lines_end(e, &l);
}

static Vec table(Emit *e, const KernelValue *value) {
    Ir *ir = &e->ir;
    Dtype dtype = (Dtype)value->dtype;
    Vec x = {.dtype = (uint8_t)dtype, .lanes = 1};
    x.part[0] = ir_table_begin(ir, line_type(dtype, 1), value->count);
    for (uint32_t k = 0; k < value->count; k++) {
        Bits bits = e->kernel->tables.at[value->bits.lo + k];
        Val one = vec_const(e, dtype, bits, 1).part[0];
        ir_table_put(ir, line_type(dtype, 1),
                     dtype == DT_BOOL ? ir_int(ir, IR_I(8, 1), bits.lo != 0) : one, k);
    }
    ir_table_end(ir);
    return x;
}

Vec body_array(Emit *e, const SliceSite *site, uint32_t instr) {
    const KernelInstr *i = &e->kernel->body.at[instr];
    unsigned lanes = value_lanes(e, i->value);
    Vec x = {.dtype = i->dtype, .lanes = (uint16_t)lanes};
    ValId old = instr_consumes(e->kernel, i);
    if (i->code == K_TABLE)
        return table(e, &e->kernel->values.at[i->value]);
    if (i->code == K_ELEMENT)
        return read_element(e, i, lanes);
    if (old != NO_VAL) {
        x = e->value[old];
    } else {
        Val all = ir_load(&e->ir, IR_P,
                          ir_offset_const(&e->ir, e->frame, offsetof(LineFrame, arrays)), 8);
        x.part[0] = ir_offset_const(&e->ir, all, (int64_t)e->code->array_at[i->value]);
    }
    if (i->code == K_PUT)
        write_element(e, site, i);
    else if (i->code == K_ARRAY)
        new_array(e, i, x.part[0], lanes);
    else
        copy_array(e, site, i, x.part[0], lanes);
    return x;
}
