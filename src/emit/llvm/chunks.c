#include "emit/llvm/chunks.h"

#include "emit/llvm/loop.h"
#include "kernel/counter.h"

/* Vector registers that accumulators may take. */
enum { REGISTERS_512 = 20, REGISTERS = 12, STACK_LEVELS = 64 };

static unsigned first_slot(const Chunks *c, unsigned k) {
    unsigned slot = 0;
    for (unsigned j = 0; j < k; j++)
        slot += c->groups * c->reducers[j].n_parts;
    return slot;
}

static unsigned part_bytes(const Reducer *r, unsigned part) {
    unsigned bits = acc_type(r, part, 1, false).bits;
    return bits < 8 ? 1 : bits / 8;
}

static unsigned registers_of(const Emit *e, const Chunks *c) {
    unsigned n = 0, bytes = e->form->target->vector_bytes;
    for (unsigned k = 0; k < c->n; k++)
        for (unsigned p = 0; p < c->reducers[k].n_parts; p++)
            n += c->groups * ((part_bytes(&c->reducers[k], p) * e->lanes + bytes - 1) / bytes);
    return n;
}

static unsigned n_parts(const Chunks *c) {
    unsigned n = 0;
    for (unsigned k = 0; k < c->n; k++)
        n += c->reducers[k].n_parts;
    return n;
}

void chunks_begin(Emit *e, Chunks *c, const Reducer *reducers, unsigned n) {
    *c = (Chunks){.reducers = reducers, .n = n, .groups = REDUCE_LANES / e->lanes};
    unsigned most = e->form->target->masks ? REGISTERS_512 : REGISTERS;
    c->in_memory = registers_of(e, c) > most;
    c->n_slots = c->in_memory ? 0 : first_slot(c, n);
    c->slots = val_array(e, c->n_slots);
    c->taken = val_array(e, n_parts(c));
    c->memory = val_array(e, n);
    c->stack = val_array(e, n);
    if (e->failed)
        chunks_free(e, c);
    for (unsigned k = 0; k < c->n; k++) {
        const Reducer *r = &reducers[k];
        unsigned bytes = part_bytes(r, 0) + (r->n_parts > 1 ? part_bytes(r, 1) : 0);
        if (c->in_memory)
            c->memory[k] = ir_alloca(&e->ir, (uint64_t)REDUCE_LANES * bytes);
        c->stack[k] = ir_alloca(&e->ir, STACK_LEVELS * ACC_BYTES);
    }
}

void chunks_free(Emit *e, Chunks *c) {
    val_free(e, c->slots, c->n_slots);
    val_free(e, c->taken, n_parts(c));
    val_free(e, c->memory, c->n);
    val_free(e, c->stack, c->n);
    *c = (Chunks){.groups = c->groups};
}

/* ---- lanes */

/* Where part p of lanes from `lane` (an i64) on is. */
static Val lanes_at(Emit *e, const Chunks *c, unsigned k, unsigned p, Val lane) {
    const Reducer *r = &c->reducers[k];
    Val pointer = c->memory[k];
    if (p == 1)
        pointer = ir_offset_const(&e->ir, pointer, REDUCE_LANES * part_bytes(r, 0));
    return ir_offset(&e->ir, pointer, i64_mul(e, lane, i64_const(e, part_bytes(r, p))));
}

static Acc load_lanes(Emit *e, const Chunks *c, unsigned k, Val lane) {
    Acc acc = {{0, 0}, e->lanes};
    for (unsigned p = 0; p < c->reducers[k].n_parts; p++)
        acc.part[p] = ir_load(&e->ir, acc_type(&c->reducers[k], p, e->lanes, false),
                              lanes_at(e, c, k, p, lane), 1);
    return acc;
}

static void store_lanes(Emit *e, const Chunks *c, unsigned k, Val lane, Acc acc) {
    for (unsigned p = 0; p < c->reducers[k].n_parts; p++)
        ir_store(&e->ir, acc.part[p], lanes_at(e, c, k, p, lane), 1);
}

static Acc slot_acc(const Emit *e, const Chunks *c, unsigned k, unsigned group) {
    unsigned parts = c->reducers[k].n_parts, slot = first_slot(c, k) + group * parts;
    return (Acc){{c->slots[slot], parts > 1 ? c->slots[slot + 1] : 0}, e->lanes};
}

void chunks_start(Emit *e, Chunks *c, Val first, Val *init) {
    c->first = first;
    for (unsigned k = 0, slot = 0; k < c->n; k++) {
        Acc start = acc_start(e, &c->reducers[k], e->lanes, false);
        for (unsigned g = 0; g < c->groups; g++) {
            if (c->in_memory)
                store_lanes(e, c, k, i64_const(e, (int64_t)g * e->lanes), start);
            for (unsigned p = 0; p < c->reducers[k].n_parts && !c->in_memory; p++)
                init[slot++] = start.part[p];
        }
    }
}

/* The numbers of elements in their chunk. */
static Val places(Emit *e, const Chunks *c, const Reducer *r, Val at) {
    Ir *ir = &e->ir;
    IrType type = acc_type(r, 1, e->lanes, false);
    Val place = ir_bin(ir, "sub", at, c->first);
    if (type.bits < 64)
        place = ir_convert(ir, "trunc", place, IR_I(type.bits, 1));
    return ir_bin(ir, "add", ir_splat(ir, place, e->lanes), ir_count(ir, type));
}

void chunks_take(Emit *e, Chunks *c, unsigned k, Vec x, Val at) {
    const Reducer *r = &c->reducers[k];
    if (k >= c->n)
        return;
    Val lane = 0;
    Acc acc;
    if (c->in_memory) {
        lane = ir_bin(&e->ir, "and", at, i64_const(e, REDUCE_LANES - 1));
        acc = load_lanes(e, c, k, lane);
    } else {
        acc = slot_acc(e, c, k, c->group);
    }
    Val place = r->kind == ACC_BEST ? places(e, c, r, at) : 0;
    acc = acc_take(e, r, acc, vec_splat(e, x, e->lanes), place, e->mask);
    if (c->in_memory)
        store_lanes(e, c, k, lane, acc);
    unsigned at_part = 0;
    for (unsigned j = 0; j < k; j++)
        at_part += c->reducers[j].n_parts;
    for (unsigned p = 0; p < r->n_parts; p++)
        c->taken[at_part + p] = acc.part[p];
}

void chunks_settle(Chunks *c) {
    for (unsigned k = 0, part = 0; k < c->n && !c->in_memory; k++) {
        unsigned parts = c->reducers[k].n_parts, slot = first_slot(c, k) + c->group * parts;
        for (unsigned p = 0; p < parts; p++)
            c->slots[slot + p] = c->taken[part++];
    }
    c->group = (c->group + 1) % c->groups;
}

void chunks_turned(const Chunks *c, Val *next) {
    for (unsigned k = 0, slot = 0, part = 0; k < c->n && !c->in_memory; k++) {
        unsigned parts = c->reducers[k].n_parts;
        for (unsigned g = 0; g < c->groups; g++)
            for (unsigned p = 0; p < parts; p++, slot++)
                next[slot] = g + 1 < c->groups ? c->slots[slot + parts] : c->taken[part + p];
        part += parts;
    }
}

/* ---- chunks */

static Acc fold_chunk(Emit *e, Chunks *c, unsigned k, Val turns) {
    Acc vectors[REDUCE_LANES];
    for (unsigned g = 0; g < c->groups; g++)
        vectors[g] = c->in_memory ? load_lanes(e, c, k, i64_const(e, (int64_t)g * e->lanes))
                                  : slot_acc(e, c, k, g);
    Acc acc = acc_fold(e, &c->reducers[k], vectors, c->groups, c->in_memory ? 0 : turns);
    return acc_widen(e, &c->reducers[k], acc, c->first);
}

static Val entry(Emit *e, const Chunks *c, unsigned k, Val level) {
    return ir_offset(&e->ir, c->stack[k], i64_mul(e, level, i64_const(e, ACC_BYTES)));
}

/* All accumulators as a list of values, and back. */
static unsigned spread_accs(const Chunks *c, const Acc *accs, Val *out) {
    unsigned n = 0;
    for (unsigned k = 0; k < c->n; k++)
        for (unsigned p = 0; p < c->reducers[k].n_parts; p++)
            out[n++] = accs[k].part[p];
    return n;
}

static void gather_accs(const Chunks *c, const Val *in, Acc *accs) {
    for (unsigned k = 0; k < c->n; k++) {
        accs[k] = (Acc){{0, 0}, 1};
        for (unsigned p = 0; p < c->reducers[k].n_parts; p++)
            accs[k].part[p] = *in++;
    }
}

/* An entry of the stack comes before what is newer. */
static void combine_entry(Emit *e, const Chunks *c, Val level, Acc *accs) {
    for (unsigned k = 0; k < c->n; k++) {
        Acc older = acc_get(e, &c->reducers[k], entry(e, c, k, level), 1);
        accs[k] = acc_combine(e, &c->reducers[k], older, accs[k]);
    }
}

#define HALF(n)    ir_bin(ir, "lshr", n, i64_const(e, 1))
#define BELOW(top) i64_add(e, top, i64_const(e, -1))
#define JOIN(top)  combine_entry(e, c, top, accs)
#define ONES(k)    ir_bin(ir, "shl", i64_const(e, -1), k)
#define NOT(n)     ir_bin(ir, "xor", n, i64_const(e, -1))

/* What goes round: the topmost entry, the count, parts of accumulators. */
static Val merge(Emit *e, Chunks *c, Val count, Val top, Acc *accs, Val *now, Val *next) {
    Ir *ir = &e->ir;
    Loop loop;
    now[0] = top;
    now[1] = count;
    unsigned n = 2 + spread_accs(c, accs, now + 2);
    loop_open(e, &loop, now, n, now);
    loop_while(e, &loop, ir_convert(ir, "trunc", now[1], IR_I(1, 1))); /* odd */
    gather_accs(c, now + 2, accs);
    next[0] = now[0];
    next[1] = now[1];
    COUNTER_TURN(next[1], next[0], HALF, BELOW, JOIN);
    spread_accs(c, accs, next + 2);
    loop_close(e, &loop, next);
    gather_accs(c, now + 2, accs);
    return now[0];
}

Val chunks_join(Emit *e, Chunks *c, Val turns, Val count, Val top, Val more, Acc *out) {
    Ir *ir = &e->ir;
    Val mask = e->mask;
    unsigned n = 2 + n_parts(c);
    Val *now = val_array(e, n), *next = val_array(e, n);
    e->mask = 0;
    if (!e->failed) {
        for (unsigned k = 0; k < c->n; k++)
            out[k] = fold_chunk(e, c, k, turns);
        Val joins = ir_select(ir, more, count, COUNTER_OF_ALL(top, ONES, NOT));
        top = merge(e, c, joins, top, out, now, next);
        for (unsigned k = 0; k < c->n; k++)
            acc_put(e, &c->reducers[k], out[k], entry(e, c, k, top));
    }
    val_free(e, now, n);
    val_free(e, next, n);
    e->mask = mask;
    return i64_add(e, top, i64_const(e, 1));
}
