/* Loops and branches as instructions of a list. */
#include "kernel/arrays.h"
#include "run/interp/lower.h"

static bool one_of(Prep *p, Dtype dtype, RegId *reg, RegShape room) {
    TRY(lower_reg(p, SHAPE_ONE, room, dtype, REG_SHARED, reg));
    Scalar one = scalar_cast(DT_BOOL, dtype, (Scalar){.u = 1});
    Const c = {*reg, dtype, scalar_to_bits(dtype, one), CONST_ALL};
    return vec_push(p->env, &p->consts, c);
}

/* for: the index counts in its own dtype; an op's step is the table's way to do that. */
static bool open_for(Prep *p, const KernelInstr *i, Control *c, RegShape shape) {
    Dtype dtype = p->kernel->values.at[i->value].dtype;
    TRY(lower_define(p, i->value));
    TRY(lower_reg(p, shape, shape, DT_BOOL, REG_LIST, &c->test));
    TRY(one_of(p, dtype, &c->one, shape));
    c->less = p->k->ops->step[OP_lt][dtype]; /* the loop goes on while index < hi */
    c->add = p->k->ops->step[OP_add][dtype]; /* and the index grows by one */
    if (!c->less || !c->add)
        return env_fail(p->env, FRIT_ERR_INTERNAL, FRIT_STAGE_RUN, "a loop counts in %s",
                        dtype_info(dtype)->name);
    return true;
}

/* Arrays stay where they are. */
static bool is_carried_here(const Prep *p, const KernelInstr *i, uint32_t c) {
    const Carry *carry = &p->kernel->carries.at[i->carry + c];
    return p->slice.live[i->carry + c] && !is_array(p->kernel, carry->result);
}

/* What goes round, and what comes of it, is the array that goes in; of a branch the one its arms leave. */
static bool carry_arrays(Prep *p, const KernelInstr *i, bool opens) {
    for (uint32_t c = 0; c < i->n_carries; c++) {
        const Carry *carry = &p->kernel->carries.at[i->carry + c];
        RegId reg;
        if (!p->slice.live[i->carry + c] || !is_array(p->kernel, carry->result) ||
            (opens && i->code == K_IF))
            continue;
        TRY(lower_operand(p, carry->init, (RegShape)p->known.level[carry->init], &reg));
        lower_array_is(p, opens ? carry->phi : carry->result, reg);
    }
    return true;
}

static uint32_t count_live(const Prep *p, const KernelInstr *i) {
    uint32_t n = 0;
    for (uint32_t c = 0; c < i->n_carries; c++)
        n += is_carried_here(p, i, c);
    return n;
}

/* The carried values: registers of loops begin as init. */
static bool open_carries(Prep *p, const KernelInstr *i, Control *control) {
    control->n_carries = count_live(p, i);
    control->carries =
        arena_new(p->env, &p->k->arena, (control->n_carries + 1) * sizeof *control->carries);
    TRY(control->carries);
    DoCarry *out = control->carries;
    for (uint32_t c = 0; c < i->n_carries; c++) {
        const Carry *carry = &p->kernel->carries.at[i->carry + c];
        if (!is_carried_here(p, i, c))
            continue;
        out->shape = p->known.level[carry->result];
        out->dtype = p->kernel->values.at[carry->result].dtype;
        if (i->code != K_IF) {
            TRY(lower_operand(p, carry->init, (RegShape)out->shape, &out->init));
            TRY(lower_define(p, carry->phi));
            out->phi = p->reg[carry->phi];
            /* The result is the same register: it may be used at a larger shape, and later. */
            if (!p->known.hidden[carry->result] && p->slice.site == SITE_UNIFORM)
                p->regs.at[out->phi].place = REG_SHARED;
            if (!p->known.hidden[carry->result] && p->slice.site == SITE_AT)
                p->regs.at[out->phi].place = REG_ROW;
            if (p->known.level[carry->phi] == SHAPE_ONE &&
                p->regs.at[out->phi].room < p->known.used_at[carry->result])
                p->regs.at[out->phi].room = p->known.used_at[carry->result];
        }
        out++;
    }
    return true;
}

bool lower_open(Prep *p, uint32_t n) {
    const KernelInstr *i = &p->kernel->body.at[n];
    Control *c = arena_new(p->env, &p->k->arena, sizeof *c);
    TRY(c);
    RegShape shape = p->known.mask[n];
    p->control[n] = c;
    c->divergent = shape != SHAPE_ONE;
    c->test = c->mask = c->one = NO_REG;
    Do d = {.shape = (uint8_t)shape, .out = NO_REG, .control = c};
    d.code = i->code == K_FOR ? DO_FOR : i->code == K_WHILE ? DO_WHILE : DO_IF;
    RegId *in = arena_new(p->env, &p->k->arena, 2 * sizeof *in);
    TRY(in);
    for (uint32_t k = 0; k < i->n_in; k++)
        TRY(lower_operand(p, kernel_in(p->kernel, i)[k], shape, &in[k]));
    d.in = in;
    d.n_in = i->n_in;
    if (c->divergent)
        TRY(lower_reg(p, shape, shape, DT_BOOL, REG_LIST, &c->mask));
    if (i->code == K_FOR) {
        TRY(open_for(p, i, c, shape));
        d.out = p->reg[i->value];
        d.dtype = p->kernel->values.at[i->value].dtype;
    }
    TRY(carry_arrays(p, i, true) && open_carries(p, i, c));
    TRY(lower_emit(p, d));
    if (i->code == K_IF)
        return true;
    /* Every turn begins with what the carried values are now. */
    if (i->code == K_FOR)
        TRY(lower_defined(p, i->value));
    for (uint32_t k = 0; k < i->n_carries; k++)
        if (is_carried_here(p, i, k))
            TRY(lower_defined(p, p->kernel->carries.at[i->carry + k].phi));
    return true;
}

/* The test of a while, or where the second arm begins. */
bool lower_middle(Prep *p, uint32_t n) {
    const KernelInstr *i = &p->kernel->body.at[n];
    uint32_t opener = p->known.around[n];
    Control *c = p->control[opener];
    if (i->code == K_TEST)
        TRY(lower_operand(p, kernel_in(p->kernel, i)[0], (RegShape)p->known.mask[opener],
                          &c->test));
    c->middle = p->code.len;
    return true;
}

static bool is_carried(const Prep *p, const KernelInstr *i, ValId v) {
    for (uint32_t c = 0; c < i->n_carries; c++)
        if (p->kernel->carries.at[i->carry + c].phi == v)
            return true;
    return false;
}

/* What goes round: where it is another carried value of the loop, a copy, because those change. */
static bool close_next(Prep *p, const KernelInstr *i, const Carry *carry, DoCarry *out) {
    TRY(lower_operand(p, carry->next, (RegShape)out->shape, &out->next));
    if (carry->next == carry->phi || !is_carried(p, i, carry->next))
        return true;
    RegId *copy = arena_new(p->env, &p->k->arena, sizeof *copy);
    TRY(copy);
    *copy = out->next;
    RegShape shape = (RegShape)out->shape;
    TRY(lower_reg(p, shape, shape, out->dtype, REG_LIST, &out->next));
    return lower_emit(p, (Do){.code = DO_COPY,
                              .shape = (uint8_t)shape,
                              .dtype = (uint8_t)out->dtype,
                              .n_in = 1,
                              .in = copy,
                              .out = out->next});
}

bool lower_close(Prep *p, uint32_t n) {
    uint32_t opener = p->kernel->body.at[n].match;
    const KernelInstr *i = &p->kernel->body.at[opener];
    Control *control = p->control[opener];
    DoCarry *out = control->carries;
    for (uint32_t c = 0; c < i->n_carries; c++) {
        const Carry *carry = &p->kernel->carries.at[i->carry + c];
        if (!is_carried_here(p, i, c))
            continue;
        if (i->code == K_IF) {
            TRY(lower_operand(p, carry->init, (RegShape)out->shape, &out->init));
            TRY(lower_operand(p, carry->next, (RegShape)out->shape, &out->next));
            TRY(lower_define(p, carry->result));
            out->phi = p->reg[carry->result];
        } else {
            TRY(close_next(p, i, carry, out));
            p->reg[carry->result] = out->phi;
            if (!p->known.hidden[carry->result])
                p->home[carry->result] = out->phi;
        }
        out++;
    }
    TRY(carry_arrays(p, i, false));
    control->end = p->code.len;
    if (!control->middle && i->code == K_IF)
        control->middle = control->end;
    for (uint32_t c = 0; c < i->n_carries; c++)
        if (is_carried_here(p, i, c))
            TRY(lower_defined(p, p->kernel->carries.at[i->carry + c].result));
    return true;
}
