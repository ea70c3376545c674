/* Reductions of rows side by side: a line of accumulators for each lane of a chunk. */
#include <stddef.h>

#include "emit/llvm/columns.h"
#include "emit/llvm/loop.h"

bool column_is_here(const Columns *c, unsigned k) {
    return c->reducers[k].phase == c->phase && c->reducers[k].kind != ACC_LENGTH;
}

Val column_at(Emit *e, Val line, Val r, unsigned bytes) {
    return ir_offset(&e->ir, line, i64_mul(e, r, i64_const(e, bytes)));
}

/* ---- lanes, where elements come one after another */

Acc column_load(Emit *e, const Columns *c, unsigned k, Val r) {
    const Reducer *reducer = &c->reducers[k];
    Acc acc = {{0, 0}, e->lanes};
    for (unsigned p = 0; p < reducer->n_parts; p++)
        acc.part[p] = ir_load(&e->ir, acc_type(reducer, p, e->lanes, false),
                              column_at(e, c->lanes[p][k], r, column_part_bytes(reducer, p)), 1);
    return acc;
}

void column_store(Emit *e, const Columns *c, unsigned k, Val r, Acc acc) {
    const Reducer *reducer = &c->reducers[k];
    for (unsigned p = 0; p < reducer->n_parts; p++)
        ir_store(&e->ir, acc.part[p],
                 column_at(e, c->lanes[p][k], r, column_part_bytes(reducer, p)), 1);
}

void column_take(Emit *e, Columns *c, uint32_t number, Vec x, Val r) {
    const Reducer *reducer = &c->reducers[number];
    if (!column_is_here(c, number))
        return;
    Val place = 0;
    if (reducer->kind == ACC_BEST) {
        IrType type = acc_type(reducer, 1, 1, false);
        place = type.bits < 64 ? ir_convert(&e->ir, "trunc", c->place, type) : c->place;
        place = ir_splat(&e->ir, place, e->lanes);
    }
    if (takes_lanes(e->analysis, c->phase)) {
        c->taken[number] =
            acc_take(e, reducer, c->taken[number], vec_splat(e, x, e->lanes), place, 0);
        return;
    }
    Val at = i64_add(e, c->line, r);
    Acc acc = column_load(e, c, number, at);
    column_store(e, c, number, at, acc_take(e, reducer, acc, vec_splat(e, x, e->lanes), place, 0));
}

static void start_lanes(Emit *e, Columns *c, Val seen) {
    Loop loop;
    Val at = loop_count(e, &loop, i64_const(e, 0), i64_mul(e, seen, c->tile));
    for (unsigned k = 0; k < c->n; k++)
        if (column_is_here(c, k))
            column_store(e, c, k, at, acc_start(e, &c->reducers[k], e->lanes, false));
    loop_next(e, &loop, at, i64_const(e, e->lanes));
}

/* Lane l with l + half, for each half of REDUCE_LANES. Lanes from `seen` on saw nothing. */
static void fold_lanes(Emit *e, Columns *c, Val seen) {
    Ir *ir = &e->ir;
    Val now[2] = {i64_const(e, REDUCE_LANES / 2), seen}, next[2];
    Loop halves, loop;
    loop_open(e, &halves, now, 2, now);
    loop_while(e, &halves, ir_compare(ir, "sgt", now[0], i64_const(e, 0)));
    Val above = ir_bin(ir, "sub", now[1], now[0]), apart = i64_mul(e, now[0], c->tile);
    Val at = loop_count(e, &loop, i64_const(e, 0), i64_mul(e, above, c->tile));
    for (unsigned k = 0; k < c->n; k++) {
        if (!column_is_here(c, k))
            continue;
        Acc low = column_load(e, c, k, at), high = column_load(e, c, k, i64_add(e, apart, at));
        column_store(e, c, k, at, acc_combine(e, &c->reducers[k], low, high));
    }
    loop_next(e, &loop, at, i64_const(e, e->lanes));
    next[0] = ir_bin(ir, "lshr", now[0], i64_const(e, 1));
    next[1] = i64_min(e, now[1], now[0]);
    loop_close(e, &halves, next);
}

/* The chunk's results as the frame's functions know them. */
static void widen(Emit *e, Columns *c, Val first) {
    Loop loop;
    Val r = loop_count(e, &loop, i64_const(e, 0), c->padded);
    for (unsigned k = 0; k < c->n; k++) {
        const Reducer *reducer = &c->reducers[k];
        if (column_is_here(c, k))
            acc_put(e, reducer, acc_widen(e, reducer, column_load(e, c, k, r), first),
                    column_at(e, c->accs[k], r, acc_size(reducer)));
    }
    loop_next(e, &loop, r, i64_const(e, e->lanes));
}

/* ---- chunks */

static Val frame_function(Emit *e, size_t field) {
    return ir_load(&e->ir, IR_P, ir_offset_const(&e->ir, e->frame, (int64_t)field), 8);
}

/* A row of more than one chunk: the chunk joins those before it. */
static void push(Emit *e, Columns *c, Val chunk) {
    Ir *ir = &e->ir;
    Label some = ir_label(ir), join = ir_label(ir);
    ir_branch(ir, ir_compare(ir, "sgt", c->length, i64_const(e, REDUCE_CHUNK)), some, join);
    ir_block(ir, some);
    for (unsigned k = 0; k < c->n; k++)
        if (column_is_here(c, k))
            ir_call_pointer(ir, frame_function(e, offsetof(LineFrame, push)), (IrType){.lanes = 0},
                            5, (Val[]){e->frame, i64_const(e, k), c->padded, chunk, c->accs[k]});
    ir_jump(ir, join);
    ir_block(ir, join);
}

/* One chunk is its own result. */
static void fold_chunks(Emit *e, Columns *c, Val chunks) {
    Ir *ir = &e->ir;
    Label some = ir_label(ir), join = ir_label(ir), from[2] = {ir->block, 0};
    ir_branch(ir, ir_compare(ir, "eq", chunks, i64_const(e, 1)), join, some);
    ir_block(ir, some);
    for (unsigned k = 0; k < c->n; k++)
        if (column_is_here(c, k))
            c->results[k] =
                ir_call_pointer(ir, frame_function(e, offsetof(LineFrame, fold)), IR_P, 4,
                                (Val[]){e->frame, i64_const(e, k), c->padded, chunks});
    from[1] = some;
    ir_jump(ir, join);
    ir_block(ir, join);
    for (unsigned k = 0; k < c->n; k++)
        if (column_is_here(c, k))
            c->results[k] = ir_phi(ir, 2, (Val[]){c->accs[k], c->results[k]}, from);
}

static bool has_reductions(const Columns *c, bool *all_lanes) {
    bool some = false;
    *all_lanes = false;
    for (unsigned k = 0; k < c->n; k++) {
        some |= column_is_here(c, k);
        *all_lanes |= column_is_here(c, k) && c->reducers[k].all_lanes;
    }
    return some;
}

/* All lanes are in memory. */
static void walk_in_order(Emit *e, Columns *c, Val from, Val to, bool all_lanes, ColumnWalk *walk) {
    Val lanes = i64_const(e, REDUCE_LANES);
    Val seen = all_lanes ? lanes : i64_min(e, ir_bin(&e->ir, "sub", to, from), lanes);
    start_lanes(e, c, seen);
    walk(e, c, from, to);
    fold_lanes(e, c, seen);
}

/* What goes round: the chunk's first element, and its number. */
void column_chunks(Emit *e, Columns *c, ColumnWalk *walk, ColumnLane *lane) {
    Ir *ir = &e->ir;
    bool all_lanes;
    Val zero = i64_const(e, 0), now[2] = {zero, zero}, next[2];
    if (!has_reductions(c, &all_lanes)) {
        c->first = zero;
        walk(e, c, zero, c->length);
        return;
    }
    Loop loop;
    loop_open(e, &loop, now, 2, now);
    loop_while(e, &loop, ir_compare(ir, "slt", now[0], c->length));
    next[0] = i64_add(e, now[0], i64_const(e, REDUCE_CHUNK));
    next[1] = i64_add(e, now[1], i64_const(e, 1));
    Val end = i64_min(e, next[0], c->length);
    c->first = now[0];
    if (takes_lanes(e->analysis, c->phase))
        column_lanes(e, c, now[0], end, all_lanes, lane);
    else
        walk_in_order(e, c, now[0], end, all_lanes, walk);
    widen(e, c, now[0]);
    push(e, c, now[1]);
    loop_close(e, &loop, next);
    fold_chunks(e, c, now[1]);
}

Vec column_result(Emit *e, Columns *c, uint32_t number, Val r) {
    const Reducer *reducer = &c->reducers[number];
    if (reducer->kind == ACC_LENGTH)
        return acc_finish_length(e, c->length, e->lanes);
    Val at = column_at(e, c->results[number], r, acc_size(reducer));
    return acc_finish(e, reducer, acc_get(e, reducer, at, e->lanes));
}
