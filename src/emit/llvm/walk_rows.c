/* Whole rows, one after another, lanes along the row. */
#include "emit/llvm/walks.h"

#include <stddef.h>
#include <string.h>

#include "emit/llvm/loop.h"
#include "emit/llvm/rows.h"
#include "emit/llvm/scan.h"

enum { LINE = 64 };

/* ---- what a kernel has */

/* Where vectors of i1 are no registers, truths are as wide as what they are made from. */
static unsigned truth_bits(const Emit *e, uint32_t instr) {
    const Kernel *kernel = e->kernel;
    ValId x = kernel_in(kernel, &kernel->body.at[instr])[0];
    IrType type = vec_type((Dtype)kernel->values.at[x].dtype, 1);
    return e->form->target->masks ? 1 : type.bits < 8 ? 8 : type.bits;
}

bool rows_begin(Emit *e, RowWalk *w) {
    const Analysis *a = e->analysis;
    *w = (RowWalk){.n = a->n_reductions};
    w->reducers = emit_room(e, w->n, sizeof *w->reducers);
    w->gathered = emit_room(e, w->n, sizeof *w->gathered);
    w->place = emit_room(e, w->n, sizeof *w->place);
    w->accs = emit_room(e, w->n, sizeof *w->accs);
    for (uint32_t n = 0; n < e->kernel->body.len && !e->failed; n++) {
        if (e->kernel->body.at[n].code != K_REDUCE)
            continue;
        Reducer *r = &w->reducers[a->number[n]];
        reducer_init(r, e->kernel, n, truth_bits(e, n));
        r->number = a->number[n];
        r->phase = a->instr_phase[n];
    }
    return !e->failed;
}

void row_walk_free(Emit *e, RowWalk *w) {
    emit_room_free(e, w->reducers, w->n, sizeof *w->reducers);
    emit_room_free(e, w->gathered, w->n, sizeof *w->gathered);
    emit_room_free(e, w->place, w->n, sizeof *w->place);
    emit_room_free(e, w->accs, w->n, sizeof *w->accs);
}

/* Those of the phase that accumulate. */
static void gather_reducers(RowWalk *w, uint32_t phase) {
    w->phase = phase;
    w->n_here = 0;
    for (unsigned k = 0; k < w->n; k++) {
        bool here = w->reducers[k].phase == phase && w->reducers[k].kind != ACC_LENGTH;
        w->place[k] = here ? w->n_here : UINT32_MAX;
        if (here)
            w->gathered[w->n_here++] = w->reducers[k];
    }
}

/* ---- what only a walk knows how to do */

static void on_reduce(Emit *e, const SliceSite *site, uint32_t instr, Vec x) {
    RowWalk *w = site->user;
    uint32_t place = w->place[e->analysis->number[instr]];
    if (place != UINT32_MAX)
        chunks_take(e, &w->chunks, place, x, site->index);
}

static Val state_of(Emit *e, const RowWalk *w, uint32_t instr) {
    enum { STATE = 16 };
    return ir_offset_const(&e->ir, w->states, (int64_t)e->analysis->number[instr] * STATE);
}

static Vec on_scan(Emit *e, const SliceSite *site, uint32_t instr, Vec x) {
    Val count = site->count ? site->count : i64_const(e, e->lanes);
    return scan_along(e, &e->kernel->body.at[instr], vec_splat(e, x, e->lanes),
                      state_of(e, site->user, instr), count);
}

static Val kept_place(Emit *e, const SliceSite *site, ValId v) {
    const RowWalk *w = site->user;
    unsigned bytes = reg_bytes((Dtype)e->kernel->values.at[v].dtype);
    Val before = i64_mul(e, w->kept_length, i64_const(e, e->code->kept_at[v]));
    Val at = i64_mul(e, site->index, i64_const(e, bytes));
    return ir_offset(&e->ir, ir_offset(&e->ir, w->kept, before), at);
}

static void on_keep(Emit *e, const SliceSite *site, ValId v, Vec x) {
    vec_to_regs(e, vec_splat(e, x, e->lanes), kept_place(e, site, v));
}

static Vec on_kept(Emit *e, const SliceSite *site, ValId v) {
    return vec_from_regs(e, (Dtype)e->kernel->values.at[v].dtype, e->lanes, kept_place(e, site, v));
}

/* ---- loops */

unsigned slice_weight(const Emit *e, const Slice *slice, unsigned weight) {
    enum { HEAVY = 100, CAST = 3 };
    for (uint32_t n = 0; n < e->kernel->body.len; n++) {
        const KernelInstr *i = &e->kernel->body.at[n];
        if (!slice->wanted[n])
            continue;
        switch ((KernelCode)i->code) {
        case K_CONST: break;
        case K_STEP: weight += op_is_mathematics(op_info((Op)i->op)) ? HEAVY : 1; break;
        case K_CAST:
        case K_BITCAST:
        case K_INDEX: weight += CAST; break;
        case K_LOAD:
        case K_STORE: weight += e->form->along[i->access] == ALONG_ANY ? HEAVY : 1; break;
        case K_SELECT:
        case K_REDUCE: weight++; break;
        default: weight += HEAVY;
        }
    }
    return weight;
}

void rows_enter(Emit *e, RowWalk *w) {
    Ir *ir = &e->ir;
    w->states = w->kept = w->kept_length = 0;
    if (e->analysis->n_scans)
        w->states =
            ir_load(ir, IR_P, ir_offset_const(ir, e->frame, offsetof(LineFrame, scan_states)), 8);
    if (e->code->element_bytes) {
        w->kept = ir_load(ir, IR_P, ir_offset_const(ir, e->frame, offsetof(LineFrame, scratch)), 8);
        /* The last vector may reach beyond the row; no vector has more lanes than this. */
        w->kept_length = i64_round_up(e, w->length, LINE);
    }
}

/* One vector of elements from `at` on, of which `left` are there (0: all). */
static void turn(Emit *e, RowWalk *w, Val at, Val left) {
    SliceSite site = {.slice = &e->analysis->phases[w->phase],
                      .index = at,
                      .user = w,
                      .reduce = on_reduce,
                      .scan = on_scan,
                      .keep = on_keep,
                      .kept = on_kept};
    if (left) {
        e->mask = emit_lane_mask(e, left);
        site.count = emit_lane_count(e, left);
    }
    emit_slice(e, &site);
    e->mask = 0;
}

static Val left_of(Emit *e, Val end, Val at) {
    return ir_bin(&e->ir, "sub", end, at);
}

static void set_slots(RowWalk *w, const Val *now) {
    for (unsigned k = 0; k < w->chunks.n_slots; k++)
        w->chunks.slots[k] = now[1 + k];
}

/* Are there `by` more elements from `at` on? */
static Val are_left(Emit *e, Val at, Val end, unsigned by) {
    Val last = by > 1 ? i64_add(e, end, i64_const(e, 1 - (int64_t)by)) : end;
    return ir_compare(&e->ir, "slt", at, last);
}

/* What goes round: the element, and the slots of accumulators. now[0] is `from` at first. */
static void forward_loop(Emit *e, RowWalk *w, Val end, bool masked, Val *now, Val *next) {
    unsigned by = masked ? 1 : e->lanes, n = 1 + w->chunks.n_slots;
    Loop loop;
    loop_enter(e, &loop, are_left(e, now[0], end, by), now, n, now);
    set_slots(w, now);
    turn(e, w, now[0], masked ? left_of(e, end, now[0]) : 0);
    next[0] = i64_add(e, now[0], i64_const(e, e->lanes));
    chunks_turned(&w->chunks, next + 1);
    loop_again(e, &loop, are_left(e, next[0], end, by), next, now);
    set_slots(w, now);
}

/* All lanes of a chunk in a turn: vectors take without changing places. */
static void unrolled_loop(Emit *e, RowWalk *w, Val end, Val *now, Val *next) {
    Chunks *c = &w->chunks;
    Loop loop;
    loop_enter(e, &loop, are_left(e, now[0], end, REDUCE_LANES), now, 1 + c->n_slots, now);
    set_slots(w, now);
    for (unsigned g = 0; g < c->groups; g++) {
        turn(e, w, i64_add(e, now[0], i64_const(e, (int64_t)g * e->lanes)), 0);
        chunks_settle(c);
    }
    next[0] = i64_add(e, now[0], i64_const(e, REDUCE_LANES));
    for (unsigned k = 0; k < c->n_slots; k++)
        next[1 + k] = c->slots[k];
    loop_again(e, &loop, are_left(e, next[0], end, REDUCE_LANES), next, now);
    set_slots(w, now);
}

/* The elements that are left when they do not fill a vector. */
static void forward_tail(Emit *e, RowWalk *w, Val end, Val *now, Val *next) {
    Ir *ir = &e->ir;
    Chunks *c = &w->chunks;
    Label some = ir_label(ir), join = ir_label(ir), from[2] = {ir->block, 0};
    ir_branch(ir, ir_compare(ir, "slt", now[0], end), some, join);
    ir_block(ir, some);
    turn(e, w, now[0], left_of(e, end, now[0]));
    chunks_turned(c, next + 1);
    from[1] = ir->block;
    ir_jump(ir, join);
    ir_block(ir, join);
    for (unsigned k = 0; k < c->n_slots; k++)
        c->slots[k] = ir_phi(ir, 2, (Val[]){now[1 + k], next[1 + k]}, from);
}

/*
 * Elements first .. end, inside one chunk where there are reductions. A mask in every turn costs less
 * than the code of a body twice, unless the body is small.
 */
static void walk_forward(Emit *e, RowWalk *w, Val first, Val end) {
    enum { SMALL = 10, UNROLLED = 24 };
    Chunks *c = &w->chunks;
    unsigned weight = slice_weight(e, &e->analysis->phases[w->phase], c->n);
    bool masks = e->form->target->masks;
    bool unrolled = c->n_slots && weight * c->groups <= UNROLLED;
    Val *now = val_array(e, 1 + c->n_slots), *next = val_array(e, 1 + c->n_slots);
    if (!e->failed) {
        now[0] = first;
        chunks_start(e, c, first, now + 1);
        if (unrolled)
            unrolled_loop(e, w, end, now, next);
        bool masked = masks && (unrolled || weight > SMALL);
        forward_loop(e, w, end, masked, now, next);
        if (!masked)
            forward_tail(e, w, end, now, next);
    }
    val_free(e, now, 1 + c->n_slots);
    val_free(e, next, 1 + c->n_slots);
}

/* From the last vector to the first, for scans from the end. Nothing is reduced on this way. */
static void walk_backward(Emit *e, RowWalk *w, Val from, Val to) {
    Ir *ir = &e->ir;
    bool masks = e->form->target->masks;
    Val by = i64_const(e, -(int64_t)e->lanes), count = left_of(e, to, from);
    Val whole = ir_bin(ir, "and", count, by), at = i64_add(e, from, whole);
    if (masks) {
        /* Begins with what does not fill a vector, or with the last that does. */
        Val rest = ir_compare(ir, "ne", whole, count);
        at = ir_select(ir, rest, at, i64_add(e, at, by));
    } else {
        Label some = ir_label(ir), join = ir_label(ir);
        ir_branch(ir, ir_compare(ir, "ne", whole, count), some, join);
        ir_block(ir, some);
        turn(e, w, at, left_of(e, to, at));
        ir_jump(ir, join);
        ir_block(ir, join);
        at = i64_add(e, at, by);
    }
    Loop loop;
    loop_open(e, &loop, &at, 1, &at);
    loop_while(e, &loop, ir_compare(ir, "sge", at, from));
    turn(e, w, at, masks ? left_of(e, to, at) : 0);
    loop_next(e, &loop, at, by);
}

/* One chunk after another; there is one at least, because rows have elements. What goes round: its
 * first element, its number, entries of the stack. */
static void walk_chunks(Emit *e, RowWalk *w, Val from, Val to) {
    Ir *ir = &e->ir;
    Chunks *c = &w->chunks;
    Val zero = i64_const(e, 0), now[3] = {from, zero, zero}, next[3];
    Val chunk = i64_const(e, REDUCE_CHUNK), lanes = i64_const(e, e->lanes);
    Loop loop;
    loop_open(e, &loop, now, 3, now);
    next[0] = i64_add(e, now[0], chunk);
    Val more = ir_compare(ir, "slt", next[0], to);
    Val end = ir_select(ir, more, next[0], to);
    walk_forward(e, w, now[0], end);
    Val turns =
        ir_bin(ir, "udiv", i64_add(e, left_of(e, end, now[0]), i64_const(e, e->lanes - 1)), lanes);
    next[1] = i64_add(e, now[1], i64_const(e, 1));
    next[2] = chunks_join(e, c, turns, now[1], now[2], more, w->accs);
    loop_again(e, &loop, more, next, now);
}

static void start_scans(Emit *e, const RowWalk *w, const Slice *slice) {
    for (uint32_t n = 0; n < e->kernel->body.len; n++)
        if (slice->wanted[n] && e->kernel->body.at[n].code == K_SCAN)
            scan_start(e, &e->kernel->body.at[n], state_of(e, w, n), 1);
}

void rows_walk(Emit *e, RowWalk *w, uint32_t phase, Val from, Val to) {
    const Analysis *a = e->analysis;
    const Slice *slice = &a->phases[phase];
    gather_reducers(w, phase);
    if (slice->empty)
        return;
    start_scans(e, w, slice);
    emit_spreads(e, slice);
    chunks_begin(e, &w->chunks, w->gathered, w->n_here);
    if (walks_backwards(a, phase))
        walk_backward(e, w, from, to);
    else if (w->chunks.n)
        walk_chunks(e, w, from, to);
    else
        walk_forward(e, w, from, to);
    chunks_free(e, &w->chunks);
}

void rows_at(Emit *e, uint32_t phase) {
    SliceSite site = {.slice = &e->analysis->at_slices[phase]};
    if (!site.slice->empty)
        emit_slice(e, &site);
}

/* ---- the walk */

/* What the reductions of the phase give. */
static void finish(Emit *e, RowWalk *w, uint32_t phase) {
    for (unsigned k = 0; k < w->n && !e->failed; k++) {
        const Reducer *r = &w->reducers[k];
        if (r->phase != phase)
            continue;
        body_define(e, r->out,
                    r->kind == ACC_LENGTH ? acc_finish_length(e, w->length, 1)
                                          : acc_finish(e, r, w->accs[w->place[k]]));
    }
}

static void walk_row(Emit *e, RowWalk *w, Val row) {
    const Analysis *a = e->analysis;
    emit_bases(e, row, 0);
    rows_at(e, 0);
    for (uint32_t p = 0; p < a->n_phases; p++) {
        rows_walk(e, w, p, i64_const(e, 0), w->length);
        finish(e, w, p);
        rows_at(e, p + 1);
    }
}

const Slice **all_slices(Emit *e, unsigned *n) {
    const Analysis *a = e->analysis;
    const Slice **all = emit_room(e, 2 * (size_t)a->n_phases + 1, sizeof *all);
    *n = 0;
    for (uint32_t p = 0; all && p <= a->n_phases; p++) {
        all[(*n)++] = &a->at_slices[p];
        if (p < a->n_phases)
            all[(*n)++] = &a->phases[p];
    }
    return all;
}

void all_slices_free(Emit *e, const Slice **all) {
    union {
        const Slice **slices;
        void *room;
    } u = {all};
    emit_room_free(e, u.room, 2 * (size_t)e->analysis->n_phases + 1, sizeof *all);
}

void walk_rows(Emit *e) {
    RowWalk w;
    Val params[3];
    unsigned n;
    const Slice **slices = all_slices(e, &n);
    if (rows_begin(e, &w) && slices) {
        emit_begin(e, "frit_rows", 3, params, slices, n);
        w.length = params[2];
        rows_enter(e, &w);
        Loop loop;
        Val row = loop_count(e, &loop, i64_const(e, 0), params[1]);
        walk_row(e, &w, row);
        loop_next(e, &loop, row, i64_const(e, 1));
        emit_end(e);
    }
    row_walk_free(e, &w);
    all_slices_free(e, slices);
}
