/* Parts of one row: a function for each walk, and one before and after each for what a row has one
 * of. Values of the row that go from one to another stand in the frame. */
#include "emit/llvm/walks.h"

#include <stddef.h>
#include <stdio.h>

#include "emit/llvm/loop.h"
#include "emit/llvm/rows.h"

enum { FUNCTION_NAME = 32, VALUE_BYTES = 16 };

static Val frame_room(Emit *e, size_t field, uint32_t number) {
    Ir *ir = &e->ir;
    Val room = ir_load(ir, IR_P, ir_offset_const(ir, e->frame, (int64_t)field), 8);
    return ir_offset_const(ir, room, (int64_t)number * VALUE_BYTES);
}

/* Values of the row that the slice finds ready. */
static void load_values(Emit *e, const Slice *slice) {
    const uint32_t *number = e->code->row_number;
    for (ValId v = 0; v < e->kernel->values.len; v++)
        if (number[v] != UINT32_MAX && slice_is_leaf(e->analysis, slice, v) && slice->used[v])
            body_define(e, v,
                        vec_from_regs(e, (Dtype)e->kernel->values.at[v].dtype, 1,
                                      frame_room(e, offsetof(LineFrame, values), number[v])));
}

static void store_value(Emit *e, ValId v) {
    uint32_t number = e->code->row_number[v];
    if (number != UINT32_MAX && e->value[v].part[0])
        vec_to_regs(e, e->value[v], frame_room(e, offsetof(LineFrame, values), number));
}

/* What the reductions of the walk before gave. */
static void finish(Emit *e, RowWalk *w, uint32_t phase) {
    for (unsigned k = 0; k < w->n; k++) {
        const Reducer *r = &w->reducers[k];
        if (r->phase != phase)
            continue;
        Vec out = acc_finish_length(e, w->length, 1);
        if (r->kind != ACC_LENGTH)
            out =
                acc_finish(e, r, acc_get(e, r, frame_room(e, offsetof(LineFrame, partials), k), 1));
        body_define(e, r->out, out);
        store_value(e, r->out);
    }
}

static void emit_at(Emit *e, RowWalk *w, uint32_t phase) {
    const Slice *slice = &e->analysis->at_slices[phase];
    char name[FUNCTION_NAME];
    Val params[2];
    snprintf(name, sizeof name, "frit_at%u", phase);
    emit_begin(e, name, 2, params, &slice, 1);
    w->length = params[1];
    emit_bases(e, 0, 0);
    if (phase > 0)
        finish(e, w, phase - 1);
    load_values(e, slice);
    rows_at(e, phase);
    for (ValId v = 0; v < e->kernel->values.len; v++)
        if (slice->needed[v])
            store_value(e, v);
    emit_end(e);
}

static void emit_phase(Emit *e, RowWalk *w, uint32_t phase) {
    const Slice *slice = &e->analysis->phases[phase];
    char name[FUNCTION_NAME];
    Val params[3];
    snprintf(name, sizeof name, "frit_phase%u", phase);
    emit_begin(e, name, 3, params, &slice, 1);
    w->length = 0;
    emit_bases(e, 0, 0);
    load_values(e, slice);
    rows_walk(e, w, phase, params[1], params[2]);
    for (unsigned k = 0; k < w->n && !e->failed; k++)
        if (w->place[k] != UINT32_MAX)
            acc_put(e, &w->reducers[k], w->accs[w->place[k]],
                    frame_room(e, offsetof(LineFrame, partials), k));
    emit_end(e);
}

void walk_phases(Emit *e) {
    const Analysis *a = e->analysis;
    RowWalk w;
    bool begun = rows_begin(e, &w);
    for (uint32_t p = 0; begun && p <= a->n_phases; p++) {
        emit_at(e, &w, p);
        if (p < a->n_phases)
            emit_phase(e, &w, p);
    }
    row_walk_free(e, &w);
}
