/* Whole rows side by side: lanes across rows, elements one after another. */
#include "emit/llvm/walks.h"

#include <stddef.h>

#include "emit/llvm/columns.h"
#include "emit/llvm/loop.h"
#include "emit/llvm/rows.h"
#include "emit/llvm/scan.h"

/* ---- room */

void column_reducers(const Analysis *a, Reducer *reducers) {
    enum { TRUTH_BITS = 8 };
    for (uint32_t n = 0; n < a->kernel->body.len; n++) {
        if (a->kernel->body.at[n].code != K_REDUCE)
            continue;
        Reducer *r = &reducers[a->number[n]];
        reducer_init(r, a->kernel, n, TRUTH_BITS);
        r->number = a->number[n];
        r->phase = a->instr_phase[n];
    }
}

unsigned column_part_bytes(const Reducer *r, unsigned part) {
    return acc_type(r, part, 1, false).bits / 8u;
}

static void take(uint64_t *at, uint64_t *slot, uint64_t bytes) {
    if (slot)
        *slot = *at;
    *at += bytes;
}

/* Scans need the elements in their order. */
bool takes_lanes(const Analysis *a, uint32_t phase) {
    for (uint32_t n = 0; n < a->kernel->body.len; n++)
        if (a->kernel->body.at[n].code == K_SCAN && a->phases[phase].wanted[n])
            return false;
    return true;
}

/* Lanes that are taken one after another join as soon as they can: no more than one of every size
 * waits, beside the one at hand. */
static unsigned lane_lines(const Analysis *a, uint32_t phase) {
    enum { SIZES = 6 };
    _Static_assert(1 << (SIZES - 1) == REDUCE_LANES, "sizes of joined lanes");
    return takes_lanes(a, phase) ? SIZES : REDUCE_LANES;
}

/* Lanes are needed in one phase at a time: those of all phases share their room. */
static uint64_t lanes_room(const Analysis *a, const Reducer *reducers, uint32_t phase, uint64_t at,
                           uint64_t *lanes) {
    for (uint32_t k = 0; k < a->n_reductions; k++) {
        const Reducer *r = &reducers[k];
        uint64_t bytes = 0;
        for (unsigned p = 0; p < r->n_parts; p++)
            bytes += column_part_bytes(r, p);
        if (r->phase == phase)
            take(&at, lanes ? &lanes[k] : NULL, lane_lines(a, phase) * bytes);
    }
    return at;
}

void column_room(const CodeAnalysis *code, const Reducer *reducers, ColumnRoom *room) {
    const Analysis *a = &code->of;
    const Kernel *kernel = a->kernel;
    uint64_t at = 0;
    for (ValId v = 0; v < kernel->values.len; v++)
        if (code->row_number[v] != UINT32_MAX)
            take(&at, room->values ? &room->values[v] : NULL,
                 reg_bytes((Dtype)kernel->values.at[v].dtype));
    for (uint32_t n = 0; n < kernel->body.len; n++) {
        const KernelInstr *i = &kernel->body.at[n];
        if (i->code != K_SCAN)
            continue;
        Dtype dtype = (Dtype)kernel->values.at[kernel_in(kernel, i)[0]].dtype;
        take(&at, room->states ? &room->states[a->number[n]] : NULL, reg_bytes(acc_dtype(dtype)));
    }
    for (uint32_t k = 0; k < a->n_reductions; k++)
        take(&at, room->accs ? &room->accs[k] : NULL, acc_size(&reducers[k]));
    room->bytes = at;
    for (uint32_t p = 0; p < a->n_phases; p++) {
        uint64_t end = lanes_room(a, reducers, p, at, room->lanes);
        room->bytes = end > room->bytes ? end : room->bytes;
    }
}

static bool begin(Emit *e, Columns *c) {
    const Analysis *a = e->analysis;
    size_t values = e->kernel->values.len;
    *c = (Columns){.n = a->n_reductions};
    c->reducers = emit_room(e, c->n, sizeof *c->reducers);
    c->room.values = emit_room(e, values, sizeof *c->room.values);
    c->room.states = emit_room(e, a->n_scans, sizeof *c->room.states);
    c->room.accs = emit_room(e, c->n, sizeof *c->room.accs);
    c->room.lanes = emit_room(e, c->n, sizeof *c->room.lanes);
    c->values = val_array(e, (unsigned)values);
    c->states = val_array(e, a->n_scans);
    c->accs = val_array(e, c->n);
    c->lanes[0] = val_array(e, c->n);
    c->lanes[1] = val_array(e, c->n);
    c->results = val_array(e, c->n);
    c->taken = emit_room(e, c->n, sizeof *c->taken);
    c->far = val_array(e, e->kernel->accesses.len);
    c->now = val_array(e, 2 * c->n + 1);
    c->next = val_array(e, 2 * c->n + 1);
    if (e->failed)
        return false;
    column_reducers(a, c->reducers);
    column_room(e->code, c->reducers, &c->room);
    return true;
}

static void end(Emit *e, Columns *c) {
    const Analysis *a = e->analysis;
    size_t values = e->kernel->values.len;
    emit_room_free(e, c->reducers, c->n, sizeof *c->reducers);
    emit_room_free(e, c->room.values, values, sizeof *c->room.values);
    emit_room_free(e, c->room.states, a->n_scans, sizeof *c->room.states);
    emit_room_free(e, c->room.accs, c->n, sizeof *c->room.accs);
    emit_room_free(e, c->room.lanes, c->n, sizeof *c->room.lanes);
    val_free(e, c->values, (unsigned)values);
    val_free(e, c->states, a->n_scans);
    val_free(e, c->accs, c->n);
    val_free(e, c->lanes[0], c->n);
    val_free(e, c->lanes[1], c->n);
    val_free(e, c->results, c->n);
    emit_room_free(e, c->taken, c->n, sizeof *c->taken);
    val_free(e, c->far, e->kernel->accesses.len);
    val_free(e, c->now, 2 * c->n + 1);
    val_free(e, c->next, 2 * c->n + 1);
}

static Val line_at(Emit *e, const Columns *c, uint64_t offset) {
    return ir_offset(&e->ir, c->scratch, i64_mul(e, c->tile, i64_const(e, (int64_t)offset)));
}

/* Once a function: where the lines are. */
static void find_lines(Emit *e, Columns *c) {
    const Analysis *a = e->analysis;
    for (ValId v = 0; v < e->kernel->values.len; v++)
        if (e->code->row_number[v] != UINT32_MAX)
            c->values[v] = line_at(e, c, c->room.values[v]);
    for (uint32_t k = 0; k < a->n_scans; k++)
        c->states[k] = line_at(e, c, c->room.states[k]);
    for (uint32_t k = 0; k < c->n; k++) {
        const Reducer *r = &c->reducers[k];
        if (!r->n_parts)
            continue;
        c->accs[k] = line_at(e, c, c->room.accs[k]);
        c->lanes[0][k] = line_at(e, c, c->room.lanes[k]);
        c->lanes[1][k] = line_at(
            e, c, c->room.lanes[k] + lane_lines(a, r->phase) * (uint64_t)column_part_bytes(r, 0));
    }
}

/* ---- values of rows */

static Dtype dtype_of(const Emit *e, ValId v) {
    return (Dtype)e->kernel->values.at[v].dtype;
}

static void load_values(Emit *e, Columns *c, const Slice *slice, Val r) {
    for (ValId v = 0; v < e->kernel->values.len; v++)
        if (c->values[v] && slice->used[v] && slice_is_leaf(e->analysis, slice, v))
            body_define(e, v,
                        vec_from_regs(e, dtype_of(e, v), e->lanes,
                                      column_at(e, c->values[v], r, reg_bytes(dtype_of(e, v)))));
}

static void store_value(Emit *e, Columns *c, ValId v, Val r) {
    if (c->values[v] && e->value[v].part[0])
        vec_to_regs(e, vec_splat(e, e->value[v], e->lanes),
                    column_at(e, c->values[v], r, reg_bytes(dtype_of(e, v))));
}

/* ---- what only a walk knows how to do */

static void on_reduce(Emit *e, const SliceSite *site, uint32_t instr, Vec x) {
    column_take(e, site->user, e->analysis->number[instr], x, site->index);
}

static Vec on_scan(Emit *e, const SliceSite *site, uint32_t instr, Vec x) {
    const Columns *c = site->user;
    Val state = column_at(e, c->states[e->analysis->number[instr]], site->index,
                          reg_bytes(acc_dtype((Dtype)x.dtype)));
    return scan_across(e, &e->kernel->body.at[instr], vec_splat(e, x, e->lanes), state);
}

/* Kept values stand behind the lines: of each all rows of element 0, then of element 1, ... */
static Val kept_place(Emit *e, const SliceSite *site, ValId v) {
    const Columns *c = site->user;
    Val kept = i64_mul(e, c->length, i64_const(e, e->code->kept_at[v]));
    Val before = i64_add(e, kept, i64_const(e, (int64_t)c->room.bytes));
    Val line = ir_offset(&e->ir, c->scratch, i64_mul(e, c->tile, before));
    Val r = i64_add(e, i64_mul(e, c->element, c->tile), site->index);
    return column_at(e, line, r, reg_bytes(dtype_of(e, v)));
}

static void on_keep(Emit *e, const SliceSite *site, ValId v, Vec x) {
    vec_to_regs(e, vec_splat(e, x, e->lanes), kept_place(e, site, v));
}

static Vec on_kept(Emit *e, const SliceSite *site, ValId v) {
    return vec_from_regs(e, dtype_of(e, v), e->lanes, kept_place(e, site, v));
}

/* ---- loops */

typedef void Turn(Emit *e, Columns *c, Val r, Val left);

/* All rows, a vector at a time; left: how many there are from r on, 0: enough. A mask in every turn
 * costs less than the code of a turn twice, unless that is small. */
static void over_rows(Emit *e, Columns *c, const Slice *slice, Turn *turn) {
    enum { SMALL = 10 };
    Ir *ir = &e->ir;
    bool masked = e->form->target->masks && slice_weight(e, slice, 0) > SMALL;
    Val r = i64_const(e, 0), next;
    Val end = masked ? c->rows : i64_add(e, c->rows, i64_const(e, 1 - (int64_t)e->lanes));
    Loop loop;
    loop_enter(e, &loop, ir_compare(ir, "slt", r, end), &r, 1, &r);
    turn(e, c, r, masked ? ir_bin(ir, "sub", c->rows, r) : 0);
    next = i64_add(e, r, i64_const(e, e->lanes));
    loop_again(e, &loop, ir_compare(ir, "slt", next, end), &next, &r);
    if (masked)
        return;
    Label some = ir_label(ir), join = ir_label(ir);
    ir_branch(ir, ir_compare(ir, "slt", r, c->rows), some, join);
    ir_block(ir, some);
    turn(e, c, r, ir_bin(ir, "sub", c->rows, r));
    ir_jump(ir, join);
    ir_block(ir, join);
}

static void mask_rows(Emit *e, SliceSite *site, Val left) {
    if (left) {
        e->mask = emit_lane_mask(e, left);
        site->count = emit_lane_count(e, left);
    }
}

static void emit_masked(Emit *e, SliceSite *site, Val left) {
    mask_rows(e, site, left);
    if (!site->slice->empty)
        emit_slice(e, site);
    e->mask = 0;
}

static SliceSite phase_site(Emit *e, Columns *c, Val r) {
    return (SliceSite){.slice = &e->analysis->phases[c->phase],
                       .index = r,
                       .user = c,
                       .reduce = on_reduce,
                       .scan = on_scan,
                       .keep = on_keep,
                       .kept = on_kept};
}

static void phase_turn(Emit *e, Columns *c, Val r, Val left) {
    SliceSite site = phase_site(e, c, r);
    load_values(e, c, site.slice, r);
    emit_masked(e, &site, left);
}

/* Elements from .. to, each for all rows. */
static void walk_elements(Emit *e, Columns *c, Val from, Val to) {
    Ir *ir = &e->ir;
    bool backwards = walks_backwards(e->analysis, c->phase);
    Val one = i64_const(e, 1), at = from;
    if (backwards)
        at = ir_bin(ir, "sub", to, one);
    Loop loop;
    loop_open(e, &loop, &at, 1, &at);
    loop_while(e, &loop, ir_compare(ir, backwards ? "sge" : "slt", at, backwards ? from : to));
    c->element = at;
    c->place = ir_bin(ir, "sub", at, c->first);
    c->line = i64_mul(e, ir_bin(ir, "and", at, i64_const(e, REDUCE_LANES - 1)), c->tile);
    emit_bases(e, 0, at);
    over_rows(e, c, &e->analysis->phases[c->phase], phase_turn);
    loop_next(e, &loop, at, i64_const(e, backwards ? -1 : 1));
}

/* ---- lanes */

/* Is it a load of an element of every row, side by side? */
static bool is_streamed(const Emit *e, const Slice *slice, uint32_t n) {
    const KernelInstr *i = &e->kernel->body.at[n];
    return i->code == K_LOAD && slice->wanted[n] && e->analysis->level[i->value] == LEVEL_FULL &&
           e->form->along[i->access] == ALONG_NEXT && e->access[i->access].inner;
}

/* The elements of a part are far apart: the machine does not see by itself which part comes next. */
static void find_ahead(Emit *e, Columns *c, const Slice *slice) {
    for (uint32_t a = 0; a < e->kernel->accesses.len; a++)
        c->far[a] = 0;
    for (uint32_t n = 0; n < e->kernel->body.len; n++) {
        const KernelInstr *i = &e->kernel->body.at[n];
        if (is_streamed(e, slice, n) && !c->far[i->access])
            c->far[i->access] = i64_mul(e, c->ahead, e->access[i->access].inner);
    }
}

/* The same rows of the next part, into the second cache. */
static void fetch_ahead(Emit *e, const Columns *c, const SliceSite *site) {
    enum { LINE = 64, SECOND = 2 };
    Ir *ir = &e->ir;
    Val read = ir_int(ir, IR_I(32, 1), 0), where = ir_int(ir, IR_I(32, 1), SECOND);
    Val data = ir_int(ir, IR_I(32, 1), 1);
    SliceSite here = *site;
    body_scale(e, &here);
    for (uint32_t a = 0; a < e->kernel->accesses.len; a++) {
        if (!c->far[a])
            continue;
        unsigned bytes = e->lanes * dtype_info(e->kernel->accesses.at[a].dtype)->bits / 8u;
        Val at = ir_offset(ir, body_place(e, &here, a, e->lanes, LEVEL_FULL), c->far[a]);
        for (unsigned k = 0; k < bytes; k += LINE)
            ir_call(ir, "llvm.prefetch.p0", (IrType){.lanes = 0}, 4,
                    (Val[]){ir_offset_const(ir, at, k), read, where, data});
    }
}

/* Where rows are so long that they are in no near cache, or else it costs more than it helps. */
static void find_distant(Emit *e, Columns *c, const Slice *slice) {
    enum { NEAR_BYTES = 512 * 1024 };
    Ir *ir = &e->ir;
    c->distant = 0;
    for (uint32_t n = 0; n < e->kernel->body.len; n++) {
        const KernelInstr *i = &e->kernel->body.at[n];
        if (!is_streamed(e, slice, n))
            continue;
        Val bytes = i64_mul(e, c->length, e->access[i->access].inner);
        Val size =
            ir_call(ir, "llvm.abs.i64", IR_I(64, 1), 2, (Val[]){bytes, ir_zero(ir, IR_I(1, 1))});
        Val far = ir_compare(ir, "ugt", size, i64_const(e, NEAR_BYTES));
        c->distant = c->distant ? ir_bin(ir, "or", c->distant, far) : far;
    }
}

static void fetch_distant(Emit *e, const Columns *c, const SliceSite *site) {
    Ir *ir = &e->ir;
    if (!c->distant)
        return;
    Label some = ir_label(ir), join = ir_label(ir);
    ir_branch(ir, c->distant, some, join);
    ir_block(ir, some);
    fetch_ahead(e, c, site);
    ir_jump(ir, join);
    ir_block(ir, join);
}

static void element_turn(Emit *e, Columns *c, SliceSite *site) {
    c->place = ir_bin(&e->ir, "sub", c->element, c->first);
    emit_bases(e, 0, c->element);
    fetch_distant(e, c, site);
    emit_slice(e, site);
}

static void lane_turn(Emit *e, Columns *c, Val r, Val left) {
    SliceSite site = phase_site(e, c, r);
    load_values(e, c, site.slice, r);
    mask_rows(e, &site, left);
    column_lane_rows(e, c, &site, element_turn);
}

static void walk_lane(Emit *e, Columns *c) {
    const Slice *slice = &e->analysis->phases[c->phase];
    find_ahead(e, c, slice);
    over_rows(e, c, slice, lane_turn);
}

/* ---- phases */

static void start_scans(Emit *e, Columns *c, const Slice *slice) {
    for (uint32_t n = 0; n < e->kernel->body.len; n++) {
        const KernelInstr *i = &e->kernel->body.at[n];
        if (!slice->wanted[n] || i->code != K_SCAN)
            continue;
        Dtype dtype = acc_dtype(dtype_of(e, kernel_in(e->kernel, i)[0]));
        Loop loop;
        Val r = loop_count(e, &loop, i64_const(e, 0), c->padded);
        scan_start(e, i, column_at(e, c->states[e->analysis->number[n]], r, reg_bytes(dtype)),
                   e->lanes);
        loop_next(e, &loop, r, i64_const(e, e->lanes));
    }
}

static void walk_phase(Emit *e, Columns *c, uint32_t phase) {
    const Slice *slice = &e->analysis->phases[phase];
    c->phase = phase;
    if (slice->empty)
        return;
    start_scans(e, c, slice);
    emit_spreads(e, slice);
    find_distant(e, c, slice);
    column_chunks(e, c, walk_elements, walk_lane);
}

/* What a row has one of: results of the phase before, and what is made of them. */
static void at_turn(Emit *e, Columns *c, Val r, Val left) {
    const Slice *slice = &e->analysis->at_slices[c->phase];
    SliceSite site = {.slice = slice, .index = r, .user = c};
    load_values(e, c, slice, r);
    for (uint32_t k = 0; k < c->n && c->phase > 0; k++) {
        const Reducer *reducer = &c->reducers[k];
        if (reducer->phase + 1 != c->phase)
            continue;
        body_define(e, reducer->out, column_result(e, c, k, r));
        store_value(e, c, reducer->out, r);
    }
    emit_masked(e, &site, left);
    for (ValId v = 0; v < e->kernel->values.len; v++)
        if (slice->needed[v])
            store_value(e, c, v, r);
}

static void walk_at(Emit *e, Columns *c, uint32_t phase) {
    const Slice *slice = &e->analysis->at_slices[phase];
    bool some = !slice->empty;
    c->phase = phase;
    for (uint32_t k = 0; k < c->n && phase > 0; k++)
        some |= c->reducers[k].phase + 1 == phase;
    if (!some)
        return;
    emit_bases(e, 0, 0);
    emit_spreads(e, slice);
    over_rows(e, c, slice, at_turn);
}

static void walk_tile(Emit *e, Columns *c) {
    Ir *ir = &e->ir;
    c->tile =
        ir_load(ir, IR_I(64, 1), ir_offset_const(ir, e->frame, offsetof(LineFrame, tile_rows)), 8);
    c->scratch = ir_load(ir, IR_P, ir_offset_const(ir, e->frame, offsetof(LineFrame, scratch)), 8);
    c->padded = i64_round_up(e, c->rows, e->lanes);
    find_lines(e, c);
    walk_at(e, c, 0);
    for (uint32_t p = 0; p < e->analysis->n_phases; p++) {
        walk_phase(e, c, p);
        walk_at(e, c, p + 1);
    }
}

void walk_columns(Emit *e) {
    Columns c;
    Val params[3];
    unsigned n;
    const Slice **slices = all_slices(e, &n);
    if (begin(e, &c) && slices) {
        emit_begin(e, "frit_columns", 3, params, slices, n);
        c.rows = params[1];
        c.length = params[2];
        walk_tile(e, &c);
        emit_end(e);
    }
    end(e, &c);
    all_slices_free(e, slices);
}
