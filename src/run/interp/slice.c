/* The part of a kernel's body that one list needs: backwards from its roots to values that are there
 * already. */
#include <string.h>

#include "run/interp/prep.h"

bool prep_is_leaf(const Prep *p, ValId v) {
    if (p->hidden[v])
        return false;
    if (p->site == SITE_UNIFORM)
        return false;
    if (p->shape[v] == SHAPE_ONE)
        return true;
    if (p->site == SITE_WHOLE || p->shape[v] == SHAPE_TILE)
        return false;
    return p->site == SITE_PIECE || p->phase[v] < p->site_phase ||
           p->kernel->body.at[p->def[v]].code == K_REDUCE;
}

static void need(Prep *p, ValId v) {
    if (p->needed[v] || prep_is_leaf(p, v))
        return;
    p->needed[v] = true;
    p->todo[p->n_todo++] = v;
}

static void need_operands(Prep *p, const KernelInstr *i) {
    for (uint32_t k = 0; k < i->n_in; k++)
        need(p, kernel_in(p->kernel, i)[k]);
}

/* The instruction, and the regions around it with what decides how they run. */
static void want(Prep *p, uint32_t n) {
    while (n != NO_INSTR && !p->wanted[n]) {
        const KernelInstr *i = &p->kernel->body.at[n];
        p->wanted[n] = true;
        need_operands(p, i);
        if (i->code == K_WHILE)
            need_operands(p, &p->kernel->body.at[i->match]);
        n = p->around[n];
    }
}

static void want_carry(Prep *p, const KernelInstr *i, ValId v) {
    for (uint32_t c = 0; c < i->n_carries; c++) {
        const Carry *carry = &p->kernel->carries.at[i->carry + c];
        if ((carry->result != v && carry->phi != v) || p->live[i->carry + c])
            continue;
        p->live[i->carry + c] = true;
        need(p, carry->init);
        need(p, carry->next);
    }
}

static bool is_root(const Prep *p, uint32_t n) {
    const KernelInstr *i = &p->kernel->body.at[n];
    bool effect = i->code == K_STORE || i->code == K_SCATTER;
    switch (p->site) {
    case SITE_UNIFORM: return effect && p->at[n] == SHAPE_ONE;
    case SITE_ROW: return effect && p->at[n] == SHAPE_ROWS && p->site_phase == p->k->n_phases;
    case SITE_PIECE:
        if (i->code == K_REDUCE)
            return p->phase[i->value] == p->site_phase + 1;
        return effect && p->at[n] == SHAPE_TILE && p->site_phase + 1 == p->k->n_phases;
    case SITE_WHOLE: return effect && p->at[n] != SHAPE_ONE;
    }
    return false;
}

/* Values that later lists, which do not say so here, may want. */
static bool is_root_value(const Prep *p, ValId v) {
    if (p->hidden[v] || p->def[v] == NO_INSTR)
        return false;
    if (p->site == SITE_UNIFORM)
        return p->shape[v] == SHAPE_ONE;
    return p->site == SITE_ROW && p->shape[v] == SHAPE_ROWS && p->phase[v] == p->site_phase;
}

void prep_slice(Prep *p) {
    const Kernel *kernel = p->kernel;
    memset(p->wanted, 0, kernel->body.len);
    memset(p->needed, 0, kernel->values.len);
    memset(p->live, 0, kernel->carries.len);
    p->n_todo = 0;
    for (uint32_t n = 0; n < kernel->body.len; n++)
        if (is_root(p, n))
            want(p, n);
    for (ValId v = 0; v < kernel->values.len; v++)
        if (is_root_value(p, v))
            need(p, v);
    while (p->n_todo > 0) {
        ValId v = p->todo[--p->n_todo];
        const KernelInstr *i = &kernel->body.at[p->def[v]];
        want(p, p->def[v]);
        if (i->value != v)
            want_carry(p, i, v);
    }
}
