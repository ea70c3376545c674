/* From a kernel's body to lists of instructions on registers. */
#include <string.h>

#include "kernel/arrays.h"
#include "run/interp/lower.h"

/* ---- registers */

bool lower_reg(Prep *p, RegShape shape, RegShape room, Dtype dtype, RegPlace place, RegId *out) {
    Reg reg = {.shape = (uint8_t)shape,
               .size = (uint8_t)block_size(dtype),
               .place = (uint8_t)place,
               .room = (uint8_t)room,
               .slot = UINT32_MAX};
    *out = p->regs.len;
    return vec_push(p->env, &p->regs, reg);
}

bool lower_define(Prep *p, ValId v) {
    RegPlace place = p->known.hidden[v]              ? REG_LIST
                     : p->slice.site == SITE_UNIFORM ? REG_SHARED
                     : p->slice.site == SITE_AT      ? REG_ROW
                                                     : REG_LIST;
    RegShape shape = p->known.level[v], room = shape;
    if (shape == SHAPE_ONE)
        room = p->known.used_at[v];
    TRY(lower_reg(p, shape, room, p->kernel->values.at[v].dtype, place, &p->reg[v]));
    if (place != REG_LIST)
        p->home[v] = p->reg[v];
    return true;
}

bool lower_emit(Prep *p, Do d) {
    return vec_push(p->env, &p->code, d);
}

static const RegId *keep_regs(Prep *p, const RegId *regs, size_t n) {
    RegId *kept = arena_new(p->env, &p->k->arena, (n + 1) * sizeof *kept);
    if (kept)
        memcpy(kept, regs, n * sizeof *kept);
    return kept;
}

static bool make_spread(Prep *p, ValId v, RegId from, RegId to, Do *d) {
    Dtype dtype = p->kernel->values.at[v].dtype;
    *d =
        (Do){.code = DO_SPREAD, .shape = SHAPE_TILE, .dtype = (uint8_t)dtype, .out = to, .n_in = 1};
    d->in = keep_regs(p, &from, 1);
    return d->in != NULL;
}

bool lower_operand(Prep *p, ValId v, RegShape at, RegId *out) {
    bool leaf = slice_is_leaf(&p->known, &p->slice, v);
    RegId base = leaf ? p->home[v] : p->reg[v];
    *out = base;
    if (is_array(p->kernel, v) || p->known.level[v] != SHAPE_ROWS || at != SHAPE_TILE)
        return true;
    RegId *spread = leaf ? &p->home_spread[v] : &p->spread[v];
    if (leaf && *spread == NO_REG) {
        Do d;
        Dtype dtype = p->kernel->values.at[v].dtype;
        TRY(lower_reg(p, SHAPE_TILE, SHAPE_TILE, dtype, REG_PHASE, spread));
        TRY(make_spread(p, v, base, *spread, &d));
        TRY(vec_push(p->env, &p->spreads, d));
    }
    *out = *spread;
    return true;
}

bool lower_defined(Prep *p, ValId v) {
    Dtype dtype = p->kernel->values.at[v].dtype;
    if (p->known.level[v] == SHAPE_ONE && p->known.used_at[v] > SHAPE_ONE)
        return lower_emit(p, (Do){.code = DO_FILL,
                                  .shape = p->known.used_at[v],
                                  .dtype = (uint8_t)dtype,
                                  .out = p->reg[v]});
    if (p->known.level[v] != SHAPE_ROWS || p->known.used_at[v] != SHAPE_TILE ||
        (p->slice.site != SITE_WHOLE && p->slice.site != SITE_PHASE))
        return true;
    Do d;
    TRY(lower_reg(p, SHAPE_TILE, SHAPE_TILE, dtype, REG_LIST, &p->spread[v]));
    TRY(make_spread(p, v, p->reg[v], p->spread[v], &d));
    return lower_emit(p, d);
}

/* ---- instructions with a value */

/* Lets a value that is stored be computed where it is stored. */
static bool aim(Prep *p, uint32_t n) {
    const KernelInstr *i = &p->kernel->body.at[n];
    uint32_t store = p->store[i->value];
    bool tile = p->slice.site == SITE_WHOLE || p->slice.site == SITE_PHASE;
    if (!tile || store == NO_INSTR || !p->slice.wanted[store] || p->known.around[n] != NO_INSTR ||
        p->known.level[i->value] != SHAPE_TILE)
        return true;
    const Path *path = &p->k->paths[p->kernel->body.at[store].access];
    if (!path->plain || path->stream)
        return true;
    bool *late = arena_new(p->env, &p->k->arena, p->kernel->accesses.len + 1);
    TRY(late);
    Aim a = {.store = path, .late = late};
    Do d = {.code = DO_AIM, .shape = SHAPE_TILE, .out = p->reg[i->value], .index = p->aims.len};
    d.dtype = p->kernel->values.at[i->value].dtype;
    TRY(vec_push(p->env, &p->aims, a));
    TRY(lower_emit(p, d));
    return vec_push(p->env, &p->aim_code, p->code.len);
}

/* The operands of an instruction at its shape, `extra` more registers behind them. */
static bool operands(Prep *p, const KernelInstr *i, Do *d, uint32_t extra, RegId **in) {
    uint32_t room = i->n_in + extra < 3 ? 3 : i->n_in + extra;
    RegId *regs = arena_new(p->env, &p->k->arena, room * sizeof *regs);
    TRY(regs);
    for (uint32_t k = 0; k < i->n_in; k++)
        TRY(lower_operand(p, kernel_in(p->kernel, i)[k], (RegShape)d->shape, &regs[k]));
    for (uint32_t k = i->n_in; k < room && i->n_in > 0; k++)
        regs[k] = regs[0]; /* steps read three operands always */
    d->in = regs;
    d->n_in = (uint16_t)i->n_in;
    *in = regs;
    return true;
}

static bool emit_number(Prep *p, const KernelInstr *i, RegShape shape, RegId *reg) {
    TRY(lower_reg(p, shape, shape, DT_I64, REG_LIST, reg));
    return lower_emit(p, (Do){.code = DO_NUMBERS,
                              .shape = (uint8_t)shape,
                              .dtype = DT_I64,
                              .out = *reg,
                              .path = &p->k->paths[i->access]});
}

static bool emit_index(Prep *p, const KernelInstr *i) {
    Dtype dtype = p->kernel->values.at[i->value].dtype;
    RegShape shape = p->known.level[i->value];
    Do number = {.code = DO_NUMBERS,
                 .shape = (uint8_t)shape,
                 .dtype = DT_I64,
                 .out = p->reg[i->value],
                 .path = &p->k->paths[i->access]};
    if (dtype == DT_I64)
        return lower_emit(p, number);
    TRY(lower_reg(p, shape, shape, DT_I64, REG_LIST, &number.out));
    TRY(lower_emit(p, number));
    Do cast = {.code = DO_CAST, .shape = (uint8_t)shape, .dtype = (uint8_t)dtype, .n_in = 1};
    cast.out = p->reg[i->value];
    cast.fn.cast = p->k->ops->cast[DT_I64][dtype];
    cast.in = keep_regs(p, &number.out, 1);
    return cast.in && lower_emit(p, cast);
}

static bool no_such(Prep *p, const char *what, Op op, Dtype dtype) {
    return env_fail(p->env, FRIT_ERR_INTERNAL, FRIT_STAGE_RUN, "no %s %s of %s", what,
                    op < OP_COUNT ? op_info(op)->name : "", dtype_info(dtype)->name);
}

static bool emit_random(Prep *p, uint32_t n, Do d) {
    const KernelInstr *i = &p->kernel->body.at[n];
    RegId *in, number = p->numbers[n]; /* computed before a loop around, see emit_numbers */
    if (number == NO_REG)
        TRY(emit_number(p, i, (RegShape)d.shape, &number));
    TRY(operands(p, i, &d, 1, &in));
    in[2] = number;
    d.n_in = 3;
    d.code = DO_RANDOM;
    d.fn.random = p->k->ops->random[i->op][d.dtype];
    if (!d.fn.random)
        return no_such(p, "random", i->op, d.dtype);
    return aim(p, n) && lower_emit(p, d);
}

static bool emit_gather(Prep *p, uint32_t n, Do d) {
    const KernelInstr *i = &p->kernel->body.at[n];
    RegId *in, offsets;
    TRY(lower_reg(p, (RegShape)d.shape, (RegShape)d.shape, DT_I64, REG_LIST, &offsets));
    TRY(operands(p, i, &d, 1, &in));
    in[i->n_in] = offsets;
    d.n_in = (uint16_t)(i->n_in + 1);
    d.code = DO_GATHER;
    d.instr = i->step;
    d.path = &p->k->paths[i->access];
    uint8_t *dtypes = arena_new(p->env, &p->k->arena, i->n_in + 1);
    TRY(dtypes);
    for (uint32_t k = 0; k < i->n_in; k++)
        dtypes[k] = p->kernel->values.at[kernel_in(p->kernel, i)[k]].dtype;
    d.index_dtypes = dtypes;
    return aim(p, n) && lower_emit(p, d);
}

static bool emit_reduce(Prep *p, uint32_t n) {
    const KernelInstr *i = &p->kernel->body.at[n];
    Reduction *r = &p->k->reductions[p->known.number[n]];
    TRY(lower_operand(p, kernel_in(p->kernel, i)[0], SHAPE_TILE, &r->x));
    if (p->slice.site == SITE_WHOLE)
        TRY(lower_define(p, i->value));
    r->out = p->slice.site == SITE_WHOLE ? p->reg[i->value] : p->home[i->value];
    Do d = {.code = DO_REDUCE, .shape = SHAPE_ROWS, .index = p->known.number[n], .n_in = 1};
    d.out = p->slice.site == SITE_WHOLE ? r->out : NO_REG;
    d.in = keep_regs(p, &r->x, 1);
    TRY(d.in && lower_emit(p, d));
    return p->slice.site != SITE_WHOLE || lower_defined(p, i->value);
}

static bool emit_value(Prep *p, uint32_t n, Do d) {
    const KernelInstr *i = &p->kernel->body.at[n];
    const BlockOps *ops = p->k->ops;
    RegId *in;
    switch (i->code) {
    case K_LOAD:
        d.code = DO_LOAD;
        d.path = &p->k->paths[i->access];
        return lower_emit(p, d);
    case K_INDEX: return emit_index(p, i);
    case K_RANDOM: return emit_random(p, n, d);
    case K_GATHER: return emit_gather(p, n, d);
    default: break;
    }
    TRY(operands(p, i, &d, 0, &in));
    d.from = i->dtype;
    bool known = true;
    if (i->code == K_STEP) {
        d.code = DO_STEP;
        d.fn.step = ops->step[i->op][i->dtype];
        known = d.fn.step;
    } else if (i->code == K_SELECT) {
        d.code = DO_SELECT;
        d.fn.select = ops->select[d.dtype];
    } else if (i->code == K_CAST) {
        d.code = DO_CAST;
        /* What is only stored has f32's registers. */
        d.fn.cast = ops->cast[dtype_info(i->dtype)->stored ? DT_F32 : i->dtype][d.dtype];
    } else if (i->code == K_BITCAST) {
        d.code = DO_BITCAST;
    } else {
        d.code = DO_SCAN;
        d.flags = i->flags;
        d.op = i->op;
        d.from = p->kernel->values.at[kernel_in(p->kernel, i)[0]].dtype;
        d.index = p->k->n_scans++;
        d.fn.step = scan_step(ops, (Op)i->op, (Dtype)d.from);
        known = ops->scan[i->op][d.from] && d.fn.step;
    }
    if (!known)
        return no_such(p, "step", i->op, i->dtype);
    return aim(p, n) && lower_emit(p, d);
}

static bool emit_const(Prep *p, const KernelInstr *i) {
    ValId v = i->value;
    if (p->home[v] == NO_REG) {
        const KernelValue *value = &p->kernel->values.at[v];
        TRY(lower_reg(p, SHAPE_ONE, p->known.used_at[v], value->dtype, REG_SHARED, &p->home[v]));
        Const c = {p->home[v], value->dtype, value->bits, CONST_ALL};
        TRY(vec_push(p->env, &p->consts, c));
    }
    p->reg[v] = p->home[v];
    return true;
}

static bool emit_instr(Prep *p, uint32_t n) {
    const KernelInstr *i = &p->kernel->body.at[n];
    switch (i->code) {
    case K_CONST: return emit_const(p, i);
    case K_REDUCE: return emit_reduce(p, n);
    case K_STORE:
    case K_SCATTER: return true; /* last of all: see emit_effects */
    case K_TABLE:
    case K_ARRAY:
    case K_COPY:
    case K_ELEMENT:
    case K_PUT: return lower_array(p, n);
    case K_FOR:
    case K_WHILE:
    case K_IF: return lower_open(p, n);
    default: break;
    }
    TRY(lower_define(p, i->value));
    Do d = {.shape = p->known.level[i->value], .out = p->reg[i->value]};
    d.dtype = p->kernel->values.at[i->value].dtype;
    return emit_value(p, n, d) && lower_defined(p, i->value);
}

/* ---- lists */

/* Element numbers of random draws inside loops, once before everything. */
static bool emit_numbers(Prep *p) {
    for (uint32_t n = 0; n < p->kernel->body.len; n++) {
        const KernelInstr *i = &p->kernel->body.at[n];
        if (i->code != K_RANDOM || !p->slice.wanted[n])
            continue;
        p->numbers[n] = NO_REG;
        if (p->known.around[n] == NO_INSTR)
            continue;
        for (uint32_t m = 0; m < n && p->numbers[n] == NO_REG; m++) {
            const KernelInstr *j = &p->kernel->body.at[m];
            if (j->code == K_RANDOM && p->slice.wanted[m] && j->access == i->access &&
                p->known.level[j->value] == p->known.level[i->value])
                p->numbers[n] = p->numbers[m];
        }
        if (p->numbers[n] == NO_REG)
            TRY(emit_number(p, i, (RegShape)p->known.level[i->value], &p->numbers[n]));
    }
    return true;
}

/* Stores come last, so that everything a block reads is read before the block is written. */
static bool emit_effects(Prep *p) {
    for (uint32_t n = 0; n < p->kernel->body.len; n++) {
        const KernelInstr *i = &p->kernel->body.at[n];
        if (!p->slice.wanted[n] || (i->code != K_STORE && i->code != K_SCATTER))
            continue;
        Do d = {.code = i->code == K_STORE ? DO_STORE : DO_SCATTER,
                .shape = p->known.at[n],
                .instr = i->step};
        d.dtype = p->kernel->values.at[kernel_in(p->kernel, i)[0]].dtype;
        d.path = &p->k->paths[i->access];
        d.out = NO_REG;
        if (i->code == K_STORE) {
            RegId *in;
            TRY(operands(p, i, &d, 0, &in) && lower_emit(p, d));
            continue;
        }
        RegId *in, offsets;
        TRY(lower_reg(p, (RegShape)d.shape, (RegShape)d.shape, DT_I64, REG_LIST, &offsets));
        TRY(operands(p, i, &d, 1, &in));
        in[i->n_in] = offsets;
        d.n_in = (uint16_t)(i->n_in + 1);
        d.combine = i->combine;
        d.fn.scatter = p->k->ops->scatter[d.dtype][i->combine];
        if (!d.fn.scatter)
            return no_such(p, "scatter", OP_NONE, d.dtype);
        uint8_t *dtypes = arena_new(p->env, &p->k->arena, i->n_in);
        TRY(dtypes);
        for (uint32_t k = 1; k < i->n_in; k++)
            dtypes[k - 1] = p->kernel->values.at[kernel_in(p->kernel, i)[k]].dtype;
        d.index_dtypes = dtypes;
        TRY(lower_emit(p, d));
    }
    return true;
}

static bool keep_list(Prep *p, const Do *code, uint32_t n, DoList *list) {
    list->at = arena_new(p->env, &p->k->arena, (n + 1) * sizeof *list->at);
    TRY(list->at);
    if (n)
        memcpy(list->at, code, n * sizeof *code);
    list->len = n;
    return true;
}

static bool lower_list(Prep *p, Site site, uint32_t phase, DoList *list) {
    const Kernel *kernel = p->kernel;
    p->slice.site = site;
    p->slice.phase = phase;
    p->code.len = 0;
    p->first_aim = p->aims.len;
    RegId first_reg = p->regs.len;
    slice_find(&p->known, &p->slice);
    for (ValId v = 0; v < kernel->values.len; v++)
        p->reg[v] = p->spread[v] = NO_REG;
    TRY(emit_numbers(p));
    for (uint32_t n = 0; n < kernel->body.len; n++) {
        const KernelInstr *i = &kernel->body.at[n];
        bool marks = i->code == K_TEST || i->code == K_ELSE;
        uint32_t region = i->code == K_END ? i->match : p->known.around[n];
        if (i->code == K_END || marks) {
            if (p->slice.wanted[region])
                TRY(marks ? lower_middle(p, n) : lower_close(p, n));
        } else if (p->slice.wanted[n]) {
            TRY(emit_instr(p, n));
        }
    }
    TRY(emit_effects(p));
    TRY(keep_list(p, p->code.at, p->code.len, list));
    p->n_lists++;
    return prep_allot(p, list, first_reg);
}

static bool number_reductions(Prep *p) {
    InterpKernel *k = p->k;
    const Kernel *kernel = p->kernel;
    k->reductions = arena_new(p->env, &k->arena, (kernel->body.len + 1) * sizeof *k->reductions);
    k->partial_at = arena_new(p->env, &k->arena, (kernel->body.len + 1) * sizeof *k->partial_at);
    TRY(k->reductions && k->partial_at);
    k->n_reductions = p->known.n_reductions;
    for (uint32_t n = 0; n < kernel->body.len; n++) {
        const KernelInstr *i = &kernel->body.at[n];
        if (i->code != K_REDUCE)
            continue;
        Dtype dtype = kernel->values.at[kernel_in(kernel, i)[0]].dtype;
        Reduction *r = &k->reductions[p->known.number[n]];
        r->fns = k->ops->reduce[i->op][dtype][i->flags & KF_OMIT_NAN ? 1 : 0];
        if (!r->fns.acc_size)
            return no_such(p, "reduction", i->op, dtype);
        /* Of all elements, not of those that are numbers. */
        r->counts = op_fold(i->op)->kind == FOLD_COUNT && !(i->flags & KF_OMIT_NAN);
        if (r->counts)
            r->fns = reduce_nothing;
        r->phase = p->known.instr_phase[n];
        r->indexed = op_info(i->op)->rule == RULE_ARG_REDUCE;
        r->all_lanes = dtype_info(dtype)->class == CLASS_COMPLEX;
        r->x_size = (uint32_t)block_size(dtype);
        if (!k->resident)
            TRY(lower_reg(p, SHAPE_ROWS, SHAPE_ROWS, kernel->values.at[i->value].dtype, REG_ROW,
                          &p->home[i->value]));
    }
    return true;
}

static bool lower_phases(Prep *p) {
    InterpKernel *k = p->k;
    k->at = arena_new(p->env, &k->arena, (k->n_phases + 1) * sizeof *k->at);
    k->spread = arena_new(p->env, &k->arena, (k->n_phases + 1) * sizeof *k->spread);
    k->pieces = arena_new(p->env, &k->arena, (k->n_phases + 1) * sizeof *k->pieces);
    TRY(k->at && k->spread && k->pieces);
    for (uint32_t phase = 0; phase <= k->n_phases; phase++) {
        TRY(lower_list(p, SITE_AT, phase, &k->at[phase]));
        if (phase == k->n_phases)
            break;
        p->spreads.len = 0;
        for (ValId v = 0; v < p->kernel->values.len; v++)
            p->home_spread[v] = NO_REG;
        TRY(lower_list(p, SITE_PHASE, phase, &k->pieces[phase]));
        TRY(keep_list(p, p->spreads.at, p->spreads.len, &k->spread[phase]));
    }
    return true;
}

static bool lower_arrays(Prep *p) {
    size_t values = p->kernel->values.len + 1, instrs = p->kernel->body.len + 1;
    Arena **a = &p->arena;
    if (p->home)
        return true;
    p->slice.stores = true;
    TRY(slice_new(p->env, a, &p->known, &p->slice));
    TRY(p->home = arena_new(p->env, a, 4 * values * sizeof *p->home));
    p->home_spread = p->home + values;
    p->reg = p->home_spread + values;
    p->spread = p->reg + values;
    TRY(p->numbers = arena_new(p->env, a, instrs * sizeof *p->numbers));
    TRY(p->control = arena_new(p->env, a, instrs * sizeof *p->control));
    return true;
}

bool prep_lower(Prep *p) {
    InterpKernel *k = p->k;
    TRY(lower_arrays(p));
    p->regs.len = p->consts.len = p->aims.len = p->aim_code.len = p->slots.len = 0;
    p->tile_bytes = 0;
    k->n_scans = 0;
    for (ValId v = 0; v < p->kernel->values.len; v++)
        p->home[v] = p->home_spread[v] = NO_REG;
    TRY(number_reductions(p));
    TRY(lower_list(p, SITE_UNIFORM, 0, &k->uniform));
    return k->resident ? lower_list(p, SITE_WHOLE, 0, &k->whole) : lower_phases(p);
}
