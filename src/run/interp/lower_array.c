/* Arrays: one register for all values that share memory, which is the list's own. */
#include "kernel/arrays.h"
#include "run/interp/lower.h"

/* A new one. Those that other lists read are uniform, and made where all workers find them. */
static bool new_array(Prep *p, ValId v) {
    const KernelValue *value = &p->kernel->values.at[v];
    RegShape shape = p->known.level[v];
    RegPlace place = p->slice.site == SITE_UNIFORM ? REG_SHARED : REG_LIST;
    TRY(lower_reg(p, shape, shape, value->dtype, place, &p->reg[v]));
    p->regs.at[p->reg[v]].count = value->count;
    return true;
}

void lower_array_is(Prep *p, ValId v, RegId reg) {
    p->reg[v] = reg;
    if (p->slice.site == SITE_UNIFORM && !p->known.hidden[v])
        p->home[v] = reg;
}

static bool lower_table(Prep *p, const KernelInstr *i) {
    ValId v = i->value;
    const KernelValue *value = &p->kernel->values.at[v];
    if (p->home[v] == NO_REG) {
        TRY(lower_reg(p, SHAPE_ONE, SHAPE_ONE, value->dtype, REG_SHARED, &p->home[v]));
        p->regs.at[p->home[v]].count = value->count;
        for (uint32_t k = 0; k < value->count; k++) {
            Const c = {p->home[v], value->dtype, p->kernel->tables.at[value->bits.lo + k], k};
            TRY(vec_push(p->env, &p->consts, c));
        }
    }
    p->reg[v] = p->home[v];
    return true;
}

/* Room for n lanes of that dtype, for this instruction alone. */
static bool room(Prep *p, RegShape shape, Dtype dtype, RegId *out) {
    return lower_reg(p, shape, shape, dtype, REG_LIST, out);
}

/* The operands from `first` on, at the shape. */
static bool operands_from(Prep *p, const KernelInstr *i, RegShape shape, uint32_t first,
                          RegId *out) {
    for (uint32_t k = first; k < i->n_in; k++)
        TRY(lower_operand(p, kernel_in(p->kernel, i)[k], shape, &out[k - first]));
    return true;
}

static bool lower_copy(Prep *p, const KernelInstr *i, Do *d, RegId *in) {
    const ValId *from = kernel_in(p->kernel, i);
    d->code = DO_REPLACE;
    TRY(lower_operand(p, from[0], (RegShape)p->known.level[from[0]], &in[0]));
    if (i->n_in == 2) {
        RegId over;
        TRY(lower_operand(p, from[1], (RegShape)d->shape, &over));
        lower_array_is(p, i->value, over);
    }
    d->n_in = 2;
    return room(p, (RegShape)d->shape, (Dtype)d->dtype, &in[1]);
}

/* Array and index at in[0] and in[1], room for indices at in[2]. */
static bool lower_place(Prep *p, const KernelInstr *i, Do *d, RegId *in) {
    const ValId *from = kernel_in(p->kernel, i);
    d->from = p->kernel->values.at[from[1]].dtype;
    TRY(lower_operand(p, from[0], (RegShape)p->known.level[from[0]], &in[0]));
    TRY(lower_operand(p, from[1], (RegShape)d->shape, &in[1]));
    return room(p, (RegShape)d->shape, DT_U32, &in[2]);
}

bool lower_array(Prep *p, uint32_t n) {
    const KernelInstr *i = &p->kernel->body.at[n];
    if (i->code == K_TABLE)
        return lower_table(p, i);
    RegId *in = arena_new(p->env, &p->k->arena, ((size_t)i->n_in + 4) * sizeof *in);
    Do d = {.shape = p->known.level[i->value], .in = in};
    d.dtype = p->kernel->values.at[i->value].dtype;
    TRY(in);
    if (i->code == K_ARRAY || (i->code == K_COPY && i->n_in == 1)) {
        TRY(new_array(p, i->value));
        lower_array_is(p, i->value, p->reg[i->value]);
    }
    if (i->code == K_ARRAY) {
        d.code = DO_ARRAY;
        d.n_in = i->n_in;
        TRY(operands_from(p, i, (RegShape)d.shape, 0, in));
    } else if (i->code == K_COPY) {
        TRY(lower_copy(p, i, &d, in));
    } else if (i->code == K_ELEMENT) {
        d.code = DO_ELEMENT;
        d.n_in = 3;
        d.fn.pick = p->k->ops->pick[d.dtype];
        TRY(lower_define(p, i->value) && lower_place(p, i, &d, in));
    } else {
        d.code = DO_PUT;
        d.n_in = 4;
        d.fn.put = p->k->ops->put[d.dtype];
        TRY(lower_place(p, i, &d, in) && operands_from(p, i, (RegShape)d.shape, 2, in + 3));
        lower_array_is(p, i->value, in[0]);
    }
    d.out = p->reg[i->value];
    return lower_emit(p, d) && (i->code != K_ELEMENT || lower_defined(p, i->value));
}
