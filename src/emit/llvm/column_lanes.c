/*
 * Reductions of rows side by side, one lane of a chunk after another.
 *
 * A lane's elements are taken one after another while its accumulators are in registers. Then they
 * join those of the lanes before, as chunks do in a binary counter. Lanes come in the order of their
 * numbers' bits reversed (0, 16, 8, 24, 4, ...), in which neighbours are just those that the fold of a
 * chunk takes together: l and l + REDUCE_LANES / 2 first. So memory holds few lines of accumulators,
 * which stay in the first cache. A lane of many elements is taken in parts, whose accumulators wait in
 * a line between them: no more elements at once than the machine sees as streams.
 */
#include "emit/llvm/columns.h"
#include "emit/llvm/loop.h"

enum {
    PART = 8 * REDUCE_LANES /* of a chunk: holds the elements of a lane that are taken at once */
};

/* ---- a lane of some rows */

static unsigned spread_taken(const Columns *c, Val *out) {
    unsigned n = 0;
    for (unsigned k = 0; k < c->n; k++)
        for (unsigned p = 0; column_is_here(c, k) && p < c->reducers[k].n_parts; p++)
            out[n++] = c->taken[k].part[p];
    return n;
}

static void gather_taken(Columns *c, const Val *in) {
    for (unsigned k = 0; k < c->n; k++)
        for (unsigned p = 0; column_is_here(c, k) && p < c->reducers[k].n_parts; p++)
            c->taken[k].part[p] = *in++;
}

/* What the elements are taken into: nothing, or what the part before left. */
static void begin_part(Emit *e, Columns *c, Val r) {
    Ir *ir = &e->ir;
    Label later = ir_label(ir), join = ir_label(ir), from[2] = {ir->block, later};
    ir_branch(ir, c->fresh, join, later);
    ir_block(ir, later);
    Val at = i64_add(e, c->high, r);
    for (unsigned k = 0; k < c->n; k++)
        if (column_is_here(c, k))
            c->taken[k] = column_load(e, c, k, at);
    spread_taken(c, c->next);
    ir_jump(ir, join);
    ir_block(ir, join);
    for (unsigned k = 0; k < c->n; k++)
        if (column_is_here(c, k))
            c->taken[k] = acc_start(e, &c->reducers[k], e->lanes, false);
    unsigned n = spread_taken(c, c->now);
    for (unsigned k = 0; k < n; k++)
        c->now[k] = ir_phi(ir, 2, (Val[]){c->now[k], c->next[k]}, from);
    gather_taken(c, c->now);
}

/* Goes round: the element, parts of accumulators. */
static void take_elements(Emit *e, Columns *c, SliceSite *site, ColumnTurn *turn) {
    Loop loop;
    begin_part(e, c, site->index);
    c->now[0] = c->from;
    unsigned n = 1 + spread_taken(c, c->now + 1);
    Val some = ir_compare(&e->ir, "slt", c->from, c->to);
    loop_enter(e, &loop, some, c->now, n, c->now);
    gather_taken(c, c->now + 1);
    c->element = c->now[0];
    turn(e, c, site);
    c->next[0] = i64_add(e, c->element, i64_const(e, REDUCE_LANES));
    spread_taken(c, c->next + 1);
    Val more = ir_compare(&e->ir, "slt", c->next[0], c->to);
    loop_again(e, &loop, more, c->next, c->now);
    gather_taken(c, c->now + 1);
}

/* Goes round: where the accumulators are pushed, and their parts. */
static void join_lanes(Emit *e, Columns *c, Val r) {
    Loop loop;
    Val low = i64_add(e, c->low, r);
    c->now[0] = i64_add(e, c->high, r);
    unsigned n = 1 + spread_taken(c, c->now + 1);
    Val some = ir_compare(&e->ir, "sgt", c->now[0], low);
    loop_enter(e, &loop, some, c->now, n, c->now);
    gather_taken(c, c->now + 1);
    Val at = ir_bin(&e->ir, "sub", c->now[0], c->tile);
    for (unsigned k = 0; k < c->n; k++) {
        if (!column_is_here(c, k))
            continue;
        Acc before = column_load(e, c, k, at);
        c->taken[k] = acc_combine(e, &c->reducers[k], before, c->taken[k]);
    }
    c->next[0] = at;
    spread_taken(c, c->next + 1);
    Val more = ir_compare(&e->ir, "sgt", at, low);
    loop_again(e, &loop, more, c->next, c->now);
    gather_taken(c, c->now + 1);
    for (unsigned k = 0; k < c->n; k++)
        if (column_is_here(c, k))
            column_store(e, c, k, low, c->taken[k]);
}

void column_lane_rows(Emit *e, Columns *c, SliceSite *site, ColumnTurn *turn) {
    take_elements(e, c, site, turn);
    e->mask = 0;
    join_lanes(e, c, site->index);
}

/* ---- the lanes of a chunk */

static Val bits(Emit *e, const char *name, Val x) {
    /* cttz and ctlz: a zero is no mistake */
    return ir_intrinsic(&e->ir, name, IR_I(64, 1), 2, (Val[]){x, ir_zero(&e->ir, IR_I(1, 1))});
}

static Val reversed(Emit *e, Val x) {
    return ir_intrinsic(&e->ir, "llvm.bitreverse", IR_I(64, 1), 1, &x);
}

/* How many lanes there are, and the bits of a number that no lane's number has. Where a chunk has
 * fewer elements than lanes, those that no power of two of lanes needs are left out. */
static Val count_lanes(Emit *e, Val from, Val to, bool all_lanes, Val *unused) {
    Ir *ir = &e->ir;
    Val last = i64_const(e, REDUCE_LANES - 1), zero = i64_const(e, 0);
    if (!all_lanes) {
        Val length = ir_bin(ir, "sub", to, from);
        last = i64_min(e, i64_add(e, length, i64_const(e, -1)), last);
    }
    *unused = i64_min(e, bits(e, "llvm.ctlz", last), i64_const(e, 63));
    Val ones = ir_bin(ir, "lshr", i64_const(e, -1), *unused);
    ones = ir_select(ir, ir_compare(ir, "eq", last, zero), zero, ones);
    return i64_add(e, ones, i64_const(e, 1));
}

/* A lane that saw nothing and would join one before it: that is as it would be. */
static Label skip_unseen(Emit *e, Val from, Val to, Val joins) {
    Ir *ir = &e->ir;
    Label some = ir_label(ir), join = ir_label(ir);
    Val unseen = ir_compare(ir, "sge", from, to);
    Val one = ir_compare(ir, "eq", joins, i64_const(e, 1));
    ir_branch(ir, ir_bin(ir, "and", unseen, one), join, some);
    ir_block(ir, some);
    return join;
}

/* Elements of a lane, from .. to, at least one part of it. follows: the first element of the next lane;
 * joined: where the accumulators are in the end. */
static void walk_parts(Emit *e, Columns *c, Val from, Val to, Val follows, Val joined,
                       ColumnLane *lane) {
    Ir *ir = &e->ir;
    Loop loop;
    Val at = from, part = i64_const(e, PART);
    loop_enter(e, &loop, ir_ones(ir, IR_I(1, 1)), &at, 1, &at);
    Val next = i64_add(e, at, part), more = ir_compare(ir, "slt", next, to);
    c->from = at;
    c->to = ir_select(ir, more, next, to);
    c->fresh = ir_compare(ir, "eq", at, from);
    c->low = ir_select(ir, more, c->high, joined);
    c->ahead = ir_select(ir, more, part, ir_bin(ir, "sub", follows, at));
    lane(e, c);
    loop_again(e, &loop, more, &next, &at);
}

/* Goes round: how many lanes there were, the lane, entries that wait. */
void column_lanes(Emit *e, Columns *c, Val from, Val to, bool all_lanes, ColumnLane *lane) {
    Ir *ir = &e->ir;
    Loop loop;
    Val zero = i64_const(e, 0), one = i64_const(e, 1), now[3] = {zero, zero, zero}, next[3], unused;
    Val lanes = count_lanes(e, from, to, all_lanes, &unused);
    Val after = i64_min(e, to, i64_add(e, c->length, i64_const(e, -1)));
    loop_open(e, &loop, now, 3, now);
    loop_while(e, &loop, ir_compare(ir, "slt", now[0], lanes));
    Val joins = bits(e, "llvm.cttz", ir_bin(ir, "xor", now[0], i64_const(e, -1)));
    Val left = ir_bin(ir, "sub", now[2], joins);
    next[0] = i64_add(e, now[0], one);
    next[1] = ir_bin(ir, "lshr", reversed(e, next[0]), unused);
    next[2] = i64_add(e, left, one);
    Val first = i64_add(e, from, now[1]), second = i64_add(e, from, next[1]);
    Val follows = ir_select(ir, ir_compare(ir, "slt", next[0], lanes), second, after);
    Val joined = i64_mul(e, left, c->tile);
    c->high = i64_mul(e, now[2], c->tile);
    Label join = skip_unseen(e, first, to, joins);
    walk_parts(e, c, first, to, follows, joined, lane);
    ir_jump(ir, join);
    ir_block(ir, join);
    loop_close(e, &loop, next);
}
