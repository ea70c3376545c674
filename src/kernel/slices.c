#include "kernel/slices.h"

#include <string.h>

#include "op/op.h"

enum {
    COST_LOAD = 1, /* a step of the table costs as much */
    COST_MATH = 8,
    COST_GATHER = 8,
    COST_RANDOM = 30,
    COST_MOST = 100,
    COST_KEEP = 5 /* from which on reading a value again is less than computing it again */
};

/* ---- one slice */

bool slice_is_leaf(const Analysis *a, const Slice *s, ValId v) {
    if (a->hidden[v] || s->site == SITE_UNIFORM)
        return false;
    if (a->level[v] == LEVEL_UNIFORM)
        return true;
    if (a->level[v] == LEVEL_FULL)
        return a->kept_in[v] < s->phase; /* NO_PHASE is larger than all */
    return s->site == SITE_PHASE ||
           (s->site == SITE_AT &&
            (a->phase[v] < s->phase || a->kernel->body.at[a->def[v]].code == K_REDUCE));
}

/* A scan that only a walk before this one can make. */
static bool comes_from_before(const Analysis *a, const Slice *s, ValId v) {
    uint32_t def = a->def[v];
    return s->site == SITE_PHASE && a->kernel->body.at[def].code == K_SCAN &&
           a->instr_phase[def] < s->phase;
}

static void need(Analysis *a, Slice *s, ValId v, uint32_t *n_todo) {
    if (a->two_ways && comes_from_before(a, s, v))
        a->kept_in[v] = a->instr_phase[a->def[v]];
    s->used[v] = true;
    if (s->needed[v] || slice_is_leaf(a, s, v))
        return;
    s->needed[v] = true;
    a->todo[(*n_todo)++] = v;
}

static void need_operands(Analysis *a, Slice *s, const KernelInstr *i, uint32_t *n_todo) {
    for (uint32_t k = 0; k < i->n_in; k++)
        need(a, s, kernel_in(a->kernel, i)[k], n_todo);
}

/* The instruction, and the regions around it with what decides how they run. */
static void want(Analysis *a, Slice *s, uint32_t n, uint32_t *n_todo) {
    s->empty = false;
    while (n != NO_INSTR && !s->wanted[n]) {
        const KernelInstr *i = &a->kernel->body.at[n];
        s->wanted[n] = true;
        need_operands(a, s, i, n_todo);
        if (i->code == K_WHILE)
            need_operands(a, s, &a->kernel->body.at[i->match], n_todo);
        n = a->around[n];
    }
}

static void want_carry(Analysis *a, Slice *s, const KernelInstr *i, ValId v, uint32_t *n_todo) {
    for (uint32_t c = 0; c < i->n_carries; c++) {
        const Carry *carry = &a->kernel->carries.at[i->carry + c];
        if ((carry->result != v && carry->phi != v) || s->live[i->carry + c])
            continue;
        s->live[i->carry + c] = true;
        need(a, s, carry->init, n_todo);
        need(a, s, carry->next, n_todo);
    }
}

static bool is_root(const Analysis *a, const Slice *s, uint32_t n) {
    const KernelInstr *i = &a->kernel->body.at[n];
    if (i->code == K_REDUCE)
        return s->site == SITE_PHASE && a->instr_phase[n] == s->phase;
    if (!instr_is_effect(i))
        return false;
    switch (s->site) {
    case SITE_UNIFORM: return s->stores && a->at[n] == LEVEL_UNIFORM;
    case SITE_AT: return a->at[n] == LEVEL_ROW && s->phase == a->n_phases;
    case SITE_PHASE: return a->at[n] == LEVEL_FULL && a->instr_phase[n] == s->phase;
    case SITE_WHOLE: return a->at[n] != LEVEL_UNIFORM;
    }
    return false;
}

static bool is_root_value(const Analysis *a, const Slice *s, ValId v) {
    if (a->hidden[v] || a->def[v] == NO_INSTR)
        return false;
    switch (s->site) {
    case SITE_UNIFORM: return s->roots ? s->roots[v] : a->level[v] == LEVEL_UNIFORM;
    case SITE_AT:
        return a->level[v] == LEVEL_ROW && a->phase[v] == s->phase &&
               a->kernel->body.at[a->def[v]].code != K_REDUCE;
    case SITE_PHASE: return a->kept_in[v] == s->phase;
    case SITE_WHOLE: return false;
    }
    return false;
}

/* Of its arrays, which stand one after another. */
static size_t slice_size(const Kernel *kernel) {
    return (size_t)kernel->body.len + 2 * (size_t)kernel->values.len + kernel->carries.len;
}

void slice_find(Analysis *a, Slice *s) {
    const Kernel *kernel = a->kernel;
    uint32_t n_todo = 0;
    memset(s->wanted, 0, slice_size(kernel));
    s->empty = true;
    for (uint32_t n = 0; n < kernel->body.len; n++)
        if (is_root(a, s, n))
            want(a, s, n, &n_todo);
    for (ValId v = 0; v < kernel->values.len; v++)
        if (is_root_value(a, s, v))
            need(a, s, v, &n_todo);
    while (n_todo > 0) {
        ValId v = a->todo[--n_todo];
        const KernelInstr *i = &kernel->body.at[a->def[v]];
        want(a, s, a->def[v], &n_todo);
        if (i->value != v)
            want_carry(a, s, i, v, &n_todo);
    }
}

void slices_uniform(Analysis *a, const Slice *const *users, unsigned n) {
    memset(a->roots, 0, a->kernel->values.len);
    for (unsigned k = 0; k < n; k++)
        for (ValId v = 0; v < a->kernel->values.len; v++)
            if (users[k]->used[v] && a->level[v] == LEVEL_UNIFORM && !a->hidden[v])
                a->roots[v] = true;
    a->uniform->stores = n == 0;
    slice_find(a, a->uniform);
}

/* ---- what is kept */

static uint32_t own_cost(const KernelInstr *i) {
    switch (i->code) {
    case K_CONST: return 0;
    case K_STEP: return op_is_mathematics(op_info((Op)i->op)) ? COST_MATH : 1;
    case K_ELEMENT:
    case K_PUT:
    case K_GATHER: return COST_GATHER;
    case K_ARRAY:
    case K_COPY: return COST_MOST;
    case K_RANDOM: return COST_RANDOM;
    case K_SCAN:
    case K_FOR:
    case K_WHILE:
    case K_IF: return COST_MOST;
    default: return COST_LOAD;
    }
}

/* By value: roughly, to compute it again from what is in memory or in rows. */
static void find_costs(Analysis *a) {
    const Kernel *kernel = a->kernel;
    for (uint32_t n = 0; n < kernel->body.len; n++) {
        const KernelInstr *i = &kernel->body.at[n];
        uint32_t cost = own_cost(i);
        for (uint32_t k = 0; k < i->n_in; k++)
            cost += a->cost[kernel_in(kernel, i)[k]];
        cost = cost > COST_MOST ? COST_MOST : cost;
        if (i->value != NO_VAL)
            a->cost[i->value] = a->level[i->value] == LEVEL_FULL ? cost : 0;
        for (uint32_t c = 0; instr_opens(i) && c < i->n_carries; c++) {
            ValId v = kernel->carries.at[i->carry + c].result;
            a->cost[v] = a->level[v] == LEVEL_FULL ? cost : 0;
        }
    }
}

/* The last value in the body that several phases compute, and the first of those. */
static bool find_kept(const Analysis *a, ValId *kept, uint32_t *in) {
    uint32_t last = 0;
    bool found = false;
    for (ValId v = 0; v < a->kernel->values.len; v++) {
        if (a->level[v] != LEVEL_FULL || a->hidden[v] || a->def[v] == NO_INSTR ||
            a->kept_in[v] != NO_PHASE ||
            a->cost[v] < (a->options.keeps_all ? COST_LOAD : COST_KEEP) ||
            (found && a->def[v] < last))
            continue;
        uint32_t first = NO_PHASE, n = 0;
        for (uint32_t p = 0; p < a->n_phases; p++)
            if (a->phases[p].needed[v]) {
                first = first == NO_PHASE ? p : first;
                n++;
            }
        if (n < 2)
            continue;
        found = true;
        last = a->def[v];
        *kept = v;
        *in = first;
    }
    return found;
}

/* From the last to the first: a phase says what it must be given by those before it. */
static void find_phase_slices(Analysis *a) {
    for (uint32_t p = a->n_phases; p-- > 0;)
        slice_find(a, &a->phases[p]);
}

/* ---- all slices */

bool slice_new(Env *env, Arena **arena, Analysis *a, Slice *s) {
    size_t values = a->kernel->values.len;
    if (!a->todo)
        TRY(a->todo = arena_new(env, arena, (values + 1) * sizeof *a->todo));
    TRY(s->wanted = arena_new(env, arena, slice_size(a->kernel) + 1));
    s->needed = s->wanted + a->kernel->body.len;
    s->used = s->needed + values;
    s->live = s->used + values;
    return true;
}

bool slices_find(Env *env, Arena **arena, Analysis *a) {
    size_t values = a->kernel->values.len + 1, n = a->n_phases;
    TRY(a->roots = arena_new(env, arena, values));
    TRY(a->cost = arena_new(env, arena, values * sizeof *a->cost));
    TRY(a->at_slices = arena_new(env, arena, (2 * n + 2) * sizeof *a->at_slices));
    a->phases = a->at_slices + n + 1;
    a->uniform = a->phases + n;
    *a->uniform = (Slice){.site = SITE_UNIFORM, .roots = a->roots};
    TRY(slice_new(env, arena, a, a->uniform));
    for (uint32_t p = 0; p <= n; p++) {
        a->at_slices[p] = (Slice){.site = SITE_AT, .phase = p};
        TRY(slice_new(env, arena, a, &a->at_slices[p]));
        slice_find(a, &a->at_slices[p]);
        if (p == n)
            break;
        a->phases[p] = (Slice){.site = SITE_PHASE, .phase = p};
        TRY(slice_new(env, arena, a, &a->phases[p]));
    }
    find_phase_slices(a);
    bool keeps = a->options.keeps && n > 1;
    if (keeps)
        find_costs(a);
    ValId kept;
    uint32_t in;
    while (keeps && find_kept(a, &kept, &in)) {
        a->kept_in[kept] = in;
        find_phase_slices(a);
    }
    return true;
}
