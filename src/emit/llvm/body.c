/* The instructions of a slice, one after another. */
#include "emit/llvm/body.h"

/* ---- operands */

unsigned level_lanes(const Emit *e, Level level) {
    if (level == LEVEL_UNIFORM || (level == LEVEL_ROW && e->form->walk != WALK_COLUMNS))
        return 1;
    return e->lanes;
}

unsigned value_lanes(const Emit *e, ValId v) {
    return level_lanes(e, e->analysis->level[v]);
}

Vec body_operand(Emit *e, ValId v, unsigned lanes) {
    Vec x = e->value[v];
    if (x.lanes == lanes || lanes == 1)
        return x;
    return e->spread[v].part[0] ? e->spread[v] : vec_splat(e, x, lanes);
}

static void spread(Emit *e, ValId v) {
    if (e->kernel->values.at[v].count == 0 && e->value[v].lanes == 1 &&
        level_lanes(e, (Level)e->analysis->used_at[v]) > 1)
        e->spread[v] = vec_splat(e, e->value[v], e->lanes);
}

void body_define(Emit *e, ValId v, Vec x) {
    e->value[v] = x;
    e->spread[v] = (Vec){0};
    spread(e, v);
}

void emit_spreads(Emit *e, const Slice *slice) {
    for (ValId v = 0; v < e->kernel->values.len; v++)
        if (slice->used[v] && slice_is_leaf(e->analysis, slice, v) && e->value[v].part[0] &&
            !e->spread[v].part[0])
            spread(e, v);
}

/* ---- instructions with a value */

static Vec emit_number(Emit *e, const SliceSite *site, const KernelInstr *i, unsigned lanes) {
    Level level = (Level)e->analysis->level[i->value];
    Vec number = {.dtype = DT_I64, .lanes = (uint16_t)lanes};
    number.part[0] = body_numbers(e, site, i->access, lanes, level);
    return number;
}

static Vec emit_value(Emit *e, const SliceSite *site, uint32_t n) {
    const KernelInstr *i = &e->kernel->body.at[n];
    const KernelValue *value = &e->kernel->values.at[i->value];
    Dtype dtype = (Dtype)value->dtype;
    Level level = (Level)e->analysis->level[i->value];
    unsigned lanes = level_lanes(e, level);
    if (i->code >= K_TABLE && i->code <= K_PUT)
        return body_array(e, site, n);
    Vec in[3] = {{{0}, 0, 0}};
    for (uint32_t k = 0; k < i->n_in && k < 3; k++)
        in[k] = body_operand(e, kernel_in(e->kernel, i)[k], lanes);
    switch ((KernelCode)i->code) {
    case K_CONST: return vec_const(e, dtype, value->bits, 1);
    case K_STEP: return emit_step(e, (Op)i->op, (Dtype)i->dtype, in, i->n_in);
    case K_SELECT: return vec_select(e, in[0].part[0], in[1], in[2]);
    case K_CAST: return emit_cast(e, in[0], dtype);
    case K_BITCAST: return emit_bitcast(e, in[0], dtype);
    case K_INDEX: return emit_cast(e, emit_number(e, site, i, lanes), dtype);
    case K_RANDOM:
        return emit_random(e, (Op)i->op, dtype, in[0], in[1],
                           emit_number(e, site, i, lanes).part[0]);
    case K_GATHER: return body_gather(e, site, n);
    case K_SCAN: return site->scan(e, site, n, body_operand(e, kernel_in(e->kernel, i)[0], lanes));
    default: break;
    }
    if (lanes > 1 && (e->parts[i->access].part[0] || body_load_parts(e, site, n)))
        return e->parts[i->access];
    Val place = body_place(e, site, i->access, lanes, level);
    if (lanes == 1)
        return emit_load_one(e, dtype, place);
    const AccessVals *vals = &e->access[i->access];
    Val stride = e->form->walk == WALK_COLUMNS ? vals->row : vals->inner;
    return emit_load(e, dtype, place, (Along)e->form->along[i->access], stride);
}

static void set_line(Emit *e, const KernelInstr *i) {
    if (e->options && e->options->debug_file)
        e->ir.line = i->step + 1;
}

void body_instrs(Emit *e, SliceSite *site, uint32_t from, uint32_t to) {
    for (uint32_t n = from; n < to; n++) {
        const KernelInstr *i = &e->kernel->body.at[n];
        if (!site->slice->wanted[n])
            continue;
        set_line(e, i);
        if (instr_opens(i)) {
            body_region(e, site, n);
            uint32_t opener = n;
            do
                n++;
            while (e->kernel->body.at[n].code != K_END || e->kernel->body.at[n].match != opener);
        } else if (i->code == K_REDUCE) {
            site->reduce(e, site, n, body_operand(e, kernel_in(e->kernel, i)[0], e->lanes));
        } else if (i->value != NO_VAL) {
            body_define(e, i->value, emit_value(e, site, n));
        }
    }
}

/* ---- stores, and what later phases need */

static void emit_store_at(Emit *e, const SliceSite *site, uint32_t n) {
    const KernelInstr *i = &e->kernel->body.at[n];
    Level level = (Level)e->analysis->at[n];
    unsigned lanes = level_lanes(e, level);
    Vec x = body_operand(e, kernel_in(e->kernel, i)[0], lanes);
    Val place = body_place(e, site, i->access, lanes, level);
    if (lanes == 1) {
        emit_store_one(e, x, place);
        return;
    }
    const AccessVals *vals = &e->access[i->access];
    Val stride = e->form->walk == WALK_COLUMNS ? vals->row : vals->inner, past = vals->past;
    if (past && site->count) {
        Val all = ir_int(&e->ir, IR_I(64, 1), e->lanes);
        past = ir_bin(&e->ir, "and", past, ir_compare(&e->ir, "eq", site->count, all));
    }
    if (past)
        emit_store_past(e, x, place, past);
    else
        emit_store(e, x, place, (Along)e->form->along[i->access], stride);
}

/* Stores come last, so that everything a vector reads is read before it is written. */
static void emit_effects(Emit *e, const SliceSite *site) {
    for (uint32_t n = 0; n < e->kernel->body.len; n++) {
        const KernelInstr *i = &e->kernel->body.at[n];
        if (!site->slice->wanted[n] || !instr_is_effect(i))
            continue;
        set_line(e, i);
        if (i->code == K_STORE && (e->parts[i->access].part[0] || body_store_parts(e, site, n)))
            continue;
        if (i->code == K_STORE)
            emit_store_at(e, site, n);
        else
            body_scatter(e, site, n);
    }
}

static void emit_kept(Emit *e, const SliceSite *site, bool before) {
    const Analysis *a = e->analysis;
    const Slice *s = site->slice;
    for (ValId v = 0; s->site == SITE_PHASE && v < e->kernel->values.len; v++) {
        if (a->kept_in[v] == NO_PHASE || a->hidden[v])
            continue;
        if (before && s->used[v] && a->kept_in[v] < s->phase)
            body_define(e, v, site->kept(e, site, v));
        if (!before && a->kept_in[v] == s->phase)
            site->keep(e, site, v, e->value[v]);
    }
}

void emit_slice(Emit *e, SliceSite *site) {
    for (uint32_t k = 0; k < e->kernel->accesses.len; k++)
        e->parts[k] = (Vec){0};
    body_scale(e, site);
    emit_kept(e, site, true);
    body_instrs(e, site, 0, e->kernel->body.len);
    emit_kept(e, site, false);
    emit_effects(e, site);
    e->ir.line = 0;
}
