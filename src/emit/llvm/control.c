/*
 * Loops and branches. Where all lanes agree they are those of any program. Where lanes may differ, the
 * lanes that are on are a mask; everything is computed for all of them, and what a lane that is off
 * carries stays as it is.
 */
#include <stddef.h>

#include "emit/llvm/body.h"
#include "kernel/arrays.h"

enum {
    POLL_TURNS = 1024, /* a power of two: turns of a loop between two questions whether to stop */
    SHORT_LOOP = 64,   /* a loop of fewer turns does not ask */
    SHORT_ARM = 12     /* a branch of so few cheap steps is computed without branching */
};

/* ---- Vecs in phis */

static unsigned parts(Dtype dtype) {
    return vec_is_complex(dtype) ? 2 : 1;
}

static Vec reserve(Emit *e, Dtype dtype, unsigned lanes) {
    Vec x = {.dtype = (uint8_t)dtype, .lanes = (uint16_t)lanes};
    for (unsigned k = 0; k < parts(dtype); k++)
        x.part[k] = ir_reserve(&e->ir, vec_type(dtype, lanes));
    return x;
}

static void become(Emit *e, Vec reserved, Vec x) {
    for (unsigned k = 0; k < parts((Dtype)reserved.dtype); k++)
        ir_become(&e->ir, reserved.part[k], x.part[k]);
}

static Vec phi(Emit *e, Vec x, Vec y, const Label from[2]) {
    Vec out = x;
    for (unsigned k = 0; k < parts((Dtype)x.dtype); k++) {
        Val both[2] = {x.part[k], y.part[k]};
        out.part[k] = ir_phi(&e->ir, 2, both, from);
    }
    return out;
}

static Val scalar_phi(Emit *e, Val x, Val y, const Label from[2]) {
    Val both[2] = {x, y};
    return ir_phi(&e->ir, 2, both, from);
}

/* ---- loops */

typedef struct ControlLoop {
    uint32_t opener;
    const KernelInstr *instr;
    unsigned lanes; /* of the condition; 1: all lanes agree */
    Label head, body, latch, out;
    Vec index, next_index;
    Val on, next_on;       /* lanes that were on in the turn before */
    Val running;           /* and are in this one */
    Val turns, next_turns; /* 0: does not ask whether to stop */
    Val around;            /* site->active outside */
} ControlLoop;

/* A value that the kernel's text says. */
static bool constant(const Emit *e, ValId v, int64_t *out) {
    const KernelValue *value = &e->kernel->values.at[v];
    uint32_t def = e->analysis->def[v];
    if (def == NO_INSTR || e->kernel->body.at[def].code != K_CONST)
        return false;
    Dtype dtype = (Dtype)value->dtype;
    *out = scalar_cast(dtype, DT_I64, scalar_from_bits(dtype, value->bits)).i;
    return true;
}

static bool is_short(const Emit *e, const KernelInstr *i) {
    int64_t lo, hi;
    return i->code == K_FOR && constant(e, kernel_in(e->kernel, i)[0], &lo) &&
           constant(e, kernel_in(e->kernel, i)[1], &hi) &&
           (hi <= lo || (uint64_t)hi - (uint64_t)lo <= SHORT_LOOP);
}

static const Carry *carry_at(const Emit *e, const ControlLoop *l, uint32_t c) {
    return &e->kernel->carries.at[l->instr->carry + c];
}

/* Does it go round as values do? Arrays stay where they are. */
static bool is_carried(const Emit *e, const SliceSite *site, uint32_t carry) {
    return site->slice->live[carry] && !is_array(e->kernel, e->kernel->carries.at[carry].result);
}

static bool is_live(const Emit *e, const SliceSite *site, const ControlLoop *l, uint32_t c) {
    return is_carried(e, site, l->instr->carry + c);
}

/* What goes round, or comes of it, is the array that goes in; of a branch the one that its arms leave. */
static void carry_arrays(Emit *e, const SliceSite *site, const KernelInstr *i, bool opens) {
    for (uint32_t c = i->carry; c < i->carry + i->n_carries; c++) {
        const Carry *carry = &e->kernel->carries.at[c];
        if (site->slice->live[c] && is_array(e->kernel, carry->result))
            e->value[opens ? carry->phi : carry->result] = e->value[carry->init];
    }
}

/* Must what lanes end with be kept beside what goes round, which is one for all that still run? */
static bool ends_apart(const Emit *e, const ControlLoop *l, uint32_t c) {
    const Carry *carry = carry_at(e, l, c);
    return l->lanes > 1 && e->analysis->read[carry->result] &&
           value_lanes(e, carry->phi) < value_lanes(e, carry->result);
}

/* What everything that goes round is at first, each at its own lanes. */
static void first_values(Emit *e, const SliceSite *site, ControlLoop *l) {
    for (uint32_t c = 0; c < l->instr->n_carries; c++) {
        const Carry *carry = carry_at(e, l, c);
        if (!is_live(e, site, l, c))
            continue;
        e->value[carry->phi] = body_operand(e, carry->init, value_lanes(e, carry->phi));
        if (ends_apart(e, l, c))
            e->ended[l->instr->carry + c] =
                body_operand(e, carry->init, value_lanes(e, carry->result));
    }
    if (l->instr->code == K_FOR)
        l->index =
            body_operand(e, kernel_in(e->kernel, l->instr)[0], value_lanes(e, l->instr->value));
    if (l->lanes > 1) {
        l->on = body_active(e, site);
        l->on = l->on ? l->on : ir_ones(&e->ir, IR_I(1, l->lanes));
    }
}

static Val round_phi(Emit *e, Val first, Val *next, const Label from[2]) {
    *next = ir_reserve(&e->ir, ir_type(&e->ir, first));
    return scalar_phi(e, first, *next, from);
}

/* The block that every turn begins with. */
static void open_loop(Emit *e, SliceSite *site, ControlLoop *l) {
    Ir *ir = &e->ir;
    l->head = ir_label(ir), l->body = ir_label(ir), l->latch = ir_label(ir), l->out = ir_label(ir);
    l->around = site->active;
    first_values(e, site, l);
    carry_arrays(e, site, l->instr, true);
    const Label from[2] = {ir->block, l->latch};
    ir_jump(ir, l->head);
    ir_block(ir, l->head);
    for (uint32_t c = 0; c < l->instr->n_carries; c++) {
        if (!is_live(e, site, l, c))
            continue;
        Vec *value = &e->value[carry_at(e, l, c)->phi], *next = &e->carried[l->instr->carry + c];
        *next = reserve(e, (Dtype)value->dtype, value->lanes);
        *value = phi(e, *value, *next, from);
        if (ends_apart(e, l, c)) {
            Vec *ended = &e->ended[l->instr->carry + c];
            e->next_ended[l->instr->carry + c] = reserve(e, (Dtype)ended->dtype, ended->lanes);
            *ended = phi(e, *ended, e->next_ended[l->instr->carry + c], from);
        }
    }
    if (l->instr->code == K_FOR) {
        l->next_index = reserve(e, (Dtype)l->index.dtype, l->index.lanes);
        l->index = phi(e, l->index, l->next_index, from);
    }
    if (l->lanes > 1)
        l->on = round_phi(e, l->on, &l->next_on, from);
    if (!is_short(e, l->instr))
        l->turns = round_phi(e, ir_int(ir, IR_I(64, 1), 0), &l->next_turns, from);
    for (uint32_t c = 0; c < l->instr->n_carries; c++)
        if (is_live(e, site, l, c))
            body_define(e, carry_at(e, l, c)->phi, e->value[carry_at(e, l, c)->phi]);
    if (l->instr->code == K_FOR)
        body_define(e, l->instr->value, l->index);
}

/* Goes on with the body where the test holds, for one lane at least. all: what must hold besides,
 * one for all lanes; 0: nothing. */
static void test_loop(Emit *e, SliceSite *site, ControlLoop *l, Val test, Val all) {
    Val more = test;
    if (l->lanes > 1) {
        l->running = ir_bin(&e->ir, "and", l->on, test);
        more = ir_any(&e->ir, l->running);
        site->active = l->running;
    }
    if (all)
        more = ir_bin(&e->ir, "and", more, all);
    ir_branch(&e->ir, more, l->body, l->out);
    ir_block(&e->ir, l->body);
}

static void poll(Emit *e, ControlLoop *l) {
    Ir *ir = &e->ir;
    IrType i64 = IR_I(64, 1);
    Label ask = ir_label(ir);
    l->turns = ir_bin(ir, "add", l->turns, ir_int(ir, i64, 1));
    Val rest = ir_bin(ir, "and", l->turns, ir_int(ir, i64, POLL_TURNS - 1));
    ir_branch_rarely(ir, ir_compare(ir, "eq", rest, ir_int(ir, i64, 0)), ask, l->latch);
    ir_block(ir, ask);
    Val fn = ir_load(ir, IR_P, ir_offset_const(ir, e->frame, offsetof(LineFrame, poll)), 8);
    Val stop = ir_call_pointer(ir, fn, i64, 1, &e->frame);
    body_return_if(e, ir_compare(ir, "ne", stop, ir_int(ir, i64, 0)), RAN_STOPPED);
}

/* for: the index counts in its own dtype, by the table's own steps. */
static Vec one_more(Emit *e, Vec index) {
    Scalar one = scalar_cast(DT_BOOL, (Dtype)index.dtype, (Scalar){.u = 1});
    Bits bits = scalar_to_bits((Dtype)index.dtype, one);
    Vec in[2] = {index, vec_const(e, (Dtype)index.dtype, bits, index.lanes)};
    return emit_step(e, OP_add, (Dtype)index.dtype, in, 2); /* the index grows by one */
}

/* What lanes that end after this turn end with. A counter is counted in each lane that runs, where it
 * is the same as what goes round: that is less than spreading it anew. */
static Vec ends_with(Emit *e, const Carry *carry, Vec ended) {
    uint32_t def = e->analysis->def[carry->next];
    const KernelInstr *i = def == NO_INSTR ? NULL : &e->kernel->body.at[def];
    Dtype dtype = (Dtype)ended.dtype;
    int64_t step;
    /* only integers: of floats the two could differ in which NaN they are */
    if (i && i->code == K_STEP && i->op == OP_add && dtype_info(dtype)->class != CLASS_FLOAT) {
        const ValId *in = kernel_in(e->kernel, i);
        unsigned one = in[0] == carry->phi ? 1 : 0;
        if (in[1 - one] == carry->phi && constant(e, in[one], &step)) {
            Vec both[2] = {ended, body_operand(e, in[one], ended.lanes)};
            return emit_step(e, OP_add, dtype, both, 2); /* as the instruction itself does */
        }
    }
    return body_operand(e, carry->next, ended.lanes);
}

static void close_loop(Emit *e, SliceSite *site, ControlLoop *l) {
    Ir *ir = &e->ir;
    site->active = l->around;
    if (l->turns)
        poll(e, l);
    ir_jump(ir, l->latch);
    ir_block(ir, l->latch);
    for (uint32_t c = 0; c < l->instr->n_carries; c++) {
        if (!is_live(e, site, l, c))
            continue;
        const Carry *carry = carry_at(e, l, c);
        Vec now = e->value[carry->phi], next = body_operand(e, carry->next, now.lanes);
        if (ends_apart(e, l, c)) {
            Vec ended = e->ended[l->instr->carry + c];
            become(e, e->next_ended[l->instr->carry + c],
                   vec_select(e, l->running, ends_with(e, carry, ended), ended));
        } else if (l->lanes > 1 && now.lanes > 1 && e->analysis->read[carry->result]) {
            /* Nobody sees what a lane that is off carries but those who see the result. */
            next = vec_select(e, l->running, next, now);
        }
        become(e, e->carried[l->instr->carry + c], next);
    }
    if (l->instr->code == K_FOR)
        become(e, l->next_index, one_more(e, l->index));
    if (l->lanes > 1)
        ir_become(ir, l->next_on, l->running);
    if (l->turns)
        ir_become(ir, l->next_turns, l->turns);
    ir_jump(ir, l->head);
    ir_block(ir, l->out);
    carry_arrays(e, site, l->instr, false);
    for (uint32_t c = 0; c < l->instr->n_carries; c++)
        if (is_live(e, site, l, c))
            body_define(e, carry_at(e, l, c)->result,
                        ends_apart(e, l, c) ? e->ended[l->instr->carry + c]
                                            : e->value[carry_at(e, l, c)->phi]);
}

static void emit_for(Emit *e, SliceSite *site, ControlLoop *l) {
    Vec hi = body_operand(e, kernel_in(e->kernel, l->instr)[1], l->lanes);
    open_loop(e, site, l);
    Vec in[2] = {body_operand(e, l->instr->value, l->lanes), hi};
    Vec test = emit_step(e, OP_lt, (Dtype)hi.dtype, in, 2); /* it goes on while index < hi */
    test_loop(e, site, l, test.part[0], 0);
    body_instrs(e, site, l->opener + 1, l->instr->match);
    close_loop(e, site, l);
}

/* A test for each lane: what a value says, or the opposite. */
typedef struct Test {
    ValId value;
    bool inverted;
} Test;

static bool is_logic(const KernelInstr *i, Op op) {
    return i && i->code == K_STEP && i->dtype == DT_BOOL && i->op == op;
}

/* Takes what is one for all lanes out of a test that holds where this and that do (or where neither
 * of the opposites does): the rest. */
static Test split_test(Emit *e, Test test, Val *all) {
    const Analysis *a = e->analysis;
    for (;;) {
        uint32_t def = a->def[test.value];
        const KernelInstr *i = def == NO_INSTR ? NULL : &e->kernel->body.at[def];
        const ValId *in = i ? kernel_in(e->kernel, i) : NULL;
        if (is_logic(i, OP_not)) { /* the opposite of the opposite */
            test = (Test){in[0], !test.inverted};
            continue;
        }
        /* Both, or not one of two: each must hold by itself. */
        if (!is_logic(i, test.inverted ? OP_or : OP_and))
            return test;
        unsigned one = value_lanes(e, in[0]) == 1 ? 0 : 1;
        if (value_lanes(e, in[one]) != 1 || value_lanes(e, in[1 - one]) == 1)
            return test;
        Val holds = body_operand(e, in[one], 1).part[0];
        if (test.inverted)
            holds = ir_bin(&e->ir, "xor", holds, ir_ones(&e->ir, ir_type(&e->ir, holds)));
        *all = *all ? ir_bin(&e->ir, "and", *all, holds) : holds;
        test.value = in[1 - one];
    }
}

static void emit_while(Emit *e, SliceSite *site, ControlLoop *l) {
    uint32_t middle = l->instr->match;
    const KernelInstr *test = &e->kernel->body.at[middle];
    open_loop(e, site, l);
    if (l->lanes > 1)
        site->active = l->on;
    body_instrs(e, site, l->opener + 1, middle);
    Val all = 0;
    Test rest = {kernel_in(e->kernel, test)[0], false};
    if (l->lanes > 1)
        rest = split_test(e, rest, &all);
    Val answer = body_operand(e, rest.value, l->lanes).part[0];
    if (rest.inverted)
        answer = ir_bin(&e->ir, "xor", answer, ir_ones(&e->ir, ir_type(&e->ir, answer)));
    test_loop(e, site, l, answer, all);
    body_instrs(e, site, middle + 1, test->match);
    close_loop(e, site, l);
}

/* ---- branches */

typedef struct Branch {
    const KernelInstr *instr;
    uint32_t opener, middle, end;
    Val condition; /* of as many lanes as lanes may differ in */
    Val around;
} Branch;

static bool is_cheap(const KernelInstr *i) {
    switch (i->code) {
    case K_STEP: return !op_is_mathematics(op_info((Op)i->op));
    case K_CONST:
    case K_SELECT:
    case K_CAST:
    case K_BITCAST:
    case K_LOAD: return true;
    default: return false;
    }
}

static bool is_short_arm(const Emit *e, const SliceSite *site, uint32_t from, uint32_t to) {
    unsigned n = 0;
    for (uint32_t k = from; k < to; k++) {
        if (!site->slice->wanted[k])
            continue;
        if (!is_cheap(&e->kernel->body.at[k]) || ++n > SHORT_ARM)
            return false;
    }
    return true;
}

/* The arm, and what it leaves, in e->carried; `first`: which of the two it is. */
static void emit_arm(Emit *e, SliceSite *site, const Branch *b, bool first, Val active) {
    site->active = active;
    body_instrs(e, site, first ? b->opener + 1 : b->middle + 1, first ? b->middle : b->end);
    site->active = b->around;
}

static Vec arm_value(Emit *e, const Carry *carry, bool first) {
    unsigned lanes = value_lanes(e, carry->result);
    return body_operand(e, first ? carry->init : carry->next, lanes);
}

/* All lanes agree. */
static void emit_if_uniform(Emit *e, SliceSite *site, const Branch *b) {
    Ir *ir = &e->ir;
    Label first = ir_label(ir), second = ir_label(ir), after = ir_label(ir), from[2];
    const Label arms[2] = {first, second};
    ir_branch(ir, b->condition, arms[0], arms[1]);
    for (unsigned k = 0; k < 2; k++) {
        ir_block(ir, arms[k]);
        emit_arm(e, site, b, k == 0, b->around);
        for (uint32_t c = b->instr->carry; c < b->instr->carry + b->instr->n_carries; c++) {
            if (!is_carried(e, site, c))
                continue;
            const Carry *carry = &e->kernel->carries.at[c];
            if (k == 0)
                e->carried[c] = arm_value(e, carry, true);
            else
                e->value[carry->result] = arm_value(e, carry, false);
        }
        from[k] = ir->block;
        ir_jump(ir, after);
    }
    ir_block(ir, after);
    for (uint32_t c = b->instr->carry; c < b->instr->carry + b->instr->n_carries; c++) {
        ValId v = e->kernel->carries.at[c].result;
        if (is_carried(e, site, c))
            e->value[v] = phi(e, e->carried[c], e->value[v], from);
    }
}

/* One arm of lanes that differ, left out when no lane takes it: a loop in it might never end. What it
 * leaves goes to e->carried (first) or e->value of the results. */
static void emit_if_any(Emit *e, SliceSite *site, const Branch *b, bool first) {
    Ir *ir = &e->ir;
    Val on = b->condition, outer = body_active(e, site);
    if (!first)
        on = ir_bin(ir, "xor", on, ir_ones(ir, ir_type(ir, on)));
    if (outer)
        on = ir_bin(ir, "and", on, outer);
    Label arm = ir_label(ir), after = ir_label(ir), from[2];
    from[1] = ir->block;
    ir_branch(ir, ir_any(ir, on), arm, after);
    ir_block(ir, arm);
    emit_arm(e, site, b, first, on);
    for (uint32_t c = b->instr->carry; c < b->instr->carry + b->instr->n_carries; c++) {
        const Carry *carry = &e->kernel->carries.at[c];
        if (is_carried(e, site, c))
            *(first ? &e->carried[c] : &e->value[carry->result]) = arm_value(e, carry, first);
    }
    from[0] = ir->block;
    ir_jump(ir, after);
    ir_block(ir, after);
    for (uint32_t c = b->instr->carry; c < b->instr->carry + b->instr->n_carries; c++) {
        if (!is_carried(e, site, c))
            continue;
        Vec *x = first ? &e->carried[c] : &e->value[e->kernel->carries.at[c].result];
        Vec none = vec_const(e, (Dtype)x->dtype, (Bits){0, 0}, x->lanes);
        *x = phi(e, *x, none, from);
    }
}

/* Both arms for all lanes. */
static void emit_if_both(Emit *e, SliceSite *site, const Branch *b) {
    emit_arm(e, site, b, true, b->around);
    emit_arm(e, site, b, false, b->around);
    for (uint32_t c = b->instr->carry; c < b->instr->carry + b->instr->n_carries; c++) {
        const Carry *carry = &e->kernel->carries.at[c];
        if (!is_carried(e, site, c))
            continue;
        e->carried[c] = arm_value(e, carry, true);
        e->value[carry->result] = arm_value(e, carry, false);
    }
}

static void emit_if(Emit *e, SliceSite *site, uint32_t n, unsigned lanes) {
    const KernelInstr *i = &e->kernel->body.at[n];
    Branch b = {.instr = i, .opener = n, .middle = i->match, .around = site->active};
    b.end = e->kernel->body.at[b.middle].match;
    b.condition = body_operand(e, kernel_in(e->kernel, i)[0], lanes).part[0];
    if (lanes == 1) {
        emit_if_uniform(e, site, &b);
    } else if (is_short_arm(e, site, n + 1, b.middle) &&
               is_short_arm(e, site, b.middle + 1, b.end)) {
        emit_if_both(e, site, &b);
    } else {
        emit_if_any(e, site, &b, true);
        emit_if_any(e, site, &b, false);
    }
    carry_arrays(e, site, i, false);
    for (uint32_t c = i->carry; c < i->carry + i->n_carries; c++) {
        ValId v = e->kernel->carries.at[c].result;
        if (!is_carried(e, site, c))
            continue;
        Vec x = e->value[v];
        if (lanes > 1)
            x = vec_select(e, b.condition, e->carried[c], x);
        body_define(e, v, x);
    }
}

void body_region(Emit *e, SliceSite *site, uint32_t opener) {
    const KernelInstr *i = &e->kernel->body.at[opener];
    unsigned lanes = level_lanes(e, (Level)e->analysis->mask[opener]);
    if (i->code == K_IF) {
        emit_if(e, site, opener, lanes);
        return;
    }
    ControlLoop l = {.opener = opener, .instr = i, .lanes = lanes};
    if (i->code == K_FOR)
        emit_for(e, site, &l);
    else
        emit_while(e, site, &l);
}
