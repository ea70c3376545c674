/* Every element by itself: rows of a call, vectors along each. */
#include "emit/llvm/body.h"
#include "emit/llvm/walks.h"

/* A loop over i64: begin makes the first block of a turn, end goes round while next < limit. */
typedef struct Turns {
    Label head, latch, out;
    Val at, next;
} Turns;

static Turns turns_begin(Emit *e) {
    Ir *ir = &e->ir;
    Turns t;
    t.head = ir_label(ir);
    t.latch = ir_label(ir);
    t.out = ir_label(ir);
    t.next = ir_reserve(ir, IR_I(64, 1));
    const Label from[2] = {ir->block, t.latch};
    const Val both[2] = {ir_int(ir, IR_I(64, 1), 0), t.next};
    ir_jump(ir, t.head);
    ir_block(ir, t.head);
    t.at = ir_phi(ir, 2, both, from);
    return t;
}

static void turns_end(Emit *e, const Turns *t, uint64_t step, Val limit) {
    Ir *ir = &e->ir;
    ir_jump(ir, t->latch);
    ir_block(ir, t->latch);
    ir_become(ir, t->next, ir_bin(ir, "add", t->at, ir_int(ir, IR_I(64, 1), step)));
    ir_branch(ir, ir_compare(ir, "slt", t->next, limit), t->head, t->out);
    ir_block(ir, t->out);
}

/* The lanes at `index`; left: how many elements are, or 0: at least a whole vector. */
static void vector(Emit *e, Val index, Val left) {
    SliceSite site = {.slice = &e->analysis->phases[0], .index = index};
    if (left) {
        e->mask = emit_lane_mask(e, left);
        site.count = emit_lane_count(e, left);
    }
    emit_slice(e, &site);
    e->mask = 0;
}

/* Is making the mask a good part of the work? Then whole vectors have a loop without one. */
static bool is_small(const Emit *e, const Slice *slice) {
    enum { SMALL = 12, MATHEMATICS = 8 /* what a function counts as: one alone is small */ };
    unsigned n = 0;
    for (uint32_t k = 0; k < e->kernel->body.len; k++) {
        const KernelInstr *i = &e->kernel->body.at[k];
        if (!slice->wanted[k])
            continue;
        bool plain = i->code == K_STEP || i->code == K_LOAD || i->code == K_STORE ||
                     i->code == K_CAST || i->code == K_SELECT;
        bool moves = i->code == K_LOAD || i->code == K_STORE;
        if (!plain || (moves && e->form->along[i->access] == ALONG_ANY))
            return false;
        n += i->code == K_STEP && op_is_mathematics(op_info((Op)i->op)) ? MATHEMATICS : 1;
    }
    return n <= SMALL;
}

static void row_with_masks(Emit *e, Val n) {
    Turns t = turns_begin(e);
    vector(e, t.at, ir_bin(&e->ir, "sub", n, t.at));
    turns_end(e, &t, e->lanes, n);
}

/* Whole vectors, and one with a mask for what is left. */
static void row_with_tail(Emit *e, Val whole, Val left) {
    Ir *ir = &e->ir;
    Val none = ir_int(ir, IR_I(64, 1), 0);
    Label main = ir_label(ir), after = ir_label(ir), tail = ir_label(ir), out = ir_label(ir);
    ir_branch(ir, ir_compare(ir, "eq", whole, none), after, main);
    ir_block(ir, main);
    Turns t = turns_begin(e);
    vector(e, t.at, 0);
    turns_end(e, &t, e->lanes, whole);
    ir_jump(ir, after);
    ir_block(ir, after);
    ir_branch(ir, ir_compare(ir, "eq", left, none), out, tail);
    ir_block(ir, tail);
    vector(e, whole, left);
    ir_jump(ir, out);
    ir_block(ir, out);
}

void walk_map(Emit *e) {
    enum { FRAME, ROWS, N };
    Ir *ir = &e->ir;
    Val params[3];
    const Slice *slices[2] = {&e->analysis->at_slices[0], &e->analysis->phases[0]};
    emit_begin(e, "frit_map", 3, params, slices, 2);
    IrType i64 = IR_I(64, 1);
    Val none = ir_int(ir, i64, 0);
    Val no_rows = ir_compare(ir, "sle", params[ROWS], none);
    Val empty = ir_bin(ir, "or", no_rows, ir_compare(ir, "sle", params[N], none));
    body_return_if(e, empty, RAN);
    Val left = ir_bin(ir, "and", params[N], ir_int(ir, i64, e->lanes - 1));
    Val whole = ir_bin(ir, "sub", params[N], left);
    Turns rows = turns_begin(e);
    emit_bases(e, rows.at, 0);
    SliceSite site = {.slice = slices[0]};
    emit_slice(e, &site);
    if (e->form->target->masks && !is_small(e, slices[1]))
        row_with_masks(e, params[N]);
    else
        row_with_tail(e, whole, left);
    turns_end(e, &rows, 1, params[ROWS]);
    emit_end(e);
}
